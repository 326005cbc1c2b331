"""Styles, scripts and icons: read once, compressed, and served under a URL that changes with their content."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Iterator, Mapping
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
TITLES = "css/rulebooks/"
"""Directory with the styles of the built-in titles, a file <slug>.css for each."""
EMBLEM = "rulebooks/{}/emblem.svg"
"""Emblem of a title, by its slug; a title without one shows the first letter of its name."""
LAYER = b"@layer rulebooks {\n%b\n}"
"""Cascade layer around the styles of a custom title; the files of the app declare their layer."""
CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
SELECTORS = re.compile(r",(?![^(]*\))")
"""A comma between selectors, outside of parentheses."""
YEAR = 365 * 24 * 60 * 60
COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
SPACE = re.compile(rb"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s*;?\s*(\})\s*|\s*([{;,>])\s*|(:)\s+|\s+""", re.DOTALL)
"""White space that a browser does not need, with the adjacent character; group 1 is a string, which is kept unchanged.

Used instead of rcssmin, which also removes the space before `:is` although it is needed.
"""
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
    """Return the content of every file by its name below `folder`; scripts and styles are minified.

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
    return files | {name: joined(paths) for name, paths in {STYLE: first, **own}.items()}


def _with_imported(name: str, files: dict[str, bytes]) -> bytes:
    """Remove a script and its imports from `files`, and return them joined, imports first.

    The scripts share one scope: if two scripts declare the same name at the top level, a browser rejects the file.
    """
    script = files.pop(name)
    imported = [f"{PurePosixPath(name).parent}/{each.decode()}" for each in IMPORTED.findall(script)]
    before = [_with_imported(each, files) for each in imported if each in files]
    return b"".join([*before, IMPORTED.sub(b"", script)])


def joined(sheets: Iterable[Path]) -> bytes:
    """Return the style sheets as one, without comments and needless spaces."""
    return SPACE.sub(
        lambda space: space[1] or space[2] or space[3] or space[4] or b" ",
        COMMENT.sub(b"", b"\n".join(path.read_bytes() for path in sheets)),
    )


def _with_titles(files: Mapping[str, bytes], titles: Mapping[str, Path]) -> dict[str, bytes]:
    """Return the files and the files of `titles`; each title's styles are joined in the cascade layer of the rulebooks.

    The tile styles of all titles, including the built-in ones, are added to PAGES, because home shows all tiles. A
    script is named so that `data-module="rulebooks/<slug>/<name>"` finds it; any other file is `rulebooks/<slug>/...`.
    """
    files = dict(files)
    for slug, folder in titles.items():
        own = folder / "static"
        found = sorted(path for path in own.rglob("*") if path.is_file())
        styles = joined(path for path in found if path.suffix == ".css")
        if styles:
            files[title_style(slug)] = LAYER % styles
        for path in found:
            name = f"rulebooks/{slug}/{path.relative_to(own).as_posix()}"
            if path.suffix != ".css":
                files[f"js/{name}" if path.suffix == ".js" else name] = path.read_bytes()
    slugs = [slug for slug in (PurePosixPath(name).stem for name in sorted(files)) if title_style(slug) in files]
    tiles = [of_class(files[title_style(slug)].decode(errors="replace"), f"tile-{slug}") for slug in slugs]
    files[PAGES] = b"\n".join([files[PAGES], *(each.encode() for each in tiles if each)])
    return files


def of_class(style: str, name: str) -> str:
    """Return the rules of a style sheet for one class, within their layers and conditions."""
    return "".join(_rules_for(style, name))


def _rules_for(style: str, name: str) -> Iterator[str]:
    """Yield the rules with a selector that contains the class, without statements such as `@layer a, b;`."""
    for head, body in _blocks(style):
        if body is not None and head.startswith(("@layer", "@media", "@container", "@supports")):
            inside = "".join(_rules_for(body, name))
            if inside:
                yield f"{head}{{{inside}}}"
        elif body is not None and not head.startswith("@"):
            fitting = [each.strip() for each in SELECTORS.split(head) if name in CLASS.findall(each)]
            if fitting:
                rules = [" ".join(each.split()).replace(": ", ":", 1) for each in body.split(";") if each.strip()]
                yield f"{','.join(fitting)}{{{';'.join(rules)}}}"


def _blocks(style: str) -> Iterator[tuple[str, str | None]]:
    """Yield (head, body) of each top-level block; the body is None for a statement without braces."""
    start = depth = opened = 0
    for found in re.finditer(r"[{};]", style):
        sign, at = found.group(), found.start()
        if sign == "{":
            opened = opened if depth else at
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield " ".join(style[start:opened].split()), style[opened + 1 : at]
                start = at + 1
        elif depth == 0:
            yield " ".join(style[start:at].split()), None
            start = at + 1
