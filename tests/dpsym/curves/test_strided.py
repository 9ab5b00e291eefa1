"""Wide discrete Gaussian noise on a sample: its moments from few of its values, their bounds on stretches, and brackets by another road."""

import random
from dataclasses import replace
from fractions import Fraction

import mpmath as mp
import pytest
from flint import arb, ctx

from dpsym.curves import DiscreteGaussianLoss, PrivacyCurve, SampledLoss
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.sampled_moments import Moments
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.strided_moments import StridedMoments
from dpsym.curves.strided_stretches import StridedStretches

NATS = 30.0
BITS = 80


def drawn(seed: int, count: int):
    """Yield moments of noise on a sample, an abscissa, and a height below which the angles of its losses turn a little, much, or very much."""
    draw = random.Random(seed)
    for _ in range(count):
        variance, shift = draw.choice([17, 30, 100, 400, 2000]), draw.choice([1, 1, 2, 5])
        rate = Fraction(draw.choice(["1e-9", "1e-4", "0.01", "0.5", "0.999"]))
        base = DiscreteGaussianLoss(Fraction(variance), shift).kept_near()
        spread = float(rate) * shift / variance**0.5
        made = StridedMoments(base, rate, draw.choice([1, -1]))
        yield made, arb(10 ** draw.uniform(-2, 0.5) / spread), arb(10 ** draw.uniform(-1, 2) / spread)


def test_few_values_give_the_moments_of_all():
    strides = []
    with ctx.workprec(BITS):
        for moments, c, height in drawn(1, 25):
            whole = Moments(moments.base, Fraction(str(float(moments.q))), moments.sign)
            few, all_of_them = (made.on_line(c, height, 0, 2, NATS) for made in (moments, whole))
            chosen = moments._choice(float(moments.power(c).mid()), float(height), NATS)
            for one, other in zip(few, all_of_them, strict=True):
                assert one.overlaps(other)
                assert one.real.rad() < few[0].real * mp.exp(-NATS + 3)
            strides.append(chosen.stride if chosen else 1)
    assert max(strides) >= 16
    assert sum(stride > 1 for stride in strides) > 8


