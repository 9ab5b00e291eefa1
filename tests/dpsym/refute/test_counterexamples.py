"""Statements refuted without a hint, each with a certified and simple witness, beside true twins that are not refuted."""

import math
import re
import runpy
from pathlib import Path

import mpmath as mp
import pytest
from sympy import (
    Abs,
    FiniteSet,
    Function,
    Integer,
    Interval,
    Lt,
    Range,
    Rational,
    S,
    Union,
    cos,
    exp,
    log,
    oo,
    pi,
    sqrt,
    symbols,
)

from dpsym import Finite, HockeyStick
from dpsym.distributions import Laws
from dpsym.enclose import Ball, enclose
from dpsym.errors import ParameterError
from dpsym.refute import NotRefuted, Refuted, certify, refute
from dpsym.symbols import alpha, eps

CLAIMS = runpy.run_path(str(Path(__file__).with_name("claims.py")))
FALSE, TRUE, NEARLY_TRUE = (CLAIMS[name] for name in ("FALSE", "TRUE", "NEARLY_TRUE"))
le, P, Q = CLAIMS["le"], CLAIMS["P"], CLAIMS["Q"]


def refuted(claim, **options):
    statement, domain, hypotheses = claim
    answer = refute(statement, domain, hypotheses=hypotheses, **options)
    assert isinstance(answer, Refuted), answer
    return answer


def lower(margin):
    return margin.lower if isinstance(margin, Ball) else margin


@pytest.mark.cases(1 / 8)
@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_refuted(name):
    answer = refuted(FALSE[name])
    assert lower(answer.margin) > 0
    assert list(answer.witness) == list(FALSE[name][1])


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", NEARLY_TRUE)
def test_statements_that_are_false_by_a_shade_are_refuted(name):
    assert lower(refuted(NEARLY_TRUE[name], seconds=20).margin) >= 0


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_not_refuted(name):
    statement, domain, hypotheses = TRUE[name]
    answer = refute(statement, domain, hypotheses=hypotheses, seconds=1)
    assert isinstance(answer, NotRefuted), answer
    assert answer.tried > 100
    assert "proves nothing" in str(answer)


def test_the_margin_is_that_of_the_definitions_at_the_witness():
    statement, _, _ = claim = FALSE["Rényi divergence of eps-DP pairs at most alpha eps^2/3"]
    answer = refuted(claim)
    left, right = (side.xreplace(dict(answer.witness)) for side in statement.args)
    truth = enclose(left - right)
    assert answer.margin.overlaps(truth)


def ratio(number):
    return mp.mpf(int(number.p)) / int(number.q)


def test_the_witness_against_group_privacy_by_hand():
    answer = refuted(FALSE["group privacy at distance 2 with the factor 2 e^2"])
    with mp.workdps(40):
        factor = mp.mpf(str(exp(answer.witness[eps]).evalf(45)))
        delta = ratio(answer.witness[CLAIMS["delta"]])
        laws = [[ratio(mass) for mass in answer.witness[CLAIMS[name]].masses] for name in ("P0", "P1", "P2")]

        def exceeded(first, second, odds):
            return mp.fsum(max(mp.mpf(0), a - odds * b) for a, b in zip(first, second, strict=True))

        for first, second in ((0, 1), (1, 0), (1, 2), (2, 1)):
            assert exceeded(laws[first], laws[second], factor) <= delta
        assert exceeded(laws[0], laws[2], factor**2) > 2 * mp.e**2 * delta


def test_witnesses_are_simple():
    answer = refuted(FALSE["the loss of an (eps, delta)-DP pair exceeds eps with probability at most delta"])
    laws = [value for value in answer.witness.values() if isinstance(value, Finite)]
    assert all(len(law.masses) == 2 and mass.q <= 3 for law in laws for mass in law.masses)
    answer = refuted(FALSE["Rényi divergence of randomized response at most alpha eps^2/3"])
    assert answer.witness == {alpha: 2, eps: 1}
    answer = refuted(FALSE["group privacy at distance 2 with the factor 2 e^2"])
    masses = [answer.witness[CLAIMS[name]].masses for name in ("P0", "P1", "P2")]
    assert sorted(map(max, masses)) == [Rational(1, 2), Rational(29, 30), 1]


def test_a_rational_margin_is_exact():
    masses = {P: Finite(Rational(1, 2), Rational(1, 2)), Q: Finite(Rational(1, 3), Rational(2, 3))}
    claim = le(HockeyStick(eps, P, Q), Rational(1, 100))
    domain = {eps: Interval(0, 1), P: Laws(), Q: Laws()}
    assert certify(claim, domain, {eps: Integer(0), **masses}) == Rational(1, 6) - Rational(1, 100)


def test_the_same_seed_finds_the_same_witness():
    claim = FALSE["classical Gaussian calibration up to eps = 20"]
    assert refuted(claim, seed=3).witness == refuted(claim, seed=3).witness


