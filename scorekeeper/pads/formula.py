"""Values in the fields of a round or a row: what is possible, and the points for them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..core.errors import IllegalPlay
from ..core.fields import Field, Record, Sum
from ..core.messages import N_, Message, joined, say, signed
from ..core.numbers import rounded
from .definition import NO_MULTIPLE, TOO_HIGH, TOO_LOW, Formula, Input
from .expressions import Expression, NoResult, Number, Scope, exact, plain

VALUES = "values"
Terms = Mapping[str, tuple[float, ...]]
"""The values in the fields of a player as typed, by the name of the field."""
SHORT_LABEL, FEW_OPTIONAL = 8, 2
"""Maximum length of a label shown in short, and number of optional values recognized without labels."""
MISSING = N_("{field} is missing for {players}.")
TOO_MANY = N_("{field}: {found} of {sum}, {by} too many.")
TOO_FEW = N_("{field}: {found} of {sum}, {by} too few.")
CODES = ("values-missing", "out-of-range", "wrong-step", "wrong-sum", "no-result")
"""The codes of refusals; of several refusals, the first in this order is chosen."""


@dataclass(frozen=True)
class Entered:
    """The values of a round or a row, complete with announced and default values.

    `values` has those of each side (a team or a player) by field, and `earlier` the sums of earlier rounds. `names` are
    the values of other names in expressions, and `scores` the totals before this round. `players` are the names and
    `seats` the seats that represent the sides.
    """

    values: Mapping[int, Mapping[str, float]]
    names: Mapping[str, int]
    players: Mapping[int, str]
    seats: Mapping[int, int]
    scores: Mapping[int, float] = field(default_factory=dict)
    earlier: Mapping[int, Mapping[str, float]] = field(default_factory=dict)

    def scope(self, side: int | None = None) -> Scope:
        """Return the scope of expressions about a side, or about all sides together."""
        if side is None:
            return Scope(self.names, self._fields)
        names: dict[str, Number] = {**self.names, "score": exact(self.scores.get(side, 0))}
        earlier = {name: exact(value) for name, value in self.earlier.get(side, {}).items()}
        return Scope(names, self._fields, list(self.values).index(side), earlier)

    @cached_property
    def _fields(self) -> Sequence[Mapping[str, Number]]:
        return [{name: exact(value) for name, value in each.items()} for each in self.values.values()]

    def refused(self, code: str, message: Message, side: int | None = None, part: str = "") -> IllegalPlay:
        if side is None:
            return IllegalPlay(code, message, VALUES)
        with_player = say("{player}: {fault}", player=self.players[side], fault=message)
        return IllegalPlay(code, with_player, VALUES, self.seats[side], part)


def record(inputs: Sequence[Input], decimals: int) -> Record:
    """Return the shape of the values of one player."""
    fields = (
        Field(
            each.name,
            Sum(each.lowest, decimals),
            each.label,
            required=each.default is None and not each.announced,
            hint=each.note,
        )
        for each in inputs
    )
    return Record(tuple(fields), lenient=True)


def numbers(terms: Terms) -> dict[str, float]:
    return {name: rounded(sum(each)) for name, each in terms.items()}


def defaults(inputs: Iterable[Input]) -> dict[str, float]:
    return {each.name: each.default for each in inputs if each.default is not None}


def check(inputs: Sequence[Input], entered: Entered, sides: Iterable[int], *, sums: bool) -> None:
    """Raise IllegalPlay if values of `sides` are not possible or, with `sums`, if the sums of all sides are not."""
    missing = [(side, each) for side in sides for each in inputs if each.name not in entered.values.get(side, {})]
    if missing:
        side, each = missing[0]
        names = tuple(dict.fromkeys(entered.players[side] for side, _ in missing))
        message = Message(MISSING, {"field": each.label, "players": names})
        raise IllegalPlay(CODES[0], message, VALUES, entered.seats[side], each.name)
    faults = [*_faults(inputs, entered, sides), *(_sum_faults(inputs, entered) if sums else ())]
    if faults:
        raise min(faults, key=lambda each: CODES.index(each.refusal.code))


def points(formula: Formula, entered: Entered) -> dict[int, float]:
    """Return the points of each side; raises IllegalPlay if there are none for these values."""
    found = {}
    for side in entered.values:
        try:
            found[side] = plain(formula.points.of(entered.scope(side)))
        except NoResult as error:
            raise _no_result(entered, error, say("the points"), side) from None
    return found


def described(inputs: Sequence[Input], terms: Terms) -> Message:
    """Return the given values as text: "Bid 2, Tricks 1+1"."""
    given = [each for each in inputs if each.name in terms]
    return joined([joined((each.label, as_typed(terms[each.name])), " ") for each in given], ", ")


def in_short(inputs: Sequence[Input], values: Mapping[str, float]) -> Message:
    """Return given values without their labels: "2/2 · +10".

    Up to FEW_OPTIONAL optional values are omitted if 0; ticks are always omitted if 0, and shown by a short label.
    """
    first, others = _shown_together(inputs)
    together = joined([values[each.name] for each in first if each.name in values], "/")
    parts = []
    for each in others:
        value = values.get(each.name, 0)
        if value:
            tick = str(each.label) if len(str(each.label)) <= SHORT_LABEL else "\N{CHECK MARK}"
            parts.append(
                each.label if each.is_tick and tick != "\N{CHECK MARK}" else tick if each.is_tick else signed(value)
            )
    return joined([*([together] if together.values else ()), *parts], " · ")


def short_labels(inputs: Sequence[Input]) -> Message:
    """Return the labels of the values in `in_short`: "Bid/Tricks · Bonus"."""
    first, others = _shown_together(inputs)
    together = joined([each.label for each in first], "/")
    return joined([*([together] if first else ()), *(each.label for each in others)], " · ")


def _shown_together(inputs: Sequence[Input]) -> tuple[list[Input], list[Input]]:
    """Return the inputs whose values are always shown, and the inputs omitted at 0."""
    others = [each for each in inputs if each.default == 0]
    if sum(not each.is_tick for each in others) > FEW_OPTIONAL:
        others = [each for each in others if each.is_tick]
    return [each for each in inputs if each not in others], others


def as_typed(terms: Sequence[float]) -> Message:
    """Return a sum as typed: "3+6−2"."""
    first, *others = terms
    return joined((first, *(part for each in others for part in ("+" if each >= 0 else "", each))), "")


def _faults(inputs: Sequence[Input], entered: Entered, sides: Iterable[int]) -> Iterator[IllegalPlay]:
    """Yield the reasons why single values are not possible."""
    for side in sides:
        scope = entered.scope(side)
        for each in inputs:
            value = entered.values[side][each.name]
            try:
                least, most = (_limit(limit, scope) for limit in (each.least, each.most))
            except NoResult as error:
                yield _no_result(entered, error, each.label, side, each.name)
                continue
            about = {"number": joined((each.label, value), " "), "least": least, "most": most, "step": each.step}
            if least is not None and value < least:
                yield entered.refused("out-of-range", Message(TOO_LOW, about), side, each.name)
            elif most is not None and value > most:
                yield entered.refused("out-of-range", Message(TOO_HIGH, about), side, each.name)
            elif each.step and exact(value) % each.step:
                yield entered.refused("wrong-step", Message(NO_MULTIPLE, about), side, each.name)


def _sum_faults(inputs: Sequence[Input], entered: Entered) -> Iterator[IllegalPlay]:
    scope = entered.scope()
    for each in inputs:
        found = rounded(sum(values[each.name] for values in entered.values.values()))
        try:
            least, most = (_limit(limit, scope) for limit in (each.sum_least, each.sum_most))
        except NoResult as error:
            yield _no_result(entered, error, each.label)
            continue
        over, under = most is not None and found > most, least is not None and found < least
        if over or under:
            limit = (most if over else least) or 0
            about = {"field": each.label, "found": found, "sum": limit, "by": rounded(abs(found - limit))}
            owners = tuple(name for side, name in entered.players.items() if entered.values[side][each.name])
            message = Message(TOO_MANY if over else TOO_FEW, about)
            if over and owners:
                message = joined((message, say("Check {players}.", players=owners)), " ")
            yield entered.refused("wrong-sum", message)


def _limit(limit: Expression | None, scope: Scope) -> float | None:
    return None if limit is None else plain(limit.of(scope))


def _no_result(
    entered: Entered, error: NoResult, what: Message, side: int | None = None, part: str = ""
) -> IllegalPlay:
    message = say("{field}: the definition has no result for this: {why}.", field=what, why=error.message)
    return entered.refused("no-result", message, side, part)


def met(condition: Expression, entered: Entered) -> bool:
    """Return whether a condition about all sides is true; raises IllegalPlay if it has no result."""
    try:
        return bool(condition.of(entered.scope()))
    except NoResult as error:
        raise _no_result(entered, error, say("the end of the game")) from None
