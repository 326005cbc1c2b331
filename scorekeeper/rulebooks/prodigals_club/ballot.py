"""The election scoreboard: how many votes everybody has, and what some cards and tiles are worth in votes."""

from dataclasses import dataclass

from ...core.fields import Field, Integer
from ...core.messages import Message, many, say
from .state import Part, StartNumber

START = StartNumber(Field("votes", Integer(), say("Votes"), required=False), {2: 42, 3: 37, 4: 37, 5: 30})

TREATING = (1, 3, 6, 9)
"""Votes lost with one to four of these cards at once. Source: "Treating at the Pub"."""

BREWER = 2
"""Votes lost in addition for each of these cards with the Brewer. Source: "Treating at the Pub"."""

BENEFITS, BENEFITS_WITH_CARD = 2, 5
"""Benefits of an inner circle. Source: "Political Circle Tiles"; with the card for more, "Other Card Effects"."""

MOST_VOTES = 44
"""The highest number on the scoreboard. Source: "Scoring"."""

MOST_LOST = 20
"""Votes that a player can lose in a round, a little more than in any recorded one."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """The `votes` by seat, and the number of the play that entered this round's `hyde_park` (None: not yet)."""

    votes: tuple[int, ...]
    hyde_park: int | None = None


BALLOT: Part[Ballot] = Part("election")


def at_most(votes: int) -> int:
    """Return these votes, or MOST_VOTES if they are more. Source: "Scoring"."""
    return min(votes, MOST_VOTES)


def change_in_words(name: str, change: int) -> Message:
    """Return in words how many votes somebody gains or (`change` below 0) loses."""
    if change == 0:
        return say("{player}'s votes stay as they are", player=name)
    if change < 0:
        return many("{player} loses {count} vote", "{player} loses {count} votes", -change, player=name)
    return many("{player} gains {count} vote", "{player} gains {count} votes", change, player=name)
