"""Gaussian privacy: to its profile, its trade-off function, its Rényi budget, and to approximate privacy."""

from __future__ import annotations

from typing import Any

from sympy import Expr, S, erfc, exp, sqrt

from dpsym.conversion.asked import is_number, require_positive, require_target
from dpsym.conversion.hypotheses import at_edge, greater
from dpsym.conversion.rounding import lower, upper
from dpsym.curves import GaussianLoss, curve
from dpsym.distributions import Gaussian
from dpsym.divergences import InverseProfile
from dpsym.guarantees.arrow import Arrow, Conditional, Request, Source, under
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, LossDP, ProfileDP, RenyiDP, TradeOffDP
from dpsym.special import erfcinv as inverse

_DIGITS = 14
_CERTIFIED = 13


def gaussian_profile(threshold: Expr, mu: Expr) -> Expr:
    r"""Return the privacy profile of a Gaussian-private mechanism.

    .. math:: \delta(\varepsilon) = \Phi\left(-\frac\varepsilon\mu + \frac\mu2\right)
        - e^\varepsilon \Phi\left(-\frac\varepsilon\mu - \frac\mu2\right)

    Parameters
    ----------
    threshold, mu : Expr
        eps in nats, and mu, positive.

    Notes
    -----
    Balle and Wang, Theorem 8; Dong, Roth and Su, Corollary 1. Attained by Gaussian noise of deviation 1/mu.
    """
    first, second = (threshold / mu + side * mu / 2 for side in (-1, 1))
    return erfc(first / sqrt(2)) / 2 - exp(threshold) * erfc(second / sqrt(2)) / 2


def gaussian_tradeoff(level: Expr, mu: Expr) -> Expr:
    r"""Return the trade-off function of a Gaussian-private mechanism.

    .. math:: G_\mu(t) = \Phi(\Phi^{-1}(1 - t) - \mu)

    Parameters
    ----------
    level, mu : Expr
        The type I error t, and mu.

    Notes
    -----
    Dong, Roth and Su, Definition 2.6.
    """
    return erfc(mu / sqrt(2) - inverse(2 * level)) / 2


def ratio_of_alike(error: Expr) -> Expr:
    r"""Return the mu of Gaussian noise with a test whose two errors are alike.

    .. math:: \mu = 2\, \Phi^{-1}(1 - t), \qquad G_\mu(t) = t

    Parameters
    ----------
    error : Expr
        Both errors t, below 1/2.
    """
    return 2 * sqrt(2) * inverse(2 * error)


def gaussian_renyi(order: Expr, mu: Expr) -> Expr:
    r"""Return the Rényi budget of a Gaussian-private mechanism.

    .. math:: \zeta(\alpha) = \frac{\alpha\mu^2}2

    Parameters
    ----------
    order, mu : Expr
        The order alpha above 1, and mu.

    Notes
    -----
    Dong, Roth and Su, Corollary B.6. Attained by Gaussian noise of deviation 1/mu.
    """
    return order * mu**2 / 2


def gaussian_epsilon(delta: Expr, mu: Expr) -> Expr:
    r"""Return the eps at a delta of a Gaussian-private mechanism: the inverse of its profile, as a head.

    .. math:: \varepsilon = \min\{\varepsilon \ge 0 : \delta(\varepsilon) \le \delta\}

    Parameters
    ----------
    delta, mu : Expr
        In (0, 1), and positive.
    """
    return InverseProfile(delta, Gaussian(0, 1 / mu), Gaussian(1, 1 / mu))


def _approx(value: GDP, request: Request) -> ApproxDP:
    require_target(request)
    target: Any = request.eps if request.delta is None else request.delta
    if value.mu.is_zero:
        return ApproxDP(S.Zero, target) if request.delta is not None else ApproxDP(target, S.Zero)
    if request.delta is not None:
        require_positive(target)
    if not is_number(value, target):
        if request.delta is not None:
            return ApproxDP(at_edge(value.mu, S.Zero, S.Zero, gaussian_epsilon(target, value.mu)), target)
        return ApproxDP(target, at_edge(value.mu, S.Zero, S.Zero, gaussian_profile(target, value.mu)))
    return _certified(value.mu, request)


