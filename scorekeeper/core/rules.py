"""A title's rules at hand: what is looked up while playing, in short sections, as data.

A title makes them from the same constants with which it scores, so that each number stands in one place. One page draws
the rules of all titles.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .messages import Message

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sign or a small drawing of the title's own: the macro `name` in its `drawings.html`, which gets `values`.

    `says` is what it shows, in words, for those who cannot see it. With `named`, `says` stands beside the drawing for
    everybody, such as the name of a sign.
    """

    name: str
    says: Message
    values: Mapping[str, object] = field(default_factory=dict)
    named: bool = False


Cell = Message | Drawing | int | str
"""What stands in a cell of a Grid; a `str` is not translated ("0/1/2")."""


@dataclass(frozen=True, slots=True)
class Points:
    """A list of rules, a sentence or two each; with `steps` they are done in this order, and numbered."""

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
    """A ruling of ours: what the rulebook leaves `open`, what is `decided` here, and why."""

    open: Message
    decided: Message
    why: Message


Block = Points | Grid | Ruling | Drawing


@dataclass(frozen=True, slots=True)
class Section:
    """A section that folds: its `name` in addresses, its title, and the blocks in it.

    `explains`: the codes of the refusals, remarks and slips that link to it.
    """

    name: str
    title: Message
    blocks: tuple[Block, ...]
    explains: tuple[str, ...] = ()


def no_sections(state: object) -> tuple[Section, ...]:
    """Return no sections: the title has no rules to look up."""
    return ()


@dataclass(frozen=True, eq=False)
class Rules(Generic[S]):
    """The rules at hand.

    - `sections(state)`: what holds for the number of players and the options of the table in this state; without a
      game, `state` is the one before the first play;
    - `scoring`: the name of the section on the final scoring, to which the page of the result links ("": to them all);
    - `asks`: the names of the options on which the sections depend: without a game, the page asks for them;
    - `by_players`: whether the sections depend on the number of players.
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
        """Return the section that explains refusals, remarks or slips with this code, or None."""
        return next((section for section in self.sections(state) if code in section.explains), None)
