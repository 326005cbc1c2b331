"""Changes that users make to score pads: define, edit, merge, split and hide them, also during a game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from ..core.errors import Unreadable
from ..core.log import ChangeKind
from ..core.messages import N_, Message, joined, many, say
from ..core.replay import Replay
from ..core.rulebook import Rulebook
from ..pads.factory import defined, with_row
from ..pads.words import counting, wins_text
from .changes import ConfirmationRequired, NothingChanged
from .games import (
    GameService,
    InvalidOptions,
    NotSaved,
    Refused,
    StaleRevision,
    Submission,
    commit_change,
    keep_facts,
    load_for_update,
    replayed,
    room_fault,
    table_of,
)
from .results import replace_pad, set_successor
from .rows import StoredGame
from .settings import drop_unplayed, has_games, hidden_pads, read_definition, replaced, set_hidden, successors

OVER = say("The game is over. Undo the last entry first.")
PAD_CHANGED = say("This pad has changed since you opened the page, so nothing was saved. Look at it again.")
COUNTED_OTHERWISE = say("This pad has been played, so its winning condition is fixed. Create a new pad.")
LIKE_A_REPLACED_ONE = say("A pad like this was replaced by another one. Merge with that one, or choose another name.")
COUNT_DIFFERENTLY = N_("Can't merge pads with different winning conditions ({one}, {other}).")


class CannotReplace(NotSaved):
    """Raised if a pad cannot replace another; the message has the reason."""


class NoRoom(NotSaved):
    """Raised if the database has MAX_DEFINITIONS pads already."""


def keep_pad(service: GameService, pad: Rulebook[Any]) -> None:
    """Store a pad's definition, and delete unplayed ones if there are too many; raises NoRoom."""
    with service.store.writing() as db:
        _keep(db, pad)


def _load_running(service: GameService, db: Database, game_id: str, submission: Submission) -> StoredGame | None:
    """Return the game as `load_for_update` does; raises InvalidOptions if it is over."""
    game = load_for_update(service, db, game_id, submission)
    if game and game.finished:
        raise InvalidOptions(OVER)
    return game


def add_row(service: GameService, game_id: str, row: str, submission: Submission) -> None:
    """Add a row to the pad of this game only; raises the errors of `load_for_update`, InvalidOptions and NoRoom."""
    with service.store.writing() as db:
        game = _load_running(service, db, game_id, submission)
        if game is None:
            return
        try:
            pad = with_row(service.rulebooks[game.rulebook], row)
        except Unreadable as error:
            raise InvalidOptions(error.message) from None
        keep_facts(db, service.rulebooks[game.rulebook])  # undo needs it
        _keep(db, pad)
        replace_pad(db, game.rulebook, pad.slug)
        commit_change(service, db, game, replace(game, rulebook=pad.slug), ChangeKind.OPTIONS, submission)


def change_pad(
    service: GameService, game_id: str, facts: Mapping[str, Any], submission: Submission, *, sure: bool = False
) -> None:
    """Change the definition of a running game's pad to `facts`; other games do not change.

    If the game still counts like the others of its pad, it counts as one of them. Unless `sure`, raises
    ConfirmationRequired with the effect on the game. Also raises the errors of `load_for_update`, NothingChanged,
    InvalidOptions, Refused, NoRoom and Unreadable.
    """
    with service.store.writing() as db:
        game = _load_running(service, db, game_id, submission)
        if game is None:
            return
        before = service.rulebooks[game.rulebook]
        pad = defined(before.name, facts)
        if pad.slug == game.rulebook:
            raise NothingChanged
        fault = pad.fault(table_of(pad, game))
        if fault:
            raise InvalidOptions(fault)
        now = replayed(pad, game)
        if now.conflicts:
            raise Refused(now.conflicts)
        if not sure:
            raise ConfirmationRequired(_effect(service.replayed(game), now))
        is_new = read_definition(db, pad.slug) is None
        keep_facts(db, before)  # undo needs it
        _keep(db, pad)
        if is_new and counting(pad) == counting(before):
            replace_pad(db, pad.slug, replaced(db).get(game.rulebook, game.rulebook))
        commit_change(service, db, game, replace(game, rulebook=pad.slug), ChangeKind.OPTIONS, submission)


def _effect(before: Replay, after: Replay) -> Message:
    """Return a sentence about the effect of a change of the pad on a running game."""
    was, leads = (
        tuple(each.line.name for each in game.sheet().standings if each.place == 1) if game.steps else ()
        for game in (before, after)
    )
    changed = say("Nothing changes in the standings.")
    if was != leads:
        changed = many(
            "{players} leads instead of {others}.",
            "{players} lead instead of {others}.",
            len(leads),
            players=leads,
            others=was,
        )
    return joined((say("The game is over with this."), changed), " ") if after.finished else changed


def edit_pad(service: GameService, old: Rulebook[Any], pad: Rulebook[Any]) -> None:
    """Replace a pad by an edited one; raises StaleRevision if already replaced, CannotReplace and NoRoom."""
    slug = old.slug
    with service.store.writing() as db:
        ends = replaced(db)
        if pad.slug == ends.get(slug, slug):
            return
        if slug in ends:
            raise StaleRevision(message=PAD_CHANGED)
        if ends.get(pad.slug, slug) != slug:
            raise CannotReplace(LIKE_A_REPLACED_ONE)
        if counting(pad) != counting(old) and has_games(db, slug):
            raise CannotReplace(COUNTED_OTHERWISE)
        hidden = slug in hidden_pads(db)
        keep_facts(db, old)
        _keep(db, pad)
        set_hidden(db, pad.slug, hidden)
        replace_pad(db, slug, pad.slug)


def merge_pads(service: GameService, pad: Rulebook[Any], into: Rulebook[Any]) -> None:
    """Replace a pad by the pad `into`; raises StaleRevision if either has been replaced, CannotReplace."""
    with service.store.writing() as db:
        ends = replaced(db)
        if ends.get(pad.slug) == into.slug:
            return
        if pad.slug in ends or into.slug in ends or pad.slug == into.slug:
            raise StaleRevision(message=PAD_CHANGED)
        if counting(pad) != counting(into):
            raise CannotReplace(say(COUNT_DIFFERENTLY, one=wins_text(pad), other=wins_text(into)))
        for each in (pad, into):
            keep_facts(db, each)
        set_hidden(db, into.slug, False)
        replace_pad(db, pad.slug, into.slug)


def split_pad(service: GameService, slug: str) -> None:
    """Undo an edit or a merge: a replaced pad is separate again. An unplayed successor is hidden."""
    with service.store.writing() as db:
        successor = successors(db).get(slug)
        if successor:
            set_successor(db, slug, None)
            if not has_games(db, successor):
                set_hidden(db, successor, True)


def hide_pad(service: GameService, pad: Rulebook[Any], *, hidden: bool) -> None:
    with service.store.writing() as db:
        keep_facts(db, pad)
        set_hidden(db, pad.slug, hidden)


def _keep(db: Database, pad: Rulebook[Any]) -> None:
    if room_fault(db, pad.slug):
        drop_unplayed(db)
    fault = room_fault(db, pad.slug)
    if fault:
        raise NoRoom(fault)
    keep_facts(db, pad)
