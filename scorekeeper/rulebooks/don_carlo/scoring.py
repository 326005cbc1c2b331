"""Country scoring and the score sheet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from ...core.finale import Stage
from ...core.messages import Message, many, say
from ...core.sheet import Line
from .state import Country, Sent, State, cards_left


@dataclass(frozen=True, slots=True)
class CountryScore:
    """A country with its queue, and the `leader`, the seat that gets the card, or None without agents.

    `reason` explains the leader, and `why` is its short form. `most` is the number of agents of the leader, `next_most`
    of the second player.
    """

    country: Country
    queue: tuple[Sent, ...]
    leader: int | None
    why: Message
    reason: Message
    most: int = 0
    next_most: int = 0


def country_scoring(state: State) -> tuple[CountryScore, ...]:
    """Return the current leader of each country. Source: "End of the game: country scoring"."""
    names = state.table.players
    return tuple(_country_score(*each, names) for each in zip(state.countries, state.queues, strict=True))


def lines(state: State) -> tuple[Line, ...]:
    """Return the score sheet, with the cards left as tie-break. Source: "End of the game"."""
    worth = [0] * state.seat_count
    for score in country_scoring(state):
        if score.leader is not None:
            worth[score.leader] += score.country.worth
    return tuple(_line(state, seat, countries) for seat, countries in enumerate(worth))


def finale(state: State) -> tuple[Stage, ...]:
    """Return the stages of the finale: the countries, by rising worth. Source: "End of the game: country scoring"."""
    return tuple(_stage(state, each) for each in sorted(country_scoring(state), key=lambda each: each.country.worth))


def _stage(state: State, score: CountryScore) -> Stage:
    holders = () if score.leader is None else (score.leader,)
    gains = tuple(score.country.worth * (seat in holders) for seat in range(state.seat_count))
    return Stage(score.country.name, gains, holders, score.reason, short=score.country.number)


def on_paper(state: State) -> tuple[int, ...]:
    """Return the influence and bonus points by seat, before the countries. Source: "How to play", 4) Scoring points."""
    return tuple(map(add, state.influence, state.bonus))


def by_agents(queue: Sequence[Sent]) -> list[tuple[int, int]]:
    """Return the seats in a queue with their numbers of agents, beginning with the leader of the country.

    Most agents come first; the earlier first agent breaks ties. Source: "End of the game: country scoring".
    """
    # A Counter keeps the order of first arrival, and most_common() keeps that order among equal counts.
    return Counter(sent.seat for sent in queue).most_common()


@lru_cache(2048)  # a play changes the queue of only one country
def _country_score(country: Country, queue: tuple[Sent, ...], names: tuple[str, ...]) -> CountryScore:
    counts = by_agents(queue)
    if not counts:
        return CountryScore(country, queue, None, say("nobody yet"), say("Nobody sent an agent here"))
    leader, most = counts[0]
    first = next(sent for sent in queue if sent.seat == leader)
    others = tuple(count for _, count in counts[1:])
    why = _why(most, others or (0,), names[leader])
    reason = _reason(most, others, first, names[leader])
    return CountryScore(country, queue, leader, why, reason, most, max(others, default=0))


def taking(state: State, seat: int, country: int, now: float, points: float) -> Message | None:
    """Return a message with the new total if one more agent takes the country, or None.

    `now` is the player's total, `points` are the influence and bonus points of the agent.
    """
    target, queue, names = state.countries[country], state.queues[country], state.table.players
    loser = _country_score(target, queue, names).leader
    if _country_score(target, (*queue, Sent(seat, (), 0)), names).leader != seat or loser == seat:
        return None
    then = now + points + target.worth
    if loser is None:
        return say("Takes {country}: {now} → {then}", country=target.name, now=now, then=then)
    return say(
        "Takes {country} from {player}: {now} → {then}", country=target.name, player=names[loser], now=now, then=then
    )


def _why(most: int, others: tuple[int, ...], leader: str) -> Message:
    """Return the short reason why `leader` gets the country; `others` are the other players' numbers of agents."""
    if others[0] < most:
        return many("{count} agent to {others}", "{count} agents to {others}", most, others=others)
    return say("{count} each, {player} first", count=most, player=leader)


def _reason(most: int, others: tuple[int, ...], first: Sent, leader: str) -> Message:
    """Return the reason why `leader` gets the country; `first` is the leader's first agent, `others` as for `_why`."""
    if not others:
        return many("The only agent here", "The only {count} agents here", most)
    if others[0] < most:
        return _why(most, others, leader)
    return many(
        "{count} agent each; {player}'s {code_name} came first, in entry {number}",
        "{count} agents each; {player}'s {code_name} came first, in entry {number}",
        most,
        player=leader,
        code_name=first.written,
        number=first.number,
    )


def _line(state: State, seat: int, countries: int) -> Line:
    influence, bonus = state.influence[seat], state.bonus[seat]
    return Line(
        seat,
        influence + bonus + countries,
        parts={"influence": influence, "bonus": bonus, "countries": countries},
        tie_break={"cards_left": cards_left(state, seat)},
        so_far=influence + bonus,
    )
