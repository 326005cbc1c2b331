"""The end of a game: who won, by what, and the evening that it belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import url_for

from ...core.messages import Message, say
from ...core.ranking import deciding_tie_break, winners
from ...core.rulebook import First
from ...core.sheet import Standing
from ...history.evening import Evening
from ..language import date, number, translated
from .game_page import GamePage, Link, Player


@dataclass(frozen=True)
class FinalPage(GamePage):
    """A game that is over, and the evening that it belongs to."""

    evening: Evening | None = field(default=None, hash=False)

    @property
    def template(self) -> Sequence[str]:
        """The rulebook's own page, or the one for all."""
        return [f"rulebooks/{self.rulebook.slug}/final.html", "table/final.html"]

    @cached_property
    def winner(self) -> Player | None:
        """The player who won alone, if one did."""
        first = winners(self.standings)
        seat = first[0].seat if len(first) == 1 else None
        return None if seat is None else self.players[seat]

    @cached_property
    def headline(self) -> Message:
        """Who won."""
        names = tuple(line.name for line in winners(self.standings))
        meta = self.rulebook.meta
        if len(names) == 1:
            return Message(meta.sole_winner, {"player": names[0]})
        return Message(meta.joint_winners, {"players": names})

    @cached_property
    def decided(self) -> Message | None:
        """What set the winner apart, where points alone did not."""
        name = deciding_tie_break(self.standings)
        if name is None:
            return None
        first, second = self.standings[0].line, self.standings[1].line
        column = next(column for column in self.rulebook.meta.tie_breaks if column.name == name)
        return say(
            "tied with {player} on {total}; {won_by} ({mine} to {theirs})",
            player=second.name,
            total=first.total,
            won_by=column.won_by or column.label,
            mine=first.tie_break[name],
            theirs=second.tie_break[name],
        )

    @cached_property
    def text(self) -> str:
        """The result as plain text, to be sent on."""
        title, ended = translated(self.rulebook.meta.title), date(self.view.game.ended)
        lines = [", ".join(filter(None, (title, ended))), translated(self.headline)]
        lines += [translated(self.decided)] if self.decided else []
        lines += [f"{standing.place}. {standing.line.name}{self._points(standing)}" for standing in self.standings]
        return "\n".join(lines)

    @property
    def up(self) -> Link:
        """One level up: all games."""
        return Link(url_for("history.home"), say("All games"))

    @property
    def text_lines(self) -> int:
        """How many lines the text field has room for."""
        return len(self.standings) + 3

    @cached_property
    def notes(self) -> Sequence[Message]:
        """What the whole log gives occasion to say."""
        return [note.message for note in self.view.replay.sheet().notes]

    @cached_property
    def rematch(self) -> Message:
        """What the button for the next game says: who begins it, where that is known."""
        first = self.rulebook.seats.first
        if self.rulebook.seats.rule is None or first is First.DRAWN:
            return say("Rematch")
        begins = self.winner if first is First.WINNER else self.players[0]
        return say("Rematch, {player} first", player=begins.name) if begins else say("Rematch")

    @property
    def rematch_address(self) -> str:
        """Where the next game of the same players is begun."""
        return url_for("seating.rematch", game_id=self.view.game.id)

    def _points(self, standing: Standing) -> str:
        if not self.has_totals:
            return ""
        parts = [f"{translated(part.label)} {number(standing.line.parts[part.name])}" for part in self.parts]
        total = number(standing.line.total)
        return f": {total} ({', '.join(parts)})" if parts else f": {total}"
