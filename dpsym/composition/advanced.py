"""Advanced composition: the sum of the privacy losses lies near its mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb
from sympy import Add, Expr, S, exp, log, sqrt, tanh
from sympy.logic.boolalg import Boolean

from dpsym.composition.basic import ADAPTIVE, Parts, certified_total_delta, deltas, epsilons, share
from dpsym.conversion.asked import certified, certified_exponential, certified_upper, exp_of, is_number, require_target
from dpsym.conversion.hypotheses import at_edge, at_least, greater
from dpsym.conversion.rounding import lower, sign
from dpsym.guarantees.arrow import Arrow, Conditional, Kind, Request, Source, require, under
from dpsym.guarantees.notions import ApproxDP

Budgets = Sequence[tuple[Any, Any]]
"""Each eps with its count, expressions or balls."""


def loss_mean(budgets: Budgets) -> Any:
    r"""Return the greatest mean of the privacy loss, that of randomized responses.

    .. math:: \sum_i k_i \varepsilon_i \tanh\frac{\varepsilon_i}2

    Parameters
    ----------
    budgets : pairs
        Each eps_i with its count k_i, expressions or balls.
    """
    return _total(
        [count * each * (tanh(each / 2) if isinstance(each, Expr) else (each / 2).tanh()) for each, count in budgets]
    )


def loss_mean_printed(budgets: Budgets) -> Any:
    r"""Return the bound on the mean of the privacy loss as it was first printed.

    .. math:: \sum_i k_i \varepsilon_i (e^{\varepsilon_i} - 1)

    Parameters
    ----------
    budgets : pairs
        Each eps_i with its count k_i, expressions or balls.
    """
    return _total([count * each * (exp_of(each) - 1) for each, count in budgets])


def squares(budgets: Budgets) -> Any:
    r"""Return the sum of squares :math:`\sum_i k_i \varepsilon_i^2`."""
    return _total([count * each**2 for each, count in budgets])


def _total(terms: Sequence[Any]) -> Any:
    """Return a sum of expressions, all at once for SymPy's sake, or of balls."""
    return Add(*terms) if isinstance(terms[0], Expr) else sum(terms, arb(0))


def advanced_epsilon(budgets: Budgets, slack: Expr) -> Expr:
    r"""Return the eps of advanced composition, with the exact mean of the loss.

    .. math:: \varepsilon = \sum_i k_i \varepsilon_i \tanh\frac{\varepsilon_i}2 + \sqrt{2 \log(1/\delta') \sum_i k_i \varepsilon_i^2}

    Parameters
    ----------
    budgets : pairs of Expr
        Each eps_i with its count k_i.
    slack : Expr
        delta', in (0, 1): what the tail of the loss may take.

    Notes
    -----
    Dwork, Rothblum and Vadhan, with the mean of Kairouz, Oh and Viswanath, Theorem 3.5: the loss of each step lies between
    -eps_i and eps_i, and Hoeffding's inequality bounds the sum. Holds for adaptive composition.
    """
    return loss_mean(budgets) + sqrt(2 * log(1 / slack) * squares(budgets))


def advanced_epsilon_printed(budgets: Budgets, slack: Expr) -> Expr:
    r"""Return the eps of advanced composition as it was first printed.

    .. math:: \varepsilon = \sum_i k_i \varepsilon_i (e^{\varepsilon_i} - 1) + \sqrt{2 \log(1/\delta') \sum_i k_i \varepsilon_i^2}

    Parameters
    ----------
    budgets : pairs of Expr
        Each eps_i with its count k_i.
    slack : Expr
        delta', in (0, 1).

    Notes
    -----
    Dwork, Rothblum and Vadhan, Theorem III.3; Dwork and Roth, Theorem 3.20. Holds for adaptive composition.
    """
    return loss_mean_printed(budgets) + sqrt(2 * log(1 / slack) * squares(budgets))


def advanced_slack(budgets: Budgets, eps: Any, mean: Any) -> Any:
    r"""Return the delta' that the tail of the loss takes at an eps not below its mean.

    .. math:: \delta' = \exp\left(-\frac{(\varepsilon - m)^2}{2\sum_i k_i \varepsilon_i^2}\right)

    Parameters
    ----------
    budgets : pairs of Expr
        Each eps_i with its count k_i.
    eps, mean : Expr
        The eps in question, and the bound m on the mean.
    """
    return exp(-((eps - mean) ** 2) / (2 * squares(budgets)))


