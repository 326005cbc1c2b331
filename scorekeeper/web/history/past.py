"""The page of past games: the list with its filters, and one game beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, many, say
from ...core.numbers import small_number
from ...core.rulebook import Rulebook
from ...history.games import anything_shelved
from ...history.past import FIRST, LATEST, ON_A_PAGE, Listed, Spot, find, most_played_places, recent_people
from ...storage import Database
from ...storage.rows import Person
from ..game.outcome import when_played
from ..game.page import GamePage
from ..game.position import Position
from ..shell.language import month, translated
from ..shell.page import page
from ..shell.services import desk
from .looking import (
    FIELDS,
    MARGINS_SAID,
    RATED,
    RATED_SAID,
    Filters,
    count_said,
    outcome_said,
    read_filters,
    remove,
    size_said,
)
from .pages import ListedGame, TitleTab
from .views import listed

blueprint = Blueprint("past", __name__)

MOST_PLACES = 40
MOST_OFFERED = 12
MOST_NAMES = 40
OLDEST = "oldest"
MOST_SECONDS = 999_999_999_999


@dataclass(frozen=True)
class PastPage:
    """Past games that match the filters, and the `chosen` one beside the list: the one `asked` for, or else the first.

    `spot` has the query parameters for this part of the list. `people` and `places` are offered as filters. `shelved`:
    there are archived or deleted games.
    """

    template: ClassVar[str] = "history/past.html"
    filters: Filters
    found: Listed
    games: Sequence[ListedGame]
    spot: Mapping[str, str]
    people: Sequence[Person]
    places: Sequence[str]
    chosen: GamePage | None
    asked: bool
    shelved: bool

    @property
    def count(self) -> Message:
        return count_said(self.found.count)

    @cached_property
    def months(self) -> Sequence[tuple[str, Sequence[ListedGame], int | None]]:
        """The games by the month in which they began, with its name; those without a date come last.

        How many there are is None where the list goes on before or after the first or the last month shown.
        """
        grouped = groupby(self.games, lambda game: month(game.summary.dated) if game.summary.dated else None)
        months = [(name or when_played(None, None), list(games)) for name, games in grouped]
        cut = {at for at, goes_on in ((0, self.found.newer), (len(months) - 1, self.found.older)) if goes_on}
        return [(name, games, None if at in cut else len(games)) for at, (name, games) in enumerate(months)]

    @property
    def title_links(self) -> Sequence[TitleTab]:
        """The titles to choose from by a tap."""
        chosen = self.filters.wanted.rulebook
        return [
            TitleTab(slug, rulebook.meta.title, "", slug == chosen) for slug, rulebook in self.filters.rulebooks.items()
        ]

    @property
    def offered_people(self) -> Sequence[Person]:
        """Players with a chip: recent players in a fixed order, followed by other chosen players."""
        offered = [each for each in self.people if each.suggested][:MOST_OFFERED]
        return [*offered, *(each for each in self.filters.players if each not in offered)]

    @property
    def offered_titles(self) -> Sequence[tuple[str, Message]]:
        """The titles that can be chosen: slug and name."""
        return [(slug, rulebook.meta.title) for slug, rulebook in self.filters.rulebooks.items()]

    @property
    def offered_places(self) -> Sequence[tuple[str, str]]:
        """The places that can be chosen: value and label. The chosen one is always among them."""
        typed = self.filters.typed["place"]
        places = [*self.places, *([typed] if typed and typed not in self.places else [])]
        return [(place, place) for place in places]

    @property
    def rulebook(self) -> Rulebook[Any] | None:
        return self.chosen.rulebook if self.chosen else None

    @property
    def outcomes(self) -> Sequence[tuple[str, Message]]:
        """The choices of an outcome: won or lost, for each player with a chip."""
        return [
            (f"{word}-{each.id}", outcome_said(each.name, won=word == "won"))
            for each in self.offered_people
            for word in ("won", "lost")
        ]

    @property
    def sizes(self) -> Sequence[tuple[str, Message]]:
        most = max((rulebook.meta.players[1] for rulebook in self.filters.rulebooks.values()), default=0)
        sizes = range(1, max(most, self.filters.wanted.size or 0) + 1)
        return [*((str(size), size_said(size)) for size in sizes), (RATED, RATED_SAID)]

    @property
    def margins(self) -> Sequence[tuple[str, Message]]:
        return [*MARGINS_SAID.items()]

    @property
    def turns(self) -> Sequence[tuple[str, Message]]:
        """The links to other parts of the list: both ways, and to its ends. Each has an address and a label."""
        found = []
        if self.found.newer:
            found += [(self.filters.address(), say("Newest"))]
            found += [(self._from(0, "after"), say("Later games"))] if self.games else []
        if self.found.older:
            found += [(self._from(-1, "before"), say("Earlier games"))] if self.games else []
            found += [(self.filters.address(after=OLDEST), say("Oldest"))]
        return found

    def beside(self, game: ListedGame) -> str:
        """Return the address of this page with a game beside the list."""
        return self.filters.address(**self.spot, game=game.summary.id, _anchor=f"game-{game.summary.id}")

    def is_chosen(self, game: ListedGame) -> bool:
        return self.chosen is not None and self.chosen.view.game.id == game.summary.id

    def _from(self, index: int, way: str) -> str:
        summary = self.games[index].summary
        return self.filters.address(**{way: f"{summary.moment}.{summary.id}"})


@blueprint.get("/past")
def past() -> AnyResponse:
    """Show the part of the past games that the address asks for, with one of them beside the list.

    The first value of a field counts: the button of a title precedes the field with the same name. `without` names
    filters to remove.
    """
    sent = request.args.copy()
    before, after = _spot(sent.get("before")), FIRST if sent.get("after") == OLDEST else _spot(sent.get("after"))
    removed = sent.poplist("without")
    remove(sent, removed)
    with desk().store.reading() as db:
        filters = read_filters(db, desk().rulebooks, sent)
        untidy = any(len(sent.getlist(name)) > 1 or not sent[name] for name in FIELDS if name in sent)
        if not filters.faults and (untidy or removed or sent.get("name")):
            return redirect(filters.address(), 303)  # each filter once, none empty, players by id
        found = _found(db, filters, before or LATEST, after)
        people, places = recent_people(db), most_played_places(db, MOST_PLACES)
        shelved = anything_shelved(db)
    games = listed(found.games)
    shown = sent.get("game") or next((each.summary.id for each in games if each.title and not each.summary.told), None)
    chosen = None if shown is None else GamePage(Position(desk().view(_game_id(shown))))
    if chosen and not chosen.view.replay.finished:
        return redirect(chosen.links.table, 303)
    spot = {name: sent[name] for name in ("before", "after") if name in sent}
    return page(
        PastPage(
            filters,
            found,
            games,
            spot,
            people[:MOST_NAMES],
            places,
            chosen,
            asked="game" in sent,
            shelved=shelved,
        ),
        422 if filters.faults else 200,
    )


@blueprint.get("/past/count")
def count() -> Response:
    """Return the label of a filter form's button, with the number of matching games."""
    with desk().store.reading() as db:
        filters = read_filters(db, desk().rulebooks, request.args)
        if filters.faults:
            return Response(status=422)
        found = _found(db, filters).count
    if not found.games:
        said = say("No games match these filters.")
    elif found.exact:
        said = many("Show {count} game", "Show {count} games", found.games)
    else:
        said = say("Show at least {count} games", count=found.games)
    return Response(translated(said), mimetype="text/plain")


def _found(db: Database, filters: Filters, before: Spot = LATEST, after: Spot | None = None) -> Listed:
    titles = {slug: rulebook.meta.title for slug, rulebook in desk().rulebooks.items()}
    said = {slug: (str(title), translated(title)) for slug, title in titles.items()}  # in English, too
    return find(db, filters.wanted, ON_A_PAGE, before=before, after=after, titles=said)


def _spot(text: str | None) -> Spot | None:
    """Return the spot in the list that a parameter names; None without one. Aborts with 404 if it cannot be read."""
    if text is None:
        return None
    moment, _, game_id = text.removeprefix("-").partition(".")
    number = small_number(moment, MOST_SECONDS)
    if number is None:
        abort(404)
    return (-number if text.startswith("-") else number), _game_id(game_id)


def _game_id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        abort(404)
