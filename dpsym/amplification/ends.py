"""What a sampled mechanism loses, from both sides, where a bound from below is known beside the promise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpsym.amplification.allocation import ALLOCATION, ALLOCATION_PURE, noise_ends, pure_ends
from dpsym.amplification.certified import Ends
from dpsym.amplification.sampling import Allocation, Shuffle
from dpsym.amplification.shuffling import SHUFFLE_COUNTED, counted
from dpsym.amplification.truncated import POISSON_TRUNCATED, TruncatedPoisson, truncated_ends
from dpsym.curves import shuffled_response_lower
from dpsym.distributions import RandomizedResponse
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.nodes import Given, Sampled
from dpsym.guarantees.notions import LossDP, PureDP


def sampled_ends(node: Any, *, delta: Any = None, eps: Any = None) -> tuple[Ends, tuple[str, ...]]:
    """Return certified bounds of eps at a delta, or of delta at an eps, and the entries that they rest on.

    Of noise they are about its worst pair; of a promise about the most that a mechanism may lose which keeps it.

    Parameters
    ----------
    node : Node
        Of a guarantee.
    delta, eps : rational
        One of them.

    Raises
    ------
    NotApplicableError
        If it is not one mechanism, or one promise, under random allocation, on truncated Poisson samples or shuffled.
    UndecidedError
        If a curve is undecided.
    """
    if not isinstance(node, Sampled) or not isinstance(node.inner, Given):
        raise NotApplicableError("no bound from below is known of this chain")
    value, sampling = node.inner.proof.value, node.sampling
    at = {"eps": eps} if delta is None else {"delta": delta}
    promise = _pure(value)
    if isinstance(sampling, Allocation):
        if promise is not None:
            return pure_ends(promise, sampling, at), ALLOCATION_PURE.theorems
        if isinstance(value, LossDP):
            return noise_ends(value, sampling, at), ALLOCATION.theorems
    if isinstance(sampling, TruncatedPoisson) and isinstance(value, LossDP):
        return truncated_ends(value, sampling, at), POISSON_TRUNCATED.theorems
    if isinstance(sampling, Shuffle) and promise is not None and promise.eps.is_Rational and sampling.count.is_Integer:
        found = counted(promise, sampling, Request(delta=delta, eps=eps))
        high = found.eps if delta is not None else found.delta
        low = shuffled_response_lower(promise.eps, int(sampling.count), **at)  # type: ignore[call-overload]
        return (low, Fraction(int(high.p), int(high.q))), SHUFFLE_COUNTED.theorems  # type: ignore[attr-defined]
    raise NotApplicableError("no bound from below is known of this chain")


def _pure(value: Any) -> PureDP | None:
    """Return a pure promise, or that of one run of randomized response, which is no more than its promise."""
    if isinstance(value, PureDP):
        return value
    if isinstance(value, LossDP) and len(value.parts) == 1:
        mechanism, count = value.parts[0]
        if count == 1 and mechanism.rate == 1 and isinstance(mechanism.law, RandomizedResponse):
            return PureDP(mechanism.law.args[0])
    return None
