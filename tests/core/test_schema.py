"""The JSON Schema of the game document accepts readable documents and rejects others."""

import json
import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorekeeper.cli import main
from scorekeeper.core.document import explained, read
from scorekeeper.core.errors import Unreadable
from scorekeeper.core.schema import sample_table, schema
from scorekeeper.pads.factory import defined
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.titles import READY, ready
from tests.documents import game_document
from tests.junk import bent_document
from tests.rows import row_by_row

TESTS = Path(__file__).parents[1]
PUBLISHED = TESTS.parent / "docs" / "game-document.schema.json"
VALIDATOR = Draft202012Validator(schema(all_rulebooks(), READY))
DOCUMENTS = [
    json.loads(path.read_text())["document"]
    for path in (*sorted(TESTS.glob("games/*/*.json")), *sorted(TESTS.glob("pads/games/*.json")))
]
WITHOUT_FACTS = [each for each in DOCUMENTS if "definition" not in each and each["rulebook"] not in READY]
SAID = (
    "unknown key|is missing|whole number is needed|text is needed here|list is needed|list of at most"
    "|JSON object is needed|true or false|is not one of|exactly one of|no such game|an entry is a JSON object"
    "|between -1,000,000|can have at most|this must be|only version|UUID"
)
"""The errors that a schema can express."""


def test_schema_is_valid_and_accepts_all_recorded_games():
    Draft202012Validator.check_schema(VALIDATOR.schema)
    assert [list(VALIDATOR.iter_errors(document)) for document in DOCUMENTS] == [[]] * len(DOCUMENTS)


@settings(max_examples=80)
@given(st.randoms(use_true_random=False), st.sampled_from(WITHOUT_FACTS))
def test_schema_rejects_unreadable_and_accepts_readable_documents(chance, document):
    data = bent_document(chance, document)
    try:
        raw = json.loads(data)
    except ValueError:
        return
    if re.search(rb"\d\.\d|e\d", data):
        return  # 1.0 is an integer to a schema
    valid = VALIDATOR.is_valid(raw)
    try:
        read(data, all_rulebooks(), defined)
    except Unreadable as error:
        said = explained(error)
        assert not valid or not re.search(SAID, said) or said.startswith("definition"), said
    else:
        assert valid, next(VALIDATOR.iter_errors(raw)).message


@row_by_row(
    ("points", "valid"), [(3, True), ([3, -1], True), ([1] * 20, True), ([], False), ([1] * 21, False), (["3"], False)]
)
def test_schema_accepts_sums_of_up_to_twenty_numbers(points, valid):
    pad = next(pad for slug, pad in ready().items() if slug.startswith("six-nimmt"))
    document = game_document("six-nimmt", ["Ada", "Bo"], [{"kind": "round", "points": {"Ada": points, "Bo": 1}}])
    assert Draft202012Validator(schema({pad.slug: pad})).is_valid(document) == valid


@row_by_row(
    ("points", "valid"), [(7.5, True), ([3, -0.5], True), (7, True), (1e6, True), (1000000.5, False), ("7.5", False)]
)
def test_schema_accepts_decimals_for_pads_with_decimals(points, valid):
    pad = defined("boule", {"title": "Boule", "players": [2, 4], "decimals": 1})
    document = game_document("boule", ["Ada", "Bo"], [{"kind": "round", "points": {"Ada": points, "Bo": 1}}])
    assert Draft202012Validator(schema({"boule": pad})).is_valid(document) == valid


@row_by_row(
    ("winners", "valid"),
    [(["Ada"], True), (["Ada", "Bo"], True), (["Ada", "Ada"], False), ([1], False), ("Ada", False)],
)
def test_schema_requires_winners_as_a_list_of_names(winners, valid):
    facts = {"title": "Mafia", "players": [2, 4], "only_winner": True}
    document = game_document("mafia", ["Ada", "Bo"], [{"kind": "won", "winners": winners}])
    assert Draft202012Validator(schema({"mafia": defined("mafia", facts)})).is_valid(document) == valid


@row_by_row(("result", "valid"), [("won", True), ("lost", True), ("drawn", False), (None, False)])
def test_schema_accepts_won_or_lost_for_cooperative_pads(result, valid):
    facts = {"title": "Pandemic", "players": [1, 4], "cooperative": True}
    document = game_document("pandemic", ["Ada", "Bo"], [{"kind": "result", "result": result}])
    assert Draft202012Validator(schema({"pandemic": defined("pandemic", facts)})).is_valid(document) == valid


def test_schema_command_matches_published_schema(tmp_path, capsys):
    assert main(["schema", "--instance", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(PUBLISHED.read_text()) == VALIDATOR.schema


@row_by_row("slug", all_rulebooks())
def test_sample_table_has_defaults_and_required_options_only(slug):
    rulebook = all_rulebooks()[slug]
    for count in rulebook.meta.players:
        options, fixed = sample_table(rulebook, count).options, rulebook.fixed(count)
        for option in rulebook.options:
            name = option.field.name
            if name in fixed or option.initial is not None:
                continue
            if option.default:
                assert options[name] == option.default(count)
            else:
                assert (name in options) == option.field.required
