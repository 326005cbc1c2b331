"""Changes of who sits at a game, running or finished; every play has to stand afterwards."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.document import seats_fault, write_play
from ..core.errors import Refusal
from ..core.log import Act, Delta, Edit, Rename, named, renames
from ..core.messages import say
from ..core.replay import Conflict, Replay
from ..core.rulebook import Rulebook
from ..core.table import Table
from ..storage import Database
from ..storage.games import set_seats
from ..storage.people import (
    add_person,
    entered_players,
    merged_player,
    names_by_game,
    person_called,
    read_person,
    seated_players,
    sits_somewhere,
)
from ..storage.rows import Person, StoredGame
from .games import Desk
from .people import CannotRename, give_names
from .stored import options_text
from .transaction import InvalidOptions, Overtaken, Refused, Submission, claim_game, put_back


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat as it is to be: the player's `name`, and the name that this player `had` at the table ("": they come in).

    If somebody is known by `name`, they take the seat. If nobody is, whoever `had` the other name is called `name` from
    now on, in all their games; with `here_only` they keep their name, and somebody new takes the seat.
    """

    name: str
    had: str = ""
    here_only: bool = False


def set_players(
    desk: Desk,
    game_id: str,
    seats: Sequence[NewSeat],
    options: Mapping[str, Any],
    submission: Submission,
) -> None:
    """Seat these players at a game, in this order; their plays go with them.

    `options` has the options that each seat has for itself, such as a colour. Raises what `claim_game` does,
    InvalidOptions, Refused with the plays that stand in the way, and CannotRename. A change that changes nothing is not
    written.
    """
    with desk.store.writing() as db:
        game = claim_game(desk, db, game_id, submission)
        if game is None:
            return
        before, seated = entered_players(db, game_id), seated_players(db, game_id)
        replayed = desk.replayed(game)
        had = _had(replayed.table, seats)
        plays = _moved_plays(game, replayed, had)
        table = _new_table(replayed.rulebook, replayed.table, seats, options)
        people, given = _people(db, seated, seats, had)
        entered = dict(zip(seated, before, strict=True))
        players = tuple(entered.get(player, player) for player in people)
        after = replace(game, players=table.players, options=options_text(replayed.rulebook, table), plays=plays)
        if before == players and after.options == game.options and not given:
            return
        set_seats(db, game_id, players)
        gone = tuple(player for player in seated if not sits_somewhere(db, player))
        delta = seated_delta(before, players, give_names(db, (*given, *left(db, gone))))
        changed = [at for at, body in enumerate(game.plays) if body != plays[at]]
        edits = tuple(Edit(at, game.plays[at], plays[at]) for at in changed)
        put_back(desk, db, game, after, Act.PLAYERS, submission, edits, delta)


def seated_delta(before: Sequence[int], players: Sequence[int], given: Sequence[Rename]) -> dict[str, Any]:
    """Return the delta of a change of who sits there (ids as they sat down, by seat), and of names that were given."""
    return {**({"players": (before, players)} if before != players else {}), **(named(given) if given else {})}


def seat_again(db: Database, game: StoredGame, delta: Delta) -> tuple[StoredGame, Delta]:
    """Seat and name players as a delta says; return the game as it is then, and the delta as it was carried out.

    People may have been renamed or merged since that change was first made. If somebody else has the name of a player
    who comes in again, that person takes the seat. A player who was merged is now the person they were merged into.
    Names that cannot be given any more are left out. Raises CannotRename.
    """
    before, players = delta.get("players", ((), entered_players(db, game.id)))
    # Players who were merged since have no name of their own.
    due = [each for each in renames(delta) if merged_player(db, each.player) == each.player]
    called = {each.player: person_called(db, each.after) for each in due if not each.before}
    seated = [merged_player(db, player) for player in players]
    others = {player: other.id for player, other in called.items() if other and other.id not in seated}
    players = [others.get(player, player) for player in players]
    people = [merged_player(db, player) for player in players]
    twice = next((read_person(db, each) for each in people if people.count(each) > 1), None)
    if twice:
        raise CannotRename(
            say("{player} would sit there twice: two names were merged since. Undo that first.", player=twice.name)
        )
    set_seats(db, game.id, players)
    given = give_names(db, [each for each in due if each.player not in others])
    carried_out = {**delta, **named(given)} if "names" in delta else {**delta}
    if "players" in delta:
        carried_out["players"] = before, players
    return replace(game, players=names_by_game(db, [game.id])[game.id]), carried_out


