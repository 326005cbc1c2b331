"""The Castles of Burgundy: The Card Game, row by row, under the rulebook heading each rule comes from.

A "Ruling" is our decision about something the text leaves open; "Document" is the game document.
"""

from scorekeeper.core.messages import number
from tests.documents import codes, lines, read_document, refused_fields, score_document
from tests.rows import row_by_row
from tests.rulebooks.loire import (
    ALL_OTHERS,
    BELOW,
    BONUSES,
    BUILDINGS,
    CLOISTERS,
    COMPONENTS,
    CONVERT,
    DOCUMENT,
    END,
    END_ROUND,
    EVERY_TYPE,
    NAMES,
    PARTS,
    PLACE,
    RULEBOOK,
    RULING,
    SELL,
    SET_UP,
    SOLO,
    STOP,
    TYPES,
    VALUES,
    A,
    B,
    C,
    D,
    E,
    aaron,
    document,
    places,
    remarks,
    replayed,
    score,
    sheet,
    state,
    tally,
)

# A single tally: the points of each part.


@row_by_row(
    ("heading", "given", "expected"),
    [
        (PLACE + ", three buildings are 3", {"buildings": 3}, {"triples": 3}),
        (PLACE + ", three pastures are 4", {"pastures": 3}, {"triples": 4}),
        (PLACE + ", three cloisters are 6", {"cloisters": 3}, {"triples": 6}),
        (PLACE + ", all three of the example", {"buildings": 3, "pastures": 3, "cloisters": 3}, {"triples": 13}),
        (RULING + ": printed at the foot of the cards", {"castles": 3}, {"triples": 5}),
        (RULING + ": printed at the foot of the cards", {"mines": 3}, {"triples": 4}),
        (RULING + ": printed at the foot of the cards", {"knowledge": 3}, {"triples": 3}),
        (RULING + ": printed at the foot of the cards", {"ships": 3}, {"triples": 2}),
        (RULING + ": one or two of a type score nothing", {"buildings": 2, "pastures": 1}, {"triples": 0}),
        (BONUSES + ", a fourth card starts a new triple", {"pastures": 4}, {"triples": 4}),
        (BONUSES + ", a fourth card starts a new triple", {"pastures": 6}, {"triples": 8}),
        (BUILDINGS + ", the whole deck", {"buildings": 24}, {"triples": 24}),
        (CLOISTERS + ", laid to another type they are of that type", {"mines": (2, 1)}, {"triples": 4}),
        (CLOISTERS + ", laid to another type they are of that type", {"mines": (1, 2)}, {"triples": 4}),
        (CLOISTERS + ", laid to another type they are no cloisters", {"cloisters": 2, "mines": (1, 1)}, {"triples": 0}),
        (CLOISTERS + ", two triples with two each", {"pastures": (2, 4)}, {"triples": 8}),
        (CLOISTERS + ", a triple of only cloisters", {"cloisters": 3, "pastures": (2, 1)}, {"triples": 10}),
        (RULING + ": a type's cards are counted together", {"pastures": (4, 1)}, {"triples": 4}),
        (BONUSES + ", the first triple of a type", {"pastures": 3, "first": ["pastures"]}, {"first_triples": 1}),
        (
            BONUSES + ", one card for each type",
            {"pastures": 3, "ships": (1, 2), "cloisters": 3, "first": ["ships", "cloisters", "pastures"]},
            {"first_triples": 3, "triples": 4 + 2 + 6},
        ),
        (BONUSES + ", all 7 types", EVERY_TYPE | {"seven": 4}, {"all_seven": 4}),
        (BONUSES + ", all 7 types", EVERY_TYPE | {"seven": 1}, {"all_seven": 1}),
        (BONUSES + ", none of them", EVERY_TYPE | {"seven": 0}, {"all_seven": 0}),
        (CONVERT + ", to the left of the estate", {"victory_cards": 9}, {"victory_cards": 9}),
        (SELL + ", the points can still be seen", {"goods_vp": 7}, {"goods": 7}),
        (END + ", Megan: 3 sheep, 2 cows, 1 chicken", {"animals": (1, 2, 3, 0)}, {"animals": 3}),
        (END + ", four different animals", {"animals": (1, 1, 1, 1)}, {"animals": 4}),
        (END + ", three different animals", {"animals": (1, 0, 1, 1)}, {"animals": 2}),
        (END + ", two different animals", {"animals": (0, 1, 0, 1)}, {"animals": 1}),
        (END + ", a single one", {"animals": (0, 0, 1, 0)}, {"animals": 0}),
        (END + ", five alike", {"animals": (0, 0, 5, 0)}, {"animals": 0}),
        (END + ", none", {"animals": (0, 0, 0, 0)}, {"animals": 0}),
        (END + ", every animal there is", {"animals": (5, 5, 5, 5)}, {"animals": 20}),
        (RULING + ": the greatest sets first", {"animals": (2, 2, 1, 1)}, {"animals": 4 + 1}),
        (RULING + ": the greatest sets first", {"animals": (4, 3, 2, 1)}, {"animals": 4 + 2 + 1}),
        (END + ", starting player card", {"start_player": True}, {"start_player": 1}),
        (END + ", starting player card", {"start_player": False}, {"start_player": 0}),
        (
            END + ", everything together",
            EVERY_TYPE
            | {
                "buildings": 6,
                "first": ["buildings"],
                "seven": 2,
                "victory_cards": 5,
                "goods_vp": 4,
                "animals": (1, 1, 1, 0),
                "start_player": True,
            },
            dict(zip(PARTS, (6, 1, 2, 5, 4, 2, 1), strict=True)),
        ),
        (DOCUMENT + ", what is left out is nothing", {}, dict.fromkeys(PARTS, 0)),
        (DOCUMENT + ", what is left out is nothing", {"estate": {"mines": {}}, "storage": (0, 0, 0)}, {"triples": 0}),
    ],
)
def test_tally_scores_its_parts(heading, given, expected):
    line = lines(sheet(4, [tally("Anneli", **given)]))["Anneli"]
    assert {name: line["parts"][name] for name in expected} == expected
    assert list(line["parts"]) == list(PARTS)
    assert line["total"] == sum(line["parts"].values())


