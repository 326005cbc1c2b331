"""What is wrong in the files of a title: sentences, templates, drawings, translations; and where a fault stands."""

import ast
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from ..core.checking.wording import braces
from ..core.rulebook import Rulebook

SAYING = {"say": 1, "many": 2}
"""The functions that make messages, and how many of their first arguments are templates."""
DRAWINGS = "drawings.html"
"""The name of the template in which a title has a macro for each drawing of its rules."""
Place = tuple[Path, int, str]
"""A file, a line, and what is wrong there."""


def place_of(about: str, folder: Path) -> tuple[Path, int]:
    """Return the first file and line with what a fault is about: a text, "class X", or the name of an argument.

    If there is none, it is the line of `RULEBOOK`, or else the first line of the title.
    """
    for look, wanted in ((_text, about), (_called, about), (_called, "RULEBOOK")):
        found = [(path, getattr(node, "lineno", 1)) for path, node in _nodes(folder) if look(node) == wanted]
        if found:
            return min(found)
    return folder / "__init__.py", 1


def source_faults(folder: Path, rulebook: Rulebook[Any]) -> Iterator[Place]:
    """Yield what is wrong in the files of a title: its sentences, templates, translations and drawings."""
    yield from _unfilled(folder)
    yield from _templates(folder / "templates")
    yield from _translations(folder / "locale")
    yield from _drawings(folder)
    for name in rulebook.pages.further:
        if not (folder / "templates" / f"{name}.html").is_file():
            yield *place_of(name, folder), f"the page {name!r} needs a template: add templates/{name}.html"


def _nodes(folder: Path) -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            yield path, node


def _called(node: ast.AST) -> str | None:
    match node:
        case ast.ClassDef(name=name):
            return f"class {name}"
        case ast.keyword(arg=name) | ast.Name(id=name, ctx=ast.Store()):
            return name
    return None


def _text(node: ast.AST) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _unfilled(folder: Path) -> Iterator[Place]:
    """Yield every call of `say` or `many` that gives no value for a name in the braces of its template."""
    for path, node in _nodes(folder):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in SAYING:
                texts = [arg.value for arg in args[: SAYING[name]] if isinstance(arg, ast.Constant)]
                given = {keyword.arg for keyword in keywords} | ({"count"} if name == "many" else set())
                for missing in sorted({each for text in texts for each in braces(str(text))} - given):
                    if None not in given:  # None stands for **values, which can hold any name
                        yield path, node.lineno, f"the sentence {texts[0]!r} has no value for {missing!r}"


def _templates(folder: Path) -> Iterator[Place]:
    from jinja2 import Environment, TemplateSyntaxError  # here, so that a command need not wait for its import

    for path in sorted(folder.rglob("*.html")):
        try:
            Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
        except TemplateSyntaxError as error:
            yield path, error.lineno, str(error.message)


def _drawings(folder: Path) -> Iterator[Place]:
    """Yield every call of `Drawing` with a name for which there is no macro."""
    from jinja2 import Environment, TemplateSyntaxError, nodes

    path = folder / "templates" / DRAWINGS
    try:
        drawn = Environment(autoescape=True).parse(path.read_text(encoding="utf-8")) if path.is_file() else None
    except TemplateSyntaxError:  # _templates says so
        return
    macros = {macro.name for macro in drawn.find_all(nodes.Macro)} if drawn else set()
    for file, node in _nodes(folder):
        match node:
            case ast.Call(func=ast.Name(id="Drawing"), args=[ast.Constant(value=name), *_]) if name not in macros:
                yield file, node.lineno, f"the drawing {name!r} needs a macro: add one to templates/{DRAWINGS}"


def _translations(folder: Path) -> Iterator[Place]:
    """Yield every translation with a name in braces that its sentence does not have; raises what gettext raises."""
    for path in sorted(folder.glob("*/LC_MESSAGES/messages.mo")):
        with path.open("rb") as file:
            catalogue: dict[object, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for key, text in catalogue.items():
            english = key[0] if isinstance(key, tuple) else str(key)
            for unknown in sorted(braces(text) - braces(english) - {"count"}) if english else ():
                yield (
                    path.with_suffix(".po"),
                    1,
                    f"the translation {text!r} has {unknown!r} in braces; {english!r} has not",
                )
