"""What each page shows: one frozen dataclass for each template, made from a look at a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, ClassVar

from flask import Response, make_response, render_template, url_for
from wtforms.form import BaseForm as Form

from ..core.errors import Refusal
from ..core.log import Act
from ..core.messages import N_, Message, listed, say
from ..core.ranking import deciding_tie_break, winners
from ..core.replay import Step
from ..core.rulebook import Column, Helper, Kind, Rulebook, Standing, Telling
from ..desk import Correction, Look, TrailLine
from ..evening import Evening
from ..storage.rows import GameSummary
from .forms import play_from
from .language import date, number, spoken
from .seating import Seating, asked_fields

SIGNS = {"blue": "●", "green": "■", "grey": "◆", "brown": "▲", "red": "♥", "violet": "♣"}
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
    shelved: bool


@dataclass(frozen=True)
class BeginPage:
    """Who sits down to what: the form as it is, and the known players who do not sit there yet.

    `winner` is who of those at the table won most recently, where that says who begins.
    """

    seating: Seating
    known: Sequence[str]
    entry_key: str
    notice: Message | str | None = None
    winner: str | None = None

    @property
    def first(self) -> int | None:
        """The row of whoever won most recently, where the rulebook lets them begin."""
        names = [row.name.casefold() for row in self.seating.rows]
        return names.index(self.winner.casefold()) if self.winner else None

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.seating.rulebook.slug}/begin.html", "games/begin.html"]


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
        return SIGNS.get(self.colour, "")


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
    def parts(self) -> Sequence[Column]:
        """The parts of the score that this table plays for."""
        return [
            part for part in self.rulebook.meta.parts if any(part.name in each.line.parts for each in self.standings)
        ]

    @property
    def counts(self) -> bool:
        """Whether anybody has a total."""
        return any(each.line.total is not None for each in self.standings)

    @property
    def agreed(self) -> bool:
        """Whether the table was asked for something before the first play."""
        return bool(asked_fields(self.rulebook))

    def seat_address(self, seat: int) -> str:
        """Return where a play of a player is entered."""
        return url_for("games.show", game_id=self.look.game.id, seat=seat)

    @cached_property
    def show(self) -> Any:
        """What lies on the table, for the rulebook's own pages."""
        return self.rulebook.show(self.look.replay.state)

    @cached_property
    def log(self) -> Sequence[LogLine]:
        """Every play, told."""
        return [self._line(step) for step in self.look.replay.steps]

    @cached_property
    def last(self) -> LogLine | None:
        """The last play."""
        steps = self.look.replay.steps
        return self._line(steps[-1]) if steps else None

    def _line(self, step: Step) -> LogLine:
        seat = getattr(step.play, "player", None)
        return LogLine(
            step.number,
            None if seat is None else self.players[seat],
            self.rulebook.label(self.look.table, step.play),
            self.rulebook.tell(step.before, step.play),
            [remark.message for remark in self.look.replay.remarks if remark.number == step.number],
        )


@dataclass(frozen=True)
class LogPage(GamePage):
    """Every play of a game."""

    template: ClassVar[str] = "games/log.html"
    trail: Sequence[TrailLine] = ()

    @property
    def changes(self) -> Sequence[tuple[str, Message]]:
        """What was changed and when (ISO 8601), first to last."""
        return [(line.made, told(line)) for line in self.trail]


@dataclass(frozen=True)
class CoursePage(GamePage):
    """How a game came about."""

    @property
    def template(self) -> str:
        """The rulebook's own page; there is none for all."""
        return f"rulebooks/{self.rulebook.slug}/course.html"


@dataclass(frozen=True)
class HelpPage(GamePage):
    """A question at the table: its form, and what there is to say (None before it was asked)."""

    template: ClassVar[str] = "games/help.html"
    helper: Helper | None = None
    form: Form | None = None
    answers: Sequence[Telling] | None = None


@dataclass(frozen=True)
class OptionsPage(GamePage):
    """What was agreed on before the first play, to be corrected."""

    form: Form | None = None

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/options.html", "games/options.html"]


