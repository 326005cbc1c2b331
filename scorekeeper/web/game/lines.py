"""The lines that pages of a game show: players, plays, the score paper."""

from dataclasses import dataclass

from ...core.messages import Message, joined, say
from ...core.rulebook import COLOURS
from ...core.table import Summary

SIGNS = dict(zip(COLOURS, ("●", "■", "◆", "▲", "♥\ufe0e", "♣\ufe0e", "★", "✚", "✿", "⬟"), strict=True))
"""The sign that stands beside a colour, for those who cannot tell colours apart; ♥ and ♣ as text, or
a phone makes pictures of its own of them."""
MOST_NAMED = 3
"""The most plays of one change that its line names."""
NOBODYS_SIGN = "◇"
"""The sign of somebody who is not at the table and has no colour."""


def sign_of(colour: str) -> str:
    """Return the sign of a colour, or NOBODYS_SIGN for ""."""
    return SIGNS.get(colour, NOBODYS_SIGN)


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at the table: what no play changes."""

    seat: int
    name: str
    colour: str

    @property
    def sign(self) -> str:
        return sign_of(self.colour)


@dataclass(frozen=True, slots=True)
class Player(Who):
    """A player as the strip at the top shows them, or one of `Seats.others`, for whom plays are entered too.

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
class Said:
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
    player: Who | None
    label: Message
    summary: Summary
    remarks: tuple[Said, ...]
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
        if count <= MOST_NAMED:
            return say("{count} changes: {plays}", count=count, plays=tuple(titles))
        named = joined(titles[: MOST_NAMED - 1], ", ")
        return say("{count} changes: {plays} and {more} more", count=count, plays=named, more=count - MOST_NAMED + 1)

    @property
    def open(self) -> bool:
        """Whether the line starts open: the last change of the game corrected one of its plays."""
        return any(line.changed for line in self.lines)


@dataclass(frozen=True, slots=True)
class Link:
    """Where something leads, and what it is called."""

    address: str
    label: Message


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """A cell of the score paper: the label of the `part` of the score (None: the total), and its value.

    Only a `figure` has a `gain` (its change since the earlier position that the page compares with) and an `address` of
    the plays that made it ("": it leads nowhere).
    """

    part: Message | None
    value: int | None
    figure: bool
    gain: int | None
    address: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score paper as pages show it; `number` is its index in `Rulebook.lines` (from 0).

    `who` is None for somebody who is not at the table. `ties` are the tie-breaks that decided against lines with the
    same total. The last of the `cells` is the total, if any line has one.
    """

    number: int
    place: int
    name: str
    who: Who | None
    ties: tuple[Message, ...]
    cells: tuple[ScoreCell, ...]
