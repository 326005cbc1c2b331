"""Pads with fields: what a definition can say, and how rounds and rows are checked and counted."""

import tomllib

import pytest

from scorekeeper.core.document import explained, write
from scorekeeper.core.errors import Unreadable
from scorekeeper.core.replay import replay
from scorekeeper.pads.reader import read_definition
from scorekeeper.titles import READY, DefinitionError, read_pad
from tests.documents import codes, game_document, lines, read_document, score_document
from tests.pads.facts import PHASES, SCIENCE, WIZARD, changed, facts_of
from tests.rows import row_by_row

THREE = ("Ada", "Bo", "Cy")


def document(facts, plays, players=THREE, options=()):
    return game_document("a-game", players, plays, options) | {"definition": facts}


def round_of(players=THREE, **fields):
    """Return the play of a round; each field has the values of the players, None for an omitted player."""
    by_player = {
        name: {field: values[seat] for field, values in fields.items() if values[seat] is not None}
        for seat, name in enumerate(players)
    }
    return {"kind": "round", "values": by_player}


def announce(*bids, players=THREE):
    return {"kind": "announce", "values": {name: {"bid": bid} for name, bid in zip(players, bids, strict=False)}}


def scored(facts, plays, players=THREE, options=()):
    answer, status = score_document(document(facts, plays, players, options))
    assert status == 0, answer
    return answer


def by_name(answer, *players):
    return [lines(answer)[name]["total"] for name in players or THREE]


def replayed(facts, plays, players=THREE):
    found = read_document(document(facts, plays, players))
    game = replay(found.rulebook, found.table, found.plays)
    assert game.conflicts == ()
    return game


def row(player, row, **given):
    return {"kind": "row", "player": player, "row": row} | given


# Definitions


def test_document_may_have_the_keys_of_a_file():
    source = READY["wizard"].read_text()
    given, plays = tomllib.loads(source), [round_of(bid=(1, 0, 0), tricks=(1, 0, 0))]
    assert "min" in given["players"]
    assert by_name(scored(given, plays)) == [30, 20, 20]
    assert read_document(document(given, plays)).rulebook.definition == facts_of("wizard")


