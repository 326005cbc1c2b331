"""Fills a database with any number of games of ten years, for measurements.

Each game is a recorded one, or a random one of Don Carlo, with other players, so all have real logs and projections.
The same seed makes the same games.
"""

import json
import random
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import accumulate
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.core.document import read
from scorekeeper.core.log import Act
from scorekeeper.core.records import EARLY, SECONDS
from scorekeeper.core.replay import Replay, replay
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.rulebooks.don_carlo.keypad import verdicts
from scorekeeper.store.db import Store
from scorekeeper.store.games import day_of, options_text, play_text, projections_of, seconds_of, stamp
from scorekeeper.store.results import Projections, put_projections
from scorekeeper.store.rows import Shelf, StoredChange, StoredGame, add_change, add_game, update_game

DON_CARLO = all_rulebooks()["don-carlo"]
TABLE = DON_CARLO.table(("Anneli", "Benito", "Carla", "Donny"), {})
RECORDED = Path(__file__).parents[2] / "games"
LAST_DAY = datetime(2026, 1, 31, 19, tzinfo=timezone(timedelta(hours=1)))
DAYS = 3652
RUNNING = 6
PLACES = ("At Anneli's", "Club room", "Café Übermut", "Home", "Library", "Mill Lane 4", "Summer house", "The Fox")
NOTES = ("A close one", "First game with the new deck", "Rain all day", "The rematch", "Taught the rules")
FIRST = "Anneli Benito Carla Donny Eva Fritz Greta Hans Ines Jonas Katja Lukas Mia Nils Olga Paul Rosa Sven Tina Udo"
LAST = (
    "Adler Berger Conti Diaz Engel Fink Graf Huber Ivens Jung Keller Lang Moser Novak Otto Pohl Roth Stein Thal Weiss"
)
BATCH = 2000
LASTED = (SECONDS, EARLY + SECONDS)


@dataclass(frozen=True, slots=True)
class Template:
    """A recorded or random game, and its projections."""

    game: StoredGame
    found: Projections

    @classmethod
    def of(cls, replayed: Replay) -> "Template":
        """Return a replayed game as a template."""
        rulebook, table = replayed.rulebook, replayed.table
        plays = tuple(play_text(step.play, rulebook, table) for step in replayed.steps)
        options = options_text(rulebook, table)
        game = StoredGame("", rulebook.slug, table.players, options, plays, 1, replayed.finished, moment=0)
        lasting = replace(game, started=stamp(LAST_DAY), ended=stamp(LAST_DAY + timedelta(seconds=1)))
        return cls(game, projections_of(lasting, replayed))


def fill(path: Path, games: int, people: int, seed: int = 1) -> None:
    """Put games into the database at `path`, with at most this number of people."""
    chance = random.Random(seed)
    finished, running = templates(chance)
    store = Store(path)
    batch: list[tuple[StoredGame, Projections]] = []
    for number, (start, names) in enumerate(sittings(games, people, chance)):
        still = number >= games - RUNNING
        fitting = [each for each in (running if still else finished) if len(each.game.players) == len(names)]
        batch.append(_game(chance, chance.choice(fitting), start, names))
        if len(batch) == BATCH or number == games - 1:
            with store.writing() as db:
                db.execute("PRAGMA cache_size = -200000").fetchall()
                for each in batch:
                    _add(db, *each)
            batch.clear()
    store.close()


def random_game(players: int, chance: random.Random) -> Replay:
    """Return a finished game of Don Carlo, in which each player sends any legal code name."""
    table = DON_CARLO.table(TABLE.players[:players], {})
    replayed = replay(DON_CARLO, table, ())
    while replayed.turn is not None:
        found = verdicts(replayed.state, replayed.turn)
        names = [name for verdict in found if verdict.points is not None for name in verdict.names.split()]
        agent = Agent(replayed.turn, tuple(map(int, chance.choice(names))))
        replayed = replay(DON_CARLO, table, (agent,), replayed)
    return replayed


