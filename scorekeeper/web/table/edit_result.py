"""The page that edits an imported result: players with ranks and points, date and time, place and note."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.durations import seconds_between
from ...core.fields import BOUND, small_number
from ...core.messages import Message, say
from ...core.names import hidden_fault, name_fault
from ...store import changes
from ...store.changes import NothingToUndo
from ...store.external import UNKNOWN
from ...store.games import ANONYMOUS, NotSaved, StaleRevision, result_alone
from ...store.results import latest_places
from ...store.results_in import ranked, read_points
from ...store.rows import GameStatus, StoredGame
from ..common.language import number
from ..common.page import Link, service, show
from ..common.rights import Right, requires
from ..forms.fixed import PLACES, DetailsForm, details_of, one_line
from ..forms.submission import new_entry_key, sent_submission

blueprint = Blueprint("edit_result", __name__, url_prefix="/games/<uuid:game_id>/result")

SPARE = 2
"""Number of empty lines offered for more players."""
CHANGED = say("Not saved: this result was changed in the meantime. It is shown below as it is now.")
TWICE = say("This name is here twice.")
NO_PLAYER = say("A game needs a player.")
NO_POINTS = say("Points are a number, such as 12, 7.5 or -3, or a sum such as 12+9.")
NO_RANK = say("A rank is a number from 1 to {most}; leave it empty if it is unknown.", most=99)
NO_WINNER = say("Somebody needs rank 1, or all ranks are empty.")


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
    game, submission, form = _stored(game_id), sent_submission(), DetailsForm()
    rows = [
        Row(
            one_line(request.form.get(f"name-{at}", "")),
            request.form.get(f"rank-{at}", "").strip(),
            request.form.get(f"points-{at}", "").strip(),
            row.anonymous,
        )
        for at, row in enumerate(_rows(game))
    ]
    is_valid = form.validate()
    names, lines = _read_rows(game, rows)
    started, ended = form.times(game, service().clock())
    if not is_valid or form.errors or any(row.faults for row in rows):
        return _edit_page(game, form, rows, 422)
    about = form.about(game.about)
    minutes = None if seconds_between(started, ended) else small_number(form.minutes.data, BOUND) or None
    found = replace(game.external or UNKNOWN, lines=(*lines,), minutes=minutes)
    result = result_alone(game.id, game.rulebook, names, found, started, ended, about.venue, about.note)
    return _changed(game_id, lambda: changes.set_result(service(), game.id, result, submission))


@blueprint.post("/undo")
def undo(game_id: UUID) -> AnyResponse:
    """Undo the last change of the result."""
    game, submission = _stored(game_id), sent_submission()
    return _changed(game_id, lambda: changes.undo(service(), game.id, submission))


def _changed(game_id: UUID, change: Callable[[], object]) -> AnyResponse:
    """Return the redirect to the changed result, or the page with the stored one if the change is refused."""
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


def _rows(game: StoredGame) -> list[Row]:
    """Return the stored players, and SPARE empty rows."""
    rows = [
        Row(
            game.players[at] if at < len(game.players) else "",
            str(rank) if rank else "",
            "" if total is None else number(total),
            max(at - len(game.players) + 1, 0),
        )
        for at, (rank, total) in enumerate((game.external or UNKNOWN).lines)
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


def _stored_page(game: StoredGame, status: int = 200, notice: Message | None = None) -> Response:
    form = DetailsForm()
    form.process(data=details_of(game))  # also after a refused POST
    return _edit_page(game, form, _rows(game), status, notice)


def _edit_page(
    game: StoredGame, form: DetailsForm, rows: Sequence[Row], status: int = 200, notice: Message | None = None
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
