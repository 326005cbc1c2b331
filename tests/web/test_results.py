"""Results from elsewhere are imported as games without plays, count in the history, and are marked."""

import csv
import json
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.store.check import rebuild
from scorekeeper.store.exporting import documents
from scorekeeper.store.rows import all_game_ids, present_names, read_game
from tests.checked import findings
from tests.documents import game_document, import_documents, read_document
from tests.helpers import imported_files, sent_files, slip
from tests.pages import Page, text

pytestmark = pytest.mark.ids_of_the_store

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


def send(client, content, name="BGStatsExport.json", **chosen):
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return imported_files(client, (data, name), **chosen)


def stored(service):
    with service.store.reading() as db:
        return all_game_ids(db)


def test_export_of_bg_stats_is_imported(client, service):
    answer = send(client, export(*PLAYS))
    assert answer.status_code == 303
    assert "3 games were imported." in text(client.get(answer.location))
    assert "1 was skipped. 3 were here already." in text(client.get(send(client, export(*PLAYS)).location))
    catan, carta, club = stored(service)[::-1]
    past = text(client.get("/past"))
    assert "3 games" in past
    assert past.count(TOLD) == 3
    assert "Catan: result" in text(client.get(f"/games/{catan}"))
    shown = text(client.get(f"/games/{club}"))
    assert "The Prodigals Club: result" in shown
    assert "1 Bo 9 2 Anneli 12 2 Cleo 12" in shown
    assert "Bo is the greatest prodigal : 3 points less than Anneli and Cleo" in shown
    assert "Köln" in shown
    assert "1 Anneli 2 Bo" in text(client.get(f"/games/{carta}"))
    for url in ("/", "/players", "/players/1", "/players/1/2", "/records", "/years/2025", "/past?game=" + club):
        assert client.get(url, follow_redirects=True).status_code == 200
    assert "3 games" in text(client.get("/years/2025"))
    assert TOLD in text(client.get("/players/1"))


@pytest.mark.parametrize("page", ["/plays", "/replay", "/document", "/bgstats", "/players", "/share", "/stop"])
def test_imported_result_has_one_page_and_redirects_others(client, service, page):
    send(client, export(PLAYS[0]))
    (game,) = stored(service)
    assert client.get(f"/games/{game}{page}").location == f"/games/{game}"
    sent = slip(client.get(f"/games/{game}")) | {"kind": "votes"}
    assert client.post(f"/games/{game}/plays", data=sent).location == f"/games/{game}"


def test_imported_result_is_deleted_restored_and_deleted_with_its_import(client, service):
    report = send(client, export(*PLAYS)).location
    game = f"/games/{stored(service)[0]}"
    for status, left in (("deleted", 2), ("active", 3)):
        sent = slip(client.get(game)) | {"status": status}
        assert client.post(f"{game}/status", data=sent).status_code == 303
        assert f"{left} game" in text(client.get("/past"))
        assert len(stored(service)) == left
    assert client.post(f"{report}/delete", data=slip(client.get(report))).status_code == 303
    assert len(stored(service)) == 1  # the other was changed since
    said = text(client.get(send(client, export(*PLAYS)).location))
    assert "2 deleted games were restored. 1 was skipped. 1 was here already." in said
    assert len(stored(service)) == 3


def test_report_keeps_listing_skipped_games(client, service):
    sent = export(*PLAYS, play(5, 3, []), play(6, 3, [score(1, "x", winner=True), score(2, "4")]))
    answer = send(client, sent)
    for _ in range(2):
        report = text(client.get(answer.location))
        assert "4 games were imported. 2 were skipped." in report
        assert "BGStatsExport.json: 2025-12-05 19:00, Catan with ?: a player's name is needed here" in report
        assert "BGStatsExport.json: 1 game that BG Stats ignores." in report
        assert "imported without the points “x” of Anneli" in report
    assert "2 were skipped" in text(client.get("/data"))


def test_summary_and_report_list_only_the_first_skipped_games(client, service, monkeypatch):
    monkeypatch.setattr("scorekeeper.store.importing.MAX_LISTED", 2)
    monkeypatch.setattr("scorekeeper.web.data.views.MAX_SHOWN", 2)
    sent = json.dumps(export(PLAYS[0], *(play(number, 3, []) for number in range(1, 6)))).encode()
    url = sent_files(client, (sent, "x.json")).location
    for page, told in (
        (client.get(url), "Cannot be imported 5"),
        (client.get(imported_files(client, (sent, "x.json")).location), "1 game was imported. 5 were skipped."),
    ):
        assert told in text(page)
        assert "2025-12-02 19:00, Catan" in text(page)
        assert "2025-12-03" not in text(page)
        assert "3 more are not shown." in text(page)


