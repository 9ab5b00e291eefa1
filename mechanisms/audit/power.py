"""How surely an audit of a given event finds a claim to be violated."""

from __future__ import annotations

import numpy as np

from mechanisms.audit.binomial import lower_probability, upper_probability
from mechanisms.audit.claims import Claim
from mechanisms.errors import ParameterError
from mechanisms.validate import open_probability, probability

__all__ = ["audit_power"]

# The tails that are tried, from the one that says most.
_TAILS = (1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 0.25)


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
    from scipy.stats import binom

    if claim.claimed is None:
        raise ParameterError("claim", "one with a claimed value", claim)
    likely, rare = probability("p", p), probability("q", q)
    rate = open_probability("level", level)
    if isinstance(runs, bool) or not isinstance(runs, (int, np.integer)) or runs < 1:
        raise ParameterError("runs", "a positive integer", runs)
    for tail in _TAILS:
        # at the ends of [0, 1] the quantiles of scipy are -1 and the like
        least = int(np.clip(binom.ppf(tail, runs, likely), 0, runs))
        most = int(np.clip(binom.isf(tail, runs, rare), 0, runs))
        found = claim.lower(lower_probability(least, runs, rate), upper_probability(most, runs, rate))
        if float(found) > claim.claimed:
            return 1 - 2 * tail
    return 0.0
