"""The page of past games: filters by form and URL, with any values; one game beside the list."""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.web.history.games import FIELDS
from tests.documents import game_document, import_documents, read_document
from tests.junk import JUNK
from tests.pages import Page
from tests.recorded import document_of
from tests.written import Written

HOSTILE = "<b>{player}%s"
STOP = [{"kind": "stop"}]


def sixty(service):
    """Import sixty games, each ended a day after the previous one, and return their ids."""
    documents = []
    for number in range(60):
        players = ("Anneli", "Benito", HOSTILE) if number % 2 else ("Anneli", "Zoë")
        document = game_document("don-carlo", players, STOP) | {
            "ended": f"2026-{1 + number // 28:02}-{1 + number % 28:02}T21:00:00+01:00"
        }
        if number % 10 == 3:
            document |= {"venue": "Café Übersee", "note": "Rain.\nAnd <i>snow</i>."}
        documents.append(document)
    return [each.id for each in import_documents(service, [read_document(each) for each in documents])]


@pytest.fixture(scope="module")
def archive(shared_app, tmp_path_factory):
    """A database with sixty games, made once, and their ids."""
    service = shared_app.over(tmp_path_factory.mktemp("archive") / "instance").extensions["service"]
    games, kept = sixty(service), Written(service.store.path)
    yield kept, games
    kept.close()
    service.store.close()


@pytest.fixture
def games(archive, app):
    """The sixty games in the database of the app."""
    kept, games = archive
    with closing(sqlite3.connect(app.extensions["service"].store.path)) as disk:
        kept.kept.backup(disk)
    return games


def shown(answer):
    """Return the ids of the games in the list."""
    assert answer.status_code in (200, 422)
    return [each.given["id"].removeprefix("game-") for each in Page(answer).all("li", class_="past-game")]


def number(answer):
    return Page(answer).first(id="found").text


def sent(client, answer, *, first=(), last=(), without=(), **changed):
    """Send the filter form with `changed` values, and return the resulting list.

    The pressed button's value is the `first` or the `last` one sent; `without` are players to uncheck.
    """
    kept = [pair for pair in Page(answer).form(id="filter").fields if pair[0] not in changed and pair[1] not in without]
    more = [
        (name, value) for name, given in changed.items() for value in (given if isinstance(given, list) else [given])
    ]
    return client.get("/past", query_string=[*first, *kept, *more, *last], follow_redirects=True)


def chips(answer):
    """Return the filters above the list: their labels, and the buttons that remove them."""
    found = Page(answer).all("button", class_="chip-link")
    assert {each.given["form"] for each in found} <= {"filter"}
    return {each.text.removesuffix(" ✕"): [(each.given["name"], each.given["value"])] for each in found}


def people(answer):
    """Return the ids of the players with a chip, by name, and the names of the selected ones."""
    boxes = [(each.text, each.first("input").given) for each in Page(answer).all("label", class_="word")]
    assert {given["name"] for _, given in boxes} <= {"player"}
    return {name: given["value"] for name, given in boxes}, [name for name, given in boxes if "checked" in given]


def test_past_games_page_from_newest_to_oldest_and_back(client, games):
    newest = client.get("/past")
    assert shown(newest) == games[:-26:-1]
    assert number(newest) == "60 games"
    assert [each.text for each in Page(newest).all(class_="past-month")] == ["March 2026 4 games", "February 2026"]
    middle = client.get(Page(newest).link("Earlier games"))
    assert shown(client.get(Page(middle).link("Earlier games"))) == games[9::-1]
    oldest = client.get(Page(newest).link("Oldest"))
    assert shown(oldest) == games[24::-1]
    assert "Earlier games" not in oldest.text
    later = client.get(Page(oldest).link("Later games"))
    assert shown(later) == games[49:24:-1]
    assert shown(client.get(Page(later).link("Newest"))) == shown(newest)


