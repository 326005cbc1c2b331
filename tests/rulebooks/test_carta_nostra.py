"""Carta Nostra, row by row: every rule and every refusal, under the rulebook heading it comes from.

A turn is written "Anneli +don -Benito/smuggler": the Mafioso who came into Anneli's city, and the one taken out of
Benito's. Either can be missing; "Anneli" alone is a turn without both, "Anneli!" the quick entry of the winner.
Headings are those of the English rulebook. A "Ruling" is our decision about something the text leaves open. "Document"
is the game document.
"""

from scorekeeper.core.ranking import deciding_tie_break, winners
from scorekeeper.rulebooks import all_rulebooks
from tests.documents import Scorer, codes, game_document, read_document, refused_fields
from tests.rows import row_by_row

RULEBOOK = all_rulebooks()["carta-nostra"]
BOARD = RULEBOOK.pages.board
NAMES = ("Anneli", "Benito", "Anja", "Adrian", "Zoë", "Donny")
MAFIOSI = ("caporegime", "don", "consigliere", "hitman", "smuggler")

SET_UP = "Course of play, the deal"
GOAL = "Game goal"
START = "Game start"
ACTIONS = "Course of play, B"
END = "Course of play, C"
NEXT = "Course of play, D"
HITMAN = "The jobs of Mafiosi, Hitman"
DON = "The jobs of Mafiosi, Don"
RULING = "Ruling"
DOCUMENT = "Document"


def play(line):
    if isinstance(line, dict):
        return line
    if line.endswith("!"):
        return {"kind": "won", "player": line[:-1]}
    player, *actions = line.split(" ")
    turn = {"kind": "turn", "player": player}
    for action in actions:
        if action[0] == "+":
            turn["city"] = action[1:]
        else:
            victim, _, mafioso = action[1:].partition("/")
            turn["liquidated"] = {"player": victim, "mafioso": mafioso}
    return turn


def document(players, plays):
    names = NAMES[:players] if isinstance(players, int) else players
    return game_document("carta-nostra", names, [play(line) for line in plays])


SCORER = Scorer(document)
score, sheet, replayed, state = SCORER.score, SCORER.sheet, SCORER.replayed, SCORER.state


def cities(answer):
    by_name = {line["player"]: line["parts"]["city"] for line in answer["standings"]}
    return [by_name[name] for name in NAMES if name in by_name]


def places(answer):
    return [(line["player"], line["place"]) for line in answer["standings"]]


def gathered(player, *mafiosi):
    return [f"{player} +{mafioso}" for mafioso in mafiosi]


def rounds(*turns):
    """Return turns of Anneli, each followed by an empty turn of Benito."""
    return [line for turn in turns for line in (f"Anneli {turn}".strip(), "Benito")]


FOUR = ("+caporegime", "+don", "+consigliere", "+hitman")
ALMOST = rounds(*FOUR)
"""Anneli has four, and it is her turn."""


# The content of the cities.


