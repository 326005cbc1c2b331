"""Correcting names, page by page: renaming, merging, hiding from the suggestions, permanent removal."""

from datetime import timedelta

import pytest

from scorekeeper.core.messages import DIRECTION, ISOLATED, isolated
from scorekeeper.store.exporting import documents as exported
from tests.conftest import EVENING
from tests.documents import game_document, import_documents, read_document
from tests.helpers import begin
from tests.pages import Page, text

pytestmark = pytest.mark.ids_of_the_store


@pytest.fixture
def games(client):
    """Two games: Anneli is person 1, Ben 2, Anna 3, Cleo 4."""
    return begin(client, "Anneli", "Ben"), begin(client, "Anna", "Cleo")


def press(client, page, **filled):
    """Send the form of a page, and return the page after all redirects."""
    form = next(each for each in Page(client.get(page)).forms if each.given.get("method") == "post")
    return client.post(form.given["action"], data=dict(form.fields) | filled, follow_redirects=True)


def back(client, answer, **filled):
    """Press Undo on a page."""
    page = Page(answer)
    form = next(each for each in page.forms if each.given.get("method") == "post")
    undo = next(value for _, value in page.buttons if value.startswith("undo:"))
    return client.post(form.given["action"], data=dict(form.fields) | {"do": undo} | filled, follow_redirects=True)


def test_person_is_renamed_and_the_change_undone(client, games):
    page = press(client, "/players/1/edit", name="  Annelie ", do="rename")
    assert "Anneli is now called Annelie." in text(page)
    assert page.request.path == "/players/1/edit"
    assert "Annelie" in text(client.get(games[0]))
    assert "Annelie is now called Anneli." in text(back(client, page))
    later = client.get("/players/1/edit")
    assert "Earlier changes" in text(later)
    assert "Anneli is now called Annelie." in text(back(client, later))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "A player needs a name."),
        ("x" * 41, "A name can have at most 40 characters; this one has 41."),
        ("anna", "Anna is already another player's name. Choose another one."),
        ("Ann\u200fa", "A name cannot contain invisible characters or direction marks. Type it again."),
    ],
)
def test_invalid_name_is_refused_at_its_field(client, games, dump, name, fault):
    written = dump()
    answer = press(client, "/players/1/edit", name=name, do="rename")
    page = Page(answer)
    assert answer.status_code == 422
    assert page.first(id="name-fault").text == fault
    assert page.first("input", id="name").has(**{"aria-invalid": "true", "value": name})
    assert [link for link in page.links if "into" in link] == (["/players/1/merge?into=3"] if name == "anna" else [])
    assert dump() == written


def test_names_are_merged_and_split_again(client, games):
    asked = text(client.get("/players/1/merge?into=3"))
    assert "Is Anneli the same person as Anna?" in asked
    assert "Anneli: 1 game" in asked
    done = press(client, "/players/1/merge?into=3")
    assert done.request.path == "/players/3/edit"
    assert "Anneli and Anna are one person now: Anna." in text(done)
    assert "Anna is in 2 games. Games in progress, archived and deleted games are included." in text(done)
    assert "Anneli" not in text(client.get(games[0]))
    for page in ("edit", "merge?into=4", "remove"):  # links to Anneli redirect to Anna
        assert client.get(f"/players/1/{page}").location == f"/players/3/{page}"
    split = back(client, client.get("/players/3/edit"))
    assert split.request.path == "/players/1/edit"
    assert "Anneli and Anna are two people again." in text(split)
    assert "one person now" in text(back(client, split))
    split = back(client, client.get("/players/3/edit"))
    begin(client, "Anneli", "Anna")
    answer = back(client, split)
    assert (answer.status_code, Page(answer).alert) == (422, "They played in the same game, so they are two people.")


def test_players_of_one_game_cannot_be_merged(client, games, dump):
    page = client.get("/players/1/merge?into=2")
    assert games[0] in Page(page).links
    assert "Merge into" not in text(page)
    written = dump()
    answer = press(client, "/players/1/merge?into=2")
    assert answer.status_code == 422
    for each in (page, answer):
        assert "Anneli and Ben can't be merged" in Page(each).alert
    assert dump() == written


def test_merge_candidates_are_typed_or_similar_names(client, games):
    begin(client, "Annelie", "Dora")
    page = Page(client.get("/players/1/merge"))
    assert "/players/1/merge?into=5" in page.links
    assert client.get("/players/1/merge?name=%20annelie").location == "/players/1/merge?into=5"
    for name, fault in (
        ("Nobody", "No player by that name. Check the spelling."),
        ("anneli", "That is the same name."),
    ):
        answer = client.get(f"/players/1/merge?name={name}")
        assert answer.status_code == 422
        assert fault in Page(answer).first(id="name-fault").text
        assert Page(answer).field("name") == name


