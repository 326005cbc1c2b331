"""Don Carlo compared with a second implementation: complete games from shuffled decks, scored with plain lists."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from scorekeeper.core.errors import IllegalPlay
from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.keypad import verdicts as keypad_verdicts
from tests.documents import game_document, score_document
from tests.rows import row_by_row

RULEBOOK = all_rulebooks()["don-carlo"]
NAMES = ("Anneli", "Benito", "Anja", "Adrian")
DECK = [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 3 + [6] * 2
COUNTRIES = {
    2: {"1-3": 3, "5": 5, "6": 6, "7": 7, "9-12": 9},
    3: {"1-3": 3, "5": 5, "6": 6, "7": 7, "8": 8, "9-12": 9},
    4: {"1-3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9-12": 9},
}
NAMELESS = {"4", "5", "7"}
"""Countries without a name in the rulebook."""
COMBINATIONS = [name for length in (1, 2, 3, 4) for name in combinations_with_replacement(range(7), length)]


# The second implementation. A play is (seat, cards in any order), or None for "stop".


def country(players, name):
    total = sum(name)
    label = "1-3" if 1 <= total <= 3 else "9-12" if 9 <= total <= 12 else str(total)
    return label if label in COUNTRIES[players] else None


LEADING = {players: [name for name in COMBINATIONS if country(players, name)] for players in COUNTRIES}
"""The code names that lead to a country."""
NEEDED = {name: frozenset(Counter(name).items()) for name in COMBINATIONS}
"""Their cards, with the number of each."""


def bonus_points(name):
    if len(name) != 3:
        return 0
    low, middle, high = sorted(name)
    return 2 if low == high else 1 if (middle - low, high - middle) == (1, 1) else 0


def rest(plays, seat):
    """Return the cards that this family has not played."""
    cards = list(DECK)
    for each in plays:
        if each and each[0] == seat:
            for number in each[1]:
                cards.remove(number)
    return cards


def sent(plays):
    return [tuple(sorted(each[1])) for each in plays if each]


def makes(cards, name):
    return not Counter(name) - Counter(cards)


def possible(players, plays, seat):
    """Return each code name that this family can make of all its remaining cards."""
    return possible_after(players, tuple(plays), seat)


@cache
def possible_after(players, plays, seat):
    cards, taken = Counter(rest(plays, seat)), set(sent(plays))
    enough = {(number, count) for number in cards for count in range(1, cards[number] + 1)}
    return [name for name in LEADING[players] if name not in taken and enough.issuperset(NEEDED[name])]


def over(players, plays):
    return None in plays or not any(possible(players, plays, seat) for seat in range(players))


def following(players, plays):
    """Return the seat of the next player, whether or not the players have agreed to stop."""
    senders = [each[0] for each in plays if each]
    seat = senders[-1] if senders else players - 1
    for _ in range(players):
        seat = (seat + 1) % players
        if possible(players, plays, seat):
            return seat
    return None


def code_of(players, plays, seat, cards):
    """Return the code under which this agent is refused, or None."""
    name = tuple(sorted(cards))
    if over(players, plays):
        return "game-over"
    if len(name) not in (1, 2, 3, 4):
        return "code-name-length"
    if set(name) - set(DECK):
        return "no-such-number"
    if not country(players, name):
        return "no-country"
    if name in sent(plays):
        return "code-name-taken"
    return None if makes(rest(plays, seat), name) else "cards-spent"


def brute_answer(players, plays):
    influence, bonus, worth = [0] * players, [0] * players, [0] * players
    queues = {label: [] for label in COUNTRIES[players]}
    remarks = []
    for number, each in enumerate(plays, 1):
        if each is None:
            continue
        seat, name = each
        turn = following(players, plays[: number - 1])
        if turn != seat:
            message = f"{NAMES[seat]} played; it was {NAMES[turn]}'s turn."
            remarks.append({"play": number, "code": "out-of-turn", "message": message})
        queue = queues[country(players, name)]
        queue.append(seat)
        influence[seat] += len(queue)
        bonus[seat] += bonus_points(name)
    for label, queue in queues.items():
        if queue:
            most = max(queue.count(seat) for seat in queue)
            worth[next(seat for seat in queue if queue.count(seat) == most)] += COUNTRIES[players][label]
    totals = [sum(points) for points in zip(influence, bonus, worth, strict=True)]
    left = [len(rest(plays, seat)) for seat in range(players)]
    better = [
        [other for other in range(players) if (-totals[other], left[other]) < (-totals[seat], left[seat])]
        for seat in range(players)
    ]
    finished = over(players, plays)
    return {
        "rulebook": "don-carlo",
        "finished": finished,
        "next": None if finished else NAMES[following(players, plays)],
        "standings": [
            {
                "player": NAMES[seat],
                "place": len(better[seat]) + 1,
                "total": totals[seat],
                "parts": {"influence": influence[seat], "bonus": bonus[seat], "countries": worth[seat]},
                "tie_break": {"cards_left": left[seat]},
            }
            for seat in sorted(range(players), key=lambda seat: (len(better[seat]), seat))
        ],
        "remarks": remarks,
    }


# Playing.


def deal_and_play(players, random, taste):
    """Play a complete random game as at a table, with hands of four.

    `taste` sorts the code names possible with the hand; one of the first three is sent. Returns the plays, and the
    number of hands that had to be laid open.
    """
    opened = 0
    piles = [random.sample(DECK, len(DECK)) for _ in range(players)]
    hands = [[piles[seat].pop() for _ in range(4)] for seat in range(players)]
    plays, playing, seat = [], set(range(players)), 0
    while playing:
        if seat in playing:
            hand, pile = hands[seat], piles[seat]
            while not (names := sendable_now(players, plays, hand)) and pile:
                hand.append(pile.pop())
            opened += len(hand) > 4
            if names:
                name = random.choice(sorted(names, key=lambda name: (taste * len(name), random.random()))[:3])
                plays.append((seat, tuple(random.sample(name, len(name)))))
                for number in name:
                    hand.remove(number)
                while len(hand) > 4:
                    pile.insert(0, hand.pop(random.randrange(len(hand))))
                while len(hand) < 4 and pile:
                    hand.append(pile.pop())
            else:
                playing.remove(seat)
        seat = (seat + 1) % players
    return plays, opened


def sendable_now(players, plays, hand):
    taken = sent(plays)
    names = {tuple(sorted(cards)) for length in (1, 2, 3, 4) for cards in combinations(hand, length)}
    return sorted(name for name in names if country(players, name) and name not in taken)


@st.composite
def dealt_games(draw):
    players = draw(st.integers(2, 4))
    random = draw(st.randoms(use_true_random=True))
    return players, *deal_and_play(players, random, draw(st.sampled_from([1, 0, -1])))


def whole_games():
    return dealt_games().map(lambda game: game[:2])


@st.composite
def free_for_alls(draw):
    """A game up to some play, in which players send agents in any order; it may end with a stop."""
    players = draw(st.integers(2, 4))
    random = draw(st.randoms(use_true_random=True))
    favourite = draw(st.integers(0, players - 1))
    plays = []
    for _ in range(draw(st.integers(0, 30))):
        seat = favourite if random.random() < 0.5 else random.randrange(players)
        names = possible(players, plays, seat)
        if names:
            name = random.choice(names)
            plays.append((seat, tuple(random.sample(name, len(name)))))
    return players, plays + [None] * (draw(st.booleans()) and not over(players, plays))


def score(players, plays):
    sent = [
        {"kind": "agent", "player": NAMES[each[0]], "cards": each[1]} if each else {"kind": "stop"} for each in plays
    ]
    return score_document(game_document("don-carlo", NAMES[:players], sent))


def read(players, plays):
    """Return the table and the log as the rulebook's own types."""
    table = RULEBOOK.table(NAMES[:players], {})
    agent, stop = RULEBOOK.kind(table, "agent").play_type, RULEBOOK.kind(table, "stop").play_type
    return table, [agent(each[0], tuple(each[1])) if each else stop() for each in plays]


