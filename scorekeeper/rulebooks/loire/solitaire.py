"""Solo games: Aaron's table, and the rounds, which end with a comparison. Source: "Solitaire Variation"."""

from dataclasses import dataclass, replace

from ...core.errors import IllegalPlay
from ...core.fields import Field, Flag
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Kind, Option
from ...core.table import Recalled, Summary, Table
from . import bonuses, estate
from .counting import Counts
from .scoring import check_known, described, points_of
from .slips import at_the_end, moved_firsts, of_aaron
from .state import AARON, Compared, Holding, State, is_solo
from .tally import Aaron, aarons_table, check_bonuses, check_cards, check_not_negative, displaced_plays

ROUNDS = "ABCDE"
"""The names of the rounds. Source: "Game Play"."""

CARDS: tuple[int, ...] = (3, 7, 12, 18, 25)
"""Aaron's total number of cards in each round. Source: "Solitaire Variation"."""

SOLO = Option(
    Field("solo", Flag(), say("Alone against Aaron"), required=False),
    fixed=lambda seat_count: True if seat_count == 1 else None,
)


def fault(table: Table) -> Message | None:
    alone = len(table.players) == 1
    if alone and not is_solo(table):
        return say("One player alone plays against Aaron: for that, solo must be true.")
    if is_solo(table) and not alone:
        return say("solo is for one player, not {count}.", count=len(table.players))
    if alone and table.players[0].casefold() == AARON.casefold():
        return say("You cannot be called {name} in a solo game: that is your opponent.", name=AARON)
    return None


def next_to_enter(state: State, seat: int | None) -> int:
    """Return the first seat not entered in this round: Aaron's, because his cards come first, then the players'.

    If all are entered, return `seat`, or 0 instead of None. Source: "Solitaire Variation".
    """
    order = [*range(state.seat_count, len(state.names)), *range(state.seat_count)]
    return next((each for each in order if not state.entered_now(each)), seat or 0)


def ahead(state: State) -> bool:
    """Return whether Aaron has more points than the player. Source: "Solitaire Variation": "Important!"."""
    mine, his = points_of(state, 0), points_of(state, state.aaron)
    return mine is not None and his is not None and his > mine


def last_round(state: State) -> bool:
    return state.round == len(ROUNDS) - 1


def headline(state: State) -> Message | None:
    """Return the headline of the result against Aaron; None with several players. Source: "Solitaire Variation"."""
    if not state.solo:
        return None
    if ahead(state):
        return say("{player} wins after round {round}", player=AARON, round=ROUNDS[state.round])
    return say("{player} has held out to the end", player=state.table.players[0])


def heading(state: State) -> Message:
    """Return the round and Aaron's number of new cards in it. Source: "Solitaire Variation"."""
    before, now = (0, *CARDS)[state.round], CARDS[state.round]
    if not before:
        return say("Round {round}: {count} cards", round=ROUNDS[state.round], count=now)
    return say(
        "Round {round}: {count} new cards, {before} to {now}",
        round=ROUNDS[state.round],
        count=now - before,
        before=before,
        now=now,
    )


def counter(state: State, holding: Holding) -> Message:
    """Return the number of Aaron's cards entered in this round, with the number needed."""
    return say("{count} of {needed}", count=sum(holding.estate.cards), needed=CARDS[state.round])


def to_come(state: State, holding: Holding) -> bool:
    """Return whether Aaron's cards are incomplete so far: fewer than needed in this round, without negative numbers."""
    cards = holding.estate.cards
    return min(cards) >= 0 and sum(cards) < CARDS[state.round]


def gifts(state: State) -> Message | None:
    """Return the victory point cards gained by Aaron's cloisters, as text. Source: "Solitaire Variation"."""
    his = state.holdings[state.aaron] if state.solo else None
    count = his.estate.cards[estate.CLOISTERS] if his else 0
    if not count:
        return None
    return many(
        "{count} of them for {player}'s cloister", "{count} of them for {player}'s cloisters", count, player=AARON
    )


def figures(before: State | None, state: State) -> tuple[int, ...] | None:
    """Return the points of the player and of Aaron if a round of a solo game has just ended; otherwise None."""
    if before is None or round_ended(before, state) is None:
        return None
    known = [points for index in (0, state.aaron) if (points := points_of(state, index)) is not None]
    return tuple(known)


