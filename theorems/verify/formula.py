"""Read a formula of a certificate, and evaluate it over Arb balls.

A text is parsed by `ast` and walked by a whitelist; nothing in it is executed. A ball that is not a number ends the evaluation.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from flint import acb, arb, fmpq

from theorems.verify import definitions, laws
from theorems.verify.laws import UndefinedError

BITS = 96
_MOST_TERMS, _MOST_POWER, _LONGEST = 4096, 1 << 20, 1 << 20
_SHOWN = 120
# what a whitelisted operation raises of values that it is not meant for, or of too many of them
_MISUSED = (TypeError, AttributeError, ValueError, ArithmeticError, IndexError, RecursionError, UndefinedError)
_UNARY: dict[str, Callable[[arb], arb]] = {
    **{
        name: (lambda value, name=name: getattr(value, name)())
        for name in (
            "exp",
            "log",
            "sqrt",
            "sinh",
            "cosh",
            "tanh",
            "coth",
            "atan",
            "acos",
            "acosh",
            "erf",
            "erfc",
            "erfinv",
            "erfcinv",
            "gamma",
            "digamma",
            "floor",
        )
    },
    "Abs": abs,
    "loggamma": lambda value: value.lgamma(),
    "ceiling": lambda value: value.ceil(),
    "factorial": lambda value: (value + 1).gamma(),
    "sign": lambda value: value.sgn(),
}


class UnreadableError(Exception):
    """The text holds what this module does not evaluate, or the value is not certainly a number."""


class ContradictionError(Exception):
    """A stored fact is not so."""


@lru_cache(4096)
def parsed(text: str) -> ast.expr:
    """Return the syntax tree of a formula; ``=`` and ``lambda`` are written as Python would have them.

    Raises
    ------
    UnreadableError
        If it is no formula.
    """
    if len(text) > _LONGEST:
        raise UnreadableError(f"a formula of {len(text)} characters is not read")
    source = text.replace("lambda", "lambda_").replace(" = ", " == ")
    try:
        return ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UnreadableError(f"{text[:_SHOWN]!r} is no formula: {error}") from None


def value(text: str, names: Mapping[str, Any]) -> Any:
    """Return the value of a formula: a ball, or a law, kernel or event.

    Raises
    ------
    UnreadableError
        If it cannot be evaluated, or the ball is not a number.
    """
    try:
        return number(Walker(names).walk(parsed(text)))
    except _MISUSED as error:
        raise UnreadableError(f"{text[:_SHOWN]!r} is not evaluated: {error}") from None


def balls(found: Any) -> list[arb]:
    """Return values that are balls, all of them; python-flint reads the memory of anything else as if it were one.

    Raises
    ------
    UnreadableError
        If one is a law, a list, a truth value, or anything else.
    """
    if not isinstance(found, list) or not all(type(each) is arb for each in found):
        raise UnreadableError(f"{found!r} must be numbers".replace("\n", " ")[:_SHOWN])
    return found


def number(found: Any) -> Any:
    """Return a ball that is a number (infinity is one), or what is no ball at all.

    Raises
    ------
    UnreadableError
        If the ball is NaN, or the whole line.
    """
    if isinstance(found, arb) and (found.is_nan() or not found.rad().is_finite()):
        raise UnreadableError("the value is not certainly a number")
    return found


def point(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of the variables at a stored point."""
    return {name.replace("lambda", "lambda_"): value(text, {}) for name, text in texts.items()}


