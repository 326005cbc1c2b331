"""Forms sent after the players changed seats: the input goes to its player, or is refused."""

import hashlib
import json
import re
from itertools import count

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import write
from scorekeeper.store import people
from scorekeeper.store.changes import NewSeat, enter, set_players
from scorekeeper.store.exporting import documents
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import find_person
from scorekeeper.titles import ready
from tests.helpers import begin, begin_title, slip, slot
from tests.pages import Page, text
from tests.seats import at_seat

ANN, BOB, CY = NAMES = ("Ann", "Bob", "Cy")
SWAPPED = (ANN, CY, BOB)
keys = count()


def pad(client, name):
    names = {f"name-{seat}": player for seat, player in enumerate(NAMES)}
    slug = next(slug for slug in ready() if slug.startswith(name))
    limit = {"limit": "66"} if name == "six-nimmt" else {}
    data = slip(client.get(f"/new/{slug}")) | names | limit | {"do": "begin"}
    return client.post(f"/new/{slug}", data=data).location.split("?")[0]


TABLES = {
    "round": lambda client: pad(client, "six-nimmt"),
    "row": lambda client: pad(client, "yatzy"),
    "prodigals": lambda client: begin_title(
        client, "prodigals-club", *NAMES, competitions=("possessions", "election", "society")
    ),
    "carta": lambda client: begin_title(client, "carta-nostra", *NAMES),
    "don-carlo": lambda client: begin(client, *NAMES),
}
TYPED = {  # the table, the slots of the form, and the typed values
    "a pad by rounds": (
        "round",
        "round",
        {f"round-points-{at_seat(0)}": "10", f"round-points-{at_seat(1)}": "20", f"round-points-{at_seat(2)}": "30"},
    ),
    "a pad of categories": ("row", f"row.{at_seat(1)}.in-chance", {f"row.{at_seat(1)}.in-chance-number": "7"}),
    "votes": (
        "prodigals",
        f"votes.{at_seat(1)} votes.{at_seat(0)}",
        {f"votes.{at_seat(1)}-change": "-2", f"votes.{at_seat(0)}-to": "30"},
    ),
    "a player in a value": (
        "carta",
        f"turn.{at_seat(0)}",
        {f"turn.{at_seat(0)}-city": "don", f"turn.{at_seat(0)}-liquidated": f"{at_seat(1)}:don"},
    ),
}


def of_earlier_page(form):
    """Return a form as pages sent it before the update: with seats, and the ids of their players."""
    keys = [at_seat(seat) for seat in range(3)]
    found = re.compile("|".join(keys))
    pairs = [[found.sub(lambda key: str(keys.index(key[0])), text) for text in pair] for pair in form.items(multi=True)]
    return MultiDict([*pairs, ("seated", ".".join(key[1:] for key in keys))])


@pytest.fixture(params=[lambda form: form, of_earlier_page], ids=["page", "earlier-page"])
def sent(request):
    """Return a function that converts a form to that of an earlier page, or leaves it as it is."""
    return request.param


@pytest.fixture
def reseat(app):
    """Return a function that changes a game's seats from another phone, given names or (new name, old name)."""

    def seat(game, *seats, **options):
        pairs = [each if isinstance(each, tuple) else (each, each) for each in seats]
        set_players(
            app.extensions["service"], game[7:], [NewSeat(*each) for each in pairs], options, submission(app, game)
        )

    return seat


def submission(app, game=None):
    revision = app.extensions["service"].view(game[7:]).game.revision if game else 0
    return Submission(f"another-phone-{next(keys)}", "", revision)


def drawn(page, slot, typed):
    """Return the form data for this slot of a page, with these values typed in."""
    fields = max((form.fields for form in Page(page).forms if ("play", slot.split()[0]) in form.fields), key=len)
    return MultiDict([*(pair for pair in fields if pair[0] not in typed), *typed.items()])


def shown(answer, *names):
    """Return the non-empty values of these fields on a page."""
    fields = (pair for form in Page(answer).forms for pair in form.fields)
    return {name: value for name, value in fields if value and name in names}


def log(app, game):
    return write(next(documents(app.extensions["service"], [game[7:]])))["plays"]


@pytest.fixture(params=TYPED)
def case(request, client):
    table, slot, typed = TYPED[request.param]
    return TABLES[table](client), slot, typed


