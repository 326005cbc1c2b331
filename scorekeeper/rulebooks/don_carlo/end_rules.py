"""The rules at hand on the end: when no agent is possible, when the game ends, who gets the countries, and who wins."""

from ...core.messages import say
from ...core.rules import Points, Ruling, Section
from .code_names import LONGEST
from .countries import FAMILY, HAND
from .drawings import LEVEL, queue

STUCK = Section(
    "stuck",
    say("No agent possible?"),
    (
        Points(
            (
                say("If you can make no free code name from your hand, lay it face up."),
                say("Draw the top card of your stockpile and lay it there, one at a time, until an agent can go."),
                say("Send it as always, with {most} cards at most, and take its points.", most=LONGEST),
                say(
                    "Take the rest back into your hand. If you have more than {hand}, put cards of your choice under "
                    "your stockpile until {hand} are left. If you have fewer, draw.",
                    hand=HAND,
                ),
            ),
            steps=True,
        ),
        Points(
            (
                say("All your cards lie open and still no agent can go? You are out, and the others pass you over."),
                say("You are out, too, once all your {count} cards are played.", count=sum(FAMILY)),
            )
        ),
        Ruling(
            say("By the book, whoever is stuck lays open all their cards, one by one."),
            say("Here, nobody has to declare that they are out: it is worked out after every agent."),
            say("The cards on the table say which ones a family still has, in hand and stockpile together."),
        ),
    ),
    explains=("out",),
)

END = Section(
    "end",
    say("The end, and the countries"),
    (
        Points(
            (
                say("The game is over when nobody can send an agent any more; it ends by itself."),
                say("Each country card goes to whoever has the most agents there. Agents count, not cards."),
                say("Tied? Whoever of them sent the first agent there gets it."),
                say("A country without agents is nobody's."),
            )
        ),
        queue(
            LEVEL,
            say(
                "{reason}: {points} points for {player}.",
                reason=LEVEL.score.reason,
                points=LEVEL.country.worth,
                player=LEVEL.leader,
            ),
        ),
        Ruling(
            say("The rulebook knows no other end."),
            say("You may agree to end the game here; the countries are scored at once."),
            say("Not every evening lasts until the last card."),
        ),
    ),
    explains=("game-over",),
)

WINNER = Section(
    "winner",
    say("Who wins"),
    (
        Points(
            (
                say("Influence, bonus and country points together: whoever has the most is Don Carlo."),
                say("Tied? Whoever has fewer cards left, in hand and stockpile together."),
                say("Still tied? Then the victory is shared."),
            )
        ),
    ),
)
