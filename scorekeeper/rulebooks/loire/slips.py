"""Notes on possible mistakes in the tallies, by the play that shows them."""

from collections.abc import Iterator
from functools import lru_cache

from ...core.messages import Message, many, say
from ...core.sheet import Note
from . import bonuses, cards
from .counting import Owned
from .estate import CLOISTERS, TYPES, Estate, labels
from .state import AARON, Holding, State

GIFT = 1
"""Points of the victory point card that the player receives for each of Aaron's cloisters."""

TOGETHER = ""
"""Value of `Owned.player` in a note on all tallies together."""


@lru_cache(512)  # a replay needs each state twice: after a play, and before the next play
def standing(state: State) -> tuple[Owned[Note], ...]:
    """Return all notes on the current tallies, each with the owner of the tally."""
    return (*_of_bonuses(state), *(gifts_missing(state) if state.solo else ()), *_of_the_box(state))


def shown(state: State) -> tuple[Note, ...]:
    """Return the notes for the table page, except notes on tallies of an earlier round (see `at_the_end`)."""
    current = [index for index in range(len(state.names)) if state.over or state.entered_now(index)]
    late = {name for index, name in enumerate(state.names) if index not in current}
    moved = [note for index in current for note in moved_firsts(state, index)]
    return (*moved, *(each.thing for each in standing(state) if each.player not in late))


def of_player(before: State, after: State, seat: int) -> tuple[Note, ...]:
    """Return the notes shown with a player's tally: all notes on this player, and new ones on others."""
    return _own_or_new(before, after, after.names[seat])


def of_aaron(before: State, after: State) -> tuple[Note, ...]:
    """Return the notes shown with Aaron's table: all notes on Aaron, and new ones on others.

    Before the player's tally of this round is entered, notes on the player and on all tallies together are omitted.
    """
    to_come = () if after.entered_now(0) else (after.names[0], TOGETHER)
    return _own_or_new(before, after, AARON, to_come)


def at_the_end(state: State) -> tuple[Note, ...]:
    """Return the notes shown with the end of a round, on a player's tally of an earlier round."""
    notes = () if state.entered_now(0) else standing(state)
    return tuple(each.thing for each in notes if each.player != AARON)


def _own_or_new(before: State, after: State, owner: str, omitted: tuple[str, ...] = ()) -> tuple[Note, ...]:
    """Return the notes on the `owner`, and the notes new with the play, except on players in `omitted`."""
    known = [(each.player, each.thing) for each in standing(before)]
    return tuple(
        each.thing
        for each in standing(after)
        if each.player not in omitted and (each.player == owner or (each.player, each.thing) not in known)
    )


def _of_bonuses(state: State) -> Iterator[Owned[Note]]:
    """Yield notes on bonus cards.

    The order of the "all 7 types" cards is checked after all tallies are in; in a solo game, after Aaron's table of
    this round.
    """
    if state.solo:
        yield from due_to_aaron(state)
    if state.entered_now(state.aaron) if state.solo else None not in state.holdings:
        yield from bonuses.out_of_order(state.seat_count, state.everybody(lambda held: held.bonuses))
    # If Aaron was first with all 7 types, due_to_aaron() already asks about his card.
    covered = (AARON,) if state.solo and was_first(state)[1] else ()
    for each in state.everybody(lambda held: held):
        note = bonuses.left_out(each.player, each.thing.bonuses, each.thing.estate)
        if note and each.player not in covered:
            yield Owned(each.player, note, each.number)


def _of_the_box(state: State) -> Iterator[Owned[Note]]:
    """Yield notes if all tallies together have more cards or points than the box. Source: "Game Components"."""
    sold = state.everybody(lambda held: held.sold_goods)
    notes = (
        cards.more_victory_cards(state.everybody(lambda held: held.victory_cards)),
        cards.more_goods(state.everybody(lambda held: held.storage), sum(each.thing > 0 for each in sold)),
    )
    for note in notes:
        if note:
            yield Owned(TOGETHER, note, max(state.entered))


def gifts_missing(state: State) -> Iterator[Owned[Note]]:
    """Yield a note if the player has fewer points on victory point cards than Aaron's cloisters have gained.

    Source: "For every cloister Aaron gets, you receive 1 victory point card".
    """
    mine, his = state.holdings
    if mine is None or his is None:
        return
    count, points = his.estate.cards[CLOISTERS], mine.victory_cards
    if points < count * GIFT:
        player = state.names[0]
        message = many(
            "{other}'s {count} cloister gave {player} {given} victory point on a card; the tally has {points}. "
            "Forgotten?",
            "{other}'s {count} cloisters gave {player} {given} victory points on cards; the tally has {points}. "
            "Forgotten?",
            count,
            other=AARON,
            player=player,
            given=count * GIFT,
            points=points,
        )
        yield Owned(player, Note("aarons-cloisters", message), state.entered[0])