@row_by_row(
    ("facts", "path", "value", "says"),
    [
        (WIZARD, ("round", "points"), "bid.x", "round, points: '.x' is not possible in an expression"),
        (WIZARD, ("round", "points"), "bid +", "round, points: this is not an expression"),
        (WIZARD, ("round", "points"), "cards", "round, points: 'cards' is not known here; known are: bid, tricks"),
        (WIZARD, ("round", "points"), "bid == 1", "round, points: 'bid == 1' is a condition"),
        (WIZARD, ("round", "points"), "1 if bid else 0", "round, points: 'bid' is a number, and a condition such as"),
        (WIZARD, ("round", "points"), "len(bid)", "round, points: there is no function 'len'; known are: min, max"),
        (WIZARD, ("round", "points"), "1+" * 260, "round, points: an expression has at most 500 characters"),
        (WIZARD, ("round", "points"), "+".join("1" * 90), "round, points: an expression has at most 200 parts"),
        (WIZARD, ("round",), None, "round is missing"),
        (WIZARD, ("round", "point"), 3, "round, point: unknown key; known are points"),
        (WIZARD, ("fields",), None, "round: only for pads with fields"),
        (WIZARD, ("fields", 0, "name"), "Bid", "fields, item 1, name: 'Bid' is used in expressions: use lowercase"),
        (WIZARD, ("fields", 0, "name"), "round", "fields, item 1, name: 'round' has a meaning in expressions"),
        (WIZARD, ("fields", 1, "name"), "bid", "fields, item 2, name: the name 'bid' is used twice"),
        (WIZARD, ("fields", 1, "label"), None, "fields, item 2: label is missing"),
        (WIZARD, ("fields", 0, "most"), "tricks", "fields, item 1, most: 'tricks' is not known here"),
        (WIZARD, ("fields", 1, "sum"), "bid", "fields, item 2, sum: 'bid' is not known here"),
        (WIZARD, ("fields", 1, "sum"), {"most": "rank(bid)"}, "fields, item 2, sum: rank is about one player"),
        (WIZARD, ("fields", 2, "default"), 5, "fields, item 3, default: 5 is not a multiple of 10."),
        (WIZARD, ("fields", 2, "most"), -10, "fields, item 3, default: 0 is too high: the maximum is −10."),
        (WIZARD, ("rounds", "least"), 0, "rounds, least: only without fields"),
        (WIZARD, ("rounds", "empty"), 0, "rounds, empty: only without fields"),
        (WIZARD, ("tie_breaks",), ["cards"], "tie_breaks, item 1: cards is not one of bid, tricks, bonus, last round"),
        (
            WIZARD,
            ("end", "rounds"),
            "60 // (players - 2)",
            "end, rounds: with 2 players there is no result: it divides",
        ),
        (WIZARD, ("end", "rounds"), "players - 2", "end, rounds: a number from 1 to 1000 is needed here"),
        (WIZARD, ("end", "rounds"), "bid", "end, rounds: 'bid' is not known here; known are: players"),
        (WIZARD, ("end", "when"), "total(tricks)", "end, when: 'total(tricks)' is a number, and a condition"),
        (WIZARD, ("end", "when"), "tricks > 3", "end, when: 'tricks' is not known here"),
        (SCIENCE, ("rows", 0, "points"), None, "rows, item 1: points is missing"),
        (SCIENCE, ("rows", 0, "points"), "round", "rows, item 1, points: 'round' is not known here"),
        (SCIENCE, ("rows", 0, "points"), "before(gears)", "rows, item 1, points: 'gears' is not a field here"),
        (SCIENCE, ("rows", 0, "least"), 0, "rows, item 1, least: only without fields"),
        (SCIENCE, ("rows", 1, "points"), "1", "rows, item 2, points: only for categories with fields"),
        (
            SCIENCE,
            ("rows", 0, "fields", 0, "announced"),
            True,
            "rows, item 1, fields, item 1, announced: only for pads",
        ),
        (SCIENCE, ("fields",), WIZARD["fields"], "fields: only for pads with rounds"),
        (SCIENCE, ("bonuses",), [{"name": "B", "rows": ["Food"], "from": 1, "points": 1}], "bonuses, item 1, rows"),
        ({"title": "x", "players": 2}, ("end",), {"when": "1 == 1"}, "end, when: only for pads with fields"),
    ],
)
def test_errors_of_a_definition_name_their_position(facts, path, value, says):
    with pytest.raises(Unreadable) as raised:
        read_definition(changed(facts, path, value))
    assert explained(raised.value)[: len(says)] == says


@pytest.mark.parametrize(
    ("part", "by"),
    [
        ('sum = "round"', 'sum = "rond"'),
        ("20 + 10 *", "20 + 10 **"),
        ("announced = true", "announce = true"),
        ('max = "round"', "max = [1]"),
    ],
)
def test_errors_of_a_file_have_their_line(tmp_path, part, by):
    source = READY["wizard"].read_text()
    path = tmp_path / "wizard.toml"
    path.write_text(source.replace(part, by, 1))
    with pytest.raises(DefinitionError) as raised:
        read_pad(path)
    assert raised.value.line == 1 + source[: source.index(part)].count("\n")


# Rounds


def test_value_may_be_a_sum_and_is_kept_unchanged():
    plays = [round_of(bid=(1, 0, 0), tricks=(1, 0, 0), bonus=([20, 10, -10], None, None))]
    given = document(WIZARD, plays)
    assert write(read_document(given)) == given
    assert by_name(scored(WIZARD, plays)) == [50, 20, 20]


@row_by_row(
    ("plays", "code"),
    [
        ([round_of(bid=(0, 0, 0), tricks=(1, None, 0), bonus=(5, 0, 0))], "values-missing"),
        ([round_of(("Ada", "Bo"), bid=(0, 0), tricks=(1, 0))], "values-missing"),
        ([round_of(bid=(0, 0, None), tricks=(1, 0, 0))], "values-missing"),
        ([round_of(bid=(2, 0, 0), tricks=(0, 0, 0), bonus=(5, 0, 0))], "out-of-range"),
        ([round_of(bid=(0, 0, 0), tricks=(0, 0, -1), bonus=(5, 0, 0))], "out-of-range"),
        ([round_of(bid=(0, 0, 0), tricks=(0, 0, 0), bonus=(5, 0, 0))], "wrong-step"),
        ([round_of(bid=(0, 0, 0), tricks=(0, 0, 0))], "wrong-sum"),
        ([announce(0, 0)], "values-missing"),
        ([announce(0, 0, 2)], "out-of-range"),
    ],
)
def test_round_is_refused_with_the_first_code_in_order(plays, code):
    answer, _ = score_document(document(WIZARD, plays))
    assert codes(answer) == [(1, code)]


