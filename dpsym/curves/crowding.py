r"""The mass of a sum of independent copies of :math:`Y - \rho\,g(Y)` beyond a place, bounded by an exponential moment: floats, rounded up.

With the mass w of each value, and w y with the record, for a tilt c and every place e,

.. math:: \left(\sum w e^{c (y - \rho g)}\right)^{t - k} \left(\sum w y\,e^{c (y - \rho g)}\right)^k e^{-c e}.
"""

from __future__ import annotations

from operator import add

from flint import arb

from dpsym.curves.coarse import log_sum

_ULP = 4e-16  # more than what an operation on floats is rounded by
_TERM = 1e-11  # more than what a sum of exponentials of rounded exponents is rounded by, of up to 2^15 terms
_LEAST = 1e-300


class Crowding:
    """The values of one step with their masses.

    Parameters
    ----------
    masses, values, bent : list of arb
        w, y and g(y), none of them negative.
    steps, selected : int
        t and k.
    """

    def __init__(self, masses: list[arb], values: list[arb], bent: list[arb], steps: int, selected: int) -> None:
        self.steps, self.selected = steps, selected
        self._plain = [_log(w) for w in masses]
        self._moved = [_log(w * y) for w, y in zip(masses, values, strict=True)]
        self._pairs = [(float(y), float(g)) for y, g in zip(values, bent, strict=True)]
        self._most = max(y for y, _ in self._pairs), max(g for _, g in self._pairs)

    def beyond(self, rho: float, tilt: float, place: arb) -> arb:
        """Return a bound of the mass, at most 1.

        Parameters
        ----------
        rho, tilt : float
            Not negative and positive.
        place : arb
            e.
        """
        widest = tilt * (self._most[0] + rho * self._most[1])
        if not widest < 1 / _LEAST:
            return arb(1)
        gaps = [tilt * (y - rho * g) for y, g in self._pairs]
        slip = _TERM + _ULP * (8 * widest - min(self._plain) - min(self._moved))
        plain, moved = (log_sum(list(map(add, logs, gaps))) + slip for logs in (self._plain, self._moved))
        log = (self.steps - self.selected) * arb(plain) + self.selected * arb(moved)
        return (log - arb(tilt) * place).exp().upper().min(arb(1))


def _log(mass: arb) -> float:
    """Return about the logarithm of what a mass is at most."""
    return float((mass.upper().max(arb(_LEAST))).log())
