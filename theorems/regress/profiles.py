"""delta as a function of the threshold eps, enclosed by Arb, for the worst pair of a composition in one direction."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from flint import arb, ctx

from dpsym.curves import GaussianLoss, PrivacyCurve, ReplacedGaussianLoss, SubsampledGaussianLoss
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.gaussian import GaussianSum, NormalLoss
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError
from theorems.regress.balls import Bracket, compared, ends, exceeds
from theorems.regress.engines import FIRST_BITS, as_log_float, guarded, log_of, to_digits
from theorems.regress.runs import Subject
from theorems.regress.steps import loss_of, pairs_of, variance_of

_BEYOND_MEASURE = arb("1e-1000")
_CURVE_LADDER = (3, 14, 30, 75)
_SMOOTH = (GaussianLoss, SubsampledGaussianLoss, ReplacedGaussianLoss)
_CHERNOFF_BITS, _CHERNOFF_ORDERS = 128, (64, 4096, 2**18)


class Profile:
    """The profile of a pair: delta, never increasing in eps."""

    road = ""
    """How it is computed, in words."""

    def delta(self, eps: Fraction, digits: int) -> arb:
        """Return a ball of so many certified digits.

        Raises
        ------
        UndecidedError
            If they were not reached.
        """
        raise NotImplementedError

    def exceeds(self, eps: Fraction, delta: Fraction) -> bool | None:
        """Return whether the profile at a threshold is certainly above a delta, certainly not, or None."""
        return exceeds(partial(self.delta, eps), delta)

    def bracket(self, eps: Fraction, digits: int) -> Bracket:
        """Return ends of delta at a threshold.

        Raises
        ------
        UndecidedError
            If there are none.
        """
        return ends(self.delta(eps, digits))


class _Normal(NormalLoss):
    """A normal privacy loss of a rational variance."""

    def __init__(self, variance: Fraction) -> None:
        self.exact = variance

    def variance(self) -> arb:
        return ball_of(self.exact)


class NormalProfile(Profile):
    """The profile of Gaussian mechanisms, however many: one normal loss of variance V.

    Parameters
    ----------
    variance : Fraction
        The sum of (sensitivity/sigma)^2.
    """

    road = "the normal privacy loss, by two error functions"

    def __init__(self, variance: Fraction) -> None:
        self.variance = variance
        self._sum = GaussianSum(_Normal(variance))

    def delta(self, eps: Fraction, digits: int) -> arb:
        try:
            return to_digits(lambda: self._straight(eps), digits, 2 * FIRST_BITS)
        except UndecidedError:  # far out: in the form whose factors are scaled
            return to_digits(lambda: self._sum.delta(eps), digits)

    def _straight(self, eps: Fraction) -> arb:
        """Return delta by two error functions, several times as fast as with scaled ones."""
        near, far = self._parts(ball_of(eps))
        return (near - far) / 2

    def _parts(self, eps: arb) -> tuple[arb, arb]:
        """Return twice the two terms of which delta is the difference; the second one is minus its slope."""
        variance = ball_of(self.variance)
        root, half = (2 * variance).sqrt(), variance / 2
        return ((eps - half) / root).erfc(), eps.exp() * ((eps + half) / root).erfc()

    def log_delta(self, eps: float) -> tuple[float, float]:
        """Return about the logarithm of delta and its slope at a threshold, nan where the terms cancel; it certifies nothing."""
        with ctx.workprec(2 * FIRST_BITS):
            near, far = self._parts(arb(eps))
            delta = near - far
            return float((delta / 2).log()), -float(far / delta)

    def start(self, delta: Fraction, near: Fraction | None) -> tuple[Fraction, float]:
        """Return where a search for the threshold at a delta begins, and about the slope of log delta there in log eps."""
        variance = as_log_float(self.variance)
        guess = variance / 2 + math.sqrt(2 * variance * max(0.1, -log_of(delta)))
        point = as_log_float(near) if near is not None and near > 0 else guess
        if not 0.2 * guess < point < 5 * guess:
            point, near = guess, Fraction(guess)
        return near or Fraction(guess), -point * max(point / variance + 0.5, 1e-3)


class LaplaceProfile(Profile):
    r"""The profile of one run of Laplace noise, :math:`\delta = \max(0, 1 - e^{(\varepsilon - a)/2})`.

    Parameters
    ----------
    rate : Fraction
        a, the sensitivity over the scale.
    """

    road = "the profile of the worst pair in closed form"

    def __init__(self, rate: Fraction) -> None:
        self.rate = rate

    def delta(self, eps: Fraction, digits: int) -> arb:
        if eps >= self.rate:
            return arb(0)
        return to_digits(lambda: -(ball_of(eps - self.rate) / 2).expm1(), digits)

    def threshold(self, delta: Fraction, digits: int) -> arb:
        """Return the least eps >= 0 at which delta is met, by the inverse in closed form."""
        if delta >= 1:
            return arb(0)
        return to_digits(lambda: (ball_of(self.rate) + 2 * (-ball_of(delta)).log1p()).max(arb(0)), digits)


class CurveProfile(Profile):
    """The certified curve of a composition.

    Parameters
    ----------
    curve : PrivacyCurve
        In the direction that is meant.
    """

    road = "the certified privacy curve of the worst pair"

    def __init__(self, curve: PrivacyCurve) -> None:
        self.curve = curve

    @property
    def is_smooth(self) -> bool:
        """Whether no loss has a mass of its own, as where Gaussian noise is added: the profile has no kinks."""
        return any(isinstance(loss, _SMOOTH) for loss, _ in self.curve.components)

    def delta(self, eps: Fraction, digits: int) -> arb:
        return guarded(lambda: self.curve.delta(eps, digits).value)

    def chernoff(self, eps: Fraction) -> arb:
        """Return an upper bound of delta, the least of E[e^(c L)] e^(-c eps) over a few c: enough where delta is beyond measure."""
        bounds = [arb(1)]
        with ctx.workprec(_CHERNOFF_BITS):
            parts = self.curve.components
            if any(not loss.infinite_mass().is_zero() for loss, _ in parts):
                return bounds[0]
            for c in _CHERNOFF_ORDERS:
                try:
                    total = sum((count * guarded(partial(loss.at, arb(c))).log() for loss, count in parts), arb(0))
                except UndecidedError:
                    break
                bound = (total - c * ball_of(eps)).exp().upper()
                bounds += [bound] if bound.is_finite() else []
        return min(bounds, key=lambda bound: (bool(bound > bounds[0]), float(bound.log()) if bound > 0 else -math.inf))

    def exceeds(self, eps: Fraction, delta: Fraction) -> bool | None:
        """Return the side of a delta on which the curve is; far from it few digits will do, and of tiny values only the side."""
        if delta <= 0:
            return True if delta < 0 else super().exceeds(eps, delta)
        if self.chernoff(eps) <= ball_of(delta):
            return False
        scale = log_of(delta)
        for digits in _CURVE_LADDER:
            try:
                nats = (digits + 1) * math.log(10)
                value = guarded(lambda nats=nats: Evaluator(self.curve.components, nats, scale).delta(eps))
            except UndecidedError:
                return None
            if (found := compared(value, delta, digits)) is not None:
                return found
        return None

    def bracket(self, eps: Fraction, digits: int) -> Bracket:
        bound = self.chernoff(eps)
        if bound < _BEYOND_MEASURE:
            return Fraction(0), ends(bound)[1]
        return super().bracket(eps, digits)


class EnclosedProfile(Profile):
    """The hockey-stick divergence of a pair of laws, enclosed from its definition.

    Parameters
    ----------
    pair : pair of laws
        In the direction that is meant.
    """

    road = "the profile of the worst pair, enclosed from its definition"

    def __init__(self, pair: tuple[Any, Any]) -> None:
        self.pair = pair

    def delta(self, eps: Fraction, digits: int) -> arb:
        from sympy import Rational

        from dpsym.divergences import HockeyStick
        from dpsym.enclose import enclose

        return guarded(lambda: enclose(HockeyStick(Rational(eps), *self.pair), {}, digits).value)


def profiles(subject: Subject) -> tuple[Profile, ...]:
    """Return the profile of each direction of a composition, one where they are alike; none where it is not known exactly."""
    if len(subject.parts) == 1 and not subject.is_sampled:  # in closed form, sooner made than found again
        run, count = subject.parts[0]
        if run.family == "Laplace" and run.law is None and count == 1:
            return (LaplaceProfile(run.sensitivity / run.arguments[0]),)
        if variance := variance_of(subject):
            return (NormalProfile(variance),)
    return _kept(subject)


@lru_cache(maxsize=1 << 12)
def _kept(subject: Subject) -> tuple[Profile, ...]:
    if not subject.is_sampled and (variance := variance_of(subject)):
        return (NormalProfile(variance),)
    if subject.is_beyond_curves:
        return ()
    run, single = subject.parts[0][0], len(subject.parts) == 1 and subject.parts[0][1] == 1
    found: list[Profile] = []
    for direction in subject.ways:
        losses = [(loss_of(each, direction), times) for each, times in subject.parts]
        if any(loss is None for loss, _ in losses):
            return tuple(map(EnclosedProfile, pairs_of(run, subject.ways))) if single else ()
        found.append(CurveProfile(PrivacyCurve(losses)))
    return tuple(found)
