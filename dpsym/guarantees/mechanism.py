"""A mechanism as the calculus sees it: the law of its noise or answer, the sensitivity, and the sampling in front of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, S, exp

from dpsym.distributions import Finite, KaryResponse, Law, Mixture, RandomizedResponse, Shifted
from dpsym.distributions.groups import binomial_shares, worst_answers
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
    records : positive int, optional
        How many records a group has, where a Poisson sample is drawn, of which each is by itself; the sensitivity is that of one record.
    slots : positive int, optional
        Of how many steps, each a run of its own, a record takes part in some, drawn at random: this is then an epoch of them, and the rate
        the share of those that are drawn.

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
    records: int = 1
    slots: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.law, Law):
            raise ParameterError("mechanism", "a law such as Laplace(b) or Gaussian(sigma)", self.law)
        object.__setattr__(self, "sensitivity", SENSITIVITY.check(self.sensitivity))
        object.__setattr__(self, "rate", PROBABILITY.check(self.rate))
        if self.records != 1 and (self.rate == 1 or self.fixed_size):
            raise ParameterError("records of a group", "1, but on a Poisson sample", self.records)
        if self.slots != 1:
            if self.replaced or self.fixed_size or self.records != 1:
                raise ParameterError("steps of an epoch", "1, but where one record is added or removed", self.slots)
            if not self.selected.is_Integer or not 0 < self.selected < self.slots:
                raise ParameterError(
                    "selected steps of an epoch", f"an integer from 1 to {self.slots - 1}", self.selected
                )
        self.law.neighbours(self.sensitivity)  # raises for a law that is not a mechanism

    @property
    def selected(self) -> Expr:
        """The steps of an epoch in which a record takes part; 1 where there is no epoch."""
        return self.rate * self.slots if self.slots != 1 else S.One

    @property
    def is_symmetric(self) -> bool:
        """Whether both directions of the worst pair are alike."""
        return bool(self.law.is_symmetric and (self.rate == 1 or self.replaced or self.fixed_size))

    def pairs(self) -> tuple[tuple[Law, Law], ...]:
        """Return the worst pairs: one where the two directions are alike, else both.

        Under Poisson sampling with the add-remove adjacency the first pair is the removal, of the mixture from the
        plain law, and the second the addition; of a group there is one for each number of records that are added, the others being removed.
        Of one record replaced the noise moves up on one side, and down on the other.

        Raises
        ------
        NotApplicableError
            On a sample of fixed size, and on one before noise that is not symmetric, which may move up or down: there the pair that dominates is put
            together of several and has no law of its own. That of an epoch is one of many numbers.
        """
        if self.fixed_size or self.slots != 1 or (self.rate != 1 and not self.law.is_symmetric):
            raise NotApplicableError(f"the pair that dominates {self} is no pair of laws")
        plain, moved = self.law.neighbours(self.sensitivity)
        if self.rate == 1:
            return ((plain, moved),) if self.is_symmetric else ((plain, moved), (moved, plain))
        if self.replaced and isinstance(self.law, KaryResponse):
            return (self._answers(),)
        if self.replaced or self.records != 1:
            return tuple(self._of_group(*numbers) for numbers in self.groups())
        sampled = Mixture(self.rate, moved, plain)
        return (sampled, plain), (plain, sampled)

    def groups(self) -> tuple[tuple[int, int], ...]:
        """Return how many records of a group may be removed and added: each replaced is one of either, and of others so many together."""
        if self.replaced:
            return ((self.records, self.records),)
        return tuple((self.records - added, added) for added in range(self.records + 1))

    def _of_group(self, removed: int, added: int) -> tuple[Law, Law]:
        if isinstance(self.law, RandomizedResponse):
            first, second = worst_answers(exp(self.law.args[0]), self.rate, removed, added)
            return Finite(*first), Finite(*second)
        return self._sampled(removed, 1), self._sampled(added, -1)

    def _sampled(self, records: int, side: int) -> Law:
        """Return the noise moved up (1) or down (-1) by each record that is sampled."""
        laws, weights = [self._moved(side * j) for j in range(records + 1)], binomial_shares(self.rate, records)
        found, rest = laws[-1], weights[-1]
        for weight, law in zip(weights[-2::-1], laws[-2::-1], strict=True):
            rest += weight
            found = Mixture(1 - weight / rest, found, law)
        return found

    def _moved(self, steps: int) -> Law:
        law, move = self.law, steps * self.sensitivity
        if steps in (0, 1):
            return law.neighbours(self.sensitivity)[steps]
        return law.func(law.location + move, *law.args[1:]) if hasattr(law, "location") else Shifted(law, move)

    def _answers(self) -> tuple[Law, Law]:
        """Return the laws of three answers, of which two tell either record from the other and the third tells nothing."""
        rise, choices = exp(self.law.args[0]), self.law.args[1]
        less = 1 / (rise + choices - 1)
        more = less * (1 + self.rate * (rise - 1))
        return Finite(more, 1 - more - less, less), Finite(less, 1 - more - less, more)

    @property
    def free_symbols(self) -> set[Any]:
        """The symbols for which numbers have yet to be put in."""
        return self.law.free_symbols | self.sensitivity.free_symbols | self.rate.free_symbols

    def __str__(self) -> str:
        notes = [f"sensitivity {self.sensitivity}"] if self.sensitivity != 1 else []
        if self.slots != 1:
            notes += [f"{'one' if self.selected == 1 else self.selected} of {self.slots} steps"]
        elif self.rate != 1:
            notes += [f"{'share' if self.fixed_size else 'Poisson rate'} {self.rate}"]
        if self.records != 1:
            notes += [f"a group of {self.records} records{', each replaced' if self.replaced else ''}"]
        elif self.replaced:
            notes += ["one record replaced"]
        return f"{self.law}" + (f" ({', '.join(notes)})" if notes else "")
