"""The application as tests open it, many times: whatever is the same each time is made only once."""

import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from unittest.mock import patch

from flask import Flask
from jinja2 import BytecodeCache, Undefined
from werkzeug.routing import Rule

from scorekeeper.daily import Daily
from scorekeeper.instance import open_desk
from scorekeeper.pairing import pairing_key
from scorekeeper.storage.database import Store
from scorekeeper.web import create_app
from scorekeeper.web.data.waiting import WaitingImports
from scorekeeper.web.shell import assets
from scorekeeper.web.shell.errors import Faults
from scorekeeper.web.shell.health import PATIENCE, Health


class Compiled(BytecodeCache):
    """Keeps the bytecode of each template, by its name and its text."""

    def __init__(self):
        self.kept = {}

    def load_bytecode(self, bucket):
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self.kept[bucket.key, bucket.checksum] = bucket.code


class KeptRule(Rule):
    """A routing rule whose parsing and whose compiled builder are shared by all equal rules of all applications."""

    kept = {}  # noqa: RUF012
    apart = {}  # noqa: RUF012

    def compile(self):
        key = (self.rule, str(self.defaults), self.subdomain, self.host, self.map.host_matching, self.merge_slashes)
        if key not in self.apart:
            super().compile()
            self.apart[key] = (self._parts, self._trace, self._converters, frozenset(self.arguments))
        self._parts, self._trace, self._converters, arguments = self.apart[key]
        self.arguments = set(arguments)
        self._build = self._compile_builder(False).__get__(self)
        self._build_unknown = self._compile_builder(True).__get__(self)

    def _compile_builder(self, append_unknown=True):
        key = (self.rule, str(self.defaults), str(self._trace), append_unknown)
        if key not in self.kept:
            self.kept[key] = super()._compile_builder(append_unknown)
        return self.kept[key]


class Unshown(Undefined):
    """What a template names and nobody has given; it can be asked whether it is there, but not be shown."""

    __str__ = __eq__ = Undefined._fail_with_undefined_error
    __hash__ = Undefined.__hash__


COMPILED = Compiled()
ONCE = {
    (Flask, "url_rule_class"): KeptRule,
    (assets, "_files"): cache(assets._files),
    (assets, "_asset"): cache(assets._asset),
    (assets, "of_class"): cache(assets.of_class),
}
"""What is replaced, and by what, while an application is made."""


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
    with ExitStack() as made_once:
        for (where, name), kept in ONCE.items():
            made_once.enter_context(patch.object(where, name, kept))
        app = create_app(instance, **options)
    app.jinja_env.bytecode_cache, app.jinja_env.undefined = COMPILED, Unshown
    return app


def pair(app):
    """Return a device that is paired with an application."""
    device = app.test_client()
    assert device.get(f"/pair/{pairing_key(app.extensions['desk'].store)}").status_code == 303
    return device


class SharedApp:
    """One application for many tests: each test gets it over a database of its own, with one paired device."""

    def __init__(self, folder):
        self.app = open_app(folder)
        store, device = self.app.extensions["desk"].store, pair(self.app)
        device.get("/data")  # a form on a page gives the session the secret of its tokens
        self.badge = device.get_cookie(self.app.config["SESSION_COOKIE_NAME"]).value
        store.close()
        self.paired, self.extensions = store.path.read_bytes(), dict(self.app.extensions)

    def over(self, folder):
        """Return the application over that folder, without anything that it kept in memory for another one."""
        path = folder / "scorekeeper.db"
        folder.mkdir()
        path.write_bytes(self.paired)
        (folder / "secret_key").write_text(self.app.secret_key)
        desk = open_desk(folder)
        self.app.extensions = self.extensions | {
            "desk": desk,
            "daily": Daily(path),
            "faults": Faults(),
            "health": Health(lambda: desk.store.probe(PATIENCE)),
            "waiting_imports": WaitingImports(),
        }
        self.app.config.pop("REACHED", None)
        return self.app

    def bookkeeper(self):
        """Return the device that is paired."""
        device = self.app.test_client()
        device.set_cookie(self.app.config["SESSION_COOKIE_NAME"], self.badge)
        return device
