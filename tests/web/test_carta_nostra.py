"""Carta Nostra through its pages: turns and their refusals, confirmation of empty turns, starting player, evening."""

import dataclasses
import re
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from tests.helpers import begin as begin_don_carlo
from tests.helpers import begin_title, carried, slip, slot
from tests.pages import Page, text
from tests.seats import at_seat, players_of

NAMES = ("Anneli", "Benito", "Carla", "Donny")
MAFIOSI = ("caporegime", "don", "consigliere", "hitman", "smuggler")


@pytest.fixture(autouse=True)
def clock(app):
    """Advance the clock by a minute per reading."""
    minutes, start = count(), datetime(2026, 2, 1, 20, 15, tzinfo=UTC)
    app.extensions["service"] = dataclasses.replace(
        app.extensions["service"], clock=lambda: start + timedelta(minutes=next(minutes))
    )


@pytest.fixture
def moment(app, game):
    """Stop the clock at the last change of the game, and return a function that advances it by seconds."""
    service = app.extensions["service"]
    last = datetime.fromtimestamp(service.view(game.rsplit("/")[-1]).game.moment, UTC)

    def after(seconds):
        app.extensions["service"] = dataclasses.replace(service, clock=lambda: last + timedelta(seconds=seconds))

    after(0)
    return after


def part(answer, name):
    """Return the text of a part of the page that previews update."""
    parts = Page(answer).visible.parts if "<body" in answer.text else Page(answer).parts
    return next(said[0] for each, said in parts.items() if each.startswith(name))


def chosen(answer):
    """Return the Mafiosi selected on a page: the played one and the victim."""
    return {name: value for name, (value,) in Page(answer).visible.slot("turn").typed.items()}


def begin(client, *names):
    return begin_title(client, "carta-nostra", *names)


def filled(client, url, seat, fields):
    return carried(client, url) | slot("turn", seat, **fields)


def send(client, url, seat, **fields):
    return client.post(f"{url}/plays", data=filled(client, url, seat, fields))


def sent(client, url, seat, **fields):
    answer = send(client, url, seat, **fields)
    assert answer.status_code == 303, text(answer)


def won(client, url, seat):
    data = carried(client, url) | slot("won", players_of(client, url)[seat])
    assert client.post(f"{url}/plays", data=data).status_code == 303
    return url


@pytest.fixture
def game(client):
    """A game of three in which Anneli has a Caporegime and Benito a Don; it is Carla's turn."""
    url = begin(client, *NAMES[:3])
    sent(client, url, 0, city="caporegime")
    sent(client, url, 1, city="don")
    return url


def test_victim_is_accepted_as_one_or_two_fields(client, game):
    sent(client, game, 2, liquidated=f"{at_seat(1)}:don", city="hitman")
    sent(client, game, 0, **{"liquidated-player": at_seat(2), "liquidated-mafioso": "hitman"})
    listed = text(client.get(f"{game}/plays"))
    assert "A Hitman comes into the city, and a Hitman removes Benito's Don" in listed
    assert "A Hitman removes Carla's Hitman" in listed


@pytest.mark.parametrize(
    ("page", "seat", "where"), [("", 2, ""), ("/plays/2", 1, "at-2"), ("/plays/2/before", 1, "before-2")]
)
def test_refused_turn_shows_its_reason_and_keeps_choices(client, game, dump, page, seat, where):
    before, victim = dump(), (2, 1)[seat - 1]
    refused = {"city": "smuggler", "liquidated": f"{at_seat(victim)}:hitman"}
    answer = client.post(f"{game}/plays", data=slip(client.get(f"{game}{page}")) | slot("turn", seat, where, **refused))
    assert answer.status_code == 422
    assert part(answer, "fault") == f"No Hitman has come into {NAMES[victim]}'s city."
    assert chosen(answer) == refused
    for half in ({"liquidated": ":don"}, {"liquidated-player": at_seat(victim)}):
        data = slip(client.get(f"{game}{page}")) | slot("turn", seat, where, city="hitman", **half)
        answer = client.post(f"{game}/plays", data=data)
        assert answer.status_code == 422
        assert part(answer, "fault").endswith(": Fill this in too, or clear what belongs to it.")
        assert chosen(answer) == {"city": "hitman"}
    unknown = {"liquidated-player": "x", "liquidated-mafioso": "don"}
    data = slip(client.get(f"{game}{page}")) | slot("turn", seat, where, **unknown)
    assert client.post(f"{game}/plays", data=data).status_code == 422
    assert dump() == before


def test_game_without_early_end_explains_archiving_without_result(client, game):
    said = Page(client.get(f"{game}/stop")).text
    assert "Without a result, the game doesn't count. You can restore it." in said
    assert "Or without a result" not in said


@pytest.mark.parametrize("seconds", [0, 2.9])
def test_empty_turn_right_after_another_needs_confirmation(client, game, dump, moment, seconds):
    before = dump()
    moment(seconds)
    data = filled(client, game, 2, {})
    for _ in range(2):  # sending it again asks again
        answer = client.post(f"{game}/plays", data=data)
        assert answer.status_code == 422
        assert Page(answer).alert == "Carla's turn: no change? The last entry was only a moment ago."
    assert dump() == before
    yes = Page(answer).visible.first("button", name="sure")
    form = Page(answer).form(id=f"turn-{at_seat(2)}")
    assert yes.text == "Yes, no change: next player"
    said = dict(form.fields) | {"sure": yes.given["value"]}
    assert said["entry_key"] != data["entry_key"]
    for _ in range(2):  # entered only once
        assert client.post(form.given["action"], data=said).status_code == 303
    assert "3 entries" in text(client.get(game))


