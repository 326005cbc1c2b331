"""The election: votes that are gained and lost, in Hyde Park and elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import Refusal
from ...core.fields import PLAYER, Field, Flag, Integer
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Helper, Kind
from ...core.table import Summary, Table
from . import hyde_park
from .ballot import (
    BALLOT,
    BENEFITS,
    BENEFITS_WITH_CARD,
    BREWER,
    MOST_LOST,
    MOST_VOTES,
    START,
    TREATING,
    Ballot,
    at_most,
    change_in_words,
)
from .state import Competition, Phase, Rounds, State, Views, put
from .sums import changed


@dataclass(frozen=True, slots=True)
class Votes:
    """The player at `seat` gains or loses votes (`change`, negative for a loss), or has `to` votes now."""

    seat: int
    change: int | None = None
    to: int | None = None


def start(table: Table, taken: Sequence[int]) -> Ballot:
    """Return the votes at the start; `taken` is the number of handicaps here, by seat.

    Source: "Player Setup in the Election Competition", "Take Handicaps".
    """
    votes = START.of(table)
    return Ballot(tuple(at_most(votes + more) for more in taken))


def starts_with(state: State, seat: int) -> tuple[Message, ...]:
    """Return in words the votes that a seat starts with."""
    return (many("{count} vote", "{count} votes", BALLOT.of(state).votes[seat]),)


def score(state: State, seat: int) -> int:
    """Return the votes of a seat. Source: "Scoring"."""
    return BALLOT.of(state).votes[seat]


def apply(state: State, play: Votes, number: int) -> State:
    """Return the state after a change of votes."""
    ballot = BALLOT.of(state)
    return BALLOT.put(state, Ballot(put(ballot.votes, play.seat, after(state, play)), ballot.hyde_park))


def after(state: State, play: Votes) -> int:
    """Return the votes of the player after the play. Source: "Scoring"."""
    return at_most(_wanted(state, play))


def describe(before: State, play: Votes, after: State) -> Summary:
    """Return what is gained or lost, and how it is counted."""
    name, was, now = (before.table.players[play.seat], *(BALLOT.of(each).votes[play.seat] for each in (before, after)))
    if play.to is None:
        headline = change_in_words(name, now - was)
    else:
        headline = many("{player} has {count} vote", "{player} has {count} votes", now, player=name)
    if _wanted(before, play) > MOST_VOTES:
        return Summary(headline, say("The scoreboard ends at {most}", most=MOST_VOTES))
    return Summary(headline, None if play.change is None else changed(was, play.change))


def question(state: State, play: Votes, at_once: bool) -> Message | None:
    """Return a question if more votes are lost than a round can bring; else None."""
    before, now = BALLOT.of(state).votes[play.seat], after(state, play)
    if before - now <= MOST_LOST:
        return None
    name = state.table.players[play.seat]
    return say("{player}'s votes fall from {before} to {after}?", player=name, before=before, after=now)


def ask_treating_at_the_pub(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Answer how many votes are lost with so many cards at once. Source: "Treating at the Pub"."""
    cards = values["cards"]
    if not 1 <= cards <= len(TREATING):
        return (Summary(say("One to four of these cards go together, not {cards}.", cards=cards)),)
    each, brewer = TREATING[cards - 1], BREWER * cards if values.get("brewer", False) else 0
    detail = say("{cards} for the cards and {brewer} for the Brewer", cards=each, brewer=brewer) if brewer else None
    return (Summary(many("{count} vote lost", "{count} votes lost", each + brewer), detail),)


def ask_inner_circles(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Answer how many benefits inner circles bring. Source: "Political Circle Tiles", "Other Card Effects"."""
    circles, each = values["circles"], BENEFITS_WITH_CARD if values.get("card", False) else BENEFITS
    if circles < 0:
        return (Summary(say("There cannot be {circles} inner circles.", circles=circles)),)
    headline = many("{count} benefit to choose", "{count} benefits to choose", circles * each)
    detail = say(
        "{each} for each circle, also the same one several times: lose a vote, spend a pound or move a marker"
        " down one space",
        each=each,
    )
    return (Summary(headline, detail),)


def _wanted(state: State, play: Votes) -> int:
    return BALLOT.of(state).votes[play.seat] + (play.change or 0) if play.to is None else play.to


def _phase(state: State) -> Phase:
    label = say("Hyde Park")
    return Phase(label, hyde_park.NAME, label, say("Enter Hyde Park"), hyde_park.held(state))


def _unfinished(state: State) -> Refusal | None:
    """Return why the round cannot end before Hyde Park. Source: "Overview" of "The Round"."""
    if hyde_park.held(state):
        return None
    return Refusal("hyde-park-missing", say("Hyde Park of round {round} was not entered yet.", round=state.round))


ELECTION = Competition(
    "election",
    say("Election"),
    kinds=(
        Kind(
            "votes",
            Votes,
            say("Votes"),
            apply,
            fields=(
                PLAYER,
                Field("change", Integer(), say("Change"), required=False, hint=say("−2 for two votes lost")),
                Field("to", Integer(), say("New number"), required=False),
            ),
            describe=describe,
            question=question,
            title=N_("{player}'s vote count"),
            either=("change", "to"),
            overrides=lambda play, kind: kind == "votes" and play.to is not None,
        ),
        hyde_park.KIND,
    ),
    part=BALLOT,
    start=start,
    score=score,
    start_number=START,
    starts_with=starts_with,
    handicap=say("one vote more"),
    helpers=(
        hyde_park.HELPER,
        Helper(
            "treating-at-the-pub",
            say("Treating at the Pub"),
            say("How many votes are lost with one to four of these cards at once."),
            (
                Field("cards", Integer(), say("Cards played")),
                Field("brewer", Flag(), say("With the Brewer"), required=False),
            ),
            ask_treating_at_the_pub,
        ),
        Helper(
            "inner-circles",
            say("Inner circles"),
            say("Every new square of two by two tiles is one: three by two tiles make two of them."),
            (
                Field("circles", Integer(), say("New inner circles")),
                Field("card", Flag(), say("With the card for five benefits"), required=False),
            ),
            ask_inner_circles,
        ),
    ),
    rounds=Rounds(phase=_phase, unfinished=_unfinished, following=hyde_park.following),
    views=Views(hyde_park.board, preview=hyde_park.preview, closed=hyde_park.closed),
)
