"""What was perhaps overlooked: everything that is worth asking about on the table, and with which play it is said."""

from collections.abc import Iterator
from functools import lru_cache

from ...core.sheet import Note
from . import bonuses, storage, victory_points
from .aaron import gifts_missing, only_his, was_first
from .counting import Owned
from .state import AARON, State

TOGETHER = ""
"""Whose slip it is that lies in the tallies of all together."""


@lru_cache(512)  # what follows a play goes before the next, and a log asks about all of them
def standing(state: State) -> tuple[Owned[Note], ...]:
    """Return what is worth asking about as the tallies stand, by whose it is."""
    return (*_of_bonuses(state), *(gifts_missing(state) if state.solo else ()), *_of_the_box(state))


def shown(state: State) -> tuple[Note, ...]:
    """Return what was said of the tallies, and still stands; of one from a round before it is said when that ends."""
    late = {name for index, name in enumerate(state.names) if not (state.over or state.entered_now(index))}
    return tuple(each.thing for each in standing(state) if each.player not in late)


def of_player(before: State, after: State, seat: int) -> tuple[Note, ...]:
    """Return what there is to say of a player's tally: what it is about, and what it brought up."""
    return _brought_up(before, after, after.names[seat])


def of_aaron(before: State, after: State) -> tuple[Note, ...]:
    """Return what there is to say of Aaron's table. The player's tally is not asked about while it is still to come."""
    to_come = () if after.entered_now(0) else (after.names[0], TOGETHER)
    return _brought_up(before, after, AARON, to_come)


def at_the_end(state: State) -> tuple[Note, ...]:
    """Return what there is to say at the end of a round, where the player's tally is of a round before."""
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
    """Yield what is odd about bonus cards. Who has which in the pile is known once all are in, alone once Aaron is."""
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
    """Yield what would be more than there is. Source: "Game Components"."""
    shown = state.everybody(lambda held: held.victory_points)
    unsold = state.everybody(lambda held: held.storage)
    sellers = sum(each.thing.goods > 0 for each in shown)
    for note in (victory_points.more_than_there_are(shown), storage.more_goods(unsold, sellers)):
        if note:
            yield Owned(TOGETHER, note, max(state.entered))
