"""The possessions: pounds, and the tiles held, sold and exchanged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import IllegalPlay
from ...core.fields import PLAYER, Deduction, Field, Flag, Integer, Many
from ...core.messages import N_, Message, listed, many, say
from ...core.rulebook import Helper, Kind
from ...core.sheet import Note
from ...core.table import Recalled, Summary, Table
from . import purse
from .purse import COINS, PURSES, Purse, Purses, hold
from .state import Competition, Key, StartNumber, State, check_not_negative, reckoned, summed

POUNDS = StartNumber(purse.POUNDS, {2: 10, 3: 5, 4: 5, 5: 4})
TILES: Mapping[int, int] = {2: 6, 3: 6, 4: 6, 5: 5}
"""Possession tiles at the start, by number of players. Source: "Player Setup in the Possessions Competition"."""

PUT_BACK = 5
"""Value of the tile put back if TILES is one less than a set, which has two such tiles. Source: as for TILES."""

PENALTY = 3
"""Pounds for each tile still held. Source: "Scoring"."""

LITTLE_MORE_TIME = 2
"""Pounds spent by the action without any of its `growing` cards. Source: "Other Card Effects"."""

BOROUGH = 1
"""The discount, in pounds, for a tile from the indicated borough. Source: "The Borough Indicator"."""

PRINTED_DISCOUNTS = (0, 1, 2, 3, 4, 5)
"""The printed discounts with a button, without their minus. Source: "Sell Possessions"."""

PRINTED_LIMITS, USUAL_LIMIT = (1, 2, 3, 4), 3
"""The printed limits with a button, without their minus, and the preselected one. Source: "Exchange"."""

LIMITS = (
    *(Key(str(limit), listed([-limit]), limit == USUAL_LIMIT) for limit in PRINTED_LIMITS),
    Key("", say("none")),
)

ONCE_NO_LIMIT = 999
"""The value in older documents that means an exchange without a limit."""

NOT_TO_SELL = N_("You cannot sell a tile worth {number}: no value is below 0.")
NOT_TO_EXCHANGE = N_("You cannot exchange a tile worth {number}: no value is below 0.")


@dataclass(frozen=True, slots=True)
class HeldTiles:
    """The values of all possession tiles that the player at `seat` holds now."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sell:
    """The sale of a tile of the value `tile` by the player at `seat`; `discount` includes the borough's discount."""

    seat: int
    tile: int
    discount: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """The exchange of a tile of the value `give` for one of the value `take` by the player at `seat`.

    `limit` is the highest loss without compensation, in pounds: 3 for a printed -3. If it is None, compensation is
    never paid.
    """

    seat: int
    give: int
    take: int
    limit: int | None = None

    def __post_init__(self) -> None:
        if self.limit == ONCE_NO_LIMIT:
            object.__setattr__(self, "limit", None)


def worth(tiles: Sequence[int]) -> int:
    """Return the pounds that the tiles held add to the final score. Source: "Scoring"."""
    return sum(tiles) + PENALTY * len(tiles)


def apply_tiles(state: State, play: HeldTiles, number: int) -> State:
    name = state.table.players[play.seat]
    refused = N_("{player} cannot hold a tile of {number}: no value is below 0.")
    check_not_negative(play.tiles, "tiles", refused, player=name)
    return hold(state, play.seat, play.tiles)


def describe_tiles(before: State, play: HeldTiles, after: State) -> Summary:
    name, slips = before.table.players[play.seat], unusual_tiles(before, play)
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


def prefill_tiles(state: State, seat: int, recalled: Recalled) -> HeldTiles | None:
    held = PURSES.of(state).held[seat]
    return None if held is None else HeldTiles(seat, held)


