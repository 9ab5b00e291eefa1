r"""delta just below the greatest loss of a composition, where all runs must be near their greatest losses.

With :math:`t_i` the greatest finite loss of a run, T their sum, N the number of runs, g > 0 and

.. math:: A(s) = \prod_i P(t_i - s \le L_i < \infty),

a total above T - g takes every run above :math:`t_i - g`, and runs above :math:`t_i - s/N` come to more than T - s, so that

.. math:: A(s/N)\,(1 - e^{-(g - s)}) \le \delta(T - g) - P(L = \infty) \le A(g)\,(1 - e^{-g}), \qquad 0 < s < g .
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.loss import Parts, ball_of
from dpsym.errors import UndecidedError


class Summit:
    """The greatest loss of a composition, and how likely it is, at the working precision.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.

    Raises
    ------
    UndecidedError
        If the losses have no end, none above 0, or their masses are not known.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts, self.infinite = parts, [loss.infinite_mass() for loss, _ in parts]
        if not all(loss.has_cells for loss, _ in parts) or any(
            0 in mass and not mass.is_zero() for mass in self.infinite
        ):
            raise UndecidedError("the masses at great losses are not known")
        self.tops = [loss.greatest_loss() for loss, _ in parts]
        if None in self.tops:
            raise UndecidedError("the losses have no end")
        self.top = sum((count * top for (_, count), top in zip(parts, self.tops, strict=True)), arb(0))
        if not self.top > 0:
            raise UndecidedError("the greatest loss is not above 0")
        self.slack = self.top * arb(2) ** (-ctx.prec // 2)
        self.least = self._mass(self.slack / sum(count for _, count in parts))

    def _mass(self, gap: arb) -> arb:
        """Return A of a gap."""
        total = arb(1)
        for (loss, count), top, infinite in zip(self.parts, self.tops, self.infinite, strict=True):
            total *= (loss.cells([top - gap])[-1][0] - infinite) ** count
        return total

    def delta(self, eps: Fraction) -> arb:
        """Return what encloses delta of the finite part at a threshold below the greatest loss."""
        gap = self.top - ball_of(eps)
        if not gap > self.slack:
            raise UndecidedError("the threshold cannot be told from the greatest loss")
        return (-self.least * (self.slack - gap).expm1()).union(-self._mass(gap) * (-gap).expm1())

    def bracket(self, rest: arb) -> tuple[Fraction, Fraction]:
        """Return what encloses the threshold at which delta of the finite part comes down to a number above 0.

        Raises
        ------
        UndecidedError
            If the greatest loss is not certainly likelier than that.
        """
        if not self.least > rest:
            raise UndecidedError("a smaller loss than the greatest one is asked for")
        farthest = -(-rest / self.least).log1p()
        nearest = -(-rest / self._mass(farthest + self.slack)).log1p()
        low, high = self.top - farthest - self.slack, self.top - nearest
        if not (low.is_finite() and high.is_finite()):
            raise UndecidedError("the masses at the greatest losses are not known well enough")
        return as_fraction(low.lower()), as_fraction(high.upper())
