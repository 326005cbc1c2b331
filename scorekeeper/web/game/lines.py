"""What pages show of a game, line by line: who sits there, the plays, the score paper."""

from dataclasses import dataclass

from ...core.messages import Message, joined, say
from ...core.rulebook import COLOURS
from ...core.table import Summary

SIGNS = dict(zip(COLOURS, "●■◆▲♥♣★✚✿⬟", strict=True))
"""The sign that says the same as a colour."""
MOST_NAMED = 3
"""So many plays of one change are named in its line."""
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
class Said:
    """Something worth saying about a play, and the code by which the rules find the section that it comes from.

    A `slip` asks what was perhaps overlooked.
    """

    message: Message
    code: str = ""
    slip: bool = False


@dataclass(frozen=True, slots=True)
class LogLine:
    """A play as a list shows it, and where its line leads; `player` is None for one that concerns the whole table.

    `changed` says what was corrected there last, if that was the last change of the game.
    """

    number: int
    player: Who | None
    label: Message
    summary: Summary
    remarks: tuple[Said, ...]
    address: str
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
    """Plays that one change put in, as a list shows them: one line that opens, where there are `several`.

    `together` is what they are, where there is a name for all of them.
    """

    lines: tuple[LogLine, ...]
    together: Summary | None = None

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
        if self.together:
            return self.together.headline
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
    """A cell of the score paper: the `part` of the score that stands there (None: the total), and its value.

    As a `figure` it can say by how much the play that is shown changed it, its `gain`, and leads to the plays that made
    it, at `address` ("": nowhere).
    """

    part: Message | None
    value: int | None
    figure: bool
    gain: int | None
    address: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score paper as pages show it, and its `number` there (from 0).

    `who` is None for somebody who is not at the table; `ties` is what decided against others of the same total. The
    last of the `cells` is the total, if any line has one.
    """

    number: int
    place: int
    name: str
    who: Who | None
    ties: tuple[Message, ...]
    cells: tuple[ScoreCell, ...]
