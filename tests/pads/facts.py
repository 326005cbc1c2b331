"""Definitions of pads with fields."""

from copy import deepcopy

from scorekeeper.titles import READY, read_pad

WIZARD = {
    "title": "Wizard",
    "players": [2, 6],
    "rounds": {"deals": True},
    "end": {"rounds": "60 // players"},
    "fields": [
        {"name": "bid", "label": {"en": "Bid", "de": "Ansage"}, "least": 0, "most": "round", "announced": True},
        {"name": "tricks", "label": "Tricks", "least": 0, "most": "round", "sum": "round", "note": "of all"},
        {"name": "bonus", "label": "Bonus", "step": 10, "default": 0},
    ],
    "round": {"points": "(20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)) + bonus"},
    "tie_breaks": ["tricks", "-bonus"],
    "help": {"en": "Bid, then take as many."},
}


SCIENCE = {
    "title": "Cities",
    "players": [1, 4],
    "rows": [
        {
            "name": "Science",
            "points": "tablets * tablets + (5 if rank(tablets) == 1 else 0)",
            "fields": [
                {"name": "tablets", "label": "Tablets", "least": 0, "most": 9},
                {"name": "gears", "label": "Gears", "least": 0, "default": 0, "step": 2},
            ],
        },
        {"name": "Army", "least": 0},
        {"name": "Food", "least": 0, "counts": False},
    ],
    "tie_breaks": ["Food", "-gears"],
}


PHASES = {
    "title": "Phases",
    "players": [2, 6],
    "wins": "lowest",
    "end": {"when": "highest(phase) >= 2 and round >= 3"},
    "fields": [
        {"name": "cards", "label": "Cards", "least": 0},
        {"name": "phase", "label": "Phase", "least": 0, "most": 1, "default": 0},
    ],
    "round": {"points": "cards + before(phase) + score // 100"},
    "tie_breaks": ["phase"],
}


def facts_of(name):
    return dict(read_pad(READY[name]).definition)


def changed(facts, path, value):
    """Return a definition with another value at a path; None removes the value."""
    facts = deepcopy(facts)
    *outer, last = path
    inner = facts
    for step in outer:
        inner = inner[step]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return facts
