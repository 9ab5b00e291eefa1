"""Inequalities over boxes: what is true is proved and checked again, its false twin is refuted, NaN proves nothing."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import Abs, Integer, Max, Piecewise, Rational, S, Symbol, erfc, exp, log, pi, sqrt, symbols, tanh

from dpsym.enclose import Cover, dominate, enclose, monotone, verify_cover
from dpsym.enclose.cover import ProvedBox
from dpsym.enclose.problem import Problem
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError

x, y, z = symbols("x y z", real=True)
alpha, eps = symbols("alpha eps", positive=True)
RESPONSE = log((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))) / (alpha - 1)
UNIT = {x: (0, 1)}
SQUARE = {x: (0, 1), y: (0, 2)}
SHADE = Rational(999, 1000)
TWINS = {
    "exp above": (exp(x), 1 + x + x**2, 1 + x + Rational(718, 1000) * x**2, UNIT),
    "exp below": (exp(-x), 1 - x + x**2 / 2, 1 - x + SHADE * x**2 / 2, UNIT),
    "exp wide": (exp(-x), 1 - x + x**2, 1 - x + Rational(36, 100) * x**2, UNIT),
    "logarithm": (log(1 + x), x, SHADE * x, {x: (0, 5)}),
    "corner": (x * y, (exp(x) - 1) * (exp(y) - 1), SHADE * (exp(x) - 1) * (exp(y) - 1), SQUARE),
    "upper face": (1 - x, -log(x), -SHADE * log(x), {x: (Rational(1, 4), 1)}),
    "upper face, odd": (exp(x - 1), x + (1 - x) ** 2 / 2, x + SHADE * (1 - x) ** 2 / 2, UNIT),
    "tanh": (tanh(x), x, x * SHADE, {x: (0, 3)}),
    "kinks": (Abs(x - Rational(1, 3)) + Max(0, x - 1), 1 + x, Rational(1, 4) + x, {x: (0, 2)}),
    "mills": (x * exp(x**2 / 2) * sqrt(pi / 2) * erfc(x / sqrt(2)), Integer(1), Rational(49, 50), {x: (0, 8)}),
    "three symbols": (x + y + z, exp(x + y + z) - 1, SHADE * (exp(x + y + z) - 1), {x: (0, 1), y: (0, 1), z: (0, 1)}),
    "response": (
        RESPONSE,
        alpha * eps**2 / 2,
        SHADE * alpha * eps**2 / 2,
        {alpha: (Rational(11, 10), 32), eps: (0, 4)},
    ),
}
DEAR = ("mills", "response")
"""What takes seconds to prove."""
EACH = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in DEAR else name for name in TWINS]
)


@pytest.mark.cases(1 / 3)
@EACH
def test_a_true_inequality_is_proved_and_its_proof_passes_the_check(name):
    smaller, greater, _, box = TWINS[name]
    cover = dominate(smaller, greater, box)
    assert cover.verdict == "proved"
    assert cover.leftover == ()
    assert cover.witness is None
    assert cover.margin >= 0
    verify_cover(smaller, greater, box, cover)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", TWINS)
def test_its_false_twin_is_refuted_at_a_certified_point(name):
    smaller, _, twin, box = TWINS[name]
    cover = dominate(smaller, twin, box)
    assert cover.verdict == "refuted"
    assert cover.margin < 0
    values = {symbol: cover.witness[symbol.name] for symbol in box}
    assert all(low <= values[symbol] <= high for symbol, (low, high) in box.items())
    assert enclose(twin, values).certainly_below(enclose(smaller, values))
    verify_cover(smaller, twin, box, cover)


@pytest.mark.cases(1 / 6)
@EACH
def test_the_proof_of_the_true_inequality_does_not_pass_for_its_twin(name):
    smaller, greater, twin, box = TWINS[name]
    cover = dominate(smaller, greater, box)
    with pytest.raises(UndecidedError):
        verify_cover(smaller, twin, box, cover)


NAN = {
    "logarithm": (S.Zero, log(x) + 100, {x: (0, 1)}),
    "half undefined": (S.Zero, log(x) ** 2, {x: (-1, 1)}),
    "division": (S.Zero, 1 + 1 / (1 + 1 / x) ** 2, {x: (-1, 1)}),
    "root": (S.Zero, sqrt(x), {x: (-1, 1)}),
    "cancelled between the sides": (log(x), log(x) + 1, {x: (-1, 1)}),
    "cancelled by factoring": (S.Zero, (x * log(x) + log(x)) / log(x), {x: (Rational(-1, 2), Rational(1, 2))}),
    "removable point": (S.Zero, (x**2 - 1) / (x - 1), {x: (0, 2)}),
    "undefined face": (S.Zero, x * (2 + log(x)) ** 2, {x: (0, 1)}),
}


@pytest.mark.parametrize("name", NAN)
def test_where_a_side_is_undefined_nothing_is_proved(name):
    smaller, greater, box = NAN[name]
    cover = dominate(smaller, greater, box, budget=60)
    assert cover.verdict == "undecided"
    assert cover.leftover
    with pytest.raises(UndecidedError, match="settles nothing"):
        verify_cover(smaller, greater, box, cover)


def test_derivatives_do_not_see_past_jumps_and_kinks():
    """Below 0 on [1/3, 1/2), while each branch has a positive derivative and vanishes at 0 or is positive at 1."""
    jump = Piecewise((x, x < Rational(1, 3)), (x - Rational(1, 2), True))
    assert dominate(S.Zero, jump, UNIT).verdict == "refuted"
    # x - 2 Max(0, x - 1/2) + ...: the kink makes the sum negative at 1 although its first derivative at 0 is 1
    kink = x - 3 * Max(0, x - Rational(1, 2))
    assert dominate(S.Zero, kink, UNIT).witness == {"x": 1}
    assert dominate(S.Zero, kink, {x: (0, Rational(3, 4))}).verdict == "proved"


@pytest.mark.parametrize("rule", ["face x=0 order 1; interval", "descent x=0 order 1; interval", "mean value"])
def test_a_rule_with_derivatives_is_refused_across_a_jump(rule):
    """The derivative of the jumping function is 1 everywhere, and the function is 0 at 0."""
    jump = Piecewise((x, x < Rational(1, 3)), (x - Rational(1, 2), True))
    with pytest.raises(UndecidedError, match="fails"):
        verify_cover(S.Zero, jump, UNIT, proof(ProvedBox((("0", "1"),), rule)))


def test_the_search_along_a_derivative_does_not_cross_a_jump():
    problem = Problem(S.Zero, Piecewise((x, x < Rational(1, 3)), (x - Rational(1, 2), True)), UNIT, False)
    ((prefix, derivative),) = problem.descents()
    assert prefix == "descent x=0 order 1; "
    assert problem.search(prefix, derivative, 50).verdict == "undecided"


def test_a_refutation_stands_where_both_sides_are_defined():
    cover = dominate(log(x), log(x) - 1, {x: (-1, 1)})
    assert cover.verdict == "refuted"
    assert cover.witness["x"] > 0


def test_a_strict_inequality_is_strict_off_the_faces_where_the_sides_meet():
    cover = dominate(1 + x, exp(x), UNIT, strict=True)
    assert cover.verdict == "proved"
    assert any(box.rule.startswith("face x=0 order 2") for box in cover.boxes)
    assert dominate(x, x + 1, UNIT, strict=True).margin > Fraction(9, 10)
    touching = dominate(2 * x, x**2 + 1, {x: (0, 2)}, budget=100, strict=True)
    assert touching.verdict == "undecided"
    assert dominate(2 * x, x**2 + 1, {x: (0, 2)}).verdict == "proved"


def test_meeting_inside_the_box_stays_undecided_within_the_budget():
    cover = dominate(1 + x, exp(x), {x: (-1, 2)}, budget=60)
    assert cover.verdict == "undecided"
    assert cover.leftover


def test_the_witness_is_a_simple_number():
    assert dominate(x, Rational(1, 2) + x * 0, UNIT).witness["x"] == 1
    narrow = dominate(Rational(1, 1000), (x - Rational(1, 3)) ** 2, UNIT)
    assert narrow.witness["x"] == Rational(1, 3)


def test_a_cover_has_no_truth_value():
    cover = dominate(x, x + 1, UNIT)
    with pytest.raises(TypeError, match="no truth value"):
        bool(cover)


def test_monotone_in_a_symbol():
    assert monotone(x**2 + exp(x), x, UNIT).verdict == "proved"
    assert monotone(exp(-x * y), x, SQUARE, direction=-1).verdict == "proved"
    assert monotone(x**2, x, {x: (-1, 1)}).verdict == "refuted"
    saw = Piecewise((x, x < Rational(1, 3)), (x - 1, True))
    assert monotone(saw, x, UNIT, budget=100).verdict == "undecided"
    assert monotone(log(alpha), alpha, {alpha: (1, 2)}).verdict == "proved"
    with pytest.raises(ParameterError, match="direction"):
        monotone(x, x, UNIT, direction=0)


@pytest.mark.parametrize(
    "box", [{}, {x: (0, 0)}, {x: (1, 0)}, {x: (0, 0.5)}, {y: (0, 1)}, {x: (0, 1), Symbol("x"): (0, 1)}], ids=str
)
def test_bad_boxes_are_refused(box):
    with pytest.raises(ParameterError):
        dominate(x, x + 1, box)


def test_bad_sides_and_budgets_are_refused():
    from sympy import fresnels

    with pytest.raises(NotDerivedError, match="fresnels"):
        dominate(fresnels(x), x, UNIT)
    for bad in ("x", 0.5, x + 0.5):
        with pytest.raises(ParameterError):
            dominate(bad, x, UNIT)
    with pytest.raises(ParameterError, match="budget"):
        dominate(x, x + 1, UNIT, budget=0)
    with pytest.raises(ParameterError, match="sign that the symbol assumes"):
        dominate(alpha, alpha + 1, {alpha: (-1, 1)})


SMALLER, GREATER = exp(-x), 1 - x + Rational(51, 100) * x**2
PROOF = (ProvedBox((("0", "1/2"),), "face x=0 order 2; interval"), ProvedBox((("1/2", "1"),), "mean value"))


def proof(*boxes, **changed):
    return replace(Cover("proved", ("x",), boxes or PROOF, margin=0.0), **changed)


def test_a_proof_written_by_hand_passes():
    greater = 1 - x + x**2
    verify_cover(SMALLER, greater, UNIT, proof())


TAMPERED = {
    "hole": (ProvedBox((("0", "1/2"),), "face x=0 order 2; interval"), ProvedBox((("51/100", "1"),), "mean value")),
    "overlap": (*PROOF, PROOF[1]),
    "outside": (*PROOF, ProvedBox((("1", "2"),), "mean value")),
    "flat": (*PROOF, ProvedBox((("1", "1"),), "mean value")),
    "not a number": (ProvedBox((("0", "nan"),), "interval"),),
    "dimension": (ProvedBox((("0", "1"), ("0", "1")), "interval"),),
    "one descent of two": (PROOF[0], ProvedBox((("1/2", "1"),), "descent x=0 order 2; interval")),
    "hidden descent": (ProvedBox((("0", "1"),), "face x=0 order 1; descent x=0 order 1; interval"),),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_cover_that_does_not_tile_or_mixes_descents_is_damaged(name):
    with pytest.raises(ParameterError):
        verify_cover(SMALLER, 1 - x + x**2, UNIT, proof(*TAMPERED[name]))


@pytest.mark.parametrize(
    "rule",
    [
        "interval",
        "face x=0 order 3; interval",
        "face x=1 order 1; interval",
        "face y=0 order 2; interval",
        "trust me",
        "",
    ],
)
def test_a_rule_that_does_not_hold_is_refused(rule):
    with pytest.raises(UndecidedError):
        verify_cover(SMALLER, 1 - x + x**2, UNIT, proof(ProvedBox((("0", "1"),), rule)))


def test_a_face_rule_needs_a_box_at_the_face_but_a_descent_does_not():
    away = ProvedBox((("1/2", "1"),), "face x=0 order 2; interval")
    with pytest.raises(UndecidedError, match="does not touch"):
        verify_cover(SMALLER, 1 - x + x**2, UNIT, proof(PROOF[0], away))
    shared = [ProvedBox((ends,), "descent x=0 order 2; interval") for ends in (("0", "1/2"), ("1/2", "1"))]
    verify_cover(SMALLER, 1 - x + x**2, UNIT, proof(*shared))


def test_at_an_upper_face_odd_derivatives_change_their_sign():
    """The difference is (1 - x)^3/6 + ..., whose third derivative is negative."""
    smaller, greater = exp(x - 1), x + (1 - x) ** 2 / 2
    box = ProvedBox((("0", "1"),), "face x=1 order 3; interval")
    verify_cover(smaller, greater, UNIT, proof(box))
    with pytest.raises(UndecidedError):
        verify_cover(greater, smaller, UNIT, proof(box))


def test_forged_refutations_and_foreign_symbols_are_refused():
    forged = Cover("refuted", ("x",), witness={"x": Rational(1, 2)}, margin=-1.0)
    with pytest.raises(UndecidedError, match="does not certainly fail"):
        verify_cover(x, x + 1, UNIT, forged)
    with pytest.raises(ParameterError, match="point of the box"):
        verify_cover(x, 1 + x * 0, UNIT, replace(forged, witness={"x": Integer(2)}))
    with pytest.raises(ParameterError, match="witness"):
        verify_cover(x, x + 1, UNIT, replace(forged, witness=None))
    with pytest.raises(ParameterError, match="symbols of the cover"):
        verify_cover(y, y + 1, {y: (0, 1)}, forged)
