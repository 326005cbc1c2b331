"""The sheets for the end of a game: random sheets, their limits and ties, counted a second time in the plainest way."""

from dataclasses import dataclass
from random import Random

import pytest

from tests.documents import game_document, score_document

NAMES = ("Ada", "Bo", "Cy", "Di", "Eli", "Flo", "Gus", "Hal")
OPEN = 40
"""Largest number drawn for a row without a maximum."""


@dataclass(frozen=True)
class Number:
    """A row with a number: from `least` to `most`, if given, times `each`."""

    least: int | None = 0
    most: int | None = None
    step: int = 1
    each: int = 1
    counts: bool = True

    def drawn(self, random, few):
        low = -OPEN if self.least is None else self.least
        high = min(low + 2 * self.step, OPEN if self.most is None else self.most) if few else self.most
        return random.randrange(low, (OPEN if high is None else high) + 1, self.step)

    def points(self, own, column):
        return own * self.each

    def play(self, value):
        return {"number": value}


@dataclass(frozen=True)
class Fields:
    """A row with fields: their limits, the function that counts them, and the optional fields (0 by default)."""

    limits: dict
    count: object
    optional: bool = False
    counts: bool = True

    def drawn(self, random, few):
        return {
            name: random.randint(least, (least + 2 if few else OPEN if most is None else most))
            for name, (least, most) in self.limits.items()
        }

    def points(self, own, column):
        return self.count(own, column)

    def play(self, values):
        return {"values": {name: each for name, each in values.items() if each or not self.optional}}


@dataclass(frozen=True)
class Sheet:
    players: tuple
    rows: dict
    ties: object = lambda sheet: ()
    """Function that returns the tie-breaks of a player's sheet, the most important first; more is better."""


def by_threshold(*steps):
    """Return a function of a number: -1 below the first step, then 1, 2, ... from each of the steps."""
    return lambda number: sum(number >= step for step in steps) or -1


def one(name, most, points):
    return Fields({name: (0, most)}, lambda own, column: points(own[name]))


def habitat(own, column):
    tiles, all_tiles = own["tiles"], sorted((each["tiles"] for each in column), reverse=True)
    if len(all_tiles) == 1:
        return tiles + 2 if tiles > 6 else tiles
    first = all_tiles.count(all_tiles[0])
    if tiles == all_tiles[0]:
        best = {1: 2, 2: 1} if len(all_tiles) == 2 else {1: 3, 2: 2, 3: 1, 4: 1}
        return tiles + best[first]
    second = len(all_tiles) > 2 and first == 1 and tiles == all_tiles[1] and all_tiles.count(tiles) == 1
    return tiles + 1 if second else tiles


def popular(own, column):
    star, territory, pair = ((3, 2, 1), (4, 3, 2), (5, 4, 3))[(own["popularity"] > 6) + (own["popularity"] > 12)]
    return own["stars"] * star + own["territories"] * territory + own["resources"] // 2 * pair


def science(own, column):
    return sum(each * each for each in own.values()) + 7 * sorted(own.values())[0]


def crosses(number):
    return sum(range(1, number + 1))


def zoo(conservation):
    met = 114
    for nth in range(1, conservation + 1):
        met -= 2 if nth <= 10 else 3
    return -met


def product(first, second, most):
    return Fields({first: (0, 12), second: (0, most)}, lambda own, column: own[first] * own[second])


