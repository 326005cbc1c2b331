"""Stored games: load, replay, label changes for undo, and commit a change in one transaction.

Players are stored once and logs contain seats, so renaming a player changes no log. The same stored texts always
produce the same values, so the newest values are cached.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from random import Random, SystemRandom
from threading import Lock
from typing import Any, Generic, TypeVar

from sqlite_utils import Database

from ..core.document import read_play, write_plays
from ..core.durations import MINUTE, seconds_between
from ..core.errors import Explained, Refusal, Unreadable
from ..core.fields import People
from ..core.log import CORRECTING, ChangeKind, Delta, Edit, edited, inserted_by, renames, reversed_edits, undo_redo
from ..core.messages import Message, Multilingual, Sentence, joined, listed, many, say
from ..core.points import gains_in_words, total_gains
from ..core.records import marks, marks_of_result
from ..core.replay import Conflict, Replay, replay
from ..core.rulebook import OPTIONS_CHANGE, TEAM, Kind, Meta, Rulebook
from ..core.sheet import Line, Standing
from ..core.table import Recalled, Summary, Table
from ..pads.factory import facts_text
from ..pads.registry import Rulebooks
from .db import Store
from .external import UNKNOWN, ExternalResult
from .results import Projections, put_projections
from .rows import (
    NO_DAY,
    UNDATED,
    GameStatus,
    ResultLine,
    StoredChange,
    StoredGame,
    SubmissionEffect,
    add_change,
    add_submission,
    games_before,
    last_people_key,
    read_changes,
    read_head,
    read_plays,
    read_submission,
    set_latest,
    update_game,
)
from .settings import all_definitions, count_definitions, keep_definition, read_definition, replaced

Value = TypeVar("Value")

MAX_DEFINITIONS = 3000
"""Maximum number of pad definitions in a database; pages that list titles read all of them (see `CACHED` in
pads/registry.py)."""


class Cache(Generic[Value]):
    """The newest results of a pure function, at most `most`.

    A key contains everything that its result depends on.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, Value] = {}
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        return self._values.get(key)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()

    def put(self, key: Hashable, value: Value) -> Value:
        """Cache a value and return it; delete the oldest value beyond `most`."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                del self._values[next(iter(self._values))]
        return value


MESSAGES: Mapping[str, Any] = {each.__name__: each for each in (Message, Sentence, Multilingual)}
_replays: Cache[Replay] = Cache(32)


class UnreadableLog(Unreadable):
    """Raised for a stored game that cannot be read, because its database is damaged."""


def table_of(rulebook: Rulebook[Any], game: StoredGame) -> Table:
    return _read_table(rulebook, game.players, game.options)


def log_of(rulebook: Rulebook[Any], game: StoredGame) -> tuple[Any | Refusal, ...]:
    """Return the plays of a stored game, with a Refusal for each play that does not fit the game's options."""
    return tuple(_play(body, rulebook, game.players, game.options) for body in game.plays)


def replayed(rulebook: Rulebook[Any], game: StoredGame) -> Replay:
    """Return the replay of a stored log; if the log without its last play is cached, only that play is replayed."""
    table_key, plays = (rulebook, game.players, game.options), game.plays
    known = _replays.get((*table_key, plays))
    if known:
        return known
    earlier = _replays.get((*table_key, plays[:-1]))
    if earlier and earlier.conflicts:
        earlier = None
    rest = plays[len(earlier.steps) :] if earlier else plays
    log = tuple(_play(body, *table_key) for body in rest)
    return _replays.put((*table_key, plays), replay(rulebook, table_of(rulebook, game), log, earlier))


def title_of(rulebook: Rulebook[Any], game: StoredGame, body: str) -> Message:
    play = _play(body, rulebook, game.players, game.options)
    return play.message if isinstance(play, Refusal) else rulebook.title(table_of(rulebook, game), play)


def play_text(play: object, rulebook: Rulebook[Any], table: Table) -> str:
    """Return the stored form of a play: JSON as in the game document, with seat numbers instead of names."""
    return play_texts([play], rulebook, table)[0]


