"""The tally: what a player has of all that is counted. Whatever is counted has a file of its own; here they meet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ...core.fields import PLAYER
from ...core.messages import N_, many, say
from ...core.rulebook import Kind
from ...core.table import Recalled, Summary
from . import animals, bonuses, estate, start_player, storage, victory_points
from .aaron import Aaron, aarons_table
from .counting import Number, check_enough, check_not_negative, given
from .scoring import described
from .slips import of_player
from .state import Holding, State


@dataclass(frozen=True, slots=True)
class Tally:
    """What the player at `seat` has, as it was entered (None for what was left out); `holding` has it filled in."""

    seat: int
    estate: Mapping[str, Mapping[str, int]] | None = field(default=None, compare=False)
    first_triples: tuple[str, ...] | None = field(default=None, compare=False)
    all_seven: int | None = field(default=None, compare=False)
    victory_cards: int | None = field(default=None, compare=False)
    goods_vp: int | None = field(default=None, compare=False)
    animals: Mapping[str, int] | None = field(default=None, compare=False)
    start_player: bool | None = field(default=None, compare=False)
    storage: Mapping[str, int] | None = field(default=None, compare=False)
    holding: Holding = field(init=False)

    def __post_init__(self) -> None:
        holding = Holding(
            estate.entered(self.estate),
            bonuses.entered(self.first_triples, self.all_seven),
            victory_points.VictoryPoints(self.victory_cards or 0, self.goods_vp or 0),
            given(self.animals, animals.ANIMALS),
            bool(self.start_player),
            given(self.storage, storage.STORAGE),
        )
        object.__setattr__(self, "holding", holding)


def apply(state: State, tally: Tally, number: int) -> State:
    """Return the state in which this is what the player has; raises IllegalPlay.

    It takes the place of the player's earlier tally, and is looked at next to what the others have.
    """
    player, holding = state.names[tally.seat], tally.holding
    check_not_negative(player, numbers(holding))
    estate.check_cloisters(holding.estate)
    check_cards(state, tally.seat, holding)
    check_enough(animals.CARDS, player, holding.animals, state.everybody(lambda held: held.animals, tally.seat))
    check_bonuses(state, tally.seat, holding)
    start_player.check(holding.start_player, state.everybody(lambda held: held.start_player, tally.seat))
    return state.with_holding(tally.seat, holding, number)


def numbers(holding: Holding) -> Iterator[Number]:
    """Yield every number of a holding."""
    yield from estate.numbers(holding.estate)
    yield from bonuses.numbers(holding.bonuses)
    yield from victory_points.numbers(holding.victory_points)
    yield from animals.numbers(holding.animals)
    yield from storage.numbers(holding.storage)


def check_cards(state: State, index: int, holding: Holding) -> None:
    """Raise IllegalPlay if all estates together have more cards than a deck."""
    others = state.everybody(lambda held: held.estate.drawn, index)
    check_enough(estate.DECKS, state.names[index], holding.estate.drawn, others)


def check_bonuses(state: State, index: int, holding: Holding) -> None:
    """Raise IllegalPlay for bonus cards that cannot be held."""
    others = state.everybody(lambda held: held.bonuses, index)
    bonuses.check(state.names[index], holding.bonuses, holding.estate, state.seat_count, others)


def describe(before: State, tally: Tally, after: State) -> Summary:
    """Return what the tally counts, and what it leaves to ask about."""
    summary = described(tally.holding, before.table, lambda points: many("{count} point", "{count} points", points))
    return replace(summary, slips=of_player(before, after, tally.seat))


def prefill(state: State, seat: int, recalled: Recalled) -> Tally:
    """Return the tally of that seat as it stands, with every field filled in; before the first they are left out."""
    holding = state.holdings[seat]
    return Tally(seat) if holding is None else tally_of(seat, holding)


def making_room(state: State, index: int, holding: Holding) -> tuple[Tally | Aaron, ...]:
    """Return the tallies of others without the cards that the one at `index` claims of them in this holding.

    Aaron gives nothing up before his table in this round is entered: there is none yet that could say so.
    """
    room: list[Tally | Aaron] = []
    for other, held in enumerate(state.holdings):
        left = None if held is None or other == index else without(held, holding)
        if left is None or left == held:
            continue
        if other < state.seat_count:
            room.append(tally_of(other, left))
        elif state.entered_now(other):
            room.append(aarons_table(left))
    return tuple(room)


def without(holding: Holding, claimed: Holding) -> Holding:
    """Return what is left of a holding if all is given up that only one can have, and somebody else claims."""
    return replace(
        holding,
        bonuses=bonuses.without(holding.bonuses, claimed.bonuses),
        start_player=holding.start_player and not claimed.start_player,
    )


def tally_of(seat: int, holding: Holding) -> Tally:
    """Return the tally of a player who has this, with every field filled in."""
    return Tally(
        seat,
        estate.entry(holding.estate),
        holding.bonuses.first_triples,
        holding.bonuses.all_seven,
        holding.victory_points.cards,
        holding.victory_points.goods,
        dict(zip(animals.ANIMALS, holding.animals, strict=True)),
        holding.start_player,
        dict(zip(storage.STORAGE, holding.storage, strict=True)),
    )


TALLY = Kind(
    "tally",
    Tally,
    say("Enter tally"),
    apply,
    fields=(
        PLAYER,
        estate.STACKS,
        *bonuses.FIELDS,
        *victory_points.FIELDS,
        *animals.FIELDS,
        *start_player.FIELDS,
        *storage.FIELDS,
    ),
    describe=describe,
    title=N_("{player}'s tally"),
    prefill=prefill,
    making_room=lambda state, tally: making_room(state, tally.seat, tally.holding),
    replaces=True,
)
