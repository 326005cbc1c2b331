"""Story sentences and records: the decisive part of the score, and the players with the most triples and bonuses."""

from collections.abc import Iterator, Sequence

from ...core.history import Highlight, Record, RecordEntry, Timeline, highest
from ...core.messages import joined, many, say
from ...core.story import CHANGES, difference
from . import bonuses, estate
from .scoring import META, lines
from .solitaire import ROUNDS, ahead, last_round
from .state import AARON, Holding, State


def moments(course: Timeline[State]) -> tuple[Highlight, ...]:
    """Return the highlights of a finished game. The topic of a highlight about a part of the score is its name."""
    state = course.state
    sheet = lines(state)
    if any(line.total is None for line in sheet):
        return ()
    if state.solo:
        return (*difference(sheet, META), *_held_out(course))
    held = [holding or Holding() for holding in state.holdings]
    return (*difference(sheet, META), *_triples(state, held), *_firsts(state, held), *_all_seven(state, held))


def _triples(state: State, held: Sequence[Holding]) -> Iterator[Highlight]:
    """Yield the only player with the most triples. Source: "Action 2: Place a project in your estate"."""
    counts = [sum(each.estate.triples) for each in held]
    most = max(counts)
    if most < 2 or counts.count(most) > 1:
        return
    index = counts.index(most)
    worth = estate.points(held[index].estate, estate.triple_values(state.table))
    message = say(
        "Nobody had more triples than {player}: {count}, worth {points}.",
        count=most,
        player=state.names[index],
        points=worth,
    )
    yield Highlight(message, None, 50, "triples")


def _firsts(state: State, held: Sequence[Holding]) -> Iterator[Highlight]:
    """Yield the only player with the most "first" cards. Source: "Additional important rules"."""
    counts = [len(each.bonuses.first_triples) for each in held]
    most, taken = max(counts), sum(counts)
    if most < 2 or counts.count(most) > 1:
        return
    index = counts.index(most)
    if most == taken:
        message = say(
            "{player} took every “first” card that was taken: {count}.", player=state.names[index], count=most
        )
    else:
        message = say(
            "{player} took {count} of the {taken} “first” cards.", taken=taken, player=state.names[index], count=most
        )
    yield Highlight(message, None, 40 + most, "first_triples")


def _all_seven(state: State, held: Sequence[Holding]) -> Iterator[Highlight]:
    """Yield the first player with all 7 types: the one with the highest card. Source: "Additional important rules"."""
    best = bonuses.ALL_SEVEN[state.seat_count][0]
    index = next((index for index, each in enumerate(held) if each.bonuses.all_seven == best), None)
    if index is not None:
        message = say(
            "{player} had all 7 types before the others: {points} points.", player=state.names[index], points=best
        )
        yield Highlight(message, None, 45, "all_seven")


def _held_out(course: Timeline[State]) -> Iterator[Highlight]:
    """Yield the end of a game against Aaron. Source: "Solitaire Variation"."""
    state = course.state
    values = {"player": AARON, "round": ROUNDS[state.round], "name": state.table.players[0]}
    if ahead(state):
        message = say("{player} was ahead after round {round}, and the game was over.", **values)
        yield Highlight(message, course.moves[-1].number, 70, CHANGES)
    elif last_round(state):
        message = say("{name} held out through all five rounds.", **values)
        yield Highlight(message, course.moves[-1].number, 30)


def most_triples(course: Timeline[State]) -> RecordEntry | None:
    """Return the most triples in one player's estate. Source: "Action 2: Place a project in your estate"."""
    state, found = course.state, []
    for seat, holding in zip(range(state.seat_count), state.holdings, strict=False):  # without Aaron's cards
        if holding and any(holding.estate.triples):
            counted = zip(estate.TYPE_LABELS, holding.estate.triples, strict=True)
            types = joined([joined(each, " ") for each in counted if each[1]], ", ")
            found.append(RecordEntry(sum(holding.estate.triples), (seat,), state.entered[seat], types))
    return highest(found)


RECORDS = (
    Record(
        "most-triples",
        say("Most triples"),
        most_triples,
        lambda count: many("{count} triple", "{count} triples", count),
    ),
)
