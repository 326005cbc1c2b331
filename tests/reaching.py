"""What the strategies of a property test come to: looked for all at once, for most examples have something of it."""

from contextlib import suppress

from hypothesis import Phase, find, settings
from hypothesis.errors import NoSuchExample


def never_reached(made, looked_at, wanted, most):
    """Return the names of what is `wanted` and does not come up in the first `most` examples.

    `looked_at` makes of an example what every one of `wanted` is asked with.
    """
    missing = dict(wanted)

    def all_reached(example):
        found = looked_at(example)
        for name in [name for name, happens in missing.items() if happens(*found)]:
            del missing[name]
        return not missing

    with suppress(NoSuchExample):
        find(made, all_reached, settings=settings(max_examples=most, phases=[Phase.generate]))
    return list(missing)
