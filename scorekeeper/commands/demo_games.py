"""The games of the demo: a year of eight invented people, made at random from a seed.

`Sitting` replays every play, so the rules accept all games. The same seed and day make the same games.
"""

import json
import math
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Any

from ..core.document import FORMAT, VERSION, read, read_play
from ..core.errors import Refusal
from ..core.replay import Replay, replay
from ..core.rulebook import Rulebook
from ..rulebooks.don_carlo.keypad import verdicts
from ..store.backups import silent
from ..store.changes import begin, enter
from ..store.exporting import Progress
from ..store.games import GameService, Submission, stamp
from ..store.importing import import_games
from ..store.readers.documents import Place

DAYS = 364
Play = dict[str, Any]


@dataclass(frozen=True)
class Person:
    """An invented player: skill (0 to 1) in general, `better` in some games, and what it changes by within the year.

    `since` is the share of the year after which the person joins.
    """

    skill: float
    better: Mapping[str, float] = field(default_factory=dict)
    learns: float = 0
    since: float = 0


PEOPLE = {
    "Mira": Person(0.6, {"skull-king": 0.3, "pandemic": 0.2}),
    "Jonas": Person(0.55, {"don-carlo": 0.35, "catan": 0.2}),
    "Anja": Person(0.6, {"wingspan": 0.35, "loire": 0.3, "azul": 0.15}),
    "Zoë": Person(0.45, {"skyjo": 0.3, "carta-nostra": 0.4, "skull-king": -0.2}),
    "Emil": Person(0.1, {"qwixx": 0.15}, learns=0.6),
    "Kaya": Person(0.8, since=0.45),
    "Theo": Person(0.1, {"prodigals-club": 0.5, "kingdomino": 0.2}),
    "Lou": Person(0.45, {"azul": 0.35, "kingdomino": 0.3}),
}
KITCHEN, GARDEN, CAFE, CABIN = "Casa Mira", "Villa Lou", "Café Lune", "Camp Lago"
"""Locations, with names that need no translation."""
CABIN_DAYS = (150, 149, 148, 147)
"""Days of a long weekend, counted back from today."""
MINUTES = {
    "skull-king": 35,
    "don-carlo": 40,
    "wingspan": 70,
    "skyjo": 25,
    "azul": 35,
    "carta-nostra": 20,
    "catan": 75,
    "loire": 90,
    "prodigals-club": 110,
    "pandemic": 50,
    "qwixx": 20,
    "kingdomino": 20,
}
"""Typical duration of each title."""
EVENING = {
    "skull-king": 6,
    "don-carlo": 5,
    "wingspan": 4,
    "skyjo": 3,
    "azul": 2,
    "carta-nostra": 3,
    "catan": 3,
    "loire": 2,
    "prodigals-club": 2,
    "pandemic": 2,
}
AFTERNOON = {"kingdomino": 4, "qwixx": 4, "skyjo": 3, "pandemic": 2, "catan": 1}
NOTES = (
    ("Lou", "Lou brought lemon cake."),
    ("Emil", "Emil explained the rules."),
    ("Theo", "Theo wants a rematch."),
    ("Zoë", "Zoë changed her mind at the last moment."),
    ("Mira", "Tea on the table, nothing spilled."),
    ("Jonas", "Played until the candles went out."),
    ("Kaya", "Kaya taught us a new opening."),
    ("Anja", "Nobody saw that coming."),
)
"""Notes, each for games with that person."""


class Sitting:
    """A game while it is played. `enter` accepts only legal plays.

    `skills` are numbers from 0 to 1 by seat.
    """

    def __init__(
        self, rulebook: Rulebook[Any], names: Sequence[str], skills: Sequence[float], chance: Random, **options: Any
    ) -> None:
        table = rulebook.table(tuple(names), dict(rulebook.fixed(len(names))) | options)
        self.chance, self.skills, self.plays = chance, skills, list[Play]()
        self.replay: Replay = replay(rulebook, table, ())

    @property
    def names(self) -> tuple[str, ...]:
        return self.replay.table.players

    @property
    def over(self) -> bool:
        return self.replay.finished

    def enter(self, **play: Any) -> bool:
        """Enter a play as in a document, and return whether it is legal."""
        found = read_play(play, self.replay.rulebook, self.replay.table)
        if isinstance(found, Refusal):
            return False
        after = replay(self.replay.rulebook, self.replay.table, [found], self.replay)
        if after.conflicts:
            return False
        self.replay, self.plays = after, [*self.plays, play]
        return True

    def number(self, mean: float, gain: float, seat: int, *, least: int = 0, most: int = 999) -> int:
        """Return a random number near `mean`, with `gain` more for a skill of 1 than for 0."""
        middle = mean + gain * (self.skills[seat] - 0.5)
        return min(most, max(least, round(self.chance.gauss(middle, 1 + mean / 6))))

    def best(self) -> int:
        """Return a random seat, more often a skilled one."""
        return self.chance.choices(range(len(self.names)), [math.exp(4 * skill) for skill in self.skills])[0]

    def enter_rows(self, **rows: Sequence[int]) -> None:
        """Enter a sheet of categories, row by row, each with a number per seat."""
        for row, numbers in rows.items():
            for name, number in zip(self.names, numbers, strict=True):
                self.enter(kind="row", player=name, row=row.replace("_", "-"), number=number)

    def per_seat(self, mean: float, gain: float, **limits: int) -> list[int]:
        return [self.number(mean, gain, seat, **limits) for seat in range(len(self.names))]


