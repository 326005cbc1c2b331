"""Pounds, and the values of things held: shared by the possessions and Last Will."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.fields import PLAYER, Field, Integer
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Kind
from ...core.table import Summary
from .state import Part, State, put, reckoned


@dataclass(frozen=True, slots=True)
class Coins:
    """A change of the pounds of the player at `seat`: by `change` (negative for spending), or to the number `to`."""

    seat: int
    change: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Purses:
    """The `pounds` by seat, and the values of the tiles or properties `held` by seat, None until entered."""

    pounds: tuple[int, ...]
    held: tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Purse:
    """A seat's `pounds`, the `values` of its tiles or properties from the highest down, and its score as a `sum`.

    While the values are not `known`, `complete` is the number of values to enter (None for any number).
    """

    pounds: int
    values: tuple[int, ...]
    sum: Message
    complete: int | None = None
    known: bool = True


PURSES: Part[Purses] = Part("purses")

MAX_SPENT = 40
"""Pounds spent at once above which a question is asked: slightly more than in any round of the recorded games."""

POUNDS = Field("pounds", Integer(), say("Pounds"), required=False)


def start(pounds: int, taken: Sequence[int]) -> Purses:
    """Return the purses at the start; each handicap `taken` (by seat) adds a pound. Source: "Take Handicaps"."""
    return Purses(tuple(pounds + more for more in taken), (None,) * len(taken))


def pounds_in_words(state: State, seat: int) -> Message:
    return many("{count} pound", "{count} pounds", PURSES.of(state).pounds[seat])


def hold(state: State, seat: int, values: tuple[int, ...], income: int = 0) -> State:
    purses = PURSES.of(state)
    pounds = put(purses.pounds, seat, purses.pounds[seat] + income)
    return PURSES.put(state, Purses(pounds, put(purses.held, seat, values)))


def after(state: State, play: Coins) -> int:
    """Return the pounds of the player after the play.

    A player who holds anything, or may hold something not entered yet, cannot go into debt or deeper into it.
    Source: "Spend Money", "Scoring".
    """
    if play.to is not None:
        return play.to
    purses, change = PURSES.of(state), play.change or 0
    before = purses.pounds[play.seat]
    if change >= 0 or purses.held[play.seat] == ():
        return before + change
    return max(before + change, min(before, 0))


def apply(state: State, play: Coins, number: int) -> State:
    purses = PURSES.of(state)
    return PURSES.put(state, Purses(put(purses.pounds, play.seat, after(state, play)), purses.held))


def question(state: State, play: Coins, at_once: bool) -> Message | None:
    before, now = PURSES.of(state).pounds[play.seat], after(state, play)
    if before - now <= MAX_SPENT:
        return None
    name = state.table.players[play.seat]
    return say("{player}'s pounds fall from {before} to {after}?", player=name, before=before, after=now)


def describe(before: State, play: Coins, after: State) -> Summary:
    """Return the pounds taken or spent, and the reason if they are fewer than entered."""
    name, was, now = (before.table.players[play.seat], *(PURSES.of(each).pounds[play.seat] for each in (before, after)))
    if play.change is None:
        return Summary(many("{player} has {count} pound", "{player} has {count} pounds", now, player=name))
    if now == was:
        headline = say("{player} spends nothing", player=name)
    elif now < was:
        headline = many("{player} spends {count} pound", "{player} spends {count} pounds", was - now, player=name)
    else:
        headline = many("{player} takes {count} pound", "{player} takes {count} pounds", now - was, player=name)
    if now != was + play.change:
        return Summary(headline, _no_debt(before, play, was))
    if now < 0 and play.change < 0:
        debt = say("{sum}: in debt, with nothing left to hold", sum=reckoned((was, play.change)))
        return Summary(headline, debt)
    return Summary(headline, reckoned((was, play.change)))


def _no_debt(state: State, play: Coins, before: int) -> Message:
    """Return the reason for spending less. Source: "Scoring", "While you have possessions, you cannot go into debt"."""
    known = PURSES.of(state).held[play.seat] is not None
    why = (
        say("no debt while the player holds tiles or properties")
        if known
        else say("no debt until tiles or properties are entered")
    )
    if before < 0:
        return say("The debt stays at {debt}: {why}", debt=-before, why=why)
    return say("Spending {wanted} stops at 0: {why}", wanted=-(play.change or 0), why=why)


COINS = Kind(
    "coins",
    Coins,
    say("Pounds"),
    apply,
    fields=(
        PLAYER,
        Field("change", Integer(), say("Change"), required=False, hint=say("−2 for two pounds spent")),
        Field("to", Integer(), say("New number"), required=False),
    ),
    describe=describe,
    question=question,
    title=N_("{player}'s purse"),
    exactly_one_of=("change", "to"),
    overrides=lambda play, kind: kind in ("coins", "sell", "exchange") and play.to is not None,
)
