"""One record replaced: the pair dominates, its composition is the one that integration finds, and half the noise is told apart."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from flint import arb, ctx
from scipy.special import ndtr
from sympy import Rational

from dpsym import Gaussian, KaryResponse, Laplace, RandomizedResponse
from dpsym.conversion import replaced_mechanism
from dpsym.curves import PrivacyCurve, ReplacedGaussianLoss, SubsampledGaussianLoss
from dpsym.curves.sandwich import Sandwich
from dpsym.errors import NotApplicableError
from dpsym.guarantees import PureDP, guarantee
from dpsym.guarantees.mechanism import Mechanism
from mechanisms.accounting import Law, LossDistribution
from mechanisms.families.mixtures import gaussian_replaced_pair

CENT, DELTA = Fraction(1, 100), Fraction(1, 10**5)


def mixture(rate, sigma, move):
    """Return the law of the output where the record moves it, for `mechanisms.accounting`."""
    tails = lambda x: (ndtr(x / sigma), ndtr((x - move) / sigma))  # noqa: E731
    both = lambda one, other: (1 - rate) * one + rate * other  # noqa: E731
    return Law(
        lambda x: (
            np.logaddexp(math.log1p(-rate) - (x / sigma) ** 2 / 2, math.log(rate) - ((x - move) / sigma) ** 2 / 2)
            - math.log(sigma * math.sqrt(2 * math.pi))
        ),
        lambda x: both(*tails(x)),
        lambda x: both(ndtr(-x / sigma), ndtr((move - x) / sigma)),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "sigma", "count"), [(0.01, 1.0, 1), (0.1, 2.0, 4), (0.5, 4.0, 30)])
def test_a_bracket_that_knows_no_formula_holds_it(rate, sigma, count):
    law = LossDistribution.from_pair(mixture(rate, sigma, 1.0), mixture(rate, sigma, -1.0), (-40 * sigma, 40 * sigma))
    found = law.compose(count).epsilon(float(DELTA))
    given = guarantee(Gaussian(Rational(str(sigma)))).subsample(Rational(str(rate))).compose(count).to_replace()
    told = float(given.epsilon(Rational(1, 10**5)))
    assert found.lower <= told * (1 + 1e-9)
    assert told <= found.upper * (1 + 1e-9)
    half = guarantee(Gaussian(Rational(str(sigma)) / 2)).subsample(Rational(str(rate))).compose(count).to_replace()
    assert not float(half.epsilon(Rational(1, 10**5))) <= found.upper
    one_sided = guarantee(Gaussian(Rational(str(sigma)))).subsample(Rational(str(rate))).compose(count)
    assert not float(one_sided.epsilon(Rational(1, 10**5))) >= found.lower


@pytest.mark.slow
def test_the_line_lies_between_the_lattices():
    count = 5
    loss = ReplacedGaussianLoss(CENT, Fraction(1))
    exact = PrivacyCurve([(loss, count)]).epsilon(DELTA, 9)
    low, high = Sandwich(((loss, count),)).epsilon(DELTA, 0.5)
    assert low <= exact.lower <= exact.upper <= high
    assert high < low * Fraction(101, 100)


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "sigma"), [(Fraction(1, 10), Fraction(2)), (Fraction(9, 10), Fraction(1, 2))])
def test_the_moments_are_the_integrals(rate, sigma):
    q, s = mp.mpf(rate.numerator) / rate.denominator, mp.mpf(sigma.numerator) / sigma.denominator
    ratio = lambda g: 1 - q + q * mp.exp(g / s - 1 / (2 * s * s))  # noqa: E731
    with ctx.workprec(128):
        values = ReplacedGaussianLoss(rate, sigma).on_line(arb(1.5), arb(0.75), 0, 4, 50)
        decay = ReplacedGaussianLoss(rate, sigma).decay(1.5)
        for k, value in enumerate(values):
            w = mp.mpc(1.5, 0.75 * k)
            truth = mp.quad(lambda g, w=w: mp.npdf(g) * ratio(g) ** (1 + w) * ratio(-g) ** -w, mp.linspace(-12, 24, 40))
            assert abs(complex(truth) - complex(value.mid())) < 1e-13 * abs(complex(truth))
            assert k == 0 or decay(arb(0.75 * k)) >= abs(value).lower()


def test_one_run_is_the_hockey_stick_of_its_pair():
    pair = gaussian_replaced_pair(0.1, 1.0, 2.0)
    curve = PrivacyCurve([(ReplacedGaussianLoss(Fraction(1, 10), Fraction(2)), 1)])
    for eps in (0.0, 0.05, 0.4):
        assert float(curve.delta(eps).value.mid()) == pytest.approx(pair.hockey_stick(eps).value, abs=1e-13)
    other = PrivacyCurve([(SubsampledGaussianLoss(Fraction(1, 10), Fraction(2)), 1)])
    assert float(other.delta(0.05).value.mid()) != pytest.approx(pair.hockey_stick(0.05).value, rel=0.1)


@pytest.mark.parametrize(("up", "down"), [(1.0, -0.5), (0.7, 0.7), (-1.0, 1.0), (1.0, 0.9), (0.3, -1.0)])
@pytest.mark.parametrize("eps", [-1.0, 0.0, 0.7])
def test_no_other_pair_of_moves_is_worse(up, down, eps):
    """The proof is Neyman and Pearson's; here other moves are integrated on a fine grid."""
    x = np.linspace(-30, 30, 200001)
    normal = lambda at: np.exp(-((x - at) ** 2) / 2) / math.sqrt(2 * math.pi)  # noqa: E731
    stick = lambda one, other: np.trapezoid(  # noqa: E731
        np.maximum(0.7 * normal(0) + 0.3 * normal(one) - math.exp(eps) * (0.7 * normal(0) + 0.3 * normal(other)), 0), x
    )
    assert stick(up, down) <= stick(1.0, -1.0) + 1e-9
    assert not stick(up, down) > stick(1.0, -1.0) * 1.001


