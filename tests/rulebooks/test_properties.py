"""Invariants of all games of Loire, The Prodigals Club and Carta Nostra, for any plays.

The tables of each title test points and refusals; Don Carlo has a second implementation.
"""

from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.document import read_play, write, write_play
from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from tests.documents import game_document, read_document, score_document
from tests.rulebooks.at_random import ANIMALS, MAFIOSI, NAMES, PLAYED, TYPES, games, replayed, standing

RULEBOOKS = all_rulebooks()
LOIRE = RULEBOOKS["loire"]
of_each_title = pytest.mark.parametrize("slug", PLAYED)


@of_each_title
@settings(max_examples=30)
@given(st.data())
def test_refused_plays_are_ignored_and_the_rest_described(slug, data):
    document = data.draw(games(slug))
    tried, without = replayed(document), replayed(standing(document))
    assert without.conflicts == ()
    assert len(without.steps) + len(tried.conflicts) == len(document["plays"])
    assert (tried.sheet(), tried.turn, tried.finished) == (without.sheet(), without.turn, without.finished)
    answer, status = score_document(document)
    assert status == bool(tried.conflicts)
    assert [(each["play"], each["code"]) for each in answer.get("refused", [])] == [
        (conflict.number, conflict.refusal.code) for conflict in tried.conflicts
    ]
    assert all(each["message"] and "{" not in each["message"] for each in answer.get("refused", []))
    assert write(read_document(standing(document))) == standing(document)
    for step in without.steps:
        summary = without.describe(step)
        assert str(summary.headline)
        assert summary.detail is None or str(summary.detail)
        assert str(without.rulebook.title(without.table, step.play))


@of_each_title
@settings(max_examples=20)
@given(st.data())
def test_prefix_replays_to_intermediate_state_and_preview_matches(slug, data):
    document = data.draw(games(slug))
    whole, rulebook = replayed(standing(document)), RULEBOOKS[slug]
    plays, states = [step.play for step in whole.steps], [*(step.before for step in whole.steps), whole.state]
    assert [rulebook.finished(state) for state in states[:-1]] == [False] * len(plays)
    length = data.draw(st.integers(0, len(plays)))
    before = replay(rulebook, whole.table, plays[:length])
    assert before.state == states[length]
    for play in plays[length : length + 1]:
        after, preview = replay(rulebook, whole.table, plays[: length + 1]), before.preview(play)
        assert (preview.refusal, preview.after) == (None, after.state)
        assert preview.summary == after.describe(after.steps[-1])
    if whole.finished and plays:
        assert [each.refusal.code for each in whole.entered(plays[:2]).conflicts] == ["game-over"] * len(plays[:2])


@of_each_title
@settings(max_examples=30)
@given(st.data())
def test_sheet_adds_up_and_ranks_by_total_and_tie_break(slug, data):
    found = replayed(standing(data.draw(games(slug))))
    sheet, meta = found.sheet(), found.rulebook.meta
    for line in sheet.standings:
        parts, total = line.line.parts.values(), line.line.total
        if slug == "loire" and None not in parts:
            assert total == sum(parts)
        if slug == "prodigals-club":
            assert total == (None if None in parts else max(parts))
    known = [each for each in sheet.standings if each.line.total is not None]
    for one, other in pairwise(known):
        key = [(each.line.total, *each.line.tie_break.values()) for each in (one, other)]
        assert one.place <= other.place
        assert key[0] == key[1] or one.place < other.place or "Aaron" in (one.line.name, other.line.name)
        assert key[0][0] == key[1][0] or (key[0][0] < key[1][0]) == meta.lowest_wins


@pytest.mark.parametrize(
    ("rulebook", "helper"),
    [(RULEBOOKS[slug], helper) for slug in PLAYED for helper in RULEBOOKS[slug].helpers],
    ids=lambda value: getattr(value, "name", None),
)
@settings(max_examples=25)
@given(st.data())
def test_every_helper_answers_any_question(rulebook, helper, data):
    numbers, values = st.integers(-3, 9) | st.integers(-1_000_000, 1_000_000), {}
    found = replayed(standing(data.draw(games(rulebook.meta.slug))))
    for field in helper.fields:
        if field.name == "megaphones":
            values[field.name] = data.draw(st.dictionaries(st.integers(0, len(found.table.players) - 1), numbers))
        elif field.name == "rewards":
            values |= data.draw(st.sampled_from([{}, {"rewards": None}, {"rewards": (3, 1)}, {"rewards": (4, 2, 1)}]))
        elif field.required or rulebook is LOIRE:
            values[field.name] = data.draw(numbers)
        else:
            values |= data.draw(st.sampled_from([{}, {field.name: True}, {field.name: False}]))
    answers = helper.answer(found.state, values)
    assert answers
    assert all(str(each.headline) and "{" not in str(each.headline) for each in answers)


# The Castles of Burgundy: The Card Game.

WHOLE_TALLY = {"estate": {}, "first_triples": [], "all_seven": 0, "victory_cards": 0, "goods_vp": 0}
WHOLE_TALLY |= {"animals": {}, "start_player": False, "storage": {}}


