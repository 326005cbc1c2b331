"""An evening of games: which games belong to it, the number of wins, and the current leader."""

import pytest

from scorekeeper.core.durations import PAUSE
from scorekeeper.store.rows import GameSummary, ResultLine
from scorekeeper.web.table.result import Evening, evening
from tests.helpers import begin, send, slip
from tests.pages import text
from tests.rows import row_by_row

ABC = ("Anneli", "Benito", "Carla")


def game(moment, players, *winners):
    """Return a finished game that ended at that moment (Unix time in seconds); all other players are second."""
    lines = [ResultLine(seat, name, 1 if name in winners else 2, None) for seat, name in enumerate(players)]
    strangers = [ResultLine(None, name, 1, None) for name in winners if name not in players]
    results = tuple(sorted([*strangers, *lines], key=lambda line: line.place))
    return GameSummary(str(moment), "carta-nostra", players, 1, moment, None, results, 1)


HOUR = 3600


@row_by_row(
    ("games", "expected"),
    [
        pytest.param((), Evening(0, {}, None), id="no game"),
        pytest.param(
            [(0, ABC, "Benito")], Evening(1, {"Benito": 1, "Anneli": 0, "Carla": 0}, None), id="one game is no streak"
        ),
        pytest.param(
            [(0, ABC, "Carla"), (HOUR, ABC, "Benito"), (2 * HOUR, ABC, "Benito")],
            Evening(3, {"Benito": 2, "Carla": 1, "Anneli": 0}, ("Benito", 2)),
            id="a streak is counted from the last game back",
        ),
        pytest.param(
            [(0, ABC, "Benito"), (HOUR, ABC, "Benito"), (2 * HOUR, ABC, "Carla")],
            Evening(3, {"Benito": 2, "Carla": 1, "Anneli": 0}, None),
            id="a streak ends with somebody else's win",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (HOUR, ABC, "Anneli"), (2 * HOUR, ABC, "Anneli")],
            Evening(3, {"Anneli": 3, "Benito": 0, "Carla": 0}, ("Anneli", 3)),
            id="all games won",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (PAUSE, ABC, "Anneli")],
            Evening(2, {"Anneli": 2, "Benito": 0, "Carla": 0}, ("Anneli", 2)),
            id="a pause as long as it may be",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (PAUSE + 1, ABC, "Anneli")],
            Evening(1, {"Anneli": 1, "Benito": 0, "Carla": 0}, None),
            id="a pause of a second more",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (PAUSE, ABC, "Anneli"), (2 * PAUSE, ABC, "Anneli")],
            Evening(3, {"Anneli": 3, "Benito": 0, "Carla": 0}, ("Anneli", 3)),
            id="pauses are counted from game to game",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (PAUSE + 1, ABC, "Anneli"), (PAUSE + 2, ABC, "Benito")],
            Evening(2, {"Anneli": 1, "Benito": 1, "Carla": 0}, None),
            id="what came before a long pause is another evening",
        ),
        pytest.param(
            [(0, ABC, "Anneli", "Benito"), (HOUR, ABC, "Anneli")],
            Evening(2, {"Anneli": 2, "Benito": 1, "Carla": 0}, None),
            id="a shared win counts for each, and ends a streak",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (HOUR, ABC, "Anneli", "Benito")],
            Evening(2, {"Anneli": 2, "Benito": 1, "Carla": 0}, None),
            id="a shared win is no streak of anybody",
        ),
        pytest.param(
            [(0, ("Anneli", "Benito"), "Benito"), (HOUR, (*ABC, "Zoë"), "Zoë"), (2 * HOUR, (*ABC, "Zoë"), "Zoë")],
            Evening(3, {"Zoë": 2, "Benito": 1, "Anneli": 0, "Carla": 0}, ("Zoë", 2)),
            id="people who joined later",
        ),
        pytest.param(
            [(0, ABC, "Carla"), (HOUR, ("Anneli", "Benito"), "Anneli")],
            Evening(2, {"Anneli": 1, "Carla": 1, "Benito": 0}, None),
            id="somebody who went home keeps the wins",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (HOUR, ("Donny", "Zoë"), "Zoë"), (2 * HOUR, ABC, "Anneli")],
            Evening(2, {"Anneli": 2, "Benito": 0, "Carla": 0}, ("Anneli", 2)),
            id="another table does not cut an evening off",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (HOUR, ("Donny", "Zoë"), "Zoë")],
            Evening(1, {"Zoë": 1, "Donny": 0}, None),
            id="a game of nobody in common is another table's",
        ),
        pytest.param(
            [(0, ("Anneli",), "Anneli"), (HOUR, ("Anneli",), "Anneli")],
            Evening(0, {}, None),
            id="who plays alone neither wins nor loses",
        ),
        pytest.param(
            [(0, ABC, "Anneli"), (HOUR, ("Anneli",), "Aaron"), (2 * HOUR, ABC, "Anneli")],
            Evening(2, {"Anneli": 2, "Benito": 0, "Carla": 0}, ("Anneli", 2)),
            id="nor does a game alone end a streak",
        ),
    ],
)
def test_evening_counts_games_and_wins(games, expected):
    """Rows are in playing order, first to last."""
    found = evening([game(*each) for each in reversed(games)])
    assert found == expected
    assert list(found.wins) == list(expected.wins)


def stopped(client, *names):
    """Play a game of Don Carlo that the first player wins, and return its URL."""
    url = begin(client, *names)
    assert send(client, url, "1/1/5").status_code == 303
    data = slip(client.get(f"{url}/stop")) | {"play": "stop"}
    assert client.post(f"{url}/plays", data=data).status_code == 303
    return url


def test_deleted_game_shows_no_evening_until_restored(client):
    for _ in range(2):
        stopped(client, "Anneli", "Benito")
    url = stopped(client, "Benito", "Anneli")
    for status, shown in (("deleted", False), ("active", True)):
        client.post(f"{url}/status", data=slip(client.get(url)) | {"status": status})
        assert ("This evening" in text(client.get(url))) == shown
