"""Shuffled randomized response at one pair of datasets: a lower bound, against all outcomes, and below that of the clones."""

import math
from fractions import Fraction

import pytest
from sympy import Rational

from dpsym.curves import shuffled_response_lower
from dpsym.curves.clones import clones_delta
from dpsym.errors import ParameterError, UndecidedError


def _counted(local, users, eps):
    """Return delta over all outcomes, of the worse direction."""
    lie = 1 / (1 + math.exp(local))
    others = [math.comb(users - 1, k) * lie**k * (1 - lie) ** (users - 1 - k) for k in range(users)]
    laws = [
        [share * a + (1 - share) * b for a, b in zip([0.0, *others], [*others, 0.0], strict=True)]
        for share in (1 - lie, lie)
    ]
    return max(sum(max(0.0, p - math.exp(eps) * q) for p, q in zip(*pair, strict=True)) for pair in (laws, laws[::-1]))


@pytest.mark.parametrize(
    ("local", "users", "eps"), [("1", 1, "1/2"), ("1", 20, "1/10"), ("5/2", 60, "3/2"), ("1/4", 9, "0")]
)
def test_it_is_that_of_all_outcomes_and_below_the_clones(local, users, eps):
    found = float(shuffled_response_lower(Fraction(local), users, eps=Fraction(eps)))
    assert found == pytest.approx(_counted(float(Fraction(local)), users, float(Fraction(eps))), rel=1e-12)
    assert found != pytest.approx(_counted(float(Fraction(local)), users + 1, float(Fraction(eps))), rel=1e-6)
    assert found <= float(clones_delta(Rational(local), users, Rational(eps)).upper) * (1 + 1e-12)


def test_the_threshold_is_below_and_close():
    eps = shuffled_response_lower(2, 500, delta=Fraction(1, 10**5))
    assert _counted(2.0, 500, float(eps)) > 1e-5 * (1 - 1e-12)
    assert _counted(2.0, 500, float(eps) * (1 + 1e-6)) < 1e-5
    assert shuffled_response_lower(1, 50, delta=1) == 0


def test_bad_input_gets_one_line():
    with pytest.raises(ParameterError, match="question must be a delta or an eps"):
        shuffled_response_lower(1, 10)
    with pytest.raises(UndecidedError, match="number of users is too large"):
        shuffled_response_lower(1, 10**7, eps=1)
    with pytest.raises(UndecidedError, match="delta is too small"):
        shuffled_response_lower(1, 10, delta=Fraction(1, 10**40))
