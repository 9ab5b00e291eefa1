"""Two laws on the integers given by any log-masses: sums of every length, both infinite ends, honest refusals."""

import math

import mpmath as mp
import numpy as np
import pytest

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.numeric.countable import CountablePair

INF = math.inf


def log_geometric(k, ratio=0.5):
    return math.log1p(-ratio) + k * math.log(ratio)


def log_two_sided(k, ratio=0.5):
    return math.log((1 - ratio) / (1 + ratio)) + np.abs(k) * math.log(ratio)


def log_zeta(k, power, total):
    return -power * np.log(k) - math.log(total)


def log_uniform(k, lo, hi):
    return np.where((k >= lo) & (k <= hi), -math.log(hi - lo + 1), -INF)


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(50):
        yield


def test_power_tails(holds):
    """Zeta laws of powers 2 and 3: what lies beyond 1e100 is extrapolated, and counted as error."""
    totals = {power: mp.zeta(power) for power in (2, 3)}
    laws = {
        power: (lambda k, power=power, total=float(total): log_zeta(k, power, total)) for power, total in totals.items()
    }
    pair = CountablePair(laws[2], laws[3], (1,), (1, INF))
    for order in (0.5, 1.5, 1.8):
        moment = mp.zeta(3 - mp.mpf(order)) / (totals[2] ** order * totals[3] ** (1 - mp.mpf(order)))
        holds(pair.renyi(order), mp.log(moment) / (mp.mpf(order) - 1), 1e-6, order)
    assert pair.renyi(2.5).value == pair.max_divergence().value == INF
    holds(pair.reversed().max_divergence(), mp.log(totals[2] / totals[3]), 1e-12)
    holds(pair.kl(), -mp.zeta(2, derivative=1) / totals[2] + mp.log(totals[3] / totals[2]), 1e-9)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("size", [2, 100, 129, 1000, 12345, 10**6, 10**12])
def test_uniform_laws_of_any_length(holds, size):
    """Blocks up to 128 are added up, longer ones summed by rules: a constant must come out exactly either way."""
    first = CountablePair(
        lambda k: log_uniform(k, 0, size - 1), lambda k: log_uniform(k, 0, 2 * size - 1), (0, size), (0, 2 * size - 1)
    )
    holds(first.kl(), mp.log(2), 1e-12)
    holds(first.renyi(1e6), mp.log(2), 1e-12)
    holds(first.total_variation(), mp.mpf(1) / 2, 1e-12)
    holds(first.tradeoff(0.25), mp.mpf(3) / 8, 1e-11)
    assert first.reversed().kl().value == INF


def test_a_single_point(holds):
    pair = CountablePair(lambda k: np.where(k == 3, 0.0, -INF), lambda k: log_geometric(k), (3,), (0, INF))
    holds(pair.kl(), 4 * mp.log(2), 1e-12)
    holds(pair.max_divergence(), 4 * mp.log(2), 1e-12)
    holds(pair.tradeoff(0.0), mp.mpf(1) / 16, 1e-12)
    point = CountablePair(lambda k: 0.0 * k, lambda k: 0.0 * k, (), (5, 5))
    assert point.renyi(2).value == 0


def test_masses_that_alternate_are_added_up_one_by_one(holds):
    def log_even(k):
        return np.where(k % 2 == 0, log_two_sided(k, 0.75) + math.log(7 / 25 / (1 / 7)) + math.log(1.0), -INF)

    # On the even integers r^|k| adds up to (1 + r^2)/(1 - r^2) = 25/7, and the factor above turns 1/7 into 7/25.
    pair = CountablePair(log_even, lambda k: log_two_sided(k, 0.75), (0,))
    holds(pair.kl(), mp.log(mp.mpf(49) / 25), 1e-11)
    holds(pair.total_variation(), mp.mpf(24) / 49, 1e-11)


def test_an_unlisted_mode_far_away_is_found(holds):
    pair = CountablePair(lambda k: log_two_sided(k - 12345, 0.99), lambda k: log_two_sided(k - 12346, 0.99))
    step = -mp.log(mp.mpf(0.99))
    holds(pair.max_divergence(), step, 1e-9)
    ratio = mp.mpf(0.99)
    below, above = (ratio / (1 + ratio), 1 / (1 + ratio))  # the loss is the step up to 12345 and its negative beyond
    holds(pair.total_variation(), above - below, 1e-8)


def test_far_from_the_origin_the_integers_still_count(holds):
    at = 2.0**50 + 3
    pair = CountablePair(lambda k: log_two_sided(k - at), lambda k: log_two_sided(k - at - 1), (at, at + 1))
    holds(pair.max_divergence(), mp.log(2), 1e-11)
    holds(pair.total_variation(), mp.mpf(1) / 3, 1e-11)


