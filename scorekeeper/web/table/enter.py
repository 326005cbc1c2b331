"""Entering, inserting, correcting and deleting plays: a form becomes one change or is shown again with the reason."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import abort, g, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ...core.errors import Refusal
from ...core.fields import small_number
from ...core.log import Placed, laid_out
from ...core.messages import Message, say
from ...core.replay import Conflict
from ...store import changes
from ...store.changes import NoSuchPlay
from ...store.games import GameView, NotSaved, StaleRevision, Submission
from ...store.trail import number_now, trail
from ..common.errors import status_of
from ..common.page import Link, asked_panel, asked_seat, page, service, way_up
from ..forms.submission import MAX_REVISIONS, sent_submission
from .attempt import Attempt, Moves, moves_after, reseated, sent_attempt, tried
from .clash import DECISION, SINCE, THEIRS, Clash, clash_of
from .etags import tag_of_view, with_tag
from .page import GamePage, clash_page, correct_page, log_page, opened_page
from .slots import Position, given_to, slot_of

REPRESENTATION = "return=representation"
"""Value of the header Prefer (RFC 7240) in requests of scripts that want the page instead of a redirect."""
NEVER = -1
"""A revision that no game has: it makes a form drawn for players who left always stale."""
NOT_READABLE = say("Something here is not valid, so nothing was saved. See the marked fields.")


def answered(
    game_id: str,
    submission: Submission,
    change: Callable[[], str | AnyResponse | None],
    again: Callable[[GameView, NotSaved], AnyResponse],
) -> AnyResponse:
    """Return the response of `change`, or the page that `again` returns if the change is not made.

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
    """Return the message that nothing was saved, with the latest change or the earlier effect of the same form.

    None if neither is known.
    """
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


def overtaken_page(view: GameView, seat: int | None, notice: Message | str, attempt: Attempt) -> GamePage:
    """Return the current table with the input for an earlier revision.

    If it is another player's turn by now, the page opens that player's panel and only links to the input. If the input
    were filled in, the next tap would send it out of turn.
    """
    first, turn = attempt.first, view.replay.turn
    if turn is None or turn == first.whose:
        return opened_page(view, seat, notice, attempt=attempt)
    shown = opened_page(view, turn, notice, attempt=attempt)
    label = say("Back to {typed}", typed=first.label)
    return replace(shown, typed=Link(shown.filled(attempt.fields, seat=first.whose), label))


@dataclass(frozen=True)
class Sent:
    """A sent form with plays: with its original seats (`drawn`), and with the current seats of its players (`form`).

    `view` is the current game. `left` is the message about input for players who left ("": none).
    """

    view: GameView
    drawn: MultiDict[str, str]
    form: MultiDict[str, str]
    left: str
    submission: Submission

    @property
    def late(self) -> bool:
        """Whether the game has changed since the form was rendered."""
        return bool(self.left) or self.submission.revision != self.view.game.revision

    @cached_property
    def attempt(self) -> Attempt | None:
        """The slots of the form; None if they all belong to players who left, or if it names a play deleted since.

        Raises NoSuchPlay if there never was such a play.
        """

        def now_at(number: int) -> int:
            return number_now(service(), self.view.game.id, self.submission.revision, number) or 0

        try:
            attempt = sent_attempt(self.view, self.form, now_at if self.late else int)
        except NoSuchPlay:
            if not self.late:
                raise
            return None
        if attempt is None:
            return None if self.left else abort(400)
        attempt = replace(attempt, left=self.left)
        if "give" in self.form:
            slot, seat = attempt.first, asked_seat(self.view, "give", self.form)
            if seat is None or seat >= len(self.view.table.players):
                abort(400)
            if not (slot.kind.has_player and slot.position.number):
                abort(400)
            return replace(attempt, slots=(given_to(slot, seat), *attempt.mending))
        return attempt.deleting_others() if self.form.get("do") == "strike-all" else attempt

    @cached_property
    def clash(self) -> Clash | None:
        """The plays that other phones have entered for the same turns, rounds or values; None if there are none."""
        decides = SINCE in self.form
        if self.attempt is None or self.left or not (self.late or decides or self.attempt.overtaken):
            return None
        since = changes.known_until(service(), self.view.game.id, self.submission)
        if since is None:
            return None
        if decides:
            since = small_number(self.form[SINCE], MAX_REVISIONS) or 0
        return clash_of(self.view, self.form, self.attempt, since)

    @cached_property
    def moves(self) -> Moves | None:
        """The later plays to move to the next seat, if the form inserts one forgotten play; else None."""
        if self.attempt is None or self.late or len(self.attempt.own) > 1:
            return None
        return moves_after(self.attempt.first)

    @property
    def moving(self) -> bool:
        """Whether the user chose to move these later plays."""
        return self.form.get("moves") == "yes" and self.moves is not None

    @cached_property
    def placed(self) -> Sequence[Placed]:
        """The plays to enter with their places in the log; empty if the form cannot be read."""
        if self.attempt is None:
            return ()
        if self.moves and self.moving:
            return (self.attempt.first.placed, *self.moves.placed)
        return [slot.placed for slot in self.attempt.changed] if self.attempt.readable else ()