def test_answers_have_no_truth_value():
    false = refute(le(eps, 1), {eps: (0, 2)})
    true = refute(le(eps, 1), {eps: (0, 1)})
    assert isinstance(false, Refuted)
    assert isinstance(true, NotRefuted)
    assert true.exhausted
    for answer in (false, true):
        with pytest.raises(TypeError, match="no truth value"):
            bool(answer)
    assert str(false).startswith("refuted at epsilon = 2: off by 1 ")


def test_hypotheses_that_no_point_meets_are_reported():
    answer = refute(le(eps, 1), {eps: (0, 2)}, hypotheses=[Lt(eps, -1)], seconds=1)
    assert isinstance(answer, NotRefuted)
    assert "nothing was tested" in str(answer)


def test_a_statement_that_cannot_be_evaluated_is_not_refuted():
    answer = refute(le(Function("f")(eps), 1), {eps: (0, 2)})
    assert isinstance(answer, NotRefuted)
    assert "nothing was tested" in str(answer)


def test_a_deadline_is_kept():
    statement, domain, hypotheses = TRUE["group privacy at distance 3 with the sharp factor"]
    answer = refute(statement, domain, hypotheses=hypotheses, seconds=0.2)
    assert not answer.exhausted
    assert answer.seconds < 5


def test_domains_of_integers_and_finite_sets():
    n = symbols("n", integer=True, positive=True)
    answer = refute(le(2**n, n**3), {n: S.Naturals})
    assert isinstance(answer, Refuted)
    assert answer.witness[n] in (1, *range(10, 1000))
    answer = refute(le(alpha**2, 8), {alpha: FiniteSet(1, 2, 3)})
    assert isinstance(answer, Refuted)
    assert answer.witness == {alpha: 3}
    assert isinstance(refute(le(2**n, n**3), {n: Range(2, 10)}), NotRefuted)
    split = Union(Interval(0, 1), Interval(5, 6))
    assert isinstance(refute(le(Abs(alpha - 3), 3), {alpha: split}), NotRefuted)
    answer = refute(le(Abs(alpha - 3), Rational(29, 10)), {alpha: split})
    assert isinstance(answer, Refuted)
    assert answer.witness[alpha] in split


def test_domains_with_irrational_ends():
    assert isinstance(refute(le(exp(eps), 2), {eps: Interval(0, log(2))}), NotRefuted)
    assert isinstance(refute(le(exp(eps), Rational(199, 100)), {eps: Interval(0, log(2))}), Refuted)
    assert isinstance(refute(le(cos(eps), -1), {eps: FiniteSet(pi, 2 * pi)}), Refuted)


def test_a_counterexample_far_out_or_in_a_narrow_place_is_found():
    assert isinstance(refute(le(sqrt(eps), 500), {eps: Interval(0, oo)}), Refuted)
    narrow = le(exp(-((eps - Rational(17, 5)) ** 2) * 10**4), Rational(1, 2))
    answer = refute(narrow, {eps: Interval(0, 10)})
    assert isinstance(answer, Refuted)
    assert abs(answer.witness[eps] - Rational(17, 5)) < Rational(1, 100)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((S.true, {}), {}, "statement must be an equation or an inequality, unevaluated"),
        ((1.0, {}), {}, "statement must be"),
        ((le(eps, 1), {}), {}, "domain must be given for every variable, epsilon too"),
        ((le(eps, 1), [eps]), {}, "domain must be a mapping"),
        ((le(eps, 1), {eps: 3}), {}, "domain of epsilon must be a set of real numbers, or its two ends"),
        ((le(eps, 1), {eps: S.EmptySet}), {}, "domain of epsilon must be a set of real numbers"),
        ((le(eps, 1), {eps: (0, math.nan)}), {}, "domain of epsilon must be"),
        ((le(eps, 1), {eps: (1, 0)}), {}, "domain of epsilon must be"),
        ((le(eps, 1), {eps: S.Complexes}), {}, "domain of epsilon must be"),
        ((le(eps, 1), {"eps": (0, 1)}), {}, "key of the domain must be a Symbol"),
        ((le(HockeyStick(1, P, Q), 1), {P: Laws(), Q: (0, 1)}), {}, "domain of Q must be Laws"),
        ((le(eps, 0.5), {eps: (0, 1)}), {}, "number in a statement must be exact"),
        ((le(eps, 1), {eps: (0, 1)}), {"hypotheses": [eps]}, "hypothesis must be an equation or an inequality"),
        ((le(eps, 1), {eps: (0, 1)}), {"hypotheses": le(eps, 1)}, "hypotheses must be a tuple of relations"),
        ((le(eps, 1), {eps: (0, 1)}), {"seconds": 0}, "seconds must be positive and finite, got 0"),
        ((le(eps, 1), {eps: (0, 1)}), {"seconds": math.inf}, "seconds must be positive and finite"),
        ((le(eps, 1), {eps: (0, 1)}), {"seconds": True}, "seconds must be positive and finite"),
        ((le(eps, 1), {eps: (0, 1)}), {"seed": 0.5}, "seed must be an integer"),
    ],
)
def test_what_is_not_a_problem_is_refused(arguments, options, message):
    with pytest.raises(ParameterError, match=f"^{re.escape(message)}"):
        refute(*arguments, **options)
