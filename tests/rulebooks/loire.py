"""Plays, documents and rulebook headings for the tests of The Castles of Burgundy: The Card Game.

A tally is written `tally("Anneli", castles=3, ships=(1, 2))`: three castles, and a ship with two cloisters.
"""

from scorekeeper.rulebooks import all_rulebooks
from tests.documents import Scorer, game_document

RULEBOOK = all_rulebooks()["loire"]
NAMES = ("Anneli", "Benito", "Anja", "Adrian")
TYPES = ("castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings")
ANIMALS = ("chickens", "cows", "sheep", "pigs")
PARTS = ("triples", "first_triples", "all_seven", "victory_cards", "goods", "animals", "start_player")
VALUES = {"castles": 5, "mines": 4, "knowledge": 3, "ships": 2}
COMPONENTS = "Game Components"
SET_UP = "Game Setup"
PLACE = "Action 2: Place a project in your estate"
SELL = "Action 3: Sell goods"
CONVERT = "Action 6: Convert workers and/or silver into victory points"
BUILDINGS = "Buildings"
CLOISTERS = "Cloisters"
BONUSES = "Additional important rules for placing projects"
END = "Game End"
SOLO = "Solitaire Variation"
RULING = "Ruling"
DOCUMENT = "Document"
BELOW = "\N{MINUS SIGN}1"
STOP, END_ROUND = {"kind": "stop"}, {"kind": "end-round"}


def tally(player, first=None, seven=None, animals=None, storage=None, **given):
    """Return a tally; `animals` are chickens, cows, sheep, pigs, `storage` is workers, silver, goods."""
    estate = {
        name: {"cards": given[name][0], "cloisters": given[name][1]}
        if isinstance(given[name], tuple)
        else {"cards": given[name]}
        for name in TYPES
        if name in given
    }
    fields = {
        "estate": estate or None,
        "first_triples": first,
        "all_seven": seven,
        "animals": animals and dict(zip(ANIMALS, animals, strict=True)),
        "storage": storage and dict(zip(("workers", "silver", "goods"), storage, strict=True)),
    } | {name: value for name, value in given.items() if name not in TYPES}
    return {"kind": "tally", "player": player} | {name: value for name, value in fields.items() if value is not None}


def aaron(first=None, seven=None, **estate):
    fields = {"estate": estate, "first_triples": first, "all_seven": seven}
    return {"kind": "aaron"} | {name: value for name, value in fields.items() if value is not None}


def document(players, plays, **options):
    players = NAMES[:players] if isinstance(players, int) else players
    if len(players) == 1:
        options = {"solo": True} | options
    return game_document("loire", players, plays, {"triple_values": VALUES} | options)


SCORER = Scorer(document)
score, sheet, replayed, state = SCORER.score, SCORER.sheet, SCORER.replayed, SCORER.state


def places(answer):
    return [(line["player"], line["place"], line["total"]) for line in answer["standings"]]


def remarks(answer):
    return [(remark["play"], remark["code"]) for remark in answer["remarks"]]


ALL_OTHERS = {"castles": 1, "mines": 1, "knowledge": 1, "ships": 1, "pastures": 1, "buildings": 1}
EVERY_TYPE = ALL_OTHERS | {"cloisters": 1}
A, B = aaron(ships=2, mines=1), aaron(ships=2, mines=2, buildings=3)
C, D = aaron(ships=2, mines=2, buildings=8), aaron(ships=2, mines=2, buildings=14)
E = aaron(ships=2, mines=2, buildings=21)
