"""Eight phones send for one revision at once: one wins, the others see the new state; a form sent twice counts once."""

import logging
from contextlib import closing, contextmanager
from threading import Barrier, Event, Thread

from scorekeeper import serving
from scorekeeper.pairing import pairing_key
from tests.apps import open_app
from tests.pages import Page

from .games import any_game
from .server import SECONDS, Phone
from .table import check

PHONES = 8
RACES = 6  # of each kind in a round


@contextmanager
def served(app):
    """Serve an application as the command does, in this process; give the port."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # as the command does
    server, stopping = serving.listening(app, "127.0.0.1", 0, behind_proxy=False), Event()
    running = Thread(target=serving.run, args=(server, stopping))
    running.start()
    try:
        yield server.effective_port
    finally:
        stopping.set()
        server.pull_trigger()
        running.join(SECONDS)


def racing(folder, rounds, tally):
    """Each round two games are entered play by play, each play by eight phones at once."""
    app = open_app(folder / "instance")
    store = app.extensions["desk"].store
    with closing(store), served(app) as port:
        first = Phone(port).pair(pairing_key(store))
        phones = [first, *(first.another() for _ in range(PHONES - 1))]
        for chance in rounds:
            games = [Game(each, first, chance, tally) for each in range(2)]
            for _ in range(RACES):
                one_wins(chance.choice(games), phones, tally)
                two_win(games, phones, tally)
                same_key(chance.choice(games), phones, tally)
        for phone in phones:
            phone.hang_up()
    check(folder / "instance", tally)


class Game:
    """A game that is entered: `revision` is the one that it has now, `at` how many of its plays were entered."""

    def __init__(self, number, phone, chance, tally):
        self.keys, self.tally, self.chance, self.phone = 0, tally, chance, phone
        self.name = f"game-{number}-of-round-{tally.round}"
        self._begin()

    def _begin(self):
        self.game = any_game(self.chance)
        form = self.game.begin | {"entry_key": self.key()}
        self.address = self.phone.post(f"/new/{self.game.slug}", form)[1].split("?")[0]
        self.revision, self.at = 1, 0

    def key(self):
        self.keys += 1
        return f"{self.name}-{self.keys:08}"

    def forms(self, many):
        """Return so many forms, each of which would be accepted alone: the next play, or a new venue."""
        if self.at == len(self.game.forms):
            self._begin()
        return [self._form() for _ in range(many)]

    def _form(self):
        about = {"venue": f"Café {self.chance.random()}", "note": ""}
        at = self.at
        can = [("/about", about)] + ([("/plays", self.game.forms[at])] * 3 if at < len(self.game.forms) else [])
        path, fields = self.chance.choice(can)
        return f"{self.address}{path}", fields | {"revision": str(self.revision), "entry_key": self.key()}

    def took(self, path):
        self.revision += 1
        self.at += path.endswith("/plays")


def at_once(phones, forms):
    """Send each form from another phone, all at the same moment; return the answers."""
    barrier, answers = Barrier(len(forms)), [None] * len(forms)

    def send(index):
        barrier.wait(SECONDS)
        answers[index] = phones[index].post(*forms[index])

    threads = [Thread(target=send, args=(index,)) for index in range(len(forms))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return answers


def judge(game, forms, answers, tally):
    """Check that exactly one form was accepted, and that the answers to the others show the game as it is now."""
    won = [index for index, (status, *_) in enumerate(answers) if status == 303]
    tally.add("races")
    if not tally.holds(len(won) == 1, f"{len(won)} winners of {game.address}: {[each[0] for each in answers]}"):
        return
    game.took(forms[won[0]][0])
    for index, (status, _, text) in enumerate(answers):
        if index not in won:
            fresh = status == 409 and Page(text).hidden.get("revision") == str(game.revision)
            tally.holds(fresh and Page(text).alert, f"{status} and no fresh page for a phone that was too late")
            tally.add("told that they were too late")


def one_wins(game, phones, tally):
    forms = game.forms(len(phones))
    judge(game, forms, at_once(phones, forms), tally)


def two_win(games, phones, tally):
    """Half of the phones send to each of two games: one wins in each."""
    half = len(phones) // 2
    forms = [games[0].forms(half), games[1].forms(half)]
    answers = at_once(phones, forms[0] + forms[1])
    judge(games[0], forms[0], answers[:half], tally)
    judge(games[1], forms[1], answers[half:], tally)


def same_key(game, phones, tally):
    """All phones send the very same form at once: each is redirected, and it counts once."""
    (form,) = game.forms(1)
    answers = at_once(phones, [form] * len(phones))
    told = {answer[:2] for answer in answers}
    tally.add("forms sent eight times at once")
    tally.holds(len(told) == 1 and next(iter(told))[0] == 303, f"the same form is answered {told}")
    game.took(form[0])
    page = Page(phones[0].get(f"{game.address}/about")[2])
    tally.holds(page.hidden["revision"] == str(game.revision), f"{page.hidden['revision']} for {game.revision}")
