"""Where things are: the files beside the package, and the instance folder; and which version this is."""

import os
import tomllib
from datetime import datetime
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent

DISTRIBUTION = "tabletop-scorekeeper"
"""The name under which the package is published; its own was taken."""


class Unusable(Exception):
    """The folder or the database cannot be used; the text says why and what to do."""


def beside_package(name: str) -> Path:
    """Return the folder `name` (templates, static): inside the package where it is installed, else in the checkout."""
    return next((place for place in (PACKAGE / name, CHECKOUT / name) if place.is_dir()), PACKAGE / name)


def default_folder() -> Path:
    """Return the instance folder: $SCOREKEEPER_INSTANCE, the checkout's, or one in the user's home."""
    named = os.environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return Path(named)
    return CHECKOUT / "instance" if (CHECKOUT / "instance").is_dir() else Path.home() / ".scorekeeper"


def backup_name(now: datetime) -> str:
    """Return the name of the file when somebody makes a backup."""
    return f"scorekeeper-{now:%Y-%m-%d}.db"


def version() -> str:
    """Return the version that is installed, or else the one of the checkout, or "unknown"."""
    from importlib.metadata import PackageNotFoundError  # only here: that takes longer than many commands
    from importlib.metadata import version as installed_version

    try:
        return installed_version(DISTRIBUTION)
    except PackageNotFoundError:
        pass
    try:
        return str(tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, ValueError, LookupError):
        return "unknown"
