"""The rules at hand on the election: votes, political circles, and what its cards do."""

from collections.abc import Iterator

from ...core.messages import Message, joined, say
from ...core.rules import Cell, Drawing, Grid, Points, Section
from . import hyde_park_rules
from .boards import LAID_OUT, drawn, moves, sign
from .election import BENEFITS, BENEFITS_WITH_CARD, BREWER, MOST_VOTES, START, TREATING
from .state import ROUNDS, CompetitionRules, State

CHOICE = 2
"""Tiles from which one errand lets you choose one. Source: "Errands in the Election Competition"."""


def sections(state: State) -> tuple[Section, ...]:
    """Return the sections on the election and on Hyde Park. Source: "Election Competition"."""
    own = Section("election", say("Election"), (Points(tuple(_circles(state))), _edges()))
    return (own, hyde_park_rules.section(state))


def start(state: State) -> tuple[Message, ...]:
    """Return what everybody has at the start. Source: "Player Setup in the Election Competition"."""
    votes = min(START.of(state.table), MOST_VOTES)
    return (say("{votes} votes and a political circle tile with no icon on its back, drawn at random.", votes=votes),)


def _circles(state: State) -> Iterator[Message]:
    """Yield votes and circles. Source: "Scoring", "Political Circle Tiles", "Errands in the Election Competition"."""
    yield say("Your score: your votes. They never go above {most}, but they can go below 0.", most=MOST_VOTES)
    yield say(
        "A tile that you take goes to your grid at once, edge to edge with another and so that all edges fit, or it "
        "is discarded; what lies in the grid stays there. One that fits nowhere must be discarded."
    )
    yield say(
        "Inner circle: each time that four tiles make a square of two by two, choose {count} times, the same or "
        "different: {moves}. With one of the cards you choose {more} times. Three by two tiles are two inner circles.",
        count=BENEFITS,
        more=BENEFITS_WITH_CARD,
        moves=joined(moves(state)),
    )
    yield say(
        "Errand with a vote and a tile: lose 1 vote and take one of the {count} tiles there, or none; "
        "what you do not take is discarded. Two of the sets of cards come with a tile, too; in round "
        "{last} one of these is a vote lost and a megaphone instead of its single card, and the tile.",
        count=CHOICE,
        last=ROUNDS,
    )


def _edges() -> Grid:
    """Return which edges match. Source: "Political Circle Tiles"."""
    one, none, no = (
        say("they fit, 1 symbol of that kind."),
        say("they fit, but give no symbol."),
        say("they do not fit."),
    )
    rows = (
        drawn(_edge(say("Two alike"), "star", "star"), one),
        drawn(_edge(say("A symbol and ?"), "star", "any"), one),
        drawn(_edge(say("Two blank"), "blank", "blank"), none),
        drawn(_edge(say("Two different"), "star", "ring"), no),
        drawn(_edge(say("? and ?"), "any", "any"), no),
        drawn(_edge(say("Blank and not blank"), "blank", "star"), no),
    )
    return Grid(say("Edges that touch"), (), rows)


def _edge(says: Message, left: str, right: str) -> Drawing:
    return Drawing("edges", says, {"left": left, "right": right})


def _signs(state: State) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of signs. Source: "Quick Reference", "Treating at the Pub", "Liberals and Conservatives"."""
    card, together = say("Treating at the Pub"), 3
    lost = "\N{EN DASH}".join(map(str, TREATING))
    return (
        (
            sign("vote", say("Votes")),
            say("Lose so many; with a symbol: that many for each such symbol that you have."),
        ),
        (sign("megaphone", say("Megaphones")), say("They count in Hyde Park in this round, and only there.")),
        (
            say("Liberals, Conservatives, or several signs"),
            say(
                "In the lower half: it works whenever a white-bordered card that you play has one of these signs in "
                "its corner."
            ),
        ),
        (
            say("A vote, beside such signs in a corner"),
            say(
                "Lose 1 vote for each white-bordered card with one of these signs that you have already played this "
                "turn."
            ),
        ),
        (say("A vote, beside Hyde Park"), say("1 vote if your errand boy stands on Hyde Park.")),
        (
            card,
            say(
                "One to {most} of them go together: {lost} votes. With the {brewer} on your board {more} more for "
                "each: for {together} of them {votes} + {extra}.",
                most=len(TREATING),
                lost=lost,
                brewer=say("Brewer"),
                more=BREWER,
                together=together,
                votes=TREATING[together - 1],
                extra=BREWER * together,
            ),
        ),
    )


RULES = CompetitionRules(
    sections,
    stack=say("the political circle tiles"),
    start=start,
    puts_out=say("{count} political circle tiles", count=LAID_OUT),
    free_for_all=say("lose 1 vote"),
    last_rounds=hyde_park_rules.last_rounds,
    move=say("lose 1 vote"),
    backwards=say("gain 1 vote"),
    signs=_signs,
    never_below_zero=(say("megaphones"), say("rewards")),
)