def play_texts(plays: Iterable[object], rulebook: Rulebook[Any], table: Table) -> tuple[str, ...]:
    return tuple(json.dumps(each) for each in write_plays(plays, rulebook, table, _seats(table.players)))


def options_text(rulebook: Rulebook[Any], table: Table) -> str:
    """Return the stored form of the game options: JSON as in the game document."""
    people = People(table.players)
    shapes = {option.field.name: option.field.shape for option in rulebook.options}
    return json.dumps({name: shapes[name].write(value, people) for name, value in table.options.items()})


def message_text(message: Message, players: tuple[str, ...]) -> str:
    """Return the stored form of a message: JSON with seat numbers instead of the names of players and teams."""

    def written(value: object) -> object:
        match value:
            case Message():
                more = {
                    "sort": None if type(value) is Message else type(value).__name__,
                    "values": {name: written(each) for name, each in value.values.items()},
                    "plural": value.plural,
                    "languages": dict(value.languages) if isinstance(value, Multilingual) else None,
                }
                return {"template": value.template, **{name: each for name, each in more.items() if each}}
            case tuple():
                return [written(each) for each in value]
            case str() if value in players:
                return {"seat": players.index(value)}
            case str() if TEAM in value and {*value.split(TEAM)} <= {*players}:
                return {"team": [players.index(name) for name in value.split(TEAM)]}
        return value

    return json.dumps(written(message), separators=(",", ":"))


def read_message(text: str, players: tuple[str, ...]) -> Message:
    """Return a stored message with the current names of the game's players."""
    message: Message = message_of(json.loads(text), players)
    return message


def message_of(value: Any, players: tuple[str, ...] = ()) -> Any:
    """Return the value of a part of a stored message: a message, a name, a text, a number, or a tuple of parts."""
    match value:
        case {"seat": seat}:
            return players[seat]
        case {"team": team}:
            return TEAM.join(players[seat] for seat in team)
        case dict():
            values = {name: message_of(each, players) for name, each in value.pop("values", {}).items()}
            return MESSAGES[value.pop("sort", "Message")](values=values, **value)
        case list():
            return tuple(message_of(each, players) for each in value)
    return value


def keep_facts(db: Database, rulebook: Rulebook[Any]) -> None:
    """Store the definition of a pad before a game is played with it; do nothing for any other title."""
    facts = facts_text(rulebook)
    if facts is not None:
        keep_definition(db, rulebook.slug, facts)


def room_fault(db: Database, slug: str) -> Message | None:
    """Return a message if the database has no room for another definition, unless it stores this slug's already."""
    if read_definition(db, slug) is not None or count_definitions(db) < MAX_DEFINITIONS:
        return None
    return say("There are already {most} score pads: no more can be added.", most=MAX_DEFINITIONS)


def _seats(players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(seat) for seat in range(len(players)))


@contextmanager
def _as_written() -> Iterator[None]:
    """Raise UnreadableLog for every error in reading stored values."""
    try:
        yield
    except Unreadable as error:
        raise UnreadableLog(error.message) from error
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise UnreadableLog(say("its stored entries cannot be read")) from error


@lru_cache(maxsize=256)
def _read_table(rulebook: Rulebook[Any], players: tuple[str, ...], options: str) -> Table:
    with _as_written():
        raw, people = json.loads(options), People(players)
        fields = [option.field for option in rulebook.options if option.field.name in raw]
        return Table(players, {field.name: field.shape.read(raw[field.name], people) for field in fields})


@lru_cache(maxsize=4096)
def _play(body: str, rulebook: Rulebook[Any], players: tuple[str, ...], options: str) -> Any | Refusal:
    """Return a stored play, or a Refusal if it was entered under other options and does not fit the current ones."""
    with _as_written():
        table, raw = _read_table(rulebook, players, options), json.loads(body)
        try:
            return read_play(raw, rulebook, table, _seats(players))
        except Unreadable:
            kind = rulebook.kind(table, str(raw.get("kind"))) if isinstance(raw, dict) else None
            if kind is None:
                raise
            return Refusal("not-agreed", say("“{play}” no longer fits the game options.", play=kind.label))


# Loading a game


