"""How far kernels move the points of a ring, and what a shift costs that noise on the ring hides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sympy import Expr, Integer, S
from sympy.core.sympify import _sympify

from dpsym.distributions import Discrete, Law
from dpsym.distributions.arbitrary import AnyKernel
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.discrete import listed
from dpsym.distributions.families import require_kernel, row
from dpsym.distributions.printed import Head
from dpsym.distributions.ring import require_noise
from dpsym.divergences.overall import greatest
from dpsym.divergences.renyi import Renyi

Masses = Sequence[Expr]


class _OfRing(Head):
    """A number that kernels or noise on a ring have."""

    is_extended_nonnegative = True


class Stretch(_OfRing):
    r"""The least factor by which a kernel may move the points of a ring apart, in the distance :math:`W_\infty` of couplings.

    .. math:: \max_{t, x} W_\infty(K_t(x), K_t(x + 1))

    It is at most 1 for a map that contracts, or moves no two points apart.

    Parameters
    ----------
    steps : Kernel or AnyKernel
        As `Iterate` reads it.
    """

    printed = r"\max_{t, x} W_\infty(#1_t(x), #1_t(x + 1))"

    def __new__(cls, steps: Kernel | AnyKernel) -> Any:
        require_kernel(steps)
        if not isinstance(steps, Kernel):
            return Expr.__new__(cls, steps)
        size = len(steps.args[0].masses)
        pairs = ((place, place - place % size + (place + 1) % size) for place in range(len(steps.args)))
        return Integer(max(coupled(row(steps, one).masses, row(steps, other).masses) for one, other in pairs))


class Apart(_OfRing):
    r"""How far two kernels move one point of a ring apart: :math:`\max_{t, x} W_\infty(K_t(x), L_t(x))`."""

    printed = r"\max_{t, x} W_\infty(#1_t(x), #2_t(x))"

    def __new__(cls, first: Kernel | AnyKernel, second: Kernel | AnyKernel) -> Any:
        for steps in (first, second):
            require_kernel(steps)
        if not (isinstance(first, Kernel) and isinstance(second, Kernel)):
            return Expr.__new__(cls, first, second)
        rows = range(max(len(first.args), len(second.args)))
        return Integer(max(coupled(row(first, place).masses, row(second, place).masses) for place in rows))


class Diameter(_OfRing):
    """The greatest distance of two points of the ring on which a law is."""

    printed = r"\operatorname{diam} #1"

    def __new__(cls, noise: Law) -> Any:
        require_noise(noise)
        return Integer(len(noise.masses) // 2) if isinstance(noise, Discrete) else Expr.__new__(cls, noise)


class ShiftCost(_OfRing):
    r"""The greatest Rényi divergence of noise on a ring, shifted by at most a, from the noise itself.

    .. math:: R_\alpha(P, a) = \max_{|c| \le a} D_\alpha(P + c \,\|\, P)

    Parameters
    ----------
    order : Expr
        The order alpha.
    noise : Discrete or AnyLaw
        P.
    shift : non-negative integer or expression
        The a.

    References
    ----------
    Feldman, Mironov, Talwar and Thakurta, Privacy amplification by iteration, 2018.
    """

    printed = "R_{#1}(#2, #3)"

    def __new__(cls, order: object, noise: Law, shift: object) -> Any:
        require_noise(noise)
        alpha, most = map(_sympify, (order, shift))
        if not (isinstance(noise, Discrete) and most.is_Integer):
            return Expr.__new__(cls, alpha, noise, most)
        size = len(noise.masses)
        turns = {turn % size for turn in range(-int(most), int(most) + 1)} - {0}
        shifted = (listed([noise.masses[(to - turn) % size] for to in range(size)], (S.One,) * size) for turn in turns)
        found = {Renyi(alpha, law, noise) for law in shifted}
        return greatest(found) if found else S.Zero


def coupled(first: Masses, second: Masses) -> int:
    """Return the least distance on a ring over which a coupling of two laws has to move mass, by Strassen's theorem."""
    charged = [place for place, mass in enumerate(first) if mass]
    subsets = [some for count in range(1, len(charged) + 1) for some in combinations(charged, count)]
    return next(reach for reach in range(len(first)) if all(_fits(first, second, some, reach) for some in subsets))


def _fits(first: Masses, second: Masses, some: tuple[int, ...], reach: int) -> bool:
    """Whether the second law has within this distance of some points as much mass as the first on them."""
    size = len(first)
    around = {(place + move) % size for place in some for move in range(-reach, reach + 1)}
    return bool(sum((first[one] for one in some), S.Zero) <= sum((second[place] for place in around), S.Zero))