@row_by_row(
    ("heading", "animals", "storage", "left"),
    [
        (END + ", workers, silver and unsold goods", (0, 0, 0, 0), (2, 3, 4), 9),
        (END + ", unused animals", (0, 0, 1, 0), (0, 0, 0), 1),
        (END + ", unused animals", (0, 0, 3, 0), (0, 0, 0), 3),
        (END + ", used animals do not count", (1, 1, 1, 1), (1, 0, 0), 1),
        (END + ", Megan has a single sheep", (1, 2, 3, 0), (0, 0, 0), 1),
        (END + ", a pair is used", (1, 1, 0, 0), (0, 0, 0), 0),
        (END + ", all of it", (5, 1, 0, 0), (1, 1, 1), 3 + 4),
    ],
)
def test_cards_left_in_storage_break_ties(heading, animals, storage, left):
    answer = sheet(2, [tally("Anneli", animals=animals, storage=storage)])
    assert lines(answer)["Anneli"]["tie_break"] == {"storage_left": left}


# Refusals and their codes.

ANNELI_MANY = tally("Anneli", castles=10, buildings=20, pastures=15, animals=(4, 5, 0, 2), start_player=True)
ANNELI_FIRST = tally("Anneli", ships=3, **{n: 1 for n in ALL_OTHERS if n != "ships"}, cloisters=1, first=["ships"])
ANNELI_SEVEN = tally("Anneli", **EVERY_TYPE, seven=3)
FAULTS = {
    "negative": {"victory_cards": -1},
    "cloister": {"mines": (0, 1)},
    "cards": {"castles": 3},
    "animals": {"animals": (2, 0, 0, 0)},
    "none such": {"first": ["villages"]},
    "unearned": {"first": ["knowledge"]},
    "starting player": {"start_player": True},
}


def several(*names):
    return {key: value for name in names for key, value in FAULTS[name].items()}


@row_by_row(
    ("heading", "players", "before", "play", "code", "mentioned"),
    [
        *[
            (DOCUMENT + ", nothing below 0", 3, (), tally("Anneli", **given), "negative-number", ["Anneli", BELOW])
            for given in (
                {"ships": -1},
                {"ships": (3, -1)},
                {"cloisters": -1},
                {"seven": -1},
                {"victory_cards": -1},
                {"goods_vp": -1},
                {"animals": (0, 0, -1, 0)},
                {"storage": (-1, 2, 3)},
                {"storage": (0, -1, 0)},
                {"storage": (0, 0, -1)},
            )
        ],
        (RULING, 3, (), tally("Anneli", mines=(1, 3)), "cloister-without-card", ["mines", "2", "3"]),
        (RULING, 3, (), tally("Anneli", mines=(2, 5)), "cloister-without-card", ["mines", "4", "5"]),
        (RULING, 3, (), tally("Anneli", ships=(0, 1)), "cloister-without-card", ["ships", "0", "1"]),
        (RULING, 3, (), tally("Anneli", cloisters=(2, 1)), "cloister-without-card", ["cloisters"]),
        (COMPONENTS + ", 12 castles", 3, (), tally("Anneli", castles=13), "too-many-cards", ["castles", "12", "13"]),
        (COMPONENTS + ", 12 mines", 3, (), tally("Anneli", mines=13), "too-many-cards", ["mines", "12"]),
        (COMPONENTS + ", 12 cloisters", 3, (), tally("Anneli", cloisters=13), "too-many-cards", ["cloisters", "12"]),
        (COMPONENTS + ", 18 knowledge", 3, (), tally("Anneli", knowledge=19), "too-many-cards", ["knowledge", "18"]),
        (COMPONENTS + ", 18 ships", 3, (), tally("Anneli", ships=19), "too-many-cards", ["ships", "18"]),
        (COMPONENTS + ", 18 pastures", 3, (), tally("Anneli", pastures=19), "too-many-cards", ["pastures", "18"]),
        (COMPONENTS + ", 24 buildings", 3, (), tally("Anneli", buildings=25), "too-many-cards", ["buildings", "24"]),
        (
            COMPONENTS + ", all estates together",
            3,
            (ANNELI_MANY, tally("Anja", castles=1)),
            tally("Benito", castles=2),
            "too-many-cards",
            ["castles", "Benito", "Anneli 10", "Anja 1"],
        ),
        (
            RULING + ": a cloister is one wherever it lies",
            3,
            (tally("Anja", ships=(2, 3), cloisters=4),),
            tally("Benito", mines=(2, 2), knowledge=(2, 2), cloisters=2),
            "too-many-cards",
            ["cloisters", "12", "Benito", "Anja 7"],
        ),
        (
            COMPONENTS + ", 5 of each animal",
            3,
            (),
            tally("Anneli", animals=(0, 6, 0, 0)),
            "too-many-animals",
            ["cows", "5", "6"],
        ),
        (
            COMPONENTS + ", 5 of each animal, all together",
            3,
            (ANNELI_MANY,),
            tally("Benito", animals=(2, 0, 0, 0)),
            "too-many-animals",
            ["chickens", "Benito", "Anneli 4"],
        ),
        (SET_UP + ", 7 bonus cards", 3, (), tally("Anneli", first=["villages"]), "no-such-bonus", ["villages"]),
        (
            SET_UP + ", 7 bonus cards",
            3,
            (),
            tally("Anneli", castles=3, first=["Castles"]),
            "no-such-bonus",
            ["Castles"],
        ),
        *[
            (SET_UP + f", with {players} players", players, (), tally("Anneli", **EVERY_TYPE, seven=points), *expected)
            for players, wrong in {1: (2, 4, 5), 2: (2, 4, 5), 3: (3, 5), 4: (5, 1_000_000)}.items()
            for points in wrong
            for expected in [("no-such-bonus", [str(points)])]
        ],
        (
            BONUSES + ", a triple",
            3,
            (),
            tally("Anneli", ships=2, first=["ships"]),
            "bonus-unearned",
            ["ships", "Anneli"],
        ),
        (BONUSES + ", a triple", 3, (), tally("Anneli", first=["castles"]), "bonus-unearned", ["castles"]),
        (
            CLOISTERS + ", laid to another type they make no triple of cloisters",
            3,
            (),
            tally("Anneli", cloisters=2, ships=(1, 1), first=["cloisters"]),
            "bonus-unearned",
            ["cloisters"],
        ),
        *[
            (
                BONUSES + f", all 7 types but no {name}",
                3,
                (),
                tally("Anneli", **{each: 1 for each in EVERY_TYPE if each != name}, seven=4),
                "bonus-unearned",
                [name, "Anneli"],
            )
            for name in EVERY_TYPE
        ],
        (
            BONUSES + ", one of each type in the game",
            3,
            (ANNELI_FIRST,),
            tally("Benito", ships=3, first=["ships"]),
            "bonus-taken",
            ["ships", "Anneli", "entry 1"],
        ),
        (
            BONUSES + ", one of each type in the game",
            3,
            (tally("Anja"), ANNELI_FIRST),
            tally("Benito", ships=3, castles=3, first=["castles", "ships"]),
            "bonus-taken",
            ["ships", "Anneli", "entry 2"],
        ),
        (
            BONUSES + ", one of each type in one tally",
            3,
            (),
            tally("Benito", ships=6, first=["ships", "ships"]),
            "bonus-taken",
            ["ships"],
        ),
        (
            BONUSES + ", all 7 types, the 3 is gone",
            4,
            (ANNELI_SEVEN,),
            tally("Benito", **EVERY_TYPE, seven=3),
            "bonus-taken",
            ["3", "Anneli", "entry 1"],
        ),
        (
            END + ", one starting player card",
            3,
            (ANNELI_MANY,),
            tally("Benito", start_player=True),
            "start-player-taken",
            ["Anneli", "entry 1"],
        ),
        (END + ", not everybody is counted", 3, (), STOP, "tally-missing", ["Anneli, Benito and Anja"]),
        (END + ", not everybody is counted", 3, (tally("Benito"),), STOP, "tally-missing", ["Anneli and Anja"]),
        (END + ", after the last tally", 2, (tally("Anneli"), tally("Benito"), STOP), STOP, "game-over", []),
        (END + ", after the last tally", 2, (tally("Anneli"), tally("Benito"), STOP), tally("Anneli"), "game-over", []),
        (DOCUMENT + ", several have no Aaron", 2, (), aaron(castles=3), "unknown-kind", ["aaron"]),
        (DOCUMENT + ", several end no rounds", 2, (), END_ROUND, "unknown-kind", ["end-round"]),
        (DOCUMENT + ", alone there is no stop", 1, (), STOP, "unknown-kind", ["stop"]),
        (DOCUMENT + ", nobody of that name", 2, (), tally("Anja"), "unknown-player", ["Anja"]),
        (DOCUMENT + ", Aaron is not a player", 1, (), tally("Aaron"), "unknown-player", ["Aaron"]),
        # The first of several applicable reasons.
        *[
            (f"Precedence: {' , '.join(names)}", 3, (ANNELI_MANY,), tally("Benito", **several(*names)), code, [])
            for names, code in [
                (tuple(FAULTS), "negative-number"),
                (tuple(FAULTS)[1:], "cloister-without-card"),
                (tuple(FAULTS)[2:], "too-many-cards"),
                (tuple(FAULTS)[3:], "too-many-animals"),
                (tuple(FAULTS)[4:5] + tuple(FAULTS)[6:], "no-such-bonus"),
                (tuple(FAULTS)[5:], "bonus-unearned"),
                (tuple(FAULTS)[6:], "start-player-taken"),
            ]
        ],
    ],
)
def test_illegal_tallies_are_refused(heading, players, before, play, code, mentioned):
    sheet(players, before)
    answer, status = score(players, [*before, play])
    assert status == 1
    assert codes(answer) == [(len(before) + 1, code)]
    about, fields = refused_fields(document(players, [*before, play]))
    assert about in fields
    message = answer["refused"][0]["message"]
    assert message
    assert "{" not in message
    assert [words for words in mentioned if words not in message] == []


