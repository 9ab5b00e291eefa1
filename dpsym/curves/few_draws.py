r"""delta of what a composition of a sampled loss has at few draws between the atoms, as a finite sum.

With M = A + B, A of the atoms and B of a density that is a polynomial on each of a few stretches, B is a sum of :math:`e^{za} S_a(1/z)` over their
ends a, and so is each term :math:`\binom nk A^{n-k} B^k`. The inverse transform of :math:`e^{za} z^{-m}/(z(z + 1))` at eps is, with s = a - eps,

.. math:: \sum_{N > m} (-1)^{N - 1 - m} \frac{s^N}{N!} \quad (s > 0), \qquad 0 \quad (s \le 0).
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

from flint import arb, arb_poly, ctx

from dpsym.curves.density import Density
from dpsym.curves.effort import Effort
from dpsym.curves.loss import ball_of
from dpsym.curves.sampled import SampledLoss
from dpsym.errors import UndecidedError

_FIRST_BITS, _GUARD_BITS, _MOST_BITS = 256, 48, 1 << 14
_TERM = 0.02  # units of work of a coefficient
_MOST_TERMS = 1 << 13
_NEAR = 1e-9  # nats, in which floats do not tell a place from the threshold

Key = tuple[int, ...]


class FewDraws:
    """The part of delta that has fewer draws between the atoms than a given number.

    Parameters
    ----------
    loss : SampledLoss
        One step, of a mechanism whose loss consists of atoms and edges.
    count : int
        The number of steps.
    draws : int
        Fewer than so many draws lie between the atoms.
    goal : arb
        The absolute error that is allowed.
    nats : float
        The relative error of the density that is allowed is exp(-nats).
    effort : Effort
        The work that is left.
    """

    def __init__(self, loss: SampledLoss, count: int, draws: int, goal: arb, nats: float, effort: Effort) -> None:
        self.loss, self.count, self.draws, self.goal, self.nats = loss, count, min(draws, count + 1), goal, nats
        self.effort = effort
        self._sum: _Sum | None = None

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold, with more digits until it is narrow enough.

        Raises
        ------
        UndecidedError
            If the work, or the digits, do not suffice.
        """
        bits = _FIRST_BITS if self._sum is None else self._sum.bits
        while bits <= _MOST_BITS:
            with ctx.workprec(bits):
                if self._sum is None or self._sum.bits < bits or eps < self._sum.least:
                    self._sum = _Sum(self, eps - abs(eps) / 64, bits)
                value = self._sum.delta(eps)
            if value.rad() <= self.goal:
                return value * arb(1, ((1 + self._sum.error) ** self.draws - 1).upper())
            lost = float((value.rad() / self.goal).log().mid()) / math.log(2) if value.is_finite() else bits
            bits += math.ceil(lost) + _GUARD_BITS
        raise UndecidedError("the sum over few draws between the atoms loses too many digits")


