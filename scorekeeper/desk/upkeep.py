"""Keeping the database right: every log is replayed, and what was projected from the logs is written anew."""

from collections.abc import Callable, Iterator, Sequence

from ..core.errors import Unreadable
from ..core.messages import Message, say
from ..core.replay import Replay
from ..storage.rows import StoredGame
from ..storage.writer import Writer
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
    replayed = _standing(desk, game)
    return None if isinstance(replayed, Replay) else replayed


def _rebuilt(desk: Desk, game_ids: Sequence[str]) -> list[Finding]:
    """Read and write in one transaction: a play that comes between would be lost from what is written."""
    with desk.store.writing() as writer, writer.counting_later():
        return [(game_id, _written_anew(desk, writer, game_id)) for game_id in game_ids]


def _written_anew(desk: Desk, writer: Writer, game_id: str) -> Message | None:
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
