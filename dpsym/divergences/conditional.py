"""The worst divergence between the rows of two kernels."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Max

from dpsym.distributions import AnyKernel, Kernel
from dpsym.distributions.printed import Head
from dpsym.divergences.renyi import Renyi
from dpsym.errors import ParameterError
from dpsym.parameters import ORDER


def _inputs(kernel: Any) -> int | None:
    """Return how many inputs a kernel has, None for a variable."""
    return len(kernel.args) if isinstance(kernel, Kernel) else None


class KernelRenyi(Head):
    r"""The greatest Rényi divergence between the rows of two kernels at one input.

    .. math:: \max_x D_\alpha(K(\cdot|x) \| L(\cdot|x))
    """

    printed = r"\max_x D_{#1}\left(#2(x) \,\middle\|\, #3(x)\right)"

    def __new__(cls, order: object, first: Kernel | AnyKernel, second: Kernel | AnyKernel) -> Any:
        alpha = ORDER.check(order)
        kernels = (first, second)
        if not all(isinstance(kernel, (Kernel, AnyKernel)) for kernel in kernels) or _inputs(first) != _inputs(second):
            raise ParameterError("kernels", "two with the same inputs", kernels)
        if isinstance(first, Kernel) and isinstance(second, Kernel):
            return Max(*(Renyi(alpha, *rows).definition() for rows in zip(first.args, second.args, strict=True)))
        return Expr.__new__(cls, alpha, first, second)
