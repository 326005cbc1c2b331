"""The end of an evening: its games of all titles, and the wins of each player, as a page and as a picture to share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from uuid import UUID

from flask import Blueprint, Response, abort, request, url_for

from ...core.durations import PAUSE, duration, has_time
from ...core.messages import Message, isolated, joined, many, say
from ...core.messages import listed as as_list
from ...store.results import in_evening
from ...store.rows import GameStatus, StoredGame
from ..common.card import CROWN, LEFT, MIDDLE, RIGHT, ROOM, SHADES, TICK, Card, emblem_of, emblem_of_app, sized
from ..common.language import clock, full_date, number, translated
from ..common.page import Link, service, show
from ..common.png import picture
from ..common.rights import Right, requires
from ..common.type_setting import BOLD, ITALIC, Fitted, clean, fitted, width
from .home import ListedGame, listed

blueprint = Blueprint("evening", __name__, url_prefix="/games/<uuid:game_id>")

MAX_GAMES = 100
"""Maximum number of games in an evening."""
FIRST_HOUR, LAST_HOUR = 17, 5
"""An evening whose last game starts between these hours is called "tonight", at other hours "today"."""
ROWS, ROWS_END, LAST = 424, 850, 1168
"""Top of the rows in a picture, their lowest end, and the lowest end of everything above the foot, in pixels."""
ONE_COLUMN, MAX_ROWS = 6, 20
"""Maximum number of games in one column of a picture, and in two."""
MAX_LEADERS = 4
"""Maximum number of players named below the wreath."""
DETAILS = 64
"""Least height of a row with details below the title, in pixels."""
LEAST_WREATH = 0.45
"""Smallest scale of a wreath."""
LIST_HEIGHT, LIST_SIZE = 120, 32
"""Height of the list of all players, if there are few of them, and its largest font size, in pixels."""


@dataclass(frozen=True)
class EveningGame(ListedGame):
    """A game of an evening. `seconds` is its duration, None if unknown; only `rated` games count as wins."""

    seconds: int | None = None
    rated: bool = False

    @property
    def took(self) -> Message | None:
        return duration(self.seconds) if self.seconds else None

    @property
    def at(self) -> str:
        return clock(self.summary.started)

    @property
    def alone(self) -> bool:
        return len(self.summary.results) == 1

    @property
    def together(self) -> bool:
        """Whether everybody won or lost together."""
        return not self.winners and bool(self.meta and self.meta.cooperative)

    @property
    def details(self) -> Message:
        """The title, the players not named in the outcome, and the duration."""
        others = [line.name for line in self.summary.results if line.place != 1 or not self.winners]
        parts = (self.name, joined(others, ", ") if others else None, self.took)
        return joined([each for each in parts if each], " · ")


@dataclass(frozen=True)
class Evening:
    """The games of an evening, first to last, at the time `now`."""

    games: Sequence[EveningGame]
    now: datetime

    @cached_property
    def wins(self) -> Mapping[str, int]:
        """The number of wins of each player, most first; a shared win counts for each winner."""
        names = dict.fromkeys(name for game in self.games for name in game.summary.players)
        won = [line.name for game in self.rated for line in game.summary.results if line.place == 1]
        return dict(sorted(((name, won.count(name)) for name in names), key=lambda each: -each[1]))

    @property
    def rated(self) -> Sequence[EveningGame]:
        return [game for game in self.games if game.rated]

    @property
    def leaders(self) -> Sequence[str]:
        """The players with the most wins; none if nobody won."""
        most = max(self.wins.values(), default=0)
        return [name for name, wins in self.wins.items() if wins == most > 0]

    @property
    def day(self) -> str:
        return full_date(self.games[0].summary.dated)

    @property
    def heading(self) -> Message:
        """The number of games, and "tonight" or "today" if the last game is recent."""
        count, moment = len(self.games), self.games[-1].summary.moment
        if self.now - datetime.fromtimestamp(moment, self.now.tzinfo) > timedelta(seconds=2 * PAUSE):
            return many("{count} game", "{count} games", count)
        hour = datetime.fromisoformat(self.games[-1].summary.dated or "").hour
        if LAST_HOUR <= hour < FIRST_HOUR:
            return many("Today: {count} game", "Today: {count} games", count)
        return many("Tonight: {count} game", "Tonight: {count} games", count)

    @property
    def won(self) -> int:
        """The most wins of a player or, in an evening of only cooperative games, the number of games won."""
        if self.leaders:
            return self.wins[self.leaders[0]]
        return sum(game.won for game in self.games) if all(game.together for game in self.games) else 0

    @property
    def sentence(self) -> Message:
        """The number of wins of the leaders, or of the table."""
        count = self.won
        if not self.leaders:
            return say("{won} of {games} won", won=count, games=len(self.games))
        if len(self.leaders) == 1:
            return many("{count} win", "{count} wins", count)
        return many("{count} win each", "{count} wins each", count)

    @property
    def time(self) -> Message | None:
        """The time in which at least one game was played; None unless the duration of each game is known."""
        total, until = 0, 0
        for game in self.games:
            if game.seconds is None:
                return None
            start = game.summary.moment - (0 if game.summary.started else game.seconds)
            end = start + game.seconds
            total, until = total + max(0, end - max(start, until)), max(end, until)
        return duration(total) if total else None

    @property
    def venue(self) -> str:
        """The location, if all games have the same one."""
        venues = {game.summary.venue for game in self.games}
        return (venues.pop() or "") if len(venues) == 1 else ""

    @property
    def text(self) -> str:
        """The evening as plain text, for sharing."""
        lines = [", ".join([translated(self.heading), self.day])]
        for game in self.games:
            points = "" if game.points is None else f" {number(game.points)}"
            lines.append(f"{translated(game.name)}: {translated(game.outcome)}{points}")
        if self.leaders:
            wins = ", ".join(f"{isolated(name)} {number(count)}" for name, count in self.wins.items())
            lines.append(translated(say("Wins this evening: {wins}", wins=wins)))
        return "\n".join(lines).replace("\u00ad", "")


@blueprint.get("/evening")
@requires(Right.VIEW)
def evening(game_id: UUID) -> Response:
    shown = {"evening": _evening(str(game_id)), "game_id": game_id}
    return show("history/evening.html", shown | {"up": Link(url_for("game.table", game_id=game_id), say("The result"))})


@blueprint.get("/evening.svg", endpoint="svg", defaults={"form": "svg"})
@blueprint.get("/evening.png", endpoint="png", defaults={"form": "png"})
@requires(Right.VIEW)
def drawing(game_id: UUID, form: str) -> Response:
    shade = request.args.get("shade", SHADES[0])
    if shade not in SHADES:
        abort(404)
    return picture(drawn(_evening(str(game_id)), shade), form, "evening")


def _evening(game_id: str) -> Evening:
    """Return the evening of a finished game; aborts with 404 if the game does not count or has no time of day."""
    with service().store.reading() as db:
        game: StoredGame = service().game(db, game_id)
        counts = game.finished and game.status is GameStatus.ACTIVE
        if not (counts and game.dated is not None and has_time(game.dated)):
            abort(404)
        found = in_evening(db, game, PAUSE, MAX_GAMES)
    games = [
        EveningGame(each.summary, each.meta, seconds=seconds, rated=rated)
        for each, (_, seconds, rated) in zip(listed(summary for summary, *_ in found), found, strict=True)
    ]
    return Evening(games, service().clock())


def drawn(evening: Evening, shade: str) -> str:
    """Return the picture of an evening as SVG, in a shade of SHADES."""
    card = Card(shade, emblem=emblem_of_app())
    card.label = f"{evening.day}: {translated(evening.heading)}"
    card.title(evening.day)
    found = fitted(translated(evening.heading), ROOM, 84, 60, broken=60)
    card.lines(MIDDLE, 346, found)
    card.divider(388)
    y = _games(card, evening.games)
    wins = [(name, number(count) if evening.leaders else "") for name, count in evening.wins.items()]
    time = translated(say("{time} at the table", time=evening.time)) if evening.time else ""
    last = LAST - (34 if width(f"{evening.venue} · {time}", 26, ITALIC) > ROOM - 34 else 0)
    size, lines = _flow(wins, LIST_HEIGHT if len(wins) <= 8 else 190)
    below = last - len(lines) * size * 1.3
    if evening.won:
        _leaders(card, evening, y, below - 8)
    else:
        below = y + (below - y) / 2
    for at, line in enumerate(lines):
        _line(card, line, below + (at + 1) * size * 1.3 - size * 0.3, size)
    card.foot(evening.venue, time)
    return card.svg()


def _games(card: Card, games: Sequence[EveningGame]) -> float:
    """Draw a row for each game; return the lower end."""
    shown = games if len(games) <= MAX_ROWS else games[: MAX_ROWS - 1]
    count = len(shown) + (len(shown) < len(games))
    columns = 1 if count <= ONE_COLUMN else 2
    rows = -(-count // columns)
    tall = min(124, (ROWS_END - ROWS) / max(rows, 3))
    across = (RIGHT - LEFT - 24) / 2 if columns == 2 else RIGHT - LEFT
    for at, game in enumerate(shown):
        x, y = LEFT + (at // rows) * (across + 24), ROWS + (at % rows) * tall
        gap = min(12, tall * 0.12)
        card.box(x, y, across, tall - gap, "sheet", radius=14, rim="rule")
        _game(card, game, x, y, across, tall - gap)
    if len(shown) < len(games):
        left = many("and {count} more", "and {count} more", len(games) - len(shown))
        middle = ROWS + (rows - 1) * tall + tall / 2
        card.text(LEFT + 24 + across * 1.5, middle + 8, 26, translated(left), "soft", face=ITALIC)
    return ROWS + rows * tall


def _game(card: Card, game: EveningGame, x: float, y: float, across: float, height: float) -> None:
    """Draw a game in a box: emblem, title and duration at the left, winners and points at the right."""
    middle, narrow = y + height / 2, across < 500
    tile = min(88, height - (8 if height < 70 else 20))
    card.tile(x + (height - tile) / 2, middle - tile / 2, tile, emblem_of(game.summary.rulebook, game.name))
    left, right = x + tile + (height - tile) / 2 + (12 if narrow else 24), x + across - (14 if narrow else 26)
    most = min(46, height * 0.44)
    if game.points is not None:
        points, most = number(game.points), sized(number(game.points), across / 4, most)
        card.text(right, middle + most * 0.36, most, points, anchor="end")
        right -= width(points, most, BOLD) + most * 0.5
    elif game.won:
        scale = most / 72
        if game.together:
            card.path(TICK, "brass", 7, x=right - 36 * scale, y=middle, scale=scale * 1.7)
        else:
            card.path(CROWN, "brass", x=right - 136 * scale, y=middle - 55 * scale, scale=scale)
        right -= 72 * scale + most * 0.3
    room = right - left
    title, outcome = translated(game.name), translated(game.outcome)
    if narrow:
        one, two = (_fitted(text, room, min(28, height * 0.4), 18) for text in (title, outcome))
        _block(card, [(one, "ink", BOLD), (two, "soft", BOLD)], left, middle, height, "start")
        return
    most = 0.36 if height >= DETAILS else 0.5  # of the height
    half = max(room * 0.36, room - width(outcome, 38, BOLD) - 24)
    texts = [(_fitted(title, half, min(38, height * most), 26), "ink", BOLD)]
    two = _fitted(outcome, room - half - 24, min(38, height * max(0.42, most)), 28)
    lowest = game.meta and game.meta.lowest_wins and game.points is not None and not game.alone
    details = [each for each in (game.took, say("lowest score wins") if lowest else None) if each]
    if details and height >= DETAILS:
        below = translated(joined(details, ", "))
        texts.append((_fitted(below, half, min(30, height * 0.27), 20, ITALIC), "soft", ITALIC))
    _block(card, texts, left, middle, height, "start")
    _block(card, [(two, "soft" if not game.won else "ink", BOLD)], right, middle, height, "end")


def _fitted(text: str, room: float, most: float, least: float, face: str = BOLD) -> Fitted:
    least = min(least, most)
    return fitted(text, room, most, least, broken=least, face=face)


def _block(
    card: Card, parts: Sequence[tuple[Fitted, str, str]], x: float, middle: float, height: float, anchor: str
) -> None:
    """Draw texts below each other, vertically centred at `middle`; they shrink if they are higher than `height`."""
    total = sum(each.size * 1.12 * len(each.lines) for each, _, _ in parts)
    scale = min(1, (height - 4) / total)
    y = middle - total * scale / 2
    for found, ink, face in parts:
        size = found.size * scale
        for line in found.lines:
            y += size * 1.12
            card.text(x, y - size * 0.3, size, line, ink, anchor=anchor, face=face)


def _leaders(card: Card, evening: Evening, top: float, end: float) -> None:
    """Draw a wreath with the most wins, if there is room for one, and the players with that many wins."""
    leaders = evening.leaders
    names = as_list(leaders) if leaders else say("Won together")
    if len(leaders) > MAX_LEADERS:
        names = many("{count} player", "{count} players", len(leaders))
    found = fitted(translated(names), ROOM, 78, 54, broken=48)
    tall = found.size * 1.08 * len(found.lines) + 48
    scale = min(1.9, (end - top - 36 - tall) / 118)
    y = top + 16 + max(0, end - top - 36 - tall - 118 * max(0, scale)) / 2
    if scale >= LEAST_WREATH:
        y = card.wreath(y, scale)
        wins = number(evening.won)
        size = sized(wins, 90 * scale, 69 * scale)
        card.text(MIDDLE, y - 59 * scale + size * 0.36, size, wins)
        y += 4
    size = min(found.size, max(24, (end - y - 48) / 1.08 / len(found.lines)))
    y = card.lines(MIDDLE, y + size * 0.9, Fitted(size, found.lines))
    card.text(MIDDLE, y + 42, 34, translated(evening.sentence), "soft", face=ITALIC)


def _flow(parts: Sequence[tuple[str, str]], height: float) -> tuple[float, list[list[tuple[str, str]]]]:
    """Return the largest font size with which names with numbers fit in lines of this height, and the lines."""
    for size in range(LIST_SIZE, 9, -1):
        lines: list[list[tuple[str, str]]] = []
        used = 0.0
        for part in parts:
            across = _across(part, size)
            if not lines or used + size + across > ROOM + 60:
                lines.append([])
                used = -size
            lines[-1].append(part)
            used += size + across
        if len(lines) * size * 1.3 <= height and all(_across(part, size) <= ROOM + 60 for part in parts):
            break
    return size, lines


def _across(part: tuple[str, str], size: float) -> float:
    name, wins = part
    return width(clean(name), size, BOLD) + (width(wins, size, BOLD) + size * 0.35 if wins else 0)


def _line(card: Card, parts: Sequence[tuple[str, str]], y: float, size: float) -> None:
    x = MIDDLE - (sum(_across(each, size) for each in parts) + size * (len(parts) - 1)) / 2
    for name, wins in parts:
        card.text(x, y, size, name, "soft", anchor="start")
        if wins:
            card.text(x + _across((name, wins), size), y, size, wins, anchor="end")
        x += _across((name, wins), size) + size
