"""The one way to enter, insert, correct and delete plays: a form becomes one change, or a page that says why not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import Response, abort
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ...core.errors import Refusal
from ...core.log import Placed, laid_out
from ...core.messages import say
from ...core.replay import Conflict, Replay, replay
from ...store import changes
from ...store.changes import NoSuchPlay
from ...store.games import GameView, Submission
from ...store.trail import number_now
from ..forms.submission import sent_submission
from ..shell.page import page
from ..shell.services import asked_panel, asked_seat, service
from .answer import No, answered
from .attempt import Attempt, sent_attempt
from .conflicts import Moves, moves_after
from .links import Links, way_back
from .page import GamePage
from .pages import conflicts_page, correct_page, log_page, opened_page, overtaken_page
from .seated import reseated
from .slots import given_to

NEVER = -1
"""A revision that no game has: a form that was drawn for players who left is always too late."""
NOT_READABLE = say("Something here cannot be read, so nothing was saved. It is marked.")


@dataclass(frozen=True)
class Sent:
    """A form with plays that was sent, as it was `drawn`, and the game as it is now."""

    view: GameView
    drawn: MultiDict[str, str]
    submission: Submission

    @property
    def late(self) -> bool:
        """Whether the game has changed since the form was made."""
        return bool(self.left) or self.submission.revision != self.view.game.revision

    @cached_property
    def form(self) -> MultiDict[str, str]:
        """The form with the seats that its players have now."""
        return self._reseated[0]

    @property
    def left(self) -> str:
        """What is to be said of players for whom something was typed, and who have left the table."""
        return self._reseated[1]

    @cached_property
    def _reseated(self) -> tuple[MultiDict[str, str], str]:
        return reseated(self.view, self.drawn)

    @cached_property
    def attempt(self) -> Attempt | None:
        """The slots of the form; None if all are of players who left, or a play that it names was deleted since.

        Raises NoSuchPlay if there never was such a play.
        """
        try:
            attempt = sent_attempt(self.view, self.form, self._now_at if self.late else int)
        except NoSuchPlay:
            if not self.late:
                raise
            return None
        if attempt is None:
            return None if self.left else abort(400)
        attempt = replace(attempt, left=self.left)
        if "give" in self.form:
            return _given(attempt, asked_seat(self.view, "give", self.form))
        return attempt.deleting_others() if self.form.get("do") == "strike-all" else attempt

    @cached_property
    def moves(self) -> Moves | None:
        """The later plays that would each move to the next seat, if the form inserts a forgotten play; else None."""
        return moves_after(self.attempt.first) if self.attempt and not self.late else None

    @property
    def moving(self) -> bool:
        """Whether the user chose to move the later plays on."""
        return self.form.get("moves") == "yes" and self.moves is not None

    @cached_property
    def placed(self) -> Sequence[Placed]:
        """The plays to enter, each with its place; none if the form cannot be read."""
        if self.attempt is None:
            return ()
        if self.moves and self.moving:
            return (self.attempt.first.placed, *self.moves.placed)
        return [slot.placed for slot in self.attempt.changed] if self.attempt.readable else ()

    def _now_at(self, number: int) -> int:
        return number_now(service(), self.view.game.id, self.submission.revision, number) or 0


def acted(view: GameView, form: MultiDict[str, str]) -> AnyResponse:
    """Enter the plays of a form and redirect to the next page.

    If they are refused or need a confirmation, nothing is written; the page comes back with the input and the reason.
    """
    sent = Sent(view, form, sent_submission())
    form = sent.form
    seat, back, attempt = asked_seat(view, sent=form), way_back(view)[0].address, sent.attempt
    if "give" in form and attempt and ("now" not in form or attempt.first.replaced):
        return page(_to_be_saved(attempt))
    if attempt and sent.moves and len(attempt.slots) == 1 and "moves" not in form:
        return page(conflicts_page(attempt, _reasons(sent, _tried(sent).conflicts)[1], sent.moves), 409)
    submission = replace(sent.submission, revision=NEVER, after="") if sent.left else sent.submission

    def change() -> str:
        after = changes.enter(
            service(),
            view.game.id,
            sent.placed,
            submission,
            sure="sure" in form,
            seen=form.getlist("seen"),
            late_question=attempt.late_question if attempt else None,
            options=attempt.agreed.options if attempt else {},
        )
        if attempt is None or attempt.first.position.number:
            return back
        return _onward(attempt, after or service().view(view.game.id).replay, seat)

    return answered(view.game.id, sent.submission, change, lambda now, no: _again(sent, now, no, seat))


def _onward(attempt: Attempt, after: Replay, seat: int | None) -> str:
    """Return the address of the table after these plays; where it is nobody's turn, with the next seat's panel open.

    If they end the game, it is that of its end, stage by stage.
    """
    links = Links(attempt.first.position.view)
    if after.scenes:
        return links.finale
    whose = attempt.first.whose if seat is None else seat
    if after.turn is not None or after.finished or whose is None:
        following = None
    else:
        following = after.rulebook.seats.next_to_enter(after.state, whose)
    gathers = attempt.first.kind.name in after.rulebook.pages.gathered
    panel = asked_panel("then") or (asked_panel() if gathers else "")
    return links.panel(following, panel)


def _given(attempt: Attempt, seat: int | None) -> Attempt:
    """Return a correction with what was typed moved to the player at `seat`; aborts with 400 if that cannot be."""
    slot = attempt.first
    players = len(slot.position.view.table.players)
    if seat is None or seat >= players or not (slot.kind.has_player and slot.position.number):
        abort(400)
    return replace(attempt, slots=(given_to(slot, seat),))


def _to_be_saved(given: Attempt) -> GamePage:
    """Return the correction page of a play that was given to another player, to be changed before it is saved."""
    slot = given.first
    name = slot.position.view.table.players[slot.seat or 0]
    notice = say("Not saved yet: save it to give it to {player}.", player=name)
    return correct_page(slot.position, slot.seat, notice, attempt=given.judged())


def _again(sent: Sent, now: GameView, no: No, seat: int | None) -> Response:
    """Return the page with what was typed, and why it was not entered."""
    if no.overtaken:
        no = replace(no, message=sent.left or no.message)
        return page(_overtaken(replace(sent, view=now), no, seat), no.status)
    attempt, message, code = sent.attempt or abort(409), no.message, no.code
    own, later = _reasons(sent, no.conflicts)
    first = attempt.first
    if not attempt.readable:
        attempt, code = attempt.judged(), ""
        message = NOT_READABLE if len(attempt.slots) > 1 else attempt.faults
    elif no.asked:
        attempt = attempt.to_be_asked()
    elif own:
        attempt, message = attempt.refusing(own), next(iter(own.values())).message
    comes_along = later if attempt.readable else len(attempt.slots) > 1 and first.readable
    if first.position.number and comes_along and first.name not in own:
        return page(conflicts_page(attempt, later, None if sent.moves and sent.moves.reasons else sent.moves), 409)
    if first.position.number:
        return page(correct_page(first.position, first.whose, message, code, attempt), no.status)
    return page(opened_page(now, seat, message, code, attempt), no.status)


def _overtaken(sent: Sent, no: No, seat: int | None) -> GamePage:
    """Return the page of the game as it is now, with what was typed for an earlier revision.

    If the play that was corrected is gone, this is the list of all plays; if all its players left, the table.
    """
    if sent.attempt is None:
        return opened_page(sent.view, seat, no.message) if sent.left else log_page(sent.view, no.message)
    attempt = sent.attempt.asking_anew()
    turn = sent.view.replay.turn
    if attempt.late_question and not (no.used or sent.left) and turn in (None, attempt.first.whose):
        return overtaken_page(sent.view, seat, attempt.late_question, attempt.to_be_asked())
    if attempt.first.position.number:
        return correct_page(attempt.first.position, attempt.first.whose, no.message, attempt=attempt)
    return overtaken_page(sent.view, seat, no.message, attempt)


def _tried(sent: Sent) -> Replay:
    """Return the replay of the log with the sent plays in their places; nothing is written."""
    view = sent.view
    entries = laid_out(len(view.replay.steps), sent.placed)
    plays = [view.replay.steps[each - 1].play if isinstance(each, int) else each.play for each in entries]
    return replay(view.rulebook, view.table, plays)


def _reasons(sent: Sent, conflicts: Sequence[Conflict]) -> tuple[dict[str, Refusal], dict[int, Refusal]]:
    """Return why plays would not stand: first of sent slots, by name, then of later plays in the log, by number."""
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
        if slot and (slot is sent.attempt.first or not slot.position.number):
            own[slot.name] = conflict.refusal
        else:
            later[entry if isinstance(entry, int) else entry.of.number or 0] = conflict.refusal
    return own, later
