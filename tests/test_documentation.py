"""The examples in docs/game-document.md match the program's output."""

import json
import re
from itertools import pairwise
from pathlib import Path

from scorekeeper.core.answer import scored
from scorekeeper.pads.factory import defined
from scorekeeper.rulebooks import all_rulebooks
from tests.rows import row_by_row

ROOT = Path(__file__).parents[1]
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", (ROOT / "docs/game-document.md").read_text(), re.DOTALL)
PAIRS = [(kind, text, answer) for (kind, text), (_, answer) in pairwise(EXAMPLES) if kind != "answer"]


@row_by_row(("kind", "text", "answer"), PAIRS, ids=[kind for kind, *_ in PAIRS])
def test_documented_examples_get_the_documented_answers(kind, text, answer):
    said, status = scored(text.encode(), all_rulebooks(), defined)
    assert said == json.loads(answer)
    assert status == ["document", "refused", "unreadable"].index(kind)


def test_documentation_has_an_example_of_each_kind():
    assert {kind for kind, *_ in PAIRS} == {"document", "refused", "unreadable"}
