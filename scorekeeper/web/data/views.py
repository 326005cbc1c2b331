"""The page of export and import: game exports, imports with their reports, and the backup."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import IO, Any, ClassVar, cast
from uuid import UUID

from flask import Blueprint, Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from werkzeug.wsgi import wrap_file

from ...core.document import Document, write
from ...core.errors import Unreadable
from ...core.log import ChangeKind
from ...core.messages import N_, Message, joined, many, say
from ...instance import explain
from ...paths import backup_name
from ...store import exchange
from ...store.backups import snapshot
from ...store.connection import DatabaseUnavailable
from ...store.db import Store
from ...store.exchange import ConflictPolicy, GameFiles, ImportRefused, LeftOut, NothingToDelete, Place, Refusals
from ...store.games import StaleRevision
from ...store.results import listed_games, matching_ids
from ...store.results_in import Words, bgstats_file, csv_table
from ...store.rows import (
    GameStatus,
    StoredGame,
    StoredImport,
    all_game_ids,
    count_games,
    count_results_alone,
    games_of_import,
    latest_imports,
    read_import,
)
from ...titles import ready
from ..access.rights import Right, requires
from ..common.language import LANGUAGES, catalogue, language
from ..common.page import daily, page, service, titles
from ..forms.submission import new_entry_key, sent_submission
from ..history.games import read_filters
from ..table.lines import Link

blueprint = Blueprint("data", __name__)

MAX_BYTES = 64 * 2**20
"""Maximum size in bytes of a request with files."""
MAX_SHOWN = 100
"""Maximum number of problems shown, and of games shown per outcome of an import."""
MAX_IMPORTS = 10
"""Maximum number of recent imports listed."""
TOO_LARGE = say(
    "These files are larger than {most} MB, so nothing was imported. Import them on the command line.", most=64
)
NO_FILE = say("Choose a file first.")
NOTHING = say("Nothing was imported, because one part is wrong. Correct it or leave it out, then import again.")
NO_GAMES = say("These files contain no game that can be imported.")
SENT_BEFORE = say("This page was sent already, with other files. Nothing was imported; try again from here.")
DELETED_BEFORE = say("This page was sent already, with other content. Nothing was changed; try again from here.")
NOTHING_LEFT = say("These games were changed since, or are deleted already. Nothing was changed.")
IN_LISTS = {"plays": N_("entry {number}"), "players": N_("player {number}")}
"""Text for an item of a list in a document, by the list's key."""


def init_app(app: Flask) -> None:
    """Allow large requests for the view that imports files. Call this before CSRFProtect, which reads the form."""
    app.before_request(_large_files)


def _large_files() -> Response | None:
    if request.endpoint != "data.import_files":
        return None
    request.max_content_length = MAX_BYTES
    if (request.content_length or 0) > MAX_BYTES:
        return _data_page(413, fault=TOO_LARGE)
    return None


