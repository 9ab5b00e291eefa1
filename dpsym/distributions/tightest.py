"""The tightest pair that dominates all pairs of rows of two kernels."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sympy import Basic, Rational, S
from sympy.core.sympify import _sympify

from dpsym.distributions.arbitrary import AnyKernel
from dpsym.distributions.base import Counted
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.discrete import Finite
from dpsym.distributions.families import require_kernel
from dpsym.errors import NotDerivedError, ParameterError

Point = tuple[Rational, Rational]


class Tightest(Counted):
    r"""One law of the pair whose profile is the greatest of those of the rows of two kernels.

    .. math:: H_{e^\varepsilon}(A\|B) = \sup_x H_{e^\varepsilon}(K(x)\|L(x)) \quad \text{for every } \varepsilon

    The points (L(S | x), K(S | x)) for the best tests S of each row have a least concave function above them; its linear parts are the points of
    the pair.

    Parameters
    ----------
    side : {0, 1}
        Whether A or B is meant.
    first, second : Kernel or AnyKernel
        With as many rows.

    References
    ----------
    Zhu, Dong and Wang, Optimal accounting of differential privacy via characteristic function, 2022, section 3.
    """

    printed = r"\mathrm{D}_{#1}(#2, #3)"

    def __new__(cls, side: object, first: Kernel | AnyKernel, second: Kernel | AnyKernel) -> Any:
        which = _sympify(side)
        if which not in (0, 1):
            raise ParameterError("side of a pair", "0 or 1", side)
        for kernel in (first, second):
            require_kernel(kernel)
        if not (isinstance(first, Kernel) and isinstance(second, Kernel)):
            return Basic.__new__(cls, which, first, second)
        if len(first.args) != len(second.args):
            raise ParameterError("kernels", "with the same inputs", (first, second))
        steps = [(b[1 - which] - a[1 - which]) for a, b in pairwise(_above(_tests(first, second)))]
        return Finite(*steps)


def _tests(first: Kernel, second: Kernel) -> set[Point]:
    """Return what the best tests of all rows have: the mass of the second law, and that of the first."""
    found = {(S.Zero, S.Zero), (S.One, S.One)}
    for one, other in zip(first.args, second.args, strict=True):
        pairs = [pair for pair in zip(one.masses, other.masses, strict=True) if any(pair)]
        if not all(mass.is_Rational for pair in pairs for mass in pair):
            raise NotDerivedError("the tightest pair is written out of rational masses")
        power, level = S.Zero, S.Zero
        for p, q in sorted(pairs, key=lambda pair: pair[1] / (pair[0] + pair[1])):
            power, level = power + p, level + q
            found.add((level, power))
    return found


def _above(points: set[Point]) -> list[Point]:
    """Return the corners of the least concave function above these points, from (0, 0) on."""
    found: list[Point] = []
    for x, y in sorted(points):
        while len(found) > 1 and (found[-1][1] - found[-2][1]) * (x - found[-2][0]) <= (y - found[-2][1]) * (
            found[-1][0] - found[-2][0]
        ):
            found.pop()
        found.append((x, y))
    return found
