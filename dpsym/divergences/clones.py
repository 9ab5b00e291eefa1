"""The Rényi divergence of the pair of clones, which no shuffled answers of a pure local randomiser exceed, as a head."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Sum, Symbol, binomial, exp, log, tanh
from sympy.core.sympify import _sympify

from dpsym.distributions.printed import Head


class ClonesRenyi(Head):
    r"""The Rényi divergence of the pair of clones, the same both ways.

    .. math:: \frac1{\alpha - 1} \log E (1 + \rho s)^\alpha (1 - \rho s)^{1 - \alpha}, \qquad \rho = \tanh\frac{\varepsilon_0}2,

    s the mean of 1 + C fair signs, C binomial of n - 1 trials with the probability :math:`e^{-\varepsilon_0}`; at order 1 its limit.

    Parameters
    ----------
    order : positive real
        The order alpha.
    local : positive real
        eps0 of the local randomiser.
    users : positive integer
        n.

    References
    ----------
    Feldman, McMillan and Talwar, Hiding among the clones, arXiv:2012.12803v3, section 3.
    """

    printed = r"D_{#1}\left(\mathcal{C}_{#2, #3}\right)"

    def __new__(cls, order: object, local: object, users: object) -> Any:
        return Expr.__new__(cls, *map(_sympify, (order, local, users)))

    def as_sum(self, many: Symbol, heads: Symbol) -> Expr:
        """Return the sum itself, at an order other than 1, with indices that are given: a statement with dummies is another one each time."""
        order, local, users = self.args
        coins, chance = many + 1, exp(-local)
        tilted = tanh(local / 2) * (2 * heads - coins) / coins
        inner = Sum(
            binomial(coins, heads) / 2**coins * (1 + tilted) ** order * (1 - tilted) ** (1 - order), (heads, 0, coins)
        )
        weight = binomial(users - 1, many) * chance**many * (1 - chance) ** (users - 1 - many)
        return log(Sum(weight * inner, (many, 0, users - 1))) / (order - 1)