UndoLabels = tuple[Message | None, Message | None, Message | None, tuple[int | None, ...], Message | None, str]
"""`undo`, `redo`, `news`, `inserted_by`, `totals` and `changed` of a GameView."""
_labels: Cache[UndoLabels] = Cache(32)  # a game's revision fixes its trail
EARLIEST_MOMENT, LATEST_MOMENT = UNDATED + 1, 253_402_300_799 - 24 * 60 * 60
"""Earliest and latest moment of a dated game: in the years 1 to 9999 in every time zone."""


class NoSuchGame(Exception):
    """No game has that id, or its rulebook is not installed."""


class ResultAlone(Exception):
    """Raised for a game that has only an external result and no plays."""


@dataclass(frozen=True, slots=True)
class Around:
    """All stored data beside a game that its pages depend on, except other games of its evening.

    `people_key` is the idempotency key of the last change of any name, which can change the labels of undo and redo.
    `recent` are ids and revisions of the last games of its title, if a form starts from their plays. `counts_as` is the
    slug of the pad that replaced the game's pad; its title is shown.
    """

    people_key: str | None
    recent: tuple[tuple[str, int], ...]
    counts_as: str | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game and its replay.

    `undo` and `redo` are the labels of the changes to undo and redo; None without such a change, or if the game is
    archived or deleted. `news` describes the last change: what was saved, undone or redone. It is None if the last play
    describes the change, which only entered that play. `games_before` are the last games of its title, if a form starts
    from their plays. `inserted_by` has the revision of the change that inserted each play, None for the first plays of
    an imported game; plays entered together share a revision. `totals` describes how the last change altered players'
    totals, if it was a correction. `changed` is the time of the last change (ISO 8601), or "".
    """

    game: StoredGame
    replay: Replay = field(compare=False)  # derived from the game
    undo: Message | None
    redo: Message | None
    around: Around
    games_before: tuple[Replay, ...] = field(default=(), compare=False)
    inserted_by: tuple[int | None, ...] = ()
    news: Message | None = None
    totals: Message | None = None
    changed: str = ""

    @property
    def rulebook(self) -> Rulebook[Any]:
        return self.replay.rulebook

    @property
    def table(self) -> Table:
        return self.replay.table

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of the players, by seat."""
        return self.game.people

    def recalled(self, kind: Kind[Any, Any]) -> Recalled:
        """Return the plays of earlier games that a form of that kind starts from."""
        return [play for game in self.games_before for play in game.plays_of(kind)] if kind.uses_recent_plays else ()

    @property
    def names(self) -> Mapping[int, str]:
        return dict(zip(self.people, self.table.players, strict=True))

    @property
    def takes_back_last(self) -> bool:
        """Whether undo would only remove the last play."""
        steps = self.replay.steps
        return bool(steps) and self.undo == self.rulebook.title(self.table, steps[-1].play)

    @property
    def reopens(self) -> bool:
        """Whether undo would reopen a game that the players agreed to end early."""
        return self.takes_back_last and self.replay.steps[-1].kind.ends_game


def forget_labels() -> None:
    """Clear the cached labels of undo and redo, because they may contain a removed name."""
    _labels.clear()


def local_time() -> datetime:
    return datetime.now(UTC).astimezone()


def rulebooks_of(installed: Mapping[str, Rulebook[Any]], db: Callable[[], Database]) -> Rulebooks:
    """Return the installed rulebooks together with the pads defined in a database."""
    return Rulebooks(
        installed, lambda slug: read_definition(db(), slug), lambda: all_definitions(db()), lambda: replaced(db())
    )


