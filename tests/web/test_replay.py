"""Replays: each position of each recorded game has a URL and shows the game state after its plays."""

import pytest

from scorekeeper.core.replay import replay
from scorekeeper.web.table.page import GamePage, looking_back
from scorekeeper.web.table.slots import Position
from tests.documents import import_documents, read_document
from tests.helpers import slip
from tests.pages import Page
from tests.recorded import TITLES, document_of

WHOLE = {
    path for path in TITLES if path.stem in ("two-players-to-the-end", "five-players-to-the-end", "corrected-start")
}
"""Games checked play by play; for others, some positions are enough."""
DON_CARLO = "don-carlo/four-players-to-the-end"


def recorded(app, game):
    document = document_of(game)
    (imported,) = import_documents(app.extensions["service"], [read_document(document)])
    return imported.id, document


def paper(standings):
    return [(each.line.name, each.place, each.line.total, dict(each.line.parts)) for each in standings]


@pytest.mark.parametrize("path", TITLES, ids=lambda path: path.stem)
def test_replay_position_shows_the_sheet_after_its_entries(app, client, path):
    game, document = recorded(app, path)
    plays, found, view = document["plays"], read_document(document), app.extensions["service"].view(game)
    log = None
    for at in sorted({*range(0, len(plays) + 1, 1 if path in WHOLE else 20), len(plays)}):
        log = replay(found.rulebook, found.table, found.plays[len(log.steps) if log else 0 : at], log)
        answer = client.get(f"/games/{game}/replay?at={at}")
        assert answer.status_code == 200
        assert f">Entry {at} of {len(plays)}</h2>" in answer.text or at == 0
        with app.test_request_context():
            shown = paper(looking_back(GamePage(Position(view)), at, at - 1).score_sheet.standings)
        assert shown == paper(log.sheet().standings)


def test_replay_position_shows_its_entry_and_changes(app, client):
    game, _ = recorded(app, DON_CARLO)
    page = Page(client.get(f"/games/{game}/replay?at=9"))
    assert page.first(class_="replay-play").text == (
        "Entry 9 of 41 Edit this entry ● Anneli: 0/1 goes to Egoistria [1-3] +3 3 agents here now"
    )
    assert [each.text for each in page.all(class_="standing")][:3] == [
        "17 +6 ● Anneli 6 + 11",
        "18 ■ Benito 2 + 16",
        "8 −3 ◆ Anja 2 + 6",
    ]
    country = "Egoistria [1-3] worth 3 ◆ Anja: 1/2 ● Anneli: 2 ● Anneli: 0/1 ● Anneli leads: 2 agents to 1"
    assert page.first(class_="country").text == country


def test_replay_shows_gains_of_parts_not_of_shares(app, client):
    game, _ = recorded(app, "loire/solo-held-out-to-the-end")
    gains = set()
    for at in range(16):
        page = Page(client.get(f"/games/{game}/replay?at={at}"))
        gains |= {row.first("th").text for row in page.all("tr") if row.all(class_="gain")}
    assert gains >= {"points"}
    assert not gains & {"castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings"}


def test_replay_without_scripts_uses_links_and_slider_form(app, client):
    game, _ = recorded(app, DON_CARLO)
    url = f"/games/{game}/replay"
    page = Page(client.get(f"{url}?at=3"))
    asked = {name: page.first("a", id=name).given["href"] for name in ("first", "back", "forward", "end")}
    shown = {name: Page(client.get(each)) for name, each in asked.items()}
    assert [each.first(id="position").text for each in shown.values()] == [
        "Before the first entry",
        "Entry 2 of 41",
        "Entry 4 of 41",
        "Entry 41 of 41",
    ]
    for at, over in (("first", ["first", "back"]), ("end", ["forward", "end"])):  # they keep their places
        assert [each.given["id"] for each in shown[at].all("a") if "aria-disabled" in each.given] == over
    slider = page.form(method="get", action=url)
    buttons = [each.text for each in slider.all("button") if "hidden" not in each.given]  # scripts show the others
    assert (slider.fields, buttons) == ([("at", "3")], ["Show"])


def test_result_figures_link_to_their_entries(app, client):
    game, _ = recorded(app, DON_CARLO)
    result = Page(client.get(f"/games/{game}"))
    sheet = result.first("table", class_="scores")
    figures = [[each.text.split()[-1] for each in row.all("td")] for row in sheet.first("tbody").all("tr")]
    links = [each.given["href"] for each in sheet.all("a")]
    assert figures[3] == ["27", "0", "11", "38"]
    assert len(links) == 16
    for url, value in zip(links, [value for row in figures for value in row], strict=True):
        sources = Page(client.get(url)).all(class_="log-line")
        assert sources[0].given.get("aria-current") == "true"  # the last play that changed the cell is marked
        assert sources[0].first("b").text == value
        assert sources[-1].text == "0 Before the first entry 0"
    countries = Page(client.get(links[14]))
    assert countries.first(id="figure").text == "Benito: countries"
    assert countries.all(class_="log-line")[0].text == "28 ▲ Donny: 0/1/4 goes to Country 5 −5 11"
    assert countries.first(id="back").given["href"] == f"/games/{game}/replay?at=27&line=1&part=countries"


def test_result_links_to_replay_and_log_to_corrections(app, client):
    game, _ = recorded(app, DON_CARLO)
    result, log = Page(client.get(f"/games/{game}")), Page(client.get(f"/games/{game}/plays"))
    assert result.first(id="play-7").first("a").given["href"] == f"/games/{game}/replay?at=7"
    assert log.first(id="play-7").first("a").given["href"].partition("?")[0] == f"/games/{game}/plays/7"
    more = Page(client.get(f"/games/{game}/more"))
    assert {more.link("Replay"), log.link("Replay the game")} == {f"/games/{game}/replay?at=0"}
    archived = slip(client.get(f"/games/{game}/stop")) | {"status": "archived"}
    assert client.post(f"/games/{game}/status", data=archived).status_code == 303
    page = Page(client.get(f"/games/{game}/replay?at=1"))
    assert page.alert == "This game was archived."
    assert not page.all("form", method="post")
    assert not any(f"{game}/plays/1" in link for link in page.links)


JUNK = ("at=x", "at=-1", "at=1.5", "at=", "at=%00", f"at={'9' * 400}", "at=٣", "at=1e3")
FIGURES = ("line=0&part=x", "line=9", "line=x", "line=-1", "part=influence", f"line={'9' * 400}", "line=0&part=%00")
UNUSUAL = ("at=3&at=x", "line=0&part=", "line=1&line=z&part=bonus", "other=1", "at=999999999", "", "at=99999")


def test_junk_in_the_replay_url_is_not_found(app, client):
    game, _ = recorded(app, DON_CARLO)
    for status, queries in ((404, (*JUNK, *FIGURES)), (200, UNUSUAL)):
        for asked in queries:
            assert client.get(f"/games/{game}/replay?{asked}").status_code == status, asked
