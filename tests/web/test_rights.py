"""What a device may do that is not one of the house's bookkeepers: to look, or to keep a game's book."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.sharing import let_watch
from scorekeeper.pairing import looking_key, new_pairing_key
from scorekeeper.storage.sharing import read_hand_over, set_hand_over
from scorekeeper.web.access.devices import MOST_WATCHED
from scorekeeper.web.access.rights import Right, needed
from scorekeeper.web.access.sharing.codes import shared_link
from tests.documents import read_document
from tests.helpers import begin, hidden, send, slip, slot
from tests.pages import Page, text

GAMES = Path(__file__).parents[1] / "games"
FINISHED = ("loire/two-players-cards-in-storage-decide", "prodigals-club/two-players-all-three-competitions")
"""Games of the titles that bring pages of their own."""
NEEDED = {
    Right.NONE: """GET static, GET health.show, POST language.switch, GET pairing.by_hand, POST pairing.by_hand,
        GET pairing.by_link, GET sharing.watch, GET sharing.take, POST sharing.take_over, GET sharing.look,
        GET secure.manifest, GET secure.worker, GET secure.offline, GET rules.show""",
    Right.LOOK: """GET history.home, GET past.past, GET past.count, GET records.records, GET years.years,
        GET players.all_players, GET players.player, GET players.pair, GET game.table, GET asking.further,
        GET asking.ask, GET game.replay, GET game.log, GET data.document, GET bgstats.show,
        GET sharing.share, GET game.screen, GET game.more, GET game.finale, GET rules.of_game""",
    Right.BOOK: """GET seats.players, POST seats.put_right, POST game.act, POST game.preview, POST game.undo,
        POST game.redo, POST game.shelve, GET game.stop, GET asking.options, POST asking.options,
        GET asking.category, POST asking.category, GET about.about,
        POST about.about, GET game.play, GET game.before, POST sharing.change""",
    Right.HOUSE: """GET history.shelves, GET people.edit, POST people.change, GET people.merging, POST people.merge,
        GET people.removing, POST people.remove, GET suggested.all_names, POST suggested.hide, GET another.choose,
        POST another.make, GET seating.begin, GET seating.rematch, POST seating.sit_down, GET data.show,
        POST data.import_files, GET data.imported, POST data.delete_imported, POST data.back_up, GET data.games_zip,
        GET data.games_csv, GET data.games_bgstats, POST sharing.take_back, GET sharing.looking,
        POST sharing.renew_look""",
}
"""What every address asks of a device. A new one has to stand here."""
FILES = {"data.games_zip", "data.games_csv", "data.games_bgstats", "data.document"}
"""What leads nowhere else."""
HELD = {
    # what each device may do: with the game that was shared with it, with another game, and with what is of no game
    "stranger": ((), (), ()),
    "watcher": ((Right.LOOK,), (), ()),
    "watcher of the house": ((Right.LOOK,), (Right.LOOK,), (Right.LOOK,)),
    "guest": ((Right.LOOK, Right.BOOK), (), ()),
    "house": (tuple(Right), tuple(Right), tuple(Right)),
    "gave": ((Right.LOOK, Right.HOUSE), tuple(Right), tuple(Right)),
}


@pytest.fixture
def game(client):
    return begin(client, "Anna", "Benito")


@pytest.fixture
def table(app):
    return app.extensions["desk"]


def rules(app):
    for rule in app.url_map.iter_rules():
        for method in sorted(rule.methods & {"GET", "POST"}):
            yield rule, method, needed(app.view_functions[rule.endpoint], method, of_a_game="game_id" in rule.arguments)


def filled(rule, values):
    """Return an address with these values in the place of its parts."""
    return re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda part: values.get(part[1], "x"), rule)


def opened(app, address):
    """Return a device that has opened a link."""
    device = app.test_client()
    assert device.get(address).status_code == 303
    return device


def id_of(game):
    return game.rpartition("/")[2]


def shared(client, game, act):
    """Do one of the things of the page for sharing, and return the page that follows."""
    form = next(form for form in Page(client.get(f"{game}/share")).forms if ("do", act) in form.fields)
    assert client.post(f"{game}/share", data=dict(form.fields)).status_code == 303
    return client.get(f"{game}/share")


def link_on(page, name):
    """Return the path of the link that a page shows."""
    return re.sub(r"^http://[^/]+", "", Page(page).first(id=name).text)


def watcher_of(client, game):
    return opened(client.application, link_on(shared(client, game, "watch"), "watch-link"))


def guest_of(client, game):
    """Return a device that has taken a game's book over."""
    link = link_on(shared(client, game, "offer"), "take-link")
    guest = client.application.test_client()
    assert guest.post(link, data=slip(guest.get(link))).location == game
    return guest


