"""A game's rules: the table of their sections; their text is the game's template `rules.html`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from .messages import Message

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Section(Generic[S]):
    """A section that folds: its `name` in addresses, its title, and whether it is `there` in a state.

    - its text is the block `section_<name>` of the template, with underscores for hyphens;
    - `explains`: the codes of the refusals, remarks and slips that link to it.
    """

    name: str
    title: Message
    explains: tuple[str, ...] = ()
    there: Callable[[S], bool] = lambda state: True

    @property
    def block(self) -> str:
        """The name of the template's block with the text."""
        return f"section_{self.name.replace('-', '_')}"


@dataclass(frozen=True, eq=False)
class Rules(Generic[S]):
    """The rules of a game.

    - `sections`: all of them, in the order of the page;
    - `values(state)`: what the template shows in them, by name: numbers from the constants that also score;
    - `scoring`: the name of the section on final scoring, to which the result page links ("": to all sections);
    - `asks`: the names of the options on which the rules depend; without a game, the page asks for them;
    - `by_players`: whether the rules depend on the number of players.

    Without a game, `state` is the one before the first play.
    """

    sections: tuple[Section[S], ...] = ()
    values: Callable[[S], Mapping[str, object]] = lambda state: {}
    asks: tuple[str, ...] = ()
    by_players: bool = True
    scoring: str = ""

    def sections_in(self, state: S) -> tuple[Section[S], ...]:
        """Return the sections for the number of players and the options in this state."""
        return tuple(section for section in self.sections if section.there(state))

    def section_on(self, state: S, code: str) -> Section[S] | None:
        """Return the section that explains refusals, remarks or slips with this code, or None."""
        return next((section for section in self.sections_in(state) if code in section.explains), None)
