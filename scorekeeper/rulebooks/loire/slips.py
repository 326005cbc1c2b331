"""What was perhaps overlooked: notes on the tallies that are worth asking about, and with which play each is shown."""

from collections.abc import Iterator
from functools import lru_cache

from ...core.sheet import Note
from . import bonuses, storage, victory_points
from .aaron import gifts_missing, only_his, was_first
from .counting import Owned
from .state import AARON, State

TOGETHER = ""
"""The `Owned.player` of a note on all tallies together."""


@lru_cache(512)  # every state of a log is asked for twice: as the one after a play, and as the one before the next
def standing(state: State) -> tuple[Owned[Note], ...]:
    """Return all notes on the tallies as they stand, each with whose tally it is about."""
    return (*_of_bonuses(state), *(gifts_missing(state) if state.solo else ()), *_of_the_box(state))


def shown(state: State) -> tuple[Note, ...]:
    """Return the notes that the table shows; those on a tally of an earlier round wait for `at_the_end`."""
    late = {name for index, name in enumerate(state.names) if not (state.over or state.entered_now(index))}
    return tuple(each.thing for each in standing(state) if each.player not in late)


def of_player(before: State, after: State, seat: int) -> tuple[Note, ...]:
    """Return the notes that are shown with a player's tally: those on it, and those on others that it causes."""
    return _brought_up(before, after, after.names[seat])


def of_aaron(before: State, after: State) -> tuple[Note, ...]:
    """Return the notes that are shown with Aaron's table: those on it, and those on others that it causes.

    Before the player's tally of this round is entered, notes on the player and on all tallies together are left out.
    """
    to_come = () if after.entered_now(0) else (after.names[0], TOGETHER)
    return _brought_up(before, after, AARON, to_come)


def at_the_end(state: State) -> tuple[Note, ...]:
    """Return the notes that are shown with the end of a round: those on a player's tally of an earlier round."""
    stands = () if state.entered_now(0) else standing(state)
    return tuple(each.thing for each in stands if each.player != AARON)


def _brought_up(before: State, after: State, whose: str, but: tuple[str, ...] = ()) -> tuple[Note, ...]:
    known = [(each.player, each.thing) for each in standing(before)]
    return tuple(
        each.thing
        for each in standing(after)
        if each.player not in but and (each.player == whose or (each.player, each.thing) not in known)
    )


def _of_bonuses(state: State) -> Iterator[Owned[Note]]:
    """Yield notes on bonus cards.

    The order of the "all 7 types" cards is checked once all tallies are in; alone, once Aaron's of this round is.
    """
    if state.solo:
        yield from only_his(state)
    if state.entered_now(state.aaron) if state.solo else None not in state.holdings:
        yield from bonuses.out_of_order(state.seat_count, state.everybody(lambda held: held.bonuses))
    said = (AARON,) if state.solo and was_first(state)[1] else ()
    for each in state.everybody(lambda held: held):
        note = bonuses.left_out(each.player, each.thing.bonuses, each.thing.estate)
        if note and each.player not in said:
            yield Owned(each.player, note, each.number)


def _of_the_box(state: State) -> Iterator[Owned[Note]]:
    """Yield notes if all together have more than is in the box. Source: "Game Components"."""
    shown = state.everybody(lambda held: held.victory_points)
    unsold = state.everybody(lambda held: held.storage)
    sellers = sum(each.thing.goods > 0 for each in shown)
    for note in (victory_points.more_than_there_are(shown), storage.more_goods(unsold, sellers)):
        if note:
            yield Owned(TOGETHER, note, max(state.entered))
