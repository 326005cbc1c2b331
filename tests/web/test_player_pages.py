"""Players' pages: the leaders, the games shown, and the games left out."""

import pytest

from scorekeeper.store.rows import merge_players
from scorekeeper.web.history import pair, players
from tests.helpers import begin
from tests.pages import Page, text
from tests.texts import outline
from tests.web.history.played import Game, numbered, store_games

pytestmark = pytest.mark.ids_of_the_store


@pytest.fixture
def store(app):
    return app.extensions["service"].store


def game(title, **totals):
    """Return a game in which more points are better."""
    places = {name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()}
    return title, {name: (places[name], total) for name, total in totals.items()}


def url(ids, *names):
    return "/".join(["/players", *(str(ids[name]) for name in names)])


def rows(page, heading):
    """Return the rows under a heading, and their URLs."""
    figures = page.first(class_="person-figures")
    sections = [each for each in figures.walk() if each.tag in ("h2", "ul")]
    at = [each.text for each in sections].index(heading)
    return {row.text: row.given.get("href") for row in sections[at + 1].all(class_="game")}


EVENING = [
    game("don-carlo", Ada=60, Bo=50, Cleo=40),
    game("don-carlo", Ada=55, Bo=58),
    game("don-carlo", Ada=61, Bo=61),
    game("don-carlo", Ada=70, Bo=10),
    ("prodigals-club", {"Ada": (1, 20), "Bo": (2, 30)}),
    ("prodigals-club", {"Bo": (1, 25), "Ada": (2, 31)}),
    ("carta-nostra", {"Ada": (2, None), "Bo": (1, None)}),
    game("loire", Ada=33),
]


def test_player_page_marks_wins_and_links_its_best_results(client, store):
    ids = store_games(store, numbered(*EVENING))
    page = Page(client.get(url(ids, "Ada")))
    assert ["lately-won" in each.given.get("class", "") for each in page.first(class_="lately").all("i")] == [
        *(True, False, True, True, True, False, False),
    ]
    assert rows(page, "Best results")["Don Carlo Median: 60 70"].endswith("000000000004")
    (bo, cleo) = (page.first("a", href=url(ids, "Ada", name)) for name in ("Bo", "Cleo"))
    assert [each.given["width"] for each in bo.all("rect")] == ["50"]  # neither is ahead
    assert cleo.all("rect") == []  # too few games for a record


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("names", [(), ("Ada",), ("Cleo",), ("Ada", "Bo")], ids=" and ".join)
def test_pages_of_players_have_the_accepted_text(client, store, snapshot, names, language):
    ids = store_games(store, numbered(*EVENING))
    answer = client.get(url(ids, *names), headers={"Accept-Language": language})
    assert "\n".join(outline(Page(answer).first("main").visible)) == snapshot


def test_player_page_shows_form_by_year_and_location(client, store):
    evening = [(title, results) for title, results in EVENING if title != "loire"] * 4
    games = [
        Game(title, results, 86_400 * number, number, seconds=600 * number, venue="The Fox" if number % 3 else None)
        for number, (title, results) in enumerate(evening, 1)
    ]
    alone = Game("loire", {"Ada": (1, 30)}, 86_400 * 400, 99)
    ids = store_games(store, [*games, alone])
    page = Page(client.get(url(ids, "Ada")))
    assert page.first("svg", role="img").given["aria-label"] == "Wins in each 10 games, up to the latest: 6 and 5"
    years = page.first("div", **{"class": "scores-frame", "aria-label": "Year by year"})
    assert [row.text for row in years.all("tr")[1:]] == ["1971 1 – –", "1970 28 16 57%"]
    lines = {each.text for each in page.all("a", class_="game")}
    assert "Don Carlo 75% · ★ Champion · median duration: 1 h 50 min 12 of 16 games" in lines
    assert "The Fox 19 games" in lines


@pytest.mark.parametrize(("ada", "bo", "said"), [(4, 2, "Rival: beaten in 67%"), (1, 5, "Nemesis: lost to in 83%")])
def test_rival_and_nemesis_are_found_by_win_rate(client, store, ada, bo, said):
    games = [game("don-carlo", Ada=2, Bo=1)] * ada + [game("don-carlo", Ada=1, Bo=2)] * bo
    page = Page(client.get(url(store_games(store, numbered(*games)), "Ada")))
    assert list(rows(page, "Head to head")) == [f"Bo {said} of the games 6 games together {ada}–{bo}"]
    assert "at least 5 games together" in page.text


def test_opponents_are_listed_by_place(client, store):
    ids = store_games(store, numbered(game("don-carlo", Ada=10, Bo=20, Cleo=30)))
    (latest,) = Page(client.get(url(ids, "Ada"))).first(class_="person-games").all(class_="game")
    assert latest.text.startswith("Don Carlo Place 3 of 3, with Cleo and Bo 10")


def test_head_to_head_page_can_be_turned_around_and_paged(client, store, monkeypatch):
    monkeypatch.setattr(pair, "GAMES_TOGETHER", 3)
    ids = store_games(store, numbered(*EVENING))
    page, shown = Page(client.get(url(ids, "Ada", "Bo"))), []
    for _ in range(2):
        shown += [each.given["href"][-2:] for each in page.all("a", class_="game")]
        page = Page(client.get(page.link("Earlier games")))
    shown += [each.given["href"][-2:] for each in page.all("a", class_="game")]
    assert shown == ["07", "06", "05", "04", "03", "02", "01"]
    assert "Earlier games" not in page.text
    assert client.get(url(ids, "Ada", "Ada")).location == url(ids, "Ada")
    turned = Page(client.get(url(ids, "Bo", "Ada")))
    assert [row.text for row in turned.first("table").all("tr")][2] == "Don Carlo 4 games, 1 tied: Ada is ahead 1 2"
    assert page.link("Latest games") == f"{url(ids, 'Ada', 'Bo')}#games"
    assert client.get(f"{url(ids, 'Ada', 'Bo')}?after=nothing").status_code == 200


