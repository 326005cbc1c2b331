"""Entering plays: once each, only on the current page, refused with a reason; undo; the end of a game."""

import json
import re
from pathlib import Path

import pytest
from markupsafe import escape

from scorekeeper.core.document import Document
from scorekeeper.core.rulebook import seat_colours
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.results import latest
from scorekeeper.store.rows import read_game
from scorekeeper.web.table.lines import PlayerTag
from tests.agents import agents
from tests.checked import findings
from tests.documents import import_documents, read_document
from tests.helpers import begin, first_seat, hidden, send, slip, slot
from tests.pages import Page
from tests.seats import at_seat

GAMES = Path(__file__).parents[1] / "games"
DON_CARLO = all_rulebooks()["don-carlo"]
CHANGED = "The game has changed since you opened this page, so nothing was saved"
MAX_STATEMENTS = 26
REPRESENTATION = {"Prefer": "return=representation"}
GAME_OVER = "The game is over: no more entries are possible."


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


def test_entry_is_stored_and_shown(client, url):
    answer = send(client, url, "1/1/6")
    assert (answer.status_code, answer.location) == (303, url)
    page = client.get(url).text
    assert "Undo Anneli&#39;s 1/1/6" in page
    assert "Benito sends an agent" in page
    assert "1/1/6 goes to Chaotania [8]" in client.get(f"{url}/plays").text


@pytest.mark.parametrize("cards", ["1/1/6", "116", "6-1-1", " 1, 6 + 1 ", "1.1.6"])
def test_cards_can_be_typed_in_many_ways(client, url, cards):
    assert send(client, url, cards).status_code == 303
    assert "Anneli&#39;s 1/1/6" in client.get(url).text


def test_form_repeated_much_later_writes_nothing(app, client, url, dump):
    form = agent(client.get(url), "1/1/6")
    assert client.post(f"{url}/plays", data=form).status_code == 303
    assert send(client, url, "1/1").status_code == 303
    assert undo(client, url).status_code == undo(client, url).status_code == 303
    written = dump()
    assert client.post(f"{url}/plays", data=form).status_code == 303
    assert dump() == written
    assert log(app, url) == ()


def test_key_of_another_game_is_refused(client, url, dump):
    form = agent(client.get(url), "1/1/6")
    other = begin(client, "Donny", "Zampano")
    assert client.post(f"{url}/plays", data=form).status_code == 303
    written = dump()
    for path in ("plays", "undo"):
        answer = client.post(f"{other}/{path}", data=form)
        assert answer.status_code == 409
        assert "Donny sends an agent" in answer.text
        assert "was undone" not in alert(answer)  # nothing was undone
    assert dump() == written


def test_stale_entry_is_compared_with_the_counting_one(client, url, dump):
    old = client.get(url)
    assert send(client, url, "1/1/6").status_code == 303
    written = dump()
    answer = client.post(f"{url}/plays", data=agent(old, "2/2/2"))
    assert answer.status_code == 409
    assert "Entered twice: Anneli." in alert(answer)
    assert "1/1/6" in answer.text
    assert "2/2/2" in answer.text
    assert dump() == written


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


@pytest.mark.parametrize("left", [0, 1])
def test_page_made_stale_by_undo_is_refused(client, url, left):
    for cards in ("1/1/6", "1/1")[: left + 1]:
        assert send(client, url, cards).status_code == 303
    old = client.get(url)
    assert undo(client, url).status_code == 303
    answer = client.post(f"{url}/plays", data=agent(old, "2/2/2"))
    assert answer.status_code == 409
    assert "was undone" in alert(answer)
    assert "was entered" not in alert(answer)


def test_stale_end_of_game_is_refused_with_the_reason(client, url, dump):
    old = slip(client.get(f"{url}/stop"))
    assert send(client, url, "1/1/6").status_code == 303
    written = dump()
    answer = client.post(f"{url}/plays", data=old | slot("stop"))
    assert answer.status_code == 409
    assert "Benito sends an agent" in answer.text
    assert "nothing was saved: Anneli's 1/1/6 was entered." in alert(answer)
    assert ": ." not in alert(answer)
    assert dump() == written


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("1/1/6", "1/1/6 is already in Chaotania [8]: Anneli sent it in entry 1."),
        ("6/1/1", "1/1/6 is already in Chaotania [8]: Anneli sent it in entry 1."),
        ("0", "0 adds up to 0: no country takes that."),
        ("4", "4 adds up to 4: with 3 players there is no country [4]."),
        ("7/1", "There is no card 7: a family has 0 to 6."),
        ("1/1/1/1/1", "A code name has up to four numbers; this one has 5."),
        ("6/6/6", "6/6/6 adds up to 18: no country takes that."),
        ("", "Type the digits one after the other, such as 1/1/6."),
        ("six", "Type the digits one after the other, such as 1/1/6."),
        ("١/١", "Type the digits one after the other, such as 1/1/6."),
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


def test_spent_cards_are_refused(client, url, dump):
    assert send(client, url, "0/0/6").status_code == 303
    assert send(client, url, "6/6", player=0).status_code == 422
    written = dump()
    assert alert(send(client, url, "6/6", player=0)) == "Anneli has only one 6 left."
    assert dump() == written


