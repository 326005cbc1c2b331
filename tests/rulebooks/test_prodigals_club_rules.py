"""The Prodigals Club's rules pages: their text, the numbers of each table, and sections for codes.

Numbers are from the rulebook and our rulings, for each number of players and choice of competitions.
"""

import ast
import re
from itertools import combinations
from pathlib import Path

import pytest

import scorekeeper.rulebooks.prodigals_club as club
from scorekeeper.core.table import Table
from scorekeeper.paths import beside_package
from scorekeeper.rulebooks.prodigals_club import RULEBOOK, set_up
from tests.pages import Page
from tests.rows import row_by_row
from tests.rules_pages import missing_facts, rows, rules_text, section_on, sections_of_game

POSSESSIONS, ELECTION, SOCIETY, LAST_WILL = "possessions", "election", "society", "last-will"
BOX, WITH_LAST_WILL = (POSSESSIONS, ELECTION, SOCIETY), (LAST_WILL, ELECTION, SOCIETY)
CHOICES = sorted({each for names in (BOX, WITH_LAST_WILL) for size in (2, 3) for each in combinations(names, size)})


def asked(players, *competitions):
    return {"players": players, "competitions": list(competitions)}


TWO = asked(4, ELECTION, SOCIETY)
"""The rulebook's recommendation for the first game."""
TRADING = asked(4, POSSESSIONS, ELECTION)
PAIR = asked(2, POSSESSIONS, SOCIETY)
ALL = asked(4, *BOX)
WILL, WILL_ALL = asked(4, LAST_WILL, SOCIETY), asked(4, *WITH_LAST_WILL)

TABLES = {
    "PE": TRADING,
    "PS": asked(4, POSSESSIONS, SOCIETY),
    "ES": TWO,
    "PES": ALL,
    "LE": asked(4, LAST_WILL, ELECTION),
    "LS": WILL,
    "LES": WILL_ALL,
    **{f"PES-{count}": asked(count, *BOX) for count in (2, 3, 5)},
    **{f"ES-{count}": asked(count, ELECTION, SOCIETY) for count in (2, 3, 5)},
    "PS-2": PAIR,
    "LS-2": asked(2, LAST_WILL, SOCIETY),
}
"""Tables of 4 players by the first letters of their competitions, and of other numbers of players."""
NUMBERS = [
    # the parameters, the section, and its sentence; the comment is the heading of the rulebook. Setting Up the Game
    (asked(3, *BOX), "set-up", "side for 2–3 players"),
    (TWO, "set-up", "side for 4–5 players"),
    (TWO, "set-up", "where the central card takes 2 errand boys"),
    (ALL, "set-up", "where the central card takes 1 errand boy."),
    (WILL, "set-up", "where the central card takes 1 errand boy."),
    (TWO, "set-up", "3 with a black border, on top of 2 with"),
    (TWO, "set-up", "4 bonus action tiles"),
    (ALL, "set-up", "6 bonus action tiles"),
    # Player Boards and Errand Boys
    *(
        (asked(count, *chosen), "set-up", f"{boys} errand boys each.")
        for chosen, more in (((ELECTION, SOCIETY), 0), ((POSSESSIONS, SOCIETY), 0), (BOX, 1))
        for count, boys in ((2, 5 + more), (3, 4 + more), (4, 4 + more), (5, 3 + more))
    ),
    # Player Setup in the Election Competition, in the Possessions Competition, in the Society Competition
    *(
        (asked(count, ELECTION, SOCIETY), "set-up", f"{votes} votes")
        for count, votes in ((2, 42), (3, 37), (4, 37), (5, 30))
    ),
    *(
        (asked(count, POSSESSIONS, SOCIETY), "set-up", f"{pounds} pounds and {tiles} tiles")
        for count, pounds, tiles in ((2, 10, 6), (3, 5, 6), (4, 5, 6), (5, 4, 6))
    ),
    (TWO, "set-up", "4 influence markers"),
    # Take Handicaps
    (
        TWO,
        "set-up",
        (
            "1 2 more votes and the rightmost marker one space up "
            "2 1 more vote and the rightmost marker one space up 3 1 more vote 4 none"
        ),
    ),
    (PAIR, "set-up", "1 1 more pound 2 none"),
    (asked(3, *BOX), "set-up", "1 1 more pound and 1 more vote 2 1 more pound 3"),
    (asked(5, *BOX), "set-up", "1 2 more pounds, 1 more vote and the rightmost marker one space up 2"),
    # Reserving a Spot in the Order
    *(
        (asked(count, ELECTION, SOCIETY), "round", f"A spot in the order, {spots}:")
        for count, spots in ((2, "1 or 2"), (3, "from 1 to 3"), (4, "from 1 to 4"), (5, "from 1 to 5"))
    ),
    # Sell Possessions, Exchange
    (TRADING, "possessions", "and 3 pounds for each tile"),
    (TRADING, "possessions", "discount −1, borough −1 4 pounds"),
    (TRADING, "possessions", "Tile 1, discount −3 0 pounds"),
    (TRADING, "possessions", "6 for 1, limit −3 2 pounds"),
    (TRADING, "possessions", "6 for 4, limit −3 0 pounds"),
    # Scoring
    (TWO, "election", "above 44, but they can go below 0"),
    # Hyde Park Phase
    (TWO, "round", "The rewards of Hyde Park are 4/2/1. 5"),
    (asked(3, ELECTION, SOCIETY), "round", "Hyde Park are 4/2. 5"),
    (TWO, "hyde-park", "gains 1 vote and gets no reward"),
    (TWO, "hyde-park", "first −4 first −4 third −1 fewest +1"),
    (TWO, "hyde-park", "4 megaphones 4 megaphones 3 megaphones 1 megaphone"),
    (asked(5, ELECTION, SOCIETY), "hyde-park", "third −1 fourth 0 fewest +1"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "first −4 first −4 fewest +1"),
    (asked(2, ELECTION, SOCIETY), "hyde-park", "rewards 4/2 Megaphones Ranked Votes first −4 fewest +1"),
    (TWO, "hyde-park", "2/1/0 or 3/1/0. We ask for them in rounds 1–3"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "to which round: 2/1 or 3/1."),
    # End of Round
    (TWO, "end", "at 0 or below in any competition, or if it was round 5"),
    (TWO, "end", "cards from your hand until at most 4 are left"),
    (WILL, "end", "cards from your hand until at most 5 are left"),
    (TWO, "end", "Order A B C D; D reserves spot 1: D A B C"),
    (PAIR, "end", "Order A B; B reserves spot 1: B A"),
    # Playing The Prodigals Club with Last Will
    (WILL, "set-up", "70 pounds."),
    (WILL, "set-up", "1 errand boy more than the planning board"),
    (WILL_ALL, "set-up", "2 errand boys more than the planning board"),
]

