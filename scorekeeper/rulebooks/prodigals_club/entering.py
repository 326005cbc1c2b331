"""What the pages need while something is entered: buttons with what they come to, what a form begins from, previews."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.errors import IllegalPlay
from ...core.messages import Message, say
from ...core.rulebook import Telling
from .paper import Holdings, holdings
from .plays import Coins, EndRound, HydePark, Influence, Possessions, ProdigalsPlay, Properties, Votes
from .rules import State, apply, hyde_park, pounds_after, rewarded_ranks, votes_after
from .setup import MOST_VOTES, REWARDS_AT_THE_END, ROUNDS_AT_THE_END
from .telling import tell

STEPS = (-1, -2, -3, -4, 1)
"""The changes of votes and of pounds that a button enters; others are typed."""


@dataclass(frozen=True, slots=True)
class Step:
    """A button: the `change` it enters, the number that comes `after` it, and `said`, what happens."""

    change: int
    after: int
    said: Message


@dataclass(frozen=True, slots=True)
class Entry:
    """What a seat has, and the buttons for votes and pounds."""

    holdings: Holdings
    votes: tuple[Step, ...]
    pounds: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Speech:
    """A player in Hyde Park: `rank` in words, the `change` of votes, and the votes `after` it."""

    name: str
    rank: Message
    change: int
    after: int


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a play comes to while it is filled in: told if it is legal, and in Hyde Park for everybody."""

    telling: Telling | None
    speeches: tuple[Speech, ...] = ()


RANKS = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"))


def entry(state: State, seat: int) -> Entry:
    """Return what the page for a seat needs."""
    had = holdings(state, seat)
    votes = [Votes(seat, change=change) for change in STEPS] if had.votes is not None else []
    coins = [Coins(seat, change=change) for change in STEPS] if had.pounds is not None else []
    return Entry(
        had,
        tuple(Step(play.change or 0, votes_after(state, play), tell(state, play).headline) for play in votes),
        tuple(Step(play.change or 0, pounds_after(state, play), tell(state, play).headline) for play in coins),
    )


def draft(state: State, kind: str, seat: int, memory: Mapping[str, Any]) -> ProdigalsPlay | None:
    """Return the play that a form begins from: what is held and how markers stand, rewards as they were last time."""
    held, markers = state.held[seat], state.markers[seat]
    match kind:
        case "possessions" if held is not None:
            return Possessions(seat, held)
        case "properties" if held is not None:
            return Properties(seat, held)
        case "influence" if markers is not None:
            return Influence(seat, markers)
        case "hyde-park":
            return HydePark({}, _known_rewards(state, memory))
        case "end-round" if state.last_will:
            return EndRound(order=state.order)
    return None


def lessons(state: State, play: ProdigalsPlay) -> Mapping[str, Any]:
    """Return the rewards of this round as the board shows them, for the next game on this side of it."""
    if isinstance(play, HydePark) and play.rewards and state.round not in ROUNDS_AT_THE_END:
        return {_rewards_name(state): list(play.rewards)}
    return {}


def sketch(state: State, play: ProdigalsPlay) -> Sketch:
    """Return what a play comes to, legal or not."""
    try:
        apply(state, play, 0)
    except IllegalPlay:
        return Sketch(None)
    return Sketch(tell(state, play), _speeches(state, play) if isinstance(play, HydePark) else ())


def _known_rewards(state: State, memory: Mapping[str, Any]) -> tuple[int, ...] | None:
    if state.round in ROUNDS_AT_THE_END:
        return REWARDS_AT_THE_END[: rewarded_ranks(state.players)]
    known = memory.get(_rewards_name(state))
    return None if known is None else tuple(known)


def _rewards_name(state: State) -> str:
    return f"rewards of round {state.round}, {rewarded_ranks(state.players)} ranks"


def _speeches(state: State, play: HydePark) -> tuple[Speech, ...]:
    counts = [play.megaphones[seat] for seat in range(state.players)]
    changes = hyde_park(state, play.megaphones, play.rewards)
    return tuple(
        Speech(
            name,
            say("fewest") if counts[seat] == min(counts) else RANKS[sum(count > counts[seat] for count in counts)],
            changes[seat],
            min(state.votes[seat] + changes[seat], MOST_VOTES),
        )
        for seat, name in enumerate(state.table.players)
    )
