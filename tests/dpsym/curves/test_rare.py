"""Removed records that are rarely sampled: the moments without what nobody will ever see, and the two roads that rest on them."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from flint import arb, ctx
from scipy.integrate import simpson

from dpsym.curves import GaussianLoss, LaplaceLoss, PrivacyCurve, SubsampledGaussianLoss, TruncatedLaplaceLoss
from dpsym.curves.cut_gaussian import CutGaussianLoss, place_beyond
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.planning import Planner
from dpsym.curves.rare import guide_of, is_light, rare_roads, seen
from dpsym.errors import UndecidedError

MILLI, RARE = Fraction(1, 1000), Fraction(1, 10**7)
NODES, NATS = 20000, 28.0


def number(value):
    return mp.mpf(value.numerator) / value.denominator


def log_ratio(g, q, s):
    return mp.log1p(number(q) * mp.expm1(g / number(s) - 1 / (2 * number(s) ** 2)))


def cut_off(q, s, end):
    return CutGaussianLoss(q, s, end, SubsampledGaussianLoss(q, s, "add"))


def roads(parts, eps, log_delta, nats=25.0, effort=None):
    """Return delta by the roads of this module: the two that cut, and the one that turns the pair round."""
    made = rare_roads(parts, eps, log_delta, nats, -math.inf, NODES, effort or Effort())[-3:]
    return [lambda place, road=road: road(None).delta(place) for road in made]


def moment(q, s, end, c, height):
    """The integral up to an end, by Simpson's rule."""
    g = np.linspace(-12, end, 400_001)
    log = np.log1p(float(q) * np.expm1(g / float(s) - 0.5 / float(s) ** 2))
    return simpson(np.exp((1 + complex(c, height)) * log - g * g / 2) / math.sqrt(2 * math.pi), x=g)


@pytest.mark.parametrize(
    ("q", "s", "end", "c", "height"),
    [
        (MILLI, Fraction(1), 5.0, 3.0, 7.0),
        (RARE, Fraction(10), 30.0, 1e7, 1e7),
        (Fraction(1, 10**5), Fraction(1, 2), 4.0, 50.0, 30000.0),
        (Fraction(1, 10), Fraction(3), 5.0, 10.0, 300.0),
        (Fraction(9, 10), Fraction(3, 10), 5.0, 2.0, 50.0),
    ],
)
def test_the_moments_without_great_losses_are_their_integral(q, s, end, c, height):
    loss = cut_off(q, s, end)
    with ctx.workprec(160):
        nodes = loss.on_line(arb(c), arb(height) / 8, 0, 9, 40.0)
        alone = loss.on_line(arb(c), arb(height) / 8, 5, 1, 40.0)[0]
        assert nodes[5].overlaps(alone)
        for k in (0, 8):
            assert complex(nodes[k]) == pytest.approx(
                moment(q, s, end, c, height * k / 8), abs=1e-11 * float(nodes[0].real)
            )
            assert float(nodes[k].real.rad()) <= 1e-15 * float(nodes[0].real)
        assert float(loss.log_mgf(c)) == pytest.approx(float(nodes[0].real.log()), rel=0.05, abs=0.5)
        assert loss.decay(c)(arb(height)) >= abs(nodes[8]) * (1 - arb(10) ** -15)


def test_points_in_the_upper_half_plane_do_not_grow_in_number_with_the_height():
    loss = cut_off(Fraction(1, 10**5), Fraction(1, 2), 6.0)
    low, high, highest = (loss._rule(height, 40.0) for height in (1.0, 1e5, 1e8))
    assert (low[2], high[2]) == (False, True)
    assert high == highest


