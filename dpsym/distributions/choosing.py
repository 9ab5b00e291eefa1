"""Laws of what mechanisms choose, of any number of candidates and any scores: exponential, permute-and-flip, noisy maximum, threshold.

Scores are given by laws and kernels, so that all of them are tried: of a law Q the scores log Q(y) (any scores are, up to a constant that no
choice depends on), of a kernel the number K(0 | y) between 0 and 1, or the logarithm of the odds K(0 | y) : K(1 | y), any real number.
Masses are exact: rational numbers, powers of e, and logarithms of rational numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import prod
from typing import Any

from flint import fmpq, fmpq_poly
from sympy import Basic, Expr, Integer, Rational, Tuple, log
from sympy.core.sympify import _sympify

from dpsym.distributions.arbitrary import AnyKernel, AnyLaw
from dpsym.distributions.base import Counted, Law
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.discrete import Discrete, Finite, Softmax
from dpsym.errors import NotDerivedError, ParameterError

_ONE = fmpq_poly([1])


class _Choice(Counted, abstract=True):
    """The law of a choice: written out once law and kernel are."""


class Tilted(_Choice):
    r"""The choice of the exponential mechanism from a base law, by scores between 0 and 1.

    .. math:: P(y) \propto R(y) e^{\lambda K(0 \mid y)}

    Parameters
    ----------
    factor : real
        The lambda, eps times the range of the scores over twice their sensitivity.
    base : Discrete or AnyLaw
        R, of full support. As a law of the exponential mechanism itself it turns P into that of a neighbour whose scores differ by K.
    scores : Kernel or AnyKernel
        Of each candidate y the number K(0 | y).

    References
    ----------
    McSherry and Talwar, Mechanism design via differential privacy, 2007, Definition 2.
    """

    printed = "#2_{#1 #3}"

    def __new__(cls, factor: object, base: Law, scores: Kernel | AnyKernel) -> Any:
        strength = _sympify(factor)
        _require_law(base)
        _require_kernel(scores)
        if not (strength.is_number and isinstance(base, Discrete) and isinstance(scores, Kernel)):
            return Basic.__new__(cls, strength, base, scores)
        if len(scores.args) != len(base.masses):
            raise ParameterError("scores", f"of the {len(base.masses)} candidates of the base law", scores)
        pairs = zip(base.masses, scores.args, strict=True)
        return Softmax(*(log(mass) + strength * row.masses[0] for mass, row in pairs))


class _OfScores(_Choice, abstract=True):
    """A choice by the scores log Q(y) of a law Q."""

    def __new__(cls, scores: Law) -> Any:
        _require_law(scores)
        if not isinstance(scores, Discrete):
            return Basic.__new__(cls, scores)
        return _finite(cls._chosen([_exact(mass) for mass in scores.masses]))

    @classmethod
    def _chosen(cls, weights: list[fmpq]) -> list[Expr]:
        raise NotImplementedError


class PermuteAndFlip(_OfScores):
    r"""The choice of permute-and-flip, or of the greatest score with exponential noise of scale 1, by the scores log Q(y).

    .. math:: P(y) = w_y \int_0^1 \prod_{z \neq y} (1 - w_z x)\, dx, \qquad w_y = Q(y) / \max Q

    References
    ----------
    McKenna and Sheldon, Permute-and-flip, 2020, Algorithm 1.
    """

    printed = r"\mathrm{PF}(#1)"

    @classmethod
    def _chosen(cls, weights: list[fmpq]) -> list[Expr]:
        best = max(weights)
        accepted = [weight / best for weight in weights]
        total = prod(map(_factor, accepted), start=_ONE)
        return [_rational(weight * (total // _factor(weight)).integral()(fmpq(1))) for weight in accepted]


class NoisyMax(_OfScores):
    r"""The candidate of greatest score, each with Laplace noise of scale 1, by the scores log Q(y).

    .. math:: P(y) = \int f(x - \log Q(y)) \prod_{z \neq y} F(x - \log Q(z))\, dx

    References
    ----------
    Dwork and Roth, The algorithmic foundations of differential privacy, 2014, section 3.3.
    """

    printed = r"\mathrm{RNM}(#1)"

    @classmethod
    def _chosen(cls, weights: list[fmpq]) -> list[Expr]:
        masses = [Integer(0)] * len(weights)
        for low, high in _segments(weights):
            under = [weight for weight in weights if low is not None and weight <= low]
            over = [weight for weight in weights if low is None or weight > low]
            total = prod((_factor(weight / 2) for weight in under), start=_ONE)
            factor = 1 / prod((2 * weight for weight in over), start=fmpq(1))
            for place, weight in enumerate(weights):
                # in terms of e^x: the density is weight/(2 e^x) above the score, and what the distribution function is below
                if weight in over:
                    terms, power = total, len(over)
                else:
                    terms, power = total // _factor(weight / 2) * (weight / 2), len(over) - 1
                masses[place] += _integral(factor * terms, power, low, high)
        return masses


class AboveThreshold(_Choice):
    r"""Where AboveThreshold stops in a stream of answers, after the last of them if never.

    .. math:: P(j) = \int e^{-2|x|} \prod_{i<j} F(x - s_i)\, (1 - F(x - s_j))\, dx, \qquad s_j = \log\frac{K(0 \mid j)}{K(1 \mid j)}

    The answers have Laplace noise, in scales of which the answer j lies s_j above the threshold, which has noise of half the scale: at
    sensitivity 1 these are 4/eps and 2/eps.

    Parameters
    ----------
    stream : Kernel or AnyKernel
        A row for each answer, of full support; the odds of its first two points are looked at.

    References
    ----------
    Dwork and Roth, The algorithmic foundations of differential privacy, 2014, Algorithm 1.
    """

    printed = r"\mathrm{AT}(#1)"

    def __new__(cls, stream: Kernel | AnyKernel) -> Any:
        _require_kernel(stream)
        if not isinstance(stream, Kernel):
            return Basic.__new__(cls, stream)
        odds = [_exact(row.masses[0]) / _exact(row.masses[1]) for row in stream.args]
        below: list[Expr] = [Integer(1), *([Integer(0)] * len(odds))]
        for low, high in _segments([*odds, fmpq(1)]):
            noise = -2 if low is not None and low >= 1 else 2
            factor, terms, power = fmpq(1), _ONE, noise
            for place, each in enumerate(odds, 1):
                if low is None or each > low:
                    factor, power = factor / (2 * each), power + 1
                else:
                    terms *= _factor(each / 2)
                below[place] += _integral(factor * terms, power, low, high)
        return _finite([*(one - other for one, other in pairwise(below)), below[-1]])


def _require_law(law: object) -> None:
    if not isinstance(law, (Discrete, AnyLaw)):
        raise ParameterError("scores", "a law on finitely many points, or a law variable", law)


def _require_kernel(kernel: object) -> None:
    if not isinstance(kernel, (Kernel, AnyKernel)):
        raise ParameterError("scores", "a Kernel, or the variable AnyKernel", kernel)


def _exact(mass: Expr) -> fmpq:
    if not (mass.is_Rational and mass.is_positive):
        raise NotDerivedError(f"scores are written out of positive rational masses, got {mass}")
    return fmpq(int(mass.p), int(mass.q))


def _rational(value: fmpq) -> Rational:
    return Rational(int(value.p), int(value.q))


def _finite(masses: Sequence[Expr]) -> Finite:
    # they add up to 1, as SymPy would take minutes to find where there are logarithms
    return Basic.__new__(Finite, Tuple(*masses))


def _factor(root: fmpq) -> fmpq_poly:
    """Return the polynomial 1 - root x."""
    return fmpq_poly([1, -root])


def _segments(weights: Sequence[fmpq]) -> Iterator[tuple[fmpq | None, fmpq | None]]:
    """Yield the parts of the half line between numbers; None is an end of it."""
    return pairwise([None, *sorted(set(weights)), None])


def _integral(terms: fmpq_poly, power: int, low: fmpq | None, high: fmpq | None) -> Expr:
    """Return the integral of the sum of c_k y^(power - k) dy/y over a part of the half line, where it is finite."""
    total, logarithm = fmpq(0), fmpq(0)
    for place, c in enumerate(terms.coeffs()):
        degree = power - place
        if degree == 0:
            logarithm = c
        else:
            ends = (fmpq(0) if end is None else end**degree for end in (high, low))
            total += c * (next(ends) - next(ends)) / degree
    if not logarithm:
        return _rational(total)
    if low is None or high is None:
        raise NotDerivedError("the integral is infinite")
    return _rational(total) + _rational(logarithm) * log(_rational(high / low))
