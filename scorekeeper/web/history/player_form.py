"""How somebody has been doing: lately, year by year, by the number of players, by seat, and the places they took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from babel.dates import format_skeleton
from flask import url_for

from ...core.messages import Message, many, say
from ...history.players import Played, Seatings, Stretch
from ..shell.language import region
from .bars import Bars, bars
from .looking import size_said

STRETCH, STRETCHES = 10, 5
"""Of how many games the wins are counted together, and how many times at most."""
VENUES = 5
"""How many places are named where somebody plays."""


def percent(part: int, whole: int) -> Message | None:
    """Return how much of a whole a part is, to the nearest percent; None of nothing."""
    return say("{number}%", number=(200 * part + whole) // (2 * whole)) if whole else None


def past_address(*player_ids: int, **others: object) -> str:
    """Return where the games of these players are listed among the past games; `others` narrow them down."""
    return url_for("past.past", player=player_ids, **others)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Row:
    """What some of somebody's games come to; `wins` and `rate` are None where there was nobody to win against.

    `address` is where these games are listed, if they are anywhere.
    """

    label: Message | str
    games: int
    wins: int | None
    rate: Message | None
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Somebody's games taken apart by one thing, and what that is."""

    heading: Message
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """A place, how often somebody took it, and in how much of the games."""

    label: Message
    games: int
    rate: Message | None


@dataclass(frozen=True, slots=True)
class Venue:
    """A place where somebody plays, in how many games, and where these are listed."""

    name: str
    games: Message
    address: str


@dataclass(frozen=True)
class Form:
    """How a player has been doing, and the `venues` of their latest games, each with its number of games."""

    player_id: int
    stretches: Sequence[Stretch]
    years: Mapping[int, Played]
    seatings: Seatings
    venues: Sequence[tuple[str, int]]

    @property
    def bars(self) -> Bars | None:
        """How many were won of ten games each, the latest on the right; None where that shows no course."""
        if len(self.stretches) < 2:
            return None
        return bars([(_month(each.last), each.wins) for each in self.stretches], highest=STRETCH)

    @property
    def bars_said(self) -> Message:
        """What the bars show, for who does not see them."""
        wins = tuple(each.wins for each in self.stretches)
        return say("Wins in each {count} games, up to the latest: {wins}", count=STRETCH, wins=wins)

    @property
    def by_year(self) -> Breakdown | None:
        """The games year by year; None where all are of one."""
        rows = [
            _row(str(year), each, past_address(self.player_id, **{"from": f"{year:04}", "to": f"{year:04}"}))
            for year, each in self.years.items()
        ]
        return Breakdown(say("Year by year"), rows) if len(rows) > 1 else None

    @property
    def breakdowns(self) -> Sequence[Breakdown]:
        """The games by the number of players and by seat; what there is but one of tells nothing."""
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
        """Where they play most."""
        return [
            Venue(name, many("{count} game", "{count} games", count), past_address(self.player_id, place=name))
            for name, count in self.venues
        ]


def _row(label: Message | str, played: Played, address: str | None = None) -> Row:
    rate = percent(played.wins, played.rated)
    return Row(label, played.games, played.wins if played.rated else None, rate, address)


def _seat(seat: int) -> Message:
    return say("Seat {number}", number=seat + 1) if seat else say("Seat 1 (begins)")


def _month(written: str) -> str:
    """Return a month ("2026-11") in short; nothing for one that is not known."""
    year, _, month = written.partition("-")
    return format_skeleton("yMMM", date(int(year), int(month), 1), locale=region()) if month else ""
