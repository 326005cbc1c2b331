"""The score sheet of a game at a position, and the sheets with a row (pad) or a cell (grid) for each play."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...core.fields import PLAYER, ByPlayer, Integer, Sum
from ...core.messages import Message, say
from ...core.points import TOTAL, difference, gains
from ...core.race import leaders
from ...core.ranking import deciding_tie_breaks
from ...core.replay import Replay, Step
from ...core.rulebook import POINTS, Kind, Rulebook
from ...core.sheet import Column, Line, Standing
from ..common.language import number
from ..common.names import short_names
from .lines import NON_PLAYER_SIGN, Log, LogLine, Player, PlayerTag
from .slots import IN_ROW, Slot, name_of, rows_of

MAX_ON_SCREEN = 26
"""Maximum length of a name in the ranking, in characters."""
MAX_BESIDE, MAX_BROAD = 3, 8
"""Maximum number of parts of the score, and length of a name in characters, that fit side by side on a phone."""
MAX_LEADING = 4
"""Maximum number of parts of the score that can be links side by side on a phone, with enough room to tap them."""
MAX_SHORT, MAX_LONG = 3, 4
"""Maximum length, in characters, of figures that fit side by side on a phone at full size, and at a smaller size."""
MAX_NAMES, MAX_BRIEF = 5, 5
"""Maximum number of names, and of brief names, that fit side by side on a phone."""
Figures = tuple[float | None, ...]
"""A figure for each player, in seat order; None if it is unknown."""
LAST_ENTRY = say("last entry")
MAX_CELLS = 150
"""Maximum number of cells on one page; the plays of a larger sheet are entered one by one."""


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """A cell of the score sheet: the label of the `part` of the score, None for the total, and its value.

    Only a `figure` has a `gain`, its change since the earlier position shown for comparison, and a `url`, the URL of
    the plays that changed it; "" for no link.
    """

    part: Message | None
    value: float | None
    figure: bool
    gain: float | None
    url: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score sheet as pages show it; `number` is its index in `Rulebook.lines` (from 0).

    `who` is None for a non-player. `ties` are the tie-breaks that decided against lines with the same total. The last
    of the `cells` is the total, if any line has one.
    """

    number: int
    place: int
    name: str
    who: PlayerTag | None
    ties: tuple[Message, ...]
    cells: tuple[ScoreCell, ...]

    @property
    def long_name(self) -> bool:
        """Whether the name does not fit beside the parts on a phone, so that it is shown above them."""
        return len(self.name) > MAX_BROAD


