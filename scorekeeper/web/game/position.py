"""Where in a game a page or a play stands: at the end of its log, in the place of a play, or before it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...core.fields import PLAYER
from ...core.replay import Replay, Step
from ...core.rulebook import Kind
from ...core.table import BoxFacts
from ...desk.games import GameView


@dataclass(frozen=True, eq=False)
class Position:
    """A position of a game: the end of its log, or the place of play `number`; `before`: in front of that play."""

    view: GameView
    number: int | None = None
    before: bool = False

    @cached_property
    def replay(self) -> Replay:
        """The plays that come before it."""
        return self.view.replay if self.number is None else self.view.replay.at(self.number - 1)

    @property
    def step(self) -> Step | None:
        """The play that stands there, and the state it met; None at the end."""
        return None if self.number is None else self.view.replay.steps[self.number - 1]

    @property
    def corrected(self) -> Step | None:
        """The play in whose place another one goes."""
        return None if self.before else self.step

    @property
    def where(self) -> str:
        """What the name of a slot says of it: "at-7", "before-7", "" at the end."""
        return "" if self.number is None else f"{'before' if self.before else 'at'}-{self.number}"

    @property
    def key(self) -> str:
        """What tells the play there from all others, whatever its number is by then: the change that put it in."""
        return "" if self.number is None else str(self.view.put_in[self.number - 1] or 0)

    def begun(self, kind: Kind[Any, Any], seat: int | None) -> object | None:
        """Return the play that a form for that kind begins from here, None for an empty form.

        It is the one that stands there, as that player's; or as the rulebook fills it in; or one that nothing else is
        needed for than whose it is.
        """
        if self.corrected:
            play: object = self.corrected.play
            return kind.play({**kind.values(play), PLAYER.name: seat}) if kind.has_player else play
        whose = seat if kind.other is None else len(self.view.table.players) + kind.other
        return begun_play(kind, self.replay.state, whose, self.view.box_facts)


def begun_play(kind: Kind[Any, Any], state: Any, seat: int | None, facts: BoxFacts) -> object | None:
    """Return the play that a form begins from: as the rulebook fills it in, or one that nothing else is needed for."""
    play: object | None = kind.prefill(state, seat or 0, facts)
    return bare_play(kind, seat) if play is None else play


def bare_play(kind: Kind[Any, Any], seat: int | None) -> object | None:
    """Return the play of somebody that nothing is filled in for; None where more is needed than whose it is."""
    needed = any(field.required for field in kind.fields if field.name != PLAYER.name)
    if seat is None or kind.either or needed or not (kind.has_player or kind.other is not None):
        return None
    bare: object = kind.play({PLAYER.name: seat} if kind.has_player else {})
    return bare
