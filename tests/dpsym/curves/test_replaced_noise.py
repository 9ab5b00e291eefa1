"""One record replaced in a Poisson sample: Laplace noise, against integrals of the definition."""

from fractions import Fraction

import mpmath as mp
import pytest
from sympy import Rational

from dpsym import DiscreteLaplace, ErasedResponse
from dpsym.conversion.replacement import replaced_mechanism
from dpsym.curves import LaplaceLoss, ReplacedLaplaceLoss, SampledLoss, curve
from dpsym.errors import NotApplicableError
from dpsym.guarantees import Mechanism, guarantee

RATE, CENT, DELTA = Fraction(1, 5), Rational(1, 100), Rational(1, 10**5)


def mixed(noise, shift, x):
    """Return the pair of densities at a place: the record of one side moves up, that of the other one down."""
    return tuple((4 * noise(x) + noise(x - side * shift)) / 5 for side in (1, -1))


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
    with pytest.raises(NotApplicableError, match="worst pair"):
        replaced_mechanism(Mechanism(ErasedResponse(1, 1), 1, CENT))
