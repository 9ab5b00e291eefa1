"""A sum over the nodes of a contour, at one place or at many near one another."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from flint import acb, arb, arb_mat, arb_poly, ctx

_REACH = 6.0  # of the distance times the greatest node, on which one series serves
_FEWEST, _SPARE = 6, 8


@dataclass(frozen=True)
class Contour:
    """Nodes u with their weights, and bounds of the errors of the two functions.

    Parameters
    ----------
    nodes : list of (acb, acb)
        u, and what :math:`e^{ux}` is multiplied by for the distribution function; for the other one it is divided by u.
    errors : tuple of arb
        Of the distribution function, and of E(x - R)_+.
    bits : int
        The precision at which sums over the nodes are taken, of which some cancels.
    """

    nodes: list[tuple[acb, acb]]
    errors: tuple[arb, arb]
    bits: int
    known: dict[int, list[tuple[list[arb], list[arb]]]] = field(default_factory=dict, compare=False, repr=False)
    """The powers of the nodes over factorials, by how many there are."""

    def at(self, x: arb) -> tuple[arb, arb]:
        """Return Q(R <= x) and E(x - R)_+."""
        first = second = arb(0)
        with ctx.workprec(self.bits):
            for u, weight in self.nodes:
                part = (u * x).exp() * weight
                first, second = first + part.real, second + (part / u).real
            return _widened(first, self.errors[0]), _widened(second, self.errors[1])

    def near(self, places: list[arb], bits: int) -> list[tuple[arb, arb]]:
        r"""Return both functions at increasing places, by series around every few of them.

        What a node contributes beyond n terms is at most :math:`|w e^{ux}| (|u| d)^n e^{|u| d}/n!` at a distance d.
        """
        with ctx.workprec(self.bits):
            return self._near(places, bits)

    def _near(self, places: list[arb], bits: int) -> list[tuple[arb, arb]]:
        found: list[tuple[arb, arb]] = []
        while len(found) < len(places):
            start = places[len(found)]
            kept, cut = self._kept(start, bits)
            reach = _REACH / max(float(abs(self.nodes[k][0]).upper()) for k in kept)
            block = [start]
            for place in places[len(found) + 1 :]:
                if not place - start < 2 * reach:
                    break
                block.append(place)
            if len(block) < _FEWEST:
                found += [self.at(place) for place in block]
                continue
            middle = start + arb(reach)
            series, rest = self._series(kept, middle, arb(reach), bits)
            errors = [
                (error + (rest + cut) * scale).upper()
                for error, scale in zip(self.errors, (1, middle + 1), strict=True)
            ]
            for place in block:
                value = series[0](place - middle), series[1](place - middle)
                found.append((_widened(value[0], errors[0]), _widened(value[1], errors[1])))
        return found

    def _kept(self, start: arb, bits: int) -> tuple[list[int], arb]:
        """Return the nodes that matter from a place on, and a bound of what the others add to either function."""
        kept, cut, goal = [], arb(0), arb(2) ** -(bits + _SPARE)
        for k, (u, weight) in enumerate(self.nodes):
            size = (u.real * start).exp() * abs(weight) * (1 + 1 / abs(u)) if u.real <= 0 else goal
            if size < goal:
                cut += size.upper()
            else:
                kept.append(k)
        return kept, cut

    def _series(self, kept: list[int], middle: arb, reach: arb, bits: int) -> tuple[tuple[arb_poly, arb_poly], arb]:
        """Return the series of both functions around a place, and a bound of what is left out within a distance.

        The first is the derivative of the second, so that one set of coefficients serves.
        """
        terms = 8
        while terms * (math.log2(terms) - math.log2(math.e * _REACH)) < bits + _SPARE + 2 * _REACH:
            terms += 8
        powers = self._powers(terms)
        real, imaginary, rest, constant = [], [], arb(0), arb(0)
        for k in kept:
            u, weight = self.nodes[k]
            part = (u * middle).exp() * weight
            length = abs(u) * reach
            rest += abs(part) * (1 + 1 / abs(u)) * (length.exp() * length**terms / arb.fac_ui(terms))
            real.append(part.real)
            imaginary.append(part.imag)
            constant += (part / u).real
        sums = arb_mat([real]) * arb_mat([powers[k][0] for k in kept])
        sums -= arb_mat([imaginary]) * arb_mat([powers[k][1] for k in kept])
        firsts = sums.entries()
        seconds = [constant, *(each / k for k, each in enumerate(firsts[:-1], 1))]
        return (arb_poly(firsts), arb_poly(seconds)), rest.upper()

    def _powers(self, terms: int) -> list[tuple[list[arb], list[arb]]]:
        """Return the real and the imaginary parts of u^k/k! for every node, once."""
        if terms not in self.known:
            found = []
            for u, _ in self.nodes:
                power, real, imaginary = acb(1), [], []
                for k in range(1, terms + 1):
                    real.append(power.real)
                    imaginary.append(power.imag)
                    power *= u / k
                found.append((real, imaginary))
            self.known[terms] = found
        return self.known[terms]


def _widened(value: arb, error: arb) -> arb:
    return value + arb(0, error.upper())
