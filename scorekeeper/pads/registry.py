"""The rulebooks of an installation, in one mapping: titles of code, pads of files, and stored definitions."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..core.errors import Unreadable
from ..core.rulebook import Rulebook
from .factory import defined

Read = Callable[[str], str | None]
"""Returns the facts that are stored for a slug, as JSON, or None."""


class Rulebooks(Mapping[str, Rulebook[Any]]):
    """Rulebooks by slug: those that are `installed`, then those of stored definitions.

    An installed pad is also found by its name alone ("hearts" for "hearts~3fa9c2d15b7e"), which is not among the keys.
    `read` and `slugs` ask what is stored; what cannot be read, or is not what its slug says, is not there.
    """

    def __init__(
        self,
        installed: Mapping[str, Rulebook[Any]],
        read: Read = lambda slug: None,
        slugs: Callable[[], Iterable[str]] = lambda: (),
    ) -> None:
        self.installed: Mapping[str, Rulebook[Any]] = dict(getattr(installed, "installed", installed))
        self._named = {each.name: each for each in self.installed.values()} | self.installed
        self._read, self._slugs = read, slugs

    def __getitem__(self, slug: str) -> Rulebook[Any]:
        found = self._named.get(slug) or self._stored(slug)
        if found is None:
            raise KeyError(slug)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self.installed
        yield from (slug for slug in self._slugs() if slug not in self.installed and slug in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _stored(self, slug: str) -> Rulebook[Any] | None:
        facts = self._read(slug) if "~" in slug else None
        return None if facts is None else _made(slug, facts)


@lru_cache(512)
def _made(slug: str, facts: str) -> Rulebook[Any] | None:
    """Return the rulebook of stored facts, or None if they are not those for which the slug stands."""
    try:
        found = defined(slug.partition("~")[0], json.loads(facts))
    except (Unreadable, ValueError, RecursionError):
        return None
    return found if found.slug == slug else None