@pytest.mark.parametrize(
    ("url", "count", "labels"),
    [
        ("/past?title=don-carlo", 60, ["Don Carlo"]),
        ("/past?title=loire", 0, ["Castles of Burgundy"]),
        ("/past?place=CAFE+%C3%BCbersee", 6, ["CAFE übersee"]),
        ("/past?from=2026-01-05&to=2026-01-08", 4, ["From January 5, 2026", "Until January 8, 2026"]),
        ("/past?from=2026-02&to=2026", 32, ["From February 1, 2026", "Until December 31, 2026"]),
        ("/past?q=UBER+rain", 6, ["UBER rain"]),
        ("/past?q=%3Cb%3E", 30, ["<b>"]),
        ("/past?size=2", 30, ["2 players"]),
        ("/past?margin=0", 60, ["Margin: 0 points"]),
        ("/past?margin=21-&size=3", 0, ["3 players", "Margin: more than 20 points"]),
        ("/past?title=don-carlo&record=early-winning", 60, ["Don Carlo", "Highest winning score: 0 points"]),
        ("/past?title=don-carlo&record=chess", 60, ["Don Carlo"]),
    ],
)
def test_each_filter_has_a_url_and_can_be_removed(client, games, url, count, labels):
    answer = client.get(url)
    assert answer.status_code == 200
    assert number(answer) == (f"{count} games" if count else "0 games")
    assert [*chips(answer)] == labels
    for label, button in chips(answer).items():
        fewer = sent(client, answer, last=button)
        left = [each for each in labels if each != label and (label != "Don Carlo" or "score" not in each)]
        assert [*chips(fewer)] == left
        assert number(fewer) != number(answer) or len(labels) > 1 or count == 60


def test_filter_by_several_players_finds_common_games(client, games):
    ids, chosen = people(client.get("/past"))
    assert not chosen
    with_two = sent(client, client.get("/past"), player=[ids["Benito"], ids[HOSTILE]])
    assert number(with_two) == "30 games"
    assert sorted(people(with_two)[1]) == sorted([HOSTILE, "Benito"])
    assert "<b>{player}" not in with_two.text
    nobody = sent(client, with_two, name="zoe")
    assert number(nobody) == "0 games"
    assert people(nobody)[0] == ids  # each keeps its place
    assert number(sent(client, nobody, last=chips(nobody)["Zoë"])) == "30 games"
    assert number(sent(client, nobody, without=[ids["Zoë"], ids[HOSTILE]])) == "30 games"


def test_every_control_keeps_unsent_input(client, games):
    ids, _ = people(client.get("/past"))
    page = client.get("/past?title=don-carlo&q=rain")
    filled = {"place": "Café Übersee", "player": [ids["Anneli"], ids["Benito"]], "from": "2026-01-10", "q": "snow"}
    labels = ["Anneli", "Benito", "Don Carlo", "Café Übersee", "From January 10, 2026", "snow"]
    add = Page(page).first("button", name="add").given
    assert add["formaction"] == "/past#filter"
    for button, others in (
        ({}, labels),
        ({"last": [("add", add["value"])], "name": HOSTILE}, [*labels[:2], HOSTILE, *labels[2:]]),
        ({"first": [("title", "loire")]}, [*labels[:2], "Castles of Burgundy", *labels[3:]]),
        ({"first": [("title", "")]}, [*labels[:2], *labels[3:]]),
        ({"last": chips(page)["rain"]}, labels[:-1]),
    ):
        answer = sent(client, page, **filled | button)
        assert answer.status_code == 200
        assert [*chips(answer)] == others


def test_refused_filter_keeps_its_input(client, games):
    ids, _ = people(client.get("/past"))
    typed = {"from": "junk", "to": "2026-02-30", "name": "Donny", "q": "snow", "place": "Café Übersee", "size": "3"}
    answer = sent(client, client.get("/past"), player=[ids["Zoë"]], **typed)
    assert answer.status_code == 422
    form = Page(answer).form(id="filter")
    assert {name: form.field(name) for name in typed} == typed
    assert people(answer)[1] == ["Zoë"]
    still = sent(client, answer, last=chips(answer)["snow"])
    assert still.status_code == 422
    assert {name: Page(still).form(id="filter").field(name) for name in typed} == typed | {"q": ""}


def label(client, **filters):
    return client.get("/past/count", query_string=filters).text


