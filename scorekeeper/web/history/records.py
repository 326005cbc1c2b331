"""The records of each title."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flask import Blueprint, Response, abort, url_for

from ...core.durations import duration
from ...core.messages import Message, joined, listed, many, say
from ...core.records import Kept, kept, mark
from ...core.rulebook import Rulebook
from ...history.records import Best, Sizes, best, holds, title_games, titles_played
from ...storage import Database
from ..game.outcome import when_played
from ..shell.language import translated
from ..shell.page import page
from ..shell.services import desk
from .pages import TitleTab

blueprint = Blueprint("records", __name__)


@dataclass(frozen=True)
class RecordLine:
    """A record: its `label`, its value as a `figure` with its `unit`, who holds it since when, and `what` it was.

    `address` leads to the game that holds it. `others` says how many more games have the same value, `all_address`
    lists all of them.
    """

    label: Message
    figure: str
    unit: str
    who: Message
    what: Message | None
    when: str
    address: str
    others: Message | None
    all_address: str


@dataclass(frozen=True)
class RecordsPage:
    """The records of the chosen `title` (None: no game was ever finished).

    `played` says how often, how long and by how many it was played. `left_out` are the headings of records that do not
    count games that were ended early, if there are such games.
    """

    template: ClassVar[str] = "history/records.html"
    tabs: Sequence[TitleTab]
    title: Message | None
    played: Message | None
    lines: Sequence[RecordLine]
    left_out: Sequence[Message]

    @property
    def hint(self) -> Message | None:
        """The sentence about games that do not count for some records; None if there are no such games."""
        if not self.left_out:
            return None
        return say(
            "Games that were ended early, or not entered in full, do not count for: {records}.",
            records=tuple(self.left_out),
        )


@blueprint.get("/records")
@blueprint.get("/records/<slug>")
def records(slug: str | None = None) -> Response:
    """Show the records of a title; without a slug, of the title that was played most."""
    if slug is not None and slug not in desk().rulebooks:
        abort(404)
    with desk().store.reading() as db:
        played = [each for each in titles_played(db) if each in desk().rulebooks]
        chosen = slug or next(iter(played), None)
        lines = tuple(_lines(db, desk().rulebooks[chosen])) if chosen else ()
        left_out = tuple(_left_out(db, desk().rulebooks[chosen])) if chosen else ()
        games = title_games(db, chosen) if chosen else None
    shown = played if chosen is None or chosen in played else [*played, chosen]
    titles = {each: desk().rulebooks[each].meta.title for each in shown}
    tabs = [
        TitleTab(each, title, url_for("records.records", slug=each), each == chosen)
        for each, title in sorted(titles.items(), key=lambda each: str(each[1]))
    ]
    return page(RecordsPage(tabs, titles.get(chosen or ""), _played(games) if games else None, lines, left_out))


def _played(sizes: Sizes) -> Message | None:
    """Return in words how often, how long and by how many a title was played; None if it never was."""
    if not sizes.games:
        return None
    count = many("{count} game", "{count} games", sizes.games)
    by_size = [
        many("{games} with {count} player", "{games} with {count} players", size, games=games)
        for size, games in sizes.by_size
    ]
    time = [say("{time} on average", time=duration(sizes.seconds))] if sizes.seconds is not None else []
    return joined([count, listed(by_size), *time], " · ")


def _lines(db: Database, rulebook: Rulebook[Any]) -> Iterator[RecordLine]:
    """Yield the records that there are; if one game is both the highest and the lowest, it is named only once."""
    told = set()
    for each in kept(rulebook):
        found = best(db, rulebook.slug, each)
        if found and (found.mark, found.game_id) not in told:
            told.add((found.mark, found.game_id))
            yield _line(db, rulebook, each, found)


def _left_out(db: Database, rulebook: Rulebook[Any]) -> Iterator[Message]:
    """Yield the headings of the records for which some games do not count, because they were ended early."""
    for each in kept(rulebook):
        if each.left_out and holds(db, rulebook.slug, each.left_out):
            yield each.label


def _line(db: Database, rulebook: Rulebook[Any], record: Kept, found: Best) -> RecordLine:
    game = desk().game(db, found.game_id)
    replay = desk().replayed(game)
    held = mark(replay, found.mark)
    names = replay.table.players
    figure, unit = _split(translated(record.in_words(found.value)))
    return RecordLine(
        record.label,
        figure,
        unit,
        listed([names[seat] for seat in held.seats] if held and held.seats else names),
        held.what if held else None,
        when_played(game.started, game.ended, time=False),
        _address(game.id, held.number if held else None),
        many("Also in {count} other game", "Also in {count} other games", found.others) if found.others else None,
        url_for("past.past", title=rulebook.slug, record=record.name),
    )


def _split(value: str) -> tuple[str, str]:
    """Return a value as its number and its unit: "49" and "points"; what is no such pair has no unit: "1 h 25 min"."""
    number, _, unit = value.partition(" ")
    return (number, unit) if number.isdigit() and unit.replace(" ", "").isalpha() else (value, "")


def _address(game_id: str, number: int | None) -> str:
    """Return the address of a game, or of its replay at a play if the record is about that play."""
    if number is None:
        return url_for("game.table", game_id=game_id)
    return url_for("game.replay", game_id=game_id, at=number)
