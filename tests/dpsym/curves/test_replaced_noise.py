"""One record replaced in a Poisson sample: Laplace noise and noise on the integers, against sums and integrals of the definition."""

from fractions import Fraction
from itertools import product

import mpmath as mp
import pytest
from flint import ctx
from sympy import Rational

from dpsym import DiscreteLaplace, KaryResponse
from dpsym.conversion.replacement import replaced_mechanism
from dpsym.curves import (
    DiscreteGaussianLoss,
    GeometricLoss,
    LaplaceLoss,
    ReplacedLaplaceLoss,
    ReplacedLatticeLoss,
    SampledLoss,
    curve,
)
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees import Mechanism, guarantee

RATE, CENT, DELTA = Fraction(1, 5), Rational(1, 100), Rational(1, 10**5)
LATTICE = {
    "geometric": (GeometricLoss(Fraction(3, 2), 2), lambda k: mp.exp(-abs(k) / mp.mpf("1.5")), 2),
    "discrete gaussian": (DiscreteGaussianLoss(Fraction(3, 2)), lambda k: mp.exp(-mp.mpf(k * k) / 3), 1),
}


def mixed(noise, shift, x):
    """Return the pair of densities at a place: the record of one side moves up, that of the other one down."""
    return tuple((4 * noise(x) + noise(x - side * shift)) / 5 for side in (1, -1))


@pytest.mark.parametrize("name", LATTICE)
@pytest.mark.parametrize("count", [1, 2])
def test_noise_on_the_integers_is_what_the_sum_over_all_outputs_says(name, count):
    loss, noise, shift = LATTICE[name]
    eps = Fraction(1, 10)
    with mp.workdps(30):
        norm = mp.fsum(noise(k) for k in range(-140, 141))
        points = [[each / norm for each in mixed(noise, shift, k)] for k in range(-110, 111)]
        truth = mp.fsum(
            max(mp.fprod(one[0] for one in each) - mp.exp(mp.mpf(1) / 10) * mp.fprod(one[1] for one in each), 0)
            for each in product(points, repeat=count)
        )
        ends = curve((ReplacedLatticeLoss(loss, RATE), count)).delta_bracket(eps)
        low, high = (mp.mpf(end.numerator) / end.denominator for end in ends)
        assert low <= truth <= high
        assert not low <= mp.mpf("1.03") * truth <= high


@pytest.mark.parametrize(("variance", "shift"), [(Fraction(1), 1), (Fraction(1), 5), (Fraction(1, 10000), 1)])
def test_what_is_left_out_of_both_laws_is_in_the_infinite_mass(variance, shift):
    loss = ReplacedLatticeLoss(DiscreteGaussianLoss(variance, shift), Fraction(1, 2))
    with ctx.workprec(100):
        kept = len(loss._atoms())
        first = (loss.base.mass(kept + 1) + loss.base.mass(kept + 1 - shift)) / 2
        assert first <= loss.infinite_mass().upper()
        assert (
            not loss.base.mass(kept + 1 - 2 * shift) / 2 <= loss.infinite_mass().upper()
        )  # what a shift less would leave out


def test_laplace_noise_is_what_the_integral_says():
    eps, scale = Fraction(1, 20), Fraction(5, 4)
    loss = ReplacedLaplaceLoss(LaplaceLoss(scale), RATE)
    with mp.workdps(30):
        noise = lambda x: mp.exp(-abs(x) / mp.mpf("1.25")) / mp.mpf("2.5")  # noqa: E731

        def excess(x):
            p, q = mixed(noise, 1, x)
            return p - mp.exp(mp.mpf(1) / 20) * q

        start = mp.findroot(excess, (0, 1), solver="anderson")
        truth = mp.quad(excess, [start, 1, 5, 40])
    found = curve((loss, 1)).delta(eps, 15)
    assert abs(float(found.value.mid()) - truth) < mp.mpf("1e-12")
    assert abs(float(curve((SampledLoss(LaplaceLoss(scale), RATE), 1)).delta(eps, 15).value.mid()) - truth) > mp.mpf(
        "1e-3"
    )


def test_the_greatest_loss_is_that_of_both_records_at_the_end():
    loss = ReplacedLaplaceLoss(LaplaceLoss(1), RATE)
    top = mp.log((mp.mpf(4) + mp.e) / (4 + 1 / mp.e))
    assert abs(float(loss.greatest_loss().mid()) - top) < 1e-14
    assert curve((loss, 1)).delta(Fraction(float(top) * 1.001), 5).value == 0
    assert curve((loss, 1)).delta(Fraction(float(top) * 0.999), 5).value > 0


def test_guarantees_for_a_record_replaced_are_closer_than_those_of_a_group_of_two():
    given = guarantee(DiscreteLaplace(1)).subsample(CENT).compose(8)
    answer = given.to_replace().to_approx(DELTA)
    assert answer.proof.route.startswith("poisson.loss > composition.loss > replaced.loss")
    assert given.to_approx(DELTA).value.eps < answer.value.eps < 0.2
    with pytest.raises(ParameterError, match="integers"):
        ReplacedLatticeLoss(LaplaceLoss(1), RATE)
    with pytest.raises(NotApplicableError, match="worst pair"):
        replaced_mechanism(Mechanism(KaryResponse(1, 3), 1, CENT))
