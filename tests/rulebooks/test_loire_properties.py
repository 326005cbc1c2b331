"""The Castles of Burgundy: The Card Game against a second scorekeeper: whole sittings, counted again card by card."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.document import read_play, write, write_play
from scorekeeper.rulebooks import all_rulebooks
from tests.documents import Scorer, game_document, read_document, score_document
from tests.reaching import never_reached

RULEBOOK = all_rulebooks()["loire"]
NAMES = ("Anneli", "Benito", "Anja", "Adrian")
TYPES = ["castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings"]
BOX = {"castles": 12, "mines": 12, "cloisters": 12, "knowledge": 18, "ships": 18, "pastures": 18, "buildings": 24}
ANIMALS = ["chickens", "cows", "sheep", "pigs"]
WHOLE_TALLY = {
    "estate": {},
    "first_triples": [],
    "all_seven": 0,
    "victory_cards": 0,
    "goods_vp": 0,
    "animals": {},
    "start_player": False,
    "storage": {},
}
CARDS_OF_AARON = {"A": 3, "B": 7, "C": 12, "D": 18, "E": 25}


# The second scorekeeper. It deals with plays as they stand in the document, and with heaps of single cards.


def heaps(play):
    """Every card of an estate as (type it scores as, type it is), whoever's it is."""
    cards = []
    for name, stack in play.get("estate", {}).items():
        own, laid = (stack.get("cards", 0), stack.get("cloisters", 0)) if isinstance(stack, dict) else (stack, 0)
        cards += [(name, name)] * min(own, 30) + [(name, "cloisters")] * min(laid, 90)
    return cards


