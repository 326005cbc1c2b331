"""Pages of each title, in recorded games: languages, sizes, helpers, and the last entry."""

import json
import re
from pathlib import Path

import pytest

from tests.documents import import_documents, read_document
from tests.pages import Page
from tests.texts import outline

GAMES = Path(__file__).parents[1] / "games"
CARTA, CLUB = "carta-nostra/five-players-to-the-end", "prodigals-club/five-players-all-three-competitions"
DON_CARLO, LOIRE = "don-carlo/four-players-to-the-end", "loire/four-players-to-the-end"
SOLO, WILL = "loire/solo-held-out-to-the-end", "prodigals-club/last-will-with-both-of-4"
EQUAL = re.compile(
    r"\b(Bonus|Rest|Caporegime|Consigliere|Don Carlo|Don|Mafioso|Carta Nostra|Absurdistan|Dame Beatrice|Hyde Park)\b"
)
"""Words that are the same in English and German."""


def opened(app, name, plays=None):
    """Import the first plays of a recorded game; return its URL and its players."""
    document = json.loads((GAMES / f"{name}.json").read_text("utf-8"))["document"]
    document = read_document(document | {"plays": document["plays"][:plays]})
    (game,) = import_documents(app.extensions["service"], [document])
    return f"/games/{game.id}", document.table.players


@pytest.mark.parametrize(
    ("name", "plays"),
    [(SOLO, 5), (LOIRE, 2), (LOIRE, None), (CARTA, 13), (CARTA, None), (DON_CARLO, 20), (DON_CARLO, None),
     (CLUB, 50), (CLUB, None), (WILL, 30)],
)  # fmt: skip
def test_pages_have_no_line_in_both_languages(app, client, name, plays):
    game, players = opened(app, name, plays)
    helpers = [link for link in Page(client.get(f"{game}/more")).links if link.startswith(f"{game}/help/")]
    places = ["", "/plays", "/plays/2", "/plays/2/before", "/options", "/more", "/replay?at=2", "/about", "/stop"]
    names, untranslated = re.compile("|".join([*players, "Aaron"])), {}
    for url in [*(game + place for place in [*places, "/players", "/screen", "/course", "/finale"]), *helpers]:
        english, german = (client.get(url, headers={"Accept-Language": each}) for each in ("en", "de"))
        if english.status_code == 200:
            shared, said = (set(outline(Page(each).first("body"))) for each in (english, german))
            untranslated[url] = [
                line for line in shared & said if re.search(r"[a-z]{3}", EQUAL.sub("", names.sub("", line)))
            ]
    assert len(untranslated) > 8
    assert {url: lines for url, lines in untranslated.items() if lines} == {}


@pytest.mark.parametrize(
    ("name", "plays", "place", "most"),
    [
        (CARTA, -2, "", 7_000),
        (LOIRE, 3, "", 8_600),
        (CLUB, 54, "", 9_100),  # with the places for waiting entries
        (CLUB, 54, "/course", 3_500),
        (DON_CARLO, -4, "", 6_700),
    ],
)
def test_page_has_a_size_limit(app, client, name, plays, place, most):
    game, _ = opened(app, name, plays)
    answer = client.get(f"{game}{place}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert most * 0.8 < len(answer.data) <= most


HELPERS = [
    (CLUB, "What does a sale pay?", {"tile": "6", "discount": "−2"}, "From the borough", "3 pounds 6 − 3 = 3"),
    (LOIRE, "What do animals count?", {"chickens": "2", "cows": "1", "sheep": "1", "pigs": "1"}, None,
     "4 points sets of four: 1, of three: 0, of two: 0; animals in no set: 1 +4"),
    (LOIRE, "How many workers for a die?", {"shown": "6", "wanted": "2"}, None, "2 workers 6 → 1 → 2"),
    (DON_CARLO, "Can't send an agent?", {"cards": "1 1 4 4"}, None, "4/4"),
    (DON_CARLO, "Can't send an agent?", {"cards": "0 0 0 0"}, None,
     "You cannot send an agent with these: draw one more card."),
    (DON_CARLO, "Can't send an agent?", {"cards": "7"}, None, "There is no card 7: a family has 0 to 6."),
    (DON_CARLO, "Can't send an agent?", {"cards": "6 6 6"}, None, "has only two 6s left."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "question", "typed", "ticked", "said"), HELPERS)
def test_helper_answers_without_writing(app, client, dump, name, question, typed, ticked, said):
    game, _ = opened(app, name, 2)
    before, url = dump(), Page(client.get(f"{game}/more")).link(question)
    form = Page(client.get(url)).form(class_="sheet", method="get")
    assert set(typed) <= dict(form.fields).keys()
    boxes = [label.first("input").given["name"] for label in form.all("label") if ticked and ticked in label.text]
    assert len(boxes) == (ticked is not None)
    answer = client.get(url, query_string=dict(form.fields) | typed | dict.fromkeys(boxes, "yes"))
    assert said in Page(answer).first(id="answers").text
    assert dump() == before


@pytest.mark.parametrize(
    ("name", "plays", "said"),
    [
        (CARTA, 1, "Anneli: A Hitman comes into the city. It is Benito's turn."),
        (DON_CARLO, 1, "Anneli: 2/6 goes to Chaotania [8], +1. It is Benito's turn."),
        (LOIRE, 1, "Anneli: 28 points."),
        (CLUB, 12, "Benito loses 2 votes."),
        (CLUB, 26, "Hyde Park of round 1."),
        (CLUB, 28, "Round 1 is over."),
    ],
)
def test_last_entry_is_announced_naming_its_player_once(app, client, name, plays, said):
    game, _ = opened(app, name, plays)
    assert Page(client.get(game)).first("p", **{"data-news": ""}).text.strip() == said
