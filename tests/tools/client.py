"""An HTTP client for the bench and the soak: one kept-alive connection and one cookie, like a single phone."""

import gzip
import re
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPMessage
from typing import Self
from urllib.parse import urlencode

SECONDS = 60
"""Timeout of a request in seconds."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TOKEN = re.compile(r'name="csrf_token" value="([^"]*)"')
NoAnswer = (OSError, HTTPException)
"""Exceptions of a request without a response."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response, and the bytes of its compressed body."""

    status: int
    headers: HTTPMessage
    text: str
    received: int


class Client:
    """A device that talks to the server on `port` of this machine, and reconnects after a closed connection.

    A context manager, which closes the connection.
    """

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.cookie, self.token = port, cookie, ""
        self._connection: HTTPConnection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def pair(self, key: str) -> Self:
        """Pair this phone with the server, and fetch a CSRF token for its forms."""
        self.get(f"/pair/{key}")
        found = TOKEN.search(self.get("/data").text)
        assert found, "the device is not paired"
        self.token = found[1]
        return self

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        """Return the response to a GET; raises NoAnswer."""
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, form: dict[str, str], headers: dict[str, str] | None = None) -> Answer:
        """Return the response to a form, sent with the CSRF token; raises NoAnswer."""
        return self.ask("POST", path, self._encoded(form), FORM | (headers or {}))

    def post_and_hang_up(self, path: str, form: dict[str, str]) -> None:
        """Send a form and close the connection, like a phone losing its network."""
        self._send("POST", path, self._encoded(form), FORM)
        self.close()

    def ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
        """Return the response to any request; raises NoAnswer."""
        try:
            found = self._send(method, path, body, headers or {}).getresponse()
            data = found.read()
        except NoAnswer:
            self.close()
            raise
        self.cookie = found.headers.get("Set-Cookie", self.cookie).split(";")[0]
        plain = gzip.decompress(data) if data and found.headers.get("Content-Encoding") == "gzip" else data
        return Answer(found.status, found.headers, plain.decode(errors="replace"), len(data))

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def _encoded(self, form: dict[str, str]) -> bytes:
        return urlencode(form | {"csrf_token": self.token}, doseq=True).encode()

    def _send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> HTTPConnection:
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        own = {"Cookie": self.cookie, "Accept-Language": "en", "Accept-Encoding": "gzip"} | headers
        self._connection.request(method, path, body, own)
        return self._connection
