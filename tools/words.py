"""The catalogues: `python tools/words.py` collects every sentence, updates them, and compiles them.

The app has one, and each rulebook one of its own beside its rules. What is compiled is committed, so that nobody needs
this to run the app.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE, TEMPLATES = ROOT / "scorekeeper", ROOT / "templates"
LANGUAGES = ("de",)
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "say": (1,), "many": (1, 2), "N_": (1,)}


def catalogues() -> Iterator[tuple[Path, list[Path]]]:
    """Yield the folder of every catalogue and the files whose sentences stand in it."""
    rulebooks = [folder.parent for folder in sorted((PACKAGE / "rulebooks").glob("*/__init__.py"))]
    own = [path for folder in rulebooks for path in _sources(folder)]
    yield PACKAGE / "locale", [path for path in (*_sources(PACKAGE), *_sources(TEMPLATES)) if path not in own]
    for folder in rulebooks:
        yield folder / "locale", list(_sources(folder))


def collected(sources: list[Path]) -> Catalog:
    """Return every sentence in `sources`, with the files it stands in."""
    catalogue = Catalog(fuzzy=False)
    for path in sources:
        method = "python" if path.suffix == ".py" else "jinja2"
        options = {} if path.suffix == ".py" else {"trimmed": "true"}
        for _, message, _, _ in extract_from_file(method, path, KEYWORDS, options=options):
            catalogue.add(message, locations=[(path.relative_to(ROOT).as_posix(), None)])
    return catalogue


def compiled(po: Path) -> bytes:
    """Return the catalogue at `po` as it is compiled."""
    with po.open("rb") as file:
        catalogue = read_po(file)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    """Update and compile every catalogue."""
    for folder, sources in catalogues():
        found = collected(sources)
        for language in LANGUAGES:
            po = folder / language / "LC_MESSAGES" / "messages.po"
            po.parent.mkdir(parents=True, exist_ok=True)
            known = read_po(po.open("rb"), locale=language) if po.exists() else Catalog(locale=language, fuzzy=False)
            known.update(found, no_fuzzy_matching=True, update_creation_date=False)
            with po.open("wb") as file:
                write_po(file, known, sort_output=True, ignore_obsolete=True, include_lineno=False, omit_header=False)
            po.with_suffix(".mo").write_bytes(compiled(po))


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".html") and "__pycache__" not in path.parts:
            yield path
    # A rulebook's own templates lie with the others, under its slug.
    if (folder.parent.name, folder.parent.parent.name) == ("rulebooks", "scorekeeper"):
        yield from _sources(TEMPLATES / "rulebooks" / folder.name.replace("_", "-"))


if __name__ == "__main__":
    main()
