"""Symmetric noise on the integers, a record replaced in a sample: against sums over all outputs from the definition."""

from fractions import Fraction
from itertools import product

import mpmath as mp
import pytest
from flint import ctx
from sympy import Rational

from dpsym import Binomial, DiscreteGaussian, DiscreteLaplace, Skellam
from dpsym import Poisson as PoissonLaw
from dpsym.conversion.replacement import replaced_mechanism
from dpsym.curves import FixedSizeCountLoss, GeometricLoss, ReplacedCountLoss, ReplacedGeometricLoss, curve
from dpsym.curves.counts import BinomialNoise, PoissonNoise, SkellamNoise
from dpsym.curves.mixed_counts import TwoSidedNoise
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees import Mechanism, guarantee

RATE, EPS, HALF_SCALE = Fraction(1, 5), Fraction(1, 10), Fraction(1, 2)
NOISES = {
    "skellam": (SkellamNoise(2, 2), lambda k: mp.exp(-4) * mp.besseli(abs(k), 4)),
    "binomial": (
        BinomialNoise(12, Fraction(1, 2)),
        lambda k: mp.binomial(12, k) / 2**12 if 0 <= k <= 12 else mp.mpf(0),
    ),
    "discrete gaussian": (TwoSidedNoise(Fraction(1, 3), 2), lambda k: mp.exp(-mp.mpf(k * k) / 3)),
}
PLACES = range(-40, 53)


def replaced(noise, shift):
    """Return the masses of both laws at each output, one record up and the other one down."""
    return [tuple((4 * noise(k) + noise(k - side * shift)) / 5 for side in (1, -1)) for k in PLACES]


def fixed_size(noise, shift):
    """Return the pair whose trade-off function is C_q(f): mixture against noise where it is the greater one, mirrored, and the rest."""
    above = [((4 * noise(k) + noise(k - shift)) / 5, noise(k)) for k in PLACES if noise(k - shift) > noise(k)]
    rest = 1 - mp.fsum(p + q for p, q in above)
    return [*above, *((q, p) for p, q in above), (rest, rest)]


def summed(pairs, count, eps):
    """Return delta of so many runs, over all their outputs."""
    pairs = [pair for pair in pairs if max(pair) > mp.mpf("1e-22")]
    return mp.fsum(
        max(mp.fprod(one[0] for one in each) - mp.exp(eps) * mp.fprod(one[1] for one in each), 0)
        for each in product(pairs, repeat=count)
    )


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("name", NOISES)
@pytest.mark.parametrize(("made", "listed"), [(ReplacedCountLoss, replaced), (FixedSizeCountLoss, fixed_size)])
@pytest.mark.parametrize(("count", "shift"), [(1, 1), (1, 3), (2, 1)])
def test_it_is_what_the_sum_over_all_outputs_says(name, made, listed, count, shift):
    loss, mass = made(NOISES[name][0], shift, RATE), NOISES[name][1]
    with mp.workdps(30):
        whole = mp.fsum(mass(k) for k in PLACES)
        truth = summed(listed(lambda k: mass(k) / whole, shift), count, mp.mpf(1) / 10)
        found = curve((loss, count)).delta(EPS, 15)
        low, high = (mp.mpf(end.numerator) / end.denominator for end in (Fraction(found.lower), Fraction(found.upper)))
        slack = mp.mpf("1e-18")
        assert low - slack <= truth <= high + slack
        assert not low - slack <= truth * mp.mpf("1.0000001") <= high + slack


@pytest.mark.parametrize("shift", [1, 2])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_geometric_noise_is_what_the_sum_over_all_outputs_says(shift, count):
    loss = ReplacedGeometricLoss(GeometricLoss(Fraction(3, 2), shift), RATE)
    with mp.workdps(30):
        noise = lambda k: mp.exp(-abs(k) / mp.mpf("1.5")) * mp.tanh(mp.mpf(1) / 3)  # noqa: E731
        inner = [
            tuple((4 * noise(k) + noise(k - side * shift)) / 5 for side in (1, -1)) for k in range(1 - shift, shift)
        ]
        ends = [
            tuple(mp.fsum((4 * noise(k) + noise(k - side * shift)) / 5 for k in range(shift, 120)) for side in (1, -1))
        ]
        truth = summed([*inner, *ends, *(pair[::-1] for pair in ends)], count, mp.mpf(1) / 10)
        found = float(curve((loss, count)).delta(EPS, 15).value.mid())
        assert found == pytest.approx(float(truth), rel=1e-13)
        assert found != pytest.approx(float(truth) * (1 + 1e-9), rel=1e-13)


def test_what_is_left_out_of_a_law_counts_on_both_sides():
    loss = FixedSizeCountLoss(SkellamNoise(2, 2), 1, RATE)
    with ctx.workprec(3000):
        found = loss.atoms()
        masses, others = sum(found.masses), sum(found.others)
        assert (masses + found.infinite).contains(1)
        assert (others + found.missing).contains(1)
        assert found.infinite.upper() > 0
        assert not (masses * 1.000001 + found.infinite).contains(1)


def test_noise_that_is_not_symmetric_and_moves_off_the_integers_are_refused():
    for made in (ReplacedCountLoss, FixedSizeCountLoss):
        with pytest.raises(ParameterError, match="symmetric"):
            made(PoissonNoise(3), 1, RATE)
        with pytest.raises(ParameterError, match="positive integer"):
            made(SkellamNoise(2, 2), Fraction(1, 2), RATE)
    with pytest.raises(ParameterError, match="geometric"):
        ReplacedGeometricLoss(SkellamNoise(2, 2), RATE)
    with pytest.raises(NotApplicableError, match="worst pair"):
        replaced_mechanism(Mechanism(PoissonLaw(3), 1, Rational(1, 100)))
    assert replaced_mechanism(Mechanism(Skellam(3, 3), 1, Rational(1, 100))).replaced


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    "law", [DiscreteGaussian(0, 2), Skellam(3, 3), Binomial(40, Rational(1, 2)), DiscreteLaplace(0, 2)]
)
def test_guarantees_compose_by_these_losses(law):
    one = guarantee(law).subsample(Rational(1, 10)).compose(4)
    answers = [
        one.to_replace().to_approx(Rational(1, 10**5)),
        guarantee(law, adjacency="replace").subsample(size=10, population=100).compose(4).to_approx(Rational(1, 10**5)),
    ]
    assert all(answer.proof.route.endswith("loss_to_approx.curve") for answer in answers)
    assert one.to_approx(Rational(1, 10**5)).number <= answers[1].number < answers[0].number


def test_geometric_noise_has_a_threshold_at_deltas_that_only_the_greatest_loss_reaches():
    loss = ReplacedGeometricLoss(GeometricLoss(HALF_SCALE), Fraction(1, 2))
    low, high = curve((loss, 5)).bracket(Fraction(1, 10**300))
    assert low <= Fraction(10) <= high
    assert high - low < Fraction(1, 10**8)
    assert abs(float(loss.greatest_loss().mid()) - 2) < 1e-14  # (1 + e^2)/(1 + e^-2) = e^2
    assert not curve((loss, 6)).bracket(Fraction(1, 10**300))[0] <= Fraction(10)
