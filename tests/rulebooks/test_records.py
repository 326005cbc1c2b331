"""The records of each title, computed independently from the plays in the documents of recorded games."""

import json
from collections import Counter
from pathlib import Path

import pytest

from scorekeeper.core.records import marks
from scorekeeper.core.replay import replay
from tests.documents import game_document, read_document
from tests.rows import row_by_row

GAMES = Path(__file__).parents[1] / "games"
DON_CARLO, LOIRE, PRODIGALS, CARTA = "don-carlo", "loire", "prodigals-club", "carta-nostra"
TWO = ("Anneli", "Benito")
COUNTRIES = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 9, 11: 9, 12: 9}
"""The country of each sum, named by its worth."""


def replayed(document):
    found = read_document(document)
    return replay(found.rulebook, found.table, found.plays)


def recorded(slug):
    """Return the finished recorded games of a title with two players or more: document and replay."""
    found = []
    for path in sorted((GAMES / slug).glob("*.json")):
        document = json.loads(path.read_text())["document"]
        game = replayed(document)
        if not game.conflicts and game.finished and len(game.table.players) > 1:
            found.append(pytest.param(document, game, id=path.stem))
    return found


def game(slug, plays, players=TWO, **options):
    return replayed(game_document(slug, players, plays, options))


def held(replay, name):
    """Return a record of a game: its value, its holders, and the number of its play."""
    found = marks(replay, None).get(name)
    return found and (found.value, [replay.table.players[seat] for seat in found.seats], found.number)


def of_kind(document, kind):
    return [(number, play) for number, play in enumerate(document["plays"], 1) if play["kind"] == kind]


@row_by_row(("document", "game"), recorded(DON_CARLO))
def test_don_carlo_records_match_the_plays(document, game):
    """Headings: "How to play", 4) Scoring points; "End of the game: country scoring"."""
    queues, earned, had, reached = {}, [], Counter(), {}
    for number, play in of_kind(document, "agent"):
        cards = sorted(play["cards"])
        queue = queues.setdefault(COUNTRIES[sum(cards)], [])
        queue.append(play["player"])
        earned.append((len(queue), play["player"], number))
        run = len(cards) == 3 and [card - cards[0] for card in cards] == [0, 1, 2]
        alike = len(cards) == 3 and len(set(cards)) == 1
        had[play["player"]] += 1 if run else 2 if alike else 0
        reached[play["player"]] = number if run or alike else reached.get(play["player"], 0)
    best = [each for each in earned if each[0] == max(earned)[0]]
    holders = list(dict.fromkeys(player for _, player, _ in best))
    assert held(game, "best-agent") == ((best[0][0], holders, best[0][2]) if best else None)
    most = max(had.values(), default=0)
    had_most = sorted((reached[player], player) for player, count in had.items() if count == most)
    expected = (most, [player for _, player in had_most], had_most[0][0]) if most else None
    assert held(game, "most-bonus") == expected
    fought = [len(queue) for queue in queues.values() if len(set(queue)) > 1]
    found = marks(game, None).get("most-fought-over")
    assert (found and found.value) == (max(fought) if fought else None)


def agents(*code_names):
    """Return plays of two players in turn."""
    return [
        {"kind": "agent", "player": TWO[number % 2], "cards": [int(digit) for digit in code_name]}
        for number, code_name in enumerate(code_names)
    ]


def test_don_carlo_equal_players_share_a_record():
    plays = [*agents("1", "01", "5", "05", "123", "234"), {"kind": "stop"}]
    stopped = game(DON_CARLO, plays)
    assert held(stopped, "best-agent") == (2, ["Benito"], 2)
    assert held(stopped, "most-bonus") == (1, ["Anneli", "Benito"], 5)
    assert held(stopped, "most-fought-over") == (2, ["Anneli"], 2)
    assert str(marks(stopped, None).get("best-agent").what) == "0/1 to Egoistria [1-3]"
    assert str(marks(stopped, None).get("most-fought-over").what) == "Egoistria [1-3]: 1 each, Anneli first"


