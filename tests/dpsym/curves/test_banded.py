"""Heavy losses at a tiny delta: the moments of a band that ends, delta by them beside formulas and other roads, and where a threshold is likely."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from scipy.integrate import simpson
from scipy.stats import norm

from dpsym.curves import PrivacyCurve
from dpsym.curves.alone import likely_threshold, log_alone
from dpsym.curves.banded import BandedRuns
from dpsym.curves.bands import banded_of
from dpsym.curves.effort import Effort
from dpsym.curves.inverse import Search
from dpsym.curves.jumps import JumpLoss, bulk_of, jumps_of
from dpsym.curves.loss import log_of
from dpsym.errors import UndecidedError
from tests.dpsym.curves.judging import judge_fall, judge_one_run, odds_at, part

F = Fraction
RARE = F(1, 10**9)
TINY = F(1, 10**100)
RUNS = [
    BandedRuns(F(1, 1000), F(1), 3, 3.0, 0.4, 9.0, 8.0, 14.0),
    BandedRuns(F(1, 10**5), F(1, 2), 10, 4.0, 0.1, 8.0, 6.0, 8.0),
    BandedRuns(F(1, 5), F(3), 2, 1.0, 0.3, 7.0, 4.0, 9.0),
]


def banded(parts, eps, log_delta, nats=25.0):
    return banded_of(parts, eps, log_delta, log_delta - nats - 3, nats, 60000, Effort()).delta(eps)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize(("c", "height"), [(0.5, 0.0), (4.0, 10.0), (12.0, 40.0)])
def test_moments_in_the_band_and_up_to_its_end_are_their_integrals(runs, c, height):
    g = np.linspace(-14, runs.stop, 400_001)
    q, s = float(runs.rate), float(runs.spread)
    log = np.log1p(q * np.expm1(g / s - 0.5 / s**2))
    power = np.exp(complex(1 + c, height) * log - g * g / 2) / math.sqrt(2 * math.pi)
    beyond, below = (norm.cdf((place - g) / runs.width) for place in (runs.far, runs.place))
    with ctx.workprec(160):
        (whole, jumps), *_ = runs.on_line(arb(c), arb(height or 1), 1 if height else 0, 1, 40.0)
        tops = [runs.top(is_jump, arb(c)) for is_jump in (False, True)]
        scales = [abs(each) for each in runs.on_line(arb(c), arb(1), 0, 1, 40.0)[0]]
    assert complex(whole) == pytest.approx(simpson(power * beyond, x=g), abs=1e-9 * float(tops[0]))
    assert complex(jumps) == pytest.approx(simpson(power * (beyond - below), x=g), abs=1e-9 * float(tops[1]))
    assert complex(jumps) != pytest.approx(simpson(power * beyond, x=g), abs=1e-9 * float(tops[1]))
    assert all(scale.lower() <= top <= scale * (1 + arb(10) ** -6) for scale, top in zip(scales, tops, strict=True))
    assert float(jumps.real.rad()) < 1e-14 * float(tops[1])
    assert runs.log_jumps(c) == pytest.approx(float(tops[1].log()), abs=1e-2)
    assert runs.log_whole(c) == pytest.approx(float(tops[0].log()), abs=0.05)


@pytest.mark.parametrize("runs", RUNS[:1])
def test_the_fall_of_the_band_holds_for_all_that_lies_above_and_follows_it_down(runs):
    c = 4.0
    fall, bounds = judge_fall(runs, c, [2.0**k / odds_at(runs) for k in range(6)])
    with ctx.workprec(200):
        top = runs.top(True, arb(c))
    assert bounds[-1] < top / 200
    assert not fall(arb(0)) < top * (1 - arb(10) ** -6)  # nor would a smaller bound hold


@pytest.mark.parametrize("runs", RUNS)
def test_what_the_band_leaves_out_is_bounded(runs):
    """What is beyond counts once for each run, and the bulk by its moment, which is that of all outputs below the near edge."""
    g = np.linspace(-14, 30, 400_001)
    q, s, c = float(runs.rate), float(runs.spread), 1.5
    density = np.exp(-g * g / 2) / math.sqrt(2 * math.pi)
    ratio = 1 + q * np.expm1(g / s - 0.5 / s**2)
    counted = np.where(g < runs.stop, norm.cdf((runs.far - g) / runs.width), 0.0)
    mass = simpson(ratio * density * (1 - counted), x=g)
    assert mass * (1 - 1e-6) <= float(runs.missing()) < 3 * mass + 1e-12
    below = simpson(ratio ** (1 + c) * density * norm.cdf((runs.place - g) / runs.width), x=g)
    assert below * (1 - 1e-9) <= float(runs.bulk(arb(c))) < 1.01 * below
    assert bulk_of((runs,), c)(arb(1)) >= runs.count * runs.missing()


@pytest.mark.parametrize(("q", "s", "eps"), [(F(1, 10**4), F(5), F(3, 20)), (RARE, F(1), F(4, 5))])
def test_one_run_is_its_formula(q, s, eps):
    judge_one_run(banded, q, s, eps, RARE)


@pytest.mark.slow
def test_two_roads_agree_on_many_runs():
    """The window of falling powers takes the complement of the pair, and shares no moments with the band."""
    parts = (*part(F(1, 10**6), F(2), 10), *part(F(1, 10**6), F(9, 5), 20))
    with ctx.workprec(160):
        eps, log_delta = F(1, 20), -200.0
        found = banded(parts, eps, log_delta)
        other = jumps_of(parts, eps, log_delta, log_delta - 28, 25.0, 60000, Effort(10**8)).delta(eps)
        assert found.overlaps(other)
        assert not found.overlaps(other * (1 + arb(10) ** -6))


def test_where_no_loss_is_heavy_and_where_all_runs_matter_the_band_is_refused():
    with pytest.raises(UndecidedError, match="no great loss is heavy"):
        banded(part(F(1, 100), F(1), 5), F(8), -100.0)
    with pytest.raises(UndecidedError, match="no run alone comes up"):
        banded(part(RARE, F(5), 10**8), F(7, 10**5), -600.0)


def test_moments_of_runs_together_fall_as_their_bound_says():
    loss = JumpLoss((BandedRuns(F(1, 1000), F(1), 400, 7.0, 0.4, 9.0, 11.0, 17.0),))
    with ctx.workprec(200):
        bound = loss.decay(2.0)
        for height in (1.0, 4.0, 16.0):
            value = abs(loss.on_line(arb(2), arb(height), 1, 1, 60.0)[0])
            assert bound(arb(height)) >= value.lower()
    assert bound(arb(32)) < bound(arb(4)) / 5


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("q", "s", "count", "delta"),
    [
        (RARE, F(2), 10**4, TINY),
        (F(1, 10**6), F(1, 2), 10**6, F(1, 10**6)),
        (F(1, 10**6), F(3, 10), 10**4, F(1, 10**100)),
        (RARE, F(5), 10**8, F(1, 10**12)),
    ],
)
def test_a_threshold_is_likely_where_one_run_alone_or_a_saddle_point_shows_it(q, s, count, delta):
    search = Search(part(q, s, count), delta, 12, Effort())
    likely = likely_threshold(part(q, s, count), delta, float(search.guess))
    found = PrivacyCurve(part(q, s, count)).epsilon(delta, 6, 10**8)
    assert float(likely) == pytest.approx(float(found.mid), rel=0.03)
    assert float(likely) != pytest.approx(1.1 * float(found.mid), rel=0.03)


def test_delta_of_one_run_alone_is_its_formula():
    exact = PrivacyCurve(part(F(1, 1000), F(2), 1)).delta(1)
    assert log_alone(part(F(1, 1000), F(2), 1), F(1)) == pytest.approx(math.log(exact.mid))
    assert log_alone(part(F(1, 1000), F(2), 7), F(1)) == pytest.approx(math.log(7 * exact.mid))


@pytest.mark.parametrize(
    ("q", "s", "count", "low", "high"),
    [
        (RARE, F(2), 10**8, "0.108713823915", "0.108713823922"),
        pytest.param(F(1, 10**6), F(5), 10**4, "0.00161920954312", "0.00161920954326", marks=pytest.mark.slow),
    ],
)
def test_twelve_digits_lie_between_what_other_roads_have_found(q, s, count, low, high):
    found = PrivacyCurve(part(q, s, count)).epsilon(F(1, 10**300))
    assert found.digits >= 12
    assert F(low) < found.lower < found.upper < F(high)
    assert log_of(F(1, 10**300)) == pytest.approx(-690.77, abs=0.01)
