"""Results from elsewhere are imported as games without plays, count in the history, and are marked."""

import csv
import json
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from scorekeeper.store.check import faults
from scorekeeper.store.exchange import documents, import_documents
from scorekeeper.store.rows import all_game_ids, read_game
from tests.documents import read_document
from tests.helpers import slip
from tests.pages import text

GAMES = Path(__file__).parents[1] / "games"
TOLD = "Result only"


def score(player, points, **more):
    return {"playerRefId": player, "score": points, "winner": False, "rank": 0, "seatOrder": 0, **more}


def play(number, game, scores, **more):
    told = {
        "uuid": f"1B2C3D4E-0000-4000-8000-{number:012}",
        "playDate": f"2025-12-0{number} 19:00:00",
        "gameRefId": game,
    }
    return (
        told | {"locationRefId": 7, "durationMin": 45, "ignored": False, "playerScores": scores, "comments": ""} | more
    )


def export(*plays):
    names = ("Anneli", "\u202eBo", "Cleo", "A" * 41)
    return {
        "players": [{"id": at, "name": name} for at, name in enumerate(names, 1)],
        "locations": [{"id": 7, "name": "Köln"}],
        "games": [
            {"id": 1, "name": "Prodigals", "bggId": 181796},
            {"id": 2, "name": "carta nostra", "bggId": 0},
            {"id": 3, "name": "Catan", "bggId": 13},
        ],
        "plays": list(plays),
    }


PLAYS = (
    play(1, 1, [score(1, "12"), score(2, "9", winner=True), score(3, "12.0")]),
    play(2, 2, [score(2, "", seatOrder=2), score(1, "", seatOrder=1, winner=True)]),
    play(3, 3, [score(1, "10", winner=True), score(2, "7")]),
    play(4, 1, [score(1, "5"), score(2, "9")], ignored=True),
)


@pytest.fixture
def service(app):
    return app.extensions["service"]


def send(client, content, name="BGStatsExport.json"):
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    sent = slip(client.get("/data")) | {"files": (BytesIO(data), name)}
    return client.post("/data", data=sent, content_type="multipart/form-data")


def stored(service):
    with service.store.reading() as db:
        return all_game_ids(db)


def test_an_export_of_bg_stats_comes_in(client, service):
    answer = send(client, export(*PLAYS))
    assert answer.status_code == 303
    assert "2 games were imported." in text(client.get(answer.location))
    assert "2 were left out. 2 were here already." in text(client.get(send(client, export(*PLAYS)).location))
    carta, club = stored(service)[::-1]
    past = text(client.get("/past"))
    assert "2 games" in past
    assert past.count(TOLD) == 2
    shown = text(client.get(f"/games/{club}"))
    assert "The Prodigals Club: result" in shown
    assert "1 \u2068\u202eBo\u2069 9 2 Anneli 12 2 Cleo 12" in shown
    assert "\u2068\u202eBo\u2069 is the greatest prodigal : 3 points less than Anneli and Cleo" in shown
    assert "Köln" in shown
    assert "1 Anneli 2 \u2068\u202eBo\u2069" in text(client.get(f"/games/{carta}"))
    for address in ("/", "/players", "/players/1", "/players/1/2", "/records", "/years/2025", "/past?game=" + club):
        assert client.get(address, follow_redirects=True).status_code == 200
    assert "2 games" in text(client.get("/years/2025"))
    assert TOLD in text(client.get("/players/1"))


@pytest.mark.parametrize("page", ["/plays", "/replay", "/document", "/bgstats", "/players", "/share", "/stop"])
def test_it_has_one_page_and_every_other_leads_there(client, service, page):
    send(client, export(PLAYS[0]))
    (game,) = stored(service)
    assert client.get(f"/games/{game}{page}").location == f"/games/{game}"
    sent = slip(client.get(f"/games/{game}")) | {"kind": "votes"}
    assert client.post(f"/games/{game}/plays", data=sent).location == f"/games/{game}"