def test_fewer_values_than_that_do_not(monkeypatch):
    """The strides are nearly as wide as they may be: four times as wide ones leave the balls."""
    outside = 0
    with ctx.workprec(BITS):
        for moments, c, height in drawn(2, 40):
            chosen = moments._choice(float(moments.power(c).mid()), float(height), NATS)
            if chosen is None or (chosen.last - chosen.first) < 16:
                continue
            right = moments.on_line(c, height, 1, 1, NATS)[0]
            wider = replace(chosen, stride=4 * chosen.stride, first=chosen.first // 4, last=-(-chosen.last // 4))
            monkeypatch.setattr(moments, "_choice", lambda *_, wider=wider: wider)
            outside += not moments.on_line(c, height, 1, 1, NATS)[0].overlaps(right)
    assert outside > 15


def test_the_moments_are_those_of_the_definition():
    with mp.workdps(40), ctx.workprec(BITS):
        sigma, q, c, y = mp.mpf(10), mp.mpf(1) / 100, 30, 500
        masses = {k: mp.exp(-(mp.mpf(k) ** 2) / 200) for k in range(-400, 401)}
        losses = {k: mp.log(1 - q + q * mp.exp((2 * k - 1) / (2 * sigma**2))) for k in masses}
        norm = mp.fsum(masses.values())
        removed = mp.fsum(mass * mp.exp((1 + mp.mpc(c, y)) * losses[k]) for k, mass in masses.items()) / norm
        loss = SampledLoss(DiscreteGaussianLoss(100), Fraction(1, 100))
        found = loss.on_line(arb(c), arb(y), 1, 1, NATS)[0]
        assert abs(complex(found.mid()) - complex(removed)) < 1e-11
        assert abs(complex(found.mid()) - complex(removed) * (1 + 1e-9)) > 1e-12


@pytest.mark.parametrize("width", [1.0, 1.05, 2.0])
def test_stretches_bound_the_moments(width):
    small = 0
    with ctx.workprec(BITS):
        for moments, c, low in drawn(3, 40):
            stretches, high = StridedStretches(moments, c), low * width
            bound = float(stretches.ratio(low, high, arb(1)).upper())
            for share in (0, 0.37, 1):
                value = moments.on_line(c, low + (high - low) * share, 1, 1, NATS)[0]
                assert float((abs(value) / stretches.height).lower()) <= bound + 1e-12
            small += bound < 0.9
    assert small > (10 if width < 2 else 0)


def test_stretches_are_not_much_wider_where_angles_turn_little():
    """Where no angle turns far, the bound is about the truth: a little less would be wrong."""
    with ctx.workprec(BITS):
        loss = SampledLoss(DiscreteGaussianLoss(400), Fraction(1, 100))
        moments = loss._moments()
        stretches, low = StridedStretches(moments, arb(100)), arb(100)
        bound = 1 - float(stretches.ratio(low, low, arb(1)).upper())
        truth = 1 - float((abs(moments.on_line(arb(100), low, 1, 1, NATS)[0]) / stretches.height).mid())
    assert 0.8 * truth < bound <= truth


@pytest.mark.parametrize("variance", [Fraction(1, 9), 4, 400])
@pytest.mark.parametrize("sensitivity", [1, 3])
def test_masses_between_losses_are_those_of_the_listed_atoms(variance, sensitivity):
    loss = DiscreteGaussianLoss(variance, sensitivity).kept_near()
    cuts = [arb(-7), arb("-0.35"), arb("0.2"), arb(3)]
    for one, other in zip(loss.cells(cuts), PiecewiseLoss.cells(loss, cuts), strict=True):
        assert all(mine.overlaps(listed) for mine, listed in zip(one, other, strict=True))


def test_small_masses_have_as_many_digits_on_either_side():
    loss = DiscreteGaussianLoss(100).kept_near()
    cuts = [arb(-3), arb(3)]
    (below, _), _, (above, _) = loss.cells(cuts)
    # the noise k has the loss (1 - 2 k)/200: above 3 up to -300, below -3 from 301 on
    for mass, first in ((below, 301), (above - loss.infinite_mass(), 300)):
        expected = sum((loss.mass(k) for k in range(first, loss.last + 1)), arb(0))
        assert mass.rel_accuracy_bits() > 30
        assert mass.overlaps(expected)


@pytest.mark.parametrize(
    ("sigma", "rate", "runs", "delta"),
    [
        (1, "1e-9", 10**8, "1e-9"),
        pytest.param(10, "0.999", 300, "1e-5", marks=pytest.mark.slow),
        pytest.param(20, "0.001", 1000, "1e-9", marks=pytest.mark.slow),
        (100, "1e-4", 1, "1e-300"),
        (100, "1e-4", 2, "1e-300"),
        (100, "0.01", 10**8, "1e-9"),
    ],
)
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_a_bracket_is_narrow_and_holds(sigma, rate, runs, delta, direction):
    loss = SampledLoss(DiscreteGaussianLoss(Fraction(sigma) ** 2), Fraction(rate), direction)
    curve = PrivacyCurve([(loss, runs)])
    low, high = curve.bracket(Fraction(delta))
    assert 0 < low <= high <= low * (1 + Fraction(1, 10**5))
    assert curve.holds(high * (1 + Fraction(1, 1000)), Fraction(delta))
    assert not curve.holds(low * (1 - Fraction(1, 1000)), Fraction(delta))
    if runs in (300, 1000):  # of which two lattices tell enough
        below, above = Sandwich(((loss, runs),)).epsilon(Fraction(delta), float(high))
        assert below <= high
        assert low <= above


def test_what_is_rare_is_left_out_and_added():
    loss = SampledLoss(DiscreteGaussianLoss(4), Fraction(1, 10))
    near = loss.near(-60.0)
    assert near.base.size < loss.base.size
    assert loss.infinite_mass() < near.infinite_mass().upper() < 1e-25
    whole, part = (PrivacyCurve([(each, 10)]).delta(Fraction(1), 5) for each in (loss, near))
    assert whole.lower <= part.upper
    assert part.lower <= whole.upper
