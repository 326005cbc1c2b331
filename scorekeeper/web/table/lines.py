"""Players and plays as listed on the pages of a game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from ...core.messages import Message, joined, say
from ...core.replay import Replay, Step
from ...core.rulebook import COLOURS
from ...core.table import Summary
from ...store.games import GameView
from ...store.trail import ChangeLine

SIGNS = dict(zip(COLOURS, ("●", "■", "◆", "▲", "♥\ufe0e", "♣\ufe0e", "★", "✚", "✿", "⬟"), strict=True))
"""Sign beside each colour, because not all readers can tell the colours apart.

The variation selector U+FE0E makes phones show ♥ and ♣ as text, not as emoji.
"""
HOLLOW_SIGNS = dict(zip(COLOURS, "○□◈△♡♧☆✛❀▽", strict=True))
"""Signs of the second player of a colour. Phone fonts have all of them, and show none as an emoji."""
MAX_NAMED = 3
"""Maximum number of plays named in the line of one change."""
NON_PLAYER_SIGN = "◇"
"""Sign of a non-player, because non-players have no colour."""
RECENT = 8
"""Maximum number of changes shown beside a board."""


@dataclass(frozen=True, slots=True)
class PlayerTag:
    """The facts about a player at the table, which no play changes."""

    seat: int
    key: str
    name: str
    colour: str

    @property
    def sign(self) -> str:
        """The sign beside the name, different for each player: more players than colours share the colours."""
        return (SIGNS if self.seat < len(COLOURS) else HOLLOW_SIGNS).get(self.colour, NON_PLAYER_SIGN)


@dataclass(frozen=True, slots=True)
class Player(PlayerTag):
    """A player in the strip at the top, or one of `Seats.non_players`.

    - `points`: the total if the game ended now (None if unknown).
    - `made_of`: the points so far and the points that the end would add, if the title counts them separately.
    - `leads`: has the best total, alone or with others.
    - `gain`: the change of the points since the earlier position shown for comparison, if any.
    - `out`: eliminated while others play on.
    - `away`: has not joined yet, or has left.
    - `chosen`: the panel of this player is open.
    - `deals`: this player deals next.
    - `short`, `brief`: the name in the strip, and the name for the narrowest places.
    """

    points: float | None
    out: bool
    chosen: bool
    leads: bool
    made_of: tuple[float, float] | None = None
    gain: float | None = None
    deals: bool = False
    short: str = ""
    brief: str = ""
    away: bool = False


@dataclass(frozen=True, slots=True)
class RemarkLine:
    """A remark on a play; `code` identifies the section of the rules behind it, `slip` marks a possible mistake."""

    message: Message
    code: str = ""
    slip: bool = False


@dataclass(frozen=True, slots=True)
class LogLine:
    """A play in a list; `player` is None if it concerns the entire table, `label` is its title.

    `url` is the link target of the line. `changed` describes the last change of the game if it corrected this play.
    """

    number: int
    player: PlayerTag | None
    label: Message
    summary: Summary
    remarks: tuple[RemarkLine, ...]
    url: str
    changed: Message | None = None

    @property
    def names(self) -> bool:
        """Whether the headline contains the player's name."""
        return self.player is not None and self.summary.headline.values.get("player") == self.player.name


@dataclass(frozen=True, slots=True)
class LogChange:
    """The plays of one change in a list; `together` summarizes them, if the rulebook describes such plays together."""

    lines: tuple[LogLine, ...]
    together: Summary | None = None

    @property
    def several(self) -> bool:
        return len(self.lines) > 1

    @property
    def numbers(self) -> str:
        """The range of the play numbers: "4–7"."""
        numbers = [line.number for line in self.lines]
        return f"{min(numbers)}\N{EN DASH}{max(numbers)}"

    @property
    def label(self) -> Message:
        if self.together:
            return self.together.headline
        count, titles = len(self.lines), [line.label for line in sorted(self.lines, key=lambda line: line.number)]
        if count <= MAX_NAMED:
            return say("{count} changes: {plays}", count=count, plays=tuple(titles))
        named = joined(titles[: MAX_NAMED - 1], ", ")
        return say("{count} changes: {plays} and {more} more", count=count, plays=named, more=count - MAX_NAMED + 1)

    @property
    def open(self) -> bool:
        """Whether the line starts expanded because the last change of the game corrected one of its plays."""
        return any(line.changed for line in self.lines)


@dataclass(frozen=True, eq=False)
class Log:
    """The plays of a `replay` as lists show them; `url(number)` returns the link target of a play.

    `trail` has all changes of the game, to mark the play corrected by the last change. `turned`: the latest play comes
    first.
    """

    view: GameView
    replay: Replay
    at_table: tuple[PlayerTag, ...]
    url: Callable[[int], str]
    trail: Sequence[ChangeLine] = ()
    turned: bool = False

    @cached_property
    def lines(self) -> Sequence[LogLine]:
        lines = [self.line(step) for step in self.replay.steps]
        last = self.trail[-1] if self.trail else None
        if lines and last and last.corrected:
            at = min(last.corrected, len(lines)) - 1  # the last play may have been deleted
            totals = [self.view.totals] if self.view.totals else []
            lines[at] = replace(lines[at], changed=joined([last.message, *totals], " "))
        return lines[::-1] if self.turned else lines

    @property
    def changes(self) -> Sequence[LogChange]:
        """All plays, grouped by the change that entered them; plays inserted between them split a group."""
        changes = [tuple(lines) for _, lines in groupby(self.lines, self._change_of)]
        return [LogChange(lines, self._together([line.number for line in lines])) for lines in changes]

    @cached_property
    def recent(self) -> Sequence[LogChange]:
        """The last changes, latest first. Only their plays are described, which is faster than `changes`."""
        changes = [tuple(steps) for _, steps in groupby(self.replay.steps, self._change_of)]
        return [
            LogChange(tuple(map(self.line, steps)), self._together([step.number for step in steps]))
            for steps in changes[: -RECENT - 1 : -1]
        ]

    @cached_property
    def last(self) -> LogLine | None:
        return self.line(self.replay.steps[-1]) if self.replay.steps else None

    def line(self, step: Step) -> LogLine:
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
            self.url(step.number),
        )

    def _together(self, numbers: Sequence[int]) -> Summary | None:
        steps = self.replay.steps[min(numbers) - 1 : max(numbers)]
        if len(steps) == 1:
            return None
        after = self.replay.at(max(numbers)).state
        return self.replay.rulebook.summarize_batch(steps[0].before, after, [step.play for step in steps])

    def _change_of(self, play: LogLine | Step) -> int:
        """Return a number shared by all plays of one change and by no others."""
        # The plays at a game's start do not have a revision, so each gets a separate number.
        return self.view.inserted_by[play.number - 1] or -play.number
