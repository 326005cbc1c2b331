"""The reader of any table: what its columns mean, which questions are open, and the games in it."""

import csv
from datetime import date, time
from io import BytesIO, StringIO
from pathlib import Path
from time import perf_counter
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.core.errors import Unreadable
from scorekeeper.core.messages import Message
from scorekeeper.store.readers import ImportedGame, sheets
from scorekeeper.store.readers.headings import NAMES, Role
from scorekeeper.store.readers.tables import TableChoices, read_tables
from tests.rows import row_by_row
from tests.workbooks import formula, ods, xlsx, zipped

DATA = Path(__file__).parents[1] / "data" / "tables"
GERMAN = {"Date": "Datum", "Game": "Spiel", "Player": "Spieler", "Total": "Summe", "Place": "Ort", "Rank": "Platz"}
TRANSLATIONS = (Message.translated, lambda message: GERMAN.get(str(message), f"{message} (de)"))


def read(content, **choices):
    data = content if isinstance(content, bytes) else content.encode()
    (table,) = read_tables(data, TableChoices(**choices), TRANSLATIONS)
    return table


def games(content, **choices):
    """Return the games of a table without open questions."""
    table = read(content, **choices)
    assert [str(each.text) for each in table.questions] == []
    return list(table.games())


def lines(game):
    return [(each.name, each.points) for each in game.players]


def winners(game):
    """Return the names of winners, as an import finds them."""
    if game.decided:
        return {each.name for each in game.players if each.won or each.place == 1}
    best = (min if game.lowest_wins else max)(
        (each.points for each in game.players if each.points is not None), default=None
    )
    return {each.name for each in game.players if best is not None and each.points == best}


def asked(table):
    return [each.choice for each in table.questions]


def roles(table):
    return {each.name: each.role for each in table.columns}


def remarks(content, **choices):
    return [str(each) for game in games(content, **choices) for each in game.remarks]


# The same games in every form

LISTED = ("Ada", "Bo", "Cy", "Dee", "Jörg", "Anna-Lena", "Ève O’Neil", "Zoé", "Max", "Mia")
TITLES = ("Catan", "Azul", "6 nimmt!", "7 Wonders", "Qwirkle", "The Mind", "Kniffel")
HEADINGS = {
    Role.DATE: ("Date", "Datum", "When", "Wann?", "played_on", "DATE", "Tag", "Play date"),
    Role.GAME: ("Game", "Spiel", "Title", "gameName", "Board game", "Titel", "game_name"),
    Role.PLAYER: ("Player", "Spieler", "Name", "player_name", "Spieler*in", "PLAYER", "Person"),
    Role.POINTS: ("Points", "Punkte", "Score", "Total", "final score", "Punktzahl", "VP", "Gesamtpunkte"),
    Role.WON: ("Won", "Winner", "Gewonnen", "W/L", "Sieg", "Gewinner", "is_winner", "Result"),
    Role.LOCATION: ("Location", "Ort", "Where", "Venue", "Spielort"),
    Role.MINUTES: ("Minutes", "Dauer", "length", "Duration (min)", "Spieldauer"),
    Role.NOTE: ("Note", "Comments", "Kommentar", "Bemerkung", "Notizen"),
}
DATES = ("%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y", "%Y/%m/%d", "%d %B %Y", "%b %d, %Y", "%a, %d.%m.%Y")
MARKS = (("yes", "no"), ("ja", "nein"), ("W", "L"), ("1", "0"), ("x", ""), ("✓", "–"), ("TRUE", "FALSE"))


