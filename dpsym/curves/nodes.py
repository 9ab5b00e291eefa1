"""A sum over the nodes of a contour, at one place or at many near one another."""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import acb, arb, arb_poly, ctx

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
            reach = _REACH / max(float(abs(u).upper()) for u, _ in kept)
            block = [start]
            for place in places[len(found) + 1 :]:
                if not place - start < 2 * reach:
                    break
                block.append(place)
            if len(block) < _FEWEST:
                found += [self.at(place) for place in block]
                continue
            middle = start + arb(reach)
            series, rest = _series(kept, middle, arb(reach), bits)
            errors = [
                (error + (rest + cut) * scale).upper()
                for error, scale in zip(self.errors, (1, middle + 1), strict=True)
            ]
            for place in block:
                value = series[0](place - middle), series[1](place - middle)
                found.append((_widened(value[0], errors[0]), _widened(value[1], errors[1])))
        return found

    def _kept(self, start: arb, bits: int) -> tuple[list[tuple[acb, acb]], arb]:
        """Return the nodes that matter from a place on, and a bound of what the others add to either function."""
        kept, cut, goal = [], arb(0), arb(2) ** -(bits + _SPARE)
        for u, weight in self.nodes:
            size = (u.real * start).exp() * abs(weight) * (1 + 1 / abs(u))
            if u.real <= 0 and size < goal:
                cut += size.upper()
            else:
                kept.append((u, weight))
        return kept, cut


def _series(nodes: list[tuple[acb, acb]], middle: arb, reach: arb, bits: int) -> tuple[tuple[arb_poly, arb_poly], arb]:
    """Return the series of both functions around a place, and a bound of what is left out within a distance."""
    terms = 8
    while terms * (math.log2(terms) - math.log2(math.e * _REACH)) < bits + _SPARE + 2 * _REACH:
        terms += 8
    firsts, seconds, rest = [arb(0)] * terms, [arb(0)] * terms, arb(0)
    for u, weight in nodes:
        part = (u * middle).exp() * weight
        length = abs(u) * reach
        rest += abs(part) * (1 + 1 / abs(u)) * (length.exp() * length**terms / arb.fac_ui(terms))
        second = part / u
        for k in range(terms):
            firsts[k] += part.real
            seconds[k] += second.real
            second, part = part / (k + 1), part * u / (k + 1)
    return (arb_poly(firsts), arb_poly(seconds)), rest.upper()


def _widened(value: arb, error: arb) -> arb:
    return value + arb(0, error.upper())
