"""Expressions and their values, for both implementations."""

import json
from pathlib import Path

from scorekeeper.pads.expressions import (
    Scope,
    exact,
)

CASES = json.loads((Path(__file__).parent / "expressions.json").read_text())


def scope_of(case):
    numbers = {key: {name: exact(value) for name, value in case.get(key, {}).items()} for key in ("names", "earlier")}
    fields = [{name: exact(value) for name, value in each.items()} for each in case.get("fields", [])]
    return Scope(numbers["names"], fields, case.get("own", 0), numbers["earlier"])
