"""Invalid input to every URL: each gets a response with a sentence, and nothing is written.

URLs come from the application's URL map and fields from its forms, so that the tests include new ones automatically.
"""

import re
from urllib.parse import quote, unquote, urlencode

import pytest

from scorekeeper.pairing import pairing_key
from tests.answers import answer_fault
from tests.helpers import begin, send, slip, slot
from tests.junk import JUNK
from tests.pages import Page
from tests.seats import at_seat
from tests.written import Written

FORM = "application/x-www-form-urlencoded"
METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS", "BREW")
IN_ADDRESSES = {name: quote(junk[:10_000]) for name, junk in JUNK.items() if junk}
"""Junk as part of a URL; servers limit URLs to about this length."""
PLAUSIBLE = {"cards": "1/2/3", "new": "Donny", "name-0": "Anneli", "name-1": "Benito"}
UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"


def plausible(form):
    """Return the fields of a form, with the empty ones filled in."""
    return [(name, value or PLAUSIBLE.get(name, "")) for name, value in form.fields]


class World:
    """An evening: a running game, a finished one, and the means to restore both after an accepted request."""

    def __init__(self, app, client):
        self.app, self.client = app, client
        self.running = begin(client, "Anneli", "Benito", "Carla")
        assert send(client, self.running, "1/1/6").status_code == 303
        self.finished = begin(client, "Benito", "Zoë")
        assert send(client, self.finished, "1/1").status_code == 303
        stop = slip(client.get(f"{self.finished}/stop")) | slot("stop")
        assert client.post(f"{self.finished}/plays", data=stop).status_code == 303
        self.key = pairing_key(app.extensions["service"].store)
        self.written = Written(app.extensions["service"].store.path)

    def values_for(self, converter, name, turn):
        """Return existing, missing and junk values for a part of a URL.

        Ids and numbers get only one of the junk values that do not fit, a different one for each URL in turn.
        """
        junk = list(IN_ADDRESSES.values())
        if converter == "uuid":
            known = [self.running.rsplit("/")[-1], self.finished.rsplit("/")[-1], UNKNOWN_ID]
            return [*known, junk[turn % len(junk)], junk[-1 - turn % len(junk)]]
        if converter == "int":
            numbers = [value for value in junk if re.fullmatch(r"\d+", unquote(value))]
            others = [value for value in junk if value not in numbers]
            return ["1", "2", "999999999", *numbers, others[turn % len(others)]]
        return [{"slug": "don-carlo", "key": self.key}.get(name, "style.css"), "don-carlo%2F..%2F..", *junk]

    def urls(self):
        """Yield each URL with existing values, and with each other value for each of its parts.

        Each comes with the methods to try: all of them if the URL is valid.
        """
        for turn, rule in enumerate(sorted({rule.rule for rule in self.app.url_map.iter_rules()})):
            parts = re.findall(r"<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>", rule)
            bare = re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", r"{\1}", rule)
            first = {name: self.values_for(converter, name, turn)[0] for converter, name in parts}
            yield bare.format(**first), METHODS
            for converter, name in parts:
                for value in self.values_for(converter, name, turn)[1:]:
                    yield bare.format(**first | {name: value}), ("GET", "POST")

    def pages(self):
        """Yield each readable page: its URL and its content."""
        for url, _ in self.urls():
            answer = self.client.get(url)
            if answer.status_code == 200 and answer.mimetype == "text/html":
                yield url, Page(answer)
        seats = {"do": "seat:Zoë", "name-0": "Anneli", "name-1": "Benito", "families-0": "blue", "families-1": "grey"}
        answer = self.client.post("/new/don-carlo", data=slip(self.client.get("/new/don-carlo")) | seats)
        yield "the seating with three players", Page(answer)

    def forms(self):
        """Yield each form once: its name, its URL, its fields as a browser would send them, and its buttons."""
        seen = set()
        for where, page in self.pages():
            for form in page.forms:
                url, fields = form.given["action"], plausible(form)
                buttons = [(name, value) for name, value in form.buttons if name]
                filled = [(name, self.key if name == "key" else value) for name, value in fields]
                names = (url, *(name for name, _ in fields))
                if names not in seen:
                    seen.add(names)
                    yield f"{where} -> {url}", url, filled + buttons[-1:], buttons

    def fault(self, answer, *, must_refuse=False):
        """Return the fault in a response, or None; undoes what the request wrote."""
        return answer_fault(answer, self.app.extensions["service"], self.written, must_refuse=must_refuse)


@pytest.fixture
def world(app, client):
    world = World(app, client)
    yield world
    world.written.close()


@pytest.fixture(params=["paired", "unpaired"])
def device(request):
    """A paired device, and an unpaired one."""
    return request.getfixturevalue({"paired": "client", "unpaired": "stranger"}[request.param])