def device(role, app, client, game):
    match role:
        case "watcher":
            return watcher_of(client, game)
        case "watcher of the house":
            return opened(app, f"/look/{looking_key(app.extensions['desk'].store)}")
        case "guest":
            return guest_of(client, game)
        case "gave":
            guest_of(client, game)
    return app.test_client() if role == "stranger" else client


def test_every_address_stands_in_the_table(app):
    said = {each: right for right, names in NEEDED.items() for each in re.split(r",\s+", names)}
    assert {f"{method} {rule.endpoint}": right for rule, method, right in rules(app)} == said


@pytest.mark.parametrize("role", HELD)
def test_every_device_gets_what_it_may_and_nothing_else(app, client, game, role):
    other = begin(client, "Cleo", "Donny")
    own, another, none = HELD[role]
    asking, wrong = device(role, app, client, game), []
    values = {"slug": "don-carlo", "number": "1", "player_id": "1", "other_id": "2", "year": "2026", "name": "x"}
    for rule, method, right in rules(app):
        for held, shown in ((own, game), (another, other)) if "game_id" in rule.arguments else ((none, ""),):
            address = filled(rule.rule, values | {"game_id": id_of(shown)})
            answer = asking.open(address, method=method)
            refused = answer.status_code == 403 and method + rule.endpoint != "GETsharing.watch"
            if right is not Right.NONE and refused == (right in held):
                wrong.append((method, address, answer.status_code))
    assert wrong == []


def test_no_link_and_no_button_leads_to_where_a_device_may_not_go(app, client, game):
    """From page to page, each address once: whatever stands there has to be for the device that sees it."""
    documents = [read_document(json.loads((GAMES / f"{name}.json").read_text())["document"]) for name in FINISHED]
    games = [game, *(f"/games/{each.id}" for each in import_documents(app.extensions["desk"], documents))]
    wrong, seen = [], set()
    for shown in games:
        for role in ("watcher", "watcher of the house", "guest", "gave"):
            # where the house's phone has handed the book over, that is so already
            asking = client if role == "gave" else device(role, app, client, shown)
            found = list(walked(app, asking, shown, *HELD[role]))
            seen |= {(role, address) for address, _ in found}
            wrong += [(role, address, leads) for address, leads in found if leads]
    assert wrong == []
    assert len(seen) > 80


@pytest.mark.parametrize("back", ["plays/1", "plays/1/before?back=log", "options", "about"])
@pytest.mark.parametrize("role", ["watcher", "watcher of the house", "gave"])
def test_the_rules_lead_back_only_to_what_a_device_may_see(app, client, game, role, back):
    asking = device(role, app, client, game)
    leads = [
        each for each in Page(asking.get(f"{game}/rules", query_string={"back": back})).links if "section=" not in each
    ]
    assert set(leads) == {game}


def walked(app, asking, game, own, another, none):
    """Yield every page that can be reached from a game's, with what on it the device may not do ("": nothing)."""
    addresses, ahead, known = app.url_map.bind("localhost"), [game], set()
    while ahead:
        address = ahead.pop()
        answer = asking.get(address)
        assert answer.status_code in (200, 303), address
        page = Page(answer) if answer.mimetype == "text/html" else Page("")
        yield address, ""
        forms = [
            (form.given.get("method", "get").upper(), form.given["action"])
            for form in page.forms
            if "action" in form.given
        ]
        for method, leads in [*(("GET", each) for each in page.links), *forms]:
            path = leads.partition("#")[0]
            if not path.startswith("/"):
                continue
            endpoint, given = addresses.match(path.partition("?")[0], method)
            ours = given.get("game_id") and f"/games/{given['game_id']}" == game
            held = none if "game_id" not in given else own if ours else another
            right = needed(app.view_functions[endpoint], method, of_a_game="game_id" in given)
            if right is not Right.NONE and right not in held:
                yield address, f"{method} {path}"
            elif method == "GET" and (endpoint, ours) not in known and endpoint not in FILES:
                known.add((endpoint, ours))
                ahead.append(path)


def test_who_keeps_the_book_of_a_game_enters_its_plays(client, game):
    guest = guest_of(client, game)
    assert send(guest, game, "012").status_code == 303
    assert "1 play" in text(client.get(game))


