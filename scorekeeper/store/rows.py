"""Rows of games, players, seats, changes and imports: dataclasses, and functions to read and write them.

The functions take the database inside a transaction of `db.Store`.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache

from sqlite_utils import Database

from ..core.log import EDITING, About, ChangeKind, Delta, Edit, renames
from .connection import column, insert_rows, placeholders, update_row
from .external import ExternalResult

UNDATED = -62_135_510_400
"""Moment of a finished game without a date, before all others: January 2 of year 1, valid in every time zone."""
NO_DAY = ""
"""Day of a finished game without a date; it belongs to no month or year."""


class GameStatus(StrEnum):
    """Status of a game; the values are stored in databases."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game: `players` by seat, `options` and `plays` as JSON texts, times in ISO 8601.

    Times have an offset. The start of an imported game can be only a date ("2025-04-03").

    `people` are the ids of the players, by seat; empty for a game not read from a database.

    `moment` (seconds since 1970) is the sort key. For a finished game it is the start or, if unknown, the end (UNDATED
    without both); for a running game, the last change. `external_result` is the stored result of a game scored
    elsewhere and imported without plays; `external` is the same as an object.
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
    status: GameStatus = GameStatus.ACTIVE
    external_result: str | None = None
    people: tuple[int, ...] = ()

    @property
    def about(self) -> About:
        return About(self.venue, self.note)

    @property
    def external(self) -> ExternalResult | None:
        return None if self.external_result is None else ExternalResult.read(self.external_result)

    @property
    def dated(self) -> str | None:
        """Start of the game or, if unknown, its end; None if both are unknown."""
        return self.started or self.ended


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A stored change: `edits` of the log, and all other effects as a `delta`; `import_id` is set by an import."""

    revision: int
    act: ChangeKind
    edits: tuple[Edit, ...]
    made: str
    delta: Delta = field(default_factory=dict)
    import_id: int | None = None

    @property
    def undoable(self) -> bool:
        return self.act in EDITING or bool(self.delta)

    @property
    def of_log(self) -> bool:
        """Whether the change is about its plays only; options sent with the plays, and the end, do not matter."""
        return not self.delta or (bool(self.edits) and self.delta.keys() <= {"options", "ended"})


class PeopleAct(StrEnum):
    """Kind of a change of a person; the values are stored in databases."""

    RENAME = "rename"
    HIDE = "hide"
    SHOW = "show"
    MERGE = "merge"
    SPLIT = "split"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Person:
    """A player; `suggested`: their name is suggested for new games."""

    id: int
    name: str
    suggested: bool


@dataclass(frozen=True, slots=True)
class PeopleChange:
    """A stored change of a person, with the name `before` and `after`.

    If `person` was merged into `other` or split from `other`, `before` is the name of `person`, `after` that of
    `other`.
    """

    id: int
    person: int
    act: PeopleAct
    before: str
    after: str
    made: str
    other: int | None = None


@dataclass(frozen=True, slots=True)
class SubmissionEffect:
    """Effect of the form with an idempotency key: its digest, and the revision, change of a person or import made."""

    digest: str
    game_id: str | None = None
    revision: int | None = None
    name_change: int | None = None
    import_id: int | None = None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of a finished game's result; `seat` is None for an opponent without a seat."""

    seat: int | None
    name: str
    place: int
    total: float | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list: `plays` counts its log, `results` are best first; with `external_result`, it has no plays."""

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
    external_result: bool = False

    @property
    def dated(self) -> str | None:
        return self.started or self.ended


def are_times(started: str | None, ended: str | None, moment: int) -> bool:
    """Return whether a stored game's times can be read; every page that shows the game requires it."""
    try:
        for time in (started, ended):
            if time:
                datetime.fromisoformat(time)
        datetime.fromtimestamp(moment, UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return False
    return True


# Changes of games


COUNTS = ("new", "same", "back", "ours", "theirs", "left_out")
IMPORTS = f"SELECT id, key, made, {', '.join(COUNTS)}, details FROM imports JOIN submissions ON import_id = id"  # noqa: S608


def read_submission(db: Database, key: str) -> SubmissionEffect | None:
    query = "SELECT digest, game_id, revision, name_change, import_id FROM submissions WHERE key = ?"
    row = db.execute(query, [key]).fetchone()
    return row and SubmissionEffect(*row)


def add_submission(db: Database, key: str, did: SubmissionEffect) -> None:
    insert_rows(db, "submissions", [{"key": key, **asdict(did)}])


def read_changes(db: Database, game_id: str) -> tuple[StoredChange, ...]:
    rows = db.execute(
        """SELECT revision, act, edits, made, delta, import_id FROM changes
        WHERE game_id = ? ORDER BY revision""",
        [game_id],
    ).fetchall()
    return tuple(
        StoredChange(revision, ChangeKind(act), _edits(edits), made, _delta(delta), import_id)
        for revision, act, edits, made, delta, import_id in rows
    )


def read_deltas(db: Database, *parts: str) -> Iterator[tuple[str, int, Delta]]:
    """Yield game id, revision and delta of all changes with one of these parts in their delta."""
    rows = db.execute("SELECT game_id, revision, delta FROM changes WHERE delta IS NOT NULL").fetchall()
    for game_id, revision, text in rows:
        delta = _delta(text)
        if not delta.keys().isdisjoint(parts):
            yield game_id, revision, delta


def set_delta(db: Database, game_id: str, revision: int, delta: Delta) -> None:
    """Replace the delta of a change; used only to remove a name."""
    db.table("changes").update((game_id, revision), {"delta": json.dumps(delta)})


def add_change(db: Database, game_id: str, change: StoredChange) -> None:
    add_changes(db, [(game_id, change)])


def add_changes(db: Database, changes: Iterable[tuple[str, StoredChange]]) -> None:
    insert_rows(
        db,
        "changes",
        (
            {
                "game_id": game_id,
                "revision": change.revision,
                "act": change.act,
                "edits": json.dumps([[edit.at, edit.before, edit.after] for edit in change.edits]),
                "made": change.made,
                "delta": json.dumps(change.delta) if change.delta else None,
                "import_id": change.import_id,
            }
            for game_id, change in changes
        ),
    )


@lru_cache(4096)  # every new play reads the complete trail of its game
def _edits(text: str) -> tuple[Edit, ...]:
    return tuple(Edit(*edit) for edit in json.loads(text))


def _delta(text: str | None) -> Delta:
    return {part: (before, after) for part, (before, after) in json.loads(text).items()} if text else {}


# Imports


@dataclass(frozen=True, slots=True)
class StoredImport:
    """A stored import: the idempotency `key` of its form, and the time it was `made`.

    The counts are numbers of games: `new`; already here with the `same` content; deleted here and brought `back`; here
    with other content, and either `ours` was kept or `theirs` replaced it; `left_out`. `details` are JSON with the
    details of single games and files, None for an import of an earlier version.
    """

    id: int
    key: str
    made: str
    new: int = 0
    same: int = 0
    back: int = 0
    ours: int = 0
    theirs: int = 0
    left_out: int = 0
    details: str | None = None


@dataclass(frozen=True, slots=True)
class TouchedGame:
    """A game changed by an import: the import's last `act`, the current `status`; `unchanged`: not changed since."""

    rulebook: str
    act: ChangeKind
    status: GameStatus
    unchanged: bool


def read_import(db: Database, key: str) -> StoredImport | None:
    row = db.execute(f"{IMPORTS} WHERE key = ?", [key]).fetchone()
    return row and StoredImport(*row)


def latest_imports(db: Database, most: int) -> tuple[StoredImport, ...]:
    """Return up to `most` imports that changed games, latest first."""
    rows = db.execute(f"{IMPORTS} WHERE new + back + theirs > 0 ORDER BY id DESC LIMIT ?", [most])
    return tuple(StoredImport(*row) for row in rows)


def games_of_import(db: Database, import_id: int) -> Mapping[str, TouchedGame]:
    """Return the games that an import changed, by id, latest played first."""
    rows = db.execute(
        """SELECT game_id, rulebook, act, status, changes.revision = games.revision FROM changes
        JOIN games ON games.id = game_id WHERE import_id = ? ORDER BY moment DESC, game_id, changes.revision""",
        [import_id],
    ).fetchall()
    return {
        game_id: TouchedGame(rulebook, ChangeKind(act), GameStatus(status), bool(unchanged))
        for game_id, rulebook, act, status, unchanged in rows
    }


def add_import(db: Database, made: str) -> int:
    """Add an import and return its id; `finish_import` later writes its result."""
    added = db.table("imports").insert({"made": made, **dict.fromkeys(COUNTS, 0)})
    return int(added.last_pk or 0)


def finish_import(db: Database, import_id: int, counts: Mapping[str, int], details: str) -> None:
    db.table("imports").update(import_id, {**{name: counts.get(name, 0) for name in COUNTS}, "details": details})


# Players


MERGED_IDS = """WITH RECURSIVE behind (id) AS (
    SELECT ?1 UNION SELECT players.id FROM players JOIN behind ON merged_into = behind.id
) SELECT id FROM behind"""
"""Selects the ids of a player and, recursively, of the players merged into them."""
OWN_NAMES = (PeopleAct.RENAME, PeopleAct.HIDE, PeopleAct.SHOW)
"""Kinds of changes with both names belonging to the same person."""
UPDATE_LATEST = """UPDATE players SET (latest, latest_seat) = (
    SELECT moment, seat FROM (
        SELECT * FROM (
            SELECT moment, game_id, seat FROM player_results
            WHERE player_id = players.id ORDER BY moment DESC, game_id DESC LIMIT 1
        )
        UNION ALL
        SELECT * FROM (
            SELECT moment, game_id, seat
            FROM games INDEXED BY games_without_figures CROSS JOIN seats ON game_id = id AND player_id = players.id
            WHERE (status = 'archived' OR (status = 'active' AND NOT finished))
            AND moment >= coalesce((SELECT max(moment) FROM player_results WHERE player_id = players.id), -1e18)
            ORDER BY moment DESC, id DESC LIMIT 1
        )
    ) ORDER BY moment DESC, game_id DESC LIMIT 1
)"""
"""Sets every player's latest game, which is stored to suggest the players of the last games first.

It is the latest of the games in `player_results` and of all other games except deleted ones. Of these few other games,
only games newer than the last finished one are read.
"""


def merged_player(db: Database, player_id: int) -> int:
    """Return the id of the player whom a player was finally merged into; without a merge, the same id."""
    while True:
        row = db.execute("SELECT merged_into FROM players WHERE id = ?", [player_id]).fetchone()
        if row is None or row[0] is None:
            return player_id
        player_id = int(row[0])


def read_person(db: Database, player_id: int) -> Person | None:
    """Return a player, or the player they were merged into; None for an unknown id."""
    return _person(db, "id = ?", merged_player(db, player_id))


def find_person(db: Database, name: str) -> Person | None:
    """Return the player with that name, ignoring case, or None."""
    return _person(db, "folded = ?", name.casefold())


def has_name(db: Database, player_id: int, name: str) -> bool:
    called = find_person(db, name)
    return called is not None and called.id == player_id and called.name == name


def player_of_name(db: Database, name: str) -> int:
    """Return the id of the player with that name, ignoring case; add an unknown player."""
    person = find_person(db, name)
    if person:
        return person.id
    return int(db.table("players").insert({"name": name, "folded": name.casefold()}).last_pk or 0)


def add_person(db: Database, name: str) -> int:
    """Add a player and return their id; `find_person` does not find them until `set_name` sets their name."""
    player_id = newest_player(db) + 1
    db.table("players").insert({"id": player_id, "name": name, "folded": placeholder_name(player_id)})
    return player_id


def newest_player(db: Database) -> int:
    (player_id,) = db.execute("SELECT coalesce(max(id), 0) FROM players").fetchone()
    return int(player_id)


def placeholder_name(player_id: int) -> str:
    """Return the folded name of a player without a unique name; no real name contains its first character."""
    return f"\N{INFORMATION SEPARATOR ONE}{player_id}"


def set_name(db: Database, player_id: int, name: str) -> None:
    """Set a player's name, which must not belong to another player."""
    db.table("players").update(player_id, {"name": name, "folded": name.casefold()})


def free_name(db: Database, player_id: int) -> None:
    """Make a player's name available to others; `find_person` no longer finds this player by that name."""
    db.table("players").update(player_id, {"folded": placeholder_name(player_id)})


def set_suggested(db: Database, player_id: int, suggested: bool) -> None:
    db.table("players").update(player_id, {"suggested": suggested})


def merged_ids(db: Database, player_id: int) -> frozenset[int]:
    return frozenset(column(db, MERGED_IDS, [player_id]))


def names_ever(db: Database, player_id: int) -> frozenset[str]:
    """Return all present and former names of a player and of players merged into them, except names of others now."""
    people = merged_ids(db, player_id)
    names = {each["name"] for each in db.table("players").rows if each["id"] in people}
    for each in db.table("people_changes").rows:
        if each["player_id"] in people:
            names |= {each["before"], each["after"]} if each["act"] in OWN_NAMES else {each["before"]}
    for *_, delta in read_deltas(db, "names"):
        given = [each for each in renames(delta) if each.player in people]
        names |= {name for each in given for name in (each.before, each.after) if name}
    called = {name: find_person(db, name) for name in names}
    return frozenset(name for name, person in called.items() if person is None or person.id == player_id)


def former_names(db: Database) -> Mapping[str, frozenset[int]]:
    """Return the ids of the players who have or had each name (case folded), for names set or given up in a change.

    Merged players are listed with their original ids.
    """
    had: dict[str, set[int]] = {}
    for person in db.table("players").rows_where("merged_into IS NOT NULL"):
        had.setdefault(person["name"].casefold(), set()).add(person["id"])
    for change in db.table("people_changes").rows_where("act = ?", [PeopleAct.RENAME]):
        for name in (change["before"], change["after"]):
            had.setdefault(name.casefold(), set()).add(change["player_id"])
    for *_, delta in read_deltas(db, "names"):
        for each in renames(delta):
            for name in filter(None, (each.before, each.after)):
                had.setdefault(name.casefold(), set()).add(each.player)
    return {name: frozenset(players) for name, players in had.items()}


def present_names(db: Database) -> tuple[str, ...]:
    return column(db, "SELECT name FROM players WHERE merged_into IS NULL ORDER BY id")


def folded_names(db: Database) -> frozenset[str]:
    return frozenset(column(db, "SELECT folded FROM players"))


def merge_players(db: Database, player_id: int, into: int) -> None:
    """Give all seats and results of a player to another one; they must not have played in the same game."""
    db.table("players").update(player_id, {"merged_into": into})
    free_name(db, player_id)
    db.execute(
        "UPDATE seats SET entered_as = coalesce(entered_as, player_id), player_id = ? WHERE player_id = ?",
        [into, player_id],
    )
    db.execute("UPDATE player_results SET player_id = ? WHERE player_id = ?", [into, player_id])
    set_latest(db, [player_id, into])


def split_player(db: Database, player_id: int) -> None:
    """Undo the merge of a player: return all seats entered for them or for players merged into them."""
    other = merged_player(db, player_id)
    db.table("players").update(player_id, {"merged_into": None})
    db.execute(
        f"""UPDATE seats SET entered_as = nullif(entered_as, ?1), player_id = ?1
        WHERE player_id = ?2 AND entered_as IN ({MERGED_IDS})""",  # noqa: S608  (no values)
        [player_id, other],
    )
    db.execute(
        """UPDATE player_results AS r SET player_id = ?1 WHERE player_id = ?2 AND EXISTS (
            SELECT 1 FROM seats WHERE seats.game_id = r.game_id AND seats.seat = r.seat AND seats.player_id = ?1
        )""",
        [player_id, other],
    )
    set_latest(db, [player_id, other])


def read_people_change(db: Database, change_id: int) -> PeopleChange | None:
    return _people_change(db, "id = ?", [change_id])


def last_people_change(db: Database, player_id: int) -> PeopleChange | None:
    return _people_change(db, "player_id = ?", [player_id])


def last_people_key(db: Database) -> str | None:
    query = "SELECT key FROM submissions WHERE name_change = (SELECT max(id) FROM people_changes)"
    return next(iter(column(db, query)), None)


def _person(db: Database, which: str, value: object) -> Person | None:
    found = list(db.table("players").rows_where(which, [value], limit=1))
    return Person(found[0]["id"], found[0]["name"], bool(found[0]["suggested"])) if found else None


def _people_change(db: Database, which: str, values: Sequence[object]) -> PeopleChange | None:
    for row in db.table("people_changes").rows_where(which, values, order_by="id DESC", limit=1):
        person, act = row.pop("player_id"), PeopleAct(row.pop("act"))
        return PeopleChange(person=person, act=act, other=row.pop("other_id"), **row)
    return None


# Seats


def seated_players(db: Database, game_id: str) -> tuple[int, ...]:
    return column(db, "SELECT player_id FROM seats WHERE game_id = ? ORDER BY seat", [game_id])


def entered_players(db: Database, game_id: str) -> tuple[int, ...]:
    """Return the ids of a game's players as entered, by seat; a merge does not change them."""
    query = "SELECT coalesce(entered_as, player_id) FROM seats WHERE game_id = ? ORDER BY seat"
    return column(db, query, [game_id])


def names_by_game(db: Database, game_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = {}
    for game_id, name in db.execute(
        f"""SELECT game_id, name FROM seats JOIN players ON players.id = player_id
        WHERE game_id IN ({placeholders(game_ids)}) ORDER BY game_id, seat""",  # noqa: S608  (question marks only)
        game_ids,
    ):
        names[game_id] = (*names.get(game_id, ()), name)
    return names


def sits_somewhere(db: Database, player_id: int) -> bool:
    return any(db.table("seats").rows_where("player_id = ?", [player_id], limit=1))


def sat_together(db: Database, player_id: int, other: int, most: int) -> tuple[str, ...]:
    """Return the ids of up to `most` games of any status that two players both have a seat in, latest first."""
    # SQLite does not reorder a CROSS JOIN, so it is faster if the first player has fewer games.
    return column(
        db,
        """SELECT id FROM seats one CROSS JOIN seats other ON other.game_id = one.game_id AND other.player_id = ?
        JOIN games ON id = one.game_id WHERE one.player_id = ? ORDER BY moment DESC, id LIMIT ?""",
        [other, player_id, most],
    )


def set_latest(db: Database, player_ids: Iterable[int] | None = None) -> None:
    """Update the latest game of these players, or of all players if None.

    The rows of their games must have been written before.
    """
    if player_ids is None:
        db.execute(UPDATE_LATEST)
    else:
        db.execute(f"{UPDATE_LATEST} WHERE id IN (SELECT value FROM json_each(?))", [json.dumps(list(player_ids))])  # noqa: S608


# Games


CHANGEABLE = (
    "rulebook",
    "options",
    "revision",
    "finished",
    "moment",
    "started",
    "ended",
    "venue",
    "note",
    "status",
    "external_result",
)
"""Fields of a game that a change can write."""
FIELDS = ("id", *CHANGEABLE)
GAME = f"""SELECT player_id, name, {", ".join(f"games.{field}" for field in FIELDS)}
    FROM games LEFT JOIN seats ON game_id = games.id LEFT JOIN players ON players.id = player_id
    WHERE games.id = ? ORDER BY seat"""  # noqa: S608  (our names)
"""Selects a game with each of its players; without them, the database is damaged."""
BEFORE = 3
"""Number of earlier games of the same title that forms can start from."""


def read_game(db: Database, game_id: str) -> StoredGame | None:
    head = read_head(db, game_id)
    return head and replace(head, plays=read_plays(db, game_id))


def read_head(db: Database, game_id: str) -> StoredGame | None:
    """Return a game without its log, or None for an unknown id.

    The result differs after every change of the game or of its players' names, because each change has its own
    revision. Raises ValueError for a game without its players, which is damage.
    """
    rows = db.execute(GAME, [game_id]).fetchall()
    if not rows:
        return None
    columns = dict(zip(FIELDS, rows[0][2:], strict=True))
    columns |= {"finished": bool(columns["finished"]), "status": GameStatus(columns["status"])}
    people, players = (tuple(each) for each in zip(*(row[:2] for row in rows), strict=True))
    if None in players:
        raise ValueError("a game has no players")
    return StoredGame(players=players, plays=(), people=people, **columns)


def read_plays(db: Database, game_id: str) -> tuple[str, ...]:
    return column(db, "SELECT body FROM plays WHERE game_id = ? ORDER BY position", [game_id])


def with_seats(db: Database, game: StoredGame) -> StoredGame:
    """Return a game with the current players of its seats."""
    query = "SELECT player_id, name FROM seats JOIN players ON players.id = player_id WHERE game_id = ? ORDER BY seat"
    people, players = zip(*db.execute(query, [game.id]).fetchall(), strict=True)
    return replace(game, people=people, players=players)


def rulebooks_by_game(db: Database) -> Mapping[str, str]:
    return dict(db.execute("SELECT id, rulebook FROM games").fetchall())


def has_game(db: Database, game_id: str) -> bool:
    return any(db.table("games").rows_where("id = ?", [game_id]))


def count_games(db: Database, rulebooks: Collection[str]) -> tuple[int, int]:
    """Return the numbers of games of these titles and of all others, without deleted games."""
    known, others = db.execute(
        f"""SELECT count(*) FILTER (WHERE rulebook IN ({placeholders(list(rulebooks))})), count(*) FROM games
        WHERE status != ?""",  # noqa: S608  (question marks only)
        [*rulebooks, GameStatus.DELETED],
    ).fetchone()
    return known, others - known


def all_game_ids(
    db: Database, *, deleted: bool = False, archived: bool = True, rulebooks: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the ids of games of these titles, or of all titles if None, oldest first.

    `deleted` and `archived` include games of that status.
    """
    left_out = [
        status for status, wanted in ((GameStatus.DELETED, deleted), (GameStatus.ARCHIVED, archived)) if not wanted
    ]
    return column(
        db,
        f"""SELECT id FROM games WHERE status NOT IN ({placeholders(left_out)})
        AND (? OR rulebook IN ({placeholders(list(rulebooks or ()))})) ORDER BY moment, id""",  # noqa: S608  (question marks only)
        [*left_out, rulebooks is None, *(rulebooks or ())],
    )


def games_before(db: Database, game_id: str, rulebook: str) -> tuple[tuple[str, int], ...]:
    """Return id and revision of the latest BEFORE other active games of a title with plays, latest first."""
    # Two queries, because the index games_by_title sorts finished and running games separately.
    by_state = """SELECT * FROM (SELECT id, revision, moment FROM games
        WHERE rulebook = :rulebook AND status = 'active' AND finished = {} AND external_result IS NULL AND id != :id
        ORDER BY moment DESC, id DESC LIMIT :most)"""
    rows = db.execute(
        f"{by_state.format(1)} UNION ALL {by_state.format(0)} ORDER BY moment DESC, id DESC LIMIT :most",
        {"rulebook": rulebook, "id": game_id, "most": BEFORE},
    )
    return tuple((found, revision) for found, revision, _ in rows.fetchall())


def rematch_of(db: Database, game_id: str, rulebook: str, players: Sequence[str], since: int) -> str | None:
    """Return the latest running game of the same players after a game ended, if it changed at or after `since`."""
    running = column(
        db,
        """SELECT id FROM games WHERE rulebook = ? AND finished = FALSE AND status = ?
        AND moment >= max(?, (SELECT moment FROM games WHERE id = ?)) ORDER BY moment DESC, id""",
        [rulebook, GameStatus.ACTIVE, since, game_id],
    )
    wanted = sorted(name.casefold() for name in players)
    seated = names_by_game(db, running)
    return next((each for each, names in seated.items() if sorted(map(str.casefold, names)) == wanted), None)


def count_results_alone(db: Database) -> int:
    return db.table("games").count_where("external_result IS NOT NULL AND status != ?", [GameStatus.DELETED])


def texts_about_games(db: Database) -> tuple[str, ...]:
    """Return the different locations and notes, and the texts in results without plays."""
    query = "SELECT venue FROM games WHERE venue IS NOT NULL UNION SELECT note FROM games WHERE note IS NOT NULL"
    results = column(db, "SELECT external_result FROM games WHERE external_result IS NOT NULL")
    return (*column(db, query), *sorted({text for each in results for text in ExternalResult.read(each).texts}))


def add_game(db: Database, game: StoredGame) -> None:
    """Add a game with its log, and seat its players, who are found by name, ignoring case, or added."""
    seated = add_games(db, [(game, [player_of_name(db, name) for name in game.players])])
    set_latest(db, seated.values())


def add_games(db: Database, games: Sequence[tuple[StoredGame, Sequence[int]]]) -> Mapping[int, int]:
    """Add games with their logs, and seat players at each; return the ids of the seated players by the given ids.

    The ids differ for merged players. The caller passes the seated ids to `set_latest` after writing the projections.
    """
    insert_rows(db, "games", ({field: getattr(game, field) for field in FIELDS} for game, _ in games))
    now = {entered: merged_player(db, entered) for entered in {each for _, entered in games for each in entered}}
    insert_rows(
        db,
        "seats",
        (
            {
                "game_id": game.id,
                "seat": seat,
                "player_id": now[entered],
                "entered_as": None if entered == now[entered] else entered,
            }
            for game, player_ids in games
            for seat, entered in enumerate(player_ids)
        ),
    )
    _suggest(db, now.values())
    insert_rows(
        db,
        "plays",
        ({"game_id": game.id, "position": at, "body": body} for game, _ in games for at, body in enumerate(game.plays)),
    )
    return now


def update_game(db: Database, before: StoredGame, after: StoredGame) -> None:
    """Write a changed game except for its seats; equal plays at the same places are not rewritten."""
    db.conn.executemany(
        """INSERT INTO plays (game_id, position, body) VALUES (?, ?, ?)
        ON CONFLICT (game_id, position) DO UPDATE SET body = excluded.body""",
        [(after.id, at, body) for at, body in enumerate(after.plays) if before.plays[at : at + 1] != (body,)],
    )
    if len(after.plays) < len(before.plays):
        db.execute("DELETE FROM plays WHERE game_id = ? AND position >= ?", [after.id, len(after.plays)])
    update_row(db, "games", {"id": after.id}, {field: getattr(after, field) for field in CHANGEABLE})


def set_finished(db: Database, game_id: str, finished: bool) -> None:
    """Set whether a game is finished, and nothing else; used by a rebuild."""
    db.table("games").update(game_id, {"finished": finished})


def set_seats(db: Database, game_id: str, player_ids: Sequence[int]) -> None:
    """Seat these players at a game, in this order; players new to the game are suggested again.

    The seat of a merged player belongs to the player they were merged into, until they are split again.
    """
    seated = seated_players(db, game_id)
    db.table("seats").delete_where("game_id = ?", [game_id])
    now = [merged_player(db, entered) for entered in player_ids]
    db.table("seats").insert_all(
        {
            "game_id": game_id,
            "seat": seat,
            "player_id": player_id,
            "entered_as": None if entered == player_id else entered,
        }
        for seat, (player_id, entered) in enumerate(zip(now, player_ids, strict=True))
    )
    _suggest(db, set(now) - set(seated))
    set_latest(db, {*seated, *now})


def _suggest(db: Database, player_ids: Iterable[int]) -> None:
    chosen = "id IN (SELECT value FROM json_each(?))"
    db.execute(f"UPDATE players SET suggested = TRUE WHERE {chosen} AND NOT suggested", [json.dumps([*player_ids])])  # noqa: S608
