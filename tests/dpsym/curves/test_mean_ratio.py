"""The mean of many likelihood ratios: few nodes where it is nearly normal, with errors that hold."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from flint import acb, arb, ctx

from dpsym.curves import PrivacyCurve
from dpsym.curves.allocated import AllocatedGaussianLoss
from dpsym.curves.lognormal import LognormalTransform
from dpsym.curves.mean_plans import Planner
from dpsym.curves.mean_ratio import _Builder
from dpsym.errors import UndecidedError

NATS = 90.0


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("spread", [2, 10])
@pytest.mark.parametrize("angle", [1.56, 2.5])
def test_the_transform_loses_no_digits_where_its_line_is_turned(spread, angle):
    with ctx.workprec(160):
        found = LognormalTransform(Fraction(spread)).at(acb(math.cos(angle), math.sin(angle)), NATS)
    assert float(max(found.real.rad(), found.imag.rad())) < 100 * math.exp(-NATS)
    if angle < math.pi / 2:
        with mpmath.workdps(40):
            u, s = mpmath.mpc(math.cos(angle), math.sin(angle)), mpmath.mpf(spread)
            wanted = mpmath.quad(
                lambda z: mpmath.npdf(z) * mpmath.exp(-u * mpmath.exp(z / s - 1 / (2 * s * s))),
                [k / 2 for k in range(-24, 25)],
            )
            assert abs(mpmath.mpf(found.real.str(35, radius=False)) - wanted.real) < 1e-30


def contours(slots, ends, more=1.0):
    """Return the planned line, and one with a period as long as the last place."""
    spread, bits = Fraction(5), 128
    planner = Planner(spread, slots, ends, bits * math.log(2))
    _, kind, (c, step, far, further), lift = planner.line((math.inf, "", (), 0.0))
    assert kind == "line"
    assert step > 2 * 2 * math.pi / ends[1]
    with ctx.workprec(bits + int(lift * 1.45) + 64):
        build = _Builder(spread, slots, (Fraction(ends[0]), Fraction(ends[1])), bits * math.log(2) + lift)
        return (build.line(c, step * more, far, further), build.line(c, 2 * math.pi / ends[1] / 1.0001, far, 0.0))


@pytest.mark.slow
def test_a_period_far_shorter_than_the_places_errs_by_no_more_than_it_says():
    folded, whole = contours(1000, (0.9, 1.04))
    assert len(folded.nodes) * 3 < len(whole.nodes)
    for x in (0.95, 1.0, 1.04):
        for one, other in zip(folded.at(arb(x)), whole.at(arb(x)), strict=True):
            assert one.overlaps(other)
            assert float(one.rad()) < 1e-35


def test_one_that_is_shorter_still_says_how_much_it_is_off_or_is_refused():
    folded, whole = contours(1000, (0.9, 1.04), 2.5)
    first, wanted = folded.at(arb(1.04))[0], whole.at(arb(1.04))[0]
    assert first.overlaps(wanted)
    assert abs(first.mid() - wanted) > 1e-30  # it is off, and by more than a planned one may be
    with ctx.workprec(200), pytest.raises(UndecidedError, match="too short"):
        _Builder(Fraction(5), 1000, (Fraction(9, 10), Fraction(26, 25)), 90.0).line(100.0, 300.0, 9000.0, 99.0)


@pytest.mark.parametrize(
    ("sigma", "slots", "delta"),
    [
        pytest.param("5", 1000, "1e-6", marks=pytest.mark.slow),
        ("5", 1000, "1e-3"),
        pytest.param("10", 10000, "1e-10", marks=pytest.mark.slow),
        pytest.param("1/2", 1000, "1e-6", marks=pytest.mark.slow),
    ],
)
def test_noise_that_makes_the_mean_nearly_normal_has_twelve_digits(sigma, slots, delta):
    curve = PrivacyCurve([(AllocatedGaussianLoss(slots, Fraction(sigma)), 1)])
    eps = curve.epsilon(Fraction(delta), 12)
    assert eps.digits >= 12
    # of the normal law of the same variance: near it, and told from it
    width = math.sqrt(math.expm1(float(1 / Fraction(sigma) ** 2)) / slots)
    place = (1 - mpmath.exp(eps.mid)) / width
    normal = width * (mpmath.npdf(place) + place * mpmath.ncdf(place))
    assert 0.03 < normal / float(Fraction(delta)) < 1.1 if sigma != "1/2" else normal < 1e-8


@pytest.mark.slow
def test_places_that_are_balls_lose_no_more_than_their_width():
    loss = AllocatedGaussianLoss(100, Fraction(2))
    with ctx.workprec(128):
        losses = [arb(k) / 1024 for k in range(1, 600, 20)]
        found = loss.below(losses)
    assert all(float(mass.rad()) < 1e-30 for pair in found for mass in pair)
    assert all(one[0] <= other[0] for one, other in pairwise(found))


@pytest.mark.slow
def test_small_places_of_few_ratios_take_few_nodes():
    planner = Planner(Fraction(1, 2), 6, (2.0**-9, 2.0**-7), 128 * math.log(2))
    assert planner.shortest()[0] < 1000
    loss = AllocatedGaussianLoss(6, Fraction(1, 2))
    with ctx.workprec(128):
        found = loss.below([arb(-5), arb(-4)])
    assert all(mass.mid() > 0 and float(mass.rad()) < 1e-30 for pair in found for mass in pair)
