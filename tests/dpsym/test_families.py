"""Every family and quantity that closes: the closed form against the enclosure of its own definition, and at its boundaries."""

from functools import cache
from itertools import islice

import pytest
from sympy import Expr, Integer, Ne, Poly, Rational, Symbol, exp, false, fibonacci, oo, true

from dpsym.derive import attempt
from dpsym.distributions import DiscreteLaplace, Gaussian, HalfNormal, TruncatedLaplace, Uniform
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    HockeyStick,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.enclose import enclose
from dpsym.errors import UndecidedError
from dpsym.families import FAMILIES, Family
from dpsym.parameters import alpha, eps

level = Symbol("u", positive=True)
# held by a test: to ask the engine costs seconds whenever tests are collected
WITHOUT_RENYI = {
    "K-norm, shifted",
    "Student t, 3 degrees",
    "subsampled Gaussian",
    "subsampled Gaussian, reversed",
    "subsampled Laplace",
}
WITH_TRADE_OFF = {
    "Bernoulli",
    "Cauchy",
    "Fréchet",
    "Gaussian",
    "Gompertz",
    "Gumbel",
    "Laplace",
    "Lomax",
    "Pareto",
    "Rayleigh",
    "Weibull",
    "asymmetric Laplace",
    "bounded Pareto",
    "erased response",
    "exponential",
    "exponential, shifted",
    "generalized logistic",
    "half-normal",
    "half-Cauchy",
    "inverse Lomax",
    "k-ary randomized response",
    "logistic",
    "multivariate Gaussian, one covariance",
    "power function",
    "randomized response",
    "reversed Gumbel",
    "staircase",
    "truncated Laplace",
    "truncated exponential",
    "uniform",
}
HEADS = {
    "Rényi": lambda first, second, order: Renyi(order, first, second),
    "Rényi at 1/2": lambda first, second, order: Renyi(Rational(1, 2), first, second),
    "Rényi at 2": lambda first, second, order: Renyi(2, first, second),
    "Kullback-Leibler": lambda first, second, order: KL(first, second),
    "max": lambda first, second, order: MaxDivergence(first, second),
    "chi-squared": lambda first, second, order: ChiSquaredDivergence(first, second),
    "squared Hellinger": lambda first, second, order: SquaredHellinger(first, second),
    "total variation": lambda first, second, order: TotalVariation(first, second),
    "hockey-stick": lambda first, second, order: HockeyStick(eps, first, second),
    "loss tail": lambda first, second, order: LossTail(eps, first, second),
    "loss variance": lambda first, second, order: LossCumulant(2, first, second),
}
CLOSED = [
    pytest.param(family, HEADS[name](*laws, family.order), id=f"{family.name}-{name}{suffix}")
    for family in FAMILIES
    for name in HEADS
    for laws, suffix in (((family.first, family.second), ""), ((family.second, family.first), "-reversed"))
    # of two covariances the variance of the loss has a test of its own: nothing encloses its definition
    if (family.name, name) != ("multivariate Gaussian, two covariances", "loss variance")
    if not (suffix and (family.order != alpha or name in ("squared Hellinger", "total variation", "Rényi at 1/2")))
]


def admissible(family: Family, head: Divergence, count: int, seed: int = 0) -> list[dict]:
    """Return points at which the derivation's case holds and no excluded single value is hit."""
    derivation = attempt(head)
    excluded = [condition for condition in derivation.conditions if isinstance(condition, Ne)]
    found = (
        point
        for point in islice(family.points(head.free_symbols, seed), 60)
        if derivation.case.subs(point) is true and not any(condition.subs(point) is false for condition in excluded)
    )
    return list(islice(found, count))


@pytest.mark.cases(1 / 160)
@pytest.mark.parametrize(("family", "head"), CLOSED)
def test_the_closed_form_is_the_enclosed_definition(family, head):
    derivation = attempt(head)
    if derivation is None:
        # nothing closes: the head stays as it is, and never turns into a formula
        assert head.doit() == head
        return
    points = admissible(family, head, 2 if head.laws == (family.first, family.second) else 1)
    assert points
    for point in points:
        closed, defined = derivation.value.subs(point), head.subs(point)
        assert agree(closed, defined), point


