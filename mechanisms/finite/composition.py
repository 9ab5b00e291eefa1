"""The exact law of the privacy loss on finitely many points, and its composition."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.validate import integer

_MOST_ATOMS = 1 << 16


@dataclass(frozen=True)
class LossAtoms:
    r"""The law of the privacy loss log(p/q) under P, by the ratios p/q, all of it rational.

    Outcomes of the same ratio are one atom, which changes no divergence. So k-fold randomized response has k + 1
    atoms, and hundreds of compositions stay exact.

    Parameters
    ----------
    atoms : tuple of (Fraction, Fraction)
        The finite positive ratios in increasing order, each with its mass under P.
    escaped : Fraction
        The mass of P where q vanishes, at ratio infinity.
    missed : Fraction
        The mass of Q where p vanishes, at ratio 0.
    """

    atoms: tuple[tuple[Fraction, Fraction], ...]
    escaped: Fraction
    missed: Fraction

    @classmethod
    def of_pair(cls, pair: FinitePair) -> LossAtoms:
        """Return the law of the loss of a pair; masses given as floats count as the dyadic rationals that they are."""
        masses: dict[Fraction, Fraction] = defaultdict(Fraction)
        escaped = missed = Fraction(0)
        for a, b in zip(pair.p, pair.q, strict=True):
            if a and b:
                masses[a / b] += a
            else:
                escaped, missed = escaped + a, missed + b
        return cls(tuple(sorted(masses.items())), escaped, missed)

    def compose(self, other: LossAtoms) -> LossAtoms:
        """Return the law of the sum of independent losses: the ratios multiply.

        Raises
        ------
        ParameterError
            If more than 65536 pairs of atoms would have to be multiplied.
        """
        if len(self.atoms) * len(other.atoms) > _MOST_ATOMS:
            raise ParameterError(
                "pairs of atoms to compose", f"at most {_MOST_ATOMS}", len(self.atoms) * len(other.atoms)
            )
        masses: dict[Fraction, Fraction] = defaultdict(Fraction)
        for ratio, mass in self.atoms:
            for factor, share in other.atoms:
                masses[ratio * factor] += mass * share
        escaped = 1 - (1 - self.escaped) * (1 - other.escaped)
        return LossAtoms(tuple(sorted(masses.items())), escaped, 1 - (1 - self.missed) * (1 - other.missed))

    def power(self, count: int) -> LossAtoms:
        """Return the law of the sum of `count` independent losses, by repeated squaring.

        Parameters
        ----------
        count : int
            How many, at least 1.
        """
        result: LossAtoms | None = None
        square, left = self, integer("count", count, 1, rule="a positive integer")
        while left:
            if left & 1:
                result = square if result is None else result.compose(square)
            left >>= 1
            square = square.compose(square) if left else square
        assert result is not None  # noqa: S101 - count is positive
        return result

    def hockey_stick_factor(self, factor: Fraction) -> Fraction:
        r"""Exact hockey-stick divergence at a rational :math:`f = e^\varepsilon`.

        .. math:: \delta = P[r = \infty] + \sum_{r > f} P[r]\,(1 - f/r)

        Parameters
        ----------
        factor : Fraction or int
            The factor f; non-negative.
        """
        if isinstance(factor, bool) or not isinstance(factor, (Fraction, Integral)) or factor < 0:
            raise ParameterError("factor", "a non-negative Fraction or integer", factor)
        exact = Fraction(factor) if isinstance(factor, Fraction) else Fraction(int(factor))
        return self.escaped + sum((m * (1 - exact / r) for r, m in self.atoms if r > exact), Fraction(0))

    def tail_factor(self, factor: Fraction) -> Fraction:
        """Exact probability under P that the ratio exceeds a rational, which is more than the hockey-stick divergence."""
        return self.escaped + sum((mass for ratio, mass in self.atoms if ratio > factor), Fraction(0))

    def greatest_ratio(self) -> Fraction | float:
        """Exact greatest ratio, the exponential of the max divergence; the float inf where mass escapes."""
        return math.inf if self.escaped else self.atoms[-1][0]

    def reversed(self) -> LossAtoms:
        """Return the law of the loss of Q from P, under Q."""
        return LossAtoms(tuple((1 / r, m / r) for r, m in reversed(self.atoms)), self.missed, self.escaped)
