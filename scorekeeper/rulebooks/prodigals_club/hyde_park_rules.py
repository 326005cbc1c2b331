"""The rules at hand on Hyde Park: who gains a vote, who loses votes, and an example with ties."""

from collections.abc import Mapping

from ...core.messages import MINUS, Message, many, say
from ...core.rules import Block, Drawing, Grid, Points, Ruling, Section
from .boards import SMALL_SIDE, side, span
from .election import FEWEST, LAST_REWARDS, LAST_ROUNDS, PRINTED, RANKS, rewards_on_board, speeches
from .state import State

FIRST_ROUNDS = tuple(range(1, LAST_ROUNDS[0]))

EXAMPLES: Mapping[int, tuple[int, ...]] = {2: (4, 1), 3: (4, 4, 1), 4: (4, 4, 3, 1), 5: (4, 4, 3, 2, 1)}
"""Megaphones of the example, by number of players, with a tie from three on. Source: "Hyde Park Phase", Example 2."""


def section(state: State) -> Section:
    """Return the section on Hyde Park. Source: "Hyde Park Phase"."""
    blocks: tuple[Block, ...] = (
        Points(_steps(), steps=True),
        Points((_rewarded(state), *_megaphones(state))),
        _example(state),
        Ruling(
            say(
                "We are not sure which of the first rewards belong to which round: {rewards}.",
                rewards=_first(state),
            ),
            say("We ask for them in rounds {rounds}, and remember what your board shows.", rounds=span(FIRST_ROUNDS)),
            say("The round marker stands above the column of the board that counts."),
        ),
        _last(state),
    )
    codes = ("hyde-park-missing", "hyde-park-done", "megaphones-missing", "rewards-missing", "unusual-rewards")
    return Section("hyde-park", say("Hyde Park"), blocks, explains=(*codes, "fewer-megaphones-more"))


def last_rounds(state: State) -> tuple[Message, ...]:
    """Return the rewards of the last rounds. Source: "Hyde Park Phase"."""
    last = _rewards(rewards_on_board(state)[PRINTED.index(LAST_REWARDS)])
    return (say("The rewards of Hyde Park are {rewards}.", rewards=last),)


def _steps() -> tuple[Message, ...]:
    return (
        say("After the actions: everybody counts the megaphones of this round. None can be added now."),
        say("Whoever has the fewest, alone or tied, gains 1 vote and gets no reward."),
        say(
            "The others lose votes by rank. Tied players share the better rank, and the ranks below stay as they are. "
            "All tied: everybody gains 1."
        ),
    )


def _rewarded(state: State) -> Message:
    """Return how many are rewarded: whoever has the fewest megaphones never is."""
    if state.seat_count not in SMALL_SIDE:
        return say("Rewarded are the first, the second and the third.")
    if state.seat_count == min(SMALL_SIDE):
        return say(
            "With {count} players only the first is rewarded: the second has the fewest.", count=state.seat_count
        )
    return say(
        "With {count} players at most the first and the second are rewarded: the third has the fewest.",
        count=state.seat_count,
    )


def _megaphones(state: State) -> tuple[Message, ...]:
    """Return where megaphones come from. Source: "Megaphones"; with Last Will, "Central Board": there are no tiles."""
    if state.planning:
        come = say("Megaphones come from errands, as many as are printed there for the round, and from cards.")
    else:
        come = say(
            "Megaphones come from errands, as many as are printed there for the round, from cards and from a "
            "bonus action tile."
        )
    return (
        come,
        say(
            "Leave cards with megaphones in front of you until all are counted. Whoever plays last knows what the "
            "others have."
        ),
    )


def _example(state: State) -> Grid:
    counts, rewards = EXAMPLES[state.seat_count], rewards_on_board(state)[PRINTED.index(LAST_REWARDS)]
    rows = tuple(
        (
            Drawing("megaphones", many("{count} megaphone", "{count} megaphones", count), {"count": count}),
            FEWEST if count == min(counts) else RANKS[counts.index(count)],
            f"+{change}" if change > 0 else f"{MINUS}{-change}" if change else "0",
        )
        for count, change in zip(counts, speeches(counts, rewards), strict=True)
    )
    caption = say("Example: rounds {rounds}, rewards {rewards}", rounds=span(LAST_ROUNDS), rewards=_rewards(rewards))
    return Grid(caption, (say("Megaphones"), say("Ranked"), say("Votes")), rows)


def _last(state: State) -> Ruling:
    """Return the ruling on the rewards of the last rounds, which we read from the picture of the board."""
    rewards = _rewards(rewards_on_board(state)[PRINTED.index(LAST_REWARDS)])
    if state.seat_count in SMALL_SIDE:
        told = say("For the side for {players} players the text of the rulebook names no rewards.", players=side(state))
    else:
        told = say("The text of the rulebook names only two rewards: in round 4, 4 for the first and 1 for the third.")
    return Ruling(
        told,
        say("In rounds {rounds} they are {rewards}.", rounds=span(LAST_ROUNDS), rewards=rewards),
        say("So the picture of the board has it, in its last column."),
    )


def _first(state: State) -> Message:
    first, second = (_rewards(each) for each in rewards_on_board(state) if each != rewards_on_board(state)[-1])
    return say("{one} or {other}", one=first, other=second)


def _rewards(rewards: tuple[int, ...]) -> str:
    return "/".join(map(str, rewards))
