"""Statements about integers, shown one by one in balls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from flint import arb, ctx

from dpsym.ball import Ball, check_positive_integer, exact_fraction, to_fmpq
from dpsym.errors import ParameterError
from dpsym.limits import MEGABYTES, SpentError, limited

_BITS = 128
_NEGLIGIBLE = 96  # bits below the sum at which the rest of it is bounded by a geometric series


@dataclass(frozen=True, eq=False)
class Enumerated:
    """A statement settled for each of finitely many integers; it has no truth value.

    Attributes
    ----------
    verdict : str
        ``"proved"`` if every margin is positive, ``"refuted"`` if the one at `at` is negative, else ``"undecided"``: the one at `at`
        has no certain sign, or the time or the memory is spent.
    count : int
        How many values were looked at.
    at : int
        The value of the least margin looked at, or the first one at which the statement fails or stays open.
    margin : Ball
        The margin there.
    seconds : float
        How long it took.
    """

    verdict: str
    count: int
    at: int
    margin: Ball
    seconds: float

    def __bool__(self) -> NoReturn:
        raise TypeError("an enumeration has no truth value: read its verdict")


def for_each(
    values: Iterable[int], margin: Callable[[int], Ball], seconds: float = 600, megabytes: int = MEGABYTES
) -> Enumerated:
    """Show that a margin is positive at every one of finitely many integers.

    Parameters
    ----------
    values : iterable of int
        The integers.
    margin : callable
        The right side less the left side at an integer, as a ball.
    seconds, megabytes : float and int, optional
        When to break off, and by how much the process may grow until then: what is not through is undecided.

    Raises
    ------
    ParameterError
        If there is no value, or not even one could be looked at within the limits.
    """
    start = time.monotonic()
    count, least, verdict = 0, None, "undecided"
    try:
        with limited(start + seconds, megabytes):
            for value in values:
                found = margin(value)
                count += 1
                if not found.is_positive():
                    verdict = "refuted" if found.is_negative() else "undecided"
                    return Enumerated(verdict, count, value, found, time.monotonic() - start)
                if least is None or not least[1].certainly_below(found):
                    least = value, found
            verdict = "proved"
    except SpentError:
        pass
    if least is None:
        raise ParameterError("values", "at least one integer, looked at within the limits", values)
    return Enumerated(verdict, count, *least, time.monotonic() - start)


def advanced_composition_margin(count: int, eps: Fraction, delta: Fraction) -> Ball:
    r"""Return how far optimal composition stays below advanced composition, relative to delta.

    The exact delta of k-fold randomized response, at the epsilon that advanced composition promises, is below the delta it
    promises if and only if the optimal epsilon at that delta is below:

    .. math:: 1 - \frac1\delta \sum_{(k-2i)\varepsilon > \varepsilon'} \binom{k}{i} \frac{e^{(k-i)\varepsilon}}{(1+e^\varepsilon)^k}
        \left(1 - e^{\varepsilon' - (k-2i)\varepsilon}\right),
        \quad \varepsilon' = k\varepsilon(e^\varepsilon - 1) + \varepsilon\sqrt{2 k \log(1/\delta)}

    Parameters
    ----------
    count : int
        The number k of compositions.
    eps, delta : Fraction
        The pure privacy of one, and the target.

    References
    ----------
    Kairouz, Oh and Viswanath, The composition theorem for differential privacy, 2015, Theorem 3.3: randomized response is the
    worst mechanism of all. Dwork, Rothblum and Vadhan, Boosting and differential privacy, 2010, Theorem III.3.
    """
    check_positive_integer("count of compositions", count)
    step, target = exact_fraction("eps", eps), exact_fraction("delta", delta)
    if not (step > 0 and 0 < target < 1):
        raise ParameterError("eps and delta", "positive, and between 0 and 1", (eps, delta))
    with ctx.workprec(_BITS):
        one, goal = arb(to_fmpq(step)), arb(to_fmpq(target))
        promised = count * one * one.expm1() + one * (-2 * count * goal.log()).sqrt()
        return Ball(1 - _exceedance(count, one, promised) / goal)


def _exceedance(count: int, step: arb, threshold: arb) -> arb:
    """Return the hockey-stick divergence of k-fold randomized response, summed from the losses nearest to the threshold."""
    first = ((count - threshold / step) / 2).upper().ceil()
    if first < 0:
        return arb(0)
    start = min(int(first.unique_fmpz()), count)
    # the terms where the loss does not exceed the threshold are cut off at 0, so that the first one may be one too many
    log_mass = arb(count + 1).lgamma() - arb(start + 1).lgamma() - arb(count - start + 1).lgamma()
    mass = (log_mass + (count - start) * step - count * (1 + step.exp()).log()).exp()
    excess, double = (threshold - (count - 2 * start) * step).exp(), (-2 * step).exp()
    rise, tiny = step.exp(), arb(2) ** -_NEGLIGIBLE
    total = arb(0)
    for i in range(start, -1, -1):
        total += mass * (1 - excess).max(arb(0))
        ratio = rise * i / (count - i + 1)
        mass, excess = mass * ratio, excess * double
        if ratio < 1 and mass / (1 - ratio) < total * tiny:
            rest = (mass / (1 - ratio)).upper()
            return total + rest / 2 + arb(0, (rest / 2).upper())
    return total
