"""Questions at the ends of every scale, of every law behind every operation: answers that contradict nothing, or a refusal, and no other exception.

The answers to a row of questions must fall where the thresholds or the targets rise, each must be a number that a float can tell, and the
delta at an eps that was told for a target must be at most that, or near it where either is a bound. Nothing here knows a value; `test_curve` and
others do.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from sympy import Expr, Rational, oo

from dpsym import (
    GDP,
    ZCDP,
    ApproxDP,
    AsymmetricLaplace,
    BoundedRangeDP,
    Cauchy,
    DiscreteGaussian,
    DiscreteLaplace,
    ErasedResponse,
    Gaussian,
    Gumbel,
    KaryResponse,
    Laplace,
    Logistic,
    PureDP,
    RandomizedResponse,
    Staircase,
    TruncatedLaplace,
    composed,
    guarantee,
)
from dpsym.errors import DpsymError

R = Rational
LAWS: dict[str, Callable[[Rational], Any]] = {
    "randomized response": RandomizedResponse,
    "k-ary response": lambda budget: KaryResponse(budget, 5),
    "erased response": lambda budget: ErasedResponse(budget, 2),
    "geometric": lambda budget: DiscreteLaplace(1 / budget),
    "Laplace": lambda budget: Laplace(1 / budget),
    "truncated Laplace": lambda budget: TruncatedLaplace(1 / budget, 5),
    "asymmetric Laplace": lambda budget: AsymmetricLaplace(1 / budget, 1 / budget),
    "staircase": lambda budget: Staircase(budget, R(1, 2), 1),
    "Gaussian": lambda budget: Gaussian(1 / budget),
    "discrete Gaussian": lambda budget: DiscreteGaussian(1 / budget),
    "logistic": lambda budget: Logistic(1 / budget),
    "Gumbel": lambda budget: Gumbel(1 / budget),
    "Cauchy": lambda budget: Cauchy(1 / budget),
    "pure": lambda budget: guarantee(PureDP(budget)),
    "approximate": lambda budget: guarantee(ApproxDP(budget, R(1, 10**6))),
    "concentrated": lambda budget: guarantee(ZCDP(budget)),
    "Gaussian privacy": lambda budget: guarantee(GDP(budget)),
    "bounded range": lambda budget: guarantee(BoundedRangeDP(budget)),
}
OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "alone": lambda asked: asked,
    "three": lambda asked: asked.compose(3),
    "a million": lambda asked: asked.compose(10**6),
    "sampled": lambda asked: asked.subsample(R(1, 10)),
    "three sampled": lambda asked: asked.subsample(R(1, 10)).compose(3),
    "replaced": lambda asked: asked.to_replace(),
    "group": lambda asked: asked.group(2),
    "beside Gaussian": lambda asked: composed([asked, Gaussian(2)]),
}
BUDGETS = (R(1, 10**15), R(1), R(20))
THRESHOLDS = (R(0), R(1, 10**300), R(1, 10**30), R(1), R(10**4))
TARGETS = (R(1, 10**300), R(1, 10**5), 1 - R(1, 10**6))
CLOSE = 1e-6
TINY = 1e-300
PROMISES = {"concentrated", "bounded range"}
"""Of which eps and delta are bounds beside other noise; some chains, as those that split delta, answer one of the two questions alone."""
TIMES = 20  # the target, which the delta that is told at their eps may come to
LATTICES = {"Gumbel", "Cauchy", "asymmetric Laplace"}
"""Of several runs of which answers are the upper ends of brackets on lattices."""
BRACKETED = {*LATTICES, "discrete Gaussian"}
"""Of which beside Gaussian noise a tiny delta may be that of two halves of eps, which is about its root."""
WIDTH = 1e-2  # of such a bracket, and of those of other noise on samples; of small deltas it is that of their logarithm


def contradictions(values: Sequence[float], most: float) -> Iterable[str]:
    """Yield in words what is wrong with a row of answers that must not rise, each in [0, most]."""
    for value in values:
        if not 0 <= value <= most:
            yield f"{value} is outside [0, {most}]"
    for before, after in pairwise(values):
        if after > before * (1 + CLOSE) + TINY:
            yield f"{after} after {before}"


def told(question: Callable[[Any], Expr], places: Iterable[Rational]) -> dict[Rational, Expr]:
    """Return the answers at places, but for those that are refused."""
    found = {}
    for place in places:
        try:
            found[place] = question(place)
        except DpsymError:
            continue
    return found


def most(law: str, operation: str, target: Rational) -> float:
    """Return what the delta may be at most that is told at the eps of a target."""
    value = float(target)
    if operation == "beside Gaussian" and law in PROMISES:
        return TIMES * value + TINY
    if operation == "beside Gaussian" and law in BRACKETED:
        return math.sqrt(value)
    is_bracket = law in LATTICES or operation == "three sampled"
    if is_bracket and law != "Gaussian":
        return (1 + WIDTH) * value ** (1 - WIDTH)
    return (1 + CLOSE) * value + TINY


CASES = [pytest.param(law, operation, id=f"{law}, {operation}") for law in LAWS for operation in OPERATIONS]


@pytest.mark.cases(1 / 48)
@pytest.mark.parametrize(("law", "operation"), CASES)
def test_answers_at_the_ends_of_the_scales_contradict_nothing(law, operation):
    for budget in BUDGETS:
        try:
            asked = OPERATIONS[operation](LAWS[law](budget))
        except DpsymError:
            continue
        deltas = told(asked.delta, THRESHOLDS)
        assert not list(contradictions([float(delta) for delta in deltas.values()], 1)), (budget, deltas)
        epsilons = told(asked.epsilon, TARGETS)
        assert not list(contradictions([float(eps) for eps in epsilons.values()], math.inf)), (budget, epsilons)
        for target, eps in epsilons.items():
            if eps.is_Rational and eps is not oo:
                for delta in told(asked.delta, [eps]).values():
                    assert float(delta) <= most(law, operation, target), (budget, target, eps)


@pytest.mark.parametrize(
    "law",
    [
        "randomized response",
        "k-ary response",
        "erased response",
        "geometric",
        "Laplace",
        "staircase",
        "logistic",
        "pure",
    ],
)
@pytest.mark.parametrize("operation", ["alone", "three", "sampled", "three sampled", "replaced"])
@pytest.mark.cases(1 / 2)
def test_beyond_the_greatest_loss_there_is_nothing_and_before_it_something(law, operation):
    asked = OPERATIONS[operation](LAWS[law](R(1)))
    greatest = asked.to_pure().value.eps
    beyond, before = (R(round(float(greatest) * share * 1000), 1000) for share in (1.02, 0.9))
    assert asked.delta(beyond) == 0
    assert asked.delta(before) > 0


@pytest.mark.parametrize(
    "asked",
    [
        Cauchy(1).compose(10**6),
        Gumbel(1).compose(10**6),
        AsymmetricLaplace(1, 1).compose(10**6),
        Gumbel(R(1, 20)).compose(3),
    ],
    ids=str,
)
def test_noise_whose_runs_hide_nothing_has_a_delta_next_to_one(asked):
    delta = asked.delta(1)
    assert 1 - R(1, 10**9) < delta <= 1


@pytest.mark.parametrize("asked", [Cauchy(20).compose(10), Gumbel(20).compose(10), Logistic(20).compose(10)], ids=str)
def test_noise_that_hides_much_has_not(asked):
    assert asked.delta(1) < R(1, 10)


def test_what_contradicts_is_seen():
    assert not list(contradictions([0.5, 0.5, 0.25, 0.0], 1))
    assert list(contradictions([0.5, 0.25, 0.26], 1))
    assert list(contradictions([1.0, -math.inf], 1))
    assert list(contradictions([math.nan], 1))
    assert list(contradictions([1 + 2e-11], 1))
    assert list(contradictions([float(Fraction(1, 10**41)), 1e-7], 1))
