r"""delta on a line of the pair the other way round, at minus the threshold.

With the laws exchanged the finite part of delta is, as `dpsym.curves.aliases` has it,

.. math:: \delta(s) = M(0) - e^s M(-1) + e^s H(-s),

H that of the pair (Q, P). Where delta is small H is all but what is known, so that it takes as many digits more; of losses whose own moments
are dear, or great, that costs less.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.curves.aliases import finite_masses
from dpsym.curves.effort import Effort
from dpsym.curves.line import Line
from dpsym.curves.loss import Parts, ball_of
from dpsym.curves.planning import Plan


class MirroredLine:
    """The nodes on one line of the reversed pairs; thresholds near the planned one are then cheap.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    plan : Plan
        The line of the reversed one, for minus the threshold.
    eps, most_nodes, effort
        As of `Line`.
    """

    def __init__(self, parts: Parts, plan: Plan, eps: Fraction, most_nodes: int, effort: Effort) -> None:
        self._parts = parts
        self._line = Line(reversed_parts(parts), plan, -eps, most_nodes, effort)

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss."""
        p, q = finite_masses(self._parts)
        return p + (self._line.delta(-threshold) - q) * ball_of(threshold).exp()


def reversed_parts(parts: Parts) -> Parts:
    """Return the composition of the pairs the other way round."""
    return tuple((loss.reversed(), count) for loss, count in parts)
