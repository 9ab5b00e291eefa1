r"""The privacy loss of discrete Gaussian noise: a lattice of step Delta/sigma^2, its moments by Poisson's formula.

For noise on the integers, :math:`f(k) \propto e^{-k^2/(2\sigma^2)}`, and a query that moves by an integer Delta the loss is
:math:`\ell(k) = (\Delta^2 - 2k\Delta)/(2\sigma^2)`, and

.. math:: M(z) = e^{(z^2 + z)\Delta^2/(2\sigma^2)}\,\frac{\Theta(z\Delta)}{\Theta(0)}, \qquad
    \Theta(x) = \sum_m e^{-2\pi^2\sigma^2m^2} e^{2\pi i m x}.

Tilted by c it is discrete Gaussian noise around :math:`-c\Delta`, whose characteristic function is at most
:math:`\sum_m e^{-\sigma^2(s + 2\pi m)^2/2}/\Theta(c\Delta)` at :math:`s = y\Delta/\sigma^2`, which falls from 0 to half a turn. Values beyond
200 sigma are left out, and counted as if their loss were anything: their mass, below :math:`e^{-20000}`, is the ball of an infinite loss. On a
sample, where all values are listed, those beyond 40 sigma are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from flint import acb, arb, ctx

from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.pieces import PiecewiseLoss, Terms
from dpsym.curves.revivals import Stretches
from dpsym.errors import ParameterError, UndecidedError
from dpsym.parameters import SCALE, SENSITIVITY

_REACH, _NEAR = 200, 40  # standard deviations that are kept, and where no line is moved far out
_MOST_TERMS = 1 << 14
_NODE = 20.0  # units of work


@dataclass(frozen=True)
class DiscreteGaussianLoss(PiecewiseLoss):
    """The privacy loss of discrete Gaussian noise on an integer-valued query.

    Parameters
    ----------
    variance : positive rational
        sigma^2, the parameter and not the variance that the law has.
    sensitivity : positive integer, optional
        Of the query.
    reach : positive integer, optional
        How many times sigma the noise is kept.

    Raises
    ------
    ParameterError
        If the parameter is not rational, positive and finite, or the sensitivity not a positive integer.
    """

    has_edges: ClassVar[bool] = False  # type: ignore[assignment]
    variance: Fraction
    sensitivity: int = 1
    reach: int = _REACH

    def __post_init__(self) -> None:
        sensitivity = checked_fraction(SENSITIVITY, self.sensitivity)
        if sensitivity.denominator != 1:
            raise ParameterError("sensitivity of an integer-valued query", "a positive integer", self.sensitivity)
        object.__setattr__(self, "variance", checked_fraction(SCALE, self.variance))
        object.__setattr__(self, "sensitivity", int(sensitivity))

    @cached_property
    def last(self) -> int:
        """The greatest noise that is kept."""
        return math.isqrt(int(self.reach**2 * self.variance)) + 2 * self.sensitivity + 1

    def kept_near(self) -> DiscreteGaussianLoss:
        """Return the same loss of fewer values: what is left out still has less than e^-800 of the mass."""
        return replace(self, reach=_NEAR)

    def _loss(self, k: int) -> Fraction:
        return Fraction(self.sensitivity * (self.sensitivity - 2 * k)) / (2 * self.variance)

    @cached_property
    def positions(self) -> list[Fraction]:  # type: ignore[override]
        """The lowest loss, the next one, and the greatest, in nats: enough for the lattice."""
        return [self._loss(self.last), self._loss(self.last - 1), self._loss(-self.last)]

    @property
    def size(self) -> int:
        return 2 * self.last + 1

    def terms(self) -> Terms:
        if self.last > _MOST_TERMS:
            raise UndecidedError("discrete Gaussian noise has too many values to be listed")
        norm, half = self._norm(), 1 / (2 * ball_of(self.variance))
        return {self._loss(k): ((-half * k * k).exp() / norm, arb(0)) for k in range(-self.last, self.last + 1)}

    def mass(self, k: int) -> arb:
        """Return the mass of the noise at an integer."""
        return (-arb(k * k) / (2 * ball_of(self.variance))).exp() / self._norm()

    def _norm(self) -> arb:
        return (2 * arb.pi() * ball_of(self.variance)).sqrt() * self._theta(acb(0)).real

    def infinite_mass(self) -> arb:
        return arb(0).union(self._rest(arb(0)))

    def _rest(self, c: arb) -> arb:
        """Return a bound of the share of M(c) that is left out on both sides."""
        variance = ball_of(self.variance)
        far = self.last + 1 - c * self.sensitivity
        if not far > 0:
            raise UndecidedError("the abscissa is too far out for discrete Gaussian noise")
        return arb((2 * ((1 - 4 * far * far) / (8 * variance)).exp() / (1 - (-far / variance).exp())).upper())

    def finite_masses(self) -> tuple[arb, arb]:
        return arb(1), arb(1)

    def behind(self, c: arb) -> arb:
        return self.at(c)

    def log_behind(self, c: float) -> float:
        return self.log_mgf(c) + c * float(self.positions[-1])

    def log_mgf(self, c: float) -> float:
        ratio = float(self.sensitivity**2 / self.variance)
        return (c * c + c) * ratio / 2 - c * float(self.positions[-1])

    def _theta(self, x: acb) -> acb:
        """Return Theta at x, whose imaginary part is at most pi sigma^2 but for rounding."""
        variance, total = ball_of(self.variance), acb(1)
        base, turn = -2 * arb.pi() ** 2 * variance, 2 * acb(0, 1) * arb.pi() * x
        bits, m = ctx.prec * math.log(2) + 4, 0
        fall = 2 * math.pi**2 * float(self.variance)
        while fall * (m * m - m) <= bits or m < 2:
            m += 1
            total += (base * m * m + m * turn).exp() + (base * m * m - m * turn).exp()
        rest = (-arb(fall) * (m * m + m) * arb("0.999")).exp() * 4 / (1 - (-arb(fall)).exp())
        return total + acb(arb(0, rest.upper()), arb(0, rest.upper()))

    def split(self, z: acb) -> tuple[acb, acb]:
        return self._value(z, *self._on_axis(z.real)), acb(0)

    def _value(self, z: acb, whole: arb, slack: acb) -> acb:
        variance, shift = ball_of(self.variance), self.sensitivity
        step = shift / variance
        exact = (z.imag * step / (2 * arb.pi()) + arb(1) / 2).floor().unique_fmpz()
        turns = round(float((z.imag * step).mid()) / (2 * math.pi)) if exact is None else int(exact)
        near = acb(z.real, z.imag - 2 * arb.pi() * turns / step) if turns else z
        value = ((near * near + near) * (shift * shift / (2 * variance))).exp() * self._theta(near * shift)
        sign = -1 if turns % 2 and shift % 2 else 1
        return sign * value / whole + slack

    def _on_axis(self, c: arb) -> tuple[arb, acb]:
        """Return Theta at 0, and what is left out of the moments at an abscissa."""
        shift, whole = self.sensitivity, self._theta(acb(0)).real
        height = ((c * c + c) * (shift * shift / (2 * ball_of(self.variance)))).exp() * self._theta(acb(c * shift))
        slack = arb(0, (height.real * self._rest(c) / whole).upper())
        return whole, acb(slack, slack)

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        axis = self._on_axis(c)
        return [self._value(acb(c, step * k), *axis) for k in range(start, start + count)]

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        return _NODE * count

    def decay(self, c: float) -> Callable[[arb], arb]:
        whole = abs(self.split(acb(arb(c)))[0]).upper()
        return lambda height: arb(whole)

    def revivals(self, c: arb) -> Stretches:
        return _Wrapped(self, c)


class _Wrapped(Stretches):
    """The wrapped normal density that bounds the moments on a stretch."""

    def __init__(self, loss: DiscreteGaussianLoss, c: arb) -> None:
        variance = ball_of(loss.variance)
        self.height: arb = abs(loss.split(acb(c))[0])
        whole = loss._theta(acb(c * loss.sensitivity)).real
        self._turns, self._fall = loss.sensitivity / variance / (2 * arb.pi()), -2 * variance * arb.pi() ** 2
        # of the images but the nearest the m-th on either side is farther away than 2m - 1 half turns
        others = 2 * (self._fall / 4).exp() / -(2 * self._fall).expm1()
        self._share, self._slack = 1 / whole, others / whole + loss._rest(c) * 2

    def ratio(self, low: arb, high: arb, inverse: arb) -> arb:
        turns = self._turns * low, self._turns * high
        before, after = (turn.floor().unique_fmpz() for turn in turns)
        if before is None or before != after:
            return arb(1)
        place = min(turns[0] - before, before + 1 - turns[1], key=lambda turn: float(turn.mid()))
        return ((self._fall * place * place).exp() * self._share + self._slack).min(arb(1))
