"""Families of laws, for statements about any mechanism: adaptive answers, chains of neighbours, copies, and laws at a bound place.

A family is a kernel. Read as an adaptive mechanism it gives the law of the next answer for each history of answers; read as a chain it
gives one law after another, each a neighbour of the one before. A kernel with fewer rows than are asked for begins again at its first,
so that every kernel is a family of any length.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, Integer
from sympy.core.sympify import _sympify

from dpsym.distributions.arbitrary import AnyKernel, AnyLaw
from dpsym.distributions.base import Counted, Law
from dpsym.distributions.constructions import Kernel, ProductLaw
from dpsym.distributions.discrete import Discrete, listed
from dpsym.errors import NotDerivedError, ParameterError

MOST_POINTS = 4096
"""How many outcomes of an adaptive composition are written out."""


def require_kernel(family: object) -> None:
    """Refuse what is no kernel."""
    if not isinstance(family, (Kernel, AnyKernel)):
        raise ParameterError("family", "a Kernel, or the variable AnyKernel", family)


def row(family: Kernel, number: int) -> Discrete:
    """Return a row of a kernel by its number; after the last comes the first again."""
    return family.args[number % len(family.args)]


def histories(answers: int, step: int) -> range:
    """Return the numbers of the histories of so many steps, when there are so many answers: shorter ones come first, then by their digits."""
    first = sum(answers**earlier for earlier in range(step))
    return range(first, first + answers**step)


def check_steps(count: object) -> Expr:
    """Return a number of steps, a positive integer or a symbol.

    Raises
    ------
    ParameterError
        If it is a number and no positive integer.
    """
    found = _sympify(count)
    if found.is_number and not (found.is_Integer and found.is_positive):
        raise ParameterError("number of steps", "a positive integer", found)
    return found


class Placed(Counted, abstract=True):
    """The law of a family at a place that a supremum or a sum binds."""

    def __new__(cls, family: Kernel | AnyKernel) -> Any:
        require_kernel(family)
        return Basic.__new__(cls, family)


class Row(Placed):
    """The law of a kernel at the input x that is bound."""

    printed = "#1(x)"


class Other(Placed):
    """The law of a kernel at another bound input x': with `Row`, any two inputs."""

    printed = "#1(x')"


class Step(Placed):
    r"""The law of the next answer of an adaptive mechanism, given the bound history :math:`y_{<i}` of the answers before it."""

    printed = "#1(y_{<i})"


class Turn(Placed):
    """The law of a family at the number of the bound step, whatever the answers before it."""

    printed = "#1_{i}"


class Here(Placed):
    """The law of a chain before the bound step from one neighbour to the next."""

    printed = "#1_{i-1}"


class Next(Placed):
    """The law of a chain after the bound step from one neighbour to the next."""

    printed = "#1_{i}"


class Member(Counted):
    """The law of a chain at a number that is given, 0 for the first.

    Parameters
    ----------
    family : Kernel or AnyKernel
        The chain, each row the law of a mechanism on a neighbour of the dataset before.
    number : non-negative integer or symbol
        Which.
    """

    printed = "#1_{#2}"

    def __new__(cls, family: Kernel | AnyKernel, number: object) -> Any:
        require_kernel(family)
        which = _sympify(number)
        if which.is_number and not (which.is_Integer and which.is_nonnegative):
            raise ParameterError("number of a law", "a whole number from 0 on", which)
        if isinstance(family, Kernel) and which.is_Integer:
            return row(family, int(which))
        return Basic.__new__(cls, family, which)


class Answers(Counted):
    r"""The law of all the answers of an adaptive composition: each is drawn from the kernel at the answers before it.

    .. math:: K_{1:k}(y_1, \dots, y_k) = \prod_{i=1}^k K(y_i \mid y_1, \dots, y_{i-1})

    Parameters
    ----------
    family : Kernel or AnyKernel
        The law of the next answer for each history, the empty one first, then by length and digits.
    count : positive integer or symbol
        The number k of steps.

    Raises
    ------
    NotDerivedError
        If there are more than `MOST_POINTS` outcomes.
    """

    printed = "#1_{1:#2}"

    def __new__(cls, family: Kernel | AnyKernel, count: object) -> Any:
        require_kernel(family)
        steps = check_steps(count)
        if not (isinstance(family, Kernel) and steps.is_Integer):
            return Basic.__new__(cls, family, steps)
        answers = answers_of(family)
        require_few(answers, int(steps))
        masses: list[Expr] = [Integer(1)]
        for step in range(int(steps)):
            places = zip(masses, histories(answers, step), strict=True)
            masses = [mass * out for mass, place in places for out in row(family, place).masses]
        return listed(masses, (Integer(1),) * len(masses))


class Copies(Counted):
    r"""The law of k independent draws from one law, :math:`P^{\otimes k}`."""

    printed = r"#1^{\otimes #2}"

    def __new__(cls, law: Law, count: object) -> Any:
        if not isinstance(law, (Discrete, AnyLaw)):
            raise ParameterError("law to be drawn from", "a law on finitely many points, or a law variable", law)
        draws = check_steps(count)
        if not (isinstance(law, Discrete) and draws.is_Integer):
            return Basic.__new__(cls, law, draws)
        require_few(len(law.masses), int(draws))
        return ProductLaw(*[law] * int(draws))


class Independent(Counted):
    r"""The law of independent draws from the first k laws of a family, :math:`P_1 \otimes \dots \otimes P_k`."""

    printed = r"#1_{1} \otimes \dots \otimes #1_{#2}"

    def __new__(cls, family: Kernel | AnyKernel, count: object) -> Any:
        require_kernel(family)
        draws = check_steps(count)
        if not (isinstance(family, Kernel) and draws.is_Integer):
            return Basic.__new__(cls, family, draws)
        require_few(answers_of(family), int(draws))
        return ProductLaw(*(row(family, place) for place in range(int(draws))))


def answers_of(family: Kernel) -> int:
    """Return how many answers a kernel has."""
    if any(count != 1 for count in family.multiplicities):
        raise ParameterError("rows of an adaptive mechanism", "laws that list their points one by one", family)
    return len(family.args[0].masses)


def require_few(answers: int, steps: int) -> None:
    """Refuse a law on too many outcomes."""
    if answers > 1 and (steps > MOST_POINTS or answers**steps > MOST_POINTS):
        raise NotDerivedError(f"a law on more than {MOST_POINTS} outcomes is not written out, got {answers}^{steps}")
