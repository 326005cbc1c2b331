"""The command demo: invented games, served from a directory that is deleted afterwards."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from itertools import islice
from threading import Timer

import pytest

from scorekeeper.cli import main
from scorekeeper.commands.demo_games import PEOPLE, PLAYED, documents, fill
from scorekeeper.core.document import read, read_play
from scorekeeper.core.replay import replay
from scorekeeper.instance import open_service
from scorekeeper.pairing import pairing_key
from tests.apps import open_app
from tests.documents import RULEBOOKS

NOW = datetime(2026, 5, 20, 21, 15, tzinfo=UTC)
SECONDS = 120  # longer than any action here takes, also on a busy machine
PAGES = ("/", "/past", "/players", "/records", "/years", "/data", "/new")


@pytest.fixture(scope="module")
def games():
    return list(documents(RULEBOOKS, 1, NOW))


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Return an instance directory with the games of the demo."""
    folder = tmp_path_factory.mktemp("demo")
    service = open_service(folder)
    fill(service, 1)
    service.store.close()
    return folder


def test_demo_answers_and_deletes_everything_when_stopped(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper.cli", "demo", "--host", "127.0.0.1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    ) as server:
        patience = Timer(SECONDS, server.kill)
        patience.start()
        printed = ""
        while "/look/" not in printed:
            line = server.stdout.readline()
            assert line, printed
            printed += line
        assert "Nothing is kept" in printed
        link = re.search(r":(?P<port>\d+)(?P<path>/look/\w+)", printed)
        connection = HTTPConnection("127.0.0.1", int(link["port"]), timeout=SECONDS)
        connection.request("GET", link["path"])
        assert connection.getresponse().status == 303
        connection.close()
        assert [each.name.startswith("scorekeeper-demo-") for each in tmp_path.iterdir()] == [True]
        server.send_signal(signal.SIGTERM)
        assert server.wait(SECONDS) == 0
        patience.cancel()
    assert [*tmp_path.iterdir()] == []


def games_in(service):
    """Return the ids of the newest game of each title and of the running ones, and the ids of all players."""
    with service.store.reading() as db:
        newest = {slug.partition("~")[0]: game for game, slug in db.execute("SELECT id, rulebook FROM games")}
        running = {
            slug.partition("~")[0]: game
            for game, slug in db.execute("SELECT id, rulebook FROM games WHERE NOT finished")
        }
        return newest, running, [player for (player,) in db.execute("SELECT id FROM players")]


def test_every_page_of_the_demo_answers(filled):
    app = open_app(filled)
    service, client = app.extensions["service"], app.test_client()
    with closing(service.store):
        client.get(f"/pair/{pairing_key(service.store)}")
        newest, running, people = games_in(service)
        assert (set(newest), len(running), len(people)) == (set(PLAYED), 2, len(PEOPLE))
        games = {*newest.values(), *running.values()}
        pages = [*PAGES, *(f"/games/{game}{page}" for game in games for page in ("", "/replay"))]
        pages += [f"/players/{person}" for person in people]
        assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)


def test_check_finds_nothing_in_the_demo(filled, capsys):
    assert main(["check", "--instance", str(filled)]) == 0, capsys.readouterr()


def test_one_game_of_the_demo_is_in_its_last_round(filled):
    service = open_service(filled)
    with closing(service.store):
        view = service.view(games_in(service)[1]["skull-king"])
    assert view.undo is not None
    tricks = [10, *[0] * (len(view.table.players) - 1)]
    values = {name: {"tricks": taken} for name, taken in zip(view.table.players, tricks, strict=True)}
    last = read_play({"kind": "round", "values": values}, view.rulebook, view.table)
    assert not view.replay.finished
    assert view.replay.entered([last]).finished


def test_same_seed_and_day_make_the_same_games(games):
    again, others = documents(RULEBOOKS, 1, NOW.replace(hour=8)), documents(RULEBOOKS, 2, NOW)
    assert list(islice(again, 20)) == games[:20]
    assert list(islice(others, 20)) != games[:20]


def test_demo_has_locations_notes_ties_and_a_cooperative_game(games):
    assert {each["rulebook"] for each in games} == set(PLAYED)
    assert {name for each in games for name in each["players"]} == set(PEOPLE)
    assert len({each["venue"] for each in games}) > 2
    assert any("note" in each for each in games)
    found = [read(json.dumps(each).encode(), RULEBOOKS) for each in games if each["rulebook"] == "qwixx"]
    assert any(len(replay(each.rulebook, each.table, each.plays).winners) > 1 for each in found)
    days = [each["started"][:10] for each in games]
    assert days == sorted(days)
    assert days[0] >= "2025-05-21"
    assert days[-1] < "2026-05-20"


def test_kept_demo_refuses_a_directory_with_files(tmp_path, capsys):
    (tmp_path / "scorekeeper.db").write_text("mine")
    assert main(["demo", "--keep", str(tmp_path)]) == 2
    assert "not empty" in capsys.readouterr().err
    assert (tmp_path / "scorekeeper.db").read_text() == "mine"
    assert main(["demo", "--keep", str(tmp_path / "scorekeeper.db")]) == 2


def test_kept_demo_stays_in_its_directory(tmp_path, monkeypatch, capsys):
    served = []
    monkeypatch.setattr("scorekeeper.server.serve", lambda folder, *_: served.append(folder))
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("scorekeeper.commands.demo.fill", lambda *_: 3)
    assert main(["demo", "--keep", str(tmp_path / "new")]) == 0
    assert served == [tmp_path / "new"]
    assert f"--instance {tmp_path / 'new'}" in capsys.readouterr().out
    assert (tmp_path / "new" / "scorekeeper.db").exists()
