r"""From finite spaces to countable ones: when a statement about laws on finite spaces says as much about laws on countable sets.

Let the points of each countable space be numbered, and let the space with n points merge all from the n-th on into one. A law P becomes its
image :math:`P_n`, an event A loses what lies in the merged point, and a kernel K becomes :math:`K_n`, whose row at a point below the n-th is
the image of that row of K, and whose row at the merged point is the image of the row at the n-th. With what is built from them
(:math:`K_n P_n`, :math:`P_n \otimes K_n`, mixtures, products), extended by zeros:

1. *Data processing.* A divergence of laws that no kernel is in, and of rows, is for the n-th not above what it is: mixtures and products of
   images are images, and rows of :math:`K_n` are images of rows of K. So is a supremum over rows.
2. *Lower limits.* What is built converges at every point to what is built from the laws and kernels themselves, a law too; so in total
   variation (Scheffé). A divergence is a sum of a convex function of two masses, or a supremum, and by Fatou's lemma its lower limit is not
   below it. So is that of a supremum over rows.
3. *Limits.* Hockey-stick divergence, total variation and the squared Hellinger distance are continuous in total variation. Of laws without
   kernels each divergence converges, by (1) and (2); the probability of an event and the tail of the privacy loss differ from theirs by
   what lies in the merged points; trade-off functions are not below theirs (1), and in the limit not above, as tests that keep the
   hypothesis in the merged points show.

So an inequality passes to the limit if each of its sides does. The greater one does if it does not decrease in the divergences in it, all of
the kind (1); the smaller one if it does not decrease in the divergences in it, all of the kind (2); and each term of either if it is
continuous in what is in it, all of the kind (3), and what may be infinite is alone there. Hypotheses that bound what grows with divergences
of the kind (1) hold for the n-th. On the smaller side the threshold of a hockey-stick divergence may grow with divergences of the kind (1),
as it falls in its threshold, or be continuous in one of the kind (3), as it is continuous in its threshold; of laws without zeros, of which it
is 0 at an infinite one. Where a divergence is infinite, a side is the limit of what it is at large values; nothing times an infinite one is nothing.

A counterexample on finite spaces is one: finite sets are countable.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from sympy import (
    Add,
    Basic,
    Dummy,
    Eq,
    Expr,
    Ge,
    Le,
    Max,
    Min,
    Mul,
    Pow,
    S,
    Set,
    Symbol,
    cosh,
    exp,
    expand,
    factor_terms,
    fraction,
    log,
    oo,
    sinh,
    sympify,
    tanh,
    together,
)
from sympy.core.relational import Relational

from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw, Image, Joint, Law, Laws, Mixture, Probability, ProductLaw
from dpsym.distributions.families import Other, Row
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    HockeyStick,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.overall import Greatest, Least, Worst
from theorems.entry import Theorem

BOUNDED = (HockeyStick, TotalVariation, SquaredHellinger)
"""Divergences that are continuous in total variation."""
PROCESSED = (*BOUNDED, Renyi, KL, MaxDivergence, ChiSquaredDivergence)
"""Divergences that processing does not increase, each a supremum or a sum of a convex function of two masses."""
_CONTINUOUS = (Add, Mul, Pow, Max, Min, Greatest, Least, exp, log, tanh, sinh, cosh)
_VARIABLES = (AnyLaw, AnyKernel, AnyEvent)


class _ObstacleError(Exception):
    """What stands in the way, in words."""


@dataclass(frozen=True)
class _Head:
    """What is known of a divergence in a side: whether it is of the kinds (1), (2), (3), and the symbol of its value."""

    value: Symbol
    is_processed: bool
    is_lower: bool
    is_limit: bool


def obstacle(entry: Theorem) -> str:
    """Return why the statement on finite spaces is not seen to imply the entry's own; empty if it is."""
    try:
        _Reduction(entry).check()
    except _ObstacleError as reason:
        return str(reason)
    return ""


