"""The election scoreboard: how many votes everybody has."""

from dataclasses import dataclass

from ...core.messages import Message, many, say
from .state import Part

MOST_VOTES = 44
"""The scoreboard has no more. Source: "Scoring"."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """By seat: `votes`; and the number of the play that held this round's `hyde_park`."""

    votes: tuple[int, ...]
    hyde_park: int | None = None


BALLOT: Part[Ballot] = Part("election")


def at_most(votes: int) -> int:
    """Return the votes that the scoreboard has room for. Source: "Scoring"."""
    return min(votes, MOST_VOTES)


def change_in_words(name: str, change: int) -> Message:
    """Return how many votes somebody gains or loses."""
    if change == 0:
        return say("{player}'s votes stay as they are", player=name)
    if change < 0:
        return many("{player} loses {count} vote", "{player} loses {count} votes", -change, player=name)
    return many("{player} gains {count} vote", "{player} gains {count} votes", change, player=name)