@st.composite
def evenings(draw):
    """Return games with different dates: date, title, points by name, location, minutes, note."""
    names = draw(st.lists(st.sampled_from(LISTED), min_size=2, max_size=5, unique=True))
    count = draw(st.integers(1, 5))
    days = draw(st.lists(st.dates(date(2015, 1, 1), date(2026, 6, 30)), min_size=count, max_size=count, unique=True))
    points = st.integers(-40, 300) | st.integers(-80, 600).map(lambda each: each / 2)
    return [
        (
            day,
            draw(st.sampled_from(TITLES)),
            {
                name: draw(points)
                for name in draw(st.permutations(names))[: draw(st.integers(2 if len(names) > 2 else 1, len(names)))]
            },
            draw(st.sampled_from(("", "Home", "Bei Bo", "Café, Lux"))),
            draw(st.sampled_from((None, 5, 45, 130))),
            draw(st.sampled_from(("", "long; but good", "“late”"))),
        )
        for day in days
    ]


@st.composite
def styles(draw):
    """Return functions of the same style in a whole table: heading of a role, date, number; and separator and marks."""
    heads = {role: draw(st.sampled_from(texts)) for role, texts in HEADINGS.items()}
    written, comma = draw(st.sampled_from(DATES)), draw(st.booleans())

    def number(value):
        return "" if value is None else str(value).replace(".", "," if comma else ".")

    return (
        heads,
        lambda day: day.strftime(written),
        number,
        draw(st.sampled_from(",;\t|")),
        draw(st.sampled_from(MARKS)),
    )


def written(columns, separator, order):
    """Return a CSV table with these columns, lists of equal length with their headings first, in this order."""
    out = StringIO()
    csv.writer(out, delimiter=separator).writerows(zip(*(columns[at] for at in order), strict=True))
    return out.getvalue()


def shuffled(draw, columns):
    return draw(st.permutations(range(len(columns))))


def same(found, evening, *, decided=True):
    assert [(game.day, game.title, dict(lines(game)), game.location, game.minutes, game.note) for game in found] == [
        tuple(each) for each in evening
    ]
    for game, each in zip(found, evening, strict=True):
        assert winners(game) == {name for name, points in each[2].items() if points == max(each[2].values())}
        assert bool(game.decided) is decided
        assert game.remarks == ()


def heads_of(evening, heads, day):
    return [
        [heads[Role.DATE], *(day(each[0]) for each in evening)],
        [heads[Role.GAME], *(each[1] for each in evening)],
        [heads[Role.LOCATION], *(each[3] for each in evening)],
        [heads[Role.MINUTES], *(each[4] or "" for each in evening)],
        [heads[Role.NOTE], *(each[5] for each in evening)],
    ]


MANY = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@MANY
@given(st.data(), evenings(), styles())
def test_line_per_player_gives_the_same_games(data, evening, style):
    heads, day, number, separator, (yes, no) = style
    players = [(each, name, points) for each in evening for name, points in each[2].items()]
    columns = heads_of([each for each, _, _ in players], heads, day)
    columns += [
        [heads[Role.PLAYER], *(name for _, name, _ in players)],
        [heads[Role.POINTS], *(number(points) for _, _, points in players)],
        [heads[Role.WON], *(yes if points == max(each[2].values()) else no for each, _, points in players)],
    ]
    same(games(written(columns, separator, shuffled(data.draw, columns))), evening)


@MANY
@given(st.data(), evenings(), styles(), st.sampled_from(("player {} {}", "{1} {0}", "Spieler {} {}", "p{}_{}")))
def test_groups_of_columns_give_the_same_games(data, evening, style, pattern):
    heads, day, number, separator, (yes, no) = style
    columns = heads_of(evening, heads, day)
    words = (data.draw(st.sampled_from(("name", "Name"))), "score", "win")
    for at in range(max(len(each[2]) for each in evening)):
        players = [[*each[2].items()][at : at + 1] for each in evening]
        best = [max(each[2].values()) for each in evening]
        columns += [
            [pattern.format(at + 1, words[0]), *(found[0][0] if found else "" for found in players)],
            [pattern.format(at + 1, words[1]), *(number(found[0][1]) if found else "" for found in players)],
            [
                pattern.format(at + 1, words[2]),
                *(
                    (yes if found[0][1] == top else no) if found else ""
                    for found, top in zip(players, best, strict=True)
                ),
            ],
        ]
    found = games(written(columns, separator, shuffled(data.draw, columns)))
    same(found, evening)


