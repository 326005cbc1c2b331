"""The desk: where a log is taken, changed, replayed whole and put back.

Every change takes the same path: the entry key is looked at first, then the revision; the new log is replayed; if no
play stands in the way, it is written with its trail and result in one transaction. Nothing is written otherwise.
"""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from .core.document import Document, read_play, write_play
from .core.errors import Refusal, Unreadable
from .core.log import Act, Edit, edited, reversed_edits, undo_redo
from .core.messages import Message, say
from .core.replay import Conflict, Replay, replay
from .core.rulebook import Option, Play, Rulebook, Table
from .core.shapes import People
from .evening import Evening, evening
from .memo import Memo
from .storage.database import Store
from .storage.reader import Reader
from .storage.rows import ResultLine, Shelf, StoredChange, StoredGame
from .storage.writer import Writer


class NoSuchGame(Exception):
    """There is no game with that id, or nobody knows its rulebook."""


class KeyReused(Exception):
    """The entry key was used before, for something else: it made this `revision` of the game `game_id`."""

    def __init__(self, game_id: str, revision: int) -> None:
        super().__init__(game_id)
        self.game_id = game_id
        self.revision = revision


class Stale(Exception):
    """The game has gone on since the form was made."""


class Shelved(Exception):
    """The game was put away or deleted: it has to be brought back before it can go on."""


class NoSuchPlay(Exception):
    """The log has no play of that number."""


class NothingToUndo(Exception):
    """The game is as it was when it began."""


class Refused(Exception):
    """The rules refuse the change: `conflicts` names every play that would not stand, `log` is what was tried."""

    def __init__(self, conflicts: tuple[Conflict, ...], log: Sequence[Play | Refusal] = ()) -> None:
        super().__init__(conflicts)
        self.conflicts = conflicts
        self.log = log


