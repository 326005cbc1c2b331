"""Carta Nostra against a second scorekeeper: whole games with a deck, hands and jobs, judged again card by card."""

from collections import Counter

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from tests.documents import Scorer, game_document, read_document

RULEBOOK = all_rulebooks()["carta-nostra"]
NAMES = ("Anneli", "Benito", "Anja", "Adrian", "Zoë", "Donny")
FIVE = {"caporegime", "don", "consigliere", "hitman", "smuggler"}
ORDER = ("caporegime", "don", "consigliere", "hitman", "smuggler")

# The second scorekeeper. A play is (player, came, (victim, gone)) with None for what did not happen; (player,) is the
# winner alone. Everybody is called by name. It never keeps a table: cities are read off the plays whenever asked for.


def city(plays, player):
    """Everybody who lies before a player, one by one."""
    lying = []
    for each in plays:
        if len(each) == 1:
            continue
        mover, came, gone = each
        if gone and gone[0] == player:
            lying.remove(gone[1])
        if came and mover == player:
            lying.append(came)
    return lying


def winner(plays):
    for length, each in enumerate(plays, 1):
        if len(each) == 1 or set(city(plays[:length], each[0])) == FIVE:
            return each[0]
    return None


def following(players, plays):
    last = NAMES.index(plays[-1][0]) if plays else -1
    return NAMES[(last + 1) % players]


def code_of(players, plays, each):
    """The code under which a play is refused after these, or None."""
    sitting = NAMES[:players]
    if each[0] not in sitting:
        return "unknown-player"
    came, gone = each[1:] if len(each) > 1 else (None, None)
    if gone and gone[0] not in sitting:
        return "unknown-player"
    if winner(plays):
        return "game-over"
    if (came is not None and came not in FIVE) or (gone and gone[1] not in FIVE):
        return "unknown-mafioso"
    if gone and gone[0] == each[0]:
        return "own-city"
    return "nothing-to-liquidate" if gone and gone[1] not in city(plays, gone[0]) else None


def judged(players, plays):
    """The plays that stand, and the number and code of each that does not."""
    standing, refused = [], []
    for number, each in enumerate(plays, 1):
        code = code_of(players, standing, each)
        if code:
            refused.append((number, code))
        else:
            standing.append(each)
    return standing, refused


def brute_answer(players, plays):
    won, quick = winner(plays), any(len(each) == 1 for each in plays)
    remarks = []
    for number, each in enumerate(plays, 1):
        turn = following(players, plays[: number - 1])
        if len(each) > 1 and each[0] != turn:
            message = f"{each[0]} played; it was {turn}'s turn."
            remarks.append({"play": number, "code": "out-of-turn", "message": message})
    ordered = [name for name in NAMES[:players] if name == won] + [name for name in NAMES[:players] if name != won]
    return {
        "rulebook": "carta-nostra",
        "finished": won is not None,
        "next": None if won else following(players, plays),
        "standings": [
            {
                "player": name,
                "place": 2 if won and name != won else 1,
                "total": None,
                "parts": {"city": None if quick else len(set(city(plays, name)))},
                "tie_break": {},
            }
            for name in ordered
        ],
        "remarks": remarks,
    }


# Playing.


