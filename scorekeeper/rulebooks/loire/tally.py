"""The tally, which counts everything that a player has, and Aaron's table, its counterpart for Aaron."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...core.errors import IllegalPlay
from ...core.fields import PLAYER
from ...core.messages import N_, many, say
from ...core.rulebook import Kind
from ...core.table import Recalled, Summary
from . import bonuses, cards, estate
from .counting import check_enough, given
from .scoring import described
from .slips import moved_firsts, of_player
from .state import Holding, State


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of the player at `seat`, as entered, with None for omitted values; `holding` has every value.

    Tallies with the same holding are equal, so an omitted value is the same as an entered 0.
    """

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
            self.victory_cards or 0,
            self.goods_vp or 0,
            given(self.animals, cards.ANIMALS),
            bool(self.start_player),
            given(self.storage, cards.STORAGE),
        )
        object.__setattr__(self, "holding", holding)


@dataclass(frozen=True, slots=True)
class Aaron:
    """Aaron's table in a round as entered; `holding` has every value given. Source: "Solitaire Variation"."""

    estate: Mapping[str, int] | None = field(default=None, compare=False)
    first_triples: tuple[str, ...] | None = field(default=None, compare=False)
    all_seven: int | None = field(default=None, compare=False)
    holding: Holding = field(init=False)

    def __post_init__(self) -> None:
        holding = Holding(estate.piles(self.estate), bonuses.entered(self.first_triples, self.all_seven))
        object.__setattr__(self, "holding", holding)


def apply(state: State, tally: Tally, number: int) -> State:
    """Return the state with this tally instead of an earlier one; raises IllegalPlay, also for a clash with others."""
    player, holding = state.names[tally.seat], tally.holding
    check_not_negative(player, holding)
    estate.check_cloisters(holding.estate)
    check_cards(state, tally.seat, holding)
    check_enough(cards.ANIMAL_CARDS, player, holding.animals, state.everybody(lambda held: held.animals, tally.seat))
    check_bonuses(state, tally.seat, holding)
    cards.check_start_player(holding.start_player, state.everybody(lambda held: held.start_player, tally.seat))
    return state.with_holding(tally.seat, holding, number)


def check_not_negative(player: str, holding: Holding) -> None:
    own = holding.estate
    added = (say("cloisters added to {type}", type=label) for label in estate.TYPE_LABELS)
    for field_name, labels, counts in (
        ("estate", estate.TYPE_LABELS, own.cards),
        ("estate", tuple(added), own.cloisters),
        ("all_seven", (say("all 7 types"),), (holding.bonuses.all_seven,)),
        ("victory_cards", (say("victory point cards"),), (holding.victory_cards,)),
        ("goods_vp", (say("sold goods"),), (holding.sold_goods,)),
        ("animals", cards.ANIMAL_LABELS, holding.animals),
        ("storage", cards.STORAGE_LABELS, holding.storage),
    ):
        for label, count in zip(labels, counts, strict=True):
            if count < 0:
                message = say(
                    "{player} cannot have {number} for {thing}: the minimum is 0.",
                    player=player,
                    number=count,
                    thing=label,
                )
                raise IllegalPlay("negative-number", message, field_name)


def check_cards(state: State, index: int, holding: Holding) -> None:
    """Raise IllegalPlay if all estates together have more cards of a type than its deck has."""
    others = state.everybody(lambda held: held.estate.drawn, index)
    check_enough(estate.DECKS, state.names[index], holding.estate.drawn, others)


def check_bonuses(state: State, index: int, holding: Holding) -> None:
    others = state.everybody(lambda held: held.bonuses, index)
    bonuses.check(state.names[index], holding.bonuses, holding.estate, state.seat_count, others)


def describe(before: State, tally: Tally, after: State) -> Summary:
    summary = described(tally.holding, before.table, lambda points: many("{count} point", "{count} points", points))
    remarks = moved_firsts(after, tally.seat)
    return replace(summary, remarks=remarks, slips=of_player(before, after, tally.seat))


def prefill(state: State, seat: int, recalled: Recalled) -> Tally:
    """Return the current tally of a seat with every field given, or an empty tally before the first one."""
    holding = state.holdings[seat]
    return Tally(seat) if holding is None else tally_of(seat, holding)


def displaced_plays(state: State, index: int, holding: Holding) -> tuple[Tally | Aaron, ...]:
    """Return the changed tallies of the others, without the cards claimed by this holding of the owner at `index`.

    Aaron's table is included only if it is entered in this round; before that, there is nothing to replace.
    """
    plays: list[Tally | Aaron] = []
    for other, held in enumerate(state.holdings):
        left = None if held is None or other == index else without(held, holding)
        if left is None or left == held:
            continue
        if other < state.seat_count:
            plays.append(tally_of(other, left))
        elif state.entered_now(other):
            plays.append(aarons_table(left))
    return tuple(plays)


def without(holding: Holding, claimed: Holding) -> Holding:
    return replace(
        holding,
        bonuses=bonuses.without(holding.bonuses, claimed.bonuses),
        start_player=holding.start_player and not claimed.start_player,
    )


def aarons_table(holding: Holding) -> Aaron:
    """Return Aaron's table that enters this holding, with every field given."""
    stacks = dict(zip(estate.TYPES, holding.estate.cards, strict=True))
    return Aaron(stacks, holding.bonuses.first_triples, holding.bonuses.all_seven)


def tally_of(seat: int, holding: Holding) -> Tally:
    return Tally(
        seat,
        estate.entry(holding.estate),
        holding.bonuses.first_triples,
        holding.bonuses.all_seven,
        holding.victory_cards,
        holding.sold_goods,
        dict(zip(cards.ANIMALS, holding.animals, strict=True)),
        holding.start_player,
        dict(zip(cards.STORAGE, holding.storage, strict=True)),
    )


TALLY = Kind(
    "tally",
    Tally,
    say("Enter tally"),
    apply,
    fields=(PLAYER, estate.STACKS, *bonuses.FIELDS, *cards.FIELDS),
    describe=describe,
    title=N_("{player}'s tally"),
    prefill=prefill,
    displaced_plays=lambda state, tally: displaced_plays(state, tally.seat, tally.holding),
    replaces=True,
)
