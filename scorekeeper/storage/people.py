"""People: their present and former names, and the merging of two players who are one person.

After a merge one player stands behind the other, who has all seats of both until they are split again.
"""

from collections.abc import Mapping

from sqlite_utils import Database

from ..core.log import renames
from .changes import read_deltas
from .projections import set_latest
from .rows import PeopleAct, PeopleChange, Person
from .words import plain

STANDING_BEHIND = """WITH RECURSIVE behind (id) AS (
    SELECT ?1 UNION SELECT players.id FROM players JOIN behind ON merged_into = behind.id
) SELECT id FROM behind"""
"""A player, everybody who was merged into them, and so on."""
OWN_NAMES = (PeopleAct.RENAME, PeopleAct.HIDE, PeopleAct.SHOW)
"""The acts that concern one person: both names in such a change are names of that person."""


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
    return frozenset(row[0] for row in db.execute(STANDING_BEHIND, [player_id]).fetchall())


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


def people_whose_name_has(db: Database, text: str) -> tuple[int, ...]:
    """Return the ids of the people whose name contains a text, given in plain form (`storage/words.py`)."""
    rows = db.execute(
        # SQLite cannot take accents off: it returns every name that has characters outside ASCII.
        """SELECT id, folded FROM players
        WHERE folded >= ' ' AND (length(folded) != length(CAST(folded AS BLOB)) OR instr(folded, ?))""",
        [text],
    )
    return tuple(player_id for player_id, folded in rows if text in plain(folded))


def folded_names(db: Database) -> frozenset[str]:
    """Return the names that people have, case folded."""
    return frozenset(row[0] for row in db.execute("SELECT folded FROM players").fetchall())


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
    row = db.execute("SELECT entry_key FROM people_changes ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else str(row[0])


def add_people_change(
    db: Database,
    player_id: int,
    act: PeopleAct,
    names: tuple[str, str],
    made: str,
    key: str,
    digest: str,
    other: int | None = None,
) -> PeopleChange:
    """Add a change of a person to their trail and return it; `names` are the one before and the one after."""
    before, after = names
    row = {"player_id": player_id, "act": act, "before": before, "after": after, "made": made, "entry_key": key}
    added = db.table("people_changes").insert({**row, "digest": digest, "other_id": other})
    return PeopleChange(int(added.last_pk or 0), player_id, act, before, after, made, key, digest, other)


def _person(db: Database, which: str, value: object) -> Person | None:
    query = f"SELECT id, name, suggested FROM players WHERE {which}"  # noqa: S608  (no values in it)
    row = db.execute(query, [value]).fetchone()
    return row and Person(row[0], row[1], bool(row[2]))


def _people_change(db: Database, which: str, value: object) -> PeopleChange | None:
    columns = "id, player_id, act, before, after, made, entry_key, digest, other_id"
    query = f"SELECT {columns} FROM people_changes WHERE {which}"  # noqa: S608  (no values in it)
    row = db.execute(query, [value]).fetchone()
    return row and PeopleChange(row[0], row[1], PeopleAct(row[2]), *row[3:])


def nobody(player_id: int) -> str:
    """Return the folded name of a player whose name is free for others: no real name has this character in it."""
    return f"\N{INFORMATION SEPARATOR ONE}{player_id}"
