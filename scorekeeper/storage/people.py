"""People: their present and former names, their seats, and the merging of two players who are one person.

After a merge one player stands behind the other, who has all seats of both until they are split again.
"""

import json
from collections.abc import Collection, Mapping, Sequence

from sqlite_utils import Database

from ..core.log import renames
from .changes import read_deltas
from .connection import column, placeholders
from .rows import PeopleAct, PeopleChange, Person

STANDING_BEHIND = """WITH RECURSIVE behind (id) AS (
    SELECT ?1 UNION SELECT players.id FROM players JOIN behind ON merged_into = behind.id
) SELECT id FROM behind"""
"""A player, everybody who was merged into them, and so on."""
OWN_NAMES = (PeopleAct.RENAME, PeopleAct.HIDE, PeopleAct.SHOW)
"""The acts that concern one person: both names in such a change are names of that person."""
LATEST = """UPDATE players SET (latest, latest_seat) = (
    SELECT moment, seat FROM (
        SELECT * FROM (
            SELECT moment, game_id, seat FROM player_results
            WHERE player_id = players.id ORDER BY moment DESC, game_id DESC LIMIT 1
        )
        UNION ALL
        SELECT * FROM (
            SELECT moment, game_id, seat
            FROM games INDEXED BY games_without_figures CROSS JOIN seats ON game_id = id AND player_id = players.id
            WHERE (shelf = 'away' OR (shelf = 'table' AND NOT finished))
            AND moment >= coalesce((SELECT max(moment) FROM player_results WHERE player_id = players.id), -1e18)
            ORDER BY moment DESC, id DESC LIMIT 1
        )
    ) ORDER BY moment DESC, game_id DESC LIMIT 1
)"""
"""Everybody's latest game: kept with each person, so that those who played last are suggested first.

It is the latest of the games in `player_results` and of the other games that are not deleted. The latter are few, and
only those newer than the last finished game are read.
"""


def merged_player(db: Database, player_id: int) -> int:
    """Return the player who has this player's seats: whoever they were merged into in the end, or else themselves."""
    while True:
        row = db.execute("SELECT merged_into FROM players WHERE id = ?", [player_id]).fetchone()
        if row is None or row[0] is None:
            return player_id
        player_id = int(row[0])


def read_person(db: Database, player_id: int) -> Person | None:
    """Return a player, or who they were merged into; None if there is none with that id."""
    return _person(db, "id = ?", merged_player(db, player_id))


def person_called(db: Database, name: str) -> Person | None:
    """Return the player of that name (case folded), or None if nobody is called so."""
    return _person(db, "folded = ?", name.casefold())


def has_name(db: Database, player_id: int, name: str) -> bool:
    """Return whether a player has exactly this name."""
    called = person_called(db, name)
    return called is not None and called.id == player_id and called.name == name


def player_of_name(db: Database, name: str) -> int:
    """Return the player of that name (case folded), who is added if nobody has it."""
    person = person_called(db, name)
    if person:
        return person.id
    values = [name, name.casefold()]
    added = db.execute("INSERT INTO players (name, folded) VALUES (?, ?)", values)
    return int(added.lastrowid or 0)


