"""The operator of Dong, Roth and Su: against exact lists of tests, against the profile of a sample, and where it is refused."""

import numpy as np
import pytest
from scipy.special import ndtr
from sympy import E, Max, Rational, S, log, sqrt

from dpsym import GDP, ApproxDP, Finite, Mixture, TradeOff, TradeOffDP, guarantee
from dpsym.amplification.sampled_tradeoff import subsampled_approx_tradeoff
from dpsym.conversion.approx import approx_tradeoff
from dpsym.conversion.gaussian import gaussian_tradeoff
from dpsym.divergences.curve import SampledTradeOff
from dpsym.divergences.least import DominationGap
from dpsym.divergences.sampled import SampledCurve
from dpsym.enclose import enclose
from dpsym.errors import AdjacencyError, NoRouteError, ParameterError
from dpsym.parameters import eps, t

RATE = Rational(1, 10)
RR = Finite(Rational(3, 4), Rational(1, 4)), Finite(Rational(1, 4), Rational(3, 4))


def ball(expression):
    return enclose(expression, digits=20)


@pytest.mark.parametrize("place", [0, 3, 6, 8, 13, pytest.param(16, marks=pytest.mark.slow)])
def test_the_head_is_the_hull_of_the_corners_for_randomized_response(place):
    level = Rational(place, 16)
    head = SampledCurve(level, lambda s: Max(1 - 3 * s, (1 - s) / 3), Rational(1, 2))
    assert ball(head).overlaps(ball(SampledTradeOff(level, Rational(1, 2), *RR)))
    assert float(head.evalf()) == pytest.approx(ball(head).mid, abs=1e-15)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("rate", ["1/10", "1/2"])
def test_digits_are_right_where_the_function_has_a_kink_at_its_fixed_point(rate):
    head = SampledCurve(Rational(1, 3), lambda s: Max(1 - E * s, (1 - s) / E), Rational(rate))
    shown = Rational(str(head.evalf(20)))
    assert abs(enclose(head - shown, digits=20).value) < 1e-18


def _by_lines(level, mu, rate):
    """Return the greatest line that the profile of a sample of Gaussian noise, and its mirror image, put below the errors."""

    x = np.arange(6000) / 2000
    threshold = np.log1p(np.expm1(x) / rate)
    sampled = rate * (ndtr(-threshold / mu + mu / 2) - np.exp(threshold) * ndtr(-threshold / mu - mu / 2))
    return np.maximum(1 - sampled - np.exp(x) * level, np.exp(-x) * (1 - sampled - level)).max()


@pytest.mark.parametrize("level", ["1/100", "1/4", "1/2", "3/5", "19/20"])
def test_of_a_gaussian_function_it_is_dual_to_the_profile_of_the_sample(level):
    here = Rational(level)
    value = ball(SampledCurve(here, lambda s: gaussian_tradeoff(s, S(1)), RATE)).mid
    assert value == pytest.approx(_by_lines(float(here), 1, 0.1), abs=1e-6)
    one_way = float((RATE * gaussian_tradeoff(here, S(1)) + (1 - RATE) * (1 - here)).evalf())
    assert value <= one_way + 1e-15
    if here > Rational(1, 2):
        assert value < one_way - 1e-3  # f_q alone would promise too much


@pytest.mark.parametrize("delta", [S(0), Rational(1, 20)])
def test_the_closed_form_of_approximate_privacy_is_the_head(delta):
    for place in (1, 4, 6, 9, 11):
        level = Rational(place, 12)
        head = SampledCurve(level, lambda s: approx_tradeoff(s, log(4), delta), RATE)
        assert ball(head).overlaps(ball(subsampled_approx_tradeoff(level, log(4), delta, RATE)))
    # the amplified (eps', q delta) alone promises less
    middle = Rational(1, 2)
    assert subsampled_approx_tradeoff(middle, log(4), delta, RATE) > approx_tradeoff(
        middle, log(Rational(13, 10)), RATE * delta
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "sample"), [("add-remove", {"rate": RATE}), ("replace", {"size": 10, "population": 100})]
)
def test_a_sampled_promise_has_a_trade_off_function_for_either_sampling(given, sample):
    made = guarantee(GDP(1), adjacency=given).subsample(**sample).to_tradeoff()
    assert ball(made.value.at(Rational(1, 4))).overlaps(
        ball(SampledCurve(Rational(1, 4), lambda s: gaussian_tradeoff(s, S(1)), RATE))
    )
    closed = guarantee(ApproxDP(1, Rational(1, 100)), adjacency=given).subsample(**sample).to_tradeoff()
    assert not closed.value.tradeoff.expr.has(SampledCurve)


def test_a_promise_on_replaced_records_is_not_sampled_at_a_rate():
    with pytest.raises((AdjacencyError, ParameterError)):
        guarantee(GDP(1), adjacency="replace").subsample(rate=RATE).to_tradeoff()


def test_sampling_twice_binds_two_levels():
    once = guarantee(TradeOffDP((1 - sqrt(t)) ** 2)).subsample(rate=RATE)
    twice = once.subsample(rate=Rational(1, 2)).to_tradeoff().value
    direct = guarantee(TradeOffDP((1 - sqrt(t)) ** 2)).subsample(rate=RATE / 2).to_tradeoff().value
    for level in (Rational(1, 10),):
        assert ball(twice.at(level)).overlaps(ball(direct.at(level)))


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ((1 - t) ** 3, "own inverse"),
        (Max(0, 1 - 2 * t, Rational(1, 4) * (1 - t)), "own inverse"),
        ((1 - t) ** (1 + eps), "symbols"),
    ],
)
def test_what_is_not_its_own_inverse_is_refused(function, reason):
    with pytest.raises(NoRouteError, match=reason):
        guarantee(TradeOffDP(function)).subsample(rate=RATE).to_tradeoff()


def test_a_poisson_sample_with_a_record_replaced_breaks_the_bound_that_a_sample_of_fixed_size_keeps():
    # at ratios up to 3 between each record and none; 9 between the two records
    none = Finite(Rational(1, 5), Rational(3, 5), Rational(1, 5))
    one = Finite(Rational(3, 5), Rational(1, 3), Rational(1, 15))
    other = Finite(*one.masses[::-1])
    mixed = [Mixture(Rational(9, 10), law, none) for law in (one, other)]
    assert all(DominationGap(*pair, *RR) <= 0 for law in (one, other) for pair in ((law, none), (none, law)))
    assert DominationGap(one, other, *RR) > 0
    level = Rational(9, 10) * Rational(1, 15) + Rational(1, 10) * Rational(1, 5)
    assert ball(TradeOff(level, *mixed[::-1])).upper < ball(SampledTradeOff(level, Rational(9, 10), *RR)).lower