@dataclass(frozen=True, slots=True)
class GameService:
    """The games of a store, and the rulebooks by slug: the given ones and the pads defined in the database.

    `clock` returns the time with its offset; `chance` draws the seating order.
    """

    store: Store
    rulebooks: Mapping[str, Rulebook[Any]]
    clock: Callable[[], datetime] = local_time
    chance: Random = field(default_factory=SystemRandom, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rulebooks", rulebooks_of(self.rulebooks, self.store.current))

    def view(self, game_id: str) -> GameView:
        """Return the current state of a game; raises NoSuchGame, ResultAlone."""
        with self.store.reading() as db:
            game = self.game(db, game_id)
            if game.external_result is not None:
                raise ResultAlone(game_id)
            return self.keep_labels(self.view_of(db, game))

    def view_of(self, db: Database, game: StoredGame, known: GameView | None = None) -> GameView:
        """Return the view of a game with plays, as read or written in this transaction.

        Unchanged parts are taken from `known`, an earlier view, instead of being read again.
        """
        around = self.around(db, game)
        if known and known.around.recent == around.recent:
            before = known.games_before
        else:
            before = tuple(self._replays(db, around.recent))
        undo, redo, news, entered, totals, changed = _labels.get((self.store.path, game)) or self._read_labels(db, game)
        if game.status is not GameStatus.ACTIVE:
            undo = redo = news = None
        return GameView(game, self.replayed(game), undo, redo, around, before, entered, news, totals, changed)

    def keep_labels(self, view: GameView) -> GameView:
        """Cache the labels of a view after its transaction, because a commit can fail; return the view."""
        labels = (view.undo, view.redo, view.news, view.inserted_by, view.totals, view.changed)
        _labels.put((self.store.path, view.game), labels)
        return view

    def around(self, db: Database, game: StoredGame) -> Around:
        """Return the stored data beside a game (with or without its log) that its pages depend on."""
        recent: tuple[tuple[str, int], ...] = ()
        if game.external_result is None:
            rulebook = self.rulebooks[game.rulebook]
            if any(kind.uses_recent_plays for kind in rulebook.kinds(table_of(rulebook, game))):
                recent = games_before(db, game.id, game.rulebook)
        return Around(last_people_key(db), recent, replaced(db).get(game.rulebook))

    def game(self, db: Database, game_id: str, known: StoredGame | None = None) -> StoredGame:
        """Return a stored game, or `known` if unchanged since it was read; raises NoSuchGame."""
        head = read_head(db, game_id)
        if head is None or head.rulebook not in self.rulebooks:
            raise NoSuchGame(game_id)
        if known and replace(head, plays=known.plays) == known:
            return known
        return replace(head, plays=read_plays(db, game_id))

    def replayed(self, game: StoredGame) -> Replay:
        return replayed(self.rulebooks[game.rulebook], game)

    def title(self, game: StoredGame, body: str | None) -> Message | None:
        """Return the title of a stored play from its JSON (`body`); None for None."""
        return None if body is None else title_of(self.rulebooks[game.rulebook], game, body)

    def together(self, game: StoredGame, edits: Sequence[Edit]) -> Summary | None:
        """Return the summary of adjacent plays inserted by one change, if the game's rulebook has one."""
        if any(edit.before is not None for edit in edits):
            return None
        log = game.plays[: edits[0].at]
        before = self.replayed(replace(game, plays=log))
        after = self.replayed(replace(game, plays=(*log, *(edit.after for edit in edits if edit.after))))
        plays = [step.play for step in after.steps[len(before.steps) :]]
        return before.rulebook.summarize_batch(before.state, after.state, plays)

    def _replays(self, db: Database, games: Iterable[tuple[str, int]]) -> Iterator[Replay]:
        for game_id, _ in games:
            with suppress(UnreadableLog):  # the damage of one game must not hide the others
                yield self.replayed(self.game(db, game_id))

    def _read_labels(self, db: Database, game: StoredGame) -> UndoLabels:
        changes = {each.revision: each for each in read_changes(db, game.id)}
        log = [(each.revision, each.act, each.undoable, each.edits) for each in changes.values()]
        found, entered = undo_redo(each[:3] for each in log), inserted_by(len(game.plays), log)
        undo, redo = (None if each is None else changes[each] for each in (found.undo, found.redo))
        last = changes.get(game.revision)
        news, totals = (self._news(last, undo, redo, game), self._totals(last, game)) if last else (None, None)
        made = last.made if last else ""
        return self._called(undo, game), self._called(redo, game), news, entered, totals, made

    def _news(
        self, last: StoredChange, undo: StoredChange | None, redo: StoredChange | None, game: StoredGame
    ) -> Message | None:
        """Return a sentence about the last change, `last`; None if the last play describes it.

        `undo` and `redo` are the changes that undo and redo would concern now.
        """
        if last.act is ChangeKind.UNDO and redo:
            return self._undone(redo, game)
        if last.act is ChangeKind.REDO and undo:
            return say("Redone: {play}.", play=self._called(undo, game))
        count = len(last.edits)
        if last is not undo or (last.act is ChangeKind.ENTER and count == 1):
            return None
        if last.act is ChangeKind.ENTER and not self.together(game, last.edits):
            return many("{count} change saved.", "{count} changes saved.", count)
        if "players" in last.delta and len(game.players) > 1:
            return self._reseated(last, game)
        return say("Saved: {play}.", play=self._called(last, game))

    def _reseated(self, last: StoredChange, game: StoredGame) -> Message:
        """Return sentences about a change of players: its other effects for remaining players, and their order."""
        before, now = last.delta["players"]
        names = dict(zip(now, game.players, strict=True))
        earlier = replace(
            game,
            players=tuple(names.get(each, f"#{each}") for each in before),
            plays=edited(game.plays, reversed_edits(last.edits)),
            options=last.delta.get("options", (game.options,))[0],
        )
        messages = [say("Saved.")]
        with suppress(UnreadableLog):
            old, new = (_by_seat(self.replayed(each)) for each in (earlier, game))
            had, has = dict(zip(before, old, strict=True)), dict(zip(now, new, strict=True))
            stayed = [(had[each], has[each]) for each in now if each in had]
            messages += [say("New colours.")] if any(one[0] != other[0] for one, other in stayed) else []
            messages += [say("New points.")] if any(one[1] != other[1] for one, other in stayed) else []
        messages.append(say("Order of play: {players}.", players=game.players))
        return joined(messages, " ")

    def _totals(self, last: StoredChange, game: StoredGame) -> Message | None:
        """Return a message about the totals that the last change altered, if it was a correction."""
        if last.act not in CORRECTING or last.delta:
            return None
        try:
            before = self.replayed(replace(game, plays=edited(game.plays, reversed_edits(last.edits))))
        except UnreadableLog:
            return None
        after = self.replayed(game)
        return gains_in_words(after, {at: by for at, by in total_gains(before, after).items() if by})

    def _undone(self, change: StoredChange, game: StoredGame) -> Message:
        """Return a sentence about a change just undone."""
        called, count = say("Undone: {play}.", play=self._called(change, game)), len(change.edits)
        play = change.edits[0].after if change.act is ChangeKind.ENTER and change.of_log else None
        if play is None:
            return called
        if count > 1:
            together = self.together(game, change.edits)
            return called if together else many("{count} change undone.", "{count} changes undone.", count)
        before = self.replayed(game)
        try:
            after = self.replayed(replace(game, plays=(*game.plays, play)))
        except UnreadableLog:  # the play does not fit the game's options any more
            return called
        if len(after.steps) == len(before.steps):
            return called
        step = after.steps[-1]
        if step.kind.undone:
            return step.kind.undone(step.before)
        named = step.seat is not None or step.kind.non_player is not None
        return called if named else say("Undone: {play}.", play=after.describe(step).headline)

    def _called(self, change: StoredChange | None, game: StoredGame) -> Message | None:
        """Return the label of a change: the title of its inserted or else its removed play; None for None."""
        if change is None:
            return None
        if not change.of_log:
            return _delta_called(change.delta, change.act, self.rulebooks[game.rulebook])
        title = self.title(game, change.edits[0].after or change.edits[0].before)
        count = len(change.edits)
        match change.act:
            case ChangeKind.ENTER if count > 1:
                together = self.together(game, change.edits)
                return together.headline if together else many("{count} change", "{count} changes", count)
            case ChangeKind.EDIT_PLAY:
                return say("the change to {play}", play=title)
            case ChangeKind.INSERT:
                together = self.together(game, change.edits) if count > 1 else None
                return say("the insertion of {play}", play=together.headline if together else title)
            case ChangeKind.DELETE_PLAY:
                return say("the deletion of {play}", play=title)
            case ChangeKind.SHIFT:
                return many("the move of {count} entry", "the move of {count} entries", count)
        return title


def _by_seat(replay: Replay) -> list[tuple[str, Mapping[str, float | None]]]:
    """Return the colour and the points of each player: the total, and each part of the score."""
    lines = {line.seat: {**line.parts, "": line.total} for line in replay.lines}
    return [(colour, lines.get(seat, {})) for seat, colour in enumerate(replay.rulebook.seats.colours(replay.table))]


def _delta_called(delta: Delta, act: ChangeKind, rulebook: Rulebook[Any]) -> Message:
    if "moment" in delta:
        return say("the import")
    if "players" in delta:
        return say("the change of players")
    if "names" in delta:
        return say("the name {player}", player=tuple(each.after for each in renames(delta)))
    if "rulebook" in delta:
        return say("the change of the pad")
    if "options" in delta:
        options = () if act is ChangeKind.OPTIONS else rulebook.seat_options
        return options[0].change if options else OPTIONS_CHANGE
    return listed(changed_details(delta))


def changed_details(delta: Delta) -> tuple[Message, ...]:
    """Return the changed parts of the page with location, note and time, as text."""
    labels = (({"venue"}, say("the location")), ({"note"}, say("the note")), ({"started", "ended"}, say("the time")))
    return tuple(label for parts, label in labels if not parts.isdisjoint(delta))


ANONYMOUS = "Anonymous {number}"
"""Name of an anonymous person in an external result; statistics omit anonymous people."""


def projections_of(game: StoredGame, replay: Replay | None, meta: Meta) -> Projections:
    """Return the projections of a game, computed from the replay of its log (without conflicts).

    Without a `replay`, the game has no plays, and its external result is used: its lines after the players' lines
    belong to anonymous people. `meta` is the title's.
    """
    standings: Sequence[Standing]
    seconds, size, seats = seconds_of(game), len(game.players), None
    if replay is None:
        result = game.external or UNKNOWN
        external, seats = result.lines, result.seats(size)
        anonymous = [ANONYMOUS.format(number=number) for number in range(1, len(external) - size + 1)]
        lines = [
            Standing(place, Line(seat if seat < size else None, total, name=name))
            for seat, (name, (place, total)) in enumerate(zip([*game.players, *anonymous], external, strict=True))
        ]
        size = len(external)
        won = {each.place == 1 for each in lines}
        if meta.cooperative and len(won) == 1:  # stated by the source: all won or all lost
            lines = [Standing(int(each.place == 1), each.line) for each in lines]
        by_name = not result.seats_known
        standings = sorted(lines, key=lambda each: (each.place, each.line.name.casefold() if by_name else ""))
        found = marks_of_result(standings, seconds)
    else:
        standings = replay.sheet().standings if replay.finished else ()
        if any(each.line.total is not None for each in standings):
            # A player who joined or left without points did not play.
            standings = [each for each in standings if each.line.total is not None or each.line.seat is None]
            size = len({each.line.seat for each in standings} - {None})
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
        size,
        size > 1 and not meta.cooperative and any(each.place == 1 for each in standings),
        [each.line.total for each in replay.standings] if replay and len(replay.own_lines) < size else (),
        seats,
    )


