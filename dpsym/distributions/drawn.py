"""Laws of what is drawn several times: the best of a random number of runs, shuffled answers, and a sample that repeats a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sympy import Basic, Expr, Integer, S, binomial, log
from sympy.core.sympify import _sympify

from dpsym.distributions.arbitrary import AnyKernel, AnyLaw
from dpsym.distributions.base import Counted, Law
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.discrete import Discrete, listed
from dpsym.distributions.families import MOST_POINTS, check_steps, require_kernel, row
from dpsym.errors import NotDerivedError, ParameterError


class BestOf(Counted):
    r"""The law of the best of a random number of independent draws: private selection.

    The points of the law are in the order of their quality. The number of draws is truncated negative binomial, with

    .. math:: \mathbb{E}\, t^K = \frac{(1 - (1 - \gamma) t)^{-\eta} - 1}{\gamma^{-\eta} - 1},

    geometric at eta = 1 and logarithmic at eta = 0.

    Parameters
    ----------
    shape : real above -1
        The eta of the number of draws.
    halting : real in (0, 1)
        Its gamma.
    law : Discrete or AnyLaw
        Of one draw.

    References
    ----------
    Papernot and Steinke, Hyperparameter tuning with Rényi differential privacy, 2022, Definition 1.
    """

    printed = r"\max\nolimits_{#1, #2} #3"

    def __new__(cls, shape: object, halting: object, law: Law) -> Any:
        eta, gamma = map(_sympify, (shape, halting))
        if not isinstance(law, (Discrete, AnyLaw)):
            raise ParameterError("law to be drawn from", "a law on finitely many points, or a law variable", law)
        if eta.is_number and not (eta > -1) == True:  # noqa: E712
            raise ParameterError("shape of the number of draws", "above -1", eta)
        if gamma.is_number and not ((gamma > 0) & (gamma < 1)) == True:  # noqa: E712
            raise ParameterError("halting probability", "strictly between 0 and 1", gamma)
        if not (isinstance(law, Discrete) and eta.is_number and gamma.is_number):
            return Basic.__new__(cls, eta, gamma, law)
        reached, before, masses = S.Zero, S.Zero, []
        for mass in law.masses:
            reached += mass
            value = _generating(eta, gamma, reached)
            masses.append(value - before)
            before = value
        return listed(masses, (S.One,) * len(masses))


def _generating(eta: Expr, gamma: Expr, place: Expr) -> Expr:
    """Return the generating function of the number of draws."""
    if place in (0, 1):
        return place
    if eta == 0:
        return log(1 - (1 - gamma) * place) / log(gamma)
    return ((1 - (1 - gamma) * place) ** -eta - 1) / (gamma**-eta - 1)


class Shuffled(Counted):
    r"""The law of the shuffled answers of n users who run one local randomiser: how often each answer was given.

    The first user has the input of the given number, the i-th of the others that of the number i; after the last row of the kernel comes
    the first again.

    Parameters
    ----------
    family : Kernel or AnyKernel
        The local randomiser, a row for each input.
    first : 0 or 1
        The input of the first user.
    count : positive integer or symbol
        The number n of users.
    """

    printed = r"\mathcal{S}_{#3}\left(#1(#2), #1(x_2), \dots\right)"

    def __new__(cls, family: Kernel | AnyKernel, first: object, count: object) -> Any:
        require_kernel(family)
        users, own = check_steps(count), _sympify(first)
        if own not in (0, 1):
            raise ParameterError("input of the first user", "0 or 1", first)
        if not (isinstance(family, Kernel) and users.is_Integer):
            return Basic.__new__(cls, family, own, users)
        laws = [row(family, int(own)), *(row(family, place) for place in range(2, int(users) + 1))]
        return _counted([law.masses for law in laws])


def _counted(laws: Sequence[Sequence[Expr]]) -> Discrete:
    """Return the law of how often each point is drawn, one draw from each law."""
    points = len(laws[0])
    if binomial(points + len(laws) - 1, len(laws)) > MOST_POINTS:
        raise NotDerivedError(f"a law on more than {MOST_POINTS} outcomes is not written out, got {points} answers")
    found: dict[tuple[int, ...], Expr] = {(0,) * points: S.One}
    for masses in laws:
        step: dict[tuple[int, ...], Expr] = {}
        for counts, mass in found.items():
            for place, share in enumerate(masses):
                more = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
                step[more] = step.get(more, S.Zero) + mass * share
        found = step
    ordered = [found[counts] for counts in histograms(points, len(laws))]
    return listed(ordered, (S.One,) * len(ordered))


def histograms(points: int, draws: int) -> Iterator[tuple[int, ...]]:
    """Yield how often each of so many points may be drawn, in so many draws."""
    if points == 1:
        yield (draws,)
        return
    for first in range(draws, -1, -1):
        for rest in histograms(points - 1, draws - first):
            yield (first, *rest)


class Repeated(Counted):
    r"""The law of an answer on a sample in which one record occurs a binomial number of times.

    .. math:: \sum_{j=0}^m \binom{m}{j} q^j (1 - q)^{m - j} P_j

    Parameters
    ----------
    family : Kernel or AnyKernel
        P_j in its row j; the row 0 is not looked at.
    count : positive integer or symbol
        The size m of the sample.
    rate : probability or symbol
        The q with which a draw is the record.
    base : Law
        P_0, of the answer on a sample without the record.
    """

    printed = r"\mathbb{E}_{j \sim \mathrm{Bin}(#2, #3)} #1_j\ (#1_0 = #4)"

    def __new__(cls, family: Kernel | AnyKernel, count: object, rate: object, base: Law) -> Any:
        require_kernel(family)
        draws, share = check_steps(count), _sympify(rate)
        if not isinstance(base, Law):
            raise ParameterError("law without the record", "a law", base)
        if not (isinstance(base, Discrete) and isinstance(family, Kernel) and draws.is_Integer and share.is_number):
            return Basic.__new__(cls, family, draws, share, base)
        size = int(draws)
        weights = [binomial(size, j) * share**j * (1 - share) ** (size - j) for j in range(size + 1)]
        laws = [base, *(row(family, place) for place in range(1, size + 1))]
        columns = zip(*(law.masses for law in laws), strict=True)
        masses = [sum((weight * mass for weight, mass in zip(weights, column)), S.Zero) for column in columns]
        return listed(masses, (Integer(1),) * len(masses))