def test_what_is_cut_off_has_the_mass_that_is_said():
    q, s = MILLI, Fraction(1, 2)
    with ctx.workprec(200), mp.workdps(30):
        loss, mass = SubsampledGaussianLoss(q, s).without(-60.0)
        exact = (1 - number(q)) * mp.ncdf(-loss.end) + number(q) * mp.ncdf(2 - loss.end)
        assert float(mass) == pytest.approx(float(exact), rel=1e-12)
        assert math.exp(-65) < float(mass) < math.exp(-60)
        assert place_beyond(q, s, -60.0) == loss.end
        assert float(loss.at(arb(0)).real + mass - 1) == pytest.approx(0, abs=1e-30)
    with pytest.raises(UndecidedError):
        loss.reversed()
    added = SubsampledGaussianLoss(q, s, "add")
    assert added.without(-60.0) == (added, 0)
    assert LaplaceLoss(1).without(-60.0) == (LaplaceLoss(1), 0)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("q", "s", "runs", "eps", "log_delta"),
    [
        (MILLI, Fraction(2), 10**5, Fraction(3, 2), -46.0),
        (RARE, Fraction(10), 1000, Fraction(3, 10**6), -60.0),
        (Fraction(1, 100), Fraction(100), 10**5, Fraction(4, 25), -20.0),
    ],
)
def test_both_roads_and_the_line_agree(q, s, runs, eps, log_delta):
    parts = ((SubsampledGaussianLoss(q, s), runs),)
    with ctx.workprec(160):
        found = [road(eps) for road in roads(parts, eps, log_delta)]
        if q != RARE:
            found.append(PrivacyCurve(parts).delta(eps, 11).value)
        assert all(one.overlaps(other) for one in found for other in found)
        assert all(each.rad() < abs(each) * 1e-9 for each in found)
        for road, here in zip(roads(parts, eps, log_delta), found[:3], strict=True):
            assert road(eps * (1 + RARE)) < here


def two_runs(q, s, eps):
    """delta of two runs where a record is removed: the formula of one run, integrated over what the other one shows."""
    rate, shift = number(q), 1 / number(s)

    def inner(g):
        log = log_ratio(g, q, s)
        odds = mp.expm1(eps - log) / rate + 1
        if odds <= 0:
            return mp.npdf(g) * (mp.exp(log) - mp.exp(eps))
        place = (mp.log(odds) + shift**2 / 2) / shift
        above = (1 - rate) * mp.ncdf(-place) + rate * mp.ncdf(shift - place)
        return mp.npdf(g) * (mp.exp(log) * above - mp.exp(eps) * mp.ncdf(-place))

    edge = (mp.log((mp.exp(eps) / (1 - rate) - 1 + rate) / rate) + shift**2 / 2) / shift
    return mp.quad(inner, [*mp.linspace(-12, edge, 40), *mp.linspace(edge, 25, 40)[1:]])


@pytest.mark.slow
def test_two_runs_of_rare_samples_are_their_double_integral():
    q, s, wanted = Fraction(1, 10**5), Fraction(5), Fraction(1, 10**20)
    found = PrivacyCurve([(SubsampledGaussianLoss(q, s), 2)]).epsilon(wanted, 11)
    with mp.workdps(40):
        low, high = (two_runs(q, s, number(Fraction(end))) for end in (found.lower, found.upper))
        assert high <= number(wanted) * (1 + mp.mpf(10) ** -12)
        assert low >= number(wanted) * (1 - mp.mpf(10) ** -12)
        assert high > number(wanted) * (1 - mp.mpf(10) ** -7)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("q", "s", "runs", "power"),
    [
        (RARE, Fraction(10), 1000, 300),
        (Fraction(1, 10**9), Fraction(100), 10, 50),
        (RARE, Fraction(30), 5, 20),
        (Fraction(1, 10**5), Fraction(5), 10**7, 50),
        (Fraction(1, 2), Fraction(10), 5, 300),  # planned at first without the losses that come up to the threshold
        pytest.param(Fraction(1, 10**4), Fraction(7, 10), 2, 100, marks=pytest.mark.slow),
    ],
)
def test_a_threshold_has_two_sides_where_the_moments_are_of_no_use(q, s, runs, power):
    wanted = Fraction(1, 10**power)
    curve = PrivacyCurve([(SubsampledGaussianLoss(q, s), runs)])
    found = curve.epsilon(wanted)
    low, high = Fraction(found.lower), Fraction(found.upper)
    assert 0 < high - low < low * MILLI**3
    assert curve.holds(high * (1 + MILLI**2), wanted)
    assert not curve.holds(low * (1 - MILLI**2), wanted)


