"""The Prodigals Club's rules at hand: each fact of the rulebook, where one looks for it, in both languages.

The numbers stand here as the rulebook and our rulings have them, for each number of players and choice of competitions.
"""

import ast
from itertools import combinations
from pathlib import Path

import pytest

import scorekeeper.rulebooks.prodigals_club as club
from scorekeeper.core.table import Table
from scorekeeper.rulebooks.prodigals_club import RULEBOOK, set_up
from tests.pages import Page
from tests.rules_pages import LANGUAGES, unsaid

POSSESSIONS, ELECTION, SOCIETY, LAST_WILL = "possessions", "election", "society", "last-will"
BOX, WITH_LAST_WILL = (POSSESSIONS, ELECTION, SOCIETY), (LAST_WILL, ELECTION, SOCIETY)
CHOICES = sorted({each for names in (BOX, WITH_LAST_WILL) for size in (2, 3) for each in combinations(names, size)})


def asked(players, *competitions):
    return {"players": players, "competitions": list(competitions)}


TWO = asked(4, ELECTION, SOCIETY)
"""What the rulebook recommends for the first game."""
TRADING = asked(4, POSSESSIONS, ELECTION)
PAIR = asked(2, POSSESSIONS, SOCIETY)
ALL = asked(4, *BOX)
WILL, WILL_ALL = asked(4, LAST_WILL, SOCIETY), asked(4, *WITH_LAST_WILL)

