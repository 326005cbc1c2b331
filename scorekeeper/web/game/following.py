"""Pages that fetch themselves again, for those who watch a game, and what the last change did."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar

from flask import url_for

from ...core.messages import Message, say
from ...store.games import GameView

SHADES = {"dark": say("Dark"), "light": say("Light")}


@dataclass(frozen=True)
class Following:
    """A page that fetches itself again; without scripts every few `seconds`, unless it is to stay `still`.

    `game` is the id, `view_name` the endpoint of the page. `shade` is one of SHADES, or "" for the device's own.
    """

    game: str
    view_name: str
    still: bool = False
    shade: str = ""
    seconds: ClassVar[int] = 5

    @property
    def plain_address(self) -> str:
        return url_for(self.view_name, game_id=self.game)

    @property
    def still_address(self) -> str:
        """The address of the page that does not fetch itself again."""
        return url_for(self.view_name, game_id=self.game, still="yes")

    @property
    def shades(self) -> Sequence[tuple[Message, str]]:
        """The other shades: the label and the address of each."""
        others = [shade for shade in SHADES if shade != self.shade]
        return [(SHADES[each], url_for(self.view_name, game_id=self.game, shade=each)) for each in others]


def before_last_change(view: GameView) -> int:
    """Return the number of plays before the last change of a game: the position from which gains are counted."""
    together = takewhile(lambda change: change is not None and change == view.put_in[-1], reversed(view.put_in))
    count = len(view.replay.steps)
    return count - max(len(list(together)), min(count, 1))