def submit_plays(view: GameView, form: MultiDict[str, str]) -> AnyResponse:
    """Enter the plays of a form, and return the next page or a redirect to it.

    If they are refused or need a confirmation, write nothing and return the page with the input and the reason.
    """
    sent = Sent(view, form, *reseated(view, form), sent_submission())
    form = sent.form
    seat, back, attempt = asked_seat(view, sent=form), way_up(view).address, sent.attempt
    if "give" in form and attempt and ("now" not in form or attempt.first.replaced):
        slot = attempt.first  # the play is given to another player and can be edited before it is saved
        name = slot.position.view.table.players[slot.seat or 0]
        notice = say("Not saved yet: save it to give it to {player}.", player=name)
        return page(_corrected(attempt.judged(), slot.seat, notice))
    if attempt and sent.moves and not attempt.mending and "moves" not in form:
        _, reasons = _reasons(sent, tried(view, sent.placed).conflicts)
        return page(_corrected(attempt, seat, reasons=reasons, moves=sent.moves), 409)
    if attempt and sent.clash and (answer := _clashing(sent, attempt, sent.clash, seat)):
        return answer
    submission = replace(sent.submission, revision=NEVER, after="") if sent.left else sent.submission

    def change() -> str | AnyResponse:
        after = changes.enter(
            service(),
            view.game.id,
            sent.placed,
            submission,
            sure="sure" in form,
            seen=form.getlist("seen"),
            known=view,
        )
        if attempt is None or attempt.first.position.number:
            return back
        return _onward(attempt, after, seat)

    return answered(view.game.id, sent.submission, change, lambda now, reason: _again(sent, now, reason, seat))


def _clashing(sent: Sent, attempt: Attempt, clash: Clash, seat: int | None) -> AnyResponse | None:
    """Return the page that asks which of two entries counts, or the response to the decision.

    Nothing is asked if both are equal. None: the form also has other plays, and is entered as usual.
    """
    game_id, submission, decision = clash.view.game.id, sent.submission, sent.form.get(DECISION)
    if clash.differs and (decision is None or sent.late):
        return page(clash_page(clash, seat), 409)
    if clash.others and not clash.differs:
        return None
    mine = Sent(clash.view, clash.form, clash.form, "", submission)

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
        return _onward(attempt, after, seat)

    return answered(
        game_id,
        submission,
        change,
        lambda now, reason: _again(sent if isinstance(reason, StaleRevision) else mine, now, reason, seat),
    )


def table_answer(view: GameView, seat: int | None, panel: str = "") -> AnyResponse:
    """Answer a form with the new table and an open `panel` of this seat: scripts get the page, browsers a redirect.

    Scripts ask for the page with REPRESENTATION; Content-Location is then its URL.
    """
    address = url_for("game.table", game_id=view.game.id, seat=seat, open=panel or None)
    if request.headers.get("Prefer") != REPRESENTATION:
        return redirect(address, 303)
    g.address = address
    # As in `Request.full_path`, which always has a "?".
    tag = tag_of_view(view, address if "?" in address else f"{address}?")
    response = page(opened_page(view, seat, panel=panel))
    response.headers.update({"Content-Location": address, "Preference-Applied": REPRESENTATION})
    return with_tag(tag, response)