@settings(max_examples=30)
@given(games("loire"))
def test_omitted_tally_fields_are_zero_and_next_tally_is_prefilled(document):
    document = standing(document)
    full = [WHOLE_TALLY | play if play["kind"] == "tally" else play for play in document["plays"]]
    found = replayed(document)
    assert [step.play for step in replayed(document | {"plays": full}).steps] == [step.play for step in found.steps]
    kind = LOIRE.kind(found.table, "tally")
    for seat, name in enumerate(document["players"]):
        earlier = [play for play in document["plays"] if play.get("player") == name]
        tally = kind.prefill(found.state, seat, ())
        last = earlier[-1] if earlier else {"kind": "tally", "player": name}
        assert tally == read_play(last, LOIRE, found.table)
        assert set(write_play(tally, LOIRE, found.table)) == {"kind", "player", *(WHOLE_TALLY if earlier else ())}


TAKEN = ("bonus-taken", "start-player-taken")


@settings(max_examples=30)
@given(games("loire", boldness=(0,)))
def test_play_is_legal_after_conflicting_claims_are_removed(document):
    tallies = [play for play in standing(document)["plays"] if play["kind"] == "tally"]
    if not tallies or len(document["players"]) == 1:
        return
    game, last = replayed(document | {"plays": tallies}), tallies[-1]
    other = document["players"][document["players"].index(last["player"]) - 1]
    claimed = read_play(last | {"player": other}, LOIRE, game.table)  # another player with the same tally
    displaced, refused = game.displaced_plays(claimed), game.preview(claimed).refusal
    after = game.entered(displaced)
    assert after.conflicts == ()
    assert after.preview(claimed).refusal == (None if refused and refused.code in TAKEN else refused)
    assert (displaced != ()) >= (refused is not None and refused.code in TAKEN)


@settings(max_examples=30)
@given(games("loire"))
def test_loire_account_adds_up_to_the_sheet(document):
    game = replayed(standing(document))
    account = LOIRE.pages.board(game.state).account
    paper = [standing.line for standing in game.sheet().standings]
    assert list(account.names) == [line.name for line in paper]
    for column, line in enumerate(paper):
        cells = {row.type: row.cells[column] for group in account.groups for row in group.rows if row.type}
        assert account.totals[column] == line.total
        if line.total is not None:
            assert sum(group.sums[column] or 0 for group in account.groups) == line.total
        points = [cells[name].points for name in TYPES]
        if line.parts["triples"] is not None:
            assert line.parts["triples"] == sum(points)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_animals_in_largest_sets_score_most(herd):
    """No other sets, in any order, count more."""

    def best(counts):
        counts = tuple(sorted((count for count in counts if count), reverse=True))
        if counts not in known:
            known[counts] = max(
                (
                    {2: 1, 3: 2, 4: 4}[size] + best([count - (index < size) for index, count in enumerate(chosen)])
                    for size in range(2, len(counts) + 1)
                    for chosen in set(permutations(counts))
                ),
                default=0,
            )
        return known[counts]

    known = {}
    tally = {"kind": "tally", "player": "Anneli", "animals": dict(zip(ANIMALS, herd, strict=True))}
    answer, _ = score_document(game_document("loire", NAMES[:2], [tally]))
    assert answer["standings"][0]["parts"]["animals"] == best(herd)


# The Prodigals Club.


@settings(max_examples=30)
@given(games("prodigals-club"))
def test_board_agrees_with_the_sheet(document):
    document = standing(document)
    game = replayed(document)
    board, lines = game.rulebook.pages.board(game.state), {line.seat: line for line in game.lines}
    order = ["possessions", "last-will", "election", "society"]
    assert [row.name for row in board.rows] == sorted(document["options"]["competitions"], key=order.index)
    for seat, line in lines.items():
        assert {row.name: row.scores[seat].value for row in board.rows} == line.parts
        counting = {row.name for row in board.rows if row.scores[seat].counts}
        reached = {name for name, points in line.parts.items() if points == line.total}
        assert counting == (set() if line.total is None else reached)
    ends = [play for play in document["plays"] if play["kind"] == "end-round"]
    assert len(board.course) == len(ends)


# Carta Nostra.


def city(plays, player):
    """Return all Mafiosi in a player's city, computed from the plays."""
    lying = Counter()
    for play in plays:
        gone = play.get("liquidated")
        if gone and gone["player"] == player:
            lying[gone["mafioso"]] -= 1
        if play["player"] == player and play.get("city"):
            lying[play["city"]] += 1
    return +lying


@settings(max_examples=30)
@given(games("carta-nostra"))
def test_carta_nostra_board_shows_cities_and_five_mafiosi_win(document):
    document = standing(document)
    game, players = replayed(document), document["players"]
    if any(play["kind"] == "won" for play in document["plays"]):
        assert game.rulebook.pages.board(game.state).areas == ()
        return
    cities = {name: city(document["plays"], name) for name in players}
    assert game.finished == any(len(each) == 5 for each in cities.values())
    for seat, area in enumerate(game.rulebook.pages.board(game.state).areas):
        own = cities[players[seat]]
        assert list(area.city) == [own[card] for card in MAFIOSI]
        assert (area.different, area.on_turn) == (len(own), seat == game.turn)
        assert {str(label).lower() for label in area.missing} == {*MAFIOSI} - {*own}
