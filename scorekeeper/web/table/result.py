"""The result of a game: winner and margin, race and evening; also for games imported without plays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Protocol

from flask import redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import HOUR, MINUTE, PAUSE, duration, has_time, minutes
from ...core.history import Highlight
from ...core.messages import Message, isolated, joined, listed, many, say
from ...core.numbers import rounded
from ...core.race import Race, race
from ...core.ranking import deciding_tie_break, winners
from ...core.replay import Replay
from ...core.rulebook import Meta, Rulebook, StartingPlayer
from ...core.sheet import Line, Standing
from ...core.story import FEWEST_STAGES, story
from ...store import changes
from ...store.db import Store
from ...store.external import UNKNOWN
from ...store.games import ANONYMOUS, GameView, ResultAlone, seconds_of
from ...store.results import finished_before, has_neighbours, summaries
from ...store.rows import GameStatus, GameSummary, StoredGame
from ..common.charts import Chart, Drawing, draw
from ..common.language import number, translated, when_played
from ..common.names import short_names
from ..common.page import service, show
from ..common.rights import rights
from ..forms.submission import new_entry_key, sent_submission
from .lines import Player, PlayerTag
from .score_sheet import ScoreSheetView

MAX_FIGURES = 3
"""Maximum number of digits of a figure shown at full size in a wreath."""
LONG = HOUR - MINUTE // 2
"""Shortest duration shown in hours, in seconds."""
MAX_GAMES = 100
"""Maximum number of games in an evening."""
NAME_WIDTH = 9
"""Maximum width of a name above a column of points, in average characters."""
FEW_PLAYS = 8
"""Maximum number of plays that a result shows expanded."""


class Champion(Protocol):
    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game, for the wreath at the top of its result.

    `champions` are the winning players: none if a non-player won. `own` is the title's own headline, if it has one.
    """

    standings: Sequence[Standing]
    meta: Meta
    champions: Sequence[Champion]
    own: Message | None = None

    @property
    def headline(self) -> Message:
        return self.own or headline(self.standings, self.meta)

    @property
    def score(self) -> float | None:
        return None if self.meta.cooperative else score(self.standings)

    @property
    def long(self) -> bool:
        return len(str(self.score or 0)) > MAX_FIGURES

    @property
    def lead(self) -> Message | None:
        return lead(self.standings, self.meta)

    @property
    def won(self) -> bool:
        return bool(winners(self.standings))


def headline(standings: Sequence[Standing], meta: Meta) -> Message:
    names = tuple(line.name for line in winners(standings))
    if meta.cooperative and len(names) in (0, len(standings)):  # an imported result can have other winners
        return say("Won together") if names else say("Lost together")
    if not names:
        return say("No winner")
    if len(names) == 1:
        return Message(meta.sole_winner, {"player": names[0]})
    return Message(meta.joint_winners, {"players": names})


def score(standings: Sequence[Standing]) -> float | None:
    """Return the winning score; None without points, or if joint winners have different scores."""
    totals = {line.total for line in winners(standings)}
    return totals.pop() if len(totals) == 1 else None


def lead(standings: Sequence[Standing], meta: Meta, amount: Callable[[float], object] | None = None) -> Message | None:
    """Return the lead of the winners over the next place: "5 points ahead of Ada", or None if it is unknown.

    `amount` formats the points of the lead (default: with their unit). If the points are equal, the message names the
    tie-break that decided.
    """
    first, after, total = winners(standings), _next(standings), score(standings)
    if total is None or not after or after[0].total is None:
        return None
    names = tuple(line.name for line in after)
    ahead = rounded(after[0].total - total if meta.lowest_wins else total - after[0].total)
    if ahead == 0:
        return _tie(standings[len(first) - 1 :], meta, names)
    if ahead < 0:  # an external result can contradict its own totals
        return None
    by = (amount or meta.in_words)(ahead)
    if meta.lowest_wins:
        return say("{amount} less than {players}", amount=by, players=names)
    return say("{amount} ahead of {players}", amount=by, players=names)


def margin(standings: Sequence[Standing], meta: Meta) -> Message | None:
    """Return the winning score with the lead over the next place; None without points."""
    total = score(standings)
    if total is None:
        return None
    amount, ahead = meta.in_words(total), lead(standings, meta, lambda count: count)
    after = _next(standings)
    if ahead and after and after[0].total == total:
        return ahead
    if len(winners(standings)) > 1:
        amount = say("{amount} each", amount=amount)
    return joined([amount, ahead], ", ") if ahead else amount


