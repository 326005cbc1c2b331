"""The Prodigals Club against a second scorekeeper, which keeps one book for each player and reads the plays as JSON."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.document import write
from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from tests.documents import game_document, read_document
from tests.documents import score_document as score
from tests.reaching import never_reached

RULEBOOK = all_rulebooks()["prodigals-club"]
NAMES = ("Anneli", "Benito", "Anja", "Adrian", "Zoë")
TABLES = [
    ["possessions", "election"],
    ["society", "possessions"],
    ["election", "society"],
    ["election", "possessions", "society"],
    ["last-will", "election"],
    ["society", "last-will"],
    ["society", "election", "last-will"],
]
VOTES = {2: 42, 3: 37, 4: 37, 5: 30}
POUNDS = {2: 10, 3: 5, 4: 5, 5: 4}
BELONGS = {
    "votes": {"election"},
    "hyde-park": {"election"},
    "coins": {"possessions", "last-will"},
    "possessions": {"possessions"},
    "sell": {"possessions"},
    "exchange": {"possessions"},
    "properties": {"last-will"},
    "influence": {"society"},
    "end-round": {"possessions", "last-will", "election", "society"},
    "stop": {"possessions", "last-will", "election", "society"},
}


# The second scorekeeper.


class Book:
    """The game so far, changed in place by every play that is let in."""

    def __init__(self, players, options):
        self.players, self.played = players, options["competitions"]
        start = options.get("start", {})
        with_last_will = "last-will" in self.played
        self.votes = dict.fromkeys(players, start.get("votes", VOTES[len(players)]))
        self.money = dict.fromkeys(players, start.get("pounds", 70 if with_last_will else POUNDS[len(players)]))
        self.things, self.four = dict.fromkeys(players), dict.fromkeys(players)
        for ahead, name in enumerate(reversed(players)):
            for _ in range(0 if with_last_will else ahead):
                self.handicap(name)
        self.votes = {name: min(44, votes) for name, votes in self.votes.items()}
        self.round, self.ended, self.order = 1, False, list(players)
        self.spoken, self.seen = False, set()

    def handicap(self, name):
        """Take the next one: each player's line of them goes round in the printed order."""
        self.taken = getattr(self, "taken", {})
        line = [each for each in ("possessions", "election", "society") if each in self.played]
        kind = line[self.taken.get(name, 0) % len(line)]
        self.taken[name] = self.taken.get(name, 0) + 1
        if kind == "possessions":
            self.money[name] += 1
        if kind == "election":
            self.votes[name] += 1

    def people(self, play):
        """Every name that the play mentions."""
        if "player" in play:
            yield play["player"]
        for key in ("megaphones", "reserved", "order"):
            yield from play.get(key, ())

    def code(self, play):
        """The code under which this play is refused, or None."""
        kind = play["kind"]
        if kind not in BELONGS:
            return "unknown-kind"
        if not set(self.people(play)) <= set(self.players):
            return "unknown-player"
        if self.ended:
            return "game-over"
        if not BELONGS[kind] & set(self.played):
            return "no-such-competition"
        faults = getattr(self, "faults_of_" + kind.replace("-", "_"), lambda play: ())
        return next((code for code, wrong in faults(play) if wrong), None)

    def faults_of_possessions(self, play):
        yield "negative-number", any(value < 0 for value in play["tiles"])

    def faults_of_properties(self, play):
        yield "negative-number", any(value < 0 for value in play["values"])

    def faults_of_sell(self, play):
        yield "negative-number", play["tile"] < 0 or play["discount"] < 0
        yield "no-such-tile", play["tile"] not in (self.things[play["player"]] or [])

    def faults_of_exchange(self, play):
        yield "negative-number", play["give"] < 0 or play["take"] < 0 or play.get("limit", 0) < 0
        yield "no-such-tile", play["give"] not in (self.things[play["player"]] or [])

    def faults_of_influence(self, play):
        yield "four-markers", len(play["markers"]) != 4
        yield "no-such-number", max(play["markers"]) > 16

    def faults_of_hyde_park(self, play):
        rewards = play.get("rewards")
        yield "hyde-park-done", self.spoken
        yield "negative-number", min([*play["megaphones"].values(), *(rewards or [])], default=0) < 0
        yield "megaphones-missing", set(play["megaphones"]) != set(self.players)
        if rewards is None:
            yield "rewards-missing", self.round <= 3
        else:
            yield "rewards-missing", len(rewards) < (2 if len(self.players) <= 3 else 3)

    def faults_of_stop(self, play):
        unknown = None in self.four.values() and "society" in self.played
        if {"possessions", "last-will"} & set(self.played):
            unknown = unknown or None in self.things.values()
        yield "state-missing", unknown

    def faults_of_end_round(self, play):
        yield "hyde-park-missing", "election" in self.played and not self.spoken
        yield from self.faults_of_stop(play)
        spots = list(play.get("reserved", {}).values())
        yield "no-such-spot", not set(spots) <= set(range(1, len(self.players) + 1))
        yield "spot-taken", len(spots) != len(set(spots))
        yield "wrong-order", sorted(play.get("order", self.order)) != sorted(self.players)

    def enter(self, play):
        """Change the book by a play that is let in."""
        getattr(self, "enter_" + play["kind"].replace("-", "_"))(play, play.get("player"))

    def enter_votes(self, play, name):
        wanted = play["to"] if "to" in play else self.votes[name] + play["change"]
        self.votes[name] = min(44, wanted)

    def enter_coins(self, play, name):
        if "to" in play:
            self.money[name] = play["to"]
        elif play["change"] >= 0 or self.things[name] == []:
            self.money[name] += play["change"]
        elif self.money[name] > 0:
            self.money[name] = max(0, self.money[name] + play["change"])

    def enter_possessions(self, play, name):
        self.things[name] = list(play["tiles"])

    def enter_properties(self, play, name):
        self.things[name] = list(play["values"])

    def enter_sell(self, play, name):
        self.things[name].remove(play["tile"])
        if play["tile"] > play["discount"]:
            self.money[name] += play["tile"] - play["discount"]

    def enter_exchange(self, play, name):
        self.things[name].remove(play["give"])
        self.things[name].append(play["take"])
        loss = play["give"] - play["take"]
        if "limit" in play and loss > play["limit"]:
            self.money[name] += loss - play["limit"]

    def enter_influence(self, play, name):
        self.four[name] = list(play["markers"])
        self.seen.add(name)

    def enter_hyde_park(self, play, name):
        self.spoken = True
        counts = play["megaphones"]
        rewards = [*play.get("rewards", [4, 2, 1]), 0, 0, 0, 0]
        line = sorted(counts.values(), reverse=True)
        for each, count in counts.items():
            if count == line[-1]:
                self.votes[each] = min(44, self.votes[each] + 1)
            else:
                self.votes[each] -= rewards[line.index(count)]

    def enter_end_round(self, play, name):
        if "order" in play:
            self.order = play["order"]
        chosen = {spot: each for each, spot in play.get("reserved", {}).items()}
        rest = [each for each in self.order if each not in chosen.values()]
        for spot in sorted(chosen):
            rest.insert(spot - 1, chosen[spot])
        self.order = rest
        self.spoken, self.seen = False, set()
        lowest = min(score for each in self.players for score in self.scores(each).values())
        if lowest <= 0 or self.round == 5:
            self.ended = True
        else:
            self.round += 1

    def enter_stop(self, play, name):
        self.ended = True

    def scores(self, name):
        things, four = self.things[name], self.four[name]
        of = {
            "possessions": None if things is None else self.money[name] + sum(value + 3 for value in things),
            "last-will": None if things is None else self.money[name] + sum(things),
            "election": self.votes[name],
            "society": None if four is None else sum(four),
        }
        return {each: of[each] for each in self.played}

    def result(self, name):
        """A player's scores from the highest, or None while one is unknown."""
        known = list(self.scores(name).values())
        return None if None in known else sorted(known, reverse=True)

    def standings(self):
        results = {name: self.result(name) for name in self.players}
        known = sorted(result for result in results.values() if result)
        place = {name: known.index(result) if result else len(known) for name, result in results.items()}
        for name in sorted(self.players, key=place.get):
            falling = results[name] or [None] * len(self.played)
            yield {
                "player": name,
                "place": place[name] + 1,
                "total": falling[0],
                "parts": self.scores(name),
                "tie_break": dict(zip(["second", "third"], falling[1:], strict=False)),
            }


