"""A result without plays shows what its source has stated: expansions, roles, points by category and by round."""

import pytest

from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import result_alone
from scorekeeper.store.rows import find_person
from scorekeeper.titles import ready
from tests.documents import import_results
from tests.pages import Page, text

ID = "1f8fad5b-d9cb-469f-a165-70867728950e"
HOSTILE = "<b>Äpfel</b>"
KNOWN = ExternalResult(
    ((2, 9), (1, 12.5), (3, 4)),
    starts=1,
    roles=("", "Medic", HOSTILE),
    parts={"birds": (4, 12, None), HOSTILE: (5, 0.5, 4)},
    rounds=((3, 6, 1), (6, 6.5, 3)),
    expansions=("Seafarers", HOSTILE),
)


@pytest.fixture
def bring(app):
    def bring(result, names=("Anneli", "Benito"), title="loire"):
        import_results(app.extensions["service"], [result_alone(ID, title, names, result)], ready())

    return bring


def rows(table):
    return [[cell.text for cell in (*row.all("th"), *row.all("td"))] for row in table.all("tr")]


def test_result_shows_expansions_roles_categories_and_rounds(client, bring):
    bring(KNOWN)
    page = Page(client.get(f"/games/{ID}"))
    scores, categories, rounds = page.all("table")
    assert rows(scores) == [["1 Benito Medic", "12.5"], ["2 Anneli", "9"], [f"3 Anonymous 1 {HOSTILE}", "4"]]
    assert rows(categories)[1:] == [
        ["birds", "12", "4", "– no value"],
        [HOSTILE, "0.5", "5", "4"],
        ["Total", "12.5", "9", "4"],
    ]
    assert rows(rounds)[1:] == [["Round 1", "6", "3", "1"], ["Round 2", "6.5", "6", "3"], ["Total", "12.5", "9", "4"]]
    assert f"With Seafarers and {HOSTILE}" in page.text
    assert "Starting player: Benito" in page.text
    german = text(client.get(f"/games/{ID}", headers={"Accept-Language": "de"}))
    assert "Kategorien" in german
    assert "Runde 2" in german


def test_result_without_starting_player_sorts_by_place_and_name(client, bring):
    bring(ExternalResult(((2, 9), (1, 12), (2, 9))), ("Zoe", "Ada", "Bo"))
    page = Page(client.get(f"/games/{ID}"))
    assert rows(page.first("table")) == [["1 Ada", "12"], ["2 Bo", "9"], ["2 Zoe", "9"]]
    assert "Starting player" not in page.text


def test_expansions_and_roles_are_found_in_past_games(client, bring):
    bring(KNOWN)
    for word, found in (("seafar", True), ("apfel", True), ("medic", True), ("birds", False)):
        assert (f"/games/{ID}" in Page(client.get(f"/past?q={word}")).links) == found


def test_places_of_past_games_are_sorted_without_case_and_accents(app, client):
    places = ["Zug", "köln", "Äpfelhof", "Berlin", "Zug"]
    games = [
        result_alone(f"{at:08}{ID[8:]}", "loire", ("Ada", "Bo"), ExternalResult(((1, 9), (2, 5))), venue=place)
        for at, place in enumerate(places)
    ]
    import_results(app.extensions["service"], games, ready())
    options = [each.text for each in Page(client.get("/past")).first(id="place").all("option")]
    assert [each for each in options if each in places] == ["Äpfelhof", "Berlin", "köln", "Zug"]


def test_counts_of_games_have_separators_of_thousands(app, client):
    lines = ExternalResult(((1, 9), (2, 5)))
    games = [result_alone(f"{at:08}{ID[8:]}", "loire", ("Anneli", "Benito"), lines, "2025-04-03") for at in range(1001)]
    import_results(app.extensions["service"], games, ready())
    with app.extensions["service"].store.reading() as db:
        player = find_person(db, "Anneli").id
    for url in ("/past", "/players", f"/players/{player}", "/records", "/years/2025"):
        assert "1,001" in text(client.get(url)), url
        assert "1.001" in text(client.get(url, headers={"Accept-Language": "de"})), url
        assert "1001" not in text(client.get(url)), url
