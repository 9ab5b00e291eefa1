"""The least promise that holds of a pair: its ratio of Gaussian privacy, its concentrated budget, and how far it is from dominated."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Expr, Rational, S, erfcinv, sqrt
from sympy.core.sympify import _sympify

from dpsym.ball import to_fmpq
from dpsym.distributions import Discrete, Law
from dpsym.distributions.printed import Head
from dpsym.divergences.base import Divergence
from dpsym.divergences.overall import greatest
from dpsym.errors import ParameterError

_BITS = 128
_NEAR = fmpq(1, 1000)
"""By how much, relatively, a budget may be above the least one."""
_MOST_PARTS = 4000
_DIGITS = 8
_REMEMBERED = 1 << 12

Pairs = list[tuple[Rational, Rational]]
"""The masses of each point under two laws."""


def masses_of(laws: tuple[Law, ...]) -> Pairs | None:
    """Return the masses of two laws on the same finitely many points, where all are rational numbers; None where they are not."""
    if not all(isinstance(law, Discrete) for law in laws):
        return None
    first, second = laws
    if any(count != 1 for count in (*first.multiplicities, *second.multiplicities)):
        return None
    pairs = list(zip(first.masses, second.masses, strict=True))
    return pairs if all(mass.is_Rational for pair in pairs for mass in pair) else None


class GaussianRatio(Divergence):
    r"""The least mu for which a test of P against Q is as hard as one of N(0, 1) against N(mu, 1), at every level.

    .. math:: \mu(P, Q) = \sup_t \left( \Phi^{-1}(1 - t) - \Phi^{-1}(T(P, Q)(t)) \right)

    Of laws on finitely many points the supremum is taken at a corner of the trade-off function, which is linear between them while that
    of Gaussian laws is convex.

    References
    ----------
    Dong, Roth and Su, Gaussian differential privacy, 2022, Definition 2.6 of the preprint.
    """

    printed = r"\mu"

    @classmethod
    def _build(cls, *arguments: Any) -> Any:
        pairs = masses_of(arguments)
        return super()._build(*arguments) if pairs is None else _ratio(pairs)


def _ratio(pairs: Pairs) -> Expr:
    # the best tests reject P where p/q is least
    charged = sorted((pair for pair in pairs if any(pair)), key=lambda pair: pair[0] / (pair[0] + pair[1]))
    level, power = S.Zero, S.Zero
    found: set[Expr] = {S.Zero}
    for mass, other in charged:
        level, power = level + mass, power + other
        if (level == 0 and power > 0) or (power == 1 and level < 1):
            return S.Infinity
        if 0 < level < 1 and level != power:
            found.add(sqrt(2) * (erfcinv(2 * level) + erfcinv(2 * (1 - power))))
    return greatest(found - {S.Zero} or found)


class OfTwoPairs(Head):
    """A number that two pairs of laws have, worked out as soon as all their masses are rational numbers."""

    def __new__(cls, *laws: Law) -> Any:
        if len(laws) != 4 or not all(isinstance(law, Law) for law in laws):
            raise ParameterError("laws of a gap", "two pairs", laws)
        pairs, others = masses_of(laws[:2]), masses_of(laws[2:])
        return Expr.__new__(cls, *laws) if pairs is None or others is None else cls._found(pairs, others)

    @classmethod
    def _found(cls, pairs: Pairs, others: Pairs) -> Expr:
        raise NotImplementedError


class DominationGap(OfTwoPairs):
    r"""By how much the profile of the pair (P, Q) exceeds that of the pair (A, B), 0 where (A, B) dominates.

    .. math:: \sup_{\varepsilon \in \mathbb R} \left( H_{e^\varepsilon}(P\|Q) - H_{e^\varepsilon}(A\|B) \right)

    Of laws on finitely many points it is taken where the profile of (A, B) has a kink, or at infinity.

    References
    ----------
    Zhu, Dong and Wang, Optimal accounting of differential privacy via characteristic function, 2022, Definition 7.
    """

    printed = (
        r"\sup_{\varepsilon} \left( H_{e^{\varepsilon}}\left(#1 \,\middle\|\, #2\right)"
        r" - H_{e^{\varepsilon}}\left(#3 \,\middle\|\, #4\right) \right)"
    )

    @classmethod
    def _found(cls, pairs: Pairs, others: Pairs) -> Expr:
        kinks = {mass / other for mass, other in others if other}
        beyond = sum((p for p, q in pairs if not q), S.Zero) - sum((p for p, q in others if not q), S.Zero)
        return max(S.Zero, beyond, *(excess(pairs, kink) - excess(others, kink) for kink in kinks))


def excess(pairs: Pairs, factor: Rational) -> Rational:
    """Return the hockey-stick divergence at a factor."""
    return sum((max(S.Zero, mass - factor * other) for mass, other in pairs), S.Zero)


class ConcentratedBudget(Head):
    r"""The least rho for which a pair is concentrated: its Rényi divergence is at most xi + rho alpha at every order alpha below omega.

    .. math:: \sup_{1 < \alpha < \omega} \frac{D_\alpha(P\|Q) - \xi}{\alpha}

    For hypotheses alone, where it is bounded by something: of laws on finitely many points its value is a rational number that is not below
    the supremum, and above it by a thousandth part at most.

    Parameters
    ----------
    offset : non-negative real
        The xi of (xi, rho)-zCDP.
    limit : number above 1, or oo
        The omega of truncated concentrated privacy.
    first, second : Law
        The pair.
    """

    def __new__(cls, offset: object, limit: object, first: Law, second: Law) -> Any:
        xi, omega = map(_sympify, (offset, limit))
        if not (isinstance(first, Law) and isinstance(second, Law)):
            raise ParameterError("pair of laws", "laws", (first, second))
        pairs = masses_of((first, second))
        if pairs is None or not xi.is_Rational or not (omega is S.Infinity or omega.is_Rational):
            return Expr.__new__(cls, xi, omega, first, second)
        if any(mass and not other for mass, other in pairs):
            return S.Infinity
        with ctx.workprec(_BITS):
            return _budget(tuple((to_fmpq(p), to_fmpq(q)) for p, q in pairs if p), to_fmpq(xi), omega)

    def _latex(self, printer: Any) -> str:
        offset, limit, first, second = map(printer._print, self.args)
        less = "" if self.args[0].is_zero else f" - {offset}"
        head = rf"D_{{\alpha}}\left({first} \,\middle\|\, {second}\right){less}"
        below = "" if self.args[1] is S.Infinity else f" < {limit}"
        return rf"\sup_{{1 < \alpha{below}}} \frac{{{head}}}{{\alpha}}"


@lru_cache(_REMEMBERED)
def _budget(pairs: tuple[tuple[fmpq, fmpq], ...], xi: fmpq, omega: Expr) -> Rational:
    """Return an upper bound of the supremum: the divergence grows with the order, so that on a part its value at the end bounds it."""
    losses = [(arb(p), (arb(p) / arb(q)).log()) for p, q in pairs]
    greatest = losses[0][1]
    for _, loss in losses[1:]:
        greatest = greatest.max(loss)

    def above(order: arb) -> arb:
        moment = sum((p * (loss * (order - 1)).exp() for p, loss in losses), arb(0))
        return ((moment.log() / (order - 1)) - xi).max(arb(0))

    last = arb(2) ** 40 if omega is S.Infinity else arb(to_fmpq(omega))
    steps = [arb(1), *(arb(1) + arb(2) ** power for power in range(-20, 41))]
    ends = [order for order in steps if order < last] + [last]
    least = arb(0)
    heap: list[tuple[float, int, arb, arb, arb]] = []
    for number, (low, high) in enumerate(pairwise(ends)):
        value = above(high)
        least = least.max(value / high)
        heappush(heap, (-float((value / low).upper()), number, low, high, value / low))
    beyond = (greatest - xi).max(arb(0)) / last if omega is S.Infinity else arb(0)
    number = len(ends)
    for _ in range(_MOST_PARTS):
        _, _, low, high, bound = heap[0]
        if bound < least * (1 + arb(_NEAR)):
            break
        heappop(heap)
        middle = (low + high) / 2
        for one, other in ((low, middle), (middle, high)):
            value = above(other)
            least = least.max(value / other)
            number += 1
            heappush(heap, (-float((value / one).upper()), number, one, other, value / one))
    found = heap[0][4].max(beyond)
    return _rounded_up(found)


def _rounded_up(value: arb) -> Rational:
    """Return a rational number with few digits that is not below a ball."""
    exact = value.upper().fmpq()
    bound = Rational(int(exact.p), int(exact.q))
    if bound <= 0:
        return S.Zero
    leading = len(str(int(bound))) if bound >= 1 else 1 - len(str(int(1 / bound)))
    scale = Rational(10) ** (_DIGITS - leading)
    return Rational(int(bound * scale) + 1) / scale
