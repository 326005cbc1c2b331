"""The Prodigals Club's rules pages: each fact of the rulebook is in the expected section.

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
from tests.rules_pages import missing_facts, rows, section_on, sections_of_game

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

FACTS = [
    # the parameters, the section, and its sentence; the comment is the heading of the rulebook. Setting Up the Game
    (TWO, "set-up", "The competitions: Election and Society"),
    (asked(3, *BOX), "set-up", "side for 2–3 players"),
    (TWO, "set-up", "side for 4–5 players"),
    (TWO, "set-up", "where the central card takes 2 errand boys"),
    (ALL, "set-up", "where the central card takes 1 errand boy."),
    (WILL, "set-up", "where the central card takes 1 errand boy."),
    (TWO, "set-up", "3 with a black border, on top of 2 with"),
    (
        ALL,
        "set-up",
        "The decks, the possession tiles and the political circle tiles: put everything with one icon on the back",
    ),
    (WILL, "set-up", "The decks: put everything with one icon"),
    (WILL, "set-up", "Dame Beatrice's tiles are shuffled"),
    (TWO, "set-up", "4 bonus action tiles"),
    (ALL, "set-up", "6 bonus action tiles"),
    # Player Boards and Errand Boys
    *(
        (asked(count, *chosen), "set-up", f"{boys} errand boys each.")
        for chosen, more in (((ELECTION, SOCIETY), 0), ((POSSESSIONS, SOCIETY), 0), (BOX, 1))
        for count, boys in ((2, 5 + more), (3, 4 + more), (4, 4 + more), (5, 3 + more))
    ),
    (TWO, "set-up", "in the set-up table. We assume: 4 errand boys"),
    # Player Setup in the Election Competition, in the Possessions Competition, in the Society Competition
    *(
        (asked(count, ELECTION, SOCIETY), "set-up", f"{votes} votes")
        for count, votes in ((2, 42), (3, 37), (4, 37), (5, 30))
    ),
    *(
        (
            asked(count, POSSESSIONS, SOCIETY),
            "set-up",
            f"{pounds} pounds and {tiles} tiles",
        )
        for count, pounds, tiles in ((2, 10, 6), (3, 5, 6), (4, 5, 6), (5, 4, 6))
    ),
    (TRADING, "set-up", "the set-up table prints. We fill in 5."),
    (asked(5, *BOX), "set-up", "One of its two tiles of 5 goes back, drawn at random: 5 are left"),
    (TWO, "set-up", "4 influence markers"),
    (WILL, "set-up", "under them once they are placed. Until then"),
    (TWO, "set-up", "We ask for the numbers under them"),
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
    (TWO, "set-up", "The order of play is drawn"),
    # Setup, Errands, Actions
    (ALL, "round", "Put out: a new central card"),
    (TRADING, "round", "4 possession tiles; 4 political circle tiles."),
    (TWO, "round", "a new Dame Beatrice tile"),
    (TWO, "round", "a new central card; face up, the cards that the spaces require; 4 political circle tiles; a new"),
    (WILL, "round", "the boards of Last Will by its own rules"),
    (TWO, "round", "each player places one errand boy on a free space"),
    (TWO, "round", "plays any number of cards, in any order"),
    (TWO, "round", "Hyde Park: see its section. Dame Beatrice: see"),
    (TWO, "round", "you must place an errand boy"),
    (
        TRADING,
        "round",
        "of no use to you. But if you choose an errand to sell or exchange, you must trade at least one tile",
    ),
    (TRADING, "round", "without tiles, you cannot choose it"),
    (TWO, "round", "a place for each colour: each player can use it once"),
    (
        ALL,
        "round",
        (
            "Possessions: spend 1 pound, and 1 more for each “A Little More Time” that you add. "
            "Election: lose 1 vote. Society: move a marker straight down one space."
        ),
    ),
    # Taking the Central Card
    (TWO, "round", "The central card takes 2 errand boys. You need two that are not placed yet. When the others"),
    (TWO, "round", "take one of your two back and place it"),
    (ALL, "round", "The central card takes one errand boy"),
    (WILL, "round", "The central card takes one errand boy"),
    # Renaissance Man Tile, Reserving a Spot in the Order
    (TWO, "round", "2 symbols for this round"),
    *(
        (
            asked(count, ELECTION, SOCIETY),
            "round",
            f"A spot in the order, {spots}:",
        )
        for count, spots in ((2, "1 or 2"), (3, "from 1 to 3"), (4, "from 1 to 4"), (5, "from 1 to 5"))
    ),
    (TWO, "round", "bonus action tile of your choice at once, even in round 5"),
    # Taking Cards with 2 or 3 Players
    (asked(3, *BOX), "round", "one set more than it has spaces for"),
    (PAIR, "round", "Nobody gets the last set"),
    (asked(2, LAST_WILL, SOCIETY), "round", "each board of The Prodigals Club has one set more"),
    (asked(5, *BOX), "round", "each set has its own space; the player who places an errand boy there takes the set"),
    # Dealing Cards
    (TWO, "round", "1–3: / 4–5: have a black border. 4–5 The"),
    (TWO, "round", "1–3: / 4–5: have a white border. The rewards"),
    (PAIR, "round", "have a white border. 5 Spaces with 1–4: / 5:"),
    (TWO, "round", "no longer have a card, but the two rewards"),
    (TWO, "round", "The rewards of Hyde Park are 4/2/1. 5"),
    (asked(3, ELECTION, SOCIETY), "round", "Hyde Park are 4/2. 5"),
    # Sell Possessions, Exchange, Errands in the Possessions Competition
    (TRADING, "possessions", "and 3 pounds for each tile"),
    (TRADING, "possessions", "the sum of all discounts: those of the action, of cards and of the borough"),
    (TRADING, "possessions", "No price is below 0"),
    (TRADING, "possessions", "need not sell the second"),
    (TRADING, "possessions", "discount −1, borough −1 4 pounds"),
    (TRADING, "possessions", "Tile 1, discount −3 0 pounds"),
    (TRADING, "possessions", "6 for 1, limit −3 2 pounds"),
    (TRADING, "possessions", "6 for 4, limit −3 0 pounds"),
    (TRADING, "possessions", "If no limit is shown, you take nothing"),
    (TRADING, "possessions", "limit −2, or 2 sales"),
    (TRADING, "possessions", "The space gives no discount; those"),
    (TRADING, "possessions", "printed with a minus. You can enter them here with or"),
    (PAIR, "possessions", "is not used with 2 players"),
    # The Borough Indicator
    (TRADING, "possessions", "a tile from there sells for 1 less"),
    (TRADING, "possessions", "no difference to an exchange"),
    (TRADING, "possessions", "turns one space clockwise after each round"),
    (TRADING, "possessions", "Only the board shows the current borough"),
    (TRADING, "end", "Turn the borough indicator one space clockwise"),
    # Spend Money, Scoring
    (TRADING, "possessions", "You can go into debt, below 0, only once all your tiles are gone"),
    (TRADING, "possessions", "including tiles that others traded in"),
    (TRADING, "possessions", "If you must spend more than you have, you pay only what you have"),
    # Scoring, Political Circle Tiles, Errands in the Election Competition
    (TWO, "election", "above 44, but they can go below 0"),
    (TWO, "election", "Tiles in the grid stay there"),
    (TWO, "election", "Two alike: they fit, 1 symbol"),
    (TWO, "election", "A symbol and ?: they fit, 1 symbol"),
    (TWO, "election", "Two blank: they fit, but give no"),
    (TWO, "election", "? and ?: they do not fit"),
    (TWO, "election", "Blank and not blank: they do not"),
    (TWO, "election", "make 2 moves, the same or different"),
    (TWO, "election", "different: lose 1 vote; move a marker down one"),
    (TRADING, "election", "different: spend 1 pound; lose 1 vote"),
    (TWO, "election", "With one of the cards, you make 5 moves."),
    (TWO, "election", "Three by two tiles are two inner circles"),
    (TWO, "election", "take one of the 2 tiles there, or none"),
    (TWO, "election", "In round 5, one of these sets has a lost vote"),
    # Hyde Park Phase
    (TWO, "hyde-park", "as many as are printed there for the round"),
    (TWO, "hyde-park", "from cards and from a bonus action tile"),
    (WILL_ALL, "hyde-park", "as many as are printed there for the round, and from cards."),
    (TWO, "hyde-park", "gains 1 vote and gets no reward"),
    (TWO, "hyde-park", "Tied players share the better rank"),
    (TWO, "hyde-park", "If all are tied, each player gains 1"),
    (TWO, "hyde-park", "None can be added now"),
    (TWO, "hyde-park", "first −4 first −4 third −1 fewest +1"),
    (TWO, "hyde-park", "4 megaphones 4 megaphones 3 megaphones 1 megaphone"),
    (asked(5, ELECTION, SOCIETY), "hyde-park", "third −1 fourth 0 fewest +1"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "first −4 first −4 fewest +1"),
    (asked(2, ELECTION, SOCIETY), "hyde-park", "rewards 4/2 Megaphones Ranked Votes first −4 fewest +1"),
    (TWO, "hyde-park", "2/1/0 or 3/1/0. We ask for them in rounds 1–3"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "to which round: 2/1 or 3/1."),
    *(
        (
            asked(count, ELECTION, SOCIETY),
            "hyde-park",
            "The first, the second and the third rank are rewarded",
        )
        for count in (4, 5)
    ),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "With 3 players at most the first and the second are rewarded"),
    (asked(2, ELECTION, SOCIETY), "hyde-park", "only the first is rewarded: the second has the fewest"),
    (TWO, "hyde-park", "third. In rounds 4–5 they are 4/2/1. The"),
    (asked(2, *BOX), "hyde-park", "In rounds 4–5 they are 4/2. The picture"),
    # Scoring Moves on the Scoreboard, Symbols on the Scoreboard, Other Card Effects
    (TWO, "society", "numbers under your 4 markers; it can be below 0"),
    (TWO, "society", "only onto a free space"),
    (TWO, "society", "above the top row, 16,"),
    (TWO, "society", "all of them, fewer or none"),
    (TWO, "society", "move only markers of that colour"),
    (TWO, "society", "Count first, then move"),
    (TWO, "society", "Straight down: 1 space"),
    (TWO, "society", "to the left or to the right as you choose"),
    (TWO, "society", "jumps over another"),
    (TWO, "society", "Each marker in it may go down 1, or each marker of the"),
    (TWO, "society", "A column: the spaces below one another"),
    (TWO, "society", "of the colour shown may go down 1 or 2"),
    (TWO, "society", "Nothing else jumps"),
    # Dame Beatrice, Dame Beatrice Tiles
    (TWO, "dame-beatrice", "last one before the end of the round"),
    (TWO, "dame-beatrice", "sent an errand boy to her is spared"),
    (TWO, "dame-beatrice", "straight up, at the same time"),
    (TWO, "dame-beatrice", "above it stays. For each blocked marker, its player moves any other marker up"),
    (TWO, "dame-beatrice", "If none can go up, nothing happens"),
    (TWO, "dame-beatrice", "The column crossed out is safe"),
    (TWO, "dame-beatrice", "from the row of 6 to the row of 12"),
    (TWO, "dame-beatrice", "all in a row that has two or more"),
    (TWO, "dame-beatrice", "diagonally too; a group moves as one"),
    # End of Round
    (TWO, "end", "at 0 or below in any competition, or if it was round 5"),
    (TWO, "end", "cards from your hand until at most 4 are left"),
    (WILL, "end", "cards from your hand until at most 5 are left"),
    (TWO, "end", "Slide used black-bordered cards back up"),
    (TWO, "end", "Clear the boards"),
    (TWO, "end", "the renaissance man and all bonus action tiles go back"),
    (TWO, "end", "at 0 during a round and back above 0 at its end does not end the game"),
    (TWO, "end", "Can be below 0: scores and numbers under markers. Never: megaphones and"),
    (PAIR, "end", "scores, numbers under markers and your money once you hold no tiles. Never: tiles."),
    (TWO, "end", "You can agree to end the game early; the current scores"),
    (TWO, "end", "a player who reserved a spot gets it"),
    (TWO, "end", "Order A B C D; D reserves spot 1: D A B C"),
    (PAIR, "end", "Order A B; B reserves spot 1: B A"),
    # Scoring
    (TWO, "end", "your highest score in any competition. The lowest score wins"),
    (TWO, "end", "compare the second highest scores; the lower one wins. Still tied: the win is shared"),
    (ALL, "end", "then the third highest; the lower one wins"),
    # Playing The Prodigals Club with Last Will
    (WILL, "set-up", "70 pounds."),
    (WILL, "set-up", "Nobody takes handicaps"),
    (WILL, "set-up", "1 errand boy more than the planning board"),
    (WILL_ALL, "set-up", "2 errand boys more than the planning board"),
    (WILL, "last-will", "The player who most recently paid for something"),
    (WILL, "last-will", "After that, it moves on as in Last Will"),
    (WILL, "last-will", "order of each round, the first one too"),
    (WILL, "end", "your money once you hold no properties. Never"),
    (WILL, "last-will", "at most 5 cards in hand at the end of a round. Companions that were taken go back"),
    (WILL, "last-will", "Only the upper triangle of the central board is used"),
    (WILL, "last-will", "but farms and white-bordered cards do not"),
    (WILL, "last-will", "Only if you hold no properties; otherwise you pay"),
    (WILL, "last-will", "costs one of them if it shows A, two if it shows 2A"),
    (WILL, "round", "Cards of Last Will use up the actions on your board there"),
    (WILL, "set-up", "For the black-bordered cards, take those of the possessions competition"),
    (WILL, "set-up", "The central cards include white-bordered cards for Last Will"),
    (WILL, "end", "do what Last Will asks for at the end of a round, and enter properties whose value changed"),
    (WILL, "cards", "Pounds Spend the number shown"),
    (WILL, "cards", "for cards of Last Will only symbols of Last Will count"),
    (WILL, "last-will", "We also end the game after round 5"),
    (WILL, "last-will", "market values of your properties"),
    (WILL, "round", "Plan as in Last Will"),
    (WILL, "round", "The renaissance man and the spots in the order are not used"),
    (WILL, "end", "the planning phase sets it, and each player"),
    # White-Bordered Cards, Black-Bordered Cards, Bonus Action Tiles, Quick Reference
    (TWO, "cards", "White border The card works once. Discard"),
    (TWO, "cards", "which has room for 6"),
    (TWO, "cards", "the action of a black-bordered card, at its top right, once a round"),
    (TWO, "cards", "each time its condition is met, whether or not the card's action was used"),
    (TWO, "cards", "Liberals, Conservatives, or several signs"),
    (TWO, "cards", "Lose 1 vote for each white-bordered card with one of these signs that you have already played"),
    (TWO, "cards", "A bonus action tile gives you one more action"),
    (TWO, "cards", "1 to 4 of these cards go together: lose 1, 3, 6 or 9 votes."),
    (TWO, "cards", "Lose 1 vote if your errand boy stands on Hyde Park"),
    (TWO, "election", "A tile alone gives no symbol; only edges that fit do."),
    (TWO, "cards", "2 more for each card: for 3 cards, 6 + 6"),
    (TWO, "cards", "Choose one of two scoring moves"),
    (TWO, "cards", "earn in one competition also count in the others."),
    (ALL, "cards", "Backwards means: take 1 pound; gain 1 vote; or move a marker straight up onto a free space"),
    (WILL, "cards", "Backwards means: take 1 pound; or move a marker straight up onto a free space"),
    (TWO, "cards", "Moves or votes lost, as printed"),
    (TRADING, "cards", "with 3 of them 2 + 1 + 2 + 3 = 8"),
    (TRADING, "cards", "sells for 2 less"),
    (TRADING, "cards", "Spend 1 pound for each tile that you hold from there"),
]

WRONG = [
    # text that a page must not contain, because it applies to other tables
    (TWO, "set-up", "pound"),
    (TWO, "end", "borough"),
    (TWO, "end", "third highest"),
    (PAIR, "round", "Hyde Park"),
    (PAIR, "possessions", "limit −2"),
    (WILL, "set-up", "bonus action"),
    (WILL, "round", "2 symbols"),
    (WILL, "round", "plays any number of cards, in any order"),
    (WILL, "cards", "vote"),
    (PAIR, "cards", "vote"),
    (PAIR, "cards", "egaphone"),
    (WILL, "set-up", "possession tiles"),
    (TWO, "hyde-park", "Whether the third is rewarded"),
    (asked(2, ELECTION, SOCIETY), "hyde-park", "and the second"),
    (TWO, "round", "sell or exchange"),
    (TWO, "end", "money"),
    (WILL_ALL, "hyde-park", "bonus action tile"),
    (ALL, "end", "do what Last Will asks for"),
    (ALL, "round", "You need two that are not placed yet"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "4/2/1"),
]


IN_GERMAN = [
    (WILL_ALL, "hyde-park", "(so viele, wie dort für die Runde aufgedruckt sind) und durch Karten."),
    (PAIR, "end", "Zahlen unter Markern und dein Geld, sobald du kein Plättchen mehr hast"),
    (WILL, "end", "dein Geld, sobald du keine Immobilie mehr hast"),
    (TWO, "election", "machst du 2 Schritte, gleiche oder verschiedene: 1 Stimme verlieren; "),
    (WILL, "round", "die Pläne von „Der letzte Wille“ nach seinen eigenen Regeln"),
    (WILL, "last-will", "Danach wandert er wie in „Der letzte Wille“ weiter"),
    (asked(2, LAST_WILL, SOCIETY), "round", "Auf jedem Plan von The Prodigals Club liegt"),
    (TRADING, "possessions", "Ist keine Grenze aufgedruckt, nimmst du nichts"),
    (TRADING, "possessions", "zahlst du nur, was du hast, solange du noch ein Plättchen hast"),
    (TWO, "cards", "Verliere 1 Stimme für jede Karte mit weißem Rand und einem dieser Zeichen"),
    (TWO, "cards", "Liberale, Konservative oder mehrere Zeichen"),
    (TWO, "cards", "jedes Mal, wenn seine Bedingung erfüllt ist"),
    (TWO, "cards", "Die Karte wirkt einmal."),
    (TWO, "round", "eine neue zentrale Karte; offen die Karten, die die Felder verlangen; "),
    (asked(5, *BOX), "round", "wer dort einen Boten einsetzt, nimmt den Satz"),
    (asked(2, ELECTION, SOCIETY), "round", "Ein Platz in der Reihenfolge, 1 oder 2:"),
    (TWO, "round", "Dafür musst du noch zwei übrig haben."),
    (TWO, "set-up", "1 2 Stimmen mehr und der Marker ganz rechts ein Feld nach oben 2 1 Stimme mehr"),
    (ALL, "cards", "Rückwärts heißt: 1 Pfund nehmen; 1 Stimme dazubekommen; oder einen Marker gerade nach oben"),
    (TWO, "cards", "Verliere 1 Stimme, wenn dein Bote auf Hyde Park steht."),
    (TWO, "cards", "1 bis 4 dieser Karten zusammen: Verliere 1, 3, 6 oder 9 Stimmen."),
    (TWO, "election", "Ein Plättchen allein gibt kein Symbol, erst passende Kanten."),
    (WILL, "end", "Tut auch, was „Der letzte Wille“ am Rundenende verlangt"),
    (WILL, "set-up", "Unter den zentralen Karten sind eigene für „Der letzte Wille“ mit weißem Rand."),
]


def test_rules_page_has_each_fact_and_none_of_other_tables(client):
    assert missing_facts(client, "prodigals-club", FACTS + WRONG) == WRONG
    assert missing_facts(client, "prodigals-club", IN_GERMAN, "de") == []


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
    text = (beside_package("templates") / "rulebooks" / "prodigals-club" / "rules.html").read_text("utf-8")
    drawn = {}
    for macro, given in re.findall(r"\bdrawings\.(edges|spaces)\((.*?)\)", text):
        drawn.setdefault(macro, set()).update(re.findall(r'"([^"]+)"', given))
    assert drawn["edges"] == {"any", "blank", "ring", "star"}
    assert set("".join(drawn["spaces"])) == set("mtosx.")
    signs = {"black", "coin", "either", "exchange", "hat", "megaphone", "sale", "vote", "white"}
    assert set(re.findall(r'\bsign\("(\w+)"', text)) == signs