@pytest.mark.parametrize("player", [at_seat(3), "-1", "Anneli", "", "@00", "@01"])
def test_entry_for_an_absent_player_is_refused(client, url, dump, player):
    written = dump()
    for wrong in (slot("agent", player, cards="1/1/6"), slot("agent", 0, cards="1/1/6") | {"player": player}):
        answer = client.post(f"{url}/plays", data=slip(client.get(url)) | wrong)
        assert (answer.status_code, alert(answer)[:26]) == (400, "The form could not be read")
    assert dump() == written


def test_another_player_can_be_entered_out_of_turn(client, url):
    page = client.get(f"{url}?seat={at_seat(2)}").text
    assert "Carla sends an agent" in page
    assert "It is Anneli's turn." in page
    assert send(client, url, "1/1/6", player=2).status_code == 303
    page = client.get(url).text
    assert "Carla played; it was Anneli&#39;s turn." in page
    assert "Anneli sends an agent" in page  # the player after Carla


def test_refused_out_of_turn_entry_stays_with_its_player(client, url):
    answer = send(client, url, "0", player=2)
    assert answer.status_code == 422
    assert first_seat(answer) == at_seat(2)
    assert "Carla sends an agent" in answer.text


def test_undo_stops_at_the_start_of_the_game(app, client, url, dump):
    for cards in ("1/1/6", "1/1", "1/2"):
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
    assert dump() == written


def test_entry_can_follow_an_undo(app, client, url):
    assert send(client, url, "1/1/6").status_code == undo(client, url).status_code == 303
    assert send(client, url, "1/1/6").status_code == 303
    assert len(log(app, url)) == 1


def test_undone_end_reopens_the_game(app, client, url):
    assert send(client, url, "1/1/6").status_code == 303
    assert stop(client, url).status_code == 303
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


@pytest.fixture
def last_turn(app):
    """A game one play before its end: its URL and that play."""
    table = DON_CARLO.table(("Anneli", "Benito"), {})
    plays = agents(table)
    (game,) = import_documents(app.extensions["service"], [Document(DON_CARLO, table, plays[:-1])])
    return f"/games/{game.id}", plays[-1]


def test_game_ends_automatically(client, last_turn):
    url, play = last_turn
    assert "sends an agent" in client.get(url).text
    assert send(client, url, "".join(map(str, play.cards))).status_code == 303
    page = client.get(url).text
    assert "Country scoring" in page
    assert re.search(r"(Anneli|Benito) is Don Carlo|share the title", page)
    assert "sends an agent" not in page
    assert undo(client, url).status_code == 303
    assert "sends an agent" in client.get(url).text


@pytest.mark.parametrize("changed", [slot("agent", 0, cards="1/1"), slot("stop")])
def test_finished_game_refuses_entries(client, url, dump, changed):
    assert stop(client, url).status_code == 303
    written = dump()
    answer = client.post(f"{url}/plays", data=slip(client.get(url)) | changed)
    assert answer.status_code == 422
    assert alert(answer) == GAME_OVER
    assert dump() == written


def test_entry_for_a_game_ended_meanwhile_is_refused(client, url, dump):
    old = client.get(url)
    assert stop(client, url).status_code == 303
    written = dump()
    answer = client.post(f"{url}/plays", data=agent(old, "1/1/6"))
    assert (answer.status_code, alert(answer)) == (
        409,
        f"{CHANGED}: the early end was entered.",
    )
    assert dump() == written


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


@pytest.mark.parametrize("path", ["", "/plays", "/stop"])
def test_unknown_game_is_not_found(client, path):
    answer = client.get(f"/games/00000000-0000-4000-8000-000000000000{path}")
    assert answer.status_code == 404
    assert alert(answer).startswith("Page not found.")


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
    assert first_seat(client.get(url)) == at_seat(0)
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


def test_last_entry_is_shown_until_the_next(client, url):
    def verdict():
        return Page(client.get(url)).first(class_="verdict-text").text

    assert verdict() == "Which code name? Tap the cards, in any order"
    send(client, url, "0/0/2")
    send(client, url, "1/3/3")
    assert "Benito 1/3/3 to Country 7: +1" in verdict()
    undo(client, url)
    assert "Anneli 0/0/2 to Egoistria: +1" in verdict()


@pytest.mark.parametrize(
    ("name", "plays", "said"),
    [
        (
            "carta-nostra/two-players-the-same-mafioso-again",
            1,
            "Anneli: A Don comes into the city. It is Benito's turn.",
        ),
        ("don-carlo/two-players-to-the-end", 1, "Anneli: 2/5 goes to Country 7, +1. It is Benito's turn."),
        ("loire/two-players-share-the-victory", 1, "Anneli: 8 points."),
        ("prodigals-club/five-players-all-three-competitions", 12, "Benito loses 2 votes."),
        ("prodigals-club/five-players-all-three-competitions", 26, "Hyde Park of round 1."),
        ("prodigals-club/five-players-all-three-competitions", 28, "Round 1 is over."),
    ],
)
def test_last_entry_is_announced_naming_its_player_once(app, client, name, plays, said):
    document = json.loads((GAMES / f"{name}.json").read_text())["document"]
    (game,) = import_documents(
        app.extensions["service"], [read_document(document | {"plays": document["plays"][:plays]})]
    )
    assert Page(client.get(f"/games/{game.id}")).first("p", **{"data-news": ""}).text.strip() == said


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
