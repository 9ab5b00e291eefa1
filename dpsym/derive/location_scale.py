"""Reduction: two laws of one location family, brought to a standard pair at one distance.

A divergence does not change under x -> (x - mu_1)/s_1, nor, where the standard form is symmetric, under a reflection. So only the
distance d = (mu_2 - mu_1)/s_1 and the other scales over s_1 remain.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Abs, And, Dummy, Eq, Expr, S
from sympy.logic.boolalg import Boolean

from dpsym.derive.derivation import Step
from dpsym.distributions import LocationFamily
from dpsym.divergences import Divergence


@dataclass(frozen=True)
class StandardPair:
    """The pair F(0, 1), F(d, r) with placeholders d and r, and what they stand for.

    The placeholders are positive; d is only known to be real where the law is not symmetric and the sign is not known.
    """

    first: LocationFamily
    second: LocationFamily
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
    def is_shift(self) -> bool:
        """Whether the second law is the first one, moved."""
        return self.first.args[1:] == self.second.args[1:]

    @property
    def step(self) -> Step:
        """The line of the trace that this reduction is."""
        values = ", ".join(f"{name} = {value}" for name, value in self.values.items() if str(name) != str(value))
        return Step(f"shift and rescale the space to the standard pair{': ' + values if values else ''}", self.distance)


def standardise(head: Divergence, family: type[LocationFamily] = LocationFamily) -> StandardPair | None:
    """Return the standard pair, or None if the laws are not both of one family."""
    first, second = head.laws
    if not isinstance(first, family) or type(first) is not type(second):
        return None
    values: dict[Expr, Expr] = {}
    distance = _distance(first, second, values)
    arguments: list[tuple[Expr, Expr]] = [(S.Zero, distance)]
    for position, pair in enumerate(zip(first.args[1:], second.args[1:], strict=True), 1):
        if position in first.scales and first.unit != 1:
            pair = tuple(_placeholder(value / first.unit, values) for value in pair)
        arguments.append(pair)
    left, right = (type(first)(*column) for column in zip(*arguments, strict=True))
    ratio = right.unit if first.scales else S.One
    return StandardPair(left, right, distance, ratio, values)


def _distance(first: LocationFamily, second: LocationFamily, values: dict[Expr, Expr]) -> Expr:
    """Return the placeholder of the distance, and note what it stands for."""
    gap = second.location - first.location
    shift = gap / first.unit
    if shift.is_zero:
        return S.Zero
    integer = True if first.is_discrete else None
    if first.is_symmetric or gap.is_positive:
        placeholder = Dummy("d", positive=True, integer=integer)
        values[placeholder] = Abs(gap) / first.unit
        return placeholder
    placeholder = (
        Dummy("d", positive=True, integer=integer) if gap.is_negative else Dummy("d", real=True, integer=integer)
    )
    values[placeholder] = -shift if gap.is_negative else shift
    return -placeholder if gap.is_negative else placeholder


def _placeholder(value: Expr, values: dict[Expr, Expr]) -> Expr:
    """Return the value if it is a number, or else the placeholder that stands for it."""
    if value.is_number:
        return value
    for placeholder, known in values.items():
        if known == value:
            return placeholder
    placeholder = Dummy("r", positive=True)
    values[placeholder] = value
    return placeholder
