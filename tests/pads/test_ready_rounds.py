"""Ready pads of rounds and dice against an independent scoring in Python: random games, and what must be refused.

Each game of rounds has a function that deals a random round, and one that scores it as a scorekeeper would on paper.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.documents import codes, game_document, lines, score_document
from tests.rows import row_by_row

NAMES = ("Ada", "Bo", "Cy", "Di", "Eva", "Finn", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou")


def shared(chance, total, players):
    """Return a number per player; the numbers total `total`."""
    cuts = sorted(chance.randint(0, total) for _ in range(players - 1))
    return [high - low for low, high in zip((0, *cuts), (*cuts, total), strict=True)]


def one_of(chance, players, share=1.0):
    """Return 1 for a random player, or with the probability 1 - `share` for none, and 0 for all others."""
    chosen = chance.randrange(players) if chance.random() < share else None
    return [int(seat == chosen) for seat in range(players)]


def columns(**fields):
    """Return the values of each player from the values of each field."""
    return [dict(zip(fields, each, strict=True)) for each in zip(*fields.values(), strict=True)]


def takes_tricks(chance, cards, players):
    tricks = shared(chance, cards, players)
    return [own if chance.random() < 0.6 else chance.randint(0, cards) for own in tricks], tricks


# Bids and tricks


def skull_king_round(chance, players, number, rounds):
    bids, tricks = takes_tricks(chance, number, players)
    return columns(bid=bids, tricks=tricks, bonus=[chance.choice((0, 0, 10, 30, -20)) for _ in range(players)])


def skull_king(hands, number, rounds):
    points = []
    for hand in hands:
        missed = abs(hand["bid"] - hand["tricks"])
        if hand["bid"] == 0:
            own = 10 * number if missed == 0 else -10 * number
        else:
            own = 20 * hand["tricks"] if missed == 0 else -10 * missed
        points.append(own + (hand["bonus"] if missed == 0 or hand["bonus"] < 0 else 0))
    return points


def wizard_round(chance, players, number, rounds):
    bids, tricks = takes_tricks(chance, number, players)
    return columns(bid=bids, tricks=tricks)


def wizard(hands, number, rounds):
    return [
        20 + 10 * hand["bid"] if hand["bid"] == hand["tricks"] else -10 * abs(hand["bid"] - hand["tricks"])
        for hand in hands
    ]


def cards_of_oh_hell(number, rounds):
    most = (rounds + 1) // 2
    return most - number + 1 if number <= most else number - most + 1


def oh_hell_round(chance, players, number, rounds):
    bids, tricks = takes_tricks(chance, cards_of_oh_hell(number, rounds), players)
    return columns(bid=bids, tricks=tricks)


def oh_hell(hands, number, rounds):
    return [hand["tricks"] + 10 if hand["bid"] == hand["tricks"] else 0 for hand in hands]


def spades_round(chance, players, number, rounds):
    bids, tricks = takes_tricks(chance, 13, players)
    bonus = [chance.choice((0, 0, 100, -100, 200)) for _ in range(players)]
    return columns(bid=bids, tricks=tricks, nil=bonus, penalties=[chance.choice((0, 0, 0, 1)) for _ in range(players)])


def spades(hands, number, rounds):
    points = []
    for hand in hands:
        bags = hand["tricks"] - hand["bid"]
        made = 10 * hand["bid"] + bags if bags >= 0 else -10 * hand["bid"]
        points.append(made + hand["nil"] - 100 * hand["penalties"])
    return points


# Points that nobody wants


def hearts_round(chance, players, number, rounds):
    moon = chance.random() < 0.2
    return columns(taken=[26 * each for each in one_of(chance, players)] if moon else shared(chance, 26, players))


def hearts(hands, number, rounds):
    taken = [hand["taken"] for hand in hands]
    return [26 if each == 0 else 0 for each in taken] if 26 in taken else taken


def omnibus_hearts_round(chance, players, number, rounds):
    hands = hearts_round(chance, players, number, rounds)
    below = chance.random() < 0.5
    for hand, jack in zip(hands, one_of(chance, players, 0.9), strict=True):
        hand |= {"jack": jack, "minus": int(below and hand["taken"] == 26)}
    return hands


def omnibus_hearts(hands, number, rounds):
    points = hearts(hands, number, rounds)
    if any(hand["minus"] for hand in hands):
        points = [-26 if hand["minus"] else 0 for hand in hands]
    return [own - (10 if hand["jack"] else 0) for own, hand in zip(points, hands, strict=True)]


def rounds_of_cards(most, step=1, **ticks):
    """Return a function that deals a round: the value of the cards in hand, and ticks for at most one player."""

    def deal(chance, players, number, rounds):
        given = {name: one_of(chance, players, share) for name, share in ticks.items()}
        out = given.get("out", [0] * players)
        cards = [0 if gone else step * chance.randint(0, most // step) for gone in out]
        return columns(cards=cards, **given)

    return deal


def winner_takes(hands, number, rounds):
    double = any(hand["out"] and hand.get("rummy") for hand in hands)
    pot = sum(hand["cards"] for hand in hands if not hand["out"])
    return [pot * (2 if double else 1) if hand["out"] else 0 for hand in hands]


def own_cards(hands, number, rounds):
    double = any(hand.get("hand") for hand in hands)
    return [hand["cards"] * (2 if double else 1) for hand in hands]


def skyjo_round(chance, players, number, rounds):
    return columns(cards=[chance.randint(-5, 25) for _ in range(players)], closed=one_of(chance, players))


def skyjo(hands, number, rounds):
    points = []
    for seat, hand in enumerate(hands):
        others = [other["cards"] for place, other in enumerate(hands) if place != seat]
        doubled = hand["closed"] and hand["cards"] > 0 and min(others) <= hand["cards"]
        points.append(hand["cards"] * 2 if doubled else hand["cards"])
    return points


def cabo_round(chance, players, number, rounds):
    cards = [chance.randint(0, 25) for _ in range(players)]
    return columns(
        cards=cards,
        caller=one_of(chance, players, 0.9),
        kamikaze=one_of(chance, players, 0.1),
        reset=[int(chance.random() < 0.05) for _ in range(players)],
    )


def cabo(hands, number, rounds):
    fewest, bomb = min(hand["cards"] for hand in hands), any(hand["kamikaze"] for hand in hands)
    points = []
    for hand in hands:
        own = hand["cards"]
        if bomb:
            own = 0 if hand["kamikaze"] else 50
        elif hand["caller"]:
            own = 0 if own == fewest else own + 10
        points.append(own - (50 if hand["reset"] else 0))
    return points


# Points that all want


def canasta_round(chance, players, number, rounds):
    melded = [5 * chance.choice((0, chance.randint(10, 200))) for _ in range(players)]
    threes = shared(chance, chance.randint(0, 4), players)
    return columns(
        natural=[chance.randint(0, 2) if each else 0 for each in melded],
        mixed=[chance.randint(0, 3) if each else 0 for each in melded],
        red_threes=threes,
        out=[each * chance.choice((100, 200)) for each in one_of(chance, players, 0.9)],
        melded=melded,
        hand=[5 * chance.randint(0, 30) for _ in range(players)],
    )


def canasta(hands, number, rounds):
    points = []
    for hand in hands:
        threes = 800 if hand["red_threes"] == 4 else 100 * hand["red_threes"]
        own = 500 * hand["natural"] + 300 * hand["mixed"] + hand["out"] + hand["melded"] - hand["hand"]
        points.append(own + threes if hand["melded"] else own - threes)
    return points


def flip_7_round(chance, players, number, rounds):
    lines = [chance.sample(range(13), chance.choice((0, 3, 4, 5))) for _ in range(players)]
    full = one_of(chance, players, 0.3)
    lines = [chance.sample(range(13), 7) if won else line for won, line in zip(full, lines, strict=True)]
    plus = [0] * players
    for card in chance.sample((2, 4, 6, 8, 10), 3):
        plus[chance.randrange(players)] += card
    return columns(numbers=[sum(line) for line in lines], double=one_of(chance, players, 0.5), plus=plus, flip7=full)


def flip_7(hands, number, rounds):
    points = []
    for hand in hands:
        own = hand["numbers"] + hand["numbers"] if hand["double"] else hand["numbers"]
        points.append(own + hand["plus"] + 15 * hand["flip7"])
    return points


def tichu_round(chance, players, number, rounds):
    double = one_of(chance, players, 0.3)
    first = 0 if any(double) else 5 * chance.randint(-5, 25)
    return columns(
        cards=[first, 0 if any(double) else 100 - first],
        double=double,
        calls=[chance.choice((0, 0, 100, -100, 200, -300)) for _ in range(players)],
    )


def tichu(hands, number, rounds):
    if any(hand["double"] for hand in hands):
        return [(200 if hand["double"] else 0) + hand["calls"] for hand in hands]
    return [hand["cards"] + hand["calls"] for hand in hands]


def doppelkopf_round(chance, players, number, rounds):
    winners = chance.sample(range(players), chance.choice((1, 2, 2, 3)))
    typed = chance.choice(winners)
    return columns(
        won=[int(seat in winners) for seat in range(players)],
        value=[chance.randint(-2, 9) if seat == typed else 0 for seat in range(players)],
    )


def doppelkopf(hands, number, rounds):
    value, winners = sum(hand["value"] for hand in hands), sum(hand["won"] for hand in hands)
    soloist = {1: 1, 3: 0}.get(winners)
    return [
        (value if hand["won"] else -value) * (3 if soloist is not None and hand["won"] == soloist else 1)
        for hand in hands
    ]


def gin_rummy_round(chance, players, number, rounds):
    knock = one_of(chance, players)
    deadwood = [chance.choice((0, chance.randint(0, 10))) if own else chance.randint(0, 40) for own in knock]
    return columns(
        deadwood=deadwood,
        knock=knock,
        big=[int(own and not cards and chance.random() < 0.3) for own, cards in zip(knock, deadwood, strict=True)],
    )


def gin_rummy(hands, number, rounds):
    (knocker,) = (seat for seat, hand in enumerate(hands) if hand["knock"])
    own, other = hands[knocker]["deadwood"], hands[1 - knocker]["deadwood"]
    points = [0, 0]
    if own == 0:
        points[knocker] = other + (31 if hands[knocker]["big"] else 25)
    elif own < other:
        points[knocker] = other - own
    else:
        points[1 - knocker] = own - other + 25
    return points


COLOURS = ("yellow", "blue", "white", "green", "red")


def lost_cities_round(chance, players, number, rounds):
    hands = [{"expeditions": 0, "long": 0} for _ in range(players)]
    for colour in COLOURS:
        cards, wagers = chance.sample(range(2, 11), 9), chance.randint(0, 3)
        for hand in hands:
            taken = [cards.pop() for _ in range(chance.randint(0, min(len(cards), 7)))]
            placed = chance.randint(0, wagers)
            wagers -= placed
            hand |= {colour: sum(taken), f"{colour}_wagers": placed}
            hand["expeditions"] += bool(taken or placed)
            hand["long"] += len(taken) + placed >= 8
    return hands


def lost_cities(hands, number, rounds):
    points = []
    for hand in hands:
        begun = [colour for colour in COLOURS if hand[colour] or hand[f"{colour}_wagers"]]
        assert len(begun) == hand["expeditions"]
        points.append(sum((hand[each] - 20) * (hand[f"{each}_wagers"] + 1) for each in begun) + 20 * hand["long"])
    return points


@dataclass(frozen=True)
class Game:
    """A ready pad: how a random round is dealt and scored, and the default rounds or limit that end a game."""

    deal: Callable
    score: Callable
    players: tuple[int, int]
    rounds: Callable = lambda players: 0
    limit: int = 0
    lowest: bool = False
    teams: bool = False


GAMES = {
    "skull-king": Game(skull_king_round, skull_king, (2, 8), lambda players: 10),
    "wizard": Game(wizard_round, wizard, (3, 6), lambda players: 60 // players),
    "oh-hell": Game(oh_hell_round, oh_hell, (3, 7), lambda players: {6: 15, 7: 13}.get(players, 19)),
    "hearts": Game(hearts_round, hearts, (3, 5), limit=100, lowest=True),
    "omnibus-hearts": Game(omnibus_hearts_round, omnibus_hearts, (3, 5), limit=100, lowest=True),
    "spades": Game(spades_round, spades, (4, 4), limit=500, teams=True),
    "rummy": Game(rounds_of_cards(60, out=1, rummy=0.3), winner_takes, (2, 6), limit=100),
    "romme": Game(rounds_of_cards(60, hand=0.2), own_cards, (2, 6), lowest=True),
    "canasta": Game(canasta_round, canasta, (4, 4), limit=5000, teams=True),
    "phase-10": Game(rounds_of_cards(100, step=5, phase=0.5), own_cards, (2, 6), lowest=True),
    "uno": Game(rounds_of_cards(80, out=1), winner_takes, (2, 10), limit=500),
    "skyjo": Game(skyjo_round, skyjo, (2, 8), limit=100, lowest=True),
    "flip-7": Game(flip_7_round, flip_7, (3, 12), limit=200),
    "cabo": Game(cabo_round, cabo, (2, 4), limit=101, lowest=True),
    "tichu": Game(tichu_round, tichu, (4, 4), limit=1000, teams=True),
    "doppelkopf": Game(doppelkopf_round, doppelkopf, (4, 4), lambda players: 24),
    "gin-rummy": Game(gin_rummy_round, gin_rummy, (2, 2), limit=100),
    "lost-cities": Game(lost_cities_round, lost_cities, (2, 2), lambda players: 3),
}


def random_game(name, chance, most=30):
    """Return a document of a random game until its end or for `most` rounds, the totals of its sides, and its end."""
    game = GAMES[name]
    players = chance.randint(*game.players)
    sides = 2 if game.teams else players
    rounds, totals, plays, over = game.rounds(players), [0] * sides, [], False
    while not over and len(plays) < most:
        hands = game.deal(chance, sides, len(plays) + 1, rounds)
        points = game.score(hands, len(plays) + 1, rounds)
        totals = [one + other for one, other in zip(totals, points, strict=True)]
        plays.append({"kind": "round", "values": dict(zip(NAMES, hands, strict=False))})
        over = len(plays) == rounds or bool(game.limit and max(totals) >= game.limit)
    return game_document(name, NAMES[:players], plays), totals, over


@settings(max_examples=15)
@given(st.integers(0, 10**6))
@pytest.mark.parametrize("name", GAMES)
def test_random_game_has_the_result_of_a_second_scoring(name, seed):
    document, totals, over = random_game(name, Random(seed))
    answer, status = score_document(document)
    assert status == 0, answer
    found, (players, sides) = lines(answer), (len(document["players"]), len(totals))
    assert [found[name]["total"] for name in NAMES[:players]] == [totals[seat % sides] for seat in range(players)]
    assert answer["finished"] == over
    better = (lambda one, other: one < other) if GAMES[name].lowest else (lambda one, other: one > other)
    places = [1 + sum(better(other, own) for other in totals) for own in totals]
    assert [found[name]["place"] for name in NAMES[:players]] == [places[seat % sides] for seat in range(players)]


def values(*hands):
    return {"kind": "round", "values": dict(zip(NAMES, hands, strict=False))}


HEARTS = {"taken": 0}
KNOCKED, LAID = {"deadwood": 5, "knock": 1}, {"deadwood": 20}


@row_by_row(
    ("name", "players", "hands", "code"),
    [
        ("hearts", 4, ({"taken": 25}, HEARTS, HEARTS, HEARTS), "wrong-sum"),
        ("hearts", 4, ({"taken": 27}, HEARTS, HEARTS, HEARTS), "out-of-range"),
        ("hearts", 5, ({"taken": 26}, HEARTS, HEARTS, HEARTS, HEARTS), None),
        ("hearts", 3, ({"taken": 13}, {"taken": 13}), "values-missing"),
        ("omnibus-hearts", 3, ({"taken": 25, "minus": 1}, {"taken": 1}, HEARTS), "out-of-range"),
        ("omnibus-hearts", 3, ({"taken": 26, "jack": 1}, HEARTS | {"jack": 1}, HEARTS), "wrong-sum"),
        ("omnibus-hearts", 3, ({"taken": 26, "minus": 1}, HEARTS | {"jack": 1}, HEARTS), None),
        ("phase-10", 2, ({"cards": 12}, {"cards": 5}), "wrong-step"),
        ("skyjo", 2, ({"cards": -18, "closed": 1}, {"cards": 5}), "out-of-range"),
        ("spades", 4, ({"bid": 4, "tricks": 4}, {"bid": 8, "tricks": 8}), "wrong-sum"),
        ("spades", 4, ({"bid": 5, "tricks": 5, "nil": 150}, {"bid": 8, "tricks": 8}), "wrong-step"),
        ("gin-rummy", 2, (KNOCKED, LAID | {"knock": 1}), "wrong-sum"),
        ("gin-rummy", 2, (KNOCKED, LAID), None),
    ],
)  # fmt: skip
def test_impossible_round_is_refused(name, players, hands, code):
    answer, _ = score_document(game_document(name, NAMES[:players], [values(*hands)]))
    assert codes(answer) == ([(1, code)] if code else [])


@row_by_row(("players", "tokens"), [(2, 6), (3, 5), (4, 4), (5, 3), (6, 3)])
def test_love_letter_ends_at_the_tokens_for_its_players(players, tokens):
    plays = [{"kind": "round", "points": {name: int(name == "Ada") for name in NAMES[:players]}}] * tokens
    for played, finished in ((tokens - 1, False), (tokens, True)):
        assert score_document(game_document("love-letter", NAMES[:players], plays[:played]))[0]["finished"] == finished


@row_by_row(
    ("points", "options", "code", "finished"),
    [
        ((171, 0), {}, None, True),
        ((172, 0), {}, "not-possible", False),
        ((100, 72), {}, "sum", False),
        ((65, 66), {}, None, True),
        ((65, 66), {"limit": 67}, None, False),
    ],
)
def test_6_nimmt_has_171_bullheads_and_an_agreed_limit(points, options, code, finished):
    plays = [{"kind": "round", "points": dict(zip(NAMES, points, strict=False))}]
    answer, _ = score_document(game_document("six-nimmt", NAMES[:2], plays, options))
    assert codes(answer) == ([(1, code)] if code else [])
    assert answer.get("finished", False) == finished


# Dice


def alike(dice, count):
    """Return the numbers that at least `count` dice show, the highest first."""
    return sorted((each for each in {*dice} if dice.count(each) >= count), reverse=True)


def full_house(dice):
    return sorted(dice.count(each) for each in {*dice}) == [2, 3]


def straight(dice, *starts, length):
    return any({*range(start, start + length)} <= {*dice} for start in starts)


UPPER = {
    name: lambda dice, number=number: number * dice.count(number)
    for number, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
}
YATZY = UPPER | {
    "one-pair": lambda dice: 2 * max(alike(dice, 2), default=0),
    "two-pairs": lambda dice: 2 * sum(alike(dice, 2)) if len(alike(dice, 2)) == 2 else 0,
    "three-of-a-kind": lambda dice: 3 * max(alike(dice, 3), default=0),
    "four-of-a-kind": lambda dice: 4 * max(alike(dice, 4), default=0),
    "small-straight": lambda dice: 15 if straight(dice, 1, length=5) else 0,
    "large-straight": lambda dice: 20 if straight(dice, 2, length=5) else 0,
    "full-house": lambda dice: sum(dice) if full_house(dice) else 0,
    "chance": sum,
    "yatzy": lambda dice: 50 if alike(dice, 5) else 0,
}
YAHTZEE = UPPER | {
    "three-of-a-kind": lambda dice: sum(dice) if alike(dice, 3) else 0,
    "four-of-a-kind": lambda dice: sum(dice) if alike(dice, 4) else 0,
    "full-house": lambda dice: 25 if full_house(dice) else 0,
    "small-straight": lambda dice: 30 if straight(dice, 1, 2, 3, length=4) else 0,
    "large-straight": lambda dice: 40 if straight(dice, 1, 2, length=5) else 0,
    "yahtzee": lambda dice: 50 if alike(dice, 5) else 0,
    "chance": sum,
}
DICE = [*combinations_with_replacement(range(1, 7), 5)]
BETWEEN = {("yatzy", "full-house"): {10, 25}}
"""Sums that no dice have, between others that they can have: a definition cannot exclude them."""


def filled(row, number):
    return {"kind": "row", "player": "Ada", "row": row, "number": number}


@pytest.mark.parametrize(("name", "rows"), [("yatzy", YATZY), ("yahtzee", YAHTZEE)])
def test_categories_accept_only_what_dice_can_show(name, rows):
    for row, of in rows.items():
        possible = {0, *map(of, DICE)} | BETWEEN.get((name, row), set())
        accepted = {
            number
            for number in range(-1, 56)
            if not codes(score_document(game_document(name, NAMES[:1], [filled(row, number)]))[0])
        }
        assert accepted == possible, row


@settings(max_examples=30)
@given(st.integers(0, 10**6))
@pytest.mark.parametrize(("name", "rows", "bonus"), [("yatzy", YATZY, 50), ("yahtzee", YAHTZEE, 35)])
def test_random_dice_have_the_result_of_a_second_scoring(name, rows, bonus, seed):
    chance = Random(seed)
    numbers = {row: of(chance.choice(DICE)) for row, of in rows.items()}
    if chance.random() < 0.5:
        numbers |= {row: chance.randint(2, 4) * number for number, row in enumerate(UPPER, 1)}
    more = chance.randint(0, 2) if name == "yahtzee" else 0
    plays = [filled(row, number) for row, number in numbers.items()]
    if name == "yahtzee":
        plays.append(filled("more-yahtzees", more))
    answer, _ = score_document(game_document(name, NAMES[:1], plays))
    upper = sum(numbers[row] for row in UPPER)
    assert answer["finished"]
    assert lines(answer)["Ada"]["total"] == sum(numbers.values()) + 100 * more + (bonus if upper >= 63 else 0)
