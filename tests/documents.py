"""Helpers that write, score and replay game documents, and pick out parts of the answers."""

import json
from collections import Counter
from types import MappingProxyType

from scorekeeper.core.answer import scored
from scorekeeper.core.document import read
from scorekeeper.core.replay import replay
from scorekeeper.pads.factory import defined
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.exchange import ConflictPolicy, import_documents


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
    return scored(_written(given), all_rulebooks(), defined)


def read_document(given):
    """Return the table and plays of a document as the rulebook's own types."""
    return read(_written(given), all_rulebooks(), defined)


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


def import_results(service, results, titles=MappingProxyType({}), **options):
    """Import results of games scored elsewhere, and count the outcomes; a game here with another result is kept."""
    imported = import_documents(
        service, (), results=results, titles=titles, **({"different": ConflictPolicy.OURS} | options)
    )
    return Counter(each.became for each in imported)
