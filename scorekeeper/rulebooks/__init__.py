"""The titles of the app: every folder here is one, and its `__init__.py` names a `RULEBOOK`."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ..core.rulebook import Rulebook


@cache
def all_rulebooks() -> Mapping[str, Rulebook[Any]]:
    """Return the rulebooks of all folders here, by slug."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg)
    return {module.RULEBOOK.slug: module.RULEBOOK for module in modules}