def _had(table: Table, seats: Sequence[NewSeat]) -> tuple[int | None, ...]:
    """Return which seat each of these players had (None: they come in); raises Overtaken if one does not sit there."""
    known = {name: seat for seat, name in enumerate(table.players)}
    if not {seat.had for seat in seats} <= {*known, ""}:
        raise Overtaken
    return tuple(known.get(seat.had) for seat in seats)


def _moved_plays(game: StoredGame, replayed: Replay, had: Sequence[int | None]) -> tuple[str, ...]:
    """Return the log with each seat in it replaced by the player's new one; raises Refused if a play loses a player."""
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
    """Return whether a play names a seat: if the player there had another name, it would be written differently."""
    names = [str(each) for each in range(len(replayed.table.players))]
    called_otherwise = ["somebody else" if name == str(seat) else name for name in names]
    return _written(replayed, play, tuple(names)) != _written(replayed, play, tuple(called_otherwise))


def _written(replayed: Replay, play: object, names: tuple[str, ...]) -> dict[str, Any]:
    return write_play(play, replayed.rulebook, replayed.table, names)


def _new_table(rulebook: Rulebook[Any], table: Table, seats: Sequence[NewSeat], options: Mapping[str, Any]) -> Table:
    """Return the table with these seats; options that the number of players fixes follow it. Raises InvalidOptions."""
    fixed = rulebook.fixed(len(seats))
    own = {option.field.name for option in rulebook.seat_options}
    kept = {name: value for name, value in table.options.items() if name not in fixed and name not in own}
    known = {name: value for name, value in fixed.items() if value is not None}
    new = rulebook.table([seat.name for seat in seats], {**kept, **known, **options})
    fault = seats_fault(len(seats), rulebook) or rulebook.fault(new)
    if fault:
        raise InvalidOptions(fault)
    return new


def _people(
    db: Database, players: Sequence[int], seats: Sequence[NewSeat], had: Sequence[int | None]
) -> tuple[tuple[int, ...], tuple[Rename, ...]]:
    """Return the player of each seat, and the names that this gives."""
    owners = [None if before is None else read_person(db, players[before]) for before in had]
    renamed = _renamed(db, owners, seats)
    given = [Rename(owner.id, owner.name, renamed[owner.id]) for owner in owners if owner and owner.id in renamed]
    free = {each.player for each in given if each.before.casefold() != each.after.casefold()}
    found = []
    for owner, seat in zip(owners, seats, strict=True):
        other = person_called(db, seat.name)
        if owner and (owner.id in renamed or owner.name == seat.name):
            found.append(owner.id)
        elif other and other.id not in free:
            found.append(other.id)
        else:
            found.append(add_person(db, seat.name))
            given.append(Rename(found[-1], "", seat.name))
    return tuple(found), tuple(given)


def _renamed(db: Database, owners: Sequence[Person | None], seats: Sequence[NewSeat]) -> dict[int, str]:
    """Return the new name of each player who gets one: nobody has it, or only somebody who gets another one as well."""
    renamed: dict[int, str] = {}
    while True:
        more = {
            owner.id: seat.name
            for owner, seat in zip(owners, seats, strict=True)
            if owner and owner.id not in renamed and _gets_name(db, owner, seat, renamed)
        }
        if not more:
            return renamed
        renamed |= more


def _gets_name(db: Database, owner: Person, seat: NewSeat, renamed: Mapping[int, str]) -> bool:
    if owner.name == seat.name:
        return False
    other = person_called(db, seat.name)
    if other is None:
        return not seat.here_only
    given_up = other.id in renamed and renamed[other.id].casefold() != other.name.casefold()
    return other.id == owner.id or (given_up and not seat.here_only)


def left(db: Database, players: Sequence[int]) -> tuple[Rename, ...]:
    """Return the renames by which the names of these players become free for others."""
    people = (read_person(db, player) for player in players)
    return tuple(Rename(person.id, person.name, "") for person in people if person)
