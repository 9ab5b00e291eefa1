"""What a calibration returns: the law of the noise, with the target that it meets and the theorems that say so."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Interval, Rational, S

from dpsym.distributions import Law
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.faithful import faithful
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import Notion
from dpsym.parameters import Parameter, delta

OPEN_TARGET = Parameter(
    "privacy parameter delta", delta, Interval.open(0, 1), "in (0, 1)", (Rational(1, 10**6), Rational(1, 2))
)
BELOW_ONE_TARGET = Parameter(
    "privacy parameter delta", delta, Interval.Ropen(0, 1), "in [0, 1)", (Rational(0), Rational(1, 2))
)


def in_decimals(formula: Expr, is_upper: bool = True) -> Expr:
    """Return a formula as it is, but of numbers whose terms cancel further than SymPy looks a number rounded up, or down.

    Parameters
    ----------
    formula : Expr
        Of a scale, of which more is safe, or of a privacy parameter, of which less is.
    is_upper : bool, optional
        Whether more is safe.
    """
    return formula if formula.free_symbols else faithful(formula, is_upper)


@dataclass(frozen=True)
class Calibrated:
    """Noise, or an answer, made for a target.

    Parameters
    ----------
    law : Law
        Of the noise or answer, in the unit of the query.
    target : Notion
        What one mechanism, or the whole composition, promises.
    theorems : tuple of str
        The registry's entries that it rests on.
    says : str
        The formula or condition, on one line.
    cites : tuple of Source
        Sources, down to the number.
    tight : str
        Whether less noise would do.
    sensitivity : Expr, optional
        Of the query.
    rate : Expr, optional
        Of Poisson sampling in front of each run.
    count : Expr, optional
        How many runs together meet the target.
    replaced, fixed_size, records, slots : optional
        What a step of the adjacency, a sample, a group and an epoch are, as of `Mechanism`.
    """

    law: Law
    target: Notion
    theorems: tuple[str, ...]
    says: str
    cites: tuple[Source, ...]
    tight: str
    sensitivity: Expr = S.One
    rate: Expr = S.One
    count: Expr = S.One
    replaced: bool = False
    fixed_size: bool = False
    records: int = 1
    slots: int = 1

    @property
    def mechanism(self) -> Mechanism:
        """One run, as the calculus sees it."""
        return Mechanism(
            self.law, self.sensitivity, self.rate, self.replaced, self.fixed_size, self.records, self.slots
        )

    def __str__(self) -> str:
        times = "" if self.count == 1 else f", {self.count} runs"
        return f"{self.mechanism}{times}: {self.says}"
