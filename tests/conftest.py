"""Shared fixtures: an application with its own database, and a paired client."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.db import Store
from scorekeeper.store.games import GameService
from tests.apps import SharedApp, ensure_database
from tests.seats import set_ids

settings.register_profile(
    "gate", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("gate")
set_ids(descend=True)

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Without a bytecode cache, each worker and each process started by a test would compile all its imports.
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")

MEMORY = "/dev/shm"  # noqa: S108
with suppress(OSError):
    # Keep test databases in memory if there is room: on a disk, each test would wait for many fsyncs.
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1_000_000_000:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


def pytest_xdist_auto_num_workers():
    """Return one worker more than there are cores, because tests often wait for a process or a clock."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else None


EVENING = datetime(2026, 2, 1, 20, 15, tzinfo=UTC)


class Clock:
    """A clock that advances by one minute each time it is read."""

    def __init__(self):
        self.now = EVENING

    def __call__(self):
        self.now += timedelta(minutes=1)
        return self.now


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    set_ids(descend=not item.get_closest_marker("ids_of_the_store"))


@pytest.fixture
def store(tmp_path):
    store = Store(ensure_database(tmp_path / "scorekeeper.db"))
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
    app.testing = False  # errors must produce the same response as in production
    yield app
    app.extensions["service"].store.close()


@pytest.fixture
def dump(app):
    """Yield a function that returns the database content as SQL statements."""
    disk = sqlite3.connect(app.extensions["service"].store.path)
    yield lambda: list(disk.iterdump())
    disk.close()


@pytest.fixture
def stranger(app):
    return app.test_client()


@pytest.fixture
def client(app, shared_app):
    return shared_app.paired_client()


@pytest.fixture
def public_folder():
    """Yield a directory accessible to all users of the machine."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.fixture
def powerless(monkeypatch, public_folder):
    """Give up root's file permissions if the tests run as root."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(public_folder))  # the checkout may be in a directory of root's
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)  # nobody
    yield
    os.seteuid(before)
