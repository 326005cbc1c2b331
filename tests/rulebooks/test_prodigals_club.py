"""The Prodigals Club, row by row: every rule and every worked example, under the rulebook heading it comes from.

Plays are written as in tests/rulebooks/prodigals_club.py. Headings are those of the English rulebook. A "Ruling" is our
decision about something the text leaves open.
"""

import re
from copy import copy
from dataclasses import replace

from scorekeeper.rulebooks.prodigals_club.scoring import decided
from tests.documents import lines, read_document, refused_fields, score_document
from tests.rows import row_by_row
from tests.rulebooks.prodigals_club import (
    ALL_THREE,
    BOROUGH,
    COLOURS,
    ELECTION,
    END,
    EXCHANGE,
    GAMES,
    HANDICAPS,
    LAST_WILL,
    MARKERS,
    MONEY,
    NAMES,
    ORDER,
    PARK,
    POSSESSIONS,
    RULEBOOK,
    RULING,
    SCORING,
    SELL,
    SET_UP,
    SOCIETY,
    STANDARD,
    THREE_ROUNDS,
    VOTES,
    WILL,
    document,
    entry,
    everybody,
    part,
    replayed,
    score,
    sheet,
    told,
)


@row_by_row(
    ("played", "moved_up"),
    [([SOCIETY, ELECTION], [2, 1, 1, 0, 0]), (ALL_THREE, [1, 1, 0, 0, 0]), ([SOCIETY, LAST_WILL], [0] * 5)],
    ids=["two competitions", "all three", "with Last Will there are none"],
)
def test_markers_form_shows_how_many_handicaps_moved_up(played, moved_up):
    """Source: "Take Handicaps"."""
    state = replayed(5, played, ()).state
    assert [entry(state, seat, SOCIETY).handicaps for seat in range(5)] == moved_up


# Options of a table, and initial values of the players.


@row_by_row(
    ("heading", "played", "status"),
    [
        (GAMES + ", two of three", [POSSESSIONS, ELECTION], 0),
        (GAMES + ", two of three", [POSSESSIONS, SOCIETY], 0),
        (GAMES + ", in any order", [SOCIETY, ELECTION], 0),
        (GAMES + ", all three", [SOCIETY, POSSESSIONS, ELECTION], 0),
        (WILL + ", with one competition", [LAST_WILL, ELECTION], 0),
        (WILL + ", with one competition", [SOCIETY, LAST_WILL], 0),
        (WILL + ", with both", [ELECTION, LAST_WILL, SOCIETY], 0),
        (WILL + ", it takes the place of the possessions", [LAST_WILL, POSSESSIONS], 2),
        (WILL + ", it takes the place of the possessions", [LAST_WILL, POSSESSIONS, ELECTION], 2),
        (WILL + ", it takes the place of the possessions", [LAST_WILL, POSSESSIONS, ELECTION, SOCIETY], 2),
        (GAMES + ", not one alone", [ELECTION], 2),
        (GAMES + ", not one alone", [LAST_WILL], 2),
        (GAMES + ", not none", [], 2),
        (GAMES + ", none twice", [ELECTION, ELECTION], 2),
        (GAMES + ", none twice", [ELECTION, ELECTION, SOCIETY], 2),
        (GAMES + ", no others", [ELECTION, "dinner"], 2),
        (GAMES + ", no others", [ELECTION, 1], 2),
        (GAMES + ", no others", "election", 2),
    ],
)
def test_only_valid_competitions_are_accepted(heading, played, status):
    wanted = document(3, STANDARD, ())
    wanted["options"]["competitions"] = played
    answer, found = score_document(wanted)
    assert found == status
    if status:
        assert answer["unreadable"].startswith("options")
    else:
        assert set(answer["standings"][0]["parts"]) == set(played)


@row_by_row(
    ("options", "status"),
    [
        ({"start": {}}, 0),
        ({"start": {"votes": 40}}, 0),
        ({"start": {"pounds": 8}}, 0),
        ({"start": {"votes": 40, "pounds": 8}}, 0),
        ({"start": {"tiles": 6}}, 2),
        ({"errand_boys": 5}, 2),
    ],
)
def test_only_valid_options_are_accepted(options, status):
    assert score(3, STANDARD, (), **options)[1] == status


@row_by_row(("players", "status"), [(1, 2), (2, 0), (3, 0), (4, 0), (5, 0), ((*NAMES, "Donny"), 2)])
def test_two_to_five_players_are_accepted(players, status):
    assert score(players, STANDARD, ())[1] == status


@row_by_row(
    ("heading", "players", "played", "votes", "pounds", "options"),
    [
        (SET_UP + ", 2 players", 2, STANDARD, [42, 42], [11, 10], {}),
        (SET_UP + ", 3 players", 3, STANDARD, [38, 37, 37], [6, 6, 5], {}),
        (SET_UP + ", 4 players", 4, STANDARD, [38, 38, 37, 37], [7, 6, 6, 5], {}),
        (SET_UP + ", 5 players", 5, STANDARD, [32, 31, 31, 30, 30], [6, 6, 5, 5, 4], {}),
        (HANDICAPS + ", the example", 4, (ELECTION, SOCIETY), [39, 38, 38, 37], None, {}),
        (HANDICAPS + ", all three", 5, ALL_THREE, [31, 31, 31, 30, 30], [6, 5, 5, 5, 4], {}),
        (HANDICAPS + ", all three", 2, ALL_THREE, [42, 42], [11, 10], {}),
        (HANDICAPS + ", all three in any order", 3, ALL_THREE[::-1], [38, 37, 37], [6, 6, 5], {}),
        (HANDICAPS + ", no election", 5, (POSSESSIONS, SOCIETY), None, [6, 6, 5, 5, 4], {}),
        (HANDICAPS + ", on top of corrections", 3, STANDARD, [21, 20, 20], [9, 9, 8], {"votes": 20, "pounds": 8}),
        (HANDICAPS + ", on top of corrections", 3, STANDARD, [21, 20, 20], [6, 6, 5], {"votes": 20}),
        (HANDICAPS + ", on top of corrections", 3, STANDARD, [38, 37, 37], [9, 9, 8], {"pounds": 8}),
        (SCORING + ", never above 44", 5, STANDARD, [44, 44, 44, 43, 43], [6, 6, 5, 5, 4], {"votes": 43}),
        (SCORING + ", never above 44", 2, STANDARD, [44, 44], [11, 10], {"votes": 60}),
        (WILL + ", 70 pounds and no handicaps", 4, (LAST_WILL, ELECTION), [37] * 4, [70] * 4, {}),
        (WILL + ", the other set-up stays", 2, (LAST_WILL, ELECTION, SOCIETY), [42, 42], [70, 70], {}),
        (WILL + ", 70 can be corrected", 5, (LAST_WILL, ELECTION), [30] * 5, [100] * 5, {"pounds": 100}),
    ],
)
def test_starting_numbers_include_handicaps_and_corrections(heading, players, played, votes, pounds, options):
    holding = "properties" if LAST_WILL in played else "tiles"
    entries = () if pounds is None else everybody(players, holding)
    answer = sheet(players, played, entries, **({"start": options} if options else {}))
    names = list(NAMES[:players])
    if votes is not None:
        assert part(answer, ELECTION) == dict(zip(names, votes, strict=True))
    if pounds is not None:
        purse = next(each for each in played if each in (POSSESSIONS, LAST_WILL))
        assert part(answer, purse) == dict(zip(names, pounds, strict=True))
    assert (answer["round"], answer["order"], answer["next"], answer["finished"]) == (1, names, None, False)


