"""Other phones: the codes on their page, each link's rights and lifetime, and no writing by guests."""

import re

import pytest

from scorekeeper.pairing import new_pairing_key, pairing_key, viewer_key, written
from tests.helpers import begin, send, slip, slot
from tests.pages import Page, text
from tests.web.sharing import GUESTS, device, id_of, link_on, opened, shared, watcher_of

NOT_VALID = "This link is not valid"
VIEW_ONLY = "This phone can only watch"
WAY_IN = "tap “Other phones” on a paired phone, and scan the code there"


@pytest.fixture
def game(client):
    return begin(client, "Anna", "Benito")


@pytest.fixture
def store(app):
    return app.extensions["service"].store


@pytest.fixture
def second(app, store):
    """Another paired phone."""
    return opened(app, f"/pair/{pairing_key(store)}")


def parts(page):
    """Return the text of each part of the page for other phones, without the URLs, by its heading."""
    found = Page(page).all("section")
    return {part.first("h2").text: re.sub(r"http://\S+", "...", part.text) for part in found}


def pressed(client, url, act):
    """Press a button of the page for other phones twice, as after a lost response, and return the next page."""
    form = next(form for form in Page(client.get(url)).forms if ("do", act) in form.fields)
    for _ in range(2):
        answer = client.post(url, data=dict(form.fields))
        assert answer.status_code == 303
    return client.get(answer.location)


def entered(client, game):
    """Return the text of a game's list of plays."""
    return text(client.get(f"{game}/plays"))


def test_share_page_explains_its_three_codes(client, game, store):
    before = parts(client.get(f"{game}/share"))
    assert before["Watch this game"].endswith("change anything. Share this game")
    after = parts(shared(client, game, "watch"))
    assert after == {
        "Pair another phone": "Pair another phone A paired phone can enter and change everything, in all games. "
        f"Code to pair a phone ... Key to type instead: {written(pairing_key(store))} Share the link",
        "Watch this game": "Watch this game Anyone with this link can watch this game live, but can't see other games "
        "or change anything. Code to watch this game ... Share the link Stop sharing this game",
        "Watch all games": "Watch all games Anyone with this link can watch all games and see all players, but can't "
        "change anything. Code to watch all games ... Share the link Replace link (revokes the old one)",
    }
    codes = Page(client.get(f"{game}/share")).all("div", role="img", class_="code")
    assert [code.given["aria-label"] for code in codes] == [
        "Code to pair a phone",
        "Code to watch this game",
        "Code to watch all games",
    ]


def test_share_page_opens_at_most_one_code(client, game):
    def unfolded(url):
        folds = Page(client.get(url)).all("details", name="code")
        return [fold.first("summary").text for fold in folds if "open" in fold.given]

    assert unfolded("/share") == unfolded(f"{game}/share") == []
    shared(client, game, "watch")
    assert unfolded(f"{game}/share") == ["Code to watch this game"]
    assert unfolded(f"{game}/share?done=replace") == ["Code to watch all games"]


def test_share_page_from_home_offers_no_game(client, game):
    assert "/share" in Page(client.get("/")).links
    assert f"{game}/share" in Page(client.get(f"{game}/more")).links
    assert [*parts(client.get("/share"))] == ["Pair another phone", "Watch all games"]
    form = dict(Page(client.get("/share")).forms[0].fields)
    for act in ("watch", "end", "offer", ""):
        assert client.post("/share", data=form | {"do": act}).status_code == 400


@pytest.mark.parametrize("act", ["end", "replace"])
def test_unknown_share_key_is_refused(client, game, act):
    form = dict(Page(shared(client, game, "watch")).forms[0].fields)
    for seen in ("", "none", "x" * 17, "\ud800" * 16):
        sent = form | {"do": act, "seen": seen.encode("utf-8", "surrogatepass")}
        assert client.post(f"{game}/share", data=sent).status_code == 400
    assert "watch-link" in client.get(f"{game}/share").text


@pytest.mark.parametrize("role", [*GUESTS, "stranger"])
def test_first_code_pairs_a_phone_for_all_games(app, client, game, role):
    phone = device(role, app, client, game)
    assert phone.get(link_on(client.get(f"{game}/share"), "pair-link")).status_code == 303
    assert send(phone, game, "012").status_code == 303
    assert send(phone, begin(phone, "Cleo", "Donny"), "1").status_code == 303
    assert Page(phone.get(f"{game}/share")).first(id="pair-link")


