r"""Strategy: two logistic laws of one scale; the square root of the density ratio is a Moebius function of :math:`u = e^{-x}`.

With :math:`v^2 = p/q`, v runs from :math:`e^{-d/2}` to :math:`e^{d/2}`, and under P it is uniform there, with the density
:math:`1/(2\sinh(d/2))`, so that every moment of the ratio is the integral of a power.
"""

from __future__ import annotations

from sympy import Expr, Piecewise, S, Tuple, coth, exp, log, sinh

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.location_scale import StandardPair, standardise
from dpsym.distributions import Logistic
from dpsym.divergences import KL, Divergence, HockeyStick, LossTail, MaxDivergence, Renyi, TradeOff

NAME = "Moebius substitution"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive any divergence of two logistic laws of one scale."""
    pair = standardise(head, Logistic)
    if pair is None or not pair.is_shift:
        return None
    value = _value(head, pair.distance)
    if value is None:
        return None
    text, closed = value
    steps = (
        pair.step,
        Step(
            "substitute v = sqrt(p/q), a Moebius function of e^(-x): under P it is uniform on", pair.back(_range(pair))
        ),
        Step(text, pair.back(closed)),
    )
    return Derivation(head, pair.back(closed), steps, NAME)


def _range(pair: StandardPair) -> Expr:
    half = pair.distance / 2
    return Tuple(exp(-half), exp(half))


def _value(head: Divergence, d: Expr) -> tuple[str, Expr] | None:
    if isinstance(head, Renyi):
        alpha = head.order
        if alpha == S.Half:
            return "the mean of 1/v", 2 * log(2 * sinh(d / 2) / d)
        moment = sinh((2 * alpha - 1) * d / 2) / ((2 * alpha - 1) * sinh(d / 2))
        return "the mean of v^(2 alpha - 2), the integral of a power", log(moment) / (alpha - 1)
    if isinstance(head, KL):
        return "the mean of 2 log v, by parts", d * coth(d / 2) - 2
    if isinstance(head, MaxDivergence):
        return "the greatest value of 2 log v", d
    if isinstance(head, (HockeyStick, LossTail)):
        return "the integral over v > e^(eps/2)", _beyond(head, d)
    if isinstance(head, TradeOff):
        t = head.level
        return "reject where v is least", (1 - t) / (1 - t + t * exp(d))
    return None


def _beyond(head: HockeyStick | LossTail, d: Expr) -> Expr:
    eps = head.threshold
    if isinstance(head, LossTail):
        inside, everywhere = (exp(d) - exp((d + eps) / 2)) / (exp(d) - 1), S.One
    else:
        inside, everywhere = (exp(d / 2) - exp(eps / 2)) ** 2 / (exp(d) - 1), 1 - exp(eps)
    return Piecewise((S.Zero, eps >= d), (inside, eps >= -d), (everywhere, True))