def test_refusal_names_player_and_field():
    plays = [round_of(bid=(0, 0, 0), tricks=(1, 0, 2))]
    answer, _ = score_document(document(WIZARD, plays))
    assert answer["refused"][0]["message"] == "Cy: Tricks 2 is too high: the maximum is 1."
    answer, _ = score_document(document(WIZARD, [round_of(bid=(0, 0, 0), tricks=(1, 1, 0))]))
    assert answer["refused"][0]["message"] == "Tricks: 2 of 1, 1 too many. Check Ada and Bo."


def test_refused_announcement_or_round_keeps_the_first_announcement():
    plays = [
        announce(1, 0, 0),
        announce(0, 0, 0),
        round_of(tricks=(1, 1, 0)),
        round_of(tricks=(1, 0, 0)),
        announce(0, 0, 0),
    ]
    answer, _ = score_document(document(WIZARD, plays))
    assert codes(answer) == [(2, "already-announced"), (3, "wrong-sum")]


@row_by_row(
    ("points", "says"),
    [
        ("10 / tricks", "Bo: the points: the definition has no result for this: it divides by 0."),
    ],
)
def test_points_without_result_are_refused(points, says):
    answer, _ = score_document(
        document(changed(WIZARD, ("round", "points"), points), [round_of(bid=(0, 0, 0), tricks=(1, 0, 0))])
    )
    assert codes(answer) == [(1, "no-result")]
    assert answer["refused"][0]["message"] == says


def test_limit_without_result_names_the_field():
    facts = changed(WIZARD, ("fields", 1, "most"), "10 // bid")
    answer, _ = score_document(document(facts, [round_of(bid=(1, 0, 0), tricks=(1, 0, 0))]))
    assert codes(answer) == [(1, "no-result")]
    assert answer["refused"][0]["message"].startswith("Bo: Tricks: ")


def test_condition_ends_the_game_after_a_round():
    one = round_of(cards=(5, 0, 0), phase=(0, 1, 0))
    assert not scored(PHASES, [one, one])["finished"]
    answer = scored(PHASES, [one, one, one])
    assert answer["finished"]
    assert by_name(answer) == [15, 0 + 1 + 2, 0]
    answer, _ = score_document(document(PHASES, [one, one, one, one]))
    assert codes(answer) == [(4, "game-over")]


def test_most_of_a_field_breaks_ties_of_lowest_totals():
    plays = [round_of(cards=(0, 0, 9), phase=(0, 1, 0)), round_of(cards=(1, 0, 0))]
    answer = scored(PHASES, plays)
    assert [(each["player"], each["place"]) for each in answer["standings"][:2]] == [("Bo", 1), ("Ada", 2)]
    fewer = changed(PHASES, ("tie_breaks",), ["-phase"])
    assert [each["player"] for each in scored(fewer, plays)["standings"][:2]] == ["Ada", "Bo"]


def test_number_of_rounds_depends_on_the_players():
    one = round_of(("Ada", "Bo"), cards=(1, 2))
    facts = PHASES | {"end": {"rounds": "players"}}
    assert scored(facts, [one, one], ("Ada", "Bo"))["finished"]
    assert not scored(facts, [round_of(cards=(1, 2, 3))] * 2)["finished"]
    chosen = PHASES | {"end": {"limit": {"default": "10 * players", "least": "players", "most": 100}}}
    assert scored(chosen, [round_of(cards=(30, 2, 3))])["finished"]
    assert not scored(chosen, [round_of(cards=(29, 2, 3))])["finished"]
    answer, status = score_document(document(chosen, [], options={"limit": 2}))
    assert (status, answer["unreadable"]) == (2, "options: Limit that ends the game: from 3 to 100.")