@pytest.mark.parametrize("role", GUESTS)
def test_guest_cannot_write_and_sees_how_to_pair(app, client, game, role):
    form = slip(client.get(game)) | slot("agent", 0, cards="012")
    guest = device(role, app, client, game)
    own = form | {"csrf_token": slip(guest.get("/pair"))["csrf_token"]}
    before = entered(client, game)
    posts = {
        "plays": own,
        "undo": own,
        "status": own | {"status": "deleted"},
        "players": own,
        "about": own,
        "share": own,
    }
    for path, data in posts.items():
        answer = guest.post(f"{game}/{path}", data=data)
        assert answer.status_code == 403
        assert VIEW_ONLY in text(answer)
        assert "Nothing was saved." in text(answer)
        assert WAY_IN in text(answer)
        assert {"/pair", game} <= set(Page(answer).links)
    assert entered(client, game) == before
    page = guest.get(f"{game}/share")
    assert (page.status_code, pairing_key(app.extensions["service"].store) in page.text) == (403, False)
    assert VIEW_ONLY in text(page)
    assert "Nothing was saved." not in text(page)


def test_ended_watch_link_stops_all_watchers(app, client, second, game):
    watcher = watcher_of(client, game)
    link = link_on(client.get(f"{game}/share"), "watch-link")
    assert watcher.get(game).status_code == 200
    ended = pressed(second, f"{game}/share", "end")
    assert "Sharing ended. The link to this game no longer works." in text(ended)
    assert "watch-link" not in ended.text
    answer = watcher.get(game)
    assert answer.status_code == 403
    assert NOT_VALID in text(answer)
    assert "/pair" in Page(answer).links
    assert NOT_VALID in text(app.test_client().get(link))
    assert second.get(game).status_code == 200
    assert link_on(shared(client, game, "watch"), "watch-link") != link


def test_ending_watching_affects_only_the_shown_link(client, second, game):
    shared(client, game, "watch")
    late = next(form for form in Page(second.get(f"{game}/share")).forms if ("do", "end") in form.fields)
    pressed(client, f"{game}/share", "end")
    new = link_on(shared(client, game, "watch"), "watch-link")
    assert second.post(f"{game}/share", data=dict(late.fields)).status_code == 303
    assert link_on(client.get(f"{game}/share"), "watch-link") == new


@pytest.mark.parametrize("game_page", [True, False])
def test_link_to_all_games_can_be_replaced(app, client, game, store, game_page):
    url = f"{game}/share" if game_page else "/share"
    viewer = opened(app, link_on(client.get(url), "view-link"))
    assert "Anna, Benito" in text(viewer.get("/"))
    assert viewer.get(game).status_code == 200
    old = viewer_key(store)
    page = pressed(client, url, "replace")
    assert "New link created. The old one no longer works." in text(page)
    assert old != viewer_key(store)
    assert NOT_VALID in text(viewer.get("/"))
    assert NOT_VALID in text(viewer.get(game))
    assert NOT_VALID in text(app.test_client().get(f"/look/{old}"))
    assert opened(app, link_on(page, "view-link")).get("/").status_code == 200


def test_new_pairing_key_unpairs_phones_and_guests(app, client, second, game, store):
    guests = [device(role, app, client, game) for role in GUESTS]
    new_pairing_key(store)
    assert [each.get(game).status_code for each in (client, second, *guests)] == [403] * 4


def test_wrong_watch_link_does_not_reveal_existing_games(app, client, game):
    shared(client, game, "watch")
    unknown = "/games/00000000-0000-4000-8000-000000000000"
    told = [app.test_client().get(f"{each}/watch/{'k' * 16}") for each in (game, unknown)]
    assert [each.status_code for each in told] == [403, 403]
    assert text(told[0]) == text(told[1])


def test_outdated_takeover_link_explains_pairing(app, client, game):
    """Earlier versions handed over games by such links; phones holding one are now guests or strangers."""
    old = f"{game}/take/{'k' * 16}"
    phone = app.test_client()
    answer = phone.get(old)
    assert answer.status_code == 403
    assert "Pair this phone" in text(answer)
    assert text(answer).count("Tap “Other phones” on a paired phone, and scan the code there.") == 1
    with phone.session_transaction() as session:
        session["device"], session["watches"] = "abcdefghijklmnop", [[id_of(game), ""]]
    assert NOT_VALID in text(phone.get(game))
    assert client.get(old).status_code == 404
