"""Don Carlo's rules pages: each fact of the rulebook is in the expected section."""

import re

from scorekeeper.paths import beside_package
from scorekeeper.rulebooks.don_carlo import RULEBOOK
from tests.documents import codes, game_document, score_document
from tests.rows import row_by_row
from tests.rules_pages import missing_facts, section_on, sections

TWO, THREE, FOUR = ({"players": count} for count in (2, 3, 4))

FACTS = [
    # the parameters, the section, and its sentence; the comment is the heading of the rulebook. Contents
    (FOUR, "set-up", "takes the 25 number cards of one family"),
    (FOUR, "set-up", "4 × 0 1 2 3 4"),
    (FOUR, "set-up", "0, 1, 2, 3 and 4"),
    (FOUR, "set-up", "3 × 5 2 × 6"),
    # How to set up the game
    (FOUR, "set-up", "other families stay in the box"),
    (FOUR, "set-up", "face down in front of you: they are your stockpile"),
    (FOUR, "set-up", "The oldest player is the scorekeeper"),
    (TWO, "countries", "5 country cards"),
    (THREE, "countries", "6 country cards"),
    (FOUR, "countries", "7 country cards"),
    (TWO, "countries", "[4] and [8] stay in the box"),
    (THREE, "countries", "[4] stays in the box"),
    (TWO, "countries", "Egoistria [1-3] 3 Country 5 5 Absurdistan [6] 6 Country 7 7 Squadronia [9-12] 9"),
    (THREE, "countries", "Country 7 7 Chaotania [8] 8 Squadronia"),
    (FOUR, "countries", "[1-3] 3 Country 4 4 Country 5 5 A"),
    (FOUR, "countries", "Chaotania [8] 8 Squadronia"),
    # How to play
    (FOUR, "set-up", "Each player draws 4 cards"),
    (FOUR, "set-up", "keeps them secret"),
    (FOUR, "set-up", "The youngest player starts; the others follow clockwise"),
    (FOUR, "turn", "one agent: its code name is made of cards from your hand. You cannot pass if you can send one."),
    # How to play, 1) Assign a code name
    (FOUR, "code-name", "1 to 4 of your cards in rising order"),
    (FOUR, "code-name", "4, 1 and 1 make 1/1/4"),
    (FOUR, "code-name", "the numbers 0 to 6. Cards that you have sent stay on the table; the rest of your 25"),
    # How to play, 2) Designate a country
    (FOUR, "turn", "the sum decides which country"),
    (TWO, "code-name", "1 + 1 + 4 = 6, so off to Absurdistan [6]"),
    (FOUR, "countries", "sum of 0 or a sum above 12"),
    (FOUR, "countries", "Squadronia take several sums each"),
    (FOUR, "code-name", "sent twice in a game, not even by another player"),
    (FOUR, "code-name", "1 and 0/1 can both be sent"),
    (TWO, "code-name", "176 code names"),
    (THREE, "code-name", "200 code names"),
    (FOUR, "code-name", "213 code names"),
    # How to play, 3) To the back of the queue
    (FOUR, "turn", "below this country's card, at the end of the queue"),
    # How to play, 4) Scoring points
    (FOUR, "points", "yours, those of the others, and itself"),
    (FOUR, "points", "0/1 is the last agent sent to Egoistria [1-3]"),
    (FOUR, "points", "which now has 4 agents: 4 points"),
    (FOUR, "points", "Run 0/1/2 1/2/3 2/3/4 3/4/5 +1"),
    (TWO, "points", "Run 0/1/2 1/2/3 2/3/4 3/4/5 +1"),
    (FOUR, "points", "alike 1/1/1 2/2/2 3/3/3 4/4/4 +2"),
    (TWO, "points", "alike 1/1/1 2/2/2 3/3/3 4/4/4 +2"),
    (FOUR, "points", "only if the code name has exactly 3 numbers"),
    (FOUR, "points", "6 and 0 are not neighbours: 0/5/6 brings no"),
    (FOUR, "turn", "The agent scores at once: the scorekeeper"),
    # How to play, 5) Don't forget to draw cards
    (FOUR, "turn", "Draw until you have 4 cards in hand again"),
    (
        FOUR,
        "turn",
        "if your stockpile is empty, go on with the cards you have. Then it is the turn of the player to your left",
    ),
    # What do I do, if I can't send out an agent?
    (FOUR, "stuck", "If no code name from your hand can still be sent, lay your hand face up"),
    (FOUR, "stuck", "cards from the top of your stockpile"),
    (FOUR, "stuck", "one at a time, until you can send an agent"),
    (FOUR, "stuck", "with at most 4 cards, and score its points"),
    (FOUR, "stuck", "put cards of your choice under your stockpile until 4 are left"),
    (FOUR, "stuck", "If you have fewer, draw."),
    (FOUR, "stuck", "You are out, and your turns are skipped"),
    (FOUR, "stuck", "once you have played all your 25 cards"),
    # End of the game: country scoring
    (FOUR, "end", "when no player can send an agent any more"),
    (FOUR, "end", "The player with the most agents in a country gets its card"),
    (FOUR, "end", "Agents count, not cards"),
    (FOUR, "end", "Of the tied players, the one who sent the first agent there"),
    (FOUR, "end", "Adrian's 3/3/3 came first"),
    (FOUR, "end", "9 points for Adrian"),
    (FOUR, "end", "Nobody gets the card of a country without agents"),
    (FOUR, "countries", "are always worth 3 and 9 points"),
    (FOUR, "winner", "Influence, bonus and country points"),
    (FOUR, "winner", "the player with the most is Don Carlo"),
    (FOUR, "winner", "fewer cards left wins, in hand and stockpile"),
    (FOUR, "winner", "the win is shared"),
    # Rulings
    (FOUR, "points", "also counts 4/5/6 among the runs"),
    (TWO, "points", "never be sent; nor can 0/0/0 and 5/5/5"),
    (FOUR, "points", "It is a misprint: the German rulebook has 3/3/3"),
    (FOUR, "countries", "The others are called by their number. We know only their German names"),
    (FOUR, "set-up", "We name these two heads (Blue: Zampiano, Green: Donny)"),
    (FOUR, "stuck", "Players need not declare that they are out"),
    (FOUR, "end", "the app ends it automatically"),
    (FOUR, "end", "You can agree to end the game early"),
    (FOUR, "turn", "It counts, and the list of entries shows a note"),
]

ABSENT = [
    # the parameters, and text irrelevant to that table
    (TWO, "Country 4"),
    (TWO, "Chaotania"),
    (THREE, "Country 4"),
    (FOUR, "in the box: no code name"),
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


IN_GERMAN = [
    ({"players": 4}, "turn", "ist dein Familienstapel leer, spielst du mit dem Rest weiter"),
    ({"players": 4}, "stuck", "lege beliebige davon unter deinen Familienstapel, bis du noch 4 hast"),
    ({"players": 4}, "set-up", "Wir nennen diese beiden Oberhäupter (Blau: Zampano, Grün: Donny)"),
]


def test_each_fact_is_on_the_page(client):
    assert missing_facts(client, "don-carlo", FACTS) == []
    assert missing_facts(client, "don-carlo", IN_GERMAN, "de") == []


def test_rules_page_omits_rules_for_other_player_counts(client):
    for asked, said in ABSENT:
        assert said not in " ".join(sections(client, "don-carlo", **asked).values())


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
