"""Results from elsewhere are imported as games without plays, count in the history, and are marked."""

import json

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.store.rows import all_game_ids, read_game
from tests.helpers import imported_files, sent_files, slip
from tests.pages import Page, text

pytestmark = pytest.mark.ids_of_the_store

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
    assert "3 games, all here already." in text(client.get(send(client, export(*PLAYS[:3])).location))
    catan, carta, club = stored(service)[::-1]
    assert text(client.get("/past")).count(TOLD) == 3
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


def test_imported_result_has_one_page_and_is_deleted_with_its_import(client, service):
    report = send(client, export(*PLAYS)).location
    game = f"/games/{stored(service)[0]}"
    for page in ("plays", "replay", "document", "bgstats", "players", "share", "stop"):
        assert client.get(f"{game}/{page}").location == game, page
    sent = slip(client.get(game)) | {"kind": "votes"}
    assert client.post(f"{game}/plays", data=sent).location == game
    for status in ("deleted", "active"):
        sent = slip(client.get(game)) | {"status": status}
        assert client.post(f"{game}/status", data=sent).status_code == 303
    assert client.post(f"{report}/delete", data=slip(client.get(report))).status_code == 303
    assert len(stored(service)) == 1  # the other was changed since
    said = text(client.get(send(client, export(*PLAYS)).location))
    assert "2 deleted games were restored. 1 was skipped. 1 was here already." in said
    assert len(stored(service)) == 3


def test_summary_shows_players_with_another_spelling(client):
    send(client, export(play(1, 1, [score(1, "3"), score(3, "4")])))
    sent = export(play(2, 1, [score(1, "3"), score(3, "4")]), play(3, 1, [score(4, "3"), score(2, "4")]))
    for at, name in enumerate((" ANNELI ", "Zoe\u0308", "Cleo", "\uff23\uff2c\uff25\uff2f")):
        sent["players"][at]["name"] = name
    summary = text(client.get(sent_files(client, (json.dumps(sent).encode(), "x.json")).location))
    assert "2 Anneli (in the files: ANNELI) Cleo (in the files: \uff23\uff2c\uff25\uff2f)" in summary
    assert "New players: 1 Zoë" in summary


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
