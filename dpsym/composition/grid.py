r"""Many different randomized responses together, on a grid: a certified bound on optimal heterogeneous composition.

An outcome whose loss lies between two points of the grid is what is left when two outcomes with those losses are merged, at
the same masses under both laws. So the pair with the outcomes apart dominates it, and moves the curve only to second
order in the step. The laws are multiplied as polynomials with integer coefficients, rounded up, tilted to where delta is
decided; what is cut off in the tails enters the bound by Chernoff's inequality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import exp, floor, log1p, sqrt, tanh
from typing import NamedTuple

from flint import arb, ctx, fmpz_poly
from sympy import Rational

from dpsym.ball import to_fmpq
from dpsym.conversion.rounding import fraction, rounded

_LEAST_POINTS, _MOST_POINTS = 1 << 12, 1 << 15
_FINE = 8.0  # points to the root mean square of the parameters: the variance of the loss grows by 1/(6 * 8^2) at most
_REACH = 20.0  # the window, in standard deviations
_BITS = 128
_UNIT = 100  # masses are integers times 2^-100
_CUT = 1 << 14  # in units, at each end of each product
_STEEPEST = 60.0  # times the least parameter: beyond, all the tilted mass is at the greatest loss


class _Law(NamedTuple):
    """A tilted law on the grid, scaled to mass 1, in units rounded up; what its tails lost is at most `lost` units."""

    low: int
    masses: fmpz_poly
    lost: int


def apart(loss: Fraction, mass: arb, step: Fraction) -> list[tuple[int, arb]]:
    """Return the two points of a grid beside a loss, with what they get of a mass so that both laws keep theirs."""
    below, mesh = floor(loss / step), arb(to_fmpq(step))
    beyond = mass * arb(to_fmpq(below * step - loss)).expm1() / (-mesh).expm1()
    return [(below, mass - beyond), (below + 1, beyond)]


class Products:
    """A bound on the profile of independent pairs of laws on a grid, multiplied together.

    Parameters
    ----------
    step : Fraction
        The mesh.
    tilt : Fraction
        At which power of the likelihood ratio the masses are cut off and rounded.
    laws : pairs of dict and int
        The masses under the first law of the losses, in steps, each with how often the pair is run.
    """

    def __init__(self, step: Fraction, tilt: Fraction, laws: Iterable[tuple[dict[int, arb], int]]) -> None:
        self.step, self.tilt = step, tilt
        with ctx.workprec(_BITS):
            self._log_factor = arb(0)
            found = [self._power(masses, count) for masses, count in laws]
            while len(found) > 1:
                found = [_product(*found[k : k + 2]) for k in range(0, len(found), 2)]
            self._low, self._lost = found[0].low, found[0].lost
            self._tails = self._sums([int(mass) for mass in found[0].masses.coeffs()])

    def _power(self, masses: dict[int, arb], count: int) -> _Law:
        """Return the law of several runs of one pair."""
        base, total = self._scaled(masses)
        self._log_factor += count * total.log()
        result = base
        for digit in bin(count)[3:]:
            result = _product(result, result)
            if digit == "1":
                result = _product(result, base)
        return result

    def _scaled(self, masses: dict[int, arb]) -> tuple[_Law, arb]:
        """Return a law tilted and scaled to mass 1, and its mass before the scaling."""
        tilt = arb(to_fmpq(self.tilt * self.step))
        tilted = {place: mass * (tilt * place).exp() for place, mass in masses.items()}
        total, low = sum(tilted.values(), arb(0)), min(tilted)
        scaled = [tilted.get(low + j, arb(0)) / total * arb(2) ** _UNIT for j in range(max(tilted) - low + 1)]
        return _Law(low, fmpz_poly([int(each.upper().ceil().unique_fmpz()) for each in scaled]), 0), total

    def _sums(self, masses: list[int]) -> list[tuple[arb, arb]]:
        """Return, from each place on, the masses under both laws of the places beyond, but for the common factor."""
        tilts = [arb(to_fmpq(tilt * self.step)) for tilt in (self.tilt, self.tilt + 1)]
        weights = [(-tilt * (self._low + len(masses) - 1)).exp() for tilt in tilts]
        growth = [tilt.exp() for tilt in tilts]
        found = [(arb(0), arb(0))]
        for mass in reversed(masses):
            found.append((found[-1][0] + mass * weights[0], found[-1][1] + mass * weights[1]))
            weights = [weight * factor for weight, factor in zip(weights, growth, strict=True)]
        return found[::-1]

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball whose upper end bounds delta at a threshold."""
        with ctx.workprec(_BITS):
            place = arb(to_fmpq(threshold))
            least = max(0, floor(threshold / self.step) + 1 - self._low)
            first, second = self._tails[min(least, len(self._tails) - 1)]
            lost = (-to_fmpq(self.tilt) * place).exp() * self._lost
            return self._log_factor.exp() * (first - place.exp() * second + lost) / arb(2) ** _UNIT


