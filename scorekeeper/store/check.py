"""Verification of a database against its logs, and rebuilding of the projections.

`verify` replays every game, undoes its trail, and compares the projections with rebuilt ones. `rebuild` rewrites them.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from ..core.errors import Unreadable
from ..core.log import ChangeKind, edited, reversed_edits, undo_redo
from ..core.messages import Message, say
from ..core.replay import Replay
from ..core.rulebook import Rulebook
from .backups import Progress, silent
from .connection import ReadOnlySnapshot, column
from .games import STATUS_CHANGES, GameService, replayed, rulebooks_of, write_projections
from .rows import (
    GameStatus,
    StoredChange,
    StoredGame,
    all_game_ids,
    are_times,
    entered_players,
    placeholder_name,
    read_changes,
    read_game,
    set_finished,
    set_latest,
)
from .settings import all_definitions, read_setting, remove_setting, replaced, set_setting, successors

STALE = "projections"
"""Name of the setting that exists while the projections need a rebuild: after a migration or an interrupted rebuild."""
TOGETHER = 50
"""Number of games that a rebuild writes in one transaction; a play entered in the meantime waits for its end."""
ABOUT_GAMES: Mapping[str, tuple[str, str]] = {
    "games": ("end", "id AS game_id, finished"),
    "results": ("result", "game_id, line, seat, CASE WHEN seat IS NULL THEN name END, place, total"),
    "finished_games": ("list", "*"),
    "player_results": ("players", "*"),
    "marks": ("records", "*"),
    "search_words": ("search", "*"),
}
"""Values computed from the logs, by table: the name in findings, and the columns."""
NUMBERED = {"plays": ("position", 0), "seats": ("seat", 0), "changes": ("revision", 1)}
"""Tables with rows numbered per game: the column with the number, and the first number."""
MAX_FAULTS = 100
"""Maximum number of faults that SQLite reports."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a game, or of the database if `game_id` is None.

    `invalid`: the game's log is not valid. `rebuilt`: `check --rebuild` repairs it.
    """

    game_id: str | None
    message: str
    invalid: bool = False
    rebuilt: bool = False


@dataclass(frozen=True, slots=True)
class Verified:
    """Result of a check: the number of games, the number of games with a valid log (`standing`), and all faults.

    `outdated`: the projections were not checked, because they are due for a rebuild anyway.
    """

    games: int
    standing: int
    findings: tuple[Finding, ...]
    outdated: bool


def rebuild(service: GameService, progress: Progress = silent) -> None:
    with service.store.writing() as db:  # an interrupted rebuild is repeated
        set_setting(db, STALE, "stale")
        game_ids = all_game_ids(db, deleted=True)
    for first in range(0, len(game_ids), TOGETHER):
        # One transaction reads and writes; otherwise the projections could miss a play entered in between.
        with service.store.writing() as db:
            for game in filter(None, (_readable(db, each) for each in game_ids[first : first + TOGETHER])):
                _rebuild(db, service.rulebooks, game)
        progress(min(first + TOGETHER, len(game_ids)), len(game_ids))
    with service.store.writing() as db:
        set_latest(db)
        remove_setting(db, STALE)


def rebuild_stale(service: GameService, progress: Progress = silent) -> None:
    with service.store.reading() as db:
        stale = read_setting(db, STALE)
    if stale is not None:
        rebuild(service, progress)


def _rebuild(db: Database, rulebooks: Mapping[str, Rulebook[Any]], game: StoredGame) -> Message | None:
    """Rewrite the projections of a game with a valid log; return the fault of an invalid one."""
    found = _replay_or_fault(rulebooks, game)
    if isinstance(found, Message):
        return found
    if found and found.finished != game.finished:
        set_finished(db, game.id, found.finished)
    write_projections(db, game, found, rulebooks[game.rulebook].meta)
    return None


def _replay_or_fault(rulebooks: Mapping[str, Rulebook[Any]], game: StoredGame) -> Replay | Message | None:
    """Return the replay of a game, or the fault of its log; None for a game with only an external result."""
    if game.external_result is not None:
        return None
    if game.rulebook not in rulebooks:
        return say("there is no game {slug!r} here", slug=game.rulebook)
    try:
        found = replayed(rulebooks[game.rulebook], game)
    except Unreadable as error:
        return error.message
    except (ValueError, LookupError, TypeError, RecursionError):
        return say("its stored entries cannot be read")
    if found.conflicts:
        first = found.conflicts[0]
        return say("entry {number}: {reason}", number=first.number, reason=first.refusal.message)
    return found


def verify(database: ReadOnlySnapshot, rulebooks: Mapping[str, Rulebook[Any]], progress: Progress = silent) -> Verified:
    """Return all faults of a database; its projections are rebuilt in the copy and compared. Raises sqlite3.Error."""
    db = database.copy
    rulebooks = rulebooks_of(rulebooks, lambda: db)
    findings = [*_file(database.file), *_people(db)]
    in_circles = sorted(slug for slug, end in replaced(db).items() if end in successors(db))
    findings += (Finding(None, f"The pad {slug} is replaced by itself through other pads.") for slug in in_circles)
    damaged = (slug for slug in all_definitions(db) if slug not in rulebooks)
    findings += (Finding(None, f"The definition of {slug} is damaged.") for slug in damaged)
    outdated = database.is_older or read_setting(db, STALE) is not None
    if not outdated:
        db.execute("ATTACH '' AS aside")
        for table, (_, columns) in {**ABOUT_GAMES, "players": ("", "*")}.items():
            db.execute(f"CREATE TABLE aside.{table} AS SELECT {columns} FROM main.{table}")  # noqa: S608  (names of ours)
    game_ids = all_game_ids(db, deleted=True)
    valid = 0
    for number, game_id in enumerate(game_ids, 1):
        found = tuple(_game(db, rulebooks, game_id))
        valid += not any(each.invalid for each in found)
        findings += found
        progress(number, len(game_ids))
    if not outdated:
        findings += _projections(db)
    return Verified(len(game_ids), valid, tuple(findings), outdated)


def _file(db: Database) -> Iterator[Finding]:
    """Yield the faults of the file reported by SQLite, and rows that refer to missing rows."""
    found = column(db, f"PRAGMA integrity_check({MAX_FAULTS})")
    for line in "\n".join(found).splitlines() if found != ("ok",) else ():
        yield Finding(None, f"The database file is damaged: {line}")
    query = """SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent"""
    for table, other, count in db.execute(query).fetchall():
        yield Finding(None, f"Rows of the table {table} refer to missing rows of {other} ({count:,}).")


def _people(db: Database) -> Iterator[Finding]:
    """Yield faults of merged players, names and seats, and gaps in numbered rows."""
    merged_in_circles = """WITH RECURSIVE above (id, other) AS (
            SELECT id, merged_into FROM players WHERE merged_into IS NOT NULL
            UNION SELECT above.id, merged_into FROM above JOIN players ON players.id = other
            WHERE merged_into IS NOT NULL
        ) SELECT DISTINCT id FROM above WHERE id = other ORDER BY id"""
    for player in column(db, merged_in_circles):
        yield Finding(None, f"Player {player} is merged into themselves through other players.")
    everybody = "SELECT id, name, folded, EXISTS (SELECT 1 FROM seats WHERE player_id = players.id) FROM players"
    for player, name, folded, sits in db.execute(everybody).fetchall():
        if folded not in ((name.casefold(),) if sits else (name.casefold(), placeholder_name(player))):
            yield Finding(None, f"Player {player} cannot be found by their current name.")
    seats_of_others = """WITH RECURSIVE above (id, other) AS (
            SELECT id, id FROM players
            UNION SELECT above.id, merged_into FROM above JOIN players ON players.id = other
            WHERE merged_into IS NOT NULL
        ), belongs (id, other) AS (
            SELECT above.id, other FROM above JOIN players ON players.id = other WHERE merged_into IS NULL
        )
        SELECT DISTINCT game_id FROM seats JOIN belongs ON belongs.id = coalesce(entered_as, player_id)
        WHERE other != player_id ORDER BY game_id"""
    for game_id in column(db, seats_of_others):
        yield Finding(game_id, "a seat does not belong to the player who took it")
    for table, (number, first) in NUMBERED.items():
        gaps = f"""SELECT game_id FROM {table} GROUP BY game_id
            HAVING min({number}) != {first} OR max({number}) - min({number}) + 1 != count(*)"""  # noqa: S608
        for game_id in column(db, gaps):
            yield Finding(game_id, f"its {table} have gaps in their numbers")


def _readable(db: Database, game_id: str) -> StoredGame | None:
    try:
        return read_game(db, game_id)
    except ValueError:
        return None


def _game(db: Database, rulebooks: Mapping[str, Rulebook[Any]], game_id: str) -> Iterator[Finding]:
    """Yield the faults of one game, and rebuild its projections for a later comparison."""
    game = _readable(db, game_id)
    if game is None:
        yield Finding(game_id, "it cannot be read", invalid=True)
        return
    invalid = None
    # A game keeps its projections if they cannot be rebuilt, for example if its times are unreadable.
    with suppress(ValueError, LookupError, TypeError, OverflowError, OSError), db.atomic():
        invalid = _rebuild(db, rulebooks, game)
    if invalid:
        yield Finding(game_id, str(invalid), invalid=True)
    try:
        fault = _trail_fault(game, entered_players(db, game_id), read_changes(db, game_id))
    except (ValueError, LookupError, TypeError, RecursionError):
        fault = "its trail cannot be read"
    if fault:
        yield Finding(game_id, fault)
    if not are_times(game.started, game.ended, game.moment):
        yield Finding(game_id, "its times cannot be read")


def _projections(db: Database) -> Iterator[Finding]:
    """Yield the games with stored projections other than the rebuilt ones, and the number of wrong latest games."""
    differing: dict[str, list[str]] = {}
    for table, (about, columns) in ABOUT_GAMES.items():
        stored, made = f"SELECT * FROM aside.{table}", f"SELECT {columns} FROM main.{table}"  # noqa: S608
        only_in_one = f"SELECT * FROM ({stored} EXCEPT {made}) UNION ALL SELECT * FROM ({made} EXCEPT {stored})"  # noqa: S608
        for game_id in column(db, f"SELECT DISTINCT game_id FROM ({only_in_one}) ORDER BY game_id"):  # noqa: S608
            differing.setdefault(game_id, []).append(about)
    for game_id, parts in differing.items():
        yield Finding(game_id, f"its history differs from its entries ({', '.join(parts)})", rebuilt=True)
    set_latest(db)
    query = """SELECT count(*) FROM main.players now JOIN aside.players stored USING (id)
        WHERE (now.latest, now.latest_seat) IS NOT (stored.latest, stored.latest_seat)"""
    (count,) = db.execute(query).fetchone()
    if count:
        what = "the latest games of the players"
        yield Finding(None, f"The history has {what} wrong ({count:,} differ).", rebuilt=True)


# The trail


PARTS = {
    "options": "the options differ",
    "rulebook": "the title differs",
    "venue": "the place differs",
    "note": "the note differs",
    "started": "the start time differs",
    "external_result": "the result differs",
    "players": "the players differ",
    "status": "the status (active, archived or deleted) differs",
}
"""Fault of a change that left a part of the game with a value other than in the next change or the game."""


def _trail_fault(game: StoredGame, entered: Sequence[int], changes: Sequence[StoredChange]) -> str | None:
    """Return the fault of a game's trail, or None: undoing all changes one by one must lead to its beginning.

    `changes` is the complete trail, `entered` the players' ids by seat before any merge. Imported games are checked in
    the same way, although their trail does not contain the plays of the import.
    """
    gap = next((at for at, change in enumerate(changes, 1) if change.revision != at), len(changes) + 1)
    if gap <= game.revision:
        return f"change {gap} is missing from its trail"
    if len(changes) > game.revision:
        return f"its trail continues to change {len(changes)}, but the game is at {game.revision}"
    if [change.revision for change in changes if change.act in (ChangeKind.BEGIN, ChangeKind.IMPORT)] != [1]:
        return "its trail does not begin with the start of the game"
    try:
        undo_redo((change.revision, change.act, change.undoable) for change in changes)
    except IndexError:
        return "its trail undoes more changes than it has"
    parts: dict[str, object] = {"players": [*entered]}
    parts |= {part: getattr(game, part) for part in PARTS if part not in parts}
    plays, statuses = game.plays, {act: status for status, act in STATUS_CHANGES.items()}
    for change in reversed(changes):
        misfit = f"change {change.revision} of its trail does not fit:"
        try:
            plays = edited(plays, reversed_edits(change.edits))
        except ValueError:
            return f"{misfit} the entries differ"
        delta: dict[str, tuple[object, object]] = {**change.delta}
        if change.act in statuses:
            delta["status"] = (None, statuses[change.act])
        for part, (before, after) in delta.items():
            if part in parts and parts[part] != after:
                return f"{misfit} {PARTS[part]}"
            if part in ("players", "status"):  # an undo may have seated a namesake; the status before is not recorded
                parts.pop(part, None)
            elif part in parts:
                parts[part] = before
        if change.act is ChangeKind.OPTIONS and not change.delta:
            parts.pop("options", None)  # older versions did not record the previous options
    if changes[0].act is ChangeKind.BEGIN and plays:
        return f"{len(plays)} of its entries are missing from its trail"
    if parts.get("status", GameStatus.ACTIVE) is not GameStatus.ACTIVE:
        return "no change in its trail has set its status (active, archived or deleted)"
    return None