@row_by_row(
    ("heading", "players", "plays"),
    [
        (COMPONENTS + ", every card there is", 4, [tally("Anneli", castles=12, mines=12, cloisters=12, buildings=24)]),
        (COMPONENTS + ", every card there is", 4, [tally("Anneli", knowledge=18, ships=18, pastures=(18, 12))]),
        (COMPONENTS + ", every card there is", 2, [tally("Anneli", castles=7), tally("Benito", castles=5)]),
        (
            COMPONENTS + ", every animal there is",
            2,
            [tally("Anneli", animals=(3,) * 4), tally("Benito", animals=(2,) * 4)],
        ),
        (RULING + ": two cloisters to each card", 2, [tally("Anneli", mines=(6, 12))]),
        (RULING + ": a cloister may lie anywhere", 3, [tally("Anneli", **ALL_OTHERS | {"ships": (1, 1)}, seven=4)]),
        *[
            (
                SET_UP + ", all of the all 7 types cards",
                players,
                [tally(name, **EVERY_TYPE, seven=n) for name, n in zip(NAMES, values, strict=False)],
            )
            for players, values in {2: (1, 3), 3: (4, 2, 1), 4: (2, 1, 4, 3)}.items()
        ],
        (
            DOCUMENT + ", a later tally takes the place of the earlier before it is looked at",
            3,
            [ANNELI_MANY, ANNELI_MANY, tally("Anneli", castles=12, animals=(5, 5, 5, 5), start_player=True)],
        ),
        (
            DOCUMENT + ", what was put back can be had by others",
            3,
            [ANNELI_FIRST, tally("Anneli", ships=3), tally("Benito", ships=3, first=["ships"]), tally("Anja")],
        ),
        (
            DOCUMENT + ", the starting player card goes round",
            2,
            [tally("Anneli", start_player=True), tally("Anneli"), tally("Benito", start_player=True)],
        ),
    ],
)
def test_unusual_but_legal_tallies_are_accepted(heading, players, plays):
    assert sheet(players, plays)["finished"] is False


def test_document_lists_every_refused_play():
    plays = [tally("Anneli", castles=13), STOP, aaron(), tally("Adrian"), tally("Anneli"), tally("Benito"), STOP, STOP]
    answer, _ = score(2, plays)
    assert codes(answer) == [
        (1, "too-many-cards"),
        (2, "tally-missing"),
        (3, "unknown-kind"),
        (4, "unknown-player"),
        (8, "game-over"),
    ]


# Printed values.


