"""The expressions of definitions, such as `20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)`.

An expression is parsed and checked once, when its definition is read, and it computes with exact numbers: integers, and
fractions where a division or a decimal leads to one. Definitions come from strangers too, so the language has only
numbers, arithmetic, conditions and the functions below, without loops, texts, attributes and powers. The length and
the number of nodes are limited, and so is every result on the way. `simpleeval` has more of everything to switch off,
computes with binary fractions, and checks nothing before the values are known.

tests/pads/expressions.json has examples with their results, for this module and for the one on the phone.
"""

import ast
import keyword
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ..core.errors import Unreadable, shortened
from ..core.messages import Message, say
from ..core.numbers import KEPT, rounded

LENGTH, NODES = 500, 200
"""Maximum length of an expression in characters, and maximum number of its nodes (`ast.walk`)."""
BOUND = 1_000_000_000
"""Largest absolute value of every number and result in an expression."""
ACROSS = ("total", "highest", "lowest")
"""Functions of a field over all players."""
COMPARED = ("rank", "level")
"""Functions of a field that compare a player with all players."""
BEFORE = "before"
NAMES = ("round", "rounds", "players", "score")
FUNCTIONS = ("min", "max", "abs", "floor", "ceil", "at", *ACROSS, *COMPARED, BEFORE)
RESERVED = frozenset({*NAMES, *FUNCTIONS, *keyword.kwlist})
"""Words that cannot be the name of a field."""
TOKEN = re.compile(
    r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?![0-9A-Za-z_.])|[A-Za-z_][0-9A-Za-z_]*|//|[<>=!]=|[-+*/%<>(),\[\]]| "
)
"""A number, a name, a sign or a space. Nothing else occurs in an expression."""

Number = int | Fraction
Evaluate = Callable[["Scope"], Any]


class NoResult(Exception):
    """Raised if an expression has no result for the values in a scope; `message` is a clause with the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Scope:
    """The values of the names in an expression.

    `fields` has the fields of each player (or team) by name, and `own` is the index of the player in it. `earlier` are
    the player's sums of the fields in earlier rounds. `names` are the values of other names, such as the round.
    """

    names: Mapping[str, Number] = field(default_factory=dict)
    fields: Sequence[Mapping[str, Number]] = ()
    own: int = 0
    earlier: Mapping[str, Number] = field(default_factory=dict)

    def column(self, name: str) -> list[Number]:
        return [each[name] for each in self.fields]


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression, by its `text`; `constant` is its value if it is only a number."""

    text: str
    evaluate: Evaluate = field(compare=False, repr=False)
    summands: Evaluate = field(compare=False, repr=False)
    constant: int | None = None

    def of(self, scope: Scope) -> Any:
        """Return the value: a number, or a boolean for a condition; raises NoResult."""
        return self.evaluate(scope)

    def parts(self, scope: Scope) -> list[float]:
        """Return the summands that make the value of a number, without zeros: 20 and 30 of `20 * bid + bonus`.

        For a choice, returns the summands of the chosen side. Raises NoResult like `of`.
        """
        return [each for each in map(plain, self.summands(scope)) if each]


@dataclass(frozen=True, slots=True)
class Known:
    """Names for an expression: `names` as in Scope, and fields of the player, across players, and in `before`."""

    names: Collection[str] = ()
    own: Collection[str] = ()
    across: Collection[str] = ()
    earlier: Collection[str] = ()


def constant(value: int) -> Expression:
    return Expression(str(value), lambda scope: value, lambda scope: [value], value)


def exact(number: float) -> Number:
    """Return a number with at most KEPT decimal places without the error of its binary fraction."""
    return number if isinstance(number, int) else _whole(Fraction(round(number * 10**KEPT), 10**KEPT))


def plain(number: Number) -> float:
    """Return a result as points: an int, or a float rounded to KEPT decimal places, halves away from zero."""
    if isinstance(number, int):
        return number
    size = floor(abs(number) * 10**KEPT + Fraction(1, 2)) * (1 if number > 0 else -1)
    return rounded(size / 10**KEPT)


