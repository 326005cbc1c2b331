"""Don Carlo's rules at hand: each fact of the rulebook, where one looks for it, in both languages."""

import re

import pytest

from scorekeeper.places import beside_package
from scorekeeper.rulebooks.don_carlo import RULEBOOK
from tests.documents import codes, game_document, score_document
from tests.rules_pages import LANGUAGES, sections, unsaid

TWO, THREE, FOUR = ({"players": count} for count in (2, 3, 4))

FACTS = [
    # what is asked, the section, and what it says; the comment is the heading of the rulebook
    # Contents
    (FOUR, "set-up", "takes the 25 number cards of a family", "nehmen die 25 Zahlenkarten einer Familie"),
    (FOUR, "set-up", "4 × 0 1 2 3 4", "4 × 0 1 2 3 4"),
    (FOUR, "set-up", "0, 1, 2, 3 and 4", "0, 1, 2, 3 und 4"),
    (FOUR, "set-up", "3 × 5 2 × 6", "3 × 5 2 × 6"),
    # How to set up the game
    (FOUR, "set-up", "other families stay in the box", "übrige Familien bleiben in der Schachtel"),
    (FOUR, "set-up", "face down before you: your family stockpile", "verdeckt vor dich: dein Familienstapel"),
    (FOUR, "set-up", "The eldest is the bookkeeper", "Wer am ältesten ist, ist der Buchhalter"),
    (TWO, "countries", "5 country cards", "5 Länderkarten"),
    (THREE, "countries", "6 country cards", "6 Länderkarten"),
    (FOUR, "countries", "7 country cards", "7 Länderkarten"),
    (TWO, "countries", "[4] and [8] stay in the box", "[4] und [8] bleiben in der Schachtel"),
    (THREE, "countries", "[4] stays in the box", "[4] bleibt in der Schachtel"),
    (
        TWO,
        "countries",
        "Egoistria [1-3] 3 Country 5 5 Absurdistan [6] 6 Country 7 7 Squadronia [9-12] 9",
        "Egoistrien [1–3] 3 Abrakadabria [5] 5 Absurdistan [6] 6 Protzland [7] 7 Schwadronien [9–12] 9",
    ),
    (THREE, "countries", "Country 7 7 Chaotania [8] 8 Squadronia", "Protzland [7] 7 Chaotanien [8] 8 Schwadronien"),
    (FOUR, "countries", "[1-3] 3 Country 4 4 Country 5 5 A", "[1–3] 3 Abstrusien [4] 4 Abrakadabria [5] 5 A"),
    (FOUR, "countries", "Chaotania [8] 8 Squadronia", "Chaotanien [8] 8 Schwadronien"),
    # How to play
    (FOUR, "set-up", "Everybody draws 4 cards", "Alle ziehen 4 Karten"),
    (FOUR, "set-up", "which nobody else may see", "die sonst niemand sehen darf"),
    (FOUR, "set-up", "The youngest begins; the others follow clockwise", "Wer am jüngsten ist, beginnt"),
    (FOUR, "turn", "exactly one new agent", "genau einem neuen Agenten"),
    # How to play, 1) Assign a code name
    (FOUR, "code-name", "1 to 4 of your cards in rising order", "1 bis 4 deiner Karten, aufsteigend sortiert"),
    (FOUR, "code-name", "4, 1 and 1 make 1/1/4", "Aus 4, 1 und 1 wird 1/1/4"),
    # How to play, 2) Designate a country
    (FOUR, "turn", "the sum says to which country", "Die Summe sagt, in welches Land"),
    (TWO, "code-name", "1 + 1 + 4 = 6, so off to Absurdistan [6]", "1 + 1 + 4 = 6, also ab nach Absurdistan [6]"),
    (FOUR, "countries", "sum of 0, or of more than 12", "Summe 0 und für mehr als 12"),
    (FOUR, "countries", "Squadronia take a range of sums", "Schwadronien stehen für mehrere Summen"),
    (FOUR, "code-name", "sent only once in the game, whoever", "nur einmal in der Partie, egal von wem"),
    (FOUR, "code-name", "1 and 0/1 may both be sent", "1 und 0/1 dürfen beide ausliegen"),
    (TWO, "code-name", "176 code names", "176 Codenamen"),
    (THREE, "code-name", "200 code names", "200 Codenamen"),
    (FOUR, "code-name", "213 code names", "213 Codenamen"),
    # How to play, 3) To the back of the queue
    (FOUR, "turn", "under the country card, at the end of the queue", "unter die Länderkarte, ans Ende der Schlange"),
    # How to play, 4) Scoring points
    (FOUR, "points", "yours, the others', and the new one", "deine, die der anderen und der neue"),
    (FOUR, "points", "0/1 comes last to Egoistria [1-3]", "0/1 kommt als Letzter nach Egoistrien [1–3]"),
    (FOUR, "points", "4 agents are now: 4 points", "jetzt 4 Agenten sind: 4 Punkte"),
    (FOUR, "points", "Run 0/1/2 1/2/3 2/3/4 3/4/5 +1", "Straße 0/1/2 1/2/3 2/3/4 3/4/5 +1"),
    (TWO, "points", "Run 0/1/2 1/2/3 2/3/4 3/4/5 +1", "Straße 0/1/2 1/2/3 2/3/4 3/4/5 +1"),
    (FOUR, "points", "alike 1/1/1 2/2/2 3/3/3 4/4/4 +2", "gleiche 1/1/1 2/2/2 3/3/3 4/4/4 +2"),
    (TWO, "points", "alike 1/1/1 2/2/2 3/3/3 4/4/4 +2", "gleiche 1/1/1 2/2/2 3/3/3 4/4/4 +2"),
    (FOUR, "points", "only if the code name has exactly 3 numbers", "nur, wenn der Codename aus genau 3 Ziffern"),
    (FOUR, "points", "6 and 0 are not neighbours: 0/5/6 brings no", "6 und 0 sind keine Nachbarn: 0/5/6 bringt"),
    (FOUR, "turn", "brings its points at once: the bookkeeper", "sofort Punkte: Der Buchhalter trägt ihn hier ein"),
    # How to play, 5) Don't forget to draw cards
    (FOUR, "turn", "Draw until you hold 4 cards again", "bis du wieder 4 Handkarten hast"),
    (FOUR, "turn", "Then it goes on to your left", "Dann geht es links von dir weiter"),
    # What do I do, if I can't send out an agent?
    (FOUR, "stuck", "Lay your hand face up", "Leg deine Handkarten offen hin, wenn du aus ihnen keinen"),
    (FOUR, "stuck", "the top card of your stockpile", "die oberste Karte deines Familienstapels"),
    (FOUR, "stuck", "one at a time, until an agent can go", "immer eine, bis du einen Agenten schicken"),
    (FOUR, "stuck", "with 4 cards at most, and take its points", "mit höchstens 4 Karten, und nimm seine Punkte"),
    (FOUR, "stuck", "More than 4: put cards of your choice under", "mehr als 4, leg beliebige davon unter"),
    (FOUR, "stuck", "Fewer: draw.", "Sind es weniger, zieh nach."),
    (FOUR, "stuck", "You are out, and the others pass you over", "bist du ausgeschieden und wirst übersprungen"),
    (FOUR, "stuck", "once all your 25 cards are played", "wenn alle deine 25 Karten ausgespielt sind"),
    # End of the game: country scoring
    (FOUR, "end", "when nobody can send an agent any more", "wenn niemand mehr einen Agenten schicken kann"),
    (FOUR, "end", "whoever has the most agents there", "wer dort die meisten Agenten hat"),
    (FOUR, "end", "Agents count, not cards", "Es zählen Agenten, nicht Karten"),
    (FOUR, "end", "Tied? Whoever of them sent the first agent there", "wer von ihnen zuerst einen Agenten dort hatte"),
    (FOUR, "end", "Adrian's 3/3/3 came first", "zuerst kam 3/3/3 von Adrian"),
    (FOUR, "end", "9 points for Adrian", "9 Punkte für Adrian"),
    (FOUR, "end", "A country without agents is nobody's", "Ein Land ohne Agenten bekommt niemand"),
    (FOUR, "countries", "are always worth 3 and 9 points", "zählen immer 3 und 9 Punkte"),
    (FOUR, "winner", "Influence, bonus and country points", "Einfluss-, Bonus- und Länderpunkte"),
    (FOUR, "winner", "whoever has the most is Don Carlo", "Wer die meisten hat, ist Don Carlo"),
    (FOUR, "winner", "fewer cards left, in hand and stockpile", "weniger Karten übrig hat, Hand und Familienstapel"),
    (FOUR, "winner", "the victory is shared", "wird der Sieg geteilt"),
    # Rulings
    (FOUR, "points", "also counts 4/5/6 among the runs", "zählt auch 4/5/6 zu den Straßen"),
    (TWO, "points", "never be sent; nor can 0/0/0 and 5/5/5", "kann man sie nie, ebenso wenig 0/0/0 und 5/5/5"),
    (FOUR, "points", "It is a misprint: the German rulebook has 3/3/3", "ein Druckfehler: In der deutschen Spielregel"),
    (
        FOUR,
        "countries",
        "The others are called by their number. We know only their German names",
        "Die anderen Namen haben wir aus anderen Quellen",
    ),
    (FOUR, "set-up", "Blue: Zampiano and Green: Donny", "Blau: Zampano und Grün: Donny"),
    (FOUR, "stuck", "nobody has to declare that they are out", "muss niemand sagen, dass er ausgeschieden ist"),
    (FOUR, "end", "it ends by itself", "sie endet von selbst"),
    (FOUR, "end", "You may agree to end the game here", "Ihr könnt euch einigen, die Partie zu beenden"),
    (FOUR, "turn", "It counts, and the list of plays notes it", "Er zählt, und in der Liste der Züge steht es dabei"),
]