@dataclass(frozen=True, eq=False)
class ScoreSheetView:
    """The score sheet of a `replay`, with gains since `before`; `url` is `GamePage.url`."""

    replay: Replay
    at_table: tuple[PlayerTag, ...]
    url: Callable[..., str]
    before: Replay | None = None

    @property
    def standings(self) -> Sequence[Standing]:
        return self.replay.standings

    @cached_property
    def lines(self) -> Sequence[ScoreLine]:
        labels = {column.name: column.label for column in self.replay.rulebook.meta.tie_breaks}
        numbers = [_line_key(line) for line in self.replay.lines]
        ties = deciding_tie_breaks(self.standings)
        return [
            self._line(numbers.index(_line_key(each.line)), each, tuple(
                say("{label}: {value}", label=labels[name], value=each.line.tie_break[name]) for name in names
            ))
            for each, names in zip(self.standings, ties, strict=True)
        ]  # fmt: skip

    @cached_property
    def parts(self) -> Sequence[Column]:
        known = {name for each in self.standings for name in each.line.parts}
        return [part for part in self.replay.rulebook.meta.parts if part.name in known]

    @cached_property
    def crowded(self) -> bool:
        """Whether the parts do not fit beside the names on a phone, so that they are shown below."""
        return len(self.parts) > MAX_BESIDE

    @cached_property
    def has_totals(self) -> bool:
        return any(each.line.total is not None for each in self.standings)

    @property
    def figures(self) -> Message:
        """The label of the figures in the strip at the top."""
        return self.replay.rulebook.meta.current

    @property
    def plain(self) -> bool:
        """Whether the `figures` are plain points, which do not need a label."""
        return self.figures == POINTS

    @cached_property
    def points(self) -> Mapping[tuple[int | None, str], float | None]:
        """The points of each line if the game ended now, by (seat, ""), or by (None, name) for a non-player."""
        return {_line_key(line): line.current for line in self.replay.lines}

    @property
    def length(self) -> str:
        """The class of the strip, "long" or "longer", if the longest figure does not fit at full size; else ""."""
        most = max((len(number(points)) for points in self.points.values()), default=0)
        return "longer" if most > MAX_LONG else "long" if most > MAX_SHORT else ""

    @cached_property
    def made_of(self) -> Mapping[int | None, tuple[float, float]]:
        """The points so far and the points that the end would add, by seat, if the title counts them separately."""
        known = ((line, difference(line.so_far, line.total)) for line in self.replay.lines)
        return {line.seat: (line.so_far or 0, at_end) for line, at_end in known if at_end is not None}

    @cached_property
    def leading(self) -> Collection[tuple[int | None, str]]:
        """The leading lines, by the keys of `points`."""
        return [_line_key(self.replay.lines[index]) for index in self._first]

    def gained(self, seat: int) -> float | None:
        lines = self.before.lines if self.before else ()
        before = next((line.current for line in lines if line.seat == seat), None)
        return difference(before, self.points.get((seat, "")))

    def gain(self, line: int, part: str) -> float | None:
        return self._gains.get((line, part))

    def leads(self, line: int, part: str, value: float | None) -> str:
        """Return the URL of the plays that changed a figure; "" without a figure."""
        return "" if value is None else self.url("replay.replay", line=line, part=part or None)

    def scoreboard(self, players: Sequence[Player], play_table: "PlayTable | None") -> Sequence["RankingRow"]:
        """Return the ranking, best first, with gains of the last round in the `play_table`, else since `before`."""
        finished = self.replay.finished

        def row(line: Line, place: int | None, points: float | None) -> RankingRow:
            player = None if line.seat is None else players[line.seat]
            gain = None
            if player:
                gain = (
                    play_table.last(player.seat)
                    if play_table
                    else player.gain
                    if player.gain and not finished
                    else None
                )
            number = self.replay.lines.index(line)
            url = self.leads(number, TOTAL, line.total)
            return RankingRow(place, line.name, labels[line.name], player, number in self._first, points, gain, url)

        lines = [each.line for each in self.standings]
        names = [line.name for line in lines]
        short = zip(names, short_names(names, MAX_ON_SCREEN), strict=True)
        labels = {name: label if len(name) > MAX_ON_SCREEN else name for name, label in short}
        if finished or all(line.total is not None for line in lines):
            return [row(each.line, each.place, each.line.total) for each in self.standings]
        ahead = -1 if self.replay.rulebook.meta.lowest_wins else 1
        worth = [None if line.current is None else line.current * ahead for line in lines]
        known = [each for each in worth if each is not None]
        places = [None if own is None else 1 + sum(other > own for other in known) for own in worth]
        rows = [row(line, place, line.current) for line, place in zip(lines, places, strict=True)]
        return sorted(rows, key=lambda row: row.place or len(rows) + 1)

    @cached_property
    def _first(self) -> Collection[int]:
        return leaders(self.replay)

    @cached_property
    def _gains(self) -> Mapping[tuple[int, str], float]:
        return gains(self.before.lines, self.replay.lines) if self.before else {}

    def _line(self, number: int, standing: Standing, ties: tuple[Message, ...]) -> ScoreLine:
        """Return a line; if it has more than MAX_LEADING parts, only the total is a figure with gain and link."""
        line, figures = standing.line, len(self.parts) <= MAX_LEADING
        values: list[tuple[Message | None, str, float | None, bool]] = [
            (part.label, part.name, line.parts.get(part.name), figures) for part in self.parts
        ]
        if self.has_totals:
            values.append((None, TOTAL, line.total, True))
        cells = (
            ScoreCell(label, value, figure, self.gain(number, name), self.leads(number, name, value))
            if figure
            else ScoreCell(label, value, figure, None, "")
            for label, name, value, figure in values
        )
        who = None if line.seat is None else self.at_table[line.seat]
        place = 0 if self.replay.rulebook.meta.cooperative else standing.place
        return ScoreLine(number, place, line.name, who, ties, tuple(cells))


