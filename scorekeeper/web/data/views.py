"""The pages of export and import: game exports, imports with their reports, and the backup."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any, ClassVar, cast
from uuid import UUID

from flask import Blueprint, Flask, Response, abort, redirect, request, url_for
from sqlite_utils import Database
from werkzeug.wrappers import Response as AnyResponse
from werkzeug.wsgi import wrap_file

from ...core.document import write
from ...core.log import ChangeKind
from ...core.messages import N_, Count, Message, joined, many, say
from ...instance import explain
from ...paths import backup_name
from ...store.backups import snapshot
from ...store.connection import DatabaseUnavailable
from ...store.db import Store
from ...store.exporting import Words, bgstats_file, csv_table, document_name, document_of, documents, zipped
from ...store.games import Cache, StaleRevision, Submission, done_before
from ...store.importing import (
    ConflictPolicy,
    ImportChoices,
    ImportOutcome,
    ImportReport,
    LeftOut,
    NothingToDelete,
    Preview,
    deletable,
    details_of,
    import_games,
)
from ...store.importing import delete_imported as delete_games_of
from ...store.readers.documents import MAX_FILE, read_file
from ...store.readers.tables import TableChoices
from ...store.results import listed_games, matching_ids
from ...store.rows import (
    GameStatus,
    StoredImport,
    all_game_ids,
    count_games,
    count_results_alone,
    games_of_import,
    latest_imports,
    read_import,
)
from ...store.uploads import (
    MAX_UPLOADS,
    OtherUpload,
    Upload,
    discard_upload,
    find_upload,
    keep_upload,
    remove_old_uploads,
    uploads,
)
from ...titles import ready
from ..common.language import alphabetical, catalogue, language, translated
from ..common.page import Link, daily, page, service
from ..common.rights import Right, requires
from ..forms.submission import new_entry_key, sent_submission
from ..history.games import read_filters
from .tables import TablePage, choices_of, confirmed, keep_choices, languages, remember, remembered

blueprint = Blueprint("data", __name__)

MAX_SHOWN = 100
"""Maximum number of problems shown, and of games shown per outcome of an import."""
MAX_IMPORTS = 10
"""Maximum number of recent imports listed."""
TOO_LARGE = say(
    "These files are larger than {most} MB, so nothing was imported. Import them on the command line.", most=64
)
NO_FILE = say("Choose a file first.")
UNREADABLE = say("Nothing in these files can be imported. Correct them or choose others.")
NOT_KEPT = say("The server cannot keep these files. Free disk space on the server, then try again.")
NOT_HERE = say("These files are no longer here: they were discarded, or a day has passed. Choose them again.")
SENT_BEFORE = say("This page was sent already, with other content. Nothing was imported; try again from here.")
DELETED_BEFORE = say("This page was sent already, with other content. Nothing was changed; try again from here.")
NOTHING_LEFT = say("These games were changed since, or are deleted already. Nothing was changed.")


def init_app(app: Flask) -> None:
    """Allow large requests for the view that imports files. Call this before CSRFProtect, which reads the form."""
    app.before_request(_large_files)


def _large_files() -> Response | None:
    if request.endpoint != "data.upload":
        return None
    request.max_content_length = MAX_FILE
    if (request.content_length or 0) > MAX_FILE:
        return _data_page(413, fault=TOO_LARGE)
    return None


# The page


@dataclass(frozen=True)
class DataPage:
    """The page of export and import.

    `games` is the number of games available as documents, `missing` the number of games with uninstalled titles,
    `alone` the number of result-only games. `last_backup` is the time of the last daily backup, `warning` reports a
    failed or overdue one. `waiting` are unconfirmed uploads. `fault`, `left_out` and `more_left_out` concern the sent
    files, `notice` other subjects.
    """

    template: ClassVar[str] = "data/data.html"
    games: int
    missing: int
    alone: int
    last_backup: datetime | None
    warning: Message | None
    waiting: Sequence[Upload]
    imports: Sequence[StoredImport]
    notice: Message | None
    fault: Message | None
    left_out: Sequence[LeftOut]
    more_left_out: int
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
    return _data_page()


def _data_page(
    status: int = 200,
    *,
    notice: Message | None = None,
    fault: Message | None = None,
    left_out: Sequence[LeftOut] = (),
) -> Response:
    remove_old_uploads(instance())
    with service().store.reading() as db:
        games, missing = count_games(db, service().rulebooks)
        alone = count_results_alone(db)
        imports = latest_imports(db, MAX_IMPORTS)
    backups, warning = daily(), None
    if backups.error:
        warning = _failed(LAST_FAILED, backups.error)
    elif backups.is_late:
        warning = LATE
    shown = DataPage(
        games - alone,
        missing,
        alone,
        backups.last(),
        warning,
        uploads(instance()),
        imports,
        notice,
        fault,
        *_first(left_out),
    )
    return page(shown, status)


def instance() -> Path:
    return service().store.path.parent


# Files in


def _first(left_out: Sequence[LeftOut]) -> tuple[Sequence[LeftOut], int]:
    """Return the first MAX_SHOWN reasons for omitted games, and the number of games omitted for further reasons."""
    reasons = [(file, reason) for file, reason in left_out if reason.values["count"]]
    return reasons[:MAX_SHOWN], sum(cast("int", reason.values["count"]) for _, reason in reasons[MAX_SHOWN:])


@blueprint.post("/data")
def upload() -> AnyResponse:
    """Store the sent files, and redirect to the summary of their import; refuse files without any readable game."""
    submission = sent_submission()
    sent = [(each.filename, each.stream) for each in request.files.getlist("files") if each.filename]
    if not sent:
        return _data_page(422, fault=NO_FILE)
    try:
        with service().store.reading() as db:
            done_before(db, submission, "import_id")
        kept = keep_upload(instance(), submission.key, submission.digest, sent)
    except (StaleRevision, OtherUpload):
        return _data_page(409, notice=SENT_BEFORE)
    except OSError:
        return _data_page(507, fault=NOT_KEPT)
    summary = _summary(kept)
    if summary.is_empty and not summary.tables and not summary.users:
        discard_upload(kept)
        return _data_page(422, fault=UNREADABLE, left_out=summary.left_out)
    for place, each in summary.tables:
        if earlier := remembered(each):
            kept = keep_choices(kept, place, earlier)
    return redirect(url_for("data.imported", key=kept.key), 303)


@blueprint.post("/data/imports/<key>")
def import_files(key: str) -> AnyResponse:
    """Import the games in uploaded files, and redirect to the report of the import."""
    submission, different = sent_submission(), request.form.get("different", ConflictPolicy.OURS)
    if different not in (ConflictPolicy.OURS, ConflictPolicy.THEIRS):
        abort(400)
    try:
        if submission.key != key:
            raise StaleRevision
        with service().store.reading() as db:
            done = done_before(db, submission, "import_id")
        if not done:
            kept = find_upload(instance(), key)
            if kept is None:
                return _data_page(404, notice=NOT_HERE)
            with suppress(FileNotFoundError):  # an earlier tap has already created the report
                if _unconfirmed(kept) is not None:
                    return redirect(url_for("data.imported", key=key), 303)
                competitive = {*request.form.getlist("together")} - {*request.form.getlist("cooperative")}
                _import(kept, submission, ConflictPolicy(different), competitive)
            discard_upload(kept)
    except StaleRevision:
        return _data_page(409, notice=SENT_BEFORE)
    return redirect(url_for("data.imported", key=key), 303)


@blueprint.get("/data/imports/<key>/tables/<int:at>")
@requires(Right.PAIRED)
def table(key: str, at: int) -> AnyResponse:
    kept = find_upload(instance(), key)
    with suppress(FileNotFoundError):  # discarded just now
        if kept:
            return page(_table_page(kept, at))
    return _data_page(404, notice=NOT_HERE)


@blueprint.post("/data/imports/<key>/tables/<int:at>")
def read_table_as_chosen(key: str, at: int) -> AnyResponse:
    """Store the choices for a table and show the result; if confirmed, go on to the next table or to the summary."""
    sent_submission()  # refuses an invalid form; sending it twice is harmless, because it only replaces the choices
    kept = find_upload(instance(), key)
    if kept is None:
        return _data_page(404, notice=NOT_HERE)
    try:
        before = _table_page(kept, at)
        choices, faults = before.sent_choices()
        if faults:
            return page(replace(before, faults=faults, sent=request.form), 422)
        kept = keep_choices(kept, before.place, choices)
        now = _table_page(kept, at)
        if request.form.get("do") != "go":
            return redirect(now.url, 303)
        if now.open:
            return page(now, 422)
        remember(now.table)
        keep_choices(kept, now.place, choices, confirm=True)
    except FileNotFoundError:
        return _data_page(404, notice=NOT_HERE)
    except OSError:
        return _data_page(507, notice=NOT_KEPT)
    return redirect(url_for("data.imported", key=key), 303)


@blueprint.post("/data/imports/<key>/users/<int:at>")
def read_plays_of_user(key: str, at: int) -> AnyResponse:
    """Store the user whose plays are read from a BoardGameGeek file with plays of all users, and show the summary."""
    sent_submission()
    kept, user = find_upload(instance(), key), request.form.get("user", "")
    if kept is None:
        return _data_page(404, notice=NOT_HERE)
    try:
        asked = [*_summary(kept).users.items()]
        if at >= len(asked):
            abort(404)
        place, users = asked[at]
        if user not in users:
            abort(400)
        keep_choices(kept, place, TableChoices(user=user), confirm=True)
    except FileNotFoundError:
        return _data_page(404, notice=NOT_HERE)
    except OSError:
        return _data_page(507, notice=NOT_KEPT)
    return redirect(url_for("data.imported", key=key), 303)


def _table_page(kept: Upload, at: int) -> TablePage:
    report = _summary(kept)
    if at >= len(report.tables):
        abort(404)
    return TablePage(kept, at, *report.tables[at], report)


def _unconfirmed(kept: Upload) -> int | None:
    """Return the index of the first table with open questions, or unconfirmed from another app; None without one."""
    done, tables = confirmed(kept), _summary(kept).tables
    return next(
        (at for at, (place, each) in enumerate(tables) if each.questions or not (each.is_own or place in done)), None
    )


@blueprint.post("/data/imports/<key>/discard")
def discard(key: str) -> AnyResponse:
    kept = find_upload(instance(), key)
    if kept is None:
        return _data_page(404, notice=NOT_HERE)
    discard_upload(kept)
    return redirect(url_for("data.show"), 303)


def _import(
    kept: Upload,
    submission: Submission | None = None,
    different: ConflictPolicy = ConflictPolicy.OURS,
    competitive: Collection[str] = (),
) -> ImportReport:
    """Import the games in uploaded files, or without a submission only preview the import; raises StaleRevision."""
    choices = ImportChoices(
        different, restore_deleted=True, skip_faulty=True, competitive=competitive, tables=choices_of(kept)
    )
    with kept.opened() as opened:
        found = (part for name, file in opened for part in read_file(file, name, service().rulebooks))
        preview = submission is None
        return import_games(service(), found, choices, submission, pads=ready(), languages=languages(), preview=preview)


# The summary before an import


_summaries: Cache[ImportReport] = Cache(MAX_UPLOADS)


def _summary(kept: Upload) -> ImportReport:
    """Return the summary of an upload, cached until the next write because a large one takes a minute."""
    key = (kept.folder, kept.digest, kept.choices, service().store.written)
    return _summaries.get(key) or _summaries.put(key, _import(kept))


@dataclass(frozen=True)
class SummaryPage:
    """The summary of an unconfirmed upload, with the form that imports it.

    `new_titles` are the names of the titles that the import adds; `together` are the new titles with shared wins and
    losses only. `games` are the first games with other content in the database.
    """

    template: ClassVar[str] = "data/summary.html"
    upload: Upload
    summary: ImportReport
    new_titles: Sequence[Message | str]
    together: Sequence[Message | str]
    games: Sequence[dict[str, Any]]
    left_out: Sequence[LeftOut]
    more_left_out: int

    @property
    def tables(self) -> Sequence[tuple[str, str]]:
        """The URLs of the pages that show how tables are read, with their names."""
        pages = [TablePage(self.upload, at, *each, self.summary) for at, each in enumerate(self.summary.tables)]
        return [(each.url, each.name) for each in pages]

    @property
    def users(self) -> Sequence[tuple[str, Sequence[str], str]]:
        """The BoardGameGeek files with plays of all users: the file, the users to choose from, and the chosen user."""
        chosen = choices_of(self.upload)
        return [
            (place.entry or place.file, users, chosen[place].user if place in chosen else "")
            for place, users in self.summary.users.items()
        ]

    @property
    def preview(self) -> Preview:
        return cast("Preview", self.summary.preview)

    @property
    def partly(self) -> Sequence[LeftOut]:
        """The first messages about games imported without their unreadable values."""
        return [(file, reason) for file, reason in self.summary.left_out if not reason.values["count"]][:MAX_SHOWN]

    @property
    def up(self) -> Link:
        return Link(url_for("data.show"), say("Export and import"))

    @property
    def counts(self) -> Sequence[tuple[Message, Message]]:
        """The number of games and its label for each outcome that occurs."""
        preview = self.preview
        outcomes = {
            ImportOutcome.NEW: say("New"),
            ImportOutcome.BACK: say("Deleted here, will be restored"),
            ImportOutcome.THEIRS: say("Deleted here, will come back as in the file"),
            ImportOutcome.SAME: say("Here already"),
            ImportOutcome.OURS: say("Different here"),
        }
        rows = []
        for outcome, label in outcomes.items():
            if preview.count(outcome):
                games = many("{count} game", "{count} games", Count(preview.count(outcome)))
                titles = many("of {count} kind", "of {count} kinds", len(preview.titles[outcome]))
                rows.append((label, joined((games, titles), " ")))
        count = sum(cast("int", reason.values["count"]) for _, reason in self.summary.left_out)
        if count:
            rows.append((say("Cannot be imported"), joined((count,))))
        return rows

    @property
    def more_different(self) -> int:
        """Number of differing games not in `games`."""
        return self.preview.count(ImportOutcome.OURS) - len(self.games)

    @property
    def does_something(self) -> bool:
        changing = ImportOutcome.NEW, ImportOutcome.BACK, ImportOutcome.THEIRS, ImportOutcome.OURS
        return any(map(self.preview.count, changing))

    @property
    def names(self) -> Sequence[tuple[Message, Sequence[Message | str], int]]:
        """The new titles, the renamed titles, and the players: a heading, the first names, and the number of others.

        A name is shown with its other spellings in the files.
        """
        players: dict[bool, list[Message | str]] = {True: [], False: []}
        for player in self.preview.players:
            also = say("{name} (in the files: {spellings})", name=player.name, spellings=player.spellings)
            players[player.is_new].append(also if player.spellings else player.name)
        other = [
            say(
                "{name} (in the files: {spellings})",
                name=self.summary.titles[slug].meta.title,
                spellings=tuple(sorted(names.values())),
            )
            for slug, names in self.summary.other_names.items()
        ]
        groups = (
            (say("New score pads: {number}", number=len(self.new_titles)), self.new_titles),
            (say("Games with another name here: {number}", number=len(other)), other),
            (say("New players: {number}", number=len(players[True])), players[True]),
            (say("Players who are here already: {number}", number=len(players[False])), players[False]),
        )
        return [(heading, names[:MAX_SHOWN], max(0, len(names) - MAX_SHOWN)) for heading, names in groups if names]


def _summary_page(kept: Upload) -> Response:
    summary = _summary(kept)
    preview, known = cast("Preview", summary.preview), {*service().rulebooks, *ready()}
    new = {*preview.titles.get(ImportOutcome.NEW, ())} - known
    with service().store.reading() as db:
        games = _games(db, [*preview.kept], preview.kept)
    names = [
        sorted((summary.titles[slug].meta.title for slug in slugs), key=lambda title: alphabetical(translated(title)))
        for slugs in (new, summary.together)
    ]
    return page(SummaryPage(kept, summary, names[0], names[1], games, *_first(summary.left_out)))


# The report of an import


@dataclass(frozen=True)
class ImportPage:
    """The report of an import.

    `groups` are the games by outcome: a heading, the first games, and the number of further games. `more_left_out` is
    the number of omitted games not in `left_out`. Of the added games, `deletable` can be deleted together, `deleted`
    are already deleted, and `changed` were changed since the import.
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
            many("{count} added game is deleted now.", "{count} added games are deleted now.", Count(self.deleted)),
            many("{count} was changed since and stays.", "{count} were changed since and stay.", self.changed),
        ]
        return joined(sentences if self.changed else sentences[:1], " ")


