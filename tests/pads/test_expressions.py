"""Expressions of definitions: exact results, and a clear refusal of everything else, in milliseconds."""

import ast
import random
import time
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.core.errors import Unreadable
from scorekeeper.core.numbers import rounded
from scorekeeper.pads.expressions import (
    BOUND,
    FUNCTIONS,
    LENGTH,
    NAMES,
    NODES,
    Known,
    NoResult,
    Scope,
    exact,
    plain,
    read_expression,
)
from tests.pads.cases import CASES, scope_of

BID = Known(("round",), ["bid"], ["bid"], ["bid"])
SOURCES = (
    "__import__('os').system('id')",
    "().__class__.__bases__[0].__subclasses__()",
    "[each for each in range(10**9)]",
    "{bid for bid in bid}",
    "(lambda: 1)()",
    "f'{bid!r:>1000000000}'",
    "(bid := 10**9)",
    "min(*bid, **bid)",
    "9**9**9**9",
    "9" * 400,
    "1 / (bid - bid)",
    "bid.bit_length()",
    "'a' * 10**9",
    "bid\x00",
    "\ud800",
    "ｂｉｄ",
    "bid " * 100,
    "-" * 480 + "bid",
    "(" * 240 + "bid" + ")" * 240,
    "not " * 120 + "bid == 1",
    "[" * 400,
    "bid if bid == 1 else " * 23 + "bid",
    "min(" * 100 + "bid" + ")" * 100,
    "a" * 499 + "!",
    "/" * 500,
    "<=" * 250,
)
"""Beginnings of hostile expressions."""


@pytest.mark.parametrize("case", CASES["results"], ids=lambda case: case["expression"].strip()[:40])
def test_expression_has_the_result_of_the_table(case):
    own = case.get("fields", [{}])[0]
    expression = read_expression(case["expression"], Known(NAMES, own, own, own))
    try:
        found = plain(expression.of(scope_of(case)))
    except NoResult:
        found = "no-result"
    assert (found, type(found)) == (case["result"], type(case["result"]))
    if "parts" in case:
        assert expression.parts(scope_of(case)) == case["parts"]


@pytest.mark.parametrize("text", CASES["refused"], ids=repr)
def test_other_text_is_refused_with_a_reason(text):
    with pytest.raises(Unreadable) as raised:
        read_expression(text, BID)
    assert str(raised.value.message)


def test_conditions_are_read_only_in_their_places():
    assert read_expression("bid > 1", BID, condition=True).of(Scope(fields=[{"bid": 2}])) is True
    for text in ("bid", "1", "max(bid, 1)"):
        with pytest.raises(Unreadable):
            read_expression(text, BID, condition=True)


def test_length_and_number_of_nodes_are_limited():
    longest = f"bid{' ' * (LENGTH - 5)}+1"
    assert len(longest) == LENGTH
    read_expression(longest, BID)
    with pytest.raises(Unreadable):
        read_expression(f"{longest}1", BID)
    most = "+".join(["bid"] * 50)  # 50 names with their contexts, 49 sums with their signs, and the whole
    assert sum(1 for _ in ast.walk(ast.parse(most, mode="eval"))) == NODES - 1
    read_expression(most, BID)
    with pytest.raises(Unreadable):
        read_expression(f"{most}+1", BID)


def hostile(number):
    """Return a hostile expression, always the same for a number: a known one, or parts of some put together."""
    chance = random.Random(number)
    if number < len(SOURCES):
        return SOURCES[number]
    parts = [chance.choice(SOURCES) for _ in range(chance.randint(1, 4))]
    signs = [" + ", " if ", " else ", " ** ", ".", "(", ")", ", ", " == ", "[", "]", " and ", "\n", ""]
    text = "".join(f"{part[: chance.randint(1, len(part))]}{chance.choice(signs)}" for part in parts)
    if chance.random() < 0.3:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(["\x00", "\ud83d", "é", "`", "\\", ":=", "**", "'", '"""', "#"]) + text[at:]
    return text * chance.choice([1, 1, 1, 2, 20])


def outcome(text, known, scope):
    """Return the result of an expression, or the reason why there is none."""
    try:
        return read_expression(text, known).of(scope)
    except (Unreadable, NoResult) as error:
        return str(error.message)


def test_hostile_expressions_are_refused_in_milliseconds():
    scope = Scope({"round": 10**6}, [{"bid": 10**6}, {"bid": -(10**6)}])
    began = time.perf_counter()
    found = [outcome(hostile(number), BID, scope) for number in range(5000)]
    assert time.perf_counter() - began < 5000 * 0.01
    reasons = [each for each in found if isinstance(each, str)]
    assert len(reasons) > 4000
    assert all(0 < len(each) < 500 for each in reasons)
    assert all(abs(each) <= BOUND for each in found if not isinstance(each, str))


PARTS = st.recursive(
    st.sampled_from(["bid", "round", "0", "1", "2.5", "1000000", "total(bid)", "before(bid)", "rank(bid)"]),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner),
        st.builds("({} if {} < {} else {})".format, inner, inner, inner, inner),
        st.builds("{}({})".format, st.sampled_from(["abs", "floor", "ceil", "-"]), inner),
        st.builds("at([{}, {}], {})".format, inner, inner, inner),
        st.builds("min({}, {})".format, inner, inner),
    ),
    max_leaves=12,
)


@given(PARTS, st.integers(-50, 50), st.integers(-50, 50))
@example("(1 / (bid - bid))", 3, 4)
@settings(max_examples=150, deadline=None)
def test_result_equals_that_of_python_fractions(text, bid, other):
    """Every result is that of Python's own arithmetic with fractions, or out of bounds on the way."""

    def number(value):
        return Fraction(value)

    names = {
        "bid": number(bid),
        "round": number(3),
        "total": lambda value: number(bid + other),
        "before": lambda value: number(0),
        "rank": lambda value: number(1 + (other > bid)),
        "at": lambda values, index: values[int(index)] if 0 <= index < len(values) else values[-1],
        "abs": abs, "min": min, "floor": lambda value: value.__floor__(), "ceil": lambda value: value.__ceil__(),
    }  # fmt: skip
    if len(text) > LENGTH:
        return
    scope = Scope({"round": 3}, [{"bid": bid}, {"bid": other}])
    try:
        found = read_expression(text, BID).of(scope)
    except (Unreadable, NoResult):
        return
    exact_text = text.replace("2.5", "Fraction(5, 2)").replace("//", " // ").replace("1000000", "Fraction(1000000)")
    assert found == eval(exact_text, {"__builtins__": {}, "Fraction": Fraction} | names)  # noqa: S307


@given(st.text(max_size=60) | st.text("abid0123456789.+-*/%()[], <>=!notandorifelse", max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_an_expression_or_refused(text):
    assert outcome(text, BID, Scope({"round": 1}, [{"bid": 1}])) != ""


def test_points_have_at_most_three_decimals():
    assert [plain(Fraction(*each)) for each in ((1, 3), (-1, 2000), (1, 2), (5, 1))] == [0.333, -0.001, 0.5, 5]
    assert [exact(each) for each in (0.1, 7, 2.5)] == [Fraction(1, 10), 7, Fraction(5, 2)]
    assert rounded(plain(exact(0.125))) == 0.125
    assert set(FUNCTIONS).isdisjoint(NAMES)
