"""The page that edits an imported result: players with ranks and points, date and time, place and note."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import minutes_between
from ...core.fields import BOUND, small_number
from ...core.messages import Message, say
from ...core.names import hidden_fault, name_fault
from ...store import changes
from ...store.changes import NothingToUndo
from ...store.games import ANONYMOUS, GameNotActive, StaleRevision, result_alone
from ...store.people import CannotRename
from ...store.results import latest_places
from ...store.results_in import minutes_after, ranked, read_moment, read_points
from ...store.rows import GameStatus, StoredGame
from ..access.rights import Right, requires
from ..common.errors import SHELVED
from ..common.language import number, translated
from ..common.page import service, show
from ..forms.fixed import FixedForm, Text, clean_note, clean_place, note_fault, place_fault
from ..forms.submission import new_entry_key, sent_submission
from .lines import Link

blueprint = Blueprint("edit_result", __name__, url_prefix="/games/<uuid:game_id>/result")

SPARE = 2
"""Number of empty lines offered for more players."""
PLACES = 8
"""Maximum number of recent places offered."""
CHANGED = say("Not saved: this result was changed in the meantime. It is shown below as it is now.")
TWICE = say("This name is here twice.")
NO_PLAYER = say("A game needs a player.")
NO_POINTS = say("Points are a number, such as 12, 7.5 or -3, or a sum such as 12+9.")
NO_RANK = say("A rank is a number from 1 to {most}; leave it empty if it is unknown.", most=99)
NO_WINNER = say("Somebody needs rank 1, or all ranks are empty.")
NO_DATE = say("Write the date as 2026-03-25, 25.03.2026 or 3/25/2026, and the time as 20:15 or 8:15 PM.")
NO_MINUTES = say("The duration is a number of minutes, and needs a date.")


class ResultForm(FixedForm):
    """The fields of a result that has one of each."""

    date = Text(clean=str.strip)
    time = Text(clean=str.strip)
    minutes = Text(clean=str.strip)
    venue = Text(clean=clean_place, check=place_fault)
    note = Text(clean=clean_note, check=note_fault)

    def __init__(self, stored: Mapping[str, str] | None = None) -> None:
        """Fill the form from `stored` values, or from the request."""
        super().__init__()
        if stored:
            self.process(data=stored)


@dataclass
class Row:
    """A player as typed; `anonymous` is the number of a person without a name (0: not one of these)."""

    name: str = ""
    rank: str = ""
    points: str = ""
    anonymous: int = 0
    faults: dict[str, Message] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The label of a person without a name; "" for a player."""
        return ANONYMOUS.format(number=self.anonymous) if self.anonymous else ""


@blueprint.get("")
@requires(Right.PAIRED)
def edit(game_id: UUID) -> AnyResponse:
    """Show the form with the stored result."""
    game = _stored(game_id)
    if game.status is not GameStatus.ACTIVE:
        return redirect(url_for("game.table", game_id=game.id), 303)
    return _stored_page(game)


@blueprint.post("")
def save(game_id: UUID) -> AnyResponse:
    """Save the result; errors appear beside the fields."""
    game, submission, form = _stored(game_id), sent_submission(), ResultForm()
    rows = [
        Row(
            clean_place(request.form.get(f"name-{at}", "")),
            request.form.get(f"rank-{at}", "").strip(),
            request.form.get(f"points-{at}", "").strip(),
            row.anonymous,
        )
        for at, row in enumerate(_rows(game))
    ]
    is_valid = form.validate()
    names, lines = _read_rows(game, rows)
    started, ended = _read_times(game, form)
    if not is_valid or form.errors or any(row.faults for row in rows):
        return _edit_page(game, form, rows, 422)
    about = {
        "venue": game.venue if form.venue.data == clean_place(game.venue or "") else form.venue.data or None,
        "note": game.note if form.note.data == clean_note(game.note or "") else form.note.data or None,
    }
    result = result_alone(game.id, game.rulebook, names, lines, started, ended, **about)
    return _changed(game_id, lambda: changes.set_result(service(), game.id, result, submission))


@blueprint.post("/undo")
def undo(game_id: UUID) -> AnyResponse:
    """Undo the last change of the result."""
    game, submission = _stored(game_id), sent_submission()
    return _changed(game_id, lambda: changes.undo(service(), game.id, submission))


