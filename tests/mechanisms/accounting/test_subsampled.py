"""Subsampled mechanisms against quadrature over distribution functions and against an inverted transform."""

import math

import mpmath as mp
import numpy as np
import pytest

from mechanisms.accounting import LossDistribution


class LaplaceWithRecord:
    """Laplace laws of scale 1 at 0 and, with the record, at 1; the loss at x is linear between."""

    name, ends, line = "laplace", (-1, 1), (0, 1)
    density = staticmethod(lambda x: mp.exp(-abs(x)) / 2)
    tail = staticmethod(lambda x: mp.exp(-x) / 2 if x > 0 else 1 - mp.exp(x) / 2)
    outcome = staticmethod(lambda loss: (loss + 1) / 2)


class GaussianWithRecord:
    """Normal laws at 0 and 1; the loss is linear on the whole line."""

    name, ends, line = "gaussian", (-mp.inf, mp.inf), (-12, 13)
    density = staticmethod(mp.npdf)
    tail = staticmethod(lambda x: mp.ncdf(-x))
    outcome = staticmethod(lambda loss: loss + mp.mpf(1) / 2)


def two_subsampled_steps(law, rate, eps, adjacency):
    """delta_2(eps) = E_P[delta_1(eps - L)]: delta_1 by distribution functions, the mean by quadrature."""
    sign = 1 if adjacency == "remove" else -1

    def mixture(base):
        return mp.log(1 - rate + rate * mp.exp(base)) if base < mp.inf else mp.inf

    def masses(loss):
        """Masses of {sign * mixture loss > loss} under P and Q."""
        inner = mp.exp(sign * loss) - 1 + rate
        base = mp.log(inner / rate) if inner > 0 else -mp.inf
        everything, nothing = (base < law.ends[0], base >= law.ends[1])[::sign]
        if everything or nothing:
            return (1, 1) if everything else (0, 0)
        at = law.outcome(base)
        mixed, plain = (1 - rate) * law.tail(at) + rate * law.tail(at - 1), law.tail(at)
        return (mixed, plain) if sign > 0 else (1 - plain, 1 - mixed)

    def single(loss):
        p, q = masses(loss)
        return p - mp.exp(loss) * q

    def density(x):
        plain = law.density(x)
        return (1 - rate) * plain + rate * law.density(x - 1) if sign > 0 else plain

    def loss_at(x):
        return sign * mixture(2 * x - 1 if law.name == "laplace" else x - mp.mpf(1) / 2)

    kinks = set(law.line)
    for end in (mixture(law.ends[0]), mixture(law.ends[1])):
        inner = mp.exp(sign * (eps - sign * end)) - 1 + rate if mp.isfinite(end) else 0
        if inner > 0:
            at = law.outcome(mp.log(inner / rate))
            kinks |= {at} if law.line[0] < at < law.line[1] else set()
    cuts = sorted({*mp.linspace(*law.line, 9), *kinks})
    inside = mp.quad(lambda x: density(x) * single(eps - loss_at(x)), cuts)
    if law.name == "gaussian":
        return inside
    low, high = (1 - law.tail(0), law.tail(1))  # outcomes below 0 and above 1, without the record
    low_with, high_with = (1 - law.tail(-1), law.tail(0))
    p_low, p_high = (
        ((1 - rate) * low + rate * low_with, (1 - rate) * high + rate * high_with) if sign > 0 else (low, high)
    )
    ends = [sign * mixture(end) for end in law.ends]
    return inside + p_low * single(eps - ends[0]) + p_high * single(eps - ends[1])


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("adjacency", ["remove", "add"])
@pytest.mark.parametrize("law", [LaplaceWithRecord, GaussianWithRecord])
def test_two_subsampled_steps_from_their_distribution_functions(law, adjacency):
    with mp.workdps(20):
        truth = two_subsampled_steps(law, mp.mpf(0.25), mp.mpf(0.3), adjacency)
    bracket = getattr(LossDistribution, law.name)(1.0).subsample(0.25, adjacency).compose(2).delta(0.3)
    slack = 1e-12 * truth  # of the quadrature
    assert bracket.lower - slack <= truth <= bracket.upper + slack
    assert bracket.width <= 1e-6 * bracket.upper


def contour(rate, sigma, steps, eps, order):
    """The profile of the subsampled Gaussian by inverting its moment generating function, in floats.

    delta = 1/(2 pi i) int over Re z = c of e^(-z eps) M(z)^k / (z (z + 1)); both integrals by the trapezoid rule,
    which is exact to rounding here: M's integrand is entire, and aliasing is e^(-c T).
    """
    x = np.linspace(-14 * sigma, 14 * sigma + 6, 1501)
    log_q = -(x**2) / (2 * sigma**2) - math.log(sigma * math.sqrt(2 * math.pi))
    loss = np.log1p(rate * np.expm1((2 * x - 1) / (2 * sigma**2)))
    step = 0.1
    y = np.arange(-600, 601) * step
    total = np.zeros(len(y), dtype=complex)
    for start in range(0, len(y), 500):
        z = order + 1j * y[start : start + 500]
        moments = np.exp(np.outer(z + 1, loss) + log_q) @ np.full(len(x), x[1] - x[0])
        total[start : start + 500] = np.exp(steps * np.log(moments) - z * eps) / (z * (z + 1))
    return float(np.sum(total).real * step / (2 * math.pi))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("steps", "eps", "order"), [(300, 3.0, 4.0), (3000, 6.0, 3.0)])
def test_many_subsampled_gaussian_steps_by_inversion_of_the_transform(steps, eps, order):
    truth = contour(0.05, 2.0, steps, eps, order)
    bracket = LossDistribution.gaussian(2.0).subsample(0.05).compose(steps).delta(eps)
    assert bracket.lower * (1 - 1e-7) <= truth <= bracket.upper * (1 + 1e-7)
    assert bracket.width <= 1e-4 * bracket.upper
