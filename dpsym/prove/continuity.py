"""Whether an expression is certainly a continuous real function on a box, its closed ends included.

What is shown inside a box holds on a closed end only by continuity, which is proved here from the heads: some are continuous wherever
their arguments are, others where an argument keeps away from 0, has a sign, or leaves a condition undisputed. Signs come from the
expression, written in the distances from the lower ends, and from its range over the box.
"""

from __future__ import annotations

from itertools import product

import sympy as sp
from flint import arb, ctx, fmpq
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dpsym.enclose.arithmetic import is_finite, signs
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError
from dpsym.prove.statement import Span, Spans
from dpsym.special import Phi

_BITS = 64
_ANY = frozenset({-1, 0, 1})
_POSITIVE, _NONNEGATIVE = frozenset({1}), frozenset({0, 1})
_EVERYWHERE = (
    sp.Add,
    sp.Mul,
    sp.exp,
    sp.sin,
    sp.cos,
    sp.sinh,
    sp.cosh,
    sp.tanh,
    sp.sech,
    sp.erf,
    sp.erfc,
    sp.atan,
    sp.asinh,
    sp.Abs,
    sp.Max,
    sp.Min,
    Phi,
)
_POSITIVE_HEADS = (sp.exp, sp.cosh, sp.sech, sp.erfc)
_ODD_HEADS = (sp.sinh, sp.tanh, sp.erf, sp.atan, sp.asinh, sp.sign)
_TRUE_FOR = {
    sp.Gt: frozenset({1}),
    sp.Ge: frozenset({0, 1}),
    sp.Lt: frozenset({-1}),
    sp.Le: frozenset({-1, 0}),
    sp.Eq: frozenset({0}),
    sp.Ne: frozenset({-1, 1}),
}


def is_continuous(expression: sp.Expr, spans: Spans) -> bool:
    """Whether an expression is certainly real and continuous at every point of a box."""
    found = _Heads(spans)
    with ctx.workprec(_BITS):
        return found.continuous(expression.xreplace(found.shift))


