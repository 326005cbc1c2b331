"""An evening of games: which games belong to it, the number of wins, and the current leader."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from uuid import uuid4

import pytest

from scorekeeper.core.durations import PAUSE
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import result_alone
from scorekeeper.store.rows import GameSummary, ResultLine
from scorekeeper.titles import ready
from scorekeeper.web.common.type_setting import BOLD, width
from scorekeeper.web.history.evening import Evening, EveningGame
from scorekeeper.web.table.result import Evening as EveningOfTitle
from scorekeeper.web.table.result import evening
from tests.documents import import_results
from tests.helpers import slip
from tests.pages import Page, text
from tests.rows import row_by_row

ABC = ("Anneli", "Benito", "Carla")


def game(moment, players, *winners):
    """Return a finished game that ended at that moment (Unix time in seconds); all other players are second."""
    lines = [ResultLine(seat, name, 1 if name in winners else 2, None) for seat, name in enumerate(players)]
    strangers = [ResultLine(None, name, 1, None) for name in winners if name not in players]
    results = tuple(sorted([*strangers, *lines], key=lambda line: line.place))
    return GameSummary(str(moment), "carta-nostra", players, 1, moment, None, results, 1)


BENITO_TWICE = {"Benito": 2, "Carla": 1, "Anneli": 0}
ZOE_TWICE = {"Zoë": 2, "Carla": 1, "Anneli": 0, "Benito": 0}


def won(number, **others):
    """Return the wins of an evening that Anneli won."""
    return {"Anneli": number} | others | dict.fromkeys(["Benito", "Carla"][len(others) :], 0)


@row_by_row(
    ("games", "count", "wins", "streak"),
    [
        ((), 0, {}, None),
        ([(0, ABC, "Benito")], 1, {"Benito": 1, "Anneli": 0, "Carla": 0}, None),
        ([(0, ABC, "Carla"), (1, ABC, "Benito"), (2, ABC, "Benito")], 3, BENITO_TWICE, ("Benito", 2)),
        ([(0, ABC, "Benito"), (1, ABC, "Benito"), (2, ABC, "Carla")], 3, BENITO_TWICE, None),
        # the pause is counted from game to game, and a longer one begins another evening
        ([(0, ABC, "Anneli"), (PAUSE, ABC, "Anneli"), (2 * PAUSE, ABC, "Anneli")], 3, won(3), ("Anneli", 3)),
        ([(0, ABC, "Anneli"), (PAUSE + 1, ABC, "Anneli")], 1, won(1), None),
        ([(0, ABC, "Benito"), (PAUSE + 1, ABC, "Anneli"), (PAUSE + 2, ABC, "Anneli")], 2, won(2), ("Anneli", 2)),
        # a shared win counts for each, but is nobody's streak
        ([(0, ABC, "Anneli", "Benito"), (1, ABC, "Anneli")], 2, won(2, Benito=1), None),
        ([(0, ABC, "Anneli"), (1, ABC, "Anneli", "Benito")], 2, won(2, Benito=1), None),
        # players who came later or left earlier count, those of another table do not
        ([(0, ABC, "Carla"), (1, (*ABC, "Zoë"), "Zoë"), (2, ("Zoë", "Anneli"), "Zoë")], 3, ZOE_TWICE, ("Zoë", 2)),
        ([(0, ABC, "Anneli"), (1, ("Donny", "Zoë"), "Zoë"), (2, ABC, "Anneli")], 2, won(2), ("Anneli", 2)),
        ([(0, ABC, "Anneli"), (1, ("Donny", "Zoë"), "Zoë")], 1, {"Zoë": 1, "Donny": 0}, None),
        # a solo game counts nowhere, and ends no streak
        ([(0, ("Anneli",), "Anneli"), (1, ("Anneli",), "Anneli")], 0, {}, None),
        ([(0, ABC, "Anneli"), (1, ("Anneli",), "Aaron"), (2, ABC, "Anneli")], 2, won(2), ("Anneli", 2)),
    ],
)
def test_evening_counts_games_and_wins(games, count, wins, streak):
    """Rows are in playing order, first to last."""
    found = evening([game(*each) for each in reversed(games)])
    assert found == EveningOfTitle(count, wins, streak)
    assert list(found.wins) == list(wins)


# The end of an evening: games of all titles


@pytest.fixture
def play(app):
    def played(*games):
        """Import results, each as (title, start, names, places and totals, end or None, location or None)."""
        stored = [
            result_alone(str(uuid4()), slug, names, ExternalResult(lines), started, ended, venue)
            for slug, started, names, lines, ended, venue in games
        ]
        import_results(app.extensions["service"], stored, ready())
        return [f"/games/{each.id}" for each in stored]

    return played


def result(slug, started, names, *lines, ended=None, venue=None):
    return slug, f"2026-11-{started}+01:00", names, lines, ended and f"2026-11-{ended}+01:00", venue


FIRST, SECOND, THIRD = (1, 58), (2, 50), (3, 9)
EVENING = (
    result("catan", "21T20:00", ABC, SECOND, FIRST, THIRD, ended="21T21:05", venue="Café Lux"),
    result("skyjo", "21T21:10", ABC, (1, 9), (2, 50), (3, 58), ended="21T21:40", venue="Café Lux"),
    result("azul", "22T01:00", ("Anneli", "Zoë"), FIRST, SECOND, ended="22T01:30", venue="Café Lux"),
)


def shown(client, game):
    return text(client.get(f"{game}/evening"))


def games_of(client, game):
    return [each for each in Page(client.get(f"{game}/evening")).links if each.startswith("/games/")]


def texts(client, game, query="", **headers):
    answer = client.get(f"{game}/evening.svg{query}", headers=headers)
    assert answer.status_code == 200
    return [each for each in re.findall(r"<text[^>]*>([^<]*)</text>", answer.text) if each.strip()]


def test_evening_lists_games_of_all_titles_across_midnight(client, play):
    games = play(*EVENING)
    assert games_of(client, games[0]) == [games[0], *games, f"{games[0]}/evening.png"]
    for game in games:
        found = shown(client, game)
        for each in ("Saturday, November 21, 2026", "3 games", "4 players", "2 h 5 min at the table", "Café Lux"):
            assert each in found
        assert "2 Anneli 1 Benito 0 Carla 0 Zoë Wins in 3 games." in found
        assert re.search(r"Anneli Azul · Zoë · 30 min 58 1:00\sAM", found)
    assert "Tonight" not in found


@pytest.mark.parametrize(
    ("other", "belongs"),
    [
        (result("skyjo", "21T14:00", ABC, FIRST, SECOND, THIRD), True),
        (result("skyjo", "21T13:59", ABC, FIRST, SECOND, THIRD), False),
        (result("skyjo", "22T07:00", ("Zoë", "Evi"), FIRST, SECOND), True),  # of a player of another game
        (result("skyjo", "22T07:01", ABC, FIRST, SECOND, THIRD), False),
        (result("skyjo", "21T20:00", ("Donny", "Evi"), FIRST, SECOND), False),
        (result("skyjo", "21T20:00", ("Anneli",), FIRST), True),
    ],
)
def test_game_belongs_to_an_evening_by_time_and_players(client, play, other, belongs):
    *games, added = play(*EVENING, other)
    assert (added in games_of(client, games[0])) == belongs
    assert (games[0] in games_of(client, added)) == belongs


def test_unknown_facts_are_not_shown(client, play):
    untimed = result("azul", "21T23:00", ABC, (1, None), (2, None), (2, None), venue="Elsewhere")
    dated = ("azul", "2026-11-21", ABC, (FIRST, SECOND, THIRD), None, None)
    games = play(*EVENING[:2], untimed, dated)
    found = shown(client, games[0])
    assert "3 games" in found
    assert "at the table" not in found
    assert "about-place" not in client.get(f"{games[0]}/evening").text
    assert [client.get(f"{games[3]}/evening{form}").status_code for form in ("", ".svg", ".png")] == [404] * 3
    assert "All games of the evening" not in text(client.get(games[3]))


def test_games_played_together_or_alone_count_as_no_wins(client, play):
    together = result("pandemic", "21T20:00", ABC, (1, None), (1, None), (1, None))
    lost = result("pandemic", "21T21:00", ABC, (2, None), (2, None), (2, None))
    (game, _, alone) = play(together, lost, result("catan", "21T22:00", ("Anneli",), FIRST))
    found = shown(client, game)
    assert "Won together" in found
    assert "Lost together" in found
    assert "Wins" not in found
    assert "1 of 3 won" not in texts(client, game)
    client.post(f"{alone}/status", data=slip(client.get(alone)) | {"status": "deleted"})
    assert {"Won together", "Lost together", "1 of 2 won"} <= set(texts(client, game))


def test_deleted_game_is_missing_in_its_evening_until_restored(client, play):
    games = play(*EVENING)
    for status, shown, code in (("deleted", False, 404), ("active", True, 200)):
        client.post(f"{games[1]}/status", data=slip(client.get(games[1])) | {"status": status})
        assert (games[1] in games_of(client, games[0])) == shown
        assert client.get(f"{games[1]}/evening").status_code == code
        assert (f"{games[1]}/evening" in Page(client.get(games[1])).links) == shown


def test_result_links_to_an_evening_with_other_games(client, play):
    *games, alone = play(*EVENING, result("catan", "25T20:00", ("Donny", "Evi"), FIRST, SECOND))
    assert f"{alone}/evening" not in Page(client.get(alone)).links
    for each in games:
        assert f"{each}/evening" in Page(client.get(each)).links


def test_evening_is_called_tonight_only_while_it_is_recent():
    at = datetime(2026, 11, 21, 20, tzinfo=UTC)
    last = EveningGame(GameSummary("1", "x", ABC, 1, int(at.timestamp()), None, (), 1, at.isoformat()), None)
    headings = [str(Evening([last] * 2, at + timedelta(hours=hours)).heading) for hours in (1, 12, 13)]
    assert headings == ["Tonight: 2 games", "Tonight: 2 games", "2 games"]
    noon = replace(last, summary=replace(last.summary, started="2026-11-21T12:00:00+00:00"))
    assert str(Evening([noon], at).heading) == "Today: 1 game"


def test_picture_of_an_evening_shows_games_leader_and_wins(client, play):
    games = play(*EVENING)
    found = texts(client, games[0])
    assert found[:2] == ["SATURDAY, NOVEMBER 21, 2026", "3 games"]
    assert [each for each in found if each in ("Catan", "SKYJO", "Azul")] == ["Catan", "SKYJO", "Azul"]
    assert "30 min, lowest score wins" in found
    assert found[found.index("2 wins") - 2 : found.index("2 wins")] == ["2", "Anneli"]
    assert found[-10:-2] == ["Anneli", "2", "Benito", "1", "Carla", "0", "Zoë", "0"]
    assert found[-2] == "Café Lux · 2 h 5 min at the table"
    assert "3 Partien" in texts(client, games[0], **{"Accept-Language": "de"})
    assert client.get(f"{games[0]}/evening.svg?shade=pink").status_code == 404
    answer = client.get(f"{games[0]}/evening.png?shade=dark")
    assert (answer.mimetype, answer.data[:4]) == ("image/png", b"\x89PNG")
    assert "evening.png" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize(("count", "players"), [(1, 2), (6, 20), (30, 3)])
def test_long_hostile_names_fit_into_the_picture_of_an_evening(client, play, count, players):
    names = tuple(f"{'ABCDEFGHIJKLMNOPQRST'[at]}<lexandra & Konstanze Freifrau von H." for at in range(players))
    lines = [(1 + at, 123456 - at) for at in range(players)]
    hour = 60 / count
    games = play(
        *(
            result(
                "prodigals-club", f"21T20:{int(hour * at):02}", names, *lines[at % players :], *lines[: at % players]
            )
            for at in range(count)
        )
    )
    drawn = client.get(f"{games[0]}/evening.svg").text
    assert "<lexandra" not in drawn + client.get(f"{games[0]}/evening").text
    together = "".join("".join(unescape(each).split()) for each in re.findall(r"<text[^>]*>([^<]*)</text>", drawn))
    for name in names:
        assert "".join(name.split()) in together
    for x, y, size, rest, content in re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"([^>]*)>([^<]*)</text>', drawn
    ):
        across = width(unescape(content), float(size), BOLD)
        left = float(x) - across * (1 if '"end"' in rest else 0.5 if '"middle"' in rest else 0)
        assert left > 20, content
        assert left + across < 1060, content
        assert float(y) < 1290, content