def test_the_device_that_handed_the_book_over_watches_until_it_takes_it_back(client, game):
    form = slip(client.get(game)) | slot("agent", 0, cards="012")
    guest = guest_of(client, game)
    answer = client.post(f"{game}/plays", data=form)
    assert answer.status_code == 403
    assert "may only look" in text(answer)
    page = Page(client.get(game))
    assert "The book of this game is kept on another phone." in page.text
    back = page.form(action=f"{game}/share/back")
    assert client.post(f"{game}/share/back", data=dict(back.fields)).location == game
    assert client.post(f"{game}/plays", data=form).status_code == 303
    assert (
        guest.post(f"{game}/plays", data=form | {"csrf_token": slip(guest.get("/pair"))["csrf_token"]}).status_code
        == 403
    )
    assert "The book of this game is kept on another phone." in text(guest.get(game))
    assert "Keep the book here again" not in text(guest.get(game))


def test_a_link_to_keep_the_book_counts_once_and_only_when_it_is_meant(app, client, game):
    link = link_on(shared(client, game, "offer"), "take-link")
    first, second = app.test_client(), app.test_client()
    for each in (first, second):  # a messenger opens it beforehand, say
        page = Page(each.get(link))
        assert "Keep the book of this game on this phone? Don Carlo Anna, Benito" in page.text
    assert "This phone keeps the book already" in text(client.get(link))
    form = slip(first.get(link))
    assert [first.post(link, data=form).location for _ in range(2)] == [game, game]
    assert first.get(link).location == game
    late = second.post(link, data=slip(second.get("/pair")) | {"entry_key": "k" * 22})
    assert (late.status_code, second.get(link).status_code) == (403, 403)
    assert "It was used already, was withdrawn, or is older than ten minutes." in text(late)


def test_an_offer_ends_when_it_is_withdrawn_and_after_ten_minutes(app, client, game, table):
    link = link_on(shared(client, game, "offer"), "take-link")
    shared(client, game, "withdraw")
    assert app.test_client().get(link).status_code == 403
    link = link_on(shared(client, game, "offer"), "take-link")
    taking = app.test_client()
    form = slip(taking.get(link))
    with table.store.writing() as db:
        offer = read_hand_over(db, id_of(game))
        assert 590 < offer.until - table.clock().timestamp() <= 600
        set_hand_over(db, id_of(game), replace(offer, until=offer.until - 600))
    assert (taking.get(link).status_code, taking.post(link, data=form).status_code) == (403, 403)
    assert "take-link" not in client.get(f"{game}/share").text


def test_watching_ends_when_the_bookkeeper_says_so(app, client, game):
    watcher = watcher_of(client, game)
    link = link_on(client.get(f"{game}/share"), "watch-link")
    assert watcher.get(game).status_code == 200
    ended = shared(client, game, "end")
    assert "watch-link" not in ended.text
    answer = watcher.get(game)
    assert answer.status_code == 403
    assert "Watching has ended" in text(answer)
    assert "This link leads nowhere any more" in text(app.test_client().get(link))
    assert link_on(shared(client, game, "watch"), "watch-link") != link


def test_of_many_games_a_device_watches_those_that_it_opened_last(app, client, table):
    device, games = app.test_client(), [begin(client, "Anna", "Benito") for _ in range(MOST_WATCHED + 2)]
    games.sort(reverse=True)
    for game in games:
        assert device.get(f"{game}/watch/{let_watch(table, id_of(game))}").status_code == 303
    assert [device.get(game).status_code for game in games] == [403] * 2 + [200] * MOST_WATCHED


def test_a_link_that_is_wrong_does_not_say_whether_there_is_such_a_game(app, client, game):
    link_on(shared(client, game, "watch"), "watch-link")
    unknown = "/games/00000000-0000-4000-8000-000000000000"
    for act in ("watch", "take"):
        told = [app.test_client().get(f"{each}/{act}/{'k' * 16}") for each in (game, unknown)]
        assert [each.status_code for each in told] == [403, 403]
        assert text(told[0]) == text(told[1])


def test_the_link_of_the_house_opens_all_games_until_there_is_another(app, client, game, table):
    looking = opened(app, link_on(client.get("/look"), "look-link"))
    assert "Anna, Benito" in text(looking.get("/"))
    form = Page(client.get("/look")).form(action="/look")
    assert [client.post("/look", data=dict(form.fields)).status_code for _ in range(2)] == [303, 303]
    assert "Watching has ended" in text(looking.get("/"))
    again = opened(app, link_on(client.get("/look"), "look-link"))
    new_pairing_key(table.store)
    assert again.get("/").status_code == 403


