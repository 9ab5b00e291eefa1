"""A mechanism as the calculus sees it: the law of its noise or answer, the sensitivity, and the sampling in front of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, S, exp

from dpsym.distributions import Finite, KaryResponse, Law, Mixture, RandomizedResponse, Shifted
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.parameters import PROBABILITY, SENSITIVITY


@dataclass(frozen=True)
class Mechanism:
    """One run of a mechanism.

    Parameters
    ----------
    law : Law
        The law of the noise, or of the answer.
    sensitivity : positive real, optional
        How far one step of the adjacency moves the query, in the unit of the noise.
    rate : real in [0, 1], optional
        The rate of Poisson sampling in front of it; 1 is none.
    replaced : bool, optional
        Whether one record is replaced, where a sample is drawn in front of it: the sensitivity is still that of one record added or
        removed, and on either side the record is sampled by itself.
    fixed_size : bool, optional
        Whether the sample is one of fixed size, and the rate its share of the records; the sensitivity is that of one record replaced.

    Raises
    ------
    ParameterError
        If `law` is not a law of a mechanism, or a number lies outside its domain.
    """

    law: Law
    sensitivity: Expr = S.One
    rate: Expr = S.One
    replaced: bool = False
    fixed_size: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.law, Law):
            raise ParameterError("mechanism", "a law such as Laplace(b) or Gaussian(sigma)", self.law)
        object.__setattr__(self, "sensitivity", SENSITIVITY.check(self.sensitivity))
        object.__setattr__(self, "rate", PROBABILITY.check(self.rate))
        self.law.neighbours(self.sensitivity)  # raises for a law that is not a mechanism

    @property
    def is_symmetric(self) -> bool:
        """Whether both directions of the worst pair are alike."""
        return bool(self.law.is_symmetric and (self.rate == 1 or self.replaced or self.fixed_size))

    def pairs(self) -> tuple[tuple[Law, Law], ...]:
        """Return the worst pairs: one where the two directions are alike, else both.

        Under Poisson sampling with the add-remove adjacency the first pair is the removal, of the mixture from the
        plain law, and the second the addition. Of one record replaced the noise moves up on one side, and down on the other.

        Raises
        ------
        NotApplicableError
            On a sample of fixed size, and on one before noise that is not symmetric, which may move up or down: there the pair that dominates is put
            together of several and has no law of its own.
        """
        if self.fixed_size or (self.rate != 1 and not self.law.is_symmetric):
            raise NotApplicableError(f"the pair that dominates {self} is no pair of laws")
        plain, moved = self.law.neighbours(self.sensitivity)
        if self.rate == 1:
            return ((plain, moved),) if self.is_symmetric else ((plain, moved), (moved, plain))
        sampled = Mixture(self.rate, moved, plain)
        if self.replaced and isinstance(self.law, (KaryResponse, RandomizedResponse)):
            return (self._answers(),)
        if self.replaced:
            down = (
                plain.func(2 * plain.location - moved.location, *plain.args[1:])
                if hasattr(plain, "location")
                else Shifted(plain, -self.sensitivity)
            )
            return ((sampled, Mixture(self.rate, down, plain)),)
        return (sampled, plain), (plain, sampled)

    def _answers(self) -> tuple[Law, Law]:
        """Return the laws of three outcomes, of which two tell either record from the other and the third tells nothing."""
        rise, more = exp(self.law.args[0]), 1 + self.rate * (exp(self.law.args[0]) - 1)
        if isinstance(self.law, KaryResponse):
            less = 1 / (rise + self.law.args[1] - 1)
            more *= less
        else:
            less, more = (1 + self.rate * (1 / rise - 1)) / (1 + rise), more / (1 + rise)
        rest = 1 - more - less
        return Finite(more, rest, less), Finite(less, rest, more)

    @property
    def free_symbols(self) -> set[Any]:
        """The symbols for which numbers have yet to be put in."""
        return self.law.free_symbols | self.sensitivity.free_symbols | self.rate.free_symbols

    def __str__(self) -> str:
        notes = [f"sensitivity {self.sensitivity}"] if self.sensitivity != 1 else []
        notes += [f"{'share' if self.fixed_size else 'Poisson rate'} {self.rate}"] if self.rate != 1 else []
        notes += ["one record replaced"] if self.replaced else []
        return f"{self.law}" + (f" ({', '.join(notes)})" if notes else "")
