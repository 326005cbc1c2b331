"""Half points through the pages: typed with a point or a comma, shown with the decimal sign of the language."""

import json

import pytest

from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot
from tests.helpers import slip, slot
from tests.pages import Page, text
from tests.seats import at_seat

pytestmark = pytest.mark.ids_of_the_store

GERMAN = {"Accept-Language": "de"}
PADS = {
    "boule": 'title = "Boule"\nplayers = 2\ndecimals = 1\n[end]\nrounds = 2\n',
    "dance": 'title = "Dance"\nplayers = 2\ndecimals = 2\nwins = "lowest"\nrows = ["Waltz", "Tango"]\n',
}
ONE_PLACE = "Type a number with at most 1 decimal place, such as 1234.5, or a short sum."
TYPED = [
    ("7,5", 7.5),
    ("7.5", 7.5),
    ("-0,5", -0.5),
    ("–.5", -0.5),
    (",5", 0.5),
    ("7.", 7),
    ("7,0", 7),
    ("-0", 0),
    ("7½", 7.5),
    ("− ½", -0.5),
    ("0.1+0.2", [0.1, 0.2]),
    ("3+6 − 2,5", [3, 6, -2.5]),
    ("1234,5", 1234.5),
    ("7,25", ONE_PLACE),
    ("1,234", ONE_PLACE),
    ("1.234,5", ONE_PLACE),
    ("7..5", ONE_PLACE),
    ("7.5.5", ONE_PLACE),
    ("1e-3", ONE_PLACE),
    ("nan", ONE_PLACE),
    ("७", ONE_PLACE),
    ("½½", ONE_PLACE),
    ("1.00000001", ONE_PLACE),
    ("1234567", "Type a number of at most 6 digits."),
    ("999999.5+0.9", "A number must be between -1,000,000 and 1,000,000."),
]


@pytest.fixture
def client(shared_app, tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    for slug, definition in PADS.items():
        (folder / f"{slug}.toml").write_text(definition)
    app = shared_app.over(tmp_path / "instance")
    yield shared_app.paired_client()
    app.extensions["service"].store.close()


def begin(client, slug):
    names = {"name-0": "Ada", "name-1": "Bo"}
    return client.post(f"/new/{slug}", data=slip(client.get(f"/new/{slug}")) | names | {"do": "begin"}).location


def send(client, url, play):
    return client.post(url, data=slip(client.get(url.removesuffix("/plays"))) | play)


def points_typed(answer):
    """Return the values of the number fields, and the errors beside them."""
    page = Page(answer)
    fields = [each.given for each in page.all("input") if "points-" in each.given["name"]]
    faults = {each.given["id"]: each.text for each in page.all("p", class_="fault") if "id" in each.given}
    return [each["value"] for each in fields], [faults[f"{each['id']}-fault"] for each in fields]


def test_decimals_are_read_with_point_comma_or_half(client):
    game = begin(client, "boule")
    for typed, meant in TYPED:
        answer = send(
            client, f"{game}/plays", slot("round", **{f"points-{at_seat(0)}": typed, f"points-{at_seat(1)}": "1"})
        )
        if isinstance(meant, str):
            assert (answer.status_code, points_typed(answer)) == (422, ([typed, "1"], [meant, ""])), typed
        else:
            assert answer.status_code == 303, typed
            (play,) = json.loads(client.get(f"{game}/document").text)["plays"]
            assert play["points"] == {"Ada": meant, "Bo": 1}
            assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303


@pytest.mark.parametrize(("language", "shown"), [({}, ["7.5-0.5", "0.5"]), (GERMAN, ["7,5-0,5", "0,5"])])
def test_correction_form_shows_decimals_in_both_languages(client, language, shown):
    game = begin(client, "boule")
    send(client, f"{game}/plays", slot("round", **{f"points-{at_seat(0)}": "7.5-½", f"points-{at_seat(1)}": ".5"}))
    correction = client.get(f"{game}/plays/1", headers=language)
    assert points_typed(correction)[0] == shown
    form = Page(correction).form(class_="full")
    changed = dict(form.fields) | {f"round.at-1-points-{at_seat(1)}": "1,5"}
    assert client.post(form.given["action"], data=changed, headers=language).status_code == 303
    (play,) = json.loads(client.get(f"{game}/document").text)["plays"]
    assert play["points"] == {"Ada": [7.5, -0.5], "Bo": 1.5}


def test_half_points_are_exact_on_pages_and_in_exports(client):
    game = begin(client, "boule")
    send(client, f"{game}/plays", slot("round", **{f"points-{at_seat(0)}": "7.1", f"points-{at_seat(1)}": "7+½-0.3"}))
    assert "Bo 7+0,5−0,3 = 7,2" in text(client.get(f"{game}/plays/1", headers=GERMAN))
    assert "+7,1 7,1" in text(client.get(f"{game}/screen", headers=GERMAN))
    send(client, f"{game}/plays", slot("round", **{f"points-{at_seat(0)}": ".2", f"points-{at_seat(1)}": "0"}))
    for url, english, german in (
        (game, "7.3 points", "7,3 Punkte"),
        (game, "0.1 points ahead of Bo", "0,1 Punkte vor Bo"),
        (f"{game}/replay", "7.3 +0.2", "7,3 +0,2"),
        (f"{game}/replay?line=0", "+0.2 7.3", "+0,2 7,3"),
        ("/past", "Boule · Bo 7.3", "Boule · Bo 7,3"),
        ("/records", "0.1 points", "0,1 Punkte"),
        ("/players/1", "Median: 7.3", "Median: 7,3"),
        ("/players/1/2", "7.3", "7,3"),
        ("/data/games.csv", ",7.3,", ";7,3;"),
    ):
        for language, says in ({}, english), (GERMAN, german):
            assert says in text(client.get(url, headers=language)), url
    assert '"score":"7.3"' in client.get("/data/games.bgsplay").text
    service = client.application.extensions["service"]
    with open_snapshot(service.store.path) as database:
        assert verify(database, service.rulebooks).findings == ()


def test_sums_of_hundredths_can_be_tied(client):
    game = begin(client, "dance")
    for language, key in ({}, "."), (GERMAN, ","):
        keys = Page(client.get(game, headers=language)).first(class_="field-keys")
        assert keys.first("button", **{"data-digit": "."}).text == key
    for seat, row, number in ((0, "waltz", "0.1+0,2"), (1, "waltz", "0"), (0, "tango", "-.1"), (1, "tango", "0.20")):
        assert send(client, f"{game}/plays", slot("row", seat, row=row, number=number)).status_code == 303
    assert "Ada and Bo share the win: 0.2 points each" in text(client.get(game))
