"""What this rulebook's own pages are drawn from: everybody's points part by part, and a tally while it is filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...core.errors import Refusal
from ...core.messages import Message
from ...core.points import TOTAL
from ...core.preview import Preview
from ...core.ranking import ranked
from ...core.sheet import Column, Line
from . import animals, bonuses, estate, solitaire, storage
from .aaron import Aaron
from .estate import CARD_TYPES, CLOISTERS, TRIPLE, CardType, triple_values, values_missing
from .holders import Held, held
from .paper import META, lines
from .scoring import PARTS, lacking_values, parts, total
from .state import Holding, State
from .tally import Tally


@dataclass(frozen=True, slots=True)
class TypeScore:
    """One type in an estate, with its `sign`, and what its `triples` are worth.

    `worth` is what one triple counts; `points` is None while that is needed and not known. On the way to a first triple
    `dots` say how many of its cards are there and how many are lacking. `first`: the "first" card is held.
    """

    name: str
    label: Message
    sign: str
    triples: int
    worth: int | None
    points: int | None
    dots: str
    first: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in the account: `points`, and where they are of triples, how many and what one is worth."""

    points: int | None
    triples: int = 0
    worth: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the account, a cell for each player; `type` is the card type it is about, `total`: it is the sum.

    `part` is the part of the score that its plays are asked for by ("": the total); None for what is no part.
    """

    label: Message
    cells: tuple[Cell, ...]
    type: str = ""
    total: bool = False
    part: str | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """Every part of the score side by side: the names in the order of the score paper, and a row for each part.

    `lines` are the numbers of the lines on the paper, by column.
    """

    names: tuple[str, ...]
    lines: tuple[int, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Alone:
    """A round against Aaron: its name, "A" to "E", and what he gets in it (`heading`).

    `entered` is whether the tallies of this round are there, by seat, Aaron's last. `comparable`: the round could end.
    """

    round: str
    heading: Message
    entered: tuple[bool, ...]
    comparable: bool


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table.

    `can_end` is whether all of several players have a tally; `alone` is the round of somebody who plays against Aaron.
    `missing` asks for printed values that are needed and not known.
    """

    account: Account
    alone: Alone | None
    can_end: bool
    missing: Message | None


@dataclass(frozen=True, slots=True)
class Counted:
    """Something to be counted: its name in the document, and what to call it."""

    name: str
    label: Message


@dataclass(frozen=True, slots=True)
class Entry:
    """What there is to fill in: the animals, what lies in a storage, and the points on the cards for all 7 types.

    0 is none of these cards. `held` is who has the cards that only one can have. `gifts` says which of the victory
    point cards are there for Aaron's cloisters.
    """

    animals: tuple[Counted, ...]
    storage: tuple[Counted, ...]
    all_seven: tuple[int, ...]
    held: Held
    gifts: Message | None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a tally comes to while it is filled in, whether it can stand or not.

    `wild` is the type whose cards can be added to the others; `parts` are in the order of the score paper; `all_seven`
    is the card for all 7 types that is held; `forgotten` asks for "first" cards that nobody has. It is the `player`'s.
    `counter` is how many of Aaron's cards are there. `refusal` is what is wrong, but for cards of his that are still to
    come.
    """

    types: tuple[TypeScore, ...]
    wild: CardType
    parts: Mapping[str, int | None]
    total: int | None
    all_seven: int
    forgotten: Message | None
    player: str
    counter: Message | None = None
    refusal: Refusal | None = None


def board(state: State) -> Board:
    """Return what lies on the table, as it is known from the tallies."""
    missing = lacking_values(state)
    return Board(
        _account(state),
        _alone(state) if state.solo else None,
        not state.solo and None not in state.holdings,
        values_missing(missing) if missing else None,
    )


def _alone(state: State) -> Alone:
    entered = tuple(state.entered_in(index) == state.round for index in range(len(state.names)))
    return Alone(
        solitaire.ROUNDS[state.round],
        solitaire.heading(state),
        entered,
        entered[state.aaron] and None not in state.holdings,
    )


def entry(state: State, seat: int) -> Entry:
    """Return what there is to fill in, the same for every seat."""
    return Entry(
        tuple(Counted(*each) for each in zip(animals.ANIMALS, animals.LABELS, strict=True)),
        tuple(Counted(*each) for each in zip(storage.STORAGE, storage.LABELS, strict=True)),
        (0, *bonuses.ALL_SEVEN[state.seat_count]),
        held(state),
        solitaire.gifts(state),
    )


def preview(preview: Preview[State]) -> Reckoning | None:
    """Return what a tally, or Aaron's table, comes to; None for other plays."""
    match preview.play:
        case Tally(seat=seat, holding=holding):
            return replace(_reckoning(preview.before, seat, holding), refusal=preview.refusal)
        case Aaron(holding=holding):
            state = preview.before
            refusal = None if solitaire.to_come(state, holding) else preview.refusal
            return replace(
                _reckoning(state, state.aaron, holding), counter=solitaire.counter(state, holding), refusal=refusal
            )
    return None


def _reckoning(state: State, index: int, holding: Holding) -> Reckoning:
    scored = parts(holding, state.table)
    others = state.everybody(lambda held: held.bonuses.first_triples, index)
    claimed = {name for each in others for name in each.thing} | set(holding.bonuses.first_triples)
    return Reckoning(
        _types(state, holding),
        CARD_TYPES[CLOISTERS],
        scored,
        total(scored),
        holding.bonuses.all_seven,
        bonuses.forgotten(holding.estate, claimed),
        state.names[index],
    )


def _types(state: State, holding: Holding) -> tuple[TypeScore, ...]:
    worth = triple_values(state.table)
    counted = zip(CARD_TYPES, holding.estate.stacks, holding.estate.triples, strict=True)
    return tuple(
        TypeScore(
            each.name,
            each.label,
            each.sign,
            triples,
            worth.get(each.name),
            _points(triples, worth.get(each.name)),
            "●" * cards + "○" * (TRIPLE - cards) if 0 < cards < TRIPLE else "",
            each.name in holding.bonuses.first_triples,
        )
        for each, cards, triples in counted
    )


def _points(triples: int, worth: int | None) -> int | None:
    if triples == 0:
        return 0
    return None if worth is None else triples * worth


def _account(state: State) -> Account:
    """Return the score paper with its players side by side, the triples type by type."""
    paper = [standing.line for standing in ranked(lines(state), META)]
    numbers = tuple(state.aaron if line.seat is None else line.seat for line in paper)
    held = [state.holdings[number] or Holding() for number in numbers]
    return Account(
        tuple(state.names[number] for number in numbers),
        numbers,
        (
            Row(META.total, tuple(Cell(line.total) for line in paper), total=True, part=TOTAL),
            *_type_rows([_types(state, holding) for holding in held]),
            *(_part_row(column, paper) for column in PARTS if column.name != "triples"),
            *(Row(each.label, tuple(Cell(line.tie_break[each.name]) for line in paper)) for each in META.tie_breaks),
        ),
    )


def _type_rows(estates: list[tuple[TypeScore, ...]]) -> list[Row]:
    return [
        Row(
            types[0].label,
            tuple(Cell(each.points, each.triples, each.worth) for each in types),
            types[0].name,
            part=estate.COLUMN.name,
        )
        for types in zip(*estates, strict=True)
    ]


def _part_row(column: Column, paper: list[Line]) -> Row:
    return Row(column.label, tuple(Cell(line.parts[column.name]) for line in paper), part=column.name)
