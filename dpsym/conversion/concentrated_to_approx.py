"""From concentrated to approximate privacy, in closed form at the best order."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Piecewise, S, erfc, exp, log, oo, pi, sqrt
from sympy.logic.boolalg import Boolean

from dpsym.conversion.asked import (
    certified,
    certified_exponential,
    certified_upper,
    from_zero,
    is_number,
    log_of,
    require_positive,
    require_target,
)
from dpsym.conversion.hypotheses import at_edge, at_least
from dpsym.conversion.renyi_to_approx import improved_epsilon
from dpsym.conversion.rounding import sign
from dpsym.guarantees.arrow import Arrow, Conditional, Request, Source, require, under
from dpsym.guarantees.notions import ZCDP, ApproxDP, TruncatedCDP


def zcdp_epsilon(rho: Expr, delta: Expr) -> Expr:
    r"""Return the eps at a delta of a zCDP mechanism.

    .. math:: \varepsilon = \rho + 2\sqrt{\rho \log(1/\delta)}

    Parameters
    ----------
    rho : Expr
        The budget, in nats an order.
    delta : Expr
        In (0, 1].

    Notes
    -----
    Bun and Steinke, Proposition 1.3: Mironov's conversion at the order :math:`1 + \sqrt{\log(1/\delta)/\rho}`, its best.
    """
    return rho + 2 * sqrt(rho * log(1 / delta))


def zcdp_delta(rho: Expr, eps: Expr) -> Expr:
    r"""Return the delta at an eps of a zCDP mechanism.

    .. math:: \delta = e^{-(\varepsilon - \rho)^2/(4\rho)}, \qquad \varepsilon \ge \rho

    Parameters
    ----------
    rho, eps : Expr
        The budget, in nats an order, and eps from rho on.

    Notes
    -----
    Bun and Steinke, Lemma 3.5, solved for delta.
    """
    return exp(-((eps - rho) ** 2) / (4 * rho))


def zcdp_epsilon_improved(rho: Any, delta: Any) -> Any:
    r"""Return the eps at a delta of a zCDP mechanism by the improved conversion, at the best order of the plain one.

    .. math:: \varepsilon = \rho + 2\sqrt{\rho L} - \log\left(1 + \frac1x\right) - \frac{\log(1 + x)}{x},
        \qquad L = \log\frac1\delta,\; x = \sqrt{L/\rho}

    Parameters
    ----------
    rho, delta : Expr
        The budget, in nats an order, positive, and delta in (0, 1).

    Notes
    -----
    Canonne, Kamath and Steinke, Proposition 12, at the order 1 + x. The bound is stationary in the order where
    :math:`\rho(\alpha - 1)^2 = \log(1/(\alpha\delta))`, which has no closed form; there it is :math:`\rho(2\alpha - 1) + \log(1 - 1/\alpha)`.
    """
    order = 1 + sqrt(log(1 / delta) / rho)
    return improved_epsilon(order, rho * order, delta)


def _as_printed(rho: Expr, delta: Expr) -> Expr:
    """Return the eps of `zcdp_epsilon_improved` as its formula is printed."""
    target = log(1 / delta)
    gap = sqrt(target / rho)
    return rho + 2 * sqrt(rho * target) - log(1 + 1 / gap) - log(1 + gap) / gap


def zcdp_delta_tail(rho: Expr, eps: Expr) -> Expr:
    r"""Return the delta at an eps of a zCDP mechanism, from the Gaussian tail of its privacy loss.

    .. math:: \delta = \sqrt{\pi\rho}\; e^{\varepsilon} \operatorname{erfc}\left(\frac{\varepsilon + \rho}{2\sqrt\rho}\right),
        \qquad \varepsilon \ge \rho

    Parameters
    ----------
    rho, eps : Expr
        The budget, in nats an order, positive, and eps from rho on.

    Notes
    -----
    The integral of :math:`e^{\varepsilon - z} \Pr[L > z]` over z above eps, with
    :math:`\Pr[L > z] \le e^{-(z - \rho)^2/(4\rho)}`; Bun and Steinke, Lemma 3.6, bound it further.
    """
    return sqrt(pi * rho) * exp(eps) * erfc((eps + rho) / (2 * sqrt(rho)))


def _standard(value: ZCDP, request: Request) -> ApproxDP | Conditional:
    require_target(request)
    if request.delta is not None and value.rho.is_zero:  # the loss is bounded
        return ApproxDP(value.xi, request.delta)
    if request.delta is not None:
        require_positive(request.delta)
        eps = value.xi + zcdp_epsilon(value.rho, request.delta)
        return ApproxDP(at_edge(request.delta, S.Zero, oo, eps), request.delta)
    gap, conditions = _gap(value, request.eps)
    if value.rho.is_zero:
        return under(conditions, ApproxDP(request.eps, S.Zero))
    if not is_number(value, request.eps):
        delta = at_edge(value.rho, S.Zero, S.Zero, zcdp_delta(value.rho, request.eps - value.xi))
        return under(conditions, ApproxDP(request.eps, delta))
    return ApproxDP(request.eps, certified_exponential(lambda: -(certified(gap) ** 2) / (4 * certified(value.rho))))


def _gap(value: ZCDP, eps: Expr) -> tuple[Expr, tuple[Boolean, ...]]:
    """Return how far eps is above xi + rho, and the hypothesis that it is where symbols leave it open."""
    mean = value.xi + value.rho
    return eps - mean, at_least(eps, mean, "eps is below xi + rho, where the bound says nothing")


def _improved(value: ZCDP, request: Request) -> ApproxDP:
    require(request.delta is not None, "a target delta has to be given")
    delta: Any = request.delta
    require_positive(delta)
    require(sign(value.rho) != 0 and sign(1 - delta) != 0, "at rho = 0 or delta = 1 there is no best order")
    if not is_number(value, delta):
        eps = from_zero(value.xi + _as_printed(value.rho, delta))
        for parameter, edge, there in ((delta, S.Zero, oo), (delta, S.One, S.Zero), (value.rho, S.Zero, value.xi)):
            eps = at_edge(parameter, edge, there, eps)
        return ApproxDP(eps, delta)

    def bound() -> Any:
        rho, goal = certified(value.rho), certified(delta)
        order = 1 + (-log_of(goal) / rho).sqrt()
        return certified(value.xi) + improved_epsilon(order, rho * order, goal)

    return ApproxDP(from_zero(certified_upper(bound)), delta)


def _tail(value: ZCDP, request: Request) -> ApproxDP | Conditional:
    require(request.eps is not None, "a target eps has to be given")
    eps: Any = request.eps
    require(sign(value.rho) != 0, "at rho = 0 the loss has no tail")
    gap, conditions = _gap(value, eps)
    if not is_number(value, eps):
        delta = at_edge(value.rho, S.Zero, S.Zero, zcdp_delta_tail(value.rho, eps - value.xi))
        return under(conditions, ApproxDP(eps, delta))

    def log_bound() -> Any:
        rho, place = certified(value.rho), certified(gap + 2 * value.rho)
        tail = (place / (2 * rho.sqrt())).erfc().log()
        return (rho * rho.pi()).sqrt().log() + certified(eps - value.xi) + tail

    return ApproxDP(eps, certified_exponential(log_bound))


def tcdp_epsilon(rho: Expr, omega: Expr, delta: Expr) -> Expr:
    r"""Return the eps at a delta of a truncated-CDP mechanism.

    .. math:: \varepsilon = \begin{cases} \rho + 2\sqrt{\rho\log(1/\delta)} & \log(1/\delta) \le (\omega-1)^2\rho \\
        \rho\omega + \dfrac{\log(1/\delta)}{\omega - 1} & \text{otherwise} \end{cases}

    Parameters
    ----------
    rho, omega : Expr
        The budget, in nats an order, and the order up to which it holds.
    delta : Expr
        In (0, 1].

    Notes
    -----
    Bun, Dwork, Rothblum and Steinke, Lemma 6: Mironov's conversion at the best order allowed.
    """
    level = log(1 / delta)
    return Piecewise(
        (zcdp_epsilon(rho, delta), level <= (omega - 1) ** 2 * rho), (rho * omega + level / (omega - 1), True)
    )


def _truncated(value: TruncatedCDP, request: Request) -> ApproxDP:
    require(request.delta is not None, "a target delta has to be given")
    delta: Any = request.delta
    require_positive(delta)
    if not is_number(value, delta):
        return ApproxDP(at_edge(delta, S.Zero, oo, tcdp_epsilon(value.rho, value.omega, delta)), delta)
    level = log(1 / delta)
    if sign((value.omega - 1) ** 2 * value.rho - level) in (0, 1):
        return ApproxDP(zcdp_epsilon(value.rho, delta), delta)
    return ApproxDP(value.rho * value.omega + level / (value.omega - 1), delta)


_BUN_STEINKE, _TRUNCATED = "bunsteinke2016", "bundworkrothblumsteinke2018"

ZCDP_STANDARD = Arrow(
    name="zcdp_to_approx.standard",
    source=ZCDP,
    target=ApproxDP,
    theorems=("zcdp.to_approx.any",),
    says="eps = xi + rho + 2 sqrt(rho log(1/delta))",
    cites=(Source(_BUN_STEINKE, "Proposition 1.3 and Lemma 3.5"),),
    apply=_standard,
    hypotheses=("delta > 0", "eps >= xi + rho"),
    tight="never attained",
)
ZCDP_IMPROVED = Arrow(
    name="zcdp_to_approx.improved",
    source=ZCDP,
    target=ApproxDP,
    theorems=("zcdp.to_approx.improved.any",),
    says="eps = xi + rho + 2 sqrt(rho L) - log(1 + 1/x) - log(1 + x)/x, L = log(1/delta), x = sqrt(L/rho)",
    cites=(Source("canonne2020discrete", "Proposition 12"), Source(_BUN_STEINKE, "Lemma 3.5")),
    apply=_improved,
    hypotheses=("rho > 0", "0 < delta < 1"),
    tight="no: the best order solves rho (alpha - 1)^2 = log(1/(alpha delta)), and this is the best one of the plain conversion",
)
ZCDP_TAIL = Arrow(
    name="zcdp_to_approx.tail",
    source=ZCDP,
    target=ApproxDP,
    theorems=("zcdp.to_approx.tail.any",),
    says="delta = sqrt(pi rho) e^(eps - xi) erfc((eps - xi + rho)/(2 sqrt(rho)))",
    cites=(Source(_BUN_STEINKE, "Lemma 3.6, its proof"),),
    apply=_tail,
    hypotheses=("rho > 0", "eps >= xi + rho"),
    tight="never attained",
)
TCDP_APPROX = Arrow(
    name="tcdp_to_approx",
    source=TruncatedCDP,
    target=ApproxDP,
    theorems=("tcdp.to_approx",),
    says="eps = rho + 2 sqrt(rho L) where L = log(1/delta) <= (omega - 1)^2 rho, else rho omega + L/(omega - 1)",
    cites=(Source(_TRUNCATED, "Lemma 6"),),
    apply=_truncated,
    hypotheses=("delta > 0",),
    tight="never attained",
)