class _Heads:
    """What is known of the nodes of an expression whose symbols stand for distances from ends."""

    def __init__(self, spans: Spans) -> None:
        self.shift: dict[sp.Symbol, sp.Expr] = {}
        self.leaves: dict[sp.Basic, Range] = {}
        self.symbols: dict[sp.Basic, frozenset[int]] = {}
        for symbol, span in spans.items():
            inner = sp.Symbol(f"{symbol.name}~", real=True)  # which assumes no sign, lest SymPy remove a jump
            self.shift[symbol], self.leaves[inner], self.symbols[inner] = _distance(inner, span)
        self._walk, self._smooth = Walker(self.leaves, hull=True), Walker(self.leaves, smooth=True)
        self._signs: dict[sp.Basic, frozenset[int]] = {}

    def continuous(self, node: sp.Basic) -> bool:
        """Whether a node is certainly real and continuous on the box."""
        if node in self.symbols:
            return True
        if not node.free_symbols:
            return self._is_number(node)
        if isinstance(node, sp.Piecewise):
            return self._one_case(node)
        if not all(self.continuous(part) for part in node.args):
            return False
        return isinstance(node, _EVERYWHERE) or self._here(node) or self._analytic(node)

    def _here(self, node: sp.Basic) -> bool:
        """Whether a head is continuous where its arguments are, which themselves are continuous."""
        if isinstance(node, sp.Pow):
            return self._power(node)
        if not node.args:
            return False
        of = self.signs(node.args[0])
        if isinstance(node, (sp.log, sp.gamma, sp.loggamma)):
            return of == _POSITIVE
        if isinstance(node, (sp.coth, sp.csch)):
            return 0 not in of
        return isinstance(node, (sp.sign, sp.Heaviside)) and len(of) == 1 and 0 not in of

    def _power(self, node: sp.Pow) -> bool:
        base = self.signs(node.base)
        if node.exp.is_Integer:
            return bool(node.exp >= 0) or 0 not in base
        return base == _POSITIVE or (base <= _NONNEGATIVE and self.signs(node.exp) == _POSITIVE)

    def _one_case(self, node: sp.Piecewise) -> bool:
        for value, condition in node.args:
            verdict = self._decided(condition)
            if verdict is not False:
                return verdict is True and self.continuous(value)
        return False

    def _decided(self, condition: sp.Basic) -> bool | None:
        if isinstance(condition, (BooleanTrue, BooleanFalse)):
            return bool(condition)
        if isinstance(condition, (sp.And, sp.Or)):
            decisive = isinstance(condition, sp.Or)
            parts = [self._decided(part) for part in condition.args]
            return decisive if decisive in parts else None if None in parts else not decisive
        if type(condition) not in _TRUE_FOR or not all(map(self.continuous, condition.args)):
            return None
        possible, wanted = self.signs(condition.args[0] - condition.args[1]), _TRUE_FOR[type(condition)]
        return True if possible <= wanted else None if possible & wanted else False

    def _is_number(self, node: sp.Basic) -> bool:
        try:
            return is_finite(Walker({})(node))
        except DpsymError:
            return False

    def _analytic(self, node: sp.Basic) -> bool:
        """Whether a node is analytic on the whole box, as the walk over ranges says."""
        try:
            return is_finite(self._smooth(node))
        except DpsymError:
            return False

    def signs(self, node: sp.Basic) -> frozenset[int]:
        """Return the signs that a node may have somewhere on the box."""
        if node not in self._signs:
            found = self.symbols.get(node) or self._from_parts(node)
            self._signs[node] = found if len(found) == 1 else found & self._from_range(node)
        return self._signs[node]

    def _from_range(self, node: sp.Basic) -> frozenset[int]:
        try:
            return frozenset(signs(self._walk(node)))
        except DpsymError:
            return _ANY

    def _from_parts(self, node: sp.Basic) -> frozenset[int]:
        if isinstance(node, sp.Add):
            return self._sum(node)
        if isinstance(node, sp.Mul):
            found = frozenset({1})
            for part in node.args:
                found = frozenset(one * other for one, other in product(found, self.signs(part)))
            return found
        if isinstance(node, _POSITIVE_HEADS):
            return _POSITIVE
        if isinstance(node, _ODD_HEADS):
            return self.signs(node.args[0])
        if isinstance(node, sp.log):
            return self.signs(node.args[0] - 1)
        return self._of_power(node) if isinstance(node, sp.Pow) else _ANY

    def _sum(self, node: sp.Add) -> frozenset[int]:
        parts = [self.signs(part) for part in node.args]
        for sign in (1, -1):
            if all(part <= {0, sign} for part in parts):
                return frozenset({sign}) if {sign} in parts else frozenset({0, sign})
        return _ANY

    def _of_power(self, node: sp.Pow) -> frozenset[int]:
        base = self.signs(node.base)
        if base == _POSITIVE:
            return base
        if node.exp.is_Integer and node.exp % 2:
            return base
        if node.exp.is_Integer:
            return _NONNEGATIVE if 0 in base else _POSITIVE
        return _NONNEGATIVE if base <= _NONNEGATIVE else _ANY


def _distance(inner: sp.Symbol, span: Span) -> tuple[sp.Expr, Range, frozenset[int]]:
    """Return what a symbol is in terms of its distance from an end, the range of that, and its signs."""
    if span.low.is_finite:
        top = arb(fmpq(*map(int, (span.high - span.low).as_numer_denom()))) if span.high.is_finite else arb("inf")
        return span.low + inner, Range(arb(0), top), _POSITIVE if span.low_open else _NONNEGATIVE
    if span.high.is_finite:
        return span.high - inner, Range(arb(0), arb("inf")), _POSITIVE if span.high_open else _NONNEGATIVE
    return inner, Range(-arb("inf"), arb("inf")), _ANY
