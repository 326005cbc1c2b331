"""A history of many titles, of every kind: few titles at once, each found by name, and every figure has its list."""

import re
from collections import Counter

import pytest

from scorekeeper.pads.registry import CACHED
from scorekeeper.store.games import MAX_DEFINITIONS
from scorekeeper.store.results import GameQuery, matching_ids, recent_players, summaries
from scorekeeper.web.common.titles import FEW_TITLES, MANY_TITLES
from tests.apps import open_app, pair
from tests.long_history import bring_in, export, title_name
from tests.pages import Page, text

TITLES, PLAYS, PEOPLE = 48, 300, 16
GERMAN = {"Accept-Language": "de"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = open_app(tmp_path_factory.mktemp("history"))
    bring_in(app.extensions["service"], export(TITLES, PLAYS, PEOPLE))
    yield pair(app)
    app.extensions["service"].store.close()


@pytest.fixture(scope="module")
def games(client):
    service = client.application.extensions["service"]
    with service.store.reading() as db:
        return summaries(db, matching_ids(db, GameQuery()))


def rulebooks(client):
    return client.application.extensions["service"].rulebooks


def together(client, game):
    return rulebooks(client)[game.rulebook].meta.cooperative


def won(game):
    return any(line.place == 1 for line in game.results)


def rated(client, game):
    return len(game.results) > 1 and won(game) and not together(client, game)


def listed(client, url):
    """Return the number of games in the heading of a list, and the number of its items on all pages."""
    page = Page(client.get(url))
    said, found = int(page.first(class_="bar-line").text.split()[0]), 0
    while True:
        found += len(page.all("li", class_="past-game"))
        further = [each.given["href"] for each in page.all("a", class_="quiet-action") if each.text == "Earlier games"]
        if not further:
            return said, found
        page = Page(client.get(further[0]))


def url_of(client, name):
    found = Page(client.get(f"/players?name={name}")).all("a", class_="game")
    return next(each.given["href"] for each in found if each.first("b").text == name)


def tabs(page):
    return [each.text for each in page.all(class_="tab")]


# Few of many titles


def test_pages_show_few_titles_latest_first(client, games):
    latest = [str(rulebooks(client)[each].meta.title) for each in dict.fromkeys(game.rulebook for game in games)]
    assert len(latest) == TITLES > MANY_TITLES
    past = Page(client.get("/past"))
    assert tabs(past) == ["All", *latest[:FEW_TITLES]]
    assert len(tabs(Page(client.get("/records")))) == FEW_TITLES
    options = [each.text for each in past.first("select", id="title").all("option")]
    assert (set(latest) <= set(options), options[1:]) == (True, sorted(options[1:]))
    seldom = next(slug for slug, each in rulebooks(client).items() if str(each.meta.title) == latest[-1])
    assert tabs(Page(client.get(f"/past?title={seldom}")))[1] == latest[-1]
    assert latest[-1] in tabs(Page(client.get(f"/records/{seldom}")))


@pytest.mark.parametrize("url", ["/players/{ada}", "/players/{ada}/{ben}", "/years", "/players"])
def test_other_titles_of_a_page_are_collapsed(client, url):
    ids = {name.lower(): url_of(client, name).rpartition("/")[2] for name in ("Ada", "Ben")}
    page = Page(client.get(url.format_map(ids)))
    folded = [each for each in page.all("details") if "other game" in each.first("summary").text]
    assert folded
    for each in folded:
        more = int(each.first("summary").text.split()[0])
        assert more == len(each.all("li") or each.first("tbody").all("tr"))


def test_every_title_is_found_by_name_and_startable(client):
    service = client.application.extensions["service"]
    for number in (0, 2, 3, TITLES - 1):
        name = title_name(number)
        found = client.get("/records", query_string={"find": name.upper()})
        assert found.status_code == 303
        assert str(service.rulebooks[found.location.rpartition("/")[2]].meta.title) == name
        new = Page(client.get("/new", query_string={"find": name}))
        (row,) = [each for each in new.all("a", class_="game") if each.first("b").text == name]
        assert name in text(client.get(row.given["href"]))


def test_search_shows_few_of_many_titles_and_their_number(client, monkeypatch):
    monkeypatch.setattr("scorekeeper.web.history.records.MAX_FOUND", 3)
    page = Page(client.get("/records?find=points"))
    more = sum(title_name(number).startswith("Points") for number in range(TITLES)) - 3
    assert (len(tabs(page)), f"{more} other games have this in their names." in page.text) == (3, True)
    for url, says in (("/records", "There is no game with this name here."), ("/new", "No matching game.")):
        for nothing in ("nothing like it", "%00", "'; DROP TABLE games", "x" * 5000):
            assert says in text(client.get(url, query_string={"find": nothing}))


# Kinds of results


def test_cooperative_game_is_won_or_lost_together(client, games):
    for result in ("won", "lost"):
        game = next(each for each in games if together(client, each) and won(each) == (result == "won"))
        page = Page(client.get(f"/games/{game.id}"))
        assert page.first(class_="winner").text == f"{result.title()} together"
        names = [line.name for line in game.results]
        assert [each.text for each in page.first("table", class_="scores").all("th")] == names
        assert page.all(class_="scores-place") == []
        line = Page(client.get(f"/past?title={game.rulebook}&outcome=table-{result}")).first(id=f"summary-{game.id}")
        assert line.text.startswith(f"{result.title()} together")


def test_game_without_winner_shows_no_places(client, games):
    game = next(each for each in games if not together(client, each) and not won(each) and len(each.results) > 1)
    page = Page(client.get(f"/games/{game.id}"))
    assert page.first(class_="winner").text == "No winner"
    assert page.all(class_="scores-place") == []
    name = next(line.name for line in game.results if line.seat is not None)
    for url in ("/past", url_of(client, name), "/", "/years"):
        assert "Place 0" not in text(client.get(url))


def test_decimals_follow_the_language_on_pages_and_records(client, games):
    decimals = [each for each in games if any(isinstance(line.total, float) for line in each.results)]
    game = next(each for each in decimals if isinstance(each.results[0].total, float) and rated(client, each))
    total = game.results[0].total
    assert f"{total:g}" in text(client.get(f"/games/{game.id}"))
    assert f"{total:g}".replace(".", ",") in text(client.get(f"/games/{game.id}", headers=GERMAN))
    of_title = [each for each in games if each.rulebook == game.rulebook and rated(client, each)]
    page = Page(client.get(f"/records/{game.rulebook}"))
    lines = {each.first(class_="record-label").text: each.text for each in page.all("a", class_="record")}
    margins = [abs(each.results[0].total - each.results[1].total) for each in of_title]
    assert lines["Highest winning score"].endswith(f" {max(each.results[0].total for each in of_title):g} points")
    assert lines["Largest margin"].endswith(f" {max(margins):g} points")
    assert f" {min(margins):g} point" in lines["Closest game"]


def test_cooperative_games_set_only_records_of_duration(client, games):
    slug = next(each.rulebook for each in games if together(client, each))
    labels = [each.text for each in Page(client.get(f"/records/{slug}")).all(class_="record-label")]
    assert labels
    assert set(labels) <= {"Longest game", "Shortest game"}
    players = Page(client.get("/players"))
    assert players.all(class_="champions")
    assert "Cooperative" not in players.text


def test_anonymous_players_appear_only_in_results(client, games):
    service = client.application.extensions["service"]
    game = next(each for each in games if any(line.seat is None for line in each.results))
    assert "Anonymous 1" in text(client.get(f"/games/{game.id}"))
    for url in ("/players", "/years", "/new/don-carlo"):
        assert "Anonymous" not in text(client.get(url))
    with service.store.reading() as db:
        assert not [each for each in recent_players(db, 100) if "Anonymous" in each.name]
    page = Page(client.get("/past?size=2%2B&q=Anonymous"))
    assert "No games match" in page.text


# Figures, counted again, and their lists


def test_player_figures_match_the_games_and_lists(client, games):
    mine = {game: {line.name: line for line in game.results}["Ada"] for game in games if "Ada" in game.players}
    counted = [game for game in mine if rated(client, game)]
    wins = [game for game in counted if mine[game].place == 1]
    page = Page(client.get(url_of(client, "Ada")))
    assert page.first(class_="facts").text.startswith(f"{len(mine)} games {len(wins)} wins")
    lists = {each.text: each.given["href"] for each in page.all("a", class_="quiet-action")}
    assert listed(client, lists["All games of Ada"]) == (len(mine),) * 2
    assert listed(client, lists["Games won"]) == (len(wins),) * 2
    assert listed(client, lists["Games lost"]) == (len(counted) - len(wins),) * 2
    titles = Counter(game.rulebook for game in mine)
    lines = [each for each in page.all("a", class_="game") if "title=" in each.given["href"]]
    assert len(lines) >= len(titles)
    for line in lines:
        number = int(re.search(r"([0-9]+) games?$", line.text)[1])
        assert listed(client, line.given["href"]) == (number, number), line.text
        slug = re.search(r"title=([^&]+)", line.given["href"])[1]
        if rulebooks(client)[slug].meta.cooperative:
            of_table = sum(won(game) for game in mine if game.rulebook == slug)
            assert line.text.endswith(f"Won together {of_table} of {titles[slug]} game{'s' * (titles[slug] > 1)}")


def test_head_to_head_excludes_games_won_together(client, games):
    both = [game for game in games if {"Ada", "Ben"} <= {*game.players}]
    places = [{line.name: line.place for line in game.results} for game in both if rated(client, game)]
    above, below = (sum(sign * (each["Ada"] - each["Ben"]) < 0 for each in places) for sign in (1, -1))
    page = Page(client.get(f"{url_of(client, 'Ada')}/{url_of(client, 'Ben').rpartition('/')[2]}"))
    first = page.first("table", class_="scores").all("tbody")[0].all("tr")[0]
    assert first.text.startswith(f"In all {len(both)} games, {len(places) - above - below} tied")
    assert [each.text for each in first.all("td")] == [str(above), str(below)]
    lines = [each.text for each in page.all("tr") if "won together" in each.text]
    assert len(lines) == len({each.rulebook for each in both if together(client, each)})
    assert all(line.endswith("– –") for line in lines)


def test_outcome_filter_includes_cooperative_results(client, games):
    shared = [each for each in games if together(client, each)]
    number = sum(won(each) for each in shared)
    assert listed(client, "/past?outcome=table-won") == (number, number)
    assert listed(client, "/past?outcome=table-lost") == (len(shared) - number,) * 2
    assert listed(client, "/past?size=2%2B") == (sum(rated(client, each) for each in games),) * 2
    slug, ada = shared[0].rulebook, url_of(client, "Ada").rpartition("/")[2]
    page = Page(client.get(f"/past?title={slug}&outcome=table-won"))
    assert page.first(id="found").text.split()[0] == str(sum(won(each) for each in shared if each.rulebook == slug))
    assert [each.text for each in page.first(id="outcome").all("option")][-2:] == ["Won together", "Lost together"]
    assert any(each.text.startswith("Won together") for each in page.all(class_="chip"))
    assert listed(client, f"/past?title={slug}&outcome=won-{ada}") == (0, 0)


def test_year_page_counts_cooperative_wins(client, games):
    year = games[0].dated[:4]
    of_year = [each for each in games if each.dated.startswith(year)]
    rows = Page(client.get(f"/years/{year}")).all("table", class_="year-table")
    found = {row.first("th").text: row for table in rows for row in table.first("tbody").all("tr")}
    for slug, number in Counter(each.rulebook for each in of_year).items():
        meta = rulebooks(client)[slug].meta
        (row,) = [each for name, each in found.items() if name.endswith(str(meta.title))]
        cells = [each.text for each in row.all("td")]
        assert cells[0] == str(number)
        if meta.cooperative:
            tables = sum(won(each) for each in of_year if each.rulebook == slug)
            assert cells[1] == f"{tables} won, of {number} game{'s' * (number > 1)}"


# Speed


def test_pages_do_not_reread_all_definitions(client, monkeypatch):
    ada = url_of(client, "Ada")
    urls = ("/", "/past", "/past?q=points", "/records", "/players", ada, "/years", "/new", "/new?find=points")
    before = [client.get(url).status_code for url in urls]
    read = []
    monkeypatch.setattr("scorekeeper.pads.factory.read_definition", read.append)
    assert [client.get(url).status_code for url in urls] == before == [200] * len(urls)
    assert read == []
    assert 2_000 <= MAX_DEFINITIONS < CACHED


def test_long_title_and_fourteen_players_are_shown(client, games):
    longest = next(each for each in games if str(rulebooks(client)[each.rulebook].meta.title) == title_name(1))
    assert (len(title_name(1)), title_name(1) in text(client.get(f"/games/{longest.id}"))) == (80, True)
    game = next(each for each in games if len(each.players) == 14 and rated(client, each))
    assert len(Page(client.get(f"/games/{game.id}")).all(class_="scores-place")) == 14
