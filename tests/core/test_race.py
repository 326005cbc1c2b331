"""The race chart: its positions, the leaders, and the changes of the lead."""

import json
from pathlib import Path

from scorekeeper.core.document import read
from scorekeeper.core.history import HistoryHooks
from scorekeeper.core.messages import say
from scorekeeper.core.race import race
from scorekeeper.core.replay import replay
from tests.documents import read_document
from tests.rows import row_by_row
from tests.throws import TITLES, game, title

GAMES = Path(__file__).parents[1] / "games"


def raced(document, rulebooks=TITLES):
    found = read(json.dumps(document).encode(), rulebooks)
    return race(replay(found.rulebook, found.table, found.plays))


def recorded(name):
    found = read_document(json.loads((GAMES / f"{name}.json").read_text())["document"])
    return race(replay(found.rulebook, found.table, found.plays))


@row_by_row(
    ("throws", "changes", "leads"),
    [
        # No one leads at the start, and a first lead is not a change of the lead.
        ([(0, 1)], (), ((0, 1, 1),)),
        # Draws level, and falls back: the leader is the same, but the lead was interrupted.
        ([(0, 1), (1, 1), (0, 1)], (), ((0, 1, 1), (0, 3, 3))),
        # Overtakes another player, being level in between.
        ([(0, 1), (1, 1), (1, 1)], ((3, 1),), ((0, 1, 1), (1, 3, 3))),
        ([(0, 1), (1, 2), (0, 2), (1, 2)], ((2, 1), (3, 0), (4, 1)), ((0, 1, 1), (1, 2, 2), (0, 3, 3), (1, 4, 4))),
        # Falls behind by a play that costs points.
        ([(0, 3), (1, 2), (0, -2)], ((3, 1),), ((0, 1, 2), (1, 3, 3))),
    ],
)
def test_race_finds_leaders_and_changes_of_the_lead(throws, changes, leads):
    found = raced(game(*throws, players=2))
    assert found.changes == changes
    assert found.leads == leads


def test_lowest_points_lead_in_a_lowest_wins_title():
    found = raced(game((0, 3), (1, 2), (2, 5), slug="fewest"))
    assert [position.leaders for position in found.positions] == [(0, 1, 2), (1, 2), (2,), (1,)]
    assert found.changes == ((3, 1),)
    assert found.behind(found.positions[-1], 2) == 3


@row_by_row(
    ("stop", "leaders", "changes"),
    [(False, ((0, 1, 2), (0,), (0, 2)), ()), (True, ((0, 1, 2), (0,), (2,)), ((2, 2),))],  # Cleo has luck
)
def test_tie_break_decides_only_after_the_game(stop, leaders, changes):
    found = raced(game((0, 4), (2, 4), slug="luckiest", stop=stop))
    assert tuple(position.leaders for position in found.positions) == leaders
    assert found.changes == changes


def test_race_has_no_position_for_the_ending_play():
    stopped, running = raced(game((0, 3), (1, 2))), raced(game((0, 3), (1, 2), stop=False))
    assert stopped.positions == running.positions
    assert [position.number for position in stopped.positions] == [0, 1, 2]


def test_title_defines_race_figures_and_ends_of_rounds():
    telling = HistoryHooks(
        figures=lambda before, state: state[0] if before and sum(state[0]) % 2 == 0 else None,
        round=lambda before, state: say("hand {number}", number=sum(state[0])),
    )
    found = raced(game((0, 1), (1, 1), (2, 1), (0, 3)), {"most": title("most", telling)})
    assert [(position.number, position.mark) for position in found.positions] == [(2, "2"), (4, "6")]
    assert [str(position.stage) for position in found.positions] == ["hand 2", "hand 6"]


def test_race_names_a_round_by_its_plain_text():
    telling = HistoryHooks(round=lambda before, state: "" if sum(state[0]) < 3 else "last")
    found = raced(game((0, 1), (1, 1), (2, 1)), {"most": title("most", telling)})
    assert [str(position.stage) for position in found.positions] == ["entry 0", "entry 1", "entry 2", "last"]


def test_race_includes_points_of_the_final_scoring():
    finished = recorded("don-carlo/four-players-to-the-end")
    assert (finished.positions[-1].figures, finished.positions[-1].leaders) == ((60, 38, 49, 41), (0,))


@row_by_row(
    ("name", "rounds"),
    [
        ("prodigals-club/five-players-all-three-competitions", "12345"),
        ("prodigals-club/three-players-election-and-society-to-0", "123"),
        ("prodigals-club/still-unknown", ""),
        ("loire/solo-held-out-to-the-end", "ABCDE"),
        ("loire/solo-aaron-is-ahead-after-round-c", "ABC"),
        ("loire/three-players-to-the-end", "3"),  # a score sheet filled in at the end: the result only
        ("carta-nostra/five-players-to-the-end", ""),
    ],
)
def test_race_has_positions_at_round_ends_if_any(name, rounds):
    found = recorded(name)
    assert "".join(position.mark for position in found.positions) == rounds
    assert len(found.positions) == len(rounds)


def test_race_includes_aaron_in_a_solo_game():
    found = recorded("loire/solo-held-out-to-the-end")
    assert (found.names, found.seats) == (("Anneli", "Aaron"), (0, None))


def test_unfinished_round_is_a_position_without_a_round_name():
    document = json.loads((GAMES / "prodigals-club/stopped-early.json").read_text())["document"]
    found = read_document(document)
    stopped = race(replay(found.rulebook, found.table, found.plays))
    assert stopped.positions[-1].number == len(found.plays)
    assert str(stopped.positions[-1].stage) == f"entry {len(found.plays)}"
    assert [position.round and str(position.round) for position in stopped.positions] == ["round 1", None]
