"""Links that other phones open, and their QR codes."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

import segno
from flask import current_app, request
from markupsafe import Markup

OWN = ("localhost", "127.0.0.1", "::1")
"""Names by which a machine can only be reached by itself."""


@dataclass(frozen=True)
class SharedLink:
    """A link to be opened by other phones."""

    address: str

    @cached_property
    def code(self) -> Markup:
        """The link as a QR code, drawn."""
        drawn = segno.make(self.address, error="l", micro=False)
        return Markup(drawn.svg_inline(light="#fff", omitsize=True))  # noqa: S704  (segno draws it)


def shared_link(path: str) -> SharedLink:
    """Return the link to a page of ours under a name by which other phones can reach it.

    That is the one that this request came by, unless only this machine knows itself by that.
    """
    return SharedLink(f"{_reached()}{path}")


def _reached() -> str:
    asked = request.host_url.rstrip("/")
    known = (asked, *current_app.config.get("REACHED", ()))
    return next((each for each in known if urlsplit(each).hostname not in OWN), asked)