ABSENT = [
    # what is asked, and what is of no use to that table
    (TWO, "Country 4", "Abstrusien"),
    (TWO, "Chaotania", "Chaotanien"),
    (THREE, "Country 4", "Abstrusien"),
    (FOUR, "in the box: no code name", "in der Schachtel: Diese"),
]

OVER = [["Ada", 1], "stop", ["Bo", 2]]
REFUSED = {
    # the code, and the shortest game whose last play comes to it
    "code-name-length": [["Ada", 0, 0, 1, 1, 1]],
    "no-such-number": [["Ada", 7]],
    "no-country": [["Ada", 4]],
    "code-name-taken": [["Ada", 1], ["Bo", 1]],
    "cards-spent": [["Ada", 6], ["Bo", 5], ["Ada", 0, 6], ["Bo", 1], ["Ada", 1, 6]],
    "game-over": OVER,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_is_on_the_page(client, language):
    assert unsaid(client, "don-carlo", language, FACTS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_of_tables_of_another_size(client, language):
    for asked, *said in ABSENT:
        page = sections(client, "don-carlo", language, **asked)
        assert said[LANGUAGES.index(language)] not in " ".join(page.values())


def sent(plays):
    """Return the document of a game of two with these plays."""
    agents = [
        {"kind": "stop"} if play == "stop" else {"kind": "agent", "player": play[0], "cards": play[1:]}
        for play in plays
    ]
    return game_document("don-carlo", ("Ada", "Bo"), agents)


def documented():
    """Return the codes with which docs/game-document.md says that a play of Don Carlo can be refused or remarked."""
    text = (beside_package("docs") / "game-document.md").read_text()
    own = text.split("\n## don-carlo", 1)[1].split("\n## ", 1)[0]
    return set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", own))


def section_on(code):
    """Return the name of the section for whoever meets this code."""
    table = RULEBOOK.table(("Ada", "Bo"), {"families": ("blue", "green")})
    section = RULEBOOK.rules.section_on(RULEBOOK.start(table), code)
    return section and section.name


@pytest.mark.parametrize(("code", "plays"), REFUSED.items())
def test_each_refusal_leads_to_a_section(code, plays):
    answer, _ = score_document(sent(plays))
    assert codes(answer) == [(len(plays), code)]
    assert section_on(code)


def test_these_are_all_codes():
    assert documented() | {"game-over"} == {*REFUSED, "out-of-turn"}


def test_a_remark_and_whoever_is_out_lead_to_their_sections():
    answer, _ = score_document(sent([["Bo", 1]]))
    assert [remark["code"] for remark in answer["remarks"]] == ["out-of-turn"]
    assert section_on("out-of-turn") == "turn"
    assert section_on("out") == "stuck"
