"""Import of files: documents (single or one per line), results, and zips of these.

An import has two phases. First every document is replayed and written, with its projections, to a temporary file. Then
all games are stored in one transaction, which is short for that reason. Memory holds little more than the games' ids.

Zips are not trusted: sizes are counted while reading, whatever the zip claims, paths are used only as names, and
nothing is unpacked to disk.
"""

import json
import re
import struct
import uuid
import zipfile
import zlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, partial
from gzip import GzipFile
from io import BytesIO
from itertools import islice, product
from secrets import token_urlsafe
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import IO, Any, cast

from sqlite_utils import Database

from ..core.document import Document, read
from ..core.errors import Refusal, Unreadable
from ..core.log import ChangeKind, Delta, Rename, differing
from ..core.messages import Message, say
from ..core.replay import Replay, replay
from ..core.rulebook import Rulebook
from ..pads.factory import defined, facts_text
from ..pads.words import counting
from .backups import HEAD, silent
from .changes import left, seated_delta
from .connection import large_cache
from .exporting import Progress, Words
from .games import (
    GameService,
    Refused,
    Submission,
    change_status,
    commit_change,
    commit_result,
    done_before,
    keep_facts,
    log_of,
    message_of,
    moment_of,
    options_text,
    play_texts,
    projections_of,
    room_fault,
    stamp,
    table_of,
)
from .people import give_names
from .results import Projections, add_projections, set_successor
from .results_in import FOREIGN, decoded, parse_results, same_name
from .rows import (
    Earlier,
    GameStatus,
    ResultLine,
    StoredChange,
    StoredGame,
    StoredImport,
    TouchedGame,
    add_changes,
    add_games,
    add_import,
    add_person,
    add_submission,
    all_game_ids,
    entered_players,
    find_person,
    finish_import,
    former_names,
    games_of_import,
    has_game,
    has_name,
    merged_player,
    newest_player,
    player_of_name,
    present_names,
    read_game,
    read_import,
    read_person,
    rulebooks_by_game,
    set_latest,
    set_seats,
    sits_somewhere,
    with_seats,
)
from .settings import all_definitions, keep_definition, replaced, successors

# Files

