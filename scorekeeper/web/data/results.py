"""Import of results without plays: from a file of BG Stats, or from a table that was exported here."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...desk.files import Place
from ...desk.results import import_results
from ...desk.transaction import Overtaken
from ...history.spreadsheet import Words
from ...history.told import read_told
from ..forms.submission import sent_submission
from ..shell.language import LANGUAGES
from ..shell.services import desk, titles
from .pages import MOST_SHOWN, Problem
from .views import FILE, NO_FILE, NOTHING, SENT_BEFORE, data_page, outcome_page

blueprint = Blueprint("results", __name__)

FOREIGN = say("This is neither an export of BG Stats nor a table that was exported here.")
NO_GAMES = say("There is no finished game of a title that is installed here in this file. Nothing was imported.")


@blueprint.post("/data/results")
def take_in_results() -> AnyResponse:
    """Import the results in a file as games without plays: all of them, or none."""
    submission, sent = sent_submission(), request.files.get("file")
    if sent is None or not sent.filename:
        return _refused(NO_FILE)
    words = [Words(code, partial(Message.translated, language=titles().catalogue(code))) for code in LANGUAGES]
    sent.stream.seek(0)  # the digest of the submission has read it
    told = read_told(sent.stream.read(), desk().rulebooks, words)
    if told is None:
        return _refused(NOTHING, [Problem(Place(sent.filename), FOREIGN)])
    if told.faults:
        faults = [Problem(Place(sent.filename, where), reason) for where, reason in told.faults]
        return _refused(NOTHING, faults)
    if not told.results:
        return _refused(NO_GAMES)
    try:
        import_results(desk(), told.results, submission, bring_back=True)
    except Overtaken:
        return data_page(409, notice=SENT_BEFORE)
    return outcome_page(submission.key)


def _refused(notice: Message, problems: Sequence[Problem] = ()) -> AnyResponse:
    shown = tuple(problems[:MOST_SHOWN])
    return data_page(422, notice=notice, problems=shown, problem_count=len(problems), refused=FILE)
