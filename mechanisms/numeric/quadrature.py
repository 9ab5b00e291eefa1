"""Logarithms of integrals over the line, with estimates of their errors; infinity where divergence shows.

The exponent is scanned on a ladder of panels and its peaks become anchors (:mod:`mechanisms.numeric.scan`),
the ends of every cell are judged by the trend of the panel integrals there (:mod:`mechanisms.numeric.ends`),
and what is not negligible is integrated adaptively (:mod:`mechanisms.numeric.panels`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.numeric.ends import NEGLIGIBLE, Rest, judge_cell
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.grid import LINE, Grid
from mechanisms.numeric.kernels import with_noise
from mechanisms.numeric.ladder import build_ladder, merge_anchors
from mechanisms.numeric.panels import NOTHING, LogIntegral, Terms, integrate_panels, log_add, log_error, log_sum
from mechanisms.numeric.scan import Scan, scan_integrand
from mechanisms.numeric.supports import evaluate, find_support
from mechanisms.validate import Array, Mask, line

_EPS = float(np.finfo(float).eps)
# A relative truncation error above this says nothing any more.
_UNRESOLVED = math.log(1e-2)
_LIGHT = -28.0  # e^-28 is 7e-13


class Integral(NamedTuple):
    """Logarithms of an integral and of its estimated errors, and the anchors (with peaks) that it was cut at."""

    logs: LogIntegral
    anchors: tuple[float, ...]


def log_integral(
    log_f: Callable[[Array], Array],
    breakpoints: Sequence[float] = (),
    support: tuple[float, float] = (-math.inf, math.inf),
) -> Estimate:
    r"""Compute the logarithm of an integral from the logarithm of a non-negative integrand.

    .. math:: \log \int_{\mathrm{support}} e^{\log f(x)} \, dx

    Parameters
    ----------
    log_f : callable
        Vectorised; maps a float array to an array of the same shape, -inf where the integrand vanishes. Taken
        to be accurate to 4 units in the last place of ``1 + |log_f|``.
    breakpoints : sequence of float
        Kinks, jumps, poles and modes. A mode that is not listed is found if it is visible in the logarithm, and
        so is a jump to zero; another jump that is not listed may be overlooked.
    support : tuple of float
        Ends of the range, either may be infinite.

    Returns
    -------
    Estimate
        The natural logarithm of the integral: inf for a divergent integral, -inf for an integrand that
        vanishes.

    Raises
    ------
    ParameterError
        For breakpoints or a support that break the rules, and where `log_f` is NaN off the ends of the range.
    ConvergenceError
        If floating point cannot tell whether the integral converges, or cannot resolve it.
    """
    points, ends = line(breakpoints, support)
    found = find_support("log_f", log_f, build_ladder(merge_anchors(points, ends), ends))

    def terms(x: Array) -> tuple[Array, Array]:
        exponent = found.hide(x, evaluate("log_f", log_f, x))
        return with_noise(exponent, np.zeros_like(exponent))

    value, truncation, rounding = integrate(terms, [*points, *found.edges], ends).logs
    if math.isinf(value):
        return Estimate(value, 0.0)
    return Estimate(value, log_error(truncation - value, rounding - value) + 4 * _EPS * abs(value))


def integrate(terms: Terms, points: Sequence[float], support: tuple[float, float], grid: Grid = LINE) -> Integral:
    """Integrate over the support; the engine behind :func:`log_integral` and the divergences.

    Parameters
    ----------
    terms : callable
        Maps points to the logarithm of the integrand and the logarithm of its absolute rounding error. NaN is
        allowed toward the ends of a cell, where the densities have overflowed: the cell is judged up to
        there.
    points : sequence of float
        Where to cut.
    support : tuple of float
        Ends of the range.
    grid : Grid
        The space to integrate over.

    Raises
    ------
    ParameterError
        If the exponent is NaN elsewhere.
    ConvergenceError
        If the integral cannot be decided or resolved.
    """
    scan = scan_integrand(terms, points, support, grid)
    keep = np.ones(len(scan.log_width), dtype=bool)
    rest = Rest(math.inf, math.inf)

    def over_panel(i: int) -> float:
        return float(grid.rule(terms, scan.ladder.lo[i : i + 1], scan.ladder.hi[i : i + 1])[0][0])

    if not scan.infinite:
        rests, doubts = zip(*(judge_cell(cell, scan, keep, over_panel) for cell in scan.ladder.cells), strict=True)
        rest = Rest(*(log_add(*parts) for parts in zip(*rests, strict=True)))
        if rest.value < math.inf and any(doubts):
            raise next(filter(None, doubts))
    if rest.value == math.inf:
        return Integral(NOTHING._replace(value=math.inf), scan.ladder.anchors)
    result = _sum_panels(terms, scan, keep, rest, grid)
    if result.truncation > max(result.value + _UNRESOLVED, result.rounding):
        raise ConvergenceError(
            f"the integral is not resolved: log value {result.value!r}, log error {result.truncation!r}; "
            "a kink, jump or pole is not listed as a breakpoint, or a power law is too close to divergence"
        )
    return Integral(result, scan.ladder.anchors)


def _sum_panels(terms: Terms, scan: Scan, keep: Mask, rest: Rest, grid: Grid) -> LogIntegral:
    """Integrate over the panels that matter; the others and the extrapolated rest count as error."""
    total, total_noise = (float(log_sum(part[keep])) for part in (scan.panel_values, scan.panel_noise))
    most, most_noise = (np.max(part, axis=1) + scan.log_width for part in (scan.value, scan.noise))
    # Where the noise exceeds the integrand, what looks negligible may not be: the noise must be negligible
    # too.
    standard = total if total > -math.inf else total_noise
    matters = np.maximum(most, most_noise) > standard + NEGLIGIBLE
    dropped = keep & ~matters
    panels = scan.merged(keep & matters, standard + _LIGHT)
    logs = integrate_panels(terms, *panels, grid.rule, grid.place)
    return LogIntegral(
        log_add(logs.value, rest.value),
        log_add(logs.truncation, rest.error, float(log_sum(most[dropped]))),
        log_add(logs.rounding, float(log_sum(most_noise[dropped]))),
    )
