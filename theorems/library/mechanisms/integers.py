"""Guarantees of the mechanisms that add integer noise to integer answers."""

import numpy as np
from sympy import Abs, Expr, Max, Min, Range, S, Sum, besseli, binomial, exp, floor, log, oo, symbols

from dpsym import DiscreteGaussian, DiscreteLaplace, MaxDivergence, Renyi
from dpsym.parameters import alpha, b, eps, m, n, p, sigma
from theorems.checks import Audit, Enclose, Quadrature, Sampling, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest, profile, renyi
from theorems.library.mechanisms import audits, runs
from theorems.library.space import SMALL, ranges
from theorems.library.variables import HALF
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT_OPEN, eq, le

# a name of its own: orders of this entry are integers
order = symbols("alpha", integer=True, positive=True)
cut = symbols("N", integer=True, positive=True)
_j = symbols("j", integer=True)


def _cdf_of(masses: np.ndarray, least: int, x: np.ndarray) -> np.ndarray:
    # the distribution function of masses on consecutive integers from the given one on
    sums = np.concatenate([[0.0], np.cumsum(masses) / np.sum(masses)])
    return sums[np.clip(np.floor(x).astype(int) - least + 1, 0, len(masses))]


def _cdf_geometric(x: np.ndarray) -> np.ndarray:
    # scale 3/2
    return _cdf_of(np.exp(-np.abs(np.arange(-200, 201)) / 1.5), -200, x)


def _cdf_discrete_gaussian(x: np.ndarray) -> np.ndarray:
    # of sigma^2 = 4
    return _cdf_of(np.exp(-(np.arange(-60, 61) ** 2) / 8.0), -60, x)


def _cdf_skellam(x: np.ndarray) -> np.ndarray:
    # means 2 and 2
    from scipy.special import ive

    return _cdf_of(ive(np.abs(np.arange(-60, 61)), 4.0), -60, x)


def _cdf_binomial(x: np.ndarray) -> np.ndarray:
    # twelve trials of probability 1/3 around their mean 4
    from scipy.special import bdtr

    count = np.floor(x) + 4
    return np.where(count < 0, 0.0, bdtr(np.clip(count, 0, 12), 12, 1 / 3))


GEOMETRIC = Theorem(
    id="mechanism.two_sided_geometric",
    title="The two-sided geometric mechanism is eps-DP for the sensitivity over the scale, and no better",
    statement=eq(MaxDivergence(DiscreteLaplace(0, b), DiscreteLaplace(n, b)), n / b),
    **ranges({b: (POSITIVE, (HALF, 4)), n: (S.Naturals, (1, 4))}),
    cites=(Cite("ghosh2012universally", "the geometric mechanism"),),
    uses=("max.two_sided_geometric",),
    checks=(
        Derive(),
        Quadrature(greatest(runs.geometric)),
        Enclose(),
        Sampling(runs.draw_geometric, _cdf_geometric),
        Audit({b: 4, n: 2}, audits.geometric),
    ),
)

DISCRETE_GAUSSIAN = Theorem(
    id="mechanism.discrete_gaussian",
    title="The discrete Gaussian mechanism keeps the Rényi budget of the Gaussian one, at any integer sensitivity",
    statement=le(Renyi(alpha, DiscreteGaussian(0, sigma), DiscreteGaussian(n, sigma)), alpha * n**2 / (2 * sigma**2)),
    **ranges({alpha: (ABOVE_ONE, ("11/10", 6)), sigma: (POSITIVE, (HALF, 4)), n: (S.Naturals, (1, 3))}),
    cites=(Cite("canonne2020discrete", "Proposition 5", "arXiv:2004.00010v4"),),
    uses=("renyi.discrete_gaussian",),
    checks=(
        Quadrature(renyi(runs.discrete_gaussian)),
        Enclose(8),
        Tight(at={alpha: S(2)}),
        Transcribed("Renyi(alpha, DiscreteGaussian(0, sigma), DiscreteGaussian(n, sigma)) <= alpha*n**2/(2*sigma**2)"),
        Sampling(runs.draw_discrete_gaussian, _cdf_discrete_gaussian),
        Audit({alpha: 5, sigma: 16, n: 16}, audits.discrete_gaussian),
    ),
)

_LOSS = besseli(Abs(_j), 2 * m) ** order * besseli(Abs(_j - n), 2 * m) ** (1 - order)

SKELLAM = Theorem(
    id="mechanism.skellam",
    title="Rényi budget of the Skellam mechanism at integer orders: that of the Gaussian one, and a little more",
    statement=le(
        log(exp(-2 * m) * Sum(_LOSS, (_j, -cut, cut))) / (order - 1),
        order * n**2 / (4 * m) + Min(((2 * order - 1) * n**2 + 6 * n) / (16 * m**2), 3 * n / (4 * m)),
    ),
    **ranges(
        {order: (Range(2, oo), (2, 6)), m: (POSITIVE, (1, 16)), n: (S.Naturals, (1, 3)), cut: (S.Naturals, (24, 48))}
    ),
    cites=(Cite("agarwal2021skellam", "Corollary 3.6, whose mu is the variance, 2 m here"),),
    checks=(
        Quadrature(runs.renyi_skellam),
        Enclose(),
        Transcribed(
            "log(exp(-2*m)*Sum(besseli(Abs(j), 2*m)**alpha*besseli(Abs(j - n), 2*m)**(1 - alpha), j, -N, N))/(alpha - 1) "
            "<= alpha*n**2/(4*m) + Min(((2*alpha - 1)*n**2 + 6*n)/(16*m**2), 3*n/(4*m))"
        ),
        Sampling(runs.draw_skellam, _cdf_skellam),
        Audit({order: 5, m: 128, n: 16, cut: 100}, audits.skellam),
    ),
    note="The sum over all integers is the limit of these, which grow with N; m is the mean of each of the two Poisson numbers.",
)

_LAST = floor((n + 1) * p / (p + exp(eps) * (1 - p)))


def _mass(count: Expr) -> Expr:
    return binomial(n, count) * p**count * (1 - p) ** (n - count)


BINOMIAL = Theorem(
    id="mechanism.binomial",
    title="Privacy profile of the binomial mechanism at sensitivity 1, by the last count at which the loss exceeds eps",
    statement=eq(
        Sum(Max(0, _mass(_j) - exp(eps) * _mass(_j - 1)), (_j, 0, n)),
        Sum(_mass(_j), (_j, 0, _LAST)) - exp(eps) * Sum(_mass(_j), (_j, 0, _LAST - 1)),
    ),
    **ranges({eps: SMALL, n: (S.Naturals, (2, 40)), p: (UNIT_OPEN, ("1/10", "9/10"))}),
    cites=(Cite("agarwal2018cpsgd", "the binomial mechanism, Section 3"),),
    checks=(
        Quadrature(profile(runs.binomial)),
        Enclose(),
        Sampling(runs.draw_binomial, _cdf_binomial),
        Audit({eps: 1, n: 16, p: HALF}, audits.binomial),
    ),
    note="The loss falls with the count j: its exponential is (n + 1 - j) p/(j (1 - p)).",
)
