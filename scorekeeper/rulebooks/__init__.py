"""The titles: every folder here is one, found without a list. Each names its `RULEBOOK`."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ..core.rulebook import Rulebook

HERE = tuple(__path__)


def found(path: Iterable[str], package: str) -> Mapping[str, Rulebook[Any]]:
    """Return the rulebooks in the folders of `path`, imported as parts of `package`, by slug."""
    modules = (import_module(f"{package}.{module.name}") for module in iter_modules(list(path)) if module.ispkg)
    return {module.RULEBOOK.slug: module.RULEBOOK for module in modules}


@cache
def all_rulebooks(own: str | None = None) -> Mapping[str, Rulebook[Any]]:
    """Return every rulebook in this folder by slug, and those in the folder `own`, which become parts of this package.

    Raises whatever the code in that folder raises.
    """
    if own is None:
        return found(HERE, __name__)
    if own not in __path__:
        __path__.append(own)
    return found((*HERE, own), __name__)
