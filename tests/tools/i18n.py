"""The catalogues: `./run i18n` extracts all messages of the app and of its titles, updates them, and compiles them.

The app has one catalogue, and each rulebook has its own beside its rules. The compiled ones are committed, so that
running the app does not require this tool. `./run i18n DIRECTORY` does the same for the files of a custom title.
"""

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, TEMPLATES = ROOT / "scorekeeper", ROOT / "templates"
LANGUAGES = ("de",)
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "say": (1,), "many": (1, 2), "N_": (1,)}


def catalogues() -> Iterator[tuple[Path, list[Path]]]:
    """Yield the directory of each catalogue, and the files whose messages it contains."""
    rulebooks = [folder.parent for folder in sorted((PACKAGE / "rulebooks").glob("*/__init__.py"))]
    own = [path for folder in rulebooks for path in _sources(folder)]
    yield PACKAGE / "locale", [path for path in (*_sources(PACKAGE), *_sources(TEMPLATES)) if path not in own]
    for folder in rulebooks:
        yield folder / "locale", list(_sources(folder))


def collected(sources: Iterable[Path], base: Path = ROOT) -> Catalog:
    """Return all messages in `sources`, each with the files that contain it, as paths relative to `base`."""
    catalogue = Catalog(fuzzy=False)
    for path in sources:
        method = "python" if path.suffix == ".py" else "jinja2"
        options = {} if path.suffix == ".py" else {"trimmed": "true"}
        for _, message, _, _ in extract_from_file(method, path, KEYWORDS, options=options):
            catalogue.add(message, locations=[(path.relative_to(base).as_posix(), 0)])
    return catalogue


def compiled(po: Path) -> bytes:
    """Return the content of the .mo file for the catalogue at `po`."""
    with po.open("rb") as file:
        catalogue = read_po(file)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def write_title(folder: Path) -> None:
    """Update and compile a custom title's catalogue, in each language that has a directory in its `locale/`."""
    locale = folder / "locale"
    languages = sorted(path.name for path in locale.glob("*") if path.is_dir()) or LANGUAGES
    _write(locale, collected(_sources(folder), folder), languages)


def main(folders: list[str]) -> None:
    """Update and compile all catalogues of the app, or those of the titles in `folders`."""
    for folder in map(Path, folders):
        if not (folder / "__init__.py").is_file():
            sys.exit(f"{folder} is not a title: it has no __init__.py.")
        write_title(folder)
    if not folders:
        for locale, sources in catalogues():
            _write(locale, collected(sources), LANGUAGES)


def _write(locale: Path, found: Catalog, languages: Iterable[str]) -> None:
    for language in languages:
        po = locale / language / "LC_MESSAGES" / "messages.po"
        po.parent.mkdir(parents=True, exist_ok=True)
        known = _known(po, language)
        known.update(found, no_fuzzy_matching=True, update_creation_date=False)
        with po.open("wb") as file:
            write_po(file, known, sort_output=True, ignore_obsolete=True, include_lineno=False, omit_header=False)
        po.with_suffix(".mo").write_bytes(compiled(po))


def _known(po: Path, language: str) -> Catalog:
    if not po.exists():
        return Catalog(locale=language, fuzzy=False)
    with po.open("rb") as file:
        return read_po(file, locale=language)


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".html") and "__pycache__" not in path.parts:
            yield path
    # The templates of the app's rulebooks are not in the rulebook's directory, but with the others, under its slug.
    if folder.parent == PACKAGE / "rulebooks":
        yield from _sources(TEMPLATES / "rulebooks" / folder.name.replace("_", "-"))


if __name__ == "__main__":
    main(sys.argv[1:])