class _Sum:
    """The polynomials of a distance from a threshold, at the places above one threshold, with so many bits."""

    def __init__(self, asked: FewDraws, least: Fraction, bits: int) -> None:
        self.asked, self.least, self.bits = asked, least, bits
        loss, sign = asked.loss, 1 if asked.loss.direction == "remove" else -1
        density = Density(loss.base, loss.rate, sign, asked.nats)  # type: ignore[arg-type]
        self.error = density.error
        cuts = [cut for cut, (mass, _) in sorted(loss.base.terms().items()) if not mass.is_zero()]  # type: ignore[attr-defined]
        atoms = loss.listed_atoms()
        self.places, self._masses = [place for place, _ in atoms], [mass for _, mass in atoms]
        self._names = {cut: index for index, cut in enumerate(cuts)}
        self._shares = self._ends(density)
        self._floats = [float(place.mid()) for place in self.places]
        self._lay()

    def _ends(self, density: Density) -> dict[int, arb_poly]:
        """Return the polynomials S of 1/z, by the place at which the ends of stretches lie."""
        shares: dict[int, arb_poly] = {}
        for stretch in density.stretches:
            for side, cut, end in zip((-1, 1), (stretch.low, stretch.high), stretch.ends, strict=True):
                if cut not in self._names:
                    self._names[cut] = len(self.places)
                    self.places.append(density.place(cut))
                index, factor, terms = self._names[cut], arb(side * density.sign), [arb(0)]
                for k, coefficient in enumerate(end.coeffs()):
                    factor = factor * -k if k else factor
                    terms.append(coefficient * factor)
                shares[index] = shares.get(index, arb_poly([])) + arb_poly(terms)
        return shares

    def _lay(self) -> None:
        """Lay the polynomials at the places above the threshold."""
        asked, count = self.asked, self.asked.count
        draws: dict[Key, arb_poly] = {(0,) * len(self.places): arb_poly([1])}
        self.table: dict[Key, arb_poly] = {}
        length = 1 + (asked.draws - 1) * max(share.length() for share in self._shares.values())
        self._most = max(self._floats) * count - float(self.least) + _NEAR
        length = self._length(length)
        for k in range(asked.draws):
            atoms = _multinomial(self._masses, count - k)
            self._spend(len(atoms) * len(draws) * length)
            for one, share in draws.items():
                final = self._inverse(share * math.comb(count, k), length)
                for other, mass in atoms.items():
                    key = (*(a + b for a, b in zip(one, other, strict=False)), *one[len(other) :])
                    if self._is_above(key):
                        term = final * mass
                        self.table[key] = self.table[key] + term if key in self.table else term
            if k + 1 < asked.draws:
                draws = self._more(draws)

    def _spend(self, terms: int) -> None:
        """Take the work for so many coefficients from what is left."""
        self.asked.effort.spend(_TERM * terms)

    def _is_above(self, key: Key) -> bool:
        return sum(k * place for k, place in zip(key, self._floats, strict=True)) > float(self.least) - _NEAR

    def _more(self, draws: dict[Key, arb_poly]) -> dict[Key, arb_poly]:
        """Return the products with one more draw."""
        found: dict[Key, arb_poly] = {}
        for (key, share), (index, end) in product(draws.items(), self._shares.items()):
            place = tuple(a + b for a, b in zip(key, self._units_of(index), strict=True))
            term = share * end
            found[place] = found[place] + term if place in found else term
        return found

    def _units_of(self, index: int) -> Key:
        return tuple(int(k == index) for k in range(len(self.places)))

    def _length(self, length: int) -> int:
        """Return the number of terms beyond which what is left out is far below the first of what is missing."""
        most, size, more = max(self._most, 1e-300), 0.0, 0
        while size > -self.bits * math.log(2) or more < 2:
            more += 1
            size += math.log(most / (length + more))
            if length + more > _MOST_TERMS:
                raise UndecidedError("too many terms for few draws between the atoms")
        return length + more

    def _inverse(self, share: arb_poly, length: int) -> arb_poly:
        """Return the polynomial of s, with a ball for what its further terms come to."""
        terms, last, factor = [arb(0)], arb(0), arb(1)
        for place, coefficient in enumerate(share.coeffs() + [arb(0)] * (length - share.length()), 1):
            last = coefficient - last
            factor /= place
            terms.append(last * factor)
        most = arb(self._most)
        rest = abs(last) * factor * most ** (length + 1) / (length + 1) * most.exp()
        terms[0] = arb(0, rest.upper())
        return arb_poly(terms)

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold not below the least."""
        threshold, total = ball_of(eps), arb(0)
        self._spend(sum(share.length() for share in self.table.values()))
        for key, share in self.table.items():
            gap = sum((k * place for k, place in zip(key, self.places, strict=True)), -threshold)
            if gap < 0:
                continue
            value = share(gap)
            total += value if gap > 0 else value.union(arb(0))
        return total


def _multinomial(masses: list[arb], count: int) -> dict[Key, arb]:
    """Return the terms of a power of a sum, by how often each mass occurs."""
    if not masses:
        return {} if count else {(): arb(1)}
    found: dict[Key, arb] = {}
    first, *others = masses
    if not others:
        return {(count,): first**count}
    for k in range(count + 1):
        lead = math.comb(count, k) * first**k
        for key, mass in _multinomial(others, count - k).items():
            found[k, *key] = lead * mass
    return found
