"""Laplace, truncated Laplace, two-sided geometric noise and randomized response: their losses of atoms and edges."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from flint import acb, arb

from dpsym.ball import exact_fraction
from dpsym.curves.loss import ball_of, checked_fraction, set_fractions
from dpsym.curves.pieces import PiecewiseLoss, Terms
from dpsym.errors import ParameterError
from dpsym.parameters import PRIVACY_LOSS, PROBABILITY, SCALE, SENSITIVITY

_MANY_STEPS = 8  # of geometric noise, from which on its moments are summed by their formula
_NEAR_ONE = 1e-6


@dataclass(frozen=True)
class _OfScale(PiecewiseLoss):
    """The privacy loss of noise of one scale on a query of a sensitivity, a = sensitivity/scale.

    Parameters
    ----------
    scale : positive rational
        The noise scale b, in the unit of the query.
    sensitivity : positive rational, optional
        In the same unit.

    Raises
    ------
    ParameterError
        If a parameter is not rational, positive and finite.
    """

    scale: Fraction
    sensitivity: Fraction = Fraction(1)
    rate: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        set_fractions(self, scale=SCALE, sensitivity=SENSITIVITY)
        object.__setattr__(self, "rate", self.sensitivity / self.scale)


class LaplaceLoss(_OfScale):
    r"""The privacy loss of Laplace noise of scale b on a query of the given sensitivity, a = sensitivity/b.

    .. math:: M(z) = \frac{(z+1) e^{az} + z e^{-a(z+1)}}{2z + 1}

    Parameters and errors are those of every noise with one scale (`_OfScale`).
    """

    def terms(self) -> Terms:
        half, low = arb(1) / 2, (-ball_of(self.rate)).exp() / 2
        return {self.rate: (half, half), -self.rate: (low, -low)}


class LogisticLoss(_OfScale):
    r"""The privacy loss of logistic noise of scale b on a query of the given sensitivity, a = sensitivity/b: edges, and no atoms.

    .. math:: M(z) = \frac{e^{a(z+1)} - e^{-az}}{(e^a - 1)(2z + 1)}

    With v uniform, the distribution function of the noise where it stands, the ratio is :math:`e^a (1 + (e^a - 1)(1 - v))^{-2}`.
    """

    def terms(self) -> Terms:
        high = -1 / (-ball_of(self.rate)).expm1()
        return {self.rate: (arb(0), high), -self.rate: (arb(0), 1 - high)}


@dataclass(frozen=True)
class TruncatedLaplaceLoss(PiecewiseLoss):
    r"""The privacy loss of Laplace noise conditioned on [-width, width], with a = sensitivity/scale.

    The shifted law does not cover the first stretch of length `sensitivity`: there the loss is infinite. With
    :math:`N = 2(1 - e^{-aw})`, w the width in sensitivities and w >= 1, the atom at a is
    :math:`(1 - e^{-a(w-1)})/N`, that at -a :math:`(e^{-a} - e^{-aw})/N`, the edges are 1/N and :math:`-e^{-a}/N`,
    and the infinite mass is :math:`(e^{-a(w-1)} - e^{-aw})/N`. For 1/2 < w < 1 there are no atoms; for
    w <= 1/2 the two laws are disjoint.

    Parameters
    ----------
    scale, width : positive rational
        The noise scale and the greatest noise, in the unit of the query.
    sensitivity : positive rational, optional
        In the same unit.

    Raises
    ------
    ParameterError
        If a parameter is not rational, positive and finite.
    """

    scale: Fraction
    width: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        set_fractions(self, scale=SCALE, width=SCALE, sensitivity=SENSITIVITY)

    def _decay(self, length: Fraction) -> arb:
        """Return exp(-a length), of a length in sensitivities."""
        return (-ball_of(self.sensitivity / self.scale * length)).exp()

    def _norm(self) -> arb:
        return 2 * (1 - self._decay(self.width / self.sensitivity))

    def infinite_mass(self) -> arb:
        width = self.width / self.sensitivity
        if 2 * width <= 1:
            return arb(1)
        left = (
            self._decay(width - 1) - self._decay(width)
            if width >= 1
            else 2 - self._decay(width) - self._decay(1 - width)
        )
        return left / self._norm()

    def terms(self) -> Terms:
        width, rate, norm = self.width / self.sensitivity, self.sensitivity / self.scale, self._norm()
        if 2 * width <= 1:
            return {}
        if width < 1:
            reach = rate * (2 * width - 1)
            return {reach: (arb(0), self._decay(1 - width) / norm), -reach: (arb(0), -self._decay(width) / norm)}
        high, low = 1 - self._decay(width - 1), self._decay(Fraction(1)) - self._decay(width)
        return {rate: (high / norm, 1 / norm), -rate: (low / norm, -self._decay(Fraction(1)) / norm)}


@dataclass(frozen=True)
class RandomizedResponseLoss(PiecewiseLoss):
    r"""The privacy loss of randomized response: eps with probability :math:`1/(1 + e^{-eps})`, else -eps.

    Parameters
    ----------
    eps : non-negative rational
        The privacy parameter, in nats.

    Raises
    ------
    ParameterError
        If eps is not rational, non-negative and finite.
    """

    eps: Fraction

    def __post_init__(self) -> None:
        set_fractions(self, eps=PRIVACY_LOSS)

    def terms(self) -> Terms:
        if self.eps == 0:
            return {Fraction(0): (arb(1), arb(0))}
        lie = (-ball_of(self.eps)).exp()
        return {self.eps: (1 / (1 + lie), arb(0)), -self.eps: (lie / (1 + lie), arb(0))}


@dataclass(frozen=True)
class KaryResponseLoss(PiecewiseLoss):
    """The privacy loss of k-ary randomized response: eps where the answer is true, -eps where it is the neighbour's, else 0.

    Parameters
    ----------
    eps : non-negative rational
        In nats.
    choices : integer from 2 on
        The number k of values.

    Raises
    ------
    ParameterError
        If eps is not rational, non-negative and finite, or k no such integer.
    """

    eps: Fraction
    choices: int

    def __post_init__(self) -> None:
        set_fractions(self, eps=PRIVACY_LOSS)
        object.__setattr__(self, "choices", int(exact_fraction("choices", self.choices)))
        if self.choices < 2:
            raise ParameterError("choices", "an integer from 2 on", self.choices)

    def terms(self) -> Terms:
        if self.eps == 0:
            return {Fraction(0): (arb(1), arb(0))}
        lie = (-ball_of(self.eps)).exp()
        total = 1 + (self.choices - 1) * lie
        rest = {Fraction(0): ((self.choices - 2) * lie / total, arb(0))} if self.choices > 2 else {}
        return {self.eps: (1 / total, arb(0)), **rest, -self.eps: (lie / total, arb(0))}


@dataclass(frozen=True)
class StaircaseLoss(PiecewiseLoss):
    r"""The privacy loss of staircase noise: whole steps down by a factor :math:`e^{-eps}`, the first of width gamma.

    The noise has the height :math:`a = (1 - e^{-eps})/(2(\gamma + e^{-eps}(1 - \gamma)))`, in sensitivities, on :math:`|x| < \gamma`, and
    moved by one sensitivity the loss is eps left of the middle, -eps right of it, and 0 where the two steps of one height overlap, which is
    between :math:`\min(\gamma, 1 - \gamma)` and the other one.

    Parameters
    ----------
    eps : positive rational
        The height of a step, in nats.
    share : rational in [0, 1]
        gamma.
    """

    eps: Fraction
    share: Fraction

    def __post_init__(self) -> None:
        set_fractions(self, eps=PRIVACY_LOSS, share=PROBABILITY)

    def terms(self) -> Terms:
        fall = (-ball_of(self.eps)).exp()
        share = ball_of(self.share)
        height = (1 - fall) / (2 * (share + fall * (1 - share)))
        flat = height * abs(2 * share - 1) * (1 if 2 * self.share > 1 else fall)
        high = (1 - flat) / (1 + fall)
        middle = {Fraction(0): (flat, arb(0))} if 2 * self.share != 1 else {}
        return {self.eps: (high, arb(0)), **middle, -self.eps: (high * fall, arb(0))}


@dataclass(frozen=True)
class GeometricLoss(PiecewiseLoss):
    r"""The privacy loss of two-sided geometric (discrete Laplace) noise, :math:`f(k) \propto e^{-|k|/b}`.

    With :math:`\rho = e^{-1/b}` and an integer sensitivity s, the loss is s/b with probability
    :math:`1/(1+\rho)`, -s/b with :math:`\rho^s/(1+\rho)`, and (s - 2k)/b with
    :math:`\rho^k(1-\rho)/(1+\rho)` for 0 < k < s.

    Parameters
    ----------
    scale : positive rational
        The noise scale b.
    sensitivity : positive integer, optional
        Of the integer-valued query.

    Raises
    ------
    ParameterError
        If the scale is not rational, positive and finite, or the sensitivity not a positive integer.
    """

    scale: Fraction
    sensitivity: int = 1

    def __post_init__(self) -> None:
        sensitivity = checked_fraction(SENSITIVITY, self.sensitivity)
        if sensitivity.denominator != 1:
            raise ParameterError("sensitivity of an integer-valued query", "a positive integer", self.sensitivity)
        object.__setattr__(self, "scale", checked_fraction(SCALE, self.scale))
        object.__setattr__(self, "sensitivity", int(sensitivity))

    def terms(self) -> Terms:
        steps, rho = self.sensitivity, (-1 / ball_of(self.scale)).exp()
        inside = (1 - rho) / (1 + rho)
        terms = {Fraction(steps - 2 * k) / self.scale: (rho**k * inside, arb(0)) for k in range(1, steps)}
        terms[Fraction(steps) / self.scale] = (1 / (1 + rho), arb(0))
        terms[Fraction(-steps) / self.scale] = (rho**steps / (1 + rho), arb(0))
        return terms

    def split(self, z: acb) -> tuple[acb, acb]:
        if self.sensitivity < _MANY_STEPS:
            return super().split(z)
        steps, rate = self.sensitivity, 1 / ball_of(self.scale)
        rho, ratio, rise = (-rate).exp(), (-rate * (2 * z + 1)).exp(), (z * (rate * steps)).exp()
        gap = 1 - ratio
        if not abs(gap) > _NEAR_ONE:  # the sum of the inner losses, which are in proportion, has no closed form there
            return super().split(z)
        inside = (1 - rho) * ratio * (1 - ratio ** (steps - 1)) / gap
        return rise * (1 + inside) / (1 + rho) + rho**steps / (rise * (1 + rho)), acb(0)
