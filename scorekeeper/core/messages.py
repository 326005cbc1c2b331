"""Sentences as values: a template and what goes into it, so that they can be said in every language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations

ENGLISH = NullTranslations()


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: `template` in English, and the `values` for the names in its braces.

    A value may itself be a Message. With `plural`, `values["count"]` chooses between the two templates.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None

    def said(self, language: NullTranslations = ENGLISH) -> str:
        """Return the sentence in `language` (a gettext catalogue; English without one)."""
        if self.plural is None:
            template = language.gettext(self.template)
        else:
            count = self.values["count"]
            assert isinstance(count, int)  # noqa: S101  (`many` alone makes plurals, and it takes an int)
            template = language.ngettext(self.template, self.plural, count)
        if not self.values:
            return template
        spoken = {
            name: value.said(language) if isinstance(value, Message) else value for name, value in self.values.items()
        }
        return template.format(**spoken)

    def __str__(self) -> str:
        return self.said()


def N_(template: str) -> str:  # noqa: N802  (the name that gettext's tools look for)
    """Return a template as it is; it marks one for the catalogues that is made a message elsewhere."""
    return template


def say(template: str, /, **values: object) -> Message:
    """Return a message; catalogues collect the first argument of every `say`."""
    return Message(template, values)


def many(singular: str, plural: str, /, count: int, **values: object) -> Message:
    """Return a message whose template depends on `count` (which it can also name)."""
    return Message(singular, {"count": count, **values}, plural)


def listed(items: Sequence[object]) -> Message:
    """Return items as people list them: "Anja, Benito and Donny"."""
    if len(items) < 2:
        return say("{items}", items="".join(map(str, items)))
    return say("{items} and {last}", items=", ".join(map(str, items[:-1])), last=items[-1])
