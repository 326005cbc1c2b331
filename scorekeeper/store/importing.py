"""Import of games from files: documents, and results kept by other apps, tables and people.

An import has two phases. First every file is read, and every document is replayed and written, with its projections, to
a temporary file. Then all games are stored in one transaction, which is short for that reason. Memory holds little more
than the ids of documents, and the results.
"""

import json
import unicodedata
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property, lru_cache
from io import BytesIO
from itertools import islice, product
from secrets import token_urlsafe
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import Any, cast
from uuid import UUID, uuid5

from sqlite_utils import Database

from ..core.document import NOTE_LENGTH, VENUE_LENGTH, Document, read_play
from ..core.durations import has_time
from ..core.errors import Explained, Refusal, Unreadable
from ..core.fields import BOUND
from ..core.log import ChangeKind, Delta, Rename, differing
from ..core.messages import N_, Message, joined, say
from ..core.names import name_fault, visible
from ..core.numbers import MAX_DECIMALS
from ..core.replay import Replay, replay
from ..core.rulebook import MAX_PLAYERS, Rulebook
from ..pads.factory import facts_text, named, takes_rounds
from ..pads.reader import MAX_BGG, TITLE_LENGTH
from ..pads.words import counting
from .backups import silent
from .changes import freed_names, seated_delta
from .connection import large_cache
from .exporting import OURS, Progress, Words
from .external import UNKNOWN, ExternalResult
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
    replayed,
    result_alone,
    room_fault,
    stamp,
    table_of,
)
from .people import give_names
from .readers import ImportedGame, ImportedPlayer, LeftOutGame
from .readers.bgg import WHOSE, Page, missing_pages, read_bgg
from .readers.bgstats import read_bgstats
from .readers.documents import Fault, Found, Place, Results
from .readers.sheets import is_workbook
from .readers.tables import Table, TableChoices, read_tables
from .readers.values import decoded, read_when, same_name
from .results import Projections, add_projections, plain, set_successor
from .rows import (
    GameStatus,
    ResultLine,
    StoredChange,
    StoredGame,
    StoredImport,
    SubmissionEffect,
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
from .settings import (
    OF_TITLES,
    all_definitions,
    keep_definition,
    replaced,
    set_setting,
    settings_named,
    successors,
)

MAX_LISTED = 100
"""Maximum number of conflicting games, and of reasons for left out games, that an import records in detail."""
MAX_EXAMPLES = 3
"""Number of results of each file kept as examples."""
MAX_WAITING = 500
"""Number of results written with one statement per table."""
MAX_NEW_TITLES = 2_000
"""Maximum number of titles that the files of an import can define."""
ENGLISH = (Words("en", Message.translated),)
IN_LISTS = {"plays": N_("entry {number}"), "players": N_("player {number}")}
"""Text for an item of a list in a document, by the list's key."""
NO_WINNER = say("the winner is missing")
REFUSED_ROUNDS = N_("imported as a result, because the score pad refuses the rounds: {why}")
SHORTENED = say("imported with a shortened note, because a note can have at most {most} characters", most=NOTE_LENGTH)
Refusals = tuple[tuple[int | None, Refusal], ...]
"""Reasons for not importing a game: the number of the play, None if no single play is concerned, and the refusal."""
LeftOut = tuple[str, Message]
"""Games of a file left out of an import: the file name, and the reason with their number as the value `count`.

A count of 0 marks a game imported without an unreadable value, such as its date.
"""


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
        return sum(self.titles.get(outcome, {}).values())


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """A user's choices for an import.

    `restore_deleted`: deleted games in the files are restored. `skip_faulty`: faulty games and files do not prevent the
    import of the other games. `competitive` are the names of new titles that are not cooperative, although all their
    players win or lose together in the files. `table` are the choices for all tables, `tables` those for single tables.
    `sheets` are the sheets of workbooks to read as tables.
    """

    on_conflict: ConflictPolicy = ConflictPolicy.REFUSE
    restore_deleted: bool = False
    skip_faulty: bool = False
    competitive: Collection[str] = ()
    table: TableChoices | None = None
    tables: Mapping[Place, TableChoices] = field(default_factory=dict)
    sheets: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game that cannot be imported: its position, the reasons, and the game made of it."""

    place: Place
    refusals: Refusals
    game: StoredGame


@dataclass(slots=True)
class ImportReport:
    """The effects of an import, or of its preview.

    `documents` and `results` are the outcomes of games with and without plays, in the order of the files. `faults` are
    unreadable documents and files, and `left_out` has all omitted or incomplete games. `tables` are the tables in the
    files; a table with open questions is also a fault. `users` are the users to choose from, for each file with plays
    of several BoardGameGeek users; such a file without a choice is also a fault. `examples` are the first results in
    each file.

    `titles` are the titles of the games by slug, and `together` the slugs of new titles whose players always win or
    lose together, although their source does not state that. `other_names` are the names in the files of titles with
    another name here, by slug and in comparable form. `stored` tells whether the import is complete: nothing is stored
    by a preview, a repeated import, or an import with faults or refused games that the choices do not skip.
    """

    documents: list[Imported] = field(default_factory=list)
    results: list[Imported] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    refused: list[RefusedGame] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    tables: list[tuple[Place, Table]] = field(default_factory=list)
    users: dict[Place, list[str]] = field(default_factory=dict)
    examples: dict[Place, list[StoredGame]] = field(default_factory=dict)
    titles: dict[str, Rulebook[Any]] = field(default_factory=dict)
    together: list[str] = field(default_factory=list)
    other_names: dict[str, dict[str, str]] = field(default_factory=dict)
    preview: Preview | None = None
    stored: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether the files contain no game that could be imported."""
        return not (self.documents or self.results)


class NothingToDelete(Exception):
    """The import added no games, or all of them have been changed or deleted since."""


def import_games(
    service: GameService,
    found: Iterable[Found],
    choices: ImportChoices | None = None,
    submission: Submission | None = None,
    *,
    pads: Mapping[str, Rulebook[Any]] = MappingProxyType({}),
    languages: Sequence[Words] = ENGLISH,
    preview: bool = False,
    progress: Progress = silent,
) -> ImportReport:
    """Import the content of files as made by `read_file`, in one transaction, and return its outcomes.

    Nothing is imported if this `submission` was imported before, or if it is only a `preview`. A game already here with
    the same content does not change. Results are of the installed titles, of `pads`, or of titles defined by the files;
    `languages` are those of the titles and headings in tables. Raises StaleRevision, and any error of `found`.
    """
    choices, submission = choices or ImportChoices(), submission or Submission(token_urlsafe(), "")
    with service.store.reading() as db:
        other_names = {name.removeprefix(OF_TITLES): slug for name, slug in settings_named(db, OF_TITLES).items()}
    report, results = ImportReport(), _Results({**service.rulebooks, **pads}, languages, choices, other_names)
    with TemporaryFile("w+", encoding="ascii") as spool:
        places, refusals = list[Place](), list[Refusals]()
        for each in found:
            if isinstance(each, Results):
                try:
                    results.read(each)
                except Unreadable as error:
                    each = Fault(each.place, error)
            if isinstance(each, Fault):
                report.faults.append(each)
                report.left_out.append(_left_out(each.place, explained(each.error)))
            elif isinstance(each, tuple):
                place, document = each
                prepared = replace(_prepared(service, document), facts=facts_text(document.rulebook))
                if document.counts_as and counting(document.counts_as) == counting(document.rulebook):
                    successor = document.counts_as.slug, facts_text(document.counts_as) or ""
                    prepared = replace(prepared, successor=successor)
                report.titles[document.rulebook.slug] = document.rulebook
                places.append(place)
                refusals.append(prepared.refusals)
                print(_spooled(prepared), file=spool)
                progress(len(places), None)
        report.left_out += results.left_out
        report.tables, report.users = results.tables, results.users
        results.check_choices(report)
        if report.faults and not choices.skip_faulty:
            return report
        spool.seek(0)
        with suppress(_NotStored), service.store.writing() as db, large_cache(db):
            if done_before(db, submission, "import_id"):
                return ImportReport()
            import_id = add_import(db, stamp(service.clock()))
            add_submission(db, submission.key, SubmissionEffect(submission.digest, import_id=import_id))
            running = _Import(service, db, import_id, choices, only_preview=preview)

            def refuse(place: Place, refusals: Refusals, game: StoredGame) -> None:
                report.refused.append(RefusedGame(place, refusals, game))
                (number, refusal), *_ = refusals
                entry = say("entry {number}", number=number)
                fault = say("{where}: {fault}", where=entry, fault=refusal.message) if number else refusal.message
                title = report.titles[game.rulebook].meta.title if game.rulebook in report.titles else game.rulebook
                about = say("{title} with {players}", title=title, players=game.players)
                day = [game.dated[:10]] if game.dated else []
                report.left_out.append(_left_out(place, fault, *day, about))

            for index, prepared in enumerate(map(_unspooled, spool, refusals)):
                try:
                    with _savepoint(db):
                        report.documents.append(running.bring_in(prepared))
                except _CannotImport as cannot:
                    refuse(places[index], cannot.refusals, prepared.game)
                progress(index + 1, len(places))
            for number, (place, result) in enumerate(results.stored(report), 1):
                examples = report.examples.setdefault(place, [])
                examples += [result.game] if len(examples) < MAX_EXAMPLES else []
                try:
                    report.results.append(running.bring_in_result(result, report.titles))
                except _CannotImport as cannot:
                    refuse(place, cannot.refusals, result.game)
                progress(number, results.count)
            running.write_added()
            if preview:
                report.preview = running.preview([*report.documents, *report.results])
            if preview or (report.refused and not choices.skip_faulty):
                raise _NotStored
            for slug, names in report.other_names.items():
                for name in names:
                    set_setting(db, f"{OF_TITLES}{name}", slug)
            _finish(db, import_id, [*report.documents, *report.results], report.left_out)
            report.stored = True
    return report


def first_results(
    service: GameService, table: Table, *, pads: Mapping[str, Rulebook[Any]], languages: Sequence[Words]
) -> ImportReport:
    """Return a report with only the first games of a table as its examples; the table can have open questions."""
    report, place = ImportReport(), Place("")
    results = _Results({**service.rulebooks, **pads}, languages, ImportChoices())
    results.add(place, islice((each for each in table.games() if isinstance(each, ImportedGame)), MAX_EXAMPLES))
    report.examples[place] = [result.game for _, result in results.stored(report)]
    return report


def explained(error: Unreadable) -> Message:
    """Return the fault of a document with its path, such as "entry 3, player: ..."."""
    steps: list[object] = [say("item {number}", number=step) if isinstance(step, int) else step for step in error.path]
    if len(error.path) > 1 and error.path[0] in IN_LISTS:
        steps[:2] = [Message(IN_LISTS[str(error.path[0])], {"number": error.path[1]})]
    return say("{where}: {fault}", where=joined(steps, ", "), fault=error.message) if steps else error.message


def _left_out(place: Place, fault: Message, *about: object) -> LeftOut:
    """Return the message about one game or file; `about` are its known values."""
    where: list[object] = [place.entry] if place.entry else []
    where += [say("line {number}", number=place.line)] if place.line else []
    where += about
    if where:
        return place.file, say("{where}: {fault}", count=1, where=joined(where, ", "), fault=fault)
    return place.file, Message("{fault}", {"count": 1, "fault": fault})


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
    # `people.remove_name` searches all texts in `details`, except for keys and templates.
    details = {"kept": {each.id: each.differs for each in kept}, "left_out": left_out[:MAX_LISTED]}

    def written(message: Message) -> dict[str, object]:
        return {"template": message.template, "plural": message.plural, "values": dict(message.values)}

    finish_import(db, import_id, counts, json.dumps(details, default=written))


def deletable(service: GameService, touched: Mapping[str, TouchedGame]) -> list[str]:
    """Return the ids of the `touched` games that the import added, if unchanged since and of installed titles."""
    return [
        game_id
        for game_id, each in touched.items()
        if each.act is ChangeKind.IMPORT and each.unchanged and each.rulebook in service.rulebooks
    ]


def delete_imported(service: GameService, key: str, submission: Submission) -> None:
    """Delete the games added by the import with that idempotency key, except for games changed since.

    Each game can be restored. Raises StaleRevision, NothingToDelete.
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

    `facts` is the stored definition of a pad, None for other titles; `successor` is the slug and definition of the pad
    that replaced it.

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


# Results, before they are stored


class _NoResult(Explained):
    """A game in a file cannot be imported as a result."""


@dataclass(frozen=True, slots=True)
class _Result:
    """A result in stored form, and its possible ids here: the first is the id of a new game.

    `played` is the same game with its rounds as plays, if its pad takes rounds: a new game is stored in this form.
    """

    game: StoredGame
    ids: tuple[str, ...]
    played: StoredGame | None = None


@dataclass(slots=True)
class _Use:
    """The winners in all plays of a title: how often all won together, only a part of them, or places decided.

    `lowest` is positive if the lowest points won more often than the highest. `number` is the number on BoardGameGeek,
    `decimals` the number of decimal places in rounds.
    """

    together: int = 0
    partly: int = 0
    ranked: int = 0
    lowest: int = 0
    decimals: int = 0
    has_points: bool = False
    stated: ImportedGame | None = None
    number: int | None = None

    def add(self, game: ImportedGame) -> None:
        self.stated, self.number = self.stated or game, self.number or game.bgg
        won, points = [each.won for each in game.players], [each.points for each in game.players]
        known = [each for each in points if each is not None]
        self.has_points |= bool(known)
        in_rounds = [each for played in game.rounds for each in played if each is not None]
        while self.decimals < MAX_DECIMALS and any(each != round(each, self.decimals) for each in in_rounds):
            self.decimals += 1
        if len(won) < 2:
            return
        is_complete = len(known) == len(won)
        if any(won):
            self.together += all(won)
            self.partly += not all(won)
            if is_complete and not all(won) and min(known) < max(known):
                best = {each for each, winner in zip(known, won, strict=True) if winner}
                self.lowest += (min(known) in best) - (max(known) in best)
        elif any((each.place or 0) > 1 for each in game.players) or (not game.decided and len({*points}) > 1):
            self.ranked += 1

    @property
    def is_together(self) -> bool:
        """Whether all players win or lose together; a single tie in points is not enough to assume so."""
        return self.together > (1 if self.has_points else 0) and not (self.partly or self.ranked)

    @property
    def is_stated(self) -> bool:
        """Whether the source marks the title as cooperative, and no play contradicts that."""
        return self.stated is not None and bool(self.stated.cooperative) and not self.partly

    def facts(self, *, competitive: bool) -> dict[str, object]:
        """Return the definition of a new title. Marks of winners count more than the facts of the source about it."""
        game = self.stated
        if self.is_stated or (self.is_together and not competitive):
            return {"cooperative": True}
        has_points = self.has_points if game is None or game.has_points is None else game.has_points
        if not has_points:
            return {"only_winner": True}
        lowest = self.lowest > 0 if game is None or game.lowest_wins is None else game.lowest_wins
        decimals = {"decimals": self.decimals} if self.decimals else {}
        return {"wins": "lowest" if lowest else "highest", **decimals}


class _Results:
    """The results in the files of an import, and the games left out of them. The files define unknown titles.

    `other_names` are the slugs of titles by other names, in comparable form, that files have used for them. `count` is
    the number of results, and `left_out` has the messages about unread games.
    """

    def __init__(
        self,
        rulebooks: Mapping[str, Rulebook[Any]],
        languages: Sequence[Words],
        choices: ImportChoices,
        other_names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.left_out, self.tables = list[LeftOut](), list[tuple[Place, Table]]()
        self.users: dict[Place, list[str]] = {}
        self._languages, self._choices = languages, choices
        self._competitive = {same_name(name) for name in choices.competitive}
        self._games: list[tuple[Place, ImportedGame]] = []
        self._pages: list[tuple[str, Page]] = []  # of BoardGameGeek, each with its file
        self._uses: dict[object, _Use] = {}
        self._new = 0
        self._by_number, self._by_name = dict[int, Rulebook[Any]](), dict[str, Rulebook[Any]]()
        for each in rulebooks.values():
            self._add_title(each, *(words.say(each.meta.title) for words in languages), each.name, each.slug)
        self.other_names = dict[str, str]()
        for name, slug in other_names.items():
            if slug in rulebooks and name not in self._by_name:
                self._by_name[name], self.other_names[name] = rulebooks[slug], slug

    @property
    def count(self) -> int:
        return len(self._games)

    def read(self, file: Results) -> None:
        """Add the results in a file; raises Unreadable."""
        place, content = file.place, file.content
        games: Iterable[ImportedGame | LeftOutGame]
        if isinstance(content, dict):
            games = read_bgstats(content)
        elif not is_workbook(BytesIO(content)) and (text := decoded(content)).startswith("<"):
            chosen = self._choices.tables.get(place, self._choices.table)
            user = chosen.user if chosen else ""
            games, pages, users = read_bgg(text, user)
            if users:
                self.users[place] = users
                if not user:
                    raise Unreadable(say(WHOSE, users=tuple(users)))
            self._pages += ((_name(place), page) for page in pages)
        else:
            self._read_tables(place, content)
            return
        self.add(place, games)

    def _read_tables(self, file: Place, content: bytes) -> None:
        """Add the results in a table, or in several chosen sheets of a workbook; raises Unreadable."""
        place = file
        chosen, languages = self._choices.tables.get(place, self._choices.table), [each.say for each in self._languages]
        tables = read_tables(content, chosen, languages, self._choices.sheets)
        self.tables += ((place, each) for each in tables)
        if questions := [each.text for table in tables for each in table.questions]:
            raise Unreadable(joined(questions, " "))
        for table in tables:
            if len(tables) > 1:
                place = replace(place, entry=", ".join(filter(None, (file.entry, table.sheet))))
            self.left_out += ((_name(place), _counted(remark, 0)) for remark in table.remarks)
            self.add(place, table.games())

    def check_choices(self, report: ImportReport) -> None:
        """Check the choices for all tables: an unknown heading is a fault, an unknown title a remark."""
        tables = [(place, table) for place, table in self.tables if place not in self._choices.tables]
        for kind, name in tables[0][1].unmatched if tables else ():
            if any((kind, name) not in table.unmatched for _, table in tables):
                continue
            file = ", ".join(dict.fromkeys(place.file for place, _ in tables))
            if kind == "game":
                report.left_out.append((file, _counted(say("no game of “{title}” is in the table", title=name), 0)))
            else:
                names = tuple(dict.fromkeys(each.name for _, table in tables for each in table.columns))
                fault = say("no column is named “{name}”; there are {names}", name=name, names=names)
                report.faults.append(Fault(Place(file), Unreadable(fault)))

    def add(self, place: Place, games: Iterable[ImportedGame | LeftOutGame]) -> None:
        name = _name(place)
        for game in games:
            if isinstance(game, ImportedGame):
                self._games.append((place, game))
                self._use_of(game).add(game)
            else:
                names = tuple(each or "?" for each in game.players)
                about = (game.when or "?", game.title or "?", names) if game.when or game.title else None
                self.left_out.append((name, _about_game(about, game.reason, game.count)))

    def stored(self, report: ImportReport) -> Iterator[tuple[Place, _Result]]:
        """Yield the results in stored form, and add the others and all remarks to the report."""
        for message in missing_pages([page for _, page in self._pages]):
            report.left_out.append((", ".join(dict.fromkeys(name for name, _ in self._pages)), _counted(message, 0)))
        met: dict[tuple[Place, str], list[ImportedGame]] = {}
        for place, game in self._games:
            name = _name(place)
            names = tuple(_clean(each.name) if each.name else "?" for each in game.players) or ("?",)
            when = f"{game.day} {game.began:%H:%M}" if game.day and game.began else game.day and game.day.isoformat()
            about = (when or game.number or "?", game.title or "?", names)
            try:
                rulebook = self._title(game, report)
                result = _stored(game, rulebook)
            except _NoResult as error:
                report.left_out.append((name, _about_game(about, error.message, 1)))
                continue
            alike = met.setdefault((place, result.ids[0]), [])
            if game in alike and (game.number or game.bgg_play):  # without a number, equal lines are several games
                continue
            if alike:  # different games with one id get separate ids
                game_id = str(uuid5(OURS, f"{result.ids[0]} {len(alike) + 1}"))
                result = replace(result, game=replace(result.game, id=game_id), ids=(game_id,))
            alike.append(game)
            report.titles[rulebook.slug] = rulebook
            remarks = [*game.remarks, *([SHORTENED] if len(game.note) > NOTE_LENGTH else [])]
            if game.rounds and not game.decided and takes_rounds(rulebook):
                try:
                    result = replace(result, played=_played(game, result.game, rulebook))
                except _NoResult as error:
                    remarks.append(Message(REFUSED_ROUNDS, {"why": error.message}))
            report.left_out += ((name, _about_game(about, each, 0)) for each in remarks)
            yield place, result

    def _add_title(self, rulebook: Rulebook[Any], *names: str) -> None:
        """Add a title; an earlier title with its number or name takes precedence."""
        if rulebook.meta.bgg:
            self._by_number.setdefault(rulebook.meta.bgg, rulebook)
        for name in names:
            self._by_name.setdefault(same_name(name), rulebook)

    def _use_of(self, game: ImportedGame) -> _Use:
        """Return the use in the files of the title with the game's name, or else with its number."""
        keys = [key for key in (same_name(game.title), game.bgg) if key]
        use = next((self._uses[key] for key in keys if key in self._uses), None) or _Use()
        for key in keys:
            self._uses.setdefault(key, use)
        return use

    def _title(self, game: ImportedGame, report: ImportReport) -> Rulebook[Any]:
        """Return the title with its name, or else with its number on BoardGameGeek; define an unknown title.

        If both are known, the name decides, unless the title with that name has another number. The report gets new
        titles whose players always win or lose together, and titles with another name here. Raises _NoResult if a new
        title cannot have this name.
        """
        use, name = self._use_of(game), same_name(game.title)
        number = game.bgg or use.number
        found, numbered = self._by_name.get(name), self._by_number.get(number or 0)
        if numbered and (found is None or found.meta.bgg not in (None, number)):
            found = numbered
            if name and name not in self._by_name:
                self._by_name[name], self.other_names[name] = found, found.slug
        if found is None:
            if self._new == MAX_NEW_TITLES:
                raise _NoResult(say("a file can add at most {most} score pads", most=MAX_NEW_TITLES))
            self._new += 1
            title = _clean(game.title)[:TITLE_LENGTH].strip()
            if name_fault(title, TITLE_LENGTH):  # such as a control character pasted into it
                title = "".join(each for each in title if each.isprintable()).strip()
            facts = use.facts(competitive=name in self._competitive)
            known = {"bgg": number} if number and number <= MAX_BGG else {}
            try:
                found = named(title, {"title": title, "players": [1, MAX_PLAYERS], **known, **facts})
            except Unreadable as error:
                raise _NoResult(error.message) from None
            if found.meta.cooperative and not use.is_stated:
                report.together.append(found.slug)
            self._add_title(found, game.title, title)
        if name in self.other_names:
            report.other_names.setdefault(found.slug, {}).setdefault(name, _clean(game.title))
        return found


def _name(place: Place) -> str:
    return f"{place.file}, {place.entry}" if place.entry else place.file


def _about_game(about: tuple[str, str, Sequence[str]] | None, reason: Message, count: int) -> Message:
    """Return the message about games not imported: date or number in the file, title, players, reason."""
    if about is None:
        return _counted(reason, count)
    when, title, players = about
    told = {"when": when, "title": title, "players": tuple(players) or ("?",), "reason": reason}
    return say("{when}, {title} with {players}: {reason}", count=count, **told)


def _counted(message: Message, count: int) -> Message:
    return Message("{message}", {"count": count, "message": message})


@lru_cache(4096)  # a file repeats names, and one copy of each takes less memory
def _clean(name: str) -> str:
    """Return a name as it could be typed: composed, without redundant spaces and invisible characters."""
    return " ".join(visible(unicodedata.normalize("NFC", " ".join(name.split()))).split())


_name_fault = lru_cache(4096)(name_fault)


def _stored(game: ImportedGame, rulebook: Rulebook[Any]) -> _Result:
    """Return a result in stored form; raises _NoResult."""
    seated = [each for each in game.players if each.name is not None]
    seats = {each.seat for each in seated}
    seats_known = bool(seats) and None not in seats and len(seats) == len(seated)
    # Anonymous people have no seat, so that they are last.
    order = sorted(
        range(len(game.players)),
        key=lambda at: (game.players[at].name is None, game.players[at].seat or 0 if seats_known else 0),
    )
    players = [game.players[at] for at in order]
    names = tuple(_clean(each.name) for each in players if each.name is not None)
    fault = next(filter(None, map(_name_fault, names)), None)
    if fault or not names:
        raise _NoResult(fault or say("a player's name is needed here"))
    if len({name.casefold() for name in names}) < len(names):
        raise _NoResult(say("two players have the same name"))
    lines = [*zip(_places(game, players, rulebook), (each.points for each in players), strict=True)]
    starters = [at for at, each in enumerate(players) if each.starts]
    started, ended, minutes = _times(game)
    roles = tuple(_clean(each.role) for each in players)
    parts = dict.fromkeys(name for each in players for name in each.parts)
    result = ExternalResult(
        tuple(lines),
        seats_known=seats_known,
        starts=starters[0] if len(starters) == 1 else None,
        minutes=minutes,
        roles=roles if any(roles) else (),
        parts={name: tuple(each.parts.get(name) for each in players) for name in parts},
        rounds=tuple(tuple(points[at] if at < len(points) else None for at in order) for points in game.rounds),
        expansions=tuple(map(_clean, game.expansions)),
    )
    ids = [str(uuid5(OURS, f"bgg play {game.bgg_play}"))] if game.bgg_play else []
    with suppress(ValueError):
        ids.append(str(UUID(game.number)))
    if not ids:
        # Earlier versions stored midnight for a game without a time; the id must be the same.
        known = started if started is None or has_time(started) else _stamped(date.fromisoformat(started), time())
        ids = [str(uuid5(OURS, repr((rulebook.slug, names, lines, known, game.number))))]
    venue, note = game.location[:VENUE_LENGTH] or None, game.note[:NOTE_LENGTH] or None
    return _Result(result_alone(ids[0], rulebook.slug, names, result, started, ended, venue, note), tuple(ids))


def _played(game: ImportedGame, result: StoredGame, rulebook: Rulebook[Any]) -> StoredGame:
    """Return a result with rounds as a game on its pad, with a play per round; raises _NoResult if the pad refuses it.

    The players sit in the order of the columns. A game that has not ended after the last round is stopped.
    """
    external, table = result.external or UNKNOWN, rulebook.table(result.players, {})
    least, most = rulebook.meta.players
    if not least <= len(external.lines) <= most:
        raise _NoResult(say("the pad is for {least} to {most} players", least=least, most=most))
    if len(external.lines) > len(result.players):
        raise _NoResult(say("a player's name is needed here"))
    if external.minutes:
        raise _NoResult(say("its duration is known, but not when it started"))
    if game.lowest_wins and not rulebook.meta.lowest_wins:
        raise _NoResult(say("on the pad, the highest points win"))
    rounds = [dict(zip(result.players, points, strict=True)) for points in external.rounds]
    known = [{name: number for name, number in points.items() if number is not None} for points in rounds]
    try:
        plays = [read_play({"kind": "round", "points": points}, rulebook, table) for points in known]
        played = replay(rulebook, table, plays)
        if not played.finished:
            plays.append(read_play({"kind": "stop"}, rulebook, table))
            played = replay(rulebook, table, plays)
    except Unreadable as error:
        raise _NoResult(error.message) from None
    faults = [rulebook.fault(table), *(each.refusal.message for each in played.conflicts)]
    if fault := next(filter(None, faults), None):
        raise _NoResult(fault)
    return replace(
        result,
        options=options_text(rulebook, table),
        plays=play_texts(plays, rulebook, table),
        finished=False,
        external_result=None,
    )


def _places(game: ImportedGame, players: Sequence[ImportedPlayer], rulebook: Rulebook[Any]) -> list[int]:
    """Return the places of these players of a game; raises _NoResult if the places of some are missing."""
    won, places = [bool(each.won) for each in players], [each.place or 0 for each in players]
    totals = [each.points for each in players]
    if rulebook.meta.cooperative and (all(won) or not any(won)):
        return [int(each) for each in won]
    unmarked = all(each.won is None for each in players)
    if unmarked and all(places) and (1 in places or len(places) == 1):
        return places
    if game.decided and not any(won):
        if len(places) == 1 and places == [2]:  # in our exports, a player who lost alone
            return places
        if any(places) and unmarked:
            raise _NoResult(NO_WINNER)
        return [0] * len(players)
    if unmarked and None not in totals and len(totals) > 1 and len({*totals}) == 1:  # they share the win
        return [1] * len(players)
    return ranked(won, places, totals, lowest=rulebook.meta.lowest_wins or bool(game.lowest_wins))


def ranked(won: Sequence[bool], ranks: Sequence[int], totals: Sequence[float | None], *, lowest: bool) -> list[int]:
    """Return the places: the winners first, all others by their ranks, or by points if all are known, else tied.

    Without winners, the ranks or the points decide. If ranks and points are missing or equal for all, no player has a
    place (0): many people record a lost cooperative game in this way.
    """
    known = None not in totals
    if not any(won):
        lost_alone = [*ranks] == [2]  # in our exports only
        if lost_alone or (all(ranks) and 1 in ranks and len({*ranks}) > 1):
            return [*ranks]
        if not known or len({*totals}) < 2:
            return [0] * len(totals)
    elif known and not all(won):  # some people play a title the other way round: the winners show it
        best = [each or 0 for each, winner in zip(totals, won, strict=True) if winner]
        others = [each or 0 for each, winner in zip(totals, won, strict=True) if not winner]
        fewest, most = max(best) <= min(others), min(best) >= max(others)
        lowest = fewest if fewest != most else lowest
    by_points = [((each or 0) if lowest else -(each or 0)) if known else 0 for each in totals]
    after = ranks if all(rank > 1 for rank, winner in zip(ranks, won, strict=True) if not winner) else by_points
    keys = [(0, 0.0) if winner else (1, float(each)) for winner, each in zip(won, after, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


def _times(game: ImportedGame) -> tuple[str | None, str | None, int | None]:
    """Return the start and end of a game, and its minutes unless both times are known, each None if unknown.

    A time outside the calendar of this machine is unknown.
    """
    minutes = min(game.minutes or 0, BOUND) or None
    day = game.day
    if day is None:
        return None, None, minutes
    began = _stamped(day, game.began) if game.began else None
    ended = _stamped(day, game.ended) if game.ended else None
    if game.began and game.ended:
        # Both can be in the second of two equal hours, and the end can be after midnight.
        begins = [_stamped(day, game.began.replace(fold=fold)) for fold in (0, 1)]
        ends = [*(_stamped(day, game.ended.replace(fold=fold)) for fold in (0, 1)), _stamped(day, game.ended, 1)]
        pairs = [(one, two) for one in begins for two in ends if one and two and _seconds(one, two) >= 0]
        if minutes:
            pairs = [pair for pair in pairs if abs(_seconds(*pair) - 60 * minutes) < 120]
        # A game that does not fit took longer than a day.
        began, ended = pairs[0] if pairs else (began, _after(began, minutes))
    elif began and minutes:
        ended = _after(began, minutes)
    if began is None and ended:
        return None, ended, minutes
    return began or day.isoformat(), ended, None if began and ended else minutes


def _stamped(day: date, clock: time, days: int = 0) -> str | None:
    """Return a date and time on this machine as ISO 8601, some days later; None outside the calendar."""
    try:
        return stamp((datetime.combine(day, clock) + timedelta(days=days)).replace(fold=clock.fold).astimezone())
    except (ValueError, OverflowError, OSError):
        return None


def _after(began: str | None, minutes: int | None) -> str | None:
    """Return the time on this machine that many minutes after another, or None if unknown or outside the calendar."""
    with suppress(ValueError, OverflowError, OSError):
        if began and minutes:
            return stamp((datetime.fromisoformat(began) + timedelta(minutes=minutes)).astimezone())
    return None


def _seconds(began: str, ended: str) -> float:
    return (datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds()


def read_moment(text: str) -> str | None:
    """Return a date and time of the players' clock as ISO 8601 with the offset of this machine; None if unreadable.

    A date without a time is read as its midnight.
    """
    day, clock = read_when(text)
    return None if day is None else _stamped(day, clock or time())


def minutes_after(started: str | None, minutes: int) -> str | None:
    """Add minutes to a stored time; None without a time, or if the result is outside the calendar."""
    try:
        return started and stamp(datetime.fromisoformat(started) + timedelta(minutes=minutes))
    except OverflowError:
        return None


# Storing games


class _CannotImport(Exception):
    """A document cannot be imported; `refusals` has the reasons."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__(refusals)
        self.refusals = refusals


class _NotStored(Exception):
    """Raised to roll back the transaction of a preview, or of an import with refused games."""


@contextmanager
def _savepoint(db: Database) -> Iterator[None]:
    """Undo the writes of a game that cannot be imported, and nothing else of the import."""
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
        self, service: GameService, db: Database, import_id: int, choices: ImportChoices, *, only_preview: bool
    ) -> None:
        self.service, self.db, self.import_id = service, db, import_id
        self.choices, self.only_preview = choices, only_preview
        self.names, self.touched = _NameMatcher(db), set[str]()
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
        if each.game.dated is None and stored.dated and not has_time(stored.dated):  # a document cannot have this date
            each = replace(each, game=replace(each.game, started=stored.started, moment=stored.moment))
        same_players = self.names.match(stored.people, stored.players, each.game.players)
        differs = tuple(_differences(self.service, stored, each.game, same_players=same_players))
        if differs or each.refusals:
            return Imported(stored.id, self._resolve_conflict(each, stored, differs), differs)
        return Imported(stored.id, self._restore_deleted(stored) or ImportOutcome.SAME)

    def bring_in_result(self, result: _Result, titles: Mapping[str, Rulebook[Any]]) -> Imported:
        """Add or replace a game without plays, or keep ours; return the outcome. Raises _CannotImport."""
        game = self._with_known_names(result.game)
        here = next((each for each in result.ids if each in self.ids_here or each in self.touched), None)
        stored = None
        if here:
            self.write_added()
            stored, game = read_game(self.db, here), replace(game, id=here)
        if stored:
            compared = self._in_order_of(stored, game)
            same_players = self.names.match(stored.people, stored.players, compared.players)
            differs = tuple(_result_differences(stored, compared, same_players=same_players))
            if stored.external_result is None or not differs:
                return Imported(stored.id, self._restore_deleted(stored) or ImportOutcome.SAME)
            if stored.status is GameStatus.DELETED:
                return Imported(stored.id, self._replace_result(game, stored), differs)
            match self.choices.on_conflict:
                case ConflictPolicy.REFUSE:
                    raise _id_taken(_already_here(stored, differs))
                case ConflictPolicy.THEIRS:
                    return Imported(stored.id, self._replace_result(game, stored), differs)
                case ConflictPolicy.LEAVE_OUT:
                    return Imported(stored.id, ImportOutcome.LEFT_OUT, differs)
            return Imported(stored.id, ImportOutcome.OURS, differs)
        rulebook = titles.get(game.rulebook) or self.service.rulebooks[game.rulebook]
        if rulebook.slug not in self.defined:
            fault = room_fault(self.db, rulebook.slug) if rulebook.definition else None
            if fault:
                raise _CannotImport(((None, Refusal("too-many-titles", fault)),))
            keep_facts(self.db, rulebook)
            self.defined.add(rulebook.slug)
        projections = projections_of(game, None, rulebook.meta)
        if result.played:
            played = replace(result.played, id=game.id, players=game.players)
            folded = _folded(played, replayed(rulebook, played))
            game, projections = folded.game, folded.projections or projections
        imported = self._add(game, projections)
        if len(self.waiting) >= MAX_WAITING:
            self.write_added()
        return imported

    def _in_order_of(self, stored: StoredGame, game: StoredGame) -> StoredGame:
        """Return a result with its players in the order of the stored result, if any seat is unknown."""
        ours, theirs = stored.external, game.external
        if ours is None or theirs is None or (ours.seats_known and theirs.seats_known):
            return game
        seated = self.names.seats(game.players, {player: player for player in stored.people})
        at = [seated.index(player) if player in seated else None for player in stored.people]
        if None in at or len(at) != len(game.players):
            return game
        order = [*cast("list[int]", at), *range(len(at), len(theirs.lines))]
        moved = theirs.rearranged([theirs.lines[each] for each in order], order)
        players = tuple(game.players[each] for each in order[: len(at)])
        return replace(game, players=players, external_result=moved.text())

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
        if each.projections is None and not each.refusals:  # the game here was deleted after reading
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
        """Replace a pad added by this import by its successor in the document.

        A pad from before the import keeps the successor chosen here. The chain of successors never has a circle.
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
        """Write the added games still unwritten, with one statement per table."""
        if not self.waiting:
            return
        seated = add_games(self.db, [(game, players) for game, players, _ in self.waiting])
        if self.only_preview:  # a preview reads no added game, and writing takes long
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
            not self.choices.restore_deleted
            or stored.status is not GameStatus.DELETED
            or stored.rulebook not in self.service.rulebooks
        ):
            return None
        change_status(self.service, self.db, stored, GameStatus.ACTIVE, None, self.import_id)
        self.touched.add(stored.id)
        return ImportOutcome.BACK

    def _resolve_conflict(self, each: _Prepared, stored: StoredGame, differs: tuple[Message, ...]) -> ImportOutcome:
        """Apply the conflict policy to a game here with other content; raises _CannotImport."""
        if stored.id in self.touched:
            raise _id_taken(say("The files contain two different versions of this game. Import only one of them."))
        match self.choices.on_conflict:
            case ConflictPolicy.REFUSE:
                raise _id_taken(_already_here(stored, differs))
            case ConflictPolicy.THEIRS:
                return self._replace(each, stored)
            case ConflictPolicy.LEAVE_OUT:
                return ImportOutcome.LEFT_OUT
        return self._restore_deleted(stored) or ImportOutcome.OURS

    def _replace(self, each: _Prepared, ours: StoredGame) -> ImportOutcome:
        """Replace a game by the game in a document, after restoring it if necessary; raises _CannotImport."""
        theirs = each.game
        if each.refusals:
            raise _CannotImport(each.refusals)
        if ours.rulebook != theirs.rulebook:
            raise _id_taken(say("A game with other rules has the same id. Keep ours, or skip this one."))
        if ours.external_result is not None:
            raise _id_taken(say("Only the result of this game is known here. Keep ours, or skip this one."))
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
        names = give_names(db, (*added, *freed_names(db, gone)))
        self.names.forget()
        return seated_delta(before, players, names)

    def preview(self, imported: Sequence[Imported]) -> Preview:
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
        players.sort(key=lambda player: (not player.spellings, plain(player.name), player.name))
        return Preview(titles, players, {each.id: each.differs for each in kept})


def _id_taken(message: Message) -> _CannotImport:
    """Return the error for a document with the id of another game; `message` has the problem and the fix."""
    return _CannotImport(((None, Refusal("id-taken", message)),))


def _already_here(stored: StoredGame, differs: tuple[Message, ...]) -> Message:
    return say(
        "Another game with the id {id} is here already. It differs in {differences}.",
        id=stored.id,
        differences=differs or (say("the plays"),),
    )


def _differences(
    service: GameService, stored: StoredGame, game: StoredGame, *, same_players: bool
) -> Iterator[Message]:
    """Yield a message for each difference of a document (`game`) from the stored game with its id.

    `same_players`: both games have the same players in the same seats, whatever their names.
    """
    if stored.rulebook != game.rulebook:
        yield say("the game")
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
        (say("when it started"), stored.started, game.started),
        (say("when it ended"), stored.ended, game.ended),
        (say("the location"), stored.venue, game.venue),
        (say("the note"), stored.note, game.note),
    ):
        if our != their:
            yield label


def _result_differences(stored: StoredGame, game: StoredGame, *, same_players: bool) -> Iterator[Message]:
    """Yield a message for each difference of an external result (`game`) from the stored one with its id.

    Unknown values of `game` are not differences, and neither are seconds and the time zone of this machine.
    """
    if not same_players:
        yield say("the players (here {players})", players=stored.players)
    ours, theirs = stored.external or UNKNOWN, game.external or UNKNOWN
    if stored.external_result is None or ours.lines != theirs.lines:
        yield say("the result")
    for label, our, their in (
        (say("the seats"), ours.seats_known, theirs.seats_known),
        (say("the starting player"), ours.starts, theirs.starts),
        (say("the duration"), ours.minutes, theirs.minutes),
        (say("the roles"), ours.roles, theirs.roles),
        (say("the points by category"), ours.parts, theirs.parts),
        (say("the points by round"), ours.rounds, theirs.rounds),
        (say("the expansions"), ours.expansions, theirs.expansions),
        (say("when it started"), _minute(stored.started, game.started), _minute(game.started, game.started)),
        (say("when it ended"), _minute(stored.ended, game.ended), _minute(game.ended, game.ended)),
        (say("the location"), stored.venue, game.venue),
        (say("the note"), stored.note, game.note),
    ):
        if their not in (None, False, (), {}) and our != their:
            yield label


def _minute(written: str | None, other: str | None) -> str | None:
    """Return a stored time to the minute, or its date if the other one has no time."""
    return written and written[: 16 if other and has_time(other) else 10]


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
        """Return the player with this name now, mapped to the id to seat, which is the same."""
        if name not in self._found:
            person = find_person(self._db, name)
            if person is None:
                return {}
            self._found[name] = person.id
        return {self._found[name]: self._found[name]}

    def _by_former_name(self, name: str) -> Mapping[int, int]:
        """Return the players who once had this name, each with the id of the person at that time, before any merge."""
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
