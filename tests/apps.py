"""The application as tests open it."""

import tempfile
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread

from jinja2 import Undefined, UndefinedError

from scorekeeper.daily_backup import Daily
from scorekeeper.instance import open_service
from scorekeeper.pairing import pairing_key
from scorekeeper.store.db import Store
from scorekeeper.web import create_app
from scorekeeper.web.common.errors import Faults
from scorekeeper.web.common.health import PATIENCE, Health


class Unset(Undefined):
    """A variable that a template uses without a value: it can be tested, but not shown or compared."""

    def __str__(self):
        raise UndefinedError("a template shows or compares a variable that has no value")

    def __eq__(self, other):
        return str(self)

    __hash__ = Undefined.__hash__


@cache
def empty_database():
    """Return the bytes of a database that has only its schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scorekeeper.db"
        Store(path).close()
        return path.read_bytes()


def lay_out(path):
    """Put an empty database at a path if there is none, and return the path."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(empty_database())
    return path


def open_app(instance, **options):
    """Return an application over that folder."""
    lay_out(instance / "scorekeeper.db")
    app = create_app(instance, **options)
    app.jinja_env.undefined = Unset
    return app


def pair(app):
    """Return a device that is paired with an application."""
    device = app.test_client()
    assert device.get(f"/pair/{pairing_key(app.extensions['service'].store)}").status_code == 303
    return device


class SharedApp:
    """One application for a session, whose templates are compiled once; each test gets it over its own database."""

    def __init__(self, folder):
        self.app = open_app(folder)
        store, device = self.app.extensions["service"].store, pair(self.app)
        device.get("/data")  # a page with a form puts the secret of CSRF tokens into the session
        self.device_token = device.get_cookie(self.app.config["SESSION_COOKIE_NAME"]).value
        store.close()
        self.paired, self.extensions = store.path.read_bytes(), dict(self.app.extensions)

    def over(self, folder):
        """Return the application over that folder, with new services in place of all that keep something in memory."""
        path = folder / "scorekeeper.db"
        folder.mkdir()
        path.write_bytes(self.paired)
        (folder / "secret_key").write_text(self.app.secret_key)
        service = open_service(folder)
        self.app.extensions = self.extensions | {
            "service": service,
            "daily": Daily(path),
            "faults": Faults(),
            "health": Health(lambda: service.store.probe(PATIENCE)),
        }
        self.app.config.pop("REACHED", None)
        return self.app

    def bookkeeper(self):
        """Return a paired device."""
        device = self.app.test_client()
        device.set_cookie(self.app.config["SESSION_COOKIE_NAME"], self.device_token)
        return device


@contextmanager
def running(server):
    """Run a server of waitress in a thread; at the end its own loop closes all connections, and so ends."""

    def run():
        with suppress(OSError):  # its loop may look once more at a socket that was closed just now
            server.run()

    thread = Thread(target=run, daemon=True)
    thread.start()

    def close():
        for channel in [*server.active_channels.values()]:
            channel.handle_close()
        server.close()

    try:
        yield server
    finally:
        server.trigger.pull_trigger(close)
        thread.join()
        server.task_dispatcher.shutdown()
