"""Changes that users make to a game: begin, seat players, enter and correct plays, undo, options, archive, delete.

Also the questions asked before plays are entered. Changes of score pads are in pads.py.
"""

import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from ..core.document import seats_fault, write_play
from ..core.errors import Refusal
from ..core.fields import People
from ..core.log import (
    About,
    ChangeKind,
    Delta,
    Edit,
    Placed,
    PlacementStep,
    Rename,
    edited,
    log_after,
    named,
    placement_steps,
    renames,
    reversed_delta,
    reversed_edits,
    undo_redo,
)
from ..core.messages import Message, joined, say
from ..core.replay import Conflict, Replay
from ..core.rulebook import Option, Rulebook
from ..core.table import Table
from .games import (
    GameService,
    GameView,
    InvalidOptions,
    NotSaved,
    Refused,
    StaleRevision,
    Submission,
    change_status,
    commit_change,
    commit_result,
    done_before,
    keep_facts,
    load_for_update,
    options_text,
    play_text,
    play_texts,
    stamp,
    table_of,
    write_change,
)
from .people import CannotRename, give_names
from .results import replace_pad
from .rows import (
    GameStatus,
    Person,
    StoredChange,
    StoredGame,
    SubmissionEffect,
    add_game,
    add_person,
    add_submission,
    entered_players,
    find_person,
    merged_player,
    read_changes,
    read_person,
    read_submission,
    rematch_of,
    set_seats,
    sits_somewhere,
    with_seats,
)
from .settings import (
    read_setting,
    set_setting,
)

# Players


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat to set: the player's new `name`, and the name that they `had` at this table, "" for an added player.

    If `name` belongs to a known player, that player takes the seat. Otherwise the player who `had` the other name is
    renamed in all their games; with `here_only` they keep their name, and a new player takes the seat.
    """

    name: str
    had: str = ""
    here_only: bool = False


def set_players(
    service: GameService,
    game_id: str,
    seats: Sequence[NewSeat],
    options: Mapping[str, Any],
    submission: Submission,
    missed: Any = None,
) -> None:
    """Seat these players at a game, in this order; plays move with their players.

    `options` has the options chosen per seat, such as a colour. A player added to a running game joins it now, if the
    title has latecomers (`Seats.latecomer`); `missed` are points for the missed rounds. Raises the errors of
    `load_for_update`, InvalidOptions, Refused with the plays that name a removed player, and CannotRename. Writes
    nothing if nothing changes.
    """
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission)
        if game is None:
            return
        before, seated = entered_players(db, game_id), game.people
        replayed = service.replayed(game)
        had = _previous_seats(replayed.table, seats)
        plays = _moved_plays(game, replayed, had)
        table = _new_table(replayed.rulebook, replayed.table, seats, options)
        changed = [Edit(at, body, plays[at]) for at, body in enumerate(game.plays) if body != plays[at]]
        edits = (*changed, *_arrivals(replayed, table, had, missed))
        people, given = _people(db, seated, seats, had)
        entered = dict(zip(seated, before, strict=True))
        players = tuple(entered.get(player, player) for player in people)
        after = replace(game, players=table.players, options=options_text(replayed.rulebook, table))
        after = replace(after, plays=edited(game.plays, edits))
        if before == players and after.options == game.options and not given:
            return
        set_seats(db, game_id, players)
        gone = tuple(player for player in seated if not sits_somewhere(db, player))
        delta = seated_delta(before, players, give_names(db, (*given, *freed_names(db, gone))))
        commit_change(service, db, game, with_seats(db, after), ChangeKind.PLAYERS, submission, edits, delta)


def seated_delta(before: Sequence[int], players: Sequence[int], given: Sequence[Rename]) -> dict[str, Any]:
    """Return the delta of a change of seated players (ids as entered, by seat) and of given names."""
    return {**({"players": (before, players)} if before != players else {}), **(named(given) if given else {})}


def seat_again(db: Database, game: StoredGame, delta: Delta) -> tuple[StoredGame, Delta]:
    """Seat and name players by a delta; return the changed game, and the delta actually applied.

    Players may have been renamed or merged since the delta was recorded. If another player now has the name of a player
    who returns to the table, that other player takes the seat. A merged player is replaced by the player they were
    merged into. Impossible renames are skipped. Raises CannotRename.
    """
    before, players = delta.get("players", ((), entered_players(db, game.id)))
    # Players merged since then no longer have a separate name.
    due = [each for each in renames(delta) if merged_player(db, each.player) == each.player]
    called = {each.player: find_person(db, each.after) for each in due if not each.before}
    seated = [merged_player(db, player) for player in players]
    others = {player: other.id for player, other in called.items() if other and other.id not in seated}
    players = [others.get(player, player) for player in players]
    people = [merged_player(db, player) for player in players]
    twice = next((read_person(db, each) for each in people if people.count(each) > 1), None)
    if twice:
        raise CannotRename(
            say(
                "{player} would be in this game twice, because two names were merged. Undo the merge first.",
                player=twice.name,
            )
        )
    set_seats(db, game.id, players)
    given = give_names(db, [each for each in due if each.player not in others])
    carried_out = {**delta, **named(given)} if "names" in delta else {**delta}
    if "players" in delta:
        carried_out["players"] = before, players
    return with_seats(db, game), carried_out


def _previous_seats(table: Table, seats: Sequence[NewSeat]) -> tuple[int | None, ...]:
    """Return each player's previous seat, None for a new player; raises StaleRevision for an unknown name."""
    known = {name: seat for seat, name in enumerate(table.players)}
    if not {seat.had for seat in seats} <= {*known, ""}:
        raise StaleRevision
    return tuple(known.get(seat.had) for seat in seats)


