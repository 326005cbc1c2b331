"""Entering, inserting, correcting and deleting plays: a form becomes one change or is shown again with the reason."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from flask import abort, g, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ...core.errors import Refusal
from ...core.messages import Message, say
from ...store import changes
from ...store.games import GameView, NotSaved, StaleRevision, Submission
from ...store.trail import trail
from ..common.errors import status_of
from ..common.page import Link, asked_panel, asked_seat, key_of, page, service, way_up
from ..forms.submission import sent_submission
from .clash import DECISION, THEIRS, Clash, clash_of
from .etags import tag_of_view, with_tag
from .page import GamePage, clash_page, correct_page, log_page, opened_page
from .sent import Moves, Sent, read_sent, tried
from .slots import Position, slot_of

REPRESENTATION = "return=representation"
"""Value of the header Prefer (RFC 7240) in requests of scripts that want the page instead of a redirect."""
NEVER = -1
"""An impossible revision, so that a form rendered for players who left is always stale."""
NOT_READABLE = say("Something here is not valid, so nothing was saved. See the marked fields.")


def answered(
    game_id: str,
    submission: Submission,
    change: Callable[[], str | AnyResponse | None],
    again: Callable[[GameView, NotSaved], AnyResponse],
) -> AnyResponse:
    """Return the response to `change`, or the page from `again` if the change is not saved.

    A URL from `change` becomes a redirect, None a redirect to the table. `again` gets the current game and the reason.
    All views that change a game with plays use this function.
    """
    try:
        done = change() or url_for("game.table", game_id=game_id)
        return redirect(done, 303) if isinstance(done, str) else done
    except NotSaved as error:
        reason = error
    if isinstance(reason, StaleRevision):
        reason.message = _what_changed(game_id, submission, reason) or reason.message
    return again(service().view(game_id), reason)


def _what_changed(game_id: str, submission: Submission, overtaken: StaleRevision) -> Message | None:
    """Return the message that nothing was saved, with the latest change or the form's earlier effect if known."""
    earlier = overtaken.earlier
    if earlier and earlier.game_id != game_id:
        return say("This page was sent for another game already.")
    if earlier:
        made = next(line for line in trail(service(), game_id) if line.revision == earlier.revision)
        return say("This page was sent already: {change}", change=made.message)
    since = trail(service(), game_id, since=submission.revision)
    if not since:
        return None
    return say(
        "The game has changed since you opened this page, so nothing was saved: {change}",
        change=since[-1].message,
    )


def submit_plays(view: GameView, form: MultiDict[str, str]) -> AnyResponse:
    """Enter the plays of a form; if they are refused or need a confirmation, show them again and write nothing."""
    submission = sent_submission()
    sent = read_sent(view, form, submission)
    form, slots = sent.form, sent.slots
    if not (sent.left or "play" in form):
        abort(400)
    seat, back = asked_seat(view, sent=form), way_up(view).url
    if "give" in form and slots and ("now" not in form or sent.first.replaced):
        slot = sent.first  # the play was given to another player, and can be edited before it is saved
        notice = say("Not saved yet: save it to give it to {player}.", player=view.table.players[slot.seat or 0])
        return page(_corrected(sent.judged(), slot.seat, notice))
    if sent.moves and not sent.mending and "moves" not in form:
        _, reasons = sent.blamed(tried(view, sent.placed).conflicts)
        return page(_corrected(sent, seat, reasons=reasons, moves=sent.moves), 409)
    clash = clash_of(sent)
    if clash and (answer := _clashing(clash, submission, seat)):
        return answer
    if sent.left:
        submission = replace(submission, revision=NEVER, after="")

    def change() -> str | AnyResponse:
        sure, seen = "sure" in form, form.getlist("seen")
        after = changes.enter(service(), view.game.id, sent.placed, submission, sure=sure, seen=seen, known=view)
        return back if not slots or sent.first.position.number else _onward(sent, after, seat)

    return answered(view.game.id, submission, change, lambda now, reason: _again(sent, now, reason, seat))


def _clashing(clash: Clash, submission: Submission, seat: int | None) -> AnyResponse | None:
    """Ask which of two entries counts, or carry out the decision.

    No question is asked if both are equal. Returns None if the form must be entered as usual, because it has other
    plays too.
    """
    sent, mine, game_id, decision = clash.sent, clash.mine, clash.view.game.id, clash.sent.form.get(DECISION)
    if clash.differs and (decision is None or sent.late):
        return page(clash_page(clash, seat), 409)
    if clash.others and not clash.differs:
        return None

    def change() -> str | AnyResponse:
        after = None
        if not clash.differs:
            changes.accept(service(), game_id, submission, clash.view.game.revision)
        elif decision != THEIRS:
            after = changes.enter(service(), game_id, mine.placed, submission, known=clash.view)
        elif clash.others:
            theirs = [slot.placed for slot in clash.others]
            after = changes.enter(service(), game_id, theirs, submission, sure=True, known=clash.view)
        else:
            changes.decline(service(), game_id, [slot.placed for slot in clash.corrections], submission)
        return _onward(sent, after, seat)

    def again(now: GameView, reason: NotSaved) -> AnyResponse:
        return _again(sent if isinstance(reason, StaleRevision) else mine, now, reason, seat)

    return answered(game_id, submission, change, again)


