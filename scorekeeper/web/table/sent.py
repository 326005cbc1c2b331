"""Plays sent in a form or a URL query, for the players at the table now."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from urllib.parse import parse_qsl

from flask import abort
from werkzeug.datastructures import MultiDict

from ...core.document import MAX_PLAYS
from ...core.errors import Refusal
from ...core.fields import PLAYER, Seat, Several, small_number
from ...core.log import Placed, log_after
from ...core.messages import Message, say
from ...core.numbers import rounded
from ...core.points import gains_in_words, total_gains
from ...core.replay import Conflict, Replay
from ...core.sheet import Note
from ...core.table import Summary
from ...core.turn_shift import Shift, shift_after
from ...store.changes import NoSuchPlay
from ...store.games import GameView, Submission
from ...store.rows import read_person
from ...store.trail import number_now
from ..common.language import translated
from ..common.page import asked_seat, player_keys, players_by_key, service
from ..forms.fields import tree
from .lines import RemarkLine
from .slots import DISPLACES, NOTHING, NUMBER, Position, Slot, given_to, name_of, read_slot, row_in, rows_of

NAME = re.compile(
    r"(?P<kind>[a-z-]{1,32})(\.(?P<player>@[1-9][0-9]{0,8}))?(\.(?P<where>[a-z][a-z0-9-]{0,47}))?", re.ASCII
)
"""The name of a slot: "votes.@7", "turn.@2", "tally.@1.at-7"."""
PLACE = re.compile(r"(?P<how>at|before)-(?P<number>[0-9]+)(-(?P<tag>.+))?", re.ASCII)
"""The last part of a slot name if the slot is not at the end of the log: "at-7", or "before-7" and a tag."""
MAX_SLOTS = 250
MAX_BUTTON_FIELDS = 9
"""Maximum number of fields set by the value of a button."""
UNCHANGED_TOO = "unchanged"
"""Form field that enters plays even if they equal the prefilled ones."""
KEY = re.compile(r"@[1-9][0-9]{0,8}(?![0-9])", re.ASCII)
"""The key of a player in the name of a slot or field."""
CHOSEN = re.compile(r"^@[1-9][0-9]{0,8}(?=:|\Z)", re.ASCII)
"""The key of a player in the value of a field: "@7", or "@7:don"."""
HIDDEN_SUFFIXES = tuple(f"-{each}" for each in (DISPLACES, NOTHING, NUMBER))
"""Suffixes of the names of hidden fields."""
SEATED, IDS = "seated", re.compile(r"[1-9][0-9]{0,8}(\.[1-9][0-9]{0,8}){0,19}", re.ASCII)
"""Field of an earlier page: the ids of the players, by seat, such as "7.12.9"."""
BARE_SEAT = re.compile(r"-[0-9]+(?=-|\Z)", re.ASCII)
"""The seat in the name of a field of an earlier page: "points-0"."""
OF_SLOT = r"(?<=\.)[0-9]+(?=[.?]|$)"
"""The seat in the name of a slot of an earlier page: "tally.1.at-7"."""


@dataclass(frozen=True, eq=False)
class Sent:
    """The plays that a form or a URL sent for a game, one in each slot; none of them is entered yet.

    - `form`: the sent fields, for the players at the table now. `left`: the message about input for players who left
      the table, or "".
    - `slots`: empty if none was sent, if all of them belong to players who left, or if one is for a play deleted in the
      meantime.
    - `submission`: the identification of the form; None for a URL.
    - `asked`: the rules refuse nothing, but the user has to confirm.
    """

    view: GameView
    form: MultiDict[str, str]
    slots: tuple[Slot, ...]
    left: str = ""
    submission: Submission | None = None
    asked: bool = False

    @property
    def late(self) -> bool:
        return bool(self.left) or (self.submission is not None and self.submission.revision != self.view.game.revision)

    @property
    def first(self) -> Slot:
        """The main slot: the play to enter or correct. The other slots are sent along with it."""
        return self.slots[0]

    @property
    def own(self) -> tuple[Slot, ...]:
        """The slots at the position of the first slot, or at the end of the log; the others correct later plays."""
        return tuple(slot for slot in self.slots if slot.position.where in (self.first.position.where, ""))

    @property
    def mending(self) -> tuple[Slot, ...]:
        """The slots that correct later plays conflicting with the `own` slots."""
        return tuple(slot for slot in self.slots if slot not in self.own)

    @property
    def changed(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.changed]

    @property
    def readable(self) -> bool:
        return all(slot.readable for slot in self.slots)

    @property
    def faults(self) -> str:
        return " ".join(filter(None, (slot.errors for slot in self.slots)))

    @property
    def refused(self) -> str:
        """The name of the slot if it is the only one and was refused or cannot be read; "" otherwise."""
        return (
            self.first.name
            if len(self.slots) == 1 and not self.left and (self.first.refusal or not self.readable)
            else ""
        )

    @property
    def overtaken(self) -> bool:
        """Whether a slot was filled in before another play of its kind and seat was entered."""
        return any(slot.before is not None and slot.before < len(slot.earlier) for slot in self.changed)

    @property
    def about(self) -> str:
        """The names of the slots with a fault or a question, separated by spaces."""
        return " ".join(slot.name for slot in self.slots if slot.fault or slot.asked)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The form fields (name, value) for a URL that fills in the same input again."""
        filled = [slot for slot in self.slots if slot.changed or not slot.readable]
        return [pair for slot in filled for pair in slot.fields]

    @cached_property
    def moves(self) -> "Moves | None":
        """The later plays to move to the next seat, if the form inserts one forgotten play; else None."""
        return moves_after(self.first) if self.slots and len(self.own) == 1 and not self.late else None

    @property
    def moving(self) -> bool:
        return self.form.get("moves") == "yes" and self.moves is not None

    @cached_property
    def placed(self) -> Sequence[Placed]:
        """The plays to enter with their places in the log; empty if the form cannot be read."""
        if self.moves and self.moving:
            return (self.first.placed, *self.moves.placed)
        return [slot.placed for slot in self.changed] if self.readable else ()

    def blamed(self, conflicts: Sequence[Conflict]) -> tuple[dict[str, Refusal], dict[int, Refusal]]:
        """Return the refusals of the sent slots, by name, and of later plays in the log, by number."""
        own: dict[str, Refusal] = {}
        later: dict[int, Refusal] = {}
        changed = [self.first] if self.moving else self.changed
        slots = {id(placed): slot for placed, slot in zip(self.placed, changed, strict=False)}
        entries = log_after(len(self.view.replay.steps), self.placed)
        for conflict in conflicts:
            entry = entries[conflict.number - 1]
            slot = None if isinstance(entry, int) else slots.get(id(entry.of))
            if slot and slot in self.own:
                own[slot.name] = conflict.refusal
            else:
                later[entry if isinstance(entry, int) else entry.of.number or 0] = conflict.refusal
        return own, later

    @cached_property
    def after(self) -> Replay:
        """The replay up to the first slot's position, then the `own` plays; its conflicts are the refused plays."""
        entered = (play for slot in self.own for play in (*slot.displaced, slot.play) if play is not None)
        return self.first.position.replay.entered(entered)

    @cached_property
    def elsewhere(self) -> Message | None:
        """In a correction, the message about totals that change by other amounts than the points of the `own` plays."""
        if self.first.position.number is None or not (self.changed and self.readable):
            return None
        after = tried(self.view, [slot.placed for slot in self.changed])
        if after.conflicts:
            return None
        expected: defaultdict[int | None, float] = defaultdict(float)
        for slot in self.own:
            if slot.preview and slot.preview.summary:
                expected[slot.seat] += slot.preview.summary.points or 0
            if slot.position.corrected:
                was = self.view.replay.describe(slot.position.corrected)
                expected[slot.position.corrected.seat] -= was.points or 0
        gains = total_gains(self.view.replay, after).items()
        return gains_in_words(after, {at: by for at, by in gains if by != rounded(expected[after.lines[at].seat])})

    @property
    def slips(self) -> list[Note]:
        steps = self.after.steps[len(self.first.position.replay.steps) :]
        return [slip for step in steps for slip in self.after.describe(step).slips]

    def slot(self, name: str) -> Slot | None:
        return next((slot for slot in self.slots if slot.name == name), None)

    def judged(self) -> "Sent":
        """Return a copy with the reason on each slot that the rules refuse, after trying the `own` plays in order."""
        if not self.slots:
            return self
        last = len(self.first.position.replay.steps)
        numbers = {}
        for slot in (slot for slot in self.own if slot.play is not None):
            last += len(slot.displaced) + 1
            numbers[last] = slot.name
        return self.refusing(
            {numbers[each.number]: each.refusal for each in self.after.conflicts if each.number in numbers}
        )

    def while_typed(self) -> "Sent":
        """Return a copy without the refusals of unfinished input (`Slot.still_typed`)."""
        return self._each(lambda slot: replace(slot.refused(None), parsed=None) if slot.still_typed else slot)

    def refusing(self, reasons: Mapping[str, Refusal]) -> "Sent":
        """Return a copy with refusals by slot name, and without refusals of other slots."""
        return self._each(lambda slot: slot.refused(reasons.get(slot.name)))

    def asking_again(self) -> "Sent":
        """Return a copy with `displaces` off, because in a changed game other players might have to give up more."""
        return self._each(lambda slot: replace(slot, displaces=False))

    def deleting_others(self) -> "Sent":
        """Return a copy that deletes every corrected play instead, except that of the first slot."""
        return self._each(
            lambda slot: (
                replace(slot, nothing=True, readable=True, play=None)
                if slot is not self.first and slot.position.corrected
                else slot
            )
        )

    def to_be_asked(self) -> "Sent":
        return replace(self._each(lambda slot: replace(slot, asked=slot.changed)), asked=True)

    def _each(self, changed: Callable[[Slot], Slot]) -> "Sent":
        return replace(self, slots=tuple(map(changed, self.slots)))


