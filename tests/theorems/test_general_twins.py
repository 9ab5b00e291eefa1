"""General statements are told from false ones: by the variants planted in every entry, and by twins where these say too little."""

from dataclasses import replace

import pytest
from sympy import Rational, S

from dpsym import Cauchy, MaxDivergence
from dpsym.distributions import Kernel
from dpsym.divergences.least import DominationGap
from dpsym.parameters import alpha, delta, eps, zeta
from papers.planted import planted
from theorems.checks import At, Enclose, Hostile
from theorems.library.general import (
    bounded_range,
    choices,
    curves,
    farthest,
    noise,
    processing,
    ratios,
    sampling,
    shuffling,
    stability,
    telling,
)
from theorems.library.mechanisms import planar
from theorems.library.variables import P1, Q1, K, P, Q, finite, k
from theorems.registry import registry
from theorems.statement import le
from theorems.status import Status

LIBRARY = registry()
GENERAL = [id for id in LIBRARY if LIBRARY.card(id).module.startswith("theorems.library.general.")]


def twin(entry, statement):
    return replace(entry.anew(), id=f"{entry.id}.twin", statement=statement)


def less(entry, factor):
    return twin(entry, le(entry.statement.lhs, factor * entry.statement.rhs))


THIRD = Kernel(finite("1", "0", "0"), finite("0", "1", "0"), finite("0", "0", "1"))
# what planted constants and exponents, which are off by little, do not tell
TWINS = {
    "a range costs two thirds in the worst case": (less(bounded_range.RANGE_MAX, Rational(2, 3)), Hostile(40)),
    "the bulge between two places is a little smaller": (
        less(bounded_range.RANGE_STEP_GRID, Rational(99, 100)),
        At(bounded_range._BULGING),
    ),
    "the exponential mechanism is eps/2-DP": (less(choices.EXPONENTIAL, Rational(1, 2)), Hostile(40)),
    "it is eps^2/10-zCDP": (less(choices.CONCENTRATED, Rational(8, 10)), Hostile(40)),
    "what dominates is an image": (
        replace(twin(curves.BLACKWELL, curves.BLACKWELL.statement), hypotheses=(le(DominationGap(P1, Q1, P, Q), 0),)),
        Hostile(40),
    ),
    "a sample has a hundredth of the budget": (less(sampling.TCDP, Rational(1, 100)), Hostile(6)),
    "processing halves truncated concentrated privacy": (less(processing.TCDP, Rational(1, 2)), Hostile(40)),
    "metric privacy costs a tenth at the greatest distance": (less(planar.DIAMETER, Rational(1, 10)), Hostile(40)),
    "a pure guarantee has nine tenths of its mu": (less(ratios.PURE, Rational(9, 10)), Hostile(40)),
    "a range has half of its mu": (less(ratios.RANGE, Rational(1, 2)), Hostile(40)),
    "a record is replaced at half of the cost": (less(sampling.RARELY_REPLACED, Rational(1, 2)), Hostile(40)),
    "a coin on a sample tells nine tenths of what is drawn": (less(telling.SAMPLED, Rational(9, 10)), Hostile(40)),
    "a record removed leaves half of what a coin tells": (less(telling.SAMPLED_REMOVED, Rational(1, 2)), Hostile(40)),
    "a coin tells no less than a hundredth more": (
        twin(telling.TELLING, le(telling.TELLING.statement.rhs * Rational(101, 100), telling.TELLING.statement.lhs)),
        Hostile(40),
    ),
    "shuffled answers have two thirds of the divergence of the clones": (
        less(shuffling.CLONES_RENYI, Rational(2, 3)),
        At({k: 1, alpha: Rational(2), zeta: Rational(11, 10), K: Kernel(finite("3/4", "1/4"), finite("1/4", "3/4"))}),
    ),
    "the nearest shift of Skellam noise is the worst": (
        twin(farthest.SKELLAM, le(farthest.SKELLAM.statement.rhs, farthest.SKELLAM.statement.lhs)),
        Enclose(4),
    ),
    "what is learned generalizes twice as well": (
        less(stability.GENERALIZATION, Rational(1, 2)),
        At({eps: S.Zero, P: finite("1/3", "1/3", "1/3"), K: THIRD}),
    ),
    "a record leaks with half of delta": (
        twin(stability.LEAK, le(stability.LEAK.statement.lhs, delta / 2)),
        Hostile(30),
    ),
    "smooth Laplace noise needs no condition": (
        twin(noise.SMOOTH_LAPLACE, noise.SMOOTH_LAPLACE.statement),
        At({eps: Rational(20), delta: Rational(1, 2), noise.u: S.Zero, noise.r: -S.One}),
    ),
    "smooth Cauchy noise is smaller": (
        twin(noise.SMOOTH_CAUCHY, le(MaxDivergence(*noise._smooth(Cauchy, 1 / eps, eps / 6)), eps)),
        Enclose(8),
    ),
}


def test_something_false_is_found_out_beside_every_general_statement():
    of_its_own = {entry.id.removesuffix(".twin") for entry, _ in TWINS.values()}
    assert [
        id
        for id in GENERAL
        if not (planted(id, LIBRARY).found or id in of_its_own or LIBRARY.own_status(id) is Status.REFUTED)
    ] == []


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", TWINS)
def test_a_false_twin_is_refuted(name):
    entry, check = TWINS[name]
    assert check.run(entry).status is Status.REFUTED
