"""The pages around a game that goes on: the table, questions, options, previews, the end by agreement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from flask import url_for

from ...core.messages import Message, say
from ...core.rulebook import Helper, Kind
from ...core.table import Summary
from ..forms import FieldsForm, address_of
from ..game.page import SlotPage
from ..rights import rights
from ..typed import ASKED, filled, typed_in
from .entry import EntryPage
from .game_page import GamePage, all_games
from .lines import Link, Said
from .rounds import Round, rounds


@dataclass(frozen=True)
class TablePage(SlotPage):
    """The table of a game in progress: standings, the forms to enter plays, the board.

    `open` is the open panel; `drawn`: its order of play was drawn a moment ago. `typed`:
    where a play is filled in that could not be entered, because it is another's turn by now.
    """

    open: str = ""
    drawn: bool = False
    typed: Link | None = field(default=None, compare=False)

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/table.html", "table/table.html"]

    @property
    def up(self) -> Link | None:
        """One level up: all games, for whoever may see them."""
        return all_games()

    def line_address(self, number: int) -> str:
        """Return where a play in the list leads: to its correction, for whoever may correct it."""
        return self.correct_address(number) if rights().book else super().line_address(number)

    @cached_property
    def news(self) -> Sequence[Said]:
        """What the last play gave occasion to say: who is out now, what is odd about it; before it, what was drawn."""
        if self.last is None:
            drawn = say("Drawn: {players} play in this order.", players=self.view.table.players)
            return (Said(drawn),) if self.drawn else ()
        before = self.rulebook.seats.eliminated(self.view.replay.steps[-1].before)
        out = [player for player in self.players if player.out and player.seat not in before]
        return [*(Said(say("{player} is out.", player=player.name), "out") for player in out), *self.last.remarks]

    def seat_address(self, seat: int, open: str = "") -> str:  # noqa: A002  (as addresses have it)
        """Return where a player's panel is open; what was drawn is said there, too."""
        drawn = "yes" if self.drawn else None
        return url_for("table.show", game_id=self.view.game.id, seat=seat, open=open or None, drawn=drawn)

    @cached_property
    def helpers(self) -> Sequence[Helper[Any]]:
        """The questions that this table can need."""
        return [helper for helper in self.rulebook.helpers if helper.wanted(self.view.table)]

    @property
    def has_options(self) -> bool:
        """Whether the table was asked for something before the first play."""
        return bool(self.rulebook.asked_options)


@dataclass(frozen=True)
class FurtherPage(GamePage):
    """A page about a game that its title brings; `name` says which. With a seat it is about that player alone."""

    name: str = ""

    @property
    def template(self) -> str:
        """The rulebook's own page; there is none for all."""
        return f"rulebooks/{self.rulebook.slug}/{self.name}.html"

    @cached_property
    def rounds(self) -> Sequence[Round]:
        """What was changed in each round, the latest first."""
        return rounds(self.view.replay, self.players, self.seat)

    @property
    def here(self) -> str:
        """Where this page is."""
        return filled(self.name, [] if self.seat is None else [("player", str(self.seat))])

    def player_address(self, seat: int | None) -> str:
        """Return where the same is about one player, or about all."""
        return url_for("table.further", game_id=self.view.game.id, name=self.name, player=seat)


@dataclass(frozen=True)
class HelpPage(EntryPage):
    """A question at the table: its form, and what there is to say (None before it was asked)."""

    helper: Helper[Any] | None = None
    form: FieldsForm | None = None
    answers: Sequence[Summary] | None = None

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/help.html", "table/help.html"]

    @property
    def here(self) -> str:
        """Where this page is, with what was asked."""
        return filled(f"help/{self.helper.name}" if self.helper else "", typed_in(self.form))

    @property
    def question_key(self) -> str:
        """Under what a phone keeps what is filled in until it is asked: not where it looks for plays that were left."""
        name = self.helper.name if self.helper else ""
        return f"asked {self.view.game.id}/{self.view.game.revision}/{name}/{self.seat}"

    def seat_address(self, seat: int) -> str:
        """Return where the same is asked for a player."""
        name = self.helper.name if self.helper else ""
        return url_for("table.ask", game_id=self.view.game.id, name=name, player=seat)

    def play_address(self, play: object) -> str:
        """Return where the table has a play filled in."""
        kind = self.rulebook.kind_of(self.view.table, play)
        return url_for("table.show", game_id=self.view.game.id, **address_of(kind, self.view.table, play))


@dataclass(frozen=True)
class OptionsPage(GamePage):
    """The game options, to be changed while the game goes on."""

    form: FieldsForm | None = None

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/options.html", "table/options.html"]

    @property
    def here(self) -> str:
        """Where this page is, with what is filled in."""
        return filled("options", [(ASKED, "yes"), *typed_in(self.form)] if self.form else [])


@dataclass(frozen=True)
class AboutPage(GamePage):
    """The place and the note of a game, as they are or as they were typed; `places` are offered."""

    template: ClassVar[str] = "table/about.html"
    here: ClassVar[str] = "about"
    place: str = ""
    note: str = ""
    faults: Mapping[str, Message] = field(default_factory=dict)
    places: Sequence[str] = ()

    @property
    def unsent(self) -> bool:
        """Whether something else stands there than is saved."""
        return (self.place, self.note) != (self.view.game.venue or "", self.view.game.note or "")


@dataclass(frozen=True)
class PreviewPage(SlotPage):
    """What plays come to while they are filled in, and the table as it would be after them.

    A script puts its parts where they belong on the page.
    """

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/preview.html", "table/preview.html"]


@dataclass(frozen=True)
class StopPage(GamePage):
    """Asks whether the game is to end here: `ending` is the play that would do so, if the title knows one."""

    template: ClassVar[str] = "table/stop.html"
    ending: Kind[Any, Any] | None = None