attempts = st.tuples(
    st.integers(0, 3),
    st.one_of(
        st.lists(st.integers(0, 6), min_size=1, max_size=4),
        st.lists(st.integers(-2, 8), max_size=6),
    ).map(tuple),
)


# The properties.


@settings(max_examples=25)
@given(whole_games())
def test_complete_game_matches_the_second_implementation(game):
    players, plays = game
    expected = brute_answer(players, plays)
    assert score(players, plays) == (expected, 0)
    assert expected["finished"]
    assert expected["next"] is None
    assert expected["remarks"] == []
    refused, status = score(players, [*plays, (0, (1,)), None])
    assert status == 1
    assert [(each["play"], each["code"]) for each in refused["refused"]] == [
        (len(plays) + 1, "game-over"),
        (len(plays) + 2, "game-over"),
    ]


@settings(max_examples=12)
@given(whole_games())
def test_every_prefix_matches_the_second_implementation(game):
    players, plays = game
    for length in range(len(plays)):
        prefix = plays[:length]
        expected = brute_answer(players, prefix)
        assert score(players, prefix) == (expected, 0)
        assert not expected["finished"]
        assert expected["next"] == NAMES[plays[length][0]]


@settings(max_examples=25)
@given(free_for_alls())
def test_random_plays_match_the_second_implementation(game):
    players, plays = game
    assert score(players, plays) == (brute_answer(players, plays), 0)


