"""Definitions of titles without code: the facts with which games were played, by the slug that has their digest."""

from sqlite_utils import Database


def read_definition(db: Database, slug: str) -> str | None:
    """Return the facts that are stored for a slug, as JSON, or None."""
    row = db.execute("SELECT facts FROM definitions WHERE slug = ?", [slug]).fetchone()
    return None if row is None else str(row[0])


def defined_slugs(db: Database) -> tuple[str, ...]:
    """Return the slugs for which there are definitions."""
    return tuple(slug for (slug,) in db.execute("SELECT slug FROM definitions ORDER BY slug").fetchall())


def drop_unplayed(db: Database) -> None:
    """Delete the definitions of which there is no game, deleted ones included, and to which none goes back by undo."""
    db.execute(
        """DELETE FROM definitions WHERE slug NOT IN (SELECT rulebook FROM games) AND NOT EXISTS
        (SELECT 1 FROM changes WHERE delta IS NOT NULL AND instr(delta, '"' || slug || '"'))"""
    )


def keep_definition(db: Database, slug: str, facts: str) -> None:
    """Store the facts of a slug, unless they are there."""
    db.execute("INSERT INTO definitions VALUES (?, ?) ON CONFLICT DO NOTHING", [slug, facts])
