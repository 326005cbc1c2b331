"""What each page shows: one frozen dataclass for each template, made from a look at a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, ClassVar

from flask import Response, make_response, render_template
from wtforms import Form

from ..core.log import AMEND, BEGIN, ENTER, IMPORT, INSERT, REDO, STRIKE, UNDO
from ..core.messages import N_, Message, listed, say
from ..core.ranking import deciding_tie_break, winners
from ..core.rulebook import Rulebook, Standing, Telling
from ..desk import Look, TrailLine
from ..store import GameSummary
from .seating import Seating

SIGNS = {"blue": "●", "green": "■", "grey": "◆", "brown": "▲"}
"""The sign that says the same as a colour."""


@dataclass(frozen=True)
class ErrorPage:
    """Something went wrong: what, and what to do."""

    template: ClassVar[str] = "errors/error.html"
    message: Message
    status: int


@dataclass(frozen=True)
class PairPage:
    """How to get in: `after` is where the device wanted to go, `typed` the key that was wrong."""

    template: ClassVar[str] = "pairing/pair.html"
    after: str = "/"
    typed: str = ""
    fault: Message | None = None


@dataclass(frozen=True)
class HomeGame:
    """A game in a list; `title` is None where its rulebook is not installed."""

    summary: GameSummary
    title: Message | None

    @property
    def when(self) -> datetime:
        """When it ended, as the clock at the table said, or when it was last changed."""
        if self.summary.ended:
            return datetime.fromisoformat(self.summary.ended)
        return datetime.fromtimestamp(self.summary.moment, UTC).astimezone()

    @property
    def outcome(self) -> Message:
        """Who won, and against whom."""
        first = [line.name for line in self.summary.results if line.place == 1]
        others = listed([line.name for line in self.summary.results if line.place > 1])
        if len(first) == len(self.summary.results):
            return say("{players} shared the win", players=listed(first))
        if len(first) > 1:
            return say("{players} shared the win against {others}", players=listed(first), others=others)
        return say("{player} won against {others}", player=first[0], others=others)

    @property
    def points(self) -> int | None:
        """What the winner had."""
        return self.summary.results[0].total if self.summary.results else None


@dataclass(frozen=True)
class HomePage:
    """Games at the table now, the titles to begin with, past games, and the number of the page of them (from 1)."""

    template: ClassVar[str] = "home.html"
    running: Sequence[HomeGame]
    rulebooks: Sequence[Rulebook]
    past: Sequence[HomeGame]
    number: int
    more: bool


@dataclass(frozen=True)
class BeginPage:
    """Who sits down to what: the form as it is, and the known players who do not sit there yet."""

    template: ClassVar[str] = "games/begin.html"
    seating: Seating
    known: Sequence[str]
    entry_key: str
    notice: Message | str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the table: what the strip at the top shows.

    `points` are those on the bookkeeper's paper so far; `chosen` is whose play is being entered.
    """

    seat: int
    name: str
    colour: str
    points: int | None
    out: bool
    chosen: bool

    @property
    def sign(self) -> str:
        """The sign of the colour."""
        return SIGNS[self.colour]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A play as a list shows it; `player` is None for one that concerns the whole table."""

    number: int
    player: Player | None
    label: Message
    telling: Telling
    remarks: Sequence[Message]


@dataclass(frozen=True)
class GamePage:
    """A game: everything that can be seen of it."""

    look: Look
    entry_key: str
    notice: Message | str | None = None
    seat: int | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook it is played by."""
        return self.look.rulebook

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """The score paper, best first."""
        return self.look.replay.sheet().standings

    @cached_property
    def players(self) -> Sequence[Player]:
        """The players in seat order."""
        colours = self.rulebook.colours(self.look.table)
        out = self.rulebook.standing_out(self.look.replay.state)
        points = {standing.line.seat: standing.line.so_far for standing in self.standings}
        return [
            Player(seat, name, colours[seat], points.get(seat), seat in out, seat == self.seat)
            for seat, name in enumerate(self.look.table.players)
        ]

    @cached_property
    def show(self) -> Any:
        """What lies on the table, for the rulebook's own pages."""
        return self.rulebook.show(self.look.replay.state)

    @cached_property
    def log(self) -> Sequence[LogLine]:
        """Every play, told."""
        remarks: dict[int, list[Message]] = {}
        for remark in self.look.replay.remarks:
            remarks.setdefault(remark.number, []).append(remark.message)
        lines = []
        for step in self.look.replay.steps:
            seat = getattr(step.play, "player", None)
            player = None if seat is None else self.players[seat]
            telling = self.rulebook.tell(step.before, step.play)
            lines.append(
                LogLine(
                    step.number,
                    player,
                    self.rulebook.label(self.look.table, step.play),
                    telling,
                    remarks.get(step.number, []),
                )
            )
        return lines


