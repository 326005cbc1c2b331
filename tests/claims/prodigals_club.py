"""Checks of the sentences about The Prodigals Club, based on the score sheets after each round."""

from itertools import pairwise

from tests.stories import claims, number

SCORE = r"NUMBER \(NAME\)"
COMPETITIONS = {"Possessions": "possessions", "Last Will": "last-will", "Election": "election", "Society": "society"}


def highest(played, at, name):
    """Return a player's highest score, and the competitions with that score."""
    parts = {each: score for each, score in played.sheets[at][name]["parts"].items() if score is not None}
    best = max(parts.values())
    return best, {each for each, score in parts.items() if score == best}


def is_highest(played, at, name, score, competition):
    best, where = highest(played, at, name)
    return best == number(score) and COMPETITIONS[competition] in where


def goes(played, name, round_name, course):
    """Return whether a player's highest score changed in a round as described by `course`."""
    at, before = round_end(played, round_name), played.numbers[played.numbers.index(round_end(played, round_name)) - 1]
    words = course.replace("went from ", "").replace("from ", "")
    if course.startswith("stayed at "):
        return highest(played, before, name)[0] == highest(played, at, name)[0] == number(course[10:])
    start, end = words.split(" to ")
    score, competition = end.rstrip(")").split(" (")
    first = start.rstrip(")").split(" (") if "(" in start else (start, competition)
    return is_highest(played, before, name, *first) and is_highest(played, at, name, score, competition)


def round_end(played, name):
    return played.rounds.get(name, len(played.plays))


@claims(r"The lead changed in round (\d): NAME ((?:went|stayed) .+), NAME ((?:went|stayed) .+)\.", "prodigals-club")
def _tipped(played, name, who, mine, other, theirs):
    at = round_end(played, name)
    before = played.numbers[played.numbers.index(at) - 1]
    return (
        played.leaders(before) == {other}
        and all(played.leaders(each) == {who} for each in played.numbers if each >= at)
        and goes(played, who, name, mine)
        and goes(played, other, name, theirs)
    )


@claims(
    r"Nobody's highest score fell further in a round than NAME's in round (\d): from NUMBER to NUMBER\.",
    "prodigals-club",
)
def _steepest(played, who, name, start, end):
    at = round_end(played, name)
    before = played.numbers[played.numbers.index(at) - 1]
    falls = [
        (highest(played, earlier, each)[0] - highest(played, after, each)[0], each, after)
        for earlier, after in pairwise(played.numbers)
        for each in played.players
    ]
    *others, (most, *fall) = sorted(falls)
    return (
        fall == [who, at]
        and all(each[0] < most for each in others)
        and [highest(played, each, who)[0] for each in (before, at)] == [number(start), number(end)]
    )


@claims(rf"Only one competition kept NAME from winning: {SCORE}, and elsewhere NUMBER at most\.", "prodigals-club")
def _cost(played, name, score, competition, rest):
    end, best = len(played.plays), played.best(len(played.plays))
    others = [each for part, each in played.sheets[-1][name]["parts"].items() if part != COMPETITIONS[competition]]
    elsewhere = max(each for each in others if each is not None)
    return is_highest(played, end, name, score, competition) and number(score) > best > elsewhere == number(rest)


@claims(r"NAME ended the game in round (\d), with (.+?)(, and did not win it)?\.", "prodigals-club")
def _ended(played, name, round_name, scores, lost):
    reached = {
        (who, part, score)
        for who, line in played.sheets[-1].items()
        for part, score in line["parts"].items()
        if score is not None and score <= 0
    }
    said = [each.rstrip(")").split(" (") for each in scores.replace(" and ", ", ").split(", ")]
    return (
        reached == {(name, COMPETITIONS[part], number(score)) for score, part in said}
        and played.rounds[round_name] == len(played.plays)
        and bool(lost) == (name not in played.leaders(len(played.plays)))
    )
