"""The race for the points of a finished game, as a chart and a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.messages import Message, say
from ...core.race import Race, race
from ...core.replay import Replay
from ...core.rulebook import Rulebook
from ...core.story import FEWEST_STAGES
from ..shell.charts import Chart, Drawing, draw
from .lines import Player, sign_of


@dataclass(frozen=True, slots=True)
class Runner:
    """Somebody in the race; whoever is not at the table has no `colour`."""

    name: str
    colour: str = ""

    @property
    def sign(self) -> str:
        return sign_of(self.colour)


@dataclass(frozen=True, slots=True)
class RaceRow:
    """The standings at one stage: its name, and for each runner the points and whether they lead."""

    stage: Message
    figures: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class RaceChart:
    """The race for the points: its chart, and the same as a table.

    `label` says what the figures are, and whether they are by round or by play.
    """

    label: Message
    chart: Chart
    runners: tuple[Runner, ...]
    rows: tuple[RaceRow, ...]


def race_chart(replay: Replay, players: Sequence[Player]) -> RaceChart | None:
    """Return the race of a game, or None if it has too few stages, or only one line of points."""
    found = race(replay)
    if len(found.positions) < FEWEST_STAGES or len(found.names) < 2:
        return None
    colours = {player.seat: player.colour for player in players}
    runners = tuple(
        Runner(name, colours.get(seat, "") if seat is not None else "")
        for name, seat in zip(found.names, found.seats, strict=True)
    )
    return RaceChart(_label(found, replay.rulebook), draw(_drawing(found)), runners, _rows(found))


def _drawing(found: Race) -> Drawing:
    index = {position.number: number for number, position in enumerate(found.positions)}
    return Drawing(
        [position.figures for position in found.positions],
        [position.mark for position in found.positions],
        found.names,
        [(index[number], line) for number, line in found.changes],
        anywhere=True,
        least_on_top=found.lowest_wins,
    )


def _label(found: Race, rulebook: Rulebook[object]) -> Message:
    figures = rulebook.meta.current
    by_rounds = found.positions[-1].round
    label = (
        say("{figures}, round by round", figures=figures)
        if by_rounds
        else say("{figures}, play by play", figures=figures)
    )
    return say("{label}; the lowest wins", label=label) if found.lowest_wins else label


def _rows(found: Race) -> tuple[RaceRow, ...]:
    return tuple(
        RaceRow(
            position.stage if position.number else say("at the start"),
            tuple((figure, line in position.leaders) for line, figure in enumerate(position.figures)),
        )
        for position in found.positions
    )
