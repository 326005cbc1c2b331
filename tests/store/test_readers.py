"""Results from tables, BG Stats and BoardGameGeek: read whatever form they have, and nothing is lost without a word."""

import csv
import json
import tracemalloc
from contextlib import suppress
from io import StringIO
from itertools import permutations
from time import perf_counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.core.errors import Unreadable
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.changes import set_status
from scorekeeper.store.exporting import harmless, original_cell
from scorekeeper.store.games import Submission
from scorekeeper.store.importing import ConflictPolicy, ImportOutcome
from scorekeeper.store.readers.values import decoded
from scorekeeper.store.rows import GameStatus, read_game
from tests.documents import import_results, read_results
from tests.rows import row_by_row

LINES = (
    "Date,Began,Ended,Game,Place,Player,Seat,Rank,Total,Won,Minutes,Note,Number of the game",
    "2026-03-25,20:15,21:00,Catan,Köln,Anneli,1,1,10,yes,45,late,8f8fad5b-d9cb-469f-a165-70867728950e",
    "2026-03-25,20:15,21:00,Catan,Köln,Jörg,2,2,7.5,no,45,late,8f8fad5b-d9cb-469f-a165-70867728950e",
    "2026-03-26,20:15,21:00,Catan,Köln,Jörg,2,2,7,no,45,,9f8fad5b-d9cb-469f-a165-70867728950e",
    "2026-03-26,20:15,21:00,Catan,Köln,Anneli,1,1,8+1,yes,45,,9f8fad5b-d9cb-469f-a165-70867728950e",
)
TABLE = "\n".join(LINES)


def read(content, rulebooks=None):
    return read_results(content, all_rulebooks() if rulebooks is None else rulebooks)


def told(content):
    """Return the messages about omitted games, and about games imported without a value."""
    left_out = read(content).left_out
    assert all("count" in each.values for each in left_out)
    return [str(each) for each in left_out]


def lines(game):
    """Return the players of a game with their places and points."""
    return list(zip(game.players, game.external.lines, strict=False))


def ids(found):
    return {game.id: game for game in found.results}


def table(*rows, headings=LINES[0]):
    return "\n".join([headings, *rows])


# Tables


def test_lines_of_a_table_can_be_in_any_order():
    whole = ids(read(TABLE))
    assert [game.players for game in whole.values()] == [("Anneli", "Jörg")] * 2
    assert [lines(game) for game in whole.values()] == [
        [("Anneli", (1, 10)), ("Jörg", (2, 7.5))],
        [("Anneli", (1, 9)), ("Jörg", (2, 7))],
    ]
    for order in permutations(LINES[1:]):
        assert ids(read(table(*order))) == whole


@row_by_row(
    ("cells", "said"),
    [
        ({"Date": "soon"}, ["without the date “soon”", "without start", "without end"]),
        ({"Date": ""}, ["without start “20:15”", "without end “21:00”"]),
        ({"Began": "evening"}, ["without start “evening”"]),
        ({"Ended": "late"}, ["without end “late”"]),
        ({"Minutes": "long"}, ["without duration “long”"]),
        ({"Total": "many"}, ["without the points “many” of Anneli"]),
        ({"Total": "9" * 300}, ["without the points “999"]),
        ({"Rank": "first", "Won": "yes"}, ["without place “first”"]),
        ({"Seat": "north"}, ["without seat “north”"]),
        ({"Note": "x" * 2001}, ["shortened note"]),
    ],
)
def test_every_dropped_cell_is_reported(cells, said):
    row = dict(zip(LINES[0].split(","), LINES[1].split(","), strict=True)) | cells
    written = table(",".join(row.values()))
    assert len(read(written).results) == 1
    reported = " ".join(told(written))
    assert [each for each in said if each not in reported] == []


def test_faulty_game_does_not_affect_other_games():
    faulty = LINES[1].replace("8f8", "7f8").replace("Anneli", "x" * 41)
    found = read(table(faulty, *LINES[1:]))
    assert len(found.results) == 2
    (message,) = map(str, found.left_out)
    assert message.startswith("2026-03-25 20:15, Catan with xxx")
    assert "41" in message