@row_by_row("name", ["castles", "mines", "knowledge", "ships"])
def test_ruling_missing_printed_value_makes_the_total_unknown(name):
    plays = [tally("Benito", victory_cards=1), tally("Anneli", **{name: 3}, first=[name], storage=(1, 2, 3))]
    values = {other: 1 for other in VALUES if other != name}
    answer = sheet(2, plays, triple_values=values)
    assert places(answer) == [("Benito", 1, 1), ("Anneli", 2, None)]
    line = lines(answer)["Anneli"]
    assert line["parts"] == dict(zip(PARTS, (None, 1, 0, 0, 0, 0, 0), strict=True))
    assert line["tie_break"] == {"storage_left": 6}
    assert remarks(answer) == [(2, "printed-value-missing")]
    assert name in answer["remarks"][0]["message"]
    refused, _ = score(2, [*plays, STOP], triple_values=values)
    assert codes(refused) == [(3, "printed-value-missing")]
    assert name in refused["refused"][0]["message"]
    assert score(2, [*plays, STOP], triple_values=values | {name: 0})[1] == 0


@row_by_row(
    ("heading", "values", "plays", "remarked"),
    [
        (RULING + ": not needed without a triple", {}, [tally("Anneli", ships=2, mines=2, castles=(1, 1))], []),
        (RULING + ": not needed for these three", {}, [tally("Anneli", cloisters=3, pastures=3, buildings=3)], []),
        (RULING + ": needed for a triple with cloisters", {}, [tally("Anneli", ships=(1, 2))], ["ships"]),
        (
            DOCUMENT + ", one remark for all",
            {"castles": 1},
            [tally("Anneli", ships=3, castles=3), tally("Benito", mines=3, ships=3), tally("Anja", knowledge=3)],
            ["mines, knowledge and ships"],
        ),
        (DOCUMENT + ", gone with the triple", {}, [tally("Anneli", ships=3), tally("Anneli", ships=2)], []),
    ],
)
def test_missing_printed_values_are_reported(heading, values, plays, remarked):
    answer = sheet(3, plays, triple_values=values)
    assert remarks(answer) == [(len(plays), "printed-value-missing")] * len(remarked)
    assert all(words in answer["remarks"][0]["message"] for words in remarked)


def test_document_may_replace_the_printed_values():
    given = {"buildings": 9, "pastures": 0, "cloisters": 7}
    plays = [tally("Anneli", buildings=3, pastures=3, cloisters=3, ships=3)]
    assert lines(sheet(2, plays, triple_values=given | {"ships": 1}))["Anneli"]["parts"]["triples"] == 17
    assert lines(sheet(2, plays, triple_values={"ships": 1}))["Anneli"]["parts"]["triples"] == 14


# Winners, and the messages at the end.

CARD = {"start_player": True}


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (
            END + ", the most points",
            [tally("Anneli", victory_cards=3, **CARD), tally("Benito", victory_cards=5, storage=(0, 0, 0))],
            [("Benito", 1, 5), ("Anneli", 2, 4)],
        ),
        (
            END + ", level: the most cards left in storage",
            [
                tally("Anneli", victory_cards=3, storage=(1, 0, 0), **CARD),
                tally("Benito", goods_vp=4, animals=(2, 0, 0, 0)),
            ],
            [("Benito", 1, 4), ("Anneli", 2, 4)],
        ),
        (
            END + ", level there too: more than one winner",
            [
                tally("Anneli", victory_cards=3, storage=(1, 1, 0), **CARD),
                tally("Benito", goods_vp=4, storage=(0, 0, 2)),
            ],
            [("Anneli", 1, 4), ("Benito", 1, 4)],
        ),
        (
            END + ", 1, 1, 3",
            [tally("Anja", goods_vp=2), tally("Benito", victory_cards=2), tally("Anneli", **CARD)],
            [("Benito", 1, 2), ("Anja", 1, 2), ("Anneli", 3, 1)],
        ),
    ],
)
def test_winner_is_found_by_points_and_tie_break(heading, plays, expected):
    answer = sheet(len(plays), [*plays, STOP])
    assert places(answer) == expected
    assert (answer["finished"], answer["next"], answer["remarks"]) == (True, None, [])
    assert "round" not in answer
    before = sheet(len(plays), plays)
    assert (before["finished"], before["next"], before["standings"]) == (False, None, answer["standings"])


def test_document_totals_are_unknown_before_a_first_tally():
    answer = sheet(3, [])
    assert places(answer) == [(name, 1, None) for name in NAMES[:3]]
    for line in answer["standings"]:
        assert line["parts"] == dict.fromkeys(PARTS)
        assert line["tie_break"] == {"storage_left": None}
    assert answer["remarks"] == []
    answer = sheet(4, [tally("Adrian"), tally("Benito", ships=3)], triple_values={})
    assert places(answer) == [("Adrian", 1, 0), ("Anneli", 2, None), ("Benito", 2, None), ("Anja", 2, None)]


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (END + ", nobody has the starting player card", [tally("Anneli")], ["start-player-unclaimed"]),
        (END + ", somebody has the starting player card", [tally("Anneli", **CARD)], []),
        (BONUSES + ", nobody has the bonus card", [tally("Anneli", ships=3, **CARD)], ["bonus-unclaimed"]),
        (
            BONUSES + ", nobody has the bonus cards",
            [tally("Anneli", ships=3, castles=3, **CARD)],
            ["bonus-unclaimed"] * 2,
        ),
        (
            BONUSES + ", somebody else has the bonus card",
            [tally("Anneli", ships=3, **CARD), tally("Benito", ships=3, first=["ships"])],
            [],
        ),
        (BONUSES + ", no triple, no bonus card", [tally("Anneli", ships=2, **CARD)], []),
        (RULING + ": the all 7 types cards are not asked for", [tally("Anneli", **EVERY_TYPE, **CARD)], []),
        (
            DOCUMENT + ", bonus cards before the starting player",
            [tally("Anneli", ships=3)],
            ["bonus-unclaimed", "start-player-unclaimed"],
        ),
    ],
)
def test_remarks_appear_only_after_the_end(heading, plays, expected):
    plays = [tally("Benito"), *plays]
    assert sheet(2, plays)["remarks"] == []
    answer = sheet(2, [*plays, STOP])
    assert remarks(answer) == [(len(plays) + 1, code) for code in expected]


def test_remark_on_unclaimed_bonus_names_type_and_player():
    plays = [tally("Anja", ships=(1, 2)), tally("Benito"), tally("Anneli", ships=3, **CARD), STOP]
    (remark,) = sheet(3, plays)["remarks"]
    assert "ships" in remark["message"]
    assert "Anneli and Anja" in remark["message"]


