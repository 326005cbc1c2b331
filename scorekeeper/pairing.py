"""The keys of a house: whoever knows the pairing key may write, whoever knows the looking key may look at all games.

Ten characters each that cannot be taken for one another.
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
    """Make new keys and return that of the bookkeepers, which shuts out every device, of guests as well."""
    with store.writing() as db:
        for name in (PAIRING, LOOKING):
            set_setting(db, name, _new_key())
        forget_guests(db)
        return str(read_setting(db, PAIRING))


def new_looking_key(store: Store, seen: str) -> str:
    """Return a new key for looking in the place of that one, which shuts out whoever has it.

    If it was `seen` too long ago and there is a new one already, that one.
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
        for each in (PAIRING, LOOKING):  # both, so that later nobody who only looks makes anything
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
    """Return the key as it is read out: in two halves."""
    return f"{key[: LENGTH // 2]}-{key[LENGTH // 2 :]}"


@lru_cache(64)
def badge(key: str, secret: str) -> str:
    """Return what a paired device carries in its cookie: worthless once the key has changed."""
    return hmac.new(secret.encode(), key.encode(), "sha256").hexdigest()[:32]


def cookie_name(secret: str) -> str:
    """Return what the cookie is called: differently in each installation.

    A browser keeps cookies by the host and not by the port. Several installations on one machine would take each
    other's away if all had one name.
    """
    return f"session-{hmac.new(secret.encode(), b'cookie', 'sha256').hexdigest()[:8]}"