def _certified(mu: Expr, request: Request) -> ApproxDP:
    loss = curve((GaussianLoss(1, upper(mu)), 1))
    if request.delta is not None:
        delta = lower(request.delta)
        return ApproxDP(upper(loss.epsilon(delta, digits=_CERTIFIED), _DIGITS), request.delta)
    ball = loss.delta(lower(request.eps), digits=_DIGITS)
    return ApproxDP(request.eps, min(S.One, upper(ball, _DIGITS)))


def _loss(value: GDP, request: Request) -> LossDP | Conditional:
    conditions = greater(value.mu, S.Zero, "mu = 0 leaves no loss to state")
    return under(conditions, LossDP(((Mechanism(Gaussian(1), value.mu), S.One),)))


def _profile(value: GDP, request: Request) -> ProfileDP:
    if value.mu.is_zero:
        return ProfileDP(lambda eps: S.Zero)
    return ProfileDP(lambda eps: at_edge(value.mu, S.Zero, S.Zero, gaussian_profile(eps, value.mu)))


_DONG = "dong2022gaussian"

GDP_PROFILE = Arrow(
    name="gdp_to_profile",
    source=GDP,
    target=ProfileDP,
    theorems=("gdp.to_profile",),
    says="delta(eps) = Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)",
    cites=(Source(_DONG, "Corollary 2.13"), Source("ballewang2018", "Theorem 8")),
    apply=_profile,
    tight="an equivalence",
)
GDP_TRADEOFF = Arrow(
    name="gdp_to_tradeoff",
    source=GDP,
    target=TradeOffDP,
    theorems=("gdp.to_tradeoff",),
    says="f(t) = Phi(Phi^-1(1 - t) - mu)",
    cites=(Source(_DONG, "Definition 2.6"),),
    apply=lambda value, request: TradeOffDP(lambda level: gaussian_tradeoff(level, value.mu)),
    tight="the definition",
    attained=True,
)
GDP_RENYI = Arrow(
    name="gdp_to_renyi",
    source=GDP,
    target=RenyiDP,
    theorems=("gdp.to_renyi",),
    says="zeta(alpha) = alpha mu^2/2",
    cites=(Source(_DONG, "Corollary B.6"),),
    apply=lambda value, request: RenyiDP(lambda order: gaussian_renyi(order, value.mu)),
    tight="Gaussian noise, at every order",
)
GDP_ZCDP = Arrow(
    name="gdp_to_zcdp",
    source=GDP,
    target=ZCDP,
    theorems=("gdp.to_renyi",),
    says="rho = mu^2/2",
    cites=(Source(_DONG, "Corollary B.6"), Source("bunsteinke2016", "Proposition 1.6")),
    apply=lambda value, request: ZCDP(gaussian_renyi(S.One, value.mu)),
    tight="Gaussian noise",
)
GDP_APPROX = Arrow(
    name="gdp_to_approx",
    source=GDP,
    target=ApproxDP,
    theorems=("gdp.to_profile",),
    says="eps is the inverse of the profile of Gaussian noise at delta",
    apply=_approx,
    cites=(Source("ballewang2018", "Theorem 8"), Source(_DONG, "Corollary 2.13")),
    hypotheses=("delta > 0",),
    tight="Gaussian noise",
)
GDP_LOSS = Arrow(
    name="gdp_to_loss",
    source=GDP,
    target=LossDP,
    theorems=("gdp.to_profile", "gdp.profile"),
    says="Gaussian noise of deviation 1/mu has the greatest profile",
    cites=(Source(_DONG, "Definition 2.6"),),
    apply=_loss,
    hypotheses=("mu > 0",),
    tight="Gaussian noise",
    attained=True,
)
