"""Paths of the bundled files and of the instance directory, and the installed version."""

import os
import tomllib
from datetime import datetime
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent

DISTRIBUTION = "tabletop-scorekeeper"
"""Name of the package on PyPI, where `scorekeeper` was taken."""


class Unusable(Exception):
    """Raised if a command cannot continue; the message gives the reason and the fix."""


def beside_package(name: str) -> Path:
    """Return the directory `name` (templates or static), inside the installed package or else in the checkout."""
    return next((place for place in (PACKAGE / name, CHECKOUT / name) if place.is_dir()), PACKAGE / name)


def default_folder() -> Path:
    """Return $SCOREKEEPER_INSTANCE, else `instance` in the checkout if it exists, else ~/.scorekeeper."""
    named = os.environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return Path(named)
    return CHECKOUT / "instance" if (CHECKOUT / "instance").is_dir() else Path.home() / ".scorekeeper"


def backup_name(now: datetime) -> str:
    return f"scorekeeper-{now:%Y-%m-%d}.db"


def version() -> str:
    """Return the installed version, or else the checkout's version, or "unknown"."""
    from importlib.metadata import PackageNotFoundError  # imported here because the import is slow
    from importlib.metadata import version as installed_version

    try:
        return installed_version(DISTRIBUTION)
    except PackageNotFoundError:
        pass
    try:
        return str(tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, ValueError, LookupError):
        return "unknown"
