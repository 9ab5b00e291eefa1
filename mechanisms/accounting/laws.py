"""The losses of Gaussian and Laplace noise, of finite pairs, and of Poisson-subsampled pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mechanisms.accounting.loss import Atom, Loss, Tail
from mechanisms.finite.pair import FinitePair
from mechanisms.validate import Array

_HALF = math.sqrt(0.5)


def _normal_tail(x: Array, rest: Array | float = 0.0) -> Array:
    """Return P(Z > x + rest) of a standard normal variable, `rest` being the rounding of x.

    Accurate to some 12 units in the last place, in the far tail too: the exponential of -x^2/2 takes x^2 in two
    parts, the first of them exact, and the rounding of x counts by the hazard rate there. Without that either
    would cost x^2 units.
    """
    from scipy.special import erfcx, ndtr

    # Beyond 40 deviations the tail is no float; the cap keeps the products below finite.
    far = np.clip(x, 0.5, 40.0)
    head = np.trunc(far * 2.0**16) * 2.0**-16
    scaled = erfcx(far * _HALF)
    hazard = math.sqrt(2 / math.pi) / scaled
    decay = np.exp(-head * head / 2) * np.exp(-(far - head) * (far + head) / 2 - rest * hazard)
    return np.where(x > 0.5, 0.5 * scaled * decay, ndtr(-np.minimum(x, 0.5)))


def _sum(a: Array, b: float) -> tuple[Array, Array]:
    """Return the rounded sum and its rounding error, exactly (Knuth's two-sum)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


@dataclass(frozen=True)
class GaussianLoss(Loss):
    """Unit-variance normal laws P at distance `mu` from Q; the loss mu z + mu^2/2 is increasing in the outcome.

    Parameters
    ----------
    mu : float
        Sensitivity over standard deviation; positive.
    """

    mu: float

    @property
    def ends(self) -> tuple[float, float]:
        return -math.inf, math.inf

    def above(self, loss: Array) -> Tail:
        # One threshold for both laws: its own rounding is harmless, a difference between the two is not.
        at = self._threshold(loss)
        p, q = _normal_tail(at), _normal_tail(*_sum(at, self.mu))
        return Tail(np.maximum(p - _times_exp(loss, q), 0.0), p, q)

    def below(self, loss: Array) -> Tail:
        at = self._threshold(-loss)
        p, q = _normal_tail(*_sum(at, self.mu)), _normal_tail(at)
        return Tail(np.maximum(_times_exp(loss, q) - p, 0.0), p, q)

    def _threshold(self, loss: Array) -> Array:
        # Far beyond any mass a finite number serves as well as an infinite one.
        return np.clip(loss / self.mu - self.mu / 2, -1e6, 1e6)


@dataclass(frozen=True)
class LaplaceLoss(Loss):
    """Laplace laws of scale 1, P at 0 and Q at `distance`: atoms at both ends, a density between them.

    Parameters
    ----------
    distance : float
        Sensitivity over scale; positive.
    """

    distance: float

    def __post_init__(self) -> None:
        # Outcomes between the two modes; by symmetry the same mass under both laws.
        between = -math.expm1(-self.distance) / 2
        object.__setattr__(self, "p_mass", between)
        object.__setattr__(self, "q_mass", between)

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return Atom(-self.distance, math.exp(-self.distance) / 2), Atom(self.distance, 0.5)

    @property
    def ends(self) -> tuple[float, float]:
        return -self.distance, self.distance

    def above(self, loss: Array) -> Tail:
        # The loss of an outcome x in (0, distance) is distance - 2 x, so {L > l} is (0, x(l)).
        x = np.clip((self.distance - loss) / 2, 0.0, self.distance)
        p, q = -np.expm1(-x) / 2, np.expm1(x) * math.exp(-self.distance) / 2
        return Tail(np.maximum(p - _times_exp(loss, q), 0.0), p, q)

    def below(self, loss: Array) -> Tail:
        x = np.clip((self.distance + loss) / 2, 0.0, self.distance)  # distance of the threshold from Q's mode
        p, q = np.expm1(x) * math.exp(-self.distance) / 2, -np.expm1(-x) / 2
        return Tail(np.maximum(_times_exp(loss, q) - p, 0.0), p, q)


@dataclass(frozen=True)
class FiniteLoss(Loss):
    """Two laws on a finite space: atoms only.

    Parameters
    ----------
    pair : FinitePair
        The laws.
    """

    pair: FinitePair

    def __post_init__(self) -> None:
        p, q = self.pair.p, self.pair.q
        object.__setattr__(self, "p_mass", 0.0)
        object.__setattr__(self, "q_mass", 0.0)
        object.__setattr__(self, "infinite", float(sum(a for a, b in zip(p, q, strict=True) if b == 0)))
        object.__setattr__(self, "only_q", float(sum(b for a, b in zip(p, q, strict=True) if a == 0)))

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:  # type: ignore[override]
        losses = np.atleast_1d(self.pair.privacy_loss(np.arange(len(self.pair.p))))
        found = [Atom(float(x), float(p)) for x, p in zip(losses, self.pair.p, strict=True) if math.isfinite(x)]
        return tuple(sorted(found))

    @property
    def ends(self) -> tuple[float, float]:
        losses = [atom.loss for atom in self.atoms]
        return min(losses, default=0.0), max(losses, default=0.0)

    def above(self, loss: Array) -> Tail:
        return Tail(np.zeros_like(loss), np.zeros_like(loss), np.zeros_like(loss))

    below = above


@dataclass(frozen=True)
class SampledLoss(Loss):
    r"""The loss of the mixture (1 - rate) Q + rate P against Q, where P and Q are the laws of `base`.

    .. math:: (1 - r) Q(A) + r P(A) - \gamma Q(A) = r \, (P(A) - \gamma' Q(A)), \quad
              \gamma' = (\gamma - 1 + r)/r.

    Parameters
    ----------
    base : Loss
        The loss of (P, Q): with the record and without it.
    rate : float
        The sampling probability r, in (0, 1).
    """

    base: Loss
    rate: float

    def __post_init__(self) -> None:
        stays = (1 - self.rate) * self.base.q_mass
        object.__setattr__(self, "p_mass", stays + self.rate * self.base.p_mass)
        object.__setattr__(self, "q_mass", self.base.q_mass)
        object.__setattr__(self, "infinite", self.rate * self.base.infinite)

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:  # type: ignore[override]
        moved = [
            Atom(self._loss(a.loss), a.p * ((1 - self.rate) * math.exp(-a.loss) + self.rate)) for a in self.base.atoms
        ]
        if self.base.only_q > 0:
            moved.insert(0, Atom(math.log1p(-self.rate), (1 - self.rate) * self.base.only_q))
        return tuple(moved)

    @property
    def ends(self) -> tuple[float, float]:
        low, high = (self._loss(end) for end in self.base.ends)
        return (min(low, math.log1p(-self.rate)) if self.base.only_q > 0 else low), high

    def _loss(self, base: float) -> float:
        if base == math.inf:
            return math.inf
        moved = self.rate * math.expm1(base)
        # Near -1 the logarithm would magnify the rounding of `moved`.
        return math.log1p(moved) if moved > -0.5 else math.log((1 - self.rate) + self.rate * math.exp(base))

    def _base_threshold(self, loss: Array) -> Array:
        """Return log gamma', -inf where gamma' is not positive."""
        with np.errstate(over="ignore", divide="ignore"):
            # Two forms, so that the error stays within a few units of gamma on either side.
            scaled = np.where(loss < -0.3, np.exp(loss) - (1 - self.rate), np.expm1(loss) + self.rate)
            return np.log(np.maximum(scaled, 0.0)) - math.log(self.rate)

    def above(self, loss: Array) -> Tail:
        base = self._base_threshold(loss)
        inside = base > -math.inf
        tail = self.base.above(np.where(inside, base, 0.0))
        p, q = (1 - self.rate) * tail.q + self.rate * tail.p, tail.q
        whole = self.p_mass - np.exp(np.minimum(loss, 0.0)) * self.q_mass
        return Tail(
            np.where(inside, self.rate * tail.value, whole),
            np.where(inside, p, self.p_mass),
            np.where(inside, q, self.q_mass),
            tail.units,
        )

    def below(self, loss: Array) -> Tail:
        base = self._base_threshold(loss)
        inside = base > -math.inf
        tail = self.base.below(np.where(inside, base, 0.0))
        p, q = (1 - self.rate) * tail.q + self.rate * tail.p, tail.q
        value, p, q = (np.where(inside, part, 0.0) for part in (self.rate * tail.value, p, q))
        return Tail(value, p, q, tail.units)


def _times_exp(loss: Array, q: Array) -> Array:
    """Return e^loss q; a tail that is no float any more counts as zero, whatever its factor."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.where(q > 0, np.exp(loss) * q, 0.0)