ROUTES = {1: (45, 1), 2: (22, 2), 3: (15, 4), 4: (11, 7), 5: (9, 10), 6: (7, 15)}
PLAIN, BREAKS = Number(), Number(counts=False)
SHEETS = {
    "qwixx": Sheet(
        (2, 5),
        dict.fromkeys(("red", "yellow", "green", "blue"), one("crosses", 12, crosses))
        | {"penalties": Number(most=4, each=-5)},
    ),
    "wingspan": Sheet(
        (1, 5),
        dict.fromkeys(("birds", "bonus-cards", "end-of-round-goals", "eggs", "food-on-cards", "tucked-cards"), PLAIN)
        | {"unused-food": BREAKS},
        lambda sheet: (sheet["unused-food"],),
    ),
    "seven-wonders": Sheet(
        (2, 7),
        {
            "military": Number(-6, 18),
            "treasury": one("coins", None, lambda coins: coins // 3),
            "scientific-structures": Fields(dict.fromkeys(("tablets", "compasses", "gears"), (0, 12)), science),
        }
        | dict.fromkeys(("wonder", "civilian-structures", "commercial-structures", "guilds"), PLAIN),
        lambda sheet: (sheet["treasury"]["coins"],),
    ),
    "seven-wonders-duel": Sheet(
        (2, 2),
        {
            "treasury": one("coins", None, lambda coins: coins // 3),
            "military": one("zone", 3, lambda zone: (0, 2, 5, 10)[zone]),
        }
        | dict.fromkeys(("civilian-buildings", "scientific-buildings", "commercial-buildings"), PLAIN)
        | dict.fromkeys(("guilds", "wonders", "progress-tokens"), PLAIN),
        lambda sheet: (sheet["civilian-buildings"],),
    ),
    "terraforming-mars": Sheet(
        (1, 5),
        {
            "terraform-rating": PLAIN,
            "awards": Fields(
                {"first": (0, 3), "second": (0, 3)}, lambda own, _: 5 * own["first"] + 2 * own["second"], True
            ),
            "milestones": Number(most=3, each=5),
            "greeneries": PLAIN,
            "cities": PLAIN,
            "cards": Number(None),
            "megacredits": BREAKS,
        },
        lambda sheet: (sheet["megacredits"],),
    ),
    "agricola": Sheet(
        (1, 6),
        {
            "fields": one("tiles", 15, by_threshold(2, 3, 4, 5)),
            "pastures": one("pastures", 15, by_threshold(1, 2, 3, 4)),
            "grain": one("grain", None, by_threshold(1, 4, 6, 8)),
            "vegetables": one("vegetables", None, by_threshold(1, 2, 3, 4)),
            "sheep": one("sheep", None, by_threshold(1, 4, 6, 8)),
            "wild-boar": one("boar", None, by_threshold(1, 3, 5, 7)),
            "cattle": one("cattle", None, by_threshold(1, 2, 4, 6)),
            "unused-spaces": Number(most=13, each=-1),
            "fenced-stables": Number(most=4),
            "clay-rooms": Number(most=15),
            "stone-rooms": Number(most=15, each=2),
            "family-members": Number(2, 5, each=3),
            "cards-and-bonuses": Number(None),
            "begging-markers": Number(each=-3),
        },
    ),
    "ticket-to-ride": Sheet(
        (2, 5),
        {
            "routes": Fields(
                {f"length{length}": (0, most) for length, (most, _) in ROUTES.items()},
                lambda own, column: sum(own[f"length{length}"] * points for length, (_, points) in ROUTES.items()),
                True,
            ),
            "tickets": Number(None),
            "longest-path": Number(most=1, each=10),
            "completed-tickets": BREAKS,
        },
        lambda sheet: (sheet["completed-tickets"],),
    ),
    "kingdomino": Sheet(
        (2, 4),
        dict.fromkeys(("wheat-fields", "forests", "lakes", "grasslands", "swamps", "mines"), PLAIN)
        | {"harmony": Number(most=5, step=5), "middle-kingdom": Number(most=10, step=10)}
        | {"largest-property": BREAKS, "crowns": BREAKS},
        lambda sheet: (sheet["largest-property"], sheet["crowns"]),
    ),
    "cascadia": Sheet(
        (1, 4),
        dict.fromkeys(("bears", "elk", "salmon", "hawks", "foxes", "nature-tokens"), PLAIN)
        | dict.fromkeys(
            ("mountains", "forests", "prairies", "wetlands", "rivers"), Fields({"tiles": (0, None)}, habitat)
        ),
        lambda sheet: (sheet["nature-tokens"],),
    ),
    "azul": Sheet(
        (2, 4),
        {
            "score-track": PLAIN,
            "horizontal-lines": Number(most=5, each=2),
            "vertical-lines": Number(most=5, each=7),
            "colours": Number(most=5, each=10),
        },
        lambda sheet: (sheet["horizontal-lines"],),
    ),
    "everdell": Sheet(
        (1, 4),
        dict.fromkeys(("cards", "point-tokens", "prosperity", "journey", "special-events"), PLAIN)
        | {"basic-events": Number(most=4, each=3), "events": BREAKS, "resources": BREAKS},
        lambda sheet: (sheet["events"], sheet["resources"]),
    ),
    "patchwork": Sheet(
        (2, 2),
        {
            "buttons": PLAIN,
            "empty-spaces": Number(most=81, each=-2),
            "special-tile": Number(most=7, step=7),
            "first-at-the-end": Number(most=1, counts=False),
        },
        lambda sheet: (sheet["first-at-the-end"],),
    ),
    "sagrada": Sheet(
        (1, 4),
        {
            "public-objectives": PLAIN,
            "private-objective": PLAIN,
            "favor-tokens": Number(most=6),
            "open-spaces": Number(most=20, each=-1),
        },
        lambda sheet: (sheet["private-objective"], sheet["favor-tokens"]),
    ),
    "stone-age": Sheet(
        (2, 4),
        {
            "score-track": Number(None),
            "farmers": product("farmers", "agriculture", 10),
            "toolmakers": product("toolmakers", "tools", 12),
            "builders": product("builders", "buildings", 28),
            "shamans": product("shamans", "people", 10),
            "culture": Fields(
                {"set1": (0, 8), "set2": (0, 8)}, lambda own, column: own["set1"] ** 2 + own["set2"] ** 2, True
            ),
            "resources": PLAIN,
            "fields-tools-people": BREAKS,
        },
        lambda sheet: (sheet["fields-tools-people"],),
    ),
    "scythe": Sheet(
        (1, 5),
        {
            "coins": PLAIN,
            "popularity": Fields(
                {"popularity": (0, 18), "stars": (0, 6), "territories": (0, None), "resources": (0, None)}, popular
            ),
            "structure-bonus": Number(most=9),
            "units-and-structures": BREAKS,
            "power": Number(most=16, counts=False),
        },
        lambda sheet: (sheet["units-and-structures"], sheet["power"]),
    ),
    "splendor": Sheet(
        (2, 4),
        {"development-cards": PLAIN, "nobles": Number(most=5, each=3), "number-of-cards": BREAKS},
        lambda sheet: (-sheet["number-of-cards"],),
    ),
    "calico": Sheet((1, 4), {"design-goals": PLAIN, "cats": PLAIN, "buttons": Number(each=3)}),
    "catan": Sheet(
        (3, 6),
        {
            "settlements": Number(most=5),
            "cities": Number(most=4, each=2),
            "longest-road": Number(most=1, each=2),
            "largest-army": Number(most=1, each=2),
            "victory-point-cards": Number(most=5),
        },
    ),
    "dominion": Sheet(
        (2, 6),
        {
            "estates": PLAIN,
            "duchies": Number(each=3),
            "provinces": Number(each=6),
            "colonies": Number(each=10),
            "curses": Number(each=-1),
            "gardens": Fields(
                {"gardens": (0, None), "cards": (0, None)},
                lambda own, column: sum(own["cards"] // 10 for _ in range(own["gardens"])),
                True,
            ),
            "other-cards": Number(None),
            "victory-tokens": PLAIN,
            "turns": BREAKS,
        },
        lambda sheet: (-sheet["turns"],),
    ),
    "ark-nova": Sheet(
        (1, 4),
        {"appeal": Number(most=113), "conservation": one("conservation", 60, zoo), "supported-projects": BREAKS},
        lambda sheet: (sheet["supported-projects"],),
    ),
}


def answered(slug, names, plays):
    return score_document(game_document(slug, names, plays))


def plays_of(sheet, sheets, names, only=None):
    """Return the plays of the players' sheets in rows, with the rows that only break ties at the end."""
    words = sorted(sheet.rows, key=lambda word: not sheet.rows[word].counts)
    return [
        {"kind": "row", "player": name, "row": word} | sheet.rows[word].play(own[word])
        for word in words
        if only is None or sheet.rows[word].counts is only
        for name, own in zip(names, sheets, strict=True)
    ]


def results(sheet, sheets, breaks=True):
    """Return each player's place and total."""
    totals = [
        sum(row.points(own[word], [each[word] for each in sheets]) for word, row in sheet.rows.items() if row.counts)
        for own in sheets
    ]
    keys = [(total, *(sheet.ties(own) if breaks else ())) for total, own in zip(totals, sheets, strict=True)]
    return [(1 + sum(other > key for other in keys), total) for key, total in zip(keys, totals, strict=True)]


def places(answer, names):
    found = {each["player"]: (each["place"], each["total"]) for each in answer["standings"]}
    return [found[name] for name in names]


def random_sheets(sheet, random, count, few=False):
    return [{word: row.drawn(random, few) for word, row in sheet.rows.items()} for _ in range(count)]


@pytest.mark.parametrize("slug", SHEETS)
def test_random_sheets_match_a_second_implementation(slug):
    sheet, random = SHEETS[slug], Random(slug)
    least, most = sheet.players
    for number in range(24):
        count = (least, most, random.randint(least, most))[number % 3]
        names, sheets = NAMES[:count], random_sheets(sheet, random, count, few=number % 2 == 1)
        plays = plays_of(sheet, sheets, names)
        random.shuffle(plays)
        plays.sort(key=lambda play: not sheet.rows[play["row"]].counts and number % 4 < 2)
        answer, status = answered(slug, names, plays)
        assert status == 0, answer
        assert answer["finished"]
        assert places(answer, names) == results(sheet, sheets)


@pytest.mark.parametrize("slug", SHEETS)
def test_tied_sheets_are_decided_by_their_tie_breaks(slug):
    """Sheets with equal totals, which differ only in what breaks ties; without such rows nothing is decided."""
    sheet, random, names = SHEETS[slug], Random(slug), NAMES[: max(2, SHEETS[slug].players[0])]
    if sheet.players[1] < 2:
        return
    optional = [word for word, row in sheet.rows.items() if not row.counts]
    for _ in range(12):
        first = random_sheets(sheet, random, 1)[0]
        sheets = [first | {word: sheet.rows[word].drawn(random, True) for word in optional} for _ in names]
        counted, breaking = plays_of(sheet, sheets, names, True), plays_of(sheet, sheets, names, False)
        answer, _ = answered(slug, names, counted)
        assert answer["finished"]
        assert [place for place, _ in places(answer, names)] == [1] * len(names)
        answer, _ = answered(slug, names, counted + breaking[:1])
        assert [place for place, _ in places(answer, names)] == [1] * len(names)
        answer, _ = answered(slug, names, counted + breaking)
        assert places(answer, names) == results(sheet, sheets)


@pytest.mark.parametrize("slug", SHEETS)
def test_values_beyond_the_limits_are_refused(slug):
    sheet = SHEETS[slug]
    names, plays, codes = NAMES[: sheet.players[1]], [], []

    def expect(word, code, **given):
        plays.append({"kind": "row", "player": names[0], "row": word} | given)
        codes.append([len(plays), code] if code else None)

    for word, row in sheet.rows.items():
        if isinstance(row, Number):
            wrong = [] if row.least is None else [row.least - row.step]
            wrong += [] if row.most is None else [row.most + row.step]
            wrong += [row.step - 1] if row.step > 1 else []
            for number in wrong:
                expect(word, "not-possible", number=number)
            right = OPEN if row.most is None else row.most
            expect(word, None, number=[right - 1, 1])
            expect(word, "filled", number=right)
            continue
        usual = {name: least for name, (least, _) in row.limits.items()}
        for name, (least, most) in row.limits.items():
            expect(word, "out-of-range", values=usual | {name: least - 1})
            if most is not None:
                expect(word, "out-of-range", values=usual | {name: most + 1})
            if not row.optional:
                expect(word, "values-missing", values={each: value for each, value in usual.items() if each != name})
        ends = {name: OPEN if most is None else most for name, (_, most) in row.limits.items()}
        expect(word, None, values={} if row.optional else ends)
        expect(word, "filled", values=ends)
    answer, status = answered(slug, names, plays)
    assert status == 1
    assert [[each["play"], each["code"]] for each in answer["refused"]] == [each for each in codes if each]


@pytest.mark.parametrize("slug", SHEETS)
def test_number_of_players_is_limited(slug):
    least, most = SHEETS[slug].players
    for count in range(9):
        _, status = answered(slug, NAMES[:count], [])
        assert (status == 0) is (least <= count <= most)


def sushi(rounds):
    """Return the totals of rounds with the fields of each player."""
    totals = [0] * len(rounds[0])
    for number, own in enumerate(rounds, 1):
        for seat, each in enumerate(own):
            totals[seat] += each["tempura"] // 2 * 5 + each["sashimi"] // 3 * 10 + each["nigiri"]
            totals[seat] += crosses(min(each["dumplings"], 5))
        rolls = sorted({each["maki"] for each in own if each["maki"]}, reverse=True)
        shared = [[seat for seat, each in enumerate(own) if each["maki"] == value] for value in rolls[:2]]
        prizes = (6,) if shared and len(shared[0]) > 1 else (6, 3)
        for seats, prize in zip(shared, prizes, strict=False):
            for seat in seats:
                totals[seat] += prize // len(seats)
        counts = [each["puddings"] for each in own]
        if number == 3 and len(set(counts)) > 1:
            for value, prize in ((max(counts), 6), (min(counts), -6)):
                seats = [seat for seat, count in enumerate(counts) if count == value]
                for seat in seats if prize > 0 or len(counts) > 2 else ():
                    totals[seat] += prize // len(seats) if prize > 0 else -(6 // len(seats))
    return totals


SUSHI = {"maki": 5, "tempura": 10, "sashimi": 10, "dumplings": 10, "nigiri": 45, "puddings": 2}


def test_random_games_of_sushi_go_have_these_totals():
    random = Random("sushi-go")
    for number in range(60):
        names = NAMES[: 2 + number % 4]
        rounds = [
            [{name: random.randint(0, most) for name, most in SUSHI.items()} for _ in names]
            for _ in range(random.randint(1, 3))
        ]
        plays = [
            {
                "kind": "round",
                "values": {
                    name: {field: value for field, value in own.items() if value or random.random() < 0.5}
                    for name, own in zip(names, values, strict=True)
                },
            }
            for values in rounds
        ]
        answer, status = answered("sushi-go", names, plays)
        assert status == 0, answer
        assert answer["finished"] is (len(rounds) == 3)
        totals = sushi(rounds)
        assert places(answer, names) == [(1 + sum(other > own for other in totals), own) for own in totals]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"maki": 31}, "out-of-range"),
        ({"tempura": 11}, "out-of-range"),
        ({"nigiri": -1}, "out-of-range"),
        ({"puddings": 11}, "out-of-range"),
        ({"puddings": 9}, "wrong-sum"),
        ({"nigiri": 46}, "out-of-range"),
        ({}, None),
    ],
)
def test_sushi_go_refuses_impossible_rounds(values, code):
    play = {"kind": "round", "values": {"Ada": values, "Bo": {"puddings": 2}}}
    answer, _ = answered("sushi-go", ("Ada", "Bo"), [play])
    assert [each["code"] for each in answer.get("refused", [])] == ([code] if code else [])
    play = {"kind": "round", "values": {"Ada": values}}
    answer, _ = answered("sushi-go", ("Ada", "Bo"), [play])
    assert [each["code"] for each in answer["refused"]] == ["values-missing"]


