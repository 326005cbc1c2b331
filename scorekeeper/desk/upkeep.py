"""Checks a whole database against its logs, and makes anew what is made from them: the projections.

`verify` makes them anew in a copy, and compares. `faults` with `rebuild` makes them anew in the database itself.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..core.errors import Unreadable
from ..core.messages import Message, say
from ..core.replay import Replay
from ..core.rulebook import Rulebook
from ..storage import Database
from ..storage.changes import read_changes
from ..storage.games import all_game_ids, read_game, set_finished
from ..storage.people import entered_players, nobody, set_latest
from ..storage.rows import StoredGame, are_times
from ..storage.settings import defined_slugs, read_setting, remove_setting, set_setting
from ..storage.verifying import (
    Examined,
    damage,
    differing_games,
    differing_players,
    everybody,
    gaps,
    merged_in_circles,
    missing_references,
    seats_of_others,
    set_projections_aside,
)
from .folding import trail_fault
from .games import Desk, rulebooks_of, write_projections
from .stored import replayed

STALE = "projections"
"""The setting that is there while the projections have to be made anew: for a new schema, or after a rebuild that was
cut short."""
TOGETHER = 50
"""How many games a rebuild writes in one transaction; somebody who enters a play meanwhile waits for these only."""

Progress = Callable[[int, int], None]
"""Called with how many games are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a game, or (None) with the database as a whole.

    `fallen`: the game's log no longer stands. `rebuilt`: `check --rebuild` puts it right.
    """

    game_id: str | None
    says: str
    fallen: bool = False
    rebuilt: bool = False


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check found: how many games there are, how many of their logs stand, and all that is wrong.

    `outdated`: the projections are going to be made anew anyway, and were not checked.
    """

    games: int
    standing: int
    findings: tuple[Finding, ...]
    outdated: bool


def silent(done: int, of: int) -> None:
    """Report no progress."""


def faults(desk: Desk, *, rebuild: bool = False, progress: Progress = silent) -> Iterator[tuple[str, Message | None]]:
    """Yield every game's id and what is wrong with it, or None if its log stands.

    With `rebuild`, the projections of each game whose log stands are written anew.
    """
    with desk.store.reading() as db:
        game_ids = all_game_ids(db, deleted=True)
    if rebuild:
        _set_stale(desk, True)
    for first in range(0, len(game_ids), TOGETHER):
        # Read and written in one transaction: the projections would lack a play that is entered in between.
        with desk.store.writing() if rebuild else desk.store.reading() as db:
            found = [(each, _fault(desk, db, each, rebuild=rebuild)) for each in game_ids[first : first + TOGETHER]]
        for number, each in enumerate(found, first + 1):
            yield each
            progress(number, len(game_ids))
    if rebuild:
        _set_stale(desk, False)


def fill_projections(desk: Desk, progress: Progress = silent) -> None:
    """Make all projections anew if they have to be (see STALE)."""
    with desk.store.reading() as db:
        stale = read_setting(db, STALE)
    if stale is None:
        return
    for _ in faults(desk, rebuild=True, progress=progress):
        pass


def _set_stale(desk: Desk, stale: bool) -> None:
    """Note that a rebuild has begun, so that it is made again if it is cut short; or that it has ended."""
    with desk.store.writing() as db:
        if stale:
            set_setting(db, STALE, "stale")
        else:
            set_latest(db)
            remove_setting(db, STALE)


def _fault(desk: Desk, db: Database, game_id: str, *, rebuild: bool) -> Message | None:
    """Return what is wrong with a game's log, or None; with `rebuild`, write the projections of one that stands."""
    game = read_game(db, game_id)
    if game is None:  # it is gone since the ids were read
        return None
    found = _standing(desk.rulebooks, game)
    if isinstance(found, Message):
        return found
    if rebuild:
        if found:
            set_finished(db, game_id, found.finished)
        write_projections(db, game, found)
    return None


def _standing(rulebooks: Mapping[str, Rulebook[Any]], game: StoredGame) -> Replay | Message | None:
    """Return the replay of a game, or what is wrong with its log; None for a game without plays (a result alone)."""
    if game.told is not None:
        return None
    if game.rulebook not in rulebooks:
        return say("there is no title {slug!r} here", slug=game.rulebook)
    try:
        found = replayed(rulebooks[game.rulebook], game)
    except Unreadable as error:
        return error.message
    except (ValueError, LookupError, TypeError, RecursionError):
        return say("its stored plays cannot be read")
    if found.conflicts:
        first = found.conflicts[0]
        return say("play {number}: {reason}", number=first.number, reason=first.refusal.message)
    return found


