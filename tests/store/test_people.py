"""Merging and splitting people, and removing names completely from the bytes of the database files."""

import json
import random
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from io import BytesIO

import pytest

from scorekeeper.core.log import About
from scorekeeper.core.messages import say
from scorekeeper.core.rulebook import Stop
from scorekeeper.store import changes
from scorekeeper.store.check import rebuild
from scorekeeper.store.db import Store
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import GameService, InvalidOptions, Refused, StaleRevision, Submission, result_alone
from scorekeeper.store.importing import ConflictPolicy, details_of
from scorekeeper.store.people import (
    LEFT_OVER,
    CannotRename,
    NoSuchPerson,
    SatTogether,
    finish_erasing,
    hide,
    merge,
    take_back,
    without,
)
from scorekeeper.store.rows import GameStatus, read_game, read_import, texts_about_games
from scorekeeper.store.settings import OF_TABLES, read_setting, set_setting, settings_named
from scorekeeper.store.trail import trail
from scorekeeper.store.uploads import keep_upload
from tests.checked import findings
from tests.documents import game_document, import_documents, import_results, read_document
from tests.rows import row_by_row
from tests.store.figures import recorded
from tests.store.town import RULEBOOKS, Town

pytestmark = pytest.mark.ids_of_the_store


@pytest.fixture
def town(store):
    return Town(store)


def test_merging_two_people_joins_their_games_and_undo_separates_them(town):
    old, running, deleted = town.finished("Anneli", "Ben"), town.begin("Cleo", "Anneli"), town.finished("Ben", "Anneli")
    changes.set_status(town.service, deleted, GameStatus.DELETED, town.submission(deleted))
    theirs = town.finished("Ben", "Anna")
    before = town.content()
    change = town.merge("Anneli", "Anna")
    joined = [("Anna", "Ben"), ("Cleo", "Anna"), ("Ben", "Anna"), ("Ben", "Anna")]
    assert [town.players(game) for game in (old, running, deleted, theirs)] == joined
    assert town.person("Anneli") is None
    assert "Anneli" not in town.suggested()
    assert town.counted("Anna") == (2, 1)
    split = town.back(change)
    assert town.content() == before
    town.back(split)
    assert town.players(running) == ("Cleo", "Anna")
    before = town.content()
    with pytest.raises(SatTogether):  # in the deleted game
        town.merge("Ben", "Anna")
    assert town.content() == before


def test_outdated_undo_cannot_merge_people_again(town):
    town.begin("Ben", "Carla")
    town.begin("Anneli", "Carla")
    split = town.back(town.merge("Ben", "Anneli"))
    town.merge("Anneli", "Ben")
    with pytest.raises(StaleRevision):
        town.back(split)


def test_merge_form_with_outdated_names_is_refused(town):
    town.begin("Anneli", "Ben")
    town.begin("Anna", "Ben")
    anneli, anna = town.person("Anneli").id, town.person("Anna").id
    for person, into, seen, error in (
        (anneli, anna, ("Anneli", "Ann"), StaleRevision),
        (anneli, anna, ("Anne", "Anna"), StaleRevision),
        (anneli, anneli, ("Anneli", "Anneli"), StaleRevision),
        (anneli, 99, ("Anneli", "Anna"), NoSuchPerson),
        (99, anna, ("Anneli", "Anna"), NoSuchPerson),
    ):
        with pytest.raises(error):
            merge(town.service, person, into, seen, town.submission())
    town.merge("Anneli", "Anna")
    for who in (anneli, anna):
        with pytest.raises(StaleRevision):
            merge(town.service, anneli, who, ("Anna", "Anna"), town.submission())


def test_undo_of_merge_is_refused_while_name_is_reused(town):
    town.begin("Anneli", "Ben")
    town.begin("Anna", "Ben")
    change = town.merge("Anneli", "Anna")
    town.begin("Anneli", "Cleo")
    with pytest.raises(CannotRename):
        town.back(change)
    town.rename("Anneli", "Annelie")
    town.back(change)
    assert town.person("Anneli").id == 1


def test_undo_that_seats_a_person_twice_is_refused(town):
    game = town.begin("Anneli", "Anna")
    town.begin("Anneli", "Ben")
    town.begin("Anna", "Cleo")
    town.seat(game, ("Anneli", "Anneli"), ("Ben",))
    town.merge("Anneli", "Anna")
    with pytest.raises(CannotRename, match="Anna would be in this game twice"):
        town.undo(game)
    assert town.players(game) == ("Anna", "Ben")


