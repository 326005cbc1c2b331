"""The keys that let a device in: the pairing key, the key to view all games, and the watch key of each game.

The first two have ten characters each, of an alphabet in which no character looks like another.
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
"""The names under which the keys are stored."""


def pairing_key(store: Store) -> str:
    """Return the key that pairs a device, created on first use."""
    return _key(store, PAIRING)


def viewer_key(store: Store) -> str:
    """Return the key with which a device may view all games, created on first use."""
    return _key(store, VIEWING)


def new_pairing_key(store: Store) -> str:
    """Replace all keys and return the new pairing key: no device is paired any more, and none may view or watch."""
    with store.writing() as db:
        for name in (PAIRING, VIEWING):
            set_setting(db, name, _new_key())
        delete_watch_keys(db)
        return str(read_setting(db, PAIRING))


def new_viewer_key(store: Store, seen: str) -> str:
    """Replace the key to view all games, if it is still the one that the form showed (`seen`); return the new one."""
    with store.writing() as db:
        if read_setting(db, VIEWING) == seen:
            set_setting(db, VIEWING, _new_key())
        return str(read_setting(db, VIEWING))


def watch_key(store: Store, game_id: str) -> str | None:
    """Return the watch key of a game; None if it has none, so that only paired devices and viewers see the game."""
    with store.reading() as db:
        return read_watch_key(db, game_id)


def ensure_watch_key(store: Store, game_id: str) -> str | None:
    """Return the watch key of a game, created if it has none; None if there is no such game."""
    with store.writing() as db:
        add_watch_key(db, game_id, secrets.token_urlsafe(12))
        return read_watch_key(db, game_id)


def end_watching(store: Store, game_id: str, seen: str) -> None:
    """Delete the watch key of a game, if it still is the one that the form showed (`seen`)."""
    with store.writing() as db:
        delete_watch_key(db, game_id, seen)


def _key(store: Store, name: str) -> str:
    with store.reading() as db:
        key = read_setting(db, name)
    if key:
        return key
    with store.writing() as db:
        for each in (PAIRING, VIEWING):  # both, so that a device that only views never writes
            if not read_setting(db, each):
                set_setting(db, each, _new_key())
        return str(read_setting(db, name))


def _new_key() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def key_matches(typed: str, key: str) -> bool:
    """Return whether the typed text is the key; case, spaces and hyphens make no difference."""
    bare = "".join(typed.split()).replace("-", "").upper()
    return hmac.compare_digest(bare.encode("utf-8", "replace"), key.encode())


def written(key: str) -> str:
    """Return the key as people read it to each other: two halves with a hyphen."""
    return f"{key[: LENGTH // 2]}-{key[LENGTH // 2 :]}"


@lru_cache(64)
def device_token(key: str, secret: str) -> str:
    """Return the value by which a device's cookie shows that it had this key; a new key makes it worthless."""
    return hmac.new(secret.encode(), key.encode(), "sha256").hexdigest()[:32]


def cookie_name(secret: str) -> str:
    """Return the name of the cookie, which each installation has for itself.

    A browser tells cookies apart by host, not by port. Several installations on one machine would overwrite each
    other's if all had the same name.
    """
    return f"session-{hmac.new(secret.encode(), b'cookie', 'sha256').hexdigest()[:8]}"