def _onward(attempt: Attempt, now: GameView | None, seat: int | None) -> str | AnyResponse:
    """Answer with the table after these plays; if no turn order applies, open the panel of the next seat.

    If they end the game, redirect to its finale, if it has one. `now` is None if they were entered before.
    """
    view = now or service().view(attempt.first.position.view.game.id)
    after = view.replay
    if after.scenes:
        return url_for("finale.finale", game_id=view.game.id)
    whose = attempt.first.whose if seat is None else seat
    if after.turn is not None or after.finished or whose is None:
        following = None
    else:
        following = after.rulebook.seats.next_to_enter(after.state, whose)
    gathers = attempt.first.kind.name in after.rulebook.pages.batched_kinds
    panel = asked_panel("then") or (asked_panel() if gathers else "")
    return table_answer(view, following, panel)


def _again(sent: Sent, now: GameView, reason: NotSaved, seat: int | None) -> AnyResponse:
    """Return the page with the input and the reason for rejecting it."""
    if isinstance(reason, StaleRevision):
        late = Sent(now, sent.drawn, *reseated(now, sent.drawn), sent.submission)
        if late.attempt and late.clash and (answer := _clashing(late, late.attempt, late.clash, seat)):
            return answer
        return page(_overtaken(late, sent.left or reason.message, seat), 409)
    attempt, code = sent.attempt or abort(409), reason.code
    message: Message | str = reason.message
    own, later = _reasons(sent, reason.conflicts)
    if not attempt.readable:
        attempt, code = attempt.judged(), ""
        message = NOT_READABLE if len(attempt.slots) > 1 else attempt.faults
    elif reason.asks:
        attempt = attempt.to_be_asked()
    elif own:
        attempt, message = attempt.refusing(own), next(iter(own.values())).message
    if attempt.first.position.number is None:
        return page(opened_page(now, seat, message, code, attempt), status_of(reason))
    own_first = own or not all(slot.readable for slot in attempt.own)
    if own_first or not (later or not all(slot.readable for slot in attempt.mending)):
        return page(_corrected(attempt, seat, message, code), status_of(reason))
    moves = None if sent.moves and sent.moves.reasons else sent.moves
    return page(_corrected(attempt, seat, reasons=later, moves=moves), 409)


def _corrected(
    attempt: Attempt,
    seat: int | None,
    notice: Message | str | None = None,
    code: str = "",
    reasons: Mapping[int, Refusal] | None = None,
    moves: Moves | None = None,
) -> GamePage:
    """Return the page of a correction with its input, and with the later plays that conflict with it or would move on.

    `reasons` are the refusals of later plays, by number.
    """
    first, reasons = attempt.first, reasons or {}
    later = {slot.position.number or 0: slot for slot in attempt.mending if slot.changed or not slot.readable}
    for number in {*reasons} - {*later}:
        position = Position(first.position.view, number)
        later[number] = slot_of(position, first.position.view.replay.steps[number - 1].play)
    whose = first.whose if first.position.corrected or seat is None else seat
    shown = correct_page(first.position, whose, notice, code, attempt)
    slots = [later[number].refused(reasons.get(number)) for number in sorted(later)]
    return replace(shown, later=slots, moves=moves)


def _overtaken(sent: Sent, notice: Message | str, seat: int | None) -> GamePage:
    """Return the current page of the game with the input for an earlier revision.

    If the corrected play is gone, this is the list of all plays; if all players in the form left, the table.
    """
    if sent.attempt is None:
        return opened_page(sent.view, seat, notice) if sent.left else log_page(sent.view, notice)
    attempt = sent.attempt.asking_anew()
    if attempt.first.position.number:
        return _corrected(attempt, seat, notice)
    return overtaken_page(sent.view, seat, notice, attempt)


def _reasons(sent: Sent, conflicts: Sequence[Conflict]) -> tuple[dict[str, Refusal], dict[int, Refusal]]:
    """Return the refusals of sent slots, by name, and those of later plays in the log, by number."""
    own: dict[str, Refusal] = {}
    later: dict[int, Refusal] = {}
    if sent.attempt is None or not conflicts:
        return own, later
    changed = [sent.attempt.first] if sent.moving else sent.attempt.changed
    slots = {id(placed): slot for placed, slot in zip(sent.placed, changed, strict=False)}
    entries = laid_out(len(sent.view.replay.steps), sent.placed)
    for conflict in conflicts:
        entry = entries[conflict.number - 1]
        slot = None if isinstance(entry, int) else slots.get(id(entry.of))
        if slot and slot in sent.attempt.own:
            own[slot.name] = conflict.refusal
        else:
            later[entry if isinstance(entry, int) else entry.of.number or 0] = conflict.refusal
    return own, later
