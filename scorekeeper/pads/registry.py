"""A mapping of all rulebooks of an instance: titles in code, pads in files, and stored definitions."""

import json
from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..core.errors import Unreadable
from ..core.rulebook import Rulebook
from .factory import defined

Read = Callable[[str], str | None]
"""Function that returns the facts stored for a slug, as JSON, or None."""
Ready = Callable[[str], Rulebook[Any] | None]
"""Function that returns the pad of the app with this name, or None."""
CACHED = 4096
"""Maximum number of cached rulebooks of stored definitions."""


class Rulebooks(Mapping[str, Rulebook[Any]]):
    """Rulebooks by slug: the `installed` ones, then those of stored definitions.

    An installed pad is also found by its name ("hearts" for "hearts~3fa9c2d15b7e"), which is not among the keys, and
    `ready` finds a pad of the app by its name. `read` looks up a stored definition, and `read_all` returns all of them
    by slug. An unreadable definition counts as missing, as does one that does not match its slug. `replaced` returns
    the last successor of each replaced pad: a replaced pad keeps its rules and has the title of its successor.
    """

    def __init__(
        self,
        installed: Mapping[str, Rulebook[Any]],
        read: Read = lambda slug: None,
        read_all: Callable[[], Mapping[str, str]] = dict,
        replaced: Callable[[], Mapping[str, str]] = dict,
        ready: Ready = lambda name: None,
    ) -> None:
        # Copy only installed and ready rulebooks: stored ones can change.
        self.installed: Mapping[str, Rulebook[Any]] = dict(getattr(installed, "installed", installed))
        self.ready: Ready = getattr(installed, "ready", ready)
        self._named = {each.name: each for each in self.installed.values()} | self.installed
        self._read, self._read_all, self._replaced = read, read_all, replaced

    def __getitem__(self, slug: str) -> Rulebook[Any]:
        found = self._named.get(slug) or self._stored(slug) or self.ready(slug)
        if found is None:
            raise KeyError(slug)
        return self._titled(found, self._replaced()) if "~" in found.slug else found

    def __iter__(self) -> Iterator[str]:
        yield from self._all()

    def __len__(self) -> int:
        return len(self._all())

    def items(self) -> ItemsView[str, Rulebook[Any]]:
        return self._all().items()  # one query instead of one per slug

    def values(self) -> ValuesView[Rulebook[Any]]:
        return self._all().values()

    def _all(self) -> dict[str, Rulebook[Any]]:
        stored = {slug: _made(slug, facts) for slug, facts in self._read_all().items() if slug not in self.installed}
        found, ends = {**self.installed, **{slug: each for slug, each in stored.items() if each}}, self._replaced()
        return {slug: self._titled(each, ends) if slug in ends else each for slug, each in found.items()}

    def _titled(self, pad: Rulebook[Any], ends: Mapping[str, str]) -> Rulebook[Any]:
        """Return a pad with the title of its last successor, if it has been replaced."""
        end = ends.get(pad.slug)
        last = end and (self._named.get(end) or self._stored(end))
        return _retitled(pad, last) if last else pad

    def _stored(self, slug: str) -> Rulebook[Any] | None:
        facts = self._read(slug) if "~" in slug else None
        return None if facts is None else _made(slug, facts)


@lru_cache(CACHED)
def _retitled(pad: Rulebook[Any], other: Rulebook[Any]) -> Rulebook[Any]:
    return replace(pad, meta=replace(pad.meta, title=other.meta.title))


@lru_cache(CACHED)
def _made(slug: str, facts: str) -> Rulebook[Any] | None:
    """Return the rulebook of stored facts, or None if they are unreadable or do not match the slug."""
    try:
        found = defined(slug.partition("~")[0], json.loads(facts))
    except (Unreadable, ValueError, RecursionError):
        return None
    return found if found.slug == slug else None
