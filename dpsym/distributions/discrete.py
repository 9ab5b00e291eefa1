"""Laws on finitely many points: Bernoulli, randomized response, and masses listed one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from sympy import Basic, Expr, FiniteSet, Integer, Rational, S, Set, Tuple, exp, ilcm, log

from dpsym.distributions.base import Law
from dpsym.errors import ParameterError
from dpsym.parameters import CHOICES, PRIVACY_LOSS, PROBABILITY, SCORE

_DEGREE = 2000


class Discrete(Law, abstract=True):
    """A law on the points 0, 1, ..., n - 1 given by its masses."""

    is_discrete = True

    @property
    def masses(self) -> tuple[Expr, ...]:
        """The masses of 0, 1, ..., n - 1."""
        raise NotImplementedError

    @property
    def weights(self) -> tuple[Expr, ...]:
        """The masses up to a common factor, in their simplest form."""
        return self.masses

    @property
    def multiplicities(self) -> tuple[Expr, ...]:
        """How many points of the space each of the masses stands for."""
        return (S.One,) * len(self.masses)

    @property
    def space(self) -> Any:
        return ("finite", *self.multiplicities)

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


class Answer(Discrete, abstract=True):
    """The law of the answer about a value, 0 or 1, which is the last argument."""

    asked: ClassVar[str] = "bit"

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the laws of the answer about the two values (a value has sensitivity 1)."""
        if sensitivity != 1:
            raise ParameterError(f"sensitivity of a {self.asked}", "1", sensitivity)
        *parameters, value = self.args
        return self, type(self)(*parameters, 1 - int(value))


class RandomizedResponse(Answer):
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

    printed = r"\operatorname{RR}\left(#1, #2\right)"
    parameters = (PRIVACY_LOSS,)
    is_symmetric = True

    def __new__(cls, eps: object, bit: object = 1) -> Any:
        if isinstance(bit, bool) or type(bit).__hash__ is None or bit not in (0, 1):  # an array compares entry by entry
            raise ParameterError("true bit", "0 or 1", bit)
        return Basic.__new__(cls, PRIVACY_LOSS.check(eps), Integer(bit))

    @property
    def weights(self) -> tuple[Expr, ...]:
        eps, bit = self.args
        return (S.One, exp(eps)) if bit == 1 else (exp(eps), S.One)

    @property
    def masses(self) -> tuple[Expr, ...]:
        eps, bit = self.args
        truth, lie = exp(eps) / (1 + exp(eps)), 1 / (1 + exp(eps))
        return (lie, truth) if bit == 1 else (truth, lie)


class KaryResponse(Answer):
    r"""The answer of k-ary randomized response: the truth, or any other of k values with the same small probability.

    .. math:: \Pr[\text{answer} = \text{value}] = \frac{e^\varepsilon}{e^\varepsilon + k - 1}

    The space is grouped: the values 0 and 1, and the k - 2 others, which no pair of inputs 0 and 1 tells apart.

    Parameters
    ----------
    eps : non-negative real
        The privacy parameter, in nats.
    choices : integer from 2 on
        The number k of values.
    value : 0 or 1, optional
        The true value, 1 if left out.

    Raises
    ------
    ParameterError
        If eps is negative or infinite, k less than 2 or not an integer, or the value neither 0 nor 1.

    References
    ----------
    Kairouz, Oh and Viswanath, Extremal mechanisms for local differential privacy, 2016, section 4.2.
    """

    asked = "value"
    is_symmetric = True

    def __new__(cls, eps: object, choices: object, value: object = 1) -> Any:
        if isinstance(value, bool) or type(value).__hash__ is None or value not in (0, 1):  # as above
            raise ParameterError("true value", "0 or 1", value)
        return Basic.__new__(cls, PRIVACY_LOSS.check(eps), CHOICES.check(choices), Integer(value))

    @property
    def weights(self) -> tuple[Expr, ...]:
        eps, _, value = self.args
        return (S.One, exp(eps), S.One) if value == 1 else (exp(eps), S.One, S.One)

    @property
    def masses(self) -> tuple[Expr, ...]:
        eps, choices, _ = self.args
        return tuple(weight / (exp(eps) + choices - 1) for weight in self.weights)

    @property
    def multiplicities(self) -> tuple[Expr, ...]:
        return S.One, S.One, self.args[1] - 2


class Softmax(Discrete):
    r"""The choice of the exponential mechanism, by its scores: each score is eps times a utility over twice its sensitivity.

    .. math:: \Pr[i] = \frac{e^{u_i}}{\sum_j e^{u_j}}

    Parameters
    ----------
    *scores : real
        The scores u_i.

    Raises
    ------
    ParameterError
        If there is no score, or one is not real and finite.

    References
    ----------
    McSherry and Talwar, Mechanism design via differential privacy, 2007, Definition 2.
    """

    def __new__(cls, *scores: object) -> Any:
        if not scores:
            raise ParameterError("scores", "at least one number", scores)
        return Basic.__new__(cls, *(SCORE.check(score) for score in scores))

    @property
    def weights(self) -> tuple[Expr, ...]:
        return tuple(exp(score) for score in self.args)

    @property
    def masses(self) -> tuple[Expr, ...]:
        total = sum(self.weights, S.Zero)
        return tuple(weight / total for weight in self.weights)


def _is_one(total: Expr) -> bool:
    """Return whether a number is 1: exactly, unless it is a quotient of polynomials of high degree in a power of e, then to 50 digits."""
    powers = [power for node in total.atoms(exp) if (power := node.exp).is_Rational]
    degree = ilcm(1, 1, *(power.q for power in powers)) * max(map(abs, powers)) if powers else 0
    if degree > _DEGREE:
        return bool(abs((total - 1).evalf(60)) < Rational(1, 10**50))
    return bool(total.simplify() == 1)


class Finite(Discrete):
    """A law given by its masses on 0, 1, ..., n - 1.

    Parameters
    ----------
    *masses : non-negative numbers or expressions
        They must add up to 1; numbers are checked exactly (to 50 digits where that takes too long), expressions are taken at their word.

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
        if total.is_number and not _is_one(total):
            raise ParameterError("masses", "non-negative with sum 1", tuple(checked))
        return Basic.__new__(cls, Tuple(*checked))

    @property
    def masses(self) -> tuple[Expr, ...]:
        return tuple(self.args[0])


class Grouped(Finite):
    """A law given by its masses on groups of points: each mass is that of every point of its group.

    Parameters
    ----------
    masses, counts : sequences of as many expressions
        The mass of one point of each group, and the number of its points.
    """

    def __new__(cls, masses: Sequence[Expr], counts: Sequence[Expr]) -> Any:
        pairs = list(zip(masses, counts, strict=True))
        total = sum((count * mass for mass, count in pairs), S.Zero)
        if total.is_number and not _is_one(total):
            raise ParameterError("masses, each as often as its group has points", "non-negative with sum 1", pairs)
        return Basic.__new__(cls, Tuple(*map(PROBABILITY.check, masses)), Tuple(*counts))

    @property
    def multiplicities(self) -> tuple[Expr, ...]:
        return tuple(self.args[1])


def listed(masses: Sequence[Expr], counts: Sequence[Expr]) -> Finite:
    """Return the law with these masses, each of so many points."""
    return Finite(*masses) if all(count == 1 for count in counts) else Grouped(masses, counts)
