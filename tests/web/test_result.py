"""The end of a game as text: the winner and the reason, the shared text, and the numbers in the strip."""

import json
import re
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.messages import say
from scorekeeper.core.ranking import ranked
from scorekeeper.core.rulebook import Meta
from scorekeeper.core.sheet import Column, Line
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.web.table.page import GamePage
from scorekeeper.web.table.result import Evening, headline, lead, margin
from scorekeeper.web.table.slots import Position
from tests.documents import import_documents, read_document
from tests.helpers import begin
from tests.pages import Page, text
from tests.rows import row_by_row

GAMES = Path(__file__).parents[1] / "games"
POINTS = Meta("made-up", say("Made up"), (1, 10), tie_breaks=(Column("coins", say("coins")),))
FEWEST = replace(
    POINTS,
    total=say("thorns"),
    lowest_wins=True,
    tie_breaks=(Column("coins", say("coins"), lowest=True, won_by=say("fewer coins")),),
)


def lines(*totals, coins=(), keys=()):
    """Return lines of Ada, Bo, Cleo and Dan."""
    return [
        Line(
            seat,
            total,
            tie_break={"coins": coins[seat] if coins else None},
            key=keys[seat] if keys else None,
            name=name,
        )
        for seat, (total, name) in enumerate(zip(totals, ("Ada", "Bo", "Cleo", "Dan"), strict=False))
    ]


@row_by_row(
    ("meta", "paper", "who", "by"),
    [
        (POINTS, lines(66, 71, 50), "Bo wins", "71 points, 5 ahead of Ada"),
        (POINTS, lines(1, 0), "Ada wins", "1 point, 1 ahead of Bo"),
        (POINTS, lines(-1, -3), "Ada wins", "−1 points, 2 ahead of Bo"),
        (POINTS, lines(9, 8, 8, 7), "Ada wins", "9 points, 1 ahead of Bo and Cleo"),
        (POINTS, lines(9), "Ada wins", "9 points"),
        (POINTS, lines(9, None), "Ada wins", "9 points"),
        (POINTS, lines(9, 9, 7), "Ada and Bo share the win", "9 points each, 2 ahead of Cleo"),
        (POINTS, lines(9, 9), "Ada and Bo share the win", "9 points each"),
        (POINTS, lines(0, 0, 0), "Ada, Bo and Cleo share the win", "0 points each"),
        (POINTS, lines(9, 9, coins=(4, 3)), "Ada wins", "tied with Bo on 9; coins (4 to 3)"),
        (POINTS, lines(9, 9, 9, coins=(4, 3, 3)), "Ada wins", "tied with Bo and Cleo on 9; coins (4 to 3)"),
        (POINTS, lines(9, 9, 9, coins=(4, 4, 3)), "Ada and Bo share the win", "tied with Cleo on 9; coins (4 to 3)"),
        (POINTS, lines(9, 9, keys=((9, 0), (9, 1))), "Bo wins", "tied with Ada on 9"),
        (FEWEST, lines(30, 12, 15), "Bo wins", "12 thorns, 3 less than Cleo"),
        (FEWEST, lines(12, 15, 12), "Ada and Cleo share the win", "12 thorns each, 3 less than Bo"),
        (FEWEST, lines(12, 12, coins=(3, 4)), "Ada wins", "tied with Bo on 12; fewer coins (3 to 4)"),
        (POINTS, lines(None, None, keys=((0,), (1,))), "Bo wins", None),
        (POINTS, lines(None, None), "Ada and Bo share the win", None),
    ],
)
def test_headline_names_winner_and_reason(meta, paper, who, by):
    standings = ranked(paper, meta)
    said = margin(standings, meta)
    assert (str(headline(standings, meta)), said and str(said)) == (who, by)


@row_by_row(
    ("meta", "paper", "ahead"),
    [
        (POINTS, lines(66, 71, 50), "5 points ahead of Ada"),
        (POINTS, lines(9, 8, 8), "1 point ahead of Bo and Cleo"),
        (FEWEST, lines(30, 12, 15), "3 thorns less than Cleo"),
        (POINTS, lines(9, 9, coins=(4, 3)), "tied with Bo on 9; coins (4 to 3)"),
        (POINTS, lines(9, 12, keys=((1,), (0,))), None),
        (POINTS, lines(9), None),
        (POINTS, lines(None, None, keys=((0,), (1,))), None),
    ],
)
def test_lead_is_shown_only_if_points_decided(meta, paper, ahead):
    said = lead(ranked(paper, meta), meta)
    assert (said and str(said)) == ahead


