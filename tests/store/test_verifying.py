"""`check` reports each kind of damage, made by SQL in a copy, and nothing else."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.log import About
from scorekeeper.core.replay import replay
from scorekeeper.core.rulebook import Stop
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store.changes import NewSeat, begin, enter, redo, set_about, set_options, set_players, set_status, undo
from scorekeeper.store.check import rebuild, verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.store.db import Store
from scorekeeper.store.games import GameService, Submission
from scorekeeper.store.migrations import VERSION
from scorekeeper.store.people import merge
from scorekeeper.store.rows import GameStatus, find_person
from tests.conftest import Clock
from tests.documents import import_documents, read_document

TESTS = Path(__file__).parents[1]
DON_CARLO = all_rulebooks()["don-carlo"]
RECORDED = ("prodigals-club/corrected-start.json",)


def filled(path):
    """Fill a database with a game changed in every way, and an imported one; return the first one's id."""
    store = Store(path)
    service, numbers = GameService(store, all_rulebooks(), Clock()), iter(range(1000))

    def submission(game=None):
        return Submission(f"a-key-of-the-test-{next(numbers)}", "", service.view(game).game.revision if game else 0)

    documents = [
        read_document(json.loads((TESTS / "games" / each).read_text(encoding="utf-8"))["document"]) for each in RECORDED
    ]
    assert not any(replay(each.rulebook, each.table, each.plays).conflicts for each in documents)
    import_documents(service, documents)
    game = begin(service, DON_CARLO, DON_CARLO.table(("Kaspar", "Lotte", "Mira"), {}), submission())
    for seat, cards in ((0, (1, 1, 5)), (1, (2, 3)), (0, (3, 4))):
        enter(service, game, [Agent(seat, cards)], submission(game))
    undo(service, game, submission(game))
    set_players(
        service, game, [NewSeat("Lotte", "Lotte"), NewSeat("Kaspar", "Kaspar"), NewSeat("Dora")], {}, submission(game)
    )
    set_options(service, game, {"families": ("grey", "brown", "blue")}, submission(game))
    set_about(service, game, About("At Anneli's", "Rain all day"), submission(game))
    undo(service, game, submission(game))
    redo(service, game, submission(game))
    enter(service, game, [Stop()], submission(game))
    set_status(service, game, GameStatus.ARCHIVED, submission(game))
    set_status(service, game, GameStatus.ACTIVE, submission(game))
    with store.reading() as db:
        dora, other = find_person(db, "Dora"), find_person(db, documents[0].table.players[0])
    merge(service, dora.id, other.id, ("Dora", other.name), submission())
    store.close()
    return game


@pytest.fixture(scope="module")
def undamaged(tmp_path_factory):
    """An undamaged database, and the id of the game with most changes."""
    path = tmp_path_factory.mktemp("whole") / "scorekeeper.db"
    return path, filled(path)


def damaged(undamaged, folder, *statements):
    """Return a damaged copy; :game is the id of the game with most changes."""
    path = Path(shutil.copy(undamaged[0], folder))
    with closing(sqlite3.connect(path, isolation_level=None)) as disk:
        for each in statements:
            disk.execute(each, {"game": undamaged[1]} if ":game" in each else {})
        disk.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def found(path):
    with open_snapshot(path) as database:
        return verify(database, all_rulebooks())


