"""Every law: its mass is 1, its pieces cover its support, and its worst shift is the worst."""

import math
from itertools import pairwise

import pytest
from scipy.integrate import quad
from sympy import Integer, Rational, Symbol, lambdify

from dpsym.derive import attempt
from dpsym.distributions import DiscreteGaussian, DiscreteLaplace, Law, LocationFamily, Staircase
from dpsym.divergences import HockeyStick, Renyi, TradeOff
from dpsym.enclose import enclose
from dpsym.errors import DpsymError, ParameterError
from dpsym.families import FAMILIES
from dpsym.special import GaussianSum

LAWS = {type(law): (family, law) for family in FAMILIES for law in (family.first,) if law.space in ("line", "integers")}
NOISES = {
    type(family.first): family
    for family in FAMILIES
    if isinstance(family.first, LocationFamily) and family.first.args[1:] == family.second.args[1:]
}


def numeric_law(kind: type[Law]) -> Law:
    family, law = LAWS[kind]
    return law.subs(next(family.points(law.free_symbols)))


@pytest.mark.parametrize("kind", [kind for kind in LAWS if kind.__name__ != "Mixture"], ids=lambda kind: kind.__name__)
def test_the_density_has_mass_one(kind):
    law = numeric_law(kind)
    point = Symbol("x", integer=law.is_discrete or None, real=True)
    expression = law.log_density(point).replace(
        GaussianSum, lambda *arguments: Rational(repr(enclose(GaussianSum(*arguments)).mid))
    )
    density = lambdify(point, expression, "scipy")
    lower, upper = (float(end) for end in law.ends)
    if law.is_discrete:
        places = range(int(max(lower, -300)), int(min(upper, 300)) + 1)
        total = math.fsum(math.exp(density(float(place))) for place in places)
    else:
        kinks = _steps(law) if isinstance(law, Staircase) else [float(each) for each in law.breakpoints]
        inner = [*kinks, *(sign * 10.0**power for sign in (-1, 1) for power in range(-2, 13))]
        cuts = [lower, *sorted(each for each in set(inner) if lower < each < upper), upper]
        if (lower, upper) == (0, math.inf):  # by the logarithm: tails that are powers become exponential
            cuts = [-600.0, -80.0, *(math.log(each) for each in cuts if 0 < each < upper), 80.0, 600.0]
            parts = [quad(_of_logarithm(density), *ends)[0] for ends in pairwise(cuts)]
        else:
            parts = [quad(lambda x: math.exp(density(x)), *ends)[0] for ends in pairwise(cuts)]
        total = math.fsum(parts)
    assert abs(total - 1) < 1e-6


def _of_logarithm(density):
    """Return the density of the logarithm; 0 where a power of the number is beyond floats on either side, which leaves no mass."""

    def function(x):
        try:
            return math.exp(density(math.exp(x)) + x)
        except ArithmeticError:
            return 0.0

    return function


def _steps(law: Staircase) -> list[float]:
    """Return the ends of the steps up to where the mass is negligible."""
    location, eps, fraction, width = (float(each) for each in law.args)
    last = int(16 / eps)
    ends = [place + width * (step + part) for step in range(last) for part in (0, fraction) for place in (location,)]
    return ends + [2 * location - end for end in ends]


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("kind", [kind for kind in NOISES if kind.is_log_concave], ids=lambda kind: kind.__name__)
def test_no_smaller_shift_of_a_log_concave_noise_is_worse(kind):
    """The remark that closes each derivation, checked on the definitions at smaller and greater shifts."""
    family = NOISES[kind]
    values = next(family.points(family.first.free_symbols))
    law = family.first.func(0, *family.first.subs(values).args[1:])
    shifts = [1, 2, 3] if law.is_discrete else [Rational(1, 10), Rational(1, 2), Rational(9, 10), 1]
    moved = [law.func(Integer(0) + shift, *law.args[1:]) for shift in shifts]
    for make in (
        lambda other: HockeyStick(Rational(1, 5), law, other),
        lambda other: Renyi(Rational(1, 2), law, other),
    ):
        balls = [enclose(make(other), digits=12) for other in moved]
        assert all(not later.certainly_below(earlier) for earlier, later in pairwise(balls))
    derivation = attempt(HockeyStick(Rational(1, 5), law, moved[-1]))
    if derivation is not None and family.first.func is not DiscreteGaussian:
        assert "log-concave" in derivation.steps[-1].text


def test_the_remark_is_not_made_where_the_density_is_not_log_concave():
    derivation = next(family for family in FAMILIES if family.name == "staircase")
    steps = attempt(HockeyStick(1, derivation.first, derivation.second)).steps
    assert not any("log-concave" in step.text for step in steps)


@pytest.mark.parametrize("kind", LAWS, ids=lambda kind: kind.__name__)
def test_a_law_says_at_which_end_it_degenerates(kind):
    assert kind.__name__ == "Mixture" or all("->" in each or "on" in each for each in kind.degenerate)


def test_noise_on_the_integers_takes_shifts_by_integers_only():
    with pytest.raises(DpsymError, match="must be an integer, got 1/2"):
        DiscreteLaplace(2).neighbours(Rational(1, 2))
    with pytest.raises(ParameterError, match="location mu must be an integer, got 1/2"):
        DiscreteGaussian(Rational(1, 2), 1)


@pytest.mark.parametrize("center", [Rational(1, 3), Rational(-2, 3), Rational(7, 3)])
def test_a_sum_of_a_gaussian_over_the_integers_depends_on_the_part_after_the_point(center):
    direct = math.fsum(math.exp(-((place - float(center)) ** 2) / 8) for place in range(-60, 61))
    assert abs(enclose(GaussianSum(center, 2)).mid - direct) < 1e-13
    assert GaussianSum(5, 2) == GaussianSum(0, 2)
    assert GaussianSum(Rational(1, 2), 2, 1) == 0


def test_the_derivative_of_a_sum_over_the_integers_is_one_of_its_moments():
    center, width = Symbol("c", real=True), Symbol("s", positive=True)
    total = GaussianSum(center, width)
    assert total.diff(center) == GaussianSum(center, width, 1) / width**2
    assert total.diff(width) == GaussianSum(center, width, 2) / width**3


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", NOISES)
def test_a_trade_off_function_reaches_from_one_to_zero(name):
    family = NOISES[name]
    derivation = attempt(TradeOff(Symbol("u", positive=True), family.first, family.second))
    if derivation is None:
        return
    point = next(
        point
        for point in family.points(family.first.free_symbols | family.second.free_symbols)
        if derivation.case.subs(point) == True  # noqa: E712
    )
    value = derivation.value.subs(point)
    near_one = enclose(value.subs(Symbol("u", positive=True), 1 - Rational(1, 10**9)), digits=10)
    assert near_one.mid < 1e-3
