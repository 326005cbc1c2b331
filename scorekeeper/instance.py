"""The instance folder, with what belongs to one installation: the database and the secret that signs cookies."""

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from .desk.erasing import finish_erasing
from .desk.games import Desk
from .desk.upkeep import fill_projections
from .places import Unusable
from .progress import Progress
from .storage.connection import (
    BeingReplaced,
    BusyDatabase,
    CannotBackUp,
    CannotOpen,
    CutOff,
    DamagedDatabase,
    DiskFull,
    ForeignDatabase,
    Gone,
    LockedDatabase,
    NewerDatabase,
    NotAFile,
    NotThere,
    UnwritableDatabase,
    failing,
)
from .storage.database import Store
from .titles import installed

ADVICE: Mapping[type[CannotOpen], tuple[str, str]] = {
    NewerDatabase: ("was written by a newer version of Scorekeeper", "Use that version"),
    ForeignDatabase: ("belongs to another program", "Move it away"),
    DamagedDatabase: ("is damaged, or is no database ({reason})", "Bring back a backup with scorekeeper restore"),
    LockedDatabase: ("is locked by another program", "Stop that program"),
    BusyDatabase: ("is being written for long, by an import, say", "Wait until that is done"),
    UnwritableDatabase: ("cannot be read and written ({reason})", "Make the file and its folder writable"),
    NotAFile: ("is not a file", "Move away what is there"),
    DiskFull: ("has no room on the disk", "Make room"),
    NotThere: ("is not there", "Begin one with scorekeeper run, bring back a backup with scorekeeper restore"),
    CutOff: ("was left half written by a program that was cut off", "Take that back with scorekeeper run"),
    Gone: ("was deleted or replaced while Scorekeeper had it open", "Stop it, put the file back, and start it again"),
    BeingReplaced: ("is just being replaced by a backup", "Wait until that is done"),
    CannotBackUp: (
        "has to be brought up to date, and no backup of it could be made first ({reason})",
        "Make room, and the folder backups beside it writable",
    ),
    CannotOpen: ("cannot be opened ({reason})", "Bring back a backup with scorekeeper restore"),
}
"""Why a database cannot be opened, and what to do."""


def open_store(folder: Path) -> Store:
    """Return the store in `folder`, made and brought up to date as needed; raises Unusable.

    The database has the pairing key, so only the owner of the file may read it.
    """
    with usable(folder):
        with private():
            folder.mkdir(parents=True, exist_ok=True)
            store = Store(database_path(folder))
        for each in (*folder.glob("scorekeeper.db*"), folder / "secret_key"):
            hide(each)
        return store


def database_path(folder: Path) -> Path:
    """Return the path of the database in an instance folder."""
    return folder / "scorekeeper.db"


@contextmanager
def usable(folder: Path) -> Iterator[None]:
    """Raise Unusable if an instance folder, or the database in it, cannot be used: it says why, and what to do."""
    try:
        yield
    except OSError as error:
        raise Unusable(
            f"The folder {folder} cannot be used ({error.strerror}). Choose another with --instance."
        ) from None
    except CannotOpen as error:
        raise Unusable(f"{fault_of(database_path(folder), error)}, or choose another folder with --instance.") from None


def fault_of(path: Path, error: CannotOpen) -> str:
    """Return why the database at `path` cannot be used, and what to do; without a full stop at the end."""
    cause, advice = ADVICE[type(error)]
    return f"The database {path} {cause.format(reason=error)}. {advice}"


@contextmanager
def private() -> Iterator[None]:
    """Make new files readable for their owner alone meanwhile: in all threads, so use it only before others start."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def hide(path: Path) -> None:
    """Make a file that everybody may read readable for its owner alone; one that only a group may read stays so."""
    with suppress(OSError):  # it is not there, or belongs to somebody else
        mode = path.stat().st_mode
        if mode & stat.S_IROTH:
            path.chmod(mode & stat.S_IRWXU)


def open_desk(folder: Path) -> Desk:
    """Return the desk of an instance folder: its database, ready for use, and its titles; raises Unusable."""
    desk = Desk(open_store(folder), installed(folder).rulebooks)
    try:
        with usable(folder), failing():
            with Progress("bringing the database up to date") as progress:
                fill_projections(desk, progress)
            finish_erasing(desk)
    except BaseException:
        desk.store.close()
        raise
    return desk


def secret(folder: Path) -> str:
    """Return the secret of this installation, made when it is first asked for; raises Unusable."""
    path = folder / "secret_key"
    try:
        if not path.exists() or not path.read_text(encoding="utf-8"):
            _write_secret(path)
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unusable(f"{path} cannot be used ({error.strerror}). Choose another folder with --instance.") from None


def _write_secret(path: Path) -> None:
    """Write a secret to `path`, whole or not at all, unless another program was quicker; an empty file is replaced."""
    made, name = tempfile.mkstemp(dir=path.parent, prefix="secret-")  # readable for this user alone
    with os.fdopen(made, "w", encoding="utf-8") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        os.fsync(made)
    try:
        if path.exists() and not path.read_text(encoding="utf-8"):
            os.replace(name, path)
        else:
            os.link(name, path)
    except FileExistsError:
        pass
    finally:
        Path(name).unlink(missing_ok=True)
