"""Triples: the "first" cards, the bonus of the round, and the cards for all 7 types."""

from collections.abc import Mapping

from ....core.messages import Message, joined, many, say
from ....core.rules import Drawing, Grid, Points, Ruling, Section
from ..bonuses import ALL_SEVEN, FIRST_POINTS
from ..estate import TRIPLE, TYPES
from ..solitaire import ROUNDS
from ..state import State
from .signs import cards

WAYS: Mapping[str, tuple[Message, ...]] = {
    "A": (
        many("{count} victory point", "{count} victory points", 3),
        many("{count} good", "{count} goods", 2),
        many("{count} animal", "{count} animals", 2),
        say("{count} silver", count=3),
        many("{count} worker", "{count} workers", 3),
    ),
    "D": (
        say("{count} silver", count=2),
        many("{count} worker", "{count} workers", 2),
        say("{count} worker and {count} silver", count=1),
    ),
}
"""The bonuses for a triple, by round, where the rulebook names them. Source: "Additional important rules"."""


def section(state: State) -> Section:
    """Return the section on triples and all 7 types. Source: "Additional important rules"."""
    return Section(
        "triples",
        say("Triples and all {count} types", count=len(TYPES)),
        (
            Points(
                (
                    say(
                        "{count} cards of one type are a triple; of buildings any {count}, alike or not. Only whole "
                        "triples count in the end.",
                        count=TRIPLE,
                    ),
                    say("Card {count} of a type begins its next triple.", count=TRIPLE + 1),
                    _first(state),
                    say("When you complete a triple, at once choose one bonus of the round card that is on top."),
                )
            ),
            Drawing("stack", say("Three pastures: a triple"), {"cards": cards(*["pastures"] * TRIPLE)}, named=True),
            Grid(
                say("Bonus for a triple: choose one"),
                (say("Round card"), say("Bonus")),
                tuple((each, _ways(each)) for each in ROUNDS),
            ),
            Ruling(
                say(
                    "What rounds {rounds} offer is on the cards alone.",
                    rounds=tuple(r for r in ROUNDS if r not in WAYS),
                ),
                say("Choose one of what your round card shows."),
                say("The text of the rulebook names only {rounds}.", rounds=tuple(WAYS)),
            ),
            Points(
                (
                    _all_seven(state),
                    say("A cloister that was placed with another type is not one of them any more."),
                )
            ),
            Ruling(
                say(
                    "The rulebook does not say what becomes of a card for all {count} types if a cloister turns into "
                    "another type later.",
                    count=len(TYPES),
                ),
                say(
                    "You keep it. In the tally you have cards of the other {count} types, and a cloister somewhere.",
                    count=len(TYPES) - 1,
                ),
                say("What is placed stays placed: all of them are still there in the end."),
            ),
        ),
        explains=(
            "no-such-bonus",
            "bonus-unearned",
            "bonus-taken",
            "bonus-unclaimed",
            "all-seven-order",
            "all-seven-unclaimed",
        ),
    )


def _first(state: State) -> Message:
    if state.solo:
        return many(
            "The first of you and Aaron to have a triple of a type takes its “first” card: {count} point.",
            "The first of you and Aaron to have a triple of a type takes its “first” card: {count} points.",
            FIRST_POINTS,
        )
    return many(
        "Whoever has the first triple of a type takes its “first” card: {count} point.",
        "Whoever has the first triple of a type takes its “first” card: {count} points.",
        FIRST_POINTS,
    )


def _ways(round_name: str) -> Message:
    ways = WAYS.get(round_name)
    return say("as printed") if ways is None else joined(ways, ", ")


def _all_seven(state: State) -> Message:
    return say(
        "With cards of all {count} types in your estate, take the top card for them at once. They are worth, from the "
        "first to the last: {values}.",
        count=len(TYPES),
        values=ALL_SEVEN[state.seat_count],
    )
