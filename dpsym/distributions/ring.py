"""Noisy iterations on a ring of finitely many points: each step moves a point by a kernel, then adds noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Basic, Expr, S

from dpsym.distributions.arbitrary import AnyKernel, AnyLaw
from dpsym.distributions.base import Counted, Law
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.discrete import Discrete, listed
from dpsym.distributions.families import check_steps, require_kernel, row
from dpsym.errors import ParameterError


def require_noise(noise: object) -> None:
    """Refuse what is no law on the points of a ring."""
    if not isinstance(noise, (Discrete, AnyLaw)):
        raise ParameterError("noise on a ring", "a law on finitely many points, or a law variable", noise)


class Iterate(Counted):
    r"""The law of the last iterate of n noisy steps on the ring :math:`\mathbb Z_m`, from the point 0.

    .. math:: X_0 = 0, \qquad X_t = \varphi_t(X_{t-1}) + Z_t, \qquad \varphi_t(x) \sim K_t(x), \quad Z_t \sim P

    The rows of the kernel are those of the first step, one for each point, then those of the second, and so on; a kernel with fewer rows
    begins again at its first.

    Parameters
    ----------
    noise : Discrete or AnyLaw
        P, on m points.
    steps : Kernel or AnyKernel
        The laws that a step moves a point by, on the same m points.
    count : positive integer or symbol
        The number n of steps.

    Raises
    ------
    ParameterError
        If the kernel has not one output for each point of the noise.
    """

    printed = "X_{#3}(#2, #1)"

    def __new__(cls, noise: Law, steps: Kernel | AnyKernel, count: object) -> Any:
        require_noise(noise)
        require_kernel(steps)
        number = check_steps(count)
        if not (isinstance(noise, Discrete) and isinstance(steps, Kernel) and number.is_Integer):
            return Basic.__new__(cls, noise, steps, number)
        size = len(noise.masses)
        if len(steps.args[0].masses) != size:
            raise ParameterError("steps on a ring", f"a kernel with {size} outputs, as many as the noise has", steps)
        masses: list[Expr] = [S.One, *[S.Zero] * (size - 1)]
        for step in range(int(number)):
            moved = [S.Zero] * size
            for place, mass in enumerate(masses):
                for to, part in enumerate(row(steps, step * size + place).masses):
                    moved[to] += mass * part
            masses = convolved(moved, noise.masses)
        return listed(masses, (S.One,) * size)


def convolved(first: Sequence[Expr], second: Sequence[Expr]) -> list[Expr]:
    """Return the masses of the sum of two independent points of a ring."""
    size = len(first)
    return [sum((first[one] * second[(to - one) % size] for one in range(size)), S.Zero) for to in range(size)]
