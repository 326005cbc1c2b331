"""The page of a game: what can be seen of it at a position, and the slots in which plays are entered there."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from flask import request, url_for

from ...core.messages import Message, say
from ...core.replay import Replay
from ...core.rulebook import First, Kind, Rulebook
from ...desk.games import GameView
from ...desk.trail import ChangeLine
from ...history.evening import Evening
from ..access.rights import rights
from ..forms.fields_form import FieldsForm
from ..forms.submission import new_entry_key
from .agreed import options_form
from .attempt import Attempt
from .conflicts import Conflicts
from .following import Following
from .lines import Link, Player, Said, Who
from .links import RESULT, TABLE, Links, all_games, back_from, here
from .log import Log
from .pad import Pad, pad
from .paper import Paper
from .position import Position
from .replayed import Figure, Replayed
from .result import Result
from .slots import Slot, empty_slot, name_of

CORRECTING = ("table/table.html", "corrections/log.html")
"""The pages on which the line of a play leads to its correction, for whoever may correct it."""
SHARED = ("at_table", "board", "links", "log", "options", "paper", "_own", "_slots")
"""What is the same on the pages of all players, and made once for them."""


@dataclass(frozen=True, eq=False)
class GamePage:
    """A game at a position: everything that can be seen of it there.

    `seat` is whose panel is open, `open` which one. `attempt` is what was sent and not taken, or what the address fills
    in; `code` is that of the refusal that the notice says, `typed` the way to what was typed and is another's turn by
    now. `frame` is the template, of which a title can have its own, `named` so. `shown` is what is drawn, where that is
    not what comes before the position; with `before` it is said what changed since, and in the replay of a `figure`
    what made it. `back` is one level up, where that is not the table; the `top` of a game leads to all games.
    `leads`: whether anything leads anywhere. The others are what only some pages have.
    """

    position: Position
    seat: int | None = None
    notice: Message | str | None = None
    _: KW_ONLY
    code: str = ""
    typed: Link | None = None
    attempt: Attempt | None = None
    frame: str = ""
    named: str = ""
    open: str = ""
    shown: Replay | None = None
    before: Replay | None = None
    back: Link | None = None
    top: bool = False
    leads: bool = True
    trail: Sequence[ChangeLine] = ()
    figure: Figure | None = None
    conflicts: Conflicts | None = None
    following: Following | None = None
    evening: Evening | None = None
    player_ids: Sequence[int] = ()
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def template(self) -> Sequence[str]:
        """The title's own page, if it has one, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/{self.named}.html", self.frame] if self.named else [self.frame]

    @property
    def view(self) -> GameView:
        """The game as it is stored, and what all of it comes to."""
        return self.position.view

    @property
    def rulebook(self) -> Rulebook[Any]:
        return self.view.rulebook

    @property
    def replay(self) -> Replay:
        return self.shown or self.position.replay

    @property
    def up(self) -> Link | None:
        """One level up."""
        if self.back or self.top:
            return self.back or all_games()
        return Link(self.links.table, RESULT if self.view.replay.finished else TABLE)

    @cached_property
    def links(self) -> Links:
        return Links(self.view, here(self.position, self.attempt))

    # Who sits there, and what they have.

    @cached_property
    def at_table(self) -> tuple[Who, ...]:
        """Who sits there, in seat order."""
        colours = self.rulebook.seats.colours(self.view.table)
        return tuple(Who(seat, name, colours[seat]) for seat, name in enumerate(self.view.table.players))

    @cached_property
    def everybody(self) -> Sequence[Player]:
        """All whose things are entered: the players in seat order, then those who are at the table without playing."""
        out, points = self.rulebook.seats.eliminated(self.replay.state), self.paper.points
        return [
            Player(who.seat, who.name, who.colour, points.get((who.seat, "")), who.seat in out, who.seat == self.seat,
                   self.paper.gained(who.seat))
            for who in self.at_table
        ] + [
            Player(seat, name, "", points.get((None, name)), False, seat == self.seat)
            for seat, name in enumerate(self.rulebook.names(self.view.table)) if seat >= len(self.at_table)
        ]  # fmt: skip

    def seat_after(self, seat: int) -> int:
        """Return whose panel comes after somebody's, round the table."""
        return (seat + 1) % len(self.everybody)

    @property
    def players(self) -> Sequence[Player]:
        return self.everybody[: len(self.at_table)]

    @property
    def player(self) -> Player | None:
        """Whose play is entered: a player's, or that of one of the others."""
        return None if self.seat is None else self.everybody[self.seat]

    @property
    def turn(self) -> Player | None:
        return None if self.replay.turn is None else self.players[self.replay.turn]

    @cached_property
    def board(self) -> object:
        """The cards and markers on the table, for the title's own pages."""
        return self.rulebook.pages.board(self.replay.state)

    @cached_property
    def paper(self) -> Paper:
        return Paper(self.replay, self.at_table, self.links if self.leads else None, self.before)

    @cached_property
    def log(self) -> Log:
        address = self.links.correct if self.frame in CORRECTING and rights().book else self.links.replay
        turned = bool(self.trail) and not self.view.replay.finished
        return Log(self.view, self.replay, self.at_table, address, self.trail, turned)

    @cached_property
    def news(self) -> Sequence[Said]:
        """What the last play gave occasion to say: who is out now, what is odd about it; before it, what was drawn."""
        if self.log.last is None:
            drawn = say("Drawn: {players} play in this order.", players=self.view.table.players)
            return (Said(drawn),) if self._drawn else ()
        before = self.rulebook.seats.eliminated(self.replay.steps[-1].before)
        out = [player for player in self.players if player.out and player.seat not in before]
        return [*(Said(say("{player} is out.", player=player.name), "out") for player in out), *self.log.last.remarks]

    @property
    def _drawn(self) -> bool:
        """Whether the order of play was drawn a moment ago."""
        return "drawn" in request.args and self.rulebook.seats.sitting(self.view.table.options).first is First.DRAWN

    # The rules.

    def rules_on(self, code: str) -> Link | None:
        """Return the way to the section of the rules that a refusal, remark or slip with this code comes from."""
        return self._ways_to_rules.get(code)

    @property
    def notice_rules(self) -> Link | None:
        """The way to the section of the rules that the refusal in the notice comes from."""
        return self.rules_on(self.code) if self.code else None

    @cached_property
    def _ways_to_rules(self) -> Mapping[str, Link]:
        """The same by code; made once for a page that looks up often, not at all where nothing is looked up."""
        sections = self.rulebook.rules.sections(self.view.replay.state)
        ways = [(section.explains, Link(self.links.rules(section.name), section.title)) for section in sections]
        return {code: way for codes, way in ways for code in codes}

    # What is entered.

    def own(self, seat: int) -> Self:
        """Return the same page as that player's: with their panel open."""
        if seat == self.seat:
            return self
        if seat not in self._own:
            self._own[seat] = replace(self, seat=seat)
            vars(self._own[seat]).update({name: getattr(self, name) for name in SHARED})
        found: Self = self._own[seat]
        return found

    @cached_property
    def _own(self) -> dict[int, Any]:
        return {}

    def slot(self, kind: str, seat: int | None = None, tag: str = "") -> Slot:
        """Return the slot for a play of that kind, as it was sent or as it stands; `tag` names the panel it stands in.

        Without a seat it is that of the one whose panel is open.
        """
        found = next(each for each in self.rulebook.kinds(self.view.table) if each.name == kind)
        whose = None if not found.has_player else self.seat if seat is None else seat
        name = name_of(kind, whose, self.position.where or tag)
        if name not in self._slots:
            sent = self.attempt.slot(name) if self.attempt else None
            slot = sent or empty_slot(self.position, found, whose, tag)
            rules = self.rules_on(slot.refusal.code) if slot.refusal else None
            self._slots[name] = replace(slot, rules=rules) if rules else slot
        return self._slots[name]

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        return {}

    @cached_property
    def kinds(self) -> Sequence[Kind[Any, Any]]:
        """The kinds of play that can be entered here, of the one whose panel is open."""
        if self.position.corrected:
            return [self.position.corrected.kind]
        return [kind for kind in self.rulebook.kinds_of(self.view.table, self.seat) if not kind.ends_game]

    @property
    def by_player(self) -> bool:
        """Whether any play that can be entered here belongs to a player, or to another at the table."""
        return not self.before and any(kind.has_player or kind.other is not None for kind in self.kinds)

    @cached_property
    def entry(self) -> object:
        """What the title's own pages need to enter a play."""
        return None if self.seat is None else self.rulebook.pages.entry(self.position.replay.state, self.seat)

    @cached_property
    def options(self) -> FieldsForm:
        """The game options, for those that are filled in beside a play."""
        return self.attempt.agreed.form if self.attempt else options_form(self.view)

    @property
    def correcting(self) -> str:
        """What is done to an earlier play: "amend" or "insert"; "" at the table."""
        return "" if self.position.number is None else "insert" if self.position.before else "amend"

    @property
    def act_address(self) -> str:
        """Where plays are sent."""
        return url_for("game.act", game_id=self.view.game.id, back=back_from(self.position))

    @property
    def preview_address(self) -> str:
        """Where a script asks what they come to."""
        return url_for("game.preview", game_id=self.view.game.id, back=back_from(self.position))

    def seat_address(self, seat: int, open: str = "") -> str:  # noqa: A002  (as addresses have it)
        """Return where a player's panel is open."""
        drawn = "yes" if self._drawn else None
        return self.links.place(self.position, seat=seat, open=open or None, drawn=drawn)

    # What has been.

    @cached_property
    def pad(self) -> Pad | None:
        """The plays as people write them down, where each is for everybody."""
        return pad(self.replay, self.log, self.at_table)

    @cached_property
    def replayed(self) -> Replayed:
        """The position in the course of the game."""
        at = len(self.replay.steps)
        return Replayed(at, self.view.replay, self.paper, self.log, self.links, self.figure)

    @cached_property
    def result(self) -> Result:
        return Result(self.view, self.players, self.paper, self.evening, self.player_ids)
