"""Noise by the sensitivity at hand: what is promised, and that it composes."""

import math

import numpy as np
import pytest
from scipy.stats import t as student
from sympy import Rational, oo

from dpsym import propose_test_release, smooth_cauchy, smooth_laplace, smooth_student
from dpsym.errors import ParameterError
from dpsym.guarantees.reading import read
from dpsym.symbols import delta, eps
from theorems.registry import registry

MADE = [
    smooth_cauchy(1),
    smooth_laplace(1, Rational(1, 100)),
    propose_test_release(1, Rational(1, 100)),
    smooth_student(2, Rational(1, 4)),
]


def test_what_is_promised():
    assert smooth_cauchy(eps).to_pure().value.eps == eps
    assert smooth_laplace(Rational(1, 2), delta).value.delta == delta
    two = propose_test_release(eps, delta)
    assert (two.value.eps, two.value.delta) == (2 * eps, delta)
    assert float(propose_test_release(1, Rational(1, 1000)).compose(2).to_approx(Rational(1, 100))) <= 4
    assert float(smooth_cauchy(1).compose(2).to_pure()) == 2
    assert read("SmoothCauchy(1).compose(2).to_pure()").value.eps == 2


@pytest.mark.parametrize("made", MADE, ids=["cauchy", "laplace", "tested", "student"])
def test_its_theorems_are_entries_and_its_hypotheses_are_told(made):
    library = registry()
    assert all(id in library for id in made.theorems)
    assert "if" in made.explain()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: smooth_cauchy(0), "positive"),
        (lambda: smooth_laplace(2, Rational(1, 100)), "at most 1"),
        (lambda: smooth_laplace(1, 0), r"in \(0, 1\)"),
        (lambda: smooth_student(0, 1), "positive"),
        (lambda: smooth_student(1, 0), "positive"),
        (lambda: smooth_student(1, 1, dof=-1), "positive"),
        (lambda: propose_test_release(1, Rational(1, 2)), r"in \(0, 1/2\)"),
        (lambda: propose_test_release(1, 0), r"in \(0, 1/2\)"),
    ],
)
def test_what_breaks_a_rule_is_refused(make, says):
    with pytest.raises(ParameterError, match=says):
        make()


def test_a_symbol_that_leaves_a_rule_open_takes_it_along():
    below = smooth_laplace(eps, Rational(1, 2)).to_approx(delta=Rational(1, 2)).number
    assert below.subs(eps, Rational(1, 2)) == Rational(1, 2)
    assert below.subs(eps, 20) == oo
    tested = propose_test_release(1, delta).to_approx(delta=delta).number
    assert (tested.subs(delta, Rational(1, 4)), tested.subs(delta, Rational(3, 4))) == (2, oo)


def _loss(dof, scale, apart, factor):
    """Return the greatest loss on a grid of outputs, in both directions, of noise that is moved and dilated."""
    places = scale * np.sinh(np.linspace(-12, 12, 4_001)) + apart / 2
    losses = student.logpdf(places, dof, 0, scale) - student.logpdf(places, dof, apart, scale * factor)
    return np.abs(losses).max()


@pytest.mark.cases(3 / 8)
@pytest.mark.parametrize("dof", [Rational(1, 2), 1, 3, 8])
@pytest.mark.parametrize(
    ("scale", "smoothness"), [(Rational(1, 3), Rational(1, 10)), (2, 1), (40, Rational(1, 6)), (1, 2)]
)
def test_student_noise_loses_what_is_promised_and_no_less(dof, scale, smoothness):
    promised = float(smooth_student(scale, smoothness, dof).to_pure())
    beta = float(smoothness)
    losses = [
        _loss(float(dof), float(scale), min(1, math.exp(part)), math.exp(part)) for part in np.linspace(-beta, beta, 5)
    ]
    assert promised * (1 - 1e-4) < max(losses) <= promised * (1 + 1e-12)


def test_cauchy_noise_needs_far_less_than_six_times_the_sensitivity():
    for budget in (Rational(1, 10), Rational(1), Rational(3)):
        six, less = (float(smooth_student(times / budget, budget / 6, 1).to_pure()) for times in (6, Rational(6, 5)))
        assert six < budget / 4 < less <= budget
        # with 9/10 of the sensitivity over eps it is not kept
        assert float(smooth_student(Rational(9, 10) / budget, budget / 6, 1).to_pure()) > budget or budget > 1
    assert read("SmoothStudent(6, 1, 1).to_pure()").value.eps == smooth_student(6, 1, 1).value.eps
