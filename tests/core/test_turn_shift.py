"""Inserting a forgotten play: which later plays shift by one seat, in three titles."""

from dataclasses import dataclass

from scorekeeper.core.errors import IllegalPlay
from scorekeeper.core.fields import PLAYER
from scorekeeper.core.messages import say
from scorekeeper.core.rulebook import Kind, Meta, Rulebook, Stop
from scorekeeper.core.sheet import Line
from scorekeeper.core.table import Table
from scorekeeper.core.turn_shift import shift_after
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.carta_nostra.turn import Hit, Turn
from scorekeeper.rulebooks.don_carlo.agent import Agent
from tests.rows import row_by_row

NAMES = ("Anja", "Ben", "Cleo")
TABLE = Table(NAMES)
DON_CARLO, CARTA_NOSTRA = (all_rulebooks()[slug] for slug in ("don-carlo", "carta-nostra"))


@dataclass(frozen=True)
class Throw:
    """The player at `seat` throws a ring; after the third they are out."""

    seat: int


@dataclass(frozen=True)
class Wind:
    """A gust of wind, at any time, outside the turn order."""


@dataclass(frozen=True)
class Rings:
    """The number of throws per player, and the last thrower."""

    thrown: tuple[int, ...]
    last: int = -1


def throw(state, play, number):
    if state.thrown[play.seat] == 3:
        raise IllegalPlay("no-rings", say("No rings are left."))
    return Rings(tuple(count + (seat == play.seat) for seat, count in enumerate(state.thrown)), play.seat)


def turn(state):
    seats = [(state.last + step) % len(state.thrown) for step in range(1, len(state.thrown) + 1)]
    return next((seat for seat in seats if state.thrown[seat] < 3), None)


RINGS = Rulebook(
    meta=Meta(slug="rings", title=say("Rings"), players=(2, 3)),
    kinds=lambda table: (
        Kind("throw", Throw, say("Throw"), throw, fields=(PLAYER,), in_turn=True),
        Kind("wind", Wind, say("Wind"), lambda state, play, number: state),
    ),
    start=lambda table: Rings((0,) * len(table.players)),
    finished=lambda state: min(state.thrown) == 3,
    lines=lambda state: [Line(seat, count) for seat, count in enumerate(state.thrown)],
    turn=turn,
)


def rings(log):
    """Return the plays of a log such as "AB~C": throws by the initials of the names, "~" for the wind."""
    return [Wind() if each == "~" else Throw("ABC".index(each)) for each in log]


def spelled(log):
    return "".join("~" if isinstance(each, Wind) else "ABC"[each.seat] for each in log)


@row_by_row(
    ("log", "number", "after"),
    [
        ("ABBCAB", 2, "ABCABC"),
        ("AABC", 1, "ABCA"),
        ("ABB", 2, "ABC"),
        ("ABB~CA", 2, "ABC~AB"),
        ("ABBCBC", 2, "ABCABC"),
        ("AAABBCB", 4, "AAABCBC"),
    ],
    ids=["to the end", "the first", "one", "nobody's turn", "up to a tap on the right name", "over who is out"],
)
def test_plays_after_an_inserted_one_shift_by_a_seat(log, number, after):
    shift = shift_after(RINGS, TABLE, rings(log), number)
    moved = [shift.moved.get(each, play) for each, play in enumerate(rings(log), 1)]
    assert (spelled(moved), shift.conflicts) == (after, ())
    assert all(spelled([play]) != log[each - 1] for each, play in shift.moved.items())


@row_by_row(
    ("log", "number"),
    [("ABC", 2), ("ABCA", 4), ("ACBC", 2), ("AB~", 2), ("A~BC", 2), ("ABAB", 3), ("AAAABC", 4)],
    ids=[
        "in turn",
        "the last",
        "itself out of turn",
        "nothing after",
        "nobody's turn",
        "others out of turn",
        "illegal",
    ],
)
def test_shift_is_none_if_no_turn_moves(log, number):
    assert shift_after(RINGS, TABLE, rings(log), number) is None


def agents(text):
    """Return the plays of Don Carlo in a text such as "A6 B112": initials of names and cards."""
    return [Agent("ABC".index(each[0]), tuple(map(int, each[1:]))) for each in text.split()]


def test_shift_moves_agents_with_cards_but_not_the_end():
    log = [*agents("A6 B5 B21 C33 A06"), Stop()]
    shift = shift_after(DON_CARLO, DON_CARLO.table(NAMES, {}), log, 2)
    assert shift.moved == dict(enumerate(agents("C21 A33 B06"), 3))
    assert [play.cards for play in shift.moved.values()] == [(2, 1), (3, 3), (0, 6)]
    assert shift.conflicts == ()


def test_shift_names_agents_without_cards():
    shift = shift_after(DON_CARLO, DON_CARLO.table(NAMES[:2], {}), agents("A6 B5 B12 A06 B36 A1 B46"), 2)
    assert list(shift.moved) == [3, 4, 5, 6, 7]
    assert [(each.number, each.refusal.code) for each in shift.conflicts] == [(7, "cards-spent")]


def test_shift_keeps_victims_and_names_hits_in_own_city():
    table, hit = CARTA_NOSTRA.table(NAMES, {}), Hit(0, "don")
    turns = [Turn(0, "don"), Turn(1), Turn(1, "hitman", hit), Turn(2, "smuggler")]
    shift = shift_after(CARTA_NOSTRA, table, turns, 2)
    assert (shift.moved, shift.conflicts) == ({3: Turn(2, "hitman", hit), 4: Turn(0, "smuggler")}, ())
    turns[2:] = [Turn(1, "smuggler"), Turn(2, None, hit)]
    shift = shift_after(CARTA_NOSTRA, table, turns, 2)
    assert [(each.number, each.refusal.code) for each in shift.conflicts] == [(4, "own-city")]
