"""Sharing a game with other devices: any number may watch it, and one at a time keeps its book, that is, may write.

The book can be handed over. None of this is a change of the game: it is not in its trail, and its revision stays.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from ..storage import Database
from ..storage.sharing import (
    HandOver,
    forget_former,
    has_former_keeper,
    have_all_watch,
    is_handed_over,
    read_hand_over,
    read_keeps,
    read_watch_key,
    set_hand_over,
    set_keeps,
    set_watch_key,
)
from .games import Desk

LASTS = timedelta(minutes=10)
"""How long an offer to hand the book over holds."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device: its name ("": it has none), and whether it is one of the house's own bookkeepers."""

    name: str
    house: bool = False


class OfferGone(Exception):
    """The book cannot be taken over by that link: it was used or withdrawn, or ten minutes have passed."""


def new_name() -> str:
    """Return a name for a device, or a key, that nobody can guess."""
    return secrets.token_urlsafe(12)


def keeps_book(db: Database, game_id: str, device: Device) -> bool:
    """Return whether a device keeps a game's book: by a hand over or, where there was none, as one of the house's."""
    own = bool(device.name) and read_keeps(db, game_id, device.name)
    return bool(own) or (device.house and not is_handed_over(db, game_id))


def kept_book(db: Database, game_id: str, device: Device) -> bool:
    """Return whether another device keeps a game's book now that this one kept before, or could have kept."""
    if keeps_book(db, game_id, device):
        return False
    return device.house or bool(device.name and read_keeps(db, game_id, device.name) is not None)


def watches_by(db: Database, game_id: str, key: str) -> bool:
    """Return whether `key` is the one with which anybody may watch a game."""
    found = read_watch_key(db, game_id) if key else None
    return found is not None and _same(found, key)


def watch_key(desk: Desk, game_id: str) -> str | None:
    """Return the key with which anybody may watch a game, or None if nobody may."""
    with desk.store.reading() as db:
        return read_watch_key(db, game_id)


def let_watch(desk: Desk, game_id: str) -> str:
    """Return the key with which anybody may watch a game; made if there is none yet. Raises NoSuchGame."""
    with desk.store.writing() as db:
        desk.game(db, game_id)
        key = read_watch_key(db, game_id)
        if key is None:
            key = new_name()
            set_watch_key(db, game_id, key)
        return key


def kept_before(desk: Desk, game_id: str) -> bool:
    """Return whether some device watches a game because it kept its book before."""
    with desk.store.reading() as db:
        return has_former_keeper(db, game_id)


def end_watching(desk: Desk, game_id: str, seen: str) -> None:
    """Stop everybody who watches a game by the key `seen` ("": there is none), or because they kept its book before.

    If the game has another key by now, nothing happens. Raises NoSuchGame.
    """
    with desk.store.writing() as db:
        desk.game(db, game_id)
        if (read_watch_key(db, game_id) or "") == seen:
            set_watch_key(db, game_id, None)
            forget_former(db, game_id)


def offered(desk: Desk, game_id: str) -> HandOver | None:
    """Return the offer to hand a game's book over, if one holds now."""
    with desk.store.reading() as db:
        return _holding(db, game_id, desk.clock())


def offer(desk: Desk, game_id: str, device: str) -> HandOver:
    """Return the offer to hand a game's book over to whoever gets the link, made if none holds. Raises NoSuchGame.

    `device` is the one that keeps the book now.
    """
    with desk.store.writing() as db:
        desk.game(db, game_id)
        made = _holding(db, game_id, desk.clock())
        if made is None:
            made = HandOver(new_name(), device, int((desk.clock() + LASTS).timestamp()))
            set_hand_over(db, game_id, made)
        return made


def fitting_offer(desk: Desk, game_id: str, key: str) -> HandOver | None:
    """Return the offer of a game's book with that key, if it holds; None also for a game that is not there."""
    made = offered(desk, game_id)
    return made if made is not None and _same(made.key, key) else None


def withdraw(desk: Desk, game_id: str, seen: str) -> None:
    """Take back the offer with the key `seen`; if it is gone already, nothing happens. Raises NoSuchGame."""
    with desk.store.writing() as db:
        desk.game(db, game_id)
        made = read_hand_over(db, game_id)
        if made is not None and made.key == seen:
            set_hand_over(db, game_id, None)


def take_over(desk: Desk, game_id: str, key: str, device: str) -> None:
    """Have a device keep a game's book from now on, and the one that offered it watch. Raises NoSuchGame, OfferGone.

    A device that keeps the book by now, because it sent this twice, is no error.
    """
    with desk.store.writing() as db:
        desk.game(db, game_id)
        made = _holding(db, game_id, desk.clock())
        if made is None or not _same(made.key, key):
            if read_keeps(db, game_id, device):
                return
            raise OfferGone
        set_hand_over(db, game_id, None)
        if made.device != device:
            set_keeps(db, game_id, made.device, False)
            set_keeps(db, game_id, device, True)


def take_back(desk: Desk, game_id: str, device: str) -> None:
    """Have a bookkeeper of the house keep a game's book again, and the device to which it was handed over watch.

    Raises NoSuchGame.
    """
    with desk.store.writing() as db:
        desk.game(db, game_id)
        have_all_watch(db, game_id)
        set_hand_over(db, game_id, None)
        set_keeps(db, game_id, device, None)


def _holding(db: Database, game_id: str, now: datetime) -> HandOver | None:
    made = read_hand_over(db, game_id)
    return made if made is not None and now.timestamp() < made.until else None


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "replace"))
