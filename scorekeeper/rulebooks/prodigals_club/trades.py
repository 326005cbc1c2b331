"""Trades of possession tiles: the sale of a tile, and its exchange for a tile on the board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import IllegalPlay
from ...core.fields import PLAYER, Deduction, Field, Flag, Integer
from ...core.messages import N_, Message, listed, many, say
from ...core.rulebook import Helper, Kind
from ...core.table import Summary
from .purse import PURSES, hold
from .state import State, check_not_negative
from .sums import changed

BOROUGH = 1
"""Pounds less for a tile from the borough that the indicator points at. Source: "The Borough Indicator"."""

PRINTED_LIMITS, USUAL_LIMIT = (1, 2, 3, 4), 3
"""The limits that have buttons, without their minus, and the one that is chosen at first. Source: "Exchange"."""

ONCE_NO_LIMIT = 999
"""The limit in older documents that means none."""

NOT_TO_SELL = N_("There is no tile of {number} to sell: no value is below 0.")
NOT_TO_EXCHANGE = N_("There is no tile of {number} to exchange: no value is below 0.")


@dataclass(frozen=True, slots=True)
class Sell:
    """The player at `seat` sells a tile of the value `tile`, at a `discount` that includes the borough's."""

    seat: int
    tile: int
    discount: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """The player at `seat` exchanges a tile of the value `give` for one of the value `take`.

    `limit` is the loss up to which the player takes no pounds: 3 for a printed -3, None if there is no limit.
    """

    seat: int
    give: int
    take: int
    limit: int | None = None

    def __post_init__(self) -> None:
        if self.limit == ONCE_NO_LIMIT:
            object.__setattr__(self, "limit", None)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button that sends `value`; the `usual` one is chosen at first."""

    value: str
    label: Message
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Price:
    """The `pounds` that a sale pays with a `discount` that includes the borough's."""

    discount: int
    pounds: int


@dataclass(frozen=True, slots=True)
class Sale:
    """What a tile of the value `tile` pays, by discount from 0 on.

    A tile from the borough that the indicator points at has all `prices` but the first, any other all but the last.
    """

    tile: int
    prices: tuple[Price, ...]


PRINTED_DISCOUNTS = (0, 1, 2, 3, 4, 5)
"""The printed discounts that have buttons, without their minus. Source: "Sell Possessions"."""

LIMITS = (
    *(Choice(str(limit), listed([-limit]), limit == USUAL_LIMIT) for limit in PRINTED_LIMITS),
    Choice("", say("none")),
)


def sales(values: Sequence[int]) -> tuple[Sale, ...]:
    """Return what each of these tiles would pay, each value once. Source: "The Borough Indicator"."""
    return tuple(Sale(tile, _prices(tile)) for tile in dict.fromkeys(values))


def _prices(tile: int) -> tuple[Price, ...]:
    return tuple(Price(each, sale_price(tile, each)) for each in (*PRINTED_DISCOUNTS, PRINTED_DISCOUNTS[-1] + BOROUGH))


def sale_price(tile: int, discount: int) -> int:
    """Return the pounds that a sale pays. Source: "Sell Possessions"."""
    return max(0, tile - discount)


def sell(state: State, play: Sell, number: int) -> State:
    """Return the state after a sale; raises IllegalPlay. Source: "Sell Possessions"."""
    check_not_negative((play.tile,), "tile", NOT_TO_SELL)
    check_not_negative(
        (play.discount,), "discount", N_("A discount of {number} would raise the price: type it without a minus.")
    )
    tiles = _without(state, play.seat, play.tile, "tile")
    return hold(state, play.seat, tiles, income=sale_price(play.tile, play.discount))


def describe_sale(before: State, play: Sell, after: State) -> Summary:
    """Return what is sold, and for how much."""
    headline = many(
        "{player} sells {tile} for {count} pound",
        "{player} sells {tile} for {count} pounds",
        sale_price(play.tile, play.discount),
        player=before.table.players[play.seat],
        tile=play.tile,
    )
    return Summary(headline, _sale_in_words(play.tile, play.discount))


def compensation(give: int, take: int, limit: int | None) -> int:
    """Return the pounds that the player takes in an exchange: the loss beyond the limit. Source: "Exchange"."""
    return 0 if limit is None else max(0, give - take - limit)


