"""Queries for past games match a search through all games, page by page, and in their number."""

import random
import uuid
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from scorekeeper.store import people
from scorekeeper.store.games import Submission
from scorekeeper.store.results import (
    NEWEST_CURSOR,
    OLDEST_CURSOR,
    GameQuery,
    Projections,
    count,
    find,
    latest_places,
    most_played_places,
    plain,
    put_projections,
    trimmed,
    words_of,
)
from scorekeeper.store.rows import ResultLine, StoredGame, add_game, with_seats

NAMES = ("Anna", "Änne", "Jörg O'Neill", "Ben", "{player}", "<b>", "Zoë 17", "ANNABEL")
PLACES = (None, "Bei Anna", "bei anna", "Café Übersee", "CAFE ÜBERSEE", "17", "")
NOTES = (None, "Rock'n'Roll, spät!", "Spätabends bei Regen", "Zoës Revanche: 17 zu 3", "…", "STRASSE und Straße")
SLUGS = ("don-carlo", "loire")
TITLES = {"don-carlo": ("Don Carlo", "Anna and the Don"), "loire": ("Die Burgen", "The Castles (17)")}
MARGINS = {"0": range(1), "1-3": range(1, 4), "4-10": range(4, 11), "11-20": range(11, 21), "21-": range(21, 99)}
ZONES = (UTC, timezone(timedelta(hours=9)), timezone(timedelta(hours=-10)))
START = datetime(2025, 11, 28, 22, 30, tzinfo=UTC)


