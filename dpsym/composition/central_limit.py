"""The central limit of composition: many steps look Gaussian. An approximation, which may lie below the truth."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Add, Expr, exp, sqrt, tanh

from dpsym.guarantees.arrow import Arrow, Kind, Source
from dpsym.guarantees.notions import GDP, PureDP


def central_limit_ratio(budgets: Sequence[tuple[Expr, Expr]]) -> Expr:
    r"""Return the mu that the composition of many pure guarantees approaches.

    .. math:: \mu = \frac{2 m}{s}, \qquad m = \sum_i k_i \varepsilon_i \tanh\frac{\varepsilon_i}2,
        \quad s^2 = \sum_i k_i \frac{\varepsilon_i^2}{\cosh^2(\varepsilon_i/2)}

    Parameters
    ----------
    budgets : pairs of Expr
        Each eps_i with its count k_i.

    Notes
    -----
    Dong, Roth and Su, Theorem 3.4, for the mean m and the variance s^2 of the loss of randomized responses. Not a bound.
    """
    mean = Add(*(count * each * tanh(each / 2) for each, count in budgets))
    variance = Add(*(count * each**2 * 4 * exp(each) / (1 + exp(each)) ** 2 for each, count in budgets))
    return 2 * mean / sqrt(variance)


COMPOSE_CENTRAL_LIMIT = Arrow(
    name="composition.central_limit",
    kind=Kind.COMPOSITION,
    source=PureDP,
    target=GDP,
    theorems=("tradeoff.composition.central_limit", "kl.rr.eps", "loss_variance.kary"),
    says="mu = 2 m/s, m the mean and s the deviation of the loss of the randomized responses",
    apply=lambda parts, request: GDP(central_limit_ratio([(value.eps, count) for value, count in parts])),
    cites=(Source("dong2022gaussian", "Theorem 3.4"),),
    hypotheses=("many steps, none of them great",),
    tight="in the limit; it may lie below the truth",
    is_bound=False,
)