def test_buttons_with_junk_values_are_refused(world):
    faults, acts = [], set()
    for name, url, fields, buttons in list(world.forms()):
        for button, value in buttons:
            act, colon, _ = value.partition(":")
            if not colon or act in acts:
                continue
            acts.add(act)
            rest = [(field, each) for field, each in fields if field != button]
            for attack, junk in JUNK.items():
                sent = urlencode([*rest, (button, f"{act}:".encode() + junk)])
                fault = world.fault(world.client.post(url, data=sent, content_type=FORM))
                faults += [f"{name}, {act}, {attack}: {fault}"] if fault else []
    assert not faults
    assert acts >= {"up", "down", "remove", "seat"}


def test_every_url_answers_every_method(world, device):
    faults = []
    token = slip(world.client.get("/new/don-carlo"))["csrf_token"]
    must_answer = {"/data/backup"}  # it accepts nothing and writes nothing: the form only protects it from other sites
    for url, methods in world.urls():
        if device is not world.client and methods is not METHODS:
            continue  # the app rejects an unpaired device before reading the field
        for method in methods:
            for data in ({}, {"csrf_token": token}) if method == "POST" and methods is METHODS else ({},):
                answer = device.open(url, method=method, data=data or None)
                writes = method not in ("GET", "HEAD", "OPTIONS") and url not in must_answer
                fault = world.fault(answer, must_refuse=writes)
                answer.close()
                faults += [f"{method} {url[:80]} {list(data)}: {fault}"] if fault else []
    assert not faults


@pytest.mark.parametrize("names", [["seat"], ["page", "after", "key", "unheard-of"]], ids="-".join)
def test_every_url_answers_junk_queries(world, stranger, names):
    faults = []
    good = [world.running, world.finished, f"{world.running}/plays", f"{world.running}/stop", "/", "/new/don-carlo"]
    for device, url in [(world.client, each) for each in [*good, "/pair"]] + [(stranger, "/"), (stranger, "/pair")]:
        for attack, value in {"empty": "", **IN_ADDRESSES}.items():
            query = "&".join(f"{name}={value}" for name in names)
            sent = [query, f"{names[0]}=1&{query}"] if attack == "junk" else [query]
            found = [(attack, world.fault(device.get(f"{url}?{each}"))) for each in sent]
            faults += [f"{url}?{names} {attack}: {fault}" for attack, fault in found if fault]
    assert not faults


@pytest.mark.parametrize(
    ("path", "refused"),
    [
        ("?seat=@0", True),
        ("?seat=@00", True),
        (f"?seat={at_seat(3)}", False),  # of no player here: opens the panel of the player on turn
        ("?seat=99", False),  # like a URL of an earlier page
        ("?seat=-1", True),
        ("?seat=", True),
        (f"?seat={at_seat(2)}", False),
        ("?seat=02", False),
    ],
)
def test_unknown_seat_is_refused(world, path, refused):
    answer = world.client.get(world.running + path)
    assert answer.status_code == (404 if refused else 200)
    assert world.fault(answer, must_refuse=refused) is None


BODIES = {
    "nothing": (b"", "application/x-www-form-urlencoded"),
    "no-form": (b"\x00\xff" * 500, "application/octet-stream"),
    "json": (b'{"cards": [1, 1, 6]}', "application/json"),
    "broken-multipart": (b"--x\r\nContent-Disposition: form-da", "multipart/form-data; boundary=x"),
    "multipart-without-boundary": (b"--x\r\n\r\n--x--", "multipart/form-data"),
    "many-fields": (b"&".join(b"name-%d=x" % number for number in range(2_000)), "application/x-www-form-urlencoded"),
    "unknown-charset": (b"cards=1", "application/x-www-form-urlencoded; charset=nonsense"),
    "junk-type": (b"cards=1", "\u00ff;;;=\u00ff"),
}


@pytest.mark.parametrize("body", BODIES)
def test_malformed_body_is_refused(world, device, body):
    data, content_type = BODIES[body]
    for url in ("/new/don-carlo", f"{world.running}/plays", f"{world.running}/undo", "/pair"):
        token = {"X-CSRFToken": slip(world.client.get("/new/don-carlo"))["csrf_token"]}
        for headers in ({}, token):
            answer = device.post(url, data=data, content_type=content_type, headers=headers)
            assert world.fault(answer, must_refuse=True) is None, url


@pytest.mark.parametrize("name", ["Cookie", "Accept-Language", "Accept-Encoding", "Referer", "Origin", "X-CSRFToken"])
def test_junk_headers_are_answered(app, world, stranger, name):
    faults, own_cookie = [], app.config["SESSION_COOKIE_NAME"]
    for attack, junk in JUNK.items():
        value = junk.decode("latin-1")
        for device, cookie in ((world.client, own_cookie), (stranger, "session"))[: 1 + (name == "Cookie")]:
            headers = {name: f"{cookie}={value}" if name == "Cookie" else value}
            fault = world.fault(device.get(f"{world.running}/stop", headers=headers))
            faults += [f"{attack}: {fault}"] if fault else []
    assert not faults
