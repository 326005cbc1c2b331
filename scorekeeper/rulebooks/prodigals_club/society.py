"""Society: the positions of each player's four influence markers, and the moves of Dame Beatrice."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.errors import IllegalPlay
from ...core.fields import PLAYER, Field, Integer, Many
from ...core.messages import N_, Message, joined, many, say
from ...core.rulebook import Kind
from ...core.sheet import Note
from ...core.table import Recalled, Summary, Table
from . import election
from .state import Check, Competition, Part, Phase, State, handicaps, put, reckoned

MARKERS = (1, 2, 3, 4)
"""The numbers of a player's influence markers. Source: "Player Setup in the Society Competition"."""

TOP_ROW = 16
"""The number in the topmost row of the scoreboard. Source: "Dame Beatrice"."""

MAX_UP = 2
"""Spaces that a marker can move up with Dame Beatrice: one for itself, and one for another, blocked marker."""


@dataclass(frozen=True, slots=True)
class Influence:
    """The influence markers of the player at `seat`: their new numbers (`markers`), or the changes (`moves`)."""

    seat: int
    markers: tuple[int, ...] | None = None
    moves: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """Dame Beatrice's visit in a round. The document has no play for it, so it is inferred from the plays of markers.

    The visit is `done` once consecutive plays have entered the markers of all players. A play counts if

    - it comes after Hyde Park, if the election is played;
    - the player's markers were known before, so that starting positions do not count;
    - no marker moved down, because she only moves markers up.

    `seats` are the seats in the current run of such plays, `moved` is whether a play of the run moved a marker, and
    `last` is the number of the latest play of markers.
    """

    seats: frozenset[int] = frozenset()
    last: int = 0
    done: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Boards:
    """The numbers under the `markers` by seat, None until entered, and the seats entered in this round."""

    markers: tuple[tuple[int, ...] | None, ...]
    moved: frozenset[int] = frozenset()
    visit: Visit = Visit()

    @property
    def known(self) -> bool:
        return None not in self.markers


SOCIETY_BOARDS: Part[Boards] = Part("society")


def apply(state: State, play: Influence, number: int) -> State:
    """Return the state after the play; raises IllegalPlay. Source: "Scoring Moves on the Scoreboard", "Scoring"."""
    boards, seat, markers = SOCIETY_BOARDS.of(state), play.seat, markers_after(state, play)
    visit = visit_after(state, seat, boards.markers[seat], markers, number)
    return SOCIETY_BOARDS.put(state, Boards(put(boards.markers, seat, markers), boards.moved | {seat}, visit))


def markers_after(state: State, play: Influence) -> tuple[int, ...]:
    """Return the numbers under the markers after a play; raises IllegalPlay."""
    name, before = state.table.players[play.seat], SOCIETY_BOARDS.of(state).markers[play.seat]
    field, given = ("moves", play.moves) if play.markers is None else ("markers", play.markers)
    given = given or ()
    if len(given) != len(MARKERS):
        message = say("{player} has four influence markers, not {count}.", player=name, count=len(given))
        raise IllegalPlay("four-markers", message, field)
    if field == "moves" and before is None:
        message = say("{player} has no marker to move yet: enter the numbers under all four first.", player=name)
        raise IllegalPlay("markers-missing", message, field)
    if field == "moves" and before is not None:
        given = tuple(map(sum, zip(before, given, strict=True)))
    above = next((marker for marker in given if marker > TOP_ROW), None)
    if above is not None:
        message = say(
            "{player} has no marker on {number}: the topmost row is {top}.", player=name, number=above, top=TOP_ROW
        )
        raise IllegalPlay("no-such-number", message, field)
    return given


