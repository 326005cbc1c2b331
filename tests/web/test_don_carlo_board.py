"""Don Carlo's board: names and values of the countries, their leaders, and the reasons."""

import json
from pathlib import Path

import pytest

from tests.documents import import_documents, read_document
from tests.helpers import begin, entered, send
from tests.pages import Page
from tests.seats import at_seat

AGENTS = ("0/4", "1", "2", "4/5", "1/3", "0/1", "0/5", "3/3/3")

BOARD = {
    "en": [
        "Egoistria [1-3] worth 3 ■ Benito: 1 ◆ Anja: 2 ■ Benito: 0/1 ■ Benito leads: 2 agents to 1",
        "Country 4 ● Anneli: 0/4 ● Anneli: 1/3 ● Anneli leads: 2 agents to 0",
        "Country 5 ◆ Anja: 0/5 ◆ Anja leads: 1 agent to 0",
        "Absurdistan [6] nobody yet",
        "Country 7 nobody yet",
        "Chaotania [8] nobody yet",
        "Squadronia [9-12] worth 9 ▲ Donny: 4/5 ▲ Donny: 3/3/3 ▲ Donny leads: 2 agents to 0",
    ],
    "de": [
        "Egoistrien [1–3] zählt 3 ■ Benito: 1 ◆ Anja: 2 ■ Benito: 0/1 ■ Benito führt: 2 Agenten zu 1",
        "Abstrusien [4] ● Anneli: 0/4 ● Anneli: 1/3 ● Anneli führt: 2 Agenten zu 0",
        "Abrakadabria [5] ◆ Anja: 0/5 ◆ Anja führt: 1 Agent zu 0",
        "Absurdistan [6] noch niemand",
        "Protzland [7] noch niemand",
        "Chaotanien [8] noch niemand",
        "Schwadronien [9–12] zählt 9 ▲ Donny: 4/5 ▲ Donny: 3/3/3 ▲ Donny führt: 2 Agenten zu 0",
    ],
}
LEVEL = {
    "en": "Egoistria [1-3] worth 3 ■ Benito: 1 ◆ Anja: 2 ■ Benito leads: 1 each, Benito first",
    "de": "Egoistrien [1–3] zählt 3 ■ Benito: 1 ◆ Anja: 2 ■ Benito führt: je 1, Benito zuerst",
}


def countries(client, url, language):
    """Return the text of each country at the table."""
    page = Page(client.get(url, headers={"Accept-Language": language}))
    return [each.text for each in page.all("li", class_="country")]


@pytest.mark.parametrize("language", BOARD)
def test_board_shows_each_number_once_and_leaders_with_reasons(app, client, language):
    url = begin(client, "Anneli", "Benito", "Anja", "Donny")
    entered(app, url, *AGENTS[:4])
    assert countries(client, url, language)[0] == LEVEL[language]
    entered(app, url, *AGENTS)
    assert countries(client, url, language) == BOARD[language]


def test_every_agent_links_to_its_entry(app, client):
    url = begin(client, "Anneli", "Benito", "Anja", "Donny")
    entered(app, url, *AGENTS)
    links = [link for each in Page(client.get(url)).all("ol", class_="queue") for link in each.all("a")]
    sent = ["1", "2", "0/1", "0/4", "1/3", "0/5", "4/5", "3/3/3"]
    assert [each.text.split()[-1] for each in links] == sent
    assert [each.given["href"] for each in links] == [f"{url}/plays/{AGENTS.index(each) + 1}" for each in sent]
    shown = Page(client.get(f"{url}/replay?at=2")).first("ol", class_="queue").first("a")
    assert shown.given["href"] == f"{url}/replay?at=2"


def test_remark_links_to_the_rules(client):
    url = begin(client, "Anneli", "Benito")
    send(client, url, "1", player=1)
    verdict = Page(client.get(url)).first(id="verdict")
    assert "it was Anneli's turn" in verdict.text
    assert "section=turn" in verdict.first("a").given["href"]


def test_eliminated_player_links_to_the_rules(app, client):
    game = Path(__file__).parents[1] / "games" / "don-carlo" / "four-players-to-the-end.json"
    document = json.loads(game.read_text())["document"]
    begun = read_document(json.dumps(document | {"plays": document["plays"][:38]}))
    (brought,) = import_documents(app.extensions["service"], [begun])
    verdict = Page(client.get(f"/games/{brought.id}?seat={at_seat(1)}")).first(id="verdict")
    assert "section=stuck" in verdict.first("a").given["href"]
