"""The installed titles: the app's, and custom ones in the instance directory.

A title that cannot be loaded is skipped, and the reason is logged. All other titles remain available.
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
from .core.messages import Message
from .core.rulebook import SLUG, Rulebook
from .logs import LOG
from .pads.factory import NAME_LENGTH, defined
from .pads.reader import KEYS, document_keys
from .pads.registry import Rulebooks
from .paths import PACKAGE
from .rulebooks import all_rulebooks

SUFFIX = ".toml"
READY = {path.stem: path for path in sorted((PACKAGE / "pads" / "titles").glob(f"*{SUFFIX}"))}
"""The files of the pads included in the app, by the names of the pads."""
MAX_BYTES = 64 * 1024
TOML_ERROR = re.compile(r"(.*?) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LoadFailure:
    folder: Path
    reason: str

    def __str__(self) -> str:
        return f"Cannot load the title in {self.folder}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Titles:
    """The rulebooks by slug, the directories by slug of titles in the instance directory, and the failed titles."""

    rulebooks: Mapping[str, Rulebook[Any]]
    folders: Mapping[str, Path]
    failed: tuple[LoadFailure, ...]

    @property
    def catalogues(self) -> list[Path]:
        titles = (*sorted((PACKAGE / "rulebooks").iterdir()), *self.folders.values())
        return [PACKAGE / "locale", *(each / "locale" for each in titles if (each / "locale").is_dir())]

    def catalogue(self, language: str) -> NullTranslations:
        """Return the translations from all catalogues into the language with this code ("de")."""
        found = NullTranslations()
        for folder in self.catalogues:
            found.add_fallback(translation("messages", folder, [language], fallback=True))
        return found


class DefinitionError(Exception):
    """Raised for an unusable title, with the line (from 1) and the fault."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line, self.message = line, message


def installed(instance: Path) -> Titles:
    """Return the titles of the app and of `rulebooks` in the instance directory, loaded once per process."""
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
            failed.append(LoadFailure(path, f"{place}, line {fault.line}: {fault.message}"))
            LOG.error("%s", failed[-1])
        except (Exception, SystemExit) as error:
            failed.append(LoadFailure(path, f"{type(error).__name__}: {error}"))
            LOG.exception("%s", failed[-1])
        else:
            rulebooks[found.slug] = found
            if path.is_dir():
                folders[found.slug] = path
    return Titles(Rulebooks(rulebooks, ready=ready_pad), folders, tuple(failed))


def load(folder: Path) -> Rulebook[Any]:
    """Import the title in a directory and return its RULEBOOK.

    Each parent directory becomes a separate package, so that titles with the same name in different directories do not
    collide. The package is as deep as that of the app's titles, so that relative imports work in the same way. Raises
    DefinitionError, and any exception of the title's code.
    """
    if not folder.name.isidentifier():
        raise DefinitionError(1, "the directory name is not an identifier: use letters, digits and underscores")
    name = f"{PACKAGE.name}.own_{hashlib.sha256(str(folder.parent).encode()).hexdigest()[:12]}"
    sys.modules.setdefault(name, ModuleType(name)).__path__ = [str(folder.parent)]
    importlib.invalidate_caches()  # the directory may have been created while the app was running
    found = getattr(importlib.import_module(f"{name}.{folder.name}"), "RULEBOOK", None)
    if not isinstance(found, Rulebook):
        raise DefinitionError(1, "RULEBOOK is missing: add RULEBOOK = Rulebook(...)")
    if not SLUG.fullmatch(found.slug):
        raise DefinitionError(1, f"the slug {found.slug!r} is used in URLs: use lowercase letters, digits and hyphens")
    if found.rules.sections and not (folder / "templates" / "rules.html").is_file():
        raise DefinitionError(1, "the rules have no text: write it in templates/rules.html")
    # Evaluated here, because an error in them would break all pages that list the titles.
    str(found.meta.title), str(found.meta.player_count_text)
    for path in folder.glob("locale/*/LC_MESSAGES/messages.mo"):
        with path.open("rb") as file:
            GNUTranslations(file)
    return found


