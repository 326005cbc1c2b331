"""Reader of files: zips and compressed files are unpacked, and each content is recognized, whatever its name is.

Zips are not trusted: sizes are counted while reading, whatever the zip claims, paths are used only as names, and
nothing is unpacked to disk.
"""

import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from gzip import GzipFile
from io import BytesIO
from itertools import islice
from typing import IO, Any

from ...core.document import Document, read
from ...core.errors import Unreadable
from ...core.messages import say
from ...core.rulebook import Rulebook
from ...pads.factory import defined
from ..backups import HEAD
from .bgstats import MAX_VALUES, is_export, parsed
from .sheets import FOREIGN, is_workbook
from .values import decoded

BACKUP = say("this is a backup; restore it with scorekeeper restore on the server")
SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
"""First bytes of a zip with and without files."""
GZIP = b"\x1f\x8b"
"""First bytes of a compressed file."""
DOCUMENT = re.compile(rb'"format"\s*:\s*"scorekeeper-game"')
OF_DOCUMENTS = {"format", "version", "rulebook", "plays"}
"""Keys of documents; JSON without any of them is something else."""
LOOKED_AT = 2**16
"""Number of bytes at the start of a document that contain its format."""
MAX_UNPACKED = 2**30  # bytes of all files in a zip
MAX_FILE = 64 * 2**20  # bytes of one file
MAX_PATH_SHOWN = 255
OF_SYSTEMS = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$)")
"""Paths that macOS adds to every zip."""
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
"""Exceptions raised by `zipfile` and `gzip` for an invalid file."""
TOO_LARGE = say("a file can have at most {most} MB, also unpacked", most=MAX_FILE // 2**20)


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a document: file, entry if the file is a zip, line (from 1) if each line is a document."""

    file: str
    entry: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A document or file that cannot be read, with its position."""

    place: Place
    error: Unreadable


@dataclass(frozen=True, slots=True)
class Results:
    """The content of a file with results: a JSON export of BG Stats, or else bytes of XML or of a table."""

    place: Place
    content: dict[str, Any] | bytes


Found = tuple[Place, Document] | Fault | Results
"""A part of a file: a document with its position, an error, or unread results."""


def read_file(file: IO[bytes], name: str, rulebooks: Mapping[str, Rulebook[Any]]) -> Iterator[Found]:
    """Yield the documents in a file in order, with a Fault for each unreadable one, and the results in it."""
    file.seek(0)
    start = file.read(len(HEAD))
    if start.startswith(SIGNATURES) and not is_workbook(file):
        for entry, content in _unzipped(file):
            place = Place(name, entry or None)
            if isinstance(content, Unreadable):
                yield Fault(place, content)
            elif content.startswith(SIGNATURES) and not is_workbook(BytesIO(content)):
                yield Fault(place, Unreadable(say("it is a zip inside a zip; unpack the outer one first")))
            else:
                yield from _content(BytesIO(content), place, rulebooks)
        return
    place = Place(name)
    if start.startswith(GZIP):
        file.seek(0)
        try:
            content = GzipFile(fileobj=file).read(MAX_FILE + 1)
        except DAMAGE:
            yield Fault(place, Unreadable(say("the compressed file is damaged; create it again")))
            return
        if content.startswith(SIGNATURES) or len(content) > MAX_FILE:
            yield Fault(place, Unreadable(FOREIGN if content.startswith(SIGNATURES) else TOO_LARGE))
            return
        file = BytesIO(content)
    yield from _content(file, place, rulebooks)


def _unzipped(file: IO[bytes]) -> Iterator[tuple[str, bytes | Unreadable]]:
    """Yield the files in a zip, without directories: the path, and the content or an error.

    The path is "" for an error of the entire zip.
    """
    try:
        archive = zipfile.ZipFile(file)
    except DAMAGE:
        yield "", Unreadable(say("the zip is damaged; create it again"))
        return
    listed = [each for each in archive.infolist() if not each.is_dir() and not OF_SYSTEMS.search(each.filename)]
    if not listed:
        yield "", Unreadable(say("there is no file in the zip"))
    met: set[str] = set()
    left = MAX_UNPACKED
    for info in listed:
        content = _unpacked(archive, info, min(MAX_FILE, left), met)
        met.add(info.filename)
        left -= len(content) if isinstance(content, bytes) else (content.message is TOO_LARGE) * MAX_FILE
        shown = info.filename.encode("utf-8", "backslashreplace").decode()
        yield shown if len(shown) <= MAX_PATH_SHOWN else f"{shown[:MAX_PATH_SHOWN]}…", content
        if left <= 0:
            yield "", Unreadable(say("the zip is larger than {most} MB when unpacked", most=MAX_UNPACKED // 2**20))
            return


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, met: set[str]) -> bytes | Unreadable:
    """Return the content of a file in a zip, at most `most` bytes; `met` are the names of the files before it."""
    if info.filename in met:
        return Unreadable(say("the zip has two files of this name"))
    if info.flag_bits & 1:
        return Unreadable(say("it is encrypted; create the zip again without a password"))
    if info.compress_type not in PACKED:
        return Unreadable(say("its compression method is not supported; create the zip again with the default one"))
    try:
        with archive.open(info) as packed:
            data = packed.read(most + 1)
    except DAMAGE:
        return Unreadable(say("it is damaged; create the zip again"))
    return Unreadable(TOO_LARGE) if len(data) > most else data


def _content(file: IO[bytes], place: Place, rulebooks: Mapping[str, Rulebook[Any]]) -> Iterator[Found]:
    """Yield the content of a file other than a zip; documents are read line by line if each line is one."""
    file.seek(0)
    start = file.read(LOOKED_AT)
    if start.startswith(HEAD):
        yield Fault(place, Unreadable(BACKUP))
        return
    json_like = not is_workbook(file) and decoded(start)[:1] in ("", "{", "[")
    first, *others = ([*islice(_lines(file), 2)] if json_like else []) or [b""]
    if others and _is_json(first):
        for number, line in enumerate(_lines(file), 1):
            at = replace(place, line=number)
            try:
                yield at, _document(line, rulebooks)
            except Unreadable as error:
                yield Fault(at, error)
        return
    file.seek(0)
    data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        yield Fault(place, Unreadable(TOO_LARGE))
        return
    if not json_like:
        yield Results(place, data)
        return
    try:
        export = None if DOCUMENT.search(start) else _export(data)
        yield Results(place, export) if export is not None else (place, _document(data, rulebooks))
    except Unreadable as error:
        yield Fault(place, error)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    for part in file:
        yield from (line for line in part.splitlines() if line.strip())


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def _export(data: bytes) -> dict[str, Any] | None:
    """Return an export of BG Stats, None for a possible document; raises Unreadable for other JSON."""
    try:
        value = parsed(decoded(data))
    except (ValueError, RecursionError):
        return None
    if is_export(value):
        return dict(value)
    items = value if isinstance(value, list) else [value]
    if items and all(isinstance(each, dict) and each and OF_DOCUMENTS.isdisjoint(each) for each in items):
        raise Unreadable(FOREIGN)
    return None


def _document(data: bytes, rulebooks: Mapping[str, Rulebook[Any]]) -> Document:
    if data.count(b",") > MAX_VALUES:  # which need several times the memory
        raise Unreadable(TOO_LARGE)
    return read(data, rulebooks, defined)