class Unfit(Exception):
    """The options do not fit together, or not these players: `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class ImportRefused(Exception):
    """Documents that cannot be taken in: for each, its index and the refusals, with the number of the play or None."""

    def __init__(self, refusals: Mapping[int, tuple[tuple[int | None, Refusal], ...]]) -> None:
        super().__init__(refusals)
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class Slip:
    """What a form says of itself: its entry key, a digest of all that it says, and the revision that it saw."""

    key: str
    digest: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be put right: `act` is AMEND, INSERT or STRIKE; `number` is the play it is about, from 1.

    AMEND puts `play` in its place, INSERT puts `play` before it, STRIKE takes it out. `mended` are later plays that
    would not stand, by their number in the log after that: the play to put in place of each, or None to strike it.
    """

    act: Act
    number: int
    play: Play | None = None
    mended: Mapping[int, Play | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrailLine:
    """A change as the trail shows it.

    `revision` is the one it made, `act` what was done, `made` when (ISO 8601); each edit has what was taken out and
    what was put in.
    """

    revision: int
    act: Act
    made: str
    edits: Sequence[tuple[Message | None, Message | None]]


@dataclass(frozen=True, slots=True)
class Look:
    """A game and what its log comes to.

    `undo` and `redo` name what they would take back or make again, if anything; `memory` is what earlier games taught.
    """

    game: StoredGame
    replay: Replay
    undo: Message | None
    redo: Message | None
    memory: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook it is played by."""
        return self.replay.rulebook

    @property
    def table(self) -> Table:
        """Who sits there."""
        return self.replay.table


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that an import named: its id, and whether it is new here."""

    id: str
    new: bool


class _IdTaken(Exception):
    """A document has the id of a stored game, but not its content."""


MOST_OF_AN_EVENING = 100  # games

SHELVING = {Shelf.TABLE: Act.BRING_BACK, Shelf.ARCHIVED: Act.ARCHIVE, Shelf.DELETED: Act.DELETE}
"""What is done to lay a game on each shelf."""


def local_time() -> datetime:
    """Return the time, with this machine's offset."""
    return datetime.now(UTC).astimezone()


@dataclass(frozen=True, slots=True)
class Desk:
    """Takes, changes and puts back the games of a store; `clock` tells the time, with its offset."""

    store: Store
    rulebooks: Mapping[str, Rulebook]
    clock: Callable[[], datetime] = local_time

    def look(self, game_id: str) -> Look:
        """Return a game as it stands; raises NoSuchGame."""
        with self.store.reading() as reader:
            game = self._game(reader, game_id)
            back, forth = _ways.get((self.store.path, game)) or self._way(reader, game)
            memory = _learned(reader, self._rulebook(game))
        return Look(game, self._replayed(game), back, forth, memory)

    def _way(self, reader: Reader, game: StoredGame) -> tuple[Message | None, Message | None]:
        """Return what undo and redo would take back or make again, by name."""
        found = undo_redo(reader.acts(game.id))
        changes = [None if each is None else reader.change(game.id, each) for each in (found.undo, found.redo)]
        return _ways.put((self.store.path, game), (self._named(changes[0], game), self._named(changes[1], game)))

    def begin(self, rulebook: Rulebook, table: Table, slip: Slip) -> str:
        """Begin a game and return its id; the same slip again returns the same game. Raises KeyReused."""
        with self.store.writing() as writer:
            earlier = _earlier(writer, slip)
            if earlier:
                return earlier
            now = self.clock()
            game = StoredGame(
                str(uuid.uuid4()),
                rulebook.slug,
                table.players,
                _options_text(rulebook, table),
                (),
                revision=1,
                finished=rulebook.finished(rulebook.start(table)),
                moment=int(now.timestamp()),
                started=now.isoformat(timespec="seconds"),
            )
            writer.add_game(game)
            writer.add_change(game.id, StoredChange(1, Act.BEGIN, (), _stamp(now), slip.key, slip.digest))
            _remember(writer, rulebook, table)
            return game.id

    def remembered(self, rulebook: Rulebook) -> Mapping[str, Any]:
        """Return what a rulebook's options are offered with, by name: as in the last game, where that is remembered."""
        with self.store.reading() as reader:
            texts = {
                option.field.name: reader.setting(_memory(rulebook, option))
                for option in rulebook.options
                if option.remembered
            }
        shapes = {option.field.name: option.field.shape for option in rulebook.options}
        offered = {option.field.name: option.offered for option in rulebook.options if option.offered is not None}
        kept = {name: shapes[name].read(json.loads(text), People(())) for name, text in texts.items() if text}
        return offered | kept

    def set_options(self, game_id: str, options: Mapping[str, Any], slip: Slip) -> None:
        """Correct what was agreed on before the first play; None takes an option back.

        Raises NoSuchGame, KeyReused, Stale, Unfit, Refused.
        """
        with self.store.writing() as writer:
            game = self._taken(writer, game_id, slip)
            if game is None:
                return
            rulebook = self._rulebook(game)
            agreed = {**_table(rulebook, game).options, **options}
            table = Table(game.players, {name: value for name, value in agreed.items() if value is not None})
            unfit = rulebook.fault(table)
            if unfit:
                raise Unfit(unfit)
            after = replace(game, options=_options_text(rulebook, table))
            self._put_back(writer, game, after, Act.OPTIONS, (), slip)
            writer.set_options(game_id, after.options)
            _remember(writer, rulebook, table)

    def enter(self, game_id: str, play: Play, slip: Slip) -> None:
        """Enter a play at the end of the log. Raises NoSuchGame, KeyReused, Stale, Refused."""

        def add(game: StoredGame, writer: Reader) -> tuple[Edit, ...]:
            rulebook = self._rulebook(game)
            return (Edit(len(game.plays), None, _play_text(play, rulebook, _table(rulebook, game))),)

        self._change(game_id, Act.ENTER, add, slip)

    def undo(self, game_id: str, slip: Slip) -> None:
        """Take back the last change. Raises NoSuchGame, KeyReused, Stale, NothingToUndo, Refused."""

        def take_back(game: StoredGame, writer: Reader) -> tuple[Edit, ...]:
            revision = undo_redo(writer.acts(game.id)).undo
            if revision is None:
                raise NothingToUndo
            return reversed_edits(writer.change(game.id, revision).edits)

        self._change(game_id, Act.UNDO, take_back, slip)

    def redo(self, game_id: str, slip: Slip) -> None:
        """Make again what was last taken back. Raises NoSuchGame, KeyReused, Stale, NothingToUndo, Refused."""

        def make_again(game: StoredGame, writer: Reader) -> tuple[Edit, ...]:
            revision = undo_redo(writer.acts(game.id)).redo
            if revision is None:
                raise NothingToUndo
            return writer.change(game.id, revision).edits

        self._change(game_id, Act.REDO, make_again, slip)

    def correct(self, game_id: str, correction: Correction, slip: Slip) -> None:
        """Put right an earlier play. Raises NoSuchGame, NoSuchPlay, KeyReused, Stale, Refused."""

        def put_right(game: StoredGame, writer: Reader) -> tuple[Edit, ...]:
            rulebook = self._rulebook(game)
            table = _table(rulebook, game)

            def text(play: Play | None) -> str | None:
                return None if play is None else _play_text(play, rulebook, table)

            return _edits(game.plays, correction, text)

        self._change(game_id, correction.act, put_right, slip)

    def shelve(self, game_id: str, shelf: Shelf, slip: Slip) -> None:
        """Put a game away, delete it, or bring it back to the table. Raises NoSuchGame, KeyReused, Stale."""
        with self.store.writing() as writer:
            game = self._taken(writer, game_id, slip)
            if game is None:
                return
            revision = game.revision + 1
            writer.set_shelf(game_id, shelf, revision)
            made = _stamp(self.clock())
            writer.add_change(game_id, StoredChange(revision, SHELVING[shelf], (), made, slip.key, slip.digest))

    def rematch(self, game_id: str, slip: Slip) -> str:
        """Begin a game of the same players, as the rulebook says who begins, and return its id.

        Raises NoSuchGame, KeyReused.
        """
        look = self.look(game_id)
        table = look.rulebook.reseated(look.table, look.rulebook.starter(look.replay.state))
        return self.begin(look.rulebook, table, slip)

    def evening(self, game: StoredGame) -> Evening:
        """Return the evening that a finished game ended, with the games of its title before it."""
        with self.store.reading() as reader:
            return evening(reader.finished_until(game.rulebook, game.moment, MOST_OF_AN_EVENING))

    def trail(self, game_id: str, since: int = 0) -> Sequence[TrailLine]:
        """Return every change of a game after the revision `since`, first to last; raises NoSuchGame."""
        with self.store.reading() as reader:
            game = self._game(reader, game_id)
            changes = [reader.change(game_id, revision) for revision, _ in reader.acts(game_id) if revision > since]
        return [
            TrailLine(
                change.revision,
                change.act,
                change.made,
                [(self._label(game, e.before), self._label(game, e.after)) for e in change.edits],
            )
            for change in changes
        ]

    def take_in(self, documents: Sequence[Document]) -> tuple[Imported, ...]:
        """Take in games from documents, all or nothing; raises ImportRefused, which names every one that cannot be.

        The same id with the same content changes nothing.
        """
        imported: list[Imported] = []
        refusals: dict[int, tuple[tuple[int | None, Refusal], ...]] = {}
        with self.store.writing() as writer:
            for index, document in enumerate(documents):
                try:
                    imported.append(self._take_in(document, writer))
                except Refused as refused:
                    refusals[index] = tuple((conflict.number, conflict.refusal) for conflict in refused.conflicts)
                except _IdTaken:
                    message = say("Another game with the id {id} is here already.", id=document.id)
                    refusals[index] = ((None, Refusal("id-taken", message)),)
            if refusals:
                raise ImportRefused(refusals)
        return tuple(imported)

    def documents(self, game_ids: Sequence[str] = ()) -> Iterator[Document]:
        """Yield these games as documents, or every game, oldest first; raises NoSuchGame."""
        with self.store.reading() as reader:
            games = [self._game(reader, game_id) for game_id in game_ids or reader.game_ids()]
        for game in games:
            yield self._document(game)

    def faults(self, *, rebuild: bool = False) -> Iterator[tuple[str, Message | None]]:
        """Yield every game's id and what is wrong with it, or None if its log stands.

        With `rebuild`, the results of each that stands are written anew from its plays.
        """
        with self.store.reading() as reader:
            game_ids = reader.game_ids(deleted=True)
        for game_id in game_ids:
            yield game_id, self._fault(game_id, rebuild)

    def _fault(self, game_id: str, rebuild: bool) -> Message | None:
        with self.store.reading() as reader:
            game = reader.game(game_id)
        if game is None:  # it went while the others were looked at
            return None
        if game.rulebook not in self.rulebooks:
            return say("nobody knows the rulebook {slug!r}", slug=game.rulebook)
        try:
            replayed = self._replayed(game)
        except Unreadable as error:
            return error.message
        except (ValueError, LookupError, TypeError):
            return say("what is stored of it cannot be read")
        if replayed.conflicts:
            first = replayed.conflicts[0]
            return say("play {number}: {reason}", number=first.number, reason=first.refusal.message)
        if rebuild:
            with self.store.writing() as writer:
                writer.set_finished(game_id, replayed.finished)
                writer.set_results(game_id, _result_lines(replayed))
        return None

    def _change(
        self,
        game_id: str,
        act: Act,
        edits_for: Callable[[StoredGame, Reader], tuple[Edit, ...]],
        slip: Slip,
    ) -> None:
        """Take the one path of every change."""
        with self.store.writing() as writer:
            game = self._taken(writer, game_id, slip)
            if game is None:
                return
            if game.shelf != Shelf.TABLE:
                raise Shelved
            edits = edits_for(game, writer)
            self._put_back(writer, game, replace(game, plays=edited(game.plays, edits)), act, edits, slip)

    def _taken(self, writer: Reader, game_id: str, slip: Slip) -> StoredGame | None:
        """Return the game that a slip is to change, or None if it has done so before. Raises KeyReused, Stale."""
        if _earlier(writer, slip):
            return None
        game = self._game(writer, game_id)
        if game.revision != slip.revision:
            raise Stale
        return game

    def _put_back(
        self, writer: Writer, game: StoredGame, after: StoredGame, act: Act, edits: tuple[Edit, ...], slip: Slip
    ) -> None:
        """Write what became of a game, with its trail and result; raises Refused if that does not stand."""
        replayed = self._replayed(after)
        if replayed.conflicts:
            raise Refused(replayed.conflicts, self._log(after))
        now = self.clock()
        after = replace(after, revision=game.revision + 1, finished=replayed.finished)
        if not (game.finished and after.finished):  # a game put right afterwards ended when it ended
            after = replace(after, moment=int(now.timestamp()), ended=_stamp(now) if after.finished else None)
        writer.set_log(after, kept=min((edit.at for edit in edits), default=len(after.plays)))
        writer.add_change(game.id, StoredChange(after.revision, act, edits, _stamp(now), slip.key, slip.digest))
        writer.set_results(game.id, _result_lines(replayed))
        put_in = {edit.after for edit in edits}
        _learn(writer, replayed, [at for at, body in enumerate(after.plays) if body in put_in])

    def _take_in(self, document: Document, writer: Writer) -> Imported:
        stored = writer.game(document.id) if document.id else None
        if stored:
            if stored.rulebook not in self.rulebooks or not _same(self._document(stored), document):
                raise _IdTaken
            return Imported(stored.id, new=False)
        rulebook, table = document.rulebook, document.table
        replayed = replay(rulebook, table, document.plays)
        if replayed.conflicts:
            raise Refused(replayed.conflicts)
        now = self.clock()
        game = StoredGame(
            document.id or str(uuid.uuid4()),
            rulebook.slug,
            table.players,
            _options_text(rulebook, table),
            tuple(_play_text(play, rulebook, table) for play in document.plays if not isinstance(play, Refusal)),
            revision=1,
            finished=replayed.finished,
            moment=_seconds(document.ended or document.started) or int(now.timestamp()),
            started=document.started,
            ended=document.ended,
            venue=document.venue,
            note=document.note,
        )
        writer.add_game(game)
        writer.add_change(game.id, StoredChange(1, Act.IMPORT, (), _stamp(now)))
        writer.set_results(game.id, _result_lines(replayed))
        return Imported(game.id, new=True)

    def _game(self, reader: Reader, game_id: str) -> StoredGame:
        game = reader.game(game_id)
        if game is None or game.rulebook not in self.rulebooks:
            raise NoSuchGame(game_id)
        return game

    def _rulebook(self, game: StoredGame) -> Rulebook:
        return self.rulebooks[game.rulebook]

    def _replayed(self, game: StoredGame) -> Replay:
        return _replay(self._rulebook(game), game.players, game.options, game.plays)

    def _log(self, game: StoredGame) -> tuple[Play | Refusal, ...]:
        return _read_log(self._rulebook(game), game.players, game.options, game.plays)

    def _label(self, game: StoredGame, body: str | None) -> Message | None:
        """Return what to call a stored play; None for none."""
        if body is None:
            return None
        rulebook = self._rulebook(game)
        table = _table(rulebook, game)
        play = _play(body, rulebook, game.players, game.options)
        return play.message if isinstance(play, Refusal) else rulebook.label(table, play)

    def _named(self, change: StoredChange | None, game: StoredGame) -> Message | None:
        """Return what to call a change: by the play it put in, or else by the one it took out."""
        if change is None:
            return None
        label = self._label(game, change.edits[0].after or change.edits[0].before)
        match change.act:
            case Act.AMEND:
                return say("the change to {play}", play=label)
            case Act.STRIKE:
                return say("the striking of {play}", play=label)
        return label

    def _document(self, game: StoredGame) -> Document:
        rulebook = self._rulebook(game)
        table = _table(rulebook, game)
        return Document(
            rulebook,
            table,
            self._log(game),
            game.id,
            game.started,
            game.ended,
            game.venue,
            game.note,
        )


def _earlier(reader: Reader, slip: Slip) -> str | None:
    """Return the game that this slip changed before, or None if its key is new; raises KeyReused."""
    earlier = reader.earlier(slip.key)
    if earlier is None:
        return None
    if earlier.digest != slip.digest:
        raise KeyReused(earlier.game_id, earlier.revision)
    return earlier.game_id


def _seats(table: Table) -> tuple[str, ...]:
    """Return what stands for the players in a stored log: their seats, so that a player can be renamed."""
    return tuple(str(seat) for seat in range(len(table.players)))


def _table(rulebook: Rulebook, game: StoredGame) -> Table:
    return _read_table(rulebook, game.players, game.options)


# What is stored always reads the same and comes to the same, so the last few readings and replays are kept at hand.


_replays: Memo[Replay] = Memo(32)
_ways: Memo[tuple[Message | None, Message | None]] = Memo(32)  # by database and game: its revision fixes its trail


@lru_cache(maxsize=256)
def _read_table(rulebook: Rulebook, players: tuple[str, ...], options: str) -> Table:
    raw, people = json.loads(options), People(players)
    values = {
        option.field.name: option.field.shape.read(raw[option.field.name], people)
        for option in rulebook.options
        if option.field.name in raw
    }
    return Table(players, values)


@lru_cache(maxsize=4096)
def _play(body: str, rulebook: Rulebook, players: tuple[str, ...], options: str) -> Play | Refusal:
    """Return a stored play, or why it is none: entered under other options, it may say what these do not know."""
    table, raw = _read_table(rulebook, players, options), json.loads(body)
    try:
        return read_play(raw, rulebook, table, _seats(table))
    except Unreadable:
        kind = rulebook.kind(table, str(raw.get("kind"))) if isinstance(raw, dict) else None
        if kind is None:
            raise
        return Refusal(
            "not-agreed", say("“{play}” as it was entered does not go with what is agreed on.", play=kind.label)
        )


def _memory(rulebook: Rulebook, option: Option) -> str:
    return f"remembered {rulebook.slug} {option.field.name}"


def _lesson(rulebook: Rulebook, name: str) -> str:
    return f"learned {rulebook.slug} {name}"


def _learned(reader: Reader, rulebook: Rulebook) -> Mapping[str, Any]:
    """Return what the games of a rulebook have taught so far, by name."""
    if rulebook.lessons is None:
        return {}
    beginning = _lesson(rulebook, "")
    return {name[len(beginning) :]: json.loads(text) for name, text in reader.settings(beginning)}


def _learn(writer: Writer, replayed: Replay, positions: Sequence[int]) -> None:
    """Write down what the plays at these positions (from 0) of a log teach."""
    rulebook = replayed.rulebook
    if rulebook.lessons is None:
        return
    for at in positions:
        step = replayed.steps[at]
        for name, value in rulebook.lessons(step.before, step.play).items():
            writer.set_setting(_lesson(rulebook, name), json.dumps(value))


def _remember(writer: Writer, rulebook: Rulebook, table: Table) -> None:
    people = People(table.players)
    for option in rulebook.options:
        if option.remembered and option.field.name in table.options:
            value = option.field.shape.write(table.options[option.field.name], people)
            writer.set_setting(_memory(rulebook, option), json.dumps(value))


def _read_log(
    rulebook: Rulebook, players: tuple[str, ...], options: str, plays: tuple[str, ...]
) -> tuple[Play | Refusal, ...]:
    return tuple(_play(body, rulebook, players, options) for body in plays)


def _replay(rulebook: Rulebook, players: tuple[str, ...], options: str, plays: tuple[str, ...]) -> Replay:
    """Return what a stored log comes to; where it is known without its last play, only that has to be replayed."""
    known = _replays.get((rulebook, players, options, plays))
    if known:
        return known
    earlier = _replays.get((rulebook, players, options, plays[:-1]))
    if earlier and earlier.conflicts:
        earlier = None
    rest = plays[len(earlier.steps) :] if earlier else plays
    log = _read_log(rulebook, players, options, rest)
    replayed = replay(rulebook, _read_table(rulebook, players, options), log, earlier)
    return _replays.put((rulebook, players, options, plays), replayed)


def _play_text(play: Play, rulebook: Rulebook, table: Table) -> str:
    return json.dumps(write_play(play, rulebook, table, _seats(table)))


def _options_text(rulebook: Rulebook, table: Table) -> str:
    people = People(table.players)
    shapes = {option.field.name: option.field.shape for option in rulebook.options}
    return json.dumps({name: shapes[name].write(value, people) for name, value in table.options.items()})


def _edits(log: Sequence[str], correction: Correction, text: Callable[[Play | None], str | None]) -> tuple[Edit, ...]:
    """Return the edits that carry out a correction of `log`; raises NoSuchPlay."""
    at = correction.number - 1
    if not 0 <= at < len(log):
        raise NoSuchPlay
    before = None if correction.act == Act.INSERT else log[at]
    after = None if correction.act == Act.STRIKE else text(correction.play)
    edits = [Edit(at, before, after)]
    corrected = edited(log, edits)
    # From the last to the first, so that striking one does not move those that are still to come.
    for number in sorted(correction.mended, reverse=True):
        if not 0 < number <= len(corrected):
            raise NoSuchPlay
        edits.append(Edit(number - 1, corrected[number - 1], text(correction.mended[number])))
    return tuple(edits)


def _result_lines(replayed: Replay) -> tuple[ResultLine, ...]:
    if not replayed.finished:
        return ()
    return tuple(
        ResultLine(standing.line.seat, standing.line.name, standing.place, standing.line.total)
        for standing in replayed.sheet().standings
    )


def _same(stored: Document, document: Document) -> bool:
    """Return whether two documents with one id say the same; the case of a name makes no difference."""
    folded = [[name.casefold() for name in each.table.players] for each in (stored, document)]
    return (
        folded[0] == folded[1]
        and all(
            getattr(stored, name) == getattr(document, name)
            for name in ("rulebook", "plays", "started", "ended", "venue", "note")
        )
        and stored.table.options == document.table.options
    )


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _seconds(moment: str | None) -> int | None:
    return None if moment is None else int(datetime.fromisoformat(moment).timestamp())
