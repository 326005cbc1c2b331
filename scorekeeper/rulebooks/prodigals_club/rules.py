"""The rules at hand: what all competitions have in common, and the sections that each of them brings."""

from ...core.messages import Message, listed, many, say
from ...core.rules import Block, Grid, Points, Rules, Ruling, Section
from . import set_up
from .boards import BLACK_CENTRAL, BONUS_TILES, WHITE_CENTRAL, for_central_card, labels, sentences, side
from .cards_rules import cards
from .end_rules import end
from .round_rules import round_of
from .state import State, handicaps


def sections(state: State) -> tuple[Section, ...]:
    """Return the sections for a table with these competitions."""
    own = (section for each in state.competitions for section in each.rules.sections(state))
    return (begin(state), round_of(state), *own, end(state), cards(state))


def begin(state: State) -> Section:
    """Return the section on the set-up. Source: "Setting Up the Game", "Player Setup", "Take Handicaps"."""
    doubts = (doubt for each in state.competitions for doubt in each.rules.doubts(state))
    blocks: tuple[Block, ...] = (Points(tuple(_boards(state))), _start(state), *_handicaps(state), *doubts)
    if not state.planning:
        blocks = (*blocks, _errand_boys(state))
    return Section("set-up", say("Set-up"), blocks, explains=("no-such-competition",))


def _boards(state: State) -> list[Message]:
    on_board = [
        say(
            "Played with {competitions}: all that belongs to other competitions stays in the box.",
            competitions=labels(state),
        ),
        *(sentence for each in state.competitions for sentence in each.rules.set_up),
        say("The boards show their side for {players} players.", players=side(state)),
        many(
            "The central board shows the side on which its card takes {count} errand boy.",
            "The central board shows the side on which its card takes {count} errand boys.",
            for_central_card(state),
        ),
        say("{stacks}: what has one icon on the back lies on top of what has two.", stacks=_stacks(state)),
        say(
            "Central cards for this combination: {black} with a black border, on top of {white} with a white one.",
            black=BLACK_CENTRAL,
            white=WHITE_CENTRAL,
        ),
    ]
    if not state.planning:
        tiles = BONUS_TILES * len(state.competitions)
        on_board.append(say("{count} bonus action tiles, {each} for each competition.", count=tiles, each=BONUS_TILES))
    return [*on_board, say("{boys}.", boys=set_up.errand_boys(state.table))]


def _stacks(state: State) -> tuple[Message, ...]:
    return (say("The decks"), *(each.rules.stack for each in state.competitions if each.rules.stack))


def _start(state: State) -> Grid:
    rows = tuple(
        (each.label, sentences(each.rules.start(state))) for each in state.competitions if each.rules.start(state)
    )
    return Grid(say("Everybody starts with"), (say("Competition"), say("At the start")), rows)


def _handicaps(state: State) -> tuple[Block, ...]:
    if state.planning:
        return (Points((say("Nobody takes handicaps."),)),)
    others = range(state.seat_count - 1, -1, -1)
    taken = [[each.handicap for each in handicaps(state.competitions, behind)] for behind in others]
    rows = tuple((place, listed(own) if own else say("none")) for place, own in enumerate(taken, 1))
    who = say(
        "The order of play is drawn. Whoever is ahead of others takes a handicap for each of them, from the first row "
        "of the table above to the last, and round again."
    )
    return (
        Points((who,)),
        Grid(say("Handicaps by place in the order of play"), (say("Spot"), say("Handicaps")), rows),
    )


def _errand_boys(state: State) -> Ruling:
    return Ruling(
        say("We are not quite sure of the numbers of errand boys in the set-up table."),
        say("We say: {boys}.", boys=set_up.errand_boys(state.table)),
        say("Nothing is counted with them here; if your table prints another number, take that."),
    )


RULES = Rules(sections, asks=("competitions",), scoring="end")
