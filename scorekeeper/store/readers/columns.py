"""Proposals for the roles of the columns of a table, by their headings and by their cells."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...core.errors import Unreadable
from ...core.messages import Message, say
from ...core.names import NAME_LENGTH
from .cells import (
    SUMS,
    Cell,
    is_missing,
    is_number,
    plain,
    text_of,
    written_day,
    written_mark,
    written_minutes,
    written_place,
    written_points,
    written_time,
)
from .headings import NAMES, OF_PLAYER, SYNONYMS, Role, Slot, named_slot, numbered_slot, roles_of, words_of
from .lists import has_named_points, parts_of

TableRow = Sequence[Cell]
MAX_HEADING_LINE = 20
"""Number of first lines of a sheet to search for headings."""
LOOKED_AT = 500
"""Maximum number of different values of a column, or of lines, examined to find a role."""
MIN_SHARE = 0.5
"""Minimum share of the values of a column that fit its role."""
MOST_CATEGORIES = 30
SUMMED = 0.8
"""Minimum share of lines whose categories add up to the points."""
SMALLEST = 0.001
"""Smallest real difference of two sums; smaller ones are errors of binary fractions."""
EARLIEST_START = 8
"""First hour of times of the day in a column that could also have durations."""
ORDER = (
    Role.DATE,
    Role.BEGAN,
    Role.MINUTES,
    Role.ENDED,
    Role.PLAYER,
    Role.GAME,
    Role.POINTS,
    Role.WON,
    Role.PLACE,
    Role.LOCATION,
    Role.NOTE,
    Role.SEAT,
    Role.STARTS,
    Role.ROUND,
    Role.SKIP,
    Role.NUMBER,
)
"""Roles in the order of their assignment to columns."""
OWN_NUMBER = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
BY_HEADING, CHOSEN, UNKNOWN = say("by its heading"), say("chosen"), say("the heading is not known")
NO_HEADINGS = say(
    "it has no line with headings. Add a first line with headings such as Date, Game, Player and Points, or with the "
    "names of the players"
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    `name` is its heading, or its letter without one (`headed`), and is unique. `values` are its non-empty cells, `why`
    is the reason for its role. With a `slot`, the column is about one of several players in each line.
    """

    index: int
    name: str
    values: tuple[Cell, ...]
    role: Role = Role.SKIP
    why: Message = UNKNOWN
    slot: Slot | None = None
    headed: bool = True

    @property
    def samples(self) -> tuple[str, ...]:
        """The first different values, as text."""
        return tuple(islice(dict.fromkeys(map(text_of, self.values[:LOOKED_AT])), 3))


def heading_line(rows: Sequence[TableRow], chosen: Iterable[str], own: Mapping[str, Role]) -> int:
    """Return the index of the line with the headings; raises Unreadable without one.

    Of the first lines, the line with most known headings is chosen, or else the first line with several different
    texts. A line with only a mark of sums beside numbers does not count.
    """
    known = {*map(plain, chosen)}
    best, most = -1, 0
    filled = [(at, cells) for at, row in enumerate(rows[:200]) if (cells := [cell for cell in row if cell != ""])]
    for at, cells in filled[:MAX_HEADING_LINE]:
        texts = [cell for cell in cells if isinstance(cell, str)]
        headings = {plain(each) for each in texts if each[:1].isalpha() or not _is_value(each)}
        if len(cells) > 1 and headings <= SUMS:
            continue
        count = sum(
            text in known or words_of(text) in own or bool(roles_of(text)) or bool(numbered_slot(text))
            for text in headings
            if len(text) <= 100
        )
        if len(cells) > 1 and len(texts) * 2 >= len(cells) and count > most:
            best, most = at, count
    if most == 0:
        several = [(at, cells) for at, cells in filled[:MAX_HEADING_LINE] if len(cells) > 1]
        at, cells = several[0] if several else (0, [])
        different = {plain(text_of(cell)) for cell in cells if isinstance(cell, str)}
        if len(different) == len(cells) and len(several) > 1 and not any(map(_is_value, different)):
            return at
        raise Unreadable(NO_HEADINGS)
    return best