def test_team_has_the_values_of_its_first_player():
    facts = PHASES | {"teams": True, "round": {"points": "total(cards) - cards"}, "end": {}}
    four = ("Ada", "Bo", "Cy", "Di")
    answer = scored(facts, [{"kind": "round", "values": {"Cy": {"cards": 7}, "Bo": {"cards": 3}}}], four)
    assert by_name(answer, *four) == [3, 7, 3, 7]
    answer, _ = score_document(document(facts, [round_of(four, cards=(1, 2, 3, 4))], four))
    assert codes(answer) == [(1, "team-twice")]
    answer, _ = score_document(document(facts, [round_of(("Ada",), cards=(1,))], four))
    assert codes(answer) == [(1, "values-missing")]


def test_decimals_are_exact_in_fields():
    facts = PHASES | {"decimals": 2, "round": {"points": "cards / 3"}, "end": {}}
    answer = scored(facts, [round_of(cards=(0.3, [0.1, 0.2], 1))])
    assert by_name(answer) == [0.1, 0.1, 0.333]


def test_latecomers_count_only_rounds_they_played():
    facts = PHASES | {"end": {}, "round": {"points": "cards * round + 100 * before(cards) + 1000 * players"}}
    two, three = ("Bo", "Cy"), THREE
    plays = [
        {"kind": "leave", "player": "Ada"},
        round_of(two, cards=(1, 2)),
        {"kind": "join", "player": "Ada", "points": 7},
        round_of(three, cards=(3, 4, 5)),
    ]
    answer = scored(facts, plays)
    assert by_name(answer) == [7 + 6 + 3000, 2001 + 8 + 100 + 3000, 2002 + 10 + 200 + 3000]
    answer, _ = score_document(document(facts, [plays[0], round_of(cards=(1, 2, 3))]))
    assert codes(answer) == [(2, "away")]


def test_round_is_described_with_points_and_their_sources():
    game = replayed(WIZARD, [announce(1, 0, 1), round_of(tricks=(1, 0, 0), bonus=([10, 10], None, None))])
    said, played = (game.describe(step) for step in game.steps)
    assert str(said.headline) == "Ada: Bid 1; Bo: Bid 0; Cy: Bid 1"
    assert str(played.headline) == "Ada 50, Bo 20, Cy −10"
    parts = "Ada: Bid 1, Tricks 1, Bonus 10+10; Bo: Bid 0, Tricks 0; Cy: Bid 1, Tricks 0"
    assert str(played.detail) == f"Round 1, dealt by Ada; {parts}"


def test_records_and_figures_include_rounds_with_fields():
    game = replayed(WIZARD, [round_of(bid=(1, 0, 0), tricks=(1, 0, 0))])
    history = game.rulebook.history
    assert history.records[0].mark(game.course()).value == 30
    assert history.figures(None, game.state) == (30, 20, 20)


def test_unlikely_value_needs_confirmation():
    game = replayed(WIZARD, [])
    kind = game.rulebook.kind(game.table, "round")
    play = read_document(document(WIZARD, [round_of(bid=(1, 0, 0), tricks=(1, 0, 0), bonus=(20000, 0, 0))])).plays[0]
    assert "Ada" in str(kind.question(game.state, play, False))


# Rows


@row_by_row(
    ("play", "says"),
    [
        (row("Ada", "science", number=3), "play 1: values is missing"),
        (row("Ada", "army", values={"tablets": 3}), "play 1: number is missing"),
        (row("Ada", "science", values={"cards": 3}), 'play 1, values: unknown key "cards"'),
        (row("Ada", "science", values=3), "play 1, values: a JSON object is needed here"),
    ],
)
def test_row_takes_a_number_or_values(play, says):
    answer, status = score_document(document(SCIENCE, [play]))
    assert (status, answer["unreadable"]) == (2, says)


def test_row_with_fields_describes_points_and_values():
    game = replayed(SCIENCE, [row("Ada", "science", values={"tablets": [1, 2], "gears": 2})])
    said = game.describe(game.steps[0])
    assert (str(said.headline), str(said.detail), said.points) == ("Science 14", "Tablets 1+2, Gears 2", 14)
