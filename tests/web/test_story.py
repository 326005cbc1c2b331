"""The story and the race chart on a game's pages: above the plays, in the replay, and in the shared text."""

import pytest

from scorekeeper.core.messages import isolated
from scorekeeper.web.common.charts import NAME_UNITS
from scorekeeper.web.common.names import short_names
from tests.documents import game_document, import_documents, read_document
from tests.pages import Page
from tests.recorded import document_of

DON_CARLO, CARTA = "don-carlo/four-players-to-the-end", "carta-nostra/five-players-to-the-end"
PRODIGALS, SOLO = "prodigals-club/five-players-all-three-competitions", "loire/solo-held-out-to-the-end"
LOIRE = "loire/four-players-to-the-end"
RACES = (DON_CARLO, PRODIGALS, SOLO)
"""Games with a course to draw."""
HERE = {"aria-current": "true"}


def opened(app, document):
    """Return the URL of an imported game, given as a document or a recorded game's name."""
    document = document_of(document) if isinstance(document, str) else document
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    return f"/games/{game.id}"


def moments(page):
    return [each.text for each in page.all(class_="story-moment")]


@pytest.mark.parametrize("name", [DON_CARLO, CARTA, PRODIGALS, SOLO, LOIRE])
def test_story_is_above_the_log_and_links_to_replay(app, client, name):
    url = opened(app, name)
    page = Page(client.get(url))
    assert len(page.all("section", class_="race")) == (name in RACES)
    told = [page.first(class_="tale").text, *moments(page)]
    assert 3 <= len(told) <= 4
    assert page.text.index(told[1]) < page.text.index("All entries")
    assert all(sentence in page.first("pre", id="share").raw.splitlines() for sentence in told)
    assert [page.text.count(sentence) for sentence in told] == [2] * len(told)  # on the page, and in the text
    for link in (*page.all("a", class_="tale"), *page.all("a", class_="story-moment")):
        assert link.given["href"].startswith(f"{url}/replay?at=")
        replayed = Page(client.get(link.given["href"]))
        assert sorted(moments(replayed)) == sorted(told)
        assert link.text in [each.text for each in replayed.all("a", class_="story-moment", **HERE)]


@pytest.mark.parametrize("name", ["don-carlo/still-running", "don-carlo/stopped-before-the-first-play"])
def test_game_without_story_has_no_story_heading(app, client, name):
    url = opened(app, name)
    for page in (url, f"{url}/replay", f"{url}/replay?at=0"):
        assert not Page(client.get(page)).all(class_="story")
    assert not Page(client.get(url)).all(class_="race")


def test_race_chart_has_a_name_and_a_table(app, client):
    page = Page(client.get(opened(app, DON_CARLO)))
    race = page.first("section", class_="race")
    drawing = race.first("svg")
    assert drawing.given["role"] == "img"
    assert (
        drawing.given["aria-label"]
        == "If it ended now: so far + countries, entry by entry; the table below has the numbers"
    )
    assert len(race.all("polyline", class_="chart-line")) == 4
    rows = [[cell.text for cell in row.all("th") + row.all("td")] for row in race.first("tbody").all("tr")]
    assert rows[0] == ["at the start", "0", "0", "0", "0"]
    assert rows[-1] == ["entry 41", "60", "38", "49", "41"]
    assert [each.text for each in race.first("thead").all("th")][1:] == ["● Anneli", "■ Benito", "◆ Anja", "▲ Donny"]
    assert len(rows) == 42


@pytest.mark.parametrize("name", ["<b>{player}%s</b>", "由美子由美子由美子", "\u202eada"])
def test_hostile_names_are_shown_as_text(app, client, name):
    names, plays = [name, "Bo"], []
    for number, cards in enumerate([[1], [2], [3], [0, 1], [0, 2], [0, 3], [1, 1]]):
        plays.append({"kind": "agent", "player": names[number % 2], "cards": cards})
    page = Page(client.get(opened(app, game_document("don-carlo", names, [*plays, {"kind": "stop"}]))))
    assert any(name in sentence for sentence in moments(page))
    race = page.first("section", class_="race")
    assert race.first("thead").all("th")[1].text == f"● {isolated(name)}"
    label = short_names(names, NAME_UNITS)[0]
    assert f"● {isolated(label)}" in [each.text for each in race.all("text", class_="chart-name")]