# The page


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a file that cannot be imported, with the reason and, if readable, the game."""

    place: Place
    reason: Message
    title: Message | str = ""
    players: tuple[str, ...] = ()

    @property
    def where(self) -> Message:
        """The file, the entry of a zip, the line, and the game."""
        parts: list[object] = [self.place.file]
        parts += [self.place.entry] if self.place.entry else []
        parts += [say("line {number}", number=self.place.line)] if self.place.line else []
        parts += [say("{title} with {players}", title=self.title, players=self.players)] if self.players else []
        return joined(parts, ", ")


class Problems:
    """The first MAX_SHOWN problems of files, and the number of all."""

    def __init__(self) -> None:
        self.shown: list[Problem] = []
        self.count = 0

    def add(self, problem: Problem) -> None:
        self.count += 1
        if len(self.shown) < MAX_SHOWN:
            self.shown.append(problem)

    @property
    def more(self) -> int:
        """Number of problems not shown."""
        return self.count - len(self.shown)


@dataclass(frozen=True)
class DataPage:
    """The page of export and import.

    `games` is the number of games available as documents, `left_out` the number of games whose titles are not
    installed, `alone` the number of result-only games. `last_backup` is the time of the last daily backup, `warning`
    reports a failed or overdue one. `fault` and `problems` concern the sent files, `notice` anything else.
    """

    template: ClassVar[str] = "data/data.html"
    games: int
    left_out: int
    alone: int
    last_backup: datetime | None
    warning: Message | None
    imports: Sequence[StoredImport]
    notice: Message | None
    fault: Message | None
    problems: Problems
    different: str
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def recent(self) -> Sequence[tuple[str, datetime, Message]]:
        """The recent imports: the URL of the report, the time, and a summary."""
        return [
            (url_for("data.imported", key=each.key), datetime.fromisoformat(each.made), counted(each))
            for each in self.imports
        ]


@blueprint.get("/data")
@requires(Right.PAIRED)
def show() -> Response:
    """Show the page of export and import."""
    return _data_page()


def _data_page(
    status: int = 200,
    *,
    notice: Message | None = None,
    fault: Message | None = None,
    problems: Problems | None = None,
    different: str = ConflictPolicy.OURS,
) -> Response:
    with service().store.reading() as db:
        games, left_out = count_games(db, service().rulebooks)
        alone = count_results_alone(db)
        imports = latest_imports(db, MAX_IMPORTS)
    backups, warning = daily(), None
    if backups.error:
        warning = _reason(LAST_FAILED, backups.error)
    elif backups.is_late:
        warning = LATE
    counts, problems = (games - alone, left_out, alone), problems or Problems()
    shown = DataPage(*counts, backups.last(), warning, imports, notice, fault, problems, different)
    return page(shown, status)


# Files in


class _CannotImport(Exception):
    """The files are unreadable or contain nothing to import; `fault` is the message."""

    def __init__(self, fault: Message) -> None:
        super().__init__(fault)
        self.fault = fault


@blueprint.post("/data")
def import_files() -> AnyResponse:
    """Import the games in files, all or none, and redirect to the report of the import."""
    submission, different = sent_submission(), request.form.get("different", ConflictPolicy.OURS)
    if different not in (ConflictPolicy.OURS, ConflictPolicy.THEIRS):
        abort(400)
    sent = [(each.filename, each.stream) for each in request.files.getlist("files") if each.filename]
    if not sent:
        return _data_page(422, fault=NO_FILE, different=different)
    rulebooks, problems = service().rulebooks, Problems()
    languages = [Words(code, partial(Message.translated, language=titles().catalogue(code))) for code in LANGUAGES]
    files = GameFiles(rulebooks, ready(), languages, bounded=True)

    def documents() -> Iterator[Document]:
        for name, file in sent:
            for found in files.read(file, name):
                if not isinstance(found, Document):
                    problems.add(Problem(found.place, _unreadable(found.error)))
                elif not problems.count:
                    yield found
        if problems.count:
            raise _CannotImport(NOTHING)
        if not files.count and not files.results:
            for name, reason in files.left_out:
                problems.add(Problem(Place(name), reason))
            raise _CannotImport(NO_GAMES)

    def tell(index: int, refusals: Refusals, game: StoredGame) -> None:
        title = rulebooks[game.rulebook].meta.title if game.rulebook in rulebooks else game.rulebook
        for number, refusal in refusals:
            play = say("entry {number}", number=number)
            reason = say("{where}: {fault}", where=play, fault=refusal.message) if number else refusal.message
            problems.add(Problem(files.place(index), reason, title, game.players))

    try:
        exchange.import_documents(
            service(),
            documents(),
            submission,
            results=files.results,
            titles=files.titles,
            left_out=files.left_out,
            different=ConflictPolicy(different),
            bring_back=True,
            tell=tell,
        )
    except (_CannotImport, ImportRefused) as refused:
        fault = refused.fault if isinstance(refused, _CannotImport) else NOTHING
        return _data_page(422, fault=fault, problems=problems, different=different)
    except StaleRevision:
        return _data_page(409, notice=SENT_BEFORE)
    return redirect(url_for("data.imported", key=submission.key), 303)


def _unreadable(error: Unreadable) -> Message:
    """Return the fault of a document with its path, such as "entry 3, player: ..."."""
    steps: list[object] = [say("item {number}", number=step) if isinstance(step, int) else step for step in error.path]
    if len(error.path) > 1 and error.path[0] in IN_LISTS:
        steps[:2] = [Message(IN_LISTS[str(error.path[0])], {"number": error.path[1]})]
    return say("{where}: {fault}", where=joined(steps, ", "), fault=error.message) if steps else error.message


# The report of an import


@dataclass(frozen=True)
class ImportPage:
    """The report of an import.

    `groups` are the games by outcome: a heading, the first games, and the number of further ones. `more_left_out` is
    the number of games left out beyond those in `left_out`. Of the added games, `deletable` can be deleted together,
    `deleted` are already deleted, and `changed` were changed since the import.
    """

    template: ClassVar[str] = "data/import.html"
    stored: StoredImport
    groups: Sequence[tuple[Message, Sequence[dict[str, Any]], int]]
    left_out: Sequence[LeftOut]
    more_left_out: int
    deletable: int
    deleted: int
    changed: int
    notice: Message | None = None
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def up(self) -> Link:
        return Link(url_for("data.show"), say("Export and import"))

    @property
    def made(self) -> datetime:
        return datetime.fromisoformat(self.stored.made)

    @property
    def message(self) -> Message:
        return counted(self.stored)

    @property
    def since(self) -> Message | None:
        """A sentence about added games deleted or changed since the import; None if none is deleted."""
        if not self.deleted:
            return None
        sentences = [
            many("{count} added game is deleted now.", "{count} added games are deleted now.", self.deleted),
            many("{count} was changed since and stays.", "{count} were changed since and stay.", self.changed),
        ]
        return joined(sentences if self.changed else sentences[:1], " ")


def counted(stored: StoredImport) -> Message:
    """Return a summary of an import as text, with numbers of games."""
    counts = [
        many("{count} game was imported.", "{count} games were imported.", stored.new),
        many("{count} deleted game was restored.", "{count} deleted games were restored.", stored.back),
        many("{count} game now matches the file.", "{count} games now match the file.", stored.theirs),
        many("{count} was kept unchanged.", "{count} were kept unchanged.", stored.ours),
        many("{count} was left out.", "{count} were left out.", stored.left_out),
        many("{count} was here already.", "{count} were here already.", stored.same),
    ]
    sentences = [each for each in counts if each.values["count"]]
    if len(sentences) == 1 and stored.same:
        return many("{count} game, here already.", "{count} games, all here already.", stored.same)
    return joined(sentences, " ")


@blueprint.get("/data/imports/<key>")
@requires(Right.PAIRED)
def imported(key: str) -> Response:
    """Show the report of an import."""
    return _import_page(key)


@blueprint.post("/data/imports/<key>/delete")
def delete_imported(key: str) -> AnyResponse:
    """Delete the games added by an import, except those changed since."""
    try:
        exchange.delete_imported(service(), key, sent_submission())
    except StaleRevision:
        return _data_page(409, notice=DELETED_BEFORE)
    except NothingToDelete:
        return _import_page(key, 422, NOTHING_LEFT)
    return redirect(url_for("data.imported", key=key), 303)


def _import_page(key: str, status: int = 200, notice: Message | None = None) -> Response:
    with service().store.reading() as db:
        stored = read_import(db, key) or abort(404)
        touched = games_of_import(db, stored.id)
        details = exchange.details_of(stored)
        deletable = len(exchange.deletable(service(), touched))
        by_act = {
            act: [game_id for game_id, each in touched.items() if each.act is act]
            for act in (ChangeKind.IMPORT, ChangeKind.REPLACE, ChangeKind.BRING_BACK)
        }
        deleted = {game_id for game_id, each in touched.items() if each.status is GameStatus.DELETED}
        kept = [game_id for game_id in details.kept if game_id not in touched]
        sorts = (
            (say("Imported"), by_act[ChangeKind.IMPORT], stored.new),
            (say("Restored"), by_act[ChangeKind.BRING_BACK], stored.back),
            (say("Now matches the file"), by_act[ChangeKind.REPLACE], stored.theirs),
            (say("Different in the file, kept unchanged"), kept, stored.ours),
        )
        groups = []
        for called, ids, count in sorts:
            games = [
                {
                    "address": url_for("game.table", game_id=game_id),
                    "title": service().rulebooks[slug].meta.title if slug in service().rulebooks else slug,
                    "when": dated,
                    "players": players,
                    "deleted": game_id in deleted,
                    "differences": say("Different: {differences}.", differences=details.kept[game_id])
                    if game_id in details.kept
                    else None,
                }
                for game_id, slug, dated, players in listed_games(db, ids[:MAX_SHOWN])
            ]
            if games:
                groups.append((called, games, max(0, count - len(games))))
    gone = len(deleted.intersection(by_act[ChangeKind.IMPORT]))
    changed = len(by_act[ChangeKind.IMPORT]) - gone - deletable
    listed = sum(cast("int", reason.values["count"]) for _, reason in details.left_out)
    more = stored.left_out - listed if listed else 0
    return page(ImportPage(stored, groups, details.left_out, more, deletable, gone, changed, notice), status)


# Files out


@blueprint.get("/data/games.zip")
@requires(Right.PAIRED)
def games_zip() -> Response:
    """Send every game as a document, in a zip."""
    return _sent(exchange.zipped(exchange.documents(service(), known=True)), "application/zip", "scorekeeper.zip")


@blueprint.get("/data/games.csv")
@requires(Right.PAIRED)
def games_csv() -> Response:
    """Send the results of all games as CSV for a spreadsheet, in the page's language."""
    own, of = catalogue(), service()  # not available in parts(), which runs after the request context has ended
    words = Words(language(), lambda message: message.translated(own))

    def parts() -> Iterator[bytes]:
        with of.store.dedicated_reader() as db:
            yield from csv_table(db, of.rulebooks, words, all_game_ids(db, archived=False))

    return _sent(parts(), "text/csv; charset=utf-8", "scorekeeper.csv")


