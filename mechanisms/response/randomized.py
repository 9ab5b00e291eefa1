"""Randomized response on one bit."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair
from mechanisms.response.base import LARGEST, Response, checked_eps, eps_of, odds_above
from mechanisms.validate import real


@dataclass(frozen=True)
class RandomizedResponse(Response):
    r"""Randomized response: a bit is kept with probability :math:`e^\varepsilon/(1 + e^\varepsilon)`.

    Adjacency: any two values of the bit.

    :meth:`release` works in floating point and is for study: a bit is flipped when a uniform float of 53 bits falls
    below the probability of that, which is realised to within 2^-53. To release, use its exact twin :meth:`release_exact`.

    Parameters
    ----------
    eps : float
        The max divergence epsilon between the laws of the two answers, natural logarithm; from 0 to 700.

    Raises
    ------
    ParameterError
        If `eps` is not a number from 0 to 700.
    """

    guarantee: ClassVar[str] = "mechanism.randomized_response"
    kinds: ClassVar[str] = "iub"

    eps: float
    _other: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        eps = checked_eps(self.eps)
        odds = odds_above(eps)
        object.__setattr__(self, "eps", eps)
        object.__setattr__(self, "_other", odds / (1 + odds))

    @classmethod
    def from_probability(cls, probability: float | Fraction) -> RandomizedResponse:
        r"""Return the mechanism that keeps a bit with the given probability.

        Its epsilon is :math:`|\log(p/(1-p))|`, rounded up.

        Parameters
        ----------
        probability : float or Fraction
            The probability p of keeping the bit, strictly between 0 and 1; a Fraction makes :meth:`pair` exact.

        Raises
        ------
        ParameterError
            If the probability is out of range, or so close to an end that epsilon exceeds 700.
        """
        rule = "a probability strictly between 0 and 1"
        value = real("probability", probability, rule)
        keep = probability if isinstance(probability, Fraction) else Fraction(value)
        if not 0 < keep < 1:
            raise ParameterError("probability", rule, probability)
        smaller = min(keep, 1 - keep)
        if smaller < Fraction(math.exp(-LARGEST)):
            raise ParameterError("probability", f"such that epsilon is at most {LARGEST:g}", probability)
        mechanism = cls(eps_of(smaller, 1 - smaller))
        object.__setattr__(mechanism, "_other", 1 - keep)
        return mechanism

    @property
    def _choices(self) -> int:
        return 2

    @property
    def rule(self) -> str:
        """What bits have to be, as an error says it after "must be"."""
        return "bits 0 and 1, a scalar or a non-empty rectangular array"

    def pair(self) -> FinitePair:
        """Return the laws of the output on the bits 0 (P) and 1 (Q), outcomes in the order (0, 1)."""
        return FinitePair((1 - self._other, self._other), (self._other, 1 - self._other))