class _Reduction:
    def __init__(self, entry: Theorem) -> None:
        self.entry = entry
        self.ranges = {name: _ends(values) for name, values in entry.domain.items() if isinstance(name, Symbol)}
        for name, values in entry.domain.items():
            if isinstance(name, _VARIABLES) and not isinstance(values, Laws):
                raise _ObstacleError(f"{name} ranges over {values}")

    def check(self) -> None:
        for hypothesis in self.entry.hypotheses:
            self._hypothesis(hypothesis)
        statement = self.entry.statement
        if isinstance(statement, (Le, Ge)):
            sides = [(statement.lts, statement.gts)]
        elif isinstance(statement, Eq):
            sides = [(statement.lhs, statement.rhs), (statement.rhs, statement.lhs)]
        else:
            raise _ObstacleError(f"{type(statement).__name__} does not pass to the limit")
        for small, great in sides:
            self._side(small, is_small=True)
            self._side(great, is_small=False)

    def _hypothesis(self, hypothesis: Relational) -> None:
        if not _variables(hypothesis):
            return
        if not hasattr(hypothesis, "lts") or _variables(hypothesis.gts):
            raise _ObstacleError(f"the hypothesis {hypothesis} is no bound of divergences from above")
        side, heads = self._opened(hypothesis.lts, is_small=False)
        for head in heads:
            if not (head.is_processed and self._grows(side, head.value)):
                raise _ObstacleError(f"the hypothesis {hypothesis} need not hold of images")

    def _side(self, side: Expr, is_small: bool) -> None:
        """Show that a side passes to the limit: the smaller one from above, the greater one from below."""
        value, heads = self._opened(side, is_small)
        if all(self._moves(value, head, is_small) for head in heads):
            return
        for part in Add.make_args(value):
            inside = [head for head in heads if part.has(head.value)]
            is_continuous = all(head.is_limit for head in inside) and (len(inside) == 1 or self._is_bounded(inside))
            if not (is_continuous or all(self._moves(part, head, is_small) for head in inside)):
                raise _ObstacleError(f"{side} is not seen to pass to the limit")
        infinite = [
            {head.value for head in heads if part.has(head.value)}
            for part in Add.make_args(value)
            if any(part.has(head.value) and self.ranges[head.value][1] == oo for head in heads)
        ]
        if len(infinite) > 1 and (len(set.union(*infinite)) > 1 or any(len(one) > 1 for one in infinite)):
            raise _ObstacleError(f"{side} may be a difference of infinite values")

    def _is_bounded(self, heads: list[_Head]) -> bool:
        return all(self.ranges[head.value][1] != oo for head in heads)

    def _moves(self, value: Expr, head: _Head, is_small: bool) -> bool:
        return (head.is_lower if is_small else head.is_processed) and self._grows(value, head.value)

    def _opened(self, side: Expr, is_small: bool) -> tuple[Expr, list[_Head]]:
        """Return a side in the values of the divergences in it."""
        heads: dict[Expr, _Head] = {}
        waiting: list[Basic] = [side]
        while waiting:
            node = waiting.pop()
            if not _variables(node):
                continue
            if isinstance(node, (Divergence, Probability, KernelRenyi, Worst)):
                heads[node] = self._head(node, is_small)
            elif isinstance(node, _CONTINUOUS):
                waiting.extend(node.args)
            else:
                raise _ObstacleError(f"{type(node).__name__} is not seen to be continuous in divergences")
        value = side.xreplace({node: head.value for node, head in heads.items()})
        names = {head.value for head in heads.values()}
        for power in value.atoms(Pow):
            if power.exp.free_symbols & names and not power.base.is_positive:
                raise _ObstacleError(f"{side} has a power of what may be 0, of which the exponent is a divergence")
        return value, list(heads.values())

    def _head(self, head: Expr, is_small: bool) -> _Head:
        if isinstance(head, Worst):
            return self._worst(head)
        if isinstance(head, KernelRenyi):
            if _variables(head.args[0]) or not all(isinstance(kernel, AnyKernel) for kernel in head.args[1:]):
                raise _ObstacleError(f"{head} is not of kernel variables")
            self._order(head.args[0])
            return _Head(self._value(), True, True, False)
        if isinstance(head, Probability):
            law, event = head.args
            if not (self._is_plain(law) and isinstance(event, AnyEvent)):
                raise _ObstacleError(f"{head} is not of an event under a law without kernels")
            return _Head(self._value(0, 1), False, False, True)
        laws = [arg for arg in head.args if isinstance(arg, Law)]
        leading = [arg for arg in head.args if not isinstance(arg, Law)]
        is_plain = all(map(self._is_plain, laws))
        if not (is_plain or all(map(self._is_built, laws))):
            raise _ObstacleError(f"the laws of {head} are not built of law variables alone")
        kind, is_fixed = type(head), not any(map(_variables, leading))
        if kind is Renyi and is_fixed:
            self._order(*leading)
        if kind is HockeyStick and not is_fixed and is_small:
            self._threshold(head, *leading)
            return _Head(self._value(0, 1), False, True, False)
        if not is_fixed:
            raise _ObstacleError(f"{kind.__name__} is taken at what laws decide")
        if kind in BOUNDED:
            return _Head(self._value(0, 1), is_plain, True, True)
        if kind in PROCESSED:
            return _Head(self._value(), is_plain, True, is_plain)
        if kind in (LossTail, TradeOff) and is_plain:
            return _Head(self._value(0, 1), False, False, True)
        raise _ObstacleError(f"{kind.__name__} of these laws is not seen to pass to the limit")

    def _order(self, order: Expr) -> None:
        """Show that an order is positive and not 1, where the sum that Coq has says something else."""
        if not (self._is_nonnegative(order - 1) or (self._is_nonnegative(order) and self._is_nonnegative(1 - order))):
            raise _ObstacleError(f"the order {order} is not seen to be on one side of 1")

    def _threshold(self, head: Expr, threshold: Expr) -> None:
        """Show that a hockey-stick divergence at this threshold is in the limit not below what it is."""
        value, heads = self._opened(threshold, is_small=False)
        if not all(self.entry.domain[name].is_full for name in _variables(head)):
            raise _ObstacleError(f"the threshold {threshold} may be infinite")
        is_continuous = len(heads) == 1 and heads[0].is_limit
        if not (is_continuous or all(self._moves(value, head, is_small=False) for head in heads)):
            raise _ObstacleError(f"the threshold {threshold} is not seen to grow with divergences")

    def _worst(self, head: Worst) -> _Head:
        """Return what a supremum over rows is: of what grows with divergences of rows."""
        inside, count = head.args
        if inside.has(Worst):
            raise _ObstacleError(f"{head} has another supremum in it")
        values: dict[Expr, Symbol] = {}
        for node in inside.atoms(Divergence):
            laws = [arg for arg in node.args if isinstance(arg, Law)]
            is_of_rows = all(isinstance(law, (Row, Other)) and isinstance(law.args[0], AnyKernel) for law in laws)
            leading = [arg for arg in node.args if not isinstance(arg, Law)]
            if type(node) is Renyi:
                self._order(node.order)
            if type(node) not in PROCESSED or not is_of_rows or any(map(_variables, leading)):
                raise _ObstacleError(f"{head} is not of divergences of rows")
            values[node] = self._value(0, 1) if type(node) in BOUNDED else self._value()
        value = inside.xreplace(values)
        if count != 1 or _variables(value) or not all(self._grows(value, one) for one in values.values()):
            raise _ObstacleError(f"{head} is not seen to grow with divergences of rows")
        return _Head(
            self._value(0 if self._is_nonnegative(value) else -oo, 1 if self._is_nonnegative(1 - value) else oo),
            True,
            True,
            False,
        )

    def _value(self, low: Expr | int = 0, high: Expr | int = oo) -> Symbol:
        """Return a symbol for the value of a divergence, of which the range is known."""
        name = Dummy("value", real=True)
        self.ranges[name] = sympify(low), sympify(high)
        return name

    def _is_plain(self, law: Basic) -> bool:
        """Return whether a law is made of law variables by mixtures and products: images of it are made of theirs."""
        if isinstance(law, Mixture):
            return self._is_share(law.args[0]) and all(map(self._is_plain, law.args[1:]))
        return isinstance(law, AnyLaw) or (isinstance(law, ProductLaw) and all(map(self._is_plain, law.args)))

    def _is_built(self, law: Basic) -> bool:
        """Return whether a law is made of law and kernel variables."""
        if isinstance(law, Image):
            return isinstance(law.args[0], AnyKernel) and self._is_built(law.args[1])
        if isinstance(law, Joint):
            return isinstance(law.args[1], AnyKernel) and self._is_built(law.args[0])
        if isinstance(law, Mixture):
            return self._is_share(law.args[0]) and all(map(self._is_built, law.args[1:]))
        return isinstance(law, AnyLaw) or (isinstance(law, ProductLaw) and all(map(self._is_built, law.args)))

    def _is_share(self, weight: Expr) -> bool:
        return not _variables(weight) and self._is_nonnegative(weight) and self._is_nonnegative(1 - weight)

    def _grows(self, value: Expr, name: Symbol) -> bool:
        """Return whether an expression is seen not to decrease in a value."""
        if not value.has(name) or value == name:
            return True
        if isinstance(value, (Add, Max, Min, exp, log, tanh, sinh)) and all(
            self._grows(arg, name) for arg in value.args
        ):
            return True
        if isinstance(value, Mul):
            inside, outside = value.as_independent(name)[::-1]
            if not isinstance(inside, Mul) and self._is_nonnegative(outside) and self._grows(inside, name):
                return True
        if isinstance(value, Pow) and not value.exp.has(name):
            is_increasing = self._is_nonnegative(value.exp) and self._is_nonnegative(value.base)
            if is_increasing and self._grows(value.base, name):
                return True
        if value.has(Max, Min) or not all(map(self._has_no_pole, value.atoms(Pow))):
            return False
        return self._is_nonnegative(value.diff(name))

    def _has_no_pole(self, power: Pow) -> bool:
        """Return whether a power is monotone pieces of one sign: it has no pole inside of where it is taken."""
        return any(map(self._is_nonnegative, (power.exp, power.base, -power.base)))

    def _is_nonnegative(self, value: Expr) -> bool:
        """Return whether an expression is seen not to be negative, wherever the parameters and values may be."""
        return is_nonnegative(value, self.ranges)


