"""The crown follows the shown totals; story, chart and end agree on who leads, for any plays."""

import re
from functools import partial
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.race import leaders, race
from scorekeeper.core.replay import replay
from scorekeeper.core.story import story
from scorekeeper.core.table import Table
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.rulebooks.don_carlo.keypad import verdicts
from scorekeeper.web.table.result import race_chart
from scorekeeper.web.table.score_sheet import ScoreSheetView
from tests.agents import DON_CARLO
from tests.documents import read_document
from tests.pads.documents import TITLES as PADS
from tests.pads.documents import document as pad
from tests.pads.documents import games as pads
from tests.rows import row_by_row
from tests.rulebooks.at_random import PLAYED, games
from tests.throws import TITLES, Throw

NAMES = ("Ada", "Bo", "Cy", "Di")
FARMS = {"title": "Farms", "players": [1, 5], "rows": ["Fields", "Animals", "House"]}
"""A pad without turn order, such as a score sheet filled in at the end."""
COUNT = re.compile(r"(?:At the ends of rounds, t|T)he lead changed (?:once|(\d+) times)")


def ended(rulebook, table, plays):
    """Return the replay of the legal plays, ended by agreement if the title allows that."""
    stops = [kind.play_type() for kind in rulebook.kinds(table) if kind.ends_game]
    steps = replay(rulebook, table, [*plays, *stops]).steps
    return replay(rulebook, table, [step.play for step in steps])


def played(document):
    found = read_document(document)
    return ended(found.rulebook, found.table, found.plays)


def don_carlo(random):
    table = DON_CARLO.table(NAMES[: random.randint(2, 4)], {})
    found = replay(DON_CARLO, table, ())
    for _ in range(random.randint(0, 45)):
        if not found.finished:
            codes = [code for each in verdicts(found.state, found.turn) for code in each.names.split()]
            found = found.entered([Agent(found.turn, tuple(map(int, random.choice(codes))))])
    return ended(DON_CARLO, table, [step.play for step in found.steps])


def throws(random):
    players = random.randint(1, 4)
    plays = [Throw(random.randrange(players), random.randint(-1, 2)) for _ in range(random.randint(0, 24))]
    return ended(TITLES[random.choice(sorted(TITLES))], Table(NAMES[:players], {}), plays)


def hearts(random):
    cuts = [sorted(random.choices(range(1, 26), k=3)) for _ in range(random.randint(0, 12))]
    hands = [[b - a for a, b in pairwise((0, *each, 26))] for each in cuts]
    return played(pad("hearts", NAMES, rounds(*hands)))


def six_nimmt(random):
    players = random.randint(2, 4)
    hands = [[random.randint(0, 20) for _ in range(players)] for _ in range(random.randint(0, 9))]
    return played(pad("six-nimmt", NAMES[:players], rounds(*hands)))


def rummy(random):
    hands = [{random.choice(NAMES): random.randint(0, 40)} for _ in range(random.randint(0, 9))]
    return played(pad("rummy", NAMES, [{"kind": "round", "points": hand} for hand in hands]))


def filled(name, facts, random):
    """Return a game of a pad of rows, filled in random order; a few rows may stay empty."""
    counts = {}
    for row in facts["rows"]:
        named, least = (row, 0) if isinstance(row, str) else (row["name"], row["least"])
        most, step = (30, 1) if isinstance(row, str) else (row["most"], row.get("step", 1))
        key = (named if isinstance(named, str) else named["en"]).lower().replace(" ", "-")
        counts[key] = range(least, most + 1, step)
    players = NAMES[: random.randint(1, 4)]
    orders = [random.sample(sorted(counts), len(counts)) for _ in players]
    plays = [
        (who, row, random.choice(counts[row]))
        for turn in zip(*orders, strict=True)
        for who, row in zip(players, turn, strict=True)
    ]
    return played(
        pad(name, players, rows(*plays[: random.choice([len(plays), random.randint(0, len(plays))])]), facts=facts)
    )


def passes(shown):
    """Return how often a crown held alone passes to another player."""
    alone = [each[0] for each in shown if len(each) == 1]
    return sum(one != other for one, other in pairwise(alone))


def crowns_agree(found):
    """Check the crown against the totals beside it."""
    view, lowest = ScoreSheetView(found, (), None), found.rulebook.meta.lowest_wins
    first, away = found.rulebook.representatives(found.table), found.rulebook.seats.away(found.state)
    totals = {
        key: points for key, points in view.points.items()
        if key[0] in (None, *first.values()) and not (points is None and key[0] in away)
    }  # fmt: skip
    assert set(view.leading) <= set(totals)
    if view.leading and not found.finished:
        assert None not in totals.values()
        best = (min if lowest else max)(totals.values())
        assert {key for key, points in totals.items() if points == best} == set(view.leading) != set(totals)


def agrees(found):
    for number in range(len(found.steps) + 1):
        crowns_agree(found.at(number))
    raced, counted = race(found), [COUNT.match(str(moment.message)) for moment in story(found)]
    if chart := race_chart(found, ()):
        shown = [[line for line, (_, leads) in enumerate(figures) if leads] for _, figures in chart.rows]
        assert passes(shown) == len(raced.changes)
    assert {int(each[1] or 1) for each in counted if each} <= {len(raced.changes)} - {0}
    for position in raced.positions[:-1]:
        here = leaders(found.at(position.number))
        level = len(position.leaders) == len(raced.names)
        unknown = None in [line.total for line in found.at(position.number).lines]
        assert here == (() if level else position.leaders) or (here == () and unknown)
    if found.finished:
        won = found.winners if len(found.winners) < len(found.lines) else ()
        assert leaders(found) == won
        assert [position.leaders for position in raced.positions[-1:]] in ([], [found.winners])
        assert [scene.ahead for scene in found.scenes[-1:]] in ([], [found.winners])


