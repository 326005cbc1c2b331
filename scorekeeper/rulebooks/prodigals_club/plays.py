"""What can be entered in The Prodigals Club: the numbers of a player as they change, Hyde Park, the ends."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from ...core.messages import say
from ...core.rulebook import Kind, Table
from ...core.shapes import ByPlayer, Field, Integer, Many, Seat
from .setup import LAST_WILL


@dataclass(frozen=True, slots=True)
class Votes:
    """The seat `player` gains or loses votes (`change`), or has so many now (`to`)."""

    kind: ClassVar[str] = "votes"
    player: int
    change: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Coins:
    """The seat `player` takes or spends pounds (`change`; spending is negative), or has so many now (`to`)."""

    kind: ClassVar[str] = "coins"
    player: int
    change: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Possessions:
    """The seat `player` now holds possession tiles of these values."""

    kind: ClassVar[str] = "possessions"
    player: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sell:
    """The seat `player` sells a tile of the value `tile`, for less the whole `discount`. Source: "Sell Possessions"."""

    kind: ClassVar[str] = "sell"
    player: int
    tile: int
    discount: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """The seat `player` gives a tile of the value `give` for one of the value `take`. Source: "Exchange".

    `limit` is the loss that is free: 3 for a printed -3.
    """

    kind: ClassVar[str] = "exchange"
    player: int
    give: int
    take: int
    limit: int


@dataclass(frozen=True, slots=True)
class Properties:
    """The properties of the seat `player` in Last Will now have these market values."""

    kind: ClassVar[str] = "properties"
    player: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Influence:
    """The influence markers of the seat `player` now stand on these numbers."""

    kind: ClassVar[str] = "influence"
    player: int
    markers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HydePark:
    """The speeches of a round: megaphones by seat, and the votes lost by first, second, third.

    Without `rewards` they are those of the last rounds. Source: "Hyde Park Phase".
    """

    kind: ClassVar[str] = "hyde-park"
    megaphones: Mapping[int, int]
    rewards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round is over: `reserved` are spots (from 1) by seat; with Last Will `order` is the next order of seats.

    Source: "End of Round".
    """

    kind: ClassVar[str] = "end-round"
    reserved: Mapping[int, int] | None = None
    order: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """The table agrees to end here."""

    kind: ClassVar[str] = "stop"


ProdigalsPlay = Votes | Coins | Possessions | Sell | Exchange | Properties | Influence | HydePark | EndRound | Stop

PLAYER = Field("player", Seat(), say("Player"))
MEGAPHONES = Field("megaphones", ByPlayer(Integer()), say("Megaphones"), hint=say("Of everybody, 0 for none"))
REWARDS = Field(
    "rewards",
    Many(Integer(), most=3),
    say("Rewards"),
    required=False,
    hint=say("Votes lost by the first, second and third, such as 4 2 1; in rounds 4 and 5 those need not be typed"),
)
TILE = Field("tile", Integer(), say("Tile"), hint=say("The value printed on it"))
DISCOUNT = Field("discount", Integer(), say("Discount"), hint=say("All discounts together, the borough's too"))
GIVE = Field("give", Integer(), say("Tile given away"))
TAKE = Field("take", Integer(), say("Tile taken"))
LIMIT = Field("limit", Integer(), say("Limit"), hint=say("3 for a printed −3"))

RESERVED = Field(
    "reserved",
    ByPlayer(Integer()),
    say("Reserved spots"),
    required=False,
    hint=say("The spot in the next round's order, for those who sent an errand boy there"),
)
ORDER = Field(
    "order",
    Many(Seat()),
    say("Order of play"),
    required=False,
    hint=say("For the next round, as planned in Last Will; left out, it stays"),
)

KINDS = (
    Kind(
        "votes",
        Votes,
        say("Votes"),
        (
            PLAYER,
            Field("change", Integer(), say("Change"), required=False, hint=say("-2 for two votes lost")),
            Field("to", Integer(), say("New number"), required=False),
        ),
        either=("change", "to"),
    ),
    Kind(
        "coins",
        Coins,
        say("Pounds"),
        (
            PLAYER,
            Field("change", Integer(), say("Change"), required=False, hint=say("-2 for two pounds spent")),
            Field("to", Integer(), say("New number"), required=False),
        ),
        either=("change", "to"),
    ),
    Kind(
        "possessions",
        Possessions,
        say("Possessions"),
        (PLAYER, Field("tiles", Many(Integer()), say("Tiles held"), hint=say("The values of all, such as 6 5 3"))),
    ),
    Kind("sell", Sell, say("Sell"), (PLAYER, TILE, DISCOUNT)),
    Kind("exchange", Exchange, say("Exchange"), (PLAYER, GIVE, TAKE, LIMIT)),
    Kind(
        "properties",
        Properties,
        say("Properties"),
        (PLAYER, Field("values", Many(Integer()), say("Market values"), hint=say("Of every property held"))),
    ),
    Kind(
        "influence",
        Influence,
        say("Influence"),
        (PLAYER, Field("markers", Many(Integer()), say("Markers"), hint=say("The numbers under all four"))),
    ),
    Kind("hyde-park", HydePark, say("Hyde Park"), (MEGAPHONES, REWARDS)),
)
STOP = Kind("stop", Stop, say("Stop here"))
END_ROUND = Kind("end-round", EndRound, say("End the round"), (RESERVED,))
END_ROUND_WITH_LAST_WILL = Kind("end-round", EndRound, say("End the round"), (ORDER,))


@cache
def _kinds(last_will: bool) -> tuple[Kind, ...]:
    return (*KINDS, END_ROUND_WITH_LAST_WILL if last_will else END_ROUND, STOP)


def kinds(table: Table) -> tuple[Kind, ...]:
    """Return the kinds of play: the same for all, but with Last Will the next order is its own matter."""
    return _kinds(LAST_WILL in table.options["competitions"])
