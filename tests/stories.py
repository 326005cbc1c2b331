"""Checks story sentences: looks up each claim on the score sheets after each play.

The score sheets come from scoring partial documents, not from the code that tells the stories.
"""

import json
import re
from itertools import pairwise

from scorekeeper.core.answer import scored
from scorekeeper.core.document import read
from scorekeeper.core.replay import replay
from scorekeeper.core.story import story
from scorekeeper.rulebooks import all_rulebooks

CLAIMS = []
"""Possible sentences of a story: the title's slug, None for any title, the pattern, and a check of the claim."""
NAME, STAGE = r"(.+?)", r"((?:entry|round) \w+)"


def claims(pattern, slug=None):
    """Register the decorated function as the check of a sentence, for one title or all.

    The check takes a Played and the groups of the pattern, and returns whether the sentence is true.
    """
    text = pattern.replace("NAME", NAME).replace("STAGE", STAGE).replace("NUMBER", "(−?\\d+)")
    return lambda check: CLAIMS.append((slug, re.compile(text), check)) or check


def number(text):
    return int(text.replace("−", "-"))


def names(text):
    return set(text.replace(" and ", ", ").split(", "))


class Played:
    """A complete game: its document, and its score sheet after each play."""

    def __init__(self, document, rulebooks):
        self.document, self.players, self.plays = document, document["players"], document["plays"]
        self.slug, self.options = document["rulebook"], document["options"]
        self.sheets = []
        for length in range(len(self.plays) + 1):
            cut = json.dumps(document | {"plays": self.plays[:length]}).encode()
            answer, status = scored(cut, rulebooks)
            assert status == 0, answer
            self.sheets.append({line["player"]: line for line in answer["standings"]})
        self.finished = answer["finished"]
        self.lowest = self.slug in ("prodigals-club", "fewest")
        ends = [each for each, play in enumerate(self.plays, 1) if play["kind"] == "end-round"]
        self.by_round = self.slug in ("prodigals-club", "loire")
        self.rounds = dict(zip("ABCDE" if self.slug == "loire" else "12345", ends, strict=False))
        self.numbers = ends if self.by_round else list(range(len(self.plays) + 1))
        if self.plays and self.plays[-1]["kind"] == "stop":
            last = self.figures(self.numbers[-2]) if not self.by_round and len(self.numbers) > 1 else None
            if self.by_round and ends and self.figures(ends[-1]) != self.figures(len(self.plays)):
                self.numbers = [*ends, len(self.plays)]
            elif last == self.figures(len(self.plays)):
                self.numbers = self.numbers[:-1]

    def figures(self, at):
        """Return the totals by player name if the game ended after `at` plays."""
        return {name: line["total"] for name, line in self.sheets[at].items()}

    def on_paper(self, at):
        """Return the points written on the score sheet after `at` plays, by player name."""
        if self.slug != "don-carlo":
            return self.figures(at)
        return {name: line["parts"]["influence"] + line["parts"]["bonus"] for name, line in self.sheets[at].items()}

    def at(self, stage):
        kind, name = stage.split()
        return int(name) if kind == "entry" else self.rounds[name]

    def best(self, at):
        return (min if self.lowest else max)(self.figures(at).values())

    def leaders(self, at):
        if self.finished and self.figures(at) == self.figures(-1) and at >= self.numbers[-1]:
            return {name for name, line in self.sheets[-1].items() if line["place"] == 1}
        return {name for name, figure in self.figures(at).items() if figure == self.best(at)}

    def behind(self, at):
        return {name: abs(self.best(at) - figure) for name, figure in self.figures(at).items()}

    def gap(self, at):
        return sorted(self.behind(at).values())[1]

    def changes(self):
        alone = [(at, self.leaders(at)) for at in self.numbers if len(self.leaders(at)) == 1]
        return [at for (_, before), (at, after) in pairwise(alone) if before != after]

    def leads(self):
        """Each stretch with a sole leader, as (number of positions, leader, first position, last position)."""
        found = []
        for at in (each for each in self.numbers if each):
            leaders = self.leaders(at)
            if len(leaders) != 1:
                found.append(None)
            elif found and found[-1] and found[-1][1] == leaders:
                found[-1] = (found[-1][0] + 1, leaders, found[-1][2], at)
            else:
                found.append((1, leaders, at, at))
        return [each for each in found if each]


