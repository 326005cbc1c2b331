"""Each page has the styles it needs, and none of another title."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.rulebooks import all_rulebooks
from tests.documents import import_documents, read_document, score_document
from tests.helpers import slip
from tests.pages import Page
from tests.seats import at_seat

GAMES = Path(__file__).parents[1] / "games"
TITLES = all_rulebooks()
CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")


def finished(slug):
    """Return the first finished recorded game of a title."""
    recorded = (json.loads(path.read_text())["document"] for path in sorted((GAMES / slug).glob("*.json")))
    return next(each for each in recorded if score_document(each)[0].get("finished"))


@pytest.fixture
def games(app):
    """Two games of each title by its slug: a finished one, and the same one without its last play."""
    found = {}
    for slug in TITLES:
        document = finished(slug)
        cut = {name: value for name, value in document.items() if name not in ("id", "ended")}
        cut |= {"plays": document["plays"][:-1]}
        both = [read_document(each) for each in (document, cut)]
        found[slug] = [f"/games/{game.id}" for game in import_documents(app.extensions["service"], both)]
    return found


def styles(page):
    """Return the style sheets in the head of a page, in their order."""
    found = [each for each in page.first("head").content if getattr(each, "tag", "") == "link"]
    urls = [each.given["href"] for each in found if each.given["rel"] == "stylesheet"]
    return [re.sub(r"^/static/\w+/", "", url) for url in urls]


def pages_of(app, client, slug, game):
    """Return each page about a game, by its URL, and the page that begins another game of its title."""
    names = [*(each.name for each in TITLES[slug].helpers), *TITLES[slug].pages.extra_pages]
    answers = {f"/new/{slug}": client.get(f"/new/{slug}")}
    for rule in app.url_map.iter_rules():
        of_all_titles = rule.endpoint.startswith("evening.")
        if "GET" in rule.methods and "game_id" in rule.arguments and not of_all_titles:
            path = rule.rule.replace("<int:number>", "1").replace("/games/<uuid:game_id>", game)
            urls = {path.replace("<name>", name) for name in names} if "<name>" in path else {path}
            answers |= {url: client.get(url) for url in urls}
    answers["refused"] = client.post(f"{game}/plays", data=slip(answers[game]))
    shown = {where: answer for where, answer in answers.items() if "Content-Disposition" not in answer.headers}
    return {
        where: Page(answer)
        for where, answer in shown.items()
        if answer.mimetype == "text/html" and answer.status_code in (200, 422)
    }


@pytest.mark.parametrize("slug", ["don-carlo", "prodigals-club"])
def test_every_game_page_has_its_titles_styles(app, client, games, slug):
    found = [pages_of(app, client, slug, game) for game in games[slug]]
    assert min(len(pages) for pages in found) >= 8
    for where, page in [each for pages in found for each in pages.items()]:
        table = page.first("main").given["class"] in ("table", "screen-main", "rules", "finale-main")
        linked = ["style.css", *([] if table else ["pages.css"]), f"rulebooks/{slug}.css"]
        assert styles(page) in (linked, *([*linked, each] for each in ("history.css", "rules.css", "finale.css"))), (
            where
        )
        assert not table or where in games[slug] or where.endswith(("/screen", "/rules", "/finale", "/before"))


def test_table_pages_have_all_styles_they_use(app, client, games):
    files = app.extensions["assets"]
    tables = [Page(client.get(each)) for game in games.values() for each in (game[1], f"{game[1]}?seat={at_seat(1)}")]
    worn = {name for page in tables for each in page.walk() for name in each.given.get("class", "").split()}
    defined = {name: {*CLASS.findall(files[name].body.decode())} for name in ("style.css", "pages.css")}
    assert len(worn & defined["style.css"]) > 50
    assert worn & (defined["pages.css"] - defined["style.css"]) == set()


def test_title_styles_are_linked_only_beside_its_games(client, games):
    for slug, (over, _) in games.items():
        chosen = client.get(f"/past?game={over.rsplit('/')[-1]}")
        assert styles(Page(chosen)) == ["style.css", "pages.css", f"rulebooks/{slug}.css", "history.css"]
    for where in ("/", "/archive", "/data", "/pair", "/records", "/players", "/years", "/past?q=nothing", "/nothing"):
        assert styles(Page(client.get(where))) in (
            ["style.css", "pages.css"],
            ["style.css", "pages.css", "history.css"],
        ), where


def test_home_page_has_the_colour_of_every_tile(client):
    home = Page(client.get("/"))
    style = "".join(client.get(each.given["href"]).text for each in home.all("link", rel="stylesheet"))
    tiles = {name for each in home.all(class_="tile") for name in each.given["class"].split() if name != "tile"}
    assert {f"tile-{slug}" for slug in TITLES} < tiles
    assert {name for name in tiles if f".{name} {{" not in style} == set()