@dataclass(frozen=True)
class LogPage(GamePage):
    """Every play of a game."""

    template: ClassVar[str] = "games/log.html"


@dataclass(frozen=True)
class TablePage(GamePage):
    """A game that goes on: whose play is entered, the forms for it by kind, and what its keypad needs."""

    forms: Mapping[str, Form] | None = None

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/table.html", "games/table.html"]

    @cached_property
    def player(self) -> Player | None:
        """Whose play is being entered."""
        return None if self.seat is None else self.players[self.seat]

    @cached_property
    def turn(self) -> Player | None:
        """Whose turn it is."""
        turn = self.look.replay.turn
        return None if turn is None else self.players[turn]

    @cached_property
    def entry(self) -> Any:
        """What the rulebook's own pages need to enter a play."""
        return None if self.seat is None else self.rulebook.entry(self.look.replay.state, self.seat)

    @cached_property
    def last(self) -> LogLine | None:
        """The last play."""
        return self.log[-1] if self.log else None

    @cached_property
    def news(self) -> Sequence[Message]:
        """What the last play gave occasion to say: who is out now, and what is odd about it."""
        if not self.look.replay.steps:
            return ()
        before = self.rulebook.standing_out(self.look.replay.steps[-1].before)
        out = [player for player in self.players if player.out and player.seat not in before]
        return [*(say("{player} is out.", player=player.name) for player in out), *self.log[-1].remarks]


@dataclass(frozen=True)
class FinalPage(GamePage):
    """A game that is over."""

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/final.html", "games/final.html"]

    @cached_property
    def headline(self) -> Message:
        """Who won."""
        names = [line.name for line in winners(self.standings)]
        if len(names) == 1:
            return Message(self.rulebook.meta.crowned, {"player": names[0]})
        return Message(self.rulebook.meta.shared, {"players": listed(names)})

    @cached_property
    def decided(self) -> Message | None:
        """What set the winner apart, where points alone did not."""
        name = deciding_tie_break(self.standings)
        if name is None:
            return None
        first, second = self.standings[0].line, self.standings[1].line
        label = next(column.label for column in self.rulebook.meta.tie_breaks if column.name == name)
        return say(
            "level with {player} at {total}; {tie_break}: {mine} against {theirs}",
            player=second.name,
            total=first.total,
            tie_break=label,
            mine=first.tie_break[name],
            theirs=second.tie_break[name],
        )

    @cached_property
    def winner(self) -> Player | None:
        """The player who won alone, if one did."""
        first = winners(self.standings)
        seat = first[0].seat if len(first) == 1 else None
        return None if seat is None else self.players[seat]


@dataclass(frozen=True)
class StopPage:
    """Asks whether the game is to end here."""

    template: ClassVar[str] = "games/stop.html"
    look: Look
    entry_key: str


ACTS: dict[str, str] = {
    BEGIN: N_("The game was begun."),
    IMPORT: N_("The game was taken in from a document."),
    ENTER: N_("{play} was entered."),
    AMEND: N_("{play} was changed to {other}."),
    INSERT: N_("{play} was put in."),
    STRIKE: N_("{play} was struck."),
    UNDO: N_("{play} was taken back."),
    REDO: N_("{play} was put back."),
}


def told(line: TrailLine) -> Message:
    """Return what a change did, in a sentence; of several edits the first speaks for all."""
    before, after = line.edits[0] if line.edits else (None, None)
    return Message(ACTS[line.act], {"play": before or after, "other": after or before})


def page(shown: Any, status: int = 200) -> Response:
    """Return the answer that shows a page."""
    return make_response(render_template(shown.template, page=shown), status)