def told(document, rulebooks=None):
    """Return the moments of a game's story, each as (sentence, moment)."""
    found = read(json.dumps(document).encode(), rulebooks or all_rulebooks())
    return [(str(moment.message), moment) for moment in story(replay(found.rulebook, found.table, found.plays))]


def false_claims(document, rulebooks=None):
    """Return the sentences of a game's story that contradict the score sheets or have no check."""
    played, wrong = Played(document, rulebooks or all_rulebooks()), []
    for sentence, moment in told(document, rulebooks):
        fitting = [
            (check, found)
            for slug, pattern, check in CLAIMS
            if slug in (None, played.slug) and (found := pattern.fullmatch(sentence))
        ]
        assert moment.number is None or 1 <= moment.number <= len(played.plays)
        if not any(check(played, *found.groups()) for check, found in fitting):
            wrong.append(sentence)
    return wrong


@claims(r"NAME led from STAGE to STAGE\.")
def _led(played, name, first, last):
    between = [at for at in played.numbers if played.at(first) <= at <= played.at(last)]
    assert {played.at(first), played.at(last)} <= set(between)
    half = 2 * len(between) >= sum(at > 0 for at in played.numbers)
    return half and all(played.leaders(at) == {name} for at in between)


TIE_BREAKS = {
    "cards left": ("cards_left", min),
    "cards left in storage": ("storage_left", max),
    "second highest score": ("second", min),
    "third highest score": ("third", min),
    "luck": ("luck", max),
    "pluck": ("pluck", min),
}


def first_by_tie_break(played):
    """Return the players level on the best final total, then the players still level after each tie-break."""
    sheet, best = played.sheets[-1], min if played.lowest else max
    totals = {name: line["total"] for name, line in sheet.items()}
    level = [{name for name, total in totals.items() if total == best(totals.values())}]
    for broken in next(iter(sheet.values()))["tie_break"]:
        values = {name: sheet[name]["tie_break"][broken] for name in level[-1]}
        better = next(best for column, best in TIE_BREAKS.values() if column == broken)
        level.append({name for name, value in values.items() if value == better(values.values())})
    return level


@claims(
    r"NAME were level on NUMBER; the tie-break decided for NAME: NAME \(NAME NUMBER, NAME NUMBER\)\.",
)
def _by_tie_break(played, players, total, winner, label, again, mine, others, theirs):
    column, _ = TIE_BREAKS[label]
    sheet, level = played.sheets[-1], first_by_tie_break(played)
    second = {name for name, line in sheet.items() if line["place"] == 2}
    before = [each for each in level if len(each) > 1][-1]
    index = list(sheet[winner]["tie_break"]).index(column)
    return (
        (again, level[0], level[-1]) == (winner, names(players), {winner})
        and {sheet[name]["total"] for name in level[0]} == {number(total)}
        and second == names(others) <= before == level[index]
        and sheet[winner]["tie_break"][column] == number(mine)
        and {sheet[name]["tie_break"][column] for name in second} == {number(theirs)}
    )


@claims(r"Nothing set NAME apart: NUMBER each, and (the|every) tie-break was level too: (.+)\.")
def _shared(played, players, total, which, values):
    sheet, first = played.sheets[-1], first_by_tie_break(played)[-1]
    said = {label: number(value) for label, value in (each.rsplit(" ", 1) for each in names(values))}
    return (
        names(players) == first == {name for name, line in sheet.items() if line["place"] == 1}
        and len(first) > 1
        and (which == "every") == (len(said) > 1)
        and all(
            sheet[name]["total"] == number(total)
            and sheet[name]["tie_break"] == {TIE_BREAKS[label][0]: value for label, value in said.items()}
            for name in first
        )
    )


@claims(r"NAME led longest: from STAGE to STAGE\.")
def _led_longest(played, name, first, last):
    *others, longest = sorted(played.leads(), key=lambda lead: lead[0])
    assert 2 * longest[0] >= sum(at > 0 for at in played.numbers)
    return longest[1:] == ({name}, played.at(first), played.at(last)) and all(each[0] < longest[0] for each in others)


