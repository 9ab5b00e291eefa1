"""The bounds of tails cover what lies beyond, at every depth at which they are given; NaN and open signs decide nothing."""

import pytest
import sympy as sp
from flint import arb, ctx, fmpq
from sympy import Rational, S, log

from dpsym.distributions import (
    Cauchy,
    Gamma,
    Gaussian,
    Gumbel,
    InverseGaussian,
    Logistic,
    LogNormal,
    Mixture,
    NegativeBinomial,
    Poisson,
    Skellam,
    Staircase,
    StudentT,
    Weibull,
)
from dpsym.enclose.definition import growth
from dpsym.enclose.definition.charts import LOG, PLAIN, Chart, End, Place
from dpsym.enclose.definition.density import JACOBIANS, combine
from dpsym.enclose.definition.forms import between_kinks
from dpsym.enclose.definition.growth import LINEAR, SQUARE, Part, Shape
from dpsym.enclose.definition.reading import quadratic, read
from dpsym.enclose.definition.regions import regions, supremum
from dpsym.enclose.definition.steps import StepsCell
from dpsym.enclose.definition.strips import Strip, mass
from dpsym.enclose.definition.weights import PLAIN_WEIGHT, Moment, Tail
from dpsym.enclose.polynomials import evaluate
from dpsym.errors import NotDerivedError, UndecidedError

INFINITY = arb("inf")
X = sp.Dummy("x", real=True)


@pytest.fixture(autouse=True)
def precision():
    with ctx.workprec(128):
        yield


def pair_of(first, second):
    part = between_kinks(first, second)[-1]
    return part.first, part.second


ON_THE_LINE = {
    "Gaussian": (Gaussian(0, 1), Gaussian(1, 2), PLAIN),
    "Gumbel": (Gumbel(0, 1), Gumbel(1, 2), PLAIN),
    "logistic": (Logistic(0, 1), Logistic(1, 2), PLAIN),
    "Cauchy": (Cauchy(0, 1), Cauchy(1, 2), Chart("log", 1)),
    "Student": (StudentT(0, 2, 1), StudentT(1, 3, 2), Chart("log", 1)),
    "Gamma": (Gamma(2, 1), Gamma(Rational(7, 2), 2), LOG),
    "inverse Gaussian": (InverseGaussian(1, 1), InverseGaussian(2, 3), LOG),
    "Weibull": (Weibull(1, 1), Weibull(Rational(3, 2), 2), LOG),
    "log-normal": (LogNormal(0, 1), LogNormal(1, 2), LOG),
    "mixture": (Mixture(Rational(1, 9), Gaussian(1, 1), Gaussian(0, 1)), Gaussian(0, 2), PLAIN),
}


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("name", ON_THE_LINE)
def test_the_bound_is_above_the_tail_and_shrinks_with_the_depth(name, is_weighted):
    first, second, chart = ON_THE_LINE[name]
    densities = pair_of(first, second)
    half = Strip(chart, arb(0), INFINITY)
    suited = [half.suited(density) for density in densities]
    exponent = combine((S.One, suited[0]), (S.One, JACOBIANS[chart.kind, chart.sign]))
    weight = Moment(combine((S.One, suited[0]), (S.NegativeOne, suited[1])), 2) if is_weighted else PLAIN_WEIGHT
    tail, given = Tail(exponent, weight, End(chart, 1)), []
    assert tail.is_integrable()
    for depth in (arb(1), arb(2), arb(4), arb(8)):
        try:
            bound = tail.bound(depth)
        except UndecidedError:
            continue
        beyond = mass(Strip(chart, depth, INFINITY), densities[0], weight)
        assert beyond <= bound
        given.append(bound)
    assert len(given) >= 2
    assert given[-1] < given[0]


ON_THE_INTEGERS = {
    "Poisson": (Poisson(2), Poisson(3)),
    "negative binomial": (NegativeBinomial(Rational(5, 2), Rational(1, 3)), NegativeBinomial(2, Rational(1, 2))),
    "Skellam": (Skellam(1, 2), Skellam(2, 2)),
}