def unusual_tiles(before: State, play: HeldTiles) -> tuple[Note, ...]:
    """Return a note if a player starts with an unusual number of tiles, or later holds more tiles than before.

    Source: as for TILES; "Sell Possessions" and "Exchange": no action adds a tile.
    """
    held, usual, count = PURSES.of(before).held[play.seat], TILES[before.seat_count], len(play.tiles)
    name = before.table.players[play.seat]
    if held is not None and count > len(held):
        message = many(
            "{player}: {count} tile now, {held} before.",
            "{player}: {count} tiles now, {held} before.",
            count,
            player=name,
            held=len(held),
        )
        return (Note("unusual-tiles", message),)
    if held is not None or count == usual:
        return ()
    message = many(
        "{player}: {count} tile at the start instead of {usual}.",
        "{player}: {count} tiles at the start instead of {usual}.",
        count,
        player=name,
        usual=usual,
    )
    return (Note("unusual-tiles", message),)


def apply_sale(state: State, play: Sell, number: int) -> State:
    """Return the state after a sale; raises IllegalPlay. Source: "Sell Possessions"."""
    check_not_negative((play.tile,), "tile", NOT_TO_SELL)
    check_not_negative(
        (play.discount,), "discount", N_("A discount of {number} would raise the price: type it without a minus.")
    )
    tiles = without(state, play.seat, play.tile, "tile")
    return hold(state, play.seat, tiles, income=sale_price(play.tile, play.discount))


def describe_sale(before: State, play: Sell, after: State) -> Summary:
    headline = many(
        "{player} sells {tile} for {count} pound",
        "{player} sells {tile} for {count} pounds",
        sale_price(play.tile, play.discount),
        player=before.table.players[play.seat],
        tile=play.tile,
    )
    return Summary(headline, _sale_in_words(play.tile, play.discount))


def sale_price(tile: int, discount: int) -> int:
    """Return the price of a sale in pounds, at least 0. Source: "Sell Possessions"."""
    return max(0, tile - discount)


def _sale_in_words(tile: int, discount: int) -> Message:
    if not discount:
        return say("Without a discount")
    price = reckoned((tile, -discount))
    return say("{sum}, and no price is below 0", sum=price) if discount > tile else price


def compensation(give: int, take: int, limit: int | None) -> int:
    """Return the pounds that the player takes in an exchange: the loss beyond the limit. Source: "Exchange"."""
    return 0 if limit is None else max(0, give - take - limit)


def apply_exchange(state: State, play: Exchange, number: int) -> State:
    """Return the state after an exchange; raises IllegalPlay. Source: "Exchange"."""
    check_not_negative((play.give,), "give", NOT_TO_EXCHANGE)
    check_not_negative((play.take,), "take", NOT_TO_EXCHANGE)
    check_not_negative((play.limit or 0,), "limit", N_("The limit cannot be {number}: type a printed −3 as 3."))
    tiles = (*without(state, play.seat, play.give, "give"), play.take)
    return hold(state, play.seat, tiles, income=compensation(play.give, play.take, play.limit))


def describe_exchange(before: State, play: Exchange, after: State) -> Summary:
    name = before.table.players[play.seat]
    headline = say("{player} exchanges {give} for {take}", player=name, give=play.give, take=play.take)
    return Summary(headline, _exchange_in_words(play.give, play.take, play.limit))


def _exchange_in_words(give: int, take: int, limit: int | None) -> Message:
    loss, income = give - take, compensation(give, take, limit)
    if loss < 0:
        return say("A gain of {gain}: no pounds to take", gain=-loss)
    if loss == 0:
        return say("Neither loss nor gain: no pounds to take")
    if limit is None:
        return say("A loss of {loss}, without a limit: no pounds to take", loss=loss)
    if not income:
        return say("A loss of {loss}, within the limit of {limit}: no pounds to take", loss=loss, limit=limit)
    return many(
        "A loss of {loss}, over the limit of {limit}: {count} pound to take",
        "A loss of {loss}, over the limit of {limit}: {count} pounds to take",
        income,
        loss=loss,
        limit=limit,
    )


