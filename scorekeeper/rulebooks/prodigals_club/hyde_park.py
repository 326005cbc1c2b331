"""Hyde Park: whoever has the fewest megaphones gains a vote, the others lose votes by rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...core.errors import IllegalPlay
from ...core.fields import ByPlayer, Field, Integer, Many
from ...core.messages import N_, Message, joined, many, say
from ...core.preview import Preview
from ...core.rulebook import Helper, Kind
from ...core.sheet import Note
from ...core.table import Recalled, Summary
from .ballot import BALLOT, Ballot, at_most, change_in_words
from .state import Key, State, check_not_negative

NAME = "hyde-park"

LAST_REWARDS, LAST_ROUNDS = (4, 2, 1), (4, 5)
"""Votes lost by rank in the last rounds, and these rounds; for other rounds the board shows which rewards count.

Source: "Hyde Park Phase".
"""

PRINTED = ((2, 1, 0), (3, 1, 0), LAST_REWARDS)
"""The rewards on the board, of which each round has one; the third number of each needs four or five players."""

COUNTS = range(5)
"""Numbers of megaphones that have a key of their own; others are typed."""

RANKS = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"))
FEWEST = say("fewest")


@dataclass(frozen=True, slots=True)
class HydePark:
    """The speeches of a round: `megaphones` by seat; `rewards` are the votes lost by the first, second and third.

    The rewards can be left out (None) in LAST_ROUNDS, which have LAST_REWARDS, and if all players are level.
    """

    megaphones: Mapping[int, int]
    rewards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Speech:
    """A player in Hyde Park: the `rank` in words, the `change` of votes, and the votes `after` it."""

    name: str
    rank: Message
    change: int
    after: int


@dataclass(frozen=True, slots=True)
class Speeches:
    """Everybody's result in Hyde Park, by seat."""

    speeches: tuple[Speech, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What is needed to enter Hyde Park; `held` is the number of the play that entered it in this round, or None.

    `counts` are keys for megaphones, and `more` labels the field where more are typed; `rewards` are keys for rewards,
    only one in the `last` rounds.
    """

    held: int | None
    counts: tuple[Key, ...]
    more: str
    rewards: tuple[Key, ...]
    last: bool


def apply(state: State, play: HydePark, number: int) -> State:
    """Return the state after Hyde Park; raises IllegalPlay, also if it was entered in this round already."""
    ballot = BALLOT.of(state)
    if ballot.hyde_park is not None:
        raise IllegalPlay(
            "hyde-park-done",
            say(
                "Hyde Park of round {round} was entered already, in play {number}.",
                round=state.round,
                number=ballot.hyde_park,
            ),
        )
    changes = changes_of(state, play.megaphones, play.rewards)
    return BALLOT.put(state, Ballot(_votes_after(ballot, changes), number))


def changes_of(state: State, megaphones: Mapping[int, int], rewards: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the change of votes by seat in this round's Hyde Park; raises IllegalPlay if anything is missing."""
    names = state.table.players
    for seat, count in megaphones.items():
        refused = N_("{player} cannot have {number} megaphones.")
        check_not_negative((count,), "megaphones", refused, player=names[seat])
    check_not_negative(rewards or (), "rewards", N_("A reward of {number} would add votes: type the votes lost."))
    missing = tuple(name for seat, name in enumerate(names) if seat not in megaphones)
    if missing:
        message = say("The megaphones of {players} are missing: tap 0 for anyone without.", players=missing)
        raise IllegalPlay("megaphones-missing", message, "megaphones")
    counts = [megaphones[seat] for seat in range(state.seat_count)]
    if rewards is None and len(set(counts)) == 1:
        return speeches(counts, ())
    return speeches(counts, _rewards(state, rewards))


def speeches(megaphones: Sequence[int], rewards: Sequence[int]) -> tuple[int, ...]:
    """Return the change of votes for each number of megaphones: +1 for the fewest, a loss by rank for the others.

    Tied players share the better rank, and the ranks below them stay as they are. Source: "Hyde Park Phase".
    """
    fewest = min(megaphones)
    return tuple(
        1 if count == fewest else -rewards[rank] if rank < len(rewards) else 0
        for count, rank in zip(megaphones, _ranks(megaphones), strict=True)
    )


def following(state: State) -> State:
    """Return the state at the beginning of the next round, with Hyde Park not entered."""
    return BALLOT.put(state, Ballot(BALLOT.of(state).votes))


def held(state: State) -> bool:
    """Return whether this round's Hyde Park is entered."""
    return BALLOT.of(state).hyde_park is not None


def describe(before: State, play: HydePark, after: State) -> Summary:
    """Return who gains and who loses how many votes."""
    headline = say("Hyde Park of round {round}", round=before.round)
    changes = changes_of(before, play.megaphones, play.rewards)
    return Summary(headline, _in_words(before, changes), slips=unusual_rewards(before, play))


def prefill(state: State, seat: int, recalled: Recalled) -> HydePark:
    """Return Hyde Park with its rewards only: LAST_REWARDS, or for earlier rounds what another game entered last.

    That game has to be on the same side of the board.
    """
    ranks = _rewarded(state)
    if state.round in LAST_ROUNDS:
        return HydePark({}, LAST_REWARDS[:ranks])
    of_round = (play.rewards for then, play in recalled if (then.round, _rewarded(then)) == (state.round, ranks))
    return HydePark({}, next(filter(None, of_round), None))


def unusual_rewards(before: State, play: HydePark) -> tuple[Note, ...]:
    """Return a note if the rewards are not those of the board. Source: "Hyde Park Phase"."""
    rewards = (play.rewards or LAST_REWARDS)[: _rewarded(before)]
    if any(lower > higher for higher, lower in pairwise(rewards)):
        return (
            Note("fewer-megaphones-more", say("{rewards}: fewer megaphones lose more votes.", rewards=_said(rewards))),
        )
    printed = tuple(each[: len(rewards)] for each in _printed(before))
    if rewards in printed:
        return ()
    if len(printed) == 1:
        sentence = N_("In round {round} the board has {printed}, not {rewards}.")
    else:
        sentence = N_("{rewards} is not on the board, which has {printed}.")
    values = {"round": before.round, "printed": tuple(map(_said, printed)), "rewards": _said(rewards)}
    return (Note("unusual-rewards", Message(sentence, values)),)


def board(state: State) -> Board:
    """Return what is needed to enter Hyde Park."""
    last = state.round in LAST_ROUNDS
    rewards = tuple(_key(each[: _rewarded(state)]) for each in _printed(state))
    return Board(BALLOT.of(state).hyde_park, tuple(_key((each,)) for each in COUNTS), f"{len(COUNTS)}+", rewards, last)


def rewards_on_board(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the rewards that this side of the board shows, of which each round has one."""
    return tuple(each[: _rewarded(state)] for each in PRINTED)


def closed(state: State, seat: int) -> tuple[str, ...]:
    """Return Hyde Park's kind of play if it was entered in this round: its form is not offered again."""
    return (NAME,) if held(state) else ()


def preview(preview: Preview[State]) -> Speeches | None:
    """Return everybody's result in Hyde Park, or None if the play is another or cannot be entered like this."""
    play, state = preview.play, preview.before
    if not isinstance(play, HydePark) or preview.after is None:
        return None
    counts = [play.megaphones[seat] for seat in range(state.seat_count)]
    changes = changes_of(state, play.megaphones, play.rewards)
    fewest, votes = min(counts), _votes_after(BALLOT.of(state), changes)
    ranks = (FEWEST if counts[seat] == fewest else RANKS[rank] for seat, rank in enumerate(_ranks(counts)))
    return Speeches(tuple(map(Speech, state.table.players, ranks, changes, votes)))


def ask(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Answer who would lose and who would gain votes in this round's Hyde Park."""
    headline = say("Hyde Park of round {round} would come to this", round=state.round)
    return (Summary(headline, _in_words(state, changes_of(state, values["megaphones"], values.get("rewards")))),)


def _key(numbers: tuple[int, ...]) -> Key:
    return Key(" ".join(map(str, numbers)), _said(numbers))


def _said(numbers: tuple[int, ...]) -> str:
    return "/".join(map(str, numbers))


def _printed(state: State) -> tuple[tuple[int, ...], ...]:
    return (LAST_REWARDS,) if state.round in LAST_ROUNDS else PRINTED


def _rewards(state: State, rewards: tuple[int, ...] | None) -> tuple[int, ...]:
    if rewards is None:
        if state.round in LAST_ROUNDS:
            return LAST_REWARDS
        message = say("The rewards of Hyde Park in round {round} are missing: the board shows them.", round=state.round)
        raise IllegalPlay("rewards-missing", message, "rewards")
    if len(rewards) < _rewarded(state):
        raise IllegalPlay("rewards-missing", _too_few(state, rewards), "rewards")
    return rewards


def _too_few(state: State, rewards: tuple[int, ...]) -> Message:
    return many(
        "Hyde Park of round {round} needs {needed} rewards with {players} players; here is {count}.",
        "Hyde Park of round {round} needs {needed} rewards with {players} players; here are {count}.",
        len(rewards),
        round=state.round,
        needed=_rewarded(state),
        players=state.seat_count,
    )


def _rewarded(state: State) -> int:
    """Return how many ranks are rewarded: the third only with four or five players."""
    return len(LAST_REWARDS) if state.seat_count > 3 else len(LAST_REWARDS) - 1


def _ranks(megaphones: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(other > count for other in megaphones) for count in megaphones)


def _votes_after(ballot: Ballot, changes: Sequence[int]) -> tuple[int, ...]:
    return tuple(at_most(before + change) for before, change in zip(ballot.votes, changes, strict=True))


def _in_words(state: State, changes: Sequence[int]) -> Message:
    before, after = BALLOT.of(state).votes, _votes_after(BALLOT.of(state), changes)
    return joined(tuple(map(_speech_in_words, state.table.players, before, changes, after)))


def _speech_in_words(name: str, before: int, change: int, after: int) -> Message:
    if after == before:
        return say("{player} stays at {votes}", player=name, votes=after)
    return say("{change}: {votes}", change=change_in_words(name, change), votes=after)


MEGAPHONES = Field("megaphones", ByPlayer(Integer()), say("Megaphones"), hint=say("Of everybody, 0 for none"))
REWARDS = Field(
    "rewards",
    Many(Integer(), most=3),
    say("Rewards"),
    required=False,
    hint=say("Votes lost by the first, second and third, such as 4 2 1; in rounds 4 and 5 leave it empty"),
)
KIND = Kind(
    NAME,
    HydePark,
    say("Hyde Park"),
    apply,
    fields=(MEGAPHONES, REWARDS),
    describe=describe,
    title=N_("Hyde Park"),
    prefill=prefill,
    recalls=True,
)
HELPER = Helper(
    NAME,
    say("Who would win in Hyde Park?"),
    say("Whoever has the fewest megaphones gains a vote; the others lose votes by rank."),
    (MEGAPHONES, REWARDS),
    ask,
)
