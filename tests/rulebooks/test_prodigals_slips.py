"""The Prodigals Club: possible mistakes in legal plays, and Last Will's own order of play and end."""

from hypothesis import given, settings

from scorekeeper.rulebooks.prodigals_club import RULEBOOK
from tests.documents import read_document
from tests.rows import row_by_row
from tests.rulebooks import at_random
from tests.rulebooks.prodigals_club import (
    ALL_THREE,
    ELECTION,
    LAST_WILL,
    PARK,
    POSSESSIONS,
    RULING,
    SOCIETY,
    STANDARD,
    THREE_ROUNDS,
    WILL,
    document,
    everybody,
    replayed,
    sheet,
)

START = "Player Setup in the Possessions Competition"


def slips(players, played, plays):
    """Return the slips of the last, legal play, after checking that its preview shows the same ones."""
    before, after = replayed(players, played, plays[:-1]), replayed(players, played, plays)
    assert not after.conflicts
    found = after.describe(after.steps[-1]).slips
    shown = before.preview(after.steps[-1].play)
    assert (shown.refusal, shown.summary.slips) == (None, found)
    assert not any(slip.code in str(sheet(players, played, plays)) for slip in found)
    return [(slip.code, str(slip.message)) for slip in found]


def odd(printed):
    return [("unusual-rewards", printed)]


def rising(rewards):
    return [("fewer-megaphones-more", f"{rewards}: fewer megaphones lose more votes.")]


THREE_COLUMNS = "is not on the board, which has 2/1/0, 3/1/0 and 4/2/1."


@row_by_row(
    ("heading", "players", "park", "expected"),
    [
        (PARK + ", the rewards of the board", 4, "4 3 2 1 : 2 1 0", []),
        (PARK + ", the rewards of the board", 4, "4 3 2 1 : 3 1 0", []),
        (PARK + ", the rewards of the board", 4, "4 3 2 1 : 4 2 1", []),
        (PARK + ", two of them with three", 3, "3 2 1 : 3 1", []),
        (PARK + ", two of them with three", 3, "3 2 1 : 4 2 9", []),
        (PARK + ", none of its columns", 4, "4 3 2 1 : 4 1 0", odd(f"4/1/0 {THREE_COLUMNS}")),
        (PARK + ", none of its columns", 4, "4 3 2 1 : 1 1 1", odd(f"1/1/1 {THREE_COLUMNS}")),
        (PARK + ", none of its columns", 2, "3 2 : 3 3", odd("3/3 is not on the board, which has 2/1, 3/1 and 4/2.")),
        (PARK + ", the third alone is odd", 5, "3 2 1 0 0 : 4 2 0", odd(f"4/2/0 {THREE_COLUMNS}")),
        (PARK + ", who is first loses most", 4, "4 3 2 1 : 1 2 4", rising("1/2/4")),
        (PARK + ", who is second loses more than the third", 4, "4 3 2 1 : 4 1 2", rising("4/1/2")),
        (PARK + ", who is first loses more than the second", 3, "3 2 1 : 1 2", rising("1/2")),
    ],
)
def test_unusual_rewards_in_the_first_rounds_are_slips(heading, players, park, expected):
    assert slips(players, STANDARD, (f"park {park}",)) == expected


@row_by_row(
    ("heading", "park", "expected"),
    [
        (PARK + ", the last column", "3 2 1", []),
        (PARK + ", the last column", "3 2 1 : 4 2", []),
        (PARK + ", an earlier column", "3 2 1 : 3 1", odd("In round {round} the board has 4/2, not 3/1.")),
        (PARK + ", none of its columns", "3 2 1 : 5 2", odd("In round {round} the board has 4/2, not 5/2.")),
        (PARK + ", who is first loses most", "3 2 1 : 2 4", rising("2/4")),
    ],
)
@row_by_row(("number", "more"), [(4, ()), (5, ("park 1 1 1", "end"))], ids=["round 4", "round 5"])
def test_unusual_rewards_in_the_last_rounds_are_slips(heading, park, expected, number, more):
    expected = [(code, message.format(round=number)) for code, message in expected]
    assert slips(3, STANDARD, (*everybody(3, "tiles 6"), *THREE_ROUNDS, *more, f"park {park}")) == expected


def few(count, usual=6):
    return [("unusual-tiles", f"Anneli: {count} tile{'s' * (count != 1)} at the start instead of {usual}.")]


@row_by_row(
    ("heading", "players", "plays", "expected"),
    [
        (START + ", all 6", 2, ["Anneli tiles 5 5 4 3 2 1"], []),
        (START + ", all 6", 4, ["Anneli tiles 5 5 4 3 2 1"], []),
        (START + ", one of 5 pounds discarded", 5, ["Anneli tiles 5 4 3 2 1"], []),
        (START + ", none discarded", 5, ["Anneli tiles 5 5 4 3 2 1"], few(6, 5)),
        (START + ", one forgotten", 4, ["Anneli tiles 5 4 3 2 1"], few(5)),
        (START + ", one", 3, ["Anneli tiles 5"], few(1)),
        (START + ", none", 3, ["Anneli tiles"], few(0)),
        (START + ", a set too many", 3, ["Anneli tiles 5 5 4 3 2 1 1"], few(7)),
        (START + ", sold since", 3, ["Anneli tiles 5 5 4 3 2 1", "Anneli tiles 5 4"], []),
        (START + ", of each player", 3, ["Benito tiles 5 5 4 3 2 1", "Anneli tiles 5 4"], few(2)),
    ],
)
def test_unusual_tiles_at_the_start_are_slips(heading, players, plays, expected):
    assert slips(players, ALL_THREE, plays) == expected


@settings(max_examples=20)
@given(at_random.games("prodigals-club"))
def test_slips_concern_only_first_tiles_and_hyde_park_rewards(game):
    after = at_random.replayed(at_random.standing(game))
    found = {(step.kind.name, slip.code) for step in after.steps for slip in after.describe(step).slips}
    rewards = {("hyde-park", code) for code in ("fewer-megaphones-more", "unusual-rewards")}
    assert found <= {("possessions", "unusual-tiles"), *rewards}


# Last Will: its planning phase sets the order of play from the first round on.


@row_by_row(
    ("heading", "rounds", "plays", "over"),
    [
        (WILL + ", a score of 0", 0, ["Anneli properties", "Anneli coins -70", "end"], True),
        (WILL + ", none at 0", 4, [], False),
        (RULING + ": over after the fifth round, too", 5, [], True),
    ],
)
def test_game_with_last_will_ends_after_five_rounds_or_0(heading, rounds, plays, over):
    calm = everybody(3, "properties 6", "markers 8 7 6 5")
    assert sheet(3, (LAST_WILL, SOCIETY), (*calm, *("end",) * rounds, *plays))["finished"] is over


@row_by_row(
    ("heading", "played", "asked"),
    [
        ("Determine Play Order", (ELECTION, SOCIETY), False),
        ("Determine Play Order", (POSSESSIONS, ELECTION), False),
        (WILL + ", Starting Player", (LAST_WILL, SOCIETY), True),
        (WILL + ", Starting Player", (LAST_WILL, ELECTION, SOCIETY), True),
    ],
)
def test_starting_player_is_asked_or_drawn_by_competition(heading, played, asked):
    sitting = RULEBOOK.seats.sitting(read_document(document(3, played, ())).table.options)
    assert sitting.first == ("asked" if asked else "drawn")
    assert ("most recently paid for something" in str(sitting.rule)) is asked
