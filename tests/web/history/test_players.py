"""Players' figures, rivals and champions: worked examples, and a complete recount."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, groupby

import pytest

from scorekeeper.store.results import GameQuery, count
from scorekeeper.web.history import player
from scorekeeper.web.history.pair import head_to_head, together
from scorekeeper.web.history.player import (
    MIN_TOGETHER,
    alone,
    by,
    counted,
    lately,
    latest_of,
    median_seconds,
    opponents,
    results,
    streaks,
    stretches,
    usual_venues,
)
from scorekeeper.web.history.players import MIN_WINS, Played, champions, everybody, named
from tests.web.history.played import Game, numbered, store_games

pytestmark = pytest.mark.ids_of_the_store

PLACES_OF = 20
"""Number of latest games examined for a player's venues: fewer than the player has."""


def won(title, winner, *others):
    """Return a game with one winner and several losers."""
    return title, {winner: (1, None)} | dict.fromkeys(others, (2, None))


def points(title, **totals):
    """Return a game in which more points are better."""
    places = {name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()}
    return title, {name: (places[name], total) for name, total in totals.items()}


def of(store, games, name, question, *more, **named):
    ids = store_games(store, numbered(*games))
    with store.reading() as db:
        return question(db, ids[name], *more, **named)


@pytest.mark.parametrize(
    ("totals", "lowest_wins", "best", "middle"),
    [
        ([3, 9], True, 3, 3),
        ([9, 1, 4, 4], True, 1, 4),
        ([-2, -8, None], False, -2, -8),
        ([None], False, None, None),
    ],
)
def test_best_and_median_results_are_found(store, totals, lowest_wins, best, middle):
    games = [("a", {"Ada": (1, total), "Bo": (2, 100)}) for total in totals] + [points("b", Ada=1000, Bo=0)]
    found = of(store, games, "Ada", results, "a", lowest_wins=lowest_wins)
    assert (found and (found[0], found[2])) == (None if best is None else (best, middle))


@pytest.mark.parametrize(
    ("games", "longest", "current", "wins"),
    [
        ("", 0, 0, False),
        ("L", 0, 1, False),
        ("W", 1, 1, True),
        ("WW", 2, 2, True),
        ("WWLW", 2, 1, True),
        ("LWLWWWLL", 3, 2, False),
        ("WSW", 2, 2, True),  # solitaire breaks none
        ("SSS", 0, 0, False),
        ("WDW", 3, 3, True),  # a shared first place is a win
        ("WLSLS", 1, 2, False),
        ("WwlW", 2, 2, True),  # lower case: a game without a date has no position in the run
    ],
)
def test_streaks_of_wins_are_found(store, games, longest, current, wins):
    kinds = {
        "W": won("a", "Ada", "Bo"),
        "L": won("b", "Bo", "Ada"),
        "S": won("a", "Ada"),
        "D": points("a", Ada=1, Bo=1),
    }
    unfinished = [won("a", "Bo", "Cleo")]
    stored = numbered(*unfinished, *(kinds[each.upper()] for each in games))
    ids = store_games(
        store, [replace(game, dated=each.isupper()) for game, each in zip(stored, f"B{games}", strict=True)]
    )
    with store.reading() as db:
        assert streaks(db, ids.get("Ada", 99)) == (longest, current, wins)
        assert len(stretches(db, ids.get("Ada", 99), 1, 99)) == sum(map("WLD".count, games))
        years = by(counted(db, ids.get("Ada", 99)), "year")
        assert sum(each.games for year, each in years.items() if year) == sum(map(str.isupper, games))


@pytest.mark.parametrize(
    ("games", "rival", "nemesis"),
    [
        pytest.param([("Bo", 4, 0, 0)], None, None, id="four games together are too few"),
        pytest.param([("Bo", 5, 0, 0)], "Bo", None, id="never lost to: no nemesis"),
        pytest.param([("Bo", 0, 5, 0)], None, "Bo", id="never beaten: no rival"),
        pytest.param([("Bo", 0, 0, 9)], None, None, id="always level"),
        pytest.param([("Bo", 4, 4, 0)], None, None, id="as often as not: neither"),
        pytest.param([("Bo", 1, 0, 9)], "Bo", None, id="beaten more often, if seldom"),
        pytest.param([("Bo", 3, 2, 0), ("Cleo", 2, 4, 0)], "Bo", "Cleo", id="one of each"),
        pytest.param([("Bo", 12, 8, 0), ("Cleo", 4, 1, 0)], "Cleo", None, id="the rate decides, not the number"),
        pytest.param([("Bo", 8, 12, 0), ("Cleo", 1, 4, 0)], None, "Cleo", id="for the nemesis, too"),
        pytest.param([("Bo", 4, 1, 0), ("Cleo", 8, 2, 0)], "Cleo", None, id="the same rate: who was there more often"),
        pytest.param([("Bo", 4, 0, 0), ("Cleo", 3, 2, 0)], "Cleo", None, id="too few games with who was beaten most"),
    ],
)
def test_rival_and_nemesis_are_found(store, games, rival, nemesis):
    each = [[points("a", Ada=2, **{name: 1})] * above for name, above, _, _ in games]
    each += [[points("a", Ada=1, **{name: 2})] * below for name, _, below, _ in games]
    each += [[points("b", Ada=1, **{name: 1})] * level for name, _, _, level in games]
    *found, known = of(store, [game for several in each for game in several], "Ada", opponents)
    assert [who and who.name for who in found] == [rival, nemesis]
    assert {who[1]: who[2:5] for who in known} == {name: (sum(counts), *counts[:2]) for name, *counts in games}


