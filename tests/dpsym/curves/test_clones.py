"""The pair of clones of shuffled answers: its curve against all of its outcomes, and as the guarantee of a shuffle."""

import math

import pytest
from sympy import Rational

from dpsym import Laplace, PureDP, RandomizedResponse, guarantee
from dpsym.amplification import shuffled_epsilon
from dpsym.curves.clones import clones_delta, clones_epsilon
from dpsym.errors import ParameterError, UndecidedError


def counted(local, users, eps):
    """Return delta of the pair over all outcomes, from its definition."""
    truth, total = math.exp(local) / (1 + math.exp(local)), 0.0
    for clones in range(users):
        chance = (
            math.comb(users - 1, clones) * math.exp(-local * clones) * (1 - math.exp(-local)) ** (users - 1 - clones)
        )
        coins = [math.comb(clones, m) / 2**clones for m in range(clones + 1)]
        more, fewer = [0.0, *coins], [*coins, 0.0]
        total += chance * sum(
            max(0.0, truth * a + (1 - truth) * b - math.exp(eps) * ((1 - truth) * a + truth * b))
            for a, b in zip(more, fewer, strict=True)
        )
    return total


@pytest.mark.parametrize(
    ("local", "users", "eps"),
    [
        ("1", 1, "1/10"),
        ("1", 2, "1/10"),
        ("1", 5, "0"),
        ("1/2", 60, "0"),
        ("2", 20, "1/2"),
        ("3", 100, "1"),
        ("5", 300, "2"),
        ("1/100", 9, "1/200"),
        ("400", 5, "200"),
        ("700", 40, "30"),
    ],
)
def test_the_curve_is_that_of_all_outcomes(local, users, eps):
    local, eps = Rational(local), Rational(eps)
    found = clones_delta(local, users, eps)
    assert found.digits >= 15
    assert found.mid == pytest.approx(counted(float(local), users, float(eps)), rel=1e-11)
    # another user hides more, unless there is nothing to hide behind
    assert clones_delta(local, users + 1, eps).upper < found.lower or local >= 400
    assert clones_delta(local, users, local).upper == 0


def test_a_randomiser_that_hides_nothing_is_not_told_to_hide():
    # where few clones are there, the least number of answers may be one more than all of them, as far as balls tell
    assert clones_delta(Rational(1000), 1000, Rational(500)).lower > 1 - 1e-9
    shuffled = Laplace(Rational(1, 1000)).shuffle(1000)
    assert shuffled.epsilon(Rational(1, 10**5)) > 999
    assert shuffled.compose(10).epsilon(Rational(1, 10**5)) > 9990
    with pytest.raises(UndecidedError):
        clones_delta(Rational(10**6), 1000, Rational(5 * 10**5))


def test_many_users_and_far_tails():
    assert clones_delta(Rational(2), 10**4, Rational(1, 20)).digits >= 15
    far = clones_delta(Rational(1), 10**5, Rational(1, 5))
    assert 0 <= far.upper < 1e-30


def test_eps_is_the_least_one_rounded_up():
    local, delta = Rational(1), Rational(1, 10**6)
    eps = clones_epsilon(local, 1000, delta)
    assert clones_delta(local, 1000, eps).upper <= delta
    assert clones_delta(local, 1000, eps - Rational(2, 10**10)).lower > delta
    assert clones_epsilon(Rational(1), 4, Rational(1, 2)) == 0
    with pytest.raises(ParameterError, match="privacy parameter delta must be positive, got 0"):
        clones_epsilon(local, 10, Rational(0))


def test_a_shuffle_takes_the_counted_clones_and_is_not_below_what_is_shuffled():
    shuffled = RandomizedResponse(2).guarantee(adjacency="replace").shuffle(500).to_approx(delta=Rational(1, 10**5))
    assert shuffled.proof.route.endswith("shuffle.counted")
    assert float(shuffled) < 0.6 * shuffled_epsilon(2.0, 500, 1e-5)
    # the histogram of randomized responses itself: the number of ones among the others is binomial
    p, users = math.exp(2) / (1 + math.exp(2)), 500
    others = [math.comb(users - 1, k) * (1 - p) ** k * p ** (users - 1 - k) for k in range(users)]
    one = [(others[k] if k < users else 0) * (1 - p) + (others[k - 1] * p if k else 0) for k in range(users + 1)]
    zero = [(others[k] if k < users else 0) * p + (others[k - 1] * (1 - p) if k else 0) for k in range(users + 1)]
    exact = sum(max(0.0, a - math.exp(float(shuffled)) * b) for a, b in zip(one, zero, strict=True))
    assert 0 < exact <= 1e-5
    told = guarantee(PureDP(1), adjacency="replace").shuffle(300).to_approx(eps=Rational(1, 5))
    assert float(told.value.delta) == pytest.approx(counted(1.0, 300, 0.2), rel=1e-9)
