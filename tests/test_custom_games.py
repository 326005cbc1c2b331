"""The titles in docs/custom-games.md can be played exactly as printed."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from scorekeeper.core.document import read
from scorekeeper.core.errors import Unreadable
from scorekeeper.pads.reader import read_definition
from scorekeeper.testing import check_title
from scorekeeper.titles import DefinitionError, document_keys, installed
from tests.apps import open_app, pair
from tests.documents import game_document, import_documents, score_document
from tests.helpers import slip, slot
from tests.own_titles import write
from tests.pages import Page, text
from tests.rows import row_by_row
from tests.seats import at_seat

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "custom-games.md").read_text()
(README,) = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
FILES = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
NIMMT, HELPER, SOURCE, AT_HAND, TELLING = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
RULES_TEMPLATE = re.search(r"```html\n(\{% extends \"rules/rules.html\".*?)```", GUIDE, re.DOTALL)[1]
END = "turn=lambda state: state.turn,\n"
NAMES = "RULEBOOK = "
TELLS = SOURCE.replace(END, f"{END}    history=HISTORY,\n").replace(NAMES, f"{TELLING}\n\n{NAMES}")
HELPS = SOURCE.replace(END, f"{END}    rules=RULES,\n")
HELPS = HELPS.replace("THROW = ", f"{AT_HAND}\n\nTHROW = ")


@pytest.fixture(params=[SOURCE])
def instance(tmp_path, request):
    write(tmp_path / "instance", "a_title", request.param, RULES_TEMPLATE if request.param == HELPS else "")
    return tmp_path / "instance"


@pytest.fixture
def app(instance):
    app = open_app(instance)
    yield app
    app.extensions["service"].store.close()


@pytest.fixture
def client(app):
    return pair(app)


@pytest.mark.parametrize("change", [("min = 0", "least = 0"), ("limit = 66", "limit = { min = 50, most = 90 }")])
def test_file_may_use_the_keys_of_game_documents(tmp_path, change):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    (folder / "six-nimmt.toml").write_text(README.replace(*change))
    assert installed(folder.parent).failed == ()


def test_key_given_under_both_names_is_an_error(tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    (folder / "one.toml").write_text(README.replace("min = 0", "min = 0\nleast = 0"))
    (folder / "two.toml").write_text(README.replace("min = 0", 'min = "none"'))
    both, wrong = installed(folder.parent).failed
    assert "min and least are the same: write only min" in str(both)
    assert "line 6: rounds, min: a whole number is needed here" in str(wrong)


def test_readme_contains_a_playable_definition(tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    (folder / "six-nimmt.toml").write_text(README)
    titles = installed(folder.parent)
    assert (titles.failed, titles.rulebooks["six-nimmt"].meta.players) == ((), (2, 10))


@pytest.mark.parametrize("instance", [NIMMT, SOURCE], indirect=True)
def test_guide_contains_complete_titles(instance):
    assert installed(instance).failed == ()
    assert check_title(instance / "rulebooks" / "a_title").slug in {"six-nimmt", "ten-thousand"}


def test_helper_example_in_the_guide_passes(tmp_path, monkeypatch):
    write(tmp_path / "instance", "six_nimmt", NIMMT)
    monkeypatch.chdir(tmp_path)
    shown = {}
    exec(HELPER, shown)  # noqa: S102
    shown["test_six_nimmt"]()


def test_guide_begins_with_a_definition_file(tmp_path):
    (tmp_path / "rulebooks").mkdir()
    for number, source in enumerate(FILES):
        (tmp_path / "rulebooks" / f"file-{number}.toml").write_text(source)
    titles = installed(tmp_path)
    assert (titles.failed, len(titles.rulebooks)) == ((), len(installed(tmp_path / "none").rulebooks) + 4)
    assert GUIDE.index("```toml") < 800


@row_by_row(
    "facts",
    [
        {"?": 1},
        {"rounds": {"?": 1}},
        {"rows": [{"?": 1}]},
        {"end": {"?": 1}},
        {"bonuses": [{"?": 1}]},
        {"fields": [{"?": 1}]},
    ],
)
def test_guide_explains_every_key_of_definition_files(facts):
    with pytest.raises(Unreadable) as raised:
        read_definition({"title": "x", "players": 2} | facts)
    known = str(raised.value.message).partition("known are ")[2].split(", ")
    said = GUIDE[: GUIDE.index("## Write a game in Python")]
    assert [
        key for key in known if not re.search(rf"`{key}\b|^{key} = |[{{ ]{key} = |\[{key}\]", said, re.MULTILINE)
    ] == []
    assert len(known) > 1


def test_game_with_fields_in_the_guide_counts_bids_and_tricks():
    facts = next(document_keys(tomllib.loads(source)) for source in FILES if "[[fields]]" in source)
    plays = [
        {"kind": "announce", "values": {"Ada": {"bid": 1}, "Bo": {"bid": 0}, "Cy": {"bid": 1}}},
        {"kind": "round", "values": {"Ada": {"tricks": 1}, "Bo": {"tricks": 0}, "Cy": {"tricks": 0}}},
    ]
    answer, _ = score_document(game_document("wizard", ("Ada", "Bo", "Cy"), plays) | {"definition": facts})
    assert [(each["player"], each["total"]) for each in answer["standings"]] == [("Ada", 30), ("Bo", 20), ("Cy", -10)]


def test_guide_explains_only_names_of_the_example():
    explained = GUIDE[GUIDE.index("## Example with rounds") : GUIDE.index("## Example with turns")]
    names = set(re.findall(r"^- \*\*`(\w+)", explained, re.MULTILINE))
    assert {name for name in names if not re.search(rf"\b{name}\b", NIMMT)} == set()
    assert len(names) > 7


@pytest.mark.parametrize("instance", [NIMMT], indirect=True)
def test_six_nimmt_round_is_entered_for_all_players(instance, client):
    names = {"do": "begin", "name-0": "Ada", "name-1": "Bo"}
    game = client.post("/new/six-nimmt", data=slip(client.get("/new/six-nimmt")) | names).location
    for bullheads, status, says in (
        ((1, ""), 422, "Enter a number for every player, 0 for none."),
        ((-1, 3), 422, "Bullheads cannot be negative."),
        ((1, 30), 303, ""),
        ((0, 36), 303, ""),
    ):
        sent = slot("round", None, **{f"bullheads-{at_seat(seat)}": count for seat, count in enumerate(bullheads)})
        answer = client.post(f"{game}/plays", data=slip(client.get(game)) | sent)
        assert (answer.status_code, says in text(answer)) == (status, True), text(answer)
    result = client.get(game)
    assert "Ada wins" in text(result)
    assert "Ada wins: 1 bullhead, 65 less than Bo 1. Ada: 1 2. Bo: 66" in Page(result).first("pre").text


def test_ten_thousand_example_can_be_played(instance, client):
    names = {"do": "begin", "name-0": "Ada", "name-1": "Bo"}
    game = client.post("/new/ten-thousand", data=slip(client.get("/new/ten-thousand")) | names).location
    assert "It is Ada's turn." in text(client.get(game))
    for player, points, status in ((0, 4000, 303), (1, 30, 422), (1, 50, 303), (0, 6000, 303)):
        sent = slot("throw", player, points=points)
        answer = client.post(f"{game}/plays", data=slip(client.get(game)) | sent)
        assert answer.status_code == status, text(answer)
        assert ("30 cannot be thrown." in text(answer)) == (points == 30)
    result = client.get(game)
    assert "Ada wins" in text(result)
    assert "1. Ada: 10000 2. Bo: 50" in Page(result).first("pre").text


@pytest.mark.parametrize("instance", [TELLS], indirect=True)
def test_ten_thousand_example_keeps_its_record(instance, client):
    plays = [{"kind": "throw", "player": player, "points": points} for player, points in (("Ada", 6000), ("Bo", 10000))]
    service = client.application.extensions["service"]
    import_documents(
        service, [read(json.dumps(game_document("ten-thousand", ("Ada", "Bo"), plays)).encode(), service.rulebooks)]
    )
    (line,) = (
        each for each in Page(client.get("/records/ten-thousand")).all("a", class_="record") if "Best" in each.text
    )
    assert line.text == "Best throw Bo No date 10000 points"
    assert line.given["href"].endswith("/replay?at=2")


@pytest.mark.parametrize("instance", [HELPS], indirect=True)
def test_ten_thousand_rules_page_is_linked_from_a_slip(instance, client):
    assert installed(instance).failed == ()
    rules = Page(client.get("/rules/ten-thousand?players=3"))
    assert [each.text for each in rules.all("h2")] == ["A turn", "The end"]
    assert "The first player with 10000 points wins." in rules.text
    assert "Our ruling Some groups let all players throw once more. Here the game ends at once." in rules.text
    names = {"do": "begin", "name-0": "Ada", "name-1": "Bo"}
    game = client.post("/new/ten-thousand", data=slip(client.get("/new/ten-thousand")) | names).location
    throw = slip(client.get(game)) | slot("throw", 0, points=2500)
    said = Page(client.post(f"{game}/preview", data=throw))
    assert "More than 2000 at once is rare." in said.parts[f"effect-throw.{at_seat(0)}"][0]
    assert said.links == [f"{game}/rules?section=turn#turn"]


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        (RULES_TEMPLATE.replace("section_end", "section_last"), r"no blocks \['section_end'\]"),
        (RULES_TEMPLATE + "{% block section_more %}{% endblock %}", r"the blocks \['section_more'\]"),
        ("", "the rules have no text"),
    ],
)
def test_check_title_finds_mismatched_rules_and_texts(tmp_path, template, fault):
    folder = write(tmp_path / "instance", "a_title", HELPS, template)
    with pytest.raises((AssertionError, DefinitionError), match=fault):
        check_title(folder)