@pytest.mark.parametrize("different", ["ours", "theirs"])
def test_corrected_result_replaces_ours_if_chosen(client, service, different):
    send(client, export(PLAYS[0]))
    (game,) = stored(service)
    changed = export(play(1, 1, [score(1, "1", winner=True), score(2, "9")]))
    summary = text(client.get(sent_files(client, (json.dumps(changed).encode(), "x.json")).location))
    assert "Different here 1 game of 1 kind" in summary
    assert "Different: the players (here Anneli, Bo and Cleo) and the result." in summary
    report = text(client.get(send(client, changed, different=different).location))
    assert ("1 was kept unchanged." if different == "ours" else "1 game now matches the file.") in report
    with service.store.reading() as db:
        assert len(read_game(db, game).players) == (3 if different == "ours" else 2)


@pytest.mark.parametrize("different", ["ours", "theirs"])
def test_result_never_replaces_a_game_with_plays(client, service, different):
    won = {"kind": "won", "player": "Anneli"}
    document = game_document("carta-nostra", ["Anneli", "Cleo"], [won]) | {"id": PLAYS[0]["uuid"].lower()}
    ((game,),) = ([each.id for each in import_documents(service, [read_document(document)])],)
    with service.store.reading() as db:
        before = read_game(db, game)
    answer = send(client, export(play(1, 2, [score(1, ""), score(3, "", winner=True)])), different=different)
    assert "1 game, here already." in text(client.get(answer.location))
    with service.store.reading() as db:
        assert read_game(db, game) == before


def test_summary_matches_players_despite_case_spaces_and_unicode_form(client, service):
    send(client, export(play(1, 1, [score(1, "3"), score(3, "4")])))
    sent = export(
        play(2, 1, [score(1, "3"), score(3, "4")]),
        play(3, 1, [score(5, "3"), score(6, "4")]),
        play(4, 1, [score(5, "3"), score(7, "4")]),
    )
    names = {1: "ANNELI", 3: " Cleo ", 5: "\uff23\uff2c\uff25\uff2f", 6: "Zoe\u0308", 7: "ZOË"}
    sent["players"] = [{"id": number, "name": name} for number, name in names.items()]
    url = sent_files(client, (json.dumps(sent).encode(), "x.json")).location
    summary = text(client.get(url))
    known = (
        "Players who are here already: 2 Anneli (in the files: ANNELI) Cleo (in the files: \uff23\uff2c\uff25\uff2f)"
    )
    assert known in summary
    assert "New players: 1 Zoë (in the files: ZOË)" in summary
    for answer in (send(client, sent), send(client, sent)):
        assert answer.status_code == 303
    assert "3 games, all here already." in text(client.get(answer.location))
    with service.store.reading() as db:
        assert set(present_names(db)) == {"Anneli", "Cleo", "Zoë"}


def test_result_exceeding_the_title_limit_is_skipped(client, service, monkeypatch):
    monkeypatch.setattr("scorekeeper.store.games.MAX_DEFINITIONS", 0)
    sent = export(PLAYS[0], PLAYS[2])
    url = sent_files(client, (json.dumps(sent).encode(), "x.json")).location
    assert "New 1 game of 1 kind Cannot be imported 1" in text(client.get(url))
    report = text(client.get(send(client, sent).location))
    assert "1 game was imported. 1 was skipped." in report
    assert "2025-12-03, Catan with Anneli and Bo: There are already 0 score pads" in report


def test_rebuild_leaves_imported_results_unchanged(client, service, dump):
    send(client, export(*PLAYS))
    before = dump()
    rebuild(service)
    assert findings(service) == ()
    assert dump() == before


def test_imported_result_is_exported_only_as_table_and_bg_stats(client, service):
    send(client, export(*PLAYS))
    assert list(documents(service)) == []
    assert "Only the results of 3 games are known" in text(client.get("/data"))
    again = json.loads(client.get("/data/games.bgsplay").data)
    assert "3 games, all here already." in text(client.get(send(client, again).location))
    for each in again["plays"]:
        each["uuid"] = each["uuid"].replace("1b2c", "2b2c")
    assert send(client, again).status_code == 303
    assert len(stored(service)) == 6
    ids = stored(service)
    with service.store.reading() as db:
        games = [read_game(db, each) for each in ids]
    told = [(each.external_result, each.started, each.ended, each.players) for each in games]
    assert told[::2] == told[1::2]


