"""Players and plays as pages of a game list them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from urllib.parse import urlsplit

from flask import request, url_for

from ...core.messages import Message, joined, say
from ...core.replay import Replay, Step
from ...core.rulebook import COLOURS
from ...core.table import Summary
from ...store.games import GameView
from ...store.trail import ChangeLine
from ..access.rights import rights

SIGNS = dict(zip(COLOURS, ("●", "■", "◆", "▲", "♥\ufe0e", "♣\ufe0e", "★", "✚", "✿", "⬟"), strict=True))
"""The sign that stands beside a colour, for those who cannot tell colours apart; ♥ and ♣ as text, or
a phone makes pictures of its own of them."""
MAX_NAMED = 3
"""The most plays of one change that its line names."""
BACK, TABLE, RESULT = say("Back"), say("The table"), say("The result")
OF_GAME = re.compile(r"(/[a-z0-9/-]{0,80})?([?#].*)?", re.ASCII)
"""What can follow the address of a game in the address of another page about it."""
NOBODYS_SIGN = "◇"
"""The sign of somebody who is not at the table and has no colour."""
RECENT = 8
"""The most changes that are shown beside a board."""


def sign_of(colour: str) -> str:
    """Return the sign of a colour, or NOBODYS_SIGN for ""."""
    return SIGNS.get(colour, NOBODYS_SIGN)


@dataclass(frozen=True, slots=True)
class PlayerTag:
    """Somebody at the table: what no play changes."""

    seat: int
    name: str
    colour: str

    @property
    def sign(self) -> str:
        return sign_of(self.colour)


@dataclass(frozen=True, slots=True)
class Player(PlayerTag):
    """A player as the strip at the top shows them, or one of `Seats.non_players`, for whom plays are entered too.

    `points` are what they would have if the game ended now (None: not known), `made_of` what they have so far and what
    the end would add, where these are two things; `leads`: nobody would have more. `out`: eliminated, while others play
    on. `chosen`: their panel is open. `deals`: the next deal is theirs. `gain` is the change of the points since the
    earlier position that the page compares with, if there is one. `short` is the name in the strip, `brief` that for
    where there is least room.
    """

    points: int | None
    out: bool
    chosen: bool
    leads: bool
    made_of: tuple[int, int] | None = None
    gain: int | None = None
    deals: bool = False
    short: str = ""
    brief: str = ""


@dataclass(frozen=True, slots=True)
class RemarkLine:
    """A remark on a play; by its `code` the rules find the section that it comes from.

    `slip`: it asks about something that was perhaps overlooked.
    """

    message: Message
    code: str = ""
    slip: bool = False


@dataclass(frozen=True, slots=True)
class LogLine:
    """A play as a list shows it; `player` is None for one that concerns the whole table, `label` names the play.

    `address` is where the line leads. `changed` describes the last change of the game, if it corrected this play.
    """

    number: int
    player: PlayerTag | None
    label: Message
    summary: Summary
    remarks: tuple[RemarkLine, ...]
    address: str
    changed: Message | None = None

    @property
    def names(self) -> bool:
        """Whether the headline has the player's name in it."""
        return self.player is not None and self.summary.headline.values.get("player") == self.player.name


@dataclass(frozen=True, slots=True)
class LogChange:
    """The plays of one change, as a list shows them: if there are `several`, under one line that opens.

    `together` describes them as a whole, if the rulebook has a name for that.
    """

    lines: tuple[LogLine, ...]
    together: Summary | None = None

    @property
    def several(self) -> bool:
        return len(self.lines) > 1

    @property
    def numbers(self) -> str:
        """The range of their numbers: "4–7"."""
        numbers = [line.number for line in self.lines]
        return f"{min(numbers)}\N{EN DASH}{max(numbers)}"

    @property
    def label(self) -> Message:
        """The name of the whole, or else how many plays there are and what the first are called."""
        if self.together:
            return self.together.headline
        count, titles = len(self.lines), [line.label for line in sorted(self.lines, key=lambda line: line.number)]
        if count <= MAX_NAMED:
            return say("{count} changes: {plays}", count=count, plays=tuple(titles))
        named = joined(titles[: MAX_NAMED - 1], ", ")
        return say("{count} changes: {plays} and {more} more", count=count, plays=named, more=count - MAX_NAMED + 1)

    @property
    def open(self) -> bool:
        """Whether the line starts open: the last change of the game corrected one of its plays."""
        return any(line.changed for line in self.lines)


