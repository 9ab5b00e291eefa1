"""Rare samples by the runs that jump: moments in a smooth window, their bounds, and delta by them beside every other road."""

import contextlib
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from scipy.integrate import simpson
from scipy.stats import norm

from dpsym.curves import GaussianLoss, LaplaceLoss, PrivacyCurve, SubsampledGaussianLoss
from dpsym.curves.effort import Effort
from dpsym.curves.inverse import Search
from dpsym.curves.jumps import JumpLoss, are_few, can_jump, jumps_of
from dpsym.curves.rare import rare_roads
from dpsym.curves.windowed import WindowedRuns
from dpsym.errors import UndecidedError
from tests.dpsym.curves.judging import judge_fall, odds_at

RUNS = [
    WindowedRuns(Fraction(1, 1000), Fraction(1), 3, 3.0, 0.15, 9.0),
    WindowedRuns(Fraction(1, 10**5), Fraction(1, 2), 10, 4.0, 0.07, 8.0),
    WindowedRuns(Fraction(1, 5), Fraction(3), 2, 1.0, 0.5, 7.0),
    WindowedRuns(Fraction(1, 50), Fraction(3, 10), 5, -0.5, 0.04, 7.0),
]
RARE = Fraction(1, 10**9)


def outputs(runs, last=14.0):
    """Places, and there the normal density, the window, and the logarithm of the ratio."""
    g = np.linspace(-14, last, 400_001)
    q, s = float(runs.rate), float(runs.spread)
    return g, norm.pdf(g), norm.cdf((g - runs.place) / runs.width), np.log1p(q * np.expm1(g / s - 0.5 / s**2))


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize(("c", "height"), [(0.5, 0.0), (3.0, 40.0), (30.0, 500.0)])
def test_moments_in_the_window_and_of_all_outputs_are_their_integrals(runs, c, height):
    g, density, window, log = outputs(runs)
    power = np.exp(-complex(c, height) * log)
    with ctx.workprec(160):
        (whole, jumps), *_ = runs.on_line(arb(c), arb(height or 1), 1 if height else 0, 1, 40.0)
        top = float(runs.on_line(arb(c), arb(1), 0, 1, 40.0)[0][1].real)
        assert complex(whole) == pytest.approx(simpson(density * power, x=g), rel=1e-9)
        assert complex(jumps) == pytest.approx(simpson(density * window * power, x=g), abs=1e-9 * top)
        assert float(jumps.real.rad()) < 1e-15 * top
        assert runs.log_jumps(c) == pytest.approx(math.log(top), abs=1e-2)
        assert runs.fall(arb(c))(arb(height)) >= abs(jumps)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("runs", RUNS)
def test_the_fall_holds_for_all_that_lies_above_and_follows_it_down(runs):
    c = 5.0
    fall, bounds = judge_fall(runs, c, [2.0**k / odds_at(runs) for k in range(12)])
    with ctx.workprec(200):
        top = runs.on_line(arb(c), arb(1), 0, 1, 60.0)[0][1].real
    assert bounds[-1] < top / 1000
    assert not fall(arb(0)) < top  # nor would a smaller bound hold


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("c", [0.25, 4.0])
def test_the_bulk_and_what_is_left_out_of_it_are_bounded_closely(runs, c):
    g, density, window, log = outputs(runs, runs.end)
    exact = simpson(density * (1 - window) * np.exp((1 + c) * log), x=g)
    bound = float(runs.bulk(arb(c)))
    assert exact * (1 - 1e-9) <= bound <= exact * 1.05
    assert runs.log_bulk(c) == pytest.approx(math.log(bound), abs=0.1)
    q, s = float(runs.rate), float(runs.spread)
    beyond = (1 - q) * norm.sf(runs.end) + q * norm.sf(runs.end - 1 / s)
    assert float(runs.missing()) == pytest.approx(beyond * norm.sf(runs.reach), rel=1e-9)


def test_the_masses_of_the_jumps_are_those_of_both_laws():
    for runs in RUNS:
        g, density, window, log = outputs(runs)
        under_p, under_q = (float(mass) for mass in runs.masses())
        assert under_q == pytest.approx(simpson(density * window, x=g), rel=1e-9)
        assert under_p == pytest.approx(simpson(density * window * np.exp(log), x=g), rel=1e-9)
    two = JumpLoss(tuple(RUNS[:2]))
    chances = [math.prod((1 - float(runs.masses()[k])) ** runs.count for runs in RUNS[:2]) for k in (1, 0)]
    assert [float(mass) for mass in two.finite_masses()] == pytest.approx([1 - chance for chance in chances], rel=1e-9)
    with ctx.workprec(120):
        assert float(two.at(arb(0))) == pytest.approx(1 - chances[0], rel=1e-9)


