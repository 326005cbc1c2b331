"""The filters of the list of past games: read from an address, written into one, and named."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from ...core.document import VENUE_LENGTH
from ...core.messages import Message, joined, many, say
from ...core.names import NAME_LENGTH
from ...core.numbers import small_number
from ...core.records import kept
from ...core.rulebook import Rulebook
from ...history.conditions import Days, Held, Outcome, names_like
from ...history.past import Count, Wanted
from ...history.records import best
from ...storage import Database
from ...storage.margins import MARGINS
from ...storage.people import person_called, read_person
from ...storage.rows import Person
from ...storage.terms import plain
from ..shell.language import date as written_day

FIELDS = ("title", "record", "name", "outcome", "size", "margin", "place", "from", "to", "q")
"""The fields of the form that have one value; there is also `player`, with any number of ids."""
LONGEST, MOST_WORDS, MOST_PLAYERS, MOST_NAMED = 100, 10, 12, 5
MOST_ID, MOST_SIZE = 999_999_999, 99
RATED = "2+"
"""The choice of the number of players for games with somebody to win against."""
OUTCOME = re.compile(r"(won|lost)(?:-([0-9]{1,9}))?")
"""Won or lost, and by which player (id); left out, it is the first chosen player."""
CHOOSE = say("Choose one of these.")
NO_DAY = say("This must be a day, a month or a year, such as 2026-11-21, 2026-11 or 2026.")


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the list: `wanted` for the query, and as they were `typed`, field by field.

    A field with something wrong (`faults`) does not filter. `players` are the chosen ones. `record_said` names the
    chosen record, with its value.
    """

    wanted: Wanted
    typed: Mapping[str, str]
    players: Sequence[Person] = ()
    faults: Mapping[str, Message] = field(default_factory=dict)
    rulebooks: Mapping[str, Rulebook[Any]] = field(default_factory=dict)
    record_said: Message | None = None

    @property
    def any(self) -> bool:
        """Whether any filter is set."""
        return self.wanted != Wanted()

    @property
    def several(self) -> bool:
        """Whether more than one filter is set."""
        return len(self.removable) > 1

    def said(self) -> dict[str, Any]:
        """Return the query parameters for these filters."""
        said: dict[str, Any] = {name: text for name, text in self.typed.items() if text and name not in self.faults}
        return said | {"player": list(self.wanted.players)}

    def address(self, **others: object) -> str:
        """Return the address of the list with these filters; `others` are further query parameters."""
        return url_for("past.past", **{**self.said(), **others})

    @property
    def removable(self) -> Sequence[tuple[Message | str, str]]:
        """Label of each filter, and its name for `remove`."""
        asked, labels = self.said(), {**self.typed, **self._labels()}
        return [
            *((each.name, f"player-{each.id}") for each in self.players),
            *((labels[name], name) for name in FIELDS if name in asked),
        ]

    def _labels(self) -> Mapping[str, Message | str]:
        """Return the labels of filters that are not shown as they were typed."""
        wanted, labels = self.wanted, dict[str, Message | str]()
        if wanted.rulebook:
            labels["title"] = self.rulebooks[wanted.rulebook].meta.heading
        if self.record_said:
            labels["record"] = self.record_said
        if wanted.outcome:
            (player,) = (each.name for each in self.players if each.id == wanted.outcome.player)
            labels["outcome"] = outcome_said(player, won=wanted.outcome.won)
        if wanted.size:
            labels["size"] = size_said(wanted.size)
        if wanted.rated:
            labels["size"] = RATED_SAID
        if wanted.margin:
            labels["margin"] = say("Margin: {points}", points=MARGINS_SAID[wanted.margin])
        if wanted.days.first:
            labels["from"] = say("From {day}", day=written_day(wanted.days.first))
        if wanted.days.last:
            labels["to"] = say("Until {day}", day=written_day(wanted.days.last))
        return labels


MARGINS_SAID = {
    "0": say("0 points"),
    "1-3": say("1 to 3 points"),
    "4-10": say("4 to 10 points"),
    "11-20": say("11 to 20 points"),
    "21-": say("more than 20 points"),
}
"""The choices of the margin by which a game was won, in words."""


RATED_SAID = say("Two players or more")


def count_said(count: Count) -> Message:
    """Return how many games a search finds, in words."""
    if count.exact:
        return many("{count} game", "{count} games", count.games)
    return say("At least {count} games", count=count.games)


def size_said(size: int) -> Message:
    """Return the number of players in words."""
    return many("Alone", "{count} players", size)


def outcome_said(player: str, *, won: bool) -> Message:
    """Return who won or lost."""
    return say("{player} won", player=player) if won else say("{player} lost", player=player)


