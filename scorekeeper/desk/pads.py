"""Pads that people make: they are kept before a game is played with them."""

from dataclasses import replace
from typing import Any

from ..core.errors import Unreadable
from ..core.log import Act
from ..core.messages import Message, say
from ..core.rulebook import Rulebook
from ..pads.making import with_row
from ..storage import Database
from ..storage.settings import drop_unplayed
from .games import Desk
from .stored import keep_facts, room_fault
from .transaction import InvalidOptions, Submission, claim_game, put_back

OVER = say("The game is over. Undo the last play first.")


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
        _keep(db, pad)


def add_row(desk: Desk, game_id: str, row: str, submission: Submission) -> None:
    """Add a row to the pad of a game that goes on: from now on the game is played by the pad with that row.

    All other games stay as they are. Raises what `claim_game` does, InvalidOptions (no such row can be added) and
    NoRoom.
    """
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission)
        if game is None:
            return
        if game.finished:
            raise InvalidOptions(OVER)
        try:
            pad = with_row(desk.rulebooks[game.rulebook], row)
        except Unreadable as error:
            raise InvalidOptions(error.message) from None
        keep_facts(db, desk.rulebooks[game.rulebook])  # undo goes back to it
        _keep(db, pad)
        put_back(desk, db, game, replace(game, rulebook=pad.slug), Act.OPTIONS, submission)


def _keep(db: Database, pad: Rulebook[Any]) -> None:
    if room_fault(db, pad.slug):
        drop_unplayed(db)
    fault = room_fault(db, pad.slug)
    if fault:
        raise NoRoom(fault)
    keep_facts(db, pad)
