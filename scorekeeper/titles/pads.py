"""Titles that are a file of facts: read, and what is wrong with one said with its line."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ..core.document import explained
from ..core.errors import Unreadable
from ..core.rulebook import Rulebook
from ..pads.making import defined
from ..places import PACKAGE

SUFFIX = ".toml"
MOST_BYTES = 64 * 1024
NO_TOML = re.compile(r"(.*?) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)


class Faulty(Exception):
    """A file that cannot be used: the line (from 1), and what is wrong there."""

    def __init__(self, line: int, says: str) -> None:
        super().__init__(says)
        self.line, self.says = line, says


@cache
def ready() -> Mapping[str, Rulebook[Any]]:
    """Return the pads that the app brings along by slug: they can be played without a copy in the instance."""
    found = [read_pad(path) for path in sorted((PACKAGE / "pads" / "titles").glob(f"*{SUFFIX}"))]
    return {each.slug: each for each in sorted(found, key=lambda each: str(each.meta.title))}


def read_pad(path: Path) -> Rulebook[Any]:
    """Return the rulebook that a file defines, under the file's name; raises Faulty, OSError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Faulty(1, f"the file is too large: a title has at most {MOST_BYTES // 1024} kB")
    source = _decoded(data)
    try:
        return defined(path.stem, _parsed(source))
    except Unreadable as error:
        raise Faulty(line_of(error.path, source), explained(error)) from None


def line_of(path: Sequence[str | int], source: str) -> int:
    """Return the line of a TOML source in which a key stands, or the last of those above it that is found; or else 1.

    What has a number is looked for where people write it: each table of a list in a line or a block of its own.
    """
    lines, at = source.splitlines(), 0
    for before, step in zip(["", *path], path, strict=False):
        if isinstance(step, str):
            pattern, nth = rf"(^|[\s,{{\[.\"']){re.escape(step)}[\"']?\s*[=.\]]", 1
        else:
            blocks = rf"^\s*\[\[\s*{re.escape(str(before))}\s*\]\]"
            pattern, nth = (blocks, step) if re.search(blocks, source, re.MULTILINE) else (r"^\s*[{\"']", step)
            at = 0 if pattern == blocks else at
        found = [number for number in range(at, len(lines)) if re.search(pattern, lines[number])]
        if len(found) < nth:
            break
        at = found[nth - 1]
    return at + 1


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Faulty(data[: error.start].count(b"\n") + 1, "the file is not UTF-8") from None


def _parsed(source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = NO_TOML.fullmatch(str(error))
        line = int(found[2]) if found and found[2] else source.count("\n") + 1
        raise Faulty(line, f"this is no TOML: {found[1] if found else error}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, or endless brackets
        raise Faulty(1, "this is no TOML that can be read") from None
