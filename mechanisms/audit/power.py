"""How surely an audit of a given event finds a claim to be violated, and the least violation that it finds surely enough."""

from __future__ import annotations

import math

import numpy as np

from mechanisms.audit.binomial import lower_probability, upper_probability
from mechanisms.audit.claims import Claim
from mechanisms.errors import ParameterError
from mechanisms.validate import integer, open_probability, probability

POWER = 0.9
"""The probability with which an audit finds the violations that it says it could have seen."""

# The tails that are tried, from the one that says most.
_TAILS = (1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 0.25)
# Beyond so much above the claim no number of runs tells; e^-700 is the last normal float.
_FARTHEST = 700.0
_FIRST_STEP, _RESOLUTION = 2.0**-20, 1e-9


def audit_power(claim: Claim, p: float, q: float, runs: int, level: float) -> float:
    r"""Lower bound on the probability that an audit of one event contradicts a claim.

    .. math:: P(K \ge k) \, P(L \le l) \ge 1 - 2t, \qquad P(K < k) \le t, \quad P(L > l) \le t

    for the binomial counts K and L of the event on the two data sets, where the Clopper-Pearson bounds from the counts
    k and l already contradict the claim; the smallest such t of a few is taken. Bounds of counts that are further apart
    contradict it all the more.

    Parameters
    ----------
    claim : ApproximateClaim or GaussianClaim
        What is claimed; with a value.
    p, q : float
        A lower bound on the probability of the event on one data set, an upper bound on the other, in [0, 1].
    runs : int
        Runs on each data set, positive.
    level : float
        Level of each of the two bounds, strictly between 0 and 1.

    Returns
    -------
    float
        0 where none of the tails is enough.

    Raises
    ------
    ParameterError
        If an argument breaks its rule.
    """
    if claim.claimed is None:
        raise ParameterError("claim", "one with a claimed value", claim)
    likely, rare = probability("p", p), probability("q", q)
    rate = open_probability("level", level)
    n = integer("runs", runs, 1, rule="a positive integer")
    return next((1 - 2 * tail for tail in _TAILS if _shows(claim, (likely, rare), (n, n), rate, tail)), 0.0)


def detectable(claim: Claim, runs: tuple[int, int], level: float, p: float | None = None) -> float:
    r"""Return the least value of a parameter that an audit of one event contradicts the claim with, surely enough.

    The smallest v, to nine digits, at which the event of probability p on one data set, and on the other so rare that it
    attains v, is found to violate the claim with probability :data:`POWER`, by the bound of :func:`audit_power`.

    Parameters
    ----------
    claim : ApproximateClaim or GaussianClaim
        What is claimed; without a value: that the parameter is 0.
    runs : tuple of int
        Runs on the data set where the event is likelier, and on the other one.
    level : float
        Level of each of the two bounds, strictly between 0 and 1.
    p : float, optional
        Probability of the event. Left out: that of the event by which the mechanism that is easiest to tell attains v.

    Returns
    -------
    float
        Infinity if no violation is found so surely.
    """
    claimed = claim.claimed or 0.0

    def found(above: float) -> bool:
        value = claimed + above
        likely = claim.plainest(value) if p is None else p
        return _shows(claim, (likely, claim.rarest(likely, value)), runs, level, (1 - POWER) / 2)

    missed, seen = 0.0, _FIRST_STEP
    while not found(seen):
        missed, seen = seen, 2 * seen
        if seen > _FARTHEST:
            return math.inf
    while seen - missed > _RESOLUTION * (claimed + seen):
        middle = (missed + seen) / 2
        missed, seen = (missed, middle) if found(middle) else (middle, seen)
    return claimed + seen


def _shows(claim: Claim, event: tuple[float, float], runs: tuple[int, int], level: float, tail: float) -> bool:
    """Return whether counts at the tails of an event of two probabilities still contradict a claim."""
    least, most = _quantile(tail, runs[0], event[0]), runs[1] - _quantile(tail, runs[1], 1 - event[1])
    found = claim.lower(lower_probability(least, runs[0], level), upper_probability(most, runs[1], level))
    return float(found) > (claim.claimed or 0.0)


def _quantile(tail: float, n: int, p: float) -> int:
    """Return the largest count k with P(K < k) at most `tail`, K binomial."""
    from scipy.special import bdtr, bdtrik

    if p <= 0 or p >= 1:
        return n if p >= 1 else 0
    near = bdtrik(tail, n, p)
    k = int(np.clip(np.ceil(near), 0, n)) if np.isfinite(near) else 0
    while k < n and bdtr(float(k), n, p) <= tail:
        k += 1
    while k > 0 and bdtr(k - 1.0, n, p) > tail:
        k -= 1
    return k