class Evening:
    """A game as it is played at the table: a deck of many, hands, a discard pile, jobs, and Dons that prevent them."""

    def __init__(self, players, random, longest):
        self.players, self.random, self.longest = players, random, longest
        self.pile = random.sample(ORDER * 12, 60)
        self.hands = [[self.pile.pop() for _ in range(7)] for _ in range(players)]
        self.discard = [self.pile.pop()]
        self.areas = [[] for _ in range(players)]
        self.plays, self.prevented = [], 0

    def draw(self):
        if not self.pile:
            self.pile, self.discard = self.random.sample(self.discard[:-1], len(self.discard) - 1), self.discard[-1:]
        return self.pile.pop() if self.pile else None

    def discarded(self, hand, card):
        hand.remove(card)
        self.discard.append(card)

    def stopped(self, seat):
        """Whether somebody's Don, with another card beside him, prevents the job."""
        for other in range(self.players):
            hand = self.hands[other]
            if other != seat and "don" in hand and len(hand) > 1 and self.random.random() < 0.3:
                self.discarded(hand, "don")
                self.discarded(hand, self.random.choice(hand))
                self.prevented += 1
                return True
        return False

    def job(self, seat):
        """Do a job; returns who was liquidated where, if it was that."""
        hand, victims = (
            self.hands[seat],
            [other for other in range(self.players) if other != seat and self.areas[other]],
        )
        choices = [card for card in hand if card != "don" and (card != "hitman" or victims)]
        if not choices:
            return None
        card = "hitman" if "hitman" in choices and self.random.random() < 0.6 else self.random.choice(sorted(choices))
        self.discarded(hand, card)
        if self.stopped(seat):
            return None
        if card == "hitman":
            victim = self.random.choice(victims)
            gone = self.random.choice(self.areas[victim])
            self.areas[victim].remove(gone)
            self.discard.append(gone)
            return NAMES[victim], gone
        if card == "caporegime":
            hand.extend(filter(None, (self.draw(), self.draw())))
        elif card == "consigliere" and self.discard:
            hand.append(self.discard.pop(self.random.randrange(len(self.discard))))
        elif card == "smuggler":
            other = self.random.choice([other for other in range(self.players) if other != seat])
            if self.hands[other]:
                self.discarded(self.hands[other], self.random.choice(self.hands[other]))
        return None

    def laid(self, seat):
        hand, area = self.hands[seat], self.areas[seat]
        wanted = [card for card in hand if card not in area] or hand
        if not wanted or self.random.random() < 0.2:
            return None
        card = self.random.choice(sorted(wanted))
        hand.remove(card)
        area.append(card)
        return card

    def play(self):
        seat = 0
        while len(self.plays) < self.longest:
            hand = self.hands[seat]
            hand.extend(filter(None, [self.draw()]))
            came = gone = None
            for action in self.random.sample(("job", "lay"), 2):
                if action == "lay":
                    came = self.laid(seat)
                elif self.random.random() < 0.6:
                    gone = self.job(seat)
            self.plays.append((NAMES[seat], came, gone))
            if len(set(self.areas[seat])) == 5:
                break
            while len(hand) > 10:
                self.discarded(hand, self.random.choice(hand))
            seat = (seat + 1) % self.players
        return self.plays


@st.composite
def evenings(draw):
    evening = Evening(draw(st.integers(2, 6)), draw(st.randoms(use_true_random=True)), draw(st.integers(0, 60)))
    evening.play()
    return evening


def whole_games():
    return evenings().map(lambda evening: (evening.players, evening.plays))


@st.composite
def attempts(draw):
    """Anything that can be read: strangers, unknown Mafiosi, the own city, and the winner alone."""
    name = st.sampled_from([*NAMES, "anneli"])
    mafioso = st.sampled_from([*ORDER, *ORDER, "Don", "", "boss"])
    player = draw(name)
    if draw(st.integers(0, 9)) == 0:
        return (player,)
    came = draw(st.none() | mafioso)
    return player, came, draw(st.none() | st.tuples(name, mafioso))


@st.composite
def free_for_alls(draw):
    """Anybody plays whatever the rules take, whenever they like."""
    players = draw(st.integers(2, 6))
    random = draw(st.randoms(use_true_random=True))
    favourite = random.randrange(players)
    plays = []
    for _ in range(draw(st.integers(0, 30))):
        seat = favourite if random.random() < 0.3 else random.randrange(players)
        lying = [
            (NAMES[other], card)
            for other in range(players)
            if other != seat
            for card in sorted(city(plays, NAMES[other]))
        ]
        gone = random.choice(lying) if lying and random.random() < 0.3 else None
        plays.append((NAMES[seat], random.choice([None, *ORDER]), gone))
        if winner(plays):
            break
    if not winner(plays) and draw(st.booleans()):
        plays.append((NAMES[random.randrange(players)],))
    return players, plays