# Solo games against Aaron.

MINE = tally("Anneli", victory_cards=21)


def rounds(*tables, mine=MINE):
    return [mine, *(play for table in tables for play in (table, END_ROUND))]


@row_by_row(
    ("heading", "before", "play", "code", "mentioned"),
    [
        (SOLO + ", 3 cards in round A", [], aaron(ships=2), "aaron-cards", ["A", "3", "2"]),
        (SOLO + ", 3 cards in round A", [], aaron(ships=4), "aaron-cards", ["3", "4"]),
        (SOLO + ", 3 cards in round A", [], {"kind": "aaron"}, "aaron-cards", ["3", "0"]),
        (SOLO + ", 7 in round B", rounds(A), aaron(ships=4), "aaron-cards", ["B", "7"]),
        (SOLO + ", 12 in round C", rounds(A, B), B, "aaron-cards", ["C", "12", "7"]),
        (SOLO + ", 18 in round D", rounds(A, B, C), C, "aaron-cards", ["D", "18"]),
        (SOLO + ", 25 in round E", rounds(A, B, C, D), D, "aaron-cards", ["E", "25"]),
        (SOLO + ", nothing leaves his estate", rounds(A), aaron(ships=1, mines=6), "aaron-cards", ["ships", "2", "A"]),
        (SOLO + ", nothing leaves his estate", rounds(A), aaron(ships=7), "aaron-cards", ["mines", "1", "0"]),
        (SOLO + ", nothing below 0", [], aaron(ships=-1, mines=4), "negative-number", ["Aaron", BELOW]),
        (SOLO + ", nothing below 0", [], aaron(ships=3, seven=-1), "negative-number", ["Aaron", BELOW]),
        (
            SOLO + ", all estates together",
            [tally("Anneli", castles=10)],
            aaron(castles=3),
            "too-many-cards",
            ["Aaron", "castles", "12", "Anneli 10"],
        ),
        (
            SOLO + ", all estates together",
            [aaron(cloisters=3)],
            tally("Anneli", cloisters=8, ships=(1, 2)),
            "too-many-cards",
            ["Anneli", "cloisters", "Aaron 3"],
        ),
        (
            RULING + ": his table of the last round counts on",
            rounds(aaron(castles=3)),
            tally("Anneli", castles=10),
            "too-many-cards",
            ["Aaron 3"],
        ),
        (SOLO + ", only the 3 and the 1", [], aaron(ships=3, seven=4), "no-such-bonus", ["4"]),
        (SOLO + ", bonus cards", [], aaron(ships=3, first=["villages"]), "no-such-bonus", ["villages"]),
        (SOLO + ", bonus cards", [], A | {"first_triples": ["ships"]}, "bonus-unearned", ["Aaron", "ships"]),
        (SOLO + ", all seven", rounds(A), aaron(ships=2, mines=1, castles=4, seven=3), "bonus-unearned", ["Aaron"]),
        (
            SOLO + ", if he completes it before you do",
            [tally("Anneli", ships=3, first=["ships"])],
            aaron(ships=3, first=["ships"]),
            "bonus-taken",
            ["ships", "Anneli", "entry 1"],
        ),
        (
            SOLO + ", if he completes it before you do",
            [aaron(ships=3, first=["ships"])],
            tally("Anneli", ships=3, first=["ships"]),
            "bonus-taken",
            ["ships", "Aaron", "entry 1"],
        ),
        (SOLO + ", the same twice", [], aaron(ships=3, first=["ships", "ships"]), "bonus-taken", ["ships"]),
        (SOLO + ", his deck was not sorted in", [], END_ROUND, "aaron-missing", ["Aaron", "A"]),
        (SOLO + ", his deck was not sorted in", [MINE], END_ROUND, "aaron-missing", ["Aaron"]),
        (SOLO + ", his deck was not sorted in", rounds(A), END_ROUND, "aaron-missing", ["B"]),
        (SOLO + ", compare", [A], END_ROUND, "tally-missing", ["Anneli"]),
        (SOLO + ", at once", rounds(A, B, C, D, E), MINE, "game-over", []),
    ],
)
def test_solo_illegal_plays_are_refused(heading, before, play, code, mentioned):
    sheet(1, before)
    answer, status = score(1, [*before, play])
    assert status == 1
    assert codes(answer) == [(len(before) + 1, code)]
    message = answer["refused"][0]["message"]
    assert [words for words in mentioned if words not in message] == []


@row_by_row(
    ("plays", "code"),
    [
        ([aaron(ships=3), END_ROUND], "tally-missing"),
        ([aaron(ships=3), tally("Anneli"), END_ROUND], "printed-value-missing"),
        ([aaron(ships=2, mines=1), tally("Anneli", castles=3), END_ROUND], "printed-value-missing"),
        ([tally("Anneli", castles=3), END_ROUND], "aaron-missing"),
    ],
)
def test_solo_missing_printed_values_prevent_the_comparison(plays, code):
    answer, _ = score(1, plays, triple_values={})
    assert codes(answer) == [(len(plays), code)]
    if code == "printed-value-missing":
        answer = sheet(1, plays[:-1], triple_values={})
        assert remarks(answer) == [(len(plays) - 1, "printed-value-missing")]


