"""Keeping the database right: every log is replayed, and what was projected from the logs is written anew."""

from collections.abc import Callable, Iterator

from ..core.errors import Unreadable
from ..core.messages import Message, say
from ..core.replay import Replay
from ..storage.rows import StoredGame
from .games import Desk, write_projections

STALE = "projections"
"""The setting that says that a new version of the schema has projections to fill."""


def faults(
    desk: Desk, *, rebuild: bool = False, progress: Callable[[int, int], None] = lambda done, of: None
) -> Iterator[tuple[str, Message | None]]:
    """Yield every game's id and what is wrong with it, or None if its log stands.

    With `rebuild`, the projections of each that stands are written anew from its plays. `progress` is told how many
    games are done, of how many.
    """
    with desk.store.reading() as reader:
        game_ids = reader.game_ids(deleted=True)
    for number, game_id in enumerate(game_ids, 1):
        progress(number, len(game_ids))
        yield game_id, _rebuilt(desk, game_id) if rebuild else _checked(desk, game_id)


def fill_projections(desk: Desk) -> None:
    """Write every projection anew where a database was just brought up to a schema that has more of them."""
    with desk.store.reading() as reader:
        stale = reader.setting(STALE)
    if stale is None:
        return
    for _ in faults(desk, rebuild=True):
        pass
    with desk.store.writing() as writer:
        writer.remove_setting(STALE)


def _checked(desk: Desk, game_id: str) -> Message | None:
    with desk.store.reading() as reader:
        game = reader.game(game_id)
    replayed = _standing(desk, game)
    return None if isinstance(replayed, Replay) else replayed


def _rebuilt(desk: Desk, game_id: str) -> Message | None:
    """Read and write in one transaction: a play that comes between would be lost from what is written."""
    with desk.store.writing() as writer:
        game = writer.game(game_id)
        replayed = _standing(desk, game)
        if game is None:
            return None
        if not isinstance(replayed, Replay):
            return replayed
        writer.set_finished(game_id, replayed.finished)
        write_projections(writer, game, replayed)
    return None


def _standing(desk: Desk, game: StoredGame | None) -> Replay | Message | None:
    """Return what a game comes to, or what is wrong with it; None where it went meanwhile."""
    if game is None:
        return None
    if game.rulebook not in desk.rulebooks:
        return say("there is no title {slug!r} here", slug=game.rulebook)
    try:
        replayed = desk.replayed(game)
    except Unreadable as error:
        return error.message
    except (ValueError, LookupError, TypeError):
        return say("its stored plays cannot be read")
    if replayed.conflicts:
        first = replayed.conflicts[0]
        return say("play {number}: {reason}", number=first.number, reason=first.refusal.message)
    return replayed
