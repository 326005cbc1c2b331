"""The result of a game scored elsewhere, as stored in the column `external_result` of games."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class ExternalResult:
    """The result of a game without plays; facts that its source omits are unknown.

    `lines` are place (0 if unplaced) and points (or None) of each person: of the players, in the order of
    `StoredGame.players`, then of anonymous people. `seats_known`: the players are in the order of their seats,
    clockwise; otherwise their order means nothing. `starts` is the index of the starting player's line, None if
    unknown. `minutes` is the duration of a game without two times. `roles` has a text for each line, or "", and is
    empty without roles. `parts` are the points by category, `rounds` those of each round: for each line, None if
    unknown. `expansions` are names.
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
        stored: Any = json.loads(text)
        stored["parts"] = {name: tuple(points) for name, points in stored.get("parts", {}).items()}
        for name in ("lines", "rounds"):
            stored[name] = tuple(map(tuple, stored.get(name, ())))
        for name in ("roles", "expansions"):
            stored[name] = tuple(stored.get(name, ()))
        return cls(**stored)

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts that people wrote: roles, expansions, and names of categories."""
        return (*self.roles, *self.expansions, *self.parts)

    def with_texts(self, rewritten: Callable[[str], str]) -> "ExternalResult":
        """Return the result with another text for each of its `texts`."""
        return replace(
            self,
            roles=tuple(map(rewritten, self.roles)),
            expansions=tuple(map(rewritten, self.expansions)),
            parts={rewritten(name): points for name, points in self.parts.items()},
        )

    def text(self) -> str:
        """Return the stored form: JSON without unknown values; equal results have equal texts."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        known = {name: value for name, value in values.items() if value != getattr(UNKNOWN, name)}
        return json.dumps({"lines": self.lines, **known})

    def seats(self, players: int) -> tuple[int | None, ...]:
        """Return the seats of that many players, counted from the starting player (0), each None if unknown.

        Without a known starting player, known seats are counted from the first player.
        """
        first = 0 if self.starts is None else self.starts
        if self.seats_known and first < players:
            return tuple((seat - first) % players for seat in range(players))
        return tuple(0 if seat == self.starts else None for seat in range(players))

    def rearranged(
        self, lines: Sequence[tuple[int, float | None]], before: Sequence[int | None], **others: Any
    ) -> "ExternalResult":
        """Return the result with these lines and other values; `before` has the earlier index of each line, or None."""

        def moved(values: Sequence[Any], empty: Any) -> tuple[Any, ...]:
            return tuple(empty if at is None else values[at] for at in before) if values else ()

        starts = before.index(self.starts) if self.starts in before and self.starts is not None else None
        return replace(
            self,
            **{
                "lines": (*lines,),
                "starts": starts,
                "roles": moved(self.roles, ""),
                "parts": {name: moved(points, None) for name, points in self.parts.items()},
                "rounds": tuple(moved(points, None) for points in self.rounds),
                **others,
            },
        )


UNKNOWN = ExternalResult()
