"""The value of the page of a title's rules, for a number of players and some options."""

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
"""The `section` in an address that opens all of them; no section has this name."""

TWO, LONG_CELL = 2, 60
"""The most columns of a table, and characters of a cell beside another one, that fit on a phone."""


@dataclass(frozen=True)
class RulesPage:
    """The rules of a title for a `table`; without a game, `form` has the options on which they depend, if any.

    `opened` is the name of the open section, ALL, or "" for none. `count_fault` is what is wrong with the number of
    players in the address, `table_fault` which options do not go together. `game` is the id of the game, if there is
    one; `back` then leads to the page from which the rules were opened, and `asked_back` is that link in the address.
    `seating` is the query of the page for a new game, if the rules were opened there.
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
        """One level up: the page of the game, or of the new game, from which the rules were opened; else all games."""
        if self.back:
            return self.back
        if self.seating and rights().may_enter:
            query = urlencode(parse_qsl(self.seating, keep_blank_values=True))
            return Link(f"{url_for('seating.begin', slug=self.rulebook.slug)}?{query}", say("New game"))
        return Link(url_for("history.home"), say("All games")) if rights().may_view_all else None

    @property
    def for_whom(self) -> Message:
        """The table for which the rules are: the number of players, and the options on which they depend."""
        asked = [option.field for option in self.rulebook.options if option.field.name in self.rulebook.rules.asks]
        chosen = [each for field in asked for each in _in_words(field, self.table.options.get(field.name))]
        return joined([self._who, listed(chosen)], ": ") if chosen else self._who

    @property
    def asked(self) -> Message:
        """The labels of the options that can be chosen on the page."""
        return listed([node.field.label for node in self.form.nodes] if self.form else [])

    @property
    def draws(self) -> bool:
        blocks = [block for section in self.sections for block in section.blocks]
        cells = [cell for block in blocks if isinstance(block, Grid) for row in block.rows for cell in row]
        return any(isinstance(each, Drawing) for each in (*blocks, *cells))

    @property
    def counts(self) -> Sequence[int]:
        """The numbers of players to choose from; none in a game, or if the rules are the same for all numbers."""
        fewest, most = self.rulebook.meta.players
        return () if self.game or not self.rulebook.rules.by_players else range(fewest, most + 1)

    @property
    def count(self) -> int:
        return len(self.table.players)

    @property
    def columns(self) -> tuple[Sequence[Section], Sequence[Section]]:
        """The sections of the left and the right column; on a narrow screen the columns follow each other."""
        half = (len(self.sections) + 1) // 2
        return self.sections[:half], self.sections[half:]

    @property
    def own_address(self) -> str:
        """The address of the page without any choices."""
        return url_for("rules.show", slug=self.rulebook.slug)

    @property
    def carried(self) -> dict[str, str]:
        """The hidden fields of the form, which keep what this page shows."""
        told = {"section": self.opened, "seating": self.seating, ASKED: "yes" if self.form else ""}
        return {name: value for name, value in told.items() if value}

    @property
    def here(self) -> str:
        """The address of the page; in a game it includes the way back, even if only the referrer told that."""
        return self._in_game(self.opened) if self.game else asked_address()

    @property
    def whole_address(self) -> str:
        """The address of the same page with every section open."""
        if self.game:
            return self._in_game(ALL)
        chosen = self.form.data if self.form else {}
        asked: dict[str, Any] = {"players": self.count if self.counts else None, **chosen, **self.carried}
        return url_for("rules.show", slug=self.rulebook.slug, **(asked | {"section": ALL}))

    def open(self, section: Section) -> bool:
        return self.opened in (section.name, ALL)

    def layout(self, block: Block) -> str:
        """Return how a table is laid out on a phone: "broad", "stacked" or "plain".

        It is broad with more than two columns, stacked if a cell of the second column needs the whole width.
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
    """Return the labels of what was chosen for an option; none if nothing was, or if the shape has no short labels."""
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
