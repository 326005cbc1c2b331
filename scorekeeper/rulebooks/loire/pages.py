"""What this rulebook's own pages are drawn from: everybody's points part by part, and a tally while it is filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.messages import Message, say
from ...core.points import TOTAL
from ...core.preview import Preview
from ...core.ranking import ranked
from ...core.sheet import Column, Line
from . import animals, bonuses, estate, solitaire, storage
from .aaron import Aaron
from .estate import CARD_TYPES, CLOISTERS, TRIPLE, CardType, triple_values, values_missing
from .holders import Held, held
from .paper import META, lines
from .scoring import PARTS, Scored, lacking_values, parts, points_of, total
from .state import Holding, State
from .tally import Tally

ALL_IN = {
    2: say("Both are in: final scoring"),
    3: say("All three are in: final scoring"),
    4: say("All four are in: final scoring"),
}
"""What the button says that ends a game of so many players."""


@dataclass(frozen=True, slots=True)
class TypeScore:
    """One type in an estate, with its `sign`, and what its `triples` are worth.

    `worth` is what one triple counts; `points` is None while that is needed and not known. On the way to a first triple
    `dots` say how many of its cards are there and how many are lacking.
    """

    name: str
    label: Message
    sign: str
    triples: int
    worth: int | None
    points: int | None
    dots: str


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
class Mark:
    """How far a tally is: whether it is `entered` (in this round).

    `known` is what is known of its points while a printed value is lacking, None where nothing is.
    """

    entered: bool
    known: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table.

    `round` is "A" to "E" against Aaron, "" with several players. `marks` say of each seat how far its tally is;
    `all_in` is what the button for the final scoring says, once everybody's is in. `missing` asks for printed values
    that are needed and not known; `worth` is what a triple of each type is worth, "?" where that is not known.
    """

    account: Account
    round: str
    marks: tuple[Mark, ...]
    all_in: Message | None
    missing: Message | None
    worth: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Something to be counted: its name in the document, and what to call it."""

    name: str
    label: Message


@dataclass(frozen=True, slots=True)
class Entry:
    """What there is to fill in: the animals, what lies in a storage, and the points on the cards for all 7 types.

    0 is none of these cards. `held` is who has the cards that only one can have. Against Aaron, `aaron_cards` is how
    many cards he has in this round. `entered` is whether this seat's tally is in, `following` the next seat whose tally
    is not (None: everybody else's is), and `standing` what it comes to as it stands.
    """

    animals: tuple[Counted, ...]
    storage: tuple[Counted, ...]
    all_seven: tuple[int, ...]
    held: Held
    aaron_cards: int | None
    entered: bool
    following: int | None
    standing: "Reckoning"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a tally comes to while it is filled in, whether it can stand or not.

    `wild` is the type whose cards can be added to the others; `parts` are in the order of the score paper. While the
    `total` is not known, `known` is what the rest comes to, and `known_triples` what those triples do that are known.
    `forgotten` asks for "first" cards that nobody has. It is the
    `player`'s.
    """

    types: tuple[TypeScore, ...]
    wild: CardType
    parts: Mapping[str, int | None]
    total: int | None
    known: int
    known_triples: int
    forgotten: Message | None
    player: str


def board(state: State) -> Board:
    """Return what lies on the table, as it is known from the tallies."""
    missing = lacking_values(state)
    return Board(
        _account(state),
        solitaire.ROUNDS[state.round] if state.solo else "",
        tuple(_mark(state, seat) for seat in range(len(state.names))),
        None if state.solo or None in state.holdings else ALL_IN[state.seat_count],
        values_missing(missing) if missing else None,
        tuple(triple_values(state.table).get(each.name, "?") for each in CARD_TYPES),
    )


def entry(state: State, seat: int) -> Entry:
    """Return what there is to fill in for that seat, and what comes after it."""
    following = solitaire.next_to_enter(state, seat)
    return Entry(
        tuple(Counted(*each) for each in zip(animals.ANIMALS, animals.LABELS, strict=True)),
        tuple(Counted(*each) for each in zip(storage.STORAGE, storage.LABELS, strict=True)),
        (0, *bonuses.ALL_SEVEN[state.seat_count]),
        held(state),
        solitaire.CARDS[state.round] if state.solo else None,
        state.entered_now(seat),
        None if following == seat else following,
        _reckoning(state, seat, state.holdings[seat] or Holding()),
    )


def preview(preview: Preview[State]) -> Reckoning | None:
    """Return what a tally, or Aaron's table, comes to; None for other plays."""
    match preview.play:
        case Tally(seat=seat, holding=holding):
            return _reckoning(preview.before, seat, holding)
        case Aaron(holding=holding):
            return _reckoning(preview.before, preview.before.aaron, holding)
    return None


def _mark(state: State, seat: int) -> Mark:
    holding, entered = state.holdings[seat], state.entered_now(seat)
    if holding is None or points_of(state, seat) is not None:
        return Mark(entered, None)
    return Mark(entered, _known(parts(holding, state.table), _known_triples(_types(state, holding))))


def _reckoning(state: State, index: int, holding: Holding) -> Reckoning:
    scored, types = parts(holding, state.table), _types(state, holding)
    triples = _known_triples(types)
    return Reckoning(
        types,
        CARD_TYPES[CLOISTERS],
        scored,
        total(scored),
        _known(scored, triples),
        triples,
        _forgotten(state, index, holding),
        state.names[index],
    )


def _forgotten(state: State, index: int, holding: Holding) -> Message | None:
    """Return the question for "first" cards that nobody has: it waits for the last tally."""
    others = state.everybody(lambda held: held, index)
    if len(others) < len(state.holdings) - 1:
        return None
    held = [*(each.thing for each in others), holding]
    return bonuses.forgotten(
        [each.estate for each in held], {name for each in held for name in each.bonuses.first_triples}
    )


def _known_triples(types: Sequence[TypeScore]) -> int:
    return sum(each.points for each in types if each.points is not None)


def _known(scored: Scored, triples: int) -> int:
    return sum(points for points in scored.values() if points is not None) + triples * (scored["triples"] is None)


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