@pytest.mark.parametrize("name", ON_THE_INTEGERS)
def test_the_bound_of_a_sum_is_above_the_terms_left_out(name):
    density, other = pair_of(*ON_THE_INTEGERS[name])
    for weight in (PLAIN_WEIGHT, Moment(combine((S.One, density), (S.NegativeOne, other)), 1)):
        tail = Tail(density, weight, End(PLAIN, 1), is_sum=True)
        for depth in (12, 20, 40):
            places = [Place(PLAIN, fmpq(k)) for k in range(depth, depth + 60)]
            rest = sum((density.at(place).exp() * weight.at(place) for place in places), arb(0))
            bound = tail.bound(arb(depth))
            assert abs(rest) <= bound
            assert bound < 1000 * density.at(places[0]).exp()


def test_the_bound_of_the_steps_is_above_the_steps_left_out():
    cell = StepsCell(Staircase(0, 1, Rational(1, 3), 1), Staircase(1, 2, Rational(1, 4), 1))
    tail = Tail(cell.first, PLAIN_WEIGHT, End(PLAIN, 1))
    run = cell.runs()[1].nodes
    nodes = [next(run) for _ in range(150)]
    for first in (4, 11, 30):
        rest = sum((node.size * arb(cell.first.at(node.place)).exp() for node in nodes[first:]), arb(0))
        assert rest <= tail.bound(nodes[first].depth)


def test_an_exponent_that_grows_or_stands_still_has_no_bound():
    rising = [Part(LINEAR, fmpq(0), fmpq(1))]
    with pytest.raises(UndecidedError):
        growth.decay(rising, arb(4))
    with pytest.raises(UndecidedError):
        growth.decay([], arb(4))
    with pytest.raises(UndecidedError):
        growth.decay([Part(LINEAR, fmpq(0), arb(-1, 2))], arb(4))
    with pytest.raises(UndecidedError, match="too early"):
        growth.decay(
            [Part(Shape("rate", sp.Rational(1, 10)), fmpq(1, 10), fmpq(-1)), Part(SQUARE, fmpq(0), fmpq(1))], arb(4)
        )


def test_rates_that_cannot_be_told_apart_are_undecided():
    twice = sp.sqrt(2) * sp.sqrt(2 + sp.sqrt(3)), 1 + sp.sqrt(3)
    leading = {Shape("rate", rate): S.One for rate in twice}
    with pytest.raises(UndecidedError, match="told apart"):
        growth.parts_of(leading, evaluate)


def test_like_terms_cancel_before_they_are_rounded():
    root = sp.sqrt(2)
    first, second = (read({X: root * factor, S.One: log(3)}, X) for factor in (3, 1))
    gap = combine((S.One, first), (-3 * S.One, second))
    assert gap.numbers[1] == []
    assert combine((S.One, first), (-S.One, first)).is_zero


def test_a_statistic_of_unknown_tails_is_refused_by_name():
    for node in (sp.sin(X), sp.log(sp.sin(X)), sp.exp(X**2), sp.loggamma(2 * X), X**X):
        with pytest.raises(NotDerivedError, match="tails"):
            read({node: S.One}, X)
    assert quadratic(sp.exp(X), X) is None


def test_the_sign_of_a_gap_that_touches_0_is_a_sliver_and_not_a_guess():
    """The gap is -(x - 1/3)^2: at 1/3 it is 0, and no precision shows on which side it is."""
    gap = read({X**2: -S.One, X: Rational(2, 3), S.One: -Rational(1, 9)}, X)
    found = regions(gap, Strip(PLAIN, fmpq(0), fmpq(1)))
    assert [part.sign for part in found] == [-1, 0, -1]
    assert (arb(found[1].end) - arb(found[1].start)) < 1e-15
    assert supremum(gap, Strip(PLAIN, fmpq(0), fmpq(1))).contains(0)


def test_crossings_are_enclosed_and_the_signs_around_them_are_right():
    gap = read({X**2: S.One, S.One: -S(2)}, X)
    found = regions(gap, Strip(PLAIN, -INFINITY, INFINITY))
    assert [part.sign for part in found if part.sign] == [1, -1, 1]
    inner = next(part for part in found if part.sign < 0)
    for end, root in ((inner.start, -arb(2).sqrt()), (inner.end, arb(2).sqrt())):
        assert abs(arb(end) - root) < arb(2) ** -100


def test_a_gap_that_is_no_number_somewhere_has_no_regions():
    broken = read({sp.log(X**2 - 1): S.One}, X)
    with pytest.raises(UndecidedError):
        regions(broken, Strip(PLAIN, fmpq(0), fmpq(2)))
    with pytest.raises(UndecidedError):
        mass(Strip(PLAIN, fmpq(0), fmpq(2)), broken)
