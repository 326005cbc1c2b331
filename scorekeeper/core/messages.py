"""Messages as values: a template and the values for it, translated when the message is shown."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import NullTranslations


def N_(template: str) -> str:  # noqa: N802  (the name that gettext's tools look for)
    """Return a template unchanged; marks a text for translation that becomes a Message elsewhere."""
    return template


ENGLISH = NullTranslations()
MINUS = "\N{MINUS SIGN}"
AND = N_("{items} and {last}")
"""Template for the last of several items and the items before it."""
DECIMAL = N_("{integer}.{decimals}")
"""Template of a number with decimals; translations have the decimal sign of their language."""
THOUSANDS = N_("{thousands},{rest}")
"""Template of a Count from 1,000 on: its thousands, and its last three digits."""
DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the writing direction of a text."""
HEADER = ""
"""Message ID of a catalogue's header in gettext."""
LANGUAGE = re.compile(r"^Language: *([a-z]+)", re.MULTILINE)
"""Line of a catalogue's header with its language."""
ISOLATED = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")
"""A complete isolate. Direction marks in it do not affect the text around it."""
ISOLATION = re.compile("[\u2066-\u2069]")


class Count(int):
    """A number of things: thousands are separated, unlike in points and other numbers of a game."""


def isolated(text: str) -> str:
    """Return a text isolated from the text around it, if it contains direction marks that would affect that text."""
    if not DIRECTION.search(text) or not DIRECTION.search(ISOLATED.sub("", text)):
        return text
    return f"\N{FIRST STRONG ISOLATE}{ISOLATION.sub('', text)}\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True, slots=True)
class Message:
    """A message: an English `template`, and the `values` for the names in its braces.

    A value is a text, a number, a Message, or a tuple of these, which is shown as a list: "Anja, Benito and Donny".
    Numbers are shown with a true minus sign. With `plural`, the number `values["count"]` selects one of the two
    templates.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None

    def translated(self, language: NullTranslations = ENGLISH, shown: Callable[[str], str] = str) -> str:
        """Return the text in `language` (a gettext catalogue); `shown` is applied to each text among the values."""
        if not self.template:  # for an empty text, gettext would return the header of the catalogue
            return ""
        if self.plural is None:
            template = language.gettext(self.template)
        else:
            count = self.values["count"]
            assert isinstance(count, int | float)  # noqa: S101  (only `many` creates plurals, with a number)
            template = language.ngettext(self.template, self.plural, count if isinstance(count, int) else 2)
        if not self.values:
            return template
        words = {
            name: shown(value) if type(value) is str else _in_words(value, language, shown)
            for name, value in self.values.items()
        }
        return template.format(**words)

    def __str__(self) -> str:
        return self.translated()

    def __hash__(self) -> int:  # without the values, because a mapping has no hash
        return hash(self.template)


@dataclass(frozen=True, slots=True)
class Sentence(Message):
    """A message that begins with a value. Its first character is capitalized."""

    def translated(self, language: NullTranslations = ENGLISH, shown: Callable[[str], str] = str) -> str:
        text = Message.translated(self, language, shown)
        return text[:1].upper() + text[1:]

    __str__ = Message.__str__
    __hash__ = Message.__hash__  # `dataclass` would generate one that includes the values


@dataclass(frozen=True, slots=True)
class Multilingual(Message):
    """A text with its translations in `languages`, by language code ("de"); other languages show the template.

    Braces in it have no special meaning.
    """

    languages: Mapping[str, str] = field(default_factory=dict)

    def translated(self, language: NullTranslations = ENGLISH, shown: Callable[[str], str] = str) -> str:
        return shown(self.languages.get(_code(language.gettext(HEADER)), self.template))

    __str__ = Message.__str__
    __hash__ = Message.__hash__


@lru_cache(16)
def _code(header: str) -> str:
    """Return the language code in a catalogue's header; "en" if there is none, because English has no catalogue."""
    found = LANGUAGE.search(header)
    return found[1] if found else "en"


def say(template: str, /, **values: object) -> Message:
    """Return a Message; `./run i18n` collects the template of every call for translation."""
    return Message(template, values)


def many(singular: str, plural: str, /, count: float, **values: object) -> Message:
    """Return a message with a singular and a plural template; `count` selects one, and both can contain `{count}`."""
    return Message(singular, {"count": count, **values}, plural)


def listed(items: Sequence[object]) -> Message:
    """Return a message that consists of a list only: "Anja, Benito and Donny"."""
    return Message("{items}", {"items": tuple(items)})


def joined(messages: Sequence[object], separator: str = "; ") -> Message:
    """Return several messages as one: "this; that; more"."""
    names = [f"part{number}" for number in range(len(messages))]
    return Message(separator.join(f"{{{name}}}" for name in names), dict(zip(names, messages, strict=True)))


def number(value: float, language: NullTranslations = ENGLISH) -> str:
    """Return a number as text with a true minus sign, and at most three decimals after the language's decimal sign."""
    if isinstance(value, Count) and value >= 1000:
        thousands, rest = divmod(value, 1000)
        return language.gettext(THOUSANDS).format(thousands=number(Count(thousands), language), rest=f"{rest:03}")
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    integer, _, decimals = f"{value:.3f}".rstrip("0").rstrip(".").replace("-", MINUS).partition(".")
    return language.gettext(DECIMAL).format(integer=integer, decimals=decimals) if decimals else integer


def signed(value: float) -> Message:
    """Return a change with its sign: "+2", or "±0"."""
    return joined(("+" if value > 0 else "" if value else "±", value), "")


def _in_words(value: object, language: NullTranslations, shown: Callable[[str], str]) -> object:
    match value:
        case Message():
            return value.translated(language, shown)
        case tuple():
            return _listed([str(_in_words(item, language, shown)) for item in value], language)
        case bool():
            return value
        case str():
            return shown(value)
        case int() | float():
            return number(value, language)
    return value


def _listed(items: Sequence[str], language: NullTranslations) -> str:
    if len(items) < 2:
        return "".join(items)
    return language.gettext(AND).format(items=", ".join(items[:-1]), last=items[-1])
