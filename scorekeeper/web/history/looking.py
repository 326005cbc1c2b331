"""What past games are looked for by: read from an address, written into one, and said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from ...core.document import VENUE_LENGTH
from ...core.fields import NAME_LENGTH
from ...core.messages import Message, say
from ...core.numbers import small_number
from ...core.rulebook import Rulebook
from ...history.conditions import Days, names_like
from ...history.past import Wanted
from ...storage.reader import Reader
from ...storage.rows import Person
from ...storage.terms import plain
from ..language import date as written_day

FIELDS = ("title", "name", "place", "from", "to", "q")
"""What stands in the form, besides the players who are chosen already."""
LONGEST, MOST_WORDS, MOST_PLAYERS, MOST_NAMED = 100, 10, 12, 5
MOST_ID = 999_999_999
NO_DAY = say("This must be a day, a month or a year, such as 2026-11-21, 2026-11 or 2026.")


@dataclass(frozen=True, slots=True)
class Filters:
    """What is looked for: as it was `typed`, field by field, and what is wrong with that; the `players` by name.

    A field in which something is wrong does not count.
    """

    wanted: Wanted
    typed: Mapping[str, str]
    players: Sequence[Person] = ()
    faults: Mapping[str, Message] = field(default_factory=dict)
    rulebooks: Mapping[str, Rulebook[Any]] = field(default_factory=dict)

    @property
    def any(self) -> bool:
        """Whether anything is asked for."""
        return self.wanted != Wanted()

    @property
    def several(self) -> bool:
        """Whether several things are asked for."""
        return len(self.removable) > 1

    def said(self) -> dict[str, Any]:
        """Return what an address says of it."""
        said: dict[str, Any] = {name: text for name, text in self.typed.items() if text and name not in self.faults}
        return said | {"player": list(self.wanted.players)}

    def address(self, **others: object) -> str:
        """Return where these games are listed; `others` are said in the address, too."""
        return url_for("history.past", **{**self.said(), **others})

    def with_player(self, player_id: int) -> str:
        """Return where those of them are listed in which this player sat, too."""
        return self.address(player=[*self.wanted.players, player_id])

    @property
    def removable(self) -> Sequence[tuple[Message | str, str]]:
        """Everything that is asked for, and where the games are listed without it."""
        days = {"from": say("From {day}", day=written_day(self.wanted.days.first)) if self.wanted.days.first else ""}
        days["to"] = say("Until {day}", day=written_day(self.wanted.days.last)) if self.wanted.days.last else ""
        asked = self.said()
        title = self.rulebooks[self.wanted.rulebook].meta.title if self.wanted.rulebook else ""
        labels: dict[str, Message | str] = {**self.typed, **days, "title": title}
        players = self.wanted.players
        return [
            *((each.name, self.address(player=[one for one in players if one != each.id])) for each in self.players),
            *((labels[name], self.address(**{name: None})) for name in FIELDS if name in asked),
        ]


def read_filters(reader: Reader, rulebooks: Mapping[str, Rulebook[Any]], sent: MultiDict[str, str]) -> Filters:
    """Return what an address asks for, with everything that is wrong in it."""
    typed = {name: " ".join(sent.get(name, "").split()) for name in FIELDS}
    faults: dict[str, Message] = {}
    if typed["title"] and typed["title"] not in rulebooks:
        faults["title"] = say("Choose one of these.")
    if len(typed["q"]) > LONGEST or len(typed["q"].split()) > MOST_WORDS:
        faults["q"] = say("Search for fewer words.")
    if len(typed["place"]) > VENUE_LENGTH:
        faults["place"] = say("A place can have at most {most} characters.", most=VENUE_LENGTH)
    days = _days(typed, faults)
    players = _players(reader, sent.getlist("player"), faults)
    added = _called(reader, typed["name"], faults)
    if added:
        players, typed["name"] = [*(each for each in players if each != added), added], ""
    wanted = Wanted(
        None if "title" in faults else typed["title"] or None,
        tuple(each.id for each in players),
        "" if "place" in faults else typed["place"],
        days,
        "" if "q" in faults else typed["q"],
    )
    return Filters(wanted, typed, players, faults, rulebooks)


def _players(reader: Reader, ids: Sequence[str], faults: dict[str, Message]) -> list[Person]:
    numbers = dict.fromkeys(small_number(each, MOST_ID) for each in ids if each)
    found = [None if number is None else reader.person(number) for number in numbers]
    if None in found or len(found) > MOST_PLAYERS:
        faults["name"] = say("Somebody of these is not known here any more. Choose the players anew.")
    return [each for each in found if each][:MOST_PLAYERS]


def _called(reader: Reader, name: str, faults: dict[str, Message]) -> Person | None:
    """Return who is called so, or whose name alone has this in it."""
    if not name:
        return None
    person = reader.person_called(name[: NAME_LENGTH + 1])
    if person:
        return person
    ids = [player_id for player_id, known in names_like(reader, [plain(name)]) if plain(name) in known]
    found = [each for each in map(reader.person, ids[: MOST_NAMED + 1]) if each]
    if len(found) == 1:
        return found[0]
    if 1 < len(found) <= MOST_NAMED:
        faults["name"] = say("Which one? {players}", players=tuple(sorted(each.name for each in found)))
    elif found:
        faults["name"] = say("Many people are called like that. Type the whole name.")
    else:
        faults["name"] = say("Nobody here is called {player}.", player=name)
    return None


def _days(typed: Mapping[str, str], faults: dict[str, Message]) -> Days:
    days: dict[str, date | None] = {}
    for name in ("from", "to"):
        try:
            days[name] = read_day(typed[name], last=name == "to") if typed[name] else None
        except ValueError:
            faults[name], days[name] = NO_DAY, None
    first, last = days["from"], days["to"]
    if first and last and first > last:
        faults["to"], last = say("This day comes before the first one."), None
    return Days(first, last)


def read_day(text: str, *, last: bool) -> date:
    """Return the day that a text names, or the first (or `last`) one of its month or year; raises ValueError."""
    parts = text.split("-")
    if not text.isascii() or not all(each.isdigit() for each in parts) or [len(each) for each in parts] not in SHAPES:
        raise ValueError
    year, month, day = [int(each) for each in parts] + [0] * (3 - len(parts))
    if not month:
        return date(year, 12, 31) if last else date(year, 1, 1)
    if not day:
        return _last_of(year, month) if last else date(year, month, 1)
    return date(year, month, day)


SHAPES = [4], [4, 2], [4, 2, 2]


def _last_of(year: int, month: int) -> date:
    first = date(year, month, 1)
    return date(year, 12, 31) if month == 12 else first.replace(month=first.month + 1) - timedelta(1)
