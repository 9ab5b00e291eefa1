"""From Rényi to approximate privacy at one order: Mironov's conversion, and the improved one."""

from __future__ import annotations

from typing import Any

from sympy import Expr

from dpsym.conversion.asked import at_best_order, chosen_order, log_of
from dpsym.guarantees.arrow import Arrow, Request, Source
from dpsym.guarantees.notions import ApproxDP, RenyiDP


def mironov_epsilon(order: Any, budget: Any, delta: Any) -> Any:
    r"""Return the eps at a delta that a Rényi budget at one order gives, by Markov's inequality.

    .. math:: \varepsilon = \zeta + \frac{\log(1/\delta)}{\alpha - 1}

    Parameters
    ----------
    order : Expr
        The order alpha, above 1.
    budget : Expr
        The budget zeta at that order, in nats.
    delta : Expr
        In (0, 1].

    Notes
    -----
    Mironov, *Rényi differential privacy*, Proposition 3. Below the truth for no pair; attained by none.
    """
    return budget + log_of(1 / delta) / (order - 1)


def _mironov_log_delta(order: Any, budget: Any, eps: Any) -> Any:
    # Proposition 3 of Mironov, solved for log delta
    return (order - 1) * (budget - eps)


def improved_epsilon(order: Any, budget: Any, delta: Any) -> Any:
    r"""Return the eps at a delta that a Rényi budget at one order gives, by the improved conversion.

    .. math:: \varepsilon = \zeta + \log\frac{\alpha - 1}{\alpha} - \frac{\log\delta + \log\alpha}{\alpha - 1}

    Parameters
    ----------
    order : Expr
        The order alpha, above 1.
    budget : Expr
        The budget zeta at that order, in nats.
    delta : Expr
        In (0, 1].

    Notes
    -----
    Balle, Barthe, Gaboardi, Hsu and Sato, Theorem 21; Canonne, Kamath and Steinke, Proposition 12. Attained where the
    privacy loss is constant under P.
    """
    return log_of((order - 1) / order) + budget - (log_of(order) + log_of(delta)) / (order - 1)


def _improved_log_delta(order: Any, budget: Any, eps: Any) -> Any:
    # Proposition 12 of Canonne, Kamath and Steinke, solved for log delta
    return (order - 1) * (budget - eps) + (order - 1) * log_of((order - 1) / order) - log_of(order)


def best_improved_order(value: RenyiDP, request: Request) -> Expr:
    """Return the best order for the improved conversion."""
    objective = improved_epsilon if request.delta is not None else _improved_log_delta
    return chosen_order(value, request, objective)


RENYI_MIRONOV = Arrow(
    name="renyi_to_approx.mironov",
    source=RenyiDP,
    target=ApproxDP,
    theorems=("rdp.to_approx",),
    says="eps = zeta(alpha) + log(1/delta)/(alpha - 1), at the best order",
    cites=(Source("mironov2017renyi", "Proposition 3"),),
    apply=lambda value, request: at_best_order(value, request, mironov_epsilon, _mironov_log_delta),
    hypotheses=("delta > 0",),
    tight="never attained",
)
RENYI_IMPROVED = Arrow(
    name="renyi_to_approx.improved",
    source=RenyiDP,
    target=ApproxDP,
    theorems=("rdp.to_approx.improved",),
    says="eps = zeta(alpha) + log((alpha - 1)/alpha) - (log delta + log alpha)/(alpha - 1), at the best order",
    cites=(Source("balle2020hypothesis", "Theorem 21"), Source("canonne2020discrete", "Proposition 12")),
    apply=lambda value, request: at_best_order(value, request, improved_epsilon, _improved_log_delta),
    hypotheses=("delta > 0",),
    tight="where the privacy loss is constant under P",
)
