"""Two entries for the same turn, round or value: another phone was first, and the user decides which entry counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from ...core.fields import PLAYER, ByPlayer, small_number
from ...core.messages import Message, joined, say
from ...core.numbers import rounded
from ...core.replay import Replay, Step
from ...core.rulebook import POINTS
from ...store.changes import known_until
from ...store.games import GameView
from ..common.language import number
from ..common.page import key_of, service
from ..forms.fields import (
    Check,
    Digits,
    Group,
    Node,
    Number,
    Numbers,
    OneWord,
    Player,
    Players,
    Summed,
    Words,
    values_of,
)
from ..forms.submission import MAX_REVISIONS
from .sent import UNCHANGED_TOO, Sent, read_sent
from .slots import DISPLACES, NUMBER, Position, Slot, empty_slot, name_of

DECISION, THEIRS = "clash", "theirs"
"""Form field with the decision between two entries, and the value that lets the entry of the other phone count."""
SINCE = "since"
"""Form field of a decision: the last revision known to the sent form."""
OWN_FIELDS = ("csrf_token", "entry_key", "after_key", "revision", "age", "sure", DECISION, SINCE)
"""Fields of a sent form not copied to the form of the decision, which does not need them or sets them itself."""
FEW, MANY = 3, 6
"""Maximum number of high lines, and of lines that fit on a phone; if there are more, differing lines come first."""
LONG = 5
"""Number of characters that fit in a column in large type."""


@dataclass(frozen=True, slots=True)
class ClashLine:
    """A figure in both entries, with the player's points before and after each ("30 → 26"; "" if shown elsewhere)."""

    seat: int | None
    label: Message | None
    theirs: str
    mine: str
    theirs_effect: str = ""
    mine_effect: str = ""

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine

    @property
    def long(self) -> bool:
        return max(len(self.theirs), len(self.mine)) > LONG


