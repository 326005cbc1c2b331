"""Recorded games, with other names."""

from pathlib import Path

HERE = Path(__file__).parent
RECORDED = [*sorted((HERE / "games").glob("*/*.json")), *sorted((HERE / "pads/games").glob("plain-*.json"))]


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
