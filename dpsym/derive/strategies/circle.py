r"""Strategy: two Cauchy laws; with x = tan(phi/2) the density ratio is a cosine on the circle.

Under P the angle is uniform, and :math:`p/q = z + \sqrt{z^2-1}\cos(\varphi - \varphi_0)` with
:math:`z = ((s_1 + s_2)^2 + (\mu_1-\mu_2)^2)/(2 s_1 s_2) - 1`. The moments are Legendre functions (Laplace's first integral):
:math:`\int p^\alpha q^{1-\alpha} = P_{\alpha-1}(z)`, a polynomial at integer order.
"""

from __future__ import annotations

from sympy import Expr, Piecewise, S, acos, cos, exp, expand, hyper, legendre, log, pi, sqrt

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.location_scale import standardise
from dpsym.distributions import Cauchy
from dpsym.divergences import KL, Divergence, HockeyStick, LossTail, MaxDivergence, Renyi, TradeOff

NAME = "angle on the circle"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive any divergence of two Cauchy laws."""
    pair = standardise(head, Cauchy)
    if pair is None:
        return None
    r, d = pair.ratio, pair.distance
    z = ((1 + r) ** 2 + d**2) / (2 * r) - 1
    value = _value(head, z)
    if value is None:
        return None
    text, closed = value
    steps = (
        pair.step,
        Step(
            "with x = tan(phi/2) the angle is uniform under P, and p/q = z + sqrt(z^2 - 1) cos(phi - phi0) with z",
            pair.back(z),
        ),
        Step(text, pair.back(closed)),
    )
    return Derivation(head, pair.back(closed), steps, NAME)


def _value(head: Divergence, z: Expr) -> tuple[str, Expr] | None:
    radius = sqrt(expand(z**2 - 1))
    if isinstance(head, Renyi):
        return "Laplace's integral of a power of it: a Legendre function", log(_legendre(head.order - 1, z)) / (
            head.order - 1
        )
    if isinstance(head, KL):
        return "the mean of log(z + sqrt(z^2 - 1) cos(phi)) is log((z + 1)/2)", log((z + 1) / 2)
    if isinstance(head, MaxDivergence):
        return "the greatest ratio, at cos = 1", log(z + radius)
    if isinstance(head, (HockeyStick, LossTail)):
        return "the angles where the ratio exceeds e^eps; under Q its inverse has the same law", _beyond(
            head, z, radius
        )
    if isinstance(head, TradeOff):
        least = z - radius * cos(pi * head.level)
        return "reject the angles of the least ratio", acos((z - 1 / least) / radius) / pi
    return None


def _legendre(degree: Expr, z: Expr) -> Expr:
    if degree.is_Integer:
        return legendre(degree, z)
    return hyper((-degree, degree + 1), (S.One,), (1 - z) / 2)


def _beyond(head: HockeyStick | LossTail, z: Expr, radius: Expr) -> Expr:
    eps, greatest = head.threshold, log(z + radius)
    mass_p = acos((exp(eps) - z) / radius) / pi
    if isinstance(head, LossTail):
        return Piecewise((S.Zero, eps >= greatest), (S.One, eps < -greatest), (mass_p, True))
    mass_q = acos((z - exp(-eps)) / radius) / pi
    return Piecewise((S.Zero, eps >= greatest), (1 - exp(eps), eps <= -greatest), (mass_p - exp(eps) * mass_q, True))
