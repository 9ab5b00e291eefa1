"""Statements over boxes: what is true is proved and its proof replays, its false twin is refuted at a certified point."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from sympy import (
    Abs,
    Eq,
    Interval,
    Le,
    Max,
    Ne,
    Piecewise,
    Rational,
    S,
    Symbol,
    cos,
    erfc,
    exp,
    log,
    loggamma,
    oo,
    pi,
    sqrt,
    tanh,
)

from dpsym import Gaussian, Renyi
from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError
from dpsym.parameters import alpha, eps, sigma1, sigma2
from dpsym.prove import Convex, Monotone, Proved, Refuted, Undecided, prove, replay
from dpsym.prove.taylor import taylor_bound

sys.path.insert(0, str(Path(__file__).parent))
from statements import PAIRS

x = Symbol("x", real=True)
y = Symbol("y", positive=True)
HALF, LINE, UNIT = {x: (0, oo)}, {x: (-oo, oo)}, {x: (0, 1)}


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", PAIRS)
def test_a_true_statement_is_proved_and_its_proof_replays_from_json(name):
    statement, _, box = PAIRS[name]
    outcome = prove(statement, box)
    assert isinstance(outcome, Proved)
    replay(json.loads(json.dumps(outcome.data)))
    assert outcome.explain()


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", PAIRS)
def test_its_false_twin_is_refuted_inside_the_box(name):
    _, twin, box = PAIRS[name]
    outcome = prove(twin, box)
    assert isinstance(outcome, Refuted)
    assert not outcome.margin.is_positive() or isinstance(twin, Eq)
    for symbol, value in outcome.witness.items():
        assert value in (box[symbol] if isinstance(box[symbol], Interval) else Interval(*box[symbol]))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", PAIRS)
def test_the_proof_of_a_true_statement_does_not_pass_for_its_twin(name):
    statement, twin, box = PAIRS[name]
    data, other = prove(statement, box).data, prove(statement, box).data
    from dpsym.prove.words import statement_data

    other["statement"] = statement_data(twin)
    replay(data)
    with pytest.raises((UndecidedError, ParameterError)):
        replay(other)


def test_the_margin_is_that_of_the_witness():
    outcome = prove(exp(x) <= 1 + x + x**2 / 2, UNIT)
    gap = enclose((1 + x + x**2 / 2 - exp(x)).subs(outcome.witness))
    assert gap.overlaps(outcome.margin)
    assert outcome.margin.is_negative()


NOT_TRUE = {
    "nan in half of the box": Le(0, log(x) ** 2, evaluate=False),
    "a pole": Le(0, 1 + 1 / x**2, evaluate=False),
    "a root of what is negative": Le(0, sqrt(x), evaluate=False),
    "cancelled between the sides": Le(log(x), log(x) + 1, evaluate=False),
    "a removable point": Le(0, (x**2 - 1) ** 2 / (x - Rational(1, 3)) ** 2, evaluate=False),
}


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("name", NOT_TRUE)
@pytest.mark.parametrize("box", [{x: (-1, 1)}, {x: (-oo, 1)}], ids=["compact", "endless"])
def test_where_a_side_is_undefined_nothing_is_proved(name, box):
    outcome = prove(NOT_TRUE[name], box, boxes=60, seconds=3)
    assert isinstance(outcome, Undecided)
    assert outcome.leftover
    assert outcome.reason


def test_jumps_and_kinks_are_not_differentiated_across():
    jump = Piecewise((x, x < Rational(1, 3)), (x - Rational(1, 2), True))
    assert isinstance(prove(Le(0, jump), UNIT), Refuted)
    assert isinstance(prove(Monotone(jump, x), UNIT, boxes=100, seconds=3), Undecided)
    assert isinstance(prove(Le(0, x - 3 * Max(0, x - Rational(1, 2))), UNIT), Refuted)
    assert isinstance(prove(Le(Abs(x), 1), {x: (-1, 1)}), Proved)


def test_a_strict_inequality_fails_where_a_closed_end_has_equality():
    outcome = prove(1 + x < exp(x), UNIT)
    assert isinstance(outcome, Refuted)
    assert outcome.witness == {x: 0}
    assert isinstance(prove(1 + x < exp(x), {x: Interval.Lopen(0, 1)}), Proved)
    assert isinstance(prove(1 + x < exp(x), LINE), Refuted)
    assert isinstance(prove((x - 1) ** 2 > 0, {x: (0, 2)}), (Refuted, Undecided))


def test_an_end_where_a_side_is_undefined_counts_as_open():
    assert isinstance(prove(log(x) < x, HALF), Proved)
    assert isinstance(prove(log(x) < x - 1, HALF), Refuted)


def test_different_sides_and_equal_ones():
    assert isinstance(prove(Ne(exp(x), x), LINE), Proved)
    equal = prove(Ne(x**2, 4), LINE)
    assert isinstance(equal, Refuted)
    assert abs(equal.witness[x]) == 2
    assert isinstance(prove(Ne(x, 3), {x: (-1, 1)}), Proved)
    assert prove(Eq((x + 1) ** 2, x**2 + 2 * x + 1), LINE).method == "identity"
    assert isinstance(prove(Eq(exp(x), 1 + x), LINE), Refuted)


def test_monotone_and_convex_statements():
    assert isinstance(prove(Monotone(exp(x) + x, x), LINE), Proved)
    assert isinstance(prove(Monotone(exp(-x), x, increasing=False), LINE), Proved)
    assert isinstance(prove(Monotone(x**2, x), LINE), Refuted)
    assert isinstance(prove(Convex(-log(x), x), HALF), Proved)
    assert isinstance(prove(Convex(log(x), x), HALF), Refuted)
    assert isinstance(prove(Monotone(erfc(x), x, increasing=False), LINE), Proved)


def test_a_derived_form_is_not_used_beyond_its_condition():
    """The Gaussian pair of unequal scales has a finite divergence only at small orders."""
    statement = Renyi(alpha, Gaussian(0, sigma1), Gaussian(1, sigma2)) >= 0
    with pytest.raises(NotDerivedError, match="needs"):
        prove(statement, {alpha: (1, oo), sigma1: (0, oo), sigma2: (0, oo)})


def test_an_undecided_statement_goes_on_from_where_it_stopped():
    statement = Le(-cos(x) * cos(3 * x) * exp(-x), Rational(2343, 10000), evaluate=False)
    box = {x: (0, 12)}
    whole = prove(statement, box)
    assert isinstance(whole, Proved)
    outcome, rounds = prove(statement, box, boxes=3), 1
    while isinstance(outcome, Undecided):
        assert outcome.leftover
        outcome, rounds = prove(statement, box, boxes=3, resume=outcome), rounds + 1
        assert rounds < 100
    assert rounds > 2
    assert isinstance(outcome, Proved)
    replay(outcome.data)
    with pytest.raises(ParameterError, match="same statement"):
        prove(statement, {x: (0, 11)}, resume=prove(statement, box, boxes=3))


def test_progress_is_told_and_the_time_is_kept():
    seen = []
    hard = Le(cos(50 * x) * cos(51 * x) + cos(x) / 10, Rational(1101, 1000), evaluate=False)
    outcome = prove(hard, {x: (0, 40)}, seconds=1, progress=lambda proved, waiting: seen.append((proved, waiting)))
    assert outcome.seconds < 6
    assert seen
    assert all(proved >= 0 and waiting > 0 for proved, waiting in seen)


def test_taylor_forms_cover_what_cancels():
    """Stirling's bound for the gamma function: the sides differ by less than 0.001 on most of the interval."""
    stirling = (x + Rational(1, 2)) * log(x + 1) - x - 1 + log(2 * pi) / 2
    outcome = prove(Le(loggamma(x + 1) - stirling, 1 / (12 * x + 12), evaluate=False), {x: (0, 6)})
    assert isinstance(outcome, Proved)
    assert any(one.rule.startswith("taylor") for piece in outcome.pieces for one in piece.cover.boxes)
    data = outcome.data
    replay(data)
    data["pieces"][0]["boxes"][0]["rule"] = "taylor 9"
    with pytest.raises(ParameterError, match="taylor"):
        replay(data)
    twin = Le(loggamma(x + 1) - stirling, Rational(99, 100) / (12 * x + 12), evaluate=False)
    assert isinstance(prove(twin, {x: (0, 6)}), Refuted)


