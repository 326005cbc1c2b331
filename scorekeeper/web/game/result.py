"""The result of a game: who won, by how much, the story, and the evening to which the game belongs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from flask import url_for

from ...core.course import Moment
from ...core.messages import Message, isolated, joined, listed, say
from ...core.ranking import winners
from ...core.rulebook import First
from ...core.sheet import Line
from ...core.story import story
from ...store.games import GameView
from ..shell.language import number, translated
from .evening import Evening
from .lines import Player
from .outcome import Outcome, margin, time_taken, when_played
from .paper import Paper
from .story import RaceChart, race_chart

FEW_PLAYS = 8
"""The most plays that a result shows open, without a tap."""


@dataclass(frozen=True, eq=False)
class Result:
    """A game that is over. `evening` (None: not shown) is the one to which it belongs; `player_ids` are by seat."""

    view: GameView
    players: Sequence[Player]
    paper: Paper
    evening: Evening | None = None
    player_ids: Sequence[int] = ()

    @cached_property
    def champions(self) -> Sequence[Player]:
        """The players who won; nobody, if somebody who is not at the table did."""
        return [self.players[line.seat] for line in winners(self.paper.standings) if line.seat is not None]

    @property
    def winner(self) -> Player | None:
        """The player who won alone, if one did."""
        return self.champions[0] if len(self.champions) == 1 else None

    @cached_property
    def outcome(self) -> Outcome:
        rulebook = self.view.rulebook
        return Outcome(self.paper.standings, rulebook.meta, self.champions, rulebook.headline(self.view.replay.state))

    @property
    def headline(self) -> Message:
        return self.outcome.headline

    @cached_property
    def margin(self) -> Message | None:
        """With how many points, and how far ahead; None if there are no points."""
        return margin(self.paper.standings, self.view.rulebook.meta)

    @cached_property
    def when(self) -> str:
        """When it began or, if only that is known, ended; "" if neither is."""
        game = self.view.game
        return when_played(game.started, game.ended) if game.dated else ""

    @cached_property
    def took(self) -> Message | None:
        """How long it took; None if that is not known."""
        return time_taken(self.view.game.started, self.view.game.ended)

    @property
    def long(self) -> bool:
        """Whether there are too many plays to show them open."""
        return len(self.view.replay.steps) > FEW_PLAYS

    @cached_property
    def tally(self) -> Sequence[tuple[str, int]]:
        """Who won how often in the evening; empty if it had one game."""
        return tuple(self.evening.wins.items()) if self.evening and self.evening.several else ()

    @cached_property
    def people(self) -> Sequence[tuple[str, str]]:
        """The names of the players, and the addresses of their pages."""
        ids = zip(self.players, self.player_ids, strict=False)  # no ids where no links are wanted
        return [(player.name, url_for("players.player", player_id=each)) for player, each in ids]

    @property
    def pair_address(self) -> str | None:
        """The address of the page that compares the players, if there are two."""
        ids = self.player_ids
        return url_for("players.pair", player_id=ids[0], other_id=ids[1]) if len(ids) == 2 else None

    @cached_property
    def streak(self) -> Message | None:
        """Who won the last games of the evening in a row, if anybody did."""
        if self.evening is None or self.evening.streak is None:
            return None
        player, count = self.evening.streak
        return say("{player} has won {count} in a row.", player=player, count=count)

    @cached_property
    def story(self) -> Sequence[Moment]:
        """The moments that made the difference, in order."""
        return story(self.view.replay)

    @property
    def tale(self) -> Moment | None:
        """The moment of the story that made most of a difference."""
        return max(self.story, key=lambda moment: moment.weight, default=None)

    @cached_property
    def race(self) -> RaceChart | None:
        return race_chart(self.view.replay, self.players)

    @cached_property
    def text(self) -> str:
        """The result as plain text, to be sent to others."""
        return "\n".join([self._game(), self._outcome(), *self._places(), *self._story(), *self._evening()])

    @cached_property
    def opens(self) -> bool:
        """Whether its end can be seen stage by stage."""
        return bool(self.view.replay.scenes)

    @cached_property
    def notes(self) -> Sequence[Message]:
        return [note.message for note in self.view.replay.sheet().notes]

    @cached_property
    def rematch(self) -> Message:
        """The label of the button for the next game, with who begins it if that is known."""
        sitting = self.view.rulebook.seats.sitting(self.view.table.options)
        if sitting.rule is None or sitting.first in (First.DRAWN, First.ASKED):
            return say("Rematch")
        begins = self.winner if sitting.first is First.WINNER else self.players[0]
        return say("Rematch, {player} first", player=begins.name) if begins else say("Rematch")

    def _game(self) -> str:
        """Return the title, and when it was played."""
        return ", ".join(filter(None, (translated(self.view.rulebook.meta.title), self.when)))

    def _outcome(self) -> str:
        return translated(joined([part for part in (self.headline, self.margin) if part], ": "))

    def _places(self) -> Iterator[str]:
        """Yield a line for each player; without points a line for each place, or of only two places the second."""
        if self.paper.has_totals:
            yield from (
                f"{each.place}. {isolated(each.line.name)}: {self._points(each.line)}" for each in self.paper.standings
            )
            return
        shared = groupby(self.paper.standings, lambda each: each.place)
        places = [(place, tuple(each.line.name for each in standings)) for place, standings in shared]
        if len(places) == 2:
            yield translated(say("Against {players}", players=places[1][1]))
        elif len(places) > 2:
            yield from (f"{place}. {translated(listed(names))}" for place, names in places)

    def _points(self, line: Line) -> str:
        known = [(part.label, line.parts.get(part.name)) for part in self.paper.parts]
        parts = [f"{translated(label)} {number(value)}" for label, value in known if value is not None]
        return number(line.total) + (f" ({', '.join(parts)})" if parts else "")

    def _story(self) -> Iterator[str]:
        yield from (translated(moment.message) for moment in self.story)

    def _evening(self) -> Iterator[str]:
        if self.tally:
            wins = ", ".join(f"{isolated(name)} {number(count)}" for name, count in self.tally)
            yield translated(say("Wins this evening: {wins}", wins=wins))
            if self.streak:
                yield translated(self.streak)
