"""The end of a game, part by part: the totals of a title's stages, and the leader after each."""

import json
from itertools import pairwise
from pathlib import Path

from scorekeeper.core.finale import Stage, scenes
from scorekeeper.core.messages import say
from scorekeeper.core.sheet import Line
from tests.documents import Scorer
from tests.rows import row_by_row

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*/*.json"))
WITH_PARTS = ("don-carlo", "loire", "prodigals-club")
IDS = [f"{path.parent.name}/{path.stem}" for path in GAMES]
ONE, TWO = say("one"), say("two")


def paper(*totals):
    return [Line(seat, total, name=name) for seat, (total, name) in enumerate(zip(totals, "abc", strict=False))]


def replayed(path):
    return Scorer(lambda path: json.loads(path.read_text())["document"]).replayed(path)


@row_by_row("path", GAMES, ids=IDS)
def test_stages_lead_from_points_so_far_to_totals_and_winner(path):
    replay = replayed(path)
    found, known = replay.scenes, [line.total for line in replay.lines if line.total is not None]
    if path.parent.name not in WITH_PARTS or not replay.finished or len(known) < len(replay.lines):
        assert found == ()
        return
    on_paper = tuple((line.so_far or 0) if path.parent.name == "don-carlo" else 0 for line in replay.lines)
    if not found:  # stopped while the board was empty
        assert on_paper == tuple(known)
        return
    assert (found[0].before, found[-1].totals) == (on_paper, tuple(known))
    for scene, after in pairwise(found):
        assert (scene.totals, scene.ahead) == (after.before, after.were_ahead)
        best = (min if replay.rulebook.meta.lowest_wins else max)(scene.totals)
        assert {scene.totals[index] for index in scene.ahead} <= {best}
    won = [standing.line.name for standing in replay.sheet().standings if standing.place == 1]
    assert [replay.lines[index].name for index in found[-1].ahead] == sorted(
        won, key=[line.name for line in replay.lines].index
    )


@row_by_row(
    ("gains", "totals", "lowest", "before", "after"),
    [
        ([(3, 0), (0, 4)], (13, 14), False, [(), (0,)], [(0,), (1,)]),
        ([(3, 3), (1, 0)], (4, 3), False, [(), ()], [(), (0,)]),
        ([(3, 1, 3), (0, 0, 2)], (3, 1, 5), False, [(), (0, 2)], [(0, 2), (2,)]),
        ([(3, 5), (4, 0)], (7, 5), True, [(), (0,)], [(0,), (1,)]),
    ],
)
def test_leaders_are_known_before_and_after_each_stage(gains, totals, lowest, before, after):
    stages, lines = [Stage(label, each) for label, each in zip((ONE, TWO), gains, strict=True)], paper(*totals)
    won = tuple(line.seat for line in lines if line.total == (min if lowest else max)(totals))
    found = scenes(stages, lines, won, lowest_wins=lowest)
    assert ([each.were_ahead for each in found], [each.ahead for each in found]) == (before, after)


@row_by_row(
    ("gains", "totals"), [([], (3, 4)), ([(0, 0)], (3, 4)), ([(3, 4)], (3, None))], ids=["none", "nothing", "unknown"]
)
def test_final_scoring_without_parts_or_totals_has_no_stages(gains, totals):
    lines = paper(*totals)
    assert scenes([Stage(ONE, each) for each in gains], lines, (0,), lowest_wins=False) == ()


@row_by_row(
    ("game", "stages"),
    [
        ("don-carlo/three-players-to-the-end", ["1–3", "5", "6", "7", "8", "9–12"]),
        ("prodigals-club/five-players-all-three-competitions", ["Election", "Possessions", "Society"]),
        ("prodigals-club/two-players-possessions-and-election", ["Election", "Possessions"]),
        ("loire/four-players-to-the-end", ["Estate", "Bonus", "Animals", "Rest"]),
    ],
)
def test_titles_open_their_parts_in_a_set_order(game, stages):
    replay = replayed(GAMES[IDS.index(game)])
    assert [scene.stage.short or str(scene.stage.label) for scene in replay.scenes] == stages


def test_each_stage_of_loire_names_players_with_most_points():
    """The recorded score sheet: 24 points for triples, 1 + 4 and 3 + 2 on bonus cards, 4 for animals, 3 + 6."""
    replay = replayed(GAMES[IDS.index("loire/four-players-to-the-end")])
    holders = [[replay.lines[index].name for index in scene.stage.holders] for scene in replay.scenes]
    assert holders == [["Aaron"], ["Anneli", "Anja"], ["Benito"], ["Anja"]]


@row_by_row("path", [path for path in GAMES if path.parent.name == "prodigals-club"], ids=lambda path: path.stem)
def test_competition_that_alone_decides_the_win_is_opened_last(path):
    """Source: "Scoring". Without it, another player would have won or tied."""
    replay = replayed(path)
    scores = [tuple(line.parts.values()) for line in replay.lines]
    if not replay.scenes:
        return
    names = [column.name for column in replay.rulebook.meta.parts if column.name in replay.lines[0].parts]

    def first(left_out):
        rest = [sorted((x for at, x in enumerate(each) if at != left_out), reverse=True) for each in scores]
        return [seat for seat, each in enumerate(rest) if each == min(rest)]

    turning = [name for at, name in enumerate(names) if first(at) != first(None)]
    last = replay.scenes[-1].stage.label
    labels = {column.name: column.label for column in replay.rulebook.meta.parts}
    assert not turning or last in [labels[name] for name in turning]
