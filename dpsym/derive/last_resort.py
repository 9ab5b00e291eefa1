"""The last resort: SymPy's own integration of the definition, in a process of its own with a limit on its time.

SymPy drops conditions and is wrong in places. So nothing that it returns is believed unchecked: it must agree with a quadrature of the
definition at sample values of all symbols, and what it says about conditions stays in the result.
"""

from __future__ import annotations

from sympy import Expr, Integral, Rational, Sum, oo

from dpsym.derive.derivation import Derivation, Step
from dpsym.derive.limited import within
from dpsym.divergences import Divergence

_SAMPLES = (Rational(7, 4), Rational(13, 9), Rational(9, 8), Rational(17, 10), Rational(11, 6), Rational(5, 3))
_AGREEMENT = Rational(1, 10**8)


def integrate_by_sympy(head: Divergence, seconds: float) -> Derivation | None:
    """Return what SymPy makes of the definition within a time, if it stands up to a quadrature."""
    first, second = head.laws
    definition = head.definition()
    if definition == head or first.space not in ("line", "integers") or first.ends != second.ends:
        return None
    (unevaluated,) = definition.atoms(Integral, Sum) or (None,)
    if unevaluated is None:
        return None
    value = within(seconds, _worked_out, unevaluated)
    if value is None or value.has(Integral, Sum) or not _agrees(unevaluated, value):
        return None
    closed = definition.xreplace({unevaluated: value})
    steps = (
        Step("the definition", definition),
        Step("SymPy's integration, checked by quadrature at one point", closed),
    )
    return Derivation(head, closed, steps, "SymPy")


def _worked_out(unevaluated: Expr) -> Expr:
    return unevaluated.doit()


def _agrees(unevaluated: Expr, value: Expr) -> bool:
    symbols = sorted(unevaluated.free_symbols, key=str)
    point = dict(zip(symbols, _SAMPLES * len(symbols), strict=False))
    exact, quadrature = value.subs(point).evalf(), unevaluated.subs(point).evalf()
    if not (exact.is_Float and quadrature.is_Float) or oo in (exact, quadrature):
        return False
    return bool(abs(exact - quadrature) <= _AGREEMENT * abs(quadrature))
