"""A factorization of the prefix sums: what is measured under noise, and how the sums are put together of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from flint import fmpq
from sympy import Expr, Rational

from dpsym.ball import Ball
from dpsym.streams.participation import Participation
from dpsym.streams.sensitivity import Number, Sensitivity, product, root

Matrix = list[list[fmpq]]


@dataclass(frozen=True)
class Factorization(ABC):
    r"""The prefix sums of n steps as A = B C: the strategy C is measured under Gaussian noise, and B decodes the sums.

    .. math:: B (C x + z) = A x + B z, \qquad z \sim N(0, \sigma^2 I)

    Parameters
    ----------
    steps : positive integer
        n.
    name : str
        In words.
    """

    steps: int
    name: str

    @abstractmethod
    def sensitivity(self, participation: Participation | None = None) -> Sensitivity:
        """Return the sensitivity of the strategy, of one participation unless told otherwise."""

    @abstractmethod
    def variances(self) -> tuple[Number, Number]:
        """Return the greatest variance of a decoded sum, and the mean of the variances, under noise of variance 1."""

    @abstractmethod
    def strategy(self) -> Matrix:
        """Return C, a row for each measurement."""

    @abstractmethod
    def decoder(self) -> Matrix:
        """Return B, a row for each step."""

    @property
    def greatest_variance(self) -> Expr | Ball:
        """The greatest variance of a decoded sum where the noise has variance 1."""
        return _told(self.variances()[0])

    @property
    def mean_variance(self) -> Expr | Ball:
        """The mean over all steps of the variances of the decoded sums where the noise has variance 1."""
        return _told(self.variances()[1])

    def root_errors(self, participation: Participation | None = None) -> tuple[Ball, Ball]:
        """Return the greatest standard deviation of a decoded sum, and the root of the mean square, where the privacy is 1-GDP.

        For mu-GDP they are divided by mu. Where the sensitivity is an upper bound, so are they.
        """
        square = self.sensitivity(participation).square
        most, mean = self.variances()
        return root(product(square, most)), root(product(square, mean))

    def __str__(self) -> str:
        return f"{self.name}, {self.steps} steps"


def _told(value: Number) -> Expr | Ball:
    return Rational(int(value.p), int(value.q)) if isinstance(value, fmpq) else Ball(value)