@row_by_row(
    ("heading", "players", "plays", "expected"),
    [
        (SET_UP + ", nobody lies in a city", 2, [], [0, 0]),
        (SET_UP + ", nobody lies in a city", 6, [], [0] * 6),
        (ACTIONS + ", a Mafioso comes into the city", 2, ["Anneli +caporegime"], [1, 0]),
        (ACTIONS + ", a Mafioso comes into the city", 2, ["Anneli +don"], [1, 0]),
        (ACTIONS + ", a Mafioso comes into the city", 2, ["Anneli +consigliere"], [1, 0]),
        (ACTIONS + ", a Mafioso comes into the city", 2, ["Anneli +hitman"], [1, 0]),
        (ACTIONS + ", a Mafioso comes into the city", 2, ["Anneli +smuggler"], [1, 0]),
        (ACTIONS + ", everybody has a city", 3, ["Anneli +don", "Benito +don", "Anja +don"], [1, 1, 1]),
        (ACTIONS + ", nothing has to be done", 3, ["Anneli", "Benito", "Anja", "Anneli"], [0, 0, 0]),
        (ACTIONS + ", both in one turn", 2, ["Anneli +don", "Benito +hitman -Anneli/don"], [0, 1]),
        (ACTIONS + ", the job alone", 2, ["Anneli +don", "Benito -Anneli/don"], [0, 0]),
        (
            ACTIONS + ", the same comes in that goes out elsewhere",
            2,
            ["Anneli +don", "Benito +don -Anneli/don"],
            [0, 1],
        ),
        (
            RULING + ": only different ones count",
            2,
            rounds("+don", "+don", "+don", "+hitman"),
            [2, 0],
        ),
        (
            RULING + ": the last of its kind is gone, not one of two",
            2,
            [*rounds("+don", "+don"), "Anneli", "Benito -Anneli/don"],
            [1, 0],
        ),
        (
            RULING + ": the last of its kind is gone, not one of two",
            2,
            [*rounds("+don", "+don"), "Anneli", "Benito -Anneli/don", "Anneli", "Benito -Anneli/don"],
            [0, 0],
        ),
        (
            HITMAN + ", out of any other city",
            4,
            ["Anneli +don", "Benito +don", "Anja +smuggler", "Adrian -Benito/don", "Anneli -Anja/smuggler"],
            [1, 0, 0, 0],
        ),
        (
            HITMAN + ", who was taken out can come again",
            2,
            ["Anneli +don", "Benito -Anneli/don", "Anneli +don", "Benito -Anneli/don", "Anneli +don"],
            [1, 0],
        ),
        (DON + ", what he prevents is not entered", 2, ["Anneli +don", "Benito +smuggler"], [1, 1]),
    ],
)
def test_turns_change_the_cities(heading, players, plays, expected):
    answer = sheet(players, plays)
    assert cities(answer) == expected
    assert not answer["finished"]
    assert places(answer) == [(name, 1) for name in NAMES[:players]]
    assert all(line["total"] is None and line["tie_break"] == {} for line in answer["standings"])
    assert [list(line["parts"]) for line in answer["standings"]] == [["city"]] * players
    assert list(answer) == ["rulebook", "finished", "next", "standings", "remarks"]
    assert answer["remarks"] == []


# Winning.


@row_by_row(
    ("heading", "players", "plays", "winner", "expected"),
    [
        (GOAL, 2, [*ALMOST, "Anneli +smuggler"], "Anneli", [5, 0]),
        (GOAL + ", whichever comes last", 2, [*rounds(*FOUR[1:], "+smuggler"), "Anneli +caporegime"], "Anneli", [5, 0]),
        (GOAL + ", at least one of each", 2, [*rounds("+don", "+don", *FOUR), "Anneli +smuggler"], "Anneli", [5, 0]),
        (
            GOAL + ", whoever has them first",
            3,
            [
                line
                for mafioso in MAFIOSI[:4]
                for line in (f"Anneli +{mafioso}", f"Benito +{mafioso}", f"Anja +{mafioso}")
            ]
            + ["Anneli +don", "Benito +smuggler"],
            "Benito",
            [4, 5, 4],
        ),
        (
            END + ", the job beforehand does not matter",
            2,
            [*rounds(*FOUR[:3]), "Anneli +hitman", "Benito +don", "Anneli +smuggler -Benito/don"],
            "Anneli",
            [5, 0],
        ),
        (
            END + ", one more in its place",
            2,
            [
                *rounds(*FOUR[:3]),
                "Anneli +hitman",
                "Benito -Anneli/don",
                "Anneli +smuggler",
                "Benito",
                "Anneli +don",
            ],
            "Anneli",
            [5, 0],
        ),
        (
            END + ", one of two was left",
            2,
            [*rounds("+don", *FOUR[:3]), "Anneli +hitman", "Benito -Anneli/don", "Anneli +smuggler"],
            "Anneli",
            [5, 0],
        ),
        (
            DOCUMENT + ", out of turn too",
            2,
            gathered("Benito", *MAFIOSI),
            "Benito",
            [0, 5],
        ),
        (DOCUMENT + ", the winner alone", 2, ["Anneli!"], "Anneli", [None, None]),
        (DOCUMENT + ", the winner alone", 5, ["Anja!"], "Anja", [None] * 5),
        (DOCUMENT + ", the winner alone, after turns", 3, [*ALMOST[:1], "Benito +don", "Anja!"], "Anja", [None] * 3),
        (DOCUMENT + ", the winner alone, with four in the city", 2, [*ALMOST, "Benito!"], "Benito", [None, None]),
    ],
)
def test_five_different_mafiosi_win(heading, players, plays, winner, expected):
    answer = sheet(players, plays)
    assert (answer["finished"], answer["next"]) == (True, None)
    assert cities(answer) == expected
    assert places(answer) == [(winner, 1), *((name, 2) for name in NAMES[:players] if name != winner)]
    assert all(line["total"] is None and line["tie_break"] == {} for line in answer["standings"])


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (GOAL + ", four are not enough", ALMOST, [4, 0]),
        (GOAL + ", five of which two are the same are not enough", [*ALMOST, "Anneli +don"], [4, 0]),
        (END + ", nothing is won without a fifth", [*ALMOST, "Anneli"], [4, 0]),
        (
            END + ", with the fourth taken out the fifth does not win",
            [*rounds(*FOUR[:3]), "Anneli +hitman", "Benito -Anneli/hitman", "Anneli +smuggler"],
            [4, 0],
        ),
        (
            END + ", nobody else wins by what is taken out",
            [*ALMOST, "Anneli", "Benito +don", "Anneli -Benito/don"],
            [4, 0],
        ),
    ],
)
def test_other_cities_do_not_win(heading, plays, expected):
    answer = sheet(2, plays)
    assert (answer["finished"], cities(answer)) == (False, expected)


