"""Randomized response on one of k values."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.response.base import LARGEST, Response, checked_eps, eps_of, odds_above
from mechanisms.validate import integer, real

_MOST_VALUES, _COUNT = 1 << 32, "an integer from 2 to 2^32"


@dataclass(frozen=True)
class KaryRandomizedResponse(Response):
    r"""Randomized response on k values: the true one with a higher probability, all others with one lower probability.

    .. math:: P[i \mid i] = \frac{e^\varepsilon}{e^\varepsilon + k - 1}, \qquad
              P[j \mid i] = \frac{1}{e^\varepsilon + k - 1} \quad (j \ne i)

    Adjacency: any two values.

    :meth:`release` works in floating point and is for study: a value is replaced when a uniform float of 53 bits falls
    below the probability of that, which is realised to within 2^-53. To release, use its exact twin :meth:`release_exact`.

    Source: P. Kairouz, S. Oh, P. Viswanath, "Extremal mechanisms for local differential privacy", Journal of Machine
    Learning Research 17, 2016.

    Parameters
    ----------
    k : int
        Number of values, from 2 to 2^32.
    eps : float
        The max divergence epsilon between the laws of two answers, natural logarithm; from 0 to 700.

    Raises
    ------
    ParameterError
        If `k` is not such an integer, or `eps` is not a number from 0 to 700.
    """

    guarantee: ClassVar[str] = "mechanism.randomized_response.kary"

    k: int
    eps: float
    _other: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        k, eps = integer("k", self.k, 2, _MOST_VALUES, _COUNT), checked_eps(self.eps)
        odds = odds_above(eps)
        object.__setattr__(self, "k", k)
        object.__setattr__(self, "eps", eps)
        object.__setattr__(self, "_other", odds / (1 + (k - 1) * odds))

    @classmethod
    def from_probability(cls, k: int, other: float | Fraction) -> KaryRandomizedResponse:
        r"""Return the mechanism that gives each wrong value with probability p and the true one with :math:`1 - (k - 1)p`.

        Its epsilon is :math:`\log((1 - (k - 1)p)/p)`, rounded up. This is the form of M. Jazbec, BSc thesis, University
        of Ljubljana 2018, Example 4.10, with m = k - 1.

        Parameters
        ----------
        k : int
            Number of values, from 2 to 2^32.
        other : float or Fraction
            The probability p, positive and at most 1/k; a Fraction makes :meth:`pair` exact.

        Raises
        ------
        ParameterError
            If a parameter is out of range, or epsilon would exceed 700.
        """
        rule = "a probability in (0, 1/k]"
        value = real("other", other, rule)
        exact = other if isinstance(other, Fraction) else Fraction(value)
        count = integer("k", k, 2, _MOST_VALUES, _COUNT)
        if not 0 < exact <= Fraction(1, count):
            raise ParameterError("other", rule, other)
        if exact < Fraction(math.exp(-LARGEST)):
            raise ParameterError("other", f"such that epsilon is at most {LARGEST:g}", other)
        mechanism = cls(count, eps_of(exact, 1 - (count - 1) * exact))
        object.__setattr__(mechanism, "_other", exact)
        return mechanism

    @property
    def _choices(self) -> int:
        return self.k

    @property
    def rule(self) -> str:
        """What values have to be, as an error says it after "must be"."""
        return f"values from 0 to {self.k - 1}, a scalar or a non-empty rectangular array of integers"

    def pair(self) -> FinitePair:
        """Return the laws of the output on two values, with k - 2 values merged that neither answer is.

        The outcomes are, in this order: the value under P, the value under Q, any other. Where k is 2 the last one has
        no mass. All others have the same masses under both laws, so that merging them changes no divergence.
        """
        rest = (self.k - 2) * self._other
        keep = 1 - self._replace
        return FinitePair((keep, self._other, rest), (self._other, keep, rest))
