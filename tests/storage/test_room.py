"""The storage room: nobody outside it knows SQL, and it knows nothing of this project but the log."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
DATABASE = {"sqlite3", "sqlite_utils"}
ROOMS = {"storage"}


def imported(path):
    """Yield every module that a source imports; those of this project with as many dots as they are written with."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def test_storage_knows_the_log_and_itself():
    sources = list((PACKAGE / "storage").glob("*.py"))
    found = {name for path in sources for name in imported(path) if name.startswith(("..", "scorekeeper"))}
    assert len(sources) > 4
    assert found == {"..core.log"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_nobody_else_opens_a_database(path):
    if path.relative_to(PACKAGE).parts[0] not in ROOMS:
        assert not DATABASE & set(imported(path))
