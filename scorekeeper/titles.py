"""The titles of an installation: those of the app, and those in the instance folder.

A title that cannot be loaded is left out, with the reason in the log; the others can be played.
"""

import hashlib
import importlib
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from pathlib import Path
from types import ModuleType
from typing import Any

from .core.document import explained
from .core.errors import Unreadable
from .core.rulebook import SLUG, Rulebook
from .logs import LOG
from .pads.factory import defined
from .pads.registry import Rulebooks
from .paths import PACKAGE
from .rulebooks import all_rulebooks

SUFFIX = ".toml"
MAX_BYTES = 64 * 1024
KEYS = {"min": "least", "max": "most"}
"""Keys of a TOML file by the names that they have in game documents, which never change; both are read."""
NO_TOML = re.compile(r"(.*?) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LoadFailure:
    """A title that could not be loaded: its folder or file, and why."""

    folder: Path
    reason: str

    def __str__(self) -> str:
        return f"The title in {self.folder} could not be loaded: {self.reason}"


@dataclass(frozen=True, slots=True)
class Titles:
    """The rulebooks by slug, the folders (by slug) of those in the instance folder, and those that were set aside."""

    rulebooks: Mapping[str, Rulebook[Any]]
    folders: Mapping[str, Path]
    failed: tuple[LoadFailure, ...]

    @property
    def catalogues(self) -> list[Path]:
        """The `locale` folders of the app and of the titles that have one."""
        titles = (*sorted((PACKAGE / "rulebooks").iterdir()), *self.folders.values())
        return [PACKAGE / "locale", *(each / "locale" for each in titles if (each / "locale").is_dir())]

    def catalogue(self, language: str) -> NullTranslations:
        """Return all translations into the language with this code ("de")."""
        whole = NullTranslations()
        for folder in self.catalogues:
            whole.add_fallback(translation("messages", folder, [language], fallback=True))
        return whole


class DefinitionError(Exception):
    """A file of facts that cannot be used: the line (from 1), and what is wrong there."""

    def __init__(self, line: int, says: str) -> None:
        super().__init__(says)
        self.line, self.says = line, says


def installed(instance: Path) -> Titles:
    """Return the titles of the app and those in the folder `rulebooks` of the instance folder, loaded only once."""
    return _titles((instance / "rulebooks").resolve())


@cache
def _titles(own: Path) -> Titles:
    rulebooks, folders, failed = dict(all_rulebooks()), {}, []
    for path in sorted(own.iterdir()) if own.is_dir() else ():
        if path.name.startswith((".", "_")) or not (path.is_dir() or path.suffix == SUFFIX):
            continue
        try:
            found = load(path) if path.is_dir() else read_pad(path)
            if found.name in {each.name for each in rulebooks.values()}:
                raise DefinitionError(1, f"the slug {found.name!r} belongs to another title: choose another")
        except DefinitionError as fault:
            place = path if path.suffix == SUFFIX else path / "__init__.py"
            failed.append(LoadFailure(path, f"{place}, line {fault.line}: {fault.says}"))
            LOG.error("%s", failed[-1])
        except (Exception, SystemExit) as error:
            failed.append(LoadFailure(path, f"{type(error).__name__}: {error}"))
            LOG.exception("%s", failed[-1])
        else:
            rulebooks[found.slug] = found
            if path.is_dir():
                folders[found.slug] = path
    return Titles(Rulebooks(rulebooks), folders, tuple(failed))


def load(folder: Path) -> Rulebook[Any]:
    """Import the title in a folder and return its RULEBOOK; raises DefinitionError, and whatever its code raises.

    The folder's parent becomes a package of its own, so that a title is never taken for one of the same name in another
    folder. It is as deep as the package of the app's titles: relative imports are the same in both.
    """
    if not folder.name.isidentifier():
        raise DefinitionError(1, "a title is a folder named in letters, digits and underscores")
    name = f"{PACKAGE.name}.own_{hashlib.sha256(str(folder.parent).encode()).hexdigest()[:12]}"
    sys.modules.setdefault(name, ModuleType(name)).__path__ = [str(folder.parent)]
    importlib.invalidate_caches()
    found = getattr(importlib.import_module(f"{name}.{folder.name}"), "RULEBOOK", None)
    if not isinstance(found, Rulebook):
        raise DefinitionError(1, "it names no RULEBOOK: add RULEBOOK = Rulebook(...)")
    if not SLUG.fullmatch(found.slug):
        raise DefinitionError(
            1, f"the slug {found.slug!r} is part of addresses: write small letters, digits and hyphens"
        )
    if found.rules.sections and not (folder / "templates" / "rules.html").is_file():
        raise DefinitionError(1, "its rules have no text: write it into templates/rules.html")
    # What pages about all titles need: a fault in it would show on all of them.
    str(found.meta.title), str(found.meta.player_count_text)
    for path in folder.glob("locale/*/LC_MESSAGES/messages.mo"):
        with path.open("rb") as file:
            GNUTranslations(file)
    return found


@cache
def ready() -> Mapping[str, Rulebook[Any]]:
    """Return the pads that the app brings along by slug: they can be played without a copy in the instance."""
    found = [read_pad(path) for path in sorted((PACKAGE / "pads" / "titles").glob(f"*{SUFFIX}"))]
    return {each.slug: each for each in sorted(found, key=lambda each: str(each.meta.title))}


def read_pad(path: Path) -> Rulebook[Any]:
    """Return the rulebook that a file defines, under the file's name; raises DefinitionError, OSError."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise DefinitionError(1, f"the file is too large: a title has at most {MAX_BYTES // 1024} kB")
    source = _decoded(data)
    try:
        return defined(path.stem, document_keys(_parsed(source)))
    except Unreadable as error:
        raise DefinitionError(line_of(error.path, source), explained(error)) from None


def document_keys(value: Any) -> Any:
    """Return parsed TOML with the keys of a game document; raises DefinitionError for a key with both names."""
    if isinstance(value, list):
        return [document_keys(each) for each in value]
    if not isinstance(value, dict):
        return value
    for key, of in KEYS.items():
        if key in value and of in value:
            raise DefinitionError(1, f"{key} and {of} are the same: write only {key}")
    return {KEYS.get(key, key): document_keys(each) for key, each in value.items()}


def line_of(path: Sequence[str | int], source: str) -> int:
    """Return the line of a TOML source in which a key stands, or the last of those above it that is found; or else 1.

    What has a number is looked for where people write it: each table of a list in a line or a block of its own.
    """
    lines, at = source.splitlines(), 0
    for before, step in zip(["", *path], path, strict=False):
        if isinstance(step, str):
            names = "|".join(re.escape(each) for each in (step, *(key for key, of in KEYS.items() if of == step)))
            pattern, nth = rf"(^|[\s,{{\[.\"'])({names})[\"']?\s*[=.\]]", 1
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
        raise DefinitionError(data[: error.start].count(b"\n") + 1, "the file is not UTF-8") from None


def _parsed(source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = NO_TOML.fullmatch(str(error))
        line = int(found[2]) if found and found[2] else source.count("\n") + 1
        raise DefinitionError(line, f"this is no TOML: {found[1] if found else error}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, or endless brackets
        raise DefinitionError(1, "this is no TOML that can be read") from None
