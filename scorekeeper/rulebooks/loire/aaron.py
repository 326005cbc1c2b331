"""Aaron's table, as it is entered in each round. Source: "Solitaire Variation"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...core.messages import Message, many, say
from ...core.sheet import Note
from ...core.table import Recalled
from . import bonuses, estate
from .counting import Owned
from .estate import CLOISTERS, TYPES, Estate
from .state import AARON, Holding, State

GIFT = 1
"""The points on the victory point card that the player receives for each of Aaron's cloisters."""


@dataclass(frozen=True, slots=True)
class Aaron:
    """Aaron's table as it was entered in a round (None: left out); `holding` is the same with every value filled in."""

    estate: Mapping[str, int] | None = field(default=None, compare=False)
    first_triples: tuple[str, ...] | None = field(default=None, compare=False)
    all_seven: int | None = field(default=None, compare=False)
    holding: Holding = field(init=False)

    def __post_init__(self) -> None:
        holding = Holding(estate.piles(self.estate), bonuses.entered(self.first_triples, self.all_seven))
        object.__setattr__(self, "holding", holding)


def aarons_table(holding: Holding) -> Aaron:
    """Return Aaron's table that enters this holding, with every field filled in."""
    cards = dict(zip(estate.TYPES, holding.estate.cards, strict=True))
    return Aaron(cards, holding.bonuses.first_triples, holding.bonuses.all_seven)


def prefill_aaron(state: State, seat: int, recalled: Recalled) -> Aaron:
    """Return Aaron's table as it stands, with every field filled in; an empty one before it was ever entered."""
    holding = state.holdings[state.aaron]
    return Aaron() if holding is None else aarons_table(holding)


def gifts_missing(state: State) -> Iterator[Owned[Note]]:
    """Yield a note if the player has fewer points on victory point cards than Aaron's cloisters gave.

    Source: "For every cloister Aaron gets, you receive 1 victory point card".
    """
    mine, his = state.holdings
    if mine is None or his is None:
        return
    count, points = his.estate.cards[CLOISTERS], mine.victory_points.cards
    if points < count * GIFT:
        player = state.names[0]
        message = many(
            "{other}'s {count} cloister gave {player} {given} victory point on a card; the tally has {points}. Left "
            "out?",
            "{other}'s {count} cloisters gave {player} {given} victory points on cards; the tally has {points}. Left "
            "out?",
            count,
            other=AARON,
            player=player,
            given=count * GIFT,
            points=points,
        )
        yield Owned(player, Note("aarons-cloisters", message), state.entered[0])


def only_his(state: State) -> Iterator[Owned[Note]]:
    """Yield notes on bonus cards that Aaron must have but has not: on the player, if the player has them, or on him.

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
            "{other} had all 7 types first, so the card for them worth {points} is his. Left out?",
            other=AARON,
            points=top,
        )
        yield _his(state, message, claimed=False)


def said_to_be_his(state: State) -> tuple[str, ...]:
    """Return the types whose "first" card Aaron must have but has not, once his table of this round is entered."""
    his = state.holdings[state.aaron]
    if his is None or not state.entered_now(state.aaron):
        return ()
    return tuple(name for name in was_first(state)[0] if name not in his.bonuses.first_triples)


def was_first(state: State) -> tuple[tuple[str, ...], bool]:
    """Return the types of which Aaron certainly had a triple first, and whether he certainly had all 7 types first.

    He gets the cards of a round before the player does: what he has in a round and the player lacked at the end of the
    round before, he had first. Estates only grow. Source: "At the beginning of each round, Aaron's deck is sorted".
    """
    mine = [Estate(), *(each.mine for each in state.compared)]
    his = [each.his for each in state.compared]
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
    whose = 0 if claimed else state.aaron
    return Owned(state.names[whose], Note("only-aaron", message), state.entered[whose])


def _first_is_his(types: list[str], player: str) -> Message:
    return many(
        "{other} had a triple of {types} before {player}: is the “first” card for it not his?",
        "{other} had triples of {types} before {player}: are the “first” cards for them not his?",
        len(types),
        other=AARON,
        types=estate.labels(types),
        player=player,
    )


def _first_left_out(types: list[str]) -> Message:
    return many(
        "{other} had a triple of {types} first, so the “first” card for it is his. Left out?",
        "{other} had triples of {types} first, so the “first” cards for them are his. Left out?",
        len(types),
        other=AARON,
        types=estate.labels(types),
    )
