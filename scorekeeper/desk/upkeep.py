"""Keeping the database right: every log is replayed, and what was projected from the logs is written anew."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..core.errors import Unreadable
from ..core.messages import Message, say
from ..core.replay import Replay
from ..core.rulebook import Rulebook
from ..storage import Database
from ..storage.games import all_game_ids, read_game, set_finished
from ..storage.projections import count_all
from ..storage.rows import StoredGame
from ..storage.settings import read_setting, remove_setting, set_setting
from .games import Desk, write_projections

STALE = "projections"
"""The setting that says that projections are to be filled: the schema has more of them, or that was cut short."""
TOGETHER = 50
"""So many games are written in one transaction; whoever enters a play meanwhile waits no longer for it."""

Progress = Callable[[int, int], None]
"""Is told how many games are done, and of how many."""
Finding = tuple[str, Message | None]
"""A game's id and what is wrong with it, or None if its log stands."""


def silent(done: int, of: int) -> None:
    """Tell nobody how far it is."""


def faults(desk: Desk, *, rebuild: bool = False, progress: Progress = silent) -> Iterator[Finding]:
    """Yield every game's id and what is wrong with it, or None if its log stands.

    With `rebuild`, the projections of each that stands are written anew from its plays, and all counts.
    """
    with desk.store.reading() as db:
        game_ids = all_game_ids(db, deleted=True)
    if rebuild:
        _set_stale(desk, True)
    for first in range(0, len(game_ids), TOGETHER):
        some = game_ids[first : first + TOGETHER]
        found = _rebuilt(desk, some) if rebuild else [(game_id, _checked(desk, game_id)) for game_id in some]
        for number, each in enumerate(found, first + 1):
            yield each
            progress(number, len(game_ids))
    if rebuild:
        _set_stale(desk, False)


def fill_projections(desk: Desk, progress: Progress = silent) -> None:
    """Write every projection anew where a database was just brought up to a schema that has more of them."""
    with desk.store.reading() as db:
        stale = read_setting(db, STALE)
    if stale is None:
        return
    for _ in faults(desk, rebuild=True, progress=progress):
        pass


def _set_stale(desk: Desk, stale: bool) -> None:
    """Note that projections are being written anew, so that they are if it is cut short; or count what is written."""
    with desk.store.writing() as db:
        if stale:
            set_setting(db, STALE, "stale")
        else:
            count_all(db)
            remove_setting(db, STALE)


def _checked(desk: Desk, game_id: str) -> Message | None:
    with desk.store.reading() as db:
        game = read_game(db, game_id)
    found = standing(desk.rulebooks, game, desk.replayed) if game and game.told is None else None
    return found if isinstance(found, Message) else None


def _rebuilt(desk: Desk, game_ids: Sequence[str]) -> list[Finding]:
    """Read and write in one transaction: a play that comes between would be lost from what is written."""
    with desk.store.writing() as db:
        return [(game_id, _written_anew(desk, db, game_id)) for game_id in game_ids]


def _written_anew(desk: Desk, db: Database, game_id: str) -> Message | None:
    game = read_game(db, game_id)
    if game is None:  # it went meanwhile
        return None
    if game.told is not None:
        write_projections(db, game, None, counting=False)
        return None
    found = standing(desk.rulebooks, game, desk.replayed)
    if isinstance(found, Message):
        return found
    set_finished(db, game_id, found.finished)
    write_projections(db, game, found, counting=False)
    return None


def standing(
    rulebooks: Mapping[str, Rulebook[Any]], game: StoredGame, replayed: Callable[[StoredGame], Replay]
) -> Replay | Message:
    """Return what a game comes to, as `replayed` says, or what is wrong with its log."""
    if game.rulebook not in rulebooks:
        return say("there is no title {slug!r} here", slug=game.rulebook)
    try:
        found = replayed(game)
    except Unreadable as error:
        return error.message
    except (ValueError, LookupError, TypeError, RecursionError):
        return say("its stored plays cannot be read")
    if found.conflicts:
        first = found.conflicts[0]
        return say("play {number}: {reason}", number=first.number, reason=first.refusal.message)
    return found
