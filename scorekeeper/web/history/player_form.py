"""A player's form: wins lately, games by year, by number of players and by seat, and the places they took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date
from flask import url_for

from ...core.messages import Message, say
from ...history.past import Count
from ...history.players import Played, Seatings, Stretch
from ..shell.language import region
from .bars import Bars, bars
from .looking import count_said, size_said

STRETCH, STRETCHES = 10, 5
"""How many games are counted as one stretch, and the most stretches."""
VENUES = 5
"""The most venues that are named."""


def percent(part: int, whole: int) -> Message | None:
    """Return a part of a whole in percent, rounded; None if the whole is 0."""
    return say("{number}%", number=(200 * part + whole) // (2 * whole)) if whole else None


def past_address(*player_ids: int, **others: object) -> str:
    """Return the address of the past games of these players; `others` are further filters."""
    return url_for("past.past", player=player_ids, **others)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Row:
    """Some of a player's games, counted; `wins` and `rate` are None if all of them were played alone.

    `address` lists these games (None: no list has them).
    """

    label: Message | str
    games: int
    wins: int | None
    rate: Message | None
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A player's games counted by one thing, which the heading names."""

    heading: Message
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """A place at the end of games: how often somebody took it, and in which share of the games."""

    label: Message
    games: int
    rate: Message | None


@dataclass(frozen=True, slots=True)
class Venue:
    """Where somebody plays: the name, how many games, and the address that lists them."""

    name: str
    games: Message
    address: str


@dataclass(frozen=True)
class Form:
    """A player's form; `venues` are the places where they play, each with its number of games."""

    player_id: int
    stretches: Sequence[Stretch]
    years: Mapping[int, Played]
    seatings: Seatings
    venues: Sequence[tuple[str, Count]]

    @property
    def bars(self) -> Bars | None:
        """The wins in each stretch of games, the latest on the right; None if there are fewer than two stretches."""
        if len(self.stretches) < 2:
            return None
        return bars([(_month(each.last), each.wins) for each in self.stretches], highest=STRETCH)

    @property
    def bars_said(self) -> Message:
        """The bars in words, for those who cannot see them."""
        wins = tuple(each.wins for each in self.stretches)
        return say("Wins in each {count} games, up to the latest: {wins}", count=STRETCH, wins=wins)

    @property
    def by_year(self) -> Breakdown | None:
        """The games year by year; None if there is only one year."""
        rows = [
            _row(str(year), each, past_address(self.player_id, **{"from": f"{year:04}", "to": f"{year:04}"}))
            for year, each in self.years.items()
        ]
        return Breakdown(say("Year by year"), rows) if len(rows) > 1 else None

    @property
    def breakdowns(self) -> Sequence[Breakdown]:
        """The games by number of players and by seat; a breakdown with a single row is left out."""
        by = self.seatings
        sizes = [
            _row(size_said(size), each, past_address(self.player_id, size=size)) for size, each in by.by_size.items()
        ]
        seats = [_row(_seat(seat), each) for seat, each in by.by_seat.items()]
        found = (Breakdown(say("By number of players"), sizes), Breakdown(say("By seat"), seats))
        return [each for each in found if len(each.rows) > 1]

    @property
    def places(self) -> Sequence[PlaceTaken]:
        """How often each place was taken, the first place first."""
        games = sum(self.seatings.by_place.values())
        return [
            PlaceTaken(say("Place {place}", place=place), count, percent(count, games))
            for place, count in self.seatings.by_place.items()
        ]

    @property
    def played_at(self) -> Sequence[Venue]:
        return [Venue(name, count_said(count), past_address(self.player_id, place=name)) for name, count in self.venues]


def _row(label: Message | str, played: Played, address: str | None = None) -> Row:
    rate = percent(played.wins, played.rated)
    return Row(label, played.games, played.wins if played.rated else None, rate, address)


def _seat(seat: int) -> Message:
    return say("Seat {number}", number=seat + 1) if seat else say("Seat 1 (begins)")


def _month(written: str) -> str:
    """Return the short name of a month ("2026-11") with the end of its year, "" if it is not known."""
    year, _, month = written.partition("-")
    return format_date(date(int(year), int(month), 1), "LLL yy", region()) if month else ""
