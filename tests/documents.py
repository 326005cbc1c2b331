"""Helpers that write, score and replay game documents, and pick out parts of the answers."""

import json
from collections import Counter
from io import BytesIO
from itertools import chain
from types import MappingProxyType, SimpleNamespace
from typing import Any

from scorekeeper.core.answer import scored
from scorekeeper.core.document import read
from scorekeeper.core.errors import Unreadable
from scorekeeper.core.replay import replay
from scorekeeper.pads.factory import defined
from scorekeeper.pads.registry import Rulebooks
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.backups import silent
from scorekeeper.store.games import stamp
from scorekeeper.store.importing import ENGLISH, ConflictPolicy, ImportChoices, Imported, ImportReport, import_games
from scorekeeper.store.importing import _Import as Import
from scorekeeper.store.importing import _Result as StoredResult
from scorekeeper.store.importing import _Results as results_reader
from scorekeeper.store.readers.documents import Fault, Place, Results, read_file
from scorekeeper.store.rows import add_import
from scorekeeper.titles import ready, ready_pad

RULEBOOKS = Rulebooks(all_rulebooks(), ready=ready_pad)
"""The titles of the app, without those of an instance."""


def game_document(slug, players, plays, options=()):
    return {
        "format": "scorekeeper-game",
        "version": 1,
        "rulebook": slug,
        "players": list(players),
        "options": dict(options),
        "plays": list(plays),
    }


def score_document(given):
    """Return the scoring answer and its status for a document, given as a dict, bytes or text."""
    return scored(_written(given), RULEBOOKS, defined)


def read_document(given):
    """Return the table and plays of a document as the rulebook's own types."""
    return read(_written(given), RULEBOOKS, defined)


class Scorer:
    """Scores and replays the documents that `write` builds from a test's arguments."""

    def __init__(self, write):
        self.write = write

    def score(self, *given, **options):
        return score_document(self.write(*given, **options))

    def sheet(self, *given, **options):
        """Return the scoring answer for a valid log."""
        answer, status = self.score(*given, **options)
        assert status == 0, answer
        return answer

    def replayed(self, *given, **options):
        found = read_document(self.write(*given, **options))
        return replay(found.rulebook, found.table, found.plays)

    def state(self, *given, **options):
        log = self.replayed(*given, **options)
        assert log.conflicts == ()
        return log.state


def refused_fields(given):
    """Return the refused field of a document's last play, and all fields of such a play."""
    found = read_document(given)
    last, kinds = replay(found.rulebook, found.table, found.plays).conflicts[-1], found.rulebook.kinds(found.table)
    kind = (given if isinstance(given, dict) else json.loads(given))["plays"][-1]["kind"]
    fields = {field.name for each in kinds if each.name == kind for field in each.fields}
    return last.refusal.field, {"", *fields}


def lines(answer):
    return {line["player"]: line for line in answer["standings"]}


def codes(answer):
    return [(refusal["play"], refusal["code"]) for refusal in answer.get("refused", [])]


def _written(given):
    given = json.dumps(given) if isinstance(given, dict) else given
    return given.encode() if isinstance(given, str) else given


class ImportRefused(Exception):
    """Raised with the `refused` games of an import."""

    def __init__(self, refused):
        super().__init__(refused)
        self.refused = refused


def import_documents(
    service: Any, documents: Any, submission: Any = None, *, faults: Any = (), progress: Any = silent, **choices: Any
) -> tuple[Imported, ...]:
    """Import documents and return their outcomes. `faults` are file names and messages of unreadable files.

    Raises ImportRefused if nothing is imported because games are refused.
    """
    found = [Fault(Place(file), Unreadable(message)) for file, message in faults]
    placed = ((Place("file", line=number), each) for number, each in enumerate(documents, 1))
    report = import_games(service, chain(found, placed), ImportChoices(**choices), submission, progress=progress)
    if report.refused and not choices.get("skip_faulty"):
        raise ImportRefused(report.refused)
    return tuple(report.documents)


def read_results(data, rulebooks, languages=ENGLISH, **choices):
    """Return the results in a file, their titles, and the messages about omitted or incomplete games."""
    data = data if isinstance(data, bytes) else data.encode()
    report, found = ImportReport(), results_reader({**rulebooks}, languages, ImportChoices(**choices))
    for each in read_file(BytesIO(data), "file", rulebooks):
        if isinstance(each, Fault):
            raise each.error
        if isinstance(each, Results):
            found.read(each)
    results = tuple(result.game for _, result in found.stored(report))
    left_out = tuple(message for _, message in (*found.left_out, *report.left_out))
    return SimpleNamespace(results=results, titles=report.titles, left_out=left_out, together=report.together)


def import_file(service, *files, **choices):
    """Import files; return the numbers of results by outcome, and the texts about omitted games."""
    found = [
        part
        for number, file in enumerate(files)
        for part in read_file(BytesIO(file), f"file {number}", service.rulebooks)
    ]
    chosen = ImportChoices(**({"on_conflict": ConflictPolicy.OURS} | choices))
    report = import_games(service, found, chosen, pads=ready())
    return Counter(each.became for each in report.results), [str(reason) for _, reason in report.left_out]


def import_results(service, results, titles=MappingProxyType({}), **choices):
    """Import results in stored form, and count the outcomes; a game here with another result is kept."""
    chosen = ImportChoices(**({"on_conflict": ConflictPolicy.OURS} | choices))
    with service.store.writing() as db:
        running = Import(service, db, add_import(db, stamp(service.clock())), chosen, only_preview=False)
        imported = [running.bring_in_result(StoredResult(each, (each.id,)), titles) for each in results]
        running.write_added()
    return Counter(each.became for each in imported)
