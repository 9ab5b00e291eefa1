"""Laws on finitely many points: Bernoulli, randomized response, and masses listed one by one."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, FiniteSet, Integer, Set, Tuple, exp, log

from dpsym.distributions.base import Law
from dpsym.errors import ParameterError
from dpsym.parameters import PRIVACY_LOSS, PROBABILITY


class Discrete(Law):
    """A law on the points 0, 1, ..., n - 1 given by its masses."""

    is_discrete = True

    @property
    def masses(self) -> tuple[Expr, ...]:
        """The masses of 0, 1, ..., n - 1."""
        raise NotImplementedError

    def log_density(self, point: Expr) -> Expr:
        return log(self.masses[int(point)])

    @property
    def support(self) -> Set:
        return FiniteSet(*(Integer(atom) for atom, mass in enumerate(self.masses) if not mass.is_zero))


class Bernoulli(Discrete):
    r"""The Bernoulli law.

    .. math:: f(x) = p^x (1-p)^{1-x}, \qquad x \in \{0, 1\}

    Parameters
    ----------
    p : real in [0, 1]
        The probability of 1.

    Raises
    ------
    ParameterError
        If p lies outside [0, 1].
    """

    parameters = (PROBABILITY,)

    @property
    def masses(self) -> tuple[Expr, ...]:
        return 1 - self.args[0], self.args[0]


class RandomizedResponse(Discrete):
    r"""The answer of randomized response to a bit.

    .. math:: \Pr[\text{answer} = \text{bit}] = \frac{e^\varepsilon}{1 + e^\varepsilon}

    Parameters
    ----------
    eps : non-negative real
        The privacy parameter, in nats.
    bit : 0 or 1, optional
        The true bit, 1 if left out.

    Raises
    ------
    ParameterError
        If eps is negative or infinite, or bit is neither 0 nor 1.
    """

    parameters = (PRIVACY_LOSS,)

    def __new__(cls, eps: object, bit: object = 1) -> Any:
        if isinstance(bit, bool) or bit not in (0, 1):
            raise ParameterError("true bit", "0 or 1", bit)
        return Basic.__new__(cls, PRIVACY_LOSS.check(eps), Integer(bit))

    @property
    def masses(self) -> tuple[Expr, ...]:
        eps, bit = self.args
        truth, lie = exp(eps) / (1 + exp(eps)), 1 / (1 + exp(eps))
        return (lie, truth) if bit == 1 else (truth, lie)

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the laws of the answer to the two values of the bit (a bit has sensitivity 1)."""
        if sensitivity != 1:
            raise ParameterError("sensitivity of a bit", "1", sensitivity)
        eps, bit = self.args
        return self, RandomizedResponse(eps, 1 - int(bit))


class Finite(Discrete):
    """A law given by its masses on 0, 1, ..., n - 1.

    Parameters
    ----------
    *masses : non-negative numbers or expressions
        They must add up to 1; numbers are checked exactly, expressions are taken at their word.

    Raises
    ------
    ParameterError
        If there is no mass, one lies outside [0, 1], or the numbers do not add up to 1.
    """

    def __new__(cls, *masses: object) -> Any:
        if not masses:
            raise ParameterError("masses", "at least one number", masses)
        if len(masses) == 1 and isinstance(masses[0], Tuple):
            masses = tuple(masses[0])
        checked = [PROBABILITY.check(mass) for mass in masses]
        total = sum(checked, Integer(0))
        if total.is_number and total.simplify() != 1:
            raise ParameterError("masses", "non-negative with sum 1", tuple(checked))
        return Basic.__new__(cls, Tuple(*checked))

    @property
    def masses(self) -> tuple[Expr, ...]:
        return tuple(self.args[0])
