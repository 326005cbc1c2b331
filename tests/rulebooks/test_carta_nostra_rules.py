"""Carta Nostra's rules at hand: each fact of the rulebook, where one looks for it, in both languages."""

import pytest

from tests.rules_pages import LANGUAGES, unsaid

FACTS = [
    # what is asked, the section, and what it says; the comment is the heading of the rulebook
    ({}, "start", "Put the player-aid cards aside", "Legt die Übersichtskarten beiseite"),
    ({}, "start", "deal 7 to each player", "gebt jedem 7"),  # Course of play: the deal
    ({}, "start", "begins the discard pile", "beginnt den Ablagestapel"),
    ({}, "start", "last saw a film about the Mafia begins", "wer zuletzt einen Film über die Mafia gesehen hat"),
    ({}, "start", "whoever won most recently", "wer zuletzt gewonnen hat"),  # Game start
    ({}, "start", "2 to 6 players can sit down here", "Hier können 2 bis 6 mitspielen"),  # our ruling
    ({}, "start", "does not say how many can play", "sagt nicht, wie viele mitspielen können"),
    ({}, "turn", "Draw a card: you must", "Zieh eine Karte: Das ist Pflicht"),  # Course of play, A
    ({}, "turn", "in any order, each at most once", "in beliebiger Reihenfolge, beides höchstens einmal"),  # B
    (
        {},
        "turn",
        "discard a Mafioso so that he does his job",
        "Wirf einen Mafioso ab, damit er seinen Auftrag erledigt",
    ),
    ({}, "turn", "put a Mafioso into your city, where he does none", "in deine Stadt, wo er keinen erledigt"),
    ({}, "turn", "All 5 different Mafiosi in your city? You have won", "Dann hast du sofort gewonnen"),  # C 1
    ({}, "turn", "more than 10 cards discard down to 10", "mehr als 10, wirf ab, bis du 10 hast"),  # C 2
    ({}, "turn", "the player to your left has the turn", "ist links von dir der Nächste dran"),  # D
    ({}, "jobs", "Caporegime Brings two more cards from the draw pile", "Caporegime Bringt zwei weitere Karten"),
    ({}, "jobs", "from the discard pile into your hand", "beliebige Karte vom Ablagestapel auf die Hand"),
    ({}, "jobs", "Hitman Removes a Mafioso that you pick", "Killer Beseitigt einen beliebigen Mafioso"),
    ({}, "jobs", "The victim goes onto the discard pile", "Das Opfer kommt auf den Ablagestapel"),
    ({}, "jobs", "Smuggler Shows you another player's hand", "Schmuggler Zeigt die Handkarten"),
    ({}, "jobs", "Don Also when it is not your turn", "Don Auch wenn du nicht an der Reihe bist"),
    ({}, "jobs", "never in your own", "nie in der eigenen"),
    ({}, "don", "together with any other card", "zusammen mit einer beliebigen anderen Handkarte"),
    ({}, "don", "outside your own turn", "wenn du nicht an der Reihe bist"),
    ({}, "don", "another Don with a second card stops him", "Ein anderer Don mit einer zweiten Karte stoppt ihn"),
    ({}, "don", "The card with him does no job", "Die Karte bei ihm erledigt keinen Auftrag"),
    ({}, "don", "he stays discarded, without having done his job", "Er bleibt abgeworfen, ohne seinen Auftrag"),
    ({}, "no-job", "A job is done only by whoever is discarded for it", "Einen Auftrag erledigt nur, wer dafür"),
    ({}, "no-job", "Put into a city", "In eine Stadt gelegt"),  # who does no job
    ({}, "no-job", "Kidnapped by a Smuggler From the hand", "Von einem Schmuggler entführt Aus der Hand"),
    ({}, "no-job", "Removed by a Hitman From the city", "Von einem Killer beseitigt Aus der Stadt"),
    ({}, "no-job", "Stopped by a Don He stays on the discard pile", "Von einem Don gestoppt Er bleibt"),
    ({}, "no-job", "Too many in hand at the end of the turn", "Am Ende des Zuges zu viel auf der Hand"),
    ({}, "cards", "When your turn ends you keep 10 cards", "Am Ende deines Zuges behältst du höchstens 10"),
    ({}, "cards", "the top card of the discard pile stays", "Die oberste Karte des Ablagestapels bleibt liegen"),
    ({}, "cards", "the others are shuffled", "die anderen werden gemischt"),  # General rules
    (
        {},
        "winning",
        "At the end of your own turn all 5 different Mafiosi",
        "Am Ende deines eigenen Zuges liegen alle 5",
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_is_on_the_page(client, language):
    assert unsaid(client, "carta-nostra", language, FACTS) == []