# The order of turns.


@row_by_row(
    ("heading", "players", "plays", "following", "remarked"),
    [
        (START, 4, [], "Anneli", []),
        (NEXT, 3, ["Anneli +don"], "Benito", []),
        (NEXT, 3, ["Anneli +don", "Benito"], "Anja", []),
        (NEXT, 3, ["Anneli +don", "Benito", "Anja -Anneli/don"], "Anneli", []),
        (NEXT, 6, list(NAMES), "Anneli", []),
        (DOCUMENT + ", after whoever played last", 3, ["Anja +don"], "Anneli", [(1, "Anja", "Anneli")]),
        (
            DOCUMENT + ", after whoever played last",
            3,
            ["Anneli +don", "Anja", "Anja +hitman", "Benito"],
            "Anja",
            [(2, "Anja", "Benito"), (3, "Anja", "Anneli"), (4, "Benito", "Anneli")],
        ),
        (DOCUMENT + ", the winner alone is never out of turn", 3, ["Anneli +don", "Anneli!"], None, []),
        (DOCUMENT + ", the winner alone is never out of turn", 3, ["Anja!"], None, []),
        (
            DOCUMENT + ", won out of turn",
            2,
            [*ALMOST, "Anneli", "Anneli +smuggler"],
            None,
            [(10, "Anneli", "Benito")],
        ),
    ],
)
def test_turns_go_round_and_exceptions_are_reported(heading, players, plays, following, remarked):
    answer = sheet(players, plays)
    assert answer["next"] == following
    assert answer["remarks"] == [
        {"play": number, "code": "out-of-turn", "message": f"{player} played; it was {other}'s turn."}
        for number, player, other in remarked
    ]


# Refusals and their reasons.