def tried(view: GameView, placed: Sequence[Placed]) -> Replay:
    """Return the replay of a game with the placed plays in its log; do not write."""
    steps = view.replay.steps
    entries = log_after(len(steps), placed)
    # Only the log from the first changed entry on has to be replayed.
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], enumerate(entries, 1)))
    later = [steps[each - 1].play if isinstance(each, int) else each.play for each in entries[same:]]
    return view.replay.at(same).entered(later)


@dataclass(frozen=True, slots=True)
class Moves:
    """The later plays that would each move one seat on if a forgotten play is inserted.

    Each of `lines` has a play's number, its summary, and its seats before and after; `reasons` are refusals.
    """

    lines: tuple[tuple[int, Summary, int, int], ...]
    placed: tuple[Placed, ...]
    reasons: tuple[RemarkLine, ...]


def moves_after(slot: Slot) -> Moves | None:
    """Return the later plays that would move one seat on if the play in this slot was forgotten; None if none would."""
    position, displaced = slot.position, slot.displaced
    if not position.before or position.number is None or slot.play is None:
        return None
    view, at = position.view, position.number - 1
    log = [step.play for step in view.replay.steps]
    log[at:at] = [*displaced, slot.play]
    inserted = len(displaced) + 1
    found = shift_after(view.rulebook, view.table, log, at + inserted)
    return _moves(slot, found, inserted) if found else None


