"""Two laws on a finite space, and the divergences between them by exact and by accurately rounded sums.

Convention: where P is not absolutely continuous with respect to Q, every divergence of order 1 and above is
infinite; for orders in (0, 1) the sum is over the common support.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from numbers import Rational, Real

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.numeric.cells import Cells
from mechanisms.numeric.divergence import Level, TwoLaws
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.interface import Divergences
from mechanisms.numeric.kernels import Kernel, LogLaws
from mechanisms.numeric.panels import NOTHING, LogIntegral, log_add, log_sum
from mechanisms.validate import Array, integer, probability, scalar_or_array
from mechanisms.validate import order as check_order

_EPS = float(np.finfo(float).eps)
_SUM_TOLERANCE = Fraction(1, 10**12)
# Exact moments of integer order have numbers of this many bits at most; beyond, logarithms are used.
_MOST_BITS = 50_000


@dataclass(frozen=True, init=False)
class FinitePair(TwoLaws):
    r"""Two laws P and Q on a finite space, given by their masses.

    Parameters
    ----------
    p, q : sequence of Fraction, int or float
        Masses of the outcomes 0, 1, ..., n - 1. Fractions and integers are kept; they must sum to 1 exactly.
        Floats may miss 1 by 1e-12: they count as the dyadic rationals that they are, divided by their exact
        sum.

    Raises
    ------
    ParameterError
        If a mass is negative or not a finite number, the masses do not sum to 1, or the lengths differ.
    """

    p: tuple[Fraction, ...]
    q: tuple[Fraction, ...]
    _rational: bool = field(init=False, repr=False, compare=False)

    def __init__(self, p: Iterable[Fraction | float], q: Iterable[Fraction | float]) -> None:
        masses_p, exact_p = _masses("p", p)
        masses_q, exact_q = _masses("q", q)
        if len(masses_p) != len(masses_q):
            raise ParameterError("q", f"as long as p ({len(masses_p)} masses)", f"{len(masses_q)} masses")
        object.__setattr__(self, "p", masses_p)
        object.__setattr__(self, "q", masses_q)
        object.__setattr__(self, "_rational", exact_p and exact_q)

    @property
    def _escapes(self) -> bool:
        return any(a > 0 and b == 0 for a, b in zip(self.p, self.q, strict=True))

    @cached_property
    def _laws(self) -> LogLaws:
        common = [(a, b) for a, b in zip(self.p, self.q, strict=True) if a > 0 or b > 0]
        log_p, log_q = (np.array([_log(pair[i]) for pair in common]) for i in (0, 1))
        loss = np.array([_log_ratio(a, b) for a, b in common])
        noise = [4 * _EPS * np.where(np.isfinite(part), np.abs(part), 0.0) for part in (log_p, log_q, loss)]
        return LogLaws(log_p, log_q, loss, *noise)

    def _total(self, kernel: Kernel, level: Level | None = None) -> LogIntegral:
        laws = self._laws
        if level is not None:
            value, noise = level(laws)
            laws = LogLaws(*(part[value > -noise] for part in laws))
        exponent, log_noise = kernel(laws)
        top = float(np.max(exponent, initial=-np.inf))
        rounding = float(log_sum(log_noise))
        if math.isinf(top):
            return NOTHING._replace(value=top, rounding=rounding)
        total = top + math.log(math.fsum(np.exp(exponent - top)))
        return LogIntegral(total, -math.inf, log_add(rounding, total + math.log(4 * _EPS)))

    def _cells(self, most: int) -> Cells:
        # Half a unit in the last place for a mass, and the least float in case that it underflows.
        masses = [np.array([float(mass) for mass in law]) for law in (self.p, self.q)]
        kept = (masses[0] > 0) | (masses[1] > 0)
        loss = np.array([_log_ratio(a, b) for a, b in zip(self.p, self.q, strict=True)])[kept]
        spread = 4 * _EPS * np.where(np.isfinite(loss), np.abs(loss), 0.0)
        return Cells(masses[0][kept], masses[1][kept], loss - spread, loss + spread, 1e-300, 1e-300, _EPS)

    def renyi(self, order: float) -> Estimate:
        alpha = check_order(order)
        if self._rational and 2 <= alpha < math.inf and alpha.is_integer() and not self._escapes:
            bits = max(max(x.numerator.bit_length(), x.denominator.bit_length()) for x in (*self.p, *self.q))
            if bits * alpha <= _MOST_BITS:
                value = _log(Fraction(self.renyi_moment(int(alpha)))) / (alpha - 1)
                return Estimate(value, 8 * _EPS * value)
        return super().renyi(alpha)

    renyi.__doc__ = Divergences.renyi.__doc__

    def tradeoff(self, type_one: float | Fraction) -> Estimate:
        r"""Trade-off function at a type I error, from the exact Neyman-Pearson test; see :class:`Divergences`.

        Parameters
        ----------
        type_one : float or Fraction
            The type I error t, in [0, 1]; a float counts as the dyadic rational that it is.
        """
        value = float(self.tradeoff_exact(_exact_probability("type_one", type_one)))
        return Estimate(value, math.ulp(value))

    def tradeoff_exact(self, type_one: Fraction) -> Fraction:
        r"""Exact type II error of the best test of P against Q at a rational type I error.

        P is rejected on the outcomes of least p/q, at random on the last of them.

        Parameters
        ----------
        type_one : Fraction or int
            The type I error t, in [0, 1].
        """
        if isinstance(type_one, bool) or not isinstance(type_one, Rational) or not 0 <= type_one <= 1:
            raise ParameterError("type_one", "a Fraction in [0, 1]", type_one)
        level, missed = Fraction(type_one), Fraction(0)
        outcomes = [(a, b) for a, b in zip(self.p, self.q, strict=True) if b > 0]
        for a, b in sorted(outcomes, key=lambda pair: Fraction(pair[0]) / Fraction(pair[1])):
            spent = min(Fraction(a), level)
            level -= spent
            missed += Fraction(b) * (1 - spent / Fraction(a)) if a > 0 else Fraction(0)
        return missed

    def renyi_moment(self, order: int) -> Fraction | float:
        r"""Exact moment :math:`\sum_i p_i^\alpha q_i^{1-\alpha}` of a positive integer order.

        Parameters
        ----------
        order : int
            The order alpha, at least 1.

        Returns
        -------
        Fraction
            The moment, or the float inf where P puts mass on an outcome without mass under Q and `order` is
            above 1.
        """
        power = integer("order", order, 1, rule="a positive integer")
        if power > 1 and self._escapes:
            return math.inf
        terms = (a * (a / b) ** (power - 1) for a, b in zip(self.p, self.q, strict=True) if a > 0 and b > 0)
        return sum(terms, Fraction(0)) if power > 1 else Fraction(1)

    def hockey_stick_factor(self, factor: Fraction) -> Fraction:
        r"""Exact hockey-stick divergence :math:`\sum_i (p_i - f q_i)_+` for a rational factor.

        Parameters
        ----------
        factor : Fraction or int
            The factor f, which stands for e^eps; non-negative.
        """
        if isinstance(factor, bool) or not isinstance(factor, Rational) or factor < 0:
            raise ParameterError("factor", "a non-negative Fraction or integer", factor)
        exact = Fraction(factor)
        gains = (Fraction(a) - exact * Fraction(b) for a, b in zip(self.p, self.q, strict=True))
        return sum((gain for gain in gains if gain > 0), Fraction(0))

    def max_divergence(self) -> Estimate:
        r"""Max divergence, of order infinity: the largest :math:`\log(p_i/q_i)` where p_i is positive."""
        if self._escapes:
            return Estimate(math.inf, 0.0)
        value = float(np.max(self._laws.loss))
        return Estimate(value, 4 * _EPS * abs(value))

    def privacy_loss(self, outcome: npt.ArrayLike) -> float | Array:
        r"""Privacy loss :math:`\log(p_i/q_i)`.

        Parameters
        ----------
        outcome : int or array of int, any shape
            Outcomes i, from 0 to n - 1.

        Returns
        -------
        float or array of the shape of `outcome`
            Natural logarithm; inf where only q vanishes, -inf where only p does, NaN where both do.
        """
        places = np.asarray(outcome)
        if places.dtype.kind not in "iu" or (places < 0).any() or (places >= len(self.p)).any():
            raise ParameterError("outcome", f"an integer from 0 to {len(self.p) - 1}, or an array of them", outcome)
        losses = np.array([_log_ratio(a, b) for a, b in zip(self.p, self.q, strict=True)])
        return scalar_or_array(losses[places])

    def reversed(self) -> FinitePair:
        """Return the pair with P and Q exchanged."""
        return FinitePair(self.q, self.p)


def bernoulli_pair(p: float | Fraction, q: float | Fraction) -> FinitePair:
    """Return the laws of a bit that is 1 with probability `p` and `q`, with masses in the order (0, 1).

    Parameters
    ----------
    p, q : float or Fraction
        Probabilities in [0, 1]; a float counts as the dyadic rational that it is.

    Raises
    ------
    ParameterError
        If a probability is not a number in [0, 1].
    """
    return FinitePair(*((1 - one, one) for one in (_exact_probability("p", p), _exact_probability("q", q))))


def _exact_probability(name: str, value: float | Fraction) -> Fraction:
    rounded = probability(name, value)
    exact = value if isinstance(value, Fraction) else Fraction(rounded)
    if exact > 1:  # by less than a float can tell
        raise ParameterError(name, "a probability in [0, 1]", value)
    return exact


def _masses(name: str, given: Iterable[object]) -> tuple[tuple[Fraction, ...], bool]:
    """Check masses; return them as fractions that sum to 1, and whether they were given as rationals."""
    rule = "a non-empty sequence of non-negative finite masses"
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise ParameterError(name, rule, given)
    masses, rational = [], True
    for mass in given:
        if isinstance(mass, (bool, np.bool_)) or not isinstance(mass, Real):
            raise ParameterError(name, rule, mass)
        if not math.isfinite(mass) or mass < 0:
            raise ParameterError(name, rule, mass)
        if isinstance(mass, Rational):
            masses.append(Fraction(int(mass.numerator), int(mass.denominator)))
        else:
            masses.append(Fraction(float(mass)))
            rational = False
    if not masses:
        raise ParameterError(name, rule, given)
    total = sum(masses, Fraction(0))
    if rational and total != 1:
        # Python refuses to print integers of thousands of digits.
        short = total.denominator.bit_length() < 1000
        raise ParameterError(name, "masses that sum to exactly 1", total if short else float(total))
    if abs(total - 1) > _SUM_TOLERANCE:
        raise ParameterError(name, "masses that sum to 1 within 1e-12", float(total))
    return tuple(mass / total for mass in masses), rational


def _log(x: Fraction) -> float:
    """Natural logarithm of a non-negative fraction of any size, to a few units in the last place."""
    if x == 0:
        return -math.inf
    if abs(x - 1) < Fraction(1, 2):
        return math.log1p(float(x - 1))
    shift = x.numerator.bit_length() - x.denominator.bit_length()
    return math.log(float(x / Fraction(2) ** shift)) + shift * math.log(2)


def _log_ratio(a: Fraction, b: Fraction) -> float:
    """Natural logarithm of a/b; infinite where one vanishes, NaN where both do."""
    if b == 0:
        return math.nan if a == 0 else math.inf
    return _log(a / b)
