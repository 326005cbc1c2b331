"""Views for the page of export and import: importing documents, undoing an import, and the backup."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import IO

from flask import Blueprint, Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.document import Document
from ...core.messages import Message, say
from ...desk import exchange
from ...desk.exchange import AskFirst, ImportRefused, NothingToTakeBack
from ...desk.files import DocumentFiles, Place
from ...desk.importing import Different, Refusals
from ...desk.people import CannotRename
from ...desk.transaction import Overtaken, Submission
from ...desk.zips import SIGNATURE
from ...places import backup_name
from ...storage.backup import HEAD
from ...storage.connection import DatabaseUnavailable
from ...storage.games import count_games, count_results_alone
from ...storage.imports import latest_imports, read_import
from ...storage.rows import StoredGame
from ..access.rights import Right, needs
from ..forms.submission import KEY, sent_submission
from ..shell.page import page
from ..shell.services import daily, desk
from . import backup
from .pages import MOST_SHOWN, DataPage, Outcome, Problem, Question, title_of, unreadable
from .waiting import WaitingImports, waiting_imports

blueprint = Blueprint("data", __name__)

FILES, FILE = "files", "file"
"""The fields of the two imports: of games, and of results."""
MOST_BYTES = 64 * 2**20
"""The largest request with files."""
TOO_LARGE = say("These files are larger than {most} MB, so nothing was imported. The command line takes them.", most=64)
NO_FILE = say("Choose a file first.")
SPREADSHEET = say("This is a spreadsheet. Only game documents can be imported: .json, .jsonl or .zip.")
FOREIGN = say("This is no game document. Only game documents can be imported: .json, .jsonl or .zip.")
SPREADSHEETS = ".csv", ".ods", ".tsv", ".xls", ".xlsx"
NOTHING = say("Nothing was imported: all of it has to be right. Put this right or leave it out, then import again.")
SENT_BEFORE = say("This page was sent already, with other files. Nothing was imported; try again from here.")
NOTHING_LEFT = say("These games were changed since, or are deleted already. Nothing was changed.")
LOOKED_AT = 2**16
"""The most bytes of a file that are read to tell whether it may hold a document."""
MOST_IMPORTS = 10
"""The most recent imports that are listed."""
ANSWERS = (Different.OURS, Different.THEIRS, Different.LEAVE_OUT)
GONE = say("These files are not at hand any more, and nothing was imported. Choose them again.")


class _CannotRead(Exception):
    """Something among the files cannot be read."""


def init_app(app: Flask) -> None:
    """Allow large files at the two addresses that take them. Call this before CSRFProtect, which reads the form."""
    app.before_request(_large_files)
    app.extensions["waiting_imports"] = WaitingImports()


def _large_files() -> Response | None:
    field = {"data.take_in": FILES, "results.take_in_results": FILE}.get(request.endpoint or "")
    if field is None:
        return None
    request.max_content_length = MOST_BYTES
    if (request.content_length or 0) > MOST_BYTES:
        return data_page(413, notice=TOO_LARGE, refused=field)
    return None


@blueprint.get("/data")
@needs(Right.HOUSE)
def show() -> Response:
    """Show the page of export and import, with the outcome of an import or its question if the address names one."""
    if "waiting" in request.args:
        key = request.args["waiting"]
        question = _question(key)
        return data_page(question=question) if question else data_page(404, notice=GONE)
    key = request.args.get("imported", "")
    return data_page(outcome=_outcome(key) if "imported" in request.args else None)


@blueprint.post("/data")
def take_in() -> AnyResponse:
    """Import the games in files: all of them, or none. If some are stored here but differ, it asks first."""
    submission = sent_submission()
    key = request.form.get("waiting", "")
    if key:
        return _answered(key, submission)
    sent = [(each.filename, each.stream) for each in request.files.getlist("files") if each.filename]
    if not sent:
        return data_page(422, notice=NO_FILE, refused=FILES)
    try:
        return _imported(sent, submission, Different.ASK)
    except AskFirst as asked:
        waiting_imports().keep(submission.key, sent, asked.found)
    return redirect(url_for("data.show", waiting=submission.key), 303)


def _answered(key: str, submission: Submission) -> AnyResponse:
    """Import the files that waited under this key, as the form answers the question."""
    answer = request.form.get("different", "")
    if answer not in ANSWERS:
        abort(400)
    waiting = waiting_imports().get(key)
    if waiting is None:
        with desk().store.reading() as db:
            done = read_import(db, submission.key)
        return outcome_page(submission.key) if done else data_page(404, notice=GONE)
    with waiting.in_hand() as files:
        response = _imported(files, submission, Different(answer), key)
    if response.status_code == 303:
        waiting_imports().forget(key)
    return response


def _imported(
    sent: Sequence[tuple[str, IO[bytes]]], submission: Submission, different: Different, waiting: str = ""
) -> AnyResponse:
    """Import files, and return a redirect to the outcome, or the page with the problems; raises AskFirst."""
    files, problems = DocumentFiles(desk().rulebooks, bounded=True), _Problems()

    def documents() -> Iterator[Document]:
        for name, file in sent:
            foreign = _foreign(file, name)
            if foreign:
                problems.add(Problem(Place(name), foreign))
                continue
            for found in files.read(file, name):
                if not isinstance(found, Document):
                    problems.add(Problem(found.place, unreadable(found.error)))
                elif not problems.count:
                    yield found
        if problems.count:
            raise _CannotRead

    def tell(index: int, refusals: Refusals, game: StoredGame) -> None:
        for number, refusal in refusals:
            play = say("play {number}", number=number)
            reason = say("{where}: {fault}", where=play, fault=refusal.message) if number else refusal.message
            problems.add(Problem(files.place(index), reason, title_of(desk().rulebooks, game), game.players))

    try:
        exchange.import_documents(desk(), documents(), submission, different=different, bring_back=True, tell=tell)
    except (_CannotRead, ImportRefused):
        shown = tuple(problems.shown)
        question = _question(waiting)
        field = "" if question else FILES
        return data_page(
            422, notice=NOTHING, problems=shown, problem_count=problems.count, question=question, refused=field
        )
    except Overtaken:
        return data_page(409, notice=SENT_BEFORE)
    return outcome_page(submission.key)


def outcome_page(key: str) -> AnyResponse:
    """Return a redirect to the page with the outcome of an import."""
    return redirect(url_for("data.show", imported=key), 303)


def _question(key: str) -> Question | None:
    waiting = waiting_imports().get(key)
    return Question(key, waiting.found, desk().rulebooks) if waiting else None


def _foreign(file: IO[bytes], name: str) -> Message | None:
    """Return why a file cannot hold documents, judged by its beginning and name; None if it may hold some."""
    file.seek(0)
    start = file.read(LOOKED_AT).removeprefix(BOM_UTF8).lstrip()
    spreadsheet = name.lower().endswith(SPREADSHEETS)
    if not start or start.startswith((HEAD, b"{", b"[")) or (start.startswith(SIGNATURE) and not spreadsheet):
        return None
    return SPREADSHEET if spreadsheet else FOREIGN


@blueprint.post("/data/undo")
def take_back() -> AnyResponse:
    """Undo an import, except for games that were changed since."""
    key = request.form.get("imported", "")
    if not KEY.fullmatch(key):
        abort(400)
    try:
        exchange.take_back(desk(), key, sent_submission())
    except Overtaken:
        return data_page(409, notice=SENT_BEFORE, outcome=_outcome(key))
    except NothingToTakeBack:
        return data_page(422, notice=NOTHING_LEFT)
    except CannotRename as cannot:
        return data_page(422, notice=cannot.message, outcome=_outcome(key))
    return outcome_page(key)


@blueprint.post("/data/backup")
def back_up() -> Response:
    """Send a copy of the whole database. It is a POST, because the copy holds the pairing key and takes work."""
    try:
        copy = backup.copy_of(desk().store)
    except (DatabaseUnavailable, OSError) as error:
        return data_page(503, notice=backup.failure(error))
    return backup.sent(copy, backup_name(datetime.now().astimezone()))


class _Problems:
    """The problems of files: the first ones, and how many there are."""

    def __init__(self) -> None:
        self.shown: list[Problem] = []
        self.count = 0

    def add(self, problem: Problem) -> None:
        self.count += 1
        if len(self.shown) < MOST_SHOWN:
            self.shown.append(problem)


def _outcome(key: str) -> Outcome:
    """Return the outcome of the import with this key; aborts with 404 if there is none."""
    with desk().store.reading() as db:
        found = read_import(db, key)
    return Outcome(found) if found else abort(404)


def data_page(
    status: int = 200,
    *,
    notice: Message | None = None,
    problems: tuple[Problem, ...] = (),
    problem_count: int = 0,
    outcome: Outcome | None = None,
    question: Question | None = None,
    refused: str = "",
) -> Response:
    """Return the page of export and import, with what came of the request."""
    with desk().store.reading() as db:
        games, left_out = count_games(db, desk().rulebooks)
        alone = count_results_alone(db)
        imports = [Outcome(each) for each in latest_imports(db, MOST_IMPORTS) if not outcome or each != outcome.stored]
    backups = backup.Backups.of(daily())
    shown = DataPage(
        games - alone, left_out, backups, imports, notice, problems, problem_count, outcome, question, alone, refused
    )
    return page(shown, status)
