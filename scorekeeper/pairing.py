"""The keys that give a device access: the pairing key, the viewer key for all games, and a watch key per game.

The pairing and viewer keys have ten characters each, from an alphabet without characters that look alike.
"""

import hmac
import secrets
from functools import lru_cache

from .store.db import Store
from .store.settings import (
    add_watch_key,
    delete_watch_key,
    delete_watch_keys,
    read_setting,
    read_watch_key,
    set_setting,
)

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10
PAIRING = "pairing_key"
VIEWING = "looking_key"
"""Names of the settings that store the keys."""


def pairing_key(store: Store) -> str:
    return _key(store, PAIRING)


def viewer_key(store: Store) -> str:
    return _key(store, VIEWING)


def new_pairing_key(store: Store) -> str:
    """Replace the pairing and viewer keys and delete all watch keys; all devices lose their access."""
    with store.writing() as db:
        for name in (PAIRING, VIEWING):
            set_setting(db, name, _new_key())
        delete_watch_keys(db)
        return str(read_setting(db, PAIRING))


def new_viewer_key(store: Store, seen: str) -> str:
    """Replace the viewer key unless it differs from `seen`, the key in the form; return the current key."""
    with store.writing() as db:
        if read_setting(db, VIEWING) == seen:
            set_setting(db, VIEWING, _new_key())
        return str(read_setting(db, VIEWING))


def watch_key(store: Store, game_id: str) -> str | None:
    with store.reading() as db:
        return read_watch_key(db, game_id)


def ensure_watch_key(store: Store, game_id: str) -> str | None:
    """Return the watch key of a game, created if needed; None for an unknown game."""
    with store.writing() as db:
        add_watch_key(db, game_id, secrets.token_urlsafe(12))
        return read_watch_key(db, game_id)


def end_watching(store: Store, game_id: str, seen: str) -> None:
    """Delete the watch key of a game unless it differs from `seen`, the key in the form."""
    with store.writing() as db:
        delete_watch_key(db, game_id, seen)


def _key(store: Store, name: str) -> str:
    with store.reading() as db:
        key = read_setting(db, name)
    if key:
        return key
    with store.writing() as db:
        for each in (PAIRING, VIEWING):  # both at once, so that a request for the watch link never writes
            if not read_setting(db, each):
                set_setting(db, each, _new_key())
        return str(read_setting(db, name))


def _new_key() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def key_matches(typed: str, key: str) -> bool:
    """Return whether the typed text matches the key, ignoring case, spaces and hyphens."""
    bare = "".join(typed.split()).replace("-", "").upper()
    return hmac.compare_digest(bare.encode("utf-8", "replace"), key.encode())


def written(key: str) -> str:
    """Return the key in two halves with a hyphen, easier to read aloud and type."""
    return f"{key[: LENGTH // 2]}-{key[LENGTH // 2 :]}"


@lru_cache(64)
def device_token(key: str, secret: str) -> str:
    """Return the token for a device's cookie, which proves that the device had this key.

    Replacing the key invalidates the token.
    """
    return hmac.new(secret.encode(), key.encode(), "sha256").hexdigest()[:32]


def cookie_name(secret: str) -> str:
    """Return the name of the session cookie, unique to this installation.

    Browsers separate cookies by host but not by port. With a common name, several installations on one machine would
    overwrite each other's cookies.
    """
    return f"session-{hmac.new(secret.encode(), b'cookie', 'sha256').hexdigest()[:8]}"
