"""The rules at hand: setting up, the countries, a turn, code names and points; the end is in `end_rules.py`."""

from ...core.messages import Message, joined, many, say
from ...core.rules import Grid, Points, Rules, Ruling, Section
from .code_names import BONUS_LENGTH, LONGEST, RUN_BONUS, TRIPLE_BONUS, CodeName, bonus, every_combination, spelled
from .countries import COLOUR_LABELS, EGOISTRIA, FAMILY, HAND, IN_PLAY, SQUADRONIA, country_of_sum
from .drawings import FOURTH, cards, country_card, names, queue
from .end_rules import END, STUCK, WINNER
from .state import State


def sections(state: State) -> tuple[Section, ...]:
    """Return the sections of the rules for this number of players."""
    return (SET_UP, _countries(state), TURN, _code_name(state), _points(state), STUCK, END, WINNER)


def _of_which(count: int) -> CodeName:
    return tuple(number for number, there in enumerate(FAMILY) if there == count)


SET_UP = Section(
    "set-up",
    say("Before the first agent"),
    (
        Points(
            (
                say(
                    "Everybody takes the {count} number cards of a family; other families stay in the box.",
                    count=sum(FAMILY),
                ),
                say("The eldest is the bookkeeper and enters every agent here; the points add up by themselves."),
                say("Shuffle your cards and lay them face down before you: your family stockpile."),
                say("Everybody draws {hand} cards, which nobody else may see.", hand=HAND),
                say("The youngest begins; the others follow clockwise."),
            )
        ),
        Grid(
            say("The {count} cards of a family", count=sum(FAMILY)),
            (say("Of each"), say("Number")),
            tuple((f"{count} ×", cards(_of_which(count))) for count in sorted(set(FAMILY), reverse=True)),
        ),
        Ruling(
            say("The rulebook gives the colours of only two heads of families."),
            say(
                "We name those two ({heads}); other families go by their colour alone.",
                heads=joined(COLOUR_LABELS[:2], ", "),
            ),
            say("A name that we made up would stand on no card."),
        ),
    ),
)


def _countries(state: State) -> Section:
    """Return the section with the countries in play, what they are worth, and the sums without a country."""
    there = state.countries
    away = tuple(total for country in IN_PLAY[max(IN_PLAY)] if country not in there for total in country.sums)
    nowhere = say(
        "There is no country for a sum of 0, or of more than {most}.", most=max(country_of_sum(state.seat_count))
    )
    return Section(
        "countries",
        say("The countries"),
        (
            Grid(
                say("{count} country cards lie in the middle of the table", count=len(there)),
                (say("Country"), say("Points at the end")),
                tuple((country_card(country), country.worth) for country in there),
            ),
            Points(
                (
                    *((_left_out(away),) if away else ()),
                    nowhere,
                    say(
                        "{first} and {last} take a range of sums and are always worth {least} and {most} points.",
                        first=EGOISTRIA.name,
                        last=SQUADRONIA.name,
                        least=EGOISTRIA.worth,
                        most=SQUADRONIA.worth,
                    ),
                )
            ),
            Ruling(
                say("The English rulebook names only four of the countries."),
                say("The others are called by their number."),
                say("We know only their German names, and one that we made up would stand on no card."),
            ),
        ),
        explains=("no-country",),
    )


def _left_out(sums: tuple[int, ...]) -> Message:
    return many(
        "{cards} stays in the box: no code name may add up to that.",
        "{cards} stay in the box: no code name may add up to those.",
        len(sums),
        cards=tuple(f"[{total}]" for total in sums),
    )


TURN = Section(
    "turn",
    say("A turn"),
    (
        Points(
            (
                say("Give exactly one new agent a code name from your hand."),
                say("Add up its numbers: the sum says to which country it goes."),
                say("Lay it under the country card, at the end of the queue."),
                say("It brings its points at once: the bookkeeper enters it here."),
                say(
                    "Draw until you hold {hand} cards again; if your stockpile is empty, go on with what you hold. "
                    "Then it is the turn of the player to your left.",
                    hand=HAND,
                ),
            ),
            steps=True,
        ),
        Ruling(
            say("The rulebook does not say what happens to an agent that was sent out of turn."),
            say("It counts, and the list of plays notes it."),
            say("A bookkeeper who missed a play can go on, and put it in later."),
        ),
    ),
    explains=("out-of-turn",),
)

