"""Oddities of real exports of BG Stats, in invented plays."""

import json
from uuid import UUID

import pytest

from scorekeeper.core.errors import Unreadable
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.db import Store
from scorekeeper.store.games import GameService
from scorekeeper.store.importing import ImportOutcome
from scorekeeper.store.readers.bgstats import MAX_VALUES
from scorekeeper.store.results import GameQuery, matching_ids, summaries
from scorekeeper.titles import ready
from tests.apps import ensure_database
from tests.documents import import_file, read_results

PEOPLE = ("Emil", "Jutta", "Nora")


@pytest.fixture
def fresh_service(tmp_path):
    store = Store(ensure_database(tmp_path / "fresh.db"))
    yield GameService(store, all_rulebooks())
    store.close()


def export(*plays, games=None, order=("players", "games", "locations", "plays"), **more):
    """Return an export of these plays; each is a list of scores, or a dict with `playerScores`."""
    known = {"id": 1, "name": "Amber Harbour", "highestWins": True, "cooperative": False, "noPoints": False}
    lists = {
        "players": [{"id": number, "name": name} for number, name in enumerate(PEOPLE, 1)],
        "locations": [],
        "games": [{**known, "id": number, **game} for number, game in enumerate(games or [{}], 1)],
        "plays": [
            {
                "uuid": str(UUID(int=number)),
                "playDate": f"2025-03-{number:02} 20:15:00",
                "gameRefId": 1,
                **(play if isinstance(play, dict) else {"playerScores": play}),
            }
            for number, play in enumerate(plays, 1)
        ],
    }
    return json.dumps({name: lists[name] for name in order} | more, ensure_ascii=False).encode()


def scores(*lines):
    """Return scores of Emil, Jutta and Nora; each line has points, whether they won, and their rank."""
    return [
        {"playerRefId": number, "score": points, "winner": won, "rank": rank, "seatOrder": 0}
        for number, (points, won, rank) in enumerate(lines, 1)
    ]


def bring_in(service, data):
    return import_file(service, data)


def known(service):
    """Return the games, oldest first: title, and for each player name, total and place."""
    with service.store.reading() as db:
        games = summaries(db, matching_ids(db, GameQuery()))[::-1]
    return [
        (
            str(service.rulebooks[game.rulebook].meta.title),
            sorted((line.name, line.total, line.place) for line in game.results),
        )
        for game in games
    ]


def places(service, *lines, **game):
    counts, left_out = bring_in(service, export(scores(*lines), games=(game,)))
    assert (counts, left_out) == ({ImportOutcome.NEW: 1}, [])
    return [place for _, _, place in known(service)[0][1]]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([("7", False, 0), ("7", False, 0), ("7", False, 0)], [0, 0, 0]),
        ([("", False, 1), ("", False, 1)], [0, 0]),
        ([("40", False, 0)], [0]),
        ([("40", False, 1)], [0]),
        ([("40", False, 2)], [2]),
        ([("52", False, 0), ("62", False, 0)], [2, 1]),
        ([("13", False, 1), ("23", False, 3), ("19", False, 2)], [1, 3, 2]),
        ([("20", True, 0), ("5", False, 0), ("100", False, 0)], [1, 3, 2]),
    ],
    ids=[
        "lost together without the flag",
        "equal ranks without a winner",
        "alone without a mark",
        "alone with the rank 1",
        "alone with the rank 2 of our exports, for a loss",
        "points decide",
        "ranks decide",
        "a manual winner does not reverse the others",
    ],
)
def test_places_follow_from_marks_ranks_and_points(service, lines, expected):
    assert places(service, *lines) == expected


def test_marked_winner_shows_whether_lowest_points_win(service):
    """Rummy counts points, but the table plays it for the lowest."""
    assert places(service, ("5", True, 0), ("20", False, 0), ("100", False, 0), name="Rummy") == [1, 2, 3]
    assert not next(each for each in ready().values() if each.name == "rummy").meta.lowest_wins


@pytest.mark.parametrize(("typed", "points"), [("66+66+", 132), ("6+6.+8", 20), ("2.", 2), (".5+1", 1.5)])
def test_unfinished_sum_of_points_is_read(service, typed, points):
    assert bring_in(service, export(scores((typed, True, 0), ("1", False, 0)))) == ({ImportOutcome.NEW: 1}, [])
    assert known(service)[0][1][0] == ("Emil", points, 1)