@row_by_row(
    ("heading", "players", "played", "handicaps"),
    [
        (
            HANDICAPS + ", the example",
            4,
            (ELECTION, SOCIETY),
            [("2 more votes", "marker"), ("1 more vote", "marker"), ("1 more vote",), ()],
        ),
        (HANDICAPS + ", round and round", 3, STANDARD, [("pound", "vote"), ("pound",), ()]),
        (
            HANDICAPS + ", round and round",
            5,
            ALL_THREE,
            [
                ("2 more pounds", "1 more vote", "marker"),
                ("1 more pound", "vote", "marker"),
                ("pound", "vote"),
                ("pound",),
                (),
            ],
        ),
        (WILL + ", no handicaps", 3, (LAST_WILL, ELECTION, SOCIETY), [(), (), ()]),
    ],
)
def test_handicaps_are_described(heading, players, played, handicaps):
    seats = RULEBOOK.pages.board(replayed(players, played, ()).state).set_up.seats
    for seat, wanted in zip(seats, handicaps, strict=True):
        counted, open_ = ([word for word in wanted if (word == "marker") is still] for still in (False, True))
        for said, words in ((seat.counted, counted), (seat.open, open_)):
            assert all(word in str(sentence) for sentence, word in zip(said, words, strict=True))


@row_by_row(
    ("heading", "players", "played", "count"),
    [
        (SET_UP + ", errand boys", 2, STANDARD, 5),
        (SET_UP + ", errand boys", 3, STANDARD, 4),
        (SET_UP + ", errand boys", 4, STANDARD, 4),
        (SET_UP + ", errand boys", 5, STANDARD, 3),
        (SET_UP + ", one more with all three", 2, ALL_THREE, 6),
        (SET_UP + ", one more with all three", 5, ALL_THREE, 4),
        (WILL + ", one extra", 5, (LAST_WILL, SOCIETY), 1),
        (WILL + ", two extra", 5, (LAST_WILL, SOCIETY, ELECTION), 2),
    ],
)
def test_number_of_errand_boys_is_shown(heading, players, played, count):
    said = str(RULEBOOK.pages.board(replayed(players, played, ()).state).set_up.errand_boys)
    assert re.findall("[0-9]+", said) == [str(count)]
    assert ("planning board" in said) == (LAST_WILL in played)


# Changing numbers of Anneli, who plays first of two with possessions and election, and so takes one pound more.


@row_by_row(
    ("heading", "plays", "votes"),
    [
        (VOTES, ("Anneli votes -1",), 41),
        (VOTES, ("Anneli votes -1", "Anneli votes -4", "Benito votes -9"), 37),
        (VOTES + ", handed back", ("Anneli votes -3", "Anneli votes +2"), 41),
        (SCORING + ", never above 44", ("Anneli votes +5",), 44),
        (SCORING + ", never above 44, and what was lost stays lost", ("Anneli votes +5", "Anneli votes -1"), 43),
        (SCORING + ", never above 44", ("Anneli votes =50",), 44),
        (SCORING + ", below 0", ("Anneli votes -50",), -8),
        (SCORING + ", below 0", ("Anneli votes -50", "Anneli votes -1"), -9),
        (SCORING + ", below 0", ("Anneli votes =-3",), -3),
        (VOTES + ", a number instead of a change", ("Anneli votes -3", "Anneli votes =30"), 30),
        (VOTES + ", nothing", ("Anneli votes 0",), 42),
    ],
)
def test_votes_add_up(heading, plays, votes):
    assert part(sheet(2, STANDARD, plays), ELECTION)["Anneli"] == votes


@row_by_row(
    ("heading", "plays", "purse", "tiles"),
    [
        (SCORING + ", money, values and 3 for each tile", ("Anneli tiles 6 5 3",), 11, (6, 5, 3)),
        (SCORING + ", a worthless tile costs 3", ("Anneli tiles 0",), 11, (0,)),
        (SCORING + ", none left", ("Anneli tiles",), 11, ()),
        (SCORING + ", entered again", ("Anneli tiles 6 5 3", "Anneli tiles 5 3 3"), 11, (5, 3, 3)),
        (MONEY, ("Anneli tiles 6", "Anneli coins -4"), 7, (6,)),
        (MONEY + ", coins are taken", ("Anneli tiles 6", "Anneli coins +2"), 13, (6,)),
        (MONEY + ", all that there is", ("Anneli tiles 6", "Anneli coins -11"), 0, (6,)),
        (MONEY + ", no more than there is", ("Anneli tiles 6", "Anneli coins -14"), 0, (6,)),
        (MONEY + ", no more than there is, ever", ("Anneli tiles 6", "Anneli coins -14", "Anneli coins -1"), 0, (6,)),
        (MONEY + ", what was not spent is not owed", ("Anneli tiles 6", "Anneli coins -14", "Anneli coins 2"), 2, (6,)),
        (MONEY + ", debt without possessions", ("Anneli tiles", "Anneli coins -14"), -3, ()),
        (MONEY + ", deeper", ("Anneli tiles", "Anneli coins -14", "Anneli coins -2"), -5, ()),
        (MONEY + ", out of debt", ("Anneli tiles", "Anneli coins -14", "Anneli coins +4"), 1, ()),
        (
            RULING + ": tiles never entered count as held",
            ("Anneli coins -14", "Anneli tiles", "Anneli coins -1"),
            -1,
            (),
        ),
        (RULING + ": a number is taken as it is", ("Anneli tiles 6", "Anneli coins =-4"), -4, (6,)),
        (RULING + ": a debt stays", ("Anneli tiles 6", "Anneli coins =-4", "Anneli coins -2"), -4, (6,)),
        (RULING + ": a debt can be paid", ("Anneli tiles 6", "Anneli coins =-4", "Anneli coins +3"), -1, (6,)),
        (
            RULING + ": a debt stays when tiles come",
            ("Anneli tiles", "Anneli coins -14", "Anneli tiles 2", "Anneli coins -2"),
            -3,
            (2,),
        ),
        (SELL, ("Anneli tiles 6 5", "Anneli sell 6 0"), 17, (5,)),
        (SELL + ", less a discount", ("Anneli tiles 6 5", "Anneli sell 6 2"), 15, (5,)),
        (SELL + ", one of two alike", ("Anneli tiles 5 5", "Anneli sell 5 1"), 15, (5,)),
        (SELL + ", the last one", ("Anneli tiles 6", "Anneli sell 6 2", "Anneli coins -16"), -1, ()),
        (SELL + ", for nothing", ("Anneli tiles 3", "Anneli sell 3 3"), 11, ()),
        (SELL + ", never for less than nothing", ("Anneli tiles 3", "Anneli sell 3 5"), 11, ()),
        (SELL + ", twice, the discount on each", ("Anneli tiles 6 4", "Anneli sell 6 3", "Anneli sell 4 3"), 15, ()),
        (EXCHANGE + ", the example: 6 for 1, limit 3", ("Anneli tiles 6 4", "Anneli exchange 6 1 3"), 13, (4, 1)),
        (EXCHANGE + ", within the limit", ("Anneli tiles 6 4", "Anneli exchange 6 3 3"), 11, (4, 3)),
        (EXCHANGE + ", one over", ("Anneli tiles 6 4", "Anneli exchange 6 2 3"), 12, (4, 2)),
        (EXCHANGE + ", limit 2", ("Anneli tiles 6", "Anneli exchange 6 1 2"), 14, (1,)),
        (EXCHANGE + ", without a limit", ("Anneli tiles 6", "Anneli exchange 6 0"), 11, (0,)),
        (RULING + ": 999 is no limit", ("Anneli tiles 6", "Anneli exchange 6 0 999"), 11, (0,)),
        (EXCHANGE + ", for more", ("Anneli tiles 2", "Anneli exchange 2 6 3"), 11, (6,)),
        (EXCHANGE + ", for the same", ("Anneli tiles 2 3", "Anneli exchange 2 2 0"), 11, (3, 2)),
        (EXCHANGE + ", and sold", ("Anneli tiles 6", "Anneli exchange 6 1 3", "Anneli sell 1 0"), 14, ()),
    ],
)
def test_possessions_are_scored_after_sales_and_exchanges(heading, plays, purse, tiles):
    after = replayed(2, STANDARD, plays)
    assert not after.conflicts
    shown = entry(after.state, 0, POSSESSIONS).purse
    assert (shown.pounds, shown.values) == (purse, tuple(sorted(tiles, reverse=True)))
    assert part(sheet(2, STANDARD, plays), POSSESSIONS)["Anneli"] == purse + sum(tiles) + 3 * len(tiles)


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (WILL + ", pounds and market values", ("Anneli properties 20 5",), 95),
        (WILL + ", nothing for each property", ("Anneli properties 0",), 70),
        (WILL + ", the market changes", ("Anneli properties 20 5", "Anneli properties 18 6"), 94),
        (WILL + ", none left", ("Anneli properties",), 70),
        (WILL + ", spending", ("Anneli properties 8", "Anneli coins -30"), 48),
        (RULING + ": no debt with a property", ("Anneli properties 8", "Anneli coins -80"), 8),
        (RULING + ": debt without properties", ("Anneli properties", "Anneli coins -80"), -10),
        (RULING + ": no debt before they are entered", ("Anneli coins -80", "Anneli properties"), 0),
    ],
)
def test_last_will_is_scored(heading, plays, expected):
    assert part(sheet(2, (LAST_WILL, SOCIETY), plays), LAST_WILL)["Anneli"] == expected


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (SCORING + ", the sum of four", ("Anneli markers 12 9 8 6",), 35),
        (MARKERS + ", the topmost row is 16", ("Anneli markers 16 16 16 16",), 64),
        (SCORING + ", below 0", ("Anneli markers 0 -1 -2 1",), -2),
        (MARKERS + ", moved", ("Anneli markers 12 9 8 6", "Anneli markers 12 9 8 5"), 34),
        (MARKERS + ", moves", ("Anneli markers 12 9 8 6", "Anneli moves 0 -2 0 1", "Anneli moves -1 0 0 0"), 33),
        (MARKERS + ", up to the topmost row", ("Anneli markers 12 9 8 6", "Anneli moves 4 0 0 0"), 39),
        (MARKERS + ", moves below 0", ("Anneli markers 0 0 0 0", "Anneli moves -1 -2 0 0"), -3),
        (RULING + ": unknown before they are entered", (), None),
    ],
)
def test_society_is_scored_from_the_markers(heading, plays, expected):
    answer = sheet(2, (ELECTION, SOCIETY), plays)
    assert part(answer, SOCIETY) == {"Anneli": expected, "Benito": None}
    assert (lines(answer)["Anneli"]["total"] is None) == (expected is None)