@pytest.mark.cases(1 / 24)
@pytest.mark.parametrize(
    ("family", "head"), [each for each in CLOSED if "reversed" not in each.id and "at" not in each.id]
)
def test_the_closed_form_at_numbers_is_derived_as_well(family, head):
    """What SymPy does to numbers is not what it does to symbols: the parameters are put in before the derivation."""
    point = next(family.points(head.free_symbols, seed=1))
    derivation = attempt(head.subs(point))
    if derivation is not None:
        assert agree(derivation.value, head.subs(point)), point


@pytest.mark.parametrize(
    "head",
    [
        HockeyStick(Rational(1, 3), Uniform(0, 1), Uniform(Rational(1, 2), 2)),
        HockeyStick(Rational(1, 3), Uniform(Rational(1, 2), 2), Uniform(0, 1)),
        TotalVariation(Uniform(0, 1), Uniform(Rational(1, 2), 2)),
        TradeOff(Rational(1, 3), Uniform(0, 1), Uniform(Rational(1, 2), 2)),
        TradeOff(Rational(1, 3), Uniform(Rational(1, 2), 2), Uniform(0, 1)),
        KL(TruncatedLaplace(0, 2, 5), TruncatedLaplace(0, 3, 5)),
        KL(DiscreteLaplace(0, 2), DiscreteLaplace(1, 2)),
    ],
    ids=str,
)
def test_supports_inside_one_another_and_numeric_scales(head):
    assert agree(attempt(head).value, head)


def agree(closed: Expr, defined: Expr) -> bool:
    """Return whether the closed form and the definition are the same number, or both infinite."""
    if defined is oo or closed is oo:
        return closed is oo and (defined is oo or not enclose(defined, digits=20).value.is_finite())
    return enclose(closed, digits=20).overlaps(enclose(defined, digits=20))


@pytest.mark.cases(1 / 30)
@pytest.mark.parametrize(
    "family", [each for each in FAMILIES if each.name in WITH_TRADE_OFF], ids=lambda each: each.name
)
def test_the_trade_off_function_is_the_envelope_of_the_profile_of_the_reversed_pair(family):
    """By duality it is the supremum over eps of 1 - e^eps t - H_eps(Q, P), which the two derivations reach apart."""
    tradeoff = attempt(TradeOff(level, family.first, family.second))
    threshold = Symbol("e", real=True)
    profile = HockeyStick(threshold, family.second, family.first)
    (point,) = admissible(family, TradeOff(level, family.first, family.second), 1)
    parameters = {symbol: value for symbol, value in point.items() if symbol != level}
    t = Rational(1, 5)
    value = enclose(tradeoff.value.subs(parameters).subs(level, t), digits=15).mid
    curve = attempt(profile).value.subs(parameters)

    def line(step: Rational) -> float:
        return enclose(1 - exp(step) * t - curve.subs(threshold, step), digits=15).mid

    # as a function of e^eps it is concave: the greatest of 10^12 values on a grid is found by Fibonacci's search, with one more for each step
    size, whole = int(fibonacci(59)), int(fibonacci(60))
    at = cache(lambda step: line(Rational(12 * step, whole) - 6))
    low, wide = 0, whole
    while size > 1:
        low += (wide - size) * (at(low + wide - size) < at(low + size))
        size, wide = wide - size, size
    assert at(low + 1) <= value + 1e-12
    assert at(low + 1) >= value - 1e-9