@blueprint.get("/data/games.bgsplay")
@requires(Right.PAIRED)
def games_bgstats() -> Response:
    """Send past games as a BG Stats file; the query can have the filters of the list."""
    own, of = catalogue(), service()  # not available in parts(), which runs after the request context has ended
    with of.store.reading() as db:
        filters = read_filters(db, of.rulebooks, request.args)
    if filters.faults:
        abort(404)

    def parts() -> Iterator[bytes]:
        with of.store.dedicated_reader() as db:
            ids = matching_ids(db, filters.query)
            yield from bgstats_file(db, of.rulebooks, lambda message: message.translated(own), ids)

    return _sent(parts(), "application/json", "scorekeeper.bgsplay")


@blueprint.get("/games/<uuid:game_id>/document")
def document(game_id: UUID) -> Response:
    """Send a game as a document."""
    found = exchange.document_of(service(), service().view(str(game_id)).game)
    text = json.dumps(write(found), ensure_ascii=False, indent=2) + "\n"
    return _sent([text.encode()], "application/json", f"{exchange.document_name(found)}.json")


def _sent(parts: Iterable[bytes], kind: str, name: str) -> Response:
    """Return a streamed download. The first part is computed now, so that an early error becomes an error page."""
    rest = iter(parts)
    first = next(rest, b"")

    def stream() -> Iterator[bytes]:
        yield first
        yield from rest

    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    response = Response(stream(), content_type=kind, headers=headers)
    response.call_on_close(getattr(rest, "close", lambda: None))  # also if the download is aborted
    return response


