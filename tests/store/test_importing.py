"""Imported files: read within limits, imported completely or not at all, and error messages with positions."""

import csv
import json
import re
import struct
import zipfile
from dataclasses import replace
from datetime import date, datetime
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.core.document import Document, write
from scorekeeper.core.errors import Unreadable
from scorekeeper.core.log import About
from scorekeeper.core.messages import say
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store import changes, importing, people
from scorekeeper.store.changes import redo, set_about, set_status, undo
from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.store.exporting import documents, harmless, zipped
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import GameService, NoSuchGame, StaleRevision, Submission, result_alone
from scorekeeper.store.importing import (
    ConflictPolicy,
    ImportChoices,
    Imported,
    ImportOutcome,
    NothingToDelete,
    deletable,
    delete_imported,
    details_of,
)
from scorekeeper.store.people import everybody, long_unused
from scorekeeper.store.readers import documents as files
from scorekeeper.store.readers.documents import Fault, Place, Results
from scorekeeper.store.results import GameQuery, find
from scorekeeper.store.rows import UNDATED, GameStatus, PeopleAct, find_person, games_of_import, read_import
from scorekeeper.store.trail import trail
from scorekeeper.web.history.year import undated, years_played
from scorekeeper.web.table.result import evening_of
from tests.documents import (
    ENGLISH,
    ImportRefused,
    game_document,
    import_documents,
    import_results,
    read_document,
    results_reader,
)
from tests.rows import row_by_row
from tests.store.parts import parts

GAMES = Path(__file__).parents[1] / "games"
SMALL = game_document("carta-nostra", ["Anneli", "Benito"], [])
TEXT = json.dumps(SMALL)