def _line_key(line: Line) -> tuple[int | None, str]:
    """Return the key of a line: its seat, or the name of a non-player."""
    return line.seat, "" if line.seat is not None else line.name


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of the ranking, with a `label` for the name if it is very long.

    `player` is None for a non-player, `place` is None while points are unknown. `url` is the URL of the plays that
    changed the points, "" for no link.
    """

    place: int | None
    name: str
    label: str
    player: Player | None
    leads: bool
    points: float | None
    gain: float | None
    url: str

    @property
    def sign(self) -> str:
        return self.player.sign if self.player else NON_PLAYER_SIGN

    @property
    def lost(self) -> bool:
        return (self.gain or 0) < 0


@dataclass(frozen=True, slots=True)
class PlayTableCell:
    """A player's `points` in a row of the pad, None without a value, and their play, None if the player was away.

    `made_of` is a short text about what the points are made of, if the kind of play has one.
    """

    points: float | None
    line: LogLine | None
    made_of: Message | None = None


@dataclass(frozen=True, slots=True)
class PlayTableRow:
    """A row of the pad: the cells of all players, None for an empty cell; () for a play described by its text only.

    `line` is the play of the entire row, or None for a row of entries with a play per cell. The `number` is 0 for other
    plays among rows of entries, and for joining and leaving. `points` is the change by a play without cells, or None.
    `prepares`: the play only prepares the next round, without points.
    """

    number: int
    line: LogLine | None
    cells: Sequence[PlayTableCell | None]
    points: float | None = None
    prepares: bool = False

    @property
    def remarks(self) -> Sequence[Message]:
        """The remarks on the plays, preceded by the correction if the game's last change corrected one of the plays."""
        lines = [self.line] if self.line else [cell.line for cell in self.cells if cell and cell.line]
        changed = [line.changed for line in lines if line.changed]
        return [*changed, *(remark.message for line in lines for remark in line.remarks)]


@dataclass(frozen=True, slots=True)
class PlayTable:
    """The score pad: its rows, with a column for each of `players`, and the sums.

    `labelled`: the title has several kinds of plays with a value for each player.
    """

    players: Sequence[PlayerTag]
    rows: Sequence[PlayTableRow]
    sums: Figures
    labelled: bool

    @property
    def crowded(self) -> bool:
        return len(self.players) > MAX_BRIEF

    @property
    def next_number(self) -> int:
        return max((row.number for row in self.rows), default=0) + 1

    @property
    def width(self) -> int:
        return 1 + len(self.players)

    @property
    def last_label(self) -> Message:
        """The label of the players' last points: the last round, unless each player has entries."""
        row = next((row for row in reversed(self.rows) if row.cells and not row.prepares), None)
        if row is None or row.line is None:
            return LAST_ENTRY
        return row.line.label if self.labelled else say("round {number}", number=row.number)

    def last(self, seat: int) -> float | None:
        """Return a player's points in the last round, or in the last entry of this player; None if there are none."""
        column = next((column for column, who in enumerate(self.players) if who.seat == seat), None)
        cells = (
            [row.cells[column] for row in reversed(self.rows) if row.cells and not row.prepares]
            if column is not None
            else []
        )
        return next((cell.points for cell in cells if cell), None)