def write_projections(db: Database, game: StoredGame, replay: Replay | None, meta: Meta) -> None:
    put_projections(db, game, projections_of(game, replay, meta))


def seconds_of(game: StoredGame) -> int | None:
    """Return the duration of a game, by its times or else by its external result; None if unknown."""
    seconds = seconds_between(game.started, game.ended)
    if seconds is None and game.external and game.external.minutes:
        return game.external.minutes * MINUTE
    return seconds


def day_of(game: StoredGame) -> str:
    """Return the day of a game's start or, if unknown, end, in its own time zone ("2026-11-21"); NO_DAY if undated."""
    return datetime.fromisoformat(game.dated).date().isoformat() if game.dated else NO_DAY


def moment_of(dated: str | None) -> int:
    """Return the sort key (seconds since 1970) of a finished game with that date (ISO 8601); UNDATED for None.

    A date without a time counts from its midnight on this machine. The result is clamped to the range from
    EARLIEST_MOMENT to LATEST_MOMENT.
    """
    if dated is None:
        return UNDATED
    return min(max(int(datetime.fromisoformat(dated).timestamp()), EARLIEST_MOMENT), LATEST_MOMENT)


def result_alone(
    game_id: str,
    rulebook: str,
    players: tuple[str, ...],
    result: ExternalResult,
    started: str | None = None,
    ended: str | None = None,
    venue: str | None = None,
    note: str | None = None,
) -> StoredGame:
    """Return a game scored elsewhere, without plays: its `result`, and its times in ISO 8601 if known."""
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
        external_result=result.text(),
    )