@MANY
@given(st.data(), evenings(), styles(), st.sampled_from(("{}", "{} score", "Punkte {}", "{} (points)")))
def test_column_per_player_gives_the_same_games(data, evening, style, pattern):
    heads, day, number, separator, _ = style
    names = sorted({name for each in evening for name in each[2]})
    if len(names) < 2:
        return
    columns = heads_of(evening, heads, day)
    columns += [[pattern.format(name), *(number(each[2].get(name)) for each in evening)] for name in names]
    found = games(written(columns, separator, shuffled(data.draw, columns)))
    same(found, evening, decided=False)


@MANY
@given(st.data(), evenings(), styles(), st.sampled_from((" + ", "; ", "\n", " | ")), st.sampled_from("a b:c=d"))
def test_names_in_one_cell_give_the_same_games(data, evening, style, between, sign):
    heads, day, number, separator, _ = style
    evening = [each for each in evening if len(each[2]) > 1] or [
        (date(2020, 1, 1), "Azul", {"Ada": 1, "Bo": 2}, "", 5, "")
    ]
    columns = heads_of(evening, heads, day)
    sign = {"a": " ", "b": ": ", "c": " = ", "d": " "}.get(sign, " ")
    columns += [
        [data.draw(st.sampled_from(("Players", "Spieler"))), *(between.join(each[2]) for each in evening)],
        [
            heads[Role.POINTS],
            *(between.join(f"{name}{sign}{number(points)}" for name, points in each[2].items()) for each in evening),
        ],
        [
            data.draw(st.sampled_from(("Winner", "Gewinner"))),
            *(
                between.join(name for name, points in each[2].items() if points == max(each[2].values()))
                for each in evening
            ),
        ],
    ]
    same(games(written(columns, separator, shuffled(data.draw, columns))), evening)


@MANY
@given(
    st.data(), evenings(), styles(), st.booleans(), st.booleans(), st.sampled_from(("utf-8-sig", "utf-16", "cp1252"))
)
def test_dates_and_numbers_of_any_country_are_right_or_asked(data, evening, style, day_first, comma, encoding):
    heads, _, _, separator, _ = style
    evening = [
        (day, title, {name: 7 * value for name, value in each.items()}, *more) for day, title, each, *more in evening
    ]
    names = sorted({name for each in evening for name in each[2]})
    if len(names) < 2:
        return
    pattern = data.draw(st.sampled_from(("%d/%m/%Y", "%d-%m-%y")))

    def number(value):
        text = "" if value is None else f"{value:,}"
        return text.translate(str.maketrans(",.", ".,")) if comma else text

    columns = heads_of(
        evening, heads, lambda day: day.strftime(pattern if day_first else f"%m{pattern[2]}%d{pattern[5:]}")
    )
    columns += [[name, *(number(each[2].get(name)) for each in evening)] for name in names]
    columns[0].append(data.draw(st.sampled_from(("Summe", "TOTAL", "Average"))))
    columns = [each if at == 0 else [*each, ""] for at, each in enumerate(columns)]
    content = written(columns, separator, shuffled(data.draw, columns)).encode(encoding)
    is_open = all(each[0].day <= 12 for each in evening) and any(each[0].day != each[0].month for each in evening)
    assert asked(read(content)) == (["day_first"] if is_open else [])
    assert [str(each) for each in read(content).remarks] == ["not read: 1 line with sums"]
    same(games(content, day_first=day_first), evening, decided=False)


