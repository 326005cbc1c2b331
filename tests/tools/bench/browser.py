"""A browser without pages: it keeps one connection and one cookie, and counts every byte that it receives."""

import gzip
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlencode

HEADERS = "Host: localhost\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\n"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it arrived: its head, its body, and how many bytes both were on the wire."""

    head: str
    body: bytes
    received: int

    @property
    def status(self) -> int:
        return int(self.head.split(" ", 2)[1])

    @property
    def text(self) -> str:
        """The body as text, decompressed if need be."""
        packed = self.header("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    def header(self, name: str) -> str:
        """Return the value of a header, or "" if it is not there."""
        found = re.search(rf"^{name}: (.*?)\r$", self.head, re.IGNORECASE | re.MULTILINE)
        return found[1] if found else ""


class Browser:
    """One device that asks the server on `port` of this machine."""

    def __init__(self, port: int) -> None:
        self._port, self._cookie = port, ""
        self._socket, self._hung_up = self._connected(), False

    def get(self, path: str, more: str = "") -> Answer:
        """Return the answer to a GET; `more` are header lines, each with its end."""
        return self._ask(f"GET {path} HTTP/1.1\r\n{HEADERS}{self._cookie}{more}\r\n")

    def post(self, path: str, form: dict[str, str], more: str = "") -> Answer:
        """Return the answer to a form; `more` as for `get`."""
        body = urlencode(form)
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return self._ask(f"POST {path} HTTP/1.1\r\n{HEADERS}{self._cookie}{kind}{more}\r\n{body}")

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _connected(self) -> socket.socket:
        found = socket.create_connection(("127.0.0.1", self._port))
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return found

    def _ask(self, request: str) -> Answer:
        if self._hung_up:
            self._socket = self._connected()
        self._socket.sendall(request.encode())
        answer = self._received()
        self._hung_up = answer.header("Connection") == "close"
        if self._hung_up:
            self._socket.close()
        cookie = answer.header("Set-Cookie")
        if cookie:
            self._cookie = f"Cookie: {cookie.split(';', 1)[0]}\r\n"
        return answer

    def _received(self) -> Answer:
        data = self._more(b"")
        while b"\r\n\r\n" not in data:
            data = self._more(data)
        head, body = data.split(b"\r\n\r\n", 1)
        told = re.search(rb"(?i)content-length: (\d+)", head)
        length = int(told[1]) if told else 0  # a 304 has none
        while len(body) < length:
            body = self._more(body)
        return Answer(head.decode("latin-1") + "\r\n", body, len(head) + 4 + len(body))

    def _more(self, data: bytes) -> bytes:
        arrived = self._socket.recv(1 << 16)
        if not arrived:
            raise ConnectionError("the server hung up")
        return data + arrived
