"""Checks of the sentences about Loire, based on the last score sheet and the tallies in the documents."""

from tests.stories import claims, number

PARTS = {
    "triples": "triples",
    "first triples": "first_triples",
    "all 7 types": "all_seven",
    "victory point cards": "victory_cards",
    "sold goods": "goods",
    "animals": "animals",
    "starting player": "start_player",
}
BEST = {1: 3, 2: 3, 3: 4, 4: 4}


def part(played, name, label):
    return played.sheets[-1][name]["parts"][PARTS[label]] or 0


def tallies(played):
    """Return each player's last tally by name, with Aaron's cards in a solo game."""
    return {play.get("player", "Aaron"): play for play in played.plays if play["kind"] in ("tally", "aaron")}


def triples(tally):
    stacks = tally.get("estate", {}).values()
    counts = [each if isinstance(each, int) else each.get("cards", 0) + each.get("cloisters", 0) for each in stacks]
    return sum(count // 3 for count in counts)


@claims(r"(.+) made the difference: NUMBER to NUMBER\.", "loire")
def _difference(played, label, mine, theirs):
    labels = {each[:1].upper() + each[1:]: each for each in PARTS}
    places = {line["place"]: name for name, line in played.sheets[-1].items()}
    assert len(played.sheets[-1]) == len(places)
    first, second, decided = places[1], places[2], labels[label]
    gains = {each: part(played, first, each) - part(played, second, each) for each in PARTS}
    return (
        (part(played, first, decided), part(played, second, decided)) == (number(mine), number(theirs))
        and all(gain < gains[decided] for each, gain in gains.items() if each != decided)
        and sum(gains.values()) > 0
    )


@claims(r"Nobody had more triples than NAME: NUMBER, worth NUMBER\.", "loire")
def _most_triples(played, name, count, worth):
    counts = {who: triples(tally) for who, tally in tallies(played).items()}
    most = counts.pop(name)
    return most == number(count) > max(counts.values()) and part(played, name, "triples") == number(worth)


@claims(r"NAME took (?:NUMBER of the NUMBER “first” cards|every “first” card that was taken: NUMBER)\.", "loire")
def _firsts(played, name, some, taken, every):
    counts = {who: len(tally.get("first_triples", ())) for who, tally in tallies(played).items()}
    mine, all_of_them = counts.pop(name), sum(counts.values())
    return (mine, mine + all_of_them) == (number(some or every), number(taken or every)) and mine > max(counts.values())


@claims(r"NAME had all 7 types before the others: NUMBER points\.", "loire")
def _all_seven(played, name, points):
    return part(played, name, "all 7 types") == BEST[len(played.players)] == number(points)


@claims(r"Aaron was ahead after round ([A-E]), and the game was over\.", "loire")
def _aaron(played, last):
    return played.rounds[last] == len(played.plays) and played.leaders(len(played.plays)) == {"Aaron"}


@claims(r"NAME held out through all five rounds\.", "loire")
def _held_out(played, name):
    return played.players == [name] and len(played.rounds) == 5 and played.sheets[-1][name]["place"] == 1
