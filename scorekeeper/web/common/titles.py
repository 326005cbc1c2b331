"""Choices among many titles: the titles played last, and a search by name."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from sqlite_utils import Database

from ...core.messages import Multilingual
from ...core.rulebook import Rulebook
from ...store.results import plain, recent_titles
from ...store.settings import hidden_pads, replaced
from ...titles import entry_of, ready
from .language import translated
from .page import service, titles

MANY_TITLES = 12
"""Number of titles above which a page shows only the FEW_TITLES played last, with a search for the others."""
FEW_TITLES = 8
MAX_FOUND = 24
ALIKE = 0.78
"""Minimum similarity (`SequenceMatcher.ratio`) of a mistyped word to a word of a name, such as "kniffle"."""
TILES = 6
"""Number of titles on the start page."""


def offered(db: Database, rulebooks: Mapping[str, Rulebook[Any]]) -> dict[str, Rulebook[Any]]:
    """Return the titles offered for a new game: `rulebooks` without hidden pads, with replaced pads' successors."""
    ends, hidden = replaced(db), hidden_pads(db)
    slugs = dict.fromkeys(ends.get(slug, slug) for slug in rulebooks)
    return {slug: rulebooks.get(slug) or service().rulebooks[slug] for slug in slugs if slug not in hidden}


def tiles(db: Database) -> dict[str, Rulebook[Any]]:
    """Return the titles on the start page: the last played, then other installed titles up to TILES."""
    ends, hidden = replaced(db), hidden_pads(db)
    found: dict[str, Rulebook[Any]] = {}
    for slug in dict.fromkeys(ends.get(each, each) for each in (*recent_titles(db), *titles().rulebooks)):
        if len(found) == TILES:
            break
        rulebook = None if slug in hidden else service().rulebooks.get(slug)
        if rulebook:
            found[slug] = rulebook
    return found


def ready_titles(db: Database) -> dict[str, Rulebook[Any]]:
    """Return the pads that ship with the app as offered for a new game, unless the instance has its own version."""
    names = {each.name for each in titles().rulebooks.values()}
    return {slug: pad for slug, pad in offered(db, ready()).items() if pad.name not in names}


def kind_of(slug: str) -> str:
    """Return the kind of a title in the catalogue, for its colour; "" if the catalogue lacks the title."""
    entry = entry_of(slug)
    return entry.kind if entry else ""


def few_titles(latest: Iterable[str], chosen: str | None) -> list[str]:
    """Return the slugs of the titles to show first: all, or if there are many, the chosen one and the last played."""
    slugs = [*dict.fromkeys([*([chosen] if chosen else []), *latest])]
    return slugs if len(slugs) <= MANY_TITLES else slugs[:FEW_TITLES]


def matching(rulebooks: Mapping[str, Rulebook[Any]], text: str) -> list[str]:
    """Return the slugs of the titles with a name that contains each word of a text, whatever its case and accents.

    Names are the title in all languages, and its other names in the catalogue. If no name contains the words, small
    typing errors are ignored.
    """
    words = plain(text).split()
    names = {slug: _names(each) for slug, each in rulebooks.items()}
    found = [slug for slug, name in names.items() if all(word in name for word in words)]
    return found or [slug for slug, name in names.items() if all(_resembles(word, name) for word in words)]


def _names(rulebook: Rulebook[Any]) -> str:
    """Return all names of a title in search form, also without punctuation: "mau-mau", "mau mau" and "maumau"."""
    title, entry = rulebook.meta.title, entry_of(rulebook.slug)
    languages = title.languages.values() if isinstance(title, Multilingual) else ()
    names = plain("\n".join([str(title), translated(title), *languages, *(entry.names if entry else ())]))
    apart = re.sub(r"[^\w ]+", " ", names)
    return "\n".join([names, apart, re.sub(r"\W+", "", names)])


def _resembles(word: str, names: str) -> bool:
    return word in names or bool(get_close_matches(word, names.split(), 1, ALIKE))
