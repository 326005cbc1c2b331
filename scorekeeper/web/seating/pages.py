"""The values of the pages on which people sit down, or the players of a game are changed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from ...core.document import seats_fault
from ...core.messages import Message, isolated, say
from ...core.rulebook import First, Option, Rulebook, Sitting
from ...storage.rows import PeopleChange
from ..forms.submission import new_entry_key
from ..game.page import GamePage
from ..people.sentences import describe
from .form import Seating, choice
from .pad_form import PadForm
from .suggestions import Suggestion

Choices = tuple[Option, Sequence[tuple[str, Message]]]


@dataclass(frozen=True)
class BeginPage:
    """The page of a new game: the form as it is, and the `known` players who do not sit there yet.

    `winner` is who of those at the table won most recently, if the title lets the winner begin. `changed` is what was
    just done to a suggested name, and can be undone. `places` are offered; `place_offered`: the place in the form was
    taken from the last game.
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
        """The options that each seat chooses for itself, with the words to choose from and their labels."""
        return _choices(self.seating)

    @property
    def missing(self) -> Message | None:
        """What is missing before the game can begin; None if the form says so already."""
        return (
            None if self.seating.faults.get("players") else seats_fault(len(self.seating.rows), self.seating.rulebook)
        )

    @property
    def editing(self) -> bool:
        return any(each.edited for each in self.known)

    @property
    def change_said(self) -> Message | None:
        return describe(self.changed) if self.changed else None

    @cached_property
    def sitting(self) -> Sitting:
        """The rule of who sits first, by the options as they are filled in."""
        return self.seating.sitting

    @property
    def by_options(self) -> bool:
        """Whether the rule of who sits first depends on the options."""
        return self.rulebook.seats.by_options is not None

    @property
    def can_draw(self) -> bool:
        """Whether the order of play can be drawn: the title does so, and there are several players."""
        return self.sitting.first is First.DRAWN and len(self.seating.rows) > 1

    @property
    def first(self) -> int | None:
        """The row of whoever won most recently and should begin; None if they sit first already, or nobody did."""
        names = [row.name.casefold() for row in self.seating.rows]
        return names.index(self.winner.casefold()) or None if self.winner else None

    @property
    def who_begins(self) -> Message | None:
        """The sentence who won most recently, and so begins or would begin; None if that does not matter."""
        if self.winner is None:
            return None
        if self.first is None:
            return say("{player} won most recently and begins.", player=self.winner)
        names = [row.name for row in self.seating.rows]
        order = ", ".join(map(isolated, names[self.first :] + names[: self.first]))
        return say("{player} won most recently and would begin: {players}.", player=self.winner, players=order)


@dataclass(frozen=True)
class AnotherPage:
    """The page of another game: pads that were `played` here, those that are `ready`, and the form for a new one."""

    template: ClassVar[str] = "seating/another.html"
    form: PadForm
    played: Sequence[Rulebook[Any]]
    ready: Sequence[Rulebook[Any]]
    notice: Message | None = None


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A play that would not stand with the changed players: its number and label, the reason, and the reason's code."""

    number: int
    label: Message
    reason: Message
    code: str


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayersPage(GamePage):
    """The page on which the players of a game are changed, with the plays `in_the_way` of the change.

    `known` are names of people who do not sit there. `here_only`: a new name is another person, not the same renamed.
    """

    frame: str = "seating/players.html"
    seating: Seating
    known: Sequence[str] = ()
    here_only: bool = False
    in_the_way: Sequence[InTheWay] = ()

    @property
    def seat_options(self) -> Sequence[Choices]:
        """The options that each seat chooses for itself, with the words to choose from and their labels."""
        return _choices(self.seating)


def _choices(seating: Seating) -> Sequence[Choices]:
    shapes = [(option, choice(option)) for option in seating.rulebook.seat_options]
    return [(option, list(zip(shape.words, shape.labels, strict=True))) for option, shape in shapes]
