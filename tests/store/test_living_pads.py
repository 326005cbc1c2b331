"""Pads that are renamed, edited, merged, separated and hidden: the history follows, and each game keeps its rules."""

import json
from itertools import count

import pytest

from scorekeeper.core.document import read, read_play, write
from scorekeeper.core.errors import Unreadable
from scorekeeper.pads.factory import defined, named
from scorekeeper.pads.words import told_apart
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store import changes
from scorekeeper.store.changes import ConfirmationRequired, NothingChanged
from scorekeeper.store.check import rebuild, verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.store.db import Store
from scorekeeper.store.exporting import documents
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import GameService, InvalidOptions, StaleRevision, Submission, result_alone
from scorekeeper.store.pads import (
    CannotReplace,
    add_row,
    change_pad,
    edit_pad,
    keep_pad,
    merge_pads,
    split_pad,
)
from scorekeeper.store.results import finished_before, latest_titles, set_successor, titles_played
from scorekeeper.store.rows import read_game
from scorekeeper.store.settings import drop_unplayed, replaced
from tests.apps import ensure_database
from tests.checked import findings
from tests.conftest import Clock
from tests.documents import import_documents, import_results

TWO = ("Ada", "Bo")
PROJECTED = ("finished_games", "player_results", "marks", "results", "search_words")


def pad(title="Rummy", **facts):
    return named(title, {"title": title, "players": [2, 6], "end": {"limit": 100}, **facts})


A, B, C = pad("Rummi"), pad("Rummy"), pad("Rommé", end={"limit": 200})


class Instance:
    """A service with short ways to play and to look."""

    def __init__(self, store):
        self.service = GameService(store, all_rulebooks(), Clock())
        self.numbers = count(1)

    def submission(self, game=None):
        revision = self.service.view(game).game.revision if game else 0
        return Submission(f"the-key-of-form-{next(self.numbers):05}", "", revision)

    def begin(self, rulebook):
        return changes.begin(self.service, rulebook, rulebook.table(TWO, {}), self.submission())

    def enter(self, game, ada, bo):
        view = self.service.view(game)
        play = read_play({"kind": "round", "points": {"Ada": ada, "Bo": bo}}, view.rulebook, view.table, TWO)
        changes.enter(self.service, game, [play], self.submission(game), sure=True)

    def played(self, rulebook, ada=200, bo=10):
        game = self.begin(rulebook)
        self.enter(game, ada, bo)
        return game

    def counted(self):
        """Return the number of games by title in each projection with titles."""
        with self.service.store.reading() as db:
            return [
                dict(db.execute(f"SELECT rulebook, count(DISTINCT game_id) FROM {table} GROUP BY 1").fetchall())  # noqa: S608
                for table in ("finished_games", "player_results", "marks")
            ]

    def assert_all_is_right(self):
        """`check` finds nothing, and a rebuild gives the same projections."""
        with open_snapshot(self.service.store.path) as database:
            assert verify(database, self.service.rulebooks).findings == ()
        before = self.projections()
        rebuild(self.service)
        assert findings(self.service) == ()
        assert self.projections() == before

    def projections(self):
        with self.service.store.reading() as db:
            return {table: sorted(map(repr, db.execute(f"SELECT * FROM {table}"))) for table in PROJECTED}  # noqa: S608


@pytest.fixture
def at(store):
    return Instance(store)


def test_twice_renamed_pad_counts_as_one(at):
    game = at.played(A)
    exported = [write(each) for each in documents(at.service)]
    edit_pad(at.service, A, B)
    edit_pad(at.service, B, C)
    later = at.played(C)
    assert at.counted() == [{C.slug: 2}] * 3
    view = at.service.view(game)
    assert (view.game.rulebook, view.rulebook.definition, str(view.rulebook.meta.title)) == (
        A.slug,
        A.definition,
        "Rommé",
    )
    assert [write(each) for each in documents(at.service, [game])] == exported
    with at.service.store.reading() as db:
        assert (latest_titles(db), [*titles_played(db)]) == ((C.slug,), [C.slug])
        assert [each.id for each in finished_before(db, read_game(db, later), 9999, 9)] == [later, game]
    at.assert_all_is_right()


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_three_merged_pads_are_separated_in_any_order(at, order):
    pads = (A, B, C)
    for each in pads:
        at.played(each)
    merge_pads(at.service, A, B)
    merge_pads(at.service, B, C)
    assert at.counted() == [{C.slug: 3}] * 3
    at.assert_all_is_right()
    for number in order:
        split_pad(at.service, pads[number].slug)
        at.assert_all_is_right()
    assert at.counted() == [{each.slug: 1 for each in pads}] * 3


