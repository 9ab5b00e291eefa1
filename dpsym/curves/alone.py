r"""About delta, and the threshold, of rarely sampled Gaussian runs of which one alone comes up to it; nothing is certified.

Of n runs delta is about n times that of one, and a little greater as the others add what is about normal, of a variance :math:`v = n E[L^2]` over
small losses L: with c the slope of the logarithm of delta it is greater by :math:`c^2 v/2` nats, so that the threshold is by :math:`cv/2`. Where that
is not small beside the threshold, or several great losses together come up to it sooner, a saddle point says more.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import cast

from flint import arb, ctx

from dpsym.curves.coarse import CoarsePoints
from dpsym.curves.jumps import can_jump, is_concave, place_of
from dpsym.curves.loss import Parts, ball_of
from dpsym.curves.single_step import SingleStep
from dpsym.curves.subsampled import SubsampledGaussianLoss

_BITS = 128
_LOWEST, _HIGHEST, _CLOSE = -60.0, 12.0, 1e-4  # of the logarithm of a threshold
_SMALL = 1 / 4  # of a threshold, from which on losses are not what is about normal
_SHARE = 0.4  # of a threshold that what is about normal may add
_TOGETHER = (2, 3, 4)  # great losses
_TINY = -13.0  # logarithm of a delta at which a saddle point is right where great losses are not heavy
_FAR, _ROUNDS = 10.0, 20
_ALIKE = 0.1  # of a threshold, by which two are alike


def log_alone(parts: Parts, eps: Fraction) -> float:
    """Return about the logarithm of delta at a threshold, were it that of one run alone."""
    with ctx.workprec(_BITS):
        total = sum((count * SingleStep(loss).delta(eps) for loss, count in parts), arb(0))
        return float(total.log().mid()) if total > 0 else -math.inf


def likely_threshold(parts: Parts, delta: Fraction, guess: float) -> Fraction | None:
    """Return what is likely the threshold at a delta, to a few per cent; None where that is not seen.

    Parameters
    ----------
    parts : pairs of SubsampledGaussianLoss and int
        The composition.
    delta : Fraction
        The delta.
    guess : float
        What a saddle point says: it is right for a tiny delta where great losses are not heavy, or where all is about normal.
    """
    if not (guess > 0 and can_jump(parts)):
        return None
    runs = cast("tuple[tuple[SubsampledGaussianLoss, int], ...]", parts)
    with ctx.workprec(_BITS):
        wanted = float(ball_of(delta).log().mid())
    deviation = math.sqrt(sum(count * _variance(loss, guess) for loss, count in runs))
    if abs(_normal(deviation, wanted) / guess - 1) < _ALIKE:
        return Fraction(guess)
    light, alone = all(is_concave(float(loss.rate), guess) for loss, _ in runs), _alone(runs, wanted)
    if alone is None or (light and abs(alone / guess - 1) < _ALIKE):
        return Fraction(guess) if light and wanted < _TINY else None
    return Fraction(alone)


def _normal(deviation: float, wanted: float) -> float:
    """Return about the threshold of a normal loss of a small deviation s, at which delta is s phi(z)/z^2; 0 where it is not far out."""
    z = _FAR
    for _ in range(_ROUNDS):
        square = 2 * (math.log(deviation) - wanted - 2 * math.log(z)) - math.log(2 * math.pi)
        if square < 1:
            return 0.0
        z = math.sqrt(square)
    return deviation * z


def _alone(runs: tuple[tuple[SubsampledGaussianLoss, int], ...], wanted: float) -> float | None:
    """Return about the threshold of one run alone, None where others add much, or a few together come up to it as soon."""
    low, high = _LOWEST, _HIGHEST
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (middle, high) if log_alone(runs, Fraction(math.exp(middle))) > wanted else (low, middle)
    eps = math.exp(high)
    added = sum(count * _variance(loss, eps) for loss, count in runs) * max(_slope(loss, eps) for loss, _ in runs)
    sooner = any(k * log_alone(runs, Fraction(eps / k)) > wanted for k in _TOGETHER)
    return None if sooner or added > _SHARE * eps else eps + added / 2


def _variance(loss: SubsampledGaussianLoss, eps: float) -> float:
    """Return about the mean square of the losses that are small beside a threshold."""
    plain = CoarsePoints(float(loss.spread), float(loss.rate))
    laid = plain.integrand(0.0, 9.0, max(0.0, place_of(loss, eps * _SMALL)))
    return sum(math.exp(log) * plain.log_ratio(g) ** 2 for g, log in laid) * plain.step


def _slope(loss: SubsampledGaussianLoss, eps: float) -> float:
    """Return about the slope of the logarithm of the density at a threshold."""
    return max(0.0, place_of(loss, eps)) * float(loss.spread) / -math.expm1(-eps)