def packed(*entries, compression=zipfile.ZIP_DEFLATED):
    """Return a zip with these entries, given as name and content."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return file.getvalue()


WHOLE = packed(("one.json", TEXT), ("folder/two.jsonl", f"{TEXT}\n\n{TEXT}\n"))


def read(part):
    """Return a document or fault; results that cannot be read are a fault, too."""
    try:
        if isinstance(part, Results):
            results_reader(all_rulebooks(), ENGLISH, ImportChoices()).read(part)
    except Unreadable as error:
        return Fault(part.place, error)
    return part[1] if isinstance(part, tuple) else part


def found(data):
    """Return the documents and faults in a file."""
    return [read(each) for each in parts(data)]


def faults(data):
    return [(each.place.entry, str(each.error.message)) for each in found(data) if isinstance(each, Fault)]


def test_documents_are_found_alone_in_lines_and_in_zips():
    for data, count in ((TEXT, 1), (json.dumps(SMALL, indent=3), 1), (f"\n{TEXT}\r\n \n\ufeff{TEXT}", 2)):
        assert [type(each) for each in found(data.encode())] == [Document] * count
    assert [place for place, _ in (*parts(WHOLE, "a.zip"), *parts(TEXT.encode(), "b.json"))] == [
        Place("a.zip", "one.json"),
        Place("a.zip", "folder/two.jsonl", 1),
        Place("a.zip", "folder/two.jsonl", 2),
        Place("b.json"),
    ]


@pytest.mark.parametrize("name", ["../one.json", "/etc/one.json", "C:\\one.json", "a" * 300 + ".json", "a\n.json"])
def test_document_in_zip_is_read_whatever_its_path(name):
    """Nothing is unpacked to disk, so that a path is only a name."""
    data = packed((name, TEXT), (f"{name}.bad", "{"))
    assert [type(each) for each in found(data)] == [Document, Fault]


def test_zip_entries_are_detected_by_content():
    data = packed(("readme.txt", TEXT), ("a.zip", packed(("one.json", TEXT))), ("b.json", "junk"), ("c", b"\x1f\x8b"))
    told = dict(faults(data))
    assert sorted(told) == ["a.zip", "b.json", "c"]
    assert "a zip inside a zip" in told["a.zip"]
    assert "none of these" in told["b.json"]
    assert [type(each) for each in found(data)].count(Document) == 1


def test_macos_metadata_in_zips_is_ignored():
    assert faults(packed(("one.json", TEXT), ("__MACOSX/._one.json", b"\0"), ("a/.DS_Store", b"\0"), ("a/", ""))) == []


def test_every_problem_of_a_zip_is_named(monkeypatch):
    monkeypatch.setattr(files, "MAX_FILE", 10_000)
    bomb = b"[" * 10_001
    data = packed(
        ("a.json", "{"), ("b.json", bomb), ("c.json", TEXT), ("d.txt", ""), ("e.jsonl", f"{TEXT}\n{{}}\n[]\n")
    )
    assert [entry for entry, _ in faults(data)] == ["a.json", "b.json", "d.txt", "e.jsonl", "e.jsonl"]


def test_duplicate_zip_entries_are_reported():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = packed(("a.json", TEXT), ("a.json", TEXT))
    assert faults(data) == [("a.json", "the zip has two files of this name")]


def test_encrypted_and_unusual_zips_are_reported():
    plain = bytearray(packed(("a.json", TEXT)))
    at = plain.rfind(b"PK\x01\x02")
    plain[6] |= 1
    plain[at + 8] |= 1
    assert "without a password" in faults(bytes(plain))[0][1]
    assert "compression" in faults(packed(("a.json", TEXT), compression=zipfile.ZIP_BZIP2))[0][1]
    assert faults(packed()) == [(None, "there is no file in the zip")]


def test_zip_bomb_is_rejected_early(monkeypatch):
    monkeypatch.setattr(files, "MAX_UNPACKED", 100_000)
    told = faults(packed(*((f"{number}.json", b" " * 40_000) for number in range(9))))
    assert "the zip is larger than" in told[-1][1]
    assert len(told) < 6


def test_zip_limits_apply_to_actual_sizes(monkeypatch):
    monkeypatch.setattr(files, "MAX_FILE", 1_000)
    data = bytearray(packed(("a.json", b" " * 50_000)))
    at = data.rfind(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 10)
    struct.pack_into("<L", data, 22, 10)
    assert len(faults(bytes(data))) == 1


def test_document_may_have_exactly_the_maximum_size(monkeypatch):
    for spare, number in ((0, 0), (-1, 1)):
        monkeypatch.setattr(files, "MAX_FILE", len(TEXT) + spare)
        assert len(faults(packed(("a.json", TEXT)))) == number


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=8))
@example(len(WHOLE) - 22, b"\xff" * 8)
def test_damaged_zip_is_read_or_reported(at, junk):
    for data in (WHOLE[:at] + junk + WHOLE[at + len(junk) :], WHOLE[:at], WHOLE[:at] + junk + WHOLE[at:]):
        for each in found(data):
            assert isinstance(each, Document) or str(each.error.message)


def recorded():
    for path in sorted(GAMES.rglob("*to-the-end.json")):
        yield read_document(json.loads(path.read_text(encoding="utf-8"))["document"])


def test_exported_zip_is_imported_unchanged(service):
    import_documents(service, recorded())
    before = list(documents(service))
    data = b"".join(zipped(iter(before)))
    assert found(data) == before
    with zipfile.ZipFile(BytesIO(data)) as archive:
        texts = [archive.read(each).decode() for each in archive.namelist()]
    assert texts == [json.dumps(write(each), ensure_ascii=False, indent=1) + "\n" for each in before]
    assert any("Zoë" in each for each in texts)
    assert {each.became for each in import_documents(service, found(data))} == {ImportOutcome.SAME}


def test_interrupted_import_writes_nothing(service):
    def broken():
        yield from recorded()
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011 (it is the one above)
        import_documents(service, broken())
    assert list(documents(service)) == []


def test_import_with_refusals_lists_each_and_writes_nothing(service):
    game = "1f8fad5b-d9cb-469f-a165-70867728950e"
    twice = [read_document(SMALL | {"id": game, "note": note}) for note in ("one", "other")]
    unknown = read_document(game_document("carta-nostra", ["Anneli", "Benito"], [{"kind": "x"}]))
    with pytest.raises(ImportRefused) as refused:
        import_documents(service, [*twice, unknown])
    assert [(each.place.line, [refusal.code for _, refusal in each.refusals]) for each in refused.value.refused] == [
        (2, ["id-taken"]),
        (3, ["unknown-kind"]),
    ]
    assert list(documents(service)) == []


@pytest.mark.parametrize("started", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_earliest_and_latest_dates_can_be_imported(service, started):
    turn = [{"kind": "won", "player": "Anneli"}]
    document = game_document("carta-nostra", ["Anneli", "Benito"], turn) | {"started": started}
    assert len(import_documents(service, [read_document(document)])) == 1


def test_export_is_a_snapshot_and_allows_writes(service):
    import_documents(service, recorded())
    reading = documents(service)
    first = next(reading)
    import_documents(service, [read_document(SMALL)])
    before = [first, *reading]
    assert len(list(documents(service))) == len(before) + 1


@row_by_row(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("  =1", "'  =1"),
        ("\ufeff=1", "'\ufeff=1"),
        ('"=1', "'\"=1"),
        ("\r=1", "'\r'=1"),
        ("\N{FULLWIDTH EQUALS SIGN}1", "'\N{FULLWIDTH EQUALS SIGN}1"),
        ("Anna;=1+1", "Anna;'=1+1"),
        ("=1, @SUM(A1)", "'=1,' @SUM(A1)"),
        ("Late.\n+cmd|' /C calc'!A0", "Late.\n'+cmd|' /C calc'!A0"),
        ("Late, -3 for Anna; + 2\n- 1", "Late, -3 for Anna; + 2\n- 1"),
        ("Anna-Lena", "Anna-Lena"),
        ("a=b", "a=b"),
        ("", ""),
        (None, None),
    ],
)
def test_text_like_a_spreadsheet_formula_is_escaped(text, shown):
    assert harmless(text) == shown
    wrongly_split = next(csv.reader([re.sub(r"[\r\n]", ";", f"a,{shown or ''},b")], delimiter=";"))
    assert not [cell for cell in wrongly_split if re.match(r"\s*(=|@|[+-]\s*[a-z])", cell)]


ID = "1f8fad5b-d9cb-469f-a165-70867728950e"
TWO_PLACES = ExternalResult(((1, None), (2, None)))
WON = game_document("carta-nostra", ["Anneli", "Benito"], [{"kind": "won", "player": "Anneli"}])
BEGAN, OVER = "2026-01-31T23:30:00+01:00", "2026-02-01T00:10:00+01:00"


def stored(service, game_id):
    with service.store.reading() as db:
        return service.game(db, game_id)


def brought(service, key):
    with service.store.reading() as db:
        return read_import(db, key)


@pytest.mark.parametrize(
    ("times", "moment"),
    [
        ({"started": BEGAN, "ended": OVER}, BEGAN),
        ({"started": BEGAN}, BEGAN),
        ({"ended": OVER}, OVER),
        ({}, None),
        ({"started": BEGAN, "plays": []}, BEGAN),
        ({"plays": []}, "2026-02-01T20:16:00+00:00"),  # the time of the tests' clock
    ],
)
def test_imported_game_is_sorted_by_end_or_start(service, times, moment):
    (imported,) = import_documents(service, [read_document(WON | times)])
    assert imported.became is ImportOutcome.NEW
    assert stored(service, imported.id).moment == (datetime.fromisoformat(moment).timestamp() if moment else UNDATED)


def test_undated_document_counts_in_no_year_and_is_exported_undated(service):
    """Also after a correction: the end stays unknown."""
    ((game,),) = ((each.id,) for each in import_documents(service, [read_document(WON)]))
    changes.set_about(service, game, About("Here", "One,\ntwo"), Submission("a-key-of-the-test", "", 1))
    with service.store.reading() as db:
        assert db.execute("SELECT day FROM finished_games").fetchall() == [("",)]
        assert db.execute("SELECT DISTINCT day FROM player_results").fetchall() == [("",)]
        assert (years_played(db), undated(db)) == ((), 1)
        for first, last, count in ((None, None, 1), (None, date(2026, 1, 1), 0), (date(1, 1, 1), None, 0)):
            assert len(find(db, GameQuery(first=first, last=last), 9).games) == count
        assert long_unused(everybody(db), 2**40) == ()
    assert evening_of(service.store, stored(service, game)) is None
    assert write(next(documents(service))) == WON | {"id": game, "venue": "Here", "note": "One,\ntwo"}


def can_be_deleted(service, key):
    with service.store.reading() as db:
        return len(deletable(service, games_of_import(db, read_import(db, key).id)))


def test_games_of_an_import_are_deleted_together(service):
    own, deletes = Submission("key-of-an-import", "digest"), Submission("key-of-the-deletion", "other digest")
    games = [each.id for each in import_documents(service, [read_document(WON)] * 4, own)]
    assert len(set(games)) == 4
    assert import_documents(service, [read_document(WON)], own) == ()
    assert (brought(service, own.key).new, can_be_deleted(service, own.key)) == (4, 4)
    delete_imported(service, own.key, deletes)
    delete_imported(service, own.key, deletes)
    assert [(stored(service, game).status, stored(service, game).revision) for game in games] == [
        (GameStatus.DELETED, 2)
    ] * 4
    assert can_be_deleted(service, own.key) == 0
    with pytest.raises(NothingToDelete):
        delete_imported(service, own.key, Submission("a-key-once-more", "digest"))
    with pytest.raises(NothingToDelete):
        delete_imported(service, "key-of-no-import", Submission("a-key-of-the-test", "digest"))
    with pytest.raises(StaleRevision):
        import_documents(service, [read_document(WON)], Submission(own.key, "another digest"))
    with pytest.raises(StaleRevision):
        delete_imported(service, own.key, Submission(own.key, "digest"))


def test_reordered_options_are_equal_but_changed_ones_differ(service):
    def loire(values):
        return read_document(game_document("loire", ["Anneli", "Benito"], [], {"triple_values": values}) | {"id": ID})

    import_documents(service, [loire({"castles": 5, "mines": 4})])
    assert import_documents(service, [loire({"mines": 4, "castles": 5})]) == (Imported(ID, ImportOutcome.SAME),)
    with pytest.raises(ImportRefused):
        import_documents(service, [loire({"castles": 4, "mines": 4})])


def test_games_of_uninstalled_titles_are_skipped_only_on_request(service):
    import_documents(service, recorded())
    others = {slug: each for slug, each in all_rulebooks().items() if slug != "loire"}
    fewer = GameService(service.store, others, service.clock)
    every = [document.rulebook.slug for document in documents(service)]
    left = [document.rulebook.slug for document in documents(fewer, known=True)]
    assert left == [slug for slug in every if slug != "loire"] != every
    with pytest.raises(NoSuchGame):
        list(documents(fewer))


def test_zip_entries_have_names_times_and_usual_permissions(service):
    ids = [f"1f8fad5b-d9cb-469f-a165-70867728950{digit}" for digit in "ab"]
    import_documents(service, [read_document(WON | {"id": each, "started": OVER, "ended": OVER}) for each in ids])
    import_documents(service, [read_document(SMALL | {"id": f"2{ids[0][1:]}"})])
    archive = zipfile.ZipFile(BytesIO(b"".join(zipped(documents(service)))))
    assert sorted(archive.namelist()) == [
        f"2026-02-01-carta-nostra-{ids[1]}.json",
        f"2026-02-01-carta-nostra-{ids[0][:8]}.json",
        "undated-carta-nostra-2f8fad5b.json",
    ]
    assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o644}
    assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0), (2026, 2, 1, 0, 10, 0)}


def test_long_zip_paths_are_shortened_in_messages():
    long = "a" * 251 + ".json"
    assert faults(packed((long, "{"), ("good.json", TEXT)))[0][0] == f"{long[:255]}…"
    fits = "a" * 250 + ".json"
    assert faults(packed((fits, "{"), ("good.json", TEXT)))[0][0] == fits


# Different games with an existing id


def test_same_game_in_another_case_is_recognised(service):
    import_documents(service, [read_document(WON | {"id": ID})])
    again = {"id": ID.upper(), "players": ["ANNELI", "benito"], "plays": [{"kind": "won", "player": "ANNELI"}]}
    assert import_documents(service, [read_document(WON | again)]) == (Imported(ID, ImportOutcome.SAME),)


def said(differs):
    return [str(each) for each in differs]


@pytest.mark.parametrize(
    ("changed", "differs"),
    [
        ({"players": ["Anneli", "Anja"]}, ["the players (here Anneli and Benito)"]),
        ({"players": ["Benito", "Anneli"]}, ["the players (here Anneli and Benito)", "the entries from number 1 on"]),
        ({"plays": []}, ["the entries from number 1 on"]),
        ({"plays": [{"kind": "won", "player": "Benito"}]}, ["the entries from number 1 on"]),
        ({"started": BEGAN, "ended": OVER}, ["when it started", "when it ended"]),
        ({"venue": "Club", "note": "rain"}, ["the location", "the note"]),
        (game_document("don-carlo", ["Anneli", "Benito"], []), ["the game"]),
    ],
)
def test_differences_to_an_existing_game_are_listed_and_ours_stays(service, changed, differs):
    import_documents(service, [read_document(WON | {"id": ID})])
    before = stored(service, ID)
    with pytest.raises(ImportRefused) as refused:
        import_documents(service, [read_document(WON | {"id": ID} | changed)])
    assert [(number, refusal.code) for number, refusal in refused.value.refused[0].refusals] == [(None, "id-taken")]
    for chosen in (ConflictPolicy.OURS, ConflictPolicy.LEAVE_OUT):
        own = Submission(f"key-of-an-import-{chosen}", "digest")
        (kept,) = import_documents(service, [read_document(WON | {"id": ID} | changed)], own, on_conflict=chosen)
        assert (kept.became, stored(service, ID)) == (chosen.value.replace("leave-out", "left_out"), before)
        assert said(kept.differs) == differs
        reported = details_of(brought(service, own.key)).kept
        assert reported == ({ID: kept.differs} if chosen is ConflictPolicy.OURS else {})


def test_import_report_lists_a_limited_number_of_games(service, monkeypatch):
    monkeypatch.setattr(importing, "MAX_LISTED", 2)
    ids = [f"{number}{ID[1:]}" for number in range(4)]
    import_documents(service, [read_document(WON | {"id": each}) for each in ids])
    own, theirs = Submission("key-of-an-import", ""), [read_document(WON | {"id": each, "note": "x"}) for each in ids]
    faults = [(f"{number}.csv", say("file {number}", number=number)) for number in range(4)]
    import_documents(service, theirs, own, faults=faults, on_conflict=ConflictPolicy.OURS, skip_faulty=True)
    done = brought(service, own.key)
    assert (done.ours, done.left_out) == (4, 4)
    assert [*details_of(done).kept] == ids[:2]
    assert [(file, str(reason)) for file, reason in details_of(done).left_out] == [
        ("0.csv", "file 0"),
        ("1.csv", "file 1"),
    ]


def without_revision(game):
    return replace(game, revision=0)


THEIRS = (
    {"players": ["Zoë", "Anneli"], "plays": [{"kind": "won", "player": "Zoë"}]},
    {"plays": [], "started": BEGAN},
    {"started": BEGAN, "ended": OVER, "venue": "Club", "note": "rain"},
    game_document("carta-nostra", ["Mira", "Anja", "Benito"], [{"kind": "won", "player": "Benito"}]),
    {"plays": [{"kind": "turn", "player": "Anneli"}, {"kind": "won", "player": "Benito"}]},
)


@pytest.mark.parametrize("changed", THEIRS, ids=range(len(THEIRS)))
@pytest.mark.parametrize("status", GameStatus)
def test_imported_game_replaces_ours_until_undone(service, changed, status):
    import_documents(service, [read_document(WON | {"id": ID, "note": "ours", "ended": OVER}), read_document(WON)])
    if status is not GameStatus.ACTIVE:
        set_status(service, ID, status, Submission("key-of-a-status", "", 1))
    ours, theirs = stored(service, ID), read_document(WON | {"id": ID} | changed)
    own = Submission("key-of-an-import", "digest")
    (done,) = import_documents(service, [theirs], own, on_conflict=ConflictPolicy.THEIRS)
    assert (done.became, stored(service, ID).status) == (ImportOutcome.THEIRS, GameStatus.ACTIVE)
    assert next(documents(service, [ID])) == theirs
    assert_all_is_right(service)
    with pytest.raises(NothingToDelete):  # the import added none
        delete_imported(service, own.key, Submission("key-of-the-deletion", "digest"))
    undo(service, ID, Submission("key-of-an-undo", "digest", stored(service, ID).revision))
    assert without_revision(stored(service, ID)) == replace(without_revision(ours), status=GameStatus.ACTIVE)
    assert_all_is_right(service)


def assert_all_is_right(service):
    """Verify all trails and projections against the logs."""
    with open_snapshot(service.store.path) as database:
        assert verify(database, service.rulebooks).findings == ()


def test_replaced_running_game_keeps_its_list_position(service):
    """Its document contains its start, but not its last change."""
    running = WON | {"id": ID, "plays": [], "started": BEGAN}
    import_documents(service, [read_document(running)])
    changes.set_about(service, ID, About("Here", None), Submission("a-key-of-the-test", "", 1))
    touched = stored(service, ID).moment
    assert touched > datetime.fromisoformat(BEGAN).timestamp()
    import_documents(service, [read_document(running | {"venue": "There"})], on_conflict=ConflictPolicy.THEIRS)
    assert (stored(service, ID).moment, stored(service, ID).venue) == (touched, "There")


@pytest.mark.parametrize("policy", ConflictPolicy)
def test_import_with_two_versions_of_a_game_is_refused(service, policy):
    versions = [read_document(WON | {"id": ID, "venue": venue}) for venue in ("Here", "There")]
    with pytest.raises(ImportRefused) as refused:
        import_documents(service, versions, on_conflict=policy)
    assert [(each.place.line, each.refusals[0][1].code) for each in refused.value.refused] == [(2, "id-taken")]
    assert "two different versions of this game" in str(refused.value)
    assert list(documents(service)) == []


def test_replaced_undated_game_is_sorted_by_change_while_running(service):
    import_documents(service, [read_document(WON | {"id": ID})])
    import_documents(service, [read_document(WON | {"id": ID, "plays": []})], on_conflict=ConflictPolicy.THEIRS)
    assert stored(service, ID).moment > UNDATED
    undo(service, ID, Submission("a-key-of-the-test", "", 2))
    assert stored(service, ID).moment == UNDATED
    assert_all_is_right(service)


@pytest.mark.parametrize("different", ConflictPolicy)
def test_result_without_plays_is_not_replaced_by_a_document(service, different):
    import_results(service, [result_alone(ID, "carta-nostra", ("Anneli", "Benito"), TWO_PLACES)])
    before = stored(service, ID)
    try:
        (kept,) = import_documents(service, [read_document(WON | {"id": ID})], on_conflict=different)
        assert [str(each) for each in kept.differs] == ["the entries (here only the result is known)"]
    except ImportRefused:
        assert different in (ConflictPolicy.REFUSE, ConflictPolicy.THEIRS)
    assert stored(service, ID) == before
    assert_all_is_right(service)


def test_replaced_game_is_undone_redone_and_in_the_trail(service):
    import_documents(service, [read_document(WON | {"id": ID})])
    theirs = read_document(WON | {"id": ID, "players": ["Anneli", "Zoë"], "started": BEGAN})
    import_documents(service, [theirs], on_conflict=ConflictPolicy.THEIRS)
    for act in (undo, redo):
        revision = service.view(ID).game.revision
        act(service, ID, Submission(f"a-key-of-the-test-{revision}", "", revision))
        assert_all_is_right(service)
    assert next(documents(service, [ID])) == theirs
    assert str(service.view(ID).undo) == "the import"
    assert [str(line.message) for line in trail(service, ID)[1:]] == [
        "The game was imported again and matches the file.",
        "The import was undone: the game is as it was before.",
        "The import was redone: the game matches the file again.",
    ]


def test_import_cannot_be_undone_after_merging_its_players(service):
    import_documents(service, [read_document(WON | {"id": ID})])
    import_documents(service, [read_document(game_document("carta-nostra", ["Mira", "Benito"], []))])
    import_documents(
        service, [read_document(WON | {"id": ID, "players": ["Anneli", "Zoë"]})], on_conflict=ConflictPolicy.THEIRS
    )
    rename_or_merge(service, "Benito", "Anneli")
    before = stored(service, ID)
    with pytest.raises(people.CannotRename, match="Undo the merge first"):
        undo(service, ID, Submission("key-of-an-undo", "digest", before.revision))
    assert stored(service, ID) == before
    assert_all_is_right(service)


def test_deleting_an_import_keeps_games_changed_since(service):
    own = Submission("key-of-an-import", "digest")
    first, second, third = (each.id for each in import_documents(service, [read_document(WON)] * 3, own))
    set_about(service, first, About("Club", None), Submission("key-of-a-change", "", 1))
    set_status(service, third, GameStatus.ARCHIVED, Submission("key-of-a-status", "", 1))
    delete_imported(service, own.key, Submission("key-of-the-deletion", "digest"))
    statuses = [stored(service, game).status for game in (first, second, third)]
    assert statuses == [GameStatus.ACTIVE, GameStatus.DELETED, GameStatus.ARCHIVED]
    assert_all_is_right(service)


def test_deleting_an_import_keeps_games_of_uninstalled_titles(service):
    own = Submission("key-of-an-import", "digest")
    import_documents(service, recorded(), own)
    others = {slug: each for slug, each in all_rulebooks().items() if slug != "loire"}
    fewer = GameService(service.store, others, service.clock)
    delete_imported(fewer, own.key, Submission("key-of-the-deletion", "digest"))
    assert {document.rulebook.slug for document in documents(service)} == {"loire"}


def test_reimported_games_are_restored_but_belong_to_the_first_import(service):
    keys = iter(f"key-of-the-test-{number}" for number in range(9))
    document = read_document(WON | {"id": ID})
    first, second = (Submission(next(keys), "digest") for _ in range(2))
    assert import_documents(service, [document], first, restore_deleted=True) == (Imported(ID, ImportOutcome.NEW),)
    delete_imported(service, first.key, Submission(next(keys), "digest"))
    assert import_documents(service, [document]) == (Imported(ID, ImportOutcome.SAME),)
    assert stored(service, ID).status is GameStatus.DELETED
    assert import_documents(service, [document], second, restore_deleted=True) == (Imported(ID, ImportOutcome.BACK),)
    assert stored(service, ID).status is GameStatus.ACTIVE
    with pytest.raises(NothingToDelete):
        delete_imported(service, second.key, Submission(next(keys), "digest"))
    set_status(service, ID, GameStatus.DELETED, Submission(next(keys), "", stored(service, ID).revision))
    other = read_document(WON | {"id": ID, "note": "theirs"})
    for different, became in (
        (ConflictPolicy.LEAVE_OUT, ImportOutcome.LEFT_OUT),
        (ConflictPolicy.OURS, ImportOutcome.BACK),
    ):
        (done,) = import_documents(service, [other], on_conflict=different, restore_deleted=True)
        assert done.became is became
    assert (stored(service, ID).status, stored(service, ID).note) == (GameStatus.ACTIVE, None)
    assert_all_is_right(service)


def test_refused_document_replaces_nothing(service):
    import_documents(service, [read_document(WON | {"id": ID})])
    for plays, code in (([{"kind": "x"}], "unknown-kind"), ([*WON["plays"]] * 2, "game-over")):
        with pytest.raises(ImportRefused) as refused:
            import_documents(
                service, [read_document(WON | {"id": ID, "plays": plays})], on_conflict=ConflictPolicy.THEIRS
            )
        assert refused.value.refused[0].refusals[0][1].code == code
    assert stored(service, ID).revision == 1


# Earlier names of people


def rename_or_merge(service, before, after):
    """Rename a person, or merge two if the new name is taken; return the change."""
    with service.store.reading() as db:
        person, other = find_person(db, before), find_person(db, after)
    submission = Submission(f"key-of-{before}-and-{after}", "")
    if other:
        return people.merge(service, person.id, other.id, (before, after), submission)
    return people.rename(service, person.id, before, after, submission)


@pytest.mark.parametrize(
    ("changes", "now"),
    [
        ([("Anneli", "Anne")], "Anne"),
        ([("Anneli", "Anne"), ("Anne", "Anna")], "Anna"),
        ([("Anneli", "Mira")], "Mira"),
        ([("Anneli", "Anne"), ("Anne", "Mira"), ("Mira", "Bea")], "Bea"),
    ],
)
def test_players_are_recognised_by_former_names(service, changes, now):
    import_documents(service, [read_document(WON | {"id": ID})])
    import_documents(service, [read_document(game_document("carta-nostra", ["Mira", "Zoë"], []))])
    done = [rename_or_merge(service, *each) for each in changes]
    assert import_documents(service, [read_document(WON | {"id": ID})]) == (Imported(ID, ImportOutcome.SAME),)
    (new,) = import_documents(service, [read_document(WON)])
    assert stored(service, new.id).players == (now, "Benito")
    (theirs,) = import_documents(
        service, [read_document(WON | {"id": ID, "note": "theirs"})], on_conflict=ConflictPolicy.THEIRS
    )
    assert (said(theirs.differs), stored(service, ID).players) == (["the note"], (now, "Benito"))
    assert_all_is_right(service)
    if done[-1].act is PeopleAct.MERGE:
        people.take_back(service, done[-1].id, Submission("key-of-taking-back", ""))
        assert stored(service, new.id).players == stored(service, ID).players == ("Anneli", "Benito")


def test_ambiguous_former_name_is_recognised_only_in_its_game(service):
    import_documents(service, [read_document(WON | {"id": ID})])
    rename_or_merge(service, "Anneli", "Anne")
    import_documents(
        service,
        [read_document(WON | {"players": ["Anneli", "Anne"], "id": f"2{ID[1:]}"})],
        on_conflict=ConflictPolicy.OURS,
    )
    assert stored(service, f"2{ID[1:]}").players == ("Anneli", "Anne")
    assert import_documents(service, [read_document(WON | {"id": ID})]) == (Imported(ID, ImportOutcome.SAME),)
    import_documents(service, [read_document(WON | {"id": ID, "note": "theirs"})], on_conflict=ConflictPolicy.THEIRS)
    assert stored(service, ID).players == ("Anne", "Benito")
    rename_or_merge(service, "Anneli", "Bea")
    (new,) = import_documents(service, [read_document(WON)])
    assert stored(service, new.id).players == ("Anneli", "Benito")
    assert_all_is_right(service)
