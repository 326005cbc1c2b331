"""The sections of a game's rules page. Their texts are in the game's template `rules.html`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from .messages import Message

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Section(Generic[S]):
    """A collapsible section of a rules page: its `name` in URLs and its title.

    - The block `section_<name>` of the template, with underscores for hyphens, contains its text.
    - `explains`: codes of the refusals, remarks and slips that link to the section.
    - `there(state)`: whether the section applies to the game in this state.
    """

    name: str
    title: Message
    explains: tuple[str, ...] = ()
    there: Callable[[S], bool] = lambda state: True

    @property
    def block(self) -> str:
        return f"section_{self.name.replace('-', '_')}"


@dataclass(frozen=True, eq=False)
class Rules(Generic[S]):
    """The rules page of a game.

    - `sections`: all sections, in the order of the page.
    - `values(state)`: the template's variables by name, usually the same constants that scoring uses.
    - `asks`: names of the options that affect the rules. Without a game, the page offers them.
    - `by_players`: whether the rules depend on the number of players.
    - `scoring`: name of the section on final scoring, linked from the result page; empty for all sections.

    Without a game, `state` is the state before the first play.
    """

    sections: tuple[Section[S], ...] = ()
    values: Callable[[S], Mapping[str, object]] = lambda state: {}
    asks: tuple[str, ...] = ()
    by_players: bool = True
    scoring: str = ""

    def sections_in(self, state: S) -> tuple[Section[S], ...]:
        return tuple(section for section in self.sections if section.there(state))
