"""The greatest privacy loss and the Rényi divergence of one run, enclosed at the working precision."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from dpsym.curves.loss import ball_of
from dpsym.curves.noise_tails import TailsLoss
from theorems.regress.engines import guarded
from theorems.regress.runs import Run, group_of
from theorems.regress.steps import loss_of, pairs_of

_BITS_A_DIGIT = math.log2(10)


def pure_loss(run: Run, digits: int, direction: str) -> arb:
    r"""Return the greatest privacy loss of a run, :math:`D_\infty`.

    On a Poisson sample it is :math:`\log(1 - q + q e^{D})` where a record is removed, D that of the run without sampling, and
    :math:`-\log(1 - q + q e^{-D})` where one is added, D then of the other direction.
    """
    if run.family == "Gaussian" and run.law is None:
        none_removed = run.is_sampled and group_of(direction, run.records)[0] == 0
        return -run.records * (-ball_of(run.rate)).log1p() if none_removed else arb("inf")
    plain = _plain_pure_loss(run, digits, direction)
    if not run.is_sampled:
        return plain
    rate, sign = ball_of(run.rate), 1 if direction == "remove" else -1
    if not plain.is_finite():
        return plain if sign > 0 else -(-rate).log1p()
    return sign * (rate * (sign * plain).expm1()).log1p()


def _plain_pure_loss(run: Run, digits: int, direction: str) -> arb:
    if run.law is None and run.family in ("Laplace", "DiscreteLaplace"):
        return ball_of(run.sensitivity / run.arguments[0])
    if run.law is None and run.family == "RandomizedResponse":
        return ball_of(run.arguments[0])
    from dpsym.divergences import MaxDivergence

    return _greatest(MaxDivergence, (), run, digits)


def log_moment(run: Run, digits: int, order: Fraction, direction: str) -> arb:
    r"""Return the Rényi divergence of a run at an order above 0, by :math:`\log M(\alpha - 1)/(\alpha - 1)` of its loss.

    M is the moment generating function of the privacy loss; families without one, as those known by their tails, or with one of a part of
    the noise alone, are enclosed from the definition. Below order 1 an infinite loss adds nothing to M, and the form of some M has a gap at
    one order.
    """
    loss = loss_of(run, direction)
    if isinstance(loss, TailsLoss):
        loss = None
    # where the curve cuts the noise off, its mass beyond has no known losses: the definition sums all of it
    is_cut = loss is not None and not (missing := loss.infinite_mass()).is_zero() and not missing > 0
    if loss is not None and not is_cut and order != 1:
        # of little noise M is beyond the precision of its exponent, of much it is near 1: the caller's digits decide
        with ctx.workprec(ctx.prec + int(digits * _BITS_A_DIGIT)):
            if order > 1 and not loss.infinite_mass().is_zero():
                return arb("inf")
            place = ball_of(order - 1)
            found = guarded(lambda: loss.at(place).log() / place)
            if order > 1 or found.is_finite():
                return found
    from sympy import Rational

    from dpsym.divergences import KL, Renyi

    index = () if order == 1 else (Rational(order),)
    return _greatest(KL if order == 1 else Renyi, index, run, digits, direction)


def _greatest(quantity: Any, index: tuple[Any, ...], run: Run, digits: int, direction: str = "") -> arb:
    directions = (direction,) if direction else ("remove", "add")
    found = [_enclosed(quantity, index, pair, digits + 3) for pair in pairs_of(run, directions)]
    return max(found[1:], default=found[0], key=lambda ball: float(ball.mid())).max(found[0])


@lru_cache(maxsize=256)
def _enclosed(quantity: Any, index: tuple[Any, ...], pair: tuple[Any, Any], digits: int) -> arb:
    from dpsym.enclose import enclose

    return guarded(lambda: enclose(quantity(*index, *pair), {}, digits).value)
