"""What is wrong with samples that do not follow a law: shifted, scaled, cut off, folded or turned around, and where it shows most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.errors import MechanismError
from mechanisms.numeric.goodness import goodness_of_fit

if TYPE_CHECKING:
    from theorems.plugin.law import Distribution

Floats = NDArray[np.float64]
_LOW, _HIGH, _MIDDLE = 0.1, 0.9, 0.5
_BRACKET = 200


def diagnosis(samples: Floats, cdf: Distribution, false_alarm: float, unit: float | None = None) -> str:
    """Return in words what would make the law right, if one simple change does, and else where it is worst.

    Parameters
    ----------
    samples : array, shape (n,)
        What was drawn.
    cdf : callable
        The distribution function of the law.
    false_alarm : float
        Of the test that a changed law has to pass.
    unit : float, optional
        The scale of the law, for the words.
    """
    for words, changed, right in _changes(samples, cdf, unit):
        try:
            if goodness_of_fit(changed, right, false_alarm).accepted:
                return words
        except MechanismError:  # a change that leaves no distribution function
            continue
    return _worst(samples, cdf)


def _changes(samples: Floats, cdf: Distribution, unit: float | None) -> Iterator[tuple[str, Floats, Distribution]]:
    """Yield common mistakes, the simplest first: words, the samples with it undone, and the law that they should have then."""
    low, high, middle = (float(np.quantile(samples, level)) for level in (_LOW, _HIGH, _MIDDLE))
    first, last, centre = (quantile(cdf, level) for level in (_LOW, _HIGH, _MIDDLE))
    shift = middle - centre
    for by in dict.fromkeys(float(f"{shift:.{digits}g}") for digits in (1, 2, 3)):
        yield f"they are shifted by {by:g}", samples - by, cdf
    if high > low and last > first:
        ratio = (high - low) / (last - first)
        words = f"they are scaled by {ratio:.3g}" + (f" (scale {ratio * unit:.3g} for {unit:g})" if unit else "")
        if abs(shift) < abs(last - first) / 100:
            yield words, (samples - centre) / ratio + centre, cdf
        yield f"{words} and shifted by {shift:.3g}", (samples - middle) / ratio + centre, cdf
    yield (
        "their signs are lost",
        samples,
        lambda x: np.where(np.asarray(x) >= 0, cdf(x) - _below(cdf, -np.asarray(x)), 0.0),
    )
    yield "their signs are turned around", -samples, cdf
    least, most = float(samples.min()), float(samples.max())
    below = float(_below(cdf, np.asarray(least)))
    kept = float(cdf(most)) - below
    if 0 < kept < 1:

        def moved(x: Any) -> Floats:
            return np.where(x >= most, 1.0, np.where(x >= least, cdf(x), 0.0))

        def cut(x: Any) -> Floats:
            return np.where(x >= least, np.clip((cdf(np.minimum(x, most)) - below) / kept, 0, 1), 0.0)

        yield f"what is beyond {least:.3g} and {most:.3g} is moved there", samples, moved
        yield f"they are cut off at {least:.3g} and {most:.3g}", samples, cut


def _below(cdf: Distribution, x: Floats) -> Floats:
    """Return the probability of less than that."""
    return cdf(np.nextafter(x, -np.inf))


def quantile(cdf: Distribution, level: float) -> float:
    """Return the least number at which a distribution function reaches a level, to about 1e-12 of its size."""
    low, high = -1.0, 1.0
    for _ in range(_BRACKET):
        if float(cdf(low)) < level:
            break
        low *= 2
    for _ in range(_BRACKET):
        if float(cdf(high)) >= level:
            break
        high *= 2
    for _ in range(_BRACKET):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if float(cdf(middle)) >= level else (middle, high)
    return high


def _worst(samples: Floats, cdf: Callable[[Floats], Floats]) -> str:
    """Return where the share of samples is farthest from what it should be."""
    places = np.unique(samples)
    shares = np.searchsorted(np.sort(samples), places, side="right") / len(samples)
    right = cdf(places)
    worst = int(np.argmax(np.abs(shares - right)))
    few = f"; they take {len(places)} values only" if len(places) < len(samples) / 10 else ""
    return f"{shares[worst]:.3g} of them are at most {places[worst] + 0.0:.4g}, and {right[worst]:.3g} should be{few}"
