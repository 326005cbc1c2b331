"""What this rulebook's own pages are drawn from: everybody's estate with its points, and the tally to be changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.messages import Message
from ...core.rulebook import Standing
from .cards import (
    AARONS_CARDS,
    ALL_SEVEN,
    ANIMAL_LABELS,
    ANIMALS,
    DECK,
    EACH_ANIMAL,
    ROUNDS,
    TYPE_LABELS,
    TYPES,
)
from .holdings import EMPTY, AnimalSets, Holding, animal_sets, from_decks, storage_left, triples
from .plays import Aaron, Tally, aaron_of, tally_of
from .points import parts, total, triple_values
from .rules import State, lacking_values
from .scoring import sheet


@dataclass(frozen=True, slots=True)
class TypeScore:
    """One type in an estate: its `cards` and the `cloisters` laid to them, and what its `triples` are worth.

    `worth` is what one triple counts; `points` is None while that is needed and not known. `first` is whether the
    "first" card is held.
    """

    name: str
    label: Message
    cards: int
    cloisters: int
    triples: int
    worth: int | None
    points: int | None
    first: bool


@dataclass(frozen=True, slots=True)
class AnimalCount:
    """One kind of animal, and how many of it."""

    name: str
    label: Message
    count: int


@dataclass(frozen=True, slots=True)
class Paper:
    """A line of the score paper with all that lies behind it; `holding` is None before a first tally."""

    standing: Standing
    holding: Holding | None
    types: tuple[TypeScore, ...]
    animals: tuple[AnimalCount, ...]
    animal_sets: AnimalSets


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus card and who holds it (None: nobody): the "first" card of a type, or one for all 7 types."""

    label: Message | None
    points: int
    holder: str | None


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table.

    `papers` stand in the order of the score paper. `round` is "A" to "E" against Aaron. `decks` and `animals` are
    what is in nobody's estate or storage. `lacking` are the types whose printed value is needed and not known.
    """

    papers: tuple[Paper, ...]
    round: str | None
    firsts: tuple[Bonus, ...]
    all_seven: tuple[Bonus, ...]
    decks: tuple[int, ...]
    animals: tuple[int, ...]
    lacking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What can be entered next, with every field filled in as it stands now.

    Against Aaron, `aaron` is his table and `aaron_cards` how many cards he has in this round; otherwise both are None.
    """

    tally: Tally
    aaron: Aaron | None
    aaron_cards: int | None


def entry(state: State, player: int) -> Entry:
    """Return the tally of that seat as it stands, an empty one before the first."""
    tally = tally_of(player, state.holdings[player] or EMPTY)
    if not state.solo:
        return Entry(tally, None, None)
    return Entry(tally, aaron_of(state.holdings[state.aaron] or EMPTY), AARONS_CARDS[state.round])


def onward(state: State, player: int) -> int:
    """Return the first seat that has no tally yet; the same one once all have."""
    return next((seat for seat in range(len(state.table.players)) if state.holdings[seat] is None), player)


def draft(state: State, kind: str, player: int, memory: Mapping[str, Any]) -> Tally | Aaron | None:
    """Return the tally of that seat, or Aaron's table, as it stands; what there is none of yet is left out."""
    if kind == "tally":
        holding = state.holdings[player]
        return tally_of(player, holding) if holding else Tally(player)
    if kind == "aaron":
        holding = state.holdings[state.aaron]
        return aaron_of(holding) if holding else Aaron()
    return None


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a tally comes to while it is filled in, whether it can stand or not.

    `parts` are in the order of the score paper; `storage_left` decides between level players; `unclaimed` are the types
    of which this holding has a triple, while nobody has the "first" card.
    """

    types: tuple[TypeScore, ...]
    parts: Mapping[str, int | None]
    total: int | None
    storage_left: int
    unclaimed: tuple[Message, ...]


def sketch(state: State, play: Tally | Aaron) -> Sketch:
    """Return what the tally comes to."""
    holding = play.holding
    index = play.player if isinstance(play, Tally) else state.aaron
    others = [each for seat, each in enumerate(state.holdings) if each and seat != index]
    taken = {name for each in (*others, holding) for name in each.first_triples}
    types = _types(state, holding)
    scored = parts(holding, state.table)
    return Sketch(
        types,
        scored,
        total(scored),
        storage_left(holding),
        tuple(each.label for each in types if each.triples and each.name not in taken),
    )


def board(state: State) -> Board:
    """Return what lies on the table, as it is known from the tallies."""
    held = [holding for holding in state.holdings if holding]
    drawn = [sum(each) for each in zip(*map(from_decks, held), strict=True)] or [0] * len(DECK)
    animals = [sum(each) for each in zip(*(holding.animals for holding in held), strict=True)] or [0] * len(ANIMALS)
    return Board(
        tuple(_paper(state, standing) for standing in sheet(state).standings),
        ROUNDS[state.round] if state.solo else None,
        tuple(_first(state, name, label) for name, label in zip(TYPES, TYPE_LABELS, strict=True)),
        tuple(_all_seven(state, points) for points in ALL_SEVEN[len(state.table.players)]),
        tuple(deck - gone for deck, gone in zip(DECK, drawn, strict=True)),
        tuple(EACH_ANIMAL - gone for gone in animals),
        lacking_values(state),
    )


def _paper(state: State, standing: Standing) -> Paper:
    seat = standing.line.seat
    holding = state.holdings[state.aaron if seat is None else seat]
    animals = (holding or EMPTY).animals
    return Paper(
        standing,
        holding,
        _types(state, holding or EMPTY),
        tuple(AnimalCount(*each) for each in zip(ANIMALS, ANIMAL_LABELS, animals, strict=True)),
        animal_sets(animals),
    )


def _types(state: State, holding: Holding) -> tuple[TypeScore, ...]:
    worth = triple_values(state.table)
    counted = zip(TYPES, TYPE_LABELS, holding.cards, holding.cloisters, triples(holding), strict=True)
    return tuple(
        TypeScore(*each, worth.get(each[0]), _points(each[4], worth.get(each[0])), each[0] in holding.first_triples)
        for each in counted
    )


def _points(count: int, worth: int | None) -> int | None:
    if count == 0:
        return 0
    return None if worth is None else count * worth


def _first(state: State, name: str, label: Message) -> Bonus:
    held = zip(state.names, state.holdings, strict=True)
    return Bonus(label, 1, next((who for who, each in held if each and name in each.first_triples), None))


def _all_seven(state: State, points: int) -> Bonus:
    held = zip(state.names, state.holdings, strict=True)
    return Bonus(None, points, next((who for who, each in held if each and each.all_seven == points), None))