def _moved_plays(game: StoredGame, replayed: Replay, had: Sequence[int | None]) -> tuple[str, ...]:
    """Return the log with the players' new seats; raises Refused if a play names a removed player."""
    moved = {before: str(seat) for seat, before in enumerate(had) if before is not None}
    count = len(replayed.table.players)
    if moved == {seat: str(seat) for seat in range(count)}:
        return game.plays
    conflicts = [
        Conflict(step.number, Refusal("player-left", say("{player} is in this entry.", player=name)))
        for step in replayed.steps
        for seat, name in enumerate(replayed.table.players)
        if seat not in moved and _names_seat(replayed, step.play, seat)
    ]
    if conflicts:
        raise Refused(tuple(conflicts))
    names = tuple(moved.get(seat, "") for seat in range(count))
    return tuple(json.dumps(_written(replayed, step.play, names)) for step in replayed.steps)


def _arrivals(replayed: Replay, table: Table, had: Sequence[int | None], missed: Any) -> list[Edit]:
    rulebook, count = replayed.rulebook, len(replayed.steps)
    if rulebook.seats.latecomer is None or not count or replayed.finished:
        return []
    arrivals = []
    for seat, before in enumerate(had):
        if before is None:
            first, last = play_texts(rulebook.seats.latecomer(seat, missed), rulebook, table)
            arrivals += [Edit(0, None, first), Edit(count + 1, None, last)]
            count += 2
    return arrivals


def _names_seat(replayed: Replay, play: object, seat: int) -> bool:
    """Return whether a play names a seat: its JSON differs if the player there has another name."""
    names = [str(each) for each in range(len(replayed.table.players))]
    called_otherwise = ["somebody else" if name == str(seat) else name for name in names]
    return _written(replayed, play, tuple(names)) != _written(replayed, play, tuple(called_otherwise))


def _written(replayed: Replay, play: object, names: tuple[str, ...]) -> dict[str, Any]:
    return write_play(play, replayed.rulebook, replayed.table, names)


def _new_table(rulebook: Rulebook[Any], table: Table, seats: Sequence[NewSeat], options: Mapping[str, Any]) -> Table:
    """Return the table with these seats, and with the options fixed by their number; raises InvalidOptions."""
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
    """Return the player of each seat, and the renames that result."""
    owners = [None if before is None else read_person(db, players[before]) for before in had]
    renamed = _renamed(db, owners, seats)
    given = [Rename(owner.id, owner.name, renamed[owner.id]) for owner in owners if owner and owner.id in renamed]
    free = {each.player for each in given if each.before.casefold() != each.after.casefold()}
    found = []
    for owner, seat in zip(owners, seats, strict=True):
        other = find_person(db, seat.name)
        if owner and (owner.id in renamed or owner.name == seat.name):
            found.append(owner.id)
        elif other and other.id not in free:
            found.append(other.id)
        else:
            found.append(add_person(db, seat.name))
            given.append(Rename(found[-1], "", seat.name))
    return tuple(found), tuple(given)


def _renamed(db: Database, owners: Sequence[Person | None], seats: Sequence[NewSeat]) -> dict[int, str]:
    """Return the new names, by player id: each is unused, or given up by another player who is renamed as well."""
    renamed: dict[int, str] = {}
    # Repeated, because every rename can free a name for another player.
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
    other = find_person(db, seat.name)
    if other is None:
        return not seat.here_only
    given_up = other.id in renamed and renamed[other.id].casefold() != other.name.casefold()
    return other.id == owner.id or (given_up and not seat.here_only)


