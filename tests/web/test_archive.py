"""Running and archived games: their entries in the lists, and messages about the last change."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.documents import import_documents, read_document
from tests.helpers import begin, send, slip
from tests.pages import Page

RECORDED = Path(__file__).parents[1] / "games" / "don-carlo" / "three-players-to-the-end.json"
HERE = {"aria-current": "true"}


def lay(client, game, status):
    return client.post(f"{game}/status", data=slip(client.get(f"{game}/stop")) | {"status": status})


def test_archived_game_is_reported_with_a_restore_button(client):
    other, game = begin(client, "Anja", "<b>Donny"), begin(client, "Anneli", "Benito")
    for status in ("deleted", "archived"):
        lay(client, other, status)
        page = Page(client.get(lay(client, game, status).location))
        assert page.first(class_="notice").text == f"Don Carlo, Anneli and Benito: {status}."
        (marked,) = page.all("li", **HERE)
        assert marked.first("a").given["href"] == game
        back = page.all("form", method="post", action=f"{game}/status")
        assert len(back) == 2  # above the list, and in it
        fields = dict(page.form(action=f"{game}/status").fields)
        assert client.post(f"{game}/status", data=fields).location == game


def test_notice_names_only_games_of_the_archive(client):
    running = begin(client, "Anneli", "Benito").removeprefix("/games/")
    for asked in ("", "x", "\0", "0" * 36, "9" * 4000, "ö", running):
        answer = client.get("/archive", query_string={"done": asked})
        assert (answer.status_code, Page(answer).all(class_="notice")) == (200, []), asked[:50]


def test_archive_names_the_winner_of_a_finished_game(app, client):
    (game,) = import_documents(app.extensions["service"], [read_document(json.loads(RECORDED.read_text())["document"])])
    lay(client, f"/games/{game.id}", "deleted")
    assert re.match(r"\w+ Don Carlo · \w+, \w+ \d+ ", Page(client.get("/archive")).first("li", class_="inactive").text)


def test_running_game_shows_its_date_from_the_next_day(app, client):
    begin(client, "Anneli", "Benito")
    service = app.extensions["service"]
    assert re.fullmatch(r"0 entries, since \d+:\d\d [AP]M", Page(client.get("/")).first(class_="game-when").text)
    tomorrow = service.clock() + timedelta(days=1)
    app.extensions["service"] = replace(service, clock=lambda: tomorrow)
    said = Page(client.get("/")).first(class_="game-when").text
    assert re.fullmatch(r"0 entries, since [A-Z][a-z]+ \d+, \d{4}, \d+:\d\d [AP]M", said)


def test_archived_and_deleted_games_offer_no_undo(client):
    game = begin(client, "Ada", "Bo")
    assert send(client, game, "012").status_code == 303

    def offers(url):
        return [
            each.given["id"] for each in Page(client.get(url)).forms if each.given.get("id", "").endswith("do-form")
        ]

    assert offers(game) == ["undo-form"]
    for status in ("archived", "deleted"):
        lay(client, game, status)
        assert (offers(game), offers(f"{game}/plays")) == ([], [])
    lay(client, game, "active")
    assert offers(game) == ["undo-form"]
