"""The score paper, and the facts about the title."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ...core.messages import N_, say
from ...core.rulebook import Meta
from ...core.sheet import Line, Note
from . import bonuses, estate, solitaire, start_player, storage
from .scoring import PARTS, lacking_values, parts, total
from .state import State

META = Meta(
    slug="loire",
    title=say("The Castles of Burgundy: The Card Game"),
    short=say("Castles of Burgundy"),
    players=(1, 4),
    sole_winner=N_("{player} has the most prosperous estate on the Loire"),
    joint_winners=N_("{players} share the most prosperous estate on the Loire"),
    parts=PARTS,
    tie_breaks=storage.COLUMNS,
    bgg=191977,
)


def lines(state: State) -> tuple[Line, ...]:
    """Return the score paper: the players by seat, then Aaron. Source: "Game End", "Solitaire Variation"."""
    own = tuple(_line(state, seat) for seat in range(state.seat_count))
    if not state.solo:
        return own
    return (*(replace(line, key=_ahead_of_aaron(line)) for line in own), solitaire.line(state))


def notes(state: State) -> tuple[Note, ...]:
    """Return notes on what is missing: printed values, and at the end of the game cards that somebody must have."""
    missing = lacking_values(state)
    lacking = (Note("printed-value-missing", estate.values_missing(missing)),) if missing else ()
    return (*lacking, *(_unclaimed(state) if state.over else ()))


def extras(state: State) -> Mapping[str, str]:
    """Return the round of a game against Aaron."""
    return {"round": solitaire.ROUNDS[state.round]} if state.solo else {}


def _line(state: State, seat: int) -> Line:
    holding = state.holdings[seat]
    if holding is None:
        return Line(seat, None, dict.fromkeys(column.name for column in PARTS), {storage.LEFT: None})
    scored = parts(holding, state.table)
    return Line(seat, total(scored), scored, {storage.LEFT: storage.left(holding.storage, holding.animals)})


def _ahead_of_aaron(line: Line) -> tuple[int, ...] | None:
    return None if line.total is None else (line.total, 1)


def _unclaimed(state: State) -> Iterator[Note]:
    """Yield notes on cards that nobody has but somebody must. Source: "Additional important rules", "Game End"."""
    claimed = {name for each in state.everybody(lambda held: held.bonuses) for name in each.thing.first_triples}
    yield from bonuses.unclaimed(state.everybody(lambda held: held.estate), claimed)
    if not state.solo and not any(each.thing for each in state.everybody(lambda held: held.start_player)):
        yield start_player.UNCLAIMED
