"""A kind of play, which owns its verbs: how it is carried out, described, asked about and filled in beforehand."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Generic, TypeVar

from .fields import PLAYER, Field
from .messages import N_, Message, say
from .table import Recalled, Summary, Table

S = TypeVar("S")
"""The state of a title: all that its plays have come to."""
P = TypeVar("P")
"""A play: a frozen dataclass with attributes named like the fields of its kind. Plays that are equal mean the same."""

END_HERE, ENDED_EARLY = say("End the game here"), Summary(say("Ended early"))


@dataclass(frozen=True, slots=True)
class Kind(Generic[S, P]):
    """A kind of play: its name in the document, the class that holds it, its fields, and its verbs.

    - `label`: what entering one does ("Send agent");
    - `apply(state, play, number)`: the state after play `number` (from 1); raises IllegalPlay; never asks whose turn
      it is nor whether the game is over;
    - `describe(before, play, after)`: what a legal play does, what is odd about it and what was perhaps overlooked (by
      default what it is called);
    - `title`: what to call a play, legal or not, with whose it is in `{player}`: "Zampano's tally"; or a function of
      table and play that says so (by default the label);
    - `prefill(state, seat, recalled)`: the play that a form begins from, or None for an empty form. With `recalls`,
      `recalled` has the plays of this kind in the last few other games of the title;
    - `making_room(state, play)`: plays of other players that free what this one wants. Entered before it, in this
      order, they make it legal, unless something else forbids it;
    - `question(state, play, at_once)`: what is asked before a legal play is entered at the end of the log, or None.
      `at_once`: it comes within two seconds of the last change, so that it may be a tap that fell twice.

    With `in_turn`, a play that is entered on another's turn gets a remark. Of the fields named in `either` exactly one
    is given. `has_player`: a play of this kind belongs to a player. One that does not concerns the whole table or, with
    `other`, the one of that number (from 0) in `Seats.others`. With `replaces`, a play overrides an earlier one of the
    same kind and seat.
    """

    name: str
    make: type[P]
    label: Message
    apply: Callable[[S, P, int], S]
    _: KW_ONLY
    fields: tuple[Field, ...] = ()
    describe: Callable[[S, P, S], Summary] | None = None
    title: str | Callable[[Table, P], Message] = ""
    prefill: Callable[[S, int, Recalled], P | None] = lambda state, seat, recalled: None
    recalls: bool = False
    question: Callable[[S, P, bool], Message | None] = lambda state, play, at_once: None
    making_room: Callable[[S, P], tuple[object, ...]] = lambda state, play: ()
    in_turn: bool = False
    replaces: bool = False
    either: tuple[str, ...] = ()
    other: int | None = None
    has_player: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "has_player", any(each.name == PLAYER.name for each in self.fields))

    @property
    def ends_game(self) -> bool:
        """Whether the table agrees with it to end here."""
        return self.make is Stop

    def seat(self, play: P) -> int | None:
        """Return the seat whose play it is, or None for one that concerns the whole table."""
        return getattr(play, PLAYER.inside) if self.has_player else None

    def value(self, play: P, field: Field) -> Any:
        """Return what a play holds for one of its fields; None for what was left out."""
        return getattr(play, field.inside)

    def values(self, play: P) -> Mapping[str, Any]:
        """Return all that a play holds, by the names of the fields."""
        return {field.name: self.value(play, field) for field in self.fields}

    def play(self, values: Mapping[str, Any]) -> P:
        """Return the play that holds these values, by the names of the fields."""
        inside = {field.name: field.inside for field in self.fields}
        return self.make(**{inside[name]: value for name, value in values.items()})


@dataclass(frozen=True, slots=True)
class Stop:
    """The table agrees to end here."""


def stop(
    apply: Callable[[S], S],
    *,
    label: Message = END_HERE,
    title: str = N_("the early end"),
    summary: Summary = ENDED_EARLY,
) -> Kind[S, Stop]:
    """Return the kind of play with which a table agrees to end here.

    `apply(state)` is the state in which the game is over; it raises IllegalPlay where that cannot be yet. `title` is
    what it is called in the list of all changes; undoing it is called "Reopen the game".
    """
    return Kind(
        "stop",
        Stop,
        label,
        lambda state, stop, number: apply(state),
        describe=lambda before, stop, after: summary,
        title=title,
    )
