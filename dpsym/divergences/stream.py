"""What accuracy of a stream of answers is stated in: the answer that is likeliest above a threshold, and whether none was found."""

from __future__ import annotations

from typing import Any

from sympy import Expr

from dpsym.distributions import AnyKernel, Discrete, Kernel, Law
from dpsym.distributions.families import require_kernel
from dpsym.divergences.overall import greatest
from dpsym.errors import ParameterError


class GreatestOdds(Expr):
    r"""The greatest odds of the first point against the second in the rows of a stream, :math:`\max_j K(0 \mid j) / K(1 \mid j)`."""

    is_extended_real = True
    is_extended_nonnegative = True

    def __new__(cls, stream: Kernel | AnyKernel) -> Any:
        require_kernel(stream)
        if not isinstance(stream, Kernel):
            return Expr.__new__(cls, stream)
        if not all(row.masses[1] for row in stream.args):
            raise ParameterError("rows of a stream", "with mass at the second point", stream)
        return greatest({row.masses[0] / row.masses[1] for row in stream.args})

    def _latex(self, printer: Any) -> str:
        stream = printer._print(self.args[0])
        return rf"\max_j \frac{{{stream}(0 \mid j)}}{{{stream}(1 \mid j)}}"


class LastMass(Expr):
    """The mass of the last point of a law: of `AboveThreshold`, that it never stops."""

    is_extended_real = True

    def __new__(cls, law: Law) -> Any:
        if not isinstance(law, Law):
            raise ParameterError("law", "a law", law)
        return law.masses[-1] if isinstance(law, Discrete) else Expr.__new__(cls, law)

    def _latex(self, printer: Any) -> str:
        return rf"{printer._print(self.args[0])}\left(\bot\right)"