@pytest.mark.parametrize("language", ["en", "de"])
def test_table_is_imported_by_its_column_headings(client, service, language):
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
def test_lost_solo_game_is_imported_as_lost(client, service, page):
    lost = json.loads((GAMES / "loire/solo-aaron-is-ahead-after-round-c.json").read_text())["document"]
    told = lost | {"started": "2026-02-01T20:00:00Z"}
    ((game,),) = ([each.id for each in import_documents(service, [read_document(told)])],)
    other = f"{'8' if game[0] == '9' else '9'}{game[1:]}"
    assert send(client, client.get(page).data.replace(game.encode(), other.encode())).status_code == 303
    with service.store.reading() as db:
        ((place, _),) = read_game(db, other).external.lines
    assert place == 2


@pytest.mark.parametrize(("rank", "place"), [(0, 0), (1, 0), (2, 2)])
def test_solo_player_without_win_mark_has_no_win(client, service, rank, place):
    send(client, export(play(1, 1, [score(1, "9", rank=rank)])))
    (game,) = stored(service)
    with service.store.reading() as db:
        assert read_game(db, game).external.lines == ((place, 9),)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b"\x00\xff{", "it is none of these: game document, zip, table"),
        (b'{"plays": 1}', "format is missing"),
        (b'{"players": [], "games": [], "plays": 1}', "unknown key"),
        (b'{"players": 1, "games": 2}', "it is none of these: game document, zip, table"),
        (export(PLAYS[3]), "1 game that BG Stats ignores."),
        (export(play(1, 1, [])), "2025-12-01 19:00, Prodigals with ?: a player's name is needed here"),
        (export(play(1, 9, [score(1, "3")])), "2025-12-01 19:00:00, ? with Anneli: the name of the game is missing"),
        (export(play(1, 1, [score(1, "3"), score(1, "4")])), "two players have the same name"),
        (export(play(1, 1, [score(1, "3"), score(4, "4")])), "this one has 41"),
        (export(play(1, 1, [score(1, "3"), score(9, "4")])), "A player needs a name."),
    ],
)
def test_file_without_results_is_refused_with_its_position(client, service, content, said):
    answer = send(client, content)
    assert (answer.status_code, said in text(answer)) == (422, True)
    assert stored(service) == ()


def test_odd_values_are_imported_harmlessly(client, service):
    odd = (None, True, -1, 1e300, [], {}, "x" * 999, "\ud800", 10**30)
    fields = ("playDate", "durationMin", "locationRefId", "comments", "gameRefId", "playerScores", "ignored", "uuid")
    for value in odd:
        told = play(1, 1, [score(1, "3"), score(2, "4")])
        scores = [score(1, value, rank=value, seatOrder=value), score(value, "2")]
        for each in (*(told | {name: value} for name in fields), told | {"playerScores": scores}):
            answer = send(client, export(each))
            assert answer.status_code in (303, 422)
            assert client.get("/data").status_code == 200
    assert findings(service) == ()


def test_cooperative_title_won_by_some_names_the_winners(client, service):
    """A title that is here as cooperative, and a play of it that only a part of the players won."""
    together = play(1, 3, [score(1, "", winner=True), score(3, "", winner=True)])
    partly = play(2, 3, [score(1, "", winner=True), score(3, "")])
    for each in (together, partly):
        content = export(each)
        content["games"][2] |= {"cooperative": True, "noPoints": True, "name": "Harbour & Storm", "bggId": 0}
        send(client, content)
    assert "Won or lost together" not in text(client.get("/data"))
    one, both = (text(client.get(f"/games/{each}")) for each in stored(service))
    assert sorted(["Won together" in page for page in (one, both)]) == [False, True]
    assert "1 Anneli 2 Cleo" in (one if "Won together" in both else both)


@pytest.mark.parametrize("cleared", [False, True])
def test_title_always_won_together_becomes_cooperative_unless_cleared(client, service, cleared):
    plays = [play(at, 3, [score(1, "", winner=won), score(3, "", winner=won)]) for at, won in ((1, True), (2, False))]
    content = export(*plays)
    content["games"][2] |= {"cooperative": False, "noPoints": True, "name": "<b>Harbour & Storm", "bggId": 0}
    url = sent_files(client, (json.dumps(content).encode(), "x.json")).location
    form = Page(client.get(url)).form(id="import")
    assert form.fields.count(("cooperative", "<b>Harbour & Storm")) == 1
    chosen = [each for each in form.fields if not cleared or each[0] != "cooperative"]
    assert client.post(url, data=MultiDict(chosen)).status_code == 303
    games = stored(service)
    with service.store.reading() as db:
        (pad,) = {read_game(db, each).rulebook for each in games}
    assert service.rulebooks[pad].meta.cooperative is not cleared
