"""The commands backup and restore."""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from ..core.answer import OK
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
    sidecar_files,
    snapshot,
)
from ..store.check import Verified
from ..store.connection import DatabaseUnavailable, Reason
from ..store.locks import InUse, exclusive_lock, shared
from ..titles import installed
from .check import print_verified, verified_at

DOCUMENTS = (b"{", b"[", b"\xef\xbb\xbf", b"PK")
"""First bytes of files with game documents."""
UNSUITABLE = {
    Reason.DAMAGED: "the file is damaged. Choose another backup.",
    Reason.FOREIGN: "the file belongs to another program. Choose a backup of Scorekeeper.",
    Reason.NOT_A_FILE: "the path is not a file. Choose a backup.",
    Reason.NOT_THERE: "no such file. Check the path.",
    Reason.UNKNOWN: "the file is not a valid database of Scorekeeper. Choose another backup.",
}
"""Explanations of a fault in the file to restore, instead of those for a fault in the database."""


def back_up_games(args: argparse.Namespace) -> int:
    """Write the complete database to one file, also while a server uses it."""
    source = database_path(args.instance)
    target = _target(args.file or backup_name(_now()), source)
    with explain_unusable(args.instance), _block_restore(source), Progress("backup", "bytes") as progress:
        try:
            contents = back_up(source, target, progress)
        except DatabaseUnavailable as error:
            if error.reason is not Reason.DISK_FULL:
                raise
            raise Unusable(f"Cannot write {target}: the disk is full. Free space, or choose another place.") from None
        except OSError as error:
            _cannot_write(target, error)
    print(f"{target} has {contents_text(contents)}.")
    return OK


def restore_games(args: argparse.Namespace) -> int:
    """Replace the database with a backup, keep the old file, and print the findings of a check."""
    if args.at and args.replica is None:
        raise Unusable("Cannot use --at with a backup: only replicas have past states. Use --from, or omit --at.")
    path, titles = database_path(args.instance), installed(args.instance)
    with explain_unusable(args.instance):
        if args.replica is None:
            _check_restorable(Path(args.file), path)
        args.instance.mkdir(parents=True, exist_ok=True)
        try:
            with exclusive_lock(path), _restored_file(args) as file:
                contents, verified, aside = _replace_database(file, path, titles.rulebooks)
                forget_notes(path)
        except InUse:
            raise Unusable(
                f"Cannot restore to {args.instance}: a server uses it. Stop the server, then retry."
            ) from None
    print(f"Restored {contents_text(contents)}.")
    if aside:
        print(f"The previous database was kept as {aside}.")
    return print_verified(verified, titles)


@contextmanager
def _restored_file(args: argparse.Namespace) -> Iterator[Path]:
    """Yield the file to restore: the given backup, or the state fetched from a replica."""
    if args.replica is None:
        yield Path(args.file)
        return
    with fetched(args.replica, args.at, args.instance) as file:
        yield file


def contents_text(contents: Contents) -> str:
    games = f"{contents.games:,} {'game' if contents.games == 1 else 'games'}"
    counted = f"{games} with {contents.plays:,} {'entry' if contents.plays == 1 else 'entries'}"
    if contents.changed is None:
        return counted
    return f"{counted}, last changed {datetime.fromtimestamp(contents.changed).astimezone():%Y-%m-%d at %H:%M}"


def _target(name: str, source: Path) -> Path:
    """Return the path for a new backup; raises Unusable if that would overwrite anything but another backup."""
    try:
        target = Path(name).resolve()
        own = {source.resolve().with_name(source.name + end) for end in ("", *BESIDE, "-lock")}
        there, is_file = target.exists(), target.is_file()
        if target.is_dir():
            raise Unusable(
                f"Cannot write {target}: it is a directory. Choose another name, such as {target / 'scorekeeper.db'}."
            )
        circle = target.is_symlink()  # a link in a circle; before Python 3.13, resolve() raises RuntimeError for it
        other = (there and not is_file) or (is_file and target.stat().st_size and not is_backup(target))
        if target in own or circle or other:
            raise Unusable(f"Cannot overwrite {target}: it is not a backup. Choose another name.")
        target.parent.stat()
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        _cannot_write(Path(name), error)
    return target


def _check_restorable(file: Path, path: Path) -> None:
    """Raise Unusable for an obviously unsuitable file or database path, before anything is written."""
    if path.exists() and not path.is_file():
        raise Unusable(f"Cannot replace {path}: it is not a file. Move it away, then retry.")
    with _explain_refusal(file):
        if not file.exists():
            raise DatabaseUnavailable(Reason.NOT_THERE)
        if not file.is_file():
            raise DatabaseUnavailable(Reason.NOT_A_FILE)
        if path.exists() and file.samefile(path):
            raise Unusable(f"Cannot restore {file}: it is the database itself. Choose a backup of it.")
        # The log, or the journal of an interrupted program, has changes missing from the file.
        logs = [each.name for each in sidecar_files(file) if not each.name.endswith("-shm") and each.stat().st_size]
        if logs:
            raise Unusable(
                f"Cannot restore {file}: {logs[0]} beside it has newer entries, so it is not a backup. "
                f"Stop the servers, and copy it as {path}, with its -wal, -shm and -journal files beside it."
            )
        with file.open("rb") as opened:
            start = opened.read(len(HEAD))
        if start.lstrip().startswith(DOCUMENTS):
            raise Unusable(
                f"Cannot restore {file}: it is not a backup. Import game documents with `scorekeeper import`."
            )
        if start != HEAD:
            raise DatabaseUnavailable(Reason.DAMAGED, "it is empty" if not start else "it is not a database")


def _replace_database(
    file: Path, path: Path, rulebooks: Mapping[str, Rulebook[Any]]
) -> tuple[Contents, Verified, Path | None]:
    """Check a file and replace the database with it.

    Return the file's contents, the findings of the check, and the new path of the old database, if there was one. The
    caller holds `exclusive_lock`. Raises Unusable, InUse, OSError.
    """
    aside = backup_path(path, BackupReason.REPLACED, _now()) if path.exists() else None
    with (
        _explain_refusal(file),
        Progress("restore", "bytes") as progress,
        snapshot(file, path.resolve().parent, progress, still=True) as (copy, contents),
    ):
        verified = verified_at(copy, rulebooks)
        put_in_place(copy, path, aside)
    return contents, verified, aside


@contextmanager
def _explain_refusal(file: Path) -> Iterator[None]:
    """Turn the errors of reading or restoring `file` into Unusable, with the reason."""
    try:
        yield
    except DatabaseUnavailable as error:
        reason = explain_in_full(error, UNSUITABLE.get(error.reason, ""))
        raise Unusable(f"Cannot restore {file}: {reason} Nothing was changed.") from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unusable(f"Cannot restore {file}: {reason}. Nothing was changed.") from None


@contextmanager
def _block_restore(path: Path) -> Iterator[None]:
    """Hold a lock that keeps other processes from replacing the database; raises DatabaseUnavailable."""
    try:
        held = shared(path) if path.exists() else None
    except InUse:
        raise DatabaseUnavailable(Reason.BEING_REPLACED) from None
    except OSError:  # a read-only directory: no one can replace the file there
        held = None
    if held is None:
        yield
        return
    with closing(held):
        yield


def _cannot_write(target: Path, error: Exception) -> NoReturn:
    reason = getattr(error, "strerror", None) or str(error)
    raise Unusable(f"Cannot write {target}: {reason}. Choose another name.") from None


def _now() -> datetime:
    return datetime.now().astimezone()