def test_reverted_pad_edit_makes_no_cycle(at):
    at.played(A)
    for before, after in ((A, B), (B, C), (C, A), (A, B)):
        edit_pad(at.service, before, after)
        with at.service.store.reading() as db:
            assert after.slug not in replaced(db)
        assert at.counted()[0] == {after.slug: 1}
    at.assert_all_is_right()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pad(), pad("Golf", wins="lowest")),
        (pad(), named("Mafia", {"title": "Mafia", "players": 4, "only_winner": True})),
        (
            named("Mafia", {"title": "Mafia", "players": 4, "only_winner": True}),
            named("Pandemic", {"title": "Pandemic", "players": 4, "cooperative": True}),
        ),
    ],
)
def test_pads_with_different_winning_conditions_are_not_merged(at, one, other):
    with pytest.raises(CannotReplace) as refused:
        merge_pads(at.service, one, other)
    assert str(refused.value.message).startswith("Can't merge pads")
    at.begin(one)
    with pytest.raises(CannotReplace):
        edit_pad(at.service, one, other)
    assert one.slug in at.service.rulebooks
    assert other.slug not in at.service.rulebooks


def test_winning_condition_can_change_until_the_first_game(at):
    golf = pad("Golf", wins="lowest")
    keep_pad(at.service, pad("Golf"))
    edit_pad(at.service, pad("Golf"), golf)
    at.played(golf)
    assert at.counted()[0] == {golf.slug: 1}


def test_stale_pad_change_is_refused(at):
    at.played(A)
    edit_pad(at.service, A, B)
    edit_pad(at.service, A, B)  # sent twice
    with pytest.raises(StaleRevision):
        edit_pad(at.service, A, C)
    keep_pad(at.service, C)
    for one, other in ((A, C), (C, A), (C, C)):
        with pytest.raises(StaleRevision):
            merge_pads(at.service, one, other)
    merge_pads(at.service, B, C)
    keep_pad(at.service, pad("Skat"))
    with pytest.raises(CannotReplace, match="A pad like this was replaced"):
        edit_pad(at.service, pad("Skat"), A)


def test_games_that_are_imported_later_count_under_the_new_name(at):
    known = named("Azul", {"title": "Azul", "players": [1, 20], "bgg": 230802, "wins": "highest"})
    after = named("Azul (blue)", known.definition | {"title": "Azul (blue)"})
    results = [
        result_alone(f"{number}f8fad5b-d9cb-469f-a165-70867728950e", known.slug, TWO, ExternalResult(((1, 9), (2, 7))))
        for number in (1, 2)
    ]
    import_results(at.service, results[:1], {known.slug: known})
    game = at.played(A)
    document = [*documents(at.service)]
    edit_pad(at.service, known, after)
    edit_pad(at.service, A, B)
    import_results(at.service, results, {known.slug: known})
    assert at.counted()[0] == {after.slug: 2, B.slug: 1}
    with at.service.store.writing() as db:
        db.execute("DELETE FROM games WHERE id = ?", [game])
    import_documents(at.service, document)
    assert at.counted()[0] == {after.slug: 2, B.slug: 1}
    at.assert_all_is_right()


def test_check_finds_and_rebuild_repairs_wrongly_counted_pads(at):
    game = at.played(A)
    keep_pad(at.service, B)
    with at.service.store.writing() as db:
        db.table("definitions").update(A.slug, {"successor": B.slug})
    with open_snapshot(at.service.store.path) as database:
        (finding,) = verify(database, at.service.rulebooks).findings
    assert (finding.game_id, finding.rebuilt) == (game, True)
    rebuild(at.service)
    assert findings(at.service) == ()
    assert at.counted() == [{B.slug: 1}] * 3
    at.assert_all_is_right()


def test_successor_without_games_is_kept(at):
    at.played(A)
    edit_pad(at.service, A, B)
    keep_pad(at.service, C)
    with at.service.store.writing() as db:
        drop_unplayed(db)
    assert [each for each in (A, B, C) if each.slug in at.service.rulebooks] == [A, B]


