"""The privacy loss of Gaussian noise, and that of several Gaussian mechanisms together."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from flint import acb, arb

from dpsym.curves.cells import normal_cells
from dpsym.curves.loss import ExchangedLoss, Parts, ball_of, set_fractions
from dpsym.parameters import DEVIATION, SENSITIVITY


class NormalLoss(ExchangedLoss):
    r"""A privacy loss that is normal of variance V and mean V/2.

    .. math:: M(z) = \exp\left(\frac{V}{2}(z^2 + z)\right)
    """

    has_cells: ClassVar[bool] = True

    def variance(self) -> arb:
        """Return the variance V, at the working precision."""
        raise NotImplementedError

    @cached_property
    def _float(self) -> float:
        return float(self.variance().mid())

    def log_mgf(self, c: float) -> float:
        return self._float * (c * c + c) / 2

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        half = self.variance() / 2
        nodes = (acb(c, step * k) for k in range(start, start + count))
        return [(half * z * (z + 1)).exp() for z in nodes]

    def decay(self, c: float) -> Callable[[arb], arb]:
        half, point = self.variance() / 2, arb(c)
        return lambda height: (half * (point * point + point - height * height)).exp()

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        return normal_cells(self.variance(), cuts)

    def bottom(self, rare: arb, step: float) -> int:
        far = math.sqrt(-2 * min(0.0, float(rare.log().mid())) * self._float)
        return math.floor((self._float / 2 - far) / step) - 1


@dataclass(frozen=True)
class GaussianLoss(NormalLoss):
    r"""The privacy loss of N(0, sigma^2) against N(shift, sigma^2): normal of variance :math:`(\mathrm{shift}/\sigma)^2`.

    Parameters
    ----------
    sigma : positive rational
        The standard deviation, in the unit of the query.
    shift : positive rational, optional
        The sensitivity, in the same unit.

    Raises
    ------
    ParameterError
        If a parameter is not rational, positive and finite.
    """

    sigma: Fraction
    shift: Fraction = Fraction(1)
    ratio: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        set_fractions(self, sigma=DEVIATION, shift=SENSITIVITY)
        object.__setattr__(self, "ratio", self.shift / self.sigma)

    def variance(self) -> arb:
        return ball_of(self.ratio) ** 2


@dataclass(frozen=True)
class GaussiansLoss(NormalLoss):
    """The privacy loss of several Gaussian mechanisms together: the variances add up.

    Parameters
    ----------
    parts : pairs of GaussianLoss and int
        The mechanisms with their counts.
    """

    parts: tuple[tuple[GaussianLoss, int], ...]

    def variance(self) -> arb:
        return sum((count * loss.variance() for loss, count in self.parts), arb(0))


def with_one_gaussian(parts: Parts) -> Parts:
    """Return the same composition with all its Gaussian mechanisms as one."""
    gaussians = tuple((loss, count) for loss, count in parts if isinstance(loss, GaussianLoss))
    if not gaussians:
        return parts
    return (
        *((loss, count) for loss, count in parts if not isinstance(loss, GaussianLoss)),
        (GaussiansLoss(gaussians), 1),
    )


class GaussianSum:
    r"""delta of Gaussian mechanisms alone, by their closed form.

    .. math:: \delta(\varepsilon) = \Phi\left(\frac{\mu}{2} - \frac{\varepsilon}{\mu}\right)
        - e^{\varepsilon}\,\Phi\left(-\frac{\mu}{2} - \frac{\varepsilon}{\mu}\right), \qquad \mu^2 = V.

    Parameters
    ----------
    loss : NormalLoss
        The loss of the composition.

    References
    ----------
    Balle and Wang, "Improving the Gaussian Mechanism for Differential Privacy", ICML 2018, Theorem 8.
    """

    def __init__(self, loss: NormalLoss) -> None:
        self.loss = loss

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold."""
        threshold, variance = ball_of(eps), self.loss.variance()
        root = (2 * variance).sqrt()
        below, above = ((threshold + side * variance / 2) / root for side in (-1, 1))
        if not above > 1:
            return (below.erfc() - threshold.exp() * above.erfc()) / 2
        # e^eps = e^(above^2 - below^2): what is huge and what is tiny never meet
        if below > 1:
            return (-below * below).exp() * (_scaled(below) - _scaled(above)) / 2
        return (below.erfc() - (-below * below).exp() * _scaled(above)) / 2


def _scaled(x: arb) -> arb:
    """Return e^(x^2) erfc(x) for a positive x, by Tricomi's function."""
    half = arb(1) / 2
    return (x * x).hypgeom_u(half, half) / arb.pi().sqrt()
