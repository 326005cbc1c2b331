"""Making, editing, merging and hiding pads, the change of a pad during a game, and the lists of titles."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from scorekeeper.paths import PACKAGE
from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.titles import read_pad
from scorekeeper.web.seating.pad_form import PadForm, pad_values
from tests.checked import findings
from tests.helpers import begin as begin_don_carlo
from tests.helpers import slip
from tests.pads.facts import PHASES, SCIENCE, WIZARD
from tests.pages import Page, text
from tests.web import pads
from tests.web.pads import made, make, rounds, send

pytestmark = pytest.mark.ids_of_the_store

SHIPPED = sorted((PACKAGE / "pads" / "titles").glob("*.toml"))
CHOSEN = {"limit": {"least": 50, "most": 500, "default": 100}}
RICH = {
    "title": {"en": "Rummy", "de": "Rommé"},
    "players": [2, 6],
    "unit": ["point", "points"],
    "rounds": {"least": 0, "deals": True, "empty": 0},
    "end": CHOSEN,
    "tie_breaks": ["last round", "best round"],
    "begins": "winner",
}

TIED = {
    "title": "Farm",
    "players": 2,
    "rows": [{"name": {"en": "Gold", "de": "Gold"}, "most": 9}, {"name": {"en": "Sheep", "de": "Schafe"}}],
    "bonuses": [{"name": "Rich", "rows": ["Sheep"], "from": 3, "points": 5}],
    "tie_breaks": ["Sheep"],
    "decimals": 1,
}
ENVELOPE = {"csrf_token", "entry_key", "revision", "seated"}
NO_NAME, NO_NUMBER = "A game needs a name.", "Type a whole number, such as 3."
FIXED = "This pad has been played, so its winning condition is fixed."


@pytest.fixture
def client(shared_app, tmp_path):
    app = shared_app.over(tmp_path / "instance")
    yield shared_app.paired_client()
    service = app.extensions["service"]
    assert findings(service) == ()
    with open_snapshot(service.store.path) as database:
        assert verify(database, service.rulebooks).findings == ()
    service.store.close()


def begin(client, slug):
    return pads.begin(client, slug, "Ada", "Bo")


def enter(client, game, *points):
    assert send(client, game, rounds(*points)).status_code == 303


def facts_of(client, slug):
    return client.application.extensions["service"].rulebooks[slug].definition


def ready(client, name):
    """Return the slug of a game that is shipped as a pad."""
    return next(each[len("/new/") :] for each in Page(client.get("/new")).links if each.startswith(f"/new/{name}~"))


def edit(client, slug, **fields):
    """Send the form of a pad with these fields."""
    form = dict(Page(client.get(f"/pads/{slug}")).form(action=f"/pads/{slug}").fields)
    return client.post(f"/pads/{slug}", data=form | {"do": "save"} | fields)


def slug_of(answer):
    assert answer.status_code == 303, text(answer)
    return answer.location.removeprefix("/pads/").partition("?")[0]


def undo(client, answer):
    """Press Undo on the page after a change."""
    shown = Page(client.get(answer.location))
    button = shown.first("button", id="undo").given["value"]
    url = answer.location.partition("?")[0]
    return client.post(url, data=dict(shown.form(action=url).fields) | {"do": button})


@pytest.mark.parametrize(
    ("sent", "facts"),
    [
        ({"wins": "lowest", "limit": "−50"}, {"wins": "lowest", "rounds": {}, "end": {"limit": -50}}),
        (
            {"ties": "best round", "deals": "yes", "decides": "no category"},
            {"wins": "highest", "rounds": {"deals": True}, "end": {}, "tie_breaks": ["best round"]},
        ),
        ({"sort": "entries", "limit": "50"}, {"wins": "highest", "entry": "turn", "end": {"limit": 50}}),
        ({"sort": "entries", "order": "any", "most": "9"}, {"wins": "highest", "entry": "any", "end": {}}),
        (
            {"decimals": "1", "teams": "yes"},
            {"wins": "highest", "rounds": {}, "end": {}, "decimals": 1, "teams": True},
        ),
        ({"sort": "cooperative", "decimals": "1", "teams": "yes", "limit": "no number"}, {"cooperative": True}),
        ({"sort": "cooperative", "counted": "yes"}, {"cooperative": True, "rounds": {}}),
        (
            {"sort": "cooperative", "counted": "yes", "decimals": "2"},
            {"cooperative": True, "rounds": {}, "decimals": 2},
        ),
        ({"sort": "winner", "counted": "yes", "decimals": "2", "wins": "whoever"}, {"only_winner": True}),
        (
            {"sort": "rows", "rows": "Gold\r\n\r\n  Sheep \r\n", "decides": " sheep ", "ties": "last round"},
            {"wins": "highest", "rows": ["Gold", "Sheep"], "tie_breaks": ["Sheep"]},
        ),
    ],
)
def test_pad_form_offers_each_way_to_score(client, sent, facts):
    slug = made(client, name=" Farm ", **sent)
    assert facts_of(client, slug) == {"title": "Farm", "players": [1, 20], **facts}
    assert made(client, name="Farm", **sent) == slug
    if "counted" not in sent or sent["sort"] == "cooperative":
        assert slug_of(edit(client, slug)) == slug  # the form of the pad is filled in from these facts


@pytest.mark.parametrize(
    ("fields", "where", "says"),
    [
        ({"name": " \t "}, "name", NO_NAME),
        ({"name": "x" * 101}, "name", "A name can have at most 100 characters; this one has 101."),
        ({"name": "Sky\u202ejo"}, "name", "A name cannot contain invisible characters"),
        ({"sort": "nobody"}, "sort", "Choose one of these."),
        ({"wins": "whoever"}, "wins", "Whoever is not one of highest, lowest."),
        ({"sort": "rows"}, "rows", "Enter the categories, one per line."),
        ({"sort": "rows", "rows": "\n".join(map(str, range(61)))}, "rows", "There can be at most 60 categories."),
        ({"sort": "rows", "rows": "Gold\ngold"}, "rows", "The name 'gold' is used twice."),
        ({"sort": "rows", "rows": "Gold", "decides": "Silver"}, "decides", "Enter the name of one of the"),
        ({"ties": "whoever"}, "ties", "Whoever is not one of last round, best round."),
        ({"limit": "9" * 5_000}, "limit", NO_NUMBER),
        ({"limit": "0"}, "limit", "With 0 the game would be over before the first entry."),
        ({"limit": "9999999"}, "limit", "A number must be between -1,000,000 and 1,000,000."),
        ({"most": "3.5"}, "most", NO_NUMBER),
        ({"most": "1001"}, "most", "A number from 1 to 1000 is needed here."),
    ],
)
def test_invalid_pad_is_refused_at_its_field_and_not_stored(client, fields, where, says):
    sent = {"name": "Farm", "wins": "lowest"} | fields
    refused = make(client, **sent)
    assert refused.status_code == 422
    page = Page(refused)
    assert says in page.first(id=f"{where}-fault").text
    shown = dict(page.form(action="/pads/new").fields)
    kept = {each: shown[each] for each in sent if each not in ("sort", "wins", "ties")}
    assert kept == {each: sent[each] for each in kept}
    assert not [slug for slug in client.application.extensions["service"].rulebooks if slug.startswith("farm~")]


def test_played_pad_is_edited_for_new_games_only(client):
    slug = made(client, name="Rummy", limit="100")
    old = begin(client, slug)
    for fields, where, says in (
        ({"name": ""}, "name", NO_NAME),
        ({"limit": "many"}, "limit", NO_NUMBER),
        ({"wins": "lowest"}, "wins", FIXED),
        ({"sort": "winner"}, "sort", FIXED),
    ):
        refused = Page(edit(client, slug, most="7", **fields))
        assert says in refused.first(id=f"{where}-fault").text
        assert dict(refused.form(action=f"/pads/{slug}").fields)["most"] == "7"
    after = slug_of(edit(client, slug, limit="50", deals="yes"))
    for game, finished in ((old, False), (begin(client, after), True)):
        enter(client, game, 60, 20)
        assert ("Ada wins" in text(client.get(game))) is finished
    assert "The game ends when a player has 50." in text(client.get(begin(client, slug)))
    assert make(client, name="Rummy", limit="100").location == f"/pads/{after}"


def test_renamed_pad_has_its_name_everywhere_until_undone(client):
    slug = made(client, name="Rumy", limit="100")
    game = begin(client, slug)
    enter(client, game, 100, 20)
    assert f"/pads/{slug}" in Page(client.get("/new")).links
    renamed = edit(client, slug, name=" Rummy ")
    for url in ("/", "/past", "/records", "/years", "/new", game, f"{game}/plays", renamed.location):
        page = text(client.get(url))
        assert "Rummy" in page, url
        assert "Rumy" not in page or url == renamed.location
    assert f"/new/{slug}" not in [each.given["href"] for each in Page(client.get("/")).all("a", class_="tile")]
    assert "Points by round, to 100, most points" in text(client.get(renamed.location))
    assert "1 game, last on" in text(client.get(renamed.location))
    assert json.loads(client.get(f"{game}/document").text)["definition"]["title"] == "Rumy"
    for old in (f"/pads/{slug}", f"/records/{slug}"):
        assert slug_of(client.get(old)).rpartition("/")[2] == slug_of(renamed)
    for url in (f"/new/{slug}", client.get(f"{game}/rematch").location):
        assert "New game: Rummy" in text(client.get(url))
    assert slug_of(undo(client, renamed)) == slug
    assert "Rumy" in text(client.get("/"))


def test_facts_unknown_to_the_form_survive_an_edit(app):
    for headers in ({}, {"Accept-Language": "de"}):
        for facts in (RICH, TIED, WIZARD, SCIENCE, PHASES, *(read_pad(path).definition for path in SHIPPED)):
            with app.test_request_context("/", headers=headers):
                assert_form_keeps(facts)
    facts = {"title": "Dice", "players": [2, 6], "entry": "turn", "end": {**CHOSEN, "rounds": 9}}
    with app.test_request_context("/"):
        # The number of rounds belongs to taking turns.
        form = PadForm(**pad_values(facts) | {"order": "any"})
        assert form.facts(facts) == facts | {"entry": "any", "end": CHOSEN}


def assert_form_keeps(facts):
    """The form of a pad, filled in and read in a language, changes only what was typed."""
    form = PadForm(**pad_values(facts))
    assert form.validate()
    assert form.facts(facts) == facts
    form.name.data = "Another name"
    assert form.facts(facts) == {**facts, "title": "Another name"}
    form.limit.data = "70"
    if form.sort.data in ("rounds", "entries"):
        chosen = facts.get("end", {}).get("limit")
        limit = {**chosen, "default": 70} if isinstance(chosen, dict) else 70
        assert form.facts(facts)["end"] == {**facts.get("end", {}), "limit": limit}


def test_stale_pad_edit_is_shown_again(client):
    slug = made(client, name="Skat")
    form = dict(Page(client.get(f"/pads/{slug}")).form(action=f"/pads/{slug}").fields) | {"do": "save"}
    first = client.post(f"/pads/{slug}", data=form | {"name": "Skaat"})
    assert slug_of(client.post(f"/pads/{slug}", data=form | {"name": "Skaat"})) == slug_of(first)  # sent twice
    late = client.post(f"/pads/{slug}", data=form | {"name": "Scat"})
    assert (late.status_code, "has changed since you opened the page" in text(late)) == (409, True)
    assert dict(Page(late).form(action=f"/pads/{slug_of(first)}").fields)["name"] == "Scat"


def test_pads_are_merged_and_separated(client):
    one, other = made(client, name="Scat", limit="100"), made(client, name="Skat", limit="200")
    golf = made(client, name="Golf", wins="lowest")
    for slug in (one, other):
        enter(client, begin(client, slug), 200, 20)
    offered = Page(client.get(f"/pads/{one}/merge")).links
    assert (f"/pads/{one}/merge?into={other}" in offered, any(golf in each for each in offered)) == (True, False)
    asked = client.get(f"/pads/{one}/merge?into={other}")
    assert "Merge Scat into Skat?" in text(asked)
    merged = client.post(f"/pads/{one}/merge", data=dict(Page(asked).form(action=f"/pads/{one}/merge").fields))
    assert slug_of(merged) == other
    assert "2 games" in text(client.get(merged.location))
    refused = client.post(f"/pads/{other}/merge", data=slip(client.get("/pads/new")) | {"into": golf})
    assert (refused.status_code, "merge pads with different winning conditions" in text(refused)) == (409, True)
    assert slug_of(undo(client, merged)) == one
    assert "1 game," in text(client.get(f"/pads/{one}"))


def test_hidden_pad_is_not_offered_but_keeps_its_history(client):
    slug, hearts = made(client, name="Skat"), ready(client, "hearts")
    enter(client, begin(client, slug), 3, 4)
    for pad in (slug, hearts):
        edit(client, pad, do="hide")
        assert f"/new/{pad}" not in Page(client.get("/new")).links
    edit(client, hearts, do="show")
    assert f"/new/{hearts}" in Page(client.get("/new")).links
    assert "Skat" in text(client.get("/"))
    after = slug_of(edit(client, hearts, name="Queen of spades"))
    assert facts_of(client, after) == {**facts_of(client, hearts), "title": "Queen of spades"}


def test_urls_without_a_pad_are_not_found(client):
    token = slip(client.get("/pads/new"))
    for slug in ("nothing", "don-carlo", "x~0123456789ab"):
        for page in ("", "/merge", "/copy"):
            assert client.get(f"/pads/{slug}{page}").status_code == 404
            assert client.post(f"/pads/{slug}{page}", data=token | {"do": "save"}).status_code == 404
    assert client.get("/new/nothing").status_code == 404
    slug = made(client, name="Skat")
    assert client.get(f"/pads/{slug}/merge?into=nothing").status_code == 404
    assert client.post(f"/pads/{slug}", data=token | {"do": "dance"}).status_code == 400


def change_pad(client, game, **fields):
    page = client.get(f"{game}/pad")
    return client.post(f"{game}/pad", data=dict(Page(page).form(action=f"{game}/pad").fields) | fields)


def test_pad_of_a_running_game_changes_after_confirmation(client):
    game = begin(client, made(client, name="Skat", limit="100"))
    enter(client, game, 60, 20)
    assert f"{game}/pad" in Page(client.get(f"{game}/more")).links
    asked = change_pad(client, game, wins="lowest", limit="50")
    assert asked.status_code == 422
    assert "The game is over with this. Bo leads instead of Ada." in text(asked)
    again = dict(Page(asked).form(action=f"{game}/pad").fields)
    sure = {"sure": Page(asked).first("button", name="sure").given["value"]}
    other = client.post(f"{game}/pad", data=again | sure | {"limit": "90"})  # not what was confirmed
    assert (other.status_code, "Bo leads instead of Ada." in text(other)) == (422, True)
    assert client.post(f"{game}/pad", data=again | sure).location == game
    assert "Bo wins" in text(client.get(game))
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert "The game ends when a player has 100." in text(client.get(game))
    unchanged = change_pad(client, game)
    assert (unchanged.status_code, "No changes to save." in text(unchanged)) == (422, True)
    bad = Page(change_pad(client, game, limit="x", most="7"))
    assert "Type a whole number" in bad.first(id="limit-fault").text
    assert dict(bad.form(action=f"{game}/pad").fields)["most"] == "7"


def test_pads_with_options_or_without_points_cannot_be_changed(client):
    def offered(slug):
        return {*dict(Page(client.get(f"{begin(client, slug)}/pad")).form(class_="begin").fields)} - ENVELOPE

    assert {"limit", "wins"} & offered(ready(client, "rummy")) == {"wins"}
    for order, fields in (("turn", {"limit", "most", "wins"}), ("any", {"limit", "wins"})):
        assert offered(made(client, name="Scrabble here", sort="entries", order=order)) == fields
    game = begin(client, made(client, name="Mafia", sort="winner"))
    assert client.get(f"{game}/pad").status_code == 404
    assert f"{game}/pad" not in Page(client.get(f"{game}/more")).links


@pytest.mark.parametrize(
    ("name", "slug"),
    [("💥", "pad"), ("../../etc", "etc"), ("<script>alert(1)</script>", "script-alert-1-script"), ("2048", "2048")],
)
def test_hostile_pad_names_are_escaped_on_every_page(client, name, slug):
    pad = made(client, name=name)
    assert pad.partition("~")[0] == slug
    for url in (begin(client, pad), "/", "/new"):
        page = client.get(url)
        assert (name in text(page), "<script>alert" in page.text) == (True, False)


def test_number_of_pads_is_limited(client, monkeypatch):
    hearts, rulebooks = ready(client, "hearts"), client.application.extensions["service"].rulebooks
    assert hearts not in rulebooks
    monkeypatch.setattr("scorekeeper.store.games.MAX_DEFINITIONS", 1)
    assert made(client, name="Never played")
    assert made(client, name="One") == made(client, name="One")
    assert not [slug for slug in rulebooks if slug.startswith("never")]
    pads.begin(client, hearts, "Ada", "Bo", "Cy")
    assert hearts in rulebooks  # a ready pad is stored with its first game
    refused = make(client, name="Two")
    assert refused.status_code == 409
    assert "There are already 1 score pads" in text(refused)
    assert dict(Page(refused).form(action="/pads/new").fields)["name"] == "Two"


def tiles(client):
    return [each.given["href"].removeprefix("/new/") for each in Page(client.get("/")).all("a", class_="tile")]


def test_home_tiles_are_the_six_latest_titles(client):
    installed = tiles(client)
    assert len(installed) == 4
    app, minutes, start = client.application, count(), datetime.now(UTC)
    app.extensions["service"] = dataclasses.replace(
        app.extensions["service"], clock=lambda: start + timedelta(minutes=next(minutes))
    )
    slugs = [made(client, name=f"Pad {number}") for number in range(5)]
    for slug in slugs:
        begin(client, slug)
    begin_don_carlo(client, "Ada", "Bo")
    begin(client, slugs[1])
    assert tiles(client) == [slugs[1], "don-carlo", *slugs[:1:-1], slugs[0]]
    edit(client, slugs[4], do="hide")
    assert tiles(client) == [slugs[1], "don-carlo", slugs[3], slugs[2], slugs[0], installed[0]]
    missing = {f"/new/{slug}" for slug in {*installed} - {*tiles(client)}}
    assert missing <= {*Page(client.get("/new")).links}


def test_titles_are_distinct_and_sorted_without_case_and_accents(client):
    names = ["Zug", "CATAN", "azul", "Äpfel", "Catan Junior"]
    slugs = [made(client, name=name, most="1") for name in names]
    skat = [made(client, name="Skat", most="1", wins=wins) for wins in ("highest", "lowest")]
    for slug in (*slugs, *skat):
        enter(client, begin(client, slug), 3, 4)
    expected = ["Äpfel", "azul", "CATAN", "Catan Junior", "Zug"]
    offered = Page(client.get(f"/pads/{slugs[2]}/merge")).links
    others = [into for link in offered if (into := link.partition("into=")[2]) in slugs]
    assert [names[slugs.index(each)] for each in others] == [each for each in expected if each != "azul"]
    options = [each.text for each in Page(client.get("/past")).first(id="title").all("option")]
    assert [each for each in options if each in names] == expected
    player = next(each for each in Page(client.get("/players")).links if each.startswith("/players/1"))
    for url in ("/past", "/records", "/years", player, "/players/1/2"):
        assert "Skat (fewest points)" in text(client.get(url)), url
    for url in ("/past", "/records"):
        shown = [each.text for each in Page(client.get(url)).all(class_="tab-name")]  # without an emblem
        assert len(shown) == len({*shown}) >= len(names)