def without(state: State, seat: int, tile: int, field: str) -> tuple[int, ...]:
    """Return a seat's tiles without one of the value `tile`; raises IllegalPlay about `field` if there is none."""
    tiles, name = PURSES.of(state).held[seat], state.table.players[seat]
    if tiles and tile in tiles:
        at = tiles.index(tile)
        return tiles[:at] + tiles[at + 1 :]
    if tiles is None:
        message = say("{player} has no tile of {tile} yet: enter {player}'s tiles first.", player=name, tile=tile)
    elif not tiles:
        message = say("{player} has no tile of {tile}: all the possessions are gone.", player=name, tile=tile)
    else:
        message = say("{player} has no tile of {tile}, but {tiles}.", player=name, tile=tile, tiles=tiles)
    raise IllegalPlay("no-such-tile", message, field)


@dataclass(frozen=True, slots=True)
class Sale:
    """The `prices` of a tile by discount from 0; not the first in the indicated borough, and the last only there."""

    tile: int
    prices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """The data to enter pounds, tiles and trades; `sales` has each value of the tiles held once."""

    purse: Purse
    sales: tuple[Sale, ...]
    limits: tuple[Key, ...]


def ask_sale(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the price of a sale. Source: "Sell Possessions", "The Borough Indicator"."""
    tile, discount = values["tile"], values["discount"]
    if tile < 0:
        return (Summary(Message(NOT_TO_SELL, {"number": tile})),)
    discount += BOROUGH if values.get("borough") else 0
    price = sale_price(tile, discount)
    return (Summary(many("{count} pound", "{count} pounds", price), _sale_in_words(tile, discount)),)


def ask_exchange(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the compensation for an exchange. Source: "Exchange"."""
    give, take, limit = values["give"], values["take"], values.get("limit")
    if min(give, take) < 0:
        return (Summary(Message(NOT_TO_EXCHANGE, {"number": min(give, take)})),)
    income = compensation(give, take, limit)
    headline = many("{count} pound to take", "{count} pounds to take", income)
    return (Summary(headline, _exchange_in_words(give, take, limit)),)


def growing(cards: int) -> int:
    """Return the pounds added if each card adds 1 more than the last, from 1 on. Source: "Other Card Effects"."""
    return cards * (cards + 1) // 2


def ask_little_more_time(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the pounds that these cards add to an action. Source: "A Little More Time", "Other Card Effects"."""
    cards = values["cards"]
    if cards < 0:
        return (Summary(say("There cannot be {cards} cards.", cards=cards)),)
    more, detail = growing(cards), say("in addition to what the action itself spends")
    return (
        Summary(say("If each card adds 1 pound: {pounds} more", pounds=cards), detail),
        Summary(say("If each card adds 2 pounds: {pounds} more", pounds=2 * cards), detail),
        Summary(
            say("If each card adds one pound more than the one before: {pounds} more", pounds=more),
            say(
                "with the {own} pounds of that action: {pounds}",
                own=LITTLE_MORE_TIME,
                pounds=LITTLE_MORE_TIME + more,
            ),
        ),
    )


TILE = Field("tile", Integer(), say("Tile"), hint=say("The value printed on it"))
DISCOUNT = Field("discount", Deduction(), say("Discount"), hint=say("All discounts together, the borough's too"))
GIVE = Field("give", Integer(), say("Tile given away"))
TAKE = Field("take", Integer(), say("Tile taken"))
LIMIT = Field(
    "limit", Deduction(), say("Limit"), required=False, hint=say("As printed, −3 or 3; empty if there is none")
)

HELD_TILES = Kind(
    "possessions",
    HeldTiles,
    say("Possessions"),
    apply_tiles,
    fields=(
        PLAYER,
        Field("tiles", Many(Integer()), say("Tiles held"), hint=say("The values of all, such as 6 5 3")),
    ),
    describe=describe_tiles,
    title=N_("{player}'s set of tiles"),
    prefill=prefill_tiles,
    overrides=lambda play, kind: kind in ("possessions", "sell", "exchange"),
)
SELL = Kind(
    "sell",
    Sell,
    say("Sell"),
    apply_sale,
    fields=(PLAYER, TILE, DISCOUNT),
    describe=describe_sale,
    title=N_("{player}'s sale"),
)
EXCHANGE = Kind(
    "exchange",
    Exchange,
    say("Exchange"),
    apply_exchange,
    fields=(PLAYER, GIVE, TAKE, LIMIT),
    describe=describe_exchange,
    title=N_("{player}'s exchange"),
)
HELPERS = (
    Helper(
        "sale",
        say("What does a sale pay?"),
        say("For one tile; if two are sold at once, the discount counts for each."),
        (
            TILE,
            Field("discount", Deduction(), say("Discount"), hint=say("Total of the action and the cards")),
            Field("borough", Flag(), say("From the borough that the indicator shows"), required=False),
        ),
        ask_sale,
    ),
    Helper(
        "exchange",
        say("What does an exchange cost?"),
        say("The limit is the loss that is free; the borough makes no difference."),
        (GIVE, TAKE, LIMIT),
        ask_exchange,
    ),
    Helper(
        "a-little-more-time",
        say("A Little More Time"),
        say("How many more pounds an action spends with these cards; they are used up by it."),
        (Field("cards", Integer(), say("Cards played")),),
        ask_little_more_time,
    ),
)


class Possessions(Competition):
    name = "possessions"
    label = say("Possessions")
    kinds = (COINS, HELD_TILES, SELL, EXCHANGE)
    part = PURSES
    start_number = POUNDS
    handicaps = True
    unknown = N_("The tiles of {players} were never entered.")
    awaits = say("tiles")

    def start(self, table: Table, taken: Sequence[int]) -> Purses:
        """Return the purses at the start. Source: "Player Setup in the Possessions Competition", "Take Handicaps"."""
        return purse.start(POUNDS.of(table), taken)

    def starts_with(self, state: State, seat: int) -> tuple[Message, ...]:
        tiles = many("{count} possession tile", "{count} possession tiles", TILES[state.seat_count])
        return purse.pounds_in_words(state, seat), tiles

    def handicap(self, count: int) -> Message:
        """Return the pounds that handicaps add. Source: "Take Handicaps"."""
        return many("{count} more pound", "{count} more pounds", count)

    def score(self, state: State, seat: int) -> int | None:
        """Return the pounds including the worth of the tiles; None while the tiles are unknown. Source: "Scoring"."""
        tiles = PURSES.of(state).held[seat]
        return None if tiles is None else PURSES.of(state).pounds[seat] + worth(tiles)

    def entry(self, state: State, seat: int) -> Entry:
        pounds, tiles = PURSES.of(state).pounds[seat], PURSES.of(state).held[seat]
        values = tuple(sorted(tiles or (), reverse=True))
        complete = None
        if tiles is None:
            total, complete = say("pounds {pounds}; which tiles are held?", pounds=pounds), TILES[state.seat_count]
        elif not tiles:
            total = say("pounds {pounds}, and no tiles", pounds=pounds)
        else:
            total = say(
                "pounds {pounds} + tiles {tiles} + {count} × {penalty} = {score}",
                pounds=pounds,
                tiles=sum(values),
                count=len(values),
                penalty=PENALTY,
                score=pounds + worth(values),
            )
        discounts = (*PRINTED_DISCOUNTS, PRINTED_DISCOUNTS[-1] + BOROUGH)
        sales = tuple(
            Sale(tile, tuple(sale_price(tile, discount) for discount in discounts)) for tile in dict.fromkeys(values)
        )
        return Entry(Purse(pounds, values, total, complete, tiles is not None), sales, LIMITS)


POSSESSIONS = Possessions()
