"""Past games that somebody looks for: those that looking at every game comes to, page by page, and how many."""

import random
import uuid
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from scorekeeper.desk import people
from scorekeeper.desk.transaction import Submission
from scorekeeper.history import conditions, past
from scorekeeper.history.conditions import Days
from scorekeeper.history.past import FIRST, LATEST, Wanted, find, latest_places
from scorekeeper.storage.rows import ResultLine, StoredGame
from scorekeeper.storage.terms import plain, trimmed, words_of

NAMES = ("Anna", "Änne", "Jörg O'Neill", "Ben", "{player}", "<b>", "Zoë 17", "ANNABEL")
PLACES = (None, "Bei Anna", "bei anna", "Café Übersee", "CAFE ÜBERSEE", "17", "")
NOTES = (None, "Rock'n'Roll, spät!", "Spätabends bei Regen", "Zoës Revanche: 17 zu 3", "…", "STRASSE und Straße")
SLUGS = ("don-carlo", "loire")
ZONES = (UTC, timezone(timedelta(hours=9)), timezone(timedelta(hours=-10)))
START = datetime(2025, 11, 28, 22, 30, tzinfo=UTC)


def game(chance, number):
    """A finished game: several ended in the same second, and some where the day is another one."""
    ended = (START + timedelta(hours=5 * (number // 2))).astimezone(chance.choice(ZONES))
    return StoredGame(
        str(uuid.UUID(int=chance.getrandbits(128))),
        chance.choice(SLUGS),
        tuple(chance.sample(NAMES, chance.randint(1, 4))),
        "{}",
        (),
        1,
        True,
        int(ended.timestamp()),
        None,
        ended.isoformat(),
        chance.choice(PLACES),
        chance.choice(NOTES),
    )


@pytest.fixture
def games(desk):
    """Games as they stand in the list: newest first."""
    chance = random.Random(11)  # noqa: S311
    made = [game(chance, number) for number in range(150)]
    with desk.store.writing() as writer:
        for each in made:
            writer.add_game(each)
            lines = [ResultLine(seat, name, seat + 1, None) for seat, name in enumerate(each.players)]
            writer.set_results(each.id, lines)
            writer.set_terms(each, counts=True)
            writer.set_figures(each, each.ended[:7], None, lines, {})
    return sorted(made, key=lambda each: (each.moment, each.id), reverse=True)


def fits(each, wanted, names):
    """Return whether a game is one of those that are wanted."""
    day = date.fromisoformat(each.ended[:10])
    said = words_of(f"{each.venue or ''} {each.note or ''}")
    return (
        wanted.rulebook in (None, each.rulebook)
        and {names[player] for player in wanted.players} <= set(each.players)
        and (not wanted.place or plain(wanted.place) == plain(each.venue or ""))
        and (wanted.days.first or date.min) <= day <= (wanted.days.last or date.max)
        and all(
            any(word in plain(name) for name in each.players)
            or (trimmed(word) and any(one.startswith(trimmed(word)) for one in said))
            for word in plain(wanted.words).split()
        )
    )


def questions(chance, names):
    """Yield all sorts of questions."""
    first = date(2025, 11, 28)
    words = (
        "anna",
        "ann bei",
        "ÜBERSEE",
        "uber cafe",
        "17",
        "o'n",
        "rock roll",
        "spat",
        "…",
        "strasse",
        "a",
        "xyz",
        "zoe regen",
    )
    for _ in range(120):
        begins = first + timedelta(chance.randint(-3, 14))
        yield Wanted(
            chance.choice([None, None, *SLUGS]),
            tuple(chance.sample(sorted(names), chance.choice([0, 0, 1, 1, 2, 3]))),
            chance.choice(["", "", "", "Bei ANNA", "cafe ubersee", "nowhere"]),
            chance.choice(
                [
                    Days(),
                    Days(),
                    Days(begins),
                    Days(begins, begins + timedelta(3)),
                    Days(None, begins),
                    Days(date(2025, 12, 1), date(2025, 12, 31)),
                ]
            ),
            chance.choice(["", "", *words]),
        )


@pytest.mark.parametrize("few", [False, True])
def test_what_is_found_is_what_looking_at_every_game_comes_to(desk, games, few, monkeypatch):
    """Also where lists are not merged and not everything is looked through (`few`): as in an archive of many games."""
    if few:
        monkeypatch.setattr(conditions, "MOST_SOURCES", 1)
        monkeypatch.setattr(conditions, "MOST_COUNTED", 1)
        monkeypatch.setattr(past, "LOOKED_THROUGH", 3)
        monkeypatch.setattr(past, "ALL_LOOKED_THROUGH", 3)
    inexact = 0
    with desk.store.reading() as reader:
        names = dict(reader.rows("SELECT id, name FROM players"))
        for wanted in questions(random.Random(5), names):  # noqa: S311
            expected = [each.id for each in games if fits(each, wanted, names)]
            found = find(reader, wanted, 200)
            assert [each.id for each in found.games] == expected, wanted
            assert found.count == len(expected) if found.exact else found.count <= len(expected), wanted
            inexact += not found.exact
    assert (inexact > 0) == few


def test_the_list_goes_on_from_the_last_one_shown_both_ways(desk, games):
    ids = [each.id for each in games]
    with desk.store.reading() as reader:
        for wanted in (Wanted(), Wanted(words="anna"), Wanted(words="a"), Wanted("loire"), Wanted(place="Bei Anna")):
            ids = [each.id for each in find(reader, wanted, 500).games]
            seen, page = [], find(reader, wanted, 7)
            assert not page.newer
            while True:
                seen += [each.id for each in page.games]
                if not page.older:
                    break
                page = find(reader, wanted, 7, before=spot(page.games[-1]))
                assert page.newer
            assert seen == ids
            back, page = [], find(reader, wanted, 7, after=FIRST)
            assert not page.older
            while True:
                back = [each.id for each in page.games] + back
                if not page.newer:
                    break
                page = find(reader, wanted, 7, after=spot(page.games[0]))
            assert back == ids


def spot(summary):
    return summary.moment, summary.id


def test_a_new_name_changes_what_a_search_finds(desk, games):
    before = {each.id for each in games if "Ben" in each.players}
    with desk.store.reading() as reader:
        (ben,) = [number for number, name in reader.rows("SELECT id, name FROM players") if name == "Ben"]
        assert {each.id for each in find(reader, Wanted(words="ben"), 200).games} == before
    people.rename(desk, ben, "Ben", "Ægir", Submission("a-key-of-the-test", ""))
    with desk.store.reading() as reader:
        assert find(reader, Wanted(words="ben"), 200).count == 0
        assert {each.id for each in find(reader, Wanted(words="ægir"), 200).games} == before


def test_no_question_goes_through_all_games(desk, games):
    """Every list comes from an index, in order: nothing is sorted but what was found."""
    asked = []

    with desk.store.reading() as reader:
        names = dict(reader.rows("SELECT id, name FROM players"))
        rows = reader.rows
        reader.rows = lambda query, values=(): (asked.append((query, values)), rows(query, values))[1]
        for wanted in questions(random.Random(3), names):  # noqa: S311
            find(reader, wanted, 5, before=(games[50].moment, games[50].id))
        plans = [step[3] for query, values in asked for step in rows(f"EXPLAIN QUERY PLAN {query}", values)]
    assert len(plans) > 500
    scanned = {step for step in plans if step.startswith("SCAN")}
    assert {step.split(" USING")[0] for step in scanned} <= {"SCAN g", "SCAN players"}  # g: what was found already
    assert [step for step in plans if "FOR ORDER BY" in step or "LAST TERM" in step] == []


def test_places_are_offered_latest_first_and_each_once(desk, games):
    with desk.store.reading() as reader:
        found = latest_places(reader, 9)
    said = [each.venue for each in games if each.venue]
    assert sorted(map(plain, found)) == sorted({plain(each) for each in said})
    newest = next(each.moment for each in games if each.venue)
    assert found[0] in {each.venue for each in games if each.moment == newest}


def test_an_empty_archive_has_no_games(desk):
    with desk.store.reading() as reader:
        for wanted in (Wanted(), Wanted("loire"), Wanted(words="x"), Wanted(place="x"), Wanted(players=(1,))):
            for spots in ({}, {"before": LATEST}, {"after": FIRST}):
                found = find(reader, wanted, 5, **spots)
                assert (found.games, found.count, found.exact) == ((), 0, True)
