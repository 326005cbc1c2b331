"""The application under test."""

import tempfile
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread

from jinja2 import FileSystemBytecodeCache, Undefined, UndefinedError
from selectolax.lexbor import LexborHTMLParser

from scorekeeper.daily_backup import Daily
from scorekeeper.instance import open_service
from scorekeeper.pairing import pairing_key
from scorekeeper.store.db import Store
from scorekeeper.titles import installed
from scorekeeper.web import create_app
from scorekeeper.web.common.errors import Faults
from scorekeeper.web.common.health import PATIENCE, Health


class Unset(Undefined):
    """A template variable without a value. Templates can test it, but not print or compare it."""

    def __str__(self):
        raise UndefinedError("a template shows or compares a variable that has no value")

    def __eq__(self, other):
        return str(self)

    __hash__ = Undefined.__hash__


@cache
def compiled_templates():
    """Return a cache shared by all apps and workers: to compile the templates of a page takes up to 0.5 s."""
    folder = Path(__file__).parents[1] / ".pytest_cache" / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


@cache
def empty_database():
    """Return the bytes of a database containing only the schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scorekeeper.db"
        Store(path).close()
        return path.read_bytes()


def ensure_database(path):
    """Create an empty database at the path unless one exists, and return the path."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(empty_database())
    return path


def open_app(instance, **options):
    ensure_database(instance / "scorekeeper.db")
    app = create_app(instance, **options)
    app.jinja_env.undefined = Unset
    app.jinja_env.bytecode_cache = compiled_templates()
    app.after_request(without_dead_buttons)
    return app


def without_dead_buttons(answer):
    """Check that each submit button of a page has a form on this page, and return the response.

    This applies to every page of every test, including pages with refused input.
    """
    if answer.mimetype == "text/html" and (dead := dead_buttons(answer.get_data(as_text=True))):
        raise AssertionError(f"{answer.status_code}: buttons without a form: {dead}")
    return answer


def dead_buttons(text):
    """Return the submit buttons of a page, as HTML, that belong to no form of this page; parts of pages have none."""
    if "<body" not in text:
        return []
    page = LexborHTMLParser(text)
    forms = {form.attributes.get("id") for form in page.css("form")}
    buttons = page.css("button:not([type=button], [type=reset]), input:is([type=submit], [type=image])")
    named = [each for each in buttons if "form" in each.attributes]
    within = {each.mem_id for each in page.css("form :is(button, input)")}
    return [
        each.html
        for each in buttons
        if (each.attributes["form"] not in forms if each in named else each.mem_id not in within)
    ]


def pair(app):
    """Return a test client paired with the application."""
    device = app.test_client()
    assert device.get(f"/pair/{pairing_key(app.extensions['service'].store)}").status_code == 303
    return device


class SharedApp:
    """One application per session, so that templates are compiled once. Each test uses it with its own database."""

    def __init__(self, folder):
        self.app = open_app(folder)
        store, device = self.app.extensions["service"].store, pair(self.app)
        device.get("/data")  # a page with a form stores the CSRF secret in the session
        self.device_token = device.get_cookie(self.app.config["SESSION_COOKIE_NAME"]).value
        store.close()
        self.paired, self.extensions = store.path.read_bytes(), dict(self.app.extensions)

    def over(self, folder):
        """Return the application for another directory, with new instances of all services that hold state.

        The directory may have pads in rulebooks/, but no rulebooks with templates.
        """
        path = folder / "scorekeeper.db"
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.paired)
        (folder / "secret_key").write_text(self.app.secret_key)
        service = open_service(folder)
        self.app.extensions = self.extensions | {
            "service": service,
            "titles": installed(folder),
            "daily": Daily(path),
            "faults": Faults(),
            "health": Health(lambda: service.store.probe(PATIENCE)),
        }
        self.app.config.pop("REACHED", None)
        return self.app

    def paired_client(self):
        device = self.app.test_client()
        device.set_cookie(self.app.config["SESSION_COOKIE_NAME"], self.device_token)
        return device


@contextmanager
def running(server):
    """Run a waitress server in a thread. On exit, close all its connections so that its loop ends."""

    def run():
        with suppress(OSError):  # the loop may still poll a closed socket
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
        try:
            server.trigger.pull_trigger(close)  # runs in the server's thread, which owns the sockets
        except OSError:  # the loop has ended already, after a poll of a closed socket
            close()
        thread.join()
        server.task_dispatcher.shutdown()
