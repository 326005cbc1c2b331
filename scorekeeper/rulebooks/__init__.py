"""The titles that ship with the app: one subpackage each, with a `RULEBOOK` in its `__init__.py`."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ..core.rulebook import Rulebook


@cache
def all_rulebooks() -> Mapping[str, Rulebook[Any]]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg)
    return {module.RULEBOOK.slug: module.RULEBOOK for module in modules}
