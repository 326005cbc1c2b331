"""Rights of a device: everything if paired, viewing all games, or watching one."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.pairing import ensure_watch_key
from scorekeeper.web.access.devices import MAX_WATCHED
from scorekeeper.web.access.sharing import shared_link
from scorekeeper.web.common.rights import Right, required
from tests.documents import import_documents, read_document
from tests.helpers import begin
from tests.pages import Page, text
from tests.web.sharing import GUESTS, device, id_of, shared, watcher_of

GAMES = Path(__file__).parents[1] / "games"
FINISHED = ("loire/two-players-cards-in-storage-decide", "prodigals-club/two-players-all-three-competitions")
"""Games of the titles with additional pages."""
REQUIRED = {
    Right.NONE: """GET static, GET health.show, POST language.switch, GET pairing.by_hand, POST pairing.by_hand,
        GET pairing.by_link, GET sharing.watch, GET sharing.look, GET secure.manifest, GET secure.worker,
        GET picture.preview, GET secure.offline, GET rules.show""",
    Right.WATCH: """GET game.table, GET helpers.further, GET helpers.ask, GET replay.replay, GET game.log, GET game.how,
        GET data.document, GET bgstats.show, GET game.screen, GET game.more, GET finale.finale,
        GET rules.of_game, GET picture.svg, GET picture.png""",
    Right.VIEW: """GET history.home, GET past.past, GET past.count, GET records.records, GET years.years,
        GET players.all_players, GET players.player, GET players.pair,
        GET evening.evening, GET evening.svg, GET evening.png""",
    Right.PAIRED: """GET seats.players, POST seats.update_players, POST game.act, POST game.preview, POST game.undo,
        POST game.redo, POST game.set_status, GET game.stop, POST game.end, GET options.options, POST options.options,
        GET options.category, POST options.category, GET options.about, POST options.about,
        GET edit_result.edit, POST edit_result.save, POST edit_result.undo, GET game.play,
        GET game.before, GET history.archive, GET people.edit, POST people.change, GET people.merging,
        POST people.merge, GET people.removing, POST people.remove, GET people.all_names, POST people.hide,
        GET another.choose, GET pads.new, POST pads.make, GET pads.pad, POST pads.change, GET pads.copying,
        POST pads.copy, GET pads.merging, POST pads.merge, GET options.pad, POST options.pad,
        GET seating.begin, GET seating.rematch, POST seating.sit_down,
        GET data.show, POST data.upload, POST data.import_files, POST data.discard, GET data.imported,
        POST data.read_plays_of_user, GET data.table, POST data.read_table_as_chosen,
        POST data.delete_imported, POST data.back_up,
        GET data.games_zip, GET data.games_csv, GET data.games_bgstats, GET sharing.share, POST sharing.change""",
}
"""The right required by each endpoint. New ones must be listed here."""
FILES = {"data.games_zip", "data.games_csv", "data.games_bgstats", "data.document"}
"""Endpoints without links."""
HELD = {
    # the rights of each device: for the game shared with it, for another game, and for pages without a game
    "stranger": (Right.NONE, Right.NONE, Right.NONE),
    "watcher": (Right.WATCH, Right.NONE, Right.NONE),
    "viewer": (Right.VIEW, Right.VIEW, Right.VIEW),
    "paired": (Right.PAIRED, Right.PAIRED, Right.PAIRED),
}


@pytest.fixture
def game(client):
    return begin(client, "Anna", "Benito")


@pytest.fixture
def table(app):
    return app.extensions["service"]


def rules(app):
    """Yield each URL rule with a method, and the required right."""
    for rule in app.url_map.iter_rules():
        of_a_game = "game_id" in rule.arguments
        for method in sorted(rule.methods & {"GET", "POST"}):
            yield rule, method, required(app.view_functions[rule.endpoint], method, of_a_game=of_a_game)


def filled(rule, values):
    """Return a URL with these values for its parts."""
    return re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda part: values.get(part[1], "x"), rule)


def test_every_url_is_in_the_table_of_rights(app):
    listed = {(each, right) for right, names in REQUIRED.items() for each in re.split(r",\s+", names)}
    assert {(f"{method} {rule.endpoint}", right) for rule, method, right in rules(app)} == listed


@pytest.mark.parametrize("role", HELD)
def test_every_phone_gets_exactly_its_rights(app, client, game, role):
    other = begin(client, "Cleo", "Donny")
    own, another, none = HELD[role]
    asking, wrong = device(role, app, client, game), []
    values = {
        "slug": "don-carlo",
        "number": "1",
        "player_id": "1",
        "other_id": "2",
        "year": "2026",
        "name": "x",
        "at": "0",
    }
    for rule, method, right in rules(app):
        for held, shown in ((own, game), (another, other)) if "game_id" in rule.arguments else ((none, ""),):
            url = filled(rule.rule, values | {"game_id": id_of(shown)})
            answer = asking.open(url, method=method)
            refused = answer.status_code == 403 and method + rule.endpoint != "GETsharing.watch"
            if right is not Right.NONE and refused == (held >= right):
                wrong.append((method, url, answer.status_code))
    assert wrong == []


def test_links_and_buttons_lead_only_to_permitted_pages(app, client, game):
    """Follows all links, each URL once: the device must be allowed to use everything it sees."""
    documents = [read_document(json.loads((GAMES / f"{name}.json").read_text())["document"]) for name in FINISHED]
    games = [game, *(f"/games/{each.id}" for each in import_documents(app.extensions["service"], documents))]
    wrong, seen = [], set()
    for shown in games:
        for role in (*GUESTS, "paired") if shown == game else GUESTS:
            asking = device(role, app, client, shown)
            found = list(walked(app, asking, shown, *HELD[role]))
            seen |= {(role, url) for url, _ in found}
            wrong += [(role, url, leads) for url, leads in found if leads]
    assert wrong == []
    assert len(seen) > 80


def test_watchers_see_no_ids_of_people(app, client, game):
    documents = [read_document(json.loads((GAMES / f"{name}.json").read_text())["document"]) for name in FINISHED]
    games = [game, *(f"/games/{each.id}" for each in import_documents(app.extensions["service"], documents))]
    for shown in games:
        watcher = watcher_of(client, shown)
        for url, _ in walked(app, watcher, shown, *HELD["watcher"]):
            answer = watcher.get(url)
            assert answer.mimetype == "image/png" or not re.search(r"@\d|data-players", answer.text), url
    assert re.search(r"@\d", client.get(game).text)


@pytest.mark.parametrize("role", GUESTS)
def test_rules_page_returns_only_to_permitted_pages(app, client, game, role):
    asking = device(role, app, client, game)
    for back in ("/plays/1", "/plays/1/before?next=log", "/options", "/about"):
        links = Page(asking.get(f"{game}/rules", query_string={"next": f"{game}{back}"})).links
        assert {each for each in links if "section=" not in each} == {game}


def walked(app, asking, game, own, another, none):
    """Yield each page reachable from a game's page, with each forbidden link or form on it ("" if none)."""
    urls, ahead, known = app.url_map.bind("localhost"), [game], set()
    while ahead:
        url = ahead.pop()
        answer = asking.get(url)
        assert answer.status_code in (200, 303), url
        page = Page(answer) if answer.mimetype == "text/html" else Page("")
        yield url, ""
        forms = [
            (form.given.get("method", "get").upper(), form.given["action"])
            for form in page.forms
            if "action" in form.given
        ]
        for method, leads in [*(("GET", each) for each in page.links), *forms]:
            path = leads.partition("#")[0]
            if not path.startswith("/"):
                continue
            endpoint, given = urls.match(path.partition("?")[0], method)
            ours = given.get("game_id") and f"/games/{given['game_id']}" == game
            held = none if "game_id" not in given else own if ours else another
            right = required(app.view_functions[endpoint], method, of_a_game="game_id" in given)
            if held < right:
                yield url, f"{method} {path}"
            elif method == "GET" and (endpoint, ours) not in known and endpoint not in FILES:
                known.add((endpoint, ours))
                ahead.append(path)