def test_game_ending_after_midnight_ends_the_next_day():
    (game,) = read("Date,Began,Ended,Game,Player\n2026-03-25,23:30,00:15,Catan,Anneli").results
    assert (game.started[:19], game.ended[:19]) == ("2026-03-25T23:30:00", "2026-03-26T00:15:00")


@row_by_row(
    ("content", "said"),
    [
        ("Title,Who,Score\nCatan,Anneli,3", "one column per player"),
        ("Title;Who\n", "one line per player"),
        ("<html><body/></html>", "not a page of plays of BoardGameGeek"),
        ("<!DOCTYPE plays><plays/>", "not a page of plays of BoardGameGeek"),
        ("<errors><error><message>Invalid username specified</message></error></errors>", "not a page of plays"),
        ("<plays><play id='1'", "cut off or damaged"),
        ("<plays/>\0", "cut off or damaged"),
        ('<plays total="0" page="1">' + "x" * 2**21 + "</plays>", "cut off or damaged"),
        ('{\n"a": 1,\n"b" 2}', "not valid JSON from line 3, character 5 on"),
        (b"\x1f\x8b", "the compressed file is damaged"),
    ],
)
def test_other_files_are_refused_with_advice(content, said):
    with pytest.raises(Unreadable) as refused:
        read(content)
    assert said in str(refused.value.message)


def test_files_have_a_limit_of_new_titles(monkeypatch):
    monkeypatch.setattr("scorekeeper.store.importing.MAX_NEW_TITLES", 2)
    found = read("Game,Player\n1,A\n2,A\n1,B\n3,A\nDon Carlo,A\n")
    assert len(found.titles) == 3
    assert [str(each) for each in found.left_out] == ["?, 3 with A: a file can add at most 2 score pads"]


NOTES = st.text(st.sampled_from("'=+-@;,\t\r\n |%a1\"\ufeff\uff1d"), max_size=20) | st.text()


@given(NOTES)
@example("'a\n'b;'=c\n''=d")
@example("x;'a;=b")
@example("\n=x")
@example("'")
def test_escaped_cell_returns_to_its_original_text(note):
    note = note.encode(errors="ignore").decode().strip()
    assert original_cell(harmless(note) or "") == note
    written = StringIO()
    csv.writer(written).writerow([harmless(note)])
    ((back,),) = csv.reader(StringIO(written.getvalue(), newline="")) if note else [("",)]
    assert original_cell(back) == note


@given(st.lists(st.tuples(NOTES, st.sampled_from("AB"), st.none() | st.integers(-99, 99)), max_size=3))
def test_exported_table_is_read_unchanged(service, games):
    """Games without plays, with any notes."""
    rows = [["Game", "Player", "Total", "Note", "Number of the game"]]
    rows += [["Catan", who, points, harmless(note), f"n{at}"] for at, (note, who, points) in enumerate(games)]
    written = StringIO()
    csv.writer(written).writerows(rows)
    found = read(written.getvalue()).results
    assert [game.note for game in found] == [note.strip()[:2000] or None for note, _, _ in games]


# Corrections


def test_imported_result_replaces_ours_on_choice_or_after_deletion(service):
    first, corrected = read(table(LINES[1])), read(table(LINES[1].replace("Anneli", "Anna").replace(",10,", ",11,")))
    other = read(table(LINES[1].replace(",10,", ",12,")))
    (game,) = ids(first)

    def bring(found, policy=ConflictPolicy.OURS):
        (became,) = import_results(service, found.results, found.titles, on_conflict=policy, restore_deleted=True)
        with service.store.reading() as db:
            stored = read_game(db, game)
        return became, lines(stored)[0]

    assert bring(first) == (ImportOutcome.NEW, ("Anneli", (1, 10)))
    assert bring(corrected) == (ImportOutcome.OURS, ("Anneli", (1, 10)))
    assert bring(corrected, ConflictPolicy.THEIRS) == (ImportOutcome.THEIRS, ("Anna", (1, 11)))
    with service.store.reading() as db:
        revision = read_game(db, game).revision
    set_status(service, game, GameStatus.DELETED, Submission("a-key-of-the-test", "", revision))
    assert bring(other) == (ImportOutcome.THEIRS, ("Anneli", (1, 12)))
    with service.store.reading() as db:
        assert read_game(db, game).status is GameStatus.ACTIVE


# BG Stats


