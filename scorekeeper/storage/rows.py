"""The values that are stored and read: games, their changes, and what the lists show of them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from ..core.log import EDITING, About, AboutEdit, Act, Edit, TableEdit, Times, TimesEdit

UNDATED = -62_135_510_400
"""The moment of a finished game without a date, before all others: January 2 of year 1, which every clock can show."""
NO_MONTH = ""
"""The month of such a game: it counts in none, and in no year."""


class Shelf(StrEnum):
    """Where a game lies; the words are those that databases hold."""

    TABLE = "table"
    ARCHIVED = "away"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is kept: `players` by seat, `options` and `plays` as JSON texts, times in ISO 8601.

    `moment` (seconds since 1970) is what it is sorted by: when a finished game began, or else ended, UNDATED where
    nobody knows; while it runs, its last change. `told` is the result of a game without plays, that was kept
    elsewhere: place and points by seat, as JSON.
    """

    id: str
    rulebook: str
    players: tuple[str, ...]
    options: str
    plays: tuple[str, ...]
    revision: int
    finished: bool
    moment: int
    started: str | None = None
    ended: str | None = None
    venue: str | None = None
    note: str | None = None
    shelf: Shelf = Shelf.TABLE
    told: str | None = None

    @property
    def about(self) -> About:
        """What is said of it besides its log."""
        return About(self.venue, self.note)

    @property
    def dated(self) -> str | None:
        """When it began, or else when it ended; None where nobody knows."""
        return self.started or self.ended

    @property
    def times(self) -> Times:
        """When it began and ended, and what it is sorted by."""
        return Times(self.started, self.ended, self.moment)


@dataclass(frozen=True, slots=True)
class GameState:
    """What tells a game from itself before a change, without its log: `stored` is all of it, whatever was changed.

    The revision stands for log and options; what people are called and who was merged is there as it is.
    """

    finished: bool
    stored: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A change as it is kept; `key` and `digest` are those of the form that asked for it, if one did.

    `table_edit` is what it did to who sits there and to the options, if anything; `about_edit` to the place and the
    note, `times_edit` to the times. What an import did has its `import_id`.
    """

    revision: int
    act: Act
    edits: tuple[Edit, ...]
    made: str
    key: str | None = None
    digest: str | None = None
    table_edit: TableEdit | None = None
    about_edit: AboutEdit | None = None
    times_edit: TimesEdit | None = None
    import_id: int | None = None

    @property
    def undoable(self) -> bool:
        edited = (self.table_edit, self.about_edit, self.times_edit)
        return self.act in EDITING or any(each is not None for each in edited)


class PeopleAct(StrEnum):
    """What was done to a person's name; the words are those that databases hold."""

    RENAME = "rename"
    HIDE = "hide"
    SHOW = "show"
    MERGE = "merge"
    SPLIT = "split"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has sat at a table: whether their name is `suggested` when people sit down."""

    id: int
    name: str
    suggested: bool


@dataclass(frozen=True, slots=True)
class PeopleChange:
    """A change to a person as it is kept: the name `before` and `after`; `key` and `digest` as for other changes.

    Who was merged into an `other` (or became somebody of their own again) was called `before`, the other `after`.
    """

    id: int
    person: int
    act: PeopleAct
    before: str
    after: str
    made: str
    key: str
    digest: str
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an entry key was used for: the game it changed, the revision that made, and the digest of what was said."""

    game_id: str
    revision: int
    digest: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of a finished game's result; `seat` is None for somebody who is not at the table."""

    seat: int | None
    name: str
    place: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """A game as it is told elsewhere: `lines` are the place and the points (None: without) by seat."""

    id: str
    rulebook: str
    players: tuple[str, ...]
    lines: tuple[tuple[int, int | None], ...]
    started: str | None = None
    ended: str | None = None
    venue: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game as a list shows it: `plays` counts its log, `results` are best first and empty while it runs.

    `told`: the result is all that there is of it.
    """

    id: str
    rulebook: str
    players: tuple[str, ...]
    plays: int
    moment: int
    ended: str | None
    results: tuple[ResultLine, ...]
    revision: int
    started: str | None = None
    venue: str | None = None
    note: str | None = None
    told: bool = False

    @property
    def dated(self) -> str | None:
        """When it began, or else when it ended; None where nobody knows."""
        return self.started or self.ended


def are_times(started: str | None, ended: str | None, moment: int) -> bool:
    """Return whether a stored game's times are some: every page that it is on shows them."""
    try:
        for time in (started, ended):
            if time:
                datetime.fromisoformat(time)
        datetime.fromtimestamp(moment, UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return False
    return True
