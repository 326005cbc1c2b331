"""Everything to take along and to bring in; a game as a document, and for another app."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import IO
from uuid import UUID

from flask import Blueprint, Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.document import Document, write
from ...core.messages import Message, say
from ...desk import exchange
from ...desk.exchange import AskFirst, ImportRefused, NothingToTakeBack
from ...desk.files import DocumentFiles, Place
from ...desk.games import Desk
from ...desk.people import CannotRename
from ...desk.preparing import Refusals
from ...desk.taking_in import Different
from ...desk.transaction import Overtaken, Submission
from ...desk.zips import SIGNATURE, document_name, zipped
from ...history.bgstats import file as bgstats_file
from ...history.bgstats import games_of
from ...history.spreadsheet import Words, table
from ...places import backup_name
from ...storage.backup import HEAD
from ...storage.connection import CannotOpen
from ...storage.rows import StoredGame
from ..game.position import Position
from ..history.looking import read_filters
from ..language import catalogue, language
from ..page import page
from ..rights import Right, needs
from ..services import daily, desk
from ..submission import KEY, sent_submission
from . import backup
from .pages import MOST_SHOWN, BgStatsPage, DataPage, Outcome, Problem, Question, title_of, unreadable
from .waiting import WaitingImports, waiting_imports

blueprint = Blueprint("data", __name__)

MOST_BYTES = 64 * 2**20
"""How large files may be that are sent."""
TOO_LARGE = say("These files are larger than {most} MB, so nothing was imported. The command line takes them.", most=64)
NO_FILE = say("Choose a file first.")
SPREADSHEET = say("This is a spreadsheet. Only game documents can be imported: .json, .jsonl or .zip.")
FOREIGN = say("This is no game document. Only game documents can be imported: .json, .jsonl or .zip.")
SPREADSHEETS = ".csv", ".ods", ".tsv", ".xls", ".xlsx"
NOTHING = say("Nothing was imported: all of it has to be right. Put this right or leave it out, then import again.")
SENT_BEFORE = say("This page was sent already, with other files. Nothing was imported; try again from here.")
NOTHING_LEFT = say("These games were changed since, or are deleted already. Nothing was changed.")
LOOKED_AT = 2**16
"""How many bytes of a file tell whether it may hold a document."""
MOST_IMPORTS = 10
"""As many of the recent imports are listed."""
ANSWERS = (Different.OURS, Different.THEIRS, Different.LEAVE_OUT)
GONE = say("These files are not at hand any more, and nothing was imported. Choose them again.")


class _CannotRead(Exception):
    """Something among the files cannot be read."""


def init_app(app: Flask) -> None:
    """Let large files in at the one address that takes them; this must stand before whatever reads forms."""
    app.before_request(_large_files)
    app.extensions["waiting_imports"] = WaitingImports()


def _large_files() -> Response | None:
    if request.endpoint not in ("data.take_in", "data.take_in_results"):
        return None
    request.max_content_length = MOST_BYTES
    if (request.content_length or 0) > MOST_BYTES:
        return data_page(413, notice=TOO_LARGE)
    return None


@blueprint.get("/data")
@needs(Right.HOUSE)
def show() -> Response:
    """Show what can be downloaded, where files are imported, what became of an import, or what it asks."""
    if "waiting" in request.args:
        key = request.args["waiting"]
        question = _question(key)
        return data_page(question=question) if question else data_page(404, notice=GONE)
    key = request.args.get("imported", "")
    return data_page(outcome=_outcome(key) if "imported" in request.args else None)


@blueprint.post("/data")
def take_in() -> AnyResponse:
    """Import the games in files: all of them, or nothing. What is here, but different, is asked first."""
    submission = sent_submission()
    key = request.form.get("waiting", "")
    if key:
        return _answered(key, submission)
    sent = [(each.filename, each.stream) for each in request.files.getlist("files") if each.filename]
    if not sent:
        return data_page(422, notice=NO_FILE)
    try:
        return _imported(sent, submission, Different.ASK)
    except AskFirst as asked:
        waiting_imports().keep(submission.key, sent, asked.found)
    return redirect(url_for("data.show", waiting=submission.key), 303)


def _answered(key: str, submission: Submission) -> AnyResponse:
    """Import files that waited for an answer."""
    answer = request.form.get("different", "")
    if answer not in ANSWERS:
        abort(400)
    waiting = waiting_imports().get(key)
    if waiting is None:
        with desk().store.reading() as reader:
            done = reader.import_of(submission.key)
        return outcome_page(submission.key) if done else data_page(404, notice=GONE)
    with waiting.in_hand() as files:
        response = _imported(files, submission, Different(answer), key)
    if response.status_code == 303:
        waiting_imports().forget(key)
    return response


def _imported(
    sent: Sequence[tuple[str, IO[bytes]]], submission: Submission, different: Different, waiting: str = ""
) -> AnyResponse:
    """Import files, and return the page that says what became of them; raises AskFirst."""
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
        return data_page(422, notice=NOTHING, problems=shown, problem_count=problems.count, question=question)
    except Overtaken:
        return data_page(409, notice=SENT_BEFORE)
    return outcome_page(submission.key)


def outcome_page(key: str) -> AnyResponse:
    """Lead to the page that says what became of an import."""
    return redirect(url_for("data.show", imported=key), 303)


def _question(key: str) -> Question | None:
    waiting = waiting_imports().get(key)
    return Question(key, waiting.found, desk().rulebooks) if waiting else None


def _foreign(file: IO[bytes], name: str) -> Message | None:
    """Return what to say of a file that by its beginning holds no document, or None of one that may hold some."""
    file.seek(0)
    start = file.read(LOOKED_AT).removeprefix(BOM_UTF8).lstrip()
    spreadsheet = name.lower().endswith(SPREADSHEETS)
    if not start or start.startswith((HEAD, b"{", b"[")) or (start.startswith(SIGNATURE) and not spreadsheet):
        return None
    return SPREADSHEET if spreadsheet else FOREIGN


@blueprint.post("/data/undo")
def take_back() -> AnyResponse:
    """Take an import back, as far as nobody has changed its games since."""
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
    """Send a copy of the whole database. It holds the pairing key and takes work, so that no mere link leads here."""
    try:
        copy = backup.copy_of(desk().store)
    except (CannotOpen, OSError) as error:
        return data_page(503, notice=backup.failure(error))
    return backup.sent(copy, backup_name(desk().store.path.parent, datetime.now().astimezone()))


@blueprint.get("/data/games.zip")
@needs(Right.HOUSE)
def games_zip() -> Response:
    """Send every game as a document, in a zip."""
    return _sent(zipped(exchange.documents(desk(), known=True)), "application/zip", "scorekeeper.zip")


@blueprint.get("/data/games.csv")
@needs(Right.HOUSE)
def games_csv() -> Response:
    """Send who played and how it ended, as a table for a spreadsheet, in the reader's language."""
    own = catalogue()  # the file is still being sent when the request is over
    words = Words(language(), lambda message: message.translated(own))
    return _sent(_table(desk(), words), "text/csv; charset=utf-8", "scorekeeper.csv")


