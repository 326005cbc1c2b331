"""Scoring of pads: by the arithmetic of their definitions, and for the four included ones by their published rules."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.document import read, write
from scorekeeper.core.replay import replay
from scorekeeper.core.story import story
from scorekeeper.pads.factory import defined
from scorekeeper.paths import PACKAGE
from scorekeeper.testing import check_rulebook
from scorekeeper.titles import document_keys
from tests.documents import codes, game_document, lines, read_document, score_document
from tests.rows import row_by_row

TITLES = {
    path.stem: document_keys(tomllib.loads(path.read_text()))
    for path in sorted((PACKAGE / "pads" / "titles").glob("*.toml"))
}
FOUR = ("Ada", "Bo", "Cy", "Di")
PANDEMIC = {"title": "Pandemic", "players": [1, 4], "cooperative": True}


def document(name, players, plays, options=(), facts=None):
    return game_document(name, players, plays, options) | {"definition": facts or TITLES[name]}


def rounds(*numbers, players=FOUR):
    """Return plays of rounds: a number for each player; None is omitted."""
    named = [dict(zip(players, each, strict=False)) for each in numbers]
    return [
        {"kind": "round", "points": {name: each for name, each in one.items() if each is not None}} for one in named
    ]


def totals(answer):
    return {name: line["total"] for name, line in lines(answer).items()}


def scored(*given, **options):
    answer, status = score_document(document(*given, **options))
    assert status == 0, answer
    return answer


def test_those_that_come_along_are_right_and_6_nimmt_is_short():
    assert set(TITLES) == {"hearts", "rummy", "six-nimmt", "yatzy"}
    for name, facts in TITLES.items():
        check_rulebook(defined(name, facts))
    assert len((PACKAGE / "pads" / "titles" / "six-nimmt.toml").read_text().splitlines()) <= 25


# Rounds


def test_6_nimmt_ends_when_somebody_has_66_bullheads_and_fewest_win():
    answer = scored("six-nimmt", FOUR, rounds((40, 0, 12, 65), (3, 7, 8, 1)))
    assert (answer["rulebook"], answer["finished"]) == ("six-nimmt", True)
    assert [(each["player"], each["place"], each["total"]) for each in answer["standings"]] == [
        ("Bo", 1, 7),
        ("Cy", 2, 20),
        ("Ada", 3, 43),
        ("Di", 4, 66),
    ]


@row_by_row(
    ("numbers", "code"),
    [
        ((13, 5, 4, 4), None),
        ((0, 26, 26, 26), None),
        ((26, 26, 0, 26), None),
        ((13, 5, 4, 3), "sum"),
        ((26, 0, 0, 0), "not-possible"),  # a player who takes all of them has none
        ((25, 1, 0, -1), "not-possible"),
        ((20, 6, 0), "missing"),
    ],
)
def test_a_round_of_hearts_comes_to_26_or_somebody_took_all(numbers, code):
    answer, _ = score_document(document("hearts", FOUR, rounds(numbers)))
    assert codes(answer) == ([(1, code)] if code else [])


def test_hearts_ends_at_the_limit_that_was_agreed_and_the_deal_goes_round():
    plays = rounds((13, 13, 0, 0), (0, 26, 26, 26))
    assert scored("hearts", FOUR, plays)["dealer"] == "Cy"
    assert not scored("hearts", FOUR, plays)["finished"]
    assert scored("hearts", FOUR, plays, {"limit": 39})["finished"]
    answer, status = score_document(document("hearts", FOUR, [], {"limit": 10}))
    assert (status, answer) == (2, {"unreadable": "options: Limit that ends the game: from 25 to 500."})


def test_in_rummy_one_player_scores_and_the_agreed_number_of_deals_ends_it():
    assert totals(scored("rummy", FOUR, rounds((None, 31), (12,)), {"rounds": 2})) == {
        "Ada": 12,
        "Bo": 31,
        "Cy": 0,
        "Di": 0,
    }
    assert scored("rummy", FOUR, rounds((None, 31), (12,)), {"rounds": 2})["finished"]
    assert codes(score_document(document("rummy", FOUR, rounds((3, 31))))[0]) == [(1, "too-many")]


def test_a_typed_sum_is_kept_and_counted():
    given = document("hearts", FOUR, rounds(([3, 6, 2], 15, 0, 0)), {"limit": 100})
    assert write(read_document(given)) == given
    assert totals(scored("hearts", FOUR, rounds(([3, 6, 2], 15, 0, 0)))) == {"Ada": 11, "Bo": 15, "Cy": 0, "Di": 0}
    answer, status = score_document(document("hearts", FOUR, rounds(([1] * 21, 5, 0, 0))))
    assert (status, answer["unreadable"]) == (2, "play 1, points, Ada: a sum has 1 to 20 numbers")
    answer, status = score_document(document("hearts", FOUR, rounds(("3+6", 5, 0, 0))))
    assert (status, answer["unreadable"]) == (2, "play 1, points, Ada: a whole number is needed here")


def test_ties_are_broken_as_the_facts_say():
    facts = {"title": "Darts", "players": 2, "tie_breaks": ["best round", "last round"], "end": {"rounds": 2}}
    answer = scored("darts", FOUR[:2], rounds((5, 3), (1, 3), players=FOUR[:2]), facts=facts)
    assert [(each["player"], each["place"], each["tie_break"]) for each in answer["standings"]] == [
        ("Ada", 1, {"best_round": 5, "last_round": 1}),
        ("Bo", 2, {"best_round": 3, "last_round": 3}),
    ]


# Rows

UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
LOWER = {"one-pair": 12, "two-pairs": 22, "three-of-a-kind": 18, "four-of-a-kind": 24, "small-straight": 15}
REST = {"large-straight": 0, "full-house": 28, "chance": 30, "yatzy": 50}


def filled(numbers, player="Ada"):
    return [{"kind": "row", "player": player, "row": row, "number": number} for row, number in numbers.items()]


def test_yatzy_has_15_rows_and_50_more_for_63_in_the_upper_ones():
    answer = scored("yatzy", ("Ada",), filled(UPPER | LOWER | REST))
    (line,) = answer["standings"]
    assert (answer["finished"], line["parts"]["bonus"], line["total"]) == (True, 50, 63 + 50 + 91 + 108)
    answer = scored("yatzy", ("Ada",), filled(UPPER | {"sixes": 12} | LOWER))
    assert (answer["finished"], answer["standings"][0]["parts"]["bonus"]) == (False, 0)
    assert answer["standings"][0]["parts"]["chance"] is None


@row_by_row(
    ("row", "number", "says"),
    [
        ("ones", 6, "Ones: 6 is too high: the maximum is 5."),
        ("sixes", 17, "Sixes: 17 is not a multiple of 6."),
        ("yatzy", 25, "Yatzy: 25 is not a multiple of 50."),
        ("chance", -1, "Chance: −1 is too low: the minimum is 0."),
        ("twos", 2, "Ada has filled Twos already."),
    ],
)
def test_what_cannot_stand_in_a_row_is_refused(row, number, says):
    answer, _ = score_document(document("yatzy", ("Ada",), filled({"twos": 4}) + filled({row: number})))
    assert [each["message"] for each in answer["refused"]] == [says]


def test_the_turn_goes_round_where_the_facts_say_so():
    plays = filled({"twos": 4}) + filled({"ones": 1}, "Bo") + filled({"sixes": 6}, "Bo")
    answer = scored("yatzy", ("Ada", "Bo", "Cy"), plays)
    assert (answer["next"], [each["code"] for each in answer["remarks"]]) == ("Cy", ["out-of-turn"])
    assert scored("farm", FOUR[:2], [], facts={"title": "Farm", "players": 2, "rows": ["Gold"]})["next"] is None


@row_by_row(
    ("winners", "places"),
    [(["Bo"], {"Bo": 1, "Ada": 2, "Cy": 2, "Di": 2}), (["Di", "Ada"], {"Ada": 1, "Di": 1, "Bo": 3, "Cy": 3})],
)
def test_where_only_the_winner_counts_a_game_is_over_when_it_is_said_who_won(winners, places):
    facts = {"title": "Mafia", "players": [2, 4], "only_winner": True}
    check_rulebook(defined("mafia", facts))
    answer = scored("mafia", FOUR, [{"kind": "won", "winners": winners}], facts=facts)
    assert (answer["finished"], {each["player"]: each["place"] for each in answer["standings"]}) == (True, places)
    assert {each["total"] for each in answer["standings"]} == {None}
    assert not scored("mafia", FOUR, [], facts=facts)["finished"]


@row_by_row(
    ("winners", "status", "says"),
    [
        ([], 1, "Choose who won, or several who share the win."),
        (["Ada", "Ada"], 2, "play 1, winners: this list contains duplicates"),
        (["Eve"], 1, ""),
        ("Ada", 2, "play 1, winners: a list is needed here"),
    ],
)
def test_who_cannot_have_won_is_said(winners, status, says):
    facts = {"title": "Mafia", "players": [2, 4], "only_winner": True}
    answer, found = score_document(document("mafia", FOUR, [{"kind": "won", "winners": winners}], facts=facts))
    assert (found, says in str(answer)) == (status, True), answer


@row_by_row(("result", "place"), [("won", 1), ("lost", None)])
def test_where_all_win_or_lose_together_one_entry_ends_the_game_and_nobody_is_placed_before_others(result, place):
    check_rulebook(defined("pandemic", PANDEMIC))
    answer = scored("pandemic", FOUR, [{"kind": "result", "result": result}], facts=PANDEMIC)
    assert (answer["finished"], {each["place"] for each in answer["standings"]}) == (True, {place})
    assert {each["total"] for each in answer["standings"]} == {None}
    assert not scored("pandemic", FOUR, [], facts=PANDEMIC)["finished"]


@row_by_row(
    ("plays", "status", "says"),
    [
        ([{"kind": "result", "result": "drawn"}], 2, "play 1, result: drawn is not one of won, lost"),
        ([{"kind": "result"}], 2, "play 1: result is missing"),
        ([{"kind": "result", "result": "won"}] * 2, 1, "over"),
    ],
)
def test_a_table_wins_or_loses_once(plays, status, says):
    answer, found = score_document(document("pandemic", FOUR, plays, facts=PANDEMIC))
    assert (found, says in str(answer)) == (status, True), answer


# Any pad

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


@settings(max_examples=30)
@given(games())
def test_any_pad_scores_as_the_arithmetic_of_its_facts_says(game):
    facts, players, plays, ends = game
    given = document("any", players, plays, facts=facts)
    check_rulebook(defined("any", facts))
    answer, status = score_document(given)
    assert status == 0, answer
    assert totals(answer) == dict(zip(players, ends, strict=True))
    best = min(ends) if facts.get("wins") == "lowest" else max(ends)
    assert {line["total"] for line in answer["standings"] if line["place"] == 1} == {best}
    assert any(line["tie_break"] for line in answer["standings"])
    assert write(read_document(given)) == given


# Recorded games


@row_by_row("name", TITLES)
def test_a_recorded_game_comes_to_its_sheet_and_has_its_story(name):
    recorded = json.loads((Path(__file__).parent / "games" / f"{name}.json").read_text())
    answer, _ = score_document(recorded["document"])
    assert answer == recorded["sheet"]
    found = read_document(recorded["document"])
    told = story(replay(found.rulebook, found.table, found.plays))
    assert [f"{moment.number or '-'}: {moment.message}" for moment in told] == recorded["story"]


# In a document


@row_by_row(
    ("change", "says"),
    [
        ({"definition": {}}, "definition: title is missing"),
        ({"definition": []}, "definition: names with values are needed here"),
        ({"rulebook": "../x"}, "definition: '../x' is used in URLs"),
        ({"rulebook": 7}, "rulebook: a text is needed here"),
        ({"definition": TITLES["yatzy"] | {"rows": ["a"] * 200}}, "definition, rows: a list of 1 to 60 is needed here"),
        ({"players": ["Ada"]}, "players: Hearts needs 4 players."),
    ],
)
def test_what_is_wrong_with_a_definition_in_a_document_is_said(change, says):
    answer, status = score_document(document("hearts", FOUR, []) | change)
    assert (status, answer["unreadable"].startswith(says)) == (2, True), answer


def test_a_pad_may_have_the_name_of_another_title_and_stays_apart():
    facts = {"title": "Don Carlo for two", "players": 2}
    found = read_document(document("don-carlo", ("Ada", "Bo"), [], facts=facts))
    assert found.rulebook.slug.startswith("don-carlo~")
    plain = json.dumps(game_document("don-carlo", ("Ada", "Bo"), []) | {"definition": facts}).encode()
    with pytest.raises(Exception, match="an unknown key"):
        read(plain, {})
