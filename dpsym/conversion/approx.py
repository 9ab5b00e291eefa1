"""From approximate privacy: to a profile, to a trade-off function, and to what an attacker's test can do."""

from __future__ import annotations

from sympy import Expr, Max, Min, Piecewise, S, exp, log

from dpsym.conversion.hypotheses import at_least, greater
from dpsym.conversion.rounding import sign
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Arrow, Conditional, Request, Source, require, under
from dpsym.guarantees.binding import BOUND_LEVEL, Curve
from dpsym.guarantees.notions import ApproxDP, ProfileDP, TradeOffDP


def approx_profile(threshold: Expr, budget: Expr, delta: Expr) -> Expr:
    r"""Return the privacy profile of an approximate guarantee.

    .. math:: \delta'(\varepsilon') = \begin{cases} \delta & \varepsilon' \ge \varepsilon \\
        \dfrac{(1 - \delta)(e^\varepsilon - e^{\varepsilon'})}{1 + e^\varepsilon} + \delta & \varepsilon' < \varepsilon \end{cases}

    Parameters
    ----------
    threshold : Expr
        eps', from 0 on.
    budget, delta : Expr
        The guarantee's eps and delta.

    Notes
    -----
    That of the worst pair, of Kairouz, Oh and Viswanath, Theorem 3.3: randomized response that tells all with
    probability delta.
    """
    return delta + (1 - delta) * Max(0, exp(budget) - exp(threshold)) / (1 + exp(budget))


def approx_tradeoff(level: Expr, budget: Expr, delta: Expr) -> Expr:
    r"""Return the trade-off function of an approximate guarantee.

    .. math:: f_{\varepsilon,\delta}(t) = \max\{0,\; 1 - \delta - e^\varepsilon t,\; e^{-\varepsilon}(1 - \delta - t)\}

    Parameters
    ----------
    level : Expr
        The type I error t, in [0, 1].
    budget, delta : Expr
        The guarantee's eps and delta.

    Notes
    -----
    Wasserman and Zhou, Theorem 2.4; Dong, Roth and Su, Proposition 2.5. An equivalence.
    """
    return Max(0, 1 - delta - exp(budget) * level, exp(-budget) * (1 - delta - level))


def approx_power(level: Expr, budget: Expr, delta: Expr) -> Expr:
    r"""Return the greatest power of a test between two neighbours under an approximate guarantee.

    .. math:: 1 - f_{\varepsilon,\delta}(t) = \min\{1,\; e^\varepsilon t + \delta,\; 1 - e^{-\varepsilon}(1 - \delta - t)\}

    Parameters
    ----------
    level : Expr
        The type I error t, in [0, 1].
    budget, delta : Expr
        The guarantee's eps and delta.

    Notes
    -----
    Wasserman and Zhou, Theorem 2.4; Kairouz, Oh and Viswanath, Theorem 2.1.
    """
    return Min(1, exp(budget) * level + delta, 1 - exp(-budget) * (1 - delta - level))


def parameters_of(tradeoff: Curve) -> tuple[Expr, Expr] | None:
    """Return eps and delta of a trade-off function that has the form of `approx_tradeoff`, None of any other.

    The function is its own inverse, so that it is also that of -eps and another delta, which is no guarantee.
    """
    body = tradeoff.expr
    for term in body.args if isinstance(body, Max) else ():
        slope, delta = -term.diff(BOUND_LEVEL), 1 - term.xreplace({BOUND_LEVEL: S.Zero})
        if BOUND_LEVEL in slope.free_symbols or slope == 0:
            continue
        eps = log(slope)
        is_mirrored = sign(eps) == -1 or (eps.is_nonpositive and not eps.is_zero)
        if not is_mirrored and body == approx_tradeoff(BOUND_LEVEL, eps, delta):
            return eps, delta
    return None