SAMPLE = (1, 1, 4)
"""The code name with which code names are explained: it can be sent with any number of players."""


def _code_name(state: State) -> Section:
    """Return the section on code names; how many there are depends on the countries."""
    country = state.countries[country_of_sum(state.seat_count)[sum(SAMPLE)]]
    return Section(
        "code-name",
        say("A code name"),
        (
            Points(
                (
                    say("1 to {most} of your cards in rising order; tap them in any order.", most=LONGEST),
                    say(
                        "{cards} make {code_name}: {numbers} = {sum}, so off to {country}.",
                        cards=SAMPLE[::-1],
                        code_name=spelled(SAMPLE),
                        numbers=" + ".join(map(str, SAMPLE)),
                        sum=sum(SAMPLE),
                        country=country.label,
                    ),
                )
            ),
            cards(SAMPLE),
            Points(
                (
                    say(
                        "Each code name is sent only once in the game, whoever sent it: as the sum decides the "
                        "country, that is the same as once in each country."
                    ),
                    say("A 0 makes another name: {first} and {second} may both be sent.", first="1", second="0/1"),
                    say(
                        "A family has the numbers 0 to {highest}. What you have sent stays on the table; you have what "
                        "is left of your {count} cards, in hand and stockpile.",
                        highest=len(FAMILY) - 1,
                        count=sum(FAMILY),
                    ),
                    say("With your countries there are {count} code names.", count=len(state.directory.names)),
                )
            ),
        ),
        explains=("code-name-length", "no-such-number", "code-name-taken", "cards-spent"),
    )


def _points(state: State) -> Section:
    """Return the section on the points for an agent, with the combinations that can be sent."""
    return Section(
        "points",
        say("Points for an agent"),
        (
            Points(
                (
                    say("A point for each agent in the country now: yours, the others', and the new one."),
                    say(
                        "On top, a bonus for a run or three alike: only if the code name has exactly {count} numbers.",
                        count=BONUS_LENGTH,
                    ),
                )
            ),
            queue(
                FOURTH,
                say(
                    "{code_name} comes last to {country}, where {count} agents are now: {count} points.",
                    code_name=FOURTH.score.queue[-1].written,
                    country=FOURTH.country.label,
                    count=len(FOURTH.score.queue),
                ),
            ),
            Grid(
                say("Bonus points"),
                (say("Combination"), say("Code names"), say("Bonus")),
                (
                    (say("Run"), names(_that_bring(state, RUN_BONUS)), f"+{RUN_BONUS}"),
                    (say("Three alike"), names(_that_bring(state, TRIPLE_BONUS)), f"+{TRIPLE_BONUS}"),
                ),
            ),
            Points(
                (
                    say(
                        "{last} and 0 are not neighbours: {code_name} brings no bonus.",
                        last=len(FAMILY) - 1,
                        code_name="0/5/6",
                    ),
                )
            ),
            Ruling(
                say("The rulebook also counts {runs} among the runs.", runs=_never(RUN_BONUS)),
                say("It can never be sent; nor can {triples}.", triples=_never(TRIPLE_BONUS)),
                say("No country takes what they add up to."),
            ),
            Ruling(
                say("An example in the English rulebook gives 2 bonus points for 3/3/2."),
                say("It brings no bonus."),
                say("It is a misprint: the German rulebook has 3/3/3 there."),
            ),
        ),
    )


def _that_bring(state: State, points: int) -> tuple[CodeName, ...]:
    return tuple(name for name in state.directory.names if bonus(name) == points)


def _never(points: int) -> tuple[str, ...]:
    """Return the code names with this bonus for which there is no country, whatever the number of players."""
    sums = country_of_sum(max(IN_PLAY))
    return tuple(spelled(name) for name in every_combination() if bonus(name) == points and sum(name) not in sums)


RULES = Rules(sections, scoring="end")
