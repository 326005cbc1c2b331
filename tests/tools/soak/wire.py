"""Requests as no browser writes them, sent to a real server: each is answered, or the server hangs up in time."""

import contextlib
import re
import socket

from .mutations import junk, small_junk
from .racing import served
from .server import SECONDS

REQUESTS = 15
FAIR = rb"HTTP/1\.[01] ([2-4]\d\d |501 .*Transfer-Encoding requested is not supported)"
"""How a right answer begins; HTTP demands 501 for an unknown Transfer-Encoding."""
HEADERS = (
    b"Host",
    b"Cookie",
    b"Content-Length",
    b"Content-Type",
    b"Transfer-Encoding",
    b"Accept-Encoding",
    b"Accept-Language",
    b"If-None-Match",
    b"Range",
    b"Expect",
    b"Connection",
    b"X-Forwarded-For",
    b"X-Forwarded-Proto",
    b"X-Forwarded-Host",
    b"Forwarded",
    b"Upgrade",
)
VALUES = (
    b"localhost",
    b"evil.example",
    b"[::1",
    b"127.0.0.1:99999",
    b"chunked",
    b"gzip;q=nan",
    b"bytes=9-1",
    b"100-continue",
)
VALUES += (
    b"-1",
    b"0",
    b"3",
    b"99999999999",
    b"1, 2",
    b"*",
    b'W/"x',
    b"websocket",
    b"close",
    b"https, http",
    b"for=x;proto=\xff",
)


def wire(world):
    """Send some requests with hostile headers and wrong lengths; then the server still answers."""
    with served(world.app) as port:
        for _ in range(REQUESTS):
            request = written(world.chance)
            answer = sent(port, request)
            world.tally.add("hostile heads")
            told = world.told()
            fair = not answer or re.match(FAIR, answer, re.DOTALL)
            world.tally.holds(
                fair and not told and b"Traceback" not in answer, f"{request[:500]!r}: {answer[:200]!r} {told}"
            )
        answer = sent(port, b"GET /pair HTTP/1.1\r\nHost: localhost\r\n\r\n")
        world.tally.holds(answer.startswith(b"HTTP/1.1 200"), f"it does not answer any more: {answer[:200]!r}")


def written(chance):
    """Return a request with a few headers of any content, and a body of any length, whatever they say of it."""
    method = chance.choice((b"GET", b"GET", b"POST", b"HEAD", b"PUT", b"get", small_junk(chance)[:20]))
    path = chance.choice((b"/", b"/pair", b"/data", b"/games/x", b"//", b"*", b"http://x/", b"/" + small_junk(chance)))
    version = chance.choice((b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/9.9", b""))
    lines = [b" ".join((method, path, version))]
    lines += [b"Host: localhost"] if chance.random() < 0.8 else []
    for _ in range(chance.randint(0, 4)):
        value = chance.choice(VALUES) if chance.random() < 0.7 else junk(chance)[:9_000]
        lines.append(chance.choice(HEADERS) + chance.choice((b": ", b":", b" : ", b"")) + value)
    body = chance.choice((b"", b"key=x", junk(chance)[:2_000], b"5\r\nkey=x\r\n0\r\n\r\n", b"ffffffffff\r\n"))
    return chance.choice((b"\r\n", b"\r\n", b"\n")).join([*lines, b"", body])


def sent(port, request):
    """Return all that is answered until the server hangs up. Raises TimeoutError."""
    answer = b""
    connection = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
    with connection, contextlib.suppress(ConnectionError):
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        while more := connection.recv(65_536):
            answer += more
    return answer
