"""Story sentences and records: the effect of the countries, players out early, and the best agents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...core.history import Highlight, Move, Record, RecordEntry, Timeline, highest
from ...core.messages import Message, joined, many, say
from .agent import Agent
from .scoring import by_agents, country_scoring, lines, on_paper
from .state import Country, Sent, State, cards_left, eliminated

WATCHED = 3
"""Minimum number of agents sent after a player was out, for a sentence in the story."""
CHANGED_HANDS = 3
"""Minimum number of changes of a country's leader for a sentence in the story."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The contest for a country: the leading seat after each agent, and the `second` at the end, if any."""

    country: Country
    queue: tuple[Sent, ...]
    holders: tuple[int, ...]
    second: int | None

    @property
    def holder(self) -> int:
        return self.holders[-1]

    def agents(self, seat: int | None) -> int:
        return sum(sent.seat == seat for sent in self.queue)

    @property
    def turns(self) -> tuple[int, ...]:
        pairs = zip(self.holders, self.holders[1:], self.queue[1:], strict=False)
        return tuple(sent.number for before, after, sent in pairs if before != after)

    @property
    def decided(self) -> int:
        """The number of the play that made `holder` the leader until the end."""
        return (self.queue[0].number, *self.turns)[-1]


def moments(course: Timeline[State]) -> tuple[Highlight, ...]:
    fought = contests(course.state)
    return (*_turned(course.state), *_decided(course.state, fought), *_fought_over(course, fought), *_out(course))


def contests(state: State) -> tuple[Contest, ...]:
    found = []
    for country, queue in zip(state.countries, state.queues, strict=True):
        if queue:
            holders = tuple(by_agents(queue[:count])[0][0] for count in range(1, len(queue) + 1))
            others = [seat for seat, _ in by_agents(queue)][1:]
            found.append(Contest(country, queue, holders, others[0] if others else None))
    return tuple(found)


def _turned(state: State) -> Iterator[Highlight]:
    """Yield the effect of country scoring on the winners. Source: "End of the game: country scoring"."""
    names, paper = state.table.players, on_paper(state)
    parts = [line.parts["countries"] or 0 for line in lines(state)]
    winner, first = _winner(state), _first(state)
    ahead = [seat for seat, points in enumerate(paper) if points == max(paper)]
    if winner is None:
        behind = tuple(names[seat] for seat in first if seat not in ahead)
        others = tuple(names[seat] for seat in first if seat in ahead)
        if behind and others:
            message = say("After the countries, {players} and {others} were tied.", players=behind, others=others)
            yield Highlight(message, None, 95)
        return
    others = tuple(names[seat] for seat in ahead if seat != winner)
    gained = {"player": names[winner], "points": parts[winner], "others": others}
    if winner not in ahead:
        message = many(
            "The countries decided: without them {player} was {count} point behind {others}; they brought {points}.",
            "The countries decided: without them {player} was {count} points behind {others}; they brought {points}.",
            max(paper) - paper[winner],
            **gained,
        )
        yield Highlight(message, None, 95)
    elif others:
        message = say(
            "{players} were tied without the countries, which brought {player} {points}.",
            players=(names[winner], *others),
            **gained,
        )
        yield Highlight(message, None, 90)


def _decided(state: State, fought: tuple[Contest, ...]) -> Iterator[Highlight]:
    """Yield the decisive country: if its second player had received the card, another player would have won alone.

    The second player has at most one agent fewer there. Of several such countries, one with a tie in agents is
    preferred, then the one with the highest worth.
    """
    winner = _winner(state)
    if winner is None:
        return
    close = [
        (each, then)
        for each in fought
        if each.holder == winner
        and each.second is not None
        and each.agents(winner) - each.agents(each.second) < 2
        and (then := _winner_without(state, each)) not in (None, winner)
    ]
    if not close:
        return
    each, then = max(
        close, key=lambda found: (found[0].agents(found[0].second) - found[0].agents(winner), found[0].country.worth)
    )
    most, fewer, names = each.agents(winner), each.agents(each.second), state.table.players
    other = names[each.second or 0]
    values = {
        "country": each.country.label,
        "player": names[winner],
        "instead": _instead(each.country, other, names[then or 0]),
    }
    if most == fewer:
        message = many(
            "{country} went to {player}, who was there before {other}, with {count} agent each; {instead}.",
            "{country} went to {player}, who was there before {other}, with {count} agents each; {instead}.",
            most,
            other=other,
            **values,
        )
    else:
        message = say(
            "{country} went to {player}, {most} agents to {fewer}; {instead}.", most=most, fewer=fewer, **values
        )
    yield Highlight(message, each.queue[-1].number, 75)


def _winner_without(state: State, contest: Contest) -> int | None:
    """Return the sole winner's seat if the second player had received the country; None for a shared win."""
    moved = {contest.holder: -contest.country.worth, contest.second: contest.country.worth}
    totals = [(line.total or 0) + moved.get(line.seat, 0) for line in lines(state)]
    first = _best(state, totals)
    return first[0] if len(first) == 1 else None