def change_at_random(chance, towns, newcomer):
    """Make one change in both towns; some people are merged only in the first one. The name `newcomer` is unused."""
    at, act = chance.randrange(len(towns[0].games)), chance.choice(["undo", "redo", "status", "seats", "begin", "end"])
    names, status = chance.sample(sorted(towns[0].named()), 2), chance.choice(list(GameStatus))
    changed, revisions = chance.choice(["turn", "leave", "come"]), []
    for town in towns:
        game = town.games[at]
        view = town.service.view(game)
        with suppress(changes.NothingToUndo, Refused, InvalidOptions):
            if act == "begin":
                town.begin(*names)
            elif act == "status":
                changes.set_status(town.service, game, status, town.submission(game))
            elif view.game.status is not GameStatus.ACTIVE:
                pass
            elif act == "seats" and view.rulebook.slug == "carta-nostra":
                seats = [(name, name) for name in view.table.players]
                come = [*seats, (newcomer,)]
                town.seat(game, *{"turn": seats[1:] + seats[:1], "leave": seats[1:], "come": come}[changed])
            elif act == "end" and view.rulebook.slug == "don-carlo":
                changes.enter(town.service, game, [Stop()], town.submission(game))
            elif act in ("undo", "redo"):
                getattr(town, act)(game)
        revisions.append(town.service.view(game).game.revision)
    assert len(set(revisions)) == 1


@pytest.mark.parametrize("seed", range(3))
def test_undone_merge_leaves_no_trace_after_other_changes(tmp_path, seed):
    """Two towns with the same games; in one of them, people are merged temporarily.

    Each of these also has a seat that nobody can leave: the name of somebody without a seat becomes free, unless they
    are merged.
    """
    chance, documents, towns = random.Random(seed), list(recorded())[seed::6], []
    for name in ("merging", "plain"):
        towns.append(Town(Store(tmp_path / name)))
        towns[-1].importing(documents)
        for names in (("Anja", "Eda"), ("Anna", "Eda"), ("Finn", "Anna", "Anneli")):
            towns[-1].begin(*names)
        for name in ("Anja", "Anneli", "Eda", "Finn"):
            towns[-1].begin(name, f"A guest of {name}", slug="don-carlo")
    merging, plain = towns
    fixed = [game for game in merging.games if merging.service.view(game).rulebook.slug != "carta-nostra"]
    done = []
    for step in range(80):
        change_at_random(chance, towns, f"New {step}")
        if len(done) < 4 and chance.random() < 0.3:
            with suppress(SatTogether):
                done.append(merging.merge(*chance.sample(sorted(merging.named(fixed)), 2)))
    assert len(done) > 1
    rebuild(merging.service)
    assert findings(merging.service) == ()
    for change in chance.sample(done, len(done)):
        merging.back(change)
    assert merging.content() == plain.content()
    while_split = merging.content()
    rebuild(merging.service)
    assert findings(merging.service) == ()
    assert merging.content() == while_split
    for town in towns:
        town.service.store.close()