# How each title is played, until the game is over.


def skull_king(game: Sitting, most: int = 20) -> None:
    """Enter bids and tricks in turn, at most `most` entries."""
    for number in range(1, 11):
        bids, tricks = skull_king_round(game, number)
        game.enter(kind="announce", values={name: {"bid": bid} for name, bid in zip(game.names, bids, strict=True)})
        if len(game.plays) < most:
            skull_king_tricks(game, bids, tricks)


def skull_king_round(game: Sitting, number: int) -> tuple[list[int], list[int]]:
    """Return the bids and tricks of a round; skilled players more often take what they bid."""
    chance, seats = game.chance, range(len(game.names))
    bids = [min(number, max(0, round(chance.gauss(number / len(seats), 0.4 + number / 10)))) for _ in seats]
    hits = [chance.random() < 0.35 + 0.45 * skill for skill in game.skills]
    tricks = [bid if hit else max(0, bid + chance.choice((-1, 1))) for bid, hit in zip(bids, hits, strict=True)]
    while sum(tricks) != number:
        change = 1 if sum(tricks) < number else -1
        free = [seat for seat in seats if tricks[seat] + change >= 0]
        tricks[chance.choice([seat for seat in free if not hits[seat]] or free)] += change
    return bids, tricks


def skull_king_tricks(game: Sitting, bids: Sequence[int], tricks: Sequence[int]) -> None:
    values: dict[str, dict[str, int]] = {}
    for name, bid, taken in zip(game.names, bids, tricks, strict=True):
        bonus = game.chance.choice((10, 10, 20, 30)) if taken == bid > 0 and game.chance.random() < 0.25 else 0
        values[name] = {"tricks": taken} | ({"bonus": bonus} if bonus else {})
    game.enter(kind="round", values=values)


def skyjo(game: Sitting) -> None:
    while not game.over:
        cards = game.per_seat(18, -9, least=-6, most=60)
        closed = game.chance.choice([cards.index(min(cards)), game.best()])
        values = {name: {"cards": sum_} for name, sum_ in zip(game.names, cards, strict=True)}
        values[game.names[closed]]["closed"] = 1
        game.enter(kind="round", values=values)


def azul(game: Sitting) -> None:
    game.enter_rows(
        score_track=game.per_seat(46, 26),
        horizontal_lines=game.per_seat(2, 1, least=1, most=4),
        vertical_lines=game.per_seat(1, 2, most=4),
        colours=game.per_seat(0.6, 1, most=2),
    )


def wingspan(game: Sitting) -> None:
    game.enter_rows(
        birds=game.per_seat(38, 18),
        bonus_cards=game.per_seat(9, 6),
        end_of_round_goals=game.per_seat(11, 7),
        eggs=game.per_seat(14, 6),
        food_on_cards=game.per_seat(4, 3),
        tucked_cards=game.per_seat(6, 4),
        unused_food=game.per_seat(1, 1),
    )


