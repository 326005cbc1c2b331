"""The same turn, round or value entered on two phones: the second one compares both and decides which one counts."""

import pytest

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from tests.documents import game_document, import_documents, read_document
from tests.pages import Page
from tests.reader import Reader
from tests.seats import at_seat

NAMES = ("Ann", "Bob", "Cy")
KNOWN = [{"kind": "influence", "player": name, "markers": [9, 8, 6, 4]} for name in NAMES]
HEARD = {"kind": "hyde-park", "megaphones": {"Ann": 2, "Bob": 1, "Cy": 0}, "rewards": [3, 1]}
HELD = [{"kind": "turn", "player": name, "city": "don"} for name in ("Ann", "Bob")]
CLUB = {"competitions": ["election", "society"]}
CARDS = {"title": "Cards", "players": [2, 10]}


def hyde_park(*megaphones):
    return {f"hyde-park-megaphones-{at_seat(seat)}": each for seat, each in enumerate(megaphones)} | {
        "hyde-park-rewards": "3 1"
    }


def points(*numbers):
    return {f"round-points-{at_seat(seat)}": number for seat, number in enumerate(numbers)}


CASES = {  # title, options, plays before, query, button, what the first and the second phone type
    "Hyde Park": (
        "prodigals-club", CLUB, KNOWN, "?open=hyde-park", "Enter Hyde Park", hyde_park(*"210"), hyde_park(*"120"),
    ),
    "Dame Beatrice": (
        "prodigals-club", CLUB, [*KNOWN, HEARD], "?open=dame-beatrice", "Enter Dame Beatrice",
        {f"influence.{at_seat(1)}.dame-beatrice-markers": "10"},
        {f"influence.{at_seat(2)}.dame-beatrice-markers": "10"},
    ),
    "the end of a round": (
        "prodigals-club", CLUB, [*KNOWN, HEARD], "?open=end-round", "End round 1",
        {f"end-round-reserved-{at_seat(1)}": "1"}, {f"end-round-reserved-{at_seat(1)}": "2"},
    ),
    "new markers": (
        "prodigals-club", CLUB, KNOWN, f"?seat={at_seat(1)}&open=society", "Save changes",
        {f"influence.{at_seat(1)}-markers": "8"}, {f"influence.{at_seat(1)}-markers": "7"},
    ),
    "a round": ("cards", {}, [], "", "Enter the round", points(*"123"), points(*"193")),
    "an agent": ("don-carlo", {}, [], "", "Send agent", {"cards": "1/2"}, {"cards": "5"}),
    "a turn": (
        "carta-nostra", {}, [], "", "End Ann's turn No change: next player", {"city": "don"}, {"city": "hitman"},
    ),
    "a player": (
        "carta-nostra", {}, HELD, "", "End Cy's turn No change: next player",
        {"liquidated": f"{at_seat(0)}:don"}, {"liquidated": f"{at_seat(1)}:don"},
    ),
    "a tally": (
        "loire", {"triple_values": {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}}, [], "", "Enter Ann's tally",
        {"victory_cards": "5"}, {"victory_cards": "7"},
    ),
}  # fmt: skip


@pytest.fixture
def game(app):
    """Return a function that imports a game of a case and returns its id."""

    def load(slug, options, plays):
        facts = {"definition": CARDS} if slug == "cards" else {}
        document = read_document(game_document(slug, NAMES, plays, options) | facts)
        (game,) = import_documents(app.extensions["service"], [document])
        return game.id

    return load


@pytest.fixture
def plays(app):
    """Return a function that returns the plays of a game as in its document."""

    def read(game):
        (document,) = documents(app.extensions["service"], [game])
        return write(document)["plays"]

    return read


def entered(client, url, button, typed):
    """Enter a play on another phone, and return its plays."""
    phone = Reader(client, url)
    phone.press(button, typed)
    assert phone.status == 200, phone.page.visible.text


