"""A kind of play: what it holds, and how it is carried out, described, asked about and filled in beforehand."""

from collections.abc import Callable, Collection, Mapping
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
    """A kind of play: its `name` in the document, the class `make` of its plays, its fields, and its functions.

    - `label`: what entering a play is called ("Send agent"), as a button says it;
    - `apply(state, play, number)`: the state after play `number` (from 1); raises IllegalPlay. It need not ask whose
      turn it is, nor whether the game is over;
    - `describe(before, play, after)`: what a legal play does, what is odd about it and what was perhaps overlooked. By
      default its title;
    - `title`: what a play is called, legal or not: a text with the player's name in `{player}` ("{player}'s tally"), or
      a function of table and play. By default the label;
    - `prefill(state, seat, recalled)`: the play that the form of a seat begins from, or None for an empty form. With
      `recalls`, `recalled` has the plays of this kind in the last few other games of the title; otherwise it is empty;
    - `spent(state, seat)`: words of its choices with which that seat can enter nothing more; its form does not
      offer them;
    - `making_room(state, play)`: plays of others that give up what this one claims of theirs. Entered before it, in
      this order, they make it legal, unless something else forbids it;
    - `filled(state, play)`: the play with which the form of `play` is filled in, such as the numbers that a change
      results in. By default `play`;
    - `stored(state, play, given)`: the play that is entered for one read from a form, such as the change that results
      in its numbers. `given` names the field of `either` in the play that is corrected, "" for a new one. By default
      `play`;
    - `overrides(play, kind)`: whether earlier plays of that kind (a name) and the same seat have no effect from this
      play on. By default never;
    - `question(state, play, at_once)`: what is asked before a legal play is entered at the end of the log, or None.
      `at_once`: the last change was within two seconds, so that somebody may have tapped twice by mistake.

    With `in_turn`, a play that is entered on another's turn gets a remark. With `replaces`, a play takes the place of
    the earlier one of the same kind and seat. Of the optional fields named in `either`, exactly one is given. `cell`
    names a field that is a Choice: the title has a sheet with a row for each of its words, in which each player has a
    cell for one play; a row's figures are the parts of the score of that name. `has_player` (set from the fields): a
    play belongs to a player. Without a player it concerns the whole table or, with `other`, somebody who is no player:
    the one with that index in `Seats.others`.
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
    spent: Callable[[S, int], Collection[str]] = lambda state, seat: ()
    question: Callable[[S, P, bool], Message | None] = lambda state, play, at_once: None
    filled: Callable[[S, P], P] = lambda state, play: play
    stored: Callable[[S, P, str], P] = lambda state, play, given: play
    overrides: Callable[[P, str], bool] = lambda play, kind: False
    making_room: Callable[[S, P], tuple[object, ...]] = lambda state, play: ()
    cell: str = ""
    in_turn: bool = False
    replaces: bool = False
    either: tuple[str, ...] = ()
    other: int | None = None
    has_player: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "has_player", any(each.name == PLAYER.name for each in self.fields))

    @property
    def ends_game(self) -> bool:
        """Whether it is the kind with which the table agrees to end the game."""
        return self.make is Stop

    def seat(self, play: P) -> int | None:
        """Return the seat whose play it is, or None for one that belongs to no player."""
        return getattr(play, PLAYER.inside) if self.has_player else None

    def value(self, play: P, field: Field) -> Any:
        """Return what a play holds for one of its fields."""
        return getattr(play, field.inside)

    def values(self, play: P) -> Mapping[str, Any]:
        """Return all that a play holds, by the names of the fields."""
        return {field.name: self.value(play, field) for field in self.fields}

    def given(self, play: P) -> str:
        """Return the field of `either` that a play has; "" for a kind without them."""
        return next((name for name in self.either if self.values(play)[name] is not None), "")

    def play(self, values: Mapping[str, Any]) -> P:
        """Return the play that holds these values, by the names of the fields."""
        inside = {field.name: field.inside for field in self.fields}
        return self.make(**{inside[name]: value for name, value in values.items()})


@dataclass(frozen=True, slots=True)
class Stop:
    """The play with which a table agrees to end the game here."""


def stop(
    apply: Callable[[S], S],
    *,
    label: Message = END_HERE,
    title: str = N_("the early end"),
    summary: Summary = ENDED_EARLY,
) -> Kind[S, Stop]:
    """Return the kind of play with which a table agrees to end here.

    `apply(state)` is the state in which the game is over; it raises IllegalPlay if the game cannot end yet. `title` is
    what the play is called in the list of all changes, `summary` what it does.
    """
    return Kind(
        "stop",
        Stop,
        label,
        lambda state, stop, number: apply(state),
        describe=lambda before, stop, after: summary,
        title=title,
    )
