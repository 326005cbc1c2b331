"""Documents of score pads: ready ones, and random games."""

import tomllib

from hypothesis import strategies as st

from scorekeeper.titles import READY, document_keys
from tests.documents import game_document
from tests.own_titles import PLAIN

TITLES = {name: document_keys(tomllib.loads(path.read_text())) for name, path in {**READY, **PLAIN}.items()}


FOUR = ("Ada", "Bo", "Cy", "Di")


def document(name, players, plays, options=(), facts=None):
    return game_document(name, players, plays, options) | {"definition": facts or TITLES[name]}


def rounds(*numbers, players=FOUR):
    """Return plays of rounds: a number for each player; None is omitted."""
    named = [dict(zip(players, each, strict=False)) for each in numbers]
    return [
        {"kind": "round", "points": {name: each for name, each in one.items() if each is not None}} for one in named
    ]


def filled(numbers, player="Ada"):
    return [{"kind": "row", "player": player, "row": row, "number": number} for row, number in numbers.items()]


NUMBER = st.integers(-50, 50)


COUNT = st.fixed_dictionaries(
    {},
    optional={
        "least": st.integers(-60, -50),
        "most": st.integers(50, 60),
        "each": st.integers(-3, 3),
        "bonus": st.fixed_dictionaries({"from": NUMBER, "points": NUMBER}),
    },
)


NAMES = [f"Row {letter}" for letter in "abcdef"]


HEAD = st.fixed_dictionaries(
    {"title": st.just("Any"), "players": st.just([1, 4])}, optional={"wins": st.sampled_from(["highest", "lowest"])}
)


def points(count, number):
    """Return the points for a number, by the definition."""
    counted = number * count.get("each", 1)
    return counted + (count["bonus"]["points"] if "bonus" in count and counted >= count["bonus"]["from"] else 0)


@st.composite
def games(draw):
    """Return a definition, a game of it, and the players' final totals."""
    facts, players = draw(HEAD), FOUR[: draw(st.integers(1, 4))]
    if draw(st.booleans()):
        count = draw(COUNT)
        facts |= {"rounds": count, "end": {"rounds": draw(st.integers(5, 9))}}
        facts["tie_breaks"] = ["last round", "best round"]
        numbers = draw(st.lists(st.tuples(*[NUMBER] * len(players)), max_size=5))
        ends = [sum(points(count, each[seat]) for each in numbers) for seat in range(len(players))]
        return facts, players, rounds(*numbers, players=players), ends
    counts = draw(st.lists(COUNT, min_size=1, max_size=6))
    facts["rows"] = [count | {"name": name} for name, count in zip(NAMES, counts, strict=False)]
    bonus = draw(st.fixed_dictionaries({"from": NUMBER, "points": NUMBER}))
    over = draw(st.lists(st.sampled_from(NAMES[: len(counts)]), min_size=1, max_size=6, unique=True))
    facts |= {"bonuses": [bonus | {"name": "Bonus", "rows": over}], "tie_breaks": over, "turns": draw(st.booleans())}
    plays, ends = [], []
    for player in players:
        own = {name: (count, draw(NUMBER)) for name, count in zip(NAMES, counts, strict=False) if draw(st.booleans())}
        earned = {name: points(*each) for name, each in own.items()}
        plays += filled({name.lower().replace(" ", "-"): number for name, (_, number) in own.items()}, player)
        above = sum(earned.get(name, 0) for name in over)
        ends.append(sum(earned.values()) + (bonus["points"] if above >= bonus["from"] else 0))
    return facts, players, plays, ends
