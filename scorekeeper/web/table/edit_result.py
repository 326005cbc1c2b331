"""The page that edits an imported result: players with places and points, date and time, location and note."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import seconds_between
from ...core.fields import BOUND, small_number
from ...core.messages import Message, say
from ...core.names import hidden_fault, name_fault
from ...core.rulebook import MAX_PLAYERS
from ...store import changes
from ...store.changes import NothingToUndo
from ...store.external import UNKNOWN, ExternalResult
from ...store.games import ANONYMOUS, NotSaved, StaleRevision, result_alone
from ...store.importing import ranked
from ...store.readers.values import read_points
from ...store.results import latest_places
from ...store.rows import GameStatus, StoredGame
from ..common.language import number
from ..common.page import Link, service, show
from ..common.rights import Right, requires
from ..forms.fixed import PLACES, DetailsForm, details_of, one_line
from ..forms.submission import new_entry_key, sent_submission

blueprint = Blueprint("edit_result", __name__, url_prefix="/games/<uuid:game_id>/result")

SPARE = 2
"""Number of empty lines offered for more players."""
CHANGED = say("Not saved: this result was changed in the meantime. The current version is below.")
TWICE = say("This name is here twice.")
NO_PLAYER = say("A game needs a player.")
NO_POINTS = say("Points are a number, such as 12, 7.5 or -3, or a sum such as 12+9.")
NO_RANK = say("A place is a number from 1 to {most}; leave it empty if it is unknown.", most=99)
NO_SEAT = say("A seat is a number from 1 to {most}; leave it empty if it is unknown.", most=MAX_PLAYERS)
SEAT_TWICE = say("This seat is here twice.")
SOME_SEATS = say("Give every player a seat, or only the starting player (seat 1), or nobody.")
NO_WINNER = say("One player needs place 1, or all places are empty.")


@dataclass
class ResultRow:
    """A player as typed; `anonymous` is the number of a person without a name, or 0 for a named player.

    `rank` is the place; a cooperative title uses `won` instead.
    """

    name: str = ""
    rank: str = ""
    won: bool = False
    points: str = ""
    seat: str = ""
    anonymous: int = 0
    faults: dict[str, Message] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return ANONYMOUS.format(number=self.anonymous) if self.anonymous else ""


@blueprint.get("")
@requires(Right.PAIRED)
def edit(game_id: UUID) -> AnyResponse:
    game = _stored(game_id)
    if game.status is not GameStatus.ACTIVE:
        return redirect(url_for("game.table", game_id=game.id), 303)
    return _stored_page(game)


@blueprint.post("")
def save(game_id: UUID) -> AnyResponse:
    game, submission, form = _stored(game_id), sent_submission(), DetailsForm()
    rows = [
        ResultRow(
            one_line(request.form.get(f"name-{at}", "")),
            request.form.get(f"rank-{at}", "").strip(),
            f"won-{at}" in request.form,
            request.form.get(f"points-{at}", "").strip(),
            request.form.get(f"seat-{at}", "").strip(),
            row.anonymous,
        )
        for at, row in enumerate(_rows(game))
    ]
    is_valid = form.validate()
    names, found = _read_rows(game, rows)
    started, ended = form.times(game, service().clock())
    if not is_valid or form.errors or any(row.faults for row in rows):
        return _edit_page(game, form, rows, 422)
    about = form.about(game.about)
    minutes = None if seconds_between(started, ended) else small_number(form.minutes.data, BOUND) or None
    found = replace(found, minutes=minutes)
    result = result_alone(game.id, game.rulebook, names, found, started, ended, about.venue, about.note)
    return _changed(game_id, lambda: changes.set_result(service(), game.id, result, submission))


@blueprint.post("/undo")
def undo(game_id: UUID) -> AnyResponse:
    game, submission = _stored(game_id), sent_submission()
    return _changed(game_id, lambda: changes.undo(service(), game.id, submission))


def _changed(game_id: UUID, change: Callable[[], object]) -> AnyResponse:
    try:
        change()
    except NotSaved as reason:
        changed = isinstance(reason, StaleRevision | NothingToUndo)
        return _stored_page(_stored(game_id), 409, CHANGED if changed else reason.message)
    return redirect(url_for("game.table", game_id=game_id), 303)


def _stored(game_id: UUID) -> StoredGame:
    """Return an imported result; abort with 404 for a game with plays."""
    with service().store.reading() as db:
        game = service().game(db, str(game_id))
    return abort(404) if game.external_result is None else game


def _rows(game: StoredGame) -> list[ResultRow]:
    """Return the stored players, and SPARE empty rows."""
    players, result = len(game.players), game.external or UNKNOWN
    cooperative = service().rulebooks[game.rulebook].meta.cooperative
    seats = [None if seat is None else seat + 1 for seat in result.seats(players)]
    rows = [
        ResultRow(
            game.players[at] if at < players else "",
            str(rank) if rank and not cooperative else "",
            cooperative and rank == 1,
            "" if total is None else number(total),
            str(seats[at] or "") if at < players else "",
            max(at - players + 1, 0),
        )
        for at, (rank, total) in enumerate(result.lines)
    ]
    return rows + [ResultRow() for _ in range(SPARE)]


def _read_rows(game: StoredGame, rows: Sequence[ResultRow]) -> tuple[tuple[str, ...], ExternalResult]:
    """Return the names and the result in the rows; add faults to the rows."""
    meta, stored, result = service().rulebooks[game.rulebook].meta, _rows(game), game.external or UNKNOWN
    pairs = [*zip(rows, stored, strict=True)]
    kept = [at for at, row in enumerate(rows) if row.name or row.anonymous]
    kept.sort(key=lambda at: not rows[at].name)  # people without a name come last
    for row, before in pairs:
        result_typed = row.rank or row.won or row.points or row.seat
        typed = row.seat if row.anonymous else not before.name and result_typed
        if typed and not row.name:
            row.faults["name"] = say("A player needs a name.")
    met: set[str] = set()
    for row, before in (pairs[at] for at in kept):
        if row.name and row.name != before.name:
            fault = name_fault(row.name) or hidden_fault(row.name)
            row.faults |= {"name": fault} if fault else {}
        if row.name and row.name.casefold() in met:
            row.faults["name"] = TWICE
        met.add(row.name.casefold())
        if row.points and read_points(row.points) is None:
            row.faults["points"] = NO_POINTS
        if row.rank and not small_number(row.rank, 99):
            row.faults["rank"] = NO_RANK
    named = [at for at in kept if rows[at].name]
    if not named:
        rows[0].faults["name"] = NO_PLAYER
    seats: dict[str, Any] = {}
    if any(
        row.seat != before.seat or (before.seat and not all(rows[at].seat for at in named)) for row, before in pairs
    ):
        numbers = _read_seats([rows[at] for at in named])
        known = 0 not in numbers
        if known:
            kept[: len(named)] = [at for _, at in sorted(zip(numbers, named, strict=True))]
        starts = kept.index(named[numbers.index(1)]) if 1 in numbers else None
        seats = {"seats_known": known, "starts": starts}
    totals = [read_points(rows[at].points) for at in kept]
    ranks = [small_number(rows[at].rank, 99) or 0 for at in kept]
    if meta.cooperative:
        won = [rows[at].won for at in kept]
        is_partly = any(won) and not all(won)  # such as the winning team of a game of clues
        ranks = ranked(won, ranks, totals, lowest=meta.lowest_wins) if is_partly else [int(each) for each in won]
    elif any(ranks) and 1 not in ranks and len(ranks) > 1:
        next(rows[at] for at in kept if rows[at].rank).faults.setdefault("rank", NO_WINNER)
    elif not all(ranks) and any(replace(row, seat=before.seat) != before for row, before in pairs):
        ranks = ranked([rank == 1 for rank in ranks], ranks, totals, lowest=meta.lowest_wins)
    moved = [at if at < len(result.lines) else None for at in kept]
    names = tuple(rows[at].name for at in kept if rows[at].name)
    return names, result.rearranged([*zip(ranks, totals, strict=True)], moved, **seats)


def _read_seats(rows: Sequence[ResultRow]) -> list[int]:
    """Return the players' seats from 1, or 0 if unknown: all, only the first, or none. Add faults to the rows."""
    numbers = [small_number(row.seat, MAX_PLAYERS) or 0 for row in rows]
    for row, seat in zip(rows, numbers, strict=True):
        if row.seat and not seat:
            row.faults["seat"] = NO_SEAT
        elif seat and numbers.count(seat) > 1:
            row.faults["seat"] = SEAT_TWICE
        elif not seat and any(other > 1 for other in numbers):
            row.faults["seat"] = SOME_SEATS
    return numbers


def _stored_page(game: StoredGame, status: int = 200, notice: Message | None = None) -> Response:
    form = DetailsForm()
    form.process(data=details_of(game))  # also after a refused POST
    return _edit_page(game, form, _rows(game), status, notice)


def _edit_page(
    game: StoredGame, form: DetailsForm, rows: Sequence[ResultRow], status: int = 200, notice: Message | None = None
) -> Response:
    meta = service().rulebooks[game.rulebook].meta
    with service().store.reading() as db:
        places = latest_places(db, PLACES)
    shown = {
        "meta": meta,
        "game": game,
        "rows": rows,
        "form": form,
        "places": places,
        "notice": notice,
        "entry_key": new_entry_key(),
        "up": Link(url_for("game.table", game_id=game.id), meta.title),
    }
    return show("table/edit_result.html", shown, status)