def test_check_finds_a_cycle_of_pads(at):
    for each in (A, B):
        at.played(each)
    with at.service.store.writing() as db:
        set_successor(db, A.slug, B.slug)
        set_successor(db, B.slug, A.slug)
    with open_snapshot(at.service.store.path) as database:
        said = [each.message for each in verify(database, at.service.rulebooks).findings]
    assert [each for each in said if "replaced by itself" in each] == [
        f"The pad {slug} is replaced by itself through other pads." for slug in sorted((A.slug, B.slug))
    ]


CHANGES = [
    ({"end": {"limit": 300}}, "Nothing changes in the standings."),
    ({"end": {"limit": 50}}, "The game is over with this. Nothing changes in the standings."),
    ({"wins": "lowest"}, "Bo leads instead of Ada."),
    ({"wins": "lowest", "end": {"rounds": 1}}, "The game is over with this. Bo leads instead of Ada."),
]


@pytest.mark.parametrize(("change", "said"), CHANGES)
def test_pad_change_affects_only_its_game_after_confirmation(at, change, said):
    other, game = at.begin(B), at.begin(B)
    at.enter(game, 60, 10)
    facts = {**B.definition, **change}
    with pytest.raises(ConfirmationRequired) as asked:
        change_pad(at.service, game, facts, at.submission(game))
    assert str(asked.value.message) == said
    assert at.service.view(game).rulebook.definition == B.definition
    change_pad(at.service, game, facts, at.submission(game), sure=True)
    view = at.service.view(game)
    assert (view.rulebook.definition, str(view.undo)) == (facts, "the change of the pad")
    assert at.service.view(other).game.rulebook == B.slug
    for _ in range(2):
        changes.undo(at.service, game, at.submission(game))
        assert at.service.view(game).rulebook.definition == B.definition
        changes.redo(at.service, game, at.submission(game))
        assert at.service.view(game).rulebook.definition == facts
    if not at.service.view(game).replay.finished:
        at.enter(game, 300, 0)
    own = [each for each in at.counted()[0] if each != B.slug]
    assert own == ([view.game.rulebook] if "wins" in change else [])  # a game with other winners is another pad
    at.assert_all_is_right()


def test_unchanged_and_illegal_pad_changes_are_refused(at):
    game = at.begin(B)
    with pytest.raises(NothingChanged):
        change_pad(at.service, game, B.definition, at.submission(game))
    at.enter(game, 30, 40)
    at.enter(game, 30, 40)
    with pytest.raises(changes.Refused):
        change_pad(at.service, game, {**B.definition, "end": {"rounds": 1}}, at.submission(game), sure=True)
    at.enter(game, 30, 40)
    with pytest.raises(InvalidOptions, match="The game is over"):
        change_pad(at.service, game, {**B.definition, "end": {}}, at.submission(game), sure=True)


def test_added_category_applies_to_new_games_until_undone(at):
    farm = named("Farm", {"title": "Farm", "players": [2, 4], "rows": ["Gold"]})
    game = at.begin(farm)
    add_row(at.service, game, "Wood", at.submission(game))
    wider = at.service.view(game).game.rulebook
    for change, offered in ((None, wider), (changes.undo, farm.slug), (changes.redo, wider)):
        if change:
            change(at.service, game, at.submission(game))
        with at.service.store.reading() as db:
            assert [*titles_played(db)] == [offered]


def test_undone_category_of_an_edited_pad_makes_no_cycle(at):
    farm = named("Farm", {"title": "Farm", "players": [2, 4], "rows": ["Gold"]})
    game = at.begin(farm)
    add_row(at.service, game, "Wood", at.submission(game))
    wider = at.service.view(game).rulebook
    ranch = named("Ranch", wider.definition | {"title": "Ranch"})
    edit_pad(at.service, wider, ranch)
    for change in (changes.undo, changes.redo, changes.undo):
        change(at.service, game, at.submission(game))
        with at.service.store.reading() as db:
            assert replaced(db) == {farm.slug: ranch.slug, wider.slug: ranch.slug}
    at.assert_all_is_right()


