"""The distribution function of a law of the workbench, in floats, so that anyone's samples can be held against it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpsym.errors import ParameterError

if TYPE_CHECKING:
    from dpsym.distributions import Law

Floats = NDArray[np.float64]
Distribution = Callable[[ArrayLike], Floats]

# of the mass that the law must have on the nodes; far below what a test of a million samples can see
_MASS_ERROR = 1e-6
_PANELS, _NODES, _REACH = 1600, 8, 42.0
_FEWEST, _MOST = 64, 2**22


def distribution_function(law: Law) -> Distribution:
    """Return the distribution function of a law on the line or on the integers.

    The density (or mass) is evaluated from the law's own formula and added up: on panels that are equal in
    ``arsinh((x - location)/scale)`` and end at the law's kinks, or over the integers.

    Parameters
    ----------
    law : Law
        Without free symbols, for example ``Laplace(scale=2)``.

    Returns
    -------
    callable
        Takes an array of numbers and returns the probabilities of at most that much; its error is at most 1e-6.

    Raises
    ------
    ParameterError
        If the law is not one on the line or the integers, has free symbols, or its mass is not found.
    """
    from dpsym.distributions import Law

    if not isinstance(law, Law) or law.space not in ("line", "integers"):
        raise ParameterError("law", "a law on the line or on the integers", law)
    if law.free_symbols:
        raise ParameterError("law", "with a number for each parameter", law)
    return _of_integers(law) if law.is_discrete else _of_line(law)


def _density(law: Law) -> Callable[[Floats], Floats]:
    from sympy import Symbol

    from dpsym.evaluate import numeric

    point = Symbol("x", integer=True) if law.is_discrete else Symbol("x", real=True)
    height = numeric(law.log_density(point), point)

    def density(x: Floats) -> Floats:
        # the exponential is taken here: far out it is 0 in floats, which needs no ball to be told
        with np.errstate(under="ignore"):
            return np.broadcast_to(np.exp(height(x)), x.shape)

    return density


def _of_integers(law: Law) -> Distribution:
    """Add the masses up, over a range that is doubled until almost nothing is missing."""
    density, (low, high) = _density(law), (float(end) for end in law.ends)
    reach = _FEWEST
    while reach <= _MOST:
        centre = float(getattr(law, "location", 0)) if np.isinf(low) and np.isinf(high) else low
        first = max(low, centre - reach)
        places = np.arange(first, min(high, first + 2 * reach) + 1)
        total = np.cumsum(density(places))
        if abs(total[-1] - 1) <= _MASS_ERROR:
            return lambda x: _step(places, total, x)
        reach *= 2
    raise ParameterError("law", f"one with its mass on {_MOST} integers", law)


def _step(places: Floats, total: Floats, x: ArrayLike) -> Floats:
    found = np.searchsorted(places, np.asarray(x, dtype=float), side="right")
    return np.concatenate([[0.0], np.minimum(total, 1.0)])[found]


def _of_line(law: Law) -> Distribution:
    """Integrate the density by Gauss and Legendre, and inside each panel the polynomial through its nodes."""
    density = _density(law)
    centre, unit = float(getattr(law, "location", 0)), float(getattr(law, "unit", 1))
    low, high = (np.arcsinh((float(end) - centre) / unit) for end in law.ends)
    kinks = [np.arcsinh((float(kink) - centre) / unit) for kink in law.breakpoints]
    marks = sorted({max(low, -_REACH), min(high, _REACH), *(u for u in kinks if low < u < high)})
    share = (marks[-1] - marks[0]) / _PANELS
    ends = [np.linspace(a, b, int(np.ceil((b - a) / share)) + 1) for a, b in pairwise(marks)]
    grid = np.concatenate([ends[0], *(part[1:] for part in ends[1:])])
    nodes, _ = np.polynomial.legendre.leggauss(_NODES)
    half = np.diff(grid)[:, None] / 2
    u = grid[:-1, None] + half * (1 + nodes)
    heights = density(centre + unit * np.sinh(u)) * unit * np.cosh(u) * half
    # of each panel, in powers of the place on it, from -1 to 1: the mass from its start up to there
    powers = heights @ _antiderivatives()
    total = np.concatenate([[0.0], np.cumsum(powers.sum(axis=1))])
    if not abs(total[-1] - 1) <= _MASS_ERROR:
        raise ParameterError("law", "one whose density can be integrated in floats; give its cdf instead", law)
    powers[:, 0] += total[:-1]
    columns = np.ascontiguousarray(powers.T)

    def cdf(x: ArrayLike) -> Floats:
        place = np.clip(np.arcsinh((np.asarray(x, dtype=float) - centre) / unit), grid[0], grid[-1])
        flat = np.atleast_1d(place).ravel()
        panel = np.clip(np.searchsorted(grid, flat, side="right") - 1, 0, len(grid) - 2)
        on_it = (flat - grid[panel]) / half[panel, 0] - 1
        found = columns[-1][panel]
        for column in columns[-2::-1]:
            found = found * on_it + column[panel]
        return np.clip(found, 0.0, 1.0).reshape(place.shape)

    return cdf


def _antiderivatives() -> Floats:
    """Return, for each node, the powers of the integral from -1 of the polynomial that is 1 there and 0 at the other nodes."""
    from numpy.polynomial import Polynomial
    from numpy.polynomial.legendre import leggauss

    nodes, _ = leggauss(_NODES)
    rows = []
    for number, node in enumerate(nodes):
        others = np.delete(nodes, number)
        basis = Polynomial.fromroots(others) / np.prod(node - others)
        rows.append(basis.integ(lbnd=-1).coef)
    return np.array(rows)
