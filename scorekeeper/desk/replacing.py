"""A game that is here and becomes as a document has it: one change, with all that an undo needs."""

from collections.abc import Sequence
from dataclasses import replace

from ..core.log import Act, Rename, StoredTable, TableEdit, Times, TimesEdit, differing
from ..storage import Database
from ..storage.games import set_seats
from ..storage.people import add_person
from ..storage.rows import Shelf, StoredGame
from ..storage.seats import entered_players, names_by_game, seated_players, sits_somewhere
from .games import Desk
from .people import give_names
from .players import left
from .recognising import Recognising
from .transaction import put_back, put_on_shelf


def replace_game(
    desk: Desk, db: Database, ours: StoredGame, theirs: StoredGame, who: Recognising, import_id: int
) -> None:
    """Put `theirs` in the place of `ours`, which is brought back to the table first; raises Refused."""
    if ours.shelf is not Shelf.TABLE:
        ours = put_on_shelf(desk, db, ours, Shelf.TABLE, None, import_id)
    table_edit = _seated(db, ours, theirs, who)
    after = replace(
        ours,
        players=names_by_game(db, [ours.id])[ours.id],
        options=theirs.options,
        plays=theirs.plays,
        venue=theirs.venue,
        note=theirs.note,
    )
    times = TimesEdit(ours.times, _times(ours, theirs))
    edits = differing(ours.plays, theirs.plays)
    put_back(desk, db, ours, after, Act.REPLACE, None, edits, table_edit, times, import_id)


def _seated(db: Database, ours: StoredGame, theirs: StoredGame, who: Recognising) -> TableEdit | None:
    """Seat those whom a document names; return what that did to the table and its options, if anything."""
    before, seated = StoredTable(entered_players(db, ours.id), ours.options), seated_players(db, ours.id)
    known = who.seats(theirs.players, dict(zip(seated, before.players, strict=True)))
    players, renames = _with_newcomers(db, theirs.players, known)
    after = StoredTable(players, theirs.options)
    if after == before:
        return None
    set_seats(db, ours.id, players)
    gone = tuple(player for player in seated if not sits_somewhere(db, player))
    return TableEdit(before, after, give_names(db, (*renames, *left(db, gone))))


def _with_newcomers(
    db: Database, names: Sequence[str], known: Sequence[int | None]
) -> tuple[tuple[int, ...], tuple[Rename, ...]]:
    players = tuple(
        add_person(db, name) if player is None else player for name, player in zip(names, known, strict=True)
    )
    came = [(player, name) for player, name, found in zip(players, names, known, strict=True) if found is None]
    return players, tuple(Rename(player, "", name) for player, name in came)


def _times(ours: StoredGame, theirs: StoredGame) -> Times:
    """Return when the game was; one in progress of which a document says the same stays where it is in lists."""
    same = (ours.started, ours.ended) == (theirs.started, theirs.ended)
    return ours.times if same and not ours.finished else theirs.times
