"""The trade-off function of runs at a level: against the most powerful test, which sorts all outputs by their ratio."""

import mpmath as mp
import pytest
from sympy import Rational, exp, log

from dpsym import RR, Gaussian, Laplace
from dpsym.distributions import KaryResponse
from dpsym.guarantees import PureDP, composed, guarantee

TENTH = Rational(1, 10)


def runs(p, q, count):
    """Return the masses of a composition of two answers, by how many of them are the likelier one."""
    return [
        tuple(mp.binomial(count, k) * side**k * (1 - side) ** (count - k) for side in (p, q)) for k in range(count + 1)
    ]


def most_powerful(pairs, level):
    """Return the type II error of the best test of P against Q at a level, by Neyman and Pearson."""
    error, left = mp.mpf(1), mp.mpf(level)
    for p, q in sorted(pairs, key=lambda pair: pair[0] / pair[1]):
        share = min(mp.mpf(1), left / p)
        error, left = error - share * q, left - share * p
        if left <= 0:
            break
    return error


@pytest.mark.parametrize("level", ["0.001", "0.1", "0.5", "0.9"])
@pytest.mark.parametrize(("rate", "count"), [("1", 6), ("0.2", 9)])
def test_it_is_the_error_of_the_most_powerful_test(rate, count, level):
    with mp.workdps(30):
        truth, lie, q = mp.e / (1 + mp.e), 1 / (1 + mp.e), mp.mpf(rate)
        pairs = runs(q * truth + (1 - q) * lie, lie, count)
        both = [most_powerful([pair[::side] for pair in pairs], level) for side in (1, -1)]
        side = 1 if both[0] <= both[1] else -1
        given = guarantee(RR(1)) if rate == "1" else guarantee(RR(1)).subsample(Rational(rate))
        told = given.compose(count).tradeoff(Rational(level))
        found = mp.mpf(int(told.p)) / int(told.q)
        assert found <= min(both)
        assert found > min(both) * (1 - mp.mpf(10) ** -10)
        more = runs(q * truth + (1 - q) * lie, lie, count + 2)
        assert most_powerful([pair[::side] for pair in more], level) < found  # two runs more are easier to tell


def test_runs_on_samples_and_mixed_ones_have_it_and_formulas_are_left_alone():
    sampled = guarantee(Gaussian(1)).subsample(Rational(1, 100)).compose(1000).tradeoff(TENTH)
    assert 0.80 < sampled < 0.81
    alone, mixed = guarantee(Gaussian(3)).tradeoff(TENTH), composed([Gaussian(3), Laplace(10**6)]).tradeoff(TENTH)
    assert 0 < alone.evalf() - mixed < 1e-5
    assert composed([Gaussian(3), Gaussian(4)]).tradeoff(TENTH).is_Rational is not True
    assert guarantee(KaryResponse(1, 4)).compose(5).tradeoff(TENTH) > 0.2


def test_the_power_of_a_sum_that_many_sampled_runs_promise_is_not_written_out():
    eps = 100 * log(1 + (exp(TENTH) - 1) / 100)  # term by term it took minutes
    told = guarantee(PureDP(eps)).tradeoff(3 * TENTH)
    truth = 1 - mp.mpf(3) / 10 * (1 + mp.expm1(mp.mpf(1) / 10) / 100) ** 100
    assert abs(told.evalf(15) - truth) < 1e-13
    assert (
        abs(told.evalf(15) - (1 - mp.mpf(3) / 10 * mp.exp(mp.mpf(1) / 10))) > 1e-5
    )  # as of runs that are added up first
