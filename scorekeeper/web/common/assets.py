"""Styles, scripts and icons: read once, compressed, and served under a URL that changes with their content."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from flask import Flask, Response, abort, request
from rjsmin import jsmin

from .rights import Right, requires

STYLE = "style.css"
PAGES = "pages.css"
"""Styles of the pages other than the table, from home to the result; the table page does not link them."""
LOOKING_BACK = "history.css"
"""Styles of the history pages only; a device that enters plays does not load them."""
RULES = "rules.css"
FINALE = "finale.css"
TILE = "tile.css"
"""Styles of a custom title's tile and emblem, in its directory `static`."""
TITLES = "css/rulebooks/"
"""Directory with the styles of the built-in titles, a file <slug>.css for each."""
EMBLEM = "rulebooks/{}/emblem.svg"
"""Emblem of a title, by its slug; a title without one shows the first letter of its name."""
LAYER = b"@layer rulebooks {\n%b\n}"
"""Cascade layer around the styles of a custom title; the files of the app declare their layer."""
YEAR = 365 * 24 * 60 * 60
SCRIPT = "js/app.js"
"""The script of every page, served in one file with all its imports, so that a first visit needs one request."""
IMPORTED = re.compile(rb"""^(?:import|export \*)[^;"]*"\./([\w/-]+\.js)";\n""", re.MULTILINE)
"""An import or export of another script in the same directory or below."""


@dataclass(frozen=True)
class Asset:
    body: bytes
    mimetype: str

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.body, mtime=0)


def init_app(app: Flask, folder: Path, titles: Mapping[str, Path]) -> None:
    """Serve the files in `folder` and in the directory `static` of each title; `titles` are their directories by slug.

    Templates get the URL of a file from `asset(name)`, of a title's styles from `style_of(slug)`, and of its emblem
    from `emblem_of(slug)`, or "" without an emblem.
    """
    files = _with_titles(_files(folder), titles)
    build = hashlib.sha256(b"".join(name.encode() + body for name, body in sorted(files.items()))).hexdigest()[:12]
    assets = {}
    for name, body in files.items():
        kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
        assets[name] = Asset(body, kind or "application/octet-stream")

    @app.get("/static/<asked>/<path:name>", endpoint="static")
    @requires(Right.NONE)
    def serve(asked: str, name: str) -> Response:
        asset = assets.get(name) or abort(404)
        response = Response(asset.body, mimetype=asset.mimetype)
        if request.accept_encodings["gzip"] and len(asset.compressed) < len(asset.body):
            response = Response(asset.compressed, mimetype=asset.mimetype, headers={"Content-Encoding": "gzip"})
        if asked == build:
            response.cache_control.max_age = YEAR
            response.cache_control.immutable = True
        else:  # a page from before an update gets the current file
            response.cache_control.no_cache = True
        return response

    app.extensions["assets"] = assets
    url = f"/static/{build}/{{}}".format  # faster than url_for, because a page needs many

    def style_of(slug: str) -> str:
        return url(title_style(slug)) if title_style(slug) in assets else ""

    def emblem_of(slug: str) -> str:
        return url(EMBLEM.format(slug)) if EMBLEM.format(slug) in assets else ""

    app.jinja_env.globals.update(asset=url, style_of=style_of, emblem_of=emblem_of)


def title_style(slug: str) -> str:
    return f"rulebooks/{slug}.css"


def _files(folder: Path) -> dict[str, bytes]:
    """Return the content of every file by its name below `folder`; scripts are minified.

    The style sheets are joined into STYLE (with base.css first, which orders the layers), PAGES, LOOKING_BACK, RULES,
    FINALE, and one for each title. The scripts that every page needs are joined into SCRIPT.
    """
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    sheets = {name: path for name, path in found.items() if name.startswith("css/")}
    own = {title_style(path.stem): [path] for name, path in sheets.items() if name.startswith(TITLES)}
    for sheet in (PAGES, LOOKING_BACK, RULES, FINALE):
        folder_of = f"css/{sheet.removesuffix('.css')}/"
        own[sheet] = [path for name, path in sheets.items() if name.startswith(folder_of)]
    apart = [path for paths in own.values() for path in paths]
    first = [path for path in sheets.values() if path not in apart]
    files = {name: path.read_bytes() for name, path in found.items() if not name.startswith("css/")}
    files[SCRIPT] = _with_imported(SCRIPT, files)
    files |= {name: jsmin(body) for name, body in files.items() if name.endswith(".js")}
    return files | {name: _joined(paths) for name, paths in {STYLE: first, **own}.items()}


def _with_imported(name: str, files: dict[str, bytes]) -> bytes:
    """Remove a script and its imports from `files`, and return them joined, imports first.

    The scripts share one scope: if two scripts declare the same name at the top level, a browser rejects the file.
    """
    script = files.pop(name)
    imported = [f"{PurePosixPath(name).parent}/{each.decode()}" for each in IMPORTED.findall(script)]
    before = [_with_imported(each, files) for each in imported if each in files]
    return b"".join([*before, IMPORTED.sub(b"", script)])


def _joined(sheets: Iterable[Path]) -> bytes:
    return b"\n".join(path.read_bytes() for path in sheets)


def _with_titles(files: Mapping[str, bytes], titles: Mapping[str, Path]) -> dict[str, bytes]:
    """Return the files and the files of `titles`; each title's styles are joined in the cascade layer of the rulebooks.

    TILE is added to STYLE, because every page can show the tile or the emblem. A script is named so that
    `data-module="rulebooks/<slug>/<name>"` finds it; any other file is `rulebooks/<slug>/...`.
    """
    files = dict(files)
    for slug, folder in titles.items():
        own = folder / "static"
        found = sorted(path for path in own.rglob("*") if path.is_file())
        sheets = [path for path in found if path.suffix == ".css"]
        tile = [path for path in sheets if path == own / TILE]
        if tile:
            files[STYLE] += LAYER % _joined(tile)
        if sheets[len(tile) :]:
            files[title_style(slug)] = LAYER % _joined(path for path in sheets if path not in tile)
        for path in found:
            name = f"rulebooks/{slug}/{path.relative_to(own).as_posix()}"
            if path.suffix != ".css":
                files[f"js/{name}" if path.suffix == ".js" else name] = path.read_bytes()
    return files
