"""A sample of fixed size, one record replaced: the pair of C_q(f), its composition, and what it must not fall below."""

import math
from fractions import Fraction
from itertools import product

import mpmath as mp
import numpy as np
import pytest
from flint import acb, arb, ctx
from sympy import Rational

from dpsym import Laplace
from dpsym.curves import (
    DiscreteGaussianLoss,
    FixedSizeLoss,
    GeometricLoss,
    KaryResponseLoss,
    LaplaceLoss,
    RandomizedResponseLoss,
    SampledLoss,
    SubsampledGaussianLoss,
    curve,
)
from dpsym.curves.sandwich import Sandwich, _Plan
from dpsym.errors import ParameterError
from dpsym.guarantees import guarantee
from tests.dpsym.curves.judging import delta_on_a_grid

RATE, CENT, DELTA = Fraction(1, 5), Rational(1, 100), Rational(1, 10**5)


def of_response(eps, rate, count, threshold):
    """Return delta of composed answers from the definition: losses a, 0 and -a by all their combinations."""
    truth, lie = mp.exp(eps) / (1 + mp.exp(eps)), 1 / (1 + mp.exp(eps))
    high = rate * truth + (1 - rate) * lie
    steps = [
        (mp.log(high / lie), high, lie),
        (mp.mpf(0), 1 - high - lie, 1 - high - lie),
        (mp.log(lie / high), lie, high),
    ]
    total = mp.mpf(0)
    for each in product(steps, repeat=count):
        p, q = mp.fprod(step[1] for step in each), mp.fprod(step[2] for step in each)
        total += max(p - mp.exp(threshold) * q, 0)
    return total


@pytest.mark.parametrize("count", [1, 2, 5])
def test_responses_are_between_bounds_that_hold_the_sum_over_all_answers(count):
    loss = FixedSizeLoss(SampledLoss(RandomizedResponseLoss(1), RATE))
    with mp.workdps(30):
        truth = of_response(mp.mpf(1), mp.mpf(1) / 5, count, mp.mpf("0.2"))
        ends = curve((loss, count)).delta_bracket(Fraction(1, 5))
        low, high = (mp.mpf(end.numerator) / end.denominator for end in ends)
        assert low <= truth <= high
        assert not low <= mp.mpf("1.02") * truth <= high  # what is off by a fiftieth is noticed


@pytest.mark.slow
@pytest.mark.parametrize(
    "removed",
    [
        SubsampledGaussianLoss(RATE, Fraction(1)),
        pytest.param(SampledLoss(LaplaceLoss(1), RATE), marks=pytest.mark.slow),
        pytest.param(SampledLoss(KaryResponseLoss(1, 3), RATE), marks=pytest.mark.slow),
        pytest.param(SampledLoss(DiscreteGaussianLoss(1), RATE), marks=pytest.mark.slow),
    ],
)
def test_it_dominates_every_choice_of_directions_and_is_alike_in_both(removed):
    loss, delta = FixedSizeLoss(removed), Fraction(1, 1000)
    above = curve((loss, 4)).bracket(delta)[1]
    for removals in (0, 2, 4):
        parts = [(removed, removals), (removed.reversed(), 4 - removals)]
        assert curve(*(part for part in parts if part[1])).bracket(delta)[0] <= above
    assert loss.reversed() == loss
    one, sampled = (curve((each, 1)).epsilon(delta) for each in (loss, removed))
    assert one.value.overlaps(sampled.value)  # of one run nothing is lost


def test_the_masses_of_both_sides_are_mirrored_and_make_a_whole():
    from flint import arb

    loss = FixedSizeLoss(SampledLoss(KaryResponseLoss(1, 5), RATE))
    places = [arb(x) for x in (-0.5, -0.125, 0, 0.125, 0.5)]
    cells = loss.cells(places)
    for (p, q), (other_q, other_p) in zip(cells[:2], cells[:3:-1], strict=True):
        assert p.overlaps(other_p)
        assert q.overlaps(other_q)
    for side in zip(*cells, strict=True):
        assert sum(side, arb(0)).overlaps(arb(1))
    assert loss.cells(places[:2] + places[3:])[2][0].overlaps(cells[2][0] + cells[3][0])


@pytest.mark.slow
def test_a_guarantee_on_a_sample_of_fixed_size_composes_by_its_loss():
    given = guarantee(Laplace(1), adjacency="replace").subsample(size=10, population=1000).compose(10)
    answer, poisson = given.to_approx(DELTA), guarantee(Laplace(1)).subsample(CENT).compose(10).to_approx(DELTA)
    assert answer.proof.route.startswith("without_replacement.loss > composition.loss")
    assert poisson.value.eps < answer.value.eps < 2 * poisson.value.eps
    assert given.kl().evalf() > 0


def test_the_loss_is_made_from_that_of_a_record_removed():
    with pytest.raises(ParameterError, match="record removed"):
        FixedSizeLoss(SampledLoss(LaplaceLoss(1), RATE, "add"))


def half_line(scale, rate, z):
    """Return the moments of Laplace noise on a sample of fixed size from the definition, as integrals over the output."""
    b, q = mp.mpf(scale), mp.mpf(rate)
    plain, moved = (lambda x, m=m: mp.exp(-abs(x - m) / b) / (2 * b) for m in (0, 1))

    def ratio(x):
        return 1 - q + q * moved(x) / plain(x)

    def both(x):
        return (ratio(x) ** (1 + z) + ratio(x) ** -z) * plain(x)

    parts = [mp.mpf("0.5"), 1, mp.inf]
    outside = 1 - mp.quad(lambda x: (ratio(x) + 1) * plain(x), parts)
    return outside + mp.quad(both, parts)