def counted(stored: StoredImport) -> Message:
    """Return a summary of an import as text, with numbers of games."""
    counts = [
        many("{count} game was imported.", "{count} games were imported.", Count(stored.new)),
        many("{count} deleted game was restored.", "{count} deleted games were restored.", Count(stored.back)),
        many("{count} game now matches the file.", "{count} games now match the file.", Count(stored.theirs)),
        many("{count} was kept unchanged.", "{count} were kept unchanged.", stored.ours),
        many("{count} was skipped.", "{count} were skipped.", stored.left_out),
        many("{count} was here already.", "{count} were here already.", stored.same),
    ]
    sentences = [each for each in counts if each.values["count"]]
    if len(sentences) == 1 and stored.same:
        return many("{count} game, here already.", "{count} games, all here already.", Count(stored.same))
    return joined(sentences, " ")


@blueprint.get("/data/imports/<key>")
@requires(Right.PAIRED)
def imported(key: str) -> AnyResponse:
    with service().store.reading() as db:
        done = read_import(db, key)
    if done:
        return _import_page(key)
    kept = find_upload(instance(), key)
    with suppress(FileNotFoundError):  # discarded just now
        if kept:
            at = _unconfirmed(kept)
            return _summary_page(kept) if at is None else redirect(url_for("data.table", key=key, at=at))
    return _data_page(404, notice=NOT_HERE)