@dataclass(frozen=True, eq=False)
class Clash:
    """A sent form with plays for turns, rounds or values that another form entered while this form was filled in.

    `rivals` are the current plays, by slot name. `mine` is the sent form as a correction of these plays. `since` is the
    last revision known to the sent form.
    """

    sent: Sent
    rivals: dict[str, Step]
    mine: Sent
    since: int

    @property
    def view(self) -> GameView:
        return self.sent.view

    @property
    def differs(self) -> bool:
        return any(line.differs for line in self.lines)

    @property
    def corrections(self) -> Sequence[Slot]:
        """The slots that would replace current plays."""
        return [slot for slot in self.mine.changed if slot.position.number]

    @property
    def others(self) -> Sequence[Slot]:
        """The other plays of the form, which are entered with either decision."""
        return [slot for slot in self.mine.changed if not slot.position.number]

    @property
    def revision(self) -> int | None:
        """The revision that entered the first current play; None if the game began with that play."""
        return self.view.inserted_by[self._first - 1]

    @property
    def label(self) -> Message:
        """The title of the play entered twice: "Hyde Park of round 3", "Dame Beatrice", "Ann's turn"."""
        replay = self.view.replay
        steps = replay.steps[self._first - 1 : self._last]
        together = replay.rulebook.summarize_batch(steps[0].before, steps[-1].after, [step.play for step in steps])
        if together:
            return together.headline
        step, kind = steps[0], steps[0].kind
        if step.seat is None and kind.non_player is None:
            return replay.describe(step).headline
        if step.seat is not None and callable(kind.title):  # such a title can contain the differing values
            return say("{player}", player=replay.table.players[step.seat])
        return replay.rulebook.title(replay.table, step.play)

    @property
    def fields(self) -> Sequence[tuple[str, str]]:
        """The fields (name, value) of the sent form that the form of the decision sends again."""
        return [pair for pair in self.sent.form.items(multi=True) if pair[0] not in OWN_FIELDS]

    @cached_property
    def lines(self) -> Sequence[ClashLine]:
        """The figures of both entries in the order of the form; if there are many, differing ones come first."""
        lines = [line for slot in self.mine.slots if slot.position.number for line in self._lines(slot)]
        if len(lines) > 1 and len({line.seat for line in lines}) == 1:  # the label names this player
            lines = [replace(line, seat=None) for line in lines]
        return sorted(lines, key=lambda line: not line.differs) if len(lines) > MANY else lines

    @property
    def few(self) -> bool:
        return len(self.lines) <= FEW

    @property
    def _first(self) -> int:
        return min(step.number for step in self.rivals.values())

    @property
    def _last(self) -> int:
        return max(step.number for step in self.rivals.values())

    @cached_property
    def _replays(self) -> tuple[Replay, Replay, Replay]:
        """The replays before both entries, after the current entry, and after the sent entry."""
        replay = self.view.replay
        before, plays = replay.at(self._first - 1), {slot.position.number: slot.parsed for slot in self.mine.slots}
        steps = replay.steps[self._first - 1 : self._last]
        return before, replay.at(self._last), before.entered(plays.get(step.number, step.play) for step in steps)

    @cached_property
    def _part(self) -> str:
        """The only part of the score that either entry changes; "" if they change several, or none."""
        before, *after = ([line.parts for line in replay.lines] for replay in self._replays)
        names = {name for each in after for old, new in zip(before, each, strict=False) for name in new
                 if new[name] != old.get(name)}  # fmt: skip
        return names.pop() if len(names) == 1 else ""

    def _effects(self, seat: int) -> tuple[str, str]:
        """Return a player's points before and after each of the two entries ("30 → 26"), or "" while unknown."""
        lines = [line for replay in self._replays for line in replay.lines if line.seat == seat]
        if len(lines) < len(self._replays):  # a player of a team, without a line
            return "", ""
        before, theirs, mine = (line.parts.get(self._part) if self._part else line.points for line in lines)
        if before == theirs == mine:
            return "", ""
        return _change(before, theirs), _change(before, mine)

    def _lines(self, slot: Slot) -> Iterator[ClashLine]:
        theirs = empty_slot(slot.position, slot.kind, slot.seat).form
        fields = {
            path: (seat, label, (_text(theirs[path]), _text(slot.form[path])))
            for seat, label, path in _leaves(slot.form.nodes, slot.seat)
            if path in theirs
        }
        shown = [(seat, label, texts) for seat, label, texts in fields.values() if any(texts)]
        seats = [seat for seat, _, _ in shown]
        found = {seat: ("", "") if seat is None else self._effects(seat) for seat in seats}
        for seat, effects in found.items():
            # The points of a player explain a single figure; without points, its label does.
            alone = seat is not None and seats.count(seat) == 1 and any(map(any, found.values()))
            if not alone and effects[0] != effects[1]:
                yield ClashLine(seat, POINTS, *effects)
            for whose, label, texts in shown:
                if whose == seat:
                    yield ClashLine(seat, None if alone else label, *texts, *(effects if alone else ()))


def _change(before: float | None, after: float | None) -> str:
    if after is None:
        return ""
    return number(after) if before is None else f"{number(before)} → {number(after)}"


def _leaves(nodes: Sequence[Node], seat: int | None) -> Iterator[tuple[int | None, Message, str]]:
    """Yield the input fields of a form: the seat of their player, their label, and their name in the form."""
    for node in nodes:
        if isinstance(node, Group) and isinstance(node.field.shape, ByPlayer):
            for whose, part in node.parts.items():
                for leaf in part.leaves():
                    label = node.field.label if leaf is part else leaf.field.label
                    yield int(whose), label, leaf.path
        else:
            for leaf in node.leaves():
                yield seat, joined([*leaf.outer[1:], leaf.field.label], ", "), leaf.path


def _text(field: Any) -> str:
    """Return the value of a valid form field as text, or "" if it is omitted. Equal values have equal texts."""
    if field.left_out:
        return ""
    match field:
        case Check():
            return "\N{CHECK MARK}" if field.value else ""
        case OneWord():
            return field.choices.get(field.data, "")
        case Words():
            return ", ".join(field.words[word] for word in field.data)
        case Players():
            return ", ".join(field.players[key] for key in field.data)
        case Player():
            return field.players.get(field.data, "")
        case Summed():
            return number(rounded(sum(field.value or ())))
        case Number():
            return number(field.value)
        case Numbers():
            return " ".join(map(number, field.value or ()))
        case Digits():
            return field.written(field.value)
    return str(field.data)


