"""What an adaptive mechanism spends along one history of answers, as a privacy filter counts it."""

from __future__ import annotations

from typing import Any

from sympy import Expr, S
from sympy.core.sympify import _sympify

from dpsym.distributions.families import Step, check_steps
from dpsym.distributions.places import kind_of, levels, placed
from dpsym.distributions.printed import Head
from dpsym.divergences.overall import greatest
from dpsym.errors import ParameterError


class AlongPath(Head):
    r"""The greatest sum of an expression of the steps along a history of answers.

    .. math:: \sup_{y_1, \dots, y_k} \sum_{i=1}^k f(K(y_{<i}), L(y_{<i}))

    It is what a privacy filter keeps below the budget: at most the sum of the suprema at each step, `Total`, and less where what a step
    spends depends on the answers before.

    Parameters
    ----------
    value : Expr
        Of laws at bound histories, `Step`.
    count : positive integer or symbol
        The number k of steps.
    """

    printed = r"\sup_{y_1, \dots, y_{#2}} \sum_{i=1}^{#2} #1"

    def __new__(cls, value: object, count: object) -> Any:
        expression, steps = _sympify(value), check_steps(count)
        if {kind_of(law) for law in placed(expression)} != {Step}:
            raise ParameterError("what is summed along a history", "an expression of laws at bound histories", value)
        found = levels(expression, steps)
        if found is None:
            return Expr.__new__(cls, expression, steps)
        return greatest(set(_sums([[expression.xreplace(place) for place in step] for step in found])))


def _sums(steps: list[list[Expr]]) -> list[Expr]:
    """Return the sums along all histories: those that follow a history stand next to each other, in its place."""
    sums = [S.Zero]
    for step in steps:
        answers = len(step) // len(sums)
        sums = [sums[place // answers] + value for place, value in enumerate(step)]
    return sums
