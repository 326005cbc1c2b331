"""The rules at hand: the turn, the jobs, who does none, and the cards."""

from ...core.messages import say
from ...core.rules import Drawing, Grid, Points, Rules, Section
from .cities import State
from .mafiosi import MAFIOSI


def sections(state: State) -> tuple[Section, ...]:
    """Return what is looked up while playing; it is the same for every number of players."""
    return (TURN, JOBS)


TURN = Section(
    "turn",
    say("A turn"),
    (
        Points(
            (
                say("Draw a card: you must."),
                say(
                    "Then, in any order, each at most once and only if you like: discard a Mafioso so that he does his "
                    "job, and put a Mafioso into your city, where he does none."
                ),
            ),
            steps=True,
        ),
    ),
    explains=("out-of-turn",),
)
JOBS = Section(
    "jobs",
    say("What the Mafiosi do"),
    (
        Grid(
            say("Whoever is discarded on purpose does his job"),
            (say("Mafioso"), say("Job")),
            tuple((Drawing("emblem", each.label, {"name": each.name}), each.job) for each in MAFIOSI),
        ),
    ),
    explains=("own-city", "nothing-to-liquidate", "unknown-mafioso"),
)
RULES = Rules(sections, by_players=False)
