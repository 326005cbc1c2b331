"""A server in a process."""

import contextlib
import re
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from threading import Timer
from urllib.parse import urlencode

from tests.helpers import slip

LINK = re.compile(r"http://(?P<host>\S+):(?P<port>\d+)/pair/(?P<key>\w+)")


WRITTEN = re.compile(r"key: (\w{5}-\w{5})$", re.MULTILINE)


TOLD = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO Scorekeeper |\S+ \S+ INFO Reachable at ")
"""Informational log lines, which are not complaints."""


SECONDS = 60  # longer than any action here takes, also on a busy machine


PROGRAM = (sys.executable, "-m", "scorekeeper.cli")


def scorekeeper(command, instance, *arguments, program=PROGRAM):
    return [*program, command, "--instance", str(instance), *arguments]


class Server:
    """A running server: its port, its key, and a device paired with it."""

    def __init__(self, instance, errors, *arguments, program=PROGRAM):
        self.errors = errors
        self.instance = instance
        with errors.open("w") as complaints:
            self.process = subprocess.Popen(
                scorekeeper("run", instance, "--host", "127.0.0.1", "--port", "0", *arguments, program=program),
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )
        self.printed = ""
        patience = Timer(SECONDS, self.process.kill)
        patience.start()
        while not WRITTEN.search(self.printed):
            line = self.process.stdout.readline()
            assert line, self.printed + errors.read_text()
            self.printed += line
        patience.cancel()
        link = LINK.search(self.printed)
        self.port, self.key, self.cookie = int(link["port"]), link["key"], ""

    def ask(self, method, path, form=None):
        """Send a request like a browser; return the status, the Location header, and the page."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, form and urlencode(form), self.headers(form))
            answer = connection.getresponse()
            set_cookie = answer.getheader("Set-Cookie")
            self.cookie = set_cookie.split(";")[0] if set_cookie else self.cookie
            return answer.status, answer.getheader("Location"), answer.read().decode()
        finally:
            connection.close()

    def headers(self, form):
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        return kind | ({"Cookie": self.cookie} if self.cookie else {})

    def begin(self):
        """Pair, begin a game, and return its URL."""
        self.ask("GET", f"/pair/{self.key}")
        form = self.slip("/new/don-carlo") | {"name-0": "Anneli", "name-1": "Benito", "do": "begin"}
        status, url, page = self.ask("POST", "/new/don-carlo", form | {"families-0": "blue", "families-1": "grey"})
        assert status == 303, page
        return url

    def slip(self, path):
        return slip(self.ask("GET", path)[2])

    def send(self, request):
        """Open a connection, send these bytes and leave it open."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        connection.sendall(request)
        return connection

    def raw(self, path, form):
        """Return the head and the body of a request that enters something, as bytes."""
        body = urlencode(form).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
        lines = "".join(f"{name}: {value}\r\n" for name, value in self.headers(form).items())
        return f"{head}{lines}\r\n".encode(), body

    def has_read(self):
        """Wait until everything sent before has been read, so that later input is processed after it."""
        assert self.ask("GET", "/pair")[0] == 200

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)

    def stops(self):
        """Send the stop signal, and wait until it accepts no more connections."""
        self.stop()
        patience = time.monotonic() + SECONDS
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < patience:
                socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS).close()

    def ended(self):
        """Wait for its end; return its exit status and its complaints."""
        status = self.process.wait(SECONDS)
        return status, "".join(line for line in self.told() if not TOLD.match(line))

    def told(self):
        """Return the lines of its log."""
        return self.errors.read_text().splitlines(keepends=True)
