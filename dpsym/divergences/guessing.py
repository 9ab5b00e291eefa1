"""How often the input of a mechanism is guessed, from its answer and without it; what all private mechanisms lose at least."""

from __future__ import annotations

from itertools import product
from typing import Any

from flint import fmpq
from sympy import Expr, Integer, Rational, S
from sympy.core.sympify import _sympify

from dpsym.ball import to_fmpq
from dpsym.distributions import AnyKernel, AnyLaw, Discrete, Kernel, Law
from dpsym.distributions.families import require_kernel
from dpsym.distributions.printed import Head
from dpsym.divergences.linear import least
from dpsym.divergences.overall import greatest
from dpsym.errors import NotDerivedError, ParameterError

MOST_INPUTS = 6
"""On how many inputs the best of all mechanisms is looked for: there are as many extreme columns as subsets of the steps between them."""


class Guess(Head):
    r"""The probability of the best guess of the input from the answer, the input drawn from P.

    .. math:: \sum_y \max_x P(x) K(y \mid x)

    Parameters
    ----------
    prior : Discrete or AnyLaw
        The law P of the input.
    kernel : Kernel or AnyKernel
        The mechanism.
    """

    printed = r"\sum_y \max_x #1(x)\, #2(y \mid x)"

    def __new__(cls, prior: Law, kernel: Kernel | AnyKernel) -> Any:
        require_kernel(kernel)
        if not (isinstance(prior, Discrete) and isinstance(kernel, Kernel)):
            return Expr.__new__(cls, prior, kernel)
        if len(prior.masses) != len(kernel.args):
            raise ParameterError("kernel", "one with a row for each point of the prior", kernel)
        rows = [[mass * out for out in law.masses] for mass, law in zip(prior.masses, kernel.args, strict=True)]
        return sum((greatest(set(column)) for column in zip(*rows, strict=True)), S.Zero)


class UniformGuess(Head):
    r"""The probability of the best guess of the input from the answer, all inputs equally likely.

    .. math:: \frac1N \sum_y \max_x K(y \mid x)

    Parameters
    ----------
    kernel : Kernel or AnyKernel
        The mechanism.
    """

    printed = r"\frac{1}{\left|#1\right|} \sum_y \max_x #1(y \mid x)"

    def __new__(cls, kernel: Kernel | AnyKernel) -> Any:
        require_kernel(kernel)
        if not isinstance(kernel, Kernel):
            return Expr.__new__(cls, kernel)
        columns = zip(*(law.masses for law in kernel.args), strict=True)
        return sum((greatest(set(column)) for column in columns), S.Zero) / len(kernel.args)


class GreatestMass(Head):
    """The greatest mass of a law: how often its draw is guessed without any answer."""

    printed = r"\max_x #1(x)"

    def __new__(cls, law: Law) -> Any:
        return greatest(set(law.masses)) if isinstance(law, Discrete) else Expr.__new__(cls, law)


class Inputs(Head):
    """How many inputs a kernel has."""

    is_integer = True
    is_positive = True
    printed = r"\left|#1\right|"

    def __new__(cls, kernel: Kernel | AnyKernel) -> Any:
        require_kernel(kernel)
        return Integer(len(kernel.args)) if isinstance(kernel, Kernel) else Expr.__new__(cls, kernel)


class _Loss(Head):
    """An expected loss |i - r|^p of an answer r about an input i, 0 where they agree."""

    def __new__(cls, power: object, ratio: object, prior: Law) -> Any:
        exponent, bound = map(_sympify, (power, ratio))
        if exponent.is_number and not (exponent.is_Integer and exponent.is_nonnegative):
            raise ParameterError("power of the loss", "a whole number from 0 on", exponent)
        if bound.is_number and not ((bound > 0) & (bound < 1)) == True:  # noqa: E712
            raise ParameterError("least ratio of two masses", "strictly between 0 and 1", bound)
        if not isinstance(prior, (Discrete, AnyLaw)):
            raise ParameterError("law of the input", "a law on finitely many points, or a law variable", prior)
        masses = prior.masses if isinstance(prior, Discrete) else ()
        if not (masses and exponent.is_Integer and bound.is_Rational and all(mass.is_Rational for mass in masses)):
            return Expr.__new__(cls, exponent, bound, prior)
        if len(masses) > MOST_INPUTS:
            raise NotDerivedError(f"the least loss is found on at most {MOST_INPUTS} inputs, got {len(masses)}")
        found = cls._found([to_fmpq(mass) for mass in masses], to_fmpq(bound), int(exponent))
        return Rational(int(found.p), int(found.q))

    @classmethod
    def _found(cls, prior: list[fmpq], ratio: fmpq, power: int) -> fmpq:
        raise NotImplementedError


class LeastLoss(_Loss):
    r"""The least expected loss of all private mechanisms for a count, whatever they answer.

    .. math:: \min_K \sum_i P(i) \sum_r K(r \mid i)\, |i - r|^p, \qquad a \le \frac{K(r \mid i)}{K(r \mid i + 1)} \le \frac1a

    It is found exactly, by a linear program over the extreme columns of such mechanisms: at each step between two inputs, down or up by
    the ratio a.

    Parameters
    ----------
    power : non-negative integer
        The p of the loss; at 0 every wrong answer costs 1.
    ratio : number in (0, 1)
        a = exp(-eps).
    prior : Discrete or AnyLaw
        The law of the count, on 0, ..., n.
    """

    printed = r"\min_{K\,:\,#2} \mathbb{E}_{i \sim #3} |i - r|^{#1}"

    @classmethod
    def _found(cls, prior: list[fmpq], ratio: fmpq, power: int) -> fmpq:
        columns = []
        for steps in product((ratio, 1 / ratio), repeat=len(prior) - 1):
            column = [fmpq(1)]
            for step in steps:
                column.append(column[-1] * step)
            columns.append(column)
        costs = [_least_answer(prior, column, power) for column in columns]
        return least(costs, columns, [fmpq(1)] * len(prior))


class GeometricLoss(_Loss):
    r"""The expected loss of the two-sided geometric mechanism, its answer remapped as is best for the prior.

    .. math:: \sum_z \min_r \sum_i P(i)\, G_a(z \mid i)\, |i - r|^p, \qquad G_a(z \mid i) \propto a^{|z - i|}

    Parameters
    ----------
    power : non-negative integer
        The p of the loss; at 0 every wrong answer costs 1.
    ratio : number in (0, 1)
        a = exp(-eps).
    prior : Discrete or AnyLaw
        The law of the count, on 0, ..., n.
    """

    printed = r"\min_{r(z),\, z \sim G_#2} \mathbb{E}_{i \sim #3} |i - r|^{#1}"

    @classmethod
    def _found(cls, prior: list[fmpq], ratio: fmpq, power: int) -> fmpq:
        last, total = len(prior) - 1, fmpq(0)
        for place in range(last + 1):
            # the mass of what lies beyond an end is told at the end
            scale = (1 - ratio) / (1 + ratio) if 0 < place < last else 1 / (1 + ratio)
            column = [scale * ratio ** abs(place - count) for count in range(last + 1)] if last else [fmpq(1)]
            total += _least_answer(prior, column, power)
        return total


def _least_answer(prior: list[fmpq], column: list[fmpq], power: int) -> fmpq:
    """Return the least loss of one answer to what has these probabilities."""
    weights = [mass * chance for mass, chance in zip(prior, column, strict=True)]
    return min(
        sum((weight * abs(count - answer) ** power for count, weight in enumerate(weights) if count != answer), fmpq(0))
        for answer in range(len(prior))
    )