def by_jumps(parts, eps, log_delta, nats=25.0, effort=None):
    return jumps_of(parts, eps, log_delta, log_delta - nats - 3, nats, 60000, effort or Effort()).delta(eps)


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(
    ("q", "s", "eps"),
    [
        (Fraction(1, 1000), Fraction(1), Fraction(2)),
        (Fraction(1, 10**7), Fraction(1, 2), Fraction(1, 100)),
        (Fraction(1, 10**5), Fraction(5), Fraction(1, 10**4)),
        (Fraction(3, 10), Fraction(1), Fraction(3)),
    ],
)
def test_one_run_is_its_formula(q, s, eps):
    part = ((SubsampledGaussianLoss(q, s), 1),)
    exact = PrivacyCurve(part).delta(eps)
    with ctx.workprec(140):
        found = by_jumps(part, eps, math.log(exact.mid))
        assert found.overlaps(exact.value)
        assert found.rad() < abs(found) * 1e-9
        assert not found.overlaps(PrivacyCurve(part).delta(eps * (1 + RARE)).value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("parts", "eps", "log_delta"),
    [
        ([(Fraction(1, 1000), Fraction(1), 100)], Fraction(1, 2), -24.8),
        ([(Fraction(1, 10**5), Fraction(2), 5)], Fraction(1, 10**3), -55.0),
        ([(Fraction(1, 1000), Fraction(1), 5), (Fraction(1, 100), Fraction(2), 3)], Fraction(1, 2), -27.8),
    ],
)
def test_several_runs_agree_with_the_other_roads(parts, eps, log_delta):
    composed = tuple((SubsampledGaussianLoss(q, s), count) for q, s, count in parts)
    with ctx.workprec(140):
        found = by_jumps(composed, eps, log_delta)
        others = []
        for road in rare_roads(composed, eps, log_delta, 25.0, -math.inf, 60000, Effort())[-3:]:
            with contextlib.suppress(UndecidedError):
                others.append(road(None).delta(eps))
        assert others
        assert all(found.overlaps(other) for other in others)
        assert found.rad() < abs(found) * 1e-8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "s", "runs", "delta"),
    [
        (Fraction(1, 10**4), Fraction(7, 10), 5, Fraction(1, 10**5)),
        (Fraction(1, 10**3), Fraction(1, 2), 10, Fraction(1, 10**5)),
        (Fraction(1, 10**4), Fraction(1), 10, Fraction(1, 10**6)),
        pytest.param(RARE, Fraction(3, 10), 10**8, Fraction(1, 10**5), marks=pytest.mark.slow),
    ],
)
def test_a_threshold_has_nine_digits_where_there_was_no_more_than_a_bound(q, s, runs, delta):
    curve = PrivacyCurve([(SubsampledGaussianLoss(q, s), runs)])
    low, high = map(Fraction, curve.bracket(delta))
    assert 0 < high - low < low / 10**9
    assert curve.delta(high * (1 + RARE), 12).upper < delta < curve.delta(low * (1 - RARE), 12).lower


def test_the_first_look_is_near_the_threshold_where_a_saddle_point_is_far_from_it():
    part = ((SubsampledGaussianLoss(Fraction(1, 10**4), Fraction(7, 10)), 5),)
    search = Search(part, Fraction(1, 10**5), 12, Effort())
    threshold = PrivacyCurve(part).bracket(Fraction(1, 10**5))[0]
    assert search.guess > 10 * threshold
    assert threshold <= search._scouted(search.guess) * Fraction(1001, 999) <= threshold * Fraction(101, 100)


def test_what_jumps_do_not_answer_is_refused_before_it_is_begun():
    part = ((SubsampledGaussianLoss(Fraction(1, 1000), Fraction(1)), 100),)
    with pytest.raises(UndecidedError, match="not positive"):
        by_jumps(part, Fraction(0), -8.0)
    with pytest.raises(UndecidedError, match="more work than is left"):
        by_jumps(part, Fraction(1, 2), -8.0, effort=Effort(1000))
    with pytest.raises(UndecidedError, match="too many digits"):
        by_jumps(((SubsampledGaussianLoss(Fraction(1, 10**7), Fraction(1, 2)), 2),), Fraction(739, 10), -691.0)
    with pytest.raises(UndecidedError, match="no run alone"):
        by_jumps(((SubsampledGaussianLoss(Fraction(1, 100), Fraction(100)), 10**5),), Fraction(4, 25), -20.0)
    with pytest.raises(UndecidedError, match="too small"):
        by_jumps(((SubsampledGaussianLoss(Fraction(1, 10), Fraction(1, 1000)), 2),), Fraction(1), -1.0)
    assert can_jump(part)
    assert are_few(((part[0][0], 10),))
    assert not are_few(((part[0][0], 10**5),))
    assert not can_jump((*part, (GaussianLoss(1), 1)))
    assert not can_jump(((SubsampledGaussianLoss(Fraction(1, 1000), Fraction(1), "add"), 1),))
    assert not can_jump(((LaplaceLoss(1), 1),))
