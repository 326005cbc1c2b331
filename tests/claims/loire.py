"""Checks of the sentences about Loire, by the last sheet and the tallies in the documents."""

from tests.stories import claims, number

PARTS = {
    "triples": "triples",
    "first triples": "first_triples",
    "all 7 types": "all_seven",
    "victory point cards": "victory_cards",
    "sold goods": "goods",
    "animals": "animals",
    "start player": "start_player",
}
BEST = {1: 3, 2: 3, 3: 4, 4: 4}


def part(played, name, label):
    return played.sheets[-1][name]["parts"][PARTS[label]] or 0


def tallies(played):
    """Everybody's last tally by name, with Aaron's cards in a solo game."""
    return {play.get("player", "Aaron"): play for play in played.plays if play["kind"] in ("tally", "aaron")}


def triples(tally):
    stacks = tally.get("estate", {}).values()
    counts = [each if isinstance(each, int) else each.get("cards", 0) + each.get("cloisters", 0) for each in stacks]
    return sum(count // 3 for count in counts)


def decided(played, label, first, second, mine, theirs):
    """By how much the first player is ahead of the second in each part but `label`, which has to have brought most."""
    gains = {each: part(played, first, each) - part(played, second, each) for each in PARTS}
    places = {name: line["place"] for name, line in played.sheets[-1].items()}
    assert (places[first], places[second]) == (1, 2)
    assert list(places.values()).count(1) == list(places.values()).count(2) == 1
    assert (part(played, first, label), part(played, second, label)) == (number(mine), number(theirs))
    assert all(gain < gains[label] for each, gain in gains.items() if each != label)
    return [gain for each, gain in gains.items() if each != label]


WHAT = r"What made the difference: NAME \(NAME NUMBER, NAME NUMBER\)"


@claims(rf"{WHAT}; everything else was level\.", "loire")
def _all_else_level(played, label, first, mine, second, theirs):
    return not any(decided(played, label, first, second, mine, theirs))


@claims(rf"{WHAT}; the other parts cancelled each other out\.", "loire")
def _all_else_even(played, label, first, mine, second, theirs):
    others = decided(played, label, first, second, mine, theirs)
    return any(others) and sum(others) == 0


@claims(rf"{WHAT}; in the other parts together NAME was NUMBER points? ahead\.", "loire")
def _all_else_behind(played, label, first, mine, second, theirs, again, ahead):
    return again == second and sum(decided(played, label, first, second, mine, theirs)) == -number(ahead) < 0


@claims(r"Nothing brought NAME further ahead of NAME than NAME: NUMBER to NUMBER\.", "loire")
def _most(played, first, second, label, mine, theirs):
    return sum(decided(played, label, first, second, mine, theirs)) > 0


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


@claims(r"NAME had all 7 types before anybody else: NUMBER points\.", "loire")
def _all_seven(played, name, points):
    return part(played, name, "all 7 types") == BEST[len(played.players)] == number(points)


@claims(r"Aaron was ahead after round ([A-E]), and the game was over\.", "loire")
def _aaron(played, last):
    return played.rounds[last] == len(played.plays) and played.leaders(len(played.plays)) == {"Aaron"}


@claims(r"NAME held out through all five rounds\.", "loire")
def _held_out(played, name):
    return played.players == [name] and len(played.rounds) == 5 and played.sheets[-1][name]["place"] == 1
