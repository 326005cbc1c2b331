"""The picture of a result: a card with winner, ranking and race, for sharing."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from flask import Blueprint, Response, abort, current_app, request
from jinja2 import TemplateNotFound

from ...core.messages import Message, joined, listed, many, say
from ...core.race import Race, race
from ...core.ranking import winners
from ...core.rulebook import COLOURS, Meta
from ...core.sheet import Line, Standing
from ...core.story import FEWEST_STAGES
from ...store.games import ResultAlone
from ...store.results import GameQuery, find, summaries
from ...store.rows import GameSummary
from ..access import devices
from ..common.card import CROWN, LEFT, MIDDLE, RIGHT, ROOM, SHADES, TICK, Card, emblem_of, sized
from ..common.language import full_date, number, translated
from ..common.page import service
from ..common.png import picture
from ..common.rights import Right, requires, rights
from ..common.type_setting import BOLD, ITALIC, REGULAR, fitted, width
from .lines import PlayerTag
from .page import GamePage, game_page
from .result import Outcome

blueprint = Blueprint("picture", __name__, url_prefix="/games/<uuid:game_id>")

WINNER = "\ufffc"
"""Replaces the winner in a headline, to find the rest of the sentence."""
MAX_ROWS, MAX_PARTS = 6, 4
"""Maximum number of rows in one column, and of parts of the score beside a name."""
ROW, LEAST_ROW = 66, 44
"""Largest and smallest height of a row, in pixels."""
CHART_TOP, CHART_BOTTOM, CHART_LEFT, CHART_RIGHT = 1012, 1128, 172, 884
ROWS_END, OWN_ROWS_END, ROWS_END_ALONE = 968, 1040, 1165
"""Lowest end of the rows above a chart, above what a title draws itself, and without both."""
MAX_MARKS = 11
"""Maximum number of labels below a chart."""
SIGN_STEP = 26
"""Vertical distance between two signs at the right edge of a chart."""
LAST_GAMES = 11
"""Maximum number of games of a cooperative group in its picture."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the ranking; `place` is None if nobody entered it, `colour` is "" without a seat."""

    place: int | None
    name: str
    colour: str
    total: float | None
    parts: tuple[float | None, ...] = ()
    first: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The facts of a finished game that its picture shows.

    `labels` are the parts of the score, `course` is the race if it is drawn, `own` the template of the title.
    `others` are games of the same cooperative group, latest first.
    """

    slug: str
    meta: Meta
    outcome: Outcome
    rows: Sequence[Row]
    dated: str | None
    venue: str | None
    labels: Sequence[Message] = ()
    course: Race | None = None
    colours: Sequence[str] = ()
    others: Sequence[bool] = ()
    page: GamePage | None = None


@blueprint.get("/result.svg", endpoint="svg", defaults={"form": "svg"})
@blueprint.get("/result.png", endpoint="png", defaults={"form": "png"})
def show(game_id: UUID, form: str) -> Response:
    return _picture(str(game_id), form)


@blueprint.get("/watch/<key>/result.png")
@requires(Right.NONE)
def preview(game_id: UUID, key: str) -> Response:
    """Return the picture for the preview of a watch link, which messengers fetch without cookies."""
    if not devices.watches(str(game_id), key):
        return devices.link_ended()
    return _picture(str(game_id), "png")


def _picture(game_id: str, form: str) -> Response:
    shade = request.args.get("shade", SHADES[0])
    if shade not in SHADES:
        abort(404)
    try:
        view = service().view(game_id)
    except ResultAlone:
        result = _external(game_id)
    else:
        if not view.replay.finished:
            abort(404)
        result = _of_page(game_page(view))
    return picture(drawn(result, shade), form, f"{result.slug.partition('~')[0]}-result")


def _of_page(page: GamePage) -> Result:
    view, sheet = page.view, page.score_sheet
    meta = view.rulebook.meta
    found = race(view.replay)
    tags: dict[int | None, PlayerTag] = {tag.seat: tag for tag in page.at_table}
    drawable = len(found.positions) >= FEWEST_STAGES and len(found.names) > 1
    parts = sheet.parts if sheet.has_totals else ()
    names = [part.name for part in parts]
    rows = [
        (each.place, each.name, each.who.colour if each.who else "", line.total, tuple(map(line.parts.get, names)))
        for each, line in zip(sheet.lines, (each.line for each in sheet.standings), strict=True)
    ]
    return Result(
        view.rulebook.slug,
        meta,
        page.result.outcome,
        _rows(rows, meta),
        view.game.dated,
        view.game.venue,
        [part.label for part in parts],
        found if drawable and not meta.cooperative else None,
        ["" if seat not in tags else tags[seat].colour for seat in found.seats],
        _others(view.rulebook.slug, view.game.people, view.game.id) if meta.cooperative else (),
        page,
    )


def _external(game_id: str) -> Result:
    with service().store.reading() as db:
        game, found = service().game(db, game_id), summaries(db, [game_id])
    summary, meta = found[0], service().rulebooks[game.rulebook].meta
    lines = summary.results
    standings = [Standing(line.place, Line(line.seat, line.total, name=line.name)) for line in lines]
    outcome = Outcome(standings, meta, [line for line in lines if line.place == 1])
    rows = _rows([(line.place, line.name, "", line.total, ()) for line in lines], meta)
    others = _others(game.rulebook, game.people, game_id) if meta.cooperative else ()
    return Result(game.rulebook, meta, outcome, rows, summary.dated, summary.venue, others=others)


def _rows(lines: Sequence[tuple[int, str, str, float | None, tuple[float | None, ...]]], meta: Meta) -> list[Row]:
    """Return the ranking. Without points, two places only tell who won, and that is in the headline."""
    told = any(line[3] is not None for line in lines) or len({line[0] for line in lines}) > 2
    coloured = len(lines) <= len(COLOURS)
    return [
        Row(place if told and place else None, name, colour if coloured else "", total, parts, place == 1)
        for place, name, colour, total, parts in lines
    ]


def _others(slug: str, people: Sequence[int], game_id: str) -> Sequence[bool]:
    """Return whether the same people won their latest games of a title, oldest first; () if the device may not know."""
    if not rights().may_view_all or not people:
        return ()
    query = GameQuery(rulebook=slug, players=tuple(people), size=len(people))
    with service().store.reading() as db:
        games = find(db, query, LAST_GAMES).games
    return [_won(each) for each in reversed(games)] if game_id in [each.id for each in games[:1]] else ()


def _won(game: GameSummary) -> bool:
    return any(line.place == 1 for line in game.results)


def drawn(result: Result, shade: str) -> str:
    """Return the picture of a result as SVG, in a shade of SHADES.

    A title's own template `picture.svg` draws its block `course` instead of the chart, if there is room for one.
    """
    outcome, title = result.outcome, translated(result.meta.heading)
    card = Card(shade, emblem=emblem_of(result.slug, result.meta.heading))
    card.label = _label(result, title)
    card.title(title)
    own, room = result.page is not None and _has_template(result.slug), False
    together = result.meta.cooperative and len(winners(outcome.standings)) in (0, len(result.rows))
    alone = not (own or result.course) and not together and len(result.rows) <= 4
    y = _headline(card, result, together, alone=alone)
    card.divider(y + 38)
    if together:
        _together(card, result, y + 62)
    elif len(result.rows) > MAX_ROWS:
        _columns(card, result.rows, y + 62)
    else:
        room = own or result.course is not None
        end = OWN_ROWS_END if own else ROWS_END if room else ROWS_END_ALONE
        room = not _ranking(card, result, y + 58, end) and room
        if room and result.course and not own:
            _chart(card, result.course, result.colours)
    card.foot(full_date(result.dated), result.venue or "")
    own = own and room
    return card.svg(_own(result.slug) if own else "card.svg", page=result.page)


def _own(slug: str) -> str:
    return f"rulebooks/{slug}/picture.svg"


def _has_template(slug: str) -> bool:
    try:
        current_app.jinja_env.get_template(_own(slug))
    except TemplateNotFound:
        return False
    return True


def _label(result: Result, title: str) -> str:
    if result.meta.cooperative:
        names = translated(listed([row.name for row in result.rows]))
        return f"{title}: {translated(result.outcome.headline)} ({names})"
    known = (f"{row.name} {number(row.total)}" if row.total is not None else row.name for row in result.rows)
    return f"{title}: {', '.join(known)}"


def _headline(card: Card, result: Result, together: bool, *, alone: bool) -> float:
    """Draw the wreath, the winner and the sentence below, larger if nothing follows; return the last base line."""
    outcome = result.outcome
    names = [(each.name, getattr(each, "colour", "")) for each in outcome.champions]
    y, scale = 318.0 if alone else 298.0, 2.2 if alone else 1.8 if len(result.rows) <= 4 else 1.6
    if outcome.won:
        centre = y + 54 * scale
        y = card.wreath(y, scale, "foil" if names or together else "soft")
        if together:
            card.path(TICK, "ink", 4.2, x=MIDDLE, y=centre + 6, scale=2.3 * scale)
        elif outcome.score is None:
            card.path(CROWN, "foil", x=MIDDLE - 100 * scale, y=y - 118 * scale, scale=scale)
        else:
            points = number(outcome.score)
            size = sized(points, 110 * scale, 69 * scale)
            card.text(MIDDLE, centre + size * 0.36, size, points)
    else:
        y += 40
    y += 17
    if together or not names:
        found = fitted(translated(outcome.headline), ROOM, 86, 62, broken=62)
        y = card.lines(MIDDLE, y + found.size * 0.88, found)
        sentence = ""
        if together:
            count = len(result.rows)
            sentence = translated(many("{count} player against the game", "{count} players against the game", count))
        return _sentence(card, y, sentence)
    y = _names(card, names, y)
    return _sentence(card, y, _rest(outcome))


def _names(card: Card, names: Sequence[tuple[str, str]], y: float) -> float:
    if len(names) == 1:
        ((name, colour),) = names
        found = fitted(name, ROOM - (56 if colour else 0), 86, 62, broken=56)
        ink = colour or "ink"
        if colour:
            sign, size = found.size / 2, found.size
            across = width(found.lines[0], size, BOLD)
            start = MIDDLE - (across + sign + size * 0.16) / 2
            card.sign(start, y + size * 0.88 - size * 0.32, sign, colour)
            card.text(start + sign + size * 0.16, y + size * 0.88, size, found.lines[0], ink, anchor="start")
            last = y + size * 0.88
            for line in found.lines[1:]:
                last += size * 1.08
                card.text(MIDDLE, last, size, line, ink)
            return last
        return card.lines(MIDDLE, y + found.size * 0.88, found, ink)
    together = translated(listed([name for name, _ in names]))
    size = sized(together, ROOM - 50 * len(names), 86)
    if len(names) == 2 and size >= 44 and all(colour for _, colour in names):
        between = together.removeprefix(names[0][0]).removesuffix(names[1][0]).strip()
        gap, sign = size * 0.16, size / 2
        pieces = [width(name, size, BOLD) + sign + gap for name, _ in names]
        middle = width(between, size * 0.6, ITALIC) + 2 * gap
        x, base = MIDDLE - (sum(pieces) + middle) / 2, y + size * 0.88
        for at, (name, colour) in enumerate(names):
            card.sign(x, base - size * 0.32, sign, colour)
            card.text(x + sign + gap, base, size, name, colour, anchor="start")
            x += pieces[at]
            if at == 0:
                card.text(x + gap, base, size * 0.6, between, "soft", anchor="start", face=ITALIC)
                x += middle
        return base
    found = fitted(together, ROOM, 86, 50, broken=50)
    return card.lines(MIDDLE, y + found.size * 0.88, found)


def _sentence(card: Card, y: float, sentence: str) -> float:
    if not sentence:
        return y
    found = fitted(sentence, ROOM, 38, 30, broken=30, face=ITALIC)
    return card.lines(MIDDLE, y + 14 + found.size * 1.1, found, "soft", face=ITALIC)


def _rest(outcome: Outcome) -> str:
    """Return the headline without the winner's name in front, and the lead.

    Only the lead is left of a usual headline with the name at another place, because the name is drawn above.
    """
    headline = outcome.headline
    values = {name: WINNER if name in ("player", "players") else value for name, value in headline.values.items()}
    text = translated(Message(headline.template, values, headline.plural))
    own = translated(headline) if outcome.own else ""
    rest = text.removeprefix(WINNER).strip() if text.startswith(WINNER) else own
    return translated(joined([each for each in (rest, outcome.lead) if each], ", "))


def _ranking(card: Card, result: Result, top: float, end: float) -> bool:
    """Draw the rows in one column; return whether they need the place of the chart."""
    rows = result.rows
    values = max((width(number(row.total), 46, BOLD) for row in rows if row.total is not None), default=0)
    placed = any(row.place for row in rows)
    signed = any(row.colour for row in rows)
    name_at = LEFT + 118 - (0 if placed else 54) - (0 if signed else 48)
    room = RIGHT - 26 - values - (20 if values else 0) - name_at
    parts = ["" for _ in rows]
    if 2 <= len(result.labels) <= MAX_PARTS and all(None not in row.parts for row in rows):
        parts = [" · ".join(map(number, row.parts)) for row in rows]
    beside = max(width(each, 28, REGULAR) for each in parts)
    label = " · ".join(map(translated, result.labels)) if beside else ""
    if any(width(row.name, 34, BOLD) > room - beside - 24 for row in rows) or width(label, 24, ITALIC) > 640:
        parts, label, beside = ["" for _ in rows], "", 0
    found = [fitted(row.name, room - (beside + 24 if beside else 0), 40, 31, broken=30) for row in rows]
    weights = [1 if len(each.lines) == 1 else 1.35 if len(each.lines) == 2 else 1.7 for each in found]
    space = end - top - (30 if label else 0)
    crowded = end < ROWS_END_ALONE and space / sum(weights) < LEAST_ROW
    if crowded:
        space += ROWS_END_ALONE - end
    tall = min(ROW if end < ROWS_END_ALONE or crowded else 84, space / sum(weights))
    y = top
    for row, name, amounts, weight in zip(rows, found, parts, weights, strict=True):
        height = tall * weight
        if row.first:
            card.box(LEFT, y, RIGHT - LEFT, height - 4, "first")
        size = min(name.size, 0.76 * tall, height / len(name.lines) * 0.72)
        middle = y + (height - 4) / 2
        if row.place:
            card.text(
                LEFT + 54, middle + size * 0.3, min(32, size * 0.8), str(row.place), "soft", anchor="end", face=REGULAR
            )
        if row.colour or (signed and not row.colour):
            sign = row.colour or "nobody"
            card.sign(name_at - 28 - size * 0.31, middle, size * 0.62, sign)
        base = middle + size * 0.36 - (len(name.lines) - 1) * size * 0.54
        for line in name.lines:
            card.text(name_at, base, size, line, row.colour or "ink", anchor="start")
            base += size * 1.08
        if row.total is not None:
            most = min(46, 0.87 * tall)
            card.text(RIGHT - 26, middle + most * 0.36, most, number(row.total), anchor="end")
        if amounts:
            card.text(RIGHT - 26 - values - 24, middle + 9, 28, amounts, "soft", anchor="end", face=REGULAR)
        y += height
    if label:
        card.text(RIGHT - 26 - values - 24, y + 20, 24, label, "soft", anchor="end", face=ITALIC)
    return crowded


def _columns(card: Card, rows: Sequence[Row], top: float) -> None:
    """Draw the rows in two columns, the first half on the left."""
    half = -(-len(rows) // 2)
    tall = min(60, (ROWS_END_ALONE - top) / half)
    across = (RIGHT - LEFT - 24) / 2
    values = max((width(number(row.total), 34, BOLD) for row in rows if row.total is not None), default=0)
    placed = any(row.place for row in rows)
    signed = any(row.colour for row in rows)
    for at, row in enumerate(rows):
        left, y = LEFT + (at // half) * (across + 24), top + (at % half) * tall
        if row.first:
            card.box(left, y, across, tall - 4, "first")
        middle = y + (tall - 4) / 2
        start = left + (58 if placed else 16)
        if row.place:
            card.text(left + 46, middle + 9, 26, str(row.place), "soft", anchor="end", face=REGULAR)
        if signed:
            card.sign(start, middle, 20, row.colour or "nobody")
            start += 30
        room = left + across - 12 - (values + 14 if values else 0) - start
        found = fitted(row.name, room, 32, 23, broken=24)
        size = min(found.size, (tall - 6) / len(found.lines) * 0.86)
        base = middle + size * 0.36 - (len(found.lines) - 1) * size * 0.52
        for line in found.lines:
            card.text(start, base, size, line, row.colour or "ink", anchor="start")
            base += size * 1.04
        if row.total is not None:
            card.text(left + across - 14, middle + 12, 34, number(row.total), anchor="end")


def _together(card: Card, result: Result, top: float) -> None:
    """Draw the players of a cooperative game, and whether they won their latest games."""
    rows, others = result.rows, result.others if len(result.others) > 1 else ()
    end = 1000 if others else 1150
    count = -(-len(rows) // 2)
    tall = min(96, (end - top) / count)
    for at, row in enumerate(rows):
        left, y = 150 + (at % 2) * 400, top + (at // 2) * tall
        card.box(left, y, 380, tall - 12, "first", radius=14)
        middle, start = y + (tall - 12) / 2, left + 28
        if row.colour:
            card.sign(start, middle, 28, row.colour)
            start += 42
        found = fitted(row.name, left + 364 - start, 44, 30, broken=30)
        size = min(found.size, (tall - 16) / len(found.lines) * 0.82)
        base = middle + size * 0.36 - (len(found.lines) - 1) * size * 0.52
        for line in found.lines:
            card.text(start, base, size, line, row.colour or "ink", anchor="start")
            base += size * 1.04
    if others:
        _last_games(card, others, translated(result.meta.heading))


def _last_games(card: Card, others: Sequence[bool], title: str) -> None:
    told = say("{won} of {games} games of {title} won", won=sum(others), games=len(others), title=title)
    found = fitted(translated(told), ROOM, 30, 26, broken=26, face=ITALIC)
    card.lines(MIDDLE, 1046 - (len(found.lines) - 1) * 14, found, "soft", face=ITALIC)
    for at, won in enumerate(others):
        x, y = MIDDLE + (at - (len(others) - 1) / 2) * 66, 1112
        circle = f"M{x - 23:g} {y}a23 23 0 1 0 46 0a23 23 0 1 0-46 0z"
        card.path(circle, "brass" if won else "soft", 0 if won else 3)
        if won:
            card.path("M-10 0l7 8L10-7", "sheet", 4.5, x=x, y=y)
        else:
            card.path("M-8-8L8 8M8-8L-8 8", "soft", 3.5, x=x, y=y)
        if at == len(others) - 1:
            card.path(f"M{x - 31:g} {y}a31 31 0 1 0 62 0a31 31 0 1 0-62 0z", "ink", 2.5)


def _chart(card: Card, found: Race, colours: Sequence[str]) -> None:
    """Draw how far each line was behind the leader, which runs along the gold line at the top."""
    positions = found.positions
    behind = [[found.behind(each, line) for each in positions] for line in range(len(found.names))]
    most = max(max(line) for line in behind) or 1
    places = [CHART_LEFT + (CHART_RIGHT - CHART_LEFT) * at / (len(positions) - 1) for at in range(len(positions))]
    heights = [[CHART_TOP + (CHART_BOTTOM - 6 - CHART_TOP) * each / most for each in line] for line in behind]
    label = say("how far behind the leader, round by round") if found.by_rounds else say("how far behind the leader")
    if found.lowest_wins:
        label = say("how far behind; the lowest score wins")
    card.text(CHART_LEFT - 16, CHART_TOP - 18, 26, translated(label), "soft", anchor="start", face=ITALIC)
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (len(places) - 1) // each < MAX_MARKS)
    for at in range(0, len(places), step):
        card.path(f"M{places[at]:.1f} {CHART_TOP}V{CHART_BOTTOM}", "rule", 1.5)
        mark = positions[at].mark if at or positions[0].number else "0"
        card.text(places[at], CHART_BOTTOM + 32, 26, mark, "soft", face=REGULAR)
    card.path(f"M{CHART_LEFT} {CHART_TOP}H{CHART_RIGHT}", "foil", 2)
    order = sorted(range(len(behind)), key=lambda line: -heights[line][-1])
    for line in order:
        points = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(places, heights[line], strict=True))
        first = line in positions[-1].leaders
        card.path(points, "paper", 11 if first else 8)
        card.path(points, colours[line] or "nobody", 6.5 if first else 3.5)
    _signs(card, places, heights, colours)


def _signs(card: Card, places: Sequence[float], heights: Sequence[Sequence[float]], colours: Sequence[str]) -> None:
    """Draw the sign of each line at its end, and once on its way where no other line is near."""
    order = sorted(range(len(heights)), key=lambda line: heights[line][-1])
    middle = sum(heights[line][-1] for line in order) / len(order)
    top = min(
        max(CHART_TOP - 12, middle - SIGN_STEP * (len(order) - 1) / 2), CHART_BOTTOM + 12 - SIGN_STEP * (len(order) - 1)
    )
    y = top - SIGN_STEP
    for line in order:
        y = max(
            y + SIGN_STEP, min(heights[line][-1], CHART_BOTTOM + 12 - SIGN_STEP * (len(order) - 1 - order.index(line)))
        )
        colour = colours[line] or "nobody"
        if abs(y - heights[line][-1]) > 4:
            card.path(f"M{CHART_RIGHT + 6} {heights[line][-1]:.1f}L{CHART_RIGHT + 24} {y:.1f}", colour, 2)
        card.sign(CHART_RIGHT + 29, y, 22, colour)
        free = [
            (min(abs(heights[other][at] - heights[line][at]) for other in order if other != line), at)
            for at in range(1, len(places) - 1)
        ]
        apart, at = max(free, default=(0, 0))
        if apart >= 24:
            card.path(f"M{places[at] - 12:.1f} {heights[line][at]:.1f}a12 12 0 1 0 24 0a12 12 0 1 0-24 0z", "paper")
            card.sign(places[at] - 8.5, heights[line][at], 17, colour)