def exchange(state: State, play: Exchange, number: int) -> State:
    """Return the state after an exchange; raises IllegalPlay. Source: "Exchange"."""
    check_not_negative((play.give,), "give", NOT_TO_EXCHANGE)
    check_not_negative((play.take,), "take", NOT_TO_EXCHANGE)
    check_not_negative((play.limit or 0,), "limit", N_("There is no limit of {number}: type a printed −3 as 3."))
    tiles = (*_without(state, play.seat, play.give, "give"), play.take)
    return hold(state, play.seat, tiles, income=compensation(play.give, play.take, play.limit))


def describe_exchange(before: State, play: Exchange, after: State) -> Summary:
    """Return what is exchanged, and the pounds for the loss."""
    name = before.table.players[play.seat]
    headline = say("{player} exchanges {give} for {take}", player=name, give=play.give, take=play.take)
    return Summary(headline, _exchange_in_words(play.give, play.take, play.limit))


def ask_sale(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Answer what a sale pays. Source: "Sell Possessions", "The Borough Indicator"."""
    tile, discount = values["tile"], values["discount"]
    if tile < 0:
        return (Summary(Message(NOT_TO_SELL, {"number": tile})),)
    discount += BOROUGH if values.get("borough") else 0
    price = sale_price(tile, discount)
    return (Summary(many("{count} pound", "{count} pounds", price), _sale_in_words(tile, discount)),)


def ask_exchange(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Answer how many pounds an exchange brings. Source: "Exchange"."""
    give, take, limit = values["give"], values["take"], values.get("limit")
    if min(give, take) < 0:
        return (Summary(Message(NOT_TO_EXCHANGE, {"number": min(give, take)})),)
    income = compensation(give, take, limit)
    headline = many("{count} pound to take", "{count} pounds to take", income)
    return (Summary(headline, _exchange_in_words(give, take, limit)),)


def _without(state: State, seat: int, tile: int, field: str) -> tuple[int, ...]:
    """Return the seat's tiles without one of the value `tile`; raises IllegalPlay about `field` if it has none."""
    tiles = PURSES.of(state).held[seat]
    if tiles is None or tile not in tiles:
        raise IllegalPlay("no-such-tile", _no_such_tile(state.table.players[seat], tiles, tile), field)
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def _no_such_tile(name: str, tiles: tuple[int, ...] | None, tile: int) -> Message:
    if tiles is None:
        return say("{player} has no tile of {tile} yet: enter {player}'s tiles first.", player=name, tile=tile)
    if not tiles:
        return say("{player} has no tile of {tile}: all the possessions are gone.", player=name, tile=tile)
    return say("{player} has no tile of {tile}, but {tiles}.", player=name, tile=tile, tiles=tiles)


def _sale_in_words(tile: int, discount: int) -> Message:
    if not discount:
        return say("Without a discount")
    price = changed(tile, -discount)
    return say("{sum}, and no price is below 0", sum=price) if discount > tile else price


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


TILE = Field("tile", Integer(), say("Tile"), hint=say("The value printed on it"))
DISCOUNT = Field("discount", Deduction(), say("Discount"), hint=say("All discounts together, the borough's too"))
GIVE = Field("give", Integer(), say("Tile given away"))
TAKE = Field("take", Integer(), say("Tile taken"))
LIMIT = Field(
    "limit", Deduction(), say("Limit"), required=False, hint=say("As printed, −3 or 3; empty where there is none")
)

SELL = Kind(
    "sell",
    Sell,
    say("Sell"),
    sell,
    fields=(PLAYER, TILE, DISCOUNT),
    describe=describe_sale,
    title=N_("{player}'s sale"),
)
EXCHANGE = Kind(
    "exchange",
    Exchange,
    say("Exchange"),
    exchange,
    fields=(PLAYER, GIVE, TAKE, LIMIT),
    describe=describe_exchange,
    title=N_("{player}'s exchange"),
)
HELPERS = (
    Helper(
        "sale",
        say("What does a sale pay?"),
        say("For one tile; where two are sold at once, the discount counts for each."),
        (
            TILE,
            Field("discount", Deduction(), say("Discount"), hint=say("Of the action and of cards, added up")),
            Field("borough", Flag(), say("From the borough that is pointed at"), required=False),
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
)
