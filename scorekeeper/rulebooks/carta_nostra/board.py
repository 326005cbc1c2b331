"""What the templates of this title show: the cities, what a turn can do, and what a turn does while it is filled in."""

from dataclasses import dataclass

from ...core.messages import Message
from ...core.preview import Preview
from .cities import State, different, finished, missing, one_step, turn
from .mafiosi import ALL, LABELS, MAFIOSI, NAMES, REMINDER, Mafioso
from .turn import Turn, empty


@dataclass(frozen=True, slots=True)
class Stack:
    """All cards of one Mafioso in a city area: how many there are, and whether there is any (`lit`)."""

    name: str
    label: Message
    count: int
    lit: bool


@dataclass(frozen=True, slots=True)
class Area:
    """A player's city area: a stack for each Mafioso, in the order of MAFIOSI, and who is `missing`.

    `different` counts the Mafiosi of whom there is one or more, out of `all` five. `on_turn`: it is this player's turn.
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

    `areas` are in the order of the seats; there are none if only the winner was entered. `close` are those whose player
    needs just one Mafioso more. `aid` has the Mafiosi with their jobs, `reminder` is what to think of at the end of a
    turn.
    """

    areas: tuple[Area, ...]
    close: tuple[Area, ...]
    aid: tuple[Mafioso, ...]
    reminder: Message


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player could do with a turn: their `own` area, and the `others` in order of play after them.

    `empty` has the seats of those others who have nobody in their city.
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
    """Return whether a turn changes nothing, and whether the play wins."""
    play = preview.play
    nothing = isinstance(play, Turn) and empty(play)
    return TurnPreview(nothing, preview.after is not None and finished(preview.after))


def _area(state: State, seat: int) -> Area:
    city = state.cities[seat]
    stacks = tuple(Stack(*each, each[2] > 0) for each in zip(NAMES, LABELS, city, strict=True))
    on_turn = not finished(state) and seat == turn(state)
    return Area(seat, state.table.players[seat], stacks, different(city), ALL, missing(city), on_turn)
