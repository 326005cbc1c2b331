"""Viewers follow a game: their page, the big screen, and change detection."""

import json
from contextlib import closing
from datetime import timedelta
from itertools import count

import pytest

from scorekeeper.core.log import About
from scorekeeper.pairing import device_token, end_watching, ensure_watch_key, viewer_key, watch_key
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import changes
from scorekeeper.store.check import rebuild
from scorekeeper.store.db import Store
from scorekeeper.store.games import GameService
from scorekeeper.store.people import hide
from scorekeeper.store.rows import GameStatus
from scorekeeper.web.access.devices import VIEWS_ALL
from tests.apps import open_app
from tests.conftest import EVENING
from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin, send, slip
from tests.pages import Page
from tests.store.figures import GAMES
from tests.store.town import Town


def ask(device, url, tag="none", **headers):
    return device.get(url, headers={"If-None-Match": tag} | headers)


@pytest.fixture
def service(app):
    return app.extensions["service"]


@pytest.fixture
def game(client):
    return begin(client, "Anna", "Benito")


@pytest.fixture
def watcher(app, service, game):
    """A device with the link to watch the game."""
    device, game_id = app.test_client(), game.rpartition("/")[2]
    with device.session_transaction() as session:
        session["watches"] = {game_id: ensure_watch_key(service.store, game_id)}
    return device


