"""Everything in a database, held against its logs: each trail, all projections; and the file. Nothing is written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.messages import Message
from ..core.replay import Replay
from ..core.rulebook import Rulebook
from ..storage.merging import nobody
from ..storage.rows import StoredGame, are_times
from ..storage.verifying import Verifier
from .folding import trail_fault
from .games import write_projections
from .stored import replayed
from .upkeep import STALE, Progress, silent, standing


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong: in a game, or (None) with no game in particular.

    `fallen`: its log no longer stands. `rebuilt`: `check --rebuild` puts it right.
    """

    game_id: str | None
    says: str
    fallen: bool = False
    rebuilt: bool = False


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: how many games there are, how many of their logs stand, and all that is wrong.

    `outdated`: the projections are going to be written anew anyway, and were not looked at.
    """

    games: int
    standing: int
    findings: tuple[Finding, ...]
    outdated: bool


def verify(verifier: Verifier, rulebooks: Mapping[str, Rulebook[Any]], progress: Progress = silent) -> Verified:
    """Return what is wrong in a database that is looked at, with these titles; raises sqlite3.Error.

    `progress` is told how many games are done.
    """
    findings = [*_file(verifier), *_people(verifier)]
    outdated = verifier.is_older or verifier.setting(STALE) is not None
    if not outdated:
        verifier.make_again()
    game_ids = verifier.game_ids(deleted=True)
    stand = 0
    with verifier.counting_later():
        for number, game_id in enumerate(game_ids, 1):
            found = tuple(_game(verifier, rulebooks, game_id, outdated=outdated))
            stand += not any(each.fallen for each in found)
            findings += found
            progress(number, len(game_ids))
    if not outdated:
        findings += _projections(verifier)
    return Verified(len(game_ids), stand, tuple(findings), outdated)


def _file(verifier: Verifier) -> Iterator[Finding]:
    for line in verifier.damage():
        yield Finding(None, f"The database file is damaged: {line}")
    if strange := verifier.strangeness():
        yield Finding(None, f"A backup of it would not be restored: {strange}.")
    for table, other, count in verifier.missing_references():
        yield Finding(None, f"Rows of the table {table} refer to rows of {other} that are not there ({count:,}).")


def _people(verifier: Verifier) -> Iterator[Finding]:
    for player in verifier.merged_in_circles():
        yield Finding(None, f"Player {player} was merged, by way of others, into nobody but themselves.")
    for player, name, folded, sits in verifier.people():
        if folded not in ((name.casefold(),) if sits else (name.casefold(), nobody(player))):
            yield Finding(None, f"Player {player} is not found by the name that they have.")
    for game_id in verifier.seats_of_others():
        yield Finding(game_id, "a seat is not that of the player who sat down there")
    for game_id, table in verifier.gaps():
        yield Finding(game_id, f"its {table} are not numbered without a gap")


def _game(
    verifier: Verifier, rulebooks: Mapping[str, Rulebook[Any]], game_id: str, *, outdated: bool
) -> Iterator[Finding]:
    """Yield what is wrong with a game by itself, and make its projections again."""
    try:
        game = verifier.game(game_id)
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
        fault = trail_fault(game, verifier.entered_ids(game_id), verifier.changes(game_id))
    except (ValueError, LookupError, TypeError, RecursionError):
        fault = "its trail cannot be read"
    if fault:
        yield Finding(game_id, fault)
    if not are_times(game.started, game.ended, game.moment):
        yield Finding(game_id, "its times cannot be read")
    if not outdated and not _made_again(verifier, game, found):
        verifier.keep(game_id)


def _standing(rulebooks: Mapping[str, Rulebook[Any]], game: StoredGame) -> Replay | Message | None:
    """Return what a game comes to, or what is wrong with its log; None for one of which the result alone is told."""
    if game.told is not None:
        return None
    return standing(rulebooks, game, lambda game: replayed(rulebooks[game.rulebook], game))


def _made_again(verifier: Verifier, game: StoredGame, found: Replay | Message | None) -> bool:
    """Make the projections of a game again; return whether that could be done."""
    if isinstance(found, Message):
        return False
    try:
        write_projections(verifier, game, found)
    except (ValueError, LookupError, TypeError, OverflowError, OSError):  # its times are none, say
        return False
    return True


def _projections(verifier: Verifier) -> Iterator[Finding]:
    for game_id, about in verifier.differing_games().items():
        yield Finding(game_id, f"the history does not have what its plays come to ({', '.join(about)})", rebuilt=True)
    for what, count in verifier.differing_sums():
        yield Finding(None, f"The history does not have {what} as the games come to ({count:,} differ).", rebuilt=True)