def test_pads_of_one_name_are_labelled_by_their_differences():
    def names(*pads):
        return [str(each) for each in told_apart({each.slug: each for each in pads}).values()]

    assert names(pad(), C, pad("Skat")) == ["Rummy", "Rommé", "Skat"]
    assert names(pad(), pad(end={"limit": 200}, wins="lowest")) == ["Rummy (to 100)", "Rummy (to 200, fewest points)"]
    assert names(pad(), pad(end={})) == ["Rummy (to 100)", "Rummy"]
    assert names(pad(), pad(players=[2, 4])) == ["Rummy (2–6 players)", "Rummy (2–4 players)"]
    assert names(pad(), pad(rule="Left of the dealer")) == ["Rummy", "Rummy (#2)"]
    farm = [named("Farm", {"title": "Farm", "players": 2, **facts}) for facts in ({"rows": ["a"]}, {"entry": "any"})]
    assert names(*farm) == ["Farm (points by category, 1 category)", "Farm (points as they come)"]


def test_time_of_a_game_is_undone_and_redone(at):
    game = at.played(A)
    before, times = at.service.view(game).game, ("2026-01-31T20:00:00+01:00", "2026-01-31T21:30:00+01:00")
    changes.set_about(at.service, game, before.about, at.submission(game), times)
    after = at.service.view(game)
    assert (after.game.started, after.game.ended, str(after.undo)) == (*times, "the time")
    for change, expected in ((changes.undo, before), (changes.redo, after.game)):
        change(at.service, game, at.submission(game))
        now = at.service.view(game).game
        assert (now.started, now.ended, now.moment) == (expected.started, expected.ended, expected.moment)
        at.assert_all_is_right()


# Merges in exports


def exported(at):
    return [json.dumps(write(each)).encode() for each in documents(at.service)]


def import_into(at, *files):
    found = [read(each, at.service.rulebooks, defined) for each in files]
    return import_documents(at.service, found)


@pytest.fixture
def elsewhere(tmp_path):
    store = Store(ensure_database(tmp_path / "elsewhere.db"))
    yield Instance(store)
    store.close()


@pytest.fixture
def merged_files(at):
    """The export of three merged pads with a game each, and of an unmerged one."""
    for each in (A, B, C, pad("Canasta")):
        at.played(each)
    merge_pads(at.service, A, B)
    merge_pads(at.service, B, C)
    return exported(at)


def test_documents_name_the_successor_of_a_merged_pad_only(merged_files):
    found = [json.loads(each).get("counts_as", {}).get("definition", {}).get("title") for each in merged_files]
    assert found == ["Rommé", "Rommé", None, None]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
@pytest.mark.parametrize("together", [True, False])
def test_import_keeps_merges_in_any_order(at, elsewhere, merged_files, order, together):
    files = [merged_files[each] for each in order]
    for _ in range(2):
        for group in [files] if together else [[each] for each in files]:
            import_into(elsewhere, *group)
        assert elsewhere.counted() == at.counted() == [{C.slug: 3, pad("Canasta").slug: 1}] * 3
        elsewhere.assert_all_is_right()
    assert sorted(exported(elsewhere)) == sorted(merged_files)


def test_import_merges_no_existing_pads(elsewhere, merged_files):
    elsewhere.played(A)
    import_into(elsewhere, *merged_files)
    assert elsewhere.counted() == [{A.slug: 2, C.slug: 2, pad("Canasta").slug: 1}] * 3
    split_pad(elsewhere.service, B.slug)
    import_into(elsewhere, *merged_files)  # separated here, it stays so
    assert elsewhere.counted() == [{A.slug: 2, B.slug: 1, C.slug: 1, pad("Canasta").slug: 1}] * 3
    elsewhere.assert_all_is_right()


def test_cyclic_successors_are_not_imported(elsewhere, merged_files):
    first, _, last, _ = map(json.loads, merged_files)
    last["counts_as"] = {"rulebook": first["rulebook"], "definition": first["definition"]}
    import_into(elsewhere, json.dumps(first).encode(), json.dumps(last).encode())
    assert elsewhere.counted() == [{C.slug: 2}] * 3
    elsewhere.assert_all_is_right()


@pytest.mark.parametrize("wrong", [{}, 1, {"rulebook": "x", "definition": {}}, {"rulebook": "x", "more": 1}])
def test_unreadable_successor_makes_a_document_unreadable(elsewhere, merged_files, wrong):
    document = json.loads(merged_files[0]) | {"counts_as": wrong}
    with pytest.raises(Unreadable):
        import_into(elsewhere, json.dumps(document).encode())


def test_successor_with_other_winning_condition_is_not_imported(elsewhere, merged_files):
    document = json.loads(merged_files[0])
    document["counts_as"]["definition"]["wins"] = "lowest"
    import_into(elsewhere, json.dumps(document).encode())
    assert elsewhere.counted() == [{A.slug: 1}] * 3
