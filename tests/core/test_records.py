"""The records of each title, and the record values of games."""

import json
from dataclasses import replace
from pathlib import Path

from scorekeeper.core.document import read
from scorekeeper.core.durations import duration, hours
from scorekeeper.core.messages import say
from scorekeeper.core.race import race
from scorekeeper.core.records import GENERAL, kept, marks
from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from tests.documents import read_document
from tests.rows import row_by_row
from tests.throws import TITLES, game

GAMES = Path(__file__).parents[1] / "games"


def recorded(path):
    found = read_document(json.loads((GAMES / path).with_suffix(".json").read_text())["document"])
    return replay(found.rulebook, found.table, found.plays)


@row_by_row(
    ("path", "expected"),
    [
        ("don-carlo/three-players-to-the-end", {"winning": 49, "margin": 5, "seconds": 600}),
        ("don-carlo/shared-victory-of-4", {"winning": 62, "margin": 0, "seconds": 600}),
        ("don-carlo/stopped-before-the-first-play", {"early-winning": 0, "early-margin": 0, "early-seconds": 600}),
        ("prodigals-club/last-will-and-election-of-5", {"winning": 21, "margin": 14, "seconds": 600}),
        ("carta-nostra/two-players-five-cards-one-by-one", {"seconds": 600}),
        ("loire/solo-held-out-to-the-end", {}),
    ],
)
def test_games_have_the_expected_record_values(path, expected):
    game = recorded(path)
    held = {name: found.value for name, found in marks(game, 600).items() if name in GENERAL}
    changes = len(race(game).changes) if expected else 0
    assert held == expected | ({"changes": changes} if changes else {})


def test_game_ended_by_agreement_counts_as_ended_early():
    found = read(json.dumps(game((0, 3), (1, 2), (0, 1))).encode(), TITLES)
    assert set(marks(replay(found.rulebook, found.table, found.plays), None)) == {"early-winning", "early-margin"}


def test_game_of_unknown_duration_has_no_record_of_time():
    assert "seconds" not in marks(recorded("don-carlo/three-players-to-the-end"), None)


def test_players_with_a_shared_win_share_its_record():
    shared = recorded("prodigals-club/shared-victory-of-3")
    found = marks(shared, None)
    assert [shared.table.players[seat] for seat in found["winning"].seats] == ["Benito", "Anja"]
    assert str(found["margin"].what) == (
        "Nothing set Benito and Anja apart: 26 each, and the tie-break was level too: second highest score 24."
    )


@row_by_row("slug", sorted(all_rulebooks()))
def test_better_score_comes_first_and_early_ends_hold_few_records(slug):
    rulebook = all_rulebooks()[slug]
    found = {str(each.label): each for each in kept(rulebook)}
    lowest = rulebook.meta.lowest_wins
    labels = (
        ["Lowest winning score", "Highest winning score"]
        if lowest
        else ["Highest winning score", "Lowest winning score"]
    )
    assert list(found)[:2] == labels
    early = {label for label, each in found.items() if any(name.startswith("early-") for name in each.marks)}
    assert early == {labels[0], "Largest margin", "Most changes of the lead", "Longest game"}
    assert {label for label, each in found.items() if each.lowest} >= {"Closest game", "Shortest game"}


@row_by_row(
    ("changed", "words"),
    [
        ({}, ["−3 points", "1 point"]),
        ({"total": say("bullheads")}, ["−3 bullheads", "1 bullheads"]),
        ({"total": say("bullheads"), "amount": lambda count: say("{count} x", count=count)}, ["−3 x", "1 x"]),
    ],
)
def test_records_show_totals_and_margins_with_the_titles_unit(changed, words):
    carlo = all_rulebooks()["don-carlo"]
    for record in kept(replace(carlo, meta=replace(carlo.meta, **changed)))[:4]:
        assert [str(record.in_words(value)) for value in (-3, 1)] == words


@row_by_row(
    ("seconds", "words"),
    [
        (1, "1 min"),
        (60, "1 min"),
        (629, "10 min"),
        (630, "11 min"),
        (3599, "1 h"),
        (3600, "1 h"),
        (5100, "1 h 25 min"),
        (47 * 3600, "47 h"),
        (48 * 3600, "2 days"),
        (60 * 3600, "3 days"),
        (100 * 24 * 3600, "100 days"),
    ],
)
def test_durations_are_shown_as_text(seconds, words):
    assert str(duration(seconds)) == words


def test_long_durations_are_shown_in_hours():
    assert str(hours(89 * 3600 + 1900)) == "90 h"