# The backup

FAILED = say("The backup could not be made.")
LAST_FAILED = say("The last automatic backup failed.")
LATE = say("The last automatic backup is older than two days. Restart Scorekeeper; its log shows the reason.")


@blueprint.post("/data/backup")
def back_up() -> Response:
    """Send a copy of the database. It requires POST, because the copy contains the pairing key and is expensive."""
    try:
        copy = copy_of(service().store)
    except (DatabaseUnavailable, OSError) as error:
        return _data_page(503, notice=_reason(FAILED, error))
    name = backup_name(datetime.now().astimezone())
    return Response(
        wrap_file(request.environ, copy),
        direct_passthrough=True,  # the server can send the file without occupying a thread
        content_type="application/vnd.sqlite3",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )


def copy_of(store: Store) -> IO[bytes]:
    """Return a verified copy of a database as an open file; its directory entry is already deleted.

    Raises DatabaseUnavailable, OSError.
    """
    path = store.path.resolve()
    with snapshot(path, path.parent) as (copy, _):
        return copy.open("rb")


def _reason(failed: Message, error: DatabaseUnavailable | OSError) -> Message:
    if isinstance(error, DatabaseUnavailable):
        return joined((failed, explain(error, say("The database"))), " ")
    return joined((failed, say("The server's log has the reason.")), " ")
