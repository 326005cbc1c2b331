"""Texts stored by key: settings, the definitions of pads, and the watch keys of games.

Settings are access keys, flags for unfinished work, and remembered options. A definition is a pad's JSON; its slug
contains a digest of the JSON. A device with the watch key of a game may view that game.
"""

from sqlite_utils import Database

from .connection import column, placeholders

OF_TABLES = "table "
"""Prefix of the names of settings with the choices for imported tables, as JSON."""
OF_TITLES = "title "
"""Prefix of the names of settings with the slug of a title that imported files call by another name."""


def read_setting(db: Database, name: str) -> str | None:
    return next(iter(column(db, "SELECT value FROM settings WHERE name = ?", [name])), None)


def settings_named(db: Database, beginning: str) -> dict[str, str]:
    """Return the settings by name whose names begin with a text."""
    return dict(db.execute("SELECT name, value FROM settings WHERE instr(name, ?) = 1", [beginning]).fetchall())


def set_setting(db: Database, name: str, value: str) -> None:
    db.table("settings").insert({"name": name, "value": value}, replace=True)


def remove_setting(db: Database, name: str) -> None:
    db.table("settings").delete_where("name = ?", [name])


# Definitions


def read_definition(db: Database, slug: str) -> str | None:
    return next(iter(column(db, "SELECT facts FROM definitions WHERE slug = ?", [slug])), None)


def all_definitions(db: Database) -> dict[str, str]:
    return dict(db.execute("SELECT slug, facts FROM definitions ORDER BY slug").fetchall())


def count_definitions(db: Database) -> int:
    return db.table("definitions").count


def drop_unplayed(db: Database) -> None:
    """Delete the definitions that neither a game (deleted ones included) nor an undo nor a replaced pad needs."""
    db.execute(
        """DELETE FROM definitions WHERE slug NOT IN (SELECT rulebook FROM games) AND NOT EXISTS
        (SELECT 1 FROM changes WHERE delta IS NOT NULL AND instr(delta, '"' || slug || '"'))
        AND slug NOT IN (SELECT successor FROM definitions WHERE successor IS NOT NULL)"""
    )


def keep_definition(db: Database, slug: str, facts: str) -> None:
    db.execute("INSERT INTO definitions (slug, facts) VALUES (?, ?) ON CONFLICT DO NOTHING", [slug, facts])


def successors(db: Database) -> dict[str, str]:
    """Return the slugs of the replaced pads, each with the slug of its direct successor."""
    return dict(db.execute("SELECT slug, successor FROM definitions WHERE successor IS NOT NULL").fetchall())


def replaced(db: Database) -> dict[str, str]:
    """Return the slugs of the replaced pads, each with the slug at the end of its chain of successors."""
    following = successors(db)

    def end(slug: str) -> str:
        met: set[str] = set()  # a damaged database can have a circle
        while slug in following and slug not in met:
            met.add(slug)
            slug = following[slug]
        return slug

    return {slug: end(slug) for slug in following}


def hidden_pads(db: Database) -> frozenset[str]:
    return frozenset(column(db, "SELECT slug FROM definitions WHERE hidden"))


def has_games(db: Database, slug: str) -> bool:
    """Return whether any game (deleted ones included) counts as a game of this pad."""
    slugs = [slug, *(each for each, end in replaced(db).items() if end == slug)]
    return bool(db.table("games").count_where(f"rulebook IN ({placeholders(slugs)})", slugs))


def set_hidden(db: Database, slug: str, hidden: bool) -> None:
    db.table("definitions").update(slug, {"hidden": hidden})


# Watch keys


def read_watch_key(db: Database, game_id: str) -> str | None:
    return next(iter(column(db, "SELECT key FROM watch_keys WHERE game_id = ?", [game_id])), None)


def add_watch_key(db: Database, game_id: str, key: str) -> None:
    """Store the watch key of a game, unless it already has one or does not exist."""
    db.execute("INSERT OR IGNORE INTO watch_keys (game_id, key) SELECT id, ? FROM games WHERE id = ?", [key, game_id])


def delete_watch_key(db: Database, game_id: str, key: str) -> None:
    """Delete the watch key of a game, unless the game has another key by now."""
    db.table("watch_keys").delete_where("game_id = ? AND key = ?", [game_id, key])


def delete_watch_keys(db: Database) -> None:
    db.table("watch_keys").delete_where()