@row_by_row(
    ("given", "answer"),
    [
        ({}, "unreadable"),
        ({"markers": [8, 7, 6, 5], "moves": [0, 0, 0, 0]}, "unreadable"),
        ({"moves": [1, "0", 0, 0]}, "unreadable"),
        ({"moves": [0, 0, 0, 0]}, "refused"),
    ],
)
def test_influence_needs_either_markers_or_moves(given, answer):
    """Source: the game document: exactly one of the two."""
    assert answer in score(2, (ELECTION, SOCIETY), ({"kind": "influence", "player": "Anneli"} | given,))[0]


def test_inserted_move_changes_later_numbers():
    """Source: "Scoring Moves on the Scoreboard"."""
    plays = (*everybody(2, "markers 13 9 8 6"), "park 1 2 : 2 1", "end", "Anneli moves 0 0 -2 0")
    forgotten = (*plays[:3], "Anneli moves -1 0 0 0", *plays[3:])
    totals = [part(sheet(2, (ELECTION, SOCIETY), each), SOCIETY)["Anneli"] for each in (plays, forgotten)]
    assert totals == [34, 33]


# Hyde Park.


@row_by_row(
    ("heading", "players", "park", "changes"),
    [
        (PARK + ", Example 1", COLOURS, "park 2 2 2 2 : 3 1 0", [1, 1, 1, 1]),
        (PARK + ", Example 2", COLOURS, "park 4 4 3 1 : 4 2 1", [-4, -4, -1, 1]),
        (PARK + ", four ranks", COLOURS, "park 1 2 3 4 : 4 2 1", [1, -1, -2, -4]),
        (PARK + ", two share the second", COLOURS, "park 4 3 3 1 : 4 2 1", [-4, -2, -2, 1]),
        (PARK + ", three share the first", COLOURS, "park 3 3 3 1 : 4 2 1", [-4, -4, -4, 1]),
        (PARK + ", two with the fewest", COLOURS, "park 3 1 2 1 : 4 2 1", [-4, 1, -2, 1]),
        (PARK + ", three with the fewest", COLOURS, "park 0 0 2 0 : 4 2 1", [1, 1, -4, 1]),
        (PARK + ", nobody has any", COLOURS, "park 0 0 0 0 : 2 1 0", [1, 1, 1, 1]),
        (PARK + ", nothing for the third", COLOURS, "park 4 3 2 1 : 3 1 0", [-3, -1, 0, 1]),
        (PARK + ", two players", 2, "park 2 1 : 2 1", [-2, 1]),
        (PARK + ", two players level", 2, "park 2 2 : 2 1", [1, 1]),
        (PARK + ", five players level, without rewards", 5, "park 2 2 2 2 2", [1, 1, 1, 1, 1]),
        (PARK + ", three players", 3, "park 1 3 5 : 3 1", [1, -1, -3]),
        (PARK + ", three players, two first", 3, "park 5 3 5 : 3 1", [-3, 1, -3]),
        (PARK + ", a third reward for nobody", 3, "park 1 3 5 : 3 1 9", [1, -1, -3]),
        (PARK + ", five players, nothing for the fourth", 5, "park 5 4 3 2 1 : 4 2 1", [-4, -2, -1, 0, 1]),
        (PARK + ", five players, two thirds", 5, "park 5 4 3 3 1 : 4 2 1", [-4, -2, -1, -1, 1]),
        (PARK + ", five players, two first, two third", 5, "park 5 5 3 3 1 : 4 2 1", [-4, -4, -1, -1, 1]),
        (PARK + ", five players, three first", 5, "park 5 5 5 3 1 : 4 2 1", [-4, -4, -4, 0, 1]),
    ],
)
def test_hyde_park_changes_votes_by_rank(heading, players, park, changes):
    played = (ELECTION, SOCIETY)
    before = part(sheet(players, played, ()), ELECTION)
    after = part(sheet(players, played, (park,)), ELECTION)
    names = NAMES[:players] if isinstance(players, int) else players
    assert [after[name] - before[name] for name in names] == changes


def test_hyde_park_never_raises_votes_above_44():
    answer = sheet(3, (ELECTION, SOCIETY), ("Anneli votes =44", "Benito votes =43", "park 1 1 1 : 2 1"))
    assert part(answer, ELECTION) == {"Anneli": 44, "Benito": 44, "Anja": 38}