def second_opinion(document):
    """The answer without its messages: remarks and refusals as pairs of play and code."""
    book, refused, remarks = Book(document["players"], document["options"]), [], []
    for number, play in enumerate(document["plays"], 1):
        code = book.code(play)
        if code:
            refused.append((number, code))
            continue
        if play["kind"] == "end-round" and "society" in book.played and book.seen != set(book.players):
            remarks.append((number, "influence-unchanged"))
        book.enter(play)
    if refused:
        return refused
    return {
        "rulebook": "prodigals-club",
        "finished": book.ended,
        "next": None,
        "standings": list(book.standings()),
        "remarks": remarks,
        "round": book.round,
        "order": book.order,
    }


def without_messages(answer):
    if "refused" in answer:
        assert all(each["message"] for each in answer["refused"])
        return [(each["play"], each["code"]) for each in answer["refused"]]
    assert all(each["message"] for each in answer["remarks"])
    return answer | {"remarks": [(each["play"], each["code"]) for each in answer["remarks"]]}


# Playing.


class Table:
    """Somebody who plays at random, as people do (`wild` is how often they do not)."""

    def __init__(self, random, players, played, wild):
        self.random, self.players, self.played, self.wild = random, players, played, wild

    def someone(self):
        if self.random.random() < self.wild / 4:
            return self.random.choice(["Nobody", "anneli"])
        return self.random.choice(self.players)

    def value(self, least, most):
        if self.random.random() < self.wild:
            return self.random.choice([-3, -1, 0, 17, 99])
        return self.random.randint(least, most)

    def change(self, most):
        key = "change" if self.random.random() < 0.8 else "to"
        return {key: self.random.randint(-most, most // 2)}

    def entries(self, held):
        """The numbers of one player, as they are first entered."""
        for name in self.players:
            if self.random.random() < self.wild / 2:
                continue
            if "possessions" in self.played:
                yield {"kind": "possessions", "player": name, "tiles": self.values(held)}
            if "last-will" in self.played:
                yield {"kind": "properties", "player": name, "values": self.values(held)}
            if "society" in self.played:
                yield self.influence(name)

    def values(self, most):
        return [self.value(0, 8) for _ in range(self.random.randint(0, most))]

    def influence(self, name=None):
        count = 4 if self.random.random() > self.wild else self.random.choice([3, 4, 5])
        return {
            "kind": "influence",
            "player": name or self.someone(),
            "markers": [self.value(-2, 16) for _ in range(count)],
        }

    def move(self):
        """One play of one player."""
        kinds = [kind for kind, played in BELONGS.items() if played & set(self.played)]
        kind = self.random.choice(list(BELONGS) if self.random.random() < self.wild else kinds)
        if kind in ("votes", "coins"):
            return {"kind": kind, "player": self.someone()} | self.change(12)
        if kind == "possessions":
            return {"kind": kind, "player": self.someone(), "tiles": self.values(3)}
        if kind == "properties":
            return {"kind": kind, "player": self.someone(), "values": self.values(3)}
        if kind == "sell":
            return {"kind": kind, "player": self.someone(), "tile": self.value(0, 8), "discount": self.value(0, 4)}
        if kind == "exchange":
            limit = {"limit": self.value(0, 3)} if self.random.random() < 0.8 else {}
            return {"kind": kind, "player": self.someone(), "give": self.value(0, 8), "take": self.value(0, 8)} | limit
        if kind == "influence":
            return self.influence()
        if self.random.random() < self.wild:
            return self.random.choice(
                [{"kind": "stop"}, {"kind": "duel", "player": 1}, self.end_round(), self.hyde_park(1)]
            )
        return {"kind": "votes", "player": self.someone(), "change": self.random.randint(-4, 1)}

    def hyde_park(self, number):
        megaphones = {name: self.value(0, 6) for name in self.random.sample(self.players, len(self.players))}
        if self.random.random() < self.wild:
            megaphones.pop(self.random.choice(self.players))
        if self.random.random() < self.wild / 4:
            megaphones["Nobody"] = 1
        play = {"kind": "hyde-park", "megaphones": megaphones}
        if self.random.random() >= self.wild and (number < 4 or self.random.random() < 0.2):
            count = 3 if len(self.players) > 3 or self.random.random() < 0.3 else 2
            count = self.random.randint(0, 3) if self.random.random() < self.wild else count
            columns = [[2, 1, 0], [3, 1, 0], [4, 2, 1]] + [[-1, 0, 0]] * (self.wild > 0)
            play["rewards"] = self.random.choice(columns)[:count]
        return play

    def end_round(self):
        play, count = {"kind": "end-round"}, len(self.players)
        if self.random.random() < 0.4:
            return play
        if "last-will" in self.played:
            play["order"] = self.random.sample(self.players, count)
            if self.random.random() < self.wild:
                play["order"] = [self.someone() for _ in range(count)]
        else:
            who = self.random.sample(self.players, self.random.randint(0, count))
            spots = self.random.sample(range(1, count + 1), len(who))
            if self.random.random() < self.wild:
                spots = [self.random.randint(0, count + 1) for _ in who]
            play["reserved"] = dict(zip(who, spots, strict=True))
        return play


@st.composite
def documents(draw, wild=(0, 0.05, 0.25)):
    random, players = draw(st.randoms(use_true_random=True)), list(NAMES[: draw(st.integers(2, 5))])
    played = draw(st.sampled_from(TABLES))
    options = {"competitions": random.sample(played, len(played))}
    if random.random() < 0.3:
        start = {"votes": random.choice([20, 43, 44, 60]), "pounds": random.choice([0, 3, 12, -2])}
        options["start"] = {key: value for key, value in start.items() if random.random() < 0.7}
    table = Table(random, players, played, draw(st.sampled_from(wild)))
    plays = list(table.entries(6))
    for number in range(1, draw(st.integers(0, 6)) + 1):
        plays += [table.move() for _ in range(random.randint(0, 12))]
        if "society" in played and random.random() < 0.6:
            plays += [table.influence(name) for name in players]
        if "election" in played and random.random() >= table.wild:
            plays.append(table.hyde_park(number))
        plays.append(table.end_round())
    plays += [table.move() for _ in range(random.randint(0, 6))]
    if random.random() < 0.2:
        plays.append({"kind": "stop"})
    return game_document("prodigals-club", players, plays, options)


def what_stands(document):
    """The document without the plays that the second scorekeeper refuses."""
    opinion = second_opinion(document)
    refused = {number for number, _ in opinion} if isinstance(opinion, list) else set()
    plays = [play for number, play in enumerate(document["plays"], 1) if number not in refused]
    return document | {"plays": plays}


# The properties.


@settings(max_examples=250)
@given(documents())
def test_a_game_is_judged_as_by_hand(document):
    answer, status = score(document)
    expected = second_opinion(document)
    assert without_messages(answer) == expected
    assert status == isinstance(expected, list)


@settings(max_examples=150)
@given(documents())
def test_what_stands_is_scored_as_by_hand(document):
    standing = what_stands(document)
    expected = second_opinion(standing)
    assert isinstance(expected, dict)
    answer, status = score(standing)
    assert (without_messages(answer), status) == (expected, 0)


@settings(max_examples=30)
@given(documents())
def test_every_prefix_is_scored_as_by_hand(document):
    document = what_stands(document)
    for length in range(len(document["plays"]) + 1):
        prefix = document | {"plays": document["plays"][:length]}
        assert without_messages(score(prefix)[0]) == second_opinion(prefix)


@settings(max_examples=90)
@given(documents())
def test_a_game_is_told_shown_and_written(document):
    standing = what_stands(document)
    parsed = read_document(standing)
    assert write(parsed) == standing
    replayed = replay(RULEBOOK, parsed.table, parsed.plays)
    for step in replayed.steps:
        summary = replayed.describe(step)
        assert str(summary.headline)
        assert summary.detail is None or str(summary.detail)
        assert summary.points is None
    state, book = replayed.state, Book(standing["players"], standing["options"])
    for play in standing["plays"]:
        book.enter(play)
    board = RULEBOOK.pages.board(state)
    names = [row.name for row in board.rows]
    assert names == sorted(book.played, key=["possessions", "last-will", "election", "society"].index)
    for seat, name in enumerate(book.players):
        reached, total = book.scores(name), (book.result(name) or [None])[0]
        assert {row.name: row.scores[seat].value for row in board.rows} == reached
        counting = {row.name for row in board.rows if row.scores[seat].counts}
        assert counting == (set() if total is None else {each for each in names if reached[each] == total})
        own = {row.name: row.entries[seat] for row in board.rows}
        check_holdings(own, book, name)
    ends = [play for play in standing["plays"] if play["kind"] == "end-round"]
    assert len(board.course) == len(ends)
    refused = book.code({"kind": "end-round"})
    missing = any(
        "never entered" in str(check.message) or "Hyde Park of" in str(check.message) for check in board.checks
    )
    assert missing == (refused in ("hyde-park-missing", "state-missing"))


def check_holdings(own, book, name):
    """What the page for a player shows is what the book has."""
    purse = own["possessions"].purse if "possessions" in own else own.get("last-will")
    if purse is not None:
        assert purse.pounds == book.money[name]
        assert (sorted(purse.held.values) if purse.held.known else None) == (
            None if book.things[name] is None else sorted(book.things[name])
        )
    if "society" in own:
        known = [marker for marker in own["society"].markers if marker is not None]
        assert (sum(known) if known else None) == book.scores(name)["society"]


@settings(max_examples=100)
@given(documents(), st.data())
def test_questions_are_always_answered(document, data):
    parsed = read_document(what_stands(document))
    state = replay(RULEBOOK, parsed.table, parsed.plays).state
    numbers = st.one_of(st.integers(-3, 9), st.integers(-1_000_000, 1_000_000))
    for helper in RULEBOOK.helpers:
        values = {}
        for field in helper.fields:
            if field.name == "megaphones":
                seats = st.integers(0, len(document["players"]) - 1)
                values[field.name] = data.draw(st.dictionaries(seats, numbers))
            elif field.name == "rewards":
                values |= data.draw(
                    st.sampled_from([{}, {"rewards": None}, {"rewards": (3, 1)}, {"rewards": (4, 2, 1)}])
                )
            elif field.required:
                values[field.name] = data.draw(numbers)
            else:
                values |= data.draw(st.sampled_from([{}, {field.name: True}, {field.name: False}]))
        told = helper.answer(state, values)
        assert told
        assert all(str(telling.headline) for telling in told)
        assert all(telling.detail is None or str(telling.detail) for telling in told)


CODES = (
    "unknown-kind",
    "unknown-player",
    "game-over",
    "no-such-competition",
    "negative-number",
    "no-such-tile",
    "four-markers",
    "no-such-number",
    "hyde-park-done",
    "megaphones-missing",
    "rewards-missing",
    "hyde-park-missing",
    "state-missing",
    "no-such-spot",
    "spot-taken",
    "wrong-order",
)


def refuses(code):
    return lambda document, opinion: isinstance(opinion, list) and any(code == each for _, each in opinion)


REACHED = {
    **{code: refuses(code) for code in CODES},
    "five rounds": lambda document, opinion: (
        isinstance(opinion, dict) and opinion["finished"] and opinion["round"] == 5
    ),
    "a score of 0": lambda document, opinion: (
        isinstance(opinion, dict) and opinion["finished"] and opinion["round"] < 5
    ),
    "another order": lambda document, opinion: isinstance(opinion, dict) and opinion["order"] != document["players"],
    "a score below 0": lambda document, opinion: (
        isinstance(opinion, dict)
        and any((score or 0) < 0 for line in opinion["standings"] for score in line["parts"].values())
    ),
    "some totals unknown": lambda document, opinion: (
        isinstance(opinion, dict) and {each["total"] is None for each in opinion["standings"]} == {True, False}
    ),
    "level at the top": lambda document, opinion: (
        isinstance(opinion, dict) and opinion["standings"][0]["total"] == opinion["standings"][1]["total"] is not None
    ),
    "a remark": lambda document, opinion: isinstance(opinion, dict) and opinion["remarks"],
}


def test_the_games_reach():
    assert never_reached(documents(), lambda document: (document, second_opinion(document)), REACHED, 3_000) == []
