"""How a change is answered: with a redirect or, if it is refused, with the page and what was typed."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Response, redirect
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...core.replay import Conflict
from ...store.changes import ConfirmationRequired, NoRoom, NoSuchPlay, NothingChanged, NothingToUndo
from ...store.games import GameNotActive, GameView, InvalidOptions, Refused, StaleRevision, Submission
from ...store.people import CannotRename
from ...store.trail import trail
from ..shell.errors import NO_SUCH_PLAY, SHELVED
from ..shell.services import service

GONE_ON = say("The game has changed since you opened this page, so nothing was saved. Look again, then try again.")
NOTHING_CHANGED = say("Nothing was changed, so there is nothing to save.")
UNDO_NOTHING = say("There is nothing left to undo or redo.")


@dataclass(frozen=True, slots=True)
class No:
    """Why a change was not made: the `message` for the page, and the HTTP `status` of the answer.

    `code` is the refusal's, by which the section of the rules is found. `conflicts` are the plays that would not stand.
    `asked`: the message is a question, and sending again with a yes makes the change. `overtaken`: the game has changed
    since the form was made, or the form was sent before (`used`).
    """

    message: Message | str
    status: int = 422
    code: str = ""
    conflicts: tuple[Conflict, ...] = ()
    asked: bool = False
    overtaken: bool = False
    used: bool = False


def answered(
    game_id: str, submission: Submission, change: Callable[[], str], again: Callable[[GameView, No], Response]
) -> AnyResponse:
    """Call `change` and redirect to the address that it returns; if it is refused, return what `again` makes of that.

    `again` gets the game as it is now and the reason. The one place that turns a refused change into a page.
    """
    try:
        return redirect(change(), 303)
    except StaleRevision as overtaken:
        no = No(not_saved(game_id, submission, overtaken), 409, overtaken=True, used=overtaken.earlier is not None)
    except GameNotActive:
        no = No(SHELVED, 409)
    except ConfirmationRequired as questioned:
        no = No(questioned.question, asked=True)
    except (InvalidOptions, CannotRename, NoRoom) as invalid:
        no = No(invalid.message)
    except NothingChanged:
        no = No(NOTHING_CHANGED)
    except NothingToUndo:
        no = No(UNDO_NOTHING)
    except NoSuchPlay:
        no = No(NO_SUCH_PLAY, 404)
    except Refused as refused:
        first = refused.conflicts[0]
        said = say("Play {number}: {reason}", number=first.number, reason=first.refusal.message)
        no = No(said, code=first.refusal.code, conflicts=refused.conflicts)
    return again(service().view(game_id), no)


def not_saved(game_id: str, submission: Submission, overtaken: StaleRevision) -> Message:
    """Return the message that nothing was saved, with the last change since, or what the same form did before."""
    earlier = overtaken.earlier
    if earlier and earlier.game_id != game_id:
        return say("This page was sent for another game already.")
    if earlier:
        made = next(line for line in trail(service(), game_id) if line.revision == earlier.revision)
        return say("This page was sent already: {change}", change=made.message)
    since = trail(service(), game_id, since=submission.revision)
    if not since:
        return GONE_ON
    return say(
        "The game has changed since you opened this page, so nothing was saved. Meanwhile: {change}",
        change=since[-1].message,
    )
