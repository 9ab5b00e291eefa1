r"""How far a number exceeds a threshold, or lies below it, of which masses, means and deviations are known: bounds in floats, rounded up.

Of mean m and deviation s, by :math:`2 x_+ = x + |x|` and Cauchy and Schwarz,

.. math:: E(X - c)_+ \le \tfrac12 \left(m - c + \sqrt{(m - c)^2 + s^2}\right),

which grows with m and with s, and falls in c. For a difference d below 0 it is :math:`s^2/2` over :math:`\sqrt{d^2 + s^2} - d`, where nothing
cancels.
"""

from __future__ import annotations

import math

from flint import arb

_SURE = 30  # bits of a mass and of a mean that are known at least
_LEAST, _MOST = 1e-300, 1e150  # masses and numbers that floats are good for
_LOW, _HIGH = 1 - 1e-15, 1 + 1e-15  # more than a float is rounded by
_ROUNDED = 1 + 1e-10  # more than a sum of 2^17 terms is rounded by
_UNSEEN = 1e-290  # more than what is too small for floats adds up to


class SpreadSum:
    """A number on places.

    Parameters
    ----------
    masses, means, squares : list of arb
        At each place the mass, and the expectations of the number and of its square there.
    is_above : bool
        Whether the part above a threshold is asked for, of a number that is not negative; otherwise that below.
    """

    def __init__(self, masses: list[arb], means: list[arb], squares: list[arb], is_above: bool) -> None:
        self.is_above = is_above
        rows, rest = [], []
        for w, a, b in zip(masses, means, squares, strict=True):
            row = self._row(w, a, b)
            rows.append(row or (0.0, 0.0, 0.0))
            # where little is known everything counts: at most the mean, or so many times the threshold
            rest.append(0.0 if row else _up(a if is_above else w))
        self._rows, self._rest = rows, rest

    def _row(self, w: arb, a: arb, b: arb) -> tuple[float, float, float] | None:
        """Return a mass, the mean and the deviation as floats, rounded so that the bound grows; None where they are not known."""
        if not w > _LEAST or min(w.rel_accuracy_bits(), a.rel_accuracy_bits()) < _SURE:
            return None
        mean = a / w
        spread = (b / w - mean * mean).upper()
        deviation = spread.sqrt() if spread > 0 else arb(0)
        if not (mean < _MOST and deviation < _MOST and mean > 1 / _MOST):
            return None
        place = float(mean.upper()) * _HIGH if self.is_above else float(mean.lower()) * _LOW
        return _up(w), place, _up(deviation)

    def beyond(self, start: int, end: int, threshold: arb) -> float:
        """Return a bound of the expectation of the part beyond a positive threshold, over a range of places."""
        total, sign = 0.0, 1.0 if self.is_above else -1.0
        c = min(float(threshold.lower()) * _LOW, _MOST) if self.is_above else _up(threshold)
        for w, mean, s in self._rows[start:end]:
            d = sign * (mean - c)
            r = math.hypot(d, s)
            total += w * (d + r) if d >= 0 else w * s * (s / (r - d))
        rest = sum(self._rest[start:end]) * (1.0 if self.is_above else c)
        return (total / 2 + rest) * _ROUNDED + _UNSEEN


def _up(value: arb) -> float:
    """Return a float that is not below a number, 0 where it is not positive."""
    most = value.upper()
    return float(most) * _HIGH + _LEAST if most > 0 else 0.0
