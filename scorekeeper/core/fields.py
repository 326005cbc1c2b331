"""Fields and their shapes: what a field can hold, how that is read from JSON and how it is written back.

`people` are the names at the table, for shapes that hold a player. A shape checks types only; whether a number makes
sense is for the rules to say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .errors import Unreadable, shortened
from .messages import Message, say


def small_number(text: str, most: int) -> int | None:
    """Return the number from 0 to `most` that plain digits stand for, or None for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    value = int(text)
    return value if value <= most else None


BOUND = 1_000_000
MAX_TERMS = 20
"""How many numbers a typed sum can have."""


@dataclass(slots=True)
class People:
    """The names at a table in seat order, and the `unknown_names` met while reading."""

    names: tuple[str, ...]
    unknown_names: list[str] = field(default_factory=list)


class Shape(Protocol):
    """What a field can hold."""

    def read(self, value: object, people: People) -> Any:
        """Return the value that the JSON `value` stands for; raises Unreadable."""

    def write(self, value: Any, people: People) -> object:
        """Return the JSON from which `read` makes `value` again."""


def integer(value: object) -> int:
    """Return a whole number within +-1,000,000; raises Unreadable."""
    if type(value) is not int:
        raise Unreadable(say("a whole number is needed here"))
    if not -BOUND <= value <= BOUND:
        raise Unreadable(say("a number must be between -1,000,000 and 1,000,000"))
    return value


def text(value: object) -> str:
    """Return a string that can be stored (no lone surrogates); raises Unreadable."""
    if not isinstance(value, str):
        raise Unreadable(say("a text is needed here"))
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise Unreadable(say("the text contains half a character (a lone surrogate)"))
    return value


class AsItIs:
    """A shape whose values are the same in a play as in the document."""

    __slots__ = ()

    def write(self, value: Any, people: People) -> object:
        """Return the value: it is JSON as it is."""
        return value


@dataclass(frozen=True, slots=True)
class Integer(AsItIs):
    """A whole number. The buttons of a form stop at `least`; a lower one can be typed, and the rules may refuse it."""

    least: int = 0

    def read(self, value: object, people: People) -> int:
        """Return `value` if it is a whole number within bounds; raises Unreadable."""
        return integer(value)


@dataclass(frozen=True, slots=True)
class Digit(Integer):
    """A whole number that people write with one digit, so that several can be written in a row: 116 or 1/1/6."""


@dataclass(frozen=True, slots=True)
class Deduction(Integer):
    """A whole number that boards and cards print with a minus: people type it with the minus or without."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A whole number, or a short sum kept as it was typed: 3+6−2 is a list in the document, in a play always a tuple.

    The buttons of a form stop at `least`, as those of an Integer.
    """

    least: int = 0

    def read(self, value: object, people: People) -> tuple[int, ...]:
        """Return what is added up: a list (or a tuple) of numbers, or one; raises Unreadable."""
        terms = read_list(list(value), Integer(), people) if isinstance(value, list | tuple) else (integer(value),)
        if not 1 <= len(terms) <= MAX_TERMS:
            raise Unreadable(say("a sum has 1 to {most} numbers", most=MAX_TERMS))
        integer(sum(terms))
        return terms

    def write(self, value: Sequence[int], people: People) -> object:
        """Return the number, or the list of those that are added up."""
        return list(value) if len(value) > 1 else value[0]


@dataclass(frozen=True, slots=True)
class Flag(AsItIs):
    """Yes or no."""

    def read(self, value: object, people: People) -> bool:
        """Return `value` if it is true or false; raises Unreadable."""
        if not isinstance(value, bool):
            raise Unreadable(say("true or false is needed here"))
        return value


@dataclass(frozen=True, slots=True)
class Word(AsItIs):
    """Any text. A form offers `words` with their `labels`; the rules may refuse others."""

    words: tuple[str, ...] = ()
    labels: tuple[Message, ...] = ()

    def read(self, value: object, people: People) -> str:
        """Return `value` if it is a text, one of the words or not; raises Unreadable."""
        return text(value)


@dataclass(frozen=True, slots=True)
class Choice(AsItIs):
    """One of a few words; `labels` are the same for people, in the same order."""

    words: tuple[str, ...]
    labels: tuple[Message, ...]

    def read(self, value: object, people: People) -> str:
        """Return `value` if it is one of the words; raises Unreadable."""
        word = text(value)
        if word not in self.words:
            raise Unreadable(say("{value} is not one of {words}", value=shortened(word), words=", ".join(self.words)))
        return word


@dataclass(frozen=True, slots=True)
class Colour(Choice):
    """The colour of a player, where players choose theirs."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: a name in the document, the number of a seat (from 0) in a play."""

    def read(self, value: object, people: People) -> int:
        """Return the seat of the named player; an unknown name is added to `people.unknown_names` and reads as 0."""
        if not isinstance(value, str):
            raise Unreadable(say("a player's name is needed here"))
        if value not in people.names:
            people.unknown_names.append(value)
            return 0
        return people.names.index(value)

    def write(self, value: int, people: People) -> object:
        """Return the name of the player at that seat."""
        return people.names[value]


@dataclass(frozen=True, slots=True)
class Several:
    """Some of the players, each once: names in the document, in a play their seats in order."""

    def read(self, value: object, people: People) -> tuple[int, ...]:
        """Return the seats of the named players, in order; raises Unreadable."""
        seats = read_list(value, Seat(), people)
        if len(set(seats)) < len(seats) and not people.unknown_names:
            raise Unreadable(say("this list contains duplicates"))
        return tuple(sorted(seats))

    def write(self, value: Sequence[int], people: People) -> object:
        """Return the names of the players."""
        return [people.names[seat] for seat in value]


