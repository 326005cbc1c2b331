"""Loire's rules pages: their text, the numbers of each table, and sections for codes."""

import ast
from pathlib import Path

import pytest

from scorekeeper.core.replay import GAME_OVER
from scorekeeper.rulebooks import loire
from scorekeeper.rulebooks.loire import RULEBOOK
from tests.rows import row_by_row
from tests.rules_pages import elements, missing_facts, rows, rules_text, section_on, sections, sections_of_game

ALONE, TWO, THREE, FOUR = ({"players": count} for count in (1, 2, 3, 4))
SEVERAL = (TWO, THREE, FOUR)
ALL = (ALONE, *SEVERAL)


def facts(asked, section, *rows):
    """Return the same facts for several numbers of players."""
    return [(each, section, said) for each in asked for said in rows]


def test_display_is_drawn_with_six_rows(client):
    drawing = elements(client.get("/rules/loire?players=3"))["set-up"].first(class_="display")
    assert [len(row.all(class_="display-card")) for row in drawing.all(class_="display-row")] == [1] * 6
    assert len(drawing.first(class_="display-last").all(class_="display-card")) == 4


NUMBERS = [
    # the number of players, the section, and its sentence; the comments are the headings of the rulebook. Game Setup
    *facts(
        ALL,
        "set-up",
        "the 15 victory point cards",
        "below each other, 1 to 6. Above them lie the 7 “first” cards",
        "A on top, E at the bottom",
        "the 114 action cards",
    ),
    *facts((ALONE, TWO), "set-up", "one pile of the cards for all 7 types: 3 and 1, the highest on top"),
    *facts((ALONE, TWO), "set-up", "worth 4 and 2 stay in the box"),
    (THREE, "set-up", "one pile of the cards for all 7 types: 4, 2 and 1, the highest on top"),
    (THREE, "set-up", "worth 3 stays in the box"),
    (FOUR, "set-up", "one pile of the cards for all 7 types: 4, 3, 2 and 1, the highest on top"),
    *facts(SEVERAL, "set-up", "with 1 silver and, drawn at random, 1 good and 1 animal"),
    (TWO, "set-up", "Workers Starting player 0 Player 2 1 "),
    (THREE, "set-up", "Starting player 0 Player 2 1 Player 3 1 "),
    (FOUR, "set-up", "Starting player 0 Player 2 1 Player 3 1 Player 4 2"),
    *facts((ALONE, TWO), "set-up", "7 action cards lie face up"),
    (THREE, "set-up", "10 action cards lie face up"),
    (FOUR, "set-up", "13 action cards lie face up"),
    *facts((ALONE, TWO, FOUR), "set-up", "The last card goes to the row of its own number"),
    (THREE, "set-up", "The last 4 cards go to the rows of their own numbers"),
    *facts((ALONE, TWO, THREE), "set-up", "6 rows with 1 card in each"),
    (FOUR, "set-up", "6 rows with 2 cards in each; 1 card by their numbers"),
    # Game Play
    *facts(ALL, "turn", "5 rounds of 6 turns"),
    # Mines: 2 silver, and the following pages; Game Components
    *facts(
        ALL,
        "estate",
        "castles one more action, with any number 12",
        "mines 2 silver 12",
        "cloisters nothing: see “Cloisters” 12",
        "knowledge 2 workers 18",
        "ships 1 good 18",
        "pastures 1 animal 18",
        "buildings by the building, below 24",
        "The 8 buildings, 3 cards of each",
    ),
    # Additional important rules for placing projects
    *facts(
        ALL,
        "triples",
        "takes its “first” card: 1 point",
        "A 3 victory points, 2 goods, 2 animals, 3 silver, 3 workers",
        "D 2 silver, 2 workers, 1 worker and 1 silver E as printed",
    ),
    *facts((ALONE, TWO), "triples", "From the first to the last, these cards are worth 3 and 1."),
    (THREE, "triples", "From the first to the last, these cards are worth 4, 2 and 1."),
    (FOUR, "triples", "From the first to the last, these cards are worth 4, 3, 2 and 1."),
    # End of a round
    *facts((ALONE, TWO), "round", "Lay out 7 new cards"),
    (THREE, "round", "Lay out 10 new cards"),
    (FOUR, "round", "Lay out 13 new cards"),
    # Game End
    *facts(
        ALL,
        "scoring",
        "castles ? ⚒ mines ? ✝ cloisters 6 ✎ knowledge ? ⚓ ships ? ❦ pastures 4 ⌂ buildings 3",
        "In the set Points 4 4 3 2 2 1 1 0",
        "3 sheep, 2 cows and 1 chicken are 3 points",
        "8 victory point cards worth 1 and 7 worth 2, 22 points together",
        "18 goods; 5 of each animal",
    ),
    *facts(SEVERAL, "scoring", "The starting player card counts 1 point, whichever side is up"),
    # Solitaire Variation
    (ALONE, "set-up", "1 silver, 1 worker, and, drawn at random, 1 good and 1 animal"),
    (ALONE, "set-up", "Aaron gets 5 piles, of 3, 4, 5, 6 and 7 cards"),
    (ALONE, "aaron", "A 3 3 B 4 7 C 5 12 D 6 18 E 7 25"),
]
UNSAID = [(each, "scoring", "below 0") for each in (ALONE, TWO)]
"""Facts about the form, which do not belong in the rules."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_rules_page_has_the_accepted_text(client, snapshot, language):
    tables = {f"{each['players']}": each for each in (FOUR, THREE, TWO, ALONE)}
    assert rules_text(client, "loire", tables, language) == snapshot


def test_rules_page_has_the_numbers_of_its_table(client):
    assert missing_facts(client, "loire", NUMBERS + UNSAID) == UNSAID


def test_rules_page_omits_sections_its_table_does_not_need(client):
    pages = {count: sections(client, "loire", players=count) for count in (1, 2, 3, 4)}
    alone = {name: text.casefold() for name, text in pages[1].items()}
    assert [name for name, text in alone.items() if "starting player" in text] == [
        "aaron"
    ]  # a sentence that it is not used
    for count in (2, 3, 4):
        assert [name for name, text in pages[count].items() if "Aaron" in text] == []
    assert [len(page) for page in pages.values()] == [9, 8, 8, 8]


def test_rules_page_lists_printed_values_of_the_table(client):
    options = {"triple_values": {"castles": 5, "pastures": 9}}
    section = sections_of_game(client, "loire", ("Anneli", "Benito"), options)["scoring"]
    assert [points for _, points in rows(section, "What a triple is worth")] == ["5", "?", "6", "?", "?", "9", "3"]


# Sections for codes


def codes():
    """Return the codes of the refusals, remarks and slips in the sources of the title, by file."""
    found = {}
    for path in Path(loire.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("IllegalPlay", "Note", "Cards"):
                place = 2 if call.func.id == "Cards" else 0  # `Cards(labels, many, code, field)`
                if len(call.args) > place and isinstance(call.args[place], ast.Constant):
                    found.setdefault(call.args[place].value, set()).add(path.stem)
    return found


CODES = {
    "negative-number", "cloister-without-card", "too-many-cards", "too-many-animals", "no-such-bonus",
    "bonus-unearned", "bonus-taken", "start-player-taken", "tally-missing", "printed-value-missing",
    "aaron-cards", "aaron-missing", "bonus-unclaimed", "start-player-unclaimed", "first-card-moved",
    "only-aaron", "aarons-cloisters", "all-seven-order", "all-seven-unclaimed", "more-victory-cards", "more-goods",
}  # fmt: skip
AARONS = {"aaron-cards", "aaron-missing", "first-card-moved", "only-aaron", "aarons-cloisters"}
START_PLAYERS = {"start-player-taken", "start-player-unclaimed"}


def test_every_code_is_found_in_the_sources():
    assert set(codes()) == CODES


@row_by_row("count", [1, 2, 3, 4])
def test_every_code_has_a_rules_section(count):
    state = RULEBOOK.start(RULEBOOK.table(tuple("ABCD"[:count]), {"solo": True} if count == 1 else {}))
    elsewhere = START_PLAYERS if count == 1 else AARONS
    lost = [code for code in {*CODES, GAME_OVER.code} - elsewhere if section_on(RULEBOOK.rules, state, code) is None]
    assert lost == []
    assert [code for code in elsewhere if section_on(RULEBOOK.rules, state, code)] == []