@row_by_row(
    ("heading", "plays", "over", "stays", "expected"),
    [
        (SOLO + ", nothing is entered", [], False, "A", [("Anneli", 1, None), ("Aaron", 1, None)]),
        (SOLO + ", Aaron alone is known", [A], False, "A", [("Aaron", 1, 0), ("Anneli", 2, None)]),
        (SOLO + ", the player alone is known", [MINE], False, "A", [("Anneli", 1, 21), ("Aaron", 2, None)]),
        (
            SOLO + ", the same: the game goes on",
            rounds(A, mine=tally("Anneli")),
            False,
            "B",
            [("Anneli", 1, 0), ("Aaron", 2, 0)],
        ),
        (
            SOLO + ", he has more: the game ends at once",
            rounds(aaron(buildings=3), mine=tally("Anneli", victory_cards=2)),
            True,
            "A",
            [("Aaron", 1, 3), ("Anneli", 2, 2)],
        ),
        (
            SOLO + ", not before the end of the round",
            [tally("Anneli"), aaron(buildings=3)],
            False,
            "A",
            [("Aaron", 1, 3), ("Anneli", 2, 0)],
        ),
        (
            SOLO + ", animals are counted",
            rounds(aaron(buildings=3), mine=tally("Anneli", animals=(1, 1, 1, 1))),
            False,
            "B",
            [("Anneli", 1, 4), ("Aaron", 2, 3)],
        ),
        (
            SOLO + ", the starting player card is not used",
            rounds(aaron(buildings=3), mine=tally("Anneli", victory_cards=2, start_player=True)),
            True,
            "A",
            [("Aaron", 1, 3), ("Anneli", 2, 2)],
        ),
        (
            SOLO + ", he wins bonus cards",
            rounds(aaron(buildings=3, first=["buildings"]), mine=tally("Anneli", victory_cards=3)),
            True,
            "A",
            [("Aaron", 1, 4), ("Anneli", 2, 3)],
        ),
        (SOLO + ", after round D", rounds(A, B, C, D), False, "E", [("Anneli", 1, 21), ("Aaron", 2, 12)]),
        (
            SOLO + ", the same at the end: the player wins",
            rounds(A, B, C, D, E),
            True,
            "E",
            [("Anneli", 1, 21), ("Aaron", 2, 21)],
        ),
        (
            SOLO + ", he has more at the end",
            rounds(A, B, C, D, E, mine=tally("Anneli", victory_cards=20)),
            True,
            "E",
            [("Aaron", 1, 21), ("Anneli", 2, 20)],
        ),
    ],
)
def test_solo_rounds_are_compared_until_a_loss(heading, plays, over, stays, expected):
    answer = sheet(1, plays)
    assert places(answer) == expected
    assert (answer["finished"], answer["round"], answer["next"]) == (over, stays, None)


def test_solo_aaron_scores_triples_and_bonus_cards_only():
    table = aaron(**EVERY_TYPE | {"buildings": 6}, first=["buildings"], seven=3)
    answer = sheet(
        1, [tally("Anneli", ships=3), *rounds(aaron(buildings=3), aaron(buildings=5, mines=1, ships=1)), table]
    )
    line = lines(answer)["Aaron"]
    assert line["parts"] == dict(zip(PARTS, (6, 1, 3, None, None, None, None), strict=True))
    assert line["tie_break"] == {"storage_left": None}
    assert line["total"] == 10
    assert set(lines(sheet(1, []))["Aaron"]["parts"].values()) == {None}


def test_solo_aarons_cloisters_are_never_wild():
    answer = sheet(1, [MINE, aaron(cloisters=2, mines=1)])
    assert lines(answer)["Aaron"]["total"] == 0
    answer, status = score(1, [MINE, {"kind": "aaron", "estate": {"mines": {"cards": 1, "cloisters": 2}}}])
    assert status == 2
    assert "mines" in answer["unreadable"]


def test_solo_later_cards_of_aaron_replace_earlier_in_the_round():
    plays = [tally("Anneli"), aaron(ships=3, first=["ships"]), aaron(mines=3), A, END_ROUND, B]
    answer = sheet(1, plays)
    assert (lines(answer)["Aaron"]["total"], answer["round"]) == (3, "B")
    assert score(1, [*plays, aaron(ships=2, mines=3, castles=2)])[1] == 0  # compared with round A only


def test_solo_tally_counts_until_its_replacement():
    answer = sheet(1, rounds(A, B, C))
    assert lines(answer)["Anneli"]["total"] == 21


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (SOLO + ", the starting player card is not used", rounds(A, B, C, D, E | {"first_triples": ["buildings"]}), []),
        (SOLO + ", his own triple without the card", rounds(A, B, C, D, E), ["bonus-unclaimed"]),
        (SOLO + ", the game goes on", rounds(A, B, C, D), []),
    ],
)
def test_solo_possible_mistakes_are_reported(heading, plays, expected):
    mine = tally("Anneli", victory_cards=40)
    assert remarks(sheet(1, [mine, *plays[1:]])) == [(len(plays), code) for code in expected]


# Players, and unreadable tallies.


@row_by_row(
    ("heading", "players", "options", "status"),
    [
        (SOLO, ["Anneli"], {"solo": True}, 0),
        (SOLO + ", it is an option", ["Anneli"], {}, 2),
        (SOLO + ", it is an option", ["Anneli"], {"solo": False}, 2),
        (SOLO + ", one player", ["Anneli", "Benito"], {"solo": True}, 2),
        (SOLO + ", Aaron is the opponent", ["Aaron"], {"solo": True}, 2),
        (SET_UP, ["Aaron", "Benito"], {}, 0),
        (SET_UP, ["Anneli", "Benito"], {"solo": False}, 0),
        (SET_UP, [*NAMES, "Donny"], {}, 2),
        (SET_UP, [], {"solo": True}, 2),
        (RULING, ["Anneli", "Benito"], {"solo": 0}, 2),
        (RULING, ["Anneli", "Benito"], {"triple_values": {}}, 0),
        (RULING, ["Anneli", "Benito"], {"triple_values": {"castles": 0, "cloisters": 1_000_000}}, 0),
        (RULING, ["Anneli", "Benito"], {"triple_values": {"castles": -1}}, 2),
        (RULING, ["Anneli", "Benito"], {"triple_values": {"castles": 1_000_001}}, 2),
    ],
)
def test_table_options_must_match_the_players(heading, players, options, status):
    answer = score_document(document(NAMES[:2], []) | {"players": list(players), "options": options})
    assert answer[1] == status
    if status == 2:
        key = next(iter(options), "solo") if len(players) in (1, 2) else "players"
        assert key in answer[0]["unreadable"]


# Helpers for questions at the table.


def asked(name, **values):
    helper = next(helper for helper in RULEBOOK.helpers if helper.name == name)
    (summary,) = helper.answer(state(2, []), values)
    return str(summary.headline), summary.detail and str(summary.detail), summary.points


@row_by_row(
    ("heading", "animals", "said", "made", "points"),
    [
        (
            END + ", Megan",
            {"chickens": 1, "cows": 2, "sheep": 3, "pigs": 0},
            "3 points",
            "sets of four: 0, of three: 1, of two: 1; animals in no set: 1",
            3,
        ),
        (END + ", none", {}, "No animals, no points.", None, 0),
        (COMPONENTS + ", 5 of each", {"pigs": 6}, "There are 5 pigs, so you can have 0 to 5.", None, None),
        (COMPONENTS + ", 5 of each", {"cows": -1}, "There are 5 cows, so you can have 0 to 5.", None, None),
    ],
)
def test_animals_helper_counts_animal_points(heading, animals, said, made, points):
    assert asked("animals", **animals) == (said, made, points), heading


