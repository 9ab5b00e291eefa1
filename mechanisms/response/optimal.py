r"""The best local randomiser of one of k values for a utility of its answers, with a certificate in rationals.

A utility is a sum over the answers of a convex function mu of the column of an answer, homogeneous of degree 1. A column whose entries are at
most the factor e^eps apart is a mixture of *staircase patterns*, whose entries are 1 or e^eps; so randomisers made of such columns are
enough, and the best one is a linear program with 2^k - 1 variables (Kairouz, Oh and Viswanath, "Extremal mechanisms for local differential
privacy", JMLR 17, 2016, Theorem 2 and section 4):

.. math:: \max_\theta \sum_j \mu(S_j) \theta_j, \quad \sum_j \theta_j S_j = 1, \qquad
          \min_\alpha \sum_x \alpha_x, \quad \alpha \cdot S_j \ge \mu(S_j)\ \text{for all}\ j.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from mechanisms.errors import ParameterError
from mechanisms.finite.mechanism import exact_number, exact_rows
from mechanisms.finite.program import LinearProgram
from mechanisms.validate import integer

__all__ = ["LocalOptimum", "information_utility", "optimal_randomiser", "variation_utility"]

Column = tuple[Fraction, ...]
Utility = Callable[[Column], tuple[Fraction, Fraction]]
"""Bounds below and above on mu of a column."""
_MOST = 10
_CONTEXT = Context(prec=60)
_ERROR = Fraction(1, 10**50)


@dataclass(frozen=True)
class LocalOptimum:
    """A randomiser with what it attains, and a certified bound on what any randomiser of the same privacy attains.

    Parameters
    ----------
    patterns : tuple of columns
        The staircase patterns, all of them.
    weights : tuple of Fraction
        How often each is used, theta; the randomiser has the columns theta S.
    prices : tuple of Fraction
        The dual alpha, one for each value.
    bounds : tuple of pairs of Fraction
        Bounds on the utility of each pattern.
    """

    patterns: tuple[Column, ...]
    weights: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]
    bounds: tuple[tuple[Fraction, Fraction], ...]

    @property
    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """The law of the answers to each value; each of them sums to exactly 1."""
        used = [(w, s) for w, s in zip(self.weights, self.patterns, strict=True) if w]
        return tuple(tuple(w * s[x] for w, s in used) for x in range(len(self.prices)))

    @property
    def lower(self) -> Fraction:
        """What the randomiser attains at least.

        Raises
        ------
        ParameterError
            If a weight is negative, or a row does not sum to 1: then it is no randomiser.
        """
        if min(self.weights) < 0 or any(sum(row) != 1 for row in self.rows):
            raise ParameterError(
                "weights of an optimum", "non-negative, and such that each row sums to 1", self.weights
            )
        return sum((w * low for w, (low, _) in zip(self.weights, self.bounds, strict=True)), Fraction(0))

    @property
    def upper(self) -> Fraction:
        """What no randomiser exceeds: the prices, raised by what they fall short of the utility of a pattern."""
        short = max(
            (high - sum(p * s for p, s in zip(self.prices, pattern, strict=True))) / sum(pattern)
            for pattern, (_, high) in zip(self.patterns, self.bounds, strict=True)
        )
        return sum(self.prices, Fraction(0)) + len(self.prices) * max(short, Fraction(0))

    @property
    def is_exact(self) -> bool:
        """Whether the randomiser is proved optimal, without a gap."""
        return self.lower == self.upper


def optimal_randomiser(k: int, factor: Fraction, utility: Utility) -> LocalOptimum:
    """Return the eps-private local randomiser of k values of the greatest utility, with its certificate.

    Parameters
    ----------
    k : int
        The number of values, from 2 to 10.
    factor : Fraction or int
        The factor e^eps, above 1.
    utility : callable
        From a column to bounds on its utility: `information_utility`, `variation_utility`, or another convex and homogeneous one.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    ConvergenceError
        If HiGHS finds no optimum.
    """
    values = integer("k", k, 2, _MOST, f"an integer from 2 to {_MOST}")
    odds = exact_number("factor", "a Fraction or integer above 1", factor)
    if odds <= 1:
        raise ParameterError("factor", "a Fraction or integer above 1", factor)
    one = Fraction(1)
    # the pattern of ones alone is a multiple of that of high entries alone
    patterns = [s for s in itertools.product((one, odds), repeat=values) if odds in s]
    bounds = [utility(pattern) for pattern in patterns]
    program = LinearProgram(
        len(patterns), {j: -(low + high) / 2 for j, (low, high) in enumerate(bounds) if low or high}
    )
    for x in range(values):
        program.equations.append(({j: pattern[x] for j, pattern in enumerate(patterns)}, one))
    vertex = program.solve()
    return LocalOptimum(tuple(patterns), tuple(vertex.values), tuple(-p for p in vertex.prices), tuple(bounds))


def variation_utility(first: Sequence[Fraction], second: Sequence[Fraction]) -> Utility:
    """Return the total variation distance of the answers whose inputs have one law, or another one; it is exact.

    Parameters
    ----------
    first, second : sequence of Fraction
        The probabilities of the values.
    """
    p, q = (_law(name, law) for name, law in (("first", first), ("second", second)))

    def utility(column: Column) -> tuple[Fraction, Fraction]:
        found = abs(sum(((a - b) * entry for a, b, entry in zip(p, q, column, strict=True)), Fraction(0))) / 2
        return found, found

    return utility


def information_utility(prior: Sequence[Fraction]) -> Utility:
    """Return the mutual information of value and answer, in nats, each column's to 1e-50.

    Parameters
    ----------
    prior : sequence of Fraction
        The probabilities of the values.
    """
    law = _law("prior", prior)

    def utility(column: Column) -> tuple[Fraction, Fraction]:
        mean = sum((w * entry for w, entry in zip(law, column, strict=True)), Fraction(0))
        logs = (w * entry * _log(entry / mean) for w, entry in zip(law, column, strict=True))
        found, error = sum(logs, Fraction(0)), _ERROR * (1 + mean)
        return found - error, found + error

    return utility


def _log(value: Fraction) -> Fraction:
    """Return a logarithm to 50 digits after the point, of a number of ordinary size."""
    parts = (_CONTEXT.ln(Decimal(part)) for part in (value.numerator, value.denominator))
    high, low = map(Fraction, parts)
    return high - low


def _law(name: str, law: Sequence[Fraction]) -> Column:
    rule = "probabilities that sum to exactly 1"
    found = exact_rows(name, [law])[0]
    if min(found) < 0 or sum(found) != 1:
        raise ParameterError(name, rule, law)
    return tuple(found)
