"""The titles' stories: each sentence about random games is true."""

from collections import Counter
from random import Random

import pytest

from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from tests import claims  # noqa: F401 (registers the titles' checks)
from tests.documents import game_document, score_document
from tests.rows import row_by_row
from tests.stories import false_claims, told

NAMES = ("Anneli", "Benito", "Anja", "Adrian", "Zoë", "Donny")
TYPES = ("castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings")
MAFIOSI = ("caporegime", "don", "consigliere", "hitman", "smuggler")
WORTH = {"castles": 5, "mines": 4, "knowledge": 3, "ships": 4}


def ended(slug, players, plays, options):
    """Return the document up to the round that ended the game, or with a stop after all plays."""
    for number, play in enumerate(plays, 1):
        if play["kind"] == "end-round":
            document = game_document(slug, players, plays[:number], options)
            if score_document(document)[0]["finished"]:
                return document
    return game_document(slug, players, [*plays, {"kind": "stop"}], options)


def don_carlo(chance):
    """Return a game with random agents, until none is legal or the players stop."""
    rulebook, players = all_rulebooks()["don-carlo"], NAMES[: chance.randint(2, 4)]
    played = replay(rulebook, rulebook.table(players, {}), [])
    plays, most = [], chance.choice([3, 9, 100])
    while not played.finished and len(plays) < most:
        state, seat = played.state, played.turn
        names = [name for name, bit in state.directory.bits.items() if bit & state.open & state.allowed[seat]]
        cards = chance.choice(names)
        plays.append({"kind": "agent", "player": players[seat], "cards": list(cards)})
        played = replay(rulebook, played.table, [Agent(seat, cards)], played)
    return game_document("don-carlo", players, plays if played.finished else [*plays, {"kind": "stop"}])


def prodigals_club(chance):
    """Return a game whose votes and markers decrease, until a player is at 0, after five rounds, or after a stop."""
    players, plays, rounds = NAMES[: chance.randint(2, 5)], [], chance.choice([2, 5, 5])
    markers = {name: [chance.randint(8, 16) for _ in range(4)] for name in players}
    votes = {2: 42, 3: 37, 4: 37, 5: 30}[len(players)]
    for number in range(1, rounds + 1):
        for name in players:
            down = [max(-2, each - chance.choice([0, 1, 3])) for each in markers[name]]
            markers[name] = down
            plays.append({"kind": "influence", "player": name, "markers": down})
            plays.append({"kind": "votes", "player": name, "to": chance.randint(votes - 9 * number, votes)})
        speeches = {name: chance.randint(0, 2) for name in players}
        plays.append({"kind": "hyde-park", "megaphones": speeches, "rewards": [2, 1, 0]})
        plays.append({"kind": "end-round"})
    return ended("prodigals-club", players, plays, {"competitions": ["election", "society"]})


def loire(chance):
    """Return a game with tallies of a few cards per type."""
    players = NAMES[: chance.randint(2, 4)]
    firsts, sevens = list(TYPES), [4, 3, 2, 1] if len(players) == 4 else [4, 2, 1] if len(players) == 3 else [3, 1]
    plays = []
    for name in players:
        cards = {each: {"cards": chance.choice([0, 1, 2, 3, 3])} for each in TYPES}
        mine = [each for each in firsts if cards[each]["cards"] > 2 and chance.random() < 0.7]
        firsts = [each for each in firsts if each not in mine]
        seven = sevens.pop(0) if all(each["cards"] for each in cards.values()) else 0
        tally = {"estate": cards, "first_triples": mine, "all_seven": seven, "goods_vp": chance.randint(0, 9)}
        animals = {"cows": chance.randint(0, 1), "sheep": chance.randint(0, 1)}
        plays.append({"kind": "tally", "player": name, "animals": animals} | tally)
    return game_document("loire", players, [*plays, {"kind": "stop"}], {"triple_values": WORTH})


def solitaire(chance):
    """Return a solo game in which Aaron's cards and the player's points grow."""
    plays, piles = [], Counter(dict.fromkeys(TYPES, 0))
    for total in (3, 7, 12, 18, 25):
        while piles.total() < total:
            piles[chance.choice(TYPES)] += 1
        own = {"victory_cards": chance.randint(0, total), "goods_vp": chance.randint(0, total)}
        plays.append({"kind": "tally", "player": "Anneli"} | own)
        plays += [{"kind": "aaron", "estate": dict(piles)}, {"kind": "end-round"}]
    return ended("loire", ["Anneli"], plays, {"solo": True, "triple_values": WORTH})