@row_by_row(
    ("heading", "workers", "silver", "said", "over", "points"),
    [
        (CONVERT + ", Tom", 5, 1, "2 victory points", None, 2),
        (CONVERT + ", rounded down", 3, 1, "1 victory point", "1 card of them adds nothing: keep it", 1),
        (CONVERT + ", nothing", 0, 0, "0 victory points", None, 0),
        (CONVERT + ", less than nothing", -1, 4, "You cannot give back less than nothing.", None, None),
    ],
)
def test_points_helper_counts_workers_and_silver(heading, workers, silver, said, over, points):
    assert asked("victory-points", workers=workers, silver=silver) == (said, over, points), heading


DISTANCES = (
    (0, 1, 2, 3, 2, 1),
    (1, 0, 1, 2, 3, 2),
    (2, 1, 0, 1, 2, 3),
    (3, 2, 1, 0, 1, 2),
    (2, 3, 2, 1, 0, 1),
    (1, 2, 3, 2, 1, 0),
)


@row_by_row("shown", range(1, 7))
@row_by_row("wanted", range(1, 7))
def test_workers_helper_counts_steps_around_the_die(shown, wanted):
    needed = DISTANCES[shown - 1][wanted - 1]
    said, _, points = asked("workers", shown=shown, wanted=wanted)
    assert points is None
    assert said.startswith({0: "You need no worker", 1: "1 worker"}.get(needed, f"{needed} workers"))


@row_by_row(
    ("shown", "wanted", "path"),
    [(2, 6, "2 → 1 → 6"), (5, 1, "5 → 6 → 1"), (2, 5, "2 → 3 → 4 → 5"), (5, 2, "5 → 6 → 1 → 2"), (6, 6, None)],
)
def test_workers_helper_shows_the_shorter_way_else_upwards(shown, wanted, path):
    helper = next(helper for helper in RULEBOOK.helpers if helper.name == "workers")
    (summary,) = helper.answer(state(2, []), {"shown": shown, "wanted": wanted})
    assert (summary.detail and str(summary.detail)) == path


@row_by_row(("shown", "wanted", "wrong"), [(0, 3, 0), (7, 3, 7), (2, -1, -1), (2, 1_000_000, 1_000_000)])
def test_workers_helper_refuses_other_numbers(shown, wanted, wrong):
    assert asked("workers", shown=shown, wanted=wanted)[0] == f"There is no {number(wrong)} on a die: it has 1 to 6."


# Descriptions of plays, and the values for pages.


def test_tally_with_unknown_points_shows_the_reason():
    game = replayed(2, [tally("Anneli", ships=3)], triple_values={})
    headline = "Fill in what a triple of ships is worth: it is printed on the cards."
    assert str(game.describe(game.steps[-1]).headline) == headline


@row_by_row(
    ("given", "code", "field"),
    [
        ({"ships": -1}, "negative-number", "estate"),
        ({"ships": (3, -1)}, "negative-number", "estate"),
        ({"seven": -1}, "negative-number", "all_seven"),
        ({"victory_cards": -1}, "negative-number", "victory_cards"),
        ({"goods_vp": -1}, "negative-number", "goods_vp"),
        ({"animals": (0, 0, -1, 0)}, "negative-number", "animals"),
        ({"storage": (0, -1, 0)}, "negative-number", "storage"),
        ({"mines": (1, 3)}, "cloister-without-card", "estate"),
        ({"cloisters": (2, 1)}, "cloister-without-card", "estate"),
        ({"castles": 3}, "too-many-cards", "estate"),
        ({"animals": (2, 0, 0, 0)}, "too-many-animals", "animals"),
        ({"first": ["villages"]}, "no-such-bonus", "first_triples"),
        ({"seven": 5}, "no-such-bonus", "all_seven"),
        ({"first": ["knowledge"]}, "bonus-unearned", "first_triples"),
        ({"seven": 1}, "bonus-unearned", "all_seven"),
        ({"ships": 3, "first": ["ships"]}, "bonus-taken", "first_triples"),
        ({"ships": 3, "knowledge": 3, "first": ["knowledge"] * 2}, "bonus-taken", "first_triples"),
        (EVERY_TYPE | {"seven": 2}, "bonus-taken", "all_seven"),
        ({"start_player": True}, "start-player-taken", "start_player"),
    ],
)
def test_refusal_names_its_field(given, code, field):
    anja = tally("Anja", **EVERY_TYPE | {"ships": 3}, first=["ships"], seven=2)
    conflict = replayed(4, [ANNELI_MANY, anja, tally("Benito", **given)]).conflicts[-1]
    assert (conflict.refusal.code, conflict.refusal.field) == (code, field)


def rows(board):
    """Return the account of a board: the cells of each row, by its label; triples as (number, worth, points)."""
    account = board.account
    parts = [row for group in account.groups for row in group.rows] + ([account.left] if account.left else [])
    found = {"points": [*account.totals]}
    found |= {str(group.label): [*group.sums] for group in account.groups}
    found |= {
        str(row.label): [(cell.triples, cell.worth, cell.points) if cell.triples else cell.points for cell in row.cells]
        for row in parts
    }
    return found


def test_account_lists_every_part_of_all_players():
    board = RULEBOOK.pages.board(
        state(3, [tally("Benito", ships=(1, 2), pastures=7, first=["ships"], animals=(1, 2, 3, 0))])
    )
    assert board.account.names == ("Benito", "Anneli", "Anja")
    assert rows(board) == {
        "points": [14, None, None],
        "Estate": [10, None, None],
        "Bonus": [1, None, None],
        "Animals": [3, None, None],
        "Rest": [0, None, None],
        "castles": [0, 0, 0],
        "mines": [0, 0, 0],
        "cloisters": [0, 0, 0],
        "knowledge": [0, 0, 0],
        "ships": [(1, 2, 2), 0, 0],
        "pastures": [(2, 4, 8), 0, 0],
        "buildings": [0, 0, 0],
        "first triples": [1, None, None],
        "all 7 types": [0, None, None],
        "victory point cards": [0, None, None],
        "sold goods": [0, None, None],
        "starting player": [0, None, None],
        "cards left in storage": [1, None, None],
    }
    assert [row.type for group in board.account.groups for row in group.rows if row.type] == list(TYPES)


