"""Pairs of product laws: independent coordinates, each with its own pair of laws.

The privacy loss is the sum of the coordinates' losses, independent under P: Rényi divergences and cumulants add up.
What needs the law of the sum is bounded from both sides by cells of the coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import ClassVar

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.numeric.cells import Cells, coarsened, joined, split
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.interface import Divergences
from mechanisms.numeric.results import checked
from mechanisms.validate import Array, real
from mechanisms.validate import order as check_order

_EPS = float(np.finfo(float).eps)
# Cells of a coordinate: of two coordinates, and of more, which are joined pairwise.
_FINE, _COARSE = 20_000, 2_000


@dataclass(frozen=True)
class ProductPair(Divergences):
    r"""Two product laws :math:`P_1 \otimes \cdots \otimes P_n` and :math:`Q_1 \otimes \cdots \otimes Q_n`.

    Rényi and Kullback-Leibler divergences, cumulants, chi-squared and Hellinger are as accurate as those of the
    coordinates. The hockey-stick divergence, the trade-off function and the tail of the loss come from cells: their
    stated error is half the distance of a lower and an upper bound: some 1e-8 for two coordinates of moderate loss,
    1e-5 to 1e-3 for more.

    Parameters
    ----------
    pairs : sequence of Pair, CountablePair, FinitePair or ProductPair
        The pairs of laws of the coordinates.

    Raises
    ------
    ParameterError
        If there is no pair, or something else than a pair.
    """

    pairs: Sequence[Divergences]

    _resolution: ClassVar[float] = 1e-7

    def __post_init__(self) -> None:
        rule = "a non-empty sequence of pairs of laws"
        if not isinstance(self.pairs, Sequence) or not self.pairs:
            raise ParameterError("pairs", rule, self.pairs)
        flat: list[Divergences] = []
        for pair in self.pairs:
            if not isinstance(pair, Divergences):
                raise ParameterError("pairs", rule, pair)
            flat.extend(pair.pairs if isinstance(pair, ProductPair) else (pair,))
        object.__setattr__(self, "pairs", tuple(flat))

    def renyi(self, order: float) -> Estimate:
        alpha = check_order(order)
        return _total([pair.renyi(alpha) for pair in self.pairs])

    renyi.__doc__ = Divergences.renyi.__doc__

    def max_divergence(self) -> Estimate:
        """Max divergence: the suprema of the coordinates' losses add up."""
        return _total([pair.max_divergence() for pair in self.pairs])

    def chi_squared(self) -> Estimate:
        r"""Chi-squared divergence, :math:`\prod (1 + \chi^2_i) - 1`."""
        return reduce(lambda a, b: _one_plus(a, b, 1.0), (pair.chi_squared() for pair in self.pairs))

    def squared_hellinger(self) -> Estimate:
        r"""Squared Hellinger distance, :math:`1 - \prod (1 - H^2_i)`."""
        return reduce(lambda a, b: _one_plus(a, b, -1.0), (pair.squared_hellinger() for pair in self.pairs))

    def reversed(self) -> ProductPair:
        """Return the pair with P and Q exchanged."""
        return ProductPair([pair.reversed() for pair in self.pairs])

    def hockey_stick(self, eps: float) -> Estimate:
        level = real("eps", eps)
        if len(self.pairs) == 1:
            return self.pairs[0].hockey_stick(level)
        first, second = self._factors
        bottom, error = _excess(first, second, level)
        top, more = _excess(*self._dominating, level)
        return _between(max(bottom - error, 0.0), min(top + more, 1.0))

    hockey_stick.__doc__ = Divergences.hockey_stick.__doc__

    def loss_tail(self, threshold: float) -> Estimate:
        level = real("threshold", threshold)
        if len(self.pairs) == 1:
            return self.pairs[0].loss_tail(level)
        first, second = self._factors
        error, share = first.error_p + second.error_p, 1 + first.rounding + second.rounding
        bottom = _above(first, first.low, second, second.low, level, -1)
        top = _above(first, first.high, second, second.high, level, 1)
        return _between(max(bottom / share - error, 0.0), min(top * share + error, 1.0))

    loss_tail.__doc__ = Divergences.loss_tail.__doc__

    @property
    def _common_mass(self) -> Estimate:
        return reduce(_product, (pair._common_mass for pair in self.pairs))

    def _cumulants(self, n: int) -> tuple[Estimate, ...]:
        each = [pair._cumulants(n) for pair in self.pairs]
        return tuple(_total(list(of_one_order)) for of_one_order in zip(*each, strict=True))

    def _errors_of_test(self, threshold: float) -> tuple[Estimate, Estimate]:
        if len(self.pairs) == 1:
            return self.pairs[0]._errors_of_test(threshold)
        first, second = self._factors
        order = np.argsort(second.loss, kind="stable")
        with np.errstate(invalid="ignore"):
            gaps = threshold - first.loss
        # One and the same set of pairs of cells for both errors, however the comparison rounds.
        place = np.searchsorted(second.loss[order], np.where(np.isnan(gaps), -np.inf, gaps), side="left")
        spent = math.fsum(first.p * np.append(0.0, np.cumsum(second.p[order]))[place])
        missed = math.fsum(first.q * _suffix(second.q[order])[place])
        rounding = first.rounding + second.rounding + _EPS * len(order)
        return (
            Estimate(min(spent, 1.0), first.error_p + second.error_p + rounding * spent),
            Estimate(min(missed, 1.0), first.error_q + second.error_q + rounding * missed),
        )

    def _cells(self, most: int) -> Cells:
        return self.pairs[0]._cells(most) if len(self.pairs) == 1 else joined(*self._factors, most)

    @cached_property
    def _mirror(self) -> ProductPair:
        mirror = self.reversed()
        if len(self.pairs) > 1:
            mirror.__dict__["_factors"] = tuple(cells.swapped() for cells in self._factors)
        return mirror

    @cached_property
    def _factors(self) -> tuple[Cells, Cells]:
        """The cells of all coordinates but the last, and of the last."""
        if len(self.pairs) == 2:
            return self.pairs[0]._cells(_FINE), self.pairs[1]._cells(_FINE)
        # Equal coordinates are cut once.
        known = {id(pair): coarsened(pair._cells(_COARSE), _COARSE) for pair in self.pairs}
        parts = [known[id(pair)] for pair in self.pairs]
        return reduce(lambda a, b: joined(a, b, _COARSE), parts[:-1]), parts[-1]

    @cached_property
    def _dominating(self) -> tuple[Cells, Cells]:
        return split(self._factors[0]), split(self._factors[1])


