"""Fields and their shapes: the values that a field can hold, read from JSON and written to it.

A shape checks types only; the rules check the values. `people` are the names at the table, for shapes that contain a
player.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from .errors import Unreadable, shortened, unknown_key
from .messages import Message, many, say
from .numbers import rounded


def small_number(text: str, most: int) -> int | None:
    """Return the number from 0 to `most` written in ASCII digits, or None for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    value = int(text)
    return value if value <= most else None


BOUND = 1_000_000
"""Largest absolute value of a number."""
OUT_OF_BOUNDS = say("a number must be between -1,000,000 and 1,000,000")
MAX_TERMS = 20
"""Maximum number of terms in a typed sum."""


@dataclass(slots=True)
class People:
    """The names at a table in seat order, and the `unknown_names` found while reading."""

    names: tuple[str, ...]
    unknown_names: list[str] = field(default_factory=list)


class Shape(Protocol):
    def read(self, value: object, people: People) -> Any:
        """Return the value of a play for the JSON in `value`; raises Unreadable."""

    def write(self, value: Any, people: People) -> object:
        """Return the JSON for `value`, a value of a play; the reverse of `read`."""


def integer(value: object) -> int:
    """Return `value` if it is an integer from -1,000,000 to 1,000,000; raises Unreadable."""
    if type(value) is not int:
        raise Unreadable(say("a whole number is needed here"))
    if not -BOUND <= value <= BOUND:
        raise Unreadable(OUT_OF_BOUNDS)
    return value


def text(value: object) -> str:
    """Return `value` if it is a string that can be stored (no lone surrogates); raises Unreadable."""
    if not isinstance(value, str):
        raise Unreadable(say("a text is needed here"))
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise Unreadable(say("the text contains half a character (a lone surrogate)"))
    return value


class AsItIs:
    """A shape whose values are the same in a play as in the document."""

    __slots__ = ()

    def write(self, value: Any, people: People) -> object:
        return value


@dataclass(frozen=True, slots=True)
class Integer(AsItIs):
    """An integer. The buttons of a form stop at `least`; a lower number can be typed, and the rules may refuse it."""

    least: int = 0

    def read(self, value: object, people: People) -> int:
        return integer(value)


@dataclass(frozen=True, slots=True)
class Digit(Integer):
    """An integer usually written with one digit, so that several can be typed without separators: 116 or 1/1/6."""


@dataclass(frozen=True, slots=True)
class Deduction(Integer):
    """An integer printed with a minus sign on boards and cards; players type it with or without the sign."""


@dataclass(frozen=True, slots=True)
class _Term(AsItIs):
    """A number with at most `decimals` decimal places; an integer is an int."""

    decimals: int

    def read(self, value: object, people: People) -> float:
        if not self.decimals or type(value) is int:
            return integer(value)
        if type(value) is not float:
            raise Unreadable(say("a number is needed here"))
        if not -BOUND <= value <= BOUND:
            raise Unreadable(OUT_OF_BOUNDS)
        if round(value, self.decimals) != value:
            raise Unreadable(many("at most {count} decimal place", "at most {count} decimal places", self.decimals))
        return rounded(value)


@dataclass(frozen=True, slots=True)
class Sum:
    """A number, or a short sum kept as typed: 3+6−2 is a list in the document. A play always holds a tuple.

    The numbers have at most `decimals` decimal places (up to MAX_DECIMALS); integers are ints. The buttons of a form
    stop at `least`, as for an Integer.
    """

    least: int = 0
    decimals: int = 0

    def read(self, value: object, people: People) -> tuple[float, ...]:
        """Return the terms of a number, or of a list or tuple of numbers; raises Unreadable."""
        term = _Term(self.decimals)
        several = isinstance(value, list | tuple)
        terms = read_list(list(value), term, people) if several else (term.read(value, people),)  # type: ignore[call-overload]
        if not 1 <= len(terms) <= MAX_TERMS:
            raise Unreadable(say("a sum has 1 to {most} numbers", most=MAX_TERMS))
        term.read(rounded(sum(terms)), people)
        return terms

    def write(self, value: Sequence[float], people: People) -> object:
        """Return the only term as a number, or several terms as a list."""
        return list(value) if len(value) > 1 else value[0]


@dataclass(frozen=True, slots=True)
class Flag(AsItIs):
    def read(self, value: object, people: People) -> bool:
        if not isinstance(value, bool):
            raise Unreadable(say("true or false is needed here"))
        return value


@dataclass(frozen=True, slots=True)
class Word(AsItIs):
    """Any text. A form offers `words` with their `labels`; the rules may refuse other texts."""

    words: tuple[str, ...] = ()
    labels: tuple[Message, ...] = ()

    def read(self, value: object, people: People) -> str:
        """Return `value` if it is a text, even one not among the words; raises Unreadable."""
        return text(value)


@dataclass(frozen=True, slots=True)
class Choice(AsItIs):
    """One of a few words; `labels` are their texts on screens, in the same order."""

    words: tuple[str, ...]
    labels: tuple[Message, ...]

    def read(self, value: object, people: People) -> str:
        word = text(value)
        if word not in self.words:
            raise Unreadable(say("{value} is not one of {words}", value=shortened(word), words=", ".join(self.words)))
        return word


