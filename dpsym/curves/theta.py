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
from itertools import accumulate, pairwise
from typing import ClassVar

from flint import acb, arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.pieces import PiecewiseLoss, Terms
from dpsym.curves.revivals import Stretches
from dpsym.errors import ParameterError, UndecidedError
from dpsym.parameters import SCALE, SENSITIVITY

_REACH, _NEAR = 200, 40  # standard deviations that are kept, and where no line is moved far out
_MOST_TERMS, _MOST_LISTED = 1 << 14, 1 << 18
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

    def kept_near(self, rare: float = -(_NEAR**2) / 2) -> DiscreteGaussianLoss:
        """Return the same loss of fewer values: what is left out still has less than a mass of exp(rare), or about as much."""
        return replace(self, reach=min(self.reach, math.ceil(math.sqrt(2 * max(-rare, 0.0)))))

    def _loss(self, k: int) -> Fraction:
        variance = self.variance
        return Fraction(self.sensitivity * (self.sensitivity - 2 * k) * variance.denominator, 2 * variance.numerator)

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
        masses = self._listed()[0]
        return {self._loss(k): (masses[abs(k)], arb(0)) for k in range(-self.last, self.last + 1)}

    def _listed(self) -> tuple[list[arb], list[arb]]:
        """Return the masses from 0 on, and the sums of the first ones, so many from as far out on as a query may move what is kept."""
        if ctx.prec not in self._known:
            if self.last > _MOST_LISTED:
                raise UndecidedError("discrete Gaussian noise has too many values to be summed")
            count = self.last + self.sensitivity + 1
            with ctx.workprec(ctx.prec + 2 * count.bit_length() + 8):
                half = 1 / (2 * ball_of(self.variance))
                mass, ratio, turn = 1 / self.norm(), (-half).exp(), (-2 * half).exp()
                masses = [mass]
                for _ in range(1, count):
                    mass, ratio = mass * ratio, ratio * turn
                    masses.append(mass)
            rising = [*reversed(masses), *masses[1:]]
            self._known[ctx.prec] = [+mass for mass in masses], list(accumulate(rising, initial=arb(0)))
        return self._known[ctx.prec]

    @cached_property
    def _known(self) -> dict[int, tuple[list[arb], list[arb]]]:
        return {}

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        """Return the masses between losses, of sums from the nearer end, so that small ones have as many digits as great ones."""
        last, shift = self.last, self.sensitivity
        sums, far = self._listed()[1], last + shift
        places = [last, *(self._last_above(cut) for cut in cuts), -last - 1]

        def between(low: int, high: int) -> arb:
            """Return the mass of the noise above one integer and up to another."""
            low, high = (low, high) if high <= 0 else (-high - 1, -low - 1)
            return sums[high + far + 1] - sums[low + far + 1] if high > low else arb(0)

        found = [(between(low, high), between(low - shift, high - shift)) for high, low in pairwise(places)]
        found[0] = found[0][0], found[0][1] + self.left_out()
        found[-1] = found[-1][0] + self.infinite_mass(), found[-1][1]
        return found

    def _last_above(self, cut: arb) -> int:
        """Return the greatest noise that is kept whose loss is not below a number, one below the least one for none.

        Raises
        ------
        UndecidedError
            If a loss cannot be told from the number.
        """
        half, step = Fraction(self.sensitivity, 2), self.variance / self.sensitivity
        if cut.is_exact():
            k = math.floor(half - step * as_fraction(cut))
        else:
            found = (ball_of(half) - ball_of(step) * cut).floor().unique_fmpz()
            if found is None:
                raise UndecidedError(f"a loss of discrete Gaussian noise cannot be told from {cut}")
            k = int(found)
        return min(max(k, -self.last - 1), self.last)

    def mass(self, k: int) -> arb:
        """Return the mass of the noise at an integer."""
        return (-arb(k * k) / (2 * ball_of(self.variance))).exp() / self.norm()

    def norm(self) -> arb:
        """Return what the exponentials add up to."""
        return (2 * arb.pi() * ball_of(self.variance)).sqrt() * self._theta(acb(0)).real

    def infinite_mass(self) -> arb:
        return arb(0).union(self._rest(arb(0)))

    def left_out(self) -> arb:
        return arb(0).union(self._rest(arb(1)))

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
