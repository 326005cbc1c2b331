"""A game as pages show it: its players, its score paper, its log."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar

from flask import url_for

from ...core.messages import Message, joined, say
from ...core.points import TOTAL
from ...core.ranking import deciding_tie_breaks
from ...core.replay import Step
from ...core.rulebook import COLOURS, Rulebook
from ...core.sheet import Column, Line, Standing
from ...core.table import Summary
from ..submission import new_entry_key
from .addresses import GameAddresses

SIGNS = dict(zip(COLOURS, "●■◆▲♥♣★✚✿⬟", strict=True))
"""The sign that says the same as a colour."""
MOST_NAMED = 3
"""So many plays of one change are named in its line."""
MOST_LEADING = 4
"""Parts beside each other on a phone that a finger can still tell apart."""
NOBODYS_SIGN = "◇"
"""The sign of whoever is not at the table and has no colour."""


def sign_of(colour: str) -> str:
    """Return the sign of a colour; whoever has none has one, too."""
    return SIGNS.get(colour, NOBODYS_SIGN)


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at the table: what stays the same from play to play."""

    seat: int
    name: str
    colour: str

    @property
    def sign(self) -> str:
        """The sign of the colour."""
        return sign_of(self.colour)


@dataclass(frozen=True, slots=True)
class Player(Who):
    """A player, or another at the table whose things are entered: what the strip at the top shows.

    `points` are those on the bookkeeper's paper so far; `chosen` is whose play is being entered. `gain` is by how much
    the play that is shown changed the points, where one is.
    """

    points: int | None
    out: bool
    chosen: bool
    gain: int | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """A play as a list shows it; `player` is None for one that concerns the whole table.

    `changed` says what was corrected there last, if that was the last change of the game.
    """

    number: int
    player: Who | None
    label: Message
    summary: Summary
    remarks: tuple[Message, ...]
    changed: Message | None = None

    @property
    def names(self) -> bool:
        """Whether what it did is said with the player's name."""
        return self.player is not None and self.summary.headline.values.get("player") == self.player.name

    @property
    def alone(self) -> bool:
        """Whether what it did is a sentence of its own, so that what the play is called does not go before it."""
        said = self.summary.headline.template
        return said.endswith(".") or (self.player is None and ":" in said)


@dataclass(frozen=True, slots=True)
class LogChange:
    """Plays that one change put in, as a list shows them: one line that opens, where there are `several`."""

    lines: tuple[LogLine, ...]

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return len(self.lines) > 1

    @property
    def numbers(self) -> str:
        """From which to which play they are."""
        numbers = [line.number for line in self.lines]
        return f"{min(numbers)}\N{EN DASH}{max(numbers)}"

    @property
    def label(self) -> Message:
        """How many they are, and what the first are called."""
        count, titles = len(self.lines), [line.label for line in sorted(self.lines, key=lambda line: line.number)]
        if count <= MOST_NAMED:
            return say("{count} changes: {plays}", count=count, plays=tuple(titles))
        named = joined(titles[: MOST_NAMED - 1], ", ")
        return say("{count} changes: {plays} and {more} more", count=count, plays=named, more=count - MOST_NAMED + 1)

    @property
    def open(self) -> bool:
        """Whether it is open from the beginning: one of them was corrected last."""
        return any(line.changed for line in self.lines)


@dataclass(frozen=True, slots=True)
class Link:
    """Where something leads, and what it is called."""

    address: str
    label: Message


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """A figure of the score paper: the `part` of the score that it is (None: the total), and its value.

    `gain` is by how much the play that is shown changed it, where one is; `address` where the plays are that made it
    ("": nowhere).
    """

    part: Message | None
    value: int | None
    gain: int | None
    address: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score paper as pages show it, and its `number` there (from 0).

    `who` is None for somebody who is not at the table; `ties` is what decided against others of the same total. Whether
    the `cells` of its parts `lead` to the plays that made them is the same in every line; `total` is None where no line
    has one.
    """

    number: int
    place: int
    name: str
    who: Who | None
    ties: tuple[Message, ...]
    cells: tuple[ScoreCell, ...]
    total: ScoreCell | None
    lead: bool


@dataclass(frozen=True)
class GamePage(GameAddresses):
    """A game: everything that can be seen of it. Two pages of the same game as it stands are equal.

    `corrections_end` is how an address says where a correction ends that is begun here.
    """

    corrections_end: ClassVar[str] = "table"
    seat: int | None = None
    notice: Message | str | None = None
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
    def seated(self) -> tuple[Who, ...]:
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
            for who in self.seated
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
    def player(self) -> Player | None:
        """Whose play is being entered: a player's, or that of one of the others."""
        return None if self.seat is None else self.everybody[self.seat]

    @cached_property
    def score_lines(self) -> Sequence[ScoreLine]:
        """The score paper, line by line, with what broke ties."""
        labels = {column.name: column.label for column in self.rulebook.meta.tie_breaks}
        numbers = [_whose(line) for line in self.rulebook.lines(self.view.replay.state)]
        lines = [each.line for each in self.standings]
        places = [numbers.index(_whose(line)) for line in lines]
        return [
            ScoreLine(
                number,
                standing.place,
                line.name,
                None if line.seat is None else self.seated[line.seat],
                tuple(say("{label}: {value}", label=labels[name], value=line.tie_break[name]) for name in names),
                tuple(self._cell(number, part, line.parts.get(part.name)) for part in self.parts),
                self._cell(number, None, line.total) if self.has_totals else None,
                self.parts_lead,
            )
            for number, standing, line, names in zip(
                places, self.standings, lines, deciding_tie_breaks(self.standings), strict=True
            )
        ]

    def _cell(self, line: int, part: Column | None, value: int | None) -> ScoreCell:
        name = part.name if part else TOTAL
        leads = value is not None and (self.parts_lead or part is None)
        label = part.label if part else None
        return ScoreCell(label, value, self.gain(line, name), self.figure_address(line, name) if leads else "")

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
        entered = self.view.put_in
        together = groupby(self.log, lambda line: entered[line.number - 1] or -line.number)
        return [LogChange(tuple(lines)) for _, lines in together]

    @cached_property
    def last(self) -> LogLine | None:
        """The last play."""
        steps = self.view.replay.steps
        return self.log_line(steps[-1]) if steps else None

    def log_line(self, step: Step) -> LogLine:
        """Return a play as a list shows it."""
        return LogLine(
            step.number,
            None if step.seat is None else self.seated[step.seat],
            self.rulebook.title(self.view.table, step.play),
            self.view.replay.describe(step),
            tuple(remark.message for remark in self.view.replay.remarks if remark.number == step.number),
        )

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
