"""A stored game as a value: its replay, what can be undone, its projections. All changes at the desk build on it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import Any

from ..core.durations import seconds_between
from ..core.log import Act, Delta, Edit, put_in, renames, undo_redo
from ..core.messages import Message, many, say
from ..core.records import marks, marks_of_result
from ..core.replay import Replay
from ..core.rulebook import Kind, Rulebook
from ..core.sheet import Line, Standing
from ..core.table import Recalled, Summary, Table
from ..pads.known import Rulebooks
from ..storage import Database
from ..storage.changes import read_changes
from ..storage.database import Store
from ..storage.games import games_before, read_game
from ..storage.people import seated_players
from ..storage.projections import Projections, put_projections
from ..storage.rows import NO_DAY, UNDATED, ResultLine, Shelf, StoredChange, StoredGame
from ..storage.settings import defined_slugs, read_definition
from .stored import Cache, UnreadableLog, message_text, replayed, title_of

Trail = tuple[Message | None, Message | None, Message | None, tuple[int | None, ...]]
"""`undo`, `redo`, `undone` and `put_in` of a GameView."""
_trails: Cache[Trail] = Cache(32)  # a game's revision fixes its trail
EARLIEST, LATEST = UNDATED + 1, 253_402_300_799 - 24 * 60 * 60
"""The moments that every clock of the world can show: years 1 to 9999."""


class NoSuchGame(Exception):
    """There is no game with that id, or nobody knows its rulebook."""


class ResultAlone(Exception):
    """Of the game with that id only the result is known, and no plays."""


@dataclass(frozen=True, slots=True)
class GameView:
    """A game and its replay.

    `undo` and `redo` name what they would take back or make again (None: nothing, or the game is archived or deleted).
    `undone` is what redo would make again, by its headline if that is a play of the whole table (see `_table_play`).
    `games_before` are the last games of its title, if a form begins from their plays. `put_in` has, for each play,
    the revision of the change that put it in (None: the game began with it); plays that were entered together have
    the same. `people` are the ids of the players, by seat.
    """

    game: StoredGame
    replay: Replay = field(compare=False)  # it follows from the game
    undo: Message | None
    redo: Message | None
    games_before: tuple[Replay, ...] = field(default=(), compare=False)
    put_in: tuple[int | None, ...] = ()
    people: tuple[int, ...] = ()
    undone: Message | None = None

    @property
    def rulebook(self) -> Rulebook[Any]:
        return self.replay.rulebook

    @property
    def table(self) -> Table:
        return self.replay.table

    def recalled(self, kind: Kind[Any, Any]) -> Recalled:
        """Return the plays of earlier games from which a form of that kind begins."""
        return [play for game in self.games_before for play in game.plays_of(kind)] if kind.recalls else ()

    @property
    def seated(self) -> str:
        """Who sits there, as a form carries it: the ids by seat, "7.12.9"."""
        return ".".join(map(str, self.people))

    @property
    def names(self) -> Mapping[int, str]:
        """The players' names by their ids."""
        return dict(zip(self.people, self.table.players, strict=True))

    @property
    def takes_back_last(self) -> bool:
        """Whether undo would take back the last play, and nothing else."""
        steps = self.replay.steps
        return bool(steps) and self.undo == self.rulebook.title(self.table, steps[-1].play)

    @property
    def undone_next(self) -> Message | None:
        """What undo would take back, by its headline if that is a play of the whole table (see `_table_play`)."""
        return (_table_play(self.replay) if self.takes_back_last else None) or self.undo

    @property
    def reopens(self) -> bool:
        """Whether undo would reopen a game that the players agreed to end early."""
        return self.takes_back_last and self.replay.steps[-1].kind.ends_game


def forget_labels() -> None:
    """Forget the cached names of undo and redo: a player's name in them may have been removed."""
    _trails.clear()


def local_time() -> datetime:
    """Return the time, with this machine's offset."""
    return datetime.now(UTC).astimezone()


def rulebooks_of(installed: Mapping[str, Rulebook[Any]], db: Callable[[], Database]) -> Rulebooks:
    """Return these rulebooks with those of the definitions that are stored in a database."""
    return Rulebooks(installed, lambda slug: read_definition(db(), slug), lambda: defined_slugs(db()))


