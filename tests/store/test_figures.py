"""After any changes of games, the figures of the history match a recount from the logs."""

import random
import shutil
from collections import Counter
from itertools import permutations

import pytest

from scorekeeper.core.log import About
from scorekeeper.core.ranking import winners
from scorekeeper.core.rulebook import Stop
from scorekeeper.instance import open_service
from scorekeeper.store import check
from scorekeeper.store.changes import NewSeat, NothingToUndo, enter, redo, set_about, set_players, set_status, undo
from scorekeeper.store.check import rebuild, verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.store.games import InvalidOptions, Refused, Submission
from scorekeeper.store.results import plain, words_of
from scorekeeper.store.rows import GameStatus
from tests.checked import findings
from tests.documents import import_documents
from tests.store.figures import GAMES, TABLES, recorded

ABOUT = (About(None, None), About("Bei Zoë", None), About("bei zoe", "Zoë was late."), About(None, "Late, late!"))
"""Venues and notes of games; two of the venues are the same."""


def stored(service):
    with service.store.reading() as db:
        return {
            table: sorted(db.execute(f"SELECT {columns} FROM {table}").fetchall())  # noqa: S608
            for table, columns in TABLES.items()
        }


def counted(service):
    """Return the winners, and the numbers of finishes above another player, recounted from replays of active games."""
    wins, above = Counter(), Counter()
    with service.store.reading() as db:
        ids = [row[0] for row in db.execute("SELECT id FROM games WHERE status = 'active'").fetchall()]
    for game_id in ids:
        replayed = service.view(game_id).replay
        if replayed.finished:
            standings = replayed.sheet().standings
            names = replayed.table.players
            wins.update(line.name for line in winners(standings) if line.seat is not None and len(names) > 1)
            seated = [(each.line.name, each.place) for each in standings if each.line.seat is not None]
            above.update((one, other) for (one, place), (other, last) in permutations(seated, 2) if place < last)
    return wins, above


def in_the_database(service):
    with service.store.reading() as db:
        wins = db.execute(
            """SELECT name, count(*) FROM player_results JOIN players ON id = player_id
            WHERE rated AND place = 1 GROUP BY id"""
        ).fetchall()
        above = db.execute(
            """SELECT one.name, other.name, count(*) FROM player_results won JOIN player_results lost USING (game_id)
            JOIN players one ON one.id = won.player_id JOIN players other ON other.id = lost.player_id
            WHERE won.place < lost.place GROUP BY 1, 2"""
        ).fetchall()
    return Counter(dict(wins)), Counter({(one, other): count for one, other, count in above})


def said(service):
    """Return the venue and search words of each finished active game, recomputed from its venue and note."""
    with service.store.reading() as db:
        ids = [row[0] for row in db.execute("SELECT id FROM games WHERE status = 'active'").fetchall()]
    games = [view.game for view in map(service.view, ids) if view.replay.finished]
    return {game.id: (plain(game.venue or ""), words_of(f"{game.venue or ''} {game.note or ''}")) for game in games}


def latest_games(service):
    """Return the latest game of each player and their seat: as stored, and recomputed from the seats."""
    with service.store.reading() as db:
        kept = {player: spot for player, *spot in db.execute("SELECT id, latest, latest_seat FROM players").fetchall()}
        seats = db.execute(
            """SELECT player_id, moment, seat FROM seats JOIN games ON games.id = game_id
            WHERE status != 'deleted' ORDER BY moment, games.id"""
        ).fetchall()
    return kept, {player: [None, None] for player in kept} | {player: spot for player, *spot in seats}


def results(service):
    """Return the results of each game: as stored, and recomputed from the log."""
    with service.store.reading() as db:
        ids = [row[0] for row in db.execute("SELECT id FROM games").fetchall()]
        kept = {
            game_id: db.execute(
                "SELECT seat, place, total FROM results WHERE game_id = ? ORDER BY line", [game_id]
            ).fetchall()
            for game_id in ids
        }
    replays = {game_id: service.view(game_id).replay for game_id in ids}
    sheets = {game_id: replayed.sheet().standings if replayed.finished else () for game_id, replayed in replays.items()}
    return kept, {
        game_id: [(each.line.seat, each.place, each.line.total) for each in standings]
        for game_id, standings in sheets.items()
    }