def templates(chance: random.Random) -> tuple[Sequence[Template], Sequence[Template]]:
    """Return finished games, equally many of every title, and running games."""
    replays = [*_recorded(), *(random_game(players, chance) for players in (2, 3, 4) for _ in range(8))]
    whole = [each for each in replays if each.finished]
    by_title = {slug: [each for each in whole if each.rulebook.slug == slug] for slug in all_rulebooks()}
    most = max(map(len, by_title.values()))
    finished = [Template.of(found[index % len(found)]) for found in by_title.values() for index in range(most)]
    cut_short = [each.at(len(each.steps) // 2) for each in whole if len(each.steps) > 1]
    return finished, [Template.of(each) for each in cut_short if not each.finished]


def sittings(games: int, people: int, chance: random.Random) -> Iterator[tuple[datetime, Sequence[str]]]:
    """Yield the start and the players of each game, oldest first: a few games an evening, with the same players.

    A few people come nearly always, most of them seldom: the first one is in about 40 % of all games.
    """
    names = [_name(number) for number in range(people)]
    weights = list(accumulate((number + 1) ** -1.1 for number in range(people)))
    left, evenings = games, []
    while left:
        count = min(left, chance.randint(1, 5))
        left -= count
        evenings.append((chance.uniform(0, DAYS), count))
    found = []
    for days_ago, count in evenings:
        there: list[str] = []
        size = chance.choices((1, 2, 3, 4), (1, 8, 12, 16))[0]
        while len(there) < min(people, size):
            there = list(dict.fromkeys([*there, *chance.choices(names, cum_weights=weights)]))
        start = LAST_DAY - timedelta(days=int(days_ago), minutes=chance.randint(0, 120))
        found += [(start + timedelta(minutes=50 * number), there) for number in range(count)]
    yield from sorted(found)


def _name(number: int) -> str:
    """Return the name of a person by number: the first names are short, later ones repeat with a number."""
    first, last = FIRST.split(), LAST.split()
    rest, at = divmod(number, len(first))
    further, family = divmod(rest, len(last) + 1)
    name = first[at] + (f" {last[family - 1]}" if family else "")
    return f"{name} {further + 1}" if further else name


def _recorded() -> Iterator[Replay]:
    for path in sorted(RECORDED.rglob("*.json")):
        raw = json.loads(path.read_text(encoding="utf-8"))["document"]
        document = read(json.dumps(raw).encode(), all_rulebooks())
        replayed = replay(document.rulebook, document.table, document.plays)
        if not replayed.conflicts:
            yield replayed


def _game(
    chance: random.Random, template: Template, start: datetime, names: Sequence[str]
) -> tuple[StoredGame, Projections]:
    end = start + timedelta(seconds=chance.randint(600, 3600))
    players = tuple(chance.sample(list(names), len(template.game.players)))
    draw = chance.random()
    game = replace(
        template.game,
        id=str(uuid.UUID(int=chance.getrandbits(128), version=4)),
        players=players,
        moment=int(end.timestamp()),
        started=stamp(start),
        ended=stamp(end) if template.game.finished else None,
        venue=chance.choice(PLACES) if chance.random() < 0.5 else None,
        note=chance.choice(NOTES) if chance.random() < 0.1 else None,
        shelf=Shelf.ARCHIVED if draw < 0.01 else Shelf.DELETED if draw < 0.02 else Shelf.TABLE,
    )
    found, seconds = template.found, seconds_of(game)
    lines = tuple(each if each.seat is None else replace(each, name=players[each.seat]) for each in found.lines)
    lasted = {} if seconds is None else {name: (seconds, "[]", None, None) for name in LASTED if name in found.marks}
    marks = {name: mark for name, mark in found.marks.items() if name not in LASTED} | lasted
    return game, replace(found, lines=lines, marks=marks, day=day_of(game), seconds=seconds)


def _add(db: Database, game: StoredGame, found: Projections) -> None:
    add_game(db, game)
    add_change(db, game.id, StoredChange(1, Act.IMPORT, (), stamp(datetime.fromtimestamp(game.moment, UTC))))
    if game.shelf is not Shelf.TABLE:
        act = Act.ARCHIVE if game.shelf is Shelf.ARCHIVED else Act.DELETE
        made = stamp(datetime.fromtimestamp(game.moment, UTC))
        update_game(db, replace(game, revision=game.revision + 1), unchanged=len(game.plays))
        add_change(db, game.id, StoredChange(game.revision + 1, act, (), made))
    put_projections(db, game, found)