@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), evenings(), styles(), st.booleans())
def test_workbooks_give_the_same_games(data, evening, style, by_player):
    heads, *_ = style
    names = sorted({name for each in evening for name in each[2]})
    if by_player or len(names) < 2:
        players = [(each, name, points) for each in evening for name, points in each[2].items()]
        columns = heads_of([each for each, _, _ in players], heads, lambda day: day)
        columns += [
            [heads[Role.PLAYER], *(name for _, name, _ in players)],
            [heads[Role.POINTS], *(points for _, _, points in players)],
            [heads[Role.WON], *(points == max(each[2].values()) for each, _, points in players)],
        ]
    else:
        columns = heads_of(evening, heads, lambda day: day)
        columns += [[name, *(each[2].get(name, "") for each in evening)] for name in names]
    order = shuffled(data.draw, columns)
    rows = [list(row) for row in zip(*(columns[at] for at in order), strict=True)]
    for made in (xlsx(Abende=rows), ods(Abende=rows)):
        same(games(made), evening, decided=by_player or len(names) < 2)


# Lines and columns


@row_by_row(
    ("content", "expected"),
    [
        ("Game,Player\nCatan,Ada\nCatan,Bo\nCatan,Ada\nCatan,Bo", [["Ada", "Bo"]] * 2),
        ("Game,Player\nCatan,Ada\nAzul,Ada\nCatan,Bo\nAzul,Bo", [["Ada", "Bo"]] * 2),
        ("Nr,Game,Player\n2,Catan,Ada\n1,Catan,Ada\n1,Catan,Bo\n2,Catan,Bo", [["Ada", "Bo"]] * 2),
        ("Game,Player\nCatan,Ada\n,Bo\nAzul,Ada\n,Bo", [["Ada", "Bo"]] * 2),
        ("Game,Player\nCatan,Anonymous\nCatan,anonymous player\nCatan,Ada", [[None, None, "Ada"]]),
        ("\n\nGame,Player\n,,\nCatan,Ada\n\nCatan,Bo\n", [["Ada", "Bo"]]),
        ("ID,Game,Player\n1,Catan,Ada\n2,Catan,Bo", [["Ada", "Bo"]]),
        ('Game,Player,Points\nCatan,"Müller, Anna",10\nCatan,"Maier, Bo",8', [["Müller, Anna", "Maier, Bo"]]),
    ],
)
def test_lines_are_joined_to_games(content, expected):
    assert [[each.name for each in game.players] for game in games(content)] == expected


@row_by_row(
    ("content", "expected"),
    [
        ("Game,Player,Points\nA,Ada,3\nA,Bo,8", {"Bo"}),
        ("Game,Player,Points\nA,Ada,8\nA,Bo,8", {"Ada", "Bo"}),
        ("Game,Player,Points,Won\nA,Ada,3,yes\nA,Bo,8,no", {"Ada"}),
        ("Game,Player,Points,Won\nA,Ada,3,no\nA,Bo,8,no", set()),
        ("Game,Player,Result\nA,Ada,L\nA,Bo,W", {"Bo"}),
        ("Game,Player,Result\nA,Ada,12\nA,Bo,15", {"Bo"}),
        ("Game,Player,Points,Place\nA,Ada,12,1.\nA,Bo,15,2.", {"Ada"}),
        ("Game,Player,Winner\nA,Ada,Bo\nA,Bo,Bo", {"Bo"}),
        ("Game,Ada,Bo\nA,W,L\nB,L,W", {"Ada"}),
        ("Game,Ada,Bo,Winner\nA,10,8,Bo", {"Bo"}),
        ("Game,Player 1,Player 2,Winner\nA,Ada,Bo,Player 2", {"Bo"}),
        ("Game,Players,Scores\nA,Ada + Bo,12 + 15", {"Bo"}),
        ("Game,Players\nA,Ada 12 + Bo 15", {"Bo"}),
        ("Game,Scores\nA,Ada 12; Bo 15", {"Bo"}),
        ("Game,Players,Winner\nA,Ada und Bo,keiner\nB,Ada und Bo,-", set()),
    ],
)
def test_winner_is_found(content, expected):
    assert winners(next(read(content).games())) == expected


