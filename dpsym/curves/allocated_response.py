r"""The privacy loss of random allocation where a step is randomized response, which dominates that of any pure mechanism.

Under Q each of t steps has the ratio :math:`e^a` with probability :math:`1/(1 + e^a)`, else :math:`e^{-a}`. Where j of them have the first one,
with a binomial mass, the ratio of k selected steps is the mean over all sets of k,

.. math:: R_j = \binom tk^{-1} \sum_i \binom ji \binom{t - j}{k - i} e^{(2i - k)a}.

A ratio between :math:`e^{-a}` and :math:`e^a` whose mean is 1 is below this one in the convex order; R is affine in the ratio of each step, so that
expectations of convex functions of it only grow where one is replaced, and both directions of the profile are such expectations.

Of many steps the ends are left out. One high ratio more, in place of a low one, multiplies R by

.. math:: 1 + \frac{e^a - e^{-a}}{e_k/e_{k-1} + e^{-a}},

with the symmetric sums of the other ratios, and by Newton's inequalities :math:`e_k/e_{k-1}` grows with each of them: the more there are the less
it does, so that from any number on the masses of both laws fall at least as fast as there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, ctx

from dpsym.curves.atomic import AtomicLoss, Atoms
from dpsym.curves.directed import DirectedLoss, Masses
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.errors import ParameterError
from dpsym.parameters import POSITIVE_COUNT, PRIVACY_LOSS

MOST_TERMS = 10**6
"""The most terms of a sum: steps times selected steps."""

_FEW = 200  # steps of which all atoms are listed


@dataclass(frozen=True)
class AllocatedResponseLoss(AtomicLoss, DirectedLoss):
    """The privacy loss of randomized response under random allocation to some of several steps.

    Parameters
    ----------
    slots : positive int
        The number t of steps.
    eps : non-negative rational
        a, the pure privacy parameter of a step, in nats.
    direction : {"remove", "add"}, optional
        ``"remove"``: the mixture against the steps without the record; ``"add"``: the reverse.
    selected : positive int, optional
        k, the number of steps in which the record takes part, from 1 to t.
    rare : float, optional
        Of either law a mass of exp(rare), at most, may be left out at the ends, so that it may have any loss; none if left out.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    slots: int
    eps: Fraction
    direction: str = "remove"
    selected: int = 1
    rare: float = -math.inf

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "slots", int(checked_fraction(POSITIVE_COUNT, self.slots)))
        object.__setattr__(self, "selected", int(checked_fraction(POSITIVE_COUNT, self.selected)))
        if self.selected > self.slots:
            raise ParameterError("selected steps", f"at most the number of steps {self.slots}", self.selected)
        object.__setattr__(self, "eps", checked_fraction(PRIVACY_LOSS, self.eps))

    def greatest_loss(self) -> arb | None:
        return self.selected * ball_of(self.eps)

    def near(self, rare: float) -> AllocatedResponseLoss:
        return replace(self, rare=rare) if self.slots > _FEW else self

    def listed(self) -> Atoms:
        with ctx.workprec(ctx.prec + self.slots.bit_length() + 16):
            start = int((self.slots + 1) / (1 + math.exp(min(float(self.eps), 700.0))))
            down, below = self._from(start, -1)
            up, above = self._from(start, 1)
            losses, first, second = (list(column) for column in zip(*reversed(down[1:]), *up, strict=True))
            p, q = (arb(0).union(one + other) for one, other in zip(below, above, strict=True))
            if self.is_removed:
                return Atoms(losses, first, second, p, q)
            return Atoms([-loss for loss in reversed(losses)], second[::-1], first[::-1], q, p)

    def _from(self, start: int, step: int) -> tuple[list[tuple[arb, arb, arb]], Masses]:
        """Return losses with their masses from a number of high ratios on, up or down, and what is left out behind them."""
        t, low, limit = self.slots, (-ball_of(self.eps)).exp(), arb(self.rare).exp() / 2
        found, ratio = [], self._ratio(start)
        q = math.comb(t, start) * low**start * (1 + low) ** -t
        for j in range(start, t + 1 if step > 0 else -1, step):
            found.append((ratio.log(), q * ratio, q))
            if j == (t if step > 0 else 0):
                break
            after = self._ratio(j + step)
            falls = low * (t - j) / (j + 1) if step > 0 else j / (low * (t - j + 1))
            rises = falls * after / ratio
            q, ratio = q * falls, after
            if self.rare > -math.inf and falls < 1 and rises < 1:
                rest = q * ratio / (1 - rises), q / (1 - falls)
                if rest[0] < limit and rest[1] < limit:
                    return found, rest
        return found, (arb(0), arb(0))

    def _ratio(self, truths: int) -> arb:
        return _ratio(self.slots, self.selected, truths, ball_of(self.eps).exp())


def _ratio(slots: int, selected: int, truths: int, high: arb) -> arb:
    """Return the mean over all sets of selected steps, where so many steps have the high ratio and the others its reciprocal."""
    first, last = max(0, selected + truths - slots), min(truths, selected)
    share = math.comb(truths, first) * math.comb(slots - truths, selected - first)
    term, total = high ** (2 * first - selected) * share / math.comb(slots, selected), arb(0)
    for i in range(first, last + 1):
        total += term
        if i < last:
            term *= high * high * ((truths - i) * (selected - i)) / ((i + 1) * (slots - truths - selected + i + 1))
    return total
