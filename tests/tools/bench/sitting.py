"""A game of Don Carlo to measure with, and a bookkeeper who plays it through the pages."""

import random
import re
from dataclasses import replace
from itertools import count
from pathlib import Path

from scorekeeper.core.document import Document
from scorekeeper.core.replay import Replay, replay
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.games import Desk
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import AGENT, Agent
from scorekeeper.rulebooks.don_carlo.keypad import verdicts
from scorekeeper.storage.database import Store
from scorekeeper.web.shell.following import WISH

from .browser import Answer, Browser
from .rounds import timed

DON_CARLO = all_rulebooks()["don-carlo"]
TABLE = DON_CARLO.table(("Anneli", "Benito", "Carla", "Donny"), {})
FOLLOWED = f"Prefer: {WISH}\r\n"
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def plays(most: int) -> tuple[Agent, ...]:
    """Return the first plays of a game of four: each sends the first code name that can still go."""
    state, sent = DON_CARLO.start(TABLE), []
    for number in range(1, most + 1):
        seat = DON_CARLO.turn(state)
        assert seat is not None  # so many can be played
        names = (name for verdict in verdicts(state, seat) for name in verdict.names.split())
        sent.append(Agent(seat, tuple(map(int, next(names)))))
        state = AGENT.apply(state, sent[-1], number)
    return tuple(sent)


def random_game(players: int, chance: random.Random) -> Replay:
    """Return a game of so many players, each of whom sends any code name that can go, to the end."""
    table = DON_CARLO.table(TABLE.players[:players], {})
    replayed = replay(DON_CARLO, table, ())
    while replayed.turn is not None:
        found = verdicts(replayed.state, replayed.turn)
        names = [name for verdict in found if verdict.points is not None for name in verdict.names.split()]
        agent = Agent(replayed.turn, tuple(map(int, chance.choice(names))))
        replayed = replay(DON_CARLO, table, (agent,), replayed)
    return replayed


class Archive:
    """Puts games straight into the database that the server serves."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "scorekeeper.db")
        self._desk = Desk(self.store, {DON_CARLO.slug: DON_CARLO})
        self._begun = count(1)

    def game(self, log: tuple[Agent, ...]) -> str:
        """Return the address of a new game with that log; its players are new, so that nothing about it is cached."""
        number = next(self._begun)
        table = replace(TABLE, players=tuple(f"{name} {number}" for name in TABLE.players))
        (taken,) = import_documents(self._desk, [Document(DON_CARLO, table, log)])
        return f"/games/{taken.id}"


class Bookkeeper:
    """Enters the plays of `log` after the `first` ones, in one game after the other, and times the answers."""

    def __init__(self, browser: Browser, archive: Archive, log: tuple[Agent, ...], first: int) -> None:
        self._browser, self._archive, self._log, self._first = browser, archive, log, first
        self._address, self._at = "", len(log)

    def play(self, *, followed: bool = False) -> float:
        """Enter the next play and return how long its answer took; asking for the form before does not count.

        With `followed`, the answer is the next page, as a script gets it.
        """
        if self._at == len(self._log):
            self._address, self._at = self._archive.game(self._log[: self._first]), self._first
        agent = self._log[self._at]
        form = slip(self._browser.get(self._address)) | entry(agent)
        answer, taken = timed(lambda: self._browser.post(f"{self._address}/plays", form, FOLLOWED if followed else ""))
        assert answer.status == (200 if followed else 303), answer.text  # a refusal must not be timed
        self._at += 1
        return taken

    @property
    def entered(self) -> tuple[str, int]:
        """The id of the game that is being played, and how many plays it has."""
        return self._address.removeprefix("/games/"), self._at

    def look_after_play(self) -> float:
        """Enter the next play and return how long the page after it took."""
        self.play()
        return timed(lambda: self._browser.get(self._address))[1]


def entry(agent: Agent) -> dict[str, str]:
    """Return the fields of the slot of a play, filled in."""
    slot = f"agent.{agent.seat}"
    return {"play": slot, f"{slot}-cards": "/".join(map(str, agent.cards))}


def slip(page: Answer) -> dict[str, str]:
    """Return the hidden fields of a page; of several with the same name, the first."""
    return dict(reversed(HIDDEN.findall(page.text)))
