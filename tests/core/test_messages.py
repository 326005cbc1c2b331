"""Messages in the reader's language: their lists, minus signs, plurals, and nested messages."""

from gettext import GNUTranslations, NullTranslations

from scorekeeper.core.messages import Count, isolated, joined, listed, many, say
from scorekeeper.paths import PACKAGE
from tests.rows import row_by_row

with (PACKAGE / "locale" / "de" / "LC_MESSAGES" / "messages.mo").open("rb") as file:
    GERMAN = GNUTranslations(file)
WORDS = {"blue": "blau", "green": "grün", "{count} card": "{count} Karte", "{count} cards": "{count} Karten"}


class Reader(NullTranslations):
    """German with a few additional messages, to be independent of the titles."""

    def __init__(self):
        super().__init__()
        self.add_fallback(GERMAN)

    def gettext(self, message):
        return WORDS.get(message) or super().gettext(message)

    def ngettext(self, one, more, count):
        return WORDS.get(one if count == 1 else more) or super().ngettext(one, more, count)


BLUE, GREEN = say("blue"), say("green")


@row_by_row(
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
        (many("{count} card", "{count} cards", Count(1544)), "1,544 cards", "1.544 Karten"),
        (say("{count}", count=Count(2_034_005)), "2,034,005", "2.034.005"),
        (say("{points}", points=1544), "1544", "1544"),
        (joined([BLUE, "Anja", GREEN]), "blue; Anja; green", "blau; Anja; grün"),
        (joined([]), "", ""),
    ],
    ids=str,
)
def test_messages_are_translated(message, english, german):
    assert (str(message), message.translated(Reader())) == (english, german)


@row_by_row(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("אבי", "אבי"),
        ("\u202eada", "\u2068\u202eada\u2069"),
        ("Bo\u200f", "\u2068Bo\u200f\u2069"),
        ("\u2069\u202eBo", "\u2068\u202eBo\u2069"),
        ("\u2067אבי\u2069", "\u2067אבי\u2069"),
        ("\u2068\u202eada\u2069", "\u2068\u202eada\u2069"),
    ],
)
def test_name_with_direction_marks_is_isolated(name, shown):
    """Isolated text stays unchanged; by default, a message contains names without isolation."""
    assert isolated(name) == shown
    won = say("{player} has won {count} in a row.", player=name, count=2)
    sentence = say("{players}: {said}", players=(name, "Bo"), said=won)
    assert sentence.translated(GERMAN, isolated) == f"{shown} und Bo: {shown} hat 2 in Folge gewonnen."
    assert str(sentence) == f"{name} and Bo: {name} has won 2 in a row."
