"""The score paper with its players side by side, the triples type by type."""

from dataclasses import dataclass

from ...core.messages import Message, joined
from ...core.points import TOTAL
from ...core.ranking import ranked
from ...core.sheet import Column, Line
from . import estate, start_player, storage
from .estate import CARD_TYPES, triple_values
from .paper import META, lines
from .scoring import PARTS
from .state import Holding, State


@dataclass(frozen=True, slots=True)
class TypeScore:
    """One type in an estate: how many `triples` it has, and the `points` for them.

    `worth` is what one triple counts; `points` is None while `worth` is needed but not known.
    """

    name: str
    label: Message
    triples: int
    worth: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the account: `points` and, where they are for triples, how many these are and what one is worth.

    `made_of` has the numbers of which the points are the sum, where they are shown.
    """

    points: int | None
    triples: int = 0
    worth: int | None = None
    made_of: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the account, with a cell for each line of the score paper.

    `type` is the card type it is about, if any; `total` says that it is the sum of all parts. `part` names the part of
    the score in addresses ("": the total); None if the row is no part. `made_of` names what its cells add up.
    """

    label: Message
    cells: tuple[Cell, ...]
    type: str = ""
    total: bool = False
    part: str | None = None
    made_of: Message | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """Every part of the score, with the players side by side in the order of their places.

    `lines` has for each column the index of its line in `paper.lines`.
    """

    names: tuple[str, ...]
    lines: tuple[int, ...]
    rows: tuple[Row, ...]


def account(state: State) -> Account:
    """Return the score paper with its players side by side, the triples type by type.

    Against Aaron it leaves out the start player card and the cards that break ties: neither counts there.
    """
    unused = {"triples", *(column.name for column in start_player.COLUMNS if state.solo)}
    paper = [standing.line for standing in ranked(lines(state), META)]
    numbers = tuple(state.aaron if line.seat is None else line.seat for line in paper)
    held = [state.holdings[number] or Holding() for number in numbers]
    return Account(
        tuple(state.names[number] for number in numbers),
        numbers,
        (
            Row(META.total, tuple(Cell(line.total) for line in paper), total=True, part=TOTAL),
            *_type_rows([type_scores(state, holding) for holding in held]),
            *(_part_row(column, paper) for column in PARTS if column.name not in unused),
            *(() if state.solo else (_storage_row(paper, held),)),
        ),
    )


def type_scores(state: State, holding: Holding) -> tuple[TypeScore, ...]:
    """Return every type of an estate with its triples and their points."""
    worth = triple_values(state.table)
    counted = zip(CARD_TYPES, holding.estate.triples, strict=True)
    return tuple(
        TypeScore(each.name, each.label, triples, worth.get(each.name), _points(triples, worth.get(each.name)))
        for each, triples in counted
    )


def _points(triples: int, worth: int | None) -> int | None:
    if triples == 0:
        return 0
    return None if worth is None else triples * worth


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


def _storage_row(paper: list[Line], held: list[Holding]) -> Row:
    (column,) = storage.COLUMNS
    cells = tuple(
        Cell(line.tie_break[column.name], made_of=storage.made_of(each.storage, each.animals))
        for line, each in zip(paper, held, strict=True)
    )
    return Row(column.label, cells, made_of=joined(storage.COUNTED, " + "))


def _part_row(column: Column, paper: list[Line]) -> Row:
    return Row(column.label, tuple(Cell(line.parts[column.name]) for line in paper), part=column.name)
