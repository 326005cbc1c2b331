"""The election scoreboard: how many votes everybody has, and what they are lost for."""

from dataclasses import dataclass

from ...core.fields import Field, Integer
from ...core.messages import Message, many, say
from .state import Part, StartNumber

START = StartNumber(Field("votes", Integer(), say("Votes"), required=False), {2: 42, 3: 37, 4: 37, 5: 30})

TREATING = (1, 3, 6, 9)
"""Votes lost with one to four cards. Source: "Treating at the Pub"."""

BREWER = 2
"""Votes that the Brewer loses for each of them. Source: "Treating at the Pub"."""

BENEFITS, BENEFITS_WITH_CARD = 2, 5
"""Benefits of an inner circle. Source: "Political Circle Tiles"; "Other Card Effects" for the card that gives more."""

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