def test_lowest_points_win_for_chosen_titles():
    content = "Game,Ada,Bo\nGolf,3,8\nAzul,3,8"
    assert [winners(game) for game in games(content, lowest=["golf"])] == [{"Ada"}, {"Bo"}]
    assert read(content, lowest=["Golf", "Skat"]).unmatched == [("game", "Skat")]


@row_by_row(
    ("headings", "expected"),
    [
        ("Game,Players,Ada,Bo\nA,2,10,8\nB,2,7,9", {"Players": Role.SKIP, "Ada": Role.POINTS_OF}),
        ("Game,Place,Player\nA,Köln,Ada", {"Place": Role.LOCATION}),
        ("Game,Place,Player\nA,1,Ada\nA,2,Bo", {"Place": Role.PLACE}),
        ("Date,Time,Game,Player\n2025-04-03,20:15,A,Ada", {"Time": Role.BEGAN}),
        ("Date,Time,Game,Player\n2025-04-03,90 min,A,Ada", {"Time": Role.MINUTES}),
        ("Name,Player\nCatan,Ada", {"Name": Role.GAME, "Player": Role.PLAYER}),
        ("Title,Name\nCatan,Ada", {"Title": Role.GAME, "Name": Role.PLAYER}),
        ("Game,Player,Score,Total\nA,Ada,3,5", {"Score": Role.SKIP, "Total": Role.POINTS}),
        ("Game,Player,birds,eggs,weather\nA,Ada,3,5,8\nA,Bo,1,1,2", {"birds": Role.PART, "weather": Role.POINTS}),
        ("Game,Player,birds,eggs,Points\nA,Ada,3,5,9\nA,Bo,1,1,9", {"birds": Role.SKIP, "eggs": Role.SKIP}),
        ("Game,Player,Start player\nA,Ada,x\nA,Bo,", {"Start player": Role.STARTS}),
    ],
)
def test_columns_are_read_by_heading_and_cells(headings, expected):
    found = roles(read(headings))
    assert {name: found[name] for name in expected} == expected


def test_lines_above_the_headings_are_reported():
    table = read("Spieleabende;;\n\n;Spiel;Spieler;Punkte\n;Catan;Ada;10")
    assert [str(each) for each in table.remarks] == ["not read: “Spieleabende” above the headings"]
    assert [lines(game) for game in table.games()] == [[("Ada", 10)]]


@row_by_row(
    ("content", "said"),
    [
        ("Game,Player,Won\nA,Ada,perhaps\nA,Bo,yes", "without winner “perhaps”"),
        ("Game,Players,Winner\nA,Ada + Bo,Cy", "without winner “Cy”"),
        ("Game,Players,Scores\nA,Ada + Bo,Ada 3 + Cy 5", "without points “Cy 5”"),
        ("Game,Player 1,Score 1,Player 2,Score 2\nA,Ada,3,,5", "a player who has no name"),
        ("Game,Player,Points\nA,Ada,3\nA,,5", "lines that name no player"),
    ],
)
def test_unread_cells_are_reported_with_their_game(content, said):
    assert [said in each for each in remarks(content)] == [True]


def test_lines_without_title_or_player_are_skipped_with_reason():
    table = read("Date,Game,Ada,Bo\n2025-04-03,,3,4\n2025-04-04,Azul,,\n2025-04-05,Azul,3,4")
    left = [each for each in table.games() if not isinstance(each, ImportedGame)]
    assert [(str(each.reason), each.when) for each in left] == [
        ("the name of the game is missing", "2025-04-03"),
        ("no player is named", "2025-04-04"),
    ]


def test_invisible_characters_are_removed():
    (game,) = games("Game,Player\nCa\u200btan,A\u202eda\u2066\nCa\u200btan,Bo\u0301")
    assert (game.title, [each.name for each in game.players]) == ("Catan", ["Ada", "B\u00f3"])


