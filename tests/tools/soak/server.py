"""A server in a process of its own that can be killed, and the phones that talk to it."""

import contextlib
import os
import re
import subprocess
import sys
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

from tests.pages import Page

LINK = re.compile(r"http://127\.0\.0\.1:(?P<port>\d+)/pair/(?P<key>\w+)")
SECONDS = 60  # without an answer for so long, something hangs
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NoAnswer = (OSError, HTTPException)


def of(folder):
    return "--instance", str(folder)


class DidNotStart(Exception):
    """The server ended before it printed its address; the text is its log."""


class Server:
    """`scorekeeper run` over a folder: its port, its key, its log."""

    def __init__(self, folder, *, user=None, environment=None):
        self.errors = folder.with_name(f"{folder.name}.log")
        with self.errors.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "scorekeeper.cli", "run", *of(folder), "--host", "127.0.0.1", "--port", "0"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                user=user,
                env=os.environ | (environment or {}),
            )
        printed, found = "", None
        while not found:
            line = self.process.stdout.readline()
            printed, found = printed + line, LINK.search(line)
            if not line:
                self.process.wait(SECONDS)
                raise DidNotStart(self.log)
        self.port, self.key = int(found["port"]), found["key"]

    @property
    def log(self):
        return self.errors.read_text()

    @property
    def complaints(self):
        """What the server has logged apart from its INFO lines."""
        return "\n".join(line for line in self.log.splitlines() if " INFO " not in line)

    def kill(self):
        """End the server at once, without letting it finish anything."""
        self.process.kill()
        self._gone()

    def stop(self):
        """Tell it to stop; return its exit status."""
        self.process.terminate()
        return self._gone()

    def _gone(self):
        status = self.process.wait(SECONDS)
        self.process.stdout.close()
        return status


class Phone:
    """A paired device with a connection of its own; all phones of a test have the same cookie."""

    def __init__(self, port, cookie=""):
        self.cookie, self.token, self.tag = cookie, "", None
        self._connect(port)

    def _connect(self, port):
        self._connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)

    def pair(self, key):
        self.get(f"/pair/{key}")
        self.token = Page(self.get("/data")[2]).hidden["csrf_token"]
        return self

    def another(self, port=None):
        """Return one more phone with the same cookie; `port` is where the server is now, if it has changed."""
        phone = Phone(self._connection.port if port is None else port, self.cookie)
        phone.token = self.token
        return phone

    def get(self, path, tag=None):
        """Return the status, the Location and the page, unless it still has that `tag`; raises one of NoAnswer."""
        return self._ask("GET", path, headers={"If-None-Match": tag} if tag else None)

    def post(self, path, form):
        return self.send(path, urlencode(form | {"csrf_token": self.token}, doseq=True), FORM)

    def send(self, path, body, headers):
        return self._ask("POST", path, body, headers)

    def hang_up(self):
        self._connection.close()

    def _ask(self, method, path, body=None, headers=None):
        own = {"Cookie": self.cookie, "Accept-Language": "en"} | (headers or {})
        try:
            self._connection.request(method, path, body, own)
            answer = self._connection.getresponse()
            text = answer.read().decode(errors="replace")
        except NoAnswer:
            with contextlib.suppress(OSError):
                self._connection.close()
            raise
        self.tag = answer.getheader("ETag")
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
        return answer.status, answer.getheader("Location"), text
