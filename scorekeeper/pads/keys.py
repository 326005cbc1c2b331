"""Input methods for the fields of a round or a row: a tick, keys, or digits."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from .definition import Input
from .expressions import Expression, NoResult, Scope, plain

TICK, KEYS, ADDS, DIGITS = "tick", "keys", "adds", "digits"
MOST_KEYS, FEW_KEYS = 20, 13
"""Largest number of keys with a value each: with the key that deletes, they fill three rows of seven, or two."""
COLUMNS = 7
FIRST_STEPS = (-1, 1, 2, 3, 4, 5, 6)
"""Multiples of the step on the keys that add up, if the value has no limits."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a field, called `name`: how they enter a value (`way`), and their `values`.

    - TICK: the value is 1 if a box is ticked, else 0.
    - KEYS: each key enters its value. Later rounds can have more values, so some keys are not possible yet.
    - ADDS: each key adds its value.
    - DIGITS: the keys type a number, which is `negative` if it can be below 0, and can have `decimals`. `fixed_sum` is
      the sum of all players' values, if the rules fix it and one player can have all of it.

    `opens` is the lowest value that needs digits, which one more key opens; None without such a key.
    """

    name: str
    way: str
    values: tuple[int, ...] = ()
    negative: bool = False
    decimals: bool = False
    fixed_sum: int | None = None
    opens: int | None = None

    @property
    def rows(self) -> int:
        """The number of rows of keys."""
        return {TICK: 0, KEYS: len(self.values) // COLUMNS + 1}.get(self.way, 2)


def keys_of(
    field: Input,
    names: Mapping[str, int],
    rounds: Iterable[int] = (),
    most_keys: int = MOST_KEYS,
    decimals: int = 0,
) -> Keys:
    """Return the keys of a field whose value can have `decimals` decimal places.

    `names` are the values of names in expressions, such as the round, and `rounds` the numbers of all rounds whose
    values need a key.
    """
    every = [names, *({**names, "round": number} for number in rounds)]
    lowest, highest = (_limits(limit, every) for limit in (field.least, field.most))
    step, optional = field.step or 1, field.default == 0
    if field.is_tick:
        return Keys(field.name, TICK)
    if not decimals and optional and field.step and (not lowest or min(lowest) < 0):
        multiples: Iterable[int] = FIRST_STEPS
        if lowest and highest:
            multiples = [each for each in (-2, -1, 1, 2) if min(lowest) <= each * step <= max(highest)]
        return Keys(field.name, ADDS, tuple(each * step for each in multiples))
    if not decimals and lowest and highest:
        first = -(-min(lowest) // step) * step
        values = range(first, max(highest) + 1, step)[:most_keys]
        if values and max(_limits(field.most, [names]), default=0) <= values[-1]:
            return Keys(field.name, KEYS, tuple(values))
    least, most = (_limits(limit, [names]) for limit in (field.sum_least, field.sum_most))
    fixed_sum = next(iter(most), None) if most and least == most else None
    fits = fixed_sum is not None and fixed_sum > 0 and (not highest or min(highest) >= fixed_sum)
    negative = not lowest or min(lowest) < 0
    return Keys(
        field.name,
        DIGITS,
        negative=negative,
        decimals=decimals > 0,
        fixed_sum=fixed_sum if fits and not negative else None,
    )


def _limits(limit: Expression | None, names: Collection[Mapping[str, int]]) -> set[int]:
    """Return the integer values of a limit with each of these names; empty without a limit, or if it needs fields."""
    try:
        found = {plain(limit.of(Scope(each))) for each in names} if limit else set()
    except (NoResult, LookupError):
        return set()
    return {int(each) for each in found} if all(each == int(each) for each in found) else set()