def full_triples(play):
    """The types of a play's triples, one entry for each triple."""
    scoring_as = [each for each, _ in heaps(play)]
    return [name for name in TYPES for _ in range(scoring_as.count(name) // 3)]


def every_number(value):
    if isinstance(value, dict):
        return [number for inner in value.values() for number in every_number(inner)]
    return [value] if type(value) is int else []


def collection(play):
    return [name for name, count in play.get("animals", {}).items() for _ in range(count)]


def best_sets(animals):
    """Points and animals left over: take a set of all that are different, over and over."""
    left, points, unused = list(animals), 0, 0
    while left:
        different = set(left)
        for each in different:
            left.remove(each)
        points += {1: 0, 2: 1, 3: 2, 4: 4}[len(different)]
        unused += len(different) == 1
    return points, unused


class Sitting:
    """A table on which plays are laid one after the other."""

    def __init__(self, players, options):
        self.players, self.solo = list(players), bool(options.get("solo"))
        self.worth = {"buildings": 3, "pastures": 4, "cloisters": 6} | options.get("triple_values", {})
        self.tables, self.before, self.rounds, self.over, self.aaron_new = {}, {}, list("ABCDE"), False, False

    def others(self, who):
        return [table for name, table in self.tables.items() if name != who]

    def code(self, play):
        kinds = ("tally", "aaron", "end-round") if self.solo else ("tally", "stop")
        if play["kind"] not in kinds:
            return "unknown-kind"
        if "player" in play and play["player"] not in self.players:
            return "unknown-player"
        if self.over:
            return "game-over"
        if play["kind"] in ("stop", "end-round"):
            return self.end_code()
        fits = {code for code, fit in self.faults(play) if fit}
        order = ["negative-number", "cloister-without-card", "aaron-cards", "too-many-cards", "too-many-animals"]
        order += ["no-such-bonus", "bonus-unearned", "bonus-taken", "start-player-taken"]
        return next((code for code in order if code in fits), None)

    def faults(self, play):
        negative = any(number < 0 for number in every_number(play))
        yield "negative-number", negative
        if negative:
            return
        who = play.get("player", "Aaron")
        others, claimed, seven = self.others(who), play.get("first_triples", []), play.get("all_seven", 0)
        if who == "Aaron" and self.solo:
            piles = play.get("estate", {})
            shrunk = any(piles.get(name, 0) < self.before.get(name, 0) for name in TYPES)
            yield "aaron-cards", sum(piles.values()) != CARDS_OF_AARON[self.rounds[0]] or shrunk
        else:
            for name, stack in play.get("estate", {}).items():
                laid = stack.get("cloisters", 0)
                yield "cloister-without-card", laid > (0 if name == "cloisters" else 2 * stack.get("cards", 0))
        drawn = [card for table in [play, *others] for _, card in heaps(table)]
        yield "too-many-cards", any(drawn.count(name) > BOX[name] for name in TYPES)
        for name in ANIMALS:
            herd = sum(table.get("animals", {}).get(name, 0) for table in [play, *others])
            yield "too-many-animals", herd > 5
        sevens = {1: [3, 1], 2: [3, 1], 3: [4, 2, 1], 4: [4, 3, 2, 1]}[len(self.players)]
        yield "no-such-bonus", seven not in [0, *sevens] or bool(set(claimed) - set(TYPES))
        yield "bonus-unearned", bool(set(claimed) - set(full_triples(play)))
        yield "bonus-unearned", seven != 0 and {card for _, card in heaps(play)} != set(TYPES)
        yield "bonus-taken", len(set(claimed)) < len(claimed)
        yield "bonus-taken", any(set(claimed) & set(table.get("first_triples", [])) for table in others)
        yield "bonus-taken", seven != 0 and seven in [table.get("all_seven", 0) for table in others]
        card = play.get("start_player", False)
        yield "start-player-taken", card and any(table.get("start_player", False) for table in others)

    def end_code(self):
        if self.solo and not self.aaron_new:
            return "aaron-missing"
        if any(name not in self.tables for name in self.players):
            return "tally-missing"
        return "printed-value-missing" if self.value_missing() else None

    def value_missing(self):
        return any(name not in self.worth for table in self.tables.values() for name in full_triples(table))

    def lay(self, play):
        if play["kind"] in ("tally", "aaron"):
            self.tables[play.get("player", "Aaron")] = play
            self.aaron_new |= play["kind"] == "aaron"
        elif play["kind"] == "stop":
            self.over = True
        else:
            totals = {line["player"]: line["total"] for line in self.lines()}
            self.over = totals["Aaron"] > totals[self.players[0]] or self.rounds == ["E"]
            if not self.over:
                self.rounds.pop(0)
                self.before, self.aaron_new = self.tables["Aaron"].get("estate", {}), False

    def line(self, name):
        play = self.tables.get(name)
        parts = dict.fromkeys(
            ["triples", "first_triples", "all_seven", "victory_cards", "goods", "animals", "start_player"]
        )
        line = {"player": name, "total": None, "parts": parts, "tie_break": {"storage_left": None}}
        if play is None:
            return line
        worth = [self.worth.get(each) for each in full_triples(play)]
        parts["triples"] = None if None in worth else sum(worth)
        parts["first_triples"] = len(play.get("first_triples", []))
        parts["all_seven"] = play.get("all_seven", 0)
        if name in self.players:
            points, unused = best_sets(collection(play))
            parts["victory_cards"] = play.get("victory_cards", 0)
            parts["goods"] = play.get("goods_vp", 0)
            parts["animals"] = points
            parts["start_player"] = 1 if play.get("start_player", False) and not self.solo else 0
            line["tie_break"]["storage_left"] = unused + sum(play.get("storage", {}).values())
        if parts["triples"] is not None:
            line["total"] = sum(value for value in parts.values() if value is not None)
        return line

    def lines(self):
        return [self.line(name) for name in [*self.players, *(["Aaron"] if self.solo else [])]]

    def answer(self, number):
        lines = self.lines()

        def beats(one, other):
            if one["total"] is None or other["total"] is None:
                return one["total"] is not None and other["total"] is None
            if one["total"] != other["total"]:
                return one["total"] > other["total"]
            if self.solo:
                return one["player"] != "Aaron"
            return one["tie_break"]["storage_left"] > other["tie_break"]["storage_left"]

        for line in lines:
            line["place"] = 1 + sum(beats(other, line) for other in lines if other is not line)
        answer = {
            "rulebook": "loire",
            "finished": self.over,
            "next": None,
            "standings": sorted(lines, key=lambda line: line["place"]),
            "remarks": [(number, code) for code in self.remarks()],
        }
        return answer | ({"round": self.rounds[0]} if self.solo else {})

    def remarks(self):
        tables = self.tables.values()
        if self.value_missing():
            yield "printed-value-missing"
        if not self.over:
            return
        for name in TYPES:
            made = any(name in full_triples(table) for table in tables)
            if made and not any(name in table.get("first_triples", []) for table in tables):
                yield "bonus-unclaimed"
        if not self.solo and not any(table.get("start_player", False) for table in tables):
            yield "start-player-unclaimed"


def counted(players, options, plays):
    """The answer and the status, without the sentences; and the sitting."""
    sitting, refused = Sitting(players, options), []
    for number, play in enumerate(plays, 1):
        code = sitting.code(play)
        if code:
            refused.append((number, code))
        else:
            sitting.lay(play)
    if refused:
        return {"refused": refused}, 1, sitting
    return sitting.answer(len(plays)), 0, sitting


# Sittings. Every choice is random; `care` is how often a play that would be refused is thrown away.


def an_estate(random, boldness):
    estate = {}
    for name in random.sample(TYPES, random.choice([0, 2, 4, 7, 7])):
        own = random.choice([0, 1, 1, 2, 3, 3, 4, 6, 9])
        most = 0 if name == "cloisters" else 2 * own
        laid = random.choice([0, 0, 0, 1, 2, random.randint(0, most)])
        laid = laid if random.random() < boldness else min(laid, most)
        stack = {"cards": own, "cloisters": laid}
        if random.random() < boldness / 9:
            stack[random.choice(["cards", "cloisters"])] = random.choice([-1, 13, 25, 1_000_000])
        estate[name] = {key: value for key, value in stack.items() if value or random.random() < 0.3}
    return estate


def bonuses(random, play, boldness):
    earned = sorted(set(full_triples(play)) if random.random() > boldness / 3 else {*TYPES, "villages", ""})
    claimed = random.sample(earned, random.randint(0, min(2, len(earned))))
    if claimed and random.random() < boldness / 9:
        claimed.append(claimed[0])
    if claimed:
        play["first_triples"] = claimed
    if random.random() < 0.5 and (random.random() < boldness / 3 or {card for _, card in heaps(play)} == set(TYPES)):
        play["all_seven"] = random.choice([0, 1, 1, 2, 3, 3, 4])
        if random.random() < boldness / 9:
            play["all_seven"] = random.choice([-3, 5])
    return play


def a_tally(random, players, boldness):
    play = {"kind": "tally", "player": random.choice(players)}
    if random.random() < boldness / 9:
        play["player"] = random.choice(["Nobody", "Aaron", "anneli"])
    if random.random() < 0.9:
        play["estate"] = an_estate(random, boldness)
    bonuses(random, play, boldness)
    for name in ("victory_cards", "goods_vp"):
        if random.random() < 0.5:
            play[name] = random.randint(-(random.random() < boldness / 9), 12)
    if random.random() < 0.7:
        most = random.choice([1, 2, 3, 5 + (random.random() < boldness)])
        play["animals"] = {name: random.randint(0, most) for name in random.sample(ANIMALS, random.randint(0, 4))}
    if random.random() < 0.3:
        play["start_player"] = random.random() < 0.7
    if random.random() < 0.6:
        play["storage"] = {name: random.randint(0, 3) for name in random.sample(["workers", "silver", "goods"], 2)}
    return play


def aarons_table(random, sitting, boldness):
    """What he had, and as many more as belong to this round."""
    now = sitting.rounds[0] if random.random() > boldness / 3 else random.choice("ABCDE")
    cards = [name for name, count in sitting.before.items() for _ in range(count)]
    if random.random() < boldness / 9:
        cards = []
    while len(cards) < CARDS_OF_AARON[now]:
        cards.append(random.choice(TYPES))
    estate = {name: cards.count(name) for name in TYPES if name in cards or random.random() < 0.1}
    if random.random() < boldness / 9:
        estate[random.choice(TYPES)] = random.choice([-1, 13])
    return bonuses(random, {"kind": "aaron", "estate": estate}, boldness)


def a_play(random, sitting, boldness):
    if random.random() < boldness / 9:
        return {"kind": random.choice(["stop", "aaron", "end-round", "agent", "tally"]), "player": sitting.players[0]}
    if not sitting.solo:
        return {"kind": "stop"} if random.random() < 0.06 else a_tally(random, sitting.players, boldness)
    kind = random.choice(["tally", "tally", "aaron", "aaron", "end-round"])
    if kind == "end-round":
        return {"kind": kind}
    return a_tally(random, sitting.players, boldness) if kind == "tally" else aarons_table(random, sitting, boldness)


def readable(play, solo):
    """Whether nothing stands in the play that does not belong to its kind; of unknown kinds nothing is looked at."""
    known = ("tally", "aaron", "end-round") if solo else ("tally", "stop")
    return play["kind"] not in known or play["kind"] == "tally" or "player" not in play


@st.composite
def sittings(draw, players=None, boldness=None, care=None):
    random = draw(st.randoms(use_true_random=True))
    names = NAMES[: draw(st.integers(1, 4)) if players is None else players]
    boldness = draw(st.sampled_from([0, 0.3, 1])) if boldness is None else boldness
    care = draw(st.sampled_from([0, 0.9, 1, 1])) if care is None else care
    options = {"solo": True} if len(names) == 1 else {"solo": False} if random.random() < 0.2 else {}
    if random.random() < 0.9:
        known = TYPES if random.random() < 0.7 else random.sample(TYPES, random.randint(0, 7))
        options["triple_values"] = {name: random.randint(0, 7) for name in known}
    sitting, plays = Sitting(names, options), []
    for _ in range(draw(st.integers(0, 40))):
        play = a_play(random, sitting, boldness)
        code = sitting.code(play) if readable(play, sitting.solo) else "unreadable"
        if code is None:
            sitting.lay(play)
        elif code == "unreadable" or random.random() < care:
            continue
        plays.append(play)
    return names, options, plays


def document(players, options, plays):
    return game_document("loire", players, plays, options)


replayed = Scorer(document).replayed


def score(players, options, plays):
    """The answer as the second scorekeeper gives it, and the status."""
    answer, status = score_document(document(players, options, plays))
    for key in ("refused", "remarks"):
        if key in answer:
            assert all(each["message"] and "{" not in each["message"] for each in answer[key])
            answer[key] = [(each["play"], each["code"]) for each in answer[key]]
    return answer, status


# The properties.


@settings(max_examples=200)
@given(sittings())
def test_a_sitting_is_scored_as_by_hand(sitting):
    *expected, _ = counted(*sitting)
    assert score(*sitting) == tuple(expected)


@settings(max_examples=90)
@given(sittings(care=1))
def test_every_prefix_is_scored_as_by_hand(sitting):
    players, options, plays = sitting
    for length in range(len(plays)):
        *expected, _ = counted(players, options, plays[:length])
        assert score(players, options, plays[:length]) == tuple(expected)


@settings(max_examples=90)
@given(sittings(care=0))
def test_what_the_rules_refuse_is_set_aside(sitting):
    players, options, plays = sitting
    refused = {number for number, _ in counted(*sitting)[0].get("refused", [])}
    standing = [play for number, play in enumerate(plays, 1) if number not in refused]
    with_refused, without = replayed(*sitting), replayed(players, options, standing)
    assert without.conflicts == ()
    assert with_refused.sheet() == without.sheet()
    assert with_refused.finished == without.finished


@settings(max_examples=90)
@given(sittings(care=1))
def test_what_was_read_is_written_as_it_was(sitting):
    wanted = document(*sitting)
    assert write(read_document(wanted)) == wanted


@settings(max_examples=90)
@given(sittings(care=1, boldness=0))
def test_what_is_left_out_is_nothing(sitting):
    players, options, plays = sitting
    full = [WHOLE_TALLY | play if play["kind"] == "tally" else play for play in plays]
    assert replayed(players, options, plays).state == replayed(players, options, full).state
    assert [step.play for step in replayed(players, options, plays).steps] == [
        step.play for step in replayed(players, options, full).steps
    ]


@settings(max_examples=90)
@given(sittings(care=1))
def test_the_tally_to_be_changed_says_what_the_last_one_said(sitting):
    players, options, plays = sitting
    table = RULEBOOK.table(players, options)
    state = replayed(*sitting).state
    kind = RULEBOOK.kind(table, "tally")
    for seat, name in enumerate(players):
        earlier = [play for play in plays if play.get("player") == name]
        last = earlier[-1] if earlier else {"kind": "tally", "player": name}
        tally = kind.prefill(state, seat, {})
        assert tally == read_play(last, RULEBOOK, table)
        filled = write_play(tally, RULEBOOK, table)
        assert set(filled) == {"kind", "player", *(WHOLE_TALLY if earlier else ())}
        assert read_play(filled, RULEBOOK, table) == tally
    if len(players) == 1:
        last = next((play for play in reversed(plays) if play["kind"] == "aaron"), {"kind": "aaron"})
        assert RULEBOOK.kind(table, "aaron").prefill(state, 0, {}) == read_play(last, RULEBOOK, table)


TAKEN = ("bonus-taken", "start-player-taken")


def unheld(play):
    """The play without the cards that only one can have."""
    return {name: value for name, value in play.items() if name not in ("first_triples", "all_seven", "start_player")}


@settings(max_examples=150)
@given(sittings(players=3, boldness=0, care=1), st.randoms(use_true_random=True))
def test_after_others_made_room_a_play_stands_wherever_only_they_were_in_the_way(sitting, random):
    players, options, plays = sitting
    plays = [play for play in plays if play["kind"] == "tally"]
    game = replayed(players, options, plays)
    claimed = read_play(a_tally(random, players, 0), RULEBOOK, game.table)
    room, refused = game.making_room(claimed), game.preview(claimed).refusal
    after = game.entered(room)
    assert after.conflicts == ()
    assert after.preview(claimed).refusal == (None if refused and refused.code in TAKEN else refused)
    without = replayed(players, options, [unheld(play) for play in plays])
    assert after.preview(claimed).refusal == without.preview(claimed).refusal
    assert (room != ()) >= (refused is not None and refused.code in TAKEN)


@settings(max_examples=90)
@given(sittings(care=1))
def test_the_account_adds_up_to_the_sheet(sitting):
    game = replayed(*sitting)
    account = RULEBOOK.pages.board(game.state).account
    expected, _, by_hand = counted(*sitting)
    assert RULEBOOK.pages.board(game.state).round == expected.get("round", "")
    paper = [standing.line for standing in game.sheet().standings]
    assert list(account.names) == [line.name for line in paper]
    for column, line in enumerate(paper):
        cells = {row.type or str(row.label): row.cells[column] for row in account.rows}
        assert cells["points"].points == line.total
        if line.name in by_hand.tables:
            points = [cells[name].points for name in TYPES]
            made = full_triples(by_hand.tables[line.name])
            assert line.parts["triples"] == (None if None in points else sum(points))
            assert [cells[name].triples for name in TYPES] == [made.count(name) for name in TYPES]


@settings(max_examples=90)
@given(sittings(care=1))
def test_every_play_can_be_described(sitting):
    game = replayed(*sitting)
    for step in game.steps:
        summary = game.describe(step)
        assert str(summary.headline)
        assert summary.detail is None or str(summary.detail)
        assert str(RULEBOOK.title(game.table, step.play))


@settings(max_examples=150)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_the_greatest_sets_first_are_the_best(herd):
    """Whatever sets are made, in whatever order, they never count more."""

    def best(counts):
        counts = tuple(sorted((count for count in counts if count), reverse=True))
        if counts not in known:
            known[counts] = max(
                (
                    {2: 1, 3: 2, 4: 4}[size] + best([count - (index < size) for index, count in enumerate(chosen)])
                    for size in range(2, len(counts) + 1)
                    for chosen in set(permutations(counts))
                ),
                default=0,
            )
        return known[counts]

    known = {}
    animals = dict(zip(ANIMALS, herd, strict=True))
    answer, _ = score(NAMES[:2], {}, [{"kind": "tally", "player": "Anneli", "animals": animals}])
    assert answer["standings"][0]["parts"]["animals"] == best(herd) == best_sets(collection({"animals": animals}))[0]


numbers = st.integers(-3, 8) | st.integers()


@pytest.mark.parametrize("helper", RULEBOOK.helpers, ids=lambda helper: helper.name)
@settings(max_examples=90)
@given(st.lists(numbers, min_size=4, max_size=4))
def test_every_question_is_answered(helper, values):
    state = RULEBOOK.start(RULEBOOK.table(NAMES[:2], {}))
    named = dict(zip([field.name for field in helper.fields], values, strict=False))
    answers = helper.answer(state, named)
    assert answers
    assert all(str(each.headline) and "{" not in str(each.headline) for each in answers)


def code_comes_up(code):
    return lambda answer, status, sitting: code in [each for _, each in answer.get("refused", [])]


def remark_comes_up(code):
    return lambda answer, status, sitting: code in [each for _, each in answer.get("remarks", [])]


CODES = [
    "unknown-kind",
    "unknown-player",
    "game-over",
    "negative-number",
    "cloister-without-card",
    "too-many-cards",
    "no-such-bonus",
    "bonus-unearned",
    "bonus-taken",
    "tally-missing",
    "printed-value-missing",
]


def ends(also=lambda answer, sitting: True):
    return lambda answer, status, sitting: status == 0 and answer["finished"] and also(answer, sitting)


def is_level(answer):
    return answer["standings"][0]["total"] == answer["standings"][1]["total"] is not None


REMARKS = {code: remark_comes_up(code) for code in ("printed-value-missing", "bonus-unclaimed")}
REFUSALS = {code: code_comes_up(code) for code in [*CODES, "too-many-animals"]}
REACHED = {
    1: {
        **{f"refused: {code}": happens for code, happens in REFUSALS.items()},
        **{f"refused: {code}": code_comes_up(code) for code in ("aaron-cards", "aaron-missing")},
        **REMARKS,
        "the end": ends(),
        "the end before E": ends(lambda answer, sitting: answer["round"] < "E"),
        "Aaron beaten": ends(lambda answer, sitting: answer["standings"][0]["player"] != "Aaron"),
        "round E": lambda answer, status, sitting: status == 0 and answer["round"] == "E",
        "level with Aaron": lambda answer, status, sitting: status == 0 and is_level(answer),
    },
    2: {**REMARKS, "start-player-unclaimed": remark_comes_up("start-player-unclaimed"), "the end": ends()},
    3: {**REFUSALS, "start-player-taken": code_comes_up("start-player-taken"), "the end": ends()},
    4: {
        "the end": ends(),
        "all seven": lambda answer, status, sitting: any(table.get("all_seven") for table in sitting.tables.values()),
    },
}


@pytest.mark.parametrize("players", REACHED)
def test_the_sittings_reach(players):
    assert never_reached(sittings(players), lambda sitting: counted(*sitting), REACHED[players], 4_000) == []