def bytes_of(path):
    """Return all bytes of a database's files."""
    return b"".join(each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")))


def a_life(town):
    """Use the names Zoë, Zoë-Marie and Zoey for one person in games, venues and notes; return a game with a redo."""
    with town.service.store.writing() as db:
        db.execute("PRAGMA secure_delete = OFF").fetchall()  # SQLite's default in most builds
    note = "zoë, the winner: ZOË's best game; Zoës Haus, Zoëchen"
    town.importing([read_document(game_document("don-carlo", ("Zoë", "Ben"), []) | {"note": note})])
    (noted,) = town.games
    changes.set_about(town.service, noted, About("Bei Zoë", note), town.submission(noted))
    changes.set_about(town.service, noted, About("Bei Zoë-Marie", note), town.submission(noted))
    changes.enter(town.service, noted, [Stop()], town.submission(noted))
    game = town.begin("Zoey", "Ben")
    town.merge("Zoey", "Zoë")
    town.back(town.rename("Zoë", "Zoë-Marie"))
    town.seat(game, ("Zoë Maria", "Zoë"), ("Ben", "Ben"))
    town.undo(game)
    hide(town.service, town.person("Zoë").id, "Zoë", town.submission())
    gone = town.begin("Zoë", "Ben")
    changes.set_about(town.service, gone, About(None, "zoey"), town.submission(gone))
    changes.set_status(town.service, gone, GameStatus.DELETED, town.submission(gone))
    return game


SPELLED = [
    form
    for name in ("Zoë", "zoë", "ZOË", "zoe", "Zoey", "Marie", "Maria")
    for form in (name.encode(), json.dumps(name)[1:-1].encode())
]


def test_removed_name_is_erased_from_the_file(town):
    game = a_life(town)
    path, results = town.service.store.path, town.content()["results"]
    assert all(name in bytes_of(path) for name in (b"Zoey", "Zoë".encode(), b"Zo\\u00eb Maria"))
    upload = keep_upload(path.parent, "a-key-of-the-test", "", [("Zoë.json", BytesIO("Zoë".encode()))])
    town.remove("Zoë")
    assert not upload.folder.exists()
    left = bytes_of(path)
    for word in ("Zoëchen", "zoechen", json.dumps("Zoëchen")[1:-1]):  # starts with the name, but is a different word
        left = left.replace(word.encode(), b"")
    assert [name for name in SPELLED if name in left] == []
    assert town.content()["results"] == results
    assert town.players(game) == ("NN 1", "Ben")
    noted = town.service.view(town.games[0]).game
    assert noted.note == "NN 1, the winner: NN 1's best game; NN 1s Haus, Zoëchen"
    assert noted.venue == "Bei NN 1"
    assert "NN 1" not in town.suggested()
    places, words = town.found_by()
    assert ("bei nn 1",) in places
    rebuild(town.service)
    assert findings(town.service) == ()
    assert town.found_by() == (places, words)


def test_removed_name_disappears_from_import_reports(town):
    """Neither among the players of a kept game, nor in the names of files and titles."""
    document = game_document("carta-nostra", ("Zoë", "Ben"), [])
    town.importing([read_document(document)])
    own = town.submission()
    theirs = read_document(document | {"id": town.games[0], "players": ["Dora", "Ben"]})
    faults = [("Zoë.json", say("{title} is damaged", title="Zoë's game"))]
    import_documents(town.service, [theirs], own, faults=faults, on_conflict=ConflictPolicy.OURS, skip_faulty=True)
    town.remove("Zoë")
    with town.service.store.reading() as db:
        details = details_of(read_import(db, own.key))
    assert [str(each) for each in details.kept[town.games[0]]] == ["the players (here NN 1 and Ben)"]
    assert [(file, str(reason)) for file, reason in details.left_out] == [("NN 1.json", "NN 1's game is damaged")]
    left = bytes_of(town.service.store.path)
    assert [name for name in SPELLED if name in left] == []


def test_removed_name_leaves_roles_expansions_and_choices_for_tables(town):
    """It goes from the result, from the trail with its earlier values, and from what was chosen for a table."""
    texts = {"roles": ("Zoë's twin", ""), "expansions": ("Zoë", "Storm"), "parts": {"ZOË": (3, 1)}}
    result = ExternalResult(((1, 3), (2, 1)), **texts)
    game = result_alone("1f8fad5b-d9cb-469f-a165-70867728950e", "loire", ("Zoë", "Ben"), result)
    import_results(town.service, [game])
    town.games.append(game.id)
    edited = replace(game, external_result=replace(result, lines=((1, 4), (2, 1))).text())
    changes.set_result(town.service, game.id, edited, Submission("the-key-of-the-edit", "", 1))
    with town.service.store.writing() as db:
        for name, heading in (("table 1", "Zoë"), ("table 2", "Ben")):
            set_setting(db, name, json.dumps({"roles": {heading: "points-of"}}))
        assert {*texts_about_games(db)} >= {"Zoë's twin", "Zoë", "ZOË"}
    assert any(name in bytes_of(town.service.store.path) for name in SPELLED)
    town.remove("Zoë")
    left = bytes_of(town.service.store.path)
    assert [name for name in SPELLED if name in left] == []
    with town.service.store.reading() as db:
        after = read_game(db, game.id).external
        assert [*settings_named(db, OF_TABLES)] == ["table 2"]
    assert (after.roles, after.expansions, after.parts) == (("NN 1's twin", ""), ("NN 1", "Storm"), {"NN 1": (3, 1)})
    changes.undo(town.service, game.id, Submission("the-key-of-the-undo", "", 2))
    with town.service.store.reading() as db:
        assert read_game(db, game.id).external == replace(after, lines=((1, 3), (2, 1)))
    assert findings(town.service) == ()


def test_removal_erases_former_names_of_that_player_only(town):
    documents = [game_document("carta-nostra", names, []) for names in (("Bentio", "Dora"), ("Kai", "Ben"))]
    notes = ({"note": "Bentio and Dora"}, {"note": "Kai, Karl and Kais"})
    town.importing([read_document(each | note) for each, note in zip(documents, notes, strict=True)])
    first, second = town.games
    town.seat(first, ("Benito", "Bentio"), ("Dora", "Dora"))
    town.seat(first, ("Benito", "Benito"), ("Doro", "Dora"))
    town.rename("Kai", "Karl")
    town.begin("Kai", "NN 3")
    for name in ("Benito", "Karl"):
        town.remove(name)
    assert [town.players(game) for game in town.games] == [("NN 1", "Doro"), ("NN 4", "Ben"), ("Kai", "NN 3")]
    assert [town.service.view(game).game.note for game in (first, second)] == ["NN 1 and Dora", "Kai, NN 4 and Kais"]
    said = [str(line.message) for line in trail(town.service, first)]
    assert said[1:] == ["Renamed NN 1 to NN 1.", "Renamed Dora to Doro."]


def test_removed_name_is_never_restored_by_undo(town):
    game = a_life(town)
    with town.service.store.reading() as db:
        ids = [row[0] for row in db.execute("SELECT id FROM people_changes").fetchall()]
    change = town.remove("Zoë")
    town.rename("Ben", "Benedikt")
    for number in (*ids, change.id):
        with pytest.raises((StaleRevision, NoSuchPerson)):
            take_back(town.service, number, town.submission())
    town.redo(game)
    town.undo(game)
    assert town.players(game) == ("NN 1", "Benedikt")
    town.rename("NN 1", "Max")
    town.redo(game)
    assert town.players(game) == ("Max", "Benedikt")


def test_removal_erases_former_name_of_a_merged_person(town):
    town.begin("Zoey", "Ben")
    town.rename("Zoey", "Max")
    town.begin("Zoey", "Ben")
    town.begin("Anna", "Ben")
    town.merge("Zoey", "Anna")
    town.remove("Max")
    assert b"Zoey" not in bytes_of(town.service.store.path)


def test_file_being_read_is_vacuumed_later(town, monkeypatch):
    town.begin("Zoey", "Ben")
    monkeypatch.setattr("scorekeeper.store.db.BUSY_SECONDS", 0)
    monkeypatch.setattr("scorekeeper.store.connection.BUSY_SECONDS", 0)
    store = Store(town.service.store.path)
    town.service = GameService(store, RULEBOOKS)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT * FROM players").fetchall()
        town.remove("Zoey")
    with store.reading() as db:
        assert read_setting(db, LEFT_OVER)
    assert town.players(town.games[0]) == ("NN 1", "Ben")
    with closing(sqlite3.connect(store.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        finish_erasing(town.service)
    finish_erasing(town.service)
    assert b"Zoey" not in bytes_of(store.path)
    with store.reading() as db:
        assert read_setting(db, LEFT_OVER) is None
    store.close()


@row_by_row(
    ("text", "after"),
    [
        ("Anna", "NN 7"),
        ("anna's, ANNA’s, (Anna) and Annas", "NN 7's, NN 7’s, (NN 7) and NN 7s"),
        ("Annabel, Hanna, Joanna and Anna1", "Annabel, Hanna, Joanna and Anna1"),
        ("Anna Groß won", "NN 7 won"),
        ("ANNA GROSS won", "NN 7 won"),
        ("Anna-Lena", "NN 7-Lena"),
        ("Bens and Ben", "Bens and NN 7"),
        ("An\N{COMBINING DIAERESIS}na", "An\N{COMBINING DIAERESIS}na"),
        ("Hanna und Jo\N{COMBINING DIAERESIS}rg", "Hanna und Jo\N{COMBINING DIAERESIS}rg"),
    ],
)
def test_removal_matches_complete_words_only(text, after):
    assert without(text, {"anna", "anna groß".casefold(), "ben"}, {"bens"}, "NN 7") == after
