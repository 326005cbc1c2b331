"""A title's rules at hand: what is looked up while playing, in short sections, as data.

A title makes them from the constants that its rules reckon with, so that a number stands in one place; the shared page
draws them and knows no title.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .messages import Message

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sign or a small drawing of the title's own: the macro `name` in its `drawings.html`, which gets `values`.

    `says` is what it shows, in words: whoever does not see it has that instead. With `named` everybody reads it, beside
    the drawing: the name of a sign.
    """

    name: str
    says: Message
    values: Mapping[str, object] = field(default_factory=dict)
    named: bool = False


Cell = Message | Drawing | int | str
"""What stands in a table of the rules; a text is the same in every language ("0/1/2")."""


@dataclass(frozen=True, slots=True)
class Points:
    """What holds, one sentence or two each; with `steps` they are done one after the other, and numbered."""

    items: tuple[Message, ...]
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: what it is about, the `head` of its columns, and its rows; the first cell of a row names the row."""

    caption: Message
    head: tuple[Message, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """Where our ruling decides: what the rulebook leaves `open`, what we do, and why."""

    open: Message
    decided: Message
    why: Message


Block = Points | Grid | Ruling | Drawing


@dataclass(frozen=True, slots=True)
class Section:
    """A section that folds: its `name` in addresses, its title, and what stands in it.

    `explains`: the codes of the refusals, remarks and slips that lead here.
    """

    name: str
    title: Message
    blocks: tuple[Block, ...]
    explains: tuple[str, ...] = ()


def no_sections(state: object) -> tuple[Section, ...]:
    """Return nothing: there is nothing to look up."""
    return ()


@dataclass(frozen=True, eq=False)
class Rules(Generic[S]):
    """The rules at hand.

    - `sections(state)`: what is looked up at the table in this state, for so many players and these options; for a
      game that has not begun it is the state before the first play;
    - `scoring`: the name of the section that the result leads to: what counts at the end. "" is all of them;
    - `asks`: the options, by name, that it depends on: without a game the page asks for them;
    - `by_players`: whether it depends on how many play.
    """

    sections: Callable[[S], tuple[Section, ...]] = no_sections
    asks: tuple[str, ...] = ()
    by_players: bool = True
    scoring: str = ""

    @property
    def there(self) -> bool:
        """Whether there is anything to look up."""
        return self.sections is not no_sections

    def section_on(self, state: S, code: str) -> Section | None:
        """Return the section that a refusal, remark or slip with this code comes from, if there is one."""
        return next((section for section in self.sections(state) if code in section.explains), None)
