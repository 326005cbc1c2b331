"""What the templates of this title show: the cities, and what a turn does while it is filled in."""

from dataclasses import dataclass

from ...core.messages import Message
from ...core.rulebook import Preview
from .cities import City, State, different, finished, missing, one_step, turn
from .mafiosi import MAFIOSI, REMINDER, Mafioso
from .turn import Turn, come, empty, gone


@dataclass(frozen=True, slots=True)
class Area:
    """A player's city area: how many cards of each Mafioso are in it, and who is `missing`.

    `different` counts the Mafiosi of whom there is one or more. `on_turn`: it is this player's turn.
    """

    seat: int
    player: str
    city: City
    different: int
    missing: tuple[Message, ...]
    on_turn: bool


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table, and the player aid.

    `areas` are in the order of the seats; there are none if only the winner was entered. `close` are those whose player
    needs just one Mafioso more. `aid` has the Mafiosi with their jobs, `reminder` is what to think of at the end of a
    turn.
    """

    areas: tuple[Area, ...]
    close: tuple[Area, ...]
    aid: tuple[Mafioso, ...]
    reminder: Message


@dataclass(frozen=True, slots=True)
class TurnPreview:
    """A turn while it is filled in: whether `nothing` changes in the cities, and whether it `wins`.

    `come` and `gone` say who comes into the city and who is removed (None: nobody). `becomes` has by seat how many
    different Mafiosi there are then, where that changes.
    """

    nothing: bool
    wins: bool
    come: Message | None
    gone: Message | None
    becomes: tuple[int | None, ...]


def board(state: State) -> Board:
    """Return what lies on the table."""
    areas = []
    for seat, city in enumerate(state.cities if state.known else ()):
        on_turn = not finished(state) and seat == turn(state)
        areas.append(Area(seat, state.table.players[seat], city, different(city), missing(city), on_turn))
    return Board(tuple(areas), tuple(area for area in areas if one_step(area.city)), MAFIOSI, REMINDER)


def preview(preview: Preview[State]) -> TurnPreview:
    """Return what a turn changes, and whether the play wins."""
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
