"""What stands at the bound places of an expression: the rows of kernels, the histories of answers, the links of a chain."""

from __future__ import annotations

from sympy import Basic, Expr

from dpsym.distributions.base import Law
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.families import (
    Here,
    Next,
    Other,
    Placed,
    Row,
    Step,
    Turn,
    answers_of,
    histories,
    require_few,
    row,
)
from dpsym.errors import ParameterError


def placed(expression: Basic) -> set[Placed]:
    """Return the laws at bound places in an expression."""
    return expression.atoms(Placed)


def levels(expression: Basic, count: Expr) -> list[list[dict[Placed, Law]]] | None:
    """Return what stands at the bound places, step by step, at each place of the step; None where a family is a variable.

    Raises
    ------
    ParameterError
        If the places are not all of one kind, or the families not of one size.
    """
    bound = placed(expression)
    kinds = {kind_of(law) for law in bound}
    if len(kinds) != 1:
        raise ParameterError("bound laws", "of one kind, one at least", expression)
    families = {law.args[0] for law in bound}
    if not all(isinstance(family, Kernel) for family in families) or not count.is_Integer:
        return None
    (kind,) = kinds
    by_turns = {law.args[0] for law in bound if isinstance(law, Turn)}
    sizes = {(len(family.args), answers_of(family)) for family in families - by_turns}
    if not sizes:
        raise ParameterError("bound laws", "of an adaptive mechanism, one at least", expression)
    if kind is Row and len({rows for rows, _ in sizes}) > 1:
        raise ParameterError("kernels", "with the same inputs", families)
    if kind is Step and len({answers for _, answers in sizes}) > 1:
        raise ParameterError("adaptive mechanisms", "with the same answers", families)
    rows, answers = min(sizes)
    if kind is Step:
        require_few(answers, int(count))
        places = [[(place, step) for place in histories(answers, step)] for step in range(int(count))]
    elif kind is Row:
        others = range(rows) if any(isinstance(law, Other) for law in bound) else (0,)
        places = [[(place, other) for place in range(rows) for other in others]]
    else:
        # a chain that is longer than its kernel has the same links again
        links = range(min(int(count), max(rows for rows, _ in sizes)))
        places = [[(link, link + 1)] for link in links]
    return [
        [{law: row(law.args[0], place[isinstance(law, (Next, Other, Turn))]) for law in bound} for place in step]
        for step in places
    ]


def kind_of(law: Placed) -> type:
    """Return over what a place runs: the inputs of a kernel (`Row`), histories (`Step`), or the links of a chain (`Here`)."""
    return {Next: Here, Other: Row, Turn: Step}.get(type(law), type(law))