@row_by_row(
    ("heading", "park", "changes"),
    [
        (PARK + ", round 4, last column", "park 3 2 1", [-4, -2, 1]),
        (PARK + ", round 4, level", "park 2 2 1", [-4, -4, 1]),
        (PARK + ", round 4, typed all the same", "park 3 2 1 : 3 1", [-3, -1, 1]),
    ],
)
@row_by_row("more", [(), ("park 1 1 1", "end")], ids=["round 4", "round 5"])
def test_hyde_park_of_the_last_rounds_has_fixed_rewards(heading, park, changes, more):
    played, entered = (ELECTION, POSSESSIONS), everybody(3, "tiles 6")
    before = part(sheet(3, played, (*entered, *THREE_ROUNDS, *more)), ELECTION)
    after = part(sheet(3, played, (*entered, *THREE_ROUNDS, *more, park)), ELECTION)
    assert [after[name] - before[name] for name in NAMES[:3]] == changes


# Refusals and their codes. READY enters everything required.

READY = everybody(3, "tiles 6 5", "markers 8 7 6 5")
HELD = ("park 1 2 3 : 2 1",)
WITH_WILL = (LAST_WILL, ELECTION, SOCIETY)
READY_WITH_WILL = (*everybody(3, "properties 6 5", "markers 8 7 6 5"), *HELD)


@row_by_row(
    ("heading", "played", "before", "line", "code", "named"),
    [
        (VOTES, (POSSESSIONS, SOCIETY), (), "Anja votes -1", "no-such-competition", ["Election", "Society"]),
        (PARK, (POSSESSIONS, SOCIETY), (), "park 1 2 3 : 2 1", "no-such-competition", ["Election", "Possessions"]),
        (MONEY, (ELECTION, SOCIETY), (), "Anja coins -1", "no-such-competition", ["Possessions", "Election"]),
        (SCORING, (ELECTION, SOCIETY), (), "Anja tiles 6", "no-such-competition", ["Possessions"]),
        (SELL, (ELECTION, SOCIETY), (), "Anja sell 6 0", "no-such-competition", ["Possessions"]),
        (EXCHANGE, (ELECTION, SOCIETY), (), "Anja exchange 6 1 3", "no-such-competition", ["Possessions"]),
        (MARKERS, STANDARD, (), "Anja markers 8 7 6 5", "no-such-competition", ["Society", "Possessions and Election"]),
        (WILL, ALL_THREE, (), "Anja properties 6", "no-such-competition", ["Last Will", "Possessions"]),
        (WILL, WITH_WILL, (), "Anja tiles 6", "no-such-competition", ["Last Will"]),
        (WILL, WITH_WILL, (), "Anja sell 6 0", "no-such-competition", ["Last Will"]),
        (WILL, WITH_WILL, (), "Anja exchange 6 1 3", "no-such-competition", ["Last Will"]),
        (SCORING, ALL_THREE, (), "Anja tiles 6 -1", "negative-number", ["Anja", "−1"]),
        (WILL, WITH_WILL, (), "Anja properties -4 2", "negative-number", ["Anja", "−4"]),
        (SELL, ALL_THREE, READY, "Anja sell -6 0", "negative-number", ["−6"]),
        (SELL, ALL_THREE, READY, "Anja sell 6 -1", "negative-number", ["−1"]),
        (EXCHANGE, ALL_THREE, READY, "Anja exchange -6 1 3", "negative-number", ["−6"]),
        (EXCHANGE, ALL_THREE, READY, "Anja exchange 6 -1 3", "negative-number", ["−1"]),
        (EXCHANGE, ALL_THREE, READY, "Anja exchange 6 1 -3", "negative-number", ["−3"]),
        (SELL, ALL_THREE, READY, "Anja sell 4 0", "no-such-tile", ["Anja", "4", "6 and 5"]),
        (SELL, ALL_THREE, (), "Anja sell 4 0", "no-such-tile", ["Anja", "4"]),
        (SELL, ALL_THREE, ("Anja tiles",), "Anja sell 4 0", "no-such-tile", ["Anja", "4"]),
        (SELL, ALL_THREE, ("Anja tiles 4", "Anja sell 4 0"), "Anja sell 4 0", "no-such-tile", ["Anja", "4"]),
        (SELL, ALL_THREE, ("Anja tiles 5", "Benito tiles 4"), "Anja sell 4 0", "no-such-tile", ["Anja", "5"]),
        (EXCHANGE, ALL_THREE, READY, "Anja exchange 4 1 3", "no-such-tile", ["Anja", "4", "6 and 5"]),
        (EXCHANGE, ALL_THREE, (), "Anja exchange 4 1 3", "no-such-tile", ["Anja", "4"]),
        (EXCHANGE, ALL_THREE, ("Anja tiles 4", "Anja exchange 4 1 3"), "Anja sell 4 0", "no-such-tile", ["1"]),
        (MARKERS, ALL_THREE, (), "Anja markers 8 7 6", "four-markers", ["Anja", "3"]),
        (MARKERS, ALL_THREE, (), "Anja markers 8 7 6 5 4", "four-markers", ["Anja", "5"]),
        (MARKERS, ALL_THREE, (), "Anja markers", "four-markers", ["Anja", "0"]),
        (MARKERS, ALL_THREE, (), "Anja markers 8 17 6 5", "no-such-number", ["Anja", "17", "16"]),
        (MARKERS, STANDARD, (), "Anja moves 0 0 0 0", "no-such-competition", ["Society"]),
        (MARKERS, ALL_THREE, READY, "Anja moves 1 2 3", "four-markers", ["Anja", "3"]),
        (MARKERS, ALL_THREE, (), "Anja moves 0 0 0 0", "markers-missing", ["Anja"]),
        (MARKERS, ALL_THREE, READY, "Anja moves 0 10 0 0", "no-such-number", ["Anja", "17", "16"]),
        (PARK, ALL_THREE, HELD, "park 1 2 3 : 2 1", "hyde-park-done", ["round 1", "entry 1"]),
        (PARK, ALL_THREE, (), "park 1 -2 3 : 2 1", "negative-number", ["Benito", "−2"]),
        (PARK, ALL_THREE, (), "park 1 2 3 : 2 -1", "negative-number", ["−1"]),
        (PARK, ALL_THREE, (), "park 1 2 : 2 1", "megaphones-missing", ["Anja"]),
        (PARK, ALL_THREE, (), "park : 2 1", "megaphones-missing", ["Anneli", "Benito", "Anja"]),
        (PARK, ALL_THREE, (), "park 1 2 3", "rewards-missing", ["round 1"]),
        (PARK, ALL_THREE, (), "park 1 2 3 : 2", "rewards-missing", ["2", "1"]),
        (PARK, ALL_THREE, (), "park 1 2 3 :", "rewards-missing", ["2", "0"]),
        (END + ", Hyde Park first", ALL_THREE, READY, "end", "hyde-park-missing", ["round 1"]),
        (END, ALL_THREE, (*READY, *HELD, "end"), "end", "hyde-park-missing", ["round 2"]),
        (SCORING, ALL_THREE, (*READY[2:], *HELD), "end", "state-missing", ["tiles", "markers", "Anneli"]),
        (SCORING, ALL_THREE, (*READY[1:], *HELD), "end", "state-missing", ["tiles", "Anneli"]),
        (SCORING, ALL_THREE, (*READY[:-1], *HELD), "end", "state-missing", ["markers", "Anja"]),
        (SCORING, ALL_THREE, (*READY[:-1], *HELD), "stop", "state-missing", ["markers", "Anja"]),
        (SCORING, ALL_THREE, (), "stop", "state-missing", ["tiles", "markers", "Anneli, Benito and Anja"]),
        (WILL, WITH_WILL, (*READY_WITH_WILL[1:],), "end", "state-missing", ["properties", "Anneli"]),
        (WILL, WITH_WILL, (*READY_WITH_WILL[1:],), "stop", "state-missing", ["properties", "Anneli"]),
        (ORDER, ALL_THREE, (*READY, *HELD), "end Anja=0", "no-such-spot", ["Anja", "0", "3"]),
        (ORDER, ALL_THREE, (*READY, *HELD), "end Anja=4", "no-such-spot", ["Anja", "4", "3"]),
        (ORDER, ALL_THREE, (*READY, *HELD), "end Anja=-1", "no-such-spot", ["Anja", "−1"]),
        (ORDER, ALL_THREE, (*READY, *HELD), "end Anja=2 Benito=2", "spot-taken", ["Anja", "Benito", "2"]),
        (WILL, WITH_WILL, READY_WITH_WILL, "end Anja Benito", "wrong-order", ["Anneli"]),
        (WILL, WITH_WILL, READY_WITH_WILL, "end Anja Benito Anja", "wrong-order", ["Anja"]),
        (WILL, WITH_WILL, READY_WITH_WILL, "end Anja Benito Anneli Anja", "wrong-order", ["Anja"]),
        (WILL, WITH_WILL, READY_WITH_WILL, {"kind": "end-round", "order": []}, "wrong-order", ["Anneli"]),
        (END, ALL_THREE, (*READY, "stop"), "Anja votes -1", "game-over", []),
        (END, ALL_THREE, (*READY, "stop"), "stop", "game-over", []),
        ("Unknown player", ALL_THREE, (), "Adrian votes -1", "unknown-player", ["Adrian"]),
        ("Unknown player", ALL_THREE, (), "end Adrian=1", "unknown-player", ["Adrian"]),
        ("Unknown player", WITH_WILL, (), "end Anja Benito Adrian", "unknown-player", ["Adrian"]),
        (
            "Unknown player",
            ALL_THREE,
            (),
            {"kind": "hyde-park", "megaphones": {"Anneli": 1, "Benito": 1, "Anja": 1, "Adrian": 1}, "rewards": [2, 1]},
            "unknown-player",
            ["Adrian"],
        ),
        ("Unknown kind", ALL_THREE, (), {"kind": "duel"}, "unknown-kind", ["duel"]),
    ],
)
def test_illegal_plays_are_refused(heading, played, before, line, code, named):
    sheet(3, played, before)
    answer, status = score(3, played, (*before, line))
    assert status == 1
    assert [(each["play"], each["code"]) for each in answer["refused"]] == [(len(before) + 1, code)]
    about, fields = refused_fields(document(3, played, (*before, line)))
    assert about in fields
    message = answer["refused"][0]["message"]
    assert message.endswith(".")
    assert [name for name in named if name not in message] == []


