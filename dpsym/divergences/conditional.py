"""The worst divergence between the rows of two kernels."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Max

from dpsym.distributions import AnyKernel, Kernel
from dpsym.divergences.renyi import Renyi
from dpsym.parameters import ORDER


class KernelRenyi(Expr):
    r"""The greatest Rényi divergence between the rows of two kernels at one input.

    .. math:: \max_x D_\alpha(K(\cdot|x) \| L(\cdot|x))
    """

    is_extended_real = True
    is_commutative = True

    def __new__(cls, order: object, first: Kernel | AnyKernel, second: Kernel | AnyKernel) -> Any:
        alpha = ORDER.check(order)
        if isinstance(first, Kernel) and isinstance(second, Kernel):
            return Max(
                *(Renyi(alpha, *rows).definition() for rows in zip(first.args, second.args, strict=True))
            )
        return Expr.__new__(cls, alpha, first, second)

    def _latex(self, printer: Any) -> str:
        order, first, second = map(printer._print, self.args)
        return rf"\max_x D_{{{order}}}\left({first}(x) \,\middle\|\, {second}(x)\right)"
