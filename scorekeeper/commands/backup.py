"""The commands that keep the database safe: backup, and restore from one."""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from ..core.answer import STANDS
from ..core.rulebook import Rulebook
from ..instance import database_path, explain_in_full, explain_unusable
from ..paths import Unusable, backup_name
from ..progress import Progress
from ..replica import fetched, forget_notes
from ..store.backups import (
    BESIDE,
    HEAD,
    BackupReason,
    Contents,
    back_up,
    backup_path,
    is_backup,
    put_in_place,
    snapshot,
)
from ..store.check import Verified
from ..store.connection import DatabaseUnavailable, Reason
from ..store.locks import InUse, exclusive_lock, shared
from ..titles import installed
from .check import print_verified, verified_at

DOCUMENTS = (b"{", b"[", b"\xef\xbb\xbf", b"PK")
"""How files with game documents begin."""


def back_up_games(args: argparse.Namespace) -> int:
    """Write everything that is stored into one file, while others go on working with it."""
    source = database_path(args.instance)
    target = _target(args.file or backup_name(_now()), source)
    with explain_unusable(args.instance), _kept_in_place(source), Progress("backup", "bytes") as progress:
        try:
            contents = back_up(source, target, progress)
        except DatabaseUnavailable as error:
            if error.reason is not Reason.DISK_FULL:
                raise
            raise Unusable(f"There is no room for {target}. Make room, or choose another place.") from None
        except OSError as error:
            _cannot_write(target, error)
    print(f"{target} has {said(contents)}.")
    return STANDS


def restore_games(args: argparse.Namespace) -> int:
    """Put a backup in the place of the database, which is kept aside, and print what a check of it finds."""
    if args.at and args.replica is None:
        raise Unusable("A backup is of one moment. Name a replica with --from, or leave out --at.")
    path, titles = database_path(args.instance), installed(args.instance)
    with explain_unusable(args.instance):
        if args.replica is None:
            _refuse(Path(args.file), path)
        args.instance.mkdir(parents=True, exist_ok=True)
        try:
            with exclusive_lock(path), _restored_file(args) as file:
                contents, verified, aside = _put_back(file, path, titles.rulebooks)
                forget_notes(path)
        except InUse:
            raise Unusable(f"Scorekeeper is running with the folder {args.instance}. Stop it, then restore.") from None
    print(f"Restored {said(contents)}.")
    if aside:
        print(f"The database that was there is kept as {aside}.")
    return print_verified(verified, titles)


@contextmanager
def _restored_file(args: argparse.Namespace) -> Iterator[Path]:
    """Give the file that is to be restored: the one that is named, or what a replica has."""
    if args.replica is None:
        yield Path(args.file)
        return
    with fetched(args.replica, args.at, args.instance) as file:
        yield file


def said(contents: Contents) -> str:
    """Return what is in a database, as it is printed."""
    games = f"{contents.games:,} {'game' if contents.games == 1 else 'games'}"
    counted = f"{games} with {contents.plays:,} {'entry' if contents.plays == 1 else 'entries'}"
    if contents.changed is None:
        return counted
    return f"{counted}, last changed {datetime.fromtimestamp(contents.changed).astimezone():%Y-%m-%d at %H:%M}"


def _target(name: str, source: Path) -> Path:
    """Return where a backup is to be written; raises Unusable if that would overwrite something else."""
    try:
        target = Path(name).resolve()
        own = {source.resolve().with_name(source.name + end) for end in ("", *BESIDE, "-lock")}
        there, is_file = target.exists(), target.is_file()
        if target.is_dir():
            raise Unusable(
                f"{target} is a folder. Name a file in it, {target / 'scorekeeper.db'}, say. Choose another name."
            )
        circle = target.is_symlink()  # other links are resolved; before Python 3.13 resolving this one fails
        other = (there and not is_file) or (is_file and target.stat().st_size and not is_backup(target))
        if target in own or circle or other:
            raise Unusable(f"{target} is no backup, and is not written over. Choose another name.")
        target.parent.stat()
    except (OSError, RuntimeError) as error:  # links in a circle are the latter
        _cannot_write(Path(name), error)
    return target


def _refuse(file: Path, path: Path) -> None:
    """Raise Unusable for a file that is obviously no backup, before anything is made."""
    if path.exists() and not path.is_file():
        raise Unusable(f"{path} is not a file. Move away what is there, then restore.")
    with _refused(file):
        if not file.exists():
            raise DatabaseUnavailable(Reason.NOT_THERE)
        if not file.is_file():
            raise DatabaseUnavailable(Reason.NOT_A_FILE)
        if path.exists() and file.samefile(path):
            raise Unusable(f"{file} is the database itself. Choose a backup of it.")
        with file.open("rb") as opened:
            start = opened.read(len(HEAD))
        if start.lstrip().startswith(DOCUMENTS):
            raise Unusable(f"{file} is no backup. If it holds game documents, use scorekeeper import.")
        if start != HEAD:
            raise DatabaseUnavailable(Reason.DAMAGED, "it is empty" if not start else "it is no database")


def _put_back(file: Path, path: Path, rulebooks: Mapping[str, Rulebook[Any]]) -> tuple[Contents, Verified, Path | None]:
    """Check a file and put it in the place of the database.

    Return what is in it, what the check finds, and where the old database is, if there was one. The caller holds the
    lock `alone`. Raises Unusable, InUse, OSError.
    """
    aside = backup_path(path, BackupReason.REPLACED, _now()) if path.exists() else None
    with (
        _refused(file),
        Progress("restore", "bytes") as progress,
        snapshot(file, path.resolve().parent, progress, still=True) as (copy, contents),
    ):
        verified = verified_at(copy, rulebooks)
        put_in_place(copy, path, aside)
    return contents, verified, aside


@contextmanager
def _refused(file: Path) -> Iterator[None]:
    """Raise Unusable if a file cannot be restored: it says why, and what to do."""
    try:
        yield
    except DatabaseUnavailable as error:
        raise Unusable(f"{explain_in_full(error, file)} Nothing was changed.") from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unusable(f"{file} cannot be restored ({reason}). Nothing was changed.") from None


@contextmanager
def _kept_in_place(path: Path) -> Iterator[None]:
    """Keep others from putting another database in the place of this one meanwhile; raises DatabaseUnavailable."""
    try:
        held = shared(path) if path.exists() else None
    except InUse:
        raise DatabaseUnavailable(Reason.BEING_REPLACED) from None
    except OSError:  # a folder that can only be read: nobody replaces anything there
        held = None
    if held is None:
        yield
        return
    with closing(held):
        yield


def _cannot_write(target: Path, error: Exception) -> NoReturn:
    reason = getattr(error, "strerror", None) or str(error)
    raise Unusable(f"{target} cannot be written ({reason}). Choose another name.") from None


def _now() -> datetime:
    return datetime.now().astimezone()
