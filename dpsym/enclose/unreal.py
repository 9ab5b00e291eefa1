"""Whether an expression of numbers is certainly no real number: its value is complex, or a division by 0."""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import acb, arb, ctx, fmpq

from dpsym.enclose.walker import ENTIRE, Walker
from dpsym.errors import DpsymError

_BITS = 192
_CONSTANTS = {sp.pi: arb.pi, sp.E: arb.const_e, sp.EulerGamma: arb.const_euler, sp.Catalan: arb.const_catalan}
_FUNCTIONS = {**ENTIRE, sp.loggamma: "lgamma", sp.asin: "asin", sp.acos: "acos", sp.atanh: "atanh", sp.acosh: "acosh"}


class _UnrealError(ArithmeticError):
    """A part that counts is undefined."""


def is_unreal(expression: sp.Basic) -> bool:
    """Return True if the expression is certainly no real number, and not infinite with a sign either.

    The value is that of the principal branches; a case of a Piecewise that does not apply is not looked at. False says nothing.
    """
    with ctx.workprec(_BITS):
        try:
            value = _value(expression)
        except _UnrealError:
            return True
    return value is not None and not value.imag.contains(0)


def _value(node: Any) -> acb | None:
    """Return a complex ball around the value, or None where nothing is known."""
    if node in (sp.nan, sp.zoo):
        raise _UnrealError
    if node.is_Rational:
        return acb(arb(fmpq(int(node.p), int(node.q))))
    if node is sp.I:
        return acb(0, 1)
    if node in _CONSTANTS:
        return acb(_CONSTANTS[node]())
    if isinstance(node, sp.Piecewise):
        return _case(node)
    parts = node.args
    if not isinstance(node, (sp.Add, sp.Mul, sp.Pow, *_FUNCTIONS)):
        return None
    places = [_value(part) for part in parts]  # all: one that is undefined makes the whole so
    if None in places:
        return None
    found = _applied(node, places)
    return found if found is not None and found.is_finite() else None


def _applied(node: Any, places: list[Any]) -> acb | None:
    if isinstance(node, sp.Add):
        return sum(places, acb(0))
    if isinstance(node, sp.Mul):
        product = acb(1)
        for place in places:
            product *= place
        return product
    if isinstance(node, sp.Pow):
        base, exponent = places
        if node.exp.is_Integer:
            return base ** int(node.exp)
        return base.pow(exponent)
    name = next(name for kind, name in _FUNCTIONS.items() if isinstance(node, kind))
    return getattr(places[0], name)() if hasattr(places[0], name) else None


def _case(node: Any) -> acb | None:
    for value, condition in node.args:
        try:
            applies = Walker({}).decide(condition)
        except DpsymError:
            return None
        if applies is None:
            return None
        if applies:
            return _value(value)
    raise _UnrealError  # SymPy's value where no case applies is nan
