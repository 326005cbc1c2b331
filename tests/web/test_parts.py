"""What a script holds already is not sent again: the rest, with it, is the page as it is."""

import gzip
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from scorekeeper.desk import changes
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.transaction import Submission
from scorekeeper.rulebooks.don_carlo.keypad import verdicts
from tests.documents import read_document
from tests.helpers import hidden, slip
from tests.pages import VOID

GAMES = Path(__file__).parents[1] / "games"
TABLES = {  # a recorded game, how many of its plays are on the table, and at most how many bytes the page after one is
    "don-carlo/four-players-to-the-end": (20, 2800),
    "carta-nostra/five-players-to-the-end": (13, 2000),
    "loire/four-players-to-the-end": (3, 3100),
    "loire/solo-the-first-round-is-going-on": (0, 3700),  # from the table of Aaron to a form of another kind
    "prodigals-club/five-players-all-three-competitions": (50, 2300),
    "prodigals-club/two-players-all-three-competitions": (5, 2300),
}
KEYS = re.compile(r'(name="(?:entry_key|csrf_token)" value=")[^"]*')
PART = re.compile(r"<!--\[-->(.*?)<!--\]-->", re.DOTALL)


@pytest.fixture
def after_a_play(app, client):
    """Return the page of a recorded game so far, and its address once its next play is entered."""

    def play(name, most):
        document = read_document(json.loads((GAMES / f"{name}.json").read_text())["document"])
        desk = app.extensions["desk"]
        (game,) = import_documents(desk, [replace(document, plays=document.plays[:most])])
        address = f"/games/{game.id}"
        before = client.get(address).get_data(as_text=True)
        submission = Submission("k" * 22, "", desk.view(game.id).game.revision)
        changes.enter(desk, game.id, document.plays[most : most + 1], submission, sure=True)
        return before, address

    return play


def held(page):
    """Return what a script says of a page that it holds."""
    key = re.search(r'name="entry_key" value="([^"]+)"', page)[1]
    return {"Holds": f"{key}/{len(PART.findall(page))}"}


def put_in(rest, page):
    """Return the page that a script makes of what came and of the page that it holds, and how much of it that was."""
    parts, expected, taken = PART.findall(page), 0, 0

    def part(found):
        nonlocal expected, taken
        number = int(found[1] or expected)
        expected, taken = number + 1, taken + 1
        return f"<!--[-->{parts[number]}<!--]-->"

    return re.sub(r"<!--\[(\d*)\]-->", part, rest), taken


class Marks(HTMLParser):
    """Looks whether the marks of a page stand around whole elements beside each other."""

    def __init__(self):
        super().__init__()
        self.open, self.since, self.count = [], None, 0

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass
        assert self.since is None or len(self.open) >= self.since

    def handle_comment(self, data):
        if data == "[":
            assert self.since is None
            self.since = len(self.open)
        elif data == "]":
            assert self.since == len(self.open)
            self.since, self.count = None, self.count + 1


@pytest.mark.parametrize(("name", "most", "weight"), [(name, *rest) for name, rest in TABLES.items()])
def test_a_table_after_a_play_is_sent_without_what_is_there(after_a_play, client, name, most, weight):
    before, address = after_a_play(name, most)
    answer = client.get(address, headers=held(before))
    rest, whole = answer.get_data(as_text=True), client.get(address).get_data(as_text=True)
    page, taken = put_in(rest, before)
    assert KEYS.sub(r"\1", page) == KEYS.sub(r"\1", whole)
    assert taken >= 10
    assert len(gzip.compress(rest.encode(), 6)) < weight

    marks = Marks()
    marks.feed(whole)
    assert marks.count == len(PART.findall(whole)) > taken // 2
    assert not [part for part in PART.findall(whole) if KEYS.search(part)]  # what belongs to one answer is always sent


@pytest.mark.parametrize(
    "said", ["", "nonsense", "a/b/c", "k" * 22 + "/1", "{key}/", "{key}/1", "{key}", "{key}/{count}0", "\udcff/{count}"]
)
def test_whoever_names_no_page_that_is_remembered_gets_the_whole(after_a_play, client, said):
    before, address = after_a_play("don-carlo/four-players-to-the-end", 20)
    key, _, count = held(before)["Holds"].partition("/")
    name = said.format(key=key, count=count).encode("latin-1", "replace").decode("latin-1")
    whole = client.get(address).get_data(as_text=True)
    assert KEYS.sub(r"\1", client.get(address, headers={"Holds": name}).get_data(as_text=True)) == KEYS.sub(
        r"\1", whole
    )


def test_the_play_itself_is_answered_so(after_a_play, app, client):
    before, address = after_a_play("don-carlo/four-players-to-the-end", 20)
    now, state = client.get(address), app.extensions["desk"].view(address.rpartition("/")[2]).replay.state
    seat = hidden(now, "player")
    form = slip(now) | {"kind": "agent", "player": seat, "cards": verdicts(state, int(seat))[0].names.split()[0]}
    text = now.get_data(as_text=True)
    answer = client.post(f"{address}/plays", data=form, headers={"Prefer": "return=representation"} | held(text))
    assert (answer.status_code, answer.headers["Content-Location"]) == (200, address)
    page, _ = put_in(answer.get_data(as_text=True), text)
    assert KEYS.sub(r"\1", page) == KEYS.sub(r"\1", client.get(address).get_data(as_text=True))
    assert len(answer.data) < len(before) * 0.7