@cache
def ready() -> Mapping[str, Rulebook[Any]]:
    """Return the pads included in the app, by slug, which need no copy in the instance directory."""
    found = [_ready(name) for name in READY]
    return {each.slug: each for each in sorted(found, key=lambda each: str(each.meta.title))}


def ready_pad(name: str) -> Rulebook[Any] | None:
    """Return the pad included in the app with this name, or None, without reading other pads."""
    return _ready(name) if name in READY else None


@cache
def _ready(name: str) -> Rulebook[Any]:
    return read_pad(READY[name])


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the catalogue: its kind ("cards", "dice" or "board"), and other `names` that people search for."""

    kind: str
    names: tuple[str, ...] = ()


HOUSE_RULES = "-house-rules"
"""Suffix of the name of a ready game with changed rules: "skull-king-house-rules"."""


@cache
def catalogue() -> Mapping[str, Entry]:
    """Return the entries of pads/catalogue.toml by the name of the game."""
    with (PACKAGE / "pads" / "catalogue.toml").open("rb") as file:
        found = tomllib.load(file)
    return {name: Entry(entry["kind"], tuple(entry.get("names", ()))) for name, entry in found.items()}


def entry_of(slug: str) -> Entry | None:
    """Return the catalogue entry of a title; for a copy, the entry of the original; or None."""
    return catalogue().get(slug.partition("~")[0].removesuffix(HOUSE_RULES))


def house_rules_name(name: str) -> str:
    """Return the name of a copy with changed rules of the game with this name, cut to NAME_LENGTH."""
    return name.removesuffix(HOUSE_RULES)[: NAME_LENGTH - len(HOUSE_RULES)].rstrip("-") + HOUSE_RULES


def has_house_rules(slug: str) -> bool:
    return slug.partition("~")[0].endswith(HOUSE_RULES)


def read_pad(path: Path) -> Rulebook[Any]:
    """Return the rulebook defined by a TOML file, named like the file; raises DefinitionError and OSError."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise DefinitionError(1, f"the file is too large: a title has at most {MAX_BYTES // 1024} kB")
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DefinitionError(data[: error.start].count(b"\n") + 1, "the file is not UTF-8") from None
    try:
        return defined(path.stem, document_keys(_parsed(source)))
    except Unreadable as error:
        raise DefinitionError(line_of(error.path, source), explained(_with_toml_keys(error))) from None
    except RecursionError:
        raise DefinitionError(1, "this is not readable TOML") from None


def _with_toml_keys(error: Unreadable) -> Unreadable:
    """Return an error about a definition with the keys of TOML files in its path and message."""
    names = {old: key for key, old in KEYS.items()}
    values = dict(error.message.values)
    for name in {"key", "keys"} & values.keys():
        values[name] = ", ".join(names.get(key, key) for key in str(values[name]).split(", "))
    found = Unreadable(Message(error.message.template, values, error.message.plural))
    for step in reversed(error.path):
        found = found.within(names.get(step, step) if isinstance(step, str) else step)
    return found


def line_of(path: Sequence[str | int], source: str) -> int:
    """Return the line (from 1) of a TOML source with the key at `path`.

    If a part of the path is not found, returns the line of the part before it, or else 1. An item of a list is found if
    it is a block (`[[rows]]`) or begins a line.
    """
    lines, at = source.splitlines(), 0
    for before, step in zip(["", *path], path, strict=False):
        if isinstance(step, str):
            names = "|".join(re.escape(each) for each in (step, *(key for key, old in KEYS.items() if old == step)))
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


def _parsed(source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = TOML_ERROR.fullmatch(str(error))
        line = int(found[2]) if found and found[2] else source.count("\n") + 1
        raise DefinitionError(line, f"this is not valid TOML: {found[1] if found else error}") from None
    except (ValueError, RecursionError):  # a number with thousands of digits, or very deep nesting
        raise DefinitionError(1, "this is not readable TOML") from None