@row_by_row(
    ("players", "line"),
    [
        (4, "park 1 2 3 4 : 2 1"),
        (4, "park 1 1 1 1 : 2 1"),
        (5, "park 1 2 3 4 5 : 2 1"),
        (5, "park 1 2 3 4 5"),
        (2, "park 1 2 : 2"),
    ],
)
def test_hyde_park_phase_missing_rewards_are_refused(players, line):
    answer, _ = score(players, STANDARD, (line,))
    assert [each["code"] for each in answer["refused"]] == ["rewards-missing"]


@row_by_row(("players", "line"), [(3, "park 3 2 1 : 4"), (4, "park 4 3 2 1 : 4 2"), (3, "park 3 2 1 :")])
def test_ruling_partial_rewards_in_round_4_are_refused(players, line):
    rounds = [line.replace("1 2 3 : 2 1", " ".join("1" * players) + " : 2 1 0") for line in THREE_ROUNDS]
    answer, _ = score(players, STANDARD, (*everybody(players, "tiles 6"), *rounds, line))
    assert [each["code"] for each in answer["refused"]] == ["rewards-missing"]


@row_by_row(
    ("heading", "played", "line"),
    [
        ("either a change or a number", STANDARD, {"kind": "votes", "player": "Anja"}),
        ("either a change or a number", STANDARD, {"kind": "votes", "player": "Anja", "change": 1, "to": 3}),
        ("either a change or a number", STANDARD, {"kind": "coins", "player": "Anja", "change": 1, "to": 3}),
        ("either a change or a number", STANDARD, {"kind": "coins", "player": "Anja", "change": None, "to": 3}),
        ("more than three rewards", STANDARD, {"kind": "hyde-park", "megaphones": {}, "rewards": [4, 2, 1, 0]}),
        ("an order without Last Will", STANDARD, {"kind": "end-round", "order": ["Anneli", "Benito", "Anja"]}),
        ("spots with Last Will", WITH_WILL, {"kind": "end-round", "reserved": {}}),
    ],
)
def test_malformed_plays_are_unreadable(heading, played, line):
    answer, status = score(3, played, (*everybody(3, "votes 0"), line))
    assert status == 2
    assert answer["unreadable"].startswith("play 4")


# Rounds, order and the end.


@row_by_row(
    ("heading", "players", "ends", "order"),
    [
        (ORDER + ", nobody reserved", 4, ["end"], "Red Yellow Blue Green"),
        (ORDER + ", the example", 4, ["end Red=3 Blue=1"], "Blue Yellow Red Green"),
        (ORDER + ", last and first", 4, ["end Red=4"], "Yellow Blue Green Red"),
        (ORDER + ", all reserved", 4, ["end Red=4 Yellow=3 Blue=2 Green=1"], "Green Blue Yellow Red"),
        (ORDER + ", one's own spot", 4, ["end Yellow=2"], "Red Yellow Blue Green"),
        (ORDER + ", the relative order of the last round", 4, ["end Green=1", "end Blue=1"], "Blue Green Red Yellow"),
        (ORDER + ", kept for another round", 4, ["end Green=1", "end"], "Green Red Yellow Blue"),
        (ORDER + ", the middle ones", 4, ["end Red=2 Green=3"], "Yellow Red Green Blue"),
    ],
)
def test_order_of_play_follows_the_reserved_spots(heading, players, ends, order):
    plays = [f"{name} tiles 6" for name in COLOURS]
    for end in ends:
        plays += ["park 1 1 1 1 : 2 1 0", end]
    answer = sheet(COLOURS, STANDARD, plays)
    assert (" ".join(answer["order"]), answer["round"], answer["finished"]) == (order, len(ends) + 1, False)


@row_by_row(
    ("heading", "ends", "order"),
    [
        (WILL + ", the planning phase orders", ["end Anja Anneli Benito"], "Anja Anneli Benito"),
        (WILL + ", left out: unchanged", ["end Anja Anneli Benito", "end"], "Anja Anneli Benito"),
        (WILL + ", again", ["end Anja Anneli Benito", "end Benito Anja Anneli"], "Benito Anja Anneli"),
    ],
)
def test_order_with_last_will_follows_the_planning(heading, ends, order):
    plays = [*everybody(3, "properties 6", "markers 8 7 6 5"), *ends]
    assert " ".join(sheet(3, (LAST_WILL, SOCIETY), plays)["order"]) == order


FIVE_ROUNDS = ("end",) * 5
CALM = everybody(3, "tiles 6", "markers 8 7 6 5")


