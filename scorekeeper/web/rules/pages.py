"""The page of a title's rules: its sections, for so many players and these options."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlencode

from flask import url_for

from ...core.fields import Choice, Field, Flag, Integer, Many, Word
from ...core.messages import Message, joined, listed, many, say
from ...core.rulebook import Rulebook
from ...core.rules import Block, Drawing, Grid, Section
from ...core.table import Table
from ..access.rights import rights
from ..forms.fields_form import ASKED, FieldsForm
from ..game.lines import Link
from ..shell.language import asked_address, translated

ALL = "all"
"""What an address asks for to have every section open; no section is called so."""

TWO, LONG_CELL = 2, 60
"""Columns of a table, and characters of a cell that are many beside another cell on a phone."""


@dataclass(frozen=True)
class RulesPage:
    """The rules of a title at a `table`; without a game `form` is that for the options that they depend on, if any.

    `opened` is the section that is open, ALL, or "" for none. `count_fault` is what is wrong with the number of players
    that was asked for, `table_fault` what does not fit together. `game` is the id of the game whose table it is.
    `seating` is what the address of the page to begin said, for whoever looks something up before.
    `back` is where in the game the rules were asked for, which the address says by `asked_back`.
    """

    template: ClassVar[str] = "rules/rules.html"
    rulebook: Rulebook[Any]
    table: Table
    sections: Sequence[Section]
    opened: str = ""
    form: FieldsForm | None = None
    count_fault: Message | None = None
    table_fault: Message | None = None
    game: str | None = None
    back: Link | None = None
    asked_back: str = ""
    seating: str = ""

    @property
    def up(self) -> Link | None:
        """One level up: where in the game or before it they were asked for, or all games for whoever may see them."""
        if self.back:
            return self.back
        if self.seating and rights().house:
            query = urlencode(parse_qsl(self.seating, keep_blank_values=True))
            return Link(f"{url_for('seating.begin', slug=self.rulebook.slug)}?{query}", say("New game"))
        return Link(url_for("history.home"), say("All games")) if rights().everywhere else None

    @property
    def for_whom(self) -> Message:
        """For which table the page is: how many play, and what they agreed on as far as the rules depend on it."""
        asked = [option.field for option in self.rulebook.options if option.field.name in self.rulebook.rules.asks]
        chosen = [each for field in asked for each in _in_words(field, self.table.options.get(field.name))]
        return joined([self._who, listed(chosen)], ": ") if chosen else self._who

    @property
    def asked(self) -> Message:
        """What the page can be asked for besides the number of players."""
        return listed([node.field.label for node in self.form.nodes] if self.form else [])

    @property
    def draws(self) -> bool:
        """Whether the title brings drawings."""
        blocks = [block for section in self.sections for block in section.blocks]
        cells = [cell for block in blocks if isinstance(block, Grid) for row in block.rows for cell in row]
        return any(isinstance(each, Drawing) for each in (*blocks, *cells))

    @property
    def counts(self) -> Sequence[int]:
        """For how many players the page can be asked, where that makes a difference and no game says it."""
        fewest, most = self.rulebook.meta.players
        return () if self.game or not self.rulebook.rules.by_players else range(fewest, most + 1)

    @property
    def count(self) -> int:
        """For how many players it is."""
        return len(self.table.players)

    @property
    def columns(self) -> tuple[Sequence[Section], Sequence[Section]]:
        """The sections that stand left and right where there is room; otherwise they follow each other."""
        half = (len(self.sections) + 1) // 2
        return self.sections[:half], self.sections[half:]

    @property
    def own_address(self) -> str:
        """Where the page is without anything that it could be asked for."""
        return url_for("rules.show", slug=self.rulebook.slug)

    @property
    def carried(self) -> dict[str, str]:
        """What a form says of this page besides what is chosen in it."""
        told = {"section": self.opened, "seating": self.seating, ASKED: "yes" if self.form else ""}
        return {name: value for name, value in told.items() if value}

    @property
    def here(self) -> str:
        """Where the page is; in a game with the way back, where the browser told it and the address does not."""
        return self._in_game(self.opened) if self.game else asked_address()

    @property
    def whole_address(self) -> str:
        """Where the same page is with every section open."""
        if self.game:
            return self._in_game(ALL)
        chosen = self.form.data if self.form else {}
        asked: dict[str, Any] = {"players": self.count if self.counts else None, **chosen, **self.carried}
        return url_for("rules.show", slug=self.rulebook.slug, **(asked | {"section": ALL}))

    def open(self, section: Section) -> bool:
        """Return whether a section is open."""
        return self.opened in (section.name, ALL)

    def layout(self, block: Block) -> str:
        """Return how a table lies where there is little room: "broad", with more than two columns, or "stacked".

        One is stacked that has so much text in its second column that it wants the width of a phone; others are
        "plain".
        """
        rows = block.rows if isinstance(block, Grid) else ()
        if any(len(row) > TWO for row in rows):
            return "broad"
        long = any(isinstance(cell, Message) and len(translated(cell)) > LONG_CELL for row in rows for cell in row[1:])
        return "stacked" if long else "plain"

    def _in_game(self, section: str) -> str:
        return url_for("rules.of_game", game_id=self.game, section=section or None, back=self.asked_back or None)

    @property
    def _who(self) -> Message:
        fewest, most = self.rulebook.meta.players
        if self.rulebook.rules.by_players or fewest == most:
            return many("For one player", "For {count} players", self.count)
        return say("For {fewest}–{most} players", fewest=fewest, most=most)


def _in_words(field: Field, value: Any) -> Sequence[object]:
    """Return what was chosen for an option, as it is called on pages; nothing for what has no short name."""
    match field.shape:
        case Many(item=Choice() | Word() as words) if value:
            return [words.labels[words.words.index(each)] for each in value]
        case Choice() | Word() as words if value:
            return [words.labels[words.words.index(value)]]
        case Flag() if value:
            return [field.label]
        case Integer() if value is not None:
            return [joined([field.label, value], " ")]
    return []