@pytest.mark.parametrize(
    ("games", "best"),
    [
        pytest.param([won("a", "Ada", "Bo")] * 2, None, id="two wins are too few"),
        pytest.param([won("a", "Ada", "Bo")] * 3, ("Ada", 3), id="three wins"),
        pytest.param([won("a", "Ada", "Bo"), won("a", "Bo", "Ada")] * 3, None, id="as many as somebody else"),
        pytest.param([points("a", Ada=1, Bo=1)] * 3 + [won("a", "Ada", "Bo")], ("Ada", 4), id="shared wins count"),
        pytest.param([won("a", "Ada")] * 5, None, id="solitaire does not"),
    ],
)
def test_champion_of_a_title_is_found(store, games, best):
    ids = store_games(store, numbered(*games))
    with store.reading() as db:
        assert champions(db) == ({"a": (ids[best[0]], best[1])} if best else {})


def recounted(games, name):
    """Return all figures of a player, counted game by game."""
    mine = [game for game in games if name in game.results]
    rated = [game for game in mine if game.rated]
    by_title = {}
    for title in {game.title for game in mine}:
        there = [game for game in mine if game.title == title]
        against = [game for game in there if game.rated]
        by_title[title] = Played(len(there), len(against), sum(game.results[name][0] == 1 for game in against))
    runs = [(wins, len(list(run))) for wins, run in groupby(rated, lambda game: game.results[name][0] == 1)]
    wins, current = runs[-1] if runs else (False, 0)
    streak = (max((length for wins, length in runs if wins), default=0), current, wins)
    against = {}
    for game in mine:
        for other, (place, _) in game.results.items():
            if other != name:
                place_of_mine = game.results[name][0]
                count, above, below = against.get(other, (0, 0, 0))
                against[other] = (count + 1, above + (place_of_mine < place), below + (place_of_mine > place))
    return by_title, streak, against


