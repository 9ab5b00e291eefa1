"""The log-density of a law between its kinks: read from its pieces, from its formula, or made of those of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import sympy as sp
from flint import arb, fmpq

from dpsym.distributions import Law, Mixture
from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.definition.density import Density, Mixed, combine
from dpsym.enclose.definition.reading import read
from dpsym.enclose.definition.statistics import Power
from dpsym.enclose.polynomials import coefficients, evaluate, order, roots
from dpsym.errors import NotDerivedError, UndecidedError

_ONE = sp.S.One


class Form:
    """A law given by pieces; on the integers, a piece reaches to just before the next integer.

    Parameters
    ----------
    law : Law
        The law.
    point : Symbol
        The point of its statistics.
    """

    def __init__(self, law: Law, point: sp.Symbol) -> None:
        step = 1 if law.is_discrete else 0
        pieces = [piece for piece in law.pieces(point) if piece.lower != piece.upper + step]
        self.ends = [(piece.lower, piece.upper + step) for piece in pieces]
        self.densities = [read(piece.terms, point) for piece in pieces]

    @property
    def kinks(self) -> set[sp.Expr]:
        """The ends of the pieces."""
        return {end for pair in self.ends for end in pair}

    def on(self, inside: Value) -> Density | None:
        """Return the log-density around a point that is no kink, or None outside the support."""
        for (lower, upper), density in zip(self.ends, self.densities, strict=True):
            if order(inside, evaluate(lower)) == 1 and order(evaluate(upper), inside) == 1:
                return density
        return None


class PolynomialForm(Form):
    """A law with a formula for its log-density, a polynomial of degree at most 2 between kinks."""

    def __init__(self, law: Law, point: sp.Symbol) -> None:
        try:
            self.formula = law.log_density(point)
        except NotImplementedError as error:
            raise NotDerivedError(f"{law} has no log-density to integrate") from error
        if not isinstance(law.support, sp.Interval):
            raise NotDerivedError(f"the support of {law} is not an interval")
        self.law, self.point = law, point

    @property
    def kinks(self) -> set[sp.Expr]:
        nodes = [node for node in self.formula.atoms(sp.Abs) if node.has(self.point)]
        inner = {kink for node in nodes for kink in roots(node, self.point)}
        return {*inner, *self.law.breakpoints, self.law.support.start, self.law.support.end}

    def on(self, inside: Value) -> Density | None:
        support = self.law.support
        if order(inside, evaluate(support.start)) != 1 or order(evaluate(support.end), inside) != 1:
            return None
        constant, slope, curvature = coefficients(self.formula, self.point, inside)
        return combine((_ONE, Density(constant, {Power(_ONE): slope, Power(sp.Integer(2)): curvature})))


class MixedForm(Form):
    """A mixture of two laws."""

    def __init__(self, law: Mixture, point: sp.Symbol) -> None:
        self.share = law.args[0]
        self.parts = [form_of(part, point) for part in law.args[1:]]

    @property
    def kinks(self) -> set[sp.Expr]:
        return self.parts[0].kinks | self.parts[1].kinks

    def on(self, inside: Value) -> Density | None:
        first, second = (part.on(inside) for part in self.parts)
        share = evaluate(self.share)
        if signs(share) == {0} or signs(share - 1) == {0}:
            return second if signs(share) == {0} else first
        if not (signs(share) == {1} and signs(1 - share) == {1}):
            raise UndecidedError("a weight of a mixture is not certainly inside (0, 1)")
        if first is None or second is None:
            if first is None:
                return second if second is None else second.shifted(sp.log(1 - self.share))
            return first.shifted(sp.log(self.share))
        ratio = combine((_ONE, first), (-_ONE, second))
        if not ratio.terms:
            return second.shifted(sp.log(self.share * sp.exp(ratio.constant) + 1 - self.share))
        return combine((_ONE, second), (_ONE, Density(sp.S.Zero, {Mixed(self.share, ratio): _ONE})))


def form_of(law: Law, point: sp.Symbol) -> Form:
    """Return the form of a law on the line or on the integers.

    Raises
    ------
    NotDerivedError
        If its log-density is not of a kind that can be enclosed.
    """
    if isinstance(law, Mixture):
        return MixedForm(law, point)
    try:
        return Form(law, point)
    except NotDerivedError:
        raise
    except NotImplementedError:
        return PolynomialForm(law, point)


@dataclass(frozen=True)
class Between:
    """What lies between two kinks: its ends, and both log-densities there, None outside a support."""

    start: Value
    end: Value
    first: Density | None
    second: Density | None


def between_kinks(first: Law, second: Law) -> list[Between]:
    """Return the parts of the line between the kinks of two laws, from left to right.

    Raises
    ------
    NotDerivedError
        If a log-density is not of a kind that can be enclosed.
    UndecidedError
        If two kinks cannot be told apart at the working precision.
    """
    point = sp.Dummy("x", real=True)
    forms = [form_of(law, point) for law in (first, second)]
    kinks = {sp.expand(kink) for form in forms for kink in form.kinks if kink.is_finite is not False}
    places: list[Value] = [-arb("inf"), *_sorted(kinks), arb("inf")]
    result = []
    for start, end in pairwise(places):
        inside = _inside(start, end)
        result.append(Between(start, end, *(form.on(inside) for form in forms)))
    return result


def _sorted(kinks: set[sp.Expr]) -> list[Value]:
    """Return the kinks in increasing order, proven."""
    values = sorted((evaluate(kink) for kink in kinks), key=lambda value: arb(value).mid())
    distinct: list[Value] = []
    for value in values:
        if not distinct or order(value, distinct[-1]) == 1:
            distinct.append(value)
    return distinct


def _inside(start: Value, end: Value) -> Value:
    """Return a point that is certainly inside."""
    left, right = arb(start), arb(end)
    if left.is_finite() and right.is_finite():
        inside = ((left + right) / 2).mid()
    elif left.is_finite() or right.is_finite():
        inside = left.upper() + 1 if left.is_finite() else right.lower() - 1
    else:
        return fmpq(0)
    if order(inside, left) != 1 or order(right, inside) != 1:
        raise UndecidedError("no point is certainly inside a cell")
    return inside
