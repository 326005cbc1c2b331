"""The rules at hand on the possessions: sales, exchanges, the borough, and debt."""

from collections.abc import Iterator

from ...core.messages import Message, many, say
from ...core.rules import Cell, Grid, Points, Ruling, Section
from .boards import LAID_OUT, coin, sign
from .possessions import (
    BOROUGH,
    LITTLE_MORE_TIME,
    PENALTY,
    POUNDS,
    PUT_BACK,
    TILES,
    compensation,
    growing,
    sale_price,
)
from .state import CompetitionRules, State, summed

EITHER_LIMIT, EITHER_SALES, NOT_WITH = 2, 2, 2
"""The space for either an exchange or sales: its limit, how many sales, and with how many players it is not used.

Source: "Exchange"."""

BOROUGH_CARD = 2
"""The discount of the card that favours a borough. Source: "Triggers"."""


def sections(state: State) -> tuple[Section, ...]:
    """Return the section on the possessions. Source: "Possessions Competition"."""
    return (
        Section(
            "possessions",
            say("Possessions"),
            (
                Points(
                    (
                        say(
                            "Your score: your pounds, the value of your tiles, and {penalty} pounds for each tile "
                            "that you hold.",
                            penalty=PENALTY,
                        ),
                        say("Each tile gives you its symbol, as long as you hold it."),
                    )
                ),
                Points(_debt()),
                Points(tuple(_trading(state))),
                Points(_borough()),
                _examples(),
            ),
            explains=("no-such-tile", "unusual-tiles"),
        ),
    )


def start(state: State) -> tuple[Message, ...]:
    """Return what everybody has at the start. Source: "Player Setup in the Possessions Competition"."""
    tiles = max(TILES.values())
    held = say(
        "{pounds} pounds and {tiles} tiles: a set from A to E, drawn at random.",
        pounds=POUNDS.of(state.table),
        tiles=tiles,
    )
    left = TILES[state.seat_count]
    if left == tiles:
        return (held,)
    return (
        held,
        say("One of its two tiles of {value} goes back, drawn at random: {left} are left.", value=PUT_BACK, left=left),
    )


def doubts(state: State) -> tuple[Ruling, ...]:
    """Return the ruling on the pounds at the start, which are a guess, unless the table has corrected them."""
    if POUNDS.corrected(state.table):
        return ()
    return (
        Ruling(
            say("We are not sure how many pounds the set-up table prints."),
            say("We fill in {pounds}.", pounds=POUNDS.printed[state.seat_count]),
            say("It is our best guess; the game options take another number, at any time."),
        ),
    )


def _trading(state: State) -> Iterator[Message]:
    """Yield what holds for trades. Source: "Sell Possessions", "Exchange", "Errands in the Possessions Competition"."""
    yield say("Discounts and limits are printed with a minus. Type them here with it or without: it is the same.")
    yield say(
        "Sell: discard a tile for its value, less all discounts: those of the action, of cards and of the borough add "
        "up. No price is below 0."
    )
    yield say("Sell two: the discount counts for each of them. You need not sell the second.")
    yield say(
        "Exchange: a tile of yours for one of the {count} on the board, also one that somebody traded "
        "in. What you lose beyond the limit you take in pounds. If no limit is shown, you take nothing.",
        count=LAID_OUT,
    )
    if state.seat_count == NOT_WITH:
        yield say("The space with both, an exchange or two sales, is not used with {count} players.", count=NOT_WITH)
    else:
        yield say(
            "The space with both: either an exchange with the limit {limit}, or {count} sales. It has no discount of "
            "its own; those of cards and of the borough count as always.",
            limit=-EITHER_LIMIT,
            count=EITHER_SALES,
        )


def _examples() -> Grid:
    sale, exchange = sign("sale", say("Sale")), sign("exchange", say("Exchange"))
    return Grid(
        say("Examples"),
        (say("Trade"), say("What happens"), say("You take")),
        (
            (
                sale,
                say("Tile {tile}, discount {discount}, borough {borough}", tile=6, discount=-1, borough=-BOROUGH),
                _pounds(sale_price(6, 1 + BOROUGH)),
            ),
            (sale, say("Tile {tile}, discount {discount}", tile=1, discount=-3), _pounds(sale_price(1, 3))),
            (
                exchange,
                say("{give} for {take}, limit {limit}", give=6, take=1, limit=-3),
                _pounds(compensation(6, 1, 3)),
            ),
            (
                exchange,
                say("{give} for {take}, limit {limit}", give=6, take=4, limit=-3),
                _pounds(compensation(6, 4, 3)),
            ),
        ),
    )


def _borough() -> tuple[Message, ...]:
    """Return what the borough does. Source: "The Borough Indicator"."""
    return (
        say(
            "The borough that the indicator points at: a tile from there sells for {less} less. It makes no "
            "difference to an exchange or to the score.",
            less=BOROUGH,
        ),
        say(
            "It begins at random and turns one space clockwise after each round. Which borough it is now stands on "
            "the board alone: here you mark it with each sale."
        ),
    )


def _debt() -> tuple[Message, ...]:
    """Return when there is debt. Source: "Spend Money", "Scoring"."""
    return (
        say("If you must spend more than you have, you pay only what you have, as long as you hold a tile."),
        say("Only once all your tiles are gone can you go into debt, below 0."),
    )


def _signs(state: State) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of signs with their meaning. Source: "Quick Reference", "A Little More Time", "Triggers"."""
    card, cards = say("A Little More Time"), 3
    grown = [LITTLE_MORE_TIME, *range(1, cards + 1)]
    return (
        coin(),
        (sign("sale", say("Sale")), say("Sell a tile, with the discount beside it.")),
        (sign("exchange", say("Exchange")), say("Exchange a tile for one on the board, with the limit beside it.")),
        (
            say("A borough with {less}", less=-BOROUGH_CARD),
            say("A tile from that borough sells for {less} less, besides all else.", less=BOROUGH_CARD),
        ),
        (say("A borough with a pound"), say("Spend 1 pound for each tile that you hold from there.")),
        (
            card,
            say(
                "Does nothing alone. Each one that is added to an action that names it makes it spend more, by 1 or 2 "
                "pounds as printed, and is used up."
            ),
        ),
        (
            say("{card}, growing", card=card),
            say(
                "{own} pounds, and more for each card: with {cards} of them {sum} = {pounds}.",
                own=LITTLE_MORE_TIME,
                cards=cards,
                sum=summed(grown),
                pounds=LITTLE_MORE_TIME + growing(cards),
            ),
        ),
    )


def _pounds(count: int) -> Message:
    return many("{count} pound", "{count} pounds", count)


RULES = CompetitionRules(
    sections,
    stack=say("the possession tiles"),
    start=start,
    doubts=doubts,
    puts_out=say("{count} possession tiles", count=LAID_OUT),
    round_end=say("Turn the borough indicator one space clockwise."),
    must_place=say(
        "But whoever chooses an errand that offers to sell or exchange must trade at least one tile; without tiles it "
        "cannot be chosen."
    ),
    free_for_all=say("spend 1 pound, and 1 more for each “{card}” that you add", card=say("A Little More Time")),
    move=say("spend 1 pound"),
    backwards=say("take 1 pound"),
    signs=_signs,
    below_zero=(say("your money once you hold no tiles"),),
    never_below_zero=(say("tiles"),),
)