WRONG = [
    # numbers that a page must not contain, because they apply to other tables
    (WILL, "set-up", "bonus action"),
    (WILL, "round", "2 symbols"),
    (PAIR, "possessions", "limit −2"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "4/2/1"),
]


@pytest.mark.parametrize("language", ["en", "de"])
def test_rules_page_has_the_accepted_text(client, snapshot, language):
    assert rules_text(client, "prodigals-club", TABLES, language) == snapshot


def test_rules_page_has_only_the_numbers_of_its_table(client):
    assert missing_facts(client, "prodigals-club", NUMBERS + WRONG) == WRONG


def begun(chosen, players):
    return set_up.start(Table(tuple(map(str, range(players))), {"competitions": chosen}))


@row_by_row("chosen", CHOICES)
def test_rules_page_has_only_sections_of_played_competitions(chosen):
    brought = {POSSESSIONS: [POSSESSIONS], LAST_WILL: [LAST_WILL], ELECTION: [ELECTION, "hyde-park"]}
    brought[SOCIETY] = [SOCIETY, "dame-beatrice"]
    found = [section.name for section in RULEBOOK.rules.sections_in(begun(chosen, 4))]
    own = [
        section for name in (POSSESSIONS, LAST_WILL, ELECTION, SOCIETY) if name in chosen for section in brought[name]
    ]
    assert found == ["set-up", "round", *own, "end", "cards"]
    assert 5 <= len(found) <= 9


def set_up_of(client, players, competitions, start):
    """Return the set-up section of a game with corrected numbers."""
    return sections_of_game(client, "prodigals-club", players, {"competitions": list(competitions), "start": start})[
        "set-up"
    ]