def play_table(replay: Replay, log: Log, players: Sequence[PlayerTag], most: int | None = None) -> PlayTable | None:
    """Return the plays of a game as a pad, or None if its kinds of play do not fit on a pad.

    A play with a value for each player fills a row. If plays belong to players, the first row has the first entry of
    each player, and so on; players who were away continue in the current row of the others. With `most`, the pad has
    only the last rows, possibly none; otherwise, a game without plays does not have a pad.
    """
    kinds = [kind for kind in replay.rulebook.kinds(replay.table) if not kind.ends_game]
    if (most is None and not replay.steps) or not _fit(kinds, replay.rulebook):
        return None
    away, first = replay.rulebook.seats.away, replay.rulebook.representatives(replay.table)
    through = {who.seat: 0 for who in players}  # by player, the number of rows filled or missed
    rows: list[tuple[int, Step | dict[int, Step]]] = []
    entries: list[dict[int, Step]] = []
    rounds = 0  # the number of plays that fill a row
    for step in replay.steps:
        of_round = not (step.kind.has_player or step.kind.prepares)
        rounds += of_round
        missing = away(step.before)
        behind = min((count for seat, count in through.items() if seat not in missing), default=0)
        through |= {seat: max(through[seat], behind) for seat in missing if seat in through}
        seat = first.get(step.seat)
        if seat not in through or step.kind.name != kinds[0].name:
            rows.append((rounds if of_round and not kinds[0].has_player else 0, step))
            continue
        if through[seat] == len(entries):
            entries.append({})
            rows.append((len(entries), entries[-1]))
        entries[through[seat]][seat] = step
        through[seat] += 1
    gone = away(replay.state)
    lines = {line.number: line for line in log.lines} if most is None else {}

    def line(step: Step) -> LogLine:
        return lines.get(step.number) or log.line(step)

    def shown(number: int, content: Step | dict[int, Step]) -> PlayTableRow:
        cells: list[PlayTableCell | None]
        if isinstance(content, Step):
            gains, made_of = _gains(replay, content, players), content.kind.made_of(content.before, content.play)
            if content.kind.has_player or content.kind.prepares or (content.kind.ends_game and not any(gains)):
                change, prepares = next(filter(None, gains), None), content.kind.prepares
                prepared = (
                    [PlayTableCell(None, line(content), made_of.get(who.seat)) for who in players] if prepares else ()
                )
                return PlayTableRow(number, line(content), prepared, change, prepares)
            cells = [
                PlayTableCell(gain, line(content), made_of.get(who.seat))
                for who, gain in zip(players, gains, strict=True)
            ]
            return PlayTableRow(number, line(content), cells)
        cells = []
        for column, who in enumerate(players):
            step = content.get(who.seat)
            left_out = who.seat in gone or number <= through[who.seat]
            cells.append(
                PlayTableCell(_gains(replay, step, players)[column], line(step)) if step
                else PlayTableCell(None, None) if left_out else None
            )  # fmt: skip
        return PlayTableRow(number, None, cells)

    kept = rows if most is None else rows[-most:]
    labelled = len([kind for kind in kinds if not (kind.has_player or kind.prepares)]) > 1
    return PlayTable(players, [shown(*row) for row in kept], _points(replay, replay.state, players), labelled)


def _fit(kinds: Sequence[Kind[Any, Any]], rulebook: Rulebook[Any]) -> bool:
    """Return whether plays of all `kinds` have a value for each player, or one number for one player."""
    own = [kind for kind in kinds if kind.has_player]
    shapes = [[field.shape for field in kind.fields if field.name != PLAYER.name] for kind in kinds]
    return (
        bool(kinds and shapes[0])
        and not (own and rulebook.meta.parts)
        and not any(kind.cell or kind.non_player is not None for kind in kinds)
        and all(
            len(found) <= 1 and all(isinstance(shape, Integer | Sum) for shape in found)
            if kind.has_player
            else any(isinstance(shape, ByPlayer) for shape in found)
            for kind, found in zip(kinds, shapes, strict=True)
        )
    )


