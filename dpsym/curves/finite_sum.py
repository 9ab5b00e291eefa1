r"""delta of a loss of atoms and edges as the finite sum that it is: binomial, multinomial, or of residues.

The composed loss has :math:`M(z) = \sum_\lambda e^{z\lambda} \sum_m W_{m\lambda} (2z+1)^{-m}`, so that

.. math:: \delta(\varepsilon) = \sum_{\lambda > \varepsilon} \sum_m W_{m\lambda}\,k_m(\lambda - \varepsilon)

with the residues k_m of `kernel`; for randomized response these are the binomial probabilities times
:math:`1 - e^{\varepsilon - \lambda}`. No contour and no saddle point: the second road to the numbers of `line` and `lattice`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, repeat

from flint import arb, arb_poly

from dpsym.curves.kernel import kernels
from dpsym.curves.pieces import Pieces, PiecewiseLoss, lattice_of
from dpsym.errors import UndecidedError

_MOST_PRODUCTS = 300_000

Table = dict[Fraction, arb_poly]


class FiniteSum:
    """The positions of a composed loss, each with its polynomial in 1/(2z + 1), at the working precision.

    Parameters
    ----------
    parts : pairs of PiecewiseLoss and int
        The composition.

    Raises
    ------
    UndecidedError
        If the positions are too many to be listed.
    """

    def __init__(self, parts: Pieces) -> None:
        self.table: Table = {Fraction(0): arb_poly([1])}
        for loss, count in parts:
            self.table = _product(self.table, _power(loss, count))

    @staticmethod
    def size(parts: Pieces) -> int:
        """Return about how many products of polynomials are to be formed, times their degree."""
        products = 1
        for loss, count in parts:
            places = loss.positions()
            positions = 1 + count * (places[-1] - places[0]) / lattice_of(((loss, count),))[1]
            products *= int(positions if len(places) == 2 else positions * positions)
        return products * (1 + sum(count for loss, count in parts if loss.has_edges()))

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss."""
        total = arb(0)
        for place, weights in self.table.items():
            if place > eps:
                terms = weights.coeffs()
                pairs = zip(terms, kernels(place - eps, len(terms)), strict=True)
                total += sum((weight * kernel for weight, kernel in pairs), arb(0))
        return total


def _power(loss: PiecewiseLoss, count: int) -> Table:
    base = {
        place: arb_poly(list(pair) if pair[1] != 0 else [pair[0]]) for place, pair in loss.terms().items()
    }
    if len(base) == 2:
        return _binomial(base, count)
    result: Table = {Fraction(0): arb_poly([1])}
    for digit in bin(count)[2:]:
        result = _product(result, result)
        if digit == "1":
            result = _product(result, base)
    return result


def _binomial(base: Table, count: int) -> Table:
    (low, downs), (high, ups) = sorted(base.items())
    if count * (ups.length() + downs.length() - 2) * count > 100 * _MOST_PRODUCTS:
        raise UndecidedError(f"the finite sum has too many terms for {count} compositions")
    rising = list(accumulate(repeat(ups, count), lambda left, right: left * right, initial=arb_poly([1])))
    falling = list(accumulate(repeat(downs, count), lambda left, right: left * right, initial=arb_poly([1])))
    result, binomial = {}, arb(1)
    for i in range(count + 1):
        result[count * low + i * (high - low)] = binomial * rising[i] * falling[count - i]
        binomial = binomial * (count - i) / (i + 1)
    return result


def _product(first: Table, second: Table) -> Table:
    if len(first) * len(second) > _MOST_PRODUCTS:
        raise UndecidedError("the finite sum has too many terms")
    if len(first) == 1 and Fraction(0) in first:
        (factor,) = first.values()
        return {place: factor * other for place, other in second.items()}
    result: Table = {}
    for place, left in first.items():
        for other, right in second.items():
            term = left * right
            result[place + other] = result[place + other] + term if place + other in result else term
    return result
