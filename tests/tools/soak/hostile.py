"""Everything that can be sent wrongly: it is answered with a sentence, and the database stays right."""

import re
import time
import traceback
from urllib.parse import urlsplit

from scorekeeper.core.answer import scored
from scorekeeper.pads.making import defined
from tests.answers import says
from tests.pages import Page

from .games import any_game, any_pad
from .mutations import bent, bent_document, encoded, filled, query, small_junk, text
from .wire import wire
from .world import World

LOOKS, FORMS, DOCUMENTS = 60, 4, 10
AT_ONCE = 2
"""Seconds within which a document is scored, whoever wrote it."""
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
HEADERS = ("Cookie", "Accept-Language", "Accept-Encoding", "Referer", "Origin", "X-CSRFToken", "If-None-Match", "Range")
HEADERS += ("Host", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "If-Modified-Since", "Content-Encoding")


def hostile(folder, rounds, tally):
    """Each round opens an application with other games, looks at its pages, and sends their forms with faults."""
    for chance in rounds:
        tally.add("rounds")
        world = World(folder / str(tally.round), chance, tally)
        monkey = Monkey(world)
        try:
            for _ in range(LOOKS):
                monkey.look()
            for _ in range(DOCUMENTS):
                documents(world)
            wire(world)
            world.stands()
        finally:
            world.close()


class Monkey:
    """Looks at pages, follows their links, fills in their forms, and sends them with and without faults."""

    def __init__(self, world):
        self.world, self.chance = world, world.chance
        self.links, self.names = ["/"], ["seat", "open", "kind", "page", "after", "player"]

    def look(self):
        """Ask for some page, and send some of the forms that are on it."""
        chance = self.chance
        path = chance.choice([self.world.address(), self.world.table(), chance.choice(self.links)])
        if chance.random() < 0.2:
            path += f"{'&' if '?' in path else '?'}{query(chance, self.names)}"
        method = chance.choice(METHODS) if chance.random() < 0.2 else "GET"
        answer = self.ask(path, method)
        if method != "GET" or answer.status_code != 200 or answer.mimetype != "text/html":
            return
        page = Page(answer)
        here = path.split("?")[0]
        self.links = ([link for link in page.links if link.startswith("/")] + self.links)[:300]
        forms = [form for form in page.forms if form.given.get("action", here).startswith("/")]
        for form in chance.sample(forms, min(len(forms), FORMS)):
            self.send(form)

    def send(self, form):
        """Send a form filled in at random, often with faults; one that is sent by GET, as an address."""
        chance, action = self.chance, form.given.get("action", "/")
        pairs = filled(chance, form)
        self.names = ([name for name, _ in pairs] + self.names)[:200]
        if form.given.get("method", "get").lower() != "post":
            self.ask(f"{action}?{query(chance, [name for name, _ in pairs] or self.names)}")
            return
        if chance.random() < 0.6:
            pairs = bent(chance, pairs, self.names)
        device = self.world.stranger if chance.random() < 0.05 else self.world.client
        self.ask(action, "POST", device=device, **encoded(chance, pairs))

    def ask(self, path, method="GET", device=None, **sent):
        """Send a request, check its answer, and return it."""
        world, chance = self.world, self.chance
        device = device or (world.stranger if chance.random() < 0.03 else world.client)
        headers = {}
        if chance.random() < 0.08:
            headers = {chance.choice(HEADERS): re.sub(r"[\r\n]", "", text(small_junk(chance)))}
        try:
            answer = device.open(path, method=method, headers=headers, **sent)
        except ValueError:  # the client cannot even write such a request down
            if world.told():
                raise
            return device.get("/pair")
        world.tally.add("requests")
        fault = self._fault(answer, method)
        told = world.told()
        if fault or told:
            trace = "".join(
                "".join(traceback.format_exception(each)) if isinstance(each, Exception) else each for each in told
            )
            world.tally.breaks(f"{method} {path[:300]} {str(sent)[:700]} {headers}: {fault} {trace[-700:]}")
        return answer

    def _fault(self, answer, method):
        status, wrote = answer.status_code, self.world.wrote
        self.world.tally.add("accepted", int(wrote))
        if status >= 500:
            return f"{status}"
        if wrote and (status != 303 or method != "POST"):
            return f"{status}, but written"
        if status in (301, 302, 303, 307, 308) and (
            urlsplit(answer.location).netloc or answer.location.startswith("//")
        ):
            return f"it leads to {answer.location}"
        if status < 400 or method == "HEAD" or answer.mimetype not in ("text/html", "text/plain"):
            return None
        said = says(Page(answer)) if answer.mimetype == "text/html" else answer.text
        return (
            None
            if len(said) >= 10 and said.endswith((".", "!", "?"))
            else f"{status} without a sentence: {said[:200]!r}"
        )


def documents(world):
    """Score a document with faults, one of two with the facts of its title: it gets an answer, and at once."""
    game = any_pad(world.chance) if world.chance.random() < 0.5 else any_game(world.chance).document
    data = bent_document(world.chance, game)
    world.tally.add("documents")
    began = time.monotonic()
    try:
        _, status = scored(data, world.desk.rulebooks, defined)
    except Exception:
        world.tally.breaks(f"{data[:600]!r}: {traceback.format_exc()[-900:]}")
        return
    took = time.monotonic() - began
    world.tally.holds(status in (0, 1, 2) and took < AT_ONCE, f"{data[:600]!r}: {status} after {took:.1f} s")