def carta_nostra(chance):
    """Return a game of random turns, until a player has all five Mafiosi."""
    players, cities, plays = NAMES[: chance.randint(2, 6)], {}, []
    cities = {name: Counter() for name in players}
    while len(plays) < 90:
        name = players[len(plays) % len(players)]
        play = {"kind": "turn", "player": name}
        victims = [(other, each) for other in players if other != name for each in +cities[other]]
        if victims and chance.random() < 0.3:
            victim, mafioso = chance.choice(victims)
            cities[victim][mafioso] -= 1
            play["liquidated"] = {"player": victim, "mafioso": mafioso}
        if chance.random() < 0.8:
            play["city"] = chance.choice(MAFIOSI)
            cities[name][play["city"]] += 1
        plays.append(play)
        if len(+cities[name]) == len(MAFIOSI):
            break
    return game_document("carta-nostra", players, plays)


@pytest.mark.parametrize(
    "play", [don_carlo, prodigals_club, loire, solitaire, carta_nostra], ids=lambda play: play.__name__
)
def test_every_sentence_about_random_games_is_true(play):
    for seed in range(6):
        document = play(Random(seed))
        assert score_document(document)[1] == 0
        assert false_claims(document) == [], seed


def votes_kept(*rounds):
    """Return a game of two with their votes as highest scores, entered after each round."""
    plays = [{"kind": "influence", "player": name, "markers": [9, 9, 9, 9]} for name in NAMES[:2]]
    for votes in rounds:
        plays.append({"kind": "hyde-park", "megaphones": dict.fromkeys(NAMES[:2], 0), "rewards": [2, 1]})
        plays += [{"kind": "votes", "player": name, "to": to} for name, to in zip(NAMES, votes, strict=False)]
        plays.append({"kind": "end-round"})
    return game_document(
        "prodigals-club", NAMES[:2], [*plays, {"kind": "stop"}], {"competitions": ["election", "society"]}
    )


@row_by_row(
    ("rounds", "fell"),
    [
        (((42, 42), (40, 42)), ["Anneli's in round 2: from 42 to 40."]),
        (((42, 42), (41, 42)), []),  # a single step is not significant
        (((42, 42), (40, 40)), []),
        (((42, 42), (40, 42), (40, 39)), []),  # the round of the turning point is more interesting
    ],
)
def test_story_names_largest_fall_of_a_highest_score(rounds, fell):
    said = [sentence for sentence, _ in told(votes_kept(*rounds))]
    falls = "Nobody's highest score fell further in a round than "
    assert [each.removeprefix(falls) for each in said if each.startswith(falls)] == fell


@row_by_row(("hits", "says"), [(1, []), (2, ["Hitmen removed 2 Mafiosi, all of them Benito's."])])
def test_story_mentions_hits_from_the_second(hits, says):
    plays = []
    for turn, mafioso in enumerate(MAFIOSI):
        hit = {"liquidated": {"player": NAMES[1], "mafioso": MAFIOSI[0]}} if 1 <= turn <= hits else {}
        plays += [
            {"kind": "turn", "player": NAMES[0], "city": mafioso} | hit,
            {"kind": "turn", "player": NAMES[1], "city": MAFIOSI[0]},
        ]
    said = [sentence for sentence, _ in told(game_document("carta-nostra", NAMES[:2], plays[:-1]))]
    assert [each for each in said if each.startswith("Hitmen removed")] == says


def test_loire_story_of_a_shared_win_names_no_difference():
    """Ten points each, from goods or from victory point cards."""
    plays = [
        {"kind": "tally", "player": NAMES[0], "goods_vp": 10},
        {"kind": "tally", "player": NAMES[1], "victory_cards": 10},
    ]
    said = [sentence for sentence, _ in told(ended("loire", NAMES[:2], plays, {"triple_values": WORTH}))]
    assert not any("difference" in each for each in said), said


@row_by_row(
    ("differ", "decided"),
    [
        ({"first_triples": ["castles", "mines"]}, "First triples made the difference: 2 to 0."),
        ({"estate": {"castles": {"cards": 3}, "mines": {"cards": 6}}}, "Triples made the difference: 13 to 9."),
    ],
)
def test_loire_story_names_a_deciding_part_once(differ, decided):
    """The players differ in one part only, in which one of them also has most."""
    estate = {"castles": {"cards": 3}, "mines": {"cards": 3}}
    first, second = ({"kind": "tally", "player": name, "estate": estate} for name in NAMES[:2])
    document = ended("loire", NAMES[:2], [first | differ, second], {"triple_values": WORTH})
    said = [sentence for sentence, _ in told(document)]
    assert said == [decided]
