"""The commands that keep the database safe: backup, and restore from one."""

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from ..core.answer import STANDS
from ..instance import ADVICE, database_path, open_store, usable
from ..places import Unusable
from ..progress import Progress
from ..replica.litestream import forget_progress
from ..replica.restoring import fetched, take_over
from ..storage.backup import Contents, back_up, backup_path, copied, put_in_place
from ..storage.connection import CannotOpen, DamagedDatabase, ForeignDatabase, NewerDatabase, NotAFile, NotThere
from ..storage.lock import InUse, alone
from .check import check_games

REFUSED_BACKUPS = {
    NewerDatabase: "was written by a newer version of Scorekeeper. Use that version",
    ForeignDatabase: "belongs to another program. Choose a backup of Scorekeeper",
    DamagedDatabase: "is damaged, or is no backup ({reason}). Choose another",
    NotThere: "is not there. Choose another",
    NotAFile: "is not a file. Choose another",
}
"""Why a file cannot be restored, and what to do."""


def back_up_games(asked: argparse.Namespace) -> int:
    """Write everything that is stored into one file, while others go on working with it."""
    source = database_path(asked.instance)
    target = Path(asked.file or f"scorekeeper-{_now():%Y-%m-%d}.db").absolute()
    if target.exists() and (not target.is_file() or target.samefile(source)):
        raise Unusable(f"{target} cannot be written over. Choose another name.")
    try:
        target.parent.stat()
    except OSError as error:
        _cannot_write(target, error)
    with usable(asked.instance), Progress("backup", "bytes") as progress:
        try:
            contents = back_up(source, target, progress)
        except OSError as error:
            _cannot_write(target, error)
    print(f"{target} has {said(contents)}.")
    return STANDS


def restore_games(asked: argparse.Namespace) -> int:
    """Put a backup in the place of the database, which is kept aside; then check all that came back."""
    if asked.at and asked.replica is None:
        raise Unusable("A backup is of one moment. Name a replica with --from, or leave out --at.")
    path = database_path(asked.instance)
    with usable(asked.instance):
        asked.instance.mkdir(parents=True, exist_ok=True)
        try:
            with alone(path), _restored_file(asked) as file:
                aside = backup_path(path, "replaced") if path.exists() else None
                contents = _put_back(file, path, aside)
                forget_progress(path)
        except InUse:
            raise Unusable(f"Scorekeeper is running with the folder {asked.instance}. Stop it, then restore.") from None
    if asked.replica is not None:
        with closing(open_store(asked.instance)) as store:
            take_over(store, asked.replica)
    print(f"Restored {said(contents)}.")
    if aside:
        print(f"The database that was there is kept as {aside}.")
    return check_games(asked)


@contextmanager
def _restored_file(asked: argparse.Namespace) -> Iterator[Path]:
    """Give the file that is to be restored: the one that is named, or what a replica has."""
    if asked.replica is None:
        yield Path(asked.file)
        return
    with fetched(asked.replica, asked.at, asked.instance) as file:
        yield file


def said(contents: Contents) -> str:
    """Return what is in a database, as it is printed."""
    counted = f"{contents.games:,} games with {contents.plays:,} plays"
    if contents.changed is None:
        return counted
    return f"{counted}, last changed {datetime.fromtimestamp(contents.changed).astimezone():%Y-%m-%d at %H:%M}"


def _put_back(file: Path, path: Path, aside: Path | None) -> Contents:
    try:
        with Progress("restore", "bytes") as progress, copied(file, path.parent, progress) as (copy, contents):
            put_in_place(copy, path, aside)
            return contents
    except CannotOpen as error:
        cause = REFUSED_BACKUPS.get(type(error)) or "{}. {}".format(*ADVICE[type(error)])
        raise Unusable(f"{file} {cause.format(reason=error)}. Nothing was changed.") from None


def _cannot_write(target: Path, error: OSError) -> NoReturn:
    raise Unusable(f"{target} cannot be written ({error.strerror}). Choose another name.") from None


def _now() -> datetime:
    return datetime.now().astimezone()