def test_a_new_pairing_key_shuts_every_guest_out(client, game, table):
    watcher, guest = watcher_of(client, game), guest_of(client, game)
    new_pairing_key(table.store)
    assert (watcher.get(game).status_code, guest.get(game).status_code) == (403, 403)


def test_nothing_was_saved_is_said_only_to_those_who_have_sent_something(client, game):
    watcher = watcher_of(client, game)
    for address, said in ((f"{game}/about", "This page is for the phone that keeps the book."), ("/data", "")):
        answer = watcher.get(address)
        assert answer.status_code == 403
        assert "Nothing was saved" not in text(answer)
        assert said in text(answer)
    assert "Nothing was saved" in text(watcher.post(f"{game}/about", data=slip(client.get(game))))


def test_a_guest_deletes_nothing_and_brings_nothing_deleted_back(client, game):
    guest = guest_of(client, game)
    assert "Delete it" not in text(guest.get(f"{game}/stop"))
    form = slip(guest.get(f"{game}/stop"))
    refused = guest.post(f"{game}/shelf", data=form | {"shelf": "deleted"})
    assert refused.status_code == 403
    assert "may only look" in text(refused)
    assert guest.post(f"{game}/shelf", data=form | {"shelf": "away"}).location == game
    assert "This game was archived. Bring it back" in text(guest.get(game))


def test_a_guest_gives_nobody_another_name(client, game):
    """A new name at a seat is another person's; a name that was changed by the house stays as it is."""
    begin(client, "Anna", "Cleo")
    guest = guest_of(client, game)
    page = Page(guest.get(f"{game}/players"))
    assert "new-names" not in dict(page.fields)
    form = dict(page.form(action=f"{game}/players").fields) | {"name-0": "Zoë", "do": "save"}
    assert guest.post(f"{game}/players", data=form).location == game
    assert "Anna" in text(client.get("/new/don-carlo"))
    page = Page(guest.get(f"{game}/players"))
    form = dict(page.form(action=f"{game}/players").fields) | {"name-0": "ZOË", "do": "save"}
    refused = guest.post(f"{game}/players", data=form)
    assert refused.status_code == 422
    assert "only the house's own bookkeepers can change it" in text(refused)


def test_a_guest_undoes_no_name_that_the_house_has_changed(client, game):
    page = Page(client.get(f"{game}/players"))
    form = dict(page.form(action=f"{game}/players").fields) | {"name-0": "Anneli", "do": "save"}
    assert client.post(f"{game}/players", data=form).location == game
    guest = guest_of(client, game)
    undone = guest.post(f"{game}/undo", data=slip(guest.get(game)))
    assert undone.status_code == 422
    assert "only the house's own bookkeepers can change it" in text(undone)
    assert "Anneli" in text(guest.get(game))


def test_what_went_wrong_leads_back_to_the_game_and_not_home(client, game):
    watcher = watcher_of(client, game)
    lost = watcher.get(f"{game}/nonsense")
    assert lost.status_code == 404
    assert Page(lost).links == [game]
    assert "/" in Page(client.get(f"{game}/nonsense")).links


def test_other_games_of_the_evening_are_not_for_who_watches_one(app, client):
    recorded = json.loads((GAMES / f"{FINISHED[0]}.json").read_text())["document"]
    document = read_document(recorded | {"started": "2026-02-01T20:15:00+01:00"})
    ended = f"/games/{import_documents(app.extensions['desk'], [document, document])[1].id}"
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
def test_a_link_leads_to_where_other_phones_can_reach_it(app, asked, reached):
    with app.test_request_context(base_url=asked):
        assert shared_link("/look/X").address == f"{asked}/look/X"
        app.config["REACHED"] = ["http://192.168.1.7:8000", "http://localhost:8000"]
        assert shared_link("/look/X").address == f"{reached}/look/X"


def test_a_code_says_what_the_link_says(client, game):
    """Its three corners stand where a camera looks for them, on white with room around; the rest is the library's."""
    page = Page(shared(client, game, "watch"))
    drawn = page.first("div", class_="code").first("svg")
    ground, dark = (each.given for each in drawn.all("path"))
    assert (ground["fill"], dark["stroke"]) == ("#fff", "#000")
    assert drawn.given["viewBox"] == "0 0 45 45"
    assert dark["d"].startswith("M4 4.5h7")
    assert hidden(client.get(f"{game}/share"), "seen")
