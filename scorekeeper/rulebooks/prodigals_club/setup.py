"""The competitions, what everybody starts with, and the handicaps of those who play early."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.messages import Message, say
from ...core.rulebook import Column, Table

POSSESSIONS, LAST_WILL, ELECTION, SOCIETY = "possessions", "last-will", "election", "society"

COMPETITIONS = (POSSESSIONS, LAST_WILL, ELECTION, SOCIETY)
"""In the order in which they stand on the score paper; Last Will may take the place of the possessions."""

COLUMNS: Mapping[str, Column] = {
    POSSESSIONS: Column(POSSESSIONS, say("Possessions")),
    LAST_WILL: Column(LAST_WILL, say("Last Will")),
    ELECTION: Column(ELECTION, say("Election")),
    SOCIETY: Column(SOCIETY, say("Society")),
}

MOST_VOTES = 44
"""The election scoreboard has no more. Source: "Scoring"."""

TOP_ROW = 16
"""What a marker in the topmost row counts. Source: "Dame Beatrice"."""

MARKERS = 4
"""The influence markers of a player. Source: "Player Setup in the Society Competition"."""

ROUNDS = 5
LAST_WILL_POUNDS = 70
"""Source: "Playing The Prodigals Club with Last Will", "Player Setup"."""

HANDICAPS = (POSSESSIONS, ELECTION, SOCIETY)
"""The competitions in which handicaps are taken, in this order, round and round. Source: "Take Handicaps"."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A line of the set-up table: errand boys in the standard game, and what a player starts with."""

    errand_boys: int
    pounds: int
    tiles: int
    votes: int


TWO = Setup(errand_boys=5, pounds=10, tiles=6, votes=42)
THREE_OR_FOUR = Setup(errand_boys=4, pounds=5, tiles=6, votes=37)
FIVE = Setup(errand_boys=3, pounds=4, tiles=5, votes=30)

SET_UP: Mapping[int, Setup] = {2: TWO, 3: THREE_OR_FOUR, 4: THREE_OR_FOUR, 5: FIVE}
"""The set-up table by number of players, as far as it can be read. Source: "Player Setup"."""

REWARDS_AT_THE_END = (4, 2, 1)
"""Votes lost by the first, second and third in Hyde Park in the last rounds. Source: "Hyde Park Phase"."""

ROUNDS_AT_THE_END = (4, 5)
"""The rounds in which those rewards hold; the board says which hold in the others."""


@dataclass(frozen=True, slots=True)
class Begin:
    """What a seat begins with: `handicaps` are the competitions they are taken in, and are in the numbers already.

    The markers moved up are not: how the markers stand is read off the scoreboard.
    """

    votes: int
    pounds: int
    handicaps: tuple[str, ...]


def competitions(table: Table) -> tuple[str, ...]:
    """Return the competitions of this table, in the order of the score paper."""
    return tuple(each for each in COMPETITIONS if each in table.options["competitions"])


def fault(table: Table) -> Message | None:
    """Return what is wrong with the competitions, or None. Source: "Overview", "Game Boards"."""
    chosen: tuple[str, ...] = table.options["competitions"]
    if len(set(chosen)) < len(chosen):
        return say("No competition can be played twice.")
    if POSSESSIONS in chosen and LAST_WILL in chosen:
        return say("Last Will takes the place of the possessions: only one of the two can be played.")
    if not 2 <= len(chosen) <= 3:
        return say("Two or three competitions are played; here there are {count}.", count=len(chosen))
    return None


def begin(table: Table) -> tuple[Begin, ...]:
    """Return what every seat begins with. Source: "Player Setup", "Take Handicaps"."""
    played, players = competitions(table), len(table.players)
    corrected: Mapping[str, Any] = table.options.get("start", {})
    votes = corrected.get("votes", SET_UP[players].votes)
    pounds = corrected.get("pounds", LAST_WILL_POUNDS if LAST_WILL in played else SET_UP[players].pounds)
    return tuple(
        Begin(min(votes + taken.count(ELECTION), MOST_VOTES), pounds + taken.count(POSSESSIONS), taken)
        for taken in (handicaps(played, players - 1 - seat) for seat in range(players))
    )


def handicaps(played: tuple[str, ...], behind: int) -> tuple[str, ...]:
    """Return the handicaps of whoever plays ahead of `behind` others: the competition of each, in order.

    Source: "Take Handicaps"; with Last Will there are none: "Playing The Prodigals Club with Last Will".
    """
    if LAST_WILL in played:
        return ()
    turns = [each for each in HANDICAPS if each in played]
    return tuple(turns[count % len(turns)] for count in range(behind))


def errand_boys(table: Table) -> int:
    """Return how many errand boys everybody has; with Last Will, how many besides those of its planning board.

    Source: "Player Boards and Errand Boys"; "Playing The Prodigals Club with Last Will", "Errands".
    """
    played = competitions(table)
    if LAST_WILL in played:
        return len(played) - 1
    return SET_UP[len(table.players)].errand_boys + (len(played) == len(HANDICAPS))
