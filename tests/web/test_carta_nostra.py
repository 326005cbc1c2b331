"""Carta Nostra through its pages: turns and their refusals, starting player, results, page sizes."""

import dataclasses
import re
from datetime import UTC, datetime, timedelta
from itertools import count
from urllib.parse import urlencode

import pytest

from tests.helpers import begin as begin_don_carlo
from tests.helpers import begin_title, carried, slip, slot
from tests.pages import Page, text
from tests.seats import at_seat, players_of

NAMES = ("Anneli", "Benito", "Carla", "Donny", "Zoë", "Anja")
MAFIOSI = ("caporegime", "don", "consigliere", "hitman", "smuggler")
PREFIX = "liquidated-"
NOBODY_THERE = b"No Don has come into Benito"
HIM, ME = (at_seat(seat).encode() for seat in (1, 0))
WHOLE = [
    b"x", HIM + b":", b":don", b":::", HIM + b":don:", HIM + b"::don", b"9:don", b"-1:don", b"1:don", HIM + b":x",
    HIM + b":DON", HIM + b" don", b"don:" + HIM, ME + b":don", HIM + b":\xed\xa0\x80", b"\xed\xb0\x80:don",
    b"\xff\xfe", HIM + b":don\x00", HIM * 5000 + b":don", "@١:don".encode(), b"%(x)s:{0}", HIM + b":" * 5000,
]  # fmt: skip
APART = [
    (HIM, b""), (b"", b"don"), (b"9", b"don"), (b"1", b"don"), (b"x", b"don"), (HIM, b"x"), (HIM, HIM + b":don"),
    (ME, b"don"), (b"\xed\xa0\x80", b"don"), (HIM, b"\xed\xa0\x80"), (HIM, b"don\x00"), ("@١".encode(), b"don"),
]  # fmt: skip


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


def raw(client, url, fields):
    """Send fields unchanged, including bytes."""
    return client.post(url, data=urlencode(fields), content_type="application/x-www-form-urlencoded")


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


@pytest.mark.parametrize("where", ["plays", "preview"])
def test_junk_turns_are_refused_with_a_sentence(client, game, dump, where):
    apart = [{f"{PREFIX}player": player, f"{PREFIX}mafioso": mafioso} for player, mafioso in APART]
    before = dump()
    for junk in [*({"city": "don", "liquidated": junk} for junk in WHOLE), *apart]:
        answer = raw(client, f"{game}/{where}", filled(client, game, 0, junk))
        assert answer.status_code == (200 if where == "preview" else 422), junk
        assert part(answer, "fault"), junk
        assert dump() == before, junk


@pytest.mark.parametrize("kind", ["turn", "won"])
def test_malformed_seats_are_refused(client, game, dump, kind):
    known, before = filled(client, game, 0, {}), dump()
    for junk in (b"x", b"", b"9", b"1", b"@0", b"-1", b"1:don", b"\xed\xa0\x80", b"1\x00", b"7" * 5000):
        answer = raw(client, f"{game}/plays", known | {"play": kind.encode() + b"." + junk})
        assert answer.status_code == 400, junk
        assert "The form could not be read." in text(answer), junk
        assert dump() == before, junk


@pytest.mark.parametrize(
    "fields", [{"liquidated": f"{at_seat(1)}:"}, {"liquidated": ":don"}, {"liquidated-player": at_seat(1)}]
)
def test_incomplete_turn_is_refused_beside_its_choice(client, game, fields):
    answer = send(client, game, 2, city="hitman", **fields)
    assert answer.status_code == 422
    assert part(answer, "fault").endswith(": Fill this in too, or clear what belongs to it.")
    assert chosen(answer) == {"city": "hitman"}


def test_refused_turn_shows_the_reason_and_keeps_choices(client, game, dump):
    before = dump()
    answer = send(client, game, 2, city="smuggler", liquidated=f"{at_seat(1)}:hitman")
    assert answer.status_code == 422
    assert part(answer, "fault") == "No Hitman has come into Benito's city."
    assert chosen(answer) == {"city": "smuggler", "liquidated": f"{at_seat(1)}:hitman"}
    assert dump() == before


@pytest.mark.parametrize("where", ["at-2", "before-2"])
def test_refused_correction_shows_the_reason_and_keeps_choices(client, game, dump, where):
    page, before = client.get(f"{game}/plays/2{'/before' * (where == 'before-2')}"), dump()
    refused = slot("turn", 1, where, city="smuggler", liquidated=f"{at_seat(2)}:hitman")  # Carla has no Mafioso yet
    answer = client.post(f"{game}/plays", data=slip(page) | refused)
    assert answer.status_code == 422
    assert part(answer, "fault") == "No Hitman has come into Carla's city."
    assert chosen(answer) == {"city": "smuggler", "liquidated": f"{at_seat(2)}:hitman"}
    assert dump() == before


def test_game_without_early_end_explains_archiving_without_result(client, game):
    said = Page(client.get(f"{game}/stop")).text
    assert "Without a result, the game doesn't count. You can restore it." in said
    assert "Or without a result" not in said


