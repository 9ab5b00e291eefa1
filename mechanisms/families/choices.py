"""Laws on finitely many outcomes: k-ary response and one that may be erased, the exponential mechanism, and the staircase by its steps."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.families.parameters import integer
from mechanisms.finite.pair import FinitePair
from mechanisms.selection.enumeration import exponentials, normalised
from mechanisms.validate import finite_array, non_negative, open_probability, positive, real

MOST_STEPS = 1000
"""The greatest distance of two staircases, in their widths."""
_LARGEST = 700.0


def _small(parameter: str, value: float | Fraction) -> Fraction:
    if value > _LARGEST:
        raise ParameterError(parameter, f"at most {_LARGEST:g}", value)
    return Fraction(value)


def kary_response_pair(eps: float, choices: int) -> FinitePair:
    r"""Return the laws of k-ary randomized response on two values.

    .. math:: \Pr[\text{answer} = \text{value}] = \frac{e^\varepsilon}{e^\varepsilon + k - 1}

    The outcomes are the value of P, that of Q, and (for k above 2) the k - 2 others together, on which the laws agree.

    Parameters
    ----------
    eps : float
        The max divergence epsilon, natural logarithm; from 0 to 700.
    choices : int
        The number k of values, at least 2.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    (odds,) = exponentials([_small("eps", non_negative("eps", eps))])
    size = integer("choices", choices)
    if size < 2:
        raise ParameterError("choices", "at least 2", choices)
    truth = 1 / (1 + (int(size) - 1) * odds)
    lie = truth * odds
    others = [(int(size) - 2) * lie] if size > 2 else []
    return FinitePair([truth, lie, *others], [lie, truth, *others])


def erased_response_pair(eps: float, weight: float) -> FinitePair:
    r"""Return the laws of randomized response to the bits 0 (P) and 1 (Q) where the answer may be erased.

    .. math:: \Pr[\text{bit}] : \Pr[\text{other bit}] : \Pr[\text{silence}] = e^\varepsilon : 1 : w

    Parameters
    ----------
    eps : float
        The max divergence epsilon, natural logarithm; from 0 to 700.
    weight : float
        How often there is silence, w, in units of the probability of a false answer; non-negative and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    (odds,) = exponentials([_small("eps", non_negative("eps", eps))])
    silence = Fraction(non_negative("weight", weight)) * odds
    total = 1 + odds + silence
    rest = [silence / total] if silence else []
    return FinitePair([1 / total, odds / total, *rest], [odds / total, 1 / total, *rest])


def softmax_pair(scores_p: Iterable[float], scores_q: Iterable[float]) -> FinitePair:
    r"""Return the laws of the exponential mechanism on two vectors of scores, :math:`p_i \propto e^{u_i}`.

    Parameters
    ----------
    scores_p, scores_q : sequences of float, of the same length
        The scores u, each epsilon times a utility over twice its sensitivity; a score counts as the dyadic rational
        that it is, and those of one law may spread by 700.

    Raises
    ------
    ParameterError
        If a score is not finite, the lengths differ, or the scores spread too far.
    """
    laws = []
    for name, scores in (("scores_p", scores_p), ("scores_q", scores_q)):
        values = finite_array(name, scores if isinstance(scores, np.ndarray) else list(scores))
        if values.ndim != 1:
            raise ParameterError(name, "a sequence of numbers", scores)
        exact = [Fraction(value) for value in values.tolist()]
        losses = [_small(f"spread of {name}", max(exact) - value) for value in exact]
        laws.append(normalised(exponentials(losses)))
    return FinitePair(laws[0], laws[1])


def staircase_pair(location_p: float, location_q: float, eps: float, fraction: float, width: float) -> FinitePair:
    r"""Return two staircase laws that differ in their centre, by the steps of the privacy loss.

    .. math:: f(x) = \frac{1 - e^{-\varepsilon}}{2\Delta(\gamma + e^{-\varepsilon}(1-\gamma))} e^{-\varepsilon s(|x - \mu|)},
        \qquad s(y) = \left\lfloor \tfrac{y}{\Delta} + 1 - \gamma \right\rfloor

    The loss is a multiple of epsilon. An outcome is the set of all points of one loss, in increasing order: its masses
    are those of finitely many intervals around the centres, and of the tails, which repeat themselves at every
    distance Delta.

    Parameters
    ----------
    location_p, location_q : float
        The centres mu, finite, at most 1000 widths apart.
    eps : float
        The privacy parameter epsilon at sensitivity `width`, natural logarithm; positive.
    fraction : float
        The part gamma of a step that is high, in (0, 1).
    width : float
        The width Delta of a step, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    places = [Fraction(real("location_p", location_p)), Fraction(real("location_q", location_q))]
    level, high = Fraction(positive("eps", eps)), Fraction(open_probability("fraction", fraction))
    step = Fraction(positive("width", width))
    if abs(places[0] - places[1]) > MOST_STEPS * step:
        raise ParameterError("location_q", f"at most {MOST_STEPS} widths from location_p", location_q)
    # In units of the width, around the first centre.
    centers = [(place - places[0]) / step for place in places]
    (odds,) = exponentials([level])
    masses: dict[int, list[Fraction]] = {}
    for lo, hi, weight in _intervals(centers, high, 1 / (1 - odds)):
        steps = [math.floor(abs((lo + hi) / 2 - center) + 1 - high) for center in centers]
        total = masses.setdefault(steps[1] - steps[0], [Fraction(0), Fraction(0)])
        for law in (0, 1):
            total[law] += (hi - lo) * weight * odds ** steps[law]
    sums = [sum(total[law] for total in masses.values()) for law in (0, 1)]
    return FinitePair(*([masses[loss][law] / sums[law] for loss in sorted(masses)] for law in (0, 1)))


def _intervals(
    centers: list[Fraction], high: Fraction, repeats: Fraction
) -> Iterable[tuple[Fraction, Fraction, Fraction]]:
    """Yield intervals on which both laws are constant, and how often each counts: one period of a tail for all."""
    left, right = min(centers) - 1, max(centers) + 1
    count = math.ceil(right - left) + 1
    jumps = {center + sign * (high + k) for center in centers for sign in (1, -1) for k in range(-1, count + 1)}
    ends = {left - 1, left, right, right + 1}
    points = sorted(ends | {jump for jump in jumps if left - 1 < jump < right + 1})
    for lo, hi in pairwise(points):
        yield lo, hi, Fraction(1) if left <= lo and hi <= right else repeats
