"""Players' figures, rivals and champions match a complete recount of random games."""

import random
from collections import Counter
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


def recounted(games, name):
    """Return all figures of a player, counted game by game."""
    mine = [game for game in games if name in game.results]
    rated = [game for game in mine if game.rated]
    by_title = {}
    for title in {game.title for game in mine}:
        there = [game for game in mine if game.title == title]
        against = [game for game in there if game.rated]
        by_title[title] = Played(len(there), len(against), sum(game.results[name][0] == 1 for game in against))
    dated = [game for game in rated if game.dated]
    runs = [(wins, len(list(run))) for wins, run in groupby(dated, lambda game: game.results[name][0] == 1)]
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


def results_of(games, name, title, best_of):
    found = [
        (game.results[name][1], game) for game in games if name in game.results and game.title == title and game.rated
    ]
    known = [(total, game) for total, game in found if total is not None]
    if not known:
        return None
    best = best_of(total for total, _ in known)
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
    dated = [game for game in rated if game.dated]

    def seat(game):
        return list(game.results).index(name)

    rows = counted(db, player_id)
    assert by(rows, "year") == grouped(mine, name, lambda game: game.day[:4])
    assert by(rows, "size") == grouped(mine, name, lambda game: len(game.results))
    of_rated = [each for each in rows if each.size > 1]
    assert by(of_rated, "seat") == grouped(rated, name, seat)
    assert by(of_rated, "place") == grouped(rated, name, lambda game: game.results[name][0])
    latest = dated[::-1]
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
    assert lately(db, player_id, 10) == [game.results[name][0] == 1 for game in dated[-10:]]
    for title in {game.title for game in mine}:
        of_title = [game for game in mine if game.title == title]
        assert count(db, GameQuery(title, (player_id,), rated=True)) == sum(game.rated for game in of_title)
        by_themselves = [game.results[name][1] for game in of_title if not game.rated]
        solo = alone(db, title, lowest_wins=False, player_id=player_id)
        best = max((total for total in by_themselves if total is not None), default=None)
        assert (solo and (solo.games, solo.best)) == ((len(by_themselves), best) if by_themselves else None)


def any_games(chance):
    """Yield games of four titles: a rare one, and one that is never scored. Some people play seldom."""
    names = ["Ada", "Bo", "Cleo", "Dan", "Eva", "Finn"]
    for number in range(1, 160):
        title = chance.choice("aaaabbbbccd")
        seated = chance.sample([*names, "Gus", "Hal"] if number % 8 == 0 else names, chance.choice([1, 2, 2, 3, 4]))
        totals = [chance.randrange(6) for _ in seated]
        places = [1 + sum(other > total for other in totals) for total in totals]
        shown = [None if title == "c" or chance.random() < 0.1 else total for total in totals]
        moment = 400 * 3600 * (number // 2)  # some end at the same moment
        yield Game(
            title,
            dict(zip(seated, zip(places, shown, strict=True), strict=True)),
            moment,
            number,
            seconds=chance.choice([None, 600, 900, 1200, 5000]),
            venue=chance.choice([None, "Home", "home", "The Fox", ""]),
            dated=chance.random() < 0.9,
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
                for best_of in (min, max):
                    found = results(db, player_id, title, lowest_wins=best_of is min)
                    assert found == results_of(games, name, title, best_of)
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
        parts = [
            (getattr(each, one) / each.games, each.games) for each in often if getattr(each, one) > getattr(each, other)
        ]
        assert (who and (getattr(who, one) / who.games, who.games)) == max(parts, default=None)


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
    seats = (("Straßer", "ANNA", "Joanna"), ("%_'", "Joanna"))
    store_games(store, numbered(*(("a", dict.fromkeys(names, (1, None))) for names in seats)))
    with store.reading() as db:
        for called, names in {
            "anna": ["ANNA", "Joanna"],
            "STRASSER": ["Straßer"],
            "%": ["%_'"],
            "x": [],
            "": ["%_'", "ANNA", "Joanna", "Straßer"],
        }.items():
            assert sorted(named(db, called).values()) == names
