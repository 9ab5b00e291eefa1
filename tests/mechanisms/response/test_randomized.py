"""Randomized response: its masses, its sampler, its divergences."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from mechanisms import ParameterError, RandomizedResponse
from mechanisms.errors import GeneratorError
from mechanisms.numeric.goodness import goodness_of_counts
from mechanisms.response.base import odds_above

BUDGETS = (1e-12, 1e-6, 1e-3, 0.1, 1.0, 5.0, 20.0, 50.0, 300.0, 700.0)
ORDERS = (0.1, 0.5, 1 - 1e-9, 1.0, 1 + 1e-9, 1.5, 2.0, 10.0, 64.0, 1000.0)
N = 20_000


def masses(eps):
    odds = mp.exp(-mp.mpf(eps))
    return 1 / (1 + odds), odds / (1 + odds)


@pytest.mark.parametrize("eps", BUDGETS)
def test_renyi(holds, eps):
    mechanism = RandomizedResponse(eps)
    with mp.workdps(700):
        keep, flip = masses(eps)
        for order in ORDERS:
            a = mp.mpf(order)
            moment = keep**a * flip ** (1 - a) + flip**a * keep ** (1 - a)
            truth = (keep - flip) * mp.mpf(eps) if order == 1 else mp.log(moment) / (a - 1)
            holds(mechanism.renyi(order), truth, 1e-12, (eps, order))
        holds(mechanism.kl(), (keep - flip) * mp.mpf(eps), 1e-12)
        holds(mechanism.max_divergence(), mp.mpf(eps), 1e-15)


@pytest.mark.parametrize("eps", BUDGETS)
def test_hockey_stick(holds, eps):
    with mp.workdps(700):
        keep, flip = masses(eps)
        for level in (-1.0, 0.0, eps / 2, 2 * eps):
            factor = mp.exp(mp.mpf(level))
            truth = max(keep - factor * flip, 0) + max(flip - factor * keep, 0)
            holds(RandomizedResponse(eps).hockey_stick(level), truth, 1e-12, (eps, level))


def test_no_budget_is_no_divergence():
    mechanism = RandomizedResponse(0)
    assert mechanism.max_divergence().upper == mechanism.kl().upper == 0


def test_log_masses():
    for eps in BUDGETS:
        mechanism = RandomizedResponse(eps)
        kept, flipped = mechanism.log_mass(1, 1), mechanism.log_mass(0, 1)
        assert math.exp(kept) + math.exp(flipped) == pytest.approx(1, abs=1e-15)
        assert kept - flipped == pytest.approx(eps, rel=1e-3 if eps < 1e-9 else 1e-9)
    table = RandomizedResponse(1.0).log_mass([[0], [1]], [0, 1])
    assert table.shape == (2, 2)
    assert table[0, 0] == table[1, 1] > table[0, 1] == table[1, 0]
    assert isinstance(RandomizedResponse(1.0).log_mass(True, 0), float)


def test_a_rational_probability_stays_exact():
    pair = RandomizedResponse.from_probability(Fraction(3, 4)).pair()
    assert (pair.p, pair.q) == ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    assert pair.renyi_moment(2) == Fraction(9, 16) / Fraction(1, 4) + Fraction(1, 16) / Fraction(3, 4)


def test_the_budget_of_a_probability_is_rounded_up():
    with mp.workdps(50):
        for keep in (
            Fraction(1, 2),
            Fraction(3, 4),
            Fraction(1, 3),
            Fraction(999, 1000),
            1 - Fraction(1, 2**52),
            Fraction(1, 2) + Fraction(1, 2**60),
        ):
            mechanism = RandomizedResponse.from_probability(keep)
            truth = abs(mp.log(mp.mpf(keep.numerator) / (keep.denominator - keep.numerator)))
            assert truth <= mechanism.eps <= truth * (1 + mp.mpf(10) ** -15)
    assert RandomizedResponse.from_probability(0.5).eps == 0


def test_below_one_half_the_bit_is_flipped_more_often_than_kept():
    low, high = (
        RandomizedResponse.from_probability(Fraction(1, 4)),
        RandomizedResponse.from_probability(Fraction(3, 4)),
    )
    assert low.pair() == high.pair().reversed()
    assert low != high
    assert low.eps == high.eps


@pytest.mark.parametrize("eps", [0.0, 0.5, 2.0, 5.0])
@pytest.mark.parametrize("bit", [0, 1])
def test_samples_follow_the_masses(eps, bit):
    """Exact binomial tails, false-alarm rate 1e-6 a call, seeded."""
    released = RandomizedResponse(eps).release(np.full(N, bit), np.random.default_rng(21))
    expected = [math.exp(RandomizedResponse(eps).log_mass(outcome, bit)) for outcome in (0, 1)]
    assert goodness_of_counts(np.bincount(released, minlength=2), expected).accepted


@pytest.mark.parametrize("wrong", [0.0, 0.9, 1.1, 2.0, -1.0])
def test_samples_of_another_budget_are_refuted(wrong):
    """The kept share differs by 0.018 or more: five standard deviations beyond the threshold for power 1 - 1e-6.

    The standard deviation of the share is below 0.0032, the two-sided threshold at 1e-6 is 5.1 of them.
    """
    keep = 1 / (1 + math.exp(-wrong))
    released = RandomizedResponse.from_probability(keep).release(np.ones(8 * N, dtype=int), np.random.default_rng(22))
    expected = [math.exp(RandomizedResponse(1.0).log_mass(outcome, 1)) for outcome in (0, 1)]
    assert not goodness_of_counts(np.bincount(released, minlength=2), expected).accepted


def test_bits_are_flipped_independently():
    """Pairs of flips against product masses, false-alarm rate 1e-6; a shared flip leaves two cells empty."""
    source, mechanism = np.random.default_rng(23), RandomizedResponse(1.0)
    keep = math.exp(mechanism.log_mass(0, 0))
    cells = [keep**2, keep * (1 - keep), (1 - keep) * keep, (1 - keep) ** 2]
    flips = mechanism.release(np.zeros((N, 2), dtype=int), source)
    assert goodness_of_counts(np.bincount(flips @ [2, 1], minlength=4), cells).accepted
    shared = mechanism.release(np.zeros((N, 1), dtype=int), source) + np.zeros((N, 2), dtype=int)
    assert not goodness_of_counts(np.bincount(shared @ [2, 1], minlength=4), cells).accepted


def test_shapes_and_types_are_kept():
    mechanism, source = RandomizedResponse(1.0), np.random.default_rng(24)
    assert isinstance(mechanism.release(1, source), int)
    assert isinstance(mechanism.release(False, source), int)
    assert mechanism.release([[0, 1], [1, 0]], source).shape == (2, 2)
    assert set(mechanism.release(np.ones(100, dtype=bool), source).tolist()) == {0, 1}
    assert mechanism.release(np.zeros(50, dtype=np.uint8), source).max() == 1


@pytest.mark.parametrize("eps", [-1, -1e-9, 701, math.nan, math.inf, 1j, True, "1", None, [1.0]])
def test_bad_budgets_are_refused(eps):
    with pytest.raises(ParameterError, match=r"^eps must be"):
        RandomizedResponse(eps)


@pytest.mark.parametrize(
    "value",
    [0, 1, -0.1, 1.5, math.nan, math.inf, 1j, True, "0.5", None, Fraction(0), Fraction(1), Fraction(3, 2), 1e-320],
)
def test_bad_probabilities_are_refused(value):
    with pytest.raises(ParameterError, match=r"^probability must be"):
        RandomizedResponse.from_probability(value)


@pytest.mark.parametrize("bits", [2, -1, [0, 2], 0.0, [1.0], "1", None, [], [[0], [0, 1]], 1j])
def test_bad_bits_are_refused(bits):
    mechanism = RandomizedResponse(1.0)
    with pytest.raises(ParameterError, match=r"^answers must be bits 0 and 1"):
        mechanism.release(bits, np.random.default_rng(1))
    with pytest.raises(ParameterError, match=r"^outcome must be bits 0 and 1"):
        mechanism.log_mass(bits, 0)
    with pytest.raises(ParameterError, match=r"^answer must be bits 0 and 1"):
        mechanism.log_mass(0, bits)


@pytest.mark.parametrize("eps", BUDGETS)
def test_the_odds_of_a_lie_are_rounded_up_and_by_no_more_than_a_part_in_ten_to_the_58(eps):
    """Down to the last digit of the float: a digit lost on the way would make the stated epsilon wrong."""
    odds = odds_above(eps)
    with mp.workdps(120):
        true = mp.exp(-mp.mpf(eps))
        assert true <= mp.mpf(odds.numerator) / odds.denominator <= true * (1 + mp.mpf("1e-58"))
    pair = RandomizedResponse(eps).pair()
    assert pair.p[1] == odds / (1 + odds)


def test_without_a_budget_the_coin_is_fair():
    assert odds_above(0.0) == 1


@pytest.mark.parametrize("mechanism", [RandomizedResponse(1.0), RandomizedResponse.from_probability(Fraction(1, 3))])
def test_exact_releases_follow_the_masses_and_those_of_another_budget_do_not(mechanism):
    """Power: at odds that are off by a quarter of eps the counts are refuted with a probability above 0.999."""
    released = mechanism.release_exact(np.zeros(N, int), np.random.default_rng(4))
    counts = np.bincount(released, minlength=2)
    assert goodness_of_counts(counts, [float(p) for p in mechanism.pair().p]).accepted
    assert not goodness_of_counts(counts, [float(p) for p in RandomizedResponse(0.75).pair().p]).accepted


def test_exact_releases_keep_the_shape_and_ask_the_system_by_default():
    mechanism = RandomizedResponse(1.0)
    assert type(mechanism.release_exact(1)) is int
    assert mechanism.release_exact([[0, 1], [1, 0]]).shape == (2, 2)
    assert set(mechanism.release_exact(np.ones(200, bool)).tolist()) == {0, 1}
    assert RandomizedResponse(700.0).release_exact(np.ones(50, int)).tolist() == [1] * 50
    first, second = (mechanism.release_exact(np.zeros(200, int)).tolist() for _ in range(2))
    assert first != second
    with pytest.raises(ParameterError, match=r"^answers must be bits 0 and 1"):
        mechanism.release_exact(2)
    with pytest.raises(GeneratorError):
        mechanism.release_exact(1, 7)
