"""Try for ten minutes to lose data: `./run soak` kills servers, `./run soak hand` taps at random in a browser.

`./run soak` runs two servers. Phones enter recorded games on the first one, which is killed and restarted in each
round. The second one gets hostile requests and documents. At the end, the first must have each entry exactly once, and
`scorekeeper check` must find nothing wrong with either.

`./run soak hand` has two random testers. The first one taps on a slow phone with a bad network (tests/browser/hand.py):
its entries must be in the log exactly once. The other one taps all visible controls (tests/browser/roaming.py), and
each tap must have an effect.
"""

import argparse
import json
import logging
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from urllib.parse import quote_from_bytes, urlencode, urlsplit

from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import read, write
from scorekeeper.core.fields import PLAYER
from scorekeeper.pads.factory import defined
from scorekeeper.pairing import pairing_key
from scorekeeper.server import listening
from scorekeeper.web.forms.fields import fields_form, values_of
from scorekeeper.web.seating import form as seating
from scorekeeper.web.table.slots import name_of
from tests.answers import says
from tests.apps import open_app, running
from tests.documents import RULEBOOKS
from tests.junk import ALL_JUNK, bent_document
from tests.pages import Page
from tests.tools.client import FORM, SECONDS, Client, NoAnswer

FILES = sorted((Path(__file__).parents[1] / "games").glob("*/*.json"))
LINK = re.compile(r"http://127\.0\.0\.1:(?P<port>\d+)/pair/(?P<key>\w+)")
MAX_FAULTS = 20


class Tally:
    """Counts actions and collects the faults. Thread-safe."""

    def __init__(self):
        self.counts, self.broken, self.round, self._lock = Counter(), [], 0, Lock()

    def add(self, what, number=1):
        with self._lock:
            self.counts[what] += number

    def holds(self, promise, fault):
        """Return whether a promise holds, and record the fault if it does not."""
        if not promise:
            self.add("faults")
            self.broken += [(self.round, str(fault)[:20_000])] if len(self.broken) < MAX_FAULTS else []
        return bool(promise)


def rounds(part, seed, tally, many=1_000_000, seconds=0, only=None):
    """Yield the Random of each round, seeded with the seed, the part and the round's number.

    Yields at most `many` rounds within `seconds` (0: no limit), or only the round with the number `only`.
    """
    began, first = time.monotonic(), only or 1
    for number in range(first, first + (1 if only else many)):
        if seconds and number > first and time.monotonic() - began > seconds:
            return
        tally.round = number
        yield Random(f"{seed} {part} {number}")


def command(name, folder, *arguments):
    """Return the command line of a `scorekeeper` command for an instance directory."""
    return [sys.executable, "-m", "scorekeeper.cli", name, "--instance", str(folder), *map(str, arguments)]


class Server:
    """`scorekeeper run` for a directory; restarts use the same port. A context manager, which kills the server."""

    def __init__(self, folder):
        self.folder, self.log, self.port = folder, folder.with_name(f"{folder.name}.log"), 0
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end(kill=True)

    def start(self):
        """Start the server and wait for its URL."""
        arguments = command("run", self.folder, "--host", "127.0.0.1", "--port", self.port)
        with self.log.open("a") as log:
            self._process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self._process.stdout:
            if found := LINK.search(line):
                self.port, self.key = int(found["port"]), found["key"]
                return
        raise RuntimeError(f"The server did not start: {self.log.read_text()}")

    def end(self, *, kill=False):
        """Kill the server with SIGKILL, or stop it with SIGTERM; return its exit status."""
        self._process.kill() if kill else self._process.terminate()
        status = self._process.wait(SECONDS)
        self._process.stdout.close()
        return status

    def complaints(self):
        """Return the lines of the log above INFO, which also count as faults."""
        return "\n".join(line for line in self.log.read_text().splitlines() if " INFO " not in line)

    def finish(self, tally):
        """Stop the server with SIGTERM; `scorekeeper check` must find nothing."""
        tally.holds(self.end() == 0, "the server did not stop in order")
        tally.holds(not self.complaints(), self.complaints())
        found = subprocess.run(command("check", self.folder), capture_output=True, text=True, check=False)
        tally.holds(found.returncode == 0, f"check: {found.stdout}{found.stderr}")