def stamp(moment: datetime) -> str:
    """Return the stored form of a time: ISO 8601 in seconds, with its offset."""
    return moment.isoformat(timespec="seconds")


# Changing a game


STATUS_CHANGES = {
    GameStatus.ACTIVE: ChangeKind.BRING_BACK,
    GameStatus.ARCHIVED: ChangeKind.ARCHIVE,
    GameStatus.DELETED: ChangeKind.DELETE,
}
SHOWN = ("rulebook", "options", "venue", "note", "started", "ended")
"""Parts of a delta that `commit_change` finds by comparing the game before and after a change."""


GONE_ON = say("The game has changed since you opened this page, so nothing was saved. Look again, then try again.")


class NotSaved(Explained):
    """A change was not made, and nothing was written; `message` has the reason and, if possible, the fix.

    `asks`: the message is a question, and the change is made after a confirmation. `code` is the code of the refusal in
    the message. `conflicts` are the plays that the rules would refuse.
    """

    asks = False
    code = ""
    conflicts: Sequence[Conflict] = ()


class StaleRevision(NotSaved):
    """The game has changed since the form was made, or the form's idempotency key has another use.

    `earlier` is the change of a game made with the key, if any.
    """

    def __init__(self, earlier: SubmissionEffect | None = None, message: Message = GONE_ON) -> None:
        super().__init__(message)
        self.earlier = earlier


