"""Three houses on one machine: each has its own games, key and cookie, and none waits for another."""

from pathlib import Path
from threading import Thread

import pytest
from werkzeug.test import Client
from werkzeug.wrappers import Response

from scorekeeper.cli import main
from scorekeeper.pairing import pairing_key
from scorekeeper.storage.games import all_game_ids, read_game
from tests.apps import open_app
from tests.helpers import begin, send
from tests.pages import Page

NAMES = ("club", "fair", "Mitte-2")
SECONDS = 60


class House:
    """A house as one device sees it: at a port of a host that all have in common."""

    def __init__(self, app, port, device):
        self.application, self.store = app, app.extensions["desk"].store
        self._address, self._device = f"http://localhost:{port}", device

    def get(self, path, **more):
        return self._device.get(path, base_url=self._address, **more)

    def post(self, path, **more):
        return self._device.post(path, base_url=self._address, **more)

    def pair(self):
        return self.get(f"/pair/{pairing_key(self.store)}")

    @property
    def plays(self):
        with self.store.reading() as db:
            return [len(read_game(db, each).plays) for each in all_game_ids(db)]


@pytest.fixture
def houses(tmp_path):
    """The houses of one machine, for a device that keeps cookies as browsers do: by the host, whatever the port."""
    apps = {str(8001 + at): open_app(tmp_path / "houses" / name) for at, name in enumerate(NAMES)}
    device = Client(lambda environ, answer: apps[environ["SERVER_PORT"]](environ, answer), Response)
    yield [House(app, port, device) for port, app in apps.items()]
    for app in apps.values():
        app.extensions["desk"].store.close()


def test_one_phone_is_paired_with_all_of_them_and_plays_go_to_their_own(houses):
    for house in houses:
        assert house.get("/").status_code == 403
        house.pair()
    tables = [begin(house, "Anneli", "Benito") for house in houses]
    for house, table, plays in zip(houses, tables, ("1", "1 2", "1 2 3"), strict=True):
        assert [send(house, table, play).status_code for play in plays.split()] == [303] * len(plays.split())
    assert [house.plays for house in houses] == [[1], [2], [3]]
    assert [[house.get(table).status_code for table in tables] for house in houses] == [
        [200, 404, 404],
        [404, 200, 404],
        [404, 404, 200],
    ]


def test_neither_the_key_nor_the_cookie_of_one_house_opens_another(houses):
    club, fair, _ = houses
    club.pair()
    assert fair.get(f"/pair/{pairing_key(club.store)}").status_code == 403
    name, other = (house.application.config["SESSION_COOKIE_NAME"] for house in (club, fair))
    thief = fair.application.test_client()
    for called in (name, other, "session"):
        thief.set_cookie(called, club._device.get_cookie(name).value)
        assert thief.get("/").status_code == 403


def test_a_house_that_writes_holds_up_no_other(houses):
    club, fair, _ = houses
    for house in (club, fair):
        house.pair()
    tables, answers = [begin(house, "Anneli", "Benito") for house in (club, fair)], {}

    def play(house, table):
        answers[house] = send(house, table, "1/1").status_code

    with club.store.writing():  # nobody else writes there meanwhile
        waiting, going_on = (Thread(target=play, args=each) for each in zip((club, fair), tables, strict=True))
        waiting.start()
        going_on.start()
        going_on.join(SECONDS)
        assert answers == {fair: 303}
    waiting.join(SECONDS)
    assert answers == {fair: 303, club: 303}


def test_home_and_the_pairing_page_say_which_house_it_is(houses):
    for house, name in zip(houses, NAMES, strict=True):
        for page in (house.get("/"), house.pair() and house.get("/")):
            assert Page(page).first("h1").text == Page(page).first("title").text == f"Scorekeeper: {name}"


def test_a_house_that_stands_alone_has_no_name(client, stranger):
    for page in (stranger.get("/"), client.get("/")):
        assert Page(page).first("h1").text == Page(page).first("title").text == "Scorekeeper"


def test_a_phone_that_was_paired_when_all_cookies_had_one_name_stays_paired(app, client):
    table = begin(client, "Anneli", "Benito")
    name = app.config["SESSION_COOKIE_NAME"]
    device = app.test_client()
    device.set_cookie("session", client.get_cookie(name).value)
    assert device.get(table).status_code == 200
    assert device.get_cookie(name).expires  # for as long as a new one
    device.delete_cookie("session")  # another house may take that name away
    assert send(device, table, "1/1").status_code == 303


def test_commands_find_a_house_by_its_name(tmp_path, capsys):
    keys = set()
    for name in NAMES:
        assert main(["link", "--instance", str(tmp_path), "--house", name, "--address", "https://score.example/"]) == 0
        said = capsys.readouterr().out
        assert f"The house {name} is running." in said
        keys.add(said.split("https://score.example/pair/")[1].split()[0])
    assert len(keys) == len(NAMES)
    assert sorted(each.parent.name for each in tmp_path.glob("houses/*/scorekeeper.db")) == sorted(NAMES)
    assert not (tmp_path / "scorekeeper.db").exists()
    assert main(["check", "--instance", str(tmp_path), "--house", "club"]) == 0


def test_the_instance_folder_and_settings_are_found_where_flask_has_them(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_SESSION_COOKIE_SAMESITE", "Strict")
    app = open_app(tmp_path)
    assert Path(app.instance_path) == tmp_path
    app.extensions["desk"].store.close()
    assert app.config["SESSION_COOKIE_SAMESITE"] == "Strict"