def columns_of(headings: TableRow, rows: Sequence[TableRow]) -> list[Column]:
    """Return the columns with a heading or a value; a column without a heading has the letter of a spreadsheet."""
    width = max(len(headings), max(map(len, rows), default=0))
    columns, names = list[Column](), set[str]()
    for index in range(width):
        values = tuple(row[index] for row in rows if index < len(row) and row[index] != "")
        heading = " ".join(text_of(headings[index]).split()) if index < len(headings) else ""
        if not heading and not values:
            continue
        base = heading or _letters(index)
        name, copy = base, 1
        while plain(name) in names:
            copy += 1
            name = f"{base} ({copy})"
        names.add(plain(name))
        columns.append(Column(index, name, values, headed=bool(heading)))
    return columns


def with_roles(
    columns: Sequence[Column],
    chosen: Mapping[str, Role],
    own: Mapping[str, Role],
    rows: Sequence[TableRow],
    *,
    rounds: bool,
    is_own: bool,
) -> list[Column]:
    """Return the columns with the `chosen` roles and with proposals for all others.

    `own` are the headings of exported tables in the form of `words_of`; `is_own`: the table has all of them. `rounds`:
    a line is a round.
    """
    proposals = _Proposals(columns, chosen, own, rows, rounds=rounds)
    return proposals.by_headings() if is_own else proposals.columns()


def share(values: Iterable[Cell], fits: Callable[[Cell], bool]) -> float:
    """Return the share of fitting values among the different ones, without missing ones; 1.0 without values."""
    known = [each for each in islice(dict.fromkeys(values), LOOKED_AT) if not is_missing(each)]
    return sum(map(fits, known)) / len(known) if known else 1.0


def holds_lists(players: Column | None, points: Column | None) -> bool:
    """Return whether a column has the names of all players of a game in one cell."""
    if points and points.values and share(points.values, has_named_points) >= MIN_SHARE:
        return True
    if not players or not players.values:
        return False
    if share(players.values, lambda cell: len(parts_of(cell, loose=False)) > 1) >= MIN_SHARE:
        return True
    single = points is not None and share(points.values, is_number) >= MIN_SHARE
    return not single and share(players.values, lambda cell: len(parts_of(cell)) > 1) >= MIN_SHARE