def test_filter_button_shows_the_number_of_games(client, games):
    for filters, said in (
        ({}, "Show 60 games"),
        ({"q": "snow", "size": "3"}, "Show 6 games"),
        ({"from": "2026-01-05", "to": "2026-01-05"}, "Show 1 game"),
        ({"name": "Benito", "size": "2", "title": "", "place": ""}, "No games match these filters."),
    ):
        assert client.get("/past/count", query_string=filters).text == said
    for wrong in ("from=junk", "name=Nobody", "title=x"):
        refused = client.get(f"/past/count?{wrong}")
        assert (refused.status_code, refused.text) == (422, "")


def test_outcome_filter_finds_won_and_lost_games(client, app):
    def beat(first, second):
        plays = [{"kind": "agent", "player": first, "cards": [1]}, *STOP]
        return read_document(game_document("don-carlo", (first, second), plays))

    found = [*[beat("Anneli", "Benito")] * 3, beat("Benito", "Anneli"), beat("Benito", "Cleo")]
    import_documents(app.extensions["service"], found)
    ids, _ = people(client.get("/past"))
    offered = {each.text: each.given["value"] for each in Page(client.get("/past")).first(id="outcome").all("option")}
    assert offered["Anneli won"] == f"won-{ids['Anneli']}"
    assert len(offered) == 1 + 2 * 3
    won = sent(client, client.get("/past"), name="Anneli", outcome="won")  # old URLs have this form
    assert number(won) == number(sent(client, client.get("/past"), outcome=offered["Anneli won"])) == "3 games"
    assert [*chips(won)] == ["Anneli", "Anneli won"]
    assert number(sent(client, won, last=chips(won)["Anneli won"])) == "4 games"
    assert number(sent(client, won, last=chips(won)["Anneli"])) == "5 games"  # removes the outcome as well
    assert number(sent(client, won, player=[ids["Anneli"], ids["Benito"]], outcome=offered["Benito lost"])) == "3 games"


def test_title_tab_keeps_the_other_filters_and_shortens_the_url(client, games):
    answer = client.get("/past?title=don-carlo&size=2")
    tabs = {each.text: each.given for each in Page(answer).all("button", class_="tab")}
    assert [name for name, given in tabs.items() if "aria-current" in given] == ["Don Carlo"]
    everything = sent(client, answer, first=[(tabs["All"]["name"], tabs["All"]["value"])])
    assert everything.request.query_string == b"size=2"
    assert number(everything) == "30 games"


@pytest.mark.parametrize(
    ("url", "sentence", "name"),
    [
        ("/past?title=chess", "Choose one of these.", "title"),
        ("/past?from=tomorrow", "This must be a day, a month or a year", "from"),
        ("/past?from=2026-03&to=2026-02", "This day comes before the first one.", "to"),
        ("/past?name=Donny", "No player here is called Donny.", "name"),
        ("/past?name=e", "Which one? <b>{player}%s, Anneli, Benito and Zoë", "name"),
        ("/past?player=7777", "One of these players no longer exists.", "name"),
        ("/past?q=" + "a+" * 11 + "a", "Search for fewer words.", "q"),
        ("/past?outcome=won", "Who won or lost? Also choose a player.", "outcome"),
        ("/past?size=many", "Choose one of these.", "size"),
        ("/past?margin=7", "Choose one of these.", "margin"),
        ("/past?place=" + "x" * 81, "A location can have at most 80 characters.", "place"),
    ],
)
def test_filter_errors_are_shown_at_their_field(client, games, url, sentence, name):
    answer = client.get(url)
    assert answer.status_code == 422
    page = Page(answer)
    assert sentence in page.first("p", id=f"{name}-fault").text
    field = page.first("input" if name in ("from", "to", "name", "q") else "select", id=name)
    assert field.given["aria-describedby"] == f"{name}-fault"
    assert page.first(id="filter").has(class_="past-refused")


