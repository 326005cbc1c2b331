"""Responses with pictures: SVG, or the PNG rendered from it, which is cached."""

import hashlib
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path
from threading import Lock

from flask import Flask, Response, abort, current_app, request

from .headers import CHANGING, FRESH
from .rights import rights
from .type_setting import has_glyphs

RENDERER = Path(__file__).with_name("rendering.py")
MAX_PICTURES = 16
"""Number of rendered pictures kept in memory; each has 150 to 260 KB."""
MAX_SECONDS = 60
"""Time limit of the renderer, in seconds."""
SVG_POLICY = "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox"
"""Policy of an SVG document: it can load and run nothing except the emblem in it."""


class Pictures:
    """Rendered pictures by the digest of their drawing, latest used last. Only one is rendered at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, bytes] = OrderedDict()

    def png(self, digest: str, drawing: str) -> bytes:
        """Return a drawing as PNG; raises subprocess.SubprocessError."""
        with self._lock:
            found = self._known.pop(digest, None)
            self._known[digest] = rendered(drawing) if found is None else found
            while len(self._known) > MAX_PICTURES:
                self._known.popitem(last=False)
            return self._known[digest]


def init_app(app: Flask) -> None:
    app.extensions["pictures"] = Pictures()


def rendered(drawing: str) -> bytes:
    """Return a drawing as PNG, rendered in a separate process; raises subprocess.SubprocessError."""
    fonts = [] if has_glyphs(drawing) else ["system"]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-I", RENDERER, *fonts],
        input=drawing.encode(),
        capture_output=True,
        check=True,
        timeout=MAX_SECONDS,
    )
    return done.stdout


def picture(drawing: str, form: str, name: str) -> Response:
    """Return the response with a drawing in this form ("svg" or "png"); `name` is its file name without extension.

    Its tag is the digest of the drawing, so that an unchanged picture is neither rendered nor sent again. A paired
    device gets a tag only if it sends one. No database transaction may be open.
    """
    digest = hashlib.blake2b(drawing.encode(), digest_size=16).hexdigest()
    tag = f"{digest}-{form}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    elif form == "svg":
        response = Response(drawing, mimetype="image/svg+xml")
        response.headers["Content-Security-Policy"] = SVG_POLICY
    else:
        pictures: Pictures = current_app.extensions["pictures"]
        try:
            response = Response(pictures.png(digest, drawing), mimetype="image/png")
        except subprocess.SubprocessError:
            current_app.logger.exception("Cannot render a picture")
            abort(503)
    if rights().may_enter and "If-None-Match" not in request.headers:
        response.headers["Cache-Control"] = FRESH  # as for pages: the browser of a paired phone stores no names
    else:
        response.set_etag(tag, weak=True)
        response.headers["Cache-Control"] = CHANGING
    response.headers["Content-Disposition"] = f'inline; filename="{name}.{form}"'
    response.vary.update(("Accept-Language", "Cookie"))
    return response
