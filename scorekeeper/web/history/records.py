"""The records of each title."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flask import Blueprint, Response, abort, url_for

from ...core.durations import duration
from ...core.messages import Message, joined, listed, many, say
from ...core.records import MARGIN, SECONDS, Kept, kept, mark
from ...core.rulebook import Rulebook
from ...history import players
from ...history.games import summaries
from ...history.records import Best, Sizes, any_without_plays, best, holds, title_games, titles_played
from ...storage import Database
from ...storage.rows import StoredGame
from ..game.outcome import when_played
from ..shell.language import translated
from ..shell.page import page
from ..shell.services import desk
from .pages import TitleTab
from .title_lines import alone_said

blueprint = Blueprint("records", __name__)


@dataclass(frozen=True)
class RecordLine:
    """A record: its `label`, its value as a `figure` with its `unit`, who holds it, since `when`, and `what` it was.

    `address` leads to the first game that holds it. `others` says how many more games have the same value (or is None);
    `all_address` lists all of them.
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
    count games that were ended early, and `unknown` of those that do not count results without plays, if there are such
    games.
    """

    template: ClassVar[str] = "history/records.html"
    tabs: Sequence[TitleTab]
    title: Message | None
    played: Message | None
    lines: Sequence[RecordLine]
    left_out: Sequence[Message]
    unknown: Sequence[Message]

    @property
    def hints(self) -> Sequence[Message]:
        """The sentences about games that do not count for some records, if there are such games."""
        found = []
        if self.left_out:
            found.append(
                say(
                    "Games that were ended early, or not entered in full, do not count for: {records}.",
                    records=tuple(self.left_out),
                )
            )
        if self.unknown:
            found.append(
                say("Games with only a final result do not count for: {records}.", records=tuple(self.unknown))
            )
        return found


@blueprint.get("/records")
@blueprint.get("/records/<slug>")
def records(slug: str | None = None) -> Response:
    """Show the records of a title; without a slug, of the title that was played most."""
    if slug is not None and slug not in desk().rulebooks:
        abort(404)
    with desk().store.reading() as db:
        played = [each for each in titles_played(db) if each in desk().rulebooks]
        chosen = slug or next(iter(played), None)
        rulebook = desk().rulebooks[chosen] if chosen else None
        lines = (*_lines(db, rulebook), *_alone(db, rulebook)) if rulebook else ()
        left_out = tuple(_left_out(db, rulebook)) if rulebook else ()
        told = rulebook is not None and any_without_plays(db, rulebook.slug)
        unknown = [each.label for each in kept(rulebook) if each.needs_plays] if rulebook and told else ()
        games = title_games(db, chosen) if chosen else None
    shown = played if chosen is None or chosen in played else [*played, chosen]
    titles = {each: desk().rulebooks[each].meta.title for each in shown}
    tabs = [
        TitleTab(each, title, url_for("records.records", slug=each), each == chosen)
        for each, title in sorted(titles.items(), key=lambda each: str(each[1]))
    ]
    return page(
        RecordsPage(tabs, titles.get(chosen or ""), _played(games) if games else None, lines, left_out, unknown)
    )


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
        if found and found.games[0] not in told:
            told.add(found.games[0])
            yield _line(db, rulebook, each, found)


def _alone(db: Database, rulebook: Rulebook[Any]) -> Iterator[RecordLine]:
    """Yield the best result of those who played alone, with how many games that were; nothing if nobody did."""
    found = players.alone(db, rulebook.slug, lowest_wins=rulebook.meta.lowest_wins)
    if found is None or found.best is None or found.best_game is None:
        return
    figure, unit = _split(translated(rulebook.meta.in_words(found.best)))
    games = many("best of {count} game", "best of {count} games", found.games)
    won = [say("{count} won", count=found.wins)] if found.wins is not None else []
    game = desk().game(db, found.best_game)
    yield RecordLine(
        alone_said(found),
        figure,
        unit,
        listed([found.player]),
        joined([games, *won], ", "),
        when_played(game.started, game.ended, time=False),
        _address(game.id, None),
        many("{count} solo game", "All {count} solo games", found.games),
        url_for("past.past", title=rulebook.slug, size=1),
    )


def _left_out(db: Database, rulebook: Rulebook[Any]) -> Iterator[Message]:
    """Yield the headings of the records for which some games do not count, because they were ended early."""
    for each in kept(rulebook):
        if each.left_out and holds(db, rulebook.slug, each.left_out):
            yield each.label


def _line(db: Database, rulebook: Rulebook[Any], record: Kept, found: Best) -> RecordLine:
    games = [(desk().game(db, game_id), name) for game_id, name in found.games]
    held = [_held(db, game, name) for game, name in games]
    game, first = games[0][0], held[0]
    holders: list[object] = [*dict.fromkeys(name for each in held if each for name in each.who)]
    if holders and found.count > len(games):
        holders.append(say("others"))
    figure, unit = _split(translated(record.in_words(found.value)))
    others = found.count - 1
    return RecordLine(
        record.label,
        figure,
        unit,
        listed(holders or game.players),
        first.what if first else None,
        when_played(game.started, game.ended, time=False),
        _address(game.id, first.number if first else None),
        many("Also in {count} other game", "Also in {count} other games", others) if others else None,
        url_for("past.past", title=rulebook.slug, record=record.name),
    )


@dataclass(frozen=True)
class _Held:
    """Who reached a record in one game (nobody: the whole table), what it was, and in which play."""

    who: Sequence[str]
    what: Message | None
    number: int | None


def _held(db: Database, game: StoredGame, name: str) -> _Held | None:
    """Return who reached a record in a game; None if there is nothing to tell of it."""
    if game.told is None:
        held = mark(desk().replayed(game), name)
        return _Held([game.players[seat] for seat in held.seats], held.what, held.number) if held else None
    if name == SECONDS:
        return None
    lines = summaries(db, [game.id])[0].results
    totals = joined([joined([line.name, line.total], " ") for line in lines[:2]], ", ") if name == MARGIN else None
    return _Held([line.name for line in lines if line.place == 1], totals, None)


def _split(value: str) -> tuple[str, str]:
    """Return a value as its number and its unit: "49" and "points"; what is no such pair has no unit: "1 h 25 min"."""
    number, _, unit = value.partition(" ")
    return (number, unit) if number.isdigit() and unit.replace(" ", "").isalpha() else (value, "")


def _address(game_id: str, number: int | None) -> str:
    """Return the address of a game, or of its replay at a play if the record is about that play."""
    if number is None:
        return url_for("game.table", game_id=game_id)
    return url_for("game.replay", game_id=game_id, at=number)
