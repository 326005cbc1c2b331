"""Don Carlo, row by row: every rule and every worked example, under the rulebook heading it comes from.

A play is written "Anneli 1/1/6"; "stop" is the players' agreement to end. Headings are those of the English rulebook. A
"Ruling" is our decision where the text contradicts itself or leaves something open.
"""

import json
from itertools import combinations_with_replacement
from pathlib import Path

from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.keypad import keypad, receipt
from tests.documents import Scorer, codes, game_document, lines, read_document, refused_fields
from tests.rows import row_by_row

GAMES = Path(__file__).parents[1] / "games" / "don-carlo"

NAMES = ("Anneli", "Benito", "Anja", "Adrian")
HEADS = ("Zampano", "Donny")

CONTENTS = "Contents"
SET_UP = "How to set up the game"
PLAY = "How to play"
NAME = "How to play, 1) Assign a code name"
COUNTRY = "How to play, 2) Designate a country"
QUEUE = "How to play, 3) To the back of the queue"
POINTS = "How to play, 4) Scoring points"
DRAW = "How to play, 5) Don't forget to draw cards"
STUCK = "What do I do, if I can't send out an agent?"
END = "End of the game: country scoring"
RULING = "Ruling"

SUMS = {
    2: {1: 3, 2: 3, 3: 3, 5: 5, 6: 6, 7: 7, 9: 9, 10: 9, 11: 9, 12: 9},
    3: {1: 3, 2: 3, 3: 3, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 9, 11: 9, 12: 9},
    4: {1: 3, 2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 9, 11: 9, 12: 9},
}
"""The worth of each sum's country, by number of players, copied from the rulebook."""

# A family played out except for the cards in the name, and the code names left over for the opponent.
ALL_25 = ("0/1/1/5", "0/1/4/5", "0/1/6", "2/2/5", "0/3/3/6", "4/4/4", "2/3/3", "2")
ALL_25_OTHERWISE = ("3/3/6", "1/2/4/5", "1/1/5/5", "0/4/6", "0/2/2/4", "0/3/3/4", "0/1/2")
ALL_BUT_0 = ("0/1/1/5", "0/2/2/4", "0/2/6", "1/5/5", "3/4/4", "1/2/3/4", "3/3/6")
ALL_BUT_0_0 = ("0/1/2/6", "1/1/2/5", "0/2/2", "1/5/6", "3/4/5", "4/4/4", "3/3/3")
ALL_BUT_1 = ("0/1/1/5", "0/2/3/5", "0/1/6", "2/2/5", "3/4/4", "0/2/3/3", "4/6", "4")
FOR_THREE_ALL_BUT_0_4 = ("0/1/3/4", "0/2/3/6", "0/3/4", "1/5/6", "1/2/3/4", "2/2/5", "5", "1")
FOR_TWO_ALL_BUT_0_4 = ("0/2/3/6", "1/1/2/3", "0/1/1", "2/4/4", "3/3/4", "2/5/5", "0/5/6")
FOR_TWO_ALL_BUT_0_4_4 = ("0/2/4/4", "0/1/2/6", "0/2/5", "1/1/1/2", "3/3/3/3", "5/6", "5")
FOR_TWO_THE_REST_BUT_0_4 = ("1/5/6", "0/4/6", "3/3/3", "1/1/4", "0/0/2/5", "1/2/2/5", "2/3/4")


def by(player, *names):
    return tuple(f"{player} {name}" for name in names)


def replayed(document):
    found = read_document(document)
    return replay(found.rulebook, found.table, found.plays)


def numbers(name):
    return [int(number) for number in name.split("/") if number]


def play(line):
    if isinstance(line, dict):
        return line
    if line == "stop":
        return {"kind": "stop"}
    player, _, name = line.partition(" ")
    return {"kind": "agent", "player": player, "cards": numbers(name)}


def document(players, plays, **options):
    players = NAMES[:players] if isinstance(players, int) else players
    return game_document("don-carlo", players, [play(line) for line in plays], options)


SCORER = Scorer(document)
score, sheet = SCORER.score, SCORER.sheet


def parts(answer):
    return {
        name: (line["parts"]["influence"], line["parts"]["bonus"], line["parts"]["countries"])
        for name, line in lines(answer).items()
    }


# A single agent: it earns 1 for its presence, its bonus, and its country's card.


