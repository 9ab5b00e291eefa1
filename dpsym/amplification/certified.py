"""Promises that are the upper ends of certified curves of sampled mechanisms, with the lower ends beside them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from sympy import Expr, Integer

from dpsym.amplification.sampling import Sampling, require_sampling
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Request, require
from dpsym.guarantees.notions import ApproxDP, Notion
from dpsym.guarantees.numbers import rounded_up

_DIGITS = 12
_NARROW = 1e-4  # of a bound, so much is left open where it is taken for the best one

Ends = tuple[Fraction | float, Fraction | float]


class CertifiedPromise:
    """The promise that the upper end of a certified curve is.

    Parameters
    ----------
    ends : callable
        From a value, a sampling and the rational number of ``delta``, or of ``eps``, to both ends.
    kind : type of Sampling
        In front of the mechanism.
    """

    def __init__(self, ends: Callable[[Any, Any, dict[str, object]], Ends], kind: type[Sampling]) -> None:
        self._ends, self._kind = lru_cache(maxsize=64)(partial(_both_ends, ends)), kind

    def __call__(self, value: Notion, sampling: Sampling, request: Request) -> ApproxDP:
        require_sampling(sampling, self._kind)
        _, high = self._ends(value, sampling, request)
        if request.delta is not None:
            return ApproxDP(rounded_end(high), request.delta)
        return ApproxDP(request.eps, min(Integer(1), rounded_end(high)))  # type: ignore[arg-type]

    def is_narrow(self, value: Notion, sampling: Sampling, request: Request) -> bool:
        """Return whether the lower end is so near that no other promise matters."""
        low, high = self._ends(value, sampling, request)
        return bool(high - low <= _NARROW * high)


def _both_ends(ends: Callable[..., Ends], value: Any, sampling: Any, request: Request) -> Ends:
    try:
        return ends(value, sampling, {"eps": request.eps} if request.delta is None else {"delta": request.delta})
    except ParameterError as error:
        raise NotApplicableError(f"no certified curve: {error}") from None
    except UndecidedError as error:
        raise NotApplicableError(f"the certified curve is undecided: {error}") from None


def rounded_end(value: Fraction | float) -> Expr:
    """Return an end rounded up.

    Raises
    ------
    NotApplicableError
        If it is infinite.
    """
    require(isinstance(value, Fraction), "it is infinite")
    return rounded_up(value, _DIGITS)  # type: ignore[arg-type]