# The recorded games as forms: the form that begins each game, and one form per play.
MAKING = Lock()
"""Held while making a game: compiling an app's routes in two threads is not safe in Python 3.11."""


@cache
def form_maker():
    """Return an application to make forms with; its database is not used."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_app(Path(folder))
        app.extensions["service"].store.close()
    return app


@cache
def recorded(file):
    return in_forms(json.loads(file.read_text())["document"])


def in_forms(document):
    """Return a game: its slug, the form that begins it, its plays' forms, and the plays as later exported."""
    document = read(json.dumps(document).encode(), RULEBOOKS, defined)
    rulebook, table = document.rulebook, document.table
    kinds = {kind.play_type: kind for kind in rulebook.kinds(table)}
    with form_maker().test_request_context():
        forms = [form_of(kinds[type(play)], table, play) for play in document.plays]
        typed = [play_of(kinds[type(play)], table, form) for play, form in zip(document.plays, forms, strict=True)]
        begin = form_to_begin(rulebook, table)
    return rulebook.slug, begin, forms, write(replace(document, plays=tuple(typed)))["plays"]


def form_of(kind, table, play):
    """Return the fields sent by the form of a play."""
    players = players_of(table)
    slot = name_of(kind.name, [*players][kind.seat(play)] if kind.has_player else None)
    filled = fields_form(kind.fields_of(play), players, None, kind.values(play), f"{slot}-", kind.exactly_one_of)
    fields = {field.name: field.data for field in filled if field.data and field.name != f"{slot}-{PLAYER.name}"}
    given = {f"{slot}-given": kind.given(play)} if kind.exactly_one_of else {}
    return {"play": slot, "unchanged": "yes", "sure": "yes"} | given | fields


def play_of(kind, table, form):
    """Return the play that a form sends, which may have values omitted in the document."""
    slot = form["play"]
    pairs = [(name, each) for name, value in form.items() for each in ([value] if isinstance(value, str) else value)]
    fields = [field for field in kind.fields_for(form.get(f"{slot}-{kind.cell}")) if field.name != PLAYER.name]
    players = players_of(table)
    values = values_of(fields_form(fields, players, MultiDict(pairs), None, f"{slot}-", kind.exactly_one_of))
    return kind.play(values | ({PLAYER.name: [*players].index(slot.split(".")[1])} if kind.has_player else {}))


def players_of(table):
    """Return the players' names by keys that `with_ids` replaces by those of a game: "@1" for the first seat."""
    return {f"@{seat}": name for seat, name in enumerate(table.players, 1)}


def with_ids(fields, ids):
    """Return the fields of a form for the players of a game; `ids` are theirs, by seat."""

    def real(text):
        return re.sub(r"@(\d+)", lambda key: f"@{ids[int(key[1]) - 1]}", text)

    return {
        real(name): real(value) if isinstance(value, str) else [real(each) for each in value]
        for name, value in fields.items()
    }


def form_to_begin(rulebook, table):
    names = [option.field.name for option in rulebook.seat_options]
    rows = tuple(
        seating.SeatRow(player, {name: table.options[name][seat] for name in names})
        for seat, player in enumerate(table.players)
    )
    options = seating.options_form(rulebook, data=table.options)
    drawn = rulebook.seats.sitting(table.options).first is seating.StartingPlayer.DRAWN
    pairs = {}
    for name, value in seating.query_of(seating.Seating(rulebook, rows, options=options, place="Café", kept=drawn)):
        pairs.setdefault(name, []).append(value)
    return pairs | {"do": "begin"}


# Phones that enter recorded games on a repeatedly killed server.
PHONES = 6
FEWEST, MOST = 3, 120  # acknowledged forms before a kill
LOST, REPEATED = 0.1, 0.1
"""Shares of the forms whose response is lost, and of those sent again after their response."""
WEIGHTS = {"enter": 30, "undo": 2, "redo": 8, "delete": 2, "about": 1}


