"""The instance directory of an installation, with its database and the secret that signs cookies."""

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from .core.messages import N_, Message
from .paths import Unusable
from .progress import Progress
from .store.check import rebuild_stale
from .store.connection import DatabaseUnavailable, Reason
from .store.db import Store
from .store.games import GameService
from .store.people import finish_erasing
from .titles import installed

SENTENCES: Mapping[Reason, str] = {
    Reason.NEWER: N_("a newer version of Scorekeeper wrote the database. Use that version."),
    Reason.TOO_OLD: N_(
        "a version before 1.0.0 wrote the database. Start commit d25fbb1b of Scorekeeper once with it, then use this "
        "version again."
    ),
    Reason.FOREIGN: N_("the file belongs to another program. Use a file of Scorekeeper."),
    Reason.DAMAGED: N_("the database is damaged. Stop Scorekeeper and restore a backup with “scorekeeper restore”."),
    Reason.LOCKED: N_("another program has locked the database. Stop that program, or try again in a moment."),
    Reason.BUSY: N_("the database is being written to, for example by a large import. Try again in a moment."),
    Reason.UNWRITABLE: N_("no write access. Make the file and its directory writable."),
    Reason.NOT_A_FILE: N_("the path is not a file. Move it away, or choose another path."),
    Reason.DISK_FULL: N_("the disk is full. Free disk space and try again."),
    Reason.NOT_THERE: N_("no such file. Run `scorekeeper run` to create it, or pass --instance DIR."),
    Reason.CUT_OFF: N_("an interrupted program left the database half written. Repair it with `scorekeeper run`."),
    Reason.GONE: N_("the database was deleted or replaced while in use. Stop Scorekeeper and put the file back."),
    Reason.BEING_REPLACED: N_("a backup is being restored. Wait until the restore is done."),
    Reason.CANNOT_BACK_UP: N_(
        "the database must be updated, but the backup before the update failed. Free disk space, and make the "
        "directory backups next to it writable."
    ),
    Reason.UNKNOWN: N_("SQLite reported an error. Try again, or restore a backup with “scorekeeper restore”."),
}
"""Ends of the message "Cannot open …: ", with the fix, by the reason why a database cannot be used."""


def explain(error: DatabaseUnavailable) -> Message:
    return Message(SENTENCES[error.reason])


def explain_in_full(error: DatabaseUnavailable, explanation: str = "") -> str:
    """Return the English explanation of an error with its details, for the terminal and the log.

    `explanation` replaces the text in SENTENCES.
    """
    return f"{explanation or SENTENCES[error.reason]}{f' Details: {error}.' if str(error) else ''}"


def open_store(folder: Path) -> Store:
    """Return the store in `folder`, created or migrated as needed; raises Unusable.

    The database contains the pairing key, so only the owner of the file may read it.
    """
    with explain_unusable(folder):
        with private():
            folder.mkdir(parents=True, exist_ok=True)
            store = Store(database_path(folder))
        for each in (*folder.glob("scorekeeper.db*"), folder / "secret_key"):
            make_private(each)
        return store


def database_path(folder: Path) -> Path:
    return folder / "scorekeeper.db"


@contextmanager
def explain_unusable(folder: Path) -> Iterator[None]:
    """Turn OSError and DatabaseUnavailable into Unusable, with the reason and the fix."""
    try:
        yield
    except OSError as error:
        raise Unusable(
            f"Cannot use the directory {folder}: {error.strerror}. Choose another with --instance."
        ) from None
    except DatabaseUnavailable as error:
        other = "" if error.reason is Reason.NOT_THERE else " Or pass another directory with --instance DIR."
        raise Unusable(f"Cannot open {database_path(folder)}: {explain_in_full(error)}{other}") from None


@contextmanager
def private() -> Iterator[None]:
    """Create files readable only by their owner. The umask is per process, so use this only before threads start."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def make_private(path: Path) -> None:
    """Restrict a world-readable file to its owner. A file readable only by its group is left unchanged."""
    with suppress(OSError):  # missing, or owned by another user
        mode = path.stat().st_mode
        if mode & stat.S_IROTH:
            path.chmod(mode & stat.S_IRWXU)


def open_service(folder: Path) -> GameService:
    """Return the game service of an instance directory, with an up-to-date database; raises Unusable."""
    service = GameService(open_store(folder), installed(folder).rulebooks)
    try:
        with explain_unusable(folder):
            with Progress("bringing the database up to date") as progress:
                rebuild_stale(service, progress)
            finish_erasing(service)
    except BaseException:
        service.store.close()
        raise
    return service


def secret(folder: Path) -> str:
    """Return the secret that signs cookies, created on first use; raises Unusable."""
    path = folder / "secret_key"
    try:
        if not path.exists() or not path.read_text(encoding="utf-8"):
            _write_secret(path)
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unusable(f"Cannot use {path}: {error.strerror}. Choose another directory with --instance.") from None


def _write_secret(path: Path) -> None:
    """Write a secret to `path` atomically, unless another process was faster; an empty file is replaced."""
    made, name = tempfile.mkstemp(dir=path.parent, prefix="secret-")  # readable only by this user
    with os.fdopen(made, "w", encoding="utf-8") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        os.fsync(made)
    try:
        if path.exists() and not path.read_text(encoding="utf-8"):
            os.replace(name, path)
        else:
            os.link(name, path)  # unlike a rename, this fails if the file exists by now
    except FileExistsError:
        pass
    finally:
        Path(name).unlink(missing_ok=True)
