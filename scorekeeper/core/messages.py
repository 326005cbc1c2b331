"""Sentences as values: a template and what goes into it, to be translated when it is shown."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import NullTranslations


def N_(template: str) -> str:  # noqa: N802  (the name that gettext's tools look for)
    """Return a template as it is; it marks for the catalogues a text that becomes a Message elsewhere."""
    return template


ENGLISH = NullTranslations()
MINUS = "\N{MINUS SIGN}"
AND = N_("{items} and {last}")
"""How the last of several items is joined to those before it."""
DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction in which a text is read."""
HEADER = ""
"""For this, gettext returns the header of a catalogue."""
LANGUAGE = re.compile(r"^Language: *([a-z]+)", re.MULTILINE)
"""The line of a catalogue's header that says which language it translates into."""
ISOLATED = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")
ISOLATION = re.compile("[\u2066-\u2069]")


def isolated(text: str) -> str:
    """Return a text so that marks of direction in it do not change the direction of the text around it."""
    if not DIRECTION.search(text) or not DIRECTION.search(ISOLATED.sub("", text)):
        return text
    return f"\N{FIRST STRONG ISOLATE}{ISOLATION.sub('', text)}\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: `template` in English, and the `values` for the names in its braces.

    A value is a text, a number, a Message, or a tuple of these, which is listed: "Anja, Benito and Donny". Numbers get
    a true minus sign. With `plural`, the number `values["count"]` chooses between the two templates.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None

    def translated(self, language: NullTranslations = ENGLISH, shown: Callable[[str], str] = str) -> str:
        """Return the sentence in `language` (a gettext catalogue); `shown` is applied to each text in its values."""
        if not self.template:  # gettext would return the header of the catalogue
            return ""
        if self.plural is None:
            template = language.gettext(self.template)
        else:
            count = self.values["count"]
            assert isinstance(count, int)  # noqa: S101  (`many` alone makes plurals, and it takes an int)
            template = language.ngettext(self.template, self.plural, count)
        if not self.values:
            return template
        words = {
            name: shown(value) if type(value) is str else _in_words(value, language, shown)
            for name, value in self.values.items()
        }
        return template.format(**words)

    def __str__(self) -> str:
        return self.translated()

    def __hash__(self) -> int:  # the values, a mapping, have none
        return hash(self.template)


@dataclass(frozen=True, slots=True)
class Sentence(Message):
    """A message that begins with a value, whose first letter becomes a capital."""

    def translated(self, language: NullTranslations = ENGLISH, shown: Callable[[str], str] = str) -> str:
        """Return the sentence in `language` with a capital at its beginning."""
        text = Message.translated(self, language, shown)
        return text[:1].upper() + text[1:]

    __str__ = Message.__str__
    __hash__ = Message.__hash__


@dataclass(frozen=True, slots=True)
class Multilingual(Message):
    """A text that brings its translations along: `languages` has them by code ("de"); any other shows the template.

    It is shown as it is: braces in it mean nothing.
    """

    languages: Mapping[str, str] = field(default_factory=dict)

    def translated(self, language: NullTranslations = ENGLISH, shown: Callable[[str], str] = str) -> str:
        """Return the text in the language of that catalogue, if it is there."""
        return shown(self.languages.get(_code(language.gettext(HEADER)), self.template))

    __str__ = Message.__str__
    __hash__ = Message.__hash__


@lru_cache(16)
def _code(header: str) -> str:
    """Return the language of a catalogue with that header (gettext has it under the empty text); English has none."""
    found = LANGUAGE.search(header)
    return found[1] if found else "en"


def say(template: str, /, **values: object) -> Message:
    """Return a message; the first argument of every `say` is collected for translation."""
    return Message(template, values)


def many(singular: str, plural: str, /, count: int, **values: object) -> Message:
    """Return a message whose template depends on `count`, which can also stand in its braces."""
    return Message(singular, {"count": count, **values}, plural)


def listed(items: Sequence[object]) -> Message:
    """Return a message that is nothing but a list of items: "Anja, Benito and Donny"."""
    return Message("{items}", {"items": tuple(items)})


def joined(messages: Sequence[object], separator: str = "; ") -> Message:
    """Return several messages as one: "this; that; more"."""
    names = [f"part{number}" for number in range(len(messages))]
    return Message(separator.join(f"{{{name}}}" for name in names), dict(zip(names, messages, strict=True)))


def number(value: int) -> str:
    """Return a whole number with a true minus sign."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Return a change with its sign: "+2", or "±0"."""
    return f"+{value}" if value > 0 else number(value) if value else "±0"


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
        case int():
            return number(value)
    return value


def _listed(items: Sequence[str], language: NullTranslations) -> str:
    if len(items) < 2:
        return "".join(items)
    return language.gettext(AND).format(items=", ".join(items[:-1]), last=items[-1])