@row_by_row(
    ("heading", "plays", "round_number", "over"),
    [
        (END + ", not at the start", (), 1, False),
        (END + ", not after one round", ("end",), 2, False),
        (END + ", not after four rounds", FIVE_ROUNDS[1:], 5, False),
        (END + ", after five rounds", FIVE_ROUNDS, 5, True),
        (END + ", a score of 0", ("Benito markers 0 0 0 0", "end"), 1, True),
        (END + ", a score below 0", ("Benito markers 0 0 0 -2", "end"), 1, True),
        (END + ", a score of 1", ("Benito markers 0 0 0 1", "end"), 2, False),
        (END + ", in any competition", ("Anja tiles", "Anja coins -5", "end"), 1, True),
        (END + ", in any competition", ("Anja tiles", "Anja coins -4", "end"), 2, False),
        (END + ", in a later round", ("end", "end", "Anja markers 0 0 0 0", "end"), 3, True),
        (END + ", not within the round", ("Benito markers 0 0 0 0",), 1, False),
        (END + ", it dips and comes back", ("Benito markers 0 0 0 0", "Benito markers 0 0 0 1", "end"), 2, False),
        (MONEY + ", never at 0 with possessions", ("Benito tiles 0", "Benito coins -99", "end"), 2, False),
        (RULING + ": a debt with a tile can be", ("Benito coins =-9", "end"), 1, True),
        (RULING + ": the table stops", ("stop",), 1, True),
        (RULING + ": the table stops", ("end", "stop"), 2, True),
    ],
)
def test_game_ends_after_five_rounds_or_at_0(heading, plays, round_number, over):
    answer = sheet(3, (POSSESSIONS, SOCIETY), (*CALM, *plays))
    assert (answer["round"], answer["finished"], answer["next"]) == (round_number, over, None)
    if over:
        refused, _ = score(3, (POSSESSIONS, SOCIETY), (*CALM, *plays, "Anneli coins -1", "end", "stop"))
        assert [each["code"] for each in refused["refused"]] == ["game-over"] * 3


@row_by_row(
    ("heading", "votes", "over"),
    [
        (END + ", after Hyde Park", 2, True),
        (END + ", after Hyde Park", 3, False),
        (END + ", below 0", 0, True),
    ],
)
def test_game_ends_with_0_votes_after_the_round(heading, votes, over):
    plays = (*everybody(2, "markers 8 7 6 5"), f"Anneli votes ={votes}", "park 2 1 : 2 1", "end")
    assert sheet(2, (ELECTION, SOCIETY), plays)["finished"] is over


def test_votes_back_above_0_in_hyde_park_continue_the_game():
    plays = (*everybody(2, "markers 8 7 6 5"), "Anneli votes =0", "park 1 2 : 2 1", "end")
    assert sheet(2, (ELECTION, SOCIETY), plays)["finished"] is False


def test_ruling_order_after_the_last_round_still_moves_on():
    answer = sheet(3, (POSSESSIONS, SOCIETY), (*CALM, *FIVE_ROUNDS[1:], "end Anja=1"))
    assert (answer["round"], answer["order"]) == (5, ["Anja", "Anneli", "Benito"])


@row_by_row(
    ("heading", "plays", "remarked"),
    [
        ("entered in the round", ("end",), {}),
        ("entered in the first round only", ("end", "end"), {8: ["Anneli", "Benito", "Anja", "2"]}),
        ("one did", ("end", "Anja markers 8 7 6 5", "end"), {9: ["Anneli and Benito", "2"]}),
        ("one for each round", ("end", "end", "end"), {8: ["round 2"], 9: ["round 3"]}),
        ("everybody did", ("end", *everybody(3, "markers 8 7 6 5"), "end"), {}),
        ("everybody moved", ("end", *everybody(3, "moves 0 0 0 0"), "end"), {}),
        ("a stop is no end of a round", ("end", "stop"), {}),
        ("the last round too", ("end", "Anja markers 0 0 0 0", "end"), {9: ["Anneli and Benito"]}),
    ],
)
def test_missing_markers_are_reported(heading, plays, remarked):
    answer = sheet(3, (POSSESSIONS, SOCIETY), (*CALM, *plays))
    assert [(each["play"], each["code"]) for each in answer["remarks"]] == [
        (number, "influence-unchanged") for number in remarked
    ]
    for each in answer["remarks"]:
        assert [name for name in remarked[each["play"]] if name not in each["message"]] == []


def test_table_without_society_has_no_remarks():
    answer = sheet(3, STANDARD, (*everybody(3, "tiles 6"), *HELD, "end", *HELD, "end"))
    assert answer["remarks"] == []


# Winners.


def finals(*rows):
    """Yield plays that bring the players to these scores in possessions, election and society."""
    for name, (purse, votes, influence) in zip(NAMES, rows, strict=False):
        yield from (f"{name} tiles", f"{name} coins ={purse}", f"{name} votes ={votes}")
        yield f"{name} markers {influence} 0 0 0" if influence <= 16 else f"{name} markers {influence - 48} 16 16 16"
    yield "stop"


@row_by_row(
    ("heading", "rows", "places"),
    [
        (SCORING + ", the highest counts", [(5, 9, 1), (3, 8, 8)], [("Benito", 1, 8), ("Anneli", 2, 9)]),
        (SCORING + ", the lowest sum is no matter", [(0, 10, 0), (9, 9, 9)], [("Benito", 1, 9), ("Anneli", 2, 10)]),
        (SCORING + ", the second highest", [(9, 4, 1), (9, 3, 3)], [("Benito", 1, 9), ("Anneli", 2, 9)]),
        (SCORING + ", wherever it is", [(9, 4, 1), (3, 9, 1)], [("Benito", 1, 9), ("Anneli", 2, 9)]),
        (SCORING + ", the third highest", [(9, 4, 1), (4, 9, 0)], [("Benito", 1, 9), ("Anneli", 2, 9)]),
        (SCORING + ", level in all three is shared", [(9, 4, 1), (1, 9, 4)], [("Anneli", 1, 9), ("Benito", 1, 9)]),
        (
            SCORING + ", 1, 1, 3",
            [(9, 5, 1), (9, 4, 1), (1, 9, 4)],
            [("Benito", 1, 9), ("Anja", 1, 9), ("Anneli", 3, 9)],
        ),
        (SCORING + ", below 0", [(-1, -2, -3), (-1, -3, -3)], [("Benito", 1, -1), ("Anneli", 2, -1)]),
    ],
)
def test_winner_has_the_lowest_highest_score(heading, rows, places):
    answer = sheet(len(rows), ALL_THREE, finals(*rows))
    assert [(line["player"], line["place"], line["total"]) for line in answer["standings"]] == places
    for name, row in zip(NAMES, rows, strict=False):
        line, falling = lines(answer)[name], sorted(row, reverse=True)
        assert line["parts"] == dict(zip(ALL_THREE, row, strict=True))
        assert (line["total"], line["tie_break"]) == (falling[0], {"second": falling[1], "third": falling[2]})


def test_two_competitions_have_no_third_tie_break():
    answer = sheet(2, STANDARD, ("Anneli tiles 5 5", "Benito tiles"))
    assert [(line["player"], line["total"], line["tie_break"]) for line in answer["standings"]] == [
        ("Benito", 42, {"second": 10}),
        ("Anneli", 42, {"second": 27}),
    ]


def test_ruling_unknown_totals_come_last_and_share_a_place():
    answer = sheet(4, ALL_THREE, ("Anja tiles 6", "Anja markers 8 7 6 5", "Benito tiles 6", "Anneli markers 1 1 1 1"))
    assert answer["standings"] == [
        {
            "player": "Anja",
            "place": 1,
            "total": 37,
            "parts": {"possessions": 15, "election": 37, "society": 26},
            "tie_break": {"second": 26, "third": 15},
        },
        {
            "player": "Anneli",
            "place": 2,
            "total": None,
            "parts": {"possessions": None, "election": 38, "society": 4},
            "tie_break": {"second": None, "third": None},
        },
        {
            "player": "Benito",
            "place": 2,
            "total": None,
            "parts": {"possessions": 15, "election": 38, "society": None},
            "tie_break": {"second": None, "third": None},
        },
        {
            "player": "Adrian",
            "place": 2,
            "total": None,
            "parts": {"possessions": None, "election": 37, "society": None},
            "tie_break": {"second": None, "third": None},
        },
    ]


# Descriptions of plays.


