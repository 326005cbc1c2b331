"""Aaron: his cards in each round, what he scores, and the comparison. Source: "Solitaire Variation"."""

from ....core.messages import say
from ....core.rules import Grid, Points, Ruling, Section
from ..estate import TYPES
from ..slips import GIFT
from ..solitaire import CARDS, ROUNDS
from .set_up import PILES

SECTION = Section(
    "aaron",
    say("Aaron"),
    (
        Points(
            (
                say("Each round begins with him: turn up his next pile, and sort it into his estate by type."),
                say(
                    "If he has the first triple of a type, he takes its “first” card. Once he has all {count} types, "
                    "he takes the top card for them, even if you had all types first.",
                    count=len(TYPES),
                ),
                say("Take {count} victory point for each cloister in this pile.", count=GIFT),
                say("Then play your cards of this round as usual."),
                say(
                    "Compare. If Aaron has more, he wins at once. If not, go on; after round {last} you win.",
                    last=ROUNDS[-1],
                ),
            ),
            steps=True,
        ),
        Grid(
            say("Aaron's cards"),
            (say("In round"), say("New"), say("In all")),
            tuple(zip(ROUNDS, PILES, CARDS, strict=True)),
        ),
        Points(
            (
                say("His cloisters are a type of their own, and are never added to another one."),
                say(
                    "He scores his triples, “first” cards and a card for all {count} types, and nothing else: no "
                    "bonus of a card or of a round, no workers, silver, goods or animals.",
                    count=len(TYPES),
                ),
                say(
                    "For a card for all {count} types he needs all {count}, his cloisters among them.", count=len(TYPES)
                ),
                say("Your animals count in each comparison. The start player card stays in the box."),
            )
        ),
        Ruling(
            say(
                "The rulebook gives Aaron a card for a triple, or for all {count} types, that he has before you. Of "
                "the cards for all {count} types there are two.",
                count=len(TYPES),
            ),
            say("He takes the top remaining card, even if you had all types first."),
            say("With two players, the second one to have all types takes a card, too."),
        ),
    ),
    explains=("aaron-cards", "aaron-missing", "only-aaron", "aarons-cloisters"),
)
