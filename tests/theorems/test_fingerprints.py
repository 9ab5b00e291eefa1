"""Fingerprinting: the heads against integrals over the proportion, what attains the bounds, and a false twin of each."""

from dataclasses import replace
from itertools import product

import pytest
from scipy.integrate import quad
from scipy.stats import binom
from sympy import Rational, log

from dpsym import Finite
from dpsym.distributions import AnyKernel, Kernel
from dpsym.divergences.fingerprint import Leaning, MeanError, NeighbourDelta, Tracing, Users
from dpsym.enclose import enclose
from dpsym.errors import ParameterError
from dpsym.parameters import eps
from theorems.library.general import fingerprints
from theorems.library.variables import K
from theorems.points import holds
from theorems.statement import le

THIRDS = Kernel(
    *(Finite(*map(Rational, row)) for row in (("1/2", "1/3", "1/6"), ("1/3", "1/3", "1/3"), ("1/5", "1/5", "3/5")))
)
RESPONSE = Kernel(*(Finite(*map(Rational, row)) for row in (("3/4", "1/4"), ("1/4", "3/4"))))
MIDDLE = Kernel(*[Finite(0, 1, 0)] * 3)


def _mean(kernel, gain):
    users, last = len(kernel.args) - 1, len(kernel.args[0].masses) - 1
    return quad(
        lambda p: sum(
            binom.pmf(count, users, p) * float(kernel.args[count].masses[y]) * gain(y / last, count - users * p, p)
            for count, y in product(range(users + 1), range(last + 1))
        ),
        0,
        1,
    )[0]


@pytest.mark.parametrize("kernel", [THIRDS, RESPONSE, MIDDLE])
def test_the_heads_are_integrals_over_the_proportion(kernel):
    assert float(Tracing(kernel)) == pytest.approx(_mean(kernel, lambda f, surplus, p: f * surplus), abs=1e-9)
    assert float(Leaning(kernel)) == pytest.approx(_mean(kernel, lambda f, surplus, p: f * (2 * p - 1)), abs=1e-9)
    assert float(MeanError(kernel)) == pytest.approx(_mean(kernel, lambda f, surplus, p: (f - p) ** 2), abs=1e-9)


def test_neighbours_are_rows_next_to_each_other():
    assert enclose(NeighbourDelta(log(3), RESPONSE), digits=15).upper < 10**-15
    assert enclose(NeighbourDelta(0, THIRDS), digits=15).contains(
        Rational(4, 15)
    )  # rows 1 and 2; 0 and 2 are 13/30 apart
    assert Users(THIRDS) == 2
    assert Tracing(AnyKernel("K")).has(Tracing)
    with pytest.raises(ParameterError):
        Tracing(Finite(1))


def _holds(entry, kernel, statement=None):
    return holds(entry.statement if statement is None else statement, {eps: log(3), K: kernel})


def test_randomized_response_attains_the_bound_on_tracing_and_its_twin_falls():
    stated = fingerprints.TRACED.statement
    assert Tracing(RESPONSE) == Rational(1, 12)  # tanh(log(3)/2)/6
    assert _holds(fingerprints.TRACED, THIRDS)
    assert not _holds(fingerprints.TRACED, RESPONSE, le(stated.lhs, Rational(99, 100) * stated.rhs))


def test_an_answer_without_records_attains_the_error_and_its_twins_fall():
    stated = fingerprints.ERROR.statement
    assert MeanError(MIDDLE) == Rational(1, 12)
    at_no_budget = {eps: Rational(0), K: MIDDLE}
    assert holds(stated, at_no_budget)
    assert not holds(le(Rational(101, 100) * stated.lhs, stated.rhs), at_no_budget)
    twin = replace(fingerprints.IDENTITY.anew(), id="twin", statement=le(Tracing(K) + Rational(1, 10**6), Leaning(K)))
    assert not holds(twin.statement, {K: THIRDS})