BACKUP = say("this is a backup; restore it with scorekeeper restore on the computer that runs Scorekeeper")
SPREADSHEET = say("this is a spreadsheet of Excel or LibreOffice; save it as CSV there, and import that file")
SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
"""First bytes of a zip with and without files."""
OFFICE = b"\xd0\xcf\x11\xe0"
"""First bytes of a spreadsheet of Excel 2003 and earlier; later ones are zips."""
OF_SPREADSHEETS = {"[Content_Types].xml", "mimetype"}
"""Files in the zips of spreadsheets."""
GZIP = b"\x1f\x8b"
"""First bytes of a compressed file."""
DOCUMENT = re.compile(rb'"format"\s*:\s*"scorekeeper-game"')
LOOKED_AT = 2**16
"""Number of bytes read from a file to recognize it."""
MAX_ENTRIES = 200_000
MAX_DIRECTORY = 200 * MAX_ENTRIES  # bytes of the central directory
LISTED = b"PK\x01\x02"  # signature of an entry in the central directory
MAX_UNPACKED = 2**30  # bytes of all entries
MAX_BYTES = 8 * 2**20  # of one document
MAX_FILE = 64 * 2**20  # bytes of one unpacked file
PORTION = 2**20  # bytes unpacked at once
MAX_PATH_LENGTH = 255
OF_SYSTEMS = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$)")
"""Paths that macOS adds to every zip."""
ELSEWHERE = re.compile(r"^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)")
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    OverflowError,
)
"""Exceptions raised by `zipfile` and `gzip` for an invalid file."""
DAMAGED = say("the zip is damaged; create it again")
TOO_MANY = say("a zip can have at most {most} files in it", most=MAX_ENTRIES)
TOO_LARGE = say("a document can have at most {most} MB", most=MAX_BYTES // 2**20)
TOO_LARGE_FILE = say("unpacked, a file can have at most {most} MB", most=MAX_FILE // 2**20)
ENGLISH = (Words("en", Message.translated),)


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a document: file, entry if the file is a zip, line (from 1) if each line is a document."""

    file: str
    entry: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A document or entry that cannot be read, with its position."""

    place: Place
    error: Unreadable


class GameFiles:
    """Reader of files with games, one after the other. It recognizes documents and results by content, not by name.

    `count` is the number of documents read so far. `results` are the games without plays, `titles` their titles by
    slug, and `left_out` the reasons for those that cannot be imported.
    """

    def __init__(
        self,
        rulebooks: Mapping[str, Rulebook[Any]],
        pads: Mapping[str, Rulebook[Any]] = MappingProxyType({}),
        languages: Sequence[Words] = ENGLISH,
        *,
        bounded: bool = False,
    ) -> None:
        """Read documents of the titles `rulebooks`, and results of these, of `pads`, and of titles that files define.

        `languages` are those of the headings and titles in tables. With `bounded`, a document of more than MAX_BYTES
        (more than any game needs) is a Fault.
        """
        self.count = 0
        self.results: list[StoredGame] = []
        self.titles: dict[str, Rulebook[Any]] = {}
        self.left_out: list[LeftOut] = []
        self._most = MAX_BYTES if bounded else None
        self._rulebooks, self._pads, self._languages = rulebooks, pads, languages
        self._runs: list[tuple[int, Place]] = []  # index of the first document of each file or entry, and its place

    def read(self, file: IO[bytes], name: str) -> Iterator[Document | Fault]:
        """Yield the documents in a file, in order, with a Fault for each unreadable one; collect the results in it."""
        file.seek(0)
        start = file.read(len(HEAD))
        if start.startswith(SIGNATURES):
            for entry, content in _entries(file):
                place = Place(name, entry or None)
                if isinstance(content, Unreadable):
                    yield Fault(place, content)
                elif content.startswith(SIGNATURES):
                    yield Fault(place, Unreadable(say("it is a zip inside a zip; unpack the outer one first")))
                else:
                    yield from self._content(BytesIO(content), place, MAX_BYTES)
            return
        place = Place(name)
        if start.startswith(GZIP):
            content = _unpacked(file)
            if isinstance(content, Unreadable):
                yield Fault(place, content)
                return
            file = BytesIO(content)
        yield from self._content(file, place, self._most)

    def place(self, index: int) -> Place:
        """Return the position of a document read before; `index` counts from 0."""
        first, place = self._runs[bisect_right(self._runs, index, key=lambda run: run[0]) - 1]
        return place if place.line is None else replace(place, line=index - first + place.line)

    def _content(self, file: IO[bytes], place: Place, most: int | None) -> Iterator[Document | Fault]:
        """Yield the documents in a file that is not a zip, or collect its results."""
        file.seek(0)
        start = file.read(LOOKED_AT)
        if start.startswith((HEAD, OFFICE)):
            yield Fault(place, Unreadable(BACKUP if start.startswith(HEAD) else SPREADSHEET))
            return
        file.seek(0)
        # Only BG Stats exports have the key "games"; in documents it can only be a text.
        json_like = decoded(start).lstrip("\ufeff\r\n\t ")[:1] in ("", "{", "[") and b"\0" not in start[:2]
        if json_like and (DOCUMENT.search(start) or not _contains(file, b'"games"')):
            yield from self._documents(file, place, most)
            return
        file.seek(0)
        try:
            known = {**self._rulebooks, **self._pads, **self.titles}
            parsed = parse_results(file, known, self._languages)
        except Unreadable as error:
            yield Fault(place, error)
            return
        if parsed is None:
            yield from self._documents(file, place, most)
            return
        self.results += parsed.results
        self.titles.update(parsed.titles)
        name = f"{place.file}, {place.entry}" if place.entry else place.file
        self.left_out += ((name, reason) for reason in parsed.left_out)

    def _documents(self, file: IO[bytes], place: Place, most: int | None) -> Iterator[Document | Fault]:
        first, *others = [*islice(_lines(file), 2)] or [b""]
        # Each line is a document if there are several lines and the first is complete JSON.
        one_a_line = bool(others) and len(first) <= (most or len(first)) and _is_json(first)
        self._runs.append((self.count, replace(place, line=1 if one_a_line else None)))
        file.seek(0)
        for number, data in enumerate(_lines(file), 1) if one_a_line else [(None, file.read())]:
            try:
                if most and len(data) > most:
                    raise Unreadable(TOO_LARGE)
                document = read(data, self._rulebooks, defined)
            except Unreadable as error:
                yield Fault(replace(place, line=number), error)
                continue
            self.count += 1
            yield document


def _contains(file: IO[bytes], text: bytes) -> bool:
    """Return whether a text is in the rest of a file; reads it in parts, because a file can be a single line."""
    before = b""
    while part := file.read(LOOKED_AT):
        if text in before + part:
            return True
        before = part[-len(text) :]
    return False


def _unpacked(file: IO[bytes]) -> bytes | Unreadable:
    """Return the content of a compressed file (gzip)."""
    file.seek(0)
    try:
        content = GzipFile(fileobj=file).read(MAX_FILE + 1)
    except DAMAGE:
        return Unreadable(say("the compressed file is damaged; create it again"))
    if content.startswith(SIGNATURES):
        return Unreadable(FOREIGN)
    return Unreadable(TOO_LARGE_FILE) if len(content) > MAX_FILE else content


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the non-empty lines."""
    file.seek(0)
    for part in file:
        yield from (line for line in part.splitlines() if line.strip())


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


class _TooMany(Exception):
    """A zip has more than MAX_ENTRIES entries."""


@dataclass(frozen=True, slots=True)
class _Bounded:
    """A file that raises _TooMany for too many entries, because `zipfile` keeps the entries in memory."""

    file: IO[bytes]

    def read(self, size: int = -1) -> bytes:
        if size > MAX_DIRECTORY:
            raise _TooMany
        data = self.file.read(size)
        if len(data) > len(LISTED) * MAX_ENTRIES and data.count(LISTED) > MAX_ENTRIES:
            raise _TooMany
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()

    def seekable(self) -> bool:
        return True


def _entries(file: IO[bytes]) -> Iterator[tuple[str, bytes | Unreadable]]:
    """Yield the files in a zip, without directories: the path, and the content or an error.

    The path is "" for an error of the entire zip.
    """
    try:
        archive = zipfile.ZipFile(_Bounded(file))
    except _TooMany:
        yield "", Unreadable(TOO_MANY)
        return
    except DAMAGE:
        yield "", Unreadable(DAMAGED)
        return
    listed = [each for each in archive.infolist() if not each.is_dir() and not OF_SYSTEMS.search(each.filename)]
    if not listed:
        yield "", Unreadable(say("there is no file in the zip"))
    if not OF_SPREADSHEETS.isdisjoint(archive.NameToInfo):
        yield "", Unreadable(SPREADSHEET)
        return
    met: set[str] = set()
    left = MAX_UNPACKED
    for info in listed:
        content = _content(archive, info, left, met)
        met.add(info.filename)
        left -= len(content) if isinstance(content, bytes) else (content.message is TOO_LARGE_FILE) * MAX_FILE
        yield _shown(info.filename), content
        if left <= 0:
            yield "", Unreadable(say("the zip is larger than {most} MB when unpacked", most=MAX_UNPACKED // 2**20))
            return


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int, met: set[str]) -> bytes | Unreadable:
    name = info.filename
    if len(name) > MAX_PATH_LENGTH or ELSEWHERE.search(name) or not name.isprintable():
        return Unreadable(say("this path is not supported; give the file a plain name"))
    if name in met:
        return Unreadable(say("the zip has two files of this name"))
    if info.flag_bits & 1:
        return Unreadable(say("it is encrypted; create the zip again without a password"))
    if info.compress_type not in PACKED:
        return Unreadable(say("its compression method is not supported; create the zip again with the default one"))
    try:
        with archive.open(info) as packed:
            parts = iter(partial(packed.read, PORTION), b"")
            data = b"".join(islice(parts, min(MAX_FILE, left) // PORTION + 1))
    except DAMAGE:
        return Unreadable(say("it is damaged; create the zip again"))
    return Unreadable(TOO_LARGE_FILE) if len(data) > MAX_FILE else data


def _shown(name: str) -> str:
    """Return a path in displayable form, shortened if necessary."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    return shown if len(shown) <= MAX_PATH_LENGTH else f"{shown[:MAX_PATH_LENGTH]}…"


# Import

MAX_LISTED = 100
"""Maximum number of conflicting games, and of reasons for left out games, that an import records in detail."""
MAX_WAITING = 500
"""Number of results written at once."""
Refusals = tuple[tuple[int | None, Refusal], ...]
"""Reasons for not importing a document: the number of the play (None: not about one play) and the refusal."""
Tell = Callable[[int | None, Refusals, StoredGame], None]
"""Callback for each refused document: its index (from 0; None: a result), the refusals, and the game made of it."""
LeftOut = tuple[str, Message]
"""Games of a file left out of an import: the file name, and the reason, made by `many` with their number."""


class ConflictPolicy(StrEnum):
    """Policy for imported games already here with other content.

    REFUSE refuses the complete import. OURS keeps our versions, but can restore deleted ones. THEIRS replaces ours by
    the imported versions. LEAVE_OUT changes nothing.
    """

    REFUSE = "refuse"
    OURS = "ours"
    THEIRS = "theirs"
    LEAVE_OUT = "leave-out"


class ImportOutcome(StrEnum):
    """Outcome of an import for one game; the values are the names of the counts in `StoredImport`."""

    NEW = "new"
    SAME = "same"
    BACK = "back"
    OURS = "ours"
    THEIRS = "theirs"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Imported:
    """A game in an import: its outcome, and its differences from the game already here."""

    id: str
    became: ImportOutcome
    differs: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class MetPlayer:
    """A player in imported games: the `name` here, other `spellings` in the files; `is_new`: the import adds them."""

    name: str
    spellings: tuple[str, ...]
    is_new: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """The effects of an import: titles (slugs) with their numbers of games by outcome, and the players it seats.

    `kept` has the differences of the first games kept here with other content, by id.
    """

    titles: Mapping[ImportOutcome, Mapping[str, int]]
    players: Sequence[MetPlayer]
    kept: Mapping[str, tuple[Message, ...]]

    def count(self, outcome: ImportOutcome) -> int:
        """Return the number of games with an outcome."""
        return sum(self.titles.get(outcome, {}).values())


class ImportRefused(Exception):
    """Documents cannot be imported; `refusals` has the reasons by index, or is empty if a Tell got them."""

    def __init__(self, refusals: Mapping[int, Refusals]) -> None:
        super().__init__(refusals)
        self.refusals = refusals


class NothingToDelete(Exception):
    """The import added no games, or all of them have been changed or deleted since."""


def import_documents(
    service: GameService,
    documents: Iterable[Document],
    submission: Submission | None = None,
    *,
    results: Iterable[StoredGame] = (),
    titles: Mapping[str, Rulebook[Any]] = MappingProxyType({}),
    left_out: Iterable[LeftOut] = (),
    different: ConflictPolicy = ConflictPolicy.REFUSE,
    bring_back: bool = False,
    partly: bool = False,
    progress: Progress = silent,
    tell: Tell | None = None,
    preview: Callable[[Preview], None] | None = None,
) -> tuple[Imported, ...]:
    """Import all games or none, and return the outcome of each; nothing if this `submission` was imported before.

    With `partly`, documents that cannot be imported do not prevent the import of the others; a result never does. With
    `preview`, nothing is stored: this callback gets the effects that the import would have.

    A game already here with the same content does not change; with `bring_back`, a deleted one is restored.
    `different` is the policy for a game here with other content. `results` are games without plays, and `titles` the
    titles among them that may be new. `left_out` is stored for the report of the import. These three are read after the
    last document, so that one pass over the files can fill them; `tell` can add to `left_out`.

    Raises ImportRefused (the reasons go to `tell` if given), StaleRevision, and any error of iterating over the
    arguments.
    """
    submission = submission or Submission(token_urlsafe(), "")
    with TemporaryFile("w+", encoding="ascii") as spool:
        refusals: list[Refusals] = []
        for document in documents:
            each = replace(_prepared(service, document), facts=facts_text(document.rulebook))
            if document.counts_as and counting(document.counts_as) == counting(document.rulebook):
                each = replace(each, successor=(document.counts_as.slug, facts_text(document.counts_as) or ""))
            refusals.append(each.refusals)
            print(_spooled(each), file=spool)
            progress(len(refusals), None)
        spool.seek(0)
        with suppress(_PreviewOnly), service.store.writing() as db, large_cache(db):
            if done_before(db, submission, "import_id"):
                return ()
            import_id = add_import(db, stamp(service.clock()))
            add_submission(db, submission.key, Earlier(submission.digest, import_id=import_id))
            running = _Import(service, db, import_id, different, bring_back=bring_back)
            running.only_preview = preview is not None
            imported: list[Imported] = []
            by_index: dict[int, Refusals] = {}
            refused = False
            for index, each in enumerate(map(_unspooled, spool, refusals)):
                try:
                    with _savepoint(db):
                        imported.append(running.bring_in(each))
                except _CannotImport as cannot:
                    refused = refused or not partly
                    if tell:
                        tell(index, cannot.refusals, each.game)
                    else:
                        by_index[index] = cannot.refusals
                progress(index + 1, len(refusals))
            if refused:
                raise ImportRefused(by_index)
            results = [*results]
            for number, result in enumerate(results, 1):
                try:
                    imported.append(running.bring_in_result(result, titles))
                except _CannotImport as cannot:
                    if tell:
                        tell(None, cannot.refusals, result)
                    else:
                        imported.append(Imported(result.id, ImportOutcome.LEFT_OUT))
                progress(number, len(results))
            running.write_added()
            if preview:
                preview(running.preview(imported))
                raise _PreviewOnly
            _finish(db, import_id, imported, [*left_out])
            return tuple(imported)
    return ()


@dataclass(frozen=True, slots=True)
class ImportDetails:
    """Details of an import about single games and files, at most MAX_LISTED of each.

    `kept` are the differences, by game id, of games kept here with other content than in the files. `left_out` are the
    games not imported.
    """

    kept: Mapping[str, tuple[Message, ...]]
    left_out: Sequence[LeftOut]


def details_of(stored: StoredImport) -> ImportDetails:
    """Return the details of an import; empty if an earlier version made it."""
    details = json.loads(stored.details or '{"kept": {}, "left_out": []}')
    return ImportDetails(
        {game_id: message_of(differs) for game_id, differs in details["kept"].items()},
        [(file, message_of(reason)) for file, reason in details["left_out"]],
    )


def _finish(db: Database, import_id: int, imported: Sequence[Imported], left_out: Sequence[LeftOut]) -> None:
    counts = Counter(str(each.became) for each in imported)
    counts[ImportOutcome.LEFT_OUT] += sum(cast("int", reason.values["count"]) for _, reason in left_out)
    ours = [each for each in imported if each.became in (ImportOutcome.OURS, ImportOutcome.BACK)]
    kept = [each for each in ours if each.became is ImportOutcome.OURS or each.differs][:MAX_LISTED]
    # `people.remove_name` searches all texts in this, except for keys and templates.
    details = {"kept": {each.id: each.differs for each in kept}, "left_out": left_out[:MAX_LISTED]}

    def written(message: Message) -> dict[str, object]:
        return {"template": message.template, "plural": message.plural, "values": dict(message.values)}

    finish_import(db, import_id, counts, json.dumps(details, default=written))


def deletable(service: GameService, touched: Mapping[str, TouchedGame]) -> list[str]:
    """Return the ids of the `touched` games that the import added, unchanged since and of installed titles."""
    return [
        game_id
        for game_id, each in touched.items()
        if each.act is ChangeKind.IMPORT and each.unchanged and each.rulebook in service.rulebooks
    ]


def delete_imported(service: GameService, key: str, submission: Submission) -> None:
    """Delete the games added by the import with that idempotency key, except for games changed since.

    Each can be restored. Raises StaleRevision, NothingToDelete.
    """
    with service.store.writing() as db:
        found = read_import(db, key)
        if done_before(db, submission, "game_id"):
            return
        games = deletable(service, games_of_import(db, found.id)) if found else []
        if not games:
            raise NothingToDelete
        signed: Submission | None = submission  # a key can belong to only one change: the first
        for game_id in games:
            change_status(service, db, service.game(db, game_id), GameStatus.DELETED, signed)
            signed = None


# A document, before it is stored


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A document in stored form, with its projections, or with the `refusals` that prevent its import.

    `facts` is the stored definition of a pad (None for other titles), `successor` the slug and definition of the pad
    that has replaced it.

    If a game with its id was already here when the document was read, it was not replayed and has no projections. If
    one of its plays is invalid and cannot be written as JSON, it has refusals, and `game` has no plays.
    """

    game: StoredGame
    refusals: Refusals = ()
    projections: Projections | None = None
    facts: str | None = None
    successor: tuple[str, str] | None = None


def _prepared(service: GameService, document: Document) -> _Prepared:
    """Return a document in stored form; it is not replayed if a game with its id is already here."""
    rulebook, table = document.rulebook, document.table
    unknown = any(isinstance(play, Refusal) for play in document.plays)
    game = StoredGame(
        document.id or str(uuid.uuid4()),
        rulebook.slug,
        table.players,
        options_text(rulebook, table),
        () if unknown else play_texts(document.plays, rulebook, table),
        revision=1,
        finished=False,
        moment=moment_of(dated) if (dated := document.ended or document.started) else int(service.clock().timestamp()),
        started=document.started,
        ended=document.ended,
        venue=document.venue,
        note=document.note,
    )
    if unknown:
        return _Prepared(game, _refusals(replay(rulebook, table, document.plays)))
    with service.store.reading() as db:
        if document.id and has_game(db, document.id):
            return _Prepared(game)
    return _folded(game, replay(rulebook, table, document.plays))


def _spooled(each: _Prepared) -> str:
    """Return a prepared document, without its refusals, as one line of JSON for the temporary file."""
    return json.dumps(
        [each.game, each.projections, each.facts, each.successor],
        default=lambda value: [getattr(value, at) for at in value.__slots__],
    )


def _unspooled(line: str, refusals: Refusals) -> _Prepared:
    """Return the prepared document from a line written by `_spooled`, with its refusals added."""
    (game_id, rulebook, players, options, plays, *further), made, facts, successor = json.loads(line)
    game = StoredGame(game_id, rulebook, tuple(players), options, tuple(plays), *further)
    if made:
        lines, *further = made
        made = Projections(tuple(ResultLine(*each) for each in lines), *further)
    game = replace(game, status=GameStatus(game.status), people=tuple(game.people))
    return _Prepared(game, refusals, made, facts, successor and tuple(successor))


def _folded(game: StoredGame, replayed: Replay) -> _Prepared:
    """Return a replayed game with its projections or, if plays conflict, with refusals."""
    if replayed.conflicts:
        return _Prepared(game, _refusals(replayed))
    if replayed.finished:
        game = replace(game, finished=True, moment=moment_of(game.dated))
    return _Prepared(game, projections=projections_of(game, replayed, replayed.rulebook.meta))


def _refusals(replayed: Replay) -> Refusals:
    return tuple((conflict.number, conflict.refusal) for conflict in replayed.conflicts)


# Storing games


class _CannotImport(Exception):
    """A document cannot be imported; `refusals` has the reasons."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__(refusals)
        self.refusals = refusals


class _PreviewOnly(Exception):
    """The import was only a preview, so its transaction is rolled back."""


@contextmanager
def _savepoint(db: Database) -> Iterator[None]:
    """Undo what a game that cannot be imported has written so far, and nothing else of the import."""
    db.execute("SAVEPOINT game")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK TO game")
        raise
    finally:
        db.execute("RELEASE game")


class _Import:
    """An import in progress.

    `touched` has the ids of the games changed so far, `seated` the players seated so far by their names in the files.
    """

    def __init__(
        self, service: GameService, db: Database, import_id: int, different: ConflictPolicy, *, bring_back: bool
    ) -> None:
        self.service, self.db, self.import_id = service, db, import_id
        self.different, self.bring_back = different, bring_back
        self.names, self.touched = _NameMatcher(db), set[str]()
        self.only_preview = False
        self.defined = set[str]()  # titles of results whose definitions are stored
        self.waiting: list[tuple[StoredGame, Sequence[int], Projections]] = []  # added games, not written yet
        self.seated, self.known = dict[str, int](), newest_player(db)
        present = present_names(db)
        self.forms = {same_name(name): name for name in present} | {name: name for name in present}
        self.spellings: dict[str, set[str]] = {}  # in the results, by the name used instead
        self.pads_before = all_definitions(db).keys()

    @cached_property
    def ids_here(self) -> frozenset[str]:
        """The ids of all games before the first result is imported."""
        return frozenset(all_game_ids(self.db, deleted=True))

    def bring_in(self, each: _Prepared) -> Imported:
        """Add or replace a game, or keep ours; return the outcome. Raises _CannotImport."""
        stored = read_game(self.db, each.game.id)
        if stored is None:
            return self._add_document(each)
        same_players = self.names.match(stored.people, stored.players, each.game.players)
        differs = tuple(_differences(self.service, stored, each.game, same_players=same_players))
        if differs or each.refusals:
            return Imported(stored.id, self._resolve_conflict(each, stored, differs), differs)
        return Imported(stored.id, self._restore_deleted(stored) or ImportOutcome.SAME)

    def bring_in_result(self, game: StoredGame, titles: Mapping[str, Rulebook[Any]]) -> Imported:
        """Add or replace a game without plays, or keep ours; return the outcome. Raises _CannotImport."""
        game = self._with_known_names(game)
        stored = None
        if game.id in self.ids_here or game.id in self.touched:
            self.write_added()
            stored = read_game(self.db, game.id)
        if stored:
            same_players = self.names.match(stored.people, stored.players, game.players)
            differs = tuple(_result_differences(stored, game, same_players=same_players))
            if stored.external_result is None or not differs:
                return Imported(stored.id, self._restore_deleted(stored) or ImportOutcome.SAME)
            if stored.status is not GameStatus.DELETED and self.different is not ConflictPolicy.THEIRS:
                return Imported(stored.id, ImportOutcome.OURS, differs)
            return Imported(stored.id, self._replace_result(game, stored), differs)
        rulebook = titles.get(game.rulebook) or self.service.rulebooks[game.rulebook]
        if rulebook.slug not in self.defined:
            fault = room_fault(self.db, rulebook.slug) if rulebook.definition else None
            if fault:
                raise _CannotImport(((None, Refusal("too-many-titles", fault)),))
            keep_facts(self.db, rulebook)
            self.defined.add(rulebook.slug)
        imported = self._add(game, projections_of(game, None, rulebook.meta))
        if len(self.waiting) >= MAX_WAITING:
            self.write_added()
        return imported

    def _with_known_names(self, game: StoredGame) -> StoredGame:
        """Return a result with the names here of players whose names differ only in case, spaces or Unicode form."""
        for name in game.players:
            self.forms.setdefault(name, self.forms.setdefault(same_name(name), name))
        names = tuple(self.forms[name] for name in game.players)
        if names == game.players or len(set(names)) < len(names):
            return game
        for name, theirs in zip(names, game.players, strict=True):
            if name != theirs:
                self.spellings.setdefault(name, set()).add(theirs)
        return replace(game, players=names)

    def _replace_result(self, theirs: StoredGame, ours: StoredGame) -> ImportOutcome:
        """Replace an external result, after restoring it if necessary."""
        if ours.status is not GameStatus.ACTIVE:
            ours = change_status(self.service, self.db, ours, GameStatus.ACTIVE, None, self.import_id)
        delta = self._seated(ours, theirs)
        after = replace(
            with_seats(self.db, ours),
            external_result=theirs.external_result,
            started=theirs.started,
            ended=theirs.ended,
            venue=theirs.venue,
            note=theirs.note,
        )
        commit_result(self.service, self.db, ours, after, None, delta, self.import_id)
        self.touched.add(ours.id)
        return ImportOutcome.THEIRS

    def _add_document(self, each: _Prepared) -> Imported:
        if each.facts is not None:
            self._keep_pad(each.game.rulebook, each.facts)
            self._keep_merge(each.game.rulebook, each.successor)
        if each.projections is None and not each.refusals:  # its id was here when it was read, but is not now
            each = _folded(each.game, self.service.replayed(each.game))
        if each.projections is None:
            raise _CannotImport(each.refusals)
        imported = self._add(each.game, each.projections)
        self.write_added()
        return imported

    def _keep_pad(self, slug: str, facts: str) -> None:
        fault = room_fault(self.db, slug)
        if fault:
            raise _CannotImport(((None, Refusal("too-many-titles", fault)),))
        keep_definition(self.db, slug, facts)

    def _keep_merge(self, slug: str, successor: tuple[str, str] | None) -> None:
        """Replace a pad that this import has added by its successor in the document.

        A pad that was here before stays as the people here decided. The chain of successors never has a circle.
        """
        if successor is None or slug in self.pads_before or slug in successors(self.db):
            return
        self._keep_pad(*successor)
        if replaced(self.db).get(successor[0], successor[0]) != slug:
            set_successor(self.db, slug, successor[0])

    def _add(self, game: StoredGame, projections: Projections) -> Imported:
        """Add a game; the caller calls `write_added` before anything reads it."""
        seats = zip(self.names.seats(game.players, {}), game.players, strict=True)
        players = [player or player_of_name(self.db, name) for player, name in seats]
        self.seated.update(zip(game.players, players, strict=True))
        self.waiting.append((game, players, projections))
        self.touched.add(game.id)
        return Imported(game.id, ImportOutcome.NEW)

    def write_added(self) -> None:
        """Write the added games that are not written yet, with one statement per table."""
        if not self.waiting:
            return
        seated = add_games(self.db, [(game, players) for game, players, _ in self.waiting])
        if self.only_preview:  # which reads nothing else, and would take as long as the import
            self.waiting.clear()
            return
        change = StoredChange(1, ChangeKind.IMPORT, (), stamp(self.service.clock()), import_id=self.import_id)
        add_changes(self.db, ((game.id, change) for game, *_ in self.waiting))
        projections = ((game, [seated[each] for each in players], made) for game, players, made in self.waiting)
        add_projections(self.db, projections)
        set_latest(self.db, seated.values())
        self.waiting.clear()

    def _restore_deleted(self, stored: StoredGame) -> ImportOutcome | None:
        """Restore a deleted game if requested and its title is installed; return BACK, or None if nothing was done."""
        if (
            not self.bring_back
            or stored.status is not GameStatus.DELETED
            or stored.rulebook not in self.service.rulebooks
        ):
            return None
        change_status(self.service, self.db, stored, GameStatus.ACTIVE, None, self.import_id)
        self.touched.add(stored.id)
        return ImportOutcome.BACK

    def _resolve_conflict(self, each: _Prepared, stored: StoredGame, differs: tuple[Message, ...]) -> ImportOutcome:
        """Apply the policy `different` to a game here with other content; raises _CannotImport."""
        if stored.id in self.touched:
            raise _id_taken(say("The files contain two different versions of this game. Leave one of them out."))
        match self.different:
            case ConflictPolicy.REFUSE:
                message = say(
                    "Another game with the id {id} is here already. It differs in {differences}.",
                    id=stored.id,
                    differences=differs or (say("the plays"),),
                )
                raise _id_taken(message)
            case ConflictPolicy.THEIRS:
                return self._replace(each, stored)
            case ConflictPolicy.LEAVE_OUT:
                return ImportOutcome.LEFT_OUT
        return self._restore_deleted(stored) or ImportOutcome.OURS

    def _replace(self, each: _Prepared, ours: StoredGame) -> ImportOutcome:
        """Replace a game by the one in a document, after restoring it if necessary; raises _CannotImport."""
        theirs = each.game
        if each.refusals:
            raise _CannotImport(each.refusals)
        if ours.rulebook != theirs.rulebook:
            raise _id_taken(say("A game of another title has the same id. Keep ours, or leave this one out."))
        if ours.external_result is not None:
            raise _id_taken(say("Only the result of this game is known here. Keep ours, or leave this one out."))
        if ours.status is not GameStatus.ACTIVE:
            ours = change_status(self.service, self.db, ours, GameStatus.ACTIVE, None, self.import_id)
        delta = self._seated(ours, theirs)
        # A running game with the same times keeps its `moment`, and so its position in lists.
        same_times = (ours.started, ours.ended) == (theirs.started, theirs.ended) and not ours.finished
        times = {part: getattr(ours if same_times else theirs, part) for part in ("started", "ended", "moment")}
        delta = {**delta, **{part: (getattr(ours, part), time) for part, time in times.items()}}
        after = replace(
            with_seats(self.db, ours),
            options=theirs.options,
            plays=theirs.plays,
            venue=theirs.venue,
            note=theirs.note,
            **times,
        )
        edits = differing(ours.plays, theirs.plays)
        try:
            commit_change(self.service, self.db, ours, after, ChangeKind.REPLACE, None, edits, delta, self.import_id)
        except Refused as refused:
            numbered = tuple((conflict.number, conflict.refusal) for conflict in refused.conflicts)
            raise _CannotImport(numbered) from None
        self.touched.add(ours.id)
        return ImportOutcome.THEIRS

    def _seated(self, ours: StoredGame, theirs: StoredGame) -> Delta:
        """Seat the players of a document; return the delta."""
        db = self.db
        before, seated = entered_players(db, ours.id), ours.people
        known = self.names.seats(theirs.players, dict(zip(seated, before, strict=True)))
        seats = [
            (player or add_person(db, name), name, player) for player, name in zip(known, theirs.players, strict=True)
        ]
        players = tuple(player for player, _, _ in seats)
        if players == before:
            return {}
        self.seated.update(zip(theirs.players, players, strict=True))
        set_seats(db, ours.id, players)
        added = [Rename(player, "", name) for player, name, found in seats if found is None]
        gone = tuple(player for player in seated if not sits_somewhere(db, player))
        names = give_names(db, (*added, *left(db, gone)))
        self.names.forget()
        return seated_delta(before, players, names)

    def preview(self, imported: Sequence[Imported]) -> Preview:
        """Return the effects of this import so far."""
        titles: dict[ImportOutcome, Counter[str]] = {}
        rulebooks = rulebooks_by_game(self.db)
        for each in imported:
            titles.setdefault(each.became, Counter())[rulebooks.get(each.id, "")] += 1
        spellings: dict[int, set[str]] = {}
        for name, player in self.seated.items():
            spellings.setdefault(merged_player(self.db, player), set()).update({name}, self.spellings.get(name, ()))
        players = [
            MetPlayer(person.name, tuple(sorted(names - {person.name})), player > self.known)
            for player, names in spellings.items()
            if (person := read_person(self.db, player))  # None: their game was not imported in the end
        ]
        kept = [each for each in imported if each.became is ImportOutcome.OURS][:MAX_LISTED]
        players.sort(key=lambda player: (not player.spellings, player.name.casefold()))
        return Preview(titles, players, {each.id: each.differs for each in kept})


def _id_taken(message: Message) -> _CannotImport:
    """Return the error for a document with the id of another game; `message` has the problem and the fix."""
    return _CannotImport(((None, Refusal("id-taken", message)),))


def _differences(
    service: GameService, stored: StoredGame, game: StoredGame, *, same_players: bool
) -> Iterator[Message]:
    """Yield a message for each difference of a document (`game`) from the stored game with its id.

    `same_players`: both games have the same players in the same seats, whatever their names.
    """
    if stored.rulebook != game.rulebook:
        yield say("the title")
    if not same_players:
        yield say("the players (here {players})", players=stored.players)
    if stored.external_result is not None:
        yield say("the entries (here only the result is known)")
    elif stored.rulebook == game.rulebook and (stored.options, stored.plays) != (game.options, game.plays):
        rulebook = service.rulebooks[stored.rulebook]
        # Plays depend on the options and the number of players, but not on the persons.
        if table_of(rulebook, stored).options != table_of(rulebook, game).options:
            yield say("the game options")
        ours, theirs = log_of(rulebook, stored), log_of(rulebook, game)
        if ours != theirs:
            pairs, shorter = zip(ours, theirs, strict=False), min(len(ours), len(theirs))
            first = next((at for at, (our, their) in enumerate(pairs, 1) if our != their), shorter + 1)
            yield say("the entries from number {number} on", number=first)
    for label, our, their in (
        (say("when it began"), stored.started, game.started),
        (say("when it ended"), stored.ended, game.ended),
        (say("the place"), stored.venue, game.venue),
        (say("the note"), stored.note, game.note),
    ):
        if our != their:
            yield label


def _result_differences(stored: StoredGame, game: StoredGame, *, same_players: bool) -> Iterator[Message]:
    """Yield a message for each difference of an external result (`game`) from the stored one with its id."""
    clock = slice(19)  # the offset is that of the importing machine
    if not same_players:
        yield say("the players (here {players})", players=stored.players)
    for label, ours, theirs in (
        (say("the result"), stored.external, game.external),
        (say("when it began"), (stored.started or "")[clock], (game.started or "")[clock]),
        (say("when it ended"), (stored.ended or "")[clock], (game.ended or "")[clock]),
        (say("the place"), stored.venue, game.venue),
        (say("the note"), stored.note, game.note),
    ):
        if ours != theirs:
            yield label


class _NameMatcher:
    """Finder of the players meant by the names in documents. Former names are read once, when first needed."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._found: dict[str, int] = {}  # by name as in the files

    def forget(self) -> None:
        """Look all names up again, after players were renamed."""
        self._found.clear()

    @cached_property
    def _former_names(self) -> Mapping[str, frozenset[int]]:
        return former_names(self._db)

    def match(self, players: Sequence[int], called: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether a document's `names` mean these players, now named `called`, seat by seat."""
        return len(players) == len(names) and all(
            now.casefold() == name.casefold() or player in self._by_former_name(name)
            for player, now, name in zip(players, called, names, strict=True)
        )

    def seats(self, names: Sequence[str], table: Mapping[int, int]) -> tuple[int | None, ...]:
        """Return the id to seat for each of these names, each player at most once; None for an unknown name.

        `table` maps the players now at the game to the ids entered for them, which differ after a merge. Names are
        searched among these players first. Present names take precedence over former names, and a former name counts
        only if exactly one player had it.
        """
        found: dict[int, int] = {}
        taken: set[int] = set()
        for here, find in product((True, False) if table else (False,), (self._by_current_name, self._by_former_name)):
            for seat, name in enumerate(names):
                known = {} if seat in found else find(name)
                known = {player: table.get(player, known[player]) for player in known if player in table or not here}
                if len(known) == 1 and not taken & known.keys():
                    taken.update(known)
                    (found[seat],) = known.values()
        return tuple(found.get(seat) for seat in range(len(names)))

    def _by_current_name(self, name: str) -> Mapping[int, int]:
        """Return the player who has this name now, mapped to the id to seat: their own."""
        if name not in self._found:
            person = find_person(self._db, name)
            if person is None:
                return {}
            self._found[name] = person.id
        return {self._found[name]: self._found[name]}

    def _by_former_name(self, name: str) -> Mapping[int, int]:
        """Return the players who once had this name, each mapped to the id that had it, before any merge."""
        # Reversed, so that the lowest of several ids merged into one player remains.
        once = {
            merged_player(self._db, each): each
            for each in sorted(self._former_names.get(name.casefold(), ()), reverse=True)
        }
        people = {player: read_person(self._db, player) for player in once}
        return {
            player: once[player]
            for player, person in people.items()
            if person and has_name(self._db, player, person.name)  # a player without a seat has given up their name
        }
