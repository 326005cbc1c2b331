"""Loire's rules pages: each fact of the rulebook is in the expected section, and codes lead to the right section."""

import ast
from pathlib import Path

from scorekeeper.core.replay import GAME_OVER
from scorekeeper.rulebooks import loire
from scorekeeper.rulebooks.loire import RULEBOOK
from tests.rows import row_by_row
from tests.rules_pages import elements, missing_facts, rows, section_on, sections, sections_of_game

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


FACTS = [
    # the number of players, the section, and its sentence; the comments are the headings of the rulebook. Game Setup
    *facts(
        SEVERAL,
        "set-up",
        "a project card, an estate card and a storage card",
        "with 1 silver and, drawn at random, 1 good and 1 animal",
        "The youngest player starts and takes the starting player card, face up",
        "Deal 6 to each player, who does not look at them",
    ),
    *facts(
        ALL,
        "set-up",
        "each in two equal piles, face up; one may have a card more",
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
    (TWO, "set-up", "Workers Starting player 0 Player 2 1 "),
    (THREE, "set-up", "Starting player 0 Player 2 1 Player 3 1 "),
    (FOUR, "set-up", "Starting player 0 Player 2 1 Player 3 1 Player 4 2"),
    *facts(
        (TWO, THREE),
        "set-up",
        "The rulebook gives the starting player 0, the next two 1 each and the last 2",
    ),
    *facts((ALONE, TWO), "set-up", "7 action cards lie face up"),
    (THREE, "set-up", "10 action cards lie face up"),
    (FOUR, "set-up", "13 action cards lie face up"),
    *facts((ALONE, TWO, FOUR), "set-up", "The last card goes to the row of its own number"),
    (THREE, "set-up", "The last 4 cards go to the rows of their own numbers"),
    *facts((ALONE, TWO, THREE), "set-up", "6 rows with 1 card in each"),
    (FOUR, "set-up", "6 rows with 2 cards in each; 1 card by their numbers"),
    (FOUR, "set-up", "one card in each row, from the top to the bottom, and then another"),
    # Game Play
    *facts(SEVERAL, "turn", "5 rounds of 6 turns, clockwise"),
    (ALONE, "turn", "5 rounds of 6 turns."),
    *facts(
        ALL,
        "turn",
        "the top 2 cards of your pile into your hand, and look only at their dice",
        "one of them face up on the discard pile, and do one action",
        "In the last turn of a round you play your last card",
        # Action 1 to Action 6
        "1. Take a card Take a card from the display row of this number",
        "If 3 cards lie there, discard one first",
        "2. Place a project Move a card of this number",
        "3. Sell goods Put all your goods of the sort with this number",
        "1 silver for each card",
        "4. Restock workers With any number: take workers until you have 2",
        "5. Take silver With any number: 1 silver",
        "6. Workers and silver for points With any number",
        "a victory point for every 3 cards",
    ),
    *facts(SEVERAL, "turn", "Take the starting player card, face down"),
    # The workers, The silver
    *facts(
        ALL,
        "dice",
        "by one, up or down. 6 and 1 are neighbours",
        "2 workers: from 2 to 6",
        "Once in your turn, before, during or after your action",
        "3 silver for the top 3 cards",
        "a new project (the limit of 3 still applies), or you discard it for one more action",
        "The other 2 are discarded unused",
        "Action 6 turns workers and silver into points: every 3 cards",
    ),
    # Mines: 2 silver, and the following pages; Game Components
    *facts(
        ALL,
        "estate",
        "Placed cards are never moved",
        "castles one more action, with any number 12",
        "mines 2 silver 12",
        "cloisters nothing: see “Cloisters” 12",
        "knowledge 2 workers 18",
        "ships 1 good 18",
        "pastures 1 animal 18",
        "buildings by the building, below 24",
        "The 8 buildings, 3 cards of each",
        "Carpenter's workshop a building or knowledge from the display",
        "Church a castle, mine or cloister from the display",
        "Market a ship or pasture from the display",
        "Watchtower 1 victory point",
        "Bank 3 silver",
        "Boarding house 1 good or 1 animal",
        "Warehouse sell one sort of goods, as with action 3",
        "City hall place 1 more project at once, whatever its number, and get its bonus",
        "The limit of 3 projects still applies: if it is reached, discard one first",
        "from the top of either pile. If one pile runs out, halve the other",
        "Knowledge brings workers, no matter how many you already have",
    ),
    *facts(SEVERAL, "estate", "you also get the starting player card"),
    # Cloisters
    *facts(
        ALL,
        "cloisters",
        "From then on, it is a card of that type for good",
        "behind the other cards, so that its 6 points are hidden",
        "place a card of another type on one or two cloisters",
        "Placed with another type, a cloister still brings no bonus",
        "A triple of cloisters alone is worth 6",
        "The rulebook sets no limit",
        "at most 2 cloisters are added to each card",
        "Two mines and a cloister: a triple of mines",
    ),
    # Additional important rules for placing projects
    *facts(
        ALL,
        "triples",
        "3 cards of one type are a triple; for buildings, any 3 will do",
        "Card 4 of a type begins its next triple",
        "takes its “first” card: 1 point",
        "one bonus of the top round card",
        "A 3 victory points, 2 goods, 2 animals, 3 silver, 3 workers",
        "B as printed C as printed D",
        "D 2 silver, 2 workers, 1 worker and 1 silver E as printed",
        "Only the cards show what rounds B, C and E offer",
        "cards of all 7 types in your estate, take the top card",
        "The rulebook does not say what happens to a card for all 7",
        "A cloister placed with another type no longer counts as a cloister",
        "cards of the other 6 types, and a cloister with any type",
    ),
    *facts((ALONE, TWO), "triples", "From the first to the last, these cards are worth 3 and 1."),
    (THREE, "triples", "From the first to the last, these cards are worth 4, 2 and 1."),
    (FOUR, "triples", "From the first to the last, these cards are worth 4, 3, 2 and 1."),
    (ALONE, "triples", "The first of you and Aaron to have a triple of a type takes its"),
    # End of a round
    *facts(
        ALL,
        "round",
        "Discard what is left in the display",
        "Put the round card at the bottom",
        "If the deck runs out, shuffle the discard pile",
    ),
    *facts((ALONE, TWO), "round", "Lay out 7 new cards"),
    (THREE, "round", "Lay out 10 new cards"),
    (FOUR, "round", "Lay out 13 new cards"),
    (ALONE, "round", "Compare your points with Aaron's"),
    (ALONE, "round", "Deal yourself 6 new cards: 2 of them in hand"),
    *facts(
        SEVERAL,
        "round",
        "Deal 6 new cards to each player, who takes 2 of them in hand",
        "If the starting player card lies face down, the player who has it turns it up and starts",
        "A player who sells goods takes or keeps it",
        "If it lies face up, it passes clockwise to the next player, who starts",
    ),
    # Game End
    *facts(
        ALL,
        "scoring",
        "castles ? ⚒ mines ? ✝ cloisters 6 ✎ knowledge ? ⚓ ships ? ❦ pastures 4 ⌂ buildings 3",
        "The rulebook gives the worth of buildings, pastures and cloisters only",
        "castles, mines, knowledge and ships is printed at the foot",
        "In the set Points 4 4 3 2 2 1 1 0",
        "3 sheep, 2 cows and 1 chicken are 3 points",
        "8 victory point cards worth 1 and 7 worth 2, 22 points together",
        "18 goods; 5 of each animal",
        "each “first” card 1 point",
        "sold goods count what is printed on them",
    ),
    *facts(
        SEVERAL,
        "scoring",
        "The starting player card counts 1 point, whichever side is up",
        "The game ends after round E",
        "Tied: the player with more cards left in storage. Still tied: the win is shared",
        "the rulebook counts unused animals",
        "workers, silver, unsold goods, and the animals outside sets",
    ),
    # Solitaire Variation
    (ALONE, "set-up", "1 silver, 1 worker, and, drawn at random, 1 good and 1 animal"),
    (ALONE, "set-up", "Aaron gets 5 piles, of 3, 4, 5, 6 and 7 cards"),
    *facts(
        (ALONE,),
        "aaron",
        "Aaron starts each round",
        "Once he has all 7 types, he takes the top card for them, even if you had all types first",
        "Take 1 victory point for each cloister",
        "If Aaron has more, he wins at once",
        "after round E you win",
        "A 3 3 B 4 7 C 5 12 D 6 18 E 7 25",
        "are never added to another one",
        "and nothing else",
        "Your animals count in each comparison",
        "The starting player card stays in the box",
        "For a card for all 7 types he needs all 7, his cloisters among them",
    ),
]


FACTS += [
    # Game Setup; Action 3; Game Play; Additional important rules; Game End; Solitaire Variation
    (TWO, "set-up", "takes the starting player card, face up: the side without question marks"),
    (TWO, "turn", "face down, so that its question marks show"),
    *facts(SEVERAL, "turn", "Without a good of that sort you sell nothing, and do not take the card."),
    *facts(ALL, "dice", "Workers and silver are not limited: if the cards run out, use something else"),
    *facts(ALL, "dice", "If they run out, note the points."),
    *facts(ALL, "triples", "Each player takes only one."),
    (ALONE, "aaron", "Once taken, a “first” card never changes hands."),
    (TWO, "turn", "Once each player has had a turn, all of you draw the next card of your piles"),
    (ALONE, "turn", "Then draw the next card of your pile"),
    (TWO, "triples", "When you complete a triple, choose one bonus"),
    (TWO, "scoring", "Silver and workers count only to break a tie; projects never count"),
    (ALONE, "scoring", "Silver, workers and projects count nothing either. Your points and Aaron's are compared"),
    (ALONE, "aaron", "He takes the top remaining card, even if you had all types first"),
]
IN_GERMAN = [
    (TWO, "set-up", "offen: mit der Seite ohne Fragezeichen"),
    (TWO, "turn", "verdeckt, also mit den Fragezeichen nach oben"),
    (TWO, "turn", "Ohne Ware dieser Art verkaufst du nichts und nimmst die Karte nicht."),
    (TWO, "set-up", "offen in je zwei gleich hohen Stapeln; einer darf eine Karte mehr haben."),
    (TWO, "dice", "Sind sie alle vergeben, notiert die Punkte."),
    (TWO, "triples", "Jeder nimmt nur eine."),
    (ALONE, "set-up", "Nimm dir 6, ohne sie anzusehen"),
    (ALONE, "round", "Nimm dir 6 neue Karten"),
    (TWO, "turn", "Waren alle dran, zieht jeder die nächste Karte seines Stapels"),
    (TWO, "estate", "lege sofort 1 weiteres Projekt mit beliebiger Zahl an"),
    (TWO, "estate", "Auch hier gilt: höchstens 3 Projekte. Ist kein Platz, wirf erst eines ab"),
    (TWO, "triples", "Sobald ein Drilling voll ist, wählst du sofort einen Bonus"),
    (TWO, "scoring", "Silber und Arbeiter zählen nur bei Gleichstand, Projekte nie"),
    (ALONE, "scoring", "Auch Silber, Arbeiter und Projekte zählen nichts."),
    (ALONE, "triples", "Du oder Aaron: Wer zuerst einen Drilling einer Sorte hat"),
    (ALONE, "aaron", "bekommt er die oberste Karte dafür, auch wenn du zuerst alle hattest"),
]
UNSAID = [(each, "scoring", "below 0") for each in (ALONE, TWO)]
"""Facts about the form, which do not belong in the rules."""


def test_each_fact_is_on_the_page(client):
    assert missing_facts(client, "loire", FACTS + UNSAID) == UNSAID
    assert missing_facts(client, "loire", IN_GERMAN, "de") == []


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
