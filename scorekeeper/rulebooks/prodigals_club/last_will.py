"""Last Will, which takes the place of the possessions: pounds, and the market values of properties."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.fields import PLAYER, Field, Integer, Many
from ...core.messages import N_, Message, many, say
from ...core.rulebook import Kind
from ...core.rules import Points, Ruling, Section
from ...core.table import Recalled, Summary, Table
from . import purse
from .boards import coin
from .purse import COINS, PURSES, Purse, Purses
from .state import ROUNDS, Competition, CompetitionRules, StartNumber, State, check_not_negative, reckoned

POUNDS = StartNumber(purse.POUNDS, dict.fromkeys((2, 3, 4, 5), 70))
"""Pounds at the start. Source: "Playing The Prodigals Club with Last Will", "Player Setup"."""

HAND_LIMIT = 5
"""Cards that are kept at the end of a round. Source: "Playing The Prodigals Club with Last Will", "End of Round"."""


@dataclass(frozen=True, slots=True)
class Properties:
    """The player at `seat` now holds properties of these market values."""

    seat: int
    values: tuple[int, ...]


def apply(state: State, play: Properties, number: int) -> State:
    """Return the state with these properties; raises IllegalPlay."""
    name = state.table.players[play.seat]
    refused = N_("{player} cannot hold a property of {number}: no market value is below 0.")
    check_not_negative(play.values, "values", refused, player=name)
    return purse.hold(state, play.seat, play.values)


def describe(before: State, play: Properties, after: State) -> Summary:
    """Return what is held now, and its sum."""
    name = before.table.players[play.seat]
    if not play.values:
        return Summary(say("{player} holds no properties", player=name), say("Debt is possible from now on"))
    headline = many(
        "{player} holds a property of {values}",
        "{player} holds properties of {values}",
        len(play.values),
        player=name,
        values=play.values,
    )
    return Summary(headline, reckoned(play.values) if len(play.values) > 1 else None)


def prefill(state: State, seat: int, recalled: Recalled) -> Properties | None:
    """Return what the seat holds; None while that is not known."""
    held = PURSES.of(state).held[seat]
    return None if held is None else Properties(seat, held)


def stored(state: State, play: Properties, given: str) -> Properties:
    """Return the play without values if it is a 0 typed for a player without properties."""
    held = PURSES.of(state).held[play.seat] if PURSES.there(state) else None
    return play if held or any(play.values) else Properties(play.seat, ())


def sections(state: State) -> tuple[Section, ...]:
    """Return the section on Last Will. Source: "Playing The Prodigals Club with Last Will"."""
    points = (
        say("Your score: your pounds and the market values of your properties."),
        say(
            "The starting player marker goes first to whoever was the last to pay for something. After that it moves "
            "on as in Last Will. The planning phase sets the order of each round, the first one too: list the players "
            "here in that order."
        ),
        say(
            "Of the central board only the upper triangle is used: no spots in the order, no bonus action tiles, no "
            "renaissance man."
        ),
        say(
            "Your player board of Last Will says how many actions you have there. A central card with a white border "
            "costs one of them where it shows A, two where it shows 2A."
        ),
        say("Each game has its own player board, and its black-bordered cards lie on that alone."),
        say(
            "Symbols: those of black-bordered cards of Last Will count for the other competitions, but not "
            "farms or white-bordered cards. Symbols of the other competitions do not count for cards of Last "
            "Will."
        ),
        say("The hand at the end of a round: {count} cards. Companions that were taken go back.", count=HAND_LIMIT),
    )
    debt = Ruling(
        say("Whether you can go into debt with Last Will, the rulebook leaves to that game."),
        say("Only without properties; with some you pay what you have."),
        say("So it is with the possessions, which Last Will replaces."),
    )
    ends = Ruling(
        say("For Last Will only a score of 0 or less is named as the end."),
        say("We end the game after round {last}, too.", last=ROUNDS),
        say("The other boards have cards and tiles for {last} rounds.", last=ROUNDS),
    )
    return (Section("last-will", say("Last Will"), (Points(points), debt, ends)),)


RULES = CompetitionRules(
    sections,
    set_up=(
        say("Last Will is set up by its own rules, below the central board."),
        say(
            "Of the central cards it has white-bordered ones of its own. For the black-bordered ones take those of the "
            "possessions out of the box, although these are not played."
        ),
    ),
    start=lambda state: (say("{pounds} pounds.", pounds=POUNDS.of(state.table)),),
    puts_out=say("the boards of Last Will by its own rules"),
    move=say("spend 1 pound"),
    backwards=say("take 1 pound"),
    signs=lambda state: (coin(),),
    below_zero=(say("your money once you hold no properties"),),
    never_below_zero=(say("properties"),),
    hand_limit=HAND_LIMIT,
)
PROPERTIES = Kind(
    "properties",
    Properties,
    say("Properties"),
    apply,
    fields=(PLAYER, Field("values", Many(Integer()), say("Market values"), hint=say("Of every property held"))),
    describe=describe,
    title=N_("{player}'s real estate"),
    prefill=prefill,
    stored=stored,
    overrides=lambda play, kind: kind == "properties",
)


class LastWill(Competition):
    """Facts about Last Will, and what the other modules ask of it."""

    name = "last-will"
    label = say("Last Will")
    kinds = (COINS, PROPERTIES)
    part = PURSES
    start_number = POUNDS
    unknown = N_("The properties of {players} were never entered.")
    awaits = say("properties")

    def start(self, table: Table, taken: Sequence[int]) -> Purses:
        """Return the purses at the start; nobody takes handicaps, so `taken` is 0 for every seat."""
        return purse.start(POUNDS.of(table), taken)

    def starts_with(self, state: State, seat: int) -> tuple[Message, ...]:
        """Return the pounds that a seat starts with."""
        return (purse.pounds_in_words(state, seat),)

    def score(self, state: State, seat: int) -> int | None:
        """Return the sum of pounds and market values, or None while the properties are not known.

        Source: "Playing The Prodigals Club with Last Will", "End of Game".
        """
        held = PURSES.of(state).held[seat]
        return None if held is None else PURSES.of(state).pounds[seat] + sum(held)

    def entry(self, state: State, seat: int) -> Purse:
        """Return what is needed to enter pounds and properties."""
        pounds, held = PURSES.of(state).pounds[seat], PURSES.of(state).held[seat]
        if held is None:
            return Purse(pounds, (), say("pounds {pounds}; which properties are held?", pounds=pounds), known=False)
        total = say(
            "pounds {pounds} + properties {values} = {score}",
            pounds=pounds,
            values=sum(held),
            score=pounds + sum(held),
        )
        return Purse(pounds, tuple(sorted(held, reverse=True)), total)


LAST_WILL = LastWill()