def bg_stats(*plays, **game):
    return json.dumps(
        {
            "players": [{"id": 1, "name": "Anneli"}, {"id": 2, "name": "Jörg"}],
            "games": [{"id": 1, "name": "Catan", "highestWins": True} | game],
            "plays": [{"gameRefId": 1, "playDate": "2026-03-25 20:15:00"} | play for play in plays],
        },
        ensure_ascii=False,
    )


def scores(*given):
    return [{"playerRefId": at, "score": score, "winner": won} for at, (score, won) in enumerate(given, 1)]


def test_different_plays_with_one_uuid_are_both_imported():
    one = {"uuid": "8f8fad5b-d9cb-469f-a165-70867728950e", "playerScores": scores(("3", True), ("2", False))}
    other = one | {"playerScores": scores(("1", False), ("2", True))}
    found = read(bg_stats(one, other, one))
    assert [lines(game)[0] for game in found.results] == [("Anneli", (1, 3)), ("Anneli", (2, 1))]
    assert found.results == read(bg_stats(one, other)).results


def test_faulty_play_is_named_and_others_are_imported():
    good = {"playerScores": scores(("3", True), ("2", False))}
    found = read(bg_stats(good, {"playerScores": []}, {"gameRefId": 9}, good | {"playDate": "x"}))
    assert len(found.results) == 2
    assert [str(each).split(":")[0] for each in found.left_out] == [
        "2026-03-25 20",
        "2026-03-25 20",
        "?, Catan with Anneli and Jörg",
    ]


# BoardGameGeek


def geek_play(number, *players, item='name="Catan" objectid="13"', comments="", **attributes):
    given = {"id": number, "date": "2021-01-01", "quantity": 1, "length": 0, "incomplete": 0, "nowinstats": 0}
    given |= {"location": ""} | attributes
    shown = " ".join(f'{key}="{value}"' for key, value in given.items())
    seated = "".join(
        "<player "
        + " ".join(f'{key}="{value}"' for key, value in zip(("name", "score", "win"), player, strict=False))
        + f' username="" userid="0" startposition="{at}" color="" new="0" rating="0"/>'
        for at, player in enumerate(players, 1)
    )
    return (
        f'<play {shown}><item {item} objecttype="thing"><subtypes><subtype value="boardgame"/></subtypes></item>'
        f"{f'<comments>{comments}</comments>' if comments else ''}"
        f"{f'<players>{seated}</players>' if players else ''}</play>"
    )


def geek(*plays):
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<plays username="anneli" userid="1" total="{len(plays)}" page="1" '
        f'termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">\n{"".join(plays)}</plays>'
    )


def test_boardgamegeek_play_is_imported():
    note = "a &amp; b&#10;<![CDATA[c]]>"
    play = geek_play(48077780, ("Anneli", "142", 0), ("Jörg", "140+5", 1), location="Köln", length=90, comments=note)
    for written in (geek(play), geek(play).encode("utf-16"), geek(play).encode("cp1252")):
        found = read(written)
        (game,) = found.results
        assert lines(game) == [("Anneli", (2, 142)), ("Jörg", (1, 145))]
        assert (game.started, game.ended, game.external.minutes) == ("2021-01-01", None, 90)
        assert (game.venue, game.note) == ("Köln", "a & b\nc")
        (title,) = found.titles.values()
        assert (str(title.meta.title), title.meta.bgg, title.meta.lowest_wins) == ("Catan", 13, False)
        assert found.left_out == ()
        assert game.id == read(geek(geek_play(48077780, ("Other", "1", 1)))).results[0].id


def test_boardgamegeek_number_gives_title_and_start_gives_seats():
    players = ("Anneli", "12", 1), ("Jörg", "9", 0)
    play = geek_play(1, *players, item='name="Prodigals" objectid="181796"')
    play = play.replace('startposition="1"', 'startposition="3"')
    (game,) = read(geek(play)).results
    assert (game.rulebook, game.players) == ("prodigals-club", ("Jörg", "Anneli"))