@settings(max_examples=15)
@given(st.one_of(whole_games(), free_for_alls()))
def test_prefix_replays_to_the_intermediate_state(game):
    players, plays = game
    table, log = read(players, plays)
    whole = replay(RULEBOOK, table, log)
    assert [(step.number, step.play) for step in whole.steps] == list(enumerate(log, 1))
    states = [*(step.before for step in whole.steps), whole.state]
    for length, state in enumerate(states):
        shorter = replay(RULEBOOK, table, log[:length])
        assert shorter.state == state
        assert shorter.finished == over(players, plays[:length])
        assert RULEBOOK.seats.eliminated(state) == tuple(
            seat for seat in range(players) if not possible(players, plays[:length], seat)
        )


@settings(max_examples=25)
@given(free_for_alls(), st.lists(st.tuples(st.integers(0, 31), attempts), min_size=1, max_size=8))
def test_refused_plays_do_not_change_the_game(game, inserted):
    players, plays = game
    standing, given_plays, refused = [], [], []
    for index, each in enumerate([*plays, "end"]):
        for _, (seat, cards) in [attempt for attempt in inserted if min(attempt[0], len(plays)) == index]:
            attempt = (seat % players, cards)
            given_plays.append(attempt)
            code = code_of(players, standing, *attempt)
            if code:
                refused.append((len(given_plays), code))
            else:
                standing.append(attempt)
        if each == "end":
            break
        given_plays.append(each)
        code = ("game-over" if over(players, standing) else None) if each is None else code_of(players, standing, *each)
        if code:
            refused.append((len(given_plays), code))
        else:
            standing.append(each)
    table, log = read(players, given_plays)
    with_refused, without = replay(RULEBOOK, table, log), replay(RULEBOOK, *read(players, standing))
    assert [(conflict.number, conflict.refusal.code) for conflict in with_refused.conflicts] == refused
    assert without.conflicts == ()
    assert with_refused.sheet() == without.sheet()
    assert (with_refused.turn, with_refused.finished) == (without.turn, without.finished)
    assert len(with_refused.remarks) == len(without.remarks)
    answer, status = score(players, given_plays)
    assert status == (1 if refused else 0)
    assert [(each["play"], each["code"]) for each in answer.get("refused", [])] == refused


@settings(max_examples=25)
@given(free_for_alls(), attempts)
def test_refused_play_does_not_change_the_state(game, attempt):
    players, plays = game
    seat, cards = attempt[0] % players, attempt[1]
    table, log = read(players, [*plays, (seat, cards)])
    before, after = replay(RULEBOOK, table, log[:-1]), replay(RULEBOOK, table, log)
    code = code_of(players, plays, seat, cards)
    refused = [(conflict.refusal.code, conflict.refusal.field) for conflict in after.conflicts]
    assert refused == ([(code, "" if code == "game-over" else "cards")] if code else [])
    assert (after.state == before.state) == (code is not None)
    assert (after.remarks[: len(before.remarks)], after.steps[: len(before.steps)]) == (before.remarks, before.steps)


def same(verdict, arrival):
    said = ("headline", "detail", "points", "country")
    return all(getattr(verdict, name) == getattr(arrival, name) for name in said)