def visit_after(state: State, seat: int, before: Sequence[int] | None, after: Sequence[int], number: int) -> Visit:
    """Return Dame Beatrice's visit after play `number`, which entered a seat's markers.

    `before` and `after` are the numbers under the markers (None while unknown). Source: "Overview" of "The Round": she
    comes after Hyde Park; "Dame Beatrice": the markers "move straight up 1 space" or do not move.
    """
    visit = SOCIETY_BOARDS.of(state).visit
    if election.unfinished(state):
        return visit
    if before is None or any(new < old for old, new in zip(before, after, strict=True)):
        return Visit(last=number, done=visit.done)
    continues = number == visit.last + 1
    seats = (visit.seats if continues else frozenset()) | {seat}
    moved = tuple(before) != tuple(after) or (continues and visit.moved)
    return Visit(seats, number, visit.done or len(seats) == state.seat_count, moved)


def describe(before: State, play: Influence, after: State) -> Summary:
    name, now = before.table.players[play.seat], SOCIETY_BOARDS.of(after).markers[play.seat] or ()
    if play.moves is None:
        return Summary(say("{player} has markers on {markers}", player=name, markers=now), reckoned(now))
    moved = _moves(SOCIETY_BOARDS.of(before).markers[play.seat] or (), now)
    if not moved:
        return Summary(say("{player} moves no marker", player=name), reckoned(now))
    headline = many(
        "{player} moves a marker: {moves}", "{player} moves markers: {moves}", len(moved), player=name, moves=moved
    )
    return Summary(headline, reckoned(now))


def question(state: State, play: Influence, at_once: bool) -> Message | None:
    """Return a question if this play completes a visit of Dame Beatrice without any move; otherwise None."""
    visit = SOCIETY_BOARDS.of(state).visit
    # The play's number is not known here: this assumes that the play directly follows the run.
    after = SOCIETY_BOARDS.of(apply(state, play, visit.last + 1)).visit
    return say("Nobody moves up?") if after.done and not (visit.done or after.moved) else None


def together(before: State, after: State, plays: Sequence[object]) -> Summary | None:
    """Return the markers moved by Dame Beatrice if these plays complete her visit; otherwise None."""
    if not SOCIETY_BOARDS.there(after):
        return None
    was, now = SOCIETY_BOARDS.of(before), SOCIETY_BOARDS.of(after)
    if was.visit.done or not now.visit.done or not all(isinstance(play, Influence) for play in plays):
        return None
    each = zip(before.table.players, was.markers, now.markers, strict=True)
    moved = [joined((name, moves), " ") for name, old, new in each if (moves := _moves(old or (), new or ()))]
    return Summary(say("Dame Beatrice"), joined(moved) if moved else say("No marker moved."))


def _moves(before: Sequence[int], after: Sequence[int]) -> tuple[Message, ...]:
    """Return the moves of a player's markers, such as "5 → 6"."""
    return tuple(joined((old, new), " → ") for old, new in zip(before, after, strict=False) if old != new)


def prefill(state: State, seat: int, recalled: Recalled) -> Influence | None:
    markers = SOCIETY_BOARDS.of(state).markers[seat]
    return None if markers is None else Influence(seat, markers)


def filled(state: State, play: Influence) -> Influence:
    """Return the play with the resulting numbers under the markers, if it moves known markers; otherwise the play."""
    markers = SOCIETY_BOARDS.of(state).markers[play.seat] if SOCIETY_BOARDS.there(state) else None
    if markers is None or play.moves is None or len(play.moves) != len(MARKERS):
        return play
    return Influence(play.seat, tuple(map(sum, zip(markers, play.moves, strict=True))))


def stored(state: State, play: Influence, given: str) -> Influence:
    """Return the play as moves from the known numbers, so that it stays right when an earlier play is corrected.

    A correction of a play stored with the numbers under the markers keeps the numbers.
    """
    markers = SOCIETY_BOARDS.of(state).markers[play.seat] if SOCIETY_BOARDS.there(state) else None
    if given == "markers" or markers is None or play.markers is None or len(play.markers) != len(MARKERS):
        return play
    return Influence(play.seat, moves=tuple(now - old for old, now in zip(markers, play.markers, strict=True)))


