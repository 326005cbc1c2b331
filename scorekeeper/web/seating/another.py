"""The page to find a title: the last played, then all others, filtered by name, number of players and kind."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request, url_for

from ...core.fields import small_number
from ...core.messages import Message, joined, say
from ...core.rulebook import MAX_PLAYERS, Rulebook
from ...pads.words import fact_texts, told_apart
from ...store.results import titles_played
from ...store.settings import hidden_pads, replaced
from ...titles import entry_of, has_house_rules
from ..common.language import alphabetical, short_date, translated
from ..common.page import service, show
from ..common.rights import Right, requires
from ..common.titles import matching, ready_titles
from ..forms.fixed import one_line

blueprint = Blueprint("another", __name__)

MAX_SHOWN = 200
"""Maximum number of titles on the page, in each of its parts."""
TOGETHER = "together"
"""The kind of cooperative games, in addition to their other kind."""
KIND_NAMES = {"cards": say("Cards"), "dice": say("Dice"), "board": say("Board"), TOGETHER: say("Together")}
IN_ROW = ("limit", "rounds", "rows", "teams", "points")
"""Subjects of the facts in a title's row."""


class Offers:
    """All titles by slug, except replaced ones, with distinct names.

    `hidden` are the titles not offered for new games. `played` has by slug the number of finished games and the day of
    the latest game; the latest played title comes first.
    """

    def __init__(self) -> None:
        with service().store.reading() as db:
            ends, self.hidden, self.played = replaced(db), hidden_pads(db), titles_played(db)
            known = {**ready_titles(db), **dict(service().rulebooks.items())}  # all definitions at once
        self.titles: Mapping[str, Rulebook[Any]] = {slug: each for slug, each in known.items() if slug not in ends}
        self.names = told_apart(self.titles)

    def found(self, text: str, kind: str, players: int | None) -> list[str]:
        """Return the slugs of the titles that match all given filters; `text` is searched in their names."""
        slugs = matching(self.titles, text) if text else list(self.titles)
        return [
            slug
            for slug in slugs
            if (not kind or kind in kinds_of(self.titles[slug]))
            and (players is None or self.titles[slug].meta.players[0] <= players <= self.titles[slug].meta.players[1])
        ]

    def row(self, slug: str) -> dict[str, Any]:
        title, (_, day) = self.titles[slug], self.played.get(slug, (0, ""))
        words = fact_texts(title)
        facts: list[Message | str] = [title.meta.player_count_text]
        facts += [words[subject] for subject in IN_ROW if subject in words]
        facts += [say("fewest points")] if title.meta.lowest_wins and title.definition else []
        rules = url_for("rules.show", slug=slug) if title.rules.sections else ""
        return {
            "slug": slug,
            "url": url_for("pads.pad" if slug in self.hidden else "seating.begin", slug=slug),
            "name": self.names[slug],
            "facts": joined([*facts, *([short_date(day)] if day else [])], " · "),
            "house_rules": has_house_rules(slug),
            "more": rules if title.definition is None else url_for("pads.pad", slug=slug),
        }


def kinds_of(title: Rulebook[Any]) -> list[str]:
    entry = entry_of(title.slug)
    return [*([entry.kind] if entry else []), *([TOGETHER] if title.meta.cooperative else [])]


@blueprint.get("/new")
@requires(Right.PAIRED)
def choose() -> Response:
    """Show the titles with `find` in their names, of a `kind`, and for a number of `players`."""
    offers, asked = Offers(), one_line(request.args.get("find", ""))
    kind = request.args.get("kind", "") if request.args.get("kind") in KIND_NAMES else ""
    players = small_number(request.args.get("players", ""), MAX_PLAYERS) or None
    found = sorted(offers.found(asked, kind, players), key=lambda slug: alphabetical(translated(offers.names[slug])))
    offered = [slug for slug in found if slug not in offers.hidden]
    parts = {
        "played": [slug for slug in offers.played if slug in offered],
        "others": [slug for slug in offered if slug not in offers.played],
        "hidden": [slug for slug in found if slug in offers.hidden],
    }
    shown = {
        **{part: [*map(offers.row, slugs[:MAX_SHOWN])] for part, slugs in parts.items()},
        "count": len(offered),
        "more": sum(len(slugs[MAX_SHOWN:]) for slugs in parts.values()),
        "typed": asked,
        "kind": kind,
        "kinds": [("", say("All")), *KIND_NAMES.items()],
        "players": players,
        "most": MAX_PLAYERS,
        "filtered": bool(asked or kind or players),
    }
    return show("seating/another.html", shown)
