"""Carta Nostra's rules pages: each fact of the rulebook is in the expected section."""

from tests.rules_pages import missing_facts

FACTS = [
    # the parameters, the section, and its sentence; the comment is the heading of the rulebook
    ({}, "start", "Put the player-aid cards aside"),
    ({}, "start", "deal 7 to each player"),  # Course of play: the deal
    ({}, "start", "begins the discard pile"),
    ({}, "start", "most recently saw a film about the Mafia starts"),
    ({}, "start", "the player who won most recently"),  # Game start
    ({}, "start", "The app allows 2 to 6 players"),  # our ruling
    ({}, "start", "does not say how many can play"),
    ({}, "turn", "You must draw a card"),  # Course of play, A
    ({}, "turn", "each of these once, in either order"),  # B
    ({}, "turn", "discard a Mafioso to do his job"),
    ({}, "turn", "put a Mafioso into your city, where he does no job"),
    ({}, "turn", "If all 5 different Mafiosi are in your city, you win"),  # C 1
    ({}, "turn", "more than 10 cards in hand, discard cards until 10 are left"),  # C 2
    ({}, "turn", "the player to your left has the turn"),  # D
    ({}, "jobs", "Caporegime Brings two more cards from the draw pile"),
    ({}, "jobs", "from the discard pile into your hand"),
    ({}, "jobs", "Hitman Removes a Mafioso that you pick"),
    ({}, "jobs", "The victim goes onto the discard pile"),
    ({}, "jobs", "Smuggler Shows you another player's hand; you choose one card of it"),
    ({}, "jobs", "a Consigliere may take himself back into your hand. He may."),  # our ruling
    ({}, "jobs", "Don Also when it is not your turn"),
    ({}, "jobs", "never in your own"),
    ({}, "don", "together with any other card"),
    ({}, "don", "outside your own turn"),
    ({}, "don", "During your own turn, your Don can stop only another player's Don"),
    ({}, "don", "another Don with a second card stops him"),
    ({}, "don", "The card discarded with him does no job"),
    ({}, "don", "stays discarded, although he has not done his job"),
    ({}, "don", "Putting a Mafioso into a city is not a job: a Don cannot stop it."),
    ({}, "don", "He does not count as your one discard for a job."),
    ({}, "no-job", "Only a Mafioso discarded for his job does it"),
    ({}, "no-job", "Put into a city"),  # Mafiosi without a job
    ({}, "no-job", "Kidnapped by a Smuggler From the hand"),
    ({}, "no-job", "Removed by a Hitman From the city"),
    ({}, "no-job", "Stopped by a Don He stays on the discard pile"),
    ({}, "no-job", "Too many in hand at the end of the turn"),
    ({}, "cards", "At the end of your turn, you keep at most 10 cards"),
    # General rules
    ({}, "cards", "set the top discard aside: it begins a new discard pile. Shuffle the rest into a new draw pile"),
    ({}, "winning", "If all 5 different Mafiosi are in your city at the end of your own turn"),
]


IN_GERMAN = [
    ({}, "cards", "bleibt die oberste abgelegte Karte als neuer Ablagestapel liegen. Die übrigen werden gemischt"),
    ({}, "jobs", "du wählst eine davon, und sie kommt auf den Ablagestapel"),
    ({}, "jobs", "ob ein Consigliere sich selbst wieder auf die Hand nehmen darf. Er darf."),
    ({}, "don", "Einen Mafioso in die Stadt zu legen ist kein Auftrag: Ein Don kann das nicht stoppen."),
    ({}, "don", "Er zählt nicht als dein einer Abwurf für einen Auftrag."),
    ({}, "don", "In deinem eigenen Zug kann dein Don nur den Don eines anderen Spielers stoppen"),
]


def test_each_fact_is_on_the_page(client):
    assert missing_facts(client, "carta-nostra", FACTS) == []
    assert missing_facts(client, "carta-nostra", IN_GERMAN, "de") == []