LONG = "The Amber Harbour: A Cooperative Game of Trade and Tides – Second Edition"


def test_long_title_keeps_its_name(service):
    """Their first forty characters are the same, and they have no number."""
    other = LONG.replace("Second", "Third")
    won = scores(("2", True, 0), ("1", False, 0))
    plays = [{"playerScores": won, "gameRefId": number} for number in (1, 2)]
    bring_in(service, export(*plays, games=({"name": LONG}, {"name": other})))
    assert [title for title, _ in known(service)] == [LONG, other]


@pytest.mark.parametrize("name", ["Amber\u200b Harbour", "\u200eAmber Harbour", "Amber\x07 Harbour", ""])
def test_invisible_characters_are_removed_from_titles(service, name):
    game = {"name": name, "bggName": "Amber Harbour"}
    assert bring_in(service, export(scores(("2", True, 0), ("1", False, 0)), games=(game,)))[1] == []
    assert known(service)[0][0] == "Amber Harbour"


# Reading in parts


def long_note(number):
    return f'{number} 東京 🎲 \\ " ] }} ' * 40


def many(**more):
    """Return an export of several parts; values end anywhere in a part."""
    won = scores(("2", True, 0), ("1", False, 0))
    plays = [{"playerScores": won, "comments": long_note(number)} for number in range(1, 29)]
    return export(*plays, **more)


@pytest.mark.parametrize("order", [("plays", "games", "locations", "players"), ("players", "games", "plays")])
def test_plays_can_come_before_games_and_players(service, order):
    data = many(order=order, userInfo={"meRefId": 12, "more": [1, [2.5, None]]}, tags=[], last=12)
    assert bring_in(service, data) == ({ImportOutcome.NEW: 28}, [])
    with service.store.reading() as db:
        games = summaries(db, matching_ids(db, GameQuery()))[::-1]
    assert [game.note for game in games] == [long_note(number).strip() for number in range(1, 29)]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_other_encodings_are_read(service, encoding):
    assert bring_in(service, many().decode().encode(encoding)) == ({ImportOutcome.NEW: 28}, [])


@pytest.mark.parametrize(
    "cut",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data + b"x",
        lambda data: data.replace(b'"games": [', b'"games": [,', 1),
        lambda data: b"{}",
        lambda data: b'{"games": [], "plays": [], "players": [' + b"," * 6_000_000,
        lambda data: b'{"games": [], "plays": [], "players": [' + b"[" * 100_000,
    ],
)
def test_truncated_export_is_refused(service, cut):
    with pytest.raises(Unreadable):
        read_results(cut(many()), service.rulebooks)


def test_export_with_too_many_items_is_refused_with_advice(service):
    data = b'{"games": [], "players": [], "plays": [' + b"{}, " * MAX_VALUES + b"{}]}"
    with pytest.raises(Unreadable, match="export fewer games at once"):
        read_results(data, service.rulebooks)


def test_export_with_empty_lists_is_accepted(service):
    assert bring_in(service, export(order=("plays", "players", "games"))) == ({}, [])


# Storing many games


TABLES = {
    **dict.fromkeys(("games", "seats", "results", "finished_games", "player_results", "search_words", "marks"), "*"),
    "changes": "game_id, revision, act, edits, delta, import_id",  # without the time
    "players": "*",
    "definitions": "*",
}


def test_many_games_are_stored_like_single_ones(service, fresh_service, monkeypatch):
    """The number of games written at once makes no difference to any table."""
    lines = [scores((str(number), True, 0), ("1", False, 0), ("", False, 0)) for number in range(2, 29)]
    data = export(*({"playerScores": each, "comments": f"Note {len(each)}", "durationMin": 40} for each in lines))

    def tables(service):
        with service.store.reading() as db:
            return {
                name: sorted(map(repr, db.execute(f"SELECT {columns} FROM {name}").fetchall()))  # noqa: S608
                for name, columns in TABLES.items()
            }

    bring_in(service, data)
    monkeypatch.setattr("scorekeeper.store.importing.MAX_WAITING", 1)
    bring_in(fresh_service, data)
    assert tables(service) == tables(fresh_service)
    assert all(tables(service).values())
