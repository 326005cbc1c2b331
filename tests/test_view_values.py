"""No unused view values: a template, a script or the web code reads each field passed to a page."""

import ast
import importlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

from scorekeeper.core.replay import replay
from scorekeeper.paths import PACKAGE, beside_package
from scorekeeper.rulebooks import all_rulebooks
from tests.documents import read_document

SHOWN_FROM = ("web", "rulebooks")
"""The packages that produce view values; values from other packages also have other readers."""
TEMPLATES, SCRIPTS = beside_package("templates"), beside_package("static") / "js"
GAMES = sorted((Path(__file__).parent / "games").glob("*/*.json"))
MADE = {
    rulebook.slug: (rulebook.pages.board, rulebook.pages.entry, rulebook.pages.preview)
    for rulebook in all_rulebooks().values()
}
"""The functions of each title that build the values of its own pages."""


def name(path):
    return ".".join(("scorekeeper", *path.relative_to(PACKAGE).with_suffix("").parts))


def page_classes():
    """Yield each dataclass defined in the package `web`."""
    for path in sorted((PACKAGE / "web").rglob("*.py")):
        found = vars(importlib.import_module(name(path))).values()
        yield from (each for each in found if getattr(each, "__module__", "") == name(path) and is_dataclass(each))


def within(annotation):
    """Yield an annotation and all its type arguments."""
    yield annotation
    for part in get_args(annotation):
        yield from within(part)


def is_shown(cls):
    return is_dataclass(cls) and cls.__module__.split(".")[1] in SHOWN_FROM


def annotated(roots):
    """Return the view dataclasses reachable from these annotations through their fields."""
    found, ahead = set(), list(roots)
    while ahead:
        for each in within(ahead.pop()):
            if is_shown(each) and each not in found:
                found.add(each)
                ahead += get_type_hints(each).values()
    return found


def met(value):
    """Yield the class of each dataclass in a value, to cover what annotations leave open."""
    if is_dataclass(value):
        yield type(value)
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, Mapping):
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        for each in value:
            yield from met(each)


def shown_in(path):
    """Yield the values that pages show for a recorded game, halfway through and at its end."""
    document = read_document(json.loads(path.read_text())["document"])
    rulebook, table, plays = document.rulebook, document.table, document.plays
    for length in (len(plays) // 2, max(0, len(plays) - 1)):
        before = replay(rulebook, table, plays[:length])
        yield rulebook.pages.board(before.state)
        yield from (rulebook.pages.entry(before.state, seat) for seat in range(len(table.players)))
        yield from (rulebook.pages.preview(before.preview(play)) for play in plays[length : length + 1])


def title_classes(slug):
    """Return the dataclasses that a title passes to its pages, both annotated and found in recorded games."""
    games = [path for path in GAMES if path.parent.name == slug]
    seen = {cls for path in games for value in shown_in(path) for cls in met(value)}
    promised = [get_type_hints(make).get("return", object) for make in MADE[slug]]
    return annotated(promised) | {cls for cls in seen if is_shown(cls)}


def attributes(path):
    """Yield the names of all attributes that a module reads."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr


@cache
def words():
    """Return every attribute name read by templates or web code, and every word in the scripts."""
    code = [part for path in TEMPLATES.rglob("*.*") for part in re.findall(r"\{[{%].*?[}%]\}", path.read_text(), re.S)]
    read = [each for path in (PACKAGE / "web").rglob("*.py") for each in attributes(path)]
    scripts = " ".join(path.read_text() for path in SCRIPTS.rglob("*.js"))
    return {*re.findall(r"\.(\w+)", " ".join(code)), *re.findall(r"\w+", scripts), *read}


@cache
def rule_words(title):
    """Return the attributes that a title's rules read: values the rules also use need not be shown completely."""
    return {each for path in (PACKAGE / "rulebooks" / title).glob("*.py") for each in attributes(path)}


def is_made_to_be_shown(cls):
    """Return whether a class serves pages only. A title defines such classes next to the functions that build them."""
    return ".rulebooks." not in cls.__module__ or cls.__module__.rsplit(".", 1)[-1] in ("board", "keypad", "pages")


def test_every_field_of_a_view_value_is_used():
    values = annotated(page_classes()).union(*map(title_classes, MADE))
    assert {each.__name__ for each in values} >= {"GamePage", "LogLine", "Slot", "Evening"}
    titles = {value.__module__.split(".")[2] for value in values if ".rulebooks." in value.__module__}
    assert titles == {path.parent.name for path in (PACKAGE / "rulebooks").glob("*/__init__.py")}
    unread = {}
    for value in values:
        known = words() if is_made_to_be_shown(value) else words() | rule_words(value.__module__.split(".")[2])
        unread[f"{value.__module__}.{value.__name__}"] = {each.name for each in fields(value)} - known
    assert {name: found for name, found in unread.items() if found} == {}
