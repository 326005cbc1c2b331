"""The values behind this title's own templates: the score paper of a round, and what each competition adds."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.messages import Message
from ...core.preview import Preview
from . import set_up
from .decided import decided
from .markers import TOP_ROW
from .phases import checks, next_phase, phases
from .rounds import END_ROUND, ROUNDS, reaching_zero
from .scoring import all_scores, highest_first
from .state import Check, Key, Phase, Scores, State, handicaps

CHANGES = (-1, -2, -3, -4, 1)
"""The changes of votes or pounds that have a key of their own; others are added up from these, or typed."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score on the paper: whether it is the one that `counts`, and whether it would end the game (`at_zero`)."""

    value: int | None
    counts: bool
    at_zero: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A competition on the paper: its `scores` by seat, and what its template needs.

    `entries` are the values of `Views.entry` by seat, `board` is that of `Views.board`.
    """

    name: str
    label: Message
    scores: tuple[Score, ...]
    entries: tuple[object, ...]
    board: object


@dataclass(frozen=True, slots=True)
class Start:
    """What a seat starts with (`holds`), and its handicaps, in words.

    Those `counted` are included in `holds`; those `open` are to be taken at the table before anything is entered.
    """

    holds: tuple[Message, ...]
    counted: tuple[Message, ...]
    open: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """How the game starts: the errand boys of everybody, what each seat has, and hints of the competitions."""

    errand_boys: Message
    seats: tuple[Start, ...]
    hints: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The score paper of a round.

    `changes` are those with a key of their own; `top_row` is the highest number of a marker. `decided` says
    which competition cost whom the game that is over. `course` has everybody's scores at the end of each round, by seat
    and by competition; `ended` has the same as `Score`. `order` has the seats in order of play. `next` is the phase
    that comes next, None once the game is over. `set_up` is None after the first round. `ending` says who would end the
    game with this round, `checks` what is missing before the round ends. If another round follows, its order is set
    either on a planning board (`planned`) or with the keys for reserved `spots`.
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
        """The numbers that a marker can stand on."""
        return range(-self.top_row, self.top_row + 1)

    @property
    def labels(self) -> tuple[Message, ...]:
        return tuple(row.label for row in self.rows)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is needed to enter plays of a seat: the names of the kinds of play that have a form now."""

    forms: tuple[str, ...]


def board(state: State) -> Board:
    """Return the score paper as it stands."""
    reached = all_scores(state)
    return Board(
        rows=tuple(_rows(state, reached)),
        changes=CHANGES,
        top_row=TOP_ROW,
        decided=decided(state),
        course=state.course,
        ended=tuple(tuple(_own(scores) for scores in each) for each in state.course),
        round=state.round,
        rounds=ROUNDS,
        order=state.order,
        phases=phases(state),
        next=None if state.over else next_phase(state),
        set_up=_set_up(state) if state.round == 1 else None,
        ending=tuple(reaching_zero(state)),
        checks=checks(state),
        planned=state.planning and not _is_last(state),
        spots=() if state.planning or _is_last(state) else _spots(state),
    )


def _is_last(state: State) -> bool:
    """Return whether no round follows if this one ends now. Source: "Check for End of Game"."""
    return state.over or state.round == ROUNDS or any(reaching_zero(state))


def _spots(state: State) -> tuple[Key, ...]:
    return (Key("", "–"), *(Key(str(spot), str(spot)) for spot in range(1, state.seat_count + 1)))


def entry(state: State, seat: int) -> Entry:
    """Return what is needed to enter plays of a seat."""
    kinds = [kind.name for each in state.competitions for kind in each.kinds]
    closed = [name for each in state.competitions for name in each.views.closed(state, seat)]
    forms = (*(name for name in kinds if name not in closed), END_ROUND.name)
    return Entry(forms)


def preview(preview: Preview[State]) -> object:
    """Return what a competition shows of a play besides its summary, or None."""
    shown = (each.views.preview(preview) for each in preview.before.competitions)
    return next((each for each in shown if each is not None), None)


def _rows(state: State, reached: tuple[Scores, ...]) -> Iterator[Row]:
    own = [_own(scores) for scores in reached]
    for index, each in enumerate(state.competitions):
        column = tuple(scores[index] for scores in own)
        entries = tuple(each.views.entry(state, seat) for seat in range(state.seat_count))
        yield Row(each.name, each.label, column, entries, each.views.board(state))


def _own(scores: Scores) -> tuple[Score, ...]:
    falling = highest_first(scores)
    highest = falling[0] if falling else None
    return tuple(Score(each, each is not None and each == highest, each is not None and each <= 0) for each in scores)


def _set_up(state: State) -> SetUp:
    begun = set_up.start(state.table)
    seats = range(state.seat_count)
    return SetUp(
        set_up.errand_boys(state.table),
        tuple(_start(begun, seat) for seat in seats),
        tuple(each.views.set_up_hint for each in state.competitions if each.views.set_up_hint),
    )


def _start(begun: State, seat: int) -> Start:
    taken = handicaps(begun.competitions, begun.seat_count - 1 - seat)
    holds = tuple(message for each in begun.competitions for message in each.starts_with(begun, seat))
    counted = tuple(each.handicap for each in taken if each.handicap and each.start_number)
    open_ = tuple(each.handicap for each in taken if each.handicap and not each.start_number)
    return Start(holds, counted, open_)
