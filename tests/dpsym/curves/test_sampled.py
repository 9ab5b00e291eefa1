"""Laplace noise, randomized response and others on Poisson samples: masses between losses, and brackets held against `mechanisms`."""

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import acb, arb, ctx
from sympy import Rational

from dpsym import Laplace
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
from dpsym.curves.lattice_bounds import Lattice
from dpsym.curves.runs import powered
from dpsym.curves.sampled_moments import Moments
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.selected_hull import SelectedLoss
from dpsym.curves.step_ratios import LaplaceRatio
from dpsym.errors import ParameterError
from dpsym.guarantees import guarantee
from mechanisms.accounting import LossDistribution

CENT, DELTA = Fraction(1, 100), Fraction(1, 10**5)
KNOWN = [
    (LaplaceLoss(Fraction(1)), LossDistribution.laplace(1.0)),
    (RandomizedResponseLoss(Fraction(1)), LossDistribution.randomized_response(1.0)),
    (GeometricLoss(Fraction(2)), LossDistribution.geometric(0.5)),
]


@pytest.mark.parametrize(
    "loss", [LaplaceLoss(Fraction(1)), TruncatedLaplaceLoss(Fraction(1), Fraction(3)), GeometricLoss(Fraction(2), 3)]
)
def test_masses_between_losses_add_up_to_the_curve(loss):
    with ctx.workprec(128):
        for eps in (Fraction(-1, 3), Fraction(0), Fraction(1, 7), Fraction(9, 10)):
            threshold = arb(eps.numerator) / eps.denominator
            cells = loss.cells([arb(-3), threshold, arb(7)])
            p, q = (sum((cell[side] for cell in cells[2:]), arb(0)) for side in (0, 1))
            if eps >= 0:
                assert abs(p - threshold.exp() * q - PrivacyCurve([(loss, 1)]).delta(eps).value) < 1e-18
                assert not abs(p - threshold.exp() * q - PrivacyCurve([(loss, 2)]).delta(eps).value) < 1e-3
            assert abs(sum((cell[0] for cell in cells), arb(0)) - 1) < 1e-30
            assert abs(sum((cell[1] for cell in cells), arb(0)) - 1) < 1e-30


@pytest.mark.cases(1 / 18)
@pytest.mark.parametrize(("loss", "law"), KNOWN)
@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize(("rate", "count"), [(CENT, 1), (CENT, 20), (Fraction(1, 10), 100)])
def test_the_bracket_meets_one_that_knows_no_formula(loss, law, direction, rate, count):
    truth = law.subsample(float(rate), direction).compose(count).epsilon(1e-5)
    low, high = Sandwich(((SampledLoss(loss, rate, direction), count),)).epsilon(DELTA, 1.0)
    assert truth.lower <= high * (1 + Fraction(1, 10**9))
    assert low <= truth.upper * (1 + 1e-9)
    assert low > high * Fraction(95, 100)
    half_low, half_high = Sandwich(((SampledLoss(loss, rate / 2, direction), count),)).epsilon(DELTA, 1.0)
    assert half_low < half_high < truth.lower


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_one_run_is_a_formula(direction):
    law = LossDistribution.laplace(1.0).subsample(0.01, direction)
    told = PrivacyCurve([(SampledLoss(LaplaceLoss(Fraction(1)), CENT, direction), 1)])
    bracket = law.epsilon(1e-5)
    found = told.epsilon(DELTA)
    assert bracket.lower <= found.upper <= found.lower * (1 + Fraction(1, 10**10)) <= bracket.upper * (1 + 1e-9)


def test_many_runs_begin_on_a_finer_lattice():
    loss = SampledLoss(RandomizedResponseLoss(Fraction(1)), CENT)
    with ctx.workprec(128):
        ends = []
        for above in (False, True):
            lattice = Lattice(1 / 128, 1024, float("-inf"), arb(10) ** -30, above)
            laid = powered(loss, lattice, 1000)
            assert laid.lattice.step == 1 / 128
            ends.append(laid.delta(Fraction(1)))
        truth = LossDistribution.randomized_response(1.0).subsample(0.01).compose(1000).delta(1.0)
        assert ends[0] <= truth.upper * (1 + 1e-9)
        assert truth.lower <= ends[1] * (1 + 1e-9)
        assert float(ends[1]) < 1.01 * truth.upper


def test_what_is_asked_of_a_guarantee():
    answer = guarantee(Laplace(1)).subsample(Rational(1, 100)).compose(20).to_approx(Rational(1, 10**5))
    assert answer.proof.route.endswith("loss_to_approx.curve")
    truth = LossDistribution.laplace(1.0).subsample(0.01).compose(20).epsilon(1e-5)
    assert truth.lower <= float(answer.number) < truth.upper * 1.001


def test_without_masses_there_is_no_sampled_loss():
    with pytest.raises(ParameterError, match="masses"):
        SampledLoss(SelectedLoss(LaplaceRatio(Fraction(1)), 20, 1, True), CENT)
    with pytest.raises(ParameterError, match="direction"):
        SampledLoss(KaryResponseLoss(Fraction(1), 3), CENT, "replace")


def integral(moments, w):
    """Return the same by adaptive integration in balls."""

    def inside(kappa):
        return lambda t, analytic: (
            kappa * (acb(w) * (1 + moments.q * (t.exp() - 1)).log(analytic=analytic) - t / 2).exp()
        )

    total = arb(0)
    for a, b, kappa in moments.intervals:
        near, far = (
            (b, a) if moments.sign > 0 else (a, b)
        )  # the end that counts, towards which one integrates by halves
        cuts = [far, *(near + (far - near) / 2**k for k in range(1, 40)), near]
        total += sum(
            acb.integral(inside(acb(kappa)), *map(acb, sorted(pair)), rel_tol=arb(2) ** -90).real
            for pair in pairwise(cuts)
        )
    return total


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("scale", [Fraction(1, 4), Fraction(1), Fraction(30)])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("c", [0.5, 1e3, 1e5])
def test_few_points_serve_at_every_abscissa(scale, sign, c):
    # far right only the losses next to one end count, which are few; the bound of the error says that they are enough
    with ctx.workprec(128):
        moments = Moments(LaplaceLoss(scale), Fraction(1, 2), sign)
        w = moments.power(arb(c))
        points, error = moments._sums(w, 1.0, 60.0)
        whole = sum((weight for _, weight in points), arb(0))
        assert len(points) < 400
        assert error < abs(whole) * arb("1e-20")
        exact = integral(moments, w)
        assert abs(whole - exact) < error + exact * arb("1e-25")
        assert not abs(whole * (1 + arb("1e-18")) - exact) < error + exact * arb("1e-25")


@pytest.mark.parametrize(
    ("deviation", "rate", "runs", "delta", "digits"),
    [
        (2, Fraction(1, 100), 10**4, Fraction(1, 10**6), 9),
        (1, Fraction(1, 2), 1000, Fraction(1, 10**9), 8),
        (100, Fraction(1, 100), 10**6, Fraction(1, 10**50), 9),
        (10, Fraction(999, 1000), 30, Fraction(1, 10), 6),
    ],
)
def test_atoms_have_as_many_digits_as_the_work_for_few_promises(deviation, rate, runs, delta, digits):
    curve = PrivacyCurve([(SampledLoss(DiscreteGaussianLoss(Fraction(deviation) ** 2), rate), runs)])
    low, high = curve.bracket(delta)
    assert 0 < high - low <= high / 10**digits
    fewer = curve.epsilon(delta, 4)
    assert fewer.lower < low <= high < fewer.upper
