"""The result of a game that was scored elsewhere, as stored in the column `external_result` of games."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class ExternalResult:
    """The result of a game without plays; what its source does not state is unknown.

    `lines` are place (0: none) and points (or None) of each person: of the players, in the order of
    `StoredGame.players`, then of anonymous people. `seats_known`: the players are in the order of their seats;
    otherwise their order means nothing. `starts` is the index of the starting player's line, None if unknown.
    `minutes` is the duration of a game without two times. `roles` has a text for each line ("": none), and is empty if
    nobody has a role. `parts` are the points by category, `rounds` those of each round: for each line, None if unknown.
    `expansions` are names.
    """

    lines: tuple[tuple[int, float | None], ...] = ()
    seats_known: bool = False
    starts: int | None = None
    minutes: int | None = None
    roles: tuple[str, ...] = ()
    parts: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    rounds: tuple[tuple[float | None, ...], ...] = ()
    expansions: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> "ExternalResult":
        """Return a stored result. Earlier versions stored only the lines."""
        stored: Any = json.loads(text)
        if isinstance(stored, list):
            stored = {"lines": stored, "seats_known": True}
        stored["parts"] = {name: tuple(points) for name, points in stored.get("parts", {}).items()}
        for name in ("lines", "rounds"):
            stored[name] = tuple(map(tuple, stored.get(name, ())))
        for name in ("roles", "expansions"):
            stored[name] = tuple(stored.get(name, ()))
        return cls(**stored)

    def text(self) -> str:
        """Return the stored form: JSON without all that is unknown; the same for equal results."""
        known = {each.name: getattr(self, each.name) for each in fields(self)}
        return json.dumps({name: value for name, value in known.items() if value != getattr(UNKNOWN, name)})


UNKNOWN = ExternalResult()
