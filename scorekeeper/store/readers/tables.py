"""Reader of any table with results: finds the roles of its columns, asks open questions, and yields the games.

Tables can have a line per player; a line per game with columns for each player, headed by the number or the name of the
player; or a line per game with all names in one cell. Instead of a game, a line can be a round.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, time
from functools import cached_property
from itertools import groupby, zip_longest
from typing import Any

from ...core.errors import Unreadable
from ...core.messages import Message, many, say
from ...core.names import NAME_LENGTH, visible
from ...core.numbers import rounded
from . import ImportedGame, ImportedPlayer, LeftOutGame
from .cells import (
    SUMS,
    Cell,
    day_order,
    decimal_sign,
    is_missing,
    is_number,
    is_ordinal,
    plain,
    text_of,
    texts,
    written_day,
    written_mark,
    written_minutes,
    written_place,
    written_points,
    written_time,
)
from .columns import MIN_SHARE, Column, TableRow, at, columns_of, heading_line, holds_lists, share, with_roles
from .headings import NAMES, OF_PLAYER, OWN_ONLY, Role, words_of
from .lists import name_and_points, numbers_of, parts_of
from .sheets import Sheet, read_sheets
from .values import read_points

Translations = Sequence[Callable[[Message], str]]
"""Functions that translate a message, one for each language of exported tables."""
LINES_SHOWN = 5
OWN: Mapping[Role, Message] = {
    Role.DATE: say("Date"),
    Role.BEGAN: say("Started"),
    Role.ENDED: say("Ended"),
    Role.GAME: say("Game"),
    Role.LOCATION: say("Location"),
    Role.PLAYER: say("Player"),
    Role.SEAT: say("Seat"),
    Role.STARTS: say("Starting player"),
    Role.FINISHED: say("Finished"),
    Role.PLACE: say("Rank"),
    Role.POINTS: say("Total"),
    Role.WON: say("Won"),
    Role.MINUTES: say("Minutes"),
    Role.NOTE: say("Note"),
    Role.NUMBER: say("Number of the game"),
    Role.ROLE: say("Role"),
    Role.EXPANSIONS: say("Expansions"),
    Role.CATEGORIES: say("Categories"),
    Role.ROUNDS: say("Rounds"),
}
"""Headings of exported tables."""
FORMER: Mapping[Role, Sequence[str]] = {
    Role.LOCATION: ("place",),
    Role.BEGAN: ("began",),
    Role.STARTS: ("start player", "beginnt"),
}
"""Other headings of tables exported by earlier versions, in the form of `words_of`."""
ANONYMOUS = re.compile(r"(?:anonymous|anonyme?r?|unknown|unbekannt)(?: (?:player|spieler|spielerin))?(?: \d+)?")
SUMS_OF_ROUNDS = SUMS | texts("ergebnis|result|points|punkte")
LABELS = (Role.DATE, Role.NUMBER, Role.ROUND, Role.GAME, Role.PLAYER, Role.SKIP)
"""Roles of columns that can mark a line of sums; a title or a player can be called so in a line with a date."""
HOURS = texts("h|std|hours|stunden")


@dataclass(frozen=True, slots=True)
class TableChoices:
    """A user's choices for a table; the defaults leave everything open.

    `roles` are the roles of columns by name. `game` and `day` are the title and the date of games without one in the
    table, `day_first` is the order of day and month, `by_rounds` whether a line is a round instead of a game. `lowest`
    are the titles whose lowest points win, and `sheet` is the name of the sheet. `user` is the BoardGameGeek user whose
    plays are read, if a file has plays of several users.
    """

    roles: Mapping[str, Role] = field(default_factory=dict)
    game: str = ""
    day: date | None = None
    day_first: bool | None = None
    by_rounds: bool | None = None
    lowest: Sequence[str] = ()
    sheet: str = ""
    user: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a table; `choice` is the field of TableChoices that answers it.

    `answers` are the possible values with their texts; a title and roles have none. For the order of day and month,
    `days` are some dates in the table, each as written, with the day first, and with the month first. `chosen` is the
    answer given, or None.
    """

    choice: str
    text: Message
    answers: Sequence[tuple[str | bool, Message]] = ()
    days: tuple[tuple[str, date, date], ...] = ()
    chosen: str | bool | None = None