def test_rules_page_shows_corrected_numbers_of_the_table(client):
    section = set_up_of(client, ("Ada", "Ben"), (LAST_WILL, ELECTION), {"votes": 31, "pounds": 66})
    assert [said.split()[0] for _, said in rows(section, "Each player starts with")] == ["66", "31"]


@pytest.mark.parametrize(("start", "said"), [({}, True), ({"votes": 60}, True), ({"pounds": 66}, False)])
def test_corrected_pounds_remove_our_ruling_from_the_rules_page(client, start, said):
    section = set_up_of(client, ("Ada", "Ben", "Cleo"), (POSSESSIONS, ELECTION), start)
    assert ("We fill in 5." in section.text) == said


def test_corrected_start_is_limited_to_44_votes(client):
    section = set_up_of(client, ("Ada", "Ben"), (ELECTION, SOCIETY), {"votes": 60})
    assert any(said.startswith("44 votes") for _, said in rows(section, "Each player starts with"))


WHERE = {
    # the section for each code, and the competitions required for the code (None: any)
    "no-such-competition": ("set-up", None),
    "negative-number": ("end", None),
    "state-missing": ("end", None),
    "game-over": ("end", None),
    "no-such-spot": ("end", None),
    "spot-taken": ("end", None),
    "wrong-order": ("end", {LAST_WILL}),
    "no-such-tile": (POSSESSIONS, {POSSESSIONS}),
    "unusual-tiles": (POSSESSIONS, {POSSESSIONS}),
    "hyde-park-done": ("hyde-park", {ELECTION}),
    "hyde-park-missing": ("hyde-park", {ELECTION}),
    "megaphones-missing": ("hyde-park", {ELECTION}),
    "rewards-missing": ("hyde-park", {ELECTION}),
    "unusual-rewards": ("hyde-park", {ELECTION}),
    "fewer-megaphones-more": ("hyde-park", {ELECTION}),
    "four-markers": (SOCIETY, {SOCIETY}),
    "markers-missing": (SOCIETY, {SOCIETY}),
    "no-such-number": (SOCIETY, {SOCIETY}),
    "influence-unchanged": ("dame-beatrice", {SOCIETY}),
}


def codes():
    """Yield the codes of refusals, remarks and slips in the title's own files."""
    for path in sorted(Path(club.__file__).parent.glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("IllegalPlay", "Refusal", "Note"):
                yield from (call.args[0].value for _ in "1" if isinstance(call.args[0], ast.Constant))


def test_every_code_is_in_the_table():
    assert set(codes()) <= set(WHERE)


@row_by_row("players", [2, 5])
@row_by_row("chosen", CHOICES)
def test_every_code_leads_to_its_section(chosen, players):
    state = begun(chosen, players)
    for code, (name, needs) in WHERE.items():
        section = section_on(RULEBOOK.rules, state, code)
        if needs is None or needs & set(chosen):
            assert section is not None, code
            assert section.name == name
    said = [code for section in RULEBOOK.rules.sections_in(state) for code in section.explains]
    assert len(said) == len(set(said))


def test_every_drawing_has_a_text_alternative(client):
    page = Page(client.get("/rules/prodigals-club", query_string=asked(4, *BOX)))
    drawings = list(page.all("span", class_="drawing"))
    assert len(drawings) > 30
    assert all(each.first("svg") and (each.given.get("aria-label") or each.text) for each in drawings)


def test_drawings_use_only_known_signs():
    """Letters for spaces: moving piece, target, other markers, spaces marked by a tile, and crossed-out spaces."""
    templates = (beside_package("templates") / "rulebooks" / "prodigals-club").glob("*rules*.html")
    text = "".join(path.read_text("utf-8") for path in templates)
    drawn = {}
    for macro, given in re.findall(r"\bdrawings\.(edges|spaces)\((.*?)\)", text):
        drawn.setdefault(macro, set()).update(re.findall(r'"([^"]+)"', given))
    assert drawn["edges"] == {"any", "blank", "ring", "star"}
    assert set("".join(drawn["spaces"])) == set("mtosx.")
    signs = {"black", "coin", "either", "exchange", "hat", "megaphone", "sale", "vote", "white"}
    assert set(re.findall(r'\bsign\("(\w+)"', text)) == signs
