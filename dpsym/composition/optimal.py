"""Optimal composition of approximate guarantees: exact for one eps or a few mechanisms, certified for many."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Expr, S

from dpsym.composition.advanced import halved, left_over, with_slack
from dpsym.composition.basic import ADAPTIVE, Parts, epsilons, total_epsilon
from dpsym.composition.responses import ComposedProfile, composed_profile, response_profile
from dpsym.conversion.asked import certified_upper, require_target
from dpsym.conversion.inverse import least_eps
from dpsym.conversion.rounding import fraction, lower, sign
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP

_DIGITS = 20


def composed_epsilon(responses: Any, slack: Expr) -> Expr:
    r"""Return the least eps at which randomized responses together have delta' left, rounded up.

    .. math:: \varepsilon = \min\{\varepsilon \ge 0 : \delta(\varepsilon) \le \delta'\}

    Parameters
    ----------
    responses : pairs of Expr and int
        The parameter of each, a number, with its count.
    slack : Expr
        delta', a number in (0, 1].

    Notes
    -----
    Kairouz, Oh and Viswanath, Theorem 3.3; Murtagh and Vadhan, Theorem 1.5.
    """
    goal = fraction(lower(slack, _DIGITS))
    if goal >= 1:
        return S.Zero
    log_goal = _log(goal)
    profile = composed_profile(responses, log_goal)

    def excess(place: Fraction) -> arb:
        value = profile.delta(place)
        return arb("-inf") if value.is_zero() else (value / arb(goal.numerator) * goal.denominator).log()

    return least_eps(excess, _start(profile, log_goal))


def _log(value: Fraction) -> float:
    return float((arb(value.numerator) / value.denominator).log().mid())


def _start(profile: ComposedProfile, log_goal: float) -> float:
    return profile.spread * (max(-2 * log_goal, 1.0) ** 0.5 + profile.spread / 2) / 4


def composed_delta(responses: Any, eps: Expr) -> Expr:
    """Return the delta at an eps of randomized responses together, rounded up."""
    place = fraction(lower(eps, _DIGITS))
    profile = composed_profile(responses, eps=float(place))
    if profile.delta(place).is_zero():
        return S.Zero
    return min(S.One, certified_upper(lambda: profile.delta(place)))


def _numbers(parts: Parts, request: Request) -> list[tuple[Expr, int]]:
    for value, count in parts:
        numbers_only(value, "optimal composition")
        numbers_only(count, "optimal composition")
    target = request.delta if request.delta is not None else request.eps
    numbers_only(target, "optimal composition")
    return [(each, int(count)) for each, count in epsilons(parts) if sign(each) != 0]


def _has_symbols(parts: Parts, eps: Expr) -> bool:
    return bool(eps.free_symbols or any(count.free_symbols or not value.is_numeric for value, count in parts))


def _optimal(parts: Parts, request: Request) -> ApproxDP:
    require_target(request)
    if request.eps is not None and len(parts) == 1 and _has_symbols(parts, request.eps):
        (value, count), *_ = parts
        slack = response_profile(request.eps, count, value.eps)
        return ApproxDP(request.eps, with_slack(parts, slack))
    responses = _numbers(parts, request)
    if request.delta is not None:
        if not responses:
            return ApproxDP(S.Zero, with_slack(parts, S.Zero))
        if sign(request.delta) == 0:
            require(
                all(value.delta.is_zero for value, _ in parts), "the deltas of the parts leave nothing of delta = 0"
            )
            return ApproxDP(total_epsilon(epsilons(parts)), S.Zero)
        slack, _ = left_over(parts, request.delta)  # of numbers no condition is open
        found = composed_epsilon(responses, slack)
        most = total_epsilon(epsilons(parts))  # what is rounded up may come to lie above
        return ApproxDP(most if sign(found - most) == 1 else found, request.delta)
    slack = composed_delta(responses, request.eps) if responses else S.Zero
    return ApproxDP(request.eps, with_slack(parts, slack))


COMPOSE_OPTIMAL = Arrow(
    name="composition.optimal",
    kind=Kind.COMPOSITION,
    source=ApproxDP,
    theorems=(
        "dominating.composition",
        "dp.approx.dominating",
        "dp.composition.adaptive.optimal",
        "dp.composition.grid",
    ),
    says="the inverse of delta(eps) = 1 - (1 - P) product of (1 - delta)^k, P the profile of the randomized responses together",
    cites=(Source("kairouz2015composition", "Theorem 3.3"), Source("murtaghvadhan2018", "Theorem 1.5")),
    apply=_optimal,
    hypotheses=("numbers; of one eps and delta at an eps also symbols", ADAPTIVE),
    tight="for these eps and deltas: exact for one eps or few answers, to a grid for many",
    asks=halved,
)