def table_answer(view: GameView, seat: int | None, panel: str = "") -> AnyResponse:
    """Answer with the table and an open `panel` of this seat: a page for scripts (REPRESENTATION), else a redirect."""
    url = url_for("game.table", game_id=view.game.id, seat=key_of(view, seat), open=panel or None)
    if request.headers.get("Prefer") != REPRESENTATION:
        return redirect(url, 303)
    g.url = url
    # As in `Request.full_path`, which always has a "?".
    tag = tag_of_view(view, url if "?" in url else f"{url}?")
    response = page(opened_page(view, seat, panel=panel))
    response.headers.update({"Content-Location": url, "Preference-Applied": REPRESENTATION})
    return with_tag(tag, response)


def _onward(sent: Sent, now: GameView | None, seat: int | None) -> str | AnyResponse:
    """Answer with the table after the sent plays, or with the finale of the game that they end.

    Without turn order, the panel of the next seat is opened. `now` is None if the plays were already entered before.
    """
    view = now or service().view(sent.view.game.id)
    after = view.replay
    if after.scenes:
        return url_for("finale.finale", game_id=view.game.id)
    whose = sent.first.whose if seat is None else seat
    if after.turn is not None or after.finished or whose is None:
        following = None
    else:
        following = after.rulebook.seats.next_to_enter(after.state, whose)
    gathers = sent.first.kind.name in after.rulebook.pages.batched_kinds
    panel = asked_panel("then") or (asked_panel() if gathers else "")
    return table_answer(view, following, panel)


def _again(sent: Sent, now: GameView, reason: NotSaved, seat: int | None) -> AnyResponse:
    if isinstance(reason, StaleRevision):
        late = read_sent(now, request.form, sent.submission)
        clash = clash_of(late)
        if clash and sent.submission and (answer := _clashing(clash, sent.submission, seat)):
            return answer
        return page(_overtaken(late, sent.left or reason.message, seat), 409)
    if not sent.slots:
        abort(409)
    code, message = reason.code, cast("Message | str", reason.message)
    own, later = sent.blamed(reason.conflicts)
    if not sent.readable:
        sent, code = sent.judged(), ""
        message = NOT_READABLE if len(sent.slots) > 1 else sent.faults
    elif reason.asks:
        sent = sent.to_be_asked()
    elif own:
        sent, message = sent.refusing(own), next(iter(own.values())).message
    if sent.first.position.number is None:
        return page(opened_page(now, seat, message, code, sent), status_of(reason))
    own_first = own or not all(slot.readable for slot in sent.own)
    if own_first or not (later or not all(slot.readable for slot in sent.mending)):
        return page(_corrected(sent, seat, message, code), status_of(reason))
    moves = None if sent.moves and sent.moves.reasons else sent.moves
    return page(_corrected(sent, seat, reasons=later, moves=moves), 409)


def _corrected(
    sent: Sent,
    seat: int | None,
    notice: Message | str | None = None,
    code: str = "",
    reasons: Mapping[int, Refusal] | None = None,
    moves: Moves | None = None,
) -> GamePage:
    """Return a correction with its input and conflicting later plays; `reasons` are their refusals, by number."""
    first, reasons = sent.first, reasons or {}
    later = {slot.position.number or 0: slot for slot in sent.mending if slot.changed or not slot.readable}
    for number in {*reasons} - {*later}:
        position = Position(first.position.view, number)
        later[number] = slot_of(position, first.position.view.replay.steps[number - 1].play)
    whose = first.whose if first.position.corrected or seat is None else seat
    shown = correct_page(first.position, whose, notice, code, sent)
    slots = [later[number].refused(reasons.get(number)) for number in sorted(later)]
    return replace(shown, later=slots, moves=moves)


def _overtaken(sent: Sent, notice: Message | str, seat: int | None) -> GamePage:
    """Return the current page of the game with the input for an earlier revision.

    If the corrected play is gone, this is the list of all plays; if all players in the form left, it is the table. If
    another player's turn has come, the table only links to the input, because the next tap would send a filled-in form
    out of turn.
    """
    view, turn = sent.view, sent.view.replay.turn
    if not sent.slots:
        if sent.left:
            return opened_page(view, seat, notice)
        return log_page(view, say("{reason} Choose the entry in this list.", reason=notice))
    sent = sent.asking_again()
    first = sent.first
    if first.position.number:
        return _corrected(sent, seat, notice)
    if turn is None or turn == first.whose:
        return opened_page(view, seat, notice, sent=sent)
    shown = opened_page(view, turn, notice, sent=sent)
    label = say("Back to {typed}", typed=first.label)
    return replace(shown, typed=Link(shown.filled(sent.fields, seat=first.whose), label))