def due_to_aaron(state: State) -> Iterator[Owned[Note]]:
    """Yield notes on bonus cards that Aaron must have but lacks: on the player if the player has them, else on Aaron.

    Source: "If Aaron completes a triple before you do, Aaron receives the corresponding bonus card."
    """
    his = state.holdings[state.aaron]
    if his is None:
        return
    mine = state.holdings[0] or Holding()
    types, seven = was_first(state)
    lacking = [name for name in types if name not in his.bonuses.first_triples]
    for claimed in (True, False):
        found = [name for name in lacking if (name in mine.bonuses.first_triples) == claimed]
        if found:
            yield _his(state, _first_is_his(found, state.names[0]) if claimed else _first_left_out(found), claimed)
    top = max(bonuses.ALL_SEVEN[state.seat_count])
    if seven and mine.bonuses.all_seven == top:
        message = say(
            "{other} had all 7 types before {player}: is the card for them worth {points} not his?",
            other=AARON,
            player=state.names[0],
            points=top,
        )
        yield _his(state, message, claimed=True)
    elif seven and not his.bonuses.all_seven:
        message = say(
            "{other} had all 7 types first, so the card for them worth {points} is his. Forgotten?",
            other=AARON,
            points=top,
        )
        yield _his(state, message, claimed=False)


def moved_firsts(state: State, index: int) -> tuple[Note, ...]:
    """Return the remark on "first" cards of the owner at `index` that the opponent had after an earlier round.

    Games with several players do not compare tallies by round, so they do not have such a remark. Source: "Solitaire
    Variation": Aaron receives the card; "Additional important rules": it is taken for good.
    """
    holding = state.holdings[index]
    if not state.compared or holding is None:
        return ()
    theirs = {
        name
        for compared in state.compared
        for name in (compared.his if index == 0 else compared.mine).bonuses.first_triples
    }
    moved = [name for name in holding.bonuses.first_triples if name in theirs]
    if not moved:
        return ()
    message = many(
        "{other} had the “first” card for {types} in an earlier round, and now {player} has it. A card taken stays.",
        "{other} had the “first” cards for {types} in an earlier round, and now {player} has them. Cards taken stay.",
        len(moved),
        other=state.names[1 - index],
        types=labels(moved),
        player=state.names[index],
    )
    return (Note("first-card-moved", message),)


def unclaimed_first_cards(state: State) -> tuple[str, ...]:
    """Return the types of the "first" cards that Aaron must have but lacks; () before his table of this round."""
    his = state.holdings[state.aaron]
    if his is None or not state.entered_now(state.aaron):
        return ()
    return tuple(name for name in was_first(state)[0] if name not in his.bonuses.first_triples)


def was_first(state: State) -> tuple[tuple[str, ...], bool]:
    """Return the types with a triple that Aaron certainly had first, and whether he certainly had all 7 types first.

    Aaron gets all cards of a round before the player, and estates only grow. So he was first with everything in his
    estate that the player lacked at the end of the previous round. Source: "At the beginning of each round, Aaron's
    deck is sorted".
    """
    mine = [Estate(), *(each.mine.estate for each in state.compared)]
    his = [each.his.estate for each in state.compared]
    now = state.holdings[state.aaron]
    if now and state.entered_now(state.aaron):
        his.append(now.estate)
    rounds = list(zip(mine, his, strict=False))  # his table of this round may not be entered yet
    types = tuple(
        name
        for index, name in enumerate(TYPES)
        if any(theirs.triples[index] and not own.triples[index] for own, theirs in rounds)
    )
    return types, any(all(theirs.drawn) and not all(own.drawn) for own, theirs in rounds)


def _his(state: State, message: Message, claimed: bool) -> Owned[Note]:
    index = 0 if claimed else state.aaron
    return Owned(state.names[index], Note("only-aaron", message), state.entered[index])


def _first_is_his(types: list[str], player: str) -> Message:
    return many(
        "{other} had a triple of {types} before {player}: is the “first” card for it not his?",
        "{other} had triples of {types} before {player}: are the “first” cards for them not his?",
        len(types),
        other=AARON,
        types=labels(types),
        player=player,
    )


def _first_left_out(types: list[str]) -> Message:
    return many(
        "{other} had a triple of {types} first, so the “first” card for it is his. Forgotten?",
        "{other} had triples of {types} first, so the “first” cards for them are his. Forgotten?",
        len(types),
        other=AARON,
        types=labels(types),
    )