class Phone:
    """A phone that enters one game after another, and resends a form without a response (`waiting`) unchanged.

    `games` has the acknowledged revision and plays of each game by its id, `people` the ids of its players by seat.
    """

    def __init__(self, name, paired, tally):
        self.name, self.tally, self.chance = name, tally, Random()
        self.client = Client(paired.port, paired.cookie)
        self.client.token = paired.token
        self.games, self.people, self.waiting, self._id, self._last, self._numbers = {}, {}, None, None, "", count()

    def play(self, over):
        """Enter plays until `over` is set."""
        while not over.is_set() and not self.tally.broken:
            try:
                self.step()
            except NoAnswer:
                over.wait(0.05)
        self.client.close()

    def step(self):
        """Send the waiting form, or else the next one; raises NoAnswer."""
        if self.waiting:
            self.tally.add("sent again")
        else:
            self.waiting = self._next()
            if self.chance.random() < LOST:
                self.client.post_and_hang_up(*self.waiting[1:])
                self.tally.add("answers lost")
                return
        act, path, form = self.waiting
        answer = self.client.post(path, form)
        fault = f"{answer.status} for {act} {path} {form}: {answer.text[-600:]}"
        if self.tally.holds(answer.status == 303, fault):
            self.tally.add("acknowledged")
            location, self.waiting = answer.headers["Location"], None
            self._take(act, location)
            if self.chance.random() < REPEATED:
                again = self.client.post(path, form)
                same = again.status == 303 and again.headers["Location"] == location
                self.tally.holds(same, f"{act} {path} sent twice leads to {again.headers}, at first {location}")
                self.tally.add("sent twice")

    def finish(self):
        """Send the waiting form, and check the revision of each game: each form counts once."""
        if self.waiting:
            self.step()
        for game, (revision, _) in self.games.items():
            found = Page(self.client.get(f"/games/{game}/about").text).hidden.get("revision")
            self.tally.holds(found == str(revision), f"{game} has revision {found} instead of {revision}")
        self.client.close()

    def _next(self):
        """Return the next form: its action, its path and its fields."""
        key = {"entry_key": f"key-of-{self.name}-{next(self._numbers):08}"}
        revision, plays = self.games.get(self._id, (0, ()))
        if self._id is None or (len(plays) == len(self._forms) and self.chance.random() < 0.5):
            with MAKING:
                slug, begin, self._forms, self._plays = recorded(self.chance.choice(FILES))
            return "begin", f"/new/{slug}", begin | key
        can = ["about"]
        can += ["enter"] if len(plays) < len(self._forms) else []
        can += ["delete"] if plays else []
        can += ["undo"] if self._last == "enter" else ["redo"] if self._last == "undo" else []
        act = self.chance.choices(can, [WEIGHTS[each] for each in can])[0]
        path = {"enter": "plays", "delete": "plays"}.get(act, act)
        fields = {"venue": f"Café {revision}", "note": ""} if act == "about" else {}
        if act == "enter":
            fields = self._forms[len(plays)]
        elif act == "delete":
            slot = f"{self._forms[len(plays) - 1]['play']}.at-{len(plays)}"
            fields = {"play": slot, f"{slot}-nothing": "yes"}
        if path == "plays":
            fields = with_ids(fields, self._ids())
        return act, f"/games/{self._id}/{path}", fields | key | {"revision": str(revision)}

    def _ids(self):
        if self._id not in self.people:
            shown = Page(self.client.get(f"/games/{self._id}").text).first("main").given["data-players"]
            self.people[self._id] = [each for each, _ in json.loads(shown)]
        return self.people[self._id]

    def _take(self, act, location):
        """Record the effect of an acknowledged form."""
        if act == "begin":
            self._id = location.split("/")[2].split("?")[0]
            self.games[self._id] = (0, ())
        revision, plays = self.games[self._id]
        change = {"enter": 1, "redo": 1, "undo": -1, "delete": -1}.get(act, 0)
        self.games[self._id] = (revision + 1, self._plays[: len(plays) + change])
        self._last = act


def play_until_killed(phones, server, tally, chance):
    """Enter plays on all phones until the server is killed at a random moment."""
    over = Event()
    for phone in phones:
        phone.chance.seed(chance.random())
    threads = [Thread(target=phone.play, args=(over,)) for phone in phones]
    for each in threads:
        each.start()
    enough, until = tally.counts["acknowledged"] + chance.randint(FEWEST, MOST), time.monotonic() + SECONDS
    while tally.counts["acknowledged"] < enough and time.monotonic() < until and not tally.broken:
        time.sleep(0.002)
    tally.holds(time.monotonic() < until, "the phones do not get on")
    server.end(kill=True)
    tally.add("kills")
    over.set()
    for each in threads:
        each.join()


