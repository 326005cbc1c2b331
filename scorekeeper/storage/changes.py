"""The trail of a game: every change that was made to it, as it is stored."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from sqlite_utils import Database

from ..core.log import EDITING, About, AboutEdit, Act, Edit, Rename, StoredTable, TableEdit, Times, TimesEdit
from .rows import Earlier, StoredChange

CHANGES = """SELECT revision, act, edits, made, entry_key, digest, table_edit, about_edit, times_edit, import_id
FROM changes"""
EDITED = "coalesce(table_edit, about_edit, times_edit) IS NOT NULL"
"""Whether a change edited something besides the log: it can be taken back, too."""

StoredRename = tuple[int, str, str]
"""A player who got another name: their id, the name before and after."""


def change_by_key(db: Database, key: str) -> Earlier | None:
    """Return the change of a game that this entry key was used for, or None."""
    row = db.execute("SELECT game_id, revision, digest FROM changes WHERE entry_key = ?", [key]).fetchone()
    return row and Earlier(*row)


def read_acts(db: Database, game_id: str) -> tuple[tuple[int, Act, bool], ...]:
    """Return the changes of a game in order: the revision each made, what was done, whether it can be undone."""
    rows = db.execute(
        f"SELECT revision, act, {EDITED} FROM changes WHERE game_id = ? ORDER BY revision",  # noqa: S608
        [game_id],
    )
    return tuple((revision, Act(act), bool(edited) or act in EDITING) for revision, act, edited in rows)


def read_edits(db: Database, game_id: str) -> tuple[tuple[int, Act, bool, tuple[Edit, ...]], ...]:
    """Return what `read_acts` does, and with each change its edits of the log."""
    rows = db.execute(
        f"SELECT revision, act, {EDITED}, edits FROM changes WHERE game_id = ? ORDER BY revision",  # noqa: S608
        [game_id],
    )
    return tuple(
        (revision, Act(act), bool(edited) or act in EDITING, _edits(edits)) for revision, act, edited, edits in rows
    )


def read_change(db: Database, game_id: str, revision: int) -> StoredChange:
    """Return the change that made this revision of a game."""
    row = db.execute(f"{CHANGES} WHERE game_id = ? AND revision = ?", [game_id, revision]).fetchone()
    return _stored_change(row)


def read_changes(db: Database, game_id: str) -> tuple[StoredChange, ...]:
    """Return the whole trail of a game, in order."""
    rows = db.execute(f"{CHANGES} WHERE game_id = ? ORDER BY revision", [game_id]).fetchall()
    return tuple(_stored_change(row) for row in rows)


def read_renames(db: Database) -> Iterator[tuple[str, int, Sequence[object], Sequence[StoredRename]]]:
    """Yield the changes of tables: the game, the revision, the table before and after (as in JSON), the renames."""
    for game_id, revision, text in db.execute(
        "SELECT game_id, revision, table_edit FROM changes WHERE table_edit IS NOT NULL"
    ).fetchall():
        *tables, renames = json.loads(text)
        yield game_id, revision, tables, [(player, before, after) for player, before, after in renames]


def add_change(db: Database, game_id: str, change: StoredChange) -> None:
    """Add a change to a game's trail."""
    edits = json.dumps([[edit.at, edit.before, edit.after] for edit in change.edits])
    table_edit = change.table_edit and _table_edit_text(change.table_edit)
    about_edit = change.about_edit and _about_edit_text(change.about_edit)
    times_edit = change.times_edit and _times_edit_text(change.times_edit)
    db.execute(
        """INSERT INTO changes (
            game_id, revision, act, edits, made, entry_key, digest, table_edit, about_edit, times_edit, import_id
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        [
            game_id,
            change.revision,
            change.act,
            edits,
            change.made,
            change.key,
            change.digest,
            table_edit,
            about_edit,
            times_edit,
            change.import_id,
        ],
    )


def _stored_change(row: Sequence[Any]) -> StoredChange:
    revision, act, edits, made, key, digest, table_edit, about_edit, times_edit, import_id = row
    return StoredChange(
        revision,
        Act(act),
        _edits(edits),
        made,
        key,
        digest,
        _table_edit(table_edit),
        _about_edit(about_edit),
        _times_edit(times_edit),
        import_id,
    )


@lru_cache(4096)  # every play asks for the whole trail of its game
def _edits(text: str) -> tuple[Edit, ...]:
    return tuple(Edit(*edit) for edit in json.loads(text))


def _table_edit(text: str | None) -> TableEdit | None:
    if text is None:
        return None
    before, after, renames = json.loads(text)
    return TableEdit(_stored_table(*before), _stored_table(*after), tuple(Rename(*each) for each in renames))


def _about_edit(text: str | None) -> AboutEdit | None:
    if text is None:
        return None
    before, after = json.loads(text)
    return AboutEdit(About(*before), About(*after))


def _times_edit(text: str | None) -> TimesEdit | None:
    if text is None:
        return None
    before, after = json.loads(text)
    return TimesEdit(Times(*before), Times(*after))


def _stored_table(players: list[int], options: str, rulebook: str = "") -> StoredTable:
    return StoredTable(tuple(players), options, rulebook)


def _table_edit_text(edit: TableEdit) -> str:
    tables = [_table_parts(edit.before), _table_parts(edit.after)]
    return json.dumps([*tables, [[each.player, each.before, each.after] for each in edit.renames]])


def _about_edit_text(edit: AboutEdit) -> str:
    return json.dumps([[each.venue, each.note] for each in (edit.before, edit.after)])


def _times_edit_text(edit: TimesEdit) -> str:
    return json.dumps([[each.started, each.ended, each.moment] for each in (edit.before, edit.after)])


def _table_parts(table: StoredTable) -> list[object]:
    return [list(table.players), table.options, *([table.rulebook] if table.rulebook else [])]
