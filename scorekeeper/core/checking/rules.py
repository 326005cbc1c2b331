"""What is wrong with the rules at hand: names of sections, codes that lead to two of them, sentences without values."""

from collections import Counter
from collections.abc import Iterator

from ..rules import Block, Drawing, Grid, Points, Ruling, Section
from ..table import Table
from .wording import Fault, names_faults, sentences_faults

TAKEN_SECTIONS = ("all",)
"""What an address asks for to have all of them open."""


def rules_faults(sections: tuple[Section, ...], table: Table) -> Iterator[Fault]:
    """Yield what is wrong with the sections of the rules for a table."""
    yield from names_faults("section", [section.name for section in sections], TAKEN_SECTIONS)
    explained = Counter(code for section in sections for code in section.explains)
    for code in (code for code, count in explained.items() if count > 1):
        count = len(table.players)
        yield Fault(f"two sections for {count} players explain {code!r}: leave it out of all but one", code)
    for section in sections:
        yield from sentences_faults(section.title, *(said for block in section.blocks for said in _sentences(block)))


def _sentences(block: Block) -> Iterator[object]:
    match block:
        case Points(items=items):
            yield from items
        case Grid(caption=caption, head=head, rows=rows):
            yield from (caption, *head)
            for cell in (cell for row in rows for cell in row if not isinstance(cell, (int, str))):
                yield cell.says if isinstance(cell, Drawing) else cell
        case Ruling():
            yield from (block.open, block.decided, block.why)
        case Drawing(says=says):
            yield says