def test_stale_turn_keeps_choices_and_shows_the_reason(client, game):
    data = filled(client, game, 2, {"city": "smuggler", "liquidated": f"{at_seat(1)}:don"})
    page = client.get(f"{game}/plays/2")
    other = slot("turn", 1, "at-2", city="hitman")
    assert client.post(f"{game}/plays", data=slip(page) | other).status_code == 303
    answer = client.post(f"{game}/plays", data=data)
    assert answer.status_code == 409
    assert "nothing was saved: Benito's turn was changed." in Page(answer).alert
    assert part(answer, "fault") == "No Don has come into Benito's city."
    assert chosen(answer) == {"city": "smuggler", "liquidated": f"{at_seat(1)}:don"}


def test_stale_turn_is_not_filled_in_for_next_player(client, game):
    data = filled(client, game, 2, {"city": "smuggler", "liquidated": f"{at_seat(1)}:don"})
    sent(client, game, 2, liquidated=f"{at_seat(1)}:don")
    answer = client.post(f"{game}/plays", data=data)
    assert answer.status_code == 409
    assert "Entered twice: Carla's turn." in text(answer)
    assert "End Anneli's turn" not in text(answer)


ASKED = "Carla's turn: no change? The last entry was only a moment ago."


@pytest.mark.parametrize("seconds", [0, 0.08, 2, 2.9])
def test_empty_turn_right_after_another_needs_confirmation(client, game, dump, moment, seconds):
    before = dump()
    moment(seconds)
    data = filled(client, game, 2, {})
    for _ in range(2):  # sending it again asks again
        answer = client.post(f"{game}/plays", data=data)
        assert answer.status_code == 422
        assert Page(answer).alert == ASKED
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


def test_other_turns_need_no_confirmation(client, game, moment):
    sent(client, game, 2, city="don")
    sent(client, game, 0, liquidated=f"{at_seat(1)}:don")
    moment(3)
    sent(client, game, 1)


@pytest.mark.parametrize(("first", "second", "status"), [(9000, 5000, 303), (9000, 8500, 422), (10**15, 10**15, 422)])
def test_age_of_a_form_decides_between_double_tap_and_pause(client, game, moment, first, second, status):
    moment(60)
    data = filled(client, game, 2, {"city": "don"}) | {"age": str(first)}
    assert client.post(f"{game}/plays", data=data).status_code == 303
    assert client.post(f"{game}/plays", data=data | {"age": str(first + 500)}).status_code == 303  # counts once
    assert "3 entries" in text(client.get(game))
    answer = client.post(f"{game}/plays", data=filled(client, game, 0, {}) | {"age": str(second)})
    assert answer.status_code == status


@pytest.mark.parametrize("age", ["-1", "1.5", "x", ""])
def test_malformed_age_is_rejected(client, game, age):
    answer = client.post(f"{game}/plays", data=filled(client, game, 2, {"city": "don"}) | {"age": age})
    assert answer.status_code == 400


def test_stale_empty_turn_is_compared_without_confirmation(client, game, moment):
    data = filled(client, game, 2, {})
    sent(client, game, 2, city="don")
    for sure in ({}, {"sure": "yes"}):
        answer = client.post(f"{game}/plays", data=data | sure)
        assert answer.status_code == 409
        assert "Entered twice: Carla's turn." in text(answer)


def test_confirmation_is_shown_in_german(client, game, moment):
    answer = client.post(f"{game}/plays", data=filled(client, game, 2, {}), headers={"Accept-Language": "de"})
    assert Page(answer).alert == "Zug von Carla: keine Änderung? Der letzte Eintrag ist erst einen Moment her."
    assert "Ja, keine Änderung: weiter" in text(answer)


def test_win_without_a_player_is_refused(client, game, dump):
    before = dump()
    answer = client.post(f"{game}/plays", data=slip(client.get(game)) | slot("won"))
    assert (answer.status_code, dump()) == (400, before)


def test_removed_mafioso_cannot_be_removed_again(client, game):
    sent(client, game, 2, liquidated=f"{at_seat(1)}:don")
    answer = send(client, game, 0, liquidated=f"{at_seat(1)}:don")
    assert answer.status_code == 422
    assert part(answer, "fault") == "No Don is left in Benito's city: Carla removed the last one in entry 3."


def test_fifth_mafioso_wins_when_the_turn_ends(client):
    url = begin(client, "Anneli", "Benito")
    for mafioso in MAFIOSI[:4]:
        sent(client, url, 0, city=mafioso)
        sent(client, url, 1)
    assert "Anneli is one step from winning: the Smuggler is missing." in text(client.get(url))
    data = filled(client, url, 0, {"city": "smuggler"})
    answer = client.post(f"{url}/preview", data=data)
    assert "All five! End the turn to win." in part(answer, "effect")
    assert "new Don" not in text(answer)
    assert part(answer, "send") == "Anneli wins: end the game"
    assert "End Anneli's turn" in text(client.get(url))
    assert client.post(f"{url}/plays", data=data).status_code == 303
    assert "Anneli is the new Don" in text(client.get(url))