class Walker:
    """Evaluates the nodes of a syntax tree; `names` holds the values of the variables."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = {"oo": arb.pos_inf(), "pi": arb.pi(), "E": arb.const_e(), "True": True, "False": False, **names}

    def walk(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool):
                return node.value
            if not isinstance(node.value, (int, float)):
                raise UnreadableError(f"the constant {node.value!r} is no number")
            return arb(decimal(node.value))
        if isinstance(node, ast.Name):
            if node.id not in self.names:
                raise UnreadableError(f"{node.id} has no value")
            return self.names[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            (operand,) = balls([self.walk(node.operand)])
            return -operand
        if isinstance(node, ast.BinOp):
            return self.operation(node)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            sides = balls([self.walk(node.left), self.walk(node.comparators[0])])
            return compared(type(node.ops[0]).__name__, *sides)
        if isinstance(node, (ast.Tuple, ast.List)):
            return [self.walk(part) for part in node.elts]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self.call(node.func.id, node.args)
        raise UnreadableError(f"{ast.unparse(node)} is not evaluated")

    def operation(self, node: ast.BinOp) -> Any:
        left, right = self.walk(node.left), self.walk(node.right)
        if isinstance(node.op, ast.BitAnd):
            return False if left is False or right is False else True if left is True and right is True else None
        balls([left, right])
        if isinstance(node.op, ast.Add):
            return left + right
        if isinstance(node.op, ast.Sub):
            return left - right
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, ast.Div):
            return left / right
        if isinstance(node.op, ast.Pow):
            return power(left, right)
        raise UnreadableError(f"{ast.unparse(node)} is not evaluated")

    def call(self, name: str, nodes: list[ast.expr]) -> Any:
        if name in ("Sum", "Integral"):
            return self.bound(name, nodes)
        if name == "Piecewise":
            return self.cases(nodes)
        arguments = [self.walk(node) for node in nodes]
        if name in _UNARY:
            (argument,) = balls(arguments)
            return _UNARY[name](argument)
        if name in ("Max", "Min"):
            return reduce(arb.max if name == "Max" else arb.min, balls(arguments))
        if name == "hyper":
            above, below, (place,) = balls(arguments[0]), balls(arguments[1]), balls(arguments[2:])
            return place.hypgeom(above, below)
        if name == "polygamma":
            order, place = balls(arguments)
            return acb(place).polygamma(acb(order)).real
        if name == "binomial":
            return _binomial(*balls(arguments))
        if name == "GaussianSum":
            return laws.theta(*balls(arguments))
        if name in ("Eq", "Ne"):
            return compared({"Eq": "Eq", "Ne": "NotEq"}[name], *balls(arguments))
        if any(isinstance(argument, bool) for argument in arguments):
            raise UnreadableError(f"{name} of a truth value is not evaluated")
        if name in laws.MADE:
            return laws.MADE[name](*arguments)
        if name in definitions.HEADS:
            return number(definitions.HEADS[name](*arguments))
        raise UnreadableError(f"{name} is not evaluated")

    def cases(self, nodes: list[ast.expr]) -> arb:
        """Return the value of the first case that holds, or the union of those that may."""
        possible: list[arb] = []
        for node in nodes:
            if not isinstance(node, ast.Tuple) or len(node.elts) != 2:
                raise UnreadableError("a case must be a value and a condition")
            condition = self.walk(node.elts[1])
            if condition is False:
                continue
            possible.extend(balls([number(self.walk(node.elts[0]))]))
            if condition is True:
                return reduce(arb.union, balls(possible))
        raise UnreadableError("no case certainly holds")

    def bound(self, name: str, nodes: list[ast.expr]) -> arb:
        """Return a finite sum, or an integral between finite ends."""
        term, *limits = nodes
        if len(limits) == 1 and isinstance(limits[0], ast.Tuple):
            limits = limits[0].elts
        if len(limits) != 3 or not isinstance(limits[0], ast.Name):
            raise UnreadableError(f"{name} without limits")
        variable = limits[0].id
        low, high = balls([self.walk(end) for end in limits[1:]])
        if name == "Integral" or not (low.is_integer() and high.is_integer() and high - low < _MOST_TERMS):
            raise UnreadableError(f"{name} from {low} to {high} is not evaluated")
        total, outer = arb(0), self.names
        for index in range(int(low.unique_fmpz()), int(high.unique_fmpz()) + 1):
            self.names = {**outer, variable: arb(index)}
            total += balls([self.walk(term)])[0]
        self.names = outer
        return total


def decimal(constant: float) -> fmpq:
    """Return the rational that a decimal prints."""
    exact = Fraction(repr(constant))
    return fmpq(exact.numerator, exact.denominator)


def compared(relation: str, left: arb, right: arb) -> bool | None:
    """Return whether a relation certainly holds (True), certainly fails (False), or may do either (None)."""
    below, above = bool(left < right), bool(left > right)
    equal = left.is_exact() and right.is_exact() and bool(left == right)
    if relation in ("Gt", "GtE"):
        below, above, relation = above, below, {"Gt": "Lt", "GtE": "LtE"}[relation]
    if relation in ("Lt", "LtE"):
        return True if below or (equal and relation == "LtE") else False if above or equal else None
    if relation in ("Eq", "NotEq"):
        same = True if equal else False if below or above else None
        return same if relation == "Eq" or same is None else not same
    raise UnreadableError(f"the relation {relation} is not evaluated")


def power(base: arb, exponent: arb) -> arb:
    """Return base^exponent: to an integer, of a positive base, or 0 to a positive exponent."""
    if exponent.is_exact() and exponent.is_integer() and abs(exponent) < _MOST_POWER:
        n = int(exponent.unique_fmpz())
        # flint's power is NaN around 0
        return base**n if n < 2 or not base.contains(0) else reduce(lambda found, _: found * base, range(n - 1), base)
    if base.is_zero() and exponent > 0:
        return arb(0)
    return base.sqrt() if exponent.is_exact() and exponent == arb(fmpq(1, 2)) else base**exponent


def _binomial(n: arb, k: arb) -> arb:
    if not (n.is_exact() and k.is_exact() and n.is_integer() and k.is_integer() and n >= 0):
        raise UnreadableError("a binomial coefficient of numbers that are not integers")
    if not 0 <= k <= n:
        return arb(0)
    if not n < _MOST_POWER:
        raise UnreadableError(f"a binomial coefficient of {n} is not evaluated")
    count, chosen = int(n.unique_fmpz()), int(k.unique_fmpz())
    return arb(reduce(lambda found, step: found * (count - step) // (step + 1), range(chosen), 1))
