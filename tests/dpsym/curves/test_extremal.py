"""Losses whose moments do not fall: the ball holds finite sums and enumerations, each bound holds, and its false twin does not."""

import itertools
import math
import random
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from flint import acb, arb, ctx

from dpsym.curves import (
    DiscreteGaussianLoss,
    GeometricLoss,
    KaryResponseLoss,
    LaplaceLoss,
    PrivacyCurve,
    RandomizedResponseLoss,
    SampledLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.extremal import Extremal
from dpsym.curves.finite_sum import FiniteSum
from dpsym.curves.grouped import Grouped, Pairs
from dpsym.curves.listed import Listed
from dpsym.curves.one_sided import OneSided
from dpsym.curves.planning import Plan
from dpsym.curves.scan import FewScan, ManyScan
from dpsym.curves.two_atoms import TwoAtoms
from mechanisms.accounting import LossDistribution, compose

F = Fraction
DELTA = F(1, 10**6)
MIXES = [
    ((LaplaceLoss(F(7, 3)), 3), (RandomizedResponseLoss(F(3, 7)), 4)),
    ((KaryResponseLoss(F(1, 3), 10), 12), (GeometricLoss(F(5, 2), 2), 3)),
    ((LaplaceLoss(3), 6), (LaplaceLoss(F(10, 3)), 5)),
]


def extremal(parts, eps, nats):
    return Extremal(parts, Evaluator(parts, nats)._plan(eps, None, None, 0.5), eps, Effort())


@pytest.mark.parametrize("parts", MIXES)
def test_the_ball_holds_the_finite_sum_and_not_that_of_one_step_more(parts):
    eps = F(sum(count * loss.positions[-1] for loss, count in parts)) / 2
    with ctx.workprec(200):
        exact = FiniteSum(parts, Effort(), eps).delta(eps)
        more = FiniteSum((*parts[:-1], (parts[-1][0], parts[-1][1] + 1)), Effort(), eps).delta(eps)
    with ctx.workprec(100):
        found = extremal(parts, eps, 12.0).delta(eps)
    assert found.contains(exact)
    assert found.rad() < 1e-4 * exact
    assert not found.contains(more)


def test_both_ends_are_needed():
    """With functions that touch at few points delta lies strictly between, so that neither sum alone is a value."""
    parts, eps = MIXES[0], F(2)
    with ctx.workprec(200):
        exact = FiniteSum(parts, Effort(), eps).delta(eps)
    with ctx.workprec(120):
        road = extremal(parts, eps, 15.0)
        road._lay(40.0)
        low, high = road._ends(eps)
    assert low < exact < high
    assert high - low > 1e-6 * exact


def function(x, c, tau, place, slope=None):
    """Return a function that touches exp(-cx) (1 - exp(-x)) at (n + place) tau, n from 0 on, with the slope given at n = 0."""
    total = mp.mpf(0)
    for n in range(200):
        at = tau * (n + place)
        value, change = mp.exp(-c * at) - mp.exp(-(c + 1) * at), (c + 1) * mp.exp(-(c + 1) * at) - c * mp.exp(-c * at)
        total += value / (x / tau - n - place) ** 2
        total += (slope if n == 0 and slope is not None else tau * change) / (x / tau - n - place)
    return (mp.sin(mp.pi * (x / tau - place)) / mp.pi) ** 2 * total


def phi(s):
    return s / (1 - mp.exp(-s))


@pytest.mark.slow
@pytest.mark.parametrize(("c", "tau"), [("2.3", "0.4"), ("0.2", "1.1"), ("9", "0.05")])
def test_one_function_is_below_and_one_above_and_their_twins_are_not(c, tau):
    with mp.workdps(30):
        c, tau = mp.mpf(c), mp.mpf(tau)
        corner = phi(tau * (c + 1)) - phi(tau * c)
        place = mp.log(phi(tau * (c + 1)) / phi(tau * c)) / tau
        points = [tau * (k + mp.mpf("0.37")) for k in (-90, -30, -9, -3, -2, -1, 0, 1, 2, 5, 20, 90)]
        loss = [mp.exp(-c * x) * (1 - mp.exp(-x)) if x > 0 else mp.mpf(0) for x in points]
        off = lambda *more: [function(x, c, tau, *more) - y for x, y in zip(points, loss, strict=True)]  # noqa: E731
        assert max(off(mp.mpf(0), tau - corner)) <= 0 <= min(off(place))
        assert max(off(mp.mpf(0), (tau - corner) * mp.mpf("1.1"))) > 0
        assert max(off(mp.mpf(0), (tau - corner) * mp.mpf("0.9"))) > 0
        assert min(off(place * mp.mpf("1.1"))) < 0
        assert min(off(place * mp.mpf("0.9"))) < 0


def test_the_weights_are_the_transforms_of_the_functions():
    c, tau, step = mp.mpf("0.7"), mp.mpf("0.8"), "0.9"
    with mp.workdps(20), ctx.workprec(120):
        corner = phi(tau * (c + 1)) - phi(tau * c)
        place = mp.log(phi(tau * (c + 1)) / phi(tau * c)) / tau
        found = list(OneSided(arb("0.7"), arb(step), arb("0.8")).weights(0, 4))
        for k in (0, 1, 3):
            for way, more in enumerate([(mp.mpf(0), tau - corner), (place,)]):
                # the rule of a step below the width of the band, over a wide range: only the tails, of 1/x^2, are missing
                size, reach = float(tau) / 8, 4000
                places = size * (np.arange(-reach, reach) + 0.37)
                total = size * (wide(places, c, tau, *more) * np.exp(-1j * float(step) * k * places)).sum()
                value = found[k][way] * (1 if k else 2)
                assert abs(complex(total) - complex(float(value.real.mid()), float(value.imag.mid()))) < 2e-5
                assert abs(complex(total) - complex(float(value.real.mid()), -float(value.imag.mid()))) > 1e-2 * (k > 0)


def wide(x, c, tau, place, slope=None):
    """Return the same function at many places from few terms: those that are left out are small."""
    total = np.zeros_like(x)
    c, tau, place = float(c), float(tau), float(place)
    for n in range(70):
        at = tau * (n + place)
        change = (c + 1) * math.exp(-(c + 1) * at) - c * math.exp(-c * at)
        u = x / tau - n - place
        total += (math.exp(-c * at) - math.exp(-(c + 1) * at)) / u**2
        total += (float(slope) if n == 0 and slope is not None else tau * change) / u
    return (np.sin(np.pi * (x / tau - place)) / np.pi) ** 2 * total


def test_losses_multiplied_out_are_the_product_of_their_moments():
    parts = (
        *((LaplaceLoss(F(7 + k, 3)), 1 + k // 3) for k in range(5)),
        *((RandomizedResponseLoss(F(1 + k, 7)), 2) for k in range(4)),
        (TruncatedLaplaceLoss(2, 7), 2),
        (KaryResponseLoss(1, 10), 1),
    )
    c, step = arb("2.5"), arb("0.75")
    with ctx.workprec(100):
        found = Grouped(parts).on_line(c, step, 5, 7, 60.0, Effort())
        for k, value in enumerate(found, 5):
            exact = acb(1)
            for loss, count in parts:
                exact *= loss.on_line(c, step, k, 1, 60.0)[0] ** count
            assert value.overlaps(exact)
            assert float(abs(value - exact).upper()) < 1e-15 * float(abs(exact).mid())
        assert not found[0].overlaps(found[1])


def test_a_product_by_pairs_keeps_the_digits_that_one_after_the_other_loses():
    turn = acb(0, "0.7").exp()
    with ctx.workprec(64):
        pairs, row = Pairs([acb(1)]), acb(1)
        for _ in range(100):
            factor = acb(arb("0.9"), arb("0.3")) * turn
            pairs.add([factor], 2)
            row *= factor * factor
        (found,) = pairs.product()
    with ctx.workprec(400):
        exact = (acb(arb("0.9"), arb("0.3")) * acb(0, "0.7").exp()) ** 200
    assert found.contains(exact.mid())
    assert row.contains(exact.mid())
    assert found.real.rad() < 1e-12 * abs(exact)
    assert row.real.rad() > 1e-8 * abs(exact)


@pytest.mark.parametrize("name", [pytest.param("Laplace", marks=pytest.mark.slow), "response"])
def test_thirty_different_mechanisms_have_nine_digits_and_agree_with_a_sum(name):
    """Of few rates, many times each, the finite sum is exact; told apart by a hair they are thirty different ones."""
    family = (lambda rate: LaplaceLoss(1 / rate)) if name == "Laplace" else RandomizedResponseLoss
    low, high = PrivacyCurve([(family(F(1, 8) + F(k, 10**14)), 1) for k in range(30)]).bracket(DELTA)
    same = PrivacyCurve([(family(F(1, 8)), 30)]).epsilon(DELTA, 12)
    assert high / low - 1 < F(1, 10**9)
    assert low < same.lower * (1 + F(1, 10**10))
    assert high > same.upper * (1 - F(1, 10**10))
    twin = PrivacyCurve([(family(F(1, 8) + F(1, 10**8)), 30)]).epsilon(DELTA, 12)
    assert twin.lower > high


@pytest.mark.parametrize("seed", range(10))
def test_a_bad_plan_widens_the_ball_and_never_misses(seed):
    rng = random.Random(seed)
    parts, eps = MIXES[seed % 3], F(rng.randint(5, 25), 10)
    with ctx.workprec(200):
        exact = FiniteSum(parts, Effort(), eps).delta(eps)
    plan = Evaluator(parts, 9.0)._plan(eps, None, None, 0.5)
    right, saddle = plan.c * rng.uniform(2.1, 9), plan.saddle * rng.uniform(0.3, 2)
    left = rng.choice((0.0, -1.0, -1 - plan.c * rng.uniform(0.1, 5)))
    bad = Plan(plan.c * rng.uniform(0.5, 1.5), plan.period, left, right, plan.log_delta, plan.log_error, saddle, 0.0)
    with ctx.workprec(rng.choice((40, 53, 100))):
        assert Extremal(parts, bad, eps, Effort()).delta(eps).contains(exact)


def reference_moment(base, q, sign, z):
    """Return M(z) from the densities of Laplace noise, truncated or not."""
    b, d = mp.mpf(int(base.scale.numerator)) / int(base.scale.denominator), mp.mpf(int(base.sensitivity))
    width = getattr(base, "width", None)
    end = 60 * b if width is None else mp.mpf(int(width.numerator)) / int(width.denominator)
    f = lambda x: mp.exp(-abs(x) / b)  # noqa: E731
    norm = 2 * mp.quad(f, [0, end])

    def integrand(x):
        ratio = 1 - q + (q * f(x - d) / f(x) if x > d - end else 0)
        return f(x) / norm * (ratio ** (1 + z) if sign > 0 else ratio ** (-z))

    cuts = {-end, mp.mpf(0), d, end, d - end}
    return mp.quad(integrand, sorted(cut for cut in cuts if abs(cut) <= end))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    "base", [LaplaceLoss(F(1, 3)), LaplaceLoss(10), TruncatedLaplaceLoss(2, 7), TruncatedLaplaceLoss(2, F(3, 2), 2)]
)
def test_the_moments_on_a_sample_are_those_of_the_densities(base, sign):
    loss = SampledLoss(base, F(1, 10), "remove" if sign > 0 else "add")
    with ctx.workprec(150), mp.workdps(30):
        found = loss.on_line(arb("2.5"), arb("0.75"), 3, 3, 60.0)[1]
        exact = reference_moment(base, mp.mpf(1) / 10, sign, mp.mpc("2.5", "3"))
        distance = abs(found - acb(arb(mp.nstr(exact.real, 25)), arb(mp.nstr(exact.imag, 25))))
        bounds = loss.decay(2.5)(arb("2.9"))
    assert distance < 1e-18
    assert bounds >= abs(found)


def test_listed_atoms_are_those_of_an_enumeration():
    loss = SampledLoss(GeometricLoss(F(3, 2), 2), F(1, 7))
    eps = F(1, 5)
    with ctx.workprec(200):
        atoms = loss.listed_atoms()
        found = Listed(loss.listed_atoms, 4, Effort()).delta(eps)
        exact = twin = arb(0)
        for run in itertools.product(atoms, repeat=4):
            total, p = arb(0), arb(1)
            for place, mass in run:
                total, p = total + place, p * mass
            exact += (p * (1 - (arb(1) / 5 - total).exp())).max(arb(0))
            twin += p * (1 - (arb(1) / 5 - total).exp())
    assert found.overlaps(exact)
    assert found.rad() < 1e-40
    assert not found.overlaps(twin)


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_a_list_agrees_with_two_binomial_tails(direction):
    loss = SampledLoss(RandomizedResponseLoss(1), F(1, 100), direction)
    with ctx.workprec(300):
        one, two = Listed(loss.listed_atoms, 50, Effort()), TwoAtoms(loss.atoms, 50)
        assert one.delta(F(1, 10)).overlaps(two.delta(F(1, 10)))
        assert not one.delta(F(1, 10)).overlaps(two.delta(F(1, 10) + F(1, 10**12)))


@pytest.mark.parametrize("many", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_scan_bounds_the_moments_on_whole_stretches_and_its_middles_alone_do_not(many, monkeypatch):
    parts = (
        tuple((LaplaceLoss(F(2000 + 20 * k, 300)), 1) for k in range(60))
        if many
        else ((SampledLoss(KaryResponseLoss(1, 10), F(1, 10)), 40),)
    )
    c, step = arb(4), arb("0.25")
    scan = (ManyScan if many else FewScan)(parts, c, step)
    assert scan.nodes > 1
    inverse = 1 / (2 * step * scan.nodes * 9)
    bounds = scan.bounds(10, 40, inverse, -math.inf)
    monkeypatch.setattr(type(scan), "_half", 0.0)
    tighter = scan.bounds(10, 40, inverse, -math.inf)
    rng, holds, fails = random.Random(5), [], 0
    for _ in range(300):
        stretch = rng.randrange(40)
        node = (10 + stretch) * scan.nodes + rng.choice((-1, 1)) * (scan.nodes // 2)
        size = arb(0)
        for loss, count in parts:
            size += count * (abs(loss.on_line(c, step, node, 1, 60.0)[0]) / loss.at(c)).log()
        holds.append(bool(size <= bounds[stretch]))
        fails += bool(size > (2 * bounds[stretch] if many else tighter[stretch]))
    assert all(holds)
    assert fails > 0


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_sampled_laplace_noise_lies_between_the_ends_of_the_numeric_accountant(direction):
    low, high = PrivacyCurve([(SampledLoss(LaplaceLoss(1), F(1, 100), direction), 1000)]).bracket(DELTA)
    other = LossDistribution.laplace(1.0).subsample(0.01, direction).compose(1000).epsilon(1e-6)
    assert high / low - 1 < F(1, 10**9)
    assert other.lower <= high
    assert low <= other.upper
    twin, _ = PrivacyCurve([(SampledLoss(LaplaceLoss(1), F(101, 10000), direction), 1000)]).bracket(DELTA)
    assert twin > other.upper


@pytest.mark.slow
def test_different_laplace_noise_lies_between_the_ends_of_the_numeric_accountant():
    scales = [F(20 + k, 3) for k in range(30)]
    low, high = PrivacyCurve([(LaplaceLoss(scale), 1) for scale in scales]).bracket(DELTA)
    other = compose(*(LossDistribution.laplace(float(scale)) for scale in scales)).epsilon(1e-6)
    assert high / low - 1 < F(1, 10**9)
    assert other.lower <= high
    assert low <= other.upper
    assert float(other.upper - other.lower) < 1e-2 * other.upper


def test_a_census_has_ten_digits():
    """Discrete Gaussian noise of 48 incommensurable variances: a budget of 2.56 shared as a census does, over geographies and tables."""
    shares = [F(104, 4099), F(1440, 4099), F(447, 4099), F(687, 4099), F(1256, 4099), F(165, 4099)]
    tables = [F(5, 4097), F(9, 4097), F(5, 4097), F(52, 4097), F(9, 4097), F(21, 4097), F(233, 4097), F(3763, 4097)]
    parts = [(DiscreteGaussianLoss(1 / (F(256, 100) * one * other)), 1) for one in shares for other in tables]
    low, high = PrivacyCurve(parts).bracket(F(1, 10**10))
    assert high / low - 1 < F(1, 10**9)
    sigma = float(sum(1 / loss.variance for loss, _ in parts)) ** -0.5
    near = LossDistribution.gaussian(sigma).epsilon(1e-10)
    assert 0.95 * near.lower < low < high < 1.05 * near.upper


@pytest.mark.slow
def test_hundreds_of_different_mechanisms_have_nine_digits():
    parts = [(LaplaceLoss(F(2000 + 8 * k, 100)), 1) for k in range(250)]
    low, high = PrivacyCurve(parts).bracket(DELTA)
    assert high / low - 1 < F(1, 10**9)
    assert not PrivacyCurve(parts).holds(low * (1 - F(1, 10**3)), DELTA)