def _moves(slot: Slot, found: Shift, inserted: int) -> Moves:
    """Return the plays to move, with their current numbers; the numbers in `found` include the `inserted` new plays."""
    replay = slot.position.view.replay
    placed = tuple(Placed(play, number - inserted) for number, play in found.moved.items())
    steps = [replay.steps[number - inserted - 1] for number in found.moved]
    lines = tuple(
        (step.number, replay.describe(step), step.seat or 0, step.kind.seat(play) or 0)
        for step, play in zip(steps, found.moved.values(), strict=True)
    )
    reasons = tuple(
        RemarkLine(
            say("Entry {number}: {reason}", number=each.number - inserted, reason=each.refusal.message),
            each.refusal.code,
        )
        for each in found.conflicts
    )
    return Moves(lines, placed, reasons)


def read_sent(view: GameView, sent: MultiDict[str, str], submission: Submission | None = None) -> Sent:
    """Return the plays that a form or a URL sent.

    Each value of `play` is the name of a slot. The value of a button can also set fields of its slot, which replace the
    input in them: "sell.@3?tile=8&discount=2". With `give`, the first slot is given to that player.

    Raises NoSuchPlay. Aborts with 400 for a slot that the game's pages do not have, for two slots that correct the same
    play, and for a `player` field that differs from the player in the slot's name.
    """
    form, left = present(view, with_keys(view, sent))
    read = Sent(view, form, (), left, submission)
    names: dict[str, str] = {}
    for each in dict.fromkeys(form.getlist("play")):
        name, _, query = each.partition("?")
        if query and names.get(name):
            abort(400)
        names[name] = query or names.get(name, "")
    if len(names) > MAX_SLOTS:
        abort(400)
    try:
        slots = tuple(_slot(read, name, query) for name, query in names.items())
    except NoSuchPlay:
        if not read.late:
            raise
        return read
    numbers = [slot.position.number for slot in slots if slot.position.corrected]
    if len(set(numbers)) < len(numbers):
        abort(400)
    read = replace(read, slots=slots)
    if slots and "give" in form:
        slot, seat = read.first, asked_seat(view, "give", form)
        if seat is None or seat >= len(view.table.players) or not (slot.kind.has_player and slot.position.number):
            abort(400)
        return replace(read, slots=(given_to(slot, seat), *read.mending))
    return read.deleting_others() if form.get("do") == "strike-all" else read


