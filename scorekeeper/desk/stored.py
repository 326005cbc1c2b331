"""Stored texts turned into tables, plays and replays, and back.

Players are stored once and logs name seats, so that a name can change without touching a log. The same texts always
give the same values, so the latest of these are cached.
"""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any, Generic, TypeVar

from ..core.document import read_play, write_plays
from ..core.errors import Refusal, Unreadable
from ..core.fields import People
from ..core.messages import Message, Multilingual, Sentence, say
from ..core.replay import Replay, replay
from ..core.rulebook import Rulebook
from ..core.table import Table
from ..pads.making import facts_text
from ..storage import Database
from ..storage.rows import StoredGame
from ..storage.settings import defined_slugs, keep_definition, read_definition

Value = TypeVar("Value")

MOST_DEFINITIONS = 500
"""How many titles without code can come in or be made; pages that list titles go through all of them."""


class Cache(Generic[Value]):
    """The results of a pure function that were put in last, at most as many as `most`.

    A key names everything that its result depends on.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, Value] = {}
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value that is kept for `key`, if there is one."""
        return self._values.get(key)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    def put(self, key: Hashable, value: Value) -> Value:
        """Keep a value and return it; if there are too many, forget the oldest."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                del self._values[next(iter(self._values))]
        return value


MESSAGES: Mapping[str, Any] = {each.__name__: each for each in (Message, Sentence, Multilingual)}
_replays: Cache[Replay] = Cache(32)


class UnreadableLog(Unreadable):
    """A stored game cannot be read: its database is damaged."""


def table_of(rulebook: Rulebook[Any], game: StoredGame) -> Table:
    """Return who sits at a stored game, and its options."""
    return _read_table(rulebook, game.players, game.options)


def log_of(rulebook: Rulebook[Any], game: StoredGame) -> tuple[Any | Refusal, ...]:
    """Return the plays of a stored game; in the place of one that does not fit its options there is a Refusal."""
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
    """Return what to call a stored play."""
    play = _play(body, rulebook, game.players, game.options)
    return play.message if isinstance(play, Refusal) else rulebook.title(table_of(rulebook, game), play)


def play_text(play: object, rulebook: Rulebook[Any], table: Table) -> str:
    """Return a play as it is stored: JSON, as in the game document, with the number of the seat for each name."""
    return play_texts([play], rulebook, table)[0]


def play_texts(plays: Iterable[object], rulebook: Rulebook[Any], table: Table) -> tuple[str, ...]:
    """Return plays as they are stored."""
    return tuple(json.dumps(each) for each in write_plays(plays, rulebook, table, _seats(table.players)))


def options_text(rulebook: Rulebook[Any], table: Table) -> str:
    """Return the game options as they are stored: JSON, as in the game document."""
    people = People(table.players)
    shapes = {option.field.name: option.field.shape for option in rulebook.options}
    return json.dumps({name: shapes[name].write(value, people) for name, value in table.options.items()})


def message_text(message: Message, players: tuple[str, ...]) -> str:
    """Return a message as it is stored: JSON with the number of the seat for each player's name in its values."""

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
        return value

    return json.dumps(written(message), separators=(",", ":"))


def read_message(text: str, players: tuple[str, ...]) -> Message:
    """Return a stored message, with the current names of the players of its game."""
    message: Message = message_of(json.loads(text), players)
    return message


def message_of(value: Any, players: tuple[str, ...] = ()) -> Any:
    """Return what a part of a stored message means: a message, a name, several of these, or a text or number."""
    match value:
        case {"seat": seat}:
            return players[seat]
        case dict():
            values = {name: message_of(each, players) for name, each in value.pop("values", {}).items()}
            return MESSAGES[value.pop("sort", "Message")](values=values, **value)
        case list():
            return tuple(message_of(each, players) for each in value)
    return value


def keep_facts(db: Database, rulebook: Rulebook[Any]) -> None:
    """Store the facts of a title without code, with which a game is going to be played."""
    facts = facts_text(rulebook)
    if facts is not None:
        keep_definition(db, rulebook.slug, facts)


def room_fault(db: Database, slug: str) -> Message | None:
    """Return why the definition of this slug cannot be stored, too: there are too many. None if it can, or is."""
    if read_definition(db, slug) is not None or len(defined_slugs(db)) < MOST_DEFINITIONS:
        return None
    return say("There are {most} titles without code here already: no more can come in.", most=MOST_DEFINITIONS)


def _seats(players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(seat) for seat in range(len(players)))


@contextmanager
def _as_written() -> Iterator[None]:
    """Raise UnreadableLog for every error of reading what is stored."""
    try:
        yield
    except Unreadable as error:
        raise UnreadableLog(error.message) from error
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise UnreadableLog(say("its stored plays cannot be read")) from error


@lru_cache(maxsize=256)
def _read_table(rulebook: Rulebook[Any], players: tuple[str, ...], options: str) -> Table:
    with _as_written():
        raw, people = json.loads(options), People(players)
        fields = [option.field for option in rulebook.options if option.field.name in raw]
        return Table(players, {field.name: field.shape.read(raw[field.name], people) for field in fields})


@lru_cache(maxsize=4096)
def _play(body: str, rulebook: Rulebook[Any], players: tuple[str, ...], options: str) -> Any | Refusal:
    """Return a stored play, or a Refusal if it was entered under other options and does not fit these."""
    with _as_written():
        table, raw = _read_table(rulebook, players, options), json.loads(body)
        try:
            return read_play(raw, rulebook, table, _seats(players))
        except Unreadable:
            kind = rulebook.kind(table, str(raw.get("kind"))) if isinstance(raw, dict) else None
            if kind is None:
                raise
            return Refusal("not-agreed", say("“{play}” no longer fits the game options.", play=kind.label))
