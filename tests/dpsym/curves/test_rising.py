"""Rare samples at a tiny delta: the moments of the jumps under P, delta by them beside every other road, and thresholds in the corners."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from scipy.integrate import simpson
from scipy.stats import norm

from dpsym import Gaussian
from dpsym.curves import PrivacyCurve
from dpsym.curves.effort import Effort
from dpsym.curves.inverse import Search
from dpsym.curves.jumps import JumpLoss, jumps_of, placed_of, rising_of
from dpsym.curves.planning import Planner
from dpsym.curves.rare import guide_of
from dpsym.curves.rising import RisingRuns, graded
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.windowed import WindowedRuns
from dpsym.errors import UndecidedError
from tests.dpsym.curves.judging import judge_fall, judge_one_run, odds_at, part

F = Fraction
RARE = F(1, 10**9)
RUNS = [
    RisingRuns(F(1, 1000), F(1), 3, 3.0, 0.4, 9.0),
    RisingRuns(F(1, 10**5), F(1, 2), 10, 4.0, 0.2, 8.0),
    RisingRuns(F(1, 5), F(3), 2, 1.0, 0.5, 7.0),
    RisingRuns(F(1, 50), F(3, 10), 5, 2.0, 0.12, 7.0),
]


def rising(parts, eps, log_delta, nats=25.0, effort=None):
    return rising_of(parts, eps, log_delta, log_delta - nats - 3, nats, 60000, effort or Effort()).delta(eps)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize(("c", "height"), [(0.5, 0.0), (2.0, 10.0), (4.0, 60.0)])
def test_moments_in_the_window_and_of_all_outputs_are_their_integrals(runs, c, height):
    g = np.linspace(-14, 40, 400_001)
    q, s = float(runs.rate), float(runs.spread)
    log = np.log1p(q * np.expm1(g / s - 0.5 / s**2))
    power = np.exp(complex(1 + c, height) * log - g * g / 2) / math.sqrt(2 * math.pi)
    window = norm.cdf((g - runs.place) / runs.width)
    with ctx.workprec(160):
        (whole, jumps), *_ = runs.on_line(arb(c), arb(height or 1), 1 if height else 0, 1, 40.0)
        tops = [runs.top(is_jump, arb(c)) for is_jump in (False, True)]
        scales = [abs(each) for each in runs.on_line(arb(c), arb(1), 0, 1, 40.0)[0]]
        assert complex(whole) == pytest.approx(simpson(power, x=g), abs=1e-9 * float(tops[0]))
        assert complex(jumps) == pytest.approx(simpson(power * window, x=g), abs=1e-9 * float(tops[1]))
        assert all(scale.lower() <= top <= scale * (1 + arb(10) ** -7) for scale, top in zip(scales, tops, strict=True))
        assert float(jumps.real.rad()) < 1e-15 * float(tops[1])
        assert runs.log_jumps(c) == pytest.approx(float(tops[1].log()), abs=1e-2)
        assert runs.fall(arb(c))(arb(height)) >= abs(jumps).lower()
        if c < 1:
            moved = norm.cdf((g - runs.place - 0.01) / runs.width)
            assert complex(jumps) != pytest.approx(simpson(power * moved, x=g), abs=1e-9 * float(tops[1]))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("runs", RUNS)
def test_the_fall_holds_for_all_that_lies_above_and_follows_it_down(runs):
    c = 2.0
    fall, bounds = judge_fall(runs, c, [2.0**k / min(odds_at(runs), 1.0) for k in range(9)])
    with ctx.workprec(200):
        top = runs.top(True, arb(c))
    assert bounds[-1] < top / 1000
    assert not fall(arb(0)) < top * (1 - arb(10) ** -6)  # nor would a smaller bound hold


@pytest.mark.parametrize(("c", "gap"), [(1e7, 0.01), (1e10, 0.01)])
def test_a_window_of_wide_noise_is_laid_out_as_far_as_its_jumps_lie(c, gap):
    """Its jumps are outputs around 15, which end less than ten standard deviations above the first place that is laid out."""
    runs = WindowedRuns(F(1, 10**9), F(5), 3, 17.337, 0.35, 14.3)
    with ctx.workprec(400):
        assert runs.log_jumps(c) == pytest.approx(
            float(runs.on_line(arb(c), arb(1), 0, 1, 60.0)[0][1].real.log()), abs=gap
        )


def test_places_are_close_to_one_another_around_an_edge_alone():
    places = graded(-3.0, 9.0, (2.0, 0.1, 5.0), 0.5)
    assert (places[0], places[-1]) == (-3.0, pytest.approx(9.0))
    gaps = [after - before for before, after in itertools.pairwise(places)]
    assert max(gaps) <= 0.5 + 1e-12
    assert all(
        gap <= 0.0701 for gap, low in zip(gaps, places[:-1], strict=True) if low + 1e-9 >= 1.5 and low + gap <= 2.5
    )
    assert len(places) < 12 / 0.07


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("q", "s", "eps"),
    [(F(1, 1000), F(1), F(5)), (F(1, 10**7), F(1, 2), F(8)), (F(1, 100), F(5), F(2)), (F(1, 3), F(3, 10), F(9))],
)
def test_one_run_is_its_formula(q, s, eps):
    judge_one_run(rising, q, s, eps, RARE)


@pytest.mark.slow
def test_two_roads_agree_on_runs_of_two_kinds():
    """The window of falling powers takes the complement of the pair, and shares no moments with that of rising ones."""
    parts = (*part(F(1, 1000), F(1), 5), *part(F(1, 100), F(2), 3))
    with ctx.workprec(140):
        eps, log_delta = F(5, 2), -49.6
        found = rising(parts, eps, log_delta)
        other = jumps_of(parts, eps, log_delta, log_delta - 28, 25.0, 60000, Effort()).delta(eps)
        assert found.rad() < abs(found) * 1e-8
        assert found.overlaps(other)
        assert not rising(parts, eps * (1 + RARE * 10**3), log_delta).overlaps(other)


def test_where_great_losses_are_heavy_and_where_all_runs_matter_the_road_is_refused():
    with pytest.raises(UndecidedError, match="great losses are heavy"):
        rising(part(F(1, 10**7), F(1, 2), 1), F(1, 100), -31.0)
    with pytest.raises(UndecidedError, match="none jumps matter"):
        placed_of(part(F(1, 3), F(1), 1), 2.0, -1e6, 0.4)
    with pytest.raises(UndecidedError, match="more work than is left"):
        rising(part(F(1, 1000), F(1), 5), F(5), -100.0, effort=Effort(100))


def test_the_chance_of_a_jump_may_be_below_all_floats():
    loss = JumpLoss((RisingRuns(F(1, 10**9), F(1), 10**4, 42.0, 0.4, 20.0),))
    with ctx.workprec(200):
        assert loss.log_mgf(0.5) < -700
        assert loss.log_mgf(0.5) == pytest.approx(float(loss.at(arb(0.5)).log()), abs=0.01)


@pytest.mark.parametrize(
    ("q", "s", "count", "log_delta", "threshold"),
    [(RARE, F(1), 10**8, -690.8, 16.6633), (F(1, 10**6), F(2), 10**8, -690.8, 4.84585)],
)
def test_a_threshold_is_guessed_where_the_moments_turn_up_steeply(q, s, count, log_delta, threshold):
    """Within a hundredth of the saddle point the logarithm of the moments rises from 10^-2 to 10^3."""
    guide = guide_of(Planner(part(q, s, count)), log_delta)
    assert guide.threshold(log_delta)[1] == pytest.approx(threshold, rel=0.02)


def test_rare_samples_step_in_the_logarithm_of_the_threshold():
    search = Search(part(F(1, 10**4), F(7, 10), 5), F(1, 10**5), 12, Effort())
    assert float(search._move(F(1, 100), 1e-8, 1.0)) == pytest.approx(1e-8, rel=1e-5)
    assert 0 < F(1, 100) + search._move(F(1, 100), -1.0, 1.0) < F(1, 100)
    search._is_sparse = False
    assert search._move(F(1, 100), -1.0, 1.0) == -1
    assert F(1, 100) + search._move(F(1, 100), -50.0, 1.0) > 0


@pytest.mark.parametrize(
    ("q", "s", "count", "delta"),
    [
        (F(1, 10**4), F(1), 10, F(1, 10**100)),
        *[
            pytest.param(*case, marks=pytest.mark.slow)
            for case in [
                (F(1, 100), F(5), 3, F(1, 10**300)),
                (F(1, 10**6), F(3, 10), 10**4, F(1, 10**30)),
                (F(1, 100), F(2), 100, F(1, 10**300)),
                (F(1, 10**4), F(1, 2), 100, F(1, 10**300)),
            ]
        ],
    ],
)
def test_twelve_digits_lie_between_two_lattices(q, s, count, delta):
    found = PrivacyCurve(part(q, s, count)).epsilon(delta)
    assert found.digits >= 12
    low, high = Sandwich(part(q, s, count)).epsilon(delta, float(found.mid))
    assert low < found.lower
    assert found.upper < high
    assert not low < found.lower * F(99, 100)
    assert not found.upper * F(101, 100) < high


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sigma", "q", "runs", "delta", "threshold"),
    [
        (1, RARE, 10**8, F(1, 10**300), 16.6633013826),
        (2, F(1, 10**6), 10**8, F(1, 10**300), 4.84585448976),
        (F(1, 2), F(1, 10**6), 10**6, F(1, 10**300), 113.574661873),
        (F(3, 10), RARE, 10**4, F(1, 10**300), 200.749739899),
    ],
)
def test_no_corner_of_the_question_is_left_open(sigma, q, runs, delta, threshold):
    found = Gaussian(sigma).subsample(q).compose(runs).epsilon(delta)
    assert float(found) == pytest.approx(threshold, rel=1e-11)
