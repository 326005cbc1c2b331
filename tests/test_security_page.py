"""docs/security-tests.md is up to date: each test it names exists, and each requirement is listed once."""

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/security-tests.md").read_text("utf-8")
ROWS = {
    cells[0]: cells[1:] for cells in re.findall(r"^\| (\d[\d.]*) \| (.+?) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
}
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))
LEVEL_1 = {
    "1": "2.1 2.2 2.3 2.4 2.5 3.1 3.2 5.1",
    "2": "1.1 2.1 2.2 3.1",
    "3": "2.1 2.2 3.1 4.1 4.2 5.1 5.2 5.3",
    "4": "1.1 4.1",
    "5": "2.1 2.2 3.1 3.2",
    "6": "1.1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 3.1 3.2 4.1 4.2",
    "7": "2.1 2.2 2.3 2.4 4.1 4.2",
    "8": "1.1 2.1 2.2 3.1",
    "9": "1.1 1.2 1.3 2.1",
    "10": "4.1 4.2 4.3 4.4 4.5",
    "11": "3.1 3.2 4.1",
    "12": "1.1 2.1 2.2",
    "13": "4.1",
    "14": "2.1 3.1",
    "15": "1.1 2.1 3.1",
}
"""Level 1 requirements of OWASP ASVS 5.0, by chapter."""
FAULTLESS = {"flask": (3, 1), "jinja2": (3, 1, 6), "waitress": (3, 0, 1)}
"""First version of each package without a known vulnerability that affects this app."""


def functions(path):
    tree = ast.parse((ROOT / "tests" / path).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_named_test_exists():
    there = {path: functions(path) for path in {path for path, _ in NAMED}}
    assert len(NAMED) > 50
    assert [(path, name) for path, name in NAMED if name not in there[path]] == []


def test_every_level_1_requirement_is_listed_once():
    numbers = re.findall(r"^\| (\d+\.\d+\.\d+) \|", PAGE, re.MULTILINE)
    assert sorted(numbers) == sorted(f"{chapter}.{rest}" for chapter, each in LEVEL_1.items() for rest in each.split())


def test_fulfilled_requirements_have_tests_and_others_reasons():
    assert {holds for _, holds, _ in ROWS.values()} == {"yes", "in part", "no", "does not apply"}
    for number, (_, holds, why) in ROWS.items():
        reason = re.sub(r"`[^`]+`|[,.;:\s]", "", why)
        assert ("::" in why) if holds == "yes" else reason, number
        assert holds != "in part" or ("::" in why and reason), number


def test_minimum_library_versions_have_no_known_faults():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    least = dict(re.findall(r"([\w-]+)>=([\d.]+)", " ".join(project["dependencies"])))
    assert {name for name, version in FAULTLESS.items() if tuple(map(int, least[name].split("."))) < version} == set()
