"""The pages of records and years: their content, their links, and their responses to junk."""

from dataclasses import replace

import pytest

from scorekeeper.store.games import GameService, Submission
from scorekeeper.store.people import rename
from scorekeeper.store.rows import find_person
from tests.documents import game_document, import_documents, read_document
from tests.pages import Page, text
from tests.recorded import TITLES, document_of
from tests.texts import outline

pytestmark = pytest.mark.ids_of_the_store

NOBODY = "Records appear after the first finished game."


@pytest.fixture
def play(app):
    """Return a function that imports a recorded game and returns its URL."""

    def play(path, ended="2026-03-01T21:00:00+01:00", started="2026-03-01T19:35:00+01:00", **changed):
        found = replace(read_document(document_of(path, **changed)), started=started, ended=ended)
        (game,) = import_documents(app.extensions["service"], [found])
        return f"/games/{game.id}"

    return play


def records(client, url="/records"):
    """Return the records of a page: label to the remaining text, and the URL."""
    found = {}
    for each in Page(client.get(url)).all("a", class_="record"):
        label = each.first("small", class_="record-label").text
        found[label] = (each.text.removeprefix(label).strip(), each.given["href"])
    return found


@pytest.mark.parametrize("slug", ["carta-nostra", "don-carlo", "loire", "prodigals-club"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_records_and_years_have_the_accepted_text(client, play, snapshot, slug, language):
    """All recorded games of a title, on consecutive days: its records, and the year."""
    for day, path in enumerate((path for path in TITLES if path.parent.name == slug), 1):
        times = [f"2026-{1 + day // 28:02}-{1 + day % 28:02}T{hour}:00+01:00" for hour in ("21:00", "19:35")]
        play(path, *times)
    pages = [client.get(url, headers={"Accept-Language": language}) for url in (f"/records/{slug}", "/years")]
    found = [each for page in pages for each in outline(Page(page).first("main").visible)]
    assert "\n".join(found) == snapshot


def test_records_show_a_new_name(app, client, play):
    game = play("don-carlo/three-players-to-the-end")
    service = app.extensions["service"]
    with service.store.reading() as db:
        anneli = find_person(db, "Anneli").id
    rename(service, anneli, "Anneli", "Änne", Submission("a-key-of-the-test", ""))
    found = records(client)
    assert found["Largest margin"][0] == "Benito Benito 49, Änne 44 March 1, 2026 5 points"
    assert found["Most changes of the lead"][0].startswith("Änne, Benito and Anja")
    assert found["Most influence by one agent"][1] == f"{game}/replay?at=27"
    assert "Absurdistan [6]" in text(client.get(f"{game}/replay?at=27"))


@pytest.mark.parametrize("url", ["/", "/past", "/past?q=ben", "/records", "/players", "/players/1", "/years"])
def test_history_pages_replay_no_game(client, play, url, monkeypatch):
    play("don-carlo/three-players-to-the-end")

    def replayed(*_):
        raise AssertionError

    monkeypatch.setattr(GameService, "replayed", replayed)
    assert client.get(url).status_code == 200


def test_early_end_is_neither_lowest_closest_nor_shortest(client, play):
    early = play("don-carlo/stopped-early", "2026-01-01T21:00:00Z", "2026-01-01T20:55:00Z")
    assert records(client)["Highest winning score"][1] == early
    assert {"Lowest winning score", "Closest game", "Shortest game"}.isdisjoint(records(client))
    whole = play("don-carlo/two-players-to-the-end", "2026-02-01T21:00:00Z", "2026-02-01T20:10:00Z")
    shared = play("don-carlo/shared-victory-of-2", "2026-02-02T21:00:00Z", "2026-02-02T20:00:00Z")
    expected = {"Highest winning score": whole, "Lowest winning score": shared, "Closest game": shared}
    expected |= {"Longest game": shared, "Shortest game": whole}
    found = records(client)
    assert {label: found[label][1] for label in expected} == expected


def test_record_links_to_other_games_with_its_value(client, play):
    for day in (3, 1, 2):
        play("prodigals-club/three-players-election-and-society-to-0", f"2026-01-0{day}T12:00:00Z", None)
    found = records(client)
    assert next(iter(found)) == "Lowest winning score"
    assert found["Lowest winning score"][0] == "Benito January 1, 2026 23 points"  # the earliest one
    them_all = Page(client.get(Page(client.get("/records")).link("Also in 2 other games")))
    assert them_all.first(id="found").text == "3 games"
    chips = {each.text: each.given for each in them_all.all("button", class_="chip-link")}
    assert "Lowest winning score: 23 points ✕" in chips
    button = chips["Prodigals Club ✕"]
    filters = [*them_all.form(id="filter").fields, (button["name"], button["value"])]
    left = client.get("/past", query_string=filters, follow_redirects=True)
    assert left.request.query_string == b""  # a record goes to its title's page


def test_record_titles_are_chosen_by_links(client, play):
    play("don-carlo/three-players-to-the-end")
    play("carta-nostra/two-players-five-cards-one-by-one")
    play("carta-nostra/five-players-to-the-end")
    page = Page(client.get("/records"))
    assert [(each.text, "aria-current" in each.given) for each in page.all("a", class_="tab")] == [
        ("Carta Nostra", True),
        ("Don Carlo", False),
    ]
    assert "Find a game" not in page.text  # there are few
    assert records(client)["Fewest turns to win"][0].startswith("Anneli ")
    assert "Most bonus points" not in records(client, "/records/don-carlo")
    assert "Most influence by one agent" in records(client, page.link("Don Carlo"))


def test_empty_archive_has_no_records_and_years(client):
    for url, said in (
        ("/records", NOBODY),
        ("/records/loire", NOBODY),
        ("/years", "No finished games yet."),
        ("/years/2026", "No game was played in 2026."),
    ):
        answer = client.get(url)
        assert (answer.status_code, said in text(answer)) == (200, True), url


def test_invalid_record_and_year_urls_are_not_found(client):
    urls = ["/records/nothing", "/records/don-carlo/more", *(f"/years/{each}" for each in (0, 10000, "x", -1, 9**99))]
    assert {url: client.get(url).status_code for url in urls} == dict.fromkeys(urls, 404)


def test_year_page_shows_new_players_and_other_years(client, play):
    play("carta-nostra/two-players-five-cards-one-by-one", "2024-12-31T23:30:00-08:00", None)
    play("don-carlo/three-players-to-the-end", "2026-01-31T23:30:00+01:00", "2026-01-31T22:00:00+01:00")
    page = Page(client.get("/years"))
    assert page.first("h1").text == "The year 2026"
    assert page.first("p", class_="year-new").text == "Anja"
    turns = page.first("nav", class_="year-turn").all("a")
    assert [(each.given["aria-label"], each.given["href"]) for each in turns] == [("2024", "/years/2024")]
    empty = Page(client.get("/years/2025"))
    assert [each for each in empty.links if each.startswith("/years/")] == ["/years/2024", "/years/2026"]
    assert "1 game 2 players" in text(client.get("/years/2024"))


@pytest.fixture
def won(app):
    """Return a function that imports a game of a pad with its winners."""

    def won(title, players, *winners):
        facts = {"title": title, "players": [2, 20], "only_winner": True}
        plays = [{"kind": "won", "winners": list(winners)}]
        document = game_document(title.casefold(), players, plays) | {"definition": facts}
        found = replace(read_document(document), started="2026-03-01T21:00:00Z", ended=None)
        import_documents(app.extensions["service"], [found])

    return won


def test_year_page_names_all_tied_players_and_omitted_titles(client, won):
    players = ("Anja", "Bo", "Cleo", "Dirk", "Emil", "Fee", "Zoë")
    for winner in ("Anja", "Zoë"):
        won("Catan", ("Anja", "Zoë"), winner)
    for winner in players:
        won("Azul", players, winner)
    page = Page(client.get("/years"))
    rows = [each.text for each in page.first("table").all("tr")]
    assert rows[1:] == ["Azul 7 1 Anja, Zoë, Bo, Cleo, Dirk, Emil and Fee", "Catan 2 1 Anja and Zoë"]
    assert [len(each.all("li")) for each in page.all("ol", class_="year-ranking")] == [5, 7, 2, 5]
    for title in ("Boggle", "Dixit", "Elfer"):
        assert "Lists for the" not in text(client.get("/years"))
        won(title, ("Anja", "Bo"), "Bo")
    assert "Lists for the 4 most played of 5 games; the table has all of them." in text(client.get("/years"))


def test_year_bars_are_proportional_to_the_games(client, play):
    for path, month in (("shared-victory-of-2", 5), ("two-players-to-the-end", 5), ("three-players-to-the-end", 6)):
        play(f"don-carlo/{path}", f"2026-{month:02}-10T20:00:00Z", None)
    heights = [float(each.given["height"]) for each in Page(client.get("/years/2026")).all("rect")]
    assert heights == [104.0, 52.0]
