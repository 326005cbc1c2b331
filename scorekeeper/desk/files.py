"""Documents read from files: one, one on each line, or many in a zip. Nothing of a zip is unpacked onto the disk."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any

from ..core.document import Document, read
from ..core.errors import Unreadable
from ..core.messages import say
from ..core.rulebook import Rulebook
from ..pads.making import defined
from ..storage.backup import HEAD
from .zips import MOST_BYTES, SIGNATURE, TOO_LARGE, entries

BACKUP = say("this is a backup; on the computer that runs Scorekeeper, scorekeeper restore brings it back")
Rulebooks = Mapping[str, Rulebook[Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document is: its file, the entry if that is a zip, the line (from 1) if each line is a document."""

    file: str
    entry: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that cannot be read, and where it is."""

    place: Place
    error: Unreadable


@dataclass(frozen=True, slots=True)
class _Run:
    """The documents of one file or entry; `first` is the index of the first one among all that were read."""

    first: int
    place: Place


class DocumentFiles:
    """Reads documents from files, one file after the other; `count` were read so far, `place` says where each is."""

    def __init__(self, rulebooks: Rulebooks, *, bounded: bool = False) -> None:
        """With `bounded`, a document that is larger than any game could be (MOST_BYTES) cannot be read."""
        self.count = 0
        self._most = MOST_BYTES if bounded else None
        self._rulebooks = rulebooks
        self._runs: list[_Run] = []

    def read(self, file: IO[bytes], name: str) -> Iterator[Document | Fault]:
        """Yield the documents in a file in their order, and in the place of one that cannot be read its Fault."""
        file.seek(0)
        start = file.read(len(HEAD))
        if start == HEAD:
            yield Fault(Place(name), Unreadable(BACKUP))
            return
        if not start.startswith(SIGNATURE):
            yield from self._documents(file, Place(name))
            return
        for entry in entries(file):
            place = Place(name, entry.name or None)
            if isinstance(entry.content, Unreadable):
                yield Fault(place, entry.content)
            else:
                yield from self._documents(entry.content, place)

    def place(self, index: int) -> Place:
        """Return where a document is that was read; `index` counts from 0."""
        run = self._runs[bisect_right(self._runs, index, key=lambda each: each.first) - 1]
        line = None if run.place.line is None else index - run.first + run.place.line
        return Place(run.place.file, run.place.entry, line)

    def _documents(self, file: IO[bytes], place: Place) -> Iterator[Document | Fault]:
        if not self._one_a_line(file):
            file.seek(0)
            yield from self._document(file.read(), place)
            return
        self._runs.append(_Run(self.count, Place(place.file, place.entry, 1)))
        for number, line in enumerate(_lines(file), 1):
            try:
                document = self._read(line)
            except Unreadable as error:
                yield Fault(Place(place.file, place.entry, number), error)
                continue
            self.count += 1
            yield document

    def _one_a_line(self, file: IO[bytes]) -> bool:
        """Return whether each line is a document: there are several, and the first of them is JSON by itself."""
        first, *others = [*islice(_lines(file), 2)] or [b""]
        return bool(others) and len(first) <= (self._most or len(first)) and _is_json(first)

    def _document(self, data: bytes, place: Place) -> Iterator[Document | Fault]:
        try:
            document = self._read(data)
        except Unreadable as error:
            yield Fault(place, error)
            return
        self._runs.append(_Run(self.count, place))
        self.count += 1
        yield document

    def _read(self, data: bytes) -> Document:
        if self._most and len(data) > self._most:
            raise Unreadable(TOO_LARGE)
        return read(data, self._rulebooks, defined)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines that are not empty."""
    file.seek(0)
    for part in file:
        yield from (line for line in part.splitlines() if line.strip())


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True
