"""Laws of choices, against integrals and sums over orders that are worked out here."""

import itertools
from fractions import Fraction

import mpmath
import pytest
from sympy import Rational, Symbol, exp

from dpsym import AnyLaw, Finite
from dpsym.distributions import AnyKernel, Kernel
from dpsym.distributions.choosing import AboveThreshold, NoisyMax, PermuteAndFlip, Tilted
from dpsym.divergences.stream import GreatestOdds, LastMass
from dpsym.errors import NotDerivedError, ParameterError

SCORES = [("1/2", "1/3", "1/6"), ("1/4", "1/4", "1/2"), ("1/10", "2/5", "3/10", "1/5"), ("1/2", "1/2"), ("1",)]
STREAMS = [("1/3", "4/5", "1/2", "9/10"), ("1/2",), ("99/100", "99/100", "1/100"), ("2/3", "2/3")]


def law(masses):
    return Finite(*map(Rational, masses))


def stream(odds):
    return Kernel(*(Finite(Rational(each), 1 - Rational(each)) for each in odds))


def _quotient(value):
    return mpmath.mpf(value.numerator) / value.denominator


def density(x):
    return mpmath.exp(-abs(x)) / 2


def below(x):
    return mpmath.exp(x) / 2 if x < 0 else 1 - mpmath.exp(-x) / 2


def close(found, expected):
    return abs(mpmath.mpf(str(found.evalf(25))) - expected) < mpmath.mpf(10) ** -12


@pytest.mark.parametrize("masses", SCORES)
def test_permute_and_flip_is_the_mean_over_all_orders(masses):
    weights = [Fraction(mass) for mass in masses]
    accepted = [weight / max(weights) for weight in weights]
    expected = [Fraction(0)] * len(weights)
    orders = list(itertools.permutations(range(len(weights))))
    for order in orders:
        left = Fraction(1, len(orders))
        for candidate in order:
            expected[candidate] += left * accepted[candidate]
            left *= 1 - accepted[candidate]
    assert [Fraction(int(m.p), int(m.q)) for m in PermuteAndFlip(law(masses)).masses] == expected


@pytest.mark.parametrize("masses", SCORES)
def test_the_noisy_maximum_is_the_integral_over_the_noise_of_the_winner(masses):
    scores = [mpmath.log(_quotient(Fraction(mass))) for mass in masses]
    for place, mass in enumerate(NoisyMax(law(masses)).masses):
        others = scores[:place] + scores[place + 1 :]
        wins = mpmath.quad(
            lambda x: density(x - scores[place]) * mpmath.fprod(below(x - other) for other in others),  # noqa: B023
            sorted([-mpmath.inf, *scores, mpmath.inf]),
        )
        assert close(mass, wins)


@pytest.mark.parametrize("odds", STREAMS)
def test_above_threshold_stops_where_the_integral_over_its_threshold_says(odds):
    answers = [mpmath.log(_quotient(Fraction(each) / (1 - Fraction(each)))) for each in odds]
    masses = AboveThreshold(stream(odds)).masses
    assert len(masses) == len(odds) + 1
    for place, mass in enumerate(masses):

        def stops(x, place=place):
            above = 1 - below(x - answers[place]) if place < len(answers) else 1
            return mpmath.exp(-2 * abs(x)) * mpmath.fprod(below(x - each) for each in answers[:place]) * above

        assert close(mass, mpmath.quad(stops, sorted([-mpmath.inf, 0, *answers, mpmath.inf])))


def test_a_tilted_law_is_the_exponential_mechanism():
    base, scores = law(("1/2", "1/3", "1/6")), stream(("1/5", "1/2", "1"))
    weights = [Rational(1, 2) * exp(Rational(2, 5)), Rational(1, 3) * exp(1), Rational(1, 6) * exp(2)]
    assert [
        (mass * sum(weights) - each).simplify()
        for mass, each in zip(Tilted(2, base, scores).masses, weights, strict=True)
    ] == [0, 0, 0]


def test_choices_of_variables_wait():
    found = PermuteAndFlip(AnyLaw("Q"))
    assert found.xreplace({AnyLaw("Q"): law(("1/2", "1/2"))}) == law(("1/2", "1/2"))
    assert AboveThreshold(AnyKernel("K")).args == (AnyKernel("K"),)
    assert Tilted(Symbol("s"), AnyLaw("Q"), AnyKernel("K")).free_symbols >= {Symbol("s")}


def test_what_gives_no_scores_is_refused():
    with pytest.raises(ParameterError, match="candidates"):
        Tilted(1, law(("1/2", "1/2")), stream(("1/2",)))
    with pytest.raises(ParameterError, match="law"):
        NoisyMax(AnyKernel("K"))
    with pytest.raises(NotDerivedError, match="positive rational"):
        NoisyMax(law(("0", "1")))


def test_the_odds_and_the_silence_of_a_stream():
    stream = Kernel(Finite(Rational(1, 4), Rational(3, 4)), Finite(Rational(1, 3), Rational(2, 3)))
    assert GreatestOdds(stream) == Rational(1, 2)
    assert LastMass(AboveThreshold(stream)) == AboveThreshold(stream).masses[2]
    with pytest.raises(ParameterError, match="mass at the second point"):
        GreatestOdds(Kernel(Finite(1, 0)))
    with pytest.raises(ParameterError, match="a law"):
        LastMass(stream)


def test_one_answer_below_the_threshold_is_taken_for_one_above_as_the_noise_says():
    low = Rational(1, 3)
    stream = Kernel(Finite(low / (1 + low), 1 / (1 + low)))
    assert 1 - LastMass(AboveThreshold(stream)) == (4 * low - low**2) / 6
