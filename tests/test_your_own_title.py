"""The title in docs/your-own-title.md is played as it stands there."""

import re
from pathlib import Path

import pytest

from scorekeeper.titles import installed
from tests.helpers import slip
from tests.own_titles import write
from tests.pages import Page, text

GUIDE = (Path(__file__).parents[1] / "docs" / "your-own-title.md").read_text()
SOURCE = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)[1]


@pytest.fixture
def instance(tmp_path):
    write(tmp_path / "instance", "ten_thousand", SOURCE)
    return tmp_path / "instance"


def test_the_guide_begins_with_a_whole_title(instance):
    titles = installed(instance)
    assert (titles.set_aside, set(titles.folders)) == ((), {"ten-thousand"})
    assert GUIDE.index("```python") < 600


def test_every_name_that_it_explains_is_there():
    explained = GUIDE[GUIDE.index("## Line by line") : GUIDE.index("## When something is wrong")]
    names = set(re.findall(r"^- \*\*`(\w+)", explained, re.MULTILINE))
    assert {name for name in names if not re.search(rf"\b{name}\b", SOURCE)} == set()
    assert len(names) > 7


def test_it_is_played(instance, client):
    names = {"do": "begin", "name-0": "Ada", "name-1": "Bo"}
    game = client.post("/new/ten-thousand", data=slip(client.get("/new/ten-thousand")) | names).location
    assert "It is Ada's turn." in text(client.get(game))
    for player, points, status in ((0, 4000, 303), (1, 30, 422), (1, 50, 303), (0, 6000, 303)):
        sent = {"kind": "throw", "player": player, "points": points}
        answer = client.post(f"{game}/plays", data=slip(client.get(game)) | sent)
        assert answer.status_code == status, text(answer)
        assert ("30 cannot be thrown." in text(answer)) == (points == 30)
    result = client.get(game)
    assert "Ada wins" in text(result)
    assert "1. Ada: 10000 2. Bo: 50" in Page(result).first("pre").text
