"""A statement that is said to be a case of another is one: its laws put in for the other's give the same right side."""

import pytest
from sympy import Eq, N, Rational, Wild

from theorems.registry import registry

LIBRARY = registry()
CASES = [(case, of) for of, cases in LIBRARY.cases.items() for case in cases]
OF_ALL_LAWS = [(case, of) for case, of in CASES if LIBRARY.card(of).is_general]
OF_EQUATIONS = sorted(set(CASES) - set(OF_ALL_LAWS))
OTHER_UNITS = {"gdp.tradeoff", "kl.rr.eps", "renyi.rr.eps", "rr.pure_dp"}
"""Cases in parameters that their laws are not written in; each is the same with other letters the other way round too."""


def _point(entry):
    between = {symbol: (2 * Rational(low) + Rational(high)) / 3 for symbol, (low, high) in entry.typical.items()}
    return {symbol: int(value) if symbol.is_integer else value for symbol, value in between.items()}


def _put_in(case, of):
    """Return what stands for the symbols of a statement in a case of it, None if its left side is none."""
    named = {symbol: Wild(f"{symbol.name}_") for symbol in of.domain}
    found = case.statement.lhs.match(of.statement.lhs.xreplace(named))
    return None if found is None else {symbol: found[wild] for symbol, wild in named.items() if wild in found}


def test_there_are_cases_of_both_kinds():
    assert len(OF_ALL_LAWS) >= 30
    assert len(OF_EQUATIONS) >= 30
    assert {case for case, _ in OF_EQUATIONS} > OTHER_UNITS


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("case", "of"), [pair for pair in OF_EQUATIONS if pair[0] not in OTHER_UNITS])
def test_a_case_of_an_equation_follows_by_putting_in(case, of):
    case, of = LIBRARY[case], LIBRARY[of]
    assert isinstance(case.statement, Eq)
    values, point = _put_in(case, of), _point(case)
    assert values is not None
    assert all(of.domain[symbol].contains(value.subs(point)) == True for symbol, value in values.items())  # noqa: E712
    difference = of.statement.rhs.subs(values, simultaneous=True) - case.statement.rhs
    assert abs(N(difference.subs(point), 20)) < 1e-12


@pytest.mark.parametrize(
    ("case", "of"), [("renyi.laplace", "renyi.gaussian.shared"), ("max.laplace", "profile.laplace")]
)
def test_what_is_no_case_does_not_match(case, of):
    assert _put_in(LIBRARY[case], LIBRARY[of]) is None
