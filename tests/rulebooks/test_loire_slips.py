"""Possible mistakes in a game of Loire, row by row, under the rulebook heading they come from.

None of them is a refusal, and `score` does not report them.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rulebooks.loire import RULEBOOK
from scorekeeper.rulebooks.loire.slips import standing
from scorekeeper.titles import installed
from tests.documents import score_document
from tests.rows import row_by_row
from tests.rulebooks import at_random
from tests.rulebooks.loire import (
    BONUSES,
    CLOISTERS,
    COMPONENTS,
    END_ROUND,
    EVERY_TYPE,
    SET_UP,
    SOLO,
    STOP,
    TYPES,
    aaron,
    replayed,
    state,
    tally,
)

ME, YOU = "Anneli", "Benito"
OURS, THEIRS, UNCLAIMED, ORDER = "only-aaron", "aarons-cloisters", "all-seven-unclaimed", "all-seven-order"
VICTORY, GOODS = "more-victory-cards", "more-goods"
CODES = {OURS, THEIRS, UNCLAIMED, ORDER, VICTORY, GOODS}

FIRST = aaron(castles=3, first=["castles"])
NONE_YET = tally(ME, ships=3, first=["ships"], goods_vp=9)
ROUND_A = [FIRST, NONE_YET, END_ROUND]
SEVEN = dict.fromkeys(TYPES, 1)
ALL_BUT_SHIPS = {name: 1 for name in TYPES if name != "ships"}
COVERED = {name: 1 for name in EVERY_TYPE if name != "cloisters"} | {"mines": (1, 1)}
EMPTY = [aaron(mines=2, knowledge=1), tally(ME), END_ROUND]  # a round without any change
SIX = [
    *EMPTY,
    aaron(mines=2, knowledge=1, castles=1, cloisters=1, ships=1, pastures=1),
    tally(ME, victory_cards=1),
    END_ROUND,
]
HIS = {"mines": 2, "knowledge": 2, "castles": 1, "cloisters": 1, "ships": 2, "pastures": 2, "buildings": 2}
MINE = SEVEN | {"victory_cards": 1}


def slips(players, plays):
    """Return the slips of the last play."""
    game = replayed(players, plays)
    assert game.conflicts == ()
    return game.describe(game.steps[-1]).slips


def codes(players, plays):
    return [slip.code for slip in slips(players, plays)]


# Solo games: cards that only Aaron can have.


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (SOLO + ", his are sorted in first", [FIRST, tally(ME, castles=3)], []),
        (SOLO + ", his are sorted in first: left out", [aaron(castles=3)], [OURS]),
        (SOLO + ", left out and said at his table alone", [aaron(castles=3), tally(ME, ships=3)], []),
        (SOLO + ", claimed in round A", [aaron(castles=3), tally(ME, castles=3, first=["castles"])], [OURS]),
        (SOLO + ", another type", [FIRST, tally(ME, ships=3, first=["ships"])], []),
        (
            SOLO + ", he completed it at the beginning of round B",
            [*EMPTY, aaron(mines=3, knowledge=4, first=["knowledge"]), tally(ME, mines=3, first=["mines"])],
            [OURS],
        ),
        (
            SOLO + ", the player had it when round A ended",
            [
                aaron(mines=2, knowledge=1),
                tally(ME, mines=3, first=["mines"]),
                END_ROUND,
                aaron(mines=3, knowledge=4, first=["knowledge"]),
            ],
            [],
        ),
        (
            SOLO + ", the player has it since round A, and he does, too",
            [
                aaron(mines=2, knowledge=1),
                tally(ME, mines=3, first=["mines"]),
                END_ROUND,
                aaron(mines=6, knowledge=1),
                tally(ME, mines=4, first=["mines"]),
            ],
            [],
        ),
        (
            SOLO + ", claimed a round later",
            [*ROUND_A, aaron(castles=3, mines=4, first=["mines"]), tally(ME, castles=3, first=["castles"])],
            [OURS],
        ),
        (
            SOLO + ", he completed it after the player in round B",
            [
                aaron(mines=2, knowledge=1),
                tally(ME, victory_cards=9),
                END_ROUND,
                aaron(mines=2, knowledge=5, first=["knowledge"]),
                tally(ME, mines=3, first=["mines"], victory_cards=9),
                END_ROUND,
                aaron(mines=7, knowledge=5, first=["knowledge"]),
                tally(ME, mines=3, first=["mines"], victory_cards=9),
            ],
            [],
        ),
        (SOLO + ", he had all 7 types first", [*SIX, aaron(**HIS)], [OURS]),
        (SOLO + ", he had all 7 types first: it is his", [*SIX, aaron(**HIS, seven=3)], []),
        (SOLO + ", the player claims the 3", [*SIX, aaron(**HIS), tally(ME, **MINE, seven=3)], [OURS]),
        (SOLO + ", the player takes the 1", [*SIX, aaron(**HIS, seven=3), tally(ME, **MINE, seven=1)], []),
        (
            SOLO + ", the player had all 7 when the round before ended",
            [*SIX[:-2], tally(ME, **MINE, seven=3), END_ROUND, aaron(**HIS, seven=1)],
            [],
        ),
    ],
)
def test_slip_names_cards_only_aaron_can_have(heading, plays, expected):
    assert codes(1, plays) == expected, heading


# Solo games: Aaron's cloisters.


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (SOLO + ", his cloisters give nothing yet", [aaron(ships=2, mines=1), tally(ME)], []),
        (SOLO + ", one card for each", [aaron(ships=2, cloisters=1), tally(ME)], [THEIRS]),
        (SOLO + ", one card for each", [aaron(ships=2, cloisters=1), tally(ME, victory_cards=1)], []),
        (SOLO + ", more from elsewhere", [aaron(ships=1, cloisters=2), tally(ME, victory_cards=7)], []),
        (SOLO + ", fewer", [aaron(ships=1, cloisters=2), tally(ME, victory_cards=1)], [THEIRS]),
        (SOLO + ", the player's tally is still to come", [aaron(ships=1, cloisters=2)], []),
        (SOLO + ", the player was first for once", [tally(ME), aaron(ships=1, cloisters=2)], [THEIRS]),
        (
            SOLO + ", at the end of a round with a tally of the round before",
            [
                aaron(ships=2, mines=1),
                tally(ME, goods_vp=9),
                END_ROUND,
                aaron(ships=2, mines=2, cloisters=3),
                END_ROUND,
            ],
            [THEIRS],
        ),
        (
            SOLO + ", said with the tally already",
            [aaron(ships=2, cloisters=1), tally(ME), END_ROUND],
            [],
        ),
    ],
)
def test_slip_names_missing_cards_of_aarons_cloisters(heading, plays, expected):
    assert [code for code in codes(1, plays) if code == THEIRS] == expected, heading


# The cards for all 7 types.


@row_by_row(
    ("heading", "players", "plays", "expected"),
    [
        (SET_UP + ", in decreasing order", 2, [tally(YOU), tally(ME, **SEVEN, seven=3)], []),
        (SET_UP + ", in decreasing order", 2, [tally(YOU), tally(ME, **SEVEN, seven=1)], [ORDER]),
        (SET_UP + ", not all are in yet", 2, [tally(ME, **SEVEN, seven=1)], []),
        (SET_UP + ", it turns out with the last", 2, [tally(ME, **SEVEN, seven=1), tally(YOU)], [ORDER]),
        (SET_UP + ", the other has it", 2, [tally(ME, **SEVEN, seven=1), tally(YOU, **SEVEN, seven=3)], []),
        (SET_UP + ", 3 players", 3, [tally("Anja"), tally(YOU), tally(ME, **SEVEN, seven=2)], [ORDER]),
        (
            SET_UP + ", 3 players",
            3,
            [tally("Anja"), tally(YOU, **SEVEN, seven=4), tally(ME, **SEVEN, seven=1)],
            [ORDER],
        ),
        (
            SET_UP + ", 4 players",
            4,
            [
                tally("Anja", **SEVEN, seven=4),
                tally(YOU, **SEVEN, seven=3),
                tally("Adrian"),
                tally(ME, **SEVEN, seven=2),
            ],
            [],
        ),
        (
            SET_UP + ", another's mistake is not said again",
            2,
            [tally(ME, **SEVEN, seven=1), tally(YOU), tally(YOU)],
            [],
        ),
        (SET_UP + ", alone", 1, [aaron(ships=3, first=["ships"]), tally(ME, **SEVEN, seven=1)], [ORDER]),
        (SET_UP + ", alone, Aaron is not in yet", 1, [tally(ME, **SEVEN, seven=1)], []),
        (BONUSES + ", all 7 types", 2, [tally(ME, **SEVEN)], [UNCLAIMED]),
        (BONUSES + ", 6 types", 2, [tally(ME, **ALL_BUT_SHIPS)], []),
        (CLOISTERS + ", a cloister that may have lain alone", 2, [tally(ME, **COVERED)], [UNCLAIMED]),
        (BONUSES + ", with the card", 2, [tally(ME, **SEVEN, seven=3)], []),
        (BONUSES + ", one for everybody", 3, [tally(YOU, **SEVEN, seven=4), tally(ME, **SEVEN)], [UNCLAIMED]),
        (BONUSES + ", alone", 1, [tally(ME, **SEVEN)], [UNCLAIMED]),
    ],
)
def test_slip_names_wrong_cards_for_all_seven_types(heading, players, plays, expected):
    assert codes(players, plays) == expected, heading


def test_aaron_gets_all_seven_types_card_even_as_second():
    """Source: "Solitaire Variation": "This is also true for the “All 7 types” bonus cards"."""
    mine = tally(ME, **SEVEN, seven=3, victory_cards=1)
    plays = [
        aaron(mines=2, knowledge=1),
        mine,
        END_ROUND,
        aaron(mines=2, knowledge=2, castles=1, cloisters=1, ships=1),
        mine,
        END_ROUND,
    ]
    assert codes(1, [*plays, aaron(**HIS)]) == [UNCLAIMED]
    assert codes(1, [*plays, aaron(**HIS, seven=1)]) == []


# More cards than in the box.


@row_by_row(
    ("heading", "players", "plays", "expected"),
    [
        (COMPONENTS + ", 8 x 1 and 7 x 2", 2, [tally(ME, victory_cards=22)], []),
        (COMPONENTS + ", 8 x 1 and 7 x 2", 2, [tally(ME, victory_cards=23)], [VICTORY]),
        (COMPONENTS + ", all together", 2, [tally(YOU, victory_cards=20), tally(ME, victory_cards=2)], []),
        (COMPONENTS + ", all together", 2, [tally(YOU, victory_cards=20), tally(ME, victory_cards=3)], [VICTORY]),
        (COMPONENTS + ", alone", 1, [tally(ME, victory_cards=23)], [VICTORY]),
        (COMPONENTS + ", 6 of 3 types", 2, [tally(ME, storage=(9, 9, 18))], []),
        (COMPONENTS + ", 6 of 3 types", 2, [tally(ME, storage=(0, 0, 19))], [GOODS]),
        (COMPONENTS + ", all together", 3, [tally(YOU, storage=(0, 0, 9)), tally(ME, storage=(0, 0, 10))], [GOODS]),
        (COMPONENTS + ", one was sold at the least", 2, [tally(ME, storage=(0, 0, 18), goods_vp=1)], [GOODS]),
        (COMPONENTS + ", one was sold at the least", 2, [tally(ME, storage=(0, 0, 17), goods_vp=2)], []),
        (
            COMPONENTS + ", two were sold at the least",
            2,
            [tally(YOU, goods_vp=3), tally(ME, storage=(0, 0, 17), goods_vp=2)],
            [GOODS],
        ),
        (COMPONENTS + ", the end says nothing new", 2, [tally(YOU), tally(ME, victory_cards=23), STOP], []),
    ],
)
def test_slip_names_more_cards_than_the_box_has(heading, players, plays, expected):
    assert codes(players, plays) == expected, heading


SENTENCES = [
    (1, [aaron(castles=3)]),
    (1, [FIRST, tally(ME, castles=3), aaron(castles=3)]),
    (1, [aaron(castles=3), tally(ME, castles=3, first=["castles"])]),
    (1, [aaron(ships=1, cloisters=2), tally(ME, victory_cards=1)]),
    (2, [tally(ME, **SEVEN, seven=1), tally(YOU)]),
    (2, [tally(ME, **SEVEN)]),
    (2, [tally(YOU, victory_cards=20), tally(ME, victory_cards=5)]),
    (2, [tally(ME, storage=(0, 0, 19))]),
    (2, [tally(ME, storage=(0, 0, 18), goods_vp=2)]),
]
"""Numbers of players, and plays of which the last one is a possible mistake."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_slips_have_the_accepted_sentences(tmp_path, snapshot, language):
    catalogue, lines = installed(tmp_path).catalogue(language), []
    for players, plays in SENTENCES:
        (slip,) = slips(players, plays)
        lines.append(f"{slip.code}: {slip.message.translated(catalogue)}")
    assert "\n".join(lines) == snapshot


