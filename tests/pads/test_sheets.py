"""Games with fields: recorded documents with their results, through the path of `scorekeeper score`."""

import json
from pathlib import Path

import pytest

from scorekeeper.core.answer import scored
from scorekeeper.core.document import read, write
from scorekeeper.titles import installed

VECTORS = [json.loads(line) for line in (Path(__file__).parent / "sheets.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("vector", VECTORS, ids=[each["name"] for each in VECTORS])
def test_recorded_sheet_has_the_expected_result(tmp_path, vector):
    rulebooks = installed(tmp_path).rulebooks
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