def test_empty_turn_out_of_turn_always_needs_confirmation(client, game, dump, moment):
    sent(client, game, 2, city="don")
    moment(60)
    before = dump()
    answer = client.post(f"{game}/plays", data=filled(client, game, 2, {}))
    assert answer.status_code == 422
    assert Page(answer).alert == "Carla's turn: no change? It is Anneli's turn."
    assert dump() == before
    said = dict(Page(answer).form(id=f"turn-{at_seat(2)}").fields) | {"sure": "yes"}
    assert client.post(f"{game}/plays", data=said).status_code == 303


@pytest.mark.parametrize(("first", "second", "status"), [(9000, 5000, 303), (9000, 8500, 422), (10**15, 10**15, 422)])
def test_age_of_a_form_decides_between_double_tap_and_pause(client, game, moment, first, second, status):
    moment(60)
    data = filled(client, game, 2, {"city": "don"}) | {"age": str(first)}
    assert client.post(f"{game}/plays", data=data).status_code == 303
    assert client.post(f"{game}/plays", data=data | {"age": str(first + 500)}).status_code == 303  # counts once
    assert "3 entries" in text(client.get(game))
    answer = client.post(f"{game}/plays", data=filled(client, game, 0, {}) | {"age": str(second)})
    assert answer.status_code == status
    malformed = client.post(f"{game}/plays", data=filled(client, game, 1, {"city": "don"}) | {"age": "-1"})
    assert malformed.status_code == 400


def test_button_of_the_winning_turn_ends_the_game(client):
    url = begin(client, "Anneli", "Benito")
    for mafioso in MAFIOSI[:4]:
        sent(client, url, 0, city=mafioso)
        sent(client, url, 1)
    data = filled(client, url, 0, {"city": "smuggler"})
    answer = client.post(f"{url}/preview", data=data)
    assert "All five! End the turn to win." in part(answer, "effect")
    assert part(answer, "send") == "Anneli wins: end the game"
    assert "End Anneli's turn" in text(client.get(url))
    assert client.post(f"{url}/plays", data=data).status_code == 303
    assert "Anneli is the new Don" in text(client.get(url))


def proposal(client, *names):
    """Return the sentence about the starting player for these players."""
    rows = {f"name-{seat}": name for seat, name in enumerate(names)}
    data = slip(client.get("/new/carta-nostra")) | rows | {"do": "enter"}
    page = client.post("/new/carta-nostra", data=data, follow_redirects=True)
    assert page.status_code == 200
    said = re.search(r"(\w+) won most recently and (?:starts|would start: [^.]*)\.", text(page))
    return said and said[0]


def test_latest_winner_at_the_table_is_proposed_to_start(client):
    assert "The player who most recently saw a film about the Mafia sits first" in text(client.get("/new/carta-nostra"))
    assert proposal(client, *NAMES[:3]) is None
    won(client, begin(client, *NAMES[:3]), 1)
    won(client, begin(client, "Anneli", "Strauß"), 1)
    assert proposal(client, *NAMES[:3]) == "Benito won most recently and would start: Benito, Carla, Anneli."
    assert proposal(client, "Benito", "Anneli") == "Benito won most recently and starts."
    said = "STRAUSS won most recently and would start: STRAUSS, ANNELI, BENITO."
    assert proposal(client, "ANNELI", "BENITO", "STRAUSS") == said  # in any spelling
    assert proposal(client, "Anneli", "Carla") is None
    data = slip(client.get("/new/carta-nostra")) | {"name-0": "Anneli", "name-1": "Benito", "do": "first:1"}
    page = Page(client.post("/new/carta-nostra", data=data, follow_redirects=True))
    assert [page.field(f"name-{seat}") for seat in (0, 1)] == ["Benito", "Anneli"]
    assert proposal(client) is None


def test_other_games_do_not_affect_the_proposed_start(client):
    won(client, begin(client, "Anneli", "Benito"), 0)
    deleted = won(client, begin(client, "Anneli", "Benito"), 1)
    data = slip(client.get(deleted)) | {"status": "deleted"}
    assert client.post(f"{deleted}/status", data=data).status_code == 303
    sent(client, begin(client, "Anneli", "Benito"), 0, city="don")
    undone = won(client, begin(client, "Anneli", "Benito"), 1)
    assert client.post(f"{undone}/undo", data=slip(client.get(undone))).status_code == 303
    other = begin_don_carlo(client, "Benito", "Anneli")
    assert client.post(f"{other}/plays", data=slip(client.get(other)) | slot("stop")).status_code == 303
    assert proposal(client, "Anneli", "Benito") == "Anneli won most recently and starts."


def rematch(client, url):
    """Begin the next game from the prefilled begin page."""
    form = Page(client.get(f"{url}/rematch", follow_redirects=True)).form(action="/new/carta-nostra")
    answer = client.post("/new/carta-nostra", data=dict(form.fields) | {"do": "begin"})
    assert answer.status_code == 303
    return answer.location


def test_rematches_start_with_the_winner_and_count_the_evening(client):
    first = won(client, begin(client, *NAMES), 2)
    assert "This evening" not in text(client.get(first))
    second = rematch(client, first)
    page = Page(client.get(second))
    seats = [button.text.split()[0] for button in page.all("button") if button.text.endswith(" has won")]
    assert seats == ["Carla", "Donny", "Anneli", "Benito"]  # in seat order
    assert "End Carla's turn" in page.text
    won(client, second, 0)
    assert "2 Carla 0 Donny 0 Anneli 0 Benito Wins in 2 games. Carla has won 2 in a row." in text(client.get(second))
    third = won(client, rematch(client, second), 2)
    assert "2 Carla 1 Anneli 0 Donny 0 Benito Wins in 3 games. " in text(client.get(third))
    assert "This evening" not in text(client.get(first))
