"""Styles, scripts and icons: read once, kept compressed, and served under an address that changes with them."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, request

from .public import public

STYLE = "style.css"
LOOKING_BACK = "history.css"
"""What only the pages of the history need: nobody who enters a play waits for it."""
YEAR = 365 * 24 * 60 * 60
COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
"""What is in a style sheet for its readers alone, and not sent."""
COMMENT_LINE = re.compile(rb"^[ \t]*//.*\n", re.MULTILINE)
"""The same in a script, where a comment has lines of its own."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: its bytes, the same compressed, and its media type."""

    body: bytes
    compressed: bytes
    mimetype: str


def init_app(app: Flask, folder: Path, titles: Mapping[str, Path]) -> None:
    """Serve what lies in `folder`, and in `static` in the folders of `titles`, by slug.

    Templates get `asset(name)` for the address of a file.
    """
    files = _with_titles(_files(folder), titles)
    build = hashlib.sha256(b"".join(name.encode() + body for name, body in sorted(files.items()))).hexdigest()[:12]
    assets = {name: _asset(name, body) for name, body in files.items()}

    @app.get("/static/<asked>/<path:name>", endpoint="static")
    @public
    def serve(asked: str, name: str) -> Response:
        asset = assets.get(name) or abort(404)
        response = Response(asset.body, mimetype=asset.mimetype)
        if request.accept_encodings["gzip"] and len(asset.compressed) < len(asset.body):
            response = Response(asset.compressed, mimetype=asset.mimetype, headers={"Content-Encoding": "gzip"})
        response.cache_control.public = True
        if asked == build:
            response.cache_control.max_age = YEAR
            response.cache_control.immutable = True
        else:  # a page from before an update asks for what it knew; it gets what there is
            response.cache_control.no_cache = True
        return response

    app.extensions["assets"] = assets
    app.jinja_env.globals["asset"] = f"/static/{build}/{{}}".format  # a page asks often, and url_for would ask the map


def _files(folder: Path) -> dict[str, bytes]:
    """Return every file by its name below `folder`, without comments; the style sheets come as two, layers in order."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    sheets = {name: path for name, path in found.items() if name.startswith("css/")}
    later = [path for name, path in sheets.items() if name.startswith("css/history/")]
    first = sorted((path for path in sheets.values() if path not in later), key=lambda path: path.name != "layers.css")
    files = {name: path.read_bytes() for name, path in found.items() if not name.startswith("css/")}
    files |= {name: COMMENT_LINE.sub(b"", body) for name, body in files.items() if name.endswith(".js")}
    return files | {name: _joined(paths) for name, paths in ((STYLE, first), (LOOKING_BACK, later))}


def _joined(sheets: Iterable[Path]) -> bytes:
    return COMMENT.sub(b"", b"\n".join(path.read_bytes() for path in sheets))


def _with_titles(files: Mapping[str, bytes], titles: Mapping[str, Path]) -> dict[str, bytes]:
    """Return the files with those of titles: the styles in the layer of the rulebooks, at the end of the style sheet.

    A script lies where `data-module="rulebooks/<slug>/<name>"` looks for it, anything else in `rulebooks/<slug>/`.
    """
    files = dict(files)
    for slug, folder in titles.items():
        own = folder / "static"
        for path in sorted(path for path in own.rglob("*") if path.is_file()):
            name = f"rulebooks/{slug}/{path.relative_to(own).as_posix()}"
            if path.suffix == ".css":
                files[STYLE] += b"\n@layer rulebooks {\n" + path.read_bytes() + b"\n}"
            else:
                files[f"js/{name}" if path.suffix == ".js" else name] = path.read_bytes()
    return files


def _asset(name: str, body: bytes) -> Asset:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(body, gzip.compress(body, 9, mtime=0), "text/javascript" if name.endswith(".js") else kind)