def _slot(read: Sent, name: str, query: str) -> Slot:
    """Return the slot with this name; `query` has the fields that the value of a button sets."""
    view, sent = read.view, read.form
    found = NAME.fullmatch(name) or abort(400)
    kind = view.rulebook.kind(view.table, found["kind"]) or abort(400)
    keys, key = list(players_by_key(view)), found["player"]
    if kind.has_player == (key is None) or key not in (None, *keys):
        abort(400)
    seat = None if key is None else keys.index(key)
    prefix = f"{name}-"
    own = [(each[len(prefix) :], word) for each, word in sent.items(multi=True) if each.startswith(prefix)]
    fields = MultiDict(own)
    for field, words in MultiDict(parse_qsl(query)[:MAX_BUTTON_FIELDS]).lists():
        fields.setlist(field, words)
    if {*fields.getlist(PLAYER.name), *sent.getlist(PLAYER.name)} - {key}:
        abort(400)
    position, tag = Position(view), found["where"] or ""
    if place := PLACE.fullmatch(tag):
        number = small_number(place["number"], MAX_PLAYS) or 0
        if read.late and read.submission:
            number = number_now(service(), view.game.id, read.submission.revision, number) or 0
        position, tag = Position(view, number, before=place["how"] == "before"), place["tag"] or ""
    if position.corrected and (tag or position.corrected.kind is not kind):
        abort(400)
    unchanged_too = UNCHANGED_TOO in sent
    blank_too = unchanged_too and len(sent.getlist("play")) == 1  # one of several slots may be empty
    if row_in(tag) and row_in(tag) not in rows_of(kind):
        abort(400)
    own_name = name_of(kind.name, key, position.where, tag)
    slot = read_slot(own_name, kind, seat, position, fields, tag=tag, unchanged_too=unchanged_too, blank_too=blank_too)
    if any(BARE_SEAT.search(path) and path not in slot.form for path in fields):
        abort(400)  # otherwise a missing number of a player could go unnoticed
    return slot


