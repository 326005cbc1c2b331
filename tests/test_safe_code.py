"""What could run as code, or be taken for markup, stands in known places only, read from the sources."""

import ast
import re

from scorekeeper.places import PACKAGE, beside_package

DANGEROUS_CALLS = {"eval", "exec", "__import__", "system", "popen"}
DANGEROUS_MODULES = {"marshal", "shelve", "xml", "lxml", "yaml", "code", "pty", "telnetlib"}
SOURCES = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}


def nodes(kind):
    return [(name, node) for name, tree in SOURCES.items() for node in ast.walk(tree) if isinstance(node, kind)]


def called(node):
    """Return the bare name of what is called."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def modules():
    """Yield every module of others that is imported, with the file that does."""
    for name, node in nodes((ast.Import, ast.ImportFrom)):
        if isinstance(node, ast.Import):
            yield from ((name, alias.name.split(".")[0]) for alias in node.names)
        elif not node.level:
            yield name, (node.module or "").split(".")[0]


def test_nothing_that_comes_from_outside_is_run():
    calls = nodes(ast.Call)
    assert [(name, node.lineno) for name, node in calls if called(node) in DANGEROUS_CALLS] == []
    bare = [
        (name, node.lineno) for name, node in calls if called(node) == "compile" and isinstance(node.func, ast.Name)
    ]
    assert bare == []
    shells = [(name, node.lineno) for name, node in calls if any(each.arg == "shell" for each in node.keywords)]
    assert shells == []
    imported = set(modules())
    assert [each for each in imported if each[1] in DANGEROUS_MODULES] == []
    assert {name for name, module in imported if module == "pickle"} == {"desk/exchange.py"}  # a file without a name
    assert {name for name, module in imported if module == "importlib"} == {
        "rulebooks/__init__.py",
        "titles/__init__.py",
    }


def test_text_is_taken_for_markup_in_known_places_only():
    """Everything else is escaped by the templates, whoever wrote it."""
    assert {name for name, node in nodes(ast.Call) if called(node) == "Markup"} == {"web/language.py"}
    folder, as_it_is = beside_package("templates"), re.compile(r"\|\s*safe\b|autoescape|\bMarkup\b")
    found = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }
    assert {name for name, text in found.items() if as_it_is.search(text)} == {"replay/file.html"}  # a drawn template
    assert {
        name for name in found if not name.endswith(".html")
    } == set()  # only of these names they escape by themselves
    unquoted = re.compile(r"""\s[\w-]+=\{\{""")
    assert {name for name, text in found.items() if unquoted.search(text)} == set()


def test_scripts_put_texts_in_as_texts():
    folder, as_markup = (
        beside_package("static"),
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function",
    )
    found = {path.name for path in folder.rglob("*.js") if re.search(as_markup, path.read_text("utf-8"))}
    assert found == {"file.js"}  # the boards of the page that is a file, which the server has drawn
