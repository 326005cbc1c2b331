"""The layers, checked in the sources: import directions, pure packages, and packages with SQL."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from itertools import permutations

from scorekeeper.paths import PACKAGE, beside_package

LAYERS = (
    {"__main__"},
    {"cli"},
    {"commands", "server"},
    {"web"},
    {"web/app"},
    {"web/data", "web/rules"},
    {"web/table"},
    {"web/seating"},
    {"web/people"},
    {"web/history"},
    {"web/access"},
    {"web/forms"},
    {"web/common"},
    {"daily_backup", "replica"},
    {"instance", "testing"},
    {"titles"},
    {"pairing"},
    {"store"},
    {"logs", "pads", "rulebooks"},
    {"core", "paths", "progress"},
)
"""From top to bottom; a package may import itself and the layers below it. Inside web, each package has its layer."""
INDEPENDENT = ("trail", "importing", "check")
"""Modules of the store that do not import each other."""
WITH_SQL = {"store", "web/history"}
"""Packages with SQL; each history page keeps its queries in a separate module."""
MAX_CHARACTERS = 120
ANYTHING = None
PURE = {
    "ast": ANYTHING,
    "collections": ANYTHING,
    "collections.abc": ANYTHING,
    "dataclasses": ANYTHING,
    "datetime": {"datetime"},
    "enum": ANYTHING,
    "fractions": ANYTHING,
    "functools": ANYTHING,
    "gettext": {"NullTranslations"},
    "itertools": ANYTHING,
    "json": ANYTHING,
    "keyword": ANYTHING,
    "math": ANYTHING,
    "operator": ANYTHING,
    "re": ANYTHING,
    "typing": ANYTHING,
    "unicodedata": ANYTHING,
}
"""Standard library modules that pure modules may import, with the names allowed from each."""
DIGESTS = {"hashlib": {"sha256"}}
"""For pads/factory.py only, which identifies definitions by a digest."""
FINDING = {"importlib": {"import_module"}, "pkgutil": {"iter_modules"}}
"""For rulebooks/__init__.py only, which finds the rulebook packages."""
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


@cache
def sources():
    """Return the source of each module, by its path below the package."""
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def dotted(path):
    """Return the parts of a module's dotted name."""
    parts = ("scorekeeper", *path.removesuffix(".py").split("/"))
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported(tree, path):
    """Yield each import as (parts of the module, imported name); the name is None for `import module`."""
    package = dotted(path) if path.endswith("__init__.py") else dotted(path)[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split(".")), None
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            for alias in node.names:
                yield (*base, *(node.module.split(".") if node.module else ())), alias.name


@cache
def imports():
    """Return the imports of each module, by its path."""
    return {path: list(imported(ast.parse(text), path)) for path, text in sources().items()}


@cache
def graph():
    """Return the project modules that each module imports, named without the package."""
    modules = {dotted(path)[1:]: path for path in sources()}
    found = {module: set() for module in modules}
    for module, path in modules.items():
        for base, name in imports()[path]:
            if base[0] == "scorekeeper":
                found[module].add((*base[1:], name) if (*base[1:], name) in modules else base[1:])
    return {module: others - {module} for module, others in found.items()}


def package(module):
    """Return the package of a module, as named in LAYERS."""
    return "/".join(module[: 2 if module[0] == "web" else 1])


def uphill(modules):
    """Return the imports that do not go to lower layers; `modules` is like `graph`."""
    layers = {each: number for number, packages in enumerate(LAYERS) for each in packages}
    return {
        (module, other)
        for module, others in modules.items()
        for other in others
        if module and other and package(module) != package(other) and layers[package(module)] >= layers[package(other)]
    }


def test_every_package_has_its_layer():
    packages = {package(module) for module in graph() if module}
    assert packages == set().union(*LAYERS)
    assert sum(map(len, LAYERS)) == len(packages)


def test_imports_go_to_lower_layers():
    assert uphill(graph()) == set()


def test_upward_imports_would_be_found():
    page, table = ("web", "history", "games"), ("web", "table", "lines")
    for module, other in [(page, table), (("core", "log"), ("pads", "rows")), (("store", "db"), ("web",))]:
        assert uphill({module: {other}, other: {module}}) == {(module, other)}
    assert uphill({table: {("web", "table", "page")}, page: {("web", "history", "home")}}) == set()
    [found] = imported(ast.parse("from ..table.lines import Log"), "web/history/games.py")
    assert found == (("scorekeeper", *table), "Log")


def test_imports_have_no_cycles():
    assert sum(map(len, graph().values())) > 300
    assert len(list(TopologicalSorter(graph()).static_order())) == len(graph())


def test_trail_importing_and_check_are_independent():
    pairs = [(one, other) for one, other in permutations(INDEPENDENT, 2) if ("store", other) in graph()["store", one]]
    assert pairs == []


def test_only_the_store_and_the_history_pages_have_sql():
    found = {path for path, text in sources().items() if re.search(r"\.(execute\w*|rows|query)\(|\bSELECT\b", text)}
    assert {path.split("/")[0] if path[:4] != "web/" else path.rpartition("/")[0] for path in found} == WITH_SQL
    opened = {path for path, found in imports().items() if any(base[0] == "sqlite3" for base, _ in found)}
    assert {path.split("/")[0] for path in opened} == {"store"}


# The core and the titles are pure.


