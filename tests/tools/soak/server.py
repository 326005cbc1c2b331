"""Servers for the soak: one in a process of its own that can be killed, and one in this process."""

import logging
import re
import subprocess
import sys
from contextlib import contextmanager

from scorekeeper.server import listening
from tests.apps import running
from tests.tools.client import SECONDS

LINK = re.compile(r"http://127\.0\.0\.1:(?P<port>\d+)/pair/(?P<key>\w+)")


def command(name, folder, *arguments):
    """Return the command line of a `scorekeeper` command for an instance folder."""
    return [sys.executable, "-m", "scorekeeper.cli", name, "--instance", str(folder), *map(str, arguments)]


class Server:
    """`scorekeeper run` for a folder; it keeps its port when it is started again. A context manager, which kills it."""

    def __init__(self, folder):
        self.folder, self.log, self.port = folder, folder.with_name(f"{folder.name}.log"), 0
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self):
        """Start the server and wait for its address."""
        arguments = command("run", self.folder, "--host", "127.0.0.1", "--port", self.port)
        with self.log.open("a") as log:
            self._process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self._process.stdout:
            if found := LINK.search(line):
                self.port, self.key = int(found["port"]), found["key"]
                return
        raise RuntimeError(f"The server did not start: {self.log.read_text()}")

    @property
    def complaints(self):
        """The lines of the log above INFO."""
        return "\n".join(line for line in self.log.read_text().splitlines() if " INFO " not in line)

    def kill(self):
        """End the server with kill -9."""
        self._process.kill()
        self._end()

    def stop(self):
        """Stop the server with SIGTERM; return its exit status."""
        self._process.terminate()
        return self._end()

    def _end(self):
        status = self._process.wait(SECONDS)
        self._process.stdout.close()
        return status


def check(folder, tally):
    """Run `scorekeeper check` on a folder: it must find nothing."""
    found = subprocess.run(command("check", folder), capture_output=True, text=True, check=False)
    tally.holds(found.returncode == 0, f"check: {found.stdout}{found.stderr}")


@contextmanager
def served(app):
    """Serve an application in this process with the settings of `scorekeeper run`; yield its port."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    with running(listening(app, "127.0.0.1", 0, behind_proxy=False)) as server:
        yield server.effective_port
