"""Privacy profiles: to approximate privacy, and to and from trade-off functions where the pair behind them is known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Expr, S, erfc, sqrt

from dpsym.ball import to_fmpq
from dpsym.conversion.asked import is_number, require_positive, require_target
from dpsym.conversion.gaussian import gaussian_profile, gaussian_tradeoff
from dpsym.conversion.inverse import least_eps
from dpsym.conversion.rounding import fraction, lower, sign, upper
from dpsym.divergences import HockeyStick, TradeOff
from dpsym.enclose.walker import Walker
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Arrow, Request, Source, require
from dpsym.guarantees.binding import BOUND_LEVEL, BOUND_THRESHOLD, Curve
from dpsym.guarantees.notions import GDP, ApproxDP, ProfileDP, TradeOffDP

_DIGITS = 18


def inverse_of_profile(profile: Curve, delta: Expr) -> Any:
    r"""Return an eps, hardly above the least one, at which a profile of numbers is certainly at most delta.

    .. math:: \varepsilon = \min\{\varepsilon \ge 0 : \delta(\varepsilon) \le \delta\}

    Parameters
    ----------
    profile : Curve
        The profile delta(eps), which does not increase.
    delta : Expr
        In (0, 1).

    Raises
    ------
    NotApplicableError
        If no eps was found, up to 1e13, at which the profile is as small.
    """
    goal = fraction(lower(delta, _DIGITS))

    def excess(place: Fraction) -> arb:
        value = arb(Walker({BOUND_THRESHOLD: to_fmpq(place)})(profile.expr))
        return arb("-inf") if value.is_zero() else (value / to_fmpq(goal)).log()

    return least_eps(excess)


def _approx(value: ProfileDP, request: Request) -> ApproxDP:
    require_target(request)
    if request.eps is not None:
        place = value.profile(request.eps)
        return ApproxDP(request.eps, upper(place) if is_number(place) else place)
    delta: Any = request.delta
    require_positive(delta)
    if not is_number(value, delta):
        raise NotApplicableError("a profile is inverted where it is of numbers; put them in first")
    return ApproxDP(inverse_of_profile(value.profile, delta), delta)


def gaussian_of_profile(profile: Curve) -> Expr | None:
    """Return mu of a profile that has the form of `gaussian_profile`, None of any other."""
    for part in profile.expr.atoms(erfc):
        mu = -2 * sqrt(2) * part.args[0].xreplace({BOUND_THRESHOLD: S.Zero})
        if sign(mu) != -1 and profile.expr == gaussian_profile(BOUND_THRESHOLD, mu):
            return mu
    return None


def gaussian_of_tradeoff(tradeoff: Curve) -> Expr | None:
    """Return mu of a trade-off function that has the form of `gaussian_tradeoff`, None of any other."""
    for part in tradeoff.expr.atoms(erfc):
        shift = sqrt(2) * part.args[0].as_independent(BOUND_LEVEL, as_Add=True)[0]
        for mu in (shift, -shift):  # SymPy turns the argument round where it begins with a minus
            if sign(mu) != -1 and tradeoff.expr == gaussian_tradeoff(BOUND_LEVEL, mu):
                return mu
    return None


def _head_pair(value: Curve, kind: type) -> tuple[Any, Any] | None:
    """Return the laws of a curve that is an unevaluated head of its variable, and of nothing that depends on it."""
    head = value.expr
    alone = isinstance(head, kind) and head.args[0] == value.variable
    return head.laws if alone and not any(value.variable in law.free_symbols for law in head.laws) else None


def _to_tradeoff(value: ProfileDP, request: Request) -> TradeOffDP:
    mu = gaussian_of_profile(value.profile)
    if mu is not None:
        return TradeOffDP(lambda level: gaussian_tradeoff(level, mu))
    pair = _head_pair(value.profile, HockeyStick)
    require(pair is not None, "the convex conjugate is known of Gaussian profiles and of unevaluated ones")
    return TradeOffDP(lambda level: TradeOff(level, *pair))


def _to_profile(value: TradeOffDP, request: Request) -> ProfileDP:
    mu = gaussian_of_tradeoff(value.tradeoff)
    if mu is not None:
        return ProfileDP(lambda eps: gaussian_profile(eps, mu))
    pair = _head_pair(value.tradeoff, TradeOff)
    require(pair is not None, "the convex conjugate is known of Gaussian trade-off functions and of unevaluated ones")
    return ProfileDP(lambda eps: HockeyStick(eps, *pair))


def _profile_gdp(value: ProfileDP, request: Request) -> GDP:
    mu = gaussian_of_profile(value.profile)
    require(mu is not None, "the profile is not that of Gaussian noise")
    return GDP(mu)


def _tradeoff_gdp(value: TradeOffDP, request: Request) -> GDP:
    mu = gaussian_of_tradeoff(value.tradeoff)
    require(mu is not None, "the trade-off function is not that of Gaussian noise")
    return GDP(mu)


_DONG, _BALLE = "dong2022gaussian", "balle2018improving"

PROFILE_APPROX = Arrow(
    name="profile_to_approx",
    source=ProfileDP,
    target=ApproxDP,
    theorems=("dp.approx.event",),
    says="the profile at eps, or its inverse at delta",
    cites=(Source(_BALLE, "privacy profiles"),),
    apply=_approx,
    hypotheses=("numbers where it is inverted", "delta > 0"),
    tight="the definition",
    attained=True,
)
PROFILE_TRADEOFF = Arrow(
    name="profile_to_tradeoff",
    source=ProfileDP,
    target=TradeOffDP,
    theorems=("tradeoff.profile", "gdp.tradeoff"),
    says="f(t) = max over eps of 1 - delta(eps) - e^eps t, and its mirror image",
    cites=(Source(_DONG, "Proposition 2.12"),),
    apply=_to_tradeoff,
    hypotheses=("a Gaussian profile, or a pair unevaluated",),
    tight="an equivalence for symmetric pairs",
)
TRADEOFF_PROFILE = Arrow(
    name="tradeoff_to_profile",
    source=TradeOffDP,
    target=ProfileDP,
    theorems=("tradeoff.profile", "gdp.profile"),
    says="delta(eps) = max over t of 1 - f(t) - e^eps t",
    cites=(Source(_DONG, "Proposition 2.12"),),
    apply=_to_profile,
    hypotheses=("a Gaussian trade-off function, or a pair unevaluated",),
    tight="an equivalence for symmetric pairs",
)
PROFILE_GDP = Arrow(
    name="profile_to_gdp",
    source=ProfileDP,
    target=GDP,
    theorems=("dominating.tradeoff", "gdp.profile"),
    says="a profile of Gaussian noise is GDP",
    cites=(Source(_DONG, "Corollary 2.13"),),
    apply=_profile_gdp,
    hypotheses=("the profile is that of Gaussian noise",),
    tight="an equivalence",
)
TRADEOFF_GDP = Arrow(
    name="tradeoff_to_gdp",
    source=TradeOffDP,
    target=GDP,
    theorems=("gdp.to_tradeoff", "gdp.tradeoff"),
    says="a trade-off function of Gaussian noise is GDP",
    cites=(Source(_DONG, "Definition 2.6"),),
    apply=_tradeoff_gdp,
    hypotheses=("the trade-off function is that of Gaussian noise",),
    tight="the definition",
)
