"""Several instances on one machine: each has its own games, key and cookie."""

from pathlib import Path

import pytest
from werkzeug.test import Client
from werkzeug.wrappers import Response

from scorekeeper.pairing import pairing_key
from scorekeeper.store.rows import all_game_ids, read_game
from tests.apps import open_app
from tests.helpers import begin, send


class Instance:
    """An instance as seen by one device: at its own port of a shared host."""

    def __init__(self, app, port, device):
        self.application, self.store = app, app.extensions["service"].store
        self._url, self._device = f"http://localhost:{port}", device

    def get(self, path, **more):
        return self._device.get(path, base_url=self._url, **more)

    def post(self, path, **more):
        return self._device.post(path, base_url=self._url, **more)

    def pair(self):
        return self.get(f"/pair/{pairing_key(self.store)}")

    @property
    def plays(self):
        with self.store.reading() as db:
            return [len(read_game(db, each).plays) for each in all_game_ids(db)]


@pytest.fixture
def instances(tmp_path):
    """Two instances on one machine, and one device that keeps cookies like browsers: per host, ignoring the port."""
    apps = {port: open_app(tmp_path / port) for port in ("8001", "8002")}
    device = Client(lambda environ, answer: apps[environ["SERVER_PORT"]](environ, answer), Response)
    yield [Instance(app, port, device) for port, app in apps.items()]
    for app in apps.values():
        app.extensions["service"].store.close()


def test_phone_paired_with_two_instances_enters_in_each(instances):
    for instance in instances:
        assert instance.get("/").status_code == 403
        instance.pair()
    tables = [begin(instance, "Anneli", "Benito") for instance in instances]
    for instance, table, plays in zip(instances, tables, ("1", "1 2"), strict=True):
        assert [send(instance, table, play).status_code for play in plays.split()] == [303] * len(plays.split())
    assert [instance.plays for instance in instances] == [[1], [2]]
    assert [[instance.get(table).status_code for table in tables] for instance in instances] == [[200, 404], [404, 200]]


def test_instance_path_and_settings_follow_flask(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_SESSION_COOKIE_SAMESITE", "Strict")
    app = open_app(tmp_path)
    assert Path(app.instance_path) == tmp_path
    app.extensions["service"].store.close()
    assert app.config["SESSION_COOKIE_SAMESITE"] == "Strict"