def freed_names(db: Database, players: Sequence[int]) -> tuple[Rename, ...]:
    """Return the renames that make the names of these players free for others."""
    people = (read_person(db, player) for player in players)
    return tuple(Rename(person.id, person.name, "") for person in people if person)


# Plays, undo, options, place and note, archive


REMATCH_SECONDS = 600
"""Seconds after a rematch's last change during which a second phone joins it instead of beginning another."""
DOUBLE_TAP_SECONDS = 2
"""Seconds between the taps of the last change and of another play that may be an accidental double tap."""


class NoSuchPlay(NotSaved):
    def __init__(self) -> None:
        super().__init__(
            say("No entry has that number, so nothing was saved. Open the game again and edit the entry there.")
        )


class NothingToUndo(NotSaved):
    """Raised without a change to undo, or to redo."""

    def __init__(self) -> None:
        super().__init__(say("There is nothing left to undo or redo."))


class NothingChanged(NotSaved):
    def __init__(self) -> None:
        super().__init__(say("No changes to save."))


class ConfirmationRequired(NotSaved):
    """The plays must be confirmed before they are written; the message is the question to show."""

    asks = True


def begin(
    service: GameService,
    rulebook: Rulebook[Any],
    table: Table,
    submission: Submission,
    venue: str | None = None,
    *,
    after: str = "",
) -> str:
    """Begin a game, played at `venue`, and return its id; the same submission again returns the same id.

    For a rematch, `after` is the id of the previous game. If another phone has just begun that rematch (see
    REMATCH_SECONDS), returns the id of that rematch instead. Raises StaleRevision.
    """
    with service.store.writing() as db:
        earlier = done_before(db, submission, "game_id")
        if earlier and earlier.game_id:
            return earlier.game_id
        now = service.clock()
        since = int(now.timestamp()) - REMATCH_SECONDS
        begun = rematch_of(db, after, rulebook.slug, table.players, since) if after else None
        if begun:
            return begun
        game = StoredGame(
            str(uuid.uuid4()),
            rulebook.slug,
            table.players,
            options_text(rulebook, table),
            (),
            revision=1,
            finished=False,
            moment=int(now.timestamp()),
            started=stamp(now),
            venue=venue,
        )
        keep_facts(db, rulebook)
        add_game(db, game)
        write_change(db, game.id, StoredChange(1, ChangeKind.BEGIN, (), stamp(now)), submission)
        _remember(db, rulebook, table)
        return game.id


def remembered(service: GameService, rulebook: Rulebook[Any]) -> Mapping[str, Any]:
    """Return the initial option values of the form for a new game, by option name.

    A remembered option has its value in the last game, any other its `initial`. A remembered record keeps its `initial`
    for fields without a remembered value.
    """
    offered = {option.field.name: option.initial for option in rulebook.options if option.initial is not None}
    with service.store.reading() as db:
        for option in rulebook.options:
            text = read_setting(db, _setting(rulebook, option)) if option.remembered else None
            if text:
                read = option.field.shape.read(json.loads(text), People(()))
                offered[option.field.name] = {**(option.initial or {}), **read} if isinstance(read, Mapping) else read
    return offered


def enter(
    service: GameService,
    game_id: str,
    plays: Sequence[object],
    submission: Submission,
    *,
    sure: bool = False,
    seen: Collection[str] = (),
    known: GameView | None = None,
) -> GameView | None:
    """Enter plays as one change and return the new view of the game; None if this submission was entered before.

    Each play goes to the end of the log or, if it is a Placed, to its place. `seen` has the codes of the slips already
    shown by the form. With `sure`, no question is asked. `known` is the game as read by the caller.

    Writes nothing if it raises an error: those of `load_for_update`, NothingChanged, NoSuchPlay, Refused (a play would
    conflict) or, unless `sure`, ConfirmationRequired.
    """
    placed = [each if isinstance(each, Placed) else Placed(each) for each in plays]
    if any(each.number for each in placed):
        submission = replace(submission, after="")  # numbers are valid only for the log that the form was made from
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission, known)
        if game is None:
            return None
        if not placed:
            raise NothingChanged
        edits = _edits(service, game, placed)
        after = replace(game, plays=edited(game.plays, edits))
        tapped = submission.tapped(service.clock())
        asked = None if sure else question(service, game, after, placed, tapped, seen)
        if asked:
            raise ConfirmationRequired(asked)
        after = commit_change(service, db, game, after, placed[0].act, submission, edits)
        view = service.view_of(db, after, known)
    return service.keep_labels(view)


