r"""From Rényi divergences at two orders, in one direction or in both, to approximate privacy: exactly what follows from the two.

Let :math:`\varphi(x) = (1 - \theta) x^r + \theta x^s` with r and s above 1 or below 0, a convex function of the likelihood ratio
:math:`x = P/Q`; :math:`E_Q x^r` is :math:`e^{(r-1) D_r(P\|Q)}`, and for :math:`s = 1 - \beta` it is :math:`e^{(\beta-1) D_\beta(Q\|P)}`. Less its
tangent at t, and over :math:`\varphi'(u) - \varphi'(t)`, it is not negative, touches 0 at t, and has the slope 1 at u: it lies above
:math:`(x - \gamma)_+`, with :math:`\gamma` where the two tangents meet. Its mean bounds the hockey-stick divergence. Each t < u and each
share is sound; at the best ones the pair on the two points t and u attains it, as far as both moments are there what they may be.
"""

from __future__ import annotations

from typing import Any

from dpsym.conversion.asked import exp_of, log_of


def _mixed(values: list[Any], share: Any) -> Any:
    return (1 - share) * values[0] + share * values[1]


def _steepened(exponent: Any, ratio: Any, high: Any) -> Any:
    """Return the difference of the slopes of a power at the two ratios."""
    return exponent * (high ** (exponent - 1) - ratio ** (exponent - 1))


def two_orders_threshold(first: Any, second: Any, ratio: Any, high: Any, share: Any) -> Any:
    r"""Return the eps of two likelihood ratios t < u and a share: the logarithm of where the tangents meet.

    .. math:: \gamma = \frac{(1 - \theta)(r - 1)(u^r - t^r) + \theta (s - 1)(u^s - t^s)}
        {(1 - \theta) r (u^{r-1} - t^{r-1}) + \theta s (u^{s-1} - t^{s-1})}

    Parameters
    ----------
    first, second : Expr or ball
        The exponents r and s, above 1 or below 0: an order of P against Q, or 1 less one of Q against P.
    ratio, high : Expr or ball
        The numbers t > 0 and u > t.
    share : Expr or ball
        The weight of the second power, in [0, 1].
    """
    crossings = [(each - 1) * (high**each - ratio**each) for each in (first, second)]
    slopes = [_steepened(each, ratio, high) for each in (first, second)]
    return log_of(_mixed(crossings, share) / _mixed(slopes, share))


def two_orders_delta(moments: tuple[tuple[Any, Any], tuple[Any, Any]], ratio: Any, high: Any, share: Any) -> Any:
    r"""Return the delta, at the eps of `two_orders_threshold`, that two Rényi budgets give.

    .. math:: \delta = \frac{(1 - \theta)(e^{M_r} + (r - 1) t^r - r t^{r-1}) + \theta (e^{M_s} + (s - 1) t^s - s t^{s-1})}
        {(1 - \theta) r (u^{r-1} - t^{r-1}) + \theta s (u^{s-1} - t^{s-1})}

    Parameters
    ----------
    moments : pair of (Expr or ball, Expr or ball)
        Each exponent with a bound M on the logarithm of the mean of that power: an order less 1, times its budget.
    ratio, high, share : Expr or ball
        The numbers t, u and the share.
    """
    excesses = [exp_of(moment) + (each - 1) * ratio**each - each * ratio ** (each - 1) for each, moment in moments]
    slopes = [_steepened(each, ratio, high) for each, _ in moments]
    return _mixed(excesses, share) / _mixed(slopes, share)
