"""The functions that make the pages of a game."""

from collections.abc import Mapping
from dataclasses import replace

from flask import abort

from ...core.errors import Refusal
from ...core.messages import Message, say
from ...store.games import GameView
from ...store.rows import seated_players
from ...store.trail import trail
from ..access.rights import rights
from ..shell.services import asked_panel, service
from .attempt import Attempt
from .conflicts import Conflicts, Moves
from .evening import evening_of
from .following import Following, before_last_change
from .lines import Link
from .links import way_back
from .page import GamePage
from .position import Position
from .replayed import Figure, figure_at
from .slots import Slot, slot_of


def opened_page(
    view: GameView,
    seat: int | None = None,
    notice: Message | str | None = None,
    code: str = "",
    attempt: Attempt | None = None,
) -> GamePage:
    """Return the page that opens a game as it is now: the table, or the result once it is over."""
    position = Position(view)
    if view.replay.finished:
        return _result_page(
            GamePage(position, None, notice, code=code, frame="table/final.html", named="final", top=True)
        )
    if seat is None:
        seat = position.whose if attempt is None or attempt.first.whose is None else attempt.first.whose
    frame, panel = "table/table.html", asked_panel()
    return GamePage(
        position, seat, notice, code=code, attempt=attempt, frame=frame, named="table", open=panel, top=True
    )  # fmt: skip


def overtaken_page(view: GameView, seat: int | None, notice: Message | str, attempt: Attempt) -> GamePage:
    """Return the table as it is now, with what was typed for an earlier revision.

    If it is another player's turn by now, the page is theirs, and what was typed is only linked: were it filled in, the
    next tap would send it out of turn.
    """
    first, turn = attempt.first, view.replay.turn
    if turn is None or turn == first.whose:
        return opened_page(view, seat, notice, attempt=attempt)
    shown = opened_page(view, turn, notice, attempt=attempt)
    label = say("Back to {typed}", typed=first.label)
    return replace(shown, typed=Link(shown.links.filled(attempt.fields, seat=first.whose), label))


def preview_page(attempt: Attempt, seat: int | None, *, refused: bool) -> GamePage:
    """Return the preview of plays that are being filled in, and the table as it would be after them.

    A script (preview.js) puts its parts into the page. `refused`: they were sent once and refused, so reasons that hold
    are shown even for numbers that are still being typed.
    """
    whose = attempt.first.whose if seat is None else seat
    frame, judged = "table/preview.html", attempt.judged()
    shown = judged if refused else judged.while_typed()
    return GamePage(attempt.first.position, whose, attempt=shown, shown=judged.after, frame=frame, named="preview")


def correct_page(
    position: Position,
    seat: int | None = None,
    notice: Message | str | None = None,
    code: str = "",
    attempt: Attempt | None = None,
) -> GamePage:
    """Return the page that corrects the play at a position, or inserts one before it.

    Aborts with 404 if the kind of the play cannot be entered for that seat.
    """
    view, step, whose = position.view, position.corrected, position.whose if seat is None else seat
    if step and step.kind not in view.rulebook.kinds_of(view.table, whose):
        abort(404)
    frame, (back, _) = "corrections/correct.html", way_back(view)
    return GamePage(
        position, whose, notice, code=code, attempt=attempt, frame=frame, named="correct", open=asked_panel(), back=back
    )  # fmt: skip


def conflicts_page(attempt: Attempt, reasons: Mapping[int, Refusal], moves: Moves | None) -> GamePage:
    """Return the page that shows every later play that would not stand or would move on, and offers ways to fix them.

    `reasons` say why a play would not stand, by its number.
    """
    position = attempt.first.position
    sent = {slot.position.number: slot for slot in attempt.slots[1:] if slot.position.number}
    slots = [_in_its_place(position.view, number, sent.get(number), reasons) for number in sorted({*reasons, *sent})]
    found = Conflicts(attempt.first.fields, slots, moves)
    return replace(
        correct_page(position, attempt=attempt), frame="corrections/conflicts.html", named="", conflicts=found
    )


def _in_its_place(view: GameView, number: int, sent: Slot | None, reasons: Mapping[int, Refusal]) -> Slot:
    """Return the slot of a later play, as it was sent or as it stands, with the reason why it would not stand."""
    slot = sent or slot_of(Position(view, number), view.replay.steps[number - 1].play)
    return slot.refused(reasons.get(number))


def log_page(view: GameView, notice: Message | str | None = None) -> GamePage:
    """Return the page of all plays and all changes of a game; the latest play comes first until the game is over."""
    return GamePage(Position(view), None, notice, frame="corrections/log.html", trail=trail(service(), view.game.id))


def replay_page(view: GameView, asked: int | None, figure: Figure | None = None) -> GamePage:
    """Return the replay after play `asked` (0: before the first).

    Without `asked` it shows the last play that changed the `figure`, or else the last of all. A number beyond the last
    play shows the last.
    """
    if asked is None and figure:
        asked = figure_at(view.replay, figure)
    count = len(view.replay.steps)
    at = count if asked is None else min(asked, count)
    return _looking_back(
        GamePage(Position(view), frame="replay/replay.html", named="replay", figure=figure), at, at - 1
    )


def more_page(view: GameView) -> GamePage:
    """Return the page with all further ways on from a game."""
    return GamePage(Position(view), frame="table/more.html")


def stop_page(view: GameView) -> GamePage:
    """Return the page that asks whether a game is to end here, be archived or deleted."""
    return GamePage(Position(view), frame="table/stop.html")


def watch_page(view: GameView, *, still: bool) -> GamePage:
    """Return the page for those who watch a game."""
    following = Following(view.game.id, "game.table", still)
    shown = GamePage(Position(view), frame="table/watch.html", named="replay", following=following, top=True)
    return _looking_back(shown, len(view.replay.steps), before_last_change(view))


def screen_page(view: GameView, shade: str, *, still: bool) -> GamePage:
    """Return the page with the scoreboard in large letters; `shade` is one of SHADES, or ""."""
    following = Following(view.game.id, "game.screen", still, shade)
    shown = GamePage(Position(view), frame="table/screen.html", named="screen", following=following)
    return _looking_back(shown, len(view.replay.steps), before_last_change(view))


def _looking_back(shown: GamePage, at: int, before: int) -> GamePage:
    """Return the page showing the game after play `at`, with what changed since play `before`."""
    whole = shown.view.replay
    return replace(shown, shown=whole.at(at), before=whole.at(max(before, 0)))


def _result_page(shown: GamePage) -> GamePage:
    """Return a result; a device that may see all games also gets the evening, and links to the players' pages."""
    if not rights().may_view_all:
        return shown
    game = shown.view.game
    with service().store.reading() as db:
        people = seated_players(db, game.id)
    return replace(shown, evening=evening_of(service().store, game), player_ids=people)