def test_solo_account_has_a_line_for_aaron():
    board = RULEBOOK.pages.board(state(1, rounds(aaron(buildings=3), mine=tally("Anneli", animals=(1, 1, 0, 0)))))
    assert board.account.names == ("Aaron", "Anneli")
    account = rows(board)
    assert (account["points"], account["Animals"], account["buildings"]) == ([3, 1], [None, 1], [(1, 3, 3), 0])
    assert {"starting player", "cards left in storage"} & account.keys() == set()  # they do not affect the result


@row_by_row(
    ("heading", "players", "plays", "options", "shown"),
    [
        (END + ", not everybody is counted", 2, [tally("Anneli")], {}, ("", None, False)),
        (
            END + ", everybody is counted",
            2,
            [tally("Anneli"), tally("Benito")],
            {},
            ("", "Both are in: final scoring", False),
        ),
        (SOLO + ", rounds end, not the game", 1, [tally("Anneli"), A], {}, ("A", None, False)),
        (SOLO, 1, rounds(A), {}, ("B", None, False)),
        (
            RULING,
            2,
            [tally("Anneli", ships=3)],
            {"triple_values": {}},
            ("", None, True),
        ),
    ],
)
def test_board_shows_round_and_missing_tallies(heading, players, plays, options, shown):
    board = RULEBOOK.pages.board(state(players, plays, **options))
    assert (board.round, board.all_in and str(board.all_in), board.lacking) == shown


def previewed(players, before, play):
    """Return the title's own preview of a play."""
    (typed,) = read_document(document(players, [play])).plays
    return RULEBOOK.pages.preview(replayed(players, before).preview(typed))


@row_by_row(
    ("players", "before", "play", "total", "forgotten"),
    [
        (2, [], tally("Anneli", ships=3, castles=3, first=["ships"]), 8, None),  # Benito can have it
        (2, [tally("Benito")], tally("Anneli", ships=3, castles=3, first=["ships"]), 8, "castles"),
        (2, [ANNELI_FIRST], tally("Benito", ships=3), 2, None),
        (2, [ANNELI_FIRST, tally("Benito")], tally("Anneli", ships=3), 2, "ships"),
        (2, [ANNELI_FIRST], tally("Benito", ships=3, first=["ships"]), 3, None),  # including a refused one
        (1, [], aaron(castles=3), 5, None),  # a slip asks for it
        (1, [], aaron(castles=4), 5, "castles"),  # refused, so that there is none
    ],
)
def test_preview_shows_total_of_valid_and_refused_tallies(players, before, play, total, forgotten):
    shown = previewed(players, before, play)
    question = f"Nobody has the “first” card for {forgotten} yet. Forgotten?" if forgotten else None
    assert list(shown.parts) == list(PARTS)
    assert shown.total == total
    assert (shown.forgotten and str(shown.forgotten)) == question


def test_only_tallies_have_a_preview():
    assert previewed(2, [], STOP) is None


MARGUERITE = tally("Anneli", castles=3, mines=3, first=["castles", "mines"], goods_vp=6, start_player=True)
ALL_TYPES = EVERY_TYPE | {"seven": 3}
JOS_ROUND = tally("Anneli", castles=3, mines=3, first=["castles"], start_player=True)
AARONS_ROUND = aaron(castles=3, first=["castles"])


@row_by_row(
    ("players", "before", "play", "displaced"),
    [
        (3, [], tally("Benito", castles=3, first=["castles"]), []),
        (3, [MARGUERITE], tally("Benito", castles=3), []),
        (3, [MARGUERITE], tally("Anneli", castles=3, first=["castles"]), []),
        (3, [MARGUERITE], tally("Benito", castles=3, first=["castles"]), [MARGUERITE | {"first_triples": ["mines"]}]),
        (
            3,
            [MARGUERITE],
            tally("Benito", mines=3, first=["mines"], start_player=True),
            [MARGUERITE | {"first_triples": ["castles"], "start_player": False}],
        ),
        (2, [tally("Anneli", **ALL_TYPES)], tally("Benito", **ALL_TYPES), [tally("Anneli", **EVERY_TYPE)]),
        (2, [tally("Anneli", **ALL_TYPES)], tally("Benito", **EVERY_TYPE | {"seven": 1}), []),
        (
            3,
            [MARGUERITE, tally("Anja", ships=3, first=["ships"])],
            tally("Benito", castles=3, ships=3, first=["castles", "ships"]),
            [MARGUERITE | {"first_triples": ["mines"]}, tally("Anja", ships=3)],
        ),
        (1, [AARONS_ROUND], tally("Anneli", castles=3, first=["castles"]), [aaron(castles=3)]),
        (1, [JOS_ROUND], AARONS_ROUND, [JOS_ROUND | {"first_triples": []}]),
        (1, [JOS_ROUND, aaron(mines=3, first=["mines"]), END_ROUND], tally("Anneli", mines=3, first=["mines"]), []),
        (2, [MARGUERITE], STOP, []),
    ],
)
def test_claimed_first_card_is_removed_from_its_holder_only(players, before, play, displaced):
    game = replayed(players, before)
    entered = [read_document(document(players, [each])).plays[0] for each in (play, *displaced)]
    assert list(game.displaced_plays(entered[0])) == entered[1:]
    assert game.entered([*entered[1:], entered[0]]).conflicts == () or not displaced


def test_tallies_may_be_entered_in_any_order():
    table = RULEBOOK.table(NAMES, {})
    begun = RULEBOOK.start(table)
    assert (RULEBOOK.turn(begun), RULEBOOK.seats.eliminated(begun)) == (None, ())
    assert RULEBOOK.seats.colours(table) == ("blue", "green", "grey", "brown")
    assert RULEBOOK.seats.colours(RULEBOOK.table(NAMES[:2], {})) == ("blue", "green")


@row_by_row(
    ("entered", "seat", "expected"), [((), 0, 0), ((0,), 0, 1), ((0, 1, 3), 3, 2), ((0, 1, 2, 3), 2, 2), ((1,), 1, 0)]
)
def test_next_seat_to_enter_has_no_tally_yet(entered, seat, expected):
    assert RULEBOOK.seats.next_to_enter(state(4, [tally(NAMES[each]) for each in entered]), seat) == expected