@row_by_row(
    ("play", "count", "said"),
    [
        (geek_play(1), 1, "2021-01-01, Catan with ?: it has no players on BoardGameGeek"),
        (geek_play(1, quantity=3), 3, "it has no players"),
        (geek_play(1, ("Anneli", "3", 1), incomplete=1), 1, "Catan with Anneli: it is marked as incomplete"),
        (geek_play(1, ("A", "3", 1), ("a", "3", 0)), 1, "two players have the same name"),
        (geek_play(1, ("A", "3", 1)).replace("item", "other"), 1, "the name of the game is missing"),
        (geek_play(1, ("A", "3", 1), item='name=""'), 1, "2021-01-01, ? with A"),
    ],
)
def test_unreadable_plays_of_boardgamegeek_are_named(play, count, said):
    found = read(geek(play, geek_play(2, ("Anneli", "3", 1))))
    assert len(found.results) == 1
    (message,) = found.left_out
    assert (said in str(message), message.values["count"]) == (True, count)


@row_by_row(
    ("play", "count", "said"),
    [
        (geek_play(1, ("Anneli", "3", 1), quantity=3), 2, "imported once, because BoardGameGeek has one result for 3"),
        (geek_play(1, ("Anneli", "3", 1), nowinstats=1), 0, "does not count wins in it"),
        (geek_play(1, ("Anneli", "x", 1)), 0, "imported without the points “x” of Anneli"),
        (geek_play(1, ("Anneli", "3", 1), date="soon"), 0, "imported without a date"),
        (geek_play(1, ("Anneli", "3", 1), comments="x" * 2001), 0, "shortened note"),
    ],
)
def test_unread_values_of_boardgamegeek_plays_are_reported(play, count, said):
    found = read(geek(play))
    assert len(found.results) == 1
    (message,) = found.left_out
    assert (said in str(message), message.values["count"]) == (True, count)


def test_undated_play_of_boardgamegeek_stays_undated():
    found = read(geek(geek_play(1, ("Anneli", "3", 1), date="0000-00-00", length=30)))
    (game,) = found.results
    assert (game.started, game.ended, game.external.minutes, found.left_out) == (None, None, 30, ())


@row_by_row(
    ("plays", "facts"),
    [
        ([[("A", "3", 1), ("B", "2", 0)]], {"wins": "highest"}),
        ([[("A", "3", 0), ("B", "2", 1)]], {"wins": "lowest"}),
        ([[("A", "3", 0), ("B", "2", 1)], [("A", "3", 1), ("B", "2", 0)]], {"wins": "highest"}),
        ([[("A", "", 0), ("B", "", 1)]], {"only_winner": True}),
        ([[("A", "", 1), ("B", "", 1)], [("A", "", 0), ("B", "", 0)]], {"cooperative": True}),
        ([[("A", "", 1), ("B", "", 1)], [("A", "", 1), ("B", "", 0)]], {"only_winner": True}),
        ([[("A", "5", 1), ("B", "5", 1)]], {"wins": "highest"}),
    ],
)
def test_new_title_is_defined_by_its_plays(plays, facts):
    (title,) = read(geek(*(geek_play(at, *play) for at, play in enumerate(plays)))).titles.values()
    assert facts.items() <= title.definition.items()


def test_anonymous_players_of_boardgamegeek_are_unnamed():
    play = geek_play(1, ("Anonymous player", "3", 0), ("Anneli", "5", 1), ("", "4", 0))
    (game,) = read(geek(play)).results
    assert (game.players, game.external.lines) == (("Anneli",), ((1, 5), (3, 3), (2, 4)))


# Hostile and damaged files


LAUGHS = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
MEGABYTES = 2**20