def question(
    service: GameService,
    game: StoredGame,
    after: StoredGame,
    placed: Sequence[Placed],
    tapped: int,
    seen: Collection[str] = (),
) -> Message | None:
    """Return the question to ask before these plays, sent at the time `tapped`, change a game to `after`, or None.

    Corrections, and plays that the rules refuse, need no question. The question mentions slips of the submitted plays,
    but not of those that they displace, nor the slips with the codes in `seen`, which the form has shown.
    """
    if any(each.act is not ChangeKind.ENTER for each in placed):
        return None
    replayed = service.replayed(after)  # cached for `commit_change`
    if replayed.conflicts:
        return None
    entered = [put for put in log_after(0, placed) if isinstance(put, PlacementStep)]
    double_tap = abs(tapped - game.moment) <= DOUBLE_TAP_SECONDS
    steps = list(zip(replayed.steps[len(game.plays) :], entered, strict=True))
    asked = [step.kind.question(step.before, step.play, double_tap) for step, _ in steps]
    own = [step for step, put in steps if put.play is put.of.play]
    slips = [slip.message for step in own for slip in replayed.describe(step).slips if slip.code not in seen]
    questions = [*[each for each in asked if each][:1], *slips]
    return joined(questions, " ") if questions else None


def known_until(service: GameService, game_id: str, submission: Submission) -> int | None:
    """Return the latest revision of a game that a form knows; None if the form was accepted before."""
    with service.store.reading() as db:
        if read_submission(db, submission.key):
            return None
        before = read_submission(db, submission.after) if submission.after else None
    return max(submission.revision, (before and before.game_id == game_id and before.revision) or 0)


def accept(service: GameService, game_id: str, submission: Submission, revision: int) -> None:
    """Accept a form whose plays count already at a `revision` of the game, so that later forms can follow it."""
    with service.store.writing() as db:
        if not done_before(db, submission, "game_id"):
            add_submission(db, submission.key, SubmissionEffect(submission.digest, game_id, revision))


def decline(service: GameService, game_id: str, placed: Sequence[Placed], submission: Submission) -> None:
    """Keep the log: write corrections and their undo as one change, so that the trail has them and redo can apply them.

    If the rules refuse them, nothing but the submission is written. Raises the errors of `load_for_update` and
    NoSuchPlay.
    """
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission)
        if game is None:
            return
        edits = _edits(service, game, placed)
        corrected = replace(game, plays=edited(game.plays, edits))
        if service.replayed(corrected).conflicts:
            add_submission(db, submission.key, SubmissionEffect(submission.digest, game.id, game.revision))
            return
        commit_change(service, db, game, corrected, placed[0].act, None, edits)
        _step_back(service, db, service.game(db, game_id), ChangeKind.UNDO, submission)


def undo(service: GameService, game_id: str, submission: Submission, known: GameView | None = None) -> GameView | None:
    """Undo the last change not undone yet, and return the new view of the game.

    `known` is the game as read by the caller. Returns None for a game without plays, and if this submission has already
    changed it. Raises the errors of `load_for_update`, NothingToUndo, Refused and CannotRename.
    """
    return _undo_or_redo(service, game_id, ChangeKind.UNDO, submission, known)


def redo(service: GameService, game_id: str, submission: Submission, known: GameView | None = None) -> GameView | None:
    """Redo the change last undone; returns and raises the same as `undo`."""
    return _undo_or_redo(service, game_id, ChangeKind.REDO, submission, known)


def set_options(service: GameService, game_id: str, options: Mapping[str, Any], submission: Submission) -> None:
    """Change the game options; None sets the default.

    Raises the errors of `load_for_update`, InvalidOptions, Refused.
    """
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission)
        if game is None:
            return
        rulebook = service.rulebooks[game.rulebook]
        agreed = {**table_of(rulebook, game).options, **options}
        table = rulebook.table(game.players, {name: value for name, value in agreed.items() if value is not None})
        if fault := rulebook.fault(table):
            raise InvalidOptions(fault)
        after = replace(game, options=options_text(rulebook, table))
        if after != game:
            commit_change(service, db, game, after, ChangeKind.OPTIONS, submission)
            _remember(db, rulebook, table)


def set_about(
    service: GameService,
    game_id: str,
    about: About,
    submission: Submission,
    times: tuple[str | None, str | None] | None = None,
) -> None:
    """Change a game's location, note, and start and end (`times`, ISO 8601); raises the errors of `load_for_update`."""
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission)
        if game is None:
            return
        started, ended = times or (game.started, game.ended)
        after = replace(game, venue=about.venue, note=about.note, started=started, ended=ended)
        if after != game:
            commit_change(service, db, game, after, ChangeKind.ABOUT, submission)