@dataclass(frozen=True)
class PreviewPage(GamePage):
    """What a play comes to while it is filled in; a script puts its parts where they belong on the page."""

    form: Form | None = None
    kind: Kind | None = None
    sketch: Any = None
    refusal: Refusal | None = None

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own."""
        return [f"rulebooks/{self.rulebook.slug}/preview.html", "games/preview.html"]


@dataclass(frozen=True)
class ShelfPage:
    """Games that were put away unfinished, and games that were deleted."""

    template: ClassVar[str] = "games/shelf.html"
    away: Sequence[HomeGame]
    deleted: Sequence[HomeGame]
    entry_key: str


@dataclass(frozen=True, slots=True)
class MendLine:
    """A later play that a correction would make fall, or that mends it: `reason` is None if it stands now."""

    number: int
    label: Message
    reason: Message | str | None
    kind: Kind
    form: Form
    struck: bool


@dataclass(frozen=True)
class ConflictPage(GamePage):
    """A correction that later plays stand in the way of: its own fields, and a line for each of them."""

    template: ClassVar[str] = "games/conflicts.html"
    correction: Correction | None = None
    fields: Sequence[tuple[str, str]] = ()
    lines: Sequence[MendLine] = ()


@dataclass(frozen=True)
class EntryPage(GamePage):
    """A page on which a play is entered: the forms for it by kind, and which of them was refused and why."""

    forms: Mapping[str, Form] = field(default_factory=dict)
    refused: tuple[str, Refusal | None] = ("", None)

    def refusal(self, kind: str) -> Refusal | None:
        """Return why the play in the form of that kind was refused, if it was."""
        return self.refused[1] if self.refused[0] == kind else None

    def sketch(self, name: str) -> Any:
        """Return what the play in a form comes to, for a rulebook that shows that; None while it cannot be read."""
        kind, form = self.rulebook.kind(self.look.table, name), self.forms[name]
        if self.rulebook.sketch is None or kind is None or not form.validate():
            return None
        return self.rulebook.sketch(self.look.replay.state, play_from(form, kind))

    @cached_property
    def player(self) -> Player | None:
        """Whose play is being entered."""
        return None if self.seat is None else self.players[self.seat]


@dataclass(frozen=True)
class CorrectPage(EntryPage):
    """An earlier play to be put right, or one to be put in before it: `act` is AMEND or INSERT."""

    number: int = 0
    act: Act = Act.AMEND

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/correct.html", "games/correct.html"]

    def seat_address(self, seat: int) -> str:
        """Return where a play of another player is entered in this place."""
        view = "corrections.before" if self.act is Act.INSERT else "corrections.correct"
        return url_for(view, game_id=self.look.game.id, number=self.number, seat=seat)

    @property
    def line(self) -> LogLine:
        """The play that it is about."""
        return self.log[self.number - 1]

    @cached_property
    def entry(self) -> Any:
        """What the rulebook's own pages need to enter a play here."""
        return (
            None
            if self.seat is None
            else self.rulebook.entry(self.look.replay.steps[self.number - 1].before, self.seat)
        )


@dataclass(frozen=True)
class TablePage(EntryPage):
    """A game that goes on."""

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/table.html", "games/table.html"]

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
    def news(self) -> Sequence[Message]:
        """What the last play gave occasion to say: who is out now, and what is odd about it."""
        if self.last is None:
            return ()
        before = self.rulebook.standing_out(self.look.replay.steps[-1].before)
        out = [player for player in self.players if player.out and player.seat not in before]
        return [*(say("{player} is out.", player=player.name) for player in out), *self.last.remarks]


@dataclass(frozen=True)
class FinalPage(GamePage):
    """A game that is over, and the evening that it belongs to."""

    evening: Evening | None = None

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
    def text(self) -> str:
        """The result as plain text, to be sent on."""
        title, ended = spoken(self.rulebook.meta.title), date(self.look.game.ended)
        lines = [", ".join(filter(None, (title, ended))), spoken(self.headline)]
        lines += [spoken(self.decided)] if self.decided else []
        for standing in self.standings:
            known = [(part.label, standing.line.parts[part.name]) for part in self.parts]
            parts = ", ".join(f"{spoken(label)} {number(points)}" for label, points in known)
            points = f": {number(standing.line.total)} ({parts})" if self.counts else ""
            lines.append(f"{standing.place}. {standing.line.name}{points}")
        return "\n".join(lines)

    @property
    def remarks(self) -> Sequence[Message]:
        """What the whole log gives occasion to say."""
        return [note.message for note in self.look.replay.sheet().remarks]

    @property
    def next_starter(self) -> str:
        """Who begins the rematch."""
        return self.look.table.players[self.rulebook.starter(self.look.replay.state)]

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


ACTS: dict[Act, str] = {
    Act.BEGIN: N_("The game was begun."),
    Act.IMPORT: N_("The game was taken in from a document."),
    Act.ENTER: N_("{play} was entered."),
    Act.AMEND: N_("{play} was changed to {other}."),
    Act.INSERT: N_("{play} was put in."),
    Act.STRIKE: N_("{play} was struck."),
    Act.OPTIONS: N_("What was agreed on before the first play was corrected."),
    Act.ARCHIVE: N_("The game was put away."),
    Act.DELETE: N_("The game was deleted."),
    Act.BRING_BACK: N_("The game was brought back."),
    Act.UNDO: N_("{play} was taken back."),
    Act.REDO: N_("{play} was put back."),
}


def told(line: TrailLine) -> Message:
    """Return what a change did, in a sentence; of several edits the first speaks for all."""
    before, after = line.edits[0] if line.edits else (None, None)
    if before == after and before is not None:  # as it is called, not as it is
        return say("{play} was changed.", play=before)
    return Message(ACTS[line.act], {"play": before or after, "other": after or before})


def page(shown: Any, status: int = 200) -> Response:
    """Return the answer that shows a page."""
    return make_response(render_template(shown.template, page=shown), status)