@row_by_row(
    ("heading", "before", "line", "code", "mentioned"),
    [
        (GOAL + ", there are five", [], "Anneli +godfather", "unknown-mafioso", ["'godfather'", "Consigliere"]),
        (DOCUMENT + ", spelled exactly", [], "Anneli +Don", "unknown-mafioso", ["'Don'"]),
        (
            DOCUMENT + ", spelled exactly",
            [],
            {"kind": "turn", "player": "Anneli", "city": "don "},
            "unknown-mafioso",
            ["'don '"],
        ),
        (DOCUMENT + ", spelled exactly", [], {"kind": "turn", "player": "Anneli", "city": ""}, "unknown-mafioso", []),
        (DOCUMENT + ", spelled exactly", [], "Anneli +{don}", "unknown-mafioso", ["'{don}'"]),
        (GOAL + ", there are five", ["Anneli +don"], "Benito -Anneli/boss", "unknown-mafioso", ["'boss'"]),
        (
            GOAL + ", there are five",
            ["Anneli +don"],
            "Benito +don -Anneli/boss",
            "unknown-mafioso",
            ["'boss'"],
        ),
        (
            GOAL + ", there are five",
            ["Anneli +don"],
            "Benito +boss -Anneli/don",
            "unknown-mafioso",
            ["'boss'"],
        ),
        (HITMAN + ", another player's city", ["Anneli +don", "Benito"], "Anneli -Anneli/don", "own-city", ["Anneli"]),
        (HITMAN + ", another player's city", ["Anneli +don", "Benito"], "Anneli +don -Anneli/don", "own-city", ["Don"]),
        (HITMAN + ", not even out of an empty one", [], "Anneli -Anneli/don", "own-city", ["Anneli", "Don"]),
        (
            HITMAN + ", nor who has come just now",
            [],
            "Anneli +hitman -Anneli/hitman",
            "own-city",
            ["Anneli", "Hitman"],
        ),
        (HITMAN + ", nobody is there", [], "Anneli -Benito/don", "nothing-to-liquidate", ["Benito", "Don"]),
        (
            HITMAN + ", somebody else is there",
            ["Anneli +don"],
            "Benito -Anneli/hitman",
            "nothing-to-liquidate",
            ["Anneli", "Hitman"],
        ),
        (
            HITMAN + ", there is one in another city",
            ["Anneli +don"],
            "Benito -Anja/don",
            "nothing-to-liquidate",
            ["Anja", "Don"],
        ),
        (
            HITMAN + ", there was one",
            ["Anneli +don", "Benito -Anneli/don"],
            "Anja -Anneli/don",
            "nothing-to-liquidate",
            ["Anneli", "Benito", "Don", "entry 2"],
        ),
        (
            HITMAN + ", what became of another city does not matter",
            ["Anneli +don", "Benito -Anneli/don", "Anja", "Anneli +don", "Benito", "Anja -Anneli/don"],
            "Anneli -Benito/don",
            "nothing-to-liquidate",
            ["No Don has come into Benito's city"],
        ),
        (
            HITMAN + ", there were two",
            ["Anneli +don", "Benito", "Anja", "Anneli +don", "Benito -Anneli/don", "Anja -Anneli/don", "Anneli"],
            "Benito +don -Anneli/don",
            "nothing-to-liquidate",
            ["Anja", "entry 6"],
        ),
        (DOCUMENT + ", a name in a turn", [], "anneli +don", "unknown-player", ["anneli"]),
        (DOCUMENT + ", a name in a turn", [], "Anneli -benito/don", "unknown-player", ["benito"]),
        (DOCUMENT + ", the winner's name", [], "Ghost!", "unknown-player", ["Ghost"]),
        (END + ", the game is won", [*ALMOST, "Anneli +smuggler"], "Benito", "game-over", []),
        (END + ", the game is won", [*ALMOST, "Anneli +smuggler"], "Anneli!", "game-over", []),
        (DOCUMENT + ", the game is won", ["Anja!"], "Anja!", "game-over", []),
        (DOCUMENT + ", no such play", [], {"kind": "liquidated"}, "unknown-kind", ["liquidated"]),
    ],
)
def test_illegal_turns_are_refused(heading, before, line, code, mentioned):
    assert score(3, before)[1] == 0
    answer, status = score(3, [*before, line])
    assert status == 1
    assert codes(answer) == [(len(before) + 1, code)]
    assert set(answer) == {"refused"}
    about, fields = refused_fields(document(3, [*before, line]))
    assert about in fields
    for word in mentioned:
        assert word in answer["refused"][0]["message"]


@row_by_row(("players", "status"), [(1, 2), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), ((*NAMES, "Flo"), 2), ((), 2)])
def test_ruling_two_to_six_players_are_accepted(players, status):
    answer, found = score(players, [])
    assert found == status
    assert status == 0 or "needs 2–6 players" in answer["unreadable"]


# Descriptions of plays, and the values for pages.


def test_board_shows_the_cities():
    board = BOARD(state(3, ["Anneli +don", "Benito +smuggler", "Anja", "Anneli +don", "Benito -Anneli/don"]))
    anneli, benito, anja = board.areas
    assert [(area.seat, area.player, area.on_turn) for area in board.areas] == [
        (0, "Anneli", False),
        (1, "Benito", False),
        (2, "Anja", True),
    ]
    assert (anneli.city, anja.city) == ((0, 1, 0, 0, 0), (0, 0, 0, 0, 0))
    assert (benito.different, list(map(str, benito.missing))) == (1, ["Caporegime", "Don", "Consigliere", "Hitman"])


@row_by_row(
    ("plays", "expected"),
    [
        ([], [False, False]),
        (ALMOST[:6], [False, False]),
        (ALMOST[:7], [True, False]),
        (ALMOST, [True, False]),
        ([*ALMOST, "Anneli +don"], [True, False]),
        ([*ALMOST[:7], "Benito -Anneli/don"], [False, False]),
        ([*ALMOST, "Anneli +smuggler"], [False, False]),
    ],
)
def test_board_marks_cities_one_step_from_winning(plays, expected):
    board = BOARD(state(2, plays))
    assert [area in board.close for area in board.areas] == expected