@pytest.mark.parametrize("page", ["", "/screen"])
def test_watched_page_is_sent_again_only_after_a_change(watcher, client, game, page):
    first = watcher.get(game + page)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert {"Accept-Language", "Cookie", "Accept-Encoding"} <= set(first.headers["Vary"].split(", "))
    again = ask(watcher, game + page, tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert again.headers["Vary"] == first.headers["Vary"]
    minimal = ask(watcher, game + page, tag, Prefer="return=minimal")
    assert (minimal.status_code, minimal.data, minimal.headers["ETag"]) == (200, b"", tag)
    assert (minimal.headers["Content-Length"], minimal.headers["Preference-Applied"]) == ("0", "return=minimal")
    assert watcher.head(game + page, headers={"If-None-Match": tag}).status_code == 304
    assert watcher.head(game + page).headers["ETag"] == tag
    send(client, game, "012")
    assert ask(watcher, game + page, tag).status_code == 200


def test_figure_of_one_entry_links_directly_to_it(watcher, client, game):
    figure = f"{game}/replay?line=0&part=influence"
    assert "Before the first entry" in client.get(figure).get_data(as_text=True)
    send(client, game, "012")
    assert (client.get(figure).status_code, client.get(figure).location) == (302, f"{game}/plays/1")
    assert watcher.get(figure).location == f"{game}/replay?at=1"
    assert client.get(f"{figure}&at=1").status_code == 200  # like the links of the game's list of plays
    client.post(f"{game}/status", data=slip(client.get(game)) | {"status": "archived"})
    assert client.get(figure).location == f"{game}/replay?at=1"


def test_not_modified_response_replays_no_game(watcher, client, game, service, town, monkeypatch):
    result = f"/games/{town.finished('Cleo', 'Donny')}"
    asked = [(watcher, game), (client, game), (client, result)]
    tags = [ask(device, page).headers["ETag"] for device, page in asked]
    monkeypatch.setattr(type(service), "view", None)
    monkeypatch.setattr(type(service), "replayed", None)
    answers = [ask(device, page, tag) for (device, page), tag in zip(asked, tags, strict=True)]
    assert [answer.status_code for answer in answers] == [304] * 3


def test_paired_phone_gets_an_etag_only_on_request(client, game):
    plain = client.get(game)
    assert plain.headers["Cache-Control"] == "private, no-store"
    assert "ETag" not in plain.headers
    tag = ask(client, game).headers["ETag"]
    assert ask(client, game, tag).status_code == 304
    send(client, game, "012")
    assert ask(client, game, tag).status_code == 200


def test_ended_watch_link_is_refused_despite_matching_etag(watcher, game, service):
    tag = watcher.get(game).headers["ETag"]
    game_id = game.rpartition("/")[2]
    end_watching(service.store, game_id, watch_key(service.store, game_id))
    assert ask(watcher, game, tag).status_code == 403
    assert watcher.get(f"{game}/screen").status_code == 403


@pytest.fixture
def town(app):
    return Town(app.extensions["service"].store)


def take_in(town, name):
    document = json.loads((GAMES / f"{name}.json").read_text())["document"]
    (game,) = import_documents(town.service, [read_document(document)])
    return f"/games/{game.id}"


def set_status(town, game, status):
    changes.set_status(town.service, game, status, town.submission(game))


def enter(town, game, seat, cards):
    changes.enter(town.service, game, [Agent(seat, cards)], town.submission(game))


OWN = {
    "a play": lambda town, game: enter(town, game, 0, (0, 1, 2)),
    "a second one": lambda town, game: enter(town, game, 1, (3, 3)),
    "an undo": lambda town, game: town.undo(game),
    "a place": lambda town, game: changes.set_about(town.service, game, About("At home", None), town.submission(game)),
    "another order": lambda town, game: town.seat(game, ("Benito", "Benito"), ("Anna", "Anna")),
    "a new name": lambda town, _: town.rename("Anna", "Anneli"),
    "a player who is somebody else": lambda town, _: (town.begin("Ann", "Eva"), town.merge("Anneli", "Ann")),
    "a name that is gone": lambda town, _: town.remove("Ann"),
    "the archive": lambda town, game: set_status(town, game, GameStatus.ARCHIVED),
    "and back": lambda town, game: set_status(town, game, GameStatus.ACTIVE),
}
"""Changes of a game or of its players, one after the other."""
OTHERS = {
    "another game": lambda town, _: town.begin("Cleo", "Donny", slug="don-carlo"),
    "its play": lambda town, _: enter(town, town.games[-1], 0, (0, 1, 2)),
    "its result": lambda town, _: town.finished("Anna", "Cleo"),
    "the name of somebody else": lambda town, _: town.rename("Donny", "Dora"),
    "a name not suggested": lambda town, _: hide(town.service, town.person("Anna").id, "Anna", town.submission()),
    "another watcher": lambda town, game: ensure_watch_key(town.service.store, game),
    "a check": lambda town, _: rebuild(town.service),
}
"""Changes elsewhere, or invisible ones."""


def test_etag_changes_exactly_with_changes_of_its_game(watcher, town, game):
    game_id, pages = game.rpartition("/")[2], [game, f"{game}/screen"]
    for what, happen in [*OTHERS.items(), *OWN.items()]:
        tags = [watcher.get(page).headers["ETag"] for page in pages]
        happen(town, game_id)
        answers = [ask(watcher, page, tag).status_code for page, tag in zip(pages, tags, strict=True)]
        assert answers == [200 if what in OWN else 304] * 2, what


def test_etag_depends_on_the_options(watcher, town, app):
    game = town.begin("Anna", slug="loire", solo=True, triple_values={})
    with watcher.session_transaction() as session:
        session["watches"] = {game: ensure_watch_key(town.service.store, game)}
    tag = watcher.get(f"/games/{game}").headers["ETag"]
    changes.set_options(town.service, game, {"triple_values": {"mines": 3}}, town.submission(game))
    assert ask(watcher, f"/games/{game}", tag).status_code == 200


def test_etag_of_a_result_depends_on_the_evening(app, client, town):
    game = f"/games/{town.finished('Anna', 'Benito')}"
    tag = ask(client, game).headers["ETag"]
    town.begin("Anna", "Benito", slug="don-carlo")
    assert ask(client, game, tag).status_code == 304
    with closing(Store(town.service.store.path)) as elsewhere:  # like the command line
        before = Town(elsewhere)
        before.service = GameService(elsewhere, all_rulebooks(), lambda: EVENING - timedelta(hours=1))
        before.keys = count(100)
        before.finished("Anna", "Benito")
    again = ask(client, game, tag)
    assert again.status_code == 200
    assert "Wins in 2 games" in again.get_data(as_text=True)


def test_etag_depends_on_reader_and_server_start(watcher, client, game, town, app, tmp_path):
    german = {"Accept-Language": "de"}
    tags = [ask(device, game, **headers).headers["ETag"] for device in (watcher, client) for headers in ({}, german)]
    with watcher.session_transaction() as session:
        session["language"] = "de"
    tags.append(watcher.get(game).headers["ETag"])
    with watcher.session_transaction() as session:
        # which adds a link to all games
        session[VIEWS_ALL] = device_token(viewer_key(town.service.store), app.secret_key)
    tags.append(watcher.get(game).headers["ETag"])
    tags += [watcher.get(f"{game}{page}").headers["ETag"] for page in ("?still=yes", "/screen", "/screen?shade=dark")]
    assert len(set(tags)) == len(tags)
    with watcher.session_transaction() as session:
        kept = dict(session)
    again = open_app(tmp_path / "instance")
    device = again.test_client()
    with device.session_transaction() as session:
        session.update(kept)
    assert device.get(game).headers["ETag"] not in tags
    again.extensions["service"].store.close()


def test_etag_depends_on_recalled_values_of_other_games(client, town):
    game = take_in(town, "prodigals-club/still-unknown")
    tag = ask(client, game).headers["ETag"]
    take_in(town, "loire/three-players-to-the-end")
    assert ask(client, game, tag).status_code == 304
    take_in(town, "prodigals-club/five-players-all-three-competitions")
    assert ask(client, game, tag).status_code == 200


def test_watched_page_without_scripts_reloads_unless_disabled(watcher, game):
    for page in ("", "/screen"):
        url = f"{game}{page}"
        assert 'http-equiv="refresh"' in watcher.get(url).get_data(as_text=True)
        assert 'http-equiv="refresh"' not in watcher.get(f"{url}?still=yes").get_data(as_text=True)


def test_big_screen_ranks_players_with_points_before_those_without(app, client):
    tally = {"kind": "tally", "player": "Benito", "estate": {"castles": {"cards": 3}}}
    document = game_document("loire", ("Anneli", "Benito"), [tally], {"triple_values": {"castles": 4}})
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    places = [each.text for each in Page(client.get(f"/games/{game.id}/screen")).all(class_="ranking-place")]
    assert places == ["1 Place 1", ""]
