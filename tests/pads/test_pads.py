"""Scoring of pads: by the arithmetic of their definitions, and for the included ones by their published rules."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.document import read, write
from scorekeeper.core.replay import replay
from scorekeeper.core.story import story
from scorekeeper.pads.factory import defined
from scorekeeper.testing import check_rulebook
from scorekeeper.titles import READY, ready
from tests.documents import codes, game_document, lines, read_document, score_document
from tests.pads.documents import FOUR, TITLES, document, filled, games, rounds
from tests.rows import row_by_row

GAMES = Path(__file__).parent / "games"
PANDEMIC = {"title": "Pandemic", "players": [1, 4], "cooperative": True}


def totals(answer):
    return {name: line["total"] for name, line in lines(answer).items()}


def scored(*given, **options):
    answer, status = score_document(document(*given, **options))
    assert status == 0, answer
    return answer


def test_ready_pads_follow_the_interface_of_rulebooks():
    assert len(READY) == 50
    for pad in ready().values():
        check_rulebook(pad)


# Rounds


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
def test_hearts_round_totals_26_or_one_player_took_all(numbers, code):
    answer, _ = score_document(document("hearts", FOUR, rounds(numbers)))
    assert codes(answer) == ([(1, code)] if code else [])


def test_hearts_ends_at_the_agreed_limit_and_rotates_the_deal():
    plays = rounds((13, 13, 0, 0), (0, 26, 26, 26))
    assert scored("hearts", FOUR, plays)["dealer"] == "Cy"
    assert not scored("hearts", FOUR, plays)["finished"]
    assert scored("hearts", FOUR, plays, {"limit": 39})["finished"]
    answer, status = score_document(document("hearts", FOUR, [], {"limit": 10}))
    assert (status, answer) == (2, {"unreadable": "options: Limit that ends the game: from 25 to 500."})


def test_rummy_has_one_scoring_player_and_ends_after_agreed_deals():
    assert totals(scored("rummy", FOUR, rounds((None, 31), (12,)), {"rounds": 2})) == {
        "Ada": 12,
        "Bo": 31,
        "Cy": 0,
        "Di": 0,
    }
    assert scored("rummy", FOUR, rounds((None, 31), (12,)), {"rounds": 2})["finished"]
    assert codes(score_document(document("rummy", FOUR, rounds((3, 31))))[0]) == [(1, "too-many")]


def test_typed_sum_is_kept_and_counted():
    given = document("hearts", FOUR, rounds(([3, 6, 2], 15, 0, 0)), {"limit": 100})
    assert write(read_document(given)) == given
    assert totals(scored("hearts", FOUR, rounds(([3, 6, 2], 15, 0, 0)))) == {"Ada": 11, "Bo": 15, "Cy": 0, "Di": 0}
    answer, status = score_document(document("hearts", FOUR, rounds(([1] * 21, 5, 0, 0))))
    assert (status, answer["unreadable"]) == (2, "play 1, points, Ada: a sum has 1 to 20 numbers")
    answer, status = score_document(document("hearts", FOUR, rounds(("3+6", 5, 0, 0))))
    assert (status, answer["unreadable"]) == (2, "play 1, points, Ada: a whole number is needed here")


def test_definition_decides_how_ties_are_broken():
    facts = {"title": "Darts", "players": 2, "tie_breaks": ["best round", "last round"], "end": {"rounds": 2}}
    answer = scored("darts", FOUR[:2], rounds((5, 3), (1, 3), players=FOUR[:2]), facts=facts)
    assert [(each["player"], each["place"], each["tie_break"]) for each in answer["standings"]] == [
        ("Ada", 1, {"best_round": 5, "last_round": 1}),
        ("Bo", 2, {"best_round": 3, "last_round": 3}),
    ]


# Points as they come


def entries(*given):
    """Return plays from pairs of a player and a number, or of a player and "join", "leave" or ("join", number)."""
    plays = []
    for player, what in given:
        kind, number = what if isinstance(what, tuple) else (what, None) if isinstance(what, str) else ("points", what)
        plays.append({"kind": kind, "player": player} | ({} if number is None else {"points": number}))
    return plays


CARCASSONNE = {"title": "Carcassonne", "players": {"least": 2, "most": 5}, "entry": "any", "rounds": {"least": 0}}
DARTS = {"title": "Darts", "players": [1, 20], "entry": "turn", "end": {"rounds": 2}}


def test_points_out_of_turn_are_reported_and_accepted():
    answer = scored("qwirkle", FOUR, entries(("Ada", 4), ("Cy", 12), ("Di", 3)))
    assert [(each["play"], each["code"]) for each in answer["remarks"]] == [(2, "out-of-turn")]
    assert answer["next"] == "Ada"
    assert codes(score_document(document("qwirkle", FOUR, entries(("Ada", -4))))[0]) == [(1, "not-possible")]


def test_points_are_accepted_in_any_order():
    check_rulebook(defined("carcassonne", CARCASSONNE))
    answer = scored("carcassonne", FOUR, entries(("Cy", 4), ("Cy", [2, 9]), ("Ada", 6)), facts=CARCASSONNE)
    assert (totals(answer), answer["next"], answer["remarks"]) == ({"Ada": 6, "Bo": 0, "Cy": 15, "Di": 0}, None, [])
    limited = CARCASSONNE | {"end": {"limit": 15}}
    answer, _ = score_document(document("carcassonne", FOUR, entries(("Cy", 15), ("Ada", 1)), facts=limited))
    assert codes(answer) == [(2, "game-over")]


def test_game_in_turn_ends_after_equal_turns():
    turns = [("Ada", 9), ("Bo", 8), ("Ada", 7), ("Bo", 6)]
    assert not scored("darts", FOUR[:2], entries(*turns[:3]), facts=DARTS)["finished"]
    assert scored("darts", FOUR[:2], entries(*turns), facts=DARTS)["finished"]


def test_dealer_of_the_next_round_can_be_changed():
    deals = {"title": "x", "players": [2, 4], "rounds": {"deals": True}}
    plays = [*rounds((1, 2, 3, 4)), *entries(("Di", "deal")), *rounds((1, 2, 3, 4))]
    assert [scored("x", FOUR, plays[:count], facts=deals)["dealer"] for count in (1, 2, 3)] == ["Bo", "Di", "Ada"]
    teams = deals | {"teams": True}
    team_plays = [*rounds((1, 2)), *entries(("Ada", "deal"))]
    assert scored("x", FOUR, team_plays, TWO, facts=teams)["dealer"] == "Ada"
    for who, before, code in (("Bo", (), "deals"), ("Di", entries(("Di", "leave")), "away")):
        answer, _ = score_document(document("x", FOUR, [*plays[:1], *before, *entries((who, "deal"))], facts=deals))
        assert [each["code"] for each in answer["refused"]] == [code]
    answer, _ = score_document(document("x", FOUR, entries(("Bo", "deal")), facts={"title": "x", "players": 4}))
    assert [each["code"] for each in answer["refused"]] == ["unknown-kind"]


# Joining and leaving


LATE = [{"kind": "leave", "player": "Di"}]


def test_latecomer_counts_from_the_round_after_joining():
    facts = {"title": "x", "players": [2, 4], "rounds": {"deals": True}}
    plays = [*LATE, *rounds((5, 1, 2), (4, 4, 4)), *entries(("Di", "join")), *rounds((1, 1, 1, 9))]
    answer = scored("x", FOUR, plays, facts=facts)
    assert totals(answer) == {"Ada": 10, "Bo": 6, "Cy": 7, "Di": 9}
    said = "Di joined after round 2. The place counts only the points scored."
    assert [(each["code"], each["message"]) for each in answer["remarks"]] == [("joined-late", said)]
    assert answer["dealer"] == "Di"
    plays[3] = {"kind": "join", "player": "Di", "points": [3, 4]}
    assert totals(scored("x", FOUR, plays, facts=facts))["Di"] == 16
    before = scored("x", FOUR, plays[:3], facts=facts)
    assert [(each["player"], each["place"], each["total"]) for each in before["standings"]][-1] == ("Di", 4, None)


def test_leaving_players_keep_their_points_and_can_return():
    facts = {"title": "x", "players": [2, 4]}
    plays = [*rounds((5, 1, 2)), *entries(("Bo", "leave")), {"kind": "round", "points": {"Ada": 1, "Cy": 1}}]
    answer = scored("x", FOUR[:3], plays, facts=facts)
    assert (totals(answer), [each["code"] for each in answer["remarks"]]) == (
        {"Ada": 6, "Bo": 1, "Cy": 3},
        ["left-early"],
    )
    answer = scored("x", FOUR[:3], [*plays, *entries(("Bo", "join")), *rounds((0, 3, 0))], facts=facts)
    said = "Bo missed 1 round. The place counts only the points scored."
    assert (totals(answer)["Bo"], [each["message"] for each in answer["remarks"]]) == (4, [said])
    answer, _ = score_document(document("x", FOUR[:2], entries(("Ada", "leave"), ("Bo", "leave")), facts=facts))
    assert codes(answer) == [(2, "last-player")]


@row_by_row(
    ("plays", "turns", "next_player", "codes"),
    [
        (entries(("Ada", 1), ("Ada", "leave"), ("Ada", "join"), ("Bo", 1), ("Cy", 1)), 1, None, []),
        (
            entries(("Bo", "leave"), ("Ada", 1), ("Cy", 1), ("Ada", 1), ("Bo", "join"), ("Cy", 1)),
            2,
            None,
            ["did-not-play"],
        ),
        (entries(("Ada", 1), ("Bo", 1), ("Bo", "leave"), ("Cy", 1), ("Bo", "join"), ("Ada", 1)), 9, "Bo", []),
        (
            entries(("Bo", "leave"), ("Ada", 1), ("Cy", 1), ("Bo", ("join", 5)), ("Bo", "leave")),
            9,
            "Ada",
            ["left-early"],
        ),
    ],
)
def test_joining_and_leaving_gives_no_player_an_extra_turn(plays, turns, next_player, codes):
    answer = scored("darts", FOUR[:3], plays, facts=DARTS | {"end": {"rounds": turns}})
    assert (answer["next"], answer["finished"]) == (next_player, next_player is None)
    assert [each["code"] for each in answer["remarks"]] == codes
    assert None not in totals(answer).values() or "left-early" not in codes


# Teams


TEAMS = {"title": "Cranium", "players": [2, 20], "teams": True}
TWO = {"teams": ["A", "B", "A", "B"]}


def test_team_has_one_score_and_wins_together():
    check_rulebook(defined("cranium", TEAMS))
    plays = rounds((7, 5), (1, 4))
    answer = scored("cranium", FOUR, plays, TWO, facts=TEAMS)
    assert [(each["player"], each["place"], each["total"]) for each in answer["standings"]] == [
        ("Bo", 1, 9),
        ("Di", 1, 9),
        ("Ada", 2, 8),
        ("Cy", 2, 8),
    ]
    assert scored("cranium", FOUR, plays, facts=TEAMS) == answer  # every other player, unless the options say so
    under_others = [{"kind": "round", "points": {"Cy": 7, "Di": 5}}, {"kind": "round", "points": {"Di": 4, "Ada": 1}}]
    assert scored("cranium", FOUR, under_others, TWO, facts=TEAMS) == answer
    in_turn = TEAMS | {"entry": "turn"}
    assert scored("cranium", FOUR, entries(("Ada", 1), ("Bo", 2)), TWO, facts=in_turn)["next"] == "Ada"
    assert scored("cranium", FOUR, entries(("Ada", 1), ("Di", 2)), TWO, facts=in_turn)["remarks"] == []
    rows = {"title": "x", "players": [2, 4], "teams": True, "rows": ["Gold", "Wood"], "turns": True}
    answer = scored("x", FOUR, filled({"gold": 3}, "Cy"), TWO, facts=rows)
    assert (totals(answer), answer["next"]) == ({"Ada": 3, "Bo": 0, "Cy": 3, "Di": 0}, "Bo")


@row_by_row(
    ("options", "plays", "status", "says"),
    [
        ({"teams": ["A", "A", "A", "A"]}, [], 2, "options: At least two teams are needed."),
        ({"teams": ["A", "B"]}, [], 2, "options, teams: one for each of the 4 players is needed here"),
        ({"teams": ["A", "B", "A", "Z"]}, [], 2, "options, teams, item 4: Z is not one of A, B"),
        (TWO, rounds((7, 5, 3)), 1, "Cy's team has a number already."),
        (TWO, rounds((7,)), 1, "A number is missing for Bo."),
        (TWO, entries(("Ada", "leave")), 1, "This game has no entries of the kind 'leave'."),
    ],
)
def test_errors_of_teams_are_named(options, plays, status, says):
    answer, found = score_document(document("cranium", FOUR, plays, options, facts=TEAMS))
    assert (found, says in str(answer)) == (status, True), answer


# Rows


def test_half_points_reach_a_bonus_exactly():
    upper = {"name": "Upper", "rows": ["A", "B", "C"], "from": 63, "points": 35}
    facts = {"title": "Farm", "players": 1, "decimals": 1, "rows": upper["rows"], "bonuses": [upper]}
    (line,) = scored("farm", ("Ada",), filled({"a": 9.2, "b": 25.4, "c": 28.4}), facts=facts)["standings"]
    assert (line["parts"]["upper"], line["total"]) == (35, 98)


@row_by_row(
    ("row", "number", "says"),
    [
        ("ones", 6, "Ones: 6 is too high: the maximum is 5."),
        ("two-pairs", 4, "Two pairs: 4 is too low: it is 0, or at least 6."),
        ("chance", -1, "Chance: −1 is too low: it is 0, or at least 5."),
    ],
)
def test_impossible_number_of_a_row_is_refused(row, number, says):
    answer, _ = score_document(document("yatzy", ("Ada",), filled({"twos": 4}) + filled({row: number})))
    assert [each["message"] for each in answer["refused"]] == [says]


def test_turn_goes_round_only_if_defined():
    plays = filled({"twos": 4}) + filled({"ones": 1}, "Bo") + filled({"sixes": 6}, "Bo")
    answer = scored("yatzy", ("Ada", "Bo", "Cy"), plays)
    assert (answer["next"], [each["code"] for each in answer["remarks"]]) == ("Cy", ["out-of-turn"])
    assert scored("farm", FOUR[:2], [], facts={"title": "Farm", "players": 2, "rows": ["Gold"]})["next"] is None


@row_by_row(
    ("winners", "places"),
    [(["Bo"], {"Bo": 1, "Ada": 2, "Cy": 2, "Di": 2}), (["Di", "Ada"], {"Ada": 1, "Di": 1, "Bo": 3, "Cy": 3})],
)
def test_pad_without_points_ends_once_the_winner_is_entered(winners, places):
    facts = {"title": "Mafia", "players": [2, 4], "only_winner": True}
    check_rulebook(defined("mafia", facts))
    answer = scored("mafia", FOUR, [{"kind": "won", "winners": winners}], facts=facts)
    assert (answer["finished"], {each["player"]: each["place"] for each in answer["standings"]}) == (True, places)
    assert {each["total"] for each in answer["standings"]} == {None}
    assert not scored("mafia", FOUR, [], facts=facts)["finished"]


@row_by_row(
    ("winners", "status", "says"),
    [
        ([], 1, "Choose the winner, or several for a shared win."),
        (["Ada", "Ada"], 2, "play 1, winners: this list contains duplicates"),
        (["Eve"], 1, ""),
    ],
)
def test_invalid_winners_are_refused_with_the_reason(winners, status, says):
    facts = {"title": "Mafia", "players": [2, 4], "only_winner": True}
    answer, found = score_document(document("mafia", FOUR, [{"kind": "won", "winners": winners}], facts=facts))
    assert (found, says in str(answer)) == (status, True), answer


@row_by_row(("result", "place", "headline"), [("won", 1, "Won together"), ("lost", None, "Lost together")])
def test_cooperative_pad_ends_after_one_entry_with_equal_places(result, place, headline):
    check_rulebook(defined("pandemic", PANDEMIC))
    plays = [{"kind": "result", "result": result}]
    read = read_document(document("pandemic", FOUR, plays, facts=PANDEMIC))
    game = replay(read.rulebook, read.table, read.plays)
    assert [str(game.describe(step).headline) for step in game.steps] == [headline]
    answer = scored("pandemic", FOUR, plays, facts=PANDEMIC)
    assert (answer["finished"], {each["place"] for each in answer["standings"]}) == (True, {place})
    assert {each["total"] for each in answer["standings"]} == {None}
    assert not scored("pandemic", FOUR, [], facts=PANDEMIC)["finished"]


# Any pad


@settings(max_examples=30)
@given(games())
def test_any_pad_matches_the_arithmetic_of_its_definition(game):
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


@st.composite
def crowds(draw):
    """Return a definition, its options, and plays of players who score, join and leave, possible or not."""
    facts = {"title": "Any", "players": [2, 4], "entry": draw(st.sampled_from(["round", "turn", "any"]))}
    facts |= {"teams": draw(st.booleans()), "wins": draw(st.sampled_from(["highest", "lowest"]))}
    options = {"teams": draw(st.lists(st.sampled_from("AB"), min_size=4, max_size=4))} if facts["teams"] else {}
    plays = []
    for _ in range(draw(st.integers(0, 12))):
        who, what = draw(st.sampled_from(FOUR)), draw(st.sampled_from(["points", "points", "join", "leave"]))
        number = draw(st.one_of(st.integers(-9, 99), st.just(None) if what != "points" else st.just(0)))
        if what == "points" and facts["entry"] == "round":
            some = draw(st.lists(st.sampled_from(FOUR), min_size=1, unique=True))
            plays.append({"kind": "round", "points": {each: draw(st.integers(-9, 99)) for each in some}})
        else:
            plays += entries((who, number if what == "points" else (what, number)))
    return facts, options, plays


def counted(facts, options, plays):
    """Return the totals of a crowd and the numbers of the refused plays, computed without the app.

    Totals of players who were away and have no points at all are omitted.
    """
    team = dict(zip(FOUR, options.get("teams", FOUR), strict=True))
    sides = list(dict.fromkeys(team.values()))
    total, there, known, away, refused = dict.fromkeys(sides, 0), set(sides), set(), set(), []
    for number, play in enumerate(plays, 1):
        given = play.get("points") or 0
        if play["kind"] == "round":
            numbers = [(team[name], each) for name, each in given.items()]
            legal = sorted(side for side, _ in numbers) == sorted(there)
        else:
            side = team[play["player"]]
            numbers = [(side, given)]
            comes, goes = play["kind"] == "join", play["kind"] == "leave"
            legal = (
                (side in there) != comes and not (goes and len(there) == 1) and not (facts["teams"] and comes | goes)
            )
        if not legal:
            refused.append(number)
            continue
        for side, each in numbers:
            total[side] += each
        if "points" in play:
            known |= {side for side, _ in numbers}
        if play["kind"] in ("join", "leave"):
            there ^= {side}
            away |= {side}
    return {name: total[team[name]] for name in FOUR if team[name] in known | (there - away)}, refused


@settings(max_examples=120)
@given(crowds())
def test_joining_and_leaving_players_match_a_second_implementation(crowd):
    facts, options, plays = crowd
    if facts["teams"] and len(set(options["teams"])) < 2:
        return
    answer, _ = score_document(document("any", FOUR, plays, options, facts=facts))
    expected, refused = counted(facts, options, plays)
    assert [each["play"] for each in answer.get("refused", ())] == refused
    legal = [play for number, play in enumerate(plays, 1) if number not in refused]
    answer = scored("any", FOUR, legal, options, facts=facts)
    assert {name: totals(answer)[name] for name in expected} == expected


# Recorded games


@row_by_row("name", sorted(file.stem for file in GAMES.glob("*.json")))
def test_recorded_games_have_their_sheet_and_story(name):
    recorded = json.loads((GAMES / f"{name}.json").read_text())
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
        ({"rulebook": "../x"}, "definition: '../x' is used in URLs"),
        ({"definition": TITLES["yatzy"] | {"rows": ["a"] * 200}}, "definition, rows: a list of 1 to 60 is needed here"),
        ({"players": ["Ada"]}, "players: Hearts needs 4 players."),
    ],
)
def test_errors_of_an_embedded_definition_are_reported(change, says):
    answer, status = score_document(document("hearts", FOUR, []) | change)
    assert (status, answer["unreadable"].startswith(says)) == (2, True), answer


def test_pad_named_like_another_title_stays_separate():
    facts = {"title": "Don Carlo for two", "players": 2}
    found = read_document(document("don-carlo", ("Ada", "Bo"), [], facts=facts))
    assert found.rulebook.slug.startswith("don-carlo~")
    plain = json.dumps(game_document("don-carlo", ("Ada", "Bo"), []) | {"definition": facts}).encode()
    with pytest.raises(Exception, match="unknown key"):
        read(plain, {})
