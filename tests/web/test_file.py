"""A game as one file: small, whole, and closed to everything outside; what people wrote in it does nothing."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from scorekeeper.desk.exchange import import_documents
from scorekeeper.web.game import file
from scorekeeper.web.game.edits import edits
from scorekeeper.web.shell.styles import used
from tests.documents import game_document, read_document
from tests.pages import Page
from tests.rows import row_by_row

GAMES = Path(__file__).parents[1] / "games"
LONGEST = [
    max((GAMES / title).glob("*.json"), key=lambda path: len(json.loads(path.read_text())["document"]["plays"]))
    for title in ("carta-nostra", "don-carlo", "loire", "prodigals-club")
]
HOSTILE = ('</script><b class="x">', '="a"', "{style}{policy}", "<!--<script>", "👑 & 'co'", "${1} \\u0021")


@pytest.fixture
def saved(app, client):
    """Return the file of a document."""

    def save(document, language="en"):
        (game,) = import_documents(app.extensions["desk"], [read_document(document)])
        return client.get(f"/games/{game.id}/file", headers={"Accept-Language": language})

    return save


def recorded(path):
    return json.loads(path.read_text())["document"]


def carried_out(changes):
    """Return the texts that a script makes of these edits: it counts in units of UTF-16."""
    text, texts = b"", []
    for each in changes:
        for at, gone, come in each:
            text = text[: 2 * at] + come.encode("utf-16-le") + text[2 * (at + gone) :]
        texts.append(text.decode("utf-16-le"))
    return texts


def positions(page):
    return json.loads("".join(page.first("script", id="positions").content))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", LONGEST, ids=lambda path: path.stem)
def test_the_longest_game_is_small_and_needs_nothing_from_outside(saved, path, language):
    document = recorded(path)
    answer = saved(document, language)
    assert answer.status_code == 200
    assert len(answer.data) < 64_000
    assert re.fullmatch(
        rf'attachment; filename="{document["rulebook"]}[\d-]*\.html"', answer.headers["Content-Disposition"]
    )
    assert re.findall(r"https?:|\b(?:src|href|action)=|url\(|@import", answer.text) == []
    page = Page(answer)
    assert page.first("html").given["lang"] == language
    assert len(page.first("ol", id="plays").all("li")) == len(document["plays"]) + 1
    assert len(positions(page)) == len(document["plays"]) + 1


@pytest.mark.parametrize("path", LONGEST, ids=lambda path: path.stem)
def test_only_its_own_style_and_script_may_run(saved, path):
    page = Page(saved(recorded(path)))
    policy = page.first("meta", **{"http-equiv": "Content-Security-Policy"}).given["content"]
    (style,), script = page.all("style"), page.all("script")[-1]
    hashes = [hashlib.sha256("".join(each.content).encode()).digest() for each in (style, script)]
    one, other = (f"'sha256-{base64.b64encode(each).decode()}'" for each in hashes)
    assert policy == f"default-src 'none'; style-src {one}; script-src {other}; base-uri 'none'"


def test_names_stay_names(saved):
    plays = [{"kind": "agent", "player": name, "cards": [number]} for number, name in enumerate(HOSTILE[:4], 1)]
    colours = {"families": ["blue", "green", "grey", "brown"]}
    answer = saved(game_document("don-carlo", HOSTILE[:4], plays, colours))
    page = Page(answer)
    assert page.first("th", scope="row").text.endswith(HOSTILE[3])
    assert len(page.all("script")) == 2
    assert not page.all(class_="x")
    assert "</" not in "".join(page.first("script", id="positions").content)
    boards = carried_out(positions(page))
    assert boards[-1] == answer.text[answer.text.index("<div id=board>") + len("<div id=board>") :][: len(boards[-1])]


def test_where_the_boards_would_make_it_too_large_there_is_the_last_one_alone(saved, monkeypatch):
    document = recorded(LONGEST[1])
    whole = saved(document)
    monkeypatch.setattr(file, "MOST_BYTES", len(whole.data) - 1)
    without = saved(document)
    assert len(without.data) < len(whole.data) - 8_000
    assert positions(Page(without)) == []
    assert Page(without).first(id="board").text == Page(whole).first(id="board").text


@row_by_row(
    "texts",
    [
        [],
        ["", "a", ""],
        ["<ul> <li>1</li> <li>2</li></ul>", "<ul> <li>1</li> <li>3</li> <li>2</li></ul>", "<ul></ul>"],
        ["<p>👑 won 1 of 2</p><p>👑</p>", "<p>👑 won 2 of 3</p><p>👑👑</p>", "<p>won</p>"],
    ],
)
def test_every_text_is_made_of_the_one_before(texts):
    assert carried_out(edits(texts)) == texts


def test_little_is_written_where_little_changes():
    row = "<tr><td>1</td><td><b>20</b></td></tr>"
    assert edits([row * 9, row * 4 + row.replace("20", "21") + row * 4])[1] == [
        (4 * len(row) + row.index("20"), 2, "21")
    ]


@row_by_row(
    ("style", "kept"),
    [
        (".a{color:red}.b{color:blue}", ".a{color:red}"),
        (".a .b, .a > p:not(.b), p{ margin: 0;\n padding:0; }", ".a > p:not(.b),p{margin:0;padding:0}"),
        (
            "@layer x{.b{top:0}}@layer x, y;@media (width){@layer x{.a{top:0}}}",
            "@layer x, y;@media (width){@layer x{.a{top:0}}}",
        ),
        (".a:has(> .b, .a){top:0}", ""),
    ],
)
def test_of_the_styles_those_are_kept_that_something_has_a_use_for(style, kept):
    assert used(style, {"a"}) == kept
