"""Formulas are told to agree case by case, logarithm by logarithm; a slip in either is not."""

import pytest
from sympy import (
    Abs,
    Interval,
    Max,
    Min,
    Naturals,
    Piecewise,
    Rational,
    S,
    Sum,
    Symbol,
    binomial,
    erfc,
    exp,
    log,
    oo,
    sqrt,
    symbols,
    tanh,
)  # fmt: skip

from dpsym.derive.branches import choice, settled
from dpsym.derive.identity import agree
from dpsym.derive.signs import Signs

a, b, m, x, y = symbols("a b m x y", positive=True)
eps, zeta = symbols("epsilon zeta", nonnegative=True)
p, q = symbols("p q", positive=True)
n, j = Symbol("n", integer=True, positive=True), Symbol("j", integer=True, nonnegative=True)
real = Symbol("r", real=True)
i = Symbol("i", integer=True, nonnegative=True)
POSITIVE, UNIT, RAY = Interval.open(0, oo), Interval.open(0, 1), Interval(0, oo)
DOMAIN = {
    a: POSITIVE, b: POSITIVE, m: POSITIVE, x: POSITIVE, y: POSITIVE, eps: RAY, zeta: RAY, p: UNIT, q: UNIT, n: Naturals,
}  # fmt: skip
E, Z = exp(eps), exp(zeta)

IDENTITIES = {
    "a sign that the domain decides": (Max(0, 1 - exp(-1 / b)), 1 - exp(-1 / b)),
    "the larger of two losses": (Max(log(1 - q + q * exp(-eps)), log(1 - q + q * E)), log(1 - q + q * E)),
    "an absolute value": (Abs(Z / (Z + 1) - 1 / (Z + 1)), tanh(zeta / 2)),
    "a case that the signs exclude": (Piecewise((a, log(m) - log(a + m) <= 0), (oo, True)), a),
    "a greatest value by its cases": (
        Max(0, (1 - exp(eps + zeta)) / (Z + 1)) + Max(0, (Z - E) / (Z + 1)),
        Piecewise((0, eps >= zeta), ((Z - E) / (Z + 1), True)),
    ),
    "sums of greatest values": (2 * Max(0, x - y) + 2 * Max(0, y - x), 2 * Abs(x - y)),
    "three values": (Max(x, y, x + y), x + y),
    "least and greatest": (Min(x, y) + Max(x, y), x + y),
    "a sum of few terms": (Sum(binomial(2, j) * Max(0, E ** (2 - j) - Z * E**j), (j, 0, 2)), Max(0, exp(2 * eps) - Z)),
    "names of a bound index": (
        log(Sum(q**j * (1 - q) ** (n - j), (j, 0, n))) / n,
        log(Sum(q**i * (1 - q) ** (n - i), (i, 0, n))) / n,
    ),
    "powers with one exponent": (
        exp(n * log(1 - p)) * exp(-n * log(1 - q)) * exp(n * log(p * (1 - q) / (q * (1 - p)) + 1)),
        ((1 - p) / (1 - q) * (p * (1 - q) / (q * (1 - p)) + 1)) ** n,
    ),
    "logarithms with coefficients that are not alike": (
        n * log(1 - p) - n * log(1 - q) + (n * log(1 - p) + n * log(p**a * q * (1 - q) ** a / (q**a * (1 - p) ** a * (1 - q)) + 1)) / (a - 1),
        n * log(p**a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a)) / (a - 1),
    ),
    "squares of logarithms": ((log(1 - p) - log(1 - q)) ** 2, log((1 - p) / (1 - q)) ** 2),
    "arguments of functions": (erfc(log((q + x - 1 + 1) / q)), erfc(log(1 + x / q))),
    "margins that are multiples": (
        Max(0, 1 - exp((b * eps - 1) / (a + b))),
        Max(0, 1 - b * exp(-(1 / b - eps) / (1 + a / b)) / (a + b) - a * exp(-(1 / b - eps) / (1 + a / b)) / (a + b)),
    ),
    "an end of the domain that a case excludes": (
        Piecewise((0, eps >= 1 / b), ((1 - exp(eps - 1 / b)) / (1 + exp(-1 / b)), True)),
        Max(0, (1 - exp(eps - 1 / b)) / (1 + exp(-1 / b))),
    ),
}  # fmt: skip

DEAR = ("powers with one exponent",)
"""What takes seconds with all of its slips."""


def slips(one, other):
    """Yield pairs that do not agree: a side that is off by a thousandth, at all points or in one summand, and a greatest value for a least."""
    yield one * Rational(1001, 1000), other
    yield one, other + Rational(1, 1000)
    for node, twin in ((Max, Min), (Min, Max)):
        if one.has(node):
            yield one.replace(node, twin), other


@pytest.mark.cases(1 / 12)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in DEAR else name for name in IDENTITIES]
)
def test_identities_are_told_and_slips_are_not(name):
    one, other = IDENTITIES[name]
    assert agree(one, other, Signs(DOMAIN))
    assert agree(other, one, Signs(DOMAIN))
    assert [pair for pair in slips(one, other) if agree(*pair, Signs(DOMAIN))] == []


@pytest.mark.cases(2 / 5)
@pytest.mark.parametrize(
    ("one", "other", "domain"),
    [
        (Max(0, x - y), x - y, DOMAIN),
        (Abs(x - y), x - y, DOMAIN),
        (Max(0, 1 - exp(-real)), 1 - exp(-real), {real: Interval(-1, oo)}),
        (Piecewise((1, x > y), (0, True)), S.One, DOMAIN),
        (Piecewise((1, x > y), (0, True)), Piecewise((1, x > 2 * y), (0, True)), DOMAIN),
        (Max(x, y), Piecewise((x, x >= y + 1), (y, True)), DOMAIN),
        (sqrt(real**2), real, {real: Interval(-oo, oo)}),
    ],
)
def test_formulas_that_agree_on_a_part_of_the_domain_do_not_agree(one, other, domain):
    assert not agree(one, other, Signs(domain))


def test_cases_that_contradict_a_hypothesis_do_not_count():
    value = Piecewise((x, x > y), (y, True))
    assert agree(value, x, Signs(DOMAIN, [x > y]))
    assert not agree(value, y, Signs(DOMAIN, [x > y]))
    assert Signs(DOMAIN, [x > y, x < y]).exclude_all
    assert Signs(DOMAIN, [x - y > 0, 2 * y - 2 * x >= 0]).exclude_all
    assert not Signs(DOMAIN, [x >= y, x <= y]).exclude_all
    assert not Signs({eps: RAY, b: POSITIVE}, [eps >= 1 / b]).exclude_all


def test_what_signs_decide_is_no_branch():
    assert settled(Max(0, x) + Min(0, x) + Abs(-x), Signs(DOMAIN)) == 2 * x
    assert choice(settled(Max(x, y), Signs(DOMAIN)))[0] == Max(x, y)
    assert choice(x + y) is None
    assert settled(Max(0, x - y), Signs(DOMAIN, [x > y])) == x - y