def test_it_is_deleted_brought_back_and_deleted_with_its_import(client, service):
    report = send(client, export(*PLAYS)).location
    game = f"/games/{stored(service)[0]}"
    for shelf, left in (("deleted", 1), ("table", 2)):
        sent = slip(client.get(game)) | {"shelf": shelf}
        assert client.post(f"{game}/shelf", data=sent).status_code == 303
        assert f"{left} game" in text(client.get("/past"))
        assert len(stored(service)) == left
    assert client.post(f"{report}/delete", data=slip(client.get(report))).status_code == 303
    assert len(stored(service)) == 1  # the other was changed since
    said = text(client.get(send(client, export(*PLAYS)).location))
    assert "1 deleted game was restored. 2 were left out. 1 was here already." in said
    assert len(stored(service)) == 2


def test_what_was_left_out_is_said_with_its_title_also_later(client, service):
    answer = send(client, export(*PLAYS, play(5, 3, []), play(6, 3, [])))
    for _ in range(2):
        report = text(client.get(answer.location))
        assert "2 games were imported. 4 were left out." in report
        assert "BGStatsExport.json: 3 games of Catan: this title is not installed here." in report
        assert "BGStatsExport.json: 1 game is not finished, or BG Stats ignores it." in report
    assert "4 were left out" in text(client.get("/data"))


def test_of_many_titles_those_with_the_most_games_are_named(client, monkeypatch):
    monkeypatch.setattr("scorekeeper.store.exchange.MAX_LISTED", 2)
    others = [play(1, 10 + number, []) for number in range(4) for _ in range(number + 1)]
    sent = export(PLAYS[0], *others)
    sent["games"] += [{"id": 10 + number, "name": f"Title {number}"} for number in range(4)]
    report = text(client.get(send(client, sent).location))
    assert "10 were left out." in report
    assert "4 games of Title 3" in report
    assert "3 games of Title 2" in report
    assert "Title 1" not in report
    assert "3 more are not shown." in report


@pytest.mark.parametrize("different", ["ours", "theirs"])
def test_a_result_replaces_no_game_whatever_the_choice(client, service, dump, different):
    send(client, export(PLAYS[0]))
    (game,) = stored(service)
    with service.store.reading() as db:
        before = read_game(db, game)
    changed = export(play(1, 1, [score(1, "1", winner=True), score(2, "9")]))
    sent = slip(client.get("/data")) | {"files": (BytesIO(json.dumps(changed).encode()), "x.json")}
    answer = client.post("/data", data=sent | {"different": different}, content_type="multipart/form-data")
    assert "1 game, here already." in text(client.get(answer.location))
    with service.store.reading() as db:
        assert read_game(db, game) == before


def test_a_rebuild_leaves_imported_results_unchanged(client, service, dump):
    send(client, export(*PLAYS))
    before = dump()
    assert {fault for _, fault in faults(service, rebuild=True)} == {None}
    assert dump() == before


