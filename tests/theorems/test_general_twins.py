"""Each general statement has a false twin, a little stronger or turned round, that hostile instances refute."""

from dataclasses import replace

import pytest
from sympy import Eq, Rational, exp

from dpsym import HockeyStick, TradeOff
from dpsym.conversion.gaussian import gaussian_tradeoff
from dpsym.divergences.curve import TradeOffConjugate
from dpsym.divergences.least import DominationGap
from dpsym.parameters import eps, q, t
from theorems.checks.hostile import Hostile
from theorems.library.general import choices, curves, dominating, limits, processing, sampling, thresholds, votes
from theorems.library.local import information
from theorems.library.mechanisms import planar
from theorems.library.variables import P1, Q1, P, Q, threshold
from theorems.statement import le
from theorems.status import Status

LESS = Rational(99, 100)


def twin(entry, left=None, right=None, **changes):
    stated = entry.statement
    sides = left or stated.lhs, right or stated.rhs
    statement = Eq(*sides, evaluate=False) if isinstance(stated, Eq) else le(*sides)
    return replace(entry.anew(), id=f"{entry.id}.twin", statement=statement, **changes)


def less(entry, factor=LESS):
    return twin(entry, right=factor * entry.statement.rhs)


def more(entry):
    return twin(entry, left=entry.statement.lhs / LESS)


TWINS = {
    "the exponential mechanism is eps/2-DP": less(choices.EXPONENTIAL, Rational(1, 2)),
    "its loss has a smaller range": less(choices.RANGE),
    "it is eps^2/10-zCDP": less(choices.CONCENTRATED, Rational(8, 10)),
    "it has the greatest mean score at twice the budget": twin(
        choices.OPTIMAL, left=choices.OPTIMAL.statement.lhs.subs(eps, 2 * eps)
    ),
    "its error falls twice as fast": twin(choices.TAIL, right=exp(-4 * t)),
    "permute-and-flip is better": less(choices.PERMUTE_AND_FLIP),
    "report noisy max is better": less(choices.NOISY_MAX),
    "AboveThreshold is better": less(choices.THRESHOLD),
    "it stops less often at low answers": less(thresholds.QUIET),
    "it misses less often": less(thresholds.MISSED),
    "the profile is the conjugate at e^-eps": twin(
        curves.CONJUGATE, right=1 + TradeOffConjugate(-exp(-threshold), P, Q)
    ),
    "the profile tells the other trade-off function": twin(curves.ENVELOPE, left=TradeOff(t, Q, P)),
    "a sample has f_q in both directions": twin(curves.SAMPLED, left=q * TradeOff(t, P1, Q1) + (1 - q) * (1 - t)),
    "a sample tells nothing": twin(curves.POISSON, left=1 - t + 0 * q, domain={**curves.POISSON.domain}),
    "a record removed leaves q f + (1 - q) Id": twin(
        curves.POISSON_REMOVED, left=q * TradeOff(t, P1, Q1) + (1 - q) * (1 - t)
    ),
    "what dominates is an image": replace(twin(curves.BLACKWELL), hypotheses=(le(DominationGap(P1, Q1, P, Q), 0),)),
    "the product of pairs dominates by more": less(dominating.DOMINATING_EACH),
    "the product of trade-off functions is lower": more(dominating.TRADEOFF_EACH),
    "the tightest pair is lower": less(dominating.EXISTENCE),
    "the first pair dominates all": twin(dominating.DOMINATING_MANY, right=HockeyStick(threshold, P, Q)),
    "a sampled budget is lower": less(sampling.DOMINATING_RENYI),
    "a sampled budget of a record removed is lower": less(sampling.DOMINATING_RENYI_REMOVED),
    "a sample has a hundredth of the budget": less(sampling.TCDP, Rational(1, 100)),
    "processing halves truncated concentrated privacy": less(processing.TCDP, Rational(1, 2)),
    "a likely outcome tells as if it were ten times as likely": twin(
        votes.LIKELY, right=votes.LIKELY.statement.rhs.subs(q, q / 10)
    ),
    "local answers tell half as much": less(information.GREATEST, Rational(1, 2)),
    "metric privacy costs a tenth at the greatest distance": less(planar.DIAMETER, Rational(1, 10)),
    "composition is Gaussian from the first step on": twin(limits.LOWER, left=gaussian_tradeoff(t, limits.LIMIT / 2)),
    "composition is never better than Gaussian": twin(limits.UPPER, right=gaussian_tradeoff(t, limits.LIMIT)),
}


FEW = {
    "a sample has a hundredth of the budget": 6,
    "composition is Gaussian from the first step on": 12,
    "composition is never better than Gaussian": 12,
}
"""How many instances are enough where they take their time."""
SLOW = {"a likely outcome tells as if it were ten times as likely": pytest.mark.slow}


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW.get(name, ())) for name in TWINS])
def test_a_false_twin_is_refuted(name):
    assert Hostile(FEW.get(name, 40)).run(TWINS[name]).status is Status.REFUTED
