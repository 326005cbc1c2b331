"""The values that are stored and read: games, their changes, and what the lists show of them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from ..core.log import EDITING, About, Act, Delta, Edit

UNDATED = -62_135_510_400
"""The moment of a finished game without a date, before all others: January 2 of year 1, which every clock can show."""
NO_DAY = ""
"""The day of a finished game without a date: it counts in no month, and in no year."""


class Shelf(StrEnum):
    """Where a game lies; the values are those in databases."""

    TABLE = "table"
    ARCHIVED = "away"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored: `players` by seat, `options` and `plays` as JSON texts, times in ISO 8601.

    `moment` (seconds since 1970) is what it is sorted by: when a finished game began, or else ended (UNDATED: nobody
    knows); while it runs, its last change. `told` is the result of a game that was kept elsewhere and has no plays:
    place and points by seat, as JSON.
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
        return About(self.venue, self.note)

    @property
    def dated(self) -> str | None:
        """When it began, or else when it ended; None where nobody knows."""
        return self.started or self.ended


@dataclass(frozen=True, slots=True)
class GameState:
    """By what a change of a game is noticed, without reading its log: `stored` differs after every change.

    It has the game's revision, which stands for log and options, its other columns, and its players with their names.
    """

    finished: bool
    stored: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A change as it is stored; `key` and `digest` are those of the form that asked for it, if one did.

    `delta` is what it did besides its edits of the log. A change that an import made has its `import_id`.
    """

    revision: int
    act: Act
    edits: tuple[Edit, ...]
    made: str
    key: str | None = None
    digest: str | None = None
    delta: Delta = field(default_factory=dict)
    import_id: int | None = None

    @property
    def undoable(self) -> bool:
        return self.act in EDITING or bool(self.delta)

    @property
    def of_log(self) -> bool:
        """Whether it is named by its plays: it edited nothing else, but options that belong to them, and the end."""
        return not self.delta or (bool(self.edits) and self.delta.keys() <= {"options", "ended"})


class PeopleAct(StrEnum):
    """What was done to a person's name; the values are those in databases."""

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
    """A change of a person as it is stored: the name `before` and `after`; `key` and `digest` as for other changes.

    When `person` was merged into an `other`, or split from them, `before` is the name of `person`, `after` the other's.
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
    """A change that an entry key was used for: its game, the revision that it made, and the digest of its form."""

    game_id: str
    revision: int
    digest: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of a finished game's result; `seat` is None for an opponent who is not at the table."""

    seat: int | None
    name: str
    place: int
    total: int | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game as a list shows it: `plays` counts its log, `results` are best first and empty while it runs.

    `told`: only its result is known, and there are no plays.
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
    """Return whether a stored game's times can be read, as every page needs that shows the game."""
    try:
        for time in (started, ended):
            if time:
                datetime.fromisoformat(time)
        datetime.fromtimestamp(moment, UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return False
    return True