@claims(r"NAME led all the way, from STAGE on\.")
def _led_all_the_way(played, name, first):
    after = [at for at in played.numbers if at]
    return played.at(first) == after[0] and all(played.leaders(at) == {name} for at in after)


@claims(r"NAME led after every round\.")
def _led_after_every_round(played, name):
    return played.by_round and all(played.leaders(at) == {name} for at in played.numbers)


AHEAD = (
    r"(At the ends of rounds, the|The) lead changed (?:once: in|NUMBER times, the last time in) STAGE(?:, when|:)? "
    "NAME took it from NAME"
)


@claims(rf"{AHEAD}\.")
def _changed(played, compared, times, stage, name, others):
    changes, at = played.changes(), played.at(stage)
    before = played.leaders(max(each for each in played.numbers if each < at))
    return (
        (compared == "The") != played.by_round
        and len(changes) == (number(times) if times else 1)
        and changes[-1] == at
        and played.leaders(at) == {name}
        and before - {name} == names(others)
    )


@claims(rf"{AHEAD}, and kept it\.")
def _changed_for_good(played, compared, times, stage, name, others):
    after = [at for at in played.numbers if at >= played.at(stage)]
    return _changed(played, compared, times, stage, name, others) and all(played.leaders(at) == {name} for at in after)


@claims(r"(In the second half it|It) was never closer than after STAGE: NAME were tied for the lead\.")
def _level(played, part, stage, who):
    level = {name for name, behind in played.behind(played.at(stage)).items() if not behind}
    return _closest(played, part, stage, 0) and level == names(who)


@claims(r"(In the second half it|It) was never closer than after STAGE: NAME NUMBER ahead of NAME\.")
def _close(played, part, stage, name, gap, others):
    at = played.at(stage)
    behind = {each for each, figure in played.behind(at).items() if figure == number(gap)}
    return _closest(played, part, stage, number(gap)) and played.leaders(at) == {name} and behind == names(others)


def _closest(played, part, stage, gap):
    half = [at for at in played.numbers if part == "It" or at >= played.numbers[-1] / 2]
    return played.gap(played.at(stage)) == gap == min(played.gap(at) for at in half)


@claims(
    r"NAME caught up most: NUMBER behind after STAGE, (?:NUMBER|and in the lead|and (tied) for the lead) after STAGE\."
)
def _caught_up(played, name, behind, first, left, level, last):
    at, reached, end = played.at(first), played.at(last), played.numbers[-1]
    made_up = {
        each: max(played.behind(before)[each] for before in played.numbers) - played.behind(end)[each]
        for each in played.figures(end)
    }
    *others, (most, who) = sorted((gain, each) for each, gain in made_up.items())
    so = {
        each: not played.behind(each)[name] and (played.leaders(each) != {name}) == bool(level)
        for each in played.numbers
    }
    lasts = {each for each in so if all(so[later] for later in so if later >= each)}
    return (
        who == name
        and all(gain < most for gain, _ in others)
        and played.behind(at)[name] == number(behind)
        and played.behind(end)[name] == (number(left) if left else 0)
        and reached == (end if left else min(lasts))
    )


def earned(played):
    """Yield each play's number and the points it earned."""
    for at, play in enumerate(played.plays, 1):
        if "player" in play:
            yield at, played.on_paper(at)[play["player"]] - played.on_paper(at - 1)[play["player"]]


def called(play):
    return f"{play['player']}'s {'/'.join(map(str, sorted(play.get('cards', ['throw']))))}"


@claims(r"NAME was the best entry: NUMBER points?\.")
def _best(played, play, points):
    (best, at), (second, _) = sorted(((each, at) for at, each in earned(played)), reverse=True)[:2]
    return best == number(points) > second and called(played.plays[at - 1]) == play


@claims(r"The best entries earned NUMBER points? each: NAME\.")
def _best_of_several(played, points, plays):
    best = [called(played.plays[at - 1]) for at, each in earned(played) if each == number(points)]
    return max(each for _, each in earned(played)) == number(points) and sorted(best) == sorted(names(plays))