def test_removal_shows_its_effects_and_requires_the_checkbox(client, games, dump):
    for game, note in zip(games, ("Ben was late", "A long evening"), strict=False):
        about = Page(client.get(f"{game}/about")).form(method="post")
        client.post(about.given["action"], data=dict(about.fields) | {"note": note})
    press(client, "/players/2/edit", name="Bentio", do="rename")
    page = text(client.get("/players/2/remove"))
    assert ("Ben was late" in page, "A long evening" in page) == (True, False)
    assert "Bentio becomes NN 2 in 1 game." in page
    assert "Former names are removed as well: Ben." in page
    assert "Downloaded backups and exported files still contain the name" in page
    assert "These games continue with the new name." in page
    written = dump()
    answer = press(client, "/players/2/remove")
    assert answer.status_code == 422
    assert Page(answer).first(id="sure-fault").text.startswith("Tick the box first")
    assert dump() == written
    done = press(client, "/players/2/remove", sure="yes")
    assert "The name was removed. Games now show NN 2." in text(done)
    assert not [value for _, value in Page(done).buttons if value.startswith("undo:")]
    for gone in ("Suggest this name again", "Remove this name permanently"):
        assert gone not in text(done)
    game = text(client.get(games[0]))
    assert ("NN 2" in game, "Ben" in game) == (True, False)


def test_similar_and_unused_names_are_listed_for_tidying(app, client, games):
    begin(client, "Annelie", "Zoe")
    begin(client, "Zoë", "Ben")
    page = client.get("/players/names")
    assert "Merge Annelie (1 game) and Anneli (1 game)" in text(page)
    assert "/players/7/merge?into=6" in Page(page).links
    assert "hide:4" not in [value for _, value in Page(page).buttons]
    later = EVENING + timedelta(days=3 * 365)
    object.__setattr__(app.extensions["service"], "clock", lambda: later)
    hidden = press(client, "/players/names", do="hide:4")
    assert "Cleo is no longer suggested." in text(hidden)
    assert "hide:4" not in [value for _, value in Page(hidden).buttons]
    assert "Cleo is suggested again." in text(back(client, hidden))
    for do, suggested in (("hide", False), ("show", True)):
        press(client, "/players/4/edit", do=do)
        assert ("seat:Cleo" in [value for _, value in Page(client.get("/new/don-carlo")).buttons]) == suggested


def test_stale_name_form_is_refused(client, games, dump):
    pages = {
        page: Page(client.get(page)) for page in ("/players/1/edit", "/players/1/merge?into=3", "/players/1/remove")
    }
    press(client, "/players/1/edit", name="Annelie", do="rename")
    written = dump()
    for page, seen in pages.items():
        form = seen.form(method="post")
        answer = client.post(form.given["action"], data=dict(form.fields) | {"sure": "yes", "name": "Zoe"})
        assert answer.status_code == 409, page
        assert "The name has changed since you opened this page" in Page(answer).alert
    assert dump() == written


def test_person_unknown_or_without_a_game_has_no_page(client, games):
    form = Page(client.get(f"{games[1]}/players")).form(method="post")
    seats = dict(form.fields) | {"name-1": "Dov", "new-names": "here", "do": "save"}  # instead of Cleo, person 4
    assert client.post(f"{games[1]}/players", data=seats).status_code == 303
    people = ("4", "99", "0", "-1", "x", "9" * 30)
    urls = [f"/players/{who}/{page}" for who in people for page in ("edit", "merge", "remove")]
    urls += [f"/players/1/merge?into={other}" for other in ("1", "4", "99", "x", "", "9" * 30)]
    assert {url: client.get(url).status_code for url in urls} == dict.fromkeys(urls, 404)
    for changed in ("99", "x", "9" * 30, ""):
        for page in ("/players/1/edit", "/players/names"):
            answer = client.get(f"{page}?changed={changed}")
            assert (answer.status_code, Page(answer).all(id="changed")) == (200, [])


HOSTILE = ("\u202eAda", "<b>Bo\u200f", "\u2069\u202e{0.x}%(a)s")
OF_A_GAME = ("", "/plays", "/plays/1", "/replay", "/rules", "/players", "/bgstats", "/about", "/share", "/stop")
OF_ALL = ("/", "/past", "/players", "/players/1", "/players/1/2", "/players/1/edit", "/players/names", "/records")


def test_hostile_names_are_shown_as_text_on_every_page(app, client):
    """Names with direction marks come with imported documents: sentences isolate them, forms contain them unchanged."""
    plays = [{"kind": "agent", "player": name, "cards": [at + 1]} for at, name in enumerate(HOSTILE)]
    documents = [game_document("don-carlo", HOSTILE, [*plays, *end]) for end in ([{"kind": "stop"}], [])]
    found = [read_document(each | {"started": "2026-03-01T19:35:00+01:00"}) for each in documents]
    games = [f"/games/{each.id}" for each in import_documents(app.extensions["service"], found)]
    assert {each.table.players for each in exported(app.extensions["service"])} == {HOSTILE}
    seen = ""
    for url in (*OF_ALL, "/years", "/new/don-carlo", *(game + page for game in games for page in OF_A_GAME)):
        answer = client.get(url, follow_redirects=True)
        assert (answer.status_code, "<b>Bo" in answer.text) == (200, False), url
        assert not DIRECTION.search(ISOLATED.sub("", text(answer))), url
        seen += text(answer)
    assert all(isolated(name) in seen for name in HOSTILE)
    again = client.get(f"{games[1]}/players")
    assert [Page(again).first("input", id=f"name-{seat}").given["value"] for seat in range(3)] == list(HOSTILE)
    assert press(client, f"{games[1]}/players", do="save").status_code == 200
    assert "is now called Ada." in text(press(client, "/players/1/edit", name="Ada", do="rename"))
