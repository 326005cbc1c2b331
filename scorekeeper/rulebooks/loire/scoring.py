"""The score paper, and the plays told for people."""

from collections.abc import Mapping

from ...core.messages import Message, listed, many, say
from ...core.ranking import ranked
from ...core.rulebook import Line, Note, Sheet, Table, Telling
from .cards import AARON, ROUNDS, TYPES
from .holdings import storage_left, triples
from .plays import Aaron, AnyPlay, EndRound, Stop, Tally
from .points import AARONS_PARTS, PARTS, lacking, parts, total, triple_values
from .rules import State, aaron_is_ahead, lacking_values, named, points_of, values_missing


def sheet(state: State) -> Sheet:
    """Return the score paper. Source: "Game End"; against Aaron the "Solitaire Variation"."""
    lines = [_line(state, index) for index in range(len(state.holdings))]
    remarks = (*_missing(state), *(_unclaimed(state) if state.over else ()))
    return Sheet(ranked(lines), remarks, {"round": ROUNDS[state.round]} if state.solo else {})


def _line(state: State, index: int) -> Line:
    """Return a line: most points, then most cards left in storage, then shared; level with Aaron, the player wins."""
    holding, his = state.holdings[index], state.solo and index == state.aaron
    scored: Mapping[str, int | None] = dict.fromkeys(PARTS)
    points = left = None
    if holding is not None:
        scored = parts(holding, state.table)
        points = total(scored)
        left = None if his else storage_left(holding)
    if his:
        scored = {name: value if name in AARONS_PARTS else None for name, value in scored.items()}
    return Line(
        None if his else index,
        state.names[index],
        points,
        scored,
        {"storage_left": left},
        None if points is None else (points, -index if state.solo else left or 0),
        points,
    )


def _missing(state: State) -> tuple[Note, ...]:
    types = lacking_values(state)
    return (Note("printed-value-missing", values_missing(types)),) if types else ()


def _unclaimed(state: State) -> tuple[Note, ...]:
    """Return what lies about though somebody must have it. Source: "Additional important rules", "Game End"."""
    held = [holding for holding in state.holdings if holding]
    notes = []
    for index, name in enumerate(TYPES):
        with_triple = [
            player
            for player, holding in zip(state.names, state.holdings, strict=True)
            if holding and triples(holding)[index]
        ]
        if with_triple and not any(name in holding.first_triples for holding in held):
            message = say(
                'Nobody has the "first" card for {type}, but a triple of it: {players}.',
                type=named([name]),
                players=listed(with_triple),
            )
            notes.append(Note("bonus-unclaimed", message))
    if not state.solo and not any(holding.start_player for holding in held):
        notes.append(Note("start-player-unclaimed", say("Nobody has the start player card, which counts 1 point.")))
    return tuple(notes)


def label(table: Table, play: AnyPlay) -> Message:
    """Return what to call a play."""
    match play:
        case Tally():
            return say("{player}'s tally", player=table.players[play.player])
        case Aaron():
            return say("{player}'s table", player=AARON)
        case Stop():
            return say("the stop")
        case EndRound():
            return say("the end of the round")


def tell(state: State, play: AnyPlay) -> Telling:
    """Return what a legal play does in the state before it."""
    match play:
        case Tally():
            return _tally_told(state, play)
        case Aaron():
            return _aaron_told(state, play)
        case Stop():
            return Telling(say("These are the final tallies"))
        case EndRound():
            return _end_told(state)


def _tally_told(state: State, play: Tally) -> Telling:
    scored = parts(play.holding, state.table)
    points = total(scored)
    if points is None:
        return Telling(values_missing(lacking(play.holding, triple_values(state.table))))
    detail = say(
        'triples {triples}, "first" cards {first_triples}, all 7 types {all_seven}, victory point cards '
        "{victory_cards}, sold goods {goods}, animals {animals}, start player {start_player}",
        **scored,
    )
    return Telling(many("{count} point", "{count} points", points), detail)


def _aaron_told(state: State, play: Aaron) -> Telling:
    scored = parts(play.holding, state.table)
    points = total(scored)
    if points is None:
        return Telling(values_missing(lacking(play.holding, triple_values(state.table))))
    detail = say(
        'triples {triples}, "first" cards {first_triples}, all 7 types {all_seven}',
        **{name: scored[name] for name in PARTS if name in AARONS_PARTS},
    )
    return Telling(
        many("{player} has {count} point", "{player} has {count} points", points, player=AARON),
        detail,
    )


def _end_told(state: State) -> Telling:
    """Return how the points compare. Source: "Solitaire Variation": "Important!"."""
    headline = say(
        "Round {round} is over: {player} {mine}, {other} {theirs}",
        round=ROUNDS[state.round],
        player=state.table.players[0],
        mine=points_of(state, 0),
        other=AARON,
        theirs=points_of(state, state.aaron),
    )
    if aaron_is_ahead(state):
        return Telling(headline, say("{player} is ahead and wins at once", player=AARON))
    if state.round == len(ROUNDS) - 1:
        return Telling(headline, say("{player} has held out to the end and wins", player=state.table.players[0]))
    return Telling(headline, say("On to round {round}", round=ROUNDS[state.round + 1]))
