"""How far runs of a mechanism are from a target: the sign of delta(eps) less what is wanted, from the certified curves of both directions."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, ctx
from sympy import Expr, Integer, Rational

from dpsym.amplification.sampling import RATE
from dpsym.ball import Ball, as_fraction, exact_fraction
from dpsym.calibration.calibrated import OPEN_TARGET
from dpsym.curves import PrivacyCurve
from dpsym.curves.loss import ball_of
from dpsym.distributions import KaryResponse, RandomizedResponse
from dpsym.divergences import Renyi
from dpsym.enclose import enclose
from dpsym.errors import DpsymError, NotApplicableError, UndecidedError
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.measurement import LOSS_TO_APPROX
from dpsym.measurement.curve import curves_of
from dpsym.parameters import POSITIVE_LOSS

_CHERNOFF_BITS, _CHERNOFF_ORDERS = 128, (4, 16, 64, 256)
_CLOSE = "delta cannot be told from what is wanted"
_STEPS_OF_DIGITS = (1, 2, 4)
_MOST_NATS = 700.0


@dataclass(frozen=True)
class Target:
    """What runs together are to keep.

    Parameters
    ----------
    eps, delta : Rational
        The promise.
    """

    eps: Rational
    delta: Rational

    def gap(self, mechanism: Mechanism, count: int, digits: int) -> arb:
        """Return a ball of delta(eps) of a direction less the target: of one that misses it, else of the first, its sign certain.

        Raises
        ------
        NotApplicableError
            If no curve of the mechanism is known.
        UndecidedError
            If the sign is not certain with four times the digits.
        """
        try:
            return self._gap(mechanism, count, digits)
        except UndecidedError as refusal:
            open_ = (
                f"whether {count} runs of {mechanism} have delta({self.eps}) up to {float(self.delta)} is not certain"
            )
            raise UndecidedError(f"{open_}; fewer digits of the answer may be") from refusal

    def _gap(self, mechanism: Mechanism, count: int, digits: int) -> arb:
        first, *others = curves_of(LossDP(((mechanism, Integer(count)),)))
        gap = self._of(first, digits)
        for curve in others if gap <= 0 else ():
            # far below the target, as the second direction mostly is, the curve itself is dear
            if self._is_far(curve) or curve.holds(self.eps, self.delta):
                continue
            if (other := self._of(curve, digits)) > 0:
                return other
        return gap

    def _of(self, curve: PrivacyCurve, digits: int) -> arb:
        goal = ball_of(as_fraction(self.delta))
        for more in _STEPS_OF_DIGITS:
            try:
                gap = curve.delta(self.eps, more * digits).value - goal
            except UndecidedError as refusal:
                return self._between(curve, refusal)
            if gap > 0 or gap <= 0:
                return gap
        raise UndecidedError(_CLOSE)

    def _between(self, curve: PrivacyCurve, refusal: UndecidedError) -> arb:
        """Return the gap from bounds of delta that are far apart."""
        if not curve.has_cells:
            raise refusal
        low, high = (ball_of(Fraction(end)) for end in curve.delta_bracket(self.eps))
        gap = low.union(high) - ball_of(as_fraction(self.delta))
        if gap > 0 or gap <= 0:
            return gap
        raise UndecidedError(_CLOSE) from refusal

    def _is_far(self, curve: PrivacyCurve) -> bool:
        """Return whether the least of E[e^(c L)]^k e^(-c eps) over some c, an upper bound of delta, is below the target."""
        with ctx.workprec(_CHERNOFF_BITS):
            threshold, goal = ball_of(as_fraction(self.eps)), ball_of(as_fraction(self.delta))
            if any(not loss.infinite_mass().is_zero() for loss, _ in curve.components):
                return False
            try:
                return any(
                    (
                        sum((count * loss.at(arb(c)).log() for loss, count in curve.components), arb(0)) - c * threshold
                    ).exp()
                    <= goal
                    for c in _CHERNOFF_ORDERS
                )
            except UndecidedError:
                return False


def at_rate(mechanism: Mechanism, rate: Expr) -> Mechanism:
    """Return a mechanism on a sample at a rate; without one it is that of as many steps as a group or a record replaced is."""
    law, steps = mechanism.law, mechanism.records * (2 if mechanism.replaced else 1)
    if rate != 1 or steps == 1:
        return replace(mechanism, rate=rate)
    if isinstance(law, KaryResponse):  # any two answers are one pair
        return Mechanism(law)
    if isinstance(law, RandomizedResponse):
        return Mechanism(RandomizedResponse(steps * law.args[0]))
    return Mechanism(law, steps * mechanism.sensitivity)


def theorems_of(mechanism: Mechanism) -> tuple[str, ...]:
    """Return the entries that the curve of a mechanism rests on."""
    value = LossDP(((mechanism, Integer(1)),))
    about = LOSS_TO_APPROX.also
    return (*LOSS_TO_APPROX.theorems, *(about(value) if about else ()))


def spread(mechanism: Mechanism) -> float:
    r"""Return about :math:`\log(1 + \chi^2)` of the mechanism without a sample, which orders the noise of different kinds."""
    try:
        plain, moved = mechanism.law.neighbours(mechanism.sensitivity)
        return min(float(Ball(enclose(Renyi(2, plain, moved), {}, 6).value).mid), _MOST_NATS)
    except (DpsymError, OverflowError):
        return 1.0


def require_rational(eps: Expr, delta: Expr, rate: Expr) -> None:
    """Refuse numbers that the curves cannot take.

    Raises
    ------
    ParameterError
        If one of them is not rational.
    """
    for parameter, value in ((POSITIVE_LOSS, eps), (OPEN_TARGET, delta), (RATE, rate)):
        exact_fraction(parameter.name, value)


def require_known(mechanism: Mechanism) -> None:
    """Refuse a mechanism whose curve is not known, before a search begins.

    Raises
    ------
    NotApplicableError
        If it is one.
    """
    try:
        list(curves_of(LossDP(((mechanism, Integer(1)),))))
    except NotApplicableError as reason:
        raise NotApplicableError(f"runs of {mechanism} cannot be calibrated: {reason}") from None


def sampled_spread(mechanism: Mechanism, rate: float) -> float:
    """Return about log(1 + rate^2 chi^2), of an epoch of k of t steps log(1 + k^2 chi^2/t)."""
    nats, share = spread(mechanism), mechanism.slots * rate**2
    return math.log1p(share * math.expm1(nats)) if nats < _MOST_NATS else nats + math.log(share)
