"""The page on which any game is found: order, search, filters, and pads that are not there yet."""

import dataclasses
from datetime import UTC, datetime

from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.titles import catalogue, ready
from tests.pages import Page, text
from tests.web.pads import begin, made

GERMAN = {"Accept-Language": "de"}


def rows(client, query="", headers=None):
    """Return the names in each part of the page, by its heading; "" for hidden ones."""
    page = Page(client.get(f"/new?{query}", headers=headers or {}))
    found = page.first(id="found")
    heads = [each.first("span").text for each in found.all("h2")]
    lists = [[row.first("b").text for row in each.all("a", class_="game")] for each in found.all("ul")]
    return dict(zip([*heads, ""], lists, strict=False))


def names(client, query, headers=None):
    return [name for part in rows(client, query, headers).values() for name in part]


def slug_of(name):
    return next(each.slug for each in ready().values() if each.name == name)


def test_catalogue_has_every_shipped_game_and_no_other():
    shipped = {each.name for each in (*ready().values(), *all_rulebooks().values())}
    assert shipped == {*catalogue()}
    assert {each.kind for each in catalogue().values()} == {"cards", "dice", "board"}


def test_every_shipped_game_is_listed_once_from_a_to_z(client):
    found = rows(client)
    assert list(found) == ["Not played yet"]
    assert len(found["Not played yet"]) == len(catalogue())
    assert found["Not played yet"] == sorted(found["Not played yet"], key=str.casefold)
    assert f"{len(catalogue())} games to play" in text(client.get("/new"))
    assert f"{len(catalogue())} games, or your own score pad" in text(client.get("/"))


def test_played_games_come_first_by_day(client):
    extensions, own = client.application.extensions, made(client, name="Skaat")
    for day, slug in enumerate((slug_of("qwirkle"), own, "carta-nostra", slug_of("pandemic"), own), 1):
        now = datetime(2026, 11, day, 20, tzinfo=UTC)
        extensions["service"] = dataclasses.replace(extensions["service"], clock=lambda now=now: now)
        begin(client, slug, "Ada", "Bo")
    found = rows(client)
    assert found["Played"] == ["Skaat", "Pandemic", "Carta Nostra", "Qwirkle"]
    assert "Qwirkle" not in found["Not played yet"]


TYPED = [
    ("kniffel", "Yatzy"),
    ("Kniffle", "Yatzy"),
    ("HERZELN", "Hearts"),
    ("rommé", "Rummy"),
    ("Skul King", "Skull King"),
    ("skullking", "Skull King"),
    ("6nimmt", "6 nimmt!"),
    ("burgen von burgund", "The Castles of Burgundy: The Card Game"),
]


def test_games_are_found_by_other_names_and_despite_typing_errors(client):
    for typed, name in TYPED:
        assert name in names(client, f"find={typed}"), typed
        assert names(client, f"find={typed}", GERMAN), typed


def test_games_are_found_by_kind_and_number_of_players(client):
    assert "Yatzy" in names(client, "kind=dice")
    assert "Hearts" in names(client, "kind=cards")
    assert not {"Yatzy", "Hearts"} & {*names(client, "kind=board")}
    assert names(client, "kind=together") == ["Pandemic"]
    assert "Yatzy" in names(client, "players=1")
    assert "Scrabble" not in names(client, "players=1")
    assert "Don Carlo" not in names(client, "players=5")
    assert names(client, "players=4&kind=board&find=scra") == ["Scrabble"]
    form = Page(client.get("/new?find=sk&players=3&kind=cards")).form(action="/new")
    assert dict(form.fields) == {"find": "sk", "players": "3", "kind": "cards"}
    for nonsense in ("players=0", "players=99", "players=x", "kind=nothing"):
        assert len(names(client, nonsense)) == len(catalogue())


def test_missing_game_leads_to_a_pad_with_its_name(client):
    page = Page(client.get("/new?find=Xyloph"))
    assert "No matching game." in page.text
    (url,) = (each for each in page.links if each.startswith("/pads/new?"))
    assert dict(Page(client.get(url)).form(action="/pads/new").fields)["name"] == "Xyloph"


def test_names_are_in_the_language_of_the_reader(client):
    begin(client, made(client, name="<b>Skaat</b>"), "Ada", "Bo")
    page = client.get("/new", headers=GERMAN)
    assert "<b>Skaat" not in page.text
    assert "Burgen von Burgund" in text(page)