def catan(game: Sitting) -> None:
    """Share the points of each player between the sources; the winner has 10."""
    seats, winner = range(len(game.names)), game.best()
    road, army = game.chance.choice(seats), game.chance.choice([winner, game.chance.choice(seats)])
    found = []
    for seat in seats:
        points = 10 if seat == winner else min(9, game.number(7, 3, seat, least=4))
        points -= 2 * ((seat == road) + (seat == army))
        cities = min(4, game.chance.randint(max(0, points - 6) // 2, max(0, points // 2 - 1)))
        cards = game.chance.randint(0, min(1, max(0, points - 2 * cities)))
        settlements = min(5, points - 2 * cities - cards)
        found.append((max(0, settlements), cities, points - 2 * cities - max(0, settlements)))
    settled, cities_, cards_ = zip(*found, strict=True)
    game.enter_rows(
        settlements=settled,
        cities=cities_,
        longest_road=[int(seat == road) for seat in seats],
        largest_army=[int(seat == army) for seat in seats],
        victory_point_cards=cards_,
    )


def kingdomino(game: Sitting) -> None:
    lands = ("wheat_fields", "forests", "lakes", "grasslands", "swamps", "mines")
    means = (12, 9, 8, 7, 5, 4)
    game.enter_rows(
        **{land: game.per_seat(mean, 7) for land, mean in zip(lands, means, strict=True)},
        harmony=[5 * game.chance.randint(0, 1) for _ in game.names],
        middle_kingdom=[10 * game.chance.randint(0, 1) for _ in game.names],
        largest_property=game.per_seat(9, 3),
        crowns=game.per_seat(9, 3),
    )


def qwixx(game: Sitting) -> None:
    """Enter the crosses; in some games, two players have the same."""
    seats = range(len(game.names))
    crosses = [[game.number(6.5, 3, seat, least=1, most=12) for _ in range(4)] for seat in seats]
    penalties = game.per_seat(1, -1, most=4)
    if game.chance.random() < 0.35:
        crosses[0], penalties[0] = crosses[1][::-1], penalties[1]
    for at, colour in enumerate(("red", "yellow", "green", "blue")):
        for seat, name in enumerate(game.names):
            game.enter(kind="row", player=name, row=colour, values={"crosses": crosses[seat][at]})
    game.enter_rows(penalties=penalties)


def pandemic(game: Sitting) -> None:
    won = game.chance.random() < 0.25 + 0.6 * sum(game.skills) / len(game.skills)
    game.enter(kind="result", result="won" if won else "lost", points=game.chance.choice((4, 5, 5, 6)))


def don_carlo(game: Sitting, most: int = 1_000) -> None:
    """Send agents, at most `most`; skilled players prefer those with more points."""
    while not game.over and len(game.plays) < most:
        seat = game.replay.turn or 0
        offered = [each for each in verdicts(game.replay.state, seat) if each.names and each.points is not None]
        wanted = [math.exp((each.points or 0) * 1.5 * game.skills[seat]) for each in offered]
        found = game.chance.choices(offered, wanted)[0].names.split()
        name = game.chance.choice(found[:6])
        game.enter(kind="agent", player=game.names[seat], cards=[int(digit) for digit in name])


def carta_nostra(game: Sitting) -> None:
    mafiosi = ("caporegime", "don", "consigliere", "hitman", "smuggler")
    cities: dict[str, set[str]] = {name: set() for name in game.names}
    for at in count():
        seat = at % len(game.names)
        name, chance = game.names[seat], game.chance
        wanted = [each for each in mafiosi if each not in cities[name]]
        works = chance.random() < 0.3 + 0.35 * game.skills[seat]
        play: Play = {"kind": "turn", "player": name}
        if works or len(wanted) > 3:
            play["city"] = chance.choice(wanted)
        other = max((each for each in game.names if each != name), key=lambda each: len(cities[each]))
        if len(cities[other]) > 2 and chance.random() < 0.4:
            victim = chance.choice(sorted(cities[other]))
            if game.enter(**play, liquidated={"player": other, "mafioso": victim}):
                cities[other].discard(victim)
                play = {}
        if play:
            game.enter(**play)
        cities[name] |= {play["city"]} if "city" in play else set()
        if game.over or at > 120:
            return


def loire(game: Sitting) -> None:
    types = ("castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings")
    estates = [
        {each: game.number(2.4, 1.4, seat, most=12 // len(game.names)) for each in types}
        for seat in range(len(game.names))
    ]
    first = {
        each: game.chance.choice([at for at, own in enumerate(estates) if own[each] > 2] or [-1]) for each in types
    }
    complete = [seat for seat, own in enumerate(estates) if all(own.values())]
    game.chance.shuffle(complete)
    for seat, name in enumerate(game.names):
        play: Play = {
            "kind": "tally",
            "player": name,
            "estate": {each: {"cards": number} for each, number in estates[seat].items() if number},
            "victory_cards": game.number(4, 3, seat),
            "goods_vp": game.number(4, 4, seat),
            "animals": {each: game.chance.randint(0, 1) for each in ("chickens", "cows", "sheep", "pigs")},
            "storage": {each: game.chance.randint(0, 2) for each in ("workers", "silver", "goods")},
        }
        play["first_triples"] = [each for each in types if first.get(each) == seat]
        if seat in complete:
            play["all_seven"] = ((4, 3, 2, 1) if len(game.names) == 4 else (4, 2, 1))[complete.index(seat)]
        game.enter(**play)
    game.enter(kind="stop")


def prodigals_club(game: Sitting) -> None:
    markers = {name: [12, 10, 9, 9] for name in game.names}
    for name in game.names:
        game.enter(kind="influence", player=name, markers=markers[name])
    for number in range(1, 6):
        for _ in range(3):
            for seat, name in enumerate(game.names):
                if game.chance.random() < 0.5:
                    game.enter(kind="votes", player=name, change=-game.number(2.5, 2.5, seat, least=1))
                else:
                    highest = markers[name].index(max(markers[name]))
                    markers[name][highest] -= game.number(1.5, 1.5, seat, least=1, most=markers[name][highest])
                    game.enter(kind="influence", player=name, markers=list(markers[name]))
        play: Play = {"kind": "hyde-park", "megaphones": dict(zip(game.names, game.per_seat(2, 3), strict=True))}
        rewards = ((2, 1, 0), (3, 1, 0), (4, 2, 1))[number % 3]
        if not game.enter(**play) and not game.enter(**play, rewards=list(rewards)):
            game.enter(**play, rewards=list(rewards[:2]))
        game.enter(kind="end-round")
        if game.over:
            return


PLAYED: Mapping[str, Callable[[Sitting], None]] = {
    "skull-king": skull_king,
    "don-carlo": don_carlo,
    "wingspan": wingspan,
    "skyjo": skyjo,
    "azul": azul,
    "carta-nostra": carta_nostra,
    "catan": catan,
    "loire": loire,
    "prodigals-club": prodigals_club,
    "pandemic": pandemic,
    "qwixx": qwixx,
    "kingdomino": kingdomino,
}
"""The function that plays each title."""
SEATED = {"skull-king": (3, 5), "wingspan": (2, 4), "skyjo": (3, 6), "prodigals-club": (3, 4), "carta-nostra": (3, 5)}
"""Fewest and most players, if they differ from FEW_TO_MOST."""
FEW_TO_MOST = (3, 4)
COLOURS = ("blue", "green", "grey", "brown")
TRIPLES = {"castles": 5, "mines": 4, "cloisters": 6, "knowledge": 3, "ships": 4, "pastures": 4, "buildings": 3}
"""Printed values of the bonus cards of The Castles of Burgundy: The Card Game."""


# The year


@dataclass(frozen=True)
class Meeting:
    """Several games of the same people, `day` days ago, from this hour on."""

    day: int
    hour: int
    place: str
    people: Sequence[str]
    titles: Sequence[str]


def meetings(chance: Random) -> Iterator[Meeting]:
    """Yield the meetings of a year, the earliest first."""
    for day in range(DAYS, 0, -1):
        here = [name for name, person in PEOPLE.items() if 1 - day / DAYS >= person.since]
        if day in CABIN_DAYS:
            for hour, titles in ((14, AFTERNOON), (20, EVENING)):
                yield Meeting(day, hour, CABIN, here, _some(chance, titles, 2))
        elif day % 7 == 1 and chance.random() < 0.8:
            guests = ["Mira", "Jonas", *chance.sample([each for each in here if each not in ("Mira", "Jonas")], 3)]
            yield Meeting(day, 19, KITCHEN, guests, _some(chance, EVENING, chance.choice((1, 2, 2))))
        elif day % 7 == 3 and chance.random() < 0.25:
            guests = ["Emil", "Lou", *chance.sample([each for each in here if each not in ("Emil", "Lou")], 2)]
            yield Meeting(day, 15, GARDEN, guests, _some(chance, AFTERNOON, 2))
        elif day % 7 == 6 and chance.random() < 0.25:
            yield Meeting(
                day, 18, CAFE, ("Anja", "Lou"), chance.choice((("azul",), ("azul", "wingspan"), ("azul",) * 2))
            )


def _some(chance: Random, titles: Mapping[str, int], number: int) -> list[str]:
    return chance.choices([*titles], [*titles.values()], k=number)


def skills(title: str, names: Sequence[str], year: float) -> list[float]:
    """Return the skill of each person in a title, after this share of the year."""
    people = [PEOPLE[name] for name in names]
    return [min(1.0, each.skill + each.better.get(title, 0) + each.learns * year) for each in people]


def documents(rulebooks: Mapping[str, Rulebook[Any]], seed: int, now: datetime) -> Iterator[dict[str, Any]]:
    """Yield the documents of all finished games, the earliest first; all of them began before the day of `now`."""
    chance = Random(seed)  # noqa: S311
    for meeting in meetings(chance):
        begun = datetime.combine(now.date() - timedelta(meeting.day), time(meeting.hour), now.tzinfo)
        begun += timedelta(minutes=chance.randrange(5, 40))
        yield from _games_of(rulebooks, meeting, begun, chance)


def tonight(rulebooks: Mapping[str, Rulebook[Any]], seed: int, now: datetime) -> Iterator[dict[str, Any]]:
    """Yield the documents of the games of an evening that ended shortly before `now`."""
    meeting = Meeting(0, 0, KITCHEN, ("Anja", "Jonas", "Mira", "Zoë"), ("don-carlo", "azul", "carta-nostra"))
    yield from _games_of(rulebooks, meeting, now - timedelta(hours=3), Random(seed))  # noqa: S311


def _games_of(
    rulebooks: Mapping[str, Rulebook[Any]], meeting: Meeting, begun: datetime, chance: Random
) -> Iterator[dict[str, Any]]:
    """Yield the documents of the games of a meeting that begins at that time."""
    for title in meeting.titles:
        fewest, most = SEATED.get(title, FEW_TO_MOST)
        if meeting.place == CAFE:
            fewest = most = 2
        names = chance.sample(meeting.people, min(len(meeting.people), chance.randint(fewest, most)))
        game = _sitting(rulebooks, title, names, 1 - meeting.day / DAYS, chance)
        PLAYED[title](game)
        ended = begun + timedelta(minutes=round(MINUTES[title] * chance.uniform(0.8, 1.3)))
        note = chance.choice(NOTES)
        document = {
            "format": FORMAT,
            "version": VERSION,
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)),
            "rulebook": title,
            "players": names,
            "options": table_options(title, len(names)),
            "plays": game.plays,
            "started": stamp(begun),
            "ended": stamp(ended),
            "venue": meeting.place,
        }
        yield document | ({"note": note[1]} if note[0] in names and chance.random() < 0.6 else {})
        begun = ended + timedelta(minutes=chance.randrange(3, 15))


def table_options(title: str, players: int) -> dict[str, Any]:
    """Return the options of a title that have to be chosen."""
    options: dict[str, dict[str, Any]] = {
        "don-carlo": {"families": COLOURS[:players]},
        "loire": {"triple_values": TRIPLES},
        "prodigals-club": {"competitions": ("election", "society")},
    }
    return options.get(title, {})


def fill(service: GameService, seed: int, progress: Progress = silent) -> int:
    """Add the games of the demo to an empty database, and return their number.

    Three of them were played in the last hours. Two are running: a game of Don Carlo, and one of Skull King in its last
    round.
    """
    now, rulebooks = service.clock(), service.rulebooks
    made = (*documents(rulebooks, seed, now), *tonight(rulebooks, seed, now))
    found = (read(json.dumps(each).encode(), rulebooks) for each in made)
    placed = ((Place("demo", line=number), each) for number, each in enumerate(found, 1))
    past = import_games(service, placed, progress=progress).documents
    chance = Random(seed)  # noqa: S311
    sent = _sitting(rulebooks, "don-carlo", ("Anja", "Theo", "Emil"), 1, chance)
    don_carlo(sent, 13)
    _enter(service, sent, now - timedelta(minutes=34))
    last_round = _sitting(rulebooks, "skull-king", ("Mira", "Zoë", "Jonas", "Kaya"), 1, chance)
    skull_king(last_round, 19)
    _enter(service, last_round, now - timedelta(minutes=28))
    return len(past) + 2


def _sitting(
    rulebooks: Mapping[str, Rulebook[Any]], title: str, names: Sequence[str], year: float, chance: Random
) -> Sitting:
    """Return a game of these people before its first play; `year` as for `skills`."""
    return Sitting(rulebooks[title], names, skills(title, names, year), chance, **table_options(title, len(names)))


def _enter(service: GameService, game: Sitting, begun: datetime) -> None:
    """Begin a game at that time, and enter its plays, one a minute."""
    table, rulebook = game.replay.table, game.replay.rulebook
    key = f"demo-{rulebook.slug}"
    then = replace(service, clock=lambda: begun)
    game_id = begin(then, rulebook, table, Submission(key, key), KITCHEN)
    for number, step in enumerate(game.replay.steps, 1):
        then = replace(service, clock=partial(begun.__add__, timedelta(minutes=number)))
        enter(then, game_id, [step.play], Submission(f"{key}-{number}", key, number), sure=True)