def verify(database: Examined, rulebooks: Mapping[str, Rulebook[Any]], progress: Progress = silent) -> Verified:
    """Return what is wrong in a database, with these titles; raises sqlite3.Error.

    Its projections are made anew in the copy, and compared with those that were there.
    """
    db = database.copy
    rulebooks = rulebooks_of(rulebooks, lambda: db)
    findings = [*_file(database.file), *_people(db), *_definitions(db, rulebooks)]
    outdated = database.is_older or read_setting(db, STALE) is not None
    if not outdated:
        set_projections_aside(db)
    game_ids = all_game_ids(db, deleted=True)
    stand = 0
    for number, game_id in enumerate(game_ids, 1):
        found = tuple(_game(db, rulebooks, game_id, outdated=outdated))
        stand += not any(each.fallen for each in found)
        findings += found
        progress(number, len(game_ids))
    if not outdated:
        findings += _projections(db)
    return Verified(len(game_ids), stand, tuple(findings), outdated)


def _file(db: Database) -> Iterator[Finding]:
    for line in damage(db):
        yield Finding(None, f"The database file is damaged: {line}")
    for table, other, count in missing_references(db):
        yield Finding(None, f"Rows of the table {table} refer to rows of {other} that are not there ({count:,}).")


def _people(db: Database) -> Iterator[Finding]:
    for player in merged_in_circles(db):
        yield Finding(None, f"Player {player} was merged, by way of others, into nobody but themselves.")
    for player, name, folded, sits in everybody(db):
        if folded not in ((name.casefold(),) if sits else (name.casefold(), nobody(player))):
            yield Finding(None, f"Player {player} is not found by the name that they have.")
    for game_id in seats_of_others(db):
        yield Finding(game_id, "a seat is not that of the player who sat down there")
    for game_id, table in gaps(db):
        yield Finding(game_id, f"its {table} are not numbered without a gap")


def _definitions(db: Database, rulebooks: Mapping[str, Rulebook[Any]]) -> Iterator[Finding]:
    for slug in defined_slugs(db):
        if slug not in rulebooks:
            yield Finding(None, f"The definition of {slug} is damaged.")


def _game(db: Database, rulebooks: Mapping[str, Rulebook[Any]], game_id: str, *, outdated: bool) -> Iterator[Finding]:
    """Yield what is wrong with one game; unless `outdated`, make its projections anew, to be compared later."""
    try:
        game = read_game(db, game_id)
    except (ValueError, LookupError):
        game = None
    if game is None:
        yield Finding(game_id, "it cannot be read", fallen=True)
        return
    found = _standing(rulebooks, game)
    if isinstance(found, Message):
        yield Finding(game_id, str(found), fallen=True)
    elif found and found.finished != game.finished:
        is_stored, is_played = ("finished", "not over") if game.finished else ("not over", "finished")
        yield Finding(game_id, f"it is stored as {is_stored}, but by its plays it is {is_played}", rebuilt=True)
    try:
        fault = trail_fault(game, entered_players(db, game_id), read_changes(db, game_id))
    except (ValueError, LookupError, TypeError, RecursionError):
        fault = "its trail cannot be read"
    if fault:
        yield Finding(game_id, fault)
    if not are_times(game.started, game.ended, game.moment):
        yield Finding(game_id, "its times cannot be read")
    if not outdated and not isinstance(found, Message):
        _make_anew(db, game, found)


def _make_anew(db: Database, game: StoredGame, found: Replay | None) -> None:
    """Make the projections of a game anew; if that is not possible (its times cannot be read, say), they stay."""
    with suppress(ValueError, LookupError, TypeError, OverflowError, OSError), db.atomic():
        write_projections(db, game, found)


def _projections(db: Database) -> Iterator[Finding]:
    for game_id, about in differing_games(db).items():
        yield Finding(game_id, f"the history does not have what its plays come to ({', '.join(about)})", rebuilt=True)
    if count := differing_players(db):
        what = "the latest games of the players"
        yield Finding(None, f"The history does not have {what} as the games come to ({count:,} differ).", rebuilt=True)