def test_board_shows_only_slips_that_still_apply():
    def shown(players, plays):
        return [note.code for note in RULEBOOK.pages.board(state(players, plays)).slips]

    wrong, right = tally(ME, **SEVEN, seven=1), tally(ME, **SEVEN, seven=3)
    assert shown(2, [wrong]) == []
    assert shown(2, [wrong, tally(YOU)]) == [ORDER]
    assert shown(2, [wrong, tally(YOU), STOP]) == [ORDER]
    assert shown(2, [wrong, tally(YOU), right]) == []
    early = [aaron(ships=2, mines=1), tally(ME, goods_vp=9), END_ROUND, aaron(ships=2, mines=2, cloisters=3)]
    assert shown(1, early) == [OURS]  # the triple of cloisters; the player's tally is still missing
    assert shown(1, [*early, tally(ME)]) == [OURS, THEIRS]


# Complete games.


@settings(max_examples=25)
@given(at_random.games("loire"))
def test_slips_refuse_nothing_and_are_not_scored(game):
    given = at_random.standing(game)
    played = at_random.replayed(given)
    found = {slip.code for step in played.steps for slip in played.describe(step).slips}
    answer, status = score_document(given)
    assert status == 0
    assert found <= CODES
    assert [code for code in CODES if code in json.dumps(answer)] == []


