"""Files that come from anywhere: read within bounds, imported whole or not at all, and named where they are wrong."""

import csv
import json
import re
import struct
import zipfile
from datetime import date, datetime
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.core.document import Document, write
from scorekeeper.core.log import About
from scorekeeper.desk import changes, zips
from scorekeeper.desk.exchange import (
    Brought,
    Imported,
    ImportRefused,
    NothingToTakeBack,
    documents,
    import_documents,
    imported_by,
    take_back,
)
from scorekeeper.desk.files import DocumentFiles, Fault, Place
from scorekeeper.desk.games import Desk, NoSuchGame
from scorekeeper.desk.transaction import Overtaken, Submission
from scorekeeper.desk.zips import zipped
from scorekeeper.history.conditions import Days
from scorekeeper.history.evening import evening_of
from scorekeeper.history.names import everybody, long_unused
from scorekeeper.history.past import Wanted, find
from scorekeeper.history.spreadsheet import harmless
from scorekeeper.history.years import undated, years_played
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.storage.rows import UNDATED, Shelf
from tests.documents import game_document, read_document

GAMES = Path(__file__).parents[1] / "games"
SMALL = game_document("carta-nostra", ["Anneli", "Benito"], [])
TEXT = json.dumps(SMALL)


def packed(*entries, compression=zipfile.ZIP_DEFLATED):
    """Return a zip with these entries: names and what is in each."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return file.getvalue()


WHOLE = packed(("one.json", TEXT), ("folder/two.jsonl", f"{TEXT}\n\n{TEXT}\n"))


def found(data, **options):
    return list(DocumentFiles(all_rulebooks(), **options).read(BytesIO(data), "file"))


def faults(data, **options):
    return [(each.place.entry, str(each.error.message)) for each in found(data, **options) if isinstance(each, Fault)]


def test_documents_are_found_one_alone_one_a_line_and_in_zips():
    for data, count in ((TEXT, 1), (json.dumps(SMALL, indent=3), 1), (f"\n{TEXT}\r\n \n\ufeff{TEXT}", 2)):
        assert [type(each) for each in found(data.encode())] == [Document] * count
    files = DocumentFiles(all_rulebooks())
    assert len(list(files.read(BytesIO(WHOLE), "a.zip"))) == 3
    assert len(list(files.read(BytesIO(TEXT.encode()), "b.json"))) == 1
    assert [files.place(index) for index in range(files.count)] == [
        Place("a.zip", "one.json"),
        Place("a.zip", "folder/two.jsonl", 1),
        Place("a.zip", "folder/two.jsonl", 2),
        Place("b.json"),
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../one.json", "this path cannot be used"),
        ("a/../../one.json", "this path cannot be used"),
        ("/etc/one.json", "this path cannot be used"),
        ("C:\\one.json", "this path cannot be used"),
        ("a" * 300 + ".json", "this path cannot be used"),
        ("a\n.json", "this path cannot be used"),
        ("inner.zip", "this is no game document"),
        ("readme.txt", "this is no game document"),
    ],
)
def test_a_path_that_leads_elsewhere_and_other_files_are_named(name, said):
    ((_, told),) = faults(packed((name, TEXT), ("good.json", TEXT)))
    assert said in told


def test_what_a_mac_adds_is_passed_over():
    assert faults(packed(("one.json", TEXT), ("__MACOSX/._one.json", b"\0"), ("a/.DS_Store", b"\0"), ("a/", ""))) == []


def test_every_problem_of_a_zip_is_named():
    bomb = b"[" * (zips.MOST_BYTES + 1)
    data = packed(
        ("a.json", "{"), ("b.json", bomb), ("c.json", TEXT), ("d.txt", ""), ("e.jsonl", f"{TEXT}\n{{}}\n[]\n")
    )
    assert [entry for entry, _ in faults(data)] == ["a.json", "b.json", "d.txt", "e.jsonl", "e.jsonl"]


def test_two_files_of_one_name_are_named():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = packed(("a.json", TEXT), ("a.json", TEXT))
    assert faults(data) == [("a.json", "the zip has two files of this name")]


def test_an_encrypted_zip_and_an_unusual_one_are_named():
    plain = bytearray(packed(("a.json", TEXT)))
    at = plain.rfind(b"PK\x01\x02")
    plain[6] |= 1
    plain[at + 8] |= 1
    assert "without a password" in faults(bytes(plain))[0][1]
    assert "unusual" in faults(packed(("a.json", TEXT), compression=zipfile.ZIP_BZIP2))[0][1]
    assert faults(packed()) == [(None, "there is no game document in the zip")]


def test_a_bomb_goes_off_nowhere(monkeypatch):
    monkeypatch.setattr(zips, "MOST_UNPACKED", 100_000)
    told = faults(packed(*((f"{number}.json", b" " * 40_000) for number in range(9))))
    assert "unpacked, the zip has more than" in told[-1][1]
    assert len(told) < 6


def test_a_zip_that_says_less_than_it_holds_is_bounded_by_what_it_holds(monkeypatch):
    monkeypatch.setattr(zips, "MOST_BYTES", 1_000)
    data = bytearray(packed(("a.json", b" " * 50_000)))
    at = data.rfind(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 10)
    struct.pack_into("<L", data, 22, 10)
    assert len(faults(bytes(data))) == 1


def test_a_document_may_be_just_as_large_as_is_said(monkeypatch):
    for spare, number in ((0, 0), (-1, 1)):
        monkeypatch.setattr(zips, "MOST_BYTES", len(TEXT) + spare)
        assert len(faults(packed(("a.json", TEXT)))) == number


def test_a_zip_with_too_many_entries_is_not_even_listed(monkeypatch):
    monkeypatch.setattr(zips, "MOST_ENTRIES", 5)
    monkeypatch.setattr(zips, "MOST_DIRECTORY", 1_000)
    for count in (6, 60):
        ((entry, told),) = faults(packed(*((f"{number}.json", TEXT) for number in range(count))))
        assert (entry, "at most" in told) == (None, True)
    assert faults(packed(*((f"{number}.json", TEXT) for number in range(5)))) == []


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=8))
@example(len(WHOLE) - 22, b"\xff" * 8)
def test_a_damaged_zip_is_read_or_named(at, junk):
    for data in (WHOLE[:at] + junk + WHOLE[at + len(junk) :], WHOLE[:at], WHOLE[:at] + junk + WHOLE[at:]):
        for each in found(data, bounded=True):
            assert isinstance(each, Document) or str(each.error.message)


def test_a_document_has_a_bound_where_that_is_asked(monkeypatch):
    monkeypatch.setattr("scorekeeper.desk.files.MOST_BYTES", 1_000)
    large = b"[" + b"1," * 1_000 + b"1]"
    for data in (large, large + b"\n" + large):
        assert "at most" in faults(data, bounded=True)[0][1]
        assert "JSON object" in faults(data)[0][1]


def recorded():
    for path in sorted(GAMES.rglob("*to-the-end.json")):
        yield read_document(json.loads(path.read_text(encoding="utf-8"))["document"])


def test_what_leaves_in_a_zip_comes_back_as_it_was(desk):
    import_documents(desk, recorded())
    before = list(documents(desk))
    data = b"".join(zipped(iter(before)))
    assert found(data) == before
    assert {each.new for each in import_documents(desk, found(data))} == {False}


def test_an_import_that_breaks_off_writes_nothing(desk):
    def broken():
        yield from recorded()
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011  (it is the one above)
        import_documents(desk, broken())
    assert list(documents(desk)) == []


def test_refusals_are_told_one_by_one_and_nothing_is_written(desk):
    game = "1f8fad5b-d9cb-469f-a165-70867728950e"
    twice = [read_document(SMALL | {"id": game, "note": note}) for note in ("one", "other")]
    unknown = read_document(game_document("carta-nostra", ["Anneli", "Benito"], [{"kind": "x"}]))
    told = []
    with pytest.raises(ImportRefused):
        import_documents(desk, [*twice, unknown], tell=lambda *each: told.append(each))
    assert [(index, [refusal.code for _, refusal in refusals]) for index, refusals in told] == [
        (1, ["id-taken"]),
        (2, ["unknown-kind"]),
    ]
    assert list(documents(desk)) == []


@pytest.mark.parametrize("started", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_the_first_and_the_last_hours_of_all_time_can_be_imported(desk, started):
    turn = [{"kind": "won", "player": "Anneli"}]
    document = game_document("carta-nostra", ["Anneli", "Benito"], turn) | {"started": started}
    assert len(import_documents(desk, [read_document(document)])) == 1


def test_games_are_read_as_of_one_moment_and_others_write_meanwhile(desk):
    import_documents(desk, recorded())
    reading = documents(desk)
    first = next(reading)
    import_documents(desk, [read_document(SMALL)])
    before = [first, *reading]
    assert len(list(documents(desk))) == len(before) + 1


@pytest.mark.parametrize(
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
def test_a_text_that_a_spreadsheet_would_work_out_does_no_harm(text, shown):
    assert harmless(text) == shown
    wrongly_split = next(csv.reader([re.sub(r"[\r\n]", ";", f"a,{shown or ''},b")], delimiter=";"))
    assert not [cell for cell in wrongly_split if re.match(r"\s*(=|@|[+-]\s*[a-z])", cell)]


ID = "1f8fad5b-d9cb-469f-a165-70867728950e"
WON = game_document("carta-nostra", ["Anneli", "Benito"], [{"kind": "won", "player": "Anneli"}])
BEGAN, OVER = "2026-01-31T23:30:00+01:00", "2026-02-01T00:10:00+01:00"


def stored(desk, game_id):
    with desk.store.reading() as reader:
        return desk.game(reader, game_id)


def test_nothing_at_all_can_be_imported(desk):
    assert import_documents(desk, []) == ()


@pytest.mark.parametrize(
    ("times", "moment"),
    [
        ({"started": BEGAN, "ended": OVER}, BEGAN),
        ({"started": BEGAN}, BEGAN),
        ({"ended": OVER}, OVER),
        ({}, None),
        ({"plays": []}, "2026-02-01T20:16:00+00:00"),  # the clock of the tests: it goes on from here
    ],
)
def test_a_game_is_of_the_time_at_which_it_began_or_ended(desk, times, moment):
    ((game, new),) = ((each.id, each.new) for each in import_documents(desk, [read_document(WON | times)]))
    assert new
    assert stored(desk, game).moment == (datetime.fromisoformat(moment).timestamp() if moment else UNDATED)


def test_a_document_without_dates_counts_in_no_month_and_no_year_and_leaves_as_it_came(desk):
    """Also after it was corrected: nobody knows when it ended."""
    ((game,),) = ((each.id,) for each in import_documents(desk, [read_document(WON)]))
    changes.set_about(desk, game, About("Here", None), Submission("a-key-of-the-test", "", 1))
    with desk.store.reading() as reader:
        assert reader.rows("SELECT month, games FROM game_counts") == [("", 1)]
        assert reader.rows("SELECT DISTINCT year FROM player_counts") == [(0,)]
        assert (years_played(reader), undated(reader)) == ((), 1)
        for days, count in ((Days(), 1), (Days(None, date(2026, 1, 1)), 0), (Days(date(1, 1, 1), None), 0)):
            found = find(reader, Wanted(days=days), 9)
            assert (len(found.games), found.count) == (count, count)
        assert long_unused(everybody(reader), 2**40) == ()
    assert evening_of(desk.store, stored(desk, game)) is None
    assert write(next(documents(desk))) == WON | {"id": game, "venue": "Here"}


def test_each_game_of_an_import_has_a_key_of_its_own_and_all_are_taken_back(desk):
    own, undo = Submission("key-of-an-import", "digest"), Submission("key-of-taking-back", "other digest")
    games = [each.id for each in import_documents(desk, [read_document(WON)] * 4, own)]
    assert len(set(games)) == 4
    assert import_documents(desk, [read_document(WON)], own) == ()
    with desk.store.reading() as reader:
        assert imported_by(reader, own.key) == Brought(4, 4)
    take_back(desk, own.key, undo)
    take_back(desk, own.key, undo)
    assert [(stored(desk, game).shelf, stored(desk, game).revision) for game in games] == [(Shelf.DELETED, 2)] * 4
    with desk.store.reading() as reader:
        assert imported_by(reader, own.key) == Brought(4, 0)
    with pytest.raises(NothingToTakeBack):
        take_back(desk, own.key, Submission("a-key-once-more", "digest"))
    with pytest.raises(Overtaken):
        import_documents(desk, [read_document(WON)], Submission(own.key, "another digest"))


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, True),
        ({"players": ["ANNELI", "benito"], "plays": [{"kind": "won", "player": "ANNELI"}]}, True),
        ({"players": ["Anneli", "Anja"]}, False),
        ({"plays": [{"kind": "won", "player": "Benito"}]}, False),
        ({"started": BEGAN}, False),
        ({"ended": OVER}, False),
        ({"venue": "Club"}, False),
        ({"note": "rain"}, False),
    ],
)
def test_a_game_that_is_here_is_the_same_or_its_id_is_taken(desk, changed, same):
    import_documents(desk, [read_document(WON | {"id": ID})])
    again = read_document(WON | {"id": ID} | changed)
    if same:
        assert import_documents(desk, [again]) == (Imported(ID, new=False),)
    else:
        with pytest.raises(ImportRefused) as refused:
            import_documents(desk, [again])
        ((number, refusal),) = refused.value.refusals[0]
        assert (number, refusal.code) == (None, "id-taken")


def test_options_written_in_another_way_are_the_same_and_others_are_not(desk):
    def loire(values):
        return read_document(game_document("loire", ["Anneli", "Benito"], [], {"triple_values": values}) | {"id": ID})

    import_documents(desk, [loire({"castles": 5, "mines": 4})])
    assert import_documents(desk, [loire({"mines": 4, "castles": 5})]) == (Imported(ID, new=False),)
    with pytest.raises(ImportRefused):
        import_documents(desk, [loire({"castles": 4, "mines": 4})])


def test_games_of_a_title_that_is_not_installed_are_left_out_only_where_that_is_asked(desk):
    import_documents(desk, recorded())
    others = {slug: each for slug, each in all_rulebooks().items() if slug != "loire"}
    fewer = Desk(desk.store, others, desk.clock)
    every = [document.rulebook.slug for document in documents(desk)]
    left = [document.rulebook.slug for document in documents(fewer, known=True)]
    assert left == [slug for slug in every if slug != "loire"] != every
    with pytest.raises(NoSuchGame):
        list(documents(fewer))


def test_files_in_a_zip_can_be_read_by_everybody_and_written_by_whoever_unpacked_them(desk):
    import_documents(desk, [read_document(WON | {"ended": OVER}), read_document(WON)])
    archive = zipfile.ZipFile(BytesIO(b"".join(zipped(documents(desk)))))
    assert [entry.external_attr >> 16 for entry in archive.infolist()] == [0o644] * 2
    assert sorted(entry.date_time for entry in archive.infolist()) == [
        (1980, 1, 1, 0, 0, 0),
        (2026, 2, 1, 0, 10, 0),
    ]


def test_files_in_a_zip_are_called_by_date_title_and_id(desk):
    ids = [f"1f8fad5b-d9cb-469f-a165-70867728950{digit}" for digit in "ab"]
    import_documents(desk, [read_document(WON | {"id": each, "started": OVER}) for each in ids])
    import_documents(desk, [read_document(SMALL | {"id": f"2{ids[0][1:]}"})])
    archive = zipfile.ZipFile(BytesIO(b"".join(zipped(documents(desk)))))
    assert sorted(archive.namelist()) == [
        f"2026-02-01-carta-nostra-{ids[1]}.json",
        f"2026-02-01-carta-nostra-{ids[0][:8]}.json",
        "undated-carta-nostra-2f8fad5b.json",
    ]


def test_a_path_is_shown_as_far_as_it_can_be():
    long = "a" * 251 + ".json"
    assert faults(packed((long, "{"), ("good.json", TEXT)))[0][0] == f"{long[:255]}…"
    fits = "a" * 250 + ".json"
    assert faults(packed((fits, "{"), ("good.json", TEXT)))[0][0] == fits
    assert zips._shown("a\ud800b") == "a\\ud800b"


def test_the_bounds_of_a_zip_are_what_may_be(monkeypatch):
    monkeypatch.setattr(zips, "MOST_UNPACKED", 2**20)
    full = packed(*((f"{number}.json", b" " * 2**18) for number in range(4)))
    assert faults(full)[-1] == (None, "unpacked, the zip has more than 1 MB")
    assert not any("unpacked" in told for _, told in faults(packed(("a.json", b" " * (2**20 - 1)))))
    monkeypatch.setattr(zips, "MOST_DIRECTORY", 10)
    bounded = zips._Bounded(BytesIO(b" " * 20))
    assert bounded.read(10) == b" " * 10
    with pytest.raises(zips._TooMany):
        bounded.read(11)