def round_ended(before: State, state: State) -> Message | None:
    """Return the name of the round that ended between two states; None without one, or with several players."""
    ended = state.solo and (state.round > before.round or state.over)
    return say("round {letter}", letter=ROUNDS[before.round]) if ended else None


def apply_aaron(state: State, aaron: Aaron, number: int) -> State:
    check_not_negative(AARON, aaron.holding)
    _check_piles(state, aaron.holding.estate.cards)
    check_cards(state, state.aaron, aaron.holding)
    check_bonuses(state, state.aaron, aaron.holding)
    return state.with_holding(state.aaron, aaron.holding, number)


def _check_piles(state: State, cards: Counts) -> None:
    if sum(cards) != CARDS[state.round]:
        message = say(
            "In round {round} {player} has {needed} cards in all, not {count}.",
            round=ROUNDS[state.round],
            player=AARON,
            needed=CARDS[state.round],
            count=sum(cards),
        )
        raise IllegalPlay("aaron-cards", message, "estate")
    for label, now, before in zip(estate.TYPE_LABELS, cards, state.aaron_before, strict=True):
        if now < before:
            message = say(
                "{player} had {before} {type} in round {round}, so cannot have {now} now.",
                player=AARON,
                before=before,
                type=label,
                round=ROUNDS[state.round - 1],
                now=now,
            )
            raise IllegalPlay("aaron-cards", message, "estate")


def describe_aaron(before: State, aaron: Aaron, after: State) -> Summary:
    summary = described(
        aaron.holding,
        before.table,
        lambda points: many("{player} has {count} point", "{player} has {count} points", points, player=AARON),
    )
    return replace(summary, remarks=moved_firsts(after, after.aaron), slips=of_aaron(before, after))


def prefill_aaron(state: State, seat: int, recalled: Recalled) -> Aaron:
    """Return Aaron's current table with every field given, or an empty table before the first one."""
    holding = state.holdings[state.aaron]
    return Aaron() if holding is None else aarons_table(holding)


@dataclass(frozen=True, slots=True)
class EndRound:
    """The end of a round, with the comparison of the points with Aaron's."""


def apply_end(state: State, end: EndRound, number: int) -> State:
    """Return the state at the start of the next round, or at the end of the game; raises IllegalPlay."""
    mine, his = state.holdings
    if his is None or not state.entered_now(state.aaron):
        message = say("{player}'s table in round {round} is missing.", player=AARON, round=ROUNDS[state.round])
        raise IllegalPlay("aaron-missing", message)
    check_known(state)
    if ahead(state) or last_round(state):
        return replace(state, over=True)
    compared = Compared(mine or Holding(), his)
    return replace(state, ended=(*state.ended, number), compared=(*state.compared, compared))


def describe_end(state: State, end: EndRound, after: State) -> Summary:
    """Return the comparison of the points, and its result. Source: "Solitaire Variation": "Important!"."""
    player = state.table.players[0]
    headline = say(
        "Round {round} is over: {player} {mine}, {other} {theirs}",
        round=ROUNDS[state.round],
        player=player,
        mine=points_of(state, 0),
        other=AARON,
        theirs=points_of(state, state.aaron),
    )
    if ahead(state):
        detail = say("{player} is ahead and wins at once", player=AARON)
    elif last_round(state):
        detail = say("{player} has held out to the end and wins", player=player)
    else:
        detail = say("On to round {round}", round=ROUNDS[state.round + 1])
    return Summary(headline, detail, slips=at_the_end(state))


def question_end(state: State, end: EndRound, at_once: bool) -> Message | None:
    """Return a question if the tally is from an earlier round, because the player may have forgotten to enter it."""
    entered = state.entered_in(0)
    if entered is None or entered == state.round:
        return None
    return say("Still round {round}'s tally?", round=ROUNDS[entered])


AARONS_TABLE = Kind(
    "aaron",
    Aaron,
    say("Enter Aaron's table"),
    apply_aaron,
    fields=(estate.PILES, *bonuses.FIELDS),
    describe=describe_aaron,
    title=N_("{player}'s table"),
    prefill=prefill_aaron,
    displaced_plays=lambda state, aaron: displaced_plays(state, state.aaron, aaron.holding),
    replaces=True,
    non_player=0,
)
END_ROUND = Kind(
    "end-round",
    EndRound,
    say("End this round"),
    apply_end,
    describe=describe_end,
    title=N_("the end of this round"),
    undone=lambda state: say("Round {letter} reopened.", letter=ROUNDS[state.round]),
    question=question_end,
)
