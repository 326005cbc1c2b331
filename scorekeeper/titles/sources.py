"""What the files of a title say: where something stands, sentences without values, templates, translations."""

import ast
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from ..core.checking.wording import braces
from ..core.rulebook import Rulebook

SAYING = {"say": 1, "many": 2}
"""The functions that make messages, and how many templates each takes first."""
DRAWINGS = "drawings.html"
"""The template of a title with a macro for each drawing of its rules."""
Place = tuple[Path, int, str]
"""A file, a line, and what is wrong there."""


def place_of(about: str, folder: Path) -> tuple[Path, int]:
    """Return the file and the line in which a text, a class, a name or an argument stands; or else `RULEBOOK`."""
    for look, wanted in ((_text, about), (_called, about), (_called, "RULEBOOK")):
        found = [(path, getattr(node, "lineno", 1)) for path, node in _nodes(folder) if look(node) == wanted]
        if found:
            return min(found)
    return folder / "__init__.py", 1


def source_faults(folder: Path, rulebook: Rulebook[Any]) -> Iterator[Place]:
    """Yield what is wrong in the files of a title: its sentences, templates and translations."""
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
    """Yield every message with braces for which it is given no value, as far as its call shows."""
    for path, node in _nodes(folder):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in SAYING:
                texts = [arg.value for arg in args[: SAYING[name]] if isinstance(arg, ast.Constant)]
                given = {keyword.arg for keyword in keywords} | ({"count"} if name == "many" else set())
                for missing in sorted({each for text in texts for each in braces(str(text))} - given):
                    if None not in given:  # None stands for **values, of which nothing can be known
                        yield path, node.lineno, f"the sentence {texts[0]!r} has no value for {missing!r}"


def _templates(folder: Path) -> Iterator[Place]:
    from jinja2 import Environment, TemplateSyntaxError  # here, for a command should not wait for it

    for path in sorted(folder.rglob("*.html")):
        try:
            Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
        except TemplateSyntaxError as error:
            yield path, error.lineno, str(error.message)


def _drawings(folder: Path) -> Iterator[Place]:
    """Yield every drawing of the rules for which there is no macro, as far as its call names it."""
    from jinja2 import Environment, TemplateSyntaxError, nodes

    path = folder / "templates" / DRAWINGS
    try:
        drawn = Environment(autoescape=True).parse(path.read_text(encoding="utf-8")) if path.is_file() else None
    except TemplateSyntaxError:  # that is said already
        return
    macros = {macro.name for macro in drawn.find_all(nodes.Macro)} if drawn else set()
    for file, node in _nodes(folder):
        match node:
            case ast.Call(func=ast.Name(id="Drawing"), args=[ast.Constant(value=name), *_]) if name not in macros:
                yield file, node.lineno, f"the drawing {name!r} needs a macro: add one to templates/{DRAWINGS}"


def _translations(folder: Path) -> Iterator[Place]:
    """Yield every translation with braces that the sentence itself has not; raises what gettext raises."""
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
