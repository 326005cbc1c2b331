"""Reading definitions: each error is a sentence with its position, even for hostile input."""

import json
import time

import pytest

from scorekeeper.core.document import explained
from scorekeeper.core.errors import Unreadable
from scorekeeper.pads.factory import defined
from scorekeeper.pads.reader import read_definition
from tests.pads.facts import changed
from tests.rows import row_by_row

ROUNDS = {
    "title": {"en": "Tricks", "de": "Stiche"},
    "players": [2, 4],
    "rounds": {"least": 0, "most": 13, "sum": 13, "exceptions": [{"one": 0, "others": 26}]},
    "end": {"limit": {"default": 100, "least": 50, "most": 500}},
}
ROWS = {
    "title": "Farm",
    "players": [1, 4],
    "rows": [
        "Gold",
        {"name": {"de": "Vieh", "en": "Cattle"}, "least": 0, "each": 3, "bonus": {"from": 9, "points": 5}},
    ],
    "bonuses": [{"name": "Both", "rows": ["Gold", "Vieh"], "from": 10, "points": 7}],
    "tie_breaks": ["Cattle"],
}
TEAMS = {"title": "Cranium", "players": [2, 20], "teams": True}
ENTRIES = {"title": "Carcassonne", "players": [2, 5], "entry": "any", "rounds": {"least": 0}}
TOGETHER = {"title": "Pandemic", "players": [1, 4], "cooperative": True}


def fault_of(facts):
    with pytest.raises(Unreadable) as raised:
        read_definition(facts)
    return explained(raised.value)


def test_valid_definitions_are_read():
    assert read_definition(ROUNDS).end.of("limit", {"limit": 60}) == 60
    farm = read_definition(ROWS)
    assert [row.key for row in farm.type.rows] == ["gold", "cattle"]
    assert farm.tie_breaks == ("cattle",)
    unit = read_definition({"title": "x", "players": 2, "unit": "cm"}).unit
    assert (str(unit.one), str(unit.more)) == ("cm", "cm")
    assert str(read_definition({"title": "x", "players": 2}).title) == "x"