def test_date_column_with_times_gives_the_start():
    content = "Date,Game,Player\n2025-04-03 20:15,A,Ada\n2025-04-04 00:00,A,Ada"
    assert [(game.day, game.began) for game in games(content)] == [
        (date(2025, 4, 3), time(20, 15)),
        (date(2025, 4, 4), time()),
    ]
    assert [game.began for game in games("Date,Game,Player\n2025-04-04 00:00,A,Ada")] == [None]


def test_start_column_with_dates_gives_the_day():
    (game,) = games("Start,End,Game,Player\n2025-04-03 20:15,2025-04-03 21:00,A,Ada")
    assert (game.day, game.began, game.ended) == (date(2025, 4, 3), time(20, 15), time(21))


# Rounds


@row_by_row(
    ("content", "choices", "expected"),
    [
        ("Date,Game,Ada,Bo\n2025-04-03,A,1,2\n2025-04-04,A,3,2\nSumme,,4,4", {}, [[1, 2], [3, 2]]),
        ("Date,Game,Ada,Bo\n2025-04-03,A,1,2\n2025-04-04,A,3,2\n,Average,2,2", {}, [[1, 2], [3, 2]]),
        ("Date,Game,Player,Points\n2025-04-03,A,Ada,1\n2025-04-03,A,Bo,2\n,,Total,3", {}, [[1, 2]]),
        (",Ada,Bo\n1,10,20\n2,5,6\nTotal,15,26", {"game": "A", "by_rounds": True}, [[15, 26]]),
        ("Ada,Bo,\n10,20,R1\n5,6,R2\n15,26,Total", {"game": "A", "by_rounds": True}, [[15, 26]]),
        ("Ada,Bo\n10,20\n5,6\n15,26", {"game": "A", "by_rounds": True}, [[15, 26]]),
    ],
)
def test_lines_of_totals_are_not_read(content, choices, expected):
    assert [[player.points for player in game.players] for game in games(content, **choices)] == expected
    assert "not read: 1 line with sums" in [str(each) for each in read(content, **choices).remarks]


def test_dated_line_may_name_a_title_or_player_total():
    content = "Date,Game,Ada,Total\n2025-04-03,Gesamt,1,2\n2025-04-04,Azul,3,2"
    assert [game.title for game in games(content, roles={"Total": Role.POINTS_OF})] == ["Gesamt", "Azul"]


def test_places_below_names_decide_the_winner():
    content = "Date,Game,Ada,Bo,Cy\n2025-04-03,A,1st,3rd,2nd\n2025-04-04,A,2.,1.,3."
    assert [winners(game) for game in games(content)] == [{"Ada"}, {"Bo"}]
    numbers = "Date,Game,Ada,Bo,Cy\n2025-04-03,A,1,3,2\n2025-04-04,A,2,1,3"
    assert [winners(game) for game in games(numbers)] == [{"Bo"}, {"Cy"}]
    assert "could be places" in str(read(numbers).remarks)
    assert "could be places" not in str(read(numbers, lowest=["A"]).remarks)


def test_game_numbers_can_start_again():
    content = "Nr,Datum,Spiel,Spieler,Punkte\n1,2025-04-03,A,Ada,1\n1,,,Bo,2\n1,2025-04-04,A,Cy,3\n1,,,Dee,4"
    assert [lines(game) for game in games(content)] == [[("Ada", 1), ("Bo", 2)], [("Cy", 3), ("Dee", 4)]]