def _gains(replay: Replay, step: Step, players: Sequence[PlayerTag]) -> Figures:
    """Return the change of each player's points by a play, or None if it is unknown or the player was away.

    A latecomer's points are unknown at first, and count from 0.
    """
    had, has = (_points(replay, state, players) for state in (step.before, step.after))
    gains = [difference(old or 0, new) for old, new in zip(had, has, strict=True)]
    away = replay.rulebook.seats.away(step.before)
    return tuple(None if who.seat in away and not gain else gain for who, gain in zip(players, gains, strict=True))


def _points(replay: Replay, state: object, players: Sequence[PlayerTag]) -> Figures:
    lines = {line.seat: line.points for line in replay.rulebook.lines(state)}
    return tuple(lines[who.seat] for who in players)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: the `slot` for filling it in, with the name `name`, or the `points` of its play and the play's `url`.

    `made_of` is a short text about what the points are made of, if the kind of play has one.
    """

    name: str
    player: str
    points: float | None
    url: str = ""
    slot: Slot | None = None
    made_of: Message | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """The sheet: its rows (a label, and a cell for each player), the figures `added` below them, and the sums.

    `open`: the sheet can be filled in here; after the end of the game, only cells of kinds with `Kind.after_end`.
    `decimals` is the maximum number of decimal places of its numbers.
    """

    players: Sequence[PlayerTag]
    rows: Sequence[tuple[Message, Sequence[Cell]]]
    added: Sequence[tuple[Message, Figures]]
    sums: Figures
    open: bool
    decimals: int

    @property
    def crowded(self) -> bool:
        return len(self.players) > MAX_NAMES


def grid(
    replay: Replay,
    players: Sequence[PlayerTag],
    url: Callable[[int], str],
    slot: Callable[[str, int, str], Slot] | None,
) -> Grid | None:
    """Return the sheet of a replay; `url` returns the URL of a play.

    Returns None if the title has no sheet, if the sheet is too large, or if a cell needs several fields. `slot` returns
    the slot for a kind, a seat and the tag of a row; if it is None, the sheet is read-only.
    """
    kind = next((kind for kind in replay.rulebook.kinds(replay.table) if kind.cell), None)
    rows = rows_of(kind) if kind else {}
    if kind is None or len(rows) * len(players) > MAX_CELLS:
        return None
    own = next(field for field in kind.fields if field.name == kind.cell)
    others = [field for field in kind.fields if field.name not in (PLAYER.name, kind.cell)]
    if len(others) != 1:
        return None  # a play needs more than one field in its cell
    steps = [step for step in replay.steps if step.kind.name == kind.name]
    offered = kind.after_end(replay.state) if replay.finished else rows
    first = replay.rulebook.representatives(replay.table)
    filled = {(first.get(step.seat), kind.value(step.play, own)): step for step in steps}
    lines = {line.seat: line for line in replay.rulebook.lines(replay.state)}
    tags = {who.seat: who for who in players}

    def cell(seat: int, word: str) -> Cell:
        name, player = name_of(kind.name, tags[seat].key, IN_ROW + word), tags[seat].name
        if (seat, word) in filled:
            step = filled[seat, word]
            made_of = kind.made_of(step.before, step.play).get(seat)
            return Cell(name, player, lines[seat].parts.get(word), url(step.number), made_of=made_of)
        return Cell(name, player, None, slot=slot(kind.name, seat, IN_ROW + word) if slot and word in offered else None)

    seats = [who.seat for who in players]
    added = [part for part in replay.rulebook.meta.parts if part.name not in rows]
    cells = [(label, [cell(seat, word) for seat in seats]) for word, label in rows.items()]
    return Grid(
        players,
        cells,
        [(part.label, tuple(lines[seat].parts.get(part.name) for seat in seats)) for part in added],
        tuple(lines[seat].points for seat in seats),
        slot is not None and (not replay.finished or any(each.slot for _, own in cells for each in own)),
        getattr(others[0].shape, "decimals", 0),
    )
