"""The examples in docs/game-document.md match the output; links and the file names in ARCHITECTURE.md exist."""

import json
import re
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import pytest

from scorekeeper.core.answer import scored
from scorekeeper.pads.factory import defined
from scorekeeper.rulebooks import all_rulebooks
from tests.rows import row_by_row

ROOT = Path(__file__).parents[1]
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", (ROOT / "docs/game-document.md").read_text(), re.DOTALL)
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
PAIRS = [(kind, text, answer) for (kind, text), (_, answer) in pairwise(EXAMPLES) if kind != "answer"]


@row_by_row(("kind", "text", "answer"), PAIRS, ids=[kind for kind, *_ in PAIRS])
def test_documented_examples_get_the_documented_answers(kind, text, answer):
    said, status = scored(text.encode(), all_rulebooks(), defined)
    assert said == json.loads(answer)
    assert status == ["document", "refused", "unreadable"].index(kind)


def test_documentation_has_an_example_of_each_kind():
    assert {kind for kind, *_ in PAIRS} == {"document", "refused", "unreadable"}


def anchors(document):
    """Return the anchors of a document's headings, as GitHub and GitLab make them."""
    text = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(each.relative_to(ROOT)) for each in DOCUMENTS])
def test_links_of_a_document_work(document):
    broken = []
    for link in LINK.findall(document.read_text()):
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        if "://" in link or path.startswith("mailto:"):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_index_lists_each_page():
    index = ROOT / "docs/README.md"
    listed = [(index.parent / link).resolve() for link in LINK.findall(index.read_text())]
    assert sorted(listed) == sorted({*DOCUMENTS} - {index, ROOT / "README.md"})


def test_pictures_of_the_first_evening_are_small():
    shown = re.findall(r"screenshots/first-evening-[a-z]+\.png", (ROOT / "docs/first-evening.md").read_text())
    assert sorted(shown) == sorted(f"screenshots/{each.name}" for each in ROOT.glob("docs/screenshots/first-evening-*"))
    assert sum((ROOT / "docs" / each).stat().st_size for each in shown) < 600_000


def test_pictures_of_the_readme_are_small():
    shown = re.findall(r"docs/screenshots/[a-z-]+\.png", (ROOT / "README.md").read_text())
    assert sorted(shown) == sorted(f"docs/screenshots/{each.name}" for each in ROOT.glob("docs/screenshots/readme-*"))
    moving = "docs/screenshots/readme-two-phones.png"
    assert (ROOT / moving).stat().st_size < 3_000_000
    assert sum((ROOT / each).stat().st_size for each in shown if each != moving) < 600_000


def test_architecture_names_existing_files():
    folders = ("scorekeeper", "templates", "static", "tests", "docs")
    paths = [*ROOT.glob("*"), *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    files = [path.relative_to(ROOT).as_posix() for path in paths]
    text = (ROOT / "ARCHITECTURE.md").read_text()
    named = set(re.findall(r"`([\w<>./*-]+(?:/|\.(?:py|js|css|html|toml|sql|json)))`", text))
    patterns = {each: "*/" + re.sub(r"<\w+>", "*", each).rstrip("/") for each in named}
    assert len(named) > 80
    assert [each for each, pattern in patterns.items() if not any(fnmatch(f"/{file}", pattern) for file in files)] == []
