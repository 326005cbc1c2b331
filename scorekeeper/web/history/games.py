"""The list of past games with its filters, side by side with one game if the URL names one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from sqlite_utils import Database
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ...core.document import VENUE_LENGTH
from ...core.fields import small_number
from ...core.messages import Count, Message, joined, many, say
from ...core.names import NAME_LENGTH
from ...core.records import kept
from ...core.rulebook import Rulebook
from ...pads.words import told_apart
from ...store.results import (
    MARGINS,
    NEWEST_CURSOR,
    OLDEST_CURSOR,
    Cursor,
    Found,
    GameQuery,
    find,
    has_inactive,
    latest_titles,
    most_played_places,
    people_whose_name_has,
    plain,
    players_of_latest_games,
)
from ...store.results import count as count_games
from ...store.rows import Person, find_person, read_person
from ...store.settings import replaced
from ..common.language import alphabetical, month, translated, when_played
from ..common.language import date as written_day
from ..common.page import service, show
from ..common.titles import few_titles
from .home import ListedGame, listed
from .players import RATED, RATED_TEXT, size_text
from .records import best

blueprint = Blueprint("past", __name__)

FIELDS = ("title", "record", "name", "outcome", "size", "margin", "place", "from", "to", "q")
"""Form fields with one value each; the field `player` has any number of ids."""
ON_A_PAGE = 25
MAX_LENGTH, MAX_WORDS, MAX_PLAYERS, MAX_NAMED = 100, 10, 12, 5
MAX_ID, MAX_SIZE, MAX_SECONDS = 999_999_999, 99, 999_999_999_999
MAX_PLACES, MAX_CHIPS, MAX_NAMES = 40, 12, 40
OLDEST = "oldest"
OUTCOME = re.compile(r"(won|lost)(?:-([0-9]{1,9}))?")
"""An outcome and the id of its player; without an id, it is about the first chosen player."""
OF_TABLE = {"table-won": say("Won together"), "table-lost": say("Lost together")}
"""Outcomes of cooperative games."""
MAX_TITLES = 500
"""Maximum number of titles in the filter's list."""
DAY_SHAPES = [4], [4, 2], [4, 2, 2]
CHOOSE = say("Choose one of these.")
NO_DAY = say("This must be a day, a month or a year, such as 2026-11-21, 2026-11 or 2026.")
MARGINS_TEXT = {
    "0": say("0 points"),
    "1-3": say("1 to 3 points"),
    "4-10": say("4 to 10 points"),
    "11-20": say("11 to 20 points"),
    "21-": say("more than 20 points"),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the list; fields with `faults` do not filter, and `labels` replace the `typed` text when shown."""

    query: GameQuery
    typed: Mapping[str, str]
    players: Sequence[Person]
    faults: Mapping[str, Message]
    labels: Mapping[str, Message | str]

    @property
    def any(self) -> bool:
        return self.query != GameQuery()

    @property
    def parameters(self) -> dict[str, Any]:
        typed = {name: text for name, text in self.typed.items() if text and name not in self.faults}
        return {**typed, "player": [each.id for each in self.players]}

    def url(self, **others: object) -> str:
        return url_for("past.past", **{**self.parameters, **others})

    @property
    def removable(self) -> Sequence[tuple[Message | str, str]]:
        """The label of each active filter, and its value for the query parameter `without`."""
        given, labels = self.parameters, {**self.typed, **self.labels}
        chosen: list[tuple[Message | str, str]] = [(each.name, f"player-{each.id}") for each in self.players]
        return [*chosen, *((labels[name], name) for name in FIELDS if name in given)]


def outcome_text(player: str, *, won: bool) -> Message:
    return say("{player} won", player=player) if won else say("{player} lost", player=player)


def read_filters(db: Database, rulebooks: Mapping[str, Rulebook[Any]], sent: MultiDict[str, str]) -> Filters:
    typed = {name: " ".join(sent.get(name, "").split()) for name in FIELDS}
    faults: dict[str, Message] = {}
    labels: dict[str, Message | str] = {}

    typed["title"] = replaced(db).get(typed["title"], typed["title"])
    if typed["title"] and typed["title"] not in rulebooks:
        faults["title"] = CHOOSE
    rulebook = rulebooks.get(typed["title"])
    if rulebook:
        labels["title"] = rulebook.meta.heading

    record = next((each for each in kept(rulebook) if each.name == typed["record"]), None) if rulebook else None
    found = best(db, rulebook.slug, record) if rulebook and record else None
    if record and found:
        labels["record"] = joined([record.label, record.in_words(found.value)], ": ")
    else:
        typed["record"] = ""  # a record belongs to its title

    players = _players(db, sent.getlist("player"), typed, faults)
    won = None if typed["outcome"] in OF_TABLE else _outcome(db, players, typed, faults)
    if typed["outcome"] in OF_TABLE:
        labels["outcome"] = OF_TABLE[typed["outcome"]]
    elif won:
        labels["outcome"] = outcome_text(won[0].name, won=won[1])

    size = small_number(typed["size"], MAX_SIZE) if typed["size"] else None
    if typed["size"] == RATED:
        labels["size"] = RATED_TEXT
    elif size:
        labels["size"] = size_text(size)
    elif typed["size"]:
        faults["size"] = CHOOSE

    if typed["margin"] in MARGINS:
        labels["margin"] = say("Margin: {points}", points=MARGINS_TEXT[typed["margin"]])
    elif typed["margin"]:
        faults["margin"] = CHOOSE

    first, last = (_day(typed[name], faults, name) for name in ("from", "to"))
    if first and last and first > last:
        faults["to"], last = say("This day comes before the first one."), None
    if first:
        labels["from"] = say("From {day}", day=written_day(first))
    if last:
        labels["to"] = say("Until {day}", day=written_day(last))

    if len(typed["place"]) > VENUE_LENGTH:
        faults["place"] = say("A location can have at most {most} characters.", most=VENUE_LENGTH)
    if len(typed["q"]) > MAX_LENGTH or len(typed["q"].split()) > MAX_WORDS:
        faults["q"] = say("Search for fewer words.")

    right = {name: "" if name in faults else text for name, text in typed.items()}
    metas = [each.meta for each in rulebooks.values()] if right["q"] or typed["outcome"] in OF_TABLE else []
    query = GameQuery(
        rulebook.slug if rulebook else None,
        tuple(each.id for each in players),
        right["place"],
        first,
        last,
        right["q"],
        won_by=won[0].id if won and won[1] else None,
        lost_by=won[0].id if won and not won[1] else None,
        size=size or None,
        margin=right["margin"],
        record=(record.marks, found.value) if record and found else None,
        rated=typed["size"] == RATED,
        table_won=typed["outcome"] == "table-won" if typed["outcome"] in OF_TABLE else None,
        titles={each.slug: (str(each.title), translated(each.title)) for each in metas},  # also searched in English
        cooperative=[each.slug for each in metas if each.cooperative],
    )
    return Filters(query, typed, players, faults, labels)


def _players(db: Database, ids: Sequence[str], typed: dict[str, str], faults: dict[str, Message]) -> list[Person]:
    """Return the chosen players and the player with the typed name, if any; clear `typed["name"]` in that case."""
    numbers = dict.fromkeys(small_number(each, MAX_ID) for each in ids if each)
    found = [None if number is None else read_person(db, number) for number in numbers]
    if None in found or len(found) > MAX_PLAYERS:
        faults["name"] = say("One of these players no longer exists. Select the players again.")
    players = [each for each in found if each][:MAX_PLAYERS]
    name = typed["name"]
    if not name:
        return players
    person = find_person(db, name[: NAME_LENGTH + 1])
    if person is None:
        likely = people_whose_name_has(db, plain(name))
        if len(likely) == 1:
            person = read_person(db, likely[0])
        elif len(likely) > MAX_NAMED:
            faults["name"] = say("Several players match. Enter the full name.")
        elif likely:
            called = sorted(each.name for number in likely if (each := read_person(db, number)))
            faults["name"] = say("Which one? {players}", players=tuple(called))
        else:
            faults["name"] = say("No player here is called {player}.", player=name)
    if person is None:
        return players
    typed["name"] = ""
    return [*(each for each in players if each != person), person]


def _outcome(
    db: Database, players: list[Person], typed: dict[str, str], faults: dict[str, Message]
) -> tuple[Person, bool] | None:
    """Return the player of the outcome filter and whether they won; add the player to `players` and `typed`."""
    if not typed["outcome"]:
        return None
    found = OUTCOME.fullmatch(typed["outcome"])
    if not found:
        faults["outcome"] = CHOOSE
        return None
    player = read_person(db, int(found[2])) if found[2] else next(iter(players), None)
    if player is None:
        faults["outcome"] = say("Who won or lost? Also choose a player.")
        return None
    if player not in players:
        players.append(player)
    typed["outcome"] = f"{found[1]}-{player.id}"
    return player, found[1] == "won"


def _day(text: str, faults: dict[str, Message], name: str) -> date | None:
    try:
        return read_day(text, last=name == "to") if text else None
    except ValueError:
        faults[name] = NO_DAY
        return None


def read_day(text: str, *, last: bool) -> date:
    """Return the day in a text, or the first (or `last`) day of a month or year; raises ValueError."""
    parts = text.split("-")
    if not text.isascii() or not all(map(str.isdigit, parts)) or [len(each) for each in parts] not in DAY_SHAPES:
        raise ValueError
    year, month_, day = [int(each) for each in parts] + [0] * (3 - len(parts))
    if day:
        return date(year, month_, day)
    if not last:
        return date(year, month_ or 1, 1)
    if month_ in (0, 12):
        return date(year, 12, 31)
    return date(year, month_ + 1, 1) - timedelta(1)


@blueprint.get("/past")
def past() -> AnyResponse:
    """Show a page of past games, side by side with the `game` in the query; `without` names filters to remove.

    Only the first value of a field counts, because the title buttons precede the field with the same name.
    """
    sent = request.args.copy()
    before = _cursor(sent.get("before"))
    after = OLDEST_CURSOR if sent.get("after") == OLDEST else _cursor(sent.get("after"))
    without = sent.poplist("without")
    for name, _, player in (each.partition("-") for each in without):
        values = sent.poplist(name)
        if name == "player":
            sent.update({name: [each for each in values if each != player]})
            if sent.get("outcome", "").endswith(f"-{player}"):
                sent.poplist("outcome")
    with service().store.reading() as db:
        filters = read_filters(db, service().rulebooks, sent)
        untidy = any(len(sent.getlist(name)) > 1 or not sent[name] for name in FIELDS if name in sent)
        if not filters.faults and (untidy or without or sent.get("name")):
            return redirect(filters.url(), 303)  # each filter once, none empty, players by id
        number = count_games(db, filters.query)
        found = Found((), newer=False, older=False)
        if number:
            found = find(db, filters.query, ON_A_PAGE, before=before or NEWEST_CURSOR, after=after)
        people, places = players_of_latest_games(db)[:MAX_NAMES], list(most_played_places(db, MAX_PLACES))
        inactive, latest = has_inactive(db), latest_titles(db)
    chosen = service().view(_game_id(sent["game"])) if sent.get("game") else None
    if chosen and not chosen.replay.finished:
        return redirect(url_for("game.table", game_id=chosen.game.id), 303)
    games, spot = listed(found.games), {name: sent[name] for name in ("before", "after") if name in sent}
    suggested = [each for each in people if each.suggested][:MAX_CHIPS]
    shown = {
        "filters": filters,
        "rulebook": chosen and chosen.rulebook,
        "chosen": chosen,
        "count": many("{count} game", "{count} games", Count(number)),
        "months": _months(games, found),
        "beside": {
            each.summary.id: filters.url(**spot, game=each.summary.id, _anchor=f"game-{each.summary.id}")
            for each in games
        },
        "ends": _ends(filters, games, found),
        "people": people,
        "inactive": inactive,
        **_choices(filters, [*suggested, *(each for each in filters.players if each not in suggested)], places, latest),
    }
    return show("history/games.html", shown, 422 if filters.faults else 200)


@blueprint.get("/past/count")
def count() -> Response:
    with service().store.reading() as db:
        filters = read_filters(db, service().rulebooks, request.args)
        if filters.faults:
            return Response(status=422)
        found = count_games(db, filters.query)
    label = (
        many("Show {count} game", "Show {count} games", Count(found)) if found else say("No games match these filters.")
    )
    return Response(translated(label), mimetype="text/plain")


def _months(games: Sequence[ListedGame], found: Found) -> Sequence[tuple[str, Sequence[ListedGame], int | None]]:
    """Return month names, each with its games and their number, or None if the month continues on another page."""
    grouped = groupby(games, lambda game: month(game.summary.dated) if game.summary.dated else None)
    months = [(name or when_played(None, None), list(of_month)) for name, of_month in grouped]
    cut = {at for at, goes_on in ((0, found.newer), (len(months) - 1, found.older)) if goes_on}
    return [(name, of_month, None if at in cut else len(of_month)) for at, (name, of_month) in enumerate(months)]


def _ends(filters: Filters, games: Sequence[ListedGame], found: Found) -> Sequence[tuple[str, Message]]:
    def beyond(game: ListedGame, way: str) -> str:
        return filters.url(**{way: f"{game.summary.moment}.{game.summary.id}"})

    links = []
    if found.newer:
        links += [(filters.url(), say("Newest"))]
        links += [(beyond(games[0], "after"), say("Later games"))] if games else []
    if found.older:
        links += [(beyond(games[-1], "before"), say("Earlier games"))] if games else []
        links += [(filters.url(after=OLDEST), say("Oldest"))]
    return links


def _choices(
    filters: Filters, chips: Sequence[Person], places: list[str], latest: Sequence[str]
) -> Mapping[str, object]:
    """Return the choices of the form's fields, including the current values; `chips` are players with a chip."""
    ends = replaced(service().store.current())
    rulebooks = {slug: each for slug, each in service().rulebooks.items() if slug not in ends}
    metas, place = {slug: each.meta for slug, each in rulebooks.items()}, filters.typed["place"]
    named = told_apart(rulebooks)
    most = max((meta.players[1] for meta in metas.values()), default=0)
    chosen = filters.query.rulebook
    listed = few_titles([*(slug for slug in latest if slug in metas), *metas], chosen)
    if len(listed) == len(metas):
        listed = [*metas]
    in_list = [*dict.fromkeys([*([chosen] if chosen else []), *latest, *metas])][:MAX_TITLES]
    titles = [(slug, translated(named[slug])) for slug in in_list if slug in metas]
    titles.sort(key=lambda each: alphabetical(each[1]))
    together = (
        chosen in metas and metas[chosen].cooperative if chosen else any(each.cooperative for each in metas.values())
    )
    sizes = range(1, max(most, filters.query.size or 0) + 1)
    return {
        "chips": chips,
        "tabs": [{"slug": slug, "title": named[slug], "chosen": slug == filters.query.rulebook} for slug in listed],
        "titles": titles,
        "places": [(each, each) for each in sorted({*places, *([place] if place else [])}, key=alphabetical)],
        "outcomes": [
            (f"{word}-{each.id}", outcome_text(each.name, won=word == "won"))
            for each in chips
            for word in ("won", "lost")
        ]
        + ([*OF_TABLE.items()] if together else []),
        "sizes": [*((str(size), size_text(size)) for size in sizes), (RATED, RATED_TEXT)],
        "margins": [*MARGINS_TEXT.items()],
    }


def _cursor(text: str | None) -> Cursor | None:
    """Return the list position in a query parameter, or None if it is missing; abort with 404 if it is malformed."""
    if text is None:
        return None
    moment, _, game_id = text.removeprefix("-").partition(".")
    number = small_number(moment, MAX_SECONDS)
    if number is None:
        abort(404)
    return (-number if text.startswith("-") else number), _game_id(game_id)


def _game_id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        abort(404)
