"""What people reckon at the table."""

from collections.abc import Callable, Mapping
from typing import Any

from ...core.errors import IllegalPlay
from ...core.messages import many, say
from ...core.rulebook import Helper, Table, Telling
from ...core.shapes import Field, Flag, Integer
from .plays import GIVE, LIMIT, MEGAPHONES, REWARDS, TAKE, TILE
from .rules import PLAYED_IN, State, check_played, compensation, hyde_park, sale_price
from .setup import competitions
from .telling import exchange_reckoned, sale_reckoned, speeches_told

TREATING = (1, 3, 6, 9)
"""Votes lost with one to four cards. Source: "Treating at the Pub"."""

BREWER = 2
"""Votes that the Brewer loses for each of them. Source: "Treating at the Pub"."""

BENEFITS, BENEFITS_WITH_CARD = 2, 5
"""Benefits of an inner circle. Source: "Political Circle Tiles"; "Other Card Effects" for the card that gives more."""

BOROUGH = 1
"""Pounds less for a possession from the borough that is pointed at. Source: "The Borough Indicator"."""

Answer = Callable[[State, Mapping[str, Any]], tuple[Telling, ...]]


def treating_at_the_pub(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return the votes lost with so many cards at once. Source: "Treating at the Pub"."""
    cards = values["cards"]
    if not 1 <= cards <= len(TREATING):
        return (Telling(say("One to four of these cards go together, not {cards}.", cards=cards)),)
    each, brewer = TREATING[cards - 1], values.get("brewer", False)
    lost = each + (BREWER * cards if brewer else 0)
    detail = None
    if brewer:
        detail = say("{cards} for the cards and {brewer} for the Brewer", cards=each, brewer=BREWER * cards)
    return (Telling(many("{count} vote lost", "{count} votes lost", lost), detail),)


def a_little_more_time(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return what so many cards add to an action. Source: "A Little More Time", "Other Card Effects"."""
    cards = values["cards"]
    if cards < 0:
        return (Telling(say("There cannot be {cards} cards.", cards=cards)),)
    growing = cards * (cards + 1) // 2
    return (
        Telling(
            say("Where each card adds 1 pound: {pounds} more", pounds=cards),
            say("besides what the action spends by itself"),
        ),
        Telling(
            say("Where each card adds 2 pounds: {pounds} more", pounds=2 * cards),
            say("besides what the action spends by itself"),
        ),
        Telling(
            say("Where each card adds one pound more than the one before: {pounds} more", pounds=growing),
            say("with the 2 pounds of that action: {pounds}", pounds=2 + growing),
        ),
    )


def inner_circles(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return the benefits of inner circles. Source: "Political Circle Tiles", "Other Card Effects"."""
    circles, each = values["circles"], BENEFITS_WITH_CARD if values.get("card", False) else BENEFITS
    if circles < 0:
        return (Telling(say("There cannot be {circles} inner circles.", circles=circles)),)
    return (
        Telling(
            many("{count} benefit to choose", "{count} benefits to choose", circles * each),
            say(
                "{each} for each circle, also the same one several times: lose a vote, spend a pound or move a marker"
                " down one space",
                each=each,
            ),
        ),
    )


def sale(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return what a sale pays. Source: "Sell Possessions", "The Borough Indicator"."""
    tile, discount = values["tile"], values["discount"]
    if tile < 0 or discount < 0:
        return (Telling(say("Neither the tile nor the discount is below 0: type them without a minus.")),)
    discount += BOROUGH if values.get("borough", False) else 0
    price = sale_price(tile, discount)
    return (Telling(many("{count} pound", "{count} pounds", price), sale_reckoned(tile, discount)),)


def exchange(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return what an exchange puts into one's purse. Source: "Exchange"."""
    give, take, limit = values["give"], values["take"], values["limit"]
    if min(give, take, limit) < 0:
        return (Telling(say("Neither tile is below 0, and a printed −3 is typed as 3.")),)
    income = compensation(give, take, limit)
    return (
        Telling(many("{count} pound to take", "{count} pounds to take", income), exchange_reckoned(give, take, limit)),
    )


def speeches(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
    """Return who would lose and who would gain votes in this round's Hyde Park. Source: "Hyde Park Phase"."""
    changes = hyde_park(state, values["megaphones"], values.get("rewards"))
    return (
        Telling(say("Hyde Park of round {round} would come to this", round=state.round), speeches_told(state, changes)),
    )


def _asked(kind: str, answer: Answer) -> tuple[Answer, Callable[[Table], bool]]:
    """Return `answer`, with a sentence where the rules refuse what is asked or the game is played without it.

    `kind` is a play of the competition that the question belongs to; besides, return whether a table plays for that.
    """

    def answered(state: State, values: Mapping[str, Any]) -> tuple[Telling, ...]:
        try:
            check_played(state, kind)
            return answer(state, values)
        except IllegalPlay as illegal:
            return (Telling(illegal.refusal.message),)

    return answered, lambda table: any(each in competitions(table) for each in PLAYED_IN[kind])


CARDS = Field("cards", Integer(), say("Cards played"))

HELPERS = (
    Helper(
        "treating-at-the-pub",
        say("Treating at the Pub"),
        say("How many votes are lost with one to four of these cards at once."),
        (CARDS, Field("brewer", Flag(), say("With the Brewer"), required=False)),
        *_asked("votes", treating_at_the_pub),
    ),
    Helper(
        "a-little-more-time",
        say("A Little More Time"),
        say("How many more pounds an action spends with these cards; they are used up by it."),
        (CARDS,),
        *_asked("sell", a_little_more_time),
    ),
    Helper(
        "inner-circles",
        say("Inner circles"),
        say("Every new square of two by two tiles is one: three by two tiles make two of them."),
        (
            Field("circles", Integer(), say("New inner circles")),
            Field("card", Flag(), say("With the card for five benefits"), required=False),
        ),
        *_asked("votes", inner_circles),
    ),
    Helper(
        "sale",
        say("What does a sale pay?"),
        say("For one tile; where two are sold at once, the discount counts for each."),
        (
            TILE,
            Field("discount", Integer(), say("Discount"), hint=say("Of the action and of cards, added up")),
            Field("borough", Flag(), say("From the borough that is pointed at"), required=False),
        ),
        *_asked("sell", sale),
    ),
    Helper(
        "exchange",
        say("What does an exchange cost?"),
        say("The limit is the loss that is free; the borough makes no difference."),
        (GIVE, TAKE, LIMIT),
        *_asked("exchange", exchange),
    ),
    Helper(
        "hyde-park",
        say("Who would win in Hyde Park?"),
        say("The fewest megaphones cost a vote more; the others lose votes by rank."),
        (MEGAPHONES, REWARDS),
        *_asked("hyde-park", speeches),
    ),
)