def assert_they_follow_the_logs(service):
    """Check each projection against the games' logs, venues and notes."""
    assert_what_is_kept_is_said_by_the_logs(service)
    before = stored(service)
    rebuild(service)
    assert findings(service) == ()
    assert stored(service) == before
    with open_snapshot(service.store.path) as database:
        assert verify(database, service.rulebooks).findings == ()


def assert_what_is_kept_is_said_by_the_logs(service):
    for kept, said_by_logs in (latest_games(service), results(service)):
        assert kept == said_by_logs
    assert found_by(service) == said(service)
    for kept, of_replays in zip(in_the_database(service), counted(service), strict=True):
        assert +kept == +of_replays


def somebody_else(service, game, submission):
    """Replace the last player of a game by a new one, if that player has no play."""
    set_status(service, game, GameStatus.ACTIVE, submission(game))
    *names, _ = service.view(game).table.players
    seats = [*(NewSeat(name, name) for name in names), NewSeat("A newcomer")]
    set_players(service, game, seats, {}, submission(game))


def found_by(service):
    with service.store.reading() as db:
        return {
            game_id: (venue, {word for word, each in db.execute("SELECT * FROM search_words") if each == game_id})
            for game_id, venue in db.execute("SELECT game_id, venue FROM finished_games").fetchall()
        }


@pytest.mark.parametrize("seed", range(2))
def test_figures_match_the_active_games_after_any_changes(service, seed):
    chance, keys = random.Random(seed), iter(range(10_000))
    games = [each.id for each in import_documents(service, list(recorded()))]

    def submission(game):
        return Submission(f"a-key-of-the-test-{next(keys)}", "", service.view(game).game.revision)

    for _ in range(60):
        game = chance.choice(games)
        act = chance.choice([undo, redo, *GameStatus, "stop", "about", "players"])
        try:
            if isinstance(act, GameStatus):
                set_status(service, game, act, submission(game))
            elif act == "stop":
                set_status(service, game, GameStatus.ACTIVE, submission(game))
                enter(service, game, [Stop()], submission(game))
            elif act == "about":
                set_status(service, game, GameStatus.ACTIVE, submission(game))
                set_about(service, game, chance.choice(ABOUT), submission(game))
            elif act == "players":
                somebody_else(service, game, submission)
            else:
                set_status(service, game, GameStatus.ACTIVE, submission(game))
                act(service, game, submission(game))
        except (NothingToUndo, Refused, InvalidOptions, KeyError, ValueError):
            continue
    assert all(stored(service).values())
    assert_they_follow_the_logs(service)


def test_rebuild_restores_lost_figures(service):
    import_documents(service, list(recorded()))
    before = stored(service)
    with service.store.writing() as db:
        for table in TABLES:
            db.execute(f"DELETE FROM {table}").fetchall()  # noqa: S608
        db.execute("UPDATE players SET latest = NULL, latest_seat = 5").fetchall()
    assert not any(stored(service).values())
    rebuild(service)
    assert findings(service) == ()
    assert stored(service) == before
    assert_they_follow_the_logs(service)


def test_interrupted_rebuild_is_completed_at_the_next_start(tmp_path, monkeypatch):
    service = open_service(tmp_path)
    import_documents(service, list(recorded()))
    before = stored(service)
    with service.store.writing() as db:
        db.execute("UPDATE player_results SET place = place + 1").fetchall()
    monkeypatch.setattr(check, "TOGETHER", 1)

    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(service, interrupt)
    assert stored(service) != before
    service.store.close()
    service = open_service(tmp_path)
    assert stored(service) == before
    service.store.close()


@pytest.mark.parametrize("path", sorted((GAMES.parent / "databases").glob("*.db")), ids=lambda path: path.stem)
def test_migrated_database_has_all_figures_at_once(tmp_path, path):
    shutil.copy(path, tmp_path / "scorekeeper.db")
    service = open_service(tmp_path)
    assert stored(service)["player_results"]
    assert_they_follow_the_logs(service)
    service.store.close()
