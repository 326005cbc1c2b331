"""The rooms of the house, read from the sources: what imports what runs downhill, and nowhere in a circle."""

import ast
import re
from graphlib import TopologicalSorter
from itertools import permutations

import pytest

from scorekeeper.places import PACKAGE, beside_package

FLOORS = (
    {"cli"},
    {"commands", "serving"},
    {"web"},
    {"daily"},
    {"instance", "replica"},
    {"titles"},
    {"desk", "history", "pairing", "rulebooks"},
    {"logs", "storage", "version"},
    {"bounds", "cache", "core", "places", "progress"},
)
"""From the top down; a room knows those below it, and itself."""
STAND_APART = ("changes", "trail", "exchange", "upkeep")
"""Modules of the desk that stand on its ground beside each other."""
SPEAK_SQL = {"storage", "history"}
MOST_LINES = 300
MOST_CHARACTERS = 160

SOURCES = {path.relative_to(PACKAGE).with_suffix("").parts: path for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = {parts[:-1] if parts[-1] == "__init__" else parts: path for parts, path in SOURCES.items()}
TEMPLATES = sorted(beside_package("templates").rglob("*.html"))


def at(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.relative_to(PACKAGE.parent).as_posix())


def imported(module, path):
    """Yield the modules of this project that a module imports, each as its parts below the package."""
    package = module if path.name == "__init__.py" else module[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*package[: len(package) - node.level + 1], *(node.module or "").split("."))
            base = tuple(filter(None, base))
            for alias in node.names:
                yield (*base, alias.name) if (*base, alias.name) in MODULES else base
        assert not (
            isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorekeeper") and not node.level
        )


GRAPH = {module: set(imported(module, path)) - {module} for module, path in MODULES.items()}


def floor(module):
    return next(number for number, rooms in enumerate(FLOORS) if module[0] in rooms)


def test_every_room_has_its_floor():
    rooms = {module[0] for module in MODULES if module}
    assert rooms == set().union(*FLOORS)
    assert sum(map(len, FLOORS)) == len(rooms)


def test_what_is_imported_lies_below():
    uphill = {
        (module, other)
        for module, others in GRAPH.items()
        for other in others
        if module and other and module[0] != other[0] and floor(module) >= floor(other)
    }
    assert uphill == set()


def test_no_module_imports_itself_by_way_of_others():
    edges = {module: {other for other in others if other in MODULES} for module, others in GRAPH.items()}
    assert sum(map(len, edges.values())) > 300
    assert len(list(TopologicalSorter(edges).static_order())) == len(MODULES)


@pytest.mark.parametrize(("module", "other"), list(permutations(STAND_APART, 2)))
def test_the_changes_the_trail_the_exchange_and_the_upkeep_do_not_know_each_other(module, other):
    assert ("desk", other) not in GRAPH["desk", module]


def test_sql_is_spoken_in_storage_and_history_alone():
    speakers = {
        module
        for module, path in MODULES.items()
        if re.search(r"\.(execute\w*|rows|query)\(|\bSELECT\b", path.read_text(encoding="utf-8"))
    }
    assert {module[0] for module in speakers} == SPEAK_SQL


@at(sorted(SOURCES.values()))
def test_no_file_is_longer_than_can_be_read_at_once(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


# Templates show values: they ask names and never reckon.

CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
TEXT = re.compile(r'"[^"]*"|\'[^\']*\'')
RECKONING = re.compile(
    r"\|\s*(sum|abs|round)\b|\s(%|\*|//?|>|<|>=|<=)\s|[\w)\]]\s*[+]\s*\d|[\w)\]]\s+-\s+[\w(]|\bnamespace\("
)


def reckoned(template):
    """Return what a template works out, of all that stands between its braces outside of texts."""
    code = (TEXT.sub('""', part[2:-2].strip("-")) for part in CODE.findall(template))
    return [" ".join(part.split()) for part in code if RECKONING.search(part)]


@at(TEMPLATES)
def test_no_line_of_a_template_is_too_long(path):
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > MOST_CHARACTERS] == []


@at(TEMPLATES)
def test_no_template_reckons(path):
    assert reckoned(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("{{ points|sum }}", 1),
        ("{% if round % 3 == 0 %}", 1),
        ("{% if round > 3 %}", 1),
        ("{{ worth * 2 }}", 1),
        ("{{ number + 1 }}", 1),
        ("{{ most - least }}", 1),
        ("{% set found = namespace(any=false) %}", 1),
        ('{{ _("%(count)s > 3 * 2", count=page.count) }}', 0),
        ("{{ left ~ right }} > 3 {{ other }}", 0),
        ("{%- if page.turn is not none -%}", 0),
        ('{{ "row-%d"|format(loop.index) }}', 0),
    ],
)
def test_what_would_be_found(template, found):
    assert len(reckoned(template)) == found
