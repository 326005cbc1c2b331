"""Games with fields: recorded documents with their results, through the path of `scorekeeper score`."""

import json
import shutil
from pathlib import Path

import pytest

from scorekeeper.core.answer import scored
from scorekeeper.core.document import read, write
from scorekeeper.paths import PACKAGE
from scorekeeper.titles import installed

HERE = Path(__file__).parent
VECTORS = [json.loads(line) for line in (HERE / "sheets.jsonl").read_text().splitlines()]
DEFINITIONS = {
    path.stem: path
    for folder in (PACKAGE / "pads" / "titles", HERE / "definitions")
    for path in sorted(folder.glob("*.toml"))
}


@pytest.fixture(scope="module")
def rulebooks(tmp_path_factory):
    """The definitions of all recorded games, in files of an instance directory."""
    folder = tmp_path_factory.mktemp("instance") / "rulebooks"
    folder.mkdir()
    for path in DEFINITIONS.values():
        shutil.copy(path, folder)
    titles = installed(folder.parent)
    assert titles.failed == ()
    return titles.rulebooks


@pytest.mark.parametrize("vector", VECTORS, ids=[each["name"] for each in VECTORS])
def test_recorded_sheet_has_the_expected_result(rulebooks, vector):
    answer, status = scored(json.dumps(vector["document"]).encode(), rulebooks)
    expected = vector["expected"]
    assert status == expected["exit"], answer
    if "refused" in expected:
        assert [[each["play"], each["code"]] for each in answer["refused"]] == expected["refused"], answer
        return
    assert answer["finished"] == expected["finished"]
    found = [{key: each[key] for key in ("player", "place", "total")} for each in answer["standings"]]
    by_name = {each["player"]: each for each in found}
    assert by_name == {each["player"]: each for each in expected["standings"]}
    document = read(json.dumps(vector["document"]).encode(), rulebooks)
    assert write(document)["plays"] == vector["document"]["plays"]
