"""What the pure parts may import: read from their sources, so that nobody has to remember it."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
ANYTHING = None
PURE = {
    "collections": ANYTHING,
    "collections.abc": ANYTHING,
    "dataclasses": ANYTHING,
    "datetime": {"datetime"},
    "enum": ANYTHING,
    "functools": ANYTHING,
    "gettext": {"NullTranslations"},
    "itertools": ANYTHING,
    "json": ANYTHING,
    "math": ANYTHING,
    "operator": ANYTHING,
    "re": ANYTHING,
    "typing": ANYTHING,
    "unicodedata": ANYTHING,
}
"""The modules of the standard library that may be imported, and which of their names."""
FINDING = {"importlib": {"import_module"}, "pkgutil": {"iter_modules"}}
"""For rulebooks/__init__.py alone, which finds the folders."""
IMPURE_NAMES = {
    "open",
    "print",
    "input",
    "exec",
    "eval",
    "compile",
    "__import__",
    "breakpoint",
    "globals",
    "exit",
    "quit",
}
IMPURE_ATTRIBUTES = {"now", "utcnow", "today", "fromtimestamp", "utcfromtimestamp", "astimezone", "timestamp"}


def modules():
    yield from sorted((PACKAGE / "core").rglob("*.py"))
    yield from sorted((PACKAGE / "rulebooks").rglob("*.py"))


def dotted(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def home(path):
    """The packages of this project that the module may import from."""
    parts = path.relative_to(PACKAGE).parts
    core = ("scorekeeper", "core")
    if parts[0] == "core" or len(parts) == 2:
        return [core]
    return [core, ("scorekeeper", *parts[:2])]


def imported(tree, path):
    """Every import as the dotted parts of the module and the name taken from it, or None for all of it."""
    package = dotted(path) if path.name == "__init__.py" else dotted(path)[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split(".")), None
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            for alias in node.names:
                yield (*base, *(node.module.split(".") if node.module else ())), alias.name


def may_import(module, name, path, library):
    if module[0] == "scorekeeper":
        whole = (*module, name) if name else module
        return any(whole[: len(base)] == base for base in home(path))
    names = library.get(".".join(module), set())
    return names is ANYTHING or name in names


def faults(source, path):
    tree = ast.parse(source)
    library = PURE | (FINDING if path == PACKAGE / "rulebooks" / "__init__.py" else {})
    for module, name in imported(tree, path):
        if not may_import(module, name, path, library):
            yield ".".join(filter(None, (*module, name)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in IMPURE_NAMES:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in IMPURE_ATTRIBUTES:
            yield f".{node.attr}"


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_pure(path):
    assert list(faults(path.read_text(encoding="utf-8"), path)) == []


def test_every_module_was_read():
    found = {path.relative_to(PACKAGE).as_posix() for path in modules()}
    assert {"core/__init__.py", "core/document.py", "core/replay.py", "rulebooks/__init__.py"} <= found
    assert {"rulebooks/don_carlo/__init__.py", "rulebooks/don_carlo/state.py"} <= found
    folders = {path.parent.name for path in (PACKAGE / "rulebooks").glob("*/__init__.py")}
    assert folders == {path.name for path in (PACKAGE / "rulebooks").iterdir() if path.name[0] not in "_."}


CORE, TITLES, TITLE = "core/document.py", "rulebooks/__init__.py", "rulebooks/don_carlo/state.py"


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        (CORE, "from .errors import Refusal", []),
        (CORE, "from . import errors", []),
        (CORE, "from datetime import datetime\ndatetime.fromisoformat('')", []),
        (CORE, "import json, re", []),
        (CORE, "import os", ["os"]),
        (CORE, "import os.path as json", ["os.path"]),
        (CORE, "from pathlib import Path", ["pathlib.Path"]),
        (CORE, "import sqlite3", ["sqlite3"]),
        (CORE, "import flask", ["flask"]),
        (CORE, "def later():\n    import random", ["random"]),
        (CORE, "if False:\n    from time import time", ["time.time"]),
        (CORE, "import datetime", ["datetime"]),
        (CORE, "from datetime import UTC, datetime\ndatetime.now(UTC)", ["datetime.UTC", ".now"]),
        (CORE, "from gettext import find", ["gettext.find"]),
        (CORE, "import importlib", ["importlib"]),
        (CORE, "from ..storage.database import Store", ["scorekeeper.storage.database.Store"]),
        (CORE, "from .. import storage", ["scorekeeper.storage"]),
        (CORE, "import scorekeeper", ["scorekeeper"]),
        (CORE, "from ..rulebooks import all_rulebooks", ["scorekeeper.rulebooks.all_rulebooks"]),
        (CORE, "from scorekeeper.rulebooks.don_carlo import state", ["scorekeeper.rulebooks.don_carlo.state"]),
        (CORE, "open('x')", ["open"]),
        (CORE, "class State:\n    open: int", []),
        (CORE, "print(1)", ["print"]),
        (CORE, "__import__('os')", ["__import__"]),
        (TITLES, "from importlib import import_module\nfrom pkgutil import iter_modules", []),
        (TITLES, "from ..core.rulebook import Rulebook", []),
        (TITLES, "from pkgutil import get_data", ["pkgutil.get_data"]),
        (TITLES, "from .don_carlo import RULEBOOK", ["scorekeeper.rulebooks.don_carlo.RULEBOOK"]),
        (TITLE, "from ...core.errors import IllegalPlay\nfrom . import state\nfrom .agent import Agent", []),
        (TITLE, "from ...core import errors", []),
        (TITLE, "from importlib import import_module", ["importlib.import_module"]),
        (TITLE, "from ..loire import rules", ["scorekeeper.rulebooks.loire.rules"]),
        (TITLE, "from .. import all_rulebooks", ["scorekeeper.rulebooks.all_rulebooks"]),
        (TITLE, "from ..don_carlo_2 import rules", ["scorekeeper.rulebooks.don_carlo_2.rules"]),
        (TITLE, "from ...desk import Desk", ["scorekeeper.desk.Desk"]),
        (TITLE, "from ...web import create_app", ["scorekeeper.web.create_app"]),
        (TITLE, "import random", ["random"]),
    ],
)
def test_what_would_be_found(path, source, expected):
    assert list(faults(source, PACKAGE / path)) == expected
