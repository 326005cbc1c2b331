"""The version of Scorekeeper."""

import tomllib
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version

from .places import CHECKOUT

DISTRIBUTION = "tabletop-scorekeeper"
"""The name under which the package is published; its own was taken."""


def version() -> str:
    """Return the version that is installed, or else the one of the checkout, or "unknown"."""
    try:
        return installed_version(DISTRIBUTION)
    except PackageNotFoundError:
        pass
    try:
        return str(tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, ValueError, LookupError):
        return "unknown"