def time_taken(game: StoredGame) -> Message | None:
    seconds = seconds_of(game)
    if seconds is None:
        return None
    return many("{count} minute", "{count} minutes", minutes(seconds)) if seconds < LONG else duration(seconds)


def _next(standings: Sequence[Standing]) -> tuple[Line, ...]:
    """Return the lines that share the next place after the winners."""
    others = [standing for standing in standings if standing.place > 1]
    return tuple(standing.line for standing in others if standing.place == others[0].place)


def _tie(standings: Sequence[Standing], meta: Meta, names: tuple[str, ...]) -> Message:
    """Return the message that the winner is tied with `names` on points, and the tie-break that decided."""
    first, second = standings[0].line, standings[1].line
    tied = say("tied with {players} on {total}", players=names, total=first.total)
    name = deciding_tie_break(standings)
    if name is None:
        return tied
    column = next(column for column in meta.tie_breaks if column.name == name)
    return say(
        "{tied}; {won_by} ({mine} to {theirs})",
        tied=tied,
        won_by=column.won_by or column.label,
        mine=first.tie_break[name],
        theirs=second.tie_break[name],
    )


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of one title in an evening: their number, and the `wins` of each player, most first.

    A shared win counts for each winner. `streak` is the sole winner of the latest games and their number (at least 2);
    None if there is none. `others`: whether the evening has further games, of this or another title, with these
    players.
    """

    games: int
    wins: Mapping[str, int]
    streak: tuple[str, int] | None
    others: bool = False

    @property
    def several(self) -> bool:
        return self.games > 1


def evening_of(store: Store, game: StoredGame) -> Evening | None:
    """Return the evening of a finished game up to that game; None if it is archived, deleted or undated."""
    if game.status is not GameStatus.ACTIVE or game.dated is None:
        return None
    with store.reading() as db:
        others = has_time(game.dated) and has_neighbours(db, game, PAUSE)
        return replace(evening(finished_before(db, game, PAUSE, MAX_GAMES)), others=others)


def evening(games: Sequence[GameSummary]) -> Evening:
    """Return the evening of the first of `games`, which are finished games of one title, latest first.

    Earlier games belong to it up to the first pause longer than PAUSE, if they share a player with the first game:
    another table may play at the same time. Solo games do not count; if the first game is one, the evening is empty.
    """
    played: list[GameSummary] = []
    rated = [game for game in games if len(game.players) > 1]
    for game in rated if rated[:1] == list(games[:1]) else []:
        if played and played[-1].moment - game.moment > PAUSE:
            break
        if not played or set(game.players) & set(played[0].players):
            played.append(game)
    winners = [[line.name for line in game.results if line.place == 1] for game in played]
    names = dict.fromkeys(name for game in played for name in game.players)
    counted = {name: sum(name in each for each in winners) for name in names}
    return Evening(
        len(played),
        dict(sorted(counted.items(), key=lambda each: -each[1])),
        _streak(winners),
    )


def _streak(winners: Sequence[Sequence[str]]) -> tuple[str, int] | None:
    if not winners or len(winners[0]) != 1:
        return None
    name = winners[0][0]
    length = next((number for number, each in enumerate(winners) if list(each) != [name]), len(winners))
    return (name, length) if length > 1 else None


@dataclass(frozen=True, slots=True)
class RaceChart:
    """The race for the points as a chart, and as a table of `rows` with each runner's figure and whether it leads.

    `numbers` are the entries after which the positions are; 0 is before the first entry.
    """

    label: Message
    chart: Chart
    runners: tuple[PlayerTag, ...]
    rows: Sequence[tuple[Message, Sequence[tuple[float, bool]]]]
    numbers: Sequence[int]

    @property
    def text(self) -> str:
        """The label as text that begins with a capital letter."""
        text = translated(self.label)
        return text[:1].upper() + text[1:]

    def place_after(self, number: int) -> float:
        """Return the horizontal position in the chart after this entry, between two known ones if there is none."""
        after = next((at for at, each in enumerate(self.numbers) if each > number), None)
        if not after:  # past the last position, or before the first
            return self.chart.places[0 if after == 0 else -1]
        one, other = self.numbers[after - 1 : after + 1]
        left, right = self.chart.places[after - 1 : after + 1]
        return round(left + (right - left) * (number - one) / (other - one), 1)


def race_chart(replay: Replay, players: Sequence[Player]) -> RaceChart | None:
    """Return the race of a game; None if it has fewer than FEWEST_STAGES positions, or only one line of points."""
    found = race(replay)
    if len(found.positions) < FEWEST_STAGES or len(found.names) < 2:
        return None
    seated = {player.seat: player for player in players}
    runners = tuple(
        PlayerTag(len(players), "", name, "") if seat not in seated else seated[seat]
        for name, seat in zip(found.names, found.seats, strict=True)
    )
    rows = [
        (
            position.stage if position.number else say("at the start"),
            [(figure, line in position.leaders) for line, figure in enumerate(position.figures)],
        )
        for position in found.positions
    ]
    return RaceChart(
        _label(found, replay.rulebook), draw(_drawing(found)), runners, rows, [each.number for each in found.positions]
    )


def _drawing(found: Race) -> Drawing:
    index = {position.number: number for number, position in enumerate(found.positions)}
    return Drawing(
        [position.figures for position in found.positions],
        [position.mark for position in found.positions],
        found.names,
        [(index[number], line) for number, line in found.changes],
        anywhere=True,
        least_on_top=found.lowest_wins,
    )


def _label(found: Race, rulebook: Rulebook[object]) -> Message:
    figures = rulebook.meta.current
    by_rounds = found.positions[-1].round
    label = (
        say("{figures}, round by round", figures=figures)
        if by_rounds
        else say("{figures}, entry by entry", figures=figures)
    )
    return say("{label}; the lowest wins", label=label) if found.lowest_wins else label


@dataclass(frozen=True, eq=False)
class Result:
    """A finished game with its `evening` (None if not shown); `player_ids` are by seat."""

    view: GameView
    players: Sequence[Player]
    score_sheet: ScoreSheetView
    evening: Evening | None = None
    player_ids: Sequence[int] = ()

    @cached_property
    def champions(self) -> Sequence[Player]:
        return [self.players[line.seat] for line in winners(self.score_sheet.standings) if line.seat is not None]

    @property
    def winner(self) -> Player | None:
        return self.champions[0] if len(self.champions) == 1 else None

    @cached_property
    def outcome(self) -> Outcome:
        rulebook = self.view.rulebook
        return Outcome(
            self.score_sheet.standings, rulebook.meta, self.champions, rulebook.headline(self.view.replay.state)
        )

    @property
    def headline(self) -> Message:
        return self.outcome.headline

    @cached_property
    def margin(self) -> Message | None:
        return margin(self.score_sheet.standings, self.view.rulebook.meta)

    @cached_property
    def when(self) -> str:
        game = self.view.game
        return when_played(game.started, game.ended) if game.dated else ""

    @cached_property
    def took(self) -> Message | None:
        return time_taken(self.view.game)

    @property
    def long(self) -> bool:
        return len(self.view.replay.steps) > FEW_PLAYS

    @cached_property
    def tally(self) -> Sequence[tuple[str, int]]:
        several = self.evening and self.evening.several and not self.view.rulebook.meta.cooperative
        return tuple(self.evening.wins.items()) if self.evening and several else ()

    @cached_property
    def people(self) -> Sequence[tuple[str, str]]:
        ids = zip(self.view.table.players, self.player_ids, strict=False)  # no links without ids
        return [(name, url_for("players.player", player_id=each)) for name, each in ids]

    @property
    def pair_url(self) -> str | None:
        ids = self.player_ids
        return url_for("players.pair", player_id=ids[0], other_id=ids[1]) if len(ids) == 2 else None

    @cached_property
    def streak(self) -> Message | None:
        if self.evening is None or self.evening.streak is None or self.view.rulebook.meta.cooperative:
            return None
        player, count = self.evening.streak
        return say("{player} has won {count} in a row.", player=player, count=count)

    @cached_property
    def story(self) -> Sequence[Highlight]:
        return story(self.view.replay)

    @property
    def tale(self) -> Highlight | None:
        """The highlight of the greatest weight."""
        return max(self.story, key=lambda moment: moment.weight, default=None)

    @cached_property
    def race(self) -> RaceChart | None:
        return race_chart(self.view.replay, self.players)

    @cached_property
    def text(self) -> str:
        """The result as plain text, for sharing."""
        game = ", ".join(filter(None, (translated(self.view.rulebook.meta.title), self.when)))
        outcome = translated(joined([part for part in (self.headline, self.margin) if part], ": "))
        lines = [game, outcome, *self._places(), *(translated(moment.message) for moment in self.story)]
        if self.tally:
            wins = ", ".join(f"{isolated(name)} {number(count)}" for name, count in self.tally)
            lines.append(translated(say("Wins this evening: {wins}", wins=wins)))
            if self.streak:
                lines.append(translated(self.streak))
        return "\n".join(lines).replace("\u00ad", "")

    @cached_property
    def opens(self) -> bool:
        """Whether the game has a finale, which reveals the score stage by stage."""
        return bool(self.view.replay.scenes)

    @cached_property
    def notes(self) -> Sequence[Message]:
        return [note.message for note in self.view.replay.sheet().notes]

    @cached_property
    def rematch(self) -> Message:
        """The label of the button for the next game, with the starting player if known and not alone."""
        sitting = self.view.rulebook.seats.sitting(self.view.table.options)
        alone = len(self.view.table.players) == 1
        if alone or sitting.rule is None or sitting.first in (StartingPlayer.DRAWN, StartingPlayer.ASKED):
            return say("Rematch")
        begins = self.winner if sitting.first is StartingPlayer.WINNER else self.players[0]
        return say("Rematch, {player} first", player=begins.name) if begins else say("Rematch")

    def _places(self) -> Iterator[str]:
        """Yield a line for each player; without points a line for each place, or only for the second of two places."""
        if self.view.rulebook.meta.cooperative:
            yield translated(listed([each.line.name for each in self.score_sheet.standings]))
            return
        if self.score_sheet.has_totals:
            yield from (
                f"{each.place}. {isolated(each.line.name)}: {self._points(each.line)}"
                for each in self.score_sheet.standings
            )
            return
        shared = groupby(self.score_sheet.standings, lambda each: each.place)
        places = [(place, tuple(each.line.name for each in standings)) for place, standings in shared]
        if len(places) == 2:
            yield translated(say("Against {players}", players=places[1][1]))
        elif len(places) > 2:
            yield from (f"{place}. {translated(listed(names))}" for place, names in places)

    def _points(self, line: Line) -> str:
        known = [(part.label, line.parts.get(part.name)) for part in self.score_sheet.parts]
        parts = [f"{translated(label)} {number(value)}" for label, value in known if value is not None]
        return number(line.total) + (f" ({', '.join(parts)})" if parts else "")


def external_result_page(error: ResultAlone) -> AnyResponse:
    """Return the page of a game imported without plays; its other URLs redirect to it."""
    game_id = str(error)
    if request.endpoint != "game.table":
        return redirect(url_for("game.table", game_id=game_id), 303)
    with service().store.reading() as db:
        game, found = service().game(db, game_id), summaries(db, [game_id])
        can_undo = changes.can_undo(db, game_id)
    summary, meta = found[0], service().rulebooks[game.rulebook].meta
    lines, result = summary.results, game.external or UNKNOWN  # lines: sorted, best first
    anonymous = {ANONYMOUS.format(number=at + 1): at for at in range(len(result.lines) - len(game.players))}
    order = [len(game.players) + anonymous[line.name] if line.seat is None else line.seat for line in lines]
    names = short_names([line.name for line in lines], NAME_WIDTH)
    tables = (
        ("categories", say("Categories"), [*result.parts.items()]),
        ("rounds", say("Rounds"), [*enumerate(result.rounds, 1)]),
    )
    standings = [Standing(line.place, Line(line.seat, line.total, name=line.name)) for line in lines]
    champions = [line for line in lines if line.place == 1]
    shown = {
        "meta": meta,
        "summary": summary,
        "status": game.status,
        "can_undo": can_undo,
        "lines": [(line, result.roles[at] if result.roles else "") for line, at in zip(lines, order, strict=True)],
        "names": [*zip([line.name for line in lines], names, strict=True)],
        "has_totals": any(line.total is not None for line in lines),
        "expansions": result.expansions,
        "starts": next((line.name for line, at in zip(lines, order, strict=True) if at == result.starts), None),
        "tables": [
            (kind, label, [(name, [points[at] for at in order]) for name, points in rows])
            for kind, label, rows in tables
            if rows
        ],
        "outcome": Outcome(standings, meta, champions),
        "when": when_played(summary.started, summary.ended),
        "took": time_taken(game),
        "evening": evening_of(service().store, game) if rights().may_view_all else None,
        "entry_key": new_entry_key(),
    }
    return show("table/external_result.html", shown)


def set_status_of_result(game_id: str, status: GameStatus) -> AnyResponse:
    """Set the status of a game without plays; raises StaleRevision."""
    changes.set_status(service(), game_id, status, sent_submission())
    if status is GameStatus.ACTIVE:
        return redirect(url_for("game.table", game_id=game_id), 303)
    return redirect(url_for("history.archive", done=game_id), 303)