@row_by_row(
    ("name", "content"),
    [
        ("entities", f'<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY l0 "lol">{LAUGHS}]><plays>&l9;</plays>'),
        ("external", '<!DOCTYPE plays SYSTEM "file:///etc/passwd"><plays/>'),
        ("quadratic", f'<!DOCTYPE plays [<!ENTITY a "{"a" * 100_000}">]><plays>{"&a;" * 1000}</plays>'),
        ("deep", "<plays>" + "<a>" * 100_000),
        ("a long tag", "<plays><play " + " ".join(f'a{at}=""' for at in range(40_000))),
        ("a row of many lines", "Game,Player\n" + '"\n",' * 500_000),
        ("a long cell", "Game,Player\n" + "x" * 4 * MEGABYTES),
        ("tabs", "\t" * 3 * MEGABYTES + "a"),
        ("brackets", "[" * MEGABYTES),
        ("digits", '{"games": [], "players": [], "plays": [' + "9" * MEGABYTES),
        ("signs", bg_stats({"playerScores": scores(("-" * MEGABYTES, True))})),
    ],
)
def test_hostile_files_need_little_time_and_memory(name, content):
    data = content.encode()
    started = perf_counter()
    tracemalloc.start()
    with suppress(Unreadable):
        read(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * len(data) + 30 * MEGABYTES, (name, peak, len(data))
    assert perf_counter() - started < 20, name


def check(data):
    """Read hostile data: it is read, or refused with a message."""
    found = None
    with suppress(Unreadable):
        found = read(data)
    if found:
        assert all("count" in each.values and str(each) for each in found.left_out)
        assert all("\ufffd" not in name for game in found.results for name in game.players)
        assert len({game.id for game in found.results}) == len(found.results)


@given(st.binary(max_size=400) | st.binary(max_size=300).map(lambda tail: b"PK\x03\x04" + tail))
@example(b"\xff\xfe{\x00")
@example(b"sep=\r\n")
@example(b'sep="\nGame"Player\n')
@example(b"\x00<\x00p")
@example(b'<?xml version="1.0" encoding="x"?><plays/>')
@example(b'<?xml version="1.0" encoding="utf-16"?><plays/>')
def test_any_bytes_are_read_or_refused(data):
    check(data)


SAMPLES = (TABLE.encode(), bg_stats({"playerScores": scores(("3", True), ("2", False))}).encode())
SAMPLES += (geek(geek_play(1, ("Anneli", "142", 0), ("Jörg", "140+5", 1)), geek_play(2)).encode(),)


@given(st.sampled_from(SAMPLES), st.randoms(use_true_random=False), st.binary(max_size=6))
def test_damaged_files_are_read_or_refused(sample, chance, junk):
    at, to = sorted(chance.choices(range(len(sample)), k=2))
    for data in (sample[:at] + junk + sample[at + len(junk) :], sample[:at], sample[:at] + sample[to:]):
        check(data)
        check(decoded(data).encode("utf-16-le"))


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["1", "3", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "name", "score"]), inner),
    max_leaves=5,
)
FIELDS = ("uuid", "playDate", "playDateYmd", "durationMin", "gameRefId", "locationRefId", "comments", "ignored")
PLAY = st.fixed_dictionaries(
    {},
    optional={name: ODD | st.sampled_from([1, "2026-03-25", "20260325", 20260325]) for name in FIELDS}
    | {
        "playerScores": ODD
        | st.lists(
            st.fixed_dictionaries(
                {},
                optional={
                    name: ODD | st.sampled_from([1, 2])
                    for name in ("playerRefId", "score", "winner", "rank", "seatOrder", "startPlayer")
                },
            ),
            max_size=3,
        )
    },
)


@given(st.lists(PLAY, max_size=3), ODD, ODD, ODD)
def test_any_structure_of_bg_stats_is_read_or_refused(plays, players, games, places):
    whole = json.loads(bg_stats()) | {"plays": plays, "locations": places}
    whole["games"] += games if isinstance(games, list) else [{"id": 1, "name": games, "bggId": games}]
    whole["players"] += players if isinstance(players, list) else [{"id": 3, "name": players, "isAnonymous": players}]
    check(json.dumps(whole).encode())


TAGS = st.sampled_from(["plays", "play", "item", "players", "player", "comments", "other"])
VALUES = st.sampled_from(["", "0", "1", "-1", "2021-01-01", "x", "é", "&#10;", "Anonymous player", "9" * 30, "12+3"])
NAMES = ["id", "date", "quantity", "length", "incomplete", "nowinstats", "location", "name", "objectid", "score", "win"]


@given(
    st.recursive(VALUES, lambda inner: st.tuples(TAGS, st.dictionaries(st.sampled_from(NAMES), VALUES), inner, inner))
)
def test_any_structure_of_xml_is_read_or_refused(tree):
    def written(node):
        if isinstance(node, str):
            return node
        tag, attributes, *inner = node
        shown = "".join(f' {name}="{value}"' for name, value in attributes.items())
        return f"<{tag}{shown}>{''.join(map(written, inner))}</{tag}>"

    check(f"<plays>{written(tree)}</plays>".encode())
    check(f"<plays><play id='1'>{written(tree)}</play></plays>".encode())
