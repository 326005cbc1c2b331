"""The story of a finished game: a few sentences about what made the difference."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from .history import Highlight
from .messages import N_, Message, Sentence, joined, many, say
from .numbers import rounded
from .race import Position, Race, race
from .ranking import deciding_tie_break, ranked, winners
from .replay import Replay
from .rulebook import Meta, Rulebook
from .sheet import Line, Standing

MAX_SENTENCES = 4
"""Maximum number of sentences in a story."""
FEWEST_STAGES = 3
"""Minimum number of plays or rounds for a race, and of scoring plays for naming the best."""
MAX_ALIKE = 3
"""Maximum number of equally good plays in a sentence. If there are more, the sentence is omitted."""
WORTH_MAKING_UP = 10
"""Catching up is mentioned from this fraction of the highest figure on: 1/10."""

LEAD, CHANGES, BEST, CLOSEST, CAUGHT_UP = "lead", "changes", "best", "closest", "caught-up"
"""Topics of the general highlights, in addition to TIED."""
TIED = "tied"
"""Topic of the tie-break that decided. A story ends with this topic, because it is about the result."""
TIED_WEIGHT = 100
"""The greatest weight, because nothing explains a result better."""
DIFFERENCE_WEIGHT = 90
"""Weight of the part of the score that decided, greater than the weights of the race for the lead."""


def story(replay: Replay) -> tuple[Highlight, ...]:
    """Return the highlights of greatest weight in the order of the plays; () for an unfinished game."""
    if not replay.finished:
        return ()
    own = replay.rulebook.history.moments(replay.course())
    by_topic: dict[str, Highlight] = {}
    found = race(replay)
    best = _best_plays(replay) if len(found.positions) > 1 else ()  # one position: a sheet filled in at the end
    lead: list[Highlight] = []
    if len(found.names) > 1 and sum(position.number > 0 for position in found.positions) >= FEWEST_STAGES:
        lead = [*_changes(found), *_lead(found), *_closest(found), *_caught_up(found)]
    for moment in (*own, *tied(replay), *lead, *best):
        by_topic.setdefault(moment.topic or str(moment.message), moment)
    chosen = sorted(by_topic.values(), key=lambda moment: -moment.weight)[:MAX_SENTENCES]
    after = len(replay.steps) + 1
    return tuple(sorted(chosen, key=lambda each: (each.topic == TIED, after if each.number is None else each.number)))


def _changes(found: Race) -> Iterator[Highlight]:
    if not found.changes:
        return
    number, line = found.changes[-1]
    index = next(index for index, position in enumerate(found.positions) if position.number == number)
    before, position = found.positions[index - 1], found.positions[index]
    values = {
        "stage": position.stage,
        "player": found.names[line],
        "others": _named(found, [each for each in before.leaders if each != line]),
    }
    times, kept = len(found.changes), all(position.leader == line for position in found.positions[index:])
    changed = (_changed_at_ends if found.by_rounds else _changed)(times, kept, **values)
    yield Highlight(changed, number, (60 if kept else 55) + min(times, 10), CHANGES)


def _changed(times: int, kept: bool, **values: object) -> Message:
    if kept:
        return many(
            "The lead changed once: in {stage} {player} took it from {others}, and kept it.",
            "The lead changed {count} times, the last time in {stage}: {player} took it from {others}, and kept it.",
            times,
            **values,
        )
    return many(
        "The lead changed once: in {stage} {player} took it from {others}.",
        "The lead changed {count} times, the last time in {stage}, when {player} took it from {others}.",
        times,
        **values,
    )


def _changed_at_ends(times: int, kept: bool, **values: object) -> Message:
    if kept:
        return many(
            "At the ends of rounds, the lead changed once: in {stage} {player} took it from {others}, and kept it.",
            "At the ends of rounds, the lead changed {count} times, the last time in {stage}: {player} took it from "
            "{others}, and kept it.",
            times,
            **values,
        )
    return many(
        "At the ends of rounds, the lead changed once: in {stage} {player} took it from {others}.",
        "At the ends of rounds, the lead changed {count} times, the last time in {stage}, when {player} took it from "
        "{others}.",
        times,
        **values,
    )


def _lead(found: Race) -> Iterator[Highlight]:
    """Yield the longest sole lead, if it lasted at least half of the game and no other was as long."""
    leads = sorted(found.leads, key=lambda lead: lead[1] - lead[2])
    lengths = [last - start + 1 for _, start, last in leads]
    stages = sum(position.number > 0 for position in found.positions)
    if not leads or 2 * lengths[0] < stages or lengths[0] in lengths[1:]:
        return
    line, start, last = leads[0]
    first, until = found.positions[start], found.positions[last]
    if found.changes and found.changes[-1][1] == line and found.changes[-1][0] <= first.number:
        return  # the highlight of the last lead change contains it
    values = {"player": found.names[line], "first": first.stage, "last": until.stage}
    weight = 30 + 30 * lengths[0] // len(found.positions)
    if lengths[0] == stages:
        message = say("{player} led all the way, from {first} on.", **values)
        if found.by_rounds:
            message = say("{player} led after every round.", **values)
        yield Highlight(message, first.number, 65, LEAD)
    elif len(leads) > 1:
        yield Highlight(say("{player} led longest: from {first} to {last}.", **values), first.number, weight, LEAD)
    else:
        yield Highlight(say("{player} led from {first} to {last}.", **values), first.number, weight, LEAD)


def _closest(found: Race) -> Iterator[Highlight]:
    """Yield the position with the smallest gap between the first two lines.

    If plays are compared instead of rounds, only the second half of the game counts, because at first everyone is
    close.
    """
    later = [position for position in found.positions if position.number]
    rounds = bool(later) and all(position.round for position in later)
    positions = later if rounds else found.positions[len(found.positions) // 2 :]
    closest = min((_gap(found, position), -index) for index, position in enumerate(positions))
    gap, position = closest[0], positions[-closest[1]]
    if position is found.positions[-1]:
        return  # the final result shows it
    quiet = not any(number >= positions[0].number for number, _ in found.changes)
    if not quiet and not rounds:
        return  # the highlight of the lead changes is more informative
    weight = (45 if quiet else 25) - min(20, int(100 * gap // max(1, *map(abs, position.figures))))
    values = {"stage": position.stage, "players": _named(found, _with_gap(found, position, 0))}
    if gap == 0:
        message = (
            say("It was never closer than after {stage}: {players} were tied for the lead.", **values)
            if rounds
            else say(
                "In the second half it was never closer than after {stage}: {players} were tied for the lead.", **values
            )
        )
    else:
        values |= {"others": _named(found, _with_gap(found, position, gap)), "count": gap}
        message = (
            say("It was never closer than after {stage}: {players} {count} ahead of {others}.", **values)
            if rounds
            else say(
                "In the second half it was never closer than after {stage}: {players} {count} ahead of {others}.",
                **values,
            )
        )
    yield Highlight(message, position.number, weight, CLOSEST)


def _caught_up(found: Race) -> Iterator[Highlight]:
    """Yield the line that caught up most with the leader, if no other line is equal.

    The line must have made up at least half of its gap. If plays are compared instead of rounds, this must have taken
    at least two turns of every player; over fewer plays, the gap depends on the turn order.
    """
    last = found.positions[-1]
    gains = sorted((_most_made_up(found, line) for line in range(len(found.names))), key=lambda gain: -gain[0])
    (most, line, since), (second, *_) = gains[:2]
    left, plays, in_front = found.behind(last, line), last.number - since.number, last.leader == line
    small = most < 2 or most * WORTH_MAKING_UP < max(map(abs, last.figures)) or left > most
    if most == second or small or (not last.round and plays < 2 * len(found.names)):
        return
    if found.changes and found.changes[-1] == (_after(found, since).number, line):
        return  # the highlight of the last lead change contains it
    reached = last
    if not left:
        *_, reached = takewhile(
            lambda each: found.behind(each, line) == 0 and (each.leader == line) == in_front, reversed(found.positions)
        )
    values = {
        "player": found.names[line],
        "first": since.stage,
        "last": reached.stage,
        "count": found.behind(since, line),
        "left": left,
    }
    if in_front:
        message = say("{player} caught up most: {count} behind after {first}, and in the lead after {last}.", **values)
    elif left == 0:
        message = say(
            "{player} caught up most: {count} behind after {first}, and tied for the lead after {last}.", **values
        )
    else:
        message = say("{player} caught up most: {count} behind after {first}, {left} after {last}.", **values)
    yield Highlight(message, since.number, 35 + min(20, int(100 * most // max(1, *map(abs, last.figures)))), CAUGHT_UP)


def _most_made_up(found: Race, line: int) -> tuple[float, int, Position]:
    """Return the gain of a line since its largest gap, the line, and the last position with that gap."""
    last = found.behind(found.positions[-1], line)
    furthest = max(found.positions, key=lambda position: (found.behind(position, line), position.number))
    return rounded(found.behind(furthest, line) - last), line, furthest


def _best_plays(replay: Replay) -> Iterator[Highlight]:
    """Yield the play that earned the most points, or up to MAX_ALIKE equal ones, unless the lowest total wins."""
    if replay.rulebook.meta.lowest_wins:
        return
    earned = [(replay.describe(step).points, step) for step in replay.steps if step.seat is not None]
    known = [(points, step) for points, step in earned if points is not None]
    if len(known) < FEWEST_STAGES:
        return
    most = max(points for points, _ in known)
    best = [step for points, step in known if points == most]
    if most <= 0 or len(known) == len(best) or len(best) > MAX_ALIKE:
        return
    plays = tuple(replay.rulebook.title(replay.table, step.play) for step in best)
    if len(set(map(str, plays))) < len(plays):  # their names would not distinguish them
        return
    amount = replay.rulebook.meta.in_words(most)
    message = say("The best entries earned {amount} each: {plays}.", amount=amount, plays=plays)
    if len(plays) == 1:
        message = say("{play} was the best entry: {amount}.", play=plays[0], amount=amount)
    yield Highlight(message, best[-1].number, 50 - 5 * len(best), BEST)


def _named(found: Race, lines: Iterable[int]) -> tuple[str, ...]:
    return tuple(found.names[line] for line in lines)


def _after(found: Race, position: Position) -> Position:
    return next((each for each in found.positions if each.number > position.number), position)


def _gap(found: Race, position: Position) -> float:
    """Return the gap between the first two lines; 0 if several are level in front."""
    return sorted(found.behind(position, line) for line in range(len(found.names)))[1]


def _with_gap(found: Race, position: Position, gap: float) -> list[int]:
    return [line for line in range(len(found.names)) if found.behind(position, line) == gap]


def tied(replay: Replay) -> Iterator[Highlight]:
    """Yield the tie-break that decided a finished game, or the level values of joint winners.

    Marks store these messages. A change of their words needs a migration that marks the projections stale.
    """
    standings = replay.standings
    first = winners(standings)
    if not first or first[0].total is None or all(step.kind.ends_game for step in replay.steps):
        return
    message = _apart(replay.rulebook, standings) if len(first) == 1 else _level(replay.rulebook, first, first[0].total)
    if message:
        yield Highlight(message, None, TIED_WEIGHT, TIED)


def _apart(rulebook: Rulebook[Any], standings: Sequence[Standing]) -> Message | None:
    """Return the tie-break that decided for the winner; None if no tie-break was needed."""
    name = deciding_tie_break(standings)
    if name is None:
        return None
    winner, second = standings[0].line, standings[1].line
    return say(
        "{players} were level on {total}; the tie-break decided for {player}: {label} ({player} {mine}, {others} "
        "{theirs}).",
        players=tuple(each.line.name for each in standings if each.line.total == winner.total),
        total=winner.total,
        player=winner.name,
        label=next(column.label for column in rulebook.meta.tie_breaks if column.name == name),
        mine=winner.tie_break[name],
        others=tuple(each.line.name for each in standings if each.place == standings[1].place),
        theirs=second.tie_break[name],
    )


def _level(rulebook: Rulebook[Any], first: Sequence[Line], total: float) -> Message | None:
    """Return the level tie-breaks of joint winners; None without tie-breaks, or if values are unknown or differ."""
    used = [column for column in rulebook.meta.tie_breaks if any(column.name in line.tie_break for line in first)]
    values = [[line.tie_break.get(column.name) for line in first] for column in used]
    if not used or any(None in each or len(set(each)) > 1 for each in values):
        return None
    level = [joined((column.label, value[0]), " ") for column, value in zip(used, values, strict=True)]
    return many(
        "Nothing set {players} apart: {total} each, and the tie-break was level too: {values}.",
        "Nothing set {players} apart: {total} each, and every tie-break was level too: {values}.",
        len(used),
        players=tuple(line.name for line in first),
        total=total,
        values=tuple(level),
    )


def difference(lines: Sequence[Line], meta: Meta) -> Iterator[Highlight]:
    """Yield the part with the winner's largest lead over the runner-up in a finished game, if there is one.

    The highlight's topic is the part's name. The parts have to add up to the totals. Yields nothing if the first or
    second place is shared, if the totals do not differ, or if several parts bring the same lead.
    """
    standings = ranked(lines, meta)
    if [each.place for each in standings[:3]] not in ([1, 2], [1, 2, 3]) or any(line.total is None for line in lines):
        return
    mine, theirs = ({part: each.line.parts.get(part.name) or 0 for part in meta.parts} for each in standings[:2])
    gains = {part: rounded((theirs[part] - mine[part]) * (1 if meta.lowest_wins else -1)) for part in meta.parts}
    most = max(gains.values(), default=0)
    parts = [part for part, gain in gains.items() if gain == most]
    if len(gains) > 1 and len(parts) == 1 and rounded(sum(gains.values())) > 0:
        values = {"part": parts[0].label, "mine": mine[parts[0]], "theirs": theirs[parts[0]]}
        message = Sentence(N_("{part} made the difference: {mine} to {theirs}."), values)
        yield Highlight(message, None, DIFFERENCE_WEIGHT, parts[0].name)
