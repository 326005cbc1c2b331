"""The end of a game as text: the winner and the reason, the shared text, and the numbers in the strip."""

import re
from copy import copy
from dataclasses import replace

import pytest

from scorekeeper.core.messages import say
from scorekeeper.core.ranking import ranked
from scorekeeper.core.rulebook import Meta
from scorekeeper.core.sheet import Column, Line
from scorekeeper.store.rows import find_person
from scorekeeper.web.table.page import GamePage
from scorekeeper.web.table.result import Evening, headline, lead, margin
from scorekeeper.web.table.slots import Position
from tests.documents import import_documents, read_document
from tests.helpers import begin
from tests.pages import Page, text
from tests.recorded import document_of
from tests.rows import row_by_row
from tests.texts import outline

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
    ("name", "lost"), [("loire/solo-held-out-to-the-end", False), ("loire/solo-aaron-is-ahead-after-round-c", True)]
)
def test_wreath_marks_a_loss_to_the_solo_opponent(app, client, name, lost):
    page = Page(client.get(recorded(app, name)[0]))
    assert ("winner-lost" in page.first(class_="winner").given["class"]) == lost


def recorded(app, name, **times):
    """Return a recorded game's URL and view."""
    document = read_document(document_of(name, **times))
    (game,) = import_documents(app.extensions["service"], [document])
    return f"/games/{game.id}", app.extensions["service"].view(game.id)


SHOWN = [
    "don-carlo/shared-victory-of-2",
    "don-carlo/three-players-to-the-end",
    "prodigals-club/second-highest-decides",
    "carta-nostra/five-players-to-the-end",
    "loire/solo-held-out-to-the-end",
    "loire/solo-aaron-is-ahead-after-round-c",
    "loire/two-players-share-the-victory",
    "loire/four-players-to-the-end",
    "prodigals-club/five-players-all-three-competitions",
    "carta-nostra/four-players-the-winner-alone",
    "don-carlo/stopped-early",
]


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("language", ["en", "de"])
def test_result_page_has_the_accepted_text(app, client, snapshot, name, language):
    page = Page(client.get(recorded(app, name)[0], headers={"Accept-Language": language}))
    assert "\n".join(outline(page.first("main").visible)) == snapshot
    assert "\u00ad" not in page.first("pre", id="share").raw


@pytest.mark.parametrize(
    ("language", "day", "streak"),
    [
        ("en", "February 1, 2026, 10:10 PM", "Anneli has won 2 in a row."),
        ("de", "1. Februar 2026, 22:10", "Anneli hat 2 in Folge gewonnen."),
    ],
)
def test_shared_text_has_the_day_and_counts_of_the_evening(app, language, day, streak):
    _, view = recorded(app, "carta-nostra/five-players-to-the-end")
    started = replace(view, game=replace(view.game, started="2026-02-01T22:10:00+01:00"))
    counts = Evening(3, {"Anneli": 2, "Zoë": 1, "Benito": 0}, ("Anneli", 2))
    with app.test_request_context(headers={"Accept-Language": language}):
        alone, shared, dated = (
            GamePage(Position(each), evening=one).result.text.splitlines()
            for each, one in ((view, Evening(1, {}, None)), (view, counts), (started, counts))
        )
    *others, wins, won = shared
    assert others == alone
    assert (wins.endswith(": Anneli 2, Zoë 1, Benito 0"), won) == (True, streak)
    assert [re.sub(r"\s", " ", each) for each in dated] == [f"{shared[0]}, {day}", *shared[1:]]


def test_result_links_to_its_players_and_a_pair_to_its_comparison(app, client):
    for name, compared in (("don-carlo/two-players-to-the-end", True), ("don-carlo/three-players-to-the-end", False)):
        url, view = recorded(app, name)
        with app.extensions["service"].store.reading() as db:
            people = [str(find_person(db, each).id) for each in view.table.players]
        expected = [f"/players/{each}" for each in people] + [f"/players/{'/'.join(people)}"] * compared
        assert [each for each in Page(client.get(url)).links if "/players/" in each] == expected


def test_places_without_points_share_a_line(app):
    _, view = recorded(app, "carta-nostra/five-players-to-the-end")
    standings = ranked(lines(None, None, None, None, keys=((3,), (1,), (2,), (1,))), POINTS)
    own = copy(view.replay)  # the original is shared by all tests
    vars(own)["standings"] = standings
    with app.test_request_context():
        result = GamePage(Position(replace(view, replay=own))).result
        assert result.text.splitlines()[2:5] == ["1. Ada", "2. Cleo", "3. Bo and Dan"]


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("don-carlo/still-running", "if it ended now: so far + countries."),
        ("carta-nostra/six-players-still-running", "kinds of Mafiosi."),
        ("loire/two-players-before-the-first-tally", "points."),
    ],
)
def test_strip_labels_its_figures(app, client, name, figures):
    strip = Page(client.get(recorded(app, name)[0])).first("nav", class_="standings")
    label = strip.first("p", id=strip.given["aria-labelledby"])
    assert label.text.replace(" .", ".") == f"{figures} Choose a name to add an entry for that player."
    assert all(each.text.count("+") == figures.count("+") for each in strip.all(class_="standing-made"))


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
