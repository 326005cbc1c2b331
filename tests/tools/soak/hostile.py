"""Hostile requests, forms and documents: each is answered with a sentence, and the database stays right."""

import contextlib
import json
import re
import socket
from urllib.parse import quote_from_bytes, urlencode, urlsplit

from tests.answers import says
from tests.junk import JUNK
from tests.pages import Page
from tests.tools.client import FORM, SECONDS, Client

from .games import FILES
from .server import check

LOOKS, FORMS, DOCUMENTS, HEADS = 30, 3, 4, 10  # of each round
METHODS = ("HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
HEADERS = ("Cookie", "Accept-Language", "Accept-Encoding", "Referer", "Origin", "If-None-Match", "Range", "Host")
HEADERS += ("X-Forwarded-For", "X-Forwarded-Proto", "Transfer-Encoding", "Content-Length", "Expect", "Connection")
MORE_JUNK = (b"-0", b"1e9", b"NaN", b"9" * 5_000, b"\r\nSet-Cookie: a=b", b"\x1b[2J\x07", b"{}", b"[[[[[[[[", b"0/0/0")
MORE_JUNK += (b"../../etc/passwd", b"%00", b"a\xcc\x81" * 40, b"\xef\xbb\xbf1", b"chunked", b"gzip;q=nan", b"bytes=9-1")
ALL_JUNK = (*JUNK.values(), *MORE_JUNK)
TEXT = ("text", "search", "number", "tel", "date")
NAMES = ("Anneli", "Benito", "Carla", "ANNELI ", "Zo\u00eb", "Zoe\u0308", "O'Hara", "x" * 200, " ")
FAIR = rb"HTTP/1\.[01] ([2-4]\d\d |501 .*Transfer-Encoding requested is not supported)"
"""Valid beginnings of answers to raw requests; HTTP demands 501 for an unknown Transfer-Encoding."""


class Intruder:
    """A paired device that follows links and fills in forms, with and without faults, at a server with some games."""

    def __init__(self, server, tally):
        self.server, self.tally, self.links, self.names = server, tally, ["/"], ["seat", "kind", "page"]
        self.client = Client(server.port).pair(server.key)

    def attack(self, chance):
        """Send the requests of a round. What the server logs above INFO is a fault, too."""
        try:
            self._attack(chance)
        except Exception as error:
            self.tally.holds(False, f"no answer to a hostile request: {error!r}")
        self.tally.holds(not self.server.complaints, self.server.complaints)

    def finish(self):
        """Stop the server in order, and check its database."""
        self.client.close()
        self.tally.holds(self.server.stop() == 0, "the server did not stop in order")
        check(self.server.folder, self.tally)

    def _attack(self, chance):
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

    def look(self, chance):
        """Ask for a page, and send some of its forms."""
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
                body = urlencode(pairs).encode()
                kind = chance.choice(({}, {"Content-Type": "text/plain"}, {"Content-Type": "multipart/form-data"}))
                self.ask("POST", path, body, FORM | (kind if chance.random() < 0.1 else {}))
            elif len(query := urlencode(pairs)) < 8_000:
                self.ask("GET", f"{path.split('?')[0]}?{query}")

    def upload(self, chance, document):
        """Import a document through the form of the page."""
        parts = [b'name="csrf_token"\r\n\r\n' + self.client.token.encode()]
        parts += [b'name="entry_key"\r\n\r\n' + f"{chance.getrandbits(128):032x}".encode()]
        parts += [b'name="files"; filename="game.json"\r\nContent-Type: application/json\r\n\r\n' + document]
        body = (
            b"".join(b"--soak\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--soak--\r\n"
        )
        self.ask("POST", "/data", body, {"Content-Type": "multipart/form-data; boundary=soak"})
        self.tally.add("hostile documents")

    def ask(self, method, path, body=None, headers=None):
        """Send a request, check its answer, and return it."""
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
        self.tally.holds(
            not fault, f"{method} {path[:300]} {(body or b'')[:700]!r} {headers}: {answer.status}, {fault}"
        )
        return answer

    def send_raw(self, chance):
        """Send a request with hostile headers and a body of another length than it says."""
        method = chance.choice((b"GET", b"POST", b"HEAD", b"get", junk(chance)[:20]))
        path = chance.choice((b"/", b"/pair", b"/data", b"//", b"*", b"http://x/", b"/" + junk(chance)[:3_000]))
        lines = [b" ".join((method, path, chance.choice((b"HTTP/1.1", b"HTTP/1.0", b"HTTP/9.9", b""))))]
        for _ in range(chance.randint(0, 4)):
            lines.append(
                chance.choice(HEADERS).encode() + chance.choice((b": ", b":", b" : ", b"")) + junk(chance)[:9_000]
            )
        body = chance.choice((b"", b"key=x", junk(chance)[:2_000], b"5\r\nkey=x\r\n0\r\n\r\n", b"ffffffffff\r\n"))
        request = chance.choice((b"\r\n", b"\n")).join([*lines, b"", body])
        answer = self.raw(request)
        self.tally.add("hostile heads")
        self.tally.holds(not answer or re.match(FAIR, answer, re.DOTALL), f"{request[:500]!r}: {answer[:200]!r}")

    def raw(self, request):
        """Return the answer to these bytes. Raises TimeoutError if the server does not hang up."""
        answer = b""
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=SECONDS)
        with connection, contextlib.suppress(ConnectionError):
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
    """Return the fields of a form as a browser sends them, some of them changed, with one of its buttons pressed."""
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
        changed = chance.choice((
            [(name, junk(chance))],
            [(name, number(chance))],
            [],
            [(name, value), (name, junk(chance))],
            [(chance.choice(names), value)],
            [(name, value), (other, value)],
            [(f"{name}[]", value)],
        ))  # fmt: skip
        pairs[at : at + 1] = changed
    return pairs


def bent_document(chance, document):
    """Return a game document with faults, as bytes."""
    document = json.loads(json.dumps(document))
    for _ in range(chance.randint(1, 3)):
        _bend(chance, document)
    written = json.dumps(document, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")
    if chance.random() < 0.15:
        at = chance.randrange(len(written))
        return written[:at] + chance.choice((b"", junk(chance)[:3_000])) + written[at + chance.randint(0, 40) :]
    return written


def _bend(chance, value):
    """Change something somewhere inside a value."""
    while value:
        key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.85:
            value = value[key]
            continue
        match chance.randrange(5):
            case 0:
                del value[key]
            case 1 if isinstance(value, list):
                value.insert(key, chance.choice(value))
            case 2 if isinstance(value, list):
                chance.shuffle(value)
            case 1 | 2:
                value[junk(chance)[:40].decode("latin-1")] = value[key]
            case 3 if isinstance(value[key], int):
                value[key] = chance.randint(-2, 12)
            case _:
                value[key] = _strange(chance)
        return


def _strange(chance):
    deep = None
    for _ in range(200):
        deep = [deep]
    values = (None, True, 0, -1, 10**30, 1.5, 1e308, "", "\ud800", "0", [], {}, [[]], {"": None}, deep, *NAMES[:4])
    dates = ("2026-02-30T25:00:00+99:99", "2026-11-22T06:00:00+00:00")
    return chance.choice((*values, *dates, junk(chance)[:3_000].decode("latin-1"), chance.randint(0, 40)))