def test_what_is_light_is_left_to_the_line():
    heavy, light = (Planner(((SubsampledGaussianLoss(q, Fraction(1)), 10**4),)) for q in (RARE, Fraction(1, 100)))
    assert not is_light(heavy, seen(heavy, 1e-4, -12.0)[0], 1e-4)
    assert is_light(light, seen(light, 6.0, -12.0)[0], 6.0)
    assert guide_of(light, -math.inf) is light
    added = Planner(((SubsampledGaussianLoss(RARE, Fraction(1), "add"), 10**4),))
    assert guide_of(added, -12.0) is added
    assert seen(heavy, 1e-4, -12.0)[1] >= -12.0


@pytest.mark.slow
def test_a_delta_that_is_far_below_what_was_guessed_takes_no_more_bits_but_a_lower_guess():
    """The first guess at this threshold is e^-147, and delta e^-181: lines with ever more bits answered nothing."""
    parts = ((SubsampledGaussianLoss(Fraction(1, 10**9), Fraction(5)), 10),)
    evaluator = Evaluator(parts, 14.0, -181.0)
    value = evaluator.delta(Fraction(337267, 10**13))
    assert value.rad() < value.mid() * arb(-13).exp()
    assert evaluator.bits < 128


def test_a_guide_has_losses_that_come_up_to_the_threshold():
    part = ((SubsampledGaussianLoss(Fraction(1, 2), Fraction(10)), 5),)
    planner, gap = Planner(part), 5.675
    with pytest.raises(OverflowError):
        guide_of(planner, -50.0).saddle(gap)
    guide, log_delta = seen(planner, gap, -math.log(10) * 300)
    assert log_delta == pytest.approx(-math.log(10) * 300, abs=5)
    assert math.isfinite(guide.saddle(gap))
    with pytest.raises(UndecidedError, match="beyond all losses"):
        seen(planner, 1e4, -100.0)


def test_what_cannot_be_planned_is_undecided():
    parts = ((SubsampledGaussianLoss(RARE, Fraction(1)), 10**4),)
    with pytest.raises(UndecidedError, match="digits would cancel"):
        roads(parts, Fraction(200), -12.0)[2](Fraction(200))
    with pytest.raises(UndecidedError, match="limit of work"):
        roads(parts, Fraction(1, 10**4), -12.0, effort=Effort(10))[0](Fraction(1, 10**4))
    assert Evaluator(parts, NATS, -12.0).guide is not Evaluator(parts, NATS).guide


def test_the_reversed_pair_knows_of_infinite_losses():
    """With one the two terms are not 1 and e^eps: delta of the finite part came out as 0.0309 where it is 0.0363."""
    parts = (
        (SubsampledGaussianLoss(Fraction(1, 10**5), Fraction(2)), 100),
        (TruncatedLaplaceLoss(Fraction(10), Fraction(20)), 3),
        (GaussianLoss(Fraction(10)), 4),
    )
    eps = Fraction(1, 5)
    with ctx.workprec(128):
        cut, _, reversed_pair = roads(parts, eps, -3.0, 37.0)
        assert reversed_pair(eps).overlaps(cut(eps))
        assert not (reversed_pair(eps) * (1 + arb(10) ** -9)).overlaps(cut(eps))
        mass = 1 - (1 - parts[1][0].infinite_mass()) ** 3
        assert (cut(eps) + mass).overlaps(PrivacyCurve(parts).delta(eps, 9).value)
        cut, _, reversed_pair = roads((parts[0], parts[2]), eps, -3.0, 37.0)
        assert reversed_pair(eps).overlaps(cut(eps))