@row_by_row(
    ("facts", "path", "value", "says"),
    [
        (ROUNDS, ("title",), None, "title is missing"),
        (
            ROUNDS,
            ("title",),
            "x" * 500,
            f"title: '{'x' * 100}…': A name can have at most 100 characters; this one has 500.",
        ),
        (
            ROUNDS,
            ("title",),
            "a\x07",
            "title: 'a\\x07': A name cannot contain control characters or incomplete characters.",
        ),
        (ROUNDS, ("title", "de"), "\u202e", "title, de: '\\u202e': A name cannot contain invisible characters"),
        (ROUNDS, ("title",), {}, "title: 1 to 20 languages are needed here"),
        (ROUNDS, ("title",), {chr(97 + at) + "a": "x" for at in range(25)}, "title: 1 to 20 languages are needed here"),
        (ROUNDS, ("title",), {"<b>": "x"}, "title, <b>: not a supported language; use a code such as en or de"),
        (ROUNDS, ("players",), 0, "players: a number from 1 to 20 is needed here"),
        (ROUNDS, ("players",), [2, 21], "players, item 2: a number from 1 to 20 is needed here"),
        (ROUNDS, ("players",), [4, 2], "players: 4 is more than 2"),
        (ROUNDS, ("players",), [2, 3, 4], "players: a list of 2 is needed here"),
        (ROUNDS, ("wins",), "best", "wins: best is not one of highest, lowest"),
        (ROUNDS, ("wins",), ["highest"], "wins: a text is needed here"),
        (ROUNDS, ("unit",), {"en": 3}, "unit, en: a text is needed here"),
        (ROUNDS, ("unit",), ["thorn"], "unit: a list of 2 is needed here"),
        (ROUNDS, ("begins",), "asked", "begins: asked is not one of same, drawn, winner"),
        (ROUNDS, ("colours",), ["red", "red", "blue", "green"], "colours: this list contains duplicates"),
        (ROUNDS, ("colours",), ["red"], "colours: one for each of the 4 players is needed here"),
        (ROUNDS, ("colours",), ["mauve"], "colours, item 1: mauve is not one of blue"),
        (ROUNDS, ("rounds",), [], "rounds: names with values are needed here"),
        (ROUNDS, ("rounds", "least"), 14, "rounds, least: 14 is more than 13"),
        (ROUNDS, ("rounds", "least"), 10**7, "rounds, least: a number must be between -1,000,000 and 1,000,000"),
        (ROUNDS, ("rounds", "step"), 0, "rounds, step: a number from 1 to 1000000 is needed here"),
        (ROUNDS, ("rounds", "sum"), "a+b", "rounds, sum: a whole number is needed here"),
        (ROUNDS, ("rounds", "sum"), {"least": 4, "most": 2}, "rounds, sum: 4 is more than 2"),
        (ROUNDS, ("rounds", "points"), "x * 2", "rounds, points: unknown key; known are least, most, step"),
        (ROUNDS, ("rounds", "exceptions", 0, "all"), 3, "rounds, exceptions, item 1, all: unknown key"),
        (ROUNDS, ("rounds", "bonus"), {"from": 3}, "rounds, bonus: points is missing"),
        (ROUNDS, ("end", "limit"), 0, "end, limit: with 0 the game would be over before the first entry"),
        (ROUNDS, ("end", "limit", "least"), -1, "end, limit: with 0 the game would be over before the first entry"),
        (ROUNDS, ("end", "limit", "default"), 10, "end, limit, default: a number from 50 to 500 is needed here"),
        (ROUNDS, ("end", "rounds"), 10**5, "end, rounds: a number from 1 to 1000 is needed here"),
        (ROUNDS, ("tie_breaks",), ["chance"], "tie_breaks, item 1: chance is not one of last round, best round"),
        (ROUNDS, ("turns",), True, "turns: only for pads with categories"),
        (ROUNDS, ("code",), "import os", "code: unknown key; known are title, players, wins"),
        (ROWS, ("rows",), [], "rows: a list of 1 to 60 is needed here"),
        (ROWS, ("rows",), ["Gold", "GOLD!"], "rows, item 2: the name 'gold' is used twice"),
        (ROWS, ("rows", 1, "name"), None, "rows, item 2: name is missing"),
        (ROWS, ("rows", 1, "bonus", "from"), "9", "rows, item 2, bonus, from: a whole number is needed here"),
        (
            ROWS,
            ("bonuses", 0, "rows"),
            ["Gold", "Silver"],
            "bonuses, item 1, rows, item 2: there is no category 'Silver'",
        ),
        (ROWS, ("bonuses", 0, "name"), "Gold", "bonuses, item 1: the name 'gold' is used twice"),
        (ROWS, ("tie_breaks",), ["gold"], "tie_breaks, item 1: there is no category 'gold'"),
        (ROWS, ("turns",), 1, "turns: true or false is needed here"),
        (ROWS, ("rounds",), {}, "rounds: only for pads with rounds; a pad with categories ends when all are filled"),
        (ROUNDS, ("players",), {"least": 3, "most": 21}, "players, most: a number from 1 to 20 is needed here"),
        (ROUNDS, ("decimals",), 3, "decimals: a number from 0 to 2 is needed here"),
        (ROUNDS, ("entry",), "now", "entry: now is not one of round, turn, any"),
        (ROUNDS, ("entry",), "turn", "rounds, sum: only for pads with a number for each player in a round"),
        (ENTRIES, ("rounds", "deals"), True, "rounds, deals: only for pads with a number for each player in a round"),
        (ENTRIES, ("end",), {"rounds": 3}, "end, rounds: only for pads with a number for each player in a round"),
        (ENTRIES, ("tie_breaks",), ["last round"], "tie_breaks: only for pads with a number for each player"),
        (ROWS, ("entry",), "any", "entry: only for pads with rounds"),
        (TOGETHER, ("teams",), True, "teams: only for pads with points for each player"),
        (TOGETHER, ("decimals",), 1, "decimals: only for pads with points"),
        (TOGETHER, ("rounds",), {"sum": 3}, "rounds, sum: only for pads with a number for each player in a round"),
        (TOGETHER, ("only_winner",), True, "only_winner: not together with cooperative"),
        (TEAMS, ("players",), 1, "players: teams need at least two players"),
        (TOGETHER, ("wins",), "highest", "wins: only for pads with points"),
    ],
)
def test_errors_of_a_definition_name_their_position(facts, path, value, says):
    assert fault_of(changed(facts, path, value)).startswith(says)


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"en": value}
    return value


@row_by_row(
    "facts",
    [
        [],
        "x",
        None,
        7,
        {"title": nested(900), "players": 2},
        {"title": "x", "players": 2, "rows": [nested(900)]},
        {f"key {at}": at for at in range(100_000)},
        {"title": "x", "players": 2, "rows": ["a"] * 100_000},
        {"title": "x" * 1_000_000, "players": 2},
        {"title": "x", "players": 2, "end": {"limit": 10**4000}},
        {"title": "x", "players": 2, "rounds": {"exceptions": [{"one": 1, "others": 2}] * 100_000}},
    ],
)
def test_hostile_definitions_are_refused_quickly_with_a_short_sentence(facts):
    began = time.process_time()
    assert 0 < len(fault_of(facts)) < 400
    assert time.process_time() - began < 0.5


@row_by_row("name", ["", "Hearts", "a/b", "a~b", "-", "a" * 41, "../x"])
def test_pad_name_unusable_in_urls_is_refused(name):
    with pytest.raises(Unreadable, match="is used in URLs"):
        defined(name, ROWS)


def test_equal_definitions_have_equal_slugs_and_others_differ():
    mixed = json.loads(json.dumps(dict(reversed(ROWS.items()))))
    assert defined("farm", mixed) is defined("farm", ROWS)

    slugs = {defined("farm", ROWS).slug, defined("cattle", ROWS).slug}
    slugs.add(defined("farm", changed(ROWS, ("bonuses", 0, "points"), 8)).slug)
    assert len(slugs) == 3
    assert {slug.partition("~")[0] for slug in slugs} == {"farm", "cattle"}
    assert defined("farm", ROWS).name == "farm"
