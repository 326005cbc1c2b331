"""Many parametrized rows run as one test, because pytest's overhead per test exceeds the time of a simple row."""

import inspect
from functools import wraps

import pytest

FAILED = (Exception, pytest.fail.Exception)
Param = type(pytest.param())


def row_by_row(names, rows, ids=None):
    """Parametrize like `pytest.mark.parametrize`, but run all rows in one test and report each failing row by name.

    Suits tests whose arguments all come from the rows: all rows would share a single fixture value.
    """
    names = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
    named = [
        (_name(row, at, ids), dict(zip(names, _values(row, len(names)), strict=True))) for at, row in enumerate(rows)
    ]
    assert named, "a table without a row shows nothing"

    def decorate(test):
        below = getattr(test, "rows", [("", {})])
        test = getattr(test, "of_a_row", test)
        rows = [("-".join(filter(None, (low, high))), more | given) for low, more in below for high, given in named]

        @wraps(test)
        def tried(subtests):
            assert list(inspect.signature(test).parameters.keys() - rows[0][1].keys()) == []
            for name, given in rows:
                try:
                    test(**given)
                except FAILED:
                    with subtests.test(name):  # only for failing rows, because each subtest takes time
                        raise

        tried.rows, tried.of_a_row = rows, test  # for a second table above this one, which multiplies the rows
        # pytest requests fixtures by this signature, and the test's own arguments come from the rows.
        tried.__signature__ = inspect.Signature([inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)])
        return tried

    return decorate


def _values(row, count):
    if isinstance(row, Param):
        return row.values
    return row if count > 1 else (row,)


def _name(row, at, ids):
    """Return approximately pytest's id for a row."""
    if isinstance(row, Param):
        assert not row.marks, "a row is tried like every other one"
        if row.id:
            return row.id
    if ids is not None and not callable(ids):
        return str(list(ids)[at])
    values = row if isinstance(row, tuple) else (row,)
    found = (ids(each) if ids else None for each in values)
    said = (str(each) if one is None else str(one) for one, each in zip(found, values, strict=True))
    return f"{at}: " + "-".join(said)[:200] if ids is None else "-".join(said)
