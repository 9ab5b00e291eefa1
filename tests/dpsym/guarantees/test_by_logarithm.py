"""Conversions of concentrated privacy are printed as papers print them, in log(1/delta), and have the value that they had."""

import math

import pytest
from scipy.optimize import minimize_scalar
from sympy import Max, Piecewise, Rational, log, sqrt, symbols

from dpsym import Laplace
from dpsym.guarantees import ZCDP, TruncatedCDP, guarantee

rho, delta, omega, b = symbols("rho delta omega b", positive=True)
LEVEL = log(1 / delta)


def test_the_improved_conversion_is_printed_as_its_formula():
    told = guarantee(ZCDP(rho)).epsilon(delta)
    (edge, _), (inside, _) = told.args
    assert edge == 0
    inverse = sqrt(rho) / sqrt(LEVEL)
    printed = rho + 2 * sqrt(rho) * sqrt(LEVEL) - log(1 + inverse) - inverse * log(1 + 1 / inverse)
    assert inside == Max(0, printed, evaluate=False)
    assert not inside.has(log(delta))


def test_the_conversion_of_truncated_privacy_is_printed_in_its_two_cases():
    told = guarantee(TruncatedCDP(rho, omega)).epsilon(delta)
    plain = rho + 2 * sqrt(rho) * sqrt(LEVEL)
    assert told == Piecewise((plain, rho * (omega - 1) ** 2 >= LEVEL), (rho * omega + LEVEL / (omega - 1), True))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("budget", [Rational(1, 100), Rational(1, 2), Rational(3)])
@pytest.mark.parametrize("target", [Rational(1, 10**9), Rational(1, 100)])
def test_it_is_the_bound_at_one_order_and_not_below_the_best_one(budget, target):
    """The best order solves rho (alpha - 1)^2 = log(1/(alpha delta))."""
    r, d = float(budget), float(target)

    def bound(order):
        return r * order + (math.log(1 / d) - math.log(order)) / (order - 1) + math.log1p(-1 / order)

    best = minimize_scalar(bound, bounds=(1 + 1e-6, 1e4), method="bounded", options={"xatol": 1e-10})
    told = float(guarantee(ZCDP(rho)).epsilon(delta).subs({rho: budget, delta: target}))
    assert told == pytest.approx(bound(1 + math.sqrt(math.log(1 / d) / r)), rel=1e-12)
    assert best.fun <= told < r + 2 * math.sqrt(r * math.log(1 / d))
    assert r * (best.x - 1) ** 2 == pytest.approx(math.log(1 / (best.x * d)), rel=1e-3)
    assert best.fun == pytest.approx(r * (2 * best.x - 1) + math.log1p(-1 / best.x), rel=1e-6)
    assert float(guarantee(ZCDP(budget)).epsilon(target)) <= best.fun * (1 + 1e-9)


def test_other_formulas_keep_their_short_form():
    assert guarantee(Laplace(b)).epsilon(delta) == Laplace(b).epsilon(delta)
