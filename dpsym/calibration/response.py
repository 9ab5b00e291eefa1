"""Randomized response for a pure or approximate guarantee, of a bit or of one of k values: closed forms."""

from __future__ import annotations

from sympy import Expr, Integer, exp, log

from dpsym.calibration.calibrated import Calibrated, in_decimals
from dpsym.calibration.laplace import approximate_target, checked_target
from dpsym.distributions import KaryResponse, RandomizedResponse
from dpsym.guarantees.arrow import Source
from dpsym.parameters import CHOICES


def greatest_truth(eps: Expr, delta: Expr, choices: Expr = Integer(2)) -> Expr:  # noqa: B008 (a constant)
    r"""Return the greatest probability of a true answer under (eps, delta)-privacy.

    .. math:: p = \frac{e^\varepsilon + (k-1)\delta}{e^\varepsilon + k - 1}

    Parameters
    ----------
    eps : Expr
        In nats, not negative.
    delta : Expr
        In [0, 1).
    choices : Expr, optional
        The number k of values; the k - 1 wrong answers share the rest equally.

    Notes
    -----
    Solved from the profile :math:`\delta(\varepsilon) = p - e^\varepsilon (1-p)/(k-1)`; exact.
    """
    return (exp(eps) + (choices - 1) * delta) / (exp(eps) + choices - 1)


def kary_parameter(eps: Expr, delta: Expr, choices: Expr) -> Expr:
    r"""Return the parameter of the k-ary response law with the greatest truth.

    .. math:: \zeta = \log\frac{e^\varepsilon + (k-1)\delta}{1-\delta}

    Parameters
    ----------
    eps : Expr
        In nats, not negative.
    delta : Expr
        In [0, 1).
    choices : Expr
        The number k of values.
    """
    return log((exp(eps) + (choices - 1) * delta) / (1 - delta))


def randomized_response_truth(eps: object, delta: object = 0, choices: object = 2) -> Calibrated:
    """Return the randomized response that answers truly as often as (eps, delta)-privacy allows.

    Parameters
    ----------
    eps : non-negative real
        In nats; positive where delta is 0.
    delta : real in [0, 1), optional
        A probability; 0 is pure privacy.
    choices : integer from 2 on, optional
        The number k of values.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    """
    threshold, target = checked_target(eps, delta)
    values = CHOICES.check(choices)
    # at delta = 0 the parameter is eps itself; SymPy would keep log(exp(eps)) of a symbol that may be complex
    parameter = threshold if target == 0 else in_decimals(kary_parameter(threshold, target, values), is_upper=False)
    bit = values == 2
    law = RandomizedResponse(parameter) if bit else KaryResponse(parameter, values)
    return Calibrated(
        law,
        approximate_target(threshold, target),
        ("calibration.response" if bit else "calibration.response.kary", "calibration.response.truth"),
        f"true with probability (e^eps + (k-1) delta)/(e^eps + k - 1), k = {values}",
        (Source("warner1965randomized", "the design"),) if bit else (Source("kairouz2016extremal", "section 4.2"),),
        "the most truth that this design allows",
    )
