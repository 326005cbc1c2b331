"""Checks of the sentences about Don Carlo, based on the plays in the documents."""

from collections import Counter
from itertools import combinations_with_replacement, pairwise

from tests.stories import claims, names, number

DECK = Counter({0: 4, 1: 4, 2: 4, 3: 4, 4: 4, 5: 3, 6: 2})
WORTH = {"Egoistria [1-3]": 3, "Absurdistan [6]": 6, "Chaotania [8]": 8, "Squadronia [9-12]": 9}
SUMS = {"Egoistria [1-3]": (1, 2, 3), "Squadronia [9-12]": (9, 10, 11, 12)}
MISSING = {4: (), 3: (4,), 2: (4, 8)}
CODE_NAMES = [Counter(name) for length in (1, 2, 3, 4) for name in combinations_with_replacement(range(7), length)]


def sums(country):
    return SUMS.get(country) or (int(country.split()[-1].strip("[]")),)


def worth(country):
    return WORTH.get(country) or sums(country)[0]


def agents(played):
    return [(at, play["player"], play["cards"]) for at, play in enumerate(played.plays, 1) if "cards" in play]


def queue(played, country):
    """Return the senders of a country's agents, in order."""
    return [name for _, name, cards in agents(played) if sum(cards) in sums(country)]


def holder(there):
    """Return the holder of the country's card: the player with most agents in the queue, the first of them if tied."""
    most = max(map(there.count, there))
    return next(name for name in there if there.count(name) == most)


def results(played):
    return {name: (line["total"], -line["tie_break"]["cards_left"]) for name, line in played.sheets[-1].items()}


def winners(played):
    found = results(played)
    return {name for name, each in found.items() if each == max(found.values())}


def on_paper(played):
    """Return each player's points behind the best one before country scoring."""
    paper = played.on_paper(len(played.plays))
    return {name: max(paper.values()) - points for name, points in paper.items()}


def ahead(played):
    return {name for name, behind in on_paper(played).items() if not behind}


@claims(r"The countries decided: without them NAME was NUMBER points? behind NAME; they brought NUMBER\.", "don-carlo")
def _turned(played, name, behind, others, gained):
    return (
        winners(played) == {name}
        and ahead(played) == names(others)
        and on_paper(played)[name] == number(behind) > 0
        and played.sheets[-1][name]["parts"]["countries"] == number(gained)
    )


@claims(r"NAME were tied without the countries, which brought NAME NUMBER\.", "don-carlo")
def _level(played, players, name, gained):
    countries = played.sheets[-1][name]["parts"]["countries"]
    return ahead(played) == names(players) and winners(played) == {name} and countries == number(gained)


@claims(r"After the countries, NAME and NAME were tied\.", "don-carlo")
def _brought_level(played, players, others):
    first = winners(played)
    return first == names(players) | names(others) and names(others) == first & ahead(played)


def would_have_won(played, country, name, other, points):
    """Return the winners if that country had gone to the other player, ranked second by agents there."""
    there, found = queue(played, country), results(played)
    assert worth(country) == number(points)
    assert winners(played) == {name}
    assert holder(there) == name
    assert max(there.count(each) for each in there if each != name) == there.count(other)
    for each, gained in ((name, -worth(country)), (other, worth(country))):
        found[each] = (found[each][0] + gained, found[each][1])
    return {each for each, result in found.items() if result == max(found.values())}


MADE = r"its NUMBER points would have made NAME Don Carlo"
GONE = r"had its NUMBER points gone to NAME, NAME would have been Don Carlo"
BY_AGENTS = r"NAME went to NAME, NUMBER agents to NUMBER"
BY_COMING_FIRST = r"NAME went to NAME, who was there before NAME, with NUMBER agents? each"


@claims(rf"{BY_AGENTS}; {MADE}\.", "don-carlo")
def _by_agents(played, country, name, most, fewer, points, other):
    there = queue(played, country)
    counts = (there.count(name), there.count(other)) == (number(most), number(fewer))
    return counts and would_have_won(played, country, name, other, points) == {other}


@claims(rf"{BY_AGENTS}; {GONE}\.", "don-carlo")
def _by_agents_for_a_third(played, country, name, most, fewer, points, other, then):
    there = queue(played, country)
    counts = (there.count(name), there.count(other)) == (number(most), number(fewer))
    return counts and name != then != other and would_have_won(played, country, name, other, points) == {then}


@claims(rf"{BY_COMING_FIRST}; {MADE}\.", "don-carlo")
def _by_coming_first(played, country, name, other, each, points, again):
    return (
        again == other
        and came_first(played, country, name, other, each)
        and would_have_won(played, country, name, other, points) == {other}
    )


@claims(rf"{BY_COMING_FIRST}; {GONE}\.", "don-carlo")
def _by_coming_first_for_a_third(played, country, name, other, each, points, again, then):
    return (
        again == other
        and name != then != other
        and came_first(played, country, name, other, each)
        and would_have_won(played, country, name, other, points) == {then}
    )


def came_first(played, country, name, other, each):
    there = queue(played, country)
    return there.count(name) == there.count(other) == number(each) and there.index(name) < there.index(other)


@claims(r"NAME changed hands NUMBER times; in the end it is NAME's: (.+)\.", "don-carlo")
def _fought_over(played, country, times, name, why):
    there = queue(played, country)
    holders = [holder(there[:length]) for length in range(1, len(there) + 1)]
    hands = sum(before != after for before, after in pairwise(holders))
    return holders[-1] == name and hands == number(times) and why == reason(there, name)


def reason(there, name):
    """Return the story's reason why a player holds a country: the number of agents, or coming first."""
    most, *others = sorted((there.count(each) for each in {*there}), reverse=True)
    if others[0] == most:
        return f"{most} each, {name} first"
    return f"{most} agents to {' and '.join(filter(None, (', '.join(map(str, others[:-1])), str(others[-1]))))}"


@claims(r"The most agents went to NAME: NUMBER\.", "don-carlo")
def _crowded(played, country, count):
    by_sum = Counter(sum(cards) for _, _, cards in agents(played))
    here = sum(by_sum[each] for each in sums(country))
    groups = [(1, 2, 3), (4,), (5,), (6,), (7,), (8,), (9, 10, 11, 12)]
    others = [sum(by_sum[each] for each in group) for group in groups if group != sums(country)]
    return here == number(count) > max(others)


@claims(r"NAME was out first, in entry (\d+); the others sent NUMBER more agents\.", "don-carlo")
def _out(played, name, at, more):
    before, after = (out(played, int(at) - step) for step in (1, 0))
    return before == set() and after == {name} and len(agents(played)) - int(at) == number(more)


def out(played, at):
    """Return the players who cannot send an agent after `at` plays."""
    taken = [Counter(cards) for number, _, cards in agents(played) if number <= at]
    fits = {total for total in range(1, 13) if total not in MISSING[len(played.players)]}
    free = [each for each in CODE_NAMES if sum(each.elements()) in fits and each not in taken]
    left = {name: DECK - total(played, name, at) for name in played.players}
    return {name for name, cards in left.items() if not any(each <= cards for each in free)}


def total(played, name, at):
    return sum((Counter(cards) for number, who, cards in agents(played) if who == name and number <= at), Counter())
