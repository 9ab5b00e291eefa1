"""What accuracy of a stream of answers is stated in: the answer that is likeliest above a threshold, and whether none was found."""

from __future__ import annotations

from typing import Any

from sympy import Expr

from dpsym.distributions import AnyKernel, Discrete, Kernel, Law
from dpsym.distributions.families import require_kernel
from dpsym.distributions.printed import Head
from dpsym.divergences.overall import greatest
from dpsym.errors import ParameterError


class GreatestOdds(Head):
    r"""The greatest odds of the first point against the second in the rows of a stream, :math:`\max_j K(0 \mid j) / K(1 \mid j)`."""

    printed = r"\max_j \frac{#1(0 \mid j)}{#1(1 \mid j)}"
    is_extended_nonnegative = True

    def __new__(cls, stream: Kernel | AnyKernel) -> Any:
        require_kernel(stream)
        if not isinstance(stream, Kernel):
            return Expr.__new__(cls, stream)
        if not all(row.masses[1] for row in stream.args):
            raise ParameterError("rows of a stream", "with mass at the second point", stream)
        return greatest({row.masses[0] / row.masses[1] for row in stream.args})


class LastMass(Head):
    """The mass of the last point of a law: of `AboveThreshold`, that it never stops."""

    printed = r"#1\left(\bot\right)"

    def __new__(cls, law: Law) -> Any:
        if not isinstance(law, Law):
            raise ParameterError("law", "a law", law)
        return law.masses[-1] if isinstance(law, Discrete) else Expr.__new__(cls, law)