@blueprint.get("/data/games.bgsplay")
@needs(Right.HOUSE)
def games_bgstats() -> Response:
    """Send past games as a file for BG Stats: all, or those that the address asks for as the list of them does."""
    own, of = catalogue(), desk()  # the file is still being sent when the request is over
    with of.store.reading() as reader:
        filters = read_filters(reader, of.rulebooks, request.args)
    if filters.faults:
        abort(404)

    def parts() -> Iterator[bytes]:
        with of.store.reading_apart() as reader:
            games = games_of(reader, filters.wanted)
            yield from bgstats_file(games, of.rulebooks, lambda message: message.translated(own))

    return _sent(parts(), "application/json", "scorekeeper.bgsplay")


@blueprint.get("/games/<uuid:game_id>/document")
def document(game_id: UUID) -> Response:
    """Send a game as a document."""
    view = desk().view(str(game_id))
    found = exchange.document_of(desk(), view.game)
    text = json.dumps(write(found), ensure_ascii=False, indent=2) + "\n"
    return _sent([text.encode()], "application/json", f"{document_name(found)}.json")


@blueprint.get("/games/<uuid:game_id>/bgstats")
def bgstats(game_id: UUID) -> AnyResponse:
    """Show what of a finished game would go to BG Stats, with the link that sends it there."""
    view = desk().view(str(game_id))
    if not view.replay.finished:
        return redirect(url_for("game.table", game_id=game_id))
    with desk().store.reading() as reader:
        player_ids = reader.player_ids(view.game.id)
    return page(BgStatsPage(Position(view), player_ids=player_ids))


class _Problems:
    """What is wrong with files: the first of it, and how much there is."""

    def __init__(self) -> None:
        self.shown: list[Problem] = []
        self.count = 0

    def add(self, problem: Problem) -> None:
        self.count += 1
        if len(self.shown) < MOST_SHOWN:
            self.shown.append(problem)


def _table(of: Desk, words: Words) -> Iterator[bytes]:
    with of.store.reading_apart() as reader:
        yield from table(reader, of.rulebooks, words, reader.game_ids(archived=False))


def _sent(parts: Iterable[bytes], kind: str, name: str) -> Response:
    """Return a file. What goes wrong before its first part is an error page; later it is broken off."""
    rest = iter(parts)
    first = next(rest, b"")

    def whole() -> Iterator[bytes]:
        yield first
        yield from rest

    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    response = Response(whole(), content_type=kind, headers=headers)
    response.call_on_close(getattr(rest, "close", lambda: None))  # also where nobody reads it
    return response


def _outcome(key: str) -> Outcome:
    """Return what became of an import, as the address says; aborts with 404 for junk."""
    with desk().store.reading() as reader:
        found = reader.import_of(key)
    return Outcome(found) if found else abort(404)


def data_page(
    status: int = 200,
    *,
    notice: Message | None = None,
    problems: tuple[Problem, ...] = (),
    problem_count: int = 0,
    outcome: Outcome | None = None,
    question: Question | None = None,
) -> Response:
    """Return the page of export and import, with what became of what was asked."""
    with desk().store.reading() as reader:
        games, left_out = reader.game_counts(desk().rulebooks)
        alone = reader.results_alone()
        imports = [Outcome(each) for each in reader.imports(MOST_IMPORTS) if not outcome or each != outcome.stored]
    backups = backup.Backups.of(daily())
    shown = DataPage(
        games - alone, left_out, backups, imports, notice, problems, problem_count, outcome, question, alone
    )
    return page(shown, status)
