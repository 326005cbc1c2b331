"""What is wrong with the rules at hand: names of sections, codes that two of them explain, sentences without values."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..rulebook import Rulebook
from ..rules import Block, Drawing, Grid, Points, Ruling, Section
from ..table import Table
from .wording import Fault, names_faults, sentences_faults

TAKEN_SECTIONS = ("all",)
"""Words that stand in an address in place of a section's name: with "all", every section is open."""
TAKEN_OPTIONS = ("players", "section", "seating", "asked")
"""What else the address of the rules contains: the options that the rules ask for need other names."""


def asked_faults(rulebook: Rulebook[Any]) -> Iterator[Fault]:
    """Yield what is wrong with the options that the page of the rules asks for."""
    known = [option.field.name for option in rulebook.asked_options]
    for name in rulebook.rules.asks:
        if name not in known:
            says = f"the rules ask for {name!r}, which the table is not asked for: name one of the options"
            yield Fault(says, name)
        elif name in TAKEN_OPTIONS:
            yield Fault(f"the rules ask for {name!r}, and that name is taken: call the option something else", name)


def rules_faults(sections: tuple[Section, ...], table: Table, scoring: str = "") -> Iterator[Fault]:
    """Yield what is wrong with the sections of the rules for a table.

    `scoring` is the name of the section that the page of the result links to, or "".
    """
    if scoring and scoring not in [section.name for section in sections]:
        says = f"the result leads to the section {scoring!r}, which there is not for {len(table.players)} players"
        yield Fault(f"{says}: name one that is always there", scoring)
    yield from names_faults("section", [section.name for section in sections], TAKEN_SECTIONS)
    explained = Counter(code for section in sections for code in section.explains)
    for code in (code for code, count in explained.items() if count > 1):
        count = len(table.players)
        yield Fault(f"two sections for {count} players explain {code!r}: leave it out of all but one", code)
    for section in sections:
        for grid in (block for block in section.blocks if isinstance(block, Grid)):
            widths = {len(row) for row in grid.rows} | ({len(grid.head)} if grid.head else set())
            if len(widths) > 1:
                cells = " and ".join(map(str, sorted(widths)))
                says = (
                    f"a table in the section {section.name!r} has rows of {cells} cells: give each as many as the head"
                )
                yield Fault(says, section.name)
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