def test_don_carlo_earliest_country_with_most_agents_is_most_contested():
    """Both have three agents of two families: the second in the country of 5 came earlier, the third later."""
    stopped = game(DON_CARLO, [*agents("5", "05", "6", "06", "15", "14"), {"kind": "stop"}])
    assert held(stopped, "most-fought-over") == (3, ["Anneli"], 5)


def test_don_carlo_country_of_one_family_is_not_fought_over():
    stopped = game(DON_CARLO, [*agents("1", "5", "01", "05"), {"kind": "stop"}])
    assert [held(stopped, name) for name in ("most-fought-over", "most-bonus")] == [None, None]


@row_by_row(("document", "game"), recorded(LOIRE))
def test_loire_records_match_the_plays(document, game):
    """Heading: "Action 2: Place a project in your estate"."""
    last = {}
    for number, play in of_kind(document, "tally"):
        estate = play.get("estate", {}).values()
        triples = sum((each.get("cards", 0) + each.get("cloisters", 0)) // 3 for each in estate)
        last[play["player"]] = (triples, number)
    most = max(triples for triples, _ in last.values())
    holders = sorted((number, player) for player, (triples, number) in last.items() if triples == most)
    assert held(game, "most-triples") == (most, [player for _, player in holders], holders[0][0])


@row_by_row(("document", "game"), recorded(PRODIGALS))
def test_prodigals_club_records_match_the_plays(document, game):
    """Headings: "Hyde Park Phase", "Check for End of Game"."""
    lost, ranked = Counter(), 3 if len(document["players"]) > 3 else 2
    for _, play in of_kind(document, "hyde-park"):
        counts, rewards = play["megaphones"], play.get("rewards", [4, 2, 1])
        for player, count in counts.items():
            ahead = sum(other > count for other in counts.values())
            fewest = count == min(counts.values())
            lost[player] += -1 if fewest else rewards[ahead] if ahead < min(ranked, len(rewards)) else 0
    most = max(lost.values(), default=0)
    found = held(game, "best-hyde-park")
    assert (found and found[0]) == (most or None)
    assert found is None or set(found[1]) == {player for player, count in lost.items() if count == most}
    rounds = len(of_kind(document, "end-round"))
    early = rounds < 5 and document["plays"][-1]["kind"] == "end-round"
    assert held(game, "earliest-end") == ((rounds, [], len(document["plays"])) if early else None)


def test_prodigals_club_single_lost_vote_can_be_the_record():
    """Heading: "Hyde Park Phase": the most megaphones lose the first reward, the fewest gain a vote."""
    hyde_park = {"kind": "hyde-park", "megaphones": {"Anneli": 2, "Benito": 1}, "rewards": [1, 1]}
    options = {"competitions": ["election", "society"]}
    stopped = game(PRODIGALS, [hyde_park, {"kind": "end-round"}, {"kind": "stop"}], **options)
    assert held(stopped, "best-hyde-park") == (1, ["Anneli"], 1)


def test_prodigals_club_player_at_0_ended_the_game():
    document = json.loads((GAMES / PRODIGALS / "three-players-election-and-society-to-0.json").read_text())["document"]
    assert str(marks(replayed(document), None).get("earliest-end").what) == "Anja has 0 in Election"


@row_by_row(("document", "game"), recorded(CARTA))
def test_carta_nostra_records_match_the_plays(document, game):
    """Heading: "Game goal"."""
    *_, (number, last) = enumerate(document["plays"], 1)
    turns = sum(play["player"] == last["player"] for _, play in of_kind(document, "turn"))
    followed = last["kind"] == "turn"
    assert held(game, "fewest-turns") == ((turns, [last["player"]], number) if followed else None)


@row_by_row(
    ("slug", "options"),
    [(DON_CARLO, {}), (LOIRE, {}), (PRODIGALS, {"competitions": ["election", "society"]}), (CARTA, {})],
)
def test_game_without_plays_has_no_titles_record_values(slug, options):
    begun = game(slug, [], **options)
    assert {record.mark(begun.course()) for record in begun.rulebook.history.records} <= {None}
