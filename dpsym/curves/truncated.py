r"""Poisson samples of which no more than a given number of records is kept: certified bounds by how rarely more are drawn.

Let :math:`\psi = P(\mathrm{Bin}(n, q) > B)` for datasets of at most n records, of which a batch keeps B, chosen in any way, and
:math:`\tau = 1 - (1 - \psi)^T` for T batches. Where no batch is too large, both mechanisms answer alike. So of the law P of the answers and the law
P' with truncation :math:`|P(A) - P'(A)| \le \tau` for any event A, and as much for a neighbouring dataset, and

.. math:: |\delta'(\varepsilon) - \delta(\varepsilon)| \le \tau (1 + e^{\varepsilon})

for each pair of datasets. At the pair that attains the curve without truncation the bound from below is one of what holds for all pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction, check_positive_integer
from dpsym.curves.curve import PrivacyCurve
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.errors import ParameterError, UndecidedError
from dpsym.parameters import PROBABILITY, THRESHOLD

_BITS, _ROUNDS = 128, 40
_SHARE = Fraction(1, 10**12)
_MOST_TERMS = 10**6

End = Fraction | float


def overflow_upper(population: int, rate: object, most: int, steps: int = 1) -> Fraction:
    r"""Return an upper bound, close to it, of the probability that any of several Poisson samples has too many records.

    Parameters
    ----------
    population : positive int
        n, the number of records at most.
    rate : rational in (0, 1)
        q.
    most : positive int
        B, how many records a sample keeps, at least n q.
    steps : positive int, optional
        T.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    """
    share = checked_fraction(SAMPLING_RATE, rate)
    for name, number in (("population size n", population), ("greatest batch B", most), ("number of steps", steps)):
        check_positive_integer(name, number)
    if most >= population:
        return Fraction(0)
    if most < population * share:
        raise ParameterError("greatest batch B", f"at least the mean batch {float(population * share):g}", most)
    with ctx.workprec(_BITS):
        q, count = ball_of(share), most + 1
        logs = arb(population + 1).lgamma() - arb(count + 1).lgamma() - arb(population - count + 1).lgamma()
        term = (logs + count * q.log() + (population - count) * (1 - q).log()).exp()
        total, least = arb(0), term * arb(2) ** -64
        for _ in range(_MOST_TERMS):
            if count > population or term < least:
                break
            total += term
            term *= q * (population - count) / ((1 - q) * (count + 1))
            count += 1
        if count < population:  # terms fall at least as fast as here
            ratio = q * (population - count) / ((1 - q) * (count + 1))
            total += term / (1 - ratio)
        return min(Fraction(1), as_fraction((-(steps * (-total).log1p()).expm1()).upper()))


def truncated_bracket(
    curves: Sequence[PrivacyCurve], overflow: Fraction, *, delta: object = None, eps: object = None
) -> tuple[End, End]:
    r"""Return certified bounds of the least eps at a delta, or of delta at an eps, of truncated Poisson samples.

    Parameters
    ----------
    curves : sequence of PrivacyCurve
        Those of both directions without truncation, all steps composed.
    overflow : Fraction
        :math:`\tau`, or more.
    delta, eps : rational
        One of them.

    Raises
    ------
    ParameterError
        If not one of delta and eps is given.
    UndecidedError
        If delta is too small for what the truncation adds, or a curve could not be decided.
    """
    if (delta is None) == (eps is None):
        raise ParameterError("question", "a delta or an eps", {"delta": delta, "eps": eps})
    if eps is not None:
        place = checked_fraction(THRESHOLD, eps)
        ends, added = [curve.delta_bracket(place) for curve in curves], _added(overflow, place)
        low, high = max(low for low, _ in ends), max(high for _, high in ends)
        return max(Fraction(0), low - added), min(Fraction(1), high + added)
    wanted = checked_fraction(PROBABILITY, delta)
    place = Fraction(0)
    for _ in range(_ROUNDS):
        left = wanted - _added(overflow, place)
        if left <= 0:
            raise UndecidedError(f"too large batches alone may take more than delta = {float(wanted):g}")
        most = max(curve.bracket(left)[1] for curve in curves)
        if isinstance(most, float):
            return Fraction(0), most
        if most <= place:
            beyond = min(Fraction(1), wanted + _added(overflow, place))
            return max(curve.bracket(beyond)[0] for curve in curves), place
        place = most * (1 + _SHARE)
    raise UndecidedError("no threshold was found for truncated samples")


def _added(overflow: Fraction, eps: Fraction) -> Fraction:
    with ctx.workprec(_BITS):
        return as_fraction((ball_of(overflow) * (1 + ball_of(eps).exp())).upper())