def test_junk_filters_are_answered(app, client):
    """Each field gets every third junk value, in turn."""
    (game,) = import_documents(
        app.extensions["service"], [read_document(game_document("don-carlo", ("Anneli", HOSTILE), STOP))]
    )
    junk = [*JUNK.values(), b"9" * 15 + b"." + game.id.encode(), b"-5." + game.id.encode(), b"0000", b"0001-01"]
    for turn, name in enumerate([*FIELDS, "player", "before", "after", "game", "page", "without", "x"]):
        for each in junk[turn % 3 :: 3]:
            assert client.get("/past", query_string=[(name, each[:5000])]).status_code in (200, 303, 404, 422)
        assert client.get("/past/count", query_string=[(name, JUNK["html"])]).status_code in (200, 422)
        assert client.get("/past", query_string=[("q", "a"), (name, JUNK["html"]), (name, "")]).status_code < 500


def test_one_game_is_shown_beside_the_list(app, client, games):
    first = Page(client.get("/past?q=snow"))
    assert not first.has(class_="past-chosen")
    beside = first.all("a", class_="past-beside")[2].given["href"]
    page = Page(client.get(beside))
    chosen = page.first(class_="past-chosen")
    assert "Café Übersee" in chosen.text
    assert "Rain. And <i>snow</i>." in chosen.text
    (opened,) = [each.given["href"] for each in chosen.all("a") if each.text == "Open this game"]
    assert opened.removeprefix("/games/") == shown(client.get(beside))[2]
    assert [each.given["id"] for each in page.all(**{"aria-current": "true"})] == [beside.split("#")[1]]
    assert client.get("/past?game=" + "0" * 36).status_code == 404
    service, running = app.extensions["service"], game_document("don-carlo", ("Anneli", "Benito"), [])
    found = [read_document(each) for each in (document_of("don-carlo/three-players-to-the-end"), running)]
    told, running = (each.id for each in import_documents(service, found))
    story = Page(client.get(f"/past?game={told}")).first(class_="past-chosen").first(class_="story")
    assert "The lead changed 5 times" in story.text
    assert all("/replay?at=" in each.given["href"] for each in story.all("a"))
    answer = client.get(f"/past?game={running}")
    assert (answer.status_code, answer.location) == (303, f"/games/{running}")
    assert running not in client.get("/past").text


def test_search_finds_titles_in_the_language_of_the_page(app, client):
    found = [game_document("don-carlo", ("Anneli", "Zoë"), STOP), document_of("loire/solo-held-out-to-the-end")]
    import_documents(app.extensions["service"], map(read_document, found))
    for words, language, count in (
        ("CARL zoe", "en", 1),
        ("The Castles of Bur", "de", 1),
        ("die burgen", "de", 1),
        ("die burgen", "en", 0),
        ("arlo", "en", 0),
    ):
        answer = client.get("/past", query_string={"q": words}, headers={"Accept-Language": language})
        assert len(shown(answer)) == count, words


def test_home_page_shows_latest_games_and_links_to_all(client, games):
    home = client.get("/")
    latest = [f"/games/{each}" for each in games[:-7:-1]]
    assert [link for link in Page(home).links if link.startswith("/games/")] == latest
    assert {"/past", "/players", "/years"} <= {*Page(home).links}
    assert "/records" in Page(client.get("/past")).links
    old = client.get("/?page=2")
    assert (old.status_code, old.location) == (303, "/past")


def test_past_game_shows_players_location_and_time(app, client):
    assert "There are no past games here." in client.get("/past").text
    document = document_of("don-carlo/three-players-to-the-end") | {
        "started": "2026-02-01T18:10:00+01:00",
        "ended": "2026-02-01T19:30:10+01:00",
        "venue": "At Zoë's",
        "note": "word " * 60,
    }
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    first, *others = app.extensions["service"].view(game.id).replay.sheet().standings
    listed = Page(client.get("/past")).first("li", class_="past-game").text
    said = ", ".join(each.line.name for each in others)
    assert listed.startswith(f"{first.line.name} Don Carlo · {said} · At Zoë's word word")
    assert listed.endswith(f"… {first.line.total} 1 Sun")
    assert listed.count("word") < 30
    assert "February 1, 2026, 6:10 PM · 1 h 20 min" in Page(client.get(f"/games/{game.id}")).text.replace("\u202f", " ")
