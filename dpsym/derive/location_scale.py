"""Reduction: two laws of one location-scale family, brought to a standard pair at one distance.

A divergence does not change under x -> (x - mu_1)/s_1, nor under a reflection, which the standard form is symmetric under. So
only the distance d = |mu_2 - mu_1|/s_1 and the ratio r = s_2/s_1 remain.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Abs, And, Dummy, Eq, Expr, S, simplify
from sympy.logic.boolalg import Boolean

from dpsym.derive.derivation import Step
from dpsym.distributions import LocationScale
from dpsym.divergences import Divergence


@dataclass(frozen=True)
class StandardPair:
    """The pair F(0, 1), F(d, r) with positive placeholders d and r, and what they stand for."""

    first: LocationScale
    second: LocationScale
    distance: Expr
    ratio: Expr
    values: dict[Expr, Expr]

    def back(self, expression: Expr) -> Expr:
        """Put the original parameters back."""
        return expression.subs(self.values)

    @property
    def coincide(self) -> Boolean:
        """The condition, in the original parameters, under which both laws are the same."""
        return And(Eq(self.back(self.distance), 0), Eq(self.back(self.ratio), 1))

    @property
    def step(self) -> Step:
        """The line of the trace that this reduction is."""
        values = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return Step(
            f"shift and rescale the space to the standard pair{': ' + values if values else ''}",
            self.distance,
        )


def standardise(head: Divergence, family: type[LocationScale]) -> StandardPair | None:
    """Return the standard pair, or None if the laws are not both of the family."""
    first, second = head.laws
    if not (isinstance(first, family) and isinstance(second, family)):
        return None
    shift = Abs(second.location - first.location) / first.scale
    stretch = simplify(second.scale / first.scale)
    values: dict[Expr, Expr] = {}
    distance, ratio = S.Zero, S.One
    if not shift.is_zero:
        distance = Dummy("d", positive=True)
        values[distance] = shift
    if stretch != 1:
        ratio = stretch if stretch.is_number else Dummy("r", positive=True)
        if not stretch.is_number:
            values[ratio] = stretch
    return StandardPair(family(S.Zero, S.One), family(distance, ratio), distance, ratio, values)