def remove(sent: MultiDict[str, str], names: Sequence[str]) -> None:
    """Remove filters, named as in `Filters.removable`, from a form; an outcome is removed with its player."""
    for name, _, player in (each.partition("-") for each in names):
        values = sent.poplist(name)
        if name == "player":
            sent.update({name: [each for each in values if each != player]})
            if sent.get("outcome", "").endswith(f"-{player}"):
                sent.poplist("outcome")


def read_filters(db: Database, rulebooks: Mapping[str, Rulebook[Any]], sent: MultiDict[str, str]) -> Filters:
    """Return the filters in an address, with all that is wrong with them."""
    typed = {name: " ".join(sent.get(name, "").split()) for name in FIELDS}
    faults: dict[str, Message] = {}
    if typed["title"] and typed["title"] not in rulebooks:
        faults["title"] = CHOOSE
    if len(typed["q"]) > LONGEST or len(typed["q"].split()) > MOST_WORDS:
        faults["q"] = say("Search for fewer words.")
    if len(typed["place"]) > VENUE_LENGTH:
        faults["place"] = say("A place can have at most {most} characters.", most=VENUE_LENGTH)
    days = _days(typed, faults)
    players = _players(db, sent.getlist("player"), faults)
    added = _called(db, typed["name"], faults)
    if added:
        players, typed["name"] = [*(each for each in players if each != added), added], ""
    outcome = _outcome(db, typed, players, faults)
    rulebook = None if "title" in faults else typed["title"] or None
    held, record_said = _record(db, rulebooks.get(rulebook or ""), typed)
    wanted = Wanted(
        rulebook,
        tuple(each.id for each in players),
        "" if "place" in faults else typed["place"],
        days,
        "" if "q" in faults else typed["q"],
        outcome,
        _size(typed, faults),
        _margin(typed, faults),
        held,
        rated=typed["size"] == RATED,
    )
    return Filters(wanted, typed, players, faults, rulebooks, record_said)


def _outcome(db: Database, typed: dict[str, str], players: list[Person], faults: dict[str, Message]) -> Outcome | None:
    """Return the required outcome; adds its player to `players` and to `typed`."""
    if not typed["outcome"]:
        return None
    found = OUTCOME.fullmatch(typed["outcome"])
    if not found:
        faults["outcome"] = CHOOSE
        return None
    player = read_person(db, int(found[2])) if found[2] else next(iter(players), None)
    if player is None:
        faults["outcome"] = say("Who won or lost? Choose a player, too.")
        return None
    if player not in players:
        players.append(player)
    typed["outcome"] = f"{found[1]}-{player.id}"
    return Outcome(player.id, won=found[1] == "won")


def _size(typed: Mapping[str, str], faults: dict[str, Message]) -> int | None:
    size = small_number(typed["size"], MOST_SIZE) if typed["size"] else None
    if typed["size"] and typed["size"] != RATED and not size:
        faults["size"] = CHOOSE
    return size or None


def _margin(typed: Mapping[str, str], faults: dict[str, Message]) -> str:
    if typed["margin"] and typed["margin"] not in MARGINS:
        faults["margin"] = CHOOSE
    return "" if "margin" in faults else typed["margin"]


def _record(db: Database, rulebook: Rulebook[Any] | None, typed: dict[str, str]) -> tuple[Held | None, Message | None]:
    """Return the record that games have to hold, and its name with its value; None if the title has no such record."""
    record = next((each for each in kept(rulebook) if each.name == typed["record"]), None) if rulebook else None
    found = best(db, rulebook.slug, record) if rulebook and record else None
    if rulebook is None or record is None or found is None:
        typed["record"] = ""
        return None, None
    said = joined([record.label, record.in_words(found.value)], ": ")
    return Held(rulebook.slug, record.marks, found.value), said


def _players(db: Database, ids: Sequence[str], faults: dict[str, Message]) -> list[Person]:
    numbers = dict.fromkeys(small_number(each, MOST_ID) for each in ids if each)
    found = [None if number is None else read_person(db, number) for number in numbers]
    if None in found or len(found) > MOST_PLAYERS:
        faults["name"] = say("Somebody of these is not known here any more. Choose the players anew.")
    return [each for each in found if each][:MOST_PLAYERS]


def _called(db: Database, name: str, faults: dict[str, Message]) -> Person | None:
    """Return the person of this name, or the only one whose name contains it; else None, with a fault."""
    if not name:
        return None
    person = person_called(db, name[: NAME_LENGTH + 1])
    if person:
        return person
    ids = [player_id for player_id, known in names_like(db, [plain(name)]) if plain(name) in known]
    found = [found for each in ids[: MOST_NAMED + 1] if (found := read_person(db, each))]
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