class _Proposals:
    """Proposals for the roles of columns, by the index of the column."""

    def __init__(
        self,
        columns: Sequence[Column],
        chosen: Mapping[str, Role],
        own: Mapping[str, Role],
        rows: Sequence[TableRow],
        *,
        rounds: bool,
    ) -> None:
        self._all, self._own, self._rows, self._rounds = columns, own, rows, rounds
        self._found: dict[int, Column] = {}
        self._why: dict[int, Message] = {}
        self._numbered: dict[int, Slot] = {}
        by_name = {plain(each.name): each for each in columns}
        for name, role in chosen.items():
            column = by_name.get(plain(name))
            if column is None:  # another table of the import can have it
                continue
            slot = None
            if role == Role.POINTS_OF:
                slot = Slot(plain(column.name), role, column.name)
            elif role in (Role.PLAYER, *OF_PLAYER) and not roles_of(column.name):
                slot = numbered_slot(column.name)
            self._found[column.index] = replace(column, role=role, why=CHOSEN, slot=slot)

    def by_headings(self) -> list[Column]:
        """Return the columns of an exported table, by headings only: a cell can look like anything."""
        for each in self._free():
            if role := self._own.get(words_of(each.name)):
                self._set(each, role)
        return [self._found.get(each.index) or self._unused(each) for each in self._all]

    def columns(self) -> list[Column]:
        self._number_slots()
        for role in ORDER:
            self._give(role)
        players, points = self._with(Role.PLAYER), self._with(Role.POINTS)
        listed = holds_lists(players, points)
        if self._numbered:
            self._drop_roles((Role.POINTS, Role.PLACE, Role.SEAT, Role.PART))
        elif listed:
            self._drop_roles((Role.PLACE, Role.SEAT, Role.PART))
        elif players:
            self._find_categories(points)
        else:
            self._find_names()
        return [self._found.get(each.index) or self._unused(each) for each in self._all]

    def _unused(self, column: Column) -> Column:
        return replace(column, why=self._why.get(column.index, UNKNOWN if column.values else say("it is empty")))

    def _with(self, role: Role) -> Column | None:
        return next((each for each in self._found.values() if each.role == role and each.slot is None), None)

    def _free(self) -> list[Column]:
        return [each for each in self._all if each.index not in self._found]

    def _set(self, column: Column, role: Role, why: Message = BY_HEADING, slot: Slot | None = None) -> None:
        self._found[column.index] = replace(column, role=role, why=why, slot=slot)

    def _number_slots(self) -> None:
        """Find columns with the number of a player in the heading; one of them must have the player's name."""
        slots = {
            each.index: slot
            for each in self._free()
            if not roles_of(each.name) and words_of(each.name) not in self._own and (slot := numbered_slot(each.name))
        }
        keys = {
            slot.key
            for each in self._all
            if (slot := slots.get(each.index))
            and slot.role == Role.PLAYER
            and share(each.values, _is_name) >= MIN_SHARE
        } | {each.slot.key for each in self._found.values() if each.slot and each.role == Role.PLAYER}
        for each in self._free():
            slot = slots.get(each.index)
            if slot and slot.key in keys:
                self._numbered[each.index] = slot
                if slot.role != Role.SKIP:
                    self._set(each, slot.role, slot=slot)
                else:
                    self._why[each.index] = say("it is not read for players")

    def _give(self, role: Role) -> None:
        """Assign a role to a free column with one of its headings, the first heading first.

        Only notes and unneeded columns can have a role several times.
        """
        several = role in (Role.NOTE, Role.SKIP)
        if (self._with(role) and not several) or (role == Role.PLAYER and self._numbered):
            return
        texts = SYNONYMS[role]
        named = [
            (-1 if self._own.get(words) == role else texts.index(words), column)
            for column in self._free()
            if (words := words_of(column.name)) in texts or self._own.get(words) == role
        ]
        for rank, column in sorted(named, key=lambda each: each[0]):
            if not several and self._with(role):
                self._why.setdefault(column.index, say("another column is read as {role}", role=NAMES[role]))
            elif role == Role.SKIP:
                self._set(column, role, say("it is not needed for results"))
            elif rank < 0 or self._fits(role, column):
                self._set(column, role)
                self._why.pop(column.index, None)
            else:
                self._why[column.index] = say("its cells do not fit: {role}", role=NAMES[role])

    def _fits(self, role: Role, column: Column) -> bool:
        values, other = column.values, [each for each in roles_of(column.name) if each != role]
        match role:
            case Role.DATE:
                return share(values, lambda cell: written_day(cell) is not None) >= MIN_SHARE
            case Role.BEGAN | Role.ENDED:
                times = [clock for cell in values[:LOOKED_AT] if (clock := written_time(cell))]
                late = sorted(each.hour for each in times)[len(times) // 2] >= EARLIEST_START if times else True
                return share(values, _is_time) >= MIN_SHARE and (late or Role.MINUTES not in other)
            case Role.MINUTES:
                return share(values, lambda cell: written_minutes(cell) is not None) >= MIN_SHARE
            case Role.PLAYER:
                return share(values, _is_name) >= MIN_SHARE
            case Role.GAME:
                return share(values, _is_name) >= MIN_SHARE or Role.NUMBER not in other
            case Role.POINTS:
                marked = Role.WON in other and share(values, lambda cell: written_mark(cell) is not None) == 1
                has_digits = share(values, lambda cell: any(each.isdigit() for each in text_of(cell))) >= MIN_SHARE
                return has_digits and not marked
            case Role.WON:
                return share(values, lambda cell: written_mark(cell) is not None or _is_name(cell)) >= MIN_SHARE
            case Role.PLACE | Role.SEAT:
                return share(values, lambda cell: written_place(cell) is not None) >= MIN_SHARE
            case Role.NUMBER:
                return self._fits_number(column)
            case _:
                return True

    def _fits_number(self, column: Column) -> bool:
        """Return whether a column can have the numbers of games; if games have several lines, some must be repeated."""
        players = self._with(Role.PLAYER)
        several = players is not None and not holds_lists(players, self._with(Role.POINTS))
        by_rounds = self._rounds or self._with(Role.ROUND) is not None
        different = len(set(column.values)) == len(column.values) > 1
        own = all(isinstance(each, str) and OWN_NUMBER.fullmatch(each) for each in column.values)
        return own or not different or not (several or by_rounds)

    def _drop_roles(self, roles: Sequence[Role]) -> None:
        """Remove proposals that do not fit a line with several players."""
        for each in [*self._found.values()]:
            if each.role in roles and each.slot is None and each.why is not CHOSEN:
                del self._found[each.index]
                self._why[each.index] = say("a line has several players")

    def _find_categories(self, points: Column | None) -> None:
        """Find categories of points: numbers that add up to the points, or to the numbers of another column."""
        numbers = [
            each
            for each in self._free()
            if not roles_of(each.name) and each.values and share(each.values, is_number) >= MIN_SHARE
        ][:MOST_CATEGORIES]
        for each in numbers:
            self._why[each.index] = say("the heading is not known, and it is not a part of the points")
        total, best = points, 0.0
        parts: Sequence[Column] = ()
        for each in [points] if points else numbers:
            for summands in _possible_summands([other for other in numbers if other is not each], each):
                right = self._share_of_sums(summands, each)
                if right >= SUMMED and right > best:
                    total, parts, best = each, summands, right
        if not total or not parts:
            return
        if not points:
            self._set(total, Role.POINTS, say("it is the sum of other columns"))
        for each in parts:
            self._set(each, Role.PART, say("it is a part of the sum in “{heading}”", heading=total.name))

    def _share_of_sums(self, summands: Sequence[Column], total: Column) -> float:
        """Return the share of lines whose summands add up to the total; 0 for only one summand or line."""
        lines = [row for row in self._rows[:LOOKED_AT] if written_points(at(row, total.index)) is not None]
        if len(summands) < 2 or len(lines) < 2:
            return 0
        right = 0
        for row in lines:
            found = sum(written_points(at(row, each.index)) or 0 for each in summands)
            right += abs(found - (written_points(at(row, total.index)) or 0)) < SMALLEST
        return right / len(lines)

    def _find_names(self) -> None:
        """Find columns of one player each: with the name and a role in the heading, or numbers below a name."""
        chosen = [each for each in self._found.values() if each.slot and each.slot.name]
        free = [each for each in self._free() if not roles_of(each.name) and words_of(each.name) not in self._own]
        named = {each.index: slot for each in free if (slot := named_slot(each.name)) and self._fits(slot.role, each)}
        if len({slot.key for slot in named.values()} | {each.name for each in chosen}) > 1 and named:
            for each in free:
                if each.index in named:
                    self._set(each, named[each.index].role, slot=named[each.index])
        else:
            numbers = [
                each
                for each in free
                if each.headed
                and len(each.name) <= NAME_LENGTH
                and _is_name(each.name)
                and each.values
                and share(each.values, _is_result) >= MIN_SHARE
            ]
            if len(numbers) + len(chosen) < 2 and not chosen:
                return
            if not (chosen or self._rounds) and self._lines_repeat([each for each in free if each not in numbers]):
                return
            for each in numbers:
                name = " ".join(each.name.split())
                self._set(each, Role.POINTS_OF, say("numbers below a name"), Slot(plain(name), Role.POINTS_OF, name))
        if any(each.slot for each in self._found.values()):
            self._drop_roles((Role.POINTS, Role.PLACE, Role.SEAT, Role.PART))

    def _lines_repeat(self, texts: Sequence[Column]) -> bool:
        """Return whether lines differ only in one of these columns, as in a table with a line per player."""
        roles = (Role.DATE, Role.GAME, Role.NUMBER, Role.BEGAN)
        heads = [each.index for each in self._found.values() if each.role in roles]
        rows = self._rows[:LOOKED_AT]
        filled = [each for each in texts if len(each.values) * 2 > len(self._rows)]
        names = [each for each in filled if share(each.values, _is_name) >= MIN_SHARE]
        keys = {tuple(at(row, index) for index in heads) for row in rows}
        return bool(names) and (not heads or len(keys) * 1.5 < len(rows))


def _possible_summands(columns: Sequence[Column], total: Column) -> Iterator[Sequence[Column]]:
    """Yield columns that could add up to a total: all, all but one, and the columns next to the total without a gap."""
    before = [each for each in columns if each.index < total.index]
    after = [each for each in columns if each.index > total.index]
    yield columns
    yield from ([each for each in columns if each is not left] for left in columns)
    yield from (before[first:] for first in range(len(before)))
    yield from (after[:count] for count in range(len(after), 0, -1))


def at(row: TableRow, index: int) -> Cell:
    return row[index] if index < len(row) else ""


def _is_result(cell: Cell) -> bool:
    return is_number(cell) or written_mark(cell) is not None or written_place(cell) is not None


def _is_time(cell: Cell) -> bool:
    day = written_day(cell)
    return bool(day and day.clock) or written_time(cell) is not None


def _is_name(cell: Cell) -> bool:
    return isinstance(cell, str) and any(each.isalpha() for each in cell) and written_day(cell) is None


def _is_value(text: str) -> bool:
    return written_points(text) is not None or written_day(text) is not None


def _letters(index: int) -> str:
    """Return the letters of a column in a spreadsheet: A, B, … Z, AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
