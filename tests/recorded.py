"""Recorded games, with other values and names."""

import json
from pathlib import Path

HERE = Path(__file__).parent
TITLES = sorted((HERE / "games").glob("*/*.json"))
PADS = sorted((HERE / "pads/games").glob("*.json"))
RECORDED = [*TITLES, *(path for path in PADS if path.name.startswith("plain-"))]


def document_of(game, **changed):
    """Return the document of a recorded game, given by its path or a name such as "loire/four-players-to-the-end"."""
    path = game if isinstance(game, Path) else HERE / "games" / f"{game}.json"
    return json.loads(path.read_text("utf-8"))["document"] | changed


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