def _total(parts: Sequence[Estimate]) -> Estimate:
    """Add estimates; infinite if one is."""
    if any(math.isinf(part.value) for part in parts):
        return Estimate(math.inf, 0.0)
    value = math.fsum(part.value for part in parts)
    return checked(value, math.fsum(part.error for part in parts) + 2 * math.ulp(value))


def _product(first: Estimate, second: Estimate) -> Estimate:
    value = first.value * second.value
    error = first.value * second.error + first.error * (second.value + second.error)
    return Estimate(value, error + math.ulp(value) if error or value < 1 else 0.0)


def _one_plus(first: Estimate, second: Estimate, sign: float) -> Estimate:
    """Return ``s ((1 + s a)(1 + s b) - 1)`` for non-negative a and b."""
    if math.isinf(first.value) or math.isinf(second.value):
        return Estimate(math.inf, 0.0)
    a, b = first.value, second.value
    value = a + b * (1 + sign * a)
    error = first.error * (1 + b) + second.error * (1 + a) + first.error * second.error
    return checked(value, error + 4 * math.ulp(value))


def _between(bottom: float, top: float) -> Estimate:
    value = bottom / 2 + top / 2
    return Estimate(value, max(top - value, value - bottom, 0.0) + math.ulp(value))


def _suffix(mass: Array) -> Array:
    """Return the sums of the masses from each place on, and 0 at the end."""
    return np.append(np.cumsum(mass[::-1])[::-1], 0.0)


def _above(first: Cells, losses: Array, second: Cells, others: Array, level: float, side: int) -> float:
    """Return the mass of P where the sum of the losses is above the level, its rounding to one side allowed for."""
    order = np.argsort(others, kind="stable")
    with np.errstate(invalid="ignore"):
        gaps = level - losses
        gaps = gaps - side * 4 * _EPS * (abs(level) + np.abs(gaps))
    place = np.searchsorted(others[order], np.where(np.isnan(gaps), -np.inf, gaps), side="right")
    return math.fsum(first.p * _suffix(second.p[order])[place])


def _excess(first: Cells, second: Cells, eps: float) -> tuple[float, float]:
    """Return the hockey-stick divergence of two sets of cells, and an estimate of its error."""
    order = np.argsort(second.loss, kind="stable")
    losses, own = second.loss[order], first.loss
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        gaps = eps - own
        place = np.searchsorted(losses, gaps, side="right")
        mass = first.p * _suffix(second.p[order])[place]
        log_price = eps + np.log(first.q) + np.log(_suffix(second.q[order]))[place]
        price = np.where(np.isneginf(log_price), 0.0, np.exp(np.minimum(log_price, 700.0)))
        gain = np.where(first.p > 0, np.maximum(mass - price, 0.0), 0.0)
    whole = math.fsum(mass)
    # What the masses of Q above the level are off by costs at most the mass of P there.
    of_q = min(math.exp(min(eps, 700.0)) * (first.error_q + second.error_q), whole)
    rounding = 2 * (first.rounding + second.rounding) + _EPS * len(losses)
    return math.fsum(gain), first.error_p + second.error_p + of_q + rounding * whole
