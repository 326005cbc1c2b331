"""A game shared with other devices: some watch it, and its book can be handed over to one that keeps it from then on.

What is shared is no change of the game: it is not in its trail, and its revision stays.
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
"""So long an offer to hand the book over holds."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device: its name ("": it has none), and whether it is one of the house's own bookkeepers."""

    name: str
    house: bool = False


class OfferGone(Exception):
    """The book cannot be taken over by that link: it was taken, or withdrawn, or ten minutes have passed."""


def new_name() -> str:
    """Return a name for a device, or a key, that nobody can guess."""
    return secrets.token_urlsafe(12)


def keeps_book(db: Database, game_id: str, device: Device) -> bool:
    """Return whether a device keeps a game's book: it was handed over to it, or to nobody and it is of the house."""
    own = bool(device.name) and read_keeps(db, game_id, device.name)
    return bool(own) or (device.house and not is_handed_over(db, game_id))


def kept_book(db: Database, game_id: str, device: Device) -> bool:
    """Return whether a device kept a game's book before, or could, and another keeps it now."""
    if keeps_book(db, game_id, device):
        return False
    return device.house or bool(device.name and read_keeps(db, game_id, device.name) is not None)


def watches_by(db: Database, game_id: str, key: str) -> bool:
    """Return whether a key is that with which anybody may watch a game."""
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
    """Let nobody watch any more who was given that key ("": there is none), nor who kept the book before.

    A key that has ended already is no fault. Raises NoSuchGame.
    """
    with desk.store.writing() as db:
        desk.game(db, game_id)
        if (read_watch_key(db, game_id) or "") == seen:
            set_watch_key(db, game_id, None)
            forget_former(db, game_id)


def offered(desk: Desk, game_id: str) -> HandOver | None:
    """Return the offer to hand a game's book over that holds now, or None."""
    with desk.store.reading() as db:
        return _holding(db, game_id, desk.clock())


def offer(desk: Desk, game_id: str, device: str) -> HandOver:
    """Return the offer of a game's book to whoever gets the link; made if none holds. Raises NoSuchGame.

    `device` is the one that keeps it now.
    """
    with desk.store.writing() as db:
        desk.game(db, game_id)
        made = _holding(db, game_id, desk.clock())
        if made is None:
            made = HandOver(new_name(), device, int((desk.clock() + LASTS).timestamp()))
            set_hand_over(db, game_id, made)
        return made


def fitting_offer(desk: Desk, game_id: str, key: str) -> HandOver | None:
    """Return the offer of a game's book that the key belongs to, if it holds; None for a game that is not there."""
    made = offered(desk, game_id)
    return made if made is not None and _same(made.key, key) else None


def withdraw(desk: Desk, game_id: str, seen: str) -> None:
    """Take back the offer with that key; that it holds no more is no fault. Raises NoSuchGame."""
    with desk.store.writing() as db:
        desk.game(db, game_id)
        made = read_hand_over(db, game_id)
        if made is not None and made.key == seen:
            set_hand_over(db, game_id, None)


def take_over(desk: Desk, game_id: str, key: str, device: str) -> None:
    """Have a device keep a game's book from now on, and the one that offered it watch. Raises NoSuchGame, OfferGone.

    Sent twice by the same device it counts once.
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
    """Have a bookkeeper of the house keep a game's book again, and whoever it was handed to watch.

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
