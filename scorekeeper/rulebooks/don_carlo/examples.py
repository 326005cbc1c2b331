"""Two examples from the rulebook, shown on the rules pages."""

from dataclasses import dataclass

from ...core.table import Table
from .agent import Agent, apply
from .scoring import CountryScore, country_scoring
from .state import COLOURS, EGOISTRIA, SQUADRONIA, CodeName, Country, State, start

Sending = tuple[tuple[int, CodeName], ...]
"""Agents in the order of play: the seat that sends each, and its code name."""


@dataclass(frozen=True, slots=True)
class Example:
    country: Country
    players: tuple[str, ...]
    state: State

    @property
    def score(self) -> CountryScore:
        return next(score for score in country_scoring(self.state) if score.country is self.country)

    @property
    def leader(self) -> str:
        return self.players[self.score.leader or 0]

    @property
    def agents(self) -> tuple[tuple[str, str], ...]:
        return tuple((COLOURS[sent.seat], sent.written) for sent in self.score.queue)


def _example(country: Country, players: tuple[str, ...], sending: Sending) -> Example:
    state = start(Table(players))
    for number, (seat, name) in enumerate(sending, 1):
        state = apply(state, Agent(seat, name), number)
    return Example(country, players, state)


FOURTH = _example(EGOISTRIA, ("Anneli", "Benito", "Anja"), ((0, (1,)), (1, (1, 1)), (1, (2,)), (2, (0, 1))))
"""The last agent is the fourth in its country. Source: "How to play", 4) Scoring points."""
LEVEL = _example(SQUADRONIA, ("Adrian", "Benito"), ((0, (3, 3, 3)), (1, (3, 4, 5)), (1, (4, 6)), (0, (0, 4, 5))))
"""Two agents each, Adrian's earlier. Source: "End of the game: country scoring"."""