def test_it_is_in_no_document_but_in_tables_and_for_bg_stats_and_comes_back_as_it_was(client, service):
    send(client, export(*PLAYS))
    assert list(documents(service)) == []
    assert "Only the results of 2 games are known" in text(client.get("/data"))
    again = json.loads(client.get("/data/games.bgsplay").data)
    assert "2 games, all here already." in text(client.get(send(client, again).location))
    for each in again["plays"]:
        each["uuid"] = each["uuid"].replace("1b2c", "2b2c")
    assert send(client, again).status_code == 303
    assert len(stored(service)) == 4
    ids = stored(service)
    with service.store.reading() as db:
        games = [read_game(db, each) for each in ids]
    told = [(each.external_result, each.started, each.ended, each.players) for each in games]
    assert told[::2] == told[1::2]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_table_comes_in_by_the_columns_that_are_written(client, service, language):
    """Also cells escaped for spreadsheets; a game already present stays unchanged."""
    recorded = json.loads((GAMES / "don-carlo/three-players-to-the-end.json").read_text())["document"]
    began = datetime(2026, 2, 1, 23, 50).astimezone()  # tables use local time
    times = {"started": began.isoformat(), "ended": (began + timedelta(minutes=31)).isoformat()}
    times |= {"venue": "+49", "note": "-2;=x"}
    ((game,),) = ([each.id for each in import_documents(service, [read_document(recorded | times)])],)
    table = client.get("/data/games.csv", headers={"Accept-Language": language}).data
    assert "1 game, here already." in text(client.get(send(client, table, "games.csv").location))
    other = f"{'8' if game[0] == '9' else '9'}{game[1:]}"
    assert send(client, table.replace(game.encode(), other.encode()), "games.csv").status_code == 303
    with service.store.reading() as db:
        one, two = read_game(db, game), read_game(db, other)
    assert (two.players, two.venue, two.note) == (one.players, "+49", "-2;=x")
    assert (two.started, two.ended) == (one.started, one.ended)
    rows = [*csv.reader(StringIO(client.get("/data/games.csv").text[1:], newline=""))]
    told = [[row[:-1] for row in rows if row[-1] == each] for each in (game, other)]
    assert told[0] == told[1] != []


@pytest.mark.parametrize("page", ["/data/games.csv", "/data/games.bgsplay"])
def test_a_game_that_was_lost_alone_comes_in_as_lost(client, service, page):
    lost = json.loads((GAMES / "loire/solo-aaron-is-ahead-after-round-c.json").read_text())["document"]
    told = lost | {"started": "2026-02-01T20:00:00Z"}
    ((game,),) = ([each.id for each in import_documents(service, [read_document(told)])],)
    other = f"{'8' if game[0] == '9' else '9'}{game[1:]}"
    assert send(client, client.get(page).data.replace(game.encode(), other.encode())).status_code == 303
    with service.store.reading() as db:
        ((place, _),) = json.loads(read_game(db, other).external_result)
    assert place == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b"\x00\xff{", "neither a game document (.json, .jsonl, .zip) nor an export of BG Stats"),
        (b'{"players": 1}', "format is missing"),
        (b'{"players": [], "games": [], "plays": 1}', "an unknown key"),
        (b"a,b\n1,2", "neither a game document (.json, .jsonl, .zip) nor an export of BG Stats"),
        (export(PLAYS[2]), "no finished game of an installed title"),
        (export(play(1, 1, [score(1, ""), score(2, "x")])), "2025-12-01 19:00:00: the winner is missing"),
        (export(play(1, 1, [])), "the winner is missing"),
        (export(play(1, 1, [score(1, "3", winner=True)])), "The Prodigals Club needs 2–5 players."),
        (export(play(1, 1, [score(1, "3"), score(1, "4")])), "two players have the same name"),
        (export(play(1, 1, [score(1, "3"), score(4, "4")])), "this one has 41"),
        (export(play(1, 1, [score(1, "3"), score(9, "4")])), "A player needs a name."),
    ],
)
def test_what_tells_no_result_is_refused_with_its_place_and_nothing_is_imported(client, service, content, said):
    answer = send(client, content)
    assert (answer.status_code, said in text(answer)) == (422, True)
    assert stored(service) == ()


def test_odd_values_do_no_harm(client, service):
    odd = (None, True, -1, 1e300, [], {}, "x" * 999, "\ud800", 10**30)
    fields = ("playDate", "durationMin", "locationRefId", "comments", "gameRefId", "playerScores", "ignored", "uuid")
    for value in odd:
        told = play(1, 1, [score(1, "3"), score(2, "4")])
        scores = [score(1, value, rank=value, seatOrder=value), score(value, "2")]
        for each in (*(told | {name: value} for name in fields), told | {"playerScores": scores}):
            assert send(client, export(each)).status_code in (303, 422)
    assert {fault for _, fault in faults(service)} <= {None}
