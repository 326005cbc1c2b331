"""Don Carlo's table: entries, refusals, undo, the end of the game, and the board with its reasons."""

import json
import re
from pathlib import Path

import pytest
from markupsafe import escape

from scorekeeper.core.rulebook import seat_colours
from scorekeeper.store.results import latest
from scorekeeper.store.rows import read_game
from scorekeeper.web.table.lines import PlayerTag
from tests.checked import findings
from tests.documents import import_documents, read_document
from tests.helpers import begin, entered, first_seat, hidden, send, slip, slot
from tests.pages import Page
from tests.seats import at_seat

GAMES = Path(__file__).parents[1] / "games"
CHANGED = "The game has changed since you opened this page, so nothing was saved"
MAX_STATEMENTS = 26
REPRESENTATION = {"Prefer": "return=representation"}
AGENTS = ("0/4", "1", "2", "4/5", "1/3", "0/1", "0/5", "3/3/3")
BOARD = [
    "Egoistria [1-3] worth 3 ■ Benito: 1 ◆ Anja: 2 ■ Benito: 0/1 ■ Benito leads: 2 agents to 1",
    "Country 4 ● Anneli: 0/4 ● Anneli: 1/3 ● Anneli leads: 2 agents to 0",
    "Country 5 ◆ Anja: 0/5 ◆ Anja leads: 1 agent to 0",
    "Absurdistan [6] nobody yet",
    "Country 7 nobody yet",
    "Chaotania [8] nobody yet",
    "Squadronia [9-12] worth 9 ▲ Donny: 4/5 ▲ Donny: 3/3/3 ▲ Donny leads: 2 agents to 0",
]
LEVEL = "Egoistria [1-3] worth 3 ■ Benito: 1 ◆ Anja: 2 ■ Benito leads: 1 each, Benito first"


@pytest.fixture
def url(client):
    """A game of three without plays."""
    return begin(client, "Anneli", "Benito", "Carla")


def alert(answer):
    """Return the error message of the page."""
    return Page(answer).alert


def typed(answer):
    """Return the value of the cards field."""
    return Page(answer).field(f"agent.{first_seat(answer)}-cards")


def agent(page, cards):
    """Return the form data of a table page with these cards."""
    return slip(page) | slot("agent", first_seat(page), cards=cards)


def log(app, url):
    """Return the stored plays of a game."""
    with app.extensions["service"].store.reading() as db:
        return read_game(db, url.rsplit("/")[-1]).plays


def undo(client, url):
    return client.post(f"{url}/undo", data=slip(client.get(url)))


def stop(client, url):
    return client.post(f"{url}/plays", data=slip(client.get(f"{url}/stop")) | slot("stop"))


def test_twenty_players_have_different_signs():
    assert len({PlayerTag(seat, "", "", colour).sign for seat, colour in enumerate(seat_colours(20))}) == 20


@pytest.mark.parametrize("cards", ["116", "6-1-1", " 1, 6 + 1 "])
def test_cards_can_be_typed_in_many_ways(client, url, cards):
    assert send(client, url, cards).status_code == 303
    assert "Anneli&#39;s 1/1/6" in client.get(url).text


def test_stale_page_keeps_input_for_its_players_turn(client, url, dump):
    assert send(client, url, "1/1/6").status_code == 303
    old = client.get(url)
    assert undo(client, url).status_code == send(client, url, "1/6").status_code == 303
    written = dump()
    answer = client.post(f"{url}/plays", data=agent(old, "2/2/2"))
    assert answer.status_code == 409
    assert alert(answer).startswith(f"{CHANGED}: Anneli's 1/6 was entered.")
    assert typed(answer) == "2/2/2"
    assert '"typed":"2/2/2"' in answer.text
    assert (first_seat(answer), hidden(answer, "revision")) == (at_seat(1), "4")
    assert dump() == written
    assert client.post(f"{url}/plays", data=agent(answer, typed(answer))).status_code == 303


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("6/1/1", "1/1/6 is already in Chaotania [8]: Anneli sent it in entry 1."),
        ("", "Type the digits one after the other, such as 1/1/6."),
        ('"><script>alert(1)</script>', "Type the digits one after the other, such as 1/1/6."),
    ],
)
def test_illegal_entry_is_refused_with_the_reason(client, url, dump, cards, reason):
    assert send(client, url, "1/1/6").status_code == 303
    written = dump()
    answer = send(client, url, cards)
    assert answer.status_code == 422
    assert alert(answer) == reason
    assert typed(answer) == cards
    assert "Benito sends an agent" in answer.text
    assert "<script>alert" not in answer.text
    assert dump() == written
    assert client.post(f"{url}/plays", data=agent(answer, "1/1")).status_code == 303


