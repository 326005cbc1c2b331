"""Past games on their page: looked for by forms and addresses, whatever these say; one of them beside the list."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.desk.changes import lay_on
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.transaction import Submission
from scorekeeper.storage.rows import Shelf
from scorekeeper.web.history.looking import FIELDS
from tests.documents import game_document, read_document
from tests.junk import JUNK
from tests.pages import Page
from tests.written import Written

HOSTILE = "<b>{player}%s"
STOP = [{"kind": "stop"}]


def sixty(desk):
    """Import sixty games, every one ended a day later than the one before, and return what they are called."""
    documents = []
    for number in range(60):
        players = ("Anneli", "Benito", HOSTILE) if number % 2 else ("Anneli", "Zoë")
        document = game_document("don-carlo", players, STOP) | {
            "ended": f"2026-{1 + number // 28:02}-{1 + number % 28:02}T21:00:00+01:00"
        }
        if number % 10 == 3:
            document |= {"venue": "Café Übersee", "note": "Rain.\nAnd <i>snow</i>."}
        documents.append(document)
    return [each.id for each in import_documents(desk, [read_document(each) for each in documents])]


@pytest.fixture(scope="module")
def archive(shared_app, tmp_path_factory):
    """A database with sixty games, made once, and what they are called."""
    desk = shared_app.over(tmp_path_factory.mktemp("archive") / "instance").extensions["desk"]
    games, kept = sixty(desk), Written(desk.store.path)
    yield kept, games
    kept.close()
    desk.store.close()


@pytest.fixture
def games(archive, app):
    """The sixty games in the database of the app."""
    kept, games = archive
    with closing(sqlite3.connect(app.extensions["desk"].store.path)) as disk:
        kept.kept.backup(disk)
    return games


def shown(answer):
    """Return the ids of the games in the list."""
    assert answer.status_code in (200, 422)
    return [each.given["id"].removeprefix("game-") for each in Page(answer).all("li", class_="past-game")]


def number(answer):
    return Page(answer).first(id="found").text


def test_newest_first_and_on_to_the_oldest_and_back(client, games):
    newest = client.get("/past")
    assert shown(newest) == games[:-26:-1]
    assert number(newest) == "60 games"
    assert [each.text for each in Page(newest).all(class_="past-month")] == ["March 2026 4 games", "February 2026"]
    middle = client.get(Page(newest).link("Earlier games"))
    assert shown(middle) == games[-26:-51:-1]
    oldest = client.get(Page(newest).link("Oldest"))
    assert shown(oldest) == games[24::-1]
    assert "Earlier games" not in oldest.text
    later = client.get(Page(oldest).link("Later games"))
    assert shown(later) == games[49:24:-1]
    assert shown(client.get(Page(later).link("Newest"))) == shown(newest)
    last = client.get(Page(middle).link("Earlier games"))
    assert shown(last) == games[9::-1]


@pytest.mark.parametrize(
    ("address", "count", "labels"),
    [
        ("/past?title=don-carlo", 60, ["Don Carlo"]),
        ("/past?title=loire", 0, ["Castles of Burgundy"]),
        ("/past?place=CAFE+%C3%BCbersee", 6, ["CAFE übersee"]),
        ("/past?from=2026-01-05&to=2026-01-08", 4, ["From January 5, 2026", "Until January 8, 2026"]),
        ("/past?from=2026-02", 32, ["From February 1, 2026"]),
        ("/past?to=2026-01", 28, ["Until January 31, 2026"]),
        ("/past?from=2026&to=2026", 60, ["From January 1, 2026", "Until December 31, 2026"]),
        ("/past?q=snow+ZOE", 0, ["snow ZOE"]),
        ("/past?q=UBER+rain", 6, ["UBER rain"]),
        ("/past?q=%3Cb%3E", 30, ["<b>"]),
        ("/past?size=2", 30, ["2 players"]),
        ("/past?size=1", 0, ["Alone"]),
        ("/past?margin=0", 60, ["Margin: 0 points"]),
        ("/past?margin=21-&size=3", 0, ["3 players", "Margin: more than 20 points"]),
        ("/past?title=don-carlo&record=early-winning", 60, ["Don Carlo", "Highest winning score: 0 points"]),
        ("/past?title=don-carlo&record=chess", 60, ["Don Carlo"]),
    ],
)
def test_each_filter_has_an_address_and_can_be_taken_off(client, games, address, count, labels):
    answer = client.get(address)
    assert answer.status_code == 200
    assert number(answer) == (f"{count} games" if count else "0 games")
    chips = [each for each in Page(answer).all("a", class_="chip-link") if "aria-label" in each.given]
    assert [each.text.removesuffix(" ✕") for each in chips] == labels
    for chip in chips:
        assert number(client.get(chip.given["href"])) != number(answer) or len(labels) > 1 or count == 60


def test_games_with_several_people(client, games):
    names = {each.text: each.given["href"] for each in Page(client.get("/past")).all("a", class_="chip-link")}
    with_one = client.get(names["Benito"])
    assert number(with_one) == "30 games"
    with_two = client.get(Page(with_one).link(HOSTILE))
    assert number(with_two) == "30 games"
    form = Page(with_two).form(action="/past")
    assert len(form.values("player")) == 2
    answer = client.get("/past", query_string=[*form.fields[:2], ("name", "zoe")])
    assert answer.status_code == 303
    nobody = client.get(answer.location)
    assert number(nobody) == "0 games"
    assert "No past game is like that." in nobody.text
    without = Page(nobody).first("a", **{"aria-label": "Without “Zoë”"})
    assert number(client.get(without.given["href"])) == "30 games"
    assert "<b>{player}" not in with_two.text


def test_games_that_somebody_won_or_lost(client, app):
    def beat(first, second, **more):
        plays = [{"kind": "agent", "player": first, "cards": [1]}, *STOP]
        return read_document(game_document("don-carlo", (first, second), plays) | more)

    won, lost = [beat("Anneli", "Benito")] * 3, [beat("Benito", "Anneli"), beat("Benito", "Cleo")]
    import_documents(app.extensions["desk"], [*won, *lost])
    assert outcomes(client.get("/past")) == ["", "won", "lost"]
    answer = client.get("/past", query_string={"name": "Anneli", "outcome": "won"})
    page = Page(client.get(answer.location))
    assert page.first(id="found").text == "3 games"
    chips = {each.text: each.given["href"] for each in page.all("a", class_="chip-link")}
    assert number(client.get(chips["Anneli won ✕"])) == "4 games"
    assert number(client.get(chips["Anneli ✕"])) == "5 games"  # who won goes with them
    of_both = client.get(chips["Benito"])
    assert number(of_both) == "3 games"
    anneli, _, _, benito = outcomes(of_both)[1:]
    assert [anneli.partition("-")[0], benito.partition("-")[0]] == ["won", "lost"]
    form = dict(Page(of_both).form(action="/past").fields)
    players = Page(of_both).form(action="/past").values("player")
    for outcome, count in ((benito, "3 games"), (benito.replace("lost", "won"), "1 game")):
        assert number(client.get("/past", query_string={"player": players, "outcome": outcome})) == count
    assert form["outcome"] == anneli


def outcomes(answer):
    """Return what can be chosen of who won or lost."""
    return [each.given["value"] for each in Page(answer).first("select", id="outcome").all("option")]


def test_from_past_games_one_gets_to_archived_and_deleted_ones(app, client, games):
    assert "Archived and deleted" not in client.get("/past").text
    lay_on(app.extensions["desk"], games[0], Shelf.DELETED, Submission("a-key-of-sixteen", "it", 1))
    assert client.get(Page(client.get("/past")).link("Archived and deleted")).status_code == 200


def test_a_title_is_chosen_by_its_emblem_and_keeps_the_other_filters(client, games):
    tabs = {each.text: each for each in Page(client.get("/past?title=don-carlo&size=2")).all("a", class_="tab")}
    assert [name for name, tab in tabs.items() if "aria-current" in tab.given] == ["Don Carlo"]
    assert number(client.get(tabs["Carta Nostra"].given["href"])) == "0 games"
    everything = client.get(tabs["All"].given["href"])
    assert everything.request.query_string == b"size=2"
    assert number(everything) == "30 games"


def test_an_address_is_made_short(client, games):
    answer = client.get("/past?title=don-carlo&place=&from=&to=&name=&q=")
    assert (answer.status_code, answer.location) == (303, "/past?title=don-carlo")


@pytest.mark.parametrize(
    ("address", "sentence", "name"),
    [
        ("/past?title=chess", "Choose one of these.", "title"),
        ("/past?from=tomorrow", "This must be a day, a month or a year", "from"),
        ("/past?to=2026-02-30", "This must be a day, a month or a year", "to"),
        ("/past?from=2026-03&to=2026-02", "This day comes before the first one.", "to"),
        ("/past?name=Donny", "Nobody here is called Donny.", "name"),
        ("/past?name=e", "Which one? <b>{player}%s, Anneli, Benito and Zoë", "name"),
        ("/past?player=7777", "Somebody of these is not known here any more.", "name"),
        ("/past?player=x", "Somebody of these is not known here any more.", "name"),
        ("/past?q=" + "a+" * 11 + "a", "Search for fewer words.", "q"),
        ("/past?outcome=won", "Who won or lost? Choose a player, too.", "outcome"),
        ("/past?outcome=won-7777", "Who won or lost? Choose a player, too.", "outcome"),
        ("/past?outcome=drawn", "Choose one of these.", "outcome"),
        ("/past?size=0", "Choose one of these.", "size"),
        ("/past?size=many", "Choose one of these.", "size"),
        ("/past?margin=7", "Choose one of these.", "margin"),
        ("/past?place=" + "x" * 81, "A place can have at most 80 characters.", "place"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client, games, address, sentence, name):
    answer = client.get(address)
    assert answer.status_code == 422
    page = Page(answer)
    assert sentence in page.first("p", id=f"{name}-fault").text
    field = page.first("input" if name in ("from", "to", "name", "q") else "select", id=name)
    assert field.given["aria-describedby"] == f"{name}-fault"
    assert "open" in page.first("details").given


def test_junk_is_answered(app, client):
    documents = [game_document("don-carlo", players, STOP) for players in (("Anneli", "Zoë"), ("Anneli", HOSTILE))]
    games = [each.id for each in import_documents(app.extensions["desk"], map(read_document, documents))]
    junk = [*JUNK.values(), b"9" * 15 + b"." + games[0].encode(), b"-5." + games[0].encode(), b"0000", b"0001-01"]
    for name in [*FIELDS, "player", "before", "after", "game", "page", "x"]:
        for each in junk:
            assert client.get("/past", query_string=[(name, each[:5000])]).status_code in (200, 303, 404, 422)
        assert client.get("/past", query_string=[("q", "a"), (name, JUNK["html"]), (name, "")]).status_code < 500


def test_a_deleted_game_is_gone_and_comes_back(app, client, games):
    desk = app.extensions["desk"]
    for key, shelf, count in (("one", Shelf.DELETED, "59 games"), ("two", Shelf.TABLE, "60 games")):
        lay_on(desk, games[0], shelf, Submission(f"a-key-of-the-test-{key}", "", desk.view(games[0]).game.revision))
        assert number(client.get("/past")) == count
        assert number(client.get("/past?from=2026-01&to=2026-01")) == count.replace("59", "27").replace("60", "28")


def test_one_game_is_shown_beside_the_list(client, games):
    first = Page(client.get("/past?q=snow"))
    assert "Café Übersee" in first.first(class_="past-chosen").text
    assert "Rain. And <i>snow</i>." in first.first(class_="past-chosen").text
    beside = first.all("a", class_="past-beside")[2].given["href"]
    page = Page(client.get(beside))
    chosen = page.first(class_="past-chosen")
    (opened,) = [each.given["href"] for each in chosen.all("a") if each.text == "Open this game"]
    assert opened.removeprefix("/games/") == shown(client.get(beside))[2]
    assert [each.given["id"] for each in page.all(**{"aria-current": "true"})] == [beside.split("#")[1]]
    assert client.get("/past?game=" + "0" * 36).status_code == 404


def test_the_story_is_told_beside_the_list(app, client):
    recorded = Path(__file__).parents[1] / "games" / "don-carlo" / "three-players-to-the-end.json"
    import_documents(app.extensions["desk"], [read_document(json.loads(recorded.read_text())["document"])])
    story = Page(client.get("/past")).first(class_="past-chosen").first(class_="story")
    assert "The lead changed 9 times" in story.text
    assert all("/replay?at=" in each.given["href"] for each in story.all("a"))


@pytest.mark.parametrize(
    ("words", "language", "count"),
    [
        ("don carlo", "en", 2),
        ("CARL zoe", "en", 1),
        ("The Castles of Bur", "de", 1),
        ("die burgen", "de", 1),
        ("die burgen", "en", 0),
        ("arlo", "en", 0),
        ("snow", "en", 0),
    ],
)
def test_a_search_for_a_title_finds_its_games(app, client, words, language, count):
    loire = Path(__file__).parents[1] / "games" / "loire" / "solo-held-out-to-the-end.json"
    documents = [game_document("don-carlo", ("Anneli", name), STOP) for name in ("Zoë", "Benito")]
    documents.append(json.loads(loire.read_text())["document"])
    import_documents(app.extensions["desk"], map(read_document, documents))
    answer = client.get("/past", query_string={"q": words}, headers={"Accept-Language": language})
    assert len(shown(answer)) == count
    assert Page(answer).first(id="found").text.split()[0] == str(count)


def test_a_game_in_progress_is_no_past_game(app, client, games):
    (running,) = import_documents(
        app.extensions["desk"], [read_document(game_document("don-carlo", ("Anneli", "Benito"), []))]
    )
    answer = client.get(f"/past?game={running.id}")
    assert (answer.status_code, answer.location) == (303, f"/games/{running.id}")
    assert running.id not in client.get("/past").text


def test_home_shows_the_latest_and_leads_to_all(client, games):
    home = client.get("/")
    assert [link for link in Page(home).links if link.startswith("/games/")] == [
        f"/games/{each}" for each in games[:-7:-1]
    ]
    assert Page(home).link("Games") == "/past"
    old = client.get("/?page=2")
    assert (old.status_code, old.location) == (303, "/past")


def test_an_empty_archive(client):
    answer = client.get("/past")
    assert answer.status_code == 200
    assert "There are no past games here." in answer.text


def test_who_else_was_there_where_and_when_is_said(app, client):
    recorded = Path(__file__).parents[1] / "games" / "don-carlo" / "three-players-to-the-end.json"
    document = json.loads(recorded.read_text())["document"] | {
        "started": "2026-02-01T18:10:00+01:00",
        "ended": "2026-02-01T19:30:10+01:00",
        "venue": "At Zoë's",
        "note": "word " * 60,
    }
    (game,) = import_documents(app.extensions["desk"], [read_document(document)])
    first, *others = app.extensions["desk"].view(game.id).replay.sheet().standings
    listed = Page(client.get("/past")).first("li", class_="past-game").text
    said = ", ".join(each.line.name for each in others)
    assert listed.startswith(f"{first.line.name} Don Carlo · {said} · At Zoë's word word")
    assert listed.endswith(f"… {first.line.total} 1 Sun")
    assert listed.count("word") < 30
    assert "February 1, 2026, 6:10 PM · 1 h 20 min" in Page(client.get(f"/games/{game.id}")).text.replace("\u202f", " ")