def phases(state: State) -> tuple[Phase, ...]:
    """Return Dame Beatrice's phase, if society is played. Its form cannot be sent before all markers are known."""
    if not SOCIETY_BOARDS.there(state):
        return ()
    label, boards = say("Dame Beatrice"), SOCIETY_BOARDS.of(state)
    sends = say("Enter Dame Beatrice") if boards.known else None
    return (Phase(label, "dame-beatrice", label, sends, boards.visit.done),)


def checks(state: State) -> tuple[Check, ...]:
    if not SOCIETY_BOARDS.there(state) or SOCIETY_BOARDS.of(state).visit.done:
        return ()
    return (Check(say("Dame Beatrice was not entered: the current markers count."), "dame-beatrice"),)


def notes(state: State) -> tuple[Note, ...]:
    if not SOCIETY_BOARDS.there(state):
        return ()
    moved = SOCIETY_BOARDS.of(state).moved
    unmoved = tuple(name for seat, name in enumerate(state.table.players) if seat not in moved)
    if not unmoved:
        return ()
    message = say(
        "The influence markers of {players} were not entered in round {round}: the previous numbers count.",
        players=unmoved,
        round=state.round,
    )
    return (Note("influence-unchanged", message),)


def next_round(state: State) -> State:
    return SOCIETY_BOARDS.put(state, Boards(SOCIETY_BOARDS.of(state).markers)) if SOCIETY_BOARDS.there(state) else state


@dataclass(frozen=True, slots=True)
class SocietyBoard:
    """The data to enter Dame Beatrice: whether her visit is `done`, and each marker's possible numbers by seat.

    The current number comes first; in the top row it is the only one. Empty until all markers are known.
    """

    done: bool
    markers: tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """The numbers under a seat's `markers`, None while unknown, and the number of `handicaps` that moved them."""

    markers: tuple[int | None, ...]
    handicaps: int


INFLUENCE = Kind(
    "influence",
    Influence,
    say("Influence"),
    apply,
    fields=(
        PLAYER,
        Field("markers", Many(Integer()), say("Markers"), required=False, hint=say("The numbers under all four")),
        Field(
            "moves",
            Many(Integer()),
            say("Moves"),
            required=False,
            hint=say("Of all four; −1 for a marker moved down by 1"),
        ),
    ),
    describe=describe,
    question=question,
    title=N_("{player}'s influence"),
    prefill=prefill,
    exactly_one_of=("markers", "moves"),
    filled=filled,
    stored=stored,
    overrides=lambda play, kind: kind == "influence" and play.markers is not None,
)


class Society(Competition):
    name = "society"
    label = say("Society")
    kinds = (INFLUENCE,)
    part = SOCIETY_BOARDS
    handicaps = True
    unknown = N_("The influence markers of {players} were never entered.")
    awaits = say("markers")

    def start(self, table: Table, taken: Sequence[int]) -> Boards:
        """Return the boards at the start, with unknown markers: the players apply handicaps and then enter them."""
        return Boards((None,) * len(taken))

    def handicap(self, count: int) -> Message:
        """Return the moves that handicaps require. Source: "Take Handicaps"."""
        return many("the rightmost marker one space up", "{count} times the rightmost marker one space up", count)

    def score(self, state: State, seat: int) -> int | None:
        """Return the sum of the numbers under a seat's markers; None while they are not known. Source: "Scoring"."""
        markers = SOCIETY_BOARDS.of(state).markers[seat]
        return None if markers is None else sum(markers)

    def board(self, state: State) -> SocietyBoard:
        boards = SOCIETY_BOARDS.of(state)
        known = boards.markers if boards.known else ()
        choices = (
            tuple(tuple(range(under, min(under + MAX_UP, TOP_ROW) + 1)) for under in markers or ()) for markers in known
        )
        return SocietyBoard(boards.visit.done, tuple(choices))

    def entry(self, state: State, seat: int) -> Entry:
        taken = handicaps(state.competitions, state.seat_count - 1 - seat)
        markers = SOCIETY_BOARDS.of(state).markers[seat] or (None,) * len(MARKERS)
        return Entry(markers, taken.count(self))


SOCIETY = Society()
