"""Keeping the database right: every log is replayed, and what was projected from the logs is written anew."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..core.errors import Unreadable
from ..core.messages import Message, say
from ..core.replay import Replay
from ..core.rulebook import Rulebook
from ..storage.rows import StoredGame
from ..storage.writer import Writer
from .games import Desk, rewrite_projections, write_projections

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
    with desk.store.reading() as reader:
        game_ids = reader.game_ids(deleted=True)
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
    with desk.store.reading() as reader:
        stale = reader.setting(STALE)
    if stale is None:
        return
    for _ in faults(desk, rebuild=True, progress=progress):
        pass


def _set_stale(desk: Desk, stale: bool) -> None:
    """Note that projections are being written anew, so that they are if it is cut short; or count what is written."""
    with desk.store.writing() as writer:
        if stale:
            writer.set_setting(STALE, "stale")
        else:
            writer.count_all_anew()
            writer.remove_setting(STALE)


def _checked(desk: Desk, game_id: str) -> Message | None:
    with desk.store.reading() as reader:
        game = reader.game(game_id)
    found = standing(desk.rulebooks, game, desk.replayed) if game and game.told is None else None
    return found if isinstance(found, Message) else None


def _rebuilt(desk: Desk, game_ids: Sequence[str]) -> list[Finding]:
    """Read and write in one transaction: a play that comes between would be lost from what is written."""
    with desk.store.writing() as writer, writer.counting_later():
        return [(game_id, _written_anew(desk, writer, game_id)) for game_id in game_ids]


def _written_anew(desk: Desk, writer: Writer, game_id: str) -> Message | None:
    game = writer.game(game_id)
    if game is None:  # it went meanwhile
        return None
    if game.told is not None:
        rewrite_projections(desk, writer, game)
        return None
    found = standing(desk.rulebooks, game, desk.replayed)
    if isinstance(found, Message):
        return found
    writer.set_finished(game_id, found.finished)
    write_projections(writer, game, found)
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
