"""The plays: a turn, with the Mafiosi placed and removed; and the winner, for tables that enter only the winner."""

from dataclasses import dataclass, replace

from ...core.errors import IllegalPlay, shortened
from ...core.fields import PLAYER, Field, Record, Seat, Word
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Kind
from ...core.table import Summary, Table
from . import cities
from .cities import City, Removal, State, come_in, decided, different, missing, taken_out
from .mafiosi import ALL, INDEX, LABELS, NAMES

TITLE = N_("{player}'s turn")


@dataclass(frozen=True, slots=True)
class Hit:
    """The removal of a `mafioso` (by name) from the city of the player at `seat` by a Hitman. Source: "Hitman"."""

    seat: int
    mafioso: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the player at `seat`, with its changes in the cities. A job stopped by a Don is omitted.

    `city` is the Mafioso (by name) placed in the player's own city, `hit` the removal from another city; each is
    optional. Source: "Course of play", B.
    """

    seat: int
    city: str | None = None
    hit: Hit | None = None


def apply(state: State, turn: Turn, number: int) -> State:
    """Return the state after the turn; raises IllegalPlay for an impossible turn.

    Either order of the two actions ("Course of play", B) has the same result: one is in the player's own city, the
    other in another player's. Source: "The jobs of Mafiosi", Hitman.
    """
    hit = turn.hit
    for name in (turn.city, hit.mafioso if hit else None):
        if name is not None and name not in INDEX:
            message = say("There is no Mafioso {name!r}: there are {mafiosi}.", name=shortened(name), mafiosi=LABELS)
            raise IllegalPlay("unknown-mafioso", message)
    if hit is not None and hit.seat == turn.seat:
        message = say(
            "A Hitman works in other players' cities: {player} cannot remove a {mafioso} from their own.",
            player=state.table.players[hit.seat],
            mafioso=LABELS[INDEX[hit.mafioso]],
        )
        raise IllegalPlay("own-city", message, "liquidated")
    if hit is not None and not state.cities[hit.seat][INDEX[hit.mafioso]]:
        raise IllegalPlay("nothing-to-liquidate", _nobody_there(state, hit), "liquidated")
    after = replace(state, last=turn.seat)
    if hit is not None:
        after = taken_out(after, hit.seat, INDEX[hit.mafioso], Removal(turn.seat, number))
    if turn.city is not None:
        after = come_in(after, turn.seat, INDEX[turn.city])
    return decided(after, turn.seat)


def describe(before: State, turn: Turn, after: State) -> Summary:
    table = before.table
    return Summary(_done(turn, table), _come_to(after.cities[turn.seat], table.players[turn.seat]))


def question(state: State, turn: Turn, at_once: bool) -> Message | None:
    """Return a question about a turn without a change, out of turn or sent at once, because it is usually a mistake."""
    on_turn = cities.turn(state)
    if not empty(turn) or not (at_once or turn.seat != on_turn):
        return None
    play = Message(TITLE, {"player": state.table.players[turn.seat]})
    if turn.seat != on_turn:
        return say("{play}: no change? It is {player}'s turn.", play=play, player=state.table.players[on_turn])
    return say("{play}: no change? The last entry was only a moment ago.", play=play)


def empty(turn: Turn) -> bool:
    """Return whether a turn changes nothing in the cities. Source: "Course of play", B, the note."""
    return turn.city is None and turn.hit is None


def come(turn: Turn) -> Message | None:
    return say("A {mafioso} comes into the city", mafioso=LABELS[INDEX[turn.city]]) if turn.city in INDEX else None


def gone(turn: Turn, table: Table) -> Message | None:
    hit = turn.hit
    if hit is None or hit.mafioso not in INDEX:
        return None
    mafioso, player = LABELS[INDEX[hit.mafioso]], table.players[hit.seat]
    return say("A Hitman removes {player}'s {mafioso}", mafioso=mafioso, player=player)


def _done(turn: Turn, table: Table) -> Message:
    """Return the Mafiosi placed and removed. Source: "Course of play", B."""
    if turn.city is None or turn.hit is None:
        return come(turn) or gone(turn, table) or say("No change")
    return say(
        "A {mafioso} comes into the city, and a Hitman removes {player}'s {other}",
        mafioso=LABELS[INDEX[turn.city]],
        other=LABELS[INDEX[turn.hit.mafioso]],
        player=table.players[turn.hit.seat],
    )


def _come_to(city: City, name: str) -> Message:
    """Return the Mafiosi that the player lacks at the end of the turn, or the win. Source: "Course of play", C."""
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
        missing=lacking,
    )


def _nobody_there(state: State, hit: Hit) -> Message:
    names, label = state.table.players, LABELS[INDEX[hit.mafioso]]
    removal = state.removals[hit.seat][INDEX[hit.mafioso]]
    if removal is None:
        return say("No {mafioso} has come into {player}'s city.", mafioso=label, player=names[hit.seat])
    return say(
        "No {mafioso} is left in {player}'s city: {other} removed the last one in entry {number}.",
        mafioso=label,
        player=names[hit.seat],
        other=names[removal.seat],
        number=removal.number,
    )


MAFIOSO = Word(NAMES, LABELS)
TURN = Kind(
    "turn",
    Turn,
    say("Enter the turn"),
    apply,
    fields=(
        PLAYER,
        Field("city", MAFIOSO, say("Comes into the city"), required=False),
        Field(
            "liquidated",
            Record(
                (
                    Field("player", Seat(), say("from the city of"), attribute="seat"),
                    Field("mafioso", MAFIOSO, say("Mafioso")),
                ),
                make=Hit,
            ),
            say("Removed by a Hitman"),
            required=False,
            attribute="hit",
        ),
    ),
    describe=describe,
    title=TITLE,
    question=question,
    in_turn=True,
)


@dataclass(frozen=True, slots=True)
class Won:
    """The victory of the player at `seat`, entered without the cities."""

    seat: int


def apply_won(state: State, won: Won, number: int) -> State:
    return replace(state, last=won.seat, winner=won.seat, known=False)


def describe_won(before: State, won: Won, after: State) -> Summary:
    return Summary(say("{player} has won", player=before.table.players[won.seat]), say("Entered without the cities"))


WON = Kind(
    "won",
    Won,
    say("Just record the winner"),
    apply_won,
    fields=(PLAYER,),
    describe=describe_won,
    title=N_("{player}'s victory"),
)
