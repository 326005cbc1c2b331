"""Data for the templates of this title: the cities, and the preview of a turn."""

from dataclasses import dataclass

from ...core.messages import Message
from ...core.rulebook import Preview
from .cities import City, State, different, finished, missing, one_step, turn
from .mafiosi import MAFIOSI, REMINDER, Mafioso
from .turn import Turn, come, empty, gone


@dataclass(frozen=True, slots=True)
class Area:
    """A player's city area, with the number of `different` Mafiosi and the labels of the `missing` Mafiosi."""

    seat: int
    player: str
    city: City
    different: int
    missing: tuple[Message, ...]
    on_turn: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The city areas by seat, or none if only the winner was entered; areas that lack one Mafioso are `close`."""

    areas: tuple[Area, ...]
    close: tuple[Area, ...]
    aid: tuple[Mafioso, ...]
    reminder: Message


@dataclass(frozen=True, slots=True)
class TurnPreview:
    """The preview of a turn; `becomes` has by seat the new number of different Mafiosi, or None if unchanged."""

    nothing: bool
    wins: bool
    come: Message | None
    gone: Message | None
    becomes: tuple[int | None, ...]


def board(state: State) -> Board:
    areas = []
    for seat, city in enumerate(state.cities if state.known else ()):
        on_turn = not finished(state) and seat == turn(state)
        areas.append(Area(seat, state.table.players[seat], city, different(city), missing(city), on_turn))
    return Board(tuple(areas), tuple(area for area in areas if one_step(area.city)), MAFIOSI, REMINDER)


def preview(preview: Preview[State]) -> TurnPreview:
    """Return the effects of a play. A play that only enters the winner has no effect on the cities."""
    play, before, after = preview.play, preview.before, preview.after or preview.before
    entered = play if isinstance(play, Turn) else None
    kinds = [tuple(map(different, state.cities)) for state in (before, after)]
    return TurnPreview(
        entered is not None and empty(entered),
        finished(after),
        come(entered) if entered else None,
        gone(entered, before.table) if entered else None,
        tuple(now if now != was else None for was, now in zip(*kinds, strict=True)),
    )