class GameNotActive(NotSaved):
    """Raised for a change of an archived or deleted game."""

    def __init__(self) -> None:
        super().__init__(say("This game was archived or deleted, so nothing was saved. Restore it first."))


class Refused(NotSaved):
    """The rules refuse the change: `conflicts` has every conflicting play, `log` is the refused log."""

    def __init__(self, conflicts: tuple[Conflict, ...], log: Sequence[object | Refusal] = ()) -> None:
        first = conflicts[0]
        super().__init__(say("Entry {number}: {reason}", number=first.number, reason=first.refusal.message))
        self.code, self.conflicts, self.log = first.refusal.code, conflicts, log


class InvalidOptions(NotSaved):
    """Raised for options that do not fit together or do not fit the players."""


@dataclass(frozen=True, slots=True)
class Submission:
    """Identification of a submitted form: idempotency key, digest of its content, and the revision it was made for.

    `after` is the key of the device's previous form if still unanswered, otherwise "". If the previous form made
    the game's current revision, this form is not stale. `age` is the time in seconds that the form has waited on the
    device for the network.
    """

    key: str
    digest: str
    revision: int = 0
    after: str = ""
    age: float = 0

    def tapped(self, now: datetime) -> int:
        """Return the time (seconds since 1970) of sending the form on the device, if it arrives `now`."""
        return int(now.timestamp() - self.age)


def load_for_update(
    service: GameService,
    db: Database,
    game_id: str,
    submission: Submission,
    known: GameView | None = None,
    *,
    any_status: bool = False,
    result_alone: bool = False,
) -> StoredGame | None:
    """Return the game to change, or None if this submission has already changed it; every change calls this first.

    `known` is the game as read by the caller before the transaction. Raises NoSuchGame, StaleRevision and, unless
    `any_status`, GameNotActive and, unless `result_alone`, ResultAlone.
    """
    if done_before(db, submission, "game_id"):
        return None
    game = service.game(db, game_id, known.game if known else None)
    if game.revision != submission.revision:
        # The last change may come from the previous form of the same device.
        before = read_submission(db, submission.after) if submission.after else None
        if before is None or (before.game_id, before.revision) != (game.id, game.revision):
            raise StaleRevision
    if game.status != GameStatus.ACTIVE and not any_status:
        raise GameNotActive
    if game.external_result is not None and not (any_status or result_alone):
        raise ResultAlone(game_id)
    return game


