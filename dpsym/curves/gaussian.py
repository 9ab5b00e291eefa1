"""The privacy loss of Gaussian noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from flint import acb, arb

from dpsym.curves.loss import PrivacyLoss, ball_of, checked_fraction
from dpsym.parameters import DEVIATION, SENSITIVITY


@dataclass(frozen=True)
class GaussianLoss(PrivacyLoss):
    r"""The privacy loss of N(0, sigma^2) against N(shift, sigma^2).

    .. math:: M(z) = \exp\left(\frac{\mathrm{shift}^2}{2\sigma^2}(z^2 + z)\right)

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
    _variance: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        sigma, shift = checked_fraction(DEVIATION, self.sigma), checked_fraction(SENSITIVITY, self.shift)
        for name, value in (("sigma", sigma), ("shift", shift), ("_variance", (shift / sigma) ** 2)):
            object.__setattr__(self, name, value)

    def log_mgf(self, c: float) -> float:
        return float(self._variance) * (c * c + c) / 2

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        half = ball_of(self._variance / 2)
        nodes = (acb(c, step * k) for k in range(start, start + count))
        return [(half * z * (z + 1)).exp() for z in nodes]

    def decay(self, c: float) -> Callable[[arb], arb]:
        half, point = ball_of(self._variance / 2), arb(c)
        return lambda height: (half * (point * point + point - height * height)).exp()