@dataclass(frozen=True, slots=True)
class Link:
    """Where something leads, and what it is called."""

    address: str
    label: Message


def next_address(view: GameView) -> str:
    """Return the `next` of the request, if that is the address of a page of this game; "" otherwise.

    Links to rules and corrections carry the address of the page on which they stand: there "Back" leads, and a saved
    correction.
    """
    asked, table = request.args.get("next", ""), url_for("game.table", game_id=view.game.id)
    path = urlsplit(asked).path if asked.isprintable() and OF_GAME.fullmatch(asked.removeprefix(table)) else ""
    shown_to_all = path in (table, f"{table}/plays", f"{table}/replay")
    return asked if asked.startswith(table) and path and (shown_to_all or rights().may_enter) else ""


def way_up(view: GameView) -> Link:
    """Return the link one level up from a page about a game: back where it was opened, else to the table or result."""
    table = Link(url_for("game.table", game_id=view.game.id), RESULT if view.replay.finished else TABLE)
    asked = next_address(view)
    return Link(asked, BACK) if asked else table


@dataclass(frozen=True, eq=False)
class Log:
    """The plays of a `replay` as lists show them; `address(number)` is where the line of a play leads.

    `trail` has all changes of the game: if the last one corrected a play, that play is marked. `turned`: the latest
    play comes first.
    """

    view: GameView
    replay: Replay
    at_table: tuple[PlayerTag, ...]
    address: Callable[[int], str]
    trail: Sequence[ChangeLine] = ()
    turned: bool = False

    @cached_property
    def lines(self) -> Sequence[LogLine]:
        """Every play, described."""
        lines = [self.line(step) for step in self.replay.steps]
        last = self.trail[-1] if self.trail else None
        if lines and last and last.corrected:
            at = min(last.corrected, len(lines)) - 1
            totals = [self.view.totals] if self.view.totals else []
            lines[at] = replace(lines[at], changed=joined([last.message, *totals], " "))
        return lines[::-1] if self.turned else lines

    @property
    def changes(self) -> Sequence[LogChange]:
        """The same plays, grouped: those that one change entered, as far as they still stand next to each other."""
        changes = [tuple(lines) for _, lines in groupby(self.lines, self._change_of)]
        return [LogChange(lines, self._together([line.number for line in lines])) for lines in changes]

    @cached_property
    def recent(self) -> Sequence[LogChange]:
        """The last changes, the latest first. Only their plays are described, which is faster than `changes`."""
        changes = [tuple(steps) for _, steps in groupby(self.replay.steps, self._change_of)]
        return [
            LogChange(tuple(map(self.line, steps)), self._together([step.number for step in steps]))
            for steps in changes[: -RECENT - 1 : -1]
        ]

    @cached_property
    def last(self) -> LogLine | None:
        return self.line(self.replay.steps[-1]) if self.replay.steps else None

    def line(self, step: Step) -> LogLine:
        """Return a play as a list shows it."""
        summary = self.replay.describe(step)
        return LogLine(
            step.number,
            None if step.seat is None else self.at_table[step.seat],
            self.replay.rulebook.title(self.replay.table, step.play),
            summary,
            (
                *(RemarkLine(remark.message, remark.code) for remark in summary.remarks),
                *(RemarkLine(slip.message, slip.code, slip=True) for slip in summary.slips),
            ),
            self.address(step.number),
        )

    def _together(self, numbers: Sequence[int]) -> Summary | None:
        """Return what several plays are as a whole, if the rulebook has a name for that; None for one play."""
        steps = self.replay.steps[min(numbers) - 1 : max(numbers)]
        if len(steps) == 1:
            return None
        after = self.replay.at(max(numbers)).state
        return self.replay.rulebook.summarize_batch(steps[0].before, after, [step.play for step in steps])

    def _change_of(self, play: LogLine | Step) -> int:
        """Return a number that all plays of one change share, and no others."""
        return self.view.put_in[play.number - 1] or -play.number
