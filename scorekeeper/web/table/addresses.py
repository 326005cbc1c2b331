"""Where everything about a game is."""

from dataclasses import dataclass

from flask import url_for

from ...core.course import Moment
from ...core.points import TOTAL
from ...desk.games import GameView


@dataclass(frozen=True)
class GameAddresses:
    """What pages about a game lead to."""

    view: GameView

    @property
    def players_address(self) -> str:
        """Where the players are put right."""
        return url_for("seating.players", game_id=self.view.game.id)

    def line_address(self, number: int) -> str:
        """Return where a play in the list leads: to the replay."""
        return self.replay_address(number)

    def replay_address(self, number: int | None = None) -> str:
        """Return where a position of the game is shown: after that play, or after the last."""
        return url_for("replay.show", game_id=self.view.game.id, at=number)

    def moment_address(self, moment: Moment) -> str:
        """Return where the position is that a moment of the story is about, "" for none."""
        return "" if moment.number is None else self.replay_address(moment.number)

    @property
    def file_address(self) -> str:
        """Where the game is as one file."""
        return url_for("replay.save", game_id=self.view.game.id)

    def figure_address(self, line: int, part: str = TOTAL) -> str:
        """Return where the plays are listed that made a figure of the score paper."""
        return url_for("replay.show", game_id=self.view.game.id, line=line, part=part or None)

    @property
    def table_address(self) -> str:
        """Where the table is shown."""
        return url_for("table.show", game_id=self.view.game.id)

    @property
    def screen_address(self) -> str:
        """Where the game is shown in letters for a whole room."""
        return url_for("table.screen", game_id=self.view.game.id)

    @property
    def log_address(self) -> str:
        """Where every play is shown."""
        return url_for("corrections.log", game_id=self.view.game.id)

    @property
    def options_address(self) -> str:
        """Where the game options are changed."""
        return url_for("table.options", game_id=self.view.game.id)

    @property
    def about_address(self) -> str:
        """Where the place and the note are changed."""
        return url_for("table.about", game_id=self.view.game.id)

    @property
    def share_address(self) -> str:
        """Where the game is shared with other phones."""
        return url_for("sharing.share", game_id=self.view.game.id)

    @property
    def here(self) -> str:
        """Where this page is, behind the address of the game, so that the rules lead back to it; "" is the table."""
        return ""

    @property
    def rules_entry(self) -> str:
        """Where the bar leads to look something up."""
        return self.rules_address()

    def rules_address(self, section: str | None = None) -> str:
        """Return where the rules are for this table; of a section, where it is open."""
        back = self.here or None
        return url_for("rules.of_game", game_id=self.view.game.id, section=section, back=back, _anchor=section)

    def further_address(self, name: str) -> str:
        """Return where a page is that the title brings."""
        return url_for("table.further", game_id=self.view.game.id, name=name)