def _from_tradeoff(value: TradeOffDP, request: Request) -> ApproxDP | Conditional:
    found = parameters_of(value.tradeoff)
    if found is None:
        raise NotApplicableError("the trade-off function is not that of an approximate guarantee")
    conditions = at_least(found[0], S.Zero, "the slope of the trade-off function has to be at least 1")
    return under(conditions, ApproxDP(*found))


def approx_epsilon(target: Expr, budget: Expr, delta: Expr) -> Expr:
    r"""Return the eps at a greater delta of an approximate guarantee: the inverse of `approx_profile`.

    .. math:: \varepsilon' = \log\max\left\{1,\; \frac{(1 - \delta')(1 + e^\varepsilon)}{1 - \delta} - 1\right\}

    Parameters
    ----------
    target : Expr
        delta', from delta on.
    budget, delta : Expr
        The guarantee's eps and delta, the latter below 1.
    """
    ratio = (1 - target) * (1 + exp(budget)) / (1 - delta) - 1
    return log(Max(S.One, ratio, evaluate=not ratio.free_symbols))


def _elsewhere(value: ApproxDP, request: Request) -> ApproxDP | Conditional:
    if request.delta is None:
        return ApproxDP(request.eps, approx_profile(request.eps, value.eps, value.delta))
    require(not value.delta.has(Piecewise), "the delta of the promise is in cases")
    conditions = (
        *at_least(request.delta, value.delta, "below the delta of the promise nothing is known"),
        *greater(S.One, value.delta, "at delta = 1 nothing is promised"),
    )
    return under(conditions, ApproxDP(approx_epsilon(request.delta, value.eps, value.delta), request.delta))


_KAIROUZ, _WASSERMAN, _DONG = "kairouz2015composition", "wassermanzhou2010", "dong2022gaussian"

APPROX_ELSEWHERE = Arrow(
    name="approx_elsewhere",
    source=ApproxDP,
    theorems=("dp.approx.profile",),
    says="delta' = delta + (1 - delta)(e^eps - e^eps')/(1 + e^eps) at a smaller eps', and its inverse at a greater delta'",
    cites=(Source(_KAIROUZ, "Theorem 3.3"),),
    apply=_elsewhere,
    hypotheses=("delta' >= delta", "delta < 1"),
    tight="randomized response that may tell all",
)
APPROX_PROFILE = Arrow(
    name="approx_to_profile",
    source=ApproxDP,
    target=ProfileDP,
    theorems=("dp.approx.profile",),
    says="delta' = delta + (1 - delta)(e^eps - e^eps')/(1 + e^eps) below eps, delta from eps on",
    cites=(Source(_KAIROUZ, "Theorem 3.3"),),
    apply=lambda value, request: ProfileDP(lambda eps: approx_profile(eps, value.eps, value.delta)),
    tight="randomized response that may tell all",
)
APPROX_TRADEOFF = Arrow(
    name="approx_to_tradeoff",
    source=ApproxDP,
    target=TradeOffDP,
    theorems=("dp.approx.tradeoff",),
    says="f(t) = max(0, 1 - delta - e^eps t, e^-eps (1 - delta - t))",
    cites=(Source(_WASSERMAN, "Theorem 2.4"), Source(_DONG, "Proposition 2.5")),
    apply=lambda value, request: TradeOffDP(lambda level: approx_tradeoff(level, value.eps, value.delta)),
    tight="an equivalence",
    attained=True,
)
TRADEOFF_APPROX = Arrow(
    name="tradeoff_to_approx",
    source=TradeOffDP,
    target=ApproxDP,
    theorems=("dp.approx.tradeoff",),
    says="f_(eps, delta) is (eps, delta)-DP",
    cites=(Source(_WASSERMAN, "Theorem 2.4"), Source(_DONG, "Proposition 2.5")),
    apply=_from_tradeoff,
    hypotheses=("f is f_(eps, delta)",),
    tight="an equivalence",
)
