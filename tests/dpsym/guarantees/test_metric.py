"""Metric privacy: what it promises at a distance, how it adds up, and that it is not claimed without a bound on the distance."""

import math

import numpy as np
import pytest
from scipy.special import lambertw
from sympy import Rational, Symbol, oo, symbols

from dpsym import (
    KaryResponse,
    KNorm,
    MetricDP,
    elliptical_gaussian,
    guarantee,
    hadamard_response,
    planar_laplace,
    priv_unit,
)
from dpsym.conversion import groups
from dpsym.errors import NoRouteError, NotApplicableError, ParameterError
from dpsym.guarantees.reading import read
from dpsym.guarantees.words import formula, promise

rate, far = symbols("epsilon R", positive=True)
count = Symbol("k", integer=True, positive=True)


def test_planar_noise_converts_by_the_greatest_distance_only():
    noise = planar_laplace(rate)
    assert noise.guarantee(reach=far).to_pure().value.eps == far * rate
    assert {"mechanism.planar_laplace", "metric.privacy.diameter"} <= set(noise.guarantee(far).to_pure().theorems)
    with pytest.raises(NoRouteError, match="reach"):
        noise.guarantee().to_pure()
    assert guarantee(MetricDP(0)).to_pure().value.eps == 0


def test_at_each_distance_it_is_what_the_noise_costs():
    for distance in (Rational(1, 2), 1, 3):
        exact = KNorm(2, 2).max_divergence(distance)
        assert planar_laplace(2).guarantee(distance).to_pure().value.eps == exact
        assert planar_laplace(2).guarantee(distance / Rational(2)).to_pure().value.eps < exact


def test_it_adds_up_and_grows_with_the_group():
    one, other = planar_laplace(2).guarantee(reach=3), planar_laplace(1).guarantee(reach=5)
    both = one.compose(other).to(MetricDP).value
    assert (both.eps, both.reach) == (3, 3)
    assert one.compose(count).to(MetricDP).value.eps == 2 * count
    assert one.group(4).to(MetricDP).value == MetricDP(2, 12)
    assert one.group(2).to_pure().value.eps == 2 * one.to_pure().value.eps
    assert one.post_process().to(MetricDP).value == MetricDP(2, 3)
    assert planar_laplace(2).guarantee().group(4).to(MetricDP).value.reach is oo


@pytest.mark.slow
def test_the_promise_is_not_below_the_profile_of_the_noise():
    # hockey-stick divergence of planar noise of eps = 1, moved by 2, on a grid
    sides = (np.arange(-600, 600) + 0.5) / 30
    x, y = np.meshgrid(sides, sides)
    p, q = np.exp(-np.hypot(x, y)), np.exp(-np.hypot(x - 2, y))
    known = planar_laplace(1).guarantee(reach=2)
    for eps in (Rational(1, 2), Rational(3, 2)):
        true = np.maximum(p - math.exp(float(eps)) * q, 0).sum() / p.sum()
        assert true < float(known.delta(eps))
        assert true > float(planar_laplace(1).guarantee(reach=Rational(1, 2)).delta(eps))


def test_errors_are_those_of_a_gamma_length():
    noise = planar_laplace(rate)
    assert noise.mean_radius == 2 / rate
    assert noise.mean_square == 6 / rate**2
    assert planar_laplace(rate, 3).mean_square == 12 / rate**2
    exact = -(lambertw((0.9 - 1) / math.e, -1).real + 1) / 4
    assert float(planar_laplace(4).radius(Rational(9, 10))) == pytest.approx(exact)
    at = 4 * exact
    assert 1 - (1 + at) * math.exp(-at) == pytest.approx(0.9)
    assert float(planar_laplace(4, 1).radius(Rational(9, 10))) == pytest.approx(math.log(10) / 4)


def test_words_and_texts():
    assert promise(MetricDP(2)) == "eps = 2 times the distance"
    assert promise(MetricDP(2, 5)) == "eps = 2 times the distance, up to distance 5"
    assert formula(MetricDP(rate, far)) == r"\varepsilon(x, y) = \varepsilon\, d(x, y),\ d(x, y) \le R"
    assert read("PlanarLaplace(2, reach=3).to_pure()").value.eps == 6
    assert read("MetricDP(2, 3).compose(2).to_pure()").value.eps == 12


def test_refusals():
    for wrong in (-1, oo, "x"):
        with pytest.raises(ParameterError, match="unit of distance"):
            MetricDP(wrong)
    for wrong in (0, -1):
        with pytest.raises(ParameterError, match="reach"):
            planar_laplace(1).guarantee(reach=wrong)
    with pytest.raises(ParameterError):
        planar_laplace(0)
    with pytest.raises(ParameterError, match="dimension"):
        planar_laplace(1, 3).radius(Rational(1, 2))
    with pytest.raises(ParameterError, match="below 1"):
        planar_laplace(1).radius(1)


def test_a_group_whose_cases_are_not_told_apart_is_answered_by_another_road(monkeypatch):
    asked = []

    def undecided(*told):
        asked.append(told)
        raise TypeError("cannot determine truth value of Relational")

    monkeypatch.setattr(groups, "group_tradeoff", undecided)
    assert guarantee(KaryResponse(1, 3)).group(4).to_pure().value.eps == 4
    assert asked
    with pytest.raises(NotApplicableError, match="not told apart"):
        groups._nested(Rational(1, 2), 4, lambda level: 1 - level)


@pytest.mark.slow
@pytest.mark.parametrize("eps", [1, 6])
def test_a_group_under_pure_privacy_is_answered_although_its_trade_off_function_is_not_written_out(eps):
    assert guarantee(KaryResponse(eps, 3)).group(4).to_pure().value.eps == 4 * eps


@pytest.mark.parametrize("made", [planar_laplace(1), hadamard_response(1), priv_unit(1, 3), elliptical_gaussian([[1]])])
def test_what_has_a_guarantee_and_is_none_says_so(made):
    with pytest.raises(NotApplicableError, match=r"ask guarantee\((reach)?\)\.to_pure$"):
        made.to_pure()
    with pytest.raises(AttributeError, match="no attribute 'to_purer'"):
        made.to_purer()
    assert not hasattr(made, "epsilon")
    assert hasattr(made, "guarantee")