def done_before(db: Database, submission: Submission, made: str) -> SubmissionEffect | None:
    """Return the earlier effect of this submission, or None if its key is new.

    `made` is the expected effect, a field of SubmissionEffect: "game_id", "name_change" or "import_id". Raises
    StaleRevision if the key was used for something else.
    """
    earlier = read_submission(db, submission.key)
    if earlier and (earlier.digest != submission.digest or getattr(earlier, made) is None):
        raise StaleRevision(earlier if earlier.game_id else None)
    return earlier


def commit_change(
    service: GameService,
    db: Database,
    game: StoredGame,
    after: StoredGame,
    act: ChangeKind,
    submission: Submission | None,
    edits: tuple[Edit, ...] = (),
    delta: Delta | None = None,
    import_id: int | None = None,
) -> StoredGame:
    """Write a changed game with its trail and projections, and return it; raises Refused if a play conflicts.

    `game` is the game before the change, and `edits` are the changes of its log. `delta` has the parts that a
    comparison of the games cannot find: "players", "names", and the times of an import ("started", "ended" and
    "moment"). Unless it has "ended", the end of the game is set here.
    """
    replayed = service.replayed(after)
    if replayed.conflicts:
        raise Refused(replayed.conflicts, log_of(replayed.rulebook, after))
    now = service.clock()
    given = delta or {}
    after = replace(after, revision=game.revision + 1, finished=replayed.finished)
    if after.finished and not game.finished and "ended" not in given:
        after = replace(after, ended=stamp(now))
    if after.finished:
        after = replace(after, moment=moment_of(after.dated))
    elif "moment" not in given:
        after = replace(after, moment=submission.tapped(now) if submission else int(now.timestamp()), ended=None)
    delta = {part: values for part, values in given.items() if part not in SHOWN or "moment" in given}
    update_game(db, game, after)
    for part in SHOWN:
        if getattr(game, part) != getattr(after, part):
            delta[part] = getattr(game, part), getattr(after, part)
    change = StoredChange(after.revision, act, edits, stamp(now), delta, import_id)
    write_change(db, game.id, change, submission)
    if game.finished or after.finished:
        write_projections(db, after, replayed, replayed.rulebook.meta)
    else:
        set_latest(db, after.people)  # a running game has no other projection
    return after


def commit_result(
    service: GameService,
    db: Database,
    game: StoredGame,
    after: StoredGame,
    submission: Submission | None,
    delta: Delta | None = None,
    import_id: int | None = None,
    act: ChangeKind = ChangeKind.REPLACE,
) -> StoredGame:
    """Write a changed external result with its trail and projections, and return the changed game.

    `game` is the game before the change; `delta` has the parts of the change about players and their names.
    """
    after = replace(after, revision=game.revision + 1, moment=moment_of(after.dated))
    parts = ("external_result", "started", "ended", "moment", "venue", "note")
    changed = {part: (getattr(game, part), getattr(after, part)) for part in parts}
    delta = {**(delta or {}), **{part: pair for part, pair in changed.items() if pair[0] != pair[1]}}
    update_game(db, game, after)
    change = StoredChange(after.revision, act, (), stamp(service.clock()), delta, import_id)
    write_change(db, game.id, change, submission)
    write_projections(db, after, None, service.rulebooks[after.rulebook].meta)
    return after


def change_status(
    service: GameService,
    db: Database,
    game: StoredGame,
    status: GameStatus,
    submission: Submission | None,
    import_id: int | None = None,
) -> StoredGame:
    after = replace(game, status=status, revision=game.revision + 1)
    update_game(db, game, after)
    replay = service.replayed(after) if after.external_result is None else None
    write_projections(db, after, replay, service.rulebooks[after.rulebook].meta)
    change = StoredChange(after.revision, STATUS_CHANGES[status], (), stamp(service.clock()), import_id=import_id)
    write_change(db, game.id, change, submission)
    return after


def write_change(db: Database, game_id: str, change: StoredChange, submission: Submission | None) -> None:
    """Add a change to a game's trail, and store the submission's key."""
    add_change(db, game_id, change)
    if submission:
        add_submission(db, submission.key, SubmissionEffect(submission.digest, game_id, change.revision))
