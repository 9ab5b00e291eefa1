"""The Rényi divergence of shuffled answers, once or several times, at any order above 0: the sum of the pairs of clones."""

from __future__ import annotations

from sympy import Add, Expr, Integer

from dpsym.amplification.sampling import Shuffle
from dpsym.amplification.shuffling import clones_budget
from dpsym.errors import NoRouteError, NotApplicableError
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.nodes import Composed, Node, Sampled
from dpsym.guarantees.numbers import upper


def shuffled_renyi(given: Guarantee, order: Expr) -> Expr | None:
    """Return what shuffled answers lose at most at an order, a number rounded up where the order is one; None of anything else.

    Parameters
    ----------
    given : Guarantee
        Of one shuffle of a pure local randomiser, or of several in a row.
    order : Expr
        Above 0; oo too.

    Raises
    ------
    NotApplicableError
        If the sum is out of reach at the order.
    """
    node = given.node
    parts = node.parts if isinstance(node, Composed) and not node.parallel else ((node, Integer(1)),)
    try:
        budgets = [count * _of_one(each, given, order) for each, count in parts]
    except (NoRouteError, NotApplicableError):
        return None
    total = Add(*budgets)
    return total if total.free_symbols else upper(total)


def _of_one(node: Node, given: Guarantee, order: Expr) -> Expr:
    if not isinstance(node, Sampled) or not isinstance(node.sampling, Shuffle):
        raise NotApplicableError("it is not about shuffled answers")
    local = Guarantee(node.inner, given.adjacency).to_pure().value.eps  # type: ignore[attr-defined]
    return clones_budget(local, node.sampling.count, order)