def read_list(value: object, item: Shape, people: People) -> tuple[Any, ...]:
    """Return a JSON list as a tuple of what `item` reads; raises Unreadable."""
    if not isinstance(value, list):
        raise Unreadable(say("a list is needed here"))
    items = []
    for number, each in enumerate(value, 1):
        try:
            items.append(item.read(each, people))
        except Unreadable as error:
            raise error.within(number) from None
    return tuple(items)


@dataclass(frozen=True, slots=True)
class Many:
    """A list of values of one shape: a tuple in a play. It has `most` values at the most (None: any number)."""

    item: Shape
    most: int | None = None

    def read(self, value: object, people: People) -> tuple[Any, ...]:
        """Return the list as a tuple; raises Unreadable."""
        items = read_list(value, self.item, people)
        if self.most is not None and len(items) > self.most:
            raise Unreadable(say("a list of at most {most} is needed here", most=self.most))
        return items

    def write(self, value: Sequence[Any], people: People) -> object:
        """Return a list of what `item` writes for each value."""
        return [self.item.write(item, people) for item in value]


@dataclass(frozen=True, slots=True)
class PerSeat:
    """A list with one value for each player, in seat order, none twice: a tuple in a play."""

    item: Shape

    def read(self, value: object, people: People) -> tuple[Any, ...]:
        """Return the list as a tuple; raises Unreadable."""
        items = read_list(value, self.item, people)
        if len(items) != len(people.names):
            raise Unreadable(say("one for each of the {count} players is needed here", count=len(people.names)))
        if len(set(items)) < len(items):
            raise Unreadable(say("this list contains duplicates"))
        return items

    def write(self, value: Sequence[Any], people: People) -> object:
        """Return a list of what `item` writes for each value."""
        return [self.item.write(item, people) for item in value]


@dataclass(frozen=True, slots=True)
class ByPlayer:
    """A value for some or all players: an object by name in the document, a mapping by seat in a play."""

    item: Shape

    def read(self, value: object, people: People) -> Mapping[int, Any]:
        """Return the values by seat; an unknown name is added to `people.unknown_names`. Raises Unreadable."""
        if not isinstance(value, dict):
            raise Unreadable(say("a JSON object is needed here"))
        values = {}
        for name, item in value.items():
            seat = Seat().read(name, people)
            try:
                values[seat] = self.item.read(item, people)
            except Unreadable as error:
                raise error.within(name) from None
        return values

    def write(self, value: Mapping[int, Any], people: People) -> object:
        """Return the values by name."""
        return {people.names[seat]: self.item.write(item, people) for seat, item in value.items()}


@dataclass(frozen=True, slots=True)
class Field:
    """A named value of a play or an option.

    `name` is its key in the document, `label` is what people read. One that is not `required` can be left out. `hint`
    is shown beside it in a form. `attribute` is its name in the class of the play, where that is not `name`.
    """

    name: str
    shape: Shape
    label: Message
    required: bool = True
    hint: Message | None = None
    attribute: str = ""

    @property
    def inside(self) -> str:
        """The name of its attribute in the class of the play."""
        return self.attribute or self.name


PLAYER = Field("player", Seat(), say("Player"), attribute="seat")
"""Whose play it is: the field of every kind of play that belongs to a player; the play calls it `seat`."""


def read_fields(fields: Sequence[Field], raw: dict[str, Any], people: People, known: frozenset[str]) -> dict[str, Any]:
    """Return the values of `fields` that are in `raw`, by the names of the fields.

    `known` are further keys that `raw` may have; they are passed over. Raises Unreadable for a missing or unknown key
    and for what the shapes refuse.
    """
    values = {}
    for each in fields:
        if each.name in raw:
            try:
                values[each.name] = each.shape.read(raw[each.name], people)
            except Unreadable as error:
                raise error.within(each.name) from None
        elif each.required:
            raise Unreadable(say("{key} is missing", key=each.name))
    for key in raw:
        if key not in values and key not in known:
            raise Unreadable(say("an unknown key")).within(key)
    return values


@dataclass(frozen=True, slots=True)
class Record:
    """An object with fields of its own; in a play, a mapping by the names of the fields that were given.

    With `make`, a play holds an instance of this class instead: a frozen dataclass with an attribute for each field
    (`Field.inside`). An attribute that is None counts as left out.
    """

    fields: tuple[Field, ...]
    make: Callable[..., Any] | None = None

    def read(self, value: object, people: People) -> Any:
        """Return what a play holds: a mapping, or an instance of `make`; raises Unreadable."""
        if not isinstance(value, dict):
            raise Unreadable(say("a JSON object is needed here"))
        return self.made(read_fields(self.fields, value, people, frozenset()))

    def write(self, value: Any, people: People) -> object:
        """Return an object with the values that were given, in the order of the fields."""
        given = self.given(value)
        return {each.name: each.shape.write(given[each.name], people) for each in self.fields if each.name in given}

    def made(self, given: Mapping[str, Any]) -> Any:
        """Return what a play holds for the values that were given, by the names of the fields."""
        values = {each.inside: given[each.name] for each in self.fields if each.name in given}
        return self.make(**values) if self.make else given

    def given(self, value: Any) -> Mapping[str, Any]:
        """Return the values that were given, by the names of the fields; `value` is what a play holds."""
        if self.make is None:
            mapping: Mapping[str, Any] = value
            return mapping
        held = ((each.name, getattr(value, each.inside)) for each in self.fields)
        return {name: each for name, each in held if each is not None}