@pytest.mark.parametrize(
    ("name", "wreath", "who", "lost"),
    [
        ("don-carlo/shared-victory-of-2", "41 points", "Anneli and Benito share the title of Don Carlo", False),
        ("don-carlo/stopped-early", "23 points", "◆ Anja is Don Carlo: 3 points ahead of Anneli", False),
        ("carta-nostra/four-players-the-winner-alone", "", "● Anja is the new Don", False),
        (
            "loire/solo-held-out-to-the-end",
            "56 points",
            "● Anneli has held out to the end: 32 points ahead of Aaron",
            False,
        ),
        (
            "loire/solo-aaron-is-ahead-after-round-c",
            "20 points",
            "Aaron wins after round C: 6 points ahead of Benito",
            True,
        ),
    ],
)
def test_wreath_shows_winning_points_and_marks_a_loss(app, client, name, wreath, who, lost):
    page = Page(client.get(recorded(app, name)[0]))
    shown = page.first(class_="winner-points").text, page.first(class_="winner").first("h2").text.replace(" :", ":")
    assert shown == (wreath, who)
    assert ("winner-lost" in page.first(class_="winner").given["class"]) == lost


def recorded(app, name, **times):
    """Return a recorded game's URL and view."""
    document = read_document(json.loads((GAMES / f"{name}.json").read_text())["document"] | times)
    (game,) = import_documents(app.extensions["service"], [document])
    return f"/games/{game.id}", app.extensions["service"].view(game.id)


DON_CARLO = """\
Don Carlo
Anneli is Don Carlo: 60 points, 11 ahead of Anja
1. Anneli: 60 (influence 49, bonus 0, countries 11)
2. Anja: 49 (influence 34, bonus 0, countries 15)
3. Donny: 41 (influence 36, bonus 0, countries 5)
4. Benito: 38 (influence 27, bonus 0, countries 11)
Anja caught up most: 25 behind after entry 26, 11 after entry 41.
The lead changed 6 times, the last time in entry 27: Anneli took it from Benito, and kept it.
Anneli's 1/3/3/4 was the best entry: 8 points.
Benito was out first, in entry 38; the others sent 3 more agents."""
SHARED = """\
Don Carlo
Anneli and Benito share the title of Don Carlo: 41 points each
1. Anneli: 41 (influence 22, bonus 0, countries 19)
1. Benito: 41 (influence 29, bonus 1, countries 11)
Anneli caught up most: 19 behind after entry 16, and tied for the lead after entry 20.
The lead changed 4 times, the last time in entry 19, when Anneli took it from Benito.
After the countries, Anneli and Benito were tied.
Nothing set Anneli and Benito apart: 41 each, and the tie-break was level too: cards left 1."""
PRODIGALS = """\
The Prodigals Club
Adrian is the greatest prodigal: 28 points, 3 less than Benito
1. Adrian: 28 (Possessions 28, Election 24, Society 25)
2. Benito: 31 (Possessions 31, Election 17, Society 31)
3. Anneli: 32 (Possessions 25, Election 14, Society 32)
4. Anja: 34 (Possessions 27, Election 10, Society 34)
5. Zoë: 37 (Possessions 22, Election 13, Society 37)
Benito caught up most: 8 behind after round 2, 3 after round 5.
It was never closer than after round 3: Benito, Adrian and Zoë were tied for the lead.
The lead changed in round 5: Adrian went from 35 to 28 (Possessions), Anneli stayed at 32."""
CARTA = """\
Carta Nostra
Anneli is the new Don
Against Benito, Anja, Adrian and Zoë
Anneli had four of the five from entry 21 on; the Don completed them in entry 26.
Benito was one Mafioso away from winning when Adrian's Hitman took the Don in entry 24.
Zoë lacked just one Mafioso at the end.
Hitmen removed 6 Mafiosi, 2 of them Benito's.
Wins this evening: Anneli 2, Zoë 1, Benito 0, Anja 0, Adrian 0
Anneli has won 2 in a row."""
LOIRE = """\
The Castles of Burgundy: The Card Game
Anneli has held out to the end: 56 points, 32 ahead of Aaron
1. Anneli: 56 (triples 30, first triples 3, all 7 types 3, victory point cards 8, sold goods 7, animals 5, \
starting player 0)
2. Aaron: 24 (triples 20, first triples 3, all 7 types 1)
Anneli led after every round.
It was never closer than after round A: Anneli 2 ahead of Aaron.
Anneli held out through all five rounds.
Triples made the difference: 30 to 20."""
GERMAN = """\
Carta Nostra
Anneli ist der neue Don
Gegen Benito, Anja, Adrian und Zoë
Anneli hatte ab Eintrag 21 vier von fünf; in Eintrag 26 kam der Don dazu.
Benito fehlte nur ein Mafioso zum Sieg, da beseitigte in Eintrag 24 der Killer von Adrian den Don.
Zoë fehlte am Ende nur ein Mafioso.
Killer beseitigten 6 Mafiosi, davon 2 bei Benito.
Siege an diesem Abend: Anneli 2, Zoë 1, Benito 0, Anja 0, Adrian 0
Anneli hat 2 in Folge gewonnen."""
ALONE = Evening(1, {"Anneli": 1, "Benito": 0}, None)
THREE = Evening(3, {"Anneli": 2, "Zoë": 1, "Benito": 0, "Anja": 0, "Adrian": 0}, ("Anneli", 2))