def add_person(db: Database, name: str) -> int:
    """Add a player, and return their id; they are not found by the name before `set_name` gives it to them."""
    (player_id,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM players").fetchone()
    values = [player_id, name, nobody(player_id)]
    db.execute("INSERT INTO players (id, name, folded) VALUES (?, ?, ?)", values)
    return int(player_id)


def nobody(player_id: int) -> str:
    """Return the folded name of a player whose name is free for others: no real name has this character in it."""
    return f"\N{INFORMATION SEPARATOR ONE}{player_id}"


def set_name(db: Database, player_id: int, name: str) -> None:
    """Give a player another name; nobody else may have it."""
    db.execute("UPDATE players SET name = ?, folded = ? WHERE id = ?", [name, name.casefold(), player_id])


def free_name(db: Database, player_id: int) -> None:
    """Make a player's name free for others: this player is not found by it from now on."""
    db.execute("UPDATE players SET folded = ? WHERE id = ?", [nobody(player_id), player_id])


def set_suggested(db: Database, player_id: int, suggested: bool) -> None:
    """Set whether a player's name is offered when people sit down."""
    db.execute("UPDATE players SET suggested = ? WHERE id = ?", [suggested, player_id])


def standing_behind(db: Database, player_id: int) -> frozenset[int]:
    """Return a player and everybody who was merged into them, and so on."""
    return frozenset(column(db, STANDING_BEHIND, [player_id]))


def names_ever(db: Database, player_id: int) -> frozenset[str]:
    """Return every name that a player, or somebody who was merged into them, has or had.

    A former name that is somebody else's now is left out.
    """
    people = standing_behind(db, player_id)
    names = {name for each, name in db.execute("SELECT id, name FROM players").fetchall() if each in people}
    for each, act, before, after in db.execute("SELECT player_id, act, before, after FROM people_changes").fetchall():
        if each in people:
            names |= {before, after} if act in OWN_NAMES else {before}
    for *_, delta in read_deltas(db, "names"):
        given = [each for each in renames(delta) if each.player in people]
        names |= {name for each in given for name in (each.before, each.after) if name}
    called = {name: person_called(db, name) for name in names}
    return frozenset(name for name, person in called.items() if person is None or person.id == player_id)


def former_names(db: Database) -> Mapping[str, frozenset[int]]:
    """Return, for each name (case folded) that was given or given up in a change, the ids of who has or had it.

    Players who were merged are there with their own ids. A name that somebody has always had is not there.
    """
    had: dict[str, set[int]] = {}
    for player_id, name in db.execute("SELECT id, name FROM players WHERE merged_into IS NOT NULL").fetchall():
        had.setdefault(name.casefold(), set()).add(player_id)
    for player_id, act, *both in db.execute("SELECT player_id, act, before, after FROM people_changes").fetchall():
        for name in both if act == PeopleAct.RENAME else ():
            had.setdefault(name.casefold(), set()).add(player_id)
    for *_, delta in read_deltas(db, "names"):
        for each in renames(delta):
            for name in filter(None, (each.before, each.after)):
                had.setdefault(name.casefold(), set()).add(each.player)
    return {name: frozenset(players) for name, players in had.items()}


def folded_names(db: Database) -> frozenset[str]:
    """Return the names that people have, case folded."""
    return frozenset(column(db, "SELECT folded FROM players"))


def merge_players(db: Database, player_id: int, into: int) -> None:
    """Give all seats of a player to another, who sat in no game with them; the history counts them for that player."""
    db.execute("UPDATE players SET merged_into = ? WHERE id = ?", [into, player_id])
    free_name(db, player_id)
    db.execute(
        "UPDATE seats SET entered_as = coalesce(entered_as, player_id), player_id = ? WHERE player_id = ?",
        [into, player_id],
    )
    db.execute("UPDATE player_results SET player_id = ? WHERE player_id = ?", [into, player_id])
    set_latest(db, [player_id, into])


def split_player(db: Database, player_id: int) -> None:
    """Undo the merge of a player: give back every seat at which they, or players merged into them, sat down."""
    other = merged_player(db, player_id)
    db.execute("UPDATE players SET merged_into = NULL WHERE id = ?", [player_id])
    db.execute(
        f"""UPDATE seats SET entered_as = nullif(entered_as, ?1), player_id = ?1
        WHERE player_id = ?2 AND entered_as IN ({STANDING_BEHIND})""",  # noqa: S608  (no values)
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
    """Return a change of a person, or None if there is none with that id."""
    return _people_change(db, "id = ?", change_id)


def people_change_by_key(db: Database, key: str) -> PeopleChange | None:
    """Return the change of a person that this entry key was used for, or None."""
    return _people_change(db, "entry_key = ?", key)


def last_people_change(db: Database, player_id: int) -> PeopleChange | None:
    """Return the last change of a person, or None."""
    return _people_change(db, "player_id = ? ORDER BY id DESC LIMIT 1", player_id)


def last_people_key(db: Database) -> str | None:
    """Return the entry key of the last change of anybody, or None."""
    return next(iter(column(db, "SELECT entry_key FROM people_changes ORDER BY id DESC LIMIT 1")), None)


def _person(db: Database, which: str, value: object) -> Person | None:
    query = f"SELECT id, name, suggested FROM players WHERE {which}"  # noqa: S608  (no values in it)
    row = db.execute(query, [value]).fetchone()
    return row and Person(row[0], row[1], bool(row[2]))


def _people_change(db: Database, which: str, value: object) -> PeopleChange | None:
    columns = "id, player_id, act, before, after, made, entry_key, digest, other_id"
    query = f"SELECT {columns} FROM people_changes WHERE {which}"  # noqa: S608  (no values in it)
    row = db.execute(query, [value]).fetchone()
    return row and PeopleChange(row[0], row[1], PeopleAct(row[2]), *row[3:])


# Seats


def seated_players(db: Database, game_id: str) -> tuple[int, ...]:
    """Return who sits at a game, by seat."""
    return column(db, "SELECT player_id FROM seats WHERE game_id = ? ORDER BY seat", [game_id])


def entered_players(db: Database, game_id: str) -> tuple[int, ...]:
    """Return the players as whom people sat down at a game, by seat: a merge does not change them."""
    query = "SELECT coalesce(entered_as, player_id) FROM seats WHERE game_id = ? ORDER BY seat"
    return column(db, query, [game_id])


def names_by_game(db: Database, game_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the names of the players of these games, by the game's id and in the order of the seats."""
    names: dict[str, tuple[str, ...]] = {}
    for game_id, name in db.execute(
        f"""SELECT game_id, name FROM seats JOIN players ON players.id = player_id
        WHERE game_id IN ({placeholders(game_ids)}) ORDER BY game_id, seat""",  # noqa: S608  (question marks only)
        game_ids,
    ):
        names[game_id] = (*names.get(game_id, ()), name)
    return names


def sits_somewhere(db: Database, player_id: int) -> bool:
    """Return whether a player sits at any game."""
    row = db.execute("SELECT 1 FROM seats WHERE player_id = ? LIMIT 1", [player_id]).fetchone()
    return row is not None


def sat_together(db: Database, player_id: int, other: int, most: int) -> tuple[str, ...]:
    """Return up to `most` games in which both of two players sit, latest first, wherever these games lie."""
    return column(
        db,
        """SELECT id FROM seats one CROSS JOIN seats other ON other.game_id = one.game_id AND other.player_id = ?
        JOIN games ON id = one.game_id WHERE one.player_id = ? ORDER BY moment DESC, id LIMIT ?""",
        [other, player_id, most],
    )


def set_latest(db: Database, player_ids: Collection[int] | None = None) -> None:
    """Find the latest game of these players, or (None) of everybody; the rows of their games are written before."""
    if player_ids is None:
        db.execute(LATEST)
    else:
        db.execute(f"{LATEST} WHERE id IN (SELECT value FROM json_each(?))", [json.dumps(list(player_ids))])  # noqa: S608
