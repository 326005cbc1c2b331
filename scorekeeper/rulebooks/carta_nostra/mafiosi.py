"""The Mafiosi with their names and jobs, the player counts, and the sizes of a hand."""

from dataclasses import dataclass

from ...core.messages import Message, say


@dataclass(frozen=True, slots=True)
class Mafioso:
    """One of the five Mafiosi, with the `job` done by discarding him. Source: "The jobs of Mafiosi"."""

    name: str
    label: Message
    job: Message


MAFIOSI = (
    Mafioso("caporegime", say("Caporegime"), say("Brings two more cards from the draw pile into your hand.")),
    Mafioso(
        "don",
        say("Don"),
        say(
            "Also when it is not your turn, together with any other card from your hand: stops a job that another "
            "player is about to do, even a Don's. The card with him does none."
        ),
    ),
    Mafioso(
        "consigliere", say("Consigliere"), say("Brings one card of your choice from the discard pile into your hand.")
    ),
    Mafioso(
        "hitman",
        say("Hitman"),
        say("Removes a Mafioso that you pick in another player's city. The victim goes onto the discard pile."),
    ),
    Mafioso(
        "smuggler",
        say("Smuggler"),
        say("Shows you another player's hand; you choose one card of it, which goes onto the discard pile."),
    ),
)
"""The five Mafiosi. Every tuple of this title with one value per Mafioso is in this order."""

NAMES = tuple(mafioso.name for mafioso in MAFIOSI)
LABELS = tuple(mafioso.label for mafioso in MAFIOSI)
INDEX = {name: index for index, name in enumerate(NAMES)}
ALL = len(MAFIOSI)
NOBODY = (0,) * ALL
"""A city area without a Mafioso."""

PLAYERS = (2, 6)
"""Minimum and maximum number of players: our ruling, because the rulebook does not specify them."""

START_HAND = 7
"""Cards dealt to each player. Source: "Course of play", the deal."""

HAND_LIMIT = 10
"""The hand limit at the end of a turn, in cards. Source: "Course of play", C."""

REMINDER = say("More than {most} cards? Discard down to {most}.", most=HAND_LIMIT)