def games():
    return st.one_of(whole_games(), free_for_alls())


def document(players, plays):
    return game_document("carta-nostra", NAMES[:players], [entered(each) for each in plays])


score = Scorer(document).score


def entered(each):
    if len(each) == 1:
        return {"kind": "won", "player": each[0]}
    player, came, gone = each
    turn = {"kind": "turn", "player": player}
    if came is not None:
        turn["city"] = came
    if gone is not None:
        turn["liquidated"] = {"player": gone[0], "mafioso": gone[1]}
    return turn


def read(players, plays):
    """The table and the log as the rulebook's own values."""
    found = read_document(document(players, plays))
    return found.table, found.plays


# The properties.


@settings(max_examples=100)
@given(whole_games())
def test_a_whole_game_is_scored_as_by_hand(game):
    players, plays = game
    expected = brute_answer(players, plays)
    assert expected["remarks"] == []
    assert score(players, plays) == (expected, 0)


@settings(max_examples=40)
@given(whole_games())
def test_every_prefix_of_a_game_is_scored_as_by_hand(game):
    players, plays = game
    for length in range(len(plays)):
        expected = brute_answer(players, plays[:length])
        assert score(players, plays[:length]) == (expected, 0)
        assert (expected["finished"], expected["next"]) == (False, plays[length][0])


@settings(max_examples=100)
@given(free_for_alls())
def test_a_free_for_all_is_scored_as_by_hand(game):
    players, plays = game
    assert score(players, plays) == (brute_answer(players, plays), 0)


@settings(max_examples=100)
@given(games(), st.lists(st.tuples(st.integers(0, 60), attempts()), min_size=1, max_size=12))
def test_what_the_rules_refuse_is_set_aside(game, inserted):
    players, plays = game
    tried = list(plays)
    for position, attempt in sorted(inserted, key=lambda each: -each[0]):
        tried.insert(position, attempt)
    standing, refused = judged(players, tried)
    answer, status = score(players, tried)
    if not refused:
        assert (answer, status) == (brute_answer(players, tried), 0)
        return
    assert status == 1
    assert [(each["play"], each["code"]) for each in answer["refused"]] == refused
    assert all(each["message"] for each in answer["refused"])
    with_refused, without = replay(RULEBOOK, *read(players, tried)), replay(RULEBOOK, *read(players, standing))
    assert without.conflicts == ()
    assert with_refused.sheet() == without.sheet()
    assert (with_refused.turn, with_refused.finished) == (without.turn, without.finished)
    assert score(players, standing) == (brute_answer(players, standing), 0)


@settings(max_examples=80)
@given(st.integers(2, 6), st.lists(attempts(), max_size=25))
def test_any_plays_at_all_are_judged_as_by_hand(players, tried):
    standing, refused = judged(players, tried)
    answer, status = score(players, tried)
    assert status == bool(refused)
    if refused:
        assert [(each["play"], each["code"]) for each in answer["refused"]] == refused
    else:
        assert answer == brute_answer(players, standing)


@settings(max_examples=100)
@given(games(), st.integers(0, 5))
def test_nothing_can_be_entered_once_it_is_won(game, seat):
    players, plays = game
    name = NAMES[seat % players]
    answer, status = score(players, [*plays, (name,), (name, "don", None), (name,)])
    numbers = range(len(plays) + (2 if winner(plays) is None else 1), len(plays) + 4)
    assert status == 1
    assert [(each["play"], each["code"]) for each in answer["refused"]] == [(number, "game-over") for number in numbers]


