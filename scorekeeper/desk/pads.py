"""Pads that people make: they are kept before a game is played with them."""

from typing import Any

from ..core.messages import Message
from ..core.rulebook import Rulebook
from ..storage.definitions import drop_unplayed
from .games import Desk
from .stored import keep_facts, room_fault


class NoRoom(Exception):
    """There are too many pads already; `message` says so."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def keep_pad(desk: Desk, pad: Rulebook[Any]) -> None:
    """Store the facts of a pad, unless they are there; if that takes room, those of pads without a game go.

    Raises NoRoom.
    """
    with desk.store.writing() as db:
        if room_fault(db, pad.slug):
            drop_unplayed(db)
        fault = room_fault(db, pad.slug)
        if fault:
            raise NoRoom(fault)
        keep_facts(db, pad)
