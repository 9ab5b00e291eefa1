"""Randomized response run k times, with symbols: the sum of optimal composition, against a count over all answers."""

from itertools import product
from math import exp

import pytest
from sympy import N, Rational, Sum, symbols

from dpsym import DiscreteLaplace, RandomizedResponse, guarantee
from dpsym.guarantees.notions import ApproxDP, PureDP
from dpsym.symbols import b, delta, eps

count = symbols("k", integer=True, positive=True)
start = symbols("epsilon_0", positive=True)


def _enumerated(budget: float, runs: int, threshold: float) -> float:
    """Return the hockey-stick divergence over all sequences of true and false answers."""
    true = exp(budget) / (1 + exp(budget))
    total = 0.0
    for answers in product((True, False), repeat=runs):
        first = second = 1.0
        for answer in answers:
            first, second = first * (true if answer else 1 - true), second * (1 - true if answer else true)
        total += max(0.0, first - exp(threshold) * second)
    return total


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(("budget", "runs", "threshold"), [("1/2", 5, "1"), ("1", 3, "0"), ("1/5", 6, "7/10")])
@pytest.mark.parametrize(
    "subject", [PureDP(start), RandomizedResponse(start), DiscreteLaplace(scale=1 / start)], ids=str
)
def test_the_sum_is_that_over_all_answers(subject, budget, runs, threshold):
    given = subject if isinstance(subject, PureDP) else subject.guarantee()
    profile = (guarantee(given) if isinstance(given, PureDP) else given).compose(count).profile(eps)
    assert profile.has(Sum)
    place = {start: Rational(budget), count: runs, eps: Rational(threshold)}
    expected = _enumerated(float(Rational(budget)), runs, float(Rational(threshold)))
    assert float(N(profile.subs(place).doit(), 15)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.slow
def test_a_share_of_failures_is_left_over_from_each_run():
    found = guarantee(ApproxDP(start, delta)).compose(count).profile(eps)
    place = {start: Rational(1, 2), count: 4, eps: 1, delta: Rational(1, 1000)}
    expected = 1 - 0.999**4 * (1 - _enumerated(0.5, 4, 1.0))
    assert float(N(found.subs(place).doit(), 15)) <= expected * (1 + 1e-12)


@pytest.mark.slow
def test_noise_with_more_than_two_losses_is_no_response():
    wide = DiscreteLaplace(scale=b).guarantee(sensitivity=2).compose(count)
    assert "responses_to_profile" not in wide.to_profile().proof.route
