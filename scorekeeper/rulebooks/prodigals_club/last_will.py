"""Last Will, which replaces the possessions: pounds, and the market values of properties."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.fields import PLAYER, Field, Integer, Many
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Kind
from ...core.table import Recalled, Summary, Table
from . import purse
from .purse import COINS, PURSES, Purse, Purses
from .state import Competition, StartNumber, State, check_not_negative, reckoned

POUNDS = StartNumber(purse.POUNDS, dict.fromkeys((2, 3, 4, 5), 70))
"""Pounds at the start. Source: "Playing The Prodigals Club with Last Will", "Player Setup"."""

HAND_LIMIT = 5
"""Cards kept at the end of a round. Source: "Playing The Prodigals Club with Last Will", "End of Round"."""


@dataclass(frozen=True, slots=True)
class Properties:
    """The market values of all properties that the player at `seat` holds now."""

    seat: int
    values: tuple[int, ...]


def apply(state: State, play: Properties, number: int) -> State:
    name = state.table.players[play.seat]
    refused = N_("{player} cannot hold a property of {number}: no market value is below 0.")
    check_not_negative(play.values, "values", refused, player=name)
    return purse.hold(state, play.seat, play.values)


def describe(before: State, play: Properties, after: State) -> Summary:
    name = before.table.players[play.seat]
    if not play.values:
        return Summary(say("{player} holds no properties", player=name), say("Debt is possible from now on"))
    headline = many(
        "{player} holds a property of {values}",
        "{player} holds properties of {values}",
        len(play.values),
        player=name,
        values=play.values,
    )
    return Summary(headline, reckoned(play.values) if len(play.values) > 1 else None)


def prefill(state: State, seat: int, recalled: Recalled) -> Properties | None:
    held = PURSES.of(state).held[seat]
    return None if held is None else Properties(seat, held)


def stored(state: State, play: Properties, given: str) -> Properties:
    """Return the play without values if a player without properties enters only 0, otherwise unchanged."""
    held = PURSES.of(state).held[play.seat] if PURSES.there(state) else None
    return play if held or any(play.values) else Properties(play.seat, ())


PROPERTIES = Kind(
    "properties",
    Properties,
    say("Properties"),
    apply,
    fields=(PLAYER, Field("values", Many(Integer()), say("Market values"), hint=say("Of every property held"))),
    describe=describe,
    title=N_("{player}'s real estate"),
    prefill=prefill,
    stored=stored,
    overrides=lambda play, kind: kind == "properties",
)


class LastWill(Competition):
    name = "last-will"
    label = say("Last Will")
    kinds = (COINS, PROPERTIES)
    part = PURSES
    start_number = POUNDS
    unknown = N_("The properties of {players} were never entered.")
    awaits = say("properties")

    def start(self, table: Table, taken: Sequence[int]) -> Purses:
        """Return the purses at the start; `taken` is 0 for every seat, because Last Will has no handicaps."""
        return purse.start(POUNDS.of(table), taken)

    def starts_with(self, state: State, seat: int) -> tuple[Message, ...]:
        return (purse.pounds_in_words(state, seat),)

    def score(self, state: State, seat: int) -> int | None:
        """Return pounds and market values. Source: "Playing The Prodigals Club with Last Will", "End of Game"."""
        held = PURSES.of(state).held[seat]
        return None if held is None else PURSES.of(state).pounds[seat] + sum(held)

    def entry(self, state: State, seat: int) -> Purse:
        pounds, held = PURSES.of(state).pounds[seat], PURSES.of(state).held[seat]
        if held is None:
            return Purse(pounds, (), say("pounds {pounds}; which properties are held?", pounds=pounds), known=False)
        total = say(
            "pounds {pounds} + properties {values} = {score}",
            pounds=pounds,
            values=sum(held),
            score=pounds + sum(held),
        )
        return Purse(pounds, tuple(sorted(held, reverse=True)), total)


LAST_WILL = LastWill()