@dataclass(slots=True)
class _Draft:
    """A game while its lines are read: the values of the game, and the values added by the line of each player.

    `when` is the date as written, `rounds` has the points of each player.
    """

    game: ImportedGame
    when: str
    finished: bool
    round: Cell
    remarks: list[Message]
    players: list[ImportedPlayer] = field(default_factory=list)
    rounds: list[list[float | None]] = field(default_factory=list)


def read_tables(
    data: bytes, choices: TableChoices | None = None, translations: Translations = (), chosen: Sequence[str] = ()
) -> "list[Table]":
    """Return the tables in a file: in the `chosen` sheets of a workbook, or else the first one that can be read.

    Raises Unreadable for a file without a table, and for a workbook with none of the chosen sheets.
    """
    choices, sheets = choices or TableChoices(), read_sheets(data)
    names = tuple(each.name for each in sheets)
    wanted = {plain(each) for each in (*chosen, choices.sheet) if each}
    if wanted and any(names):
        found = [each for each in sheets if plain(each.name) in wanted]
        if not found:
            raise Unreadable(
                say("no sheet is named “{name}”; there are {names}", name=choices.sheet or chosen[0], names=names)
            )
        others = [each for each in names if plain(each) not in wanted or len(found) == 1]
        return [Table(each, others, replace(choices, sheet=each.name), translations) for each in found]
    tables, faults = list[Table](), list[Unreadable]()
    for sheet in sheets:
        try:
            tables.append(Table(sheet, names, choices, translations))
        except Unreadable as error:
            faults.append(error)
    if not tables:
        raise faults[0]
    readable = [each for each in tables if each.has_players]
    table = (readable or tables)[0]
    table.is_one_of_several = len(readable) > 1
    return [table]