HISTORY = "its history differs from its entries"
TRAIL = "of its trail does not fit:"
ANOTHER = json.dumps({"kind": "agent", "player": "1", "cards": [6, 2]})
DAMAGES = {
    "a play is another": (
        [f"UPDATE plays SET body = '{ANOTHER}' WHERE game_id = :game AND position = 1"],  # noqa: S608
        [f"change 6 {TRAIL} the entries differ"],
    ),
    "a play is entered twice": (
        [
            """UPDATE plays SET body = (SELECT body FROM plays WHERE game_id = :game AND position = 0)
            WHERE game_id = :game AND position = 1"""
        ],
        ["entry 2: 1/1/5 is already in"],
    ),
    "a play that is none": (
        ["UPDATE plays SET body = '[]' WHERE game_id = :game AND position = 1"],
        ["an entry is a JSON object"],
    ),
    "the last play is gone": (
        ["DELETE FROM plays WHERE game_id = :game AND position = 2"],
        [
            f"change 11 {TRAIL} the entries",
            f"{HISTORY} (end, result, list, pl",
        ],
    ),
    "a play in the middle is gone": (
        ["DELETE FROM plays WHERE game_id = :game AND position = 1"],
        ["its plays have gaps in their numbers", TRAIL],
    ),
    "a play more at the start": (
        [
            "UPDATE plays SET position = position + 10 WHERE game_id = :game",
            "UPDATE plays SET position = position - 9 WHERE game_id = :game",
            f"INSERT INTO plays VALUES (:game, 0, '{ANOTHER}')",  # noqa: S608
        ],
        [TRAIL],
    ),
    "a change is gone": (
        ["DELETE FROM changes WHERE game_id = :game AND revision = 4"],
        ["change 4 is missing", "gaps in their num"],
    ),
    "the last change is gone": (
        ["DELETE FROM changes WHERE game_id = :game AND revision = 13"],
        ["change 13 is missing"],
    ),
    "a change too many": (
        ["UPDATE games SET revision = 11 WHERE id = :game"],
        ["continues to change 13, but the game is at 11"],
    ),
    "the first change": (["DELETE FROM changes WHERE game_id = :game AND revision = 1"], ["change 1 is missing from"]),
    "a change that would be too many to count": (
        ["UPDATE games SET revision = 9223372036854775807 WHERE id = :game"],
        ["change 14 is missing from its trail"],
    ),
    "a moment beyond all calendars": (
        ["UPDATE games SET ended = NULL, moment = 9223372036854775807 WHERE id = :game"],
        ["its times cannot be read"],
    ),
    "a moment after the year 9999": (
        ["UPDATE games SET ended = NULL, moment = 1000000000000 WHERE id = :game"],
        ["its times cannot be read"],
    ),
    "times that are none": (
        ["UPDATE games SET ended = 'soon' WHERE id = :game"],
        ["its times cannot be read"],
    ),
    "no beginning": (
        ["UPDATE changes SET act = 'enter' WHERE game_id = :game AND revision = 1"],
        ["does not begin with"],
    ),
    "two beginnings": (
        ["UPDATE changes SET act = 'begin' WHERE game_id = :game AND revision = 2"],
        ["does not begin with"],
    ),
    "an undo too many": (
        ["UPDATE changes SET act = 'undo' WHERE game_id = :game AND revision = 2"],
        ["undoes more changes than"],
    ),
    "edits that are none": (
        ["UPDATE changes SET edits = '{' WHERE game_id = :game AND revision = 2"],
        ["its trail cannot be read"],
    ),
    "an act that is none": (
        ["UPDATE changes SET act = 'dance' WHERE game_id = :game AND revision = 2"],
        ["its trail cannot be read"],
    ),
    "other edits": (
        ["UPDATE changes SET edits = '[]' WHERE game_id = :game AND revision = 2"],
        ["1 of its entries are missing"],
    ),
    "other options": (
        ["UPDATE games SET options = replace(options, 'grey', 'green') WHERE id = :game"],
        [f"change 7 {TRAIL} the options differ"],
    ),
    "another place": (
        ["UPDATE games SET venue = 'The Fox' WHERE id = :game"],
        [f"{TRAIL} the place differs", f"{HISTORY} (list, players, search)"],
    ),
    "another status": (
        ["UPDATE games SET status = 'deleted' WHERE id = :game"],
        ["the status (active, archived or deleted) differs", f"{HISTORY} (list, players, records, search"],
    ),
    "somebody else sits there": (
        [
            """UPDATE seats SET player_id = (SELECT id FROM players WHERE name = 'Mira')
            WHERE game_id = :game AND seat = 0"""
        ],
        [f"{TRAIL} the players differ", HISTORY, "the latest games of the players"],
    ),
    "a seat of somebody who was merged": (
        ["UPDATE seats SET player_id = entered_as, entered_as = NULL WHERE entered_as IS NOT NULL"],
        ["a seat does not belong to the player who took it", HISTORY],
    ),
    "merged in a circle": (
        [
            "UPDATE players SET merged_into = (SELECT id FROM players WHERE name = 'Dora') WHERE name = 'Kaspar'",
            "UPDATE players SET merged_into = (SELECT id FROM players WHERE name = 'Kaspar') WHERE name = 'Dora'",
        ],
        ["is merged into themselves"],
    ),
    "a name by which nobody is found": (
        ["UPDATE players SET folded = 'x' WHERE name = 'Lotte'"],
        ["cannot be found by their"],
    ),
    "a name of nobody for somebody who sits there": (
        ["UPDATE players SET folded = char(31) || id WHERE name = 'Lotte'"],
        ["cannot be found by their"],
    ),
    "no seats": (["DELETE FROM seats WHERE game_id = :game"], ["it cannot be read"]),
    "finished, or not": (
        ["UPDATE games SET finished = 0 WHERE id = :game"],
        [f"{HISTORY} (end)"],
    ),
    "an unknown title": (["UPDATE games SET rulebook = 'monopoly' WHERE id = :game"], ["there is no game"]),
    "a player who is not there": (
        ["DELETE FROM players WHERE name = 'Mira'", "INSERT INTO plays VALUES ('gone', 0, '{}')"],
        ["Rows of the table plays refer to missing rows of games (1)."],
    ),
    "an index of its own": (
        [
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_master SET sql = 'CREATE INDEX seats_by_player ON seats (seat)' WHERE name LIKE 'seats_%'",
        ],
        ["The database file is damaged: row 1 missing from index seats_by_player"],
    ),
    "results": (["UPDATE results SET total = total + 1 WHERE game_id = :game"], [f"{HISTORY} (result)"]),
    "a result too many": (
        ["INSERT INTO results SELECT game_id, 9, 9, '', 9, 9 FROM results LIMIT 1"],
        [f"{HISTORY} (result)"],
    ),
    "the list": (["UPDATE finished_games SET size = 9 WHERE game_id = :game"], [f"{HISTORY} (list)"]),
    "player results": (["UPDATE player_results SET place = 2 WHERE game_id = :game"], [f"{HISTORY} (players)"]),
    "marks": (["UPDATE marks SET value = value + 1"], [f"{HISTORY} (records)"]),
    "what a record shows": (["UPDATE marks SET seats = '[7]'"], [f"{HISTORY} (records)"]),
    "words": (["DELETE FROM search_words WHERE word = 'rain'"], [f"{HISTORY} (search)"]),
    "the latest games": (
        ["UPDATE players SET latest_seat = 7 WHERE name = 'Lotte'"],
        ["the latest games of the players"],
    ),
}