@pytest.mark.parametrize("laws", [(Gaussian(0, 1), Gaussian(0, 2)), (Gaussian(1, 2), Gaussian(1, 1))])
def test_a_loss_that_turns_at_the_common_mean_has_no_test_from_one_end(laws):
    """Rejecting on one side of the mean has the errors of Phi, and the best test has less: it looks at the distance from the mean."""
    assert attempt(TradeOff(level, *laws)) is None
    near, far = (HalfNormal(law.args[1]) for law in laws)
    exact = enclose(attempt(TradeOff(Rational(3, 10), near, far)).value, digits=12).mid
    assert abs(exact - (0.3956929120303905 if laws[0].args[1] == 1 else 0.440919791889839)) < 1e-12


@pytest.mark.cases(1 / 24)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.name)
def test_the_limits_of_the_renyi_divergence_are_the_separate_derivations(family):
    """At order 1 it tends to the Kullback-Leibler divergence, at infinity to the max divergence."""
    renyi, kl = (attempt(head) for head in (Renyi(alpha, family.first, family.second), KL(family.first, family.second)))
    if renyi is None or kl is None or kl.expression is oo or renyi.expression is oo:
        return
    (point,) = admissible(family, Renyi(alpha, family.first, family.second), 1)
    point = {symbol: value for symbol, value in point.items() if symbol != alpha}
    near = renyi.value.subs(point).subs(alpha, 1 + Rational(1, 10**12))
    difference = enclose(near, digits=20).mid - enclose(kl.value.subs(point), digits=20).mid
    assert abs(difference) < 1e-9


@pytest.mark.cases(1 / 12)
@pytest.mark.parametrize(
    "family", [each for each in FAMILIES if each.name not in WITHOUT_RENYI], ids=lambda each: each.name
)
def test_a_convergence_condition_is_right_at_its_boundary(family):
    """Just inside the value is that of the definition; just outside the definition is infinite too, or refuses to be finite."""
    derivation = attempt(Renyi(alpha, family.first, family.second))
    (point,) = admissible(family, Renyi(alpha, family.first, family.second), 1)
    point = {symbol: value for symbol, value in point.items() if symbol != alpha}
    for condition in derivation.conditions:
        if isinstance(condition, Ne) or alpha not in condition.free_symbols:
            continue
        gap = (condition.lhs - condition.rhs).subs(point).expand()
        if not gap.is_polynomial(alpha) or Poly(gap, alpha).degree() != 1:
            continue
        boundary = -gap.subs(alpha, 0) / gap.coeff(alpha)
        if boundary <= Rational(11, 10):
            continue
        inside, outside = (boundary + Rational(sign, 1000) for sign in (-1, 1))
        head = Renyi(alpha, family.first, family.second).subs(point)
        assert agree(derivation.value.subs(point).subs(alpha, inside), head.subs(alpha, inside))
        assert derivation.value.subs(point).subs(alpha, outside) is oo
        try:
            assert not enclose(head.subs(alpha, outside), digits=10).value.is_finite()
        except UndecidedError:
            continue


@pytest.mark.slow
def test_which_families_have_closed_forms_is_known():
    of_order = {each.name for each in FAMILIES if attempt(Renyi(alpha, each.first, each.second)) is None}
    traded = {each.name for each in FAMILIES if attempt(TradeOff(level, each.first, each.second))}
    assert (of_order, traded) == (WITHOUT_RENYI, WITH_TRADE_OFF)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.name)
def test_a_table_of_kernels_and_a_log_density_describe_one_law(family):
    """The statistics from which the engine derives add up to the log-density from which the definition is enclosed."""
    law = family.first
    if law.space not in ("line", "integers") or not law.pieces.__func__.__qualname__.startswith(type(law).__name__):
        return
    point = Symbol("x", real=True)
    values = next(family.points(law.free_symbols))
    for piece in law.pieces(point):
        lower, upper = (end.subs(values) for end in (piece.lower, piece.upper))
        place = (
            (lower + upper) / 2 if lower.is_finite and upper.is_finite else lower + 1 if lower.is_finite else upper - 1
        )
        total = sum(factor * statistic for statistic, factor in piece.terms.items()).subs(values).subs(point, place)
        assert abs((total - law.log_density(point).subs(values).subs(point, place)).evalf()) < Integer(10) ** -12
