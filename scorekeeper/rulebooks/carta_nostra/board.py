"""What this rulebook's own pages are drawn from: the cities, what a turn can do, and what one being filled in does."""

from dataclasses import dataclass

from ...core.errors import IllegalPlay, Refusal
from ...core.messages import Message
from ...core.rulebook import Telling
from .mafiosi import ALL, LABELS, MAFIOSI, NAMES, REMINDER, Mafioso
from .plays import AnyPlay, Turn, Won
from .rules import State, apply, different, finished, missing, one_step, turn
from .scoring import tell


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

    `one_step`: one Mafioso more, laid on the player's own turn, wins. `on_turn`: this player is to move.
    """

    seat: int
    player: str
    stacks: tuple[Stack, ...]
    different: int
    missing: tuple[Message, ...]
    one_step: bool
    on_turn: bool


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table, and the player aid.

    `areas` are in the order of the seats; there are none where the winner alone was entered. `turn` is the seat that
    is to move (None: the game is over), `winner` the seat that has won. `aid` says everybody's job, `reminder` what to
    think of at the end of a turn.
    """

    areas: tuple[Area, ...]
    turn: int | None
    winner: int | None
    aid: tuple[Mafioso, ...]
    reminder: Message


@dataclass(frozen=True, slots=True)
class Laying:
    """A Mafioso who could come into the city: what then lies there, of that one and of different ones.

    `new` is whether there was none of them; `wins` whether that makes all five.
    """

    name: str
    label: Message
    count: int
    different: int
    new: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A player whose city a Hitman could visit: the stacks with somebody in them, and whether `one_step` wins."""

    seat: int
    player: str
    stacks: tuple[Stack, ...]
    one_step: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """What the player at `seat` could do with a turn; `targets` are all the others, in order of play after them."""

    seat: int
    layings: tuple[Laying, ...]
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a play comes to while it is filled in.

    Either `telling` or `refusal` is None. `wins` is whether it decides the game; `area` is the player's city after it
    (None if it is refused, or says nothing of the cities).
    """

    telling: Telling | None
    refusal: Refusal | None
    wins: bool
    area: Area | None


def board(state: State) -> Board:
    """Return what lies on the table."""
    areas = tuple(_area(state, seat) for seat in range(state.players)) if state.known else ()
    return Board(areas, _on_turn(state), state.winner, MAFIOSI, REMINDER)


def entry(state: State, seat: int) -> Entry:
    """Return what that seat could do with a turn. Source: "Course of play", B."""
    others = ((seat + step) % state.players for step in range(1, state.players))
    return Entry(
        seat,
        tuple(_laying(state.cities[seat], index) for index in range(ALL)),
        tuple(_target(state, other) for other in others),
    )


def sketch(state: State, play: AnyPlay) -> Sketch:
    """Return what the play comes to, legal or not."""
    try:
        after = apply(state, play, 0)
    except IllegalPlay as illegal:
        return Sketch(None, illegal.refusal, wins=False, area=None)
    telling = tell(state, play)
    match play:
        case Turn():
            area = _area(after, play.player)
            return Sketch(telling, None, area.different == ALL, area)
        case Won():
            return Sketch(telling, None, wins=True, area=None)


def _on_turn(state: State) -> int | None:
    return None if finished(state) else turn(state)


def _stacks(city: tuple[int, ...]) -> tuple[Stack, ...]:
    return tuple(Stack(name, label, count, count > 0) for name, label, count in zip(NAMES, LABELS, city, strict=True))


def _area(state: State, seat: int) -> Area:
    city = state.cities[seat]
    return Area(
        seat,
        state.table.players[seat],
        _stacks(city),
        different(city),
        missing(city),
        one_step(city),
        seat == _on_turn(state),
    )


def _laying(city: tuple[int, ...], index: int) -> Laying:
    new = not city[index]
    after = different(city) + new
    return Laying(NAMES[index], LABELS[index], city[index] + 1, after, new, after == ALL)


def _target(state: State, seat: int) -> Target:
    city = state.cities[seat]
    lying = tuple(stack for stack in _stacks(city) if stack.lit)
    return Target(seat, state.table.players[seat], lying, one_step(city))
