"""A game round by round: what each player did in a round, without the name in every line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...core.replay import Replay, Step
from ..shell.language import translated
from .lines import Player


@dataclass(frozen=True, slots=True)
class PlayTold:
    """A play in words, for a list below the player's name: what it did, and the detail."""

    told: str
    detail: str


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """What a player did in a round."""

    player: Player
    plays: tuple[PlayTold, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """Round `number` (from 1): what each player did, and the plays that concern the whole table.

    `at` is its index among the rounds that have ended (from 0), None for the one that goes on.
    """

    number: int
    at: int | None
    players: tuple[PlayerRound, ...]
    table: tuple[PlayTold, ...]


def rounds(replay: Replay, players: Sequence[Player], only: int | None = None) -> tuple[Round, ...]:
    """Return the rounds of a game, the latest first; with `only` a seat, without the plays of other players."""
    found = []
    for at, (steps, ended) in enumerate(_by_round(replay)):
        shown = [player for player in players if only in (None, player.seat)]
        own = (PlayerRound(each, _told(replay, steps, each.seat, each.name)) for each in shown)
        found.append(Round(at + 1, at if ended else None, tuple(own), _told(replay, steps, None, "")))
    return tuple(found[::-1])


def _by_round(replay: Replay) -> Iterator[tuple[list[Step], bool]]:
    """Yield the plays of each round, and whether it has ended."""
    ended = replay.rulebook.telling.round
    states = [*(step.before for step in replay.steps), replay.state][1:]
    steps: list[Step] = []
    for step, after in zip(replay.steps, states, strict=True):
        steps.append(step)
        if ended(step.before, after):
            yield steps, True
            steps = []
    if steps:
        yield steps, False


def _told(replay: Replay, steps: Sequence[Step], seat: int | None, name: str) -> tuple[PlayTold, ...]:
    summaries = (replay.describe(step) for step in steps if step.seat == seat)
    return tuple(
        PlayTold(translated(each.headline).removeprefix(f"{name} "), translated(each.detail)) for each in summaries
    )