@blueprint.post("/data/imports/<key>/delete")
def delete_imported(key: str) -> AnyResponse:
    """Delete the games added by an import, except games changed since."""
    try:
        delete_games_of(service(), key, sent_submission())
    except StaleRevision:
        return _data_page(409, notice=DELETED_BEFORE)
    except NothingToDelete:
        return _import_page(key, 422, NOTHING_LEFT)
    return redirect(url_for("data.imported", key=key), 303)


def _import_page(key: str, status: int = 200, notice: Message | None = None) -> Response:
    with service().store.reading() as db:
        stored = read_import(db, key) or abort(404)
        touched = games_of_import(db, stored.id)
        details = details_of(stored)
        unchanged = len(deletable(service(), touched))
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
            games = _games(db, ids[:MAX_SHOWN], details.kept, deleted)
            if games:
                groups.append((called, games, max(0, count - len(games))))
    gone = len(deleted.intersection(by_act[ChangeKind.IMPORT]))
    changed = len(by_act[ChangeKind.IMPORT]) - gone - unchanged
    listed = sum(cast("int", reason.values["count"]) for _, reason in details.left_out)
    more = stored.left_out - listed if listed else 0
    return page(ImportPage(stored, groups, details.left_out, more, unchanged, gone, changed, notice), status)