def game(chance, number):
    """Return a finished game. Some games end in the same second, or on another day in another time zone."""
    ended = (START + timedelta(hours=5 * (number // 2))).astimezone(chance.choice(ZONES))
    players = tuple(chance.sample(NAMES, chance.randint(1, 4)))
    about = {"ended": ended.isoformat(), "venue": chance.choice(PLACES), "note": chance.choice(NOTES)}
    game_id, slug = str(uuid.UUID(int=chance.getrandbits(128))), chance.choice(SLUGS)
    return StoredGame(game_id, slug, players, "{}", (), 1, True, int(ended.timestamp()), None, **about)


def results_of(chance, each):
    """Return the results of a game, best first: with and without points, with shared places and broken ties."""
    totals = [chance.choice([0, 1, 2, 5, 11, 20, 21, 40]) for _ in each.players]
    apart = chance.random() < 0.5
    found = []
    for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat]):
        level = found and totals[found[-1].seat] == totals[seat] and not apart
        found.append(ResultLine(seat, each.players[seat], found[-1].place if level else len(found) + 1, totals[seat]))
    return found if chance.random() < 0.8 else [replace(line, total=None) for line in found]


@pytest.fixture
def results():
    """Results and record values of each game, by its id."""
    return {}


@pytest.fixture
def games(service, results):
    """Games in the order of the list: newest first."""
    chance = random.Random(11)
    made = [game(chance, number) for number in range(150)]
    with service.store.writing() as db:
        for each in made:
            lines, held = results_of(chance, each), {"a": chance.randrange(4), "early-a": chance.randrange(4)}
            results[each.id] = lines, held
            add_game(db, each)
            marks = {name: (value, "[]", None, None) for name, value in held.items()}
            put_projections(
                db, with_seats(db, each), Projections(lines, marks, each.ended[:10], None, len(lines), len(lines) > 1)
            )
    return sorted(made, key=lambda each: (each.moment, each.id), reverse=True)


def result_matches(lines, held, wanted, names):
    places = {line.name: line.place for line in lines}
    totals = [line.total for line in lines if line.total is not None]
    return (
        wanted.size in (None, len(lines))
        and (not wanted.margin or (len(totals) > 1 and totals[0] - totals[1] in MARGINS[wanted.margin]))
        and (len(lines) > 1 or not wanted.rated)
        and (wanted.won_by is None or (len(lines) > 1 and places.get(names[wanted.won_by]) == 1))
        and (wanted.lost_by is None or (len(lines) > 1 and places.get(names[wanted.lost_by], 1) > 1))
        and (wanted.record is None or wanted.record[1] in [held[name] for name in wanted.record[0]])
    )


def test_search_words_exclude_punctuation():
    for text, words in (("“O'Brien's”,", {"o'brien's", "o", "brien", "s"}), ("(Café)", {"cafe"}), ("–", set())):
        assert words_of(text) == words


def fits(each, wanted, names):
    day = date.fromisoformat(each.ended[:10])
    said = words_of(f"{each.venue or ''} {each.note or ''} {' '.join(TITLES[each.rulebook])}")
    return (
        wanted.rulebook in (None, each.rulebook)
        and {names[player] for player in wanted.players} <= set(each.players)
        and (not wanted.place or plain(wanted.place) == plain(each.venue or ""))
        and (wanted.first or date.min) <= day <= (wanted.last or date.max)
        and all(
            any(word in plain(name) for name in each.players)
            or (trimmed(word) and any(one.startswith(trimmed(word)) for one in said))
            for word in plain(wanted.words).split()
        )
    )


WORDS = ("anna", "ann bei", "ÜBERSEE", "uber cafe", "17", "o'n", "rock roll", "spat", "…", "strasse", "a", "xyz")
WORDS += ("zoe regen", "don", "carlo anna", "castles")


def questions(chance, names):
    """Yield queries of all kinds."""
    for _ in range(200):
        begins = date(2025, 11, 28) + timedelta(chance.randint(-3, 14))
        days = [(None, None), (begins, None), (begins, begins + timedelta(3)), (None, begins)]
        first, last = chance.choice([(None, None), *days, (date(2025, 12, 1), date(2025, 12, 31))])
        record = chance.choice([None] * 8 + [(("a", "early-a"), 2), (("a",), 3)])
        outcome = {chance.choice(["won_by", "lost_by"]): chance.choice(sorted(names))}
        yield GameQuery(
            "loire" if record else chance.choice([None, None, *SLUGS]),
            tuple(chance.sample(sorted(names), chance.choice([0, 0, 1, 1, 2, 3]))),
            chance.choice(["", "", "", "Bei ANNA", "cafe ubersee", "nowhere"]),
            first,
            last,
            chance.choice(["", "", *WORDS]) if chance.random() < 0.6 else "",
            **chance.choice([{}] * 3 + [outcome]),
            size=chance.choice([None] * 6 + [1, 2, 3, 4, 5]),
            margin=chance.choice([""] * 6 + [*MARGINS]),
            record=record,
            rated=chance.random() < 0.1,
            titles=TITLES,
        )


def test_queries_match_a_search_through_all_games(service, games, results):
    sizes = set()
    with service.store.reading() as db:
        names = dict(db.execute("SELECT id, name FROM players").fetchall())
        for wanted in questions(random.Random(5), names):
            expected = [
                each.id
                for each in games
                if fits(each, wanted, names) and result_matches(*results[each.id], wanted, names)
            ]
            assert [each.id for each in find(db, wanted, 200).games] == expected, wanted
            assert count(db, wanted) == len(expected), wanted
            sizes.add(len(expected))
    assert len(sizes) > 15


@pytest.mark.parametrize("asked", [{}, {"words": "anna"}, {"rulebook": "loire"}, {"place": "Bei Anna"}])
def test_game_list_pages_forward_and_back(service, games, asked):
    wanted = GameQuery(**asked)
    with service.store.reading() as db:
        ids = [each.id for each in find(db, wanted, 500).games]
        seen, page = [], find(db, wanted, 7)
        assert not page.newer
        while True:
            seen += [each.id for each in page.games]
            if not page.older:
                break
            page = find(db, wanted, 7, before=spot(page.games[-1]))
            assert page.newer
        assert seen == ids
        back, page = [], find(db, wanted, 7, after=OLDEST_CURSOR)
        assert not page.older
        while True:
            back = [each.id for each in page.games] + back
            if not page.newer:
                break
            page = find(db, wanted, 7, after=spot(page.games[0]))
        assert back == ids


def spot(summary):
    return summary.moment, summary.id


def test_search_follows_a_new_name(service, games):
    before = {each.id for each in games if "Ben" in each.players}
    with service.store.reading() as db:
        (ben,) = [number for number, name in db.execute("SELECT id, name FROM players").fetchall() if name == "Ben"]
        assert {each.id for each in find(db, GameQuery(words="ben"), 200).games} == before
    people.rename(service, ben, "Ben", "Ægir", Submission("a-key-of-the-test", ""))
    with service.store.reading() as db:
        assert count(db, GameQuery(words="ben")) == 0
        assert {each.id for each in find(db, GameQuery(words="ægir"), 200).games} == before


def test_locations_are_offered_once_latest_first(service, games):
    with service.store.reading() as db:
        found = latest_places(db, 9)
    said = [each.venue for each in games if each.venue]
    assert sorted(map(plain, found)) == sorted({plain(each) for each in said})
    newest = next(each.moment for each in games if each.venue)
    assert found[0] in {each.venue for each in games if each.moment == newest}


def test_most_played_locations_come_first_in_latest_spelling(service, games):
    with service.store.reading() as db:
        found = most_played_places(db, 9)
    written = [each.venue for each in games if plain(each.venue or "")]
    counts = Counter(map(plain, written))
    assert [counts[plain(each)] for each in found] == sorted(counts.values(), reverse=True)
    for each in found:
        latest = next(game for game in games if plain(game.venue or "") == plain(each))
        assert each in {game.venue for game in games if game.moment == latest.moment}


def test_queries_of_an_empty_archive_find_nothing(service):
    with service.store.reading() as db:
        for wanted in (GameQuery(), GameQuery("loire", words="x", place="x", players=(1,))):
            for spots in ({}, {"before": NEWEST_CURSOR}, {"after": OLDEST_CURSOR}):
                assert (find(db, wanted, 5, **spots).games, count(db, wanted)) == ((), 0)
