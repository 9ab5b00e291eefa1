"""Sums of a Gaussian over the integers, as they stand or by Poisson's summation formula, with a proven remainder."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from flint import acb, arb, ctx, fmpq

from dpsym.enclose.arithmetic import Value
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError, UndecidedError

_MOST_TERMS = 1 << 14
_NOTHING = arb(0)


def gaussian_sum(walk: Walker, node: sp.Basic) -> Value:
    """Return a ball for a `GaussianSum`.

    Raises
    ------
    UndecidedError
        If the width is not certainly positive, or has too wide a range.
    NotDerivedError
        If the centre or the width is complex.
    """
    center, sigma = (walk(part) for part in node.args[:2])
    if isinstance(center, acb) or isinstance(sigma, acb):
        raise NotDerivedError("a sum of a Gaussian over the integers is enclosed at real points")
    place, width = (value.ball() if isinstance(value, Range) else arb(value) for value in (center, sigma))
    if not (width > 0 and place.is_finite() and width.is_finite()):
        raise UndecidedError("the width of a Gaussian is not certainly positive and finite")
    found = theta(place, width, int(node.power))
    return Range.of(found) if Range in (type(center), type(sigma)) else found


def theta(center: arb, sigma: arb, power: int) -> arb:
    r"""Return :math:`\sum_n (n - c)^k e^{-(n-c)^2/(2\sigma^2)}` over the integers.

    For a wide Gaussian Poisson's formula turns it into
    :math:`\sigma^{k+1} \sqrt{2\pi} \sum_m (-i)^k He_k(2\pi\sigma m) e^{-2\pi^2\sigma^2m^2} e^{-2\pi imc}`.
    """
    if sigma < fmpq(1, 2):
        return _direct(center, sigma, power)
    return _by_poisson(center, sigma, power)


def _direct(center: arb, sigma: arb, power: int) -> arb:
    if not center.rad() < 1:
        raise UndecidedError("the centre of a Gaussian has too wide a range")
    base = center.mid().floor()
    variance = 2 * sigma * sigma

    def term(gap: arb) -> arb:
        return gap**power * (-gap * gap / variance).exp()

    def below(k: int) -> arb:
        return term(base - k - center)

    def above(k: int) -> arb:
        return term(base + k + 1 - center)

    def reach(k: int) -> tuple[arb, arb]:
        return _reach(k, power, variance)

    return _side(below, reach) + _side(above, reach)


def _reach(k: int, power: int, variance: arb) -> tuple[arb, arb]:
    """Return bounds of the term at a distance of at least k - 1, and of the ratio of each term to the one before.

    Where the ratio from d = k - 2 to d + 1 is below 1, the peak of the terms is before d + 1, and they fall from there.
    """
    if k < 3:
        return arb(1), arb(1)
    gap = arb(k - 2)
    bound = gap**power * (-gap * gap / variance).exp()
    return bound, (1 + 1 / gap) ** power * (-(2 * gap + 1) / variance).exp()


def _by_poisson(center: arb, sigma: arb, power: int) -> arb:
    pi = arb.pi()
    sign = 1 if power % 4 in (0, 3) else -1

    def term(m: int) -> arb:
        place, angle = 2 * pi * sigma * m, 2 * pi * m * center
        turn = angle.sin() if power % 2 else angle.cos()
        return 2 * sign * hermite(power, place) * (-place * place / 2).exp() * turn

    def reach(m: int) -> tuple[arb, arb]:
        """By He_k(y) = E(y + i Z)^k with a normal Z, |He_k(y)| <= 2^k (y^k + k!)."""
        place, step = 2 * pi * sigma * m, 2 * pi * sigma
        size = 2 ** (power + 1) * (place**power + int(sp.factorial(power)))
        ratio = (1 + fmpq(1, m)) ** power * (-(2 * m + 1) * step * step / 2).exp()
        return size * (-place * place / 2).exp(), ratio

    first = arb(0) if power % 2 else sign * hermite(power, arb(0))
    total = first + _side(lambda k: term(k + 1), lambda k: reach(k + 1), arb(first).abs_upper())
    return sigma ** (power + 1) * (2 * pi).sqrt() * total


def _side(term: Callable[[int], arb], reach: Callable[[int], tuple[arb, arb]], scale: arb = _NOTHING) -> arb:
    """Return the sum of the terms 0, 1, ...; from k on they are at most a geometric series that `reach` gives."""
    total = arb(0)
    for k in range(_MOST_TERMS):
        bound, ratio = reach(k)
        rest = bound / (1 - ratio)
        if ratio < 1 and rest <= arb(2) ** -(ctx.prec + 8) * scale.max(arb(2) ** (-4 * ctx.prec)):
            return total + arb(0, rest.upper())
        found = term(k)
        total, scale = total + found, scale.max(found.abs_upper())
    raise UndecidedError("a sum of a Gaussian over the integers has too many terms that count")


def hermite(power: int, place: arb) -> arb:
    """Return the Hermite polynomial He_k of the probabilists."""
    before, here = arb(0), arb(1)
    for k in range(power):
        before, here = here, place * here - k * before
    return here
