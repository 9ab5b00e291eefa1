"""The hockey-stick divergence of products of laws by a contour integral of the moments of their privacy losses.

The losses of the factors come from their densities; no closed form of a privacy profile and no finite sum is used.
"""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves import PrivacyLoss, SubsampledGaussianLoss, loss_of
from dpsym.curves.evaluation import Evaluator
from dpsym.distributions import DiscreteLaplace, Gaussian, Laplace, Law, Mixture, TruncatedLaplace
from dpsym.divergences import HockeyStick
from dpsym.errors import NotDerivedError

_SHIFTED = (Gaussian, Laplace, TruncatedLaplace, DiscreteLaplace)
_SHARE = 0.6  # of the working precision, that is asked of the contour

Pair = tuple[Law, Law]


def of_contour(head: HockeyStick) -> arb:
    """Return a ball for the hockey-stick divergence of two products with as many factors.

    Raises
    ------
    NotDerivedError
        If a pair of factors is not one whose privacy loss is known, or a parameter not rational.
    UndecidedError
        If the working precision does not suffice.
    """
    counts: dict[PrivacyLoss, int] = {}
    for pair in zip(*(law.args for law in head.laws), strict=True):
        loss = _loss(pair)
        counts[loss] = counts.get(loss, 0) + 1
    nats = _SHARE * ctx.prec * math.log(2)
    return Evaluator(tuple(counts.items()), nats, contour=True).delta(_rational(head.threshold))


def _rational(value: sp.Basic) -> Fraction:
    if not isinstance(value, sp.Rational):
        raise NotDerivedError(f"the contour needs rational parameters, got {value}")
    return as_fraction(value)


def _loss(pair: Pair) -> PrivacyLoss:
    """Return the privacy loss of a pair of factors."""
    first, second = pair
    kind = type(first)
    if kind in _SHIFTED and kind is type(second) and first.args[1:] == second.args[1:] and first != second:
        # the laws are symmetric, so that the side to which one is shifted does not matter
        shift = abs(_rational(sp.sympify(second.args[0] - first.args[0])))
        for value in first.args[1:]:
            _rational(value)
        return loss_of(first, shift)
    for direction, (mixed, plain) in (("remove", pair), ("add", pair[::-1])):
        if isinstance(mixed, Mixture) and isinstance(plain, Gaussian):
            return _subsampled(mixed, plain, direction)
    raise NotDerivedError(f"the privacy loss of {first} against {second} is not known to the contour")


def _subsampled(mixed: Mixture, plain: Gaussian, direction: str) -> PrivacyLoss:
    rate, shifted, rest = mixed.args
    if rest != plain or not isinstance(shifted, Gaussian) or shifted.args[1] != plain.args[1]:
        raise NotDerivedError(f"{mixed} is not a Gaussian of which a part is shifted from {plain}")
    shift = abs(_rational(sp.sympify(shifted.args[0] - plain.args[0])))
    return SubsampledGaussianLoss(_rational(rate), _rational(plain.args[1]), direction, shift)
