"""Integrals and sums inside of equations are worked out by the table, where they converge; what is off, or diverges, is not proved."""

from dataclasses import replace

import pytest
from sympy import Integral, Interval, Rational, S, Sum, Symbol, exp, gamma, oo, pi, sqrt, symbols

from dpsym import KL, Laplace
from theorems.checks import Evaluated
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.statement import POSITIVE, eq
from theorems.status import Status

a, p, s, x = symbols("a p s x", positive=True)
y = Symbol("y", real=True)
j, n = Symbol("j", integer=True, nonnegative=True), Symbol("n", integer=True, positive=True)
DOMAINS = {a: POSITIVE, p: POSITIVE, s: POSITIVE, n: S.Naturals}
TYPICAL = {a: (Rational(1, 2), 3), p: (1, 3), s: (Rational(1, 2), 3), n: (1, 5)}

TRUE = {
    "Gamma's integral": (Integral(x ** (s - 1) * exp(-a * x), (x, 0, oo)), gamma(s) / a**s),
    "a power in the exponent": (Integral(x ** (s - 1) * exp(-a * x**p), (x, 0, oo)), gamma(s / p) / (p * a ** (s / p))),
    "the line": (Integral(exp(-a * y**2), (y, -oo, oo)), sqrt(pi / a)),
    "a ratio of two": (Integral(exp(-a * x), (x, 0, oo)) / Integral(x * exp(-a * x), (x, 0, oo)), a),
    "a polynomial": (Integral(y**2, (y, -a, s)), (a**3 + s**3) / 3),
    "a tail": (Integral(exp(-a * x), (x, s, oo)), exp(-a * s) / a),
    "a sum of a polynomial": (Sum(j**2 + 1, (j, 1, n)), n * (n + 1) * (2 * n + 1) / 6 + n),
    "few terms": (Sum(exp(-a * j), (j, 0, 2)), 1 + exp(-a) + exp(-2 * a)),
    "an integral in a sum": (Sum(j * Integral(a * exp(-a * x), (x, 0, oo)), (j, 0, n)), n * (n + 1) / 2),
}
DIVERGENT = {
    "at infinity": Integral(exp(a * x), (x, 0, oo)),
    "at 0": Integral(x ** (-s - 1) * exp(-a * x), (x, 0, oo)),
    "without a decay": Integral(x ** (s - 1), (x, 0, oo)),
    "where the sign is open": Integral(exp(-(a - s) * x), (x, 0, oo)),
}
UNKNOWN = {
    "no table has it": Integral(exp(-(x**2)) / (1 + x), (x, 0, oo)),
    "two variables": Integral(exp(-x - p), (x, 0, oo), (p, 0, oo)),
    "a variable that is positive by name": Integral(x**2, (x, -a, a)),
    "an index below its end": Sum(j, (j, n, 1)),
    "a sum without end": Sum(exp(-a * j), (j, 0, oo)),
}


def entry(left, right):
    statement = eq(left, right)
    names = [symbol for symbol in (a, p, s, n) if symbol in statement.free_symbols]
    return Theorem(
        id="planted.sum",
        title="Planted",
        statement=statement,
        domain={name: DOMAINS[name] for name in names},
        typical={name: TYPICAL[name] for name in names},
        checks=(Evaluated(),),
    )


def found(left, right):
    return Evaluated().run(entry(left, right))


@pytest.mark.parametrize("name", TRUE)
def test_true_equations_are_proved_and_those_that_are_a_little_off_are_refuted(name):
    left, right = TRUE[name]
    assert found(left, right).status is Status.PROVED
    off = found(left, right * Rational(100001, 100000))
    assert (off.status, bool(off.witness)) == (Status.REFUTED, True)


@pytest.mark.parametrize("name", DIVERGENT)
def test_what_diverges_is_not_worked_out_by_the_formula_for_what_converges(name):
    outcome = found(DIVERGENT[name], S.One)
    assert outcome.status is Status.CLAIMED
    assert "missing" in outcome.detail or "no integral" in outcome.detail


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_no_table_has_is_left_open(name):
    assert found(UNKNOWN[name], S.One).status is Status.CLAIMED


def test_two_divergent_sides_are_not_equal():
    left = Integral(exp(a * x), (x, 0, oo))
    assert found(left, 2 * left).status is Status.CLAIMED


def test_a_formula_that_is_no_real_number_is_not_proved():
    value = sqrt(1 - a)
    outcome = found(value * Integral(exp(-x), (x, 0, oo)), value)
    assert outcome.status is Status.CLAIMED
    assert "real" in outcome.detail


def test_it_is_for_equations_of_formulas_alone():
    wrong = replace(
        entry(S.One * a, a * Integral(exp(-x), (x, 0, oo))), statement=eq(KL(Laplace(0, a), Laplace(1, a)), a)
    )
    with pytest.raises(EntryError, match="without laws"):
        Evaluated().run(wrong)


def test_symbols_keep_their_domain():
    interval = entry(sqrt((a - 1) ** 2), a - 1)
    assert Evaluated().run(interval).status is not Status.PROVED
    above = replace(interval, domain={a: Interval(1, oo)}, typical={a: (1, 3)})
    assert Evaluated().run(above).status is Status.PROVED
