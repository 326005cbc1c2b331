"""The facts of a pad as text, also used to distinguish pads of one name."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ..core.messages import Message, joined, many, number, say
from ..core.rulebook import Rulebook
from .definition import ANY, TURN
from .reader import in_languages

TYPES: Mapping[str, Message] = {
    "rounds": say("points by round"),
    TURN: say("points as they come, in turn"),
    ANY: say("points as they come"),
    "rows": say("points by category"),
    "only_winner": say("winner only"),
    "cooperative": say("won or lost together"),
}
DECIMALS: Mapping[int, Message] = {1: say("halves and tenths"), 2: say("hundredths")}
SUBJECTS = ("type", "fields", "rows", "limit", "rounds", "wins", "teams", "decimals", "points", "deals")
"""Subjects of the facts that distinguish pads of one name, before the number of players."""
MOST_POINTS, FEWEST_POINTS = say("most points"), say("fewest points")


def type_of(facts: Mapping[str, Any]) -> str:
    """Return how a pad counts, as a key of TYPES."""
    found = [each for each in ("cooperative", "only_winner", "rows") if facts.get(each)]
    entry = [each for each in (TURN, ANY) if each == facts.get("entry")]
    return next(iter([*found, *entry]), "rounds")


def counting(pad: Rulebook[Any]) -> Hashable:
    """Return the winning condition; pads can be merged only if it is the same."""
    pad_type = type_of(pad.definition or {})
    return pad_type if pad_type in ("cooperative", "only_winner") else pad.meta.lowest_wins


def wins_text(pad: Rulebook[Any]) -> Message:
    found = counting(pad)
    return TYPES[found] if isinstance(found, str) else FEWEST_POINTS if found else MOST_POINTS


def changeable(pad: Rulebook[Any]) -> list[str]:
    """Return the fields (of the form for a pad) that can be changed during a game, without options of the game."""
    facts: Mapping[str, Any] = pad.definition or {"only_winner": True}
    pad_type = type_of(facts)
    if pad_type in ("cooperative", "only_winner"):
        return []
    ends = {"rounds": ("limit", "rounds"), TURN: ("limit", "rounds"), ANY: ("limit",)}.get(pad_type, ())
    given = facts.get("end", {})
    fixed = [{"rounds": "most"}.get(key, key) for key in ends if not isinstance(given.get(key), dict | str)]
    return [*fixed, "wins", *(["deals"] if pad_type == "rounds" else [])]


def fact_texts(pad: Rulebook[Any]) -> dict[str, Message]:
    """Return the facts of a pad as texts by subject, the most important first."""
    if pad.definition is None:
        return {}
    facts = pad.definition
    pad_type = type_of(facts)
    ends: dict[str, Any] = {key: value for key, value in facts.get("end", {}).items() if isinstance(value, int)}
    rows, labels = facts.get("rows", ()), tuple(in_languages(each["label"]) for each in facts.get("fields", ()))
    found: dict[str, Message | None] = {
        "type": TYPES[pad_type],
        "fields": say("from {fields}", fields=labels) if labels else None,
        "rows": many("{count} category", "{count} categories", len(rows)) if rows else None,
        "limit": say("to {number}", number=number(ends["limit"])) if "limit" in ends else None,
        "rounds": many("{count} round", "{count} rounds", ends["rounds"]) if "rounds" in ends else None,
        "wins": None if isinstance(counting(pad), str) else wins_text(pad),
        "teams": say("teams") if facts.get("teams") else None,
        "decimals": DECIMALS.get(facts.get("decimals", 0)),
        "points": say("with points") if pad_type == "cooperative" and "rounds" in facts else None,
        "deals": say("the deal passes on") if facts.get("rounds", {}).get("deals") else None,
        "players": pad.meta.player_count_text,
    }
    return {subject: text for subject, text in found.items() if text}


def told_apart(pads: Mapping[str, Rulebook[Any]]) -> dict[str, Message]:
    """Return the title of each rulebook, by slug; titles of one name get the facts that differ in brackets.

    "Most points" is omitted as the default. Titles without a different fact are numbered.
    """
    by_title: dict[str, dict[str, Rulebook[Any]]] = {}
    for slug, pad in pads.items():
        by_title.setdefault(str(pad.meta.title).casefold(), {})[slug] = pad
    titles = {slug: title for alike in by_title.values() for slug, title in _told_apart(alike).items()}
    return {slug: titles[slug] for slug in pads}


def _told_apart(alike: Mapping[str, Rulebook[Any]]) -> dict[str, Message]:
    """Return the titles of rulebooks of one name."""
    if len(alike) == 1:
        return {slug: pad.meta.title for slug, pad in alike.items()}
    words = {slug: fact_texts(pad) for slug, pad in alike.items()}

    def named(subjects: Sequence[str]) -> dict[str, Message | None]:
        differ = [each for each in subjects if len({str(facts.get(each)) for facts in words.values()}) > 1]
        found = {
            slug: [facts[each] for each in differ if facts.get(each, MOST_POINTS) is not MOST_POINTS]
            for slug, facts in words.items()
        }
        return {slug: joined(each, ", ") if each else None for slug, each in found.items()}

    found = named(SUBJECTS)
    if len(set(map(str, found.values()))) < len(found):
        found = named([*SUBJECTS, "players"])
    met: dict[str, int] = {}
    titles: dict[str, Message] = {}
    for slug, text in found.items():
        met[str(text)] = nth = met.get(str(text), 0) + 1
        parts = [*([text] if text else []), *([f"#{nth}"] if nth > 1 else [])]
        title = alike[slug].meta.title
        titles[slug] = say("{title} ({facts})", title=title, facts=joined(parts, ", ")) if parts else title
    return titles
