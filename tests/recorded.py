"""Recorded games, with other names."""

from pathlib import Path

HERE = Path(__file__).parent
TITLES = sorted((HERE / "games").glob("*/*.json"))
PADS = sorted((HERE / "pads/games").glob("*.json"))
RECORDED = [*TITLES, *(path for path in PADS if path.name.startswith("plain-"))]


def renamed(value, names):
    """Return a part of a document with all names replaced."""
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [renamed(each, names) for each in value]
        case dict():
            return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    return value
