"""Country scoring, the score paper, and the plays told for people."""

from collections import Counter
from dataclasses import dataclass

from ...core.messages import Message, listed, many, say
from ...core.ranking import ranked
from ...core.rulebook import Line, Sheet, Table, Telling
from .code_names import spelled
from .countries import Country
from .plays import Agent, Stop
from .rules import RUN_BONUS, Sent, State, bonus, cards_left, destination


@dataclass(frozen=True, slots=True)
class CountryScore:
    """A country with its queue, who has the card (a seat; None where nobody has an agent), and why."""

    country: Country
    queue: tuple[Sent, ...]
    leader: int | None
    reason: Message


def country_scoring(state: State) -> tuple[CountryScore, ...]:
    """Return who has the most agents in each country, as it lies now. Source: "End of the game: country scoring"."""
    names = state.table.players
    return tuple(_country_score(*each, names) for each in zip(state.countries, state.queues, strict=True))


def _country_score(country: Country, queue: tuple[Sent, ...], names: tuple[str, ...]) -> CountryScore:
    # A Counter keeps the order in which players first came, and most_common() keeps it among the level ones.
    counts = Counter(sent.player for sent in queue).most_common()
    if not counts:
        return CountryScore(country, queue, None, say("Nobody sent an agent here"))
    leader, most = counts[0]
    others = [count for _, count in counts[1:]]
    if not others:
        reason = many("The only agent here", "The only {count} agents here", most)
    elif others[0] == most:
        first = next(sent for sent in queue if sent.player == leader)
        reason = many(
            "{count} agent each; {player}'s {code_name} came first, in play {number}",
            "{count} agents each; {player}'s {code_name} came first, in play {number}",
            most,
            player=names[leader],
            code_name=spelled(first.code_name),
            number=first.number,
        )
    else:
        reason = say("{count} agents against {others}", count=most, others=listed(others))
    return CountryScore(country, queue, leader, reason)


def sheet(state: State) -> Sheet:
    """Return the score paper. Source: "End of the game": most points, then fewest own cards left, then shared."""
    worth = [0] * state.players
    for score in country_scoring(state):
        if score.leader is not None:
            worth[score.leader] += score.country.worth
    return Sheet(ranked([_line(state, seat, worth[seat]) for seat in range(state.players)]))


def _line(state: State, seat: int, countries: int) -> Line:
    influence, bonus_points, left = state.influence[seat], state.bonus[seat], cards_left(state, seat)
    total = influence + bonus_points + countries
    return Line(
        seat,
        state.table.players[seat],
        total,
        parts={"influence": influence, "bonus": bonus_points, "countries": countries},
        tie_break={"cards_left": left},
        key=(total, -left),
        so_far=influence + bonus_points,
    )


def label(table: Table, play: Agent | Stop) -> Message:
    """Return what to call a play."""
    if isinstance(play, Stop):
        return say("the stop")
    return say("{player}'s {code_name}", player=table.players[play.player], code_name=spelled(play.code_name))


def tell(state: State, play: Agent | Stop) -> Telling:
    """Return what a legal play does in the state before it. Source: "How to play", 4) Scoring points."""
    if isinstance(play, Stop):
        return Telling(say("The table stopped here"), say("Country scoring follows at once"))
    country = destination(state, play.player, play.code_name)
    agents, extra = len(state.queues[country]) + 1, bonus(play.code_name)
    written = spelled(play.code_name)
    return Telling(
        say("{code_name} goes to {country}", code_name=written, country=state.countries[country].label),
        _reckoning(agents, extra),
        agents + extra,
    )


def _reckoning(agents: int, extra: int) -> Message:
    there = many("the first agent there", "{count} agents there with this one", agents)
    if not extra:
        return there
    if extra == RUN_BONUS:
        return say(
            "{there}, and a run: {agents}\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}{extra}",
            there=there,
            agents=agents,
            extra=extra,
        )
    return say(
        "{there}, and three alike: {agents}\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}{extra}",
        there=there,
        agents=agents,
        extra=extra,
    )
