"""The domains, typical boxes and checks that the entries of the catalogue share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Range, Rational, S, Set, Symbol, oo, symbols

from dpsym.parameters import (
    a,
    alpha,
    b,
    beta,
    delta,
    eps,
    eta,
    k,
    k1,
    k2,
    m,
    m1,
    m2,
    mu1,
    mu2,
    n,
    nu,
    p,
    q,
    r,
    r1,
    r2,
    sigma,
    sigma1,
    sigma2,
    t,
    zeta,
)
from theorems.checks import Derive, Enclose, Quadrature
from theorems.entry import Check
from theorems.library import variables
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, REAL, UNIT, UNIT_OPEN

choices = variables.k
"""The number of choices, an integer from 2 on."""
order = symbols("alpha", integer=True, positive=True)
"""An integer order, from 2 on."""
nu1, nu2, tau1, tau2 = symbols("nu1 nu2 tau1 tau2", positive=True)
u1, u2, v1, v2 = symbols("u1 u2 v1 v2", real=True)

_HALF, _TENTH = Rational(1, 2), Rational(1, 10)
_INNER = (_TENTH, 1 - _TENTH)
_SPACES: dict[Symbol, tuple[Set, tuple[Any, Any]]] = {
    alpha: (ABOVE_ONE, (Rational(11, 10), 6)),
    eps: (NONNEGATIVE, (0, 2)),
    t: (UNIT, (0, 1)),
    delta: (UNIT_OPEN, (Rational(1, 100), Rational(9, 10))),
    choices: (Range(2, oo), (2, 12)),
    order: (Range(2, oo), (2, 8)),
    n: (S.Naturals, (1, 8)),
    eta: (UNIT_OPEN, _INNER),
    p: (UNIT_OPEN, _INNER),
    q: (UNIT_OPEN, _INNER),
    **{symbol: (REAL, (Rational(-3, 2), Rational(3, 2))) for symbol in (mu1, mu2, u1, u2, v1, v2)},
    **dict.fromkeys((b, beta, zeta, r, sigma, sigma1, sigma2, tau1, tau2), (POSITIVE, (_HALF, 4))),
    **dict.fromkeys((a, k, k1, k2, m, m1, m2, nu, nu1, nu2, r1, r2), (POSITIVE, (_HALF, 4))),
}

APART: dict[str, tuple[Any, Any]] = {"epsilon": ("3/10", "9/20"), "b": (_HALF, 8)}
"""A box whose simplest points are not at eps = 1/b, where balls around 0 have to be told from 0."""
NEAR: dict[str, tuple[Any, Any]] = {"epsilon": (0, _HALF)}
"""A box in which a bounded loss is above most thresholds, so that few points say no more than 0."""


def over(*names: Symbol, **boxes: tuple[Any, Any]) -> dict[str, Any]:
    """Return the domain and the typical box of an entry with these symbols; a box may be given by the name of its symbol."""
    return {
        "domain": {name: _SPACES[name][0] for name in names},
        "typical": {name: boxes.get(str(name), _SPACES[name][1]) for name in names},
    }


def below_one(space: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same domain and box with the order in (0, 1) instead."""
    return {"domain": {**space["domain"], alpha: UNIT_OPEN}, "typical": {**space["typical"], alpha: _INNER}}


def both_roads(run: Callable[..., Any], count: int = 8, balls: int = 8) -> tuple[Check, ...]:
    """Return the checks of a closed form: derived, run by the mechanisms, and enclosed from the definition, at so many points."""
    return Derive(), *by_numbers(run, count, balls)


def by_numbers(run: Callable[..., Any], count: int = 8, balls: int = 8) -> tuple[Check, ...]:
    """Return the checks of a closed form that the derivation reaches in another shape, or not at all: run and enclosed."""
    ran = Quadrature(run, count)
    return (ran, Enclose(balls)) if balls else (ran,)