def _instead(country: Country, other: str, then: str) -> Message:
    """Return the alternative outcome: if `other` had received the country, `then` would have won."""
    if then == other:
        return say("its {points} points would have made {player} Don Carlo", points=country.worth, player=other)
    return say(
        "had its {points} points gone to {player}, {then} would have been Don Carlo",
        points=country.worth,
        player=other,
        then=then,
    )


def _fought_over(course: Timeline[State], fought: tuple[Contest, ...]) -> Iterator[Highlight]:
    """Yield the country that changed hands most often; otherwise the one with the most agents."""
    if not fought:
        return
    names, most = course.table.players, max(len(each.turns) for each in fought)
    hottest = [each for each in fought if len(each.turns) == most]
    if most >= CHANGED_HANDS and len(hottest) == 1:
        message = say(
            "{country} changed hands {count} times; in the end it is {player}'s: {why}.",
            country=hottest[0].country.label,
            count=most,
            player=names[hottest[0].holder],
            why=next(each.why for each in country_scoring(course.state) if each.country is hottest[0].country),
        )
        yield Highlight(message, hottest[0].decided, 40 + 2 * most)
        return
    longest = max(len(each.queue) for each in fought)
    crowded = [each for each in fought if len(each.queue) == longest]
    if len(crowded) == 1 and longest > len(names):
        message = say(
            "The most agents went to {country}: {agents}.",
            country=crowded[0].country.label,
            agents=longest,
        )
        yield Highlight(message, None, 20)


def _out(course: Timeline[State]) -> Iterator[Highlight]:
    """Yield the first eliminated player, and the number of agents sent by the others afterwards."""
    for move in course.moves:
        out = eliminated(move.after)
        if out:
            watched = sum(later.seat is not None for later in course.moves if later.number > move.number)
            if len(out) == 1 and watched >= WATCHED:
                message = say(
                    "{player} was out first, in entry {number}; the others sent {count} more agents.",
                    player=course.table.players[out[0]],
                    number=move.number,
                    count=watched,
                )
                yield Highlight(message, move.number, 34 + min(watched, 15))
            return


def _winner(state: State) -> int | None:
    first = _first(state)
    return first[0] if len(first) == 1 else None


def _first(state: State) -> tuple[int, ...]:
    return _best(state, [line.total or 0 for line in lines(state)])


def _best(state: State, totals: Sequence[float]) -> tuple[int, ...]:
    """Return the winning seats; fewer cards left break ties. Source: "End of the game: country scoring"."""
    results = [(total, -cards_left(state, seat)) for seat, total in enumerate(totals)]
    return tuple(seat for seat, result in enumerate(results) if result == max(results))


def best_agent(course: Timeline[State]) -> RecordEntry | None:
    """Return the agents with the most influence points. Source: "How to play", 4) Scoring points."""
    found = []
    for move in _agents(course):
        queue = next(queue for queue in move.after.queues if queue and queue[-1].number == move.number)
        country = move.after.countries[move.after.queues.index(queue)]
        what = say("{code_name} to {country}", code_name=queue[-1].written, country=country.label)
        earned = sum(move.after.influence) - sum(move.before.influence)
        found.append(RecordEntry(earned, (queue[-1].seat,), move.number, what))
    return highest(found)


def most_bonus(course: Timeline[State]) -> RecordEntry | None:
    """Return the most bonus points of one player. Source: "How to play", 4) Scoring points."""
    had = (RecordEntry(move.after.bonus[move.play.seat], (move.play.seat,), move.number) for move in _agents(course))
    return highest(each for each in had if each.value)


def most_fought_over(course: Timeline[State]) -> RecordEntry | None:
    """Return the country with the most agents, among those with agents of several players."""
    fought = [each for each in country_scoring(course.state) if len({sent.seat for sent in each.queue}) > 1]
    if not fought:
        return None
    most = max(fought, key=lambda each: (len(each.queue), -each.queue[-1].number))
    what = joined((most.country.label, most.why), ": ")
    return RecordEntry(len(most.queue), (most.leader,) if most.leader is not None else (), most.queue[-1].number, what)


def _agents(course: Timeline[State]) -> list[Move[State]]:
    return [move for move in course.moves if isinstance(move.play, Agent)]


RECORDS = (
    Record(
        "best-agent",
        say("Most influence by one agent"),
        best_agent,
        lambda count: many("{count} influence point", "{count} influence points", count),
    ),
    Record(
        "most-bonus",
        say("Most bonus points"),
        most_bonus,
        lambda count: many("{count} bonus point", "{count} bonus points", count),
    ),
    Record(
        "most-fought-over",
        say("Most contested country"),
        most_fought_over,
        lambda count: many("{count} agent", "{count} agents", count),
    ),
)
