r"""Answers in front of which one record was replaced in a Poisson sample: three atoms.

Let a be the probability of a true answer of k-ary response and b that of each other one. With the record the law of the answer is
:math:`(1-q)R_0 + qR_x`, with the other one in its place :math:`(1-q)R_0 + qR_y`. Where 0, x and y differ, the answer x has the masses
:math:`b + q(a - b)` and b, y has them the other way round, and all others have equal masses. For every threshold from 0 on this is the most that
there is: for y = 0, x has the same masses and no other answer has more of the first law; for x = 0, the answer 0 has
:math:`a - e^{\varepsilon}(a - q(a - b))`, which is as much at 0 and falls faster. So the three atoms dominate the pair of any two records,
and by joint convexity for all samples of the others.

Of a promise of pure privacy let the laws without either record and with one or the other be :math:`P_0`, :math:`P_1`, :math:`P_2`. An event of
mass m under the first has at most :math:`\min(e^\zeta m, 1 - e^{-\zeta}(1-m))` under the second and at least
:math:`\max(e^{-\zeta} m, 1 - e^\zeta(1-m))` under the third, so that delta is greatest at a corner, :math:`m = 1/(1 + e^\zeta)` or
:math:`e^\zeta/(1 + e^\zeta)`. Three outcomes have all of that at once, of masses 1, :math:`e^\zeta - 1` and 1 under the first law,
:math:`e^\zeta`, :math:`1 - e^{-\zeta}` and :math:`e^{-\zeta}` under the second and the reverse under the third, over :math:`1 + e^\zeta`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpsym.curves.atomic import AtomicLoss, Atoms
from dpsym.curves.families import KaryResponseLoss, RandomizedResponseLoss
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.curves.three_atoms import ThreeMasses
from dpsym.distributions.groups import worst_answers


@dataclass(frozen=True)
class ReplacedResponseLoss(AtomicLoss):
    """The privacy loss of answers on a Poisson sample, for one record replaced.

    Parameters
    ----------
    base : KaryResponseLoss or RandomizedResponseLoss
        Of all records: k-ary response, or randomized response, which stands for a promise of pure privacy as well.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.

    Raises
    ------
    ParameterError
        If the rate is outside its domain.
    """

    base: KaryResponseLoss | RandomizedResponseLoss
    rate: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", checked_fraction(SAMPLING_RATE, self.rate))

    @property
    def has_three_atoms(self) -> bool:
        return self.base.eps > 0

    def three_atoms(self) -> ThreeMasses:
        rate, rise = ball_of(self.rate), ball_of(self.base.eps).exp()
        if isinstance(self.base, KaryResponseLoss):
            less = 1 / (rise + self.base.choices - 1)
            more = less * (1 + rate * (rise - 1))
        else:
            more, _, less = worst_answers(rise, rate, 1, 1)[0]
        high = (more / less).log()
        return ThreeMasses(high, -high, more, less, less, more)

    def listed(self) -> Atoms:
        if not self.has_three_atoms:
            return Atoms([arb(0)], [arb(1)], [arb(1)], arb(0), arb(0))
        found = self.three_atoms()
        rest = 1 - found.p_high - found.p_low
        masses = [found.p_low, rest, found.p_high]
        return Atoms([found.low, arb(0), found.high], masses, masses[::-1], arb(0), arb(0))
