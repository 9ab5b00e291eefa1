"""What is drawn several times, what is spent along a history, and the best of all mechanisms: against values worked out by hand."""

from itertools import product

import pytest
from flint import fmpq
from sympy import Rational, S, log, symbols

from dpsym import Finite, HockeyStick
from dpsym.distributions import AnyKernel, Kernel
from dpsym.distributions.drawn import BestOf, Repeated, Shuffled
from dpsym.distributions.families import Row, Step
from dpsym.divergences import TotalVariation
from dpsym.divergences.additive import LeastNoiseCost, StaircaseCost
from dpsym.divergences.blanket import BlanketBound
from dpsym.divergences.guessing import GeometricLoss, GreatestMass, Guess, Inputs, LeastLoss, UniformGuess
from dpsym.divergences.linear import least
from dpsym.divergences.overall import Total
from dpsym.divergences.paths import AlongPath
from dpsym.divergences.testing import GreatestPower, TulapPower
from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError, ParameterError

HALF = Rational(1, 2)
K, L = AnyKernel("K"), AnyKernel("L")
k = symbols("k", integer=True, positive=True)


def finite(*masses):
    return Finite(*map(Rational, masses))


RESPONSE = Kernel(finite("2/3", "1/3"), finite("1/3", "2/3"))


def test_the_best_of_a_geometric_number_of_draws():
    """At gamma = 1/3 the generating function is t/(3 - 2 t)."""
    assert BestOf(1, Rational(1, 3), finite("1/2", "1/3", "1/6")) == finite("1/4", "3/8", "3/8")


def test_the_best_of_a_logarithmic_number_of_draws():
    found = BestOf(0, Rational(1, 4), finite("1/2", "1/2")).masses[0]
    assert enclose(found - log(Rational(5, 8)) / log(Rational(1, 4)), digits=20).value.contains(0)


def test_shuffled_answers_are_counted():
    """Of two users who both tell the truth with probability 2/3: 00, 01 or 10, 11; the second has the first input again."""
    assert Shuffled(RESPONSE, 0, 2) == finite("4/9", "4/9", "1/9")
    assert Shuffled(RESPONSE, 1, 2) == finite("2/9", "5/9", "2/9")
    assert HockeyStick(0, Shuffled(RESPONSE, 0, 2), Shuffled(RESPONSE, 1, 2)).definition() == Rational(2, 9)


def test_the_blanket_of_randomized_response():
    """Its share is 2/3, of two users: twice 2/3 1/3 times a half of 1, and (2/3)^2 times a quarter of 2, over 4/3."""
    assert BlanketBound(0, RESPONSE, 2) == Rational(1, 3) * Rational(2, 3)
    assert TotalVariation(*RESPONSE.args).definition() == BlanketBound(0, RESPONSE, 1)


def test_a_record_that_is_sampled_a_binomial_number_of_times():
    chain = Kernel(finite("1", "0"), finite("1/2", "1/2"), finite("0", "1"))
    assert Repeated(chain, 2, HALF, finite("1", "0")) == finite("1/2", "1/2")


def test_what_is_spent_along_a_history():
    """After 0 the second step loses all of its total variation and the third a half, after 1 only the third does."""
    fair, told, lie = finite("1/2", "1/2"), finite("1", "0"), finite("0", "1")
    rows = ((fair, fair), (told, lie), (fair, fair), (finite("3/4", "1/4"), finite("1/4", "3/4")))
    pair = (Step(Kernel(*(row[place] for row in rows))) for place in (0, 1))
    value = TotalVariation(*pair)
    # the histories 00, 01, 10, 11 have the rows 3, 0, 1, 2
    assert enclose(AlongPath(value, 3), digits=20).value.contains(fmpq(3, 2))
    assert enclose(Total(value, 3), digits=20).value == 2
    with pytest.raises(ParameterError, match="histories"):
        AlongPath(TotalVariation(Row(K), Row(L)), k)


def test_guesses():
    assert Guess(finite("1/2", "1/2"), RESPONSE) == UniformGuess(RESPONSE) == Rational(2, 3)
    assert (GreatestMass(finite("1/4", "3/4")), Inputs(RESPONSE)) == (Rational(3, 4), 2)


def test_the_least_loss_of_a_bit_is_that_of_randomized_response():
    assert LeastLoss(0, HALF, finite("1/2", "1/2")) == GeometricLoss(0, HALF, finite("1/2", "1/2")) == Rational(1, 3)
    with pytest.raises(NotDerivedError, match="at most"):
        LeastLoss(0, HALF, Finite(*[Rational(1, 7)] * 7))


def test_the_least_noise_at_sensitivity_one_is_geometric():
    """E |X| = 2 a/(1 - a^2)."""
    assert LeastNoiseCost(1, HALF, 1, 2) == StaircaseCost(1, HALF, 1) == Rational(4, 3)


def test_the_step_of_the_staircase_moves_with_the_ratio():
    """At sensitivity 2: P_r is 1, then a for |x| = 1 if r = 1, and 1, 1, a if r = 2; strong privacy takes the wider step."""
    assert LeastNoiseCost(1, Rational(1, 20), 2, 3) == Rational(122, 437)
    assert LeastNoiseCost(1, Rational(9, 10), 2, 3) == StaircaseCost(1, Rational(9, 10), 2)


def test_no_noise_or_test_on_a_grid_is_better():
    """Of all tests with values in twelfths, none that is private and has the level beats the least linear program."""
    ratio, start, first, second = HALF, Rational(1, 6), Rational(1, 3), Rational(2, 3)
    level, most = TulapPower(2, ratio, start, first), GreatestPower(2, ratio, start, first, second)
    weigh = lambda test, theta: sum(  # noqa: E731
        m * v for m, v in zip(((1 - theta) ** 2, 2 * theta * (1 - theta), theta**2), test)
    )
    grid = [Rational(part, 12) for part in range(13)]
    tests = [
        test
        for test in product(grid, repeat=3)
        if weigh(test, first) == level
        and all(
            one >= ratio * other and 1 - one >= ratio * (1 - other)
            for place in (0, 1)
            for one, other in (test[place : place + 2], test[place : place + 2][::-1])
        )
    ]
    assert tests
    assert max(weigh(test, second) for test in tests) <= most == TulapPower(2, ratio, start, second)


def test_a_linear_program():
    """x + y = 1, x - y + s = 1/2: the least of -x is -3/4."""
    one = fmpq(1)
    columns = [[one, one], [one, -one], [fmpq(0), one]]
    assert least([-one, fmpq(0), fmpq(0)], columns, [one, one / 2]) == fmpq(-3, 4)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: BestOf(-1, HALF, finite("1/2", "1/2")), "above -1"),
        (lambda: BestOf(1, S.One, finite("1/2", "1/2")), "halting probability"),
        (lambda: Shuffled(RESPONSE, 2, 3), "0 or 1"),
        (lambda: LeastLoss(HALF, HALF, finite("1/2", "1/2")), "whole number"),
        (lambda: LeastNoiseCost(1, S.Zero, 1, 1), "strictly between"),
        (lambda: TulapPower(0, HALF, HALF, HALF), "positive integer"),
    ],
)
def test_arguments_out_of_their_domain_are_refused(make, words):
    with pytest.raises(ParameterError, match=words):
        make()