def _games(
    db: Database, ids: Sequence[str], kept: Mapping[str, tuple[Message, ...]], deleted: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return games for a list; `kept` has their differences from the file, by id."""
    return [
        {
            "url": url_for("game.table", game_id=game_id),
            "title": service().rulebooks[slug].meta.title if slug in service().rulebooks else slug,
            "when": dated,
            "players": players,
            "deleted": game_id in deleted,
            "differences": say("Different: {differences}.", differences=kept[game_id]) if game_id in kept else None,
        }
        for game_id, slug, dated, players in listed_games(db, ids)
    ]


# Files out


@blueprint.get("/data/games.zip")
@requires(Right.PAIRED)
def games_zip() -> Response:
    return _sent(zipped(documents(service(), known=True)), "application/zip", "scorekeeper.zip")


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
    found = document_of(service(), service().view(str(game_id)).game)
    text = json.dumps(write(found), ensure_ascii=False, indent=2) + "\n"
    return _sent([text.encode()], "application/json", f"{document_name(found)}.json")


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

FAILED = N_("Cannot make the backup: {reason}")
LAST_FAILED = N_("Cannot make the daily backup: {reason}")
LATE = say("The last automatic backup is older than two days. Restart the server; its log shows the reason.")


@blueprint.post("/data/backup")
def back_up() -> Response:
    """Send a copy of the database. Only by POST, because the copy contains the pairing key and is expensive."""
    try:
        copy = copy_of(service().store)
    except (DatabaseUnavailable, OSError) as error:
        return _data_page(503, notice=_failed(FAILED, error))
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


def _failed(template: str, error: DatabaseUnavailable | OSError) -> Message:
    unexplained = say("the server cannot read or write a file. Its log has the reason.")
    return Message(template, {"reason": explain(error) if isinstance(error, DatabaseUnavailable) else unexplained})
