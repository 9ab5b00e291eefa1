r"""The privacy loss of one step, known by its moment generating function.

For a pair (P, Q) the privacy loss is :math:`L = \log(p/q)` under P. A step contributes the function

.. math:: M(z) = E_P\left[e^{zL};\, L < \infty\right] = \int_{q > 0} p^{1+z} q^{-z},

which is entire for every family here, and the mass :math:`P(q = 0)` of an infinite loss.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar

from flint import acb, acb_mat, arb, arb_mat, ctx

from dpsym.ball import exact_fraction, to_fmpq
from dpsym.curves.revivals import Falling, Stretches
from dpsym.errors import UndecidedError
from dpsym.parameters import Parameter

_WORD = 16  # bits by which a precision is raised at once


class PrivacyLoss:
    """One step of a composition; a subclass gives the bounds, all of them at the working precision of flint."""

    has_cells: ClassVar[bool] = False
    """Whether `cells` and `bottom` are known."""

    is_heavy: bool = False
    """Whether losses too rare to matter may be what is greatest in the moments; `without` leaves them out then."""

    has_sharp_stretches: bool = False
    """Whether `revivals` look at all losses, so that of many runs they say where the moments are small."""

    @property
    def has_formula(self) -> bool:
        """Whether `cells` are a formula for one run, which is cheaper than a line."""
        return self.is_monotone

    @property
    def is_mirrored(self) -> bool:
        """Whether lines go up the moments of the pair the other way round, where those of this one are not known."""
        return False

    cancelling_bits: int = 0
    """How many bits of its terms are lost in the moments."""

    log_floor: float = -math.inf
    """About the logarithm of what the moments do not fall below, however far up a line; it certifies nothing."""

    is_monotone: ClassVar[bool] = False
    """Whether one place of the output decides about every threshold."""

    @property
    def about(self) -> Fraction:
        """Where a threshold of one step is looked for first."""
        return Fraction(1)

    def infinite_mass(self) -> arb:
        """Return the mass P(q = 0) of an infinite loss."""
        return arb(0)

    def greatest_loss(self) -> arb | None:
        """Return the essential supremum of the finite loss, in nats; None where there is none."""
        return None

    def span(self) -> arb | None:
        """Return the length of an interval that holds the finite loss; None where there is none."""
        return None

    def log_mgf(self, c: float) -> float:
        """Return about log M(c), less c times the greatest loss where there is one; it certifies nothing.

        Raises
        ------
        UndecidedError
            If the moments are not known, here as below.
        """
        raise UndecidedError(f"the moments of {self} are not known")

    def without(self, rare: float) -> tuple[PrivacyLoss, arb]:
        """Return the loss without what has, together, less than a mass of exp(rare) of P, or about as much, and that mass; here all of it."""
        return self, arb(0)

    def near(self, rare: float) -> PrivacyLoss:
        """Return the same loss, of which a mass of about exp(rare) more may be left out: its masses are balls that hold both ends."""
        return self

    def planned(self, rare: float, count: int) -> PrivacyLoss:
        """Return what a threshold of so many runs is guessed with where a mass of exp(rare) of P is too rare to matter; in floats alone."""
        return self.without(rare)[0]

    def finite_masses(self) -> tuple[arb, arb]:
        """Return the masses of P and of Q where neither vanishes, M(0) and M(-1), at the working precision."""
        return 1 - self.infinite_mass(), 1 - self.reversed().infinite_mass()

    def behind(self, c: arb) -> arb:
        """Return an upper bound of M(-1 - c) at an exact real point c >= 0, the moment of the pair (Q, P) at c.

        Raises
        ------
        UndecidedError
            If none is known.
        """
        raise UndecidedError(f"the moments of {self} are not known there")

    def log_behind(self, c: float) -> float:
        """Return about the logarithm of what `behind` returns, infinity where none is known; it certifies nothing."""
        return math.inf

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        """Return M(c + i k step) for k = start, ..., start + count - 1.

        Parameters
        ----------
        c : arb
            The abscissa, exact and not negative.
        step : arb
            The distance between two nodes, exact and positive.
        start, count : int
            The first node, and how many.
        nats : float
            The relative error that is wanted, compared with M(c), is exp(-nats).
        """
        raise UndecidedError(f"the moments of {self} are not known")

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        """Return what `on_line` costs for so many nodes up to a height, in units of `Effort`."""
        return 2.0 * count

    def at(self, c: arb) -> arb:
        """Return M(c) at an exact real point c >= 0."""
        return self.on_line(c, arb(1), 0, 1, ctx.prec * math.log(2))[0].real

    def decay(self, c: float) -> Callable[[arb], arb]:
        """Return a function of a height Y >= 0: an upper bound of abs(M(c + i y)) for all abs(y) >= Y."""
        raise UndecidedError(f"the moments of {self} are not known")

    def revivals(self, c: arb) -> Stretches:
        """Return bounds of the moments on stretches of the line through an abscissa, an exact number."""
        return Falling(self.at(c), self.decay(float(c)))

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        """Return the masses of P and of Q where the loss is below the first cut, between two of them, and above the last.

        Parameters
        ----------
        cuts : list of arb
            Increasing losses, in nats.

        Raises
        ------
        UndecidedError
            If they are not known of this loss.
        """
        raise UndecidedError(f"the masses of {self} between two losses are not known")

    def bottom(self, rare: arb, step: float) -> int:
        """Return the index of a loss on a lattice of so wide a step below which there is less than a rare mass of P."""
        raise UndecidedError(f"the losses of {self} have no known bottom")

    def reversed(self) -> PrivacyLoss:
        """Return the loss of the pair (Q, P); here, of a symmetric pair, the same."""
        return self


class ExchangedLoss(PrivacyLoss):
    """A loss whose moments behind the poles are those of the pair the other way round."""

    @cached_property
    def exchanged(self) -> PrivacyLoss:
        """The loss of the pair (Q, P), or one whose moments are not smaller."""
        return self.reversed()

    @cached_property
    def _exchanged_top(self) -> float:
        return float((self.exchanged.greatest_loss() or arb(0)).mid())

    def behind(self, c: arb) -> arb:
        return self.exchanged.at(c)

    def log_behind(self, c: float) -> float:
        return self.exchanged.log_mgf(c) + c * self._exchanged_top


def moment_at(loss: PrivacyLoss, c: arb) -> arb:
    """Return M(c), kept at an exact point with so many bits: neighbouring questions bound their aliases at the same points."""
    return _moment_at(loss, c, ctx.prec) if c.is_exact() else PrivacyLoss.at(loss, c)


@lru_cache(maxsize=256)
def _moment_at(loss: PrivacyLoss, c: arb, bits: int) -> arb:
    with ctx.workprec(bits):
        return PrivacyLoss.at(loss, c)


Parts = tuple[tuple[PrivacyLoss, int], ...]


def more_bits(parts: Parts) -> int:
    """Return how many more bits one run of a composition takes than all of them, rounded up, so that neighbours take as many."""
    bits = sum(count for _, count in parts).bit_length() + max(loss.cancelling_bits for loss, _ in parts)
    return _WORD * -(-bits // _WORD)


def checked_fraction(parameter: Parameter, value: object) -> Fraction:
    """Return a value of a parameter's domain as a Fraction.

    Raises
    ------
    ParameterError
        If it lies outside the domain or is not rational; a float is read as the decimal that it prints.
    """
    return exact_fraction(parameter.name, parameter.check(value))


def set_fractions(loss: PrivacyLoss, **parameters: Parameter) -> None:
    """Turn fields of a frozen loss into Fractions of the domains of these parameters.

    Raises
    ------
    ParameterError
        If one lies outside its domain or is not rational.
    """
    for name, parameter in parameters.items():
        object.__setattr__(loss, name, checked_fraction(parameter, getattr(loss, name)))


def ball_of(value: Fraction) -> arb:
    """Return a Fraction as a ball at the working precision."""
    return arb(to_fmpq(value))


def powers(base: acb, count: int) -> list[acb]:
    """Return the first powers of a number, by halves, so that rounding grows slowly."""
    found = [acb(1), base][:count]
    for k in range(2, count):
        found.append(found[k // 2] * found[k - k // 2])
    return found


def turned(points: list[tuple[arb, arb]], turn: acb, start: int, count: int, slack: acb) -> list[acb]:
    """Return the sums over points (x, weight) of weight e^(k turn x), k from a start on, each with a ball of slack around it.

    The turn is imaginary. The powers are a table of the middles of stretches times the cosines and sines of what is left to either side,
    about the root of the count each: real tables, of which a product has half as many factors as one of complex numbers.
    """
    if start + count == 1:  # at k = 0 the powers are 1
        return [acb(sum((weight for _, weight in points), arb(0))) + slack]
    half = math.isqrt(count) // 2 + 1
    width = 2 * half + 1
    stretches = -(-count // width)
    rows: list[list[acb]] = []
    columns: list[list[acb]] = []
    for place, weight in points:
        base = turn * place
        first = weight * (base * (start + half)).exp()
        rows.append([first * power for power in powers((base * width).exp(), stretches)])
        columns.append(powers(base.exp(), half + 1))
    real = arb_mat([[row[k].real for row in rows] for k in range(stretches)])
    imag = arb_mat([[row[k].imag for row in rows] for k in range(stretches)])
    cosines = arb_mat([[power.real for power in column] for column in columns])
    sines = arb_mat([[power.imag for power in column] for column in columns])
    left, right, up, down = real * cosines, imag * sines, imag * cosines, real * sines
    found = []
    for k in range(count):
        b, a = divmod(k, width)
        m, side = abs(a - half), (1 if a >= half else -1)
        found.append(acb(left[b, m] - side * right[b, m], up[b, m] + side * down[b, m]) + slack)
    return found


def complex_turned(points: list[tuple[acb, acb]], turn: acb, start: int, count: int, slack: acb) -> list[acb]:
    """Return what `turned` does, of complex points."""
    if start + count == 1:
        return [sum((weight for _, weight in points), acb(0)) + slack]
    width = math.isqrt(count) + 1
    rows, columns = [], []
    for place, weight in points:
        base = turn * place
        rows.append(
            [weight * (base * start).exp() * power for power in powers((base * width).exp(), -(-count // width))]
        )
        columns.append(powers(base.exp(), width))
    table = acb_mat([list(row) for row in zip(*rows, strict=True)]) * acb_mat(columns)
    return [table[k // width, k % width] + slack for k in range(count)]


def log_of(value: Fraction) -> float:
    """Return about the logarithm of a positive number, however large or small."""
    return math.log(value.numerator) - math.log(value.denominator) if value > 0 else -math.inf
