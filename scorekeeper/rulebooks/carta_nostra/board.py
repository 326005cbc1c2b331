"""What this rulebook's own pages are drawn from: the cities, what a turn can do, and what one being filled in does."""

from dataclasses import dataclass

from ...core.messages import Message
from ...core.preview import Preview
from .cities import State, different, finished, missing, one_step, turn
from .mafiosi import ALL, LABELS, MAFIOSI, NAMES, REMINDER, Mafioso
from .turn import Turn, empty


@dataclass(frozen=True, slots=True)
class Stack:
    """All of one Mafioso in a city area: how many lie there, and whether that is any (`lit`)."""

    name: str
    label: Message
    count: int
    lit: bool


@dataclass(frozen=True, slots=True)
class Area:
    """A player's city area: a stack for each Mafioso, always in the same order, and who is missing.

    `different` counts the Mafiosi of whom there is any, out of `all`. `on_turn`: it is this player's turn.
    """

    seat: int
    player: str
    stacks: tuple[Stack, ...]
    different: int
    all: int
    missing: tuple[Message, ...]
    on_turn: bool


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table, and the player aid.

    `areas` are in the order of the seats; there are none where the winner alone was entered. `close` are those whose
    player wins with one Mafioso more, laid on the player's own turn. `aid` says everybody's job, `reminder` what to
    think of at the end of a turn.
    """

    areas: tuple[Area, ...]
    close: tuple[Area, ...]
    aid: tuple[Mafioso, ...]
    reminder: Message


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player could do with a turn: their `own` area, and the `others` in order of play after them.

    `empty` are those of the others, by seat, in whose city nobody lies.
    """

    own: Area
    others: tuple[Area, ...]
    empty: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnPreview:
    """A turn while it is filled in: whether `nothing` changes in the cities, and whether it `wins`."""

    nothing: bool
    wins: bool


def board(state: State) -> Board:
    """Return what lies on the table."""
    areas = tuple(_area(state, seat) for seat in range(state.seat_count)) if state.known else ()
    close = tuple(area for area in areas if one_step(state.cities[area.seat]))
    return Board(areas, close, MAFIOSI, REMINDER)


def entry(state: State, seat: int) -> Entry:
    """Return what that seat could do with a turn. Source: "Course of play", B."""
    following = ((seat + step) % state.seat_count for step in range(1, state.seat_count))
    others = tuple(_area(state, other) for other in following)
    return Entry(_area(state, seat), others, tuple(other.seat for other in others if not other.different))


def preview(preview: Preview[State]) -> TurnPreview:
    """Return what a turn decides."""
    play = preview.play
    nothing = isinstance(play, Turn) and empty(play)
    return TurnPreview(nothing, preview.after is not None and finished(preview.after))


def _area(state: State, seat: int) -> Area:
    city = state.cities[seat]
    stacks = tuple(Stack(*each, each[2] > 0) for each in zip(NAMES, LABELS, city, strict=True))
    on_turn = not finished(state) and seat == turn(state)
    return Area(seat, state.table.players[seat], stacks, different(city), ALL, missing(city), on_turn)