def test_another_player_can_be_entered_out_of_turn(client, url):
    page = client.get(f"{url}?seat={at_seat(2)}").text
    assert "Carla sends an agent" in page
    assert "It is Anneli's turn." in page
    assert send(client, url, "1/1/6", player=2).status_code == 303
    page = client.get(url).text
    assert "Carla played; it was Anneli&#39;s turn." in page
    assert "section=turn" in Page(client.get(url)).first(id="verdict").first("a").given["href"]
    assert "Anneli sends an agent" in page  # the player after Carla


def test_undo_stops_at_the_start_of_the_game(app, client, url, dump):
    first = agent(client.get(url), "1/1/6")
    assert client.post(f"{url}/plays", data=first).status_code == 303
    for cards in ("1/1", "1/2"):
        assert send(client, url, cards).status_code == 303
    for left, name in ((2, "Carla&#39;s 1/2"), (1, "Benito&#39;s 1/1"), (0, "Anneli&#39;s 1/1/6")):
        assert f"Undo {name}" in client.get(url).text
        answer = undo(client, url)
        assert (answer.status_code, answer.location) == (303, url)
        assert len(log(app, url)) == left
    assert "Undo Anneli" not in client.get(url).text
    written = dump()
    answer = undo(client, url)
    assert answer.status_code == 422
    assert alert(answer).startswith("There is nothing left to undo or redo.")
    assert client.post(f"{url}/plays", data=first).status_code == 303  # sent again, so it is not entered again
    assert dump() == written


def test_undone_end_reopens_the_game(app, client, url):
    assert send(client, url, "1/1/6").status_code == 303
    assert stop(client, url).status_code == 303
    refused = client.post(f"{url}/plays", data=slip(client.get(url)) | slot("agent", 0, cards="1/1"))
    assert (refused.status_code, alert(refused)) == (422, "The game is over: no more entries are possible.")
    page = client.get(url).text
    assert "Anneli is Don Carlo" in page
    assert "Reopen the game" in page
    assert "Past games" in client.get("/").text
    assert undo(client, url).status_code == 303
    assert "Benito sends an agent" in client.get(url).text
    home = client.get("/").text
    assert "At the table" in home
    assert "Past games" not in home
    with app.extensions["service"].store.reading() as db:
        assert latest(db, finished=True, most=9) == ()


NASTY = (
    "<script>alert(1)</script>",
    "{player} %(x)s %s 100%",
    "'; DROP TABLE games; --",
    '"><img src=x onerror=y>&amp;',
)


def test_hostile_names_are_escaped_on_every_page(app, client):
    url = begin(client, *NASTY)
    shown = {"table": client.get(url)}
    for seat, cards in enumerate(("1/1/6", "1/1", "1/2", "2/2")):
        assert send(client, url, cards, player=seat).status_code == 303
        shown |= {
            f"table {seat}": client.get(url),
            f"refused {seat}": send(client, url, cards, player=3 - seat),
        }
    shown |= {"home": client.get("/"), "log": client.get(f"{url}/plays"), "begin": client.get("/new/don-carlo")}
    assert stop(client, url).status_code == 303
    shown |= {"final": client.get(url), "home after": client.get("/")}
    for where, page in shown.items():
        assert page.status_code == (422 if where.startswith("refused") else 200), where
        for name in NASTY:
            assert str(escape(name)) in page.text, (where, name)
        assert not re.search(r"<script>|<img src=x|alert\(1\)</script>(?!&)\s*<", page.text), where
    for seat, name in enumerate(NASTY[:3]):
        assert f"{name} sent it in entry {seat + 1}." in alert(shown[f"refused {seat}"])
    assert findings(app.extensions["service"]) == ()


def test_tie_break_is_shown_beside_tied_players(client, url):
    for cards in ("1", "5", "6"):  # 4, 6 and 7 points
        assert send(client, url, cards).status_code == 303
    assert "cards left" not in Page(client.get(url)).first("table").text
    assert send(client, url, "2").status_code == 303  # a third point of influence: 6, with one card less
    rows = [row.text for row in Page(client.get(url)).first("tbody").all("tr")]
    assert [row.split(" cards")[0] for row in rows][1:] == ["2 ● Anneli", "3 ■ Benito"]
    assert ["cards left: 23" in rows[1], "cards left: 24" in rows[2], "cards" in rows[0]] == [True, True, False]


