"""A mechanism that is best or worst among all private ones, as far as a certificate in rationals shows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from mechanisms.errors import ParameterError
from mechanisms.finite.certificate import Constraints, DualCertificate
from mechanisms.finite.mechanism import FiniteMechanism, exact_number

Verdict = Literal["false", "sharp", "not sharp", "undecided"]


@dataclass(frozen=True)
class Optimum:
    r"""A private mechanism with its exact loss, and a certified lower bound on the loss of every private mechanism.

    Parameters
    ----------
    mechanism : FiniteMechanism
        It meets the constraints exactly.
    loss : tuple of tuples of Fraction
        What was minimised: the loss of output y on input x.
    prior : tuple of Fraction, optional
        The weights of the inputs; None where the greatest expected loss of an input counts.
    constraints : Constraints
        What makes a mechanism private.
    certificate : DualCertificate
        What proves `lower`.
    """

    mechanism: FiniteMechanism
    loss: tuple[tuple[Fraction, ...], ...]
    prior: tuple[Fraction, ...] | None
    constraints: Constraints
    certificate: DualCertificate

    @cached_property
    def upper(self) -> Fraction:
        """The exact loss of the mechanism."""
        means = self.mechanism.expected_loss(self.loss)
        if self.prior is None:
            return max(means)
        return sum((w * mean for w, mean in zip(self.prior, means, strict=True)), Fraction(0))

    @cached_property
    def lower(self) -> Fraction:
        """What no private mechanism falls below, by the certificate.

        Raises
        ------
        ParameterError
            If the weights of the certificate are not those of the loss: the prior, or any law where there is none.
        """
        weights = self.certificate.weights
        if (self.prior is None and sum(weights) != 1) or (self.prior is not None and weights != self.prior):
            raise ParameterError("weights of a certificate", "the prior, or a law of the inputs", weights)
        return self.certificate.bound(self.loss, self.constraints)

    @property
    def is_exact(self) -> bool:
        """Whether the mechanism is proved optimal."""
        return self.upper == self.lower

    def judge(self, bound: Fraction) -> Verdict:
        """Return what is certain of a claimed lower bound on the loss of every private mechanism.

        Parameters
        ----------
        bound : Fraction or int
            The claim.

        Returns
        -------
        {"false", "sharp", "not sharp", "undecided"}
            "false" where the mechanism undercuts it, "sharp" where it is attained.
        """
        claim = exact_number("bound", "a Fraction or integer", bound)
        if self.upper < claim:
            return "false"
        if self.lower < claim:
            return "undecided"
        return "sharp" if self.upper == claim else "not sharp" if claim < self.lower else "undecided"


@dataclass(frozen=True)
class WorstCase:
    r"""A private mechanism on which a linear functional is great, and a certified bound over all private mechanisms.

    Parameters
    ----------
    opposite : Optimum
        The same for the negative of the functional, as a loss.
    """

    opposite: Optimum

    @property
    def mechanism(self) -> FiniteMechanism:
        """The mechanism; its rows are the worst laws."""
        return self.opposite.mechanism

    @property
    def attained(self) -> Fraction:
        """The exact value of the functional on the mechanism."""
        return -self.opposite.upper

    @property
    def upper(self) -> Fraction:
        """What no private mechanism exceeds, by the certificate."""
        return -self.opposite.lower

    @property
    def is_exact(self) -> bool:
        """Whether the mechanism is proved to be worst."""
        return self.opposite.is_exact

    def judge(self, bound: Fraction) -> Verdict:
        """Return what is certain of the claim that the functional is at most `bound` on every private mechanism.

        Parameters
        ----------
        bound : Fraction or int
            The claim.

        Returns
        -------
        {"false", "sharp", "not sharp", "undecided"}
            "false" where the mechanism violates it.
        """
        return self.opposite.judge(-exact_number("bound", "a Fraction or integer", bound))
