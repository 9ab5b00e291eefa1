"""Integrals and sums to infinity of terms whose logarithm is a combination of statistics with known tails."""

from __future__ import annotations

import sympy as sp
from flint import arb, ctx, fmpq

from dpsym.enclose.arithmetic import Value, checked
from dpsym.enclose.definition.charts import PLAIN, End
from dpsym.enclose.definition.density import Density
from dpsym.enclose.definition.line import LineCell
from dpsym.enclose.definition.reading import read
from dpsym.enclose.definition.weights import PLAIN_WEIGHT, Tail
from dpsym.enclose.polynomials import coefficients, polynomial
from dpsym.enclose.quadrature import exponential_integral
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError, UndecidedError

_MOST_TERMS = 1 << 15
_FIRST_LOOK = 8


def improper(function: sp.Expr, variable: sp.Symbol, start: Value, end: Value) -> Value:
    """Return a ball for the integral, to infinity, of the exponential of a combination of statistics.

    Raises
    ------
    UndecidedError
        If the start is not certainly less than the end.
    NotDerivedError
        If the integrand is of another kind, so that nothing bounds its tail.
    """
    if not arb(start) < arb(end):
        raise UndecidedError(f"the ends of an integral are not in order, got {start} and {end}")
    if isinstance(function, sp.exp):
        try:
            terms = coefficients(sp.expand(function.args[0]), variable, None)
            return checked(exponential_integral(polynomial((sp.S.One, terms)), start, end), "an integral")
        except NotDerivedError:
            pass
    density = log_form(function, variable)
    if not arb(start) >= 0:
        raise NotDerivedError(f"an integral to infinity needs a proven tail, which is not known of {function}")
    return checked(LineCell(start, end, density, None).mass(density), "an integral")


def log_form(function: sp.Expr, variable: sp.Symbol, is_lattice: bool = False) -> Density:
    """Return the logarithm of the absolute value of a product, as a combination of statistics.

    Raises
    ------
    NotDerivedError
        If a factor is not of a known kind.
    """
    terms: dict[sp.Expr, sp.Expr] = {sp.S.One: sp.S.Zero}
    for factor in sp.Mul.make_args(function):
        for statistic, times in _logarithm(factor, variable, is_lattice).items():
            terms[statistic] = terms.get(statistic, sp.S.Zero) + times
    try:
        return read(terms, variable)
    except NotDerivedError as error:
        raise NotDerivedError(
            f"an integral or a sum to infinity needs a proven tail, which is not known of {function}"
        ) from error


def _logarithm(factor: sp.Expr, variable: sp.Symbol, is_lattice: bool) -> dict[sp.Expr, sp.Expr]:
    if not factor.has(variable):
        return {sp.S.One: sp.log(sp.Abs(factor))}
    if isinstance(factor, sp.exp):
        return _expanded(factor.args[0], variable)
    base, power = factor.as_base_exp()
    if not base.has(variable):
        return _expanded(sp.log(sp.Abs(base)) * power, variable)
    if not power.has(variable) and power != 1:
        return {statistic: power * times for statistic, times in _logarithm(base, variable, is_lattice).items()}
    if base == variable and not is_lattice:
        return {sp.log(variable): sp.S.One}
    if is_lattice:
        return _on_integers(base, variable)
    raise NotDerivedError(f"an integral to infinity needs a proven tail, which is not known of {factor}")


def _expanded(exponent: sp.Expr, variable: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    parts = (term.as_independent(variable) for term in sp.Add.make_args(sp.expand(exponent)))
    terms: dict[sp.Expr, sp.Expr] = {}
    for factor, statistic in parts:
        terms[statistic] = terms.get(statistic, sp.S.Zero) + factor
    return terms


def _on_integers(base: sp.Expr, variable: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    """Return the logarithm of a factor of a summand: n + a is Gamma(n + a + 1)/Gamma(n + a)."""
    one = sp.S.One
    if isinstance(base, (sp.gamma, sp.factorial)):
        return {sp.loggamma(base.args[0] + (1 if isinstance(base, sp.factorial) else 0)): one}
    if isinstance(base, sp.binomial):
        upper, lower = base.args
        return {sp.loggamma(upper + 1): one, sp.loggamma(lower + 1): -one, sp.loggamma(upper - lower + 1): -one}
    if isinstance(base, sp.besseli) and base.args[0] in (variable, sp.Abs(variable)):
        return {sp.log(sp.besseli(sp.Abs(variable), base.args[1])): one}
    shift = sp.expand(base - variable)
    if not shift.has(variable):
        return {sp.loggamma(variable + shift + 1): one, sp.loggamma(variable + shift): -one}
    raise NotDerivedError(f"a sum to infinity needs a proven tail, which is not known of {base}")


def infinite_sum(walk: Walker, summand: sp.Expr, index: sp.Symbol, start: int, side: int = 1) -> Value:
    """Return a ball for a sum over the integers from `start` on, outwards; the summand may change its sign.

    Raises
    ------
    UndecidedError
        If the remainder is not certainly small.
    NotDerivedError
        If the summand is not a product of factors with known tails.
    """
    exact = sp.expand_power_base(summand)
    tails = [
        Tail(log_form(part, index, True), PLAIN_WEIGHT, End(PLAIN, side), is_sum=True)
        for part in sp.Add.make_args(exact)
    ]
    total: Value = fmpq(0)
    next_look = _FIRST_LOOK
    for k in range(_MOST_TERMS):
        number = start + side * k
        if k == next_look:
            rest = _remainder(tails, arb(side * number))
            if rest is not None and rest <= abs(arb(total)).max(arb(2) ** (-4 * ctx.prec)) / arb(2) ** (ctx.prec + 4):
                return total + arb(0, rest)
            next_look += max(4, next_look // 8)
        total = total + walk.within(index, fmpq(number), walk.smooth, walk.hull)(summand)
    raise UndecidedError("the sum has too many terms that count")


def _remainder(tails: list[Tail], depth: arb) -> arb | None:
    try:
        return sum((tail.bound(depth) for tail in tails), arb(0)).upper()
    except UndecidedError:
        return None
