"""Links that other phones open, and their QR codes."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from urllib.parse import urlsplit

import segno
from flask import current_app, request

QUIET_ZONE = 4
"""So many modules around a code have to be empty, says its standard."""
OWN = ("localhost", "127.0.0.1", "::1")
"""Names by which a machine can only be reached by itself."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as it is drawn: how many modules it has from edge to edge, and the path around the dark ones."""

    size: int
    path: str


@dataclass(frozen=True)
class SharedLink:
    """A link to be opened by other phones."""

    address: str

    @cached_property
    def code(self) -> Code:
        """The link as a QR code."""
        rows = [bytes(row) for row in segno.make(self.address, error="l", micro=False).matrix_iter(border=QUIET_ZONE)]
        return Code(len(rows), "".join(f"M{x} {y}h{count}v1h-{count}z" for x, y, count in _runs(rows)))


def shared_link(path: str) -> SharedLink:
    """Return the link to a page of ours under a name by which other phones can reach it.

    That is the one that this request came by, unless only this machine knows itself by that.
    """
    return SharedLink(f"{_reached()}{path}")


def _reached() -> str:
    asked = request.host_url.rstrip("/")
    known = (asked, *current_app.config.get("REACHED", ()))
    return next((each for each in known if urlsplit(each).hostname not in OWN), asked)


def _runs(rows: Iterable[bytes]) -> Iterable[tuple[int, int, int]]:
    """Yield where dark modules begin beside each other, and how many there are."""
    for y, row in enumerate(rows):
        x = 0
        for dark, modules in groupby(row):
            count = len([*modules])
            if dark:
                yield x, y, count
            x += count
