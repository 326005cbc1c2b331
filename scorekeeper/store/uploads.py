"""Files of unconfirmed imports, kept in the instance directory for at most a day.

Each upload is a directory with a random name: the idempotency key of its form. Only the owner can read its files. The
directory gets its name last, and loses NOTES first on deletion, so that no incomplete upload is ever found.
"""

import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from shutil import copyfileobj, rmtree
from tempfile import mkdtemp, mkstemp
from typing import IO

FOLDER = "uploads"
NOTES, CHOICES = "upload.json", "choices.json"
MAX_SECONDS = 24 * 60 * 60
"""Lifetime of an upload in seconds."""
MAX_UPLOADS = 5
"""Maximum number of uploads kept; a further one replaces the oldest."""
KEY = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


class OtherUpload(Exception):
    """Raised if another upload has the key already."""


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload: its `key`, the `digest` of its form, and the names of its files in the order of the form.

    `choices` are the user's choices for its tables, "" before any.
    """

    key: str
    digest: str
    names: tuple[str, ...]
    made: datetime
    folder: Path
    choices: str = ""

    @contextmanager
    def opened(self) -> Iterator[Sequence[tuple[str, IO[bytes]]]]:
        """Yield the names and the open files; raises FileNotFoundError if the upload was just discarded."""
        with ExitStack() as kept:
            files = [kept.enter_context((self.folder / str(at)).open("rb")) for at in range(len(self.names))]
            yield list(zip(self.names, files, strict=True))


def keep_upload(instance: Path, key: str, digest: str, files: Sequence[tuple[str, IO[bytes]]]) -> Upload:
    """Keep files for an import; the same upload again does nothing.

    Raises OtherUpload for another digest, and OSError.
    """
    found = find_upload(instance, key)
    if found is None:
        folder = instance / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        remove_old_uploads(instance, MAX_UPLOADS - 1)
        unfinished = Path(mkdtemp(prefix=".new-", dir=folder))
        try:
            for at, (_, file) in enumerate(files):
                file.seek(0)
                with open(unfinished / str(at), "xb", opener=_private) as copy:
                    copyfileobj(file, copy)
            with open(unfinished / NOTES, "x", encoding="utf-8", opener=_private) as notes:
                json.dump({"digest": digest, "names": [name for name, _ in files]}, notes)
            try:
                unfinished.rename(folder / key)
            except OSError:
                if not (folder / key).exists():  # otherwise the same form was sent twice, and the other was faster
                    raise
        finally:
            rmtree(unfinished, ignore_errors=True)
        found = find_upload(instance, key)
    if found is None or found.digest != digest:
        raise OtherUpload
    return found


def find_upload(instance: Path, key: str) -> Upload | None:
    """Return the upload with this key, or None if missing or too old."""
    if not KEY.fullmatch(key):  # the key comes from a URL
        return None
    folder = instance / FOLDER / key
    try:
        notes = json.loads((folder / NOTES).read_text(encoding="utf-8"))
        made = (folder / NOTES).stat().st_mtime
    except (OSError, ValueError):
        return None
    if made < time.time() - MAX_SECONDS:
        return None
    made_at, choices = datetime.fromtimestamp(made).astimezone(), ""
    with suppress(OSError):  # nothing was chosen yet
        choices = (folder / CHOICES).read_text(encoding="utf-8")
    return Upload(key, notes["digest"], tuple(notes["names"]), made_at, folder, choices)


def write_choices(upload: Upload, choices: str) -> Upload:
    """Keep the choices for the tables of an upload; raises OSError, also if the upload was just discarded."""
    number, name = mkstemp(dir=upload.folder)
    with open(number, "w", encoding="utf-8") as file:
        file.write(choices)
    os.replace(name, upload.folder / CHOICES)
    return replace(upload, choices=choices)


def uploads(instance: Path) -> list[Upload]:
    with suppress(OSError):
        found = [find_upload(instance, each.name) for each in (instance / FOLDER).iterdir()]
        return sorted((each for each in found if each), key=lambda each: each.made, reverse=True)
    return []


def discard_upload(upload: Upload) -> None:
    with suppress(OSError):
        (upload.folder / NOTES).unlink()
    rmtree(upload.folder, ignore_errors=True)


def remove_old_uploads(instance: Path, most: int = MAX_UPLOADS) -> None:
    """Delete uploads older than a day, all but the newest `most`, and old remains of interrupted uploads."""
    found = uploads(instance)
    for upload in found[most:]:
        discard_upload(upload)
    kept = {upload.folder for upload in found[:most]}
    with suppress(OSError):
        for each in {*(instance / FOLDER).iterdir()} - kept:
            if each.stat().st_mtime < time.time() - MAX_SECONDS:
                rmtree(each, ignore_errors=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