FACTS = [
    # what is asked, the section, and what it says; the comment is the heading of the rulebook
    # Setting Up the Game
    (TWO, "set-up", "Played with Election and Society", "Die Wettbewerbe: Wahl und Gesellschaft. Was zu"),
    (asked(3, *BOX), "set-up", "side for 2–3 players", "Seite für 2–3 Spieler"),
    (TWO, "set-up", "side for 4–5 players", "Seite für 4–5 Spieler"),
    (TWO, "set-up", "on which its card takes 2 errand boys", "auf der seine Karte 2 Boten braucht"),
    (ALL, "set-up", "on which its card takes 1 errand boy.", "auf der seine Karte 1 Boten braucht"),
    (WILL, "set-up", "on which its card takes 1 errand boy.", "auf der seine Karte 1 Boten braucht"),
    (TWO, "set-up", "3 with a black border, on top of 2 with", "3 mit schwarzem Rand liegen auf 2"),
    (
        ALL,
        "set-up",
        "The decks, the possession tiles and the political circle tiles: what has one icon on the back lies on top",
        "Die Kartenstapel, die Besitzplättchen und die Zirkelplättchen: Was hinten ein Zeichen hat, liegt auf dem",
    ),
    (WILL, "set-up", "The decks: what has one icon", "Die Kartenstapel: Was hinten ein Zeichen hat"),
    (WILL, "set-up", "Dame Beatrice's tiles are shuffled", "Die Plättchen von Dame Beatrice werden gemischt"),
    (TWO, "set-up", "4 bonus action tiles", "4 Bonusaktionsplättchen"),
    (ALL, "set-up", "6 bonus action tiles", "6 Bonusaktionsplättchen"),
    # Player Boards and Errand Boys
    *(
        (asked(count, *chosen), "set-up", f"{boys} errand boys each.", f"Je {boys} Boten.")
        for chosen, more in (((ELECTION, SOCIETY), 0), ((POSSESSIONS, SOCIETY), 0), (BOX, 1))
        for count, boys in ((2, 5 + more), (3, 4 + more), (4, 4 + more), (5, 3 + more))
    ),
    (
        TWO,
        "set-up",
        "in the set-up table. We say: 4 errand boys",
        "nicht ganz sicher. Wir gehen davon aus: Je 4 Boten",
    ),
    # Player Setup in the Election Competition, in the Possessions Competition, in the Society Competition
    *(
        (asked(count, ELECTION, SOCIETY), "set-up", f"{votes} votes", f"{votes} Stimmen")
        for count, votes in ((2, 42), (3, 37), (4, 37), (5, 30))
    ),
    *(
        (
            asked(count, POSSESSIONS, SOCIETY),
            "set-up",
            f"{pounds} pounds and {tiles} tiles",
            f"{pounds} Pfund und {tiles} Pl",
        )
        for count, pounds, tiles in ((2, 10, 6), (3, 5, 6), (4, 5, 6), (5, 4, 6))
    ),
    (TRADING, "set-up", "the set-up table prints. We fill in 5.", "wissen wir nicht sicher. Wir tragen 5 ein."),
    (
        asked(5, *BOX),
        "set-up",
        "One of its two tiles of 5 goes back, drawn at random: 5 are left",
        "Eines seiner zwei Plättchen mit 5 geht zurück, zufällig gezogen; 5 bleiben",
    ),
    (TWO, "set-up", "4 influence markers", "4 Einflussmarker"),
    (WILL, "set-up", "under them once they stand. Until then", "darunter, sobald sie stehen. Bis dahin"),
    (TWO, "set-up", "We ask for the numbers under them", "Wir fragen nach den Zahlen darunter"),
    # Take Handicaps
    (
        TWO,
        "set-up",
        (
            "1 one vote more, the rightmost marker one space up and one vote more "
            "2 one vote more and the rightmost marker one space up 3 one vote more 4 none"
        ),
        (
            "1 eine Stimme mehr, der Marker ganz rechts ein Feld nach oben und eine Stimme mehr "
            "2 eine Stimme mehr und der Marker ganz rechts ein Feld nach oben 3 eine Stimme mehr 4 keine"
        ),
    ),
    (PAIR, "set-up", "1 one pound more 2 none", "1 ein Pfund mehr 2 keine"),
    (asked(3, *BOX), "set-up", "1 one pound more and one vote more 2 one", "1 ein Pfund mehr und eine Stimme mehr 2"),
    (TWO, "set-up", "The order of play is drawn", "Die Spielreihenfolge wird ausgelost"),
    # Setup, Errands, Actions
    (ALL, "round", "Put out: a new central card", "Legt aus: eine neue zentrale Karte"),
    (TRADING, "round", "4 possession tiles and 4 political circle tiles", "4 Besitzplättchen und 4 Zirkelplättchen"),
    (TWO, "round", "a new Dame Beatrice tile", "ein neues Plättchen von Dame Beatrice"),
    (TWO, "round", "one errand boy a turn on a free space", "je einen Boten auf ein freies Feld"),
    (TWO, "round", "as many cards as you like, in any order", "so viele Karten, wie du willst"),
    (TWO, "round", "Hyde Park: see there. Dame Beatrice: see", "Hyde Park: siehe dort. Dame Beatrice: siehe"),
    (TWO, "round", "you must place an errand boy", "musst du einen Boten einsetzen"),
    (
        TRADING,
        "round",
        "of no use to you. But whoever chooses an errand that offers to sell or exchange must trade at least one tile",
        "nichts nützt. Wählst du aber einen Botengang mit Verkauf oder Tausch, musst du mindestens ein Plättchen",
    ),
    (TRADING, "round", "without tiles it cannot be chosen", "ohne Plättchen kannst du ihn nicht wählen"),
    (TWO, "round", "a place for each colour: each player once", "Platz für jede Farbe darf jeder einmal pro Runde"),
    (
        ALL,
        "round",
        (
            "Possessions: spend 1 pound, and 1 more for each “A Little More Time” that you add. "
            "Election: lose 1 vote. Society: move a marker straight down one space."
        ),
        (
            "Besitz: 1 Pfund ausgeben und für jede Karte „Etwas mehr Zeit (A Little More Time)“, die du dazulegst, "
            "1 mehr. Wahl: 1 Stimme verlieren. Gesellschaft: einen Marker ein Feld gerade nach unten rücken."
        ),
    ),
    # Taking the Central Card
    (TWO, "round", "The central card takes 2 errand boys", "Die zentrale Karte braucht 2 Boten"),
    (TWO, "round", "take one of those back and place it", "nimmst du einen der beiden zurück"),
    (ALL, "round", "The central card takes one errand boy", "Die zentrale Karte braucht einen Boten"),
    (WILL, "round", "The central card takes one errand boy", "Die zentrale Karte braucht einen Boten"),
    # Renaissance Man Tile, Reserving a Spot in the Order
    (TWO, "round", "2 symbols for this round", "2 Symbole für diese Runde"),
    *(
        (
            asked(count, ELECTION, SOCIETY),
            "round",
            f"in the order, from 1 to {count}:",
            f"Reihenfolge, von 1 bis {count}:",
        )
        for count in (2, 3, 4, 5)
    ),
    (TWO, "round", "bonus action tile of your choice at once, even in round 5", "deiner Wahl, auch in Runde 5"),
    # Taking Cards with 2 or 3 Players
    (asked(3, *BOX), "round", "one set more than it has spaces for", "ein Kartensatz mehr, als es Felder"),
    (PAIR, "round", "nobody gets the last set", "den letzten bekommt niemand"),
    (asked(5, *BOX), "round", "each set has a space of its own", "Jeder Satz hat sein eigenes Feld"),
    # Dealing Cards
    (TWO, "round", "1–3: / 4–5: have a black border. 4–5 The", "1–3: / 4–5: haben einen schwarzen Rand. 4–5 Die"),
    (TWO, "round", "1–3: / 4–5: have a white border. The rewards", "1–3: / 4–5: haben einen weißen Rand. Die"),
    (PAIR, "round", "have a white border. 5 Spaces with 1–4: / 5:", "einen weißen Rand. 5 Felder mit 1–4: / 5:"),
    (TWO, "round", "no card any more, but the two rewards", "keine Karte mehr, sondern die zwei Belohnungen"),
    (TWO, "round", "The rewards of Hyde Park are 4/2/1. 5", "Die Belohnungen im Hyde Park sind 4/2/1. 5"),
    (asked(3, ELECTION, SOCIETY), "round", "Hyde Park are 4/2. 5", "Hyde Park sind 4/2. 5"),
    # Sell Possessions, Exchange, Errands in the Possessions Competition
    (TRADING, "possessions", "and 3 pounds for each tile", "und 3 Pfund für jedes Plättchen"),
    (TRADING, "possessions", "of cards and of the borough add up", "und des Stadtteils zusammengezählt"),
    (TRADING, "possessions", "No price is below 0", "Kein Preis liegt unter 0"),
    (TRADING, "possessions", "need not sell the second", "Das zweite musst du nicht verkaufen"),
    (TRADING, "possessions", "discount −1, borough −1 4 pounds", "Rabatt −1, Stadtteil −1 4 Pfund"),
    (TRADING, "possessions", "Tile 1, discount −3 0 pounds", "Plättchen 1, Rabatt −3 0 Pfund"),
    (TRADING, "possessions", "6 for 1, limit −3 2 pounds", "6 gegen 1, Grenze −3 2 Pfund"),
    (TRADING, "possessions", "6 for 4, limit −3 0 pounds", "6 gegen 4, Grenze −3 0 Pfund"),
    (TRADING, "possessions", "limit −2, or 2 sales", "Grenze −2 oder 2 Verkäufe"),
    (TRADING, "possessions", "It has no discount of its own; those", "Es hat keinen eigenen Rabatt; die der Karten"),
    (
        TRADING,
        "possessions",
        "printed with a minus. Type them here with it or",
        "mit Minus aufgedruckt. Tippe sie hier mit",
    ),
    (PAIR, "possessions", "is not used with 2 players", "gilt bei 2 Spielern nicht"),
    # The Borough Indicator
    (TRADING, "possessions", "a tile from there sells for 1 less", "bringt beim Verkauf 1 weniger"),
    (TRADING, "possessions", "no difference to an exchange", "Für Tausch und Wertung spielt er keine Rolle"),
    (
        TRADING,
        "possessions",
        "turns one space clockwise after each round",
        "nach jeder Runde dreht er sich im Uhrzeigersinn",
    ),
    (TRADING, "possessions", "stands on the board alone", "steht nur auf dem Plan"),
    (
        TRADING,
        "end",
        "Turn the borough indicator one space clockwise",
        "Dreht den Zeiger der Stadtteile im Uhrzeigersinn",
    ),
    # Spend Money, Scoring
    (
        TRADING,
        "possessions",
        "Only once all your tiles are gone can you go",
        "Erst ganz ohne Plättchen kannst du Schulden",
    ),
    (TRADING, "possessions", "also one that somebody traded in", "auch eines, das jemand dort eingetauscht"),
    (TRADING, "possessions", "you pay what you have, and that is all", "zahlst du, was du hast, und mehr nicht"),
    # Scoring, Political Circle Tiles, Errands in the Election Competition
    (TWO, "election", "above 44, but they can go below 0", "nie mehr als 44, aber sie können unter 0"),
    (TWO, "election", "what lies in the grid stays there", "was im Raster liegt, bleibt dort"),
    (TWO, "election", "Two alike: they fit, 1 symbol", "Zwei gleiche: Sie passen, 1 Symbol"),
    (TWO, "election", "A symbol and ?: they fit, 1 symbol", "Ein Symbol und ?: Sie passen, 1 Symbol"),
    (TWO, "election", "Two blank: they fit, but give no", "Zwei leere: Sie passen, bringen aber kein"),
    (TWO, "election", "? and ?: they do not fit", "? und ?: Sie passen nicht"),
    (TWO, "election", "Blank and not blank: they do not", "Leer und nicht leer: Sie passen nicht"),
    (TWO, "election", "choose 2 of these, also the same one twice", "wähl 2 davon, auch zweimal dasselbe"),
    (TWO, "election", "twice: lose 1 vote and move a marker down one", "dasselbe: 1 Stimme verlieren und einen Marker"),
    (TRADING, "election", "twice: spend 1 pound and lose 1 vote", "dasselbe: 1 Pfund ausgeben und 1 Stimme"),
    (TWO, "election", "There is a card that makes it 5.", "eine Karte, mit der du 5 wählst."),
    (TWO, "election", "Three by two tiles are two inner circles", "Drei mal zwei Plättchen sind zwei innere"),
    (TWO, "election", "take one of the 2 tiles there, or none", "nimm eines der 2 Plättchen dort oder keines"),
    (TWO, "election", "in round 5 one of these is a vote lost", "in Runde 5 gibt es bei einem davon statt"),
    # Hyde Park Phase
    (TWO, "hyde-park", "as many as are printed there for the round", "wie dort für die Runde aufgedruckt sind"),
    (TWO, "hyde-park", "gains 1 vote and gets no reward", "bekommt 1 Stimme dazu und keine Belohnung"),
    (TWO, "hyde-park", "Tied players share the better rank", "Bei Gleichstand gilt für alle der bessere Rang"),
    (TWO, "hyde-park", "All tied: everybody gains 1", "alle gleich viele, bekommt jeder 1 Stimme dazu"),
    (TWO, "hyde-park", "None can be added now", "Jetzt kommen keine mehr dazu"),
    (TWO, "hyde-park", "first −4 first −4 third −1 fewest +1", "erster −4 erster −4 dritter −1 am wenigsten +1"),
    (
        TWO,
        "hyde-park",
        "4 megaphones 4 megaphones 3 megaphones 1 megaphone",
        "4 Megafone 4 Megafone 3 Megafone 1 Megafon",
    ),
    (asked(5, ELECTION, SOCIETY), "hyde-park", "third −1 fourth 0 fewest +1", "dritter −1 vierter 0 am wenigsten +1"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "first −4 first −4 fewest +1", "erster −4 erster −4 am wenigsten +1"),
    (
        asked(2, ELECTION, SOCIETY),
        "hyde-park",
        "rewards 4/2 Megaphones Ranked Votes first −4 fewest +1",
        "−4 am wenigsten +1",
    ),
    (
        TWO,
        "hyde-park",
        "2/1/0 or 3/1/0. We ask for them in rounds 1–3",
        "2/1/0 oder 3/1/0. Wir fragen in den Runden 1–3",
    ),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "to which round: 2/1 or 3/1.", "nicht sicher: 2/1 oder 3/1."),
    *(
        (
            asked(count, ELECTION, SOCIETY),
            "hyde-park",
            "Rewarded are the first, the second and the third",
            "Belohnt werden",
        )
        for count in (4, 5)
    ),
    (
        asked(3, ELECTION, SOCIETY),
        "hyde-park",
        "With 3 players at most the first and the second are rewarded",
        "Bei 3 Spielern werden höchstens der erste und der zweite Rang belohnt",
    ),
    (
        asked(2, ELECTION, SOCIETY),
        "hyde-park",
        "only the first is rewarded: the second has the fewest",
        "nur der erste Rang belohnt: Der zweite hat",
    ),
    (TWO, "hyde-park", "third. In rounds 4–5 they are 4/2/1. So", "dritten 1. In den Runden 4–5 sind es 4/2/1. So"),
    (asked(2, *BOX), "hyde-park", "In rounds 4–5 they are 4/2. So the", "In den Runden 4–5 sind es 4/2. So zeigt"),
    # Scoring Moves on the Scoreboard, Symbols on the Scoreboard, Other Card Effects
    (
        TWO,
        "society",
        "numbers under your 4 markers; it can be below 0",
        "unter deinen 4 Markern; sie kann unter 0 liegen",
    ),
    (TWO, "society", "only onto a free one", "nur auf ein freies"),
    (TWO, "society", "above the top row, 16,", "über die oberste Reihe, 16,"),
    (TWO, "society", "all of them or fewer or none", "alle, weniger oder keinen"),
    (TWO, "society", "Then only that colour", "Dann nur diese"),
    (TWO, "society", "Count first, then move", "Erst zählen, dann rücken"),
    (TWO, "society", "Straight down: 1 space", "Gerade nach unten: 1 Feld"),
    (TWO, "society", "to the left or to the right as you choose", "nach links oder rechts, wie du willst"),
    (TWO, "society", "jumps over another", "springt über einen anderen"),
    (
        TWO,
        "society",
        "Each marker in it may go down 1, or each of the",
        "Jeder Marker darin darf 1 nach unten, oder jeder",
    ),
    (TWO, "society", "A column: the spaces below one another", "Eine Spalte: die Felder untereinander"),
    (TWO, "society", "of the colour shown may go down 1 or 2", "in der gezeigten Farbe dürfen 1 oder 2 nach unten"),
    (TWO, "society", "Nothing else jumps", "Sonst springt keiner"),
    # Dame Beatrice, Dame Beatrice Tiles
    (TWO, "dame-beatrice", "last one before the end of the round", "die letzte vor dem Ende der Runde"),
    (TWO, "dame-beatrice", "sent an errand boy to her is spared", "zu ihr geschickt hat, bleibt verschont"),
    (TWO, "dame-beatrice", "straight up, at the same time", "gleichzeitig ein Feld gerade nach oben"),
    (
        TWO,
        "dame-beatrice",
        "in the row of 16. For each of those its player moves another one up",
        "rückt sein Spieler einen anderen",
    ),
    (TWO, "dame-beatrice", "If none can go up, nothing happens", "Kann keiner hoch, passiert nichts"),
    (TWO, "dame-beatrice", "The column crossed out is safe", "Die durchgestrichene Spalte ist sicher"),
    (TWO, "dame-beatrice", "from the row of 6 to the row of 12", "von der Reihe der 6 bis zur Reihe der 12"),
    (TWO, "dame-beatrice", "all in a row that has two or more", "alle in einer Reihe, in der zwei oder mehr"),
    (TWO, "dame-beatrice", "diagonally too; a group moves as one", "auch schräg; eine Gruppe rückt gemeinsam"),
    # End of Round
    (TWO, "end", "at 0 or below in any competition, or was it round 5?", "bei 0 oder darunter, oder war es Runde 5?"),
    (TWO, "end", "your hand down to 4 cards", "behalte höchstens 4 Karten auf der Hand"),
    (WILL, "end", "your hand down to 5 cards", "behalte höchstens 5 Karten auf der Hand"),
    (TWO, "end", "Reset black-bordered cards", "Schieb benutzte Karten mit schwarzem Rand zurück"),
    (TWO, "end", "Clear the boards", "Räumt die Pläne ab"),
    (
        TWO,
        "end",
        "the renaissance man and all bonus action tiles go back",
        "das Universalgenie und alle Bonusaktionspl",
    ),
    (TWO, "end", "was at 0 in between and came back ends nothing", "Wer zwischendurch bei 0 war und zurückkam"),
    (
        TWO,
        "end",
        "Can be below 0: scores and numbers under markers. Never: megaphones and",
        "können liegen: Wertungen und",
    ),
    (
        PAIR,
        "end",
        "debts and numbers under markers. Never: tiles.",
        "Schulden und Zahlen unter Markern. Nie: Plättchen.",
    ),
    (TWO, "end", "You may agree to end the game here; the scores", "Ihr könnt euch einigen, die Partie zu beenden"),
    (TWO, "end", "whoever reserved a spot gets it", "Wer einen Platz reserviert hat, bekommt ihn"),
    (TWO, "end", "Order A B C D; D reserves spot 1: D A B C", "Reihenfolge A B C D; D reserviert Platz 1: D A B C"),
    (PAIR, "end", "Order A B; B reserves spot 1: B A", "Reihenfolge A B; B reserviert Platz 1: B A"),
    # Scoring
    (
        TWO,
        "end",
        "the competition in which you are highest. The lowest score wins",
        "am höchsten stehst. Die niedrigste gewinnt",
    ),
    (
        TWO,
        "end",
        "the lower second highest score wins; then the win is shared",
        "zweithöchste Wertung. Ist auch die gleich, wird der Sieg",
    ),
    (ALL, "end", "then the lower third highest; then", "dann die niedrigere dritthöchste. Ist auch"),
    # Playing The Prodigals Club with Last Will
    (WILL, "set-up", "70 pounds.", "70 Pfund."),
    (WILL, "set-up", "Nobody takes handicaps", "Niemand nimmt Handicaps"),
    (WILL, "set-up", "1 errand boy more than the planning board", "1 Bote mehr, als die Planungstafel von „Der letzte"),
    (
        WILL_ALL,
        "set-up",
        "2 errand boys more than the planning board",
        "2 Boten mehr, als die Planungstafel von „Der letzte",
    ),
    (WILL, "last-will", "whoever was the last to pay for something", "wer zuletzt etwas bezahlt hat"),
    (WILL, "last-will", "order of each round, the first one too", "Reihenfolge jeder Runde, auch der ersten"),
    (WILL, "last-will", "5 cards. Companions that were taken go back", "5 Karten auf der Hand. Gefährten, die"),
    (WILL, "last-will", "only the upper triangle is used", "nur das obere Dreieck"),
    (WILL, "last-will", "but not farms", "nur Farmen und Karten mit weißem Rand nicht"),
    (WILL, "last-will", "Only without properties; with some you pay", "Nur ohne Immobilien; mit Immobilien zahlst"),
    (
        WILL,
        "last-will",
        "costs one of them where it shows A, two where it shows 2A",
        "wenn sie ein A zeigt, und zwei, wenn",
    ),
    (WILL, "round", "of Last Will for the actions on your board there", "für die Aktionen auf deiner Tafel dort"),
    (
        WILL,
        "set-up",
        "For the black-bordered ones take those of the possessions",
        "mit schwarzem Rand nehmt ihr die des",
    ),
    (WILL, "cards", "Pounds Spend so many", "Pfund Gib so viele aus"),
    (WILL, "cards", "for cards of Last Will only those of Last Will do", "zählen aber nur dessen eigene"),
    (WILL, "last-will", "We end the game after round 5, too", "Wir beenden die Partie auch nach Runde 5"),
    (WILL, "last-will", "market values of your properties", "die Marktwerte deiner Immobilien"),
    (WILL, "round", "Plan, as in Last Will", "Plant wie in „Der letzte Wille“"),
    (WILL, "round", "Neither the renaissance man nor spots", "weder das Universalgenie (Renaissance Man) noch Plätze"),
    (WILL, "end", "the planning phase sets it, and each player", "Die Planungsphase legt sie fest, jeder hat"),
    # White-Bordered Cards, Black-Bordered Cards, Bonus Action Tiles, Quick Reference
    (TWO, "cards", "White border It works once. Discard", "Weißer Rand Sie wirkt einmal. Wirf sie"),
    (TWO, "cards", "which has room for 6", "auf die 6 passen"),
    (
        TWO,
        "cards",
        "The action of a black-bordered card, top right, once a round",
        "oben rechts auf einer Karte mit schwarzem Rand darfst du einmal in der Runde",
    ),
    (TWO, "cards", "A bonus action tile is one more action", "Ein Bonusaktionsplättchen gibt dir in deinem Zug eine"),
    (TWO, "cards", "1–3–6–9 votes", "1–3–6–9 Stimmen"),
    (TWO, "cards", "2 more for each: for 3 of them 6 + 6", "2 mehr für jede: für 3 davon 6 + 6"),
    (TWO, "cards", "One or the other of two", "Mach einen der beiden"),
    (
        TWO,
        "cards",
        "earn in one competition count in the others, too.",
        "in einem Wettbewerb bekommst, zählen auch in den",
    ),
    (
        ALL,
        "cards",
        "Backwards means: take 1 pound, gain 1 vote and move a marker straight up onto a free space",
        "1 Pfund nehmen, 1 Stimme dazubekommen und einen Marker gerade nach oben auf ein freies Feld rücken",
    ),
    (TWO, "cards", "moves or votes lost, as printed", "Schritte oder verlorene Stimmen, wie aufgedruckt"),
    (TRADING, "cards", "with 3 of them 2 + 1 + 2 + 3 = 8", "mit 3 davon 2 + 1 + 2 + 3 = 8"),
    (TRADING, "cards", "sells for 2 less", "bringt beim Verkauf 2 weniger"),
    (
        TRADING,
        "cards",
        "Spend 1 pound for each tile that you hold from there",
        "Gib für jedes Plättchen, das du von dort hast, 1 Pfund",
    ),
]

