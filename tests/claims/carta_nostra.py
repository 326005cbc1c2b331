"""Checks of the sentences about Carta Nostra, based on the plays in the documents."""

from collections import Counter

from tests.stories import claims, names, number

FIVE = {"caporegime", "don", "consigliere", "hitman", "smuggler"}


def city(played, name, at):
    """Return the Mafiosi in a player's city after `at` plays."""
    lying = Counter()
    for play in played.plays[:at]:
        gone = play.get("liquidated")
        if gone and gone["player"] == name:
            lying[gone["mafioso"]] -= 1
        if play["player"] == name and play.get("city"):
            lying[play["city"]] += 1
    return {each for each, count in lying.items() if count}


def hits(played):
    return [(at, play, play["liquidated"]) for at, play in enumerate(played.plays, 1) if play.get("liquidated")]


def winner(played):
    (first,) = (name for name, line in played.sheets[-1].items() if line["place"] == 1)
    return first


@claims(r"It took NUMBER turns; NUMBER of them (?:was|were) NAME's\.", "carta-nostra")
def _how_long(played, turns, own, name):
    mine = sum(play["player"] == name for play in played.plays)
    return winner(played) == name and len(played.plays) == number(turns) and mine == number(own)


@claims(r"NAME had four of the five from entry NUMBER on; the NAME completed them in entry NUMBER\.", "carta-nostra")
def _waited(played, name, since, mafioso, last):
    four = FIVE - {mafioso.lower()}
    before = city(played, name, number(since) - 1)
    return (
        winner(played) == name
        and len(before) != 4
        and all(city(played, name, at) == four for at in range(number(since), number(last)))
        and number(last) == len(played.plays)
        and city(played, name, number(last)) == FIVE
    )


@claims(r"NAME was one Mafioso away from winning when NAME's Hitman took the NAME in entry NUMBER\.", "carta-nostra")
def _robbed(played, name, other, mafioso, at):
    before, after = (city(played, name, number(at) - step) for step in (1, 0))
    play = played.plays[number(at) - 1]
    return (
        len(before) == 4
        and after == before - {mafioso.lower()}
        and play["player"] == other
        and play["liquidated"] == {"player": name, "mafioso": mafioso.lower()}
        and name != winner(played)
    )


@claims(r"NAME (?:each )?lacked just one Mafioso at the end\.", "carta-nostra")
def _close(played, who):
    four = {name for name in played.players if len(city(played, name, len(played.plays))) == 4}
    return four == names(who)


@claims(r"Hitmen removed NUMBER Mafiosi in all\.", "carta-nostra")
def _struck(played, count):
    return len(hits(played)) == number(count)


@claims(r"Hitmen removed NUMBER Mafiosi, (?:all|NUMBER) of them NAME's\.", "carta-nostra")
def _struck_one(played, count, most, name):
    lost = Counter(gone["player"] for _, _, gone in hits(played))
    return (
        lost.total() == number(count)
        and lost[name] == number(most or count)
        and all(lost[name] > each for other, each in lost.items() if other != name)
    )