def test_the_moments_of_laplace_noise_are_the_integrals_over_the_output():
    loss = FixedSizeLoss(SampledLoss(LaplaceLoss(Fraction(1, 2)), RATE))
    with mp.workdps(25):
        truth = half_line("0.5", "0.2", mp.mpc(3, 5))
        with ctx.workprec(128):
            found = loss.on_line(arb(3), arb(5), 1, 1, 60.0)[0]
            assert abs(found - acb(arb(str(truth.real)), arb(str(truth.imag)))) < arb("1e-20")
            other = half_line("0.5", "0.2001", mp.mpc(3, 5))
            assert abs(found - acb(arb(str(other.real)), arb(str(other.imag)))) > arb("1e-6")


@pytest.mark.parametrize(("spread", "power"), [(1, 3), (Fraction(1, 2), 4), (5, Fraction(1, 100))])
def test_the_moments_of_normal_noise_are_the_integrals_over_the_loss(spread, power):
    loss = FixedSizeLoss(SubsampledGaussianLoss(RATE, Fraction(spread)))
    with ctx.workprec(128), mp.workdps(30):
        mu, here = 1 / mp.mpf(float(spread)), mp.mpf(loss.at_zero().mid().str(30, radius=False))

        def truth(rate, z):
            def both(t):
                log = mp.log1p(mp.mpf(rate) * mp.expm1(t))
                return (mp.exp((1 + z) * log) + mp.exp(-z * log)) * mp.npdf(t, -mu * mu / 2, mu)

            top = mu * (12 + (1 + z.real) * mu)
            return here + mp.quad(both, [top * k / 12 for k in range(13)])

        place, height = mp.mpc(float(power), 0.25), float(loss.at(arb(float(power))).mid())
        found = complex(loss.on_line(arb(float(power)), arb(0.25), 1, 1, 40.0)[0].mid())
        assert abs(found - complex(truth("0.2", place))) < 1e-13 * height
        assert abs(found - complex(truth("0.2001", place))) > 1e-9 * height
        assert abs(loss.log_mgf(float(power)) - math.log(height)) < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spread", "rate", "count"), [(1, "1/100", 300), ("1/2", "1/10", 200), (3, "1/2", 50), (10, "1/5", 10**5)]
)
def test_normal_noise_of_many_runs_is_exact_and_between_the_lattices(spread, rate, count):
    loss, delta = FixedSizeLoss(SubsampledGaussianLoss(Fraction(rate), Fraction(spread))), Fraction(1, 10**5)
    line = curve((loss, count)).epsilon(delta, 9)
    low, high = (
        Sandwich(((loss, count),))._threshold(delta, _Plan(2 * float(line.upper)), 512, above)
        for above in (False, True)
    )
    assert low <= line.lower <= line.upper <= high < Fraction(6, 5) * low
    assert not low <= curve((loss, 2 * count)).epsilon(delta, 4).lower <= high


@pytest.mark.parametrize(
    "removed",
    [SampledLoss(LaplaceLoss(1), RATE), SubsampledGaussianLoss(RATE, Fraction(1))],
    ids=["Laplace", "Gaussian"],
)
def test_no_moment_beyond_a_height_is_above_its_bound(removed):
    loss = FixedSizeLoss(removed)
    with ctx.workprec(128):
        bound, stretches = loss.decay(3.0), loss.revivals(arb(3))
        for height in (1, 5, 40):
            value = abs(loss.on_line(arb(3), arb(height), 1, 1, 60.0)[0])
            assert value <= bound(arb(height))
            share = stretches.ratio(arb(height), arb(height), 1 / arb(2 * height))
            assert value <= share * stretches.height
        assert bound(arb(40)) < 0.9 * loss.at(arb(3))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    "base", [LaplaceLoss(1), LaplaceLoss(Fraction(1, 5)), pytest.param(GeometricLoss(3, 3), marks=pytest.mark.slow)]
)
def test_many_runs_are_found_to_many_digits_between_bounds_on_lattices(base):
    loss = FixedSizeLoss(SampledLoss(base, RATE))
    runs = curve((loss, 300))
    low, high = runs.bracket(DELTA)
    assert high / low < 1 + Fraction(1, 10**4)
    below, above = Sandwich(runs.components).epsilon(Fraction(DELTA), float(high))
    assert below <= high
    assert low <= above


def on_a_grid(eps, count, width, points, up):
    """Return delta of Laplace noise of scale 1 at a share of a fifth with losses rounded up, or down, to a grid, by Fourier transforms."""
    edges = np.linspace(0.5, 1, 20001)
    places, spacing = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    ratio, plain = 0.8 + 0.2 * np.exp(2 * places - 1), np.exp(-places) / 2 * spacing
    losses = np.append(np.log(ratio), math.log(0.8 + 0.2 * math.e))
    others = np.append(plain, math.exp(-1) / 2)
    return delta_on_a_grid(losses, others * np.exp(losses), others, count, eps, width, points, up)


def test_many_runs_of_laplace_noise_have_twelve_digits_between_two_roundings_of_the_losses():
    eps = curve((FixedSizeLoss(SampledLoss(LaplaceLoss(1), RATE)), 300)).epsilon(DELTA)
    assert eps.digits >= 12
    low, high = (on_a_grid(float(eps.lower), 300, 5e-4, 1 << 18, up) for up in (False, True))
    assert low < 1e-5 < high < 1.5 * low
    assert (
        not on_a_grid(0.99 * float(eps.lower), 300, 5e-4, 1 << 18, False) < 1e-5
    )  # what is off by a hundredth is noticed
