"""Hostile instances keep the hypotheses, come to the edge, and refute what is a little too strong."""

from dataclasses import replace

import pytest
from sympy import Rational, S, exp, sqrt

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Joint
from dpsym.distributions.families import Answers, Step
from dpsym.divergences.overall import Worst
from dpsym.parameters import BUDGET, OFFSET, alpha, delta, eps
from theorems.checks.hostile import Hostile
from theorems.compare import compare
from theorems.errors import VacuousError
from theorems.hostile import hostile
from theorems.library.general import composition, conversion, dominating, groups, sampling
from theorems.library.variables import K, L, P, Q, k
from theorems.points import holds
from theorems.statement import le
from theorems.status import Status

rho, xi = BUDGET.symbol, OFFSET.symbol


def twin(entry, statement):
    return replace(entry.anew(), id=f"{entry.id}.twin", statement=statement)


def refuted(entry, count=24):
    return Hostile(count).run(entry).status is Status.REFUTED


FALSE = {
    "pure privacy composes by the worst step": twin(
        composition.PURE, le(MaxDivergence(Answers(K, k), Answers(L, k)), Worst(MaxDivergence(Step(K), Step(L)), k))
    ),
    "the deltas add up at one eps": twin(
        composition.BASIC_MANY, le(HockeyStick(eps, Answers(K, k), Answers(L, k)), composition.BASIC_MANY.statement.rhs)
    ),
    "advanced composition without the root": twin(
        composition.ADVANCED_APPROX,
        le(HockeyStick(k * eps**2, Answers(K, k), Answers(L, k)), composition.ADVANCED_APPROX.statement.rhs),
    ),
    "Rényi privacy composes by the worst step": twin(
        composition.RENYI, le(Renyi(alpha, Answers(K, k), Answers(L, k)), Worst(Renyi(alpha, Step(K), Step(L)), k))
    ),
    "zCDP composes by the root of k": twin(
        composition.ZCDP, le(composition.ZCDP.statement.lhs, sqrt(k) * (xi + rho * alpha))
    ),
    "GDP composes by the worst step": twin(
        dominating.GDP, le(dominating.GDP.statement.lhs, dominating.GDP.statement.rhs / k)
    ),
    "a pair composes to less than it dominates": twin(
        dominating.DOMINATING, le(dominating.DOMINATING.statement.rhs, dominating.DOMINATING.statement.lhs)
    ),
    "the second budget at the laws of the first": twin(
        composition.BASIC, le(HockeyStick(composition.eps1, Joint(P, K), Joint(Q, L)), composition.BASIC.statement.rhs)
    ),
    "groups keep delta": twin(
        groups.APPROX,
        le(groups.APPROX.statement.lhs, groups.APPROX.statement.rhs * (exp(eps) - 1) / (exp(k * eps) - 1)),
    ),
    "groups grow linearly in zCDP": twin(groups.ZCDP, le(groups.ZCDP.statement.lhs, k * rho * alpha)),
    "zCDP at eps = rho": twin(conversion.ZCDP_STANDARD, le(HockeyStick(xi + rho, P, Q), delta)),
    "sampling leaves delta": twin(
        sampling.REDUCTION, le(sampling.REDUCTION.statement.lhs, sampling.REDUCTION.statement.rhs * sampling.q)
    ),
}


@pytest.mark.cases(1 / 12)
@pytest.mark.parametrize("name", FALSE)
def test_a_false_twin_is_refuted(name):
    assert refuted(FALSE[name], 30)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    "entry",
    [composition.OPTIMAL, composition.ZCDP, dominating.DOMINATING, conversion.GDP_TRADEOFF],
    ids=lambda entry: entry.id,
)
def test_instances_keep_the_hypotheses(entry):
    found = hostile(entry, 12)
    assert len(found) == 12
    assert all(holds(hypothesis, point) for point in found for hypothesis in entry.hypotheses)


def test_budgets_are_the_least():
    """At half of the instances at least the budget is attained to eleven digits."""
    found = hostile(composition.OPTIMAL, 20)
    lower = [
        le(delta * (1 - Rational(1, 10**9)), Worst(HockeyStick(eps, *pair), k))
        for pair in ((Step(K), Step(L)), (Step(L), Step(K)))
    ]
    attained = sum(any(compare(relation, point).holds for relation in lower) for point in found)
    assert attained >= 10


def test_a_seed_draws_the_same_again():
    assert hostile(groups.PURE, 6, seed=3) == hostile(groups.PURE, 6, seed=3)


def test_hypotheses_that_admit_nothing_are_vacuous():
    never = replace(composition.PURE, id="never", hypotheses=(le(Worst(MaxDivergence(Step(K), Step(L)), k), -S.One),))
    with pytest.raises(VacuousError, match="never"):
        hostile(never, 3)