MADE = (
    *(don_carlo, throws, hearts, six_nimmt, rummy),
    *(partial(filled, "yatzy", PADS["yatzy"]), partial(filled, "farms", FARMS)),
)


@settings(max_examples=50)
@given(st.sampled_from(MADE), st.integers(0, 10**6))
def test_all_pages_agree_on_the_leader(made, seed):
    agrees(made(Random(seed)))


TABLES = (
    *(games(slug, boldness=(0,)).map(played) for slug in PLAYED),
    pads().map(lambda each: played(pad("any", *each[1:3], facts=each[0]))),
)


@settings(max_examples=25)
@given(st.one_of(*TABLES))
def test_leaders_agree_in_random_games(found):
    agrees(found)


def rows(*numbers):
    return [{"kind": "row", "player": name, "row": row, "number": number} for name, row, number in numbers]


def rounds(*numbers):
    return [{"kind": "round", "points": dict(zip(NAMES, each, strict=False))} for each in numbers]


TWO, THREE = NAMES[:2], NAMES[:3]


@row_by_row(
    ("name", "players", "plays", "facts", "leading", "count"),
    [
        # The crown after each play, by name; "" means no leader.
        ("six-nimmt", TWO, rounds((5, 3), (0, 9), (9, 0)), None, ["", "B", "A", "B"], 2),  # the lowest leads
        ("six-nimmt", TWO, rounds((5, 3), (0, 2), (1, 1)), None, ["", "B", "", ""], 0),  # level to the end
        ("six-nimmt", TWO, rounds((5, 3), (0, 2), (1, 2)), None, ["", "B", "", "A"], 1),  # level in between
        ("six-nimmt", THREE, rounds((3, 3, 9), (4, 4, 0), (0, 0, 0)), None, ["", "AB", "AB", "AB"], 0),
        # With turns, the story counts the lead when all players have filled in the same number of rows.
        (
            "yatzy",
            TWO,
            rows(("Ada", "ones", 1), ("Bo", "ones", 3), ("Ada", "chance", 9), ("Bo", "chance", 5)),
            None,
            ["", "A", "B", "A", "A"],
            1,
        ),
        # Filled in at the end: totals are incomplete until the players have filled in the same rows.
        (
            "farms",
            TWO,
            rows(
                *(("Ada", "fields", 1), ("Bo", "fields", 3), ("Ada", "animals", 9)),
                *(("Bo", "animals", 5), ("Ada", "house", 2), ("Bo", "house", 2)),
            ),
            FARMS,
            ["", "", "B", "", "A", "", "A"],
            0,
        ),
        # The total of a player who has joined without points is unknown; one who left with points still leads.
        (
            "six-nimmt",
            TWO,
            [
                {"kind": "leave", "player": "Bo"},
                {"kind": "round", "points": {"Ada": 5}},
                {"kind": "join", "player": "Bo"},
                *rounds((1, 9)),
                {"kind": "leave", "player": "Bo"},
                {"kind": "round", "points": {"Ada": 5}},
            ],
            None,
            ["", "", "", "", "A", "A", "B"],
            1,
        ),
    ],
)
def test_crown_follows_the_totals_after_each_play(name, players, plays, facts, leading, count):
    document = pad(name, players, plays, facts=facts)
    found = read_document(document)
    found = replay(found.rulebook, found.table, found.plays)
    crowns = [leaders(found.at(number)) for number in range(len(found.steps) + 1)]
    assert ["".join(players[line][0] for line in each) for each in crowns] == leading
    assert len(race(found).changes) == count
    agrees(found)


@row_by_row(
    ("points", "wins", "told"),
    [
        # Each player's points for fields, animals and house.
        (((1, 9, 2), (3, 5, 2)), "highest", ["Animals made the difference: 9 to 5."]),
        (((1, 9, 2), (3, 5, 2)), "lowest", ["Animals made the difference: 5 to 9."]),
        (((3, 5, 2), (1, 5, 1)), "highest", ["Fields made the difference: 3 to 1."]),
        (((3, 5, 2), (1, 3, 2)), "highest", []),  # two parts brought the same
        (((3, 5, 2), (5, 3, 2)), "highest", []),  # level
        (((3, 5, 2), (1, 5, 2), (1, 5, 2)), "highest", []),  # two share the second place
        (((3, 5, 2),), "highest", []),
    ],
)
def test_story_names_the_deciding_category_of_a_sheet(points, wins, told):
    names = ("fields", "animals", "house")
    plays = [
        (who, row, number)
        for who, each in zip(NAMES, points, strict=False)
        for row, number in zip(names, each, strict=True)
    ]
    document = pad("farms", NAMES[: len(points)], rows(*plays), facts=FARMS | {"wins": wins})
    found = read_document(document)
    said = [str(moment.message) for moment in story(replay(found.rulebook, found.table, found.plays))]
    assert said == told  # and nothing else