@row_by_row(
    ("heading", "played", "plays", "expected"),
    [
        (VOTES, STANDARD, ("Anneli votes +1",), "Anneli gains 1 vote | 42 + 1 = 43"),
        (SCORING, STANDARD, ("Anneli votes +5",), "Anneli gains 2 votes | The scoreboard ends at 44"),
        (SCORING, STANDARD, ("Anneli votes =45",), "Anneli has 44 votes | The scoreboard ends at 44"),
        (VOTES, STANDARD, ("Anneli votes 0",), "Anneli's votes stay the same | 42 + 0 = 42"),
        (
            MONEY,
            STANDARD,
            ("Anneli coins -12",),
            "Anneli spends 11 pounds | Spending 12 stops at 0: no debt until tiles or properties are entered",
        ),
        (
            MONEY,
            STANDARD,
            ("Anneli coins =-2", "Anneli tiles 6", "Anneli coins -3"),
            "Anneli spends nothing | The debt stays at 2: no debt while the player holds tiles or properties",
        ),
        (
            MONEY,
            STANDARD,
            ("Anneli tiles", "Anneli coins -12"),
            "Anneli spends 12 pounds | 11 − 12 = −1: in debt, with nothing left to hold",
        ),
        (SCORING, STANDARD, ("Anneli tiles 6 5",), "Anneli holds tiles of 6 and 5 | 6 + 5, and 3 for each of 2: 17"),
        (SCORING, STANDARD, ("Anneli tiles 5",), "Anneli holds a tile of 5 | 5, and 3 for each of 1: 8"),
        (SCORING, STANDARD, ("Anneli tiles",), "Anneli holds no possessions | Debt is possible from now on"),
        (
            SELL,
            STANDARD,
            ("Anneli tiles 1", "Anneli sell 1 2"),
            "Anneli sells 1 for 0 pounds | 1 − 2 = −1, and no price is below 0",
        ),
        (
            EXCHANGE,
            STANDARD,
            ("Anneli tiles 6", "Anneli exchange 6 3 3"),
            "Anneli exchanges 6 for 3 | A loss of 3, within the limit of 3: no pounds to take",
        ),
        *(
            (
                EXCHANGE + ", without a limit",
                STANDARD,
                ("Anneli tiles 6", f"Anneli exchange 6 1{limit}"),
                "Anneli exchanges 6 for 1 | A loss of 5, without a limit: no pounds to take",
            )
            for limit in ("", " 999")
        ),
        (
            EXCHANGE,
            STANDARD,
            ("Anneli tiles 1", "Anneli exchange 1 6 3"),
            "Anneli exchanges 1 for 6 | A gain of 5: no pounds to take",
        ),
        (
            MARKERS,
            (ELECTION, SOCIETY),
            ("Anneli markers 8 7 0 -1",),
            "Anneli has markers on 8, 7, 0 and −1 | 8 + 7 + 0 − 1 = 14",
        ),
        (
            MARKERS,
            (ELECTION, SOCIETY),
            ("Anneli markers 8 7 0 -1", "Anneli moves -1 0 0 1"),
            "Anneli moves markers: 8 → 7 and −1 → 0 | 7 + 7 + 0 + 0 = 14",
        ),
        (
            PARK,
            STANDARD,
            ("Benito votes =44", "park 3 1 : 2 1"),
            "Hyde Park of round 1 | Anneli loses 2 votes: 40; Benito stays at 44",
        ),
        (
            END,
            (POSSESSIONS, SOCIETY),
            (*everybody(2, "tiles 6", "markers 0 0 0 0"), "end"),
            "Round 1 is over | The game is over: Anneli has 0 in Society; Benito has 0 in Society",
        ),
    ],
)
def test_plays_are_described_with_title_headline_and_detail(heading, played, plays, expected):
    assert told(2, played, plays) == expected


@row_by_row(
    ("reached", "expected"),
    [
        # The winner is lower everywhere: the runner-up lost by their own highest score.
        (
            {"Anneli": (30, 20, 10), "Benito": (38, 31, 12), "Anja": (41, 5, 5)},
            ["Possessions cost Benito the game: 38"],
        ),
        # Two runners-up: each lost by their own highest score.
        (
            {"Anneli": (30, 20, 10), "Benito": (38, 1, 12), "Anja": (12, 1, 38)},
            ["Possessions cost Benito the game: 38", "Society cost Anja the game: 38"],
        ),
        # Two competitions of the same player are both the highest.
        ({"Anneli": (30, 20, 10), "Benito": (31, 17, 31)}, ["Possessions and Society cost Benito the game: 31"]),
        # Tied on the highest: the second highest decides, in any competition; then the third.
        ({"Anneli": (38, 20, 10), "Benito": (31, 38, 5)}, ["Possessions cost Benito the game: 31 to 20"]),
        ({"Anneli": (28, 15, 26), "Benito": (26, 10, 28)}, ["Election cost Anneli the game: 15 to 10"]),
        ({"Anneli": (28, 28, 10), "Benito": (28, 12, 20)}, ["Possessions and Election cost Anneli the game: 28 to 20"]),
        # Below 0, and with two winners.
        ({"Anneli": (-3, -4, -5), "Benito": (-1, -9, -9)}, ["Possessions cost Benito the game: −1"]),
        ({"Anneli": (9, 8, 7), "Benito": (7, 9, 8), "Anja": (1, 1, 10)}, ["Society cost Anja the game: 10"]),
        # No one lost.
        ({"Anneli": (9, 8, 7), "Benito": (7, 9, 8)}, []),
        # Not over, or not known.
        ({"Anneli": (9, 8, None), "Benito": (7, 9, 8)}, []),
        ({}, []),
    ],
)
def test_deciding_competition_is_found(reached, expected):
    state = replayed(len(reached) or 2, ALL_THREE, ()).state
    told = {each.name: [scores[at] for scores in reached.values()] for at, each in enumerate(state.competitions)}
    scored = tuple(copy(each) for each in state.competitions)
    for each in scored:
        each.score = lambda state, seat, own=told[each.name]: own[seat] if own else 0
    over = bool(reached) and None not in reached["Anneli"]
    assert [str(each) for each in decided(replace(state, competitions=scored, over=over))] == expected


def test_board_shows_the_scores_of_each_round():
    plays = (*READY, *HELD, "end Anja=1", "Anneli markers 1 1 1 1")
    board = RULEBOOK.pages.board(replayed(3, ALL_THREE, plays).state)
    assert [row.name for row in board.rows] == list(ALL_THREE)
    assert (board.round, board.rounds, board.order, board.set_up) == (2, 5, (2, 0, 1), None)
    assert board.course == (((23, 39, 26), (23, 36, 26), (22, 35, 26)),)
    assert [[each.value for each in own] for own in board.ended[0]] == [list(own) for own in board.course[0]]
    assert [[each.counts for each in own] for own in board.ended[0]] == [[False, True, False]] * 3
    assert [[score.counts for score in row.scores] for row in board.rows] == [[False] * 3, [True] * 3, [False] * 3]
    assert [str(check.message) for check in board.checks] == [
        "Hyde Park of round 2 was not entered yet.",
        "Dame Beatrice was not entered: the current markers count.",
    ]


@row_by_row(
    ("heading", "played", "printed"),
    [
        (SET_UP, "votes", "42 with 2, 37 with 3, 37 with 4 and 30 with 5 players"),
        (SET_UP, "pounds", "10 with 2, 5 with 3, 5 with 4 and 4 with 5 players"),
        (WILL, "pounds", "70 in Last Will"),
    ],
)
def test_start_correction_hints_show_printed_numbers(heading, played, printed):
    start = next(option.field for option in RULEBOOK.options if option.field.name == "start")
    hints = {field.name: str(field.hint) for field in start.shape.fields}
    assert printed in hints[played]