@pytest.mark.parametrize(
    ("name", "evening", "language", "shared"),
    [
        ("don-carlo/four-players-to-the-end", ALONE, "en", DON_CARLO),
        ("don-carlo/shared-victory-of-2", None, "en", SHARED),
        ("prodigals-club/five-players-all-three-competitions", ALONE, "en", PRODIGALS),
        ("carta-nostra/five-players-to-the-end", THREE, "en", CARTA),
        ("carta-nostra/five-players-to-the-end", THREE, "de", GERMAN),
        ("loire/solo-held-out-to-the-end", None, "en", LOIRE),
    ],
)
def test_shared_text_has_the_expected_lines(app, name, evening, language, shared):
    _, view = recorded(app, name)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert GamePage(Position(view), evening=evening).result.text == shared
        began = GamePage(
            Position(replace(view, game=replace(view.game, started="2026-02-01T22:10:00+01:00")))
        ).result.text
    day = "1. Februar 2026, 22:10" if language == "de" else "February 1, 2026, 10:10 PM"
    assert re.sub(r"\s", " ", began.splitlines()[0]) == f"{shared.splitlines()[0]}, {day}"


def test_places_without_points_share_a_line(app):
    _, view = recorded(app, "carta-nostra/five-players-to-the-end")
    standings = ranked(lines(None, None, None, None, keys=((3,), (1,), (2,), (1,))), POINTS)
    own = copy(view.replay)  # the original is shared by all tests
    vars(own)["standings"] = standings
    with app.test_request_context():
        result = GamePage(Position(replace(view, replay=own))).result
        assert result.text.splitlines()[2:5] == ["1. Ada", "2. Cleo", "3. Bo and Dan"]


@pytest.mark.parametrize(
    ("name", "account"),
    [
        ("don-carlo/four-players-to-the-end", "Country scoring"),
        ("prodigals-club/five-players-all-three-competitions", "Round by round"),
        ("loire/four-players-to-the-end", "Part by part"),
        ("carta-nostra/five-players-to-the-end", "The cities at the end"),
    ],
)
def test_result_page_starts_with_outcome_and_has_complete_text(app, client, name, account):
    url, view = recorded(app, name)
    page = Page(client.get(url))
    outcome = page.first(class_="result-outcome")
    assert [each.text for each in outcome.all(class_="scores-place")] == (
        [str(standing.place) for standing in view.replay.sheet().standings if standing.line.total is not None]
    )
    said = page.text
    assert said.index(outcome.first("h2").text) < said.index(account) < said.index("The result as text")
    assert said.index("The result as text") < said.index("All entries") < said.index("Share")
    share, shown = page.first("a", href="#share"), page.first("pre", id="share")
    assert share.text == "Share"
    assert shown.raw.splitlines()[0] == view.rulebook.meta.title.template
    assert not page.all("textarea")


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        (
            "don-carlo/still-running",
            "if it ended now: so far + countries. Choose a name to add an entry for that player.",
        ),
        ("carta-nostra/six-players-still-running", "kinds of Mafiosi. Choose a name to add an entry for that player."),
        ("loire/two-players-before-the-first-tally", "points. Choose a name to add an entry for that player."),
    ],
)
def test_strip_labels_its_figures(app, client, name, figures):
    page = Page(client.get(recorded(app, name)[0]))
    strip = page.first("nav", class_="standings")
    label = strip.first("p", id=strip.given["aria-labelledby"])
    assert label.text.replace(" .", ".") == figures
    assert all(each.text.count("+") == figures.count("+") for each in strip.all(class_="standing-made"))


def test_every_title_labels_its_own_figures():
    named = {slug: str(rulebook.meta.so_far) for slug, rulebook in all_rulebooks().items() if rulebook.meta.so_far}
    assert named == {"don-carlo": "so far", "carta-nostra": "kinds of Mafiosi"}


@pytest.mark.parametrize(
    ("times", "said", "head", "day"),
    [
        (
            {"started": "2026-01-31T23:50:00Z", "ended": "2026-02-01T00:40:00Z"},
            "January 31, 2026, 11:50 PM",
            "January",
            "Jan 31, 2026",
        ),
        ({"ended": "2026-02-01T00:40:00Z"}, "ended February 1, 2026, 12:40 AM", "February", "Feb 1, 2026"),
        ({}, "No date", "No date", "No date"),
    ],
)
def test_past_games_show_the_day_and_results_the_time(app, client, times, said, head, day):
    """If only the end is known, the page labels the time as that of the end. Without either, it shows “No date”."""
    game, _ = recorded(app, "don-carlo/shared-victory-of-2", **times)
    begin(client, "Ada", "Bo")
    assert Page(client.get("/past")).first(class_="past-month").first("h2").text.removesuffix(" 2026") == head
    assert (said in re.sub(r"\s", " ", text(client.get(game)))) == bool(times)  # a result without a date shows none
    year = text(client.get("/years"))
    assert ("1 game without a date is in no year." in year) == (not times)
    assert "No finished games yet." not in year
    when = [each.text for each in Page(client.get("/")).all(class_="game-when")]
    assert re.fullmatch(r"0 entries, since \d+:\d\d [AP]M", when[0])
    assert when[1] == day
