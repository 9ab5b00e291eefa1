"""Arithmetic on what a text says, which refuses what would cost SymPy much time."""

from __future__ import annotations

import math

import sympy as sp
from sympy import Basic, Expr, Rational

from dpsym import special

_MOST_BITS = 1 << 13
_MOST_TERMS = 16  # of a sum whose sign SymPy may be led to ask for: the time grows with the square
# the most arguments, and the greatest constant among them: SymPy works factorials and the like out at once
FUNCTIONS: dict[str, tuple[int, float]] = {
    **dict.fromkeys(("exp", "sinh", "cosh", "tanh", "erf", "erfc"), (1, 1e6)),
    **dict.fromkeys(("log", "sqrt", "Abs"), (1, sp.oo)),
    **dict.fromkeys(("factorial", "gamma"), (1, 1e3)),
    **dict.fromkeys(("coth", "cos", "acos", "acosh", "erfinv", "erfcinv", "floor", "ceiling", "Phi"), (1, 1e6)),
    "loggamma": (1, 1e3),
    **dict.fromkeys(("uppergamma", "lowergamma", "besseli"), (2, 1e2)),
    "digamma": (1, 1e3),
    "betainc_regularized": (4, 1e3),
    **dict.fromkeys(("Max", "Min"), (_MOST_TERMS, sp.oo)),
    "binomial": (2, 50),
}
BINDERS = {"Sum": sp.Sum, "Integral": sp.Integral}


def _constant(expression: Expr) -> float:
    """Return the absolute value of a finite constant, 0 for anything else."""
    if not (expression.is_number and expression.is_finite):
        return 0
    # SymPy has no number for erfcinv
    try:
        size = abs(expression.replace(sp.erfcinv, lambda place: sp.erfinv(1 - place)).evalf(15))
    except ValueError:
        size = sp.nan
    if not size.is_Number or size is sp.nan:
        raise OverflowError("a constant without a value")
    return size


def _logarithm(*expressions: Expr) -> float:
    """Return the greatest binary logarithm of a numerator or denominator."""
    numbers = (number for expression in expressions for number in expression.atoms(Rational))
    return max((math.log2(max(abs(number.p), number.q)) for number in numbers), default=0)


def check_terms(*arguments: Basic) -> None:
    """Refuse sums so long, or so constant, that SymPy may be led to work them out.

    Raises
    ------
    OverflowError
        If an argument is one.
    """
    for argument in arguments:
        if any(len(each.args) > _MOST_TERMS for each in argument.atoms(sp.Add)):
            raise OverflowError(f"an argument with a sum of more than {_MOST_TERMS} terms")
        if argument.has(*BINDERS.values()) and getattr(argument, "is_number", False):
            raise OverflowError("an argument that is a constant sum or integral")  # SymPy might work it out


def combine(kind: type[Expr], operands: list[Expr]) -> Expr:
    """Return a sum or product, unless its numbers are too great (`OverflowError`)."""
    result = kind(*operands) if sum(map(_logarithm, operands)) <= 8 * _MOST_BITS else None
    if result is None or _logarithm(result) > _MOST_BITS:
        raise OverflowError("arithmetic with so great numbers")
    return result


def power(base: Expr, exponent: Expr) -> Expr:
    """Return the power, unless SymPy would work out a great number, be it only a coefficient."""
    check_terms(base, exponent)
    logarithms = exponent.atoms(sp.log)  # exp(n log x) becomes x^n
    outside = _logarithm(exponent.xreplace({each: sp.Dummy() for each in logarithms})) if logarithms else 0
    size, growth = _constant(exponent), 2 ** min(outside, 99) * _logarithm(*logarithms)
    if growth > _MOST_BITS or size > 1e6 or size * _logarithm(base) > _MOST_BITS:
        raise OverflowError("so great a power")
    return base**exponent


def function(name: str, arguments: list[Expr]) -> Expr:
    """Return the value of a function, unless its arguments are too many, too few or too great."""
    most, bound = FUNCTIONS[name]
    if not (1 if name in ("Max", "Min") else most) <= len(arguments) <= most:
        raise OverflowError(f"{name} of {len(arguments)} arguments")
    if any(_constant(argument) > bound for argument in arguments):
        raise OverflowError(f"{name} of so great a number")
    return (
        power(sp.E, arguments[0])
        if name == "exp"
        else getattr(special if name in ("erfcinv", "Phi") else sp, name)(*arguments)
    )