def clash_of(sent: Sent) -> Clash | None:
    """Return the clash of a sent form with plays entered by other phones in the meantime, or None.

    A play for the entire table clashes with the play of its kind with the same number, a turn with the play of the same
    turn, and a new value with the value entered in the meantime. Changes that add up, cells, and entries without turn
    order do not clash.
    """
    decides = SINCE in sent.form
    if not sent.slots or sent.left or sent.submission is None or not (sent.late or decides or sent.overtaken):
        return None
    since = known_until(service(), sent.view.game.id, sent.submission)
    if since is None:
        return None
    if decides:
        since = small_number(sent.form[SINCE], MAX_REVISIONS) or 0
    found = {slot.name: _rival(slot, since, as_one=UNCHANGED_TOO in sent.form) for slot in sent.slots}
    rivals = {name: step for name, step in found.items() if step}
    if not (rivals and sent.readable):
        return None
    mine = read_sent(sent.view, _as_correction(sent, rivals))
    return Clash(sent, rivals, mine, since) if mine.readable else None


def _rival(slot: Slot, since: int, *, as_one: bool) -> Step | None:
    """Return the play entered for the same turn, round or value as a slot; `as_one`: its form enters a phase as one."""
    kind, view = slot.kind, slot.position.view
    if slot.parsed is None or slot.position.number or slot.row:
        return None
    if slot.before is not None and slot.numbered:
        later = slot.earlier[slot.before :]
    else:
        later = [step for step in slot.entered if (view.inserted_by[step.number - 1] or 0) > since]
    if kind.name in view.rulebook.pages.batched_kinds:
        typed = kind.play(values_of(slot.form) | {PLAYER.name: slot.seat})
        if not kind.overrides(typed, kind.name):
            return None
        later = [step for step in later if _entered_as_one(view, step) == as_one]
        if later and not as_one and Position(view, later[0].number, before=True).begun(kind, slot.seat) == typed:
            return None  # the slot still has its initial values
    elif kind.has_player and not kind.replaces:
        later = [step for step in later[:1] if view.replay.at(step.number - 1).turn == slot.seat]
    sets = [step for step in later if kind.replaces or kind.overrides(step.play, kind.name)]
    return next(iter([*sets[-1:], *later]), None)


def _entered_as_one(view: GameView, play: Step) -> bool:
    """Return whether a play is one of several that the rulebook describes together, such as a phase."""
    change = view.inserted_by[play.number - 1]
    steps = [step for step, entered in zip(view.replay.steps, view.inserted_by, strict=True) if entered == change]
    plays = [step.play for step in steps]
    return len(plays) > 1 and view.rulebook.summarize_batch(steps[0].before, steps[-1].after, plays) is not None


def _as_correction(sent: Sent, rivals: dict[str, Step]) -> MultiDict[str, str]:
    """Return a form that corrects the current plays to those of the sent form, and enters its other plays."""
    names = {}
    for slot in sent.slots:
        if slot.name in rivals:
            where = Position(slot.position.view, rivals[slot.name].number).where
            names[slot.name] = name_of(slot.kind.name, key_of(sent.view, slot.seat), where)
    pairs = []
    for name, value in sent.form.items(multi=True):
        own_slot = next((each for each in names if name.startswith(f"{each}-")), "")
        own, mark, query = value.partition("?")
        if name == "play":
            pairs.append((name, f"{names.get(own, own)}{mark}{query}"))
        elif own_slot and name not in (f"{own_slot}-{DISPLACES}", f"{own_slot}-{NUMBER}"):
            pairs.append((names[own_slot] + name.removeprefix(own_slot), value))
        elif not own_slot:
            pairs.append((name, value))
    return MultiDict(pairs)