def results_of(games, name, title):
    found = [
        (game.results[name][1], game) for game in games if name in game.results and game.title == title and game.rated
    ]
    known = [(total, game) for total, game in found if total is not None]
    if not known:
        return None
    best = max(total for total, _ in known)
    first = next(game for total, game in known if total == best)
    return best, first.id, sorted(total for total, _ in known)[(len(known) - 1) // 2]


def figures_of(games, name):
    wins = sum(len(game.results) > 1 and game.results[name][0] == 1 for game in games)
    return Played(len(games), sum(len(game.results) > 1 for game in games), wins)


def grouped(games, name, by):
    """Return the figures of a player's games, grouped by a property of the games."""
    return {key: figures_of([game for game in games if by(game) == key], name) for key in {by(game) for game in games}}


def _check_form(db, player_id, games, name):
    mine = [game for game in games if name in game.results]
    rated = [game for game in mine if game.rated]

    def seat(game):
        return list(game.results).index(name)

    rows = counted(db, player_id)
    assert by(rows, "year") == grouped(mine, name, lambda game: game.day[:4])
    assert by(rows, "size") == grouped(mine, name, lambda game: len(game.results))
    of_rated = [each for each in rows if each.size > 1]
    assert by(of_rated, "seat") == grouped(rated, name, seat)
    assert by(of_rated, "place") == grouped(rated, name, lambda game: game.results[name][0])
    latest = rated[::-1]
    assert stretches(db, player_id, 3, 4) == [
        (back[0].day[:7], figures_of(back, name).wins)
        for back in reversed([latest[first : first + 3] for first in (0, 3, 6, 9)])
        if len(back) == 3
    ]
    for title in {game.title for game in mine}:
        took = sorted(game.seconds for game in rated if game.title == title and game.seconds)
        assert median_seconds(db, player_id, title) == (took[(len(took) - 1) // 2] if took else None)
    there = Counter((game.venue or "").lower() for game in mine)
    found = {venue.lower(): count for venue, count in usual_venues(db, player_id, 9)}
    assert found == {venue: there[venue] for venue in found}
    assert found.keys() == {(game.venue or "").lower() for game in mine[: -PLACES_OF - 1 : -1]} - {""}
    assert lately(db, player_id, 10) == [game.results[name][0] == 1 for game in rated[-10:]]
    for title in {game.title for game in mine}:
        of_title = [game for game in mine if game.title == title]
        assert count(db, GameQuery(title, (player_id,), rated=True)) == sum(game.rated for game in of_title)
        by_themselves = [game.results[name][1] for game in of_title if not game.rated]
        solo = alone(db, title, lowest_wins=False, player_id=player_id)
        best = max((total for total in by_themselves if total is not None), default=None)
        assert (solo and (solo.games, solo.best)) == ((len(by_themselves), best) if by_themselves else None)


def any_games(chance):
    names = ["Ada", "Bo", "Cleo", "Dan", "Eva", "Finn"]
    for number in range(1, 160):
        seated = chance.sample(names, chance.choice([1, 2, 2, 3, 4]))
        totals = [chance.randrange(6) for _ in seated]
        places = [1 + sum(other > total for other in totals) for total in totals]
        shown = [None if chance.random() < 0.1 else total for total in totals]
        moment = 400 * 3600 * (number // 2)  # some end at the same moment
        yield Game(
            chance.choice("abc"),
            dict(zip(seated, zip(places, shown, strict=True), strict=True)),
            moment,
            number,
            seconds=chance.choice([None, 600, 900, 1200, 5000]),
            venue=chance.choice([None, "Home", "home", "The Fox", ""]),
        )


@pytest.mark.parametrize("seed", range(5))
def test_all_figures_match_a_recount(store, seed, monkeypatch):
    monkeypatch.setattr(player, "PLACES_OF", PLACES_OF)
    games = list(any_games(random.Random(seed)))
    ids = store_games(store, games)
    latest_first = sorted(games, key=lambda game: (game.moment, game.id), reverse=True)
    with store.reading() as db:
        for name, player_id in ids.items():
            by_title, streak, against = recounted(games, name)
            assert by(counted(db, player_id), "rulebook") == by_title
            assert streaks(db, player_id) == streak
            _check_form(db, player_id, games, name)
            for title in by_title:
                assert results(db, player_id, title, lowest_wins=False) == results_of(games, name, title)
            _check_opponents(*opponents(db, player_id), against)
            assert [(each.id, place, total) for each, _, place, total in latest_of(db, player_id, 10)] == [
                (game.id, *game.results[name]) for game in latest_first if name in game.results
            ][:10]
        for one, other in combinations(ids, 2):
            shared = [game for game in latest_first if {one, other} <= game.results.keys()]
            found = list(_in_pieces(db, ids[one], ids[other], 3))
            assert [game.id for game, *_ in found] == [game.id for game in shared]
            assert [(place, total) for _, place, _, _, total in found] == [
                (game.results[one][0], game.results[other][1]) for game in shared
            ]
            counts = Counter(game.title for game in shared)
            assert {title: each[0] for title, each in head_to_head(db, ids[one], ids[other]).items()} == counts
        _check_champions(db, games)
        _check_list(db, games)


def _check_opponents(rival, nemesis, known, against):
    assert {each.name: each[2:5] for each in known} == against
    often = [each for each in known if each.games >= MIN_TOGETHER]
    for who, one, other in ((rival, "above", "below"), (nemesis, "below", "above")):
        parts = [getattr(each, one) / each.games for each in often if getattr(each, one) > getattr(each, other)]
        assert (getattr(who, one) / who.games if who else None) == max(parts, default=None)


def _check_champions(db, games):
    for title in {game.title for game in games}:
        rated = [game for game in games if game.title == title and game.rated]
        wins = Counter(name for game in rated for name, (place, _) in game.results.items() if place == 1)
        (first, most), *others = [*wins.most_common(2), (None, 0)]
        expected = (first, most) if most >= MIN_WINS and most > others[0][1] else None
        found = champions(db).get(title)
        assert (found and (named(db, "")[found[0]], found[1])) == expected


def _in_pieces(db, one, other, most):
    """Yield all games of two players, reading a few at a time."""
    last = None
    while piece := together(db, one, other, after=last, most=most):
        yield from piece
        last = piece[-1][0].id


def _check_list(db, games):
    names = named(db, "")
    counts = Counter(name for game in games for name in game.results)
    found = everybody(db)
    assert {names[each]: played.games for each, played in found.items()} == counts
    assert [played.games for played in found.values()] == sorted(counts.values(), reverse=True)
    for each, played in found.items():
        assert played == figures_of([game for game in games if names[each] in game.results], names[each])


def test_name_search_finds_any_part_in_any_case(store):
    store_games(store, numbered(won("a", "Straßer", "ANNA", "Joanna"), won("a", "%_'", "Joanna")))
    with store.reading() as db:
        for called, names in {
            "anna": ["ANNA", "Joanna"],
            "STRASSER": ["Straßer"],
            "%": ["%_'"],
            "x": [],
            "": ["%_'", "ANNA", "Joanna", "Straßer"],
        }.items():
            assert sorted(named(db, called).values()) == names
