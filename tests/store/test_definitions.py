"""Stored titles without code: a game keeps the definition it was played with, also in other instances."""

import json
import tomllib
from contextlib import closing

import pytest

from scorekeeper.core.document import read, write
from scorekeeper.pads.factory import defined
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.changes import begin
from scorekeeper.store.check import rebuild, verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.store.db import Store
from scorekeeper.store.exporting import documents
from scorekeeper.store.games import GameService, Submission
from scorekeeper.store.results import latest
from scorekeeper.titles import READY, document_keys, ready_pad
from tests.checked import findings
from tests.conftest import Clock
from tests.documents import RULEBOOKS, ImportRefused, game_document, import_documents

NIMMT = document_keys(tomllib.loads(READY["six-nimmt"].read_text()))
OTHER = NIMMT | {"end": {"limit": 100}}
TWO = ("Ada", "Bo")
PLAYS = [{"kind": "round", "points": {"Ada": [3, 6], "Bo": 70}}]


@pytest.fixture
def service(store):
    return GameService(store, all_rulebooks(), Clock())


def taken_in(service, *facts):
    """Import a game of 6 nimmt! for each of these definitions."""
    given = [game_document("six-nimmt", TWO, PLAYS) | {"definition": each} for each in facts]
    import_documents(service, [read(json.dumps(each).encode(), service.rulebooks, defined) for each in given])


def test_started_game_keeps_its_definition_when_the_file_changes(store):
    before, after = defined("six-nimmt", NIMMT), defined("six-nimmt", OTHER)
    service = GameService(store, {before.slug: before}, Clock())
    game = begin(service, before, before.table(TWO, {}), Submission("the-key-of-a-test", "", 0))
    service = GameService(store, {after.slug: after}, Clock())
    assert service.view(game).rulebook.definition == NIMMT
    assert list(service.rulebooks) == [after.slug, before.slug]
    assert service.rulebooks["six-nimmt"] is after
    told = []
    rebuild(service, lambda *each: told.append(each))
    assert findings(service) == ()
    assert told == [(1, 1)]


def test_pads_of_one_name_stay_separate(service):
    taken_in(service, NIMMT, OTHER)
    with service.store.reading() as db:
        over, running = (latest(db, finished=finished, most=9) for finished in (True, False))
    assert [each.rulebook for each in (*over, *running)] == [defined("six-nimmt", each).slug for each in (NIMMT, OTHER)]


def test_document_of_a_ready_pad_needs_no_definition(store):
    service = GameService(store, RULEBOOKS, Clock())
    given = json.dumps(game_document("six-nimmt", TWO, PLAYS)).encode()
    import_documents(service, [read(given, service.rulebooks, defined)])
    (stored,) = documents(service)
    assert stored.rulebook.slug == ready_pad("six-nimmt").slug
    assert [each for each in service.rulebooks if "~" in each] == [stored.rulebook.slug]


def test_document_brings_its_title_to_another_instance(service, tmp_path):
    taken_in(service, NIMMT)
    (given,) = (write(each) for each in documents(service))
    assert given["definition"] == NIMMT
    with closing(Store(tmp_path / "elsewhere.db")) as store:
        elsewhere = GameService(store, all_rulebooks(), Clock())
        found = read(json.dumps(given).encode(), elsewhere.rulebooks, defined)
        import_documents(elsewhere, [found])
        assert [write(each) for each in documents(elsewhere)] == [given]
        import_documents(elsewhere, [found])
        assert elsewhere.view(given["id"]).replay.lines[1].total == 70


def test_number_of_titles_from_documents_is_limited(service, monkeypatch):
    monkeypatch.setattr("scorekeeper.store.games.MAX_DEFINITIONS", 1)
    taken_in(service, NIMMT, NIMMT)
    with pytest.raises(ImportRefused) as refused:
        taken_in(service, OTHER)
    (((_, reason),),) = (each.refusals for each in refused.value.refused)
    assert str(reason.message) == "There are already 1 score pads: no more can be added."
    assert len(list(service.rulebooks)) == len(all_rulebooks()) + 1


@pytest.mark.parametrize("facts", [None, json.dumps(OTHER), "{", "[]"])
def test_check_finds_a_definition_that_contradicts_its_slug(service, facts):
    taken_in(service, NIMMT)
    slug = defined("six-nimmt", NIMMT).slug
    if facts is not None:
        with service.store.writing() as db:
            db.execute("UPDATE definitions SET facts = ?", [facts])
    with open_snapshot(service.store.path) as database:
        verified = verify(database, all_rulebooks())
    says = [each.message for each in verified.findings]
    assert says == (
        [] if facts is None else [f"The definition of {slug} is damaged.", f"there is no game {slug!r} here"]
    )
