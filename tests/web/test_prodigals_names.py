"""The Prodigals Club in German: a card name of our own translation is followed by the printed one at first use."""

import pytest

from tests.pages import Page
from tests.web.prodigals_club import begin

PRINTED = {
    "Etwas mehr Zeit": "A Little More Time",
    "Eine Runde im Pub": "Treating at the Pub",
    "Brauer": "Brewer",
    "Universalgenie": "Renaissance Man",
}
GERMAN = {"Accept-Language": "de"}


def bare(answer):
    """Return the names used without the printed one at first, and all names used."""
    assert answer.status_code == 200
    said = Page(answer).first("main").text.replace("\N{NO-BREAK SPACE}", " ")
    used = [name for name in PRINTED if name in said]
    return [name for name in used if not said.partition(name)[2].startswith(f" ({PRINTED[name]})")], used


@pytest.mark.parametrize(
    "played", ["possessions election", "election society", "last-will election", "last-will society"]
)
def test_rules_add_printed_names_to_german_names(client, played):
    asked = {"players": 3, "competitions": played.split()}
    missing, used = bare(client.get("/rules/prodigals-club", query_string=asked, headers=GERMAN))
    assert missing == []
    assert "Universalgenie" in used


def test_table_adds_printed_names_to_german_names(client):
    game = begin(client, "Anneli", "Benito")
    found = [
        bare(client.get(f"{game}{more}", headers=GERMAN))
        for more in ("/more", "/help/a-little-more-time?cards=2", "/help/treating-at-the-pub?cards=3&brewer=yes")
    ]
    assert [missing for missing, _ in found] == [[], [], []]
    assert {name for _, used in found for name in used} >= {"Etwas mehr Zeit", "Eine Runde im Pub", "Brauer"}