def test_a_taylor_form_contains_the_function_and_refuses_what_is_not_analytic():
    for function in (exp(-x) * cos(x), log(x) * sqrt(x), erfc(x) / x, tanh(x) ** 3, (1 + x) ** x):
        for order in (1, 4, 8):
            least = taylor_bound(function, x, (Fraction(1, 2), Fraction(3, 4)), order)
            for k in range(9):
                value = enclose(function.subs(x, Rational(16 + k, 32))).value
                assert not least > value
    for function in (log(x), sqrt(x), 1 / x, x**x):
        with pytest.raises(UndecidedError):
            taylor_bound(function, x, (Fraction(0), Fraction(1)))
    with pytest.raises(NotDerivedError):
        taylor_bound(Abs(x), x, (Fraction(0), Fraction(1)))


@pytest.mark.slow
def test_two_processes_cover_what_one_does():
    statement = Le(cos(30 * x) - cos(30 * x + Rational(1, 10)) + y / 100, Rational(12, 100), evaluate=False)
    outcome = prove(statement, {x: (0, 3), y: (0, 1)}, jobs=2, seconds=60)
    assert isinstance(outcome, Proved)
    assert sum(len(piece.cover.boxes) for piece in outcome.pieces) > 200
    replay(outcome.data)


def test_an_outcome_has_no_truth_value():
    for statement in (x <= exp(x), exp(x) <= x):
        with pytest.raises(TypeError, match="no truth value"):
            bool(prove(statement, LINE))


@pytest.mark.parametrize(
    "box",
    [{}, {x: (1, 1)}, {x: (1, 0)}, {x: (oo, 0)}, {x: (0, 0.5)}, {y: (0, 1)}, {x: 3}, [], {x: (0, S.NaN)}],
    ids=str,
)
def test_bad_boxes_are_refused(box):
    with pytest.raises(ParameterError):
        prove(x <= exp(x), box)


def test_bad_statements_and_budgets_are_refused():
    for bad in (True, S.true, x, "x <= 1", x <= 0.5):
        with pytest.raises(ParameterError):
            prove(bad, UNIT)
    for budget in ({"boxes": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"jobs": 0}, {"jobs": True}):
        with pytest.raises(ParameterError):
            prove(x <= 2, UNIT, **budget)
    with pytest.raises(ParameterError, match="sign that the symbol assumes"):
        prove(y <= exp(y), {y: (-1, 1)})
    with pytest.raises(ParameterError, match="gives an interval"):
        prove(eps <= exp(y), {y: (0, 1)})