def test_board_of_a_won_game_has_no_turn():
    board = BOARD(state(2, [*ALMOST, "Anneli +smuggler"]))
    assert (board.areas[0].different, board.areas[0].missing, board.close) == (5, (), ())
    assert not any(area.on_turn for area in board.areas)
    assert BOARD(state(2, [*ALMOST, "Benito!"])).areas == ()


def test_player_aid_lists_every_job():
    board = BOARD(state(2, []))
    assert [mafioso.name for mafioso in board.aid] == list(MAFIOSI)
    assert [str(mafioso.label) for mafioso in board.aid] == [name.capitalize() for name in MAFIOSI]
    jobs = {mafioso.name: str(mafioso.job) for mafioso in board.aid}
    assert "two" in jobs["caporegime"]
    assert "discard pile" in jobs["consigliere"]
    assert "another player's city" in jobs["hitman"]
    assert "hand" in jobs["smuggler"]
    assert "not your turn" in jobs["don"]
    assert "10 cards" in str(board.reminder)


@row_by_row(
    ("line", "said", "wins"),
    [
        ("Anneli", "No change", False),
        ("Anneli +don", "A Don comes into the city", False),
        ("Anneli +smuggler", "A Smuggler comes into the city", True),
        ("Benito -Anneli/don", "A Hitman removes Anneli's Don", False),
        ("Anneli!", "Anneli has won", True),
        ("Anneli -Anneli/don", "own-city", False),
        ("Benito -Anneli/smuggler", "nothing-to-liquidate", False),
        ("Anneli +x", "unknown-mafioso", False),
    ],
)
def test_preview_shows_the_result_of_an_unfinished_turn(line, said, wins):
    log = replayed(2, [*ALMOST, line])
    (play,) = read_document(document(2, [line])).plays
    preview = replayed(2, ALMOST).preview(play)
    assert (preview.summary is None) == (preview.refusal is not None) == bool(log.conflicts)
    assert (str(preview.summary.headline) if preview.summary else preview.refusal.code) == said
    shown = RULEBOOK.pages.preview(preview)
    assert shown.wins == wins == log.finished
    assert shown.nothing == (said == "No change")


@row_by_row(
    ("line", "come", "gone", "becomes"),
    [
        ("Anneli", None, None, (None, None)),
        ("Anneli +smuggler", "A Smuggler comes into the city", None, (5, None)),
        ("Anneli +don", "A Don comes into the city", None, (None, None)),
        ("Benito -Anneli/don", None, "A Hitman removes Anneli's Don", (3, None)),
        ("Benito +don -Anneli/don", "A Don comes into the city", "A Hitman removes Anneli's Don", (3, 1)),
        ("Benito -Anneli/smuggler", None, "A Hitman removes Anneli's Smuggler", (None, None)),
        ("Benito -Anneli/boss", None, None, (None, None)),
        ("Benito +x", None, None, (None, None)),
        ("Anneli!", None, None, (None, None)),
    ],
)
def test_preview_shows_arrivals_departures_and_resulting_cities(line, come, gone, becomes):
    (play,) = read_document(document(2, [line])).plays
    shown = RULEBOOK.pages.preview(replayed(2, ALMOST).preview(play))
    assert (shown.come and str(shown.come), shown.gone and str(shown.gone), shown.becomes) == (come, gone, becomes)


def test_only_the_win_decides_places():
    standings = replayed(3, ["Anneli +don", "Benito!"]).sheet().standings
    assert [line.name for line in winners(standings)] == ["Benito"]
    assert deciding_tie_break(standings) is None


def test_strip_shows_the_number_of_different_mafiosi():
    standings = replayed(2, [*ALMOST, "Anneli +don"]).sheet().standings
    assert [standing.line.so_far for standing in standings] == [4, 0]


def test_players_keep_their_colours_in_any_seat():
    for players in range(2, 7):
        seen = set()
        for first in range(players):
            names = (*NAMES[first:players], *NAMES[:first])
            colours = RULEBOOK.seats.colours(RULEBOOK.table(names, {}))
            assert len(set(colours)) == players
            seen.add(frozenset(zip(names, colours, strict=True)))
        assert len(seen) == 1
