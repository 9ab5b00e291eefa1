"""Values at sample points, in floats: they steer the search away from what is false, and prove nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import sympy as sp
from flint import arb, ctx, fmpq

from dpsym.ball import to_fmpq
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError
from dpsym.prove.ratios import Poly
from dpsym.prove.tower import Tower

_RAYS = (fmpq(1, 300), fmpq(1, 9), fmpq(7, 10), fmpq(19, 10), fmpq(63, 10), fmpq(23), fmpq(90))
_SHARES = (fmpq(1, 500), fmpq(7, 100), fmpq(3, 10), fmpq(31, 50), fmpq(9, 10), fmpq(199, 200))
_MOST_POINTS = 36
_ROUNDING = 1e-11  # of the sum of the sizes of the terms: what is smaller has no certain sign


class Samples:
    """Sample points inside the domain of a tower, and the values of its generators there."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        axes = [_axis(*ends) for ends in tower.domain.values()]
        points = list(product(*axes))
        stride = max(1, len(points) // _MOST_POINTS) | 1
        self.points = [dict(zip(tower.domain, point, strict=True)) for point in points[::stride]]
        self._values: list[list[float]] = [[] for _ in self.points]

    def signs(self, poly: Poly) -> set[int]:
        """Return the signs that a polynomial takes at the points, as far as floats tell."""
        return {sign for _, sign in self._signs(poly)}

    def negative(self, poly: Poly) -> Iterator[dict[sp.Symbol, fmpq]]:
        """Yield the points where a polynomial seems to be negative."""
        yield from (point for point, sign in self._signs(poly) if sign < 0)

    def _signs(self, poly: Poly) -> Iterator[tuple[dict[sp.Symbol, fmpq], int]]:
        terms = [
            (float(arb(coefficient)), [(place, int(power)) for place, power in enumerate(powers) if power])
            for powers, coefficient in poly.to_dict().items()
        ]
        for point, values in zip(self.points, self._values, strict=True):
            self._extend(point, values)
            try:
                parts = [part * math.prod(values[place] ** power for place, power in powers) for part, powers in terms]
            except OverflowError:
                continue
            total, size = (math.fsum(parts) if all(map(math.isfinite, parts)) else math.nan, sum(map(abs, parts)))
            if abs(total) > _ROUNDING * size and size > 1e-280:
                yield point, 1 if total > 0 else -1

    def _extend(self, point: dict[sp.Symbol, fmpq], values: list[float]) -> None:
        with ctx.workprec(64):
            for generator in self.tower.generators[len(values) :]:
                try:
                    values.append(float(arb(Walker(point)(generator.expression))))
                except (DpsymError, OverflowError):
                    values.append(math.nan)


def _axis(low: sp.Expr, high: sp.Expr) -> list[fmpq]:
    if low.is_finite and high.is_finite:
        start, width = to_fmpq(low), to_fmpq(high) - to_fmpq(low)
        return [start + share * width for share in _SHARES]
    if low.is_finite:
        return [to_fmpq(low) + ray for ray in _RAYS]
    if high.is_finite:
        return [to_fmpq(high) - ray for ray in _RAYS]
    return [-ray for ray in _RAYS[::-1]] + list(_RAYS)
