"""Noise by the sensitivity at hand: what is promised, and that it composes."""

import pytest
from sympy import Rational, oo

from dpsym import propose_test_release, smooth_cauchy, smooth_laplace
from dpsym.errors import ParameterError
from dpsym.guarantees.reading import read
from dpsym.symbols import delta, eps
from theorems.registry import registry

MADE = [smooth_cauchy(1), smooth_laplace(1, Rational(1, 100)), propose_test_release(1, Rational(1, 100))]


def test_what_is_promised():
    assert smooth_cauchy(eps).to_pure().value.eps == eps
    assert smooth_laplace(Rational(1, 2), delta).value.delta == delta
    two = propose_test_release(eps, delta)
    assert (two.value.eps, two.value.delta) == (2 * eps, delta)
    assert float(propose_test_release(1, Rational(1, 1000)).compose(2).to_approx(Rational(1, 100))) <= 4
    assert float(smooth_cauchy(1).compose(2).to_pure()) == 2
    assert read("SmoothCauchy(1).compose(2).to_pure()").value.eps == 2


@pytest.mark.parametrize("made", MADE, ids=["cauchy", "laplace", "tested"])
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
