"""Solo games against Aaron, round by round: the order of entries, Aaron's cards, confirmations, and the leader."""

from scorekeeper.rulebooks.loire import RULEBOOK
from tests.documents import read_document, score_document
from tests.rows import row_by_row
from tests.rulebooks.loire import END_ROUND, SOLO, A, B, C, aaron, document, replayed, state, tally

MINE = tally("Anneli", victory_cards=21)
ME, AARON = 0, 1


def board(plays):
    return RULEBOOK.pages.board(state(1, plays))


def question(plays, play=END_ROUND):
    """Return the question asked before this play is entered after `plays`."""
    game = replayed(1, [*plays, play])
    step = game.steps[-1]
    asked = step.kind.question(step.before, step.play, False)
    return asked and str(asked)


def previewed(before, play):
    (typed,) = read_document(document(1, [play])).plays
    return RULEBOOK.pages.preview(replayed(1, before).preview(typed))


def test_aaron_has_a_seat_without_being_a_player():
    alone, several = RULEBOOK.table(["Anneli"], {"solo": True}), RULEBOOK.table(["Anneli", "Benito"], {})
    assert RULEBOOK.names(alone) == ("Anneli", "Aaron")
    assert RULEBOOK.names(several) == ("Anneli", "Benito")
    named = {seat: [kind.name for kind in RULEBOOK.kinds_of(alone, seat)] for seat in (None, ME, AARON)}
    assert named == {None: ["tally", "aaron", "end-round"], ME: ["tally", "end-round"], AARON: ["aaron", "end-round"]}
    seats = [RULEBOOK.seat_of(alone, step.play) for step in replayed(1, [A, MINE, END_ROUND]).steps]
    assert seats == [AARON, ME, None]


@row_by_row(
    ("heading", "plays", "seat", "following"),
    [
        (SOLO + ", his deck is sorted in at the beginning of each round", [], None, AARON),
        (SOLO + ", afterwards the player", [A], None, ME),
        (SOLO + ", afterwards the player", [A], AARON, ME),
        (SOLO + ", the player was first for once", [MINE], ME, AARON),
        (SOLO + ", both are in", [A, MINE], None, ME),
        (SOLO + ", both are in, and his was changed", [A, MINE, aaron(ships=3)], AARON, AARON),
        (SOLO + ", the next round", [A, MINE, END_ROUND], None, AARON),
        (SOLO + ", the next round", [A, MINE, END_ROUND], ME, AARON),
        (SOLO + ", the next round, his new cards are in", [A, MINE, END_ROUND, B], None, ME),
        (SOLO + ", the next round, both are in", [A, MINE, END_ROUND, B, MINE], ME, ME),
    ],
)
def test_aarons_cards_are_entered_first_in_every_round(heading, plays, seat, following):
    assert RULEBOOK.seats.next_to_enter(state(1, plays), seat) == following, heading


@row_by_row(
    ("plays", "entered", "comparable"),
    [
        ([], (False, False), False),
        ([A], (False, True), False),
        ([MINE], (True, False), False),
        ([A, MINE], (True, True), True),
        ([A, MINE, END_ROUND], (False, False), False),
        ([A, MINE, END_ROUND, B], (False, True), True),
        ([A, MINE, END_ROUND, B, MINE], (True, True), True),
    ],
)
def test_board_shows_entered_parts_and_whether_round_is_comparable(plays, entered, comparable):
    assert tuple(mark.entered for mark in board(plays).marks) == entered
    assert board(plays).comparable == comparable


@row_by_row(
    ("plays", "asked"),
    [
        ([A, MINE], None),
        ([MINE, A], None),
        ([A, MINE, END_ROUND, B, MINE], None),
        ([A, MINE, END_ROUND, B], "Still round A's tally?"),
        ([A, MINE, END_ROUND, B, END_ROUND, C], "Still round A's tally?"),
        ([A, MINE, END_ROUND, B, MINE, END_ROUND, C], "Still round B's tally?"),
    ],
)
def test_comparing_with_an_earlier_rounds_tally_needs_confirmation(plays, asked):
    assert question(plays) == asked
    assert question(plays[:1], plays[1]) is None


@row_by_row(
    ("cards", "counter", "code"),
    [
        ({}, "0 of 7", None),
        ({"ships": 2, "mines": 1}, "3 of 7", None),
        ({"ships": 2, "mines": 4}, "6 of 7", None),
        ({"ships": 2, "mines": 5}, "7 of 7", None),
        ({"ships": 2, "mines": 6}, "8 of 7", "aaron-cards"),
        ({"ships": 7}, "7 of 7", "aaron-cards"),  # a mine of round A is gone
        ({"ships": 2, "mines": -1}, "1 of 7", "negative-number"),
    ],
)
def test_preview_counts_aarons_cards(cards, counter, code):
    """Missing cards are not an error; impossible numbers are."""
    shown = previewed([A, MINE, END_ROUND], aaron(**cards))
    assert (str(shown.counter), shown.refusal and shown.refusal.code) == (counter, code)


@row_by_row(
    ("plays", "said"),
    [
        ([], None),
        ([A], None),
        ([aaron(cloisters=1, ships=2)], "1 of them for Aaron's cloister"),
        ([aaron(cloisters=3)], "3 of them for Aaron's cloisters"),
    ],
)
def test_aarons_cloisters_are_among_the_players_victory_point_cards(plays, said):
    """Source: "Solitaire Variation": "For every cloister Aaron gets, you receive 1 victory point card"."""
    gifts = RULEBOOK.pages.entry(state(1, plays), ME).gifts
    assert (gifts and str(gifts)) == said


CASTLES, MINES = aaron(castles=3, first=["castles"]), tally("Anneli", mines=3, first=["mines"], goods_vp=9)
ROUND_A = [CASTLES, MINES, END_ROUND]
MY_CASTLES = tally("Anneli", castles=3, first=["castles"], goods_vp=9)


@row_by_row(
    ("heading", "plays", "remarked"),
    [
        (SOLO + ", nobody's card has moved", [*ROUND_A, aaron(castles=4, ships=3, first=["castles", "ships"])], []),
        (SOLO + ", within a round it may move", [aaron(castles=3), MY_CASTLES, aaron(castles=3)], []),
        (SOLO + ", his card goes to the player", [*ROUND_A, aaron(castles=3, ships=4), MY_CASTLES], [5]),
        (SOLO + ", left out, it has not moved", [*ROUND_A, aaron(castles=3, ships=4)], []),
        (
            SOLO + ", the player's card goes to him",
            [
                *ROUND_A,
                tally("Anneli", goods_vp=9),
                aaron(castles=3, mines=4, first=["castles", "mines"]),
            ],
            [5],
        ),
    ],
)
def test_moved_first_card_is_reported(heading, plays, remarked):
    answer, status = score_document(document(1, plays))
    assert status == 0
    found = [each for each in answer["remarks"] if each["code"] == "first-card-moved"]
    assert [each["play"] for each in found] == remarked, heading
    assert all("in an earlier round" in each["message"] for each in found)
