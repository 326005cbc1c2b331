"""A game as those see it who may only look: what the last play did, at a glance, and all that there is to see."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import ClassVar

from flask import url_for

from ...core.messages import Message, say
from ...core.sheet import Line
from ...desk.games import GameView
from ..replay.pages import ReplayPage
from .game_page import all_games
from .lines import NOBODYS_SIGN, Link, Player
from .outcome import headline, margin

SHADES = {"dark": say("Dark"), "light": say("Light")}
MOST_LARGE = 10
"""A name of so many letters has room on the big screen when they are as large as its line is high."""


@dataclass(frozen=True)
class FollowingPage(ReplayPage):
    """A game as it stands after its last change.

    The page fetches itself again; without scripts every few `seconds`, unless it is to stay `still`.
    """

    here: ClassVar[str] = ""
    seconds: ClassVar[int] = 5
    still: bool = False

    @property
    def since(self) -> int:
        """The position before the last change, from which gains are counted."""
        entered = self.view.put_in
        together = takewhile(lambda change: change is not None and change == entered[-1], reversed(entered))
        return self.at - max(len(list(together)), min(self.at, 1))


@dataclass(frozen=True)
class WatchPage(FollowingPage):
    """A game that goes on."""

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page of a position, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/replay.html", self.frame]

    @property
    def frame(self) -> str:
        """What the title's own page is put into."""
        return "table/watch.html"

    @property
    def up(self) -> Link | None:
        """One level up: all games, for whoever may see them."""
        return all_games()

    @property
    def plain_address(self) -> str:
        """Where the same page is, which fetches itself again."""
        return self.table_address

    @property
    def still_address(self) -> str:
        """Where the page is that does not fetch itself again."""
        return url_for("table.show", game_id=self.view.game.id, still="yes")


@dataclass(frozen=True)
class Row:
    """A line of the scoreboard; who is not at the table is no player. Without known points there is no `place`."""

    place: int | None
    name: str
    player: Player | None
    points: int | None
    gain: int | None

    @property
    def sign(self) -> str:
        """The sign of the player's colour."""
        return self.player.sign if self.player else NOBODYS_SIGN


@dataclass(frozen=True)
class ScreenPage(FollowingPage):
    """The scoreboard and the last play for a whole room; `shade` is one of SHADES, or "": as the device has it."""

    template: ClassVar[str] = "table/screen.html"
    shade: str = ""

    @property
    def up(self) -> Link:
        """One level up: the table, or the result."""
        return Link(self.table_address, say("The result") if self.ended else say("The table"))

    @cached_property
    def rows(self) -> Sequence[Row]:
        """The scoreboard, best first: by what it says itself while the game goes on, which need not be the total."""
        if self.ended:
            return [self._row(each.line, each.place, each.line.total) for each in self.standings]
        lines = [each.line for each in self.standings]
        ahead = -1 if self.rulebook.meta.lowest_wins else 1
        worth = [line.points * ahead for line in lines if line.points is not None]
        rows = [self._row(line, _place(line.points, ahead, worth), line.points) for line in lines]
        return sorted(rows, key=lambda row: row.place or len(rows) + 1)

    @property
    def long_names(self) -> bool:
        """Whether a name is so long that all letters have to be smaller."""
        return any(len(row.name) > MOST_LARGE for row in self.rows)

    @cached_property
    def headline(self) -> Message | None:
        """Who won, once the game is over."""
        if not self.ended:
            return None
        return self.rulebook.headline(self.view.replay.state) or headline(self.standings, self.rulebook.meta)

    @property
    def margin(self) -> Message | None:
        """By what, once the game is over; None where there are no points."""
        return margin(self.standings, self.rulebook.meta) if self.ended else None

    @property
    def plain_address(self) -> str:
        """Where the same page is, which fetches itself again."""
        return self.screen_address

    @property
    def still_address(self) -> str:
        """Where the page is that does not fetch itself again."""
        return url_for("table.screen", game_id=self.view.game.id, still="yes")

    @property
    def shades(self) -> Sequence[tuple[Message, str]]:
        """What it can be switched to, and where that is."""
        others = [shade for shade in SHADES if shade != self.shade]
        return [(SHADES[each], url_for("table.screen", game_id=self.view.game.id, shade=each)) for each in others]

    def _row(self, line: Line, place: int | None, points: int | None) -> Row:
        player = None if line.seat is None else self.players[line.seat]
        return Row(place, line.name, player, points, player.gain if player and not self.ended else None)


def _place(points: int | None, ahead: int, worth: Sequence[int]) -> int | None:
    return None if points is None else 1 + sum(other > points * ahead for other in worth)


def watch_page(view: GameView, *, still: bool = False) -> WatchPage:
    """Return the page for those who watch a game."""
    return WatchPage(view, at=len(view.replay.steps), whole=view.replay, still=still)


def screen_page(view: GameView, shade: str, *, still: bool = False) -> ScreenPage:
    """Return the big screen of a game."""
    return ScreenPage(view, at=len(view.replay.steps), whole=view.replay, still=still, shade=shade)