def set_result(service: GameService, game_id: str, result: StoredGame, submission: Submission) -> None:
    """Replace an external result; a new name adds a player. Raises the errors of `load_for_update`."""
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission, result_alone=True)
        if game is None:
            return
        before, seated, given = entered_players(db, game_id), game.people, []
        entered, players = dict(zip(seated, before, strict=True)), list[int]()
        for name in result.players:
            person = find_person(db, name)
            players.append(entered.get(person.id, person.id) if person else add_person(db, name))
            if person is None:
                given.append(Rename(players[-1], "", name))
        delta: Delta = {}
        if before != tuple(players):
            set_seats(db, game_id, players)
            gone = tuple(player for player in seated if not sits_somewhere(db, player))
            delta = seated_delta(before, tuple(players), give_names(db, (*given, *freed_names(db, gone))))
        parts = ("external_result", "started", "ended", "venue", "note")
        changed: dict[str, Any] = {part: getattr(result, part) for part in parts}
        after = replace(with_seats(db, game), **changed)
        if after != game:
            commit_result(service, db, game, after, submission, delta)


def set_status(service: GameService, game_id: str, status: GameStatus, submission: Submission) -> None:
    """Archive, delete or restore a game; raises NoSuchGame, StaleRevision."""
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission, any_status=True)
        if game:
            change_status(service, db, game, status, submission)


def _undo_or_redo(
    service: GameService, game_id: str, act: ChangeKind, submission: Submission, known: GameView | None
) -> GameView | None:
    with service.store.writing() as db:
        game = load_for_update(service, db, game_id, submission, known, result_alone=True)
        if game is None:
            return None
        after = _step_back(service, db, game, act, submission)
        if after.external_result is not None:
            return None
        view = service.view_of(db, after, known)
    return service.keep_labels(view)


def _step_back(
    service: GameService, db: Database, game: StoredGame, act: ChangeKind, submission: Submission
) -> StoredGame:
    changes = {each.revision: each for each in read_changes(db, game.id)}
    found = undo_redo((each.revision, each.act, each.undoable) for each in changes.values())
    revision = found.undo if act is ChangeKind.UNDO else found.redo
    if revision is None:
        raise NothingToUndo
    edits, delta = changes[revision].edits, changes[revision].delta
    if act is ChangeKind.UNDO:
        edits, delta = reversed_edits(edits), reversed_delta(delta)
    columns = {part: after for part, (_, after) in delta.items() if part not in ("players", "names")}
    after = replace(game, plays=edited(game.plays, edits), **columns)
    if "players" in delta or "names" in delta:
        after, delta = seat_again(db, after, delta)
    rows = [(service.rulebooks[slug].definition or {}).get("rows") for slug in delta.get("rulebook", ())]
    if rows and rows[0] != rows[1]:
        replace_pad(db, *delta["rulebook"])  # the new category belongs to the next games, too
    if game.external_result is not None:
        people = {part: value for part, value in delta.items() if part in ("players", "names")}
        return commit_result(service, db, game, after, submission, people, act=act)
    return commit_change(service, db, game, after, act, submission, edits, delta)


def can_undo(db: Database, game_id: str) -> bool:
    changes = ((each.revision, each.act, each.undoable) for each in read_changes(db, game_id))
    return undo_redo(changes).undo is not None


def _edits(service: GameService, game: StoredGame, placed: Sequence[Placed]) -> tuple[Edit, ...]:
    """Return the edits that put plays at their places in the log; raises NoSuchPlay."""
    rulebook = service.rulebooks[game.rulebook]
    table, log, edits = table_of(rulebook, game), game.plays, []
    try:
        for put in placement_steps(len(log), placed):
            before = log[put.at] if put.takes else None
            edits.append(Edit(put.at, before, None if put.play is None else play_text(put.play, rulebook, table)))
            log = edited(log, edits[-1:])
    except IndexError:
        raise NoSuchPlay from None
    return tuple(edits)


def _remember(db: Database, rulebook: Rulebook[Any], table: Table) -> None:
    people = People(table.players)
    for option in rulebook.options:
        if option.remembered and option.field.name in table.options:
            value = option.field.shape.write(table.options[option.field.name], people)
            set_setting(db, _setting(rulebook, option), json.dumps(value))


def _setting(rulebook: Rulebook[Any], option: Option) -> str:
    return f"remembered {rulebook.slug} {option.field.name}"
