"""Games of Don Carlo: each player sends the first legal code name."""

from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.rulebooks.don_carlo.keypad import verdicts

DON_CARLO = all_rulebooks()["don-carlo"]


def agents(table, most=1_000):
    """Return a game's plays until no agent is legal, or at most `most` plays."""
    found = replay(DON_CARLO, table, ())
    while len(found.steps) < most and not found.finished:
        names = verdicts(found.state, found.turn)[0].names
        found = replay(DON_CARLO, table, [Agent(found.turn, tuple(map(int, names.split()[0])))], found)
    return tuple(step.play for step in found.steps)
