"""A game as pages show it: its players, its score paper, its log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar

from flask import url_for

from ...core.messages import Message, say
from ...core.points import TOTAL
from ...core.ranking import deciding_tie_breaks
from ...core.replay import Step
from ...core.rulebook import Rulebook
from ...core.sheet import Column, Line, Standing
from ..rights import rights
from ..submission import new_entry_key
from .addresses import GameAddresses
from .lines import Link, LogChange, LogLine, Player, Said, ScoreCell, ScoreLine, Who

MOST_LEADING = 4
"""Parts beside each other on a phone that a finger can still tell apart."""
RECENT = 8
"""So many changes are shown beside a board."""


def all_games() -> Link | None:
    """Return the way to all games, for whoever may see them."""
    return Link(url_for("history.home"), say("All games")) if rights().everywhere else None


@dataclass(frozen=True)
class GamePage(GameAddresses):
    """A game: everything that can be seen of it. Two pages of the same game as it stands are equal.

    `corrections_end` is how an address says where a correction ends that is begun here. `code` is that of the refusal
    which the notice says.
    """

    corrections_end: ClassVar[str] = "table"
    seat: int | None = None
    notice: Message | str | None = None
    code: str = field(default="", kw_only=True)
    entry_key: str = field(default_factory=new_entry_key, compare=False)

    @property
    def up(self) -> Link | None:
        """One level up: the table, where a page does not say otherwise."""
        return Link(self.table_address, say("The table"))

    @property
    def rulebook(self) -> Rulebook[Any]:
        """The rules of its title."""
        return self.view.rulebook

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """The score paper, best first."""
        return self.view.replay.sheet().standings

    @cached_property
    def at_table(self) -> tuple[Who, ...]:
        """Who sits there, in seat order."""
        colours = self.rulebook.seats.colours(self.view.table)
        return tuple(Who(seat, name, colours[seat]) for seat, name in enumerate(self.view.table.players))

    @cached_property
    def players(self) -> Sequence[Player]:
        """The players in seat order."""
        out = self.rulebook.seats.eliminated(self.view.replay.state)
        points = {standing.line.seat: standing.line.points for standing in self.standings}
        return [
            Player(who.seat, who.name, who.colour, points.get(who.seat), who.seat in out, who.seat == self.seat)
            for who in self.at_table
        ]

    @cached_property
    def everybody(self) -> Sequence[Player]:
        """All whose things are entered: the players, then those who are at the table without being players."""
        names = self.rulebook.names(self.view.table)
        points = {each.line.name: each.line.points for each in self.standings if each.line.seat is None}
        others = range(len(self.players), len(names))
        return [
            *self.players,
            *(Player(seat, names[seat], "", points.get(names[seat]), False, seat == self.seat) for seat in others),
        ]

    @cached_property
    def turn(self) -> Player | None:
        """Whose turn it is."""
        turn = self.view.replay.turn
        return None if turn is None else self.players[turn]

    @cached_property
    def player(self) -> Player | None:
        """Whose play is being entered: a player's, or that of one of the others."""
        return None if self.seat is None else self.everybody[self.seat]

    @cached_property
    def score_lines(self) -> Sequence[ScoreLine]:
        """The score paper, line by line, with what broke ties."""
        labels = {column.name: column.label for column in self.rulebook.meta.tie_breaks}
        numbers = [_whose(line) for line in self.view.replay.lines]
        lines = [each.line for each in self.standings]
        places = [numbers.index(_whose(line)) for line in lines]
        return [
            ScoreLine(
                number,
                standing.place,
                line.name,
                None if line.seat is None else self.at_table[line.seat],
                tuple(say("{label}: {value}", label=labels[name], value=line.tie_break[name]) for name in names),
                tuple(self._cells(number, line)),
            )
            for number, standing, line, names in zip(
                places, self.standings, lines, deciding_tie_breaks(self.standings), strict=True
            )
        ]

    def _cells(self, number: int, line: Line) -> Iterator[ScoreCell]:
        for part in self.parts:
            yield self._cell(number, part.name, part.label, line.parts.get(part.name), figure=self.parts_lead)
        if self.has_totals:
            yield self._cell(number, TOTAL, None, line.total, figure=True)

    def _cell(self, line: int, name: str, label: Message | None, value: int | None, *, figure: bool) -> ScoreCell:
        leads = figure and value is not None
        gain = self.gain(line, name) if figure else None
        return ScoreCell(label, value, figure, gain, self.figure_address(line, name) if leads else "")

    @cached_property
    def parts(self) -> Sequence[Column]:
        """The parts of the score that this table plays for."""
        return [
            part for part in self.rulebook.meta.parts if any(part.name in each.line.parts for each in self.standings)
        ]

    @cached_property
    def has_totals(self) -> bool:
        """Whether anybody has a total."""
        return any(each.line.total is not None for each in self.standings)

    @property
    def figures(self) -> Message:
        """What the figures in the strip at the top are."""
        return self.rulebook.meta.so_far or self.rulebook.meta.total

    @cached_property
    def board(self) -> object:
        """The cards and markers on the table, for the title's own pages."""
        return self.rulebook.pages.board(self.view.replay.state)

    @cached_property
    def log(self) -> Sequence[LogLine]:
        """Every play, described."""
        return [self.log_line(step) for step in self.view.replay.steps]

    @cached_property
    def log_changes(self) -> Sequence[LogChange]:
        """The same plays, those together that one change put in and that still stand beside each other."""
        return [LogChange(tuple(lines)) for _, lines in groupby(self.log, self.change_of)]

    def change_of(self, play: LogLine | Step) -> int:
        """Return what is the same for all plays that one change put in, and for no other."""
        return self.view.put_in[play.number - 1] or -play.number

    @property
    def recent(self) -> Sequence[LogChange]:
        """The last changes, the latest first; what is not shown is not described."""
        changes = [tuple(steps) for _, steps in groupby(self.view.replay.steps, self.change_of)]
        return [LogChange(tuple(map(self.log_line, steps))) for steps in changes[: -RECENT - 1 : -1]]

    @cached_property
    def last(self) -> LogLine | None:
        """The last play."""
        steps = self.view.replay.steps
        return self.log_line(steps[-1]) if steps else None

    def log_line(self, step: Step) -> LogLine:
        """Return a play as a list shows it."""
        return LogLine(
            step.number,
            None if step.seat is None else self.at_table[step.seat],
            self.rulebook.title(self.view.table, step.play),
            self.view.replay.describe(step),
            self.said_on(step),
        )

    def said_on(self, step: Step) -> tuple[Said, ...]:
        """Return what there is to say about a play: what is odd about it, and what was perhaps overlooked."""
        replay = self.view.replay
        remarks = (Said(each.message, each.code) for each in replay.remarks if each.number == step.number)
        return (*remarks, *(Said(slip.message, slip.code, slip=True) for slip in replay.slips(step)))

    def rules_on(self, code: str) -> Link | None:
        """Return the way to the section of the rules that a refusal, remark or slip with this code comes from."""
        return self._ways_to_rules.get(code)

    @cached_property
    def _ways_to_rules(self) -> Mapping[str, Link]:
        """The same by code; made once for a page that looks up often, not at all where nothing is looked up."""
        sections = self.rulebook.rules.sections(self.view.replay.state)
        ways = [(section.explains, Link(self.rules_address(section.name), section.title)) for section in sections]
        return {code: way for codes, way in ways for code in codes}

    @cached_property
    def notice_rules(self) -> Link | None:
        """The way to the section of the rules that the refusal in the notice comes from."""
        return self.rules_on(self.code) if self.code else None

    @cached_property
    def parts_lead(self) -> bool:
        """Whether every part on the score paper leads to the plays that made it: where a finger can tell them apart."""
        return len(self.parts) <= MOST_LEADING

    def gain(self, line: int, part: str) -> int | None:
        """Return by how much the play that is shown changed a figure, where one is shown."""
        return None

    def correct_address(self, number: int) -> str:
        """Return where a play is corrected, so that the correction ends on this page."""
        return url_for("corrections.play", game_id=self.view.game.id, number=number, back=self.corrections_end)

    @property
    def shelved(self) -> str:
        """Where the game lies if it is not on the table: "away" or "deleted"."""
        return "" if self.view.game.shelf == "table" else self.view.game.shelf


def _whose(line: Line) -> tuple[int | None, str]:
    """Return what tells a line from the others: the seat, or the name of somebody who is not at the table."""
    return line.seat, "" if line.seat is not None else line.name
