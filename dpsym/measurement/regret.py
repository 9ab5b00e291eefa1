r"""How far the trade-off function of Gaussian noise is below that of runs: the regret of telling them by one number.

It is the least shift along the diagonal that brings the one below the other, and by duality the greatest gap of the profiles:

.. math:: \Delta = \min\{\kappa \ge 0 : f(t + \kappa) - \kappa \le G_\mu(t) \text{ for every } t\}
    = \sup_{\varepsilon \ge 0} \left(\frac{\delta_\mu(\varepsilon) - \delta(\varepsilon)}{1 + e^\varepsilon}\right)_+,

for f is the greatest of the lines :math:`1 - \delta(\varepsilon) - e^\varepsilon t` and of their mirror images, and each of them is low enough
if it is so where Gaussian noise has its slope. An upper bound holds on whole intervals: as functions of :math:`e^\varepsilon` both profiles are
convex, the one below its chord, the other above the chords of the intervals around.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush

from flint import arb, ctx
from sympy import Expr, Rational, S

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.adjacency import Adjacency
from dpsym.guarantees.granted import granted
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.notions import GDP, LossDP
from dpsym.guarantees.numbers import rounded_down, rounded_up
from dpsym.measurement.best_gaussian import BEST_GAUSSIAN, OF_GAUSSIANS, best_ratio
from dpsym.measurement.gaussian_curve import gaussian_delta
from dpsym.measurement.profile_grid import BITS, ProfileGrid
from dpsym.parameters import LEVEL

_DIGITS = 8
_CLOSE, _LEAST = 1e-7, 1e-13
_MOST_THRESHOLDS, _FEWER_THRESHOLDS = 500, 250  # of exact values, and of those between lattices
_STEPS = 8
_SLIGHT = Fraction(1, 10**4)
"""Of the least level, a delta that says little there."""
_AS_GREAT = "mu is that of a loss which is at least that of the mechanism"


def regret(grid: ProfileGrid, mu: Expr) -> tuple[Expr, Expr]:
    r"""Return bounds of how far Gaussian noise of a given mu is below runs.

    Parameters
    ----------
    grid : ProfileGrid
        The profile of the runs.
    mu : Rational
        Of the Gaussian noise.

    Returns
    -------
    tuple of Expr
        Rounded down and up, in [0, 1/2].

    Raises
    ------
    NotApplicableError
        If the curve stays undecided.

    Notes
    -----
    The metric is that of Kaissis, Kolek, Balle, Hayes and Rueckert, *Beyond the calibration point*, 2024, Definition 3.1, by which Gomez and
    others, *Gaussian DP for reporting differential privacy guarantees in machine learning*, 2026, choose mu.
    """
    try:
        with ctx.workprec(BITS):
            low, high = _Gap(grid, as_fraction(mu)).bounds()
    except UndecidedError as error:
        raise NotApplicableError(f"the certified curve is undecided: {error}") from None
    return rounded_down(low, _DIGITS) if low > 0 else S.Zero, rounded_up(high, _DIGITS) if high > 0 else S.Zero


@dataclass(frozen=True)
class GaussianFit:
    """The Gaussian privacy that tells most of a mechanism in one number, and how much it leaves out.

    Parameters
    ----------
    least, mu : Expr
        The least mu is between them, rounded down and up; both oo where no mu is large enough.
    least_regret, regret : Expr or None
        How far the trade-off function of that mu is below the mechanism's, along the diagonal, rounded down and up; None without a mu, and
        where it is not known.
    level : Rational
        Tests whose two errors are both at least this are what mu speaks of.
    guarantee : Guarantee or None
        The promise of mu-GDP, where mu is finite and speaks of all tests.
    says : str
        Why there is no mu or no regret, or where mu is from.
    """

    least: Expr
    mu: Expr
    least_regret: Expr | None
    regret: Expr | None
    level: Expr
    guarantee: Guarantee | None
    says: str = ""


def gaussian_privacy(value: LossDP, adjacency: Adjacency) -> Guarantee | None:
    """Return the promise of the least mu of runs, rounded up; None for Gaussian noise itself, which has a formula.

    Raises
    ------
    NotApplicableError
        If no mu is large enough, or no certified curve answers, as where a parameter is a symbol.
    """
    found = best_ratio(value)
    if found.mu is S.Infinity:
        raise NotApplicableError(found.says)
    return None if found.says == OF_GAUSSIANS else granted(BEST_GAUSSIAN, GDP(found.mu), adjacency)


def gaussian_fit(value: LossDP, level: object, adjacency: Adjacency, attained: bool = True) -> GaussianFit:
    """Return the least mu of runs with its regret; see `best_ratio` and `regret`.

    Parameters
    ----------
    value : LossDP
        The runs.
    level : rational
        In [0, 1/2): tests whose two errors are both at least this are looked at.
    adjacency : Adjacency
        Of the promise.
    attained : bool, optional
        Whether the loss is that of the mechanism, and not only one that is as great.

    Raises
    ------
    NotApplicableError
        If no certified curve answers.
    ParameterError
        If the level is not in [0, 1/2).
    """
    lowest = LEVEL.check(level)
    if not lowest.is_Rational or lowest >= Rational(1, 2):
        raise ParameterError("least level", "a rational number in [0, 1/2)", level)
    grid = ProfileGrid(value, as_fraction(lowest) * _SLIGHT if lowest else None)
    found = best_ratio(value, lowest, grid)
    if found.mu is S.Infinity:
        return GaussianFit(found.least, found.mu, None, None, lowest, None, found.says)
    plain = found.says == OF_GAUSSIANS
    made = granted(BEST_GAUSSIAN, GDP(found.mu), adjacency) if lowest == 0 or plain else None
    if not attained:
        return GaussianFit(S.Zero, found.mu, None, None, lowest, made, _AS_GREAT)
    bounds: tuple[Expr | None, Expr | None] = (S.Zero, S.Zero)
    says = found.says
    if not plain:
        try:
            bounds = regret(grid, found.mu)
        except NotApplicableError as reason:
            bounds, says = (None, None), "; ".join(filter(None, (says, f"the regret is not known: {reason}")))
    return GaussianFit(found.least, found.mu, *bounds, lowest, made, says)


class _Gap:
    """The intervals of thresholds by what bounds the gap on them, the greatest first."""

    def __init__(self, grid: ProfileGrid, mu: Fraction) -> None:
        self.grid, self.mu, self.least = grid, ball_of(mu), Fraction(0)
        self.far = self._lay(max(mu, Fraction(1, 10**6)) / _STEPS)

    def bounds(self) -> tuple[Fraction, Fraction]:
        """Return bounds of the supremum over all thresholds."""
        places = self.grid.places
        heap = [(-self._bound(k), places[k], places[k + 1]) for k in range(places.index(self.far))]
        heapify(heap)
        most = _MOST_THRESHOLDS if self.grid.is_exact else _FEWER_THRESHOLDS
        while -heap[0][0] > float(self.least) * (1 + _CLOSE) + _LEAST and len(places) < most:
            bound, first, second = heappop(heap)
            self._at(middle := (first + second) / 2)
            index = places.index(middle)
            for part in (index - 1, index):
                heappush(heap, (max(bound, -self._bound(part)), places[part], places[part + 1]))
        return self.least, Fraction(-heap[0][0])

    def _lay(self, step: Fraction) -> Fraction:
        """Go out in steps that double, and return where what is left beyond is less than was found, or than is worth telling."""
        place, count = Fraction(0), 0
        while True:
            beyond = self._at(place)
            if place > 0 and beyond < ball_of(self.least).max(arb(_LEAST)):
                return place
            count += 1
            place += step
            if count % _STEPS == 0:
                step *= 2

    def _at(self, place: Fraction) -> arb:
        """Look at a threshold, and return what bounds the gap beyond it."""
        eps = ball_of(place)
        gaussian, scale = gaussian_delta(eps, self.mu), 1 + eps.exp()
        gap = ((gaussian - self.grid(place)) / scale).lower()
        if gap > 0:
            self.least = max(self.least, as_fraction(gap))
        return gaussian / scale

    def _bound(self, index: int) -> float:
        """Return an upper bound of the gap between a threshold and the next: a quotient of linear functions is greatest at an end."""
        places = self.grid.places
        (x, low), (y, high) = (self._point(index), self._point(index + 1))
        ends = gaussian_delta(ball_of(places[index]), self.mu), gaussian_delta(ball_of(places[index + 1]), self.mu)
        chord = (ends[1] - ends[0]) / (y - x)

        def gap(at: arb, height: arb) -> float:
            return float(((ends[0] + chord * (at - x) - height) / (1 + at)).upper())

        left = _slope(self._point(index - 1), (x, low))
        if index + 2 < len(places):
            right = _slope((y, high), self._point(index + 2))
            meet = (high - right * y - low + left * x) / (left - right)
            if meet > x and meet < y:
                return math.nextafter(max(gap(x, low), gap(y, high), gap(meet, low + left * (meet - x))), math.inf)
        return math.nextafter(max(gap(x, low), gap(y, low + left * (y - x))), math.inf)

    def _point(self, index: int) -> tuple[arb, arb]:
        """Return exp of a threshold with its delta; before the first, of 0, stands the mirror image of the second."""
        place = self.grid.places[abs(index)]
        factor, delta = ball_of(place).exp(), self.grid(place)
        return (factor, delta) if index >= 0 else (1 / factor, 1 - (1 - delta) / factor)


def _slope(first: tuple[arb, arb], second: tuple[arb, arb]) -> arb:
    return (second[1] - first[1]) / (second[0] - first[0])