class Table:
    """A sheet with games: its columns with their roles, the open questions, and the games.

    `sheet` is its name, `sheets` has the names of all sheets in the file. `is_one_of_several`: other sheets are
    readable as well, so the choice of the sheet is an open question.
    """

    def __init__(
        self, sheet: Sheet, sheets: Sequence[str], choices: TableChoices, translations: Translations = ()
    ) -> None:
        """Raise Unreadable without a line of headings."""
        self.sheet, self.sheets, self.choices, self.is_one_of_several = sheet.name, sheets, choices, False
        in_own = [{words_of(translate(text)): role for role, text in OWN.items()} for translate in translations]
        former = {words: role for role, known in FORMER.items() for words in known}
        own = former | {words: role for each in in_own for words, role in each.items() if role not in OWN_ONLY}
        line = heading_line(sheet.rows, choices.roles, own)
        self._rows = [row for row in sheet.rows[line + 1 :] if any(cell != "" for cell in row)]
        self._above = " ".join(text for row in sheet.rows[:line] for cell in row if (text := text_of(cell)))
        found = columns_of(sheet.rows[line], self._rows)
        names = {words_of(each.name) for each in found}
        self.is_own = any(
            all(
                role in OWN_ONLY or words in names or names.intersection(FORMER.get(role, ()))
                for words, role in each.items()
            )
            for each in in_own
        )
        if self.is_own:
            own = former | {words: role for each in in_own for words, role in each.items()}
        rounds = bool(choices.by_rounds)
        self.columns = with_roles(found, choices.roles, own, self._rows, rounds=rounds, is_own=self.is_own)
        self._by_role = {each.role: each for each in reversed(self.columns) if each.slot is None}
        self._slots: dict[str, list[Column]] = {}
        self._form: Callable[[Table], Iterator[_Draft]]
        for each in self.columns:
            if each.slot:
                self._slots.setdefault(each.slot.key, []).append(each)
        players = self._by_role.get(Role.PLAYER)
        if self._slots:
            self._form = Table._side_by_side
        elif not self.is_own and holds_lists(players, self._by_role.get(Role.POINTS)):
            self._form = Table._listed
        else:
            self._form = Table._line_per_player
        self.has_players = bool(players or self._slots or self._form is Table._listed)
        self._signs: dict[int, str] = {}
        self._day = self._by_role.get(Role.DATE) or self._day_of_start()
        lines = self._rows
        if not self.is_own:
            self._rows = [row for row in lines if not self._is_sum(row)]
            if self._rows and self._adds_up(self._rows):
                self._rows.pop()
        self._sums = len(lines) - len(self._rows)
        days = self._day.values if self._day else ()
        self._order = day_order(days)
        self._has_clock = any(day.clock and day.clock != time() for cell in days if (day := written_day(cell)))

    def _day_of_start(self) -> Column | None:
        began = self._by_role.get(Role.BEGAN)
        return began if began and share(began.values, lambda cell: written_day(cell) is not None) >= MIN_SHARE else None

    @cached_property
    def _labels(self) -> Sequence[tuple[Column, Collection[str]]]:
        """The columns that mark a line with sums, with their marks."""
        marks = ((each, SUMS_OF_ROUNDS if each.role == Role.ROUND else SUMS) for each in self.columns)
        return [
            (each, words)
            for each, words in marks
            if each.role in LABELS and any(plain(text_of(cell)) in words for cell in dict.fromkeys(each.values))
        ]

    def _is_sum(self, row: TableRow) -> bool:
        dated = self._day is not None and not is_missing(at(row, self._day.index))
        return any(
            plain(text_of(at(row, each.index))) in words
            for each, words in self._labels
            if not (dated and each.role in (Role.GAME, Role.PLAYER))
        )

    def _adds_up(self, rows: Sequence[TableRow]) -> bool:
        """Return whether the last line has only the sums of several lines above, in columns of one player each."""
        *above, last = rows
        named = [each for each in self.columns if each.role == Role.POINTS_OF]
        others = [at(last, each.index) for each in self.columns if each.role not in (Role.POINTS_OF, Role.SKIP)]
        if len(above) < 2 or len(named) < 2 or not all(map(is_missing, others)):
            return False
        totals = [written_points(at(last, each.index), self._sign(each)) for each in named]
        sums = [
            rounded(sum(written_points(at(row, each.index), self._sign(each)) or 0 for row in above)) for each in named
        ]
        return any(totals) and totals == sums

    def answered(self, **answers: Any) -> "Table":
        """Return the same table with other values of the choices `game`, `day`, `day_first` and `by_rounds`."""
        table = copy(self)
        table.choices = replace(self.choices, **answers)
        return table

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """The first lines below the headings, as texts in the order of `columns`."""
        return [tuple(text_of(at(row, each.index)) for each in self.columns) for row in self._rows[:LINES_SHOWN]]

    @property
    def count(self) -> int:
        """Number of lines below the headings."""
        return len(self._rows)

    @property
    def by_rounds(self) -> bool:
        """Whether a line is a round instead of a game: as chosen, or else if the table has a column of rounds."""
        return Role.ROUND in self._by_role if self.choices.by_rounds is None else self.choices.by_rounds

    @property
    def day_first(self) -> bool | None:
        """Order of day and month: as the dates show, or else as chosen."""
        return self.choices.day_first if self._order is None else self._order

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions. With one, the games are not complete."""
        return tuple(each for each in self.asked if each.chosen is None)

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions left open by the table itself, with the chosen answers."""
        chosen, found = self.choices, list[Question]()
        if self.is_one_of_several or chosen.sheet:
            sheets = [(each, Message(each)) for each in self.sheets]
            found.append(Question("sheet", say("Which sheet has the games?"), sheets, chosen=chosen.sheet or None))
        if not self.has_players:
            text = say(
                "No column has the players. A table needs one line per player with a column for the name, or one "
                "column per player."
            )
            found.append(Question("roles", text))
        if Role.GAME not in self._by_role:
            text = say("Which game was played? No column has the game.")
            found.append(Question("game", text, chosen=chosen.game or None))
        if self._order is None and self._open_days:
            written, day, month = self._open_days[0]
            text = say("Is the day or the month first in the dates?")
            orders = (
                (True, say("{written} is {day}", written=written, day=day.isoformat())),
                (False, say("{written} is {day}", written=written, day=month.isoformat())),
            )
            found.append(Question("day_first", text, orders, self._open_days, chosen.day_first))
        heads = {Role.DATE, Role.BEGAN, Role.GAME, Role.NUMBER, Role.ROUND} & self._by_role.keys()
        if self._slots and not heads:
            lines = ((False, say("a game")), (True, say("a round of one game")))
            text = say("Is each line a game, or a round of one game?")
            found.append(Question("by_rounds", text, lines, chosen=chosen.by_rounds))
        return tuple(found)

    @cached_property
    def _open_days(self) -> tuple[tuple[str, date, date], ...]:
        """The first two different dates whose day and month could be exchanged."""
        found: dict[str, tuple[str, date, date]] = {}
        for cell in self._day.values if self._day else ():
            written = written_day(cell)
            if written and written.day_first is None and len(found) < 2:
                day, month = written.read(True), written.read(False)
                if day and month:
                    found[text_of(cell)] = text_of(cell), day, month
        return tuple(found.values())

    @property
    def unused(self) -> tuple[Message, ...]:
        """The unused columns, with the reasons."""
        columns = (each for each in self.columns if each.role == Role.SKIP)
        return tuple(say("not used: the column “{name}” ({why})", name=each.name, why=each.why) for each in columns)

    @property
    def remarks(self) -> tuple[Message, ...]:
        """Parts of the file that the games omit: lines above the headings, other sheets, and unused columns."""
        found = list[Message]()
        if self._above:
            found.append(say("not read: “{text}” above the headings", text=self._above[:100]))
        others = tuple(each for each in self.sheets if each != self.sheet)
        if others and not self.is_one_of_several:
            found.append(say("not read: other sheets ({names})", names=others))
        if self._sums:
            found.append(many("not read: {count} line with sums", "not read: {count} lines with sums", self._sums))
        found += self.unused
        used = {each.role for each in self.columns}
        if self.has_players and self.unused and not {*OF_PLAYER, Role.POINTS_OF} & used:
            found.append(say("no column has points, places or winners: the games have no result"))
        if self._could_be_places and not (self.choices.lowest or self._has_marks):
            found.append(
                say("the numbers of the players could be places, but the highest wins; choose the lowest if 1 is best")
            )
        return tuple(found)

    @property
    def unmatched(self) -> Sequence[tuple[str, str]]:
        """Names in the choices that the table does not have: pairs of "column" or "game" and the name."""
        headings, games = {plain(each.name) for each in self.columns}, self._by_role.get(Role.GAME)
        titles = {plain(text_of(cell)) for cell in games.values} if games else {plain(self.choices.game)}
        return [
            *(("column", each) for each in self.choices.roles if plain(each) not in headings),
            *(("game", each) for each in self.choices.lowest if plain(each) not in titles),
        ]

    def games(self) -> Iterator[ImportedGame | LeftOutGame]:
        """Yield the games, and the left out ones, in the order of the table; nothing without a column of players."""
        if not self.has_players:
            return
        if self.by_rounds:
            yield from self._joined_rounds()
            return
        unfinished = 0
        for draft in self._form(self):
            if draft.finished:
                yield self._game(draft)
            else:
                unfinished += 1
        if unfinished:
            reason = many("{count} unfinished game.", "{count} unfinished games.", unfinished)
            yield LeftOutGame(reason, count=unfinished)

    def _game(self, draft: _Draft) -> ImportedGame | LeftOutGame:
        names = tuple(each.name or "?" for each in draft.players)
        if not draft.game.title:
            return LeftOutGame(say("the name of the game is missing"), draft.when, "", names)
        if not draft.players:
            return LeftOutGame(say("no player is named"), draft.when, draft.game.title)
        rounds = tuple(zip_longest(*draft.rounds))
        return replace(draft.game, players=tuple(draft.players), rounds=rounds, remarks=tuple(draft.remarks))

    @cached_property
    def _has_marks(self) -> bool:
        return bool(self._marks_below_names or self._places_below_names) or any(
            each.role in (Role.WON, Role.PLACE) for each in self.columns
        )

    def _joined_rounds(self) -> Iterator[ImportedGame | LeftOutGame]:
        """Yield games with the lines as rounds; a lower number than in the line above begins the next game."""
        lines = list[tuple[object, _Draft]]()
        number, last = 0, 0.0
        for draft in self._form(self):
            this = written_points(draft.round)
            if this is not None:
                begins = this < last or (this == last and self._form is Table._side_by_side)
                number, last = number + begins, this
            game = draft.game
            lines.append(((number, game.number, game.title, game.day, game.began, game.location), draft))
        for _, group in groupby(lines, lambda line: line[0]):
            rounds = [draft for _, draft in group]
            joined = self._game(rounds[0])
            if isinstance(joined, LeftOutGame):
                yield joined
                continue
            names = list(dict.fromkeys(player.name for draft in rounds for player in draft.players))
            points = [{player.name: player.points for player in draft.players} for draft in rounds]
            known = {name: [value for each in points if (value := each.get(name)) is not None] for name in names}
            yield replace(
                joined,
                players=tuple(
                    ImportedPlayer(name, points=rounded(sum(known[name])) if known[name] else None) for name in names
                ),
                note="\n".join(dict.fromkeys(draft.game.note for draft in rounds if draft.game.note)),
                rounds=tuple(tuple(each.get(name) for name in names) for each in points),
                decided=None,
                remarks=tuple(remark for draft in rounds for remark in draft.remarks),
            )

    # Forms of tables

    def _line_per_player(self) -> Iterator[_Draft]:
        """Yield the games of a table with a line per player.

        The lines of a game have the same number, and no different dates or titles: numbers can begin again. Without a
        number they have the same date, time, title and location, and the same duration if no player is alone with one;
        a player who appears again begins the next game. A line without a title continues the game above it.
        """
        numbered: dict[object, list[tuple[object, ...]]] = {}
        games: dict[object, list[TableRow]] = {}
        current: dict[object, tuple[int, set[str]]] = {}
        """Number of games with the same date, time, title and location, and the players of the last one."""
        key: object = None
        heads = [Role.DATE, Role.BEGAN, Role.ENDED, Role.GAME, Role.LOCATION, Role.ROUND]
        if Role.MINUTES in self._by_role:
            indexes = [column.index for role in (*heads, Role.MINUTES) if (column := self._by_role.get(role))]
            durations = Counter(tuple(at(row, index) for index in indexes) for row in self._rows)
            if min(durations.values(), default=0) > 1:
                heads.append(Role.MINUTES)
        for row in self._rows:
            number, title = self._cell(row, Role.NUMBER), self._cell(row, Role.GAME)
            if number != "":
                known = numbered.setdefault((number, self._cell(row, Role.ROUND)), [])
                head: tuple[object, ...] = (self._cell(row, Role.DATE), title)
                found = known[-1] if known else None
                if found != head:
                    same = (
                        each
                        for each in reversed(known)
                        if all("" in pair or pair[0] == pair[1] for pair in zip(each, head, strict=True))
                    )
                    found = next(same, head)
                    if found is head:
                        known.append(head)
                key = (number, self._cell(row, Role.ROUND), found)
            elif title != "" or Role.GAME not in self._by_role or key is None:
                head = tuple(self._cell(row, role) for role in heads)
                name = plain(text_of(self._cell(row, Role.PLAYER)))
                count, names = current.get(head, (0, set()))
                if name in names and not ANONYMOUS.fullmatch(name):
                    count, names = count + 1, set()
                names.add(name)
                current[head] = count, names
                key = (*head, count)
            games.setdefault(key, []).append(row)
        for rows in games.values():
            yield self._of_lines(rows)

    def _of_lines(self, rows: Sequence[TableRow]) -> _Draft:
        draft = self._draft(self._merged(rows))
        if (note := self._note(rows)) != draft.game.note:
            draft.game = replace(draft.game, note=note)
        durations = dict.fromkeys(cell for row in rows if not is_missing(cell := self._cell(row, Role.MINUTES)))
        draft.remarks += (_without(Role.MINUTES, each) for each in list(durations)[1:])
        read = [(_line(self._cell(row, Role.PLAYER)), row) for row in rows]
        # In our own tables, "nil" is a name.
        named = [(name, row) for name, row in read if name and (self.is_own or not is_missing(name))]
        if len(named) < len(rows):
            draft.remarks.append(say("imported without lines that name no player"))
        attributes = [each for each in self.columns if each.role in OF_PLAYER]
        categories = [each for each in self.columns if each.role == Role.PART]
        names = [name for name, _ in named]
        marked = {role: self._named(rows, role, names, draft.remarks) for role in (Role.WON, Role.STARTS)}
        for name, row in named:
            player = self._player(name, row, attributes, marked, draft.remarks)
            if categories:
                points = {each.name: self._points(each, row, name, draft.remarks) for each in categories}
                player = replace(player, parts={each: value for each, value in points.items() if value is not None})
            if self.is_own:
                categories_and_points = (each.rpartition(": ") for each in self._lines_in(row, Role.CATEGORIES))
                parts = {each: read_points(value) for each, _, value in categories_and_points}
                player = replace(player, role=text_of(self._cell(row, Role.ROLE)), parts=parts)
                draft.game = replace(draft.game, expansions=tuple(self._lines_in(row, Role.EXPANSIONS)))
                draft.rounds.append([read_points(each) for each in self._lines_in(row, Role.ROUNDS)])
            draft.players.append(player)
        return draft

    def _lines_in(self, row: TableRow, role: Role) -> list[str]:
        return text_of(self._cell(row, role)).splitlines()

    def _side_by_side(self) -> Iterator[_Draft]:
        """Yield the games of a table with a line per game and columns for each player."""
        for row in self._rows:
            draft = self._draft(row)
            names = {key: self._name_in(row, columns) for key, columns in self._slots.items()}
            known = [name for name in names.values() if name]
            marked = {role: self._named([row], role, known, draft.remarks, names) for role in (Role.WON, Role.STARTS)}
            for key, columns in self._slots.items():
                attributes = [each for each in columns if each.role != Role.PLAYER]
                if name := names[key]:
                    draft.players.append(self._player(name, row, attributes, marked, draft.remarks))
                elif any(written_points(at(row, each.index)) for each in attributes):
                    draft.remarks.append(say("imported without a player who has no name"))
            yield draft

    def _name_in(self, row: TableRow, columns: Sequence[Column]) -> str:
        """Return the player's name in these columns, or "" if no one played in the columns."""
        for each in columns:
            if each.role == Role.PLAYER:
                name = _line(at(row, each.index))
                return "" if is_missing(name) and name.casefold() != "x" else name
        cells = [at(row, each.index) for each in columns]
        played = any(not is_missing(cell) or plain(text_of(cell)) == "x" for cell in cells)
        return next((each.slot.name for each in columns if each.slot), "") if played else ""

    def _listed(self) -> Iterator[_Draft]:
        """Yield the games of a table with a line per game and several names in a cell."""
        players, points = self._by_role.get(Role.PLAYER), self._by_role.get(Role.POINTS)
        column = points or players
        sign = self._sign(column) if column else ""

        def read(text: str) -> float | None:
            return written_points(text, sign)

        for row in self._rows:
            draft = self._draft(row)
            found: dict[str, tuple[str, float | None]] = {}
            """Names and points by plain name."""
            scores = at(row, points.index) if points else ""
            for text in parts_of(at(row, players.index) if players else scores):
                name, value = name_and_points(text, read) or (text, None)
                if name and not is_missing(name) and read(name) is None:
                    found[plain(name)] = _line(name), value
                elif not is_missing(text):
                    draft.remarks.append(_without(Role.PLAYER, text))
            if players and not is_missing(scores):
                self._add_scores(scores, found, read, draft.remarks)
            names = [name for name, _ in found.values()]
            marked = {role: self._named([row], role, names, draft.remarks) for role in (Role.WON, Role.STARTS)}
            for name, value in found.values():
                player = self._player(name, row, (), marked, draft.remarks)
                draft.players.append(replace(player, points=value))
            yield draft

    def _add_scores(
        self,
        cell: Cell,
        found: dict[str, tuple[str, float | None]],
        read: Callable[[str], float | None],
        remarks: list[Message],
    ) -> None:
        """Add the points in a cell: with names, or in the order of the names."""
        values = numbers_of(cell, len(found), read)
        if values is not None:
            for (key, (name, _)), value in zip(list(found.items()), values, strict=True):
                found[key] = name, value
            return
        for text in parts_of(cell):
            name, value = name_and_points(text, read) or (text, None)
            if plain(name) in found and (value is not None or plain(name) == plain(text)):
                found[plain(name)] = found[plain(name)][0], value
            elif not is_missing(text):
                remarks.append(_without(Role.POINTS, text))

    # Lines

    def _cell(self, row: TableRow, role: Role) -> Cell:
        column = self._by_role.get(role)
        return at(row, column.index) if column else ""

    def _merged(self, rows: Sequence[TableRow]) -> TableRow:
        """Return a line with the first known value of each column."""
        first, merged = rows[0], list[Cell]()
        for index in range(max(map(len, rows))):
            cell = at(first, index)
            if is_missing(cell):
                cell = next((other for row in rows if not is_missing(other := at(row, index))), cell)
            merged.append(cell)
        return merged

    def _draft(self, row: TableRow) -> _Draft:
        """Return a game with the values of a line for all its players."""
        remarks = list[Message]()
        written = at(row, self._day.index) if self._day else ""
        day = written_day(written)
        if day is None and not is_missing(written):
            remarks.append(say("imported without the date “{value}”", value=text_of(written)[:NAME_LENGTH]))
        began, ended = self._time(row, Role.BEGAN, remarks), self._time(row, Role.ENDED, remarks)
        duration, minutes = self._by_role.get(Role.MINUTES), self._cell(row, Role.MINUTES)
        in_hours = duration is not None and bool(HOURS & {*words_of(duration.name).split()})
        lasted = written_minutes(minutes, 60 if in_hours else 1)
        if lasted is None and not is_missing(minutes):
            remarks.append(_without(Role.MINUTES, minutes))
        known = (day.read(self.day_first) if day else None) or self.choices.day
        if known is None:  # a time without a date cannot be stored
            times = ((Role.BEGAN, began), (Role.ENDED, ended))
            remarks += (_without(role, self._cell(row, role)) for role, clock in times if clock)
        title = _line(self._cell(row, Role.GAME)) or self.choices.game
        game = ImportedGame(
            title,
            players=(),
            day=known,
            began=began or (day.clock if day and self._has_clock else None),
            ended=ended,
            minutes=lasted or None,
            location=(text_of if self.is_own else _line)(self._cell(row, Role.LOCATION)),
            note=self._note([row]),
            number=_line(self._cell(row, Role.NUMBER)),
            lowest_wins=plain(title) in map(plain, self.choices.lowest) or None,
            decided=self._has_marks or None,
        )
        finished = Role.FINISHED not in self._by_role or written_mark(self._cell(row, Role.FINISHED)) is True
        return _Draft(game, text_of(written), finished, self._cell(row, Role.ROUND), remarks)

    @cached_property
    def _notes(self) -> Sequence[int]:
        return [each.index for each in self.columns if each.role == Role.NOTE]

    def _note(self, rows: Sequence[TableRow]) -> str:
        notes = dict.fromkeys(text_of(at(row, index)) for row in rows for index in self._notes)
        return "\n".join(each for each in notes if each)

    def _time(self, row: TableRow, role: Role, remarks: list[Message]) -> time | None:
        cell = self._cell(row, role)
        if is_missing(cell):
            return None
        day = written_day(cell)
        found = day.clock if day else written_time(cell)
        if found is None and not day:
            remarks.append(_without(role, cell))
        return found

    def _named(
        self,
        rows: Sequence[TableRow],
        role: Role,
        names: Sequence[str],
        remarks: list[Message],
        keys: Mapping[str, str] | None = None,
    ) -> frozenset[str] | None:
        """Return the plain names of the players in a column of winners or starting players.

        Returns None without such a column, or if the column has marks in each player's line. `keys` are the names by
        player number.
        """
        column = self._by_role.get(role)
        if column is None or (self._form is Table._line_per_player and role in self._roles_with_marks):
            return None
        known = {plain(name) for name in names}
        numbers = {key: plain(name) for key, name in (keys or {}).items() if name}
        found = set[str]()
        for cell in dict.fromkeys(at(row, column.index) for row in rows):
            for text in parts_of(cell, known):
                name = plain(_line(text))
                words = words_of(text).split()
                if name in known:
                    found.add(name)
                elif words and words[-1] in numbers:
                    found.add(numbers[words[-1]])
                elif not is_missing(text) and written_mark(cell) is not False:
                    remarks.append(_without(role, text))
        return frozenset(found)

    @cached_property
    def _roles_with_marks(self) -> frozenset[Role]:
        """Roles whose column marks the line of a player, instead of naming players."""
        players = self._by_role.get(Role.PLAYER)
        names = {plain(text_of(cell)) for cell in players.values} if players else set()
        return frozenset(
            role
            for role in (Role.WON, Role.STARTS)
            if (column := self._by_role.get(role))
            and share(column.values, lambda cell: written_mark(cell) is not None)
            >= share(column.values, lambda cell: plain(text_of(cell)) in names)
        )

    def _player(
        self,
        name: str,
        row: TableRow,
        columns: Iterable[Column],
        marked: Mapping[Role, frozenset[str] | None],
        remarks: list[Message],
    ) -> ImportedPlayer:
        """Return a player with the values of these columns; `marked` are the names of winners and starting players."""
        found: dict[Role, float | bool | None] = {}
        for role, names in marked.items():
            if names is not None:
                found[role] = plain(name) in names
        for column in columns:
            cell, role = at(row, column.index), column.role
            if cell == "" and role not in (Role.WON, Role.STARTS):
                continue
            if role in (Role.POINTS, Role.POINTS_OF):
                mark = written_mark(cell) if column.index in self._marks_below_names else None
                if column.index in self._places_below_names:
                    found[Role.PLACE] = written_place(cell)
                elif mark is None:
                    found[Role.POINTS] = self._points(column, row, name, remarks)
                elif plain(text_of(cell)) != "x":
                    found[Role.WON] = mark
            elif role not in found:
                found[role] = written_mark(cell) if role in (Role.WON, Role.STARTS) else written_place(cell)
                if found[role] is None and not is_missing(cell):
                    remarks.append(_without(role, cell))
        won, starts = found.get(Role.WON), found.get(Role.STARTS)
        seat, place = found.get(Role.SEAT), found.get(Role.PLACE)
        hidden = ANONYMOUS.fullmatch(plain(name)) is not None and not seat
        return ImportedPlayer(
            None if hidden else name,
            points=found.get(Role.POINTS),
            won=None if won is None else bool(won),
            place=int(place) if place else None,
            seat=int(seat) if seat else None,
            starts=None if starts is None else bool(starts),
        )

    @cached_property
    def _marks_below_names(self) -> frozenset[int]:
        """Columns of one player that have marks such as "W" and "L" instead of points."""
        columns = (each for each in self.columns if each.role == Role.POINTS_OF)
        return frozenset(
            each.index
            for each in columns
            if share(each.values, is_number) < MIN_SHARE and each.index not in self._places_below_names
        )

    @cached_property
    def _places_below_names(self) -> frozenset[int]:
        """Columns of one player that have places such as "2nd" instead of points, if all of them do."""
        columns = [each for each in self.columns if each.role == Role.POINTS_OF]
        are_places = columns and all(share(each.values, is_ordinal) == 1 and each.values for each in columns)
        return frozenset(each.index for each in columns) if are_places else frozenset()

    @property
    def _could_be_places(self) -> bool:
        """Whether all numbers of players could be places: 1, 2, 3 in any order in each line."""
        columns = [each for each in self.columns if each.role == Role.POINTS_OF]
        if self._places_below_names or self.by_rounds or not columns:
            return False
        lines = [
            sorted(number for each in columns if (number := written_points(at(row, each.index)))) for row in self._rows
        ]
        return max(map(len, lines), default=0) > 2 and all(line == [*range(1, len(line) + 1)] for line in lines)

    def _points(self, column: Column, row: TableRow, player: str, remarks: list[Message]) -> float | None:
        cell = at(row, column.index)
        points = written_points(cell, self._sign(column))
        if points is None and not is_missing(cell):
            text = text_of(cell)[:NAME_LENGTH]
            remarks.append(say("imported without the points “{points}” of {player}", points=text, player=player))
        return points

    def _sign(self, column: Column) -> str:
        """Return the decimal sign of a column, as shown by its cells, or else by those of all columns of points."""
        if column.index not in self._signs:
            roles = (Role.POINTS, Role.POINTS_OF, Role.PART)
            others = (cell for each in self.columns if each.role in roles for cell in each.values)
            sign = decimal_sign(column.values) or decimal_sign(others)
            if self.is_own:  # our exports do not separate thousands
                sign = "," if any("," in text_of(cell) for cell in column.values) else "."
            self._signs[column.index] = sign
        return self._signs[column.index]


def _line(cell: Cell) -> str:
    """Return a cell as a line of text in NFC without invisible characters."""
    return unicodedata.normalize("NFC", " ".join(visible(" ".join(text_of(cell).split())).split()))


def _without(role: Role, value: Cell) -> Message:
    return say("imported without {what} “{value}”", what=NAMES[role], value=text_of(value)[:NAME_LENGTH])
