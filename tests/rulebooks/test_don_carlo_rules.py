"""Don Carlo's rules pages: their text, the numbers of each table, and sections for codes."""

import re

import pytest

from scorekeeper.paths import beside_package
from scorekeeper.rulebooks.don_carlo import RULEBOOK
from tests.documents import codes, game_document, score_document
from tests.rows import row_by_row
from tests.rules_pages import missing_facts, rules_text, section_on

TWO, THREE, FOUR = ({"players": count} for count in (2, 3, 4))

NUMBERS = [
    # the parameters, the section, and its sentence; the comment is the heading of the rulebook. How to set up the game
    (TWO, "countries", "5 country cards"),
    (THREE, "countries", "6 country cards"),
    (FOUR, "countries", "7 country cards"),
    (TWO, "countries", "[4] and [8] stay in the box"),
    (THREE, "countries", "[4] stays in the box"),
    (TWO, "countries", "Egoistria [1-3] 3 Country 5 5 Absurdistan [6] 6 Country 7 7 Squadronia [9-12] 9"),
    (THREE, "countries", "Country 7 7 Chaotania [8] 8 Squadronia"),
    (FOUR, "countries", "[1-3] 3 Country 4 4 Country 5 5 A"),
    (FOUR, "countries", "Chaotania [8] 8 Squadronia"),
    # How to play, 2) Designate a country
    (TWO, "code-name", "176 code names"),
    (THREE, "code-name", "200 code names"),
    (FOUR, "code-name", "213 code names"),
    # How to play, 4) Scoring points
    (FOUR, "points", "Run 0/1/2 1/2/3 2/3/4 3/4/5 +1"),
    (TWO, "points", "Run 0/1/2 1/2/3 2/3/4 3/4/5 +1"),
    (FOUR, "points", "alike 1/1/1 2/2/2 3/3/3 4/4/4 +2"),
    (TWO, "points", "alike 1/1/1 2/2/2 3/3/3 4/4/4 +2"),
]

OVER = [["Ada", 1], "stop", ["Bo", 2]]
REFUSED = {
    # the code, and the shortest game whose last play is refused with it
    "code-name-length": [["Ada", 0, 0, 1, 1, 1]],
    "no-such-number": [["Ada", 7]],
    "no-country": [["Ada", 4]],
    "code-name-taken": [["Ada", 1], ["Bo", 1]],
    "cards-spent": [["Ada", 6], ["Bo", 5], ["Ada", 0, 6], ["Bo", 1], ["Ada", 1, 6]],
    "game-over": OVER,
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_rules_page_has_the_accepted_text(client, snapshot, language):
    tables = {f"{each['players']} players": each for each in (FOUR, THREE, TWO)}
    assert rules_text(client, "don-carlo", tables, language) == snapshot


def test_rules_page_has_the_numbers_of_its_table(client):
    assert missing_facts(client, "don-carlo", NUMBERS) == []


def sent(plays):
    """Return the document of a game of two with these plays."""
    agents = [
        {"kind": "stop"} if play == "stop" else {"kind": "agent", "player": play[0], "cards": play[1:]}
        for play in plays
    ]
    return game_document("don-carlo", ("Ada", "Bo"), agents)


def documented():
    """Return the refusal and remark codes of Don Carlo listed in docs/game-document.md."""
    text = (beside_package("docs") / "game-document.md").read_text()
    own = text.split("\n## don-carlo", 1)[1].split("\n## ", 1)[0]
    return set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", own))


def section_name(code):
    table = RULEBOOK.table(("Ada", "Bo"), {"families": ("blue", "green")})
    section = section_on(RULEBOOK.rules, RULEBOOK.start(table), code)
    return section and section.name


@row_by_row(("code", "plays"), REFUSED.items())
def test_each_refusal_has_a_rules_section(code, plays):
    answer, _ = score_document(sent(plays))
    assert codes(answer) == [(len(plays), code)]
    assert section_name(code)


def test_documentation_lists_all_codes():
    assert documented() | {"game-over"} == {*REFUSED, "out-of-turn"}


def test_remark_and_eliminated_player_link_to_their_sections():
    answer, _ = score_document(sent([["Bo", 1]]))
    assert [remark["code"] for remark in answer["remarks"]] == ["out-of-turn"]
    assert section_name("out-of-turn") == "turn"
    assert section_name("out") == "stuck"