@row_by_row(
    ("heading", "players", "name", "bonus", "worth"),
    [
        (NAME, 4, "1/1/6", 0, 8),
        (NAME, 4, "6/1/1", 0, 8),
        (NAME, 4, "1/6/1", 0, 8),
        (NAME, 4, "1", 0, 3),
        (NAME, 4, "0/1/1/6", 0, 8),
        (COUNTRY, 3, "1/1/6", 0, 8),
        (COUNTRY, 2, "0/1", 0, 3),
        (COUNTRY, 2, "2", 0, 3),
        (COUNTRY, 2, "3", 0, 3),
        (COUNTRY, 4, "4", 0, 4),
        (COUNTRY, 2, "5", 0, 5),
        (COUNTRY, 2, "6", 0, 6),
        (COUNTRY, 2, "1/6", 0, 7),
        (COUNTRY, 3, "2/6", 0, 8),
        (COUNTRY, 2, "3/6", 0, 9),
        (COUNTRY, 2, "4/6", 0, 9),
        (COUNTRY, 2, "5/6", 0, 9),
        (COUNTRY, 2, "6/6", 0, 9),
        (COUNTRY, 2, "3/3/3/3", 0, 9),
        (POINTS, 4, "0/1/2", 1, 3),
        (POINTS, 4, "1/2/3", 1, 6),
        (POINTS, 4, "2/3/4", 1, 9),
        (POINTS, 4, "3/4/5", 1, 9),
        (POINTS, 4, "5/3/4", 1, 9),
        (POINTS, 4, "1/1/1", 2, 3),
        (POINTS, 4, "2/2/2", 2, 6),
        (POINTS, 4, "3/3/3", 2, 9),
        (POINTS, 4, "4/4/4", 2, 9),
        (POINTS, 4, "5/6/0", 0, 9),
        (POINTS, 4, "6/0/1", 0, 7),
        (POINTS + ", exactly 3 numbers", 4, "1/2", 0, 3),
        (POINTS + ", exactly 3 numbers", 4, "1/1", 0, 3),
        (POINTS + ", exactly 3 numbers", 4, "0/1/2/3", 0, 6),
        (POINTS + ", exactly 3 numbers", 4, "1/2/3/4", 0, 9),
        (POINTS + ", exactly 3 numbers", 4, "2/2/2/2", 0, 8),
        (POINTS + ", exactly 3 numbers", 4, "1/1/1/2", 0, 5),
        (POINTS + ", exactly 3 numbers", 4, "0/3/3/3", 0, 9),
        (POINTS + ", neither a run nor alike", 4, "0/2/4", 0, 6),
        (POINTS + ", neither a run nor alike", 4, "1/1/2", 0, 4),
        (POINTS + ", neither a run nor alike", 4, "0/1/3", 0, 4),
        (RULING + ": 3/3/2 is a misprint of 3/3/3", 4, "3/3/2", 0, 8),
        (RULING + ": 5/6/0 is kept as 0/5/6", 4, "0/5/6", 0, 9),
        (END + ", [1-3] always counts 3", 2, "1", 0, 3),
        (END + ", [9-12] always counts 9", 2, "2/4/6", 0, 9),
    ],
)
def test_one_agent_scores_influence_bonus_and_country(heading, players, name, bonus, worth):
    answer = sheet(players, [f"Anneli {name}", "stop"])
    assert parts(answer)["Anneli"] == (1, bonus, worth)
    assert lines(answer)["Anneli"]["total"] == 1 + bonus + worth
    assert lines(answer)["Anneli"]["tie_break"] == {"cards_left": 25 - len(numbers(name))}


# All code names that a family can make, for each number of players.

FAMILY_OF_25 = {0: 4, 1: 4, 2: 4, 3: 4, 4: 4, 5: 3, 6: 2}
WITH_BONUS = {
    **dict.fromkeys([(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5)], 1),
    **dict.fromkeys([(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)], 2),
}


@row_by_row(("players", "distinct"), [(4, 213), (3, 200), (2, 176)], ids=["Ruling-4", "Ruling-3", "Ruling-2"])
def test_code_names_of_valid_sums_can_be_sent(players, distinct):
    sendable = {}
    for length in (1, 2, 3, 4):
        for name in combinations_with_replacement(range(7), length):
            written = "/".join(map(str, name))
            answer, status = score(players, [f"Anneli {written}"])
            within_family = all(name.count(number) <= FAMILY_OF_25[number] for number in name)
            assert (status == 0) == (sum(name) in SUMS[players] and within_family), written
            if status == 0:
                sendable[name] = parts(answer)["Anneli"]
    assert len(sendable) == distinct
    assert sendable == {name: (1, WITH_BONUS.get(name, 0), SUMS[players][sum(name)]) for name in sendable}


