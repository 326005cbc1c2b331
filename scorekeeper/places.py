"""Where things are: the files beside the package, and the instance folder."""

import os
import re
from datetime import datetime
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
HOUSES = "houses"
"""The folder in the instance folder in which each of several houses on one machine has its own."""
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
    """Return the folder of a house, with its own database, keys and titles; all of `house` has to match HOUSE."""
    return instance / HOUSES / house


def house_of(folder: Path) -> str:
    """Return the name of the house whose instance folder this is, or "" if it is not one of several."""
    whole = folder.resolve()
    return whole.name if whole.parent.name == HOUSES and HOUSE.fullmatch(whole.name) else ""


def backup_name(folder: Path, now: datetime) -> str:
    """Return the name of the file when somebody makes a backup of an instance folder."""
    house = house_of(folder)
    return f"scorekeeper-{house}-{now:%Y-%m-%d}.db" if house else f"scorekeeper-{now:%Y-%m-%d}.db"
