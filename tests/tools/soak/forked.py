"""Commands that are cut off, each in a fork of one process that has everything loaded: `-m tests.tools.soak.forked`.

The process reads a line of JSON for each command, and answers with one. A command is killed before its `event`-th step
outside of Python (a file is opened, renamed or removed, the database is asked), or after `seconds`, or at its `call`-th
system call that changes a file (0: these are counted), or not at all.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from .traced import be_watched, watch

ASIDE = ("import", "compile", "exec", "marshal.", "object.", "sys.", "gc.", "code.", "os.listdir", "os.scandir")


class Nursery:
    """Starts the process that forks; a context manager."""

    def __enter__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.tools.soak.forked"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_):
        self._process.communicate()

    def run(self, *arguments, event=None, seconds=None, call=None, most_bytes=None, user=None):
        """Run a command; return its status (negative: the signal that ended it), steps (or calls), and words."""
        asked = [list(map(str, arguments)), call, event, seconds, most_bytes, user]
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def _remove_name(arguments):
    """What a phone does: remove a name, and delete the backups in which it stands."""
    from scorekeeper.desk.erasing import remove_name
    from scorekeeper.desk.transaction import Submission
    from scorekeeper.history.names import everybody
    from scorekeeper.instance import open_desk

    desk = open_desk(Path(arguments[-1]))
    with desk.store.reading() as db:
        (person,) = (each for each in everybody(db) if each.name == arguments[1])
    remove_name(desk, person.id, person.name, Submission("key-of-a-removal", ""), backups=True)
    desk.store.close()


def _take_back(arguments):
    """What a phone does: take an import back."""
    from scorekeeper.desk.exchange import take_back
    from scorekeeper.desk.transaction import Submission
    from scorekeeper.instance import open_desk

    desk = open_desk(Path(arguments[-1]))
    take_back(desk, IMPORTED, Submission("key-of-taking-back", ""))
    desk.store.close()


IMPORTED = "key-of-an-import"
ACTS = {"remove-name": _remove_name, "take-back": _take_back}
"""What is done in the app alone, by names like those of commands."""


def main():
    from scorekeeper.cli import main as command  # imported once, and so is all that commands import later
    from scorekeeper.commands import backup, check, exchange  # noqa: F401
    from scorekeeper.web import create_app  # noqa: F401

    for line in sys.stdin:
        arguments, call, *how = json.loads(line)
        here, there = os.pipe()
        child = os.fork()
        if not child:
            os.close(here)
            if call is not None:
                be_watched()
            _be_cut(ACTS.get(arguments[0], command), arguments, there, *how)
        os.close(there)
        calls = None
        if call is not None:
            status, calls = watch(child, call)
        with os.fdopen(here, errors="replace") as told:
            said = told.read()
        if call is None:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said, _, steps = said.partition("\0")
        steps = steps if calls is None else calls
        sys.stdout.write(json.dumps([status, int(steps or 0), said]) + "\n")
        sys.stdout.flush()


def _be_cut(command, arguments, tell, event, seconds, most_bytes, user):
    os.dup2(tell, 1)
    os.dup2(tell, 2)
    sys.stdout, sys.stderr = (open(number, "w", closefd=False) for number in (1, 2))  # noqa: SIM115
    if most_bytes is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
    if user is not None:
        os.setuid(user)
    steps = 0

    def count(name, _):
        nonlocal steps
        if not name.startswith(ASIDE):
            steps += 1
            if steps == event:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    if seconds:
        signal.setitimer(signal.ITIMER_REAL, seconds)  # without a handler, the signal kills the process
    status = 70
    with suppress(SystemExit):
        try:
            status = command(arguments) or 0
        except BaseException as error:
            import traceback

            sys.stderr.write("".join(traceback.format_exception(error)))
    signal.setitimer(signal.ITIMER_REAL, 0)
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(tell, b"\0%d" % steps)
    os._exit(status)


if __name__ == "__main__":
    main()
