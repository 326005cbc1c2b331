"""Where things lie: the files beside the package, and the folder of this installation."""

import os
import re
from datetime import datetime
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
HOUSES = "houses"
"""The folder in the instance folder where several houses on one machine have one each."""
HOUSE = re.compile(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", re.ASCII | re.IGNORECASE)
"""The name of a house: it can be a folder, a part of a host name, and a word on a page."""


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


def house_folder(instance: Path, house: str) -> Path:
    """Return the folder of a house that has its own database, key and titles; `house` is a whole HOUSE."""
    return instance / HOUSES / house


def house_of(folder: Path) -> str:
    """Return the name of the house whose folder this is, or nothing for one that stands alone."""
    whole = folder.resolve()
    return whole.name if whole.parent.name == HOUSES and HOUSE.fullmatch(whole.name) else ""


def backup_name(folder: Path, now: datetime) -> str:
    """Return what a backup of the instance in a folder is called that somebody takes along."""
    house = house_of(folder)
    return f"scorekeeper-{house}-{now:%Y-%m-%d}.db" if house else f"scorekeeper-{now:%Y-%m-%d}.db"
