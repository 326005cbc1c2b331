"""Extensibility: The Prodigals Club can play an additional competition defined by a single class."""

from dataclasses import dataclass

import pytest

from scorekeeper.core.fields import PLAYER, Field, Integer
from scorekeeper.core.messages import N_, say
from scorekeeper.core.ranking import ranked
from scorekeeper.core.rulebook import Kind
from scorekeeper.core.table import Table
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.prodigals_club import pages, rounds, scoring, set_up, society
from scorekeeper.rulebooks.prodigals_club.state import Competition, Part, put

RULEBOOK = all_rulebooks()["prodigals-club"]
TABLE = Table(("Anneli", "Benito", "Anja"), {"competitions": ("society", "dinner")})
DINNERS = Part("dinner")


@dataclass(frozen=True, slots=True)
class Dine:
    """The player at `seat` still has this number of dinner invitations."""

    seat: int
    dinners: int


def dine(state, play, number):
    return DINNERS.put(state, put(DINNERS.of(state), play.seat, play.dinners))


class Dinner(Competition):
    name = "dinner"
    label = say("Dinner")
    kinds = (Kind("dine", Dine, say("Dine"), dine, fields=(PLAYER, Field("dinners", Integer(), say("Dinners")))),)
    part = DINNERS
    handicaps = True
    unknown = N_("The dinners of {players} were never entered.")

    def start(self, table, taken):
        return tuple(None if count else 9 for count in taken)

    def handicap(self, count):
        return say("a dinner unknown")

    def score(self, state, seat):
        return DINNERS.of(state)[seat]


@pytest.fixture(autouse=True)
def _four(monkeypatch):
    monkeypatch.setattr(set_up, "COMPETITIONS", (*set_up.COMPETITIONS, Dinner()))


def played(*plays):
    state = set_up.start(TABLE)
    for number, play in enumerate(plays, 1):
        kind = next(kind for each in state.competitions for kind in each.kinds if kind.play_type is type(play))
        state = kind.apply(state, play, number)
    return state


def test_added_competition_appears_in_set_up_and_score():
    assert set_up.fault(TABLE) is None
    state = played(Dine(0, 4))
    assert [row.name for row in pages.board(state).rows] == ["society", "dinner"]
    assert [score.value for score in pages.board(state).rows[1].scores] == [4, 9, 9]
    assert [len(seat.counted + seat.open) for seat in pages.board(state).set_up.seats] == [2, 1, 0]
    assert [standing.place for standing in ranked(scoring.lines(state), RULEBOOK.meta)] == [1, 1, 1]


def test_added_competition_reports_missing_entries_and_ends_the_game():
    markers = [society.Influence(seat, (8, 7, 6, 5)) for seat in range(3)]
    (missing,) = (check for check in pages.board(played(*markers)).checks if check.panel == "dinner")
    assert (str(missing.message), missing.seat) == ("The dinners of Anneli were never entered.", 0)
    assert not rounds.end_round(played(*markers, Dine(0, 1)), rounds.EndRound(), 9).over
    assert rounds.end_round(played(*markers, Dine(0, 0)), rounds.EndRound(), 9).over


def test_added_competition_needs_no_rules_sections():
    state = set_up.start(TABLE)
    names = [section.name for section in RULEBOOK.rules.sections_in(state)]
    assert names == ["set-up", "round", "society", "dame-beatrice", "end", "cards"]
    values = RULEBOOK.rules.values(state)
    assert list(map(str, values["competitions"])) == ["Society", "Dinner"]
    assert "a dinner unknown" in map(str, values["handicaps"][0])