def may_import(module, name, path, library):
    """Return whether a pure module may import this: the core, a title's own modules, or listed library names."""
    if module[0] == "scorekeeper":
        target, parts = ((*module, name) if name else module)[1:], path.split("/")
        title = [] if parts[0] == "core" or len(parts) == 2 else [tuple(parts[:2])]
        title += [("pads",)] if parts[0] == "pads" else []
        return any(target[: len(base)] == base for base in [("core",), *title])
    names = library.get(".".join(module), set())
    return names is ANYTHING or name in names


def faults(source, path):
    """Yield the impure names and imports in the source of a module at that path."""
    tree = ast.parse(source)
    further = {"rulebooks/__init__.py": FINDING, "pads/factory.py": DIGESTS}
    library = PURE | further.get(path, {})
    for module, name in imported(tree, path):
        if not may_import(module, name, path, library):
            yield ".".join(filter(None, (*module, name)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in IMPURE_NAMES:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in IMPURE_ATTRIBUTES:
            yield f".{node.attr}"


def test_core_and_titles_are_pure():
    pure = {path: text for path, text in sources().items() if path.split("/")[0] in ("core", "pads", "rulebooks")}
    assert {"core/replay.py", "pads/reader.py", "rulebooks/__init__.py", "rulebooks/don_carlo/state.py"} <= pure.keys()
    assert {path: found for path, text in pure.items() if (found := list(faults(text, path)))} == {}


CORE, TITLES, TITLE = "core/document.py", "rulebooks/__init__.py", "rulebooks/don_carlo/state.py"
FAULTS = [
    (CORE, "from .errors import Refusal", []),
    (CORE, "from datetime import datetime\ndatetime.fromisoformat('')", []),
    (CORE, "import os", ["os"]),
    (CORE, "def later():\n    import random", ["random"]),
    (CORE, "if False:\n    from time import time", ["time.time"]),
    (CORE, "from datetime import UTC, datetime\ndatetime.now(UTC)", ["datetime.UTC", ".now"]),
    (CORE, "from ..store.db import Store", ["scorekeeper.store.db.Store"]),
    (CORE, "from ..rulebooks import all_rulebooks", ["scorekeeper.rulebooks.all_rulebooks"]),
    (CORE, "open('x')", ["open"]),
    (CORE, "class State:\n    open: int", []),
    (TITLES, "from importlib import import_module\nfrom pkgutil import iter_modules", []),
    (TITLES, "from ..core.rulebook import Rulebook", []),
    (TITLES, "from .don_carlo import RULEBOOK", ["scorekeeper.rulebooks.don_carlo.RULEBOOK"]),
    (TITLE, "from ...core.errors import IllegalPlay\nfrom . import state\nfrom .agent import Agent", []),
    (TITLE, "from ..loire import rules", ["scorekeeper.rulebooks.loire.rules"]),
    (TITLE, "from ...store.games import GameService", ["scorekeeper.store.games.GameService"]),
    (TITLE, "import random", ["random"]),
]


def test_impure_code_would_be_found():
    for path, source, expected in FAULTS:
        assert list(faults(source, path)) == expected, source


# Templates show values: they may calculate, but they query no database and apply no rules.

CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
TEXT = re.compile(r'"[^"]*"|\'[^\']*\'')
QUERY_OR_RULE = re.compile(
    r"\b(service|store|db)\b|"
    r"\.(execute|query|rows_where|reading|writing|apply|entered|preview|question|displaced_plays|kind_of|fault)\(|"
    r"\breplay\.at\("
)


EXAMPLES = [
    ("{{ service().view(game) }}", 1),
    ("{% for row in page.db.query(text) %}", 1),
    ("{% set after = page.replay.entered([play]) %}", 1),
    ("{{ kind.apply(state, play) }}", 1),
    ("{{ slot.preview.own }}", 0),
    ('{{ _("Ask the service of the store.") }}', 0),
]
"""Template code, and whether it queries or applies a rule."""


def queries_and_rules(template):
    """Return the queries and rules in a template's code, ignoring string literals."""
    code = (TEXT.sub('""', part[2:-2].strip("-")) for part in CODE.findall(template))
    return [" ".join(part.split()) for part in code if QUERY_OR_RULE.search(part)]


def test_templates_have_no_queries_no_rules_and_no_overlong_lines():
    texts = {str(path): path.read_text("utf-8") for path in sorted(beside_package("templates").rglob("*.html"))}
    assert {name: found for name, text in texts.items() if (found := queries_and_rules(text))} == {}
    assert [
        (name, line) for name, text in texts.items() for line in text.split("\n") if len(line) > MAX_CHARACTERS
    ] == []


def strays(text, path):
    """Return the templates named in a web module's source that belong to another package's directory."""
    named = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    folders = {name: name.split("/")[0] for name in named if re.fullmatch(r"[a-z]+/[a-z_-]+\.html", str(name))}
    return [name for name, folder in folders.items() if f"web/{folder}" != package(dotted(path)[1:])]


def test_templates_are_in_directories_named_like_their_packages():
    folders = {path.name for path in beside_package("templates").iterdir() if [*path.glob("*.html")]}
    assert {f"web/{folder}" for folder in folders} <= set().union(*LAYERS)
    web = {path: text for path, text in sources().items() if path.startswith("web/")}
    assert {path: found for path, text in web.items() if (found := strays(text, path))} == {}
    assert strays('show("table/log.html", {})', "web/history/games.py") == ["table/log.html"]


def test_queries_and_rules_in_templates_would_be_found():
    for template, found in EXAMPLES:
        assert len(queries_and_rules(template)) == found, template
