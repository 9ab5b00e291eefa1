"""Shuffled answers: the exact privacy curve of the pair of clones, as balls."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from flint import arb, ctx, fmpq
from sympy import Rational

from dpsym.ball import Ball
from dpsym.curves.loss import ball_of
from dpsym.errors import ParameterError, UndecidedError

_BITS, _MOST_BITS, _DIGITS, _ENOUGH = 192, 1 << 14, 15, 50
_NATS = 100.0  # of the masses of the numbers of clones that are left out at first, on either side
_TOLD = 40.0  # of those that tell nothing
_MOST_STEPS = 200_000
_SMALLEST = 1e-30
"""Below it a bound will do: numbers of clones of some 10^-40 in all are left out."""


def clones_delta(local: Rational, users: int, eps: Rational) -> Ball:
    r"""Return delta(eps) of the pair of clones of n users with an eps0-private local randomiser.

    Of the n - 1 other users C, a binomial number with the probability e^(-eps0), answer 0 or 1 as a fair coin falls; the first one answers
    by randomized response. Given C = c the answers 0 are m = A + D, with A binomial and D the answer of the first, and the ratio of
    the two laws rises with m, so that

    .. math:: \delta(\varepsilon) = \sum_c P(C = c) \bigl((w - e^\varepsilon (1 - w)) P(A \ge m_c - 1) - (e^\varepsilon w - 1 + w) P(A \ge m_c)\bigr),

    with :math:`w = e^{\varepsilon_0}/(1 + e^{\varepsilon_0})` and m_c the least m above
    :math:`(c + 1)(e^{\varepsilon + \varepsilon_0} - 1)/((e^\varepsilon + 1)(e^{\varepsilon_0} - 1))`. Both directions are alike.

    Parameters
    ----------
    local, eps : Rational
        eps0, positive, and eps, not negative, in nats.
    users : int
        n.

    Raises
    ------
    UndecidedError
        If there are too many cases, or 15 digits are not reached.

    Notes
    -----
    Feldman, McMillan and Talwar, arXiv:2012.12803v3, section 3: shuffled answers of any such randomiser tell no more.
    """
    if eps >= local:
        return Ball(arb(0))
    bits, nats = _BITS, _NATS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            places = [arb(fmpq(int(each.p), int(each.q))) for each in (local, eps)]
            total, left_out = _delta(places[0], users, places[1], nats)
            found = total.union(total + left_out)
        if found.rel_accuracy_bits() > _ENOUGH or found < _SMALLEST:
            return Ball(found)
        if total.rel_accuracy_bits() > _ENOUGH:  # it is the few clones that were left out
            nats = max(2 * nats, _ENOUGH - float(total.log().mid()))
        else:
            bits *= 4
    raise UndecidedError(f"delta of {users} clones at eps = {eps} is not found to {_DIGITS} digits")


def _delta(local: arb, users: int, eps: arb, nats: float) -> tuple[arb, arb]:
    """Return delta of the numbers of clones that are looked at, and a bound of what is left out.

    Given their number delta falls in it, as it is a mean of a convex function of a reversed martingale, the share of m.
    """
    first, last, fewer, more = window(users - 1, local, nats, _NATS)
    truth, growth = 1 / (1 + (-local).exp()), eps.exp()
    gain, loss = truth - growth * (1 - truth), growth * truth - (1 - truth)
    total, misplaced = arb(0), arb(0)
    for each in _numbers(local, users, eps, first, last):
        total += each.weight * (gain * each.tail - loss * (each.tail - each.mass))
        misplaced += each.weight * _misplaced(gain, loss, each)
    total = total.union(total + misplaced)
    few = fewer * gain
    return total, few + (total.upper() + few) * more / (1 - more)


def clones_tails(local: Fraction, users: int, eps: list[Fraction]) -> list[tuple[arb, arb]]:
    """Return the masses of both laws of the pair where the answers 0 are as many as make about a loss, at each of some.

    The events are certain, and each holds the ones after it; numbers of clones that are far off the mean are in none.

    Parameters
    ----------
    local : Fraction
        eps0, positive.
    users : int
        n.
    eps : list of Fraction
        The losses, increasing and not negative.

    Raises
    ------
    UndecidedError
        If there are too many cases.
    """
    at = ball_of(local)
    first, last, *_ = window(users - 1, at, _TOLD, _TOLD)
    truth, found = 1 / (1 + (-at).exp()), []
    for place in eps:
        sure, other = arb(0), arb(0)  # of A at least m - 1, and at least m
        for each in _numbers(at, users, ball_of(place), first, last):
            sure += each.weight * each.tail
            other += each.weight * (each.tail - each.mass)
        found.append((truth * sure + (1 - truth) * other, (1 - truth) * sure + truth * other))
    return found


class _Number(NamedTuple):
    """A number c of clones, its mass, m - 1 for the least m that makes a loss, P(A >= m - 1), and the masses of A there and below it."""

    clones: int
    weight: arb
    place: int
    tail: arb
    mass: arb
    below: arb


def _numbers(local: arb, users: int, eps: arb, first: int, last: int) -> Iterator[_Number]:
    """Yield the numbers of clones from a first to a last one."""
    if last - first > _MOST_STEPS:
        raise UndecidedError(f"number of users is too large for an exact sum: {users}")
    others, chance, rest, half = users - 1, (-local).exp(), -(-local).expm1(), arb(1) / 2
    share = ((eps + local).exp() - 1) / ((eps.exp() + 1) * (local.exp() - 1))
    weight = binomial(others, first, chance, rest)
    odds = chance / rest
    # P(A >= m - 1), and the mass of A there, for A binomial with c trials
    place = _least(share, first) - 1
    tail, mass = _tail(first, place), binomial(first, place, half, half)
    for c in range(first, last + 1):
        for _ in range(_least(share, c) - 1 - place):
            tail, mass = tail - mass, mass * (c - place) / (place + 1)
            place += 1
        below = mass * place / (c - place + 1) if c >= place else binomial(c, place - 1, half, half)
        yield _Number(c, weight, place, tail, mass, below)
        weight = weight * odds * (others - c) / (c + 1)
        tail, mass = tail + below / 2, (mass + below) / 2


def _least(share: arb, c: int) -> int:
    """Return the least number above a share of c + 1, as far as it can be told; what is lost otherwise is counted as error."""
    return int((share * (c + 1)).mid().floor().unique_fmpz()) + 1


def _misplaced(gain: arb, loss: arb, at: _Number) -> arb:
    """Return by how much the sum from m = place + 1 on may be below the one from the best place on: what is not certain of two signs."""
    after = gain * at.mass - loss * at.mass * (at.clones - at.place) / (at.place + 1)
    before = gain * at.below - loss * at.mass
    return sum((abs(each) for each, right in ((after, after >= 0), (before, before <= 0)) if not right), arb(0))


def window(others: int, local: arb, below: float, above: float) -> tuple[int, int, arb, arb]:
    r"""Return numbers of clones from a first to a last, and bounds of the masses of fewer and of more.

    By Bernstein's inequality the number is off its mean by :math:`t = \sqrt{2 v N} + 2 N/3`, to either side, with a probability of at most
    :math:`e^{-N}`, v its variance: :math:`t^2 \ge 2 N (v + t/3)`.

    Parameters
    ----------
    others : int
        The users but the first.
    local : arb
        eps0, positive.
    below, above : float
        N, for fewer and for more.
    """
    mean = others * (-local).exp()
    spread = mean * -(-local).expm1()
    first, last = (
        mean + side * ((2 * spread * nats).sqrt() + 2 * arb(nats) / 3) for side, nats in ((-1, below), (1, above))
    )
    low, high = max(0, int(first.lower().floor().unique_fmpz())), min(others, int(last.upper().ceil().unique_fmpz()))
    return low, high, (-arb(below)).exp() if low else arb(0), (-arb(above)).exp() if high < others else arb(0)


def binomial(trials: int, place: int, chance: arb, rest: arb) -> arb:
    """Return a mass of a binomial law, of a probability and what is left of 1."""
    if not 0 <= place <= trials:
        return arb(0)
    logs = arb(trials + 1).lgamma() - arb(place + 1).lgamma() - arb(trials - place + 1).lgamma()
    logs += place * chance.log() if place else 0
    return (logs + (trials - place) * rest.log() if trials > place else logs).exp()


def _tail(trials: int, place: int) -> arb:
    """Return the chance that so many fair coins fall on one side at least so often, for a place from the mean on."""
    mass, total = binomial(trials, place, arb(1) / 2, arb(1) / 2), arb(0)
    for at in range(place, trials + 1):
        total += mass
        mass = mass * (trials - at) / (at + 1)
    return total


def clones_epsilon(local: Rational, users: int, delta: Rational) -> Rational:
    """Return the least eps with delta(eps) at most delta of the pair of clones, rounded up by less than 10^-10.

    Parameters
    ----------
    local, delta : Rational
        eps0, positive, and a probability above 0.
    users : int
        n.

    Raises
    ------
    ParameterError
        If delta is 0.
    UndecidedError
        If the sum is out of reach.
    """
    if delta <= 0:
        raise ParameterError("privacy parameter delta", "positive", delta)
    goal = Fraction(int(delta.p), int(delta.q))
    ends = [(Rational(0), clones_delta(local, users, Rational(0))), (local, None)]
    if ends[0][1].upper <= goal:  # type: ignore[union-attr]
        return Rational(0)
    step = Rational(1, 10**10)
    while ends[1][0] - ends[0][0] > step:
        for middle in (_between(ends, goal), (ends[0][0] + ends[1][0]) / 2):
            middle = min(max(Rational(round(middle * 10**12), 10**12), ends[0][0] + step / 2), ends[1][0] - step / 2)
            found = clones_delta(local, users, middle)
            ends[found.upper <= goal] = middle, found
            if ends[1][0] - ends[0][0] <= step:
                break
    return ends[1][0]


def _between(ends: list[tuple[Rational, Ball | None]], goal: Fraction) -> Rational:
    """Return where delta would be met if its logarithm fell evenly, a little to the side of the farther end."""
    (low, first), (high, last) = ends
    if first is None or last is None or not (first.mid > 0 and last.mid > 0 and goal > 0):
        return (low + high) / 2
    logs = [math.log(first.mid), math.log(goal), math.log(last.mid)]
    share = Rational((logs[0] - logs[1]) / (logs[0] - logs[2])) if logs[0] > logs[2] else Rational(1, 2)
    return low + (high - low) * share