def compare(phones, server, tally):
    """Check that each entry of the phones is in the export exactly once."""
    exported = subprocess.run(command("export", server.folder), capture_output=True, text=True, check=True)
    documents = {each["id"]: each for each in map(json.loads, exported.stdout.splitlines())}
    expected = {game: plays for phone in phones for game, (_, plays) in phone.games.items()}
    tally.holds(documents.keys() == expected.keys(), f"games: {documents.keys() ^ expected.keys()}")
    for game in documents.keys() & expected.keys():
        stored, plays = documents[game]["plays"], list(expected[game])
        tally.holds(stored == plays, f"{game} has {stored} instead of {plays}")
    tally.add("games compared", len(documents))


# Hostile requests, forms and documents: each response has a sentence, and the database stays valid.
LOOKS, FORMS, DOCUMENTS, HEADS = 30, 3, 4, 10  # per round
METHODS = ("HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
HEADERS = ("Cookie", "Accept-Language", "Accept-Encoding", "Referer", "Origin", "If-None-Match", "Range", "Host")
HEADERS += ("X-Forwarded-For", "X-Forwarded-Proto", "Transfer-Encoding", "Content-Length", "Expect", "Connection")
TEXT = ("text", "search", "number", "tel", "date")
NAMES = ("Anneli", "Benito", "Carla", "ANNELI ", "Zo\u00eb", "Zoe\u0308", "O'Hara", "x" * 200, " ")
FAIR = rb"HTTP/1\.[01] ([2-4]\d\d |501 .*Transfer-Encoding requested is not supported)"
"""Valid beginnings of responses to raw requests; HTTP requires 501 for an unknown Transfer-Encoding."""


class Intruder:
    """A paired device that follows links and fills in forms, with and without faults, on a server with some games."""

    def __init__(self, server, tally):
        self.server, self.tally, self.links, self.names = server, tally, ["/"], ["seat", "kind", "page"]
        self.client = Client(server.port).pair(server.key)

    def attack(self, chance):
        """Send the requests of a round."""
        try:
            self.client.get(f"/pair/{self.server.key}")
            for _ in range(DOCUMENTS):
                document = json.loads(chance.choice(FILES).read_text())["document"]
                whole = chance.random() < 0.3
                self.upload(chance, json.dumps(document).encode() if whole else bent_document(chance, document))
            for _ in range(LOOKS):
                self.look(chance)
            for _ in range(HEADS):
                self.send_raw(chance)
            answer = self.raw(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.tally.holds(answer.startswith(b"HTTP/1.1 200"), f"the server is not well: {answer[:200]!r}")
        except Exception as error:
            self.tally.holds(False, f"no answer to a hostile request: {error!r}")
        self.tally.holds(not self.server.complaints(), self.server.complaints())

    def look(self, chance):
        """Request a page, and send some of its forms."""
        path = chance.choice(self.links)
        if chance.random() < 0.3:
            parts = path.split("?")[0].split("/")
            parts[chance.randrange(len(parts))] = quote_from_bytes(chance.choice(ALL_JUNK)[:3_000])
            path = "/" + "/".join(parts).lstrip("/")
        if chance.random() < 0.3:
            path += f"{'&' if '?' in path else '?'}{urlencode({chance.choice(self.names): junk(chance)[:3_000]})}"
        answer = self.ask(chance.choice(METHODS) if chance.random() < 0.1 else "GET", path)
        if answer.status != 200 or "<form" not in answer.text:
            return
        page, here = Page(answer.text), path.split("?")[0]
        self.links = ([link.split("#")[0] for link in page.links if re.match("/(?!/)", link)] + self.links)[:300]
        forms = [form for form in page.forms if form.given.get("action", here).startswith("/")]
        for form in chance.sample(forms, min(len(forms), FORMS)):
            pairs = filled(chance, form)
            self.names = ([name for name, _ in pairs] + self.names)[:200]
            pairs = bent(chance, pairs, self.names) if chance.random() < 0.6 else pairs
            path = form.given.get("action", here).split("#")[0]
            if form.given.get("method", "get").lower() == "post":
                kind = chance.choice(({}, {"Content-Type": "text/plain"}, {"Content-Type": "multipart/form-data"}))
                self.ask("POST", path, urlencode(pairs).encode(), FORM | (kind if chance.random() < 0.1 else {}))
            elif len(query := urlencode(pairs)) < 8_000:
                self.ask("GET", f"{path.split('?')[0]}?{query}")

    def upload(self, chance, document):
        """Import a document through the forms of the page and of the summary."""
        parts = [b'name="csrf_token"\r\n\r\n' + self.client.token.encode()]
        key = f"{chance.getrandbits(128):032x}"
        parts += [b'name="entry_key"\r\n\r\n' + key.encode()]
        parts += [b'name="files"; filename="game.json"\r\nContent-Type: application/json\r\n\r\n' + document]
        body = b"".join(b"--soak\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts)
        self.ask("POST", "/data", body + b"--soak--\r\n", {"Content-Type": "multipart/form-data; boundary=soak"})
        form = {"csrf_token": self.client.token, "entry_key": key}
        self.ask("POST", f"/data/imports/{key}", urlencode(form).encode(), FORM)
        self.tally.add("hostile documents")

    def ask(self, method, path, body=None, headers=None):
        """Send a request, check its response, and return it."""
        answer = self.client.ask(method, path, body, headers)
        self.tally.add(f"hostile requests answered with {answer.status // 100}xx")
        fault = None
        if answer.status >= 500:
            fault = "an error"
        elif (target := urlsplit(answer.headers.get("Location", ""))).netloc:
            fault = f"it leads to {target.netloc}"
        elif answer.status >= 400 and method != "HEAD":
            html = answer.headers.get("Content-Type", "").startswith("text/html")
            sentence = says(Page(answer.text)) if html else answer.text
            fault = None if re.search(r".{9}[.!?]\s*$", sentence) else f"no sentence: {sentence[:200]!r}"
        said = f"{method} {path[:300]} {(body or b'')[:700]!r} {headers}: {answer.status}, {fault}"
        self.tally.holds(not fault, said)
        return answer

    def send_raw(self, chance):
        """Send a request with hostile headers and a body that does not match its stated length."""
        method = chance.choice((b"GET", b"POST", b"HEAD", b"get", junk(chance)[:20]))
        path = chance.choice((b"/", b"/pair", b"/data", b"//", b"*", b"http://x/", b"/" + junk(chance)[:3_000]))
        lines = [b" ".join((method, path, chance.choice((b"HTTP/1.1", b"HTTP/1.0", b"HTTP/9.9", b""))))]
        for _ in range(chance.randint(0, 4)):
            header = chance.choice(HEADERS).encode() + chance.choice((b": ", b":", b" : ", b""))
            lines.append(header + junk(chance)[:9_000])
        body = chance.choice((b"", b"key=x", junk(chance)[:2_000], b"5\r\nkey=x\r\n0\r\n\r\n", b"ffffffffff\r\n"))
        request = chance.choice((b"\r\n", b"\n")).join([*lines, b"", body])
        answer = self.raw(request)
        self.tally.add("hostile heads")
        self.tally.holds(not answer or re.match(FAIR, answer, re.DOTALL), f"{request[:500]!r}: {answer[:200]!r}")

    def raw(self, request):
        """Return the response to these bytes. Raises TimeoutError if the server does not close the connection."""
        answer = b""
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=SECONDS)
        with connection, suppress(ConnectionError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65_536):
                answer += more
        return answer


def junk(chance):
    return chance.choice(ALL_JUNK)


def number(chance):
    return str(chance.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 20, 99, -1)))