def _variables(node: Basic) -> set[Basic]:
    return node.atoms(*_VARIABLES) if isinstance(node, Basic) else set()


def _ends(values: Set) -> tuple[Expr, Expr]:
    """Return the ends of the range of a symbol, infinite where they are not numbers."""
    low, high = values.inf, values.sup
    return low if low.is_number else -oo, high if high.is_number else oo


def is_nonnegative(value: Expr, ranges: Mapping[Symbol, tuple[Expr, Expr]]) -> bool:
    """Return whether an expression is seen not to be negative where its symbols are in their ranges and it is defined."""
    top, bottom = fraction(together(value))
    if bottom != 1:
        return any(
            is_nonnegative(sign * top, ranges) and is_nonnegative(sign * bottom, ranges) for sign in (S.One, -S.One)
        )
    if _has_sign(value, ranges):
        return True
    for name in sorted(value.free_symbols & set(ranges), key=str):
        low, high = ranges[name]
        slope = expand(value).diff(name)
        if slope.has(name) or low is -oo:  # linear in the symbol: its least value is at an end
            continue
        ends = [value.subs(name, low), slope if high is oo else value.subs(name, high)]
        if all(is_nonnegative(end, ranges) for end in ends):
            return True
    return False


def _has_sign(value: Expr, ranges: Mapping[Symbol, tuple[Expr, Expr]]) -> bool:
    """Return whether SymPy sees the sign of an expression, or of its factors, from the signs of the symbols."""
    known = {}
    for name, (low, high) in ranges.items():
        if low >= 0:
            known[name] = low + Dummy(nonnegative=True)
        elif high <= 0:
            known[name] = high - Dummy(nonnegative=True)
        else:
            known[name] = Dummy(real=True)
    placed = value.xreplace(known)
    grown: dict[Expr, Symbol] = {}

    def freed(node: Expr) -> Expr:
        """Return an exponential as one plus what it is above one, as far as the sign of its exponent is seen."""
        for exponent, power in ((node.args[0], 1), (-node.args[0], -1)):
            if exponent.is_nonnegative:
                return (1 + grown.setdefault(exponent, Dummy(nonnegative=True))) ** power
        return node

    top, bottom = fraction(together(expand(placed).replace(lambda node: isinstance(node, exp), freed)))
    forms = (placed, expand(placed), factor_terms(placed), *([expand(top)] if bottom.is_positive else []))
    with contextlib.suppress(ValueError):  # of a comparison of what is not real
        return any(form.is_nonnegative for form in forms)
    return False