def test_result_without_points_shows_no_places(client):
    url = won(client, begin(client, *NAMES[:3]), 1)
    assert "Benito Carta Nostra · Anneli, Carla ★" in text(client.get("/"))
    page = Page(client.get(url))
    assert page.first("pre").raw.splitlines()[1:] == ["Benito is the new Don", "Against Anneli and Carla"]
    assert "The cities at the end" not in page.text


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
    further = begin(client, "Anneli", "Zoë")
    won(client, further, 1)
    assert proposal(client, *NAMES[:3]) == "Benito won most recently and would start: Benito, Carla, Anneli."
    assert proposal(client, "Benito", "Anneli") == "Benito won most recently and starts."
    assert proposal(client, "Anneli", "Benito", "Zoë") == "Zoë won most recently and would start: Zoë, Anneli, Benito."
    assert proposal(client, "Anneli", "Carla") is None
    assert proposal(client) is None


def test_latest_winner_is_found_in_any_spelling(client):
    won(client, begin(client, "Anneli", "Strauß"), 1)
    assert proposal(client, "ANNELI", "STRAUSS") == "STRAUSS won most recently and would start: STRAUSS, ANNELI."


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


@pytest.mark.parametrize("first", ["first:", "first:x", "first:-1", "first:9", "first:999", "first:\x001", "first:²"])
def test_invalid_order_leaves_the_seats_unchanged(client, first):
    data = slip(client.get("/new/carta-nostra")) | {"name-0": "Anneli", "name-1": "Benito", "do": first}
    answer = client.post("/new/carta-nostra", data=data, follow_redirects=True)
    assert answer.status_code == 200
    assert [Page(answer).field(f"name-{seat}") for seat in (0, 1)] == ["Anneli", "Benito"]


def rematch(client, url):
    """Begin the next game from the prefilled begin page."""
    form = Page(client.get(f"{url}/rematch", follow_redirects=True)).form(action="/new/carta-nostra")
    answer = client.post("/new/carta-nostra", data=dict(form.fields) | {"do": "begin"})
    assert answer.status_code == 303
    return answer.location


def test_rematch_starts_with_the_winner_in_seat_order(client):
    url = rematch(client, won(client, begin(client, *NAMES[:4]), 2))
    page = Page(client.get(url))
    seats = [button.text.split()[0] for button in page.all("button") if button.text.endswith(" has won")]
    assert seats == ["Carla", "Donny", "Anneli", "Benito"]
    assert "End Carla's turn" in page.text


def test_evening_counts_wins_of_its_games(client):
    first = won(client, begin(client, *NAMES[:3]), 1)
    assert "This evening" not in text(client.get(first))
    second = won(client, rematch(client, first), 0)
    assert "2 Benito 0 Carla 0 Anneli Wins in 2 games. Benito has won 2 in a row." in text(client.get(second))
    third = won(client, rematch(client, second), 2)
    assert "2 Benito 1 Anneli 0 Carla Wins in 3 games. " in text(client.get(third))
    assert "This evening" not in text(client.get(first))


def test_table_of_six_has_a_size_limit(client):
    names = [f"Maximiliane-Theodora von und zu {name}" for name in NAMES]
    url = begin(client, *names)
    for number in range(24):
        sent(
            client,
            url,
            number % 6,
            city=MAFIOSI[number // 6],
            liquidated="" if number < 23 else f"{at_seat(0)}:don",
        )
    answer = client.get(url, headers={"Accept-Encoding": "gzip"})
    assert "One step from winning: " in text(client.get(url))
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) <= 8_000


def test_every_page_is_shown_in_german(client, game):
    ended = won(client, begin(client, *NAMES[:3]), 1)
    again = won(client, rematch(client, ended), 0)
    for number in range(9):
        sent(client, game, (number + 2) % 3, city=MAFIOSI[number // 3])
    said = {}
    for where in ("/", "/new/carta-nostra", game, f"{game}/plays", f"{game}/plays/1", ended, again, f"{again}/plays"):
        answer = client.get(where, headers={"Accept-Language": "de"})
        assert answer.status_code == 200, where
        assert '<html lang="de">' in answer.text
        said[where] = text(answer)
    english = (
        "city", "cities", "turn", "won", "missing", "Mafia film", "new Don", "Hitman", "Smuggler", "Clear", "evening",
        "Wins", "in a row", "Rematch", "cards", "one step", "hand?", "Sit in this order",
    )  # fmt: skip
    left = {
        where: [word for word in english if re.search(rf"\b{re.escape(word)}", shown)] for where, shown in said.items()
    }
    assert {where: words for where, words in left.items() if words} == {}


def test_incomplete_turn_is_refused_in_a_correction(client, game, dump):
    sent(client, game, 2, liquidated=f"{at_seat(1)}:don")
    page, before = client.get(f"{game}/plays/3"), dump()
    half = slot("turn", 2, "at-3", **{"liquidated-player": at_seat(1), "liquidated-mafioso": ""})
    answer = client.post(f"{game}/plays", data=slip(page) | half)
    assert answer.status_code == 422
    assert "Fill this in too" in text(answer)
    assert dump() == before
