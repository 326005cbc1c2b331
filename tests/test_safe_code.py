"""Code execution and unescaped markup occur only in known places of the sources."""

import re

from scorekeeper.paths import PACKAGE, beside_package

RUNS_WHAT_IT_IS_GIVEN = (
    r"(?<![.\w])(?:eval|exec|compile|__import__)\(",
    r"\bos\.(?:system|popen|exec\w+|spawn\w+)\b",
    r"\bshell\s*=",
    r"^\s*(?:from|import) (?:marshal|shelve|xml|lxml|yaml|code|pty)\b",
)
HTML_IN_SCRIPTS = r"(?:inner|outer)HTML\s*\+?=|insertAdjacentHTML|document\.write|\beval\(|new Function"


def holding(folder, *patterns, ending=""):
    """Return the names of the files below a directory that match one of these patterns."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob(f"*{ending}") if path.is_file()}
    assert len(files) > 10
    one = re.compile("|".join(patterns), re.MULTILINE)
    return {name for name, path in files.items() if one.search(path.read_text("utf-8"))}


def test_external_input_is_never_executed():
    # Litestream replaces this process, started with a list of arguments and without a shell. Results in XML are parsed
    # without a document type, so without entities.
    assert holding(PACKAGE, *RUNS_WHAT_IT_IS_GIVEN, ending=".py") == {"replica.py", "store/readers/bgg.py"}
    assert holding(PACKAGE, r"\bpickle\b", ending=".py") == set()
    assert holding(PACKAGE, r"\bimport_module\(", ending=".py") == {"rulebooks/__init__.py", "titles.py"}


def test_markup_is_trusted_in_known_places_only():
    """Templates escape all other text, regardless of its author. Flask does so for .html and .svg files."""
    assert holding(PACKAGE, r"\bMarkup\(", ending=".py") == {
        "web/common/language.py",
        "web/access/sharing.py",
    }
    templates = beside_package("templates")
    assert holding(templates, r"\|\s*safe\b|autoescape|\bMarkup\b") == set()
    assert holding(templates, r"\s[\w-]+=\{\{") == set()  # an unquoted attribute value
    assert {path.suffix for path in templates.rglob("*") if path.is_file()} == {".html", ".svg"}


def test_scripts_insert_text_as_text():
    assert holding(beside_package("static"), HTML_IN_SCRIPTS, ending=".js") == set()
