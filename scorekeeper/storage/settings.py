"""Values that are stored by a name: keys, notes of what is still to be done, remembered options."""

from sqlite_utils import Database


def read_setting(db: Database, name: str) -> str | None:
    """Return a setting, or None if it was never set."""
    row = db.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def set_setting(db: Database, name: str, value: str) -> None:
    """Set or replace a setting."""
    db.table("settings").insert({"name": name, "value": value}, replace=True)


def remove_setting(db: Database, name: str) -> None:
    """Forget a setting; one that was never set is no fault."""
    db.execute("DELETE FROM settings WHERE name = ?", [name])
