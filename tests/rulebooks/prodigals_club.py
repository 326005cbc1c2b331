"""Plays, documents and rulebook headings for the tests of The Prodigals Club.

A play is written "Anneli votes -3" (or "=30"), "Anneli coins -3", "Anneli tiles 6 5", "Anneli sell 6 2" (the discount
last), "Anneli exchange 6 1 3" (the limit last, or none), "Anneli properties 20 5", "Anneli markers 8 7 6 5", "Anneli
moves -1 0 0 0", "park 4 4 3 1 : 4 2 1" (megaphones in seat order, rewards), "end Anneli=2" (spots), "end Anja Anneli"
(an order) and "stop".
"""

from scorekeeper.rulebooks import all_rulebooks
from tests.documents import Scorer, game_document, lines

RULEBOOK = all_rulebooks()["prodigals-club"]
NAMES = ("Anneli", "Benito", "Anja", "Adrian", "Zoë")
COLOURS = ("Red", "Yellow", "Blue", "Green")
POSSESSIONS, ELECTION, SOCIETY, LAST_WILL = "possessions", "election", "society", "last-will"
STANDARD = (POSSESSIONS, ELECTION)
ALL_THREE = (POSSESSIONS, ELECTION, SOCIETY)
GAMES = "Game Boards"
SET_UP = "Player Setup"
HANDICAPS = "Take Handicaps"
SELL = "Sell Possessions"
EXCHANGE = "Exchange"
MONEY = "Spend Money"
BOROUGH = "The Borough Indicator"
VOTES = "Lose One Vote"
MARKERS = "Scoring Moves on the Scoreboard"
PARK = "Hyde Park Phase"
ORDER = "Mark the New Play Order"
END = "Check for End of Game"
SCORING = "Scoring"
WILL = "Playing The Prodigals Club with Last Will"
TIME = "A Little More Time"
RULING = "Ruling"


def numbers(words):
    return [int(word) for word in words]


def play(line, names=NAMES):
    if isinstance(line, dict):
        return line
    head, _, tail = line.partition(" ")
    words = tail.split()
    if head == "stop":
        return {"kind": "stop"}
    if head == "park":
        counts, given, rewards = tail.partition(":")
        rewards = {"rewards": numbers(rewards.split())} if given else {}
        megaphones = dict(zip(names, numbers(counts.split()), strict=False))
        return {"kind": "hyde-park", "megaphones": megaphones} | rewards
    if head == "end":
        if "=" in tail:
            spots = (word.split("=") for word in words)
            return {"kind": "end-round", "reserved": {name: int(spot) for name, spot in spots}}
        return {"kind": "end-round"} | ({"order": words} if words else {})
    kind, *words = words
    if kind in ("votes", "coins"):
        change = {"to": int(words[0][1:])} if words[0].startswith("=") else {"change": int(words[0])}
        return {"kind": kind, "player": head} | change
    fields = {
        "tiles": lambda: {"kind": "possessions", "tiles": numbers(words)},
        "properties": lambda: {"kind": kind, "values": numbers(words)},
        "markers": lambda: {"kind": "influence", "markers": numbers(words)},
        "moves": lambda: {"kind": "influence", "moves": numbers(words)},
        "sell": lambda: {"kind": kind, "tile": int(words[0]), "discount": int(words[1])},
        "exchange": lambda: {"kind": kind} | dict(zip(("give", "take", "limit"), numbers(words), strict=False)),
    }[kind]()
    return {"player": head} | fields


def document(players, played, plays, **options):
    names = NAMES[:players] if isinstance(players, int) else players
    options = {"competitions": list(played)} | options
    return game_document("prodigals-club", names, [play(line, names) for line in plays], options)


SCORER = Scorer(document)
score, sheet, replayed = SCORER.score, SCORER.sheet, SCORER.replayed


def part(answer, competition):
    return {name: line["parts"][competition] for name, line in lines(answer).items()}


def told(players, played, plays, **options):
    """Return the description of the last play."""
    after = replayed(players, played, plays, **options)
    assert not after.conflicts
    summary = after.describe(after.steps[-1])
    return f"{summary.headline} | {summary.detail}"


def entry(state, seat, competition):
    """Return a competition's values on a seat's page."""
    return next(row.entries[seat] for row in RULEBOOK.pages.board(state).rows if row.name == competition)


def everybody(players, *entries):
    """Return the same initial entries for each player."""
    return tuple(f"{name} {entry}" for name in NAMES[:players] for entry in entries)


THREE_ROUNDS = ("park 1 2 3 : 2 1", "end", "park 1 2 3 : 2 1", "end", "park 1 2 3 : 2 1", "end")