@dataclass(frozen=True, slots=True)
class Desk:
    """The games of a store, and the rulebooks by slug: those that are installed and, always, those that are stored.

    `clock` returns the time with its offset; `chance` draws the order in which players sit.
    """

    store: Store
    rulebooks: Mapping[str, Rulebook[Any]]
    clock: Callable[[], datetime] = local_time
    chance: Random = field(default_factory=SystemRandom, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rulebooks", rulebooks_of(self.rulebooks, self.store.at_hand))

    def view(self, game_id: str) -> GameView:
        """Return a game as it stands; raises NoSuchGame, ResultAlone."""
        with self.store.reading() as db:
            game = self.game(db, game_id)
            if game.told is not None:
                raise ResultAlone(game_id)
            undo, redo, undone, entered = self._read_trail(db, game)
            before, people = tuple(self._games_before(db, game)), seated_players(db, game_id)
        if game.shelf is not Shelf.TABLE:
            undo = redo = undone = None
        return GameView(game, self.replayed(game), undo, redo, before, entered, people, undone)

    def game(self, db: Database, game_id: str) -> StoredGame:
        """Return a game as it is stored; raises NoSuchGame."""
        game = read_game(db, game_id)
        if game is None or game.rulebook not in self.rulebooks:
            raise NoSuchGame(game_id)
        return game

    def replayed(self, game: StoredGame) -> Replay:
        """Return the replay of a stored game's log."""
        return replayed(self.rulebooks[game.rulebook], game)

    def title(self, game: StoredGame, body: str | None) -> Message | None:
        """Return what to call a stored play (`body`: its JSON); None for None."""
        return None if body is None else title_of(self.rulebooks[game.rulebook], game, body)

    def together(self, game: StoredGame, edits: Sequence[Edit]) -> Summary | None:
        """Return the summary of plays that one change entered together at the end of a log, if their title has one."""
        log = game.plays[: edits[0].at]
        before = self.replayed(replace(game, plays=log))
        after = self.replayed(replace(game, plays=(*log, *(edit.after for edit in edits if edit.after))))
        plays = [step.play for step in after.steps[len(before.steps) :]]
        return before.rulebook.together(before.state, after.state, plays)

    def _games_before(self, db: Database, game: StoredGame) -> Iterator[Replay]:
        """Yield the last games of the same title, if any form at this table begins from their plays."""
        if any(kind.recalls for kind in self.rulebooks[game.rulebook].kinds(self.replayed(game).table)):
            for each, _ in games_before(db, game.id, game.rulebook):
                with suppress(UnreadableLog):  # that one is damaged, not this game
                    yield self.replayed(self.game(db, each))

    def _read_trail(self, db: Database, game: StoredGame) -> Trail:
        known = _trails.get((self.store.path, game))
        if known:
            return known
        changes = {each.revision: each for each in read_changes(db, game.id)}
        log = [(each.revision, each.act, each.undoable, each.edits) for each in changes.values()]
        found, entered = undo_redo(each[:3] for each in log), put_in(len(game.plays), log)
        undo, redo = (None if each is None else changes[each] for each in (found.undo, found.redo))
        again = self._called(redo, game)
        called = (self._called(undo, game), again, self._undone(redo, game) or again, entered)
        return _trails.put((self.store.path, game), called)

    def _undone(self, change: StoredChange | None, game: StoredGame) -> Message | None:
        """Return what an undone play of the whole table did; None for any other change."""
        play = change.edits[0].after if change and change.act is Act.ENTER and len(change.edits) == 1 else None
        if play is None:
            return None
        try:
            after = self.replayed(replace(game, plays=(*game.plays, play)))
        except UnreadableLog:  # its competition is not played any more
            return None
        return _table_play(after) if len(after.steps) > len(game.plays) else None

    def _called(self, change: StoredChange | None, game: StoredGame) -> Message | None:
        """Return what to call a change: by the play it put in, or else by the one it took out."""
        if change is None:
            return None
        if not change.of_log:
            return _delta_called(change.delta, change.act)
        title = self.title(game, change.edits[0].after or change.edits[0].before)
        count = len(change.edits)
        match change.act:
            case Act.ENTER if count > 1:
                together = self.together(game, change.edits)
                return together.headline if together else many("{count} change", "{count} changes", count)
            case Act.AMEND:
                return say("the change to {play}", play=title)
            case Act.INSERT:
                return say("the insertion of {play}", play=title)
            case Act.STRIKE:
                return say("the deletion of {play}", play=title)
            case Act.SHIFT:
                return many("the move of {count} play", "the move of {count} plays", count)
        return title


def _table_play(replay: Replay) -> Message | None:
    """Return the headline of the last play if it is one of the whole table: its name does not say in which round."""
    step = replay.steps[-1]
    named = step.seat is not None or step.kind.other is not None or step.kind.ends_game
    return None if named else replay.describe(step).headline


def _delta_called(delta: Delta, act: Act) -> Message:
    if "started" in delta:
        return say("the import")
    if "players" in delta:
        return say("the change of players")
    if "names" in delta:
        return say("the name {player}", player=tuple(each.after for each in renames(delta)))
    if "rulebook" in delta:
        return say("the new category")
    if "options" in delta:
        return say("the change of options") if act is Act.OPTIONS else say("the change of colours")
    if "note" not in delta:
        return say("the place")
    return say("the place and the note") if "venue" in delta else say("the note")


def projections_of(game: StoredGame, replay: Replay | None) -> Projections:
    """Return what the history has of a game, from the replay of its log, which has no conflicts.

    Of a game without plays (`replay` is None) that is its result as it was told.
    """
    seconds = seconds_of(game)
    if replay is None:
        told = zip(game.players, json.loads(game.told or "[]"), strict=True)
        unsorted = [Standing(place, Line(seat, total, name=name)) for seat, (name, (place, total)) in enumerate(told)]
        standings: Sequence[Standing] = sorted(unsorted, key=lambda each: each.place)
        found = marks_of_result(standings, seconds)
    else:
        standings = replay.sheet().standings if replay.finished else ()
        found = marks(replay, seconds) if replay.finished else {}
    return Projections(
        tuple(ResultLine(each.line.seat, each.line.name, each.place, each.line.total) for each in standings),
        {
            name: (
                mark.value,
                json.dumps(mark.seats),
                mark.number,
                None if mark.what is None else message_text(mark.what, game.players),
            )
            for name, mark in found.items()
        },
        day_of(game),
        seconds,
    )


def write_projections(db: Database, game: StoredGame, replay: Replay | None) -> None:
    """Write the projections of a game (see `projections_of`); the history shows only games on the table."""
    put_projections(db, game, projections_of(game, replay))


def seconds_of(game: StoredGame) -> int | None:
    """Return how long a game took, or None where that is not known."""
    return seconds_between(game.started, game.ended)


def day_of(game: StoredGame) -> str:
    """Return the day on which a game began, or else ended, by the clock at the table: "2026-11-21", or NO_DAY."""
    return datetime.fromisoformat(game.dated).date().isoformat() if game.dated else NO_DAY


def moment_of(dated: str | None) -> int:
    """Return the moment by which a finished game of that date (ISO 8601) is sorted, in seconds since 1970.

    It is UNDATED for None, and never before EARLIEST or after LATEST.
    """
    if dated is None:
        return UNDATED
    return min(max(int(datetime.fromisoformat(dated).timestamp()), EARLIEST), LATEST)


def result_alone(
    game_id: str,
    rulebook: str,
    players: tuple[str, ...],
    lines: Sequence[tuple[int, int | None]],
    started: str | None = None,
    ended: str | None = None,
    venue: str | None = None,
    note: str | None = None,
) -> StoredGame:
    """Return a game that was kept elsewhere, without plays: `lines` are the place and the points (or None) by seat."""
    return StoredGame(
        game_id,
        rulebook,
        players,
        "{}",
        (),
        revision=1,
        finished=True,
        moment=moment_of(started or ended),
        started=started,
        ended=ended,
        venue=venue,
        note=note,
        told=json.dumps(lines),
    )


def stamp(moment: datetime) -> str:
    """Return a time as it is stored: ISO 8601 to the second, with its offset."""
    return moment.isoformat(timespec="seconds")