def read_expression(text: str, known: Known, *, condition: bool = False) -> Expression:
    """Return the expression in `text`, a number or, if wanted, a condition; raises Unreadable."""
    if len(text) > LENGTH:
        raise Unreadable(say("an expression has at most {most} characters", most=LENGTH))
    text = re.sub(r"[ \t\r\n]+", " ", text).strip()
    at = 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            raise Unreadable(say("{part!r} is not possible in an expression", part=text[at : at + 10]))
        at = token.end()
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = error.offset if isinstance(error, SyntaxError) else None
        raise Unreadable(
            say("this is not an expression: the fault is at character {column}", column=column)
            if column
            else say("this is not an expression")
        ) from None
    if sum(1 for _ in ast.walk(tree)) > NODES:
        raise Unreadable(say("an expression has at most {most} parts: make it simpler", most=NODES))
    reader = _Reader(text, known)
    if condition:
        return Expression(text, reader.condition(tree.body), lambda scope: [])
    return Expression(text, reader.number(tree.body), reader.summands(tree.body))


def _whole(number: Number) -> Number:
    return number.numerator if number.denominator == 1 else number


def _bounded(number: Number) -> Number:
    if not -BOUND <= number <= BOUND:
        raise NoResult(say("a number is beyond ±1,000,000,000"))
    return _whole(number)


def _divided(divide: Callable[[Any, Any], Number]) -> Callable[[Number, Number], Number]:
    def result(left: Number, right: Number) -> Number:
        if right == 0:
            raise NoResult(say("it divides by 0"))
        return divide(left, right)

    return result


