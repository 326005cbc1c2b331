"""The keys of a house: whoever knows the pairing key may write, whoever knows the looking key may look at all games.

Each has ten characters; none of them looks like another one.
"""

import hmac
import secrets
from functools import lru_cache

from .storage.database import Store
from .storage.settings import read_setting, set_setting
from .storage.sharing import forget_guests

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10


PAIRING = "pairing_key"
LOOKING = "looking_key"


def pairing_key(store: Store) -> str:
    """Return the key of the house's bookkeepers, made when it is first asked for."""
    return _key(store, PAIRING)


def looking_key(store: Store) -> str:
    """Return the key with which anybody may look at all games, made when it is first asked for."""
    return _key(store, LOOKING)


def new_pairing_key(store: Store) -> str:
    """Make new keys and return the pairing key; every device is shut out, also those that games were shared with."""
    with store.writing() as db:
        for name in (PAIRING, LOOKING):
            set_setting(db, name, _new_key())
        forget_guests(db)
        return str(read_setting(db, PAIRING))


def new_looking_key(store: Store, seen: str) -> str:
    """Replace the looking key, which the form showed as `seen`, and return the new one; the old one opens nothing.

    If the key is another one already, return that.
    """
    with store.writing() as db:
        if read_setting(db, LOOKING) == seen:
            set_setting(db, LOOKING, _new_key())
        return str(read_setting(db, LOOKING))


def _key(store: Store, name: str) -> str:
    with store.reading() as db:
        key = read_setting(db, name)
    if key:
        return key
    with store.writing() as db:
        for each in (PAIRING, LOOKING):  # both, so that somebody who only looks never has to write
            if not read_setting(db, each):
                set_setting(db, each, _new_key())
        return str(read_setting(db, name))


def _new_key() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def fits(typed: str, key: str) -> bool:
    """Return whether what was typed is the key; case, spaces and hyphens make no difference."""
    bare = "".join(typed.split()).replace("-", "").upper()
    return hmac.compare_digest(bare.encode("utf-8", "replace"), key.encode())


def written(key: str) -> str:
    """Return the key as people read it to each other: two halves with a hyphen."""
    return f"{key[: LENGTH // 2]}-{key[LENGTH // 2 :]}"


@lru_cache(64)
def badge(key: str, secret: str) -> str:
    """Return the value that a paired device has in its cookie; it is worth nothing once the key has changed."""
    return hmac.new(secret.encode(), key.encode(), "sha256").hexdigest()[:32]


def cookie_name(secret: str) -> str:
    """Return the name of the cookie, which each installation has for itself.

    A browser tells cookies apart by host, not by port. Several installations on one machine would overwrite each
    other's if all had the same name.
    """
    return f"session-{hmac.new(secret.encode(), b'cookie', 'sha256').hexdigest()[:8]}"
