"""Expressions of definitions on the phone: the same results as on the server."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.pads.expressions import NAMES, Known, NoResult, plain, read_expression
from tests.pads.cases import CASES, scope_of

FIELDS = ("bid", "cards", "constructor")
NUMBERS = st.integers(-60, 60) | st.integers(-999, 999).map(lambda number: number / 100)
LEAVES = (
    st.sampled_from([*FIELDS, *NAMES, "1000000", "500000000"])
    | st.integers(0, 12).map(str)
    | st.decimals(0, 20, places=2).map(str)
    | st.builds(
        "{}({})".format,
        st.sampled_from(["total", "highest", "lowest", "rank", "level", "before"]),
        st.sampled_from(FIELDS),
    )
)


def larger(numbers):
    some = st.lists(numbers, min_size=1, max_size=3).map(", ".join)
    signs = st.sampled_from(["+", "-", "*", "/", "//", "%"])
    orders = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "< 3 <"])
    tests = st.sampled_from(
        ["{0} {1} {2}", "not {0} {1} {2}", "{0} {1} {2} and {2} != 0", "{0} {1} {2} or not ({0} < 1 and {2} >= 2)"]
    )
    return st.one_of(
        st.builds("{} {} {}".format, numbers, signs, numbers),
        st.builds("({} {} {})".format, numbers, signs, numbers),
        st.builds(
            "({1} if {0} else {2})".format, st.builds(str.format, tests, numbers, orders, numbers), numbers, numbers
        ),
        st.builds("{}({})".format, st.sampled_from(["abs", "floor", "ceil", "-", "+"]), numbers),
        st.builds("{}({})".format, st.sampled_from(["min", "max"]), some),
        st.builds("at([{}], {})".format, some, numbers),
    )


EXAMPLES = st.fixed_dictionaries(
    {
        "expression": st.recursive(LEAVES, larger, max_leaves=8),
        "fields": st.lists(st.fixed_dictionaries(dict.fromkeys(FIELDS, NUMBERS)), min_size=2, max_size=4),
        "own": st.integers(0, 1),
        "names": st.fixed_dictionaries(dict.fromkeys(NAMES, NUMBERS)),
        "earlier": st.dictionaries(st.sampled_from(FIELDS), NUMBERS),
    }
)
KNOWN = Known(NAMES, FIELDS, FIELDS, FIELDS)


@pytest.fixture
def on_the_phone(device):
    """Return a function that evaluates cases in a browser: [result, parts] of each, "no-result" or "refused"."""
    phone = device()
    phone.goto("/")
    script = "/static/-/js/expressions.js"

    def evaluate(cases):
        return phone.evaluate(
            """async ([script, cases]) => {
              const { evaluate } = await import(script);
              const outcome = ({ expression, ...scope }) => {
                try {
                  const found = evaluate(expression, scope);
                  return found ? [found.result, found.parts] : "no-result";
                } catch (error) {
                  return error instanceof SyntaxError ? "refused" : String(error);
                }
              };
              return cases.map(outcome);
            }""",
            [script, cases],
        )

    return evaluate


def on_the_server(case):
    expression, scope = read_expression(case["expression"], KNOWN), scope_of(case)
    try:
        return [plain(expression.of(scope)), expression.parts(scope)]
    except NoResult:
        return "no-result"


def test_phone_agrees_with_every_case_of_the_table(on_the_phone):
    found = on_the_phone(CASES["results"])
    results = [each if isinstance(each, str) else each[0] for each in found]
    assert results == [case["result"] for case in CASES["results"]]
    parts = [(each[1], case["parts"]) for each, case in zip(found, CASES["results"], strict=True) if "parts" in case]
    assert parts
    assert [one for one, _ in parts] == [other for _, other in parts]
    values = {"fields": [{"bid": 1}], "names": {"round": 1}}
    refused = on_the_phone([{"expression": text, **values} for text in CASES["refused"]])
    accepted = [
        text for text, found in zip(CASES["refused"], refused, strict=True) if found not in ("refused", "no-result")
    ]
    assert accepted == ["before(x)"]  # only the server knows the fields of a definition


def test_phone_agrees_with_the_server_on_generated_expressions(on_the_phone):
    cases = []

    @settings(max_examples=300, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(EXAMPLES)
    def draw(case):
        if case not in cases and len(case["expression"]) < 200:
            cases.append(case)

    draw()
    assert len(cases) >= 200
    for case, found in zip(cases, on_the_phone(cases), strict=True):
        assert (case, found) == (case, on_the_server(case))
