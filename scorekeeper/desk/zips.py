"""Zips of documents: read without trust in what they say of themselves, and written while they are sent.

Sizes are counted while reading, whatever the zip says. Paths in it are only names: no file is ever written there.
"""

import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import IO

from ..core.document import Document, write
from ..core.errors import Unreadable
from ..core.messages import say

SIGNATURE = b"PK"
"""How a zip begins; no JSON does."""
DOCUMENTS = (".json", ".jsonl")
MOST_ENTRIES = 200_000
MOST_DIRECTORY = 200 * MOST_ENTRIES  # bytes of the list of entries
LISTED = b"PK\x01\x02"  # how every entry in that list begins
MOST_UNPACKED = 2**30  # bytes of all entries
MOST_BYTES = 8 * 2**20  # of one document
LONGEST_PATH = 255
OF_SYSTEMS = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$)")
"""What a Mac puts into every zip unasked."""
ELSEWHERE = re.compile(r"^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)")
EARLIEST, LATEST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The first and the last time that a zip can say of a file."""
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    OverflowError,
)
"""What `zipfile` raises for a zip that is not as it should be."""
DAMAGED = say("the zip is damaged; make it once more")
TOO_MANY = say("a zip can have at most {most} files in it", most=MOST_ENTRIES)
TOO_LARGE = say("a document can have at most {most} MB", most=MOST_BYTES // 2**20)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in a zip: its path, and its content, or why that cannot be read; the path is "" for the zip as a whole."""

    name: str
    content: IO[bytes] | Unreadable


class _TooMany(Exception):
    """A zip lists more entries than it may have."""


@dataclass(frozen=True, slots=True)
class _Bounded:
    """A file that raises _TooMany when `zipfile`, which keeps all entries in memory, reads more than a zip may have."""

    file: IO[bytes]

    def read(self, size: int = -1) -> bytes:
        if size > MOST_DIRECTORY:
            raise _TooMany
        data = self.file.read(size)
        if len(data) > len(LISTED) * MOST_ENTRIES and data.count(LISTED) > MOST_ENTRIES:
            raise _TooMany
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()

    def seekable(self) -> bool:
        return True


def entries(file: IO[bytes]) -> Iterator[Entry]:
    """Yield the files in a zip, each with what is in it or why that cannot be read; folders are passed over."""
    try:
        archive = zipfile.ZipFile(_Bounded(file))
    except _TooMany:
        yield Entry("", Unreadable(TOO_MANY))
        return
    except DAMAGE:
        yield Entry("", Unreadable(DAMAGED))
        return
    listed = [each for each in archive.infolist() if not each.is_dir() and not OF_SYSTEMS.search(each.filename)]
    if not listed:
        yield Entry("", Unreadable(say("there is no game document in the zip")))
    met: set[str] = set()
    left = MOST_UNPACKED
    for info in listed:
        content = _content(archive, info, left, met)
        met.add(info.filename)
        if isinstance(content, bytes):
            left -= len(content)
        yield Entry(_shown(info.filename), content if isinstance(content, Unreadable) else BytesIO(content))
        if left <= 0:
            yield Entry("", Unreadable(say("unpacked, the zip has more than {most} MB", most=MOST_UNPACKED // 2**20)))
            return


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int, met: set[str]) -> bytes | Unreadable:
    name = info.filename
    if len(name) > LONGEST_PATH or ELSEWHERE.search(name) or not name.isprintable():
        return Unreadable(say("this path cannot be used; give the file a plain name"))
    if name in met:
        return Unreadable(say("the zip has two files of this name"))
    if not name.lower().endswith(DOCUMENTS):
        return Unreadable(say("this is no game document: its name does not end with .json or .jsonl"))
    if info.flag_bits & 1:
        return Unreadable(say("it is encrypted; make the zip once more, without a password"))
    if info.compress_type not in PACKED:
        return Unreadable(say("it is packed in an unusual way; make the zip once more, the usual way"))
    try:
        with archive.open(info) as packed:
            data = packed.read(min(MOST_BYTES, left) + 1)
    except DAMAGE:
        return Unreadable(say("it is damaged; make the zip once more"))
    return Unreadable(TOO_LARGE) if len(data) > MOST_BYTES else data


def _shown(name: str) -> str:
    """Return a path as it can be shown."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    return shown if len(shown) <= LONGEST_PATH else f"{shown[:LONGEST_PATH]}…"


class _Sink:
    """The file that a zip is written to when it is sent at once: it keeps what came since `drained` was last called."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: `zipfile` asks for it."""

    def close(self) -> None:
        """Do nothing: there is no file to close."""

    def drained(self) -> bytes:
        """Return what was written since this was last called."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def zipped(documents: Iterable[Document]) -> Iterator[bytes]:
    """Yield a zip with one file for each of these documents, part by part, while they come."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for document in documents:
            entry = zipfile.ZipInfo(_entry_name(document, archive), _time(document))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, json.dumps(write(document), ensure_ascii=False, indent=1) + "\n")
            yield sink.drained()
    yield sink.drained()


def document_name(document: Document) -> str:
    """Return a name for a document's file, without its ending: date, title, part of its id."""
    when = _when(document)
    return f"{when.date().isoformat() if when else 'undated'}-{document.rulebook.slug}-{str(document.id)[:8]}"


def _time(document: Document) -> tuple[int, int, int, int, int, int]:
    when = _when(document)
    if when is None:
        return EARLIEST
    return min(max(EARLIEST, (when.year, when.month, when.day, when.hour, when.minute, when.second)), LATEST)


def _entry_name(document: Document, archive: zipfile.ZipFile) -> str:
    """Return a name that is not in the zip yet."""
    name = document_name(document)
    return f"{name}.json" if f"{name}.json" not in archive.NameToInfo else f"{name}{str(document.id)[8:]}.json"


def _when(document: Document) -> datetime | None:
    written = document.started or document.ended
    return datetime.fromisoformat(written) if written else None
