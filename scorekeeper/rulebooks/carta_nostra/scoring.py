"""The score paper, which knows no points, and the plays told for people."""

from ...core.messages import Message, many, say
from ...core.ranking import ranked
from ...core.rulebook import Line, Sheet, Table, Telling
from .mafiosi import ALL, INDEX, LABELS, named
from .plays import AnyPlay, Hit, Turn, Won
from .rules import State, apply, different, missing


def sheet(state: State) -> Sheet:
    """Return the score paper: all are level until one has won. Source: "Game goal"."""
    return Sheet(ranked([_line(state, seat) for seat in range(state.players)]))


def _line(state: State, seat: int) -> Line:
    city = different(state.cities[seat]) if state.known else None
    return Line(
        seat,
        state.table.players[seat],
        total=None,
        parts={"city": city},
        tie_break={},
        key=(int(seat == state.winner),),
        so_far=city,
    )


def label(table: Table, play: AnyPlay) -> Message:
    """Return what to call a play."""
    if isinstance(play, Won):
        return say("{player}'s victory", player=table.players[play.player])
    return say("{player}'s turn", player=table.players[play.player])


def tell(state: State, play: AnyPlay) -> Telling:
    """Return what a legal play does in the state before it."""
    name = state.table.players[play.player]
    if isinstance(play, Won):
        return Telling(say("{player} has won", player=name), say("Entered without the cities"))
    after = apply(state, play, 0)
    return Telling(_done(play, state.table), _come_to(after.cities[play.player], name))


def _done(turn: Turn, table: Table) -> Message:
    """Return who came and who went. Source: "Course of play", B."""
    if turn.city is None:
        return _gone(turn.hit, table) if turn.hit else say("Nobody comes into the city, and nobody is taken out")
    came = LABELS[INDEX[turn.city]]
    if turn.hit is None:
        return say("A {mafioso} comes into the city", mafioso=came)
    return say(
        "A {mafioso} comes into the city, and a Hitman takes a {other} out of {player}'s",
        mafioso=came,
        other=LABELS[INDEX[turn.hit.mafioso]],
        player=table.players[turn.hit.player],
    )


def _gone(hit: Hit, table: Table) -> Message:
    return say(
        "A Hitman takes a {mafioso} out of {player}'s city",
        mafioso=LABELS[INDEX[hit.mafioso]],
        player=table.players[hit.player],
    )


def _come_to(city: tuple[int, ...], name: str) -> Message:
    """Return how far the player is at the end of the turn. Source: "Course of play", C."""
    lacking = missing(city)
    if not lacking:
        return say("All five: {player} wins", player=name)
    if len(lacking) == ALL:
        return say("{player} has nobody in the city", player=name)
    return many(
        "{player} has {different} of {all}: the {missing} is missing",
        "{player} has {different} of {all}: {missing} are missing",
        len(lacking),
        player=name,
        different=different(city),
        all=ALL,
        missing=named(lacking),
    )
