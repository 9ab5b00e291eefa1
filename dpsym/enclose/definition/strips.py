"""Rigorous integrals over a cell of the line: charts chosen, tails cut where they are proven to be small."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import acb, arb, ctx, fmpq

from dpsym.enclose.arithmetic import Value
from dpsym.enclose.definition.charts import LOG, LOGIT, PLAIN, Chart, End, Place
from dpsym.enclose.definition.density import JACOBIANS, Density, combine, statistics
from dpsym.enclose.definition.statistics import Power
from dpsym.enclose.definition.weights import PLAIN_WEIGHT, Tail, Weight
from dpsym.enclose.quadrature import integral
from dpsym.errors import UndecidedError

_INFINITY = arb("inf")
_FARTHEST = 64  # doublings of the distance in the search for the end of the mass
_GUARD = 8


@dataclass(frozen=True)
class Strip:
    """A part of a cell in the coordinate of one chart; the ends may be balls, or infinite."""

    chart: Chart
    start: Value
    end: Value

    def is_open(self, side: int) -> bool:
        """Whether the strip goes to infinity on a side."""
        return not arb(self.end if side > 0 else self.start).is_finite()

    @property
    def ruling_end(self) -> End | None:
        """The end near which statistics are written so that they do not cancel, if there is one."""
        sides = [side for side in (-1, 1) if self.is_open(side)]
        if self.chart.kind == "log":
            return End(self.chart, 1) if sides == [1] else None
        return End(self.chart, sides[0]) if self.chart.kind == "plain" and len(sides) == 1 else None

    def suited(self, density: Density) -> Density:
        """Return a density in the form that does not cancel near the end."""
        return density if self.ruling_end is None else density.at_far(self.ruling_end)


def strips(start: Value, end: Value, densities: list[Density], ruling: Density) -> list[Strip]:
    """Return the strips of a cell, on which all densities are analytic.

    Towards infinity the point itself is the coordinate where the ruling density grows at least linearly in it;
    else its logarithm is, in which power tails are exponential.
    """
    used = statistics(*densities)
    charts = {statistic.chart for statistic in used}
    is_split = any(statistic.is_rewritten for statistic in used)
    if charts != {"plain"} and charts:
        chart = LOGIT if "logit" in charts else LOG
        return _halves(Strip(chart, chart.coordinate(start), chart.coordinate(end)), is_split)
    result, inner = [], [start, end]
    for side, place in ((-1, 0), (1, 1)):
        if arb(inner[place]).is_finite() or _grows(ruling, End(PLAIN, side)):
            continue
        other = inner[1 - place]
        border = arb((2 * abs(arb(other)).upper() + 1).ceil()) if arb(other).is_finite() else arb(1)
        result.append(Strip(Chart("log", side), border.log(), _INFINITY))
        inner[place] = side * border
    return [*result, *_halves(Strip(PLAIN, *inner), is_split)]


def _halves(strip: Strip, is_split: bool) -> list[Strip]:
    """Return the halves of a strip that is open on both sides, where it is to be split."""
    if not (is_split and strip.is_open(-1) and strip.is_open(1)):
        return [strip]
    return [Strip(strip.chart, strip.start, arb(0)), Strip(strip.chart, arb(0), strip.end)]


def _grows(density: Density, end: End) -> bool:
    return any(part.shape.kind != "log" for part in density.growth(end))


def mass(strip: Strip, exponent: Density, weight: Weight = PLAIN_WEIGHT) -> arb:
    """Return a ball for the integral of e^F times a weight over a strip; infinity where it is proven to diverge.

    Raises
    ------
    UndecidedError
        If neither convergence nor divergence is certain, or the precision does not suffice.
    """
    total = combine((1, strip.suited(exponent)), (1, JACOBIANS[strip.chart.kind, strip.chart.sign]))
    if strip.ruling_end is not None:
        weight = weight.at_far(strip.ruling_end)
    tails = {side: Tail(total, weight, End(strip.chart, side)) for side in (-1, 1) if strip.is_open(side)}
    if not all(tail.is_integrable() for tail in tails.values()):
        return _INFINITY
    window = Window(strip, total, weight)
    cuts = {-1: arb(strip.start), 1: arb(strip.end)}
    bounds = arb(0)
    for side, tail in tails.items():
        cuts[side], bound = window.cut(tail, side)
        bounds = bounds + bound
    goal = (arb(window.best) - ctx.prec * arb.const_log2()).exp()
    if cuts[-1] > cuts[1]:
        raise UndecidedError("the ends of a strip are not in order")

    height = _around(total, window.peak, strip.chart)

    def integrand(coordinate: object, smooth: bool) -> object:
        place = Place(strip.chart, coordinate, smooth)
        return acb(height(place)).exp() * weight.at(place)

    return integral(integrand, cuts[-1], cuts[1], goal) + arb(0, bounds.upper())


def _around(exponent: Density, center: arb, chart: Chart) -> Callable[[Place], Any]:
    """Return the values of an exponent; a polynomial is expanded around its peak, where its terms do not cancel."""
    constant, pairs = exponent.numbers
    degrees = {1: fmpq(0), 2: fmpq(0)}
    for factor, statistic in pairs:
        if chart.kind != "plain" or not isinstance(statistic, Power) or statistic.parameters[0] not in degrees:
            return exponent.at
        degrees[int(statistic.parameters[0])] = factor
    base, slope, curvature = center.fmpq(), *degrees.values()
    slope, constant = slope + 2 * base * curvature, constant + base * (slope + base * curvature)
    return lambda place: constant + (place.coordinate - base) * (slope + (place.coordinate - base) * curvature)


class Window:
    """A search for where the integrand is largest and where its tails may be cut; it proves nothing itself."""

    def __init__(self, strip: Strip, exponent: Density, weight: Weight) -> None:
        self.strip, self.exponent, self.weight = strip, exponent, weight
        start, end = arb(strip.start), arb(strip.end)
        if start.is_finite() and end.is_finite():
            samples = [start + (end - start) * arb(k) / 16 for k in range(17)]
            self.anchor = start.mid()
        else:
            self.anchor = (start if start.is_finite() else end if end.is_finite() else arb(0)).mid()
            samples = [self.anchor]
        for side in (-1, 1):
            if strip.is_open(side):
                samples += [self.anchor + side * arb(4) ** k for k in range(-20, 20)]
        heights = [(self.height(place.mid()), place.mid()) for place in samples]
        self.best, self.peak = max(heights, key=lambda pair: pair[0])
        near = sorted(abs(place - self.peak) for _, place in heights)
        self._climb(near[1] if len(near) > 1 else arb(1))
        self.width = self._fall()

    def height(self, place: arb) -> float:
        """Return the logarithm of the integrand, roughly."""
        there = Place(self.strip.chart, place)
        value = arb(self.exponent.at(there)) + abs(arb(self.weight.at(there))).log()
        found = float(value.mid())
        return -math.inf if math.isnan(found) else found

    def _climb(self, step: arb) -> None:
        """Walk uphill with shrinking steps."""
        for _ in range(40):
            around = [self.peak + step, self.peak - step]
            inside = [place.mid() for place in around if self.strip.start <= place <= self.strip.end]
            better = [(self.height(place), place) for place in inside]
            top = max(better, key=lambda pair: pair[0], default=(-math.inf, self.peak))
            if top[0] > self.best + 1e-3:
                (self.best, self.peak), step = top, 2 * step
            else:
                step = step / 2
            if step < abs(self.peak) / 2**20 + arb(2) ** -40:
                break

    def _fall(self) -> arb:
        """Return a distance at which the integrand has fallen on both sides, or left the strip."""
        distance = abs(self.peak) * arb(2) ** -24 + arb(2) ** -40
        for _ in range(_FARTHEST):
            ends = [(self.peak + side * distance).mid() for side in (-1, 1)]
            inside = [place for place in ends if self.strip.start <= place <= self.strip.end]
            if all(self.height(place) < self.best - 1 for place in inside):
                break
            distance = 2 * distance
        return distance.mid()

    def cut(self, tail: Tail, side: int) -> tuple[arb, arb]:
        """Return where to cut a tail, with the bound of what lies beyond.

        Raises
        ------
        UndecidedError
            If no place was found at which the bound is small.
        """
        wanted = (arb(self.best) - (ctx.prec + _GUARD) * arb.const_log2()).exp()
        base, step, found, reached = self.peak, self.width, None, arb(0)
        for _ in range(_FARTHEST):
            bound = _tried(tail, side * (base + side * step))
            if bound is not None and bound < wanted:
                found = bound
                break
            reached, step = step, 2 * step
        if found is None:
            raise UndecidedError("no place was found beyond which the tail is small")
        for _ in range(3):
            middle = ((reached + step) / 2).mid()
            bound = _tried(tail, side * (base + side * middle))
            if bound is not None and bound < wanted:
                step, found = middle, bound
            else:
                reached = middle
        place = (base + side * step).mid()
        return place, tail.bound(side * place)


def _tried(tail: Tail, depth: arb) -> arb | None:
    try:
        return tail.bound(depth)
    except UndecidedError:
        return None
