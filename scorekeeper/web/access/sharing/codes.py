"""Links that other phones open, and their QR codes."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

import segno
from flask import current_app, request
from markupsafe import Markup

OWN = ("localhost", "127.0.0.1", "::1")
"""Host names that mean "this machine", so that no other device can use them."""


@dataclass(frozen=True)
class SharedLink:
    """A link to be opened by other phones."""

    address: str

    @cached_property
    def code(self) -> Markup:
        """The link as a QR code (SVG)."""
        drawn = segno.make(self.address, error="l", micro=False)
        return Markup(drawn.svg_inline(light="#fff", omitsize=True))  # noqa: S704  (segno draws it)


def shared_link(path: str) -> SharedLink:
    """Return the link to `path` under a host name by which other phones can reach this server.

    It is the name of the present request, unless that is one of OWN.
    """
    return SharedLink(f"{_reached()}{path}")


def _reached() -> str:
    asked = request.host_url.rstrip("/")
    known = (asked, *current_app.config.get("REACHED", ()))
    return next((each for each in known if urlsplit(each).hostname not in OWN), asked)