@dataclass(frozen=True, slots=True)
class Colour(Choice):
    """The colour of a player, if players choose their colours."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: a name in the document, a seat (from 0) in a play."""

    def read(self, value: object, people: People) -> int:
        """Return the seat of the named player; an unknown name is added to `people.unknown_names` and reads as 0."""
        if not isinstance(value, str):
            raise Unreadable(say("a player's name is needed here"))
        if value not in people.names:
            people.unknown_names.append(value)
            return 0
        return people.names.index(value)

    def write(self, value: int, people: People) -> object:
        return people.names[value]


@dataclass(frozen=True, slots=True)
class Several:
    """Some of the players, each once: a list of names in the document, a sorted tuple of seats in a play."""

    def read(self, value: object, people: People) -> tuple[int, ...]:
        seats = read_list(value, Seat(), people)
        if len(set(seats)) < len(seats) and not people.unknown_names:
            raise Unreadable(say("this list contains duplicates"))
        return tuple(sorted(seats))

    def write(self, value: Sequence[int], people: People) -> object:
        return [people.names[seat] for seat in value]


def read_list(value: object, item: Shape, people: People) -> tuple[Any, ...]:
    """Return a JSON list as a tuple of the values that `item` reads; raises Unreadable."""
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
class Apart:
    """Words that exclude each other, with the reason: only one of them can be chosen."""

    words: tuple[str, ...]
    reason: Message


@dataclass(frozen=True, slots=True)
class Many:
    """A list of values of one shape, up to `most` if given; a tuple in a play.

    `apart` are words of an option that exclude each other: forms unselect the others, `Rulebook.fault` refuses them.
    """

    item: Shape
    most: int | None = None
    apart: tuple[Apart, ...] = ()

    def read(self, value: object, people: People) -> tuple[Any, ...]:
        items = read_list(value, self.item, people)
        if self.most is not None and len(items) > self.most:
            raise Unreadable(say("a list of at most {most} is needed here", most=self.most))
        return items

    def write(self, value: Sequence[Any], people: People) -> object:
        return [self.item.write(item, people) for item in value]


@dataclass(frozen=True, slots=True)
class PerSeat:
    """A list of values, one for each player in seat order; a tuple in a play. With `distinct`, all of them differ."""

    item: Shape
    distinct: bool = True

    def read(self, value: object, people: People) -> tuple[Any, ...]:
        items = read_list(value, self.item, people)
        if len(items) != len(people.names):
            raise Unreadable(say("one for each of the {count} players is needed here", count=len(people.names)))
        if self.distinct and len(set(items)) < len(items):
            raise Unreadable(say("this list contains duplicates"))
        return items

    def write(self, value: Sequence[Any], people: People) -> object:
        return [self.item.write(item, people) for item in value]


@dataclass(frozen=True, slots=True)
class ByPlayer:
    """Values of some or all players: an object by name in the document, a mapping by seat in a play."""

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
        return {people.names[seat]: self.item.write(item, people) for seat, item in value.items()}


@dataclass(frozen=True, slots=True)
class Field:
    """A named value of a play or an option.

    `name` is the key in the document, `label` the name on screens. A field can be omitted unless it is `required`.
    `hint` is shown beside the field in a form. `attribute` is the name of the attribute in the play's class, if it
    differs from `name`.
    """

    name: str
    shape: Shape
    label: Message
    required: bool = True
    hint: Message | None = None
    attribute: str = ""

    @property
    def inside(self) -> str:
        return self.attribute or self.name


PLAYER = Field("player", Seat(), say("Player"), attribute="seat")
"""The player's field, in every kind of play that belongs to a player. The attribute of the play is `seat`."""


def read_fields(fields: Sequence[Field], raw: dict[str, Any], people: People, known: frozenset[str]) -> dict[str, Any]:
    """Return the values of `fields` in `raw`, by field name.

    `raw` may also have the keys in `known`, which are ignored. Raises Unreadable for a missing or unknown key, and for
    a value that its shape refuses.
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
            raise unknown_key(key)
    return values


@dataclass(frozen=True, slots=True)
class Record:
    """An object with fields; in a play, a mapping of the given values by field name.

    With `make`, a play holds an instance of this class instead: a frozen dataclass with an attribute for each field
    (`Field.inside`). An attribute with the value None counts as omitted. A `lenient` object can lack required fields,
    and an empty form is an empty object: the rules refuse it.
    """

    fields: tuple[Field, ...]
    make: Callable[..., Any] | None = None
    lenient: bool = False

    def read(self, value: object, people: People) -> Any:
        if not isinstance(value, dict):
            raise Unreadable(say("a JSON object is needed here"))
        needed = [replace(each, required=False) for each in self.fields] if self.lenient else self.fields
        return self.made(read_fields(needed, value, people, frozenset()))

    def write(self, value: Any, people: People) -> object:
        """Return an object with the given values, in the order of the fields."""
        given = self.given(value)
        return {each.name: each.shape.write(given[each.name], people) for each in self.fields if each.name in given}

    def made(self, given: Mapping[str, Any]) -> Any:
        """Return the mapping or instance of `make` for values given by field name."""
        values = {each.inside: given[each.name] for each in self.fields if each.name in given}
        return self.make(**values) if self.make else given

    def given(self, value: Any) -> Mapping[str, Any]:
        """Return the given values by field name; the reverse of `made`."""
        if self.make is None:
            mapping: Mapping[str, Any] = value
            return mapping
        held = ((each.name, getattr(value, each.inside)) for each in self.fields)
        return {name: each for name, each in held if each is not None}
