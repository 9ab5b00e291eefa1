"""The trade-off function of what was converted on the way: at least what the profile says, and never above that of a mechanism."""

import math

import pytest
from scipy.stats import binom
from sympy import Rational

from dpsym import ApproxDP, BoundedRangeDP, Gaussian, PureDP, RenyiDP, exponential_mechanism, guarantee
from dpsym.conversion.envelope import envelope

_LEVEL = Rational(1, 10)


def _line(given, eps):
    """Return the greater one of the two lines that approximate privacy at an eps puts below a trade-off function, at the level."""
    delta, level = float(given.delta(eps)), float(_LEVEL)
    return max(1 - delta - math.exp(eps) * level, math.exp(-eps) * (1 - delta - level))


def _of_two_points(size, runs, share=0.5):
    """Return the trade-off function, at the level, of runs of the pair on two points whose losses are share * size and that less size."""
    loss = share * size
    ahead = math.expm1(loss - size) / math.expm1(-size)
    behind = ahead * math.exp(-loss)
    level = float(_LEVEL)
    # tests that say "the first law" from a number of ahead points on, randomised at the next one
    cut = next(k for k in range(runs + 1) if binom.sf(k, runs, behind) <= level)
    rest = (level - binom.sf(cut, runs, behind)) / binom.pmf(cut, runs, behind)
    return binom.cdf(cut, runs, ahead) - rest * binom.pmf(cut, runs, ahead)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "eps", "runs"),
    [
        pytest.param(guarantee(BoundedRangeDP(0.3)), 0.1, 1, marks=pytest.mark.slow),
        pytest.param(BoundedRangeDP(0.3).compose(5), 0.5, 5, marks=pytest.mark.slow),
        pytest.param(exponential_mechanism(0.3).compose(5), 0.5, 5, marks=pytest.mark.slow),
    ],
)
def test_a_bounded_range_is_at_least_what_its_profile_says(given, eps, runs):
    error = float(given.tradeoff(_LEVEL))
    pure = float(PureDP(0.3).compose(runs).tradeoff(_LEVEL))
    assert max(_line(given, eps), _line(given, eps / 2), pure) <= error <= _of_two_points(0.3, runs)
    # a false twin: a tenth more of the range is too much
    assert not error <= _of_two_points(0.9, runs)


def test_basic_composition_is_no_worse_than_its_profile():
    given = ApproxDP(0.1, 1e-6).compose(4)
    error = given.tradeoff(_LEVEL)
    by_formula = given.to_tradeoff().value.at(_LEVEL)
    corner = _line(given, 0.2)
    assert float(by_formula) < corner - 0.01
    assert float(error) == pytest.approx(corner, abs=1e-6)
    assert error <= PureDP(0.1).compose(4).tradeoff(_LEVEL)  # which is (0.1, 1e-6)-private, four times
    assert not error <= PureDP(0.15).compose(4).tradeoff(_LEVEL)


def test_a_formula_that_is_as_good_is_kept():
    given = guarantee(ApproxDP(0.3, 1e-7))
    found = given.tradeoff(_LEVEL)
    assert found == given.to_tradeoff().value.at(_LEVEL)
    assert envelope(given, _LEVEL) <= found
    assert not envelope(given, _LEVEL) < found - Rational(1, 10**4)
    assert not Gaussian(1).compose(2).tradeoff(_LEVEL).is_Rational


@pytest.mark.slow
def test_at_the_ends_of_the_levels_no_line_is_followed_without_end():
    given = guarantee(RenyiDP.at_order(8, 1))
    assert 1 - Rational(1, 10**11) < given.tradeoff(0) <= 1
    assert given.tradeoff(1) == 0
    assert not given.tradeoff(Rational(1, 100)) > 1 - Rational(1, 100)
