"""The possessions: pounds, and the tiles that are held."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.fields import PLAYER, Field, Integer, Many
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Helper, Kind
from ...core.sheet import Note
from ...core.table import Recalled, Summary, Table
from . import purse, trades
from .purse import COINS, PURSES, Held, Purse, Purses
from .state import Competition, State, Views, check_not_negative
from .sums import summed
from .tiles import LITTLE_MORE_TIME, PENALTY, POUNDS, TILES, growing, worth
from .trades import EXCHANGE, SELL, Choice, Sale


@dataclass(frozen=True, slots=True)
class Possessions:
    """The player at `seat` now holds possession tiles of these values."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is needed to enter pounds, tiles and trades.

    `sales` say what each tile that is held would pay (each value once), `limits` are the buttons of an exchange.
    """

    purse: Purse
    sales: tuple[Sale, ...]
    limits: tuple[Choice, ...]


def start(table: Table, taken: Sequence[int]) -> Purses:
    """Return the purses at the start. Source: "Player Setup in the Possessions Competition", "Take Handicaps"."""
    return purse.start(POUNDS.of(table), taken)


def starts_with(state: State, seat: int) -> tuple[Message, ...]:
    """Return in words the pounds and tiles that a seat starts with."""
    tiles = many("{count} possession tile", "{count} possession tiles", TILES[state.seat_count])
    return purse.pounds_in_words(state, seat), tiles


def score(state: State, seat: int) -> int | None:
    """Return the pounds after all tiles are turned in, or None while the tiles are not known. Source: "Scoring"."""
    held = PURSES.of(state).held[seat]
    return None if held is None else PURSES.of(state).pounds[seat] + worth(held)


def apply(state: State, play: Possessions, number: int) -> State:
    """Return the state with these tiles; raises IllegalPlay."""
    name = state.table.players[play.seat]
    refused = N_("{player} cannot hold a tile of {number}: no value is below 0.")
    check_not_negative(play.tiles, "tiles", refused, player=name)
    return purse.hold(state, play.seat, play.tiles)


def describe(before: State, play: Possessions, after: State) -> Summary:
    """Return which tiles are held now, and what they cost in the end."""
    name, slips = before.table.players[play.seat], unusual_start(before, play)
    if not play.tiles:
        headline = say("{player} holds no possessions", player=name)
        return Summary(headline, say("Debt is possible from now on"), slips=slips)
    return Summary(
        many(
            "{player} holds a tile of {tiles}",
            "{player} holds tiles of {tiles}",
            len(play.tiles),
            player=name,
            tiles=play.tiles,
        ),
        say(
            "{sum}, and {penalty} for each of {tiles}: {total}",
            sum=summed(play.tiles),
            penalty=PENALTY,
            tiles=len(play.tiles),
            total=worth(play.tiles),
        ),
        slips=slips,
    )


def prefill(state: State, seat: int, recalled: Recalled) -> Possessions | None:
    """Return what the seat holds; None while that is not known."""
    held = PURSES.of(state).held[seat]
    return None if held is None else Possessions(seat, held)


def unusual_start(before: State, play: Possessions) -> tuple[Note, ...]:
    """Return a note if a player starts with an unusual number of tiles. Source: as for TILES."""
    usual, count = TILES[before.seat_count], len(play.tiles)
    if PURSES.of(before).held[play.seat] is not None or count == usual:
        return ()
    message = many(
        "{player}: {count} tile at the start instead of {usual}.",
        "{player}: {count} tiles at the start instead of {usual}.",
        count,
        player=before.table.players[play.seat],
        usual=usual,
    )
    return (Note("unusual-tiles", message),)


def entry(state: State, seat: int) -> Entry:
    """Return what is needed to enter pounds, tiles and trades."""
    pounds, tiles = PURSES.of(state).pounds[seat], PURSES.of(state).held[seat]
    held = _held(pounds, tiles, TILES[state.seat_count])
    return Entry(Purse(pounds, held), trades.sales(held.values), trades.LIMITS)


def closed(state: State, seat: int) -> tuple[str, ...]:
    """Return the kinds of play for trades if the seat has no tiles: their forms are not offered."""
    return () if PURSES.of(state).held[seat] else (SELL.name, EXCHANGE.name)


def ask_little_more_time(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Answer how much so many cards add to an action. Source: "A Little More Time", "Other Card Effects"."""
    cards = values["cards"]
    if cards < 0:
        return (Summary(say("There cannot be {cards} cards.", cards=cards)),)
    more, besides = growing(cards), say("besides what the action spends by itself")
    return (
        Summary(say("Where each card adds 1 pound: {pounds} more", pounds=cards), besides),
        Summary(say("Where each card adds 2 pounds: {pounds} more", pounds=2 * cards), besides),
        Summary(
            say("Where each card adds one pound more than the one before: {pounds} more", pounds=more),
            say(
                "with the {own} pounds of that action: {pounds}",
                own=LITTLE_MORE_TIME,
                pounds=LITTLE_MORE_TIME + more,
            ),
        ),
    )


def _held(pounds: int, tiles: tuple[int, ...] | None, complete: int) -> Held:
    if tiles is None:
        return Held((), say("pounds {pounds}; which tiles are held?", pounds=pounds), complete, known=False)
    values = tuple(sorted(tiles, reverse=True))
    if not values:
        return Held((), say("pounds {pounds}, and no tiles", pounds=pounds))
    total = say(
        "pounds {pounds} + tiles {tiles} + {count} × {penalty} = {score}",
        pounds=pounds,
        tiles=sum(values),
        count=len(values),
        penalty=PENALTY,
        score=pounds + worth(values),
    )
    return Held(values, total)


POSSESSIONS = Competition(
    "possessions",
    say("Possessions"),
    kinds=(
        COINS,
        Kind(
            "possessions",
            Possessions,
            say("Possessions"),
            apply,
            fields=(
                PLAYER,
                Field("tiles", Many(Integer()), say("Tiles held"), hint=say("The values of all, such as 6 5 3")),
            ),
            describe=describe,
            title=N_("{player}'s set of tiles"),
            prefill=prefill,
            overrides=lambda play, kind: kind in ("possessions", SELL.name, EXCHANGE.name),
        ),
        SELL,
        EXCHANGE,
    ),
    part=PURSES,
    start=start,
    score=score,
    unknown=N_("The tiles of {players} were never entered."),
    awaits=say("tiles"),
    start_number=POUNDS,
    starts_with=starts_with,
    handicap=say("one pound more"),
    helpers=(
        *trades.HELPERS,
        Helper(
            "a-little-more-time",
            say("A Little More Time"),
            say("How many more pounds an action spends with these cards; they are used up by it."),
            (Field("cards", Integer(), say("Cards played")),),
            ask_little_more_time,
        ),
    ),
    views=Views(entry=entry, closed=closed),
)