def left_over(parts: Parts, delta: Expr) -> tuple[Expr, tuple[Boolean, ...]]:
    """Return what the deltas of the parts leave of a delta, of numbers rounded down; and that it is positive where that is open.

    Raises
    ------
    NotApplicableError
        If nothing is left.
    """
    spent = certified_total_delta(deltas(parts))
    reason = f"the deltas of the parts leave nothing of delta = {delta}"
    require(spent != 1, reason)
    rest, conditions = (delta - spent) / (1 - spent), greater(delta, spent, reason)
    return (lower(rest) if is_number(rest) else rest), conditions


def with_slack(parts: Parts, slack: Expr) -> Expr:
    """Return the delta of a composition that adds a delta' to those of its parts."""
    return certified_total_delta([*deltas(parts), (slack, S.One)])


def _balls(budgets: Budgets) -> list[tuple[arb, arb]]:
    return [(certified(each), certified(count)) for each, count in budgets]


def _applied(mean: Callable[[Budgets], Any]) -> Callable[[Parts, Request], ApproxDP | Conditional]:
    def apply(parts: Parts, request: Request) -> ApproxDP | Conditional:
        require_target(request)
        budgets = epsilons(parts)
        numeric = is_number(*(value for pair in budgets for value in pair), *(each for each, _ in deltas(parts)))
        require(sign(squares(budgets)) != 0, "nothing is lost at eps = 0: basic composition is exact")
        if request.delta is not None:
            slack, conditions = left_over(parts, request.delta)
            if not (numeric and is_number(slack)):
                eps = mean(budgets) + sqrt(2 * log(1 / slack) * squares(budgets))
                return under(conditions, ApproxDP(eps, request.delta))

            def bound() -> arb:
                found = _balls(budgets)
                return mean(found) + (-2 * certified(slack).log() * squares(found)).sqrt()

            return ApproxDP(certified_upper(bound), request.delta)
        gap = request.eps - mean(budgets)
        conditions = at_least(request.eps, mean(budgets), "eps is below the bound on the mean of the loss")
        if not (numeric and is_number(request.eps)):
            tail = advanced_slack(budgets, request.eps, mean(budgets))
            slack = at_edge(squares(budgets), S.Zero, S.Zero, tail)
            return under(conditions, ApproxDP(request.eps, with_slack(parts, slack)))
        slack = certified_exponential(lambda: -(certified(gap) ** 2) / (2 * squares(_balls(budgets))))
        return ApproxDP(request.eps, with_slack(parts, slack))

    return apply


def halved(request: Request, count: Expr) -> Request:
    """Return the request for each part: an equal share of half of delta, or of eps."""
    return share(request, count, S.Half)


_DRV, _KOV = (Source("dworkrothblumvadhan2010", "Theorem III.3"), Source("kairouz2015composition", "Theorem 3.5"))
_POSITIVE = "delta' = delta less the deltas of the parts is positive"

COMPOSE_ADVANCED = Arrow(
    name="composition.advanced",
    kind=Kind.COMPOSITION,
    source=ApproxDP,
    theorems=("dp.composition.adaptive.advanced", "dp.composition.adaptive.advanced.approx"),
    says="eps = sum of k eps (e^eps - 1) + sqrt(2 log(1/delta') sum of k eps^2)",
    cites=(_DRV, Source("dworkroth2014", "Theorem 3.20")),
    apply=_applied(loss_mean_printed),
    hypotheses=(ADAPTIVE, _POSITIVE),
    tight="no: composition.advanced.tanh is better",
    asks=halved,
)
COMPOSE_ADVANCED_TANH = Arrow(
    name="composition.advanced.tanh",
    kind=Kind.COMPOSITION,
    source=ApproxDP,
    theorems=("dp.composition.adaptive.advanced.tanh", "dp.composition.adaptive.advanced.approx"),
    says="eps = sum of k eps tanh(eps/2) + sqrt(2 log(1/delta') sum of k eps^2)",
    cites=(_KOV, _DRV),
    apply=_applied(loss_mean),
    hypotheses=(ADAPTIVE, _POSITIVE),
    tight="no: the mean is, Hoeffding's inequality is not",
    asks=halved,
)