def test_notes_and_durations_of_all_game_lines_are_kept():
    content = (
        "Date,Game,Player,Points,Minutes,Note\n2025-04-03,A,Ada,1,,\n2025-04-03,A,Bo,2,30,b\n2025-04-03,A,Cy,2,45,c"
    )
    (game,) = games(content)
    assert (game.minutes, game.note) == (30, "b\nc")
    assert remarks(content) == ["imported without duration “45”"]
    two = "Game,Player,Points,Minutes\nA,Ada,1,30\nA,Bo,2,30\nA,Cy,1,45\nA,Dee,1,45"
    assert [(game.minutes, len(game.players)) for game in games(two)] == [(30, 2), (45, 2)]


def test_values_are_not_read_as_headings():
    assert [game.title for game in games("Datum,Spiel,Ada,Bo\n2025-04-03,A,-15 VP,7 VP\n2025-04-04,B,5 VP,8 VP")] == [
        "A",
        "B",
    ]
    assert [lines(game) for game in games("P1,P2,P1 points,P2 points\nAda,Bo,3,4", game="A", by_rounds=False)] == [
        [("Ada", 3), ("Bo", 4)]
    ]
    quoted = '"Date"\t"Game"\t"Ada"\t"Bo"\n"2025-04-03"\t"A, B"\t"3"\t"4"\n'
    assert [lines(game) for game in games(quoted)] == [[("Ada", 3), ("Bo", 4)]]


def test_column_of_rounds_makes_lines_rounds():
    found = games("Round,Ada,Bo\n1,1,2\n2,3,\nTotal,4,2\n1,5,6\n2,7,8", game="Schnauz")
    assert [(lines(game), game.rounds) for game in found] == [
        ([("Ada", 4), ("Bo", 2)], ((1, 2), (3, None))),
        ([("Ada", 12), ("Bo", 14)], ((5, 6), (7, 8))),
    ]


def test_rounds_of_several_games_are_separated_by_their_dates():
    content = "Date,Ada,Bo\n2025-04-03,1,2\n2025-04-03,3,4\n2025-04-04,5,6"
    found = games(content, game="Schnauz", by_rounds=True)
    assert [(game.day, game.rounds) for game in found] == [
        (date(2025, 4, 3), ((1, 2), (3, 4))),
        (date(2025, 4, 4), ((5, 6),)),
    ]


# Files


ROWS = [
    ["Date", "Game", "Player", "Points"],
    [date(2025, 4, 3), "Catan", "Ada", 10],
    [date(2025, 4, 3), "Catan", "Bo", 8.5],
]
TEXT = "\n".join(",".join(map(str, row)) for row in ROWS)


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-be"),
        TEXT.replace(",", ";").encode("cp1252"),
        f'"sep=|"\n{TEXT.replace(",", "|")}'.encode(),
        TEXT.replace(",", "\t").encode("utf-16"),
        TEXT.replace("\n", "\r").encode(),
        f"\n\n{TEXT}\n,,,\n\n".encode(),
        TEXT.replace("Player,", " PLAYER ,").encode(),
        xlsx(Abende=ROWS),
        ods(Abende=ROWS),
        xlsx(Abende=[*ROWS[:-1], [*ROWS[-1][:-1], formula("2+6.5", 8.5)]]),
        ods(Abende=[*ROWS[:-1], [*ROWS[-1][:-1], formula("of:=2+6.5", 8.5)]]),
        xlsx(Leer=[], Info=[["Only a text"]], Abende=ROWS),
    ],
    ids=range(14),
)
def test_table_is_read_from_every_kind_of_file(content):
    (game,) = games(content)
    assert (game.title, game.day, lines(game)) == ("Catan", date(2025, 4, 3), [("Ada", 10), ("Bo", 8.5)])


def test_xls_is_read():
    (game,) = games((DATA / "evening.xls").read_bytes())
    assert (game.day, lines(game), game.minutes) == (date(2025, 4, 3), [("Ada", 10), ("Bo", 8.5)], 90)
    assert game.remarks == ()