class Honest:
    """A solo game played and entered according to the rules."""

    def __init__(self, random):
        self.random = random
        self.deck = [name for name in TYPES for _ in range(12)]
        random.shuffle(self.deck)
        self.firsts, self.sevens = {}, [3, 1]
        self.own, self.added = dict.fromkeys(TYPES, 0), dict.fromkeys(TYPES, 0)
        self.his, self.seven, self.points = dict.fromkeys(TYPES, 0), {}, 0

    def earn(self, who, cards):
        for name in TYPES:
            if cards[name] >= 3:
                self.firsts.setdefault(name, who)
        if who not in self.seven and all((self.his if who == "Aaron" else self.own).values()):
            self.seven[who] = self.sevens.pop(0)

    def aaron(self, count):
        for _ in range(count):
            card = self.deck.pop()
            self.his[card] += 1
            self.points += card == "cloisters"
            self.earn("Aaron", self.his)
        return aaron(**self.his, first=self.first("Aaron"), seven=self.seven.get("Aaron", 0))

    def mine(self):
        for _ in range(self.random.randint(0, 6)):
            card = self.deck.pop()
            if card not in ("cloisters", *(name for name in TYPES if self.own[name])) and self.own["cloisters"] % 3:
                self.own["cloisters"] -= 1  # laid on a cloister, which takes on its type
                self.added[card] += 1
            self.own[card] += 1
            self.earn(ME, {name: self.own[name] + self.added[name] for name in TYPES})
        estate = {name: (self.own[name], self.added[name]) for name in TYPES}
        points = self.points + self.random.randint(0, 3)
        return tally(ME, **estate, first=self.first(ME), seven=self.seven.get(ME, 0), victory_cards=points, goods_vp=99)

    def first(self, who):
        return [name for name, holder in self.firsts.items() if holder == who]

    def plays(self):
        for count in (3, 4, 5, 6, 7):
            yield self.aaron(count)
            yield self.mine()
            yield END_ROUND


def test_cached_slips_are_not_shared_between_tables():
    said = {standing(replayed(players, [tally(ME, **SEVEN)]).state) for players in ((ME, YOU), (ME, "Bo"), (ME, YOU))}
    assert len(said) == 1  # no other player is named
    one, other = (replayed((name, YOU), [tally(name, **SEVEN)]).state for name in (ME, "Cleo"))
    assert [each.player for state in (one, other) for each in standing(state)] == [ME, "Cleo"]


@settings(max_examples=20)
@given(st.randoms(use_true_random=True))
def test_correctly_entered_solo_game_has_no_slips(random):
    """Except for a cloister that never was the only one beside six other types, which the estate does not show."""
    plays = list(Honest(random).plays())
    game = replayed(1, plays)
    assert game.conflicts == ()
    stood = [slip for step in game.steps for slip in game.describe(step).slips]
    assert [str(slip.message) for slip in stood if "Did it lie alone at first?" not in slip.message.template] == []
