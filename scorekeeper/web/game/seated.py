"""Whose seats a form names: it carries the players' ids in the order of the seats for which it was drawn (`SEATED`).

If people sit otherwise by now, what is typed goes with its player: the form gets the seats of today.
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl, urlencode

from flask import abort
from werkzeug.datastructures import MultiDict

from ...core.fields import PLAYER, ByPlayer, Field, Many, Record, Seat, Several
from ...core.messages import say
from ...store.games import GameView
from ...store.rows import merged_player, read_person
from ..forms.submission import IDS, SEATED
from ..shell.language import translated
from ..shell.services import service
from .slots import MAKE_ROOM, NOTHING, NUMBER

IN_SLOT = re.compile(r"(?<=\.)[0-9]+(?=\.|$)", re.ASCII)
"""The seat in the name of a slot: "tally.1.at-7"."""
IN_PATH = re.compile(r"(?<=-)[0-9]+(?=-|$)", re.ASCII)
"""A seat in the rest of the name of a field, behind that of its slot: "-points-0"."""
IN_VALUE = re.compile(r"^[0-9]+", re.ASCII)
"""The seat in the value of a field that holds one: "2", or "2:don"."""


def holding_seats(view: GameView) -> list[str]:
    """Return the names of the fields whose values begin with a seat, each behind its kind: "turn-liquidated-player".

    A seat in such a name is written "@".
    """
    fields = [(kind, field) for kind in view.rulebook.kinds(view.table) for field in kind.fields if field != PLAYER]
    return [f"{kind.name}-{path}" for kind, field in fields for path in _holding(field, field.name)]


def _holding(field: Field, path: str) -> Iterator[str]:
    match field.shape:
        case Seat() | Several() | Many(item=Seat()):
            yield path
        case Record(fields=fields):
            if fields[0].shape == Seat():  # it can be sent as one value
                yield path
            for each in fields:
                yield from _holding(each, f"{path}-{each.name}")
        case ByPlayer(item=item):
            yield from _holding(Field("@", item, field.label), f"{path}-@")


def reseated(view: GameView, sent: MultiDict[str, str]) -> tuple[MultiDict[str, str], str]:
    """Return a form or address with the seats that its players have now, and what is to be said of players who left.

    What was typed for a player who left is in that text and no longer in the form; the text is "" if there is none. A
    form without ids is returned unchanged; aborts with 400 if they cannot be read.
    """
    ids = sent.get(SEATED, view.seated)
    if ids == view.seated:
        return sent, ""
    if not IDS.fullmatch(ids):
        abort(400)
    with service().store.reading() as db:
        people = [merged_player(db, int(each)) for each in ids.split(".")]
        names = [person.name if (person := read_person(db, each)) else "?" for each in people]
    moves = _Moves(view, sent, ["?" if each not in view.people else str(view.people.index(each)) for each in people])
    pairs = [moved for pair in sent.items(multi=True) if (moved := moves.pair(*pair))]
    if "play" in sent and not moves.left and not any(name == "play" for name, _ in pairs):
        moves.left = {seat: [] for seat, each in enumerate(people) if each not in view.people}
    return MultiDict(pairs), " ".join(_said(names[seat], typed) for seat, typed in moves.left.items())


class _Moves:
    """The seats of one form exchanged for those in `now` ("?" for players who left), and what was typed for these."""

    def __init__(self, view: GameView, sent: MultiDict[str, str], now: Sequence[str]) -> None:
        self.left: dict[int, list[str]] = {}
        self._now = {str(seat): each for seat, each in enumerate(now)}  # as text: a number can be long
        self._holding = {*holding_seats(view)}
        self._slots = sorted((each.partition("?")[0] for each in sent.getlist("play")), key=len, reverse=True)

    def pair(self, name: str, value: str) -> tuple[str, str] | None:
        """Return a field (name, value) as it is now; None if it belongs to a player who left."""
        slot = next((each for each in self._slots if name.startswith(f"{each}-")), "")
        if name == "play":
            slot, mark, query = value.partition("?")
            said = [(path, self._value(slot, f"-{path}", word)) for path, word in parse_qsl(query)]
            own = self._moved(slot, IN_SLOT, "" if mark else None)
            return None if own is None else (name, f"{own}{mark}{urlencode(said)}")
        if name in ("seat", "give", "player"):
            seat = self._moved(value, IN_VALUE, None if name == "seat" else "")
            return None if seat is None else (name, seat)
        if not slot:
            return name, value
        path = name[len(slot) :]
        typed = value.strip() and path not in (f"-{MAKE_ROOM}", f"-{NOTHING}", f"-{NUMBER}")
        own, rest = (self._moved(*each, value if typed else None) for each in ((slot, IN_SLOT), (path, IN_PATH)))
        return None if own is None or rest is None else (own + rest, self._value(slot, path, value))

    def _value(self, slot: str, path: str, value: str) -> str:
        holds = slot.split(".")[0] + IN_PATH.sub("@", path) in self._holding
        return (self._moved(value, IN_VALUE, "") or "") if holds else value

    def _moved(self, text: str, seats: re.Pattern[str], typed: str | None) -> str | None:
        """Return a text with other seats; None with that of a player who left, for whom this was `typed`."""
        gone = [int(seat) for seat in seats.findall(text) if self._now.get(seat) == "?"]
        for seat in gone if typed is not None else ():
            self.left.setdefault(seat, []).append(typed or "")
        return None if gone else seats.sub(lambda seat: self._now.get(seat[0], seat[0]), text)


def _said(player: str, typed: Sequence[str]) -> str:
    values = ", ".join(filter(None, typed))
    if not values:
        return translated(say("{player} has left this table, so nothing was saved. Choose again.", player=player))
    said = say(
        "{player} has left this table, so nothing was saved. Typed for {player}: {values}.",
        player=player,
        values=values,
    )
    return translated(said)