class Grid(Products):
    """A bound on the profile of many different randomized responses.

    Parameters
    ----------
    responses : pairs of Rational and int
        Their parameters, positive, with counts.
    log_delta : float
        About the logarithm of the delta in question.
    """

    def __init__(self, responses: list[tuple[Rational, int]], log_delta: float) -> None:
        floats = [(float(each), count) for each, count in responses]
        self.spread = sqrt(sum(count * each**2 for each, count in floats))
        wanted = _FINE * _REACH * sqrt(sum(count for _, count in floats))
        points = min(max(wanted, _LEAST_POINTS), _MOST_POINTS)
        step = fraction(rounded(Fraction(_REACH * self.spread / points), True, 3))
        tilt = fraction(rounded(Fraction(_tilt(floats, log_delta)), True, 6))
        with ctx.workprec(_BITS):
            laws = [(_response(fraction(each), step), count) for each, count in responses]
        super().__init__(step, tilt, laws)


def _response(loss: Fraction, step: Fraction) -> dict[int, arb]:
    """Return the masses of one response with its outcomes moved apart to the grid."""
    truth = 1 / (1 + (-arb(to_fmpq(loss))).exp())
    masses: dict[int, arb] = {}
    for place, mass in apart(loss, truth, step):
        for side, part in ((place, mass), (-place, mass * (-place * arb(to_fmpq(step))).exp())):
            masses[side] = masses.get(side, arb(0)) + part
    return masses


def _product(first: _Law, second: _Law | None = None) -> _Law:
    """Return the law of two independent losses together, without the far tails."""
    if second is None:
        return first
    half = (1 << _UNIT) - 1
    masses = [(int(mass) + half) >> _UNIT for mass in (first.masses * second.masses).coeffs()]
    start, end, lost = 0, len(masses), 0
    while start < end - 1 and lost + masses[start] < _CUT:
        lost, start = lost + masses[start], start + 1
    while end > start + 1 and lost + masses[end - 1] < 2 * _CUT:
        lost, end = lost + masses[end - 1], end - 1
    return _Law(first.low + second.low + start, fmpz_poly(masses[start:end]), first.lost + second.lost + lost)


def _tilt(responses: list[tuple[float, int]], log_delta: float) -> float:
    """Return about the tilt at which Chernoff's bound on delta is the wanted one."""
    return _bisected(responses, lambda c: log_mass(responses, c) - c * _mean(responses, c) - log1p(c) > log_delta)


def log_delta_at(responses: list[tuple[float, int]], eps: float) -> float:
    """Return Chernoff's bound on the logarithm of delta at an eps, at about the best tilt."""
    c = _bisected(responses, lambda c: _mean(responses, c) < eps)
    return min(0.0, log_mass(responses, c) - c * eps - log1p(c))


def log_mass(responses: list[tuple[float, int]], c: float) -> float:
    """Return the logarithm of the mass after tilting, the moment generating function of the loss at c."""
    terms = (count * (c * each + log1p(exp(-(2 * c + 1) * each)) - log1p(exp(-each))) for each, count in responses)
    return sum(terms)


def _mean(responses: list[tuple[float, int]], c: float) -> float:
    return sum(count * each * tanh(each * (c + 0.5)) for each, count in responses)


def _bisected(responses: list[tuple[float, int]], is_below: Callable[[float], bool]) -> float:
    low, high = 1e-9, _STEEPEST / min(each for each, _ in responses)
    for _ in range(40):
        middle = sqrt(low * high)
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low
