"""Data for the templates of this title: the score sheet of a round, with the data of each competition."""

from dataclasses import dataclass

from ...core.messages import Message, say
from . import set_up
from .rounds import checks, is_last, next_phase, phases, reaching_zero
from .scoring import all_scores, decided, highest_first
from .society import SOCIETY, TOP_ROW
from .state import ROUNDS, Check, Key, Phase, Scores, State, described_handicaps, handicaps

CHANGES = (-1, -2, -3, -4, 1)
"""The changes of votes or pounds with a key on the page; other changes are sums of these, or typed."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score on the sheet, None while unknown; whether it `counts`, and whether it would end the game (`at_zero`)."""

    value: int | None
    counts: bool
    at_zero: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A competition on the sheet; `entries` are `Competition.entry` by seat, `board` is `Competition.board`."""

    name: str
    label: Message
    scores: tuple[Score, ...]
    entries: tuple[object, ...]
    board: object


@dataclass(frozen=True, slots=True)
class Start:
    """The things that a seat `holds` at the start, with `counted` handicaps; the players apply `open` handicaps."""

    holds: tuple[Message, ...]
    counted: tuple[Message, ...]
    open: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    errand_boys: Message
    seats: tuple[Start, ...]
    hints: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The score sheet of a round.

    - `top_row`: the highest number of a marker;
    - `decided`: messages on the competitions that decided the game, once it is over;
    - `course`: the scores at the end of each round, by seat and by competition; `ended`: the same as `Score`;
    - `next`: the next phase, None once the game is over; `set_up`: None after the first round;
    - `ending`: messages on the scores that would end the game with this round;
    - `checks`: the things to enter before the round ends;
    - `planned`, `spots`: if another round follows, its order is set on a planning board or with the keys `spots` for
      reserved spots.
    """

    rows: tuple[Row, ...]
    changes: tuple[int, ...]
    top_row: int
    decided: tuple[Message, ...]
    course: tuple[tuple[Scores, ...], ...]
    ended: tuple[tuple[tuple[Score, ...], ...], ...]
    round: int
    rounds: int
    order: tuple[int, ...]
    phases: tuple[Phase, ...]
    next: Phase | None
    set_up: SetUp | None
    ending: tuple[Message, ...]
    checks: tuple[Check, ...]
    planned: bool
    spots: tuple[Key, ...]

    @property
    def marker_numbers(self) -> range:
        return range(-self.top_row, self.top_row + 1)

    @property
    def labels(self) -> tuple[Message, ...]:
        return tuple(row.label for row in self.rows)


def board(state: State) -> Board:
    by_seat = [_on_sheet(scores) for scores in all_scores(state)]
    rows = tuple(
        Row(
            each.name,
            each.label,
            tuple(scores[index] for scores in by_seat),
            tuple(each.entry(state, seat) for seat in range(state.seat_count)),
            each.board(state),
        )
        for index, each in enumerate(state.competitions)
    )
    last = is_last(state)
    spots = (Key("", "–"), *(Key(str(spot), str(spot)) for spot in range(1, state.seat_count + 1)))
    return Board(
        rows=rows,
        changes=CHANGES,
        top_row=TOP_ROW,
        decided=decided(state),
        course=state.course,
        ended=tuple(tuple(_on_sheet(scores) for scores in each) for each in state.course),
        round=state.round,
        rounds=ROUNDS,
        order=state.order,
        phases=phases(state),
        next=None if state.over else next_phase(state),
        set_up=_set_up(state) if state.round == 1 else None,
        ending=tuple(reaching_zero(state)),
        checks=checks(state),
        planned=state.planning and not last,
        spots=() if state.planning or last else spots,
    )


def _on_sheet(scores: Scores) -> tuple[Score, ...]:
    falling = highest_first(scores)
    highest = falling[0] if falling else None
    return tuple(Score(each, each is not None and each == highest, each is not None and each <= 0) for each in scores)


def _set_up(state: State) -> SetUp:
    begun, seats = set_up.start(state.table), []
    for seat in range(state.seat_count):
        taken = handicaps(begun.competitions, begun.seat_count - 1 - seat)
        seats.append(
            Start(
                tuple(message for each in begun.competitions for message in each.starts_with(begun, seat)),
                described_handicaps([each for each in taken if each.start_number]),
                described_handicaps([each for each in taken if not each.start_number]),
            )
        )
    hints = (say("Enter the markers once they are placed."),) if SOCIETY in state.competitions else ()
    return SetUp(set_up.errand_boys(state.table), tuple(seats), hints)