def test_form_for_earlier_seats_is_refused_and_refilled_by_player(client, case, reseat, sent):
    game, slot, typed = case
    form = sent(drawn(client.get(game), slot, typed))
    query = sent(MultiDict([*(("play", each) for each in slot.split()), *typed.items()]))
    reseat(game, *SWAPPED)
    answer = client.post(f"{game}/plays", data=form)
    said = "nothing was saved: The players are Ann, Cy and Bob now."
    assert (answer.status_code, said in text(answer)) == (409, True)
    assert shown(answer, *typed) == typed
    assert shown(client.get(game, query_string=query), *typed) == typed
    assert client.post(f"{game}/preview", data=form).status_code == 409


ROUND = {f"round-points-{at_seat(0)}": "10", f"round-points-{at_seat(1)}": "20", f"round-points-{at_seat(2)}": "30"}
COUNTED = {ANN: 10, BOB: 20, CY: 30}


@pytest.fixture
def round_of(client, app):
    """Return the URL of a pad by rounds, and the form of its first round with 10 for Ann, 20 for Bob, 30 for Cy."""
    game = TABLES["round"](client)
    return game, drawn(client.get(game), "round", ROUND)


def points(app, game):
    return [play["points"] for play in log(app, game)]


def test_resent_form_counts_once_for_its_players(client, app, round_of, reseat, sent):
    game, form = round_of
    form = sent(form)
    reseat(game, *SWAPPED)
    answer = client.post(f"{game}/plays", data=form)
    again = next(each.fields for each in Page(answer).forms if ("play", "round") in each.fields)
    for seats in (SWAPPED, NAMES):
        assert client.post(f"{game}/plays", data=MultiDict(again)).status_code == 303
        assert points(app, game) == [COUNTED]
        reseat(game, *seats)


def test_input_for_a_removed_player_is_reported_and_not_saved(client, app, round_of, reseat, sent):
    game, form = round_of
    form = sent(form)
    reseat(game, CY, ANN)
    said = "Bob has left this table, so nothing was saved. Typed for Bob: 20."
    for revision in (form["revision"], submission(app, game).revision):
        form["revision"] = revision
        answer = client.post(f"{game}/plays", data=form)
        assert (answer.status_code, Page(answer).alert) == (409, said)
        assert shown(answer, *ROUND) == {f"round-points-{at_seat(0)}": "10", f"round-points-{at_seat(2)}": "30"}
    filled = client.get(game, query_string=MultiDict([pair for pair in form.items() if pair[0] != "csrf_token"]))
    assert (filled.status_code, Page(filled).alert) == (409, said)
    form[next(name for name, value in form.items() if value == "10")] = "many"
    assert Page(client.post(f"{game}/plays", data=form)).alert == said
    assert log(app, game) == []


def test_removed_player_in_a_value_must_be_chosen_again(client, app, reseat):
    game, turn = TABLES["carta"](client), f"turn.{at_seat(0)}"
    form = drawn(client.get(game), turn, {f"{turn}-city": "don", f"{turn}-liquidated": f"{at_seat(1)}:don"})
    won = drawn(client.get(game), turn, {})
    won["play"] = f"won.{at_seat(1)}"
    reseat(game, ANN, CY)
    for each in (form, won):
        answer = client.post(f"{game}/plays", data=each)
        said = "Bob has left this table, so nothing was saved. Choose again."
        assert (answer.status_code, Page(answer).alert) == (409, said)
    assert log(app, game) == []
    answer = client.post(f"{game}/plays", data=form)
    assert shown(answer, f"{turn}-city", f"{turn}-liquidated") == {f"{turn}-city": "don"}


def test_current_form_for_earlier_seats_follows_merged_players(client, app, round_of, reseat, sent):
    game, form = round_of
    form = sent(form)
    service = app.extensions["service"]
    begin_title(client, "don-carlo", "Robert", "Zoe", families=("blue", "green"))
    with service.store.reading() as db:
        bob, robert = (find_person(db, each).id for each in (BOB, "Robert"))
    people.merge(service, bob, robert, (BOB, "Robert"), submission(app))
    reseat(game, CY, ANN, "Robert")
    form["revision"] = submission(app, game).revision  # as a phone does for queued plays
    assert client.post(f"{game}/plays", data=form).status_code == 303
    assert points(app, game) == [{ANN: 10, "Robert": 20, CY: 30}]