# Several agents.


@row_by_row(
    ("heading", "players", "plays", "expected"),
    [
        (
            POINTS + ", Anja's 0/1 in Egoistria",
            4,
            ("Anneli 1", "Benito 1/1", "Benito 2", "Anja 0/1"),
            {"Anneli": (1, 0, 0), "Benito": (2 + 3, 0, 3), "Anja": (4, 0, 0), "Adrian": (0, 0, 0)},
        ),
        (
            QUEUE + ", first in the country",
            2,
            ("Anneli 5",),
            {"Anneli": (1, 0, 5), "Benito": (0, 0, 0)},
        ),
        (
            POINTS + ", one's own agents count too",
            2,
            ("Anneli 1", "Anneli 2", "Anneli 3"),
            {"Anneli": (1 + 2 + 3, 0, 3), "Benito": (0, 0, 0)},
        ),
        (
            POINTS + ", everybody's agents count",
            3,
            ("Anneli 1/6", "Benito 2/5", "Anja 3/4"),
            {"Anneli": (1, 0, 7), "Benito": (2, 0, 0), "Anja": (3, 0, 0)},
        ),
        (
            POINTS + ", other countries do not count",
            3,
            ("Anneli 1", "Benito 5", "Anja 6"),
            {"Anneli": (1, 0, 3), "Benito": (1, 0, 5), "Anja": (1, 0, 6)},
        ),
        (
            POINTS + ", a range is one country",
            2,
            ("Anneli 4/5", "Benito 4/6", "Anneli 5/6", "Benito 3/3/3/3"),
            {"Anneli": (1 + 3, 0, 9), "Benito": (2 + 4, 0, 0)},
        ),
        (
            POINTS + ", influence and bonus together",
            2,
            ("Anneli 1", "Benito 0/1/2", "Anneli 1/1/1"),
            {"Anneli": (1 + 3, 2, 3), "Benito": (2, 1, 0)},
        ),
        (
            COUNTRY + ", 0/1 and 1 are different code names",
            2,
            ("Anneli 1", "Benito 0/1", "Anneli 0/0/1", "Benito 0/0/0/1"),
            {"Anneli": (1 + 3, 0, 3), "Benito": (2 + 4, 0, 0)},
        ),
        (
            END + ", Zampano and Donny in Squadronia",
            HEADS,
            ("Zampano 3/3/3", "Donny 3/4/5", "Zampano 4/5", "Donny 4/6"),
            {"Zampano": (1 + 3, 2, 9), "Donny": (2 + 4, 1, 0)},
        ),
        (
            END + ", Donny first instead",
            HEADS,
            ("Donny 3/4/5", "Zampano 3/3/3", "Zampano 4/5", "Donny 4/6"),
            {"Zampano": (2 + 3, 2, 0), "Donny": (1 + 4, 1, 9)},
        ),
        (
            END + ", first is who came first, not who was tied first",
            2,
            ("Benito 1", "Anneli 2", "Anneli 3", "Benito 0/1"),
            {"Anneli": (2 + 3, 0, 0), "Benito": (1 + 4, 0, 3)},
        ),
        (
            END + ", the most agents, though somebody else was first",
            2,
            ("Anneli 5", "Benito 1/4", "Benito 2/3"),
            {"Anneli": (1, 0, 0), "Benito": (2 + 3, 0, 5)},
        ),
        (
            END + ", first among the tied ones, though a third was first of all",
            3,
            ("Anneli 1", "Anja 2", "Benito 3", "Benito 1/1", "Anja 0/1"),
            {"Anneli": (1, 0, 0), "Benito": (3 + 4, 0, 0), "Anja": (2 + 5, 0, 3)},
        ),
        (
            END + ", agents count and not cards",
            2,
            ("Anneli 0/0/1/1", "Benito 1", "Benito 2"),
            {"Anneli": (1, 0, 0), "Benito": (2 + 3, 0, 3)},
        ),
        (
            END + ", the most points are not the most agents",
            2,
            ("Anneli 5", "Anneli 1/4", "Benito 0/5"),
            {"Anneli": (1 + 2, 0, 5), "Benito": (3, 0, 0)},
        ),
        (
            RULING + ": a country without agents goes to nobody",
            4,
            (),
            {"Anneli": (0, 0, 0), "Benito": (0, 0, 0), "Anja": (0, 0, 0), "Adrian": (0, 0, 0)},
        ),
        (
            SET_UP + ", with 4 players the cards add up to 42",
            4,
            by("Anneli", "1", "4", "5", "2/4", "1/6", "2/6", "4/5"),
            {"Anneli": (7, 0, 3 + 4 + 5 + 6 + 7 + 8 + 9), "Benito": (0, 0, 0), "Anja": (0, 0, 0), "Adrian": (0, 0, 0)},
        ),
    ],
)
@row_by_row("ended", [(), ("stop",)], ids=["as if it ended", "stopped"])
def test_agents_score_their_countries(heading, players, plays, expected, ended):
    answer = sheet(players, (*plays, *ended))
    assert parts(answer) == expected
    assert {name: line["total"] for name, line in lines(answer).items()} == {
        name: sum(points) for name, points in expected.items()
    }