@pytest.mark.parametrize(("statements", "says"), DAMAGES.values(), ids=DAMAGES)
def test_check_reports_damage_that_rebuild_repairs(undamaged, tmp_path, statements, says):
    path = damaged(undamaged, tmp_path, *statements)
    before = path.read_bytes()
    findings = found(path).findings
    said = [each.message for each in findings]
    begun = [re.compile(rf"\b{re.escape(each)}") for each in says]
    assert [each.pattern for each in begun if not any(map(each.search, said))] == [], said
    assert (path.read_bytes(), [each.name for each in tmp_path.iterdir()]) == (before, [path.name])
    if all(each.rebuilt for each in findings):
        store = Store(path)
        rebuild(GameService(store, all_rulebooks()))
        store.close()
        assert found(path).findings == ()


@pytest.mark.parametrize("damage", ["no seats", "an unknown title"])
def test_unreplayable_game_is_not_counted_as_valid(undamaged, tmp_path, damage):
    statements, _ = DAMAGES[damage]
    verified = found(damaged(undamaged, tmp_path, *statements))
    assert (verified.games, verified.standing) == (2, 1)


def test_check_finds_nothing_in_intact_database(undamaged):
    told = []
    with open_snapshot(undamaged[0]) as database:
        verified = verify(database, all_rulebooks(), lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]
    assert (verified.games, verified.standing, verified.findings, verified.outdated) == (2, 2, (), False)


@pytest.mark.parametrize("path", sorted((TESTS / "databases").glob("*.db")), ids=lambda path: path.stem)
def test_check_accepts_and_leaves_databases_of_every_schema(path, tmp_path):
    path = Path(shutil.copy(path, tmp_path))
    before = path.read_bytes()
    verified = found(path)
    assert verified.findings == ()
    assert verified.games == verified.standing > 1
    assert verified.outdated == (int(path.stem.split("-")[0]) < VERSION)
    assert path.read_bytes() == before
    assert [each for each in path.parent.iterdir() if each.name != path.name and each.stem == path.stem] == []


def test_outdated_projections_are_not_a_fault(undamaged, tmp_path):
    verified = found(
        damaged(undamaged, tmp_path, "DELETE FROM marks", "INSERT INTO settings VALUES ('projections', 'stale')")
    )
    assert replace(verified, outdated=False) == found(undamaged[0])
    assert verified.outdated


def test_check_reads_and_keeps_the_log_of_killed_programs(undamaged, tmp_path):
    live, left = tmp_path / "live", tmp_path / "left"
    live.mkdir(), left.mkdir()
    path = Path(shutil.copy(undamaged[0], live))
    with closing(sqlite3.connect(path, isolation_level=None)) as disk:
        disk.execute("UPDATE players SET latest_seat = 9 WHERE name = 'Lotte'")
        (finding,) = found(path).findings
        for each in live.glob("*.db*"):
            shutil.copy(each, left)
    assert "the latest games of the players" in finding.message
    before = {each.name: each.read_bytes() for each in left.iterdir() if not each.match("*-shm")}
    assert found(left / path.name).findings == (finding,)
    assert {each.name: each.read_bytes() for each in left.iterdir() if not each.match("*-shm")} == before
    assert len(before) == 2