@settings(max_examples=15)
@given(st.one_of(whole_games(), free_for_alls()), st.floats(0, 1), st.integers(0, 3))
def test_keypad_agrees_with_the_rules(game, share, seat):
    players, plays = game
    plays, seat = plays[: round(share * len(plays))], seat % players
    table, log = read(players, plays)
    state = replay(RULEBOOK, table, log).state
    cards = rest(plays, seat)
    keypad, judged = RULEBOOK.pages.entry(state, seat), keypad_verdicts(state, seat)
    assert (keypad.cards, keypad.left) == (len(cards), tuple(map(cards.count, range(7))))
    assert keypad.hands == tuple(tuple(map(rest(plays, each).count, range(7))) for each in range(players))
    assert keypad.on_turn == (seat == following(players, plays))

    listed = [
        (tuple(map(int, name)), verdict) for verdict in (*judged, *keypad.nowhere) for name in verdict.names.split()
    ]
    verdicts = dict(listed)
    assert len(verdicts) == len(listed)
    assert {name for name, verdict in listed if verdict.points is not None} == set(possible(players, plays, seat))

    for verdict in judged:  # options for the other players if this device has to wait for the network
        for name in verdict.others.split():
            whole = keypad_verdicts(RULEBOOK.start(table), seat)
            (fresh,) = (each for each in whole if name in each.names.split())
            assert (verdict.country, str(verdict.headline)) == (fresh.country, str(fresh.headline))
            assert not makes(cards, tuple(map(int, name)))
    every = {name for verdict in judged for name in f"{verdict.names} {verdict.others}".split()}
    assert len(every) == sum(len(f"{each.names} {each.others}".split()) for each in judged)
    taken = {each.names for there in keypad.taken for each in there}
    for arrival in keypad.arrivals:  # the same again, as passed to a page
        (verdict,) = (each for each in judged if each.country is not None and same(each, arrival))
        assert {*keypad.groups[arrival.group].split()} - taken == {*f"{verdict.names} {verdict.others}".split()}
    assert len(keypad.arrivals) + len(taken) == len(judged)

    agent, before = RULEBOOK.kind(table, "agent"), RULEBOOK.lines(state)[seat].points
    allowed = [name for name in COMBINATIONS if makes(cards, name)]
    for name in allowed:
        verdict, written = verdicts[name], "/".join(map(str, name))
        headline = str(verdict.headline).replace("%", written)
        play = agent.play_type(seat, name)
        if verdict.points is None:
            with pytest.raises(IllegalPlay) as illegal:
                agent.apply(state, play, len(plays) + 1)
            assert headline == str(illegal.value.refusal.message)
        else:
            after = agent.apply(state, play, len(plays) + 1)
            assert verdict.points == RULEBOOK.lines(after)[seat].points - before
            assert headline.startswith(f"{written} goes to ")
            place = country(players, name)
            assert headline.endswith(f" to Country {place}" if place in NAMELESS else f" [{place}]")


@settings(max_examples=20)
@given(free_for_alls(), st.integers(0, 3))
def test_keypad_gives_the_reason_for_a_missing_card(game, seat):
    players, plays = game
    plays, seat = [each for each in plays if each], seat % players
    table, log = read(players, plays)
    state = replay(RULEBOOK, table, log).state
    cards, agent = rest(plays, seat), RULEBOOK.kind(table, "agent")
    keypad, taken = RULEBOOK.pages.entry(state, seat), set(sent(plays))
    for name in COMBINATIONS:
        lacking = [number for number in name if name.count(number) > cards.count(number)]
        if lacking and country(players, name) and name not in taken:
            with pytest.raises(IllegalPlay) as illegal:
                agent.apply(state, agent.play_type(seat, name), len(plays) + 1)
            assert illegal.value.refusal.code == "cards-spent"
            sentence = str(keypad.spent[cards.count(lacking[0])])
            filled = sentence.replace("$", table.players[seat]).replace("%", str(lacking[0]))
            assert filled == str(illegal.value.refusal.message)
    assert "5" in str(keypad.full)


def is_shared(players, plays):
    return [line["place"] for line in brute_answer(players, plays)["standings"]].count(1) > 1


def is_won_by_cards_left(players, plays):
    first, second = brute_answer(players, plays)["standings"][:2]
    return second["place"] == 2 and first["total"] == second["total"]


def has_tied_country(players, plays):
    counts = [Counter(seat for seat, name in plays if country(players, name) == label) for label in COUNTRIES[players]]
    return any(list(count.values()).count(max(count.values())) > 1 for count in counts if count)


@row_by_row(
    "happens",
    [
        lambda players, plays, opened: opened > 0,
        lambda players, plays, opened: any(after[0] != (before[0] + 1) % players for before, after in pairwise(plays)),
        lambda players, plays, opened: any(not rest(plays, seat) for seat in range(players)),
        lambda players, plays, opened: any(len(rest(plays, seat)) > 1 for seat in range(players)),
        lambda players, plays, opened: is_shared(players, plays),
        lambda players, plays, opened: is_won_by_cards_left(players, plays),
        lambda players, plays, opened: has_tied_country(players, plays),
    ],
    ids=[
        "a hand is laid open",
        "somebody is bypassed",
        "a family is played out",
        "cards are left over",
        "a shared victory",
        "a tie broken",
        "a country tied",
    ],
)
def test_dealt_games_cover_all_outcomes(happens):
    find(dealt_games(), lambda game: happens(*game), settings=settings(max_examples=2_000, phases=[Phase.generate]))
