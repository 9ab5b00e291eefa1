"""The bound on shuffled answers by the part of a local randomiser that does not depend on the input."""

from __future__ import annotations

from math import factorial, prod
from typing import Any

from sympy import Expr, Max, S, binomial, exp
from sympy.core.sympify import _sympify

from dpsym.distributions import AnyKernel, Kernel
from dpsym.distributions.drawn import histograms
from dpsym.distributions.families import check_steps, require_kernel, row
from dpsym.distributions.printed import Head


class BlanketBound(Head):
    r"""What the privacy blanket of a local randomiser promises of n users whose answers are shuffled.

    .. math:: \frac{1}{\gamma n}\, \mathbb{E} \left( \sum_{i=1}^M L(W_i) \right)_+, \qquad
        L = \frac{K(0) - e^\varepsilon K(1)}{\omega}, \quad \gamma \omega(y) = \min_x K(y \mid x)

    with independent draws W_i from the blanket omega, and a binomial number M of them among n, each with probability gamma.

    Parameters
    ----------
    eps : real
        The threshold, in nats.
    family : Kernel or AnyKernel
        The local randomiser; the first user has the input 0 or 1.
    count : positive integer or symbol
        The number n of users.

    References
    ----------
    Balle, Bell, Gascón and Nissim, The privacy blanket of the shuffle model, 2019, Lemma 5.3.
    """

    printed = r"\operatorname{blanket}_{#3}\left(e^{#1}, #2\right)"

    def __new__(cls, eps: object, family: Kernel | AnyKernel, count: object) -> Any:
        require_kernel(family)
        threshold, users = _sympify(eps), check_steps(count)
        if not (isinstance(family, Kernel) and users.is_Integer):
            return Expr.__new__(cls, threshold, family, users)
        common = [min(column) for column in zip(*(law.masses for law in family.args), strict=True)]
        share = sum(common, S.Zero)
        if not all(common):
            return S.Infinity
        first, second = (row(family, place).masses for place in (0, 1))
        # the density of omega is common/share; that of a draw against it is the loss
        losses = [share * (p - exp(threshold) * q) / least for p, q, least in zip(first, second, common, strict=True)]
        total = S.Zero
        for drawn in range(1, int(users) + 1):
            chance = binomial(int(users), drawn) * (1 - share) ** (int(users) - drawn)
            if chance:
                total += chance * sum(_terms(losses, common, drawn), S.Zero)
        return total / (share * users)


def _terms(losses: list[Expr], common: list[Expr], drawn: int) -> list[Expr]:
    """Return the positive part of the sum of so many losses, times its mass under the blanket, by how often each answer occurs."""
    found = []
    for counts in histograms(len(losses), drawn):
        ways = factorial(drawn) // prod(map(factorial, counts))
        mass = ways * prod((least**number for least, number in zip(common, counts)), start=S.One)
        value = sum((loss * number for loss, number in zip(losses, counts)), S.Zero)
        found.append(mass * Max(S.Zero, value, evaluate=value.is_Rational is True))
    return found
