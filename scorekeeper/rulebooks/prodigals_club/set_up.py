"""The competitions, the options of a table, and the state at the start with its handicaps."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.errors import IllegalPlay
from ...core.fields import Apart, Choice, Field, Many, Record
from ...core.messages import Message, joined, many, say
from ...core.rulebook import Helper, Kind, Option, SeatingRule, StartingPlayer
from ...core.table import Recalled, Summary, Table
from . import election, possessions
from .election import ELECTION
from .last_will import LAST_WILL
from .possessions import POSSESSIONS
from .society import SOCIETY
from .state import Competition, State, handicaps, is_planned

COMPETITIONS: tuple[Competition, ...] = (POSSESSIONS, LAST_WILL, ELECTION, SOCIETY)
"""All competitions, in the order of the score sheet and of the handicaps."""

APART = Apart(
    (POSSESSIONS.name, LAST_WILL.name),
    say("{one} replaces {other}: choose one of them.", one=LAST_WILL.label, other=POSSESSIONS.label),
)
"""The competitions that exclude each other. Source: "Overview"."""

MIN_COMPETITIONS, MAX_COMPETITIONS = 2, 3
"""The minimum and maximum number of competitions in a game. Source: "Game Boards"."""

ERRAND_BOYS: Mapping[int, int] = {2: 5, 3: 4, 4: 4, 5: 3}
"""Errand boys of each player in a game of two competitions, by number of players. Source: "Player Setup"."""

PLANNED = SeatingRule(
    say(
        "The planning phase of Last Will gives the order of play, in round 1 too: list the players in that order."
        " Its starting player marker goes to the player who most recently paid for something."
    ),
    StartingPlayer.ASKED,
)


def played(table: Table) -> tuple[Competition, ...]:
    return tuple(each for each in COMPETITIONS if each.name in table.options["competitions"])


def _not_played(state: State, competition: Competition) -> IllegalPlay:
    return IllegalPlay(
        "no-such-competition",
        say(
            "{competition} is not part of this game: it is played with {played}.",
            competition=competition.label,
            played=tuple(each.label for each in state.competitions),
        ),
    )


def _guarded_kind(kind: Kind[State, Any]) -> Kind[State, Any]:
    """Return a copy of a kind of play, refused and not prefilled in games without any of its competitions."""
    owners = [each for each in COMPETITIONS if kind in each.kinds]
    foreign = frozenset(owners).isdisjoint

    def apply(state: State, play: Any, number: int) -> State:
        if foreign(state.competitions):
            raise _not_played(state, owners[0])
        return kind.apply(state, play, number)

    def prefill(state: State, seat: int, recalled: Recalled) -> Any:
        return None if foreign(state.competitions) else kind.prefill(state, seat, recalled)

    return replace(kind, apply=apply, prefill=prefill)


def _guarded_helper(helper: Helper[State], owner: Competition) -> Helper[State]:
    """Return a copy of a helper that answers with the message of a refusal, also in games without its `owner`."""

    def answer(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
        try:
            if owner not in state.competitions:
                raise _not_played(state, owner)
            return helper.answer(state, values)
        except IllegalPlay as illegal:
            return (Summary(illegal.refusal.message),)

    return replace(helper, answer=answer, available=lambda table: owner in played(table))


def fault(table: Table) -> Message | None:
    """Return the reason against this combination of competitions, or None. Source: "Overview", "Game Boards"."""
    chosen: tuple[str, ...] = table.options["competitions"]
    if len(set(chosen)) < len(chosen):
        return say("No competition can be played twice.")
    if not MIN_COMPETITIONS <= len(chosen) <= MAX_COMPETITIONS:
        return say("Choose two or three competitions, not {count}.", count=len(chosen))
    return None


def sitting(options: Mapping[str, Any]) -> SeatingRule | None:
    """Return the seating rule of games with a planning board, which sets the order from round 1 on; otherwise None.

    Source: "Playing The Prodigals Club with Last Will", "Starting Player"; and a ruling.
    """
    return PLANNED if LAST_WILL.name in options.get("competitions", ()) else None


def start(table: Table) -> State:
    """Return the state before the first play. Source: "Player Setup", "Take Handicaps"."""
    competitions, seat_count = played(table), len(table.players)
    taken = [handicaps(competitions, seat_count - 1 - seat) for seat in range(seat_count)]
    parts = {each.part.name: each.start(table, [own.count(each) for own in taken]) for each in competitions}
    return State(table, competitions, parts, order=tuple(range(seat_count)))


def errand_boys(table: Table) -> Message:
    """Return the number of errand boys of each player, as text.

    Source: "Player Boards and Errand Boys"; "Playing The Prodigals Club with Last Will", "Errands".
    """
    competitions = played(table)
    if is_planned(competitions):
        return many(
            "{count} errand boy more than the planning board of Last Will shows",
            "{count} errand boys more than the planning board of Last Will shows",
            len(competitions) - 1,
        )
    count = ERRAND_BOYS[len(table.players)] + (len(competitions) == MAX_COMPETITIONS)
    return many("{count} errand boy each", "{count} errand boys each", count)


def _start_field(name: str) -> Field:
    """Return the field that corrects a number of the set-up table; its hint shows the default."""
    owners = [each for each in COMPETITIONS if each.start_number and each.start_number.field.name == name]
    numbers = [(each.label, each.start_number) for each in owners if each.start_number]
    printed = joined([_printed(label, number.printed) for label, number in numbers])
    return replace(numbers[0][1].field, hint=say("Left empty: {printed}. Handicaps come on top.", printed=printed))


def _printed(competition: Message, numbers: Mapping[int, int]) -> Message:
    if len(set(numbers.values())) == 1:
        return say("{number} in {competition}", number=max(numbers.values()), competition=competition)
    columns = tuple(say("{number} with {players}", number=each, players=count) for count, each in numbers.items())
    return say("{columns} players", columns=columns)


KINDS = tuple(
    _guarded_kind(kind) for kind in {kind.name: kind for each in COMPETITIONS for kind in each.kinds}.values()
)
HELPERS = (
    *(_guarded_helper(helper, POSSESSIONS) for helper in possessions.HELPERS),
    *(_guarded_helper(helper, ELECTION) for helper in election.HELPERS),
)
START_FIELDS = dict.fromkeys(each.start_number.field.name for each in COMPETITIONS if each.start_number)

OPTIONS = (
    Option(
        Field(
            "competitions",
            Many(
                Choice(tuple(each.name for each in COMPETITIONS), tuple(each.label for each in COMPETITIONS)),
                apart=(APART,),
            ),
            say("Competitions"),
            hint=say("Two or three; Last Will can replace the possessions"),
        ),
        remembered=True,
        initial=(ELECTION.name, SOCIETY.name),  # recommended by the rulebook for the first game
    ),
    Option(
        Field(
            "start",
            Record(tuple(_start_field(name) for name in START_FIELDS)),
            say("At the start"),
            required=False,
            hint=say("Only if your copy differs"),
        )
    ),
)