def test_without_sampling_the_noise_moves_by_two_sensitivities():
    found = replaced_mechanism(Mechanism(Laplace(3), 2))
    assert found == Mechanism(Laplace(3), 4)
    assert float(guarantee(Laplace(1)).to_replace().epsilon(0)) == 2
    assert guarantee(Gaussian(4)).to_replace().epsilon(DELTA) == pytest.approx(
        guarantee(Gaussian(2)).epsilon(DELTA), rel=1e-9
    )


def test_a_group_of_two_stays_another_thing():
    sampled = guarantee(Gaussian(1)).subsample(Rational(1, 100)).compose(10)
    with pytest.raises(NotApplicableError):
        replaced_mechanism(Mechanism(Gaussian(1), 1, Rational(1, 2), replaced=True))
    assert sampled.to_replace().adjacency != sampled.group(2).adjacency


def trinomial(eps, choices, rate, count, target):
    """Return the threshold at a delta of so many runs, by the sum over how often either record's own answer came, in mpmath's numbers."""
    true = mp.exp(eps) / (mp.exp(eps) + choices - 1)
    false = true / mp.exp(eps)
    more = false + rate * (true - false)
    rest, loss = 1 - more - false, mp.log(more / false)

    def delta(threshold):
        total = mp.mpf(0)
        for first in range(count + 1):
            for second in range(count - first + 1):
                ways = mp.binomial(count, first) * mp.binomial(count - first, second) * rest ** (count - first - second)
                p, q = (ways * one**first * other**second for one, other in ((more, false), (false, more)))
                if (first - second) * loss > threshold:
                    total += p - mp.exp(threshold) * q
        return total

    return mp.findroot(lambda threshold: delta(threshold) - target, (0.5, 2), solver="bisect", tol=1e-12)


@pytest.mark.slow
def test_a_replaced_answer_on_a_sample_is_the_trinomial_sum():
    chain = guarantee(KaryResponse(Rational(13, 10), 4)).subsample(Rational(1, 20)).compose(30)
    told = float(chain.to_replace().epsilon(Rational(1, 10**5)))
    truth = float(trinomial(mp.mpf("1.3"), 4, mp.mpf(1) / 20, 30, mp.mpf("1e-5")))
    assert abs(told - truth) < 1e-9
    assert not abs(float(chain.epsilon(Rational(1, 10**5))) - truth) < 1e-2
    assert (
        abs(float(chain.to_replace().renyi(2)) - 30 * float(mp.log(renyi_two(mp.mpf("1.3"), 4, mp.mpf(1) / 20)))) < 1e-9
    )


def renyi_two(eps, choices, rate):
    """Return the second moment of the ratio of one run."""
    false = 1 / (mp.exp(eps) + choices - 1)
    more = false * (1 + rate * (mp.exp(eps) - 1))
    return 1 - more - false + more**2 / false + false**2 / more


def test_an_answer_without_a_sample_is_replaced_as_it_is_added():
    response = guarantee(KaryResponse(1, 4)).compose(10)
    assert response.to_replace().epsilon(Rational(1, 10**5)) == response.epsilon(Rational(1, 10**5))
    two = guarantee(KaryResponse(1, 2)).subsample(Rational(1, 20)).compose(10)
    assert two.to_replace().delta(Rational(1, 10)) > two.delta(Rational(1, 10))


def test_a_promise_is_no_answer():
    """Randomized response stands for a promise, too: two records that are one step from the rest may be two from each other."""
    assert guarantee(PureDP(1)).to_replace().to_pure().value.eps == 2
    with pytest.raises(NotApplicableError, match="worst pair"):
        replaced_mechanism(Mechanism(RandomizedResponse(1)))
    assert replaced_mechanism(Mechanism(KaryResponse(1, 3))).law == KaryResponse(1, 3)


def test_no_three_laws_that_are_pure_private_lose_more_than_the_promise():
    """At random masses, scaled to the promise; the three outcomes attain it, and the three answers of k-ary response do not bound it."""
    rng, rate, eps = np.random.default_rng(11), 0.3, 1.0
    told = [float(guarantee(PureDP(1)).subsample(Rational(3, 10)).to_replace().delta(Rational(k, 5))) for k in range(5)]
    answers = guarantee(KaryResponse(1, 3)).subsample(Rational(3, 10)).to_replace()
    rise = math.exp(eps)
    best = np.array([1, rise - 1, 1]) / (1 + rise), np.array([rise, 1 - 1 / rise, 1 / rise]) / (1 + rise)
    laws = [(best[0], best[1], best[1][::-1])]
    for _ in range(2000):
        plain = rng.dirichlet(np.ones(4))
        moved = []
        for _ in range(2):
            tilted = plain * np.exp(eps * rng.uniform(-1, 1, 4))
            ratio = tilted / tilted.sum() / plain
            share = min(1.0, (1 - 1 / rise) / max(1e-12, 1 - ratio.min()), (rise - 1) / max(1e-12, ratio.max() - 1))
            moved.append(plain * (1 + share * (ratio - 1)))
        laws.append((plain, *moved))
    for k, bound in enumerate(told):
        found = [
            np.maximum((1 - rate) * (1 - math.exp(k / 5)) * plain + rate * (p - math.exp(k / 5) * q), 0).sum()
            for plain, p, q in laws
        ]
        assert max(found) <= bound + 1e-12
        assert abs(found[0] - bound) < 1e-11
        assert found[0] < 1e-11 or not max(found) <= float(answers.delta(Rational(k, 5)))
    assert told[0] > 0.1
