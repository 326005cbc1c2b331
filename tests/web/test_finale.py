"""The end of a game is revealed step by step, one page each; only the last page names the winner."""

import json
from pathlib import Path

import pytest

from tests.documents import import_documents, read_document
from tests.helpers import carried, slip, slot
from tests.pages import Page, text

GAMES = Path(__file__).parents[1] / "games"
DON_CARLO, PRODIGALS = "don-carlo/three-players-to-the-end", "prodigals-club/five-players-all-three-competitions"
LOIRE, SOLO = "loire/four-players-to-the-end", "loire/solo-aaron-is-ahead-after-round-c"


def opened(app, name, plays=None):
    """Return the URL of a recorded game, optionally with only its first `plays` plays."""
    document = json.loads((GAMES / f"{name}.json").read_text())["document"]
    document = {key: value for key, value in document.items() if plays is None or key not in ("id", "ended")}
    document["plays"] = document["plays"][:plays]
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    return f"/games/{game.id}"


def walked(client, url):
    """Return each page of the reveal, following the links for browsers without scripts, and the final URL."""
    pages, where = [], f"{url}/finale"
    while "/finale" in where:
        pages.append(Page(client.get(where)))
        where = pages[-1].first(class_="act").first("a").given["href"]
    return pages, where


def beats(pages):
    return [page.first(class_="finale-beat").text for page in pages]


@pytest.mark.parametrize(
    ("name", "signs"),
    [
        (PRODIGALS, ["◆", "♥\N{VARIATION SELECTOR-15}", "▲"]),
        (LOIRE, ["▲", "● ◆", "■", "◆"]),
        (SOLO, ["A", "A", "–", "●"]),
    ],
)
def test_only_the_last_final_scoring_page_names_the_winner(app, client, name, signs):
    count = len(signs)
    url = opened(app, name)
    result = Page(client.get(url))
    won = result.first("h2").content[0] if name == SOLO else result.first("h2").text.rpartition(":")[0].strip()
    pages, left = walked(client, url)
    assert (len(pages), left) == (count, url)
    assert [tile.content[-1].text for tile in pages[-1].all(class_="finale-tile")] == signs
    assert [won in each.text for each in pages] == [False] * (count - 1) + [True]
    skips = [each.all("a", class_="bar-link") for each in pages]
    assert [[link.given["href"] for link in each] for each in skips] == [[url]] * (count - 1) + [[]]
    totals = [each.text.split()[-1] for each in pages[-1].all(class_="finale-total")]
    assert sorted(totals) == sorted(each.text for each in result.all("td", class_="scores-sum")[: len(totals)])
    assert "See the end again" in text(client.get(f"{url}/more"))


def test_final_scoring_shows_country_owners_and_leaders(app, client):
    pages, _ = walked(client, opened(app, DON_CARLO))
    first = pages[0].first(class_="finale-card").text
    assert "Egoistria" in first
    assert "+3" in first
    assert beats(pages) == [
        "Benito is still ahead",
        "So far Anneli is ahead",
        "So far Benito is ahead",
        "Benito is still ahead",
        "So far Anneli is ahead",
        "■ Benito is Don Carlo",
    ]
    tiles = [["nobody" in tile.given["class"] for tile in each.all(class_="finale-tile")] for each in pages]
    assert tiles == [[number > at for number in range(6)] for at in range(6)]  # the owner is not revealed earlier
    crowns = [sum(1 for lane in each.all(class_="finale-lane") if lane.all(class_="crown")) for each in pages]
    assert crowns == [0, 0, 0, 0, 0, 1]  # the crown also counts hidden stages, so it would reveal the winner


@pytest.mark.parametrize(
    ("name", "plays", "step"),
    [
        ("carta-nostra/five-players-to-the-end", None, 1),
        ("don-carlo/still-running", None, 1),
        (DON_CARLO, None, 0),
        (DON_CARLO, None, 7),
    ],
)
def test_final_scoring_without_stages_redirects_to_the_game(app, client, name, plays, step):
    url = opened(app, name, plays)
    assert client.get(f"{url}/finale?step={step}").location == url
    if step == 1:
        assert "See the end again" not in text(client.get(f"{url}/more"))


def test_final_entry_opens_final_scoring_but_redo_the_result(app, client):
    url = opened(app, DON_CARLO, -1)
    document = json.loads((GAMES / f"{DON_CARLO}.json").read_text())["document"]
    last = document["plays"][-1]
    seat, cards = document["players"].index(last["player"]), "/".join(map(str, last["cards"]))
    sent = slip(client.get(url)) | slot("agent", seat, cards=cards)
    assert client.post(f"{url}/plays", data=sent).location == f"{url}/finale"
    assert "is Don Carlo" in text(client.get(url))  # an old game opens directly at its result
    for way in ("undo", "redo"):
        assert client.post(f"{url}/{way}", data=carried(client, url)).location == url
    again = slot("agent", seat, f"at-{len(document['plays'])}", cards="0")
    answer = client.post(f"{url}/plays", data=slip(client.get(url)) | again)
    assert "/finale" not in (answer.location or "")


def test_watching_screens_follow_to_the_final_scoring(app, client):
    url = opened(app, DON_CARLO)
    follows = Page(client.get(f"{url}/screen")).first(id="watching").given
    assert (follows["data-follows"], follows["data-leads"]) == ("screen-end", f"{url}/finale?step=1&screen=yes")
    pages, _ = walked(client, url)
    large = Page(client.get(f"{url}/finale?step=6&screen=yes"))
    assert large.first(class_="act").first("a").given["href"] == f"{url}/screen"
    assert "data-alone" in large.first(class_="act").first("a").given
    assert "data-alone" not in pages[0].first(class_="act").first("a").given