OPERATORS: Mapping[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: _divided(lambda left, right: Fraction(left) / right),
    ast.FloorDiv: _divided(lambda left, right: left // right),
    ast.Mod: _divided(lambda left, right: left % right),
}
COMPARISONS: Mapping[type[ast.cmpop], Callable[[Number, Number], bool]] = {
    ast.Eq: lambda left, right: left == right,
    ast.NotEq: lambda left, right: left != right,
    ast.Lt: lambda left, right: left < right,
    ast.LtE: lambda left, right: left <= right,
    ast.Gt: lambda left, right: left > right,
    ast.GtE: lambda left, right: left >= right,
}
OF_NUMBERS: Mapping[str, Callable[[Iterable[Number]], Number]] = {"min": min, "max": max}
OF_A_NUMBER: Mapping[str, Callable[[Any], Number]] = {"abs": abs, "floor": floor, "ceil": ceil}
OF_A_FIELD: Mapping[str, Callable[[Scope, str], Number]] = {
    "total": lambda scope, name: sum(scope.column(name)),
    "highest": lambda scope, name: max(scope.column(name)),
    "lowest": lambda scope, name: min(scope.column(name)),
    "rank": lambda scope, name: 1 + sum(each > scope.fields[scope.own][name] for each in scope.column(name)),
    "level": lambda scope, name: sum(each == scope.fields[scope.own][name] for each in scope.column(name)),
    BEFORE: lambda scope, name: scope.earlier.get(name, 0),
}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns the nodes of an expression into functions; raises Unreadable for every node outside the language.

    A node is read either as a number or as a condition, so that no value of the wrong type can occur later.
    """

    text: str
    known: Known

    def number(self, node: ast.expr) -> Evaluate:
        match node:
            case ast.Constant():
                return self._literal(node)
            case ast.Name(id=name):
                return self._name(name)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.number(operand)
                return lambda scope: -inner(scope)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATORS:
                first, second, operator = self.number(left), self.number(right), OPERATORS[type(sign)]
                return lambda scope: _bounded(operator(first(scope), second(scope)))
            case ast.IfExp():
                return self._choice(node, self.number)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                raise Unreadable(say("{part!r} is a condition, and a number is needed there", part=self._part(node)))
        raise self._impossible(node)

    def summands(self, node: ast.expr) -> Evaluate:
        """Return the function that lists the summands of a number."""
        match node:
            case ast.IfExp():
                return self._choice(node, self.summands)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                first, second = self.summands(left), self.summands(right)
                return lambda scope: [*first(scope), *second(scope)]
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                first, second = self.summands(left), self.summands(right)
                return lambda scope: [*first(scope), *(-each for each in second(scope))]
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.summands(operand)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.summands(operand)
                return lambda scope: [-each for each in inner(scope)]
        only = self.number(node)
        return lambda scope: [only(scope)]

    def condition(self, node: ast.expr) -> Evaluate:
        match node:
            case ast.Compare(left=left, ops=signs, comparators=others) if all(map(COMPARISONS.get, map(type, signs))):
                comparisons = [COMPARISONS[type(each)] for each in signs]
                first, rest = self.number(left), [self.number(each) for each in others]
                return lambda scope: _compared(scope, first, comparisons, rest)
            case ast.BoolOp(op=ast.And(), values=values):
                conditions = [self.condition(each) for each in values]
                return lambda scope: all(each(scope) for each in conditions)
            case ast.BoolOp(op=ast.Or(), values=values):
                conditions = [self.condition(each) for each in values]
                return lambda scope: any(each(scope) for each in conditions)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.condition(operand)
                return lambda scope: not inner(scope)
            case ast.IfExp():
                return self._choice(node, self.condition)
            case ast.Constant() | ast.Name() | ast.BinOp() | ast.UnaryOp() | ast.Call():
                self.number(node)  # first reports what is wrong inside it
                raise Unreadable(
                    say("{part!r} is a number, and a condition such as bid > 0 is needed there", part=self._part(node))
                )
        raise self._impossible(node)

    def _choice(self, node: ast.IfExp, read: Callable[[ast.expr], Evaluate]) -> Evaluate:
        test, then, otherwise = self.condition(node.test), read(node.body), read(node.orelse)
        return lambda scope: then(scope) if test(scope) else otherwise(scope)

    def _literal(self, node: ast.Constant) -> Evaluate:
        if type(node.value) not in (int, float):  # True, False and None
            raise self._impossible(node)
        value = _whole(Fraction(self.text[node.col_offset : node.end_col_offset]))
        if value > BOUND:
            raise Unreadable(say("{part} is beyond ±1,000,000,000", part=shortened(self._part(node))))
        return lambda scope: value

    def _name(self, name: str) -> Evaluate:
        if name in self.known.own:
            return lambda scope: scope.fields[scope.own][name]
        if name in self.known.names:
            return lambda scope: scope.names[name]
        known = ", ".join([*self.known.own, *self.known.names]) or "–"
        raise Unreadable(say("{name!r} is not known here; known are: {names}", name=shortened(name), names=known))

    def _call(self, name: str, arguments: Sequence[ast.expr]) -> Evaluate:
        if name in OF_NUMBERS and arguments:
            numbers, chosen = [self.number(each) for each in arguments], OF_NUMBERS[name]
            return lambda scope: chosen([each(scope) for each in numbers])
        if name in OF_A_NUMBER and len(arguments) == 1:
            inner, changed = self.number(arguments[0]), OF_A_NUMBER[name]
            return lambda scope: changed(inner(scope))
        match name, arguments:
            case "at", [ast.List(elts=[_, *_] as entries), index]:
                values, place = [self.number(each) for each in entries], self.number(index)
                return lambda scope: _entry([each(scope) for each in values], place(scope))
            case _, [ast.Name(id=about)] if name in OF_A_FIELD:
                if about not in (self.known.earlier if name == BEFORE else self.known.across):
                    raise Unreadable(say("{name!r} is not a field here", name=shortened(about)))
                if name in COMPARED and about not in self.known.own:
                    raise Unreadable(say("{name} is about one player, and this is about all", name=name))
                found = OF_A_FIELD[name]
                return lambda scope: _bounded(found(scope, about))
        if name in FUNCTIONS:
            raise Unreadable(say("{name} has other values in its brackets", name=name))
        known = ", ".join(FUNCTIONS)
        raise Unreadable(say("there is no function {name!r}; known are: {names}", name=shortened(name), names=known))

    def _part(self, node: ast.expr) -> str:
        return shortened(self.text[node.col_offset : node.end_col_offset])

    def _impossible(self, node: ast.expr) -> Unreadable:
        return Unreadable(say("{part!r} is not possible in an expression", part=self._part(node)))


def _compared(
    scope: Scope, first: Evaluate, comparisons: Sequence[Callable[[Number, Number], bool]], rest: Sequence[Evaluate]
) -> bool:
    """Return whether all comparisons of a chain such as `0 < bid <= 5` are true."""
    left = first(scope)
    for compare, other in zip(comparisons, rest, strict=True):
        right = other(scope)
        if not compare(left, right):
            return False
        left = right
    return True


def _entry(values: Sequence[Number], index: Number) -> Number:
    """Return the entry of a list at an index from 0; beyond its end, the last one."""
    if index < 0 or not isinstance(index, int):
        raise NoResult(say("{index} is not a position in a list", index=plain(index)))
    return values[min(index, len(values) - 1)]