@pytest.mark.parametrize(("slug", "lowest"), [("carcassonne", 0), ("qwirkle", 0), ("scrabble", -50)])
def test_random_entries_add_up_until_the_players_end(slug, lowest):
    random = Random(slug)
    for number in range(20):
        names = NAMES[: 2 + number % 3]
        totals, plays = dict.fromkeys(names, 0), []
        for turn in range(random.randint(1, 12)):
            name = random.choice(names) if slug == "carcassonne" else names[turn % len(names)]
            terms = [random.randint(lowest, 30) for _ in range(random.randint(1, 3))]
            terms[0] -= min(sum(terms), 0) if lowest == 0 else 0
            totals[name] += sum(terms)
            plays.append({"kind": "points", "player": name, "points": terms if len(terms) > 1 else terms[0]})
        for end in (False, True):
            answer, status = answered(slug, names, plays + [{"kind": "stop"}] * end)
            assert (status, answer["finished"]) == (0, end)
            expected = [(1 + sum(other > totals[name] for other in totals.values()), totals[name]) for name in names]
            assert places(answer, names) == expected
        answer, _ = answered(slug, names, [*plays, {"kind": "stop"}, {"kind": "stop"}])
        assert [each["code"] for each in answer["refused"]] == ["game-over"]
    if lowest == 0:
        answer, _ = answered(slug, NAMES[:2], [{"kind": "points", "player": "Ada", "points": -1}])
        assert [each["code"] for each in answer["refused"]] == ["not-possible"]


@pytest.mark.parametrize(
    ("given", "total", "code"),
    [
        ({"result": "won"}, None, None),
        ({"result": "lost"}, None, None),
        ({"result": "won", "points": 4}, 4, None),
        ({"result": "lost", "points": [3, 4]}, 7, None),
        ({"result": "won", "points": 3}, None, "not-possible"),
        ({"result": "won", "points": 8}, None, "not-possible"),
    ],
)
def test_pandemic_is_won_or_lost_with_or_without_epidemic_cards(given, total, code):
    for count in range(2, 5):
        answer, status = answered("pandemic", NAMES[:count], [{"kind": "result"} | given])
        assert [each["code"] for each in answer.get("refused", [])] == ([code] if code else [])
        if not code:
            place = 1 if given["result"] == "won" else None
            assert (status, answer["finished"]) == (0, True)
            assert places(answer, NAMES[:count]) == [(place, total)] * count
