"""Loire's rules at hand: each fact of the rulebook, where one looks for it, in both languages; and where codes lead."""

import ast
from pathlib import Path

import pytest

from scorekeeper.core.replay import GAME_OVER
from scorekeeper.rulebooks import loire
from scorekeeper.rulebooks.loire import RULEBOOK
from tests.rules_pages import LANGUAGES, sections, unsaid

ALONE, TWO, THREE, FOUR = ({"players": count} for count in (1, 2, 3, 4))
SEVERAL = (TWO, THREE, FOUR)
ALL = (ALONE, *SEVERAL)


def facts(asked, section, *rows):
    """The same facts for several numbers of players."""
    return [(each, section, *row) for each in asked for row in rows]


FACTS = [
    # for how many players, the section, and what it says; the comments are the headings of the rulebook
    # Game Setup
    *facts(
        SEVERAL,
        "set-up",
        ("a project card, an estate card and a storage card", "die Karten „Projekte“, „Fürstentum“ und „Lager“"),
        (
            "with 1 silver and, drawn at random, 1 good and 1 animal",
            "mit 1 Silber und, zufällig gezogen, 1 Ware und 1 Tier",
        ),
        (
            "The youngest begins and has the start player card, face up",
            "Der Jüngste beginnt und hat die Startspielerkarte",
        ),
        ("Everybody gets 6, and does not look at them", "Jeder bekommt 6, ohne sie anzusehen"),
    ),
    *facts(
        ALL,
        "set-up",
        ("each in two equal piles, face up", "offen in je zwei gleich hohen Stapeln"),
        ("the 15 victory point cards", "die 15 Siegpunktkarten"),
        (
            "below each other, 1 to 6; above them the 7 “first” cards",
            "untereinander, 1 bis 6; darüber die 7 „1.“-Karten",
        ),
        ("A on top, E at the bottom", "A oben, E unten"),
        ("the 114 action cards", "die 114 Aktionskarten"),
    ),
    *facts(
        (ALONE, TWO),
        "set-up",
        ("all 7 types in one pile: 3 and 1, the highest on top", "Sorten“: 3 und 1, die höchste"),
    ),
    *facts((ALONE, TWO), "set-up", ("worth 4 and 2 stay in the box", "mit 4 und 2 bleiben in der Schachtel")),
    (THREE, "set-up", "in one pile: 4, 2 and 1, the highest on top", "„Alle 7 Sorten“: 4, 2 und 1, die höchste oben"),
    (THREE, "set-up", "worth 3 stays in the box", "mit 3 bleibt in der Schachtel"),
    (
        FOUR,
        "set-up",
        "in one pile: 4, 3, 2 and 1, the highest on top",
        "„Alle 7 Sorten“: 4, 3, 2 und 1, die höchste oben",
    ),
    (TWO, "set-up", "Workers Starting player 0 Player 2 1 ", "Arbeiter Startspieler 0 Spieler 2 1 "),
    (THREE, "set-up", "Starting player 0 Player 2 1 Player 3 1 ", "Startspieler 0 Spieler 2 1 Spieler 3 1 "),
    (
        FOUR,
        "set-up",
        "Starting player 0 Player 2 1 Player 3 1 Player 4 2",
        "Startspieler 0 Spieler 2 1 Spieler 3 1 Spieler 4 2",
    ),
    *facts(
        (TWO, THREE),
        "set-up",
        (
            "The rulebook gives the start player 0, the next two 1 each and the last 2",
            "Die Spielregel gibt dem Startspieler 0, den nächsten beiden je 1",
        ),
    ),
    *facts((ALONE, TWO), "set-up", ("7 action cards lie face up", "7 Aktionskarten liegen offen")),
    (THREE, "set-up", "10 action cards lie face up", "10 Aktionskarten liegen offen"),
    (FOUR, "set-up", "13 action cards lie face up", "13 Aktionskarten liegen offen"),
    *facts(
        (ALONE, TWO, FOUR),
        "set-up",
        ("The last card goes to the row of its own number", "Die letzte Karte kommt in die"),
    ),
    (
        THREE,
        "set-up",
        "The last 4 cards go to the rows of their own numbers",
        "Die letzten 4 Karten kommen in die Reihen",
    ),
    *facts((ALONE, TWO, THREE), "set-up", ("6 rows with 1 card in each", "6 Reihen mit je 1 Karte")),
    (
        FOUR,
        "set-up",
        "6 rows with 2 cards in each; 1 card by their numbers",
        "6 Reihen mit je 2 Karten; 1 Karte nach Zahl",
    ),
    (FOUR, "set-up", "one card to each, and then once more", "je eine Karte, und dann noch einmal so"),
    # Game Play
    *facts(SEVERAL, "turn", ("5 rounds of 6 turns, clockwise", "5 Durchgänge mit je 6 Zügen, im Uhrzeigersinn")),
    (ALONE, "turn", "5 rounds of 6 turns.", "5 Durchgänge mit je 6 Zügen."),
    *facts(
        ALL,
        "turn",
        ("the top 2 cards of your pile in hand, and look only at their dice", "die obersten 2 Karten deines Stapels"),
        ("one of them face up on the discard pile, and do one action", "eine davon offen auf die Ablage"),
        (
            "In the last turn of a round you play your last card",
            "Im letzten Zug eines Durchgangs spielst du deine letzte",
        ),
        # Action 1 to Action 6
        ("1. Take a card From the row of this number", "1. Karte nehmen Nimm eine Karte aus der Reihe"),
        ("No more than 3 lie there", "Dort liegen höchstens 3"),
        ("2. Place a project A card of this number", "2. Projekt anlegen Eine Karte mit dieser Zahl"),
        ("3. Sell goods All your goods of the sort with this number", "3. Waren verkaufen Alle deine Waren"),
        ("1 silver for each card", "für jede Karte 1 Silber"),
        (
            "4. Restock workers With any number: take workers until you have 2",
            "4. Arbeiter auffüllen Mit jeder Zahl: Nimm Arbeiter, bis du 2",
        ),
        ("5. Take silver With any number: 1 silver", "5. Silber nehmen Mit jeder Zahl: 1 Silber"),
        ("6. Workers and silver for points With any number", "6. Arbeiter und Silber für Punkte Mit jeder Zahl"),
        ("a victory point for every 3 cards", "für je 3 Karten gibt es einen Siegpunkt"),
    ),
    *facts(SEVERAL, "turn", ("Take the start player card, face down", "Nimm die Startspielerkarte, verdeckt")),
    # The workers, The silver
    *facts(
        ALL,
        "dice",
        ("by one, up or down. 6 and 1 are neighbours", "nach oben oder unten. 6 und 1 sind Nachbarn"),
        ("2 workers: from 2 to 6", "2 Arbeiter: von 2 auf 6"),
        (
            "Once in your turn, before, during or after your action",
            "Einmal in deinem Zug, vor, während oder nach deiner",
        ),
        ("3 silver for the top 3 cards", "für 3 Silber die obersten 3 Karten"),
        (
            "a new project (no more than 3 lie there now, either), or you discard it for one more action",
            "ein neues Projekt (auch jetzt liegen dort höchstens 3), oder du wirfst sie für eine weitere",
        ),
        ("The other 2 are discarded unused", "Die anderen 2 kommen ungenutzt auf die Ablage"),
        (
            "Action 6 turns workers and silver into points: every 3 cards",
            "Aktion 6 macht aus Arbeitern und Silber Punkte: Je 3 Karten",
        ),
        ("Workers and silver never run out", "Sind keine Karten mehr da, nimm etwas anderes dafür"),
    ),
    # Mines: 2 silver, and the following pages; Game Components
    *facts(
        ALL,
        "estate",
        ("What is placed is never moved", "Was liegt, wird nie mehr umgelegt"),
        (
            "castles one more action, with any number 12",
            "Burgen noch eine Aktion, mit beliebiger Zahl 12",
        ),
        ("mines 2 silver 12", "Minen 2 Silber 12"),
        ("cloisters nothing: see “Cloisters” 12", "Klöster nichts: siehe „Klöster“ 12"),
        ("knowledge 2 workers 18", "Wissen 2 Arbeiter 18"),
        ("ships 1 good 18", "Schiffe 1 Ware 18"),
        ("pastures 1 animal 18", "Weiden 1 Tier 18"),
        ("buildings by the building, below 24", "Gebäude je nach Gebäude, siehe unten 24"),
        ("The 8 buildings, 3 cards of each", "Die 8 Gebäude, je 3 Karten"),
        (
            "Carpenter's workshop a building or knowledge from the display",
            "Zimmerei ein Gebäude oder Wissen aus der Auslage",
        ),
        (
            "Church a castle, mine or cloister from the display",
            "Kirche eine Burg, eine Mine oder ein Kloster aus der",
        ),
        ("Market a ship or pasture from the display", "Markt ein Schiff oder eine Weide aus der Auslage"),
        ("Watchtower 1 victory point", "Wachturm 1 Siegpunkt"),
        ("Bank 3 silver", "Bank 3 Silber"),
        ("Boarding house 1 good or 1 animal", "Wohnhaus 1 Ware oder 1 Tier"),
        ("Warehouse sell one sort of goods, as by action 3", "Warenhaus verkauf Waren einer Art, wie mit Aktion 3"),
        (
            "City hall place 1 more project at once, and get its bonus",
            "Rathaus leg sofort 1 weiteres Projekt an, mit seinem Bonus",
        ),
        ("from the top of either pile. If one runs out, halve the other", "Ist einer leer, wird der andere halbiert"),
        ("Knowledge brings workers however many you have", "Wissen bringt Arbeiter, egal wie viele du hast"),
    ),
    *facts(SEVERAL, "estate", ("you get the start player card, too", "Du bekommst auch die Startspielerkarte")),
    # Cloisters
    *facts(
        ALL,
        "cloisters",
        ("It is a card of that type from then on, for good", "Von da an gehört es für immer zu dieser Sorte"),
        ("behind the others, so that its 6 points cannot be seen", "sodass man seine 6 Punkte nicht sieht"),
        ("place another type on one cloister or two", "Leg eine andere Sorte auf ein oder zwei Klöster"),
        ("A cloister brings no bonus there, either", "Einen Bonus gibt es auch dort nicht"),
        ("A triple of cloisters alone is worth 6", "Ein Drilling nur aus Klöstern zählt 6"),
        ("The rulebook sets no limit", "Wie viele Klöster"),
        ("at most 2 cloisters are added to each card", "an jede Karte einer Sorte höchstens 2 Klöster"),
        ("Two mines and a cloister: a triple of mines", "Zwei Minen und ein Kloster: ein Drilling Minen"),
    ),
    # Additional important rules for placing projects
    *facts(
        ALL,
        "triples",
        (
            "3 cards of one type are a triple; of buildings any 3",
            "3 Karten einer Sorte sind ein Drilling; bei Gebäuden beliebige 3",
        ),
        ("Card 4 of a type begins its next triple", "Mit der 4. Karte einer Sorte beginnt der nächste Drilling"),
        ("takes its “first” card: 1 point", "nimmt ihre „1.“-Karte: 1 Punkt"),
        ("one bonus of the round card that is on top", "einen Bonus der obersten Durchgangskarte"),
        (
            "A 3 victory points, 2 goods, 2 animals, 3 silver, 3 workers",
            "A 3 Siegpunkte, 2 Waren, 2 Tiere, 3 Silber, 3 Arbeiter",
        ),
        ("B as printed C as printed D", "B wie aufgedruckt C wie aufgedruckt D"),
        (
            "D 2 silver, 2 workers, 1 worker and 1 silver E as printed",
            "D 2 Silber, 2 Arbeiter, 1 Arbeiter und 1 Silber E wie aufgedruckt",
        ),
        ("What rounds B, C and E offer", "Was die Durchgänge B, C und E bieten"),
        (
            "cards of all 7 types in your estate, take the top card",
            "Karten aller 7 Sorten im Fürstentum, nimm sofort die oberste",
        ),
        (
            "The rulebook does not say what becomes of a card for all 7",
            "Die Spielregel sagt nicht, was aus",
        ),
        (
            "A cloister that was placed with another type is not one of them any more",
            "Ein Kloster, das an einer anderen Sorte liegt, gilt nicht mehr als Kloster",
        ),
        (
            "cards of the other 6 types, and a cloister somewhere",
            "Karten der 6 anderen Sorten und irgendwo ein Kloster",
        ),
    ),
    *facts(
        (ALONE, TWO), "triples", ("from the first to the last: 3 and 1.", "von der ersten bis zur letzten: 3 und 1.")
    ),
    (THREE, "triples", "from the first to the last: 4, 2 and 1.", "von der ersten bis zur letzten: 4, 2 und 1."),
    (FOUR, "triples", "from the first to the last: 4, 3, 2 and 1.", "von der ersten bis zur letzten: 4, 3, 2 und 1."),
    (ALONE, "triples", "Whoever of you and Aaron has the first triple", "du oder Aaron, den ersten Drilling"),
    # End of a round
    *facts(
        ALL,
        "round",
        ("Discard what is left in the display", "Was noch in der Auslage liegt, kommt auf die Ablage"),
        ("Put the round card at the bottom", "Die Durchgangskarte kommt unter ihren Stapel"),
        ("If the deck runs out, shuffle the discard pile", "Geht der Stapel zu Ende, wird die Ablage neu gemischt"),
    ),
    *facts((ALONE, TWO), "round", ("Lay out 7 new cards", "7 neue Karten kommen in die Auslage")),
    (THREE, "round", "Lay out 10 new cards", "10 neue Karten kommen in die Auslage"),
    (FOUR, "round", "Lay out 13 new cards", "13 neue Karten kommen in die Auslage"),
    (ALONE, "round", "Compare your points with Aaron's", "Vergleich deine Punkte mit denen von Aaron"),
    (ALONE, "round", "Deal yourself 6 new cards: 2 of them in hand", "Gib dir 6 neue Karten, 2 davon auf die Hand"),
    *facts(
        SEVERAL,
        "round",
        ("Deal 6 new cards to everybody: 2 of them in hand", "Jeder bekommt 6 neue Karten, 2 davon auf die Hand"),
        ("face down: whoever has it turns it up, and begins", "verdeckt, deckt sie auf, wer sie hat, und beginnt"),
        ("Whoever sells goods takes it, or keeps it", "Wer Waren verkauft, nimmt oder behält sie"),
        ("Still face up: it goes on to the next player, clockwise", "Liegt sie noch offen, geht sie im Uhrzeigersinn"),
    ),
    # Game End
    *facts(
        ALL,
        "scoring",
        (
            "castles ? ⚒ mines ? ✝ cloisters 6 ✎ knowledge ? ⚓ ships ? ❦ pastures 4 ⌂ buildings 3",
            "Burgen ? ⚒ Minen ? ✝ Klöster 6 ✎ Wissen ? ⚓ Schiffe ? ❦ Weiden 4 ⌂ Gebäude 3",
        ),
        (
            "The rulebook gives the worth of buildings, pastures and cloisters only",
            "Die Spielregel nennt nur diese Werte",
        ),
        (
            "castles, mines, knowledge and ships is worth is printed at the foot",
            "(Burgen, Minen, Wissen und Schiffe), steht unten",
        ),
        ("In the set Points 4 4 3 2 2 1 1 0", "Im Satz Punkte 4 4 3 2 2 1 1 0"),
        ("3 sheep, 2 cows and 1 chicken are 3 points", "3 Schafe, 2 Kühe und 1 Huhn sind 3 Punkte"),
        (
            "8 victory point cards worth 1 and 7 worth 2, 22 points together",
            "8 Siegpunktkarten mit 1 und 7 mit 2, zusammen 22 Punkte",
        ),
        ("18 goods; 5 of each animal", "18 Waren; jedes Tier 5-mal"),
        ("each “first” card 1 point", "jede „1.“-Karte 1 Punkt"),
        ("sold goods count what is printed on them", "verkaufte Waren zählen, was darauf steht"),
    ),
    *facts(
        SEVERAL,
        "scoring",
        (
            "The start player card counts 1 point, either side up",
            "Die Startspielerkarte zählt 1 Punkt, egal welche Seite",
        ),
        ("The game ends after round E", "Die Partie endet nach Durchgang E"),
        (
            "Tied: more cards left in storage. Still tied: you share",
            "Bei Gleichstand gewinnt, wer mehr Karten im Lager übrig hat",
        ),
        ("the rulebook counts unused animals", "zählt die Spielregel unbenutzte Tiere"),
        (
            "workers, silver, unsold goods, and the animals that are in no set",
            "Arbeiter, Silber, unverkaufte Waren und die Tiere in keinem Satz",
        ),
    ),
    # Solitaire Variation
    (
        ALONE,
        "set-up",
        "1 silver, 1 worker, and, drawn at random, 1 good and 1 animal",
        "1 Silber, 1 Arbeiter und, zufällig gezogen, 1 Ware und 1 Tier",
    ),
    (
        ALONE,
        "set-up",
        "Aaron gets 5 piles, of 3, 4, 5, 6 and 7 cards",
        "Aaron bekommt 5 Stapel aus 3, 4, 5, 6 und 7 Karten",
    ),
    *facts(
        (ALONE,),
        "aaron",
        ("Each round begins with him", "Jeder Durchgang beginnt mit ihm"),
        (
            "If he is first with a triple or with all 7 types now",
            "Hat er nun als Erster einen Drilling oder alle 7 Sorten",
        ),
        ("Take 1 victory point for each cloister", "Nimm 1 Siegpunkt für jedes Kloster"),
        ("If Aaron has more, he wins at once", "Hat Aaron mehr, gewinnt er sofort"),
        ("after round E you win", "nach Durchgang E gewinnst du"),
        ("A 3 3 B 4 7 C 5 12 D 6 18 E 7 25", "A 3 3 B 4 7 C 5 12 D 6 18 E 7 25"),
        ("are never added to another one", "kommen nie an eine andere"),
        ("and nothing else", "sonst nichts"),
        ("Your animals count in each comparison", "Deine Tiere zählen bei jedem Vergleich mit"),
        ("The start player card stays in the box", "Die Startspielerkarte bleibt in der Schachtel"),
        (
            "For a card for all 7 types he needs all 7, his cloisters among them",
            "Für eine Karte „Alle 7 Sorten“ braucht er alle 7, auch die Klöster",
        ),
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_is_on_the_page(client, language):
    assert unsaid(client, "loire", language, FACTS) == []


@pytest.mark.parametrize(("language", "card"), [("en", "start player"), ("de", "Startspieler")])
def test_a_page_leaves_out_what_its_table_does_not_need(client, language, card):
    pages = {count: sections(client, "loire", language, players=count) for count in (1, 2, 3, 4)}
    alone = {name: text.casefold() for name, text in pages[1].items()}
    assert [name for name, text in alone.items() if card.casefold() in text] == [
        "aaron"
    ]  # which says that it is not used
    for count in (2, 3, 4):
        assert [name for name, text in pages[count].items() if "Aaron" in text] == []
    assert [len(page) for page in pages.values()] == [9, 8, 8, 8]


def test_what_is_printed_on_the_cards_of_a_table_is_said_there():
    table = RULEBOOK.table(("Anneli", "Benito"), {"triple_values": {"castles": 5, "pastures": 9}})
    section = next(each for each in RULEBOOK.rules.sections(RULEBOOK.start(table)) if each.name == "scoring")
    worth = next(block for block in section.blocks if getattr(block, "rows", ()) and len(block.rows) == 7)
    assert [row[1] for row in worth.rows] == [5, "?", 6, "?", "?", 9, 3]


# Where the codes lead


def codes():
    """The codes of the refusals, remarks and slips in the sources of the title, by file."""
    found = {}
    for path in Path(loire.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("IllegalPlay", "Note", "Cards"):
                place = 2 if call.func.id == "Cards" else 0  # `Cards(labels, many, code, field)`
                if len(call.args) > place and isinstance(call.args[place], ast.Constant):
                    found.setdefault(call.args[place].value, set()).add(path.stem)
    return found


def test_the_codes_are_found():
    assert {
        "negative-number", "cloister-without-card", "too-many-cards", "too-many-animals", "no-such-bonus",
        "bonus-unearned", "bonus-taken", "start-player-taken", "tally-missing", "printed-value-missing",
        "aaron-cards", "aaron-missing", "bonus-unclaimed", "start-player-unclaimed",
        "only-aaron", "aarons-cloisters", "all-seven-order", "all-seven-unclaimed", "more-victory-cards", "more-goods",
    } <= set(codes())  # fmt: skip


AARONS = {"aaron-cards", "aaron-missing", "only-aaron", "aarons-cloisters"}
START_PLAYERS = {"start-player-taken", "start-player-unclaimed"}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_code_leads_to_a_section(count):
    state = RULEBOOK.start(RULEBOOK.table(tuple("ABCD"[:count]), {"solo": True} if count == 1 else {}))
    elsewhere = START_PLAYERS if count == 1 else AARONS
    lost = [code for code in {*codes(), GAME_OVER.code} - elsewhere if RULEBOOK.rules.section_on(state, code) is None]
    assert lost == []
    assert [code for code in elsewhere if RULEBOOK.rules.section_on(state, code)] == []
