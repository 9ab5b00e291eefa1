"""One walk over a SymPy tree, in exact rationals, balls, complex balls or ranges, whichever the leaves hold.

A node that cannot be evaluated raises; nothing ever stands for "not a number". What is rational stays
rational, so that the equality of rationals is decided exactly.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import sympy as sp
from flint import fmpq
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dpsym.enclose.arithmetic import Value, apply, checked, signs
from dpsym.errors import NotDerivedError, ParameterError

ENTIRE: dict[type, str] = {
    sp.exp: "exp",
    sp.log: "log",
    sp.erf: "erf",
    sp.erfc: "erfc",
    sp.gamma: "gamma",
    sp.sinh: "sinh",
    sp.cosh: "cosh",
    sp.tanh: "tanh",
    sp.sin: "sin",
    sp.cos: "cos",
    sp.tan: "tan",
}
"""Functions whose value on a complex ball, where it is a number, is that of an analytic function (log asks)."""

_RELATIONS: dict[type, Callable[[int, int], bool]] = {
    sp.Gt: operator.gt,
    sp.Ge: operator.ge,
    sp.Lt: operator.lt,
    sp.Le: operator.le,
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
}

Rule = Callable[["Walker", Any], Value]


class Walker:
    """Evaluates nodes for given leaves.

    Parameters
    ----------
    leaves : mapping
        A value for each symbol.
    smooth : bool
        Refuse wherever the expression might fail to be analytic on the whole of the leaves.
    hull : bool
        Where a condition is undecided, return what covers both cases; otherwise refuse.
    """

    rules: ClassVar[dict[type, Rule]] = {}
    """What each other kind of node does; `dpsym.enclose` hands them in, for they walk in their turn."""

    smooth: bool
    hull: bool

    def __init__(self, leaves: Mapping[sp.Basic, Value], smooth: bool = False, hull: bool = False) -> None:
        self.leaves = leaves
        self.smooth = smooth
        self.hull = hull and not smooth
        self._known: dict[sp.Basic, Value] = {}

    def __call__(self, node: sp.Basic) -> Value:
        """Return the value of a node.

        Raises
        ------
        UndecidedError
            If the leaves are too wide, or the node is not a real number there.
        ParameterError
            If a symbol has no value, or the tree holds a float.
        NotDerivedError
            If a kind of node is not known.
        """
        value = self._known.get(node)
        if value is None:
            value = self._known[node] = checked(self._evaluate(node), type(node).__name__)
        return value

    def _evaluate(self, node: sp.Basic) -> Value:
        if isinstance(node, sp.Float):
            raise ParameterError("number in an expression", "exact (a Rational, not a float)", node)
        if isinstance(node, sp.Rational):
            return fmpq(int(node.p), int(node.q))
        if isinstance(node, sp.Symbol):
            if node not in self.leaves:
                raise ParameterError(f"value of {node}", "given as an exact number", None)
            return self.leaves[node]
        for kind in type(node).__mro__:
            if kind in ENTIRE:
                return apply(ENTIRE[kind], self(node.args[0]), self.smooth)
            if kind in self.rules:
                return self.rules[kind](self, node)
        raise NotDerivedError(f"no rigorous evaluation is known for {type(node).__name__} in {node}")

    def within(self, symbol: sp.Basic, value: Value, smooth: bool = False, hull: bool = False) -> Walker:
        """Return a walker with one more leaf."""
        return Walker({**self.leaves, symbol: value}, smooth, hull)

    def decide(self, condition: Any) -> bool | None:
        """Return the truth of a condition over all the leaves, or None where it is open."""
        if isinstance(condition, (BooleanTrue, BooleanFalse)):
            return bool(condition)
        if isinstance(condition, sp.Not):
            inner = self.decide(condition.args[0])
            return None if inner is None else not inner
        if isinstance(condition, (sp.And, sp.Or)):
            decisive = isinstance(condition, sp.Or)
            parts = [self.decide(part) for part in condition.args]
            return decisive if decisive in parts else None if None in parts else not decisive
        if isinstance(condition, sp.Contains):
            place, domain = condition.args
            return self.decide(domain.as_relational(place))
        if type(condition) not in _RELATIONS:
            raise NotDerivedError(f"no rigorous decision is known for the condition {condition}")
        left, right = (self(side) for side in condition.args)
        verdicts = {bool(_RELATIONS[type(condition)](order, 0)) for order in signs(left + (-right))}
        return verdicts.pop() if len(verdicts) == 1 else None