def present(view: GameView, form: MultiDict[str, str]) -> tuple[MultiDict[str, str], str]:
    """Return a form or query for the players at the table now, and a message about players who left.

    Players merged into others are replaced by them. Input for a player who left is removed from the form and quoted in
    the message; the message is "" if there is none. Aborts with 400 for plays of people that do not exist.
    """
    keys = {key for pair in form.items(multi=True) for key in _keys_in(*pair)}
    if keys <= {*player_keys(view)}:
        return form, ""
    with service().store.reading() as db:
        people = {key: read_person(db, int(key[1:])) for key in keys}
    if any(people[key] is None for pair in form.items(multi=True) if pair[0] != "seat" for key in _keys_in(*pair)):
        abort(400)
    now = {key: f"@{person.id}" for key, person in people.items() if person and person.id in view.people}
    left: defaultdict[str, list[str]] = defaultdict(list)
    pairs = []
    for name, value in form.items(multi=True):
        owners = [key for key in KEY.findall(value.partition("?")[0] if name == "play" else name) if key not in now]
        gone = [key for key in _keys_in(name, value) if key not in now]
        if owners:
            if "?" in value if name == "play" else value.strip() and not name.endswith(HIDDEN_SUFFIXES):
                left[owners[0]].append("" if name == "play" else value)
            continue
        if gone and name != "seat":
            left[gone[0]].append("")
        if not gone or name not in ("seat", "give", "player", "play"):
            moved = "" if gone else (KEY if name == "play" else CHOSEN).sub(lambda key: now[key[0]], value)
            pairs.append((KEY.sub(lambda key: now[key[0]], name), moved))
    # All slots were for players who left, but nothing was typed in them.
    if "play" in form and not left and not any(name == "play" for name, _ in pairs):
        left.update((key, []) for key in sorted(keys) if key not in now)
    names = {key: person.name for key, person in people.items() if person}
    return MultiDict(pairs), " ".join(_left_message(names[key], typed) for key, typed in left.items())


def _keys_in(name: str, value: str) -> list[str]:
    return [*KEY.findall(name), *(KEY if name == "play" else CHOSEN).findall(value)]


def with_keys(view: GameView, form: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the form of an earlier page, which identifies players by seat, with their keys; other forms are unchanged.

    Phones can send such forms after the update, because they store entries while offline. A seat in the URL of an
    earlier page, which only names the open panel, is ignored. Aborts with 400 if the ids cannot be read.
    """
    if SEATED not in form:
        return MultiDict(pair for pair in form.items(multi=True) if pair[0] != "seat" or not pair[1].isdecimal())
    if not IDS.fullmatch(form[SEATED]):
        abort(400)
    keys = {str(seat): f"@{each}" for seat, each in enumerate(form[SEATED].split("."))}
    holding = {
        f"{kind.name}-{path}"
        for kind in view.rulebook.kinds(view.table)
        for field in kind.fields
        for leaf in tree(field, dict.fromkeys(keys, "")).leaves()
        if isinstance(getattr(leaf.field.shape, "item", leaf.field.shape), Seat | Several)
        for path in (leaf.path, leaf.path.rpartition("-")[0])  # a record can also be one value: "2:don"
    }

    def keyed(pattern: str, text: str) -> str:
        return re.sub(pattern, lambda seat: keys.get(seat[0], seat[0]), text, flags=re.ASCII)

    # Longest first: "turn.0.at-7-" also begins the field names of the slot "turn.0.at-7-tag".
    slots = sorted((each.partition("?")[0] for each in form.getlist("play")), key=len, reverse=True)
    pairs = []
    for name, value in form.items(multi=True):
        slot = next((each for each in slots if name.startswith(f"{each}-")), "")
        path = name[len(slot) :]
        holds = name in ("seat", "give", "player") or slot.split(".")[0] + path in holding
        if slot:
            name = keyed(OF_SLOT, slot) + keyed(r"(?<=-)[0-9]+(?=-|\Z)", path)
        value = keyed(r"^[0-9]+", value) if holds else keyed(OF_SLOT, value) if name == "play" else value
        pairs.append((name, value))
    return MultiDict(pair for pair in pairs if pair[0] != SEATED)


def _left_message(player: str, typed: Sequence[str]) -> str:
    values = ", ".join(filter(None, typed))
    if not values:
        return translated(say("{player} has left this table, so nothing was saved. Choose again.", player=player))
    message = say(
        "{player} has left this table, so nothing was saved. Typed for {player}: {values}.",
        player=player,
        values=values,
    )
    return translated(message)
