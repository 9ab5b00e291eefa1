r"""delta on a line of the reversed pairs, at minus the threshold.

With the laws exchanged the finite part of delta is, as `dpsym.curves.aliases` has it,

.. math:: \delta(s) = M(0) - e^s M(-1) + e^s H(-s), \qquad
    \delta_{P\|Q}(\varepsilon) = 1 - e^\varepsilon + e^\varepsilon\,\delta_{Q\|P}(-\varepsilon)

where no loss is infinite, H that of the pair (Q, P): the same contour integral on the other side of the poles, where the moments know nothing
of great losses. What is paid is digits: the terms all but cancel, so that H is wanted to a relative error of about delta/eps.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.curves.aliases import finite_masses
from dpsym.curves.effort import Effort
from dpsym.curves.line import Line
from dpsym.curves.loss import Parts, ball_of
from dpsym.curves.planning import Plan, Planner

_LEAST = -600.0  # the logarithm of a delta that is nothing beside another in floats


class Complement:
    """The nodes on one line of the reversed pairs; thresholds near the planned one are then cheap.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    plan : Plan
        Of `complement_plan`.
    eps : Fraction
        The planned threshold, in nats.
    most_nodes : int
        The greatest number of nodes.
    effort : Effort
        The work that is left.

    Raises
    ------
    UndecidedError
        If the moments do not certainly fall within so many nodes.
    """

    def __init__(self, parts: Parts, plan: Plan, eps: Fraction, most_nodes: int, effort: Effort) -> None:
        self._parts = parts
        self._line = Line(_reversed(parts), plan, -eps, most_nodes, effort)

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss."""
        p, q = finite_masses(self._parts)
        return p + (self._line.delta(-threshold) - q) * ball_of(threshold).exp()


def complement_plan(parts: Parts, eps: Fraction, log_delta: float, log_error: float) -> Plan:
    """Return a line of the reversed pairs for minus a threshold.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    eps : Fraction
        The threshold.
    log_delta, log_error : float
        About the logarithm of delta there, and that of the error that it may have.
    """
    planner, threshold = Planner(_reversed(parts)), float(eps)
    size = math.log(max(math.exp(max(log_delta, _LEAST) - threshold) - math.expm1(-threshold), math.exp(_LEAST)))
    gap = -threshold - planner.reference
    return planner.plan(gap, size + threshold - log_error, size, planner.saddle(gap))


def _reversed(parts: Parts) -> Parts:
    return tuple((loss.reversed(), count) for loss, count in parts)
