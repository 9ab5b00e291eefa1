"""Irrational parameters, as an eps of log 3: what is answered lies between the answers at the rational numbers on either side."""

import pytest
from sympy import Rational, log, sqrt

from dpsym import (
    ApproxDP,
    BoundedRangeDP,
    DiscreteLaplace,
    Gaussian,
    KaryResponse,
    Laplace,
    Logistic,
    PureDP,
    RandomizedResponse,
    composed,
    guarantee,
)
from dpsym.conversion.approx import approx_tradeoff, parameters_of
from dpsym.guarantees.binding import BOUND_LEVEL, Curve

DELTA, LEVEL, TENTH = Rational(1, 10**5), Rational(1, 10), Rational(1, 10)
SIDES = Rational(10986122886681, 10**13), Rational(10986122886682, 10**13)

OF_EPS = {
    "pure": PureDP,
    "approximate": lambda eps: ApproxDP(eps, Rational(1, 10**7)),
    "range": BoundedRangeDP,
    "response": RandomizedResponse,
    "answers": lambda eps: KaryResponse(eps, 4),
    "Laplace": lambda eps: Laplace(1 / eps),
    "logistic": lambda eps: Logistic(1 / eps),
    "geometric": lambda eps: DiscreteLaplace(1 / eps),
}
MADE = {
    "on a sample": lambda given: given.subsample(TENTH),
    "on samples": lambda given: given.subsample(TENTH).compose(3),
    "beside noise": lambda given: composed([given, Gaussian(2)]),
    "three times": lambda given: given.compose(3),
}
ASKED = {
    "eps": lambda given: given.epsilon(DELTA),
    "delta": lambda given: given.delta(Rational(1, 4)),
    "trade-off": lambda given: given.tradeoff(LEVEL),
}


def _between(name, made, asked):
    found, *ends = (float(ASKED[asked](MADE[made](guarantee(OF_EPS[name](eps))))) for eps in (log(3), *SIDES))
    assert min(ends) * (1 - 1e-6) - 1e-15 <= found <= max(ends) * (1 + 1e-6) + 1e-15


@pytest.mark.parametrize("made", ["on a sample", "on samples"])
@pytest.mark.parametrize("name", ["pure", "approximate", "response", "Laplace", "geometric"])
def test_at_log_3_nothing_else_is_told_than_next_to_it(name, made):
    _between(name, made, "eps")


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("name", OF_EPS)
def test_at_log_3_every_question_is_answered_as_next_to_it(name, made, asked):
    _between(name, made, asked)


def test_a_weaker_promise_is_not_told_to_lose_less():
    pure, approximate = (
        promise.subsample(TENTH).compose(10).epsilon(DELTA)
        for promise in (guarantee(PureDP(log(2))), guarantee(ApproxDP(log(2), Rational(1, 10**7))))
    )
    assert pure < approximate < float(pure) * 1.01


@pytest.mark.parametrize("eps", [log(2), log(3), log(Rational(1001, 1000)), Rational(1, 2)])
def test_a_trade_off_function_is_read_as_that_of_an_eps_that_is_not_negative(eps):
    delta = Rational(1, 10**3)
    body = approx_tradeoff(BOUND_LEVEL, eps, delta)
    mirrored = 1 - (1 - delta) / 2
    assert parameters_of(Curve(BOUND_LEVEL, body)) == (eps, delta)
    # the false twin is the same function
    assert eps != log(2) or body == approx_tradeoff(BOUND_LEVEL, -eps, mirrored)


@pytest.mark.slow
def test_irrational_noise_under_random_allocation_has_both_ends():
    found, less, more = (
        float(Gaussian(s).allocate(10).epsilon(DELTA)) for s in (sqrt(2), Rational(141, 100), Rational(142, 100))
    )
    assert more < found < less
    assert float(Gaussian(sqrt(2)).allocate(10).renyi(3)) < float(Gaussian(Rational(141, 100)).allocate(10).renyi(3))
