"""The canonical noise of an approximate guarantee: its distribution function, its quantiles, and what it keeps."""

from __future__ import annotations

import itertools
import math

from papers.recount import bounded, hockey_stick
from papers.result import Illustration
from theorems.registry import Registry

_PAIRS = ((0.5, 0.0), (1.0, 1e-3), (1.0, 0.1), (3.0, 0.01), (0.1, 0.3))
_REACH = 60


def curve(level: float, eps: float, delta: float) -> float:
    r"""Return the trade-off curve of an approximate guarantee.

    .. math:: f(\alpha) = \max(0, 1 - \delta - e^\varepsilon\alpha, e^{-\varepsilon}(1 - \delta - \alpha))
    """
    return max(0.0, 1 - delta - math.exp(eps) * level, math.exp(-eps) * (1 - delta - level))


def fixed_point(eps: float, delta: float) -> float:
    """Return where the trade-off curve of an approximate guarantee meets the diagonal."""
    return (1 - delta) / (1 + math.exp(eps))


def below(place: float, eps: float, delta: float) -> float:
    """Return the distribution function of the canonical noise at a place."""
    if place < -1 / 2:
        return curve(1 - below(place + 1, eps, delta), eps, delta)
    if place > 1 / 2:
        return 1 - curve(below(place - 1, eps, delta), eps, delta)
    fixed = fixed_point(eps, delta)
    return fixed * (1 / 2 - place) + (1 - fixed) * (place + 1 / 2)


def quantile(level: float, eps: float, delta: float, steps: int = 1000) -> float:
    """Return the place below which the noise is with a probability, by the recursion of the document.

    Raises
    ------
    RecursionError
        If the recursion has not ended after so many steps.
    """
    if steps == 0:
        raise RecursionError(f"recursion must end, got none at a level of {level}")
    fixed = fixed_point(eps, delta)
    if level < fixed:
        return quantile(1 - curve(level, eps, delta), eps, delta, steps - 1) - 1
    if level > 1 - fixed:
        return quantile(curve(1 - level, eps, delta), eps, delta, steps - 1) + 1
    return (level - 1 / 2) / (1 - 2 * fixed)


def kept(eps: float, delta: float, apart: float, spent: float, stretch: float = 1.0) -> float:
    """Return the delta at `spent` of canonical noise, stretched by a factor, at a distance: exactly, as its density is constant between bends."""
    bends = {k + 1 / 2 for k in range(-_REACH, _REACH)}
    if delta:
        end = quantile(1 - delta, eps, delta) + 1
        bends |= {end, -end}
    cuts = sorted({stretch * b for b in bends} | {stretch * b + apart for b in bends})
    rows = []
    for moved in (0.0, apart):
        values = [below((cut - moved) / stretch, eps, delta) for cut in cuts]
        rows.append([high - low for low, high in itertools.pairwise(values)])
    return max(hockey_stick(rows[0], rows[1], spent), hockey_stick(rows[1], rows[0], spent))


def fixed(registry: Registry) -> Illustration:
    """Hold the trade-off curve at its fixed point against the fixed point."""
    gap = max(abs(curve(fixed_point(e, d), e, d) - fixed_point(e, d)) for e, d in _PAIRS)
    wrong = max(abs(curve(1 / (1 + math.exp(e)), e, d) - 1 / (1 + math.exp(e))) for e, d in _PAIRS)
    words = f"five guarantees: the curve is off the diagonal by {gap:.1g} at most"
    return bounded({"as printed": 1e-12 - gap}, {"1/(1 + e^eps)": 1e-12 - wrong}, words)


def law(registry: Registry) -> Illustration:
    """Say whether F_f is a symmetric distribution function: rising from 0 to 1, and F(-x) = 1 - F(x)."""
    places = [k / 16 for k in range(-16 * 40, 16 * 40 + 1)]
    rising, even, ends = 0.0, 0.0, 0.0
    for eps, delta in _PAIRS:
        values = [below(place, eps, delta) for place in places]
        rising = min(rising, *(high - low for low, high in itertools.pairwise(values)))
        even = max(even, *(abs(a + b - 1) for a, b in zip(values, reversed(values), strict=True)))
        ends = max(ends, values[0] - math.exp(-39 * eps))
    lopsided = max(abs(below(x, 1.0, 0.1) + below(1 - x, 1.0, 0.1) - 1) for x in (-1.0, 0.25, 3.0))
    words = f"five guarantees: least step {rising:.1g}, asymmetry {even:.1g}"
    margins = {"rising": rising, "symmetric": 1e-9 - even, "from 0": -ends}
    return bounded(margins, {"symmetric about 1/2": 1e-9 - lopsided}, words)


def canonical(registry: Registry) -> Illustration:
    """Hold the exact delta of canonical noise at five distances, and at five losses for distance 1, against its trade-off curve."""

    def least(stretch: float) -> float:
        return min(d - kept(e, d, apart, e, stretch) for e, d in _PAIRS for apart in (0.01, 0.3, 0.5, 0.77, 1.0))

    attained = max(abs(kept(e, d, 1.0, e) - d) for e, d in _PAIRS)
    words = (
        f"five guarantees, five distances: {least(1.0):.1g} of delta is left at least, and {attained:.1g} at distance 1"
    )
    margins = {"kept": least(1.0) + 1e-12, "attained": 1e-9 - attained}
    return bounded(margins, {"noise smaller by a hundredth": least(0.99), "by a tenth": least(0.9)}, words)


def inverted(registry: Registry) -> Illustration:
    """Hold the recursion for quantiles against the distribution function."""
    levels = (1e-9, 1e-3, 0.05, 0.3, 0.5, 0.7, 0.95, 0.999)
    gap = max(abs(below(quantile(u, e, d), e, d) - u) for e, d in _PAIRS for u in levels)
    wrong = max(abs(below(quantile(u, 1.0, 0.1) + 1, 1.0, 0.1) - u) for u in levels)
    words = f"40 levels: F of the quantile is off by {gap:.1g} at most"
    return bounded({"as printed": 1e-9 - gap}, {"one step too many": 1e-9 - wrong}, words)
