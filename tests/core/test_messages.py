"""Sentences are made in the reader's language: their lists, their signs, their plurals, and what stands inside them."""

from gettext import GNUTranslations, NullTranslations

import pytest

from scorekeeper.core.messages import joined, listed, many, say
from scorekeeper.places import PACKAGE

with (PACKAGE / "locale" / "de" / "LC_MESSAGES" / "messages.mo").open("rb") as file:
    GERMAN = GNUTranslations(file)
WORDS = {"blue": "blau", "green": "grün", "{count} card": "{count} Karte", "{count} cards": "{count} Karten"}


class Reader(NullTranslations):
    """German with a few words more, so that no title is needed here."""

    def __init__(self):
        super().__init__()
        self.add_fallback(GERMAN)

    def gettext(self, message):
        return WORDS.get(message) or super().gettext(message)

    def ngettext(self, one, more, count):
        return WORDS.get(one if count == 1 else more) or super().ngettext(one, more, count)


BLUE, GREEN = say("blue"), say("green")


@pytest.mark.parametrize(
    ("message", "english", "german"),
    [
        (listed(["Anja", "Benito", "Donny"]), "Anja, Benito and Donny", "Anja, Benito und Donny"),
        (listed(["Anja", "Benito"]), "Anja and Benito", "Anja und Benito"),
        (listed(["Anja"]), "Anja", "Anja"),
        (listed([]), "", ""),
        (listed([BLUE, GREEN, BLUE]), "blue, green and blue", "blau, grün und blau"),
        (listed([3, -1]), "3 and −1", "3 und −1"),
        (say("{who}", who=("Anja", BLUE, -3)), "Anja, blue and −3", "Anja, blau und −3"),
        (
            say("{who}", who=(listed(["Anja", "Benito"]), "Donny")),
            "Anja and Benito and Donny",
            "Anja und Benito und Donny",
        ),
        (say("{points}", points=-12), "−12", "−12"),
        (say("{points}", points=12), "12", "12"),
        (say("{name}", name="well-known"), "well-known", "well-known"),
        (say("{name}", name="{player} %s"), "{player} %s", "{player} %s"),
        (say("{colour}", colour=BLUE), "blue", "blau"),
        (many("{count} card", "{count} cards", 1), "1 card", "1 Karte"),
        (many("{count} card", "{count} cards", -2), "−2 cards", "−2 Karten"),
        (joined([BLUE, "Anja", GREEN]), "blue; Anja; green", "blau; Anja; grün"),
        (joined([]), "", ""),
    ],
    ids=str,
)
def test_a_message_in_two_languages(message, english, german):
    assert (str(message), message.translated(Reader())) == (english, german)