def _changed(game_id: UUID, change: Callable[[], None]) -> AnyResponse:
    """Return the redirect to the changed result, or the page with the stored one if the change is refused."""
    try:
        change()
    except (StaleRevision, NothingToUndo):
        return _stored_page(_stored(game_id), 409, CHANGED)
    except GameNotActive:
        return _stored_page(_stored(game_id), 409, SHELVED)
    except CannotRename as refused:
        return _stored_page(_stored(game_id), 409, refused.message)
    return redirect(url_for("game.table", game_id=game_id), 303)


def _stored(game_id: UUID) -> StoredGame:
    """Return an imported result; abort with 404 for a game with plays."""
    with service().store.reading() as db:
        game = service().game(db, str(game_id))
    return abort(404) if game.external_result is None else game


def _times(game: StoredGame) -> dict[str, str]:
    """Return date, time and duration as shown in the form."""
    taken = minutes_between(game.started, game.ended)
    day, _, clock = (game.dated or "").partition("T")
    return {"date": day, "time": clock[:5], "minutes": "" if taken is None else str(taken)}


def _rows(game: StoredGame) -> list[Row]:
    """Return the stored players, and SPARE empty rows."""
    lines = json.loads(game.external_result or "[]")
    rows = [
        Row(
            game.players[at] if at < len(game.players) else "",
            str(rank) if rank else "",
            "" if total is None else number(total),
            max(at - len(game.players) + 1, 0),
        )
        for at, (rank, total) in enumerate(lines)
    ]
    return rows + [Row() for _ in range(SPARE)]


def _read_rows(game: StoredGame, rows: Sequence[Row]) -> tuple[tuple[str, ...], list[tuple[int, float | None]]]:
    """Return the names and the lines (rank and points) of a result; put faults into the rows."""
    meta, stored = service().rulebooks[game.rulebook].meta, _rows(game)
    kept = [(row, before) for row, before in zip(rows, stored, strict=True) if row.name or row.anonymous]
    kept.sort(key=lambda each: not each[0].name)  # people without a name come last
    for row, before in zip(rows, stored, strict=True):
        if not (row.name or before.name or row.anonymous) and (row.rank or row.points):
            row.faults["name"] = say("A player needs a name.")
    met: set[str] = set()
    for row, before in kept:
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
    if not any(row.name for row, _ in kept):
        rows[0].faults["name"] = NO_PLAYER
    totals = [read_points(row.points) for row, _ in kept]
    ranks = [small_number(row.rank, 99) or 0 for row, _ in kept]
    if meta.cooperative:
        ranks = [int("won" in request.form)] * len(kept)
    elif any(ranks) and 1 not in ranks and len(ranks) > 1:
        next(row for row, _ in kept if row.rank).faults.setdefault("rank", NO_WINNER)
    elif not all(ranks) and [*rows] != stored:
        ranks = ranked([rank == 1 for rank in ranks], ranks, totals, lowest=meta.lowest_wins)
    return tuple(row.name for row, _ in kept if row.name), [*zip(ranks, totals, strict=True)]


def _read_times(game: StoredGame, form: ResultForm) -> tuple[str | None, str | None]:
    """Return the start and the end of a game, unchanged if nothing else was typed; add errors to the form."""
    typed = {name: form[name].data for name in ("date", "time", "minutes")}
    if typed == _times(game):
        return game.started, game.ended
    started = read_moment(f"{typed['date']} {typed['time']}") if typed["date"] else None
    minutes = small_number(typed["minutes"], BOUND) if typed["minutes"] else 0
    if started is None and (typed["date"] or typed["time"]):
        form.date.errors = [translated(NO_DATE)]
    elif minutes is None or (minutes and started is None):
        form.minutes.errors = [translated(NO_MINUTES)]
    return started, minutes_after(started, minutes) if minutes else None


def _stored_page(game: StoredGame, status: int = 200, notice: Message | None = None) -> Response:
    stored = {**_times(game), "venue": game.venue or "", "note": game.note or ""}
    return _edit_page(game, ResultForm(stored), _rows(game), status, notice)


def _edit_page(
    game: StoredGame, form: ResultForm, rows: Sequence[Row], status: int = 200, notice: Message | None = None
) -> Response:
    meta = service().rulebooks[game.rulebook].meta
    with service().store.reading() as db:
        places = latest_places(db, PLACES)
    shown = {
        "meta": meta,
        "game": game,
        "rows": rows,
        "won": "won" in request.form if status == 422 else any(row.rank == "1" for row in rows),
        "form": form,
        "places": places,
        "notice": notice,
        "entry_key": new_entry_key(),
        "up": Link(url_for("game.table", game_id=game.id), meta.title),
    }
    return show("table/edit_result.html", shown, status)
