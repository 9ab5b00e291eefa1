"""Concurrent composition: views and suprema over strategies against lists of all of them, and false twins that are refuted."""

import random
from dataclasses import replace
from itertools import product

import pytest
from sympy import Rational, S

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Finite, Kernel
from dpsym.distributions.interactive import Asked, View
from dpsym.divergences import KL
from dpsym.divergences.least import DominationGap
from dpsym.divergences.overall import Greatest
from dpsym.divergences.strategies import AnyStrategy
from dpsym.errors import NotDerivedError, ParameterError
from dpsym.parameters import alpha, eps
from theorems.checks.dialogue import Interleave
from theorems.dialogues import dialogues
from theorems.library.general import concurrent
from theorems.library.general.concurrent import STRATEGY, M, N
from theorems.library.variables import K, L, bernoulli, k
from theorems.shapes import pair_of
from theorems.statement import le
from theorems.status import Status

ENTRIES = (concurrent.PURE, concurrent.APPROX, concurrent.RENYI, concurrent.DOMINATING)
LESS = Rational(99, 100)
ALONE = AnyStrategy(MaxDivergence(Asked(K), Asked(L)), k), AnyStrategy(MaxDivergence(Asked(M), Asked(N)), k)


def drawn(seed, rows, answers=2):
    source = random.Random(seed)
    pairs = [pair_of(answers, source, full=True) for _ in range(rows)]
    return tuple(Kernel(*(Finite(*pair[side]) for pair in pairs)) for side in range(2))


def strategies(moves, answers, rounds):
    """Return all strategies without coins."""
    places = sum((moves * answers) ** step for step in range(rounds))
    pure = [Finite(*(S.One if move == chosen else S.Zero for move in range(moves))) for chosen in range(moves)]
    return [Kernel(*rows) for rows in product(pure, repeat=places)]


@pytest.mark.parametrize(
    "head",
    [MaxDivergence, KL, lambda *laws: HockeyStick(Rational(1, 3), *laws), lambda *laws: Renyi(Rational(5, 2), *laws)],
    ids=["max", "kl", "profile", "renyi"],
)
def test_the_supremum_is_attained_by_a_strategy_without_coins(head):
    first, second = drawn(1, 10)
    listed = [head(View(one, 2, first), View(one, 2, second)).doit().evalf(20) for one in strategies(2, 2, 2)]
    found = AnyStrategy(head(Asked(first), Asked(second)), 2).doit().evalf(20)
    assert abs(max(listed) - found) < 1e-15


def test_coins_add_nothing():
    first, second = drawn(2, 10)
    coins = Kernel(*(bernoulli(Rational(number, 7)) for number in range(1, 6)))
    seen = HockeyStick(Rational(1, 5), View(coins, 2, first), View(coins, 2, second)).doit()
    assert seen.evalf() < AnyStrategy(HockeyStick(Rational(1, 5), Asked(first), Asked(second)), 2).evalf()


def test_the_gap_of_profiles_is_the_greatest_of_all_strategies():
    first, second = drawn(3, 10)
    one, other = Finite(Rational(2, 3), Rational(1, 3)), Finite(Rational(1, 3), Rational(2, 3))
    views = [(View(each, 2, first), View(each, 2, second)) for each in strategies(2, 2, 2)]
    found = AnyStrategy(DominationGap(Asked(first), Asked(second), one, other), 2)
    assert found == max(DominationGap(*pair, one, other) for pair in views) > 0


def test_a_mechanism_answers_by_its_own_history():
    first, _ = drawn(4, 42)
    always = Kernel(Finite(S.One, S.Zero))
    reached = [mass for mass in View(always, 2, first).masses if mass]
    # rows 2 and 4 follow the first question and either answer to it
    rows = first.args[0], first.args[2], first.args[4]
    assert reached == [rows[0].masses[one] * rows[1 + one].masses[other] for one in range(2) for other in range(2)]


def test_a_mechanism_is_not_told_what_another_is_asked():
    first, second = drawn(5, 42)
    # one question to the second mechanism, then one to the first: the latter answers as if nothing had been before
    rows = [bernoulli(Rational(0)), *[bernoulli(Rational(1))] * 4]
    reached = [mass for mass in View(Kernel(*rows), 2, first, second).masses if mass]
    assert reached == [one * other for one in second.args[0].masses for other in first.args[0].masses]


def test_questions_are_checked():
    first, second = drawn(6, 2)
    wide, _ = drawn(6, 2, answers=3)
    with pytest.raises(ParameterError, match="the same answers"):
        View(first, 2, first, wide)
    with pytest.raises(ParameterError, match="one at least"):
        View(first, 2)
    with pytest.raises(ParameterError, match="number of steps"):
        View(first, 0, first)
    with pytest.raises(NotDerivedError, match="outcomes"):
        View(first, 9, first)
    with pytest.raises(ParameterError, match="the same answers"):
        AnyStrategy(MaxDivergence(Asked(first), Asked(wide)), 2)
    with pytest.raises(ParameterError, match="`Asked` mechanisms"):
        AnyStrategy(MaxDivergence(first.args[0], second.args[0]), 2)


def test_what_is_not_a_number_yet_stays():
    first, second = drawn(7, 2)
    assert isinstance(AnyStrategy(HockeyStick(eps, Asked(first), Asked(second)), 1), AnyStrategy)
    assert isinstance(AnyStrategy(Renyi(alpha, Asked(first), Asked(second)), 1), AnyStrategy)
    assert isinstance(AnyStrategy(MaxDivergence(Asked(first), Asked(second)), k), AnyStrategy)
    assert isinstance(View(STRATEGY, 2, first), View)


def test_instances_interleave_and_keep_the_hypotheses():
    found = dialogues(concurrent.DOMINATING, 20)
    assert len(found) == 20
    assert max(point[k] for point in found) == 3
    for point in found[:6]:
        assert all(part.lhs.xreplace(point) == 0 for part in concurrent.DOMINATING.hypotheses)


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_it_holds_of_hostile_mechanisms(entry):
    assert Interleave(12).run(entry).status is Status.SAMPLED


FALSE = {
    **{
        f"{entry.id}, a hundredth lower": (entry, le(entry.statement.lhs, LESS * entry.statement.rhs))
        for entry in ENTRIES
    },
    "two cost no more than the worse of them": (concurrent.PURE, le(concurrent.PURE.statement.lhs, Greatest(*ALONE))),
    "the second counts only where it is asked once": (
        concurrent.PURE,
        le(concurrent.PURE.statement.lhs, ALONE[0] + ALONE[1].xreplace({k: S.One})),
    ),
    "the eps of one pays for both": (
        concurrent.APPROX,
        le(concurrent.APPROX.statement.lhs.xreplace({concurrent.eps2: S.Zero}), concurrent.APPROX.statement.rhs),
    ),
}


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", FALSE)
def test_a_false_twin_is_refuted(name):
    entry, statement = FALSE[name]
    lower = replace(entry.anew(), id=f"{entry.id}.twin", statement=statement)
    assert Interleave(80).run(lower).status is Status.REFUTED
