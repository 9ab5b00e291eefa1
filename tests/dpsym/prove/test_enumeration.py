"""Statements about each of finitely many integers, and optimal against advanced composition."""

import math
from fractions import Fraction

import pytest

from dpsym.curves import PrivacyCurve, RandomizedResponseLoss
from dpsym.enclose import enclose
from dpsym.errors import ParameterError
from dpsym.prove import advanced_composition_margin, for_each

CASES = [
    (Fraction(1, 100), Fraction(1, 10**3)),
    (Fraction(1, 10), Fraction(1, 10**6)),
    (Fraction(1, 2), Fraction(1, 10**12)),
]


@pytest.mark.parametrize(("eps", "delta"), CASES)
def test_optimal_composition_stays_below_advanced_composition(eps, delta):
    outcome = for_each(range(1, 1001), lambda k: advanced_composition_margin(k, eps, delta))
    assert outcome.verdict == "proved"
    assert outcome.count == 1000
    assert outcome.margin.is_positive()


@pytest.mark.parametrize("count", [1, 7, 60, 400])
def test_the_margin_is_that_of_the_certified_curve(count):
    eps, delta = Fraction(1, 10), Fraction(1, 1000)
    margin = advanced_composition_margin(count, eps, delta)
    promised = count * 0.1 * math.expm1(0.1) + 0.1 * math.sqrt(2 * count * math.log(1000))
    exact = PrivacyCurve([(RandomizedResponseLoss(eps), count)]).delta(Fraction(promised).limit_denominator(10**12))
    assert margin.mid == pytest.approx(1 - exact.mid * 1000, rel=0, abs=1e-9)


def test_a_false_twin_is_refuted():
    """Beside a delta that is smaller than the promised one by a factor of 10^4 the exact one is too large at some k."""
    eps, delta = Fraction(1, 100), Fraction(1, 10**3)

    def stricter(k):
        margin = advanced_composition_margin(k, eps, delta)
        return margin - enclose(Fraction(9999, 10000))

    outcome = for_each(range(1, 1001), stricter)
    assert outcome.verdict == "refuted"
    assert outcome.margin.is_negative()
    assert outcome.count == outcome.at


def test_what_stays_open_is_told():
    outcome = for_each(range(3), lambda k: enclose(Fraction(k)))
    assert outcome.verdict == "undecided"
    assert outcome.at == 0
    with pytest.raises(TypeError, match="no truth value"):
        bool(outcome)


def test_bad_input_is_refused():
    with pytest.raises(ParameterError):
        for_each([], lambda k: enclose(Fraction(k)))
    for count, eps, delta in (
        (0, 1, Fraction(1, 2)),
        (1, 0, Fraction(1, 2)),
        (1, 1, 1),
        (1, 0.5, Fraction(1, 2)),
        (True, 1, Fraction(1, 2)),
    ):
        with pytest.raises(ParameterError):
            advanced_composition_margin(count, eps, delta)
