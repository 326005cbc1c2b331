"""The titles of an installation: those of the app, and those in the instance folder, which are checked when loaded.

A title that cannot be used is set aside with the reasons; the others can be played.
"""

import hashlib
import importlib
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from ..core.checking import faults
from ..core.rulebook import Rulebook
from ..pads.known import Rulebooks
from ..rulebooks import all_rulebooks
from .pads import SUFFIX, Faulty, read_pad
from .sources import place_of, source_faults

PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class SetAside:
    """A title that could not be loaded: its folder or file, and the reasons, with file and line if they are known."""

    folder: Path
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"The title in {self.folder} could not be loaded:", *(f"  {each}" for each in self.reasons)])


@dataclass(frozen=True, slots=True)
class Titles:
    """The rulebooks by slug, the folders (by slug) of those in the instance folder, and those that were set aside."""

    rulebooks: Mapping[str, Rulebook[Any]]
    folders: Mapping[str, Path]
    set_aside: tuple[SetAside, ...]

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


def installed(instance: Path) -> Titles:
    """Return the titles of the app and those in the folder `rulebooks` of the instance folder, loaded only once."""
    return _titles((instance / "rulebooks").resolve())


@cache
def _titles(own: Path) -> Titles:
    rulebooks, folders, set_aside = dict(all_rulebooks()), {}, []
    for path in sorted(own.iterdir()) if own.is_dir() else ():
        if path.name.startswith((".", "_")) or not (path.is_dir() or path.suffix == SUFFIX):
            continue
        taken = {each.name for each in rulebooks.values()}
        found = _loaded(path, taken) if path.is_dir() else _read(path, taken)
        if isinstance(found, SetAside):
            set_aside.append(found)
        else:
            rulebooks[found.slug] = found
            if path.is_dir():
                folders[found.slug] = path
    return Titles(Rulebooks(rulebooks), folders, tuple(set_aside))


def _read(path: Path, taken: Collection[str]) -> Rulebook[Any] | SetAside:
    """Return the rulebook of a file of facts, or why it cannot be used; `taken` are the names of titles before it."""
    if path.stem in taken:
        return SetAside(path, (_at(path, 1, f"the slug {path.stem!r} belongs to another title: choose another"),))
    try:
        return read_pad(path)
    except Faulty as fault:
        return SetAside(path, (_at(path, fault.line, fault.says),))
    except OSError as error:
        return SetAside(path, (f"the file cannot be read ({error.strerror})",))


def _loaded(folder: Path, taken: Collection[str]) -> Rulebook[Any] | SetAside:
    """Return the rulebook in a folder, or why it cannot be used; `taken` are the slugs of the titles before it."""
    if not folder.name.isidentifier() or not (folder / "__init__.py").is_file():
        says = "a title is a folder with an __init__.py, named in letters, digits and underscores"
        return SetAside(folder, (says,))
    try:
        found = getattr(importlib.import_module(f"{_package(folder.parent)}.{folder.name}"), "RULEBOOK", None)
        wrong = list(_faults(found, folder, taken))
    except (Exception, SystemExit) as error:
        return SetAside(folder, (_reason(error, folder),))
    if isinstance(found, Rulebook) and not wrong:
        return found
    return SetAside(folder, tuple(dict.fromkeys(wrong)))


def _faults(found: object, folder: Path, taken: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with a title whose code could be imported, each with its file and line."""
    if not isinstance(found, Rulebook):
        yield _at(folder / "__init__.py", 1, "it names no RULEBOOK: add RULEBOOK = Rulebook(...)")
        return
    for path, line, says in source_faults(folder, found):
        yield _at(path, line, says)
    for fault in faults(found, taken):
        yield _at(*place_of(fault.about, folder), fault.says)


def _package(own: Path) -> str:
    """Return the name of a package that holds the titles in the folder `own`, and make it if it is not there.

    Each such folder has a package of its own, so that a title is never taken for one of the same name in another. It is
    as deep as the package of the app's titles, so that relative imports are the same in both.
    """
    name = f"{PACKAGE.name}.own_{hashlib.sha256(str(own).encode()).hexdigest()[:12]}"
    package = sys.modules.setdefault(name, ModuleType(name))
    package.__path__ = [str(own)]
    importlib.invalidate_caches()
    return name


def _reason(error: BaseException, folder: Path) -> str:
    """Return what the code of a title raised, with the last line in its folder that led there."""
    frames = [(frame.filename, frame.lineno or 1) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno or 1))
    inside = [(Path(name), line) for name, line in frames if Path(name).is_relative_to(folder)]
    says = error.msg if isinstance(error, SyntaxError) else str(error)
    return _at(*(inside or [place_of("RULEBOOK", folder)])[-1], f"{type(error).__name__}: {says}")


def _at(path: Path, line: int, says: str) -> str:
    return f"{path}, line {line}: {says}"
