r"""The privacy loss of normal noise on a Poisson sample of which one record was replaced, and not added or removed.

On either side the record is sampled with probability q, and moves the output by one sensitivity, in opposite directions at worst:

.. math:: P = (1-q) N(0, s^2) + q N(1, s^2), \qquad Q = (1-q) N(0, s^2) + q N(-1, s^2).

That this pair dominates every other one takes a line. Let the sample of all other records be given, their answer at the origin, and u and v
the moves by the record and by the one in its place, of norm at most 1. Of all events with :math:`N_0(A) = m` none has more of
:math:`N_u` than :math:`\Phi(\Phi^{-1}(m) + 1)`, and none less of :math:`N_v` than :math:`\Phi(\Phi^{-1}(m) - 1)` (Neyman and Pearson), so that
:math:`P(A) - e^\varepsilon Q(A)` is greatest at a half-line for u = 1 and v = -1, which attains both. Samples are mixed by joint convexity.

It is the pair of a group of one removed record and one added one, whose moments these are (`group_moments`); the output at which the loss is as
given has a closed form here (`cells`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from flint import arb

from dpsym.curves.cells import replaced_cells
from dpsym.curves.group_moments import GroupMoments, OfGroup
from dpsym.curves.loss import ball_of, set_fractions
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.parameters import DEVIATION, SENSITIVITY


@dataclass(frozen=True)
class ReplacedGaussianLoss(OfGroup):
    """The privacy loss of a Gaussian mechanism run on a Poisson sample, for one record replaced; both directions are alike.

    Parameters
    ----------
    rate : rational in (0, 1)
        The probability q with which each record is sampled.
    sigma : positive rational
        The standard deviation of the noise, in the unit of the query.
    shift : positive rational, optional
        How far one record, added or removed, moves the query.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    has_cells: ClassVar[bool] = True
    is_monotone: ClassVar[bool] = True
    rate: Fraction
    sigma: Fraction
    shift: Fraction = Fraction(1)
    spread: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        set_fractions(self, rate=SAMPLING_RATE, sigma=DEVIATION, shift=SENSITIVITY)
        object.__setattr__(self, "spread", self.sigma / self.shift)

    @cached_property
    def moments(self) -> GroupMoments:  # type: ignore[override]
        return GroupMoments(self.rate, self.spread, 1, 1)

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        return replaced_cells(ball_of(self.rate), ball_of(self.spread), cuts)

    def bottom(self, rare: arb, step: float) -> int:
        far = math.sqrt(max(0.0, -2 * float(rare.log().mid()))) + 1 + 1 / float(self.spread)
        return -math.ceil(self.moments.log_ratio(far / float(self.spread)) / step) - 1
