r"""How an estimate of a proportion gives its data away: the correlation with each record, and the error, over a uniform proportion.

n records are 1 with probability p each, p is uniform on [0, 1], and a mechanism that sees how many are 1 answers one of C numbers that are
equally far apart in [0, 1]: row j of a kernel is its law at the count j, column y the answer y/(C - 1).
"""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import Any

from flint import fmpq, fmpq_poly
from sympy import Expr, Integer, Rational, S
from sympy.core.sympify import _sympify

from dpsym.ball import to_fmpq
from dpsym.distributions import AnyKernel, Discrete, Kernel
from dpsym.distributions.families import require_kernel
from dpsym.distributions.printed import Head
from dpsym.divergences.hockey_stick import HockeyStick
from dpsym.divergences.overall import greatest


class _Estimate(Head):
    """A mean over proportions, counts and answers of a mechanism."""

    def __new__(cls, kernel: Kernel | AnyKernel) -> Any:
        require_kernel(kernel)
        rows = kernel.args if isinstance(kernel, Kernel) else ()
        if not rows or not all(
            isinstance(row, Discrete) and all(mass.is_Rational for mass in row.masses) for row in rows
        ):
            return Expr.__new__(cls, kernel)
        last, users, total = len(rows[0].masses) - 1, len(rows) - 1, fmpq(0)
        place = fmpq_poly([0, 1])
        for count, row in enumerate(rows):
            chance = comb(users, count) * place**count * (1 - place) ** (users - count)
            for answer, mass in enumerate(row.masses):
                gain = cls._gain(fmpq(answer, last) if last else fmpq(0), count, users, place)
                total += to_fmpq(mass) * (chance * gain).integral()(fmpq(1))
        return Rational(int(total.p), int(total.q))

    @classmethod
    def _gain(cls, answer: fmpq, count: int, users: int, place: fmpq_poly) -> fmpq_poly:
        """Return what an answer at a count is worth, a polynomial of the proportion."""
        raise NotImplementedError


class Tracing(_Estimate):
    r"""The correlation of the estimate with the records, summed over them.

    .. math:: \mathbb{E}\, f \sum_i (x_i - p)

    Parameters
    ----------
    kernel : Kernel or AnyKernel
        The mechanism, a row for each count.
    """

    printed = r"\mathbb{E}_{p,\, x,\, f \sim #1} f \sum_i (x_i - p)"

    @classmethod
    def _gain(cls, answer: fmpq, count: int, users: int, place: fmpq_poly) -> fmpq_poly:
        return answer * (count - users * place)


class Leaning(_Estimate):
    r"""How the estimate follows the proportion.

    .. math:: \mathbb{E}\, f (2p - 1)

    Parameters
    ----------
    kernel : Kernel or AnyKernel
        The mechanism, a row for each count.
    """

    printed = r"\mathbb{E}_{p,\, x,\, f \sim #1} f (2p - 1)"

    @classmethod
    def _gain(cls, answer: fmpq, count: int, users: int, place: fmpq_poly) -> fmpq_poly:
        return answer * (2 * place - 1)


class MeanError(_Estimate):
    r"""The mean squared error of the estimate, over uniform proportions.

    .. math:: \mathbb{E}\, (f - p)^2

    Parameters
    ----------
    kernel : Kernel or AnyKernel
        The mechanism, a row for each count.
    """

    printed = r"\mathbb{E}_{p,\, x,\, f \sim #1} (f - p)^2"

    @classmethod
    def _gain(cls, answer: fmpq, count: int, users: int, place: fmpq_poly) -> fmpq_poly:
        return (answer - place) ** 2


class NeighbourDelta(Head):
    r"""The least delta at an eps between neighbouring inputs of a kernel, in both directions.

    .. math:: \max_j \max\{ H_{e^\varepsilon}(K_j \| K_{j+1}),\; H_{e^\varepsilon}(K_{j+1} \| K_j) \}

    Parameters
    ----------
    eps : non-negative real
        In nats.
    kernel : Kernel or AnyKernel
        The mechanism; row j is next to row j + 1.
    """

    printed = r"\max_j H_{e^{#1}}\left(#2_j \,\middle\|\, #2_{j \pm 1}\right)"

    def __new__(cls, eps: object, kernel: Kernel | AnyKernel) -> Any:
        require_kernel(kernel)
        budget = _sympify(eps)
        if not isinstance(kernel, Kernel):
            return Expr.__new__(cls, budget, kernel)
        pairs = [pair for near in pairwise(kernel.args) for pair in (near, near[::-1])]
        return greatest({HockeyStick(budget, *pair) for pair in pairs}) if pairs else S.Zero


class Users(Head):
    """How many records a kernel sees that has a row for each count: its inputs less one."""

    is_integer = True
    is_nonnegative = True
    printed = "n"

    def __new__(cls, kernel: Kernel | AnyKernel) -> Any:
        require_kernel(kernel)
        return Integer(len(kernel.args) - 1) if isinstance(kernel, Kernel) else Expr.__new__(cls, kernel)