def test_game_has_no_turns():
    after = replayed(5, ALL_THREE, ())
    assert (after.turn, RULEBOOK.seats.eliminated(after.state)) == (None, ())
    assert [standing.line.points for standing in after.sheet().standings] == [None] * 5


# Prefilled forms, and previews.


def prefilled(kind, played, plays=(), players=3, seat=0, recalled=()):
    """Return the initial field values of a play's form."""
    after = replayed(players, played, plays)
    kind = RULEBOOK.kind(after.table, kind)
    begun = kind.prefill(after.state, seat, recalled)
    return begun and kind.values(begun)


@row_by_row(
    ("kind", "played", "plays", "expected"),
    [
        ("possessions", ALL_THREE, (), None),
        ("possessions", ALL_THREE, ("Anneli tiles 6 5",), {"player": 0, "tiles": (6, 5)}),
        ("possessions", WITH_WILL, ("Anneli properties 6 5",), None),
        ("properties", WITH_WILL, ("Anneli properties 6 5",), {"player": 0, "values": (6, 5)}),
        ("properties", ALL_THREE, ("Anneli tiles 6 5",), None),
        ("influence", ALL_THREE, ("Anneli markers 4 3 2 1",), {"player": 0, "markers": (4, 3, 2, 1), "moves": None}),
        ("influence", STANDARD, (), None),
        ("hyde-park", ALL_THREE, (), {"megaphones": {}, "rewards": None}),
        ("hyde-park", (POSSESSIONS, SOCIETY), (), None),
        ("end-round", ALL_THREE, (), {"reserved": None}),
        ("end-round", WITH_WILL, (), {"order": (0, 1, 2)}),
    ],
)
def test_forms_are_prefilled_with_current_numbers(kind, played, plays, expected):
    assert prefilled(kind, played, plays) == expected


def hyde_parks(players, played, plays):
    """Return the Hyde Park plays of a game, for later games to recall."""
    after = replayed(players, played, plays)
    return list(after.plays_of(RULEBOOK.kind(after.table, "hyde-park")))


def test_rewards_are_prefilled_from_last_game_with_same_board():
    recalled = hyde_parks(3, ALL_THREE, HELD)
    assert prefilled("hyde-park", (ELECTION, SOCIETY), recalled=recalled)["rewards"] == (2, 1)
    assert prefilled("hyde-park", STANDARD, players=4, recalled=recalled)["rewards"] is None
    assert prefilled("hyde-park", ALL_THREE, (*READY, *HELD, "end"), recalled=recalled)["rewards"] is None


def test_rewards_of_the_last_rounds_are_fixed():
    plays = (*everybody(3, "tiles 6"), *THREE_ROUNDS)
    recalled = hyde_parks(3, STANDARD, (*plays, "park 3 2 1 : 3 1"))
    assert prefilled("hyde-park", STANDARD, plays, recalled=recalled)["rewards"] == (4, 2)


def previewed(players, played, plays, line):
    """Return the preview of one more play, without its summary."""
    play = read_document(document(players, played, (*plays, line))).plays[-1]
    return RULEBOOK.pages.preview(replayed(players, played, plays).preview(play))


def test_hyde_park_preview_shows_every_player():
    shown = previewed(4, STANDARD, ("Adrian votes =44",), "park 4 3 3 1 : 4 2 1")
    assert [(each.name, str(each.rank), each.change, each.after) for each in shown] == [
        ("Anneli", "first", -4, 34),
        ("Benito", "second", -2, 36),
        ("Anja", "second", -2, 35),
        ("Adrian", "fewest", 1, 44),
    ]


@row_by_row("line", ["park 4 3 : 4 2 1", "Anneli votes -1", "Anneli sell 6 0"])
def test_other_plays_have_no_separate_preview(line):
    assert previewed(4, STANDARD, (), line) is None


# Helpers for questions at the table.


def asked(name, played=ALL_THREE, plays=(), players=3, **values):
    helper = next(helper for helper in RULEBOOK.helpers if helper.name == name)
    return [
        f"{each.headline} | {each.detail}" for each in helper.answer(replayed(players, played, plays).state, values)
    ]


@row_by_row(
    ("cards", "brewer", "says"),
    [
        (1, False, "1 vote lost | None"),
        (2, False, "3 votes lost | None"),
        (3, False, "6 votes lost | None"),
        (4, False, "9 votes lost | None"),
        (1, True, "3 votes lost | 1 for the cards and 2 for the Brewer"),
        (2, True, "7 votes lost | 3 for the cards and 4 for the Brewer"),
        (3, True, "12 votes lost | 6 for the cards and 6 for the Brewer"),
        (4, True, "17 votes lost | 9 for the cards and 8 for the Brewer"),
    ],
)
def test_treating_at_the_pub_helper_gives_the_benefits(cards, brewer, says):
    assert asked("treating-at-the-pub", cards=cards, brewer=brewer) == [says]


def test_treating_at_the_pub_helper_takes_one_to_four_cards():
    assert asked("treating-at-the-pub", cards=5) == ["One to four of these cards go together, not 5. | None"]
    assert asked("treating-at-the-pub", cards=0) == ["One to four of these cards go together, not 0. | None"]


@row_by_row(("cards", "pounds"), [(0, 2), (1, 3), (2, 5), (3, 8), (4, 12)])
def test_a_little_more_time_helper_gives_cards_and_pounds(cards, pounds):
    one, two, growing = asked("a-little-more-time", cards=cards)
    assert f": {cards} more" in one
    assert f": {2 * cards} more" in two
    assert growing.endswith(f"with the 2 pounds of that action: {pounds}")


@row_by_row(("circles", "card", "benefits"), [(1, False, 2), (2, False, 4), (1, True, 5), (2, True, 10)])
def test_inner_circles_helper_counts_the_benefits(circles, card, benefits):
    (answer,) = asked("inner-circles", circles=circles, card=card)
    assert answer.startswith(f"{benefits} benefits")


@row_by_row(
    ("heading", "values", "pounds"),
    [
        (SELL, (6, 0, False), 6),
        (SELL, (6, 2, False), 4),
        (BOROUGH, (6, 2, True), 3),
        (BOROUGH, (6, 0, True), 5),
        (SELL, (1, 2, True), 0),
        (SELL, (0, 0, False), 0),
    ],
)
def test_sale_helper_gives_the_price(heading, values, pounds):
    (answer,) = asked("sale", **dict(zip(("tile", "discount", "borough"), values, strict=True)))
    assert answer.startswith(f"{pounds} pound")


@row_by_row(
    ("give", "take", "limit", "pounds"), [(6, 1, 3, 2), (6, 3, 3, 0), (6, 1, 2, 3), (1, 6, 3, 0), (6, 1, None, 0)]
)
def test_exchange_helper_shows_the_compensation(give, take, limit, pounds):
    (answer,) = asked("exchange", give=give, take=take, **({} if limit is None else {"limit": limit}))
    assert answer.startswith(f"{pounds} pound")


def test_hyde_park_helper_shows_changes_and_votes():
    (answer,) = asked("hyde-park", players=4, megaphones={0: 4, 1: 4, 2: 3, 3: 1}, rewards=(4, 2, 1))
    assert answer.endswith(
        "Anneli loses 4 votes: 34; Benito loses 4 votes: 34; Anja loses 1 vote: 36; Adrian gains 1 vote: 38"
    )
    (answer,) = asked("hyde-park", plays=HELD, megaphones={0: 1, 1: 2, 2: 3}, rewards=(2, 1))
    assert "Anja loses 2 votes" in answer