@settings(max_examples=60)
@given(games())
def test_a_prefix_replays_to_the_state_along_the_way(game):
    players, plays = game
    table, log = read(players, plays)
    whole = replay(RULEBOOK, table, log)
    states = [*(step.before for step in whole.steps), whole.state]
    assert len(states) == len(plays) + 1
    for length, state in enumerate(states):
        assert replay(RULEBOOK, table, log[:length]).state == state
        assert RULEBOOK.finished(state) == (winner(plays[:length]) is not None)


@settings(max_examples=100)
@given(games())
def test_the_board_shows_what_lies_there(game):
    players, plays = game
    log = replay(RULEBOOK, *read(players, plays))
    board, won = RULEBOOK.pages.board(log.state), winner(plays)
    if any(len(each) == 1 for each in plays):
        assert board.areas == ()
        return
    for name, area in zip(NAMES[:players], board.areas, strict=True):
        counts = Counter(city(plays, name))
        assert [(stack.name, stack.count) for stack in area.stacks] == [(card, counts[card]) for card in ORDER]
        assert area.different == len(counts)
        assert {str(label).lower() for label in area.missing} == FIVE - set(counts)
        assert (area in board.close) == (len(counts) == 4)
        assert area.on_turn == (won is None and name == following(players, plays))


@settings(max_examples=90)
@given(games(), st.integers(0, 5))
def test_the_entry_says_what_the_rules_say(game, seat):
    players, plays = game
    plays = plays[:-1] if winner(plays) else plays
    seat %= players
    name = NAMES[seat]
    log = replay(RULEBOOK, *read(players, plays))
    entry = RULEBOOK.pages.entry(log.state, seat)
    assert [stack.name for stack in entry.own.stacks] == list(ORDER)
    assert {stack.name: stack.count for stack in entry.own.stacks if stack.lit} == Counter(city(plays, name))
    assert {other.player for other in entry.others} == {*NAMES[:players]} - {name}
    for other in entry.others:
        can = {card for card in ORDER if code_of(players, plays, (name, None, (other.player, card))) is None}
        assert {stack.name for stack in other.stacks if stack.lit} == can


@settings(max_examples=100)
@given(games(), attempts())
def test_a_preview_says_what_becomes_of_a_turn(game, attempt):
    players, plays = game
    plays = plays[:-1] if winner(plays) else plays
    code = code_of(players, plays, attempt)
    if code == "unknown-player":  # the form has the players to choose from
        return
    table, log = read(players, [*plays, attempt])
    before = replay(RULEBOOK, table, log[:-1])
    preview = before.preview(log[-1])
    shown = RULEBOOK.pages.preview(preview)
    assert (preview.refusal and preview.refusal.code) == code
    if code:
        assert (preview.summary, preview.after, shown.wins) == (None, None, False)
        return
    after = replay(RULEBOOK, table, log)
    assert preview.summary == after.describe(after.steps[-1])
    assert preview.after == after.state
    assert shown.wins == (winner([*plays, attempt]) is not None)


def is_won(evening):
    return winner(evening.plays) is not None


@pytest.mark.parametrize(
    "happens",
    [
        is_won,
        lambda evening: not is_won(evening) and len(evening.plays) > 20,
        lambda evening: is_won(evening) and evening.plays[-1][2] is not None,
        lambda evening: evening.prevented > 0,
        lambda evening: any(max(Counter(area).values(), default=0) > 1 for area in evening.areas),
        lambda evening: (
            is_won(evening) and any(each[2] and each[2][0] == evening.plays[-1][0] for each in evening.plays)
        ),
        lambda evening: is_won(evening) and sum(len(set(area)) == 4 for area in evening.areas) > 1,
        lambda evening: evening.players == 6 and is_won(evening),
    ],
    ids=[
        "a win",
        "a long game without one",
        "a win with a job in the same turn",
        "a job prevented",
        "two of a kind in a city",
        "a winner who was visited",
        "others one step away",
        "six players to the end",
    ],
)
def test_the_evenings_reach(happens):
    find(evenings(), happens, settings=settings(max_examples=2_000, phases=[Phase.generate]))
