"""How much the answer of a local randomiser tells of its input: mutual information, in nats."""

from __future__ import annotations

from sympy import Expr, exp, log


def subset_information(eps: Expr, choices: Expr, size: Expr) -> Expr:
    r"""Return the mutual information of the answer of subset selection and the value, all values equally likely.

    .. math:: I_d = \frac{d e^\varepsilon \varepsilon}{d e^\varepsilon + k - d} - \log\frac{d e^\varepsilon + k - d}k

    Parameters
    ----------
    eps, choices, size : Expr
        eps in nats, the number k of values, and the number d of them in an answer.

    Notes
    -----
    Of the best size it is the greatest mutual information of any eps-private local randomiser of such a value: Kairouz, Oh and Viswanath,
    Theorem 2, with the prices max I_d/k of the linear program.
    """
    total = size * exp(eps) + choices - size
    return size * exp(eps) * eps / total - log(total / choices)


def information_bound(eps: Expr) -> Expr:
    r"""Return the greatest mutual information of input and answer under local privacy, whatever the law of the input.

    .. math:: I = u - 1 - \log u, \qquad u = \frac{\varepsilon}{1 - e^{-\varepsilon}}

    Parameters
    ----------
    eps : Expr
        In nats, positive. The information is about eps^2/8 for small eps, and eps - 1 - log eps for great ones.
    """
    unit = eps / (1 - exp(-eps))
    return unit - 1 - log(unit)
