"""The form of a round with fields: keys, ticks or digits for each field, the layout, and values in short."""

import pytest

from scorekeeper.pads.factory import defined
from scorekeeper.pads.formula import as_typed, in_short, short_labels
from scorekeeper.pads.round_form import round_form
from scorekeeper.pads.rounds import Announcement, Played
from tests.pads.facts import WIZARD, facts_of

PLAYERS = tuple("ABCDEFGHIJKL")


def form_of(name, count, play_type=Played, **options):
    rulebook = defined(name, facts_of(name))
    return round_form(rulebook.start(rulebook.table(PLAYERS[:count], options)), play_type)


def ways(form):
    return {each.name: each.way for each in form.keys}


def test_few_values_are_keys_and_many_are_digits():
    assert ways(form_of("skull-king", 4)) == {"bid": "keys", "tricks": "keys", "bonus": "adds"}
    assert ways(form_of("tichu", 4)) == {"cards": "digits", "double": "tick", "calls": "adds"}
    assert ways(form_of("doppelkopf", 4)) == {"won": "tick", "value": "digits"}
    (taken,) = form_of("hearts", 4).keys[:1]
    assert (taken.way, taken.fixed_sum, taken.negative) == ("digits", 26, False)


@pytest.mark.parametrize(("rounds", "last", "rows"), [(10, 10, 2), (12, 12, 2), (13, 13, 3), (19, 19, 3), (20, 19, 3)])
def test_keys_have_room_for_the_last_round(rounds, last, rows):
    form = form_of("wizard", 3, rounds=rounds)
    assert (form.keys[0].values, form.rows) == (tuple(range(last + 1)), rows)


@pytest.mark.parametrize(("count", "last"), [(6, 19), (7, 12)])
def test_keys_below_cards_of_players_are_fewer(count, last):
    """Cards leave less room for keys than lines; digits enter the values of later rounds."""
    rulebook = defined("pad", WIZARD | {"players": [2, 8], "end": {"rounds": 19}})
    form = round_form(rulebook.start(rulebook.table(PLAYERS[:count], {})), Played)
    assert form.keys[0].values == tuple(range(last + 1))


@pytest.mark.parametrize(("least", "lowest"), [(0, 0), (3, 3), (-5, -5), ("round", 0), (None, -1_000_000)])
def test_lowest_typed_value_is_the_fixed_minimum(least, lowest):
    field = {"name": "bid", "label": "Bid"} | ({} if least is None else {"least": least})
    facts = {"title": "Pad", "players": [2, 4], "fields": [field], "round": {"points": "bid"}}
    rulebook = defined("pad", facts)
    form = round_form(rulebook.start(rulebook.table(PLAYERS[:2], {})), Played)
    assert [each.lowest for each in form.inputs] == [lowest]


def test_steps_are_multiples_within_the_limits():
    assert form_of("tichu", 4).keys[2].values == (-200, -100, 100, 200)
    assert form_of("skull-king", 4).keys[2].values == (-10, 10, 20, 30, 40, 50, 60)


@pytest.mark.parametrize(
    ("name", "count", "layout"),
    [("skull-king", 6, "lines"), ("skull-king", 7, "cards"), ("tichu", 4, "columns"), ("flip-7", 12, "cards")],
)
def test_layout_depends_on_players_and_fields(name, count, layout):
    assert form_of(name, count).layout == layout


def test_announcement_has_only_the_announced_fields():
    form = form_of("skull-king", 4, Announcement)
    assert ([each.name for each in form.inputs], form.announces) == (["bid"], True)
    assert [each["metBy"] for each in form.counting["fields"]] == [None, "bid", None]


def test_values_in_short_leave_out_optional_zeros():
    inputs = form_of("skull-king", 4).inputs
    assert str(short_labels(inputs)) == "Bid/Tricks · Bonus"
    assert str(in_short(inputs, {"bid": 2, "tricks": 1, "bonus": 0})) == "2/1"
    assert str(in_short(inputs, {"bid": 2, "tricks": 2, "bonus": 10})) == "2/2 · +10"
    many = form_of("sushi-go", 4).inputs
    assert str(in_short(many, dict.fromkeys((each.name for each in many), 0))) == "0/0/0/0/0/0"


def test_typed_sum_shows_each_sign():
    assert str(as_typed((3, 0, 6, -2))) == "3+0+6−2"
