"""How far a pair of laws is from being made of another by a kernel, by an exact linear program."""

from __future__ import annotations

from flint import fmpq
from sympy import Expr, Rational

from dpsym.ball import to_fmpq
from dpsym.divergences.least import OfTwoPairs, Pairs
from dpsym.divergences.linear import least
from dpsym.errors import NotDerivedError

_MOST_VARIABLES = 300


class Deficiency(OfTwoPairs):
    r"""The least distance of a pair (A, B) from the images of a pair (P, Q) under one kernel, 0 where it is such an image.

    .. math:: \inf_K \left( \|A - K P\|_1 + \|B - K Q\|_1 \right)

    Of laws on finitely many points it is the value of a linear program, and exact.

    Parameters
    ----------
    *laws : Law
        A, B, P and Q.

    References
    ----------
    Le Cam, Sufficiency and approximate sufficiency, 1964.
    """

    printed = r"\inf_{K} \left( \lVert #1 - K #3 \rVert_1 + \lVert #2 - K #4 \rVert_1 \right)"

    @classmethod
    def _found(cls, pairs: Pairs, others: Pairs) -> Expr:
        inputs, outputs, sides = range(len(others)), range(len(pairs)), (0, 1)
        if len(others) * len(pairs) > _MOST_VARIABLES:
            raise NotDerivedError(f"a linear program of {len(others) * len(pairs)} variables is not solved")
        zero, one = fmpq(0), fmpq(1)
        # K(y | x), in the sum over y and in the images at y; then what the images have too little or too much there
        columns = [
            [fmpq(int(x == row)) for row in inputs]
            + [to_fmpq(others[x][side]) if y == place else zero for place in outputs for side in sides]
            for x in inputs
            for y in outputs
        ]
        size = len(sides) * len(outputs)
        for row in range(size):
            part = [fmpq(int(row == place)) for place in range(size)]
            columns += [[zero] * len(inputs) + [sign * each for each in part] for sign in (1, -1)]
        goal = [one] * len(inputs) + [to_fmpq(target[side]) for target in pairs for side in sides]
        value = least([zero] * (len(columns) - 2 * size) + [one] * (2 * size), columns, goal)
        return Rational(int(value.p), int(value.q))
