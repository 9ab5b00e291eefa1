"""Exponents and logarithms: an exponential as a product of a few, the logarithm of a product as a sum, the moment behind a Rényi divergence."""

from __future__ import annotations

from math import lcm

from sympy import Add, E, Expr, Integer, Mul, Pow, cancel, exp, expand, factor, log, sqrt

from theorems.kernel.errors import NotWrittenError
from theorems.kernel.terms import term


def opened(expression: Expr) -> Expr:
    """Return an expression expanded, with the logarithms of the factors in place of those of products."""
    return expand(expand(expression).replace(log, _logarithm))


def _logarithm(argument: Expr) -> Expr:
    parts = []
    for part in Mul.make_args(argument if argument.is_Rational else factor(argument)):
        if part.is_Rational:
            parts += [log(Integer(part.p)), -log(Integer(part.q))]
            continue
        base, exponent = part.as_base_exp()
        parts.append(exponent * log(base, evaluate=False) if base != E else exponent)
    return Add(*parts)


def units_of(exponents: list[Expr]) -> dict[Expr, int]:
    """Return the monomials in the exponents, each with the least number that makes its factors whole."""
    found: dict[Expr, int] = {}
    for exponent in exponents:
        for part in Add.make_args(exponent):
            factor, monomial = part.as_coeff_Mul()
            if not isinstance(monomial, log):
                found[monomial] = lcm(found.get(monomial, 1), int(factor.q))
    return found


def product(exponent: Expr, units: dict[Expr, int]) -> str:
    """Return an exponential as a product of the unit exponentials, as Coq text."""
    over: list[str] = []
    under: list[str] = []
    for part in Add.make_args(exponent):
        factor, monomial = part.as_coeff_Mul()
        if part == 0:
            continue
        if isinstance(monomial, log) and factor.q <= 2:
            base, times = term(monomial.args[0] if factor.q == 1 else sqrt(monomial.args[0]), {}), factor * factor.q
        else:
            whole = units.get(monomial, int(factor.q))
            base, times = f"exp {term(monomial / whole, {})}", factor * whole
        (over if times > 0 else under).extend([base] * abs(int(times)))
    text = " * ".join(over) or "1"
    return f"{text} / ({' * '.join(under)})" if under else text


def moment(value: Expr, order: Expr) -> Expr:
    """Return the moment whose logarithm, over the order less 1, is a Rényi divergence."""
    factors = []
    for part in Add.make_args(value):
        logarithms = [one for one in Mul.make_args(part) if isinstance(one, log)]
        if len(logarithms) > 1:
            raise NotWrittenError(f"the value {value}")
        if logarithms:
            power = cancel(part / logarithms[0] * (order - 1))
            factors.append(logarithms[0].args[0] if power == 1 else Pow(logarithms[0].args[0], power, evaluate=False))
        else:
            factors.append(exp(part * (order - 1)))
    return factors[0] if len(factors) == 1 else Mul(*factors, evaluate=False)
