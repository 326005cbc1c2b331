"""The pairing key: whoever knows it may write. Ten characters that cannot be taken for one another."""

import hmac
import secrets

from .storage.database import Store

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10


def pairing_key(store: Store) -> str:
    """Return the key, made when it is first asked for."""
    with store.reading() as reader:
        key = reader.setting("pairing_key")
    return key or new_pairing_key(store, only_first=True)


def new_pairing_key(store: Store, *, only_first: bool = False) -> str:
    """Make a new key and return it, which shuts out every device; with `only_first`, keep a key that is there."""
    with store.writing() as writer:
        there = writer.setting("pairing_key")
        if there and only_first:
            return there
        key = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        writer.set_setting("pairing_key", key)
        return key


def fits(typed: str, key: str) -> bool:
    """Return whether what was typed is the key; case, spaces and hyphens make no difference."""
    bare = "".join(typed.split()).replace("-", "").upper()
    return hmac.compare_digest(bare.encode("utf-8", "replace"), key.encode())


def written(key: str) -> str:
    """Return the key as it is read out: in two halves."""
    return f"{key[: LENGTH // 2]}-{key[LENGTH // 2 :]}"


def badge(key: str, secret: str) -> str:
    """Return what a paired device carries in its cookie: worthless once the key has changed."""
    return hmac.new(secret.encode(), key.encode(), "sha256").hexdigest()[:32]


def cookie_name(secret: str) -> str:
    """Return what the cookie is called: differently in each installation.

    A browser keeps cookies by the host and not by the port. Several installations on one machine would take each
    other's away if all had one name.
    """
    return f"session-{hmac.new(secret.encode(), b'cookie', 'sha256').hexdigest()[:8]}"