def test_correction_counts_for_its_players(client, app, round_of, reseat, sent):
    game, form = round_of
    client.post(f"{game}/plays", data=form)
    typed = {f"round.at-1-points-{at_seat(1)}": "22"}
    form = sent(drawn(client.get(f"{game}/plays/1"), "round.at-1", typed))
    reseat(game, *SWAPPED)
    answer = client.post(f"{game}/plays", data=form)
    assert answer.status_code == 409
    assert shown(answer, f"round.at-1-points-{at_seat(1)}", f"round.at-1-points-{at_seat(2)}") == {
        f"round.at-1-points-{at_seat(1)}": "22",
        f"round.at-1-points-{at_seat(2)}": "30",
    }


def test_entry_is_reassigned_to_the_player_of_the_button(client, app, reseat, sent):
    game = TABLES["don-carlo"](client)
    first = drawn(client.get(game), f"agent.{at_seat(0)}", {f"agent.{at_seat(0)}-cards": "1"})
    assert client.post(f"{game}/plays", data=sent(first)).status_code == 303
    form = sent(drawn(client.get(f"{game}/plays/1"), f"agent.{at_seat(0)}.at-1", {"give": at_seat(1)}))
    reseat(game, *SWAPPED, families=("blue", "grey", "green"))
    answer = client.post(f"{game}/plays", data=form)
    assert answer.status_code == 200
    assert ("play", f"agent.{at_seat(1)}.at-1") in drawn(answer, f"agent.{at_seat(1)}.at-1", {}).items()


def test_button_of_an_outdated_page_counts_for_its_player(client, app):
    game = TABLES["prodigals"](client)
    tiles = slip(client.get(game)) | slot("possessions", 1, tiles="8 6 5 4 4 3") | {"sure": "yes"}
    assert client.post(f"{game}/plays", data=tiles).status_code == 303
    form = MultiDict(slip(client.get(game)) | {"play": f"sell.{at_seat(1)}?tile=8&discount=2"})
    assert client.post(f"{game}/plays", data=of_earlier_page(form)).status_code == 303
    assert log(app, game)[-1] == {"kind": "sell", "player": BOB, "tile": 8, "discount": 2}


@pytest.mark.parametrize("name", TYPED)
def test_seats_without_player_ids_are_refused(client, app, name):
    table, slots, typed = TYPED[name]
    game = TABLES[table](client)
    form = of_earlier_page(drawn(client.get(game), slots, typed))
    del form["seated"]
    answer = client.post(f"{game}/plays", data=form)
    assert answer.status_code == 400
    assert log(app, game) == []


def test_seat_in_an_outdated_url_opens_the_default_panel(client):
    game = TABLES["carta"](client)
    panel = lambda page: page.visible.first("section", class_="city-panel").given["id"]  # noqa: E731
    assert panel(Page(client.get(f"{game}?seat=2&open=city"))) == panel(Page(client.get(game)))
    assert panel(Page(client.get(f"{game}?seat={at_seat(2)}"))) == f"seat-{at_seat(2)}"


def test_entry_made_before_an_update_counts_once(client, app, round_of):
    """The digest of a form is that of the form as it was sent."""
    game, form = round_of
    form, service = of_earlier_page(form), app.extensions["service"]
    digested = sorted(pair for pair in form.items() if pair[0] not in ("entry_key", "csrf_token"))
    digest = hashlib.sha256(json.dumps([f"{game}/plays", digested]).encode()).hexdigest()
    kind = service.view(game[7:]).rulebook.kinds(service.view(game[7:]).table)[0]
    play = kind.play({"points": {0: (10,), 1: (20,), 2: (30,)}})
    enter(service, game[7:], [play], Submission(form["entry_key"], digest, int(form["revision"])))
    assert client.post(f"{game}/plays", data=form).status_code == 303
    assert points(app, game) == [COUNTED]
    form.add("more", "")
    assert client.post(f"{game}/plays", data=form).status_code == 409


@pytest.mark.parametrize("seated", ["", "1..2", "-1.2.3", "9" * 5000, "1.2.3\n", "١.٢.٣"])
def test_unreadable_ids_are_refused(client, app, round_of, seated):
    game, form = round_of
    form["seated"] = seated
    assert client.post(f"{game}/plays", data=form).status_code == 400
    assert client.get(game, query_string={"play": "round", "seated": seated}).status_code == 400
    assert points(app, game) == []


def test_long_numbers_in_field_names_are_not_players(client, round_of, reseat, sent):
    game, form = round_of
    reseat(game, *SWAPPED)
    form = sent(form)
    form[f"round-points-@{'9' * 5000}"] = "1"
    form.add("play", f"row.@{'9' * 5000}")
    assert client.post(f"{game}/plays", data=form).status_code == 400
