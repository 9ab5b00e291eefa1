r"""delta of a loss of atoms and edges as the finite sum that it is: binomial, multinomial, or of residues.

The composed loss has :math:`M(z) = \sum_\lambda e^{z\lambda} \sum_m W_{m\lambda} (2z+1)^{-m}`, so that

.. math:: \delta(\varepsilon) = \sum_{\lambda > \varepsilon} \sum_m W_{m\lambda}\,k_m(\lambda - \varepsilon)

with the residues k_m of `kernel`; for randomized response these are the binomial probabilities times
:math:`1 - e^{\varepsilon - \lambda}`. No contour and no saddle point: the second road to the numbers of `line` and `lattice`.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import comb, floor

from flint import arb, arb_poly, ctx

from dpsym.curves.effort import Effort
from dpsym.curves.kernel import Residues
from dpsym.curves.loss import ball_of
from dpsym.curves.pieces import Pieces, PiecewiseLoss, lattice_of

Table = dict[Fraction, arb_poly]
_SHARE = 0.75  # of the working precision that a difference may be left with
_MOST_BITS = 512
_FEW, _MOST_LOWERED = 1000, 64  # sets that need no better bound, and runs whose sets are counted
_NEXT = 8  # steps of the lattice below the first threshold that are listed with it: a search looks on either side
_TERM = 5  # units of work, with its kernel
_ONE: Table = {Fraction(0): arb_poly([1])}


class FiniteSum:
    """The positions of a composed loss above a threshold, each with its polynomial in 1/(2z + 1).

    Parameters
    ----------
    parts : pairs of PiecewiseLoss and int
        The composition.
    effort : Effort
        The work that is left.
    least : Fraction
        The least threshold that is asked for first; for smaller ones the positions are listed anew.

    Raises
    ------
    UndecidedError
        If the positions are too many to be listed.
    """

    def __init__(self, parts: Pieces, effort: Effort, least: Fraction) -> None:
        self.parts, self.effort = parts, effort
        self._kernels: dict[Fraction, Residues] = {}
        # the weights of edges have alternating signs: their sums lose about a bit a run
        self._more = min(_MOST_BITS, sum(count for loss, count in parts if loss.has_edges))
        with ctx.workprec(ctx.prec + self._more):
            self._list(least - _NEXT * lattice_of(parts)[1])

    def _list(self, least: Fraction) -> None:
        self.effort.spend(self.size(self.parts, least))
        table, self.least = _ONE, least
        left = sum(count * loss.positions[-1] for loss, count in self.parts)
        for loss, count in self.parts:
            left -= count * loss.positions[-1]
            table = _product(table, _power(loss, count, least - left - max(table)), least - left)
        self.table: Table = dict(sorted(table.items()))
        self._sums: tuple[list[Fraction], list[arb], list[arb]] | None = None

    @staticmethod
    def size(parts: Pieces, least: Fraction) -> int:
        """Return about how many products of polynomials are to be formed, times their degree."""
        products, degree = 1, sum(count for loss, count in parts if loss.has_edges)
        room = sum(count * loss.positions[-1] for loss, count in parts) - least
        for loss, count in parts:
            places = loss.positions
            step = lattice_of(((loss, count),))[1]
            positions = 1 + floor(min(count * (places[-1] - places[0]), max(room, Fraction(0))) / step)
            products *= positions if loss.size == 2 else positions * positions
        return _lowered(parts, room, products) * (1 + degree)

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss."""
        with ctx.workprec(ctx.prec + self._more):
            return self._delta(eps)

    def _delta(self, eps: Fraction) -> arb:
        if eps < self.least:
            self._list(eps - (self.least - eps))  # and as much further down: the search is about to look there
        self.effort.spend(_TERM * sum(weights.length() for weights in self.table.values()))
        total = self._by_sums(eps)
        if total.rel_accuracy_bits() >= ctx.prec * _SHARE:
            return total
        total = arb(0)
        for place in reversed(self.table):
            if place <= eps:
                break
            if place not in self._kernels:
                self._kernels[place] = Residues(self.table[place].coeffs())
            total += self._kernels[place].at(place - eps)
        return total

    def _by_sums(self, eps: Fraction) -> arb:
        r"""Return delta where all weights are numbers, by two sums over the positions above, which serve every threshold.

        .. math:: \delta(\varepsilon) = \sum_{x > \varepsilon} w_x - e^\varepsilon \sum_{x > \varepsilon} w_x e^{-x}

        A difference of two numbers that are nearly the same, where only positions next to the threshold are left, has few digits; of
        other weights there is none.
        """
        if self._sums is None:
            first, second = [arb(0)], [arb(0)]
            simple = all(weights.length() <= 1 for weights in self.table.values())
            for place in reversed(self.table) if simple else ():
                weight = self.table[place][0]
                first.append(first[-1] + weight)
                second.append(second[-1] + weight * (-ball_of(place)).exp())
            self._sums = list(self.table), first, second
        places, first, second = self._sums
        above = len(places) - bisect_right(places, eps)
        return first[above] - ball_of(eps).exp() * second[above] if above < len(first) else arb("nan")


def _lowered(parts: Pieces, room: Fraction, known: int) -> int:
    """Return a bound of how many sets of runs of two positions may be at the lower one where so much room is left, or a known one."""
    if known < _FEW or any(loss.size != 2 for loss, _ in parts):
        return known
    gaps = sorted((loss.positions[-1] - loss.positions[0], count) for loss, count in parts)
    most, total = 0, sum(count for _, count in gaps)
    for gap, count in gaps:
        fit = min(count, max(0, floor(room / gap)))
        most, room = most + fit, room - fit * gap
        if fit < count:
            break
    return min(known, sum(comb(total, j) for j in range(most + 1))) if most < _MOST_LOWERED else known


def _power(loss: PiecewiseLoss, count: int, least: Fraction) -> Table:
    """Return the positions above a threshold of so many draws."""
    base = {place: arb_poly(list(pair) if pair[1] != 0 else [pair[0]]) for place, pair in loss.terms().items()}
    if len(base) == 1:
        ((place, weight),) = base.items()
        return {count * place: weight**count}
    if len(base) == 2:
        return _binomial(base, count, least)
    result, top, done = _ONE, loss.positions[-1], 0
    for digit in bin(count)[2:]:
        done = 2 * done
        result = _product(result, result, least - (count - done) * top)
        if digit == "1":
            done += 1
            result = _product(result, base, least - (count - done) * top)
    return result


def _binomial(base: Table, count: int, least: Fraction) -> Table:
    (low, downs), (high, ups) = sorted(base.items())
    most = min(count, max(0, floor((count * high - least) / (high - low))))  # draws of the lower position
    falling, rising = [arb_poly([1])], [ups ** (count - most)]
    for _ in range(most):
        falling.append(falling[-1] * downs)
        rising.append(rising[-1] * ups)
    binomial, place, result = arb(1), count * high, {}
    for i in range(most + 1):
        result[place] = binomial * rising[most - i] * falling[i]
        binomial, place = binomial * (count - i) / (i + 1), place - (high - low)
    return result


def _product(first: Table, second: Table, least: Fraction) -> Table:
    """Return the products at the positions above a threshold."""
    if first is _ONE:
        return {place: weights for place, weights in second.items() if place > least}
    result: Table = {}
    for place, left in first.items():
        for other, right in second.items():
            if place + other <= least:
                continue
            term = left * right
            result[place + other] = result[place + other] + term if place + other in result else term
    return result
