"""The page on which people sit down."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...core.document import seats_fault
from ...core.messages import Message, isolated, say
from ...core.rulebook import First, Option, Rulebook, Sitting
from ...storage.rows import PeopleChange
from ..forms.submission import new_entry_key
from ..game.page import GamePage
from ..people.sentences import describe
from .form import Seating, choice
from .suggestions import Suggestion

Choices = tuple[Option, Sequence[tuple[str, Message]]]


@dataclass(frozen=True)
class BeginPage:
    """Who sits down to what: the form as it is, and the known players who do not sit there yet.

    `winner` is who of those at the table won most recently, where that says who begins; `changed` what was done to a
    name that is suggested, and can be taken back. `places` are offered; `place_offered`: the one that is filled in is
    that of the last game.
    """

    seating: Seating
    known: Sequence[Suggestion]
    notice: Message | str | None = None
    winner: str | None = None
    changed: PeopleChange | None = None
    places: Sequence[str] = ()
    place_offered: bool = False
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def rulebook(self) -> Rulebook[Any]:
        return self.seating.rulebook

    @property
    def template(self) -> Sequence[str]:
        return [f"rulebooks/{self.rulebook.slug}/begin.html", "seating/begin.html"]

    @property
    def options(self) -> Sequence[Choices]:
        """The options that each seat has of its own, with the words to choose from and what they are called."""
        return _choices(self.seating)

    @property
    def missing(self) -> Message | None:
        """What is missing before the game can begin, unless that is said as a fault already."""
        return None if self.seating.faults else seats_fault(len(self.seating.rows), self.seating.rulebook)

    @property
    def editing(self) -> bool:
        """Whether a name that is suggested is being corrected."""
        return any(each.edited for each in self.known)

    @property
    def change_said(self) -> Message | None:
        return describe(self.changed) if self.changed else None

    @cached_property
    def sitting(self) -> Sitting:
        """Who sits first, with the options as they are filled in."""
        return self.seating.sitting

    @property
    def by_options(self) -> bool:
        """Whether that depends on the options."""
        return self.rulebook.seats.by_options is not None

    @property
    def can_draw(self) -> bool:
        """Whether there is an order of play to be drawn, or to be kept."""
        return self.sitting.first is First.DRAWN and len(self.seating.rows) > 1

    @property
    def first(self) -> int | None:
        """The row of whoever won most recently, where they would begin and do not sit first."""
        names = [row.name.casefold() for row in self.seating.rows]
        return names.index(self.winner.casefold()) or None if self.winner else None

    @property
    def who_begins(self) -> Message | None:
        """Who won most recently, and therefore begins or would."""
        if self.winner is None:
            return None
        if self.first is None:
            return say("{player} won most recently and begins.", player=self.winner)
        names = [row.name for row in self.seating.rows]
        order = ", ".join(map(isolated, names[self.first :] + names[: self.first]))
        return say("{player} won most recently and would begin: {players}.", player=self.winner, players=order)


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A play that would not stand at the new table: its number, what it is called, why not, and the code of that."""

    number: int
    label: Message
    reason: Message
    code: str


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayersPage(GamePage):
    """Who sits at a game, to be put right: the form as it is, and the plays in the way of it.

    `known` are people who do not sit there; `here_only` says that new names are other people's.
    """

    frame: str = "seating/players.html"
    seating: Seating
    known: Sequence[str] = ()
    here_only: bool = False
    in_the_way: Sequence[InTheWay] = ()

    @property
    def seat_options(self) -> Sequence[Choices]:
        """The options that each seat has of its own, with the words to choose from and what they are called."""
        return _choices(self.seating)


def _choices(seating: Seating) -> Sequence[Choices]:
    shapes = [(option, choice(option)) for option in seating.rulebook.seat_options]
    return [(option, list(zip(shape.words, shape.labels, strict=True))) for option, shape in shapes]
