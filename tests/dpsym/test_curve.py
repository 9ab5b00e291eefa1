"""What is made of whole curves of a pair, against values and lists of tests worked out by hand."""

import itertools
from fractions import Fraction

import mpmath
import pytest
from sympy import Rational, exp

from dpsym import Finite, HockeyStick
from dpsym.distributions import AnyKernel, Kernel
from dpsym.distributions.families import Independent, Step, Turn
from dpsym.distributions.tightest import Tightest
from dpsym.divergences.curve import ProfileEnvelope, SampledTradeOff, TradeOffConjugate
from dpsym.divergences.deficiency import Deficiency
from dpsym.divergences.moments import ThirdMoment
from dpsym.divergences.overall import Worst
from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError, ParameterError


def finite(*masses):
    return Finite(*map(Rational, masses))


HALF = finite("1/2", "1/2")
P, Q = finite("1/2", "1/3", "1/6"), finite("1/6", "1/3", "1/2")
RR = finite("3/4", "1/4"), finite("1/4", "3/4")


def value(expression):
    return float(enclose(expression, digits=20).mid)


def test_the_conjugate_of_randomized_response_is_at_its_corner():
    # corners (0, 1), (1/4, 1/4), (1, 0)
    assert value(TradeOffConjugate(-2, *RR)) == pytest.approx(-0.75)
    assert value(TradeOffConjugate(-4, *RR)) == pytest.approx(-1)
    assert value(1 + TradeOffConjugate(-exp(0), *RR)) == pytest.approx(0.5)


@pytest.mark.parametrize("level", ["0", "1/8", "1/4", "1/2", "1"])
def test_the_envelope_of_randomized_response_is_its_trade_off_function(level):
    t = Fraction(level)
    expected = max(1 - 3 * t, (1 - t) / 3)
    assert ProfileEnvelope(Rational(level), *RR) == Rational(expected.numerator, expected.denominator)


def test_a_sample_of_randomized_response_has_a_flat_middle():
    # f_q has the corner (1/4, 1/4 q + 3/4 (1 - q)) at rate q = 1/2: (1/4, 1/2); the inverse has (1/2, 1/4)
    curve = [SampledTradeOff(Rational(place, 8), Rational(1, 2), *RR) for place in range(9)]
    assert curve[0] == 1
    assert curve[2] == Rational(1, 2)
    assert curve[3] == Rational(3, 8)
    assert curve[4] == Rational(1, 4)
    assert curve[8] == 0
    assert SampledTradeOff(Rational(1, 4), 1, *RR) == Rational(1, 4)


def _distance(kernel, targets, pair):
    return sum(
        abs(target[y] - sum(mass * kernel[x][y] for x, mass in enumerate(law)))
        for target, law in zip(targets, pair, strict=True)
        for y in range(len(target))
    )


@pytest.mark.parametrize(
    ("target", "pair"), [((P, Q), RR), (RR, (P, Q)), ((HALF, RR[0]), (RR[0], HALF)), (RR, (HALF, HALF))]
)
def test_the_deficiency_is_below_the_distance_of_every_kernel_of_a_grid(target, pair):
    targets, laws = ([[Fraction(int(m.p), int(m.q)) for m in law.masses] for law in each] for each in (target, pair))
    grid = [Fraction(place, 6) for place in range(7)]
    rows = [row for row in itertools.product(grid, repeat=len(targets[0])) if sum(row) == 1]
    least = min(_distance(kernel, targets, laws) for kernel in itertools.product(rows, repeat=len(laws[0])))
    found = Deficiency(*target, *pair)
    assert float(found) <= float(least) + 1e-15
    assert float(least) - float(found) <= 0.35


def test_the_deficiency_is_exact_where_it_is_known():
    assert Deficiency(finite("5/6", "1/6"), HALF, P, Q) == 0
    assert Deficiency(finite(1, 0), finite(0, 1), HALF, HALF) == 2
    assert Deficiency(P, Q, P, Q) == 0
    with pytest.raises(NotDerivedError):
        Deficiency(*[Finite(*[Rational(1, 20)] * 20)] * 4)


def test_the_third_moment_is_about_the_mean():
    mean = mpmath.log(3) / 2
    expected = 0.75 * abs(mpmath.log(3) - mean) ** 3 + 0.25 * abs(-mpmath.log(3) - mean) ** 3
    assert value(ThirdMoment(*RR)) == pytest.approx(float(expected))
    assert not ThirdMoment(HALF, finite(1, 0)).is_finite


def test_the_tightest_pair_has_the_greatest_profile():
    first, second = Kernel(RR[0], finite("1/2", "1/2")), Kernel(RR[1], finite("1/10", "9/10"))
    pair = [Tightest(side, first, second) for side in (0, 1)]
    for eps in ("-1", "0", "1/2", "1", "2"):
        rows = [value(HockeyStick(Rational(eps), *laws)) for laws in zip(first.args, second.args, strict=True)]
        assert value(HockeyStick(Rational(eps), *pair)) == pytest.approx(max(rows))
    with pytest.raises(ParameterError, match="same inputs"):
        Tightest(0, first, Kernel(HALF))
    with pytest.raises(ParameterError, match="0 or 1"):
        Tightest(2, first, second)


def test_laws_by_turns_are_those_of_the_step():
    turns = Kernel(HALF, RR[0])
    assert Independent(turns, 2) == finite("3/8", "1/8", "3/8", "1/8")
    assert Independent(turns, 3).masses[0] == Rational(3, 16)
    tree = Kernel(HALF, RR[0], RR[1])
    worst = Worst(HockeyStick(0, Step(tree), Turn(turns)), 2)
    # nothing at the first step, at the second 0 or 1/2
    assert value(worst) == 0.5
    with pytest.raises(ParameterError, match="adaptive"):
        Worst(HockeyStick(0, Turn(turns), Turn(turns)), 2)
    assert Independent(AnyKernel("A"), 2).args == (AnyKernel("A"), 2)
