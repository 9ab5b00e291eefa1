r"""Subsampling of a trade-off function: the operator of Dong, Roth and Su, for whom it holds and for whom not.

With R the law of the output when the record is not sampled, P when it is and Q when the other record is in its place, samples of fixed size
compare :math:`qP + (1-q)R` with :math:`qQ + (1-q)R`, where any two of P, Q and R come from neighbours by replacement: the operator at f is
a bound, and neither f_q nor its inverse is. Poisson samples compare :math:`qP + (1-q)R` with R where a record is added or removed: f_q
bounds the one direction, its inverse the other, and the operator both. Of Poisson samples *and* replaced records it does not hold: P and Q
are then no neighbours, and nothing here says it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx
from sympy import Expr, Max, exp

from dpsym.amplification.sampling import Poisson, WithoutReplacement, along
from dpsym.amplification.subsampled_dp import Sampled, subsampled_delta, subsampled_epsilon
from dpsym.ball import to_fmpq
from dpsym.conversion.approx import approx_tradeoff, parameters_of
from dpsym.conversion.gaussian import gaussian_tradeoff
from dpsym.conversion.profile import gaussian_of_tradeoff
from dpsym.divergences.sampled import SampledCurve
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError, NotApplicableError
from dpsym.guarantees.arrow import Request, Source, require
from dpsym.guarantees.binding import Curve
from dpsym.guarantees.notions import TradeOffDP

_BITS = 128
_LEVELS = tuple(Fraction(place, 16) for place in range(1, 16))


def subsampled_approx_tradeoff(level: Expr, eps: Expr, delta: Expr, rate: Expr) -> Expr:
    r"""Return the operator at the trade-off function of an approximate guarantee, in closed form.

    .. math:: C_q(f_{\varepsilon,\delta})(t) = \max\left\{ f_{\varepsilon', q\delta}(t),\;
              1 - q\,\frac{e^\varepsilon - 1 + 2\delta}{e^\varepsilon + 1} - t \right\}, \qquad \varepsilon' = \log(1 + q(e^\varepsilon - 1))

    Parameters
    ----------
    level : Expr
        The type I error t.
    eps, delta : Expr
        Of the mechanism, eps in nats.
    rate : Expr
        The probability q with which a record is sampled.

    Notes
    -----
    The fixed point of f is (1 - delta)/(1 + e^eps), where its slope turns from -e^eps to -e^-eps, and that of f_q from
    :math:`-e^{\varepsilon'}` to above -1. By the line between them the sample tells less than (eps', q delta) does.
    """
    flat = 1 - rate * (exp(eps) - 1 + 2 * delta) / (exp(eps) + 1) - level
    return Max(approx_tradeoff(level, subsampled_epsilon(eps, rate), subsampled_delta(delta, rate)), flat)


def sampled_function(tradeoff: Curve, rate: Expr) -> Callable[[Expr], Expr]:
    """Return the operator at a trade-off function: closed for that of an approximate guarantee, else a head that is enclosed.

    Raises
    ------
    NotApplicableError
        If numbers show that the function is not convex, or not its own inverse.
    """
    if (found := parameters_of(tradeoff)) is not None:
        eps, delta = found
        return lambda level: subsampled_approx_tradeoff(level, eps, delta, rate)
    mu = gaussian_of_tradeoff(tradeoff)
    if mu is not None:
        return lambda level: SampledCurve(level, lambda place: gaussian_tradeoff(place, mu), rate)
    _require_symmetric(tradeoff)
    return lambda level: SampledCurve(level, tradeoff, rate)


def _require_symmetric(tradeoff: Curve) -> None:
    """Refuse what is certainly no convex function that is its own inverse, or is not seen to be one."""
    require(
        not tradeoff.free_symbols, "whether a trade-off function of symbols is convex and its own inverse is not seen"
    )
    with ctx.workprec(_BITS):
        heights = [_height(tradeoff, to_fmpq(level)) for level in _LEVELS]
        for level, height in zip(_LEVELS, heights, strict=True):
            inverse = height.is_zero() or _height(tradeoff, height).contains(to_fmpq(level))
            require(inverse, "the trade-off function is not its own inverse")
        for first, middle, last in zip(heights, heights[1:], heights[2:], strict=False):
            require(not 2 * middle > first + last, "the trade-off function is not convex")


def _height(tradeoff: Curve, level: Any) -> arb:
    try:
        found = Walker({tradeoff.variable: level}, hull=True)(tradeoff.expr)
    except (DpsymError, ArithmeticError) as error:
        raise NotApplicableError(f"the trade-off function is not enclosed: {error}") from None
    return found.ball() if isinstance(found, Range) else arb(found)


def _apply(value: TradeOffDP, sampling: Sampled, request: Request) -> TradeOffDP:
    return TradeOffDP(sampled_function(value.tradeoff, sampling.rate))


_SAYS = "C_q(f): the greatest convex function below f_q = q f + (1 - q) Id and below its inverse"
_CONVEX = "f is convex and its own inverse"

POISSON_TRADEOFF = along(
    Poisson,
    "tradeoff",
    TradeOffDP,
    ("amplification.poisson.tradeoff.any", "amplification.poisson.tradeoff.removed.any"),
    _SAYS,
    Source("dong2022gaussian", "section 4"),
    _apply,
    _CONVEX,
    tight="the greatest convex function that covers both directions, each of which is attained",
    attained=True,
)
FIXED_TRADEOFF = along(
    WithoutReplacement,
    "tradeoff",
    TradeOffDP,
    ("amplification.without_replacement.tradeoff",),
    _SAYS,
    Source("dong2022gaussian", "Theorem 4.2"),
    _apply,
    _CONVEX,
)
