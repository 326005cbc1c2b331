"""A random tester without knowledge of the games: it taps visible controls, sometimes twice, and checks the effect.

After each tap, when no request is pending:

- the page has changed, or it shows a message;
- a form sent but not entered has a message;
- a cell of the score sheet has opened its keys;
- one tap, or a double tap, has sent at most one form with entries, and only buttons send anything;
- typed numbers still belong to the same player, including after players have swapped seats.
"""

import json
import re
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, expect

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from tests.documents import game_document, import_documents, read_document

NAMES = ("Anja", "Benito", "Cleo", "Donny")
GAMES = Path(__file__).parents[1] / "games"
PADS = ("hearts", "yatzy")
FREQUENT = "prodigals-club"
TITLES = [each for title in ("don-carlo", "loire", "carta-nostra", *PADS) for each in (FREQUENT, title, FREQUENT)]
"""Two games of three use the table with by far the most controls."""
NEVER = "|".join((
    "delete", "archive", "end it", "end the game", "stop", "rematch", "share", "copy", "print", "download", "document",
    "screen", "language", "deutsch", "hand ",
))  # fmt: skip
"""Names of controls that end a game, leave it, or open something outside the page."""
SEATS, TWICE, BUTTON_TWICE = 0.015, 0.1, 0.4
"""Shares of the taps: two players swap seats instead; a second tap follows at the same point."""
DOUBLE_TAP_MS = 60, 150  # milliseconds between the taps of a double tap
SHORT, PAUSE = 80, 700  # milliseconds until the next tap; after sending, longer than any button ignores taps
SETTLED = 10  # maximum seconds for a response
EYE = Path(__file__).with_name("roaming.js").read_text().rstrip().rstrip(";")  # an expression


def play(context, url, service, slug, chance, taps):
    """Tap through a game of that title; return the faults and all taps, or "" without faults."""
    document = begun(slug, chance)
    (game,) = import_documents(service, [read_document(document)])
    hand = Roaming(context, f"{url}/games/{game.id}", document["players"])
    hand.entries = lambda: len(write(next(documents(service, [game.id])))["plays"])
    faults = []
    for _ in range(taps):
        if fault := hand.change_seats(chance) if chance.random() < SEATS else hand.tap(chance):
            faults.append(fault)
            hand.told.append(f"  FAULT: {fault}")
            if hand.errors:  # failed scripts cause further faults
                break
    return "\n".join([f"{slug}: {'; '.join(faults)}", *hand.told]) if faults else ""


def begun(slug, chance):
    """Return a game of that title, played up to a random point."""
    if slug in PADS:
        return game_document(slug, NAMES, [])
    recorded = chance.choice(sorted((GAMES / slug).glob("*players*.json")))
    document = json.loads(recorded.read_text())["document"]
    plays = document["plays"]
    return game_document(slug, document["players"], plays[: chance.randrange(len(plays) or 1)], document["options"])


class Roaming:
    """A finger on one phone; `told` has a line for each tap."""

    def __init__(self, context, url, names):
        self.url, self.told, self.sent = url, [], set()
        self.known = None  # the page and the number of entries after the last tap; no time passes until the next one
        context.add_init_script(f"({EYE}\n)({json.dumps(names)})")
        context.on("request", self._sends)
        for over in ("requestfinished", "requestfailed"):
            context.on(over, lambda each: self.sent.discard(each))
        self.page, self.errors, self.forms = context.new_page(), [], 0
        self.page.complaints = self.errors  # checked by the `device` fixture
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._open(url)

    def tap(self, chance):
        """Tap a control; return the fault, or ""."""
        if self.page.url.split("?")[0] != self.url and chance.random() < 0.3:
            self._open(self.url)
        asked = [chance.random(), chance.random(), chance.random(), NEVER]
        found = self._ask("asked => roaming.find(...asked)", asked)
        if not found:
            self._open(self.url)
            return ""
        before, entered = self.known or (self._ask("roaming.look()"), self.entries())
        twice = chance.random() < (BUTTON_TWICE if found["sends"] else TWICE)
        self.forms = 0
        self.told.append(f"{'two taps' if twice else 'a tap'} on {found['text']!r} of {found['whose'] or 'no player'}")
        self.page.touchscreen.tap(*found["point"])
        if found["types"]:
            self.page.keyboard.type(str(chance.randint(1, 25)))
        elif twice:
            self.page.wait_for_timeout(chance.randint(*DOUBLE_TAP_MS))
            self.page.touchscreen.tap(*found["point"])
        after = self._look(pause=SHORT if found["quick"] and not twice else PAUSE)
        if before["page"] == after["page"] and not (after["messages"] or found["idle"] or twice):
            with suppress(Error):  # no control if the page is being replaced; it may also have just loaded
                self.page.touchscreen.tap(*self.page.evaluate("roaming.again()"))
            until = time.monotonic() + SETTLED
            while (after := self._look())["page"] == before["page"] and time.monotonic() < until:
                if after["messages"]:
                    break
        now = self.entries()
        self.known, entered = (after, now), now - entered
        if self.errors:
            return f"a script fails: {self.errors}"
        if not (before["page"] != after["page"] or after["messages"] or found["idle"] or (twice and not entered)):
            return "nothing has changed, and there is no message"
        if self.forms and not entered and not after["messages"] and before["url"] == after["url"]:
            return "a form is not entered, and there is no message"
        if found["cell"] and not twice and not after["keys"]:
            return "the cell has no keys"
        if entered and (self.forms > 1 or not found["sends"]):
            return f"{entered} entries by {self.forms} forms"
        return ""

    def change_seats(self, chance):
        """Swap two players' seats on the players page, and go back; return the fault, or ""."""
        if self.page.url.split("?")[0] != self.url:
            self._open(self.url)
        before = self._look("typed")
        self.told.append("two players change seats")
        self._open(f"{self.url}/players")
        moves = self.page.get_by_role("button", name=re.compile(r"\b(up|down)$")).all()
        with suppress(Error):  # buttons are disabled if seats are fixed
            chance.choice(moves or [self.page.locator("#save")]).tap(timeout=1000)
            self._look()
            self.page.locator("#save").tap(timeout=1000)
            self._look()
        self._open(self.url)
        for at, values in self._look("typed").items():
            player, field = at.split(": ")
            others = [old for name, old in before.items() if name.endswith(f": {field}") and name != at]
            if any(values) and values != before.get(at) and values in others:
                return f"typed for another player: {player} has {values} in {field}, before {before.get(at)}"
        return ""

    def _sends(self, request):
        if request.method == "POST":
            self.sent.add(request)
            self.forms += request.url.endswith("/plays")

    def _open(self, url):
        self.known = None
        self.page.goto(url)
        expect(self.page.locator("[data-module]:not([data-started])")).to_have_count(0)

    def _look(self, at="look", pause=PAUSE):
        """Wait until no request is pending, and return the content of the page, or its `typed` fields."""
        until = time.monotonic() + SETTLED
        self.page.wait_for_timeout(pause)
        while self.sent and time.monotonic() < until:
            self.page.wait_for_timeout(50)
        return self._ask(f"roaming.{at}()")

    def _ask(self, expression, *given):
        for _ in range(20):
            with suppress(Error):  # the page is being replaced
                return self.page.evaluate(expression, *given)
            self.page.wait_for_timeout(100)
        return self.page.evaluate(expression, *given)
