"""How the form of a law is read as a combination of known statistics."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from dpsym.enclose.definition.counting import LogBessel, LogGamma
from dpsym.enclose.definition.density import Density, combine
from dpsym.enclose.definition.statistics import (
    Exponential,
    Log,
    LogComplement,
    LogLinear,
    LogQuadratic,
    Power,
    Softplus,
    Statistic,
)
from dpsym.errors import NotDerivedError

_ONE, _ZERO = sp.S.One, sp.S.Zero


def read(terms: dict[sp.Expr, sp.Expr], point: sp.Symbol) -> Density:
    """Return the density with the coefficient of each statistic as a law lists them.

    Raises
    ------
    NotDerivedError
        If a statistic is not of a known kind.
    """
    constant, parts = [_ZERO], []
    for node, factor in terms.items():
        if not node.has(point):
            constant.append(node * factor)
            continue
        parts.append((factor, Density(_ZERO, {_statistic(node, point): _ONE})))
    return combine((_ONE, Density(sp.Add(*constant), {})), *parts)


def _statistic(node: sp.Expr, point: sp.Symbol) -> Statistic:
    if node == point:
        return Power(_ONE)
    if isinstance(node, sp.Pow) and not node.exp.has(point):
        if node.base == point:
            return Power(node.exp)
        if node.base == sp.log(point) and node.exp == 2:
            return Log(sp.Integer(2))
    rule = _READERS.get(type(node))
    found = None if rule is None else rule(node.args[0], point)
    if found is None:
        raise NotDerivedError(f"{node} is not a statistic of which the tails are known")
    return found


def linear(node: sp.Expr, point: sp.Symbol) -> tuple[sp.Expr, sp.Expr] | None:
    """Return slope and constant of a linear function of the point, or None."""
    found = quadratic(node, point)
    return None if found is None or found[0] != 0 else found[1:]


def quadratic(node: sp.Expr, point: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """Return the coefficients of a polynomial of degree at most 2, the highest first, or None."""
    plain = sp.expand(node)
    coefficients = tuple(plain.coeff(point, k) for k in (2, 1, 0))
    rest = plain - sum(factor * point**k for factor, k in zip(coefficients, (2, 1, 0), strict=True))
    if any(factor.has(point) for factor in coefficients) or sp.expand(rest) != 0:
        return None
    return coefficients


def _read_log(argument: sp.Expr, point: sp.Symbol) -> Statistic | None:
    if argument == point:
        return Log(_ONE)
    if isinstance(argument, sp.besseli) and isinstance(argument.args[0], sp.Abs):
        inner = linear(argument.args[0].args[0], point)  # SymPy may turn the sign of what stands in bars
        moved = None if inner is None or inner[0] not in (1, -1) else -inner[0] * inner[1]
        return None if moved is None else LogBessel(argument.args[1], moved)
    if isinstance(argument - 1, sp.exp):
        inner = linear((argument - 1).args[0], point)
        return None if inner is None else Softplus(*inner)
    found = quadratic(argument, point)
    if found is None:
        return None
    if found == (_ZERO, -_ONE, _ONE):
        return LogComplement()
    if found[0] != 0:
        return LogQuadratic(*found)
    return LogLinear(*found[1:]) if found[1].is_positive else None


def _read_exp(argument: sp.Expr, point: sp.Symbol) -> Statistic | None:
    inner = linear(argument, point)
    return None if inner is None else Exponential(*inner)


def _read_loggamma(argument: sp.Expr, point: sp.Symbol) -> Statistic | None:
    inner = linear(argument, point)
    return LogGamma(*inner) if inner is not None and inner[0] in (1, -1) else None


_READERS: dict[type, Callable[[sp.Expr, sp.Symbol], Statistic | None]] = {
    sp.log: _read_log,
    sp.exp: _read_exp,
    sp.loggamma: _read_loggamma,
}
