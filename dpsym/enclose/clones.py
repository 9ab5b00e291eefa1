"""The Rényi divergence of the pair of clones as a ball."""

from __future__ import annotations

import sympy as sp
from flint import arb, fmpq

from dpsym.ball import as_fraction
from dpsym.curves.clone_moments import clones_renyi
from dpsym.enclose.arithmetic import Value
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError


def clones_divergence(walk: Walker, node: sp.Basic) -> Value:
    """Return a ball of a `ClonesRenyi` of rational numbers; the order may be a ball.

    Raises
    ------
    NotDerivedError
        If eps0 or the number of users is not rational, or the order not a point.
    UndecidedError
        If the sum is out of reach.
    """
    order, local, users = map(walk, node.args)
    if not (isinstance(local, fmpq) and isinstance(users, fmpq) and isinstance(order, fmpq | arb)):
        raise NotDerivedError(f"the pair of clones is enclosed for rational numbers, not over a box, got {node}")
    return clones_renyi(as_fraction(local), int(users.p), arb(order))