def test_url_fills_in_an_entry(client, url, dump):
    page = client.get(url, query_string=slot("agent", 1, cards="0/6"))
    assert (page.status_code, first_seat(page), typed(page)) == (200, at_seat(1), "0/6")
    written = dump()
    refused = client.get(url, query_string=slot("agent", 0, cards="six"))
    assert (refused.status_code, typed(refused)) == (422, "six")
    assert "Type the digits" in alert(refused)
    assert client.get(url, query_string=slot("spy")).status_code == 400
    assert client.get(url, query_string=slot("agent", 9, cards="6")).status_code == 400
    assert dump() == written


def test_helper_answer_links_to_the_table_with_its_entry(client, url):
    answer = client.get(f"{url}/help/open-cards", query_string={"player": at_seat(1), "cards": "0 6"})
    assert answer.text.index('id="answers"') < answer.text.index('<form class="sheet"')  # on the first screen
    filled = client.get(Page(answer).first("ul", id="answers").first("a").given["href"])
    assert (first_seat(filled), typed(filled)) == (at_seat(1), "6")
    asked = Page(client.get(f"{url}/help/open-cards", query_string={"player": at_seat(2)}))
    assert (asked.hidden["player"], asked.all(id="answers")) == (at_seat(2), [])


def test_entry_with_its_page_takes_few_statements(client, app):
    document = json.loads((GAMES / "don-carlo" / "four-players-to-the-end.json").read_text())["document"]
    store, statements = app.extensions["service"].store, []
    (game,) = import_documents(app.extensions["service"], [read_document(document | {"plays": document["plays"][:20]})])
    for play in document["plays"][20:22]:  # the first request fills caches
        form = agent(client.get(f"/games/{game.id}"), "/".join(map(str, play["cards"])))
        statements.clear()
        store.current().conn.set_trace_callback(statements.append)
        answer = client.post(f"/games/{game.id}/plays", data=form | {"sure": "yes"}, headers=REPRESENTATION)
        store.current().conn.set_trace_callback(None)
        assert answer.status_code == 200
    # a request that has taken long waits for less time, which takes two more statements
    timely = [each for each in statements if not each.startswith("PRAGMA busy_timeout")]
    assert "COMMIT" in timely
    assert len(timely) <= MAX_STATEMENTS
    assert not [each for each in timely if "sqlite_master" in each or each.startswith("PRAGMA")]


def test_response_to_an_entry_has_the_next_requests_etag(client, url):
    for _ in range(2):
        answer = client.post(f"{url}/plays", data=agent(client.get(url), "012"), headers=REPRESENTATION)
        at, tag = answer.headers["Content-Location"], answer.headers["ETag"]
        assert client.get(at, headers={"If-None-Match": tag}).status_code == 304
        undone = client.post(f"{url}/undo", data=slip(client.get(url)), headers=REPRESENTATION)
        assert client.get(at, headers={"If-None-Match": tag}).status_code == 200
        at, tag = undone.headers["Content-Location"], undone.headers["ETag"]
        assert client.get(at, headers={"If-None-Match": tag}).status_code == 304


def test_board_shows_leaders_with_reasons_and_links_to_entries(app, client):
    def countries():
        return [each.text for each in Page(client.get(url)).all("li", class_="country")]

    url = begin(client, "Anneli", "Benito", "Anja", "Donny")
    entered(app, url, *AGENTS[:4])
    assert countries()[0] == LEVEL
    entered(app, url, *AGENTS)
    assert countries() == BOARD
    links = [link for each in Page(client.get(url)).all("ol", class_="queue") for link in each.all("a")]
    sent = ["1", "2", "0/1", "0/4", "1/3", "0/5", "4/5", "3/3/3"]
    assert [each.text.split()[-1] for each in links] == sent
    assert [each.given["href"] for each in links] == [f"{url}/plays/{AGENTS.index(each) + 1}" for each in sent]
    shown = Page(client.get(f"{url}/replay?at=2")).first("ol", class_="queue").first("a")
    assert shown.given["href"] == f"{url}/replay?at=2"


def test_eliminated_player_links_to_the_rules(app, client):
    document = json.loads((GAMES / "don-carlo" / "four-players-to-the-end.json").read_text())["document"]
    begun = read_document(json.dumps(document | {"plays": document["plays"][:38]}))
    (game,) = import_documents(app.extensions["service"], [begun])
    verdict = Page(client.get(f"/games/{game.id}?seat={at_seat(1)}")).first(id="verdict")
    assert "section=stuck" in verdict.first("a").given["href"]
    answer = client.get(f"/games/{game.id}/help/open-cards", query_string={"player": at_seat(1), "cards": "1"})
    assert "is out: the cards left make no new code name." in Page(answer).text
