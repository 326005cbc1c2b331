"""Finds what is wrong with a title before anybody plays it: in its facts, and in how a game of it starts."""

from collections.abc import Collection, Iterator
from typing import Any

from ..fields import Choice
from ..rulebook import COLOURS, Rulebook
from .fields import fields_faults, names_players
from .rules import asked_faults
from .telling import records_faults
from .trial import trial_faults
from .wording import FIELD_NAME, SLUG, Fault, names_faults, sentences_faults, winner_faults

__all__ = ["TAKEN_PAGES", "Fault", "faults"]

TAKEN_PAGES = (
    "plays",
    "more",
    "stop",
    "options",
    "category",
    "help",
    "undo",
    "redo",
    "shelf",
    "preview",
    "rematch",
    "players",
    "replay",
    "document",
    "bgstats",
    "about",
    "screen",
    "finale",
    "share",
    "take",
    "watch",
    "rules",
)
"""The names of pages that every game has."""
TAKEN_TEMPLATES = ("table", "final", "correct", "begin", "replay")


def faults(rulebook: Rulebook[Any], taken: Collection[str] = ()) -> Iterator[Fault]:
    """Yield what is wrong with a rulebook; `taken` are the slugs of the other titles.

    Its facts are checked first. Only a rulebook whose facts are right is tried at its smallest and its largest table;
    whatever its functions raise there is raised.
    """
    found = [*_meta_faults(rulebook, taken), *_option_faults(rulebook), *_helper_faults(rulebook)]
    found += [*records_faults(rulebook.telling), *asked_faults(rulebook)]
    yield from found or trial_faults(rulebook)


def _meta_faults(rulebook: Rulebook[Any], taken: Collection[str]) -> Iterator[Fault]:
    meta = rulebook.meta
    if not SLUG.fullmatch(meta.slug if rulebook.facts is None else rulebook.name):
        yield Fault(f"the slug {meta.slug!r} is part of addresses: write small letters, digits and hyphens", "slug")
    elif meta.slug in taken:
        yield Fault(f"the slug {meta.slug!r} belongs to another title: choose another", "slug")
    fewest, most = meta.players
    if not 1 <= fewest <= most <= len(COLOURS):
        yield Fault(f"players is {meta.players}: write the fewest and the most, from 1 to {len(COLOURS)}", "players")
    yield from winner_faults(meta.sole_winner, "player")
    yield from winner_faults(meta.joint_winners, "players")
    columns = (*meta.parts, *meta.tie_breaks)
    pages, rule = rulebook.pages.further, rulebook.seats.rule
    yield from names_faults("column", [column.name for column in columns])
    yield from names_faults("page", pages, (*TAKEN_PAGES, *TAKEN_TEMPLATES))
    yield from sentences_faults(meta.title, meta.total, meta.so_far, rule, *pages.values())
    yield from sentences_faults(*(column.label for column in columns))


def _option_faults(rulebook: Rulebook[Any]) -> Iterator[Fault]:
    yield from names_faults("option", [option.field.name for option in rulebook.options], pattern=FIELD_NAME)
    yield from fields_faults([option.field for option in rulebook.options if option not in rulebook.seat_options])
    most = rulebook.meta.players[1]
    for option in rulebook.seat_options:
        item, name = getattr(option.field.shape, "item", None), option.field.name
        if not isinstance(item, Choice) or len(item.words) < most:
            yield Fault(f"{most} players choose a word each for {name!r}: make it a Choice of so many words", name)
    for option in rulebook.asked_options:
        if names_players(option.field.shape):
            name = option.field.name
            yield Fault(f"the option {name!r} is asked before anybody sits there: it cannot name players", name)


def _helper_faults(rulebook: Rulebook[Any]) -> Iterator[Fault]:
    yield from names_faults("helper", [helper.name for helper in rulebook.helpers])
    for helper in rulebook.helpers:
        yield from sentences_faults(helper.label, helper.intro)
        yield from fields_faults(helper.fields)
