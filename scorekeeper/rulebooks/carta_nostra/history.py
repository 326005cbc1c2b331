"""Story sentences and records: near wins, removals by Hitmen, and the fewest turns."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ...core.history import Highlight, Move, Record, RecordEntry, Timeline
from ...core.messages import Message, many, say
from .cities import State, missing, one_step
from .mafiosi import INDEX, LABELS
from .turn import Hit, Turn

STRUCK = 2
"""Minimum number of Mafiosi removed by Hitmen for a sentence in the story."""


def moments(course: Timeline[State]) -> tuple[Highlight, ...]:
    winner = course.state.winner
    if winner is None or not course.state.known:
        return ()
    return (*_how_long(course, winner), *_waited(course, winner), *_robbed(course), *_struck(course), *_close(course))


def _how_long(course: Timeline[State], winner: int) -> Iterator[Highlight]:
    own, last = sum(move.seat == winner for move in course.moves), course.moves[-1].number
    message = many(
        "It took {all} turns; {count} of them was {player}'s.",
        "It took {all} turns; {count} of them were {player}'s.",
        own,
        player=course.table.players[winner],
        all=last,
    )
    yield Highlight(message, None, 50)


def _waited(course: Timeline[State], winner: int) -> Iterator[Highlight]:
    """Yield the entry from which the winner lacked only one Mafioso, always the same. Source: "Game goal"."""
    *earlier, last = course.moves
    since: Move[State] | None = None
    for move in reversed(earlier):
        if not one_step(move.after.cities[winner]):
            break
        since = move
    if since is None:
        return
    lacking = missing(since.after.cities[winner])
    if lacking == missing(last.before.cities[winner]):
        message = say(
            "{player} had four of the five from entry {since} on; the {mafioso} completed them in entry {number}.",
            player=course.table.players[winner],
            mafioso=lacking,
            since=since.number,
            number=last.number,
        )
        yield Highlight(message, since.number, 60)


def _robbed(course: Timeline[State]) -> Iterator[Highlight]:
    """Yield the last removal by a Hitman that set back a loser who lacked only one Mafioso. Source: "Hitman"."""
    for move, hit in reversed(_hits(course.moves)):
        before, after = (state.cities[hit.seat] for state in (move.before, move.after))
        if one_step(before) and not one_step(after) and hit.seat != course.state.winner:
            message = say(
                "{player} was one Mafioso away from winning when {other}'s Hitman took the {mafioso} "
                "in entry {number}.",
                player=course.table.players[hit.seat],
                other=course.table.players[move.seat or 0],
                mafioso=LABELS[INDEX[hit.mafioso]],
                number=move.number,
            )
            yield Highlight(message, move.number, 80)
            return


def _struck(course: Timeline[State]) -> Iterator[Highlight]:
    """Yield the number of Mafiosi removed by Hitmen, and the player who lost most. Source: "Hitman"."""
    hits = _hits(course.moves)
    if len(hits) < STRUCK:
        return
    (victim, most), *others = Counter(hit.seat for _, hit in hits).most_common()
    if others and others[0][1] == most:
        message: Message = say("Hitmen removed {count} Mafiosi in all.", count=len(hits))
    elif not others:
        message = say(
            "Hitmen removed {count} Mafiosi, all of them {player}'s.",
            count=len(hits),
            player=course.table.players[victim],
        )
    else:
        message = say(
            "Hitmen removed {count} Mafiosi, {most} of them {player}'s.",
            count=len(hits),
            most=most,
            player=course.table.players[victim],
        )
    yield Highlight(message, None, 55)


def _close(course: Timeline[State]) -> Iterator[Highlight]:
    state = course.state
    close = tuple(
        name for seat, name in enumerate(course.table.players) if seat != state.winner and one_step(state.cities[seat])
    )
    if close:
        message = many(
            "{players} lacked just one Mafioso at the end.",
            "{players} each lacked just one Mafioso at the end.",
            len(close),
            players=close,
        )
        yield Highlight(message, course.moves[-1].number, 70)


def _hits(moves: Sequence[Move[State]]) -> list[tuple[Move[State], Hit]]:
    return [(move, move.play.hit) for move in moves if isinstance(move.play, Turn) and move.play.hit]


def played_out(course: Timeline[State]) -> bool:
    """Return whether the turns were entered, rather than only the winner."""
    return course.state.known


def fewest_turns(course: Timeline[State]) -> RecordEntry | None:
    """Return the number of the winner's turns; None if only the winner was entered. Source: "Game goal"."""
    winner = course.state.winner
    if winner is None or not played_out(course):
        return None
    turns = [move.number for move in course.moves if isinstance(move.play, Turn) and move.seat == winner]
    return RecordEntry(len(turns), (winner,), turns[-1])


RECORDS = (
    Record(
        "fewest-turns",
        say("Fewest turns to win"),
        fewest_turns,
        lambda count: many("{count} turn", "{count} turns", count),
        lowest=True,
    ),
)
