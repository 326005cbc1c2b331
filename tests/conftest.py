"""What tests share: an application over a database of its own, and a client that is paired with it."""

import os
import shutil
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.db import Store
from scorekeeper.store.games import GameService
from tests.apps import SharedApp, lay_out

settings.register_profile(
    "gate", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("gate")

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Without a cache, every worker and every process that a test starts would compile all that it imports.
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")

MEMORY = "/dev/shm"  # noqa: S108
with suppress(OSError):
    # The databases of tests are in memory if there is room: on a disk, each test would wait for it many times.
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1_000_000_000:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


def pytest_xdist_auto_num_workers():
    """One worker more than there are cores: while a test waits for a process or a clock, another one goes on."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else None


EVENING = datetime(2026, 2, 1, 20, 15, tzinfo=UTC)


class Clock:
    """A clock that goes forward by a minute whenever it is asked."""

    def __init__(self):
        self.now = EVENING

    def __call__(self):
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def store(tmp_path):
    store = Store(lay_out(tmp_path / "scorekeeper.db"))
    yield store
    store.close()


@pytest.fixture
def service(store):
    return GameService(store, all_rulebooks(), Clock())


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory):
    return SharedApp(tmp_path_factory.mktemp("shared") / "instance")


@pytest.fixture
def app(shared_app, tmp_path):
    app = shared_app.over(tmp_path / "instance")
    app.testing = False  # errors are to be answered as they would be at the table
    yield app
    app.extensions["service"].store.close()


@pytest.fixture
def dump(app):
    """Give a function that returns all that is in the database, as SQL."""
    disk = sqlite3.connect(app.extensions["service"].store.path)
    yield lambda: list(disk.iterdump())
    disk.close()


@pytest.fixture
def stranger(app):
    """A device that is not paired."""
    return app.test_client()


@pytest.fixture
def client(app, shared_app):
    """The bookkeeper's device."""
    return shared_app.bookkeeper()