def test_sheet_is_asked_for_if_several_have_games():
    made = xlsx(First=ROWS, Second=[*ROWS, ROWS[-1]])
    assert asked(read(made)) == ["sheet"]
    assert len(games(made, sheet="second")) == 2
    with pytest.raises(Unreadable, match="no sheet is named “Third”; there are First and Second"):
        read(made, sheet="Third")
    both = read_tables(made, chosen=["second", "First"])
    assert [(each.sheet, len(list(each.games())), each.remarks) for each in both] == [
        ("First", 1, ()),
        ("Second", 2, ()),
    ]


@row_by_row(
    ("content", "said"),
    [
        ("", "the table is empty"),
        (",,,\n,,\n", "the table is empty"),
        ("Anneli 12", "none of these"),
        ("1,2,3\n4,5,6", "no line with headings"),
        ("sep=\n\na\nb", "none of these"),
        ("a,b\0\n1,2", "cut off or damaged"),
        ('Game,Player\n"' + "x" * 200_000, "cut off or damaged"),
        ("Game,Player" + ",x" * 200_000 + "\n", "at most 1000 columns"),
        ("Game,Player\n" + "x," * 3_000_000, "cut off or damaged"),
        (b"PK\x03\x04" + b"x" * 100, "none of these"),
        (zipped({"xl/workbook.xml": "<workbook/>"}), "is not a spreadsheet that can be read"),
        (zipped({"content.xml": "junk"}), "is not a spreadsheet that can be read"),
        (zipped({"xl/workbook.xml": "x", "bomb": b"\0" * 3_000_000}), "too large"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 1000, "is not a spreadsheet that can be read"),
        (xlsx(A=ROWS)[:-300], "cut off or damaged"),
    ],
)
def test_other_and_hostile_files_are_refused_with_a_sentence(content, said):
    sheets.MAX_UNPACKED = 2_000_000
    started = perf_counter()
    with pytest.raises(Unreadable) as refused:
        read(content)
    assert said in str(refused.value.message)
    assert perf_counter() - started < 20


def test_workbook_with_a_distant_cell_is_refused():
    sheet = "xl/worksheets/sheet1.xml"
    made = xlsx(A=ROWS)
    assert games(made)
    far = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
        "</sheetData></worksheet>"
    )
    with ZipFile(BytesIO(made)) as members:
        content = {name: members.read(name) for name in members.namelist()} | {sheet: far}
    with pytest.raises(Unreadable, match="too large"):
        read(zipped(content))


def test_tables_have_a_limit_of_lines_and_cells(monkeypatch):
    monkeypatch.setattr(sheets, "MAX_LINES", 3)
    assert games(TEXT)
    with pytest.raises(Unreadable, match="at most 3 lines"):
        read(f"{TEXT}\n2025-04-03,Catan,Cy,1")
    monkeypatch.setattr(sheets, "MAX_CELLS", 5)
    with pytest.raises(Unreadable, match="at most 5 cells"):
        read(TEXT)


def test_formulas_as_text_stay_texts():
    (game,) = games("Game,Player,Points\nCatan,=HYPERLINK(1),=1+1\nCatan,Bo,3")
    assert lines(game) == [("=HYPERLINK(1)", None), ("Bo", 3)]


@given(
    st.lists(
        st.lists(st.sampled_from(("Date", "Game", "Player 1", "x", "1,5", "03/04/2025", "")) | st.text(max_size=9))
    ),
    st.sampled_from(",;\t"),
)
@example([["Game", "Player"], ["\udc00", "\0"]], ",")
def test_any_cells_are_read_or_refused(rows, separator):
    out = StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    try:
        table = read(out.getvalue().encode(errors="ignore"), game="Catan", by_rounds=len(rows) % 2 == 0)
    except Unreadable:
        return
    assert table.lines is not None
    assert [str(each.text) for each in table.questions] + [str(each) for each in table.remarks] is not None
    for each in table.games():
        assert isinstance(each, ImportedGame) or str(each.reason)


def test_every_role_has_a_name():
    assert NAMES.keys() == set(Role)
