"""What the source of a result does not state is missing in the exports, too."""

import csv
import json
import time
from contextlib import closing
from dataclasses import replace
from io import BytesIO, StringIO

import pytest

from scorekeeper.core.durations import minutes_between
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.db import Store
from scorekeeper.store.exporting import COLUMNS, Words, bgstats_file, csv_table
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import GameService, result_alone
from scorekeeper.store.importing import import_games
from scorekeeper.store.readers.documents import read_file
from scorekeeper.store.rows import read_game
from scorekeeper.titles import installed
from tests.apps import ensure_database
from tests.documents import import_results

ID = "1f8fad5b-d9cb-469f-a165-70867728950e"
NAMES = ("Anneli", "Benito", "Cleo")
LINES = ((2, 9), (1, 12.5), (3, None))


@pytest.fixture
def time_zone(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def exported(service):
    """Return the cells of the CSV table, by heading and in rows, and the play for BG Stats with its file."""

    def export(result, *times):
        import_results(service, [result_alone(ID, "loire", NAMES, result, *times)])
        with service.store.reading() as db:
            table = b"".join(csv_table(db, service.rulebooks, Words("en", str), [ID])).decode("utf-8-sig")
            file = json.loads(b"".join(bgstats_file(db, service.rulebooks, str, [ID])))
        (headings, *rows) = csv.reader(StringIO(table))
        assert headings == [str(each) for each in COLUMNS]
        return {heading: list(cells) for heading, *cells in zip(headings, *rows, strict=True)}, file

    return export


def test_unknown_values_of_results_are_missing_in_exports(exported):
    table, file = exported(ExternalResult(LINES), "2025-04-03")
    assert {*table["Date"]} == {"2025-04-03"}
    for name in ("Started", "Ended", "Seat", "Starting player", "Minutes"):
        assert {*table[name]} == {""}, name
    (play,) = file["plays"]
    assert (play["playDate"], play["durationMin"]) == ("2025-04-03 00:00:00", 0)
    assert "expansionPlays" not in play
    assert not {"seatOrder", "startPlayer", "role"} & {name for each in play["playerScores"] for name in each}


def test_known_values_of_results_are_in_exports(exported):
    result = ExternalResult(
        (*LINES, (4, 1)), True, starts=1, minutes=75, roles=("", "Medic", "", "Pilot"), expansions=("Storm", "Äpfel")
    )
    table, file = exported(result, "2025-04-03")
    assert table["Seat"] == ["1", "2", "3", ""]
    assert table["Starting player"] == ["no", "yes", "no", "no"]
    assert {*table["Minutes"]} == {"75"}
    (play,), games = file["plays"], {each["id"]: each for each in file["games"]}
    scores = play["playerScores"]
    assert play["durationMin"] == 75
    assert [each.get("seatOrder") for each in scores] == [1, 2, 3, None]
    assert [each["startPlayer"] for each in scores] == [False, True, False, False]
    assert [each.get("role") for each in scores] == [None, "Medic", None, "Pilot"]
    expansions = [games[each["gameRefId"]] for each in play["expansionPlays"]]
    assert [(each["name"], each["isExpansion"]) for each in expansions] == [("Storm", True), ("Äpfel", True)]
    assert "isExpansion" not in games[play["gameRefId"]]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "more",
    [
        {"roles": ("=Medic", "", "", "Pilot, second class"), "expansions": ("Storm; flood", "=Äpfel", "'x", "-1")},
        {"parts": {"=birds: big": (4, None, 2.5, 0), "-": (None, None, None, 1)}, "minutes": 75},
        {"rounds": ((None, 3, -1, 2), (7.5, None, None, -2)), "minutes": 1},
        {"rounds": ((None, None, None, -1),), "parts": {"a": (1, 2, 3, 4)}, "seats_known": True, "starts": 1},
    ],
)
def test_table_comes_back_with_roles_expansions_categories_and_rounds(service, tmp_path, language, more):
    result = ExternalResult((*LINES, (4, 1)), **more)
    assert json.loads(result.text()).keys() == {"lines", *more}
    assert ExternalResult.read(result.text()) == result
    catalogue = installed(tmp_path).catalogue(language)
    words = Words(language, lambda message: message.translated(catalogue))

    def table(of):
        with of.store.reading() as db:
            return b"".join(csv_table(db, of.rulebooks, words, [ID]))

    import_results(service, [result_alone(ID, "loire", NAMES, result, "2025-04-03")])
    exported = table(service)
    with closing(Store(ensure_database(tmp_path / "other.db"))) as store:
        other = GameService(store, all_rulebooks())
        import_games(other, read_file(BytesIO(exported), "file", other.rulebooks), languages=[words])
        with other.store.reading() as db:
            found = read_game(db, ID).external
        assert found == replace(result, starts=found.starts)
        assert table(other) == exported
    counts = import_games(service, read_file(BytesIO(exported), "file", service.rulebooks), languages=[words])
    assert [each.became for each in counts.results] == ["same"]


def test_known_starting_player_without_seats_is_in_exports(exported):
    table, file = exported(ExternalResult(LINES, starts=2))
    assert (table["Seat"], table["Starting player"]) == (["", "", ""], ["no", "no", "yes"])
    assert (table["Date"], file["plays"]) == (["", "", ""], [])


@pytest.mark.parametrize(
    ("began", "ended", "minutes", "without"),
    [
        ("2025-10-26T02:50:00+02:00", "2025-10-26T02:10:00+01:00", 20, 20),
        ("2025-10-26T01:50:00+02:00", "2025-10-26T02:10:00+01:00", 80, 20),
        ("2025-10-26T02:50:00+01:00", "2025-10-26T03:10:00+01:00", 20, 80),
        ("2025-03-30T01:50:00+01:00", "2025-03-30T03:10:00+02:00", 20, 20),
        ("2025-10-25T20:00:00+02:00", "2025-10-27T22:00:00+01:00", 51 * 60, 120),
    ],
)
def test_times_over_change_of_summer_time_come_back(service, tmp_path, time_zone, began, ended, minutes, without):
    """Without the minutes, as in an edited table, the first hour that fits counts."""
    import_results(service, [result_alone(ID, "loire", NAMES, ExternalResult(LINES), began, ended)])
    with service.store.reading() as db:
        exported = b"".join(csv_table(db, service.rulebooks, Words("en", str), [ID])).decode()
        (play,) = json.loads(b"".join(bgstats_file(db, service.rulebooks, str, [ID])))["plays"]
    assert f",{began[11:16]},{ended[11:16]}," in exported
    assert f",{minutes}," in exported
    assert play["durationMin"] == minutes
    for table, lasts in ((exported, minutes), (exported.replace(f",{minutes},", ",,"), without)):
        with closing(Store(ensure_database(tmp_path / f"{len(table)}.db"))) as store:
            other = GameService(store, all_rulebooks())
            import_games(other, read_file(BytesIO(table.encode()), "file", other.rulebooks))
            with other.store.reading() as db:
                found = read_game(db, ID)
        assert minutes_between(found.started, found.ended) == lasts
        if table == exported:
            assert (found.started, found.ended) == (began, ended)