@row_by_row("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_described_points_of_an_agent_match_the_sheet(path):
    game = replayed(json.loads(path.read_text())["document"])
    for step, after in zip(game.steps, [*(each.before for each in game.steps[1:]), game.state], strict=True):
        paper, written = (game.rulebook.lines(state) for state in (step.before, after))
        gained = [line.so_far - had.so_far for had, line in zip(paper, written, strict=True)]
        points = game.describe(step).points
        assert gained == [points if seat == step.seat else 0 for seat in range(len(paper))]
        assert [line.so_far for line in written] == [line.parts["influence"] + line.parts["bonus"] for line in written]


@row_by_row("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_keypad_shows_country_and_points_that_an_agent_wins(path):
    game = replayed(json.loads(path.read_text())["document"])
    taken = 0
    for step, after in zip(game.steps, [*(each.before for each in game.steps[1:]), game.state], strict=True):
        if step.seat is None:
            continue
        boards, pad = (
            [game.rulebook.pages.board(state) for state in (step.before, after)],
            keypad(step.before, step.seat),
        )
        name = "".join(map(str, step.play.code_name))
        (turns,) = (each.turns for each in pad.arrivals if name in pad.groups[each.group].split())
        won = [now for was, now in zip(*boards, strict=True) if now.leader == step.seat != was.leader]
        assert ([turns.values["country"]] if turns else []) == [each.country.name for each in won]
        if turns:
            assert turns.values["then"] == game.rulebook.lines(after)[step.seat].total
        taken += len(won)
    assert taken > 0 or len(game.steps) < 2


@row_by_row(
    ("heading", "plays", "said"),
    [
        (POINTS, ("Anneli 1",), "the first agent here"),
        (POINTS, ("Anneli 1", "Benito 2"), "2 agents here now"),
        (POINTS, ("Anneli 0/1/2",), "the first agent here, and a run: 1\xa0+\xa01"),
        (POINTS, ("Anneli 1/1/1",), "the first agent here, and three alike: 1\xa0+\xa02"),
    ],
)
def test_detail_of_an_agent_explains_its_points(heading, plays, said):
    written = [{"kind": "agent", "player": each.split()[0], "cards": numbers(each.split()[1])} for each in plays]
    game = replayed(game_document("don-carlo", NAMES[:2], written))
    assert str(game.describe(game.steps[-1]).detail) == said, heading


# Refusals and their codes.

SPENT = [
    # a number, the code names that use up its cards, and one more with it
    ("0", "0/1 0/2 0/3 0/4", "0/5"),
    ("1", "1 0/1 1/2 1/3", "1/4"),
    ("2", "2 0/2 1/2 2/3", "2/4"),
    ("3", "3 0/3 1/3 2/3", "3/4"),
    ("4", "4 1/4 2/4 3/4", "4/5"),
    ("5", "5 0/5 1/5", "2/5"),
    ("6", "6 0/6", "1/6"),
]


@row_by_row(
    ("heading", "players", "before", "line", "code", "named"),
    [
        (NAME + ", up to four numbers", 4, (), "Anneli 0/1/1/1/1", "code-name-length", ["5"]),
        (NAME + ", at least one number", 4, (), "Anneli ", "code-name-length", []),
        (PLAY + ", a number from 0 to 6", 4, (), "Anneli 7", "no-such-number", ["7"]),
        (PLAY + ", a number from 0 to 6", 4, (), "Anneli -1/3", "no-such-number", ["−1"]),
        (PLAY + ", a number from 0 to 6", 4, (), "Anneli 1/1000000", "no-such-number", ["1000000"]),
        (COUNTRY + ", no country with the number 0", 4, (), "Anneli 0", "no-country", ["0"]),
        (COUNTRY + ", no country with the number 0", 2, (), "Anneli 0/0/0/0", "no-country", ["0/0/0/0"]),
        (COUNTRY + ", no country with the number 13", 4, (), "Anneli 6/6/1", "no-country", ["1/6/6", "13"]),
        (COUNTRY + ", none greater than 12", 4, (), "Anneli 4/5/5", "no-country", ["4/5/5", "14"]),
        (SET_UP + ", 3 players without [4]", 3, (), "Anneli 4", "no-country", ["4", "3 players"]),
        (SET_UP + ", 3 players without [4]", 3, (), "Anneli 1/3", "no-country", ["1/3", "[4]"]),
        (SET_UP + ", 2 players without [4]", 2, (), "Anneli 4", "no-country", ["4", "2 players"]),
        (SET_UP + ", 2 players without [8]", 2, (), "Anneli 1/1/6", "no-country", ["1/1/6", "[8]"]),
        *(
            (f"{RULING}: {name} adds up to {total}", players, (), f"Anneli {name}", "no-country", [name])
            for players in (4, 3, 2)
            for name, total in (("4/5/6", 15), ("0/0/0", 0), ("5/5/5", 15))
        ),
        (
            COUNTRY + ", Attention",
            4,
            ("Anneli 1/1/6",),
            "Benito 1/1/6",
            "code-name-taken",
            ["1/1/6", "Anneli", "entry 1"],
        ),
        (
            COUNTRY + ", Attention",
            4,
            ("Anneli 1/1/6",),
            "Benito 6/1/1",
            "code-name-taken",
            ["1/1/6", "Anneli", "entry 1"],
        ),
        (COUNTRY + ", Attention", 4, ("Anneli 5",), "Anneli 5", "code-name-taken", ["5", "Anneli", "entry 1"]),
        (COUNTRY + ", Attention", 2, ("Anneli 5/6/0",), "Benito 0/5/6", "code-name-taken", ["0/5/6", "Anneli"]),
        *(
            (
                CONTENTS + f", {number}",
                4,
                by("Anneli", *before.split()),
                f"Anneli {line}",
                "cards-spent",
                ["Anneli", number],
            )
            for number, before, line in SPENT
        ),
        (
            CONTENTS + ", a pair of the last one",
            4,
            by("Anneli", "3", "0/3", "1/3"),
            "Anneli 3/3",
            "cards-spent",
            ["Anneli", "3"],
        ),
        (
            CONTENTS + ", the second of two numbers",
            4,
            by("Anneli", "6", "0/6"),
            "Anneli 2/6",
            "cards-spent",
            ["Anneli", "6"],
        ),
        (END + ", after the last play", 4, ("stop",), "Anneli 1", "game-over", []),
        (END + ", after the last play", 4, ("stop",), "stop", "game-over", []),
        ("Unknown player", 3, (), "Adrian 1", "unknown-player", ["Adrian"]),
        ("Unknown player", 3, (), "anneli 1", "unknown-player", ["anneli"]),
        ("Unknown kind", 3, (), {"kind": "spy"}, "unknown-kind", ["spy"]),
    ],
)
def test_illegal_plays_are_refused(heading, players, before, line, code, named):
    sheet(players, before)
    answer, status = score(players, (*before, line))
    assert status == 1
    assert codes(answer) == [(len(before) + 1, code)]
    about, fields = refused_fields(document(players, (*before, line)))
    assert about in fields
    message = answer["refused"][0]["message"]
    assert message
    assert [name for name in named if name not in message] == []


@row_by_row(
    ("heading", "name", "label"),
    [
        (COUNTRY, "1", "Egoistria [1-3]"),
        (COUNTRY, "3", "Egoistria [1-3]"),
        (RULING + ": no name known, the number instead", "4", "in Country 4"),
        (RULING + ": no name known, the number instead", "5", "in Country 5"),
        (RULING, "6", "Absurdistan [6]"),
        (RULING + ": no name known, the number instead", "1/6", "in Country 7"),
        (COUNTRY, "1/1/6", "Chaotania [8]"),
        (COUNTRY, "4/5", "Squadronia [9-12]"),
        (COUNTRY, "6/6", "Squadronia [9-12]"),
    ],
)
def test_refusals_name_the_country(heading, name, label):
    answer, _ = score(4, (f"Anneli {name}", f"Benito {name}"))
    assert label in answer["refused"][0]["message"]


@row_by_row(
    ("heading", "plays", "expected"),
    [
        (CONTENTS + ", each family has its own cards", (*by("Anneli", "6", "0/6"), "Benito 1/6", "Benito 2/6"), 0),
        (CONTENTS + ", the last card can be played", by("Anneli", "0/1", "0/2", "0/3", "0/4"), 0),
        (CONTENTS + ", the last card can be played", by("Anneli", "5", "0/5", "1/5"), 0),
        (CONTENTS + ", the last card can be played", by("Anneli", "6/6"), 0),
        (CONTENTS + ", the last card can be played", by("Anneli", "3/3/3/3"), 0),
        (PLAY + ", the hand is not looked at", by("Anneli", *ALL_25), 0),
        (RULING + ": played cards stay on the table", (*by("Anneli", "6", "0/6"), "Benito 5", "Anneli 1/6"), 1),
    ],
)
def test_cards_of_a_family_are_limited(heading, plays, expected):
    assert score(4, plays)[1] == expected


def test_contents_family_has_25_cards():
    assert sum(FAMILY_OF_25.values()) == 25
    assert [line["tie_break"] for line in sheet(3, ())["standings"]] == [{"cards_left": 25}] * 3
    assert lines(sheet(4, by("Anneli", *ALL_25)))["Anneli"]["tie_break"] == {"cards_left": 0}


# The current player, players who are out, and the end of the game.


@row_by_row(
    ("heading", "players", "plays", "following", "out_of_turn"),
    [
        (PLAY + ", the first in order begins", 4, (), "Anneli", {}),
        (PLAY + ", clockwise", 4, ("Anneli 1",), "Benito", {}),
        (PLAY + ", clockwise", 4, ("Anneli 1", "Benito 2", "Anja 3"), "Adrian", {}),
        (DRAW + ", then the player on your left", 4, ("Anneli 1", "Benito 2", "Anja 3", "Adrian 4"), "Anneli", {}),
        (DRAW + ", then the player on your left", 2, ("Anneli 1", "Benito 2", "Anneli 3"), "Benito", {}),
        (PLAY + ", somebody else begins", 3, ("Benito 1",), "Anja", {1: ("Benito", "Anneli")}),
        (PLAY + ", a play was missed", 3, ("Anneli 1", "Anja 1/1"), "Anneli", {2: ("Anja", "Benito")}),
        (PLAY + ", twice in a row", 3, ("Anneli 1", "Anneli 2"), "Benito", {2: ("Anneli", "Benito")}),
        (
            PLAY + ", each one is remarked",
            3,
            ("Benito 1", "Benito 2", "Anja 3", "Benito 5"),
            "Anja",
            {1: ("Benito", "Anneli"), 2: ("Benito", "Anja"), 4: ("Benito", "Anneli")},
        ),
        (
            STUCK + ", bypassed from now on",
            3,
            (*by("Benito", *FOR_THREE_ALL_BUT_0_4), "Anja 2", "Anneli 3"),
            "Anja",
            {1: ("Benito", "Anneli")} | dict.fromkeys(range(2, 9), ("Benito", "Anja")),
        ),
        (
            STUCK + ", bypassed from now on",
            2,
            (*by("Benito", *FOR_TWO_ALL_BUT_0_4), "Anneli 5"),
            "Anneli",
            dict.fromkeys(range(1, 8), ("Benito", "Anneli")),
        ),
        (
            STUCK + ", no longer anybody's turn but theirs",
            2,
            (*by("Benito", *FOR_TWO_ALL_BUT_0_4), *by("Anneli", "5", "6")),
            "Anneli",
            dict.fromkeys(range(1, 8), ("Benito", "Anneli")),
        ),
        ("stop is nobody's turn", 3, ("Anneli 1", "stop"), None, {}),
    ],
)
def test_turns_go_round_and_exceptions_are_reported(heading, players, plays, following, out_of_turn):
    answer = sheet(players, plays)
    assert answer["next"] == following
    assert answer["remarks"] == [
        {"play": number, "code": "out-of-turn", "message": f"{player} played; it was {other}'s turn."}
        for number, (player, other) in out_of_turn.items()
    ]


def out(players, plays):
    rulebook = all_rulebooks()["don-carlo"]
    table = rulebook.table(NAMES[:players], {})
    agent = rulebook.kind(table, "agent").play_type
    sent = [line.partition(" ") for line in plays]
    log = [agent(NAMES.index(player), tuple(numbers(name))) for player, _, name in sent]
    return [NAMES[seat] for seat in rulebook.seats.eliminated(replay(rulebook, table, log).state)]


@row_by_row(
    ("heading", "players", "plays", "expected"),
    [
        (STUCK + ", nobody at the start", 4, (), []),
        (STUCK + ", all 25 cards played", 4, by("Anneli", *ALL_25), ["Anneli"]),
        (STUCK + ", all but one played", 4, by("Anneli", *ALL_25[:-1]), []),
        (STUCK + ", only a 0 left", 4, by("Anneli", *ALL_BUT_0), ["Anneli"]),
        (STUCK + ", only 0s left", 4, by("Anneli", *ALL_BUT_0_0), ["Anneli"]),
        (STUCK + ", 0 and 4 left: no [4] with 3", 3, by("Anneli", *FOR_THREE_ALL_BUT_0_4), ["Anneli"]),
        (STUCK + ", 0 and 4 left: no [4] with 2", 2, by("Anneli", *FOR_TWO_ALL_BUT_0_4), ["Anneli"]),
        (STUCK + ", 0 and 4 left: there is [4] with 4", 4, by("Anneli", *FOR_THREE_ALL_BUT_0_4), []),
        (STUCK + ", 0, 4 and 4 left: no [8] with 2", 2, by("Anneli", *FOR_TWO_ALL_BUT_0_4_4), ["Anneli"]),
        (STUCK + ", 0, 4 and 4 left: there is [8] with 3", 3, by("Anneli", *FOR_TWO_ALL_BUT_0_4_4), []),
        (STUCK + ", a 1 left", 4, by("Anneli", *ALL_BUT_1), []),
        (STUCK + ", a 1 left and 1 is taken", 4, (*by("Anneli", *ALL_BUT_1), "Anja 1"), ["Anneli"]),
        (STUCK + ", a 1 left and only 0/1 is taken", 4, (*by("Anneli", *ALL_BUT_1), "Anja 0/1"), []),
        (STUCK + ", 0 and 4 left and 4 is taken", 4, (*by("Anneli", *FOR_THREE_ALL_BUT_0_4), "Anja 4"), []),
        (
            STUCK + ", 0 and 4 left, 4 and 0/4 are taken",
            4,
            (*by("Anneli", *FOR_THREE_ALL_BUT_0_4), "Anja 4", "Benito 0/4"),
            ["Anneli"],
        ),
        (STUCK + ", two of them", 4, (*by("Anneli", *ALL_25), *by("Anja", *ALL_25_OTHERWISE)), ["Anneli", "Anja"]),
    ],
)
def test_stuck_players_are_eliminated(heading, players, plays, expected):
    assert out(players, plays) == expected
    seated, last = NAMES[:players], plays[-1].split()[0] if plays else NAMES[players - 1]
    after = seated.index(last) + 1
    turns = [name for name in (*seated[after:], *seated[:after]) if name not in expected]
    assert sheet(players, plays)["next"] == turns[0]


OVER = (*by("Anneli", *FOR_TWO_ALL_BUT_0_4), *by("Benito", *FOR_TWO_THE_REST_BUT_0_4))


@row_by_row(
    ("heading", "players", "plays", "over"),
    [
        (END + ", not before the first play", 2, (), False),
        (END + ", not while one can still send", 2, by("Anneli", *FOR_TWO_ALL_BUT_0_4), False),
        (END + ", not before the very last agent", 2, OVER[:-1], False),
        (RULING + ": ends by itself when everyone is out", 2, OVER, True),
        (END + ", not while only one of four is out", 4, (*by("Anneli", *ALL_BUT_1), "Anja 1"), False),
        (RULING + ": stopped before any play", 3, ("stop",), True),
        (RULING + ": stopped early", 3, ("Anneli 1", "stop"), True),
    ],
)
def test_game_ends_when_no_player_can_send(heading, players, plays, over):
    answer = sheet(players, plays)
    assert answer["finished"] is over
    assert (answer["next"] is None) is over
    if over:
        for more in ("Anneli 1", "Benito 1", "stop"):
            assert codes(score(players, (*plays, more))[0]) == [(len(plays) + 1, "game-over")]


def test_ruling_stopping_scores_the_current_countries():
    plays = ("Anneli 1/1/6", "Benito 0/1", "Anja 3/3/3")
    before, after = sheet(3, plays), sheet(3, (*plays, "stop"))
    assert before["standings"] == after["standings"]
    assert parts(after) == {"Anneli": (1, 0, 8), "Benito": (1, 0, 3), "Anja": (1, 2, 9)}


# Winners.


@row_by_row(
    ("heading", "players", "plays", "places"),
    [
        (
            END + ", the most points",
            2,
            ("Anneli 5", "Benito 6"),
            [("Benito", 1, 7, 24), ("Anneli", 2, 6, 24)],
        ),
        (
            END + ", a tie goes to the fewest own cards",
            2,
            ("Anneli 5", "Benito 1/1/1"),
            [("Benito", 1, 6, 22), ("Anneli", 2, 6, 24)],
        ),
        (
            END + ", the most points though more cards are left",
            2,
            ("Anneli 6", "Benito 1/1/1"),
            [("Anneli", 1, 7, 24), ("Benito", 2, 6, 22)],
        ),
        (
            END + ", a tie there too is a shared victory",
            2,
            ("Anneli 0/1/4", "Benito 1/1/1"),
            [("Anneli", 1, 6, 22), ("Benito", 1, 6, 22)],
        ),
        (
            END + ", shared in the order of the players, and the next place is third",
            3,
            ("Anja 0/1/4", "Benito 3", "Anneli 2/2/2"),
            [("Anneli", 1, 9, 22), ("Anja", 2, 6, 22), ("Benito", 3, 4, 24)],
        ),
        (
            END + ", 1, 1, 3",
            3,
            ("Anja 0/1/4", "Anneli 1/1/1"),
            [("Anneli", 1, 6, 22), ("Anja", 1, 6, 22), ("Benito", 3, 0, 25)],
        ),
        (
            END + ", 1, 2, 2, 4",
            4,
            ("Adrian 1", "Benito 6", "Anneli 2/3"),
            [("Benito", 1, 7, 24), ("Anneli", 2, 6, 23), ("Adrian", 3, 4, 24), ("Anja", 4, 0, 25)],
        ),
        (
            END + ", 1, 2, 2",
            3,
            ("Benito 6",),
            [("Benito", 1, 7, 24), ("Anneli", 2, 0, 25), ("Anja", 2, 0, 25)],
        ),
        (
            END + ", all tied",
            4,
            (),
            [(name, 1, 0, 25) for name in NAMES],
        ),
    ],
)
def test_winner_is_found_by_points_and_cards_left(heading, players, plays, places):
    answer = sheet(players, (*plays, "stop"))
    assert [
        (line["player"], line["place"], line["total"], line["tie_break"]["cards_left"]) for line in answer["standings"]
    ] == places


# Players and their families.


@row_by_row(("players", "status"), [(1, 2), (2, 0), (3, 0), (4, 0), ((*NAMES, "Donny"), 2)])
def test_two_to_four_players_are_accepted(players, status):
    assert score(players, ())[1] == status


@row_by_row(
    ("heading", "families", "status"),
    [
        (SET_UP + ", one of the four families each", ["blue", "green", "grey"], 0),
        (SET_UP + ", one of the four families each", ["brown", "grey", "blue"], 0),
        (SET_UP + ", none twice", ["blue", "blue", "grey"], 2),
        (SET_UP + ", no other family", ["blue", "green", "red"], 2),
        (SET_UP + ", no other family", ["blue", "green", "Zampano"], 2),
        (SET_UP + ", one for each", ["blue", "green"], 2),
        (SET_UP + ", one for each", ["blue", "green", "grey", "brown"], 2),
    ],
)
def test_families_must_be_valid_and_distinct(heading, families, status):
    assert score(3, ["Anneli 1"], families=families)[1] == status


def test_ruling_only_known_country_heads_are_named():
    (option,) = all_rulebooks()["don-carlo"].options
    shape = option.field.shape.item
    labels = dict(zip(shape.words, map(str, shape.labels), strict=True))
    assert set(labels) == {"blue", "green", "grey", "brown"}
    assert "Zampiano" in labels["blue"]
    assert "Donny" in labels["green"]
    assert (labels["grey"].casefold(), labels["brown"].casefold()) == ("grey", "brown")


def test_receipt_shows_points_of_the_last_agent_with_bonus():
    """Heading: "How to play", 4) Scoring points: one for each agent there, and two more for three of a kind."""
    assert str(receipt(SCORER.state(2, ["Anneli 1", "Benito 2/2/2"]))) == "Benito 2/2/2 to Absurdistan: +3"
