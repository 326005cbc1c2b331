"""Who sits at a game that goes on or is over: put right like a play, as long as every play still stands."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.document import seats_fault, write_play
from ..core.errors import Refusal
from ..core.log import Act, Edit, Rename, StoredTable, TableEdit
from ..core.messages import say
from ..core.replay import Conflict, Replay
from ..core.rulebook import Rulebook
from ..core.table import Table
from ..storage.rows import StoredGame
from ..storage.writer import Writer
from .games import Desk
from .people import give_name
from .stored import options_text
from .transaction import InvalidOptions, Overtaken, Refused, Submission, put_back, taken


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat as it is to be: a `name`, and the name that this player `had` ("" for somebody who comes in).

    The name of somebody who is known is that person's, who takes the seat. A new name is the new name of whoever `had`
    the other, in all their games; or, `here_only`, somebody else's.
    """

    name: str
    had: str = ""
    here_only: bool = False


def set_players(
    desk: Desk, game_id: str, seats: Sequence[NewSeat], options: Mapping[str, Any], submission: Submission
) -> None:
    """Seat these players at a game, in this order, each with their own of the `options` that every seat has.

    Their plays go with them. Raises NoSuchGame, Shelved, Overtaken, CannotRename, InvalidOptions, and Refused with the
    plays that stand in the way. A change that changes nothing is not written.
    """
    with desk.store.writing() as writer:
        game = taken(desk, writer, game_id, submission)
        if game is None:
            return
        before = StoredTable(writer.player_ids(game_id), game.options)
        replayed = desk.replayed(game)
        had = _had(replayed.table, seats)
        plays = _moved_plays(game, replayed, had)
        table = _new_table(replayed.rulebook, replayed.table, seats, options)
        renames = _rename(writer, before.players, seats, had)
        players = tuple(writer.player_id(seat.name) for seat in seats)
        after = replace(game, players=table.players, options=options_text(replayed.rulebook, table), plays=plays)
        edit = TableEdit(before, StoredTable(players, after.options), renames)
        if edit.before == edit.after and not renames:
            return
        writer.set_seats(game_id, players)
        changed = [at for at, body in enumerate(game.plays) if body != plays[at]]
        edits = tuple(Edit(at, game.plays[at], plays[at]) for at in changed)
        put_back(desk, writer, game, after, Act.PLAYERS, submission, edits, edit)


def seat_again(writer: Writer, game: StoredGame, edit: TableEdit) -> StoredGame:
    """Return a game after an edit of its table was made again, or taken back; raises CannotRename."""
    for rename in edit.renames:
        give_name(writer, rename.player, rename.before, rename.after)
    writer.set_seats(game.id, edit.after.players)
    return replace(game, players=writer.names([game.id])[game.id], options=edit.after.options)


def _had(table: Table, seats: Sequence[NewSeat]) -> tuple[int | None, ...]:
    """Return which seat each of these players had; raises Overtaken where somebody is not there any more."""
    known = {name: seat for seat, name in enumerate(table.players)}
    if not {seat.had for seat in seats} <= {*known, ""}:
        raise Overtaken
    return tuple(known.get(seat.had) for seat in seats)


def _moved_plays(game: StoredGame, replayed: Replay, had: Sequence[int | None]) -> tuple[str, ...]:
    """Return the log with every seat in it where that player sits now; raises Refused if a play loses its player."""
    moved = {before: str(seat) for seat, before in enumerate(had) if before is not None}
    count = len(replayed.table.players)
    if moved == {seat: str(seat) for seat in range(count)}:
        return game.plays
    conflicts = [
        Conflict(step.number, Refusal("player-left", say("{player} is in this play.", player=name)))
        for step in replayed.steps
        for seat, name in enumerate(replayed.table.players)
        if seat not in moved and _names(replayed, step.play, seat)
    ]
    if conflicts:
        raise Refused(tuple(conflicts))
    names = tuple(moved.get(seat, "") for seat in range(count))
    return tuple(json.dumps(_written(replayed, step.play, names)) for step in replayed.steps)


def _names(replayed: Replay, play: object, seat: int) -> bool:
    """Return whether a play says anything of a seat: whether it is written otherwise when that is called otherwise."""
    names = [str(each) for each in range(len(replayed.table.players))]
    called_otherwise = ["somebody else" if name == str(seat) else name for name in names]
    return _written(replayed, play, tuple(names)) != _written(replayed, play, tuple(called_otherwise))


def _written(replayed: Replay, play: object, names: tuple[str, ...]) -> dict[str, Any]:
    return write_play(play, replayed.rulebook, replayed.table, names)


def _new_table(rulebook: Rulebook[Any], table: Table, seats: Sequence[NewSeat], options: Mapping[str, Any]) -> Table:
    """Return the table with these seats; what the number of players fixes follows it. Raises InvalidOptions."""
    fixed = {option.field.name: option.fixed(len(seats)) for option in rulebook.options if option.fixed}
    own = {option.field.name for option in rulebook.seat_options}
    kept = {name: value for name, value in table.options.items() if name not in fixed and name not in own}
    known = {name: value for name, value in fixed.items() if value is not None}
    new = rulebook.table([seat.name for seat in seats], {**kept, **known, **options})
    fault = seats_fault(len(seats), rulebook) or rulebook.seats.fault(new)
    if fault:
        raise InvalidOptions(fault)
    return new


def _rename(
    writer: Writer, players: Sequence[int], seats: Sequence[NewSeat], had: Sequence[int | None]
) -> tuple[Rename, ...]:
    """Give everybody who is called otherwise now their new name, and return what was renamed."""
    renames = []
    for seat, before in zip(seats, had, strict=True):
        person = None if before is None else writer.person(players[before])
        other = writer.person_called(seat.name)
        same = person and other and person.id == other.id
        if person is None or person.name == seat.name or (not same and (other or seat.here_only)):
            continue
        give_name(writer, person.id, person.name, seat.name)
        renames.append(Rename(person.id, person.name, seat.name))
    return tuple(renames)
