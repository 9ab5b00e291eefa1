r"""One of several steps with Gaussian noise: bounds of the threshold in closed form, near one another where there is little noise.

With :math:`R = (Y_1 + S')/t` the mean ratio, S' the sum of all others but one, and :math:`\varepsilon_G` of one run of the noise,

.. math:: \varepsilon_G(\delta) - \log t \le \varepsilon_\mathrm{remove}(\delta), \qquad
    t\,e^{\varepsilon_\mathrm{remove}(\delta)} \le e^{\varepsilon_G(\delta - b)} + a, \quad b \ge Q(S' > a) :

under P, :math:`R \ge Y_1/t`, and where S' is at most a the part of :math:`1 - \gamma t/(Y_1 + S')` above 0 is at most that of
:math:`1 - (\gamma t - a)/Y_1`. In the other direction :math:`\max Y/t \le R \le \max Y` has, with F the distribution function of Y under Q and
:math:`0 < \eta < 1`,

.. math:: (1 - \eta)\, F(\eta e^{-\varepsilon})^t \le \delta_\mathrm{add}(\varepsilon) \le F(t e^{-\varepsilon})^t .

No more is told than where the step is known. Of several epochs, with n runs of the noise,

.. math:: \varepsilon_G(\delta) - n \log t \le \varepsilon_\mathrm{remove}(\delta) \le
    \varepsilon_G(\delta - n b) - n \log t + n \log(1 + a/y), \quad b \ge Q(S' > a) + P(Y_1 < y),

and :math:`\delta_\mathrm{add}(\varepsilon) \le Q(\sum \log \max Y \le n \log t - \varepsilon)`, which Chernoff's inequality bounds. Of k selected
steps of an epoch R is at least the product of k ratios over their binomial number, and as many blocks of steps, from each of which one is drawn
(`dpsym.amplification.allocation`), have the upper bounds, of blocks that are made shorter.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import arb

from dpsym.ball import as_fraction
from dpsym.curves.curve import PrivacyCurve
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import ball_of

_SHARES = (0.5, 0.9, 0.99)  # of the greatest ratio, or of delta, that are left
_FARTHEST, _HALVINGS = 38.0, 60
_SLACK = 1e-9  # by which a place is moved that floats found
_DIGITS = 12
_REACH, _PER_UNIT = 12, 16  # of the normal numbers between which there are cells
_RATES = (arb(1) / 4, arb(1) / 2, arb(1), arb(2), arb(3), arb(4), arb(6), arb(8))

Ends = tuple[Fraction, Fraction]


def noise_ends(spread: Fraction, delta: Fraction, runs: int = 1) -> Ends:
    """Return bounds of the threshold of so many runs of the noise."""
    ball = PrivacyCurve([(GaussianLoss(spread), runs)]).epsilon(delta, _DIGITS)
    return Fraction(ball.lower), Fraction(ball.upper)


def removed_ends(spread: Fraction, slots: int, delta: Fraction) -> Ends:
    """Return bounds of the threshold where a record is removed.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    slots : int
        The number t of steps, at least 2.
    delta : Fraction
        In (0, 1).
    """
    low, high = noise_ends(spread, delta)
    logs = arb(slots).log(), arb(slots - 1).log()
    for share in _SHARES:
        # a: none of the others is greater than a/(t - 1)
        z = arb(-_place(_log(delta) + math.log((1 - share) / (slots - 1))))
        rest = delta - as_fraction(((slots - 1) * _above(z)).upper())
        if rest > 0:
            first, second = ball_of(noise_ends(spread, rest)[1]), _loss(spread, z) + logs[1]
            most = first.max(second)
            high = min(high, upper_end(most + ((first - most).exp() + (second - most).exp()).log() - logs[0]))
    return lower_end(ball_of(low) - logs[0]), high


def added_ends(spread: Fraction, slots: int, delta: Fraction) -> Ends:
    """Return bounds of the threshold where a record is added; the parameters are those of `removed_ends`."""
    low, high, goal = Fraction(0), noise_ends(spread, delta)[1], ball_of(delta)
    z = arb(_place(_log(delta) / slots) - _SLACK)
    if _above(-z) ** slots <= goal:
        high = min(high, upper_end(arb(slots).log() - _loss(spread, z)))
    for eta in _SHARES:
        z = arb(_place(min(0.0, _log(delta) - math.log(1 - eta)) / slots) + _SLACK)
        if (1 - arb(eta)) * _above(-z) ** slots > goal:
            low = max(low, lower_end(arb(eta).log() - _loss(spread, z)))
    return low, high


def composed_ends(
    spread: Fraction, counts: tuple[int, int, int], delta: Fraction
) -> tuple[Fraction, dict[bool, Fraction]]:
    """Return bounds of the threshold of several steps, or epochs: from below, and from above by whether the record is removed.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    counts : tuple of int
        The steps t of an epoch, in how many k < t of them the record takes part, and the epochs E.
    delta : Fraction
        In (0, 1).
    """
    steps, selected, epochs = counts
    slots, runs = steps // selected, selected * epochs
    low, high = noise_ends(spread, delta, runs)
    least = lower_end(ball_of(low) - epochs * arb(math.comb(steps, selected)).log())
    if slots == 1:
        return least, {True: high, False: high}
    removed = high
    for share in _SHARES:
        part = _log(delta) + math.log((1 - share) / 2 / runs)
        a, y = arb(-_place(part - math.log(slots))), arb(_place(part))
        rest = delta - as_fraction((runs * ((slots - 1) * _above(a) + _above(-y))).upper())
        if rest > 0:
            # of the greatest sum of the others to the least ratio of the step with the record
            ratio = (_loss(spread, a) + arb(slots - 1).log() - _loss(spread, y + 1 / ball_of(spread))).exp()
            most = ball_of(noise_ends(spread, rest, runs)[1])
            removed = min(removed, upper_end(most - runs * arb(slots).log() + runs * ratio.log1p()))
    return least, {True: removed, False: min(high, _added_above(spread, slots, runs, delta))}


def _added_above(spread: Fraction, slots: int, runs: int, delta: Fraction) -> Fraction:
    """Return a bound of the threshold where a record is added, from the moments of the greatest normal number of each block of steps."""
    cuts = [arb(k) / _PER_UNIT for k in range(-_REACH * _PER_UNIT, _REACH * _PER_UNIT + 1)]
    powers = [_above(-cut) ** slots for cut in cuts]
    best = arb("inf")
    for rate in _RATES:
        # below all cuts one of the numbers alone is smaller still
        moment = (rate**2 / arb(2)).exp() * _above(-cuts[0] - rate) + (-rate * cuts[-1]).exp() * (1 - powers[-1])
        for cut, here, later in zip(cuts, powers, powers[1:], strict=False):
            moment += (-rate * cut).exp() * (later - here)
        least = (ball_of(delta).log() - runs * moment.log()) / rate
        best = best.min(runs * arb(slots).log() - runs * _loss(spread, least / runs))
    return upper_end(best)


def lower_end(place: arb) -> Fraction:
    """Return a threshold that is certainly not above a place, 0 at least."""
    return max(Fraction(0), as_fraction(place.lower()))


def upper_end(place: arb) -> Fraction:
    """Return a threshold that is certainly not below a place, 0 at least."""
    return max(Fraction(0), as_fraction(place.upper()))


def _loss(spread: Fraction, z: arb) -> arb:
    """Return the logarithm of the ratio of a step where the normal number without the record is z."""
    s = ball_of(spread)
    return z / s - 1 / (2 * s**2)


def _above(z: arb) -> arb:
    return (z / arb(2).sqrt()).erfc() / 2


def _log(value: Fraction) -> float:
    return math.log(value.numerator) - math.log(value.denominator)


def _place(log: float) -> float:
    """Return about where the logarithm of the normal distribution function has a value."""
    low, high = -_FARTHEST, _FARTHEST
    for _ in range(_HALVINGS):
        z = (low + high) / 2
        tail = math.erfc(abs(z) / math.sqrt(2)) / 2
        found = math.log1p(-tail) if z > 0 else math.log(max(tail, 1e-320))
        low, high = (z, high) if found < log else (low, z)
    return low
