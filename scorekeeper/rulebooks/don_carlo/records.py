"""The records of this title."""

from ...core.course import Course, Mark, Move, Record, highest
from ...core.messages import Message, joined, many, say
from .agent import Agent
from .scoring import country_scoring
from .state import State


def best_agent(course: Course[State]) -> Mark | None:
    """Return the agents with the most influence points. Source: "How to play", 4) Scoring points."""
    return highest(map(_sent, _agents(course)))


def _sent(move: Move[State]) -> Mark:
    queue = next(queue for queue in move.after.queues if queue and queue[-1].number == move.number)
    country = move.after.countries[move.after.queues.index(queue)]
    what = say("{code_name} to {country}", code_name=queue[-1].written, country=country.label)
    return Mark(sum(move.after.influence) - sum(move.before.influence), (queue[-1].seat,), move.number, what)


def most_bonus(course: Course[State]) -> Mark | None:
    """Return who had the most bonus points. Source: "How to play", 4) Scoring points."""
    had = (Mark(move.after.bonus[move.play.seat], (move.play.seat,), move.number) for move in _agents(course))
    return highest(each for each in had if each.value)


def most_fought_over(course: Course[State]) -> Mark | None:
    """Return the country with the most agents, among those with agents of two families or more."""
    fought = [each for each in country_scoring(course.state) if len({sent.seat for sent in each.queue}) > 1]
    if not fought:
        return None
    most = max(fought, key=lambda each: (len(each.queue), -each.queue[-1].number))
    what = joined((most.country.label, most.why), ": ")
    return Mark(len(most.queue), (most.leader,) if most.leader is not None else (), most.queue[-1].number, what)


def _agents(course: Course[State]) -> list[Move[State]]:
    return [move for move in course.moves if isinstance(move.play, Agent)]


def _influence(count: int) -> Message:
    return many("{count} influence point", "{count} influence points", count)


def _bonus(count: int) -> Message:
    return many("{count} bonus point", "{count} bonus points", count)


def _agent_count(count: int) -> Message:
    return many("{count} agent", "{count} agents", count)


RECORDS = (
    Record("best-agent", say("Most influence by one agent"), best_agent, _influence),
    Record("most-bonus", say("Most bonus points"), most_bonus, _bonus),
    Record("most-fought-over", say("Country most fought over"), most_fought_over, _agent_count),
)
