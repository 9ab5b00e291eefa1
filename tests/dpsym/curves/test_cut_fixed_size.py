"""Normal noise on samples of fixed size without great losses: its moments, what bounds them, and thresholds at tiny shares."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from flint import acb, arb, ctx

from dpsym.curves import FixedSizeLoss, SubsampledGaussianLoss, curve
from dpsym.curves.cut_fixed_size import CutFixedSizeLoss
from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.rare import rare_roads
from tests.dpsym.curves.judging import delta_on_a_grid

CASES = [
    ("1", "1/1000", 6.0, 2.0),
    pytest.param("1/2", "1/100000", 12.0, 1.0, marks=pytest.mark.slow),
    pytest.param("10", "1/5", 0.7, 20.0, marks=pytest.mark.slow),
]


def of_definition(spread, rate, end, z):
    """Return the moment as an integral over the loss of the mechanism itself, as a ball."""
    mu, q = mp.mpf(float(1 / Fraction(spread))), mp.mpf(Fraction(rate).numerator) / Fraction(rate).denominator

    def both(t):
        log = mp.log1p(q * mp.expm1(t))
        return (mp.exp((1 + z) * log) + mp.exp(-z * log)) * mp.npdf(t, -mu * mu / 2, mu)

    here = (1 - q) * (mp.ncdf(mu / 2) - mp.ncdf(-mu / 2))
    value = here + mp.quad(both, mp.linspace(0, end, 13))
    return acb(arb(mp.nstr(value.real, 28)), arb(mp.nstr(value.imag, 28)))


@pytest.mark.parametrize(("spread", "rate", "end", "c"), CASES)
def test_the_moments_are_the_integrals_up_to_the_end(spread, rate, end, c):
    loss = CutFixedSizeLoss(Fraction(rate), Fraction(spread), end)
    with ctx.workprec(128), mp.workdps(22):
        found, z = loss.on_line(arb(c), arb(5), 1, 2, 50.0)[1], mp.mpc(c, 10)
        scale = loss.at(arb(c))
        assert abs(found - of_definition(spread, rate, end, z)) < arb("1e-16") * scale
        assert abs(found - of_definition(spread, rate, 0.9 * end, z)) > arb("1e-13") * scale  # less is kept there
        assert abs(loss.log_mgf(c) - float(scale.log().mid())) < 1e-6


@pytest.mark.parametrize(("spread", "rate", "end", "c"), CASES)
def test_what_is_left_out_is_what_the_law_has_beyond(spread, rate, end, c):
    loss = CutFixedSizeLoss(Fraction(rate), Fraction(spread), end)
    with ctx.workprec(128):
        whole = FixedSizeLoss(SubsampledGaussianLoss(Fraction(rate), Fraction(spread)))
        last = (ball(rate) * arb(end).expm1()).log1p()
        (low, high), *_, (up, down) = whole.cells([-last, arb(0), last])
        assert loss.missing().overlaps(low + up)
        assert loss.missing().overlaps(high + down)
        assert loss.finite_masses()[0].overlaps(loss.at(arb(0)))
        assert not loss.missing().overlaps(up)


def ball(text):
    return arb(Fraction(text).numerator) / Fraction(text).denominator


@pytest.mark.parametrize(("spread", "rate", "end", "c"), CASES)
def test_no_moment_beyond_a_height_is_above_its_bound(spread, rate, end, c):
    loss = CutFixedSizeLoss(Fraction(rate), Fraction(spread), end)
    with ctx.workprec(128):
        bound, last = loss.decay(c), loss.at(arb(c))
        for height in (share / float(Fraction(rate)) for share in (0.001, 0.02, 0.2, 2, 30, 10**4)):
            most = bound(arb(height))
            assert abs(loss.on_line(arb(c), arb(1.5 * height), 1, 1, 30.0)[0]) <= most
            assert most <= last * arb("1.000001")
            last = most
        assert last < loss.at(arb(c)) * arb("0.95")  # what is not at 0 has fallen
        near = arb(0.25 / float(Fraction(rate)))
        assert not abs(loss.on_line(arb(c), near, 1, 1, 30.0)[0]) <= bound(4 * near)  # as has the bound


def on_a_grid(spread, rate, count, eps, width, points, up):
    """Return delta with losses rounded up, or down, to a grid, by Fourier transforms."""
    mu = 1 / spread
    edges = np.linspace(0, mu * (12 + mu), 200001)
    places, spacing = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    plain = np.exp(-(((places + mu * mu / 2) / mu) ** 2) / 2) / (mu * math.sqrt(2 * math.pi)) * spacing
    losses = np.log1p(rate * np.expm1(places))
    return delta_on_a_grid(losses, plain * np.exp(losses), plain, count, eps, width, points, up)


@pytest.mark.parametrize(
    ("spread", "rate", "count", "delta", "width"),
    [
        ("1", "1/1000", 1000, "1e-5", 2e-6),
        pytest.param("1", "1/10000", 300, "1e-6", 1e-6, marks=pytest.mark.slow),
        pytest.param("1/2", "1/1000", 300, "1e-5", 2e-5, marks=pytest.mark.slow),
        pytest.param("10", "1/1000", 3000, "1e-5", 5e-8, marks=pytest.mark.slow),
    ],
)
def test_many_runs_at_a_tiny_share_have_many_digits_between_two_roundings_of_the_losses(
    spread, rate, count, delta, width
):
    low, high = curve((FixedSizeLoss(SubsampledGaussianLoss(Fraction(rate), Fraction(spread))), count)).bracket(
        Fraction(delta)
    )
    assert high - low < Fraction(1, 10**9) * low
    ends = [
        on_a_grid(float(Fraction(spread)), float(Fraction(rate)), count, float(low), width, 1 << 20, up)
        for up in (False, True)
    ]
    assert ends[0] < float(delta) < ends[1] < 1.2 * ends[0]
    moved = on_a_grid(float(Fraction(spread)), float(Fraction(rate)), count, 0.95 * float(low), width, 1 << 20, False)
    assert not moved < float(delta)  # what is off by a twentieth is noticed


@pytest.mark.parametrize(("count", "is_refused"), [(3, True), (300, False)])
def test_no_line_is_begun_where_runs_that_all_lie_at_0_are_too_many(count, is_refused):
    loss = FixedSizeLoss(SubsampledGaussianLoss(Fraction(1, 10), Fraction(1)))
    road = rare_roads(((loss, count),), Fraction(2), math.log(1e-5), 20.0, -math.inf, 1000, Effort())[0]
    if is_refused:
        with pytest.raises(SpentError, match="however far up"):
            road(None)
    else:
        assert road(None).delta(Fraction(2)) > 0
