"""The page of a title's rules: its sections, for so many players and these options."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flask import url_for

from ...core.messages import Message, listed, many, say
from ...core.rulebook import Rulebook
from ...core.rules import Drawing, Grid, Section
from ..forms import FieldsForm
from ..rights import rights
from ..table.lines import Link

ALL = "all"
"""What an address asks for to have every section open; no section is called so."""


@dataclass(frozen=True)
class RulesPage:
    """The rules of a title at a table of `players`; `options` is the form for what else they depend on, if it is asked.

    `opened` is the section that is open, ALL, or "" for none. `game` is the id of the game whose table it is, if any,
    and `back` where in that game the rules were asked for, which the address says by `asked_back`.
    """

    template: ClassVar[str] = "rules/rules.html"
    rulebook: Rulebook[Any]
    sections: Sequence[Section]
    players: int
    opened: str = ""
    options: FieldsForm | None = None
    fault: Message | None = None
    game: str | None = None
    back: Link | None = None
    asked_back: str = ""

    @property
    def up(self) -> Link | None:
        """One level up: where they were asked for, or all games for whoever may see them."""
        if self.back:
            return self.back
        return Link(url_for("history.home"), say("All games")) if rights().everywhere else None

    @property
    def for_whom(self) -> Message:
        """For which table the page is."""
        if not self.rulebook.rules.by_players:
            return say("What one looks up while playing, in our own words.")
        return many("For one player", "For {count} players", self.players)

    @property
    def asked(self) -> Message:
        """What the page can be asked for besides the number of players."""
        return listed([node.field.label for node in self.options.nodes] if self.options else [])

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

    def open(self, section: Section) -> bool:
        """Return whether a section is open."""
        return self.opened in (section.name, ALL)

    def address(self, players: int | None = None, section: str | None = None) -> str:
        """Return where the same page is: for so many players, or with that section open."""
        anchor = section if section != ALL else None
        if self.game:
            back = self.asked_back or None
            return url_for("rules.of_game", game_id=self.game, section=section, back=back, _anchor=anchor)
        chosen = self.options.data if self.options else {}
        count = (players or self.players) if self.rulebook.rules.by_players else None
        return url_for("rules.show", slug=self.rulebook.slug, players=count, section=section, _anchor=anchor, **chosen)