@pytest.fixture(params=CASES.values(), ids=CASES)
def asked(request, client, game, plays):
    """Enter a case on two phones; return the second one and the game: its id, and its plays after the first one."""
    slug, options, before, query, button, first, second = request.param
    found = game(slug, options, before)
    url = f"/games/{found}{query}"
    phone = Reader(client, url)
    entered(client, url, button, first)
    once = plays(found)
    phone.press(button, second)
    return phone, found, once


def test_clash_shows_both_entries_and_mine_replaces_theirs(asked, plays):
    phone, game, once = asked
    assert (phone.status, plays(game)) == (409, once)
    buttons = [each.text for each in phone.page.visible.all("button")]
    assert buttons == ["Keep theirs", "Use mine"]
    signs = set()
    for row in phone.page.visible.first("tbody").all("tr"):
        theirs, mine = (cell.first("b").text for cell in row.all("td"))
        signs.add(sign := row.first("svg").given["aria-label"])
        assert sign == ("equal" if theirs == mine else "different")
    assert "different" in signs
    assert "@" not in phone.page.visible.first("tbody").text  # a name, not the key of a player
    phone.press("Use mine")
    assert phone.status == 200
    mine = plays(game)
    assert len(mine) == len(once)
    assert mine != once
    phone.open(f"/games/{game}")
    phone.press(next(each.given["aria-label"] for each in phone.page.visible.all("button", class_="beside")))
    assert plays(game) == once


def test_keep_theirs_changes_nothing_and_redo_applies_mine(asked, plays):
    phone, game, once = asked
    phone.press("Keep theirs")
    assert (phone.status, plays(game)) == (200, once)
    phone.open(f"/games/{game}")
    redo = phone.page.visible.first("form", id="redo-form")
    phone.press(next(each.given["aria-label"] for each in phone.page.visible.all("button", form="redo-form")))
    assert redo
    assert len(plays(game)) == len(once)
    assert plays(game) != once


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_equal_entries_are_accepted_once_without_question(client, game, plays, case):
    slug, options, before, query, button, first, _ = case
    found = game(slug, options, before)
    url = f"/games/{found}{query}"
    phone = Reader(client, url)
    entered(client, url, button, first)
    once = plays(found)
    phone.press(button, first)
    assert (phone.status, plays(found)) == (200, once)
    assert not phone.page.visible.all("table", class_="clash")


@pytest.fixture
def hyde_park_twice(client, game):
    """Enter Hyde Park on two phones; return the game's id and the data that the second one sends with its decision."""
    slug, options, before, query, button, first, second = CASES["Hyde Park"]
    found = game(slug, options, before)
    phone = Reader(client, f"/games/{found}{query}")
    entered(client, f"/games/{found}{query}", button, first)
    phone.press(button, second)
    form = phone.page.forms[-1]
    return found, {name: form.values(name) for name, _ in form.fields}


@pytest.mark.parametrize("answer", ["theirs", "mine"])
def test_repeated_decision_counts_once(client, app, plays, hyde_park_twice, answer):
    game, data = hyde_park_twice
    revisions, logs = set(), []
    for _ in range(2):
        assert client.post(f"/games/{game}/plays", data=data | {"clash": answer}).status_code == 303
        revisions.add(app.extensions["service"].view(game).game.revision)
        logs.append(plays(game))
    assert len(revisions) == 1
    assert logs[0] == logs[1]
    other = {"theirs": "mine", "mine": "theirs"}[answer]
    assert client.post(f"/games/{game}/plays", data=data | {"clash": other}).status_code == 409
    assert plays(game) == logs[0]


@pytest.mark.parametrize("answer", ["theirs", "mine", "x"])
def test_decision_is_asked_again_after_another_change(client, plays, hyde_park_twice, answer):
    game, data = hyde_park_twice
    entered(client, f"/games/{game}?open=end-round", "End round 1", {})
    once = plays(game)
    again = client.post(f"/games/{game}/plays", data=data | {"clash": answer})
    assert (again.status_code, plays(game)) == (409, once)
    assert Page(again).visible.all("table", class_="clash")
