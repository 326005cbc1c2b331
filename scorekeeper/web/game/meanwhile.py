"""What others did since a page was made: said on the page that comes in the place of what could not be saved."""

from ...core.messages import Message, say
from ...desk.trail import trail
from ...desk.transaction import Overtaken, Submission
from ..services import desk

GONE_ON = say("The game has changed since you opened this page, so nothing was saved. Look again, then try again.")


def meanwhile(game_id: str, submission: Submission, overtaken: Overtaken) -> Message:
    """Return what happened since the page was made: what others did, or what it had sent itself."""
    earlier = overtaken.earlier
    if earlier is None:
        since = trail(desk(), game_id, since=submission.revision)
        return (
            say("Meanwhile: {change}", change=since[-1].message) if since else say("This page belongs to another game.")
        )
    if earlier.game_id != game_id:
        return say("This page was sent for another game already.")
    made = next(line for line in trail(desk(), game_id) if line.revision == earlier.revision)
    return say("This page was sent already: {change}", change=made.message)


def not_saved(game_id: str, submission: Submission, overtaken: Overtaken) -> Message:
    """Return that something was not saved, and what happened meanwhile, where that is known."""
    if overtaken.earlier is None and not trail(desk(), game_id, since=submission.revision):
        return GONE_ON
    return say(
        "The game has changed since you opened this page, so nothing was saved. {meanwhile}",
        meanwhile=meanwhile(game_id, submission, overtaken),
    )