def test_player_list_is_paged_and_searched(client, store, monkeypatch):
    monkeypatch.setattr(players, "SHOWN", 2)
    ids = store_games(store, numbered(*EVENING))
    page = Page(client.get("/players"))
    champion, *listed = [each.first("b").text for each in page.all(class_="game")]
    assert (champion, listed) == ("Ada", ["Ada", "Bo"])
    further = Page(client.get(page.link("More players")))
    assert [each.first("b").text for each in further.all(class_="game")] == ["Cleo"]
    assert page.all(class_="person")  # two columns on a wide screen
    assert not further.all(class_="person")
    assert further.link("From the start") == "/players"
    assert "More players" not in further.text
    found = Page(client.get("/players?name=%20BO"))
    assert found.links.count(url(ids, "Bo")) == len(found.all(class_="game")) == 1
    assert found.first("form", role="search").field("name") == "BO"
    assert "No player of that name" in text(client.get("/players?name=zzz"))


def test_opponent_for_comparison_is_chosen_or_searched(client, store):
    ids = store_games(store, numbered(*EVENING))
    page = Page(client.get(Page(client.get(url(ids, "Ada"))).link("Compare with another player")))
    assert page.first("h1").text == "Compare Ada with"
    assert [each.given["href"] for each in page.all(class_="game")] == [
        url(ids, "Ada", "Bo"),
        url(ids, "Ada", "Cleo"),
    ]
    assert dict(page.first("form", role="search").fields) == {"beside": str(ids["Ada"]), "name": ""}
    assert page.all("a", class_="bar-home")[0].given["href"] == url(ids, "Ada")


@pytest.mark.parametrize(
    ("games", "said", "silent"),
    [
        ([game("loire", Ada=20)] * 4, "4 games", ["win", "Rate", "Champion"]),
        ([("carta-nostra", {"Ada": (1, None), "Bo": (2, None)})], "1 win", ["Best", "Median", "streak", "Rival"]),
    ],
)
def test_player_page_omits_figures_of_too_few_games(client, store, games, said, silent):
    page = Page(client.get(url(store_games(store, numbered(*games)), "Ada")))
    assert said in page.text
    assert [each for each in silent if each in page.text] == []


def test_uninstalled_title_is_shown_by_slug_without_links(client, store):
    ids = store_games(store, numbered(*[game("gone-title", Ada=2, Bo=1)] * 3))
    for where in ("/players", url(ids, "Ada"), url(ids, "Ada", "Bo")):
        page = Page(client.get(where))
        assert "gone-title" in page.text
        assert [link for link in page.links if link.startswith("/games")] == []


def test_players_without_games_have_no_figures(client, store):
    begin(client, "Dan", "Eva")
    assert "No player has finished a game yet." in text(client.get("/players"))
    ids = store_games(store, numbered(game("don-carlo", Ada=1, Bo=0), game("don-carlo", Cleo=1, Finn=0)))
    assert "Dan hasn't finished a game yet." in text(client.get(url(ids, "Dan")))
    for pair_of_players in (("Dan", "Eva"), ("Ada", "Cleo")):
        assert "They haven't finished a game together yet." in text(client.get(url(ids, *pair_of_players)))
    rows_of_both = Page(client.get(url(ids, "Ada", "Cleo"))).first("table").all("tr")
    assert [row.text for row in rows_of_both][1:] == ["All their games 1 1", "Wins 1 of 1 1 of 1", "Win rate 100% 100%"]


def test_merged_player_url_redirects_to_the_current_person(client, store):
    ids = store_games(store, numbered(game("don-carlo", Ada=2, Bo=1), game("don-carlo", Anna=1, Cleo=2)))
    with store.writing() as db:
        merge_players(db, ids["Anna"], ids["Ada"])
    assert client.get(url(ids, "Anna")).location == url(ids, "Ada")
    assert client.get(url(ids, "Anna", "Ada")).location == url(ids, "Ada")
    assert client.get(url(ids, "Bo", "Anna")).location == url(ids, "Bo", "Ada")
    assert "Compare Ada with" in text(client.get(f"/players?beside={ids['Anna']}"))
    listed = [each.given["href"] for each in Page(client.get("/players")).all(class_="game")]
    assert listed == [url(ids, name) for name in ("Ada", "Bo", "Cleo")]


def test_invalid_player_urls_are_not_found(client, store):
    store_games(store, numbered(game("don-carlo", Ada=2, Bo=1)))
    ids = ("99", "0", "-1", "x", "1/99", "99/1", "9" * 30, "9" * 5000)
    queries = ("beside=99", "beside=x", "after=", f"after={'9' * 30}")
    for where in (*(f"/players/{each}" for each in ids), *(f"/players?{each}" for each in queries)):
        answer = client.get(where)
        assert (answer.status_code, "Page not found." in text(answer)) == (404, True), where[:50]
    for junk in ("", "\0", "\ud800".encode("utf-8", "surrogatepass"), "x" * 5000, "'; DROP", "%00", "ﷺ"):
        for where, field in (("/players", "name"), ("/players/1/2", "after")):  # any name can be searched
            assert client.get(where, query_string={field: junk}).status_code == 200, junk[:50]