WRONG = [
    # what a page must not say, for that is another table's
    (TWO, "set-up", "pound", "Pfund"),
    (TWO, "end", "borough", "Stadtteil"),
    (TWO, "end", "third highest", "dritthöchste"),
    (PAIR, "round", "Hyde Park", "Hyde Park"),
    (PAIR, "possessions", "limit −2", "Grenze −2"),
    (WILL, "set-up", "bonus action", "Bonusaktion"),
    (WILL, "round", "2 symbols", "2 Symbole"),
    (WILL, "round", "as many cards as you like, in any order", "so viele Karten, wie du willst"),
    (WILL, "cards", "vote", "Stimme"),
    (PAIR, "cards", "vote", "Stimme"),
    (PAIR, "cards", "egaphone", "Megafon"),
    (WILL, "set-up", "possession tiles", "Besitzplättchen"),
    (TWO, "hyde-park", "Whether the third is rewarded", "Ob der dritte Rang belohnt wird"),
    (asked(2, ELECTION, SOCIETY), "hyde-park", "and the second", "und der zweite"),
    (TWO, "round", "sell or exchange", "Verkauf oder Tausch"),
    (TWO, "end", "debts", "Schulden"),
    (asked(3, ELECTION, SOCIETY), "hyde-park", "4/2/1", "4/2/1"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_is_on_the_page_and_nothing_that_belongs_to_another_table(client, language):
    at = 2 + LANGUAGES.index(language)
    assert unsaid(client, "prodigals-club", language, FACTS + WRONG) == [(*each[:2], each[at]) for each in WRONG]


def begun(chosen, players):
    return set_up.start(Table(tuple(map(str, range(players))), {"competitions": chosen}))


@pytest.mark.parametrize("chosen", CHOICES)
def test_there_are_five_to_nine_sections_and_none_of_what_is_not_played(chosen):
    brought = {POSSESSIONS: [POSSESSIONS], LAST_WILL: [LAST_WILL], ELECTION: [ELECTION, "hyde-park"]}
    brought[SOCIETY] = [SOCIETY, "dame-beatrice"]
    found = [section.name for section in RULEBOOK.rules.sections(begun(chosen, 4))]
    own = [
        section for name in (POSSESSIONS, LAST_WILL, ELECTION, SOCIETY) if name in chosen for section in brought[name]
    ]
    assert found == ["set-up", "round", *own, "end", "cards"]
    assert 5 <= len(found) <= 9


def test_numbers_that_a_table_corrects_are_those_of_its_rules():
    table = Table(("Ada", "Ben"), {"competitions": (LAST_WILL, ELECTION), "start": {"votes": 31, "pounds": 66}})
    first, *_ = RULEBOOK.rules.sections(set_up.start(table))
    rows = [str(row[1]) for block in first.blocks if hasattr(block, "rows") for row in block.rows]
    assert [row.split()[0] for row in rows] == ["66", "31"]


def test_our_ruling_on_the_pounds_names_what_we_fill_in_and_not_what_a_table_corrects():
    table = Table(("Ada", "Ben", "Cleo"), {"competitions": (POSSESSIONS, ELECTION), "start": {"pounds": 66}})
    first, *_ = RULEBOOK.rules.sections(set_up.start(table))
    assert "We fill in 5." in [str(block.decided) for block in first.blocks if hasattr(block, "decided")]


WHERE = {
    # which section says why, and with which competitions the code can come (None: with any)
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
    "no-such-number": (SOCIETY, {SOCIETY}),
    "influence-unchanged": ("dame-beatrice", {SOCIETY}),
}


def codes():
    """Yield the codes that the title's own files refuse, remark and ask with."""
    for path in sorted(Path(club.__file__).parent.glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("IllegalPlay", "Refusal", "Note"):
                yield from (call.args[0].value for _ in "1" if isinstance(call.args[0], ast.Constant))


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("chosen", CHOICES)
def test_every_code_leads_to_the_section_that_it_comes_from(chosen, players):
    state = begun(chosen, players)
    assert set(codes()) <= set(WHERE)
    for code, (name, needs) in WHERE.items():
        section = RULEBOOK.rules.section_on(state, code)
        if needs is None or needs & set(chosen):
            assert section is not None, code
            assert section.name == name
    said = [code for section in RULEBOOK.rules.sections(state) for code in section.explains]
    assert len(said) == len(set(said))


def test_a_drawing_says_in_words_what_it_shows(client):
    page = Page(client.get("/rules/prodigals-club", query_string=asked(4, *BOX)))
    drawings = list(page.all("span", class_="drawing"))
    assert len(drawings) > 30
    assert all(each.first("svg") and (each.given.get("aria-label") or each.text) for each in drawings)