def test_a_loss_above_a_level_at_the_first_or_last_integer_only(holds):
    p, q = (0.5, 0.25, 0.25), (0.125, 0.5, 0.375)
    log_p, log_q = (np.log(np.array(masses)) for masses in (p, q))
    pair = CountablePair(lambda k: log_p[k.astype(int)], lambda k: log_q[k.astype(int)], (0, 1, 2), (0, 2))
    holds(pair.hockey_stick(1.0), mp.mpf(0.5) - mp.e / 8, 1e-12)
    swapped = CountablePair(lambda k: log_p[2 - k.astype(int)], lambda k: log_q[2 - k.astype(int)], (), (0, 2))
    holds(swapped.hockey_stick(1.0), mp.mpf(0.5) - mp.e / 8, 1e-12)
    holds(pair.loss_tail(0.0), mp.mpf(0.5), 1e-12)


def test_privacy_loss_is_the_log_ratio():
    pair = CountablePair(log_geometric, lambda k: log_geometric(k, 0.25), (0,), (0, INF))
    assert pair.privacy_loss(1) == pytest.approx(math.log(0.25 / 0.1875))
    losses = pair.privacy_loss([[0, 1], [2, -1]])
    assert losses.shape == (2, 2)
    assert math.isnan(losses[1, 1])
    assert pair.reversed().privacy_loss(2) == -pair.privacy_loss(2)


@pytest.mark.parametrize("outcome", [0.5, math.nan, INF, "1", 1j, True, [1, 0.5]])
def test_outcomes_that_are_no_integers_are_refused(outcome):
    pair = CountablePair(log_geometric, log_geometric, (0,), (0, INF))
    with pytest.raises(ParameterError, match=r"^outcome must be"):
        pair.privacy_loss(outcome)


@pytest.mark.parametrize("factor", [2.0, 1 + 1e-7, 0.5])
def test_masses_of_another_total_are_refused(factor):
    def wrong(k):
        return log_geometric(k) + math.log(factor)

    for name, pair in (
        ("log_p", CountablePair(wrong, log_geometric, (0,), (0, INF))),
        ("log_q", CountablePair(log_geometric, wrong, (0,), (0, INF))),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be the logarithm of a density of mass 1"):
            pair.kl()


def test_logarithms_of_underflowed_masses_are_refused():
    def naive(k):
        with np.errstate(divide="ignore"):
            return np.log(np.exp(log_geometric(k)))

    with pytest.raises(ParameterError, match="log_q must be computed in logarithms"):
        CountablePair(log_geometric, naive, (0,), (0, INF)).kl()


@pytest.mark.parametrize(
    "support", [(1, 0), (0.5, 2), (0, math.nan), (0,), (0, 1, 2), "ab", 7, (0, 1j), (None, 1), (0, True)]
)
def test_bad_supports_are_refused(support):
    with pytest.raises(ParameterError, match=r"^support must be"):
        CountablePair(log_geometric, log_geometric, (), support)


@pytest.mark.parametrize("breakpoints", [(0.5,), (math.nan,), (INF,), ("a",), 3, (1j,)])
def test_bad_breakpoints_are_refused(breakpoints):
    with pytest.raises(ParameterError, match=r"^breakpoints must be"):
        CountablePair(log_geometric, log_geometric, breakpoints, (0, INF))


@pytest.mark.parametrize("ulps", [0, -1, math.nan, INF, "4", True])
def test_bad_accuracies_are_refused(ulps):
    with pytest.raises(ParameterError, match=r"^ulps must be positive"):
        CountablePair(log_geometric, log_geometric, (), (0, INF), ulps)


@pytest.mark.parametrize("wrong", [None, 1.0, lambda k: 0.0, lambda k: math.sqrt(k), lambda k: k * 1j])
def test_functions_that_are_no_log_masses_are_refused(wrong):
    with pytest.raises(ParameterError, match=r"^log_p must be"):
        CountablePair(wrong, log_geometric, (0,), (0, INF)).kl()


def test_nan_amid_the_support_is_refused():
    def broken(k):
        return np.where(k == 7, np.nan, log_geometric(k))

    with pytest.raises(ParameterError, match="must be a number"):
        CountablePair(broken, log_geometric, (0,), (0, INF)).kl()


def test_orders_that_drown_in_rounding_are_refused():
    with pytest.raises(ConvergenceError, match="orders above"):
        CountablePair(log_geometric, log_geometric, (0,), (0, INF)).renyi(1e20)
