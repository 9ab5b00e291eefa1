r"""Shuffled answers of randomized response: what is lost at one pair of datasets, a lower bound of what shuffled answers lose.

All users but the first have the input 0. Of n - 1 of them B answer 1, a binomial number with the probability :math:`1 - w`,
:math:`w = e^{\varepsilon_0}/(1 + e^{\varepsilon_0})`, and the first one answers its input with the probability w. What is seen is the number of ones.
So shuffled answers of an :math:`\varepsilon_0`-private randomiser may lose as much, while the pair of clones (`dpsym.curves.clones`) bounds all.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction, check_positive_integer
from dpsym.curves.crossing import crossing
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.errors import ParameterError, UndecidedError
from dpsym.parameters import PRIVACY_LOSS, PROBABILITY, THRESHOLD

_BITS = 160
_MOST_USERS = 10**5
_SMALL = 1e-30


def shuffled_response_lower(local: object, users: int, *, delta: object = None, eps: object = None) -> Fraction:
    """Return a lower bound of the least eps at a delta, or of delta at an eps, of shuffled randomized response.

    Parameters
    ----------
    local : rational
        eps0, in nats.
    users : positive int
        n.
    delta, eps : rational
        One of them.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or not one of delta and eps is given.
    UndecidedError
        If there are too many users.
    """
    rate = checked_fraction(PRIVACY_LOSS, local)
    check_positive_integer("number of users n", users)
    if (delta is None) == (eps is None):
        raise ParameterError("question", "a delta or an eps", {"delta": delta, "eps": eps})
    if users > _MOST_USERS:
        raise UndecidedError(f"number of users is too large for an exact sum: {users}")
    with ctx.workprec(_BITS):
        laws = _laws(ball_of(rate), users)
        if eps is not None:
            return as_fraction(_delta(laws, ball_of(checked_fraction(THRESHOLD, eps))))
        wanted = checked_fraction(PROBABILITY, delta)
        if wanted < _SMALL:
            raise UndecidedError(f"delta is too small for the sum: {float(wanted):g}")
        low, _ = crossing(lambda place: _delta(laws, place), ball_of(wanted).upper())
        return Fraction(low)


def _laws(local: arb, users: int) -> tuple[list[arb], list[arb]]:
    """Return the law of the number of ones where the first input is 1, and where it is 0."""
    lie = 1 / (1 + local.exp())
    odds, mass = lie / (1 - lie), (1 - lie) ** (users - 1)
    masses = [arb(0)]
    for k in range(users):
        masses.append(mass)
        mass *= odds * (users - 1 - k) / (k + 1)
    masses.append(arb(0))
    pairs = list(zip(masses[1:], masses[:-1], strict=True))
    return (
        [here * lie + before * (1 - lie) for here, before in pairs],
        [here * (1 - lie) + before * lie for here, before in pairs],
    )


def _delta(laws: tuple[list[arb], list[arb]], eps: arb) -> arb:
    growth, sides = eps.exp(), [arb(0), arb(0)]
    for one, zero in zip(*laws, strict=True):
        for side, (p, q) in enumerate(((one, zero), (zero, one))):
            gain = p - growth * q
            if gain > 0:
                sides[side] += gain
    return sides[0].lower().max(sides[1].lower())