def filled(chance, form):
    """Return the fields of a form as a browser sends them, some of them changed, and one of its buttons."""
    fields = [each.given["name"] for kind in TEXT for each in form.all("input", type=kind) if "name" in each.given]
    changed = {name: chance.choice((number(chance), chance.choice(NAMES))) for name in fields if chance.random() < 0.3}
    choices = [(each.given["name"], each.given.get("value", "")) for each in form.all("input", type="radio")]
    changed |= dict(chance.sample(choices, len(choices) // 4))
    pairs = [(name, changed.get(name, value)) for name, value in form.fields]
    buttons = [(name, value) for name, value in form.buttons if name]
    return pairs + ([chance.choice(buttons)] if buttons else [])


def bent(chance, pairs, names):
    """Return the pairs of a form with one to three faults; `names` are those of fields in other forms."""
    pairs = [*pairs]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.randrange(len(pairs)) if pairs else 0
        name, value = pairs[at] if pairs else ("x", "")
        other = str(name).translate({ord(digit): str(chance.randint(0, 99)) for digit in "0123456789"})
        pairs[at : at + 1] = chance.choice((
            [(name, junk(chance))],
            [(name, number(chance))],
            [],
            [(name, value), (name, junk(chance))],
            [(chance.choice(names), value)],
            [(name, value), (other, value)],
            [(f"{name}[]", value)],
        ))  # fmt: skip
    return pairs


def servers(folder, chances, tally):
    """Let phones and an intruder work in each round until the phones' server is killed."""
    with Server(folder / "phones") as mortal, Server(folder / "hostile") as steady:
        with Client(mortal.port).pair(mortal.key) as paired:
            phones = [Phone(f"phone-{number}", paired, tally) for number in range(PHONES)]
        intruder = Intruder(steady, tally)
        for chance in chances:
            attack = Thread(target=intruder.attack, args=(chance,))
            attack.start()
            play_until_killed(phones, mortal, tally, chance)
            attack.join()
            mortal.start()
        for phone in phones:
            phone.finish()
        mortal.finish(tally)
        compare(phones, mortal, tally)
        intruder.client.close()
        steady.finish(tally)


def hand(folder, chances, tally):
    """Play a game on a phone in each round, one title after another; the second tester plays three of four."""
    from playwright.sync_api import expect, sync_playwright

    from tests.browser import hand as knowing
    from tests.browser import roaming
    from tests.browser.conftest import PATIENCE, PHONE, SWITCHES
    from tests.tools.browser import start

    expect.set_options(timeout=PATIENCE)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    app = open_app(folder / "instance")
    service, server = app.extensions["service"], listening(app, "127.0.0.1", 0, behind_proxy=False)
    url = f"http://127.0.0.1:{server.effective_port}"
    with closing(service.store), running(server), sync_playwright() as playwright:
        browser = start(playwright.chromium.launch, args=SWITCHES)
        for chance in chances:
            context = browser.new_context(**PHONE)
            context.set_default_timeout(PATIENCE)
            context.request.get(f"{url}/pair/{pairing_key(service.store)}")
            (game, turn), chosen = divmod(tally.round, 4), Random(chance.random())
            if turn:
                slug, taps = roaming.TITLES[(3 * game + turn - 1) % len(roaming.TITLES)], 60
                wrong = roaming.play(context, url, service, slug, chosen, taps)
            else:
                slug, conditions = list(knowing.TITLES)[game % len(knowing.TITLES)], knowing.Conditions.of(chance)
                wrong, taps = knowing.play(context, url, service, slug, chosen, conditions), conditions.taps
            context.close()
            tally.add("games on a phone")
            tally.add("taps", taps)
            tally.holds(not wrong, wrong)
        browser.close()


PARTS = {"servers": servers, "hand": hand}


def main():
    """Run a part, and print its actions and faults; return 1 if there are faults."""
    parser = argparse.ArgumentParser(
        prog="./run soak", description="Try to provoke data loss with simulated phones or a real browser."
    )
    parser.add_argument(
        "part",
        nargs="?",
        choices=PARTS,
        default="servers",
        help="simulated phones and malicious requests (servers, default) or random taps in a browser (hand)",
    )
    parser.add_argument("--minutes", type=float, default=10, help="duration (default: 10)")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6, help="seed of the random choices")
    parser.add_argument("--round", type=int, help="repeat only this round")
    args = parser.parse_args()
    tally, began = Tally(), time.monotonic()
    chances = rounds(args.part, args.seed, tally, seconds=args.minutes * 60, only=args.round)
    with tempfile.TemporaryDirectory() as folder:
        PARTS[args.part](Path(folder), chances, tally)
    figures = ", ".join(f"{number:,} {what}" for what, number in tally.counts.items())
    print(f"{figures}; {time.monotonic() - began:,.0f} s, seed {args.seed}")
    for number, fault in tally.broken:
        print(f"  FAULT in round {number}: {fault}")
        print(f"    Again: ./run soak {args.part} --seed {args.seed} --round {number}")
    print("Faults were found." if tally.broken else "No faults.")
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