def test_phone_keeps_watching_the_latest_games_only(app, client, table):
    device, games = app.test_client(), [begin(client, "Anna", "Benito") for _ in range(MAX_WATCHED + 2)]
    games.sort(reverse=True)
    for game in games:
        assert device.get(f"{game}/watch/{ensure_watch_key(table.store, id_of(game))}").status_code == 303
    assert [device.get(game).status_code for game in games] == [403] * 2 + [200] * MAX_WATCHED


def test_error_page_of_a_watcher_links_to_the_game(client, game):
    watcher = watcher_of(client, game)
    lost = watcher.get(f"{game}/nonsense")
    assert lost.status_code == 404
    assert Page(lost).links == [game]
    assert "/" in Page(client.get(f"{game}/nonsense")).links


def test_watcher_of_one_game_sees_no_evening(app, client):
    recorded = json.loads((GAMES / f"{FINISHED[0]}.json").read_text())["document"]
    document = read_document(recorded | {"started": "2026-02-01T20:15:00+01:00"})
    ended = f"/games/{import_documents(app.extensions['service'], [document, document])[1].id}"
    watcher = watcher_of(client, ended)
    assert "This evening" in text(client.get(ended))
    assert "This evening" not in text(watcher.get(ended))


@pytest.mark.parametrize(
    ("asked", "reached"),
    [
        ("http://localhost:8000", "http://192.168.1.7:8000"),
        ("http://127.0.0.1:8000", "http://192.168.1.7:8000"),
        ("http://[::1]:8000", "http://192.168.1.7:8000"),
        ("http://192.168.1.9:8000", "http://192.168.1.9:8000"),
        ("https://score.example", "https://score.example"),
    ],
)
def test_share_link_uses_a_reachable_url(app, asked, reached):
    with app.test_request_context(base_url=asked):
        assert shared_link("/look/X")["url"] == f"{asked}/look/X"
        app.config["REACHED"] = ["http://192.168.1.7:8000", "http://localhost:8000"]
        assert shared_link("/look/X")["url"] == f"{reached}/look/X"


def test_qr_code_contains_the_link(client, game):
    """A camera finds its three corners, on white with a margin; the library draws the rest."""
    page = Page(shared(client, game, "watch")).first("section", **{"aria-labelledby": "watching"})
    drawn = page.first("div", class_="code").first("svg")
    ground, dark = (each.given for each in drawn.all("path"))
    assert (ground["fill"], dark["stroke"]) == ("#fff", "#000")
    assert drawn.given["viewBox"] == "0 0 45 45"
    assert dark["d"].startswith("M4 4.5h7")
