r"""The masses of normal noise on a sample where the loss lies between two thresholds: the loss is monotone in the output.

With r the likelihood ratio of the mixture over the noise and s the deviation in sensitivities, :math:`r(x) = u` at the output
:math:`x_u = s^2 \log((u - 1 + q)/q) + 1/2`, and nowhere for :math:`u \le 1 - q`.
"""

from __future__ import annotations

import math
from itertools import pairwise

from flint import arb

from dpsym.errors import UndecidedError


def sampled_cells(q: arb, s: arb, sign: int, cuts: list[arb]) -> list[tuple[arb, arb]]:
    """Return the masses of P and of Q below the first loss, between two, and above the last.

    Parameters
    ----------
    q, s : arb
        The sampling rate, and the deviation in sensitivities.
    sign : {1, -1}
        1 where P is the mixture and Q the noise, -1 for the reverse.
    cuts : list of arb
        Increasing losses, in nats.

    Raises
    ------
    UndecidedError
        If a loss cannot be told from the least, or the greatest, that there is.
    """
    root, places = s * arb(2).sqrt(), [_place(q, s, sign * cut) for cut in cuts]
    noise, moved = (between([sides(place, shift, root, sign) for place in places]) for shift in (0, 1))
    mixed = [(1 - q) * one + q * other for one, other in zip(noise, moved, strict=True)]
    return list(zip(mixed, noise, strict=True)) if sign > 0 else list(zip(noise, mixed, strict=True))


def normal_cells(variance: arb, cuts: list[arb]) -> list[tuple[arb, arb]]:
    """Return the same of Gaussian noise, whose loss is normal of a variance."""
    root = (2 * variance).sqrt()
    first, second = (between([sides(cut, mean, root, 1) for cut in cuts]) for mean in (variance / 2, -variance / 2))
    return list(zip(first, second, strict=True))


def replaced_cells(q: arb, s: arb, cuts: list[arb]) -> list[tuple[arb, arb]]:
    r"""Return the same of :math:`(1-q) N(0) + q N(1)` against :math:`(1-q) N(0) + q N(-1)`.

    With :math:`w = e^{x/s^2}` and :math:`k = e^{-1/(2s^2)}` the ratio is u where :math:`qk w^2 + (1-q)(1-u) w - uqk = 0`; at -x it is 1/u.
    """
    root, places = s * arb(2).sqrt(), [_replaced_place(q, s, cut) for cut in cuts]
    noise, up, down = (between([sides(place, shift, root, 1) for place in places]) for shift in (0, 1, -1))
    first, second = (
        [(1 - q) * one + q * other for one, other in zip(noise, moved, strict=True)] for moved in (up, down)
    )
    return list(zip(first, second, strict=True))


def _replaced_place(q: arb, s: arb, cut: arb) -> arb:
    """Return the output at which the loss is as given."""
    rise, share = abs(cut).expm1(), q * (-1 / (2 * s * s)).exp()
    half = (1 - q) * rise / (2 * share)
    place = s * s * (half + (half * half + 1 + rise).sqrt()).log()
    if cut < 0:
        return -place
    if cut > 0 or cut.is_zero():
        return place
    raise UndecidedError("a loss cannot be told from 0")


def lowest_loss(q: float, s: float, sign: int, log_rare: float) -> float:
    """Return about a loss below which there is less than a rare mass of P; of the mixture against the noise the least loss."""
    if sign > 0:
        return math.log1p(-q)
    power = (math.sqrt(max(0.0, -2 * log_rare)) + 1) / s - 0.5 / (s * s)
    return -(math.log1p(q * math.expm1(power)) if power < 300 else math.log(q) + power)


def _place(q: arb, s: arb, log_ratio: arb) -> arb | None:
    """Return the output at which the ratio is as given; None where it is smaller than all that occur."""
    odds = log_ratio.expm1() / q + 1
    if odds > 0:
        return s * s * odds.log() + arb(1) / 2
    if odds < 0:
        return None
    raise UndecidedError("a loss cannot be told from the least ratio that occurs")


def sides(place: arb | None, shift: int, root: arb, sign: int) -> tuple[arb, arb]:
    """Return the masses of noise around a shift on the sides of smaller and of greater losses of a place."""
    if place is None:
        return (arb(0), arb(1)) if sign > 0 else (arb(1), arb(0))
    x = (place - shift) / root
    small = abs(x).erfc() / 2
    left, right = (1 - small, small) if x > 0 else (small, 1 - small)
    return (left, right) if sign > 0 else (right, left)


def between(sides: list[tuple[arb, arb]]) -> list[arb]:
    """Return the masses below the first place, between two, and above the last, each as a difference of smaller sides."""
    inner = [
        after[0] - before[0] if before[0] < before[1] else before[1] - after[1] for before, after in pairwise(sides)
    ]
    return [sides[0][0], *inner, sides[-1][1]]
